#!/usr/bin/env python3
"""The second implementation counts move sequences too: the tables of tests/perft, to depth 2 (or --depth N).

    perft.py FILE...              compares with the counts in the files
    perft.py --write FILE...      writes the counts into them instead, for both programs to agree on
"""
import argparse
import json
import sys

sys.dont_write_bytecode = True   # no files in the source tree
import enchanters                # noqa: E402
import runebound                 # noqa: E402
import runemasters               # noqa: E402

GAMES = {"runemasters": runemasters, "enchanters": enchanters, "runebound": runebound}


def after(game, entry, moves):
    """The game at the entry's position after its own moves and these: a game cannot be copied, but replayed."""
    g = game.load(entry["position"])
    for move in [*entry.get("moves", ()), *moves]:
        g.play(move)
    return g


def perft(game, entry, depth, moves=()):
    g = after(game, entry, moves)
    found = list(g.outcomes()) if g.actor() == "chance" else g.legal_moves()
    if depth == 1:
        return len(found)
    return sum(perft(game, entry, depth - 1, (*moves, move)) for move in found)


def layout(table):
    """The file as it is written by hand: a position a line."""
    lines = ",\n ".join(json.dumps(e, ensure_ascii=False) for e in table["positions"])
    return '{"game": "%s", "positions": [\n %s\n]}\n' % (table["game"], lines)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--depth", type=int, default=2)
    ap.add_argument("--write", action="store_true")
    ap.add_argument("files", nargs="+")
    args = ap.parse_args()
    passed = failed = 0
    for name in args.files:
        with open(name, encoding="utf-8") as f:
            table = json.load(f)
        game = GAMES[table["game"]]
        for entry in table["positions"]:
            depth = len(entry["counts"]) if args.write else min(args.depth, len(entry["counts"]))
            got = [perft(game, entry, d) for d in range(1, depth + 1)]
            for d, (have, want) in enumerate(zip(got, entry["counts"]), 1):
                if have == want:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAIL {entry['id']}: depth {d} gives {have}, not {want}")
            if args.write:
                entry["counts"] = got
        if args.write:
            with open(name, "w", encoding="utf-8") as f:
                f.write(layout(table))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed and not args.write else 0


if __name__ == "__main__":
    sys.exit(main())
