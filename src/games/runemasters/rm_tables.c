/* rm_tables.c - the tables of Runemasters: words, moves, events, options and
 * the description of its state. No rules here. */
#include "core/pack_table.h"
#include "games/runemasters/runemasters.h"

/* clang-format off */
static const char *const rm_rune_keys[] = { RM_RUNE_MAP(VL_WORD_OF, ) };
static const char *const rm_path_keys[] = { "red", "blue", "green", "yellow" };
static const char *const rm_phase_keys[] = { RM_PHASE_MAP(VL_WORD_OF, ) };
static const char *const rm_outcome_keys[] = { RM_OUTCOME_MAP(VL_WORD_OF, ) };
static const char *const rm_class_keys[] = { RM_CLASS_MAP(VL_WORD_OF, ) };
const char *const rm_difficulty_keys[] = { RM_DIFFICULTY_MAP(VL_WORD_OF, ) NULL };
static const char *const rm_target_keys[] = { "none", "storm", "trample" };
static const char *const rm_means_keys[] = { "die", "mark", "ultimate", "release" };
static const char *const rm_place_keys[] = { "temple", "pile", "events", "ultimate", "mana", "mark" };
static const char *const rm_die_keys[] = { "0", "1", "2", "3", "4" };

/* Names out of the content: where they stand in the block. */
#define IN(field) offsetof(struct rm_content, field)
static const struct vl_things rm_guardian_at = { sizeof(struct rm_hero), IN(heroes[0].key), IN(heroes[0].name), IN(heroes[0].title), 0, 0, NULL };
static const struct vl_things rm_mark_at = { sizeof(struct rm_hero), IN(heroes[0].key), IN(heroes[0].mark_name), IN(heroes[0].mark_flavour), 0, 0, NULL };
static const struct vl_things rm_power_at = { sizeof(struct rm_hero), IN(heroes[0].key), IN(heroes[0].ult_name), IN(heroes[0].ult_flavour), 0, 0, NULL };
static const struct vl_things rm_card_at = { sizeof(struct rm_card), IN(cards[0].key), IN(cards[0].name), IN(cards[0].flavour), 0, 0, NULL };
static const struct vl_things rm_event_at = { sizeof(struct rm_event), IN(events[0].key), IN(events[0].name), IN(events[0].flavour), 0, 0, NULL };
static const struct vl_things rm_type_at = { sizeof(struct rm_type_info), IN(types[0].key), IN(types[0].name), IN(types[0].flavour), 0, 0, NULL };

#define KEYS(word) VL_FAMILY(#word, rm_##word##_keys)
#define THINGS(word, n) VL_FAMILY_AT(#word, n, &rm_##word##_at)
static const struct vl_family rm_families[] = { RM_FAMILY_MAP(VL_FAMILY_ROW) };

/* the arguments of moves */
#define ONE(name, family, min, max) { name, VL_ARG_ONE, family, min, max },
#define NO_ARG   { NULL, 0, 0, 0, 0 },
#define DIE      ONE("die", VL_FAM_INT, 0, RM_DICE_MAX - 1)
#define OTHER    ONE("other", VL_FAM_INT, 0, RM_DICE_MAX - 1)
#define DICE     { "dice", VL_ARG_SET, VL_FAM_INT, 0, RM_DICE_MAX - 1 },
#define FACES    { "faces", VL_ARG_LIST, RM_FAM_RUNE, 0, RM_RUNES - 1 },
#define SEAT     ONE("seat", VL_FAM_SEAT, 0, RM_SEATS_MAX - 1)
#define GUARDIAN ONE("guardian", RM_FAM_GUARDIAN, 0, 3)
#define PATH     ONE("path", RM_FAM_PATH, 0, RM_PATHS_MAX - 1)
#define FROM     ONE("from", RM_FAM_PATH, 0, RM_PATHS_MAX - 1)
#define SLOT     ONE("slot", VL_FAM_INT, 1, RM_SLOTS)
#define WEAK     ONE("weak", VL_FAM_INT, 0, RM_WEAK_MAX - 1)
#define HP       ONE("hp", VL_FAM_INT, 0, 2)
#define CARD     ONE("card", RM_FAM_CARD, 0, RM_DAWN)
#define EVENT    ONE("event", RM_FAM_EVENT, 0, RM_EVENTS - 1)
#define X(name, word, flags, n, args, phases, src, dst, ...) { #word, flags, n, { args }, { __VA_ARGS__ } },
static const struct vl_move_kind rm_move_kinds[] = { VL_MOVE_NONE, RM_MOVE_MAP(X) };
#undef X

