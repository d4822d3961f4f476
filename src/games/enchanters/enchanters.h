/* enchanters.h - the state and content of Enchanters, shared by its files.
 *
 * rules/enchanters.md numbers every rule; the ids stand above the code. A card
 * is a number: kingdom x 25 + place in the kingdom, then the start cards, one
 * of each kind per seat (EN-ST-01). Piles and graveyard are listed from bottom
 * to top. The deck has no order: `unseen` is a set (EN-SET-23).
 */
#ifndef VL_GAMES_ENCHANTERS_H
#define VL_GAMES_ENCHANTERS_H

#include "base/bits.h"
#include "core/game_functions.h"
#include "core/lists.h"
#include "core/machine.h"

#include <assert.h>

#include "rule_ids.h" /* generated from rules/ */

enum {
    EN_SEATS_MIN = 2,
    EN_SEATS_MAX = 4,
    EN_KINGDOMS_MAX = 9, /* of a pack; a game has at most four of them */
    EN_IN_PLAY_MAX = 4,
    EN_PER_KINGDOM = 25,
    EN_DESIGNS_PER = 12,
    EN_DESIGNS_MAX = EN_KINGDOMS_MAX * EN_DESIGNS_PER + 2,
    EN_CARDS_MAX = EN_KINGDOMS_MAX * EN_PER_KINGDOM + 2 * EN_SEATS_MAX,
    EN_VILLAGES_MAX = 32,
    EN_VILLAGE = 250, /* the village as the source of an ability */
    EN_NOBODY = 253,  /* a target was sought and nobody can be it (EN-EFF-07) */
    EN_SLOTS = 6,
    EN_FROM_GRAVE = EN_SLOTS, /* where a taken card comes from, if not from a slot */
    EN_COSTS_MAX = 3,
    EN_EFFECTS_MAX = 4,
    EN_VILLAGE_ABILITIES = 5,
    EN_VILLAGE_CLAUSES = 2,
    EN_DECK_MAX = 100,
    EN_GRAVE_MAX = 108,
    EN_ITEMS_PILE = 28,
    EN_TROPHY_PILE = 52,
    EN_CRYSTALS_START = 5,
    EN_AMOUNT_MAX = 20,   /* of an amount or a cost in a pack */
    EN_COUNTER_MAX = 999, /* of crystals and wounds in a position */
    EN_MASK = 32          /* bytes of a set of cards */
};

/* clang-format off */
#define EN_PHASE_MAP(X)                                                                     \
    X(EN_PH_SETUP_KINGDOMS, setup_kingdoms) X(EN_PH_SETUP_REMOVE, setup_remove)             \
    X(EN_PH_SETUP_DEAL, setup_deal) X(EN_PH_SETUP_VILLAGE, setup_village)                   \
    X(EN_PH_SETUP_FIRST, setup_first) X(EN_PH_TURN_START, turn_start)                       \
    X(EN_PH_WINDOW_1, window_1) X(EN_PH_WINDOW_2, window_2) X(EN_PH_TAKE, take)             \
    X(EN_PH_REST, rest_resolve) X(EN_PH_WINDOW_3, window_3) X(EN_PH_TURN_END, turn_end)     \
    /* what an ability asks for */                                                          \
    X(EN_PH_CHOOSE_TARGET, choose_target) X(EN_PH_CHOOSE_CARD, choose_card)                 \
    X(EN_PH_CHOOSE_PAY_CARD, choose_pay_card) X(EN_PH_CHOOSE_SLOT, choose_slot)             \
    X(EN_PH_ORDER_TRIGGER, order_trigger) X(EN_PH_ORDER_GRAVEYARD, order_graveyard)         \
    X(EN_PH_GAME_OVER, game_over)
#define EN_OUTCOME_MAP(X) X(EN_RUNNING, running) X(EN_WON, won) X(EN_SHARED, shared)
#define EN_MODE_MAP(X) X(EN_MODE_LIST, list) X(EN_MODE_DRAFT, draft) X(EN_MODE_RANDOM, random) \
    X(EN_MODE_FIRST_GAME, first_game)
#define EN_KIND_MAP(X) X(EN_KIND_ITEM, item) X(EN_KIND_ENCHANTMENT, enchantment)            \
    X(EN_KIND_MONSTER, monster) X(EN_KIND_DRAGON, dragon)
#define EN_PILE_MAP(X) X(EN_PILE_ITEMS, items) X(EN_PILE_ENCHANTMENTS, enchantments)        \
    X(EN_PILE_TROPHIES, trophies)

/* The closed vocabulary of content packs (rules, section 9.2). ORDER EN_VERBS (docs, schema) */
#define EN_ABILITY_MAP(X)                                                                   \
    X(EN_AB_ONCE, once) X(EN_AB_DOUBLE, double) X(EN_AB_MULTI, multi) /* minor actions */   \
    X(EN_AB_REST, rest) X(EN_AB_IMMEDIATE, immediate) X(EN_AB_TRIGGER, trigger)             \
    X(EN_AB_SHIELD, shield)
#define EN_WHEN_MAP(X) X(EN_WHEN_START, start) X(EN_WHEN_REST, rest) X(EN_WHEN_TAKE, take)
#define EN_SCOPE_MAP(X) X(EN_TO_SELF, self) X(EN_TO_TARGET, target) X(EN_TO_OTHERS, others) \
    X(EN_TO_ALL, all)
