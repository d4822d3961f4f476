/* Trials of Reflets d'Acide that no card of the built-in pack has: other arrows, outcomes, prices;
 * dice and lives, each with each; and packs that break a rule of their format. */
#include "games/reflets/reflets.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct table t = TABLE(reflets);

static const struct ra_state *now(void)
{
    return &t.s.reflets;
}

/* ---- arrows ---- */

TEST(ra_a_failure_arrow_may_lead_to_the_light)
{
    RULE("RA-OUT-01");
    RULE("RA-TRI-01");
    table_with(&t, "/zones/1/trial/0/lost", "'light'");
    table_load(&t, "{'base':'BASE','stage':'arrow','trial':'Z02','team':'W06','gold':6,'up':{"
                   "'forest':'Z02'},'result':false}");
    CHECK_EQ(table_happened(&t, RA_EV_TRIAL_LOST), 0);
    table_play(&t, "gem attack", "place_gem A", "gem attack", "place_gem A");
    CHECK_STR(table_str(&t, "/laid/Z02"), "purse");
}

/* A step of vitality whose arrows lead apart: on, or to the dark. */
static void at_vitality(const char *more)
{
    char json[600];

    snprintf(json, sizeof json,
             "{'base':'BASE','stage':'objective','trial':'Z33','objective':1,'team':'W39','up':{"
             "'mount':'Z33'}%s}",
             more);
    table_load(&t, json);
    table_forget(&t);
}

TEST(ra_a_step_of_vitality_goes_wrong_only_if_the_hero_dies)
{
    RULE("RA-TRI-08");
    RULE("RA-VIT-17");
    table_with(&t, "/zones/32/trial/1/lost", "'dark'");
    at_vitality(",'gold':2,'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]}");
    table_play(&t, "die 3");
    CHECK_EQ(now()->trial.node, 2);
    at_vitality(",'gold':2,'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]}");
    table_play(&t, "die 2");
    CHECK_EQ(now()->trial.node, 2);
    at_vitality(",'gold':2,'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]}");
    table_play(&t, "die 4");
    CHECK_EQ(table_happened(&t, RA_EV_TRIAL_LOST), 1);
    at_vitality(",'gold':5,'heroes':['H03','H05'],'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]}");
    CHECK_EQ(now()->trial.node, 2);
    /* put out of the team while his test waits */
    at_vitality(",'gold':2,'gems':{'A':[1,1,1,1,1],'B':[0,0,0,0,0]},'tokens':{'green4':{'kind':'"
                "LUCK','lies':'A'}}");
    table_play(&t, "die 4", "token green LUCK", "luck_pick 5", "draw H37", "offer_replace 2");
    CHECK_EQ(table_happened(&t, RA_EV_TRIAL_LOST), 0);
    CHECK_EQ(now()->trial.node, 2);
}

/* ---- outcomes that no card has ---- */

TEST(ra_a_price_is_paid_to_the_bank_with_debt)
{
    RULE("RA-FX-02");
    RULE("RA-GEM-07");
    table_with(&t, "/zones/1/dark", "[['pay',3]]");
    table_load(&t, "{'base':'BASE','stage':'dark','trial':'Z02','team':'W06','gold':6,'up':{'"
                   "forest':'Z02'},'guide':1,'gems':{'A':[1,0,0,0,0],'B':[0,1,0,0,1]}}");
    CHECK_STR(table_moves(&t), "pay_gem A attack, pay_gem B perception, pay_gem B defence");
    CHECK_STR(table_refused_by(&t, "pay_gem A attack", 0), "E_ACTOR");
    table_play(&t, "pay_gem B defence", "pay_gem A attack", "pay_gem B perception");
    CHECK_EQ(ra_gems_of(now(), RA_VILS), 5);
    CHECK_EQ(ra_gems_of(now(), RA_BANK), 120);
    table_load(&t,
               "{'base':'BASE','stage':'dark','trial':'Z02','team':'W06','gold':6,'up':{'"
               "forest':'Z02'},'gems':{'A':[1,0,0,0,0],'B':[0,0,0,0,0]},'laid':{'Z03':'purse'}}");
    table_play(&t, "pay_gem A attack");
    CHECK_STR(table_moves(&t), "debt_card Z03");
}

