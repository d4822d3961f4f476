#!/usr/bin/env python3
"""The engine protocol from outside, and what a command line must not leave unheard.

    engine.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import json
import os
import re
import signal
import subprocess
import sys

import run
from run import ROOT, check, check_bad, check_in

GAMES = ["runemasters", "enchanters"]
run.TESTS.clear()
test = run.test


def engine(home, *lines, game=GAMES[0], args=()):
    """The answers to the lines, each a list of lines; the greeting is left out."""
    out = home.out("engine", game, "--lang", "en", *args, stdin="\n".join(lines) + "\n").splitlines()
    answers, now = [], []
    for line in out:
        now.append(line)
        if re.match(r"(ok|pong|bestmove|error)\b", line):
            answers.append(now)
            now = []
    check(not now, f"an answer without a closing line: {now}")
    return answers[1:]


def fault(answer):
    check(answer[-1].startswith("error "), f"not refused: {answer}")
    check(len(answer) == 1, f"data before the error: {answer}")
    found = json.loads(answer[-1][6:])
    check(found["status"] and found["text"], f"{answer}")
    return found


def dice(answers):
    return [line for answer in answers for line in answer if line.startswith(("chance ", "played "))]


# ---- chance ----

TO_CHANCE = {
    "runemasters": "start moves choose_guardian kulak, choose_guardian kyreas, choose_guardian neltai, choose_guardian ismoros, "
                   "place_guardian red, place_guardian blue, place_guardian green, place_guardian yellow",
    "enchanters": "start",
}


def rolls(home, game, *commands, args=()):
    """What chance shows after each command."""
    lines = [line for command in commands for line in (command, *["chance"] * 4)]
    if game == "enchanters":
        args = ("--set", "kingdom_mode=random", *args)
    answers = engine(home, *lines, game=game, args=args)
    return [tuple(dice(answers[i:i + 5])) for i in range(0, len(answers), 5)]


@test
def position_and_newgame_do_not_rewind_chance(home):
    for game in GAMES:
        position = "position " + TO_CHANCE[game]
        got = rolls(home, game, *[position] * 4)
        check(len(set(got)) == 4, f"{game}: the same dice again: {got}")
        hosted = [dice([a]) for a in engine(home, *["newgame", "host"] * 3, game=game)]
        games = [moves for moves in hosted if moves]
        check(len(games) == 3 and games[0] != games[1] != games[2] != games[0], f"{game}: newgame plays the same game again")


@test
def a_seed_begins_chance_again(home):
    for game in GAMES:
        start = TO_CHANCE[game]
        seeded = "position " + start.replace("start", "start seed 7")
        got = rolls(home, game, seeded, "position " + start, seeded, "position " + start, args=("--seed", "9"))
        check(got[0] == got[2] and got[1] == got[3] and got[0] != got[1], f"{game}: {got}")
        again = rolls(home, game, "position " + start, args=("--seed", "7"))
        check(again[0] == got[0], f"{game}: --seed and seed are the same thing")
    a, b, c = engine(home, "newgame seed 18446744073709551615", "newgame", "position start seed 0")
    check(a[:-1] == ["generator seed 18446744073709551615", "seats 4", "actor 0"], str(a))
    check(b[:-1] == ["generator goes on", "seats 4", "actor 0"], str(b))
    check(c[:-1] == ["generator seed 0", "seats 4", "actor 0"], str(c))


@test
def a_position_that_fails_changes_no_dice(home):
    position = "position " + TO_CHANCE["runemasters"]
    plain = dice(engine(home, position, *["chance"] * 4))
    tried = dice(engine(home, position, "position start seed 5 moves fly", "newgame seed 5 x", "position start seed x",
                        "setoption players 3", "setoption guardians 2", "newgame seed 5", *["chance"] * 4))
    check(plain == tried, f"{plain} {tried}")


@test
def asking_a_bot_changes_no_dice(home):
    position = "position " + TO_CHANCE["runemasters"]
    quiet = dice(engine(home, "position start", position, *["chance"] * 4))
    asked = dice(engine(home, "position start", "go", "go bot random", "go", position, *["chance"] * 4))
    check(quiet == asked, f"{quiet} {asked}")


@test
def a_session_is_the_same_again(home):
    lines = ["newgame", "host 0", "moves", "go", "newgame seed 4", "host"]
    for game in GAMES:
        first, second = ([[re.sub(r"time \d+", "", line) for line in a] for a in engine(home, *lines, game=game)] for _ in "12")
        check(first == second, game)


# ---- what is printed on things ----

def records(value):
    """Every object of a pack that has a key."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict) and "key" in value:
        yield value["key"], value
    for part in inside:
        yield from records(part)


