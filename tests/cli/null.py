#!/usr/bin/env python3
"""The template of a game, src/games/null, on every face of the program: a game is one folder, and the rest asks its struct.

    null.py PROGRAM [WORD]      the tests whose name contains WORD

PROGRAM is veillee-walk, which offers it; door-walk stands beside it. With the seed 2 the first die shows 3. The
template has no words, no rules and no pack of its own: its texts are their keys in brackets.
"""
import json
import os
import re
import subprocess
import sys

import rows
import run
from run import Terminal, check, check_bad, check_in

run.TESTS.clear()
test = run.test

SEATS = ["--seats", "human,random"]
FIXTURE = {"phase": "take", "die": 3, "pile": 5}  # F2 of null.c


def stones_left(text):
    return [int(n) for n in re.findall(r"\[nu\.stones\.pile\]: stones (\d+)", text)]


@test
def it_is_listed_with_its_options(home):
    check_in("[game.null.name]", home.out("games", "--lang", "en"))
    told = home.out("games", "null", "--lang", "en")
    check("2..4 (default: 2)" in told and "1..60 (default: 12)" in told, told)
    check_bad(home, ["play", "null", "--set", "pile=61", "--lang", "en"], 2, ["pile", "61"])


@test
def it_is_played_in_the_terminal_to_its_end(home):
    for lang in ("fr", "en"):
        path = home.file(f"{lang}.veillee")
        text = home.out("play", "null", "--lang", lang, "--plain", "--no-save", "--record", path, "--seed", "2", "--set", "pile=4", *SEATS,
                        stdin="take 3\ntake 1\n")
        check(text.count("[nu.ev.rolled]") == 2 and text.count("[nu.ev.took]") == 2 and "[nu.ev.won]" in text, text)
        check_in("verifi" if lang == "en" else "vérifi", home.out("replay", path, "--verify", "--lang", lang).lower())


@test
def it_is_played_on_a_screen(home):
    t = Terminal(home, "play", "null", "--seed", "2", "--new", "--lang", "en", *SEATS, env={"NO_COLOR": "1"})
    t.wait_for("take 3")
    t.type("take 3")
    t.wait_for("[nu.ev.took]")
    t.type("quit")
    check(t.end() == 0, t.text[-400:])


@test
def a_move_is_refused_asked_about_and_taken_back(home):
    text = home.out("play", "null", "--lang", "en", "--plain", "--seed", "2", *SEATS, stdin="take 4\nwhy take 4\npreview take 2\ntake 2\nundo\ntake 1\n")
    check(text.count("No: ") >= 1 and text.count("Taken back") >= 1, text)
    again = home.out("play", "null", "--lang", "en", "--plain", "--resume", stdin="log\n")
    check(stones_left(again) and stones_left(again)[0] < 12, again)


@test
def it_speaks_the_engine_protocol(home):
    lines = ["position json " + json.dumps(FIXTURE), "moves", "refuse take 4", "apply take 2", "observe", "mask", "hash", "chance", "result",
             "position start moves roll 3, take 2", "hash", "quit"]
    out = home.out("engine", "null", "--lang", "en", stdin="\n".join(lines) + "\n")
    check([m for m in re.findall(r"^move \d+ (.*)$", out, re.M)] == ["take 1", "take 2", "take 3"], out)
    check(len(set(re.findall(r"^hash (.*)$", out, re.M))) == 2, out)
    check(re.search(r"^observe \d+ ", out, re.M), out)


@test
def a_scenario_says_what_it_expects(home):
    path = home.file("s.json", json.dumps({"id": "last", "game": "null", "position": FIXTURE,
                                           "moves": [{"illegal": "take 4"}, "take 3", "roll 2", "take 2"],
                                           "expect": {"/pile": 0, "/phase": "over", "/turn": 1}}))
    said = json.loads(home.out("scenario", path, "--lang", "en", "--json"))[0]
    check(said["passed"], f"{said}")
    path = home.file("bad.json", json.dumps({"id": "bad", "game": "null", "position": dict(FIXTURE, pile=0), "moves": []}))
    check_in("/position/pile", home.out("scenario", path, "--lang", "en", code=1))


@test
def every_bot_plays_it_and_it_is_counted(home):
    for bots in ("random", "greedy,random"):
        said = json.loads(home.out("sim", "null", "--games", "20", "--bots", bots, "--json", "--set", "pile=6"))
        check(said["game"] == "null", f"{said}")
    better = json.loads(home.out("bench", "null", "--games", "200", "--json"))
    check(better["signature"] == json.loads(home.out("bench", "null", "--games", "200", "--json"))["signature"], f"{better}")


@test
def the_door_of_the_page_opens_it(home):
    door = os.path.join(os.path.dirname(run.PROGRAM), "door-walk")
    calls = [{"op": "position", "lang": "fr", "json": {"game": "null", **FIXTURE}}, *({"h": 1, "lang": "fr", **c} for c in (
        {"op": "actions"}, {"op": "view"}, {"op": "play", "move": "take 3"}, {"op": "play", "move": "take 3"}, {"op": "record"}))]
    r = subprocess.run([door], input="".join(json.dumps(c) + "\n" for c in calls), capture_output=True, text=True, timeout=60)
    got = [json.loads(line) for line in r.stdout.splitlines()]
    check(r.returncode == 0 and len(got) == len(calls), r.stderr + r.stdout[-800:])
    check([a["id"] for a in got[1]["ok"]["actions"]] == ["take 1", "take 2", "take 3"], f"{got[1]}")
    check(got[2]["ok"]["items"] == [{"id": "stones.pile", "zone": 0, "stats": {"stones": 5}}], f"{got[2]}")
    check(got[3]["ok"]["rev"] == 1 and "error" in got[4], f"{got[3:5]}")
    check_in("game null 1", got[5]["ok"]["text"])


@test
def a_server_holds_a_table_of_it(home):
    if "serve" not in home.out("--help", "--lang", "en"):
        return  # built without it
    port = rows.free_port()
    server = rows.serve(home, port)
    try:
        url = f"http://127.0.0.1:{port}"
        made = json.loads(home.out("table", url, "null", "--json", *SEATS))
        told = home.out("join", url + made["links"][0]["path"], "--plain", "--lang", "en", stdin="take 1\nlog\n")
        check("[nu.ev.rolled]" in told and "[nu.ev.took]" in told, told)
    finally:
        server.kill()
        server.wait()
    check([e["m"] for e in rows.stored(home, made["room"]) if e["k"] == "move"][:1] == ["take 1"], "it is kept")


if __name__ == "__main__":
    sys.exit(run.main())
