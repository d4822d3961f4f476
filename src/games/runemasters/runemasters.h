/* runemasters.h - the state and content of Runemasters, shared by its files.
 *
 * rules/runemasters.md numbers every rule; the ids stand above the code.
 * Slots are 1-based in rules and notation, 0-based in lane[][]; dice, weak
 * points and seats are 0-based everywhere.
 */
#ifndef VL_GAMES_RUNEMASTERS_H
#define VL_GAMES_RUNEMASTERS_H

#include "base/bits.h"
#include "core/game_functions.h"

#include <assert.h>

#include "rule_ids.h" /* generated from rules/ */

enum {
    RM_SEATS_MAX = 4,
    RM_PATHS_MAX = 4,
    RM_SLOTS = 5,
    RM_CARDS = 32,
    RM_DAWN = 32, /* the Dawn card's number among the pile's cards */
    RM_DICE_MAX = 5,
    RM_WEAK_MAX = 4,
    RM_EVENTS = 11,
    RM_HP_MAX = 4,
    RM_MANA_MAX = 4,
    RM_ULT_CHARGED = 4,
    RM_RELEASE_COST = 4,
    RM_PILE_MAX = 25,
    RM_EVENT_PILE = 5,
    RM_CHOICES_MAX = 134 /* RM-DEC-92: with five dice, two of them white */
};

/* clang-format off */
#define RM_RUNE_MAP(X, P) X(P, RED, red) X(P, BLUE, blue) X(P, GREEN, green) X(P, YELLOW, yellow) \
                          X(P, VIOLET, violet) X(P, WHITE, white)
#define RM_PHASE_MAP(X, P)                                                                   \
    X(P, SETUP_GUARDIAN, setup_guardian) X(P, SETUP_PLACE, setup_place)                      \
    X(P, SETUP_DECKS, setup_decks) X(P, SETUP_DEAN, setup_dean)                              \
    X(P, ROUND_START, round_start) X(P, EVENT_ANGEL, event_angel)                            \
    X(P, TURN_START, turn_start) X(P, SPAWN, spawn) X(P, ROLL, roll)                         \
    X(P, ACTIONS, actions) X(P, REROLL, reroll) X(P, TARGET, target) X(P, REWARD, reward)    \
    X(P, MONSTERS, monsters) X(P, TURN_END, turn_end) X(P, ROUND_END, round_end) X(P, GAME_OVER, game_over)
#define RM_OUTCOME_MAP(X, P) X(P, RUNNING, running) X(P, VICTORY, victory)                   \
    X(P, DEFEAT_GUARDIANS, defeat_guardians) X(P, DEFEAT_TEMPLE, defeat_temple)
#define RM_TYPE_MAP(X, P) X(P, SHADOW, shadow) X(P, ARCHER, archer) X(P, TROLL, troll)       \
    X(P, SORCERER, sorcerer) X(P, WEREWOLF, werewolf) X(P, WARRIOR, warrior) X(P, DRAGON, dragon)
#define RM_CLASS_MAP(X, P) X(P, POSITIVE, positive) X(P, NEGATIVE, negative) X(P, NEUTRAL, neutral)
#define RM_DIFFICULTY_MAP(X, P) X(P, INITIATION, initiation) X(P, NOVICE, novice)            \
    X(P, GUARDIAN, guardian) X(P, HERO, hero) X(P, LEGEND, legend)

/* The closed vocabulary of content packs. ORDER RM_VERBS (docs, schema) */
#define RM_MARK_MAP(X, P) X(P, EXCHANGE, exchange) X(P, SHIELD, shield) X(P, HEAL, heal) X(P, WHIRL, whirl)
#define RM_ULT_MAP(X, P)  X(P, STORM, storm) X(P, PETRIFY, petrify) X(P, REVIVE, revive) X(P, TRAMPLE, trample)
/* what a monster type can do, what an event does while in force: rm_pack.c says with what
 * words and numbers */
#define RM_ABILITY_MAP(X, P) X(P, ARRIVES,) X(P, SHOOTS,) X(P, FRENZY,) X(P, NO_RELEASE,)    \
    X(P, NO_REROLLED,) X(P, RECOVERS,) X(P, NO_BLOCK,)
#define RM_EFFECT_MAP(X, P) X(P, DICE,) X(P, REROLL_COST,) X(P, NO_MARKS,) X(P, NO_SHOTS,)   \
    X(P, FREE_MOVE,) X(P, POISON,) X(P, NO_KILL_MANA,) X(P, MANA_AS_HP,) X(P, ANGEL,)

