"""Walks through Enchanters from invented positions, the engine and the oracle side by side.

    python3 walk.py build/veillee --walks 200 --seed 1

Games that begin at the beginning hardly ever come to a failed Journey, to three
cards on their way to the graveyard, or to the empty places of EN-VAR-12. So
positions are made up at random (any cards in any pile, many crystals), given to
`veillee engine enchanters` (docs/engine.md) and walked from by random moves. At
every step the position, the list of moves or outcomes, and what the engine says
to some moves that may be refused are compared; now and then the engine reads its
own position anew. Exit code and last line are as those of check.py.
"""

import argparse
import json
import random
import subprocess
import sys

sys.dont_write_bytecode = True   # no files in the source tree
import check                     # noqa: E402
import en_compare as way         # noqa: E402
import enchanters as en          # noqa: E402
from en_tables import CARDS, KINGDOMS, PILE_OF, VILLAGES    # noqa: E402

STEPS = 40
PROBES = 4


class Engine:
    """A session of the engine protocol: ask() gives the data lines, or the error."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine", "enchanters"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, encoding="utf-8")
        self._answer()

    def _answer(self):
        lines = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if line == "ok":
                return lines
            if line.startswith("error "):
                return json.loads(line[6:])
            lines.append(line)
        raise check.BadStream("the engine has gone")

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self._answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


# ---- positions nobody would come to ----

def invented(rng):
    n = rng.choice((2, 3, 4))
    kingdoms = rng.sample(KINGDOMS, rng.choice((2, 3, 4)))
    cards = [c for c in CARDS if CARDS[c].design.kingdom is not None
             and KINGDOMS[CARDS[c].design.kingdom] in kingdoms]
    rng.shuffle(cards)
    options = {"players": n}
    given = {"options": options, "village": rng.choice(list(VILLAGES)), "active": rng.randrange(n),
             "phase": rng.choice(("window_1", "window_1", "window_1", "turn_start", "window_3")),
             "seats": [invented_seat(rng, cards, seat) for seat in range(n)],
             "road": [cards.pop() if cards and rng.random() < 0.8 else None for _ in range(6)],
             "graveyard": take(rng, cards, 6), "removed": take(rng, cards, 3),
             "atk": rng.choice((0, 0, 1, 3, 8)), "def": rng.choice((0, 0, 2, 6)),
             "discount": rng.choice((0, 0, 2))}
    rest = take(rng, cards, 12)
    if rng.random() < 0.2:
        given["deck"] = rest     # a known order
    else:
        given["unseen"] = rest
        hidden(rng, given, options, rest)
    just_enough(rng, given)
    return given


def just_enough(rng, given):
    """Mostly an Attack that equals the Health of a card of the road, so that fights are won, or nearly."""
    g = en.load(dict(given, phase="window_1"))
    foes = [g.health(CARDS[c].design) for c in g.road if c and PILE_OF[CARDS[c].design.kind] == "trophies"]
    if foes and rng.random() < 0.7:
        given["atk"] = max(0, rng.choice(foes) - g.attack(g.active) + given["atk"])


def take(rng, cards, most):
    """Up to so many cards of those left, now and then none."""
    return [cards.pop() for _ in range(rng.choice((0, rng.randint(0, most), rng.randint(0, most))))
            if cards]


def invented_seat(rng, cards, seat):
    piles = {"items": ["start_fist"] if rng.random() < 0.9 else [],
             "enchantments": ["start_of_enchanting"] if rng.random() < 0.9 else [], "trophies": []}
    for card in take(rng, cards, 14):
        piles[PILE_OF[CARDS[card].design.kind]].append(card)
    return {"crystals": rng.choice((0, 1, 3, 8, 20)), "wounds": rng.choice((0, 0, 1, 3, 9)),
            "received": rng.choice((0, 0, 3)), "healed": rng.choice((0, 0, 3)), **piles}


def hidden(rng, given, options, unseen):
    """The counters of the deck, such that the law can deal all of it."""
    kinds = [CARDS[c].design.kind for c in unseen]
    x = sum(k in ("item", "enchantment") for k in kinds)
    given["stacked"] = rng.randint(0, 9)
    if rng.random() < 0.2:
        given["to_stack"] = rng.randint(0, x)
        given["stacked"] = max(given["stacked"], given["to_stack"])
    if rng.random() < 0.5:
        options["variant_deep_dragons"] = "yes"
        holes = given["stacked"] if x else rng.randint(0, given["stacked"])
        stacked_left = given.get("to_stack", 0)
        given["holes"] = holes
        given["upper"] = rng.randint(0, x - stacked_left + kinds.count("monster") + holes)


# ---- moves that may be refused ----

def probe(rng, g):
    word = rng.choice(("use", "use", "rest", "journey", "target", "card", "pay_card", "slot", "proceed",
                       "end_turn", "trigger", "grave_next", "pick_kingdom"))
    if g.phase.startswith(("choose_", "order_")) and rng.random() < 0.7 and g.legal_moves():
        word = g.legal_moves()[0].split()[0]
    if word in ("use", "rest", "trigger"):
        source = rng.choice(("village", any_card(rng, g), any_card(rng, g)))
        return "%s %s %d" % (word, source, rng.choice((0, 0, 1, 2, 3, 4) if source == "village" else (0,)))
    if word in ("card", "pay_card", "grave_next"):
        return "%s %s" % (word, any_card(rng, g))
    if word in ("journey", "slot"):
        return "%s %d" % (word, rng.randrange(6))
    if word == "target":
        return "target %d" % rng.randrange(4)
    return word + (" " + rng.choice(KINGDOMS) if word == "pick_kingdom" else "")


def any_card(rng, g):
    """A card the players can see, mostly one on top."""
    p = rng.choice(g.players)
    tops = [c for c in p.tops() if c is not None]
    if tops and rng.random() < 0.5:
        return rng.choice(tops)
    seen = [c for p in g.players for pile in p.piles() for c in pile] + g.graveyard + g.aside
    return rng.choice(seen or ["start_fist#1"])


def weakens(g, move):
    """An action that may cost Attack: in window 2 a Journey can fail by it (EN-CMB-04)."""
    source, index = move.split()[1:]
    ability = g._ability(source, int(index))
    words = [part[0] for part in ability.costs + ability.effects]
    return "ATK" not in words and not {"DISCARD", "REMOVE", "SWAP", "SINK"}.isdisjoint(words)


# ---- the walk ----

class Walk:
    def __init__(self, engine, rng):
        self.engine, self.rng = engine, rng
        self.given = invented(rng)
        self.line = None
        self.moves = self.probes = 0
        self.done = []

    def go(self):
        """The first differences, or none."""
        answer = self.engine.ask("position json " + json.dumps(self.given, separators=(",", ":")))
        if isinstance(answer, dict):
            return [("position", "accepted", answer)]
        g = en.load(self.given)
        for _ in range(STEPS):
            found = self.compare(g)
            if found or g.actor() == "over":
                return found
            move = self.choose(g)
            self.done.append(move)
            answer = self.engine.ask("apply " + move)
            if isinstance(answer, dict):
                return [("move " + move, "accepted", answer)]
            g.play(move)
            self.moves += 1
            refused = self.reload() if self.rng.random() < 0.2 else []
            if refused:
                return refused
        return []

    def reload(self):
        """What the engine writes it reads again, in the middle of an ability too."""
        self.done.append("(reloaded)")
        position = self.engine.ask("position?")[0].split(" ", 1)[1]
        answer = self.engine.ask("position json " + position)
        return [("reading", "accepted", answer)] if isinstance(answer, dict) else []

    def compare(self, g):
        position = json.loads(self.engine.ask("position?")[0].split(" ", 1)[1])
        lines = [line.split(" ", 2) for line in self.engine.ask("moves")]
        line = {"position": position, "legal": [w[2] for w in lines if w[0] == "move"],
                "outcomes": [{"move": w[2], "weight": w[1]} for w in lines if w[0] == "outcome"]}
        found = list(check.differences(way.expected(g, position), position))
        if g.actor() == "chance":
            found += check.outcome_differences(way, g, line)
        else:
            found += check.legal_differences(way, g, line)
        for _ in range(PROBES):
            found += self.refusal(g, probe(self.rng, g))
        return found

    def refusal(self, g, move):
        answer = self.engine.ask("refuse " + move)
        got = answer.get("rule") if isinstance(answer, dict) else None
        self.probes += 1
        want = way.refusal(g, move)
        return [] if got == want else [("refusal of " + move, want, got)]

    def choose(self, g):
        if g.actor() == "chance":
            return self.rng.choice(list(g.outcomes()))
        moves = g.legal_moves()
        liked = [m for m in moves if m.startswith("journey")]
        if g.phase == "window_2":
            liked = [m for m in moves if m.startswith("use") and weakens(g, m)]
        if liked and self.rng.random() < 0.6:
            return self.rng.choice(liked)
        return self.rng.choice(moves)


def main(argv):
    p = argparse.ArgumentParser(description="walk from invented positions, engine and oracle side by side")
    p.add_argument("program")
    p.add_argument("--walks", type=int, default=200)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--show", type=int, default=5)
    a = p.parse_args(argv)
    rng = random.Random(a.seed)
    engine = Engine(a.program)
    moves = probes = differing = 0
    for number in range(a.walks):
        walk = Walk(engine, rng)
        found = walk.go()
        moves, probes, differing = moves + walk.moves, probes + walk.probes, differing + len(found)
        for pointer, want, got in found:
            if differing <= a.show:
                print("walk %d from %s\n  moves %s\n  %s\n    expected %s\n    got      %s" % (
                    number, json.dumps(walk.given), ", ".join(walk.done), pointer, json.dumps(want), json.dumps(got)))
    engine.close()
    print("%d walks, %d moves and %d refusals compared, %d differences" % (a.walks, moves, probes, differing))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
