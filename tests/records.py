#!/usr/bin/env python3
"""Old games still replay: to the same position, with the same result, from the same dice.

    records.py PROGRAM               replays every game of tests/records/
    records.py PROGRAM --keep FILE   adds a record to the set, with the position it leads to
    records.py PROGRAM --make GAME   plays the games of the table below, and adds those that are missing
    records.py PROGRAM --make GAME --anew   all of them again, while nobody has a record of that game yet

A game is two files, tests/records/GAME/NAME.veillee and NAME.json, its last position. The set only grows: nothing in it is
replaced or taken out, since players have such files. When a game, an option or a content pack is added or changed, games made
with it are added; docs/formats.md says how. Members that later programs add to a position do not matter; those that are there
must be equal. Prints what fails, then "N passed, N failed".
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SET = ROOT / "tests" / "records"
LEAST = {"runemasters": 15, "enchanters": 14, "runebound": 12, "reflets": 12}
KEPT = {"runemasters", "enchanters"}  # games that people have played: a game is added here with its first release

# ---- replaying ----


class Failure(Exception):
    pass


def check(ok, what):
    if not ok:
        raise Failure(what)


def run(program, *args, stdin="", code=0):
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8"}
        out = subprocess.run([program, *args], input=stdin.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, timeout=120)
    check(code is None or out.returncode == code, f"{' '.join(map(str, args))}: exit {out.returncode}: {out.stderr.decode()[-300:]}")
    return out.stdout.decode()


def head(path):
    """The tags of a record, and how many entries it has."""
    text = path.read_text(encoding="utf-8")
    tags = dict(line.split(" ", 1) for line in text.split("\n\n", 1)[0].splitlines() if " " in line)
    return tags, int(re.search(r"^end (\d+) \w+\n\Z", text, re.M).group(1))


def position(program, path):
    return json.loads(run(program, "replay", str(path), "--json"))


def differs(old, new, where=""):
    """The first place where a position is not what it was; None if it is."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            place = f"{where}/{key}"
            found = differs(old[key], new[key], place) if key in new else place
            if found:
                return found
        return None
    return None if old == new else where


def replay(program, path):
    """Reads the record, which checks every move, and the result and its hash where the game came to an end."""
    tags, _ = head(path)
    now = position(program, path)
    place = differs(json.loads(path.with_suffix(".json").read_text(encoding="utf-8")), now)
    check(place is None, f"another position: {place}")
    if tags["result"] != "*":
        check(tags["result"].split()[0] == now["outcome"], "another result")
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "copy.veillee")
        run(program, "replay", str(path), "--save", str(copy))
        check(copy.read_bytes() == path.read_bytes(), "written again, it is another text")
    if "seed" in tags:
        run(program, "replay", str(path), "--verify")


def records():
    return sorted(SET.glob("*/*.veillee"))


def replay_all(program):
    passed = failed = 0
    for path in records():
        try:
            replay(program, path)
            passed += 1
        except (Failure, KeyError, ValueError, OSError, subprocess.SubprocessError) as e:
            failed += 1
            print(f"FAIL {path.relative_to(ROOT)}: {e}")
    for game, least in LEAST.items():
        there = len(list((SET / game).glob("*.veillee")))
        passed, failed = passed + (there >= least), failed + (there < least)
        if there < least:
            print(f"FAIL {game}: {there} records, {least} at least")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


# ---- adding ----

