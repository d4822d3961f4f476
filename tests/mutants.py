#!/usr/bin/env python3
"""Mutation testing of the rules: does a test notice when a rule is broken?

    mutants.py                       200 mutants of every game and of the machine; what `make mutants` runs
    mutants.py --game runemasters --count 30 --seed 2
    mutants.py --file chance         only files whose name contains the word
    mutants.py --from 80 --count 40  a part of the draw: one that was cut short goes on where it tells
    mutants.py --only 17 --game G    mutant 17 again: its diff, and what the tests say
    mutants.py --list                the mutants that would be tried; nothing is run
    mutants.py --self-test           the program itself: a known fault is caught, and what is not changed passes

A mutant is a rules file with one thing changed: a comparison, a number, an
operator, a truth value, a call left out. It is compiled alone and linked with
the objects of build/check; then the scenarios of the game run, perft, its unit
tests (the quickest first), the gauntlet and the golden games, until one fails: the
mutant is caught. What only whole games catch is told, since they cite no rule. One
that hangs (by its time on a processor) or that UBSan stops is caught too. One that
does not compile, or compiles to the very same object, is none: another is drawn.
The machine that carries out effects is judged like a game: by its unit tests, those
of the moor (a test game on it), and by the game that runs on it.

Mutants are numbered in the order drawn, by seed and by what they are: a number
stays good until the sources change, and the draw of other lines even then.
tests/mutants.equivalent.txt tells those that no test can catch, with the reason:
they are not tried. Exit 1 if more than 3 % survive.
"""
import argparse
import collections
import concurrent.futures
import glob
import hashlib
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading

import check

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD, SCRATCH = check.BUILD, "build/mutants"
EQUIVALENT = "tests/mutants.equivalent.txt"
# The files of a game that hold rules: no tables of words, no pack reader, no screens, no bot's eye.
PARTS = ("_rules", "_combat", "_verbs", "_way", "_legal", "_chance", "_ability", "_count", "_position",
         "_ask", "_effect", "_refuse", "_road", "_team", "_trial", "_turn", "_use",
         "_aid", "_asks", "_facts", "_market", "_odds", "_sound")
# Unit tests that look at every game, beside those named after it.
SHARED = ("test_refusals", "test_why", "test_campaign", "test_positions")
# The effect machine: rules that games share, and the game whose scenarios and golden games run on it.
MACHINE, MACHINE_SOURCES, MACHINE_GAME = "machine", ("src/core/effect.c", "src/core/machine.c"), "enchanters"
ALLOWED = 0.03  # of the mutants may survive
CC = os.environ.get("CC", "cc")
# As the tests are built, with assertions; what is undefined stops the program.
FLAGS = ["-std=c17", "-w", "-Werror=implicit-function-declaration", "-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-DVL_PURE"]
CPU_SECONDS = 60  # of any run; each program has about twice what it takes unchanged

WHOLE_GAMES = GAUNTLET, GOLDEN = "gauntlet", "golden"
PROGRAM = "PROGRAM"  # stands in a command for the one linked with the mutant
UNITS = "units"
NONE, SURVIVED = "no mutant", "survived"

Mutant = collections.namedtuple("Mutant", "path start end text")  # file, what is replaced, by what

# ---- what can be changed ----

TOKEN = re.compile(r"""(?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
    |(?P<number>\b(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*\b)|(?P<word>\b[A-Za-z_]\w*\b)
    |(?P<sign><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])""", re.X | re.M | re.S)
CLAIMS = {"VL_VERIFY", "VL_ASSERT", "assert", "static_assert", "_Static_assert"}
OTHERS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
          "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "+=": ["-="], "-=": ["+="], "++": ["--"], "--": ["++"],
          "|=": ["&="], "&=": ["|="], "!": [""], "~": [""], "true": ["false"], "false": ["true"], "min": ["max"], "max": ["min"],
          "vl_min": ["vl_max"], "vl_max": ["vl_min"]}
BINARY = {"+", "-"}  # as signs of a number they are left alone
STATEMENT_AFTER = {";", "{", "}", ")", ":", "else"}
SIZES = re.compile(r"\s*(?:static |const |struct |unsigned )*\w+ \**\w+(?:\[\w+\])*\[$")  # a declaration, up to its bound


