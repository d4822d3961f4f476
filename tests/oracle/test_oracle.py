"""Tests of the second implementation itself: the worked examples of the rule file,
properties over random games, and that check.py notices what it should.

    python3 tests/oracle/test_oracle.py
"""

import copy
import itertools
import json
import os
import random
import re
import sys
import unittest
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True                      # no files in the source tree

import runemasters as rm                            # noqa: E402
from checking import run_check                      # noqa: E402

RULE_FILE = os.path.join(HERE, "..", "..", "rules", "runemasters.md")

OPTION_SETS = [{"guardians": n, "difficulty": d} for n in (2, 3, 4) for d in rm.EVENT_MIX] + [
    {"guardians": 2, "ultimate_start": 2},
    {"guardians": 4, "difficulty": "initiation", "ultimate_start": 1},
    {"guardians": 3, "preset_guardians": ["kulak", "neltai", "kyreas"],
     "preset_paths": ["green", "red", "blue"], "preset_dean": 2},
    {"guardians": 4, "preset_guardians.1": "kulak", "preset_paths.3": "red"},
]


def acting(*, dice=("red", "red", "blue", "white"), **fields):
    """A game in the action phase of a fixture, with these fields set."""
    return rm.load({"dice": list(dice), **fields})


def settle(g, rolls=None):
    """Rolls the scripted faces, then any, until somebody must decide."""
    rolls = rolls if rolls is not None else []
    while g.actor() == "chance":
        if g.phase in ("roll", "reroll"):
            k = g.dice_to_roll() if g.phase == "roll" else len(g.rolling)
            faces = [rolls.pop(0) if rolls else "blue" for _ in range(k)]
            g.play("roll " + " ".join(faces))
        else:
            g.play(next(iter(g.outcomes())))


# ---- the worked examples ----

def examples():
    with open(RULE_FILE, encoding="utf-8") as f:
        text = f.read()
    blocks = re.findall(r"```json\n(.*?)```", text, re.S)
    return [json.loads(b) for b in blocks]


def notation(action):
    words = [action["a"]]
    for name in ("die", "dice", "weak", "guardian", "path", "slot", "to_path"):
        if name in action:
            value = action[name]
            words += map(str, value) if isinstance(value, list) else [str(value)]
    return " ".join(words)


def look_up(position, dotted):
    keys = dotted.split(".")
    if keys[0] == "wounds":
        return position["wounds"].get(keys[1], [])
    for key in keys:
        position = position[key]
    return position


class Examples(unittest.TestCase):
    def play(self, ex):
        fields = dict(ex["set"], base=ex["base"])
        rolls = fields.pop("rolls", [])
        g = rm.load(fields)
        for action in ex["do"]:
            if action["a"] == "run":
                settle(g, rolls)
            elif "refused" in action:
                before = g.position()
                self.assertEqual(g.refusal(notation(action)), action["refused"])
                with self.assertRaises(rm.Refused):
                    g.play(notation(action))
                self.assertEqual(g.position(), before)
            else:
                g.play(notation(action))
                settle(g, rolls)
        for dotted, value in ex["expect"].items():
            self.assertEqual(look_up(g.position(), dotted), value, dotted)

    def test_all(self):
        found = examples()
        ids = {ex["id"][:8] for ex in found}
        self.assertEqual(ids, {"RM-EX-%02d" % k for k in range(1, 22)})
        for ex in found:
            with self.subTest(ex["id"]):
                self.play(ex)


# ---- tables ----

