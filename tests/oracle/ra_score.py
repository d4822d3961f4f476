"""The count at the end of a quest that is done (RA-SCO)."""

from ra_tables import CARDS, HEROES, IMPS, RELICS, LOOT, ITEMS, TREASURES, ZONES


def turn_up(g):
    """RA-SCO-16."""
    yield from g.turn_up_vteam()
    for name in ("heroes", "imps", "loot"):
        yield from g.turn_up_pile(name)


def satisfies(hero, sort, which):
    return CARDS[hero]["race" if sort == "race" else "alignment"] == which


def tasks(quest, heroes, items, fallen):
    """RA-SCO-02 to 05, 09; heroes[0] is the leader."""
    leader, team, gear, dead = CARDS[quest]["tasks"]
    found = 0
    if heroes and satisfies(heroes[0], leader[1], leader[2]):
        found += leader[3]
    for (n, sort, which, points), who in ((team, heroes), (dead, fallen)):
        if sum(satisfies(h, sort, which) for h in who) >= n:
            found += points
    n, sort, which, points = gear
    have = sum(CARDS[i]["gold"] for i in items) if sort == "gold" else sum(which in CARDS[i]["tags"] for i in items)
    return found + (points if have >= n else 0)


def worth(cards):
    return sum(CARDS[c]["points"] for c in cards)


def lying(g, where, *families):
    return [c for family in families for c in family if g.at.get(c) == where]


def count(g):
    held = list(g.holder)
    team = 15 + 5 + tasks(g.quest, g.heroes, held, lying(g, "purse", HEROES)) + g.epic
    team += worth(g.heroes) + worth(i for i in held if i in RELICS) + worth(lying(g, "purse", HEROES, IMPS, ZONES, TREASURES))
    team += 5 * sum(min(gems) for gems in g.gems)
    vils = tasks(g.vils_quest, g.vteam, lying(g, "vils_pile", ITEMS), lying(g, "vils_pile", HEROES))
    vils += worth(g.vteam) + worth(lying(g, "vils_pile", HEROES, IMPS, ZONES, RELICS, TREASURES))
    vils += 4 * g.taken["red"] + sum(range(1, g.taken["grey"] + 1)) + 5 * min(g.vils)
    assert all(CARDS[c]["points"] == 0 for c in LOOT)
    return team, vils
