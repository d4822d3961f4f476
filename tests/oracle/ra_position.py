"""Positions of Reflets d'Acide: written for comparison, and read where a turn begins."""

from ra_tables import DECKS, HEROES, IMPS, ITEMS, LAID, NODES, TYPES, ZONE_SQUARES

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
        found.update(trial=g.trial, tester=g.tester or "-", substituted=g.substituted)
    if g.phase in ("obj_assign", "obj_after"):
        dice = g.dice + [["-", 0]] * (6 - len(g.dice))
        found["dice"] = {str(k): {"value": face, "hero": hero or "-"} for k, (hero, face) in enumerate(dice, 1)}
    if g.phase == "move":
        found.update(potential=g.potential, move_dice=g.move_dice)
    if g.phase in ("bless", "turn_end"):
        found["relic_token"] = str(g.relic_token or "-")
    return found


def read(g, given):
    raise NotImplementedError

