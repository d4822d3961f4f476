"""The board and the cards of Reflets d'Acide, read from the tables of rules/reflets.md (sections 4, 9 and 10)."""

import collections
import pathlib
import re

RULES = pathlib.Path(__file__).resolve().parents[2] / "rules" / "reflets.md"
WHATS = ("attack", "perception", "intelligence", "agility", "defence")      # characteristics and gem colours alike
SHORT = dict(zip(("ATT", "PER", "INT", "AGI", "DEF"), range(5)), ANY=None)
LETTER = dict(zip("ROVGB", range(5)))
KINDS = ("PURSE", "VISION", "BONUS_DIE", "LUCK", "GEM_TAX", "IMP_TAX", "PERIL")
GOLDEN = KINDS[:4]
COLOURS = ("green", "red", "grey")
TYPES = ("forest", "river", "cave", "camp", "hills", "mount")
TAGS = {"d": "dwarf", "e": "elf", "m": "magic", "w": "weapon", "c": "cursed"}

Skill = collections.namedtuple("Skill", "kind cost effect once")
Effect = collections.namedtuple("Effect", "verb args")
Node = collections.namedtuple("Node", "kind what value won lost")
Square = collections.namedtuple("Square", "kind segment setup forward other")


def rows(part):
    """The rows of the tables under a heading such as "10.4", as dictionaries."""
    head, inside = (), False
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            inside = re.match(r"#+ " + re.escape(part) + r" ", line) is not None
        elif inside and line.startswith("|") and not line.startswith("|--"):
            cells = [c.strip().strip("`") for c in line.strip("|").split("|")]
            if cells[0] == "id":
                head = cells
            else:
                yield dict(zip(head, cells))


# ---- what is written in the cells (10.1) ----

def steps(text):
    """`VERB(args); VERB` as a tuple of Effects."""
    found = []
    for step in filter(None, (s.strip() for s in text.split(";"))):
        verb, args = re.fullmatch(r"([A-Z]+)(?:\(([^)]*)\))?", step).groups()
        found.append(Effect(verb, tuple(int(a) if re.fullmatch(r"[+-]?\d+", a) else a for a in (args or "").split(",") if a)))
    return tuple(found)


def effects(text):
    """The alternatives, most often one."""
    return () if text == "-" else tuple(steps(one) for one in text.split("//"))


def cost(text):
    """(gems of each colour, gems of any colour)."""
    if text.startswith("*"):
        return (0,) * 5, int(text[1:])
    found = [0] * 5
    for letter, number in re.findall(r"([ROVGB])(\d)", text):
        found[LETTER[letter]] += int(number)
    return tuple(found), 0


def skills(text):
    found = []
    for one in () if text == "-" else text.split(" & "):
        kind, price, effect = one.split(":")
        found.append(Skill(kind, cost(price), steps(effect.rstrip("!")), effect.endswith("!")))
    return tuple(found)


def trial(text):
    """O1, O2 ... as a list of Nodes; arrows are numbers counted from 0, "L" or "D"."""
    def arrow(word):
        return int(word[1:]) - 1 if word.startswith("O") else word
    found = []
    for one in () if text in ("-", "none") else text.split(";"):
        name, what, won, lost = re.fullmatch(r"(O\d)=([^>]+)>(\w+)<(\w+)", one.strip()).groups()
        assert name == "O%d" % (len(found) + 1)
        kind, which, value = what.split("-") if "-" in what else (what, "ANY", 0)
        found.append(Node(kind, SHORT[which], int(value), arrow(won), arrow(lost)))
    return tuple(found)


def options(text):
    found = {}
    for one in text.split(" ~ "):
        letter, price, effect = re.fullmatch(r"(\w) (\S+): (.*)", one.strip()).groups()
        found[letter] = (cost(price)[1], steps(effect))
    return found


def task(text):
    """(how many, what sort, which, points)."""
    m = re.fullmatch(r"gold (\d+) (\d+)", text)
    if m:
        return int(m.group(1)), "gold", None, int(m.group(2))
    number, sort, which, points = re.fullmatch(r"(?:(\d+) )?(\w+)\((\w+)\) (\d+)", text).groups()
    return int(number or 1), sort, which, int(points)


# ---- cards ----

def card(row, sort):
    found = {"sort": sort, **row}
    if "points" in row:
        found["points"] = int(row["points"])
    if "cost" in row and sort != "dilemma":
        found["cost"] = int(row["cost"])
    for name in ("light", "dark"):
        if name in row:
            found[name] = steps(row[name]) if row[name] != "-" else ()
    return found


CARDS = {}
for _row in rows("10.3"):
    CARDS[_row["id"]] = {**card(_row, "quest"), "reward": steps(_row["reward at step II"]), "rooms": (_row["room I"], _row["room II"]),
                         "tasks": [task(_row[t]) for t in ("leader", "composition", "equipment", "dead-won")]}