enum { RM_RUNE_MAP(VL_CONSTANT, RM_RUNE_) RM_RUNES };
enum rm_phase { RM_PHASE_MAP(VL_CONSTANT, RM_PH_) RM_PHASES };
enum rm_outcome { RM_OUTCOME_MAP(VL_CONSTANT, RM_) RM_OUTCOMES };
enum rm_type { RM_TYPE_MAP(VL_CONSTANT, RM_TYPE_) RM_TYPES };
enum rm_class { RM_CLASS_MAP(VL_CONSTANT, RM_CLASS_) RM_CLASSES };
enum rm_difficulty { RM_DIFFICULTY_MAP(VL_CONSTANT, RM_DIFF_) RM_DIFFICULTIES };
enum rm_mark { RM_MARK_MAP(VL_CONSTANT, RM_MARK_) RM_MARKS };
enum rm_ult { RM_ULT_MAP(VL_CONSTANT, RM_ULT_) RM_ULTS };
enum rm_ability_bit { RM_ABILITY_MAP(VL_CONSTANT, RM_ABB_) RM_ABILITIES };
enum rm_effect_bit { RM_EFFECT_MAP(VL_CONSTANT, RM_FXB_) RM_EFFECTS };
#define X(prefix, name, word) RM_AB_##name = 1 << RM_ABB_##name,
enum rm_ability { RM_ABILITY_MAP(X, ) RM_AB_NONE = 0 };
#undef X
#define X(prefix, name, word) RM_FX_##name = 1 << RM_FXB_##name,
enum rm_effect { RM_EFFECT_MAP(X, ) RM_FX_NONE = 0 };
#undef X
/* clang-format on */

/* ---- content: one relocatable block, made from content/runemasters.json ---- */

struct rm_card {
    uint8_t type, colour; /* enum rm_type, rune 0..3 */
    uint8_t hp, mana;     /* the reward */
    uint8_t weak_len;
    uint8_t weak[RM_WEAK_MAX]; /* runes; unused ones are VL_NONE */
    uint8_t weak_of[RM_RUNES]; /* bit mask of the weak points that bear a rune */
    uint8_t full;              /* all weak points: (1 << weak_len) - 1 */
    uint8_t two_player;
    uint8_t abilities; /* enum rm_ability, copied from the type */
    uint8_t arrives;   /* slot tried first, 0 if none */
    uint8_t frenzy_wounds, frenzy_strength;
    uint8_t pad[3];
    uint32_t key;
    struct vl_texts name, flavour; /* the flavour is that of its type */
    uint32_t spare;                /* 48 bytes: an index is two instructions */
};

struct rm_type_info {
    uint32_t key;
    struct vl_texts name, flavour;
    uint32_t count;        /* of its cards */
    struct vl_fx_list can; /* RM_ABILITY_MAP */
};

struct rm_event {
    struct vl_fx_list does; /* RM_EFFECT_MAP */
    uint16_t effects;       /* the same, bit by enum rm_effect */
    uint8_t kind;           /* enum rm_class */
    uint8_t dice;           /* 4 unless the effect says otherwise */
    uint8_t reroll_cost;    /* 1 unless the effect says otherwise */
    uint8_t pad[3];
    uint32_t key;
    struct vl_texts name, flavour;
};

struct rm_hero {
    uint8_t mark, ultimate; /* enum rm_mark, enum rm_ult */
    uint8_t pad[2];
    uint32_t key;
    struct vl_texts name, title, mark_name, mark_flavour, ult_name, ult_flavour;
};

struct rm_setup {       /* one per number of guardians, 2..4 */
    uint8_t temple;     /* HP at the start, and at most */
    uint8_t paths;      /* how many, in path order */
    uint8_t removed;    /* monsters taken out unseen */
    uint8_t two_player; /* only cards with the symbol ... */
    uint8_t guardians;
    uint8_t one_type; /* ... and one of this type; VL_NONE: none */
    uint8_t pad[2];
    uint32_t cards;  /* eligible cards, bit by card */
    uint32_t one_of; /* exactly one of these, at random, joins them */
};

struct rm_level {
    uint8_t events[RM_CLASSES];
    uint8_t ultimate_start;
    struct vl_texts name;
    uint8_t key, pad[3]; /* enum rm_difficulty */
};

