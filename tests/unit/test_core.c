/* What walks the tables of a game, on toy: keys, notation, options, actions,
 * observations, positions. */
#include "test.h"

#include "../games/toy.h"
#include "base/bits.h"
#include "core/census.h"
#include "core/lists.h"
#include "core/view_build.h"
#include "core_table.h"
#include "games/null/null.h"

#include <stdio.h>
#include <string.h>

enum { NODES = 512 };
static struct vl_json_node nodes[NODES];

/* "kind arg arg ..." of a parsed text, all seven; "!rule" if it is refused. */
static const char *spelled(const struct vl_rules *r, const char *text)
{
    static char out[80];
    struct vl_buf b = vl_buf_on(out, sizeof out);
    struct vl_move m;
    vl_rule no = core_parse(r, text, &m);

    if (no != 0) {
        vl_put_char(&b, '!');
        vl_put_int(&b, no);
        return out;
    }
    vl_put_int(&b, m.kind);
    for (int i = 0; i < VL_ARGS_MAX; i++) {
        vl_put_char(&b, ' ');
        vl_put_int(&b, m.arg[i]);
    }
    return out;
}

static const char *formatted(const struct vl_rules *r, struct vl_move m)
{
    static char out[80];
    struct vl_buf b = vl_buf_on(out, sizeof out);

    vl_move_format(r, m, &b);
    return out;
}

/* The text of what a text is parsed as. */
static const char *again(const struct vl_rules *r, const char *text)
{
    struct vl_move m;

    return core_parse(r, text, &m) ? "refused" : formatted(r, m);
}

/* "status rule where: what" of setting options. */
static const char *options_fault(const char *text)
{
    static char out[400];
    struct vl_rules r;
    struct vl_error err;

    vl_rules_init(&r, &toy_game, &toy_content, NULL);
    memset(&err, 0, sizeof err);
    if (vl_options_parse(&r, text, &err) == VL_OK)
        return "ok";
    for (int i = 0; i < VL_OPTIONS_MAX; i++) /* nothing has changed */
        CHECK_EQ(r.option[i], i == 0 ? 3 : i >= 2 && i <= 5 ? VL_UNSET : 0);
    snprintf(out, sizeof out, "%s %d %s: %s", vl_status_word(err.status), err.rule, err.where,
             err.what);
    return out;
}

static const char *options_text(const struct vl_rules *r, bool all)
{
    static char out[300];
    struct vl_buf b = vl_buf_on(out, sizeof out);

    vl_options_write(r, &b, all);
    return out;
}

/* ---- keys ---- */

TEST(core_keys_come_from_tables_or_content)
{
    struct vl_rules r = core_rules(&toy_game, "");

    CHECK_STR(vl_key(&r, FAM_COLOUR, 2), "blue");
    CHECK_STR(vl_key(&r, FAM_COLOUR, 3), NULL);
    CHECK_STR(vl_key(&r, FAM_COLOUR, -1), NULL);
    CHECK_STR(vl_key(&r, FAM_HERO, 3), "di");
    CHECK_STR(vl_key(&r, FAM_HERO, 4), NULL);
    CHECK_STR(vl_key(&r, FAM_SPOT, 0), NULL);
    CHECK_STR(vl_key(&r, VL_FAM_SEAT, 0), NULL);
    CHECK_STR(vl_key(&r, 99, 0), NULL);
    CHECK_EQ(vl_find_key(&r, FAM_HERO, "cy", 2), 2);
    CHECK_EQ(vl_find_key(&r, FAM_HERO, "cyx", 2), 2);
    CHECK_EQ(vl_find_key(&r, FAM_HERO, "Cy", 2), -1);
    CHECK_EQ(vl_find_key(&r, FAM_HERO, "", 0), -1);
    CHECK_EQ(vl_find_key(&r, FAM_SPOT, "1", 1), -1);
    CHECK_EQ(vl_family_count(&r, FAM_COLOUR), 3);
    CHECK_EQ(vl_family_count(&r, FAM_HERO), 4);
    CHECK_EQ(vl_family_count(&r, FAM_SPOT), 9);
    CHECK_EQ(vl_family_count(&r, VL_FAM_SEAT), 3);
    CHECK_EQ(vl_family_count(&r, VL_FAM_INT), 0);
    CHECK_STR(vl_family_name(&r, FAM_SPOT), "spot");
    CHECK_STR(vl_family_name(&r, VL_FAM_SEAT), "seat");
    CHECK(vl_family_keyed(&r, FAM_HERO));
    CHECK(!vl_family_keyed(&r, FAM_SPOT));
}

/* ---- notation ---- */

TEST(core_notation_reads_every_kind_of_argument)
{
    struct vl_rules r = core_rules(&toy_game, "");

    CHECK_STR(spelled(&r, "go"), "1 0 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "go bo blue"), "2 1 2 0 0 0 0 0");
    CHECK_STR(spelled(&r, "put 5 0"), "4 5 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "call 8"), "5 8 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "throw 7 red"), "6 7 1 0 0 0 0 0");
    CHECK_STR(spelled(&r, "throw 7 red blue blue red green"), "6 7 5 0 2 2 0 1");
    CHECK_STR(spelled(&r, "go\tbo\tblue"), "2 1 2 0 0 0 0 0");
}

TEST(core_notation_of_a_set)
{
    struct vl_rules r = core_rules(&toy_game, "");

    CHECK_STR(spelled(&r, "pick red"), "3 0 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red 2"), "3 0 4 0 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red 4 0"), "3 0 17 0 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red 2 0 2"), "3 0 5 4 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red 7"), "3 0 128 0 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red 8"), "3 0 128 0 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red -1 0"), "3 0 129 0 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red 123456789012345678901234567890"), "3 0 128 0 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red 1 1 1 1 1 1 1 1 1 1 1 1"), "3 0 2 2 0 0 0 0");
    CHECK_STR(spelled(&r, "pick red one"), "!1");
    CHECK_STR(again(&r, "pick red 4 0 2"), "pick red 0 2 4");
    CHECK_STR(again(&r, "pick red 2 0 2"), "pick red 0 2 2");
    CHECK_STR(again(&r, "pick red 99"), "pick red 7");
}