for _row in rows("10.4"):
    CARDS[_row["id"]] = {**card(_row, "hero"), "values": [int(v) for v in _row["ATT PER INT AGI DEF"].split()],
                         "vitality": int(_row["vitality"]), "skills": skills(_row["skills"])}
for _row in rows("10.5"):
    CARDS[_row["id"]] = {**card(_row, "dilemma"), "cost": cost(_row["cost"]), "effect": effects(_row["effect"]), "points": 0}
for _row in rows("10.6"):
    CARDS[_row["id"]] = {**card(_row, "creature"),
                         "adds": {SHORT[a.split("+")[0]]: int(a.split("+")[1]) for a in _row["additions"].split()}}
for _row in rows("10.7"):
    CARDS[_row["id"]] = card(_row, "critter")
for _row in rows("10.8"):
    _text = _row["trial or options"]
    CARDS[_row["id"]] = {**card(_row, "zone"), "trial": trial(_text) if _text.startswith("O1=") else (),
                         "options": {} if _text.startswith("O1=") else options(_text)}
for _row in rows("10.9"):
    _key = re.fullmatch(r"has\((\w+)\)", _row["key"])
    CARDS[_row["id"]] = {**card(_row, "door"), "trial": trial(_row["trial"]), "key": _key and _key.group(1), "points": 0}
for _row in rows("10.10"):
    CARDS[_row["id"]] = {**card(_row, "room"), "trial": trial(_row["trial"]), "points": 0}


def item(row, sort):
    passive = [Effect(v, tuple(a.split(","))) if a else Effect(v, ()) for v, a in re.findall(r"([A-Z]+)(?:\(([^)]*)\))?", row["passive"])]
    return {**card(row, sort), "tags": {TAGS[t] for t in row["tags"] if t in TAGS}, "skills": skills(row["skill"]),
            "sets": {SHORT[e.args[0]]: int(e.args[1]) for e in passive if e.verb == "SET"}, "nobrake": any(e.verb == "NOBRAKE" for e in passive),
            "barred": set(row.get("barred races", "-").split()), "gold": int(row["gold"]), "points": int(row.get("points", 0))}


for _row in rows("10.11"):
    CARDS[_row["id"]] = item(_row, "loot")
for _row in rows("10.12"):
    CARDS[_row["id"]] = item(_row, "relic") if _row["id"].startswith("X") else {**card(_row, "treasure"), "trial": trial(_row["octogon trial"])}


def of_sort(*sorts):
    return [c for s in sorts for c in CARDS if CARDS[c]["sort"] == s]


HEROES, LOOT, RELICS, QUESTS, TREASURES = (of_sort(s) for s in ("hero", "loot", "relic", "quest", "treasure"))
IMPS = of_sort("dilemma", "creature", "critter")
ITEMS = LOOT + RELICS
ZONES, DOORS, ROOMS = of_sort("zone"), of_sort("door"), of_sort("room")
LAID = ZONES + DOORS + ROOMS
OF_TYPE = {t: [z for z in ZONES if CARDS[z]["zone"] == t] for t in TYPES}
DECKS = {"heroes": HEROES, "loot": LOOT, "imps": IMPS, "relics": RELICS}

CHALLENGES = {}                # RA-CHL: name -> (difficulty, gap)
for _line in RULES.read_text(encoding="utf-8").splitlines():
    _m = re.match(r"\| RA-CHL-\d\d \| (\w+) \| \w+ \| (\d) \| (\d+) \|", _line)
    if _m:
        CHALLENGES[_m.group(1).lower().translate(str.maketrans("éè\u00e2", "eea"))] = (int(_m.group(2)), int(_m.group(3)))

# ---- the board (section 9) ----

BOARD = {}
for _line in re.search(r"```\n(A00,.*?)```", RULES.read_text(encoding="utf-8"), re.S).group(1).splitlines():
    _id, _kind, _segment, _setup, _forward, _other = _line.split(",")
    BOARD[_id] = Square(_kind, int(_segment), _setup, [f for f in _forward.split("+") if f], _other)
NODES = list(BOARD)
ROUTE = ["A%02d" % k for k in range(15)] + ["CITY"] + ["W%02d" % k for k in range(1, 46)] + ["G%02d" % k for k in range(1, 11)]
MAIN = ROUTE[15:]                                             # from the City on
ARROW = {n: s.other.split("=")[1] for n, s in BOARD.items() if s.kind == "shortcut"}
FACES = {r: s.other.split("=")[1] for r, s in BOARD.items() if s.kind == "room"}      # a room's corridor square
ZONE_AT = {s.kind.split(":")[1]: n for n, s in BOARD.items() if s.kind.startswith("zone")}
ZONE_SQUARES = [ZONE_AT[t] for t in TYPES] + ["W45"]          # the seven spaces with stacks
SETUP = {mark: [n for n, s in BOARD.items() if s.setup == mark] for mark in ("grey", "fork", "red")}
FREE_SQUARES = [[n for n, s in BOARD.items() if s.segment == k and s.kind == "plain" and s.setup not in ("grey", "red")] for k in range(1, 8)]
