/* The greedy bot at Reflets d'Acide: positions with a folly on offer, and whole games. */
#include "bots/bot.h"
#include "games/reflets/reflets.h"
#include "table.h"

#include <stdio.h>

static struct table t = TABLE(reflets);

/* clang-format off */
#define SOLO "'options':{'players':1,'challenge':'pepere'},'quest':'Q01','vils_quest':'Q02','treasure':'TR1','turn':5"
#define SIX  "'heroes':['H03','H05','H10','H16','H22','H60']"

TEST(ra_greedy_brakes_when_it_is_chased)
{
    /* the Avatar is four squares behind and the die shows six: four must be braked at least */
    table_load(&t, "{" SOLO "," SIX ",'phase':'brake','stage':'gait','gold':6,'team':'W09','avatar':'W05','gems':{'A':[2,2,2,1,1],'B':[1,1,1,0,0]}}");
    struct vl_move m = table_ask(&t, &vl_bot_greedy, 1, 0).move;
    CHECK_EQ(m.kind, RA_MV_BRAKE);
    CHECK(m.arg[0] >= 3);
    CHECK_EQ(m.arg[1], 0);
    /* it is far away: gems are kept */
    table_load(&t, "{" SOLO "," SIX ",'phase':'brake','stage':'gait','gold':4,'team':'W33','avatar':'A03','gems':{'A':[1,1,1,1,1],'B':[1,1,1,1,1]}}");
    CHECK_EQ(table_ask(&t, &vl_bot_greedy, 1, 0).move.arg[0], 0);
}

TEST(ra_greedy_runs_from_the_avatar)
{
    table_load(&t, "{" SOLO "," SIX ",'phase':'gait','stage':'move','gold':1,'team':'W09','avatar':'W05','gems':{'A':[1,1,1,1,1],'B':[1,1,1,1,1]}}");
    CHECK_EQ(table_ask(&t, &vl_bot_greedy, 1, 0).move.kind, RA_MV_RUN);
    /* the zone is two squares away and stops it: walking brings a gem and is as far */
    table_load(&t, "{" SOLO "," SIX ",'phase':'gait','stage':'move','gold':5,'team':'W04','avatar':'A05','stacks':[1,1,1,1,1,1,1],'gems':{'A':[1,1,1,1,1],'B':[1,1,1,1,1]}}");
    CHECK_STR(table_greedy(&t), "walk");
}

TEST(ra_greedy_uses_aids_that_pay_and_no_others)
{
    /* four gems of a colour decide an objective that is nearly lost */
    table_load(&t, "{" SOLO ",'phase':'obj_before','gold':3,'team':'R01','avatar':'W20','lasting':['open_door'],'rooms':{'1':{'card':'S02','up':true}},'trial':'S02','objective':1,"
                   "'heroes':['H03','H05'],'gems':{'A':[1,1,1,1,4],'B':[1,1,1,1,1]}}");
    CHECK_STR(table_greedy(&t), "auto A");
    /* it cannot fail any more: nothing is spent */
    table_load(&t, "{" SOLO "," SIX ",'phase':'obj_before','gold':3,'team':'W06','avatar':'A05','up':{'forest':'Z04'},'trial':'Z04','eased':30,'gems':{'A':[4,1,1,1,1],'B':[1,1,1,1,1]}}");
    CHECK_STR(table_greedy(&t), "pass");
    /* a die is missing three points: the golden die brings them for nothing */
    table_load(&t, "{" SOLO "," SIX ",'phase':'obj_after','gold':3,'team':'W06','avatar':'A05','up':{'forest':'Z04'},'trial':'Z04','dice_len':6,"
                   "'dice':{'1':{'value':5,'hero':'H03'},'2':{'value':4,'hero':'H05'},'3':{'value':1,'hero':'H10'},'4':{'value':5,'hero':'H16'},'5':{'value':5,'hero':'H22'},'6':{'value':1,'hero':'H60'}}}");
    CHECK_EQ(table_ask(&t, &vl_bot_greedy, 1, 0).move.kind, RA_MV_GOLD_SUBST);
}

TEST(ra_greedy_keeps_heroes_alive)
{
    /* the die of the test would kill: the card that prevents it is played */
    table_load(&t, "{" SOLO "," SIX ",'phase':'bless','gold':2,'team':'W09','avatar':'A05','markers':[0,1,0,0,0,0],'cards':{'D04':'a'}}");
    CHECK_STR(table_greedy(&t), "dilemma D04");
    /* nobody is wounded: it is kept */
    table_load(&t, "{" SOLO "," SIX ",'phase':'bless','gold':2,'team':'W09','avatar':'A05','cards':{'D12':'a'}}");
    CHECK_STR(table_greedy(&t), "pass");
    /* nobody is given away for nothing while rooms are to be won */
    table_load(&t, "{" SOLO ",'heroes':['H03','H60'],'phase':'bless','gold':2,'team':'W09','avatar':'A05','gems':{'A':[4,1,1,1,1],'B':[1,1,1,1,1]}}");
    CHECK_STR(table_greedy(&t), "pass");
}