def printed(value, path, steps):
    """What column `path` says of a record, read off the JSON; a word as itself; None: not told here. `steps`: where steps stand."""
    for at, part in enumerate(path):
        if path[:at] in steps:
            value = [value] if value and isinstance(value[0], str) else value or []
            if part == "length":
                return len(value)
            i = int(path[at + 1])
            if i >= len(value):
                return -1 if part == "verb" else 0
            return value[i][0] if part == "verb" else None
        if part == "there":
            return int(value is not None)
        if part == "length":
            return len(value or [])
        if part in ("n", "d", "source") and not isinstance(value, dict):  # an amount
            return None if value else 0
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.isdigit():
            value = value[int(part)] if int(part) < len(value) else None
        elif isinstance(value, str):
            return None  # a word that stands for a set
        elif value is not None:
            return int(part in value)
    return value if value is None or isinstance(value, str) else int(value)  # what is left out, the game may complete


def told(lines):
    """Families: their columns (path, range, words by number) and things (key, values)."""
    families = {}
    for line in lines:
        word, first, *rest = line.split(" ")
        if word == "traits":
            columns, things = families[first] = [], []
            size = [int(n) for n in rest]
        elif word == "column":
            check(int(first) == len(columns), line)
            words = dict(w.split("=") for w in rest[2].split(",") if "=" in w) if len(rest) > 2 else {}
            columns.append((rest[0].split("/")[1:], [int(n) for n in rest[1].split("..")], words))
        else:
            things.append((rest[0], [int(v) for v in rest[1:]]))
            check(len(rest) - 1 == len(columns) == size[1] and int(first) < size[0], f"the size differs: {line}")
    return families


@test
def traits_are_what_the_pack_says(home):
    for game in GAMES:
        with open(os.path.join(ROOT, "content", game + ".json"), encoding="utf-8") as f:
            pack = dict(records(json.load(f)))
        compared = 0
        for family, (columns, things) in told(engine(home, "traits", game=game)[0][:-1]).items():
            steps = [path[:-2] for path, _, _ in columns if path[-2:] == ["verb", "0"]]
            for key, values in things:
                for (path, span, words), value in zip(columns, values, strict=True):
                    place = f"{game} {family} {key} /{'/'.join(path)}: {value}"
                    check(span[0] <= value <= span[1] or value == 0, f"{place} is not in {span}")
                    wanted = printed(pack[key], path, steps) if key in pack else None
                    compared += wanted is not None
                    if isinstance(wanted, str):
                        check(words[str(value)] == wanted, f"{place}, not {wanted}")
                    else:
                        check(wanted in (None, value), f"{place}, not {wanted}")
        check(compared > 400, f"{game}: only {compared} values compared")


@test
def traits_follow_the_pack(home):
    home.out("content", "export", "runemasters", "my.json")
    with open(home.file("my.json"), encoding="utf-8") as f:
        pack = json.load(f)
    pack["types"][1]["abilities"] = [["no_block"], ["arrives", 3]]
    home.file("my.json", json.dumps(pack))
    before, after = (engine(home, "traits type", args=args)[0] for args in ((), ("--content", "my.json")))
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    check(len(changed) == 1 and changed[0].startswith("thing 1 archer 1 8 2 6 0 "), f"{changed}")