struct rm_content {
    uint8_t closing_event; /* in force when the event pile is empty */
    uint8_t pad[3];
    struct rm_card cards[RM_CARDS + 1]; /* and Dawn */
    struct rm_type_info types[RM_TYPES];
    struct rm_event events[RM_EVENTS];
    struct rm_hero heroes[4];
    struct rm_setup setups[3];
    struct rm_level levels[RM_DIFFICULTIES];
};

extern const struct vl_pack_table rm_pack;                /* rm_pack.c */
extern const struct vl_fx_verbs rm_abilities, rm_effects; /* the closed vocabulary */
extern const struct vl_says rm_says;                      /* rm_says.c */

/* ---- state ---- */

enum { RM_SHIELD = 1, RM_POISONED = 2, RM_ANGELED = 4 }; /* markers */
enum { RM_TARGET_NONE, RM_TARGET_STORM, RM_TARGET_TRAMPLE };

struct rm_guardian {
    uint8_t path; /* VL_NONE: dead, or not placed yet */
    uint8_t hp, mana;
    uint8_t ult_slot; /* 0..4 */
    uint8_t ult_side; /* 1, 2; 0: discarded */
    uint8_t markers;
};

struct rm_state {
    struct vl_state base;
    uint8_t guardian_of[RM_SEATS_MAX];  /* by seat; VL_NONE: not chosen yet */
    struct rm_guardian g[RM_SEATS_MAX]; /* by seat */
    uint32_t unseen;                    /* eligible cards not yet seen, bit by card */
    uint32_t discard;                   /* bit by card */
    uint16_t unseen_events;             /* bit by event */
    uint8_t temple, round;              /* round 0 before the first */
    uint8_t dean;                       /* a seat; 0 until it is named */
    uint8_t active;                     /* seat whose turn it is or who is set up */
    uint8_t event;                      /* in force; VL_NONE before round 1 */
    uint8_t blocked;                    /* bit by path */
    uint8_t petrify, free_used;
    uint8_t dice_len, used, rerolled; /* bit by die */
    uint8_t rolling;                  /* the dice of a reroll in progress, bit by die */
    uint8_t target_kind, target_mask; /* Storm: paths, Trample: slots; lowest first */
    uint8_t reward_mana;              /* to be shared out under Mana Healing */
    uint8_t to_come, dawn_in;         /* monsters still in the pile; is Dawn */
    uint8_t known_len, known_events_len;
    uint8_t events_to_come[RM_CLASSES];
    uint8_t dice[RM_DICE_MAX];            /* runes; 0 where there is no die */
    uint8_t known_events[RM_EVENT_PILE];  /* next events, only where a position fixes them */
    uint8_t lane[RM_PATHS_MAX][RM_SLOTS]; /* cards; VL_NONE: empty */
    uint8_t wounds[RM_CARDS];             /* bit by weak point */
    uint8_t known[RM_PILE_MAX];           /* next cards, only where a position fixes them */
    uint8_t pad;                          /* always zero: states are hashed as bytes */
};
static_assert(sizeof(struct rm_state) == 152, "no hidden padding in a hashed state");

/* What prepare() computes once from options and content. */
struct rm_derived {
    uint8_t seats, paths, players;
    uint8_t temple; /* at the start, and at most */
    uint8_t pile;   /* monsters in the pile before the starting ones */
    uint8_t ult_start;
    uint8_t level; /* enum rm_difficulty */
    uint8_t closing_event;
    uint8_t events[RM_CLASSES];
    uint8_t controller[RM_SEATS_MAX];
    uint8_t preset_guardian[RM_SEATS_MAX], preset_path[RM_SEATS_MAX], preset_dean;
    uint16_t events_of[RM_CLASSES]; /* the events of each kind, bit by event */
    uint32_t cards, one_of;         /* eligible, and those of which one joins them */
    uint32_t recovers, no_block;    /* the cards with these abilities */
    uint8_t leads_to[RM_RUNES];     /* the paths that a die of each rune leads to, bit by path */
};

/* ---- names ---- */

/* clang-format off */
/* Families: constant, and the row of rm_tables.c. Cards are 0..31 and Dawn, dice are numbers
 * as things, mark and power those of a guardian. */
