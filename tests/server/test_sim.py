#!/usr/bin/env python3
"""The simulation of the server: a fixed set of seeds, whether a seed is always the same run, and whether faults are found.

    test_sim.py FOLDER [--from N] [--count N] [--seconds N]

FOLDER holds sim, sim-idle and sim-log. The two others have a fault each that the server once had (tests/server/sim.mk),
and with --lie the disk is at fault, which forgets one sync in three: they must fail, and for that reason, within the
seeds that FAULTS states.
"""

import argparse
import os
import re
import subprocess
import sys

# Found by seed so-and-so at the latest, and how.
FAULTS = [
    ("sim-idle", 20, r"heap-use-after-free|the process ends"),
    ("sim-log", 5, r"the log was not folded back|the log has \d+ bytes"),
    ("sim --lie 3", 20, r"is lost|are stored|was told, now it has|has lost player|cannot be opened|is damaged|cannot be read"),
]
TWICE = 3  # seeds that are run twice


def run(folder, program, *words):
    program, *more = program.split()
    p = subprocess.run([os.path.join(folder, program), *more, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return p.returncode, p.stdout


def hold(folder, args):
    """No law is broken."""
    words = ["--seconds", str(args.seconds)] if args.seconds else ["--count", str(args.count)]
    code, text = run(folder, "sim", "--from", str(args.first), "--quiet", *words)
    lines = text.splitlines()
    if code == 0:
        print("\n".join("NOTE simulation: " + line for line in lines[-2:]))
        return True
    print(f"FAIL a law is broken ({code}); the seed again: sim --seed N --trace\n" + "\n".join(lines[-60:]))
    return False


def same(folder, args):
    """A seed is one run, whatever ran before it in the process."""
    first = str(args.first + 1)
    codes, texts = zip(run(folder, "sim", "--seed", first), run(folder, "sim", "--from", str(args.first), "--count", str(TWICE), "--twice"))
    line = next((l for l in texts[0].splitlines() if l.startswith(f"seed {first}:")), "no such seed")
    if not any(codes) and line in texts[1].splitlines():
        return True
    print(f"FAIL a seed gave different runs\n{texts[0][-600:]}\n{texts[1][-1200:]}")
    return False


def found(folder, program, most, how):
    code, text = run(folder, program, "--count", str(most), "--quiet")
    seed = re.search(r"(?:seed|the seed:) (\d+)", text)
    if code != 0 and re.search(how, text):
        print(f"NOTE simulation: {program} is found by seed {seed.group(1) if seed else '?'}")
        return True
    print(f"FAIL {program}: {most} seeds did not find its fault ({code})\n{text[-1200:]}")
    return False


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("folder")
    ap.add_argument("--from", dest="first", type=int, default=1)
    ap.add_argument("--count", type=int, default=30)
    ap.add_argument("--seconds", type=int, default=0)
    args = ap.parse_args()
    results = [hold(args.folder, args), same(args.folder, args)]
    results += [found(args.folder, *fault) for fault in FAULTS]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