# ---- what is superfluous ----

@test
def superfluous_words_are_refused(home):
    good = {
        "hello": "", "help": "", "lang": "en", "events": "off", "options": "", "setoption": "guardians 4", "newgame": "", "position": "start",
        "position?": "0", "view": "0", "hash": "", "result": "", "moves": "", "refuse": "choose_guardian kulak", "preview": "choose_guardian kulak",
        "observe": "0", "mask": "", "traits": "card", "bot": "greedy", "go": "nodes 5", "stop": "", "host": "off", "quit": "", "apply": "choose_guardian kulak",
        "as": "1 choose_guardian kyreas",
    }
    known = set(engine(home, "help")[0][0].split()[1:])
    check(known - set(good) == {"ping", "chance"}, f"commands without a test: {known - set(good)}")
    lines = [f"{word} {args} zork".replace("  ", " ") for word, args in good.items()]
    for line, answer in zip(lines, engine(home, *lines), strict=True):
        found = fault(answer)
        check("zork" in answer[-1], f"{line}: the word is not named: {answer}")
        check(found["status"] in ("syntax", "refused"), f"{line}: {found}")
    silent = {"stop", "quit"}
    answers = engine(home, *[f"{word} {args}".strip() for word, args in good.items() if word not in silent])
    for word, answer in zip([w for w in good if w not in silent], answers, strict=True):
        check(not answer[-1].startswith("error"), f"{word}: {answer}")


@test
def bad_arguments_are_told(home):
    cases = {
        "lang de": "lang fr|en", "events": "events on|off", "setoption guardians": "setoption NAME VALUE", "newgame seed": "newgame [seed N]",
        "newgame 3": '"3" is one too many', "position": "position start|json", "position json": "position start|json",
        "position json {": "does not end", "position start moves ,": "position start|json", "position start moves choose_guardian kulak,": "position",
        "position start seed -1": "[seed N]", "position? 9": '"9"', "view x": '"x"', "observe -1": '"-1"', "apply": "apply MOVE", "as": "as SEAT MOVE",
        "as 0": "as SEAT MOVE", "as 7 end": '"7"', "refuse": "refuse MOVE", "preview": "preview MOVE", "bot": "bot BOT", "go nodes": "go [movetime",
        "go nodes 5 nodes 6": '"nodes" is one too many', "go seat 3": "not for this seat", "host 0 0": '"0" is one too many', "host 9": '"9"',
        "host off 1": '"1" is one too many', "traits zork": '"zork"', "traits path": '"path"', "chance": "not for chance", "zork 3": '"zork"', "é" * 40 + "x": "é", "é" * 300: "é",
        "apply " + "é" * 300: "RM-BAD", "bot " + "é" * 300: "bot BOT",
    }
    for lang in ("en", "fr"):
        answers = engine(home, "lang " + lang, *cases)[1:]
        for (line, words), answer in zip(cases.items(), answers, strict=True):
            found = fault(answer)
            if lang == "en":
                check_in(words, found["text"] + found.get("rule", ""), line)
            else:
                check(not re.search(r"one too many|is written|there is no|it is not|unknown", found["text"]), f"{line}: {found}")


@test
def unknown_keys_of_a_position_are_refused(home):
    for line, where in (('{"x":1}', "/x"), ('{"base":"D4","paths":{"zork":[]}}', "/paths"), ('{"base":"D4","options":{"zork":1}}', "zork")):
        check_in(where, str(fault(engine(home, "position json " + line)[0])["where"]))


@test
def a_refusal_has_its_rule_and_its_word(home):
    answers = engine(home, "apply choose_guardian kulak", "apply choose_guardian kulak", "refuse choose_guardian kulak", "setoption guardians 9")
    for answer in answers[1:3]:
        check(fault(answer) == {"status": "refused", "rule": "RM-BAD-13", "code": "E_GUARDIAN_TAKEN", "where": "choose_guardian kulak",
                                "text": "That guardian is already chosen."}, str(answer))
    check(list(fault(answers[3])) == ["status", "rule", "code", "where", "given", "text"], str(answers[3]))


