"""Walks through a game from invented positions, the engine and the oracle side by side.

    python3 walk.py build/veillee enchanters --walks 200 --seed 1

Games that begin at the beginning hardly ever come to what is rare. So positions
are made up at random (en_walk.py, rb_walk.py: any cards anywhere, much to pay
with), given to `veillee engine GAME` (docs/engine.md) and walked from by random
moves. At every step the position, the list of moves or outcomes, and what the
engine says to some moves that may be refused are compared; now and then the
engine reads its own position anew. Exit code and last line are as those of
check.py.
"""

import argparse
import json
import random
import subprocess
import sys

sys.dont_write_bytecode = True   # no files in the source tree
import check                     # noqa: E402
import en_walk                   # noqa: E402
import ra_walk                   # noqa: E402
import rb_walk                   # noqa: E402

GAMES = {"enchanters": en_walk, "runebound": rb_walk, "reflets": ra_walk}

STEPS = 40
PROBES = 4


class Engine:
    """A session of the engine protocol: ask() gives the data lines, or the error."""

    def __init__(self, program, game):
        self.process = subprocess.Popen([program, "engine", game], stdin=subprocess.PIPE,
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


# ---- the walk ----

class Walk:
    def __init__(self, engine, game, rng):
        self.engine, self.rng = engine, rng
        self.way, self.maker = check.GAMES[game], GAMES[game]
        self.given = self.maker.invented(rng)
        self.line = None
        self.moves = self.probes = 0
        self.done = []

    def go(self):
        """The first differences, or none."""
        answer = self.engine.ask("position json " + json.dumps(self.given, separators=(",", ":")))
        if isinstance(answer, dict):
            return [("position", "accepted", answer)]
        g = self.way.load(self.given)
        for _ in range(getattr(self.maker, "STEPS", STEPS)):
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
        actor = [w[1] for w in lines if w[0] == "actor"]
        found = [] if actor == [str(g.actor())] else [("actor", g.actor(), actor)]
        found += check.differences(self.way.expected(g, position), position)
        if g.actor() == "chance":
            found += check.outcome_differences(self.way, g, line)
        else:
            found += check.legal_differences(self.way, g, line)
        for _ in range(getattr(self.maker, "PROBES", PROBES)):
            found += self.refusal(g, self.maker.probe(self.rng, g))
        return found

    def refusal(self, g, move):
        answer = self.engine.ask("refuse " + move)
        got = answer.get("rule") if isinstance(answer, dict) else None
        self.probes += 1
        want = self.way.refusal(g, move)
        return [] if got == want else [("refusal of " + move, want, got)]

    def choose(self, g):
        if g.actor() == "chance":
            return self.maker.fallen(self.rng, list(g.outcomes()))
        moves = g.legal_moves()
        liked = self.maker.liked(self.rng, g, moves)
        if liked and self.rng.random() < 0.6:
            return self.rng.choice(liked)
        return self.rng.choice(moves)


def main(argv):
    p = argparse.ArgumentParser(description="walk from invented positions, engine and oracle side by side")
    p.add_argument("program")
    p.add_argument("game", choices=sorted(GAMES))
    p.add_argument("--walks", type=int, default=200)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--show", type=int, default=5)
    a = p.parse_args(argv)
    rng = random.Random(a.seed)
    engine = Engine(a.program, a.game)
    moves = probes = differing = 0
    for number in range(a.walks):
        walk = Walk(engine, a.game, rng)
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
