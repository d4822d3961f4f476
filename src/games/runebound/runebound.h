/* runebound.h - Runebound, first edition: heroes on a map of hexes, adventures, a market.
 *
 * The rules are rules/runebound.md. A turn is a row of stages (RB_PHASE_MAP); what cards do
 * is carried out by the machine of core/machine.h in between. The files:
 *
 *     rb_rules.c   the turn: setup, movement, arrival, adventures, market, experience, ends
 *     rb_combat.c  fights with challenges and between heroes, wounds, knock-outs, the track
 *     rb_verbs.c   what the verbs of cards do; rb_pack.c: their rows, and the reader of packs
 *     rb_count.c   what is read off the table: attributes, life, prices, odds, distances
 *     rb_legal.c   who may do what, refusals; rb_way.c: where dice lead to (`go`)
 *     rb_chance.c  draws and dice
 *     rb_position.c  loaded positions, invariants
 */
#ifndef VL_GAMES_RUNEBOUND_H
#define VL_GAMES_RUNEBOUND_H

#include "base/bits.h"
#include "core/game_functions.h"
#include "core/machine.h"
#include "rule_ids.h"

#include <assert.h>

enum {
    RB_SEATS_MIN = 2,
    RB_SEATS_MAX = 6,
    RB_ALLIES = 28,
    RB_ARTIFACTS = 56,
    RB_MARKET = RB_ALLIES + RB_ARTIFACTS, /* cards 0..83 */
    RB_ADVENTURES = 72,                   /* then these (RB-CRD-14), */
    RB_DECKED = RB_MARKET + RB_ADVENTURES,
    RB_HEROES = 12, /* and the heroes, which lie in no deck */
    RB_CARDS = RB_DECKED + RB_HEROES,
    RB_WORDS = (RB_DECKED + 31) / 32, /* of a set of cards */
    RB_HEXES = 247,
    RB_COLUMNS = 19,
    RB_SIDES = 6,
    RB_TOWNS = 8,
    RB_SITES = 50,
    RB_SLOTS = 6, /* of the track */
    RB_DICE = 5,
    RB_FACES = 6,
    RB_D20 = 20,
    RB_ATTRS = 3,
    RB_ABILITIES = 2, /* of a card */
    RB_TAIL = 28,     /* cards of a colour at most */
    RB_FRAMES = 2,    /* what a card does, and what is used while it waits */
    RB_WEAPONS_MAX = 2,
    RB_ARMOURS_MAX = 1, /* RB-MKT-16 */
    RB_RUNES_TO_WIN = 3,
    RB_GOLD_MAX = 32767,
    RB_XP_MAX = 200,
    RB_COUNTERS_MAX = 60,
    RB_HARM_MAX = 15,  /* wounds, or fatigue, of one character */
    RB_LISTS = 9,      /* of a card: its abilities, then its scripts */
    RB_ROWS = 128,     /* ways that are offered at once, */
    RB_ROWS_MANY = 72, /* no second ways beyond this (RB-RUL-88) */
    RB_SUM_MAX = 100,  /* what cards add to any figure, either way */
    RB_FREE_MAX = 3    /* steps without a die, at once (RB-STA-03) */
};

/* clang-format off */
/* Phases: constant, word, the list of decisions (rb_list_<word> of rb_legal.c), what goes on in it
 * while no card is carried out (stage_<word> of rb_rules.c and rb_combat.c). */
#define RB_PHASE_MAP(X)                                           \
    X(SETUP,         setup,         none,      setup)             \
    X(HERO_DEAL,     hero_deal,     none,      heroes)            \
    X(HERO_PICK,     hero_pick,     heroes,    heroes)            \
    X(FIRST,         first_player,  none,      none)              \
    X(TURN_START,    turn_start,    none,      turn)              \
    X(MOVE_PLAN,     move_plan,     plan,      plan)              \
    X(REST,          rest,          rests,     rest)              \
    X(MOVE_ROLL,     move_roll,     none,      none)              \
    X(MOVE,          move,          steps,     move)              \
    X(ARRIVE,        arrive,        arrivals,  arrive)            \
    X(DRAW,          draw,          none,      draw)              \
    X(EVENT,         event,         none,      event)             \
    X(ENCOUNTER,     encounter,     offers,    encounter)         \
    X(CHALLENGE_PRE, challenge_pre, none,      before)            \
    X(BEFORE_COMBAT, before_combat, before,    before)            \
    X(ROUND_START,   round_start,   none,      round)             \
    X(ESCAPE,        escape,        escapes,   escape)            \
    X(DECLARE,       declare,       declares,  fight)             \
    X(BOOST,         boost,         boosts,    roll)              \
    X(D20,           d20,           none,      none)              \
    X(REROLL,        reroll,        rerolls,   none)              \
    X(SOAK,          soak,          soaks,     soak)              \
    X(AFTER_COMBAT,  after_combat,  after,     after)             \
    X(REWARD,        reward,        none,      reward)            \
    X(LIMIT_DISCARD, limit_discard, excess,    none)              \
    X(KO_TOWN,       ko_town,       towns,     ko)                \
    X(LOOT,          loot,          loot,      loot)              \
    X(TARGET,        target,        targets,   none)              \
    X(MARKET_ENTER,  market_enter,  gates,     gate)              \
    X(MARKET_DRAW,   market_draw,   none,      stock)             \
    X(MARKET,        market,        market,    market)            \
    X(EXPERIENCE,    experience,    growth,    experience)        \
    X(GAME_OVER,     game_over,     none,      none)
#define RB_OUTCOME_MAP(X, P) X(P, RUNNING, running) X(P, MARGATH, high_lord) X(P, RUNES, runes) X(P, CARD, card) X(P, LIMIT, limit)
#define RB_ATTR_MAP(X, P) X(P, MIND, mind) X(P, BODY, body) X(P, SPIRIT, spirit)
#define RB_TERRAIN_MAP(X, P) X(P, PLAINS, plains) X(P, ROAD, road) X(P, RIVER, river) X(P, SWAMP, swamp) X(P, FOREST, forest) \
    X(P, HILLS, hills) X(P, TOWN, town)
#define RB_COLOUR_MAP(X, P) X(P, GREEN, green) X(P, YELLOW, yellow) X(P, BLUE, blue) X(P, RED, red)
/* Sorts of cards; those before HERO lie in decks. */
#define RB_SORT_MAP(X, P) X(P, ALLY, ally) X(P, ARTIFACT, artifact) X(P, CHALLENGE, challenge) X(P, EVENT, event) \
    X(P, ENCOUNTER, encounter) X(P, HERO, hero)