@test
def ping_gives_back_the_whole_text(home):
    text = "é" * 5000 + " end"
    check(engine(home, "ping " + text)[0] == ["pong " + text], "pong")


@test
def superfluous_arguments_are_refused(home):
    position, scenario = home.file("p.json", "{}"), os.path.join(ROOT, "tests/scenarios/runemasters/blk.json")
    record = run.record(home)
    url = "http://127.0.0.1:9/"
    cases = {
        "games runemasters zork": "zork", "games --content zork.json": "--content", "games --json --content zork.json": "--content",
        "bench runemasters zork": "zork", "bench --content zork.json": "--content", "bench --set guardians=2": "--set",
        "engine runemasters zork": "zork", "rules runemasters --content zork": "--content", "sim runemasters zork": "zork",
        f"replay {record} zork": "zork", f"replay {record} --trace --json": "--json", f"replay {record} --verify --step": "--step",
        f"replay {record} --verify --to 3": "--to", f"replay {record} --json --step": "--step", f"replay {record} --plain --board": "--board",
        f"replay {record} --json --board": "--board", "play runemasters zork": "zork", "play runemasters --plain --board": "--board",
        f"play runemasters --load {record} --resume": "--resume", f"join {url}#/r/x zork": "zork", f"join {url} --board --plain": "--board",
        "serve zork": "zork", "serve --limits --listen 127.0.0.1:0": "--listen", "serve --limits --log zork": "--log",
        f"table {url} runemasters zork": "zork", f"table {url} --seats human,human": "--seats", f"table {url} --set guardians=2": "--set",
        f"table {url} --public": "--public", f"table {url} --join": "--join", f"table {url} --chat off": "--chat", f"table {url} --names A": "--names",
        f"table {url} runemasters --plain": "--plain", f"table {url} runemasters --board": "--board", f"table {url} runemasters --json --join": "--join",
        f"scenario {scenario} --json --quiet": "--quiet", "content show runemasters troll_green zork": "zork",
        "content export runemasters out.json zork": "zork", "sim runemasters --games 1 --trace --json": "--json",
        "sim runemasters --games 1 --trace --html out.html": "--html", "sim runemasters --games 1 --trace --threads 2": "--threads",
        "--port 9 games": "--port", "--no-browser zork": "zork",
    }
    serves = home.run("serve", "--limits").returncode == 0
    for line, word in cases.items():
        if line.startswith("serve --") and not serves:
            continue
        for lang in ("en", "fr"):
            check_bad(home, [*line.split(), "--lang", lang], 2, [word])
    check(position and not os.path.exists(home.file("out.html")), "nothing was written")
    err = check_bad(home, ["serve", "zork", "--lang", "en"], 2, [])
    check(err.endswith(": veillee serve\n"), repr(err))


# ---- bots ----

@test
def an_unknown_bot_names_those_there_are(home):
    bots = re.findall(r"\w+", re.sub(r".*\(bots: |\).*", "", engine(home, "bot zork")[0][0]))
    check(bots == ["random", "greedy"], str(bots))
    for answer in engine(home, "bot zork", "go bot zork"):
        found = fault(answer)
        check(found["status"] == "unknown" and found["where"] == "zork", str(found))
        for bot in bots:
            check_in(bot, found["text"])
    for line in ("engine runemasters --bot zork", "sim runemasters --games 1 --bots greedy,zork", "play runemasters --seats human,zork"):
        for lang in ("en", "fr"):
            check_bad(home, [*line.split(), "--lang", lang], 2, ["zork", *bots])
    check_in("human", check_bad(home, ["play", "runemasters", "--seats", "zork"], 2, ["zork"]))


# ---- the other side goes away ----