#define RM_FAMILY_MAP(X)                                                          \
    X(RUNE,       KEYS(rune))                                                     \
    X(PATH,       KEYS(path))                                                     \
    X(GUARDIAN,   THINGS(guardian, 4))                                            \
    X(CARD,       THINGS(card, RM_CARDS + 1))                                     \
    X(EVENT,      THINGS(event, RM_EVENTS))                                       \
    X(TYPE,       THINGS(type, RM_TYPES))                                         \
    X(PHASE,      KEYS(phase))                                                     \
    X(OUTCOME,    KEYS(outcome))                                                   \
    X(CLASS,      KEYS(class))                                                    \
    X(DIFFICULTY, VL_FAMILY_N("difficulty", RM_DIFFICULTIES, rm_difficulty_keys)) \
    X(TARGET,     KEYS(target))                                                   \
    X(DIE,        KEYS(die))                                                      \
    X(MEANS,      KEYS(means))                                                    \
    X(PLACE,      KEYS(place))                                                    \
    X(MARK,       THINGS(mark, 4))                                                \
    X(POWER,      THINGS(power, 4))
#define X(name, row) RM_FAM_##name,
enum rm_family { RM_FAM_INT = VL_FAM_INT, RM_FAM_BEFORE = VL_FAM_GAME - 1, RM_FAMILY_MAP(X) RM_FAMILIES_END };
#undef X
/* clang-format on */

enum rm_means { RM_BY_DIE, RM_BY_MARK, RM_BY_ULTIMATE, RM_BY_RELEASE };
enum rm_place { RM_AT_TEMPLE, RM_AT_PILE, RM_AT_EVENTS, RM_AT_ULTIMATE, RM_AT_MANA, RM_AT_MARK };

/* What a move leads from and to. */
enum rm_touched {
    RM_TOUCH_NONE,
    RM_TOUCH_ARG,  /* the first argument */
    RM_TOUCH_LAST, /* the last one */
    RM_TOUCH_SELF, /* who is active */
    RM_TOUCH_SITTER,
    RM_TOUCH_DIE,
    RM_TOUCH_OTHER_DIE,
    RM_TOUCH_FIRST_DIE, /* of a set */
    RM_TOUCH_FIRST,     /* the first monster of the own path */
    RM_TOUCH_CONTACT,   /* the one on its slot 1 */
    RM_TOUCH_TARGET,    /* the one that Storm or Trample wounds next */
    RM_TOUCH_MOVED,     /* the one that changes paths */
    RM_TOUCH_IN_FORCE,  /* the event */
    RM_TOUCH_PLACE,     /* from here on enum rm_place */
    RM_TOUCH_AT_PILE = (int)RM_TOUCH_PLACE + (int)RM_AT_PILE,
    RM_TOUCH_AT_EVENTS = (int)RM_TOUCH_PLACE + (int)RM_AT_EVENTS,
    RM_TOUCH_AT_ULTIMATE = (int)RM_TOUCH_PLACE + (int)RM_AT_ULTIMATE,
    RM_TOUCH_AT_MANA = (int)RM_TOUCH_PLACE + (int)RM_AT_MANA
};

/* clang-format off */
/* Moves: decisions in the order of the rules' table, then chance. Constant, word, flags, arguments
 * (rm_tables.c), phases in which it is made; from what to what it leads (enum rm_touched)
 * and the rules behind it, the most telling first. What it does is do_<word>() of rm_rules.c. */
