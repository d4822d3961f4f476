#!/usr/bin/env python3
"""What owners of cards do, from outside: export, edit, check, play, simulate.

    owners.py PROGRAM [WORD]      the tests whose name contains WORD
"""
import csv
import io
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
def what_cannot_be_written_is_known_before_the_games(home):
    for option in ("--html", "--rows", "--record"):
        check_bad(home, ["sim", "enchanters", "--games", "1000000", option, home.file("no/where")], 2, ["no/where"])
    home.out("sim", "enchanters", "--games", "2", "--html", "/dev/null", "--rows", "/dev/null")


@test
def a_misspelled_game_is_no_file(home):
    check_bad(home, ["content", "export", "enchanterz", home.file("x.json"), "--lang", "en"], 2, ["enchanters"])
    check_bad(home, ["content", "export", "enchanters", "a", "b", "--lang", "fr"], 2, ["export JEU [FICHIER]"])


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


@test
def an_export_brings_its_schema(home):
    for game in GAMES:
        os.mkdir(home.file(game))
        path, schema = home.file(f"{game}/my.json"), home.file(f"{game}/{game}.schema.json")
        home.out("content", "export", game, path)
        check(read(schema) == read(os.path.join(ROOT, "content", f"{game}.schema.json")), "the schema")
        check(json.loads(read(path))["$schema"] == os.path.basename(schema), "the pack names it")
        check(read(path) == read(os.path.join(ROOT, "content", f"{game}.json")), "the pack as it was written")
        # another pack beside it shares the schema; a schema that was changed stays, and nothing is written
        home.out("content", "export", game, home.file(f"{game}/other.json"))
        home.file(schema, "{}")
        check_bad(home, ["content", "export", game, home.file(f"{game}/third.json"), "--lang", "en"], 2, [f"{game}.schema.json", "--force"])
        check(read(schema) == b"{}" and not os.path.exists(home.file(f"{game}/third.json")), "nothing is written")
    home.out("content", "export", "runemasters", "here.json")
    check(os.path.exists(home.file("runemasters.schema.json")), "beside a name without a folder")
    check_bad(home, ["content", "export", "runemasters", "/dev/full"], 2, ["/dev/full"])
    check(not os.path.exists("/dev/runemasters.schema.json"), "a device has no neighbour")


# ---- the text follows the card ----

def says(home, path, key):
    shown = json.loads(home.out("content", "show", path, key))
    return next(iter(shown.values())).get("says", {})


@test
def a_changed_value_is_a_changed_text(home):
    path = edited(home, "enchanters", ('"do": [["wound", "others", [1, 2, "attack"]]]', '"do": [["wound", "target", [2, 1, "skulls"]], ["lose", "target", 3]]'))
    check(says(home, "enchanters", "gob_axe")["en"].endswith("each other player receives 1 wound for every 2 points of your Attack."), "as printed")
    found = says(home, path, "gob_axe")
    check_in("another player of your choice receives 2 wounds for each skull you have, then that player loses 3 crystals.", found["en"])
    check_in("un autre joueur de votre choix reçoit 2 blessures par crâne que vous avez, puis ce joueur perd 3 cristaux.", found["fr"])
    path = edited(home, "runemasters", ('["frenzy", 2, 2]', '["frenzy", 1, 3]'))
    check_in("strength 3 while it bears exactly 1 wound.", says(home, path, "troll")["en"])
    check_in("strength 3 while it bears exactly 1 wound.", home.out("content", "show", path, "--texts", "--lang", "en"))