#define EN_PICK_MAP(X) X(EN_PICK_TOP, top) X(EN_PICK_ANY, any) X(EN_PICK_FIRST, first)
#define EN_DEST_MAP(X) X(EN_DEST_TOP, top) X(EN_DEST_UNDER, under)
#define EN_PLACE_MAP(X) X(EN_AT_ROAD_FIRST, road_first) X(EN_AT_GRAVE_TOP, grave_top)       \
    X(EN_AT_OWN_TOP_I, own_top_item) X(EN_AT_TARGET_TOP_I, target_top_item)
#define EN_SOURCE_MAP(X) X(EN_SRC_NONE, none) /* a constant */                              \
    X(EN_SRC_ATK, attack) X(EN_SRC_DEF, defence) X(EN_SRC_WOUNDS, wounds)                   \
    X(EN_SRC_CRYSTALS, crystals) X(EN_SRC_MONSTERS, monsters) X(EN_SRC_DRAGONS, dragons)    \
    X(EN_SRC_TROPHIES, trophies) X(EN_SRC_ITEMS, items)                                     \
    X(EN_SRC_ENCHANTMENTS, enchantments) X(EN_SRC_SKULLS, skulls)                           \
    X(EN_SRC_GRAVEYARD, graveyard) X(EN_SRC_HEALED, healed) X(EN_SRC_RECEIVED, received)

enum en_phase { EN_PHASE_MAP(VL_ID) EN_PHASES };
enum en_outcome { EN_OUTCOME_MAP(VL_ID) EN_OUTCOMES };
enum en_mode { EN_MODE_MAP(VL_ID) EN_MODES };
enum en_kind { EN_KIND_MAP(VL_ID) EN_KINDS };
enum en_pile { EN_PILE_MAP(VL_ID) EN_PILES };
enum en_ability_kind { EN_ABILITY_MAP(VL_ID) EN_ABILITY_KINDS };
enum en_when { EN_WHEN_MAP(VL_ID) EN_WHENS };
enum en_scope { EN_SCOPE_MAP(VL_ID) EN_SCOPES };
enum en_pick { EN_PICK_MAP(VL_ID) EN_PICKS };
enum en_dest { EN_DEST_MAP(VL_ID) EN_DESTS };
enum en_place { EN_PLACE_MAP(VL_ID) EN_PLACES };
enum en_source { EN_SOURCE_MAP(VL_ID) EN_SOURCES };
/* Costs, effects and clauses, numbered in one row: en_ability.c says with what arguments. */
enum en_verb {
    EN_PAY_CRYSTALS, EN_PAY_WOUNDS, EN_PAY_DISCARD, EN_PAY_REMOVE, EN_PAY_REMOVE_THIS,
    EN_PAY_TARGET_HEALS, EN_COST_KINDS,
    EN_DO_CRYSTALS = EN_COST_KINDS, EN_DO_LOSE, EN_DO_ROB, EN_DO_WOUND, EN_DO_HEAL, EN_DO_TRANSFER,
    EN_DO_ATK, EN_DO_DEF, EN_DO_CHEAPER, EN_DO_DISCARD, EN_DO_STEAL, EN_DO_SWAP, EN_DO_VISIT,
    EN_DO_GIVE_THIS, EN_DO_ROAD_DISCARD, EN_DO_SINK, EN_VERBS,
    EN_CLAUSE_PER = EN_VERBS, EN_CLAUSE_MOST, EN_CLAUSE_FEWEST, EN_CLAUSES
};
/* clang-format on */

/* Filters of cards (EN-EFF-02): a set of kinds. X is Monsters and Dragons. */
enum en_filter {
    EN_F_I = 1 << EN_KIND_ITEM,
    EN_F_E = 1 << EN_KIND_ENCHANTMENT,
    EN_F_M = 1 << EN_KIND_MONSTER,
    EN_F_D = 1 << EN_KIND_DRAGON,
    EN_F_X = EN_F_M | EN_F_D
};

enum { EN_EACH = 1, EN_DOUBLES = 2 }; /* flags of a card (EN-CMB-09, EN-CMB-10) */

/* ---- content: one relocatable block, made from content/enchanters.json ---- */

/* Where the arguments of steps stand in arg[]: alike in all verbs that have them. The
 * scope of a verb that names nobody is fixed; an amount takes three places. */
enum en_arg {
    EN_ARG_N = 0,      /* of a cost: crystals, wounds; of a clause: the amount */
    EN_ARG_SCOPE = 0,  /* enum en_scope */
    EN_ARG_AMOUNT = 1, /* struct vl_amount; its source is an enum en_source */
    EN_ARG_FILTER = 1, /* enum en_filter */
    EN_ARG_PICK = 2,   /* enum en_pick */
    EN_ARG_DEST = 3,   /* enum en_dest, of STEAL */
    EN_ARG_PLACE = 1,  /* enum en_place, of SWAP */
    EN_ARG_PARTNER = 2
};

struct en_ability {
    uint8_t kind;       /* enum en_ability_kind */
    uint8_t when, of;   /* of a trigger; the filter of TAKE */
    uint8_t crystals;   /* of its cost */
    uint8_t costs_more; /* cards or a wounded target: payable only if there are such */
    uint8_t pad[3];
    struct vl_fx_list costs, effects; /* of enum en_verb */
};

