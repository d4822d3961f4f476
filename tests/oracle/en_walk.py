"""For walk.py: positions of Enchanters that nobody would come to, and moves that may be refused.

Games that begin at the beginning hardly ever come to a failed Journey, to three
cards on their way to the graveyard, or to the empty places of EN-VAR-12.
"""

import enchanters as en
from en_tables import CARDS, KINGDOMS, PILE_OF, VILLAGES


# ---- positions nobody would come to ----

def invented(rng):
    n = rng.choice((2, 3, 4))
    kingdoms = rng.sample(KINGDOMS, rng.choice((2, 3, 4)))
    cards = [c for c in CARDS if CARDS[c].design.kingdom is not None
             and KINGDOMS[CARDS[c].design.kingdom] in kingdoms]
    rng.shuffle(cards)
    options = {"players": n}
    given = {"options": options, "village": rng.choice(list(VILLAGES)), "active": rng.randrange(n),
             "phase": rng.choice(("window_1", "window_1", "window_1", "turn_start", "window_3")),
             "seats": [invented_seat(rng, cards, seat) for seat in range(n)],
             "road": [cards.pop() if cards and rng.random() < 0.8 else None for _ in range(6)],
             "graveyard": take(rng, cards, 6), "removed": take(rng, cards, 3),
             "atk": rng.choice((0, 0, 1, 3, 8)), "def": rng.choice((0, 0, 2, 6)),
             "discount": rng.choice((0, 0, 2))}
    rest = take(rng, cards, 12)
    if rng.random() < 0.2:
        given["deck"] = rest     # a known order
    else:
        given["unseen"] = rest
        hidden(rng, given, options, rest)
    just_enough(rng, given)
    return given


def just_enough(rng, given):
    """Mostly an Attack that equals the Health of a card of the road, so that fights are won, or nearly."""
    g = en.load(dict(given, phase="window_1"))
    foes = [g.health(CARDS[c].design) for c in g.road if c and PILE_OF[CARDS[c].design.kind] == "trophies"]
    if foes and rng.random() < 0.7:
        given["atk"] = max(0, rng.choice(foes) - g.attack(g.active) + given["atk"])


def take(rng, cards, most):
    """Up to so many cards of those left, now and then none."""
    return [cards.pop() for _ in range(rng.choice((0, rng.randint(0, most), rng.randint(0, most))))
            if cards]


def invented_seat(rng, cards, seat):
    piles = {"items": ["start_fist"] if rng.random() < 0.9 else [],
             "enchantments": ["start_of_enchanting"] if rng.random() < 0.9 else [], "trophies": []}
    for card in take(rng, cards, 14):
        piles[PILE_OF[CARDS[card].design.kind]].append(card)
    return {"crystals": rng.choice((0, 1, 3, 8, 20)), "wounds": rng.choice((0, 0, 1, 3, 9)),
            "received": rng.choice((0, 0, 3)), "healed": rng.choice((0, 0, 3)), **piles}


def hidden(rng, given, options, unseen):
    """The counters of the deck, such that the law can deal all of it."""
    kinds = [CARDS[c].design.kind for c in unseen]
    x = sum(k in ("item", "enchantment") for k in kinds)
    given["stacked"] = rng.randint(0, 9)
    if rng.random() < 0.2:
        given["to_stack"] = rng.randint(0, x)
        given["stacked"] = max(given["stacked"], given["to_stack"])
    if rng.random() < 0.5:
        options["variant_deep_dragons"] = "yes"
        holes = given["stacked"] if x else rng.randint(0, given["stacked"])
        stacked_left = given.get("to_stack", 0)
        given["holes"] = holes
        given["upper"] = rng.randint(0, x - stacked_left + kinds.count("monster") + holes)


# ---- moves that may be refused ----

def probe(rng, g):
    word = rng.choice(("use", "use", "rest", "journey", "target", "card", "pay_card", "slot", "proceed",
                       "end_turn", "trigger", "grave_next", "pick_kingdom"))
    if g.phase.startswith(("choose_", "order_")) and rng.random() < 0.7 and g.legal_moves():
        word = g.legal_moves()[0].split()[0]
    if word in ("use", "rest", "trigger"):
        source = rng.choice(("village", any_card(rng, g), any_card(rng, g)))
        return "%s %s %d" % (word, source, rng.choice((0, 0, 1, 2, 3, 4) if source == "village" else (0,)))
    if word in ("card", "pay_card", "grave_next"):
        return "%s %s" % (word, any_card(rng, g))
    if word in ("journey", "slot"):
        return "%s %d" % (word, rng.randrange(6))
    if word == "target":
        return "target %d" % rng.randrange(4)
    return word + (" " + rng.choice(KINGDOMS) if word == "pick_kingdom" else "")


def any_card(rng, g):
    """A card the players can see, mostly one on top."""
    p = rng.choice(g.players)
    tops = [c for c in p.tops() if c is not None]
    if tops and rng.random() < 0.5:
        return rng.choice(tops)
    seen = [c for p in g.players for pile in p.piles() for c in pile] + g.graveyard + g.aside
    return rng.choice(seen or ["start_fist#1"])


def weakens(g, move):
    """An action that may cost Attack: in window 2 a Journey can fail by it (EN-CMB-04)."""
    source, index = move.split()[1:]
    ability = g._ability(source, int(index))
    words = [part[0] for part in ability.costs + ability.effects]
    return "ATK" not in words and not {"DISCARD", "REMOVE", "SWAP", "SINK"}.isdisjoint(words)


def liked(rng, g, moves):
    """Of the legal moves those that lead to what is rare."""
    if g.phase == "window_2":
        return [m for m in moves if m.startswith("use") and weakens(g, m)]
    return [m for m in moves if m.startswith("journey")]


def fallen(rng, outcomes):
    return rng.choice(outcomes)