#define RM_MOVE_MAP(X)                                                                                                                       \
    X(CHOOSE_GUARDIAN, choose_guardian, 0, 1, GUARDIAN, PH(SETUP_GUARDIAN), ARG, NONE, RM_SET_03, 0, 0)                                      \
    X(PLACE_GUARDIAN,  place_guardian,  VL_MOVE_REVEALS, 1, PATH, PH(SETUP_PLACE), SELF, LAST, RM_SET_11, 0, 0)                              \
    X(CHOOSE_DEAN,     choose_dean,     VL_MOVE_REVEALS, 1, SEAT, PH(SETUP_DEAN), SITTER, NONE, RM_SET_27, RM_SET_28, 0)                     \
    X(ASSIGN_ANGEL,    assign_angel,    VL_MOVE_REVEALS, 1, GUARDIAN, PH(EVENT_ANGEL), IN_FORCE, ARG, RM_EVT_01, RM_EVT_02, RM_EVT_04)       \
    X(HIT,             hit,             0, 1, DIE, PH(ACTIONS), DIE, FIRST, RM_HIT_01, RM_HIT_05, RM_HIT_02)                                 \
    X(MOVE,            move,            0, 2, DIE PATH, PH(ACTIONS), DIE, LAST, RM_MOVE_01, RM_MOVE_05, 0)                                   \
    X(MARK_SWAP,       mark_swap,       0, 4, DIE FROM SLOT PATH, PH(ACTIONS), MOVED, LAST, RM_MARK_06, RM_MARK_07, RM_MARK_01)              \
    X(MARK_MOVE,       mark_move,       0, 2, DIE PATH, PH(ACTIONS), DIE, LAST, RM_MARK_12, RM_MOVE_05, RM_MARK_01)                          \
    X(MARK_SHIELD,     mark_shield,     0, 2, DIE GUARDIAN, PH(ACTIONS), DIE, LAST, RM_MARK_14, RM_ATK_04, RM_MARK_01)                       \
    X(MARK_HEAL,       mark_heal,       0, 2, DIE GUARDIAN, PH(ACTIONS), DIE, LAST, RM_MARK_16, RM_MARK_01, 0)                               \
    X(MARK_WHIRL,      mark_whirl,      0, 2, DIE WEAK, PH(ACTIONS), DIE, FIRST, RM_MARK_18, RM_MARK_01, 0)                                  \
    X(BLOCK,           block,           0, 2, DIE OTHER, PH(ACTIONS), DIE, OTHER_DIE, RM_BLK_01, RM_BLK_03, RM_BLK_08)                       \
    X(CHARGE,          charge,          0, 1, DIE, PH(ACTIONS), DIE, AT_ULTIMATE, RM_CHG_01, RM_CHG_02, 0)                                   \
    X(REROLL,          reroll,          VL_MOVE_REVEALS, 1, DICE, PH(ACTIONS), FIRST_DIE, AT_MANA, RM_RRL_01, RM_RRL_03, RM_DIE_09)          \
    X(RELEASE,         release,         0, 0, NO_ARG, PH(ACTIONS), AT_MANA, CONTACT, RM_REL_01, RM_REL_06, 0)                                \
    X(ULTIMATE,        ultimate,        0, 0, NO_ARG, PH(ACTIONS), AT_ULTIMATE, NONE, RM_ULT_04, RM_ULT_01, RM_ULT_02)                       \
    X(ULTIMATE_ON,     ultimate,        VL_MOVE_SAME_WORD, 2, GUARDIAN PATH, PH(ACTIONS), ARG, LAST, RM_ULT_30, RM_ULT_31, RM_ULT_02)        \
    X(FREE_MOVE,       free_move,       0, 1, PATH, PH(ACTIONS), SELF, LAST, RM_MOVE_12, RM_MOVE_05, RM_EVT_25)                              \
    X(END,             end,             VL_MOVE_REVEALS | VL_MOVE_ENDS, 0, NO_ARG, PH(ACTIONS), NONE, NONE, RM_ACT_05, RM_DIE_08, RM_TRN_01) \
    X(CHOOSE_WEAK,     choose_weak,     0, 1, WEAK, PH(TARGET), NONE, TARGET, RM_ULT_51, RM_ULT_50, 0)                                       \
    X(CHOOSE_REWARD,   choose_reward,   0, 1, HP, PH(REWARD), NONE, NONE, RM_KILL_08, RM_EVT_20, RM_EVT_21)                                  \
    X(DRAW,            draw,            VL_MOVE_CHANCE, 1, CARD, PH(SETUP_DECKS) | PH(SPAWN), AT_PILE, ARG, RM_SPN_01, RM_CHN_02, RM_CHN_03) \
    X(EVENT,           event,           VL_MOVE_CHANCE, 1, EVENT, PH(ROUND_START), AT_EVENTS, ARG, RM_RND_02, RM_CHN_04, RM_CHN_05)          \
    X(ROLL,            roll,            VL_MOVE_CHANCE, 1, FACES, PH(ROLL) | PH(REROLL), NONE, NONE, RM_DIE_04, RM_CHN_06, 0)
#define X(name, ...) RM_MV_##name,
enum rm_move { RM_MV_NONE, RM_MOVE_MAP(X) RM_MOVES };
#undef X

