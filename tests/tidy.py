#!/usr/bin/env python3
"""clang-tidy over the sources, with the checks of .clang-tidy; as many at a time as there are processors.

    tidy.py [--deep] [FILE ...]      --deep: the analyser follows every function as far as it does by itself (make soak)
"""
import argparse
import concurrent.futures
import os
import subprocess
import sys

FLAGS = ["-std=c17", "-Isrc", "-Iinclude", "-Ibuild/gen", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", '-DVEILLEE_VERSION="0"']

# Nearly all the time goes to the analyser's longest walks: so far, and it takes a third of it.
QUICK = ["-Xclang", "-analyzer-config", "-Xclang", "max-nodes=40000"]


def tidy(name, flags):
    out = subprocess.run(["clang-tidy", "--quiet", "--warnings-as-errors=*", name, "--", *flags], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
    return name, out.returncode, out.stdout


def main():
    ap = argparse.ArgumentParser(description="clang-tidy over the sources.")
    ap.add_argument("--deep", action="store_true", help="the analyser goes as far as it does by itself")
    ap.add_argument("names", nargs="*", metavar="FILE")
    args = ap.parse_args()
    flags = FLAGS + ([] if args.deep else QUICK)
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "src/*.c", "tools/*.c"], stdout=subprocess.PIPE, check=True, text=True)
    names = args.names or listed.stdout.split()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        for name, code, text in pool.map(lambda name: tidy(name, flags), names):
            if code:
                failed += 1
                print("FAIL", name)
                print("\n".join(text.splitlines()[:12]))
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
