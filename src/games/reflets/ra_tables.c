/* ra_tables.c - Reflets d'Acide described: families, moves, events, options, fields, and the
 * struct that ties its files together. */
#include "core/pack_table.h"
#include "games/reflets/reflets.h"

/* clang-format off */
#define X(name, word, list) #word,
static const char *const ra_phase_keys[] = { RA_PHASE_MAP(X) };
#undef X
#define X(name, word, ...) #word,
static const char *const ra_stage_keys[] = { RA_STAGE_MAP(X) };
#undef X
static const char *const ra_outcome_keys[] = { RA_OUTCOME_MAP(VL_WORD_OF, ) };
const char *const ra_char_keys[] = { RA_CHAR_MAP(VL_WORD_OF, ) "any" };
static const char *const ra_colour_keys[] = { RA_CHAR_MAP(VL_WORD_OF, ) "any" };
const char *const ra_race_keys[] = { RA_RACE_MAP(VL_WORD_OF, ) };
const char *const ra_align_keys[] = { RA_ALIGN_MAP(VL_WORD_OF, ) };
const char *const ra_tag_keys[] = { RA_TAG_MAP(VL_WORD_OF, ) };
const char *const ra_use_keys[] = { RA_SKILL_MAP(VL_WORD_OF, ) };
const char *const ra_zone_keys[] = { RA_ZONE_MAP(VL_WORD_OF, ) };
const char *const ra_node_keys[] = { RA_NODE_MAP(VL_WORD_OF, ) };
const char *const ra_mark_keys[] = { RA_SETUP_MAP(VL_WORD_OF, ) };
const char *const ra_feature_keys[] = { RA_FEATURE_MAP(VL_WORD_OF, ) };
const char *const ra_kind_keys[] = { RA_KIND_MAP(VL_WORD_OF, ) };
static const char *const ra_hue_keys[] = { RA_HUE_MAP(VL_WORD_OF, ) };
static const char *const ra_challenge_keys[] = { RA_CHALLENGE_MAP(VL_WORD_OF, ) };
static const char *const ra_in_keys[] = { RA_PLACE_MAP(VL_WORD_OF, ) };
static const char *const ra_laid_keys[] = { RA_LAID_MAP(VL_WORD_OF, ) };
static const char *const ra_lies_keys[] = { RA_LIES_MAP(VL_WORD_OF, ) };
#define X(name, word) #word,
static const char *const ra_flag_keys[] = { RA_FLAG_MAP(X) };
static const char *const ra_lasting_keys[] = { RA_LASTING_MAP(X) };
#undef X
static const char *const ra_pool_keys[] = { RA_POOL_MAP(VL_WORD_OF, ) };
static const char *const ra_pawn_keys[] = { RA_PAWN_MAP(VL_WORD_OF, ) };
static const char *const ra_arrow_keys[] = { RA_ARROW_MAP(VL_WORD_OF, ) };
static const char *const ra_line_keys[] = { RA_LINE_MAP(VL_WORD_OF, ) };
const char *const ra_no_yes[] = { "no", "yes", NULL };
const char *const ra_orders[] = { "strict", "cascade", NULL };
static const char *const ra_board_keys[] = { "A", "B", "C", "V", "bank" };
/* ORDER enum ra_char, board by board */
static const char *const ra_gem_keys[] = { "A_red", "A_orange", "A_violet", "A_green", "A_blue", "B_red", "B_orange", "B_violet", "B_green", "B_blue",
    "C_red", "C_orange", "C_violet", "C_green", "C_blue", "vils_red", "vils_orange", "vils_violet", "vils_green", "vils_blue",
    "bank_red", "bank_orange", "bank_violet", "bank_green", "bank_blue" };
static const char *const ra_spot_keys[] = { "1", "2", "3", "4", "5", "6" };
static const char *const ra_pip_keys[] = { "1", "2", "3", "4", "5", "6" };
static const char *const ra_token_keys[] = { "green1", "green2", "green3", "green4", "green5", "green6", "green7",
    "red1", "red2", "red3", "red4", "red5", "red6", "red7", "grey1", "grey2", "grey3", "grey4", "grey5", "grey6", "grey7" };
