/* en_tables.c - the tables of Enchanters: words, moves, events, options and the
 * description of its state. No rules here. */
#include "games/enchanters/enchanters.h"

#include <stddef.h>

/* clang-format off */
#define X(name, word) #word,
const char *const en_phase_keys[] = { EN_PHASE_MAP(X) };
const char *const en_outcome_keys[] = { EN_OUTCOME_MAP(X) };
static const char *const mode_keys[] = { EN_MODE_MAP(X) NULL };
static const char *const kind_keys[] = { EN_KIND_MAP(X) };
static const char *const pile_keys[] = { EN_PILE_MAP(X) };
static const char *const sort_keys[] = { EN_ABILITY_MAP(X) };
#undef X
static const char *const slot_keys[] = { "0", "1", "2", "3", "4", "5" };
static const char *const place_keys[] = { "village", "deck", "graveyard", "removed", "pending" };
static const char *const level_keys[] = { "main", "visit" };
static const char *const lack_keys[] = { "crystals", "cards", "wounds" };
static const char *const no_yes[] = { "no", "yes", NULL };

/* ORDER en_family */
const struct vl_family en_families[] = {
    { "card",    EN_VILLAGE + 1,  NULL },
    { "design",  EN_DESIGNS_MAX,  NULL },
    { "kingdom", EN_KINGDOMS_MAX, NULL },
    { "village", EN_VILLAGES_MAX, NULL },
    { "phase",   EN_PHASES,       en_phase_keys },
    { "outcome", EN_OUTCOMES,     en_outcome_keys },
    { "mode",    EN_MODES,        mode_keys },
    { "kind",    EN_KINDS,        kind_keys },
    { "pile",    EN_PILES,        pile_keys },
    { "slot",    EN_SLOTS,        slot_keys },
    { "place",   5,               place_keys },
    { "level",   EN_LEVELS,       level_keys },
    { "ability", EN_VILLAGES_MAX * EN_VILLAGE_ABILITIES, NULL },
    { "effect",  EN_DESIGNS_MAX,  NULL },
    { "sort",    EN_ABILITY_KINDS, sort_keys },
    { "lack",    EN_LACKS,        lack_keys },
};

#define NO_ARG  { NULL, 0, 0, 0, 0 }
#define SOURCE  { "source",  VL_ARG_ONE, EN_FAM_CARD,    0, EN_VILLAGE }
#define CARD    { "card",    VL_ARG_ONE, EN_FAM_CARD,    0, EN_CARDS_MAX - 1 }
#define DESIGN  { "design",  VL_ARG_ONE, EN_FAM_DESIGN,  0, EN_DESIGNS_MAX - 1 }
#define KINGDOM { "kingdom", VL_ARG_ONE, EN_FAM_KINGDOM, 0, EN_KINGDOMS_MAX - 1 }
#define SEAT    { "seat",    VL_ARG_ONE, VL_FAM_SEAT,    0, EN_SEATS_MAX - 1 }
#define SLOT    { "slot",    VL_ARG_ONE, VL_FAM_INT,     0, EN_SLOTS - 1 }
#define INDEX   { "ability", VL_ARG_ONE, VL_FAM_INT,     0, EN_VILLAGE_ABILITIES - 1 }

/* ORDER EN_MOVES */
const struct vl_move_kind en_move_kinds[] = {
    { NULL,           0, 0, { NO_ARG } },
    { "pick_kingdom", VL_MOVE_REVEALS, 1, { KINGDOM } },
    { "use",          VL_MOVE_SPANS, 2, { SOURCE, INDEX } },
    { "journey",      0, 1, { SLOT } },
    { "rest",         VL_MOVE_SPANS, 2, { SOURCE, INDEX } },
    { "proceed",      0, 0, { NO_ARG } },
    { "end_turn",     VL_MOVE_REVEALS | VL_MOVE_ENDS, 0, { NO_ARG } },
    { "target",       0, 1, { SEAT } },
    { "card",         0, 1, { CARD } },
    { "pay_card",     0, 1, { CARD } },
    { "slot",         0, 1, { SLOT } },
    { "trigger",      VL_MOVE_SPANS, 2, { SOURCE, INDEX } },
    { "grave_next",   0, 1, { CARD } },
    { "kingdom",      VL_MOVE_CHANCE, 1, { KINGDOM } },
    { "remove",       VL_MOVE_CHANCE, 1, { DESIGN } },
    { "draw",         VL_MOVE_CHANCE, 1, { DESIGN } },
    { "empty",        VL_MOVE_CHANCE, 0, { NO_ARG } },
    { "village",      VL_MOVE_CHANCE, 1, { { "village", VL_ARG_ONE, EN_FAM_VILLAGE, 0, EN_VILLAGES_MAX - 1 } } },
    { "first",        VL_MOVE_CHANCE, 1, { SEAT } },
};

