"""The rules of Reflets d'Acide a second time, from rules/reflets.md alone.

    g = Game({"players": 2})
    g.actor(), g.legal_moves() or g.outcomes(), g.play("goto W03"), g.position()

A game is a generator (run) that asks whoever must act and goes on with the answer,
so that the order of things is the order of the text. Gems, payments and the Vils'
board are in ra_gems.py, what cards do in ra_effects.py, trials in ra_trial.py, how
pawns go in ra_ways.py, the count at the end in ra_score.py.

    python3 reflets.py --games 1 --seed 1 --set players=2 --set challenge=pepere
"""

import copy
import sys

sys.dont_write_bytecode = True   # no files in the source tree
import play                                         # noqa: E402
import ra_position                                  # noqa: E402
import ra_score                                     # noqa: E402
import ra_ways                                      # noqa: E402
from play import BadOptions, Refused                # noqa: E402
from ra_effects import Effects                      # noqa: E402
from ra_gems import Gems                            # noqa: E402
from ra_tables import (ARROW, BOARD, CARDS, CHALLENGES, COLOURS, DECKS, DOORS, FREE_SQUARES, GOLDEN, HEROES, IMPS, KINDS,    # noqa: E402
                       OF_TYPE, QUESTS, ROOMS, SETUP, TREASURES, WHATS, ZONE_SQUARES)
from ra_trial import Trials                         # noqa: E402
from ra_windows import Windows                      # noqa: E402

NUMBERS = {"players": (1, 3, 1), "turn_cap": (1, 65535, 200)}
NAMES = tuple(CHALLENGES)


class GameOver(Exception):
    pass


def read_options(given):
    """RA-OPT-01 to 06; ticks come as a list or as ticks.K."""
    found = {"players": 1, "challenge": None, "ticks": [0] * 10, "quick_tokens": "no", "vils_order": "strict", "turn_cap": 200}
    for name, value in given.items():
        if name in NUMBERS:
            low, high, _ = NUMBERS[name]
            if not str(value).isdigit() or not low <= int(value) <= high:
                raise BadOptions("%s is not %d..%d" % (name, low, high))
            found[name] = int(value)
        elif name == "challenge" and value in (*NAMES, "ask"):
            found[name] = None if value == "ask" else value
        elif name == "ticks" and len(value) == 10 and all(0 <= v <= 5 for v in value):
            found[name] = list(value)
        elif name == "quick_tokens" and value in ("no", "yes") or name == "vils_order" and value in ("strict", "cascade"):
            found[name] = value
        else:
            raise BadOptions("no option %s=%s" % (name, value))
    return found


