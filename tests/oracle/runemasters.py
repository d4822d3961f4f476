"""Runemasters, written a second time: slow, plain, and apart from the C engine.

Everything here comes from rules/runemasters.md (the ids stand in the comments)
and nothing from the engine's sources or its content pack, so that the two can
be compared move by move (check.py). A game is driven in the engine's notation:

    g = Game({"guardians": 2, "difficulty": "hero"})
    g.actor()            # a seat, "chance" or "over"
    g.legal_moves()      # notations, folded as RM-DEC-90 allows
    g.legal("hit 2")     # any notation, folded away or not (RM-DEC-91)
    g.refusal("hit 2")   # None, or the code of the first reason ("E_DIE_USED")
    g.outcomes()         # what chance can do: {notation: integer weight}
    g.play("hit 2")      # raises Refused; then runs on until input is awaited
    g.position()         # the position as a dictionary

Run as a program it plays random games with itself and prints them in the
stream format that check.py reads:

    python3 runemasters.py --games 10 --seed 1 --set guardians=3
"""

import sys

sys.dont_write_bytecode = True                      # no files in the source tree
import play                                         # noqa: E402
from play import BadOptions, Refused                # noqa: E402
from rm_legal import CHANCE, Legality               # noqa: E402
from rm_tables import (                             # noqa: E402
    CALM, CARDS, DAWN, ERROR_RANK, EVENT_MIX, EVENTS, FULL, GUARDIANS, KINDS, MONSTERS, PATHS,
    RUNES, TEMPLE, Card, dice_outcomes, read_options, unset)

__all__ = ["CALM", "CARDS", "ERROR_RANK", "EVENTS", "EVENT_MIX", "GUARDIANS", "KINDS", "PATHS",
           "RUNES", "TEMPLE", "BadOptions", "Card", "Game", "Refused", "load", "random_game",
           "random_move"]


class _Over(Exception):
    """The game has just ended: nothing else of the step is carried out (RM-TRN-06)."""


class Guardian:
    __slots__ = ("key", "path", "hp", "mana", "ult_slot", "ult_side", "shield", "poison", "angel")

    def __init__(self, key, ult_slot):
        self.key = key
        self.path = None                            # none: not placed yet, or dead
        self.hp = FULL                              # RM-SET-04
        self.mana = FULL                            # RM-SET-05
        self.ult_slot = ult_slot                    # RM-SET-06, 07
        self.ult_side = 1                           # 2 after the first use, 0 discarded
        self.shield = self.poison = self.angel = False

    def alive(self):
        return self.hp > 0


# ---- the game ----

