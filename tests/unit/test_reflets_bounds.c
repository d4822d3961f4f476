/* Reflets d'Acide: how long lists of decisions and of chance can become (choices_max, moves_max),
 * each kind of list at the position that makes it longest, and that every game ends. */
#include "games/reflets/reflets.h"
#include "table.h"

#include <stdio.h>

static struct table t = TABLE(reflets);

static int listed(void)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t.r, &t.s.base, list);

    CHECK(n <= (t.s.base.actor == VL_CHANCE ? t.game->moves_max : t.game->choices_max));
    return n;
}

/* Every hero of a seat with two skills, nine worn items with one each, dilemmas and tokens in every
 * place, gems of every colour: what one asks for in a window. The cards are invented, so that no
 * pack has a longer list: skills of heroes 2 a place, of items 3 a hero, a dilemma and a token a
 * place. */
static void own_all(int players, const char *kind, const char *effect, const char *dilemma)
{
    static char skill[200], pair[420], one[300], card[220];
    static char at[66][40];
    static const char *changes[140];
    int n = 0;

    snprintf(skill, sizeof skill, "{'kind':'%s','do':[%s]}", kind, effect);
    snprintf(pair, sizeof pair, "[%s,%s]", skill, skill);
    snprintf(one, sizeof one,
             "{'key':'L%%02d','skill':%s,'gold':1,'name':{'fr':'L','en':'L'},'source':'designed'}",
             skill);
    for (int i = 0; i < 6; i++) {
        snprintf(at[n / 2], sizeof at[0], "/heroes/%d/skills", i);
        changes[n] = at[n / 2];
        changes[n + 1] = pair;
        n += 2;
    }
    static char items[18][260], cards[6][260];
    for (int i = 0; i < 18; i++) {
        snprintf(items[i], sizeof items[i], one, i + 1);
        snprintf(at[n / 2], sizeof at[0], "/loot/%d", i);
        changes[n] = at[n / 2];
        changes[n + 1] = items[i];
        n += 2;
    }
    for (int i = 0; i < 6; i++) {
        snprintf(card, sizeof card,
                 "{'key':'D%02d','kind':'%s','do':[%s],'name':{'fr':'D','en':'D'},"
                 "'source':'designed'}",
                 i + 1, dilemma, effect);
        snprintf(cards[i], sizeof cards[i], "%s", card);
        snprintf(at[n / 2], sizeof at[0], "/dilemmas/%d", i);
        changes[n] = at[n / 2];
        changes[n + 1] = cards[i];
        n += 2;
    }
    changes[n] = NULL;
    table_with_at(&t, changes, __FILE__, __LINE__);
    (void)players;
}

#define ITEMS(h, a, b, c) "'" a "':'" h "','" b "':'" h "','" c "':'" h "'"
#define WORN                                                                                       \
    "'holders':{" ITEMS("H01", "L01", "L02", "L03") "," ITEMS(                                     \
        "H02", "L04", "L05",                                                                       \
        "L06") "," ITEMS("H03", "L07", "L08",                                                      \
                         "L09") "," ITEMS("H04", "L10", "L11",                                     \
                                          "L12") "," ITEMS("H05", "L13", "L14",                    \
                                                           "L15") "," ITEMS("H06", "L16", "L17",   \
                                                                            "L18") "},"            \
                                                                                   "'active':['"   \
                                                                                   "L01','L02','"  \
                                                                                   "L03','L04','"  \
                                                                                   "L05','L06','"  \
                                                                                   "L07','L08','"  \
                                                                                   "L09','L10','"  \
                                                                                   "L11','L12','"  \
                                                                                   "L13',"         \
                                                                                   "'L14','L15','" \
                                                                                   "L16','L17','"  \
                                                                                   "L18'],"
#define TEAM "'heroes':['H01','H02','H03','H04','H05','H06'],'quest':'Q01','treasure':'TR1',"
#define WAITING(b)                                                                                 \
    "'cards':{'D01':'a','D02':'a','D03':'a','D04':'" b "','D05':'" b "','D06':'" b "'},"