class Tables(unittest.TestCase):
    def test_cards(self):                           # RM-CNT-04, RM-CNT-05
        cards = list(rm.CARDS.values())
        self.assertEqual(len(cards), 32)
        count = lambda **want: sum(all(getattr(c, k) == v for k, v in want.items()) for c in cards)
        self.assertEqual([count(colour=p) for p in rm.PATHS], [9, 8, 8, 7])
        self.assertEqual(count(type="archer"), 8)
        for kind in ("shadow", "troll", "sorcerer", "werewolf", "warrior", "dragon"):
            self.assertEqual([count(type=kind, colour=p) for p in rm.PATHS], [1, 1, 1, 1])
        self.assertEqual([count(two_p=True, colour=p) for p in rm.PATHS], [4, 4, 4, 4])
        for c in cards:
            self.assertEqual(c.mana, 1 if c.type == "dragon" else len(c.weak) - 1)
            self.assertEqual(c.hp, 1 if c.type == "dragon" else 0)
            self.assertTrue(c.key.startswith("%s_%s" % (c.type, c.colour)))
            if c.type == "dragon":
                self.assertEqual(c.weak, (c.colour,) * 3)
        runes = [r for c in cards for r in c.weak]
        self.assertEqual([runes.count(r) for r in rm.RUNES], [17, 17, 17, 18, 11, 0])

    def test_table_equals_rule_file(self):
        with open(RULE_FILE, encoding="utf-8") as f:
            text = f.read()
        rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (\w+) \(s\) \| (\w+) \([sd]\) \| "
                          r"([\w ]+) \(.*?\) \| (\d) \(.\) \| (\d) \(.\) \| (\w+)", text, re.M)
        self.assertEqual(len(rows), 32)
        for row, card in zip(rows, rm.CARDS.values()):
            _, key, kind, colour, weak, hp, mana, two_p = row
            self.assertEqual(card, rm.Card(key, kind, colour, tuple(weak.split()), int(hp),
                                           int(mana), two_p == "yes"))

    def test_pile_sizes(self):                      # section 4.5
        for n, cards, pile in ((2, 20, 13), (3, 25, 19), (4, 32, 24)):
            g = rm.Game({"guardians": n})
            self.assertEqual((len(g.unseen), g.to_come), (cards, pile))

    def test_options(self):
        for bad in ({"guardians": 1}, {"difficulty": "easy"}, {"ultimate_start": 3}, {"x": 1}):
            with self.assertRaises(rm.BadOptions):
                rm.Game(bad)
        g = rm.Game("guardians=2 difficulty=initiation")
        self.assertEqual(g.options["ultimate_start"], 2)
        g = rm.Game(OPTION_SETS[-2])                # everything preset: straight to the piles
        self.assertEqual((g.phase, g.actor()), ("setup_decks", "chance"))
        g = rm.Game(OPTION_SETS[-1])
        self.assertNotIn("choose_guardian kulak", g.legal_moves())


# ---- single rules, on small positions ----

