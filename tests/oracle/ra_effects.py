"""What cards do (section 10.2), heroes coming and going, equipment (RA-VIT, RA-DTH, RA-EQP, RA-FX)."""

import ra_ways
from ra_tables import CARDS, DECKS, HEROES, IMPS, ITEMS, SHORT, ZONE_SQUARES


class Effects:
    # ---- legality of an effect as a skill or dilemma ----

    def effect_allowed(self, effect, ctx, name):
        return all(self.step_allowed(e.verb, e.args, ctx, name) for e in effect)

    def in_scope(self, hero, ctx):
        return hero in self.heroes and (ctx.get("scope") is None or self.board_of_hero(hero) == ctx["scope"])

    def step_allowed(self, verb, args, ctx, name):
        scope = ctx.get("scope")
        if verb == "HEAL":
            return any(h in self.markers for h in self.who(args[0], ctx))
        if verb in ("REDUCE", "AUTO", "BANISH"):
            if scope is not None and self.node.kind == "I" and not self.in_scope(self.tester, ctx):
                return False
            if verb == "REDUCE":
                return SHORT[args[0]] in (None, self.node.what)
            return verb == "AUTO" or bool(self.bait(args[0]))
        if verb in ("REROLL", "DIE"):
            return bool(self.dice_for(verb, args, ctx, name))
        if verb == "REROLLG":
            return name == "gold" and ctx["seat"] == self.guide
        if verb == "SHIELD":
            v = self.vital
            return name == "vit" and self.in_scope(v["hero"], ctx) and not v["shield"] and (v["die"] is None or v["die"] < self.life(v["hero"]))
        if verb == "REVIVE":
            v = self.vital
            return name == "vit" and v["die"] is not None and self.in_scope(v["hero"], ctx) and not v["revive"] and v["die"] > self.life(v["hero"])
        if verb == "STOPAVA":
            return name == "gold" and ctx["cause"] == "progression"
        if verb == "AVA":
            return name in ("gold", "move")
        if verb == "ADDDIE":
            return name == "move" and len(self.move_dice) < 6           # RA-RUL-67
        if verb == "SWAP":
            return bool(self.swappable(ctx))
        if verb == "SAC":
            return bool([h for h in self.heroes if h != ctx.get("hero")])
        if verb == "OFFER" and args[0] == "vac":
            return bool(self.vacancies(ctx["board"]))
        if verb in ("TAKE", "BURN"):
            return any(self.vils)
        return True

    def swappable(self, ctx):
        return [h for h in self.heroes if self.in_scope(h, ctx)]

    def bait(self, what):
        return [c for c in self.play_cards if what in ("any", CARDS[c]["sort"])]

    def dice_for(self, verb, args, ctx, name):
        """The dice that REROLL(n) or DIE(a,b) may act on: numbers, or "gold" and "vit"."""
        fits = (lambda v: v == args[0]) if verb == "DIE" else (lambda v: True)
        scope = ctx.get("scope")
        if name == "gold":
            return ["gold"] if verb == "DIE" and ctx["seat"] == self.guide and fits(self.gold) else []
        if name == "move":
            if scope is not None and self.owner(scope) != self.guide:
                return []
            return [k for k, v in enumerate(self.move_dice) if fits(v)]
        if name == "vit":
            v = self.vital
            return ["vit"] if v["die"] is not None and self.in_scope(v["hero"], ctx) and fits(v["die"]) else []
        if name == "obj_after":
            return [k for k, (hero, v) in enumerate(self.dice) if self.in_scope(hero, ctx) and fits(v)]
        return []

    # ---- doing ----

    def do_all(self, effect, ctx):
        found = None
        for e in effect:
            done = yield from getattr(self, "fx_" + e.verb.lower())(ctx, *e.args)
            found = done or found
        return found

    def who(self, word, ctx):
        """RA-FX-15, of heroes that are there."""
        if word == "gold":
            return [self.designated()] if self.designated() else []
        if word in ("place2", "leader"):
            k = 1 if word == "place2" else 0
            return self.heroes[k:k + 1]
        if word in ("self", "bearer"):
            return [ctx["hero"]]
        if word == "mate":
            return [h for h in self.heroes if h != ctx["hero"]]
        if word == "board":
            boards = ctx.get("boards", [ctx.get("board")])
            return [h for h in self.heroes if self.board_of_hero(h) in boards]
        return [h for h in self.heroes if self.in_scope(h, ctx)]

    def pick_hero(self, heroes, seat, done=False):
        moves = ["pick_hero %d" % self.place(h) for h in heroes]
        move = yield from self.ask("pick_hero", seat, moves + (["pick_done"] if done else []))
        return None if move[0] == "pick_done" else self.heroes[int(move[1]) - 1]

    def name_target(self, step, ctx):
        """Whom a step aims at is said before its cost is paid."""
        able = []
        if step.verb == "SAC":
            able = [h for h in self.heroes if h != ctx["hero"]]
        elif step.verb == "HEAL" and step.args[0] in ("mate", "one", "pick"):
            able = [h for h in self.who(step.args[0], ctx) if h in self.markers]
        elif step.verb == "SWAP":
            able = self.swappable(ctx)
        if able:
            ctx["named"] = yield from self.pick_hero(able, ctx["seat"])

    def fx_gem(self, ctx, n):
        yield from self.gain(n, ctx.get("scope"))

    def fx_pay(self, ctx, n):
        yield from self.mandatory(n)

    def fx_cede(self, ctx, n):
        yield from self.cede(n)

    def fx_vgem(self, ctx, n):
        yield from self.vgem(n)

    def fx_take(self, ctx, n):
        yield from self.take(n)

    def fx_burn(self, ctx, n):
        yield from self.burn(n, ctx["seat"])

    def fx_loot(self, ctx, n):
        yield from self.loot(n)

    def fx_imp(self, ctx, n):
        yield from self.imps(n)

    def fx_heal(self, ctx, who):
        hurt = [h for h in self.who(who, ctx) if h in self.markers]
        if who in ("mate", "one", "pick"):
            if hurt:
                del self.markers[ctx["named"]]
        elif isinstance(who, int):
            yield from self.heal_some(self.who(who, ctx), who, ctx["seat"])
        else:
            for hero in hurt:
                del self.markers[hero]

    def heal_some(self, heroes, n, seat):
        for _ in range(n):
            hurt = [h for h in heroes if h in self.markers]
            if not hurt:
                return
            hero = yield from self.pick_hero(hurt, seat, done=True)
            if hero is None:
                return
            del self.markers[hero]

    def fx_offer(self, ctx, mode):
        if mode == "chance":
            yield from self.offer(ctx["seat"])
            return
        if self.vacancies(ctx["board"]):
            hero = yield from self.draw("heroes")
            if hero:
                yield from self.enrol(hero)

    def offer(self, seat):
        hero = yield from self.draw("heroes")
        if hero is None:
            return
        self.at[hero] = "open"
        moves = ["offer_discard"] + (["offer_enrol"] if len(self.heroes) < 6 else [])
        moves += ["offer_replace %d" % self.place(h) for h in self.heroes if all(self.gems[self.board_of_hero(h)])]
        move = yield from self.ask("hero_offer", seat, moves)
        if move[0] == "offer_discard":
            self.at[hero] = "discard"
        elif move[0] == "offer_enrol":
            yield from self.enrol(hero)
        else:
            place = int(move[1])
            for colour in range(5):
                self.pay_bank(self.board_of(place), colour)
            yield from self.replace(self.heroes[place - 1], hero, "discard")

    def enrol(self, hero):
        """RA-DTH-07."""
        self.heroes.append(hero)
        self.at[hero] = "team"
        yield from self.equip([])

    def replace(self, old, new, to, equip=True):
        """RA-DTH-10, 11; RA-EQP-09."""
        k = self.heroes.index(old)
        self.heroes[k] = new
        self.at[old], self.at[new] = to, "team"
        self.forget(old)
        for die in self.dice:                            # RA-OBJ-19
            if die[0] == old:
                die[0] = new
        if self.tester == old:
            self.tester = new
        self.loosen(old)
        if equip:
            yield from self.equip([])

    def forget(self, hero):
        self.markers.pop(hero, None)
        for card, prey in self.prey.items():
            if prey == hero:
                self.prey[card] = None

    def loosen(self, hero):
        """The items that lose their holder."""
        loose = [i for i in ITEMS if self.holder.get(i) == hero]
        self.active -= set(loose)
        return loose

    def leave(self, hero, to, discard=True):
        """RA-DTH-01 to 06, 09; RA-OBJ-19."""
        self.heroes.remove(hero)
        self.at[hero] = to
        self.forget(hero)
        for die in self.dice:
            die[0] = None if die[0] == hero else die[0]
        if self.tester == hero:
            self.tester = None
        loose = self.loosen(hero)
        if not self.heroes:
            self.over("wiped_out")
        yield from self.equip(loose, discard)

    # ---- equipment (RA-EQP) ----

    def drop_item(self, item):
        self.holder.pop(item)
        self.active.discard(item)
        self.at[item] = "out" if CARDS[item]["sort"] == "relic" else "discard"      # RA-DCK-03

    def fits(self, item, hero):
        """RA-EQP-01 to 03."""
        others = [i for i in self.active if self.holder[i] == hero and i != item]
        sets = {c for i in others for c in CARDS[i]["sets"]}
        return len(others) < 3 and not sets & set(CARDS[item]["sets"]) and CARDS[hero]["race"] not in CARDS[item]["barred"]

    def cursed(self, item):
        return "cursed" in CARDS[item]["tags"]

    def loot(self, n, discard=False):
        items = []
        for _ in range(n):
            item = yield from self.draw("loot")
            if item:
                self.at[item] = "held"
                items.append(item)
        if items:
            yield from self.equip(items, discard)

    def equip(self, loose, discard=False):
        for item in loose:
            self.holder.setdefault(item, None)
            self.at[item] = "held"
        moved = {}
        while self.holder:
            waiting = [i for i in self.holder if self.holder[i] not in self.heroes]
            uneasy = [i for i in self.holder if self.cursed(i) and i not in self.active and any(self.fits(i, h) for h in self.heroes)]
            items = [i for i in ITEMS if i in self.holder and (moved.get(i, 0) < 2 or i in uneasy) and not (i in self.active and self.cursed(i))]
            moves = ["equip_item " + i for i in items] + ([] if waiting or uneasy else ["equip_done"])
            move = yield from self.ask("equip_item", self.guide, moves)
            if move[0] == "equip_done":
                return
            item = move[1]
            places = []
            able = [h for h in self.heroes if self.fits(item, h)]
            for hero in self.heroes:
                places += ["equip_holder %d active" % self.place(hero)] if hero in able else []
                places += ["equip_holder %d stored" % self.place(hero)] if not (self.cursed(item) and able) else []
            to = yield from self.ask("equip_holder", self.guide, places + (["equip_discard"] if discard and item in waiting else []))
            moved[item] = moved.get(item, 0) + 1
            self.active.discard(item)
            if to[0] == "equip_discard":
                self.drop_item(item)
                continue
            self.holder[item] = self.heroes[int(to[1]) - 1]
            if to[2] == "active":
                self.active.add(item)

    # ---- life and death (RA-VIT) ----

    def life(self, hero):
        return self.markers.get(hero, CARDS[hero]["vitality"])

    def vit(self, hero, owner):
        """True if the hero dies of it."""
        before, self.vital = self.vital, {"hero": hero, "die": None, "hurt": 0, "shield": False, "revive": False}
        self.vital["die"] = yield from self.die()
        yield from self.window("vit")
        v, self.vital = self.vital, before
        if hero not in self.heroes:
            return False
        if v["die"] > self.life(hero):
            if not v["revive"]:
                yield from self.leave(hero, "purse" if owner == "T" else "vils_pile")
                return True
            self.markers[hero] = 1
        elif v["die"] < self.life(hero) and not v["shield"]:
            self.markers[hero] = v["die"]
        return False

    def hurt(self, hero, n):
        before, self.vital = self.vital, {"hero": hero, "die": None, "hurt": n, "shield": False, "revive": False}
        yield from self.window("vit")
        v, self.vital = self.vital, before
        if hero not in self.heroes or v["shield"]:
            return
        if self.life(hero) - n > 0:
            self.markers[hero] = self.life(hero) - n
        else:
            yield from self.leave(hero, "vils_pile")

    def fx_vit(self, ctx, who, owner):
        for hero in self.who(who, ctx)[:1]:
            yield from self.vit(hero, owner)

    def fx_hurt(self, ctx, who, n):
        for hero in self.who(who, ctx)[:1]:
            yield from self.hurt(hero, n)

    def fx_sac(self, ctx):
        yield from self.leave(ctx["named"], "purse")

    def fx_swap(self, ctx):
        new = yield from self.draw("heroes")
        if new:
            yield from self.replace(ctx["named"], new, "discard")

    def fx_revive(self, ctx):
        self.vital["revive"] = True
        return
        yield

    def fx_shield(self, ctx):
        self.vital["shield"] = True
        return
        yield

    # ---- pawns, dice, the objective ----

    def fx_move(self, ctx, n):
        self.team_at = ra_ways.outcome_move(self, n)
        if self.team_at == self.avatar:
            self.over("avatar")
        return
        yield

    def fx_ava(self, ctx, n):
        yield from self.avatar_moves(n)

    def fx_stopava(self, ctx):
        self.stopava = True
        return
        yield

    def fx_adddie(self, ctx):
        yield from self.add_die()

    def fx_reduce(self, ctx, what, points, stars):
        self.eased = (self.eased[0] + points, self.eased[1] + stars)
        return
        yield

    def fx_auto(self, ctx):
        self.auto = True
        return "close"
        yield

    def fx_rerollg(self, ctx):
        self.gold = yield from self.die()

    def fx_reroll(self, ctx, n):
        able = self.dice_for("REROLL", (n,), ctx, self.win)
        if able == ["vit"]:
            self.vital["die"] = yield from self.die()
        elif self.win == "move":
            yield from self.reroll_move_die(ctx["seat"])
        else:
            yield from self.reroll_dice(ctx["seat"], able, n)

    def reroll_dice(self, seat, able, most):
        """RA-CHN-04: one after the other, lower place first."""
        able = list(able)
        masks = [[k for j, k in enumerate(able) if bits >> j & 1] for bits in range(1, 1 << len(able))]
        moves = ["dice_mask " + " ".join(str(k + 1) for k in m) for m in masks if len(m) <= most]
        if not able:
            return
        mask = moves[0].split() if len(able) == 1 else (yield from self.ask("pick_dice", seat, moves))
        for k in map(int, mask[1:]):
            self.dice[k - 1][1] = yield from self.die()

    def fx_die(self, ctx, old, new):
        able = self.dice_for("DIE", (old, new), ctx, self.win)
        k = able[0]
        if len(able) > 1:
            _, word = yield from self.ask("pick_dice", ctx["seat"], ["dice_mask %d" % (j + 1) for j in able])
            k = int(word) - 1
        if k == "gold":
            self.gold = new
        elif k == "vit":
            self.vital["die"] = new
        elif self.win == "move":
            self.move_dice[k] = new
        else:
            self.dice[k][1] = new

    def fx_free(self, ctx):
        self.frees.append(ctx["scope"])
        return
        yield

    def fx_nopen(self, ctx):
        self.nopens.append(ctx["scope"])
        return
        yield

    def fx_banish(self, ctx, what):
        _, card = yield from self.ask("pick_card", ctx["seat"], ["pick_card " + c for c in self.bait(what)])
        self.out_of_play(card, "discard")

    def fx_epic(self, ctx, n):
        self.epic += n
        return
        yield

    # ---- looking, rooms, door ----

    def fx_peek(self, ctx, what, n):
        yield from self.peek(what, n, ctx["seat"])

    def peekable(self, what):
        """RA-DCK-07: what is not yet known."""
        moves = ["peek R%02d" % k for k, room in self.rooms.items() if room["card"] is None]
        if what == "any":
            moves += ["peek " + s for s in ZONE_SQUARES if self.stacks[s] and s not in self.tops]
            moves += ["peek_deck " + d for d in self.decks if self.decks[d] and not self.known[d]]
            moves += ["peek " + at for k, at in self.tokens.values() if k is None and at not in (None, "gone", "vils")]
        return moves

    def peek(self, what, n, seat):
        for _ in range(n):
            moves = self.peekable(what)
            if not moves:
                return
            move = yield from self.ask("peek", seat, moves + ["pick_done"])
            if move[0] == "pick_done":
                return
            if move[0] == "peek_deck":
                name = move[1]
                card = yield from self.identify(DECKS[name])
                self.known[name] = [card]
                self.at[card] = "known"
            elif move[1] in ZONE_SQUARES:
                self.at[(yield from self.top_of(move[1]))] = "known"
            elif move[1].startswith("R"):
                self.at[(yield from self.room_card(int(move[1][1:])))] = "known"
            else:
                yield from self.kind_of(self.token_at(move[1]))

    def fx_room(self, ctx, n):
        for _ in range(n):
            down = [k for k, room in self.rooms.items() if not room["up"]]
            if not down:
                return
            _, slot = yield from self.ask("pick_room", self.guide, ["pick_room R%02d" % k for k in down])
            yield from self.turn_room(int(slot[1:]))

    def fx_open(self, ctx):
        self.door_open = True
        return
        yield

    def fx_slide(self, ctx):
        card = ctx["hazard"]
        if CARDS[card]["sort"] == "door":
            self.door_notch = min(3, self.door_notch + 1)
        else:
            room = self.rooms[self.slot_of(card)]
            room["notch"] = min(3, room["notch"] + 1)
        return
        yield

    def fx_portal(self, ctx):
        self.portal_token = True
        return
        yield

    # ---- cards ----

    def imps(self, n, from_pile=False):
        """RA-FX-09; RA-TOK-15, 21: from the Vils' pile."""
        for _ in range(n):
            if from_pile:
                card = yield from self.from_pile()
            else:
                card = yield from self.draw("imps")
            if card is None:
                return
            if CARDS[card]["sort"] != "dilemma":
                self.at[card] = "discard"
                continue
            self.at[card] = "open"
            moves = ["dilemma_keep " + "ABC"[b] for b in range(self.boards) if self.dilemma_slot(b)]
            moves += ["dilemma_swap " + c for b in range(self.boards) for c in self.waiting(b)] + ["dilemma_discard"]
            move = yield from self.ask("dilemma_offer", self.guide, moves)
            if move[0] == "dilemma_keep":
                self.at[card] = move[1]
            elif move[0] == "dilemma_swap":
                self.at[card], self.at[move[1]] = self.at[move[1]], "discard"
            else:
                self.at[card] = "discard"

    def from_pile(self):
        """RA-DCK-09, RA-CHN-08."""
        lying = [c for c in IMPS if self.at.get(c) == "vils_pile"]
        hidden = self.vdown["imps"]
        weights = {"draw " + c: 1 for c in lying}
        if hidden:
            weights["hidden"] = hidden
        if not weights:
            return None
        move = yield from self.chance("draw", weights)
        if move[0] != "hidden":
            return move[1]
        card = yield from self.identify(IMPS)
        self.vdown["imps"] -= 1
        return card

    def fx_give(self, ctx, n):
        yield from self.give(n)

    def give(self, n):
        for _ in range(n):
            cards = [c for b in range(self.boards) for c in self.waiting(b)]
            if not cards:
                return
            _, card = yield from self.ask("pick_dilemma", self.guide, ["pick_dilemma " + c for c in cards])
            self.at[card] = "vils_pile"

    def fx_steal(self, ctx):
        """RA-OUT-07."""
        hero = self.prey.get(ctx["critter"]) if ctx.get("critter") else self.designated()
        items = [i for i in ITEMS if hero and self.holder.get(i) == hero]
        for item in items:
            self.drop_item(item)
            self.at[item] = "vils_pile"
        if items:
            yield from self.equip([])

    def fx_relic(self, ctx, relic):
        """RA-QST-02, 04 to 06."""
        if ctx.get("used"):
            return
        if relic in self.at and self.at[relic] != "known":
            yield from self.loot(3)
            return
        move = yield from self.ask("relic_choice", self.guide, ["relic", "loot3"])
        if move[0] == "loot3":
            yield from self.loot(3)
            return
        self.take_relic(relic)
        yield from self.equip([relic])

    def fx_treasure(self, ctx):
        self.at[self.treasure] = "purse"
        return
        yield

    def fx_vdrop(self, ctx, align):
        yield from self.turn_up_pile("heroes")
        for hero in HEROES:
            if self.at.get(hero) == "vils_pile" and CARDS[hero]["alignment"] == align:
                self.at[hero] = "discard"

    def fx_trade(self, ctx, race):
        """RA-QST-13, RA-DCK-11."""
        yield from self.turn_up_vteam()
        traded = False
        while True:
            moves = ["trade %d %d" % (self.place(h), k + 1) for h in self.heroes if CARDS[h]["race"] != race
                     for k, vil in enumerate(self.vteam) if CARDS[vil]["race"] == race]
            if not moves:
                break
            move = yield from self.ask("trade", self.guide, moves + ["trade_done"])
            if move[0] == "trade_done":
                break
            old, k = self.heroes[int(move[1]) - 1], int(move[2]) - 1
            new, self.vteam[k] = self.vteam[k], old
            yield from self.replace(old, new, "vils_team", equip=False)
            traded = True
        if traded:
            yield from self.equip([])
