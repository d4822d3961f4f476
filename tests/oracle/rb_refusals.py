"""Which rule of 11.2 refuses a move of Runebound, or none: the table, read from top to bottom.

E_NOT_YOUR_DECISION (RB-ERR-04) needs to know who asks, and what cannot be read
(RB-ERR-45, 46) is no move: both are left to the engine's own tests.
"""

import rb_ways
from rb_tables import BOARD, CARDS, COUNTER_COST, KEPT

# The phases of each decision (7.1), and of each outcome.
STATES = {
    "choose_hero": ("hero_pick",), "roll_dice": ("move_plan",), "free_step_mode": ("move_plan",), "rest": ("rest",), "rest_done": ("rest",),
    "step": ("move",), "step_free": ("move",), "go": ("move",), "end_move": ("move",), "adventure": ("arrive",), "attack_hero": ("arrive",), "decline": ("arrive",),
    "choose": ("encounter",), "start": ("before_combat",), "try_escape": ("escape",), "stand": ("escape",), "attack": ("declare",),
    "defend": ("declare",), "roll": ("boost",), "accept": ("reroll", "soak"), "done": ("after_combat",), "limit_discard": ("limit_discard",),
    "choose_town": ("ko_town",), "loot": ("loot",), "loot_none": ("loot",), "enter_market": ("market_enter",), "skip_market": ("market_enter",),
    "buy": ("market",), "hire": ("market",), "sell": ("market",), "heal": ("market",), "discard": ("market",), "leave_market": ("market",),
    "buy_xp": ("experience",), "end_turn": ("experience",), "target": ("target",), "target_dice": ("target",), "target_town": ("target",),
    "deal": ("setup", "market_draw"), "draw": ("draw",), "hero": ("hero_deal",), "first": ("first_player",), "faces": ("move_roll",), "d20": ("d20",),
    "use": ("move_plan", "move", "before_combat", "escape", "boost", "reroll", "soak", "after_combat")}
TIMING = {"move_plan": "before_move", "move": "moving"}    # of the other phases: their name


def refusal(g, move):
    """The id of the first rule that refuses the move, or None."""
    number = code(g, move.split())
    return None if number is None else "RB-ERR-%02d" % number


def code(g, words):
    word, args = words[0], words[1:]
    if g.decides == "over":
        return 1
    if g.phase not in STATES[word]:
        return 5
    if g.decides == "chance":
        return None if impossible(g, word, args) is None else 43
    judge = globals().get("judge_" + word)
    return judge(g, g.decides, *args) if judge else None


def impossible(g, word, args):
    name = " ".join([word, *(sorted(args) if word == "faces" else args)])
    return None if name in g.choices else name


# ---- one for each decision that can be wrong in its phase ----

def judge_choose_hero(g, seat, hero):
    return 7 if any(p["hero"] == hero for p in g.p) else None


def judge_use(g, seat, card, k):
    if card != g.p[seat]["hero"] and card not in g.p[seat]["cards"]:
        return 23
    if int(k) >= len(g.held(card).abilities):
        return 24
    timing = TIMING.get(g.phase, g.phase)
    if g.phase == "boost" and g.now.kind == "test":
        timing = "test"
    if timing not in g.held(card).abilities[int(k)].timings:
        return 25
    return g.why_not(seat, card, int(k), timing)


def judge_roll_dice(g, seat, n):
    return 8 if int(n) > g.dice_number() else None


def judge_rest(g, seat, who):
    body = g.p[seat] if who == "H" else g.cards.get(who)
    if not body or not body["fatigue"]:
        return 10
    return None if who in g.characters(seat) else 11


def judge_step(g, seat, d, die):
    d, die = int(d), int(die)
    if die >= len(g.dice):
        return 12
    if die in g.spent:
        return 13
    if BOARD[g.p[seat]["hex"]].sides[d] is None:
        return 14
    return None if "step %d %d" % (d, die) in g.choices else 15


def judge_step_free(g, seat, d):
    if BOARD[g.p[seat]["hex"]].sides[int(d)] is None:
        return 14
    return None if g.free_steps else 16


def judge_go(g, seat, to, way):
    return None if int(way) < min(128, len(rb_ways.ways(g).get(int(to), ()))) else 47


def judge_adventure(g, seat):
    return None if "adventure" in g.choices else 17


def judge_attack_hero(g, seat, other):
    other = int(other)
    if other >= g.n or other == seat or g.p[other]["hex"] != g.p[seat]["hex"]:
        return 18
    return None if g.options["pvp"] == "on" else 19


def judge_choose(g, seat, answer):
    if answer == "no" or "choose yes" in g.choices:
        return None
    return g.refused_yes


def judge_attack(g, seat, who):
    if who not in g.characters(seat):
        return 11
    return 21 if g.body(seat, who)["attacked"] else None


def judge_defend(g, seat, who="H"):
    return None if who == "H" else 22


def judge_limit_discard(g, seat, card):
    if card not in g.p[seat]["cards"]:
        return 23
    return None if "limit_discard " + card in g.choices else 38


def judge_choose_town(g, seat, town):
    return None if "choose_town " + town in g.choices else 39


def judge_loot(g, seat, card):
    return None if "loot " + card in g.choices else 40


def judge_buy(g, seat, card, word="buy"):
    sort = "artifact" if word == "buy" else "ally"
    if card not in g.stack(BOARD[g.p[seat]["hex"]].town):
        return 30
    if CARDS[card].sort != sort:
        return 31 if word == "buy" else 32
    if g.p[seat]["gold"] < g.price(card):
        return 33
    if word == "hire" and g.options["ally_limit"] and g.allies(seat) >= g.options["ally_limit"]:
        return 34
    return 36 if g.cards[card]["sold"] else None


def judge_hire(g, seat, card):
    return judge_buy(g, seat, card, "hire")


def judge_sell(g, seat, card):
    if card not in g.p[seat]["cards"]:
        return 23
    if g.held(card).sort != "artifact":
        return 31
    if card in KEPT:
        return 35
    return 36 if g.cards[card]["bought"] else None


def judge_discard(g, seat, card):
    if card not in g.p[seat]["cards"]:
        return 23
    return None if g.held(card).sort == "artifact" else 31


def judge_heal(g, seat, who):
    if who not in g.characters(seat):
        return 11
    if g.p[seat]["gold"] < g.heal_cost():
        return 33
    return None if g.body(seat, who)["wounds"] else 37


def judge_buy_xp(g, seat, attribute):
    return None if g.p[seat]["xp_unspent"] >= COUNTER_COST[g.n] else 41


def judge_target(g, seat, *names):
    return None if "target " + " ".join(names) in g.choices else 29


def judge_target_dice(g, seat, *dice):
    return None if "target_dice " + " ".join(dice) in g.choices else 29


def judge_target_town(g, seat, town):
    return None if "target_town " + town in g.choices else 29
