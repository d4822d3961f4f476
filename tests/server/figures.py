#!/usr/bin/env python3
"""The figures of the server, measured and printed.

    figures.py --build DIR                  the short form, for `make check`
    figures.py --build DIR --full           the whole, for `make load`, on a quiet machine
    figures.py --only 6,8                   some of them
    figures.py --only 17,18 --games hands,enchanters   these two, with some of the games
    figures.py --asan PROGRAM --tsan PROGRAM   also runs those builds under a short load

DIR holds veillee, loadclient, faultio.so, hands-server, hidden and net-tests. What is
correct is exact in both forms. What is timed is told in both, and judged by its gate
in the full form only. Everything is bounded, and talks to 127.0.0.0/8 only.
docs/measuring-server.md tells how each figure is measured.
"""
import argparse
import os
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fig_faults  # noqa: E402
import fig_hidden  # noqa: E402
import fig_hostile  # noqa: E402
import fig_load  # noqa: E402
from harness import Bench, Report  # noqa: E402

FIGURES = [
    ((1, 2, 3, 4), fig_load.held_and_moved),
    ((5,), fig_load.fanout),
    ((6,), fig_faults.killed),
    ((8,), fig_faults.disk),
    ((9,), fig_load.restart),
    ((10,), fig_load.rolling),
    ((11,), fig_load.roaming),
    ((12,), fig_hostile.mutated),
    ((13,), fig_hostile.conformance),
    ((14,), fig_hostile.oversized),
    ((15,), fig_hostile.slow),
    ((16,), fig_hostile.flood),
    ((17,), fig_hidden.pairs),
    ((18,), fig_hidden.end_to_end),
    ((19,), fig_hostile.authority),
    ((21,), fig_hostile.origins),
    ((23,), fig_hostile.headers),
    ((24,), fig_hostile.injections),
    (("sanitizers",), fig_faults.sanitized),
    ((20,), fig_hostile.tokens),  # last: it searches what the others have left
]


def parse():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", default="build")
    ap.add_argument("--full", action="store_true")
    ap.add_argument("--relaxed", action="store_true", help="full sizes, but times judged as in the short form")
    ap.add_argument("--only", default="")
    ap.add_argument("--games", default="", help="figures 17 and 18 with these games only")
    ap.add_argument("--folder", default=None, help="where stores and logs are put (a disk, not a RAM disk)")
    ap.add_argument("--keep", action="store_true", help="do not remove them")
    for name, file in (("program", "veillee"), ("client", "loadclient"), ("faultio", "faultio.so"), ("hands", "hands-server"),
                       ("hidden", "hidden"), ("net-tests", "net-tests")):
        ap.add_argument("--" + name, default=None, help=f"DIR/{file}")
        ap.set_defaults(**{name.replace("-", "_"): file})
    ap.add_argument("--asan", default=None, help="a veillee built with ASan and UBSan")
    ap.add_argument("--tsan", default=None, help="a veillee built with TSan")
    args = ap.parse_args()
    for name in ("program", "client", "faultio", "hands", "hidden", "net_tests"):
        value = getattr(args, name)
        setattr(args, name, os.path.join(args.build, value) if os.sep not in value else value)
    return args


def main():
    args = parse()
    report = Report(args.full, args.full and not args.relaxed)
    bench = Bench(args, report)
    wanted = set(args.only.split(",")) - {""}
    for numbers, function in FIGURES:
        if wanted and not wanted & {str(n) for n in numbers}:
            continue
        began = time.monotonic()
        report.figure = numbers[0]
        try:
            function(bench)
        except Exception:
            report.check("the figure was measured", False, traceback.format_exc())
            bench.end_of_figure()
        print(f"-- figure {', '.join(map(str, numbers))}: {time.monotonic() - began:.1f} s", flush=True)
    bench.clean()
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
