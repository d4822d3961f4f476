"""Windows (RA-WIN): who may do what in them, and the doing of it."""

from ra_tables import CARDS, IMPS, WHATS, BOARD

TRADING = ("bless", "gold", "obj_before", "obj_after")      # RA-WIN-06
KIND_IN = {"bless": "D", "obj_before": "A", "obj_after": "A", "won": "O", "vit": "S"}


class Windows:
    def window(self, name, cause=None):
        """RA-WIN-02, 03, 15. The answer that ends MOVE early, or None."""
        self.cause = cause
        passes, k, closed = 0, 0, False
        before = getattr(self, "win", None)
        self.win = name
        while True:
            if self.lost:                                # RA-EQP-06: an item was used up
                self.lost = False
                yield from self.equip([])
            if name == "obj_before" and self.node.kind == "I" and self.gold != self.tester_gold and not self.auto:
                yield from self.name_tester()            # RA-OBJ-17
            seat = (self.guide + k) % self.n
            moves = self.window_moves(name, seat, cause) if not closed else []
            going = []
            if name == "move" and seat == self.guide:
                going = ["goto " + s for s in sorted(self.destinations())] + (["stay"] if BOARD[self.team_at].kind == "room" else [])
            if closed and not going:
                self.win = before
                return None
            if moves or going:
                move = yield from self.ask(name, seat, moves + going + ([] if closed else ["pass"]))
                if move[0] in ("goto", "stay"):
                    self.win = before
                    return move
                if move[0] != "pass":
                    if (yield from self.act(name, seat, move, cause)) == "close":
                        self.win = before
                        return None
                    passes, k = 0, 0
                    continue
            passes, k = passes + 1, k + 1
            if passes == self.n:
                if name != "move":
                    self.win = before
                    return None
                closed, k = True, 0

    def own(self, seat):
        return [b for b in range(self.boards) if self.owner(b) == seat]

    def window_moves(self, name, seat, cause):
        found = self.token_moves(seat, name)
        found += self.dilemma_moves(seat, name, cause)
        found += self.skill_moves(seat, name)
        if name in TRADING and not (name == "gold" and cause != "progression"):
            found += self.trades(seat)
        if name == "gold" and seat == self.guide and self.gold < 6:
            found += ["gold_reroll " + "ABC"[b] for b in self.own(seat) if self.gems[b][self.gold - 1] >= 2]
        if name in ("obj_before", "obj_after"):
            found += self.objective_moves(seat, name)
        return found

    def act(self, name, seat, move, cause):
        word = move[0]
        if word in ("token", "token_reroll"):
            return (yield from self.token_action(seat, move, name))
        if word == "dilemma":
            return (yield from self.play_dilemma(seat, move[1], name))
        if word == "skill":
            return (yield from self.use_skill(seat, move, name))
        if word == "gold_reroll":
            for _ in range(2):
                self.pay_bank("ABC".index(move[1]), self.gold - 1)
            self.gold = yield from self.die()
            return None
        if word in ("auto", "paid_reroll", "gold_subst"):
            return (yield from self.objective_action(move))
        return (yield from self.trade_action(seat, move))

    # ---- waiting tokens (RA-WIN-04, 05) ----

    def token_moves(self, seat, name):
        found = []
        for token, (kind, at) in self.tokens.items():
            if at not in ("A", "B", "C") or self.owner("ABC".index(at)) != seat:
                continue
            colour = token[:-1]
            if kind != "BONUS_DIE":
                found.append("token %s %s" % (colour, kind))
            elif name == "gold" and seat == self.guide or name == "move" or name == "vit" and self.vital["die"] or name == "obj_after":
                if name != "obj_after" or self.dice:
                    if name != "move" or len(self.move_dice) < 6:      # RA-RUL-67
                        found.append("token %s BONUS_DIE" % colour)
                if name == "move":
                    found += ["token_reroll %s" % colour] if self.move_dice else []
        return found

    def token_action(self, seat, move, name):
        colour, kind = move[1], move[2] if len(move) > 2 else "BONUS_DIE"
        token = next(t for t, (k, at) in self.tokens.items() if t[:-1] == colour and k == kind)
        self.spend_token(token)
        if kind != "BONUS_DIE":
            yield from self.use_token(kind, seat)
        elif name == "gold":
            self.gold = yield from self.die()
        elif name == "move" and move[0] == "token":
            yield from self.add_die()
        elif name == "move":
            yield from self.reroll_move_die(seat)
        elif name == "vit":
            self.vital["die"] = yield from self.die()
        elif name == "obj_after":
            yield from self.reroll_dice(seat, range(len(self.dice)), len(self.dice))

    def reroll_move_die(self, seat):
        k = 0
        if len(self.move_dice) > 1:
            _, word = yield from self.ask("pick_dice", seat, ["dice_mask %d" % (j + 1) for j in range(len(self.move_dice))])
            k = int(word) - 1
        self.move_dice[k] = yield from self.die()

    # ---- costs (RA-GEM-08) ----

    def payable(self, cost, board):
        fixed, any_ = cost
        have = self.gems[board]
        return all(h >= f for h, f in zip(have, fixed)) and sum(have) - sum(fixed) >= any_

    def pay_cost(self, cost, board, seat, extra=None):
        """The colours stated, then gems of any colours; extra: the colours of one gem more (RA-AID-16)."""
        fixed, any_ = cost
        for colour, n in enumerate(fixed):
            for _ in range(n):
                self.pay_bank(board, colour)
        yield from self.pay_gems(any_, [board], seat)
        if extra is not None:
            yield from self.pay_gems(1, [board], seat, colours=extra)

    # ---- transfers and exchanges (RA-GEM-15 to 19, RA-RUL-64) ----

    def trades(self, seat):
        found = []
        for b in self.own(seat):
            for other in range(self.boards):
                if other == b:
                    continue
                for c in range(5):
                    if not self.gems[b][c] or sum(self.gems[b]) < 2:
                        continue
                    if self.gems[other][c] < 4:
                        found.append("transfer_gem %s %s %s" % ("ABC"[b], WHATS[c], "ABC"[other]))
                    found += ["exchange_gem %s %s %s %s" % ("ABC"[b], WHATS[c], "ABC"[other], WHATS[d]) for d in range(5)
                              if self.gems[other][d] and d != c and self.gems[other][c] < 4 and self.gems[b][d] < 4]
            if sum(self.gems[b]):
                for card in self.waiting(b):
                    others = [o for o in range(self.boards) if o != b]
                    found += ["move_dilemma %s %s" % (card, "ABC"[o]) for o in others if self.dilemma_slot(o)]
                    if any(self.waiting(o) for o in others):
                        found.append("exchange_dilemma " + card)
        return found

    def pay_colour(self, board, seat, but=None):
        have = list(self.gems[board])
        if but is not None:
            have[but] -= 1
        _, word = yield from self.ask("pay_colour", seat, ["pay_colour " + w for w, n in zip(WHATS, have) if n > 0])
        self.pay_bank(board, WHATS.index(word))

    def trade_action(self, seat, move):
        word = move[0]
        if word.endswith("_gem"):
            b, c, other = "ABC".index(move[1]), WHATS.index(move[2]), "ABC".index(move[3])
            yield from self.pay_colour(b, seat, but=c)
            self.gems[b][c] -= 1
            self.gems[other][c] += 1
            if word == "exchange_gem":
                d = WHATS.index(move[4])
                self.gems[other][d] -= 1
                self.gems[b][d] += 1
            return
        card, b = move[1], "ABC".index(self.at[move[1]])
        if word == "move_dilemma":
            yield from self.pay_colour(b, seat)
            self.at[card] = move[2]
        else:
            others = [c for c in IMPS if self.at.get(c) in ("A", "B", "C") and self.at[c] != self.at[card]]
            _, other = yield from self.ask("pick_dilemma", seat, ["pick_dilemma " + c for c in others])
            yield from self.pay_colour(b, seat)
            self.at[card], self.at[other] = self.at[other], self.at[card]

    # ---- skills (RA-SKL, RA-BLS, RA-AID-04, 05, 16) ----

    def working_items(self):
        """Active items that are not under a critter (RA-AID-05)."""
        return [i for i in self.active if not self.hindered(self.holder[i])]

    def hindered(self, hero):
        return any(self.prey.get(c) == hero for c in self.play_cards)

    def skill_moves(self, seat, name):
        kind = KIND_IN.get(name)
        if kind is None or name == "bless" and (seat != self.guide or self.blessed):
            return []
        found = []
        for hero in self.heroes:
            if self.owner(self.board_of_hero(hero)) != seat:
                continue
            sources = ([] if hero in self.markers else [hero]) + [i for i in self.working_items() if self.holder[i] == hero]
            for card in sources:
                for k, skill in enumerate(CARDS[card]["skills"]):
                    if skill.kind == kind and (card, k) not in self.used and self.skill_allowed(card, k, hero, name):
                        found.append("skill %s %d" % (card, k))
        return found

    def skill_price(self, card, skill, hero, name):
        """(cost, colours of the extra gem or None)."""
        free = card == hero and self.free_for(hero)      # RA-RUL-68
        cost = ((0,) * 5, 0) if free else skill.cost
        extra = None
        if name == "obj_after" and not self.nopen_for(hero):
            fixed, any_ = skill.cost
            colours = [c for c in range(5) if fixed[c]]
            extra = colours or (range(5) if any_ else [self.node.what])
        return cost, extra

    def free_for(self, hero):
        return any(b is None or b == self.board_of_hero(hero) for b in self.frees)

    def nopen_for(self, hero):
        return any(b is None or b == self.board_of_hero(hero) for b in self.nopens)

    def skill_allowed(self, card, k, hero, name):
        skill = CARDS[card]["skills"][k]
        board = self.board_of_hero(hero)
        if name == "obj_after" and self.succeeding():
            return False
        if name in ("obj_before", "obj_after"):
            if self.node.kind == "I" and hero != self.tester:
                return False
        if name == "vit" and hero != self.vital["hero"]:
            return False
        cost, extra = self.skill_price(card, skill, hero, name)
        fixed, any_ = cost
        have = [h - f for h, f in zip(self.gems[board], fixed)]
        if min(have) < 0 or sum(have) < any_ + (extra is not None) or extra is not None and not any(have[c] for c in extra):
            return False
        return self.effect_allowed(skill.effect, {"seat": self.owner(board), "board": board, "hero": hero, "card": card}, name)

    def use_skill(self, seat, move, name):
        card, k = move[1], int(move[2])
        skill = CARDS[card]["skills"][k]
        hero = self.holder.get(card, card)
        board = self.board_of_hero(hero)
        cost, extra = self.skill_price(card, skill, hero, name)
        if card == hero and self.free_for(hero):
            self.frees.remove(board if board in self.frees else None)
        if name == "obj_after" and extra is None:
            self.nopens.remove(board if board in self.nopens else None)
        self.used.add((card, k))
        if name == "bless":
            self.blessed = True
        ctx = {"seat": seat, "board": board, "hero": hero, "card": card}
        if skill.once:
            self.drop_item(card)
            self.lost = True
        yield from self.name_target(skill.effect[0], ctx)
        yield from self.pay_cost(cost, board, seat, extra)
        return (yield from self.do_all(skill.effect, ctx))

    # ---- dilemmas (RA-WIN-07, 09, 10, 14) ----

    def dilemma_moves(self, seat, name, cause):
        found = []
        for b in self.own(seat):
            for card in self.waiting(b):
                if self.payable(CARDS[card]["cost"], b) and self.dilemma_fits(card, b, seat, name, cause):
                    found.append("dilemma " + card)
        return found

    def dilemma_fits(self, card, board, seat, name, cause):
        kind = CARDS[card]["kind"]
        if kind == "B":
            if name != "bless" or seat != self.guide or self.blessed:
                return False
        elif kind == "A" and name not in ("obj_before", "obj_after") or kind == "O" and name != "won":
            return False
        elif kind == "R" and name not in ("gold", "move", "obj_after", "vit") or kind == "M" and name not in ("gold", "move"):
            return False
        scoped = board if CARDS[card]["scope"] == "c" else None
        ctx = {"seat": seat, "board": board, "scope": scoped, "card": card, "cause": cause}
        return any(self.effect_allowed(e, ctx, name) for e in CARDS[card]["effect"])

    def play_dilemma(self, seat, card, name):
        board = "ABC".index(self.at[card])
        scoped = board if CARDS[card]["scope"] == "c" else None
        ctx = {"seat": seat, "board": board, "scope": scoped, "card": card, "cause": self.cause}
        choices = CARDS[card]["effect"]
        effect = choices[0]
        self.at[card] = "discard"
        yield from self.pay_cost(CARDS[card]["cost"], board, seat)
        if CARDS[card]["kind"] == "B":
            self.blessed = True
        if len(choices) > 1:
            able = [k for k, e in enumerate(choices) if self.effect_allowed(e, ctx, name)]
            k = able[0]
            if len(able) > 1:
                _, k = yield from self.ask("alt_choice", seat, ["alt %d" % k for k in able])
            effect = choices[int(k)]
        yield from self.name_target(effect[0], ctx)
        return (yield from self.do_all(effect, ctx))
