/* The options of Runemasters (RM-OPT) and what is refused before a game begins
 * (RM-BAD-03 to 08). */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const difficulties[] = { "initiation", "novice", "guardian", "hero", "legend" };

struct bad_options {
    const char *code, *where, *options;
};

TEST(rm_bad_options_are_refused_by_name)
{
    /* clang-format off */
    static const struct bad_options rows[] = {
        { "E_GUARDIAN_COUNT", "guardians", "guardians=1" },
        { "E_GUARDIAN_COUNT", "guardians", "guardians=0" },
        { "E_GUARDIAN_COUNT", "guardians", "guardians=5" },
        { "E_GUARDIAN_COUNT", "guardians", "guardians=-2" },
        { "E_GUARDIAN_COUNT", "guardians", "guardians=two" },
        { "E_GUARDIAN_COUNT", "guardians", "guardians=" },
        { "E_GUARDIAN_COUNT", "guardians", "guardians=99999999999999999999" },
        { "E_PLAYER_COUNT", "players", "players=0" },
        { "E_PLAYER_COUNT", "players", "players=5" },
        { "E_PLAYER_COUNT", "players", "guardians=2 players=3" },
        { "E_PLAYER_COUNT", "players", "guardians=3 players=4" },
        { "E_PLAYER_COUNT", "players", "guardians=2 players=3 controller=0,0" }, /* before the controllers */
        { "E_CONTROLLER", "controller", "players=2 controller=0,0,0,0" },
        { "E_CONTROLLER", "controller", "players=2 controller=0,1,2,0" },
        { "E_CONTROLLER", "controller", "guardians=2 controller.2=0" },
        { "E_CONTROLLER", "controller", "players=1 controller.3=1" },
        { "E_CONTROLLER", "controller", "controller=0,1,2,4" },
        { "E_DIFFICULTY", "difficulty", "difficulty=nightmare" },
        { "E_DIFFICULTY", "difficulty", "difficulty=" },
        { "E_DIFFICULTY", "difficulty", "difficulty=Novice" },
        { "E_ULT_START", "ultimate_start", "ultimate_start=0" },
        { "E_ULT_START", "ultimate_start", "ultimate_start=3" },
        { "E_ULT_START", "ultimate_start", "ultimate_start=never" },
        { "E_GUARDIAN_UNKNOWN", "preset_guardians", "preset_guardians=bob" },
        { "E_GUARDIAN_TAKEN", "preset_guardians", "preset_guardians=kulak,kulak" },
        { "E_SEAT", "preset_guardians", "guardians=2 preset_guardians=ask,ask,kulak" },
        { "E_PATH_UNKNOWN", "preset_paths", "preset_paths=purple" },
        { "E_PATH_NOT_IN_PLAY", "preset_paths", "guardians=3 preset_paths=yellow" },
        { "E_PATH_OCCUPIED", "preset_paths", "preset_paths=red,red" },
        { "E_SEAT", "preset_paths", "guardians=2 preset_paths=ask,ask,red" },
        { "E_SEAT", "preset_dean", "guardians=2 preset_dean=2" },
        { "E_SEAT", "preset_dean", "preset_dean=4" },
    };
    /* clang-format on */
    static struct table t = TABLE(runemasters);

    RULE("RM-BAD-03");
    RULE("RM-BAD-04");
    RULE("RM-BAD-05");
    RULE("RM-BAD-06");
    RULE("RM-BAD-07");
    RULE("RM-OPT-07");
    for (int i = 0; i < VL_LEN(rows); i++) {
        CHECK_STR(table_bad_options(&t, rows[i].options), rows[i].where);
        CHECK_STR(table_bad_rule(&t), rows[i].code);
    }
}

TEST(rm_no_ruling_is_an_option)
{
    static const char *const names[] = { "guardians",    "players",        "controller",
                                         "difficulty",   "ultimate_start", "preset_guardians",
                                         "preset_paths", "preset_dean" };
    static struct table t = TABLE(runemasters);

    RULE("RM-OPT-90");
    if (!CHECK_EQ(runemasters_game.options_len, VL_LEN(names)))
        return;
    for (int i = 0; i < VL_LEN(names); i++)
        CHECK_STR(runemasters_game.options[i].name, names[i]);
    CHECK_STR(table_bad_options(&t, "ruling=1"), "ruling");
    CHECK_STR(table_bad_options(&t, "RM-RUL-41=next"), "RM-RUL-41");
}

