/* enchanters.h - the state and content of Enchanters, shared by its files.
 *
 * rules/enchanters.md numbers every rule; the ids stand above the code. A card
 * is a number: kingdom x 25 + place in the kingdom, then the start cards, one
 * of each kind per seat (EN-ST-01). Piles and graveyard are listed from bottom
 * to top. The deck has no order: `unseen` is a set (EN-SET-23).
 */
#ifndef VL_GAMES_ENCHANTERS_H
#define VL_GAMES_ENCHANTERS_H

#include "core/machine.h"
#include "core/game.h"

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
    EN_COUNTER_MAX = 999, /* of crystals and wounds in a position */
    EN_MASK = 32          /* bytes of a set of cards */
};

/* clang-format off */
/* Phases: constant, word, the list of decisions (list_<word> of en_legal.c), what goes on in it
 * while no ability is carried out (stage_<word> of en_rules.c). */
#define EN_PHASE_MAP(X)                                    \
    X(SETUP_KINGDOMS,  setup_kingdoms,  kingdoms, none)    \
    X(SETUP_REMOVE,    setup_remove,    none,     none)    \
    X(SETUP_DEAL,      setup_deal,      none,     deal)    \
    X(SETUP_VILLAGE,   setup_village,   none,     village) \
    X(SETUP_FIRST,     setup_first,     none,     first)   \
    X(TURN_START,      turn_start,      none,     start)   \
    X(WINDOW_1,        window_1,        window_1, window)  \
    X(WINDOW_2,        window_2,        window_2, window)  \
    X(TAKE,            take,            none,     take)    \
    X(REST,            rest_resolve,    none,     rest)    \
    X(WINDOW_3,        window_3,        window_3, window)  \
    X(TURN_END,        turn_end,        none,     deal)    \
    X(CHOOSE_TARGET,   choose_target,   targets,  none)    \
    X(CHOOSE_CARD,     choose_card,     cards,    none)    \
    X(CHOOSE_PAY_CARD, choose_pay_card, cards,    none)    \
    X(CHOOSE_SLOT,     choose_slot,     slots,    none)    \
    X(ORDER_TRIGGER,   order_trigger,   triggers, none)    \
    X(ORDER_GRAVEYARD, order_graveyard, aside,    none)    \
    X(GAME_OVER,       game_over,       none,     none)
#define EN_OUTCOME_MAP(X) X(RUNNING, running) X(WON, won) X(SHARED, shared)
#define EN_MODE_MAP(X) X(LIST, list) X(DRAFT, draft) X(RANDOM, random) X(FIRST_GAME, first_game)
#define EN_KIND_MAP(X) X(ITEM, item) X(ENCHANTMENT, enchantment) X(MONSTER, monster) X(DRAGON, dragon)
#define EN_PILE_MAP(X) X(ITEMS, items) X(ENCHANTMENTS, enchantments) X(TROPHIES, trophies)

/* The closed vocabulary of content packs (rules, section 9.2). ORDER EN_VERBS (docs, schema) */
#define EN_ABILITY_MAP(X)                                                                     \
    X(ONCE, once) X(DOUBLE, double) X(MULTI, multi)  /* minor actions */                      \
    X(REST, rest) X(IMMEDIATE, immediate) X(TRIGGER, trigger) X(SHIELD, shield)
#define EN_WHEN_MAP(X) X(START, start) X(REST, rest) X(TAKE, take)
/* costs, effects and clauses, numbered in one row: en_verbs says with what arguments */
#define EN_COST_MAP(X) X(CRYSTALS) X(WOUNDS) X(DISCARD) X(REMOVE) X(REMOVE_THIS) X(TARGET_HEALS)
#define EN_VERB_MAP(X)                                                                        \
    X(CRYSTALS) X(LOSE) X(ROB) X(WOUND) X(HEAL) X(TRANSFER) X(ATK) X(DEF) X(CHEAPER)           \
    X(DISCARD) X(STEAL) X(SWAP) X(VISIT) X(GIVE_THIS) X(ROAD_DISCARD) X(SINK)