class Game(Legality):
    def __init__(self, options=None):
        self.options = o = read_options(options)
        n = self.n = o["guardians"]
        self.paths = PATHS[:3] if n == 3 else PATHS  # RM-GEN-10, 11
        self.phase = "setup_guardian"
        self.outcome = "running"
        self.seats = [None] * n                     # guardian of each seat
        self.guardians = {}                         # by key, those in play
        self.temple = TEMPLE[n]
        self.round = 0
        self.dean = None
        self.place = 0                              # places after the Dean: whose turn it is
        self.seat = 0                               # the seat being set up, or whose turn it is
        self.event = None
        self.lanes = {p: [None] * 5 for p in self.paths}
        self.wounds = {}                            # card: set of weak points
        self.blocked = set()
        self.petrify = False
        self._clear_dice()
        self.target = None                          # "storm", "trample"
        self.targets = []                           # paths or 0-based slots still to wound
        self.reward_mana = 0
        self.to_come = MONSTERS[n]
        self.dawn_in = True
        self.unseen = set(self._eligible())
        self.discard = set()
        self.events_to_come = list(EVENT_MIX[o["difficulty"]])
        self.unseen_events = set(EVENTS)
        self.pile = []                              # known next cards, only in loaded positions
        self.events = []                            # known next events, the same
        self.drawn = 0                              # starting monsters drawn
        for seat, key in enumerate(o["preset_guardians"]):
            if key is not None:
                self._sit(seat, key)
        self._run()

    def _eligible(self):
        """The cards a pile can be made of: RM-SET-13..15."""
        if self.n == 2:
            return [c for c, card in CARDS.items() if card.two_p or card.type == "dragon"]
        return [c for c, card in CARDS.items() if card.colour in self.paths]

    def _clear_dice(self):
        self.dice = []
        self.used = set()
        self.rerolled = set()
        self.rolling = []
        self.free_used = False

    def _sit(self, seat, key):
        self.seats[seat] = key
        self.guardians[key] = Guardian(key, self.options["ultimate_start"])

    # -- small readings --

    @property
    def me(self):
        return self.guardians[self.seats[self.seat]]

    def guard_of(self, path):
        for g in self.guardians.values():
            if g.path == path:
                return g
        return None

    def first_monster(self, path):
        """The monster on the lowest occupied slot (RM-HIT-02), or None."""
        for card in self.lanes[path]:
            if card is not None:
                return CARDS[card]
        return None

    def open_weak(self, card):
        """Indexes of the unwounded weak points."""
        wounded = self.wounds.get(card.key, ())
        return [k for k in range(len(card.weak)) if k not in wounded]

    def has_dragon(self, path):
        return any(c is not None and CARDS[c].type == "dragon" for c in self.lanes[path])

    def reroll_price(self):
        return 2 if self.event == "mana_drain" else 1   # RM-RRL-01, 02

    def dice_to_roll(self):
        return {"transcendence": 5, "rain_of_arrows": 3}.get(self.event, 4)  # RM-DIE-01..03

    def target_card(self):
        """The monster that Storm or Trample wounds now."""
        at = self.targets[0]
        lane, slot = (PATHS[at], 0) if self.target == "storm" else (self.me.path, at)
        return CARDS[self.lanes[lane][slot]]

    def actor(self):
        if self.phase == "game_over":
            return "over"
        if self.phase in CHANCE:
            return "chance"
        if self.phase == "setup_dean":
            return 0                                # entered for the team by seat 0
        if self.phase == "event_angel":
            return self.dean
        return self.seat

    # ---- automatic phases: section 5.1 ----

    def _run(self):
        """Carries on until a decision or a real chance event is due, or the game ends."""
        try:
            while self.phase != "game_over":
                if not getattr(self, "_auto_" + self.phase, lambda: False)():
                    return
        except _Over:
            pass

    def _sole(self):
        """The outcome of a chance event that has only one: it happens by itself."""
        if self.phase == "round_start" and self.events:
            return self.events[0]
        if self.phase != "round_start" and self.pile:
            return self.pile[0]
        found = self.outcomes()
        return next(iter(found)).split()[1] if len(found) == 1 else None

    def _auto_setup_guardian(self):
        if None not in self.seats:
            self.phase = "setup_place"
            for seat, path in enumerate(self.options["preset_paths"]):
                if path is not None:
                    self.guardians[self.seats[seat]].path = path
            return True
        self.seat = self.seats.index(None)
        return False

    def _auto_setup_place(self):
        for seat in range(self.n):
            if self.guardians[self.seats[seat]].path is None:
                self.seat = seat
                return False
        self.phase = "setup_decks"
        return True

    def _auto_setup_decks(self):
        if self.drawn == 3:
            self.phase = "setup_dean"
            return True
        return self._draw_if_sole()

    def _auto_setup_dean(self):
        if self.options["preset_dean"] is None:
            return False
        self._name_dean(self.options["preset_dean"])
        return True

    def _name_dean(self, seat):
        self.dean = seat
        self.round = 1
        self.phase = "round_start"

    def _auto_round_start(self):
        if not self.events and sum(self.events_to_come) == 0:
            self._event_in_force(CALM)              # RM-RND-05, 06
            return True
        card = self._sole()
        if card is None:
            return False
        self._reveal_event(card)
        return True

    def _reveal_event(self, key):
        if self.events:
            self.events.pop(0)
        self.unseen_events.discard(key)
        kind = KINDS.index(EVENTS[key])
        self.events_to_come[kind] = max(0, self.events_to_come[kind] - 1)
        self._event_in_force(key)

    def _event_in_force(self, key):
        self.event = key
        self.place = 0
        self.phase = "event_angel" if key == "guardian_angel" else "turn_start"

    def _auto_turn_start(self):
        while self.place < self.n:                  # RM-RND-08..11
            self.seat = (self.dean + self.place) % self.n
            if self.me.alive():
                self.phase = "spawn"
                return True
            self.place += 1
        self.phase = "round_end"
        return True

    def _auto_spawn(self):
        return self._draw_if_sole()

    def _draw_if_sole(self):
        card = self._sole()
        if card is None:
            return False
        self._draw(card)
        return True

    def _auto_monsters(self):
        self._monster_phase()
        self.phase = "turn_end"
        return True

    def _auto_turn_end(self):                       # RM-TRN-04
        for lane in self.lanes.values():
            for card in lane:
                if card is not None and CARDS[card].type == "dragon":
                    self.wounds.pop(card, None)     # RM-TYP-12
        self._clear_dice()
        self.place += 1
        self.phase = "turn_start"
        return True

    def _auto_round_end(self):                      # RM-RND-14
        for k in range(self.n):                     # RM-EVT-41: from the Dean on
            g = self.guardians[self.seats[(self.dean + k) % self.n]]
            if g.poison:
                g.poison = False
                if not (g.angel and g.hp == 1):     # RM-EVT-45
                    g.hp -= 1
                    if g.hp == 0:
                        self._die(g)
        for g in self.guardians.values():
            g.angel = False                         # RM-EVT-04
        self.event = None
        self.round += 1
        self.phase = "round_start"
        return True

    # ---- spawn: section 5.4 ----

    def _draw(self, key):
        if self.pile:
            self.pile.pop(0)
        if key == DAWN:                             # RM-SPN-02
            self.dawn_in = False
            self._end("victory")
        card = CARDS[key]
        self.to_come -= 1
        self.unseen.discard(key)
        if self.n == 2 and card.type == "dragon":   # RM-CHN-01: the other Dragons are out
            self.unseen = {c for c in self.unseen if CARDS[c].type != "dragon"}
        if self.phase == "setup_decks":
            self.lanes[card.colour][self.drawn] = key   # RM-SET-20..23
            self.drawn += 1
        else:
            self._spawn(card)

    def _spawn(self, card):
        lane = self.lanes[card.colour]
        slots = (2, 3, 4, 5) if card.type == "shadow" else (3, 4, 5)
        for slot in slots:                          # RM-SPN-03..06
            if lane[slot - 1] is None:
                lane[slot - 1] = card.key
                break
        else:
            self.discard.add(card.key)              # RM-SPN-10
            self._attack(card.colour, 1)            # RM-SPN-08, 09, 12, 13
        self.phase = "roll" if self.me.alive() else "monsters"   # RM-TRN-02

    # ---- monster phase and damage: sections 5.16, 5.17, 5.18 ----

    def _monster_phase(self):
        if self.petrify:                            # RM-MON-01
            self.petrify = False
            return
        for path in self.paths:
            if path in self.blocked:                # RM-MON-03
                self.blocked.remove(path)
            else:
                self._advance(path)

    def _advance(self, path):
        lane = self.lanes[path]
        for at in range(5):
            if lane[at] is None:
                continue
            card = CARDS[lane[at]]
            if at == 0:                             # RM-MON-05, RM-ATK-03
                furious = card.type == "troll" and len(self.wounds.get(card.key, ())) == 2
                self._attack(path, 2 if furious else 1)
            elif lane[at - 1] is None:              # RM-MON-06
                lane[at - 1], lane[at] = lane[at], None
                clear = all(lane[k] is None for k in range(at - 1))
                if card.type == "archer" and clear and self.event != "pavise":
                    self._attack(path, 1)           # RM-MON-12..17

    def _attack(self, path, strength):
        g = self.guard_of(path)
        if g is not None and g.shield:              # RM-ATK-04
            g.shield = False
            return
        for _ in range(strength):
            if g is None or not g.alive():          # RM-ATK-06, 08
                self._hurt_temple()
            elif not (g.angel and g.hp == 1):       # RM-ATK-09, 10
                g.hp -= 1
                if g.hp == 0:
                    self._die(g)
                elif self.event == "poison":        # RM-ATK-12
                    g.poison = True

    def _hurt_temple(self):
        self.temple -= 1
        if self.temple == 0:
            self._end("defeat_temple")              # RM-END-03

    def _die(self, g):                              # RM-DTH-01..04
        g.path = None
        g.shield = g.poison = g.angel = False
        if not any(other.alive() for other in self.guardians.values()):
            self._end("defeat_guardians")           # RM-END-02

    def _end(self, outcome):
        self.outcome = outcome
        self.ended_in = self.phase                  # told apart by check.py only
        self.phase = "game_over"
        raise _Over

    # ---- kills: section 5.8 ----

    def _wound(self, card, weak):
        self.wounds.setdefault(card.key, set()).add(weak)
        if not self.open_weak(card):
            self._kill(card)

    def _kill(self, card):
        for lane in self.lanes.values():
            if card.key in lane:
                lane[lane.index(card.key)] = None
        self.wounds.pop(card.key, None)
        self.discard.add(card.key)
        me = self.me
        me.hp = min(FULL, me.hp + card.hp)          # RM-KILL-06
        mana = 0 if self.event == "curse" else card.mana
        if self.event == "mana_healing" and mana > 0:
            self.reward_mana = mana                 # RM-KILL-08
        else:
            me.mana = min(FULL, me.mana + mana)

    def _resume(self):
        """What the action phase asks next."""
        if self.reward_mana:
            self.phase = "reward"                   # RM-KILL-09
        elif self.targets:
            self.phase = "target"
        else:
            self.phase = "actions"
            self.target = None

    # ---- moves ----

    def play(self, move):
        why = self.refusal(move)
        if why is not None:
            raise Refused("%s: %s" % (move, why))
        words = move.split()
        try:
            getattr(self, "_do_" + words[0])(*words[1:])
        except _Over:
            return
        self._run()

    def _do_choose_guardian(self, key):
        self._sit(self.seat, key)

    def _do_place_guardian(self, path):
        self.me.path = path

    def _do_choose_dean(self, seat):
        self._name_dean(int(seat))

    def _do_assign_angel(self, key):
        self.guardians[key].angel = True
        self.phase = "turn_start"

    def _do_draw(self, card):
        self._draw(card)

    def _do_event(self, key):
        self._reveal_event(key)

    def _do_roll(self, *faces):
        if self.phase == "roll":
            self.dice = list(faces)
        else:
            for die, face in zip(self.rolling, faces):   # RM-RRL-07
                self.dice[die] = face
                self.rerolled.add(die)              # RM-DIE-09
            self.rolling = []
        self.phase = "actions"

    def _do_hit(self, die):
        card = self.first_monster(self.me.path)
        rune = self.dice[int(die)]
        self.used.add(int(die))
        self._wound(card, min(k for k in self.open_weak(card) if card.weak[k] == rune))
        self._resume()

    def _step_to(self, path):                       # RM-MOVE-05, 06
        me, other = self.me, self.guard_of(path)
        if other is not None:
            other.path = me.path
        me.path = path

    def _do_move(self, die, path):
        self.used.add(int(die))
        self._step_to(path)

    def _do_mark_move(self, die, path):
        self.used.add(int(die))
        self._step_to(path)

    def _do_free_move(self, path):
        self.free_used = True
        self._step_to(path)

    def _do_mark_swap(self, die, path, slot, to_path):
        self.used.add(int(die))
        at = int(slot) - 1
        here, there = self.lanes[path], self.lanes[to_path]
        here[at], there[at] = there[at], here[at]   # RM-MARK-06..08
        for p in (path, to_path):
            if self.has_dragon(p):
                self.blocked.discard(p)             # RM-BLK-12

    def _do_mark_shield(self, die, key):
        self.used.add(int(die))
        self.guardians[key].shield = True

    def _do_mark_heal(self, die, key):
        self.used.add(int(die))
        self.guardians[key].hp += 1

    def _do_mark_whirl(self, die, weak):
        self.used.add(int(die))
        self._wound(self.first_monster(self.me.path), int(weak))
        self._resume()

    def _do_block(self, one, two):
        self.used.update((int(one), int(two)))
        self.blocked.add(self.me.path)

    def _do_charge(self, die):
        self.used.add(int(die))
        self.me.ult_slot += 1

    def _do_reroll(self, *dice):
        self.me.mana -= self.reroll_price() * len(dice)  # RM-RRL-03
        self.rolling = sorted(int(d) for d in dice)
        self.phase = "reroll"

    def _do_release(self):
        self.me.mana -= 4                           # RM-REL-06
        self._kill(CARDS[self.lanes[self.me.path][0]])
        self._resume()

    def _do_ultimate(self, key=None, path=None):
        me = self.me
        me.ult_slot = 0                             # RM-ULT-02, 03
        me.ult_side = 2 if me.ult_side == 1 else 0
        if me.key == "neltai":
            self.target = "storm"
            self.targets = [k for k, p in enumerate(self.paths) if self.lanes[p][0] is not None]
        elif me.key == "ismoros":
            self.petrify = True
            self.blocked.clear()                    # RM-ULT-21
        elif me.key == "kulak":
            self.guardians[key].hp = FULL           # RM-ULT-30, 31
            self.guardians[key].path = path
        else:
            self.target = "trample"
            self.targets = [k for k in range(5) if self.lanes[me.path][k] is not None]
        self._resume()

    def _do_end(self):
        self.phase = "monsters"

    def _do_choose_weak(self, weak):
        card = self.target_card()
        self.targets.pop(0)
        self._wound(card, int(weak))
        self._resume()

    def _do_choose_reward(self, hp):
        me, h = self.me, int(hp)
        me.hp = min(FULL, me.hp + h)
        me.mana = min(FULL, me.mana + self.reward_mana - h)
        self.reward_mana = 0
        self._resume()

    # ---- chance: section 7.2 ----

    def outcomes(self):
        """Every possible outcome, as notation, with an exact integer weight."""
        if self.phase in ("setup_decks", "spawn"):
            return {"draw " + card: w for card, w in self._draw_weights().items()}
        if self.phase == "round_start":
            return {"event " + e: w for e, w in self._event_weights().items()}
        if self.phase == "roll":
            return dice_outcomes(self.dice_to_roll())
        if self.phase == "reroll":
            return dice_outcomes(len(self.rolling))
        return {}

    def _draw_weights(self):
        # While no Dragon has been seen a game of two holds all four unseen ones,
        # of which one is in: a quarter of a card each (RM-CHN-01).
        weights = {c: 1 if self.n == 2 and CARDS[c].type == "dragon" else 4
                   for c in CARDS if c in self.unseen}
        r = self.to_come
        if not self.dawn_in or r > 3 or self.phase == "setup_decks":
            return weights                          # RM-CHN-02
        if r == 0:
            return {DAWN: 1}
        total = sum(weights.values())               # RM-CHN-03: Dawn 1/(r+1)
        weights = {c: r * w for c, w in weights.items()}
        weights[DAWN] = total
        return weights

    def _event_weights(self):
        weights = {}
        for kind, still in zip(KINDS, self.events_to_come):
            if still:                               # RM-CHN-04, 05
                cards = [e for e in EVENTS if EVENTS[e] == kind and e in self.unseen_events]
                for e in cards:
                    weights[e] = still * 60 // len(cards)   # 60: divisible by 1..5
        return weights

    # ---- positions ----

    def position(self):
        """All fields of the position. None stands for what is not there yet."""
        key = self.seats[self.seat]
        return {
            "phase": self.phase,
            "outcome": self.outcome,
            "seats": [s or "-" for s in self.seats],
            "round": self.round,
            "dean": self.dean,
            "active": key or "-",
            "temple": self.temple,
            "event": self.event,
            "guardians": {
                g.key: {"path": g.path or "-", "hp": g.hp, "mana": g.mana,
                        "ult": [g.ult_slot, g.ult_side], "shield": g.shield,
                        "poison": g.poison, "angel": g.angel}
                for g in self.guardians.values()},
            "paths": {p: [c or "-" for c in lane] for p, lane in self.lanes.items()},
            "wounds": {c: sorted(w) for c, w in self.wounds.items() if w},
            "blocked": [p for p in self.paths if p in self.blocked],
            "petrify": self.petrify,
            "dice": list(self.dice),
            "used": sorted(self.used),
            "rerolled": sorted(self.rerolled),
            "rolling": list(self.rolling),
            "free_used": self.free_used,
            "target": self.target or "none",
            "targets": list(self.targets),
            "reward_mana": self.reward_mana,
            "to_come": self.to_come,
            "dawn_in": self.dawn_in,
            "unseen": [c for c in CARDS if c in self.unseen],
            "discard": [c for c in CARDS if c in self.discard],
            "events_to_come": list(self.events_to_come),
            "unseen_events": [e for e in EVENTS if e in self.unseen_events],
            "pile": list(self.pile),
            "events": list(self.events),
        }