TEST(rm_two_to_four_guardians_four_by_default)
{
    static struct table t = TABLE(runemasters);
    char text[20];

    RULE("RM-OPT-01");
    table_open(&t, "");
    CHECK_EQ(t.s.base.seats, 4);
    for (int n = 2; n <= 4; n++) {
        snprintf(text, sizeof text, "guardians=%d", n);
        table_open(&t, text);
        CHECK_EQ(t.s.base.seats, n);
        CHECK_EQ(t.s.runemasters.temple, n == 2 ? 6 : 4);
    }
}

TEST(rm_as_many_players_as_guardians_or_fewer)
{
    static struct table t = TABLE(runemasters);
    char text[60];

    RULE("RM-OPT-02");
    RULE("RM-OPT-03");
    for (int n = 2; n <= 4; n++)
        for (int players = 0; players <= n; players++) { /* 0: not said */
            int used = players ? players : n;
            snprintf(text, sizeof text, players ? "guardians=%d players=%d" : "guardians=%d", n,
                     players);
            table_open(&t, text);
            CHECK_EQ(rm_derived(&t.r)->players, used);
            for (int seat = 0; seat < n; seat++)
                CHECK_EQ(vl_controller(&t.r, seat), seat % used);
        }
    table_open(&t, "guardians=4 players=2 controller=1,1,0,1");
    for (int seat = 0; seat < 4; seat++)
        CHECK_EQ(vl_controller(&t.r, seat), seat == 2 ? 0 : 1);
    /* who holds the seat decides, from any of its seats */
    CHECK_STR(table_refused_by(&t, "choose_guardian kulak", 2), "E_NOT_YOUR_TURN");
    CHECK_STR(table_refused_by(&t, "choose_guardian kulak", 3), "");
    CHECK_STR(table_refused_by(&t, "choose_guardian kulak", 0), "");
}

TEST(rm_difficulty_chooses_the_events_and_the_token)
{
    static const int events[][3] = {
        { 3, 1, 1 }, { 2, 2, 1 }, { 1, 3, 1 }, { 0, 4, 1 }, { 0, 5, 0 }
    };
    static struct table t = TABLE(runemasters);
    char text[60];

    RULE("RM-OPT-04");
    RULE("RM-OPT-05");
    for (int k = -1; k < VL_LEN(difficulties); k++)
        for (int start = 0; start <= 2; start++) { /* 0: auto */
            int level = k < 0 ? RM_DIFF_NOVICE : k;
            text[0] = '\0';
            if (k >= 0)
                snprintf(text, sizeof text, "difficulty=%s ultimate_start=%s", difficulties[level],
                         start == 0   ? "auto"
                         : start == 1 ? "1"
                                      : "2");
            table_open(&t, text);
            for (int kind = 0; kind < RM_CLASSES; kind++)
                CHECK_EQ(t.s.runemasters.events_to_come[kind], events[level][kind]);
            int slot = start && k >= 0 ? start : level == RM_DIFF_INITIATION ? 2 : 1;
            for (int seat = 0; seat < 4; seat++)
                CHECK(t.s.runemasters.g[seat].ult_slot == slot &&
                      t.s.runemasters.g[seat].ult_side == 1);
        }
}

