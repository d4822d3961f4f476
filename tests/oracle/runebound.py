"""The rules of Runebound a second time, from rules/runebound.md alone.

    g = Game({"players": 3})
    g.actor(), g.legal_moves() or g.outcomes(), g.play("roll_dice 4"), g.position()

A game is a generator (run) that asks whoever must act and goes on with the answer,
so that the order of things is the order of the text. Fights are in rb_fight.py,
what cards do in rb_cards.py, positions in rb_position.py.

    python3 runebound.py --games 1 --seed 1 --set players=2 --set round_limit=5
"""

import copy
import math
import sys

sys.dont_write_bytecode = True   # no files in the source tree
import play                                         # noqa: E402
import rb_position                                  # noqa: E402
from play import BadOptions, Refused                # noqa: E402
from rb_cards import Cards, Down, GameOver, TurnOver    # noqa: E402
from rb_fight import Fights                         # noqa: E402
from rb_refusals import refusal                     # noqa: E402
from rb_ways import ways                           # noqa: E402
from rb_tables import (ATTRIBUTES, BOARD, CARDS, COUNTER_COST, DECKS, FACES, GEM, HEROES, MARKET, NUMBER, SITE_COLOUR,    # noqa: E402
                       SITES, TOWN_HEX, TOWNS, nearest_towns)

OPTIONS = {"players": (2, 6, 4), "ally_limit": (0, 30, 0), "round_limit": (0, 10000, 0), "combat_round_cap": (10, 200, 50)}
WORDS = {"hero_mode": ("random", "chosen"), "pvp": ("on", "off"), "vorakesh_wins": ("off", "on")}    # the default first


def read_options(given):
    """RB-OPT-01 to 08."""
    found = {name: default for name, (_, _, default) in OPTIONS.items()}
    found.update((name, words[0]) for name, words in WORDS.items())
    for name, value in given.items():
        if name in OPTIONS:
            low, high, _ = OPTIONS[name]
            if not str(value).isdigit() or not low <= int(value) <= high:
                raise BadOptions("%s is not %d..%d" % (name, low, high))
            found[name] = int(value)
        elif name in WORDS and value in WORDS[name]:
            found[name] = value
        else:
            raise BadOptions("no option %s=%s" % (name, value))
    return found


