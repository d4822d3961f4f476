#!/usr/bin/env python3
"""Every C file is laid out as .clang-format says."""
import subprocess
import sys


def main():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h"], stdout=subprocess.PIPE, check=True, text=True)
    names = listed.stdout.split()
    out = subprocess.run(["clang-format", "--dry-run", "-Werror", *names], stderr=subprocess.PIPE, text=True)
    faults = [line for line in out.stderr.splitlines() if ": error:" in line]
    first = {line.split(":", 1)[0]: line for line in reversed(faults)}
    for line in first.values():
        print("FAIL", line)
    failed = len(first) or int(out.returncode != 0)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
