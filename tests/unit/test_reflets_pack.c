/* Content of Reflets d'Acide: a pack with an invented hero, dilemma, zone and square of the board
 * is played, and packs that break a rule of their format are refused where they break it. The
 * figures of every card are compared with the rule file in tests/content/reflets.py. */
#include "games/reflets/reflets.h"
#include "table.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- inventions ---- */

/* A hero who finds gems and wins objectives, a dilemma of three effects, a bog where the forest
 * was, its square elsewhere on the sheet, with a test of vitality and a second chance. */
static void invent(struct table *t)
{
    table_with(
        t, "/heroes/2",
        "{'key':'ZOE','race':'human','align':'good','values':[5,5,5,5,5],'vitality':5,"
        "'points':9,'skills':[{'kind':'divine','cost':[['gems','attack',1]],'do':[['gem',2]]},"
        "{'kind':'hazard','cost':[['any',2]],'do':[['succeed']]}],'name':{'fr':'Zoé',"
        "'en':'Zoe'},'source':'designed'}",
        "/dilemmas/0",
        "{'key':'KITE','kind':'divine','cost':[['any',1]],'do':[['gem',1],['peek','room',1],"
        "['epic',4]],'name':{'fr':'Le cerf-volant','en':'The kite'},'source':'designed'}",
        "/zones/0",
        "{'key':'BOG','place':'forest','cost':1,'points':7,'trial':[{'kind':'vitality',"
        "'won':'2','lost':'dark'},{'kind':'individual','what':'perception','value':2,"
        "'won':'light','lost':'3'},{'kind':'collective','what':'defence','value':20,"
        "'won':'light','lost':'dark'}],'light':[['epic',2],['move',2]],'dark':[['pay',1]],"
        "'name':{'fr':'La fondrière','en':'The bog'},'source':'designed'}",
        "/nodes/20/next", "'BOGSIDE'", "/nodes/21",
        "{'key':'BOGSIDE','kind':'zone','place':'forest','segment':1,'next':'W07','at':[33,7],"
        "'name':{'fr':'Le marais','en':'The marsh'}}");
}

TEST(ra_a_pack_with_an_invented_hero_dilemma_and_zone_is_played)
{
    RULE("RA-TRI-08");
    RULE("RA-FX-44");
    static struct table t = TABLE(reflets);
    const struct ra_state *s = &t.s.reflets;

    invent(&t);
    table_load(&t, "{'options':{'players':1},'phase':'bless','heroes':['ZOE','H05','H10','H16'],"
                   "'quest':'Q01','cards':{'KITE':'a'},'team':'W05','treasure':'TR1'}");
    table_play(&t, "skill ZOE 0", "gem defence", "place_gem A", "gem defence", "place_gem A");
    CHECK_EQ(s->gems[0][RA_ATTACK], 0);
    CHECK_EQ(s->gems[0][RA_DEFENCE], 3);
    CHECK_STR(table_refused(&t, "dilemma KITE"), "E_BLESS");
    table_play(&t, "pass", "die 1", "pass", "walk", "gem attack", "place_gem A", "goto BOGSIDE");
    table_play(&t, "draw D20", "keep_dilemma A", "draw D21", "keep_dilemma A", "gem attack",
               "gem attack", "draw BOG", "pay_gem A defence");
    CHECK_STR(table_str(&t, "/up/forest"), "BOG");
    table_play(&t, "die 3", "pass"); /* the designated hero: Zoe lives, with a marker of 3 */
    CHECK_EQ(s->marker[0], 3);
    CHECK_STR(table_phase(&t), "obj_before");
    CHECK_STR(table_str(&t, "/tester"), "ZOE");
    CHECK_STR(table_refused(&t, "skill ZOE 1"), "E_WOUNDED");
    table_play(&t, "pass", "dice 1 2 4 5 5");
    CHECK_EQ(ra_reached(ra_content(&t.r), s), 2); /* twos of five: her marker is 3 */
    table_play(&t, "pass");
    CHECK_EQ(s->epic, 2);
    CHECK_STR(table_str(&t, "/laid/BOG"), "purse");
    CHECK_STR(table_str(&t, "/team"), "W08");
    table_plain(&t);
}

TEST(ra_an_invented_dilemma_is_played)
{
    static struct table t = TABLE(reflets);
    const struct ra_state *s = &t.s.reflets;

    invent(&t);
    table_load(&t, "{'options':{'players':1},'phase':'bless','heroes':['ZOE','H05'],'quest':'Q01',"
                   "'cards':{'KITE':'b'},'treasure':'TR1'}");
    table_play(&t, "dilemma KITE", "pay_gem B agility", "gem attack", "place_gem A", "peek R07",
               "draw S03");
    CHECK_EQ(s->epic, 4);
    CHECK_EQ(s->gems[1][RA_AGILITY], 0);
    CHECK_EQ(s->rooms[6].card, RA_ROOM0 + 2);
    CHECK(!s->rooms[6].up);
    table_plain(&t);
}

