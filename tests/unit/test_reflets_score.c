/* Reflets d'Acide, the count: each line of both columns alone (RA-SCO-01 to 13). */
#include "table.h"

static struct table t = TABLE(reflets);

/* ORDER RA_LINE_MAP: quest, leader, heroes, items, fallen, thwarted, living, relics, purse,
 * treasure, epic, tokens, sets */
static void check_lines(const char *json, const int team[RA_LINES], const int vils[RA_LINES])
{
    int16_t out[2][RA_LINES];
    int score[2], sum[2] = { 0, 0 };

    table_load(&t, json);
    ra_count(&t.r, &t.s.reflets, out);
    for (int i = 0; i < RA_LINES; i++) {
        CHECK_EQ(100 * i + out[0][i], 100 * i + team[i]);
        CHECK_EQ(100 * i + out[1][i], 100 * i + vils[i]);
        sum[0] += team[i];
        sum[1] += vils[i];
    }
    ra_score(&t.r, &t.s.reflets, score);
    CHECK_EQ(score[0], sum[0]);
    CHECK_EQ(score[1], sum[1]);
}

#define START "{'base':'BASE1','phase':'turn_end','turn':9,"

TEST(reflets_counts_every_line_of_both_columns)
{
    RULE("RA-SCO-01");
    RULE("RA-SCO-02");
    RULE("RA-SCO-03");
    RULE("RA-SCO-04");
    RULE("RA-SCO-05");
    RULE("RA-SCO-06");
    RULE("RA-SCO-07");
    RULE("RA-SCO-08");
    RULE("RA-SCO-09");
    RULE("RA-SCO-10");
    RULE("RA-SCO-11");
    RULE("RA-SCO-12");
    RULE("RA-SCO-13");
    RULE("RA-VIL-16");
    static const int team[RA_LINES] = { 15, 10, 10, 10, 10, 5, 10, 5, 10, 8, 7, 0, 15 },
                     vils[RA_LINES] = { 0, 10, 10, 10, 10, 0, 12, 0, 16, 0, 0, 14, 10 };

    check_lines(
        START "'heroes':['H10','H11','H16','H60'],'holders':{'L03':'H10','L04':'H10','X02':'H10'},"
              "'vteam':['H02','H04','H12','H13','H14','H15'],'lasting':['step1','step2','treasure']"
              ",'treasure':'TR5',"
              "'epic':7,'cards':{'H01':'purse','C11':'purse','B01':'purse','H17':'vils_pile',"
              "'L11':'vils_pile','L12':'vils_pile','L13':'vils_pile','X03':'vils_pile',"
              "'C18':'vils_pile','B04':'vils_pile','D01':'vils_pile'},"
              "'laid':{'Z04':'purse','Z01':'purse','Z02':'vils_pile'},"
              "'tokens':{'red2':{'lies':'vils'},'red3':{'lies':'vils'},'grey2':{'lies':'vils'},"
              "'grey4':{'lies':'vils'},'grey5':{'lies':'vils'},'red1':{'kind':'LUCK','lies':'A'}},"
              "'gems':{'A':[2,3,2,4,2],'B':[1,2,1,1,1],'V':[3,2,2,2,3]}}",
        team, vils);
}

TEST(reflets_counts_nothing_where_nothing_is)
{
    RULE("RA-SCO-01");
    RULE("RA-SCO-06");
    RULE("RA-SCO-09");
    RULE("RA-SCO-15");
    static const int team[RA_LINES] = { 15, 0, 0, 0, 0, 5, 4, 0, 0, 0, 0, 0, 0 },
                     vils[RA_LINES] = { 0, 0, 0, 0, 0, 0, 13, 0, 0, 8, 0, 0, 0 };

    check_lines(START "'heroes':['H60'],'vteam':['H10','H11','H12','H13','H14','H15'],'lasting':['"
                      "step1','step2','vils_treasure'],"
                      "'treasure':'TR5','holders':{'L47':'H60','L03':'H60'},'cards':{'D01':'a'},"
                      "'gems':{'A':[0,4,4,4,4],'B':[4,4,4,4,0],'V':[0,3,3,3,3]}}",
                team, vils);
}

/* RA-SCO-08: three boards are counted one by one. */
TEST(reflets_counts_sets_on_three_boards)
{
    RULE("RA-SCO-08");
    int16_t out[2][RA_LINES];

    table_load(&t, "{'base':'BASE3','phase':'turn_end','turn':9,'gems':{'A':[1,1,1,1,1],"
                   "'B':[4,4,3,4,4],'C':[2,2,2,2,2]}}");
    ra_count(&t.r, &t.s.reflets, out);
    CHECK_EQ(out[0][RA_LINE_SETS], 30);
    CHECK_EQ(out[1][RA_LINE_SETS], 5);
}