/* A card has one ability, the village several. */
#define SOURCES(kind) { kind, { 0, 0 }, { EN_CARDS_MAX - 1, 0 } }, \
                      { kind, { EN_VILLAGE, 0 }, { EN_VILLAGE, EN_VILLAGE_ABILITIES - 1 } }
const struct vl_span en_spans[] = {
    SOURCES(EN_MV_USE),
    SOURCES(EN_MV_REST),
    SOURCES(EN_MV_TRIGGER),
    VL_SPANS_END
};

#define A(name, family) { #name, family },
#define X(name, word, n, args) { #word, n, { args } },
const struct vl_event_kind en_event_kinds[] = { EN_EV_MAP(X) };
#undef X
#undef A

const struct vl_option en_options[] = { EN_OPTION_MAP(VL_OPTION_ROW) };

/* ---- the state described ---- */

#define AT(field)   offsetof(struct en_state, field)
#define PAT(field)  offsetof(struct en_player, field)
#define TAT(field)  offsetof(struct en_take, field)
#define RAT(field)  offsetof(struct en_run, field)
#define LAT(field)  offsetof(struct en_list, field)

static const struct vl_field player_fields[] = {
    /* name            type       family       flags w bit n stride off               len               by lo hi child */
    { "crystals",       VL_F_INT,  VL_FAM_INT,  0, 2, 0, 0, 0, PAT(crystals),          0, 0, 0, EN_COUNTER_MAX, NULL },
    { "wounds",         VL_F_INT,  VL_FAM_INT,  0, 2, 0, 0, 0, PAT(wounds),            0, 0, 0, EN_COUNTER_MAX, NULL },
    { "received",       VL_F_INT,  VL_FAM_INT,  0, 2, 0, 0, 0, PAT(received),          0, 0, 0, EN_COUNTER_MAX, NULL },
    { "healed",         VL_F_INT,  VL_FAM_INT,  0, 2, 0, 0, 0, PAT(healed),            0, 0, 0, EN_COUNTER_MAX, NULL },
    { "items",          VL_F_LIST, EN_FAM_CARD, 0, 1, 0, EN_ITEMS_PILE, 0, PAT(cards), PAT(len[EN_PILE_ITEMS]), 0, 0, 0, NULL },
    { "enchantments",   VL_F_LIST, EN_FAM_CARD, 0, 1, 0, EN_ITEMS_PILE, 0, PAT(cards) + EN_ITEMS_PILE, PAT(len[EN_PILE_ENCHANTMENTS]), 0, 0, 0, NULL },
    { "trophies",       VL_F_LIST, EN_FAM_CARD, 0, 1, 0, EN_TROPHY_PILE, 0, PAT(cards) + 2 * EN_ITEMS_PILE, PAT(len[EN_PILE_TROPHIES]), 0, 0, 0, NULL },
    VL_FIELDS_END
};

/* What is going on inside a turn: 0 is the journey or ability, 1 a visit. */
static const struct vl_field take_fields[] = {
    { "card",     VL_F_KEY, EN_FAM_CARD, 0, 1, 0, 0, 0, TAT(card),     0, 0, 0, 0, NULL },
    { "from",     VL_F_INT, VL_FAM_INT,  0, 1, 0, 0, 0, TAT(from),     0, 0, 0, EN_FROM_GRAVE, NULL },
    { "step",     VL_F_INT, VL_FAM_INT,  0, 1, 0, 0, 0, TAT(step),     0, 0, 0, EN_TAKE_ADD, NULL },
    { "receiver", VL_F_INT, VL_FAM_INT,  0, 1, 0, 0, 0, TAT(receiver), 0, 0, 0, 255, NULL },
    { "held",     VL_F_KEY, EN_FAM_CARD, 0, 1, 0, 0, 0, TAT(held),     0, 0, 0, 0, NULL },
    VL_FIELDS_END
};