/* The start position of the worked examples names heroes that such a pack need not have. */
TEST(ra_the_start_position_is_made_for_the_cards_that_are)
{
    static struct table t = TABLE(reflets);

    invent(&t);
    CHECK_STR(table_bad_position(&t, "{'base':'BASE','options':{'players':2}}"), "/base");
    CHECK_STR(t.bad.what, "made for other content");
    CHECK_STR(table_bad_position(&t, "{'options':{'players':2},'heroes':['ZOE','H05'],"
                                     "'phase':'bless','quest':'Q01','treasure':'TR1'}"),
              "");
    table_plain(&t);
    CHECK_STR(table_bad_position(&t, "{'base':'BASE','options':{'players':2}}"), "");
}

TEST(ra_games_with_inventions_end)
{
    static struct table t = TABLE(reflets);
    struct vl_rng rng = vl_rng_seed(7);
    struct vl_error err;

    invent(&t);
    for (int game = 0; game < 6; game++) {
        char options[48];
        snprintf(options, sizeof options, "players=%d turn_cap=20 quick_tokens=yes", 1 + game % 3);
        table_open(&t, options);
        while (t.s.base.actor != VL_OVER) {
            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
            if (!CHECK_EQ(vl_sound(&t.r, &t.s.base, &err), VL_OK)) {
                printf("  %s: %s\n", err.where, err.what);
                break;
            }
        }
    }
    table_plain(&t);
}

/* ---- packs that break a rule of their format ---- */

/* clang-format off */
static const struct {
    const char *at, *value, *where, *what; /* what "": as the field's own range says */
} broken[] = {
    { "/heroes/0/vitality", "6", "/heroes/0/vitality", "" },
    { "/heroes/0/vitality", "1", "/heroes/0/vitality", "" },
    { "/heroes/0/values", "[1,2,3,4,6]", "/heroes/0/values/4", "" },
    { "/heroes/0/values", "[0,2,3,4,5]", "/heroes/0/values/0", "" },
    { "/heroes/0/race", "'troll'", "/heroes/0/race", "" },
    { "/heroes/0/key", "'H02'", "/heroes/1/key", "" },
    { "/heroes/0/skills/0/kind", "'reaction'", "/heroes/0/skills/0/kind", "" },
    { "/heroes/0/skills/0/do", "[['slide']]", "/heroes/0/skills/0/do", "an effect that has no place here" },
    { "/heroes/0/skills/0/do", "[['fly']]", "/heroes/0/skills/0/do/0", "" },
    { "/heroes/0/skills/0/cost", "[['gem',1]]", "/heroes/0/skills/0/cost/0", "" },
    { "/loot/0/passive", "[['gem',1]]", "/loot/0/passive", "an effect that has no place here" },
    { "/loot/0/passive", "[['set','attack',6]]", "/loot/0/passive/0/2", "" },
    { "/loot/0/gold", "10000", "/loot/0/gold", "" },
    { "/dilemmas/0/do", "[['trade','elf']]", "/dilemmas/0/do", "an effect that has no place here" },
    { "/creatures/0/cost", "5", "/creatures/0/cost", "" },
    { "/creatures/0/adds", "[10,0,0,0,0]", "/creatures/0/adds/0", "" },
    { "/zones/0/place", "'river'", "/zones", "six of each place, in order" },
    { "/zones/0/options/0/cost", "1", "/zones/0/options", "the first option is free" },
    { "/zones/1", "{'key':'Z02','place':'forest','cost':1,'points':2,'light':[['gem',2]],'name':{'fr':'a','en':'a'},'source':'designed'}", "/zones/1", "a zone has a trial or options" },
    { "/zones/1/trial/0/value", "21", "/zones/1/trial/0/value", "" },
    { "/zones/1/trial/0/kind", "'individual'", "/zones/1/trial", "an objective has a characteristic and a value" },
    { "/zones/1/trial/0/lost", "'2'", "/zones/1/trial", "an arrow leads on, to an objective that there is" },
    { "/zones/1/light", "[['set_die',1,2]]", "/zones/1/light", "an effect that has no place here" },
    { "/doors/2/item", "'H01'", "/doors", "an item opens it" },
    { "/rooms/0/light", "[['relic','H01']]", "/rooms/0/light", "no relic" },
    { "/rooms/9/feature", "'none'", "/rooms", "one Octuple Chamber, and two rooms of a portal or none" },
    { "/rooms/3/feature", "'octuple'", "/rooms", "one Octuple Chamber, and two rooms of a portal or none" },
    { "/rooms/3/feature", "'portal'", "/rooms", "one Octuple Chamber, and two rooms of a portal or none" },
    { "/quests/0/opposed", "'Q03'", "/quests", "quests oppose each other two by two" },
    { "/quests/0/relic", "'L01'", "/quests", "a relic and two rooms that differ" },
    { "/quests/0/rooms", "['S05','S05']", "/quests", "a relic and two rooms that differ" },
    { "/quests/0/reward", "[['sac']]", "/quests", "" },
    { "/tokens/0/team", "[['offer','vac']]", "/tokens", "an effect that has no place here" },
    { "/luck/0/do", "[['trade','elf']]", "/luck", "an effect that has no place here" },
    { "/bad_luck", "[['move',1]]", "/bad_luck", "an effect that has no place here" },
    { "/shortcut", "[['reroll',1]]", "/shortcut", "an effect that has no place here" },
    { "/nodes/15/kind", "'plain'", "/nodes", "one city, one door, six zones and ten rooms" },
    { "/nodes/21/place", "'river'", "/nodes", "one city, one door, six zones and ten rooms" },
    { "/nodes/17/setup", "'grey'", "/nodes", "seven squares for the tokens of a colour" },
    { "/nodes/20/next", "'W01'", "/nodes", "the road leads from the city to the door" },
    { "/nodes/20/next", "'W99'", "/nodes/20/next", "" },
    { "/nodes/81/arrow", "'-'", "/nodes", "" },
    { "/nodes/0/at", "[61,0]", "/nodes/0/at/0", "" },
};
/* clang-format on */

