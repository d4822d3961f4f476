/* Rules of Enchanters that the cards of the tables alone cannot show: packs with
 * one ability changed, and whole games. What a position can show is in
 * tests/scenarios/enchanters. */
#include "table.h"

#include <stdio.h>
#include <string.h>

/* where some abilities stand in the pack */
#define VILLAGE "/villages/0/abilities/2"      /* normalville, the action */
#define OF_FROST "/kingdoms/1/cards/4/ability" /* T:take(X) */
#define BOLAS "/kingdoms/3/cards/1/ability"    /* an Item, I */

/* ---- the order of things ---- */

TEST(en_triggers_come_before_the_card_is_added)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-TURN-11");
    RULE("EN-TURN-06");
    RULE("EN-CMB-01");
    table_with(&t, OF_FROST "/do", "[['crystals','self',[1,1,'trophies']]]");
    table_load(&t, "{'seats':[{'enchantments':['bar_of_frost'],'trophies':['gob_goblin','gno_"
                   "gnoll']}],'road':['gob_suicide_squad'],'atk':3}");
    table_play(&t, "journey 0", "proceed");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 5 + 2);
    CHECK_EQ(t.s.enchanters.p[0].len[EN_PILE_TROPHIES], 3);
    table_plain(&t);
}

TEST(en_a_card_paid_does_not_count_any_more)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ACT-11");
    RULE("EN-ACT-02");
    table_with(
        &t, VILLAGE,
        "{'kind':'once','cost':[['discard','monster','any']],'do':[['atk',[1,1,'monsters']]]}");
    table_load(
        &t,
        "{'seats':[{'trophies':['gob_goblin','gno_gnoll#1','gno_gnoll#2']}],'road':['gob_axe']}");
    table_play(&t, "use village 2", "pay_card gno_gnoll#1");
    CHECK_EQ(t.s.enchanters.atk, 2);
    table_plain(&t);
}

/* The first event of a type; it must be there. */
static const struct vl_event *first(const struct table *t, int type)
{
    const struct vl_event *ev = table_event(t, type, 0);

    VL_VERIFY(ev != NULL);
    return ev;
}

TEST(en_events_cite_the_rule_of_the_card_and_name_their_source)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-TURN-05");
    RULE("EN-TURN-06");
    RULE("EN-IMM-01");
    table_plain(&t);
    table_load(&t, "{'village':'normalville','road':['wor_black_blade','wor_zealot'],'atk':3}");
    table_play(&t, "journey 0", "proceed");
    CHECK_EQ(first(&t, EN_EV_JOURNEYED)->rule, EN_TURN_05);
    CHECK(table_when(&t, EN_EV_IMMEDIATE) >= 0 &&
          table_when(&t, EN_EV_IMMEDIATE) < table_when(&t, EN_EV_WOUNDED));
    CHECK(table_when(&t, EN_EV_WOUNDED) < table_when(&t, EN_EV_TAKEN));
    table_load(&t, "{'village':'normalville','road':['wor_black_blade','wor_zealot'],'atk':3}");
    table_play(&t, "use village 2", "journey 1", "proceed");
    CHECK_EQ(first(&t, EN_EV_JOURNEYED)->rule, EN_TURN_06);
    CHECK_EQ(first(&t, EN_EV_USED)->arg[1], EN_VILLAGE);
    CHECK_EQ(first(&t, EN_EV_USED)->arg[2], t.s.enchanters.village);
    CHECK(table_when(&t, EN_EV_STRUCK) < table_when(&t, EN_EV_IMMEDIATE)); /* EN-TURN-12 */
}

TEST(en_costs_are_paid_from_left_to_right)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ACT-11");
    table_with(&t, VILLAGE,
               "{'kind':'once','cost':[['wounds',1],['crystals',1]],'do':[['atk',1]]}");
    table_load(&t, "{'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK(table_when(&t, EN_EV_WOUNDED) >= 0 &&
          table_when(&t, EN_EV_WOUNDED) < table_when(&t, EN_EV_PAID));
    CHECK(table_when(&t, EN_EV_PAID) < table_when(&t, EN_EV_ATTACK_RAISED));
    table_with(&t, VILLAGE,
               "{'kind':'once','cost':[['crystals',1],['wounds',1]],'do':[['atk',1]]}");
    table_load(&t, "{'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK(table_when(&t, EN_EV_PAID) >= 0 &&
          table_when(&t, EN_EV_PAID) < table_when(&t, EN_EV_WOUNDED));
    table_plain(&t);
}