SWAPS = [("self", "others"), ("target", "all"), ("others", "all"), ("all", "self"), ("item", "enchantment"), ("enchantment", "item"), ("monster", "dragon"),
         ("dragon", "trophy"), ("trophy", "monster"), ("any", "top"), ("top", "any"), ("first", "any"), ("under", "top"), ("start", "rest"), ("each", "double"), ("double", "each"),
         ("rest", "start"), ("once", "double"), ("multi", "double"), ("double", "once"), ("most", "fewest"), ("fewest", "most"), ("road_first", "grave_top"),
         ("own_top_item", "target_top_item"), ("attack", "defence"), ("defence", "attack"), ("skulls", "items"), ("monsters", "dragons"), ("dragons", "monsters"),
         ("trophies", "skulls"), ("crystals", "wounds"), ("wounds", "crystals"), ("items", "trophies"), ("enchantments", "items"), ("graveyard", "skulls"),
         ("healed", "received"), ("received", "healed"), ("atk", "def"), ("def", "atk"), ("heal", "wound"), ("lose", "crystals"), ("rob", "lose"), ("wound", "heal")]


def leaves(node, path=()):
    """The numbers and words of an effect, and the ways to them."""
    if isinstance(node, (dict, list)):
        for k, v in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(v, path + (k,))
    elif not isinstance(node, bool):
        yield path


def replaced(node, path, value):
    if not path:
        return value
    copy = dict(node) if isinstance(node, dict) else list(node)
    copy[path[0]] = replaced(node[path[0]], path[1:], value)
    return copy


def things(pack):
    """Every thing of the pack with what it does: the holder, and the names of its fields."""
    for kingdom in pack.get("kingdoms", []):
        for card in kingdom["cards"]:
            yield card, ("ability", "score", "flags", "health_per", "strength_per", "upper", "lower", "health", "strength", "glory")
    for holder, fields in (("villages", ("abilities", "scores")), ("types", ("abilities",)), ("events", ("effects",))):
        for thing in pack.get(holder, []):
            yield thing, fields


def texts(home, path, lang):
    """By key, what `content show --texts` says."""
    found, key = {}, None
    for line in home.out("content", "show", path, "--texts", "--lang", lang, env={"COLUMNS": "4000"}).splitlines():
        word = line[2:].split(" ")[0]
        if re.match(r"  \S", line):
            key = word
        elif line.startswith("      ") and key:
            found[key] = (found.get(key, "") + " " + line.strip()).strip()
    return found


@test
def every_number_and_word_of_an_effect_is_in_its_text(home):
    """One leaf of every thing is changed at a time; what the engine then refuses is left as it was."""
    swaps = dict(reversed(SWAPS))
    for game in GAMES:
        pack = json.loads(home.out("content", "export", game))
        before = {lang: texts(home, game, lang) for lang in ("fr", "en")}
        ways = {t["key"]: [(f, *p) for f in fields if f in t for p in leaves(t[f])] for t, fields in things(pack)}
        changed = 0
        for n in range(max(map(len, ways.values()))):
            other = json.loads(json.dumps(pack))
            done = {}
            for thing, _ in things(other):
                if n >= len(ways[thing["key"]]):
                    continue
                way = ways[thing["key"]][n]
                value = thing
                for step in way:
                    value = value[step]
                new = value + 1 if isinstance(value, int) else swaps.get(value)
                if new is not None:
                    done[thing["key"]] = (way, thing[way[0]])
                    thing[way[0]] = replaced(thing[way[0]], way[1:], new)
            path = home.file("other.json", json.dumps(other))
            bad = {f.get("key") for f in json.loads(home.run("content", "check", path, "--json").stdout)[0]["list"]}
            for thing, _ in things(other):
                if thing["key"] in bad and thing["key"] in done:
                    way, old = done.pop(thing["key"])
                    thing[way[0]] = old
            home.file("other.json", json.dumps(other))
            home.out("content", "check", path)
            for lang in before:
                after = texts(home, path, lang)
                for key, (way, _) in done.items():
                    check(after[key] != before[lang][key], f"{game}, {lang}: {key} {way} is not in its text: {after[key]}")
            changed += len(done)
        check(changed >= {"enchanters": 700, "runemasters": 5}[game], f"{game}: only {changed} changes")


# ---- packs with faults ----

