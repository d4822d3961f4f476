/* Which rules stand behind a move: those that apply to it as it is, at this moment. */
#include "table.h"

#include "text/rules.h"

#include <string.h>

/* The rules behind a notation, "RM-MOVE-02 RM-MOVE-05"; it must be legal. */
static const char *behind(struct table *t, const char *notation)
{
    struct vl_buf b = vl_buf_on(t->word, sizeof t->word);
    struct vl_move m = { 0 };
    struct vl_touch touch;

    CHECK_EQ(vl_move_parse(&t->r, notation, strlen(notation), &m), 0);
    CHECK_EQ(vl_refuse(&t->r, &t->s.base, m, VL_ANYONE), 0);
    vl_touch_of(&t->r, &t->s.base, m, &touch);
    for (int i = 0; i < VL_LEN(touch.rules) && touch.rules[i]; i++) {
        vl_put(&b, i ? " " : "");
        vl_put(&b, vl_rule_texts[touch.rules[i]].id);
    }
    return t->word;
}

TEST(why_of_a_move_is_the_rule_of_its_rune_and_of_who_stands_there)
{
    RULE("RM-MOVE-01");
    RULE("RM-MOVE-02");
    RULE("RM-MOVE-03");
    RULE("RM-MOVE-05");
    RULE("RM-MOVE-06");
    RULE("RM-MARK-12");
    RULE("RM-MOVE-12");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'neltai','event':'swiftness',"
                   "'dice':['blue','violet','white','yellow']}");
    CHECK_STR(behind(&t, "move 0 blue"), "RM-MOVE-01 RM-MOVE-05");
    CHECK_STR(behind(&t, "move 1 blue"), "RM-MOVE-02 RM-MOVE-05");
    CHECK_STR(behind(&t, "move 3 yellow"), "RM-MOVE-01 RM-MOVE-05");
    CHECK_STR(behind(&t, "mark_move 2 blue"), "RM-MARK-12 RM-MOVE-05 RM-MARK-01");
    CHECK_STR(behind(&t, "free_move blue"), "RM-MOVE-12 RM-MOVE-05 RM-EVT-25");
    for (int seat = 0; seat < 4; seat++) /* nobody is left on the blue path */
        if (t.s.runemasters.g[seat].path == 1)
            t.s.runemasters.g[seat].path = VL_NONE;
    CHECK_STR(behind(&t, "move 1 blue"), "RM-MOVE-02 RM-MOVE-06");
    CHECK_STR(behind(&t, "mark_move 2 blue"), "RM-MARK-12 RM-MOVE-06 RM-MARK-01");
    CHECK_STR(behind(&t, "free_move blue"), "RM-MOVE-12 RM-MOVE-06 RM-EVT-25");
    table_load(&t, "{'base':'D3','active':'ismoros','dice':['yellow','blue','white','red']}");
    CHECK_STR(behind(&t, "move 0 blue"), "RM-MOVE-03 RM-MOVE-05");
}

TEST(why_stands_in_the_log_as_it_was_told_before_the_move)
{
    RULE("RM-MOVE-01");
    RULE("RM-MOVE-02");
    RULE("RM-MOVE-03");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'neltai','dice':['blue','violet','white','yellow']}");
    table_play(&t, "move 1 green", "move 0 blue");
    CHECK_EQ(table_event(&t, RM_EV_SWAPPED, 0)->rule, RM_MOVE_02);
    CHECK_EQ(table_event(&t, RM_EV_SWAPPED, 1)->rule, RM_MOVE_01);
    table_load(&t, "{'base':'D3','active':'ismoros','dice':['yellow','blue','white','red']}");
    table_forget(&t);
    table_play(&t, "move 0 blue");
    CHECK_EQ(table_event(&t, RM_EV_SWAPPED, 0)->rule, RM_MOVE_03);
}

TEST(why_of_an_exchange_tells_an_empty_place_from_a_taken_one)
{
    RULE("RM-MARK-07");
    RULE("RM-MARK-08");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'neltai','dice':['white','red','blue','red'],"
                   "'paths':{'red':['troll_red','-','-','-','-'],'blue':['troll_blue','-','-',"
                   "'-','-']}}");
    CHECK_STR(behind(&t, "mark_swap 0 red 1 blue"), "RM-MARK-06 RM-MARK-07 RM-MARK-01");
    CHECK_STR(behind(&t, "mark_swap 0 red 1 green"), "RM-MARK-06 RM-MARK-08 RM-MARK-01");
}

TEST(why_of_a_reroll_is_the_price_in_force)
{
    RULE("RM-RRL-01");
    RULE("RM-RRL-02");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'neltai','dice':['white','red','blue','red']}");
    CHECK_STR(behind(&t, "reroll 0"), "RM-RRL-01 RM-RRL-03 RM-DIE-09");
    table_load(&t, "{'base':'D4','active':'neltai','event':'mana_drain',"
                   "'dice':['white','red','blue','red']}");
    CHECK_STR(behind(&t, "reroll 0"), "RM-RRL-02 RM-RRL-03 RM-DIE-09");
}

TEST(why_of_an_ultimate_tells_its_first_use_from_its_second)
{
    RULE("RM-ULT-02");
    RULE("RM-ULT-03");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'ismoros','dice':['white','red','blue','red'],"
                   "'guardians':{'ismoros':{'ult':[4,1]}}}");
    CHECK_STR(behind(&t, "ultimate"), "RM-ULT-20 RM-ULT-01 RM-ULT-02");
    table_load(&t, "{'base':'D4','active':'ismoros','dice':['white','red','blue','red'],"
                   "'guardians':{'ismoros':{'ult':[4,2]}}}");
    CHECK_STR(behind(&t, "ultimate"), "RM-ULT-20 RM-ULT-01 RM-ULT-03");
}

TEST(why_of_an_action_is_how_often_it_may_be_used)
{
    RULE("EN-ACT-05");
    RULE("EN-ACT-06");
    RULE("EN-ACT-07");
    static struct table t = TABLE(enchanters);
    static const char *const kind[][2] = { { "'once'", "EN-ACT-02 EN-ACT-05" },
                                           { "'double'", "EN-ACT-02 EN-ACT-06" },
                                           { "'multi'", "EN-ACT-02 EN-ACT-07" } };

    for (int i = 0; i < VL_LEN(kind); i++) {
        table_with(&t, "/villages/0/abilities/2/kind", kind[i][0]);
        table_load(&t, "{'road':['gob_axe']}");
        CHECK_STR(behind(&t, "use village 2"), kind[i][1]);
        table_plain(&t);
    }
}

TEST(why_of_a_journey_is_that_of_the_card)
{
    RULE("EN-TURN-05");
    RULE("EN-TURN-06");
    RULE("EN-SET-05");
    RULE("EN-SET-06");
    static struct table t = TABLE(enchanters);

    table_load(&t, "{'road':['gob_axe','gob_goblin'],'atk':9}");
    CHECK_STR(behind(&t, "journey 0"), "EN-TURN-05 EN-ROAD-02");
    CHECK_STR(behind(&t, "journey 1"), "EN-TURN-06 EN-ROAD-02 EN-ROAD-04");
    table_open(&t, "players=2 kingdom_mode=draft");
    CHECK_STR(behind(&t, "pick_kingdom goblins"), "EN-SET-06 EN-SET-20");
    table_open(&t, "players=3 kingdom_mode=draft");
    CHECK_STR(behind(&t, "pick_kingdom goblins"), "EN-SET-05 EN-SET-20");
}
