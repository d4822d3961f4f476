"""Runemasters: cards, events, numbers and options, typed from the rule file.

Nothing is read from the engine's content pack: a slip there must show.
"""

import itertools
from collections import namedtuple

from play import BadOptions

PATHS = ("red", "blue", "green", "yellow")          # path order: RM-GEN-17
RUNES = PATHS + ("violet", "white")
GUARDIANS = ("neltai", "ismoros", "kulak", "kyreas")
KINDS = ("positive", "negative", "neutral")
CALM = "all_is_calm"
DAWN = "dawn"
FULL = 4                                            # most HP and mana: RM-GEN-07, 08
CHARGED = 4                                         # RM-CHG-02

# ---- content, typed from sections 9.2 and 9.3 ----

CARD_TABLE = """
archer_red_1     archer    red     red,blue               0 1 yes
archer_blue_1    archer    blue    blue,green             0 1 yes
archer_green_1   archer    green   green,yellow           0 1 yes
archer_yellow_1  archer    yellow  yellow,red             0 1 yes
archer_red_2     archer    red     green,violet           0 1 no
archer_blue_2    archer    blue    yellow,violet          0 1 no
archer_green_2   archer    green   red,violet             0 1 no
archer_red_3     archer    red     blue,yellow            0 1 no
shadow_red       shadow    red     yellow,violet          0 1 yes
shadow_blue      shadow    blue    red,violet             0 1 yes
shadow_green     shadow    green   blue,violet            0 1 yes
shadow_yellow    shadow    yellow  green,violet           0 1 yes
werewolf_red     werewolf  red     blue,blue,green        0 2 yes
werewolf_blue    werewolf  blue    green,green,yellow     0 2 yes
werewolf_green   werewolf  green   yellow,yellow,red      0 2 yes
werewolf_yellow  werewolf  yellow  red,red,blue           0 2 yes
troll_red        troll     red     red,green,violet       0 2 yes
troll_blue       troll     blue    blue,yellow,violet     0 2 yes
troll_green      troll     green   green,red,violet       0 2 yes
troll_yellow     troll     yellow  yellow,blue,violet     0 2 yes
sorcerer_red     sorcerer  red     blue,green,yellow      0 2 no
sorcerer_blue    sorcerer  blue    green,yellow,red       0 2 no
sorcerer_green   sorcerer  green   yellow,red,blue        0 2 no
sorcerer_yellow  sorcerer  yellow  red,blue,green         0 2 no
warrior_red      warrior   red     red,yellow             0 1 no
warrior_blue     warrior   blue    blue,red               0 1 no
warrior_green    warrior   green   green,blue             0 1 no
warrior_yellow   warrior   yellow  yellow,green           0 1 no
dragon_red       dragon    red     red,red,red            1 1 no
dragon_blue      dragon    blue    blue,blue,blue         1 1 no
dragon_green     dragon    green   green,green,green      1 1 no
dragon_yellow    dragon    yellow  yellow,yellow,yellow   1 1 no
"""

Card = namedtuple("Card", "key type colour weak hp mana two_p")


def _read_cards():
    cards = {}
    for line in CARD_TABLE.split("\n"):
        if line:
            key, kind, colour, weak, hp, mana, two_p = line.split()
            cards[key] = Card(key, kind, colour, tuple(weak.split(",")), int(hp), int(mana),
                              two_p == "yes")
    return cards


CARDS = _read_cards()                               # in card order

EVENTS = {
    "guardian_angel": "positive", "pavise": "positive", "transcendence": "positive",
    "mana_healing": "positive", "swiftness": "positive",
    "mana_drain": "negative", "hardened": "negative", "poison": "negative",
    "rain_of_arrows": "negative", "curse": "negative",
    CALM: "neutral",
}

EVENT_MIX = {                                       # RM-SET-33..37
    "initiation": (3, 1, 1), "novice": (2, 2, 1), "guardian": (1, 3, 1),
    "hero": (0, 4, 1), "legend": (0, 5, 0),
}
TEMPLE = {2: 6, 3: 4, 4: 4}                         # RM-SET-09, 10
MONSTERS = {2: 13, 3: 19, 4: 24}                    # RM-SET-13..15

