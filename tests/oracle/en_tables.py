"""The cards and villages of Enchanters, read off the tables of rules/enchanters.md (section 9).

Nothing comes from the content pack: if pack and rule file disagree, the
comparison of games finds it. Abilities stay in the words of section 9.2:

    Ability("A1", None, None, (("CRYSTALS", 1),), (("ATK", (1, 2, "TROPHIES")),))

An amount is a number or (n, d, SRC): n x floor(SRC / d).
"""

import os
import re
from collections import namedtuple

from play import BadOptions

RULE_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rules", "enchanters.md")

Ability = namedtuple("Ability", "kind event filter costs effects")   # kind: A1 A2 AM R I T S
Clause = namedtuple("Clause", "how amount src n")                    # how: PER MOST FEWEST
Design = namedtuple("Design", "key kind kingdom copies marked upper lower health strength glory "
                              "skull each double hp_per st_per ability score")
Village = namedtuple("Village", "key abilities scores")
Card = namedtuple("Card", "name design number copy")                 # one physical card

LIMIT = {"A1": 1, "A2": 2, "AM": None}                               # EN-ACT-05..07
PILES = ("items", "enchantments", "trophies")
PILE_OF = {"item": "items", "enchantment": "enchantments", "monster": "trophies", "dragon": "trophies"}
MATCHES = {"I": ("item",), "E": ("enchantment",), "M": ("monster",), "D": ("dragon",),
           "X": ("monster", "dragon")}
PILE_OF_FILTER = {"I": "items", "E": "enchantments", "M": "trophies", "D": "trophies", "X": "trophies"}


# ---- the vocabulary of 9.2 ----

def amount(text):
    found = re.fullmatch(r"(\d+)/(\d+)·([A-Z]+)", text)
    if found:
        return int(found[1]), int(found[2]), found[3]
    return int(text)


def term(text):
    """`WOUND(OTHERS,1/2·ATK)` as ("WOUND", "OTHERS", (1, 2, "ATK"))."""
    found = re.fullmatch(r"([A-Z_]+)(?:\((.*)\))?", text)
    words = found[2].split(",") if found[2] else []
    return (found[1],) + tuple(amount(w) if w[0].isdigit() else w for w in words)


def terms(text):
    return tuple(term(t.strip()) for t in text.split(" + "))


def ability(text):
    found = re.fullmatch(r"(A1|A2|AM|R|I|S|T):?(start|rest|take)?(?:\((.)\))?\[(.*)\]", text)
    kind, event, filt, body = found.groups()
    if kind == "S":
        return Ability(kind, None, None, (), (body,))
    cost, _, effects = body.rpartition(" => ")
    costs = () if cost in ("", "free") else tuple(c for c in terms(cost) if c != ("REST",))
    return Ability(kind, event, filt, costs, terms(effects))


def abilities(text):
    """`0:R[...]; 1:AM[...]`, in index order."""
    if text == "-":
        return ()
    found = []
    for part in text.split("; "):
        index, body = part.split(":", 1)
        assert int(index) == len(found), text
        found.append(ability(body))
    return tuple(found)


def clauses(text):
    found = []
    for body in re.findall(r"G\[(.*?)\]", text):
        per = re.fullmatch(r"(MOST|FEWEST) ([A-Z]+): (\d+)", body)
        if per:
            found.append(Clause(per[1], None, per[2], int(per[3])))
        else:
            found.append(Clause("PER", amount(body), None, None))
    assert found or text == "-", text
    return tuple(found)


# ---- the tables of 9.3 to 9.5 ----

def rows(text):
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if len(cells) > 5 and cells[0].isdigit():
            yield cells


def pair(text):
    a, d = text.split("/")
    return int(a), int(d)


def number(text):
    return 0 if text == "-" else int(text)


def flag_amount(flags, name):
    for f in flags:
        if f.startswith(name):
            return amount(f[len(name):])
    return 0


def read_design(cells, kingdom):
    (_, key, _, _, kind, copies, upper, lower, health, strength, glory, icons, abil, score) = cells[:14]
    flags = [] if icons == "-" else icons.split(", ")
    count = re.fullmatch(r"(\d+) \((\d+|-)\)", copies)
    found, score = abilities(abil), clauses(score)
    assert len(found) <= 1 and len(score) <= 1, key                  # EN-DATA-02
    return Design(key.strip("`"), {"Ench.": "enchantment"}.get(kind, kind.lower()), kingdom,
                  int(count[1]), number(count[2]), pair(upper), pair(lower), number(health),
                  number(strength), number(glory), "skull" in flags, "C:EACH" in flags,
                  "C:DOUBLE" in flags, flag_amount(flags, "HP+"), flag_amount(flags, "ST+"),
                  found[0] if found else None, score[0] if score else None)


def read_tables(path=RULE_FILE):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    text = text[text.index("### 9.3"):text.index("### 9.6")]
    kingdom_part, start_part = text.split("### 9.4")
    start_part, village_part = start_part.split("### 9.5")
    kingdoms, designs = [], []
    for part in kingdom_part.split("#### Kingdom ")[1:]:
        index, name = re.match(r"(\d): (\w+)", part).groups()
        assert int(index) == len(kingdoms)
        kingdoms.append(name.lower())
        designs += [read_design(cells, int(index)) for cells in rows(part)]
    designs += [read_design(cells, None) for cells in rows(start_part)]
    villages = {c[1].strip("`"): Village(c[1].strip("`"), abilities(c[4]), clauses(c[5]))
                for c in rows(village_part)}
    return kingdoms, designs, villages


KINGDOMS, _designs, VILLAGES = read_tables()
DESIGNS = {d.key: d for d in _designs}
CARDS = {}                                                            # in the order of 9.1
for _d in _designs:
    for _n in range(1, _d.copies + 1):
        _name = "%s#%d" % (_d.key, _n)
        CARDS[_name] = Card(_name, _d, len(CARDS), _n)
FIRST_GAME = ("worshippers", "goblins", "unicorns", "thieves")        # EN-SET-22


def deck_cards(kingdoms, marked_only):
    """EN-SET-07, -08, EN-VAR-03: the names, in the order of 9.1."""
    chosen = {KINGDOMS.index(k) for k in kingdoms}
    return [c.name for c in CARDS.values() if c.design.kingdom in chosen
            and (not marked_only or c.copy <= c.design.marked)]


# ---- options: 10.1 ----

SEAT_OPTIONS = {"players": 2, "kingdom_mode": "draft", "kingdoms": (), "village": "random",
                "first_player": "random", "variant_quick": False, "variant_super_quick": False,
                "variant_deep_dragons": False}


def read_options(given):
    o = dict(SEAT_OPTIONS)
    for name, value in (given or {}).items():
        if name not in o:
            raise BadOptions("no option " + name)
        if name.startswith("variant_"):
            value = value in (True, 1, "yes", "1", "true")
        elif name == "players":
            value = int(value)
        elif name == "kingdoms":
            value = tuple(value.split(",") if isinstance(value, str) else value)
        o[name] = value
    n = o["players"]
    if n not in (2, 3, 4) or (o["variant_quick"] and o["variant_super_quick"]):
        raise BadOptions("players or variants")                       # EN-VAR-05
    if o["kingdom_mode"] == "list":
        o["kingdoms"] = tuple(k for k in o["kingdoms"] if k not in ("-", "ask"))
        if len(set(o["kingdoms"])) != kingdoms_needed(n) or not set(o["kingdoms"]) <= set(KINGDOMS):
            raise BadOptions("kingdoms")
    return o


def kingdoms_needed(n):
    return 4 if n == 2 else n                                         # EN-SET-05, -06
