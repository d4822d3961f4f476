#include "toy.h"

/* clang-format off */
static const char *const colour_keys[] = { "red", "green", "blue" };
static const char *const size_keys[] = { "small", "large", NULL };

#define NAMED(field) offsetof(struct toy_content, field)
const struct toy_content toy_content = { 0, { NAMED(texts), NAMED(texts) + 4, NAMED(texts) + 8, NAMED(texts) + 12, 0 },
                                         "ana\0bo\0\0cy\0\0di" };
static const struct vl_things heroes = { sizeof(uint32_t), NAMED(hero), 0, 0, 0, 0, NULL };
static const struct vl_family toy_families[] = {
    VL_FAMILY("colour", colour_keys),
    VL_FAMILY_AT("hero", 5, &heroes), /* the content names four */
    VL_FAMILY_N("spot", 9, NULL),     /* numbers as things */
};

static const struct vl_move_kind toy_moves[] = {
    { NULL,    0, 0, { { NULL, 0, 0, 0, 0 } }, { 0 } },
    { "go",    0, 0, { { NULL, 0, 0, 0, 0 } }, { 0 } },
    { "go",    VL_MOVE_SAME_WORD, 2, { { "hero", VL_ARG_ONE, FAM_HERO, 0, 3 }, { "colour", VL_ARG_ONE, FAM_COLOUR, 0, 2 } }, { 0 } },
    { "pick",  0, 2, { { "colour", VL_ARG_ONE, FAM_COLOUR, 0, 2 }, { "dice", VL_ARG_SET, VL_FAM_INT, 0, 4 } }, { 0 } },
    { "put",   0, 2, { { "slot", VL_ARG_ONE, VL_FAM_INT, 1, 5 }, { "seat", VL_ARG_ONE, VL_FAM_SEAT, 0, 2 } }, { 0 } },
    { "call",  0, 1, { { "spot", VL_ARG_ONE, FAM_SPOT, 0, 8 } }, { 0 } },
    { "throw", VL_MOVE_CHANCE, 2, { { "n", VL_ARG_ONE, VL_FAM_INT, 0, 9 }, { "faces", VL_ARG_LIST, FAM_COLOUR, 0, 2 } }, { 0 } },
};

static const struct vl_option toy_options[] = {
    { "seats",  1, VL_OPTION_INT(2, 3),           3,        NULL,   VL_OPTION_PLAYERS, TOY_OPTION, 0 },
    { "size",   1, VL_OPTION_KEY(size_keys, 2),   0,        NULL,   0, TOY_OPTION, 0 },
    { "heroes", 3, VL_OPTION_FAMILY(FAM_HERO, 4), VL_UNSET, "ask",  VL_OPTION_ASKED, TOY_OPTION, 0 },
    { "level",  1, VL_OPTION_INT(1, 9),           VL_UNSET, "auto", 0, TOY_OPTION, 0 },
};

#define VL_OF struct toy_hero
static const struct vl_field hero_fields[] = {
    VL_FIELD_INT("hp", hp, 0, 4),
    VL_FIELD_FLAG("shield", markers, 0),
    VL_FIELD_FLAG("poison", markers, 1),
    VL_FIELD_ROW("pair", pair, VL_FAM_INT, 0, 1, 6),
    VL_FIELDS_END
};
#undef VL_OF
static const struct vl_field lane_fields[] = { VL_RECORD_ROW(2, FAM_HERO), VL_FIELDS_END };
static const struct vl_field wound_fields[] = { VL_RECORD_BITS(4, VL_FAM_INT), VL_FIELDS_END };

#define VL_OF struct toy_state
static const struct vl_field toy_fields[] = {
    VL_FIELD_LIST("sitting", hero_of, base.seats, FAM_HERO, 0),
    VL_FIELD_SEAT("active", active, FAM_HERO, hero_of),
    VL_FIELD_MAP_BY("heroes", hero, FAM_HERO, hero_of, hero_fields),
    VL_FIELD_MAP("lanes", lane, FAM_COLOUR, 0, lane_fields),
    VL_FIELD_MAP("wounds", wounds, FAM_HERO, VL_FIELD_SPARSE, wound_fields),
    VL_FIELD_LIST("deck", deck, deck_len, FAM_HERO, 0),
    VL_FIELD_BOOL("ready", ready),
    VL_FIELD_KEY("place", place, FAM_SPOT),
    VL_FIELD_BITS("spots", spots, FAM_SPOT, 9),
    VL_FIELD_INT("wide", wide, 0, 0),
    VL_FIELD_INT("huge", huge, 0, 0),
    VL_FIELD_HIDDEN_INT("secret", secret, 5, 1000000),
    VL_FIELDS_END
};
#undef VL_OF
static const struct vl_fixture toy_fixtures[] = {
    { "T3", "seats=3", "{\"sitting\":[\"ana\",\"bo\",\"cy\"],\"heroes\":{\"bo\":{\"hp\":2}}}" },
    { "T2", "seats=2", "{\"sitting\":[\"cy\",\"di\"],\"wide\":500}" },
};
/* clang-format on */