TEST(core_notation_keeps_bad_values_for_the_refusal)
{
    struct vl_rules r = core_rules(&toy_game, "");

    CHECK_STR(spelled(&r, "go purple red"), "2 254 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "go 0 red"), "2 254 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "go Bo red"), "2 254 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "put 200 0"), "4 200 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "put 254 0"), "4 254 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "put 255 0"), "4 255 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "put 256 0"), "4 255 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "put 18446744073709551617 0"), "4 255 0 0 0 0 0 0");
    CHECK_STR(spelled(&r, "put -1 0"), "4 255 0 0 0 0 0 0");
    CHECK_STR(again(&r, "go purple red"), "go ? red");
    CHECK_STR(again(&r, "go ? red"), "go ? red");
    CHECK_STR(again(&r, "put 256 0"), "put 255 0");
}

TEST(core_notation_refuses_what_it_cannot_read)
{
    struct vl_rules r = core_rules(&toy_game, "");
    static const char *const malformed[] = {
        "",
        " ",
        " go",
        "go ",
        "go  bo blue",
        "go\n",
        "go bo",
        "go bo blue red",
        "put 1",
        "put 1 2 3",
        "put",
        "put x 0",
        "put 1x 0",
        "put 01 0",
        "put -0 0",
        "put +1 0",
        "put - 0",
        "put 1.0 0",
        "throw 7",
        "throw",
        "throw 7 red red red red red red",
        "pick",
        "\x01go",
        "go\x7f",
        "call",
        "\t",
        "go \t bo blue",
    };
    static const char *const unknown[] = { "Go", "g", "goo", "fly", "fly 1 2", "?", "-" };
    struct vl_move m;

    for (int i = 0; i < VL_LEN(malformed); i++) {
        CHECK_EQ(core_parse(&r, malformed[i], &m), TOY_MALFORMED);
        CHECK_EQ(m.kind, 0xAA); /* untouched */
    }
    for (int i = 0; i < VL_LEN(unknown); i++)
        CHECK_EQ(core_parse(&r, unknown[i], &m), TOY_UNKNOWN);
    CHECK_EQ(vl_move_parse(&r, "go\0x", 4, &m), TOY_MALFORMED);
    CHECK_EQ(vl_move_parse(&r, "goes", 2, &m), 0);
}

TEST(core_notation_of_every_move_reads_back)
{
    struct vl_rules r = core_rules(&toy_game, "");

    for (int i = 0; i < vl_actions_max(&toy_game); i++) {
        struct vl_move m = vl_action_move(&r, i), back;

        CHECK_EQ(core_parse(&r, formatted(&r, m), &back), 0);
        CHECK_EQ(vl_move_bits(back), vl_move_bits(m));
    }
    CHECK_STR(formatted(&r, vl_action_move(&r, -1)), "?");
}

TEST(core_moves_that_no_notation_spells_are_malformed)
{
    struct vl_move m = { MV_PUT, { 1, 0, 0, 0, 0, 0, 0 } };

    CHECK(vl_move_ok(&toy_game, m));
    m.arg[2] = 1; /* beyond its arguments */
    CHECK(!vl_move_ok(&toy_game, m));
    struct vl_move set = { MV_PICK, { 0, 5, 4, 0, 0, 0, 0 } };
    CHECK(vl_move_ok(&toy_game, set));
    set.arg[2] = 2; /* twice, but not once */
    CHECK(!vl_move_ok(&toy_game, set));
    struct vl_move list = { MV_THROW, { 0, 5, 0, 0, 0, 0, 0 } };
    CHECK(vl_move_ok(&toy_game, list));
    list.arg[1] = 0;
    CHECK(!vl_move_ok(&toy_game, list));
    list.arg[1] = 6;
    CHECK(!vl_move_ok(&toy_game, list));
    list.arg[1] = 2;
    list.arg[6] = 1;
    CHECK(!vl_move_ok(&toy_game, list));

    struct vl_rules r = core_rules(&null_game, "");
    struct nu_state s;
    vl_start(&r, &s.base, NULL);
    struct vl_move roll = { NU_MV_ROLL, { 1, 9, 0, 0, 0, 0, 0 } };
    CHECK_EQ(vl_refuse(&r, &s.base, roll, VL_ANYONE), NU_BAD_01);
    roll.kind = 0;
    CHECK_EQ(vl_refuse(&r, &s.base, roll, VL_ANYONE), NU_BAD_02);
    roll.kind = NU_MOVES;
    CHECK_EQ(vl_refuse(&r, &s.base, roll, VL_ANYONE), NU_BAD_02);
}

/* ---- options ---- */

TEST(core_options_are_set_and_written)
{
    struct vl_rules r;

    vl_rules_init(&r, &toy_game, &toy_content, NULL);
    CHECK_STR(options_text(&r, false), "");
    CHECK_STR(options_text(&r, true), "seats=3 size=small heroes=ask,ask,ask level=auto");
    CHECK_EQ(vl_options_parse(&r, "seats=2 size=large heroes=bo,di level=4", NULL), VL_OK);
    CHECK_STR(options_text(&r, false), "seats=2 size=large heroes=bo,di,ask level=4");
    CHECK_EQ(vl_option_set(&r, "heroes.2", "ana", NULL), VL_OK);
    CHECK_EQ(vl_option_set(&r, "heroes.0", "ask", NULL), VL_OK);
    CHECK_EQ(vl_option_set(&r, "level", "auto", NULL), VL_OK);
    CHECK_STR(options_text(&r, false), "seats=2 size=large heroes=ask,di,ana");
    CHECK_EQ(vl_option_get(&r, "seats", 0), 2);
    CHECK_EQ(vl_option_get(&r, "size", 0), 1);
    CHECK_EQ(vl_option_get(&r, "heroes", 1), 3);
    CHECK_EQ(vl_option_get(&r, "heroes.2", 0), 0);
    CHECK_EQ(vl_option_get(&r, "heroes", 3), VL_UNSET);
    CHECK_EQ(vl_option_get(&r, "nothing", 0), VL_UNSET);
    CHECK_EQ(vl_options_parse(&r, "  seats=3   size=small ", NULL), VL_OK);
    CHECK_EQ(vl_option_get(&r, "seats", 0), 3);

    struct vl_rules back;
    vl_rules_init(&back, &toy_game, &toy_content, NULL);
    CHECK_EQ(vl_options_parse(&back, options_text(&r, true), NULL), VL_OK);
    CHECK(memcmp(back.option, r.option, sizeof r.option) == 0);
}

