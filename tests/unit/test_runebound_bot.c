/* The greedy bot at Runebound: positions with a folly on offer, and whole games. */
#include "bots/bot.h"
#include "games/runebound/runebound.h"
#include "rule_ids.h"
#include "table.h"

#include <string.h>

static struct table t = TABLE(runebound);

/* clang-format off */
#define TWO "'options':{'players':2}"

/* What the bot does until a phase comes, or `most` decisions were made; dice fall by a seed. */
static int play_until(int phase, int most)
{
    struct vl_rng rng = vl_rng_seed(7);
    int n = 0;

    while (t.s.base.actor != VL_OVER && t.s.base.phase != phase && n < most) {
        struct vl_move m = t.s.base.actor == VL_CHANCE ? vl_sample(&t.r, &t.s.base, &rng)
                                                       : table_ask(&t, &vl_bot_greedy, 1, 0).move;
        n += t.s.base.actor >= 0;
        if (!CHECK_EQ(vl_apply(&t.r, &t.s.base, m, VL_ANYONE, NULL), 0))
            return -1;
    }
    return n;
}

TEST(rb_greedy_begins_with_green_gems)
{
    table_load(&t, "{" TWO ",'phase':'move_plan','in_town':true,'players':[{'hero':'H11','gold':3},{'hero':'H06'}]}");
    CHECK(play_until(RB_PH_ARRIVE, 100) > 0);
    CHECK_EQ(t.s.runebound.active, 0);
    const struct rb_content *c = rb_content(&t.r);
    int site = c->hexes[t.s.runebound.p[0].hex].site;
    CHECK(site != VL_NONE && c->sites[site].colour == RB_GREEN);
    CHECK_STR(table_greedy(&t), "adventure");
}