def face_weights(n):
    """RB-RUL-89: sorted faces of n dice, and in how many orders they may lie."""
    found = {}

    def grow(faces, least, ways, run):
        if len(faces) == n:
            found["faces " + " ".join(map(str, faces))] = ways
            return
        for face in range(least, len(FACES)):
            same = run + 1 if faces and faces[-1] == face else 1
            grow(faces + [face], face, ways * (len(faces) + 1) // same, same)
    grow([], 0, 1, 0)
    return found


WEIGHTS = {n: face_weights(n) for n in range(1, 6)}


class Game(Cards, Fights):
    def __init__(self, options):
        self.options = read_options(options)
        self.n = self.options["players"]
        self.p = [rb_position.new_player() for _ in range(self.n)]
        self.cards = {}                          # what lies anywhere but unseen
        self.unseen = {"market": list(MARKET), **{c: list(d) for c, d in DECKS.items()}}
        self.tails = {name: [] for name in self.unseen}
        self.sites = dict.fromkeys(SITES, "gem")
        self.track = {str(k): {"card": "-", "site": "-", "age": 0} for k in range(1, 7)}
        self.next_age = 1
        self.event = "-"
        self.active = self.first = 0
        self.round = 1
        self.in_town = False
        self.dice, self.spent = [], []           # faces, and the dice spent
        self.free_steps = self.rest = self.extra_draws = 0
        self.fight = self.now = self.pending = None
        self.winners, self.outcome = [], "running"
        self.known = [None] * self.n             # what passives a seat has, until its cards change
        self.begin(self.run())

    # ---- asking and answering ----

    def begin(self, running):
        self.running = running
        self.proceed(None)

    def proceed(self, answer):
        try:
            self.running.send(answer)
        except GameOver as e:
            self.outcome, self.winners = e.args
            self.phase, self.decides, self.choices = "game_over", "over", []

    def ask(self, phase, seat, moves):
        """What the seat answers, in words."""
        self.phase, self.decides, self.choices = phase, seat, moves
        return (yield)

    def chance(self, phase, weights):
        return (yield from self.ask(phase, "chance", weights))

    def actor(self):
        return self.decides

    def legal_moves(self):
        return list(self.choices)

    def outcomes(self):
        return dict(self.choices)

    def position(self):
        return copy.deepcopy(rb_position.position(self))

    def play(self, move):
        if move.startswith("go "):
            if refusal(self, move):
                raise Refused("%s is refused: %s" % (move, refusal(self, move)))
            _, to, way = move.split()
            for one in ways(self)[int(to)][int(way)]:
                self.play(one)
            return
        known = canon(move) if self.decides == "chance" else move
        if known not in self.choices:
            raise Refused("%s is refused: %s" % (move, refusal(self, move)))
        self.proceed(move.split())

    # ---- setup (RB-SET) ----

    def run(self):
        for town in range(1, len(TOWNS)):
            card = yield from self.draw("market", "setup", "deal")
            self.lay(card, "stack%d" % town)
        yield from self.heroes()

    def heroes(self):
        left = [h for h in HEROES if all(p["hero"] != h for p in self.p)]
        for seat in range(self.n):
            if self.p[seat]["hero"] != "-":
                continue
            self.active = seat
            if self.options["hero_mode"] == "chosen":
                _, hero = yield from self.ask("hero_pick", seat, ["choose_hero " + h for h in left])
            else:
                _, hero = yield from self.chance("hero_deal", {"hero " + h: 1 for h in left})
            left.remove(hero)
            self.p[seat]["hero"] = hero
            self.changed(seat)
        self.active = 0
        _, seat = yield from self.chance("first_player", {"first %d" % s: 1 for s in range(self.n)})
        self.first = self.active = int(seat)
        yield from self.turns()

    # ---- turns (RB-TRN, RB-END) ----

    def turns(self, begun=None):
        """begun: the rest of a turn that a position stands in."""
        while True:
            yield from (begun or self.turn())
            begun = None
            self.active = (self.active + 1) % self.n
            if self.active == self.first:        # RB-TRN-03, RB-WIN-06
                if self.round == self.options["round_limit"]:
                    raise GameOver("limit", self.best())
                self.round += 1

    def best(self):
        """RB-WIN-06."""
        ranks = [(self.runes(s), sum(self.p[s]["counters"]), self.p[s]["gold"]) for s in range(self.n)]
        return [s for s in range(self.n) if ranks[s] == max(ranks)]

    def turn(self):
        self.clear_turn()
        self.in_town = BOARD[self.me["hex"]].town is not None
        for token in [self.me, *(self.cards[c] for c in self.me["cards"])]:    # RB-REF-01
            token["face_down"] = False
        yield from self.steps(self.movement())

    def steps(self, *begun):
        """The rest of a turn; a knock-out of the active hero ends it (RB-KO-09)."""
        try:
            for step in begun:
                yield from step
        except Down as d:                        # outside a fight: RB-KO-10
            yield from self.knock_out(d.seat)
        except TurnOver:
            pass

    def clear_turn(self):
        """RB-TRN-04."""
        for p in self.p:
            p["used_turn"] = p["used_roll"] = p["attacked"] = False
        for token in self.cards.values():
            for name in rb_position.FLAGS:
                token[name] = False

    @property
    def me(self):
        return self.p[self.active]

    # ---- movement (RB-MOV) ----

    def movement(self):
        self.dice, self.spent, self.free_steps, self.rest = [], [], 0, 0
        while True:
            n = self.dice_number()
            moves = self.usable(self.active, "before_move") + ["roll_dice %d" % k for k in range(n + 1)] + ["free_step_mode"]
            move = yield from self.ask("move_plan", self.active, moves)
            if move[0] != "use":
                break
            if (yield from self.use(self.active, move, "before_move")) == "teleported":
                yield from self.arrival()
                return
        if move[0] == "free_step_mode":
            self.free_steps = 1
            yield from self.moving()
            return
        rolled = int(move[1])
        self.rest = n - rolled
        yield from self.resting()
        if rolled:
            faces = yield from self.chance("move_roll", WEIGHTS[rolled])
            self.dice = [int(f) for f in faces[1:]]
            yield from self.moving()
        else:                                    # RB-MOV-09
            yield from self.arrival()

    def dice_number(self):
        """RB-MOV-01, RB-MOV-02."""
        base = 5 if self.in_town else 4
        return max(0, min(5, base + sum(e.args[0] for _, e in self.passives(self.active) if e.verb == "DICE_MOD")))

    def resting(self):
        while self.rest:
            tired = [c for c in self.characters(self.active) if self.body(self.active, c)["fatigue"]]
            if not tired:                        # RB-MOV-33
                break
            move = yield from self.ask("rest", self.active, ["rest " + c for c in tired] + ["rest_done"])
            if move[0] == "rest_done":
                break
            self.body(self.active, move[1])["fatigue"] -= 1
            self.rest -= 1
        self.rest = 0

    def moving(self):
        while True:
            moves = self.usable(self.active, "moving") + self.steps_open() + ["end_move"]
            move = yield from self.ask("move", self.active, moves)
            if move[0] == "end_move":
                break
            if move[0] == "use":
                yield from self.use(self.active, move, "moving")
                continue
            if move[0] == "step":
                self.spent = sorted(self.spent + [int(move[2])])
            else:
                self.free_steps -= 1
            self.enter(BOARD[self.me["hex"]].sides[int(move[1])])
        yield from self.arrival()

    def steps_open(self):
        found, free = [], []
        wild = {e.args[0] for _, e in self.passives(self.active) if e.verb == "WILD"}
        for d, to in enumerate(BOARD[self.me["hex"]].sides):
            if to is None:
                continue
            terrain = BOARD[to].terrain
            for die, face in enumerate(self.dice):
                if die not in self.spent and (terrain == "town" or terrain in wild or terrain in FACES[face]):
                    found.append("step %d %d" % (d, die))
            if self.free_steps:
                free.append("step_free %d" % d)
        return found + free

    def enter(self, to):
        """RB-MOV-23, RB-MOV-25."""
        self.me["prev_hex"], self.me["hex"] = self.me["hex"], to
        for e in self.globals_of("MOVE_COST"):
            if e.args[0] == BOARD[to].terrain:
                self.tire(self.active, "H", e.args[1])

    def throw_again(self, dice):
        faces = yield from self.chance("move_roll", WEIGHTS[len(dice)])
        for die, face in zip(sorted(dice), faces[1:]):
            self.dice[die] = int(face)

    # ---- arrival, adventures (RB-ARR, RB-ADV) ----

    def arrival(self):
        here = self.me["hex"]
        site = BOARD[here].site
        adventure = site is not None and self.sites[site] != "empty"
        moves = ["adventure"] if adventure else []
        if self.options["pvp"] == "on":
            moves += ["attack_hero %d" % s for s in range(self.n) if s != self.active and self.p[s]["hex"] == here]
        move = ["decline"]
        if moves:                                # RB-GEN-10
            move = yield from self.ask("arrive", self.active, moves + ["decline"])
        if move[0] == "adventure":
            yield from self.adventure(site)
        elif move[0] == "attack_hero":
            yield from self.duel(int(move[1]))
        elif not adventure and BOARD[here].town is not None:    # RB-ARR-05 to 07
            yield from self.market_step()
            return
        yield from self.experience()

    def adventure(self, site):
        mark = self.sites[site]
        if mark != "gem":                        # RB-ADV-02
            yield from self.challenge(self.track[mark]["card"], mark, site)
            return
        while True:
            card = yield from self.draw(SITE_COLOUR[site], "draw", "draw")
            if card is None:                     # RB-ADV-07
                return
            self.lay(card, "open")
            if CARDS[card].sort == "challenge":
                yield from self.challenge(card, None, site)
                return
            if CARDS[card].sort == "event":
                yield from self.reveal_event(card)
            else:
                yield from self.encounter(card)

    def encounter(self, card):
        """RB-ENC; RB-ADV-06."""
        down = False
        try:
            yield from self.do_all(CARDS[card].scripts["do"])
        except Down:
            down = True
            yield from self.knock_out(self.active)
        self.lay(card, "out")                    # RB-ENC-03
        if down:
            raise TurnOver

    def reveal_event(self, card):
        """RB-EVT-02 to 10."""
        if self.event != "-":
            if CARDS[card].numeral <= CARDS[self.event].numeral:
                self.lay(card, "out")
                return
            self.lay(self.event, "pile")
        self.event = card
        self.lay(card, "event")
        over = False
        for e in CARDS[card].scripts.get("enter", ()):
            for k in range(self.n):
                seat = (self.active + k) % self.n
                try:
                    self.strike(seat, e)
                except Down:
                    yield from self.knock_out(seat)
                    over |= seat == self.active
        if over:
            raise TurnOver

    # ---- knock-outs (RB-KO) ----

    def knock_out(self, seat):
        p = self.p[seat]
        p["xp_unspent"] = p["wounds"] = p["fatigue"] = 0
        p["gold"] -= p["gold"] // 2
        towns = nearest_towns(p["hex"])
        town = towns[0]
        if len(towns) > 1:
            move = yield from self.ask("ko_town", seat, ["choose_town " + TOWNS[t] for t in towns])
            town = TOWNS.index(move[1])
        p["hex"], p["prev_hex"] = TOWN_HEX[town], "-"

    # ---- the market (RB-MKT) ----

    def market_step(self):
        move = yield from self.ask("market_enter", self.active, ["enter_market", "skip_market"])
        if move[0] == "enter_market":
            town = BOARD[self.me["hex"]].town
            for _ in range(1 + sum(e.args[0] for e in self.globals_of("EXTRA_DRAW"))):
                card = yield from self.draw("market", "market_draw", "deal")
                if card is None:                 # RB-MKT-03
                    break
                self.lay(card, "stack%d" % town)
            yield from self.market()
        yield from self.experience()

    def rest_of_market(self):
        yield from self.market()
        yield from self.experience()

    def market(self):
        town = BOARD[self.me["hex"]].town
        while True:
            moves = self.trades(town)
            move = yield from self.ask("market", self.active, moves)
            if move[0] == "leave_market":
                return
            yield from getattr(self, "trade_" + move[0])(move[1], town)

    def price(self, card):
        """RB-MKT-08."""
        mods = [e for _, e in self.passives(self.active) if e.verb == "PRICE_MOD"] + self.globals_of("PRICE_MOD")
        return max(1, CARDS[card].price + sum(e.args[1] for e in mods if e.args[0] in ("all", CARDS[card].sort)))

    def heal_cost(self):
        return max([e.args[0] for e in self.globals_of("HEAL_COST")], default=1)

    def stack(self, town):
        return sorted((c for c, t in self.cards.items() if t["place"] == "stack%d" % town), key=NUMBER.get)

    def trades(self, town):
        me, full = self.me, self.options["ally_limit"] and self.allies(self.active) >= self.options["ally_limit"]
        offer = [c for c in self.stack(town) if self.price(c) <= me["gold"]]
        own = [c for c in me["cards"] if self.held(c).sort == "artifact"]
        hurt = [c for c in self.characters(self.active) if self.body(self.active, c)["wounds"]]
        return (["buy " + c for c in offer if CARDS[c].sort == "artifact" and not self.cards[c]["sold"]]
                + ["hire " + c for c in offer if CARDS[c].sort == "ally" and not full]
                + ["sell " + c for c in own if c in CARDS and CARDS[c].sort == "artifact" and not self.cards[c]["bought"]]
                + ["heal " + c for c in hurt if me["gold"] >= self.heal_cost()]
                + ["discard " + c for c in own] + ["leave_market"])

    def trade_buy(self, card, town):
        self.me["gold"] -= self.price(card)
        self.gain(self.active, card)
        self.cards[card]["bought"] = True
        yield from self.within_limits(self.active)

    trade_hire = trade_buy

    def trade_sell(self, card, town):
        self.me["gold"] += math.ceil(CARDS[card].price / 2)
        self.lose(self.active, card)
        self.lay(card, "stack%d" % town)
        self.cards[card]["sold"] = True
        yield from ()

    def trade_heal(self, who, town):
        self.me["gold"] -= self.heal_cost()
        self.body(self.active, who)["wounds"] -= 1
        yield from ()

    def trade_discard(self, card, town):
        self.put_away(self.active, card)
        yield from ()

    # ---- experience (RB-XP) ----

    def experience(self):
        while True:
            cost = COUNTER_COST[self.n]
            moves = ["buy_xp " + a for a in ATTRIBUTES] if self.me["xp_unspent"] >= cost else []
            move = yield from self.ask("experience", self.active, moves + ["end_turn"])
            if move[0] == "end_turn":
                return
            self.me["xp_unspent"] -= cost
            self.me["counters"][ATTRIBUTES.index(move[1])] += 1

    def total_xp(self, seat):
        """RB-XP-09."""
        return sum(self.p[seat]["counters"]) * COUNTER_COST[self.n] + self.p[seat]["xp_unspent"]

    def take_gem(self, seat, site):
        self.p[seat]["xp_unspent"] += GEM[SITE_COLOUR[site]]
        self.sites[site] = "empty"


def canon(move):
    """The same outcome in one writing: dice in any order (RB-CHN-05)."""
    words = move.split()
    return " ".join([words[0], *sorted(words[1:])]) if words[0] == "faces" else move


def load(position, options=None):
    """The game at a position that stands at one of the points of rb_position.BEGINNINGS, at a turn's start or in the choice of heroes."""
    g = Game({**position.get("options", {}), **(options or {})})
    phase = rb_position.read(g, position)
    if phase == "hero_pick":
        g.begin(g.heroes())
    elif phase == "turn_start":
        g.begin(g.turns())
    else:
        g.begin(g.turns(g.steps(rb_position.BEGINNINGS[phase](g))))
    return g


def stream(options, rng):
    return play.random_game("runebound", Game(options), options, rng)


if __name__ == "__main__":
    play.main("runebound", read_options, stream)
