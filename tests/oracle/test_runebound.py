"""Tests of the second implementation of Runebound itself: the worked examples of the rule
file, properties over random games, and that check.py notices what it should.

    python3 tests/oracle/test_runebound.py
"""

import copy
import os
import random
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True                      # no files in the source tree

import play                                         # noqa: E402
import rb_tables as tables                          # noqa: E402
import runebound as rb                              # noqa: E402
from checking import run_check                      # noqa: E402
from rb_cards import Down                           # noqa: E402
from rb_ways import ways                            # noqa: E402

OPTION_SETS = [{"players": 2}, {"players": 3, "hero_mode": "chosen"}, {"players": 4, "pvp": "off", "ally_limit": 2},
               {"players": 5, "vorakesh_wins": "on"}, {"players": 6, "combat_round_cap": 10}]
AWAY = 0                                            # a hex where nobody is


def table(*heroes, phase="move_plan", n=None, **given):
    """A position in which the first hero is to move; all others are far from him."""
    players = [{**fields} for fields in heroes]
    while len(players) < (n or 2):
        players.append({"hex": AWAY})
    return rb.load({"options": {"players": len(players), **given.pop("options", {})}, "phase": phase, "players": players, **given})


def plays(g, *moves):
    for move in moves:
        g.play(move)
    return g


def lists(g, word):
    return [m for m in g.legal_moves() if m.split()[0] == word]


