/* The invariants of Runemasters (RM-INV): each one broken in a loaded position
 * is refused by name, and no game played by the rules ever breaks one. */
#include "table.h"

#include <stdio.h>
#include <string.h>

/* ---- positions that are refused ---- */

struct broken {
    const char *rule;  /* the code word or id that refuses */
    const char *where; /* the field at fault */
    const char *json;
};

static void check_refused(const struct broken *rows, int n)
{
    static struct table t = TABLE(runemasters);

    for (int i = 0; i < n; i++) {
        char where[120];

        strcpy(where, table_bad_position(&t, rows[i].json));
        if (!CHECK_STR(where, rows[i].where) || where[0] == '\0' ||
            !CHECK_STR(table_bad_rule(&t), rows[i].rule))
            test_check(false, rows[i].json, __FILE__, __LINE__);
    }
}

#define CHECK_REFUSED(rows) check_refused((rows), VL_LEN(rows))

/* clang-format off */
#define ACT "'active':'kulak','dice':['red','blue','green','white']"

TEST(rm_inv_every_card_is_in_one_place)
{
    static const struct broken rows[] = {
        { "RM-INV-01", "/paths", "{'base':'D4'," ACT ",'paths':{'red':['troll_red','-','-','-','-'],'blue':['-','troll_red','-','-','-']}}" },
        { "RM-INV-01", "/discard", "{'base':'D4'," ACT ",'paths':{'red':['troll_red','-','-','-','-']},'discard':['troll_red']}" },
        { "RM-INV-01", "/unseen", "{'base':'D4'," ACT ",'paths':{'red':['troll_red','-','-','-','-']},'unseen':['troll_red']}" },
        { "RM-INV-01", "/unseen", "{'base':'D4'," ACT ",'discard':['troll_red'],'unseen':['troll_red']}" },
        { "RM-INV-01", "/unseen", "{'base':'D4'," ACT ",'unseen':['troll_red','troll_blue','troll_green','troll_yellow'],'to_come':4}" },
        { "RM-INV-01", "/unseen", "{'base':'D4'," ACT ",'unseen':[],'to_come':0}" },
        { "RM-INV-01", "/dawn_in", "{'base':'D4'," ACT ",'dawn_in':false}" },
        { "RM-INV-01", "/pile", "{'base':'D4'," ACT ",'pile':['troll_red']}" },
        { "RM-INV-01", "/pile", "{'base':'D4'," ACT ",'pile':['dawn','troll_red','dawn']}" },
        { "RM-INV-01", "/pile", "{'base':'D4'," ACT ",'pile':['troll_red','troll_red','dawn']}" },
        { "RM-INV-01", "/pile", "{'base':'D4'," ACT ",'pile':['troll_red','dawn'],'discard':['troll_red']}" },
        { "RM-INV-01", "/pile", "{'base':'D4'," ACT ",'pile':['troll_red','troll_blue','dawn'],'to_come':1}" },
        { "RM-INV-01", "/pile", "{'base':'D4'," ACT ",'pile':['-','dawn']}" },
        /* what is not eligible for two or three guardians */
        { "RM-INV-01", "/paths", "{'base':'D2'," ACT ",'paths':{'red':['sorcerer_red','-','-','-','-']}}" },
        { "RM-INV-01", "/discard", "{'base':'D2'," ACT ",'discard':['warrior_red']}" },
        { "RM-INV-01", "/discard", "{'base':'D3'," ACT ",'discard':['troll_yellow']}" },
        { "RM-INV-01", "/pile", "{'base':'D3'," ACT ",'pile':['troll_yellow','dawn']}" },
        { "RM-INV-01", "/discard", "{'base':'D2'," ACT ",'discard':['dragon_red','dragon_blue']}" },
        { "RM-INV-01", "/pile", "{'base':'D2'," ACT ",'pile':['dragon_red','dragon_blue','dawn']}" },
        { "RM-INV-01", "/pile", "{'base':'D2'," ACT ",'pile':['dragon_red','dawn'],'discard':['dragon_blue']}" },
        { "RM-INV-01", "/to_come", "{'base':'D2'," ACT ",'to_come':18}" },
    };

    RULE("RM-INV-01");
    CHECK_REFUSED(rows);
}

TEST(rm_inv_points_are_in_range)
{
    static const struct broken rows[] = {
        { "RM-INV-02", "/temple", "{'base':'D4'," ACT ",'temple':5}" },
        { "RM-INV-02", "/temple", "{'base':'D3'," ACT ",'temple':6}" },
        { "E_STATE_INVALID", "/temple", "{'base':'D2'," ACT ",'temple':7}" },
        { "E_STATE_INVALID", "/guardians/kulak/hp", "{'base':'D4'," ACT ",'guardians':{'kulak':{'hp':5}}}" },
        { "E_STATE_INVALID", "/guardians/kulak/hp", "{'base':'D4'," ACT ",'guardians':{'kulak':{'hp':-1}}}" },
        { "E_STATE_INVALID", "/guardians/kulak/mana", "{'base':'D4'," ACT ",'guardians':{'kulak':{'mana':5}}}" },
        { "E_STATE_INVALID", "/guardians/kulak/mana", "{'base':'D4'," ACT ",'guardians':{'kulak':{'mana':1e30}}}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-INV-02");
    CHECK_REFUSED(rows);
    table_load(&t, "{'base':'D4'," ACT "}");
    t.s.runemasters.g[2].hp = 5;
    CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_INVALID);
    t.s.runemasters.g[2].hp = 4;
    t.s.runemasters.g[0].mana = 200;
    CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_INVALID);
    t.s.runemasters.g[0].mana = 0;
    CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_OK);
}