struct en_design {
    uint8_t kind, kingdom;  /* enum en_kind; the start cards' kingdom is kingdoms_len */
    uint8_t copies, marked; /* how many; the first ones carry the mark "2" */
    uint8_t first;          /* the card that is copy 1 */
    uint8_t health, strength, glory;
    int8_t upper[2], lower[2]; /* Attack, Defence icons */
    uint8_t skull, flags;
    uint8_t has_ability, pad;
    struct vl_amount health_per, strength_per; /* n 0: none */
    struct en_ability ability;
    struct vl_fx_list score; /* one clause or nothing (EN-SCO-05, EN-SCO-09) */
    uint32_t key;
    struct vl_texts name, flavour;
};

enum { EN_ANY_USES = 3, EN_VARIES = 255 }; /* more uses than are counted; health_per */

struct en_card {               /* what is asked for most, by card */
    uint8_t design, copy;      /* copy 1.. */
    uint8_t kind, skull;       /* of the design */
    uint8_t ability;           /* 1 + the kind of its ability; 0: none */
    uint8_t uses;              /* of an action: how often a turn; EN_ANY_USES; 0: no action */
    uint8_t crystals;          /* of the cost, */
    uint8_t costs_more;        /* and whether there is more to it */
    int8_t upper[2], lower[2]; /* of the design */
    uint8_t health;            /* of the design; EN_VARIES */
    uint8_t pad[3];
    uint32_t key; /* "gob_axe#1" */
};

struct en_kingdom {
    uint32_t key;
    struct vl_texts name, text;
};

struct en_offer { /* an action or rest of a village, as the lists of moves ask for it */
    uint8_t index, uses, crystals, costs_more;
};

struct en_village {
    uint8_t abilities_len;
    uint8_t actions_len, rests_len;
    uint8_t triggers[EN_WHENS]; /* by when they fire */
    uint8_t pad[2];
    struct en_offer offers[EN_VILLAGE_ABILITIES]; /* its actions, then its rests */
    struct en_ability abilities[EN_VILLAGE_ABILITIES];
    struct vl_fx_list scores; /* clauses */
    uint32_t key;
    struct vl_texts name, flavour;
};

struct en_doing { /* an ability of a village, as a thing with a name */
    uint32_t key; /* "normalville#2"; 0: there is none. It is called by what it does */
};

struct en_mega {       /* the Mega-crystal, a display (EN-CMP-09) */
    uint32_t crystals; /* that it stands for; 0: the pack has none */
    uint32_t key;
    struct vl_texts name;
};

/* The steps of all abilities and clauses stand behind it: en_steps(). */
struct en_content {
    uint8_t starts; /* the first start card: Fists by seat, then Enchantments by seat */
    uint8_t kingdoms_len, villages_len, designs_len, cards_len;
    uint8_t first_game[EN_IN_PLAY_MAX]; /* kingdoms of the preset; with 3 players the first three */
    uint8_t pad[3];
    struct en_kingdom kingdoms[EN_KINGDOMS_MAX];
    struct en_design designs[EN_DESIGNS_MAX];
    struct en_card cards[EN_VILLAGE + 1]; /* and the village as a source */
    struct en_village villages[EN_VILLAGES_MAX];
    struct en_doing doings[EN_VILLAGES_MAX * EN_VILLAGE_ABILITIES];
    struct en_mega mega_crystal;
    uint32_t of_kind[EN_KINDS][EN_MASK / 4]; /* cards of each kind, as a set */
    uint32_t marked[EN_MASK / 4];            /* cards with the mark "2" */
};

extern const struct vl_pack_table en_pack; /* en_pack.c */
/* en_ability.c: the closed vocabulary, and the machine that carries it out */
extern const struct vl_fx_machine en_machine;
extern const struct vl_fx_verbs en_costs, en_effects, en_clauses;
extern const char *const en_filter_words[5]; /* what a filter of cards is called, */
extern const uint8_t en_filters[5];          /* and the kinds it lets through */
extern const char *const en_source_words[EN_SOURCES];
extern const struct vl_says en_says; /* en_says.c */

/* Of a village's abilities, numbered as a family; NULL if it is none. */
static inline const struct en_ability *en_line(const struct en_content *c, int index)
{
    const struct en_village *v = &c->villages[index / EN_VILLAGE_ABILITIES];
    int line = index % EN_VILLAGE_ABILITIES;

    return v < c->villages + c->villages_len && line < v->abilities_len ? &v->abilities[line]
                                                                        : NULL;
}

/* ---- state ---- */

typedef uint32_t en_set[EN_MASK / 4]; /* of cards */

/* What lies on top of the piles: three bits each, one by pile. */
enum en_tops { EN_TOPS_ACT = 0, EN_TOPS_REST = EN_PILES, EN_TOPS_FIRE = 2 * EN_PILES };

struct en_player {
    int16_t crystals, wounds;
    int16_t received, healed; /* this turn (EN-VAL-09) */
    int16_t icons[2];         /* Attack and Defence of its cards (EN-VAL-01 to -05): derived */
    uint8_t len[EN_PILES];
    uint8_t top[EN_PILES]; /* the top card of each pile, or VL_NONE: derived, */
    uint16_t tops;         /* and what these have: bits of enum en_tops */
    uint8_t cards[2 * EN_ITEMS_PILE + EN_TROPHY_PILE]; /* the three piles: en_pile() */
};