TEST(en_effects_go_from_left_to_right_and_count_when_they_start)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ACT-12");
    RULE("EN-EFF-17");
    table_with(&t, VILLAGE,
               "{'kind':'once','do':[['crystals','self',3],['atk',[1,1,'crystals']]]}");
    table_load(&t, "{'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.atk, 8);
    table_with(&t, VILLAGE,
               "{'kind':'once','do':[['atk',[1,1,'crystals']],['crystals','self',3]]}");
    table_load(&t, "{'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.atk, 5);
    /* counted once, for the active player, whoever is concerned */
    table_with(&t, VILLAGE, "{'kind':'once','do':[['wound','all',[1,1,'wounds']]]}");
    table_load(&t, "{'options':{'players':3},'seats':[{'wounds':2},{'wounds':7},{'wounds':1}],'"
                   "road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.p[0].wounds, 4);
    CHECK_EQ(t.s.enchanters.p[1].wounds, 9);
    CHECK_EQ(t.s.enchanters.p[2].wounds, 3);
    table_plain(&t);
}

TEST(en_a_pile_of_one_card_does_not_sink)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-EFF-26");
    table_load(&t, "{'village':'foire_franche','seats':[{'items':['start_fist','gob_axe'],"
                   "'enchantments':['start_of_enchanting']}],'road':['gno_bolas']}");
    table_play(&t, "use village 3");
    CHECK_EQ(table_happened(&t, EN_EV_SUNK), 0);
    table_play(&t, "use village 2");
    CHECK_EQ(table_happened(&t, EN_EV_SUNK), 1);
}

TEST(en_all_are_attacked_the_active_player_first)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-CMB-10");
    table_load(&t, "{'options':{'players':4},'active':2,'road':['gob_suicide_squad'],'atk':1}");
    table_play(&t, "journey 0", "proceed");
    if (!CHECK_EQ(table_happened(&t, EN_EV_STRUCK), 4))
        return;
    for (int i = 0; i < 4; i++)
        CHECK_EQ(table_event(&t, EN_EV_STRUCK, i)->arg[0], (2 + i) % 4);
    CHECK_EQ(table_happened(&t, EN_EV_FOUGHT), 1);
}

/* ---- triggers ---- */

TEST(en_a_listed_trigger_resolves_though_its_card_is_covered)
{
    static struct table t = TABLE(enchanters);
    static const char position[] = "{'phase':'turn_start','seats':[{'wounds':5,'enchantments':"
                                   "['start_of_enchanting','uni_of_regeneration#2','uni_of_"
                                   "regeneration#1']}],'road':['gob_axe']}";

    RULE("EN-TRG-06");
    RULE("EN-TRG-07");
    RULE("EN-TRG-08");
    RULE("EN-RUL-39");
    table_with(&t, VILLAGE, "{'kind':'trigger','when':'start','do':[['sink','enchantment']]}");
    table_load(&t, position);
    table_play(&t, "trigger village 2");
    CHECK_STR(table_str(&t, "/seats/0/enchantments"),
              "['uni_of_regeneration#1','start_of_enchanting#1','uni_of_regeneration#2']");
    CHECK_EQ(t.s.enchanters.p[0].wounds,
             4); /* the first copy; the second was not on top when they were listed */
    CHECK_STR(table_phase(&t), "window_1");
    table_load(&t, position);
    table_play(&t, "trigger uni_of_regeneration#1 0");
    CHECK_EQ(t.s.enchanters.p[0].wounds, 4);
    table_plain(&t);
}

TEST(en_giving_a_card_away_still_fires_the_takers_triggers)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-STL-13");
    RULE("EN-STL-09");
    RULE("EN-TRG-09");
    table_with(&t, VILLAGE,
               "{'kind':'trigger','when':'take','of':'item','do':[['crystals','self',2]]}");
    table_load(&t, "{'options':{'players':3},'road':['dra_trap']}");
    table_play(&t, "journey 0", "proceed", "target 2");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 7);
    CHECK_EQ(t.s.enchanters.p[2].crystals, 5); /* the receiver has not taken it */
    table_plain(&t);
}

TEST(en_a_failed_journey_fires_nothing)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-CMB-04");
    RULE("EN-CMB-05");
    table_with(
        &t, VILLAGE, "{'kind':'trigger','when':'take','of':'trophy','do':[['crystals','self',3]]}",
        "/villages/0/abilities/1", "{'kind':'trigger','when':'rest','do':[['crystals','self',3]]}");
    table_load(&t, "{'seats':[{'items':['start_fist','uni_long_sword'],'enchantments':['start_"
                   "of_enchanting','thi_of_trickery']},"
                   "{'items':['start_fist','dra_trap']}],'road':['gno_hyena','thi_scimitar']}");
    table_play(&t, "journey 0", "use thi_of_trickery#1 0", "proceed");
    CHECK_STR(table_phase(&t), "window_3");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 3);
    CHECK_EQ(t.s.enchanters.p[0].received, 0);
    CHECK_EQ(table_happened(&t, EN_EV_FLED), 1);
    CHECK_EQ(table_happened(&t, EN_EV_TRIGGERED), 0);
    CHECK_STR(table_str(&t, "/graveyard"), "['gno_hyena#1']");
    table_plain(&t);
}

