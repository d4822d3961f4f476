"""The board, the dice and the cards of Runebound, read from the tables of rules/runebound.md (9.3, 9.4, 10.3 to 10.8)."""

import collections
import pathlib
import re

RULES = pathlib.Path(__file__).resolve().parents[2] / "rules" / "runebound.md"
ATTRIBUTES = ("mind", "body", "spirit")
KINDS = ("ranged", "melee", "magic")                    # the phases of a fight, by attribute
ATTRIBUTE_OF = dict(zip(KINDS, ATTRIBUTES))
COLOURS = ("green", "yellow", "blue", "red")
GEM = {"green": 1, "yellow": 2, "blue": 3, "red": 4}    # RB-CMP-05
COUNTER_COST = {2: 6, 3: 5, 4: 5, 5: 4, 6: 3}           # RB-XP-01
TOWNS = ("tamalir", "dawnsmoor", "forge", "frostgate", "greyhaven", "nerekhall", "riverwatch", "vynelvale")
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # RB-BRD-03
NUMERALS = {"I": 1, "II": 2, "III": 3}

Ability = collections.namedtuple("Ability", "timings cost effects")  # cost: (word, number) or None
Effect = collections.namedtuple("Effect", "verb args cost yes no")
Card = collections.namedtuple("Card", "key number sort kind colour numeral price gold life stamina mind body spirit abilities scripts kept")
Hex = collections.namedtuple("Hex", "q r terrain site town sides")


# ---- what stands in the rule file ----

def sections():
    """The lines of each part under a heading, by its number ("10.6")."""
    found, name = collections.defaultdict(list), ""
    for line in RULES.read_text(encoding="utf-8").splitlines():
        m = re.match(r"#+ ([\d.]+?)\.? ", line)
        name = m.group(1) if m else name
        found[name].append(line)
    return found


PARTS = sections()


