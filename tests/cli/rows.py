#!/usr/bin/env python3
"""Rows of moves from outside: typed at the terminal, kept in records, sent to the engine and to the door.

    rows.py PROGRAM [WORD]      the tests whose name contains WORD

PROGRAM is veillee-walk, which offers the test game walk too; door-walk stands beside it. With the seed 2 the first
die gives the walker of place 2 six steps.
"""
import json
import os
import socket
import sqlite3
import subprocess
import sys
import time

import run
from run import check, check_bad, check_in

run.TESTS.clear()
test = run.test

SEATS = ["--seats", "human,random"]


def played(home, lines, *more, code=0):
    """What was told, and the entries of the record."""
    path = home.file(f"walk-{len(os.listdir(home.path))}.veillee")
    text = home.out("play", "walk", "--lang", "en", "--plain", "--record", path, *more, stdin="\n".join(lines) + "\n", code=code)
    with open(path, encoding="utf-8") as f:
        return text, f.read().split("\n\n", 1)[1].splitlines()[:-1]


def at_seed(home, *lines):
    return played(home, lines, "--seed", "2", "--no-save", *SEATS)


ROW_TO_5 = ["0+ step on", "0+ step on", "0 step on"]


@test
def a_row_is_numbered_and_typed_like_a_move(home):
    text, entries = at_seed(home, "go 5")
    check_in("6. [wk.move.go] (go 5)", text)
    check(entries == ["c roll 6", *ROW_TO_5], f"{entries}")
    check(text.count("[wk.ev.stepped]") == 3, "what it causes is told")
    text, entries = at_seed(home, "6")
    check(entries == ["c roll 6", *ROW_TO_5], f"{entries}")


@test
def a_row_that_is_refused_has_no_move(home):
    text, entries = at_seed(home, "go 20", "go", "go 99")
    check(entries == ["c roll 6"] and text.count("No: ") >= 2, f"{entries} {text[-600:]}")


@test
def a_row_is_taken_back_and_done_again_as_one(home):
    text, entries = at_seed(home, "step on", "go 6", "undo", "redo", "undo 2")
    check(entries == ["c roll 6", "0 step on", *ROW_TO_5, "undo 2", *ROW_TO_5, "undo 1"], f"{entries}")
    check(text.count("Taken back") == 3 + 4 and text.count("Done again") == 1, text[-900:])


@test
def a_row_can_be_asked_about(home):
    text, entries = at_seed(home, "preview go 5", "why go 5", "why go 20")
    check_in("[wk.stat.place] 2 → 5", text)
    check_in("[wk.move.go] [go 5]", text)
    check(entries == ["c roll 6"], "nothing was played")


@test
def rows_beside_real_dice(home):
    text, entries = played(home, ["4", "go 5", "undo", "go 4", "step on", "rest", "2", "go 16", "1"], "--dice", "hand", "--no-save", "--seats", "human,human",
                           "--set", "turns=6")
    check(entries == ["c roll 4", *ROW_TO_5, "undo 1", "0+ step on", "0 step on", "0 step on", "0 rest",
                      "c roll 2", "1+ step on", "1 step on", "c find 1"], f"{entries}")


@test
def a_saved_game_knows_its_rows(home):
    args = ("play", "walk", "--lang", "en", "--plain", "--seed", "2", *SEATS)
    home.out(*args, stdin="go 5\n")
    home.out("play", "walk", "--lang", "en", "--plain", "--resume", stdin="undo\n")
    with open(home.saved()[0], encoding="utf-8") as f:
        entries = f.read().split("\n\n", 1)[1].splitlines()
    check(entries == ["c roll 6", *ROW_TO_5, "undo 1"], f"{entries}")


@test
def a_record_with_rows_is_replayed_move_by_move(home):
    path = home.file("r.veillee")
    home.out("play", "walk", "--lang", "en", "--seed", "2", "--no-save", "--record", path, *SEATS, stdin="go 5\nundo\ngo 4\n")
    check_in("verified", home.out("replay", path, "--verify", "--lang", "en").lower())
    told = home.out("replay", path, "--step", "--plain", "--lang", "en", stdin="\n" * 12)
    check(told.count("seat 1: step on") == 5, told[-1500:])
    with open(path, encoding="utf-8") as f:
        text = f.read()
    half = home.file("half.veillee", text[:text.rindex("0 step on")])
    check_bad(home, ["replay", half, "--lang", "en"], 2, ["cut off"])
    kept = home.out("replay", half, "--recover", "--lang", "en", "--save", home.file("kept.veillee"))
    with open(home.file("kept.veillee"), encoding="utf-8") as f:
        check(f.read().split("\n\n", 1)[1].splitlines()[:-1] == ["c roll 6", *ROW_TO_5, "undo 1"], kept)
    check_bad(home, ["replay", home.file("row.veillee", text.replace("0+ step on", "0 go 3", 1)), "--lang", "en"], 2, ["line 12"])