/* ---- targets ---- */

TEST(en_one_target_serves_the_whole_ability)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-EFF-06");
    RULE("EN-EFF-27");
    table_with(&t, VILLAGE,
               "{'kind':'once','do':[['crystals','self',1],['wound','target',1],['lose','target'"
               ",2],['rob','target',1]]}");
    table_load(&t, "{'options':{'players':3},'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK_STR(table_phase(&t), "choose_target"); /* asked when the first effect needs it */
    CHECK_EQ(t.s.enchanters.p[0].crystals, 6);
    table_play(&t, "target 2");
    CHECK_STR(table_phase(&t), "window_1");
    CHECK_EQ(t.s.enchanters.p[2].wounds, 1);
    CHECK_EQ(t.s.enchanters.p[2].crystals, 2);
    CHECK_EQ(t.s.enchanters.p[0].crystals, 7);
    CHECK_EQ(t.s.enchanters.p[1].wounds, 0);
    CHECK_EQ(t.s.enchanters.p[1].crystals, 5);
    CHECK_EQ(table_happened(&t, EN_EV_TARGETED), 1);

    RULE("EN-EFF-07"); /* the others are not ignored */
    table_load(&t, "{'seats':[{},{'items':['und_shield']}],'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 6);
    CHECK_EQ(t.s.enchanters.p[1].crystals, 5);
    CHECK_EQ(t.s.enchanters.p[1].wounds, 0);

    RULE("EN-ACT-15"); /* who heals as a cost is the target */
    table_with(&t, VILLAGE,
               "{'kind':'once','cost':[['target_heals',2]],'do':[['rob','target',2]]}");
    table_load(
        &t, "{'options':{'players':3},'seats':[{},{'wounds':2},{'wounds':3}],'road':['gob_axe']}");
    table_play(&t, "use village 2", "target 2");
    CHECK_EQ(t.s.enchanters.p[2].wounds, 1);
    CHECK_EQ(t.s.enchanters.p[2].crystals, 3);
    CHECK_EQ(t.s.enchanters.p[0].crystals, 7);
    table_load(&t, "{'options':{'players':3},'seats':[{'wounds':9},{'wounds':1},{'wounds':1}],'"
                   "road':['gob_axe']}");
    CHECK_STR(table_refused(&t, "use village 2"), "ERR_COST_UNPAYABLE");
    table_plain(&t);
}

TEST(en_crystals_lost_and_robbed_by_scope)
{
    static struct table t = TABLE(enchanters);
    static const char position[] =
        "{'options':{'players':4},'active':1,'seats':[{'crystals':1},{'crystals':7},{'crystals':9,'"
        "items':['und_shield']},{'crystals':4}],'road':['gob_axe']}";

    RULE("EN-EFF-01");
    RULE("EN-EFF-10");
    RULE("EN-EFF-20");
    table_with(&t, VILLAGE, "{'kind':'once','do':[['lose','all',3]]}");
    table_load(&t, position);
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 0);
    CHECK_EQ(t.s.enchanters.p[1].crystals, 4);
    CHECK_EQ(t.s.enchanters.p[2].crystals, 9);
    CHECK_EQ(t.s.enchanters.p[3].crystals, 1);
    RULE("EN-EFF-21");
    table_with(&t, VILLAGE, "{'kind':'once','do':[['rob','others',3]]}");
    table_load(&t, position);
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 0);
    CHECK_EQ(t.s.enchanters.p[1].crystals, 7 + 1 + 3);
    CHECK_EQ(t.s.enchanters.p[2].crystals, 9);
    CHECK_EQ(t.s.enchanters.p[3].crystals, 1);
    RULE("EN-EFF-19");
    table_with(&t, VILLAGE, "{'kind':'once','do':[['crystals','others',3]]}");
    table_load(&t, position);
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.p[0].crystals, 4);
    CHECK_EQ(t.s.enchanters.p[1].crystals, 7);
    CHECK_EQ(t.s.enchanters.p[2].crystals, 9); /* EN-EFF-13: helpful ones are kept out as well */
    CHECK_EQ(t.s.enchanters.p[3].crystals, 7);
    RULE("EN-EFF-13");
    table_plain(&t);
}

