"""Runemasters: which moves are legal, and why others are refused.

Two readings of section 7.1 that a test compares: the list (folded by RM-DEC-90)
is built from what is on the table, a refusal is judged from the move.
"""

import itertools

from rm_tables import CARDS, CHARGED, ERROR_RANK, FULL, GUARDIANS, PATHS, RUNES

DECIDING = {                                        # what each waiting phase takes
    "setup_guardian": {"choose_guardian"},
    "setup_place": {"place_guardian"},
    "setup_dean": {"choose_dean"},
    "event_angel": {"assign_angel"},
    "actions": {"hit", "move", "mark_swap", "mark_move", "mark_shield", "mark_heal", "mark_whirl",
                "block", "charge", "reroll", "release", "ultimate", "free_move", "end"},
    "target": {"choose_weak"},
    "reward": {"choose_reward"},
}
CHANCE = {"setup_decks": "draw", "round_start": "event", "spawn": "draw", "roll": "roll",
          "reroll": "roll"}
# numbers of arguments: exactly, or None where any number can be read
ARGUMENTS = {
    "choose_guardian": (1,), "place_guardian": (1,), "choose_dean": (1,), "assign_angel": (1,),
    "hit": (1,), "move": (2,), "mark_swap": (4,), "mark_move": (2,), "mark_shield": (2,),
    "mark_heal": (2,), "mark_whirl": (2,), "block": (2,), "charge": (1,), "reroll": None,
    "release": (0,), "ultimate": (0, 2), "free_move": (1,), "end": (0,), "choose_weak": (1,),
    "choose_reward": (1,), "draw": (1,), "event": (1,), "roll": None,
}
MARK_OF = {"mark_swap": "neltai", "mark_move": "neltai", "mark_shield": "ismoros",
           "mark_heal": "kulak", "mark_whirl": "kyreas"}