def tokens(source):
    """(kind, text, start) of all that is code; comments, strings, # lines and claims are not."""
    found = [(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(source) if m.lastgroup != "skip"]
    out, i = [], 0
    while i < len(found):
        if found[i][1] in CLAIMS:
            i = closing(found, i + 1)
        else:
            out.append(found[i])
        i += 1
    return out


def closing(toks, i):
    """The index of the bracket that closes the one at i; i if there is none."""
    depth = 0
    for k in range(i, len(toks)):
        depth += {"(": 1, ")": -1}.get(toks[k][1], 0)
        if depth == 0:
            return k
    return i


def numbers(text):
    """One more and one less, written like the original."""
    digits = text.rstrip("uUlL")
    value, suffix = int(digits, 0), text[len(digits):]
    return [f"{n}{suffix}" for n in (value + 1, value - 1) if n >= 0]


def left_out(toks, i):
    """The end of the call `name(...);` if a statement begins with it at token i, else None."""
    void = [t[1] for t in toks[max(0, i - 3):i]] == ["(", "void", ")"]
    first = i - 3 if void else i
    if i + 1 >= len(toks) or toks[i + 1][1] != "(" or first == 0 or toks[first - 1][1] not in STATEMENT_AFTER:
        return None
    last = closing(toks, i + 1)
    if last + 1 >= len(toks) or toks[last + 1][1] != ";":
        return None
    return toks[first][2], toks[last][2] + 1


KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "do"}


def mutants_of(path, source):
    """Every mutant of one file, in the order of its text."""
    toks, out = tokens(source), []
    for i, (kind, text, at) in enumerate(toks):
        before = toks[i - 1] if i else ("", "", 0)
        if kind == "number":
            line = source[source.rfind("\n", 0, at) + 1:at]
            if not SIZES.match(line):
                out += [Mutant(path, at, at + len(text), other) for other in numbers(text)]
        elif text in BINARY and not (before[0] in ("number", "word") and before[1] not in KEYWORDS or before[1] in (")", "]")):
            continue
        else:
            out += [Mutant(path, at, at + len(text), other) for other in OTHERS.get(text, [])]
        if kind == "word" and text not in KEYWORDS:
            call = left_out(toks, i)
            if call:
                out.append(Mutant(path, *call, ""))
    return out


def changed(mutant, source):
    return source[:mutant.start] + mutant.text + source[mutant.end:]


def lines_of(mutant, source):
    """Line number, the lines that it touches, and what they become; blanks do not count."""
    begin = source.rfind("\n", 0, mutant.start) + 1
    end = source.find("\n", mutant.end)
    old, new = source[begin:end], source[begin:mutant.start] + mutant.text + source[mutant.end:end]
    return source.count("\n", 0, mutant.start) + 1, " ".join(old.split()), " ".join(new.split())


# ---- trying one ----