/* Steps of taking a card (EN-TURN-05, EN-TURN-06). */
enum en_take_step { EN_TAKE_FIGHT, EN_TAKE_IMMEDIATE, EN_TAKE_LIST, EN_TAKE_TRIGGERS, EN_TAKE_ADD };

struct en_take {      /* a card being taken */
    uint8_t card;     /* VL_NONE: none */
    uint8_t from;     /* its slot, or EN_FROM_GRAVE */
    uint8_t step;     /* enum en_take_step */
    uint8_t receiver; /* who is given it (EN-STL-08), or VL_NONE */
    uint8_t held;     /* stolen, to be laid under it (EN-STL-04), or VL_NONE */
};

/* An ability being carried out is a frame: its source a card or EN_VILLAGE, its list the
 * number of the ability on the village, its steps the costs and then the effects. It is
 * always the active player's. */
enum { EN_REG_TARGET }; /* a seat, EN_NOBODY, or VL_NONE: not asked for yet */

/* Where nothing is taken. */
static const struct en_take en_no_take = { VL_NONE, 0, 0, VL_NONE, VL_NONE };

static inline struct en_take en_taking(int card, int from)
{
    struct en_take take = { vl_u8(card), vl_u8(from), 0, VL_NONE, VL_NONE };

    return take;
}

struct en_list {      /* triggers listed and not yet resolved (EN-TRG-06) */
    uint8_t village;  /* bit by ability */
    uint8_t cards[3]; /* VL_NONE: none */
};

static const struct en_list en_no_list = { 0, { VL_NONE, VL_NONE, VL_NONE } };

/* Level 0 is the journey, or an ability used in a window; level 1 is a visit
 * that an ability of level 0 makes (EN-DATA-05, EN-ST-03). */
enum { EN_LEVELS = 2 };

struct en_state {
    struct vl_state base;
    uint8_t stage;  /* the phase to go on with after a choice, enum en_phase */
    uint8_t active; /* seat */
    uint8_t village;
    uint8_t kingdoms_len;
    uint8_t kingdoms[EN_IN_PLAY_MAX]; /* in the order chosen; VL_NONE: none yet */
    int16_t atk, def, discount;       /* bonuses of the turn */
    struct vl_frame run[EN_LEVELS];   /* what is being carried out: `depth` of them */
    uint8_t depth;
    uint8_t village_uses[EN_VILLAGE_ABILITIES];
    uint8_t stacked;   /* k: how many cards stacking takes out */
    uint8_t to_stack;  /* of these, not yet revealed */
    uint8_t upper;     /* u: places left in the upper part (EN-VAR-11) */
    uint8_t holes;     /* s: empty places left in it (EN-VAR-12) */
    uint8_t to_remove; /* cards that Quick invasion still removes */
    uint8_t turns;     /* finished ones */
    uint8_t first;     /* seat that began; VL_NONE before that is known */
    uint8_t aside_len, known_len, grave_len;
    uint8_t listed;         /* the triggers of the stage have been listed */
    uint8_t left[EN_KINDS]; /* unseen cards of each kind */
    uint8_t road[EN_SLOTS];
    uint8_t road_len;            /* how many of them hold a card: derived */
    uint8_t aside[EN_SEATS_MAX]; /* on their way to the graveyard (EN-GRV-04) */
    struct en_take take[EN_LEVELS];
    struct en_list list[EN_LEVELS];
    en_set unseen;  /* the deck */
    en_set removed; /* out of the game */
    en_set used[2]; /* abilities used once, and twice, this turn (EN-ACT-09) */
    struct en_player p[EN_SEATS_MAX];
    uint8_t grave[EN_GRAVE_MAX];
    uint8_t known[EN_DECK_MAX]; /* the deck, top first, where a position fixes it */
};

struct en_derived {
    uint8_t seats, mode, quick, super_quick, deep;
    uint8_t kingdoms_len; /* how many the game needs */
    uint8_t kingdoms[EN_IN_PLAY_MAX];
    uint8_t village; /* VL_NONE: drawn */
    uint8_t first;   /* VL_NONE: drawn */
};

/* clang-format off */
VL_GAME_READS(en)
VL_GAME_FUNCTIONS(en)
/* clang-format on */

/* The piles stand one after the other in the struct: where each begins. */
static inline const uint8_t *en_pile_of(const struct en_player *p, int pile)
{
    return p->cards + pile * EN_ITEMS_PILE;
}

static inline uint8_t *en_pile(struct en_player *p, int pile)
{
    return p->cards + pile * EN_ITEMS_PILE;
}

static inline int en_pile_max(int pile)
{
    return pile == EN_PILE_TROPHIES ? EN_TROPHY_PILE : EN_ITEMS_PILE;
}

/* The top card of a pile, or VL_NONE. */
static inline int en_top(const struct en_state *s, int seat, int pile)
{
    return s->p[seat].top[pile];
}