class Legality:
    """The part of Game that judges moves; it changes nothing."""

    # ---- legal moves: section 7.1, folded by RM-DEC-90 ----

    def legal_moves(self):
        if self.phase in CHANCE:
            return list(self.outcomes())
        return getattr(self, "_list_" + self.phase, list)()

    def _list_setup_guardian(self):
        return ["choose_guardian " + g for g in GUARDIANS if g not in self.seats]

    def _list_setup_place(self):
        return ["place_guardian " + p for p in self.paths if self.guard_of(p) is None]

    def _list_setup_dean(self):
        return ["choose_dean %d" % s for s in range(self.n)]

    def _list_event_angel(self):
        return ["assign_angel " + g.key for g in self.guardians.values() if g.alive()]

    def _list_target(self):
        card = self.target_card()
        return ["choose_weak %d" % k for k in self._weak_folded(card)]

    def _list_reward(self):
        return ["choose_reward %d" % h for h in range(self.reward_mana + 1)]

    def _weak_folded(self, card):
        """The lowest open index of each rune."""
        first = {}
        for k in self.open_weak(card):
            first.setdefault(card.weak[k], k)
        return list(first.values())

    def _list_actions(self):
        # dice equal in rune and rerolled flag are one class, listed by index
        classes = {}
        for die, rune in enumerate(self.dice):
            if die not in self.used:
                classes.setdefault((rune, die in self.rerolled), []).append(die)
        me = self.me
        moves = []
        for (rune, rerolled), dice in classes.items():
            moves += self._with_die(dice[0], rune, rerolled)
        if not self.petrify and me.path not in self.blocked and not self.has_dragon(me.path):
            moves += self._list_blocks(classes)
        moves += self._list_rerolls(list(classes.values()))
        contact = self.lanes[me.path][0]
        if me.mana >= 4 and contact is not None and CARDS[contact].type != "sorcerer":
            moves.append("release")
        if me.ult_slot == CHARGED:
            moves += self._list_ultimates()
        if self.event == "swiftness" and not self.free_used:
            moves += ["free_move " + p for p in self.paths if p != me.path]
        moves.append("end")
        return moves

    def _with_die(self, die, rune, rerolled):
        me = self.me
        moves = []
        card = self.first_monster(me.path)
        touchable = card is not None and not (card.type == "warrior" and rerolled)
        if touchable and any(card.weak[k] == rune for k in self.open_weak(card)):
            moves.append("hit %d" % die)            # white is on no card
        anywhere = rune == "violet" or (rune == "yellow" and self.n == 3)
        moves += ["move %d %s" % (die, p) for p in self.paths
                  if p != me.path and (anywhere or rune == p)]
        if rune == "white" and self.event != "hardened":
            moves += self._list_marks(die, touchable)
        if me.ult_side != 0 and me.ult_slot < CHARGED:
            moves.append("charge %d" % die)
        return moves

    def _list_marks(self, die, touchable):
        me = self.me
        if me.key == "neltai":
            return (["mark_move %d %s" % (die, p) for p in self.paths if p != me.path]
                    + self._list_swaps(die))
        if me.key == "ismoros":
            return ["mark_shield %d %s" % (die, g.key) for g in self.guardians.values()
                    if g.alive() and not g.shield]
        if me.key == "kulak":
            return ["mark_heal %d %s" % (die, g.key) for g in self.guardians.values()
                    if 0 < g.hp < FULL]
        if not touchable:
            return []
        return ["mark_whirl %d %d" % (die, k)
                for k in self._weak_folded(self.first_monster(me.path))]

    def _list_swaps(self, die):
        moves = []
        for a, b in itertools.combinations(self.paths, 2):
            for at in range(5):
                if self.lanes[a][at] is not None:   # both taken: lower path first
                    moves.append("mark_swap %d %s %d %s" % (die, a, at + 1, b))
                elif self.lanes[b][at] is not None:
                    moves.append("mark_swap %d %s %d %s" % (die, b, at + 1, a))
        return moves

    @staticmethod
    def _list_blocks(classes):
        moves = []
        for rune in RUNES:
            fresh = classes.get((rune, False), [])
            again = classes.get((rune, True), [])
            pairs = [fresh[:2], again[:2], fresh[:1] + again[:1]]
            moves += ["block %d %d" % tuple(sorted(p)) for p in pairs if len(p) == 2]
        return moves

    def _list_rerolls(self, classes):
        most = self.me.mana // self.reroll_price()
        moves = []
        for counts in itertools.product(*[range(len(dice) + 1) for dice in classes]):
            if 0 < sum(counts) <= most:
                chosen = sorted(d for dice, k in zip(classes, counts) for d in dice[:k])
                moves.append("reroll " + " ".join(map(str, chosen)))
        return moves

    def _list_ultimates(self):
        me = self.me
        if me.key == "neltai":
            able = any(lane[0] is not None for lane in self.lanes.values())
        elif me.key == "ismoros":
            able = not self.petrify
        elif me.key == "kyreas":
            able = self.first_monster(me.path) is not None
        else:
            return ["ultimate %s %s" % (g.key, p) for g in self.guardians.values()
                    if not g.alive() for p in self.paths if self.guard_of(p) is None]
        return ["ultimate"] if able else []

    # ---- refusals: section 10.2 ----

    def legal(self, move):
        return self.refusal(move) is None

    def refusal(self, move, by=None):
        """None, or the first reason in the order of the table. `by`: the seat that sends it."""
        words = move.split()
        if not words:
            return "E_MALFORMED"
        verb, args = words[0], words[1:]
        if verb not in ARGUMENTS:
            return "E_UNKNOWN_ACTION"
        if ARGUMENTS[verb] is not None and len(args) not in ARGUMENTS[verb]:
            return "E_MALFORMED"
        if self.phase == "actions" and verb == "ultimate":
            if (self.me.key == "kulak") != (len(args) == 2):
                return "E_MALFORMED"
        if self.phase == "game_over":
            return "E_GAME_OVER"
        if CHANCE.get(self.phase) == verb:
            return None if self._possible(verb, args) else "E_MALFORMED"
        if verb not in DECIDING.get(self.phase, ()):
            return "E_PHASE"
        if by is not None and by != self.actor():
            return "E_NOT_YOUR_TURN"
        try:
            reasons = set(getattr(self, "_why_" + verb)(*args))
        except ValueError:                          # a number that is none
            return "E_MALFORMED"
        return min(reasons, key=ERROR_RANK.get) if reasons else None

    def _possible(self, verb, args):
        if verb == "roll":                          # any order of the faces
            k = self.dice_to_roll() if self.phase == "roll" else len(self.rolling)
            return len(args) == k and all(face in RUNES for face in args)
        return " ".join([verb] + args) in self.outcomes()

    # Each _why_ yields every reason that applies; refusal() picks the first of the table.

    def _why_path(self, path):
        if path not in PATHS:
            yield "E_PATH_UNKNOWN"
        elif path not in self.paths:
            yield "E_PATH_NOT_IN_PLAY"

    def _why_guardian(self, key):
        if key not in self.guardians:
            yield "E_GUARDIAN_UNKNOWN"

    def _why_die(self, die):
        if not 0 <= int(die) < len(self.dice):
            yield "E_DIE_INDEX"
        elif int(die) in self.used:
            yield "E_DIE_USED"

    def _rune(self, die):
        die = int(die)
        return self.dice[die] if 0 <= die < len(self.dice) else None

    def _why_destination(self, path):
        yield from self._why_path(path)
        if path == self.me.path:
            yield "E_SAME_PATH"

    def _why_mark(self, verb, die):
        yield from self._why_die(die)
        if self.me.key != MARK_OF[verb]:
            yield "E_WRONG_MARK"
        if self._rune(die) != "white":
            yield "E_NOT_WHITE"
        if self.event == "hardened":
            yield "E_HARDENED"

    def _why_choose_guardian(self, key):
        if key not in GUARDIANS:
            yield "E_GUARDIAN_UNKNOWN"
        elif key in self.seats:
            yield "E_GUARDIAN_TAKEN"

    def _why_place_guardian(self, path):
        yield from self._why_path(path)
        if self.guard_of(path) is not None:
            yield "E_PATH_OCCUPIED"

    def _why_choose_dean(self, seat):
        if not 0 <= int(seat) < self.n:
            yield "E_SEAT"

    def _why_assign_angel(self, key):
        yield from self._why_guardian(key)
        if key in self.guardians and not self.guardians[key].alive():
            yield "E_TARGET_DEAD"

    def _why_hit(self, die):
        yield from self._why_die(die)
        rune = self._rune(die)
        if rune == "white":
            yield "E_RUNE_CANNOT_HIT"
        card = self.first_monster(self.me.path)
        if card is None:
            yield "E_NO_MONSTER"
            return
        if card.type == "warrior" and int(die) in self.rerolled:
            yield "E_REROLLED_DIE_ON_WARRIOR"
        if not any(card.weak[k] == rune for k in self.open_weak(card)):
            yield "E_NO_MATCHING_WEAK_POINT"

    def _why_move(self, die, path):
        yield from self._why_destination(path)
        yield from self._why_die(die)
        rune = self._rune(die)
        if not (rune == path or rune == "violet" or (rune == "yellow" and self.n == 3)):
            yield "E_RUNE_PATH"

    def _why_mark_swap(self, die, path, slot, to_path):
        yield from self._why_path(path)
        yield from self._why_path(to_path)
        yield from self._why_mark("mark_swap", die)
        if path == to_path:
            yield "E_SAME_PATH"
        if not 1 <= int(slot) <= 5:
            yield "E_SLOT"
        elif path in self.lanes and self.lanes[path][int(slot) - 1] is None:
            yield "E_SLOT_EMPTY"

    def _why_mark_move(self, die, path):
        yield from self._why_destination(path)
        yield from self._why_mark("mark_move", die)

    def _why_mark_shield(self, die, key):
        yield from self._why_guardian(key)
        yield from self._why_mark("mark_shield", die)
        g = self.guardians.get(key)
        if g is not None and not g.alive():
            yield "E_TARGET_DEAD"
        if g is not None and g.shield:
            yield "E_ALREADY_SHIELDED"

    def _why_mark_heal(self, die, key):
        yield from self._why_guardian(key)
        yield from self._why_mark("mark_heal", die)
        g = self.guardians.get(key)
        if g is not None and not g.alive():
            yield "E_TARGET_DEAD"
        if g is not None and g.hp >= FULL:
            yield "E_HP_FULL"

    def _why_mark_whirl(self, die, weak):
        yield from self._why_mark("mark_whirl", die)
        card = self.first_monster(self.me.path)
        if card is None:
            yield "E_NO_MONSTER"
            return
        if card.type == "warrior" and int(die) in self.rerolled:
            yield "E_REROLLED_DIE_ON_WARRIOR"
        if int(weak) not in self.open_weak(card):
            yield "E_WEAK_POINT"

    def _why_block(self, one, two):
        yield from self._why_die(one)
        yield from self._why_die(two)
        if int(one) == int(two):
            yield "E_SAME_DIE"
        if self._rune(one) != self._rune(two):
            yield "E_RUNES_DIFFER"
        if self.has_dragon(self.me.path):
            yield "E_DRAGON_ON_PATH"
        if self.me.path in self.blocked:
            yield "E_ALREADY_BLOCKED"
        if self.petrify:
            yield "E_PETRIFIED"

    def _why_charge(self, die):
        yield from self._why_die(die)
        if self.me.ult_side == 0:
            yield "E_ULT_SPENT"
        if self.me.ult_slot == CHARGED:
            yield "E_ULT_FULL"

    def _why_reroll(self, *dice):
        for die in dice:
            yield from self._why_die(die)
        if len(set(map(int, dice))) < len(dice):
            yield "E_SAME_DIE"
        if not dice:
            yield "E_EMPTY_SELECTION"
        if self.reroll_price() * len(dice) > self.me.mana:
            yield "E_NOT_ENOUGH_MANA"

    def _why_release(self):
        contact = self.lanes[self.me.path][0]
        if self.me.mana < 4:
            yield "E_NOT_ENOUGH_MANA"
        if contact is None:
            yield "E_NO_CONTACT"
        elif CARDS[contact].type == "sorcerer":
            yield "E_SORCERER_IMMUNE"

    def _why_ultimate(self, key=None, path=None):
        me = self.me
        if me.ult_side == 0:
            yield "E_ULT_SPENT"
        if me.ult_slot < CHARGED:
            yield "E_ULT_NOT_CHARGED"
        if me.key == "neltai":
            if all(lane[0] is None for lane in self.lanes.values()):
                yield "E_NO_TARGET"
        elif me.key == "ismoros":
            if self.petrify:
                yield "E_PETRIFIED"
        elif me.key == "kyreas":
            if self.first_monster(me.path) is None:
                yield "E_NO_TARGET"
        else:
            yield from self._why_revive(key, path)

    def _why_revive(self, key, path):
        yield from self._why_guardian(key)
        yield from self._why_path(path)
        if self.guard_of(path) is not None:
            yield "E_PATH_OCCUPIED"
        if all(g.alive() for g in self.guardians.values()):
            yield "E_NO_TARGET"
        if key in self.guardians and self.guardians[key].alive():
            yield "E_TARGET_ALIVE"

    def _why_free_move(self, path):
        yield from self._why_destination(path)
        if self.event != "swiftness":
            yield "E_NO_SWIFTNESS"
        if self.free_used:
            yield "E_FREE_MOVE_USED"

    def _why_end(self):
        return ()

    def _why_choose_weak(self, weak):
        if int(weak) not in self.open_weak(self.target_card()):
            yield "E_WEAK_POINT"

    def _why_choose_reward(self, hp):
        if not 0 <= int(hp) <= self.reward_mana:
            yield "E_REWARD_RANGE"