class Bench:
    """How the mutants of one game are compiled, linked and run. `programs` are (name, objects, command) in the order
    that catches soonest, PROGRAM in a command being the one linked; the mutated object stands before the others and
    so in place of the one in the archive."""

    def __init__(self, folder, includes, programs, libs, others=(), seconds=CPU_SECONDS):
        self.others = others  # how unit tests begin that play another game: no mutant runs there
        self.folder, self.includes, self.programs, self.libs, self.seconds = folder, includes, programs, libs, seconds
        self.originals, self.takes = {}, {}  # takes: seconds of a processor, by program

    def compile(self, name, source, folder):
        """The object, or None. Always from the same place, so that the same code is the same object."""
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(source)
        # The file itself is no source to keep: a cache of objects would only be filled with it.
        done = subprocess.run([CC, *FLAGS, *self.includes, "-c", name, "-o", "mutant.o"], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "CCACHE_DISABLE": "1"})
        return os.path.join(folder, "mutant.o") if done.returncode == 0 else None

    def limit(self, name):
        """Of what hangs nothing is learned by waiting."""
        return min(self.seconds, 3 + int(2 * self.takes.get(name, self.seconds)))

    def run(self, mutated, folder, show=False, measure=False):
        """The name of the program that fails, None if all pass; NONE if it cannot be linked."""
        for name, parts, command in self.programs:
            program = os.path.join(folder, name)
            linked = subprocess.run([CC, "-o", program, *mutated, *parts, *self.libs], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if linked.returncode:
                return NONE
            began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            done = subprocess.run(["sh", "-c", f'ulimit -c 0; ulimit -t {self.limit(name)}; exec "$@"', "sh", *[program if w == PROGRAM else w for w in command]],
                                  cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                if show:
                    print(f"{name}:", *done.stdout.decode("utf-8", "replace").splitlines()[-12:], sep="\n  ")
                return name
            if measure:
                self.order_tests(name, done.stdout.decode("utf-8", "replace"))
                self.takes[name] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
        return None

    def order_tests(self, name, said):
        """What -v said of unit tests: from now on the quickest come first."""
        if name != UNITS:
            return
        tests = sorted((int(ms), test) for test, ms in re.findall(r"^ok (\w+) \((\d+) ms\)", said, re.M))
        quick = [PROGRAM, "-x", "-t", *[test for _, test in tests if not test.startswith(self.others)]]
        self.programs = [(one, parts, quick if one == UNITS else command) for one, parts, command in self.programs]

    def verdict(self, mutant, source, worker, show=False):
        """NONE, SURVIVED, or the name of the program that caught it."""
        folder, name = os.path.join(self.folder, worker), os.path.basename(mutant.path)
        same = self.originals.get(mutant.path)
        made = self.compile(name, changed(mutant, source), folder)
        if not made:
            return NONE
        with open(made, "rb") as f:
            if f.read() == same:
                return NONE
        return self.run([made], folder, show) or SURVIVED

    def whole(self, sources):
        """The sources unchanged must pass, compiled as the mutants are; what stops them, or None."""
        made = []
        for path, source in sources.items():
            one = self.compile(os.path.basename(path), source, os.path.join(self.folder, "whole"))
            if not one:
                return f"{path} does not compile"
            with open(one, "rb") as f:
                self.originals[path] = f.read()
            made.append(os.path.join(self.folder, "whole", os.path.basename(path) + ".o"))
            os.replace(one, made[-1])
        found = self.run(made, os.path.join(self.folder, "whole"), show=True, measure=True)
        return "the programs cannot be linked" if found == NONE else found


def objects(*patterns):
    """The objects of these sources; a pattern that finds none is a mistake."""
    names = []
    for pattern in patterns:
        found = sorted(glob.glob(os.path.join(ROOT, pattern)))
        if not found:
            sys.exit(f"mutants: no file is called {pattern}")
        names += [f"{BUILD}/obj/{os.path.relpath(n, ROOT)[:-2]}.o" for n in found]
    return names


def programs_of(name):
    """What judges the mutants of a game, or of the machine, in the order that catches soonest."""
    game = MACHINE_GAME if name == MACHINE else name
    program = objects("src/sim/*.c", "src/cli/*.c", "src/cli/*/*.c") + [f"{BUILD}/obj/gen/tutorials.o", f"{BUILD}/obj/gen/schemas.o"]
    if os.path.exists(os.path.join(ROOT, BUILD, "obj/gen/static_files.o")):  # with the server, where its libraries are
        program += objects("src/server/*.c", "src/server/*/*.c") + [f"{BUILD}/obj/gen/static_files.o"]
    archive = [f"{BUILD}/libveillee.a"]
    told = sorted(os.path.relpath(n, ROOT) for n in glob.glob(os.path.join(ROOT, f"tests/scenarios/{game}/*.json")))
    tests = ["tests/unit/test_effect.c", "tests/unit/test_moor.c"] if name == MACHINE else [f"tests/unit/test_{name}_*.c", *[f"tests/unit/{n}.c" for n in SHARED]]
    common = [f"tests/unit/{n}" for n in os.listdir(os.path.join(ROOT, "tests/unit")) if n.endswith(".c") and not n.startswith("test_")]
    units = (UNITS, objects("tests/unit/test_main.c", *tests, *common, "tests/games/*.c", "src/games/null/null.c") + program + archive, [PROGRAM, "-v"])
    scenarios = ("scenarios", objects("src/main.c") + program + archive, [PROGRAM, "scenario", *told])
    perft = ("perft", objects("tests/perft/perft.c") + archive, [PROGRAM, f"tests/perft/{game}.json"])
    golden = (GOLDEN, objects("tests/golden/golden.c") + archive, [sys.executable, "tests/golden.py", "--program", PROGRAM, "--only", prefix(game) + "-"])
    gauntlet = (GAUNTLET, objects("tests/gauntlet/gauntlet.c", "tests/games/gauntlet.c") + archive, [PROGRAM, "2", "16", game])
    return [units, scenarios, perft, gauntlet, golden] if name == MACHINE else [scenarios, perft, units, gauntlet, golden]


def prefix(game):
    """How its files, unit tests and golden games begin: rb of Runebound."""
    return os.path.basename(glob.glob(os.path.join(ROOT, f"src/games/{game}/*_tables.c"))[0]).split("_")[0]


def bench_of(name):
    others = tuple(f"{prefix(game)}_" for game in games() if game not in (name, MACHINE_GAME if name == MACHINE else name))
    with open(os.path.join(ROOT, BUILD, "flags"), encoding="utf-8") as f:
        libs = [word for word in f.read().split() if word.startswith("-l")]
    return Bench(os.path.join(ROOT, SCRATCH, name), [f"-I{os.path.join(ROOT, d)}" for d in ("src", "include", "build/gen")], programs_of(name), libs, others)


def make_bench():
    """The objects are those of all other tests; all that is told is what failed."""
    programs = [f"{BUILD}/{name}" for name in ("veillee", "golden", "perft", "gauntlet")]
    if subprocess.run(check.make(BUILD, "test-program", *programs), cwd=ROOT).returncode:
        sys.exit("mutants: the programs that judge cannot be built")


# ---- a game ----


def games():
    with open(os.path.join(ROOT, "src/games/games.def"), encoding="utf-8") as f:
        return re.findall(r"^X\((\w+)\)", f.read(), re.M)


def files_of(name):
    """The files of a game that hold rules, or those of the machine."""
    if name == MACHINE:
        return MACHINE_SOURCES
    every = sorted(os.path.relpath(n, ROOT) for n in glob.glob(os.path.join(ROOT, f"src/games/{name}/*.c")))
    return [path for path in every if path[:-2].endswith((*PARTS, f"/{name}"))]


def sources_of(name, word=""):
    found = {}
    for path in files_of(name):
        if word in os.path.basename(path):
            with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                found[path] = f.read()
    return found


def known_as(mutant, source):
    """What EQUIVALENT knows a mutant by."""
    return (mutant.path, *lines_of(mutant, source)[1:])


def drawn(seed, sources):
    """All mutants in the order of the draw: by a hash of what each is, so that those of other lines stay where they
    are when a line changes."""
    lots, seen = [], collections.Counter()
    for path, source in sources.items():
        for mutant in mutants_of(path, source):
            known = known_as(mutant, source)
            seen[known] += 1  # the same line may stand there twice
            lots.append((hashlib.sha256(repr((seed, seen[known], known)).encode()).digest(), mutant))
    return [mutant for _, mutant in sorted(lots)]


def equivalents():
    """{(file, line, line changed)} of EQUIVALENT: stanzas of `file`, `- line`, `+ line`, reason."""
    known = set()
    path = os.path.join(ROOT, EQUIVALENT)
    with open(path, encoding="utf-8") as f:
        stanzas = re.split(r"\n\s*\n", re.sub(r"^#.*\n", "", f.read(), flags=re.M))
    for stanza in filter(str.strip, stanzas):
        lines = [line.strip() for line in stanza.strip().splitlines()]
        if len(lines) < 4 or not lines[1].startswith("- ") or not lines[2].startswith("+ "):
            sys.exit(f"{EQUIVALENT}: not file, - line, + line, reason: {lines[0]}")
        known.add((lines[0], " ".join(lines[1][2:].split()), " ".join(lines[2][2:].split())))
    return known


class Progress:
    """How far it is, on one line of a terminal or now and then in a log; survivors are shown as they are found."""

    def __init__(self, game):
        self.game, self.tty, self.done, self.survived = game, sys.stderr.isatty(), 0, 0
        self.lock = threading.Lock()

    def add(self, number, verdict, mutant, source):
        with self.lock:
            self.done += verdict != NONE
            self.survived += verdict == SURVIVED
            if verdict == SURVIVED:
                self.clear()
                show(number, mutant, source)
            if verdict != NONE and (self.tty or self.done % 20 == 0):
                print(f"{self.game}: {self.done} tried, {self.survived} survived", end="\r" if self.tty else "\n", file=sys.stderr, flush=True)

    def clear(self):
        if self.tty:
            print(" " * 60, end="\r", file=sys.stderr, flush=True)


def try_all(bench, every, sources, order, args, progress):
    """{number: verdict} of the first args.count in `order` that are mutants at all, whichever worker is faster."""
    free = [f"worker{j}" for j in range(args.jobs)]

    def one(number):
        worker = free.pop()
        verdict = bench.verdict(every[number], sources[every[number].path], worker)
        free.append(worker)
        progress.add(number, verdict, every[number], sources[every[number].path])
        return number, verdict

    found, following = {}, 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while len(found) < args.count and following < len(order):
            batch = order[following:following + args.count - len(found)]
            following += len(batch)
            found.update((n, v) for n, v in pool.map(one, batch) if v != NONE)
    return found


def show(number, mutant, source):
    line, old, new = lines_of(mutant, source)
    print(f"{number}: {mutant.path}:{line}\n  - {old}\n  + {new}", flush=True)


def survivors(game, args):
    """Mutates one game and tells of it; the share that survived."""
    sources = sources_of(game, args.file)
    every = drawn(args.seed, sources)
    if args.list:
        for number, mutant in enumerate(every[:args.count]):
            show(number, mutant, sources[mutant.path])
        print(f"{game}: {len(every)} mutants can be made")
        return 0
    bench = bench_of(game)
    stopped = bench.whole(sources)
    if stopped:
        sys.exit(f"mutants: {game} fails unchanged: {stopped}")
    if args.only is not None:
        if not 0 <= args.only < len(every):
            sys.exit(f"mutants: {game} has mutants 0 to {len(every) - 1}")
        mutant = every[args.only]
        show(args.only, mutant, sources[mutant.path])
        found = bench.verdict(mutant, sources[mutant.path], "worker0", show=True)
        print(found if found in (NONE, SURVIVED) else f"caught by {found}")
        return 0
    known, progress = equivalents(), Progress(game)
    order = [n for n, m in enumerate(every) if n >= args.first and known_as(m, sources[m.path]) not in known]
    found = try_all(bench, every, sources, order, args, progress)
    progress.clear()
    last = max(found, default=args.first - 1)
    print(f"{game}: the next is --from {last + 1}")
    return told(game, found, last + 1 - args.first - sum(n <= last for n in order))


def told(game, found, equivalent):
    """The sum of a game; the share that survived."""
    alive, whole_games = (sum(v in what for v in found.values()) for what in ((SURVIVED,), WHOLE_GAMES))
    share = alive / max(1, len(found))
    print(f"{game}: {len(found)} mutants, {len(found) - alive} caught, {alive} survived ({100 * share:.1f} %)"
          + (f"; {whole_games} caught by whole games only" if whole_games else "")
          + (f"; {equivalent} more are known as equivalent" if equivalent else ""), flush=True)
    return share


# ---- the program itself ----

TINY = r'''/* A rule: 1 < 2 && never(); is not code. */
#include <assert.h>
#define LIMIT 3 /* == 3 */
static const char *words = "a == b + 1";
static_assert(1 + 1 == 2, "1");
int taken(int face, int pit);
int taken(int face, int pit)
{
    assert(pit >= 0);
    if (face <= pit) /* face > pit */
        return face;
    (void)words;
    return pit;
}
'''
TINY_MAIN = "int taken(int, int);\nint main(void) { return taken(2, 3) == 2 && taken(4, 3) == 3 ? 0 : 1; }\n"


def self_test():
    passed = failed = 0

    def check(ok, what):
        nonlocal passed, failed
        passed, failed = passed + bool(ok), failed + (not ok)
        if not ok:
            print("FAIL", what)

    made = mutants_of("tiny.c", TINY)
    texts = [(TINY[m.start:m.end], m.text) for m in made]
    check(texts == [("<=", "<"), ("<=", ">")], f"only the comparison of the rule is code: {texts}")
    code = "int f(int a)\n{\n    int b[4];\n    g(a, 1);\n    (void)h();\n    return !a ? 0x10u : -1 + max(a, b[2]) - true;\n}\n"
    texts = {(code[m.start:m.end], m.text) for m in mutants_of("f.c", code)}
    check(texts == {("g(a, 1)", ""), ("1", "2"), ("1", "0"), ("(void)h()", ""), ("!", ""), ("0x10u", "17u"), ("0x10u", "15u"), ("+", "-"),
                    ("max", "min"), ("2", "3"), ("2", "1"), ("-", "+"), ("true", "false")}, f"every kind of change: {sorted(texts)}")
    check(drawn(1, {"f.c": code}) == drawn(1, {"f.c": code}) != drawn(2, {"f.c": code}), "a seed is a draw")
    other = code.replace("g(a, 1);", "g(a);")
    texts = [[(c[m.start:m.end], m.text) for m in drawn(1, {"f.c": c}) if m.start > c.index("(void)")] for c in (code, other)]
    check(texts[0] == texts[1] and texts[0], "a line that changes leaves the draw of the others")
    with tempfile.TemporaryDirectory(prefix="veillee-mutants-") as folder:
        main = os.path.join(folder, "main.c")
        with open(main, "w", encoding="utf-8") as f:
            f.write(TINY_MAIN)
        bench = Bench(folder, [], [("tiny", [main], [PROGRAM])], [], seconds=1)
        check(bench.whole({"tiny.c": TINY}) is None, "the rule unchanged passes")
        at = TINY.index("face <= pit")

        def verdict(old, new):
            start = TINY.index(old, at)
            return bench.verdict(Mutant("tiny.c", start, start + len(old), new), TINY, "worker0")

        check(verdict("<=", ">") == "tiny", "the broken rule is caught")
        check(verdict("return pit", "return pit - (face == 9)") == SURVIVED, "what no test looks at survives")
        check(verdict("<=", "<") == NONE, "the same code is no mutant")
        check(verdict("<=", "<=<") == NONE, "what does not compile is no mutant")
        check(verdict("return face", "for (volatile int on = 1; on;) continue") == "tiny", "what hangs is caught")
        check(verdict("return face", "return words[face < 9 ? 1 << (30 + face) : 0]") == "tiny", "what is undefined is caught")
    possible = {known_as(m, source) for name in (*games(), MACHINE) for path, source in sources_of(name).items() for m in mutants_of(path, source)}
    for path, old, new in sorted(equivalents() - possible):
        check(False, f"{EQUIVALENT}: there is no such mutant any more: {path}: {old} -> {new}")
    make_bench()
    for name in (*games(), MACHINE):
        stopped = bench_of(name).whole(sources_of(name))
        check(stopped is None, f"{name} fails unchanged: {stopped}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    names = [*games(), MACHINE]
    ap = argparse.ArgumentParser(description="Mutation testing of the rules.")
    ap.add_argument("--game", choices=names)
    ap.add_argument("--count", type=int, default=200, help="mutants of each game, and of the machine")
    ap.add_argument("--from", type=int, default=0, dest="first", help="leave out those before this number")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--file", default="", help="only files whose name contains this")
    ap.add_argument("--only", type=int, help="this mutant alone, with its diff; needs --game")
    ap.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    ap.add_argument("--list", action="store_true")
    ap.add_argument("--self-test", action="store_true")
    args = ap.parse_args()
    if args.self_test:
        return self_test()
    if args.only is not None and not args.game:
        ap.error("--only needs --game")
    if not args.list:
        make_bench()
    shares = [survivors(name, args) for name in ([args.game] if args.game else names)]
    return 1 if max(shares) > ALLOWED else 0


if __name__ == "__main__":
    sys.exit(main())