#define RB_KIND_MAP(X, P) X(P, WEAPON, weapon) X(P, ARMOUR, armour) X(P, RING, ring) X(P, AMULET, amulet) X(P, CLOAK, cloak) \
    X(P, BOOTS, boots) X(P, CONSUMABLE, consumable) X(P, SCROLL, scroll)
#define RB_KEPT_MAP(X, P) X(P, NOTHING, nothing) X(P, ALLY, ally) X(P, ARTIFACT, artifact) X(P, RUNE, rune)
/* When an ability is used (RB-CRD-08). ORDER RB_TIMING: up to AFTER once a turn, MOVING any number
 * of times, the others once a roll. */
#define RB_TIMING_MAP(X, P) X(P, BEFORE_MOVE, before_move) X(P, BEFORE_COMBAT, before_combat) X(P, AFTER, after_combat) \
    X(P, MOVING, moving) X(P, ESCAPE, escape) X(P, BOOST, boost) X(P, TEST, test) X(P, REROLL, reroll) X(P, SOAK, soak) \
    X(P, PASSIVE, passive)
/* Rolls (RB-CRD-11): the first three are the phases of a fight, by attribute. */
#define RB_ROLL_MAP(X, P) X(P, RANGED, ranged) X(P, MELEE, melee) X(P, MAGIC, magic) X(P, ESCAPE, escape) X(P, TEST, test)
/* Where a card lies; STACK0 + town, HELD0 + seat. */
#define RB_PLACE_MAP(X, P) X(P, UNSEEN, unseen) X(P, TAIL, tail) X(P, TRACK, track) X(P, EVENT, event) X(P, PILE, pile)   \
    X(P, OPEN, open) X(P, OUT, out) X(P, STACK0, stack0) X(P, STACK1, stack1) X(P, STACK2, stack2) X(P, STACK3, stack3)   \
    X(P, STACK4, stack4) X(P, STACK5, stack5) X(P, STACK6, stack6) X(P, STACK7, stack7) X(P, HELD0, held0)             \
    X(P, HELD1, held1) X(P, HELD2, held2) X(P, HELD3, held3) X(P, HELD4, held4) X(P, HELD5, held5)
#define RB_MODE_MAP(X, P) X(P, RANDOM, random) X(P, CHOSEN, chosen)
/* clang-format on */

#define X(name, ...) RB_PH_##name,
enum rb_phase { RB_PHASE_MAP(X) RB_PHASES };
#undef X
enum rb_outcome { RB_OUTCOME_MAP(VL_CONSTANT, RB_BY_) RB_OUTCOMES };
enum rb_attr { RB_ATTR_MAP(VL_CONSTANT, RB_) };
enum rb_terrain { RB_TERRAIN_MAP(VL_CONSTANT, RB_) RB_TERRAINS };
enum rb_colour { RB_COLOUR_MAP(VL_CONSTANT, RB_) RB_COLOURS };
enum rb_kind { RB_KIND_MAP(VL_CONSTANT, RB_) RB_KINDS };
enum rb_sort { RB_SORT_MAP(VL_CONSTANT, RB_SORT_) RB_SORTS };
enum rb_kept_as { RB_KEPT_MAP(VL_CONSTANT, RB_KEPT_) RB_KEPTS };
enum rb_timing { RB_TIMING_MAP(VL_CONSTANT, RB_AT_) RB_TIMINGS };
enum rb_roll_kind { RB_ROLL_MAP(VL_CONSTANT, RB_ROLL_) RB_ROLLS };
enum rb_place { RB_PLACE_MAP(VL_CONSTANT, RB_IN_) RB_PLACES };
enum rb_mode { RB_MODE_MAP(VL_CONSTANT, RB_MODE_) RB_MODES };

enum { RB_FIGHTS = RB_ROLL_ESCAPE }; /* ranged, melee, magic */
enum rb_scope { RB_SCOPE_HERO, RB_SCOPE_SELF, RB_SCOPE_EACH };
enum rb_aim { RB_AIM_HERO, RB_AIM_ONE, RB_AIM_EACH };

/* ---- content ---- */

struct rb_ability {
    uint16_t when; /* a bit for each enum rb_timing */
    uint8_t pad[2];
    struct vl_fx_list costs, effects; /* one after the other */
};

struct rb_body { /* a character */
    uint8_t life, stamina;
    uint8_t mind[2], body[2],
        spirit[2]; /* value and damage; of a challenge difficulty and damage */
};

static inline const uint8_t *rb_figure(const struct rb_body *b, int attr)
{
    return attr == 0 ? b->mind : attr == 1 ? b->body : b->spirit;
}

/* Scripts of a card, beside what a player uses. ORDER RB_SCRIPT: the first four are carried out. */
enum rb_script { RB_PRE, RB_ROUND, RB_REWARD, RB_ENTER, RB_DO, RB_FIXED, RB_GLOBAL, RB_SCRIPTS };

struct rb_card {
    uint32_t key;
    struct vl_texts name, flavour;
    uint8_t sort;            /* enum rb_sort */
    uint8_t kind;            /* of an artifact, a kept one too */
    uint8_t colour, numeral; /* of adventures; of events */
    uint8_t price, gold;     /* of market cards; of challenges */
    uint8_t kept;            /* enum rb_kept_as */
    uint8_t abilities_len;
    struct rb_body is;
    struct rb_body keeps; /* of one that becomes an ally */
    struct rb_ability abilities[RB_ABILITIES];
    struct vl_fx_list scripts[RB_SCRIPTS];
    uint16_t when;     /* of all its abilities together */
    uint8_t skips;     /* phases that do not take place, a bit each */
    uint8_t no_flight; /* NO_ESCAPE */
};

struct rb_hex {
    uint8_t terrain;
    uint8_t town, site; /* VL_NONE: none */
    uint8_t pad;
    int8_t q, r;            /* RB-BRD-02 */
    uint8_t next[RB_SIDES]; /* VL_NONE past the edge */
};

struct rb_town {
    uint32_t key;
    struct vl_texts name, flavour;
    uint8_t hex;
    uint8_t pad[3];
};

struct rb_site {
    uint32_t key;
    struct vl_texts name, flavour;
    uint8_t hex, colour;
    uint8_t pad[2];
};