/* Another card lies on top of a pile, or none. */
static inline void en_top_is(const struct en_content *c, struct en_player *p, int pile, int card)
{
    int ability = card == VL_NONE ? 0 : c->cards[card].ability;
    int bits = ability == 0                   ? 0
               : ability == 1 + EN_AB_TRIGGER ? 1 << EN_TOPS_FIRE
               : ability == 1 + EN_AB_REST    ? 1 << EN_TOPS_REST
               : ability <= 1 + EN_AB_MULTI   ? 1 << EN_TOPS_ACT
                                              : 0;
    int all = 1 << EN_TOPS_FIRE | 1 << EN_TOPS_REST | 1 << EN_TOPS_ACT;

    p->top[pile] = vl_u8(card);
    p->tops = (uint16_t)((p->tops & ~(all << pile)) | bits << pile);
}

/* The piles on whose top there is such a thing, a bit each. */
static inline uint32_t en_tops(const struct en_player *p, enum en_tops what)
{
    return (uint32_t)p->tops >> what & 7;
}

static inline const struct en_design *en_design(const struct en_content *c, int card)
{
    return &c->designs[c->cards[card].design];
}

/* Is it a Monster or a Dragon? */
static inline bool en_fights(const struct en_content *c, int card)
{
    return c->cards[card].kind >= EN_KIND_MONSTER;
}

/* How often a turn an ability can be used (EN-ACT-05 to -07); 0: it is no action. */
static inline int en_uses_max(int kind)
{
    return kind <= EN_AB_DOUBLE ? 1 + kind : kind == EN_AB_MULTI ? EN_ANY_USES : 0;
}

/* How often that of a card was used this turn, as far as it is counted: never EN_ANY_USES. */
static inline int en_uses(const struct en_state *s, int card)
{
    return vl_set_has(s->used[0], card) + vl_set_has(s->used[1], card);
}

static inline bool en_is_chosen(const struct en_state *s, int kingdom)
{
    return memchr(s->kingdoms, kingdom, s->kingdoms_len) != NULL;
}

/* Does an ability ask for something? */
static inline bool en_is_choice(int phase)
{
    return phase >= EN_PH_CHOOSE_TARGET && phase <= EN_PH_ORDER_GRAVEYARD;
}

static inline bool en_is_window(int phase)
{
    return phase == EN_PH_WINDOW_1 || phase == EN_PH_WINDOW_2 || phase == EN_PH_WINDOW_3;
}

/* Which of the two lists of triggers is being gone through. */
static inline int en_trigger_level(const struct en_state *s)
{
    return s->take[1].card != VL_NONE ? 1 : 0;
}

/* EN-VAL-01 to -06: the icons, and for the active player the bonus of the turn; never below 0. */
static inline int en_attack(const struct en_state *s, int seat)
{
    return vl_max(s->p[seat].icons[0] + (seat == s->active ? s->atk : 0), 0);
}

static inline int en_defence(const struct en_state *s, int seat)
{
    return vl_max(s->p[seat].icons[1] + (seat == s->active ? s->def : 0), 0);
}

/* EN-PILE-01: Monsters and Dragons are trophies. */
static inline int en_pile_of_kind(int kind)
{
    return kind == EN_KIND_ITEM          ? EN_PILE_ITEMS
           : kind == EN_KIND_ENCHANTMENT ? EN_PILE_ENCHANTMENTS
                                         : EN_PILE_TROPHIES;
}

/* EN-SET-16, EN-ROAD-02: as many crystals as the slot says, less the discount of the turn. */
static inline int en_travel_cost(const struct en_state *s, int slot)
{
    return vl_max(slot - s->discount, 0);
}

/* ---- names ---- */

/* clang-format off */
/* Families: constant, and the row of en_tables.c. Cards are those and the village as a source
 * (EN_VILLAGE); slots are numbers as things; abilities those of villages, village x 5 + place;
 * an effect is what a card does, by design: its name is the card's text. */
#define EN_FAMILY_MAP(X)                                                \
    X(EN_FAM_CARD,    THINGS(card, EN_VILLAGE + 1))                            \
    X(EN_FAM_DESIGN,  THINGS(design, EN_DESIGNS_MAX))                          \
    X(EN_FAM_KINGDOM, THINGS(kingdom, EN_KINGDOMS_MAX))                        \
    X(EN_FAM_VILLAGE, THINGS(village, EN_VILLAGES_MAX))                        \
    X(EN_FAM_PHASE,   KEYS(phase))                                             \
    X(EN_FAM_OUTCOME, KEYS(outcome))                                           \
    X(EN_FAM_MODE,    VL_FAMILY_N("mode", EN_MODES, en_mode_keys))             \
    X(EN_FAM_KIND,    KEYS(kind))                                              \
    X(EN_FAM_PILE,    KEYS(pile))                                              \
    X(EN_FAM_SLOT,    KEYS(slot))                                              \
    X(EN_FAM_PLACE,   KEYS(place))                                             \
    X(EN_FAM_LEVEL,   KEYS(level))                                             \
    X(EN_FAM_ABILITY, THINGS(ability, EN_VILLAGES_MAX * EN_VILLAGE_ABILITIES)) \
    X(EN_FAM_EFFECT,  THINGS(effect, EN_DESIGNS_MAX))                          \
    X(EN_FAM_SORT,    KEYS(sort))                                              \
    X(EN_FAM_LACK,    KEYS(lack))
/* Places of the table; what is missing to a cost: crystals, cards to part with, wounds of
 * somebody else. */
#define EN_TABLE_PLACE_MAP(X) X(EN_ON_VILLAGE, village) X(EN_ON_DECK, deck) X(EN_ON_GRAVE, graveyard) \
    X(EN_ON_REMOVED, removed) X(EN_ON_PENDING, pending)