class Game(Gems, Windows, Effects, Trials):
    def __init__(self, options, start=None):
        self.options = read_options(options)
        self.n = self.options["players"]
        self.boards = 3 if self.n == 3 else 2
        self.size = 6 // self.boards                 # hero places, token and dilemma slots of a board (RA-GEN-03, 04)
        self.difficulty, self.challenge = 0, self.options["challenge"]
        self.turn = self.guide = self.gold = self.potential = 0
        self.team_at, self.avatar = "CITY", "A00"
        self.heroes, self.markers, self.prey = [], {}, {}
        self.holder, self.active = {}, set()
        self.gems = [[1] * 5 for _ in range(self.boards)]
        self.vils = [1] * 5
        self.bank = [25 - self.boards - 1] * 5       # RA-SET-10
        self.at = {}                                 # where a card lies that has been seen
        self.decks = {name: len(cards) for name, cards in DECKS.items()}
        self.known = {name: [] for name in DECKS}    # known cards from the top
        self.vteam = [None] * 6                      # a card, or None while face-down (RA-SET-15)
        self.decks["heroes"] -= 6
        self.vdown = {"heroes": 0, "loot": 0, "imps": 0}
        self.stacks = dict.fromkeys(ZONE_SQUARES, 1)
        self.tops, self.up = {}, {}                  # a known top; the card that lies face-up
        self.rooms = {k: {"card": None, "up": False, "notch": 0, "won": False} for k in range(1, 11)}
        self.door_notch, self.door_open = 0, False
        self.tokens = {c + str(k): [None, None] for c in COLOURS for k in range(1, 8)}     # kind, place
        for colour, squares in (("grey", SETUP["grey"]), ("red", SETUP["red"])):
            for k, square in enumerate(squares, 1):
                self.tokens[colour + str(k)][1] = square
        self.taken = {"red": 0, "grey": 0}
        self.play_cards = []                         # creatures and critters in play, in draw order
        self.quest = self.vils_quest = self.treasure = self.relic_token = None
        self.steps = [False, False]
        self.notch = self.countdown = self.epic = 0
        self.portal_token = self.treasure_offered = False
        self.new_turn()
        self.phase, self.decides, self.choices = None, None, []
        self.outcome, self.points = "running", (0, 0)
        if start:
            ra_position.read(self, start)
            self.begin(self.turns(begun=True))
        else:
            self.begin(self.run())

    def new_turn(self):
        """RA-TUR-04, RA-SKL-06."""
        self.used, self.frees, self.nopens = set(), [], []
        self.blessed = self.stopava = self.entered = False
        self.move_dice, self.trial, self.lost = [], None, False

    # ---- asking and answering ----

    def begin(self, running):
        self.running = running
        self.proceed(None)

    def proceed(self, answer):
        try:
            self.running.send(answer)
        except GameOver as e:
            self.outcome = e.args[0]
            self.phase, self.decides, self.choices = "over", "over", []

    def ask(self, phase, seat, moves):
        self.phase, self.decides, self.choices = phase, seat, moves
        answer = yield
        return answer.split()

    def chance(self, phase, weights):
        """What is certain is not asked (section 7)."""
        found = {m: w for m, w in weights.items() if w}
        if len(found) == 1:
            return next(iter(found)).split()
        return (yield from self.ask(phase, "chance", found))

    def die(self):
        _, face = yield from self.chance("die", {"die %d" % k: 1 for k in range(1, 7)})
        return int(face)

    def actor(self):
        return self.decides

    def legal_moves(self):
        return list(self.choices)

    def outcomes(self):
        return dict(self.choices)

    def position(self):
        return copy.deepcopy(ra_position.position(self))

    def play(self, move):
        if (canon(move) if self.decides == "chance" else move) not in self.choices:
            raise Refused("%s is refused: not in the list" % move)
        self.proceed(move)

    # ---- places and boards (RA-GEN) ----

    def board_of(self, place):
        return (place - 1) // self.size

    def owner(self, board):
        return 0 if self.n == 1 else board

    def guides(self):
        return [b for b in range(self.boards) if self.owner(b) == self.guide]

    def place(self, hero):
        return self.heroes.index(hero) + 1

    def board_of_hero(self, hero):
        return self.board_of(self.place(hero))

    def designated(self):
        """RA-GLD-03."""
        return self.heroes[self.gold - 1] if 1 <= self.gold <= len(self.heroes) else None

    def vacancies(self, board):
        return [p for p in range(len(self.heroes) + 1, 7) if self.board_of(p) == board]

    # ---- decks and hidden things (RA-DCK) ----

    def unseen(self, members):
        return [c for c in members if c not in self.at]

    def draw(self, name):
        """The top card of a deck, or None (RA-DCK-02); where it goes is the caller's business."""
        if not (yield from self.refill(name)):
            return None
        card = self.known[name].pop(0) if self.known[name] else (yield from self.identify(DECKS[name]))
        self.decks[name] -= 1
        self.at[card] = "open"
        return card

    def identify(self, members):
        _, card = yield from self.chance("draw", {"draw " + c: 1 for c in self.unseen(members)})
        self.at[card] = "open"
        return card

    def refill(self, name):
        """RA-DCK-01, 03, 13."""
        if self.decks[name]:
            return True
        discard = [c for c in DECKS[name] if self.at.get(c) == "discard"]
        if not discard or name == "relics":
            return False
        if name == "heroes":
            yield from self.turn_up_vteam()
        yield from self.turn_up_pile(name)
        for card in discard:
            del self.at[card]
        self.decks[name] = len(discard)
        return True

    def turn_up_vteam(self):
        for k, card in enumerate(self.vteam):
            if card is None:
                self.vteam[k] = yield from self.identify(HEROES)
                self.at[self.vteam[k]] = "vils_team"

    def turn_up_pile(self, name):
        while self.vdown.get(name):
            card = yield from self.identify(DECKS[name])
            self.vdown[name] -= 1
            self.at[card] = "vils_pile"

    def to_pile(self, name, n):
        """RA-DCK-08: the top n cards onto the Vils' pile, face-down; a known one stays known."""
        for _ in range(n):
            if not (yield from self.refill(name)):
                return
            self.decks[name] -= 1
            if self.known[name]:
                self.at[self.known[name].pop(0)] = "vils_pile"
            else:
                self.vdown[name] += 1

    def kind_of(self, token):
        """RA-CHN-06: the face of a token that leaves the map or is looked at."""
        if self.tokens[token][0] is None:
            colour = token[:-1]
            left = [k for k in KINDS if all(self.tokens[t][0] != k for t in self.tokens if t[:-1] == colour)]
            _, self.tokens[token][0] = yield from self.chance("draw", {"kind " + k: 1 for k in left})
        return self.tokens[token][0]

    def token_at(self, square):
        return next((t for t, (_, at) in self.tokens.items() if at == square), None)

    def stack_members(self, square):
        return DOORS if square == "W45" else OF_TYPE[BOARD[square].kind.split(":")[1]]

    def top_of(self, square):
        if square not in self.tops:
            self.tops[square] = yield from self.identify(self.stack_members(square))
        return self.tops[square]

    def room_card(self, slot):
        room = self.rooms[slot]
        if room["card"] is None:
            room["card"] = yield from self.identify(ROOMS)
        return room["card"]

    def turn_room(self, slot):
        """RA-REV-12, 15: face-up, and the Vils' quest is checked."""
        card = yield from self.room_card(slot)
        self.rooms[slot]["up"] = True
        self.at[card] = "up"
        self.check_vils_quest(card)

    def slot_of(self, card):
        return next((k for k, r in self.rooms.items() if r["card"] == card), None)

    def face_up(self, card):
        slot = self.slot_of(card)
        return slot is not None and self.rooms[slot]["up"]

    def hold_relic(self):
        return CARDS[self.quest]["relic"] in self.holder

    # ---- setup (RA-SET) ----

    def run(self):
        ticks = dict(zip(NAMES, self.options["ticks"]))
        for name, places in (("intense", (0, 1)), ("avance", (2, 3)), ("penible", (4,)), ("infect", (5,)), ("ardu", (6,))):
            for k in places:                             # RA-SET-24 to 28
                self.stacks[ZONE_SQUARES[k]] = min(6, 1 + ticks[name])
        _, self.treasure = yield from self.chance("draw", {"prize " + t: 1 for t in TREASURES})
        _, first = yield from self.chance("draw", {"quest " + q: 1 for q in QUESTS})
        quests = [first]
        for _ in range(ticks["infame"]):
            _, more = yield from self.chance("draw", {"quest " + q: 1 for q in QUESTS if q not in quests})
            quests.append(more)
        for _ in range(2 * ticks["pepere"]):
            yield from self.gain(1)
        yield from self.form_team(6 + ticks["petillant"])
        if ticks["aise"]:
            yield from self.loot(ticks["aise"], discard=True)
        if len(quests) > 1:
            _, k = yield from self.ask("setup_quest", 0, ["choose_quest %s" % q for q in quests])
            first = k
        self.vils_quest, self.quest = first, CARDS[first]["opposed"]
        if self.challenge is None:
            _, self.challenge = yield from self.ask("setup_challenge", 0, ["choose_challenge " + c for c in NAMES])
        self.difficulty = CHALLENGES[self.challenge][0]
        yield from self.place_tokens()
        yield from self.turns()

    def form_team(self, n):
        drawn = []
        for _ in range(n):
            drawn.append((yield from self.draw("heroes")))
        if n > 6:
            while len(self.heroes) < 6:
                _, hero = yield from self.ask("setup_heroes", 0, ["keep_hero " + h for h in drawn if h not in self.heroes])
                self.heroes.append(hero)
                self.at[hero] = "team"
            for hero in drawn:
                self.at[hero] = "discard"
            drawn = self.heroes
        self.heroes = drawn
        for hero in drawn:
            self.at[hero] = "team"
        replaced = swaps = 0
        while True:
            moves = [] if swaps == 5 else ["swap_places %d %d" % (a, b) for a in range(1, 7) for b in range(a + 1, 7)]     # RA-RUL-66
            if sum(map(sum, self.gems)) > replaced and self.decks["heroes"] + self.discarded("heroes"):
                moves += ["replace_hero %d" % p for p in range(1, 7)]
            move = yield from self.ask("setup_team", 0, moves + ["team_done"])
            if move[0] == "team_done":
                return
            if move[0] == "swap_places":
                a, b = int(move[1]) - 1, int(move[2]) - 1
                self.heroes[a], self.heroes[b] = self.heroes[b], self.heroes[a]
                swaps += 1
                continue
            replaced, swaps = replaced + 1, 0
            yield from self.pay_gems(replaced, range(self.boards), 0)
            k = int(move[1]) - 1
            old, new = self.heroes[k], (yield from self.draw("heroes"))
            self.at[old] = "discard"
            self.heroes[k] = new
            self.at[new] = "team"

    def discarded(self, name):
        return sum(self.at.get(c) == "discard" for c in DECKS[name])

    def place_tokens(self):
        """RA-SET-33 to 36."""
        if self.options["quick_tokens"] == "yes":
            return self.quick_tokens()
        left = list(KINDS)
        for k, squares in enumerate(FREE_SQUARES, 1):
            moves = ["place_token %s %s" % (kind, s) for kind in left for s in squares]
            move = yield from self.ask("setup_tokens", 0, moves + ([] if k > 1 else ["quick_tokens"]))
            if move[0] == "quick_tokens":
                return self.quick_tokens()
            left.remove(move[1])
            self.tokens["green%d" % k] = [move[1], move[2]]
        return None

    def quick_tokens(self):
        for k, square in enumerate(SETUP["fork"], 1):
            self.tokens["green%d" % k] = [None, square]

    # ---- a turn (RA-TUR) ----

    def turns(self, begun=False):
        while True:
            if not begun:
                self.turn += 1
                self.new_turn()
            begun = False
            before = self.countdown
            yield from self.one_turn()
            if self.countdown and before:                # RA-VIL-18
                self.countdown -= 1
                if self.countdown == 0:
                    self.over("vils")
            if self.turn >= self.options["turn_cap"]:
                self.over("turn_cap")
            self.guide = (self.guide + 1) % self.n

    def over(self, outcome):
        raise GameOver(outcome)

    def one_turn(self):
        yield from self.window("bless")
        yield from self.roll_gold("progression")
        brake = 0
        if not self.stopava:
            brake = yield from self.braking()
        yield from self.avatar_moves(1 if self.stopava else self.gold - brake)
        yield from self.gait()
        stayed = yield from self.moving()
        if stayed != "stuck":
            yield from self.resolve(stayed)
        yield from self.window("turn_end")

    def roll_gold(self, cause):
        """RA-GLD-01, 04, 09: a result stays until another golden roll replaces it."""
        self.gold = yield from self.die()
        yield from self.window("gold", cause)

    def braking(self):
        """RA-AVA-03, 04; RA-GEM-09."""
        if any(CARDS[i]["nobrake"] for i in self.working_items()):
            return 0
        if self.gold < 2 or not any(any(self.gems[b]) for b in self.guides()):      # nothing to decide
            return 0
        moves = ["brake %d %s" % (k, "ABC"[b]) for b in self.guides() for k in range(min(self.gold - 1, sum(self.gems[b])) + 1)
                 if k or b == self.guides()[0]]
        _, k, board = yield from self.ask("brake", self.guide, moves)
        yield from self.pay_gems(int(k), ["ABC".index(board)], self.guide)
        return int(k)

    def avatar_moves(self, n):
        """RA-AVA-06 to 14; n < 0: back along its route (RA-AVA-16)."""
        if n == 0:
            return
        self.avatar = ra_ways.avatar_goes(self.avatar, self.team_at, n)
        if self.avatar == self.team_at:
            self.over("avatar")
        if n < 0:
            return
        token = self.token_at(self.avatar)
        if token:
            yield from self.kind_of(token)
            if token.startswith("green"):
                self.tokens[token][1] = "gone"
            else:
                self.to_vils_place(token)
        if self.avatar in ZONE_SQUARES[:6]:
            top = self.tops.pop(self.avatar, None)
            if self.stacks[self.avatar] and top:
                self.at[top] = "out"
            self.stacks[self.avatar] = 0
            self.up.pop(self.avatar, None)

    def to_vils_place(self, token):
        """RA-TOK-08."""
        self.tokens[token][1] = "vils"
        self.taken[token[:-1]] += 1

    def gait(self):
        moves = ["walk"] + ["run %s %s" % ("ABC"[b], WHATS[c]) for b in self.guides() for c in range(5) if self.gems[b][c]]
        move = yield from self.ask("gait", self.guide, moves)
        self.potential = self.gold                       # RA-MOV-21
        if move[0] == "walk":
            yield from self.gain(1)
        else:
            self.pay_bank("ABC".index(move[1]), WHATS.index(move[2]))
            yield from self.add_die()

    def add_die(self):
        if len(self.move_dice) < 6:                      # RA-RUL-67
            self.move_dice.append((yield from self.die()))

    def reach(self):
        return self.potential + sum(self.move_dice)

    def moving(self):
        """The window MOVE (RA-WIN-15) and the move; "stuck" if the pawn cannot stir."""
        self.entered = False
        move = yield from self.window("move")
        if move is None:
            return "stuck"
        if move[0] == "stay":
            return "stay"
        self.entered = True
        self.team_at = move[1]
        return None

    def destinations(self):
        return ra_ways.destinations(self, self.reach())

    # ---- resolution (RA-SQR) ----

    def resolve(self, stayed):
        at = self.team_at
        kind = BOARD[at].kind
        token = self.token_at(at)
        if token:
            yield from self.token_square(token)
        elif kind == "luck":
            yield from self.luck(roll=True)
        elif kind == "shortcut":
            hero = self.designated()                     # RA-SHC-01 to 04
            if hero:
                yield from self.vit(hero, "T")
            self.team_at = ARROW[at]
            if self.team_at == self.avatar:
                self.over("avatar")
            yield from self.resolve(None)
        elif at in ZONE_SQUARES and not (at == "W45" and self.door_open) and self.stacks[at]:
            yield from self.hazard_space(at)
        elif kind == "room":
            yield from self.in_room(int(at[1:]), stayed)

    # ---- tokens (RA-TOK) ----

    def token_square(self, token):
        kind = yield from self.kind_of(token)
        if kind in GOLDEN:
            while True:
                moves = ["token_now"] + ["token_wait " + "ABC"[b] for b in range(self.boards) if self.free_slot(b)]
                if len(moves) == 1:                      # RA-TOK-04
                    moves += self.token_moves(self.guide, "token")
                move = yield from self.ask("token", self.guide, moves)
                if move[0] == "token_now":
                    self.spend_token(token)
                    yield from self.use_token(kind, self.guide)
                    return
                if move[0] == "token_wait":
                    self.tokens[token][1] = move[1]
                    return
                yield from self.token_action(self.guide, move, "token")
        yield from self.window("event")
        self.spend_token(token)
        yield from self.brown(token, kind)

    def free_slot(self, board):
        return sum(at == "ABC"[board] for _, at in self.tokens.values()) < self.size

    def spend_token(self, token):
        if token.startswith("green"):
            self.tokens[token][1] = "gone"
        else:
            self.to_vils_place(token)

    def use_token(self, kind, seat):
        if kind == "PURSE":
            yield from self.gain(5)
        elif kind == "VISION":
            yield from self.peek("any", 1, seat)
        elif kind == "LUCK":
            yield from self.luck(roll=seat == self.guide, seat=seat)

    def brown(self, token, kind):
        green = token.startswith("green")
        if kind == "GEM_TAX":
            yield from (self.take(5) if green else self.cede(5))
        elif kind == "IMP_TAX" and green:
            move = ["imp_tax_draw"]
            if self.pile_imps():                         # RA-TOK-21
                move = yield from self.ask("imp_tax", self.guide, ["imp_tax_draw", "imp_tax_take"])
            yield from self.imps(2, from_pile=move[0] == "imp_tax_take")
        elif kind == "IMP_TAX":
            yield from self.give(2)
        elif green:
            hero = yield from self.pick_hero(self.heroes, self.guide)
            yield from self.vit(hero, "T")
        elif self.designated():
            yield from self.vit(self.designated(), "V")

    def pile_imps(self):
        return [c for c in IMPS if self.at.get(c) == "vils_pile"] + [None] * self.vdown["imps"]

    # ---- luck (RA-LUK) ----

    def luck(self, roll, seat=None):
        seat = self.guide if seat is None else seat
        move = yield from self.ask("luck", seat, ["luck_pick %d" % k for k in range(1, 6)] + (["luck_roll"] if roll else []))
        if move[0] == "luck_pick":
            yield from self.bonus(int(move[1]), seat)
            return
        yield from self.roll_gold("luck")
        if self.gold < 6:
            for k in range(self.gold, 0, -1):
                yield from self.bonus(k, seat)
        else:
            yield from self.roll_gold("bad luck")
            if self.designated():
                yield from self.vit(self.designated(), "V")

    def bonus(self, k, seat):
        if k == 1:
            yield from self.imps(1)
        elif k == 2:
            yield from self.loot(2)
        elif k == 3:
            yield from self.heal_some(self.heroes, 3, seat)
        elif k == 4:
            yield from self.gain(4)
        else:
            yield from self.offer(seat)

    # ---- hazards (RA-REV, RA-HAZ) ----

    def hazard_space(self, square):
        if square not in self.up:
            yield from self.revelation()
            members = self.stack_members(square)
            if self.stacks[square] == 1:
                card = yield from self.top_of(square)
            else:
                seen = [self.tops[square]] if square in self.tops else []
                while len(seen) < self.stacks[square]:
                    seen.append((yield from self.identify(members)))
                    self.at[seen[-1]] = "known"
                _, k = yield from self.ask("rev_pick", self.guide, ["pick_hazard " + c for c in seen])
                card = k
                for other in seen:
                    self.at[other] = "out"
            self.stacks[square] = 1
            self.tops[square] = self.up[square] = card
            self.at[card] = "up"
            yield from self.mandatory(CARDS[card]["cost"])
        card = self.up[square]
        if square == "W45":
            yield from self.at_door(card)
            return
        if CARDS[card]["options"]:
            yield from self.salutary(card)
        else:
            won = yield from self.run_trial(card, CARDS[card]["trial"])
            yield from self.outcomes_of(card, won, square)

    def clear_zone(self, square):
        self.stacks[square] = 0
        self.tops.pop(square, None)
        self.up.pop(square, None)

    def salutary(self, card):
        self.drop_play()
        options = CARDS[card]["options"]
        boards = self.guides()
        most = max(sum(self.gems[b]) for b in boards)
        _, letter = yield from self.ask("options", self.guide, ["option " + k for k, (price, _) in options.items() if price <= most])
        price, effect = options[letter]
        if price:
            able = [b for b in boards if sum(self.gems[b]) >= price]
            board = able[0]
            if len(able) > 1:
                _, word = yield from self.ask("pick_board", self.guide, ["pick_board " + "ABC"[b] for b in able])
                board = "ABC".index(word)
            yield from self.pay_gems(price, [board], self.guide)
        self.at[card] = "purse"
        self.clear_zone(self.team_at)
        yield from self.do_all(effect, {"seat": self.guide, "boards": boards})

    def drop_play(self):
        """RA-HAZ-01."""
        for card in self.play_cards:
            self.at[card] = "discard"
        self.play_cards, self.prey = [], {}

    def at_door(self, card):
        trial, key = CARDS[card]["trial"], CARDS[card]["key"]
        if trial and key in self.holder:
            move = yield from self.ask("door", self.guide, ["use_key", "test"])
            if move[0] == "use_key":
                trial = ()
        if not trial:
            self.drop_play()
            yield from self.do_all(CARDS[card]["light"], {"seat": self.guide, "hazard": card})
            return
        won = yield from self.run_trial(card, trial)
        yield from self.outcomes_of(card, won, None)

    def revelation(self):
        for _ in range(self.difficulty):
            card = yield from self.draw("imps")
            if card is None:
                continue
            if CARDS[card]["sort"] == "dilemma":
                moves = ["keep_dilemma " + "ABC"[b] for b in range(self.boards) if self.dilemma_slot(b)]
                move = yield from self.ask("rev_dilemma", self.guide, moves + ["drop_dilemma"])
                if move[0] == "keep_dilemma":
                    self.at[card] = move[1]
                else:
                    yield from self.vgem(self.difficulty)
                    self.at[card] = "discard"
                continue
            yield from self.window("event")
            yield from self.mandatory(CARDS[card]["cost"])
            self.at[card] = "play"
            self.play_cards.append(card)
            if CARDS[card]["sort"] == "critter":
                self.prey[card] = self.designated()
        yield from self.vgem(self.difficulty)

    def dilemma_slot(self, board):
        return len(self.waiting(board)) < self.size

    def waiting(self, board):
        return [c for c in IMPS if self.at.get(c) == "ABC"[board]]

    def in_room(self, slot, stayed):
        room = self.rooms[slot]
        if not room["up"]:
            yield from self.revelation()
            if not room["up"]:                            # a power may have turned it meanwhile
                yield from self.turn_room(slot)
            yield from self.mandatory(CARDS[room["card"]]["cost"])
        card = room["card"]
        if card == "S10" and self.portal_token:
            yield from self.octuple(phase="room")
            return
        moves = (["test"] if self.testable(room) else []) + ["skip_test"]
        if card == "S04" and self.entered and not stayed:
            moves.append("room_luck")
        if card in ("S05", "S06") and self.face_up("S05") and self.face_up("S06"):
            moves.append("cross")
        move = moves                                     # nothing to decide: the pawn stays
        if len(moves) > 1:
            move = yield from self.ask("room", self.guide, moves)
        if move[0] != "test":
            self.drop_play()
        if move[0] == "room_luck":
            yield from self.luck(roll=True)
        elif move[0] == "cross":
            other = self.slot_of("S06" if card == "S05" else "S05")
            self.team_at = "R%02d" % other
            if self.team_at == self.avatar:
                self.over("avatar")
        elif move[0] == "test":
            won = yield from self.run_trial(card, CARDS[card]["trial"])
            yield from self.outcomes_of(card, won, None)

    def testable(self, room):
        """RA-HAZ-09 to 11."""
        card, (one, two) = room["card"], CARDS[self.quest]["rooms"]
        if card == "S10":
            return not self.portal_token
        if card == two and not self.steps[1] and not self.hold_relic():
            return False
        current = None if self.steps[1] else two if self.hold_relic() else one
        return not room["won"] or card == current

    def octuple(self, done=False, phase="octuple"):
        """RA-QST-09 to 11, 14."""
        moves = []
        if not done and not self.treasure_offered and self.treasure not in self.at:
            moves = ["treasure", "octogon"]
        self.treasure_offered = self.treasure_offered or bool(moves)
        moves.append("remain")
        if self.portal_token and BOARD[self.team_at].kind == "room" and self.slot_of("S10") == int(self.team_at[1:]):
            moves.append("portal")
        move = moves
        if len(moves) > 1:
            move = yield from self.ask(phase, self.guide, moves)
        self.drop_play()
        if move[0] == "portal":
            self.team_at = "CITY"
            if not all(self.steps):
                self.over("escape")
            yield from ra_score.turn_up(self)
            self.points = ra_score.count(self)
            self.over("quest")
        elif move[0] == "treasure":
            self.at[self.treasure] = "purse"
            yield from self.octuple(done=True)
        elif move[0] == "octogon":
            card = CARDS[self.treasure]
            won = yield from self.run_trial(self.treasure, card["trial"])
            if not won:
                self.at[self.treasure] = "vils_pile"
            yield from self.do_all(card["light" if won else "dark"], {"seat": self.guide, "hazard": self.treasure, "won": won})
            if won:
                yield from self.window("won")
            yield from self.octuple(done=True)

    # ---- the Vils (RA-VIL) ----

    def check_vils_quest(self, card):
        one, two = CARDS[self.vils_quest]["rooms"]
        if self.options["vils_order"] == "cascade":
            before = -1
            while before != self.notch:
                before = self.notch
                for room in (one, two, "S10"):
                    if self.face_up(room):
                        self.vils_step(room, one, two)
        else:
            self.vils_step(card, one, two)

    def vils_step(self, card, one, two):
        relic = CARDS[self.vils_quest]["relic"]
        if card == one and self.notch == 0:
            if relic not in self.at or self.at[relic] == "known":
                self.take_relic(relic)
                self.at[relic] = "vils_pile"
                self.notch = 1
        elif card == two and self.notch == 1:
            self.notch = 2
        elif card == "S10" and self.notch < 3 and not self.vils_blocked():
            cascade = self.options["vils_order"] == "cascade"
            if self.face_up(one) and self.face_up(two) and (not cascade or self.notch == 2):
                self.notch, self.countdown = 3, 3
                self.started = True

    def vils_blocked(self):
        """RA-VIL-10: their first room was turned when its relic was gone."""
        one, _ = CARDS[self.vils_quest]["rooms"]
        return self.face_up(one) and self.notch == 0

    def take_relic(self, relic):
        """RA-DCK-12: a named relic leaves the deck without a draw."""
        self.decks["relics"] -= 1
        if relic in self.known["relics"]:
            self.known["relics"].remove(relic)


def canon(move):
    words = move.split()
    return " ".join(words[:1] + sorted(words[1:], key=int)) if words[0] == "dice" else move


def load(given, options=None):
    return Game(given.get("options", options or {}), given)


if __name__ == "__main__":
    play.main("reflets", read_options, lambda options, rng: play.random_game("reflets", Game(options), options, rng))
