"""Trials, objectives, aids and outcomes (RA-TRI, RA-OBJ, RA-AID, RA-OUT)."""

import itertools

from ra_tables import CARDS


def dice_weights(n):
    """RA-CHN-02, 03: the faces of n dice in any order, and in how many orders they may fall ."""
    found = {}
    for faces in itertools.product(range(1, 7), repeat=n):
        name = "dice " + " ".join(map(str, sorted(faces)))
        found[name] = found.get(name, 0) + 1
    return found


WEIGHTS = {n: dice_weights(n) for n in range(1, 6)}


class Trials:
    node = tester = vital = trial = hazard = None
    auto = False
    dice = ()

    def run_trial(self, card, nodes):
        """RA-TRI-01, 03, 08: whether it is won."""
        self.substituted, self.hazard, self.trial, to = False, card, card, 0
        self.dice = []
        while to not in ("L", "D"):
            node = nodes[to]
            if node.kind == "V":
                hero = self.designated()
                dead = hero is not None and (yield from self.vit(hero, "V"))
                to = node.lost if dead else node.won
            else:
                to = node.won if (yield from self.objective(node)) else node.lost
        self.node, self.tester, self.dice, self.trial = None, None, [], None
        return to == "L"

    # ---- values ----

    def value(self, hero, what):
        """RA-OBJ-01."""
        found = CARDS[hero]["values"][what]
        if self.hindered(hero):
            found = min(found, 2)
        else:
            for item in self.active:
                if self.holder[item] == hero:
                    found = CARDS[item]["sets"].get(what, found)
        return min(found, self.markers.get(hero, 9))

    def target(self):
        """RA-TRI-04 to 06."""
        single = self.node.kind == "I"
        found = self.node.value
        if CARDS[self.hazard]["sort"] != "treasure":
            for card in self.play_cards:
                more = CARDS[card].get("adds", {}).get(self.node.what, 0)
                found += min(1, more) if single else more
            notch = self.door_notch if CARDS[self.hazard]["sort"] == "door" else 0
            if CARDS[self.hazard]["sort"] == "room":
                notch = self.rooms[self.slot_of(self.hazard)]["notch"]
            found -= notch * (1 if single else 2)
        found -= self.eased[1 if single else 0]
        return max(1, min(6 if single else 20, found))

    def read_die(self, hero, face):
        """RA-OBJ-03."""
        c = self.value(hero, self.node.what)
        return "fumble" if face == 6 else "ok" if face < c else "crit" if face == c else "miss"

    def total(self):
        found = 0
        for hero, face in self.dice:
            if hero is None:
                continue                             # RA-OBJ-19
            sort = self.read_die(hero, face)
            if self.node.kind == "I":
                found += {"ok": 1, "crit": 2, "miss": 0, "fumble": -1}[sort]
            else:
                found += {"ok": face, "crit": face + 1, "miss": 0, "fumble": -1}[sort]
        return found

    def succeeding(self):
        return self.auto or self.total() >= self.target()

    # ---- an objective ----

    def objective(self, node):
        self.node, self.dice, self.eased, self.auto, self.tester = node, [], (0, 0), False, None
        self.assigning = []
        if node.kind == "I":
            yield from self.name_tester()
        yield from self.window("obj_before")
        if not self.auto:
            yield from self.throw()
            if node.kind == "I" and self.tester is None:
                return False
            yield from self.window("obj_after")
            if node.kind == "I" and self.tester is None:
                return False
        won = self.succeeding()
        if not self.auto:
            yield from self.accept()
        return won

    def name_tester(self):
        """RA-OBJ-04, 17."""
        self.tester_gold = self.gold
        self.tester = self.designated()
        if self.tester is None:
            _, place = yield from self.ask("tester", self.guide, ["choose_tester %d" % p for p in range(1, len(self.heroes) + 1)])
            self.tester = self.heroes[int(place) - 1]

    def throw(self):
        if self.node.kind == "I":
            if self.tester is None:
                return
            faces = yield from self.chance("dice", WEIGHTS[5])
            self.dice = [[self.tester, int(f)] for f in faces[1:]]
            return
        crews = [[h for h in self.heroes if self.board_of_hero(h) == b] for b in range(self.boards)]
        for crew in crews:
            if crew:
                faces = yield from self.chance("dice", WEIGHTS[len(crew)])
                self.dice += [[h, int(f)] for h, f in zip(crew, faces[1:])]
        for b, crew in enumerate(crews):
            own = [d for d in self.dice if d[0] in crew]
            faces = [d[1] for d in own]
            ways = {}
            for order in itertools.permutations(range(len(crew))):
                ways.setdefault(tuple(faces[k] for k in order), order)
            if len(ways) < 2:
                continue
            rest = range(len(crew), 3)                   # written as three places
            moves = ["assign %s %s" % ("ABC"[b], "".join(str(k + 1) for k in (*order, *rest))) for order in ways.values()]
            _, _, order = yield from self.ask("obj_assign", self.owner(b), moves)
            for die, k in zip(own, order):
                die[1] = faces[int(k) - 1]

    def accept(self):
        """RA-OBJ-11 to 14, 18."""
        sorts = [(hero, self.read_die(hero, face)) for hero, face in self.dice if hero]
        what = self.node.what
        yield from self.gain(sum(s == "crit" for _, s in sorts))
        fumbles = [hero for hero, s in sorts if s == "fumble"]
        yield from self.pay_gems(len(fumbles), range(self.boards), self.guide)
        if what == 4:
            for hero in fumbles:
                if hero in self.heroes:
                    yield from self.hurt(hero, 1)

    # ---- aids (RA-AID) ----

    def objective_moves(self, seat, name):
        node, found = self.node, []
        if name == "obj_before":
            for b in self.own(seat):
                if self.gems[b][node.what] == 4 and (node.kind == "C" or self.board_of_hero(self.tester) == b):
                    found.append("auto " + "ABC"[b])
            return found
        if self.succeeding():
            return found
        for k, (hero, face) in enumerate(self.dice):
            if hero is None:
                continue
            b = self.board_of_hero(hero)
            if face < 6 and self.owner(b) == seat and self.gems[b][face - 1] >= 2:
                found.append("paid_reroll %d" % (k + 1))
            if seat == self.guide and not self.substituted and self.gold != 6:
                found.append("gold_subst %d" % (k + 1))
        return found

    def objective_action(self, move):
        if move[0] == "auto":
            for _ in range(4):
                self.pay_bank("ABC".index(move[1]), self.node.what)
            self.auto = True
            return "close"
        k = int(move[1]) - 1
        hero, face = self.dice[k]
        if move[0] == "gold_subst":
            self.substituted = True
            self.dice[k][1] = self.gold
            return None
        for _ in range(2):
            self.pay_bank(self.board_of_hero(hero), face - 1)
        self.dice[k][1] = yield from self.die()
        return None

    # ---- outcomes (RA-OUT) ----

    def outcomes_of(self, card, won, square):
        ctx = {"seat": self.guide, "hazard": card, "won": won}
        if CARDS[card]["sort"] == "room" and won:
            yield from self.win_room(card, ctx)
        else:
            yield from self.do_all(CARDS[card]["light" if won else "dark"], ctx)
        if square:
            self.at[card] = "purse" if won else "vils_pile"
            self.clear_zone(square)
        while self.play_cards:
            one = self.play_cards[0]
            if won:
                self.out_of_play(one, "purse")
            yield from self.do_all(CARDS[one]["light" if won else "dark"], {**ctx, "critter": one if CARDS[one]["sort"] == "critter" else None})
            if not won:
                self.out_of_play(one, "vils_pile")
        if won:
            yield from self.window("won")
            if card == "S10" and self.team_at in ["R%02d" % self.slot_of("S10")]:
                yield from self.octuple()

    def out_of_play(self, card, to):
        self.play_cards.remove(card)
        self.prey.pop(card, None)
        self.at[card] = to

    def win_room(self, card, ctx):
        """RA-QST-04 to 06."""
        quest = CARDS[self.quest]
        step = card == quest["rooms"][1] and self.hold_relic() and not self.steps[1]
        yield from self.do_all(CARDS[card]["light"], {**ctx, "used": step})
        self.rooms[self.slot_of(card)]["won"] = True
        if step:
            self.steps = [True, True]
            self.relic_token = self.slot_of(card)
            yield from self.do_all(quest["reward"], ctx)