struct rb_face {
    uint8_t symbols; /* a bit for each terrain */
    uint8_t pad[3];
};

struct rb_character { /* as moves name them: "H", then the cards */
    uint32_t key;
    uint16_t card;
    uint8_t pad[2];
};

struct rb_content {
    struct rb_card cards[RB_CARDS];
    struct rb_hex hexes[RB_HEXES];
    struct rb_town towns[RB_TOWNS];
    struct rb_site sites[RB_SITES];
    struct rb_face faces[RB_FACES];
    struct rb_character characters[1 + RB_CARDS];
    uint8_t terrain[RB_HEXES + 1]; /* as the file has it */
    uint16_t cards_len;
    uint8_t terrain_len;
    uint8_t pad;
    uint32_t colours[RB_COLOURS + 1][RB_WORDS]; /* the cards of each deck; the last: the market */
    struct vl_cell cells[RB_HEXES];             /* the map as screens see it */
};

/* ---- state ---- */

/* Flags of a card that somebody holds, and of a hero. */
enum rb_flag {
    RB_FACE_DOWN = 1,
    RB_ATTACKED = 2,   /* this round */
    RB_BOUGHT = 4,     /* this turn, */
    RB_SOLD = 8,       /* and sold: it cannot come back */
    RB_USED_TURN = 16, /* and the bit after it: by ability */
    RB_USED_ROLL = 64
};
enum { RB_PER_ROLL = RB_USED_ROLL * 3, RB_PER_TURN = RB_BOUGHT | RB_SOLD | RB_USED_TURN * 3 };

struct rb_token {  /* a card of a deck */
    uint8_t place; /* enum rb_place */
    uint8_t wounds, fatigue, flags;
};

/* What the cards of a player and the hero add up to: kept, because it is asked for often. */
struct rb_sums {
    int8_t attr[RB_ATTRS], roll[RB_ROLLS], damage[RB_FIGHTS];
    int8_t life, stamina, dice;
    int8_t price[2]; /* of allies, of artifacts */
    uint8_t wild;    /* terrains that any die opens */
    uint8_t pad;     /* always zero: states are compared as bytes */
    uint16_t when;   /* abilities that there are */
};

struct rb_player {
    uint8_t hero; /* its card, or VL_NONE */
    uint8_t hex, prev;
    uint8_t wounds, fatigue, flags;
    uint8_t counters[RB_ATTRS];
    uint8_t xp; /* not spent */
    uint16_t gold;
    uint32_t held[RB_WORDS];
    struct rb_sums sums;
};

struct rb_slot {        /* of the track */
    uint8_t card, site; /* VL_NONE: it is free */
    uint16_t age;
};

enum rb_fight { RB_NO_FIGHT, RB_CHALLENGED, RB_DUEL };
enum rb_roll_stage { RB_NO_ROLL, RB_TO_BOOST, RB_TO_ROLL, RB_TO_KEEP };

struct rb_roll {             /* one roll of the d20, from its boosts to the die that counts */
    uint8_t stage;           /* enum rb_roll_stage */
    uint8_t seat, kind, who; /* who: 0 the hero, else 1 + ally */
    uint8_t attr;
    uint8_t die;          /* 0: not rolled */
    uint8_t shut;         /* the window is closed by its owner */
    uint8_t attacks;      /* wounds are at stake for the other side: DMG_MOD makes sense */
    int8_t bonus, damage; /* by what was used */
    uint8_t pad[2];
};

struct rb_pending { /* wounds that a hero is about to take */
    uint8_t open, seat, n, kind, shut;
    uint8_t pad[3];
};

struct rb_tilt { /* of a phase, by side: what the other side meets */
    int8_t diff[2], dmg[2];
};

struct rb_side {   /* of a fight: its roll in the phase at hand */
    int8_t damage; /* boosts */
    uint8_t pad;
    int16_t total;
};

struct rb_combat {
    uint8_t fight;            /* enum rb_fight */
    uint8_t card, slot, site; /* of a challenge; slot VL_NONE: from its gem */
    uint8_t defender;         /* of a duel: a seat */
    uint8_t round, phase;     /* 0..2; RB_FIGHTS: the escape */
    uint8_t wounds;           /* of the challenge */
    uint8_t who, attacks;     /* declared: a character (0: the hero), attack or defence */
    uint8_t turn;             /* of a window that is asked on both sides: whose it is */
    uint8_t loser;            /* of a duel, VL_NONE */
    uint8_t won;              /* the challenge is defeated */
    uint8_t pad[3];
    struct rb_tilt tilt[RB_FIGHTS];
    struct rb_side side[2];
};

struct rb_state {
    struct vl_state base;
    uint8_t stage; /* what goes on when nothing is carried out any more */
    uint8_t active, first;
    uint8_t depth;
    struct vl_frame frames[RB_FRAMES];
    uint16_t round;
    uint16_t next_age;
    uint8_t in_town; /* at turn start */
    uint8_t dice_len;
    uint8_t dice[RB_DICE]; /* faces */
    uint8_t spent;         /* dice, a bit each */
    uint8_t to_roll, rest, free_steps;
    uint8_t ko;     /* the active hero was knocked out this turn */
    uint8_t down;   /* the seat whose hero is being put into a town, VL_NONE */
    uint8_t excess; /* the seat that must discard: VL_NONE; the kind is */
    uint8_t excess_kind;
    uint8_t colour, site; /* of the adventure: VL_NONE none */
    uint8_t to_draw;      /* cards still to be laid out in the market */
    uint8_t event;        /* card in play, VL_NONE */
    uint8_t winners;      /* a bit each */
    uint8_t tail_len[RB_COLOURS + 1];
    uint8_t pad[3];
    struct rb_player p[RB_SEATS_MAX];
    struct rb_token t[RB_DECKED];
    uint32_t unseen[RB_WORDS];
    uint8_t tail[RB_COLOURS][RB_TAIL];
    uint8_t market_tail[RB_MARKET];
    uint8_t sites[RB_SITES]; /* 0 empty, 1 gem, 2.. the marker of slot 0.. */
    uint8_t pad2[2];
    struct rb_slot track[RB_SLOTS];
    struct rb_roll roll;
    struct rb_pending pending;
    struct rb_combat combat;
};

struct rb_derived {
    uint8_t seats, mode, pvp, vorakesh_wins;
    uint8_t ally_limit, combat_cap, xp_cost, pad;
    uint16_t round_limit;
    uint16_t pad2;
};

