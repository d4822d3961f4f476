/* en_tables.c - the game as everybody else sees it: its tables (words, moves, events,
 * options, the description of its state), and the struct that ties its files together. No
 * rules here. */
#include "core/pack_table.h"
#include "games/enchanters/enchanters.h"

/* clang-format off */
static const char *const en_phase_keys[] = { EN_PHASE_MAP(VL_WORD) };
static const char *const en_outcome_keys[] = { EN_OUTCOME_MAP(VL_WORD) };
const char *const en_mode_keys[] = { EN_MODE_MAP(VL_WORD) NULL };
static const char *const en_kind_keys[] = { EN_KIND_MAP(VL_WORD) };
static const char *const en_pile_keys[] = { EN_PILE_MAP(VL_WORD) };
static const char *const en_sort_keys[] = { EN_ABILITY_MAP(VL_WORD) };
static const char *const en_place_keys[] = { EN_TABLE_PLACE_MAP(VL_WORD) };
static const char *const en_lack_keys[] = { EN_LACK_MAP(VL_WORD) };
static const char *const en_slot_keys[] = { "0", "1", "2", "3", "4", "5" };
static const char *const en_level_keys[] = { "main", "visit" };
const char *const en_no_yes[] = { "no", "yes", NULL };

/* Names out of the content: where they stand in the block. */
#define IN(field) offsetof(struct en_content, field)
static const struct vl_things en_design_at = { sizeof(struct en_design), IN(designs[0].key), IN(designs[0].name), IN(designs[0].flavour), 0, 0, NULL };
static const struct vl_things en_effect_at = { sizeof(struct en_design), IN(designs[0].key), 0, 0, 0, 0, NULL };
static const struct vl_things en_card_at = { sizeof(struct en_card), IN(cards[0].key), 0, 0, IN(cards[0].design), 1, &en_design_at };
static const struct vl_things en_kingdom_at = { sizeof(struct en_kingdom), IN(kingdoms[0].key), IN(kingdoms[0].name), IN(kingdoms[0].text), 0, 0, NULL };
static const struct vl_things en_village_at = { sizeof(struct en_village), IN(villages[0].key), IN(villages[0].name), IN(villages[0].flavour), 0, 0, NULL };
static const struct vl_things en_ability_at = { sizeof(struct en_doing), IN(doings[0].key), 0, 0, 0, 0, NULL };

#define KEYS(word) VL_FAMILY(#word, en_##word##_keys)
#define THINGS(word, n) VL_FAMILY_AT(#word, n, &en_##word##_at)
static const struct vl_family en_families[] = { EN_FAMILY_MAP(VL_FAMILY_ROW) };

/* the arguments of moves */
#define ONE(name, family, last) { name, VL_ARG_ONE, family, 0, last },
#define NO_ARG  { NULL, 0, 0, 0, 0 },
#define SOURCE  ONE("source",  EN_FAM_CARD,    EN_VILLAGE)
#define CARD    ONE("card",    EN_FAM_CARD,    EN_CARDS_MAX - 1)
#define DESIGN  ONE("design",  EN_FAM_DESIGN,  EN_DESIGNS_MAX - 1)
#define KINGDOM ONE("kingdom", EN_FAM_KINGDOM, EN_KINGDOMS_MAX - 1)
#define VILLAGE ONE("village", EN_FAM_VILLAGE, EN_VILLAGES_MAX - 1)
#define SEAT    ONE("seat",    VL_FAM_SEAT,    EN_SEATS_MAX - 1)
#define SLOT    ONE("slot",    VL_FAM_INT,     EN_SLOTS - 1)
#define INDEX   ONE("ability", VL_FAM_INT,     EN_VILLAGE_ABILITIES - 1)
#define X(name, word, flags, n, args, phases, ...) { #word, flags, n, { args }, { __VA_ARGS__ } },
static const struct vl_move_kind en_move_kinds[] = { VL_MOVE_NONE, EN_MOVE_MAP(X) };
#undef X

/* A card has one ability, the village several. */
#define SOURCES(kind) { kind, { 0, 0 }, { EN_CARDS_MAX - 1, 0 } }, \
                      { kind, { EN_VILLAGE, 0 }, { EN_VILLAGE, EN_VILLAGE_ABILITIES - 1 } }
static const struct vl_span en_spans[] = {
    SOURCES(EN_MV_USE),
    SOURCES(EN_MV_REST),
    SOURCES(EN_MV_TRIGGER),
    VL_SPANS_END
};