class Rules(unittest.TestCase):
    def test_starting_monsters(self):               # RM-SET-20..23
        g = rm.Game(OPTION_SETS[-2])
        for card in ("shadow_green", "dragon_green", "shadow_red"):
            g.play("draw " + card)
        self.assertEqual(g.lanes["green"], ["shadow_green", "dragon_green", None, None, None])
        self.assertEqual(g.lanes["red"], [None, None, "shadow_red", None, None])
        self.assertEqual((g.dean, g.phase, g.round, g.to_come), (2, "round_start", 1, 16))

    def test_shadow_behind(self):                   # RM-SPN-06, 07, 11
        lane = ["-", "troll_red", "-", "archer_red_1", "-"]
        g = rm.load({"phase": "spawn", "active": "neltai", "paths": {"red": lane},
                     "pile": ["shadow_red", "dawn"]})
        self.assertEqual(g.lanes["red"][2], "shadow_red")
        lane = ["-", "troll_red", "werewolf_red", "archer_red_1", "archer_red_2"]
        g = rm.load({"phase": "spawn", "active": "neltai", "paths": {"red": lane},
                     "pile": ["shadow_red", "dawn"]})
        self.assertEqual((g.me.hp, g.discard), (3, {"shadow_red"}))

    def overflow(self, **fields):
        lane = ["-", "-", "werewolf_red", "archer_red_1", "archer_red_2"]
        return rm.load({"phase": "spawn", "active": "neltai", "paths": {"red": lane},
                        "pile": ["troll_red", "shadow_yellow", "dawn"], **fields})

    def test_overflow(self):                        # RM-SPN-08..13, RM-TRN-02
        self.assertEqual(self.overflow(guardians={"neltai": {"path": "-", "hp": 0}},
                                       active="ismoros").temple, 3)
        g = self.overflow(guardians={"neltai": {"shield": True}})
        self.assertEqual((g.me.hp, g.me.shield), (4, False))
        g = self.overflow(guardians={"neltai": {"hp": 1, "angel": True}}, event="guardian_angel")
        self.assertEqual((g.me.hp, g.temple), (1, 4))
        self.assertTrue(self.overflow(event="poison").guardians["neltai"].poison)
        g = self.overflow(guardians={"neltai": {"hp": 1}})   # dies: no dice, monsters move
        self.assertEqual((g.seat, g.phase), (1, "roll"))
        self.assertEqual(g.lanes["red"], [None, "werewolf_red", "archer_red_1", "archer_red_2",
                                          None])
        g = self.overflow(guardians={k: {"path": "-", "hp": 0} for k in rm.GUARDIANS[1:]}
                          | {"neltai": {"hp": 1}})
        self.assertEqual((g.outcome, g.discard), ("defeat_guardians", {"troll_red"}))

    def test_shots(self):                           # RM-MON-12..17
        def after(lane, **fields):
            g = acting(active="neltai", paths={"red": lane}, pile=["troll_blue", "dawn"],
                        **fields)
            g.play("end")
            return g.lanes["red"], g.guardians["neltai"].hp
        two, three = "archer_red_1", "troll_red"
        self.assertEqual(after(["-", two, "-", "-", "-"]), ([two, None, None, None, None], 3))
        self.assertEqual(after([two, "-", "-", "-", "-"]), ([two, None, None, None, None], 3))
        self.assertEqual(after(["-", three, "-", two, "-"]),
                         ([three, None, two, None, None], 4))
        self.assertEqual(after(["-", "-", "-", "-", two], event="pavise")[1], 4)
        self.assertEqual(after([two, "-", "-", "-", "-"], event="pavise")[1], 3)
        self.assertEqual(after(["-", "-", two, "archer_red_2", "-"])[1], 3)

    def troll(self, **fields):
        g = acting(active="kulak", paths={"red": ["troll_red", "-", "-", "-", "-"]},
                    wounds={"troll_red": [0, 1]}, pile=["troll_blue", "dawn"], **fields)
        g.play("end")
        return g, g.guardians["neltai"]

    def test_strength_two(self):                    # RM-ATK-04..10, RM-END-05
        g, neltai = self.troll(guardians={"neltai": {"hp": 2}})
        self.assertEqual((neltai.hp, neltai.path, g.temple), (0, None, 4))
        g, neltai = self.troll(guardians={"neltai": {"hp": 1, "mana": 2, "ult": [3, 1]}})
        self.assertEqual((neltai.hp, g.temple, neltai.mana, neltai.ult_slot), (0, 3, 2, 3))
        g, neltai = self.troll(guardians={"neltai": {"shield": True}})
        self.assertEqual((neltai.hp, neltai.shield, g.temple), (4, False, 4))
        g, neltai = self.troll(guardians={"neltai": {"hp": 2, "angel": True}},
                               event="guardian_angel")
        self.assertEqual((neltai.hp, g.temple), (1, 4))
        g, neltai = self.troll(guardians={"neltai": {"path": "-", "hp": 0}})
        self.assertEqual(g.temple, 2)
        g, neltai = self.troll(guardians={"neltai": {"path": "-", "hp": 0}}, temple=1)
        self.assertEqual((g.temple, g.outcome), (0, "defeat_temple"))

    def test_last_guardian(self):                   # RM-END-02, 05
        dead = {"path": "-", "hp": 0}
        g = acting(active="neltai", paths={"red": ["troll_red", "-", "-", "-", "-"]},
                    wounds={"troll_red": [0, 1]}, temple=1,
                    guardians={"neltai": {"hp": 1}, "ismoros": dead, "kulak": dead,
                               "kyreas": dead})
        g.play("end")
        self.assertEqual((g.outcome, g.temple), ("defeat_guardians", 1))
        self.assertEqual((g.actor(), g.legal_moves()), ("over", []))
        self.assertEqual(g.refusal("end"), "E_GAME_OVER")

    def test_poison(self):                          # RM-EVT-41..43
        g = acting(active="kyreas", event="poison", pile=["troll_blue", "dawn"],
                    guardians={"neltai": {"poison": True, "shield": True},
                               "kulak": {"poison": True, "hp": 1, "shield": True}})
        g.play("end")
        neltai, kulak = g.guardians["neltai"], g.guardians["kulak"]
        self.assertEqual((neltai.hp, neltai.poison, neltai.shield), (3, False, True))
        self.assertEqual((kulak.hp, kulak.path, kulak.shield), (0, None, False))
        g = acting(base="D2", active="kyreas", event="poison",
                    guardians={"kulak": {"path": "-", "hp": 0},
                               "kyreas": {"hp": 1, "poison": True}})
        g.play("end")
        self.assertEqual((g.outcome, g.round, g.event), ("defeat_guardians", 1, "poison"))

    def test_rewards(self):                         # RM-KILL-06..09, RM-REL-06
        lane = {"red": ["dragon_red", "-", "-", "-", "-"]}
        me = {"neltai": {"hp": 1}}
        for event, after in ((rm.CALM, (2, 1)), ("curse", (2, 0))):
            g = acting(active="neltai", paths=lane, guardians=me, event=event)
            g.play("release")
            self.assertEqual((g.me.hp, g.me.mana), after)
        g = acting(active="neltai", paths=lane, guardians=me, event="mana_healing")
        g.play("release")
        self.assertEqual((g.phase, g.legal_moves()),
                         ("reward", ["choose_reward 0", "choose_reward 1"]))
        self.assertEqual(g.refusal("choose_reward 2"), "E_REWARD_RANGE")
        self.assertEqual(g.refusal("end"), "E_PHASE")
        g.play("choose_reward 1")
        self.assertEqual((g.me.hp, g.me.mana, g.phase), (3, 0, "actions"))

    def test_storm(self):                           # RM-ULT-10..13, 50..52
        g = acting(active="neltai", event="mana_healing",
                    guardians={"neltai": {"ult": [4, 1], "mana": 0, "hp": 2}},
                    paths={"red": ["archer_red_1", "troll_red", "-", "-", "-"],
                           "green": ["-", "troll_green", "-", "-", "-"],
                           "yellow": ["werewolf_yellow", "-", "-", "-", "-"]},
                    wounds={"archer_red_1": [0]})
        g.play("ultimate")
        self.assertEqual((g.phase, g.targets, g.me.ult_slot, g.me.ult_side),
                         ("target", [0, 3], 0, 2))
        self.assertEqual(g.legal_moves(), ["choose_weak 1"])
        g.play("choose_weak 1")
        self.assertEqual((g.phase, g.targets), ("reward", [3]))
        g.play("choose_reward 0")
        self.assertEqual((g.phase, g.legal_moves()), ("target", ["choose_weak 0", "choose_weak 2"]))
        self.assertTrue(g.legal("choose_weak 1"))
        g.play("choose_weak 1")
        self.assertEqual((g.phase, g.wounds), ("actions", {"werewolf_yellow": {1}}))
        self.assertEqual(g.position()["target"], "none")

    def test_trample(self):                         # RM-ULT-40..42
        g = acting(active="kyreas", guardians={"kyreas": {"ult": [4, 2]}},
                    paths={"yellow": ["-", "warrior_yellow", "-", "dragon_yellow", "-"]})
        g.play("ultimate")
        self.assertEqual((g.targets, g.me.ult_side), ([1, 3], 0))
        g.play("choose_weak 0")
        g.play("choose_weak 2")
        self.assertEqual(g.refusal("charge 0"), "E_ULT_SPENT")
        self.assertEqual(g.refusal("ultimate"), "E_ULT_SPENT")
        g.play("end")                               # RM-TYP-12
        self.assertEqual(g.wounds, {"warrior_yellow": {0}})

    def test_petrify(self):                         # RM-ULT-20..25
        g = acting(active="ismoros", guardians={"ismoros": {"ult": [4, 1]}}, blocked=["red"],
                    paths={"blue": ["troll_blue", "-", "dragon_blue", "-", "-"]},
                    wounds={"dragon_blue": [1]}, pile=["troll_red", "archer_red_1", "dawn"])
        g.play("ultimate")
        self.assertEqual((g.blocked, g.petrify), (set(), True))
        self.assertEqual(g.refusal("block 0 1"), "E_DRAGON_ON_PATH")
        self.assertEqual(g.refusal("ultimate"), "E_PETRIFIED")
        g.play("move 0 red")
        self.assertEqual(g.refusal("block 2 3"), "E_RUNES_DIFFER")
        g.play("end")
        self.assertEqual((g.petrify, g.wounds), (False, {}))
        self.assertEqual(g.lanes["blue"], ["troll_blue", None, "dragon_blue", None, None])

    def test_second_breath(self):                   # RM-ULT-30..36, RM-RND-12, 13
        def revive(active_seat_first):
            seats = ["kulak", "kyreas"] if active_seat_first else ["kyreas", "kulak"]
            g = rm.load({"base": "D2", "seats": seats, "active": "kulak",
                         "guardians": {"kulak": {"path": "red", "ult": [4, 1]},
                                       "kyreas": {"path": "-", "hp": 0, "mana": 1}},
                         "dice": ["red", "red", "blue", "blue"],
                         "pile": ["troll_green", "troll_blue", "dawn"]})
            self.assertEqual(g.refusal("ultimate kyreas red"), "E_PATH_OCCUPIED")
            self.assertEqual(g.refusal("ultimate kulak blue"), "E_TARGET_ALIVE")
            self.assertEqual(g.refusal("ultimate"), "E_MALFORMED")
            self.assertEqual(sum(m.startswith("ultimate") for m in g.legal_moves()), 3)
            g.play("ultimate kyreas yellow")
            k = g.guardians["kyreas"]
            self.assertEqual((k.hp, k.mana, k.path), (4, 1, "yellow"))
            g.play("end")
            return g
        g = revive(True)
        self.assertEqual((g.round, g.seats[g.seat]), (1, "kyreas"))
        g = revive(False)
        self.assertEqual((g.round, g.seats[g.seat]), (2, "kyreas"))

    def test_dragon_breaks_block(self):             # RM-BLK-12, 15
        for first, to in (("red", "blue"), ("blue", "red")):
            g = acting(active="neltai", blocked=["blue"], dice=["white"] * 4,
                        paths={"red": ["-", "-", "dragon_red", "-", "-"],
                               "blue": ["-", "-", "troll_blue", "-", "-"]})
            self.assertTrue(g.legal("mark_swap 3 %s 3 %s" % (first, to)))
            g.play("mark_swap 0 %s 3 %s" % (first, to))
            self.assertEqual((g.blocked, g.lanes["blue"][2]), (set(), "dragon_red"))
        g = acting(active="neltai", blocked=["blue"], dice=["white"] * 4,
                    paths={"red": ["troll_red", "-", "-", "-", "-"]})
        g.play("mark_swap 0 red 1 blue")
        g.play("end")
        self.assertEqual(g.guardians["ismoros"].hp, 4)

    def test_events_on_dice(self):
        for event, dice in (("transcendence", 5), ("rain_of_arrows", 3), ("curse", 4)):
            g = rm.load({"phase": "spawn", "active": "neltai", "event": event,
                         "pile": ["troll_red", "dawn"]})
            self.assertEqual(len(g.outcomes()), {5: 252, 4: 126, 3: 56}[dice])
            self.assertEqual(sum(g.outcomes().values()), 6 ** dice)
            self.assertTrue(g.legal("roll " + " ".join(["white", "red", "blue", "red",
                                                        "violet"][:dice])))
            self.assertFalse(g.legal("roll " + " ".join(["red"] * (dice + 1))))
        g = acting(active="ismoros", event="hardened", dice=["white", "white", "red", "red"])
        self.assertEqual(g.refusal("mark_shield 0 kulak"), "E_HARDENED")
        self.assertTrue(g.legal("block 0 1"))
        g = acting(active="ismoros", event="mana_drain", guardians={"ismoros": {"mana": 3}})
        self.assertEqual(g.refusal("reroll 0 1"), "E_NOT_ENOUGH_MANA")
        g.play("reroll 1")
        self.assertEqual((g.me.mana, g.rolling, len(g.outcomes())), (1, [1], 6))
        g = acting(active="neltai", event="swiftness")
        g.play("free_move blue")
        self.assertEqual(g.guardians["ismoros"].path, "red")
        self.assertEqual(g.refusal("free_move red"), "E_FREE_MOVE_USED")

    def test_refusal_order(self):                   # section 10.2
        g = acting(active="neltai", used=[0], event="hardened")
        for move, code in (
                ("", "E_MALFORMED"), ("hit", "E_MALFORMED"), ("hit 0 1", "E_MALFORMED"),
                ("hit x", "E_MALFORMED"), ("dance 1", "E_UNKNOWN_ACTION"),
                ("choose_weak 9", "E_PHASE"), ("roll red", "E_PHASE"), ("hit 4", "E_DIE_INDEX"),
                ("hit -1", "E_DIE_INDEX"), ("hit 0", "E_DIE_USED"), ("hit 3", "E_RUNE_CANNOT_HIT"),
                ("hit 1", "E_NO_MONSTER"), ("block 1 1", "E_SAME_DIE"), ("block 0 0", "E_SAME_DIE"),
                ("reroll 1 1", "E_SAME_DIE"), ("reroll", "E_EMPTY_SELECTION"),
                ("move 1 pink", "E_PATH_UNKNOWN"), ("move 9 pink", "E_PATH_UNKNOWN"),
                ("move 1 red", "E_SAME_PATH"), ("move 1 blue", "E_RUNE_PATH"),
                ("mark_heal 3 temple", "E_GUARDIAN_UNKNOWN"), ("mark_heal 1 kulak", "E_WRONG_MARK"),
                ("mark_move 1 blue", "E_NOT_WHITE"), ("mark_move 3 red", "E_HARDENED"),
                ("mark_swap 3 red 9 red", "E_HARDENED"), ("ultimate", "E_ULT_NOT_CHARGED"),
                ("ultimate kulak red", "E_MALFORMED"), ("release", "E_NO_CONTACT"),
                ("free_move red", "E_SAME_PATH"), ("free_move blue", "E_NO_SWIFTNESS")):
            self.assertEqual(g.refusal(move), code, move)
        self.assertEqual(g.refusal("end", by=2), "E_NOT_YOUR_TURN")
        self.assertIsNone(g.refusal("end", by=0))

    def test_sole_outcomes_happen(self):
        g = rm.load({"phase": "spawn", "active": "neltai", "to_come": 0})
        self.assertEqual((g.outcome, g.dawn_in), ("victory", False))
        g = rm.load({"phase": "round_start", "round": 5, "events_to_come": [0, 0, 1],
                     "unseen_events": ["pavise", "curse", rm.CALM]})
        self.assertEqual((g.event, g.phase, g.events_to_come), (rm.CALM, "spawn", [0, 0, 0]))
        g = rm.load({"phase": "round_start", "round": 5, "events_to_come": [0, 1, 0],
                     "unseen_events": ["pavise", "poison", rm.CALM]})
        self.assertEqual(g.event, "poison")


