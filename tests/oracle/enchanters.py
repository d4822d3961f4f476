"""Enchanters, written a second time: slow, plain, and apart from the C engine.

Everything here comes from rules/enchanters.md (the ids stand in the comments;
the cards are read off its tables by en_tables.py) and nothing from the
engine's sources or its content pack, so that the two can be compared move by
move (check.py). A game is driven in the engine's notation:

    g = Game({"players": 3, "variant_quick": "yes"})
    g.actor()            # a seat, "chance" or "over"
    g.legal_moves()      # notations, in the order of EN-DEC-05
    g.outcomes()         # what chance can do: {notation: integer weight}
    g.play("journey 2")  # raises Refused; then runs on until input is awaited
    g.position()         # the position as a dictionary

The course of the game is one generator: the rules read from top to bottom, and
it stops where somebody, or chance, has to choose. Run as a program it plays
random games with itself and prints them in the stream format of check.py:

    python3 enchanters.py --games 10 --seed 1 --set players=3
"""

import sys

sys.dont_write_bytecode = True                      # no files in the source tree
import play                                         # noqa: E402
from en_position import PositionReader, position    # noqa: E402
from en_tables import (                             # noqa: E402
    CARDS, DESIGNS, FIRST_GAME, KINGDOMS, LIMIT, MATCHES, PILE_OF, PILE_OF_FILTER, VILLAGES,
    deck_cards, kingdoms_needed, read_options)
from play import BadOptions, Refused, random_move   # noqa: E402

__all__ = ["CARDS", "DESIGNS", "KINGDOMS", "VILLAGES", "BadOptions", "Game", "Refused", "load",
           "random_game", "random_move"]

SLOTS = 6
GRAVEYARD = 6                                       # where a visited card comes from


class Player:
    def __init__(self, seat):
        self.crystals = 5                           # EN-SET-02
        self.wounds = self.received = self.healed = 0
        self.items = ["start_fist#%d" % (seat + 1)]     # EN-SET-04
        self.enchantments = ["start_of_enchanting#%d" % (seat + 1)]
        self.trophies = []

    def piles(self):
        return self.items, self.enchantments, self.trophies

    def pile(self, filt):
        return getattr(self, PILE_OF_FILTER[filt])

    def home(self, card):
        """The pile of the card's kind (EN-PILE-02)."""
        return getattr(self, PILE_OF[CARDS[card].design.kind])

    def tops(self):
        return [pile[-1] if pile else None for pile in self.piles()]

    def receive(self, n):                           # EN-VAL-09
        self.wounds += n
        self.received += n

    def heal(self, n):                              # EN-EFF-15
        n = min(n, self.wounds)
        self.wounds -= n
        self.healed += n


class Take:
    """A card that is being taken: the pending one, or the one of a visit."""

    def __init__(self, card, origin):
        self.card, self.origin = card, origin
        self.receiver = self.held = None


class Run:
    """An ability that is being carried out."""

    def __init__(self, source, index):
        self.source, self.index = source, index
        self.target = None
        self.asked = False                          # the target, once per ability (EN-EFF-06)


