#!/usr/bin/env python3
"""Every C file is laid out as .clang-format says."""
import subprocess
import sys


def main():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h"], stdout=subprocess.PIPE, check=True, text=True)
    names = listed.stdout.split()
    failed = 0
    for name in names:
        out = subprocess.run(["clang-format", "--dry-run", "-Werror", name], stderr=subprocess.PIPE, text=True)
        if out.returncode:
            failed += 1
            print("FAIL", name, out.stderr.splitlines()[0])
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