# ---- chance: the lazy draws are those of the printed procedure ----

class Chance(unittest.TestCase):
    def chances(self, g):
        found = g.outcomes()
        total = sum(found.values())
        return {m: Fraction(w, total) for m, w in found.items()}

    def start(self, n):
        g = rm.Game({"guardians": n, "preset_guardians": list(rm.GUARDIANS[:n]),
                     "preset_paths": list(rm.PATHS[:n]), "preset_dean": 0})
        self.assertEqual(g.phase, "setup_decks")
        return g

    def test_two_guardian_dragon(self):
        # printed: one Dragon of four joins 16 cards; the first two of 17 shuffled
        plain = [c for c, card in rm.CARDS.items() if card.two_p]
        printed = {}
        for dragon in [c for c, card in rm.CARDS.items() if card.type == "dragon"]:
            for pair in itertools.permutations(plain + [dragon], 2):
                printed[pair] = printed.get(pair, 0) + Fraction(1, 4 * 17 * 16)
        lazy = {}
        for one, p in self.chances(self.start(2)).items():
            g = self.start(2)
            g.play(one)
            for two, q in self.chances(g).items():
                lazy[one.split()[1], two.split()[1]] = p * q
        self.assertEqual(lazy, printed)

    def test_dawn(self):
        for n in (2, 3, 4):
            g = self.start(n)
            g.phase = "spawn"
            left, at = Fraction(1), []
            for r in range(g.to_come, -1, -1):
                g.to_come = r
                p = self.chances(g).get("draw dawn", Fraction(0))
                at.append(left * p)
                left *= 1 - p
            self.assertEqual(at, [0] * (len(at) - 4) + [Fraction(1, 4)] * 4)

    def test_events(self):
        # printed: random cards of each kind, shuffled; the first two revealed
        for difficulty, mix in rm.EVENT_MIX.items():
            hands = [[list(c) for c in itertools.combinations(
                [e for e in rm.EVENTS if rm.EVENTS[e] == kind], k)]
                for kind, k in zip(rm.KINDS, mix)]
            piles = [sum(parts, []) for parts in itertools.product(*hands)]
            printed = {}
            for pile in piles:
                for pair in itertools.permutations(pile, 2):
                    printed[pair] = printed.get(pair, 0) + Fraction(1, len(piles) * 20)
            lazy = {}
            for one, p in self.first_events(difficulty):
                g = rm.Game({"difficulty": difficulty})
                g.phase, g.dean, g.n = "round_start", 0, 4
                e = one.split()[1]
                g.unseen_events.discard(e)
                g.events_to_come[rm.KINDS.index(rm.EVENTS[e])] -= 1
                for two, q in self.chances(g).items():
                    lazy[e, two.split()[1]] = p * q
            self.assertEqual(lazy, printed)

    def first_events(self, difficulty):
        g = rm.Game({"difficulty": difficulty})
        g.phase = "round_start"
        return list(self.chances(g).items())