/* clang-format off */
VL_GAME_READS(rb)
VL_GAME_FUNCTIONS(rb)
/* clang-format on */

/* ---- sets of cards ---- */

/* for (int card = rb_next(set, 0); card >= 0; card = rb_next(set, card + 1)) */
static inline int rb_next(const uint32_t *set, int from)
{
    for (int w = from >> 5; w < RB_WORDS; w++) {
        uint32_t left = set[w];

        if (w == from >> 5)
            left &= ~UINT32_C(0) << (from & 31);
        if (left)
            return w * 32 + vl_low_bit(left);
    }
    return -1;
}

/* ---- tables ---- */

/* clang-format off */
#define RB_FAMILY_MAP(X)                                                \
    X(CARD,      THINGS(card, RB_CARDS))                                \
    X(CHARACTER, THINGS(character, 1 + RB_CARDS))                       \
    X(HEX,       VL_FAMILY_N("hex", RB_HEXES, NULL))                    \
    X(TOWN,      THINGS(town, RB_TOWNS))                                \
    X(SITE,      THINGS(site, RB_SITES))                                \
    X(PHASE,     KEYS(phase))                                           \
    X(OUTCOME,   KEYS(outcome))                                         \
    X(ATTR,      KEYS(attr))                                            \
    X(TERRAIN,   KEYS(terrain))                                         \
    X(COLOUR,    KEYS(colour))                                          \
    X(KIND,      KEYS(kind))                                            \
    X(ROLL,      KEYS(roll))                                            \
    X(PLACE,     KEYS(place))                                           \
    X(ANSWER,    KEYS(answer))                                          \
    X(DIE,       KEYS(die))                                             \
    X(SLOT,      KEYS(slot))                                            \
    X(SIDE,      KEYS(side))                                            \
    X(MARK,      KEYS(mark))                                            \
    X(SPOT,      KEYS(spot))                                            \
    X(FRAME,     KEYS(frame))                                           \
    X(COURSE,    KEYS(course))                                          \
    X(AIM,       KEYS(aim))                                             \
    X(FACE,      VL_FAMILY_N("face", RB_FACES, NULL))
#define X(name, row) RB_FAM_##name,
enum rb_family { RB_FAM_BEFORE = VL_FAM_GAME - 1, RB_FAMILY_MAP(X) RB_FAMILIES_END };
#undef X
/* Places of a screen that are things. */
#define RB_SPOT_MAP(X, P) X(P, DECK, deck) X(P, GREEN, green_deck) X(P, YELLOW, yellow_deck) X(P, BLUE, blue_deck) \
    X(P, RED, red_deck) X(P, RANGED, ranged) X(P, MELEE, melee) X(P, MAGIC, magic) X(P, ESCAPE, escape) X(P, TEST, test)
enum rb_spot { RB_SPOT_MAP(VL_CONSTANT, RB_SPOT_) RB_SPOTS };

/* Moves: decisions in the order of the rules' table, then chance, then the row. Constant, word,
 * flags, arguments (rb_tables.c), phases in which it is made, what it does (on_<word> of
 * rb_rules.c and rb_combat.c), the rules behind it. */