/* ---- cards ---- */

TEST(en_several_choose_clockwise_and_the_active_player_last)
{
    static struct table t = TABLE(enchanters);
    int order[3] = { 2, 0, 1 };

    RULE("EN-EFF-11");
    RULE("EN-EFF-23");
    RULE("EN-GRV-04");
    RULE("EN-TURN-14");
    table_with(&t, VILLAGE, "{'kind':'once','do':[['discard','all','item','any']]}");
    table_load(&t, "{'options':{'players':3},'active':1,'seats':[{'items':['gob_axe#1','gob_axe#"
                   "2']},{'items':['gob_helmet#1','gob_helmet#2']},"
                   "{'items':['gno_bolas#1','gno_bolas#2']}],'road':['thi_caftan']}");
    table_play(&t, "use village 2");
    for (int i = 0; i < 3; i++) {
        static const char *const card[] = { "card gob_axe#1", "card gob_helmet#2",
                                            "card gno_bolas#1" };

        CHECK_STR(table_phase(&t), "choose_card");
        CHECK_EQ(t.s.base.actor, order[i]);
        CHECK_EQ(t.s.enchanters.grave_len, 0);
        table_play(&t, card[order[i]]);
    }
    CHECK_STR(table_phase(&t), "order_graveyard");
    CHECK_EQ(t.s.base.actor, 1);
    CHECK_STR(table_moves(&t),
              "grave_next gno_bolas#1, grave_next gob_axe#1, grave_next gob_helmet#2");
    table_play(&t, "grave_next gob_axe#1", "grave_next gob_helmet#2");
    CHECK_STR(table_str(&t, "/graveyard"), "['gob_axe#1','gob_helmet#2','gno_bolas#1']");

    /* TOP: nothing to choose */
    table_with(&t, VILLAGE, "{'kind':'once','do':[['discard','others','item','top']]}");
    table_load(&t, "{'seats':[{'items':['gob_axe#1','gob_axe#2']},{'items':['gob_helmet#1','gob_"
                   "helmet#2']}],'road':['thi_caftan']}");
    table_play(&t, "use village 2");
    CHECK_STR(table_str(&t, "/graveyard"), "['gob_helmet#2']");
    CHECK_STR(table_str(&t, "/seats/0/items"), "['gob_axe#1','gob_axe#2']");
    table_plain(&t);
}

TEST(en_pick_top_looks_at_the_top_card_only)
{
    static struct table t = TABLE(enchanters);
    static const char monsters_top[] =
        "{'seats':[{},{'trophies':['gob_goblin','gno_gnoll']}],'road':['gob_axe']}";
    static const char dragon_top[] =
        "{'seats':[{},{'trophies':['gob_goblin','uni_pink_dragon']}],'road':['gob_axe']}";

    RULE("EN-STL-07");
    table_with(&t, VILLAGE, "{'kind':'once','do':[['steal','monster','top','top']]}");
    table_load(&t, monsters_top);
    table_play(&t, "use village 2");
    CHECK_STR(table_str(&t, "/seats/0/trophies"), "['gno_gnoll#1']");
    table_load(&t, dragon_top);
    table_play(&t, "use village 2");
    CHECK_STR(table_str(&t, "/seats/0/trophies"), "[]");
    CHECK_STR(table_str(&t, "/seats/1/trophies"), "['gob_goblin#1','uni_pink_dragon#1']");
    table_with(&t, VILLAGE, "{'kind':'once','do':[['discard','target','monster','top']]}");
    table_load(&t, dragon_top);
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.grave_len, 0);
    RULE("EN-STL-01"); /* X: both */
    table_with(&t, VILLAGE, "{'kind':'once','do':[['steal','trophy','top','top']]}");
    table_load(&t, dragon_top);
    table_play(&t, "use village 2");
    CHECK_STR(table_str(&t, "/seats/0/trophies"), "['uni_pink_dragon#1']");
    RULE("EN-EFF-02"); /* D: Dragons only */
    table_with(&t, VILLAGE, "{'kind':'once','do':[['steal','dragon','any','top']]}");
    table_load(&t,
               "{'seats':[{},{'trophies':['uni_pink_dragon','gob_goblin']}],'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK_STR(table_str(&t, "/seats/0/trophies"), "['uni_pink_dragon#1']");
    table_plain(&t);
}