#define EN_CLAUSE_MAP(X) X(PER) X(MOST) X(FEWEST)
#define EN_SCOPE_MAP(X) X(SELF, self) X(TARGET, target) X(OTHERS, others) X(ALL, all)
#define EN_PICK_MAP(X) X(TOP, top) X(ANY, any) X(FIRST, first)
#define EN_DEST_MAP(X) X(TOP, top) X(UNDER, under)
#define EN_PLACE_MAP(X) X(ROAD_FIRST, road_first) X(GRAVE_TOP, grave_top) X(OWN_TOP_I, own_top_item) \
    X(TARGET_TOP_I, target_top_item)
#define EN_SOURCE_MAP(X) X(NONE, none) /* a constant */                                       \
    X(ATK, attack) X(DEF, defence) X(WOUNDS, wounds) X(CRYSTALS, crystals)                     \
    X(MONSTERS, monsters) X(DRAGONS, dragons) X(TROPHIES, trophies) X(ITEMS, items)            \
    X(ENCHANTMENTS, enchantments) X(SKULLS, skulls) X(GRAVEYARD, graveyard)                    \
    X(HEALED, healed) X(RECEIVED, received)

#define X(name, ...) EN_PH_##name,
enum en_phase { EN_PHASE_MAP(X) EN_PHASES };
#undef X
#define X(name, word) EN_##name,
enum en_outcome { EN_OUTCOME_MAP(X) EN_OUTCOMES };
#undef X
#define X(name, word) EN_MODE_##name,
enum en_mode { EN_MODE_MAP(X) EN_MODES };
#undef X
#define X(name, word) EN_KIND_##name,
enum en_kind { EN_KIND_MAP(X) EN_KINDS };
#undef X
#define X(name, word) EN_PILE_##name,
enum en_pile { EN_PILE_MAP(X) EN_PILES };
#undef X
#define X(name, word) EN_AB_##name,
enum en_ability_kind { EN_ABILITY_MAP(X) EN_ABILITY_KINDS };
#undef X
#define X(name, word) EN_WHEN_##name,
enum en_when { EN_WHEN_MAP(X) EN_WHENS };
#undef X
#define X(name) EN_PAY_##name,
enum en_cost_kind { EN_COST_MAP(X) EN_COST_KINDS };
#undef X
#define X(name) EN_DO_AT_##name,
enum { EN_VERB_MAP(X) };
#undef X
#define X(name) EN_DO_##name = (int)EN_COST_KINDS + (int)EN_DO_AT_##name,
enum en_verb { EN_VERB_MAP(X) EN_VERBS };
#undef X
#define X(name, word) EN_TO_##name,
enum en_scope { EN_SCOPE_MAP(X) EN_SCOPES };
#undef X
#define X(name, word) EN_PICK_##name,
enum en_pick { EN_PICK_MAP(X) EN_PICKS };
#undef X
#define X(name, word) EN_DEST_##name,
enum en_dest { EN_DEST_MAP(X) EN_DESTS };
#undef X
#define X(name, word) EN_AT_##name,
enum en_place { EN_PLACE_MAP(X) EN_PLACES };
#undef X
#define X(name, word) EN_SRC_##name,
enum en_source { EN_SOURCE_MAP(X) EN_SOURCES };
#undef X
#define X(name) EN_CLAUSE_AT_##name,
enum { EN_CLAUSE_MAP(X) };
#undef X
#define X(name) EN_CLAUSE_##name = (int)EN_VERBS + (int)EN_CLAUSE_AT_##name,
enum en_clause_kind { EN_CLAUSE_MAP(X) EN_CLAUSES };
#undef X
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
    struct vl_fx_list costs, effects; /* EN_COST_MAP, EN_VERB_MAP */
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
    struct vl_fx_list score; /* one of EN_CLAUSE_MAP, or nothing (EN-SCO-05, EN-SCO-09) */
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
    struct vl_fx_list scores; /* EN_CLAUSE_MAP */
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
extern const struct vl_fx_verb en_verbs[];
extern const struct vl_fx_verbs en_costs, en_effects, en_clauses; /* parts of it */
extern const char *const en_filter_words[5]; /* what a filter of cards is called, */
extern const uint8_t en_filters[5];          /* and the kinds it lets through */
extern const char *const en_source_words[EN_SOURCES];
extern const struct vl_says en_says; /* en_says.c */