TEST(ra_gems_of_the_bank_come_to_the_vils_and_their_powers_act_once)
{
    RULE("RA-FX-04");
    RULE("RA-VIL-02");
    RULE("RA-GEM-03");
    table_with(&t, "/zones/1/dark", "[['vgem',3]]");
    table_load(&t, "{'base':'BASE','stage':'dark','trial':'Z02','team':'W06','gold':6,'up':{'"
                   "forest':'Z02'},'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0],'V':[2,0,0,0,0]}}");
    CHECK_EQ(table_weight(&t, "gem attack"), 23);
    CHECK_EQ(table_weight(&t, "gem defence"), 25);
    table_play(&t, "gem attack", "gem attack");
    CHECK_EQ(now()->gems[RA_VILS][RA_ATTACK], 4); /* not before all three */
    CHECK_EQ(now()->vdown[0], 0);
    table_forget(&t);
    table_play(&t, "gem attack");
    CHECK_EQ(table_happened(&t, RA_EV_POWER), 1);
    CHECK_EQ(ra_gems_of(now(), RA_VILS), 0);
    CHECK_EQ(now()->vdown[0], 1);
}

TEST(ra_what_happens_heals_who_is_meant_and_asks_nobody_where_nobody_is_hurt)
{
    RULE("RA-FX-15");
    RULE("RA-FX-16");
    table_with(&t, "/zones/1/light", "[['heal','gold'],['heal','leader'],['heal','one']]");
    table_load(&t,
               "{'base':'BASE','stage':'light','trial':'Z02','team':'W06','gold':4,'up':{'"
               "forest':'Z02'},'markers':[1,1,1,1,1,0],'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]},"
               "'cards':{'D26':'a'}}");
    CHECK_STR(table_moves(&t), "pick_hero 2, pick_hero 3, pick_hero 5");
    table_play(&t, "pick_hero 5");
    CHECK_STR(table_str(&t, "/markers"), "[0,1,1,0,0,0]");
    table_load(&t, "{'base':'BASE','stage':'light','trial':'Z02','team':'W06','gold':4,'up':{'"
                   "forest':'Z02'},'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]},'cards':{'D26':'a'}}");
    CHECK_STR(table_phase(&t), "won");
    table_with(&t, "/zones/1/light", "[['heal','place2']]");
    table_load(&t,
               "{'base':'BASE','stage':'light','trial':'Z02','team':'W06','gold':4,'up':{'"
               "forest':'Z02'},'markers':[1,1,1,1,1,0],'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]},"
               "'cards':{'D26':'a'}}");
    CHECK_STR(table_str(&t, "/markers"), "[1,0,1,1,1,0]");
}

TEST(ra_a_price_of_any_colours_has_a_penalty_of_any_colour)
{
    RULE("RA-AID-16");
    table_with(&t, "/heroes/2/skills/0/cost", "[['any',1]]");
    table_load(&t, "{'base':'BASE','phase':'obj_after','trial':'Z04','team':'W06','gold':6,'up':{"
                   "'forest':'Z04'},'gems':{'A':[1,1,0,0,0],'B':[1,1,1,1,1]}}");
    table_play(&t, "skill H03 0");
    CHECK_STR(table_moves(&t), "pay_gem A attack, pay_gem A perception");
    table_play(&t, "pay_gem A perception", "pay_gem A attack");
    CHECK_EQ(ra_gems_of(now(), 0), 0);
    CHECK_EQ(now()->trial.points, 2);
    table_load(&t, "{'base':'BASE','phase':'obj_after','trial':'Z04','team':'W06','gold':6,'up':{"
                   "'forest':'Z04'},'gems':{'A':[0,1,0,0,0],'B':[1,1,1,1,1]},'cards':{'D21':'a'}}");
    CHECK_STR(table_refused(&t, "skill H03 0"), "E_GEMS");
}

