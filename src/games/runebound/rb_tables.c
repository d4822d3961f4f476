/* rb_tables.c - Runebound described: families, moves, events, fields, options. */
#include "games/runebound/runebound.h"

/* clang-format off */
#define X(name, word, ...) #word,
const char *const rb_phase_keys[] = { RB_PHASE_MAP(X) };
#undef X
const char *const rb_outcome_keys[] = { RB_OUTCOME_MAP(VL_WORD_OF, ) };
const char *const rb_attr_keys[] = { RB_ATTR_MAP(VL_WORD_OF, ) };
const char *const rb_terrain_keys[] = { RB_TERRAIN_MAP(VL_WORD_OF, ) };
const char *const rb_colour_keys[] = { RB_COLOUR_MAP(VL_WORD_OF, ) };
const char *const rb_kind_keys[] = { RB_KIND_MAP(VL_WORD_OF, ) };
const char *const rb_roll_keys[] = { RB_ROLL_MAP(VL_WORD_OF, ) };
const char *const rb_sort_keys[] = { RB_SORT_MAP(VL_WORD_OF, ) };
const char *const rb_kept_keys[] = { RB_KEPT_MAP(VL_WORD_OF, ) };
const char *const rb_timing_keys[] = { RB_TIMING_MAP(VL_WORD_OF, ) };
const char *const rb_mode_keys[] = { RB_MODE_MAP(VL_WORD_OF, ) NULL };
static const char *const rb_place_keys[] = { RB_PLACE_MAP(VL_WORD_OF, ) };
static const char *const rb_spot_keys[] = { RB_SPOT_MAP(VL_WORD_OF, ) };
static const char *const rb_answer_keys[] = { "no", "yes" };
static const char *const rb_die_keys[] = { "0", "1", "2", "3", "4" };
static const char *const rb_slot_keys[] = { "1", "2", "3", "4", "5", "6" };
/* what lies on a site: nothing, its gem, the marker of a slot */
static const char *const rb_mark_keys[] = { "empty", "gem", "1", "2", "3", "4", "5", "6" };
static const char *const rb_side_keys[] = { "attacker", "defender" };
static const char *const rb_frame_keys[] = { "0", "1" };
/* ORDER of the six sides of a hex (RB-BRD-03) */
static const char *const rb_course_keys[] = { "east", "north_east", "north_west", "west", "south_west", "south_east" };
/* ORDER of the colours: the adventure where a step leads */
static const char *const rb_aim_keys[] = { RB_COLOUR_MAP(VL_WORD_OF, ) };
const char *const rb_off_on[] = { "off", "on", NULL };

/* Names out of the content: where they stand in the block. */
#define IN(field) offsetof(struct rb_content, field)
static const struct vl_things rb_card_at = { sizeof(struct rb_card), IN(cards[0].key), IN(cards[0].name), IN(cards[0].flavour), 0, 0, NULL };
static const struct vl_things rb_character_at = { sizeof(struct rb_character), IN(characters[0].key), 0, 0, IN(characters[0].card), 2, &rb_card_at };
static const struct vl_things rb_town_at = { sizeof(struct rb_town), IN(towns[0].key), IN(towns[0].name), IN(towns[0].flavour), 0, 0, NULL };
static const struct vl_things rb_site_at = { sizeof(struct rb_site), IN(sites[0].key), IN(sites[0].name), IN(sites[0].flavour), 0, 0, NULL };

#define KEYS(word) VL_FAMILY(#word, rb_##word##_keys)
#define THINGS(word, n) VL_FAMILY_AT(#word, n, &rb_##word##_at)
const struct vl_family rb_families[] = { RB_FAMILY_MAP(VL_FAMILY_ROW) };