def edited(home, game, *changes, name="my.json"):
    """The built-in pack with pieces of its text exchanged."""
    text = home.out("content", "export", game)
    for old, new in changes:
        check(old in text, f"{game}: {old!r} is not in the pack")
        text = text.replace(old, new, 1)
    return home.file(name, text)


def place_of(path, piece):
    """Line and column, from 1, where a piece of the file begins."""
    before = read(path).decode().partition(piece)[0]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


SLIPS = {
    "runemasters": [('"key": "troll_green",     "type": "troll"', '"key": "troll_green", "type": "trolll"', "troll_green", '"trolll"'),
                    ('"key": "mana_drain", "class": "negative"', '"key": "mana_drain", "class": 7', "mana_drain", '7'),
                    ('"key": "kulak"', '"key": "ku-lak"', "", '"ku-lak"')],
    "enchanters": [('"key": "start_fist", "kind": "item"', '"key": "start_fist", "kind": "itme"', "start_fist", '"itme"'),
                   ('"key": "wor_dagger", "kind": "item", "copies": 2', '"key": "wor_dagger", "kind": "item", "copies": 9', "wor_dagger", '9')],
}


@test
def a_fault_names_the_card_and_the_line(home):
    for game, slips in SLIPS.items():
        path = edited(home, game, *[(old, new) for old, new, _, _ in slips])
        listed = json.loads(home.out("content", "check", path, "--json", code=1))[0]["list"]
        text = {lang: home.out("content", "check", path, "--lang", lang, code=1) for lang in ("en", "fr")}
        places = [(f["line"], f["column"]) for f in listed]
        check(places == sorted(places), f"{game}: not in the order of the file: {places}")
        for _, new, key, piece in slips:
            line, column = place_of(path, new)
            column += new.rindex(piece)
            found = [f for f in listed if (f["line"], f["column"]) == (line, column)]
            check(found and found[0].get("key", "") == key, f"{game}: no fault of {key} at {line}:{column}: {listed}")
            where = found[0]["where"]
            named = {"en": f"{key}: " if key else "", "fr": f"{key} : " if key else ""}
            check_in(f"{path}:{line}:{column}: {named['en']}{where}: ", text["en"])
            check_in(f"{path}:{line}:{column} : {named['fr']}{where} : ", text["fr"])
        for command in (["play", game], ["sim", game], ["bench", game], ["content", "show"], ["engine", game]):
            args = [*command, path] if command[0] == "content" else [*command, "--content", path]
            check_bad(home, [*args, "--lang", "en"], 2, [f"{path}:"])


@test
def a_pack_of_another_game_is_told_as_such(home):
    path = home.file("my.json", home.out("content", "export", "enchanters"))
    for lang, words in (("fr", "fait pour un autre jeu (enchanters)"), ("en", "made for another game (enchanters)")):
        for command in ("play", "sim", "bench", "engine"):
            check_bad(home, [command, "runemasters", "--content", path, "--lang", lang], 2, [f"{path}:", words])


@test
def a_file_that_is_no_json_names_the_line(home):
    path = home.file("my.json", home.out("content", "export", "runemasters").replace('"types": [', '"types": [,', 1))
    line, column = place_of(path, '"types": [,')
    column += len('"types": [')
    check_in(f"{path}:{line}:{column}: the text", home.out("content", "check", path, "--lang", "en", code=1))


@test
def a_missing_field_is_said_once(home):
    path = edited(home, "runemasters", ('"key": "shadow", ', '"key": "shadow", "x": 1, '), ('"source": "seed", "name": { "fr": "Ombre"', '"name": { "fr": "Ombre"'))
    text = home.out("content", "check", path, "--lang", "en", code=1)
    check_in("shadow: /types/0/source: something required is missing\n", text)
    check_in("shadow: /types/0/x: a name is not known (there is no such field)", text)


