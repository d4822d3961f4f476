"""Compares games played by the engine with the second implementation, move by move.

    veillee sim runemasters --games 10000 --bots random --trace | python3 check.py --games 10000
    veillee replay FILE --trace | python3 check.py
    python3 check.py trace1.jsonl trace2.jsonl

The stream is JSON lines, several games one after the other. A game begins with

    {"entry":-1,"game":"runemasters","options":{...},"actor":A,"move":null,"position":{...},...}

(with "loaded":true if it starts from the position given there) and goes on with
the state after each entry of its record, settled:

    {"entry":n,"actor":A,"move":"hit 2","position":{...},"legal":["...",...]}
    {"entry":n,"actor":"chance",...,"outcomes":[{"move":"draw dawn","weight":"12"},...]}

A is a seat, "chance" or "over". "undo N" is an entry like any other: back to the
state before entry N. A line may also hold "probes", a list of {"move":"hit 3",
"rule":"RM-BAD-20"}: what the engine answers to that move there (null: accepted).

Compared at every entry: the actor, every field of the position, the list of
legal moves (Runemasters: as a set without duplicates, folded by RM-DEC-90;
Enchanters: in the order of EN-DEC-05), the outcomes of chance with their weights
as exact ratios. A game is left at its first difference. The
last line is `N games, M moves compared, K differences`; the exit code is 0, 1
if there was a difference, 2 if the stream cannot be read or holds too few games.
"""

import argparse
import json
import sys
import time

sys.dont_write_bytecode = True   # no files in the source tree
import en_compare                # noqa: E402
import rb_compare                # noqa: E402
import ra_compare                # noqa: E402
import rm_compare                # noqa: E402
from play import BadOptions, Refused    # noqa: E402

GAMES = {"runemasters": rm_compare, "enchanters": en_compare, "runebound": rb_compare, "reflets": ra_compare}
MISSING = "(missing)"


class BadStream(Exception):
    pass


# ---- positions ----

def differences(want, got, where=""):
    """Yields (pointer, expected, got), types included: 0 is not false."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key in want:
            yield from differences(want[key], got.get(key, MISSING), where + "/" + key)
        if where:                # at the top the engine may add what is read off the table
            for key in got:
                if key not in want:
                    yield where + "/" + key, MISSING, got[key]
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got) and want and isinstance(want[0], dict):
        for i, one in enumerate(want):
            yield from differences(one, got[i], "%s/%d" % (where, i))
    elif type(want) is not type(got) or want != got:
        yield where, want, got


# ---- moves and outcomes ----

def legal_differences(way, game, line):
    got = line.get("legal")
    if not isinstance(got, list):
        yield "legal", "a list", got
        return
    names, listed = [way.canon(m) for m in got], [way.canon(m) for m in game.legal_moves()]
    have, want = set(names), set(listed)
    if len(have) < len(names):
        yield "legal", "no duplicates", sorted(m for m in have if names.count(m) > 1)
    if have != want:
        yield "legal (only expected / only got)", sorted(want - have), sorted(have - want)
    elif way.IN_ORDER and names != listed:
        yield "order of legal", listed, names


def outcome_differences(way, game, line):
    got = line.get("outcomes")
    if not isinstance(got, list):
        yield "outcomes", "a list", got
        return
    want, have = game.outcomes(), {}
    for one in got:
        name = way.canon(one["move"])
        have[name] = have.get(name, 0) + int(one["weight"])
    if set(have) != set(want):
        yield ("outcomes (only expected / only got)", sorted(set(want) - set(have)),
               sorted(set(have) - set(want)))
        return
    all_want, all_have = sum(want.values()), sum(have.values())
    for name, weight in want.items():
        if have[name] * all_want != weight * all_have:
            yield ("weight of " + name, "%d/%d" % (weight, all_want),
                   "%d/%d" % (have[name], all_have))


def probe_differences(way, game, line):
    for probe in line.get("probes", ()):
        want = way.refusal(game, probe["move"])
        if probe["rule"] != want:
            yield "probe " + probe["move"], want, probe["rule"]


# ---- games ----

class Replay:
    """One game of the stream. compare() takes its lines one by one."""

    def __init__(self, line):
        self.way = GAMES.get(line.get("game", "runemasters"))
        if self.way is None:
            raise BadStream("no second implementation of %r" % line.get("game"))
        self.options = line.get("options", line["position"].get("options", {}))
        self.start = line["position"] if line.get("loaded") else None
        self.game = self.begin()
        self.entry = -1
        self.now = None          # the moves that count, as a chain (earlier, move)
        self.before = []         # that chain before each entry

    def begin(self):
        if self.start:
            return self.way.load(self.start, self.options)
        return self.way.Game(self.options)

    def undo(self, entry):
        chain, moves = self.before[entry], []
        self.now = chain
        while chain is not None:
            chain, move = chain
            moves.append(move)
        self.game = self.begin()
        for move in reversed(moves):
            self.game.play(move)

    def advance(self, line):
        """Plays the line's move; what is wrong with it, or None."""
        self.entry += 1
        if line["entry"] != self.entry:
            raise BadStream("entry %r where %d was due" % (line["entry"], self.entry))
        self.before.append(self.now)
        move = line["move"]
        words = move.split()
        if words[0] == "undo":
            if len(words) != 2 or not words[1].isdigit() or int(words[1]) >= self.entry:
                raise BadStream("cannot undo: " + move)
            self.undo(int(words[1]))
            return None
        try:
            self.game.play(move)
        except Refused as e:
            return str(e).rsplit(" ", 1)[1]
        self.now = (self.now, move)
        return None

    def compare(self, line):
        found = []
        if line["entry"] >= 0:
            why = self.advance(line)
            if why is not None:
                return [("move " + line["move"], "refused, " + why, "played")]
        game, way = self.game, self.way
        actor = game.actor()
        found += differences(actor, line.get("actor", MISSING), "actor")
        found += differences(way.expected(game, line["position"]), line["position"])
        if actor == "chance":
            found += outcome_differences(way, game, line)
        else:
            found += legal_differences(way, game, line)
        if "probes" in line:
            found += probe_differences(way, game, line)
        return found


