"""For walk.py: positions of Runebound that nobody would come to, and moves that may be refused.

Games that begin at the beginning hardly ever come to heroes full of items, to a
full track, to runes that change hands, or to a deck that is drawn from its end.
"""

import rb_ways
from rb_tables import BOARD, CARDS, DECKS, HEROES, KEPT, MARKET, SITES, SITE_COLOUR, SITE_HEX, TOWN_HEX, TOWNS, ATTRIBUTES

EVENTS = [c.key for c in CARDS.values() if c.sort == "event"]


def invented(rng):
    n = rng.randint(2, 6)
    options = {"players": n, "combat_round_cap": rng.choice((10, 10, 50)), "ally_limit": rng.choice((0, 0, 2)),
               "vorakesh_wins": rng.choice(("off", "on")), "round_limit": rng.choice((0, 0, 7))}
    if rng.random() < 0.1:
        options["pvp"] = "off"
    market, heroes, kept = rng.sample(MARKET, len(MARKET)), rng.sample(HEROES, n), rng.sample(list(KEPT), len(KEPT))
    given = {"options": options, "phase": rng.choice(("move_plan", "move_plan", "arrive", "arrive", "market_enter", "experience")),
             "active": rng.randrange(n), "first": rng.randrange(n), "round": rng.choice((1, 5, 7)), "next_age": 7}
    taken = sites_and_track(rng, given, kept)
    meeting = rng.choice([SITE_HEX[s] for s in SITES] + TOWN_HEX * 3)
    if given["phase"] == "market_enter":
        meeting = rng.choice(TOWN_HEX)
    elif given["phase"] == "arrive" and given["track"] and rng.random() < 0.5:
        meeting = SITE_HEX[rng.choice(list(given["track"].values()))["site"]]
    kept = [c for c in kept if c not in taken]
    rng.shuffle(kept)
    cards = {}
    given["players"] = [player(rng, heroes[s], market, kept, cards, meeting, s == given["active"]) for s in range(n)]
    if given["phase"] == "arrive" and not something_asks(given, options):
        given["phase"] = "move_plan"
    for _ in range(rng.choice((0, 4, 12))):
        cards[market.pop()] = {"place": "stack%d" % (TOWN_HEX.index(meeting) if meeting in TOWN_HEX and rng.random() < 0.7 else rng.randrange(8))}
    given["cards"] = cards
    decks(rng, given, market, taken + [c for p in given["players"] for c in p["cards"]])
    return given


def something_asks(given, options):
    """Is there a gem, a marker or a hero to attack, for sure?"""
    here = given["players"][given["active"]]["hex"]
    met = [p for p in given["players"] if p["hex"] == here]
    return here in [SITE_HEX[t["site"]] for t in given["track"].values()] or (len(met) > 1 and options.get("pvp") != "off")


def sites_and_track(rng, given, kept):
    """Markers, gems that are gone, an event; the adventure cards named so far."""
    slots, sites = rng.randint(0, 6), rng.sample(SITES, 6)
    by_colour = {c: rng.sample([k for k in DECKS[c] if CARDS[k].sort == "challenge"], len([k for k in DECKS[c] if CARDS[k].sort == "challenge"])) for c in DECKS}
    given["track"] = {}
    for k in range(slots):
        given["track"][str(k + 1)] = {"card": by_colour[SITE_COLOUR[sites[k]]].pop(), "site": sites[k], "age": k + 1}
    taken = [t["card"] for t in given["track"].values()]
    if rng.random() < 0.6:
        given["event"] = rng.choice(EVENTS)
        taken.append(given["event"])
    return taken


