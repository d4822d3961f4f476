#!/usr/bin/env python3
"""The pack of Runebound against the tables of its rule file (sections 9 and 10), row by row.

    tests/content/runebound.py

RULE RB-CRD-01, RULE RB-CRD-02, RULE RB-CRD-03, RULE RB-CRD-04, RULE RB-CRD-05, RULE RB-CRD-06: every
hero, ally, artifact, challenge, event and encounter of the tables stands in the pack with the same names,
figures and effects, RULE RB-CRD-07, RULE RB-CRD-08, RULE RB-CRD-09, RULE RB-CRD-10, RULE RB-CRD-11,
RULE RB-CRD-12, RULE RB-CRD-13: the effects read from their notation, in the words of the rules,
RULE RB-CRD-14: in their order, RULE RB-EFX-36: and with no verb that the rules do not list; so does the
map, RULE RB-BRD-01, RULE RB-BRD-02, RULE RB-BRD-08: hex by hex, RULE RB-BRD-07, RULE RB-BRD-09: its sites
alone and as far from Tamalir as they should be, RULE RB-SET-13: its towns, RULE RB-BRD-11,
RULE RB-BRD-12: and the faces of the dice. Ends with "N passed, N failed".
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RULES = (ROOT / "rules" / "runebound.md").read_text(encoding="utf-8")
COLOURS = {"G": "green", "Y": "yellow", "B": "blue", "D": "red", "R": "red"}
TIMINGS = "passive before_move moving before_combat escape boost test reroll soak after_combat".split()
SCRIPTS = "pre round fixed reward enter global".split()
passed = failed = 0


def same(what, found, want):
    global passed, failed
    if found == want:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {what}:\n     the pack:  {found}\n     the rules: {want}")


# ---- the notation of effects (RB-CRD-07) ----

class Reader:
    def __init__(self, text):
        self.words = re.findall(r"[A-Za-z_]+|[+-]?\d+|[\[\](){}|;:,]", text)
        self.at = 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, want=None):
        word = self.peek()
        if want is not None and word != want:
            raise ValueError(f"{want} was expected, not {word}: {self.words}")
        self.at += 1
        return word

    def may(self, word):
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def value(self):
        word = self.take()
        return int(word) if re.fullmatch(r"[+-]?\d+", word) else word

    def cost(self):
        paid = []
        while not self.may("]"):
            word = self.take()
            paid.append([word, self.value()] if word in ("fat", "gold") else [word])
            self.may(",")
        return paid

    def effect(self):
        step = [self.take().lower()]
        if self.may("["):
            step.append(self.cost())
        if self.may("("):
            while not self.may(")"):
                step.append(self.value())
                self.may(",")
        if step[0] == "teleport":  # any town: there is no other
            step = step[:1]
        if self.may("{"):
            step.append(self.effects())
            while self.may("|"):
                step.append(self.effects())
            self.take("}")
        return step

    def effects(self):
        steps = []
        while self.peek() not in ("", ";", "|", "}"):
            steps.append(self.effect())
            self.may(",")
        return steps


def abilities(text):
    reader, found = Reader(text), []
    while reader.peek():
        when = [reader.take()]
        while reader.may("|"):
            when.append(reader.take())
        entry = {"when": sorted(when, key=TIMINGS.index)}
        if reader.may("["):
            entry["cost"] = reader.cost()
        reader.take(":")
        entry["do"] = reader.effects()
        found.append(entry)
        reader.may(";")
    return found


def scripts(text):
    reader, found = Reader(text), {}
    while reader.peek():
        name = reader.take()
        reader.take(":")
        found[name] = reader.effects()
        reader.may(";")
    return found


# ---- the tables ----

def rows(pattern):
    """The rows of tables whose first cell matches."""
    for line in RULES.splitlines():
        if not line.startswith("| "):
            continue
        cells = [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line)[1:-1]]
        if re.fullmatch(pattern, cells[0]):
            yield cells


def section(number):
    return RULES.split(f"\n### {number} ")[1].split("\n### ")[0].split("\n## ")[0]


def code(cell):
    return "" if cell == "—" else cell.strip("`")


def names(en, fr):
    return {"fr": fr, "en": en.replace("'", "’")}


def pair(cell):
    return [int(n) for n in cell.split("/")]


def body(life, stamina, *three):
    figures = {"life": int(life), **dict(zip(("mind", "body", "spirit"), map(pair, three), strict=True))}
    return figures if stamina is None else {**figures, "stamina": int(stamina)}


def with_abilities(entry, cell):
    return {**entry, "abilities": abilities(code(cell))} if code(cell) else entry


def sourced(entry, cell):
    """Who gave the name is marked in the pack."""
    word = "seed" if cell.startswith("booklet") else "fact" if cell.startswith("published") else "designed"
    return {**entry, "named": word}


def heroes():
    for key, en, fr, life, stamina, m, b, s, ability, source in rows(r"H\d\d"):
        yield key, sourced(with_abilities({"name": names(en, fr), **body(life, stamina, m, b, s)}, ability), source)


def allies():
    for key, en, fr, price, life, stamina, m, b, s, ability, source in rows(r"A\d\d"):
        yield key, sourced(with_abilities({"name": names(en, fr), "price": int(price), **body(life, stamina, m, b, s)}, ability), source)


def artifacts():
    for key, en, fr, kind, price, ability, source in rows(r"R\d\d"):
        yield key, sourced(with_abilities({"name": names(en, fr), "kind": kind, "price": int(price)}, ability), source)


def kept():
    for key, becomes, figures, ability in ((c[0], *c[1:]) for c in rows(r"[GYB]\d\d") if len(c) == 4):
        if becomes == "ally":
            life, stamina, m, b, s = re.fullmatch(r"life (\d+), stamina (\d+), Mind (\S+), Body (\S+), Spirit (\S+)", figures).groups()
            entry = body(life, stamina, m, b, s)
        else:
            entry = {"kind": re.fullmatch(r"kind (\w+)", figures).group(1)}
        yield key, with_abilities(entry, ability)


def adventures():
    keeps = dict(kept())
    for key, en, fr, life, m, b, s, gold, effects, _, source in (c for c in rows(r"[GYBD]\d\d") if len(c) == 11):
        entry = {"type": "challenge", "colour": COLOURS[key[0]], "name": names(en, fr), "gold": int(gold), **body(life, None, m, b, s), **scripts(code(effects))}
        yield key, sourced({**entry, "keeps": keeps[key]} if key in keeps else entry, source)
    for key, en, fr, deck, numeral, effects, source in rows(r"V\d\d"):
        yield key, sourced({"type": "event", "colour": deck, "name": names(en, fr), "numeral": len(numeral), **scripts(code(effects))}, source)
    for key, en, fr, deck, effects, source in rows(r"N\d\d"):
        yield key, sourced({"type": "encounter", "colour": deck, "name": names(en, fr), "do": Reader(code(effects)).effects()}, source)


# ---- the pack ----

def plain(entry):
    """What the tables say of a card; texts of our own and marks left out."""
    out = {k: v for k, v in entry.items() if k not in ("key", "flavour", "source", "except")}
    out["named"] = entry.get("except", {}).get("name", entry["source"])
    for block in (out, out.get("keeps", {})):
        for a in block.get("abilities", []):
            a["when"] = sorted(a["when"], key=TIMINGS.index)
    return out


def check_cards(pack):
    for what, want in (("heroes", heroes()), ("allies", allies()), ("artifacts", artifacts()), ("adventures", adventures())):
        want = dict(want)
        found = {c["key"]: plain(c) for c in pack[what]}
        same(f"how many {what}", len(found), len(want))
        for key, entry in want.items():
            same(key, found.get(key), entry)
    order = {"heroes": "H", "allies": "A", "artifacts": "R"}
    for what, letter in order.items():
        same(f"the order of {what}", [c["key"] for c in pack[what]], [f"{letter}{i + 1:02}" for i in range(len(pack[what]))])
    # RB-CRD-14
    groups = (("G", 1, 20), ("V", 1, 4), ("N", 1, 4), ("Y", 1, 16), ("V", 5, 7), ("N", 5, 7), ("B", 1, 10), ("V", 8, 10), ("N", 8, 9), ("D", 1, 7))
    same("the order of adventures", [c["key"] for c in pack["adventures"]], [f"{k}{i:02}" for k, a, b in groups for i in range(a, b + 1)])


def check_verbs(pack):
    listed = {m.group(1).lower() for m in re.finditer(r"\*\*RB-EFX-\d+\*\* ([A-Z_]+)\b", RULES)}
    used = set()

    def walk(steps):
        for step in steps:
            used.add(step[0])
            for arg in step[1:]:
                if isinstance(arg, list) and step[0] != "may":
                    walk(arg)
            if step[0] == "may":
                walk(step[2])
    for card in pack["heroes"] + pack["allies"] + pack["artifacts"] + pack["adventures"]:
        for block in (card, card.get("keeps", {})):
            for a in block.get("abilities", []):
                walk(a["do"])
        for name in [*SCRIPTS, "do"]:
            walk(card.get(name, []))
    same("verbs that the rules do not list", sorted(used - listed), [])


def axial(index):
    column, row = index % 19, index // 19
    return column - (row - row % 2) // 2, row


def distance(a, b):
    dq, dr = axial(a)[0] - axial(b)[0], axial(a)[1] - axial(b)[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def check_map(pack):
    table = re.findall(r"^(\d+),(\d+),(\d+),(-?\d+),(\d+),(\w+),(\S+)$", section("9.3"), re.M)
    towns = {t["key"]: t["hex"] for t in pack["towns"]}
    sites = {s["key"]: s["hex"] for s in pack["sites"]}
    places = {v: k for k, v in {**towns, **sites}.items()}
    same("how many hexes", len(pack["terrain"]), len(table))
    for index, column, row, q, r, terrain, feature in table:
        index = int(index)
        same(f"hex {index}", (index % 19, index // 19, *axial(index), pack["terrain"][index], places.get(index, "-")),
             (int(column), int(row), int(q), int(r), terrain, feature))
    for _, en, fr, key, index, *_ in (c for c in rows(r"[0-7]") if len(c) == 8):
        town = next(t for t in pack["towns"] if t["key"] == key.strip("`"))
        same(key, (town["name"], town["hex"]), (names(en, fr), int(index)))
    same("the order of towns", list(towns), "tamalir dawnsmoor forge frostgate greyhaven nerekhall riverwatch vynelvale".split())
    same("the order of sites", list(sites), [f"S{c}{i + 1:02}" for c, n in (("G", 20), ("Y", 14), ("B", 9), ("R", 7)) for i in range(n)])
    far = {"green": (2, 5), "yellow": (4, 7), "blue": (6, 9), "red": (9, 12)}
    for site in pack["sites"]:
        low, high = far[site["colour"]]
        same(f"{site['key']}: its colour", site["colour"], COLOURS[site["key"][1]])
        same(f"{site['key']}: as far as it should be", low <= distance(site["hex"], towns["tamalir"]) <= high, True)
        same(f"{site['key']}: alone", [k for k, h in sites.items() if distance(h, site["hex"]) == 1], [])
    for terrain, faces in re.findall(r"^\| (plains|road|river|swamp|forest|hills) \| (\d) \|", section("9.4"), re.M):
        same(f"faces with {terrain}", sum(terrain in f["symbols"] for f in pack["faces"]), int(faces))
    for index, symbols in re.findall(r"^\| (\d) \| ([a-z, ]+) \|$", section("9.4"), re.M):
        same(f"face {index}", sorted(pack["faces"][int(index)]["symbols"]), sorted(symbols.split(", ")))


def main():
    pack = json.loads((ROOT / "content" / "runebound.json").read_text(encoding="utf-8"))
    check_cards(pack)
    check_verbs(pack)
    check_map(pack)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