/* the arguments of moves */
#define ONE(name, family, first, last) { name, VL_ARG_ONE, family, first, last },
#define NO_ARG    { NULL, 0, 0, 0, 0 },
#define CARD      ONE("card", RB_FAM_CARD, 0, RB_CARDS - 1)
#define HERO      ONE("hero", RB_FAM_CARD, RB_DECKED, RB_CARDS - 1)
#define ALLY      ONE("card", RB_FAM_CARD, 0, RB_ALLIES - 1)
#define ARTIFACT  ONE("card", RB_FAM_CARD, RB_ALLIES, RB_MARKET - 1)
#define CHARACTER ONE("character", RB_FAM_CHARACTER, 0, RB_DECKED)
#define ABILITY   ONE("ability", VL_FAM_INT, 0, RB_ABILITIES - 1)
#define COUNT     ONE("n", VL_FAM_INT, 0, RB_DICE)
#define SIDE      ONE("direction", VL_FAM_INT, 0, RB_SIDES - 1)
#define DIE       ONE("die", RB_FAM_DIE, 0, RB_DICE - 1)
#define SEAT      ONE("player", VL_FAM_SEAT, 0, RB_SEATS_MAX - 1)
#define ANSWER    ONE("answer", RB_FAM_ANSWER, 0, 1)
#define TOWN      ONE("town", RB_FAM_TOWN, 0, RB_TOWNS - 1)
#define ATTR      ONE("attribute", RB_FAM_ATTR, 0, RB_ATTRS - 1)
#define HEX       ONE("hex", RB_FAM_HEX, 0, RB_HEXES - 1)
#define WAY       ONE("way", VL_FAM_INT, 0, RB_ROWS - 1)
#define PIPS      ONE("n", VL_FAM_INT, 1, RB_D20)
#define DICE      { "dice", VL_ARG_SET, VL_FAM_INT, 0, RB_DICE - 1 },
#define FACES     { "faces", VL_ARG_LIST, RB_FAM_FACE, 0, RB_FACES - 1 },
#define X(name, word, flags, n, args, phases, does, ...) { #word, flags, n, { args }, { __VA_ARGS__ } },
const struct vl_move_kind rb_move_kinds[] = { VL_MOVE_NONE, RB_MOVE_MAP(X) };
#undef X

/* Allies and heroes have one ability, artifacts and what is kept up to two. */
const struct vl_span rb_spans[] = {
    { RB_MV_USE, { 0, 0 }, { RB_ALLIES - 1, 0 } },
    { RB_MV_USE, { RB_ALLIES, 0 }, { RB_DECKED - 1, RB_ABILITIES - 1 } },
    { RB_MV_USE, { RB_DECKED, 0 }, { RB_CARDS - 1, 0 } },
    VL_SPANS_END
};

#define A(name, family) { #name, family },
const struct vl_event_kind rb_event_kinds[] = { RB_EV_MAP(VL_EVENT_ROW) };
#undef A

const struct vl_option rb_options[] = { RB_OPTION_MAP(VL_OPTION_ROW) };

/* ---- the state described ---- */