#define EN_LACK_MAP(X) X(EN_LACK_CRYSTALS, crystals) X(EN_LACK_CARDS, cards) X(EN_LACK_WOUNDS, wounds)

enum en_family { EN_FAM_BEFORE = VL_FAM_GAME - 1, EN_FAMILY_MAP(VL_ID) EN_FAMILIES_END };
enum en_table_place { EN_TABLE_PLACE_MAP(VL_ID) EN_TABLE_PLACES };
enum en_lack { EN_LACK_MAP(VL_ID) EN_LACKS };

/* Moves: decisions in the order of the rules' table, then chance. Constant, word, flags, arguments
 * (en_tables.c), phases in which it is made, the rules behind it, the most telling first. */
#define EN_MOVE_MAP(X)                                                                                                                       \
    X(EN_MV_PICK_KINGDOM, pick_kingdom, VL_MOVE_REVEALS, 1, KINGDOM, PH(SETUP_KINGDOMS), EN_SET_05, EN_SET_20, 0)                            \
    X(EN_MV_USE,          use,          VL_MOVE_SPANS, 2, SOURCE INDEX, PH(WINDOW_1) | PH(WINDOW_2) | PH(WINDOW_3), EN_ACT_02, EN_ACT_05, 0) \
    X(EN_MV_JOURNEY,      journey,      0, 1, SLOT, PH(WINDOW_1), EN_TURN_05, EN_ROAD_02, EN_ROAD_04)                                        \
    X(EN_MV_REST,         rest,         VL_MOVE_SPANS, 2, SOURCE INDEX, PH(WINDOW_1), EN_REST_01, EN_REST_05, 0)                             \
    X(EN_MV_PROCEED,      proceed,      0, 0, NO_ARG, PH(WINDOW_2), EN_TURN_09, EN_CMB_01, 0)                                                \
    X(EN_MV_END_TURN,     end_turn,     VL_MOVE_REVEALS | VL_MOVE_ENDS, 0, NO_ARG, PH(WINDOW_3), EN_END_01, EN_END_02, EN_END_03)            \
    X(EN_MV_TARGET,       target,       0, 1, SEAT, PH(CHOOSE_TARGET), EN_EFF_06, EN_EFF_07, 0)                                              \
    X(EN_MV_CARD,         card,         0, 1, CARD, PH(CHOOSE_CARD), EN_EFF_04, EN_DEC_04, 0)                                                \
    X(EN_MV_PAY_CARD,     pay_card,     0, 1, CARD, PH(CHOOSE_PAY_CARD), EN_ACT_18, EN_ACT_11, 0)                                            \
    X(EN_MV_SLOT,         slot,         0, 1, SLOT, PH(CHOOSE_SLOT), EN_EFF_25, 0, 0)                                                        \
    X(EN_MV_TRIGGER,      trigger,      VL_MOVE_SPANS, 2, SOURCE INDEX, PH(ORDER_TRIGGER), EN_TRG_08, EN_TURN_14, 0)                         \
    X(EN_MV_GRAVE_NEXT,   grave_next,   0, 1, CARD, PH(ORDER_GRAVEYARD), EN_GRV_04, 0, 0)                                                    \
    X(EN_MV_KINGDOM,      kingdom,      VL_MOVE_CHANCE, 1, KINGDOM, PH(SETUP_KINGDOMS), EN_SET_21, 0, 0)                                     \
    X(EN_MV_REMOVE,       remove,       VL_MOVE_CHANCE, 1, DESIGN, PH(SETUP_REMOVE), EN_VAR_10, 0, 0)                                        \
    X(EN_MV_DRAW,         draw,         VL_MOVE_CHANCE, 1, DESIGN, PH(SETUP_DEAL) | PH(TURN_END), EN_SET_25, EN_END_03, 0)                   \
    X(EN_MV_EMPTY,        empty,        VL_MOVE_CHANCE, 0, NO_ARG, PH(SETUP_DEAL) | PH(TURN_END), EN_VAR_12, 0, 0)                           \
    X(EN_MV_VILLAGE,      village,      VL_MOVE_CHANCE, 1, VILLAGE, PH(SETUP_VILLAGE), EN_SET_15, 0, 0)                                      \
    X(EN_MV_FIRST,        first,        VL_MOVE_CHANCE, 1, SEAT, PH(SETUP_FIRST), EN_SET_18, 0, 0)
enum en_move { EN_MV_NONE, EN_MOVE_MAP(VL_ID) EN_MOVES };

/* Events: what a front end can report. Arguments: name, family. Players are seats.
 * An ability is told by its card; if that is EN_VILLAGE, `village` says which one. */