/* Which option says how many play is a flag of it, not its name. */
TEST(core_the_players_are_an_option_of_any_name)
{
    struct vl_game g = toy_game;
    struct vl_option open[2] = { toy_game.options[0], toy_game.options[1] };
    struct vl_error err = { 0 };
    struct vl_rules r;

    vl_rules_init(&r, &g, NULL, NULL);
    CHECK_STR(vl_players_option(&g)->name, "seats");
    CHECK_EQ(vl_players_wanted(&r), 3);
    CHECK_EQ(vl_players_set(&r, 2, &err), VL_OK);
    CHECK_EQ(vl_options_players(&r, 3, &err), VL_OK); /* it has a default */
    CHECK_STR(options_text(&r, false), "seats=2");
    CHECK_EQ(vl_players_set(&r, 4, &err), VL_RANGE);

    g.options = open;
    g.options_len = 2;
    open[0].def = VL_UNSET;
    vl_rules_init(&r, &g, NULL, NULL);
    CHECK_EQ(vl_players_wanted(&r), VL_UNSET);
    CHECK_EQ(vl_options_players(&r, 3, &err), VL_OK);
    CHECK_EQ(vl_options_players(&r, 2, &err), VL_OK); /* set already */
    CHECK_EQ(vl_players_wanted(&r), 3);

    open[0].flags = 0;
    CHECK(vl_players_option(&g) == NULL);
    CHECK_EQ(vl_players_wanted(&r), VL_UNSET);
    CHECK_EQ(vl_players_set(&r, 2, &err), VL_OK);
    CHECK_EQ(vl_option_get(&r, "seats", 0), 3);
}

TEST(core_options_that_are_wrong_are_named)
{
    CHECK_STR(options_fault("seats=4"), "range 4 seats: 4: not in 2..3");
    CHECK_STR(options_fault("seats=1"), "range 4 seats: 1: not in 2..3");
    CHECK_STR(options_fault("seats=99999999999999999999"),
              "range 4 seats: 99999999999999999999: not in 2..3");
    CHECK_STR(options_fault("seats="), "range 4 seats: : not in 2..3");
    CHECK_STR(options_fault("seats=two"), "range 4 seats: two: not in 2..3");
    CHECK_STR(options_fault("seats=auto"), "range 4 seats: auto: not in 2..3");
    CHECK_STR(options_fault("size=huge"), "unknown 4 size: huge: no such value");
    CHECK_STR(options_fault("size=small,large"), "unknown 4 size: small,large: no such value");
    CHECK_STR(options_fault("size.0=small"), "unknown 0 size.0: no such option");
    CHECK_STR(options_fault("heroes=bo,zed"), "unknown 4 heroes: zed: no such value");
    CHECK_STR(options_fault("heroes=bo,"), "unknown 4 heroes: : no such value");
    CHECK_STR(options_fault("heroes=bo,bo,bo,bo"), "range 4 heroes: bo,bo,bo,bo: too many values");
    CHECK_STR(options_fault("heroes.1=bo,cy"), "unknown 4 heroes.1: bo,cy: no such value");
    CHECK_STR(options_fault("heroes.3=bo"), "unknown 0 heroes.3: no such option");
    CHECK_STR(options_fault("heroes.=bo"), "unknown 0 heroes.: no such option");
    CHECK_STR(options_fault("heroes.x=bo"), "unknown 0 heroes.x: no such option");
    CHECK_STR(options_fault("heroes.-1=bo"), "unknown 0 heroes.-1: no such option");
    CHECK_STR(options_fault("colour=red"), "unknown 0 colour: no such option");
    CHECK_STR(options_fault("seats"), "syntax 0 seats: name=value was expected");
    CHECK_STR(options_fault("seats=2 =3"), "unknown 0 : no such option");
    CHECK_STR(options_fault("level=3 seats=2 level=4"), "duplicate 0 level: set twice");
    CHECK_STR(options_fault("heroes=bo,cy heroes.1=di"), "duplicate 0 heroes.1: set twice");
    CHECK_STR(options_fault("heroes=bo heroes.1=di"), "ok");
    CHECK_STR(options_fault("heroes.0=bo heroes.1=di"), "ok");
}

TEST(core_options_are_prepared_whole_or_not_at_all)
{
    struct vl_rules r;
    struct vl_error err;

    vl_rules_init(&r, &toy_game, &toy_content, NULL);
    CHECK_EQ(vl_option_set(&r, "level", "9", NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&r, &err), VL_INVALID);
    CHECK_STR(err.where, "level");
    CHECK_EQ(r.derived.bytes[0], 0);
    CHECK_EQ(vl_option_set(&r, "level", "auto", NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&r, &err), VL_OK);
    CHECK_EQ(r.derived.bytes[0], 1);
    CHECK_EQ(vl_option_get(&r, "level", 0), 1);
}

/* Options as JSON: "" or "status rule where". */
static const char *options_json_fault(struct vl_rules *r, const char *json)
{
    static char out[300];
    struct vl_json_doc doc;
    struct vl_error err;

    memset(&err, 0, sizeof err);
    if (!CHECK_EQ(vl_json_parse(&doc, json, strlen(json), nodes, NODES, NULL), VL_OK))
        return "no JSON";
    if (vl_options_read(r, &doc, 0, &err) == VL_OK)
        return "";
    snprintf(out, sizeof out, "%s %d %s", vl_status_word(err.status), err.rule, err.where);
    return out;
}