#define TOKENS                                                                                     \
    "'tokens':{'green1':{'kind':'PURSE','lies':'A'},'green2':{'kind':'VISION','lies':'A'},"        \
    "'green3':{'kind':'LUCK','lies':'A'},'red1':{'kind':'PURSE','lies':'B'},"                      \
    "'red2':{'kind':'VISION','lies':'B'},'red3':{'kind':'LUCK','lies':'B'},"                       \
    "'green4':{'lies':'road','at':'W21'},'green5':{'lies':'road','at':'W28'},"                     \
    "'green6':{'lies':'road','at':'W34'},'green7':{'lies':'road','at':'W41'}},"
#define GEMS "'gems':{'A':[3,3,3,3,3],'B':[3,3,3,3,3]}"

TEST(ra_no_window_offers_more_than_there_are_places_for)
{
    RULE("RA-ACT-10");
    RULE("RA-ACT-14");
    own_all(1, "divine", "['gem',1]", "divine");
    /* 12 + 18 skills, 6 dilemmas, 6 tokens; alone: 2 x 5 transfers, 2 x 20 exchanges of two
     * colours, 6 dilemmas exchanged (all places are taken: none is moved), and passing */
    table_load(&t,
               "{'options':{'players':1},'phase':'bless'," TEAM WORN WAITING("b") TOKENS GEMS "}");
    CHECK_EQ(table_count(&t, "skill"), 30);
    CHECK_EQ(table_count(&t, "dilemma"), 6);
    CHECK_EQ(table_count(&t, "token"), 6);
    CHECK_EQ(table_count(&t, "transfer_gem"), 10);
    CHECK_EQ(table_count(&t, "exchange_gem"), 40);
    CHECK_EQ(listed(), 30 + 6 + 6 + 10 + 40 + 6 + 1);
    table_plain(&t);
}

TEST(ra_no_other_list_is_longer)
{
    RULE("RA-ACT-07");
    RULE("RA-ACT-20");
    RULE("RA-ACT-35");
    RULE("RA-ACT-40");
    RULE("RA-ACT-45");
    /* 7 x 4: the longest segment has four free squares, tokens laid one after the other */
    table_load(&t, "{'options':{'players':1},'phase':'setup_tokens'," TEAM
                   "'tokens':{'green1':{'lies':'unplaced','at':'-'},'green2':{'lies':'unplaced'},"
                   "'green3':{'lies':'unplaced'},'green4':{'lies':'unplaced'},"
                   "'green5':{'lies':'unplaced'},'green6':{'lies':'unplaced'},"
                   "'green7':{'lies':'unplaced'}}}");
    CHECK(listed() <= 28);
    /* every item is held, and may be placed, but one */
    table_load(&t, "{'options':{'players':1},'phase':'bless'," TEAM GEMS "}");
    for (int i = 0; i < RA_ITEMS; i++) {
        t.s.reflets.in[RA_ITEM0 + i] = RA_IN_HELD;
        t.s.reflets.holder[i] = t.s.reflets.team[0];
    }
    t.s.reflets.deck_len[1] = t.s.reflets.deck_len[3] = 0;
    struct vl_frame *f = vl_fx_push(&ra_machine, t.s.reflets.frames, &t.s.reflets.depth,
                                    RA_FROM_GAME, RA_LIST_EQUIP, 0);
    f->turn = 1;
    t.s.base.phase = RA_PH_EQUIP_ITEM;
    CHECK(listed() <= RA_ITEMS + 1);
    CHECK(listed() >= RA_ITEMS - 8); /* nothing cursed waits, or it must be worn first */
    /* what can be looked at: seven spaces, ten rooms, a token on each of 21 squares, four decks */
    table_load(&t, "{'options':{'players':1},'phase':'bless'," TEAM GEMS ",'cards':{'D27':'a'}}");
    table_play(&t, "dilemma D27");
    CHECK_EQ(listed(), RA_SPACES + RA_SLOTS + RA_TOKENS + 4 + 1);
    /* six dice, any of them: 63 sets */
    table_load(&t, "{'options':{'players':1},'phase':'obj_after','gold':1,'team':'W06'," TEAM
                   "'up':{'forest':'Z04'},'trial':'Z04','dice_len':6,'dice':{"
                   "'1':{'value':5,'hero':'H01'},'2':{'value':5,'hero':'H02'},"
                   "'3':{'value':5,'hero':'H03'},'4':{'value':5,'hero':'H04'},"
                   "'5':{'value':5,'hero':'H05'},'6':{'value':5,'hero':'H06'}},"
                   "'tokens':{'grey3':{'kind':'BONUS_DIE','lies':'A'}}}");
    table_play(&t, "token grey BONUS_DIE");
    CHECK_EQ(listed(), 63);
    /* chance: five dice are the longest throw, and there are more throws than cards of a deck */
    table_load(&t, "{'options':{'players':1},'phase':'automatic','stage':'roll','gold':1,"
                   "'team':'W45'," TEAM "'up':{'door':'P06'},'trial':'P06','objective':1}");
    CHECK_EQ(listed(), 252);
}