static inline const struct vl_fx *en_steps(const struct en_content *c, struct vl_fx_list list)
{
    return (const struct vl_fx *)(const void *)(c + 1) + list.at;
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

static inline const struct en_content *en_content(const struct vl_rules *r)
{
    return (const struct en_content *)r->content;
}

static inline const struct en_derived *en_derived(const struct vl_rules *r)
{
    return (const struct en_derived *)r->derived.bytes;
}

/* The piles stand one after the other in the struct: where each begins. */
static inline const uint8_t *en_pile_of(const struct en_player *p, int pile)
{
    return p->cards + pile * EN_ITEMS_PILE;
}

static inline uint8_t *en_pile(struct en_player *p, int pile)
{
    return p->cards + pile * EN_ITEMS_PILE;
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
static inline int en_tops(const struct en_player *p, enum en_tops what)
{
    return p->tops >> what & 7;
}

static inline bool en_has(const uint32_t *set, int card)
{
    return set[card >> 5] >> (card & 31) & 1;
}

static inline void en_put(uint32_t *set, int card)
{
    set[card >> 5] |= 1u << (card & 31);
}

static inline void en_drop(uint32_t *set, int card)
{
    set[card >> 5] &= ~(1u << (card & 31));
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
    return en_has(s->used[0], card) + en_has(s->used[1], card);
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

/* Which of the two lists of triggers is being gone through. */
static inline int en_trigger_level(const struct en_state *s)
{
    return s->take[1].card != VL_NONE ? 1 : 0;
}

/* EN-VAL-01 to -06: the icons, and for the active player the bonus of the turn; never below 0. */
static inline int en_attack(const struct en_state *s, int seat)
{
    int sum = s->p[seat].icons[0] + (seat == s->active ? s->atk : 0);

    return sum > 0 ? sum : 0;
}

static inline int en_defence(const struct en_state *s, int seat)
{
    int sum = s->p[seat].icons[1] + (seat == s->active ? s->def : 0);

    return sum > 0 ? sum : 0;
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
    return slot > s->discount ? slot - s->discount : 0;
}

/* ---- names ---- */

/* clang-format off */
/* Families: constant, and the row of en_tables.c. Cards are those and the village as a source
 * (EN_VILLAGE); slots are numbers as things; abilities those of villages, village x 5 + place;
 * an effect is what a card does, by design: its name is the card's text. */
#define EN_FAMILY_MAP(X)                                                \
    X(CARD,    THINGS(card, EN_VILLAGE + 1))                            \
    X(DESIGN,  THINGS(design, EN_DESIGNS_MAX))                          \
    X(KINGDOM, THINGS(kingdom, EN_KINGDOMS_MAX))                        \
    X(VILLAGE, THINGS(village, EN_VILLAGES_MAX))                        \
    X(PHASE,   KEYS(phase))                                             \
    X(OUTCOME, KEYS(outcome))                                           \
    X(MODE,    VL_FAMILY_N("mode", EN_MODES, en_mode_keys))             \
    X(KIND,    KEYS(kind))                                              \
    X(PILE,    KEYS(pile))                                              \
    X(SLOT,    KEYS(slot))                                              \
    X(PLACE,   KEYS(place))                                             \
    X(LEVEL,   KEYS(level))                                             \
    X(ABILITY, THINGS(ability, EN_VILLAGES_MAX * EN_VILLAGE_ABILITIES)) \
    X(EFFECT,  THINGS(effect, EN_DESIGNS_MAX))                          \
    X(SORT,    KEYS(sort))                                              \
    X(LACK,    KEYS(lack))
/* Places of the table; what is missing to a cost: crystals, cards to part with, wounds of
 * somebody else. */
#define EN_TABLE_PLACE_MAP(X) X(VILLAGE, village) X(DECK, deck) X(GRAVE, graveyard) \
    X(REMOVED, removed) X(PENDING, pending)
#define EN_LACK_MAP(X) X(CRYSTALS, crystals) X(CARDS, cards) X(WOUNDS, wounds)

#define X(name, row) EN_FAM_##name,
enum en_family { EN_FAM_BEFORE = VL_FAM_GAME - 1, EN_FAMILY_MAP(X) EN_FAMILIES_END };
#undef X
#define X(name, word) EN_ON_##name,
enum en_table_place { EN_TABLE_PLACE_MAP(X) EN_TABLE_PLACES };
#undef X
#define X(name, word) EN_LACK_##name,
enum en_lack { EN_LACK_MAP(X) EN_LACKS };
#undef X

/* Moves: decisions in the order of the rules' table, then chance. Constant, word, flags, arguments
 * (en_tables.c), phases in which it is made, what it does (on_<word> of en_rules.c), the rules
 * behind it, the most telling first. */
#define EN_MOVE_MAP(X)                                                                                                                      \
    X(PICK_KINGDOM, pick_kingdom, VL_MOVE_REVEALS, 1, KINGDOM, PH(SETUP_KINGDOMS), pick_kingdom, EN_SET_05, EN_SET_20, 0)                   \
    X(USE,          use,          VL_MOVE_SPANS, 2, SOURCE INDEX, PH(WINDOW_1) | PH(WINDOW_2) | PH(WINDOW_3), use, EN_ACT_02, EN_ACT_05, 0) \
    X(JOURNEY,      journey,      0, 1, SLOT, PH(WINDOW_1), journey, EN_TURN_05, EN_ROAD_02, EN_ROAD_04)                                    \
    X(REST,         rest,         VL_MOVE_SPANS, 2, SOURCE INDEX, PH(WINDOW_1), rest, EN_REST_01, EN_REST_05, 0)                            \
    X(PROCEED,      proceed,      0, 0, NO_ARG, PH(WINDOW_2), proceed, EN_TURN_09, EN_CMB_01, 0)                                            \
    X(END_TURN,     end_turn,     VL_MOVE_REVEALS | VL_MOVE_ENDS, 0, NO_ARG, PH(WINDOW_3), end_turn, EN_END_01, EN_END_02, EN_END_03)       \
    X(TARGET,       target,       0, 1, SEAT, PH(CHOOSE_TARGET), answer, EN_EFF_06, EN_EFF_07, 0)                                           \
    X(CARD,         card,         0, 1, CARD, PH(CHOOSE_CARD), answer, EN_EFF_04, EN_DEC_04, 0)                                             \
    X(PAY_CARD,     pay_card,     0, 1, CARD, PH(CHOOSE_PAY_CARD), answer, EN_ACT_18, EN_ACT_11, 0)                                         \
    X(SLOT,         slot,         0, 1, SLOT, PH(CHOOSE_SLOT), answer, EN_EFF_25, 0, 0)                                                     \
    X(TRIGGER,      trigger,      VL_MOVE_SPANS, 2, SOURCE INDEX, PH(ORDER_TRIGGER), fire, EN_TRG_08, EN_TURN_14, 0)                        \
    X(GRAVE_NEXT,   grave_next,   0, 1, CARD, PH(ORDER_GRAVEYARD), answer, EN_GRV_04, 0, 0)                                                 \
    X(KINGDOM,      kingdom,      VL_MOVE_CHANCE, 1, KINGDOM, PH(SETUP_KINGDOMS), draw_kingdom, EN_SET_21, 0, 0)                            \
    X(REMOVE,       remove,       VL_MOVE_CHANCE, 1, DESIGN, PH(SETUP_REMOVE), remove, EN_VAR_10, 0, 0)                                     \
    X(DRAW,         draw,         VL_MOVE_CHANCE, 1, DESIGN, PH(SETUP_DEAL) | PH(TURN_END), draw, EN_SET_25, EN_END_03, 0)                  \
    X(EMPTY,        empty,        VL_MOVE_CHANCE, 0, NO_ARG, PH(SETUP_DEAL) | PH(TURN_END), empty, EN_VAR_12, 0, 0)                         \
    X(VILLAGE,      village,      VL_MOVE_CHANCE, 1, VILLAGE, PH(SETUP_VILLAGE), village, EN_SET_15, 0, 0)                                  \
    X(FIRST,        first,        VL_MOVE_CHANCE, 1, SEAT, PH(SETUP_FIRST), first, EN_SET_18, 0, 0)
#define X(name, ...) EN_MV_##name,
enum en_move { EN_MV_NONE, EN_MOVE_MAP(X) EN_MOVES };
#undef X

/* Events: what a front end can report. Arguments: name, family. Players are seats.
 * An ability is told by its card; if that is EN_VILLAGE, `village` says which one. */
#define EN_EV_MAP(X)                                                                              \
    X(KINGDOM_CHOSEN, kingdom_chosen, 2, A(player, VL_FAM_SEAT) A(kingdom, EN_FAM_KINGDOM))       \
    X(KINGDOM_DRAWN, kingdom_drawn, 1, A(kingdom, EN_FAM_KINGDOM))                                \
    X(REMOVED_AT_START, removed_at_start, 1, A(card, EN_FAM_CARD))                                \
    X(REVEALED, revealed, 2, A(card, EN_FAM_CARD) A(slot, VL_FAM_INT))                            \
    X(PLACE_EMPTY, place_empty, 1, A(left, VL_FAM_INT))                                           \
    X(VILLAGE_DRAWN, village_drawn, 1, A(village, EN_FAM_VILLAGE))                                \
    X(FIRST_DRAWN, first_drawn, 1, A(player, VL_FAM_SEAT))                                        \
    X(TURN_BEGUN, turn_begun, 1, A(player, VL_FAM_SEAT))                                          \
    X(JOURNEYED, journeyed, 4, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(slot, VL_FAM_INT)    \
        A(crystals, VL_FAM_INT))                                                                  \
    X(USED, used, 3, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(village, EN_FAM_VILLAGE))      \
    X(RESTED, rested, 3, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(village, EN_FAM_VILLAGE))  \
    X(TRIGGERED, triggered, 3, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(village, EN_FAM_VILLAGE)) \
    X(IMMEDIATE, immediate, 2, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD))                       \
    X(TARGETED, targeted, 2, A(player, VL_FAM_SEAT) A(target, VL_FAM_SEAT))                       \
    X(FOUGHT, fought, 4, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(attack, VL_FAM_INT)        \
        A(health, VL_FAM_INT))                                                                    \
    X(FLED, fled, 4, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(attack, VL_FAM_INT)            \
        A(health, VL_FAM_INT))                                                                    \
    X(STRUCK, struck, 5, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(strength, VL_FAM_INT)      \
        A(defence, VL_FAM_INT) A(doubles, VL_FAM_INT))                                            \
    X(WOUNDED, wounded, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(wounds, VL_FAM_INT))         \
    X(HEALED, healed, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(wounds, VL_FAM_INT))           \
    X(TRANSFERRED, transferred, 3, A(player, VL_FAM_SEAT) A(target, VL_FAM_SEAT) A(n, VL_FAM_INT)) \
    X(GAINED, gained, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(crystals, VL_FAM_INT))         \
    X(LOST, lost, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(crystals, VL_FAM_INT))             \
    X(PAID, paid, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(crystals, VL_FAM_INT))             \
    X(ROBBED, robbed, 3, A(player, VL_FAM_SEAT) A(target, VL_FAM_SEAT) A(n, VL_FAM_INT))          \
    X(ATTACK_RAISED, attack_raised, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(attack, VL_FAM_INT)) \
    X(DEFENCE_RAISED, defence_raised, 3, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT) A(defence, VL_FAM_INT)) \
    X(CHEAPER, cheaper, 2, A(player, VL_FAM_SEAT) A(n, VL_FAM_INT))                               \
    X(TAKEN, taken, 3, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(pile, EN_FAM_PILE))          \
    X(GIVEN, given, 3, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(target, VL_FAM_SEAT))        \
    X(STOLEN, stolen, 3, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD) A(target, VL_FAM_SEAT))      \
    X(SWAPPED, swapped, 2, A(card, EN_FAM_CARD) A(other, EN_FAM_CARD))                            \
    X(DISCARDED, discarded, 2, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD))                       \
    X(REMOVED, removed, 2, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD))                           \
    X(ROAD_DISCARDED, road_discarded, 2, A(card, EN_FAM_CARD) A(slot, VL_FAM_INT))                \
    X(SUNK, sunk, 2, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD))                                 \
    X(VISITED, visited, 2, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD))                           \
    X(VISIT_EMPTY, visit_empty, 1, A(player, VL_FAM_SEAT))                                        \
    X(VISIT_FAILED, visit_failed, 2, A(player, VL_FAM_SEAT) A(card, EN_FAM_CARD))                 \
    X(PROTECTED, protected, 1, A(player, VL_FAM_SEAT))                                            \
    X(TURN_ENDED, turn_ended, 1, A(player, VL_FAM_SEAT))                                          \
    X(SCORED, scored, 5, A(player, VL_FAM_SEAT) A(glory, VL_FAM_INT) A(cards, VL_FAM_INT)         \
        A(clauses, VL_FAM_INT) A(wounds, VL_FAM_INT))                                             \
    X(GAME_ENDED, game_ended, 6, A(outcome, EN_FAM_OUTCOME) A(winners, VL_FAM_INT)                \
        A(first, VL_FAM_SEAT) A(second, VL_FAM_SEAT) A(third, VL_FAM_SEAT) A(fourth, VL_FAM_SEAT))