TEST(core_options_as_json)
{
    struct vl_rules r;
    char out[300];
    struct vl_json w = vl_json_on(out, sizeof out);

    vl_rules_init(&r, &toy_game, &toy_content, NULL);
    CHECK_STR(options_json_fault(&r, "{\"seats\":2,\"heroes\":[\"bo\",\"ask\",\"di\"]}"), "");
    CHECK_STR(options_json_fault(&r, "{\"level\":\"auto\",\"heroes.1\":\"cy\"}"), "");
    vl_options_json(&r, &w, false);
    CHECK_STR(out, "{\"seats\":2,\"heroes\":[\"bo\",\"cy\",\"di\"]}");
    w = vl_json_on(out, sizeof out);
    vl_options_json(&r, &w, true);
    CHECK_STR(out, "{\"seats\":2,\"size\":\"small\",\"heroes\":[\"bo\",\"cy\",\"di\"],\"level\":"
                   "\"auto\"}");
    CHECK_STR(options_json_fault(&r, "{\"seats\":7}"), "range 4 /seats");
    CHECK_STR(options_json_fault(&r, "{\"seats\":true}"), "range 4 /seats"); /* a word */
    CHECK_STR(options_json_fault(&r, "{\"seats\":null}"), "syntax 0 /seats");
    CHECK_STR(options_json_fault(&r, "{\"seats\":2.0}"), "range 4 /seats");
    CHECK_STR(options_json_fault(&r, "{\"heroes\":[]}"), "syntax 0 /heroes");
    CHECK_STR(options_json_fault(&r, "{\"heroes\":\"bo,cy\"}"), "syntax 0 /heroes");
    CHECK_STR(options_json_fault(&r, "{\"heroes\":[\"bo\",[\"cy\"]]}"), "syntax 0 /heroes");
    CHECK_STR(options_json_fault(&r, "{\"pace\":1}"), "unknown 0 /pace");
    CHECK_STR(options_json_fault(&r, "[]"), "syntax 0 ");
    CHECK_STR(options_text(&r, false), "seats=2 heroes=bo,cy,di");
}

/* ---- actions ---- */

TEST(core_actions_are_numbered_by_mixed_radix)
{
    /* go 1, go hero colour 4*3, pick colour set 3*32, put 5*3, call 9; throw is chance */
    CHECK_EQ(vl_actions_max(&toy_game), 1 + 12 + 96 + 15 + 9);
    struct vl_rules r = core_rules(&toy_game, "");
    static const struct {
        const char *text;
        int action;
    } cases[] = {
        { "go", 0 },
        { "go ana red", 1 },
        { "go ana green", 2 },
        { "go di blue", 12 },
        { "pick red", 13 },
        { "pick red 0", 14 },
        { "pick red 0 1 2 3 4", 44 },
        { "pick green", 45 },
        { "put 1 0", 109 },
        { "put 1 2", 111 },
        { "put 5 2", 123 },
        { "call 0", 124 },
        { "call 8", 132 },
        { "throw 0 red", -1 },
        { "put 0 0", -1 },
        { "put 6 0", -1 },
        { "pick red 5", -1 },
        { "pick red 1 1", -1 },
        { "go ? red", -1 },
    };
    for (int i = 0; i < VL_LEN(cases); i++) {
        struct vl_move m;

        CHECK_EQ(core_parse(&r, cases[i].text, &m), 0);
        CHECK_EQ(vl_action_of(&r, m), cases[i].action);
        if (cases[i].action >= 0)
            CHECK_STR(formatted(&r, vl_action_move(&r, cases[i].action)), cases[i].text);
    }
    CHECK_EQ(vl_action_move(&r, 133).kind, 0);
    CHECK_EQ(vl_action_move(&r, -5).kind, 0);
    struct vl_move none = { 0, { 0, 0, 0, 0, 0, 0, 0 } };
    CHECK_EQ(vl_action_of(&r, none), -1);
}

/* "go hero colour" with hero 0 alone for every colour, the others for green only;
 * "put" as pairs in which the seat is below the slot. */
TEST(core_actions_of_a_kind_with_spans_are_those_of_its_rows)
{
    static const struct vl_span spans[] = {
        { MV_GO_TO, { 0, 0 }, { 0, 2 } }, { MV_GO_TO, { 1, 1 }, { 3, 1 } },
        { MV_PUT, { 1, 0 }, { 1, 0 } },   { MV_PUT, { 2, 0 }, { 2, 1 } },
        { MV_PUT, { 3, 0 }, { 5, 2 } },   VL_SPANS_END
    };
    static const struct {
        const char *text;
        int action;
    } cases[] = { { "go", 0 },          { "go ana red", 1 },  { "go ana blue", 3 },
                  { "go bo green", 4 }, { "go di green", 6 }, { "go bo red", -1 },
                  { "go di blue", -1 }, { "pick red", 7 },    { "put 1 0", 103 },
                  { "put 1 1", -1 },    { "put 2 1", 105 },   { "put 2 2", -1 },
                  { "put 3 0", 106 },   { "put 5 2", 114 },   { "call 0", 115 },
                  { "throw 0 red", -1 } };
    struct vl_move_kind moves[MV_COUNT];
    struct vl_game g = toy_game;

    memcpy(moves, toy_game.moves, sizeof moves);
    moves[MV_GO_TO].flags |= VL_MOVE_SPANS;
    moves[MV_PUT].flags |= VL_MOVE_SPANS;
    g.moves = moves;
    g.spans = spans;
    struct vl_rules r = core_rules(&g, "");

    CHECK_EQ(vl_actions_max(&g), 1 + (3 + 3) + 96 + (1 + 2 + 9) + 9);
    for (int i = 0; i < VL_LEN(cases); i++) {
        struct vl_move m;

        CHECK_EQ(core_parse(&r, cases[i].text, &m), 0);
        CHECK_EQ(vl_action_of(&r, m), cases[i].action);
    }
    for (int i = 0; i < vl_actions_max(&g); i++)
        CHECK_EQ(vl_action_of(&r, vl_action_move(&r, i)), i);
    CHECK_EQ(vl_action_move(&r, vl_actions_max(&g)).kind, 0);
}

static const char *action_name(int action)
{
    static char out[80];
    struct vl_buf b = vl_buf_on(out, sizeof out);

    vl_action_name(&toy_game, action, &b);
    return out;
}

TEST(core_actions_have_names)
{
    CHECK_STR(action_name(0), "go");
    CHECK_STR(action_name(12), "go hero=3 colour=blue");
    CHECK_STR(action_name(13), "pick colour=red dice={}");
    CHECK_STR(action_name(18), "pick colour=red dice={0,2}");
    CHECK_STR(action_name(123), "put slot=5 seat=2");
    CHECK_STR(action_name(133), "");
}

