#include "toy.h"

#include <stddef.h>

/* clang-format off */
static const char *const colour_keys[] = { "red", "green", "blue" };
static const char *const size_keys[] = { "small", "large", NULL };

static const struct vl_family toy_families[] = {
    { "colour", 3, colour_keys },
    { "hero",   5, NULL }, /* the content names four */
    { "spot",   9, NULL }, /* numbers as things */
};

static const struct vl_move_kind toy_moves[] = {
    { NULL,    0, 0, { { NULL, 0, 0, 0, 0 } } },
    { "go",    0, 0, { { NULL, 0, 0, 0, 0 } } },
    { "go",    VL_MOVE_SAME_WORD, 2, { { "hero", VL_ARG_ONE, FAM_HERO, 0, 3 }, { "colour", VL_ARG_ONE, FAM_COLOUR, 0, 2 } } },
    { "pick",  0, 2, { { "colour", VL_ARG_ONE, FAM_COLOUR, 0, 2 }, { "dice", VL_ARG_SET, VL_FAM_INT, 0, 4 } } },
    { "put",   0, 2, { { "slot", VL_ARG_ONE, VL_FAM_INT, 1, 5 }, { "seat", VL_ARG_ONE, VL_FAM_SEAT, 0, 2 } } },
    { "call",  0, 1, { { "spot", VL_ARG_ONE, FAM_SPOT, 0, 8 } } },
    { "throw", VL_MOVE_CHANCE, 2, { { "n", VL_ARG_ONE, VL_FAM_INT, 0, 9 }, { "faces", VL_ARG_LIST, FAM_COLOUR, 0, 2 } } },
};

static const struct vl_option toy_options[] = {
    { "seats",  1, VL_OPTION_INT(2, 3),           3,        NULL,   VL_OPTION_PLAYERS, TOY_OPTION, 0 },
    { "size",   1, VL_OPTION_KEY(size_keys, 2),   0,        NULL,   0, TOY_OPTION, 0 },
    { "heroes", 3, VL_OPTION_FAMILY(FAM_HERO, 4), VL_UNSET, "ask",  VL_OPTION_ASKED, TOY_OPTION, 0 },
    { "level",  1, VL_OPTION_INT(1, 9),           VL_UNSET, "auto", 0, TOY_OPTION, 0 },
};

#define AT(field)  offsetof(struct toy_state, field)
#define HAT(field) offsetof(struct toy_hero, field)
static const struct vl_field hero_fields[] = {
    { "hp",     VL_F_INT,  VL_FAM_INT, 0, 1, 0, 0, 0, HAT(hp),      0, 0, 0, 4, NULL },
    { "shield", VL_F_FLAG, VL_FAM_INT, 0, 1, 0, 0, 0, HAT(markers), 0, 0, 0, 0, NULL },
    { "poison", VL_F_FLAG, VL_FAM_INT, 0, 1, 1, 0, 0, HAT(markers), 0, 0, 0, 0, NULL },
    { "pair",   VL_F_ROW,  VL_FAM_INT, 0, 1, 0, 2, 0, HAT(pair),    0, 0, 1, 6, NULL },
    VL_FIELDS_END
};
static const struct vl_field lane_fields[] = {
    { NULL, VL_F_ROW, FAM_HERO, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, NULL },
    VL_FIELDS_END
};
static const struct vl_field wound_fields[] = {
    { NULL, VL_F_BITS, VL_FAM_INT, 0, 1, 0, 4, 0, 0, 0, 0, 0, 0, NULL },
    VL_FIELDS_END
};
static const struct vl_field toy_fields[] = {
    { "sitting", VL_F_LIST, FAM_HERO,   0, 1, 0, 3, 0, AT(hero_of), AT(base.seats), 0, 0, 0, NULL },
    { "active",  VL_F_SEAT, FAM_HERO,   0, 1, 0, 0, 0, AT(active), 0, AT(hero_of), 0, 0, NULL },
    { "heroes",  VL_F_MAP,  FAM_HERO,   VL_FIELD_BY, 0, 0, 3, sizeof(struct toy_hero), AT(hero), 0, AT(hero_of), 0, 0, hero_fields },
    { "lanes",   VL_F_MAP,  FAM_COLOUR, 0, 0, 0, 3, 2, AT(lane), 0, 0, 0, 0, lane_fields },
    { "wounds",  VL_F_MAP,  FAM_HERO,   VL_FIELD_SPARSE, 0, 0, 5, 1, AT(wounds), 0, 0, 0, 0, wound_fields },
    { "deck",    VL_F_LIST, FAM_HERO,   0, 1, 0, 3, 0, AT(deck), AT(deck_len), 0, 0, 0, NULL },
    { "ready",   VL_F_BOOL, VL_FAM_INT, 0, 1, 0, 0, 0, AT(ready), 0, 0, 0, 0, NULL },
    { "place",   VL_F_KEY,  FAM_SPOT,   0, 1, 0, 0, 0, AT(place), 0, 0, 0, 0, NULL },
    { "spots",   VL_F_BITS, FAM_SPOT,   0, 2, 0, 9, 0, AT(spots), 0, 0, 0, 0, NULL },
    { "wide",    VL_F_INT,  VL_FAM_INT, 0, 2, 0, 0, 0, AT(wide), 0, 0, 0, 0, NULL },
    { "huge",    VL_F_INT,  VL_FAM_INT, 0, 4, 0, 0, 0, AT(huge), 0, 0, 0, 0, NULL },
    { "secret",  VL_F_INT,  VL_FAM_INT, VL_FIELD_HIDDEN, 4, 0, 0, 0, AT(secret), 0, 0, 5, 1000000, NULL },
    VL_FIELDS_END
};
static const struct vl_fixture toy_fixtures[] = {
    { "T3", "seats=3", "{\"sitting\":[\"ana\",\"bo\",\"cy\"],\"heroes\":{\"bo\":{\"hp\":2}}}" },
    { "T2", "seats=2", "{\"sitting\":[\"cy\",\"di\"],\"wide\":500}" },
};
/* clang-format on */

static const char *toy_key(const struct vl_rules *r, int family, int index)
{
    static const char *const names[] = { "ana", "bo", "cy", "di" };

    (void)r;
    return family == FAM_HERO && index < VL_LEN(names) ? names[index] : NULL;
}

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

static int toy_loaded(const struct vl_rules *r, struct vl_state *s, uint64_t given,
                      struct vl_error *err)
{
    struct toy_state *t = (struct toy_state *)(void *)s;

    if (s->seats != r->option[0])
        return vl_error_set(err, VL_INVALID, "/sitting", "one per seat");
    t->pad[0] = (uint8_t)(given & 3); /* for the test to look at */
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
    return family == FAM_COLOUR ? r->option[0] : VL_NONE;
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
    .key = toy_key,
    .fresh = toy_fresh,
    .loaded = toy_loaded,
    .extras = toy_extras,
    .limit = toy_limit,
};
