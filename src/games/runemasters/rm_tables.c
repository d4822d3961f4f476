/* rm_tables.c - the tables of Runemasters: words, moves, events, options and
 * the description of its state. No rules here. */
#include "games/runemasters/runemasters.h"

#include <stddef.h>

/* clang-format off */
#define X(name, word) #word,
static const char *const rune_keys[] = { RM_RUNE_MAP(X) };
static const char *const path_keys[] = { "red", "blue", "green", "yellow" };
const char *const rm_phase_keys[] = { RM_PHASE_MAP(X) };
const char *const rm_outcome_keys[] = { RM_OUTCOME_MAP(X) };
static const char *const class_keys[] = { RM_CLASS_MAP(X) };
static const char *const difficulty_keys[] = { RM_DIFFICULTY_MAP(X) NULL };
#undef X
static const char *const target_keys[] = { "none", "storm", "trample" };
static const char *const means_keys[] = { "die", "mark", "ultimate", "release" };
static const char *const place_keys[] = { "temple", "pile", "events", "ultimate", "mana", "mark" };
static const char *const die_keys[] = { "0", "1", "2", "3", "4" };

/* ORDER rm_family */
const struct vl_family rm_families[] = {
    { "rune",       RM_RUNES,        rune_keys },
    { "path",       RM_PATHS_MAX,    path_keys },
    { "guardian",   4,               NULL },
    { "card",       RM_CARDS + 1,    NULL },
    { "event",      RM_EVENTS,       NULL },
    { "type",       RM_TYPES,        NULL },
    { "phase",      RM_PHASES,       rm_phase_keys },
    { "outcome",    RM_OUTCOMES,     rm_outcome_keys },
    { "class",      RM_CLASSES,      class_keys },
    { "difficulty", RM_DIFFICULTIES, difficulty_keys },
    { "target",     3,               target_keys },
    { "die",        RM_DICE_MAX,     die_keys },
    { "means",      4,               means_keys },
    { "place",      6,               place_keys },
    { "mark",       4,               NULL },
    { "power",      4,               NULL },
};

#define DIE      { "die",      VL_ARG_ONE, VL_FAM_INT,      0, 4 }
#define PATH     { "path",     VL_ARG_ONE, RM_FAM_PATH,     0, 3 }
#define GUARDIAN { "guardian", VL_ARG_ONE, RM_FAM_GUARDIAN, 0, 3 }
#define WEAK     { "weak",     VL_ARG_ONE, VL_FAM_INT,      0, 3 }

/* ORDER RM_MOVES */
const struct vl_move_kind rm_move_kinds[] = {
    { NULL,              0, 0, { { NULL, 0, 0, 0, 0 } } },
    { "choose_guardian", 0, 1, { GUARDIAN } },
    { "place_guardian",  VL_MOVE_REVEALS, 1, { PATH } },
    { "choose_dean",     VL_MOVE_REVEALS, 1, { { "seat", VL_ARG_ONE, VL_FAM_SEAT, 0, 3 } } },
    { "assign_angel",    VL_MOVE_REVEALS, 1, { GUARDIAN } },
    { "hit",             0, 1, { DIE } },
    { "move",            0, 2, { DIE, PATH } },
    { "mark_swap",       0, 4, { DIE, { "from", VL_ARG_ONE, RM_FAM_PATH, 0, 3 },
                                 { "slot", VL_ARG_ONE, VL_FAM_INT, 1, 5 }, PATH } },
    { "mark_move",       0, 2, { DIE, PATH } },
    { "mark_shield",     0, 2, { DIE, GUARDIAN } },
    { "mark_heal",       0, 2, { DIE, GUARDIAN } },
    { "mark_whirl",      0, 2, { DIE, WEAK } },
    { "block",           0, 2, { DIE, { "other", VL_ARG_ONE, VL_FAM_INT, 0, 4 } } },
    { "charge",          0, 1, { DIE } },
    { "reroll",          VL_MOVE_REVEALS, 1, { { "dice", VL_ARG_SET, VL_FAM_INT, 0, 4 } } },
    { "release",         0, 0, { { NULL, 0, 0, 0, 0 } } },
    { "ultimate",        0, 0, { { NULL, 0, 0, 0, 0 } } },
    { "ultimate",        VL_MOVE_SAME_WORD, 2, { GUARDIAN, PATH } },
    { "free_move",       0, 1, { PATH } },
    { "end",             VL_MOVE_REVEALS | VL_MOVE_ENDS, 0, { { NULL, 0, 0, 0, 0 } } },
    { "choose_weak",     0, 1, { WEAK } },
    { "choose_reward",   0, 1, { { "hp", VL_ARG_ONE, VL_FAM_INT, 0, 2 } } },
    { "draw",            VL_MOVE_CHANCE, 1, { { "card", VL_ARG_ONE, RM_FAM_CARD, 0, RM_DAWN } } },
    { "event",           VL_MOVE_CHANCE, 1, { { "event", VL_ARG_ONE, RM_FAM_EVENT, 0, RM_EVENTS - 1 } } },
    { "roll",            VL_MOVE_CHANCE, 1, { { "faces", VL_ARG_LIST, RM_FAM_RUNE, 0, RM_RUNES - 1 } } },
};