TEST(core_action_mask_is_the_list)
{
    struct vl_rules r = core_rules(&null_game, "");
    struct nu_state s;
    uint8_t mask[NU_FACES];
    int16_t list[NU_FACES];

    vl_start(&r, &s.base, NULL);
    CHECK_EQ(vl_actions_max(&null_game), NU_FACES);
    vl_action_mask(&r, &s.base, mask);
    CHECK_EQ(mask[0] + mask[1] + mask[2], 0); /* chance */
    CHECK_EQ(vl_action_list(&r, &s.base, list), 0);
    CHECK_EQ(core_play(&r, &s.base, "roll 2", VL_CHANCE), 0);
    vl_action_mask(&r, &s.base, mask);
    CHECK_EQ(mask[0], 1);
    CHECK_EQ(mask[1], 1);
    CHECK_EQ(mask[2], 0);
    CHECK_EQ(vl_action_list(&r, &s.base, list), 2);
    CHECK_EQ(list[0], 0);
    CHECK_EQ(list[1], 1);
}

/* ---- observations ---- */

static const char *observe_name(int i)
{
    static char out[80];
    struct vl_buf b = vl_buf_on(out, sizeof out);

    vl_observe_name(&toy_game, i, &b);
    return out;
}

TEST(core_observation_is_the_field_table_flattened)
{
    struct vl_rules r = core_rules(&toy_game, "");
    struct toy_state s;
    int16_t obs[80];

    CHECK_STR(core_read(&r, &s.base,
                        "{\"base\":\"T3\",\"active\":\"cy\",\"wide\":65535,\"huge\":4294967295,"
                        "\"deck\":[\"bo\"],\"lanes\":{\"green\":[\"ana\",\"-\"]},\"spots\":[8],"
                        "\"heroes\":{\"cy\":{\"poison\":true}},\"wounds\":{\"di\":[0,3]}}"),
              "");
    s.base.actor = 1;
    int n = vl_observe_len(&toy_game);
    CHECK_EQ(n, 2 + (1 + 3) + 1 + 3 * 5 + 3 * 2 + 5 * 4 + (1 + 3) + 1 + 1 + 9 + 2 + 3);
    vl_observe(&r, &s.base, 2, obs);
    static const int16_t expected[] = {
        2,     1,                                                               /* viewer, actor */
        3,     0,     1,  2,                                                    /* sitting */
        2,                                                                      /* active */
        4,     0,     0,  1,  1,  2,  0, 0, 1, 1, 4, 0, 1, 1, 1,                /* heroes */
        -1,    -1,    0,  -1, -1, -1,                                           /* lanes */
        0,     0,     0,  0,  0,  0,  0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, /* wounds */
        1,     1,     -1, -1,                                                   /* deck */
        0,     -1,                                                              /* ready, place */
        0,     0,     0,  0,  0,  0,  0, 0, 1,                                  /* spots */
        32767, 1,                                                               /* wide */
        32767, 32767, 3,                                                        /* huge */
    };
    CHECK_EQ(n, VL_LEN(expected));
    for (int i = 0; i < VL_LEN(expected) && i < n; i++)
        CHECK_EQ(obs[i], expected[i]);
}

TEST(core_observation_entries_have_names)
{
    CHECK_STR(observe_name(0), "viewer -4..2");
    CHECK_STR(observe_name(1), "actor -3..2");
    CHECK_STR(observe_name(2), "/sitting/length 0..3");
    CHECK_STR(observe_name(3), "/sitting/0 -1..4 hero");
    CHECK_STR(observe_name(6), "/active -1..2 seat");
    CHECK_STR(observe_name(7), "/heroes/0/hp 0..4");
    CHECK_STR(observe_name(13), "/heroes/1/shield 0..1");
    CHECK_STR(observe_name(21), "/heroes/2/pair/1 1..6");
    CHECK_STR(observe_name(24), "/lanes/1/0 -1..4 hero");
    CHECK_STR(observe_name(43), "/wounds/3/3 0..1");
    CHECK_STR(observe_name(53), "/place -1..8 spot");
    CHECK_STR(observe_name(62), "/spots/8 0..1");
    CHECK_STR(observe_name(63), "/wide/0 0..32767");
    CHECK_STR(observe_name(67), "/huge/2 0..32767");
    CHECK_STR(observe_name(68), "");
    CHECK_STR(observe_name(-1), "");
}

/* ---- positions ---- */

TEST(core_position_writes_every_field)
{
    struct vl_rules r = core_rules(&toy_game, "size=large");
    struct toy_state s;

    toy_game.fresh(&r, &s.base);
    CHECK_STR(core_written(&r, &s.base, VL_ANYONE, true),
              "{\"game\":\"toy\",\"options\":{\"size\":\"large\",\"level\":9},"
              "\"sitting\":[\"-\",\"-\",\"-\"],\"active\":0,\"heroes\":{},"
              "\"lanes\":{\"red\":[\"-\",\"-\"],\"green\":[\"-\",\"-\"],\"blue\":[\"-\",\"-\"]},"
              "\"wounds\":{},\"deck\":[],\"ready\":false,\"place\":\"-\",\"spots\":[],\"wide\":0,"
              "\"huge\":0,\"secret\":5,\"table\":{\"seats\":3}}");

    struct vl_rules two = core_rules(&toy_game, "seats=2");
    CHECK_STR(
        core_read(&two, &s.base,
                  "{\"active\":\"di\",\"lanes\":{\"green\":[\"bo\",\"-\"]},\"spots\":[0,8],"
                  "\"heroes\":{\"cy\":{\"shield\":true}},\"wounds\":{\"ana\":[1]},\"place\":3}"),
        "");
    CHECK_STR(core_written(&two, &s.base, VL_ANYONE, false),
              "{\"game\":\"toy\",\"options\":{\"seats\":2,\"level\":1},"
              "\"sitting\":[\"cy\",\"di\"],\"active\":\"di\",\"heroes\":{"
              "\"cy\":{\"hp\":4,\"shield\":true,\"poison\":false,\"pair\":[1,1]},"
              "\"di\":{\"hp\":4,\"shield\":false,\"poison\":false,\"pair\":[1,1]}},"
              "\"lanes\":{\"red\":[\"-\",\"-\"],\"green\":[\"bo\",\"-\"]},"
              "\"wounds\":{\"ana\":[1]},\"deck\":[],\"ready\":false,\"place\":3,\"spots\":[0,8],"
              "\"wide\":500,\"huge\":0,\"table\":{\"seats\":2}}");
}

