#!/usr/bin/env python3
"""The same games on every build: `veillee bench GAME --games N --json` must give one signature."""
import json
import pathlib
import re
import subprocess
import sys

GAMES = re.findall(r"^X\((\w+)\)", (pathlib.Path(__file__).resolve().parents[1] / "src/games/games.def").read_text(encoding="utf-8"), re.M)


# random players do not end these games by themselves
SET = {"runebound": ["--set", "round_limit=30"]}


def signature(program, game):
    out = subprocess.run([program, "bench", game, "--games", "2000", "--json", *SET.get(game, [])], stdout=subprocess.PIPE, check=True).stdout
    data = json.loads(out)
    return data["signature"], data["decisions"], data["state_size"]


def main():
    programs = sys.argv[1:]
    passed = failed = 0
    for game in GAMES:
        first = signature(programs[0], game)
        for program in programs:
            seen = signature(program, game)
            print(program, game, *seen)
            passed, failed = passed + (seen == first), failed + (seen != first)
            if seen != first:
                print("FAIL", program, "differs from", programs[0])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
