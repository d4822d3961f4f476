"""Where the dice of Runebound lead to: the rows of steps that `go` stands for (RB-DEC-42, RB-RUL-88).

A way is a place to come to with what is left afterwards. All are found by going on
from every place one step at a time; of the rows to one and the same the first by
(direction, die) is kept, a free step counting as a die behind the others.
"""

from collections import defaultdict

from rb_tables import BOARD, FACES

FREE = 5                                         # in place of a die
MOST = 15                                        # fatigue


def ways(g):
    """{hex: [the moves of way 0, those of way 1, ...]} for the active hero in S23."""
    seat = g.active
    found = defaultdict(dict)
    layer = {(g.p[seat]["hex"], None, tuple(g.spent), g.free_steps, 0): ()}
    while layer:
        further = {}
        for (here, _, spent, free, tired), row in layer.items():
            for to, d, die in exits(g, here, spent, free):
                cost = tired + sum(e.args[1] for e in g.globals_of("MOVE_COST") if e.args[0] == BOARD[to].terrain)
                if cost > MOST or falls(g, seat, cost):
                    continue
                state = (to, here, spent if die == FREE else tuple(sorted((*spent, die))), free - (die == FREE), cost)
                longer = (*row, (d, die))
                further[state] = min(longer, further.get(state, longer))
        for (to, here, spent, free, tired), row in further.items():
            left = tuple(sorted(f for die, f in enumerate(g.dice) if die not in spent))
            key = (tired, -len(left), here, left, -free)
            found[to][key] = min(row, found[to].get(key, row))
        layer = further
    found.pop(g.p[seat]["hex"], None)            # one may come through, but not back
    return {to: [[step(*s) for s in ends[key]] for key in sorted(ends)] for to, ends in found.items()}


def exits(g, here, spent, free):
    """(hex, direction, die) of all that is next to it and open."""
    wild = {e.args[0] for _, e in g.passives(g.active) if e.verb == "WILD"}
    for d, to in enumerate(BOARD[here].sides):
        if to is None:
            continue
        terrain = BOARD[to].terrain
        for die, face in enumerate(g.dice):
            if die not in spent and (terrain == "town" or terrain in wild or terrain in FACES[face]):
                yield to, d, die
        if free:
            yield to, d, FREE


def falls(g, seat, tired):
    """Would so much fatigue knock the hero out?"""
    p = g.p[seat]
    beyond = max(0, p["fatigue"] + tired - max(p["fatigue"], g.stamina(seat, "H")))
    return beyond > 0 and p["wounds"] + beyond >= g.life(seat, "H")


def step(d, die):
    return "step_free %d" % d if die == FREE else "step %d %d" % (d, die)
