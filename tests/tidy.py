#!/usr/bin/env python3
"""clang-tidy over the sources, with the checks of .clang-tidy; two at a time."""
import concurrent.futures
import os
import subprocess
import sys

FLAGS = ["-std=c17", "-Isrc", "-Iinclude", "-Ibuild/gen", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", '-DVEILLEE_VERSION="0"']


def tidy(name):
    out = subprocess.run(["clang-tidy", "--quiet", "--warnings-as-errors=*", name, "--", *FLAGS], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
    return name, out.returncode, out.stdout


def main():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "src/*.c", "tools/*.c"], stdout=subprocess.PIPE, check=True, text=True)
    names = sys.argv[1:] or [n for n in listed.stdout.split()]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        for name, code, text in pool.map(tidy, names):
            if code:
                failed += 1
                print("FAIL", name)
                print("\n".join(text.splitlines()[:12]))
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