/* Events: what a front end can report (RM-LOG), and its arguments: name, family. */
#define RM_EV_MAP(X)                                                                                                             \
    X(GUARDIAN_CHOSEN,    guardian_chosen,    1, A(guardian, GUARDIAN))                                                          \
    X(GUARDIAN_PLACED,    guardian_placed,    2, A(guardian, GUARDIAN) A(path, PATH))                                            \
    X(DEAN_NAMED,         dean_named,         1, A(guardian, GUARDIAN))                                                          \
    X(ROUND_BEGUN,        round_begun,        1, A(round, INT))                                                                  \
    X(EVENT_REVEALED,     event_revealed,     1, A(event, EVENT))                                                                \
    X(EVENTS_EMPTY,       events_empty,       1, A(event, EVENT))                                                                \
    X(ANGEL_GIVEN,        angel_given,        1, A(guardian, GUARDIAN))                                                          \
    X(ANGEL_RETURNED,     angel_returned,     1, A(guardian, GUARDIAN))                                                          \
    X(TURN_BEGUN,         turn_begun,         1, A(guardian, GUARDIAN))                                                          \
    X(SEAT_SKIPPED,       seat_skipped,       1, A(guardian, GUARDIAN))                                                          \
    X(SPAWNED,            spawned,            3, A(card, CARD) A(path, PATH) A(slot, INT))                                       \
    X(OVERFLOWED,         overflowed,         2, A(card, CARD) A(path, PATH))                                                    \
    X(DAWN_REVEALED,      dawn_revealed,      1, A(card, CARD))                                                                  \
    X(ROLLED,             rolled,             6, A(n, INT) A(a, RUNE) A(b, RUNE) A(c, RUNE) A(d, RUNE) A(e, RUNE))               \
    X(REROLLED,           rerolled,           7, A(n, INT) A(a, RUNE) A(b, RUNE) A(c, RUNE) A(d, RUNE) A(e, RUNE) A(dice, INT))  \
    X(REROLL_PAID,        reroll_paid,        3, A(guardian, GUARDIAN) A(n, INT) A(mana, INT))                                   \
    X(WOUNDED,            wounded,            5, A(guardian, GUARDIAN) A(card, CARD) A(weak, INT) A(rune, RUNE) A(means, MEANS)) \
    X(KILLED,             killed,             5, A(guardian, GUARDIAN) A(card, CARD) A(means, MEANS) A(type, TYPE) A(slot, INT)) \
    X(REWARDED,           rewarded,           4, A(guardian, GUARDIAN) A(hp, INT) A(mana, INT) A(lost, INT))                     \
    X(MOVED,              moved,              3, A(guardian, GUARDIAN) A(path, PATH) A(from, PATH))                              \
    X(SWAPPED,            swapped,            4, A(guardian, GUARDIAN) A(path, PATH) A(other, GUARDIAN) A(from, PATH))           \
    X(EXCHANGED,          exchanged,          4, A(card, CARD) A(from, PATH) A(path, PATH) A(slot, INT))                         \
    X(SHIELDED,           shielded,           1, A(guardian, GUARDIAN))                                                          \
    X(HEALED,             healed,             2, A(guardian, GUARDIAN) A(hp, INT))                                               \
    X(BLOCKED,            blocked,            1, A(path, PATH))                                                                  \
    X(BLOCK_HELD,         block_held,         1, A(path, PATH))                                                                  \
    X(BLOCK_BROKEN,       block_broken,       2, A(path, PATH) A(card, CARD))                                                    \
    X(BLOCK_LIFTED,       block_lifted,       1, A(path, PATH))                                                                  \
    X(CHARGED,            charged,            2, A(guardian, GUARDIAN) A(slot, INT))                                             \
    X(RELEASED,           released,           1, A(guardian, GUARDIAN))                                                          \
    X(ULTIMATE_USED,      ultimate_used,      1, A(guardian, GUARDIAN))                                                          \
    X(ULTIMATE_DISCARDED, ultimate_discarded, 1, A(guardian, GUARDIAN))                                                          \
    X(REVIVED,            revived,            2, A(guardian, GUARDIAN) A(path, PATH))                                            \
    X(PETRIFIED,          petrified,          1, A(guardian, GUARDIAN))                                                          \
    X(MONSTERS_SKIPPED,   monsters_skipped,   1, A(guardian, GUARDIAN))                                                          \
    X(ADVANCED,           advanced,           3, A(card, CARD) A(path, PATH) A(slot, INT))                                       \
    X(STRUCK,             struck,             3, A(card, CARD) A(path, PATH) A(strength, INT))                                   \
    X(SHOT,               shot,               3, A(card, CARD) A(path, PATH) A(strength, INT))                                   \
    X(SHIELD_BROKEN,      shield_broken,      1, A(guardian, GUARDIAN))                                                          \
    X(HURT,               hurt,               2, A(guardian, GUARDIAN) A(hp, INT))                                               \
    X(SAVED,              saved,              1, A(guardian, GUARDIAN))                                                          \
    X(POISONED,           poisoned,           1, A(guardian, GUARDIAN))                                                          \
    X(POISON_BITES,       poison_bites,       2, A(guardian, GUARDIAN) A(hp, INT))                                               \
    X(DIED,               died,               1, A(guardian, GUARDIAN))                                                          \
    X(TEMPLE_HIT,         temple_hit,         1, A(hp, INT))                                                                     \
    X(RECOVERED,          recovered,          1, A(card, CARD))                                                                  \
    X(TURN_ENDED,         turn_ended,         1, A(guardian, GUARDIAN))                                                          \
    X(GAME_ENDED,         game_ended,         1, A(outcome, OUTCOME))
