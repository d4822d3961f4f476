#!/usr/bin/env python3
"""Runs every test of the project and adds them up.

    check.py               what `make check` runs: all stages, quick sizes
    check.py soak          the large counts (hours of games, not minutes)
    check.py load          the server's figures in full, on a quiet machine
    check.py fuzz [SECS]   every fuzzer for SECS seconds (600)
    check.py --only WORD   the stages whose name contains WORD

After the build `check` works at two places at once. One begins with what shows
how a player is served (servers, browsers) and has no equal beside it; the other
takes chains of the rest, the longest first, and the first helps it in the end.

A stage is a command. If its output has lines "N passed, N failed" they are
added up; else the stage counts as one test, judged by its exit code. The last
line is the sum: N passed, N failed.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PY = sys.executable
JOBS = str(os.cpu_count() or 2)
COUNT = re.compile(r"^(?:\w+: )?(\d+) passed, (\d+) failed", re.M)
NODE_COUNT = re.compile(r"^(?:#|ℹ) (pass|fail) (\d+)$", re.M)  # of node --test
SANITIZE = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
FUZZERS = ["json", "record", "notation", "scenario", "pack", "effects", "engine", "position", "http", "ws", "proto", "door"]
SCENARIOS = "tests/scenarios"
PERFT = ["tests/perft/runemasters.json", "tests/perft/enchanters.json"]
SERVER_TESTERS = ["net-testers", "loaders"]
WASM_TESTS = ["ops", "golden", "hostile", "same", "digest"]
SANITIZED = ["--asan", "build/asan/veillee", "--tsan", "build/tsan/veillee"]


def server_programs(build):
    return [f"{build}/store-tests", f"{build}/rooms-tests"]


def make(build, *targets, cc="cc", opt="-O3", cflags="-Werror", parallel=True):
    return ["make", "--no-print-directory", "-s", "-j" + JOBS if parallel else "-j1", f"B={build}", f"CC={cc}",
            f"OPT={opt}", f"CFLAGS={cflags}", *targets]


def scenario_files():
    found = []
    for folder, _, names in os.walk(os.path.join(ROOT, SCENARIOS)):
        found += [os.path.relpath(os.path.join(folder, n), ROOT) for n in names if n.endswith(".json")]
    return sorted(found)


def compared(sims, games):
    """Games of these `sim` commands, so many each, through the second implementation."""
    producer = "; ".join(f"build/veillee sim {words} --games {games} --trace || exit 1" for words in sims)
    return ["bash", "-c", "set -o pipefail; { " + producer + "; } | "
            f"{PY} tests/oracle/check.py --quiet --games {games * len(sims)} | sed 's/^[0-9]* games, .* differences$/NOTE &/'"]


def oracle_runemasters(games):
    """Random games of every size and difficulty, and greedy ones of every size."""
    sims = []
    for n in (2, 3, 4):
        sims += [f"runemasters --bots random --seed {n} --set guardians={n} --set difficulty={level}"
                 for level in ("initiation", "novice", "guardian", "hero", "legend")]
        sims.append(f"runemasters --bots greedy --seed {n} --set guardians={n}")
    return compared(sims, games // len(sims))


def oracle_enchanters(games):
    """Random and greedy games of every size, variant and mode."""
    sims, modes = [], ("draft", "random", "first_game")
    for n in (2, 3, 4):
        for variant in ("", "quick", "super_quick", "deep_dragons", "quick deep_dragons", "super_quick deep_dragons"):
            for bots in ("random", "greedy"):
                sims.append(f"enchanters --bots {bots} --seed {n} --set players={n} --set kingdom_mode={modes[len(sims) % 3]}"
                            + "".join(f" --set variant_{v}=yes" for v in variant.split()))
    return compared(sims, games // len(sims))


VARIANTS = [("gcc-O0", "gcc", "-O0", "-Werror"), ("clang-O0", "clang", "-O0", "-Werror"), ("clang-O3", "clang", "-O3", "-Werror"),
            ("gcc-m32", "gcc", "-O3", "-Werror -m32"), ("gcc-m32-O0", "gcc", "-O0", "-Werror -m32")]


def node(script, *words):
    return ["node", script, *words]


def first():
    yield "build", make("build", "all", "test-program", "testers", "engine-wasm", "door-native", *SERVER_TESTERS, *server_programs("build"))
    yield "sanitizers: build", make("build/asan", "all", "test-program", "door-native", "build/asan/net-tests", *server_programs("build/asan"), opt="-O1 -g", cflags="-Werror -Wno-format-truncation " + SANITIZE)
    yield "threads: build", make("build/tsan", "build/tsan/veillee", cc="clang", opt="-O1 -g", cflags="-Werror -fsanitize=thread")


def basic():
    yield "unit tests", ["build/tests"]
    yield "scenarios", ["build/veillee", "scenario", *scenario_files()]
    yield "golden playthroughs", [PY, "tests/golden.py", "--program", "build/golden"]
    yield "perft", ["build/perft", *PERFT]
    yield "rule coverage", [PY, "tools/rulecov.py"]
    yield "documents", [PY, "tests/docs.py"]


def served():
    """Servers and browsers, one after the other: what a player would wait for."""
    yield "command line", [PY, "tests/cli/run.py", "build/veillee"]
    yield "command line: play", [PY, "tests/cli/play.py", "build/veillee"]
    yield "command line: engine protocol", [PY, "tests/cli/engine.py", "build/veillee"]
    yield "command line: enchanters", [PY, "tests/cli/enchanters.py", "build/veillee"]
    yield "command line: owners", [PY, "tests/cli/owners.py", "build/veillee"]
    yield "command line: the board", [PY, "tests/cli/board.py", "build/veillee"]
    yield "old games replay", [PY, "tests/records.py", "build/veillee"]
    yield "server: network layer", ["build/net-tests"]
    yield "server: network from outside", [PY, "tests/server/test_net.py", "build"]
    yield "server: store", ["build/store-tests"]
    yield "server: rooms", ["build/rooms-tests"]
    yield "server: plain veillee", [PY, "tests/server/test_home.py", "build/veillee"]
    yield "server: terminals and bots", [PY, "tests/server/test_join.py", "build/veillee"]
    yield "server: figures", [PY, "tests/server/figures.py", "--build", "build", *SANITIZED]
    yield "page: sizes", ["make", "--no-print-directory", "-s", "page-sizes"]
    yield "page: in the browser", node("tests/web/e2e/run.mjs", "--program", "build/veillee")
    yield "page: contract of the board", node("tests/web/contract/run.mjs", "--program", "build/veillee", "--sample", "11")
    yield "page: cold load", node("tests/web/e2e/load.mjs", "--program", "build/veillee")


def style():
    yield "tidy", [PY, "tests/tidy.py"]
    yield "format", [PY, "tests/format.py"]
    yield "pure core", [PY, "tests/pure.py", "build"]
    yield "C++20 subset", ["sh", "tests/cxx.sh"]


def sanitized():
    yield "sanitizers: unit tests", ["build/asan/tests"]
    yield "sanitizers: scenarios", ["build/asan/veillee", "scenario", *scenario_files()]
    yield "sanitizers: network layer", ["build/asan/net-tests"]
    yield "sanitizers: rooms", ["build/asan/rooms-tests"]
    yield "sanitizers: the page's engine", node("tests/web/wasm/same.mjs", "--native", "build/asan/door-native")


def compilers():
    for name, cc, opt, cflags in VARIANTS:
        yield f"{name}: build", make(f"build/{name}", f"build/{name}/veillee", f"build/{name}/golden", cc=cc, opt=opt, cflags=cflags)
        yield f"{name}: golden", [PY, "tests/golden.py", "--program", f"build/{name}/golden"]
    yield "same signature everywhere", [PY, "tests/signature.py", "build/veillee", *[f"build/{v[0]}/veillee" for v in VARIANTS]]


def page_engine():
    for name in WASM_TESTS:
        yield f"engine in the page: {name}", node(f"tests/web/wasm/{name}.mjs")
    yield "page: unit tests", ["node", "--test", "tests/web/unit/"]


def second_opinion():
    for name in ("oracle", "enchanters"):
        yield f"oracle's own tests: {name}", [PY, f"tests/oracle/test_{name}.py"]
    yield "oracle perft: Runemasters", [PY, "tests/oracle/perft.py", PERFT[0]]
    yield "oracle perft: Enchanters", [PY, "tests/oracle/perft.py", "--depth", "4", PERFT[1]]
    yield "oracle games: Runemasters", oracle_runemasters(1080)
    yield "oracle games: Enchanters", oracle_enchanters(216)
    yield "oracle walks: Enchanters", [PY, "tests/oracle/walk.py", "build/veillee", "--walks", "500"]


def many_games():
    yield "gauntlet", ["build/gauntlet", "1000", "32"]


def contents():
    yield "content against its schema", [PY, "tests/content/validate.py", "--mkcontent", "build/tools/mkcontent"]
    yield "a ninth kingdom", [PY, "tests/content/ninth.py", "build/veillee"]
    yield "content against the tables of its rules", [PY, "tests/content/enchanters.py"]


def packaged():
    yield "install and library", ["sh", "tests/install.sh"]
    yield "amalgamation", ["sh", "tests/amalgam.sh"]


def last():
    yield "figures", [PY, "tests/figures.py", "build/veillee"]


def soak():
    yield "build", make("build", "all", "test-program", "testers")
    yield "gauntlet", ["build/gauntlet", "100000", "64"]
    yield "oracle games: Runemasters", oracle_runemasters(10800)
    yield "oracle games: Enchanters", oracle_enchanters(10080)
    yield "oracle walks: Enchanters", [PY, "tests/oracle/walk.py", "build/veillee", "--walks", "20000", "--seed", "2"]
    yield "oracle perft: Runemasters", [PY, "tests/oracle/perft.py", "--depth", "3", PERFT[0]]
    yield "oracle perft: Enchanters", [PY, "tests/oracle/perft.py", "--depth", "6", PERFT[1]]
    yield "page: contract of the board", node("tests/web/contract/run.mjs", "--program", "build/veillee")
    yield "page: cold load", node("tests/web/e2e/load.mjs", "--program", "build/veillee", "--strict")
    yield "figures", [PY, "tests/figures.py", "build/veillee", "--strict"]


def load():
    yield "build", make("build", "all", "engine-wasm", "door-native", *SERVER_TESTERS, *server_programs("build"))
    yield "native and WebAssembly play the same games", node("tests/web/wasm/digest.mjs", "--full")
    yield "store, every cut point", ["build/store-tests", "--full"]
    yield "rooms, the large counts", ["build/rooms-tests", "--full"]
    yield "sanitizers: build", make("build/asan", "build/asan/veillee", "door-native", opt="-O1 -g", cflags="-Werror -Wno-format-truncation " + SANITIZE)
    yield "threads: build", make("build/tsan", "build/tsan/veillee", cc="clang", opt="-O1 -g", cflags="-Werror -fsanitize=thread")
    yield "the page's engine, many calls", node("tests/web/wasm/same.mjs", "--full", "--native", "build/asan/door-native")
    yield "figures", [PY, "tests/server/figures.py", "--build", "build", "--full", *SANITIZED]


def fuzz(seconds):
    yield "fuzzers: build", ["sh", "tests/fuzz/build.sh"]
    for name in FUZZERS:
        yield f"fuzz {name}", ["sh", "tests/fuzz/run.sh", name, str(seconds)]


class Sum:
    """What was counted, printed and logged; stages of two threads come one after the other."""

    def __init__(self, log):
        self.log, self.lock = log, threading.Lock()
        self.passed = self.failed = 0

    def add(self, name, command, code, text, seconds):
        counts = [(int(a), int(b)) for a, b in COUNT.findall(text)]
        nodes = NODE_COUNT.findall(text)
        counts += [(sum(int(n) for what, n in nodes if what == "pass"), sum(int(n) for what, n in nodes if what == "fail"))] if nodes else []
        passed, failed = sum(c[0] for c in counts), sum(c[1] for c in counts)
        if code != 0 and failed == 0:
            failed = 1
        if code == 0 and not counts:
            passed = 1
        with self.lock:
            self.log.write(f"==== {name}: {' '.join(command)[:400]}\n{text}\n")
            self.log.flush()
            self.passed, self.failed = self.passed + passed, self.failed + failed
            print(f"-- {name}: {passed} ok, {failed} failed ({seconds:.0f} s)", flush=True)
            for line in text.splitlines():
                if line.startswith(("NOTE ", "COVER ")):
                    print("   " + line.split(" ", 1)[1])
            if failed:
                print("\n".join("   " + line for line in text.splitlines()[-40:]), flush=True)
        return failed == 0


def run(stages, only, total):
    """True unless a stage called "build" failed: then nothing else is worth while."""
    for name, command in stages:
        if only and only not in name:
            continue
        began = time.time()
        if shutil.which(command[0]) is None and not os.path.exists(os.path.join(ROOT, command[0])):
            total.add(name, command, 127, f"{command[0]} is not there", 0)
            continue
        env = dict(os.environ, LC_ALL="C.UTF-8", VEILLEE_CHECK="1")
        out = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env)
        ok = total.add(name, command, out.returncode, out.stdout.decode("utf-8", "replace"), time.time() - began)
        if not ok and name == "build":
            return False
    return True


def check(only, total):
    """The build and the basics; then the two places."""
    if not run(first(), only, total) or not run(basic(), only, total):
        return
    chains = [style(), sanitized(), fuzz(6), compilers(), page_engine(), second_opinion(), packaged(), many_games(), contents()]
    lock = threading.Lock()

    def take():
        while True:
            with lock:
                chain = chains.pop(0) if chains else None
            if chain is None:
                return
            run(chain, only, total)

    other = threading.Thread(target=take)
    other.start()
    run(served(), only, total)
    take()
    other.join()
    run(last(), only, total)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("what", nargs="?", default="check", choices=["check", "soak", "load", "fuzz"])
    ap.add_argument("seconds", nargs="?", type=int, default=600)
    ap.add_argument("--only", default="")
    args = ap.parse_args()
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with open(os.path.join(ROOT, "build", "check.log"), "w", encoding="utf-8") as log:
        total = Sum(log)
        if args.what == "check":
            check(args.only, total)
        else:
            run({"soak": soak, "load": load, "fuzz": lambda: fuzz(args.seconds)}[args.what](), args.only, total)
    print(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