/* clang-format on */

enum en_ev {
#define X(name, word, n, args) EN_EV_##name,
    EN_EV_MAP(X)
#undef X
        EN_EVS
};

/* clang-format off */
/* Options: constant, name, entries; values, default, open, flags, what refuses, what explains. */
#define EN_OPTION_MAP(X)                                                                           \
    X(PLAYERS,     players,              1, VL_OPTION_INT(2, 4), 2, NULL, VL_OPTION_PLAYERS, EN_ERR_01, EN_SET_01) \
    X(MODE,        kingdom_mode,         1, VL_OPTION_KEY_QUICK(en_mode_keys, EN_MODES, EN_MODE_FIRST_GAME), \
        EN_MODE_DRAFT, NULL, 0, EN_ERR_36, EN_SET_20)                                              \
    X(KINGDOMS,    kingdoms,             EN_IN_PLAY_MAX, VL_OPTION_FAMILY(EN_FAM_KINGDOM, EN_KINGDOMS_MAX), \
        VL_UNSET, "ask", VL_OPTION_ASKED, EN_ERR_02, EN_SET_05)                                    \
    X(VILLAGE,     village,              1, VL_OPTION_FAMILY(EN_FAM_VILLAGE, EN_VILLAGES_MAX), VL_UNSET, "random", 0, \
        EN_ERR_05, EN_SET_15)                                                                      \
    X(FIRST,       first_player,         1, VL_OPTION_SEAT(EN_SEATS_MAX), VL_UNSET, "random", 0, EN_ERR_06, EN_SET_18) \
    X(QUICK,       variant_quick,        1, VL_OPTION_KEY(en_no_yes, 2), 0, NULL, 0, EN_ERR_36, EN_VAR_01) \
    X(SUPER_QUICK, variant_super_quick,  1, VL_OPTION_KEY(en_no_yes, 2), 0, NULL, 0, EN_ERR_36, EN_VAR_03) \
    X(DEEP,        variant_deep_dragons, 1, VL_OPTION_KEY(en_no_yes, 2), 0, NULL, 0, EN_ERR_36, EN_VAR_06)
