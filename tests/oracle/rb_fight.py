"""Fights of Runebound: rolls, challenges, heroes against each other (5.3, 5.10 to 5.12)."""

from rb_cards import Beaten, Down, Escaped, Failed, TurnOver, fits
from rb_tables import ATTRIBUTE_OF, BOARD, CARDS, COLOURS, KINDS, SITE_COLOUR, SITE_HEX

D20 = {"d20 %d" % n: 1 for n in range(1, 21)}


class Roll:
    def __init__(self, seat, who, kind, attacks=False, defends_duel=False):
        self.seat, self.who, self.kind = seat, who, kind
        self.attacks, self.defends_duel = attacks, defends_duel
        self.bonus = self.damage = self.die = 0
        self.again = False


class Fight:
    """With a challenge (card) or a hero (defender)."""

    def __init__(self, attacker, card=None, slot=None, site=None, defender=None):
        self.attacker, self.card, self.slot, self.site, self.defender = attacker, card, slot, site, defender
        self.round = self.wounds = 0
        self.kept, self.loser, self.phase = False, None, None
        # what the seats have done to each other; against a challenge only the attacker does
        self.changes = {(seat, what, kind): 0 for seat in (attacker, defender) for what in ("difficulty", "damage") for kind in KINDS}

    def tilt(self, seat, what, kinds, n):
        for kind in KINDS:
            if fits(kinds, kind):
                self.changes[seat, what, kind] += n

    def by(self, seat, what, kind):
        return self.changes[seat, what, kind]