def keep(program, file, name=None):
    tags, entries = head(file)
    to = SET / tags["game"].split()[0] / f"{name or file.stem}.veillee"
    check(not to.exists(), f"{to.relative_to(ROOT)} is there already: a game that is kept stays as it is")
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(file.read_bytes())
    to.with_suffix(".json").write_text(json.dumps(position(program, to), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    replay(program, to)
    print(f"{to.relative_to(ROOT)}: {entries} entries, result {tags['result']}")


# Name, how it is played, seed, arguments. bots: by themselves. people: somebody types what greedy would play. undo: the same, with
# moves taken back; what comes afterwards is typed blindly. hand: the dice and cards are typed too. part: left in the middle. position: bots, from the middle of a game.
GAMES = {
    "runemasters": [
        ("2-initiation", "bots", 1, ["--seats", "greedy", "--set", "guardians=2", "--set", "difficulty=initiation"]),
        ("2-novice-two-bots", "bots", 2, ["--seats", "greedy,random", "--set", "guardians=2", "--set", "difficulty=novice"]),
        ("2-legend-random", "bots", 3, ["--seats", "random", "--set", "guardians=2", "--set", "difficulty=legend"]),
        ("3-guardian", "bots", 4, ["--seats", "greedy,greedy,greedy", "--set", "guardians=3", "--set", "difficulty=guardian"]),
        ("4-hero", "bots", 5, ["--seats", "greedy,greedy", "--set", "guardians=4", "--set", "difficulty=hero"]),
        ("4-initiation-four-bots", "bots", 6, ["--seats", "greedy,greedy,greedy,greedy", "--set", "guardians=4", "--set", "difficulty=initiation"]),
        ("2-hero-people", "people", 7, ["--seats", "human,human", "--names", "Ana,Léo", "--set", "guardians=2", "--set", "difficulty=hero"]),
        ("4-novice-people", "people", 8, ["--seats", "human", "--set", "guardians=4", "--set", "difficulty=novice"]),
        ("3-novice-chosen", "people", 9, ["--seats", "human,human", "--choose", "--set", "guardians=3", "--set", "difficulty=novice"]),
        ("2-guardian-undo", "undo", 10, ["--seats", "human", "--set", "guardians=2", "--set", "difficulty=guardian"]),
        ("4-legend-undo", "undo", 11, ["--seats", "human", "--set", "guardians=4", "--set", "difficulty=legend"]),
        ("2-novice-hand", "hand", 12, ["--seats", "human", "--set", "guardians=2", "--set", "difficulty=novice"]),
        ("4-guardian-hand", "hand", 13, ["--seats", "human,greedy", "--names", "Zoé", "--set", "guardians=4", "--set", "difficulty=guardian"]),
        ("2-guardian-position", "position", 15, ["--seats", "greedy", "--set", "guardians=2", "--set", "difficulty=guardian"]),
        ("3-hero-part", "part", 14, ["--seats", "human", "--set", "guardians=3", "--set", "difficulty=hero"]),
    ],
    "enchanters": [
        ("2-first-game", "bots", 1, ["--seats", "greedy,greedy"]),
        ("2-draft", "bots", 2, ["--seats", "greedy,random", "--choose"]),
        ("3-random-kingdoms", "bots", 3, ["--seats", "greedy,greedy,greedy", "--set", "kingdom_mode=random"]),
        ("4-quick-deep", "bots", 4, ["--seats", "greedy,random,greedy,random", "--set", "kingdom_mode=random", "--set", "variant_quick=yes",
                                     "--set", "variant_deep_dragons=yes"]),
        ("4-super-quick", "bots", 5, ["--seats", "random,random,random,random", "--choose", "--set", "variant_super_quick=yes"]),
        ("2-deep-people", "people", 6, ["--seats", "human,human", "--names", "Ana,Léo", "--choose", "--set", "variant_deep_dragons=yes"]),
        ("3-list-people", "people", 7, ["--seats", "human,human,human", "--set", "kingdom_mode=list", "--set", "kingdoms=gnolls,undead,draconians",
                                        "--set", "village=tombeville"]),
        ("2-undo", "undo", 8, ["--seats", "human,greedy"]),
        ("2-hand", "hand", 9, ["--seats", "human,human"]),
        ("2-position", "position", 11, ["--seats", "greedy,greedy", "--set", "kingdom_mode=random"]),
        ("2-quick", "bots", 12, ["--seats", "greedy,greedy", "--set", "kingdom_mode=random", "--set", "variant_quick=yes"]),
        ("3-super-deep", "bots", 13, ["--seats", "greedy,random,greedy", "--choose", "--set", "variant_super_quick=yes", "--set", "variant_deep_dragons=yes"]),
        ("4-first-game", "bots", 14, ["--seats", "greedy,greedy,greedy,greedy"]),
        ("4-part", "part", 10, ["--seats", "human,greedy,greedy,greedy", "--set", "kingdom_mode=random", "--set", "first_player=0"]),
    ],
    "runebound": [
        ("2-greedy", "bots", 1, ["--seats", "greedy,greedy"]),
        ("2-random", "bots", 2, ["--seats", "random,random", "--set", "round_limit=40"]),
        ("3-chosen", "bots", 3, ["--seats", "greedy,random,greedy", "--choose", "--set", "round_limit=12"]),
        ("4-peace", "bots", 4, ["--seats", "greedy,greedy,greedy,greedy", "--set", "pvp=off", "--set", "ally_limit=2", "--set", "round_limit=10"]),
        ("5-vorakesh", "bots", 5, ["--seats", "greedy,random,greedy,random,greedy", "--set", "vorakesh_wins=on", "--set", "round_limit=15"]),
        ("6-greedy", "bots", 6, ["--seats", "greedy,greedy,greedy,greedy,greedy,greedy", "--set", "combat_round_cap=10", "--set", "round_limit=8"]),
        ("6-random", "bots", 7, ["--seats", "random,random,random,random,random,random", "--choose", "--set", "round_limit=10"]),
        ("2-people", "people", 8, ["--seats", "human,human", "--names", "Ana,Léo", "--set", "round_limit=10"]),
        ("3-undo", "undo", 9, ["--seats", "human,greedy,random", "--set", "round_limit=6"]),
        ("2-hand", "hand", 10, ["--seats", "human,human", "--set", "hero_mode=random", "--set", "pvp=on", "--set", "vorakesh_wins=off", "--set", "ally_limit=0",
                                     "--set", "combat_round_cap=50", "--set", "round_limit=6"]),
        ("4-position", "position", 11, ["--seats", "greedy,greedy,random,greedy", "--set", "round_limit=8"]),
        ("3-part", "part", 12, ["--seats", "human,greedy,greedy", "--choose", "--set", "round_limit=8"]),
    ],
    "reflets": [
        ("1-greedy", "bots", 1, ["--seats", "greedy", "--set", "challenge=pepere"]),
        ("1-random", "bots", 2, ["--seats", "random", "--set", "turn_cap=30"]),
        ("2-greedy", "bots", 3, ["--seats", "greedy,greedy", "--set", "challenge=infernal"]),
        ("2-cascade", "bots", 4, ["--seats", "greedy,random", "--set", "vils_order=cascade", "--set", "quick_tokens=yes"]),
        ("3-campaign", "bots", 5, ["--seats", "greedy,greedy,greedy", "--set", "ticks=5,5,5,5,5,5,5,5,5,0"]),
        ("3-random", "bots", 6, ["--seats", "random,random,random", "--choose", "--set", "turn_cap=25"]),
        ("1-people", "people", 7, ["--seats", "human", "--names", "Ana", "--set", "turn_cap=15"]),
        ("2-people", "people", 8, ["--seats", "human,human", "--names", "Ana,Léo", "--set", "challenge=aise", "--set", "turn_cap=12"]),
        ("3-undo", "undo", 9, ["--seats", "human,greedy,random", "--set", "turn_cap=10"]),
        ("2-hand", "hand", 10, ["--seats", "human,human", "--set", "challenge=pepere", "--set", "quick_tokens=yes", "--set", "vils_order=strict",
                            "--set", "turn_cap=8", "--set", "ticks=0,2,0,1,0,0,0,0,1,0"]),
        ("2-position", "position", 11, ["--seats", "greedy,random", "--set", "quick_tokens=yes", "--set", "turn_cap=12"]),
        ("3-part", "part", 12, ["--seats", "human,greedy,greedy", "--set", "turn_cap=10"]),
    ],
}
BLIND = 1500  # lines typed without looking


def entries(path):
    lines = path.read_text(encoding="utf-8").split("\n\n", 1)[1].splitlines()
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines if not line.startswith((";", "end ", "undo "))]


def typed(how, played):
    """What people type, if bots have played the same game so."""
    if how == "hand":
        return [move for _, move in played]
    moves = [move for who, move in played if who != "c"]
    if how == "part":
        return moves[: len(moves) // 2]
    if how == "undo":
        return moves[:3] + ["undo", moves[2]] + moves[3:6] + ["undo 4", "yes", "yes"] + [str(1 + n * n % 5) for n in range(BLIND)]
    return moves


def forget(game):
    check(game not in KEPT, f"people have records of {game}: its set only grows")
    for name, *_ in GAMES[game]:
        for suffix in (".veillee", ".json"):
            (SET / game / (name + suffix)).unlink(missing_ok=True)


def make(program, game, folder):
    for name, how, seed, args in GAMES[game]:
        if (SET / game / f"{name}.veillee").exists():
            continue
        bots, file = pathlib.Path(folder, "bots.veillee"), pathlib.Path(folder, f"{name}.veillee")
        bots.unlink(missing_ok=True)
        common = ["--no-save", "--seed", str(seed), "--plain"]
        run(program, "play", game, *common, "--record", str(bots), *[a.replace("human", "greedy") for a in args])
        if how == "bots":
            bots.rename(file)
        elif how == "position":
            middle = pathlib.Path(folder, "middle.json")
            middle.write_text(run(program, "replay", str(bots), "--to", str(len(entries(bots)) // 2), "--json"), encoding="utf-8")
            run(program, "play", game, *common, "--position", str(middle), "--record", str(file), *args)
        else:
            lines = "".join(line + "\n" for line in typed(how, entries(bots)))
            dice = ["--dice", "hand"] if how == "hand" else []
            run(program, "play", game, *[c for c in common if not dice or c not in ("--seed", str(seed))], *dice, "--record", str(file), *args,
                stdin=lines, code=None)
        keep(program, file)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("program")
    ap.add_argument("--keep")
    ap.add_argument("--make", choices=sorted(GAMES))
    ap.add_argument("--anew", action="store_true")
    args = ap.parse_args()
    program = os.path.abspath(args.program)
    try:
        if args.keep:
            keep(program, pathlib.Path(args.keep))
        elif args.make:
            if args.anew:
                forget(args.make)
            with tempfile.TemporaryDirectory() as folder:
                make(program, args.make, folder)
        else:
            return replay_all(program)
    except Failure as e:
        print(e)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