/* clang-format on */

/* where each begins in vl_rules.option */
enum en_option {
#define X(id, name, n, ...) EN_OPT_##id, EN_OPT_##id##_LAST = EN_OPT_##id + (n)-1,
    EN_OPTION_MAP(X)
#undef X
        EN_OPTION_ENTRIES
};
enum { EN_OPTIONS = 0 EN_OPTION_MAP(VL_OPTION_COUNT) };

extern const struct vl_game enchanters_game;
typedef struct en_state enchanters_state; /* as games.def calls it */

/* ---- the files of the game ---- */

/* en_tables.c: what the game struct points to */
extern const char *const en_phase_keys[];
extern const char *const en_outcome_keys[];
extern const char *const en_mode_keys[], *const en_no_yes[]; /* and NULL */
extern const struct vl_family en_families[];
extern const struct vl_move_kind en_move_kinds[];
extern const struct vl_span en_spans[];
extern const struct vl_event_kind en_event_kinds[];
extern const struct vl_option en_options[];
extern const struct vl_field en_fields[];
extern const struct vl_tally en_tallies[];
enum { EN_TALLIES = 6 };
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
void en_start(const struct vl_rules *r, struct vl_state *s);
void en_apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m, struct vl_sink *sink);
void en_step(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink);

void en_resume(const struct vl_rules *r, struct en_state *s); /* sets the actor of a loaded state */
void en_result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out);