static const struct vl_field run_fields[] = {
    { "source", VL_F_KEY, EN_FAM_CARD, 0, 1, 0, 0, 0, RAT(source), 0, 0, 0, 0, NULL },
    { "index",  VL_F_INT, VL_FAM_INT,  0, 1, 0, 0, 0, RAT(index),  0, 0, 0, EN_VILLAGE_ABILITIES - 1, NULL },
    { "at",     VL_F_INT, VL_FAM_INT,  0, 1, 0, 0, 0, RAT(at),     0, 0, 0, EN_COSTS_MAX + EN_EFFECTS_MAX, NULL },
    { "target", VL_F_INT, VL_FAM_INT,  0, 1, 0, 0, 0, RAT(target), 0, 0, 0, 255, NULL },
    { "turn",   VL_F_INT, VL_FAM_INT,  0, 1, 0, 0, 0, RAT(turn),   0, 0, 0, EN_SEATS_MAX, NULL },
    VL_FIELDS_END
};

static const struct vl_field list_fields[] = {
    { "village", VL_F_BITS, VL_FAM_INT,  0, 1, 0, EN_VILLAGE_ABILITIES, 0, LAT(village), 0, 0, 0, 4, NULL },
    { "cards",   VL_F_ROW,  EN_FAM_CARD, 0, 1, 0, 3, 0, LAT(cards),    0, 0, 0, 0, NULL },
    VL_FIELDS_END
};

