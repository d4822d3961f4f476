#!/usr/bin/env python3
"""The figures that are promised, measured and printed.

    figures.py PROGRAM [--strict] [--only PART]

Exact ones (state size, instructions per decision by callgrind) are tests
everywhere. Timed ones depend on the machine: they are printed, and only
--strict (make soak, on a quiet machine) fails on them.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# game: state in bytes and instructions per decision at most, decisions per second at least
GAMES = {"runemasters": (256, 750, 5e6), "enchanters": (2048, 870, 3e6), "runebound": (2048, 4000, 1e6),
         "reflets": (2048, 2500, 2e6)}
# a game that random players seldom end is counted in shorter games
SET = {"runebound": "round_limit=30"}
SIZES = (20, 320)  # games, to take a slope of
COPIES_MIN, SCALE_MIN, START_MAX = 20e6, 1.8, 0.010
LIBRARY_MIN = 0.80  # of the speed of `bench`, through veillee.h


def bench(program, game, *words):
    return json.loads(subprocess.run([program, "bench", game, "--json", *words], stdout=subprocess.PIPE, check=True).stdout)


def instructions(*command):
    """What a command costs, and the JSON that it prints."""
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/cg", *command],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, text=True)
    return int(re.search(r"Collected\s*:\s*(\d+)", out.stderr).group(1)), json.loads(out.stdout)


def slope(command, count):
    """Instructions for each of what `count` reads off the JSON: between two sizes, so that what starting the program costs drops out."""
    (a, few), (b, many) = (instructions(*command(n)) for n in SIZES)
    return (b - a) / (count(many) - count(few))


def set_of(game):
    return ["--set", SET[game]] if game in SET else []


def bench_of(program, game):
    return lambda games: [program, "bench", game, "--games", str(games), "--json", *set_of(game)]


def moves_of(data):
    return data["moves"] if "moves" in data else data["decisions"] + data["chance_moves"]


def library_share(program, game, way, folder):
    """How fast veillee.h plays the games of `bench`, as a share of its speed: by instructions, and by the clock in turns, best of five."""
    speed = os.path.join(folder, "speed")
    subprocess.run(["cc", "-std=c17", "-O2", f"-I{ROOT}/include", f"{ROOT}/tests/api/speed.c", os.path.join(os.path.dirname(program), "libveillee.a"),
                    "-lpthread", "-o", speed], check=True)
    exact = slope(bench_of(program, game), moves_of) / slope(lambda games: [speed, game, str(games), way, SET.get(game, "")], moves_of)
    best = {}
    for _ in range(5):
        for command in (bench_of(program, game)(5000), [speed, game, "5000", way, SET.get(game, "")]):
            data = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
            best[command[0]] = max(best.get(command[0], 0), data["moves_per_second"])
            best.setdefault("moves", moves_of(data))
            if moves_of(data) != best["moves"]:
                sys.exit(f"{speed}: {moves_of(data)} moves, {program}: {best['moves']}: these are not the same games")
    return exact, best[speed] / best[program]


def seconds(*command):
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


class Judge:
    """Prints a figure; counts it where it must hold."""

    def __init__(self, strict):
        self.strict, self.passed, self.failed = strict, 0, 0

    def say(self, name, value, good, counts):
        print(f"NOTE {name}: {value}{'' if good else '  (below its mark)'}", flush=True)
        if counts:
            self.passed, self.failed = self.passed + good, self.failed + (not good)


def rules(judge, program):
    for game, (state, most, rate) in GAMES.items():
        data = bench(program, game)
        judge.say(f"{game}: state, bytes", data["state_size"], data["state_size"] <= state, True)
        cost = slope(bench_of(program, game), lambda data: data["decisions"])
        judge.say(f"{game}: instructions per decision (callgrind)", f"{cost:.0f}", cost <= most, True)
        judge.say(f"{game}: decisions per second", f"{data['decisions_per_second']:.0f}", data["decisions_per_second"] >= rate, judge.strict)
        judge.say(f"{game}: state copies per second", f"{data['copies_per_second']:.0f}", data["copies_per_second"] >= COPIES_MIN, judge.strict)


def library(judge, program):
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            for way in ("list", "random"):
                exact, timed = library_share(program, game, way, folder)
                judge.say(f"{game}: the library plays ({way}) at a share of bench, by instructions", f"{exact:.2f}", exact >= LIBRARY_MIN, True)
                judge.say(f"{game}: the library plays ({way}) at a share of bench, by the clock", f"{timed:.2f}", timed >= LIBRARY_MIN, judge.strict)


def start(judge, program):
    took = min(seconds(program, "games") for _ in range(20))
    judge.say("start to end of `veillee games`, ms", f"{took * 1000:.1f}", took <= START_MAX, judge.strict)


def threads(judge, program):
    games, runs = ("100000", 3) if judge.strict else ("4000", 1)
    words = [program, "sim", "runemasters", "--bots", "random", "--games", games, "--json", "--threads"]
    if (os.cpu_count() or 1) < 2:
        return
    one, two = (min(seconds(*words, n) for _ in range(runs)) for n in "12")
    judge.say(f"sim of {games} games, 2 threads against 1", f"{one / two:.2f} times as fast", one / two >= SCALE_MIN, judge.strict)


def main():
    ap = argparse.ArgumentParser(description="The figures that are promised, measured and printed.")
    ap.add_argument("program")
    ap.add_argument("--strict", action="store_true", help="times are judged too")
    ap.add_argument("--only", choices=PARTS, help="one part of them")
    args = ap.parse_args()
    judge = Judge(args.strict)
    for name in [args.only] if args.only else PARTS:
        PARTS[name](judge, args.program)
    print(f"{judge.passed} passed, {judge.failed} failed")
    return 1 if judge.failed else 0


PARTS = {"rules": rules, "library": library, "start": start, "threads": threads}

if __name__ == "__main__":
    sys.exit(main())