TEST(core_position_stands_on_its_base)
{
    struct vl_rules r = core_rules(&toy_game, "");
    struct toy_state s, whole;

    CHECK_STR(core_read(&r, &s.base, "{}"), ""); /* T3 fits the options */
    CHECK_EQ(s.hero_of[2], 2);
    CHECK_EQ(s.hero[1].hp, 2);
    CHECK_EQ(s.pad[0], 0); /* the base does not count as given */
    CHECK_STR(core_read(&r, &s.base,
                        "{\"base\":\"T3\",\"active\":\"bo\",\"heroes\":{\"bo\":{\"hp\":3}}}"),
              "");
    CHECK_EQ(s.active, 1);
    CHECK_EQ(s.hero[1].hp, 3);
    CHECK_EQ(s.hero[0].hp, 4);
    CHECK_EQ(s.pad[0], 2);
    CHECK_STR(core_read(&r, &s.base, "{\"base\":\"T9\"}"), "unknown 3 /base");
    CHECK_STR(core_read(&r, &s.base, "{\"base\":\"T2\"}"), "mismatch 3 /base");

    /* a whole position stands on nothing: nobody sits here */
    toy_game.fresh(&r, &whole.base);
    whole.pad[0] = 3;
    CHECK_STR(core_read(&r, &s.base, core_written(&r, &whole.base, VL_ANYONE, true)), "");
    CHECK(memcmp(&s, &whole, sizeof s) == 0);
    whole.secret = 77; /* what a viewer is not told has its default */
    CHECK_STR(core_read(&r, &s.base, core_written(&r, &whole.base, 0, false)), "");
    CHECK_EQ(s.secret, 5);
    CHECK_EQ(s.hero_of[2], VL_NONE);
}

TEST(core_position_lists_and_maps_are_replaced_or_merged)
{
    struct vl_rules r = core_rules(&toy_game, "");
    struct toy_state s;

    CHECK_STR(core_read(&r, &s.base, "{\"deck\":[\"di\",\"-\"]}"), "");
    CHECK_EQ(s.deck_len, 2);
    CHECK_EQ(s.deck[0], 3);
    CHECK_EQ(s.deck[1], VL_NONE);
    CHECK_EQ(s.deck[2], 7); /* as in a fresh state */
    CHECK_STR(core_read(&r, &s.base, "{\"heroes\":{\"ana\":{\"shield\":true,\"pair\":[6,2]}}}"),
              "");
    CHECK_EQ(s.hero[0].markers, 1);
    CHECK_EQ(s.hero[0].pair[0], 6);
    CHECK_EQ(s.hero[1].hp, 2); /* the base's */
    CHECK_STR(core_read(&r, &s.base, "{\"secret\":6,\"active\":2,\"ready\":true}"), "");
    CHECK_EQ(s.active, 2);
    CHECK_EQ(s.secret, 6);
    CHECK_EQ(s.ready, 1);
    /* the order in the document does not matter */
    CHECK_STR(core_read(&r, &s.base, "{\"active\":\"di\",\"sitting\":[\"di\",\"bo\",\"ana\"]}"),
              "");
    CHECK_EQ(s.active, 0);
}

TEST(core_position_faults_are_found_and_placed)
{
    struct vl_rules r = core_rules(&toy_game, "");
    struct toy_state s, before;
    static const struct {
        const char *json, *fault;
    } cases[] = {
        { "[]", "syntax 3 " },
        { "{\"gaem\":\"toy\"}", "unknown 3 /gaem" },
        { "{\"game\":\"chess\"}", "mismatch 3 /game" },
        { "{\"game\":7}", "mismatch 3 /game" },
        { "{\"options\":{\"seats\":2}}", "mismatch 3 /options" },
        { "{\"options\":{\"seats\":8}}", "range 4 /options/seats" },
        { "{\"active\":\"di\"}", "unknown 3 /active" },
        { "{\"active\":\"zed\"}", "unknown 3 /active" },
        { "{\"active\":3}", "range 3 /active" },
        { "{\"active\":true}", "syntax 3 /active" },
        { "{\"sitting\":[\"ana\",\"bo\",\"cy\",\"di\"]}", "range 3 /sitting" },
        { "{\"sitting\":[\"ana\",\"zed\",\"cy\"]}", "unknown 3 /sitting/1" },
        { "{\"sitting\":[\"ana\",\"bo\"]}", "invalid 3 /sitting" },
        { "{\"sitting\":\"ana\"}", "syntax 3 /sitting" },
        { "{\"heroes\":{\"di\":{}}}", "unknown 3 /heroes/di" },
        { "{\"heroes\":{\"zed\":{}}}", "unknown 3 /heroes/zed" },
        { "{\"heroes\":{\"bo\":{\"hp\":5}}}", "range 3 /heroes/bo/hp" },
        { "{\"heroes\":{\"bo\":{\"hp\":-1}}}", "range 3 /heroes/bo/hp" },
        { "{\"heroes\":{\"bo\":{\"hp\":1.5}}}", "range 3 /heroes/bo/hp" },
        { "{\"heroes\":{\"bo\":{\"hp\":\"1\"}}}", "syntax 3 /heroes/bo/hp" },
        { "{\"heroes\":{\"bo\":{\"hp\":null}}}", "syntax 3 /heroes/bo/hp" },
        { "{\"heroes\":{\"bo\":{\"mana\":1}}}", "unknown 3 /heroes/bo/mana" },
        { "{\"heroes\":{\"bo\":{\"shield\":1}}}", "syntax 3 /heroes/bo/shield" },
        { "{\"heroes\":{\"bo\":{\"pair\":[1]}}}", "range 3 /heroes/bo/pair" },
        { "{\"heroes\":{\"bo\":{\"pair\":[1,2,3]}}}", "range 3 /heroes/bo/pair" },
        { "{\"heroes\":{\"bo\":{\"pair\":[0,1]}}}", "range 3 /heroes/bo/pair/0" },
        { "{\"heroes\":{\"bo\":{\"pair\":[1,\"-\"]}}}", "syntax 3 /heroes/bo/pair/1" },
        { "{\"heroes\":{\"bo\":[]}}", "syntax 3 /heroes/bo" },
        { "{\"heroes\":[]}", "syntax 3 /heroes" },
        { "{\"lanes\":{\"red\":[\"ana\"]}}", "range 3 /lanes/red" },
        { "{\"lanes\":{\"red\":[\"ana\",1]}}", "syntax 3 /lanes/red/1" },
        { "{\"wounds\":{\"ana\":[0,4]}}", "range 3 /wounds/ana/1" },
        { "{\"wounds\":{\"ana\":[0,2,0]}}", "duplicate 3 /wounds/ana/2" },
        { "{\"spots\":[\"-\"]}", "range 3 /spots/0" },
        { "{\"spots\":[9]}", "range 3 /spots/0" },
        { "{\"place\":9}", "range 3 /place" },
        { "{\"place\":\"here\"}", "syntax 3 /place" },
        { "{\"ready\":0}", "syntax 3 /ready" },
        { "{\"wide\":65536}", "range 3 /wide" },
        { "{\"huge\":4294967296}", "range 3 /huge" },
        { "{\"secret\":4}", "range 3 /secret" },
        { "{\"wide\":666}", "invalid 5 /wide" },
        { "{\"huge\":666}", "invalid 5 " },
    };

    toy_game.fresh(&r, &s.base);
    before = s;
    for (int i = 0; i < VL_LEN(cases); i++) {
        CHECK_STR(core_read(&r, &s.base, cases[i].json), cases[i].fault);
        CHECK(memcmp(&s, &before, sizeof s) == 0);
    }
    struct vl_rules two = core_rules(&toy_game, "seats=2");
    CHECK_STR(core_read(&two, &s.base, "{\"lanes\":{\"blue\":[\"-\",\"-\"]}}"),
              "unknown 3 /lanes/blue");
    CHECK_STR(core_read(&two, &s.base, "{\"table\":{\"anything\":[1,2]}}"), "");
}