# ---- properties over random games ----

def all_moves(g):
    """Every notation of a decision with parameters in or near their ranges."""
    dice = range(len(g.dice))
    yield from ("release", "ultimate", "end")
    for d in dice:
        yield "hit %d" % d
        yield "charge %d" % d
        for p in rm.PATHS:
            yield "move %d %s" % (d, p)
            yield "mark_move %d %s" % (d, p)
            for s in range(1, 6):
                for q in rm.PATHS:
                    yield "mark_swap %d %s %d %s" % (d, p, s, q)
        for key in rm.GUARDIANS:
            yield "mark_shield %d %s" % (d, key)
            yield "mark_heal %d %s" % (d, key)
        for w in range(4):
            yield "mark_whirl %d %d" % (d, w)
        for e in dice:
            yield "block %d %d" % (d, e)
    for k in range(0, len(g.dice) + 1):
        for some in itertools.combinations(dice, k):
            yield "reroll " + " ".join(map(str, some))
    for p in rm.PATHS:
        yield "free_move " + p
        yield "place_guardian " + p
        for key in rm.GUARDIANS:
            yield "ultimate %s %s" % (key, p)
    for key in rm.GUARDIANS:
        yield "choose_guardian " + key
        yield "assign_angel " + key
    for k in range(5):
        yield "choose_dean %d" % k
        yield "choose_weak %d" % k
        yield "choose_reward %d" % k