TEST(rm_presets_skip_the_matching_decisions)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-OPT-07");
    table_open(&t,
               "guardians=2 preset_guardians=kyreas,neltai preset_paths=yellow,red preset_dean=1");
    CHECK_STR(table_phase(&t), "setup_decks");
    CHECK_STR(table_str(&t, "/guardians/kyreas/path"), "yellow");
    CHECK_STR(table_str(&t, "/guardians/neltai/path"), "red");
    table_play(&t, "draw troll_red", "draw troll_blue", "draw troll_green");
    CHECK_STR(table_phase(&t), "round_start");
    CHECK_EQ(t.s.runemasters.dean, 1);
    table_open(&t, "guardians=3 preset_guardians.1=kulak preset_paths.2=red");
    CHECK_EQ(table_count(&t, "choose_guardian"), 3); /* Kulak is kept for seat 1 */
    table_play(&t, "choose_guardian neltai");
    CHECK_EQ(t.s.runemasters.active, 2); /* seat 1 was not asked */
    table_play(&t, "choose_guardian kyreas");
    CHECK_EQ(table_count(&t, "place_guardian"), 2);
    CHECK_STR(table_refused(&t, "place_guardian red"), "E_PATH_OCCUPIED");
    table_play(&t, "place_guardian blue", "place_guardian green");
    CHECK_STR(table_str(&t, "/guardians/kyreas/path"), "red");
    table_play(&t, "draw troll_red", "draw troll_blue", "draw troll_green");
    CHECK_STR(table_phase(&t), "setup_dean"); /* not preset: asked */
}

/* ---- content ---- */

/* The built-in pack with the first `from` after `key` replaced; to be freed. */
static char *changed_pack(const struct table *t, const char *key, const char *from, const char *to)
{
    const char *at = strstr(strstr(t->pack.json, key), from);
    size_t head = (size_t)(at - t->pack.json), len = strlen(t->pack.json) + strlen(to) + 1;
    char *text = malloc(len);

    VL_VERIFY(text != NULL);
    snprintf(text, len, "%.*s%s%s", (int)head, t->pack.json, to, at + strlen(from));
    return text;
}

TEST(rm_a_corrected_table_replaces_the_built_in_one)
{
    static struct table t = TABLE(runemasters);
    struct vl_pack pack = { 0 };

    RULE("RM-OPT-08");
    table_load(&t, "{'base':'D4','active':'neltai','dice':['violet','violet','red','red'],"
                   "'paths':{'red':['archer_red_1','-','-','-','-']}}");
    CHECK_STR(table_refused(&t, "hit 0"), "E_NO_MATCHING_WEAK_POINT");
    char *text = changed_pack(&t, "\"archer_red_1\"", "[\"red\", \"blue\"]",
                              "[\"violet\", \"violet\"]");
    if (!CHECK_EQ(vl_pack_read(&pack, &runemasters_game, text, strlen(text), NULL), VL_OK))
        return;
    t.r.content = pack.block; /* the same position under the other table */
    CHECK_EQ(vl_rules_prepare(&t.r, NULL), VL_OK);
    CHECK_STR(table_refused(&t, "hit 2"), "E_NO_MATCHING_WEAK_POINT");
    table_play(&t, "hit 0", "hit 1");
    CHECK_STR(table_str(&t, "/discard"), "['archer_red_1']");
    vl_pack_free(&pack);
    free(text);
}

TEST(rm_a_table_that_fails_its_checks_is_refused)
{
    static const char *const faults[][3] = {
        { "\"troll_red\"", "[\"red\", \"green\", \"violet\"]", "[\"red\", \"green\"]" },
        { "\"dragon_red\"", "[\"red\", \"red\", \"red\"]", "[\"red\", \"red\", \"blue\"]" },
        { "\"dragon_red\"", "\"hp\": 1", "\"hp\": 2" },
        { "\"archer_red_1\"", "\"colour\": \"red\"", "\"colour\": \"blue\"" },
        { "\"archer_red_1\"", "\"two_player\": true", "\"two_player\": false" },
        { "\"archer_red_1\"", "\"red\", \"blue\"", "\"red\", \"white\"" },
        { "\"shadow_red\"", "\"type\": \"shadow\"", "\"type\": \"archer\"" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-BAD-08");
    table_open(&t, "");
    for (int i = 0; i < VL_LEN(faults); i++) {
        struct vl_pack pack = { 0 };
        struct vl_fault_list list = { 0 };
        char *text = changed_pack(&t, faults[i][0], faults[i][1], faults[i][2]);

        CHECK(vl_pack_read(&pack, &runemasters_game, text, strlen(text), &list) != VL_OK);
        CHECK(pack.block == NULL); /* never half loaded */
        if (CHECK(list.len > 0)) {
            CHECK_EQ(list.items[0].rule, RM_BAD_08);
            CHECK(list.items[0].where[0] == '/' && list.items[0].what[0] != '\0');
        }
        vl_fault_list_free(&list);
        free(text);
    }
}