class Examples(unittest.TestCase):
    def test_fatigue(self):                         # RB-EX-01
        g = table({"hero": "H05", "fatigue": 2})
        g.tire(0, "H", 1)
        self.assertEqual((g.me["fatigue"], g.me["wounds"]), (3, 0))
        g.tire(0, "H", 1)
        self.assertEqual((g.me["fatigue"], g.me["wounds"]), (3, 1))

    def test_value(self):                           # RB-EX-02
        g = table({"hero": "H01", "counters": [2, 0, 0]})
        self.assertEqual((g.value(0, "H", "mind"), tables.CARDS["H01"].mind[1]), (4, 1))

    def test_rest(self):                            # RB-EX-03
        g = table({"hex": 103, "fatigue": 2, "cards": ["A08", "A12"]}, cards={c: {"place": "held0", "fatigue": 2} for c in ("A08", "A12")})
        plays(g, "roll_dice 2")
        self.assertEqual(g.rest, 2)
        ends = set()

        def rest(moves):
            h = plays(table({"hex": 103, "fatigue": 2, "cards": ["A08", "A12"]}, cards={c: {"place": "held0", "fatigue": 2} for c in ("A08", "A12")}),
                      "roll_dice 2", *moves)
            if h.phase != "rest":
                ends.add((h.me["fatigue"], h.cards["A08"]["fatigue"], h.cards["A12"]["fatigue"]))
                return
            for move in lists(h, "rest"):
                rest([*moves, move])
        rest([])
        self.assertEqual(ends, {(0, 2, 2), (2, 0, 2), (2, 2, 0), (1, 1, 2), (1, 2, 1), (2, 1, 1)})

    def test_dice(self):                            # RB-EX-04 to 08
        def opened(face, terrain):
            """Do one die and a step into such a hex fit?"""
            for here, h in enumerate(tables.BOARD):
                for d, to in enumerate(h.sides):
                    if to is not None and tables.BOARD[to].terrain == terrain:
                        g = table({"hex": here}, phase="move", dice=[face])
                        return "step %d 0" % d in g.legal_moves()
            return None
        self.assertEqual([t for t in ("forest", "plains", "swamp", "hills", "road", "river") if opened(1, t)], ["forest", "plains", "swamp"])
        self.assertTrue(opened(2, "hills") and opened(5, "hills"))
        self.assertEqual((opened(0, "plains"), opened(0, "road"), opened(0, "river")), (True, True, False))
        self.assertTrue(all(opened(face, "town") for face in range(6)))
        g = plays(table({"hex": 123}, phase="move", dice=[0, 0]), "step 1 0")
        self.assertEqual(lists(g, "step"), ["step %d 1" % d for d in (0, 1, 2, 3, 4, 5) if tables.BOARD[tables.BOARD[104].sides[d]].terrain in ("plains", "road", "town")])

    def test_prices(self):                          # RB-EX-09
        for price, gold in ((3, 2), (4, 2), (1, 1), (7, 4)):
            card = next(c.key for c in tables.CARDS.values() if c.sort == "artifact" and c.price == price)
            g = plays(table({"gold": 0, "cards": [card]}, phase="market"), "sell " + card)
            self.assertEqual((g.me["gold"], g.cards[card]["place"]), (gold, "stack0"))

    def fight(self, card="G01", **hero):
        """Before the first round with a challenge on the track."""
        fields = {"hero": "H03", "hex": 85, "prev_hex": 104, **hero}
        g = table(fields, phase="arrive", n=hero.pop("n", 4), track={"1": {"card": card, "site": "SG06", "age": 1}}, next_age=2)
        return plays(g, "adventure")

    def test_attack(self):                          # RB-EX-10, RB-EX-11
        g = plays(self.fight(), "stand", "attack H", "d20 11")
        self.assertEqual((g.fight.wounds, g.me["wounds"]), (1, 0))
        g = plays(self.fight("Y07", hero="H06"), "stand", "attack H", "d20 10")
        self.assertEqual(g.fight.wounds, 1)
        g = plays(self.fight("Y07", hero="H06"), "stand", "attack H", "d20 9")
        self.assertEqual((g.fight.wounds, g.me["wounds"]), (0, 2))

    def test_counters(self):                        # RB-EX-12, RB-EX-15
        for n, cost in ((2, 6), (3, 5), (4, 5), (5, 4), (6, 3)):
            g = table({"hero": "H03", "xp_unspent": 4 * cost + 1}, phase="experience", n=n)
            for k in range(1, 5):
                plays(g, "buy_xp mind")
                self.assertEqual((g.value(0, "H", "mind"), g.me["xp_unspent"]), (3 + k, (4 - k) * cost + 1))
            self.assertEqual(g.legal_moves(), ["end_turn"])

    def event(self, before, card, tail):
        g = table({"hex": tables.SITE_HEX["SB01"]}, phase="arrive", **({"event": before} if before else {}))
        return plays(g, "adventure", "draw " + card, *tail)

    def test_events(self):                          # RB-EX-13, RB-EX-14
        g = self.event("V01", "V10", ["draw V08"])
        self.assertEqual((g.event, g.cards["V01"]["place"], g.cards["V08"]["place"]), ("V10", "pile", "out"))
        g = self.event("V04", "V08", [])
        self.assertEqual((g.event, g.cards["V08"]["place"]), ("V04", "out"))

    def test_gems(self):                            # RB-EX-16
        self.assertEqual([tables.GEM[c] for c in tables.COLOURS], [1, 2, 3, 4])

    def test_knock_out_gold(self):                  # RB-EX-17
        for gold, left in ((5, 3), (1, 1), (8, 4)):
            g = self.fight(hero="H01", wounds=3, gold=gold)
            plays(g, "stand", "defend", "d20 1")
            self.assertEqual((g.p[0]["gold"], g.p[0]["wounds"], g.p[0]["prev_hex"]), (left, 0, "-"))

    def test_skill(self):                           # RB-EX-18
        for die, gold in ((9, 5), (8, 3)):
            g = table({"hero": "H02", "hex": 85}, phase="arrive")
            plays(g, "adventure", "draw N01", "d20 %d" % die)
            self.assertEqual(g.me["gold"], gold)

    START = ({"hero": "H03"}, {"hero": "H01", "hex": AWAY}, {"hero": "H02", "hex": AWAY}, {"hero": "H04", "hex": AWAY})

    def arrived(self):
        return plays(table(*self.START), "roll_dice 5", "faces 0 0 1 3 5", "step 1 0", "step 2 1", "end_move", "adventure", "draw G01")

    def test_full_turn(self):                       # RB-EX-19
        g = plays(self.arrived(), "stand", "attack H", "d20 11", "defend", "d20 9")
        self.assertEqual((g.fight.wounds, g.me["wounds"]), (1, 1))
        plays(g, "defend", "d20 9", "stand", "attack H", "d20 12")
        self.assertEqual((g.phase, g.me["gold"], g.me["xp_unspent"], g.sites["SG06"], g.cards["G01"]["place"]), ("after_combat", 7, 1, "empty", "out"))
        self.assertEqual(g.legal_moves(), ["use H03 0", "done"])
        plays(g, "done")
        self.assertEqual((g.phase, g.legal_moves()), ("experience", ["end_turn"]))
        self.assertEqual(plays(g, "end_turn").actor(), 1)

    def test_escape(self):                          # RB-EX-20
        g = plays(self.arrived(), "try_escape", "d20 10")
        self.assertEqual(g.me["wounds"], 1)
        plays(g, "try_escape", "d20 11")
        self.assertEqual((g.me["hex"], g.me["prev_hex"], g.sites["SG06"], g.phase), (104, 85, "1", "after_combat"))
        self.assertEqual(g.track["1"], {"card": "G01", "site": "SG06", "age": 1})
        self.assertEqual(plays(g, "done").phase, "experience")

    def test_margath(self):                         # RB-EX-21
        for runes, figures in (((2, 2), (18, 20, 19)), ((2, 2, 1), (12, 14, 13))):
            keys = ["D01", "D02", "D03", "D04", "D05"]
            heroes = [{"hex": tables.SITE_HEX["SR01"] if not k else AWAY, "cards": [keys.pop(0) for _ in range(held)]} for k, held in enumerate(runes)]
            g = table(*heroes, phase="arrive", track={"1": {"card": "D07", "site": "SR01", "age": 1}})
            plays(g, "adventure")
            self.assertEqual(tuple(g.difficulty(k) for k in tables.KINDS), figures)
            self.assertEqual([g.enemy_damage(k) for k in tables.KINDS], [3, 4, 3])
            self.assertEqual((g.phase, tables.CARDS["D07"].life), ("declare", 7))

    def test_experience_of_the_hero(self):          # RB-EX-22
        for unspent, damage in ((1, [1, 1, 0]), (2, [2, 2, 1])):
            g = table({"hex": tables.SITE_HEX["SB01"], "counters": [2, 0, 0], "xp_unspent": unspent}, phase="arrive", n=4,
                      track={"1": {"card": "B06", "site": "SB01", "age": 1}})
            plays(g, "adventure")
            self.assertEqual([g.enemy_damage(k) for k in tables.KINDS], damage)

    def test_deck_without_chance(self):             # RB-EX-23
        g = table({}, phase="market_enter", event="V05", unseen=["R09"], market_tail=["R22", "A05"])
        plays(g, "enter_market")
        self.assertEqual((g.phase, g.stack(0)), ("market", ["R09", "R22"]))

    def test_targets(self):                         # RB-EX-24
        def met(wounds):
            return plays(table({"hero": "H03", "hex": 85, "wounds": 1, "cards": ["A08"]}, phase="arrive", cards={"A08": {"place": "held0", "wounds": wounds}},
                               track={"1": {"card": "G01", "site": "SG06", "age": 1}}), "adventure", "use A08 0")
        g = met(1)
        self.assertEqual((g.phase, g.legal_moves(), g.cards["A08"]["fatigue"]), ("target", ["target H", "target A08"], 0))
        plays(g, "target H")
        self.assertEqual((g.me["wounds"], g.cards["A08"]["fatigue"]), (0, 1))
        g = met(0)
        self.assertEqual((g.phase, g.me["wounds"], g.cards["A08"]["fatigue"]), ("escape", 0, 1))


    def test_ways(self):                            # RB-EX-25
        found = ways(table({}, phase="move", dice=[0, 1]))[103]
        self.assertEqual(found, [["step 2 1"], ["step 2 0"], ["step 1 0", "step 3 1"], ["step 3 0", "step 1 1"]])
        self.assertEqual([len(w) for w in ways(table({}, phase="move", dice=[0, 0]))[103]], [1, 2, 2])