def fold(g, move):
    """The representative of a legal move (RM-DEC-90), found by definition."""
    words = move.split()
    verb, args = words[0], words[1:]

    def lowest(dice):
        """Each die to the lowest ones of its kind not taken yet."""
        taken = []
        for d in sorted(dice):
            same = [k for k in range(len(g.dice))
                    if k not in g.used and k not in taken and g.dice[k] == g.dice[d]
                    and (k in g.rerolled) == (d in g.rerolled)]
            taken.append(same[0])
        return [str(d) for d in sorted(taken)]

    def lowest_weak(card, weak):
        return str(min(k for k in g.open_weak(card) if card.weak[k] == card.weak[int(weak)]))

    if verb in ("block", "reroll"):
        args = lowest([int(d) for d in args])
    elif verb in ("hit", "move", "charge") or verb.startswith("mark_"):
        args[:1] = lowest([int(args[0])])
    if verb == "mark_whirl":
        args[1] = lowest_weak(g.first_monster(g.me.path), args[1])
    if verb == "choose_weak":
        args[0] = lowest_weak(g.target_card(), args[0])
    if verb == "mark_swap":
        _, a, slot, b = args
        if g.lanes[b][int(slot) - 1] is not None and rm.PATHS.index(b) < rm.PATHS.index(a):
            args[1], args[3] = b, a
    return " ".join([verb] + args)