TEST(ra_greedy_pursues_the_quest)
{
    /* the relic of its quest rather than three cards */
    table_load(&t, "{" SOLO "," SIX ",'phase':'automatic','stage':'light','gold':3,'team':'R01','avatar':'W20','lasting':['open_door'],'rooms':{'1':{'card':'S02','up':true}},'trial':'S02'}");
    CHECK_STR(table_phase(&t), "relic_choice");
    CHECK_STR(table_greedy(&t), "relic");
    /* both steps done: through the portal, and not before */
    table_load(&t, "{" SOLO "," SIX ",'phase':'room','gold':3,'team':'R01','avatar':'G01','lasting':['open_door','portal','step1','step2','treasure','chosen'],'rooms':{'1':{'card':'S10','up':true,'won':true}},'cards':{'X02':'held'},'holders':{'X02':'H03'}}");
    CHECK_STR(table_greedy(&t), "portal");
    table_load(&t, "{" SOLO "," SIX ",'phase':'room','gold':3,'team':'R01','avatar':'W20','lasting':['open_door','portal','chosen'],'rooms':{'1':{'card':'S10','up':true,'won':true}}}");
    CHECK_STR(table_greedy(&t), "remain");
}

TEST(ra_greedy_leads_by_whom_the_quest_asks)
{
    table_load(&t, "{'options':{'players':1},'phase':'setup_team','offered':['Q02'],'treasure':'TR1','heroes':['H03','H05','H10','H22','H23','H60']}");
    CHECK_STR(table_greedy(&t), "swap_places 1 3"); /* the dwarf to the front */
    table_load(&t, "{'options':{'players':1},'phase':'setup_team','offered':['Q02'],'treasure':'TR1','heroes':['H10','H05','H03','H22','H23','H60']}");
    CHECK_STR(table_greedy(&t), "team_done");
}

TEST(ra_greedy_chooses_a_challenge_within_reach)
{
    table_load(&t, "{'options':{'players':1},'phase':'setup_challenge','quest':'Q01','vils_quest':'Q02','treasure':'TR1','heroes':['H03','H05','H22','H23','H60','H55']}");
    CHECK_STR(table_greedy(&t), "choose_challenge pepere");
    /* what is ticked five times brings nothing more; of the same gap the easier one */
    table_load(&t, "{'options':{'players':1,'ticks':[5,0,0,0,0,0,0,0,0,0]},'phase':'setup_challenge','quest':'Q01','vils_quest':'Q02','treasure':'TR1','heroes':['H03','H05','H22','H23','H60','H55']}");
    CHECK_STR(table_greedy(&t), "choose_challenge aise");
    /* with all that a campaign has brought, the summit */
    table_load(&t, "{'options':{'players':1,'ticks':[5,5,5,5,5,5,5,5,5,0]},'phase':'setup_challenge','quest':'Q01','vils_quest':'Q02','treasure':'TR1','heroes':['H10','H11','H12','H13','H14','H15']}");
    CHECK_STR(table_greedy(&t), "choose_challenge infernal");
}
/* clang-format on */

/* Whole games with a seed each: turns, 0 if the quest was not accomplished. */
static int play(const char *options, uint64_t seed)
{
    struct vl_rng rng = vl_rng_seed(seed);

    table_open(&t, options);
    for (int n = 0; t.s.base.actor != VL_OVER && n < 20000; n++) {
        struct vl_move m = t.s.base.actor == VL_CHANCE
                               ? vl_sample(&t.r, &t.s.base, &rng)
                               : table_ask(&t, &vl_bot_greedy, seed + (uint64_t)n, 0).move;
        if (!CHECK_EQ(vl_apply(&t.r, &t.s.base, m, VL_ANYONE, NULL), 0))
            return 0;
    }
    CHECK_EQ(t.s.base.actor, VL_OVER);
    return t.s.base.outcome == RA_BY_QUEST ? t.s.reflets.turn : 0;
}

TEST(ra_greedy_finishes_its_quest_in_a_good_part_of_the_games)
{
    for (int players = 1; players <= 3; players++) {
        int won = 0;

        for (uint64_t seed = 1; seed <= 16; seed++) {
            char options[40];
            snprintf(options, sizeof options, "players=%d challenge=pepere", players);
            int turns = play(options, seed);
            won += turns > 0;
            CHECK(turns <= 120);
        }
        CHECK(won >= 4); /* 45 to 55 % of many; random players finish none of a thousand */
    }
}
