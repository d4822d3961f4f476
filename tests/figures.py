#!/usr/bin/env python3
"""The figures that are promised, measured and printed.

    figures.py PROGRAM [--strict]

Exact ones (state size, instructions per decision by callgrind) are tests
everywhere. Timed ones depend on the machine: they are printed, and only
--strict (make soak, on a quiet machine) fails on them.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

# game: state in bytes and instructions per decision at most, decisions per second at least
GAMES = {"runemasters": (256, 750, 5e6), "enchanters": (2048, 1500, 3e6)}
COPIES_MIN, SCALE_MIN, START_MAX = 20e6, 1.8, 0.010


def bench(program, game, *words):
    return json.loads(subprocess.run([program, "bench", game, "--json", *words], stdout=subprocess.PIPE, check=True).stdout)


def instructions(program, game, games):
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/cg", program, "bench", game, "--games", str(games), "--json"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, text=True)
    total = int(re.search(r"Collected\s*:\s*(\d+)", out.stderr).group(1))
    return total, json.loads(out.stdout)["decisions"]


def per_decision(program, game):
    """The slope between two sizes: what starting the program costs drops out."""
    (a, da), (b, db) = instructions(program, game, 100), instructions(program, game, 1100)
    return (b - a) / (db - da)


def seconds(*command):
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main():
    program, strict = sys.argv[1], "--strict" in sys.argv
    passed = failed = 0

    def say(name, value, good, counts):
        nonlocal passed, failed
        print(f"NOTE {name}: {value}{'' if good else '  (below its mark)'}")
        if counts:
            passed, failed = passed + good, failed + (not good)

    for game, (state, most, rate) in GAMES.items():
        data = bench(program, game)
        say(f"{game}: state, bytes", data["state_size"], data["state_size"] <= state, True)
        cost = per_decision(program, game)
        say(f"{game}: instructions per decision (callgrind)", f"{cost:.0f}", cost <= most, True)
        say(f"{game}: decisions per second", f"{data['decisions_per_second']:.0f}", data["decisions_per_second"] >= rate, strict)
        say(f"{game}: state copies per second", f"{data['copies_per_second']:.0f}", data["copies_per_second"] >= COPIES_MIN, strict)
    start = min(seconds(program, "games") for _ in range(20))
    say("start to end of `veillee games`, ms", f"{start * 1000:.1f}", start <= START_MAX, strict)
    games = "100000" if strict else "4000"
    words = [program, "sim", "runemasters", "--bots", "random", "--games", games, "--json", "--threads"]
    if (os.cpu_count() or 1) >= 2:
        runs = 1 if not strict else 3
        one = min(seconds(*words, "1") for _ in range(runs))
        two = min(seconds(*words, "2") for _ in range(runs))
        say(f"sim of {games} games, 2 threads against 1", f"{one / two:.2f} times as fast", one / two >= SCALE_MIN, strict)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