def broken(g):
    """The first invariant of section 11.2 that does not hold, or None."""
    placed = g.phase not in ("setup_guardian", "setup_place")
    lying = [c for lane in g.lanes.values() for c in lane if c]
    living = [x for x in g.guardians.values() if x.alive()]
    places = lying + list(g.discard) + list(g.unseen)
    in_turn = g.phase in ("actions", "reroll", "target", "reward", "game_over")
    checks = {
        "RM-INV-01": len(places) == len(set(places)) and (g.dawn_in or g.outcome == "victory"),
        "RM-INV-01, all": set(places) == set(g._eligible()) or (
            g.n == 2 and sum(rm.CARDS[c].type == "dragon" for c in places) == 1
            and len(places) == 17),
        "RM-INV-02": all(0 <= x.hp <= 4 and 0 <= x.mana <= 4 for x in g.guardians.values())
        and 0 <= g.temple <= rm.TEMPLE[g.n],
        "RM-INV-03": not placed or all(
            (x.hp == 0) == (x.path is None) and (x.hp or not (x.shield or x.poison or x.angel))
            for x in g.guardians.values()),
        "RM-INV-04": len({x.path for x in living}) == len(living) or not placed,
        "RM-INV-05": set(g.wounds) <= set(lying)
        and all(g.open_weak(rm.CARDS[c]) for c in lying),
        "RM-INV-06": in_turn or not (g.blocked or g.petrify or g.dice),
        "RM-INV-07": not any(g.has_dragon(p) for p in g.blocked),
        "RM-INV-08": sum(x.angel for x in living) <= (g.event == "guardian_angel")
        and (g.event == "poison" or not any(x.poison for x in living)),
        "RM-INV-09": all(x.ult_slot >= g.options["ultimate_start"] if x.ult_side == 1 else
                         x.ult_slot >= 0 if x.ult_side == 2 else x.ult_slot == 0
                         for x in g.guardians.values()),
        "RM-INV-10": not placed or g.phase == "game_over" or (living and g.temple > 0),
        "RM-INV-11": g.phase not in ("actions", "reroll", "target", "reward")
        or len(g.dice) == g.dice_to_roll() and max(g.used | g.rerolled | {0}) < len(g.dice),
        "RM-INV-12": set(g.lanes) == set(g.paths),
    }
    return next((name for name, good in checks.items() if not good), None)


class RandomGames(unittest.TestCase):
    def games(self, each, seed=7):
        for k, options in enumerate(OPTION_SETS):
            for j in range(each):
                yield options, rm.Game(options), random.Random("%d %d %d" % (seed, k, j))

    def test_invariants(self):
        outcomes = set()
        for options, g, rng in self.games(6):
            while g.actor() != "over":
                self.assertIsNone(broken(g))
                self.assertTrue(g.legal_moves())
                g.play(rm.random_move(g, rng))
            self.assertIsNone(broken(g))
            outcomes.add(g.outcome)
        self.assertEqual(outcomes & {"defeat_guardians", "defeat_temple"},
                         {"defeat_guardians", "defeat_temple"})

    def test_folding(self):
        """The listed moves are exactly the representatives of the accepted ones."""
        for options, g, rng in self.games(1):
            while g.actor() != "over":
                if g.actor() != "chance":
                    listed = g.legal_moves()
                    accepted = [m for m in all_moves(g) if g.legal(m)]
                    self.assertEqual(len(set(listed)), len(listed))
                    self.assertLessEqual(len(listed), 134)     # RM-DEC-92
                    self.assertEqual(set(listed), {fold(g, m) for m in accepted})
                g.play(rm.random_move(g, rng))

    def test_positions_load(self):
        """A position read back is the same game."""
        for options, g, rng in self.games(2, seed=8):
            while g.actor() != "over":
                if not g.phase.startswith("setup_"):
                    # JSON text, as a position file holds it
                    h = rm.load(json.loads(json.dumps(g.position())), options)
                    self.assertEqual(h.position(), g.position())
                    self.assertEqual(set(h.legal_moves()), set(g.legal_moves()))
                    self.assertEqual(h.actor(), g.actor())
                g.play(rm.random_move(g, rng))


