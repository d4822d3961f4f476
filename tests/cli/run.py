#!/usr/bin/env python3
"""The command line, from outside: every command, every bad input, whole games.

    run.py PROGRAM [WORD]      the tests whose name contains WORD

Each test has a home of its own. Prints what fails, then "N passed, N failed".
"""
import json
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = ""
WIDTH = 80
GAME = "runemasters"
COMMANDS = ["games", "play", "replay", "sim", "scenario", "content", "rules", "engine", "bench", "serve", "table", "join", "store", "campaign"]
TESTS = []


class Failure(Exception):
    pass


def test(function):
    TESTS.append(function)
    return function


def check(condition, what):
    if not condition:
        raise Failure(what)


def check_in(part, whole, what=""):
    """Wherever lines were broken."""
    check(part in whole or " ".join(part.split()) in " ".join(whole.split()), f"{what}: {part!r} is not in {whole[-800:]!r}")


# ---- running ----

class Home:
    """A folder with the environment of one user."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="veillee-cli-")
        self.env = {k: v for k, v in os.environ.items()
                    if not k.startswith("LC_") and k not in ("LANG", "NO_COLOR", "XDG_DATA_HOME", "COLUMNS", "LINES")}
        self.env.update(HOME=self.path, XDG_DATA_HOME=os.path.join(self.path, "data"), XDG_STATE_HOME=os.path.join(self.path, "state"), LC_ALL="C.UTF-8", TERM="xterm")

    def file(self, name, text=None):
        path = os.path.join(self.path, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
        return path

    def run(self, *args, stdin="", env=None, limit=None, timeout=60):
        def confine():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return subprocess.run([PROGRAM, *args], input=stdin.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**self.env, **(env or {})}, cwd=self.path, timeout=timeout,
                              preexec_fn=confine if limit is not None else None)

    def out(self, *args, code=0, **how):
        """Standard output of a run that must exit with `code`."""
        r = self.run(*args, **how)
        check(r.returncode == code, f"{' '.join(args)}: exit {r.returncode}, not {code}: {r.stderr.decode()[-400:]}")
        return r.stdout.decode()

    def saved(self):
        folder = os.path.join(self.env["XDG_DATA_HOME"], "veillee", "games")
        return sorted(os.path.join(folder, n) for n in os.listdir(folder)) if os.path.isdir(folder) else []

    def close(self):
        shutil.rmtree(self.path, ignore_errors=True)


def columns(line):
    line = re.sub(r"\x1b\[[0-9;]*m", "", line)
    return sum(0 if unicodedata.combining(c) else 1 for c in line)


def check_width(text, what):
    for line in text.split("\n"):
        check(columns(line) <= WIDTH, f"{what}: {columns(line)} columns: {line!r}")


def check_bad(home, args, code, words, stdin="", **how):
    """One line on the error stream that says what, nothing like a crash, the right code."""
    r = home.run(*args, stdin=stdin, **how)
    err = r.stderr.decode()
    what = " ".join(args)
    check(r.returncode == code, f"{what}: exit {r.returncode}, not {code}: {err!r}")
    check(err.count("\n") == 1 and err.endswith("\n"), f"{what}: not one line: {err!r}")
    for word in words:
        check_in(word, err, what)
    return err


class Terminal:
    """The program on a pseudo-terminal of 80 columns."""

    def __init__(self, home, *args, env=None):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(home.path)
                os.execve(PROGRAM, [PROGRAM, *args], {**home.env, **(env or {})})
            finally:
                os._exit(127)
        self.text = ""
        self.before = termios.tcgetattr(self.fd)

    def wait_for(self, words, seconds=60):
        end = time.time() + seconds
        while words not in self.text:
            check(time.time() < end, f"terminal: {words!r} never came: {self.text[-600:]!r}")
            if not self.read(end):
                break
        check_in(words, self.text, "terminal")

    def read(self, end):
        ready, _, _ = select.select([self.fd], [], [], max(0, end - time.time()))
        try:
            data = os.read(self.fd, 65536) if ready else b"-"
        except OSError:
            data = b""
        if ready:
            self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def type(self, line):
        self.text = ""
        os.write(self.fd, line.encode() + b"\n")

    def end(self, seconds=60):
        """Exit code, or -signal."""
        limit = time.time() + seconds
        while self.read(limit) and time.time() < limit:
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def record(home, seed=1, *more):
    path = home.file("game.veillee")
    home.out("play", GAME, "--seats", "greedy", "--seed", str(seed), "--no-save", "--record", path, "--force", *more)
    return path


# ---- help, version, start ----

@test
def help_of_every_command(home):
    for lang in ("fr", "en"):
        check_width(home.out("--lang", lang, "--help"), "--help")
        for command in COMMANDS:
            text = home.out(command, "--help", "--lang", lang)
            check_in("veillee " + command, text)
            check_in("--lang", text)
            check_width(text, command + " --help")


@test
def help_names_every_command(home):
    for command in COMMANDS:
        check_in("\n  " + command + " ", home.out("--help"))


@test
def version(home):
    check(re.fullmatch(r"veillee \d+\.\d+\.\d+\n", home.out("--version")), "--version")


@test
def man_page_and_completions_know_every_option(home):
    texts = {name: open(os.path.join(ROOT, name), encoding="utf-8").read()
             for name in ("docs/veillee.1", "completions/veillee.bash", "completions/veillee.zsh", "completions/veillee.fish")}
    for command in [None, *COMMANDS]:
        for option in re.findall(r"^\s+(?:-\w, )?--([a-z-]+)", home.out(*filter(None, [command]), "--help"), re.M):
            for name, text in texts.items():
                spelled = {"docs/veillee.1": "\\-\\-" + option.replace("-", "\\-"),
                           "completions/veillee.fish": "-l " + option}.get(name, "--" + option)
                check_in(spelled, text, f"{name}, {command}")
    subprocess.run(["bash", "-n", os.path.join(ROOT, "completions/veillee.bash")], check=True)


@test
def plain_program_starts_a_game(home):
    if home.run("serve", "--limits").returncode == 0:
        return  # it opens the page instead: tests/server/test_home.py
    text = home.out(stdin="quit\n")
    check_in("Runemasters", text)
    check_in("--resume", text)


# ---- bad command lines ----

@test
def bad_command_lines(home):
    cases = [
        (["frobnicate"], ["frobnicate", "--help"]),
        (["plya", GAME], ["plya", '"play"']),
        (["--frob"], ["--frob"]),
        (["games", "--jsn"], ["--jsn", "--json"]),
        (["games", "-x"], ["-x"]),
        (["games", "--json=1"], ["--json"]),
        (["games", GAME, "more"], ["more"]),
        (["games", "runemaster"], ["runemaster", '"runemasters"']),
        (["play", "chess"], ["chess"]),
        (["play", GAME, "--seed"], ["--seed"]),
        (["play", GAME, "--seed", "-1"], ["--seed", "-1"]),
        (["play", GAME, "--seed", "18446744073709551616"], ["--seed"]),
        (["play", "enchanters", "--seed", "-1"], ["--seed", "-1"]),  # RULE EN-ERR-08
        (["play", "enchanters", "--seed", "dice"], ["--seed", "dice"]),
        (["play", GAME, "--lang", "de"], ["--lang", "de"]),
        (["play", GAME, "--color", "red"], ["--color", "red"]),
        (["play", GAME, "--dice", "loaded"], ["--dice", "loaded"]),
        (["play", GAME, "--seats", "robot"], ["robot"]),
        (["play", GAME, "--seats", ""], ["--seats"]),
        (["play", GAME, "--seats", "human,human,human,human,human"], ["RM-BAD-04"]),
        (["play", GAME, "--names", "Ana,Ben"], ["--names"]),
        (["play", GAME, "--set", "guardians"], ["guardians"]),
        (["play", GAME, "--set", "guardians=1"], ["guardians", "RM-BAD-03"]),
        (["play", GAME, "--set", "guardians=99999999999"], ["guardians", "RM-BAD-03"]),
        (["play", GAME, "--set", "players=3", "--set", "guardians=2"], ["players", "RM-BAD-04"]),
        (["play", GAME, "--set", "difficulty=easy"], ["difficulty", "RM-BAD-06"]),
        (["play", GAME, "--set", "speed=9"], ["speed"]),
        (["play", GAME, "--resume"], [GAME]),
        (["play", GAME, "--resume", "--new"], ["--resume"]),
        (["play", GAME, "--content", "nowhere.json"], ["nowhere.json"]),
        (["play", GAME, "--position", "nowhere.json"], ["nowhere.json"]),
        (["play", GAME, "--load", "nowhere.veillee"], ["nowhere.veillee"]),
        (["replay"], ["FILE"]),
        (["replay", "nowhere.veillee"], ["nowhere.veillee"]),
        (["replay", "/"], ["/"]),
        (["rules"], ["GAME"]),
        (["rules", "chess"], ["chess"]),
        (["content", "frob"], ["frob"]),
        (["content", "check"], ["check"]),
        (["content", "check", "nowhere.json"], ["nowhere.json"]),
        (["content", "show", "nowhere.json"], ["nowhere.json"]),
        (["sim"], ["GAME"]),
        (["sim", "chess"], ["chess"]),
        (["sim", GAME, "--games", "0"], ["--games", "0"]),
        (["engine", "chess"], ["chess"]),
        (["bench", "chess"], ["chess"]),
    ]
    for args, words in cases:
        check_bad(home, args, 2, words)
        check_bad(home, [*args, "--lang", "fr"] if "--lang" not in args and args[-1] != "--seed" else args, 2, [])


@test
def faults_as_json(home):
    r = home.run("games", "chess", "--json")
    check(r.returncode == 2 and r.stdout == b"", "exit")
    fault = json.loads(r.stderr)
    check(fault["status"] == "usage" and "chess" in fault["text"], str(fault))


@test
def faults_speak_the_language_wherever_it_stands(home):
    check_in("commande inconnue", check_bad(home, ["frob", "--lang", "fr"], 2, []))
    check_in("commande inconnue", check_bad(home, ["--lang=fr", "frob"], 2, []))
    check_in("commande inconnue", check_bad(home, ["frob"], 2, [], env={"LC_ALL": "fr_FR.UTF-8"}))


@test
def closed_and_full_output(home):
    with open("/dev/full", "w") as full:
        for args in (["games"], ["rules", GAME], ["--help"]):
            r = subprocess.run([PROGRAM, *args], stdout=full, stderr=subprocess.PIPE, env=home.env)
            check(r.returncode == 2 and r.stderr.count(b"\n") == 1, f"{args}: {r.returncode} {r.stderr!r}")
    r = subprocess.run(["sh", "-c", '"$0" rules runemasters | true; "$0" rules runemasters 2>err | true', PROGRAM],
                       stderr=subprocess.PIPE, env=home.env, cwd=home.path)
    check(r.returncode == 0, "pipe")
    reader, writer = os.pipe()
    os.close(reader)
    r = subprocess.run([PROGRAM, "rules", GAME], stdout=writer, stderr=subprocess.PIPE, env=home.env)
    os.close(writer)
    check(r.returncode == 128 + signal.SIGPIPE and not r.stderr, f"closed pipe: {r.returncode} {r.stderr!r}")


# ---- games, rules, content, scenarios ----

@test
def games(home):
    check_in(GAME, home.out("games"))
    for lang in ("fr", "en"):
        text = home.out("games", GAME, "--lang", lang)
        check_width(text, "games")
        for option in ("guardians", "difficulty", "preset_paths", "legend"):
            check_in(option, text)
    listed = json.loads(home.out("games", "--json"))
    options = {o["name"]: o for g in listed if g["id"] == GAME for o in g["options"]}
    check(options["guardians"]["lo"] == 2 and options["guardians"]["hi"] == 4, "range")
    check(options["difficulty"]["default"] == "novice" and "hero" in options["difficulty"]["values"], "words")
    check(options["preset_dean"]["default"] == "ask", "unset")


@test
def rules(home):
    check_in("RM-HIT-02", home.out("rules", GAME, "RM-HIT-02"))
    check(home.out("rules", GAME, "hit-02") == home.out("rules", GAME, "rm-hit-02"), "short id")
    area = home.out("rules", GAME, "hit")
    check(area.count("RM-HIT-") >= 12 and "RM-MOVE-01 " not in area, "area")
    check_in("RM-BAD-20", home.out("rules", GAME, "E_DIE_USED"))
    check_in("RM-HIT-02", home.out("rules", GAME, "first", "monster"))
    check(home.out("rules", GAME, "déplacement", "--lang", "fr") == home.out("rules", GAME, "DEPLACEMENT", "--lang", "fr"), "accents")
    check(len(json.loads(home.out("rules", GAME, "--json"))) > 500, "all")
    check({"id", "fr", "en"} <= set(json.loads(home.out("rules", GAME, "hit-02", "--json"))[0]), "json")
    for lang in ("fr", "en"):
        check_width(home.out("rules", GAME, "--lang", lang), "rules")
    check_bad(home, ["rules", GAME, "xyzzy"], 1, ["xyzzy"])


@test
def content(home):
    path = home.file("pack.json")
    home.out("content", "export", GAME, path)
    check(home.out("content", "export", GAME) == open(path, encoding="utf-8").read(), "export")
    home.out("content", "check", path)
    check_in("troll_red", home.out("content", "show", GAME))
    check(json.loads(home.out("content", "show", path, "troll_red")), "show")
    check_bad(home, ["content", "show", GAME, "nobody"], 1, ["nobody"])
    check_bad(home, ["content", "export", GAME, "/dev/full"], 2, ["/dev/full"])
    home.out("play", GAME, "--content", path, "--seats", "greedy", "--no-save")


@test
def bad_packs(home):
    whole = json.loads(home.out("content", "export", GAME))

    def changed(change):
        pack = json.loads(json.dumps(whole))
        change(pack)
        return json.dumps(pack)

    section = "monsters"
    cases = [
        (changed(lambda p: p[section][0].pop("weak")), "/monsters/0"),
        (changed(lambda p: p[section][1].update(key=p[section][0]["key"])), "/monsters/1"),
        (changed(lambda p: p["types"][0].update(abilities=[["flies", 2]])), "/types/0"),
        (changed(lambda p: p[section][0]["reward"].update(mana=99999999999999999999)), "/monsters/0/reward"),
        (changed(lambda p: p.update(game="chess")), "game"),
        (json.dumps(whole)[:2000], "bad.json:1:2001"),
        ("", "bad.json:1:1"),
    ]
    for text, where in cases:
        path = home.file("bad.json", text)
        check_in(where, home.out("content", "check", path, code=1), "check")
        check(json.loads(home.out("content", "check", path, "--json", code=1))[0]["faults"] > 0, "json")
        check_bad(home, ["play", GAME, "--content", path], 2, ["bad.json"])


@test
def scenarios(home):
    good = {"id": "T-1", "game": GAME, "position": {"base": "D2", "dice": ["red", "red", "blue", "white"]}, "moves": [], "expect": {"/temple": 6}}
    ok = home.file("ok.json", json.dumps(good))
    no = home.file("no.json", json.dumps({**good, "id": "T-2", "expect": {"/temple": 5}}))
    check_in("1 passed, 0 failed", home.out("scenario", ok))
    check_in("/temple", home.out("scenario", no, code=1))
    check_in("1 passed, 1 failed", home.out("scenario", ok, no, code=1))
    check(json.loads(home.out("scenario", no, "--json", code=1))[0]["passed"] is False, "json")
    r = home.run("scenario", home.file("broken.json", "{"))
    check(r.returncode == 2 and r.stderr.count(b"\n") == 1, "not JSON")
    broken = home.file("inv.json", json.dumps({**good, "position": {**good["position"], "temple": 9}}))
    check_in("/temple", home.out("scenario", broken, code=1), "a position that breaks an invariant")


@test
def scenarios_say_what_is_wrong(home):
    table = {"game": GAME, "position": {"base": "D4", "active": "kulak", "dice": ["red", "blue", "white", "white"]}}

    def told(name, *scenarios, lang="en", code=1):
        return home.out("--lang", lang, "scenario", home.file(name, json.dumps([{**table, **s} for s in scenarios])), code=code)

    awaited = "Awaited: Kulak, your turn: 4 dice left to play, 4 mana."
    out = told("refused.json", {"id": "a", "moves": ["hit 0"]}, {"id": "b", "moves": ["charge one"]}, {"id": "c", "moves": [{"illegal": "hit 0", "rule": "RM-BAD-20"}]})
    check_in(f'a /moves/0: the move "hit 0" is refused [RM-BAD-25]. There is no monster on your path. {awaited}', out)
    check_in(f"cannot be read from “one” on. {awaited}", out, "the word where reading stopped")
    check_in(f"c /moves/0/rule: refused by RM-BAD-25, expected RM-BAD-20. There is no monster on your path. {awaited}", out)
    check_in("Il n’y a pas de monstre sur votre chemin. Attendu : Kulak, à vous", told("fr.json", {"id": "a", "moves": ["hit 0"]}, lang="fr"))
    fault = json.loads(home.out("scenario", home.file("refused.json"), "--json", "--lang", "en", code=1))[1]["faults"][0]
    check(fault["word"] == "one" and awaited in fault["text"], "json: " + str(fault))
    check_in("a: /options/guardians=9: The game needs 2, 3 or 4 guardians", told("o.json", {"id": "a", "options": {"guardians": 9}}), "the rule's words")
    check_in("/options/guardians: This position is impossible", told("b.json", {"id": "a", "options": {"guardians": 2}, "expect": {"/temple": 4}}))
    told("r.json", {"id": "a", "options": {"guardians": 9}, "refused": "RM-BAD-03"}, code=0)
    check_in("the move did not cause \"killed\"; found charged", told("e.json", {"id": "a", "moves": ["charge 0", {"events": ["killed"]}]}))
    check_in('expected "end", found "move 0 red"', told("l.json", {"id": "a", "legal_moves": ["end"]}))
    check_in("it checks nothing", told("n.json", {"id": "a", "moves": ["charge 0"]}))
    check_in("/expect/~1nowhere: ", told("null.json", {"id": "a", "expect": {"/nowhere": None}}))
    one, two = (home.file(f, json.dumps({**table, "id": "a", "expect": {"/temple": 4}})) for f in ("one.json", "two.json"))
    check_in("two.json: a: /id: ", home.out("--lang", "en", "scenario", one, two, code=1), "an id of another file")
    check_bad(home, ["scenario", home.file("none.json", "[]")], 2, ["none.json"])


# ---- records ----

@test
def replay(home):
    path = record(home)
    for lang in ("fr", "en"):
        text = home.out("replay", path, "--lang", lang)
        check_in("RM-", text)
        check_width(text, "replay")
        check_width(home.out("replay", path, "--board", "--lang", lang), "replay --board")
    home.out("replay", path, "--verify")
    answer = json.loads(home.out("replay", path, "--verify", "--json"))
    check(answer["verified"] is True and answer["draws"] > 0 and answer["by_hand"] is False and "error" not in answer, "verify --json")
    start, end = (json.loads(home.out("replay", path, "--json", *to)) for to in (["--to", "0"], []))
    check(start["outcome"] == "running" and end["outcome"] != "running", "positions")
    lines = [json.loads(line) for line in home.out("replay", path, "--trace").splitlines()]
    check([x["entry"] for x in lines] == list(range(-1, len(lines) - 1)), "trace")
    check(lines[-1]["actor"] == "over" and lines[-1]["position"] == end, "end of the trace")
    for a, b in zip(lines, lines[1:]):
        moves = a.get("legal") or [o["move"] for o in a["outcomes"]]
        check(a["actor"] == "chance" or b["move"] in moves, f"{b['move']} was not listed")
    copy = home.file("copy.veillee")
    home.out("replay", path, "--save", copy, "--json")
    check(open(path, "rb").read() == open(copy, "rb").read(), "read and write gives the same bytes")
    check_bad(home, ["replay", path, "--to", "99999"], 2, ["--to", "99999"])


@test
def bad_records(home):
    path = record(home, 2)
    text = open(path, encoding="utf-8").read()
    lines = text.split("\n")
    first = lines.index("") + 1
    moves = [i for i in range(first, len(lines)) if re.match(r"\d+ ", lines[i])]
    cut = "\n".join(lines[:moves[5]]) + "\n"
    altered = list(lines)
    altered[moves[4]] = lines[moves[4]].split(" ")[0] + " hit 9"
    nonsense = list(lines)
    nonsense[moves[4]] = "what is this"
    cases = [(cut, "line"), ("\n".join(altered), f"line {moves[4] + 1}"), ("\n".join(nonsense), f"line {moves[4] + 1}"),
             (text.replace("veillee-record 1", "veillee-record 9"), "line 1"), ("", "line"), ("\0\0\0", "line"),
             (text.replace("game runemasters", "game chess"), "line 2"), (text[:-20], "line")]
    for bad, where in cases:
        name = home.file("bad.veillee", bad)
        err = check_bad(home, ["replay", name], 2, ["bad.veillee", where])
        if "hit 9" in bad:
            check_in("RM-BAD-", err, "the rule that refuses")
        check_bad(home, ["play", GAME, "--load", name], 2, ["bad.veillee"])
    r = home.run("replay", home.file("bad.veillee", "\n".join(altered)), "--recover", "--json")
    check(r.returncode == 0 and b"RM-BAD-" in r.stderr and json.loads(r.stdout)["outcome"] == "running", "recover")
    seed = re.search(r"^seed ([0-9a-f]{64})$", text, re.M)
    check(seed, "the seed is in the record")
    other = text.replace(seed.group(1), "0" * 64)
    check_bad(home, ["replay", home.file("seed.veillee", other), "--verify"], 2, ["seed.veillee"])


@test
def bad_positions(home):
    position = json.loads(home.out("replay", record(home), "--json", "--to", "12"))
    home.out("play", GAME, "--no-save", "--position", home.file("good.json", json.dumps(position)), stdin="quit\n", code=1)
    cases = [({"temple": 9}, "/temple"), ({"round": -1}, "/round"), ({"active": "merlin"}, "/active"), ({"frob": 1}, "/frob")]
    for change, where in cases:
        path = home.file("bad.json", json.dumps({**position, **change}))
        check_bad(home, ["play", GAME, "--position", path], 2, [where])
    check_bad(home, ["play", GAME, "--position", home.file("bad.json", "[1,")], 2, ["bad.json"])


# ---- playing through a pipe ----

@test
def whole_games_by_script(home):
    for lang, over in (("fr", "Partie terminée"), ("en", "Game over")):
        for seed, guardians in ((1, 4), (2, 3), (3, 2)):
            text = home.out("play", GAME, "--lang", lang, "--seed", str(seed), "--set", f"guardians={guardians}",
                            stdin="1\n" * 3000)
            check_in(over, text)
            check_width(text, "plain")
            check(not re.search(r"\[[a-z]+\.[a-z_.]+\]|\{[a-z]+\}", text), "a text is missing")
            check("\x1b" not in text and "─" not in text and "│" not in text, "plain has no drawing")


@test
def boards_fit_the_screen(home):
    for lang in ("fr", "en"):
        for seed in range(1, 9):
            guardians = 2 + seed % 3
            args = ["play", GAME, "--board", "--lang", lang, "--seed", str(seed), "--no-save", "--color", "always",
                    "--set", f"guardians={guardians}", "--set", "difficulty=" + ("legend" if seed % 2 else "initiation")]
            for script in ("1\n" * 3000, "end\n" * 3000, "3\n2\n1\nend\n" * 800):
                text = home.run(*args, stdin=script).stdout.decode()  # some are not over when the script is
                check_width(text, f"board, seed {seed}")
                check_in("\x1b[", text)


@test
def ascii_only(home):
    for args in (["--ascii"], []):
        env = {} if args else {"LC_ALL": "C"}
        for lang in ("fr", "en"):
            for more in ([], ["--board"]):
                text = home.out("play", GAME, "--lang", lang, "--seed", "5", *more, *args, stdin="?\nhint\n1\nend\n" * 20, env=env)
                check(text.isascii(), "not ASCII: " + ascii(text)[:200])
                check_width(text, "ascii")


@test
def language_of_the_system(home):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        check_in("jeux", home.out("--help", env={"LC_ALL": "", name: "fr_CA.UTF-8"}))
    check_in("games", home.out("--help", env={"LC_ALL": "de_DE.UTF-8"}))
    check_in("games", home.out("--help", env={"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}))


@test
def commands_in_both_languages(home):
    for words in (["help", "hint", "log", "board", "view", "moves", "rules hit-02", "why", "why 1", "preview 1"],
                  ["aide", "conseil", "journal", "plateau", "vue", "coups", "règles hit-02", "pourquoi", "pourquoi 1", "aperçu 1"]):
        for lang in ("fr", "en"):
            text = home.out("play", GAME, "--lang", lang, "--seed", "1", "--no-save", code=1, stdin="\n".join(words) + "\n")
            check("neither a move" not in text and "ni un coup" not in text, f"{lang}: {text[-500:]}")
            check_in("RM-HIT-02", text)
            check_width(text, "commands")
    text = home.out("play", GAME, "--lang", "en", "--seed", "1", "--no-save", code=1, stdin="lang fr\n?\nlangue en\n")
    check_in("français", text)
    check_in("English", text)
    view = home.out("play", GAME, "--seed", "1", "--no-save", code=1, stdin="view json\n")
    check(any(line.startswith("{") and json.loads(line)["actions"] for line in view.splitlines()), "view json")


@test
def moves_by_number_notation_and_words(home):
    # seed 1: dice yellow violet red blue for Neltai on the red path
    logs = []
    for typed in ("move 3 blue", "move 3 bl", "m 3 b", "Move 3 BLEU", "se 3 bleu", "5"):
        text = home.out("play", GAME, "--seed", "1", "--no-save", code=1, stdin=typed + "\nlog 1\n")
        logs.append(text[text.index("[move"):].split("]")[0] if "[move" in text else text[-300:])
    check(len(set(logs)) == 1 and logs[0] == "[move 3 blue", str(logs))
    text = home.out("play", GAME, "--seed", "1", "--no-save", code=1, stdin="move 1\nfrobnicate\nhnit\n0\n999\n")
    check_in("3 moves fit", text)
    check_in('"frobnicate"', text)
    check_in('did you mean "hint"', text)
    check_in("There is no move 999", text)


@test
def refused_moves_name_their_rule(home):
    text = home.out("play", GAME, "--seed", "1", "--no-save", code=1,
                    stdin="hit 9\nh 9\nrelease\nwhy hit 9\nwhy release\nwhy nonsense\nultimate\nchoose_dean 0\nhit\nlog\n")
    check(text.count("No: There is no such die") == 3, "hit 9, h 9, why hit 9")
    for rule in ("RM-BAD-18", "RM-BAD-47", "RM-BAD-42", "RM-BAD-10"):
        check_in(rule, text)
    check_in('"nonsense": no move', text)


@test
def undo_and_redo(home):
    text = home.out("play", GAME, "--seed", "1", "--no-save", code=1, stdin="5\nundo\nredo\nundo\nundo\nredo\nlog 20\n")
    check(text.count("Taken back") == 2 and text.count("Done again") == 2, text[-500:])
    check_in("Nothing to undo", text)
    base = ["play", GAME, "--seed", "4", "--no-save", "--seats", "human,human", "--names", "Ana,Ben"]
    text = home.out(*base, code=1, stdin="end\nundo\nyes\nno\nlog 1\n")
    check_in("Ana: do you agree", text)
    check_in("Ben: do you agree", text)
    check_in("Not everybody agrees", text)
    text = home.out(*base, code=1, stdin="end\nundo\ny\noui\n")
    check(text.count("do you agree") == 2 and "Taken back" in text, "consent")
    text = home.out(*base, code=1, stdin="charge 0\nundo\n")
    check("do you agree" not in text and "Taken back" in text, "free")
    alone = home.out("play", GAME, "--seed", "4", "--no-save", code=1, stdin="end\nundo\n")
    check("do you agree" not in alone and "afresh" in alone, "a single person has agreed by asking")


@test
def seats_and_machines(home):
    text = home.out("play", GAME, "--seats", "human,greedy", "--seed", "3", "--no-save", code=1, stdin="end\n")
    check_in("(greedy)", text)
    a = home.out("play", GAME, "--seats", "greedy,random", "--seed", "3", "--no-save")
    b = home.out("play", GAME, "--seats", "greedy,random", "--seed", "3", "--no-save")
    check(a == b and "Game over" in a, "the same seed gives the same game")
    text = home.out("play", GAME, "--choose", "--seed", "3", "--no-save", code=1, stdin="choose_guardian kulak\nlog 1\n")
    check_in("[choose_guardian kulak]", text)


# ---- companion mode ----

@test
def real_dice_and_cards(home):
    script = ["troll g", "blue archer 2", "undo", "shadow red", "dragon", "dawn", "troll g", "zzz", "shadow yel",
              "poison", "werewolf red", "r r w", "r r w z", "r r w b r", "rrwb", "undo", "Red rouge W bleue", "log 3"]
    box = ["play", GAME, "--dice", "hand", "--set", "guardians=4", "--set", "players=1", "--set", "difficulty=novice", "--set",
           "preset_guardians=neltai,ismoros,kulak,kyreas", "--set", "preset_paths=red,blue,green,yellow", "--set", "preset_dean=0"]
    text = home.out(*box, "--no-save", code=1, stdin="\n".join(script) + "\n")
    for words in ("[roll red red white blue]", "[draw werewolf_red]", "could mean", "RM-CHN-03", "RM-CHN-02", "It takes 4 faces",
                  '"z" is none of the faces', '"zzz"', "Taken back"):
        check_in(words, text, "companion")
    text = home.out(*box, "--no-save", "--lang", "fr", code=1,
                    stdin="troll vert\nombre rouge\nombre jaune\npoison\nloup rouge\nv b j m\nbl r r r\njournal 1\n")
    check_in("[roll green blue yellow violet]", text)
    path = home.file("hand.veillee")
    home.out(*box, "--record", path, stdin="troll g\nshadow red\n")
    check_bad(home, ["replay", path, "--verify"], 1, ["hand.veillee", "entered by hand"])
    answer = json.loads(home.out("replay", path, "--verify", "--json", code=1))
    check(answer["verified"] is False and answer["by_hand"] is True, "real dice cannot be verified")
    check_in("entered by hand", answer["error"]["text"])
    text = home.out("play", GAME, "--resume", stdin="shadow yellow\n")
    check_in("Yellow Shadow", text)


# ---- nothing is lost ----

@test
def end_of_input_keeps_the_game(home):
    text = home.out("play", GAME, "--seed", "1", stdin="5\n")
    check_in("--resume", text)
    check(len(home.saved()) == 1, "saved")
    check_in("[move 3 blue]", home.out("play", GAME, "--resume", stdin="log 1\n"))
    again = home.out("play", GAME, stdin="log\n")
    check("[move 3 blue]" not in again, "through a pipe a game is only resumed with --resume")
    home.out("play", GAME, "--resume", "--lang", "fr", stdin="quitter\n")
    check_in("not kept", home.run("play", GAME, "--no-save", stdin="").stderr.decode())


@test
def taking_a_game_up_is_no_fault(home):
    home.out("play", GAME, "--seed", "1", stdin="5\n")
    r = home.run("play", GAME, "--resume", stdin="log 1\n")
    check(r.returncode == 0 and r.stderr == b"", f"{r.returncode} {r.stderr!r}")


@test
def killed_games_go_on(home):
    p = subprocess.Popen([PROGRAM, "play", GAME, "--seed", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=home.env)
    p.stdin.write(b"5\nlog 1\n")
    p.stdin.flush()
    seen = b""
    while b"[move 3 blue]" not in seen:
        seen += os.read(p.stdout.fileno(), 65536)
    p.kill()
    p.wait()
    p.stdin.close()
    p.stdout.close()
    check_in("[move 3 blue]", home.out("play", GAME, "--resume", stdin="log 1\n"))


@test
def torn_journal(home):
    home.out("play", GAME, "--seed", "1", stdin="5\n")
    path = home.saved()[0]
    with open(path, "a", encoding="utf-8") as f:
        f.write("0 charge")
    r = home.run("play", GAME, "--resume", stdin="log 1\n")
    check(r.returncode == 0 and b"[move 3 blue]" in r.stdout, r.stderr.decode())


@test
def stopped_by_a_signal(home):
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        p = subprocess.Popen([PROGRAM, "play", GAME, "--seed", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=home.env)
        p.stdin.write(b"5\nlog 1\n")
        p.stdin.flush()
        seen = b""
        while b"[move 3 blue]" not in seen:
            seen += os.read(p.stdout.fileno(), 65536)
        p.send_signal(number)
        out, err = p.communicate(timeout=20)
        check(p.returncode == code, f"exit {p.returncode}, not {code}")
        check(b"--resume" in out and err == b"", f"{out[-300:]!r} {err!r}")
        check_in("[move 3 blue]", home.out("play", GAME, "--resume", stdin="log 1\n"))


@test
def full_disk(home):
    text = home.run("play", GAME, "--seed", "1", "--no-save", stdin="save /dev/full\n5\nlog 1\n")
    check(b"/dev/full" in text.stderr and b"[move 3 blue]" in text.stdout, "save, then play on")
    r = home.run("play", GAME, "--seats", "greedy", "--seed", "1", "--no-save", "--record", "/dev/full")
    check(r.returncode == 2 and b"/dev/full" in r.stderr, f"--record: {r.returncode} {r.stderr!r}")
    r = home.run("play", GAME, "--seed", "1", stdin="5\nlog 1\n", limit=300)
    check(r.returncode == 1 and b"[move 3 blue]" in r.stdout, f"journal: {r.returncode} {r.stderr!r}")
    check(0 < r.stderr.count(b"\n") <= 3, f"{r.stderr!r}")
    blocked = home.file("blocked", "a file, not a folder")
    r = home.run("play", GAME, "--seed", "1", stdin="5\n", env={"XDG_DATA_HOME": blocked})
    check(r.returncode == 1 and b"blocked" in r.stderr, f"no store: {r.returncode} {r.stderr!r}")


@test
def an_old_file_survives_a_failed_save(home):
    path = record(home)
    before = open(path, "rb").read()
    r = home.run("play", GAME, "--seats", "greedy", "--seed", "9", "--no-save", "--record", path, limit=600)
    check(r.returncode == 2 and open(path, "rb").read() == before, f"{r.returncode}")
    check(sorted(os.listdir(home.path)) == ["game.veillee"], "nothing is left lying about")


@test
def saved_games_can_be_loaded(home):
    path = home.file("mid.veillee")
    home.out("play", GAME, "--seed", "1", "--no-save", code=1, stdin=f"5\nsave {path}\n")
    check_in("[move 3 blue]", home.out("play", GAME, "--load", path, stdin="log 1\n"))
    check_in("[move 3 blue]", home.out("play", "--load", path, stdin="log 1\n"), "the record names its game")
    check_bad(home, ["play", GAME, "--load", path, "--seed", "3"], 2, ["--load"])
    check_bad(home, ["play", "enchanters", "--load", path], 2, [GAME])


# ---- at a terminal ----

@test
def terminal_with_colours(home):
    t = Terminal(home, "play", GAME, "--seed", "1", "--lang", "en")
    t.wait_for("> ")
    t.wait_for("End the turn")
    check("\x1b[" in t.text and "─" in t.text, "colours and lines")
    check_width(t.text, "terminal")
    t.type("5")
    t.wait_for("3 dice left")
    t.type("quit")
    t.wait_for("--resume")
    check(t.end() == 0, "exit")
    t = Terminal(home, "play", GAME, "--lang", "fr")
    t.wait_for("Reprendre laquelle")
    t.type("")
    t.wait_for("3 dés à jouer")
    t.type("quitter")
    check(t.end() == 0, "exit")
    t = Terminal(home, "play", GAME, "--lang", "fr")
    t.wait_for("Reprendre laquelle")
    t.type("0")
    t.wait_for("Manche 1")
    t.wait_for("\n> ")
    t.type("quitter")
    check(t.end() == 0, "exit")


@test
def quit_leaves_every_question(home):
    for word in ("quit", "quitter", "q"):
        t = Terminal(home, "play", "--lang", "en")
        t.wait_for("Which game?")
        t.type(word)
        check(t.end() == 0 and not home.saved(), f"{word} at the list of games")
    home.out("play", GAME, "--seed", "1", stdin="5\n")
    t = Terminal(home, "play", GAME, "--lang", "en")
    t.wait_for("Go on with which one?")
    t.type("quit")
    check(t.end() == 0 and len(home.saved()) == 1, "at the unfinished games")
    cases = [(["--seats", "human,human", "--seed", "4"], "end\nundo\n", "do you agree"), (["--choose"], "", "Choose the guardian"),
             (["--dice", "hand"], "", "Beside the real box"), (["--tutorial"], "", "Lesson 1/")]
    for args, before, words in cases:
        text = home.out("play", GAME, "--new" if "--tutorial" not in args else "--no-save", *args, "--lang", "en",
                        stdin=before + "quit\n" + "1\n" * 50, code=1 if "--tutorial" in args else 0)
        check_in(words, text)
        check("Game over" not in text, "the rest was not played")


@test
def unfinished_games_are_told_apart_and_deleted(home):
    home.out("play", GAME, "--seed", "1", "--set", "difficulty=hero", "--seats", "human,greedy", "--names", "Ana", stdin="quit\n")
    os.utime(home.saved()[0], (1, 1))  # the newest comes first
    home.out("play", GAME, "--seed", "1", stdin="5\n")
    t = Terminal(home, "play", GAME, "--lang", "en")
    t.wait_for("delete N")
    check_in("Round 1; player 1; ", t.text)
    check_in("Round 1; Ana, greedy; ", t.text)
    check_in("Difficulty Hero", t.text)
    check_width(t.text, "unfinished games")
    t.type("delete 2")
    t.wait_for("Delete game 2 for good?")
    t.type("no")
    t.wait_for("Go on with which one?")
    check(len(home.saved()) == 2, "a no keeps it")
    t.type("effacer 2")
    t.wait_for("for good?")
    t.type("yes")
    t.wait_for("Go on with which one?")
    check(len(home.saved()) == 1 and "Hero" not in t.text, "gone")
    t.type("1")
    t.wait_for("3 dice left")
    t.type("quit")
    check(t.end() == 0, "exit")


@test
def enter_takes_the_only_move(home):
    text = home.out("play", GAME, "--no-save", "--seed", "1", "--lang", "en", stdin="1\n" * 4 + "\nlog 20\n", code=1)
    check_in("[end]", text)
    text = home.out("play", GAME, "--no-save", "--seed", "1", "--lang", "en", stdin="\n\n\nlog 1\n", code=1)
    check_in("[roll ", text[text.rindex("End the turn"):], "where there is a choice it does nothing")


@test
def typed_ahead_is_played_in_order(home):
    t = Terminal(home, "play", GAME, "--seed", "1", "--lang", "en", "--no-save")
    t.wait_for("End the turn")
    t.type("move 3 blue\nend\nlog 30\nquit")
    t.end()
    check_in("[move 3 blue]", t.text)
    check_in("[end]", t.text)


@test
def terminal_without_colours(home):
    for env, args in (({"NO_COLOR": "1"}, []), ({"TERM": "dumb"}, []), ({}, ["--color", "never"])):
        t = Terminal(home, "play", GAME, "--seed", "1", "--no-save", *args, env=env)
        t.wait_for("4 dice left")
        t.type("quit")
        t.end()
        check("\x1b" not in t.text, "no escape sequences")
    t = Terminal(home, "play", GAME, "--seed", "1", "--no-save", "--plain")
    t.wait_for("4 dice left")
    t.type("quit")
    t.end()
    check("─" not in t.text and "│" not in t.text, "--plain draws nothing")


@test
def terminal_is_restored(home):
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        t = Terminal(home, "play", GAME, "--seed", "1", "--lang", "en")
        t.wait_for("End the turn")
        t.text = ""
        if number == signal.SIGINT:
            os.write(t.fd, b"\x03")
        else:
            os.kill(t.pid, number)
        t.wait_for("--resume")
        check(termios.tcgetattr(t.fd) == t.before, "the terminal's mode is as it was")
        check(t.end() == code, "exit code")


@test
def hang_up_loses_nothing(home):
    t = Terminal(home, "play", GAME, "--seed", "1", "--lang", "en")
    t.wait_for("End the turn")
    t.type("5")
    t.wait_for("3 dice left")
    os.close(t.fd)
    os.waitpid(t.pid, 0)
    check_in("[move 3 blue]", home.out("play", GAME, "--resume", stdin="log 1\n"))


# ---- lessons ----

def lesson():
    with open(os.path.join(ROOT, "tutorials", GAME + ".json"), encoding="utf-8") as f:
        return json.load(f)


def by_the_book(steps):
    """What is typed to follow a lesson: Enter for what is told, the first move that is named for what is to be done."""
    spent, lines = set(), []
    for step in steps:
        moves = [m for m in step.get("expect", []) if not step.get("group") or (step["group"], m) not in spent]
        lines.append(moves[0] if moves else "")
        spent.add((step.get("group"), lines[-1]))
    return lines


@test
def tutorial_is_followed_to_its_end(home):
    steps = lesson()["steps"]
    for lang, words in (("en", "You know how to play!"), ("fr", "Vous savez jouer !")):
        typed = "\n".join(by_the_book(steps)) + "\nquit\n"
        text = home.out("play", GAME, "--tutorial", "--lang", lang, "--record", home.file("lesson.veillee"), "--force", stdin=typed)
        check_width(text, "--tutorial")
        for n in range(1, len(steps) + 1):
            check(f" {n}/{len(steps)}. " in text, f"step {n} was not shown")
        check_in(words, text)
        check(text.count("1. ") > 0 and text.rstrip().endswith("--resume goes on with it." if lang == "en" else "--resume la reprend."), "kept")
        home.out("replay", home.file("lesson.veillee"), "--verify")


@test
def tutorial_can_be_skipped_at_every_step(home):
    steps = lesson()["steps"]
    text = home.out("play", GAME, "--tutorial", "--no-save", "--lang", "en", stdin="skip\n" * len(steps) + "quit\n", code=1)
    check_in("You know how to play!", text)
    check_in("Three monsters in one turn!", text)
    for at in range(len(steps)):
        text = home.out("play", GAME, "--tutorial", "--no-save", "--lang", "fr", stdin="passer\n" * at + "passer tout\ncoups\nquit\n", code=1)
        check_in("La leçon est finie", text)
        check_in("Terminer le tour" if "choose" not in str(steps[at].get("expect")) else "Blesser", text[text.index("La leçon est finie"):])


@test
def tutorial_gives_way_to_another_move(home):
    text = home.out("play", GAME, "--tutorial", "--no-save", "--lang", "en", stdin="move 0 blue\nundo\nmove 0 blue\nend\nquit\n", code=1)
    check_in("You play another way", text)
    check_in("Back to the lesson.", text)
    check(text.count("Good to know: ") >= 2, "remarks")
    check(len(set(re.findall(r"Good to know: .*", text))) == text.count("Good to know: "), "each remark once")


@test
def tutorial_is_taken_up_again(home):
    home.out("play", GAME, "--tutorial", "--lang", "en", stdin="hit 1\nquit\n")
    text = home.out("play", GAME, "--tutorial", "--resume", "--lang", "en", stdin="quit\n")
    check_in("Lesson 7/", text)
    text = home.out("play", GAME, "--resume", "--lang", "en", stdin="quit\n")
    check("Lesson" not in text, "only when asked for")


@test
def tutorial_is_no_other_game(home):
    home.out("play", GAME, "--seed", "3", stdin="quit\n")
    text = home.out("play", GAME, "--tutorial", "--resume", "--lang", "en", stdin="quit\n")
    check("Lesson" not in text, "another game is no lesson")


@test
def tutorial_chooses_its_game(home):
    check_bad(home, ["play", GAME, "--tutorial", "--seed", "1", "--lang", "en"], 2, ["--seed does not go with it"])
    check_bad(home, ["play", GAME, "--tutorial", "--set", "guardians=3"], 2, ["--set"])
    check_bad(home, ["play", GAME, "--tutorial", "--load", "x"], 2, ["--load"])


@test
def tutorial_on_a_terminal(home):
    t = Terminal(home, "play", GAME, "--tutorial", "--lang", "en")
    t.wait_for("Lesson 1/")
    t.type("")
    t.wait_for("Lesson 2/")
    check("Type the number" not in t.text and "Hit:" not in t.text, "one idea at a time")
    t.type("hit 1")
    t.wait_for("Lesson 7/")
    t.type("?")
    t.wait_for("skip all")
    t.type("skip all")
    t.wait_for("The lesson is over")
    t.type("quit")
    check(t.end() == 0, "exit code")


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    passed = failed = 0
    for function in TESTS:
        if word not in function.__name__:
            continue
        home = Home()
        try:
            function(home)
            passed += 1
        except (Failure, subprocess.SubprocessError, ValueError, OSError, KeyError, IndexError) as e:
            failed += 1
            print(f"FAIL {function.__name__}: {type(e).__name__}: {e}")
        finally:
            home.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