#undef SEAT
#undef CARD
#define A(name, family) { #name, family },
#define SEAT(name)      A(name, VL_FAM_SEAT)
#define CARD(name)      A(name, EN_FAM_CARD)
#define INT(name)       A(name, VL_FAM_INT)
static const struct vl_event_kind en_event_kinds[] = { EN_EV_MAP(VL_EVENT_ROW) };

static const struct vl_option en_options[] = { EN_OPTION_MAP(VL_OPTION_ROW) };


/* ---- the state described ---- */

#define VL_OF struct en_player
static const struct vl_field player_fields[] = {
    VL_FIELD_INT("crystals", crystals, 0, EN_COUNTER_MAX),
    VL_FIELD_INT("wounds", wounds, 0, EN_COUNTER_MAX),
    VL_FIELD_INT("received", received, 0, EN_COUNTER_MAX),
    VL_FIELD_INT("healed", healed, 0, EN_COUNTER_MAX),
    VL_FIELD_SLICE("items", cards, 0, EN_ITEMS_PILE, len[EN_PILE_ITEMS], EN_FAM_CARD),
    VL_FIELD_SLICE("enchantments", cards, EN_ITEMS_PILE, EN_ITEMS_PILE, len[EN_PILE_ENCHANTMENTS], EN_FAM_CARD),
    VL_FIELD_SLICE("trophies", cards, 2 * EN_ITEMS_PILE, EN_TROPHY_PILE, len[EN_PILE_TROPHIES], EN_FAM_CARD),
    VL_FIELDS_END
};
#undef VL_OF