/* ORDER en_field */
const struct vl_field en_fields[] = {
    /* name          type       family          flags w bit n stride off             len by lo hi child */
    { "phase",        VL_F_KEY,  EN_FAM_PHASE,   0, 1, 0, 0, 0, AT(base.phase),        0, 0, 0, EN_PHASES - 1, NULL },
    { "stage",        VL_F_KEY,  EN_FAM_PHASE,   0, 1, 0, 0, 0, AT(stage),             0, 0, 0, EN_PHASES - 1, NULL },
    { "outcome",      VL_F_KEY,  EN_FAM_OUTCOME, 0, 1, 0, 0, 0, AT(base.outcome),      0, 0, 0, EN_OUTCOMES - 1, NULL },
    { "active",       VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(active),            0, 0, 0, EN_SEATS_MAX - 1, NULL },
    { "first",        VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(first),             0, 0, 0, 255, NULL },
    { "turns",        VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(turns),             0, 0, 0, 255, NULL },
    { "village",      VL_F_KEY,  EN_FAM_VILLAGE, 0, 1, 0, 0, 0, AT(village),           0, 0, 0, 0, NULL },
    { "kingdoms",     VL_F_LIST, EN_FAM_KINGDOM, 0, 1, 0, EN_IN_PLAY_MAX, 0, AT(kingdoms), AT(kingdoms_len), 0, 0, 0, NULL },
    { "seats",        VL_F_MAP,  VL_FAM_SEAT,    0, 0, 0, EN_SEATS_MAX, sizeof(struct en_player), AT(p), 0, 0, 0, 0, player_fields },
    { "road",         VL_F_ROW,  EN_FAM_CARD,    VL_FIELD_SHORT, 1, 0, EN_SLOTS, 0, AT(road), 0, 0, 0, 0, NULL },
    { "deck",         VL_F_LIST, EN_FAM_CARD,    VL_FIELD_HIDDEN, 1, 0, EN_DECK_MAX, 0, AT(known), AT(known_len), 0, 0, 0, NULL },
    { "graveyard",    VL_F_LIST, EN_FAM_CARD,    0, 1, 0, EN_GRAVE_MAX, 0, AT(grave), AT(grave_len), 0, 0, 0, NULL },
    { "removed",      VL_F_BITS, EN_FAM_CARD,    0, EN_MASK, 0, EN_CARDS_MAX, 0, AT(removed), 0, 0, 0, 0, NULL },
    { "unseen",       VL_F_BITS, EN_FAM_CARD,    0, EN_MASK, 0, EN_CARDS_MAX, 0, AT(unseen), 0, 0, 0, 0, NULL },
    { "stacked",      VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(stacked),           0, 0, 0, 12, NULL },
    { "to_stack",     VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(to_stack),          0, 0, 0, 12, NULL },
    { "upper",        VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(upper),             0, 0, 0, 50, NULL },
    { "holes",        VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(holes),             0, 0, 0, 12, NULL },
    { "to_remove",    VL_F_INT,  VL_FAM_INT,     0, 1, 0, 0, 0, AT(to_remove),         0, 0, 0, 20, NULL },
    { "atk",          VL_F_INT,  VL_FAM_INT,     VL_FIELD_SIGNED, 2, 0, 0, 0, AT(atk), 0, 0, -EN_COUNTER_MAX, EN_COUNTER_MAX, NULL },
    { "def",          VL_F_INT,  VL_FAM_INT,     VL_FIELD_SIGNED, 2, 0, 0, 0, AT(def), 0, 0, -EN_COUNTER_MAX, EN_COUNTER_MAX, NULL },
    { "discount",     VL_F_INT,  VL_FAM_INT,     VL_FIELD_SIGNED, 2, 0, 0, 0, AT(discount), 0, 0, -EN_COUNTER_MAX, EN_COUNTER_MAX, NULL },
    { "used",         VL_F_BITS, EN_FAM_CARD,    0, EN_MASK, 0, EN_CARDS_MAX, 0, AT(used[0]), 0, 0, 0, 0, NULL },
    { "used_twice",   VL_F_BITS, EN_FAM_CARD,    0, EN_MASK, 0, EN_CARDS_MAX, 0, AT(used[1]), 0, 0, 0, 0, NULL },
    { "village_uses", VL_F_ROW,  VL_FAM_INT,     0, 1, 0, EN_VILLAGE_ABILITIES, 0, AT(village_uses), 0, 0, 0, 2, NULL },
    { "listed",       VL_F_BOOL, VL_FAM_INT,     0, 1, 0, 0, 0, AT(listed),            0, 0, 0, 1, NULL },
    { "take",         VL_F_MAP,  EN_FAM_LEVEL,   0, 0, 0, EN_LEVELS, sizeof(struct en_take), AT(take), 0, 0, 0, 0, take_fields },
    { "run",          VL_F_MAP,  EN_FAM_LEVEL,   0, 0, 0, EN_LEVELS, sizeof(struct en_run), AT(run), 0, 0, 0, 0, run_fields },
    { "triggers",     VL_F_MAP,  EN_FAM_LEVEL,   0, 0, 0, EN_LEVELS, sizeof(struct en_list), AT(list), 0, 0, 0, 0, list_fields },
    { "aside",        VL_F_LIST, EN_FAM_CARD,    0, 1, 0, EN_SEATS_MAX, 0, AT(aside), AT(aside_len), 0, 0, 0, NULL },
    VL_FIELDS_END
};

const struct vl_tally en_tallies[EN_TALLIES] = {
    { "kingdoms", EN_EV_REVEALED,      0, EN_FAM_KINGDOM, VL_NONE, 0, 0, VL_TALLY_ONCE },
    { "villages", EN_EV_VILLAGE_DRAWN, 0, EN_FAM_VILLAGE, VL_NONE, 0, 0, VL_TALLY_ONCE },
    { "taken",    EN_EV_JOURNEYED,     1, EN_FAM_DESIGN,  VL_NONE, 6, 1, 0 }, /* of those revealed */
    { "used",     EN_EV_USED,          1, EN_FAM_DESIGN,  VL_NONE, 3, 1, 0 }, /* of those taken */
    { "wounds",   EN_EV_WOUNDED,       0, VL_FAM_SEAT,    1,       0, 1, VL_TALLY_OFTEN },
    { "revealed", EN_EV_REVEALED,      0, EN_FAM_DESIGN,  VL_NONE, 0, 0, VL_TALLY_BASE },
};
/* clang-format on */