TEST(rm_inv_the_dead_have_no_path_and_no_marker)
{
    static const struct broken rows[] = {
        { "RM-INV-03", "/guardians/neltai", "{'base':'D4'," ACT ",'guardians':{'neltai':{'hp':0}}}" },
        { "RM-INV-03", "/guardians/neltai", "{'base':'D4'," ACT ",'guardians':{'neltai':{'path':'-'}}}" },
        { "RM-INV-03", "/guardians/neltai", "{'base':'D4'," ACT ",'guardians':{'neltai':{'path':'-','hp':0,'shield':true}}}" },
        { "RM-INV-03", "/guardians/neltai", "{'base':'D4'," ACT ",'event':'poison','guardians':{'neltai':{'path':'-','hp':0,'poison':true}}}" },
        { "RM-INV-03", "/guardians/neltai", "{'base':'D4'," ACT ",'event':'guardian_angel','guardians':{'neltai':{'path':'-','hp':0,'angel':true}}}" },
        /* nobody dies before the game begins */
        { "RM-INV-03", "/guardians/kulak", "{'base':'D2','phase':'setup_place','guardians':{'kulak':{'path':'-','hp':0},'kyreas':{'path':'-'}}}" },
    };

    RULE("RM-INV-03");
    CHECK_REFUSED(rows);
}

TEST(rm_inv_nobody_shares_a_path)
{
    static const struct broken rows[] = {
        { "RM-INV-04", "/guardians/kulak", "{'base':'D4'," ACT ",'guardians':{'neltai':{'path':'green'}}}" },
        { "RM-INV-04", "/guardians/kyreas", "{'base':'D2'," ACT ",'guardians':{'kyreas':{'path':'red'}}}" },
        { "E_STATE_INVALID", "/guardians/neltai/path", "{'base':'D4'," ACT ",'guardians':{'neltai':{'path':'violet'}}}" },
    };

    RULE("RM-INV-04");
    CHECK_REFUSED(rows);
}

TEST(rm_inv_no_monster_lives_with_all_its_weak_points_wounded)
{
    static const struct broken rows[] = {
        { "RM-INV-05", "/wounds", "{'base':'D4'," ACT ",'paths':{'red':['troll_red','-','-','-','-']},'wounds':{'troll_red':[0,1,2]}}" },
        { "RM-INV-05", "/wounds", "{'base':'D4'," ACT ",'paths':{'red':['archer_red_1','-','-','-','-']},'wounds':{'archer_red_1':[0,1]}}" },
        { "RM-INV-05", "/wounds", "{'base':'D4'," ACT ",'wounds':{'troll_red':[0]}}" },
        { "RM-INV-05", "/wounds", "{'base':'D4'," ACT ",'discard':['troll_red'],'wounds':{'troll_red':[0]}}" },
        { "RM-INV-05", "/wounds", "{'base':'D4'," ACT ",'paths':{'red':['archer_red_1','-','-','-','-']},'wounds':{'archer_red_1':[2]}}" },
        { "E_STATE_INVALID", "/wounds/archer_red_1/0", "{'base':'D4'," ACT ",'paths':{'red':['archer_red_1','-','-','-','-']},'wounds':{'archer_red_1':[4]}}" },
    };

    RULE("RM-INV-05");
    CHECK_REFUSED(rows);
}

