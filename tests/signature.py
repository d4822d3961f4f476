#!/usr/bin/env python3
"""The same games on every build: `veillee bench GAME --games N --json` must give one signature."""
import json
import subprocess
import sys


def main():
    programs = sys.argv[1:]
    seen = {}
    for program in programs:
        out = subprocess.run([program, "bench", "runemasters", "--games", "2000", "--json"], stdout=subprocess.PIPE, check=True).stdout
        data = json.loads(out)
        seen[program] = (data["signature"], data["decisions"], data["state_size"])
        print(program, *seen[program])
    first = seen[programs[0]]
    failed = [p for p in programs if seen[p] != first]
    for program in failed:
        print("FAIL", program, "differs from", programs[0])
    print(f"{len(programs) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