/* en_ability.c: what the verbs of abilities do; en_pack.c: their rows, and the machine */
int en_name_target(struct vl_fx_run *x);
int en_pay_with_crystals(struct vl_fx_run *x);
int en_pay_with_wounds(struct vl_fx_run *x);
int en_pay_with_card(struct vl_fx_run *x);
int en_pay_by_healing(struct vl_fx_run *x);
int en_do_touch(struct vl_fx_run *x);
int en_do_raise(struct vl_fx_run *x);
int en_do_discard(struct vl_fx_run *x);
int en_do_steal(struct vl_fx_run *x);
int en_do_swap(struct vl_fx_run *x);
int en_do_visit(struct vl_fx_run *x);
int en_do_give_this(struct vl_fx_run *x);
int en_do_road_discard(struct vl_fx_run *x);
int en_do_sink(struct vl_fx_run *x);
struct vl_fx_part en_find(const struct vl_rules *r, const struct vl_state *s,
                          const struct vl_frame *f);
extern const struct vl_fx_machine en_machine;

/* en_legal.c: who may do what */
int en_legal(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out);
vl_rule en_refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                  vl_actor by);
/* Whether a cost can be paid in full by the active player (EN-ACT-08). */
bool en_payable(const struct vl_rules *r, const struct en_state *s, const struct en_ability *a);
/* The cards of a seat that a step may choose from (CARD, PAY_CARD): how many, from
 * bottom to top. */