ERRORS = (                                          # RM-BAD-01..52, in their order
    "E_MALFORMED E_UNKNOWN_ACTION E_GUARDIAN_COUNT E_PLAYER_COUNT E_CONTROLLER E_DIFFICULTY "
    "E_ULT_START E_CONTENT E_GAME_OVER E_PHASE E_NOT_YOUR_TURN E_GUARDIAN_UNKNOWN "
    "E_GUARDIAN_TAKEN E_PATH_UNKNOWN E_PATH_NOT_IN_PLAY E_PATH_OCCUPIED E_SEAT E_DIE_INDEX "
    "E_SAME_DIE E_DIE_USED E_WRONG_MARK E_NOT_WHITE E_HARDENED E_RUNE_CANNOT_HIT E_NO_MONSTER "
    "E_REROLLED_DIE_ON_WARRIOR E_NO_MATCHING_WEAK_POINT E_WEAK_POINT E_SAME_PATH E_RUNE_PATH "
    "E_SLOT E_SLOT_EMPTY E_TARGET_DEAD E_ALREADY_SHIELDED E_HP_FULL E_RUNES_DIFFER "
    "E_DRAGON_ON_PATH E_ALREADY_BLOCKED E_PETRIFIED E_ULT_SPENT E_ULT_FULL E_ULT_NOT_CHARGED "
    "E_NO_TARGET E_TARGET_ALIVE E_EMPTY_SELECTION E_NOT_ENOUGH_MANA E_NO_CONTACT "
    "E_SORCERER_IMMUNE E_NO_SWIFTNESS E_FREE_MOVE_USED E_REWARD_RANGE E_STATE_INVALID").split()
ERROR_RANK = {code: k + 1 for k, code in enumerate(ERRORS)}



def _dice_outcomes(k):
    """RM-CHN-06, 07: k dice, equal multisets folded, with their exact weights."""
    ways = {}
    for faces in itertools.product(range(6), repeat=k):
        key = tuple(sorted(faces))
        ways[key] = ways.get(key, 0) + 1
    return {"roll " + " ".join(RUNES[f] for f in faces): n for faces, n in ways.items()}


_ROLLS = {}


def dice_outcomes(k):
    if k not in _ROLLS:
        _ROLLS[k] = _dice_outcomes(k)
    return _ROLLS[k]


# ---- options ----

def unset(value):
    return value in (None, "", "-", "ask", "auto", "unset", -1, 255)


def read_options(given):
    """{"guardians": 3, ...} or "guardians=3 difficulty=hero preset_dean=1" to a full set."""
    if isinstance(given, str):
        given = dict(item.split("=", 1) for item in given.split())
    flat = {}
    for name, value in (given or {}).items():
        if isinstance(value, list):
            for k, entry in enumerate(value):
                flat["%s.%d" % (name, k)] = entry
        elif isinstance(value, dict):
            for k, entry in value.items():
                flat["%s.%s" % (name, k)] = entry
        else:
            flat[name] = value
    n = int(flat.pop("guardians", 4))
    if n not in (2, 3, 4):                          # RM-GEN-03
        raise BadOptions("E_GUARDIAN_COUNT")
    difficulty = flat.pop("difficulty", "novice")
    if difficulty not in EVENT_MIX:
        raise BadOptions("E_DIFFICULTY")
    start = flat.pop("ultimate_start", "auto")
    if unset(start):                                # RM-OPT-05
        start = 2 if difficulty == "initiation" else 1
    if int(start) not in (1, 2):
        raise BadOptions("E_ULT_START")
    out = {"guardians": n, "difficulty": difficulty, "ultimate_start": int(start),
           "preset_guardians": [None] * n, "preset_paths": [None] * n, "preset_dean": None}
    for name, value in flat.items():
        word, _, k = name.partition(".")
        if word in ("preset_guardians", "preset_paths"):
            if not unset(value) and int(k) < n:
                out[word][int(k)] = value
        elif word == "preset_dean":
            if not unset(value):
                out["preset_dean"] = int(value)
        elif word not in ("players", "controller", "seed", "content"):
            raise BadOptions("unknown option " + name)
    return out