TEST(en_a_card_laid_under_waits_for_the_add_step)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-STL-03");
    RULE("EN-STL-04");
    table_with(&t, BOLAS "/do", "[['steal','item','top','under'],['atk',[1,1,'attack']]]");
    table_load(&t, "{'seats':[{},{'items':['uni_long_sword']}],'road':['gno_bolas']}");
    table_play(&t, "journey 0", "proceed");
    CHECK_EQ(t.s.enchanters.atk, 2); /* the sword gives nobody anything meanwhile */
    CHECK_STR(table_str(&t, "/seats/0/items"), "['start_fist#1','uni_long_sword#1','gno_bolas#1']");
    table_plain(&t);
}

TEST(en_the_cost_remove_top)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ACT-18");
    RULE("EN-GRV-02");
    table_with(&t, VILLAGE, "{'kind':'once','cost':[['remove','item','top']],'do':[['def',2]]}");
    table_load(&t, "{'seats':[{'items':['gob_axe','gob_helmet']}],'road':['thi_caftan']}");
    table_play(&t, "use village 2");
    CHECK_STR(table_str(&t, "/removed"), "['gob_helmet#1']");
    CHECK_STR(table_str(&t, "/seats/0/items"), "['gob_axe#1']");
    table_load(&t, "{'seats':[{'items':[]}],'road':['thi_caftan']}");
    CHECK_STR(table_refused(&t, "use village 2"), "ERR_COST_UNPAYABLE");
    table_plain(&t);
}

TEST(en_amounts_and_bonuses_may_be_negative)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-RUL-55");
    RULE("EN-VAL-04");
    table_with(
        &t, VILLAGE,
        "{'kind':'once','do':[['atk',-5],['def',-1],['crystals','self',-3],['wound','self',-2]]}");
    table_load(&t, "{'seats':[{'wounds':4}],'road':['gob_axe']}");
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.atk, -5);
    CHECK_EQ(t.s.enchanters.def, -1);
    CHECK_EQ(en_attack(&t.s.enchanters, 0), 0);
    CHECK_EQ(t.s.enchanters.p[0].crystals, 5); /* nothing is gained, nothing is lost */
    CHECK_EQ(t.s.enchanters.p[0].wounds, 4);
    table_plain(&t);
}

/* Packs can be written that multiply a counter with itself. */
TEST(en_counters_stay_in_their_range)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-ST-04");
    table_with(&t, VILLAGE,
               "{'kind':'double','do':[['crystals','self',[20,1,'crystals']],['wound','all',[20,"
               "1,'crystals']],['atk',[20,1,'crystals']],"
               "['cheaper',[-20,1,'crystals']]]}");
    table_load(&t, "{'seats':[{'crystals':900},{'wounds':990}],'road':['gob_axe']}");
    table_play(&t, "use village 2", "use village 2"); /* the state is sound after each */
    RULE("EN-RUL-68");
    CHECK_EQ(t.s.enchanters.p[0].crystals, EN_COUNTER_MAX);
    CHECK_EQ(t.s.enchanters.p[1].wounds, EN_COUNTER_MAX);
    CHECK_EQ(t.s.enchanters.atk, EN_COUNTER_MAX);
    CHECK_EQ(t.s.enchanters.discount, -EN_COUNTER_MAX);
    CHECK_STR(table_refused(&t, "journey 0"), "");
    table_plain(&t);
}

TEST(en_the_graveyard_can_be_counted)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-EFF-17");
    table_with(&t, VILLAGE, "{'kind':'once','do':[['atk',[3,2,'graveyard']]]}");
    table_load(&t, "{'road':['gob_axe'],'graveyard':['gob_helmet','gno_bolas','thi_caftan','gob_"
                   "goblin','gno_gnoll']}");
    table_play(&t, "use village 2");
    CHECK_EQ(t.s.enchanters.atk, 6);
    table_plain(&t);
}

