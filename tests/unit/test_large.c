/* What walks the tables of a game, where one byte is too small: families of 300 things,
 * numbers to 65,535, seven arguments, more than 64 fields, kinds of moves told apart by
 * what their words name. */
#include "test.h"

#include "../games/toy.h"
#include "core/view_build.h"
#include "core_table.h"

#include <stdio.h>
#include <string.h>

static const char *written(const struct vl_rules *r, struct vl_move m)
{
    static char out[80];
    struct vl_buf b = vl_buf_on(out, sizeof out);

    vl_move_format(r, m, &b);
    return out;
}

/* "kind: as it is written again", or "!rule". */
static const char *parsed(const struct vl_rules *r, const char *text)
{
    static char out[120];
    struct vl_move m;
    vl_rule no = core_parse(r, text, &m);

    if (no != 0)
        snprintf(out, sizeof out, "!%d", no);
    else
        snprintf(out, sizeof out, "%d: %s", m.kind, written(r, m));
    return out;
}

static int arg_of(const struct vl_rules *r, const char *text, int i)
{
    struct vl_move m;
    int at = 0;

    if (!CHECK_EQ(core_parse(r, text, &m), 0))
        return -1;
    for (int k = 0; k < i; k++)
        at += vl_arg_bytes(&r->game->moves[m.kind].args[k]);
    return vl_arg_load(&r->game->moves[m.kind].args[i], &m.arg[at]);
}

/* ---- notation ---- */

TEST(large_families_are_spelled_in_two_bytes)
{
    struct vl_rules r = core_rules(&large_game, "");

    CHECK_STR(vl_key(&r, LG_CARD, 299), "c299");
    CHECK_STR(vl_key(&r, LG_CARD, 300), NULL);
    CHECK_EQ(vl_family_count(&r, LG_CARD), 300);
    CHECK_EQ(vl_none_of(&r, LG_CARD), VL_WIDE_NONE);
    CHECK_EQ(vl_none_of(&r, LG_COLOUR), VL_NONE);
    for (int i = 0; i < LG_CARDS; i++) {
        char text[32];
        snprintf(text, sizeof text, "take c%03d 1", i);
        CHECK_EQ(arg_of(&r, text, 0), i);
        CHECK_EQ(arg_of(&r, text, 1), 1);
        struct vl_move m;
        CHECK_EQ(core_parse(&r, text, &m), 0);
        CHECK_STR(written(&r, m), text);
        CHECK(vl_move_ok(&large_game, m));
    }
    CHECK_EQ(arg_of(&r, "take c300 1", 0), VL_WIDE_BAD_KEY);
    CHECK_STR(parsed(&r, "take c300 1"), "1: take ? 1");
    CHECK_EQ(arg_of(&r, "take c254 7", 1), 7);
    CHECK_EQ(arg_of(&r, "take c255 777", 1), VL_BAD_NUMBER);
}

TEST(large_families_stand_in_views)
{
    for (int i = 0; i < LG_CARDS; i++) {
        struct vl_ref ref = vl_ref_wide(LG_CARD, i);
        CHECK(vl_is_thing(ref));
        CHECK_EQ(ref.index, i);
    }
    CHECK(!vl_is_thing(vl_ref_wide(LG_CARD, -1)));
    CHECK(!vl_is_thing(vl_ref_wide(LG_CARD, VL_WIDE_NONE)));
    CHECK(!vl_is_thing(vl_ref_wide(LG_CARD, VL_WIDE_BAD_KEY)));
    CHECK(!vl_is_thing(vl_ref_to(LG_COLOUR, VL_NONE)));
}

TEST(large_numbers_have_two_bytes_where_they_need_them)
{
    struct vl_rules r = core_rules(&large_game, "");

    CHECK_EQ(arg_of(&r, "bet 0", 0), 0);
    CHECK_EQ(arg_of(&r, "bet 254", 0), 254);
    CHECK_EQ(arg_of(&r, "bet 255", 0), 255);
    CHECK_EQ(arg_of(&r, "bet 1000", 0), 1000);
    CHECK_EQ(arg_of(&r, "bet 65534", 0), 65534); /* out of its range: refuse() says so */
    CHECK_EQ(arg_of(&r, "bet 65535", 0), VL_WIDE_BAD_NUMBER);
    CHECK_EQ(arg_of(&r, "bet -1", 0), VL_WIDE_BAD_NUMBER);
    CHECK_EQ(arg_of(&r, "bet 99999999999999999999", 0), VL_WIDE_BAD_NUMBER);
    CHECK_STR(parsed(&r, "bet ten"), "!1");
}