def quiet(process, what, want):
    err = process.stderr.read()
    process.stderr.close()
    code = process.wait(20)
    check(code == want and err == b"", f"{what}: exit {code}: {err!r}")


@test
def a_closed_pipe_ends_quietly(home):
    for lines in ("moves\n", "host\n", "go\n", "ping\nevents on\nhost\nview\n", "quit\n", "zork\n", "", "\xff\n"):
        p = subprocess.Popen([run.PROGRAM, "engine", GAMES[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=home.env, cwd=home.path, preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL))
        while p.stdout.readline() != b"ok\n":
            pass
        p.stdout.close()
        try:
            p.stdin.write(lines.encode("latin-1") * 3)
            p.stdin.close()
        except BrokenPipeError:
            pass
        quiet(p, f"closed pipe, {lines!r}", 0 if lines in ("", "quit\n") else 128 + signal.SIGPIPE)


@test
def the_end_of_the_input_ends_quietly(home):
    for given in (b"", b"go\n", b"moves", b"host"):
        r = subprocess.run([run.PROGRAM, "engine", GAMES[0]], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=home.env, timeout=30)
        check(r.returncode == 0 and r.stderr == b"", f"{given}: {r.returncode} {r.stderr!r}")
        check(b"error" not in r.stdout and (given != b"go\n" or b"\nbestmove" in r.stdout), f"{given}: {r.stdout!r}")


@test
def a_full_disk_is_a_fault(home):
    with open("/dev/full", "wb") as full:
        r = subprocess.run([run.PROGRAM, "engine", GAMES[0]], input=b"moves\n", stdout=full, stderr=subprocess.PIPE, env=home.env, timeout=30)
    check(r.returncode == 2 and r.stderr.count(b"\n") == 1, f"{r.returncode} {r.stderr!r}")


# ---- the document ----

@test
def the_sessions_of_the_document_are_true(home):
    with open(os.path.join(ROOT, "docs/engine.md"), encoding="utf-8") as f:
        blocks = re.findall(r"(?:^    .*\n)+", f.read(), re.M)
    answers = ("ok", "error", "actor", "info", "bestmove", "generator", "seats", "played", "veillee", "game", "content")
    shown = 0
    for block in blocks:
        lines = [line.strip() for line in block.splitlines()]
        typed = [line for line in lines if line.split()[0] not in answers]
        if lines[0].startswith("error"):
            continue  # single lines, not a session
        out = home.out("engine", GAMES[0], "--lang", "en", stdin="\n".join(typed) + "\n").splitlines()
        told = [line for line in lines if line not in typed]
        got = out[4:] if typed else out
        same = [[re.sub(r"time \d+", "time", line) for line in which] for which in (told, got)]
        check(same[0] == same[1], f"docs/engine.md shows {told}, the program says {got}")
        shown += 1
    check(shown == 4, f"{shown} sessions, of the greeting, chance, thinking and hosting")


@test
def every_command_is_in_the_document(home):
    with open(os.path.join(ROOT, "docs/engine.md"), encoding="utf-8") as f:
        rows = set(re.findall(r"^\| `([a-z]+\??)", f.read(), re.M))
    check(rows == set(engine(home, "help")[0][0].split()[1:]), str(rows))


# ---- a bot written from the document ----

@test
def the_example_plays_as_guest_and_as_host(home):
    for game in GAMES:
        for role in ("guest", "host"):
            r = subprocess.run([sys.executable, os.path.join(ROOT, "examples/engine_bot.py"), role, game, "6"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env={**home.env, "VEILLEE": run.PROGRAM}, timeout=120, text=True)
            lines = r.stdout.splitlines()
            check(r.returncode == 0 and len(lines) == 6 and all(line.startswith("result ") for line in lines), f"{role} {game}: {r.stderr} {lines}")
            check(not any("running" in line for line in lines), str(lines))
            check(game == GAMES[0] or len(set(lines)) > 2, f"{role} {game}: always the same game: {lines}")


if __name__ == "__main__":
    sys.exit(run.main())