TEST(en_scoring_clauses_of_every_kind_and_source)
{
    static const struct {
        const char *scores;
        int glory[2];
    } rows[] = {
        { "[['per',1,1,'crystals'],['per',2,3,'wounds']]", { 5 + 2 - 3, 9 } },
        { "[['most',3,'wounds']]", { 3 - 3, 0 } },
        { "[['fewest',3,'crystals']]", { 3 - 3, 0 } },
        { "[['most',2,'items'],['fewest',2,'items']]", { 4 - 3, 4 } },
        { "[['per',1,1,'defence'],['per',-2,1,'dragons']]", { 1 - 3, 2 } },
        { "[['most',4,'trophies'],['most',1,'enchantments']]", { 4 - 3, 1 } },
        { "[['per',1,2,'received'],['per',1,2,'healed']]", { 2 + 1 - 3, 0 } },
        { "[]", { -3, 0 } },
    };
    static struct table t = TABLE(enchanters);

    RULE("EN-SCO-03");
    RULE("EN-SCO-05");
    RULE("EN-SCO-09");
    for (int i = 0; i < VL_LEN(rows); i++) {
        table_with(&t, "/villages/0/scores", rows[i].scores, "/kingdoms/3/cards/6/glory", "0");
        table_load(&t, "{'seats':[{'wounds':3,'received':5,'healed':3,'items':['gob_axe'],'"
                       "enchantments':['start_of_enchanting'],'trophies':['gno_gnoll#1']},"
                       "{'crystals':9,'items':['gob_helmet'],'enchantments':['start_of_"
                       "enchanting','gno_of_rage']}],'road':['thi_caftan']}");
        for (int seat = 0; seat < 2; seat++) {
            CHECK_EQ(en_glory(&t.r, &t.s.enchanters, seat).sum, rows[i].glory[seat]);
        }
    }
    table_plain(&t);
}

TEST(en_ranks_follow_the_tie_breaks)
{
    static struct table t = TABLE(enchanters);
    struct vl_result res;

    RULE("EN-SCO-06");
    RULE("EN-SCO-08");
    RULE("EN-GEN-01");
    table_load(&t,
               "{'options':{'players':4},'village':'moulinbas','seats':[{'crystals':1,'trophies'"
               ":['gno_gnoll#1']},{'crystals':6,'trophies':['gno_gnoll#2']},"
               "{'crystals':5,'trophies':['gno_gnoll#3']},{'crystals':99}],'road':['gob_axe']}");
    table_play(&t, "rest village 0", "end_turn");
    vl_result(&t.r, &t.s.base, &res);
    CHECK(res.over);
    CHECK_EQ(res.rank[0], 2); /* 5 crystals, as seat 2 */
    CHECK_EQ(res.rank[1], 1);
    CHECK_EQ(res.rank[2], 2);
    CHECK_EQ(res.rank[3], 4);
    CHECK(!res.won[0] && res.won[1] && !res.won[2] && !res.won[3]);
    CHECK_EQ(res.score[3], 0);
    CHECK_EQ(t.s.base.outcome, EN_WON);
}

/* A point of glory is more than the most crystals and cards that somebody else can have. */
TEST(en_glory_outweighs_all_tie_breaks)
{
    static struct table t = TABLE(enchanters);
    struct vl_result res;

    RULE("EN-SCO-06");
    RULE("EN-SCO-07");
    table_load(&t, "{'village':'moulinbas','seats':[{'crystals':0,'trophies':['gno_hyena#1']},"
                   "{'crystals':999,'items':['wor_dagger','wor_ritual_robe','wor_black_blade']}]}");
    vl_result(&t.r, &t.s.base, &res);
    CHECK_EQ(res.score[0], 1);
    CHECK_EQ(res.score[1], 0);
    CHECK_EQ(res.rank[0], 1);
    CHECK_EQ(res.rank[1], 2);
    for (int k = t.s.base.seats; k < VL_SEATS_MAX; k++) /* nobody sits there */
        CHECK(!res.won[k] && res.score[k] == 0 && res.rank[k] == 0);
}

/* EN-SCO-06, last: cards of all three piles, trophies too. */
TEST(en_more_cards_break_the_last_tie)
{
    static struct table t = TABLE(enchanters);
    struct vl_result res;

    RULE("EN-SCO-06");
    RULE("EN-SCO-07");
    table_load(&t, "{'village':'moulinbas','seats':[{'trophies':['gno_gnoll#1']},"
                   "{'trophies':['gno_hyena#1','gno_hyena#2']}]}");
    vl_result(&t.r, &t.s.base, &res);
    CHECK_EQ(res.score[0], res.score[1]);
    CHECK_EQ(res.rank[0], 2);
    CHECK_EQ(res.rank[1], 1);
}