/* RA-ACT-39: heroes, creatures and critters, zones, all of them won. */
TEST(ra_the_longest_list_is_that_of_a_debt)
{
    RULE("RA-ACT-39");
    struct ra_state *s = &t.s.reflets;

    CHECK_EQ(t.game->choices_max, 128);
    CHECK_EQ(t.game->moves_max, 252);
    table_load(&t, "{'options':{'players':1},'phase':'automatic','stage':'dark','team':'W13'," TEAM
                   "'up':{'river':'Z09'},'trial':'Z09','gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]},"
                   "'laid':{'Z02':'purse'}}");
    CHECK_STR(table_phase(&t), "debt");
    for (int card = 0; card < RA_DECKED; card++)
        if (card < RA_HEROES || card >= RA_CREATURE0)
            s->in[card] = RA_IN_PURSE;
    for (int i = 0; i < RA_DOOR0 - RA_ZONE0; i++)
        s->laid[i] = RA_LAID_PURSE;
    CHECK_EQ(listed(), 63 + 24 + 36);
    /* a window after the roll: skills, dilemmas, tokens, gems and dilemmas exchanged, dice */
    own_all(1, "hazard", "['reduce','any',1,1]", "hazard");
    table_load(
        &t,
        "{'options':{'players':1},'phase':'obj_after','gold':1,'team':'W06'," TEAM WORN WAITING("b")
            TOKENS GEMS ",'up':{'forest':'Z04'},'trial':'Z04','dice_len':6,"
                        "'dice':{'1':{'value':5,'hero':'H01'},'2':{'value':5,'hero':'H02'},"
                        "'3':{'value':5,'hero':'H03'},'4':{'value':5,'hero':'H04'},"
                        "'5':{'value':5,'hero':'H05'},'6':{'value':5,'hero':'H06'}}}");
    CHECK_EQ(table_count(&t, "skill"), 30);
    CHECK_EQ(table_count(&t, "paid_reroll"), 6);
    CHECK_EQ(listed(), 111);
    table_plain(&t);
}

/* Turns are bounded by the option, what happens in one by what is used up in it: games of bots that
 * choose at random end, and never after more moves than a turn of theirs has. */
TEST(ra_every_game_ends)
{
    RULE("RA-END-06");
    RULE("RA-RUL-65");
    RULE("RA-RUL-66");
    struct vl_rng rng = vl_rng_seed(6);

    for (int game = 0; game < 12; game++) {
        char options[80];
        int moves = 0;

        snprintf(options, sizeof options, "players=%d turn_cap=10 quick_tokens=yes%s", 1 + game % 3,
                 game % 2 ? " ticks=5,5,5,5,5,5,5,5,5,0" : "");
        table_open(&t, options);
        while (t.s.base.actor != VL_OVER && moves < 4000) {
            listed();
            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
            moves++;
        }
        CHECK_EQ(t.s.base.actor, VL_OVER);
        CHECK(t.s.reflets.turn <= 10);
    }
}
