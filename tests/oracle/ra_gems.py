"""Gems: gains, payments, debts, and the Vils' board with its five powers (RA-GEM, RA-VIL, RA-FX-01 to 06)."""

from ra_tables import CARDS, HEROES, IMPS, WHATS, ZONES


class Gems:
    # ---- gains ----

    def bank_gem(self):
        """RA-GEM-03: a colour, or None from an empty bank."""
        if not any(self.bank):
            return None
        _, word = yield from self.chance("gem", {"gem " + w: n for w, n in zip(WHATS, self.bank)})
        return WHATS.index(word)

    def gain(self, n, only=None):
        for _ in range(n):
            colour = yield from self.bank_gem()
            if colour is None:
                return
            yield from self.place_gem(colour, self.bank, only)

    def place_gem(self, colour, whence, only=None):
        """RA-GEM-04, 05; until it is placed it lies where it came from (RA-GEM-02); only: RA-WIN-10."""
        free = [b for b in range(self.boards) if self.gems[b][colour] < 4 and only in (None, b)]
        to = self.bank
        if free:
            _, board = yield from self.ask("place_gem", self.guide, ["place_gem " + "ABC"[b] for b in free])
            to = self.gems["ABC".index(board)]
        whence[colour] -= 1
        to[colour] += 1

    def take(self, n):
        """RA-FX-05."""
        for _ in range(n):
            if not any(self.vils):
                return
            _, word = yield from self.ask("take_gem", self.guide, ["take_gem " + w for w, k in zip(WHATS, self.vils) if k])
            yield from self.place_gem(WHATS.index(word), self.vils)

    def burn(self, n, seat):
        """RA-FX-06."""
        for _ in range(n):
            if not any(self.vils):
                return
            _, word = yield from self.ask("burn_gem", seat, ["burn_gem " + w for w, k in zip(WHATS, self.vils) if k])
            self.vils[WHATS.index(word)] -= 1
            self.bank[WHATS.index(word)] += 1

    # ---- payments ----

    def pay_bank(self, board, colour, to_vils=False):
        self.gems[board][colour] -= 1
        (self.vils if to_vils else self.bank)[colour] += 1

    def pay_gems(self, n, boards, seat, to_vils=False, colours=range(5)):
        """n gems one by one, as far as there are any."""
        for _ in range(n):
            moves = ["pay_gem %s %s" % ("ABC"[b], WHATS[c]) for b in boards for c in colours if self.gems[b][c]]
            if not moves:
                return
            _, board, word = yield from self.ask("pay_gem", seat, moves)
            self.pay_bank("ABC".index(board), WHATS.index(word), to_vils)

    def mandatory(self, n, to_vils=False):
        """RA-GEM-06, 07, 11 to 14; RA-WIN-16."""
        if n > sum(map(sum, self.gems)):
            yield from self.window("event")
        have = sum(map(sum, self.gems))
        yield from self.pay_gems(min(n, have), range(self.boards), self.guide, to_vils)
        short = n - have
        while short > 0:
            cards = [c for c in HEROES + IMPS + ZONES if self.at.get(c) == "purse"]
            if cards:
                _, card = yield from self.ask("debt", self.guide, ["debt_card " + c for c in cards])
                self.at[card] = "out" if card in ZONES else "discard"
            elif self.heroes:
                _, place = yield from self.ask("debt", self.guide, ["debt_hero %d" % p for p in range(1, len(self.heroes) + 1)])
                card = self.heroes[int(place) - 1]
                yield from self.leave(card, "discard", discard=False)      # RA-EQP-09
            else:
                return
            short -= CARDS[card]["points"]

    def cede(self, n):
        """RA-FX-03."""
        yield from self.mandatory(n, to_vils=True)
        yield from self.powers()

    def vgem(self, n):
        """RA-FX-04."""
        for _ in range(n):
            colour = yield from self.bank_gem()
            if colour is None:
                break
            self.bank[colour] -= 1
            self.vils[colour] += 1
        yield from self.powers()

    # ---- the five powers (RA-VIL-01 to 08) ----

    def powers(self):
        for colour in range(5):
            if self.vils[colour] >= 4:
                self.bank[colour] += self.vils[colour]
                self.vils[colour] = 0
                yield from (self.to_pile("heroes", 1), self.turn_two_rooms(), self.to_pile("imps", 3),
                            self.to_pile("loot", 4), self.tokens_move())[colour]

    def turn_two_rooms(self):
        for slot in [k for k, room in self.rooms.items() if not room["up"]][:2]:
            yield from self.turn_room(slot)

    def tokens_move(self):
        """RA-VIL-07, 08: they stay face-down, and known ones stay known."""
        path = ["W%02d" % k for k in range(1, 46)]
        met = [t for s in path for t in [self.token_at(s)] if t and not t.startswith("green")][:5]
        squares = [s for s in ["G%02d" % k for k in (2, 4, 6, 8, 10, 1, 3, 5, 7, 9)]
                   if s not in (self.team_at, self.avatar) and not self.token_at(s)]
        for token, square in zip(met, squares):
            self.tokens[token][1] = square
        return
        yield
