"""Tests of the second implementation of Enchanters itself: the worked examples of the rule
file, the law of the draws against the printed procedure, properties over random games,
and that check.py notices what it should.

    python3 tests/oracle/test_enchanters.py
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

import en_refusals                                  # noqa: E402
import enchanters as en                             # noqa: E402
from checking import run_check                      # noqa: E402
from en_tables import RULE_FILE, deck_cards         # noqa: E402

OPTION_SETS = [{"players": n, "kingdom_mode": mode, **variant}
               for n in (2, 3, 4) for mode in ("draft", "random", "first_game")
               for variant in ({}, {"variant_quick": "yes"}, {"variant_super_quick": "yes"},
                               {"variant_deep_dragons": "yes"},
                               {"variant_quick": "yes", "variant_deep_dragons": "yes"},
                               {"variant_super_quick": "yes", "variant_deep_dragons": "yes"})]


# ---- the worked examples ----

def examples():
    """(id, position, decisions, facts) of the examples that are written as such."""
    with open(RULE_FILE, encoding="utf-8") as f:
        text = f.read()
    found = re.findall(r"\*\*(EN-EX-\d+)[^\n]*\n\n```\nposition: (\{.*?\n\})\ndecisions: (.*?)\nfacts:\n(.*?)```",
                       text, re.S)
    return [(name, json.loads(position), decisions, [f.strip() for f in facts.strip().splitlines()])
            for name, position, decisions, facts in found]


def notation(text):
    """`P1:USE(thi_scimitar#1,0)` as "use thi_scimitar#1 0"."""
    word, args = re.fullmatch(r"(?:P\d:)?([A-Z_]+)(?:\((.*)\))?", text).groups()
    return " ".join([word.lower()] + (args.split(",") if args else []))


def table_of(g):
    """The names the facts use."""
    p = g.position()
    for seat, fields in enumerate(p["seats"]):
        fields.update(attack=p["table"]["attack"][seat], defence=p["table"]["defence"][seat])
    p.update(p["table"], turn={"atk": p["atk"], "def": p["def"]}, decision=p["phase"],
             road=[None if c == "-" else c for c in p["road"]])
    return p


def look_up(p, path):
    for key, index in re.findall(r"\.?(\w+)|\[(\d+)\]", path):
        p = p[key] if key else p[int(index)]
    return p


class Examples(unittest.TestCase):
    CODES = {"ERR_ABILITY_USED_UP": "EN-ERR-22", "ERR_ATTACK_TOO_LOW": "EN-ERR-18"}

    def fact(self, g, fact):
        if fact.startswith("legal: "):
            self.assertIn(notation(fact[7:]), g.legal_moves())
        elif fact.startswith("refused: "):
            move, code = fact[9:].split(" -> ")
            self.assertEqual(en_refusals.refusal(g, notation(move)), self.CODES[code])
        else:
            path, value = fact.split(" == ")
            value = json.loads(value.replace("'", '"'))
            self.assertEqual(look_up(table_of(g), path), value, fact)

    def play(self, given, decisions, facts):
        turn = given.get("turn", {})
        g = en.load({**given, "atk": turn.get("atk", 0), "def": turn.get("def", 0)})
        for text in [] if decisions == "(none)" else re.split(r", (?=P?\d?:?[A-Z])", decisions):
            decider = re.match(r"P(\d):", text)
            if decider:
                self.assertEqual(g.actor(), int(decider[1]))
            g.play(notation(text))
        for fact in facts:
            self.fact(g, fact)

    def test_all(self):
        found = examples()
        self.assertEqual(sorted(name for name, *_ in found),
                         ["EN-EX-%02d" % k for k in range(1, 27) if k not in (23, 24)])
        for name, *rest in found:
            with self.subTest(name):
                self.play(*rest)

    def test_deck_sizes(self):                      # EN-EX-24
        for variant, sizes in ((None, (52, 75, 100)), ("variant_quick", (42, 60, 80)),
                               ("variant_super_quick", (52, 39, 52))):
            for n, size in zip((2, 3, 4), sizes):
                g = en.Game({"players": n, "kingdom_mode": "first_game", **({variant: "yes"} if variant else {})})
                while g.phase == "setup_remove":
                    g.play(next(iter(g.outcomes())))
                self.assertEqual(g.to_come(), size)

    def test_first_refill(self):                    # EN-EX-27
        for deep in (False, True):
            rng = random.Random(4)
            g = en.Game({"kingdom_mode": "first_game", "variant_deep_dragons": deep})
            while g.phase != "turn_end":
                g.play(next(m for m in g.legal_moves() if not m.startswith("use")) if g.actor() != "chance"
                       else en.random_move(g, rng))
            law, one = g.outcomes(), {}
            for name, weight in law.items():
                design = en.DESIGNS[name.split()[1]]
                copies = sum(en.CARDS[c].design is design for c in g.unseen)
                one[design.kind] = Fraction(weight, sum(law.values()) * copies)
            want = {"item": Fraction(1, 36), "enchantment": Fraction(1, 36), "monster": Fraction(1, 48)} if deep else \
                {"item": Fraction(1, 39), "enchantment": Fraction(1, 39), "monster": Fraction(1, 52),
                 "dragon": Fraction(1, 52)}
            self.assertEqual(one, want)


# ---- the law of the draws against the procedure of the booklet ----

def stacked(order, k):
    """EN-SET-10 to -12 on a deck written from top to bottom."""
    equipment = [c for c in reversed(order) if en.DESIGNS[c].kind in ("item", "enchantment")][:k]
    return tuple(reversed(equipment)) + tuple(c for c in order if c not in equipment)


def printed(cards, k, deep):
    """The probability of every order in which the cards come, by the printed procedure."""
    found = {}

    def add(order, weight):
        order = stacked(order, k)
        found[order] = found.get(order, 0) + weight

    dragons = tuple(c for c in cards if en.DESIGNS[c].kind == "dragon") if deep else ()
    others = [c for c in cards if c not in dragons]
    orders = list(itertools.permutations(others))
    for order in orders:
        cut = len(others) - len(others) // 2 if deep else len(others)
        lower = list(itertools.permutations(order[cut:] + dragons))
        for half in lower:
            add(order[:cut] + half, Fraction(1, len(orders) * len(lower)))
    return found


def drawn(cards, k, deep):
    """The same by the law of the draws."""
    m = sum(en.DESIGNS[c].kind != "dragon" for c in cards)
    start = {"phase": "turn_end", "unseen": list(cards), "stacked": k, "to_stack": k,
             "upper": m - m // 2 if deep else 0, "holes": k if deep else 0}
    found = {}

    def follow(moves, weight):
        g = en.load(start)
        for move in moves:
            g.play(move)
        if g.actor() == "chance":
            law = g.outcomes()
            for move, w in law.items():
                follow(moves + [move], weight * Fraction(w, sum(law.values())))
            return
        order = tuple(c.split("#")[0] for c in g.road if c)
        found[order] = found.get(order, 0) + weight

    follow([], Fraction(1))
    return found


class Law(unittest.TestCase):
    AXE, HELMET, FIRE, GOBLIN, OGRE, BRONZE = ("gob_axe", "gob_helmet", "gob_of_fire", "gob_goblin", "gob_ogre",
                                               "gob_bronze_dragon")

    def same(self, cards, k, deep):
        with self.subTest(cards=cards, k=k, deep=deep):
            self.assertEqual(drawn(cards, k, deep), printed(cards, k, deep))

    def test_base(self):                            # EN-SET-24, -25
        self.same((self.AXE, self.HELMET, self.FIRE, self.GOBLIN, self.OGRE, self.BRONZE), 2, False)
        self.same((self.AXE, self.HELMET, self.GOBLIN, self.OGRE, self.BRONZE), 2, False)

    def test_deep(self):                            # EN-VAR-11, -12
        for k in (1, 2, 3):
            self.same((self.AXE, self.HELMET, self.FIRE, self.GOBLIN, self.OGRE, self.BRONZE), k, True)
        self.same((self.AXE, self.HELMET, self.GOBLIN, self.BRONZE, "uni_pink_dragon"), 1, True)


# ---- games ----

class Games(unittest.TestCase):
    def everything(self, g):
        """Every card and where it lies: EN-ST-02."""
        found = g.deck + g.unseen + g.graveyard + g.removed + g.aside + [c for c in g.road if c]
        for p in g.players:
            found += [c for pile in p.piles() for c in pile]
        for take in g.takes:
            found += [c for c in (take and (take.card, take.held) or ()) if c]
        return sorted(found)

    def test_random_games(self):
        rng = random.Random(7)
        for options in OPTION_SETS:
            g = en.Game(options)
            while g.phase.startswith("setup_"):
                g.play(en.random_move(g, rng))
            cards = self.everything(g)
            marked = g.n == 2 or g.options["variant_super_quick"]
            starts = [c for c in en.CARDS if c.startswith("start_") and int(c[-1]) <= g.n]
            self.assertEqual(cards, sorted(deck_cards(g.kingdoms, marked) + starts))
            most = g.to_come() + 6                  # EN-END-08
            while g.actor() != "over":
                g.play(en.random_move(g, rng))
                self.assertEqual(self.everything(g), cards)
                self.assertTrue(all(p.crystals >= 0 and p.wounds >= 0 for p in g.players))
            self.assertLessEqual(g.turns, most)
            self.assertTrue(g.winners())

    def test_a_move_not_listed(self):
        g = en.Game({})
        before = g.position()
        with self.assertRaises(en.Refused):
            g.play("journey 0")
        self.assertEqual(g.position(), before)

    def test_positions_load(self):
        """A position read back goes on in the same way."""
        rng = random.Random(3)
        for options in OPTION_SETS[::5]:
            g = en.Game(options)
            while g.actor() != "over":
                if g.phase in ("window_1", "window_2", "window_3", "turn_end"):
                    h = en.load(g.position(), options)
                    self.assertEqual(h.position(), g.position())
                    self.assertEqual((h.legal_moves(), h.outcomes()), (g.legal_moves(), g.outcomes()))
                g.play(en.random_move(g, rng))


# ---- check.py on games of Enchanters ----

class Checking(unittest.TestCase):
    def lines(self):
        return list(en.random_game({"players": 3, "variant_quick": "yes"}, random.Random(11)))

    def run_check(self, lines, *args):
        return run_check(map(self.as_engine, lines), *args)

    def as_engine(self, line):
        line = copy.deepcopy(line)
        for frame in ("main", "visit"):
            line["position"]["take"][frame].setdefault("step", 0)
            line["position"]["run"][frame].update(at=0, turn=0)
        return line

    def test_agreement(self):
        code, out = self.run_check(self.lines(), "--games", "1")
        self.assertEqual((code, ", 0 differences" in out), (0, True))

    def test_every_field(self):
        line = self.lines()[60]
        position = line["position"]
        for field in position:
            if field in ("take", "run", "triggers", "table", "seats"):
                continue
            changed = copy.deepcopy(line)
            changed["position"][field] = "?"
            lines = self.lines()[:60] + [changed]
            self.assertEqual(self.run_check(lines)[0], 1, field)
        for field in position["seats"][0]:
            changed = copy.deepcopy(line)
            changed["position"]["seats"][0][field] = "?"
            self.assertEqual(self.run_check(self.lines()[:60] + [changed])[0], 1, field)

    def change(self, wanted, edit):
        lines = self.lines()
        for n, line in enumerate(lines):
            if wanted(line):
                edit(line)
                return self.run_check(lines[:n + 1])
        self.fail("no such line")

    def test_lists(self):
        many = lambda line: len(line.get("legal", ())) > 2
        self.assertEqual(self.change(many, lambda line: line["legal"].pop())[0], 1)
        code, out = self.change(many, lambda line: line["legal"].reverse())
        self.assertEqual((code, "order of legal" in out), (1, True))    # EN-DEC-05

    def test_weights(self):
        def heavier(line):
            line["outcomes"][0]["weight"] = str(int(line["outcomes"][0]["weight"]) + 1)
        self.assertEqual(self.change(lambda line: line["actor"] == "chance", heavier)[0], 1)

    def test_undo(self):
        lines = self.lines()
        back = {**copy.deepcopy(lines[30]), "entry": 40, "move": "undo 30"}     # state after entry 29
        again = [{**line, "entry": line["entry"] + 11} for line in copy.deepcopy(lines[31:])]
        self.assertEqual(lines[31]["entry"], 30)
        self.assertEqual(self.run_check(lines[:41] + [{**back, "entry": 40}] + again, "--games", "1")[0], 0)


if __name__ == "__main__":
    unittest.main()