@test
def one_slip_is_one_fault(home):
    for old, new in (('["atk", 2]', '["atck", 2]'), ('["wounds", 1]', '["wuonds", 1]'), ('"do": [["atk", 2]]', '"do": [["steel", "item", "any", "top"]]')):
        path = edited(home, "enchanters", (old, new))
        listed = json.loads(home.out("content", "check", path, "--json", code=1))[0]["list"]
        check(len(listed) == 1 and listed[0]["status"] == "unknown" and listed[0]["key"] == "wor_dagger", listed)


@test
def a_byte_order_mark_is_accepted(home):
    mark = "\ufeff"
    for game in GAMES:
        path = home.file("mark.json", mark + home.out("content", "export", game))
        check_in("no fault", home.out("content", "check", path, "--lang", "en"))
        home.out("sim", game, "--games", "1", "--content", path)
    scenario = home.file("s.json", mark + read(os.path.join(ROOT, "tests", "scenarios", "enchanters", "var.json")).decode())
    home.out("scenario", scenario)
    home.out("play", "runemasters", "--seats", "greedy", "--seed", "1", "--no-save", "--record", home.file("g.veillee"))
    home.out("replay", home.file("mark.veillee", mark + read(home.file("g.veillee")).decode()), "--verify")
    position = home.file("p.json", mark + home.out("replay", home.file("g.veillee"), "--to", "20", "--json"))
    home.out("play", "runemasters", "--seats", "greedy", "--seed", "1", "--no-save", "--position", position)


# ---- records ----

@test
def a_result_names_winners_and_scores(home):
    for game, options in (("enchanters", ["--set", "players=3"]), ("runemasters", ["--set", "guardians=2"])):
        path = home.file(f"{game}.veillee")
        home.out("play", game, *options, "--seats", "greedy,greedy,greedy" if game == "enchanters" else "greedy", "--seed", "1", "--no-save", "--record", path)
        result = next(line for line in read(path).decode().split("\n") if line.startswith("result ")).split()
        check(result[4] == "won" and result[6] == "scores", result)
        winners, scores = result[5].split(","), [int(s) for s in result[7].split(",")]
        if game == "enchanters":
            check(len(scores) == 3 and winners == [str(scores.index(max(scores)))], result)
        else:
            check(winners == ["0", "1"] and scores == [1, 1], result)
        home.out("replay", path, "--verify")


# ---- simulations ----

HEAD = "seed,game,options,bots,outcome,rule,winners,scores,turns,rounds,decisions,moves"


@test
def a_report_names_its_pack(home):
    for game in GAMES:
        version = json.loads(home.out("content", "export", game))["version"]
        own = edited(home, game, ('"id": "base"', '"id": "my_box"'), (f'"version": "{version}"', '"version": "2.3.4"'))
        for content, words in (([], f"base {version}"), (["--content", own], "my_box 2.3.4")):
            args = ["sim", game, "--games", "5", *content]
            told = json.loads(home.out(*args, "--json"))["content"]
            check([told["id"], told["version"]] == words.split() and told.get("file") == (own if content else None), told)
            built_in = {"en": "built in", "fr": "d’origine"}
            for lang in ("en", "fr"):
                page = home.file("page.html")
                line = f"{words}, {told['hash']} ({own if content else built_in[lang]})"
                check_in(line, home.out(*args, "--lang", lang, "--html", page, "--force"))
                check_in(line, read(page).decode())
            check_in(f"{words}, {told['hash']}", home.out("bench", game, "--games", "5", *content))
            bench = json.loads(home.out("bench", game, "--games", "5", "--json", *content))
            check(bench["content"] == told, bench)