#define EN_EV_MAP(X) \
    X(EN_EV_KINGDOM_CHOSEN, kingdom_chosen, 2, SEAT(player) A(kingdom, EN_FAM_KINGDOM)) \
    X(EN_EV_KINGDOM_DRAWN, kingdom_drawn, 1, A(kingdom, EN_FAM_KINGDOM)) \
    X(EN_EV_REMOVED_AT_START, removed_at_start, 1, CARD(card)) \
    X(EN_EV_REVEALED, revealed, 2, CARD(card) INT(slot)) \
    X(EN_EV_PLACE_EMPTY, place_empty, 1, INT(left)) \
    X(EN_EV_VILLAGE_DRAWN, village_drawn, 1, A(village, EN_FAM_VILLAGE)) \
    X(EN_EV_FIRST_DRAWN, first_drawn, 1, SEAT(player)) \
    X(EN_EV_TURN_BEGUN, turn_begun, 1, SEAT(player)) \
    X(EN_EV_JOURNEYED, journeyed, 4, SEAT(player) CARD(card) INT(slot) INT(crystals)) \
    X(EN_EV_USED, used, 3, SEAT(player) CARD(card) A(village, EN_FAM_VILLAGE)) \
    X(EN_EV_RESTED, rested, 3, SEAT(player) CARD(card) A(village, EN_FAM_VILLAGE)) \
    X(EN_EV_TRIGGERED, triggered, 3, SEAT(player) CARD(card) A(village, EN_FAM_VILLAGE)) \
    X(EN_EV_IMMEDIATE, immediate, 2, SEAT(player) CARD(card)) \
    X(EN_EV_TARGETED, targeted, 2, SEAT(player) SEAT(target)) \
    X(EN_EV_FOUGHT, fought, 4, SEAT(player) CARD(card) INT(attack) INT(health)) \
    X(EN_EV_FLED, fled, 4, SEAT(player) CARD(card) INT(attack) INT(health)) \
    X(EN_EV_STRUCK, struck, 5, SEAT(player) CARD(card) INT(strength) INT(defence) INT(doubles)) \
    X(EN_EV_WOUNDED, wounded, 3, SEAT(player) INT(n) INT(wounds)) \
    X(EN_EV_HEALED, healed, 3, SEAT(player) INT(n) INT(wounds)) \
    X(EN_EV_TRANSFERRED, transferred, 3, SEAT(player) SEAT(target) INT(n)) \
    X(EN_EV_GAINED, gained, 3, SEAT(player) INT(n) INT(crystals)) \
    X(EN_EV_LOST, lost, 3, SEAT(player) INT(n) INT(crystals)) \
    X(EN_EV_PAID, paid, 3, SEAT(player) INT(n) INT(crystals)) \
    X(EN_EV_ROBBED, robbed, 3, SEAT(player) SEAT(target) INT(n)) \
    X(EN_EV_ATTACK_RAISED, attack_raised, 3, SEAT(player) INT(n) INT(attack)) \
    X(EN_EV_DEFENCE_RAISED, defence_raised, 3, SEAT(player) INT(n) INT(defence)) \
    X(EN_EV_CHEAPER, cheaper, 2, SEAT(player) INT(n)) \
    X(EN_EV_TAKEN, taken, 3, SEAT(player) CARD(card) A(pile, EN_FAM_PILE)) \
    X(EN_EV_GIVEN, given, 3, SEAT(player) CARD(card) SEAT(target)) \
    X(EN_EV_STOLEN, stolen, 3, SEAT(player) CARD(card) SEAT(target)) \
    X(EN_EV_SWAPPED, swapped, 2, CARD(card) CARD(other)) \
    X(EN_EV_DISCARDED, discarded, 2, SEAT(player) CARD(card)) \
    X(EN_EV_REMOVED, removed, 2, SEAT(player) CARD(card)) \
    X(EN_EV_ROAD_DISCARDED, road_discarded, 2, CARD(card) INT(slot)) \
    X(EN_EV_SUNK, sunk, 2, SEAT(player) CARD(card)) \
    X(EN_EV_VISITED, visited, 2, SEAT(player) CARD(card)) \
    X(EN_EV_VISIT_EMPTY, visit_empty, 1, SEAT(player)) \
    X(EN_EV_VISIT_FAILED, visit_failed, 2, SEAT(player) CARD(card)) \
    X(EN_EV_PROTECTED, protected, 1, SEAT(player)) \
    X(EN_EV_TURN_ENDED, turn_ended, 1, SEAT(player)) \
    X(EN_EV_SCORED, scored, 5, SEAT(player) INT(glory) INT(cards) INT(clauses) INT(wounds)) \
    X(EN_EV_GAME_ENDED, game_ended, 6, A(outcome, EN_FAM_OUTCOME) INT(winners) SEAT(first) SEAT(second) SEAT(third) SEAT(fourth))
enum en_ev { EN_EV_MAP(VL_ID) EN_EVS };