# ---- the checker ----

class Checking(unittest.TestCase):
    def lines(self, **options):
        # a game in which everything sets in: the first seed that gets far enough
        for seed in range(100):
            found = list(rm.random_game(options, random.Random(seed)))
            if len(found) > 40:
                return found
        raise AssertionError("no long game")

    def test_equal(self):
        lines = self.lines(guardians=3) + self.lines(guardians=2)
        code, out = run_check(lines, "--games", "2")
        self.assertEqual(code, 0)
        self.assertTrue(out.endswith("2 games, %d moves compared, 0 differences\n"
                                     % (len(lines) - 2)))
        self.assertEqual(run_check(lines[:-1], "--games", "2")[0], 2)

    def test_every_field_counts(self):
        lines = self.lines(guardians=4)
        for n, line in enumerate(lines):
            if line["position"]["phase"] == "actions":
                break
        for field, value in line["position"].items():
            if isinstance(value, bool):
                wrong = not value
            elif isinstance(value, int):
                wrong = value + 1
            elif isinstance(value, dict):
                wrong = {**value, "x": [1]}
            else:
                wrong = value + (["x"] if isinstance(value, list) else "x")
            changed = copy.deepcopy(lines[:n + 1])
            changed[n]["position"][field] = wrong
            code, out = run_check(changed)
            self.assertEqual(code, 1, field)
            self.assertIn("/" + field, out)
            del changed[n]["position"][field]
            self.assertEqual(run_check(changed)[0], 1, field)

    def changed(self, when, how):
        lines = self.lines(guardians=4)
        for line in lines:
            if when(line):
                how(line)
                return run_check(lines)
        raise AssertionError("no such line")

    def test_moves_and_outcomes_count(self):
        deciding = lambda x: x["position"]["phase"] == "actions"
        rolling = lambda x: x["position"]["phase"] == "roll"
        drawing = lambda x: x["position"]["phase"] == "spawn"
        code, out = self.changed(deciding, lambda x: x["legal"].pop())
        self.assertEqual((code, "legal" in out), (1, True))
        self.assertEqual(self.changed(deciding, lambda x: x["legal"].append("hit 7"))[0], 1)
        self.assertEqual(self.changed(deciding, lambda x: x["legal"].append("end"))[0], 1)
        self.assertEqual(self.changed(deciding, lambda x: x.update(actor=9))[0], 1)
        for when in (rolling, drawing):
            self.assertEqual(self.changed(when, lambda x: x["outcomes"].pop())[0], 1)
            code, out = self.changed(when, lambda x: x["outcomes"][0].update(weight="77"))
            self.assertEqual((code, "weight of" in out), (1, True))
        # the same ratios in other numbers are the same
        def scale(x):
            for one in x["outcomes"]:
                one["weight"] = str(3 * int(one["weight"]))
        self.assertEqual(self.changed(drawing, scale)[0], 0)

    def test_illegal_move(self):
        lines = self.lines()
        for n, line in enumerate(lines):
            if line["position"]["phase"] == "actions":
                break
        code, out = run_check(lines[:n + 1] + [{**line, "entry": line["entry"] + 1,
                                                "move": "hit 8"}])
        self.assertEqual((code, "E_DIE_INDEX" in out), (1, True))

    def test_undo(self):
        lines = self.lines()
        back = {**copy.deepcopy(lines[3]), "entry": 10, "move": "undo 3"}   # state after entry 2
        again = [{**line, "entry": line["entry"] + 8} for line in copy.deepcopy(lines[4:])]
        self.assertEqual(run_check(lines[:11] + [back] + again, "--games", "1")[0], 0)
        self.assertEqual(run_check(lines[:11] + [{**back, "move": "undo 30"}])[0], 2)

    def test_probes(self):
        lines = self.lines()
        for n, line in enumerate(lines):
            if line["position"]["phase"] == "actions":
                break
        line["probes"] = [{"move": "hit 9", "rule": "RM-BAD-18"}, {"move": "end", "rule": None}]
        self.assertEqual(run_check(lines[:n + 1])[0], 0)
        line["probes"][0]["rule"] = None
        self.assertEqual(run_check(lines[:n + 1])[0], 1)

    def test_bad_streams(self):
        lines = self.lines()
        for bad in ([], ["{"], lines[1:], lines[:2] + lines[3:], ["[]"], ['{"entry":-1}']):
            self.assertEqual(run_check(bad)[0], 2)


if __name__ == "__main__":
    unittest.main()