def rows(part, key):
    """The rows of its tables whose first cell looks like the key, as dictionaries."""
    head = ()
    for line in PARTS[part]:
        if not line.startswith("|"):
            continue
        cells = [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[0] in ("id", "face"):
            head = cells
        elif re.fullmatch(key, cells[0]):
            yield dict(zip(head, cells))


# ---- abilities and scripts (RB-CRD-07) ----

WORD = re.compile(r"\s*([A-Za-z0-9_+-]+|[\[\](){}|,;:])")


def split(text):
    out, at = [], 0
    while text[at:].strip():
        m = WORD.match(text, at)
        out.append(m.group(1))
        at = m.end()
    return out


class Reader:
    def __init__(self, text):
        self.words, self.at = split(text), 0

    def here(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def take(self, word=None):
        found = self.here()
        if word not in (None, found):
            raise ValueError("%s where %s is due: %s" % (found, word, self.words))
        self.at += 1
        return found

    def cost(self):
        if self.here() != "[":
            return None
        self.take("[")
        word, number = self.take(), 0
        if self.here() != "]":
            number = int(self.take())
        self.take("]")
        return word, number

    def effects(self):
        found = []
        while self.here() not in (None, ";", "|", "}"):
            found.append(self.effect())
            if self.here() != ",":
                break
            self.take(",")
        return tuple(found)

    def effect(self):
        verb, args, cost, yes, no = self.take(), [], None, (), ()
        if self.here() == "(":
            self.take("(")
            while self.here() != ")":
                word = self.take()
                args.append(int(word) if re.fullmatch(r"[+-]?\d+", word) else word)
                if self.here() == ",":
                    self.take(",")
            self.take(")")
        cost = self.cost()
        if self.here() == "{":
            self.take("{")
            yes = self.effects()
            if self.here() == "|":
                self.take("|")
                no = self.effects()
            self.take("}")
        return Effect(verb, tuple(args), cost, yes, no)

    def abilities(self):
        while self.here() is not None:
            timings = [self.take()]
            while self.here() == "|":
                self.take("|")
                timings.append(self.take())
            cost = self.cost()
            self.take(":")
            yield Ability(tuple(timings), cost, self.effects())
            if self.here() is not None:
                self.take(";")


def abilities(cell):
    m = re.fullmatch(r"`(.*)`", cell)
    return tuple(Reader(m.group(1)).abilities()) if m else ()


# ---- the cards ----

def pair(cell):
    value, damage = cell.split("/")
    return int(value), int(damage)


def card(row, sort, **more):
    fields = dict.fromkeys(Card._fields)
    fields.update(key=row["id"], sort=sort, abilities=(), scripts={}, **more)
    for name in ("price", "gold", "life", "stamina"):
        if row.get(name, "").isdigit():
            fields[name] = int(row[name])
    for name in ("Mind", "Body", "Spirit"):
        if name in row:
            fields[name.lower()] = pair(row[name])
    return fields


def scripts(cell):
    return {a.timings[0]: a.effects for a in abilities(cell)}


def kept_blocks():
    """What becomes of challenges that are kept, as fields of a card."""
    found = {}
    for row in rows("10.6", r"[GYBD]\d\d.*"):
        if "becomes" not in row:
            continue
        block = {"sort": row["becomes"], "abilities": abilities(row["ability"])}
        for name, number in re.findall(r"(life|stamina) (\d+)", row["figures"]):
            block[name] = int(number)
        for name, both in re.findall(r"(Mind|Body|Spirit) (\d+/\d+)", row["figures"]):
            block[name.lower()] = pair(both)
        kind = re.search(r"kind (\w+)", row["figures"])
        block["kind"] = kind.group(1) if kind else None
        for key in expand(row["id"]):
            found[key] = block
    return found


def expand(cell):
    """"D01–D05" is five keys."""
    m = re.fullmatch(r"(\w)(\d\d)–\w(\d\d)", cell)
    return ["%s%02d" % (m.group(1), n) for n in range(int(m.group(2)), int(m.group(3)) + 1)] if m else [cell]


def read_cards():
    found, kept = [], kept_blocks()
    for row in rows("10.4", r"A\d\d"):
        found.append({**card(row, "ally"), "abilities": abilities(row["ability"])})
    for row in rows("10.5", r"R\d\d"):
        found.append({**card(row, "artifact", kind=row["kind"]), "abilities": abilities(row["ability"])})
    decks = {c: [] for c in COLOURS}
    for row in rows("10.6", r"[GYBD]\d\d"):
        if "becomes" in row:
            continue
        colour = dict(zip("GYBD", COLOURS))[row["id"][0]]
        decks[colour].append({**card(row, "challenge", colour=colour), "scripts": scripts(row["effects"]), "kept": kept.get(row["id"])})
    for part, key, sort in (("10.7", r"V\d\d", "event"), ("10.8", r"N\d\d", "encounter")):
        for row in rows(part, key):
            script = scripts(row["effects"]) if sort == "event" else {"do": Reader(row["effects"].strip("`")).effects()}
            decks[row["deck"]].append({**card(row, sort, colour=row["deck"]), "scripts": script, "numeral": NUMERALS.get(row.get("numeral"))})
    for colour in COLOURS:
        found += decks[colour]
    for row in rows("10.3", r"H\d\d"):
        found.append({**card(row, "hero"), "abilities": abilities(row["ability"])})
    return {f["key"]: Card(**{**f, "number": n}) for n, f in enumerate(found)}


CARDS = read_cards()
NUMBER = {key: c.number for key, c in CARDS.items()}    # RB-CRD-14, then the heroes
MARKET = [c.key for c in CARDS.values() if c.sort in ("ally", "artifact")]
DECKS = {colour: [c.key for c in CARDS.values() if c.colour == colour] for colour in COLOURS}
HEROES = [c.key for c in CARDS.values() if c.sort == "hero"]
KEPT = {}                                               # what challenges are once they are kept
for _c in CARDS.values():
    if _c.kept:
        KEPT[_c.key] = _c._replace(**{"price": None, **_c.kept})

# ---- the board ----


def read_board():
    table = [line.split(",") for line in PARTS["9.3"] if re.match(r"\d+,", line)]
    at = {(int(c[3]), int(c[4])): int(c[0]) for c in table}
    found = []
    for c in table:
        q, r = int(c[3]), int(c[4])
        site = c[6] if re.fullmatch(r"S[GYBR]\d\d", c[6]) else None
        town = TOWNS.index(c[6]) if c[6] in TOWNS else None
        sides = tuple(at.get((q + dq, r + dr)) for dq, dr in DIRECTIONS)
        found.append(Hex(q, r, c[5], site, town, sides))
    return found


BOARD = read_board()
TOWN_HEX = [next(i for i, h in enumerate(BOARD) if h.town == t) for t in range(len(TOWNS))]
SITE_COLOUR = {h.site: dict(zip("GYBR", COLOURS))[h.site[1]] for h in BOARD if h.site}
SITE_HEX = {h.site: i for i, h in enumerate(BOARD) if h.site}
SITES = ["S%s%02d" % (letter, n) for letter, count in zip("GYBR", (20, 14, 9, 7)) for n in range(1, count + 1)]
FACES = [tuple(row["symbols"].replace(" ", "").split(",")) for row in rows("9.4", r"\d") if "symbols" in row]


def distance(a, b):
    """RB-BRD-06."""
    dq, dr = BOARD[a].q - BOARD[b].q, BOARD[a].r - BOARD[b].r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def nearest_towns(at):
    """RB-KO-06, RB-KO-07."""
    found = [distance(at, h) for h in TOWN_HEX]
    return [t for t, d in enumerate(found) if d == min(found)]