/* level: small games are on level 1, large ones on level 9. */
static int toy_prepare(struct vl_rules *r, struct vl_error *err)
{
    if (r->option[5] == VL_UNSET)
        r->option[5] = r->option[1] ? 9 : 1;
    if (r->option[1] == 0 && r->option[5] == 9)
        return vl_error_set(err, VL_INVALID, "level", "small games end at level 8");
    r->derived.bytes[0] = 1;
    return VL_OK;
}

static void toy_fresh(const struct vl_rules *r, struct vl_state *s)
{
    struct toy_state *t = (struct toy_state *)(void *)s;

    memset(t, 0, sizeof *t);
    s->seats = (uint8_t)r->option[0];
    memset(t->hero_of, VL_NONE, sizeof t->hero_of);
    memset(t->lane, VL_NONE, sizeof t->lane);
    memset(t->deck, 7, sizeof t->deck); /* an odd filler: lists must keep it */
    t->place = VL_NONE;
    for (int k = 0; k < 3; k++) {
        t->hero[k].hp = 4;
        t->hero[k].pair[0] = t->hero[k].pair[1] = 1;
    }
    t->secret = 5;
}

static int toy_loaded(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given,
                      struct vl_error *err)
{
    struct toy_state *t = (struct toy_state *)(void *)s;

    if (s->seats != r->option[0])
        return vl_error_set(err, VL_INVALID, "/sitting", "one per seat");
    /* for the test to look at */
    t->pad[0] = (uint8_t)(vl_given(given, "sitting") | vl_given(given, "active") << 1);
    return VL_OK;
}

static const char *toy_broken(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule)
{
    const struct toy_state *t = (const struct toy_state *)(const void *)s;

    (void)r;
    *rule = TOY_INVARIANT;
    if (t->wide == 666)
        return "/wide: not this one";
    return t->huge == 666 ? "something is wrong" : NULL;
}

static void toy_extras(const struct vl_rules *r, const struct vl_state *s, struct vl_json *w)
{
    (void)r;
    vl_json_kint(w, "seats", s->seats);
}

static int toy_limit(const struct vl_rules *r, int family)
{
    return family == FAM_COLOUR ? r->option[0] : -1;
}

const struct vl_game toy_game = {
    .id = "toy",
    .seats_max = 3,
    .state_size = sizeof(struct toy_state),
    .families = toy_families,
    .families_len = VL_LEN(toy_families),
    .moves = toy_moves,
    .moves_len = MV_COUNT,
    .options = toy_options,
    .options_len = VL_LEN(toy_options),
    .fields = toy_fields,
    .fixtures = toy_fixtures,
    .fixtures_len = VL_LEN(toy_fixtures),
    .rule_malformed = TOY_MALFORMED,
    .rule_unknown_action = TOY_UNKNOWN,
    .rule_bad_position = TOY_POSITION,
    .prepare = toy_prepare,
    .broken = toy_broken,
    .fresh = toy_fresh,
    .loaded = toy_loaded,
    .extras = toy_extras,
    .limit = toy_limit,
};

/* ---- the same, where one byte is too small ---- */

/* clang-format off */
#define TEN(t)     "c" #t "0", "c" #t "1", "c" #t "2", "c" #t "3", "c" #t "4", \
                   "c" #t "5", "c" #t "6", "c" #t "7", "c" #t "8", "c" #t "9",