#define X(name, word, n, args) RM_EV_##name,
enum rm_ev { RM_EV_MAP(X) RM_EVS };
#undef X

/* Options: constant, name, entries; values, default, open, flags, what refuses, what explains. */
#define RM_OPTION_MAP(X)                                                                           \
    X(GUARDIANS,        guardians,        1, VL_OPTION_INT(2, 4), 4, NULL, VL_OPTION_SEATS, RM_BAD_03, \
        RM_OPT_01)                                                                                 \
    X(PLAYERS,          players,          1, VL_OPTION_INT(1, 4), VL_UNSET, "auto", VL_OPTION_PLAYERS, \
        RM_BAD_04, RM_OPT_02)                                                                      \
    X(CONTROLLER,       controller,       4, VL_OPTION_INT(0, 3), VL_UNSET, "auto", VL_OPTION_WHO, RM_BAD_05, \
        RM_OPT_03)                                                                                 \
    X(DIFFICULTY,       difficulty,       1, VL_OPTION_KEY(rm_difficulty_keys, RM_DIFFICULTIES), RM_DIFF_NOVICE, \
        NULL, 0, RM_BAD_06, RM_OPT_04)                                                             \
    X(ULT_START,        ultimate_start,   1, VL_OPTION_INT(1, 2), VL_UNSET, "auto", 0, RM_BAD_07, RM_OPT_05) \
    X(PRESET_GUARDIANS, preset_guardians, 4, VL_OPTION_FAMILY(RM_FAM_GUARDIAN, 4), VL_UNSET, "ask", \
        VL_OPTION_ASKED, RM_BAD_12, RM_OPT_07)                                                     \
    X(PRESET_PATHS,     preset_paths,     4, VL_OPTION_FAMILY(RM_FAM_PATH, 4), VL_UNSET, "ask",    \
        VL_OPTION_ASKED, RM_BAD_14, RM_OPT_07)                                                     \
    X(PRESET_DEAN,      preset_dean,      1, VL_OPTION_SEAT(RM_SEATS_MAX), VL_UNSET, "ask", VL_OPTION_ASKED, \
        RM_BAD_17, RM_OPT_07)

/* where each begins in vl_rules.option */
#define X(id, name, n, ...) RM_OPT_##id, RM_OPT_##id##_LAST = RM_OPT_##id + (n) - 1,
enum rm_option { RM_OPTION_MAP(X) RM_OPTION_ENTRIES };
#undef X
/* clang-format on */
extern const struct vl_game runemasters_game;
typedef struct rm_state runemasters_state;     /* as games.def calls it */
extern const char *const rm_difficulty_keys[]; /* rm_tables.c; NULL ends them */

/* ---- the files of the game ---- */

/* clang-format off */
VL_GAME_READS(rm)
VL_GAME_FUNCTIONS(rm)
/* clang-format on */

/* rm_rules.c: who decides in the state's phase: a seat, chance, nobody */
vl_actor rm_actor(const struct vl_rules *r, const struct rm_state *s);
/* rm_chance.c */
int rm_outcomes(const struct vl_rules *r, const struct rm_state *s, struct vl_move *out);
vl_rule rm_refuse_outcome(const struct vl_rules *r, const struct rm_state *s, struct vl_move m);
/* the next card or event if it is certain, so that nobody is asked (RM-RUL-72), else -1 */
int rm_certain_card(const struct rm_state *s);
int rm_certain_event(const struct rm_derived *d, const struct rm_state *s);