#define A(name, family) { #name, family },
#define X(name, word, n, args) { #word, n, { args } },
const struct vl_event_kind rm_event_kinds[] = { RM_EV_MAP(X) };
#undef X
#undef A

const struct vl_option rm_options[] = { RM_OPTION_MAP(VL_OPTION_ROW) };

/* ---- the state described ---- */

#define AT(field)   offsetof(struct rm_state, field)
#define GAT(field)  offsetof(struct rm_guardian, field)
#define BY          AT(guardian_of)

static const struct vl_field guardian_fields[] = {
    /* name     type       family       flags w bit n stride off         len by lo hi child */
    { "path",   VL_F_KEY,  RM_FAM_PATH, 0, 1, 0, 0, 0, GAT(path),        0, 0, 0, 3, NULL },
    { "hp",     VL_F_INT,  VL_FAM_INT,  0, 1, 0, 0, 0, GAT(hp),          0, 0, 0, 4, NULL },
    { "mana",   VL_F_INT,  VL_FAM_INT,  0, 1, 0, 0, 0, GAT(mana),        0, 0, 0, 4, NULL },
    { "ult",    VL_F_ROW,  VL_FAM_INT,  0, 1, 0, 2, 0, GAT(ult_slot),    0, 0, 0, 4, NULL },
    { "shield", VL_F_FLAG, VL_FAM_INT,  0, 1, 0, 0, 0, GAT(markers),     0, 0, 0, 1, NULL },
    { "poison", VL_F_FLAG, VL_FAM_INT,  0, 1, 1, 0, 0, GAT(markers),     0, 0, 0, 1, NULL },
    { "angel",  VL_F_FLAG, VL_FAM_INT,  0, 1, 2, 0, 0, GAT(markers),     0, 0, 0, 1, NULL },
    VL_FIELDS_END
};

static const struct vl_field path_fields[] = {
    { NULL,     VL_F_ROW,  RM_FAM_CARD, 0, 1, 0, RM_SLOTS, 0, 0,         0, 0, 0, RM_CARDS - 1, NULL },
    VL_FIELDS_END
};

static const struct vl_field wound_fields[] = {
    { NULL,     VL_F_BITS, VL_FAM_INT,  0, 1, 0, RM_WEAK_MAX, 0, 0,      0, 0, 0, 3, NULL },
    VL_FIELDS_END
};

