"""For walk.py: positions of Reflets d'Acide at the beginning of a turn, most of them in or before the Gouffre.

Games that begin at the beginning seldom come to decks that are drawn from their end, to the
octogon, to teams full of items or to a countdown.
"""

from ra_tables import (CARDS, CHALLENGES, COLOURS, DOORS, FREE_SQUARES, GOLDEN, HEROES, IMPS, KINDS, LOOT, OF_TYPE, QUESTS, RELICS, ROOMS,
                       SETUP, TREASURES)

STEPS, PROBES = 150, 0                                    # refusals are compared by scenarios


def invented(rng):
    n = rng.randint(1, 3)
    seen = Seen(rng)
    quest = rng.choice(QUESTS)
    vils_quest = CARDS[quest]["opposed"]
    team = rng.choice(["CITY", *["W%02d" % rng.randint(1, 44)] * 2, *["G%02d" % rng.randint(1, 10)] * 2, *["R%02d" % rng.randint(1, 10)] * 3])
    inside = team[0] in "GR"
    given = {"options": {"players": n, "vils_order": rng.choice(("strict", "cascade")), "turn_cap": rng.choice((200, 30))},
             "phase": "bless", "turn": rng.randint(1, 29), "guide": rng.randrange(n), "gold": rng.randint(1, 6), "team": team,
             "avatar": avatar(rng, team), "challenge": rng.choice(list(CHALLENGES)), "quest": quest, "vils_quest": vils_quest,
             "treasure": rng.choice(TREASURES), "epic": rng.choice((0, 0, 3)), "door_notch": rng.randint(0, 3)}
    given["heroes"] = [seen.take(HEROES, "team") for _ in range(rng.choice((1, 2, 4, 5, 6, 6, 6)))]
    given["markers"] = [rng.choice((0, 0, rng.randint(1, CARDS[h]["vitality"] - 1))) for h in given["heroes"]] + [0] * (6 - len(given["heroes"]))
    lasting = {"open_door"} if inside or rng.random() < 0.1 else set()
    rooms(rng, given, seen, team)
    quests(rng, given, seen, lasting)
    equipment(rng, given, seen)
    dilemmas(rng, seen, 3 if n == 3 else 2)
    piles(rng, given, seen)
    zones(rng, given, seen, lasting)
    tokens(rng, given, n)
    gems(rng, given, n)
    given["cards"], given["laid"], given["lasting"] = seen.cards, seen.laid, sorted(lasting)
    return given


def avatar(rng, team):
    if team[0] in "GR" and rng.random() < 0.5:
        return rng.choice([g for g in ["G%02d" % k for k in range(1, 11)] if g != team])
    behind = ["A%02d" % k for k in range(15)] + ["CITY"] + ["W%02d" % k for k in range(1, 46)]
    if team in behind:
        behind = behind[max(0, behind.index(team) - 12):behind.index(team)]
    return rng.choice(behind[-30:])


class Seen:
    """Which cards are no longer unseen, and where they lie."""

    def __init__(self, rng):
        self.rng, self.cards, self.laid = rng, {}, {}

    def free(self, cards):
        return [c for c in cards if c not in self.cards and c not in self.laid]

    def take(self, cards, where):
        card = self.rng.choice(self.free(cards))
        self.put(card, where)
        return card

    def put(self, card, where):
        (self.laid if card[0] in "ZPS" else self.cards)[card] = where


def rooms(rng, given, seen, team):
    given["rooms"] = {}
    cards = rng.sample(ROOMS, 10)
    for k in range(1, 11):
        up = team == "R%02d" % k or rng.random() < 0.4
        known = up or rng.random() < 0.1
        given["rooms"][str(k)] = {"card": cards[k - 1] if known else "-", "up": up, "notch": rng.choice((0, 0, 1, 3)) if up else 0,
                                  "won": up and rng.random() < 0.3}
        if known:
            seen.put(cards[k - 1], "up" if up else "known")


def quests(rng, given, seen, lasting):
    shown = {r["card"] for r in given["rooms"].values() if r["up"]}
    mine, theirs = CARDS[given["quest"]], CARDS[given["vils_quest"]]
    given["notch"] = given["countdown"] = 0
    if theirs["rooms"][0] in shown:
        if rng.random() < 0.7:
            seen.put(theirs["relic"], "vils_pile")
            given["notch"] = 2 if theirs["rooms"][1] in shown else 1
            if given["notch"] == 2 and "S10" in shown:
                given["notch"], given["countdown"] = 3, rng.randint(1, 3)
        else:
            lasting.add("blocked")
            seen.put(theirs["relic"], "discard")
    given["relic_token"], given["holders"] = "-", {}
    if mine["relic"] not in seen.cards and rng.random() < 0.6:
        hold(rng, given, seen, mine["relic"])
        lasting.add("step1")
        slot = next((k for k, r in given["rooms"].items() if r["card"] == mine["rooms"][1]), None)
        if slot and given["rooms"][slot]["up"] and rng.random() < 0.5:
            lasting.add("step2")
            given["rooms"][slot]["won"], given["relic_token"] = True, slot
    if "S10" in shown:
        slot = next(k for k, r in given["rooms"].items() if r["card"] == "S10")
        given["rooms"][slot]["won"] = rng.random() < 0.5
        if given["rooms"][slot]["won"]:
            lasting.add("portal")
            if rng.random() < 0.3:
                lasting.update(rng.choice((("chosen", "treasure"), ("chosen", "vils_treasure"))))


def hold(rng, given, seen, item):
    hero = rng.choice(given["heroes"])
    seen.put(item, "held")
    given["holders"][item] = hero
    worn = [i for i in given.setdefault("active", []) if given["holders"][i] == hero]
    sets = {c for i in worn for c in CARDS[i]["sets"]}
    fits = len(worn) < 3 and not sets & set(CARDS[item]["sets"]) and CARDS[hero]["race"] not in CARDS[item]["barred"]
    if fits and (rng.random() < 0.7 or "cursed" in CARDS[item]["tags"]):
        given["active"].append(item)