TEST(ra_the_first_item_may_forbid_to_brake)
{
    RULE("RA-FX-46");
    RULE("RA-AVA-04");
    table_with(&t, "/loot/0/passive", "[['nobrake']]");
    table_load(&t, "{'base':'BASE','phase':'brake','gold':3,'avatar':'A03','holders':{'L01':'H16'},"
                   "'active':['L01']}");
    CHECK_STR(table_refused(&t, "brake 1 A"), "E_NOBRAKE");
    table_load(&t,
               "{'base':'BASE','phase':'brake','gold':3,'avatar':'A03','holders':{'L01':'H16'}}");
    CHECK_STR(table_refused(&t, "brake 1 A"), "");
}

TEST(ra_a_card_without_a_target_revives_on_any_board)
{
    RULE("RA-FX-21");
    RULE("RA-VIT-14");
    table_with(&t, "/dilemmas/32/targeted", "false");
    table_load(&t, "{'base':'BASE','stage':'dark','trial':'Z12','team':'W13','gold':5,'up':{'river'"
                   ":'Z12'},'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]},'cards':{'D33':'a'}}");
    table_play(&t, "die 6", "dilemma D33");
    CHECK_STR(table_str(&t, "/markers"), "[0,0,0,0,1,0]");
    CHECK_EQ(now()->n, 6);
    table_plain(&t);
}

/* ---- dice ---- */

TEST(ra_every_die_against_every_characteristic)
{
    static const char *const heroes[] = { "H01", "H01", "H03", "H05", "H12" };
    static const uint8_t chars[] = { RA_ATTACK, RA_PERCEPTION, RA_ATTACK, RA_ATTACK, RA_ATTACK };

    RULE("RA-OBJ-03");
    RULE("RA-OBJ-06");
    RULE("RA-OBJ-09");
    table_plain(&t);
    for (int value = 1; value <= 5; value++)
        for (int die = 1; die <= 6; die++)
            for (int alone = 0; alone < 2; alone++) {
                const char *hero = heroes[value - 1];
                bool sees = chars[value - 1] == RA_PERCEPTION;
                const char *zone = alone ? (sees ? "Z22" : "Z23") : (sees ? "Z05" : "Z04");
                char json[500];

                snprintf(json, sizeof json,
                         "{'base':'BASE','phase':'obj_after','heroes':['%s'],'trial':'%s','team':'"
                         "%s','gold':1,'dice_len':1,'dice':{'1':{'value':%d,'hero':'%s'}}}",
                         hero, zone, alone ? "W26" : "W06", die, hero);
                table_load(&t, json);
                CHECK_EQ(ra_value(ra_content(&t.r), now(), 0, chars[value - 1]), value);
                int want = die == 6      ? -1
                           : die < value ? (alone ? 1 : die)
                           : die > value ? 0
                           : alone       ? 2
                                         : die + 1;
                CHECK_EQ(ra_reached(ra_content(&t.r), now()), want);
            }
}