TEST(large_moves_have_as_many_arguments_as_fit)
{
    struct vl_rules r = core_rules(&large_game, "");

    CHECK_STR(parsed(&r, "seven 1 0 1 0 1 1 1"), "6: seven 1 0 1 0 1 1 1");
    CHECK_EQ(arg_of(&r, "seven 0 0 0 0 0 0 1", 6), 1);
    CHECK_STR(parsed(&r, "seven 1 0 1 0 1 1"), "!1");
    CHECK_STR(parsed(&r, "seven 1 0 1 0 1 1 1 1"), "!1");
    /* a list of cards: its length and three of two bytes */
    CHECK_STR(parsed(&r, "deal c299"), "7: deal c299");
    CHECK_STR(parsed(&r, "deal c000 c255 c299"), "7: deal c000 c255 c299");
    CHECK_STR(parsed(&r, "deal c000 c255 c299 c001"), "!1");
    CHECK_STR(parsed(&r, "deal"), "!1");
    CHECK_STR(parsed(&r, "deal c001 x c002"), "7: deal c001 ? c002");

    struct vl_move m;
    CHECK_EQ(core_parse(&r, "deal c000 c001", &m), 0);
    CHECK(vl_move_ok(&large_game, m));
    m.arg[0] = 4; /* more than there is room for */
    CHECK(!vl_move_ok(&large_game, m));
    CHECK_STR(written(&r, m), "deal c000 c001 c000");
    m.arg[0] = 1; /* a byte past the end */
    CHECK(!vl_move_ok(&large_game, m));
}

TEST(large_kinds_of_one_word_are_told_apart_by_what_they_name)
{
    struct vl_rules r = core_rules(&large_game, "");

    CHECK_STR(parsed(&r, "choose no"), "2: choose no");
    CHECK_STR(parsed(&r, "choose yes c123"), "3: choose yes c123");
    CHECK_STR(parsed(&r, "choose blue c123"), "4: choose blue c123");
    /* what fits none is of the kind that comes nearest, for its refusal */
    CHECK_STR(parsed(&r, "choose maybe"), "2: choose ?");
    CHECK_STR(parsed(&r, "choose yes c999"), "3: choose yes ?");
    CHECK_STR(parsed(&r, "choose blue c999"), "4: choose blue ?");
    CHECK_STR(parsed(&r, "choose pink c001"), "3: choose ? c001");
    CHECK_STR(parsed(&r, "choose pink c999"), "3: choose ? ?");
    CHECK_STR(parsed(&r, "choose"), "!1");
    CHECK_STR(parsed(&r, "choose yes c001 c002"), "!1");

    struct vl_error err = { 0 };
    struct vl_move m;
    CHECK_EQ(vl_move_read(&r, "choose yes c001 c002", 20, &m, &err), VL_REFUSED);
    CHECK_STR(err.given, "c002"); /* as far as the longest of them came */
    CHECK_STR(err.key, "choose");
    CHECK_EQ(m.kind, 0);
}

TEST(large_kinds_of_one_word_have_their_own_sentences)
{
    static const char *const expected[] = { "take", "choose", "choose_on", "choose_on3", "bet" };

    for (int k = 0; k < VL_LEN(expected); k++) {
        char word[32];
        struct vl_buf b = vl_buf_on(word, sizeof word);
        vl_move_entry(&large_game, LG_TAKE + k, &b);
        CHECK_STR(word, expected[k]);
    }
}

/* ---- numbers ---- */

TEST(large_actions_are_numbered_there_and_back)
{
    struct vl_rules r = core_rules(&large_game, "");
    int n = vl_actions_max(&large_game);

    CHECK_EQ(n, 300 + 1 + 300 + 3 * 300 + 301 + 128);
    for (int i = 0; i < n; i++) {
        struct vl_move m = vl_action_move(&r, i);
        if (!CHECK(vl_move_ok(&large_game, m)) || !CHECK_EQ(vl_action_of(&r, m), i))
            return;
    }
    char name[80];
    struct vl_buf b = vl_buf_on(name, sizeof name);
    vl_action_name(&large_game, 299, &b);
    CHECK_STR(name, "take card=c299 seat=0");
}

/* ---- options ---- */

TEST(large_options_hold_more_than_sixteen_bits)
{
    struct vl_rules r = core_rules(&large_game, "turn_cap=65535 budget=-1000000 card=c299");
    struct vl_error err = { 0 };
    char text[120];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    CHECK_EQ(vl_option_get(&r, "turn_cap", 0), 65535);
    CHECK_EQ(vl_option_get(&r, "budget", 0), -1000000);
    CHECK_EQ(vl_option_get(&r, "card", 0), 299);
    vl_options_write(&r, &b, true);
    CHECK_STR(text, "turn_cap=65535 budget=-1000000 card=c299");
    CHECK_EQ(vl_option_set(&r, "turn_cap", "65536", &err), VL_RANGE);
    CHECK_STR(err.what, "65536: not in 0..65535");
    vl_rules_init(&r, &large_game, NULL, NULL);
    CHECK_EQ(vl_option_get(&r, "budget", 0), 40000);
}