int en_choices(const struct vl_rules *r, const struct en_state *s, int seat, const struct vl_fx *fx,
               uint8_t *out);
/* Does it concern TARGET (EN-EFF-27)? */
bool en_needs_target(const struct vl_fx *e);
/* The seats that may be the target now, clockwise from the active player. */
int en_targets(const struct vl_rules *r, const struct en_state *s, int least_wounds, uint8_t *out);
/* The cost or effect at hand of the ability that is being carried out. */
struct en_now {
    int level;
    const struct en_ability *ability; /* NULL: none */
    const struct vl_fx *cost;         /* one of these two ... */
    const struct vl_fx *effect;
};
struct en_now en_now(const struct vl_rules *r, const struct en_state *s);
/* What TARGET_HEALS asks of a target; 0 for all other steps at hand. */
int en_least_wounds(const struct vl_rules *r, const struct en_state *s);

/* en_chance.c: the odds */
int en_outcomes(const struct vl_rules *r, const struct en_state *s, struct vl_move *out);
uint64_t en_weight(const struct vl_rules *r, const struct vl_state *s, struct vl_move m);
int en_left(const struct vl_rules *r, const struct vl_state *s, struct vl_move m);
struct vl_move en_sample(const struct vl_rules *r, const struct vl_state *s, struct vl_rng *rng);
vl_rule en_refuse_outcome(const struct vl_rules *r, const struct en_state *s, struct vl_move m);
/* The only outcome that can come, so that nobody is asked; false: there are several. */
bool en_certain(const struct vl_rules *r, const struct en_state *s, struct vl_move *out);

/* en_view.c */
const char *en_kind(const struct vl_rules *r, int family, int index);
void en_view(const struct vl_rules *r, const struct vl_state *s, vl_actor seat, struct vl_view *v);
void en_touch(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
              struct vl_touch *t);

/* en_facts.c: what refusals name */
int en_facts(const struct vl_rules *r, const struct vl_state *s, struct vl_move m, vl_rule rule,
             struct vl_msg_arg *out);
/* en_eval.c */
int32_t en_eval(const struct vl_rules *r, const struct vl_state *s, int seat);
/* en_position.c */
size_t en_kept(const struct vl_state *s, uint8_t out[VL_STATE_MAX]);
void en_fresh(const struct vl_rules *r, struct vl_state *s);
int en_loaded(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given,
              struct vl_error *err);
void en_extras(const struct vl_rules *r, const struct vl_state *s, struct vl_json *w);
int en_alike(const struct vl_rules *r, const char *word, size_t len, int seat,
             const uint8_t *taken);
const char *en_broken(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule);

#endif