class Checker:
    def __init__(self, shown, quiet):
        self.games = self.finished = self.moves = self.differing = 0
        self.shown = shown
        self.quiet = quiet
        self.replay = None
        self.began = self.told = time.monotonic()

    def take(self, line):
        if line["entry"] == -1:
            self.replay = Replay(line)
            self.games += 1
        elif self.games == 0:
            raise BadStream("the stream does not begin with entry -1")
        if self.replay is None:  # left after a difference
            return
        found = self.replay.compare(line)
        if line["entry"] >= 0:
            self.moves += 1
        if self.replay.game.actor() == "over":
            self.finished += not found
        for difference in found:
            self.differing += 1
            if self.differing <= self.shown:
                self.show(line, difference)
        if found:
            self.replay = None
        self.progress()

    def show(self, line, difference):
        pointer, want, got = difference
        print("game %d, entry %d (%s), options %s" % (
            self.games, line["entry"], line["move"] or "start",
            json.dumps(self.replay.options)))
        print("  %s\n    expected %s\n    got      %s" % (
            pointer, json.dumps(want), json.dumps(got)))

    def progress(self):
        now = time.monotonic()
        if not self.quiet and now - self.told >= 2:
            self.told = now
            print("%d games, %d moves compared, %d differences (%.0f games/s)" % (
                self.games, self.moves, self.differing, self.games / (now - self.began)),
                file=sys.stderr)

    def summary(self):
        return "%d games, %d moves compared, %d differences" % (
            self.games, self.moves, self.differing)


def read(checker, name, stream):
    for number, text in enumerate(stream, 1):
        if not text.strip():
            continue
        try:
            checker.take(json.loads(text))
        except (BadStream, BadOptions) as e:
            raise BadStream("%s:%d: %s" % (name, number, e))
        except (KeyError, TypeError, ValueError, AttributeError) as e:
            raise BadStream("%s:%d: not a line of a trace (%s: %s)" % (
                name, number, type(e).__name__, e))


def main(argv):
    p = argparse.ArgumentParser(description="compare traced games with the oracle")
    p.add_argument("files", nargs="*", metavar="FILE", help="traces; none: standard input")
    p.add_argument("--games", type=int, default=0, metavar="N",
                   help="fail unless at least N games were compared to their end")
    p.add_argument("--show", type=int, default=5, metavar="K", help="differences shown (5)")
    p.add_argument("--quiet", action="store_true", help="no progress on standard error")
    a = p.parse_args(argv)
    checker = Checker(a.show, a.quiet)
    try:
        for name in a.files:
            with open(name, encoding="utf-8") as f:
                read(checker, name, f)
        if not a.files:
            read(checker, "-", sys.stdin)
    except (BadStream, OSError) as e:
        print("check.py: %s" % e, file=sys.stderr)
        print(checker.summary())
        return 2
    print(checker.summary())
    if checker.differing:
        return 1
    if checker.games == 0:
        print("check.py: no game in the stream", file=sys.stderr)
        return 2
    if checker.finished < a.games:
        print("check.py: %d games reached their end, %d were asked for" % (
            checker.finished, a.games), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