def player(rng, hero, market, kept, cards, meeting, active):
    drawn = [market.pop() for _ in range(rng.choice((0, 3, 7, 10)))]
    held = within_limits(drawn)
    market[:0] = [c for c in drawn if c not in held]
    runes = 0
    while kept and rng.random() < 0.5 and runes < 2:
        runes += CARDS[kept[-1]].colour == "red"
        held.append(kept.pop())
    held = within_limits(held)
    for card in held:
        fields = {"face_down": rng.random() < 0.25}
        what = KEPT.get(card) or CARDS[card]
        if what.sort == "ally":
            fields.update(wounds=rng.randrange(what.life), fatigue=rng.randint(0, what.stamina))
        cards[card] = {"place": None, **fields}
    where = meeting if active or rng.random() < 0.5 else rng.randrange(len(BOARD))
    side = rng.choice([s for s in BOARD[where].sides if s is not None] + ["-"])
    return {"hero": hero, "hex": where, "prev_hex": side, "wounds": rng.randrange(CARDS[hero].life), "fatigue": rng.randint(0, CARDS[hero].stamina),
            "gold": rng.choice((0, 1, 5, 20, 40)), "xp_unspent": rng.choice((0, 0, 3, 12)), "counters": [rng.choice((0, 0, 2, 8)) for _ in range(3)],
            "face_down": rng.random() < 0.3, "cards": held}


def within_limits(held):
    found, kinds = [], {"weapon": 2, "armour": 1}
    for card in held:
        kind = (KEPT.get(card) or CARDS[card]).kind
        if kinds.get(kind, 9) > 0:
            found.append(card)
            kinds[kind] = kinds.get(kind, 9) - 1
    return found


def decks(rng, given, market, taken):
    """What lies at the bottom of the decks, and what has left the game, so that RB-STA-06 and RB-STA-10 hold."""
    for seat, p in enumerate(given["players"]):
        for card in p["cards"]:
            given["cards"][card]["place"] = "held%d" % seat
    if rng.random() < 0.3:
        keep = rng.randint(0, min(4, len(market)))
        given["market_tail"] = market[keep:]
        given["unseen"] = [*market[:keep], *[c for d in DECKS.values() for c in d if c not in taken]]
    free = [s for s in SITES if s not in [t["site"] for t in given["track"].values()]]
    given["sites"] = {t["site"]: slot for slot, t in given["track"].items()}
    gone = set()
    for colour, cards in DECKS.items():
        # as many gems gone as challenges that are neither in the deck nor on the track
        held = [c for c in taken if CARDS[c].colour == colour and CARDS[c].sort == "challenge" and c not in [t["card"] for t in given["track"].values()]]
        more = [c for c in cards if CARDS[c].sort == "challenge" and c not in taken]
        mine = [s for s in free if SITE_COLOUR[s] == colour]
        rng.shuffle(mine)
        rng.shuffle(more)
        out = more[:rng.randint(0, max(0, len(mine) - len(held)))] if rng.random() < 0.7 else []
        gone.update(out)
        for s in mine[:len(held) + len(out)]:
            given["sites"][s] = "empty"
        others = [c for c in cards if CARDS[c].sort != "challenge" and c not in taken]
        gone.update(c for c in others if rng.random() < 0.3)
    for c in gone:
        given["cards"][c] = {"place": "out"}
    if "unseen" in given:
        given["unseen"] = [c for c in given["unseen"] if c not in gone]
    if rng.random() < 0.3:
        some_tail(rng, given, taken, gone)


def some_tail(rng, given, taken, gone):
    colour = rng.choice(list(DECKS))
    left = [c for c in DECKS[colour] if c not in taken and c not in gone]
    rng.shuffle(left)
    keep = rng.randint(0, min(2, len(left)))
    given[colour + "_tail"] = left[keep:]
    if "unseen" in given:
        given["unseen"] = [c for c in given["unseen"] if c not in left[keep:]]


# ---- moves ----

WORDS = ("use", "use", "use", "roll_dice", "free_step_mode", "rest", "rest_done", "step", "step", "step_free", "end_move", "adventure", "attack_hero",
         "decline", "choose", "start", "try_escape", "stand", "attack", "defend", "roll", "accept", "done", "limit_discard", "choose_town", "loot",
         "loot_none", "enter_market", "skip_market", "buy", "hire", "sell", "heal", "discard", "leave_market", "buy_xp", "end_turn", "target",
         "target_dice", "target_town", "d20", "faces", "deal", "draw")