class Games(unittest.TestCase):
    def census(self, g):
        """RB-STA-04 to 07: every card and every gem, wherever it is."""
        lie = [c for d in g.unseen.values() for c in d]
        self.assertEqual(sorted(lie + list(g.cards)), sorted(c for c in tables.CARDS if c not in tables.HEROES))
        for seat, p in enumerate(g.p):
            self.assertEqual(sorted(p["cards"]), sorted(c for c, t in g.cards.items() if t["place"] == "held%d" % seat))
        self.assertEqual(sorted(c for t in g.tails.values() for c in t), sorted(c for c, t in g.cards.items() if t["place"] == "tail"))
        for slot, fields in g.track.items():
            self.assertEqual([s for s, mark in g.sites.items() if mark == slot], [fields["site"]] if fields["card"] != "-" else [])

    def test_random_games(self):
        rng = random.Random(7)
        for options in OPTION_SETS:
            g = rb.Game({**options, "round_limit": 12})
            while g.actor() != "over":
                self.census(g)
                self.assertTrue(g.choices)
                g.play(play.random_move(g, rng))
            self.assertTrue(g.winners)

    def test_a_move_not_listed(self):
        g = table({})
        before = g.position()
        with self.assertRaises(rb.Refused):
            g.play("roll_dice 6")
        self.assertEqual(g.position(), before)

    def test_positions_load(self):
        """A position read back goes on in the same way."""
        rng = random.Random(3)
        for options in OPTION_SETS:
            g = rb.Game({**options, "round_limit": 10})
            while g.actor() != "over":
                if g.phase in ("move_plan", "move", "arrive", "market_enter", "experience"):
                    h = rb.load(g.position(), {**options, "round_limit": 10})
                    self.assertEqual(h.position(), g.position())
                    self.assertEqual((h.legal_moves(), h.actor()), (g.legal_moves(), g.actor()))
                g.play(play.random_move(g, rng))

    def test_faces(self):                           # RB-CHN-05, RB-RUL-89
        for n in range(1, 6):
            self.assertEqual(sum(rb.WEIGHTS[n].values()), 6 ** n)
        self.assertEqual((len(rb.WEIGHTS[5]), rb.WEIGHTS[3]["faces 0 0 1"], rb.WEIGHTS[3]["faces 0 1 2"]), (252, 3, 6))

    def test_the_life_of_an_ally(self):             # RB-WND-03, RB-DTH-01
        g = table({"cards": ["A05"]})
        self.assertFalse(g.hurt(0, "A05", 3))
        self.assertEqual((g.cards["A05"]["place"], g.tails["market"], g.me["cards"]), ("tail", ["A05"], []))
        with self.assertRaises(Down):
            g.hurt(0, "H", 9)