@test
def rows_give_one_line_a_game(home):
    path = home.file("rows.csv")
    refuses(home, path, "sim", "runemasters", "--games", "3", "--rows", path)
    args = ["sim", "enchanters", "--games", "30", "--seed", "7", "--set", "players=2,3", "--bots", "greedy,random", "--json"]
    text, reports = {}, {}
    for threads in ("1", "2", "9"):
        reports[threads] = home.out(*args, "--threads", threads, "--rows", path, "--force")
        text[threads] = read(path).decode()
    check(text["1"] == text["2"] == text["9"], "the rows depend on the threads")
    check(text["1"].split("\n")[0] == HEAD, "the head")
    rows = list(csv.DictReader(io.StringIO(text["1"])))
    check([(r["seed"], int(r["game"])) for r in rows] == [("7", k) for _ in range(2) for k in range(30)], "order")
    for i, cell in enumerate(json.loads(reports["1"])["cells"]):
        mine = rows[30 * i: 30 * i + 30]
        check(all(r["options"] == ("players=3" if i else "") and len(r["scores"].split()) == 2 + i for r in mine), mine[0])
        check(mine[0]["bots"] == ("greedy random greedy" if i else "greedy random"), mine[0])
        check(all(r["outcome"] == "won" and r["rule"].startswith("EN-END") for r in mine), mine[0])
        for p, player in enumerate(cell["players"]):
            check(sum(str(p) in r["winners"].split() for r in mine) == player["won"], f"wins of player {p}")
            mean = sum(int(r["scores"].split()[p]) for r in mine) / 30
            check(abs(mean - player["score"]) < 0.0051 and player["score_low"] <= mean <= player["score_high"], f"score of player {p}")
        for key in ("turns", "decisions", "moves"):
            check(abs(sum(int(r[key]) for r in mine) / 30 - cell["length"][key]["mean"]) < 0.0051, key)
        check(all(r["rounds"] == "" for r in mine), "Enchanters has no rounds")
    check(home.out(*[a for a in args if a != "--json"], "--rows", "-") == text["1"], "--rows -")
    for other in ("--json", "--trace"):
        check_bad(home, ["sim", "enchanters", "--rows", "-", other, "--lang", "en"], 2, ["--rows -"])
    check_bad(home, ["sim", "enchanters", "--rows", home.file("no/rows.csv")], 2, ["rows.csv"])
    # a disk that fills up leaves what was there
    before = read(path)
    r = home.run(*args, "--rows", path, "--force", limit=1000)
    check(r.returncode == 2 and b"rows.csv" in r.stderr and read(path) == before, f"{r.returncode} {r.stderr!r}")


@test
def rows_of_a_record(home):
    home.out("sim", "runemasters", "--games", "4", "--seed", "5", "--set", "guardians=2", "--record", home.file("games"), "--rows", home.file("rows.csv"))
    for r in csv.DictReader(io.StringIO(read(home.file("rows.csv")).decode())):
        text = read(home.file(f"games/runemasters-{r['seed']}-{r['game']}.veillee")).decode()
        result = next(line for line in text.split("\n") if line.startswith("result ")).split()
        check([r["outcome"], r["rule"]] == result[1:3], result)
        check(r["winners"].replace(" ", ",") == result[5].strip("-") and r["scores"].replace(" ", ",") == result[7], result)
        check(r["moves"] == text.split("\nend ")[1].split()[0] and f"\nseats {r['bots']}\n" in text and f"\noptions {r['options']}\n" in text, r)


@test
def no_column_says_nothing(home):
    for game in GAMES:
        text = home.out("sim", game, "--games", "60", "--lang", "en")
        tables = text.split("\n\n")[3:]
        for table in tables:
            lines = table.strip("\n").split("\n")
            cells = [line.split("  ") for line in lines[2:]]
            cells = [[c.strip() for c in row if c.strip()] for row in cells]
            heads = [h.strip() for h in lines[1].split("  ") if h.strip()]
            check(all(len(row) >= len(heads) for row in cells), f"{game}: an empty column: {table[:300]}")
            if "per game" in heads and "present" in heads:
                check(any(float(row[1]) * 100 - float(row[2].split()[0].split("\u00a0")[0]) > 1 for row in cells),
                      f"{game}: per game is present again: {table[:300]}")
    check("Cards revealed" not in home.out("sim", "enchanters", "--games", "3", "--lang", "en"), "what is always so")
    check("win_rate" not in json.loads(home.out("sim", "enchanters", "--games", "3", "--json"))["cells"][0], "somebody always wins")


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
