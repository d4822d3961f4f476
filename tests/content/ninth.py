#!/usr/bin/env python3
"""A ninth kingdom, written by hand: docs/content.md, "A ninth kingdom", done by a program.

    tests/content/ninth.py PROGRAM

Adds the kingdom and the village of tides.json to the exported pack, then: the pack is valid, every
thing in it has its names, it is played with by the random and by the greedy bot at 2, 3 and 4
players, the kingdom is chosen from a list, in a draft and for the first game, all of its cards come
and are taken, the record of a game replays, and the slips of the document are refused with their
place and reason. Ends with "N passed, N failed".
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tally import check, result  # noqa: E402

GAMES = 200


def run(*args, stdin=""):
    done = subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, text=True, encoding="utf-8")
    check(done.returncode == 0, f"{' '.join(args)}: {done.stderr[:400]}")
    return done.stdout


def grown(folder):
    """The exported pack with the kingdom in it."""
    base = folder / "base.json"
    run("content", "export", "enchanters", str(base))
    pack = json.loads(base.read_text(encoding="utf-8"))
    more = json.loads((HERE / "tides.json").read_text(encoding="utf-8"))
    pack.update({k: more[k] for k in ("id", "version", "name")})
    pack["kingdoms"].append(more["kingdom"])
    pack["villages"].append(more["village"])
    pack["first_game"][3] = more["kingdom"]["key"]
    path = folder / "tides-pack.json"
    path.write_text(json.dumps(pack, ensure_ascii=False, indent=1), encoding="utf-8")
    return path, more


def sim(path, bots, *settings):
    args = ["sim", "enchanters", "--json", "--games", str(GAMES), "--bots", bots, "--content", str(path)]
    for s in settings:
        args += ["--set", s]
    return json.loads(run(*args) or "{}")


def things(report, tally):
    """Of all cells: key of a thing to the number of games in which it came."""
    count = {}
    for cell in report.get("cells", []):
        for t in cell["tallies"]:
            if t["id"] == tally:
                for thing in t["things"]:
                    count[thing["key"]] = count.get(thing["key"], 0) + thing["games"]
    return count


def check_shown(path, more):
    for lang, unit in (("fr", "Léviathan"), ("en", "Leviathan")):
        text = run("content", "show", str(path), "tid_leviathan", "--lang", lang)
        check(unit in text, f"content show, {lang}: {text[:200]}")
    text = run("content", "show", str(path), "--lang", "en")
    check(more["kingdom"]["name"]["en"] in text and more["village"]["name"]["en"] in text, "content show lists the kingdom")


def check_played(path, more):
    designs = [c["key"] for c in more["kingdom"]["cards"]]
    for players in (2, 3, 4):
        kingdoms = ["tidefolk", "goblins", "unicorns", "undead"][:4 if players == 2 else players]
        for bots in ("random", "greedy"):
            chosen = [f"kingdoms.{i}={k}" for i, k in enumerate(kingdoms)]
            report = sim(path, bots, f"players={players}", "kingdom_mode=list", *chosen)
            cells = report.get("cells", [])
            check(cells and cells[0]["games"] == GAMES, f"{players} players, {bots}: {GAMES} games")
            check(things(report, "kingdoms").get("tidefolk") == GAMES, f"{players} players, {bots}: the kingdom is in play")
            taken, seen = things(report, "taken"), things(report, "revealed")
            for d in designs:
                check(seen.get(d, 0) == GAMES, f"{players} players, {bots}: {d} comes in every game")
                if bots == "greedy":  # random hands seldom grow strong enough
                    check(taken.get(d, 0) * 50 >= GAMES, f"{players} players: {d} taken in {taken.get(d, 0)} of {GAMES}")
    report = sim(path, "greedy", "players=4", "kingdom_mode=draft,random", "village=anse_aux_brumes")
    check(0 < things(report, "kingdoms").get("tidefolk", 0) < 2 * GAMES, "the kingdom is drafted and drawn, among others")
    check(things(report, "villages").get("anse_aux_brumes") == 2 * GAMES, "the village can be chosen")
    report = sim(path, "greedy", "players=4", "kingdom_mode=first_game")
    check(things(report, "kingdoms").get("tidefolk") == GAMES, "the kingdom is one of the first game")


def check_record(path, folder):
    run("sim", "enchanters", "--games", "1", "--record", str(folder / "games"), "--content", str(path), "--set", "kingdom_mode=first_game")
    (record,) = (folder / "games").iterdir()
    check("content tides 1.0.0" in record.read_text(encoding="utf-8"), "the record names the pack")
    run("replay", str(record), "--verify", "--content", str(path))


def check_refused(path, folder):
    """What docs/content.md shows of a pack with three slips; nothing is played with it."""
    pack = json.loads(path.read_text(encoding="utf-8"))
    cards = pack["kingdoms"][8]["cards"]
    cards[2]["ability"]["do"][0][0] = "atck"
    cards[4]["ability"] = {"kind": "multi", "do": [["sink", "item"]]}
    cards[6]["health"] = 21
    bad = folder / "bad.json"
    bad.write_text(json.dumps(pack), encoding="utf-8")
    for args in (["content", "check", str(bad)], ["sim", "enchanters", "--games", "1", "--content", str(bad)]):
        done = subprocess.run([PROGRAM, *args, "--lang", "en"], capture_output=True, text=True, encoding="utf-8")
        said = done.stdout + done.stderr
        check(done.returncode != 0, f"{args[0]}: a pack with slips is refused")
        check('/kingdoms/8/cards/2/ability/do/0/0: ' in said and '"atck": unknown; one of crystals, lose' in said, f"{args[0]}: the word: {said[:300]}")
        if args[0] == "content":
            check("/kingdoms/8/cards/4/ability: " in said and "a multi action must cost a crystal" in said, "the multi action")
            check("/kingdoms/8/cards/6/health: " in said and "21: must be a whole number, 0 to 20" in said, "the health")


def main():
    with tempfile.TemporaryDirectory() as tmp:
        folder = pathlib.Path(tmp)
        path, more = grown(folder)
        run("content", "check", str(path))
        check_shown(path, more)
        check_played(path, more)
        check_record(path, folder)
        check_refused(path, folder)
    return result()


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    sys.exit(main())