/* What an amount can be counted from: the first card of a pile counts, and the last. */
TEST(en_every_source_is_counted)
{
    static const int counted[EN_SOURCES] = {
        [EN_SRC_ATK] = 2,      [EN_SRC_DEF] = 3,       [EN_SRC_WOUNDS] = 3,
        [EN_SRC_CRYSTALS] = 7, [EN_SRC_MONSTERS] = 2,  [EN_SRC_DRAGONS] = 1,
        [EN_SRC_TROPHIES] = 3, [EN_SRC_ITEMS] = 2,     [EN_SRC_ENCHANTMENTS] = 1,
        [EN_SRC_SKULLS] = 1,   [EN_SRC_GRAVEYARD] = 2, [EN_SRC_HEALED] = 4,
        [EN_SRC_RECEIVED] = 5,
    };
    static const char *const trophies[] = {
        "'und_skeleton#1','gno_carrion_dragon#1','gno_hyena#2'",
        "'gno_carrion_dragon#1','gno_hyena#1','und_skeleton#1'",
        "'gno_hyena#1','und_skeleton#1','gno_carrion_dragon#1'",
    };
    static struct table t = TABLE(enchanters);

    RULE("EN-VAL-07");
    for (int i = 0; i < VL_LEN(trophies); i++) {
        char json[400];

        snprintf(json, sizeof json,
                 "{'village':'moulinbas','seats':[{'crystals':7,'wounds':3,'healed':4,'received':5,"
                 "'items':['wor_dagger','wor_ritual_robe'],'trophies':[%s]}],"
                 "'graveyard':['wor_zealot#1','wor_zealot#2']}",
                 trophies[i]);
        table_load(&t, json);
        for (int source = EN_SRC_ATK; source < EN_SOURCES; source++)
            CHECK_EQ(en_source(&t.r, &t.s.enchanters, 0, source), counted[source]);
    }
}

/* Whatever stood in its memory before. */
TEST(en_a_fresh_state_holds_nothing_else)
{
    static struct table t = TABLE(enchanters);
    static struct en_state clean, used;

    RULE("EN-SET-02");
    table_load(&t, "{'options':{'players':3}}");
    memset(&used, 0xAA, sizeof used);
    en_fresh(&t.r, &clean.base);
    en_fresh(&t.r, &used.base);
    CHECK_EQ(memcmp(&clean, &used, sizeof clean), 0);
    CHECK_EQ(used.turns + used.atk + used.holes + used.grave_len + used.grave[0] + used.known[0],
             0);
    CHECK_EQ(used.kingdoms[EN_IN_PLAY_MAX - 1], VL_NONE);
    CHECK_EQ(used.road[EN_SLOTS - 1], VL_NONE);
    CHECK_EQ(used.base.phase, EN_PH_WINDOW_1);
    CHECK_EQ(used.stage, EN_PH_WINDOW_1);
}

/* ---- whole games ---- */

static const char *const tables[] = {
    "kingdom_mode=random",
    "players=3 kingdom_mode=random",
    "players=4 kingdom_mode=random",
    "kingdom_mode=random variant_quick=yes",
    "players=3 kingdom_mode=random variant_super_quick=yes",
    "players=4 kingdom_mode=random variant_quick=yes variant_deep_dragons=yes",
    "kingdom_mode=random variant_deep_dragons=yes",
    "players=3 kingdom_mode=random variant_super_quick=yes variant_deep_dragons=yes",
};

/* In how many places each card is. */
static void count_places(const struct table *t, int *places)
{
    const struct en_state *s = &t->s.enchanters;

    memset(places, 0, EN_CARDS_MAX * sizeof *places);
    for (int card = 0; card < en_content(&t->r)->cards_len; card++)
        places[card] = vl_set_has(s->unseen, card) + vl_set_has(s->removed, card);
    for (int seat = 0; seat < s->base.seats; seat++)
        for (int pile = 0; pile < EN_PILES; pile++)
            for (int i = 0; i < s->p[seat].len[pile]; i++)
                places[en_pile_of(&s->p[seat], pile)[i]]++;
    for (int i = 0; i < EN_SLOTS; i++)
        if (s->road[i] != VL_NONE)
            places[s->road[i]]++;
    for (int i = 0; i < s->grave_len; i++)
        places[s->grave[i]]++;
    for (int i = 0; i < s->aside_len; i++)
        places[s->aside[i]]++;
    for (int level = 0; level < EN_LEVELS; level++) {
        if (s->take[level].card != VL_NONE)
            places[s->take[level].card]++;
        if (s->take[level].held != VL_NONE)
            places[s->take[level].held]++;
    }
}

static bool in_game(const struct table *t, int card)
{
    const struct en_content *c = en_content(&t->r);
    const struct en_derived *d = en_derived(&t->r);

    if (card >= c->starts)
        return (card - c->starts) % EN_SEATS_MAX < t->s.base.seats;
    for (int i = 0; i < t->s.enchanters.kingdoms_len; i++)
        if (t->s.enchanters.kingdoms[i] == card / EN_PER_KINGDOM)
            return (d->seats > 2 && !d->super_quick) || vl_set_has(c->marked, card);
    return false;
}

