#!/usr/bin/env python3
"""Runs every test of the project and adds them up.

    check.py               what `make check` runs: all stages, quick sizes
    check.py test          what `make test` runs: an answer within a minute
    check.py soak          the large counts (hours of games, not minutes)
    check.py load          the server's figures in full, on a quiet machine
    check.py fuzz [SECS]   every fuzzer for SECS seconds (600)
    check.py --only WORD   the stages whose name contains WORD, after the build

Programs under test are built in build/check, with assertions and with warnings
as errors; build is what a player has, and only its installation is tested.

After the build `check` works at three places at once. One plays in browsers, the
longest chain of all; one talks to servers and terminals, and mostly waits; the
third takes chains of the rest, and whoever is through helps it. The rest is nice:
what a player would wait for is not kept waiting by it.

A stage is a command. If its output has lines "N passed, N failed" they are
added up; else the stage counts as one test, judged by its exit code. The last
line is the sum: N passed, N failed. What is right is judged everywhere; how fast
it is depends on what else the machine does, so `check` tells times (lines that
begin with NOTE) and only `soak` and `load` judge them.
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
BUILD, ASAN, TSAN = "build/check", "build/asan", "build/tsan"
# One build for tests and fuzzers.
SANITIZE = "-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
FUZZERS = ["json", "record", "notation", "scenario", "pack", "effects", "engine", "position", "http", "ws", "proto", "door"]
SCENARIOS = "tests/scenarios"
PERFT = "tests/perft"
SERVER_TESTERS = ["net-testers", "loaders"]
NATIVE = ["--native", f"{BUILD}/door-native"]
WASM_TESTS = ["ops", "golden", "hostile", "digest", "speed"]  # same.mjs: with the sanitized twin
SANITIZED = ["--asan", f"{ASAN}/veillee", "--tsan", f"{TSAN}/veillee"]
PROGRAM = f"{BUILD}/veillee"


def server_programs(build):
    return [f"{build}/store-tests", f"{build}/rooms-tests"]


def make(build, *targets, cc="cc", opt="-O3", cflags="-Werror", more=("NO_PAGE=1",)):
    return ["make", "--no-print-directory", "-s", "-j" + JOBS, f"B={build}", f"CC={cc}", f"OPT={opt}", f"CFLAGS={cflags}", *more, *targets]


def make_sanitized(*targets):
    return make(ASAN, *targets, cc="clang", opt="-O1 -g", cflags="-Werror " + SANITIZE)


def make_threads():
    return make(TSAN, f"{TSAN}/veillee", cc="clang", opt="-O1 -g", cflags="-Werror -fsanitize=thread")


def json_files(under):
    found = []
    for folder, _, names in os.walk(os.path.join(ROOT, under)):
        found += [os.path.relpath(os.path.join(folder, n), ROOT) for n in names if n.endswith(".json")]
    return sorted(found)


def compared(sims, games):
    """Games of these `sim` commands, so many each, through the second implementation."""
    producer = "; ".join(f"{PROGRAM} sim {words} --games {games} --trace || exit 1" for words in sims)
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


def oracle_runebound(games):
    """Random and greedy games of every size; greedy ones come farther in more rounds."""
    options = ("players=2", "players=3 hero_mode=chosen", "players=4 pvp=off ally_limit=2", "players=5 vorakesh_wins=on", "players=6 combat_round_cap=10")
    sims = [f"runebound --bots {bots} --seed {k} --set round_limit={rounds}" + "".join(f" --set {word}" for word in words.split())
            for k, words in enumerate(options) for bots, rounds in (("random", 30), ("greedy", 50), ("greedy,random", 30))]
    return compared(sims, games // len(sims))


def oracle_reflets(games):
    """Random and greedy games of every size, difficulty and way of the Vils, some with what a campaign has won."""
    levels, sims = ("pepere", "aise", "infernal", ""), []
    won = " ".join(f"--set ticks.{k}={n}" for k, n in enumerate((2, 3, 5, 2, 1, 5, 4, 1, 3, 0)))
    for n in (1, 2, 3):
        for order in ("strict", "cascade"):
            for bots in ("random", "greedy"):
                level = levels[len(sims) % 4]
                sims.append(f"reflets --bots {bots} --seed {len(sims)} --set players={n} --set vils_order={order} "
                            + (f"--set challenge={level} --set quick_tokens=yes" if level else won))
                levels = levels[1:] + levels[:1] if len(sims) % 4 == 0 else levels
    return compared(sims, games // len(sims))


VARIANTS = [("gcc-O0", "gcc", "-O0", "-Werror"), ("clang-O0", "clang", "-O0", "-Werror"), ("clang-O3", "clang", "-O3", "-Werror"),
            ("gcc-m32", "gcc", "-O3", "-Werror -m32"), ("gcc-m32-O0", "gcc", "-O0", "-Werror -m32")]


def node(script, *words):
    return ["node", script, *words]


def once(command):
    """What passes on a second try only has failed (tests/web/lib/run.mjs)."""
    return ["env", "TRIES=1", *command]


def build(*targets, more=()):
    """What the stages run. Only here is the page made: the others find it made."""
    return make(BUILD, "all", "test-program", "testers", "walkers", "door-native", "sims", *SERVER_TESTERS, *server_programs(BUILD), *targets, more=more)


def first():
    yield "build", build("engine-wasm")
    yield "sanitizers: build", make_sanitized("all", "test-program", "door-native", "fuzzers", "sims", f"{ASAN}/net-tests", f"{ASAN}/rooms-tests")
    yield "threads: build", make_threads()


def basic():
    yield "unit tests", [f"{BUILD}/tests"]
    yield "scenarios", [PROGRAM, "scenario", *json_files(SCENARIOS)]
    yield "golden playthroughs", [PY, "tests/golden.py", "--program", f"{BUILD}/golden"]
    yield "perft", [f"{BUILD}/perft", *json_files(PERFT)]
    yield "rule coverage", [PY, "tools/rulecov.py"]
    yield "rule coverage: which games", ["sh", "tests/rulecov.sh"]
    yield "documents", [PY, "tests/docs.py", "--build", BUILD]
    yield "remarks on faults have words", [PY, "tests/remarks.py"]


def served():
    """Terminals and servers, one after the other: much of it is waiting."""
    yield "command line", [PY, "tests/cli/run.py", PROGRAM]
    yield "command line: play", [PY, "tests/cli/play.py", PROGRAM]
    yield "command line: engine protocol", [PY, "tests/cli/engine.py", PROGRAM]
    yield "command line: enchanters", [PY, "tests/cli/enchanters.py", PROGRAM]
    yield "command line: runebound", [PY, "tests/cli/runebound.py", PROGRAM]
    yield "command line: reflets", [PY, "tests/cli/reflets.py", PROGRAM]
    yield "command line: real dice", [PY, "tests/cli/hand.py", PROGRAM]
    yield "command line: owners", [PY, "tests/cli/owners.py", PROGRAM]
    yield "command line: the board", [PY, "tests/cli/board.py", PROGRAM]
    yield "command line: rows of moves", [PY, "tests/cli/rows.py", f"{BUILD}/veillee-walk"]
    yield "command line: the template of a game", [PY, "tests/cli/null.py", f"{BUILD}/veillee-walk"]
    yield "old games replay", [PY, "tests/records.py", PROGRAM]
    yield "server: figures", [PY, "tests/server/figures.py", "--build", BUILD, *SANITIZED]
    yield "server: network layer", [f"{BUILD}/net-tests"]
    yield "server: network from outside", [PY, "tests/server/test_net.py", BUILD]
    yield "server: store", [f"{BUILD}/store-tests"]
    yield "server: rooms", [f"{BUILD}/rooms-tests"]
    yield "server: simulation", [PY, "tests/server/test_sim.py", BUILD]
    yield "server: store at the command line", [PY, "tests/server/test_store_command.py", PROGRAM]
    yield "server: plain veillee", [PY, "tests/server/test_home.py", PROGRAM]
    yield "server: terminals and bots", [PY, "tests/server/test_join.py", PROGRAM]


def browsers():
    """The page, one after the other, by two people at a time."""
    yield "page: sizes", ["make", "--no-print-directory", "-s", "NO_PAGE=1", "page-sizes"]
    yield "page: in the browser", node("tests/web/e2e/run.mjs", "--program", PROGRAM)
    yield "page: contract of the board", node("tests/web/contract/run.mjs", "--program", PROGRAM, "--sample", "11")
    yield "page: cold load", node("tests/web/e2e/load.mjs", "--program", PROGRAM)


def style():
    yield "tidy", [PY, "tests/tidy.py"]
    yield "format", [PY, "tests/format.py"]
    yield "mutants: self-test", [PY, "tests/mutants.py", "--self-test"]
    yield "pure core", [PY, "tests/pure.py", BUILD]
    yield "C++20 subset", ["sh", "tests/cxx.sh"]


def sanitized():
    yield "sanitizers: unit tests", [f"{ASAN}/tests"]
    yield "sanitizers: scenarios", [f"{ASAN}/veillee", "scenario", *json_files(SCENARIOS)]
    yield "sanitizers: network layer", [f"{ASAN}/net-tests"]
    yield "sanitizers: rooms", [f"{ASAN}/rooms-tests"]
    yield "sanitizers: simulation", [PY, "tests/server/test_sim.py", ASAN, "--from", "101", "--count", "10"]
    yield "sanitizers: the page's engine", node("tests/web/wasm/same.mjs", "--native", f"{ASAN}/door-native")


def compilers():
    for name, cc, opt, cflags in VARIANTS:
        yield f"{name}: build", make(f"build/{name}", f"build/{name}/veillee", f"build/{name}/golden", cc=cc, opt=opt, cflags=cflags,
                                     more=("NO_PAGE=1", "HAVE_SERVER="))
        yield f"{name}: golden", [PY, "tests/golden.py", "--program", f"build/{name}/golden"]
    yield "same signature everywhere", [PY, "tests/signature.py", PROGRAM, *[f"build/{v[0]}/veillee" for v in VARIANTS]]


def page_engine():
    for name in WASM_TESTS:
        yield f"engine in the page: {name}", node(f"tests/web/wasm/{name}.mjs", *(NATIVE if name in ("digest", "speed") else ()))
    yield "page: unit tests", ["node", "--test", "tests/web/unit/"]


def second_opinion():
    for name in ("oracle", "enchanters", "runebound"):
        yield f"oracle's own tests: {name}", [PY, f"tests/oracle/test_{name}.py"]
    yield "oracle perft: Runemasters", [PY, "tests/oracle/perft.py", f"{PERFT}/runemasters.json"]
    yield "oracle perft: Enchanters", [PY, "tests/oracle/perft.py", "--depth", "4", f"{PERFT}/enchanters.json"]
    yield "oracle perft: Runebound", [PY, "tests/oracle/perft.py", f"{PERFT}/runebound.json"]
    yield "oracle games: Runemasters", oracle_runemasters(1080)
    yield "oracle games: Enchanters", oracle_enchanters(216)
    yield "oracle games: Runebound", oracle_runebound(60)
    yield "oracle games: Reflets d'Acide", oracle_reflets(60)
    yield "oracle walks: Enchanters", [PY, "tests/oracle/walk.py", PROGRAM, "enchanters", "--walks", "500"]
    yield "oracle walks: Runebound", [PY, "tests/oracle/walk.py", PROGRAM, "runebound", "--walks", "200"]
    yield "oracle walks: Reflets d'Acide", [PY, "tests/oracle/walk.py", PROGRAM, "reflets", "--walks", "100"]


def many_games():
    yield "gauntlet", [f"{BUILD}/gauntlet", "500", "32"]


def contents():
    yield "content against its schema", [PY, "tests/content/validate.py", "--mkcontent", "build/tools/mkcontent"]
    yield "a ninth kingdom", [PY, "tests/content/ninth.py", PROGRAM]
    yield "content against the tables of its rules", [PY, "tests/content/enchanters.py"]
    yield "content of Runebound against the tables of its rules", [PY, "tests/content/runebound.py"]
    yield "content of Reflets d'Acide against the tables of its rules", [PY, "tests/content/reflets.py"]


def packaged():
    yield "the build itself", ["sh", "tests/build.sh"]
    yield "a player's build", ["make", "--no-print-directory", "-s", "-j" + JOBS, "NO_PAGE=1", "all", "build/libveillee.so.0"]
    yield "install and library", ["sh", "tests/install.sh"]
    yield "amalgamation", ["sh", "tests/amalgam.sh"]


def last():
    yield "figures", [PY, "tests/figures.py", PROGRAM]


def soak():
    yield "build", build("engine-wasm")
    yield "gauntlet", [f"{BUILD}/gauntlet", "100000", "64"]
    yield "oracle games: Runemasters", oracle_runemasters(10800)
    yield "oracle games: Enchanters", oracle_enchanters(10080)
    yield "oracle games: Runebound", oracle_runebound(5010)
    yield "oracle games: Reflets d'Acide", oracle_reflets(5004)
    yield "oracle walks: Enchanters", [PY, "tests/oracle/walk.py", PROGRAM, "enchanters", "--walks", "20000", "--seed", "2"]
    yield "oracle walks: Runebound", [PY, "tests/oracle/walk.py", PROGRAM, "runebound", "--walks", "20000", "--seed", "2"]
    yield "oracle walks: Reflets d'Acide", [PY, "tests/oracle/walk.py", PROGRAM, "reflets", "--walks", "5000", "--seed", "2"]
    yield "oracle perft: Runemasters", [PY, "tests/oracle/perft.py", "--depth", "3", f"{PERFT}/runemasters.json"]
    yield "oracle perft: Enchanters", [PY, "tests/oracle/perft.py", "--depth", "6", f"{PERFT}/enchanters.json"]
    yield "oracle perft: Runebound", [PY, "tests/oracle/perft.py", "--depth", "4", f"{PERFT}/runebound.json"]
    yield "page: contract of the board", node("tests/web/contract/run.mjs", "--program", PROGRAM, "--sample", "80")
    yield "page: contract of the board, nine sizes", node("tests/web/contract/run.mjs", "--program", PROGRAM, "--layout")
    yield "page: in the browser", once(node("tests/web/e2e/run.mjs", "--program", PROGRAM))
    yield "page: cold load", node("tests/web/e2e/load.mjs", "--program", PROGRAM, "--strict")
    yield "page: other browsers", once(node("tests/web/e2e/others.mjs", "--program", PROGRAM))
    yield "sanitizers: build of the simulation", make_sanitized("sims")
    yield "sanitizers: simulation", [PY, "tests/server/test_sim.py", ASAN, "--from", "1000", "--seconds", "3600"]
    yield "mutants", [PY, "tests/mutants.py"]
    yield "tidy, in depth", [PY, "tests/tidy.py", "--deep"]
    yield "figures", [PY, "tests/figures.py", PROGRAM, "--strict"]


def load():
    yield "build", build("engine-wasm")
    yield "native and WebAssembly play the same games", node("tests/web/wasm/digest.mjs", "--full", *NATIVE)
    yield "WebAssembly plays fast enough", node("tests/web/wasm/speed.mjs", "--strict", *NATIVE)
    yield "store, every cut point", [f"{BUILD}/store-tests", "--full"]
    yield "rooms, the large counts", [f"{BUILD}/rooms-tests", "--full"]
    yield "sanitizers: build", make_sanitized(f"{ASAN}/veillee", "door-native")
    yield "threads: build", make_threads()
    yield "the page's engine, many calls", node("tests/web/wasm/same.mjs", "--full", "--native", f"{ASAN}/door-native")
    yield "the page's engine, hostile calls", node("tests/web/wasm/hostile.mjs", "--full")
    yield "figures", [PY, "tests/server/figures.py", "--build", BUILD, "--full", *SANITIZED]


def fuzz(seconds):
    for name in FUZZERS:
        yield f"fuzz {name}", ["sh", "tests/fuzz/run.sh", name, str(seconds)]


def fuzz_long(seconds):
    yield "build", make_sanitized("fuzzers")
    yield from fuzz(seconds)


def quick():
    """What a change breaks first, within a minute, in two halves. The page is as it was built last."""
    return [basic(), chain(("server: rooms", [f"{BUILD}/rooms-tests"]),
                           ("command line", [PY, "tests/cli/run.py", PROGRAM]),
                           ("old games replay", [PY, "tests/records.py", PROGRAM]),
                           ("server: network layer", [f"{BUILD}/net-tests"]),
                           ("gauntlet", [f"{BUILD}/gauntlet", "50", "32"]),
                           ("pure core", [PY, "tests/pure.py", BUILD]),
                           ("format", [PY, "tests/format.py"]))]


def chain(*stages):
    yield from stages


class Sum:
    """What was counted, printed and logged; stages of two threads come one after the other."""

    def __init__(self, log, notes):
        self.log, self.notes, self.lock = log, notes, threading.Lock()
        self.passed = self.failed = 0
        self.bad = []

    def add(self, name, command, code, text, seconds, busy):
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
            print(f"-- {name}: {passed} ok, {failed} failed ({seconds:.0f} s, {busy:.0f} of a processor)", flush=True)
            for line in text.splitlines():
                if self.notes and line.startswith(("NOTE ", "COVER ")):
                    print("   " + line.split(" ", 1)[1])
            if failed:
                lines = text.splitlines()
                shown = [line[:400] for line in lines[:-40] if line.lstrip().startswith(("FAIL", "not ok"))][:20] + lines[-40:]
                print("\n".join("   " + line for line in shown), flush=True)
                self.bad.append((name, [line for line in shown if "FAIL" in line or "not ok" in line][:4] or shown[-3:]))
        return failed == 0

    def say(self):
        """The last lines: what failed once more, where nobody has to look for it, and the sum."""
        for name, shown in self.bad:
            print(f"FAILED {name}\n" + "\n".join("   " + line[:200] for line in shown))
        print(f"{self.passed} passed, {self.failed} failed")


NICE = 5  # of what nobody waits for

# A make of a stage is none of the make that called us: it has its own jobs.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "B", "S", "CC", "OPT", "CFLAGS")}
ENVIRONMENT.update(LC_ALL="C.UTF-8", VEILLEE_CHECK="1", VEILLEE=os.path.join(ROOT, PROGRAM))


def call(command, nice=0):
    """Exit code, output, seconds, and seconds of a processor, with all that it started."""
    began = time.time()
    p = subprocess.Popen(["nice", "-n", str(nice), *command] if nice else command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ENVIRONMENT)
    text = p.stdout.read().decode("utf-8", "replace")
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    return p.returncode, text, time.time() - began, used.ru_utime + used.ru_stime


def run(stages, only, total, nice=0):
    """True unless the stage called "build" failed: then nothing else is worth while."""
    for name, command in stages:
        if only and only not in name and name != "build":
            continue
        if shutil.which(command[0]) is None and not os.path.exists(os.path.join(ROOT, command[0])):
            total.add(name, command, 127, f"{command[0]} is not there", 0, 0)
            continue
        ok = total.add(name, command, *call(command, nice))
        if not ok and name == "build":
            return False
    return True


def beside(chains, rest, only, total):
    """These chains at once, each at a place of its own; whoever is through with it takes of the rest."""
    lock = threading.Lock()

    def work(stages):
        run(stages, only, total)
        while True:
            with lock:
                stages = rest.pop(0) if rest else None
            if stages is None:
                return
            run(stages, only, total, nice=NICE)

    places = [threading.Thread(target=work, args=(stages,)) for stages in chains]
    for p in places:
        p.start()
    for p in places:
        p.join()


def check(only, total):
    """The build and the basics; then the places."""
    if not run(first(), only, total):
        return
    run(basic(), only, total)
    beside([browsers(), served(), chain()],
           [style(), sanitized(), fuzz(4), packaged(), compilers(), second_opinion(), page_engine(), many_games(), contents()], only, total)
    run(last(), only, total)


def test(only, total):
    if run(chain(("build", build(more=("NO_PAGE=1",)))), only, total):
        beside(quick(), [], only, total)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("what", nargs="?", default="check", choices=["check", "test", "soak", "load", "fuzz"])
    ap.add_argument("seconds", nargs="?", type=int, default=600)
    ap.add_argument("--only", default="")
    args = ap.parse_args()
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with open(os.path.join(ROOT, "build", "check.log"), "w", encoding="utf-8") as log:
        total = Sum(log, args.what != "test")
        if args.what in ("check", "test"):
            {"check": check, "test": test}[args.what](args.only, total)
        else:
            run({"soak": soak, "load": load, "fuzz": lambda: fuzz_long(args.seconds)}[args.what](), args.only, total)
    total.say()
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