static const char *const ra_letter_keys[] = { "a", "b", "c", "d" };
static const char *const ra_perm_keys[] = { "123", "132", "213", "231", "312", "321" };
const int8_t ra_perms[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
static const char *const ra_hold_keys[] = { "active", "stored" };
static const char *const ra_deck_keys[] = { "heroes", "loot", "imps", "relics" };
static const char *const ra_space_keys[] = { "forest", "river", "cave", "camp", "hills", "mount", "door" };
static const char *const ra_slot_keys[] = { "1", "2", "3", "4", "5", "6", "7", "8", "9", "10" };
static const char *const ra_purse_keys[] = { "team", "vils" };
static const char *const ra_frame_keys[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14",
    "15", "16", "17", "18", "19", "20", "21", "22", "23" };

/* Names out of the content: where they stand in the block. */
#define IN(field) offsetof(struct ra_content, field)
static const struct vl_things ra_card_at = { sizeof(struct ra_card), IN(cards[0].key), IN(cards[0].name), IN(cards[0].flavour), 0, 0, NULL };
static const struct vl_things ra_treasure_at = { sizeof(struct ra_card), IN(cards[RA_TREASURE0].key), IN(cards[RA_TREASURE0].name), IN(cards[RA_TREASURE0].flavour), 0, 0, NULL };
static const struct vl_things ra_item_at = { sizeof(struct ra_card), IN(cards[RA_ITEM0].key), IN(cards[RA_ITEM0].name), IN(cards[RA_ITEM0].flavour), 0, 0, NULL };
static const struct vl_things ra_placed_at = { sizeof(struct ra_card), IN(cards[RA_ZONE0].key), IN(cards[RA_ZONE0].name), IN(cards[RA_ZONE0].flavour), 0, 0, NULL };
static const struct vl_things ra_quest_at = { sizeof(struct ra_quest), IN(quests[0].key), IN(quests[0].name), IN(quests[0].flavour), 0, 0, NULL };
static const struct vl_things ra_kind_at = { sizeof(struct ra_kind_card), IN(kinds[0].key), IN(kinds[0].name), IN(kinds[0].flavour), 0, 0, NULL };
static const struct vl_things ra_node_at = { sizeof(struct ra_node), IN(nodes[0].key), IN(nodes[0].name), IN(nodes[0].flavour), 0, 0, NULL };

#define KEYS(word) VL_FAMILY(#word, ra_##word##_keys)
#define THINGS(word, n) VL_FAMILY_AT(#word, n, &ra_##word##_at)
static const struct vl_family ra_families[] = { RA_FAMILY_MAP(VL_FAMILY_ROW) };

/* the arguments of moves */
#define ONE(name, family, first, last) { name, VL_ARG_ONE, family, first, last },
#define NO_ARG    { NULL, 0, 0, 0, 0 },
#define HERO      ONE("hero", RA_FAM_CARD, 0, RA_HEROES - 1)
#define SPOT      ONE("place", RA_FAM_PLACE, 0, RA_PLACES - 1)
#define SPOT2     ONE("other", RA_FAM_PLACE, 0, RA_PLACES - 1)
#define QUEST     ONE("quest", RA_FAM_QUEST, 0, RA_QUESTS - 1)
#define CHALLENGE ONE("challenge", RA_FAM_CHALLENGE, 0, RA_CHALLENGES - 1)
#define KIND      ONE("kind", RA_FAM_KIND, 0, RA_KINDS - 1)
#define GOLDEN    ONE("kind", RA_FAM_KIND, 0, RA_GOLDEN - 1)
#define ROAD      ONE("node", RA_FAM_NODE, RA_ROAD0, RA_ROAD0 + RA_ROADS - 1)
#define CELL      ONE("node", RA_FAM_NODE, RA_CELL0, RA_CELL0 + RA_SLOTS - 1)
#define NODE      ONE("node", RA_FAM_NODE, 0, RA_NODES - 1)
#define CARD      ONE("card", RA_FAM_CARD, 0, RA_IMP0 - 1)
#define WHICH     ONE("skill", VL_FAM_INT, 0, RA_SKILLS - 1)
#define DILEMMA   ONE("card", RA_FAM_CARD, RA_IMP0, RA_CREATURE0 - 1)
#define HUE       ONE("hue", RA_FAM_HUE, 0, RA_HUES - 1)
#define BOARD     ONE("board", RA_FAM_BOARD, 0, RA_BOARDS - 1)
#define BOARD2    ONE("other", RA_FAM_BOARD, 0, RA_BOARDS - 1)
#define CHAR      ONE("colour", RA_FAM_COLOUR, 0, RA_CHARS - 1)
#define CHAR2     ONE("for", RA_FAM_COLOUR, 0, RA_CHARS - 1)
#define COUNT     ONE("n", VL_FAM_INT, 0, 5)
#define BONUS     ONE("n", VL_FAM_INT, 1, RA_BONUSES)
#define LAID      ONE("card", RA_FAM_CARD, RA_ZONE0, RA_TREASURE0 - 1)
#define LETTER    ONE("option", RA_FAM_LETTER, 0, RA_OPTIONS_MAX - 1)
#define PERM      ONE("order", RA_FAM_PERM, 0, RA_WAYS - 1)
#define DIE       ONE("die", RA_FAM_PLACE, 0, RA_PLACES - 1)
#define DICE      { "dice", VL_ARG_SET, RA_FAM_PLACE, 0, RA_DICE - 1 },
#define WON       ONE("card", RA_FAM_CARD, 0, RA_TREASURE0 - 1)
#define ITEM      ONE("card", RA_FAM_CARD, RA_ITEM0, RA_IMP0 - 1)
#define HOLD      ONE("how", RA_FAM_HOLD, 0, 1)
#define DECK      ONE("deck", RA_FAM_DECK, 0, 3)
#define ALT       ONE("n", VL_FAM_INT, 0, 1)
#define VIL       ONE("vil", RA_FAM_PLACE, 0, RA_PLACES - 1)
#define FOE       ONE("card", RA_FAM_CARD, RA_CREATURE0, RA_DECKED - 1)
#define PIPS      ONE("n", VL_FAM_INT, 1, 6)
#define FACES     { "faces", VL_ARG_LIST, RA_FAM_PIP, 0, 5 },
#define DRAWN     ONE("card", RA_FAM_CARD, 0, RA_TREASURE0 - 1)
#define TREASURE  ONE("treasure", RA_FAM_TREASURE, 0, RA_TREASURES - 1)
#define X(name, word, flags, n, args, phases, tag, ...) { #word, flags, n, { args }, { __VA_ARGS__ } },
static const struct vl_move_kind ra_move_kinds[] = { VL_MOVE_NONE, RA_MOVE_MAP(X) };
#undef X

/* Heroes have up to two skills, items one; what is won is no item and no dilemma. */
static const struct vl_span ra_spans[] = {
    { RA_MV_SKILL, { 0, 0 }, { RA_HEROES - 1, RA_SKILLS - 1 } },
    { RA_MV_SKILL, { RA_ITEM0, 0 }, { RA_IMP0 - 1, 0 } },
    { RA_MV_DEBT_CARD, { 0 }, { RA_HEROES - 1 } },
    { RA_MV_DEBT_CARD, { RA_CREATURE0 }, { RA_DOOR0 - 1 } },
    VL_SPANS_END
};

#define A(name, family) { #name, family },
static const struct vl_event_kind ra_event_kinds[] = { RA_EV_MAP(VL_EVENT_ROW) };
#undef A

static const struct vl_option ra_options[] = { RA_OPTION_MAP(VL_OPTION_ROW) };

/* ---- the state described ---- */

#define VL_OF struct vl_frame
static const struct vl_field frame_fields[] = {
    VL_FIELD_INT("source", source, 0, RA_SOURCES - 1),
    VL_FIELD_INT("list", list, 0, RA_LISTS - 1),
    VL_FIELD_INT("at", at, 0, VL_FX_CHOOSING),
    VL_FIELD_INT("who", who, 0, RA_SEATS_MAX - 1),
    VL_FIELD_INT("turn", turn, 0, 255),
    VL_FIELD_INT("answer", answer, 0, VL_FX_CAME_BACK),
    VL_FIELD_ROW("notes", reg, VL_FAM_INT, 0, 0, 255),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct ra_room
static const struct vl_field room_fields[] = {
    VL_FIELD_KEY("card", card, RA_FAM_CARD),
    VL_FIELD_BOOL("up", up),
    VL_FIELD_INT("notch", notch, 0, RA_NOTCHES),
    VL_FIELD_BOOL("won", won),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct ra_token
static const struct vl_field token_fields[] = {
    VL_FIELD_KEY("kind", kind, RA_FAM_KIND),
    VL_FIELD_KEY("lies", lies, RA_FAM_LIES),
    VL_FIELD_KEY("at", at, RA_FAM_NODE),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct ra_die
static const struct vl_field die_fields[] = {
    VL_FIELD_INT("value", value, 0, 6),
    VL_FIELD_KEY("hero", hero, RA_FAM_CARD),
    VL_FIELDS_END
};
#undef VL_OF

static const struct vl_field in_fields[] = { VL_RECORD_KEY(RA_FAM_IN), VL_FIELDS_END };
static const struct vl_field card_fields[] = { VL_RECORD_KEY(RA_FAM_CARD), VL_FIELDS_END };
static const struct vl_field laid_fields[] = { VL_RECORD_KEY(RA_FAM_LAID), VL_FIELDS_END };
static const struct vl_field gem_fields[] = { VL_RECORD_ROW(RA_CHARS, VL_FAM_INT), VL_FIELDS_END };

#define VL_OF struct ra_state
static const struct vl_field ra_fields[] = {
    VL_FIELD_KEY("phase", base.phase, RA_FAM_PHASE),
    VL_FIELD_KEY("stage", stage, RA_FAM_STAGE),
    VL_FIELD_KEY("outcome", base.outcome, RA_FAM_OUTCOME),
    VL_FIELD_INT("turn", turn, 0, 65535),
    VL_FIELD_INT("guide", guide, 0, RA_SEATS_MAX - 1),
    VL_FIELD_INT("gold", gold, 0, 6),
    VL_FIELD_INT("gait", gait, 0, 2),
    VL_FIELD_INT("brake", brake, 0, 5),
    VL_FIELD_INT("potential", potential, 0, 6),
    VL_FIELD_LIST("move_dice", dice, dice_len, VL_FAM_INT, 0),
    VL_FIELD_BITS("flags", flags, RA_FAM_FLAG, VL_LEN(ra_flag_keys)),
    VL_FIELD_BITS("lasting", lasting, RA_FAM_LASTING, VL_LEN(ra_lasting_keys)),
    VL_FIELD_INT("free", free_for, 0, 15),
    VL_FIELD_INT("no_penalty", no_penalty, 0, 15),
    VL_FIELD_KEY("team", team_at, RA_FAM_NODE),
    VL_FIELD_KEY("avatar", avatar_at, RA_FAM_NODE),
    VL_FIELD_LIST("heroes", team, n, RA_FAM_CARD, 0),
    VL_FIELD_ROW("markers", marker, VL_FAM_INT, VL_FIELD_SHORT, 0, 4),
    VL_FIELD_INT("throwing", throwing, 0, 6),
    VL_FIELD_KEY("pool", pool, RA_FAM_POOL),
    VL_FIELD_BITS("used", used, VL_FAM_INT, 191),
    VL_FIELD_BITS("active", active, RA_FAM_ITEM, RA_ITEMS),
    VL_FIELD_BITS("moved", moved[0], RA_FAM_ITEM, RA_ITEMS),
    VL_FIELD_BITS("moved_twice", moved[1], RA_FAM_ITEM, RA_ITEMS),
    VL_FIELD_MAP("gems", gems, RA_FAM_BOARD, 0, gem_fields),
    VL_FIELD_MAP("cards", in, RA_FAM_CARD, VL_FIELD_SPARSE, in_fields),
    VL_FIELD_MAP("holders", holder, RA_FAM_ITEM, 0, card_fields),
    VL_FIELD_ROW("decks", deck_len, VL_FAM_INT, 0, 0, RA_IMPS),
    VL_FIELD_LIST("known_heroes", known_heroes, known_len[0], RA_FAM_CARD, 0),
    VL_FIELD_LIST("known_loot", known_loot, known_len[1], RA_FAM_CARD, 0),
    VL_FIELD_LIST("known_imps", known_imps, known_len[2], RA_FAM_CARD, 0),
    VL_FIELD_LIST("known_relics", known_relics, known_len[3], RA_FAM_CARD, 0),
    VL_FIELD_ROW("vteam", vteam, RA_FAM_CARD, VL_FIELD_SHORT, 0, 0),
    VL_FIELD_ROW("vdown", vdown, VL_FAM_INT, 0, 0, RA_IMPS),
    VL_FIELD_MAP("laid", laid, RA_FAM_PLACED, VL_FIELD_SPARSE, laid_fields),
    VL_FIELD_ROW("stacks", stack, VL_FAM_INT, 0, 0, RA_OF_A_KIND),
    VL_FIELD_MAP("tops", top, RA_FAM_SPACE, 0, card_fields),
    VL_FIELD_MAP("up", up, RA_FAM_SPACE, 0, card_fields),
    VL_FIELD_INT("door_notch", door_notch, 0, RA_NOTCHES),
    VL_FIELD_MAP("rooms", rooms, RA_FAM_SLOT, 0, room_fields),
    VL_FIELD_MAP("tokens", tokens, RA_FAM_TOKEN, 0, token_fields),
    VL_FIELD_ROW("taken", taken, VL_FAM_INT, 0, 0, RA_KINDS),
    VL_FIELD_LIST("play", play, play_len, RA_FAM_CARD, 0),
    VL_FIELD_ROW("prey", prey, RA_FAM_CARD, VL_FIELD_SHORT, 0, 0),
    VL_FIELD_KEY("quest", quest, RA_FAM_QUEST),
    VL_FIELD_KEY("vils_quest", vquest, RA_FAM_QUEST),
    VL_FIELD_INT("notch", notch, 0, 3),
    VL_FIELD_INT("countdown", countdown, 0, RA_COUNTDOWN),
    VL_FIELD_LIST("offered", offered, offered_len, RA_FAM_QUEST, 0),
    VL_FIELD_LIST("drawn", drawn, drawn_len, RA_FAM_CARD, 0),
    VL_FIELD_INT("replaced", replaced, 0, 255),
    VL_FIELD_INT("swaps", swaps, 0, RA_SWAPS_MAX),
    VL_FIELD_KEY("challenge", challenge, RA_FAM_CHALLENGE),
    VL_FIELD_INT("rewards", rewards, 0, RA_TICKS_MAX),
    VL_FIELD_KEY("treasure", treasure, RA_FAM_TREASURE),
    VL_FIELD_KEY("relic_token", relic_token, RA_FAM_SLOT),
    VL_FIELD_INT("epic", epic, 0, 255),
    VL_FIELD_KEY("trial", trial.card, RA_FAM_CARD),
    VL_FIELD_INT("objective", trial.node, 0, RA_OBJECTIVES - 1),
    VL_FIELD_KEY("tester", trial.tester, RA_FAM_CARD),
    VL_FIELD_INT("eased", trial.points, 0, 255),
    VL_FIELD_INT("eased_stars", trial.stars, 0, 255),
    VL_FIELD_BOOL("succeeds", trial.succeeds),
    VL_FIELD_BOOL("substituted", trial.substituted),
    VL_FIELD_INT("dice_len", trial.dice_len, 0, RA_PLACES),
    VL_FIELD_MAP("dice", trial.dice, RA_FAM_PLACE, 0, die_fields),
    VL_FIELD_BOOL("result", trial.result),
    VL_FIELD_BITS("to_assign", trial.to_assign, RA_FAM_BOARD, RA_BOARDS),
    VL_FIELD_INT("vital", trial.vital, 0, RA_HEROES),
    VL_FIELD_SIGNED_INT("team_points", score[0], -1000, 2000),
    VL_FIELD_SIGNED_INT("vils_points", score[1], -1000, 2000),
    VL_FIELD_INT("depth", depth, 0, RA_FRAMES),
    VL_FIELD_MAP("frames", frames, RA_FAM_FRAME, VL_FIELD_SPARSE, frame_fields),
    VL_FIELDS_END
};
#undef VL_OF

/* The start position of the rules' worked examples (section 8), for each number of seats. What lies
 * face down there is not fixed: chance moves give it (RA-DCK-06). */
#define TEAM_AT_THE_CITY \
    "{\"stage\":\"turn\",\"heroes\":[\"H03\",\"H05\",\"H10\",\"H16\",\"H22\",\"H60\"],\"quest\":\"Q01\",\"vils_quest\":\"Q02\"," \
    "\"treasure\":\"TR1\",\"tokens\":{\"green1\":{\"lies\":\"road\",\"at\":\"W02\"},\"green2\":{\"lies\":\"road\",\"at\":\"W08\"},\"green3\":{\"lies\":\"road\",\"at\":\"W15\"},\"green4\":{\"lies\":\"road\",\"at\":\"W21\"}," \
    "\"green5\":{\"lies\":\"road\",\"at\":\"W28\"},\"green6\":{\"lies\":\"road\",\"at\":\"W34\"},\"green7\":{\"lies\":\"road\",\"at\":\"W41\"}}}"
static const struct vl_fixture ra_fixtures[] = {
    { "BASE", "players=2", TEAM_AT_THE_CITY },
    { "BASE1", "players=1", TEAM_AT_THE_CITY },
    { "BASE3", "players=3", TEAM_AT_THE_CITY },
};

/* clang-format on */
static int challenge_of(const struct vl_rules *r, const struct vl_state *s,
                        const struct vl_event *ev)
{
    (void)r;
    (void)ev;
    return ra_of(s)->challenge;
}

/* RA-SCO-14 */
static int challenge_met(const struct vl_rules *r, const struct vl_state *s,
                         const struct vl_event *ev)
{
    int challenge = challenge_of(r, s, ev);

    return ev->arg[2] >= ra_gap(challenge) ? challenge : -1;
}
/* clang-format off */

static const struct vl_tally ra_tallies[] = {
    { "challenges", RA_EV_CHALLENGE, 0, RA_FAM_CHALLENGE, VL_NONE, 0, 0, VL_TALLY_BASE, NULL },
    { "quests",  RA_EV_COUNTED,    0, RA_FAM_CHALLENGE, VL_NONE, 1, 0, VL_TALLY_RATE, challenge_of },
    { "met",     RA_EV_COUNTED,    0, RA_FAM_CHALLENGE, VL_NONE, 1, 0, VL_TALLY_RATE, challenge_met },
    { "trials",  RA_EV_OBJECTIVE,  0, RA_FAM_CARD, VL_NONE, 0, 0, 0, NULL },
    { "won",     RA_EV_TRIAL_WON,  0, RA_FAM_CARD, VL_NONE, 4, 0, 0, NULL },
    { "used",    RA_EV_USED,       0, RA_FAM_CARD, VL_NONE, 0, 0, 0, NULL },
    { "died",    RA_EV_DIED,       0, RA_FAM_CARD, VL_NONE, 0, 0, 0, NULL },
    { "outcome", RA_EV_GAME_ENDED, 0, RA_FAM_OUTCOME, VL_NONE, 0, 0, VL_TALLY_ONCE, NULL },
};
/* clang-format on */

int ra_prepare(struct vl_rules *r, struct vl_error *err)
{
    struct ra_derived *d = (struct ra_derived *)(void *)r->derived.bytes;

    (void)err;
    memset(d, 0, sizeof *d);
    d->seats = vl_u8(r->option[RA_OPT_PLAYERS]);
    d->boards = d->seats == 3 ? 3 : 2;
    d->quick = vl_u8(r->option[RA_OPT_QUICK]);
    d->cascade = vl_u8(r->option[RA_OPT_ORDER]);
    d->asks = r->option[RA_OPT_CHALLENGE] == VL_UNSET;
    d->challenge = d->asks ? 0 : vl_u8(r->option[RA_OPT_CHALLENGE]);
    for (int i = 0; i < RA_CHALLENGES; i++)
        d->ticks[i] = vl_u8(r->option[RA_OPT_TICKS + i]);
    d->turn_cap = vl_u16(r->option[RA_OPT_CAP]);
    return VL_OK;
}

/* In the first version two flags that no rule set stood between the third and the others. */
size_t ra_kept(const struct vl_state *state, uint8_t out[VL_STATE_MAX])
{
    struct ra_state s = *ra_of(state);

    s.flags = (uint8_t)((s.flags & 7) | (s.flags & RA_OCTOGON) << 1 |
                        (s.flags & (RA_STARTED | RA_LOST)) << 2);
    memcpy(out, &s, sizeof s);
    return sizeof s;
}

bool ra_turn(const struct vl_rules *r, const struct vl_state *state, struct vl_turn *out)
{
    const struct ra_state *s = ra_of(state);

    (void)r;
    if (s->turn == 0)
        return false;
    out->round = s->turn;
    out->seat = s->guide;
    out->who.family = RA_FAM_CARD;
    out->who.index = s->n ? s->team[0] : 0;
    return true;
}

/* RA-CHL-11, 15: a count for each challenge, of five at most; that of Infernal saves the world. */
static const struct vl_saga ra_saga = {
    .family = RA_FAM_CHALLENGE,
    .option = RA_OPTION_TICKS,
    .crown = RA_CHL_INFERNAL,
    .earned = ra_earned,
};

const struct vl_game reflets_game = {
    .id = "reflets",
    .prefix = "ra",
    .rule_prefix = "RA",
    .revision = 1,
    .seats_min = 1,
    .seats_max = RA_SEATS_MAX,
    .seats_are_players = true,
    .state_size = sizeof(struct ra_state),
    .moves_max = 252,   /* the multisets of five dice */
    .choices_max = 128, /* a debt: 123 cards in the purse; a window: 111 */
    .decisions_max = 0,
    VL_GAME_TABLES(ra),
    .spans = ra_spans,
    .fixtures = ra_fixtures,
    .fixtures_len = VL_LEN(ra_fixtures),
    .event_turn = 1 + RA_EV_TURN_BEGUN,
    .rule_malformed = RA_ERR_36,
    .rule_unknown_action = RA_ERR_37,
    .rule_bad_position = RA_ERR_35,
    .rule_bad_content = RA_ERR_35,
    .rule_unknown_option = RA_ERR_02,
    .rule_bad_seed = RA_ERR_04,
    VL_GAME_CALLS(ra),
    .kept = ra_kept,
    .turn = ra_turn,
    .view_max = { 40, 400, 1600, 800, 200 },
    .faces = VL_BIT(RA_FAM_CARD) | VL_BIT(RA_FAM_TREASURE) | VL_BIT(RA_FAM_QUEST) |
             VL_BIT(RA_FAM_KIND) | VL_BIT(RA_FAM_NODE) | VL_BIT(RA_FAM_GEM) | VL_BIT(RA_FAM_TOKEN) |
             VL_BIT(RA_FAM_LINE) | VL_BIT(RA_FAM_ARROW) | VL_BIT(RA_FAM_CHALLENGE) |
             VL_BIT(RA_FAM_PAWN) | VL_BIT(RA_FAM_PLACE) | VL_BIT(RA_FAM_BOARD) |
             VL_BIT(RA_FAM_DECK) | VL_BIT(RA_FAM_SPACE) | VL_BIT(RA_FAM_SLOT) | VL_BIT(RA_FAM_HUE) |
             VL_BIT(RA_FAM_CHAR),
    .brief = ra_brief,
    .saga = &ra_saga,
    .map = ra_map,
    .facts = ra_facts,
    .eval_foresees = true,
    .plan = ra_plan,
};