/* ORDER rm_field */
const struct vl_field rm_fields[] = {
    /* name            type       family          flags w bit n stride off           len             by  lo hi child */
    { "phase",          VL_F_KEY,  RM_FAM_PHASE,    0, 1, 0, 0, 0, AT(base.phase),       0, 0, 0, RM_PHASES - 1, NULL },
    { "outcome",        VL_F_KEY,  RM_FAM_OUTCOME,  0, 1, 0, 0, 0, AT(base.outcome),     0, 0, 0, RM_OUTCOMES - 1, NULL },
    { "seats",          VL_F_LIST, RM_FAM_GUARDIAN, 0, 1, 0, 4, 0, AT(guardian_of),      AT(base.seats), 0, 0, 3, NULL },
    { "round",          VL_F_INT,  VL_FAM_INT,      0, 1, 0, 0, 0, AT(round),            0, 0, 0, 255, NULL },
    { "dean",           VL_F_INT,  VL_FAM_INT,      0, 1, 0, 0, 0, AT(dean),             0, 0, 0, 3, NULL },
    { "active",         VL_F_SEAT, RM_FAM_GUARDIAN, 0, 1, 0, 4, 0, AT(active),           0, BY, 0, 3, NULL },
    { "temple",         VL_F_INT,  VL_FAM_INT,      0, 1, 0, 0, 0, AT(temple),           0, 0, 0, 6, NULL },
    { "event",          VL_F_KEY,  RM_FAM_EVENT,    0, 1, 0, 0, 0, AT(event),            0, 0, 0, RM_EVENTS - 1, NULL },
    { "guardians",      VL_F_MAP,  RM_FAM_GUARDIAN, VL_FIELD_BY, 0, 0, 4, sizeof(struct rm_guardian), AT(g), 0, BY, 0, 0, guardian_fields },
    { "paths",          VL_F_MAP,  RM_FAM_PATH,     0, 0, 0, 4, RM_SLOTS, AT(lane),      0, 0, 0, 0, path_fields },
    { "wounds",         VL_F_MAP,  RM_FAM_CARD,     VL_FIELD_SPARSE, 0, 0, RM_CARDS, 1, AT(wounds), 0, 0, 0, 0, wound_fields },
    { "blocked",        VL_F_BITS, RM_FAM_PATH,     0, 1, 0, 4, 0, AT(blocked),          0, 0, 0, 3, NULL },
    { "petrify",        VL_F_BOOL, VL_FAM_INT,      0, 1, 0, 0, 0, AT(petrify),          0, 0, 0, 1, NULL },
    { "dice",           VL_F_LIST, RM_FAM_RUNE,     0, 1, 0, RM_DICE_MAX, 0, AT(dice),   AT(dice_len), 0, 0, 5, NULL },
    { "used",           VL_F_BITS, VL_FAM_INT,      0, 1, 0, RM_DICE_MAX, 0, AT(used),   0, 0, 0, 4, NULL },
    { "rerolled",       VL_F_BITS, VL_FAM_INT,      0, 1, 0, RM_DICE_MAX, 0, AT(rerolled), 0, 0, 0, 4, NULL },
    { "rolling",        VL_F_BITS, VL_FAM_INT,      0, 1, 0, RM_DICE_MAX, 0, AT(rolling), 0, 0, 0, 4, NULL },
    { "free_used",      VL_F_BOOL, VL_FAM_INT,      0, 1, 0, 0, 0, AT(free_used),        0, 0, 0, 1, NULL },
    { "target",         VL_F_KEY,  RM_FAM_TARGET,   0, 1, 0, 0, 0, AT(target_kind),      0, 0, 0, 2, NULL },
    { "targets",        VL_F_BITS, VL_FAM_INT,      0, 1, RM_FAM_PATH, RM_SLOTS, 0, AT(target_mask), 0, 0, 0, 4, NULL },
    { "reward_mana",    VL_F_INT,  VL_FAM_INT,      0, 1, 0, 0, 0, AT(reward_mana),      0, 0, 0, 2, NULL },
    { "to_come",        VL_F_INT,  VL_FAM_INT,      0, 1, 0, 0, 0, AT(to_come),          0, 0, 0, 24, NULL },
    { "dawn_in",        VL_F_BOOL, VL_FAM_INT,      0, 1, 0, 0, 0, AT(dawn_in),          0, 0, 0, 1, NULL },
    { "unseen",         VL_F_BITS, RM_FAM_CARD,     0, 4, 0, RM_CARDS, 0, AT(unseen),    0, 0, 0, 31, NULL },
    { "discard",        VL_F_BITS, RM_FAM_CARD,     0, 4, 0, RM_CARDS, 0, AT(discard),   0, 0, 0, 31, NULL },
    { "events_to_come", VL_F_ROW,  VL_FAM_INT,      0, 1, 0, RM_CLASSES, 0, AT(events_to_come), 0, 0, 0, 5, NULL },
    { "unseen_events",  VL_F_BITS, RM_FAM_EVENT,    0, 2, 0, RM_EVENTS, 0, AT(unseen_events), 0, 0, 0, 10, NULL },
    { "pile",           VL_F_LIST, RM_FAM_CARD,     VL_FIELD_HIDDEN, 1, 0, RM_PILE_MAX, 0, AT(known), AT(known_len), 0, 0, RM_DAWN, NULL },
    { "events",         VL_F_LIST, RM_FAM_EVENT,    VL_FIELD_HIDDEN, 1, 0, RM_EVENT_PILE, 0, AT(known_events), AT(known_events_len), 0, 0, 10, NULL },
    VL_FIELDS_END
};

/* The start positions of the rules' worked examples (section 8.1). */
const struct vl_fixture rm_fixtures[RM_FIXTURES] = {
    { "D4", "guardians=4",
      "{\"seats\":[\"neltai\",\"ismoros\",\"kulak\",\"kyreas\"],\"guardians\":{\"neltai\":{\"path\":\"red\"},"
      "\"ismoros\":{\"path\":\"blue\"},\"kulak\":{\"path\":\"green\"},\"kyreas\":{\"path\":\"yellow\"}}}" },
    { "D3", "guardians=3",
      "{\"seats\":[\"ismoros\",\"kulak\",\"kyreas\"],\"guardians\":{\"ismoros\":{\"path\":\"red\"},"
      "\"kulak\":{\"path\":\"blue\"},\"kyreas\":{\"path\":\"green\"}}}" },
    { "D2", "guardians=2",
      "{\"seats\":[\"kulak\",\"kyreas\"],\"guardians\":{\"kulak\":{\"path\":\"red\"},\"kyreas\":{\"path\":\"blue\"}}}" },
};

const struct vl_tally rm_tallies[RM_TALLIES] = {
    { "kills_by_guardian", RM_EV_KILLED,        0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0 },
    { "ultimates",         RM_EV_ULTIMATE_USED, 0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0 },
    { "hurts",             RM_EV_HURT,          0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0 },
    { "deaths",            RM_EV_DIED,          0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0 },
    { "kills",             RM_EV_KILLED,        1, RM_FAM_CARD,     VL_NONE, 0, 0, 0 },
    { "strikes",           RM_EV_STRUCK,        0, RM_FAM_CARD,     2, 0, 0, 0 },
    { "overflows",         RM_EV_OVERFLOWED,    0, RM_FAM_CARD,     VL_NONE, 0, 0, 0 },
    { "events_seen",       RM_EV_EVENT_REVEALED, 0, RM_FAM_EVENT,   VL_NONE, 0, 0, 0 },
};
/* clang-format on */