TEST(rm_inv_nothing_of_a_turn_is_left_between_turns)
{
    static const struct broken rows[] = {
        { "RM-INV-06", "/blocked", "{'base':'D4','phase':'spawn','blocked':['red']}" },
        { "RM-INV-06", "/blocked", "{'base':'D4','phase':'turn_start','blocked':['red']}" },
        { "RM-INV-06", "/blocked", "{'base':'D4','phase':'turn_end','blocked':['red']}" },
        { "RM-INV-06", "/petrify", "{'base':'D4','phase':'round_end','petrify':true}" },
        { "RM-INV-06", "/petrify", "{'base':'D4','phase':'turn_end','petrify':true}" },
        { "RM-INV-06", "/dice", "{'base':'D4','phase':'round_start','dice':['red','red','red','red']}" },
        { "RM-INV-06", "/dice", "{'base':'D4','phase':'roll','dice':['red','red','red','red']}" },
        { "RM-INV-06", "/free_used", "{'base':'D4','phase':'spawn','event':'swiftness','free_used':true}" },
        { "RM-INV-06", "/wounds", "{'base':'D4','phase':'spawn','paths':{'red':['dragon_red','-','-','-','-']},'wounds':{'dragon_red':[0]}}" },
        { "RM-INV-06", "/wounds", "{'base':'D4','phase':'round_end','paths':{'red':['dragon_red','-','-','-','-']},'wounds':{'dragon_red':[0]}}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-INV-06");
    CHECK_REFUSED(rows);
    /* wounds of others stay, and a Dragon has wounds until the turn end */
    table_load(&t, "{'base':'D4','phase':'spawn','paths':{'red':['troll_red','-','-','-','-']},'wounds':{'troll_red':[0]}}");
    table_load(&t, "{'base':'D4','phase':'monsters','paths':{'red':['dragon_red','-','-','-','-']},'wounds':{'dragon_red':[0]}}");
}

TEST(rm_inv_a_blocked_path_holds_no_dragon)
{
    static const struct broken rows[] = {
        { "RM-INV-07", "/blocked", "{'base':'D4'," ACT ",'blocked':['red'],'paths':{'red':['-','-','-','-','dragon_green']}}" },
        { "E_STATE_INVALID", "/blocked", "{'base':'D4'," ACT ",'blocked':['red'],'petrify':true}" },
    };

    RULE("RM-INV-07");
    CHECK_REFUSED(rows);
}

TEST(rm_inv_markers_need_their_event)
{
    static const struct broken rows[] = {
        { "RM-INV-08", "/guardians/neltai", "{'base':'D4'," ACT ",'guardians':{'neltai':{'angel':true}}}" },
        { "RM-INV-08", "/guardians/neltai", "{'base':'D4'," ACT ",'event':'poison','guardians':{'neltai':{'angel':true}}}" },
        { "RM-INV-08", "/guardians", "{'base':'D4'," ACT ",'event':'guardian_angel','guardians':{'neltai':{'angel':true},'kulak':{'angel':true}}}" },
        { "RM-INV-08", "/guardians/neltai", "{'base':'D4'," ACT ",'guardians':{'neltai':{'poison':true}}}" },
        { "RM-INV-08", "/guardians/neltai", "{'base':'D4'," ACT ",'event':'guardian_angel','guardians':{'neltai':{'poison':true}}}" },
        /* the event of the last round is no longer in force */
        { "RM-INV-08", "/guardians/neltai", "{'base':'D4','phase':'round_start','round':2,'event':'poison','guardians':{'neltai':{'poison':true}}}" },
        { "RM-INV-08", "/guardians/neltai", "{'base':'D4','phase':'round_start','round':2,'event':'guardian_angel','guardians':{'neltai':{'angel':true}}}" },
        /* and the angel is not given yet while it is asked for */
        { "RM-INV-08", "/guardians", "{'base':'D4','phase':'event_angel','event':'guardian_angel','guardians':{'neltai':{'angel':true}}}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-INV-08");
    CHECK_REFUSED(rows);
    table_load(&t, "{'base':'D4'," ACT ",'event':'guardian_angel','guardians':{'neltai':{'angel':true}}}");
    table_load(&t, "{'base':'D4'," ACT ",'event':'poison','guardians':{'neltai':{'poison':true},'kulak':{'poison':true}}}");
}

TEST(rm_inv_the_ultimate_token_is_on_its_track)
{
    static const struct broken rows[] = {
        { "RM-INV-09", "/guardians/kulak", "{'base':'D4'," ACT ",'guardians':{'kulak':{'ult':[0,1]}}}" },
        { "RM-INV-09", "/guardians/kulak", "{'base':'D4'," ACT ",'guardians':{'kulak':{'ult':[1,0]}}}" },
        { "RM-INV-09", "/guardians/kulak", "{'base':'D4'," ACT ",'guardians':{'kulak':{'ult':[4,0]}}}" },
        { "RM-INV-09", "/guardians/kulak", "{'base':'D4'," ACT ",'guardians':{'kulak':{'ult':[4,3]}}}" },
        { "RM-INV-09", "/guardians/kulak", "{'base':'D4','options':{'difficulty':'initiation'}," ACT ",'guardians':{'kulak':{'ult':[1,1]}}}" },
        { "E_STATE_INVALID", "/guardians/kulak/ult/0", "{'base':'D4'," ACT ",'guardians':{'kulak':{'ult':[5,1]}}}" },
        { "E_STATE_INVALID", "/guardians/kulak/ult", "{'base':'D4'," ACT ",'guardians':{'kulak':{'ult':[1]}}}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-INV-09");
    CHECK_REFUSED(rows);
    table_load(&t, "{'base':'D4'," ACT ",'guardians':{'kulak':{'ult':[0,2]},'neltai':{'ult':[4,2]},'kyreas':{'ult':[0,0]}}}");
    table_load(&t, "{'base':'D4','options':{'difficulty':'initiation'}," ACT ",'guardians':{'kulak':{'ult':[1,2]}}}");
}

TEST(rm_inv_somebody_lives_and_the_temple_stands)
{
    static const struct broken rows[] = {
        { "RM-INV-10", "/temple", "{'base':'D4'," ACT ",'temple':0}" },
        { "RM-INV-10", "/guardians", "{'base':'D2','phase':'spawn','guardians':{'kulak':{'path':'-','hp':0},'kyreas':{'path':'-','hp':0}}}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-INV-10");
    CHECK_REFUSED(rows);
    table_load(&t, "{'base':'D4','phase':'game_over','outcome':'defeat_temple','temple':0}");
}

TEST(rm_inv_as_many_dice_as_the_event_allows)
{
    static const struct broken rows[] = {
        { "RM-INV-11", "/dice", "{'base':'D4','active':'kulak','dice':['red','red','red']}" },
        { "RM-INV-11", "/dice", "{'base':'D4','active':'kulak'}" },
        { "RM-INV-11", "/dice", "{'base':'D4','active':'kulak','event':'transcendence','dice':['red','red','red','red']}" },
        { "RM-INV-11", "/dice", "{'base':'D4','active':'kulak','event':'rain_of_arrows','dice':['red','red','red','red']}" },
        { "RM-INV-11", "/dice", "{'base':'D4','phase':'monsters','dice':['red','red','red']}" },
        { "E_STATE_INVALID", "/dice/3", "{'base':'D4','active':'kulak','dice':['red','red','red','-']}" },
        { "RM-INV-11", "/used", "{'base':'D4'," ACT ",'used':[4]}" },
        { "RM-INV-11", "/rerolled", "{'base':'D4'," ACT ",'rerolled':[4]}" },
        { "RM-INV-11", "/rolling", "{'base':'D4'," ACT ",'rolling':[0]}" },
        { "RM-INV-11", "/rolling", "{'base':'D4','phase':'reroll'," ACT ",'rolling':[]}" },
        { "RM-INV-11", "/rolling", "{'base':'D4','phase':'reroll'," ACT ",'rolling':[4]}" },
        { "RM-INV-11", "/rolling", "{'base':'D4','phase':'reroll'," ACT ",'rolling':[1],'used':[1]}" },
        { "E_STATE_INVALID", "/dice", "{'base':'D4','active':'kulak','dice':['red','red','red','red','red','red']}" },
        { "E_STATE_INVALID", "/used/0", "{'base':'D4'," ACT ",'used':[5]}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-INV-11");
    CHECK_REFUSED(rows);
    /* who died in the spawn phase rolled none; who acted rolled some */
    table_load(&t, "{'base':'D4','phase':'monsters'}");
    table_load(&t, "{'base':'D4','phase':'turn_end','event':'rain_of_arrows','dice':['red','red','red']}");
}

TEST(rm_inv_three_guardians_have_no_yellow_path)
{
    static const struct broken rows[] = {
        { "RM-INV-12", "/guardians/kyreas", "{'base':'D3'," ACT ",'guardians':{'kyreas':{'path':'yellow'}}}" },
        { "RM-INV-12", "/blocked", "{'base':'D3'," ACT ",'blocked':['yellow']}" },
        { "E_STATE_INVALID", "/paths/yellow", "{'base':'D3'," ACT ",'paths':{'yellow':['troll_red','-','-','-','-']}}" },
    };
    static struct table t = TABLE(runemasters);
    vl_rule rule = 0;

    RULE("RM-INV-12");
    CHECK_REFUSED(rows);
    table_load(&t, "{'base':'D3'," ACT ",'discard':['troll_red']}");
    t.s.runemasters.discard = 0;
    t.s.runemasters.lane[3][0] = 16; /* troll_red, on a path that does not exist */
    CHECK(runemasters_game.broken(&t.r, &t.s.base, &rule) != NULL);
    CHECK_EQ(rule, RM_INV_12);
}

TEST(rm_inv_a_dragon_begins_an_action_phase_unhurt)
{
    static const struct broken rows[] = {
        { "RM-INV-13", "/wounds", "{'base':'D4','phase':'roll','paths':{'red':['dragon_red','-','-','-','-']},'wounds':{'dragon_red':[0]}}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-INV-13");
    CHECK_REFUSED(rows);
    table_load(&t, "{'base':'D4'," ACT ",'used':[0],'paths':{'red':['dragon_red','-','-','-','-']},'wounds':{'dragon_red':[0]}}");
}

/* ---- positions that contradict themselves in other ways ---- */

TEST(rm_a_position_that_cannot_be_is_refused)
{
    static const struct broken rows[] = {
        { "E_STATE_INVALID", "/phase", "{'base':'D4'," ACT ",'phase':'-'}" },
        { "E_STATE_INVALID", "/phase", "{'base':'D4'," ACT ",'phase':'dance'}" },
        { "E_STATE_INVALID", "/outcome", "{'base':'D4'," ACT ",'outcome':'victory'}" },
        { "E_STATE_INVALID", "/outcome", "{'base':'D4','phase':'game_over'}" },
        { "E_STATE_INVALID", "/active", "{'base':'D4','phase':'actions','active':'-','dice':['red','red','red','red']}" },
        { "E_STATE_INVALID", "/active", "{'base':'D4'," ACT ",'guardians':{'kulak':{'path':'-','hp':0}}}" },
        { "E_STATE_INVALID", "/active", "{'base':'D4','phase':'roll','active':'kulak','guardians':{'kulak':{'path':'-','hp':0}}}" },
        { "E_STATE_INVALID", "/active", "{'base':'D4','phase':'spawn','active':'kulak','guardians':{'kulak':{'path':'-','hp':0}}}" },
        { "E_STATE_INVALID", "/active", "{'base':'D4','phase':'setup_guardian'}" },
        { "E_STATE_INVALID", "/active", "{'base':'D4','phase':'setup_guardian','round':200}" },
        { "E_STATE_INVALID", "/dean", "{'base':'D2'," ACT ",'dean':3}" },
        { "E_STATE_INVALID", "/round", "{'base':'D4'," ACT ",'round':0}" },
        { "E_STATE_INVALID", "/event", "{'base':'D4'," ACT ",'event':'-'}" },
        { "E_STATE_INVALID", "/event", "{'base':'D4','phase':'round_start','round':2,'event':'-'}" },
        { "E_STATE_INVALID", "/seats", "{'base':'D4','seats':['kulak','kulak','neltai','kyreas']," ACT "}" },
        { "E_STATE_INVALID", "/seats", "{'base':'D4','seats':['kulak','neltai','kyreas','-']," ACT "}" },
        { "E_STATE_INVALID", "/seats", "{'base':'D4','seats':['kulak','neltai']," ACT "}" },
        { "E_STATE_INVALID", "/phase", "{'base':'D4','phase':'event_angel'}" },
        { "E_STATE_INVALID", "/reward_mana", "{'base':'D4'," ACT ",'reward_mana':1}" },
        { "E_STATE_INVALID", "/reward_mana", "{'base':'D4','phase':'reward'," ACT ",'event':'mana_healing'}" },
        { "E_STATE_INVALID", "/reward_mana", "{'base':'D4','phase':'reward'," ACT ",'reward_mana':1}" },
        { "E_STATE_INVALID", "/target", "{'base':'D4'," ACT ",'target':'storm','targets':[0]}" },
        { "E_STATE_INVALID", "/target", "{'base':'D4','phase':'target'," ACT "}" },
        { "E_STATE_INVALID", "/target", "{'base':'D4','phase':'target','target':'storm','targets':[]," ACT "}" },
        { "E_STATE_INVALID", "/targets", "{'base':'D4','phase':'target','target':'storm','targets':[0]," ACT "}" },
        { "E_STATE_INVALID", "/targets", "{'base':'D4','phase':'target','target':'trample','targets':[4]," ACT "}" },
        { "E_STATE_INVALID", "/targets", "{'base':'D4','phase':'target','target':'storm','targets':[4]," ACT "}" },
        { "E_STATE_INVALID", "/events", "{'base':'D4','phase':'round_start','events':['-']}" },
        { "E_STATE_INVALID", "/events", "{'base':'D4','phase':'round_start','events':['poison','poison']}" },
        { "E_STATE_INVALID", "/events", "{'base':'D4','phase':'round_start','events':['poison'],'unseen_events':['curse']}" },
        { "E_STATE_INVALID", "/events_to_come", "{'base':'D4','phase':'round_start','events_to_come':[1,0,0],'unseen_events':[]}" },
        { "E_STATE_INVALID", "/events_to_come", "{'base':'D4','phase':'round_start','events_to_come':[0,0,0],'events':['poison']}" },
        { "E_STATE_INVALID", "/magic", "{'base':'D4'," ACT ",'magic':1}" },
        { "E_STATE_INVALID", "/guardians/kulak/magic", "{'base':'D4'," ACT ",'guardians':{'kulak':{'magic':1}}}" },
        { "E_STATE_INVALID", "/guardians/neltai", "{'base':'D2'," ACT ",'guardians':{'neltai':{'hp':1}}}" },
        { "RM-INV-01", "/paths", "{'base':'D4'," ACT ",'paths':{'red':['dawn','-','-','-','-']}}" },
        { "E_STATE_INVALID", "/paths/red", "{'base':'D4'," ACT ",'paths':{'red':['-','-','-','-']}}" },
        { "E_STATE_INVALID", "/paths/red/2", "{'base':'D4'," ACT ",'paths':{'red':['-','-',7,'-','-']}}" },
        { "E_STATE_INVALID", "/to_come", "{'base':'D4'," ACT ",'to_come':99999999999}" },
        { "E_STATE_INVALID", "/round", "{'base':'D4'," ACT ",'round':-3}" },
        { "E_STATE_INVALID", "/game", "{'game':'chess','base':'D4'," ACT "}" },
        { "E_STATE_INVALID", "/base", "{'base':'D9'," ACT "}" },
    };

    RULE("RM-BAD-52");
    RULE("RM-BAD-91");
    CHECK_REFUSED(rows);
}

/* What a loaded position could make the automatic phases trip over. */
TEST(rm_a_pile_that_cannot_be_is_refused)
{
    static const struct broken rows[] = {
        { "RM-INV-01", "/unseen", "{'base':'D4','phase':'spawn','to_come':10,'unseen':[]}" },
        { "E_STATE_INVALID", "/pile", "{'base':'D4','phase':'spawn','pile':['dawn','troll_red','troll_blue','troll_green','troll_yellow']}" },
        { "E_STATE_INVALID", "/pile", "{'base':'D4','phase':'spawn','to_come':20,'pile':['troll_red','dawn']}" },
        { "E_STATE_INVALID", "/pile", "{'base':'D4','phase':'setup_decks','to_come':24,'pile':['dawn','troll_red']}" },
        /* the starting monsters stand on slots 1, 2, 3 as far as they were drawn */
        { "E_STATE_INVALID", "/to_come", "{'base':'D4','phase':'setup_decks','to_come':21}" },
        { "E_STATE_INVALID", "/to_come", "{'base':'D4','phase':'setup_decks','to_come':23}" },
        { "E_STATE_INVALID", "/to_come", "{'base':'D4','phase':'setup_decks','to_come':24,'paths':{'red':['troll_red','-','-','-','-']}}" },
        { "E_STATE_INVALID", "/paths", "{'base':'D4','phase':'setup_decks','to_come':23,'paths':{'red':['-','troll_red','-','-','-']}}" },
        { "E_STATE_INVALID", "/to_come", "{'base':'D2','phase':'setup_place','to_come':5,'guardians':{'kulak':{'path':'-'},'kyreas':{'path':'-'}}}" },
        { "E_STATE_INVALID", "/to_come", "{'base':'D2','phase':'setup_place','paths':{'red':['troll_red','troll_blue','troll_green','troll_yellow','shadow_red']},'guardians':{'kulak':{'path':'-'},'kyreas':{'path':'-'}}}" },
        /* seats are set up in order */
        { "E_STATE_INVALID", "/guardians/kyreas", "{'base':'D2','phase':'setup_place','guardians':{'kulak':{'path':'-'},'kyreas':{'path':'red'}}}" },
        { "E_STATE_INVALID", "/active", "{'base':'D2','phase':'setup_guardian'}" },
        { "E_STATE_INVALID", "/seats", "{'base':'D2','phase':'setup_guardian','seats':['-','kulak']}" },
    };
    static struct table t = TABLE(runemasters);

    RULE("RM-BAD-52");
    CHECK_REFUSED(rows);
    /* and those that can be are played on */
    table_load(&t, "{'base':'D4','phase':'setup_decks','to_come':23,'paths':{'red':['troll_red','-','-','-','-']}}");
    table_play(&t, "draw shadow_red", "draw archer_red_1", "choose_dean 3");
    CHECK_STR(table_str(&t, "/paths/red"), "['troll_red','shadow_red','archer_red_1','-','-']");
    table_load(&t, "{'base':'D2','phase':'setup_guardian','seats':['kyreas','-']}");
    table_play(&t, "choose_guardian kulak", "place_guardian red", "place_guardian yellow");
    CHECK_STR(table_phase(&t), "setup_decks");
}

TEST(rm_an_event_is_in_force_or_to_come)
{
    static const struct broken rows[] = {
        { "RM-SET-32", "/events", "{'base':'D4'," ACT ",'event':'poison','events':['poison']}" },
        { "RM-SET-32", "/events", "{'base':'D4'," ACT ",'event':'all_is_calm','events':['pavise','all_is_calm']}" },
        { "RM-SET-32", "/event", "{'base':'D4'," ACT ",'event':'poison','unseen_events':['poison','pavise']}" },
        { "RM-SET-30", "/events_to_come", "{'base':'D4'," ACT ",'event':'poison','events_to_come':[2,2,1]}" },
        { "RM-SET-30", "/events_to_come", "{'base':'D4'," ACT ",'events_to_come':[3,3,0]}" },
    };

    static struct table t = TABLE(runemasters);

    RULE("RM-SET-30");
    RULE("RM-SET-32");
    CHECK_REFUSED(rows);
    /* the closing event, in force by default, may be listed as the one that comes next */
    table_load(&t, "{'base':'D4'," ACT ",'events':['all_is_calm','poison']}");
    CHECK_STR(table_str(&t, "/events_to_come"), "[0,1,1]");
}

TEST(rm_a_round_takes_a_card_of_the_pile)
{
    static struct table t = TABLE(runemasters);
    static const struct broken rows[] = {
        { "RM-SET-25", "/round", "{'base':'D4'," ACT ",'round':23}" },
        { "RM-SET-25", "/round", "{'base':'D3'," ACT ",'round':18}" },
        { "RM-SET-25", "/round", "{'base':'D2'," ACT ",'round':12}" },
        { "RM-SET-25", "/round", "{'base':'D4'," ACT ",'round':255}" },
    };

    RULE("RM-SET-25");
    CHECK_REFUSED(rows);
    CHECK_STR(table_bad_position(&t, "{'base':'D4'," ACT ",'round':22}"), "");
}

TEST(rm_what_was_used_was_there_to_use)
{
    static struct table t = TABLE(runemasters);
    static const struct broken rows[] = {
        { "RM-MOVE-12", "/free_used", "{'base':'D4'," ACT ",'free_used':true}" },
        { "RM-MOVE-12", "/free_used", "{'base':'D4'," ACT ",'event':'pavise','free_used':true}" },
        /* an ultimate of somebody else, of one not in play, or not paid for */
        { "RM-ULT-02", "/target", "{'base':'D4','phase':'target'," ACT ",'target':'storm','targets':[0],'paths':{'red':['troll_red','-','-','-','-']}}" },
        { "RM-ULT-02", "/target", "{'base':'D2','phase':'target'," ACT ",'target':'trample','targets':[0],'paths':{'red':['troll_red','-','-','-','-']}}" },
        { "RM-ULT-02", "/target", "{'base':'D4','phase':'target','active':'neltai','dice':['red','blue','green','white'],'target':'storm','targets':['red'],'paths':{'red':['troll_red','-','-','-','-']}}" },
        { "RM-ULT-02", "/target", "{'base':'D4','phase':'target','active':'neltai','dice':['red','blue','green','white'],'guardians':{'neltai':{'ult':[4,1]}},'target':'storm','targets':['red'],'paths':{'red':['troll_red','-','-','-','-']}}" },
        { "RM-ULT-02", "/petrify", "{'base':'D4'," ACT ",'petrify':true}" },
        { "RM-ULT-02", "/petrify", "{'base':'D2'," ACT ",'petrify':true}" },
        { "RM-ULT-02", "/petrify", "{'base':'D4','active':'ismoros','dice':['red','blue','green','white'],'petrify':true}" },
    };

    RULE("RM-MOVE-12");
    RULE("RM-ULT-02");
    CHECK_REFUSED(rows);
    /* targets of a Storm are named by their colours, as paths are elsewhere */
    table_load(&t, "{'base':'D4','phase':'target','active':'neltai','dice':['red','blue','green','white'],'guardians':{'neltai':{'ult':[0,2]}},"
                   "'target':'storm','targets':['green','red'],'paths':{'red':['troll_red','-','-','-','-'],'green':['troll_green','-','-','-','-']}}");
    CHECK_STR(table_str(&t, "/targets"), "[0,2]");
    CHECK_STR(table_bad_position(&t, "{'base':'D4','phase':'target','active':'neltai','target':'storm','targets':['purple']}"), "/targets/0");
}
/* clang-format on */

/* ---- states that no position can be read into ---- */

/* What is said of a sound state after `change` to it: a beginning of it, NULL if it is still sound.
 */
#define CHECK_CHANGED(change, begins)                                                              \
    do {                                                                                           \
        struct rm_state sound = t.s.runemasters, *s = &t.s.runemasters;                            \
        change;                                                                                    \
        check_said(&t, begins, __LINE__);                                                          \
        *s = sound;                                                                                \
    } while (0)

static void check_said(const struct table *t, const char *begins, int line)
{
    struct vl_error err;
    char what[2 + sizeof err.where + sizeof err.what] = "";

    if (vl_sound(&t->r, &t->s.base, &err) != VL_OK)
        snprintf(what, sizeof what, "%s: %s", err.where, err.what);
    if (begins ? strncmp(what, begins, strlen(begins)) != 0 : what[0] != '\0')
        test_check(false, what[0] ? what : begins, __FILE__, line);
}

/* The first value that a field cannot have is noticed, whatever the reader of positions would say.
 */
TEST(rm_a_field_out_of_range_is_noticed)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-BAD-52");
    RULE("RM-INV-01");
    RULE("RM-INV-02");
    RULE("RM-INV-09");
    RULE("RM-INV-12");
    table_load(&t, "{'base':'D4'," ACT "}");
    CHECK_CHANGED(s->round = 2, NULL);
    CHECK_CHANGED(s->base.seats = 3, "/seats: must name one guardian per seat");
    CHECK_CHANGED(s->base.phase = RM_PHASES, "/phase: no such phase");
    CHECK_CHANGED((s->base.phase = RM_PH_GAME_OVER, s->base.outcome = RM_OUTCOMES), "/outcome");
    CHECK_CHANGED(s->base.outcome = RM_VICTORY, "/outcome");
    CHECK_CHANGED(s->active = 4, "/active: names no seat");
    CHECK_CHANGED(s->dean = 4, "/dean: not a whole number in 0..3");
    CHECK_CHANGED(s->dean = 3, NULL);
    CHECK_CHANGED(s->dice_len = RM_DICE_MAX + 1, "/dice: too many");
    CHECK_CHANGED(s->event = RM_EVENTS, "/event: no such event");
    CHECK_CHANGED(s->guardian_of[3] = VL_NONE, "/seats: a guardian is not chosen");
    CHECK_CHANGED(s->guardian_of[0] = 4, "/seats/0: no such guardian");
    CHECK_CHANGED(s->guardian_of[0] = s->guardian_of[3], "/seats: a guardian stands twice");
    CHECK_CHANGED(s->round = 0, "/round");
    CHECK_CHANGED(s->lane[0][4] = RM_CARDS, "/paths: a card stands twice or is no monster");
    CHECK_CHANGED(s->known_len = RM_PILE_MAX + 1, "/pile: too many");
    CHECK_CHANGED(s->known_events_len = RM_EVENT_PILE + 1, "/events: too many");
    CHECK_CHANGED((s->known_len = 1, s->known[0] = RM_DAWN + 1), "/pile/0: no such card");
    CHECK_CHANGED((s->known_events_len = 1, s->known_events[0] = RM_EVENTS),
                  "/events/0: no such event");
    CHECK_CHANGED(s->unseen_events |= 1u << RM_EVENTS, "/unseen_events: no such event");
    CHECK_CHANGED(s->dawn_in = 0, "/dawn_in");
    CHECK_CHANGED(s->g[3].hp = RM_HP_MAX + 1, "/guardians/kyreas/hp: not a whole number in 0..4");
    CHECK_CHANGED(s->g[3].mana = RM_MANA_MAX + 1, "/guardians/kyreas/mana: not");
    CHECK_CHANGED((s->g[3].hp = 1, s->g[3].mana = 0), NULL);
    CHECK_CHANGED(s->g[3].path = 4, "/guardians/kyreas/path: no such path");
    CHECK_CHANGED(s->g[3].path = s->g[0].path, "/guardians: a path is taken twice");
    CHECK_CHANGED(s->g[3].ult_side = 3, "/guardians: no such place");
    CHECK_CHANGED(s->g[3].ult_slot = RM_ULT_CHARGED + 1, "/guardians/kyreas/ult/0: not");
    CHECK_CHANGED(s->g[3].ult_slot = RM_ULT_CHARGED, NULL);
    CHECK_CHANGED((s->g[3].ult_side = 2, s->g[3].ult_slot = 0), NULL);
    CHECK_CHANGED((s->g[3].ult_side = 0, s->g[3].ult_slot = 1), "/guardians: no such place");
    CHECK_CHANGED((s->g[3].ult_side = 0, s->g[3].ult_slot = 0), NULL);
    CHECK_CHANGED(s->temple++, "/temple: more than its maximum");
    CHECK_CHANGED(s->temple = 1, NULL);
    CHECK_CHANGED(s->temple = 0, "/temple: fallen");
    CHECK_CHANGED(s->dice[3] = RM_RUNES, "/dice/3: no such rune");
    CHECK_CHANGED(s->used = 1u << 4, "/used: no such die");
    CHECK_CHANGED(s->used = 1u << 3, NULL);
    CHECK_CHANGED(s->rerolled = 1u << 4, "/rerolled: no such die");
    CHECK_CHANGED(s->rerolled = 1u << 3, NULL);
    CHECK_CHANGED(s->blocked = 1u << 4, "/blocked: no such path");
    CHECK_CHANGED(s->blocked = 1u << 3, NULL);
    CHECK_CHANGED(s->reward_mana = 1, "/reward_mana: in phase reward only");
    CHECK_CHANGED(s->reward_mana = 3, "/reward_mana: not a whole number in 0..2");
    CHECK_CHANGED(s->petrify = 2, "/petrify: neither true nor false");
    CHECK_CHANGED(s->active = VL_NONE, "/active: names no seat");
    CHECK_CHANGED(s->target_kind = VL_NONE, "/target: no such target");
    table_load(&t, "{'base':'D2'," ACT "}");
    CHECK_CHANGED(s->dean = 2, "/dean: names no seat");
    CHECK_CHANGED(s->dean = 1, NULL);
}

/* ---- games ---- */

static const char *const tables[] = {
    "guardians=2 difficulty=initiation", "guardians=2 difficulty=legend",
    "guardians=3 difficulty=novice",     "guardians=3 difficulty=hero players=1",
    "guardians=4 difficulty=guardian",   "guardians=4 difficulty=initiation players=2",
    "guardians=2 difficulty=guardian",   "guardians=4 difficulty=legend ultimate_start=2",
};

enum { GAMES_PER_TABLE = 60 };

static bool is_sound(const struct table *t)
{
    struct vl_error err;

    return vl_sound(&t->r, &t->s.base, &err) == VL_OK ||
           test_check(false, err.what, __FILE__, __LINE__);
}

TEST(rm_inv_no_game_breaks_an_invariant)
{
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(20);

    RULE("RM-INV-01");
    RULE("RM-INV-02");
    RULE("RM-INV-03");
    RULE("RM-INV-04");
    RULE("RM-INV-05");
    RULE("RM-INV-06");
    RULE("RM-INV-07");
    RULE("RM-INV-08");
    RULE("RM-INV-09");
    RULE("RM-INV-10");
    RULE("RM-INV-11");
    RULE("RM-INV-12");
    RULE("RM-INV-13");
    for (int k = 0; k < VL_LEN(tables) * GAMES_PER_TABLE; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            t.r.game->apply(&t.r, &t.s.base, table_any_seldom(&t, &rng, RM_MV_END), NULL);
            if (!is_sound(&t))
                return;
            while (table_step(&t)) /* after each automatic phase, too */
                if (!is_sound(&t))
                    return;
        }
    }
}

/* A sound position is one that can be written, read and is the same again. */
TEST(rm_inv_every_position_of_a_game_loads)
{
    static struct table t = TABLE(runemasters), again = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(21);
    static char text[TABLE_TEXT];

    RULE("RM-BAD-52");
    for (int k = 0; k < VL_LEN(tables) * 4; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            t.r.game->apply(&t.r, &t.s.base, table_any_seldom(&t, &rng, RM_MV_END), NULL);
            do {
                strcpy(text, table_state(&t));
                if (!CHECK_STR(table_bad_position(&again, text), "") ||
                    !CHECK(memcmp(&again.s.runemasters, &t.s.runemasters, sizeof t.s.runemasters) ==
                           0))
                    return;
            } while (table_step(&t));
        }
    }
}
