#!/usr/bin/env python3
"""What owners of cards do, from outside: export, edit, check, play, simulate.

    owners.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import csv
import io
import json
import os
import signal
import subprocess
import sys

import run
from run import ROOT, check, check_bad, check_in

GAMES = ["runemasters", "enchanters"]
run.TESTS.clear()
test = run.test


def read(path):
    with open(path, "rb") as f:
        return f.read()


# ---- nothing is overwritten unasked ----

def refuses(home, path, *args, stdin="", code=0):
    """The command writes `path`, refuses to write it again, and does with --force."""
    home.out(*args, stdin=stdin, code=code)
    first = read(path)
    with open(path, "wb") as f:
        f.write(b"mine\n")
    for lang, words in (("en", "there is such a file already; --force"), ("fr", "ce fichier existe déjà ; --force")):
        check_in(os.path.basename(path), check_bad(home, [*args, "--lang", lang], 2, [words], stdin=stdin))
    check(read(path) == b"mine\n", f"{args}: overwritten")
    home.out(*args, "--force", stdin=stdin, code=code)
    check(read(path) == first, f"{args}: --force")
    check(not [n for n in os.listdir(os.path.dirname(path)) if n.endswith(".tmp")], f"{args}: a temporary file is left")


@test
def nothing_is_overwritten_unasked(home):
    for game in GAMES:
        refuses(home, home.file(f"{game}-my.json"), "content", "export", game, home.file(f"{game}-my.json"))
    refuses(home, home.file("a.html"), "sim", "runemasters", "--games", "2", "--html", home.file("a.html"))
    refuses(home, home.file("games/runemasters-1-0.veillee"), "sim", "runemasters", "--games", "2", "--record", home.file("games"))
    refuses(home, home.file("g.veillee"), "play", "runemasters", "--seats", "greedy", "--seed", "1", "--no-save", "--record", home.file("g.veillee"))
    refuses(home, home.file("h.veillee"), "replay", home.file("g.veillee"), "--json", "--save", home.file("h.veillee"))


@test
def save_at_the_prompt_overwrites_only_if_told(home):
    path = home.file("mine.veillee", "mine\n")
    r = home.run("play", "runemasters", "--seed", "1", "--no-save", "--lang", "en", stdin=f"save {path}\n")
    check_in("there is such a file already; --force replaces it", r.stderr.decode())
    check(read(path) == b"mine\n", "overwritten")
    r = home.run("play", "runemasters", "--seed", "1", "--no-save", "--lang", "en", stdin=f"save {path} --force\n")
    check_in("Game written to", r.stdout.decode())
    check(read(path).startswith(b"veillee-record"), "not written")


@test
def a_record_that_cannot_be_written_is_known_before_the_game(home):
    err = check_bad(home, ["play", "runemasters", "--seed", "1", "--no-save", "--record", home.file("no/where.veillee")], 2, ["where.veillee"])
    check("HP" not in err, "the game began")
    # what is saved under the same name meanwhile is not in the way
    path = home.file("one.veillee")
    home.out("play", "runemasters", "--seed", "1", "--no-save", "--record", path, stdin=f"1\nsave {path} --force\n1\n")
    home.out("replay", path, "--json")


# ---- the command line ----

@test
def an_option_said_twice_is_refused(home):
    for args in (["sim", "runemasters", "--content", "a", "--content", "b"], ["sim", "runemasters", "-n", "1", "--games", "2"],
                 ["bench", "runemasters", "--seed=1", "--seed=1"], ["play", "runemasters", "--record", "a", "-rb"]):
        check_bad(home, [*args, "--lang", "en"], 2, ["is given twice"])
        check_bad(home, [*args, "--lang", "fr"], 2, ["est donné deux fois"])
    check_bad(home, ["sim", "runemasters", "--set", "guardians=2", "--set", "guardians=3", "--lang", "en"], 2, ["“--set guardians” is given twice"])
    home.out("sim", "runemasters", "--games", "1", "--set", "guardians=2", "--set", "difficulty=hero", "--json", "--json")
    check_in("Usage", home.out("sim", "--help", "--lang", "fr", "--lang", "en"))


@test
def a_closed_pipe_is_no_error(home):
    home.out("play", "runemasters", "--seats", "greedy", "--seed", "1", "--no-save", "--record", home.file("g.veillee"))
    commands = [["content", "show", "enchanters"], ["content", "show", "enchanters", "--json"], ["content", "export", "enchanters"],
                ["content", "check", os.path.join(ROOT, "content", "enchanters.json")], ["games"], ["rules", "enchanters"], ["--help"],
                ["sim", "enchanters", "--games", "5"], ["sim", "runemasters", "--games", "50", "--trace"],
                ["sim", "runemasters", "--games", "5", "--json"], ["replay", home.file("g.veillee")], ["replay", home.file("g.veillee"), "--trace"],
                ["bench", "runemasters", "--games", "5"], ["scenario", os.path.join(ROOT, "tests", "scenarios", "enchanters", "var.json")],
                ["play", "runemasters", "--seats", "greedy", "--seed", "1"], ["engine", "runemasters"]]
    for args in commands:
        reader, writer = os.pipe()
        os.close(reader)
        r = subprocess.run([run.PROGRAM, *args], stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, env=home.env, cwd=home.path, timeout=60)
        os.close(writer)
        check(r.returncode in (0, 128 + signal.SIGPIPE) and not r.stderr, f"{args}: {r.returncode} {r.stderr!r}")


if __name__ == "__main__":
    sys.exit(run.main())