static const struct vl_error *named(const struct vl_fault_list *faults, const char *where)
{
    size_t len = strlen(where);

    for (int i = 0; i < faults->len; i++)
        if (strncmp(faults->items[i].where, where, len) == 0)
            return &faults->items[i];
    return NULL;
}

TEST(ra_packs_that_break_a_rule_are_refused_at_their_place)
{
    RULE("RA-CNT-02");
    RULE("RA-CNT-03");
    RULE("RA-CNT-04");
    RULE("RA-BRD-03");
    RULE("RA-BRD-04");
    for (int i = 0; i < VL_LEN(broken); i++) {
        char *text = table_pack_text(&reflets_game,
                                     (const char *const[]){ broken[i].at, broken[i].value, NULL });
        struct vl_fault_list faults = { 0 };
        struct vl_pack out = { 0 };

        CHECK(vl_pack_read(&out, &reflets_game, text, strlen(text), &faults) != VL_OK);
        const struct vl_error *f = named(&faults, broken[i].where);
        bool good = CHECK(f != NULL);
        if (f != NULL && broken[i].what[0])
            good &= CHECK_STR(f->what, broken[i].what);
        if (!good)
            printf("  %s = %s\n", broken[i].at, broken[i].value);
        for (int k = 0; k < faults.len && !good; k++)
            printf("    %s: %s\n", faults.items[k].where, faults.items[k].what);
        vl_fault_list_free(&faults);
        free(text);
    }
}

/* ---- words for the mood ---- */

enum { MOOD_MAX = 400, MOODS = 400 };

static bool spoke_of(char out[MOOD_MAX], const struct table *t, int lang, int family, int index)
{
    struct vl_buf b = vl_buf_on(out, MOOD_MAX);

    return vl_text_flavour(&b, lang, &t->r, family, index);
}

TEST(ra_each_card_has_a_line_of_its_own_for_the_mood)
{
    static const int families[] = { RA_FAM_CARD, RA_FAM_TREASURE, RA_FAM_QUEST, RA_FAM_KIND };
    static struct table t = TABLE(reflets);
    static char said[MOODS][MOOD_MAX];

    table_plain(&t);
    vl_rules_init(&t.r, t.game, t.pack.block, &t.pack.info);
    for (int lang = 0; lang < VL_LANGS; lang++) {
        int n = 0;

        for (size_t f = 0; f < sizeof families / sizeof *families; f++)
            for (int i = 0; i < vl_family_count(&t.r, families[f]); i++) {
                bool again = families[f] == RA_FAM_TREASURE; /* they are cards as well */

                if (vl_key(&t.r, families[f], i) == NULL || again)
                    continue;
                if (!CHECK(spoke_of(said[n], &t, lang, families[f], i)))
                    return;
                for (int k = 0; k < n; k++)
                    CHECK(strcmp(said[k], said[n]) != 0);
                n++;
            }
        CHECK(n > 250);
    }
}

TEST(ra_the_words_of_a_pack_come_before_those_of_the_catalogue)
{
    static struct table t = TABLE(reflets);
    char said[MOOD_MAX];

    table_with(&t, "/rooms/0/name",
               "{'fr':'La cave','en':'The cellar'},"
               "'flavour':{'fr':'On y dort.','en':'One sleeps there.'}");
    vl_rules_init(&t.r, t.game, t.pack.block, &t.pack.info);
    for (int i = 0; i < vl_family_count(&t.r, RA_FAM_CARD); i++) {
        const char *key = vl_key(&t.r, RA_FAM_CARD, i);

        if (key != NULL && strcmp(key, "S01") == 0 &&
            CHECK(spoke_of(said, &t, VL_EN, RA_FAM_CARD, i)))
            CHECK_STR(said, "One sleeps there.");
    }
    CHECK(!spoke_of(said, &t, VL_EN, RA_FAM_NODE, 0));
}