# ---- loading a position, whole or partial (section 8.1) ----

BASES = {
    "D4": {"neltai": "red", "ismoros": "blue", "kulak": "green", "kyreas": "yellow"},
    "D3": {"ismoros": "red", "kulak": "blue", "kyreas": "green"},
    "D2": {"kulak": "red", "kyreas": "blue"},
}


def load(position, options=None):
    """A game that stands at a position; what the position leaves out is as in section 8.1."""
    options = options or position.get("options") or {}
    if isinstance(options, str):
        options = dict(item.split("=", 1) for item in options.split())
    base = position.get("base") or "D%d" % int(options.get("guardians", 4))
    g = Game({**{k: v for k, v in options.items() if not k.startswith("preset_")},
              "guardians": len(BASES[base])})
    for seat, (key, path) in enumerate(BASES[base].items()):
        g._sit(seat, key)
        g.guardians[key].path = path
    if "seats" in position:
        g.seats, g.guardians = [None] * g.n, {}
        for seat, key in enumerate(position["seats"][:g.n]):
            if key != "-":
                g._sit(seat, key)
    _load_guardians(g, position.get("guardians", {}))
    g.phase = position.get("phase", "actions")
    g.outcome = position.get("outcome", "running")
    g.round = position.get("round", 1)
    g.dean = position.get("dean", 0)
    if unset(g.dean):
        g.dean = None
    g.temple = position.get("temple", g.temple)
    g.event = position.get("event", None if g.phase == "round_start" else CALM)
    if g.event == "-":
        g.event = None
    _load_seat(g, position.get("active"))
    for path, lane in position.get("paths", {}).items():
        g.lanes[path] = [None if c == "-" else c for c in lane]
    set_up = g.phase not in ("setup_guardian", "setup_place", "setup_decks")
    g.drawn = 3 if set_up else sum(c is not None for lane in g.lanes.values() for c in lane)
    g.wounds = {c: set(w) for c, w in position.get("wounds", {}).items()}
    g.blocked = set(position.get("blocked", ()))
    g.petrify = position.get("petrify", False)
    g.dice = list(position.get("dice", ()))
    g.used = set(position.get("used", ()))
    g.rerolled = set(position.get("rerolled", ()))
    g.rolling = list(position.get("rolling", ()))
    g.free_used = position.get("free_used", False)
    g.target = position.get("target", "none")
    if g.target == "none":
        g.target = None
    g.targets = list(position.get("targets", ()))
    g.reward_mana = position.get("reward_mana", 0)
    _load_piles(g, position)
    g._run()
    return g


