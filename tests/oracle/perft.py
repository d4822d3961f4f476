#!/usr/bin/env python3
"""The second implementation counts move sequences too: the tables of tests/perft, to depth 2 (or --depth N)."""
import argparse
import copy
import json
import sys

import runemasters


def branches(game):
    return list(game.outcomes()) if game.actor() == "chance" else game.legal_moves()


def perft(game, depth):
    moves = branches(game)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = copy.deepcopy(game)
        after.play(move)
        total += perft(after, depth - 1)
    return total


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--depth", type=int, default=2)
    ap.add_argument("files", nargs="+")
    args = ap.parse_args()
    passed = failed = 0
    for name in args.files:
        for entry in json.load(open(name))["positions"]:
            for depth, want in enumerate(entry["counts"][:args.depth], 1):
                got = perft(runemasters.load(entry["position"]), depth)
                if got == want:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAIL {entry['id']}: depth {depth} gives {got}, not {want}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
