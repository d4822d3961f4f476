"""Positions of Runebound: written for comparison, read for loading."""

from rb_tables import BOARD, DECKS, HEROES, MARKET, NUMBER

FLAGS = ("attacked", "bought", "sold", "used_turn", "used_turn_2", "used_roll", "used_roll_2")
TOKEN = {"wounds": 0, "fatigue": 0, "face_down": False, **dict.fromkeys(FLAGS, False)}
PLAYER = {"hero": "-", "hex": 123, "prev_hex": "-", "wounds": 0, "fatigue": 0, "gold": 3, "xp_unspent": 0,
          "face_down": False, "attacked": False, "used_turn": False, "used_roll": False}
DECK_NAMES = ("market", "green", "yellow", "blue", "red")
FIGHTING = ("before_combat", "escape", "declare", "boost", "d20", "reroll", "soak")


def new_player():
    return {**PLAYER, "counters": [0, 0, 0], "cards": []}


def new_token(place):
    return {"place": place, **TOKEN}


# ---- writing ----

def position(g):
    """What the rules speak of. Of a moment only what is open then: dice while moving, wounds while they are pending."""
    found = {
        "game": "runebound", "phase": g.phase, "outcome": g.outcome, "active": g.active, "first": g.first, "round": g.round,
        "winners": g.winners, "players": g.p, "sites": g.sites, "cards": g.cards,
        "unseen": [c for name in DECK_NAMES for c in g.unseen[name]], "track": g.track, "next_age": g.next_age, "event": g.event}
    for name in DECK_NAMES:
        found[name + "_tail"] = g.tails[name]
    if g.phase in ("move_plan", "rest", "move"):
        found["in_town"] = g.in_town
    if g.phase == "rest":
        found["rest"] = g.rest
    if g.phase == "move":
        found.update(dice=g.dice, spent=g.spent, free_steps=g.free_steps)
    if g.fight and g.phase in FIGHTING:
        found.update(fight_now(g))
    return found


def fight_now(g):
    fight = g.fight
    found = {"enemy": fight.card or "-", "fight_slot": fight.slot or "-", "fight_site": fight.site or "-",
             "enemy_wounds": fight.wounds, "fight_round": fight.round}
    if fight.defender is not None:
        found["defender"] = fight.defender
    if fight.phase and g.phase != "escape":
        found["fight_phase"] = fight.phase
    if g.phase == "soak":
        found.update(pending=True, pending_wounds=g.pending[0])
    if g.phase == "reroll":
        found.update(roll_die=g.now.die, roll_bonus=g.now.bonus, roll_damage=g.now.damage)
    return found


# ---- reading ----

def read(g, given):
    """A position, whole or in part, at one of the points of a turn named in BEGINNINGS."""
    phase = given.get("phase", "move_plan")
    g.active, g.first, g.round = given.get("active", 0), given.get("first", 0), given.get("round", 1)
    g.event = given.get("event", "-")
    left = [h for h in HEROES if h not in [p.get("hero") for p in given.get("players", ())]]
    for seat in range(g.n):
        fields = given["players"][seat] if "players" in given else {}
        g.p[seat].update(fields, cards=sorted(fields.get("cards", ()), key=NUMBER.get))
        if phase != "hero_pick" and "hero" not in fields:
            g.p[seat]["hero"] = left.pop(0)
        for card in g.p[seat]["cards"]:
            g.cards[card] = new_token("held%d" % seat)
    for slot, fields in given.get("track", {}).items():
        g.track[slot].update(fields)
        if fields["card"] != "-":
            g.cards[fields["card"]] = new_token("track")
            g.sites[fields["site"]] = slot
    if g.event != "-":
        g.cards[g.event] = new_token("event")
    for name in DECK_NAMES:
        g.tails[name] = list(given.get(name + "_tail", ()))
        g.cards.update((c, new_token("tail")) for c in g.tails[name])
    for card, fields in given.get("cards", {}).items():
        g.cards[card] = {**g.cards.get(card, new_token("out")), **fields}
    g.sites.update(given.get("sites", {}))
    g.next_age = given.get("next_age", 1)
    unseen = given.get("unseen")
    for name, cards in (("market", MARKET), *DECKS.items()):
        g.unseen[name] = [c for c in cards if (c in unseen if unseen is not None else c not in g.cards)]
    g.in_town = given.get("in_town", BOARD[g.p[g.active]["hex"]].town is not None)
    g.dice, g.spent = list(given.get("dice", ())), list(given.get("spent", ()))
    g.free_steps = given.get("free_steps", 0)
    return phase


# Where a turn can be taken up, and what is left of it then.
BEGINNINGS = {
    "move_plan": lambda g: g.movement(), "move": lambda g: g.moving(), "arrive": lambda g: g.arrival(),
    "market_enter": lambda g: g.market_step(), "market": lambda g: g.rest_of_market(), "experience": lambda g: g.experience()}