class Checking(unittest.TestCase):
    def lines(self):
        return list(rb.stream({"players": 3, "round_limit": 3}, random.Random(11)))

    def test_agreement(self):
        code, out = run_check(self.lines(), "--games", "1")
        self.assertEqual((code, ", 0 differences" in out), (0, True))

    def test_every_field(self):
        lines = self.lines()
        for field in lines[20]["position"]:
            changed = copy.deepcopy(lines[:21])
            changed[20]["position"][field] = "?"
            if field not in ("players", "cards"):
                self.assertEqual(run_check(changed)[0], 1, field)
        for field in lines[20]["position"]["players"][1]:
            if field != "used_roll":
                changed = copy.deepcopy(lines[:21])
                changed[20]["position"]["players"][1][field] = "?"
                self.assertEqual(run_check(changed)[0], 1, field)

    def test_lists(self):
        lines = self.lines()
        at = next(n for n, line in enumerate(lines) if len(line.get("legal", ())) > 2)
        for edit in (lambda legal: legal.pop(), lambda legal: legal.reverse()):    # RB-DEC-38
            changed = copy.deepcopy(lines[:at + 1])
            edit(changed[at]["legal"])
            self.assertEqual(run_check(changed)[0], 1)

    def test_weights(self):
        lines = self.lines()
        at = next(n for n, line in enumerate(lines) if line["actor"] == "chance")
        changed = copy.deepcopy(lines[:at + 1])
        changed[at]["outcomes"][0]["weight"] = "2"
        self.assertEqual(run_check(changed)[0], 1)


if __name__ == "__main__":
    unittest.main()