TEST(en_cards_are_conserved)
{
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(71);
    int places[EN_CARDS_MAX], games = test_full ? 400 : 24;

    RULE("EN-ST-02");
    RULE("EN-INFO-02");
    RULE("EN-CMP-07");
    for (int k = 0; k < games; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            const char *remark;
            vl_rule rule;
            bool ok = true;

            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
            if (t.s.base.phase == EN_PH_SETUP_KINGDOMS)
                continue;
            count_places(&t, places);
            for (int card = 0; card < en_content(&t.r)->cards_len; card++)
                ok = ok && places[card] == in_game(&t, card);
            remark = enchanters_game.broken(&t.r, &t.s.base, &rule);
            CHECK_STR(remark, NULL);
            if (!CHECK(ok))
                return;
        }
    }
}

TEST(en_a_game_ends_after_at_most_as_many_turns_as_cards)
{
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(72);
    struct vl_move list[VL_MOVES_MAX];

    RULE("EN-END-08");
    RULE("EN-ST-04");
    RULE("EN-REST-07");
    RULE("EN-RUL-16");
    RULE("EN-TURN-02");
    for (int k = 0; k < 24; k++) {
        int cards = 0, turns = 0, majors = 0;

        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            struct vl_move m = table_any(&t, &rng);

            if (t.s.base.phase == EN_PH_SETUP_DEAL && cards == 0)
                cards = en_deck_len(&t.s.enchanters);
            if (t.s.base.phase == EN_PH_WINDOW_1) { /* there is always a Rest */
                int n = vl_legal(&t.r, &t.s.base, list), rests = 0;
                for (int i = 0; i < n; i++)
                    rests += list[i].kind == EN_MV_REST;
                CHECK(rests > 0);
            }
            turns += m.kind == EN_MV_END_TURN;
            majors += m.kind == EN_MV_JOURNEY || m.kind == EN_MV_REST;
            vl_apply_legal(&t.r, &t.s.base, m, NULL);
        }
        CHECK(turns <= cards);
        CHECK_EQ(turns, majors);
        CHECK_EQ(turns, t.s.enchanters.turns);
        CHECK_EQ(en_deck_len(&t.s.enchanters) + t.s.enchanters.road_len, 0);
    }
}

TEST(en_the_same_decisions_and_draws_give_the_same_state)
{
    static struct table t = TABLE(enchanters), again = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(73);

    RULE("EN-ST-05");
    RULE("EN-SET-23");
    for (int k = 0; k < VL_LEN(tables); k++)
        if (!table_check_replay(&t, &again, tables[k], &rng, table_any))
            return;
    CHECK(sizeof(struct en_state) <= 2048);
}

/* ---- what players see ---- */

TEST(en_all_is_public_but_the_order_of_the_deck)
{
    static struct table t = TABLE(enchanters);
    static char seen[TABLE_TEXT];
    static const char *const decks[] = { "'gob_goblin','gob_ogre','gob_axe'",
                                         "'gob_axe','gob_goblin','gob_ogre'" };
    struct en_state hidden[2];

    RULE("EN-INFO-01");
    RULE("EN-PILE-11");
    RULE("EN-RUL-60");
    for (int i = 0; i < 2; i++) {
        char json[400];
        struct vl_buf b = vl_buf_on(json, sizeof json);

        vl_put(
            &b,
            "{'options':{'players':3},'seats':[{'items':['gob_helmet']},{'trophies':['gno_gnoll']}]"
            ",'road':['gno_bolas'],'graveyard':['thi_caftan'],'removed':['gno_roc#1'],'deck':[");
        vl_put(&b, decks[i]);
        vl_put(&b, "]}");
        table_load(&t, json);
        hidden[i] = t.s.enchanters;
        vl_hide(&t.r, &hidden[i].base, 1);
        CHECK_EQ(hidden[i].known_len, 0);
        CHECK_EQ(en_deck_len(&hidden[i]), 3); /* the number is known */
        if (i == 0)
            strcpy(seen, table_view(&t, 1));
        const char *other = table_view(&t, VL_ANYONE);
        CHECK_STR(other, seen); /* for everybody the same, whatever the order */
        CHECK(strstr(other, "\"gob_helmet#1\"") && strstr(other, "\"gno_gnoll#1\"") &&
              strstr(other, "\"gno_bolas#1\"") &&
              strstr(other, "\"graveyard\":[\"thi_caftan#1\"]") &&
              strstr(other, "\"removed\":[\"gno_roc#1\"]") && strstr(other, "\"deck_count\":3"));
        CHECK(!strstr(other, "\"deck\""));
    }
    CHECK(memcmp(&hidden[0], &hidden[1], sizeof hidden[0]) == 0);
}
