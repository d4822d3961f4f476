"""Positions of Enchanters (rules/enchanters.md, 11.3): written for comparison, read for loading."""

from en_tables import CARDS, KINGDOMS, PILE_OF, PILES

NOBODY = 255
SEAT_FIELDS = ("crystals", "wounds", "received", "healed")


def dash(card):
    return "-" if card is None else card


def seat_or(value, none=NOBODY):
    return none if value is None else value


def in_order(cards):
    return sorted(cards, key=lambda c: CARDS[c].number)


# ---- writing ----

def position(g):
    """The removed zone has no order; of uses no limit lies beyond two (EN-ACT-05..07)."""
    return {
        "game": "enchanters", "phase": g.phase, "stage": g.stage,
        "outcome": outcome(g), "active": g.active, "first": seat_or(g.first), "turns": g.turns,
        "village": dash(g.village), "kingdoms": list(g.kingdoms),
        "seats": [seat(p) for p in g.players],
        "road": [dash(c) for c in g.road], "deck": list(g.deck), "graveyard": list(g.graveyard),
        "removed": in_order(g.removed), "unseen": list(g.unseen),
        "stacked": g.stacked, "to_stack": g.to_stack, "upper": g.upper, "holes": g.holes,
        "to_remove": g.to_remove, "atk": g.atk, "def": g.defence_bonus, "discount": g.discount,
        "used": used(g, 1), "used_twice": used(g, 2),
        "village_uses": [min(2, g.uses.get(("village", k), 0)) for k in range(5)], "listed": g.listed,
        "take": both(map(take, g.takes)), "run": both(map(run, g.runs)),
        "triggers": both(map(triggers, g.lists)), "aside": list(g.aside), "table": table(g)}


def outcome(g):
    if not g.over:
        return "running"
    return "won" if len(g.winners()) == 1 else "shared"


def seat(p):
    found = {name: getattr(p, name) for name in SEAT_FIELDS}
    found.update((name, list(getattr(p, name))) for name in PILES)
    return found


def used(g, times):
    return in_order(s for (s, _), n in g.uses.items() if s != "village" and n >= times)


def both(pair):
    return dict(zip(("main", "visit"), pair))


def take(t):
    """Without "step", which is the engine's own business."""
    if t is None:
        return {"card": "-", "from": 0, "receiver": NOBODY, "held": "-"}
    return {"card": t.card, "from": t.origin, "receiver": seat_or(t.receiver), "held": dash(t.held)}


def run(r):
    """Without "at" and "turn", likewise."""
    if r is None:
        return {"source": "-", "index": 0, "target": NOBODY}
    return {"source": r.source, "index": r.index, "target": seat_or(r.target)}


def triggers(listed):
    cards = dict.fromkeys(PILES, "-")
    for source, _ in listed:
        if source != "village":
            cards[PILE_OF[CARDS[source].design.kind]] = source
    return {"village": [k for source, k in listed if source == "village"], "cards": list(cards.values())}


def table(g):
    seats = range(g.n)
    return {"deck_count": g.to_come(), "attack": [g.attack(s) for s in seats],
            "defence": [g.defence(s) for s in seats],
            "decider": {"chance": -1, "over": -2}.get(g.actor(), g.actor()),
            "game_over": g.over, "glory": g.glory(), "winners": g.winners() if g.over else []}


# ---- reading ----

class PositionReader:
    """Sets a fresh game to a given position; read() returns the stage to go on from.

    A position stands before a decision of a window, before chance, or at the
    start of a turn; in the middle of an ability no position can be read.
    """

    def __init__(self, game, given, options):
        self.g, self.given, self.options = game, given, options
        self.taken = set()

    def read(self):
        g, given = self.g, self.given
        stage = given.get("phase", "window_1")
        g.stage = stage
        g.options.update(village=self.options.get("village", "random"),
                         first_player=self.options.get("first_player", "random"),
                         kingdom_mode=self.options.get("kingdom_mode", "draft"))
        g.active = given.get("active", 0)
        g.turns = given.get("turns", 0)
        setting_up = stage.startswith("setup_")
        g.first = self._plain("first", NOBODY if setting_up else 0)
        g.village = self._plain("village", "-" if setting_up else "normalville")
        g.kingdoms = list(given.get("kingdoms", ()))
        self._mark_named()
        self._read_seats()
        g.road = [self._card(c) for c in given.get("road", ())]
        g.road += [None] * (6 - len(g.road))
        for name in ("deck", "graveyard", "removed"):
            setattr(g, name, [self._card(c) for c in given.get(name, ())])
        g.unseen = in_order(self._card(c) for c in given.get("unseen", ()))
        for name in ("stacked", "to_stack", "upper", "holes", "to_remove", "atk", "discount"):
            setattr(g, name, given.get(name, 0))
        g.defence_bonus = given.get("def", 0)
        self._read_uses()
        self._read_pending()
        if "kingdoms" not in given:
            g.kingdoms = self._kingdoms()
        return stage

    def _kingdoms(self):
        """Those of the cards named, in the order of EN-CMP-04."""
        found = {CARDS[c].design.kingdom for c in self.taken} - {None}
        return [KINGDOMS[k] for k in sorted(found)]

    def _plain(self, name, default):
        value = self.given.get(name, default)
        return None if value in ("-", NOBODY) else value

    def _mark_named(self):
        """Copies named anywhere are not meant by a name without copy."""
        def walk(value):
            if isinstance(value, str) and value in CARDS:
                self.taken.add(value)
            elif isinstance(value, (list, dict)):
                for one in value.values() if isinstance(value, dict) else value:
                    walk(one)
        for name in ("seats", "road", "deck", "graveyard", "removed", "unseen"):
            walk(self.given.get(name))

    def _card(self, name, seat=None):
        if name in (None, "-"):
            return None
        if "#" in name:
            return name
        if name.startswith("start_") and seat is not None:
            return "%s#%d" % (name, seat + 1)
        copy = 1
        while "%s#%d" % (name, copy) in self.taken:
            copy += 1
        found = "%s#%d" % (name, copy)
        self.taken.add(CARDS[found].name)
        return found

    def _read_seats(self):
        for seat, fields in enumerate(self.given.get("seats", ())):
            p = self.g.players[seat]
            for name in SEAT_FIELDS:
                setattr(p, name, fields.get(name, getattr(p, name)))
            for name in PILES:
                if name in fields:
                    setattr(p, name, [self._card(c, seat) for c in fields[name]])

    def _read_uses(self):
        g = self.g
        for times, name in ((1, "used"), (2, "used_twice")):
            g.uses.update(((card, 0), times) for card in self.given.get(name, ()))
        g.uses.update((("village", k), n) for k, n in enumerate(self.given.get("village_uses", ())))

    def _read_pending(self):
        fields = self.given.get("take", {}).get("main", {})
        if fields.get("card", "-") != "-":
            self.g.pending(fields["card"], fields["from"])