class Game:
    def __init__(self, options=None):
        self.options = o = read_options(options)
        self.n = o["players"]
        self.players = [Player(seat) for seat in range(self.n)]
        self.kingdoms = []
        self.village = None
        self.first = None
        self.active = 0
        self.turns = 0
        self.road = [None] * SLOTS
        self.deck = []                              # a known order, only in loaded positions
        self.unseen = []
        self.graveyard = []
        self.removed = []
        self.to_remove = 0                          # Quick invasion: still to go
        self.stacked = 0                            # k of EN-SET-25
        self.to_stack = 0                           # stacked cards not yet drawn
        self.upper = 0                              # u of EN-VAR-11
        self.holes = 0                              # s of EN-VAR-12
        self.uses = {}                              # (source, index): times this turn
        self.atk = self.defence_bonus = self.discount = 0
        self.takes = [None, None]                   # pending card, visited card
        self.runs = [None, None]                    # ability, ability within a visit
        self.lists = [[], []]                       # listed triggers, the same
        self.listed = False                         # a turn-start list is being worked off
        self.aside = []                             # on the way to the graveyard
        self.level = 0                              # 1 within a visit
        self.stage = "setup"
        self.over = False
        self._begin(self._whole_game())

    # ---- the driver ----

    def _begin(self, course):
        self._course = course
        self._advance(None)

    def _advance(self, answer):
        try:
            self._asked = self._course.send(answer)
        except StopIteration:
            self._asked = ("over", "game_over", [])

    def actor(self):
        return self._asked[0]

    @property
    def phase(self):
        return self._asked[1]

    def legal_moves(self):
        return [] if self.actor() == "chance" else list(self._asked[2])

    def outcomes(self):
        return dict(self._asked[2]) if self.actor() == "chance" else {}

    def play(self, move):
        if move not in self._asked[2]:
            raise Refused("%s not_listed" % move)
        self._advance(move)

    def position(self):
        return position(self)

    def _chance(self, phase, outcomes):
        """What comes; a sole outcome comes by itself."""
        if len(outcomes) == 1:
            return next(iter(outcomes))
        return (yield "chance", phase, outcomes)

    def _choose(self, seat, phase, word, options):
        """A sub-decision: EN-DEC-01, EN-DEC-02."""
        if len(options) < 2:
            return options[0] if options else None
        moves = ["%s %s" % (word, o) for o in options]
        return options[moves.index((yield seat, phase, moves))]

    # ---- small readings ----

    @property
    def me(self):
        return self.players[self.active]

    def clockwise(self):
        """The other seats, from the left of the active player on."""
        return [(self.active + k) % self.n for k in range(1, self.n)]

    def icons(self, player, which, bonus=0):
        """EN-VAL-01..04: which is 0 for Attack, 1 for Defence."""
        total = bonus
        for pile in player.piles():
            for card in pile:
                total += CARDS[card].design.lower[which]
            if pile:
                total += CARDS[pile[-1]].design.upper[which]
        return max(0, total)

    def attack(self, seat):
        bonus = self.atk if seat == self.active else 0
        return self.icons(self.players[seat], 0, bonus)

    def defence(self, seat):
        bonus = self.defence_bonus if seat == self.active else 0
        return self.icons(self.players[seat], 1, bonus)

    def count(self, seat, src, bonuses=True):
        """A source of 9.2 for this player, covered cards included (EN-VAL-07)."""
        p = self.players[seat]
        if src in ("ATK", "DEF"):
            if not bonuses:
                return self.icons(p, ("ATK", "DEF").index(src))
            return self.attack(seat) if src == "ATK" else self.defence(seat)
        if src in ("MONSTERS", "DRAGONS"):
            kind = {"MONSTERS": "monster", "DRAGONS": "dragon"}[src]
            return sum(CARDS[c].design.kind == kind for c in p.trophies)
        if src == "SKULLS":
            return sum(CARDS[c].design.skull for pile in p.piles() for c in pile)
        if src == "GRAVEYARD":
            return len(self.graveyard)
        if src in ("ITEMS", "ENCHANTMENTS", "TROPHIES"):
            return len(getattr(p, src.lower()))
        return getattr(p, src.lower())              # wounds, crystals, healed, received

    def amount(self, amount, seat=None, bonuses=True):
        """EN-EFF-17: counted for the active player unless for scoring."""
        if isinstance(amount, int):
            return amount
        n, d, src = amount
        return n * (self.count(self.active if seat is None else seat, src, bonuses) // d)

    def health(self, design):                       # EN-CMB-03
        return design.health + self.amount(design.hp_per)

    def strength(self, design):
        return design.strength + self.amount(design.st_per)

    def beatable(self, card):
        """EN-ROAD-04, EN-CMB-02; equipment needs no fight."""
        design = CARDS[card].design
        return PILE_OF[design.kind] != "trophies" or self.attack(self.active) >= self.health(design)

    def protected(self, seat):                      # EN-EFF-12, EN-EFF-14
        top = self.players[seat].tops()[0]
        if seat == self.active or top is None:
            return False
        ability = CARDS[top].design.ability
        return ability is not None and ability.kind == "S"

    def matching(self, player, filt, pick):
        """The player's cards an effect or a cost may concern, bottom to top (EN-STL-07)."""
        pile = player.pile(filt)
        if pick == "TOP":
            pile = pile[-1:]
        return [c for c in pile if CARDS[c].design.kind in MATCHES[filt]]

    def visible(self):
        """(source, index, ability) of the village and the own top cards: EN-ACT-01, EN-DEC-05."""
        found = [("village", k, a) for k, a in enumerate(VILLAGES[self.village].abilities)]
        for card in self.me.tops():
            if card is not None and CARDS[card].design.ability is not None:
                found.append((card, 0, CARDS[card].design.ability))
        return found

    def first_card(self):
        """Slot of the first card of the road (EN-REST-06)."""
        for slot, card in enumerate(self.road):
            if card is not None:
                return slot
        return None

    def to_come(self):
        return len(self.deck) + len(self.unseen)

    # ---- setup: section 4 ----

    def _whole_game(self):
        """The order of EN-SET-19."""
        yield from self._pick_kingdoms()
        marked_only = self.n == 2 or self.options["variant_super_quick"]
        self.unseen = deck_cards(self.kingdoms, marked_only)
        self.to_remove = 5 * self.n if self.options["variant_quick"] else 0     # EN-VAR-01
        yield from self._remove_and_deal()

    def _remove_and_deal(self):
        yield from self._quick_removal()
        self._build_deck()
        yield from self._set_the_table()

    def _resume(self, stage):
        """The course of the game from a loaded position on."""
        if stage == "setup_kingdoms":
            return self._whole_game()
        if stage == "setup_remove":
            return self._remove_and_deal()
        return self._set_the_table() if stage.startswith("setup_") else self._turns(stage)

    def _pick_kingdoms(self):
        mode = self.options["kingdom_mode"]
        needed = kingdoms_needed(self.n)
        if mode == "list":
            self.kingdoms = list(self.options["kingdoms"])
        elif mode == "first_game":                  # EN-SET-22
            self.kingdoms = list(FIRST_GAME[:needed])
        while len(self.kingdoms) < needed:
            free = [k for k in KINGDOMS if k not in self.kingdoms]
            if mode == "random":                    # EN-SET-21
                move = yield from self._chance("setup_kingdoms", {"kingdom " + k: 1 for k in free})
            else:                                   # EN-SET-20
                seat = len(self.kingdoms) % self.n
                move = yield seat, "setup_kingdoms", ["pick_kingdom " + k for k in free]
            self.kingdoms.append(move.split()[1])

    def _by_design(self, weight, word):
        """Outcomes with the copies of a design added up (EN-RUL-67)."""
        found = {}
        for card in self.unseen:
            w = weight(CARDS[card].design)
            if w:
                name = word + CARDS[card].design.key
                found[name] = found.get(name, 0) + w
        return found

    def _lowest(self, key):
        for card in self.unseen:
            if CARDS[card].design.key == key:
                self.unseen.remove(card)
                return card

    def _quick_removal(self):
        while self.to_remove:
            move = yield from self._chance("setup_remove", self._by_design(lambda d: 1, "remove "))
            self.removed.append(self._lowest(move.split()[1]))
            self.to_remove -= 1

    def _build_deck(self):
        equipment = sum(PILE_OF[CARDS[c].design.kind] != "trophies" for c in self.unseen)
        per_player = 2 if self.options["variant_super_quick"] else 3    # EN-VAR-04
        self.stacked = self.to_stack = min(per_player * self.n, equipment)   # EN-SET-10, -13
        if self.options["variant_deep_dragons"]:    # EN-VAR-06, -07, -11
            m = sum(CARDS[c].design.kind != "dragon" for c in self.unseen)
            self.upper = m - m // 2
            self.holes = self.stacked

    def draws(self):
        """The law of the next card: EN-SET-24, -25, EN-VAR-11, -12."""
        kinds = [CARDS[c].design.kind for c in self.unseen]
        x = sum(k in ("item", "enchantment") for k in kinds)
        k = self.stacked

        def equipment(d):
            return d.kind in ("item", "enchantment")

        if self.to_stack:
            return self._by_design(equipment, "draw ")
        if x:
            deep = self.upper > 0
            return self._by_design(lambda d: x + k if equipment(d) else
                                   0 if deep and d.kind == "dragon" else x, "draw ")
        if self.upper > 0:
            found = self._by_design(lambda d: int(d.kind == "monster"), "draw ")
            if self.holes:
                found["empty"] = self.holes
            return found
        return self._by_design(lambda d: 1, "draw ")

    def _reveal(self, phase):
        """The next card of the deck."""
        if self.deck:
            return self.deck.pop(0)
        while True:
            law = self.draws()
            move = yield from self._chance(phase, law)
            in_upper = self.upper > 0 and not self.to_stack
            self.upper -= in_upper
            if move == "empty":
                self.holes -= 1
                continue
            self.to_stack -= self.to_stack > 0
            return self._lowest(move.split()[1])

    def _fill_road(self, phase):
        """EN-SET-14, EN-END-03."""
        while None in self.road and self.to_come():
            slot = self.road.index(None)
            card = yield from self._reveal(phase)
            self.road[slot] = card

    def _set_the_table(self):
        yield from self._fill_road("setup_deal")
        if self.village is None and self.options["village"] != "random":
            self.village = self.options["village"]
        if self.village is None:                    # EN-SET-15
            move = yield from self._chance("setup_village", {"village " + v: 1 for v in VILLAGES})
            self.village = move.split()[1]
        self.first = self.options["first_player"]
        if self.first == "random":                  # EN-SET-18
            self.first = None
            move = yield from self._chance("setup_first", {"first %d" % s: 1 for s in range(self.n)})
            self.first = move.split()[1]
        self.active = self.first = int(self.first)
        yield from self._turns("turn_start")

    # ---- turns: 5.1, 5.13 ----

    def _turns(self, stage):
        """From this stage of the active player's turn to the end of the game."""
        while not self.over:
            if stage == "turn_start":
                yield from self._turn_start()
                stage = "window_1"
            if stage in ("window_1", "window_2"):
                yield from self._major_action(stage)
            if stage != "turn_end":
                yield from self._window("window_3")
            yield from self._turn_end()
            stage = "turn_start"

    def _turn_start(self):
        self.stage = "turn_start"
        yield from self._triggers("start")

    def _major_action(self, stage):
        if stage == "window_1":
            move = yield from self._window("window_1")
            words = move.split()
            if words[0] == "rest":
                yield from self._rest(words[1], int(words[2]))
                return
            self._set_out(int(words[1]))
        yield from self._window("window_2")
        yield from self._arrive()

    def _slide(self):                               # EN-END-02
        cards = [c for c in self.road if c is not None]
        self.road = cards + [None] * (SLOTS - len(cards))

    def _turn_end(self):
        self.stage = "turn_end"
        self._slide()
        yield from self._fill_road("turn_end")
        self._reset()
        self.turns += 1
        if not any(self.road) and not self.to_come():   # EN-END-06
            self.over = True
            self.stage = "game_over"
            return
        self.active = (self.active + 1) % self.n    # EN-TURN-15, EN-END-04

    def _reset(self):                               # EN-END-05, EN-VAL-10
        self.atk = self.defence_bonus = self.discount = 0
        self.uses = {}
        self.me.received = self.me.healed = 0

    # ---- windows: 5.4 ----

    def _window(self, name):
        """Minor actions until the window closes; returns what closed it."""
        while True:
            self.stage = name
            moves = self._uses()
            if name == "window_1":
                moves += self._journeys() + self._rests()
            else:
                moves.append("proceed" if name == "window_2" else "end_turn")   # EN-TURN-09
            move = yield self.active, name, moves   # EN-DEC-03
            words = move.split()
            if words[0] != "use":
                return move
            source, index = words[1], int(words[2])
            self.uses[source, index] = self.uses.get((source, index), 0) + 1    # EN-ACT-09
            yield from self._carry_out(source, index)

    def _uses(self):
        found = []
        for source, index, ability in self.visible():
            if ability.kind not in LIMIT or not self.payable(ability):
                continue
            limit = LIMIT[ability.kind]
            if limit is None or self.uses.get((source, index), 0) < limit:
                found.append("use %s %d" % (source, index))
        return found

    def _journeys(self):                            # EN-ROAD-02..05
        return ["journey %d" % slot for slot, card in enumerate(self.road)
                if card is not None and self.travel_cost(slot) <= self.me.crystals
                and self.beatable(card)]

    def _rests(self):                               # EN-REST-01, -03
        return ["rest %s %d" % (source, index) for source, index, ability in self.visible()
                if ability.kind == "R" and self.payable(ability)]

    def travel_cost(self, slot):
        return max(0, slot - self.discount)

    def payable(self, ability):                     # EN-ACT-08
        for cost in ability.costs:
            if cost[0] == "CRYSTALS" and self.me.crystals < cost[1]:
                return False
            if cost[0] == "TARGET_HEALS" and not self._healable(cost[1]):
                return False
            if cost[0] in ("DISCARD", "REMOVE") and cost[1] != "THIS" \
                    and not self.matching(self.me, *cost[1:]):
                return False
        return True

    def _healable(self, n):                         # EN-ACT-15
        return [s for s in self.clockwise() if not self.protected(s) and self.players[s].wounds >= n]

    # ---- rest, journey, combat: 5.5 to 5.7 ----

    def _rest(self, source, index):
        self.stage = "rest_resolve"
        yield from self._carry_out(source, index)
        yield from self._triggers("rest")
        self._bury_first()                          # EN-REST-05

    def _bury_first(self):
        slot = self.first_card()
        if slot is not None:
            self.graveyard.append(self.road[slot])
            self.road[slot] = None

    def _set_out(self, slot):                       # EN-ROAD-06
        self.me.crystals -= self.travel_cost(slot)
        self.pending(self.road[slot], slot)
        self.road[slot] = None

    def pending(self, card, slot):
        self.takes[0] = Take(card, slot)

    def _arrive(self):
        take = self.takes[0]
        self.stage = "take"
        if not self.beatable(take.card):            # EN-CMB-04, -05
            self.road[take.origin] = take.card
            self.takes[0] = None
            self._bury_first()
            return
        yield from self._take(take)

    def _take(self, take):                          # EN-TURN-05, -06
        design = CARDS[take.card].design
        if PILE_OF[design.kind] == "trophies":
            self._attacked_by(design)
        if design.ability is not None and design.ability.kind == "I":
            yield from self._carry_out(take.card, 0)
        yield from self._triggers("take", design.kind)
        if take.held is not None:                   # EN-STL-04
            self.me.home(take.held).append(take.held)
        owner = self.active if take.receiver is None else take.receiver     # EN-STL-09
        self.players[owner].home(take.card).append(take.card)
        self.takes[self.level] = None

    def _attacked_by(self, design):                 # EN-CMB-08..10
        strength = self.strength(design)
        for seat in [self.active] + (self.clockwise() if design.each else []):
            wounds = max(0, strength - self.defence(seat))
            self.players[seat].receive(2 * wounds if design.double else wounds)

    def _visit(self):                               # 5.11
        if not self.graveyard or not self.beatable(self.graveyard[-1]):     # EN-GRV-07
            return
        self.level = 1
        self.takes[1] = Take(self.graveyard.pop(), GRAVEYARD)
        yield from self._take(self.takes[1])
        self.level = 0

    # ---- triggers: 5.9 ----

    def _triggers(self, event, kind=None):
        listed = [(source, index) for source, index, a in self.visible()    # EN-TRG-06
                  if a.kind == "T" and a.event == event
                  and (event != "take" or kind in MATCHES[a.filter])]
        at = self.level
        self.lists[at] = listed
        self.listed = event == "start" or self.listed
        while listed:
            names = ["%s %d" % t for t in listed]
            name = yield from self._choose(self.active, "order_trigger", "trigger", names)
            source, index = listed.pop(names.index(name))   # EN-TRG-08
            yield from self._carry_out(source, index)       # EN-TRG-07
        self.listed = False

    # ---- abilities: 5.4, 5.10 ----

    def _ability(self, source, index):
        if source == "village":
            return VILLAGES[self.village].abilities[index]
        return CARDS[source].design.ability

    def _carry_out(self, source, index):
        ability = self._ability(source, index)
        run = self.runs[self.level] = Run(source, index)
        for cost in ability.costs:                  # EN-ACT-11
            yield from self._pay(run, cost)
        for effect in ability.effects:              # EN-ACT-12
            yield from getattr(self, "_do_" + effect[0].lower())(run, *effect[1:])
        self.runs[self.level] = None

    def _pay(self, run, cost):
        word, args = cost[0], cost[1:]
        if word == "CRYSTALS":
            self.me.crystals -= args[0]
        elif word == "WOUNDS":                      # EN-ACT-14
            self.me.receive(args[0])
        elif word == "TARGET_HEALS":
            run.target = yield from self._choose(self.active, "choose_target", "target",
                                                 self._healable(args[0]))
            run.asked = True
            self.players[run.target].heal(args[0])
        else:
            card = run.source
            if args[0] != "THIS":
                card = yield from self._choose(self.active, "choose_pay_card", "pay_card",
                                               self.matching(self.me, *args))
            self.me.home(card).remove(card)
            (self.graveyard if word == "DISCARD" else self.removed).append(card)

    def _target(self, run):
        """EN-EFF-06, -07, -27: the target of the ability, or None."""
        if not run.asked:
            run.asked = True
            options = [s for s in self.clockwise() if not self.protected(s)]
            run.target = yield from self._choose(self.active, "choose_target", "target", options)
        return run.target

    def _concerned(self, run, scope):
        """The seats of a scope: others from the left on, the active player last (EN-EFF-11)."""
        if scope == "SELF":
            return [self.active]
        if scope == "TARGET":
            target = yield from self._target(run)
            return [] if target is None else [target]
        others = [s for s in self.clockwise() if not self.protected(s)]     # EN-EFF-10
        return others + ([self.active] if scope == "ALL" else [])

    def _do_crystals(self, run, scope, n):
        n = self.amount(n)
        for seat in (yield from self._concerned(run, scope)):
            self.players[seat].crystals += n

    def _do_lose(self, run, scope, n):
        n = self.amount(n)
        for seat in (yield from self._concerned(run, scope)):
            p = self.players[seat]
            p.crystals -= min(n, p.crystals)

    def _do_rob(self, run, scope, n):
        n = self.amount(n)
        for seat in (yield from self._concerned(run, scope)):
            p = self.players[seat]
            loot = min(n, p.crystals)
            p.crystals -= loot
            self.me.crystals += loot

    def _do_wound(self, run, scope, n):
        n = self.amount(n)
        for seat in (yield from self._concerned(run, scope)):
            self.players[seat].receive(n)

    def _do_heal(self, run, scope, n):
        n = self.amount(n)
        for seat in (yield from self._concerned(run, scope)):
            self.players[seat].heal(n)

    def _do_transfer(self, run, n):                 # EN-EFF-16
        n = self.amount(n)
        target = yield from self._target(run)
        if target is not None:
            n = min(n, self.me.wounds)
            self.me.wounds -= n
            self.players[target].receive(n)

    def _do_atk(self, run, n):
        self.atk += self.amount(n)
        yield from ()

    def _do_def(self, run, n):
        self.defence_bonus += self.amount(n)
        yield from ()

    def _do_cheaper(self, run, n):
        self.discount += self.amount(n)
        yield from ()

    def _do_discard(self, run, scope, filt, pick):  # EN-EFF-04, -11, -23
        for seat in (yield from self._concerned(run, scope)):
            p = self.players[seat]
            card = yield from self._choose(seat, "choose_card", "card", self.matching(p, filt, pick))
            if card is not None:
                p.home(card).remove(card)
                self.aside.append(card)
        while self.aside:                           # EN-GRV-04
            card = yield from self._choose(self.active, "order_graveyard", "grave_next", self.aside)
            self.aside.remove(card)
            self.graveyard.append(card)

    def _do_steal(self, run, filt, pick, dest):     # 5.12
        target = yield from self._target(run)
        if target is None:
            return
        p = self.players[target]
        card = yield from self._choose(target, "choose_card", "card", self.matching(p, filt, pick))
        if card is None:
            return
        p.home(card).remove(card)
        if dest == "UNDER":
            self.takes[self.level].held = card
        else:
            self.me.home(card).append(card)

    def _do_swap(self, run, a, b):                  # EN-STL-14..16
        if "TARGET_TOP_I" in (a, b):
            target = yield from self._target(run)
            if target is None:
                return
            mine, theirs = self.me.items, self.players[target].items
            if mine and theirs:
                mine[-1], theirs[-1] = theirs[-1], mine[-1]
        else:
            slot = self.first_card()
            if slot is not None and self.graveyard:
                self.road[slot], self.graveyard[-1] = self.graveyard[-1], self.road[slot]

    def _do_visit(self, run):
        yield from self._visit()

    def _do_give_this(self, run):                   # EN-STL-08, -10
        self.takes[self.level].receiver = yield from self._target(run)

    def _do_road_discard(self, run, pick):          # EN-EFF-25
        slots = [s for s, c in enumerate(self.road) if c is not None]
        slot = slots[0] if slots else None
        if pick == "ANY":
            slot = yield from self._choose(self.active, "choose_slot", "slot", slots)
        if slot is not None:
            self.graveyard.append(self.road[slot])
            self.road[slot] = None

    def _do_sink(self, run, filt):                  # EN-EFF-26
        pile = self.me.pile(filt)
        pile[:] = pile[-1:] + pile[:-1]
        yield from ()

    # ---- scoring: 5.14 ----

    def glory(self):
        return [self._cards_glory(seat) + self._village_glory(seat) - self.players[seat].wounds
                for seat in range(self.n)]

    def _cards_glory(self, seat):
        designs = [CARDS[c].design for pile in self.players[seat].piles() for c in pile]
        return sum(d.glory + (self._clause(seat, d.score) if d.score else 0) for d in designs)

    def _village_glory(self, seat):
        if self.village is None:
            return 0
        return sum(self._clause(seat, c) for c in VILLAGES[self.village].scores)

    def _clause(self, seat, clause):
        if clause.how == "PER":                     # EN-SCO-05
            return self.amount(clause.amount, seat, bonuses=False)
        values = [self.count(s, clause.src, bonuses=False) for s in range(self.n)]
        best = max(values) if clause.how == "MOST" else min(values)
        return clause.n if values[seat] == best else 0      # EN-SCO-09

    def winners(self):                              # EN-SCO-06..08
        def rank(seat):
            p = self.players[seat]
            return glory[seat], p.crystals, -p.wounds, sum(map(len, p.piles()))
        glory = self.glory()
        best = max(map(rank, range(self.n)))
        return [s for s in range(self.n) if rank(s) == best]


def load(given, options=None):
    """A game that stands at a position; what the position leaves out is as in section 11.3."""
    options = options or given.get("options") or {"players": given.get("players", 2)}
    g = Game({k: v for k, v in options.items() if k == "players" or k.startswith("variant_")})
    stage = PositionReader(g, given, options).read()
    g._begin(g._resume(stage))
    return g


# ---- random games, printed as check.py reads them ----

def random_game(options, rng):
    return play.random_game("enchanters", Game(options), options, rng)


if __name__ == "__main__":
    play.main("enchanters", read_options, random_game)