/* What is going on inside a turn: 0 is the journey or ability, 1 a visit. */
#define VL_OF struct en_take
static const struct vl_field take_fields[] = {
    VL_FIELD_KEY("card", card, EN_FAM_CARD),
    VL_FIELD_INT("from", from, 0, EN_FROM_GRAVE),
    VL_FIELD_INT("step", step, 0, EN_TAKE_ADD),
    VL_FIELD_INT("receiver", receiver, 0, 255),
    VL_FIELD_KEY("held", held, EN_FAM_CARD),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct vl_frame
static const struct vl_field run_fields[] = {
    VL_FIELD_KEY("source", source, EN_FAM_CARD),
    VL_FIELD_INT("index", list, 0, EN_VILLAGE_ABILITIES - 1),
    VL_FIELD_INT("at", at, 0, EN_COSTS_MAX + EN_EFFECTS_MAX),
    VL_FIELD_INT("target", reg[EN_REG_TARGET], 0, 255),
    VL_FIELD_INT("turn", turn, 0, EN_SEATS_MAX),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct en_list
static const struct vl_field list_fields[] = {
    VL_FIELD_BITS("village", village, VL_FAM_INT, EN_VILLAGE_ABILITIES),
    VL_FIELD_ROW("cards", cards, EN_FAM_CARD, 0, 0, 0),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct en_state
static const struct vl_field en_fields[] = {
    VL_FIELD_KEY("phase", base.phase, EN_FAM_PHASE),
    VL_FIELD_KEY("stage", stage, EN_FAM_PHASE),
    VL_FIELD_KEY("outcome", base.outcome, EN_FAM_OUTCOME),
    VL_FIELD_INT("active", active, 0, EN_SEATS_MAX - 1),
    VL_FIELD_INT("first", first, 0, 255),
    VL_FIELD_INT("turns", turns, 0, 255),
    VL_FIELD_KEY("village", village, EN_FAM_VILLAGE),
    VL_FIELD_LIST("kingdoms", kingdoms, kingdoms_len, EN_FAM_KINGDOM, 0),
    VL_FIELD_MAP("seats", p, VL_FAM_SEAT, 0, player_fields),
    VL_FIELD_ROW("road", road, EN_FAM_CARD, VL_FIELD_SHORT, 0, 0),
    VL_FIELD_LIST("deck", known, known_len, EN_FAM_CARD, VL_FIELD_HIDDEN),
    VL_FIELD_LIST("graveyard", grave, grave_len, EN_FAM_CARD, 0),
    VL_FIELD_BITS("removed", removed, EN_FAM_CARD, EN_CARDS_MAX),
    VL_FIELD_BITS("unseen", unseen, EN_FAM_CARD, EN_CARDS_MAX),
    VL_FIELD_INT("stacked", stacked, 0, 12),
    VL_FIELD_INT("to_stack", to_stack, 0, 12),
    VL_FIELD_INT("upper", upper, 0, 50),
    VL_FIELD_INT("holes", holes, 0, 12),
    VL_FIELD_INT("to_remove", to_remove, 0, 20),
    VL_FIELD_SIGNED_INT("atk", atk, -EN_COUNTER_MAX, EN_COUNTER_MAX),
    VL_FIELD_SIGNED_INT("def", def, -EN_COUNTER_MAX, EN_COUNTER_MAX),
    VL_FIELD_SIGNED_INT("discount", discount, -EN_COUNTER_MAX, EN_COUNTER_MAX),
    VL_FIELD_BITS("used", used[0], EN_FAM_CARD, EN_CARDS_MAX),
    VL_FIELD_BITS("used_twice", used[1], EN_FAM_CARD, EN_CARDS_MAX),
    VL_FIELD_ROW("village_uses", village_uses, VL_FAM_INT, 0, 0, 2),
    VL_FIELD_BOOL("listed", listed),
    VL_FIELD_MAP("take", take, EN_FAM_LEVEL, 0, take_fields),
    VL_FIELD_MAP("run", run, EN_FAM_LEVEL, 0, run_fields),
    VL_FIELD_MAP("triggers", list, EN_FAM_LEVEL, 0, list_fields),
    VL_FIELD_LIST("aside", aside, aside_len, EN_FAM_CARD, 0),
    VL_FIELDS_END
};
#undef VL_OF

static const struct vl_tally en_tallies[] = {
    { "kingdoms", EN_EV_REVEALED,      0, EN_FAM_KINGDOM, VL_NONE, 0, 0, VL_TALLY_ONCE, NULL },
    { "villages", EN_EV_VILLAGE_DRAWN, 0, EN_FAM_VILLAGE, VL_NONE, 0, 0, VL_TALLY_ONCE, NULL },
    { "taken",    EN_EV_JOURNEYED,     1, EN_FAM_DESIGN,  VL_NONE, 6, 1, 0, NULL }, /* of those revealed */
    { "used",     EN_EV_USED,          1, EN_FAM_DESIGN,  VL_NONE, 3, 1, 0, NULL }, /* of those taken */
    { "wounds",   EN_EV_WOUNDED,       0, VL_FAM_SEAT,    1,       0, 1, VL_TALLY_OFTEN, NULL },
    { "revealed", EN_EV_REVEALED,      0, EN_FAM_DESIGN,  VL_NONE, 0, 0, VL_TALLY_BASE, NULL },
};
/* clang-format on */

const struct vl_game enchanters_game = {
    .id = "enchanters",
    .prefix = "en",
    .rule_prefix = "EN",
    .revision = 1,
    .seats_min = EN_SEATS_MIN,
    .seats_max = EN_SEATS_MAX,
    .seats_are_players = true,
    .state_size = sizeof(struct en_state),
    .moves_max = EN_IN_PLAY_MAX * EN_DESIGNS_PER + 4, /* the outcomes of a draw */
    .choices_max = EN_TROPHY_PILE,                    /* the cards of a pile */
    .decisions_max = 8000,
    VL_GAME_TABLES(en),
    .spans = en_spans,
    .event_turn = 1 + EN_EV_TURN_BEGUN,
    .rule_malformed = EN_ERR_30,
    .rule_unknown_action = EN_ERR_30,
    .rule_bad_position = EN_ERR_34,
    .rule_bad_content = EN_ERR_37,
    .rule_unknown_option = EN_ERR_09,
    .rule_unknown_thing = EN_ERR_31,
    .rule_twice = EN_ERR_32,
    .rule_bad_seed = EN_ERR_08,
    VL_GAME_CALLS(en),
    .left = en_left,
    .hide = en_hide,
    .kept = en_kept,
    .group = en_group,
    .extras = en_extras,
    .alike = en_alike,
    .alike_family = EN_FAM_CARD,
    .view_max = { 3 + EN_SEATS_MAX * EN_PILES + 4, EN_CARDS_MAX + EN_VILLAGE_ABILITIES + 16,
                  6 * EN_CARDS_MAX + 64, 5 * EN_CARDS_MAX + 64, 0 },
    .faces = VL_BIT(EN_FAM_CARD) | VL_BIT(EN_FAM_KINGDOM) | VL_BIT(EN_FAM_VILLAGE) |
             VL_BIT(EN_FAM_PILE) | VL_BIT(EN_FAM_PLACE) | VL_BIT(EN_FAM_ABILITY),
    .facts = en_facts,
};