#define VL_OF struct rb_player
static const struct vl_field player_fields[] = {
    VL_FIELD_KEY("hero", hero, RB_FAM_CARD),
    VL_FIELD_KEY("hex", hex, RB_FAM_HEX),
    VL_FIELD_KEY("prev_hex", prev, RB_FAM_HEX),
    VL_FIELD_INT("wounds", wounds, 0, RB_HARM_MAX),
    VL_FIELD_INT("fatigue", fatigue, 0, RB_HARM_MAX),
    VL_FIELD_INT("gold", gold, 0, RB_GOLD_MAX),
    VL_FIELD_INT("xp_unspent", xp, 0, RB_XP_MAX),
    VL_FIELD_ROW("counters", counters, VL_FAM_INT, 0, 0, RB_COUNTERS_MAX),
    VL_FIELD_BITS("cards", held, RB_FAM_CARD, RB_DECKED),
    VL_FIELD_FLAG("face_down", flags, 0),
    VL_FIELD_FLAG("attacked", flags, 1),
    VL_FIELD_FLAG("used_turn", flags, 4),
    VL_FIELD_FLAG("used_roll", flags, 6),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct rb_token
static const struct vl_field token_fields[] = {
    VL_FIELD_KEY("place", place, RB_FAM_PLACE),
    VL_FIELD_INT("wounds", wounds, 0, RB_HARM_MAX),
    VL_FIELD_INT("fatigue", fatigue, 0, RB_HARM_MAX),
    VL_FIELD_FLAG("face_down", flags, 0),
    VL_FIELD_FLAG("attacked", flags, 1),
    VL_FIELD_FLAG("bought", flags, 2),
    VL_FIELD_FLAG("sold", flags, 3),
    VL_FIELD_FLAG("used_turn", flags, 4),
    VL_FIELD_FLAG("used_turn_2", flags, 5),
    VL_FIELD_FLAG("used_roll", flags, 6),
    VL_FIELD_FLAG("used_roll_2", flags, 7),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct rb_slot
static const struct vl_field slot_fields[] = {
    VL_FIELD_KEY("card", card, RB_FAM_CARD),
    VL_FIELD_KEY("site", site, RB_FAM_SITE),
    VL_FIELD_INT("age", age, 0, 65535),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct vl_frame
static const struct vl_field frame_fields[] = {
    VL_FIELD_KEY("card", source, RB_FAM_CARD),
    VL_FIELD_INT("list", list, 0, RB_LISTS - 1),
    VL_FIELD_INT("at", at, 0, VL_FX_CHOOSING),
    VL_FIELD_INT("who", who, 0, RB_SEATS_MAX - 1),
    VL_FIELD_INT("turn", turn, 0, VL_FX_STEPS_MAX),
    VL_FIELD_INT("answer", answer, 0, VL_FX_CAME_BACK),
    VL_FIELD_ROW("notes", reg, VL_FAM_INT, 0, 0, 255),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct rb_tilt
static const struct vl_field tilt_fields[] = {
    VL_FIELD_SIGNED_INT("difficulty", diff[0], -100, 100),
    VL_FIELD_SIGNED_INT("damage", dmg[0], -100, 100),
    VL_FIELD_SIGNED_INT("own_difficulty", diff[1], -100, 100),
    VL_FIELD_SIGNED_INT("own_damage", dmg[1], -100, 100),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct rb_side
static const struct vl_field side_fields[] = {
    VL_FIELD_SIGNED_INT("damage", damage, -100, 100),
    VL_FIELD_SIGNED_INT("total", total, -300, 300),
    VL_FIELDS_END
};
#undef VL_OF

static const struct vl_field site_fields[] = { VL_RECORD_KEY(RB_FAM_MARK), VL_FIELDS_END };

#define VL_OF struct rb_state
const struct vl_field rb_fields[] = {
    VL_FIELD_KEY("phase", base.phase, RB_FAM_PHASE),
    VL_FIELD_KEY("stage", stage, RB_FAM_PHASE),
    VL_FIELD_KEY("outcome", base.outcome, RB_FAM_OUTCOME),
    VL_FIELD_INT("active", active, 0, RB_SEATS_MAX - 1),
    VL_FIELD_INT("first", first, 0, RB_SEATS_MAX - 1),
    VL_FIELD_INT("round", round, 1, 65535),
    VL_FIELD_BITS("winners", winners, VL_FAM_SEAT, RB_SEATS_MAX),
    VL_FIELD_MAP("players", p, VL_FAM_SEAT, 0, player_fields),
    VL_FIELD_MAP("sites", sites, RB_FAM_SITE, 0, site_fields),
    VL_FIELD_MAP("cards", t, RB_FAM_CARD, VL_FIELD_SPARSE, token_fields),
    VL_FIELD_BITS("unseen", unseen, RB_FAM_CARD, RB_DECKED),
    VL_FIELD_LIST("market_tail", market_tail, tail_len[RB_COLOURS], RB_FAM_CARD, 0),
    VL_FIELD_LIST("green_tail", tail[0], tail_len[0], RB_FAM_CARD, 0),
    VL_FIELD_LIST("yellow_tail", tail[1], tail_len[1], RB_FAM_CARD, 0),
    VL_FIELD_LIST("blue_tail", tail[2], tail_len[2], RB_FAM_CARD, 0),
    VL_FIELD_LIST("red_tail", tail[3], tail_len[3], RB_FAM_CARD, 0),
    VL_FIELD_MAP("track", track, RB_FAM_SLOT, 0, slot_fields),
    VL_FIELD_INT("next_age", next_age, 1, 65535),
    VL_FIELD_KEY("event", event, RB_FAM_CARD),
    VL_FIELD_BOOL("in_town", in_town),
    VL_FIELD_LIST("dice", dice, dice_len, VL_FAM_INT, 0),
    VL_FIELD_BITS("spent", spent, VL_FAM_INT, RB_DICE),
    VL_FIELD_INT("to_roll", to_roll, 0, RB_DICE),
    VL_FIELD_INT("rest", rest, 0, RB_DICE),
    VL_FIELD_INT("free_steps", free_steps, 0, RB_FREE_MAX),
    VL_FIELD_BOOL("ko", ko),
    VL_FIELD_INT("down", down, 0, 255),
    VL_FIELD_INT("excess", excess, 0, 255),
    VL_FIELD_KEY("excess_kind", excess_kind, RB_FAM_KIND),
    VL_FIELD_KEY("colour", colour, RB_FAM_COLOUR),
    VL_FIELD_KEY("site", site, RB_FAM_SITE),
    VL_FIELD_INT("to_draw", to_draw, 0, 20),
    VL_FIELD_INT("fight", combat.fight, 0, RB_DUEL),
    VL_FIELD_KEY("enemy", combat.card, RB_FAM_CARD),
    VL_FIELD_KEY("fight_slot", combat.slot, RB_FAM_SLOT),
    VL_FIELD_KEY("fight_site", combat.site, RB_FAM_SITE),
    VL_FIELD_INT("defender", combat.defender, 0, 255),
    VL_FIELD_INT("fight_round", combat.round, 0, 255),
    VL_FIELD_KEY("fight_phase", combat.phase, RB_FAM_ROLL),
    VL_FIELD_INT("enemy_wounds", combat.wounds, 0, 255),
    VL_FIELD_INT("declared", combat.who, 0, RB_DECKED),
    VL_FIELD_BOOL("attacks", combat.attacks),
    VL_FIELD_INT("side", combat.turn, 0, 2),
    VL_FIELD_INT("loser", combat.loser, 0, 255),
    VL_FIELD_MAP("tilt", combat.tilt, RB_FAM_ROLL, VL_FIELD_SPARSE, tilt_fields),
    VL_FIELD_MAP("rolls", combat.side, RB_FAM_SIDE, VL_FIELD_SPARSE, side_fields),
    VL_FIELD_BOOL("won", combat.won),
    VL_FIELD_INT("roll_stage", roll.stage, 0, RB_TO_KEEP),
    VL_FIELD_INT("roll_seat", roll.seat, 0, RB_SEATS_MAX - 1),
    VL_FIELD_KEY("roll_kind", roll.kind, RB_FAM_ROLL),
    VL_FIELD_INT("roll_who", roll.who, 0, RB_DECKED),
    VL_FIELD_KEY("roll_attr", roll.attr, RB_FAM_ATTR),
    VL_FIELD_INT("roll_die", roll.die, 0, RB_D20),
    VL_FIELD_BOOL("roll_shut", roll.shut),
    VL_FIELD_BOOL("roll_attacks", roll.attacks),
    VL_FIELD_SIGNED_INT("roll_bonus", roll.bonus, -100, 100),
    VL_FIELD_SIGNED_INT("roll_damage", roll.damage, -100, 100),
    VL_FIELD_BOOL("pending", pending.open),
    VL_FIELD_INT("pending_seat", pending.seat, 0, RB_SEATS_MAX - 1),
    VL_FIELD_INT("pending_wounds", pending.n, 0, 255),
    VL_FIELD_KEY("pending_kind", pending.kind, RB_FAM_ROLL),
    VL_FIELD_BOOL("pending_shut", pending.shut),
    VL_FIELD_INT("depth", depth, 0, RB_FRAMES),
    VL_FIELD_MAP("frames", frames, RB_FAM_FRAME, VL_FIELD_SPARSE, frame_fields),
    VL_FIELDS_END
};
#undef VL_OF

/* clang-format on */
static int hero_that_won(const struct vl_rules *r, const struct vl_state *s,
                         const struct vl_event *ev)
{
    (void)r;
    return rb_of(s)->p[ev->arg[1]].hero;
}

/* Of a fight by a hero that has nothing but itself: no counter, no point, no card. */
static int colour_of_first(const struct vl_rules *r, const struct vl_state *s,
                           const struct vl_event *ev)
{
    bool fresh = rb_xp_total(r, rb_of(s), ev->seat) == 0 &&
                 rb_next(rb_of(s)->p[ev->seat].held, 0) < 0;

    return fresh ? rb_content(r)->cards[ev->arg[1]].colour : -1;
}
/* clang-format off */

const struct vl_tally rb_tallies[RB_TALLIES] = {
    { "heroes",   RB_EV_HERO_DEALT, 1, RB_FAM_CARD, VL_NONE, 0, 1, VL_TALLY_ONCE, NULL },
    { "fought",   RB_EV_CHALLENGED, 1, RB_FAM_CARD, VL_NONE, 0, 1, 0, NULL },
    { "defeated", RB_EV_DEFEATED,   1, RB_FAM_CARD, VL_NONE, 2, 1, 0, NULL }, /* of those fought */
    { "bought",   RB_EV_BOUGHT,     1, RB_FAM_CARD, VL_NONE, 0, 1, 0, NULL },
    { "used",     RB_EV_USED,       1, RB_FAM_CARD, VL_NONE, 0, 1, 0, NULL },
    { "winners",  RB_EV_GAME_ENDED, 1, RB_FAM_CARD, VL_NONE, 1, 0, VL_TALLY_RATE, hero_that_won },
    { "first_fought",   RB_EV_CHALLENGED, 1, RB_FAM_COLOUR, VL_NONE, 0, 0, VL_TALLY_BASE, colour_of_first },
    { "first_defeated", RB_EV_DEFEATED,   1, RB_FAM_COLOUR, VL_NONE, 7, 0, VL_TALLY_RATE | VL_TALLY_ENDS, NULL },
};
/* clang-format on */