/* Options: constant, name, entries; values, default, open, flags, what refuses, what explains. */
#define EN_OPTION_MAP(X)                                                                           \
    X(EN_OPT_PLAYERS,     players,              1, VL_OPTION_INT(2, 4), 2, NULL, VL_OPTION_PLAYERS, EN_ERR_01, EN_SET_01) \
    X(EN_OPT_MODE,        kingdom_mode,         1, VL_OPTION_KEY_QUICK(en_mode_keys, EN_MODES, EN_MODE_FIRST_GAME), \
        EN_MODE_DRAFT, NULL, 0, EN_ERR_36, EN_SET_20)                                              \
    X(EN_OPT_KINGDOMS,    kingdoms,             EN_IN_PLAY_MAX, VL_OPTION_FAMILY(EN_FAM_KINGDOM, EN_KINGDOMS_MAX), \
        VL_UNSET, "ask", VL_OPTION_ASKED, EN_ERR_02, EN_SET_05)                                    \
    X(EN_OPT_VILLAGE,     village,              1, VL_OPTION_FAMILY(EN_FAM_VILLAGE, EN_VILLAGES_MAX), VL_UNSET, "random", 0, \
        EN_ERR_05, EN_SET_15)                                                                      \
    X(EN_OPT_FIRST,       first_player,         1, VL_OPTION_SEAT(EN_SEATS_MAX), VL_UNSET, "random", 0, EN_ERR_06, EN_SET_18) \
    X(EN_OPT_QUICK,       variant_quick,        1, VL_OPTION_KEY(en_no_yes, 2), 0, NULL, 0, EN_ERR_36, EN_VAR_01) \
    X(EN_OPT_SUPER_QUICK, variant_super_quick,  1, VL_OPTION_KEY(en_no_yes, 2), 0, NULL, 0, EN_ERR_36, EN_VAR_03) \
    X(EN_OPT_DEEP,        variant_deep_dragons, 1, VL_OPTION_KEY(en_no_yes, 2), 0, NULL, 0, EN_ERR_36, EN_VAR_06)
/* where each begins in vl_rules.option */
#define X(id, name, n, ...) id, id##_LAST = id + (n) - 1,
enum en_option { EN_OPTION_MAP(X) EN_OPTION_ENTRIES };
#undef X
/* clang-format on */

extern const struct vl_game enchanters_game;
extern const char *const en_mode_keys[], *const en_no_yes[]; /* en_tables.c; NULL ends them */
typedef struct en_state enchanters_state;                    /* as games.def calls it */

/* ---- the files of the game ---- */

/* en_count.c: what is read off the cards on the table */
/* For the active player: of a card, and whether the player's Attack is enough (EN-ROAD-04). */
int en_health(const struct vl_rules *r, const struct en_state *s, int card);
int en_strength(const struct vl_rules *r, const struct en_state *s, int card);
bool en_beats(const struct vl_rules *r, const struct en_state *s, int card);
int en_source(const struct vl_rules *r, const struct en_state *s, int seat, int source);
int en_amount(const struct vl_rules *r, const struct en_state *s, struct vl_amount a, int seat);
/* EN-EFF-12: by the Shield on top of its items. */
bool en_protected(const struct vl_rules *r, const struct en_state *s, int seat);
int en_first_on_road(const struct en_state *s); /* a slot, or VL_NONE (EN-REST-06) */
int en_deck_len(const struct en_state *s);
/* What is kept in the state although the cards tell it: icons and tops of a player. */
void en_recount(const struct en_content *c, struct en_player *p);
/* The ability of a card or of the village; NULL if there is none. */
const struct en_ability *en_ability(const struct vl_rules *r, const struct en_state *s, int source,
                                    int index);
/* A player's glory (EN-SCO), which is the sum of its parts. */
struct en_glory {
    int sum, cards, clauses, village, wounds;
};
struct en_glory en_glory(const struct vl_rules *r, const struct en_state *s, int seat);
/* Without the deduction of what another seat could have: the clause's points for a seat. */
int en_clause(const struct vl_rules *r, const struct en_state *s, int seat,
              const struct vl_fx *clause);

/* en_rules.c: what happens */
/* Who decides in the phase of a state. */
vl_actor en_actor(const struct vl_rules *r, const struct en_state *s);

/* en_legal.c: who may do what */
/* Whether a cost can be paid in full by the active player (EN-ACT-08). */
bool en_payable(const struct vl_rules *r, const struct en_state *s, const struct en_ability *a);
/* The cards of a seat that a step may choose from (CARD, PAY_CARD): how many, from
 * bottom to top. */
int en_choices(const struct vl_rules *r, const struct en_state *s, int seat, const struct vl_fx *fx,
               uint8_t *out);
/* The triggers that wait, as moves: at most so many. */
enum { EN_TRIGGERS_MAX = EN_VILLAGE_ABILITIES + (int)EN_PILES };
int en_triggers(const struct en_list *list, struct vl_move *out);
/* Does it concern TARGET (EN-EFF-27)? */
bool en_needs_target(const struct vl_fx *e);
/* The seats that may be the target now, clockwise from the active player. */
int en_targets(const struct vl_rules *r, const struct en_state *s, int least_wounds, uint8_t *out);
/* What is being carried out: the topmost frame, or an unused one. */
static inline const struct vl_frame *en_run(const struct en_state *s)
{
    return &s->run[s->depth > 1 ? 1 : 0];
}
/* The cost or effect that it has at hand; NULL: none. */
const struct vl_fx *en_now(const struct vl_rules *r, const struct en_state *s);
/* What TARGET_HEALS asks of a target; 0 for all other steps at hand. */
int en_least_wounds(const struct vl_rules *r, const struct en_state *s);

/* en_chance.c: the odds */
/* The kingdoms that nobody has chosen, bit by kingdom. */
uint32_t en_kingdoms_left(const struct vl_rules *r, const struct en_state *s);
int en_outcomes(const struct vl_rules *r, const struct en_state *s, struct vl_move *out);
vl_rule en_refuse_outcome(const struct vl_rules *r, const struct en_state *s, struct vl_move m);
/* The only design that can come, so that nobody is asked; VL_NONE: an empty place; -1: there
 * are several outcomes. */
int en_certain(const struct vl_rules *r, const struct en_state *s);

#endif