/* ---- positions and observations ---- */

TEST(large_positions_are_read_as_they_are_written)
{
    struct vl_rules r = core_rules(&large_game, "");
    struct large_state s, back;

    large_game.fresh(&r, &s.base);
    CHECK_STR(core_read(&r, &back.base,
                        "{\"held\":\"c255\",\"row\":[\"c299\",\"-\",\"c254\"],\"m69\":7}"),
              "");
    CHECK_EQ(back.held, 255);
    CHECK_EQ(back.row[0], 299);
    CHECK_EQ(back.row[1], VL_WIDE_NONE);
    CHECK_EQ(back.row[2], 254);
    CHECK_EQ(back.many[69], 7);
    CHECK_EQ(back.was_given, 1); /* m69 stood there, m68 did not */
    CHECK(strstr(core_written(&r, &back.base, VL_ANYONE, true),
                 "\"held\":\"c255\",\"row\":[\"c299\",\"-\",\"c254\"],\"pile\":[]"));

    s.held = 299;
    for (int i = 0; i < LG_CARDS; i++) {
        s.pile[i] = (uint16_t)(LG_CARDS - 1 - i);
        s.wounds[i] = (uint8_t)(i % 5 == 0 ? 1 + i % 15 : 0);
        if (i % 3 == 0)
            s.gone[i / 32] |= UINT32_C(1) << (i & 31);
    }
    s.pile_len = LG_CARDS;
    s.many[68] = 9;
    s.was_given = 3;
    static char json[16384];
    static struct vl_json_node nodes[2048];
    struct vl_json w = vl_json_on(json, sizeof json);
    struct vl_json_doc doc;
    struct large_state scratch;
    vl_position_write(&r, &s.base, VL_ANYONE, true, &w);
    CHECK(!w.out.full);
    CHECK_EQ(vl_json_parse(&doc, json, strlen(json), nodes, VL_LEN(nodes), NULL), VL_OK);
    CHECK_EQ(vl_position_read(&r, &back.base, &scratch.base, &doc, 0, NULL), VL_OK);
    CHECK(memcmp(&s, &back, sizeof s) == 0);
}

TEST(large_positions_that_are_wrong_are_refused)
{
    struct vl_rules r = core_rules(&large_game, "");
    struct large_state s;

    CHECK_STR(core_read(&r, &s.base, "{\"held\":\"c300\"}"), "unknown 3 /held");
    CHECK_STR(core_read(&r, &s.base, "{\"held\":255}"), "syntax 3 /held");
    CHECK_STR(core_read(&r, &s.base, "{\"gone\":[\"c299\",\"c299\"]}"), "duplicate 3 /gone/1");
    CHECK_STR(core_read(&r, &s.base, "{\"gone\":[\"-\"]}"), "range 3 /gone/0");
    CHECK_STR(core_read(&r, &s.base, "{\"row\":[\"c001\"]}"), "range 3 /row");
    CHECK_STR(core_read(&r, &s.base, "{\"wounds\":{\"c299\":[3]}}"), "");
    CHECK_EQ(s.wounds[299], 8);
    CHECK_STR(core_read(&r, &s.base, "{\"m70\":1}"), "unknown 3 /m70");
}

TEST(large_states_are_flattened)
{
    static int16_t out[2048];
    struct vl_rules r = core_rules(&large_game, "");
    struct large_state s;
    char name[80];

    large_game.fresh(&r, &s.base);
    s.row[1] = 299;
    s.pile_len = 2;
    s.pile[0] = 256;
    s.pile[1] = VL_WIDE_NONE;
    s.gone[9] = 1u << 11; /* card 299 */
    s.many[69] = 5;
    int len = vl_observe_len(&large_game);
    CHECK_EQ(len, 2 + 1 + 3 + 301 + 300 + 4 * 300 + 70);
    vl_observe(&r, &s.base, 0, out);
    CHECK_EQ(out[2], -1); /* nothing is held */
    CHECK_EQ(out[3], -1);
    CHECK_EQ(out[4], 299);
    CHECK_EQ(out[6], 2);
    CHECK_EQ(out[7], 256);
    CHECK_EQ(out[8], -1);
    CHECK_EQ(out[9], -1);
    CHECK_EQ(out[6 + 300 + 299], 0);
    CHECK_EQ(out[6 + 300 + 300], 1);
    CHECK_EQ(out[len - 1], 5);
    struct vl_buf b = vl_buf_on(name, sizeof name);
    vl_observe_name(&large_game, 2, &b);
    CHECK_STR(name, "/held -1..299 card");
    b = vl_buf_on(name, sizeof name);
    vl_observe_name(&large_game, 6, &b);
    CHECK_STR(name, "/pile/length 0..300");
}
