#!/usr/bin/env python3
"""The pack of Reflets d'Acide against the tables of its rule file (sections 9 and 10), row by row.

    tests/content/reflets.py

RULE RA-CNT-01: as many rows of each table as the rules say, and as many cards, RULE RA-CNT-02: figures
within their bounds, nine heroes of each race, RULE RA-CNT-03: quests opposed two by two, RULE RA-CNT-04:
every effect in the words of the rules, every trial without a circle, every objective reached,
RULE RA-CNT-05: a room for each relic, none of them the Octuple Chamber, RULE RA-CNT-06: the printed rows as the booklet has them, RULE RA-RUL-24, RULE RA-RUL-25,
RULE RA-RUL-26, RULE RA-RUL-27, RULE RA-RUL-28: their numbers read in that order; RULE RA-EQP-11: tags,
gold and points of items, RULE RA-RUL-60: the hero of Z08.
Ends with "N passed, N failed".
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RULES = (ROOT / "rules" / "reflets.md").read_text(encoding="utf-8")
CHARS = {"ATT": "attack", "PER": "perception", "INT": "intelligence", "AGI": "agility", "DEF": "defence", "ANY": "any"}
COLOURS = dict(zip("ROVGB", ("attack", "perception", "intelligence", "agility", "defence"), strict=True))
KINDS = {"D": "divine", "A": "hazard", "O": "opportunity", "S": "shield", "B": "divine", "R": "reaction", "M": "movement", "X": "any"}
TAGS = {"d": "dwarf", "e": "elf", "m": "magic", "w": "weapon", "c": "cursed"}
SPECIAL = {"AUTO": "succeed", "STOPAVA": "stop_avatar", "ADDDIE": "add_die", "REROLLG": "reroll_gold", "NOPEN": "no_penalty", "AVA": "avatar", "DIE": "set_die"}
ZONES = "forest river cave camp hills mount".split()
passed = failed = 0


def same(what, found, want):
    global passed, failed
    if found == want:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {what}:\n     the pack:  {found}\n     the rules: {want}")


# ---- the notation of effects (section 10.1) ----

def value(word):
    if re.fullmatch(r"[+-]?\d+", word):
        return int(word)
    return CHARS.get(word, word)


def step(text):
    m = re.fullmatch(r"([A-Z]+)(?:\((.*)\))?", text.strip())
    verb, args = m.group(1), [value(a.strip()) for a in (m.group(2) or "").split(",") if a]
    name = SPECIAL.get(verb, verb.lower())
    if verb == "HEAL" and isinstance(args[0], int):  # up to so many, RA-FX-15
        name = "heal_up_to"
    return [name, *args]


def effects(cell):
    text = code(cell)
    if not text:
        return []
    ways = text.split(" // ")
    if len(ways) > 1:
        return [["either", *(effects(f"`{way}`") for way in ways)]]
    return [step(s) for s in text.split(";")]


def cost(text):
    if text == "-":
        return []
    if text[0] == "*":
        return [["any", int(text[1:])]]
    return [["gems", COLOURS[c], int(n)] for c, n in re.findall(r"([A-Z])(\d+)", text)]


def use(kind, price, steps, once):
    entry = {"kind": KINDS[kind], "do": steps}
    if price:
        entry["cost"] = price
    if once:
        entry["once"] = True
    return entry


def skills(cell):
    found = []
    for text in code(cell).split(" & ") if code(cell) else []:
        once = text.endswith("!")
        kind, price, what = text.rstrip("!").split(":", 2)
        found.append(use(kind, cost(price), effects(f"`{what}`"), once))
    return found


def arrow(text):
    return {"L": "light", "D": "dark"}.get(text, text[1:])


def trial(cell):
    found = []
    for text in code(cell).split(";"):
        m = re.fullmatch(r"O(\d)=(?:([CI])-([A-Z]+)-(\d+)|V)>(\w+)<(\w+)", text.strip())
        same(f"{cell}: in the order of its numbers", int(m.group(1)), len(found) + 1)
        if m.group(2) is None:
            entry = {"kind": "vitality"}
        else:
            entry = {"kind": {"C": "collective", "I": "individual"}[m.group(2)], "what": CHARS[m.group(3)], "value": int(m.group(4))}
        found.append({**entry, "won": arrow(m.group(5)), "lost": arrow(m.group(6))})
    return found


def options(cell):
    found = []
    for letter, text in zip("abcd", code(cell).split(" ~ "), strict=False):
        mark, rest = text.split(" ", 1)
        price, what = rest.split(": ", 1)
        same(f"{cell}: in the order of its letters", mark, letter)
        found.append({"cost": int(price[1:]) if price != "-" else 0, "do": effects(f"`{what}`")})
    return found


# ---- the tables ----

def rows(pattern, columns):
    """The rows of tables whose first cell matches and that have so many columns."""
    for line in RULES.splitlines():
        cells = [c.strip() for c in line.split("|")[1:-1]]
        if line.startswith("| ") and len(cells) == columns and re.fullmatch(pattern, cells[0]):
            yield cells


def code(cell):
    return "" if cell == "-" else cell.strip("`")


def with_(entry, **more):
    """What a table leaves out stands nowhere in the pack either."""
    return {**entry, **{k: v for k, v in more.items() if v}}


def named(cell, entry):
    """Where it comes from: the row as a whole, and its name."""
    out = dict(entry)
    out["source"] = "seed" if cell.startswith("seed") else "designed"
    out["name_is"] = "seed" if re.match(r"seed|name", cell) else "designed"
    return out


def heroes():
    for key, name, race, align, values, vitality, points, skill, source in rows(r"H\d\d", 9):
        entry = {"race": race, "align": align, "values": [int(v) for v in values.split()], "vitality": int(vitality), "points": int(points)}
        yield key, name, named(source, with_(entry, skills=skills(skill)))


def dilemmas():
    for key, name, kind, scope, price, what, source in rows(r"D\d\d", 7):
        entry = use(kind, cost(code(price) or "-"), effects(what), False)
        yield key, name, named(source, with_(entry, targeted=scope == "c"))


def creatures():
    for key, name, price, points, adds, light, dark, source in rows(r"C\d\d", 8):
        sums = dict(re.findall(r"([A-Z]{3})\+(\d)", adds))
        entry = {"cost": int(price), "points": int(points), "adds": [int(sums.get(c, 0)) for c in list(CHARS)[:5]]}
        yield key, name, named(source, with_(entry, light=effects(light), dark=effects(dark)))


def critters():
    for key, name, price, points, light, dark, source in rows(r"B\d\d", 7):
        yield key, name, named(source, with_({"cost": int(price), "points": int(points)}, light=effects(light), dark=effects(dark)))


def zones():
    for key, place, name, price, points, test, light, dark, source in rows(r"Z\d\d", 9):
        salutary = " ~ " in test
        entry = with_({"place": place, "cost": int(price), "points": int(points)}, light=effects(light), dark=effects(dark))
        entry["options" if salutary else "trial"] = options(test) if salutary else trial(test)
        yield key, name, named(source, entry)


def doors():
    for key, name, price, item, test, light, dark, source in rows(r"P\d\d", 8):
        held = re.fullmatch(r"has\((\w+)\)", code(item))
        entry = with_({"cost": int(price)}, item=held and held.group(1), trial=trial(test) if test != "none" else [], light=effects(light), dark=effects(dark))
        yield key, name, named(source, entry)


def rooms():
    for key, name, price, feature, test, light, dark, source in rows(r"S\d\d", 8):
        yield key, name, named(source, with_({"cost": int(price)}, feature=code(feature), trial=trial(test), light=effects(light), dark=effects(dark)))


def items(pattern, columns, relic):
    for cells in rows(pattern, columns):
        if relic:
            key, name, _, tags, passive, skill, points, gold, source = cells
        else:
            key, name, tags, passive, barred, skill, gold, source = cells
        entry = {"gold": int(gold), **({"points": int(points)} if relic else {})}
        marks = [step(s) for s in re.findall(r"[A-Z]+(?:\([^)]*\))?", code(passive))]
        races = [] if relic or barred == "-" else barred.split()
        use_ = skills(skill)
        entry = with_(entry, tags=[TAGS[t] for t in code(tags)], passive=marks, barred=races, skill=use_[0] if use_ else None)
        yield key, name, named(source, entry)


def treasures():
    for key, name, points, test, light, dark, source in rows(r"TR\d", 7):
        yield key, name, named(source, {"points": int(points), "trial": trial(test), "light": effects(light), "dark": effects(dark)})


def task(cell):
    gold = re.fullmatch(r"gold (\d+) (\d+)", cell)
    if gold:
        return {"gold": int(gold.group(1)), "points": int(gold.group(2))}
    n, what, which, points = re.fullmatch(r"(?:(\d+) )?(race|align|tag)\((\w+)\) (\d+)", cell).groups()
    return {what: which, "n": int(n or 1), "points": int(points)}


def quests():
    for key, name, align, opposed, relic, first, second, reward, leader, team, held, fallen, source in rows(r"Q\d\d", 13):
        entry = {"align": align, "opposed": opposed, "relic": relic, "rooms": [first, second], "reward": effects(reward)}
        yield key, name, named(source, {**entry, "leader": task(leader), "team": task(team), "items": task(held), "fallen": task(fallen)})


TABLES = {  # in the order of RA-CNT-01
    "quests": (quests, 12), "heroes": (heroes, 63), "dilemmas": (dilemmas, 45), "creatures": (creatures, 18), "critters": (critters, 6), "zones": (zones, 36),
    "doors": (doors, 6), "rooms": (rooms, 10), "loot": (lambda: items(r"L\d\d", 8, False), 56), "relics": (lambda: items(r"X\d\d", 9, True), 9), "treasures": (treasures, 6),
}


# ---- the pack ----

def plain(entry):
    out = {k: v for k, v in entry.items() if k not in ("key", "name", "flavour", "except")}
    out["name_is"] = entry.get("except", {}).get("name", entry["source"])
    return out


def check_cards(pack):
    numbers = re.search(r"\*\*RA-CNT-01\*\* Row counts: ([\d, ]+)\.", RULES).group(1)
    same("RA-CNT-01", [n for _, n in TABLES.values()], [int(n) for n in numbers.split(", ")])
    for what, (table, n) in TABLES.items():
        want = list(table())
        same(f"rows of {what}", len(want), n)
        same(f"the order of {what}", [e["key"] for e in pack[what]], [key for key, *_ in want])
        found = {e["key"]: e for e in pack[what]}
        for key, name, entry in want:
            same(key, plain(found[key]), entry)
            same(f"{key}: its name", found[key]["name"]["fr"].replace("\u202f", " "), name.replace("'", "’"))


def check_figures(pack):
    """RA-CNT-02"""
    races = {}
    for hero in pack["heroes"]:
        races[hero["race"]] = races.get(hero["race"], 0) + 1
        same(f"{hero['key']}: within bounds", all(1 <= v <= 5 for v in hero["values"]) and 2 <= hero["vitality"] <= 5 and 1 <= hero["points"] <= 4, True)
    same("heroes of each race", races, dict.fromkeys(("elf", "dwarf", "human", "halfling", "orc", "undead", "elemental"), 9))
    for i, zone in enumerate(pack["zones"]):
        same(f"{zone['key']}: six of each", zone["place"], ZONES[i // 6])
    for item in pack["loot"]:
        same(f"{item['key']}: no points", "points" in item, False)


def check_quests(pack):
    """RA-CNT-03"""
    by = {q["key"]: q for q in pack["quests"]}
    for key, quest in by.items():
        other = by[quest["opposed"]]
        same(f"{key}: its opposite's opposite", other["opposed"], key)
        same(f"{key}: not its own", other is quest, False)
        same(f"{key}: another relic", quest["relic"] == other["relic"], False)
        same(f"{key}: another first room", quest["rooms"][0] == other["rooms"][0], False)
        same(f"{key}: two rooms", quest["rooms"][0] == quest["rooms"][1], False)


def check_trial(key, nodes):
    """RA-CNT-04: arrows lead on, and to every objective."""
    same(f"{key}: at most four objectives", 1 <= len(nodes) <= 4, True)
    reached = {1}
    for number, node in enumerate(nodes, 1):
        for side in ("won", "lost"):
            if node[side].isdigit():
                same(f"{key}: no circle from O{number}", number < int(node[side]) <= len(nodes), True)
                if number in reached:
                    reached.add(int(node[side]))
        if node["kind"] != "vitality":
            same(f"{key}: the value of O{number}", 1 <= node["value"] <= (20 if node["kind"] == "collective" else 6), True)
    same(f"{key}: every objective is reached", sorted(reached), list(range(1, len(nodes) + 1)))


def check_effects(pack):
    """RA-CNT-04: with the verbs of section 10.2 and no other."""
    listed = {SPECIAL.get(w, w.lower()) for w in re.findall(r"^\| RA-FX-\d+ \| ([A-Z]+)", RULES, re.M)} | {"heal_up_to", "either"}
    ours = {"luck", "imp_tax", "bonus_die"}  # what tokens do, RA-TOK-11, 12 and 15
    used = set()

    def walk(steps):
        for s in steps:
            used.add(s[0])
            if s[0] == "either":
                for way in s[1:]:
                    walk(way)
    for what in TABLES:
        for entry in pack[what]:
            for part in ("light", "dark", "passive", "reward", "do"):
                walk(entry.get(part, []))
            for skill in [*entry.get("skills", []), entry.get("skill", {}), *entry.get("options", [])]:
                walk(skill.get("do", []))
            if "trial" in entry:
                check_trial(entry["key"], entry["trial"])
    same("verbs that the rules do not list", sorted(used - listed), [])
    for token in pack["tokens"]:
        walk(token.get("team", []))
        walk(token.get("vils", []))
    same("verbs of tokens", sorted(used - listed), sorted(ours))
    # what happens by itself, or may stand in a pack and stands in none
    same("verbs that no card has", sorted(listed - used), sorted("pay vgem vloot vimp use".split()))


def check_relics(pack):
    """RA-CNT-05"""
    rooms_of = {r["key"]: [] for r in pack["relics"]}
    for room in pack["rooms"]:
        for s in room["light"]:
            if s[0] == "relic":
                rooms_of[s[1]].append(room["key"])
    column = {cells[0]: [cells[2]] for cells in rows(r"X\d\d", 9)}
    same("the room of each relic", rooms_of, column)
    same("no relic in the Octuple Chamber", [r["light"] for r in pack["rooms"] if r.get("feature") == "octuple"], [[["portal"]]])


PRINTED = {  # the figures of the booklet, RA-CNT-06, read as RA-RUL-24 to 28 say
    "H01": ([1, 2, 2, 3, 2], 2, 1, [1]), "H02": ([2, 2, 3, 4, 1], 2, 1, [1]), "H03": ([3, 2, 3, 4, 2], 3, 2, [1, 1]), "H09": ([4, 2, 3, 5, 4], 4, 3, [2, 2]),
    "H16": ([4, 1, 2, 2, 3], 5, 2, [1]), "H60": ([5, 3, 2, 4, 3], 4, 4, [2, 2]),
}


def check_printed(pack):
    cards = {e["key"]: e for what in TABLES for e in pack[what]}
    for key, (values, vitality, points, prices) in PRINTED.items():
        hero = cards[key]
        same(key, (hero["values"], hero["vitality"], hero["points"], [s["cost"][0][2] for s in hero["skills"]]), (values, vitality, points, prices))
    same("L29", cards["L29"]["passive"], [["set", "agility", 3], ["set", "defence", 5]])
    same("C02", (cards["C02"]["cost"], cards["C02"]["adds"], cards["C02"]["light"], cards["C02"]["dark"]), (1, [0, 2, 3, 2, 0], [["gem", 1]], [["move", -1]]))
    same("B01", (cards["B01"]["cost"], cards["B01"]["light"], cards["B01"]["dark"]), (1, [["gem", 1]], [["steal"], ["move", -1]]))
    same("Z08", ([(o["kind"], o["what"], o["value"]) for o in cards["Z08"]["trial"]], cards["Z08"]["dark"]),
         ([("collective", "agility", 12), ("collective", "defence", 8)], [["move", -1], ["vit", "place2", "V"]]))
    same("Z19", [[s[0] for s in o["do"]] for o in cards["Z19"]["options"]], [["move"], ["heal"], ["heal", "imp"], ["heal", "imp", "peek"]])
    same("P03", (cards["P03"]["item"], cards["P03"]["trial"][0]["value"], cards["P03"]["light"]), ("L31", 18, [["open"], ["room", 3]]))
    same("S01", [o["value"] for o in cards["S01"]["trial"]], [14, 14, 12])
    same("D01 and D12", (cards["D01"]["do"], cards["D12"]["do"]), ([["free"]], [["either", [["swap"]], [["offer", "vac"]]]]))
    for key, n in (("Q01", 3), ("Q02", 4)):
        same(key, (cards[key]["leader"]["points"], cards[key]["items"]["n"]), (10, n))
    same("Q03", (cards["Q03"]["leader"]["points"], cards["Q03"]["items"]), (5, {"tag": "magic", "n": 4, "points": 10}))
    for key in "H01 H02 H03 H09 H16 H60 Q01 Q02 Q03 L29 C02 B01 Z08 Z19 P03 S01 D01 D12".split():
        same(f"{key}: printed", cards[key]["source"], "seed")


def main():
    pack = json.loads((ROOT / "content" / "reflets.json").read_text(encoding="utf-8"))
    check_cards(pack)
    check_figures(pack)
    check_quests(pack)
    check_effects(pack)
    check_relics(pack)
    check_printed(pack)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
