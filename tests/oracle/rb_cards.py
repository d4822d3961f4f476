"""What cards do in Runebound: who owns what, wounds and fatigue, abilities, effects (5.4, 5.5, 10.2)."""

from itertools import combinations

from rb_tables import ATTRIBUTES, CARDS, COUNTER_COST, KEPT, KINDS, NUMBER, TOWNS, BOARD, TOWN_HEX
from rb_position import new_token


class Down(Exception):
    """A hero's wounds have reached its life."""

    def __init__(self, seat):
        super().__init__(seat)
        self.seat = seat


class TurnOver(Exception):
    """The active hero was knocked out: no more of this turn."""


class GameOver(Exception):
    """(outcome, winners)"""


class Failed(Exception):
    """FAIL_CHALLENGE, or too many rounds."""


class Beaten(Exception):
    """The challenge is defeated."""


class Escaped(Exception):
    pass


TURN_LIMITED = ("before_move", "before_combat", "after_combat")     # RB-ACT-09, 10, 12


def fits(wanted, kind):
    """RB-CRD-11."""
    return wanted in (kind, "any") or (wanted == "combat" and kind in KINDS)


class Cards:
    # ---- where cards are ----

    def draw(self, deck, phase, word):
        """RB-GEN-12; None: there is no card."""
        unseen = self.unseen[deck]
        if not unseen:
            return self.tails[deck].pop(0) if self.tails[deck] else None
        card = unseen[0]
        if len(unseen) > 1:                      # RB-RUL-96
            _, card = yield from self.chance(phase, {"%s %s" % (word, c): 1 for c in unseen})
        unseen.remove(card)
        return card

    def lay(self, card, place):
        """Face up, with nothing on it."""
        self.cards[card] = new_token(place)

    def under(self, card):
        """Under the deck that it came from."""
        self.tails[CARDS[card].colour or "market"].append(card)
        self.lay(card, "tail")

    def held(self, card):
        """The card as its owner has it."""
        return KEPT.get(card) or CARDS[card]

    def gain(self, seat, card):
        self.cards[card] = new_token("held%d" % seat)
        self.join(seat, card)

    def join(self, seat, card):
        self.p[seat]["cards"] = sorted(self.p[seat]["cards"] + [card], key=NUMBER.get)
        self.changed(seat)

    def lose(self, seat, card):
        self.p[seat]["cards"] = [c for c in self.p[seat]["cards"] if c != card]
        self.changed(seat)
        life = self.life(seat, "H")
        if self.p[seat]["wounds"] >= life and not (self.fight and self.fight.loser == seat):    # RB-WND-15, RB-RUL-92
            self.p[seat]["wounds"] = life - 1

    def put_away(self, seat, card):
        """RB-MKT-19, RB-RWD-09, RB-ACT-07, RB-DTH-01."""
        self.lose(seat, card)
        if card in KEPT:
            self.lay(card, "out")
        else:
            self.under(card)

    def within_limits(self, seat):
        """RB-MKT-16, RB-MKT-17."""
        for kind, most in (("weapon", 2), ("armour", 1)):
            while True:
                own = [c for c in self.p[seat]["cards"] if self.held(c).kind == kind]
                if len(own) <= most:
                    break
                _, card = yield from self.ask("limit_discard", seat, ["limit_discard " + c for c in own])
                self.put_away(seat, card)

    def allies(self, seat):
        return sum(self.held(c).sort == "ally" for c in self.p[seat]["cards"])

    def runes(self, seat):
        return sum(self.held(c).sort == "rune" for c in self.p[seat]["cards"])

    def check_runes(self, seat):
        """RB-WIN-02."""
        if self.runes(seat) >= 3:
            raise GameOver("runes", [seat])

    # ---- characters ----

    def characters(self, seat):
        """The hero, then own allies."""
        return ["H"] + [c for c in self.p[seat]["cards"] if self.held(c).sort == "ally"]

    def body(self, seat, who):
        return self.p[seat] if who == "H" else self.cards[who]

    def figures(self, seat, who):
        return CARDS[self.p[seat]["hero"]] if who == "H" else self.held(who)

    def changed(self, seat):
        self.known[seat] = None

    def passives(self, seat):
        """(card, effect) of all that a seat has."""
        if self.known[seat] is None:
            self.known[seat] = [(c, e) for c in [*self.p[seat]["cards"], self.p[seat]["hero"]]
                                for a in self.held(c).abilities if "passive" in a.timings for e in a.effects]
        return self.known[seat]

    def bonus(self, seat, verb):
        return sum(e.args[0] for _, e in self.passives(seat) if e.verb == verb)

    def life(self, seat, who):
        return self.figures(seat, who).life + (self.bonus(seat, "LIFE_MOD") if who == "H" else 0)

    def stamina(self, seat, who):
        return self.figures(seat, who).stamina + (self.bonus(seat, "STAMINA_MOD") if who == "H" else 0)

    def value(self, seat, who, attribute):
        """RB-TST-05, RB-TST-06."""
        found = getattr(self.figures(seat, who), attribute)[0]
        if who == "H":
            found += self.p[seat]["counters"][ATTRIBUTES.index(attribute)]
            found += sum(e.args[1] for _, e in self.passives(seat) if e.verb == "ATTR_MOD" and e.args[0] == attribute)
        return found

    def globals_of(self, verb):
        """RB-EVT-08."""
        if self.event == "-":
            return []
        return [e for e in CARDS[self.event].scripts.get("global", ()) if e.verb == verb]

    def hurt(self, seat, who, n):
        """RB-WND-01 to 03; False if an ally has died of it."""
        body, life = self.body(seat, who), self.life(seat, who)
        body["wounds"] = min(life, body["wounds"] + n)    # RB-WND-13
        if n and body["wounds"] == life:
            if who == "H":
                raise Down(seat)
            self.put_away(seat, who)
            return False
        return True

    def tire(self, seat, who, n):
        """RB-WND-05, RB-WND-06; False if an ally has died of it."""
        for _ in range(n):
            body = self.body(seat, who)
            if body["fatigue"] < self.stamina(seat, who):
                body["fatigue"] += 1
            elif not self.hurt(seat, who, 1):
                return False
        return True

    # ---- abilities (RB-ACT) ----

    def token(self, seat, card):
        return self.p[seat] if card == self.p[seat]["hero"] else self.cards[card]

    def usable(self, seat, timing):
        found = []
        for card in [*self.p[seat]["cards"], self.p[seat]["hero"]]:
            for k, a in enumerate(self.held(card).abilities):
                if timing in a.timings and not self.why_not(seat, card, k, timing):
                    found.append("use %s %d" % (card, k))
        return found

    def why_not(self, seat, card, k, timing):
        """The number of the rule that refuses the use of an ability at its moment, or None."""
        a = self.held(card).abilities[k]
        token = self.token(seat, card)
        if not all(self.in_place(card, e) for e in a.effects):
            return 25
        if timing != "moving" and token[used(timing, k)]:
            return 26
        word, number = a.cost or ("free", 0)
        if word == "act" and token["face_down"]:
            return 27
        if word == "gold" and self.p[seat]["gold"] < number:
            return 28
        return None if all(self.targets(seat, card, e) for e in a.effects) else 29

    def in_place(self, card, e):
        """Is the roll at hand of its kind and scope? (RB-ACT-17)"""
        now = self.now
        if e.verb in ("ROLL_MOD", "DMG_MOD"):
            return fits(e.args[0], now.kind) and now.who == ("H" if e.args[2] == "H" else card)
        if e.verb == "REROLL":
            return now.who == "H" and fits(e.args[0], now.kind)
        return True

    def targets(self, seat, card, e):
        """The legal targets of an effect; [None] where it has none."""
        if e.verb in ("HEAL", "REST"):
            name = "wounds" if e.verb == "HEAL" else "fatigue"
            among = self.characters(seat) if e.args[0] == "one" else ["H"]
            return [c for c in among if self.body(seat, c)[name]]
        if e.verb == "REFRESH":
            return self.face_down(seat, card)
        if e.verb == "PREVENT":
            n, kind = self.pending
            return [None] if n and e.args[2] in ("any", kind) else []
        if e.verb == "DMG_MOD":
            return [None] if self.now.attacks or self.now.defends_duel else []
        if e.verb == "REROLL_DICE":
            unspent = [d for d in range(len(self.dice)) if d not in self.spent]
            sets = [s for k in range(1, e.args[0] + 1) for s in combinations(unspent, k)]
            return sorted(sets, key=lambda s: sum(1 << d for d in s))
        if e.verb == "TELEPORT":
            return [t for t in range(len(TOWNS)) if TOWN_HEX[t] != self.p[seat]["hex"]]
        return [None]

    def face_down(self, seat, card):
        found = [c for c in self.p[seat]["cards"] if c != card and self.cards[c]["face_down"]]
        return (["H"] if self.p[seat]["face_down"] and card != self.p[seat]["hero"] else []) + found

    def use(self, seat, move, timing):
        """RB-RUL-80 to 85. Returns what carry_out says, None if the effect was lost."""
        card, k = move[1], int(move[2])
        a = self.held(card).abilities[k]
        target = yield from self.choose_target(seat, card, a.effects)
        token = self.token(seat, card)
        if timing != "moving":
            token[used(timing, k)] = True
        if not self.pay(seat, card, a.cost):
            return None
        done = None
        for e in a.effects:
            done = yield from self.carry_out(e, seat, target)
            if e.verb == "REFRESH":
                yield from self.refresh_more(seat, card, e.args[0] - 1)
        return done

    def choose_target(self, seat, card, effects):
        for e in effects:
            found = self.targets(seat, card, e)
            if found and found[0] is not None:
                return (yield from self.ask_target(seat, found))
        return None

    def ask_target(self, seat, found):
        if len(found) == 1:                      # RB-RUL-83
            return found[0]
        if isinstance(found[0], tuple):
            names = ["target_dice " + " ".join(map(str, s)) for s in found]
        elif isinstance(found[0], int):
            names = ["target_town " + TOWNS[t] for t in found]
        else:
            names = ["target " + c for c in found]
        move = yield from self.ask("target", seat, names)
        return found[names.index(" ".join(move))]

    def refresh_more(self, seat, card, n):
        while n > 0 and self.face_down(seat, card):
            target = yield from self.ask_target(seat, self.face_down(seat, card))
            self.token_of(seat, target)["face_down"] = False
            n -= 1

    def token_of(self, seat, who):
        return self.p[seat] if who == "H" else self.cards[who]

    def pay(self, seat, card, cost):
        """False: the effect is lost (RB-WND-09)."""
        word, n = cost or ("free", 0)
        if word == "act":
            self.token(seat, card)["face_down"] = True
        elif word == "disc":
            self.put_away(seat, card)
        elif word == "gold":
            self.p[seat]["gold"] -= n
        elif word == "fat":                      # RB-ACT-06
            ally = card is not None and self.held(card).sort == "ally"
            return self.tire(seat, card if ally else "H", n)
        return True

    # ---- effects (RB-EFX) ----

    def strike(self, seat, e):
        """WOUND and FATIGUE outside of a fight."""
        if e.verb == "WOUND":
            self.hurt(seat, "H", e.args[1])
        else:
            self.tire(seat, "H", e.args[1])

    def carry_out(self, e, seat=None, target=None):
        seat = self.active if seat is None else seat
        return (yield from getattr(self, "do_" + e.verb.lower())(e, seat, target))

    def do_all(self, effects):
        for e in effects:
            yield from self.carry_out(e)

    def do_roll_mod(self, e, seat, target):
        self.now.bonus += e.args[1]
        yield from ()

    def do_dmg_mod(self, e, seat, target):
        self.now.damage += e.args[1]
        yield from ()

    def do_prevent(self, e, seat, target):
        self.pending[0] = max(0, self.pending[0] - e.args[0])
        yield from ()

    def do_reroll(self, e, seat, target):
        self.now.again = True
        yield from ()

    def do_auto_escape(self, e, seat, target):
        raise Escaped
        yield

    def do_fail_challenge(self, e, seat, target):
        raise Failed
        yield

    def do_enemy_diff(self, e, seat, target):
        self.fight.tilt(seat, "difficulty", e.args[0], e.args[1])
        yield from ()

    def do_enemy_dmg(self, e, seat, target):
        self.fight.tilt(seat, "damage", e.args[0], e.args[1])
        yield from ()

    def do_wound_enemy(self, e, seat, target):
        yield from self.wound_enemy(seat, e.args[0])

    def do_wound(self, e, seat, target):
        if self.fight:
            yield from self.struck(seat, e.args[1], None)
        else:
            self.strike(seat, e)

    def do_fatigue(self, e, seat, target):
        self.strike(seat, e)
        yield from ()

    def do_heal(self, e, seat, target):
        self.relieve(seat, target, "wounds", e.args[1])
        yield from ()

    def do_rest(self, e, seat, target):
        self.relieve(seat, target or "H", "fatigue", e.args[1])
        yield from ()

    def relieve(self, seat, who, name, n):
        body = self.body(seat, who)
        body[name] = max(0, body[name] - n)

    def do_gold(self, e, seat, target):
        self.p[seat]["gold"] = max(0, self.p[seat]["gold"] + e.args[0])
        yield from ()

    def do_xp(self, e, seat, target):
        self.p[seat]["xp_unspent"] += e.args[0]
        yield from ()

    def do_refresh(self, e, seat, target):
        self.token_of(seat, target)["face_down"] = False
        yield from ()

    def do_extra_step(self, e, seat, target):
        self.free_steps += e.args[0]
        yield from ()

    def do_reroll_dice(self, e, seat, target):
        yield from self.throw_again(target)

    def do_teleport(self, e, seat, target):
        self.p[seat]["hex"], self.p[seat]["prev_hex"] = TOWN_HEX[target], "-"
        yield from ()
        return "teleported"

    def do_gain_card(self, e, seat, target):
        for _ in range(e.args[0]):
            card = yield from self.draw("market", "market_draw", "deal")
            if card is None:
                return
            self.gain(seat, card)
            yield from self.within_limits(seat)

    def do_test(self, e, seat, target):
        attribute, _, difficulty = e.args
        total = yield from self.skill_test(seat, attribute)
        yield from self.do_all(e.yes if total >= difficulty else e.no)

    def do_may(self, e, seat, target):
        """RB-EFX-33, RB-RUL-86."""
        self.refused_yes = None                  # the number of the rule that forbids it
        if e.cost[0] == "gold" and self.p[seat]["gold"] < e.cost[1]:
            self.refused_yes = 28
        elif not all(self.targets(seat, None, x) for x in e.yes):
            self.refused_yes = 29
        moves = ["choose no"] if self.refused_yes else ["choose no", "choose yes"]
        _, answer = yield from self.ask("encounter", seat, moves)
        if answer == "no":
            return
        target = yield from self.choose_target(seat, None, e.yes)
        if self.pay(seat, None, e.cost):
            for x in e.yes:
                yield from self.carry_out(x, seat, target)

    def do_if_xp(self, e, seat, target):
        yield from self.do_all(e.yes if self.total_xp(self.active) >= e.args[0] else e.no)

    def do_if_runes(self, e, seat, target):
        together = sum(self.runes(s) for s in range(self.n))
        yield from self.do_all(e.yes if together >= e.args[0] else e.no)

    def do_keep(self, e, seat, target):
        self.gain(seat, self.fight.card)
        self.fight.kept = True
        self.check_runes(seat)
        yield from self.within_limits(seat)

    def do_win(self, e, seat, target):
        raise GameOver("high_lord", [seat])
        yield

    def do_win_if(self, e, seat, target):
        if self.options[e.args[0]] == "on":
            raise GameOver("card", [seat])
        yield from ()


def used(timing, k):
    return ("used_turn" if timing in TURN_LIMITED else "used_roll") + ("_2" if k else "")