TEST(ra_every_vitality_die_against_every_life)
{
    static const char *const heroes[] = { "H01", "H03", "H10", "H16" }; /* 2 to 5 */

    RULE("RA-VIT-02");
    RULE("RA-VIT-03");
    RULE("RA-VIT-04");
    RULE("RA-VIT-05");
    RULE("RA-VIT-15");
    table_plain(&t);
    for (int printed = 2; printed <= 5; printed++)
        for (int marker = 0; marker < printed; marker++)
            for (int die = 1; die <= 6; die++) {
                int life = marker ? marker : printed;
                char json[400], line[16];

                snprintf(
                    json, sizeof json,
                    "{'base':'BASE','stage':'dark','trial':'Z12','team':'W13','up':{'river':'"
                    "Z12'},'gold':1,'gems':{'A':[0,0,0,0,0],'B':[0,0,0,0,0]},'heroes':['%s','H22'"
                    "],'markers':[%d]}",
                    heroes[printed - 2], marker);
                table_load(&t, json);
                snprintf(line, sizeof line, "die %d", die);
                table_play(&t, line);
                CHECK_EQ(now()->n, die > life ? 1 : 2);
                if (die <= life)
                    CHECK_EQ(now()->marker[0], die < life ? die : marker);
            }
}

/* ---- packs that break a rule ---- */

/* clang-format off */
static const struct broken { const char *where, *at, *value; } broken[] = {
    { "/heroes/0/values/0",      "/heroes/0/values", "[6,2,2,3,2]" },
    { "/heroes/0/vitality",      "/heroes/0/vitality", "6" },
    { "/heroes/0/race",          "/heroes/0/race", "'troll'" },
    { "/heroes/0/skills/0/kind", "/heroes/0/skills/0/kind", "'reaction'" },
    { "/heroes/0/skills/0/do",   "/heroes/0/skills/0/do", "[['vit','gold','V']]" },
    { "/heroes/0/skills/0/do/0/0", "/heroes/0/skills/0/do", "[['dance',1]]" },
    { "/heroes/0/skills/0/cost/0/0", "/heroes/0/skills/0/cost", "[['gem',1]]" },
    { "/loot/0/passive",         "/loot/0/passive", "[['gem',1]]" },
    { "/zones/1/light",          "/zones/1/light", "[['sac']]" },
    { "/zones/1/trial",          "/zones/1/trial/0/lost", "'2'" },
    { "/zones/2/trial",          "/zones/2/trial/1/lost", "'2'" },
    { "/zones/2/trial",          "/zones/2/trial/0/lost", "'dark'" },
    { "/zones/2/trial",          "/zones/2/trial/0/value", "7" },
    { "/zones/1/trial/0/value",  "/zones/1/trial/0/value", "21" },
    { "/zones/0/options",        "/zones/0/options/0/cost", "1" },
    { "/rooms/0/trial",          "/rooms/0/trial/2/won", "'3'" },
    { "/quests/0/opposed",       "/quests/0/opposed", "'Q13'" },
    { "/quests",                 "/quests/0/opposed", "'Q03'" },
    { "/quests",                 "/quests/0/rooms", "['S02','S02']" },
    { "/quests",                 "/quests/0/reward", "[['sac']]" },
};
/* clang-format on */

static bool names(const struct vl_fault_list *faults, const char *where)
{
    for (int i = 0; i < faults->len; i++)
        if (strcmp(faults->items[i].where, where) == 0)
            return true;
    return false;
}

TEST(ra_a_pack_that_breaks_a_rule_is_refused_at_its_place)
{
    RULE("RA-CNT-02");
    RULE("RA-CNT-03");
    RULE("RA-CNT-04");
    RULE("RA-HAZ-03");
    for (int i = 0; i < VL_LEN(broken); i++) {
        char *text = table_pack_text(&reflets_game,
                                     (const char *const[]){ broken[i].at, broken[i].value, NULL });
        struct vl_fault_list faults = { 0 };
        struct vl_pack out = { 0 };

        CHECK(vl_pack_read(&out, &reflets_game, text, strlen(text), &faults) != VL_OK);
        CHECK(out.block == NULL);
        if (!CHECK(names(&faults, broken[i].where))) {
            printf("  row %d, %s = %s\n", i, broken[i].at, broken[i].value);
            for (int k = 0; k < faults.len; k++)
                printf("    %s: %s\n", faults.items[k].where, faults.items[k].what);
        }
        vl_fault_list_free(&faults);
        free(text);
    }
}