def probe(rng, g):
    """A move, mostly one of the phase at hand, that may be refused."""
    word = rng.choice(WORDS)
    if g.phase == "move" and rng.random() < 0.3:
        word = "go"
    elif g.choices and rng.random() < 0.8:
        word = rng.choice([m.split()[0] for m in list(g.choices)[:200]])
    if word in ("use", "limit_discard", "loot", "sell", "discard", "deal", "draw"):
        card = any_card(rng, g, word)
        if word == "use":
            what = g.held(card) if card in CARDS else None
            return "use %s %d" % (card, rng.choice((0, 0, 0, 1)) if what.sort not in ("ally", "hero") and card in MARKET[28:] else 0)
        return word + " " + card
    return word + argument(rng, g, word)


def argument(rng, g, word):
    seat = g.decides if isinstance(g.decides, int) else 0
    if word == "roll_dice":
        return " %d" % rng.randint(0, 5)
    if word == "step":
        return " %d %d" % (rng.randrange(6), rng.randrange(5))
    if word == "go":
        return go(rng, g)
    if word == "step_free":
        return " %d" % rng.randrange(6)
    if word == "attack_hero":
        return " %d" % rng.randrange(6)
    if word == "choose":
        return " " + rng.choice(("yes", "no"))
    if word in ("rest", "attack", "heal", "target"):
        return " " + rng.choice(["H", *g.p[seat]["cards"], "A%02d" % rng.randint(1, 28)])
    if word == "defend":
        return rng.choice(("", " H", " A%02d" % rng.randint(1, 28)))
    if word in ("choose_town", "target_town"):
        return " " + rng.choice(TOWNS)
    if word == "buy":
        return " R%02d" % rng.randint(1, 56)
    if word == "hire":
        return " A%02d" % rng.randint(1, 28)
    if word == "buy_xp":
        return " " + rng.choice(ATTRIBUTES)
    if word == "target_dice":
        return " " + " ".join(map(str, sorted(rng.sample(range(5), rng.randint(1, 5)))))
    if word == "faces":
        return " " + " ".join(str(rng.randrange(6)) for _ in range(rng.randint(1, 5)))
    return " %d" % rng.randint(1, 20) if word == "d20" else ""


def go(rng, g):
    """A hex and a way, mostly about the last that there is."""
    found = rb_ways.ways(g) if g.phase == "move" else {}
    to = rng.choice(sorted(found)) if found and rng.random() < 0.9 else rng.randrange(len(BOARD))
    return " %d %d" % (to, max(0, rng.choice((0, len(found.get(to, ())) - 1, len(found.get(to, ())), 1))))


def any_card(rng, g, word):
    if word in ("deal", "draw"):
        return rng.choice([c for c in CARDS if CARDS[c].sort != "hero"])
    seat = g.decides if isinstance(g.decides, int) else 0
    own = g.p[seat]["cards"] + ([g.p[seat]["hero"]] if word == "use" and g.p[seat]["hero"] != "-" else [])
    if own and rng.random() < 0.8:
        return rng.choice(own)
    return rng.choice(MARKET)


def liked(rng, g, moves):
    """Uses, fights, and what leads to more of them; now and then a row of steps."""
    if g.phase == "move" and rng.random() < 0.5:
        found = rb_ways.ways(g)
        return ["go %d %d" % (to, k) for to, rows in found.items() for k in range(min(128, len(rows)))]
    return [m for m in moves if m.split()[0] in ("use", "adventure", "attack_hero", "attack", "enter_market", "loot", "buy", "start", "stand")]


def fallen(rng, outcomes):
    """Events and encounters sooner than challenges, and hits sooner than misses."""
    rare = [m for m in outcomes if m.startswith(("draw N", "draw V", "d20 1", "d20 2"))]
    return rng.choice(rare if rare and rng.random() < 0.5 else outcomes)