/* ---- small readings of a state ---- */

static inline uint32_t rm_bit(int thing) /* none of VL_NONE */
{
    return thing == VL_NONE ? 0 : UINT32_C(1) << thing;
}

/* The seat of a guardian in play, or -1. */
static inline int rm_seat_of(const struct rm_state *s, int guardian)
{
    for (int k = 0; k < s->base.seats; k++)
        if (s->guardian_of[k] == guardian)
            return k;
    return -1;
}

/* The seat of the living guardian on a path, or -1. */
static inline int rm_guard_of(const struct rm_state *s, int path)
{
    for (int k = 0; k < s->base.seats; k++)
        if (s->g[k].path == path)
            return k;
    return -1;
}

/* The rule that lets the rune of a die take a guardian to another path: its own rune
 * (RM-MOVE-01), violet any (RM-MOVE-02), yellow any with three guardians (RM-MOVE-03). */
static inline vl_rule rm_move_rule(const struct rm_state *s, int die)
{
    int rune = die < s->dice_len ? s->dice[die] : VL_NONE;

    if (rune == RM_RUNE_VIOLET)
        return RM_MOVE_02;
    return rune == RM_RUNE_YELLOW && s->base.seats == 3 ? RM_MOVE_03 : RM_MOVE_01;
}

/* The 0-based slot of the first monster of a path, or -1. */
static inline int rm_first(const struct rm_state *s, int path)
{
    VL_ASSERT(path < RM_PATHS_MAX);
    for (int i = 0; i < RM_SLOTS; i++)
        if (s->lane[path][i] != VL_NONE)
            return i;
    return -1;
}

/* The first monster of a path, or VL_NONE. */
static inline int rm_first_card(const struct rm_state *s, int path)
{
    int slot = rm_first(s, path);

    return slot < 0 ? VL_NONE : s->lane[path][slot];
}

/* RM-ULT-10, RM-ULT-40: what Storm wounds, bit by path, or Trample, bit by slot. */
static inline uint32_t rm_targets(const struct rm_derived *d, const struct rm_state *s, int kind)
{
    int own = s->g[s->active].path;
    uint32_t mask = 0;

    for (int path = 0; kind == RM_TARGET_STORM && path < d->paths; path++)
        mask |= (s->lane[path][0] != VL_NONE ? 1u : 0u) << path;
    for (int slot = 0; kind == RM_TARGET_TRAMPLE && own < d->paths && slot < RM_SLOTS; slot++)
        mask |= (s->lane[own][slot] != VL_NONE ? 1u : 0u) << slot;
    return mask;
}

/* The monster that Storm or Trample wounds next. */
static inline int rm_target_card(const struct rm_state *s)
{
    VL_ASSERT(s->target_mask != 0);
    int at = vl_low_bit(s->target_mask);
    return s->target_kind == RM_TARGET_STORM ? s->lane[at][0] : s->lane[s->g[s->active].path][at];
}

/* RM-ATK-03, RM-TYP-04: what a monster in contact strikes for; a Troll with exactly two
 * wounds for 2. */
static inline int rm_strength(const struct rm_state *s, const struct rm_card *c, int card)
{
    bool frenzy = (c->abilities & RM_AB_FRENZY) && vl_bits(s->wounds[card]) == c->frenzy_wounds;

    return frenzy ? c->frenzy_strength : 1;
}

/* RM-BLK-04, RM-TYP-13: a Dragon on any of its slots. */
static inline bool rm_path_refuses_block(const struct rm_content *c, const struct rm_derived *d,
                                         const struct rm_state *s, int path)
{
    if (!(d->no_block & ~s->unseen & ~s->discard))
        return false; /* no such card on any path */
    for (int i = 0; i < RM_SLOTS; i++) {
        int card = s->lane[path][i];
        if (card != VL_NONE && (c->cards[card].abilities & RM_AB_NO_BLOCK))
            return true;
    }
    return false;
}

static inline const struct rm_event *rm_event_of(const struct rm_content *c,
                                                 const struct rm_state *s)
{
    VL_ASSERT(s->event < RM_EVENTS); /* one is in force from the first round on */
    return &c->events[s->event];
}

#endif