def _load_guardians(g, given):
    for key, fields in given.items():
        one = g.guardians[key]
        for name, value in fields.items():
            if name == "path":
                one.path = None if value == "-" else value
            elif name == "ult":
                one.ult_slot, one.ult_side = value
            else:
                setattr(one, name, value)


def _load_seat(g, active):
    if active in g.seats:
        g.seat = g.seats.index(active)
        if g.dean is not None and g.phase != "round_start":
            g.place = (g.seat - g.dean) % g.n


def _load_piles(g, position):
    g.pile = list(position.get("pile", ()))
    g.events = list(position.get("events", ()))
    g.discard = set(position.get("discard", ()))
    here = {c for lane in g.lanes.values() for c in lane if c} | g.discard
    unseen = {c for c in g._eligible() if c not in here}
    if g.n == 2 and any(CARDS[c].type == "dragon" for c in here):
        unseen = {c for c in unseen if CARDS[c].type != "dragon"}
    g.unseen = set(position.get("unseen", unseen))
    monsters = [c for c in g.pile if c != DAWN]
    g.to_come = position.get("to_come", len(monsters) if g.pile
                             else max(4, MONSTERS[g.n] - len(here)))
    g.dawn_in = position.get("dawn_in", True)
    kinds = [sum(EVENTS[e] == kind for e in g.events) for kind in KINDS]
    g.events_to_come = list(position.get("events_to_come", kinds))
    g.unseen_events = set(position.get("unseen_events", EVENTS))


# ---- random games, printed as check.py reads them ----

def random_move(g, rng):
    if g.phase in ("roll", "reroll"):               # a fair order, not the folded one
        k = g.dice_to_roll() if g.phase == "roll" else len(g.rolling)
        return "roll " + " ".join(rng.choice(RUNES) for _ in range(k))
    return play.random_move(g, rng)


def random_game(options, rng):
    return play.random_game("runemasters", Game(options), options, rng, random_move)


if __name__ == "__main__":
    play.main("runemasters", read_options, random_game)
