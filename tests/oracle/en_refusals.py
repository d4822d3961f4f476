"""Which rule of 10.2 refuses a move of Enchanters, or none: the table, read from top to bottom.

ERR_NOT_YOUR_DECISION (EN-ERR-11) needs to know who asks, and is left to the engine's own tests.
"""

from en_tables import CARDS, LIMIT, VILLAGES

ASKED_IN = {"pick_kingdom": "setup_kingdoms", "proceed": "window_2", "end_turn": "window_3",
            "target": "choose_target", "card": "choose_card", "pay_card": "choose_pay_card",
            "slot": "choose_slot", "trigger": "order_trigger", "grave_next": "order_graveyard"}
WINDOWS = ("window_1", "window_2", "window_3")


def refusal(g, move):
    """The id of the first rule that refuses the move, or None."""
    number = code(g, move.split())
    return None if number is None else "EN-ERR-%02d" % number


def code(g, words):
    word = words[0]
    if word == "pick_kingdom" and words[1] in g.kingdoms:
        return 3
    if g.over:
        return 10
    if not asked(g, word):
        if word == "end_turn" and g.phase == "window_1":
            return 12
        if word in ("journey", "rest") and g.phase in ("window_2", "window_3"):
            return 13
        return 14
    if word in ("journey", "slot"):
        return wrong_slot(g, word, int(words[1]))
    if word in ("use", "rest"):
        return wrong_source(g, word, words[1], int(words[2]))
    if word == "target":
        return wrong_target(g, int(words[1]))
    if word in ("card", "pay_card", "grave_next"):
        return None if " ".join(words) in g.legal_moves() else 28
    if word == "trigger":
        return None if " ".join(words) in g.legal_moves() else 29
    return None


def asked(g, word):
    if g.actor() == "chance":
        return False
    if word == "use":
        return g.phase in WINDOWS
    if word in ("journey", "rest"):
        return g.phase == "window_1"
    return g.phase == ASKED_IN[word]


def wrong_slot(g, word, slot):
    if not 0 <= slot < 6:
        return 15
    if g.road[slot] is None:
        return 16
    if word == "slot":
        return None
    if g.travel_cost(slot) > g.me.crystals:
        return 17
    return None if g.beatable(g.road[slot]) else 18


def wrong_source(g, word, source, index):
    if source == "village":
        known = index < len(VILLAGES[g.village].abilities)
    else:
        known = source in CARDS and index == 0 and CARDS[source].design.ability is not None
    if not known:
        return 19
    if source != "village" and source not in g.me.tops():
        return 20
    ability = g._ability(source, index)
    if (ability.kind != "R") if word == "rest" else (ability.kind not in LIMIT):
        return 21
    limit = LIMIT.get(ability.kind)
    if limit is not None and g.uses.get((source, index), 0) >= limit:
        return 22
    return None if g.payable(ability) else 23


def wrong_target(g, seat):
    if not 0 <= seat < g.n:
        return 24
    if seat == g.active:
        return 25
    if g.protected(seat):
        return 26
    return None if "target %d" % seat in g.legal_moves() else 27