#define RB_MOVE_MAP(X)                                                                                                     \
    X(CHOOSE_HERO,    choose_hero,    VL_MOVE_REVEALS, 1, HERO, PH(HERO_PICK), choose_hero, RB_DEC_01, RB_SET_09, 0)       \
    X(USE,            use,            VL_MOVE_REVEALS | VL_MOVE_SPANS, 2, CARD ABILITY, PH(MOVE_PLAN) | PH(MOVE) | PH(BEFORE_COMBAT) | PH(ESCAPE) | PH(BOOST) | PH(REROLL) | PH(SOAK) | PH(AFTER_COMBAT), use, RB_DEC_02, RB_ACT_05, 0) \
    X(ROLL_DICE,      roll_dice,      VL_MOVE_REVEALS, 1, COUNT, PH(MOVE_PLAN), roll_dice, RB_DEC_03, RB_MOV_04, RB_MOV_05) \
    X(FREE_STEP_MODE, free_step_mode, 0, 0, NO_ARG, PH(MOVE_PLAN), free_step_mode, RB_DEC_04, RB_MOV_10, RB_MOV_11)        \
    X(REST,           rest,           VL_MOVE_REVEALS, 1, CHARACTER, PH(REST), rest, RB_DEC_05, RB_MOV_06, 0)              \
    X(REST_DONE,      rest_done,      VL_MOVE_REVEALS, 0, NO_ARG, PH(REST), rest_done, RB_DEC_06, RB_MOV_07, 0)            \
    X(STEP,           step,           0, 2, SIDE DIE, PH(MOVE), step, RB_DEC_07, RB_MOV_14, RB_MOV_15)                     \
    X(STEP_FREE,      step_free,      0, 1, SIDE, PH(MOVE), step_free, RB_DEC_08, RB_MOV_11, RB_MOV_27)                    \
    X(END_MOVE,       end_move,       VL_MOVE_REVEALS, 0, NO_ARG, PH(MOVE), end_move, RB_DEC_09, RB_MOV_20, 0)             \
    X(ADVENTURE,      adventure,      VL_MOVE_REVEALS, 0, NO_ARG, PH(ARRIVE), adventure, RB_DEC_10, RB_ARR_02, RB_ADV_01)  \
    X(ATTACK_HERO,    attack_hero,    VL_MOVE_REVEALS, 1, SEAT, PH(ARRIVE), attack_hero, RB_DEC_11, RB_ARR_03, 0)          \
    X(DECLINE,        decline,        VL_MOVE_REVEALS, 0, NO_ARG, PH(ARRIVE), decline, RB_DEC_12, RB_ARR_05, RB_ARR_06)    \
    X(CHOOSE,         choose,         VL_MOVE_REVEALS, 1, ANSWER, PH(ENCOUNTER), choose, RB_DEC_13, RB_EFX_33, 0)          \
    X(START,          start,          VL_MOVE_REVEALS, 0, NO_ARG, PH(BEFORE_COMBAT), start, RB_DEC_14, RB_CBT_03, 0)       \
    X(TRY_ESCAPE,     try_escape,     VL_MOVE_REVEALS, 0, NO_ARG, PH(ESCAPE), try_escape, RB_DEC_15, RB_ESC_01, RB_ESC_02) \
    X(STAND,          stand,          VL_MOVE_REVEALS, 0, NO_ARG, PH(ESCAPE), stand, RB_DEC_16, RB_ESC_01, 0)              \
    X(ATTACK,         attack,         VL_MOVE_REVEALS, 1, CHARACTER, PH(DECLARE), attack, RB_DEC_17, RB_CBT_07, RB_CBT_08) \
    X(DEFEND,         defend,         VL_MOVE_REVEALS, 0, NO_ARG, PH(DECLARE), defend, RB_DEC_18, RB_CBT_09, 0)            \
    X(DEFEND_WITH,    defend,         VL_MOVE_REVEALS | VL_MOVE_SAME_WORD, 1, CHARACTER, PH(DECLARE), defend, RB_DEC_18, RB_CBT_10, 0) \
    X(ROLL,           roll,           VL_MOVE_REVEALS, 0, NO_ARG, PH(BOOST), roll, RB_DEC_19, RB_CBT_23, 0)                \
    X(ACCEPT,         accept,         VL_MOVE_REVEALS, 0, NO_ARG, PH(REROLL) | PH(SOAK), accept, RB_DEC_20, RB_CBT_30, RB_CBT_31) \
    X(DONE,           done,           VL_MOVE_REVEALS, 0, NO_ARG, PH(AFTER_COMBAT), done, RB_DEC_21, RB_ACT_12, 0)         \
    X(LIMIT_DISCARD,  limit_discard,  VL_MOVE_REVEALS, 1, CARD, PH(LIMIT_DISCARD), limit_discard, RB_DEC_22, RB_MKT_17, 0) \
    X(CHOOSE_TOWN,    choose_town,    VL_MOVE_REVEALS, 1, TOWN, PH(KO_TOWN), choose_town, RB_DEC_23, RB_KO_07, 0)          \
    X(LOOT,           loot,           VL_MOVE_REVEALS, 1, CARD, PH(LOOT), loot, RB_DEC_24, RB_PVP_18, 0)                   \
    X(LOOT_NONE,      loot_none,      VL_MOVE_REVEALS, 0, NO_ARG, PH(LOOT), loot_none, RB_DEC_25, RB_PVP_19, 0)            \
    X(ENTER_MARKET,   enter_market,   VL_MOVE_REVEALS, 0, NO_ARG, PH(MARKET_ENTER), enter_market, RB_DEC_26, RB_MKT_02, 0) \
    X(SKIP_MARKET,    skip_market,    0, 0, NO_ARG, PH(MARKET_ENTER), skip_market, RB_DEC_26, RB_MKT_01, 0)                \
    X(BUY,            buy,            0, 1, ARTIFACT, PH(MARKET), buy, RB_DEC_27, RB_MKT_06, 0)                            \
    X(HIRE,           hire,           0, 1, ALLY, PH(MARKET), hire, RB_DEC_28, RB_MKT_07, 0)                               \
    X(SELL,           sell,           0, 1, CARD, PH(MARKET), sell, RB_DEC_29, RB_MKT_10, 0)                               \
    X(HEAL,           heal,           0, 1, CHARACTER, PH(MARKET), heal, RB_DEC_30, RB_MKT_14, 0)                          \
    X(DISCARD,        discard,        0, 1, CARD, PH(MARKET), discard, RB_DEC_31, RB_MKT_18, 0)                            \
    X(LEAVE_MARKET,   leave_market,   0, 0, NO_ARG, PH(MARKET), leave_market, RB_DEC_32, RB_MKT_22, 0)                     \
    X(BUY_XP,         buy_xp,         0, 1, ATTR, PH(EXPERIENCE), buy_xp, RB_DEC_33, RB_XP_03, 0)                          \
    X(END_TURN,       end_turn,       VL_MOVE_ENDS, 0, NO_ARG, PH(EXPERIENCE), end_turn, RB_DEC_34, RB_END_01, 0)          \
    X(TARGET,         target,         VL_MOVE_REVEALS, 1, CHARACTER, PH(TARGET), target, RB_DEC_39, RB_DEC_36, 0)          \
    X(TARGET_DICE,    target_dice,    VL_MOVE_REVEALS, 1, DICE, PH(TARGET), target_dice, RB_DEC_40, RB_MOV_28, 0)          \
    X(TARGET_TOWN,    target_town,    VL_MOVE_REVEALS, 1, TOWN, PH(TARGET), target_town, RB_DEC_41, RB_MOV_30, 0)          \
    X(DEAL,           deal,           VL_MOVE_CHANCE, 1, CARD, PH(SETUP) | PH(MARKET_DRAW), deal, RB_CHN_01, 0, 0)         \
    X(DRAW,           draw,           VL_MOVE_CHANCE, 1, CARD, PH(DRAW), draw, RB_CHN_02, 0, 0)                            \
    X(HERO,           hero,           VL_MOVE_CHANCE, 1, HERO, PH(HERO_DEAL), hero, RB_CHN_03, 0, 0)                       \
    X(FIRST,          first,          VL_MOVE_CHANCE, 1, SEAT, PH(FIRST), first, RB_CHN_04, 0, 0)                          \
    X(FACES,          faces,          VL_MOVE_CHANCE, 1, FACES, PH(MOVE_ROLL), faces, RB_CHN_05, 0, 0)                     \
    X(D20,            d20,            VL_MOVE_CHANCE, 1, PIPS, PH(D20), d20, RB_CHN_06, 0, 0)                              \
    X(GO,             go,             VL_MOVE_ROW, 2, HEX WAY, PH(MOVE), none, RB_DEC_42, RB_MOV_14, 0)
#define X(name, ...) RB_MV_##name,
enum rb_move { RB_MV_NONE, RB_MOVE_MAP(X) RB_MOVES };
#undef X