#define A(name, family) { #name, RM_FAM_##family },
static const struct vl_event_kind rm_event_kinds[] = { RM_EV_MAP(VL_EVENT_ROW) };
#undef A

static const struct vl_option rm_options[] = { RM_OPTION_MAP(VL_OPTION_ROW) };

/* ---- the state described ---- */

#define VL_OF struct rm_guardian
static const struct vl_field guardian_fields[] = {
    VL_FIELD_KEY("path", path, RM_FAM_PATH),
    VL_FIELD_INT("hp", hp, 0, 4),
    VL_FIELD_INT("mana", mana, 0, 4),
    VL_FIELD_RUN("ult", ult_slot, 2, 0, 4),
    VL_FIELD_FLAG("shield", markers, 0),
    VL_FIELD_FLAG("poison", markers, 1),
    VL_FIELD_FLAG("angel", markers, 2),
    VL_FIELDS_END
};
#undef VL_OF

static const struct vl_field path_fields[] = { VL_RECORD_ROW(RM_SLOTS, RM_FAM_CARD), VL_FIELDS_END };
static const struct vl_field wound_fields[] = { VL_RECORD_BITS(RM_WEAK_MAX, VL_FAM_INT), VL_FIELDS_END };

#define VL_OF struct rm_state
static const struct vl_field rm_fields[] = {
    VL_FIELD_WORD("phase", base.phase, RM_FAM_PHASE),
    VL_FIELD_WORD("outcome", base.outcome, RM_FAM_OUTCOME),
    VL_FIELD_LIST("seats", guardian_of, base.seats, RM_FAM_GUARDIAN, 0),
    VL_FIELD_INT("round", round, 0, 255),
    VL_FIELD_INT("dean", dean, 0, 3),
    VL_FIELD_SEAT("active", active, RM_FAM_GUARDIAN, guardian_of),
    VL_FIELD_INT("temple", temple, 0, 6),
    VL_FIELD_KEY("event", event, RM_FAM_EVENT),
    VL_FIELD_MAP_BY("guardians", g, RM_FAM_GUARDIAN, guardian_of, guardian_fields),
    VL_FIELD_MAP("paths", lane, RM_FAM_PATH, 0, path_fields),
    VL_FIELD_MAP("wounds", wounds, RM_FAM_CARD, VL_FIELD_SPARSE, wound_fields),
    VL_FIELD_BITS("blocked", blocked, RM_FAM_PATH, 4),
    VL_FIELD_BOOL("petrify", petrify),
    VL_FIELD_LIST("dice", dice, dice_len, RM_FAM_RUNE, VL_FIELD_MUST),
    VL_FIELD_BITS("used", used, VL_FAM_INT, RM_DICE_MAX),
    VL_FIELD_BITS("rerolled", rerolled, VL_FAM_INT, RM_DICE_MAX),
    VL_FIELD_BITS("rolling", rolling, VL_FAM_INT, RM_DICE_MAX),
    VL_FIELD_BOOL("free_used", free_used),
    VL_FIELD_WORD("target", target_kind, RM_FAM_TARGET),
    VL_FIELD_NUMBERS("targets", target_mask, RM_FAM_PATH, RM_SLOTS),
    VL_FIELD_INT("reward_mana", reward_mana, 0, 2),
    VL_FIELD_INT("to_come", to_come, 0, 24),
    VL_FIELD_BOOL("dawn_in", dawn_in),
    VL_FIELD_BITS("unseen", unseen, RM_FAM_CARD, RM_CARDS),
    VL_FIELD_BITS("discard", discard, RM_FAM_CARD, RM_CARDS),
    VL_FIELD_ROW("events_to_come", events_to_come, VL_FAM_INT, 0, 0, 5),
    VL_FIELD_BITS("unseen_events", unseen_events, RM_FAM_EVENT, RM_EVENTS),
    VL_FIELD_LIST("pile", known, known_len, RM_FAM_CARD, VL_FIELD_HIDDEN),
    VL_FIELD_LIST("events", known_events, known_events_len, RM_FAM_EVENT, VL_FIELD_HIDDEN),
    VL_FIELDS_END
};
#undef VL_OF