TEST(core_position_in_a_larger_document)
{
    static const char json[] = "{\"position\":{\"base\":\"T2\",\"options\":{\"size\":\"large\"},"
                               "\"wide\":666},\"other\":[{\"options\":{\"seats\":9}}, 5]}";
    struct vl_json_doc doc;
    struct vl_error err;
    struct vl_rules r, before;
    struct toy_state s, scratch;

    CHECK_EQ(vl_json_parse(&doc, json, strlen(json), nodes, NODES, NULL), VL_OK);
    uint32_t node = vl_json_pointer(&doc, "/position");
    vl_rules_init(&r, &toy_game, &toy_content, NULL);
    CHECK_EQ(vl_position_rules(&r, &doc, node, &err), VL_OK);
    CHECK_STR(options_text(&r, false), "seats=2 size=large level=9");
    CHECK_EQ(vl_position_read(&r, &s.base, &scratch.base, &doc, node, &err), VL_INVALID);
    CHECK_STR(err.where, "/position/wide");
    CHECK_EQ(err.rule, TOY_INVARIANT);

    vl_rules_init(&r, &toy_game, &toy_content, NULL);
    before = r;
    CHECK_EQ(vl_position_rules(&r, &doc, vl_json_pointer(&doc, "/other/0"), &err), VL_RANGE);
    CHECK_STR(err.where, "/other/0/options/seats");
    CHECK_EQ(vl_position_rules(&r, &doc, vl_json_pointer(&doc, "/other/1"), &err), VL_SYNTAX);
    CHECK_STR(err.where, "/other/1");
    CHECK(memcmp(r.option, before.option, sizeof r.option) == 0);
}

TEST(core_a_view_is_built)
{
    static struct vl_canvas c;
    struct vl_game wide = null_game;
    struct vl_move would = vl_move_of(NU_MV_TAKE, 9, 0);
    struct vl_rules r = core_rules(&null_game, "");
    struct nu_state s;

    wide.view_max = (struct vl_view_size){ 2, 2, 4, 2, 1 };
    struct vl_view *v = vl_canvas_clear(&c, &wide);
    vl_start(&r, &s.base, NULL);
    CHECK(vl_add_zone(v, "lane", VL_ZONE_TRACK, 500) == &v->zones[0]);
    CHECK(vl_add_zone(v, "pile", VL_ZONE_PILE, 0) == &v->zones[1]);
    CHECK_EQ(v->zones[0].cells, 500);
    struct vl_item *i = vl_add_item(v, VL_FAM_INT, 700, 247);
    vl_add_stat(v, "weight", -300);
    vl_add_stat_of(v, "left", 2, 3);
    vl_add_badge(v, "used");
    vl_why_not(v, &r, &s.base, would);
    struct vl_item *j = vl_add_item_in(v, 0, VL_FAM_INT, 8, 2);
    CHECK(i == &v->items[0] && j == &v->items[1] && v->len.items == 2);
    CHECK_EQ(i->id.index, 700);
    CHECK_EQ(i->zone * 1000 + i->pos, 1247);
    CHECK_EQ(j->zone * 1000 + j->pos, 2);
    vl_add_stat(v, "weight", 7);
    CHECK_EQ(v->stats[i->has.stats].value, -300);
    CHECK_EQ(v->stats[i->has.stats].max, -1);
    CHECK_EQ(v->stats[i->has.stats + 1].max, 3);
    CHECK_EQ(v->stats[j->has.stats].value, 7);
    vl_add_pip(v, i->id, true);
    CHECK(i->has.badges_len == 1 && i->has.stats_len == 2 && i->has.pips_len == 0);
    CHECK(j->has.pips_len == 1 && v->pips[j->has.pips].done);
    CHECK_EQ(i->why_not, vl_refuse(&r, &s.base, would, VL_ANYONE));
    CHECK(i->why_not != 0 && vl_move_eq(i->would, would));
    vl_add_seat(v, 1);
    vl_add_stat(v, "glory", 4);
    vl_add_badge(v, "active");
    CHECK(v->seats[1].has.stats_len == 1 && v->seats[1].has.badges_len == 1);
    CHECK_EQ(v->stats[v->seats[1].has.stats].value, 4);
    vl_say(&v->prompt, "n", VL_FAM_INT, 300);
    CHECK(v->prompt.len == 1 && v->prompt.args[0].value == 300);
    CHECK_EQ(vl_canvas_clear(&c, &wide)->len.items + v->len.stats + v->prompt.len, 0);
}

