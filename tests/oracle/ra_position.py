"""Positions of Reflets d'Acide: written for comparison, and read where a turn begins."""

from ra_tables import CHALLENGES, DECKS, HEROES, IMPS, ITEMS, LAID, NODES, TREASURES, TYPES, ZONE_SQUARES

STACKS = (*TYPES, "door")
SQUARES = [n for n in NODES if not n.startswith("PS")]


def where(at):
    return {"lies": "road", "at": at} if at in SQUARES else {"lies": at or "unplaced", "at": "-"}


def lower(place):
    return place.lower() if len(place) == 1 else place


def position(g):
    """What the rules speak of."""
    rooms = {str(k): {"card": r["card"] or "-", "up": r["up"], "notch": r["notch"], "won": r["won"]} for k, r in g.rooms.items()}
    found = {
        "game": "reflets", "phase": g.phase, "outcome": g.outcome, "turn": g.turn, "guide": g.guide, "gold": g.gold,
        "team": g.team_at, "avatar": g.avatar, "heroes": g.heroes, "markers": [g.markers.get(h, 0) for h in g.heroes] + [0] * (6 - len(g.heroes)),
        "gems": {**{"ABC"[b]: g.gems[b] if b < g.boards else [0] * 5 for b in range(3)}, "V": g.vils, "bank": g.bank},
        "cards": {c: lower(g.at[c]) for c in HEROES + IMPS + ITEMS if c in g.at},
        "holders": {i: g.holder.get(i) or "-" for i in ITEMS}, "active": [i for i in ITEMS if i in g.active],
        "decks": [g.decks[d] - len(g.known[d]) for d in DECKS],
        "vteam": [c or "-" for c in g.vteam] + ["-"] * (6 - len(g.vteam)), "vdown": list(g.vdown.values()),
        "stacks": [0 if s in g.up else g.stacks[s] for s in ZONE_SQUARES], "up": {name: g.up.get(s, "-") for name, s in zip(STACKS, ZONE_SQUARES)},
        "tops": {name: "-" if s in g.up else g.tops.get(s, "-") for name, s in zip(STACKS, ZONE_SQUARES)},
        "laid": {c: g.at[c] for c in LAID if c in g.at}, "door_notch": g.door_notch, "rooms": rooms,
        "tokens": {t: {"kind": k or "-", **where(at)} for t, (k, at) in g.tokens.items()},
        "taken": list(g.taken.values()), "play": list(g.play_cards), "quest": g.quest or "-", "vils_quest": g.vils_quest or "-",
        "notch": g.notch, "countdown": g.countdown, "treasure": g.treasure or "-", "epic": g.epic,
        "team_points": g.points[0], "vils_points": g.points[1]}
    for name in DECKS:
        found["known_" + name] = g.known[name]
    if g.phase in ("obj_before", "obj_assign", "obj_after"):
        # the trial of the treasure is tested in the room that it lies in
        found.update(trial="S10" if g.trial in TREASURES else g.trial, tester=g.tester or "-", substituted=g.substituted)
    if g.phase in ("obj_assign", "obj_after"):
        dice = g.dice + [["-", 0]] * (6 - len(g.dice))
        found["dice"] = {str(k): {"value": face, "hero": hero or "-"} for k, (hero, face) in enumerate(dice, 1)}
    if g.phase == "move":
        found.update(potential=g.potential, move_dice=g.move_dice)
    if g.phase in ("bless", "turn_end"):
        found["relic_token"] = str(g.relic_token or "-")
    return found


def read(g, given):
    """A position at the beginning of a turn, in the phase bless."""
    if given["phase"] != "bless":
        raise ValueError("positions are read where a turn begins")
    g.turn, g.guide, g.gold, g.team_at, g.avatar = (given[k] for k in ("turn", "guide", "gold", "team", "avatar"))
    g.heroes = list(given["heroes"])
    g.markers = {h: m for h, m in zip(g.heroes, given["markers"]) if m}
    g.gems = [list(given["gems"]["ABC"[b]]) for b in range(g.boards)]
    g.vils, g.bank = list(given["gems"]["V"]), list(given["gems"]["bank"])
    g.at = {c: at.upper() if len(at) == 1 else at for c, at in {**given["cards"], **given["laid"]}.items()}
    g.holder, g.active = {i: h for i, h in given["holders"].items() if h != "-"}, set(given["active"])
    for name, n in zip(DECKS, given["decks"]):
        g.known[name] = list(given["known_" + name])
        g.decks[name] = n + len(g.known[name])
    g.vteam = [None if c == "-" else c for c in given["vteam"]]
    g.vdown = dict(zip(g.vdown, given["vdown"]))
    for name, square, n in zip(STACKS, ZONE_SQUARES, given["stacks"]):
        g.stacks[square] = n + (given["up"][name] != "-")
        for kept, cards in ((g.up, given["up"]), (g.tops, given["tops"])):
            if cards[name] != "-":
                kept[square] = cards[name]
        if square in g.up:
            g.tops[square] = g.up[square]
    for k, room in given["rooms"].items():
        g.rooms[int(k)] = {**room, "card": None if room["card"] == "-" else room["card"]}
    for t, token in given["tokens"].items():
        g.tokens[t] = [None if token["kind"] == "-" else token["kind"], token["at"] if token["lies"] == "road" else token["lies"]]
    g.taken = dict(zip(g.taken, given["taken"]))
    g.quest, g.vils_quest, g.treasure, g.challenge = given["quest"], given["vils_quest"], given["treasure"], given["challenge"]
    g.difficulty = CHALLENGES[g.challenge][0]
    g.notch, g.countdown, g.epic, g.door_notch = given["notch"], given["countdown"], given["epic"], given["door_notch"]
    lasting = given["lasting"]
    g.steps, g.door_open, g.portal_token = ["step1" in lasting, "step2" in lasting], "open_door" in lasting, "portal" in lasting
    g.treasure_offered = "chosen" in lasting
    g.relic_token = None if given["relic_token"] == "-" else int(given["relic_token"])
    if "treasure" in lasting or "vils_treasure" in lasting:
        g.at[g.treasure] = "purse" if "treasure" in lasting else "vils_pile"