class Fights:
    # ---- rolls ----

    def clear_roll(self, seat):
        """RB-ACT-11: a new roll, or new wounds."""
        for token in [self.p[seat], *(self.cards[c] for c in self.p[seat]["cards"])]:
            token["used_roll"] = False
            if "used_roll_2" in token:
                token["used_roll_2"] = False

    def roll(self, seat, who, kind, window, **more):
        """The roll with all that its owner does about it; None if the roller is dead (RB-RUL-97)."""
        try:
            return (yield from self.rolled(seat, who, kind, window, **more))
        finally:
            self.clear_roll(seat)

    def rolled(self, seat, who, kind, window, **more):
        now = self.now = Roll(seat, who, kind, **more)
        while window:
            moves = self.usable(seat, window)
            if not moves:
                break
            move = yield from self.ask("boost", seat, moves + ["roll"])
            if move[0] == "roll":
                break
            yield from self.use(seat, move, window)
            if who != "H" and who not in self.p[seat]["cards"]:
                return None
        now.again = True
        while now.again:
            now.again = False
            now.die = yield from self.d20()
            moves = self.usable(seat, "reroll")
            if moves:
                move = yield from self.ask("reroll", seat, moves + ["accept"])
                if move[0] == "use":
                    yield from self.use(seat, move, "reroll")
        return now

    def d20(self):
        move = yield from self.chance("d20", D20)
        return int(move[1])

    def modifiers(self, seat, kind):
        """RB-TST-02: passives of the hero's cards, and the event."""
        found = [e for _, e in self.passives(seat)] + self.globals_of("ROLL_MOD")
        return sum(e.args[1] for e in found if e.verb == "ROLL_MOD" and fits(e.args[0], kind))

    def skill_test(self, seat, attribute):
        now = yield from self.roll(seat, "H", "test", "test")
        return now.die + self.value(seat, "H", attribute) + self.modifiers(seat, "test") + now.bonus

    def total(self, now):
        """Of a roll in a fighting phase."""
        found = now.die + self.value(now.seat, now.who, ATTRIBUTE_OF[now.kind]) + now.bonus
        return found + (self.modifiers(now.seat, now.kind) if now.who == "H" else 0)

    def damage_mod(self, now):
        """RB-CBT-12."""
        found = now.damage
        if now.who == "H":
            found += sum(e.args[1] for _, e in self.passives(now.seat) if e.verb == "DMG_MOD" and fits(e.args[0], now.kind))
        return found

    # ---- wounds ----

    def struck(self, seat, n, kind):
        """A hero is about to take wounds in a fight (RB-CBT-24, RB-CBT-31)."""
        self.pending = [n, kind]
        while self.pending[0]:
            moves = self.usable(seat, "soak")
            if not moves:
                break
            move = yield from self.ask("soak", seat, moves + ["accept"])
            if move[0] == "accept":
                break
            yield from self.use(seat, move, "soak")
        n, self.pending = self.pending[0], None
        self.clear_roll(seat)
        self.hurt(seat, "H", n)

    def wound_enemy(self, seat, n):
        fight = self.fight
        if fight.card:
            fight.wounds += n
            if fight.wounds >= CARDS[fight.card].life:
                raise Beaten
        else:
            yield from self.struck(fight.defender if seat == fight.attacker else fight.attacker, n, None)

    # ---- windows ----

    def before_combat(self, seat):
        while True:
            moves = self.usable(seat, "before_combat")
            if not moves:
                return
            move = yield from self.ask("before_combat", seat, moves + ["start"])
            if move[0] == "start":
                return
            yield from self.use(seat, move, "before_combat")

    def after_combat(self, seat):
        """False if the hero has gone down by a cost (RB-KO-10)."""
        while True:
            moves = self.usable(seat, "after_combat")
            if not moves:
                return True
            move = yield from self.ask("after_combat", seat, moves + ["done"])
            if move[0] == "done":
                return True
            try:
                yield from self.use(seat, move, "after_combat")
            except Down:
                yield from self.knock_out(seat)
                return False

    def declare(self):
        """RB-CBT-07 to 10: who attacks, None for a defence."""
        seat = self.active
        fresh = [c for c in self.characters(seat) if not self.body(seat, c)["attacked"]]
        move = yield from self.ask("declare", seat, ["attack " + c for c in fresh] + ["defend"])
        if move[0] == "defend":
            return None
        self.body(seat, move[1])["attacked"] = True
        return move[1]

    def rally(self):
        """RB-CBT-06."""
        for c in self.characters(self.active):
            self.body(self.active, c)["attacked"] = False

    # ---- challenges (RB-CBT) ----

    def challenge(self, card, slot, site):
        self.fight = Fight(self.active, card, slot, site)
        try:
            try:
                yield from self.combat()
            finally:
                self.now = self.pending = None
        except Beaten:
            yield from self.reward()
        except Escaped:
            self.retreat(self.active)
            self.to_track()
        except Failed:
            self.to_track()
        except Down:
            self.fight.phase = None
            yield from self.knock_out(self.active)
            self.to_track()
            self.fight = None
            raise TurnOver from None
        self.fight = None
        if not (yield from self.after_combat(self.active)):
            raise TurnOver

    def combat(self):
        fight, card = self.fight, CARDS[self.fight.card]
        fixed = card.scripts.get("fixed", ())
        skipped = [e.args[0] for e in fixed if e.verb == "SKIP_PHASE"]
        yield from self.do_all(card.scripts.get("pre", ()))
        yield from self.before_combat(self.active)
        while True:
            fight.round += 1
            self.rally()
            yield from self.do_all(card.scripts.get("round", ()))
            if not any(e.verb == "NO_ESCAPE" for e in fixed):
                yield from self.escape_phase()
            for kind in KINDS:
                if kind not in skipped:
                    fight.phase = kind
                    yield from self.fighting_phase(kind)
            fight.phase = None
            if fight.round == self.options["combat_round_cap"]:    # RB-CBT-27
                raise Failed

    def difficulty(self, kind):
        """RB-CBT-22."""
        found = getattr(CARDS[self.fight.card], ATTRIBUTE_OF[kind])[0] + self.fight.by(self.active, "difficulty", kind)
        return found + sum(e.args[1] for e in self.globals_of("ENEMY_DIFF") if fits(e.args[0], kind))

    def enemy_damage(self, kind):
        printed = getattr(CARDS[self.fight.card], ATTRIBUTE_OF[kind])[1]
        return max(0, printed + self.fight.by(self.active, "damage", kind))

    def escape_phase(self):
        """RB-ESC, for both kinds of fights."""
        while True:
            moves = self.usable(self.active, "escape") + ["try_escape", "stand"]
            move = yield from self.ask("escape", self.active, moves)
            if move[0] == "stand":
                return
            if move[0] == "use":
                yield from self.use(self.active, move, "escape")
                continue
            if (yield from self.tries_escape()):
                raise Escaped
            yield from self.struck(self.active, 1, None)

    def tries_escape(self):
        fight, me = self.fight, self.active
        if fight.card:
            needed = self.difficulty("ranged")
        else:                                    # RB-PVP-04
            other = fight.defender
            needed = (yield from self.d20()) + self.value(other, "H", "mind") + fight.by(me, "difficulty", "ranged")
        now = yield from self.roll(me, "H", "escape", None)
        total = now.die + self.value(me, "H", "mind") + self.modifiers(me, "escape")
        if not fight.card:
            total += fight.by(fight.defender, "difficulty", "ranged")
        return total >= needed

    def fighting_phase(self, kind):
        who = yield from self.declare()
        now = yield from self.roll(self.active, who or "H", kind, "boost", attacks=who is not None)
        if now is None:
            return
        if self.total(now) >= self.difficulty(kind):
            if who:
                yield from self.wound_enemy(self.active, self.damage_of(now))
        elif who in (None, "H"):
            yield from self.struck(self.active, self.enemy_damage(kind), kind)
        else:
            self.hurt(self.active, who, self.enemy_damage(kind))

    def damage_of(self, now):
        return getattr(self.figures(now.seat, now.who), ATTRIBUTE_OF[now.kind])[1] + self.damage_mod(now)

    def retreat(self, seat):
        """RB-ESC-03 to 05."""
        p = self.p[seat]
        if p["prev_hex"] != "-":
            p["hex"], p["prev_hex"] = p["prev_hex"], p["hex"]

    def reward(self):
        """RB-RWD."""
        fight, card, seat = self.fight, CARDS[self.fight.card], self.active
        self.p[seat]["gold"] += card.gold
        self.take_gem(seat, fight.site)
        if fight.slot:
            self.track[fight.slot] = {"card": "-", "site": "-", "age": 0}
        if fight.slot:
            self.lay(fight.card, "open")
        yield from self.do_all(card.scripts.get("reward", ()))
        if not fight.kept:                       # RB-RWD-05
            self.lay(fight.card, "out")

    def to_track(self):
        """RB-TRK."""
        fight = self.fight
        if fight.slot:                           # RB-TRK-05
            return
        free = [k for k, s in self.track.items() if s["card"] == "-"]
        slot = free[0] if free else min(self.track, key=lambda k: self.track[k]["age"])
        old = self.track[slot]
        if old["card"] != "-":                   # RB-TRK-04
            self.under(old["card"])
            self.sites[old["site"]] = "gem"
        self.track[slot] = {"card": fight.card, "site": fight.site, "age": self.next_age}
        self.next_age += 1
        self.sites[fight.site] = slot
        self.lay(fight.card, "track")

    # ---- hero against hero (RB-PVP) ----

    def duel(self, defender):
        attacker = self.active
        self.fight = Fight(attacker, defender=defender)
        loser = None
        try:
            try:
                yield from self.duel_rounds()
            finally:
                self.now = self.pending = None
        except Escaped:
            self.retreat(attacker)
        except Down as d:
            loser = self.fight.loser = d.seat
            yield from self.loot(loser, defender if loser == attacker else attacker)
            self.fight.loser = None
            yield from self.knock_out(loser)
        self.fight = None
        up = loser != attacker
        if up:                                   # RB-PVP-27
            up = yield from self.after_combat(attacker)
        if loser != defender:
            yield from self.after_combat(defender)
        if not up:
            raise TurnOver

    def duel_rounds(self):
        fight = self.fight
        yield from self.before_combat(fight.defender)
        yield from self.before_combat(fight.attacker)
        while True:
            fight.round += 1
            self.rally()
            yield from self.escape_phase()
            for kind in KINDS:
                fight.phase = kind
                yield from self.duel_phase(kind)
            fight.phase = None
            if fight.round == self.options["combat_round_cap"]:    # RB-PVP-26
                raise Escaped

    def duel_phase(self, kind):
        """RB-PVP-08 to 13."""
        fight, a, d = self.fight, self.active, self.fight.defender
        who = yield from self.declare()
        theirs = yield from self.roll(d, "H", kind, "boost", defends_duel=True)
        needed = self.total(theirs) + fight.by(a, "difficulty", kind)
        ours = yield from self.roll(a, who or "H", kind, "boost", attacks=who is not None)
        if ours is None:
            return
        if self.total(ours) + fight.by(d, "difficulty", kind) >= needed:
            if who:
                yield from self.struck(d, self.duel_damage(ours, d), kind)
            return
        n = self.duel_damage(theirs, a)
        if who in (None, "H"):
            yield from self.struck(a, n, kind)
        else:
            self.hurt(a, who, n)

    def duel_damage(self, now, other):
        """RB-PVP-11, RB-PVP-12, RB-PVP-24."""
        printed = getattr(self.figures(now.seat, now.who), ATTRIBUTE_OF[now.kind])[1]
        if now.who == "H":
            printed = max(0, printed + self.fight.by(other, "damage", now.kind))
        return printed + self.damage_mod(now)

    def loot(self, loser, winner):
        """RB-PVP-18 to 23."""
        cards = self.p[loser]["cards"]
        if not cards:
            return
        move = yield from self.ask("loot", winner, ["loot " + c for c in cards] + ["loot_none"])
        if move[0] == "loot_none":
            return
        card = move[1]
        self.lose(loser, card)
        self.cards[card]["place"] = "held%d" % winner
        self.join(winner, card)
        self.check_runes(winner)
        yield from self.within_limits(winner)