def equipment(rng, given, seen):
    given.setdefault("active", [])
    for _ in range(rng.choice((0, 2, 6, 12))):
        free = seen.free(rng.choice((LOOT, LOOT, RELICS)))
        if free:
            hold(rng, given, seen, rng.choice(free))
    given["active"].sort(key=(LOOT + RELICS).index)


def dilemmas(rng, seen, boards):
    for board in "abc"[:boards]:
        for _ in range(rng.randint(0, 6 // boards)):
            seen.take([c for c in IMPS if CARDS[c]["sort"] == "dilemma"], board)


def piles(rng, given, seen):
    """What has been discarded, won or lost; how many lie unseen in the Vils' pile; known tops."""
    given["vteam"] = [seen.take(HEROES, "vils_team") if rng.random() < 0.2 else "-" for _ in range(6)]
    given["vdown"] = [rng.choice((0, 0, 1, 3)), rng.choice((0, 4)), rng.choice((0, 3, 6))]
    down = [given["vdown"][0] + given["vteam"].count("-"), given["vdown"][1], given["vdown"][2], 0]
    given["decks"] = []
    for cards, name, out, where in ((HEROES, "heroes", down[0], ("discard", "discard", "purse", "vils_pile")), (LOOT, "loot", down[1], ("discard", "vils_pile")),
                                    (IMPS, "imps", down[2], ("discard", "discard", "purse", "vils_pile")), (RELICS, "relics", 0, ("vils_pile", "discard"))):
        left = len(seen.free(cards)) - out
        low = rng.random() < 0.5
        gone = left - rng.randint(0, 3) if low else rng.randint(0, left // 2)
        for _ in range(max(0, min(gone, left))):
            card = rng.choice(seen.free(cards))
            place = rng.choice(where)
            seen.put(card, "discard" if place == "purse" and card[0] == "D" else place)
        left = len(seen.free(cards)) - out
        given["known_" + name] = []
        if left and rng.random() < 0.2:
            given["known_" + name] = [seen.take(cards, "known")]
            left -= 1
        given["decks"].append(left)


def zones(rng, given, seen, lasting):
    given["stacks"], given["tops"], given["up"] = [], {}, {}
    for name, cards in (*OF_TYPE.items(), ("door", DOORS)):
        n = rng.choice((1, 1, 2, 4)) if name == "door" else rng.choice((0, 1, 1, 3))
        given["tops"][name] = given["up"][name] = "-"
        if name == "door" and ("open_door" in lasting or rng.random() < 0.4):
            given["up"]["door"], n = seen.take(DOORS, "up"), 0
        for _ in range(rng.randint(0, len(cards) - max(1, n)) if name != "door" else 0):
            free = seen.free(cards)
            if len(free) > n:
                seen.put(rng.choice(free), rng.choice(("out", "purse", "vils_pile")))
        if n and rng.random() < 0.2:
            given["tops"][name] = seen.take(cards, "known")
        given["stacks"].append(n)


def tokens(rng, given, n):
    boards, taken, found = 3 if n == 3 else 2, {"red": 0, "grey": 0}, {}
    slots = [b for b in "ABC"[:boards] for _ in range(6 // boards)]
    rng.shuffle(slots)
    own = "ABC"[given["guide"]]                         # the guide has something to do, so that the window opens with him
    slots.remove(own)
    beyond = ["G%02d" % k for k in range(1, 11) if "G%02d" % k not in (given["team"], given["avatar"])]
    for colour in COLOURS:
        kinds = rng.sample(KINDS, 7)
        for k in range(7):
            square = rng.choice(FREE_SQUARES[k]) if colour == "green" else SETUP[colour][k]
            token = {"kind": "-", "lies": "road", "at": square}
            luck = rng.random()
            if colour == "green" and kinds[k] == "PURSE":
                token = {"kind": "PURSE", "lies": own, "at": "-"}
            elif luck < 0.25 and slots and kinds[k] in GOLDEN:
                token = {"kind": kinds[k], "lies": slots.pop(), "at": "-"}
            elif luck < 0.5 or square in (given["team"], given["avatar"]):
                token = {"kind": kinds[k], "lies": "gone" if colour == "green" else "vils", "at": "-"}
                if colour != "green":
                    taken[colour] += 1
            elif luck < 0.6:
                token["kind"] = kinds[k]
            elif luck < 0.7 and beyond and colour != "green":
                token["at"] = beyond.pop()
            found["%s%d" % (colour, k + 1)] = token
    given["tokens"], given["taken"] = found, [taken["red"], taken["grey"]]


def gems(rng, given, n):
    boards, most = 3 if n == 3 else 2, rng.choice((0, 1, 2, 4, 4))
    given["gems"] = {b: [rng.randint(0, most) if k < boards else 0 for _ in range(5)] for k, b in enumerate("ABC")}
    given["gems"]["V"] = [rng.randint(0, 3) for _ in range(5)]
    given["gems"]["bank"] = [25 - sum(g[c] for g in given["gems"].values()) for c in range(5)]


def liked(rng, g, moves):
    """Uses and tests, the treasure and the way out; what opens more of the rules."""
    return [m for m in moves if m.split()[0] in ("skill", "dilemma", "token", "token_reroll", "test", "octogon", "treasure", "portal", "auto", "paid_reroll",
                                                 "gold_subst", "gold_reroll", "cross", "use_key", "trade", "relic", "room_luck", "luck_roll", "token_now")]


def fallen(rng, outcomes):
    return rng.choice(outcomes)