TEST(rb_greedy_leaves_dragons_alone_until_it_is_ready)
{
    /* hex 225 has a red gem */
    CHECK_STR(table_greedy_at(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H06','hex':225,'prev_hex':224},{'hero':'H11'}]}"), "decline");
    CHECK_STR(table_greedy_at(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':225,'prev_hex':224,'counters':[3,4,3],'cards':['R17','R27','A27','A28']},{'hero':'H11'}]}"), "adventure");
    /* and a blue one is not for beginners either, while there are others */
    CHECK_STR(table_greedy_at(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H01','hex':150,'prev_hex':149,'wounds':2},{'hero':'H11'}]}"), "decline");
}

TEST(rb_greedy_fights_the_high_lord_when_his_dragons_are_dead)
{
    /* all five runes are out, and nobody has three: he is six weaker (RB-EX-21) */
    table_load(&t, "{'options':{'players':3},'phase':'arrive','players':[{'hero':'H05','hex':225,'prev_hex':224,'counters':[2,4,2],'cards':['R17','R27','A27','A28','D01']},{'hero':'H11','cards':['D02','D03']},{'hero':'H06','cards':['D04','D05']}],"
                   "'cards':{'D06':{'place':'out'}},'sites':{'SR01':'empty','SR02':'empty','SR03':'empty','SR04':'empty','SR05':'empty','SR07':'empty'}}");
    CHECK_STR(table_greedy(&t), "adventure");
}

TEST(rb_greedy_heals_and_buys_where_it_can)
{
    /* in town, nearly dead, with gold: it does not walk away */
    table_load(&t, "{" TWO ",'phase':'move_plan','in_town':true,'players':[{'hero':'H05','hex':123,'gold':4,'wounds':5},{'hero':'H06'}]}");
    CHECK(play_until(RB_PH_MARKET_ENTER, 20) >= 0);
    CHECK_EQ(t.s.runebound.p[0].hex, 123);
    CHECK_STR(table_greedy(&t), "enter_market");
    table_load(&t, "{" TWO ",'phase':'market','players':[{'hero':'H05','hex':123,'gold':4,'wounds':5},{'hero':'H06'}]}");
    CHECK_STR(table_greedy(&t), "heal H");
    /* not wounded: what its hands are made for */
    table_load(&t, "{" TWO ",'phase':'market','players':[{'hero':'H05','hex':123,'gold':5},{'hero':'H06'}],'cards':{'R10':{'place':'stack0'},'R11':{'place':'stack0'},'R47':{'place':'stack0'}}}");
    CHECK_STR(table_greedy(&t), "buy R11");
    table_load(&t, "{" TWO ",'phase':'market','players':[{'hero':'H01','hex':123,'gold':5},{'hero':'H06'}],'cards':{'R10':{'place':'stack0'},'R11':{'place':'stack0'}}}");
    CHECK_STR(table_greedy(&t), "buy R10");
    /* an ally that can be paid; nothing that cannot be used */
    table_load(&t, "{" TWO ",'phase':'market','players':[{'hero':'H05','hex':123,'gold':9},{'hero':'H06'}],'cards':{'A20':{'place':'stack0'},'R47':{'place':'stack0'}}}");
    CHECK_STR(table_greedy(&t), "hire A20");
    table_load(&t, "{" TWO ",'phase':'market','players':[{'hero':'H05','hex':123,'gold':3,'cards':['R03','R17']},{'hero':'H06'}],'cards':{'R07':{'place':'stack0'}}}");
    CHECK_STR(table_greedy(&t), "leave_market");
    /* a third weapon is sold, the worst of three */
    table_load(&t, "{" TWO ",'phase':'market','players':[{'hero':'H05','hex':123,'gold':7,'cards':['R01','R11']},{'hero':'H06'}],'cards':{'R03':{'place':'stack0'}}}");
    CHECK_STR(table_greedy(&t), "buy R03");
    table_play(&t, "buy R03");
    CHECK_STR(table_greedy(&t), "limit_discard R01");
}

TEST(rb_greedy_goes_to_a_market_that_it_needs)
{
    /* one life left and gold in the purse: Tamalir is two steps away, a green gem one */
    table_load(&t, "{" TWO ",'phase':'move','dice':[0,0,2,1],'players':[{'hero':'H11','hex':104,'prev_hex':85,'gold':5,'wounds':5},{'hero':'H06'}]}");
    CHECK(play_until(RB_PH_MARKET, 12) > 0);
    CHECK_EQ(t.s.runebound.p[0].hex, 123);
}

TEST(rb_greedy_learns)
{
    /* the brawler learns to brawl, where it is hit most it does not matter: never nothing */
    table_load(&t, "{" TWO ",'phase':'experience','players':[{'hero':'H05','hex':104,'xp_unspent':6},{'hero':'H06'}]}");
    CHECK(strncmp(table_greedy(&t), "buy_xp ", 7) == 0);
    table_load(&t, "{" TWO ",'phase':'experience','players':[{'hero':'H05','hex':104,'xp_unspent':5},{'hero':'H06'}]}");
    CHECK_STR(table_greedy(&t), "end_turn");
}

TEST(rb_greedy_fights_on_or_flees)
{
    RULE("RB-ESC-01");
    /* the Hydra against a beginner with two lives; fleeing is easy for it */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H06','hex':150,'prev_hex':149,'wounds':2},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw B07");
    CHECK_STR(table_greedy(&t), "try_escape");
    /* a green one in good health */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':85,'prev_hex':104},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw G09");
    CHECK_STR(table_greedy(&t), "stand");
    /* each attacks where it is strong: the ally with the bow, the hero with his fist */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':85,'prev_hex':104,'cards':['A22']},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw G04", "stand");
    CHECK_STR(table_greedy(&t), "attack A22");
    table_play(&t, "defend", "d20 20");
    CHECK_STR(table_greedy(&t), "attack H");
}

TEST(rb_greedy_uses_what_it_has)
{
    /* the die failed: it is thrown again; it did not: it is kept */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':85,'prev_hex':104,'cards':['R33']},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw G02", "stand", "defend", "d20 1");
    CHECK_STR(table_greedy(&t), "use R33 0");
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':85,'prev_hex':104,'cards':['R33']},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw G02", "stand", "defend", "d20 20");
    CHECK_STR(table_greedy(&t), "accept");
    /* armour before the last life is lost */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H04','hex':85,'prev_hex':104,'wounds':4},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw G03", "stand", "defend", "d20 1");
    CHECK_STR(table_greedy(&t), "use H04 0");
    /* a potion where it heals, before the next walk */
    table_load(&t, "{" TWO ",'phase':'move_plan','players':[{'hero':'H05','hex':104,'wounds':4,'cards':['R47']},{'hero':'H11'}]}");
    CHECK_STR(table_greedy(&t), "use R47 0");
    table_load(&t, "{" TWO ",'phase':'move_plan','players':[{'hero':'H05','hex':104,'cards':['R47']},{'hero':'H11'}]}");
    CHECK(strncmp(table_greedy(&t), "use", 3) != 0);
    /* a boost that makes sure of what is a matter of luck */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':85,'prev_hex':104},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw G02", "stand", "defend", "d20 20", "attack H");
    CHECK_STR(table_greedy(&t), "use H05 0");
}

TEST(rb_greedy_takes_what_is_offered)
{
    /* healing for a gold piece when wounded (N04), a card for fatigue (N09) */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H03','hex':85,'prev_hex':104,'gold':2,'wounds':3},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw N04", "d20 20");
    CHECK_STR(table_greedy(&t), "choose yes");
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H03','hex':150,'prev_hex':149},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw N09", "d20 20");
    CHECK_STR(table_greedy(&t), "choose yes");
    /* of a fallen hero's things the rune */
    table_load(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H09','hex':64,'prev_hex':65},{'hero':'H06','hex':64,'wounds':3,'cards':['R01','A20','D01']}],'sites':{'SR01':'empty'}}");
    table_play(&t, "attack_hero 1", "stand", "attack H", "d20 1", "d20 20");
    CHECK_STR(table_greedy(&t), "loot D01");
}

TEST(rb_greedy_attacks_heroes_only_when_it_pays)
{
    /* a wounded hero with a rune; a healthy one with nothing to take */
    CHECK_STR(table_greedy_at(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':64,'prev_hex':65,'counters':[2,2,2],'cards':['A20']},{'hero':'H06','hex':64,'wounds':3,'cards':['D01']}],'sites':{'SR01':'empty'}}"), "attack_hero 1");
    CHECK_STR(table_greedy_at(&t, "{" TWO ",'phase':'arrive','players':[{'hero':'H05','hex':64,'prev_hex':65,'cards':['A20']},{'hero':'H04','hex':64}]}"), "decline");
}

TEST(rb_greedy_rests_when_it_can_spare_the_dice)
{
    table_load(&t, "{" TWO ",'phase':'rest','rest':1,'to_roll':3,'players':[{'hero':'H11','hex':104,'fatigue':1,'cards':['A14']},{'hero':'H06'}],'cards':{'A14':{'place':'held0','fatigue':1}}}");
    CHECK_STR(table_greedy(&t), "rest H");
    /* a gem beside it: no dice are needed (RB-MOV-11) */
    CHECK_STR(table_greedy_at(&t, "{" TWO ",'phase':'move_plan','players':[{'hero':'H11','hex':104},{'hero':'H06'}]}"), "free_step_mode");
}
/* clang-format on */

/* Six bots end their game by a victory, and soon. */
TEST(rb_greedy_games_end)
{
    RULE("RB-OPT-07");
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct vl_rng rng = vl_rng_seed(seed);
        int decisions = 0;

        table_open(&t, seed % 2 ? "players=6" : "players=2 hero_mode=chosen");
        while (t.s.base.actor != VL_OVER && decisions < 20000) {
            struct vl_move m = t.s.base.actor == VL_CHANCE
                                   ? vl_sample(&t.r, &t.s.base, &rng)
                                   : table_ask(&t, &vl_bot_greedy, seed, 0).move;
            decisions += t.s.base.actor >= 0;
            vl_apply_legal(&t.r, &t.s.base, m, NULL);
        }
        CHECK_EQ(t.s.base.actor, VL_OVER);
        CHECK(t.s.base.outcome == RB_BY_RUNES || t.s.base.outcome == RB_BY_MARGATH);
        CHECK(t.s.runebound.round <= 150);
    }
}

/* RB-OPT-07: automatic play sets 300 unless told otherwise; people play without. */
TEST(rb_automatic_play_has_a_limit)
{
    struct vl_rules r;

    RULE("RB-OPT-07");
    RULE("RB-RUL-46");
    table_open(&t, "");
    CHECK_EQ(vl_option_get(&t.r, "round_limit", 0), 0);
    vl_rules_init(&r, t.game, t.pack.block, &t.pack.info);
    vl_options_automatic(&r);
    CHECK_EQ(vl_option_get(&r, "round_limit", 0), 300);
    CHECK_EQ(vl_option_set(&r, "round_limit", "0", NULL), VL_OK);
    CHECK_EQ(vl_option_get(&r, "round_limit", 0), 0);
}