/* The start positions of the rules' worked examples (section 8.1). */
static const struct vl_fixture rm_fixtures[] = {
    { "D4", "guardians=4",
      "{\"seats\":[\"neltai\",\"ismoros\",\"kulak\",\"kyreas\"],\"guardians\":{\"neltai\":{\"path\":\"red\"},"
      "\"ismoros\":{\"path\":\"blue\"},\"kulak\":{\"path\":\"green\"},\"kyreas\":{\"path\":\"yellow\"}}}" },
    { "D3", "guardians=3",
      "{\"seats\":[\"ismoros\",\"kulak\",\"kyreas\"],\"guardians\":{\"ismoros\":{\"path\":\"red\"},"
      "\"kulak\":{\"path\":\"blue\"},\"kyreas\":{\"path\":\"green\"}}}" },
    { "D2", "guardians=2",
      "{\"seats\":[\"kulak\",\"kyreas\"],\"guardians\":{\"kulak\":{\"path\":\"red\"},\"kyreas\":{\"path\":\"blue\"}}}" },
};

static const struct vl_tally rm_tallies[] = {
    { "kills_by_guardian", RM_EV_KILLED,        0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0, NULL },
    { "ultimates",         RM_EV_ULTIMATE_USED, 0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0, NULL },
    { "hurts",             RM_EV_HURT,          0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0, NULL },
    { "deaths",            RM_EV_DIED,          0, RM_FAM_GUARDIAN, VL_NONE, 0, 0, 0, NULL },
    { "kills",             RM_EV_KILLED,        1, RM_FAM_CARD,     VL_NONE, 0, 0, 0, NULL },
    { "strikes",           RM_EV_STRUCK,        0, RM_FAM_CARD,     2, 0, 0, 0, NULL },
    { "overflows",         RM_EV_OVERFLOWED,    0, RM_FAM_CARD,     VL_NONE, 0, 0, 0, NULL },
    { "events_seen",       RM_EV_EVENT_REVEALED, 0, RM_FAM_EVENT,   VL_NONE, 0, 0, 0, NULL },
};
/* clang-format on */

const struct vl_game runemasters_game = {
    .id = "runemasters",
    .prefix = "rm",
    .rule_prefix = "RM",
    .revision = 1,
    .seats_min = 2,
    .seats_max = RM_SEATS_MAX,
    .state_size = sizeof(struct rm_state),
    .moves_max = 252, /* the multisets of five dice */
    .choices_max = RM_CHOICES_MAX,
    .decisions_max = 2200, /* RM-DEC-93: 22 turns of 83 decisions, 44 rerolls more as chance */
    VL_GAME_TABLES(rm),
    .fixtures = rm_fixtures,
    .fixtures_len = VL_LEN(rm_fixtures),
    .event_turn = 1 + RM_EV_TURN_BEGUN,
    .event_round = 1 + RM_EV_ROUND_BEGUN,
    .rule_malformed = RM_BAD_01,
    .rule_unknown_action = RM_BAD_02,
    .rule_bad_position = RM_BAD_52,
    .rule_bad_content = RM_BAD_08,
    VL_GAME_CALLS(rm),
    .hide = rm_hide,
    .turn = rm_turn,
    .controller = rm_controller,
    .extras = rm_extras,
    .limit = rm_limit,
    .view_max = { 1 + RM_PATHS_MAX + 4, 64, 160, 256, RM_CARDS *RM_WEAK_MAX },
    .faces = VL_BIT(RM_FAM_RUNE) | VL_BIT(RM_FAM_PATH) | VL_BIT(RM_FAM_GUARDIAN) |
             VL_BIT(RM_FAM_CARD) | VL_BIT(RM_FAM_EVENT) | VL_BIT(RM_FAM_DIE) |
             VL_BIT(RM_FAM_PLACE) | VL_BIT(RM_FAM_MARK) | VL_BIT(RM_FAM_POWER),
    .brief = rm_brief,
};