@test
def the_engine_takes_rows_where_it_takes_moves(home):
    lines = ["events on", "position start moves roll 6, go 4", "moves", "as 0 go 6", "as 1 go 7", "refuse go 20", "preview go 7", "hash", "quit"]
    out = home.out("engine", "walk", "--lang", "en", stdin="\n".join(lines) + "\n")
    check(out.count("event ") == 2 and "move 0 step on" in out, out)
    check("\nmove " in out and " go " not in "".join(l for l in out.splitlines() if l.startswith("move ")), "moves lists moves only")
    check(out.count("error") >= 2, "of the other seat, and out of reach")
    steps = ["position start moves roll 6, step on, step on, step on, step on", "hash", "quit"]
    again = home.out("engine", "walk", "--lang", "en", stdin="\n".join(steps) + "\n")
    hashes = [l for l in (out + again).splitlines() if l.startswith("hash ")]
    check(len(hashes) == 2 and hashes[0] == hashes[1], f"{hashes}")


@test
def a_scenario_may_play_a_row(home):
    path = home.file("s.json", json.dumps({"id": "go", "game": "walk", "position": {"phase": "walk", "left": 6},
                                           "moves": ["go 5", {"illegal": "go 20"}],
                                           "expect": {"/place/0": 5, "/left": 3}}))
    out = home.out("scenario", path, "--lang", "en", "--json")
    check(json.loads(out)[0]["passed"], out)


@test
def the_door_takes_rows(home):
    door = os.path.join(os.path.dirname(run.PROGRAM), "door-walk")
    opened = {"op": "position", "lang": "en", "json": {"game": "walk", "phase": "walk", "left": 6, "place": [2, 14]}}
    calls = [opened, *({"h": 1, "lang": "en", **c} for c in (
        {"op": "actions"}, {"op": "play", "move": "go 5"}, {"op": "entries", "from": 0}, {"op": "play", "move": "go 20"},
        {"op": "undo_last"}, {"op": "undo", "to": 1, "agreed": True}, {"op": "redo"}, {"op": "preview", "move": "go 7"}, {"op": "record"}))]
    r = subprocess.run([door], input="".join(json.dumps(c) + "\n" for c in calls), capture_output=True, text=True, timeout=60)
    got = [json.loads(line) for line in r.stdout.splitlines()]
    check(r.returncode == 0 and len(got) == len(calls), r.stderr + r.stdout[-800:])
    said = [g.get("ok", g) for g in got]
    rows = [a["id"] for a in said[1]["actions"] if "verb" not in a]
    check(rows == ["go 0", "go 4", "go 5", "go 6", "go 7", "go 8"], f"{rows}")
    check(said[2]["rev"] == 3 and [e.get("more", False) for e in said[3]] == [True, True, False], f"{said[2:4]}")
    check("error" in json.dumps(got[4]) and said[5]["to"] == 0 and said[6]["rev"] == 4 and said[7]["rev"] == 7, f"{got[4:8]}")
    check(len(said[8]["events"]) == 2, f"{said[8]}")
    check(said[9]["text"].split("\n\n", 1)[1].splitlines()[:-1] == [*ROW_TO_5, "undo 0", *ROW_TO_5], said[9]["text"])


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def serve(home, port):
    server = subprocess.Popen([run.PROGRAM, "serve", "--listen", f"127.0.0.1:{port}", "--store", f"sqlite:{home.file('games.db')}",
                               "--log", home.file("log")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=home.env)
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return server
        except OSError:
            time.sleep(0.05)
    raise run.Failure("the server does not begin to listen")


def stored(home, room):
    """The log of a table whose server is gone."""
    db = sqlite3.connect(home.file("games.db"))
    found = db.execute("select entry.text from entry join game on entry.game = game.key where game.id = ? order by seq", (room,)).fetchall()
    db.close()
    return [json.loads(text) for (text,) in found]


@test
def a_row_outlives_a_server_that_is_killed(home):
    if "serve" not in home.out("--help", "--lang", "en"):
        return  # built without it
    port = free_port()
    url, steps = f"http://127.0.0.1:{port}", 0
    server = serve(home, port)
    try:
        while steps < 3:  # the dice are the server's: until some are left after two
            made = json.loads(home.out("table", url, "walk", "--json"))
            link = url + made["links"][0]["path"]
            told = home.out("join", link, "--plain", "--lang", "en", stdin="log\n")
            steps = int(told.split("[roll ", 1)[1][0])
        home.out("join", link, "--plain", "--lang", "en", stdin="go 4\n")
        server.kill()
        server.wait()
        entries = [{k: e.get(k) for k in ("k", "m", "more")} for e in stored(home, made["room"])]
        check(entries[1:] == [{"k": "move", "m": "step on", "more": True}, {"k": "move", "m": "step on", "more": None}], f"{entries}")
        server = serve(home, port)
        home.out("join", link, "--plain", "--lang", "en", stdin="undo\n")
    finally:
        server.kill()
        server.wait()
    last = stored(home, made["room"])[-1]
    check((last["k"], last.get("to")) == ("undo", 1), f"{last}")


if __name__ == "__main__":
    sys.exit(run.main())