/* Who only asks for the prompt needs no memory for the rest. */
TEST(core_a_view_without_pools_keeps_its_prompt)
{
    struct vl_view v;
    struct vl_rules r = core_rules(&null_game, "");
    struct nu_state s;

    memset(&v, 0, sizeof v);
    vl_start(&r, &s.base, NULL);
    null_game.view(&r, &s.base, 0, &v);
    CHECK_STR(v.prompt.id, "take");
    CHECK_EQ(v.len.zones + v.len.items + v.len.stats, 0);
    vl_add_item(&v, VL_FAM_INT, 1, 0);
    vl_add_badge(&v, "used");
    vl_add_seat(&v, 0);
    vl_add_badge(&v, "active");
    CHECK_EQ(v.len.badges + v.seats[0].has.badges_len, 0);
    CHECK(sizeof v < 2048); /* it stands on stacks */
}

TEST(core_what_is_no_thing_is_not_touched)
{
    static const int nothing[] = { -1, VL_NONE, VL_BAD_KEY };

    for (int i = 0; i < VL_LEN(nothing); i++)
        CHECK_EQ(vl_ref_to(VL_FAM_GAME, nothing[i]).family, VL_FAM_NONE);
    CHECK_EQ(vl_ref_to(VL_FAM_GAME, VL_BAD_KEY - 1).family, VL_FAM_GAME);
    CHECK_EQ(vl_ref_to(VL_FAM_GAME, VL_BAD_KEY - 1).index, VL_BAD_KEY - 1);
}

TEST(core_the_first_of_a_list_is_taken)
{
    uint8_t list[] = { 7, 8, 9, 5 }, len = 3;
    static const uint8_t after[] = { 8, 9, 0, 5 };

    CHECK_EQ(vl_take_first(list, &len), 7);
    CHECK_EQ(len, 2);
    CHECK(memcmp(list, after, sizeof list) == 0);
    CHECK_EQ(vl_take_first(list, &len), 8);
    CHECK_EQ(vl_take_first(list, &len), 9);
    CHECK_EQ(len, 0);
    CHECK(list[0] == 0 && list[1] == 0 && list[3] == 5);
}

TEST(core_a_value_is_taken_out_of_a_list)
{
    uint8_t list[] = { 7, 8, 9, 5 }, len = 3;
    static const uint8_t after[] = { 7, 9, 0, 5 };

    vl_take_out(list, &len, 8);
    CHECK_EQ(len, 2);
    CHECK(memcmp(list, after, sizeof list) == 0);
    vl_take_out(list, &len, 9);
    vl_take_out(list, &len, 7);
    CHECK_EQ(len, 0);
    CHECK(list[0] == 0 && list[1] == 0 && list[3] == 5);
}

/* Stones of two seats' bags, of a pit, on a cart, in hand and dug up; `last` is no place. */
struct bag {
    uint8_t len, stones[3];
};

struct stones {
    struct vl_state base;
    uint8_t cart[2], pit_len, pit[4], last, in_hand;
    struct bag bags[3];
    uint32_t dug[2];
};

#define VL_OF struct bag
static const struct vl_field bag_fields[] = { VL_FIELD_INT("len", len, 0, 3),
                                              VL_FIELD_LIST("stones", stones, len, VL_FAM_GAME, 0),
                                              VL_FIELDS_END };
#undef VL_OF
#define VL_OF struct stones
static const struct vl_field stone_fields[] = { VL_FIELD_ROW("cart", cart, VL_FAM_GAME, 0, 0, 0),
                                                VL_FIELD_LIST("pit", pit, pit_len, VL_FAM_GAME, 0),
                                                VL_FIELD_KEY("last", last, VL_FAM_GAME),
                                                VL_FIELD_KEY("in_hand", in_hand, VL_FAM_GAME),
                                                VL_FIELD_MAP("bags", bags, VL_FAM_SEAT, 0,
                                                             bag_fields),
                                                VL_FIELD_BITS("dug", dug, VL_FAM_GAME, 64),
                                                VL_FIELDS_END };
#undef VL_OF

TEST(core_a_census_finds_every_thing_where_it_stands)
{
    static const char *const places[] = { "dug", "bags", "in_hand", "pit", "cart", NULL };
    static const uint8_t all[] = { 3, 7, 8, 9, 20, 21, 39 };
    struct vl_game g = { .fields = stone_fields };
    struct vl_rules r = { .game = &g };
    struct stones s = { .base = { .seats = 2 },
                        .cart = { VL_NONE, 3 },
                        .pit_len = 2,
                        .pit = { 7, 8, 30 }, /* past its end */
                        .last = 7,
                        .in_hand = 9,
                        .bags = { { 1, { 20 } }, { 1, { 21 } }, { 1, { 20 } } } };
    struct vl_census n;

    vl_set_put(s.dug, 39);
    n = vl_census(&r, &s.base, VL_FAM_GAME, 40, places);
    CHECK(n.twice == VL_WIDE_NONE && !n.strange);
    for (int stone = 0, k = 0; stone < 64; stone++) {
        bool there = k < VL_LEN(all) && all[k] == stone;
        CHECK_EQ(vl_set_has(n.seen, stone), there);
        k += there;
    }
    s.cart[0] = 21; /* and in a bag, which is looked at before */
    s.in_hand = VL_NONE;
    s.pit[1] = 39;
    n = vl_census(&r, &s.base, VL_FAM_GAME, 39, places);
    CHECK_EQ(n.twice, 39); /* in the pit; the cart comes later */
    CHECK(n.strange);
    CHECK(!vl_set_has(n.seen, 9));
    s.pit[1] = VL_NONE; /* a list has no gaps */
    vl_set_drop(s.dug, 39);
    n = vl_census(&r, &s.base, VL_FAM_GAME, 39, places);
    CHECK_EQ(n.twice, 21);
    CHECK(n.strange);
}
