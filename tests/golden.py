#!/usr/bin/env python3
"""Golden playthroughs: compares the files in tests/golden with what the engine prints.

    golden.py [--program build/golden] [--write] [--only PREFIX]
"""
import argparse
import difflib
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent / "golden"


def run(program, *words):
    return subprocess.run([program, *words], stdout=subprocess.PIPE, check=True).stdout


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--program", default="build/golden")
    ap.add_argument("--write", action="store_true")
    ap.add_argument("--only", default="", help="those whose name begins with this: rb-")
    args = ap.parse_args()
    passed = failed = 0
    names = [name for name in run(args.program).decode().split() if name.startswith(args.only)]
    for name in names:
        text = run(args.program, name)
        path = HERE / (name + ".txt")
        if args.write:
            path.write_bytes(text)
            passed += 1
            continue
        old = path.read_bytes() if path.exists() else b""
        if old == text:
            passed += 1
            continue
        failed += 1
        diff = difflib.unified_diff(old.decode().splitlines(), text.decode().splitlines(), str(path), "now", lineterm="", n=1)
        print("FAIL", name)
        print("\n".join(list(diff)[:20]))
    for path in HERE.glob(args.only + "*.txt"):
        if path.stem not in names:
            print("FAIL", path, "is no playthrough any more")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
