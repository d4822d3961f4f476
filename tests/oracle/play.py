"""What the second implementations share: their exceptions, and random games as check.py reads them.

A game module gives play.random_game its Game, which is driven as runemasters.py describes, and
play.main the rest; a game whose chance is not to be drawn by weight has a random_move of its own.
"""

import argparse
import json
import random
import sys


class Refused(Exception):
    """A move that the rules refuse; nothing has changed. Its last word is the reason."""


class BadOptions(ValueError):
    pass


def trace_line(g, entry, move):
    line = {"entry": entry, "actor": g.actor(), "move": move, "position": g.position()}
    if g.actor() == "chance":
        line["outcomes"] = [{"move": m, "weight": str(w)} for m, w in g.outcomes().items()]
    else:
        line["legal"] = g.legal_moves()
    return line


def random_move(g, rng):
    if g.actor() == "chance":
        found = g.outcomes()
        return rng.choices(list(found), weights=list(found.values()))[0]
    return rng.choice(g.legal_moves())


def random_game(name, g, options, rng, choose=random_move):
    """The stream of one game that is at its beginning, line by line (as dictionaries)."""
    yield {**trace_line(g, -1, None), "game": name, "options": options}
    entry = 0
    while g.actor() != "over":
        move = choose(g, rng)
        g.play(move)
        yield trace_line(g, entry, move)
        entry += 1


def main(name, read_options, stream):
    """The program of a game module; stream(options, rng) is one game."""
    p = argparse.ArgumentParser(description="random games of %s as JSON lines" % name.capitalize())
    p.add_argument("--games", type=int, default=1)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    a = p.parse_args()
    rng = random.Random(a.seed)
    try:
        options = dict(item.split("=", 1) for item in a.set)
        read_options(options)
    except ValueError as e:
        sys.exit("%s.py: %s" % (name, e))
    try:
        for _ in range(a.games):
            for line in stream(options, rng):
                print(json.dumps(line, separators=(",", ":")))
    except BrokenPipeError:
        sys.stderr.close()