#define RB_EV_MAP(X)                                                                              \
    X(STOCKED, stocked, 2, A(card, RB_FAM_CARD) A(town, RB_FAM_TOWN))                             \
    X(HERO_DEALT, hero_dealt, 2, A(player, VL_FAM_SEAT) A(hero, RB_FAM_CARD))                     \
    X(HERO_CHOSEN, hero_chosen, 2, A(player, VL_FAM_SEAT) A(hero, RB_FAM_CARD))                   \
    X(FIRST_DRAWN, first_drawn, 1, A(player, VL_FAM_SEAT))                                        \
    X(TURN_BEGUN, turn_begun, 2, A(player, VL_FAM_SEAT) A(round, VL_FAM_INT))                     \
    X(REFRESHED, refreshed, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                       \
    X(PLANNED, planned, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(rest, VL_FAM_INT))           \
    X(RESTED, rested, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(n, VL_FAM_INT))            \
    X(DICE, dice, 2, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT))                                     \
    X(DICE_AGAIN, dice_again, 2, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT))                         \
    X(STEPPED, stepped, 3, A(player, VL_FAM_SEAT) A(hex, RB_FAM_HEX) A(terrain, RB_FAM_TERRAIN))  \
    X(CAME_TO, came_to, 2, A(player, VL_FAM_SEAT) A(town, RB_FAM_TOWN))                           \
    X(RECOVERED, recovered, 2, A(player, VL_FAM_SEAT) A(town, RB_FAM_TOWN))                       \
    X(RETREATED, retreated, 2, A(player, VL_FAM_SEAT) A(hex, RB_FAM_HEX))                         \
    X(FATIGUED, fatigued, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(n, VL_FAM_INT))        \
    X(WOUNDED, wounded, 4, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(n, VL_FAM_INT) A(wounds, VL_FAM_INT)) \
    X(HEALED, healed, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(n, VL_FAM_INT))            \
    X(PREVENTED, prevented, 2, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT))                           \
    X(DIED, died, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                                 \
    X(KNOCKED_OUT, knocked_out, 2, A(player, VL_FAM_SEAT) A(hero, RB_FAM_CARD))                   \
    X(KO_LOST, ko_lost, 3, A(player, VL_FAM_SEAT) A(gold, VL_FAM_INT) A(xp, VL_FAM_INT))          \
    X(ADVENTURED, adventured, 2, A(player, VL_FAM_SEAT) A(site, RB_FAM_SITE))                     \
    X(DREW, drew, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                                 \
    X(NOTHING_LEFT, nothing_left, 1, A(colour, RB_FAM_COLOUR))                                    \
    X(EVENT_BEGUN, event_begun, 1, A(card, RB_FAM_CARD))                                          \
    X(EVENT_VAIN, event_vain, 1, A(card, RB_FAM_CARD))                                            \
    X(CHALLENGED, challenged, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                     \
    X(DUELLED, duelled, 2, A(player, VL_FAM_SEAT) A(target, VL_FAM_SEAT))                         \
    X(FIGHT_ROUND, fight_round, 1, A(round, VL_FAM_INT))                                          \
    X(ATTACKED, attacked, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(roll, RB_FAM_ROLL))    \
    X(DEFENDED, defended, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(roll, RB_FAM_ROLL))    \
    X(ROLLED, rolled, 4, A(player, VL_FAM_SEAT) A(roll, RB_FAM_ROLL) A(die, VL_FAM_INT) A(total, VL_FAM_INT)) \
    X(MET, met, 3, A(player, VL_FAM_SEAT) A(total, VL_FAM_INT) A(against, VL_FAM_INT))            \
    X(MISSED, missed, 3, A(player, VL_FAM_SEAT) A(total, VL_FAM_INT) A(against, VL_FAM_INT))      \
    X(BOOSTED, boosted, 2, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT))                               \
    X(ROLLED_AGAIN, rolled_again, 1, A(player, VL_FAM_SEAT))                                      \
    X(SOFTENED, softened, 2, A(roll, RB_FAM_ROLL) A(n, VL_FAM_INT))                               \
    X(BLUNTED, blunted, 2, A(roll, RB_FAM_ROLL) A(n, VL_FAM_INT))                                 \
    X(ENEMY_WOUNDED, enemy_wounded, 3, A(card, RB_FAM_CARD) A(n, VL_FAM_INT) A(wounds, VL_FAM_INT)) \
    X(DEFEATED, defeated, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                         \
    X(ESCAPED, escaped, 1, A(player, VL_FAM_SEAT))                                                \
    X(FAILED, failed, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                             \
    X(TRACKED, tracked, 3, A(card, RB_FAM_CARD) A(slot, RB_FAM_SLOT) A(site, RB_FAM_SITE))        \
    X(EVICTED, evicted, 3, A(card, RB_FAM_CARD) A(slot, RB_FAM_SLOT) A(site, RB_FAM_SITE))        \
    X(GOLD, gold, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(gold, VL_FAM_INT))                 \
    X(PAID, paid, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(gold, VL_FAM_INT))                 \
    X(LEARNED, learned, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(xp, VL_FAM_INT))             \
    X(KEPT, kept, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                                 \
    X(GAINED, gained, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                             \
    X(USED, used, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                                 \
    X(DISCARDED, discarded, 2, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD))                       \
    X(LOOTED, looted, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(target, VL_FAM_SEAT))      \
    X(MARKET, market, 2, A(player, VL_FAM_SEAT) A(town, RB_FAM_TOWN))                             \
    X(BOUGHT, bought, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(n, VL_FAM_INT))            \
    X(HIRED, hired, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(n, VL_FAM_INT))              \
    X(SOLD, sold, 3, A(player, VL_FAM_SEAT) A(card, RB_FAM_CARD) A(n, VL_FAM_INT))                \
    X(GREW, grew, 3, A(player, VL_FAM_SEAT) A(attr, RB_FAM_ATTR) A(n, VL_FAM_INT))                \
    X(GAME_ENDED, game_ended, 2, A(outcome, RB_FAM_OUTCOME) A(player, VL_FAM_SEAT))
#define X(name, ...) RB_EV_##name,
enum rb_ev { RB_EV_MAP(X) RB_EVS };
#undef X

/* Options: constant, name, entries; values, default, open, flags, what refuses, what explains. */
#define RB_OPTION_MAP(X)                                                                           \
    X(PLAYERS,    players,          1, VL_OPTION_INT(2, 6), 4, NULL, VL_OPTION_PLAYERS, RB_ERR_02, RB_OPT_01) \
    X(MODE,       hero_mode,        1, VL_OPTION_KEY(rb_mode_keys, RB_MODES), RB_MODE_RANDOM, NULL, 0, RB_ERR_03, RB_OPT_02) \
    X(PVP,        pvp,              1, VL_OPTION_KEY(rb_off_on, 2), 1, NULL, 0, RB_ERR_03, RB_OPT_04) \
    X(VORAKESH,   vorakesh_wins,    1, VL_OPTION_KEY(rb_off_on, 2), 0, NULL, 0, RB_ERR_03, RB_OPT_05) \
    X(ALLY_LIMIT, ally_limit,       1, VL_OPTION_INT(0, 30), 0, NULL, 0, RB_ERR_03, RB_OPT_06)     \
    X(LIMIT,      round_limit,      1, VL_OPTION_INT_AUTO(0, 10000, 300), 0, NULL, 0, RB_ERR_03, RB_OPT_07)  \
    X(CAP,        combat_round_cap, 1, VL_OPTION_INT(10, 200), 50, NULL, 0, RB_ERR_03, RB_OPT_08)
/* clang-format on */
enum rb_option {
#define X(id, name, n, ...) RB_OPT_##id, RB_OPT_##id##_LAST = RB_OPT_##id + (n)-1,
    RB_OPTION_MAP(X)
#undef X
        RB_OPTION_ENTRIES
};
enum { RB_OPTIONS = 0 RB_OPTION_MAP(VL_OPTION_COUNT) };

/* Verbs: costs, then effects (RB-CRD-10, RB-EFX). */
/* clang-format off */
#define RB_VERB_MAP(X)                                                                            \
    X(ACT) X(DISC) X(FAT) X(PAY)                                                                  \
    X(ROLL_MOD) X(DMG_MOD) X(PREVENT) X(ENEMY_DIFF) X(ENEMY_DMG) X(WOUND_ENEMY) X(REROLL)         \
    X(AUTO_ESCAPE) X(NO_ESCAPE) X(SKIP_PHASE) X(FAIL_CHALLENGE) X(WOUND) X(FATIGUE) X(HEAL)       \
    X(REST) X(GOLD) X(XP) X(REFRESH) X(ATTR_MOD) X(LIFE_MOD) X(STAMINA_MOD) X(DICE_MOD) X(WILD)   \
    X(EXTRA_STEP) X(REROLL_DICE) X(MOVE_COST) X(TELEPORT) X(PRICE_MOD) X(HEAL_COST)               \
    X(EXTRA_DRAW) X(GAIN_CARD) X(TEST) X(MAY) X(KEEP) X(WIN) X(IF_XP) X(IF_RUNES) X(WIN_IF)
/* clang-format on */
#define X(name) RB_DO_##name,
enum rb_verb { RB_VERB_MAP(X) RB_VERBS };
#undef X
enum { RB_COSTS = RB_DO_ROLL_MOD };

/* Kinds of lists: abilities of the turn, those used around a roll, those against wounds, and
 * what adventures do by themselves. */
enum rb_list_kind { RB_LIST_TURN, RB_LIST_ROLL, RB_LIST_SOAK, RB_LIST_SCRIPT };
/* Registers of a frame: what was named. */
enum { RB_REG_TARGET, RB_REG_DICE, RB_REG_TOWN, RB_REG_OPEN };

extern const struct vl_game runebound_game;
typedef struct rb_state runebound_state; /* as games.def calls it */

/* A move being played: the machine sees its first part. */
struct rb_play {
    struct vl_fx_run x;
    const struct rb_content *c;
    const struct rb_derived *d;
    struct rb_state *s;
};

static inline struct rb_play *rb_playing(struct vl_fx_run *x)
{
    return (struct rb_play *)(void *)x;
}

/* A sum of what cards add, within its byte. */
static inline void rb_add(int8_t *sum, int n)
{
    n += *sum;
    *sum = (int8_t)(n < -RB_SUM_MAX ? -RB_SUM_MAX : n > RB_SUM_MAX ? RB_SUM_MAX : n);
}

/* ---- the files of the game ---- */

/* rb_tables.c */
extern const char *const rb_phase_keys[], *const rb_outcome_keys[], *const rb_attr_keys[];
extern const char *const rb_terrain_keys[], *const rb_colour_keys[], *const rb_kind_keys[];
extern const char *const rb_roll_keys[], *const rb_sort_keys[], *const rb_kept_keys[];
extern const char *const rb_timing_keys[];
extern const char *const rb_mode_keys[], *const rb_off_on[]; /* and NULL */
extern const struct vl_family rb_families[];
extern const struct vl_move_kind rb_move_kinds[];
extern const struct vl_span rb_spans[];
extern const struct vl_event_kind rb_event_kinds[];
extern const struct vl_option rb_options[];
extern const struct vl_field rb_fields[];
extern const struct vl_tally rb_tallies[];
enum { RB_TALLIES = 8 };

/* rb_count.c: what is read off the table */
/* The card of a character: who 0 is the hero of the seat. */
int rb_card_of(const struct rb_state *s, int seat, int who);
const struct rb_body *rb_body(const struct rb_content *c, const struct rb_state *s, int seat,
                              int who);
int rb_life(const struct rb_content *c, const struct rb_state *s, int seat, int who);
int rb_stamina(const struct rb_content *c, const struct rb_state *s, int seat, int who);
/* Attribute value (RB-TST-05, RB-TST-06). */
int rb_value(const struct rb_content *c, const struct rb_state *s, int seat, int who, int attr);
int rb_wounds(const struct rb_state *s, int seat, int who);
int rb_fatigue(const struct rb_state *s, int seat, int who);
bool rb_is_ally(const struct rb_content *c, int card);
bool rb_is_artifact(const struct rb_content *c, int card);
bool rb_is_rune(const struct rb_content *c, int card);
/* Who of a seat is an own character now: 0, or 1 + an ally that it holds. */
bool rb_is_own(const struct rb_content *c, const struct rb_state *s, int seat, int who);
/* The seat that holds a card, a hero too; -1: nobody. */
int rb_owner(const struct rb_state *s, int card);
uint8_t *rb_flags(struct rb_state *s, int card);
int rb_flags_of(const struct rb_state *s, int card);
void rb_recount(const struct rb_content *c, struct rb_player *p);
/* What the event in play adds for a verb, with what it is about in its first argument
 * (a mask for rolls); -1: whatever it is. */
int rb_global(const struct rb_content *c, const struct rb_state *s, int verb, int what);
int rb_runes(const struct rb_content *c, const struct rb_state *s, int seat);
int rb_count_kind(const struct rb_content *c, const struct rb_state *s, int seat, int kind);
int rb_allies(const struct rb_content *c, const struct rb_state *s, int seat);
/* Experience counters of all attributes together. */
int rb_counters(const struct rb_player *p);
int rb_xp_total(const struct vl_rules *r, const struct rb_state *s, int seat);
int rb_price(const struct rb_content *c, const struct rb_state *s, int seat, int card);
int rb_heal_cost(const struct rb_content *c, const struct rb_state *s);
int rb_dice_max(const struct rb_state *s); /* RB-MOV-02 */
int rb_distance(const struct rb_content *c, int a, int b);
/* The nearest towns to a hex, a bit each (RB-KO-06). */
unsigned rb_nearest(const struct rb_content *c, int hex);
/* Terrain that a die opens for the active hero, the town among them: bits. */
unsigned rb_opens(const struct rb_content *c, const struct rb_state *s, int die);
/* What a total must reach, and what is suffered below it, in a phase of a fight with a
 * challenge (RB-CBT-22); phase RB_FIGHTS is the escape. */
int rb_difficulty(const struct rb_content *c, const struct rb_state *s, int phase);
int rb_enemy_damage(const struct rb_content *c, const struct rb_state *s, int phase);
/* What an attack with a character inflicts, boosts of the roll left out; in a duel as the other
 * side meets it. */
int rb_own_damage(const struct rb_content *c, const struct rb_state *s, int seat, int who,
                  int phase);
/* What is added to the die of a roll, boosts of this roll left out. */
int rb_bonus(const struct rb_content *c, const struct rb_state *s, int seat, int who, int kind,
             int attr);
/* Of 400: how often such a roll of the active side succeeds: in the fight at hand, or the skill
 * test at hand. What lies on the table counts, boosts of the roll at hand and a defender's die
 * too; boosts and rerolls to come do not. -1: there is no such roll now. */
int rb_chance(const struct vl_rules *r, const struct rb_state *s, int who, int kind);
/* What the skill test at hand must reach; -1: there is none. */
int rb_test_difficulty(const struct vl_rules *r, const struct rb_state *s);

/* rb_rules.c: the turn */
struct rb_play rb_play_on(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink);
int rb_enter(struct rb_play *p, int phase); /* somebody is asked; VL_FX_ASK */
void rb_go_on(struct rb_play *p);           /* with the stage */
void rb_stage(struct rb_play *p, int stage);
void rb_resume(const struct vl_rules *r, struct rb_state *s); /* the actor of a loaded state */
void rb_gold(struct rb_play *p, int seat, int n, vl_rule rule);
void rb_learn(struct rb_play *p, int seat, int n, vl_rule rule);
void rb_win(struct rb_play *p, int seat, int outcome, vl_rule rule);
void rb_end_turn(struct rb_play *p); /* RB-KO-09, RB-END-01: the next seat */
/* Moves a card of a deck. */
void rb_move_card(struct rb_play *p, int card, int place);
void rb_give_up(struct rb_play *p, int card, int place); /* whoever has it is spared what it bore */
void rb_hold(struct rb_play *p, int seat, int card);
void rb_under_deck(struct rb_play *p, int card); /* or out of the game, if it was kept */
void rb_put_aside(struct rb_play *p);
/* The next card of a deck (a colour, or RB_COLOURS for the market): -1 chance decides, -2 none. */
int rb_next_card(const struct rb_content *c, const struct rb_state *s, int deck);
void rb_draw(struct rb_play *p, int deck, int card); /* takes it off */
/* RB-MKT-17: is there a kind of which a seat has too much? Then it is noted. */
bool rb_exceeds(struct rb_play *p, int seat);
/* Could a seat use anything at this time? RB-GEN-09 */
bool rb_has_use(const struct vl_rules *r, const struct rb_state *s, int seat, int timing);
void rb_clear_uses(struct rb_state *s); /* of a roll */
void rb_begin(struct vl_fx_run *x);     /* what is used counts as used */

/* rb_combat.c */
enum rb_fate { RB_STANDS, RB_FELL, RB_ENDS }; /* RB_FELL: an ally died; RB_ENDS: all is unwound */
enum rb_fate rb_hurt(struct rb_play *p, int seat, int who, int n, vl_rule rule);
enum rb_fate rb_tire(struct rb_play *p, int seat, int who, int n, vl_rule rule);
void rb_lose(struct rb_play *p, int seat);        /* RB-KO-01 to 03 */
bool rb_put_in_town(struct rb_play *p, int seat); /* false: there is a choice */
void rb_place(struct rb_play *p, int seat, int hex, int prev);
void rb_begin_challenge(struct rb_play *p, int card, int slot);
void rb_begin_duel(struct rb_play *p, int defender);
int rb_begin_roll(struct rb_play *p, int seat, int who, int kind, int attr, bool attacks);
int rb_roll_on(struct rb_play *p); /* the total is 20 + what is returned, or asks */
enum { RB_ROLL_ASKS = -100 };
int rb_strike(struct rb_play *p, int seat, int n, int kind, vl_rule rule);
void rb_fail_challenge(struct rb_play *p);
void rb_escaped(struct rb_play *p);
#define X(name, word, list, stage) void rb_stage_##stage(struct rb_play *p);
RB_PHASE_MAP(X)
#undef X
#define X(name, word, flags, n, args, phases, does, ...)                                           \
    void rb_on_##does(struct rb_play *p, const uint8_t *arg);
RB_MOVE_MAP(X)
#undef X

/* rb_verbs.c, rb_pack.c */
extern const struct vl_fx_verb rb_verbs[];
extern const struct vl_fx_machine rb_machine;
extern const struct vl_fx_verbs rb_costs, rb_effects;
extern const struct vl_pack_table rb_pack;
struct vl_fx_part rb_find(const struct vl_rules *r, const struct vl_state *s,
                          const struct vl_frame *f);

/* rb_legal.c */
/* RB-DEC-36: what the topmost step may be aimed at. */
int rb_targets(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out);

/* rb_way.c */
int rb_rows(const struct vl_rules *r, const struct vl_state *s, struct vl_move out[VL_ROWS_MAX]);
bool rb_has_way(const struct vl_rules *r, const struct rb_state *s, struct vl_move row);
int rb_unfold(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
              struct vl_move out[VL_ROW_MAX]);

/* rb_chance.c */
int rb_outcomes(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out);
vl_rule rb_refuse_outcome(const struct vl_rules *r, const struct rb_state *s, struct vl_move m);

/* rb_view.c, rb_says.c, rb_eval.c, rb_position.c */
extern const struct vl_says rb_says;
void rb_map(const struct vl_rules *r, struct vl_map *out);
int rb_shows(const struct vl_rules *r, int family, int index, struct vl_ref *out);

#endif