#define HUNDRED(h) TEN(h##0) TEN(h##1) TEN(h##2) TEN(h##3) TEN(h##4) \
                   TEN(h##5) TEN(h##6) TEN(h##7) TEN(h##8) TEN(h##9)
static const char *const card_keys[] = { HUNDRED(0) HUNDRED(1) HUNDRED(2) };
static const char *const no_keys[] = { "no" };
static const char *const yes_keys[] = { "yes" };

static const struct vl_family large_families[] = {
    VL_FAMILY_N("card", LG_CARDS, card_keys),
    VL_FAMILY_N("no", 1, no_keys),
    VL_FAMILY_N("yes", 1, yes_keys),
    VL_FAMILY_N("colour", 3, colour_keys),
};

#define CARD { "card", VL_ARG_ONE, LG_CARD, 0, LG_CARDS - 1 }
#define N(name) { #name, VL_ARG_ONE, VL_FAM_INT, 0, 1 }
static const struct vl_move_kind large_moves[] = {
    { NULL,     0, 0, { { NULL, 0, 0, 0, 0 } }, { 0 } },
    { "take",   0, 2, { CARD, { "seat", VL_ARG_ONE, VL_FAM_SEAT, 0, 0 } }, { 0 } },
    { "choose", 0, 1, { { "answer", VL_ARG_ONE, LG_NO, 0, 0 } }, { 0 } },
    { "choose", VL_MOVE_SAME_WORD, 2, { { "answer", VL_ARG_ONE, LG_YES, 0, 0 }, CARD }, { 0 } },
    { "choose", VL_MOVE_SAME_WORD, 2, { { "colour", VL_ARG_ONE, LG_COLOUR, 0, 2 }, CARD }, { 0 } },
    { "bet",    0, 1, { { "coins", VL_ARG_ONE, VL_FAM_INT, 0, 300 } }, { 0 } },
    { "seven",  0, 7, { N(a), N(b), N(c), N(d), N(e), N(f), N(g) }, { 0 } },
    { "deal",   VL_MOVE_CHANCE, 1, { { "cards", VL_ARG_LIST, LG_CARD, 0, LG_CARDS - 1 } }, { 0 } },
};

static const struct vl_option large_options[] = {
    { "turn_cap", 1, VL_OPTION_INT(0, 65535),     0,        NULL,   0, TOY_OPTION, 0 },
    { "budget",   1, VL_OPTION_INT(-1000000, 1000000), 40000, NULL, 0, TOY_OPTION, 0 },
    { "card",     1, VL_OPTION_FAMILY(LG_CARD, LG_CARDS), VL_UNSET, "any", 0, TOY_OPTION, 0 },
};

static const struct vl_field many_wounds[] = { VL_RECORD_BITS(4, VL_FAM_INT), VL_FIELDS_END };

#define VL_OF struct large_state
#define ONE(t, n) VL_FIELD_INT("m" #t #n, many[10 * t + n], 0, 9)
#define TEN_OF(t) ONE(t, 0), ONE(t, 1), ONE(t, 2), ONE(t, 3), ONE(t, 4), \
                  ONE(t, 5), ONE(t, 6), ONE(t, 7), ONE(t, 8), ONE(t, 9)
static const struct vl_field large_fields[] = {
    VL_FIELD_KEY("held", held, LG_CARD),
    VL_FIELD_ROW("row", row, LG_CARD, 0, 0, 0),
    VL_FIELD_LIST("pile", pile, pile_len, LG_CARD, 0),
    VL_FIELD_BITS("gone", gone, LG_CARD, LG_CARDS),
    VL_FIELD_MAP("wounds", wounds, LG_CARD, VL_FIELD_SPARSE, many_wounds),
    TEN_OF(0), TEN_OF(1), TEN_OF(2), TEN_OF(3), TEN_OF(4), TEN_OF(5), TEN_OF(6),
    VL_FIELDS_END
};
#undef VL_OF
/* clang-format on */

static void large_fresh(const struct vl_rules *r, struct vl_state *s)
{
    struct large_state *t = (struct large_state *)(void *)s;

    (void)r;
    memset(t, 0, sizeof *t);
    s->seats = 2;
    t->held = VL_WIDE_NONE;
    memset(t->row, 0xff, sizeof t->row);
}

static int large_loaded(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given,
                        struct vl_error *err)
{
    struct large_state *t = (struct large_state *)(void *)s;

    (void)r;
    (void)err;
    t->was_given = (uint8_t)(vl_given(given, "m69") | vl_given(given, "m68") << 1);
    return VL_OK;
}

static const char *large_broken(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule)
{
    (void)r;
    (void)s;
    (void)rule;
    return NULL;
}

const struct vl_game large_game = {
    .id = "large",
    .seats_max = 2,
    .state_size = sizeof(struct large_state),
    .families = large_families,
    .families_len = VL_LEN(large_families),
    .moves = large_moves,
    .moves_len = LG_MOVES,
    .options = large_options,
    .options_len = VL_LEN(large_options),
    .fields = large_fields,
    .rule_malformed = TOY_MALFORMED,
    .rule_unknown_action = TOY_UNKNOWN,
    .rule_bad_position = TOY_POSITION,
    .broken = large_broken,
    .fresh = large_fresh,
    .loaded = large_loaded,
};
