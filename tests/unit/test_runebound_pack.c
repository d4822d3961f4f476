/* Content of Runebound (RB-CRD, RB-BRD): the built-in pack, packs that break one rule of their
 * format, and a pack with an invented hero, artifact, challenge and map. The figures of every card
 * are compared with the rule file in tests/content/runebound.py. */
#include "games/runebound/runebound.h"
#include "table.h"
#include "text/effects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rb_content *content(void)
{
    static struct table t = TABLE(runebound);

    table_open(&t, "players=2");
    return rb_content(&t.r);
}

/* ---- the built-in pack ---- */

static int count(int first, int end, int sort, int kind)
{
    const struct rb_content *c = content();
    int n = 0;

    for (int card = first; card < end; card++)
        n += c->cards[card].sort == sort && (kind < 0 || c->cards[card].kind == kind);
    return n;
}

TEST(rb_the_pack_has_the_cards_of_the_box)
{
    static const int kinds[RB_KINDS] = { 18, 10, 6, 4, 3, 4, 7, 4 }; /* ORDER RB_KIND_MAP */
    static const int of[RB_COLOURS][3] = { { 20, 4, 4 }, { 16, 3, 3 }, { 10, 3, 2 }, { 7, 0, 0 } };
    const struct rb_content *c = content();

    RULE("RB-CRD-01");
    RULE("RB-CRD-02");
    RULE("RB-CRD-03");
    RULE("RB-CRD-04");
    RULE("RB-CRD-05");
    RULE("RB-CRD-06");
    RULE("RB-CRD-14");
    CHECK_EQ(count(RB_DECKED, RB_CARDS, RB_SORT_HERO, -1), 12);
    CHECK_EQ(count(0, RB_ALLIES, RB_SORT_ALLY, -1), 28);
    CHECK_EQ(count(RB_ALLIES, RB_MARKET, RB_SORT_ARTIFACT, -1), 56);
    for (int kind = 0; kind < RB_KINDS; kind++)
        CHECK_EQ(count(RB_ALLIES, RB_MARKET, RB_SORT_ARTIFACT, kind), kinds[kind]);
    for (int colour = 0; colour < RB_COLOURS; colour++) {
        int n[3] = { 0 };

        for (int card = RB_MARKET; card < RB_DECKED; card++)
            if (c->cards[card].colour == colour)
                n[c->cards[card].sort - RB_SORT_CHALLENGE]++;
        for (int i = 0; i < 3; i++)
            CHECK_EQ(n[i], of[colour][i]);
    }
    for (int card = 0; card < RB_CARDS; card++)
        if (c->cards[card].sort == RB_SORT_HERO)
            CHECK_EQ(c->cards[card].abilities_len, 1);
}

/* ---- how deep abilities lie on each other ---- */

static void note(struct vl_fx_nest *n, const struct rb_content *c, int card)
{
    struct vl_frame f = rb_machine.none;
    struct vl_rules r = { .game = &runebound_game, .content = c };

    f.source = (uint16_t)card;
    for (int list = 0; list < RB_LISTS; list++) {
        f.list = vl_u8(list);
        struct vl_fx_part part = rb_find(&r, NULL, &f);
        if (part.len > 0)
            vl_fx_note(n, &rb_machine, part.steps, part.len, part.kind, card);
    }
}

TEST(rb_the_stack_is_as_deep_as_the_cards_need)
{
    const struct rb_content *c = content();
    struct vl_fx_nest n;
    int source;

    RULE("RB-STA-01");
    memset(&n, 0, sizeof n);
    for (int card = 0; card < RB_CARDS; card++)
        note(&n, c, card);
    CHECK_EQ(vl_fx_frames(&n, &rb_machine, &source), RB_FRAMES);

    struct vl_fx test; /* a boost that makes a test, in which boosts are used: without end */
    memset(&test, 0, sizeof test);
    test.verb = RB_DO_TEST;
    vl_fx_note(&n, &rb_machine, &test, 1, RB_LIST_ROLL, 77);
    CHECK_EQ(vl_fx_frames(&n, &rb_machine, &source), -1);
    CHECK_EQ(source, 77);
}

/* ---- the map ---- */

/* Steps from one hex to all others, over the board. */
static void walk_from(const struct rb_content *c, int hex, uint8_t steps[RB_HEXES])
{
    uint8_t queue[RB_HEXES];
    int len = 0;

    memset(steps, VL_NONE, RB_HEXES);
    steps[hex] = 0;
    queue[len++] = vl_u8(hex);
    for (int at = 0; at < len; at++)
        for (int side = 0; side < RB_SIDES; side++) {
            int next = c->hexes[queue[at]].next[side];

            if (next == VL_NONE || steps[next] != VL_NONE)
                continue;
            steps[next] = vl_u8(steps[queue[at]] + 1);
            queue[len++] = vl_u8(next);
        }
    CHECK_EQ(len, RB_HEXES);
}

TEST(rb_the_map_is_one_board_of_hexes)
{
    static const int8_t dq[] = { 1, 1, 0, -1, -1, 0 }, dr[] = { 0, -1, -1, 0, 1, 1 };
    const struct rb_content *c = content();
    int edges = 0;

    RULE("RB-BRD-01");
    RULE("RB-BRD-02");
    RULE("RB-BRD-03");
    RULE("RB-BRD-04");
    RULE("RB-BRD-05");
    RULE("RB-BRD-06");
    RULE("RB-BRD-10");
    RULE("RB-MOV-31");
    RULE("RB-RUL-44");
    RULE("RB-RUL-57");
    for (int i = 0; i < RB_HEXES; i++) {
        const struct rb_hex *h = &c->hexes[i];
        uint8_t steps[RB_HEXES];

        CHECK_EQ(h->r, i / 19);
        CHECK_EQ(h->q, i % 19 - (h->r - (h->r & 1)) / 2);
        for (int side = 0; side < RB_SIDES; side++) {
            const struct rb_hex *to = h->next[side] == VL_NONE ? NULL : &c->hexes[h->next[side]];

            edges += to != NULL;
            if (to != NULL)
                CHECK(to->q == h->q + dq[side] && to->r == h->r + dr[side] &&
                      to->next[(side + 3) % RB_SIDES] == i);
        }
        walk_from(c, i, steps);
        for (int k = 0; k < RB_HEXES; k++)
            CHECK_EQ(rb_distance(c, i, k), steps[k]);
    }
    CHECK_EQ(edges, 2 * (13 * 18 + 12 * (2 * 19 - 1))); /* in rows, and between them */
    CHECK_EQ(c->hexes[123].next[2], 103);               /* north-west of Tamalir; an even row */
    CHECK_EQ(c->hexes[104].next[2], 85);
    CHECK_EQ(c->hexes[0].next[3], VL_NONE);
    CHECK_EQ(c->hexes[18].next[0], VL_NONE);
}

/* ---- packs that break a rule ---- */

/* clang-format off */
struct broken { const char *where, *at, *value; };
/* clang-format on */

/* Each is refused at its place, by RB-ERR-48, and nothing is made of it. */
static void check_broken(const struct broken *rows, int n)
{
    for (int i = 0; i < n; i++) {
        char *text = table_pack_text(&runebound_game,
                                     (const char *const[]){ rows[i].at, rows[i].value, NULL });
        struct vl_fault_list faults = { 0 };
        struct vl_pack out = { 0 };
        bool found = false;

        if (!CHECK(text != NULL))
            continue;
        CHECK(vl_pack_read(&out, &runebound_game, text, strlen(text), &faults) != VL_OK);
        CHECK(out.block == NULL);
        for (int k = 0; k < faults.len; k++) {
            found = found || strcmp(faults.items[k].where, rows[i].where) == 0;
            CHECK_EQ(faults.items[k].rule, RB_ERR_48);
        }
        if (!CHECK(found)) {
            printf("  row %d, %s = %s\n", i, rows[i].at, rows[i].value);
            for (int k = 0; k < faults.len; k++)
                printf("    %s: %s\n", faults.items[k].where, faults.items[k].what);
        }
        vl_fault_list_free(&faults);
        free(text);
    }
}
#define CHECK_BROKEN(rows) check_broken(rows, VL_LEN(rows))

/* where things stand in the pack */
#define HERO "/heroes/0/abilities/0"     /* Mad Carthos: boost */
#define ALLY "/allies/0/abilities/0"     /* the Burning Priest: boost */
#define RING "/artifacts/28/abilities/0" /* of Quick Wits: passive */
#define MAIL "/artifacts/18/abilities/0" /* Chainmail: soak */
#define HAG "/adventures/11"             /* Swamp Hag's Familiar: pre */
#define DOG "/adventures/12"             /* Stray Warhound: kept as an ally */
#define INFERNO "/adventures/20"         /* Call Down the Inferno */
#define FORD "/adventures/24"            /* Swollen Ford */

/* clang-format off */
TEST(rb_only_words_of_the_vocabulary)
{
    static const struct broken rows[] = {
        { RING "/do/0/0", RING "/do", "[['ATTR_MOD','mind',1]]" },
        { RING "/do/0/1", RING "/do", "[['attr_mod','luck',1]]" },
        { RING "/do/0/2", RING "/do", "[['attr_mod','mind',21]]" },
        { RING "/do/0", RING "/do", "[['attr_mod','mind']]" },
        { RING "/do/0/3", RING "/do", "[['attr_mod','mind',1,'H']]" },
        { RING "/do", RING "/do", "[]" },
        { RING "/when/0", RING "/when", "['always']" },
        { RING "/when", RING "/when", "[]" },
        { RING "/do/0/1", RING "/do", "[['wild','town']]" },
        { RING "/do/0/1", RING "/do", "[['life_mod',-1]]" },
        { RING "/do/0/1", RING "/do", "[['price_mod','gems',1]]" },
        { HERO "/do/0/1", HERO "/do", "[['roll_mod','luck',2,'H']]" },
        { HERO "/do/0/3", HERO "/do", "[['roll_mod','magic',2,'X']]" },
        { HERO "/do/0/3", HERO "/do", "[['dmg_mod','magic',2,'each_hero']]" },
        { HERO "/cost/0/0", HERO "/cost", "[['wounds',1]]" },
        { HERO "/cost/0/1", HERO "/cost", "[['fat',0]]" },
        { HERO "/cost/0/1", HERO "/cost", "[['act',1]]" },
        { HERO "/more", HERO, "{'when':['boost'],'do':[['roll_mod','magic',2,'H']],'more':1}" },
        { MAIL "/do/0/1", MAIL "/do", "[['prevent',0,'H','any']]" },
        { MAIL "/do/0/2", MAIL "/do", "[['prevent',1,'S','any']]" },
        { MAIL "/do/0/3", MAIL "/do", "[['prevent',1,'H','test']]" },
        { FORD "/do/0/2", FORD "/do", "[['test','body','dance',12,[],[]]]" },
        { FORD "/do/0/3", FORD "/do", "[['test','body','swim',41,[],[]]]" },
        { FORD "/do/0/4/0/0", FORD "/do", "[['test','body','swim',12,[['fly']],[]]]" },
        { FORD "/do/0", FORD "/do", "[['test','body','swim',12,[]]]" },
        { FORD "/do/0/1", FORD "/do", "[['wound','one',1]]" },
        { FORD "/do/0/1", FORD "/do", "[['gain_card',4]]" },
        { INFERNO "/global/0/1", INFERNO "/global", "[['extra_draw',4]]" },
        { DOG "/reward/0/1", DOG "/reward", "[['keep','hero']]" },
        { DOG "/reward/0", DOG "/reward", "[['keep']]" },
    };

    RULE("RB-ERR-48");
    RULE("RB-CRD-07");
    RULE("RB-CRD-11");
    RULE("RB-CRD-12");
    RULE("RB-CRD-13");
    RULE("RB-EFX-36");
    CHECK_BROKEN(rows);
}

TEST(rb_effects_stand_where_they_make_sense)
{
    static const struct broken rows[] = {
        { HERO "/do", HERO, "{'when':['before_move'],'do':[['roll_mod','magic',2,'H']]}" },
        { HERO "/do", HERO, "{'when':['boost'],'do':[['heal','hero',1]]}" },
        { HERO "/do", HERO, "{'when':['before_combat'],'do':[['teleport']]}" },
        { HERO "/do", HERO, "{'when':['reroll'],'do':[['roll_mod','magic',2,'H']]}" },
        { HERO "/do", HERO, "{'when':['soak'],'do':[['heal','hero',1]]}" },
        { HERO "/do", HERO, "{'when':['passive'],'do':[['heal','hero',1]]}" },
        { HERO "/do", HERO, "{'when':['moving'],'cost':[['act']],'do':[['refresh',1]]}" },
        { HERO "/do", HERO, "{'when':['escape'],'do':[['extra_step',1]]}" },
        { HERO "/do", HERO, "{'when':['boost'],'do':[['test','body','swim',12,[],[]]]}" },
        { HERO "/when", HERO, "{'when':['boost','before_move'],'do':[['roll_mod','magic',2,'H']]}" },
        { HERO "/when", HERO, "{'when':['soak','boost'],'do':[['prevent',2,'H','any']]}" },
        { HERO "/when", HERO, "{'when':['passive'],'cost':[['act']],'do':[['wild','hills']]}" },
        { HERO "/when", HERO, "{'when':['passive','boost'],'do':[['roll_mod','magic',2,'H']]}" },
        { HERO "/do", HERO, "{'when':['boost'],'do':[['roll_mod','test',2,'H']]}" },
        { HERO "/do", HERO, "{'when':['boost'],'do':[['roll_mod','escape',2,'H']]}" },
        { HERO "/do", HERO, "{'when':['test'],'do':[['roll_mod','melee',2,'H']]}" },
        { HERO "/do", HERO, "{'when':['boost'],'do':[['roll_mod','magic',2,'each_hero']]}" },
        { HERO "/cost", HERO, "{'when':['moving'],'do':[['extra_step',1]]}" },
        { HERO "/cost", HERO, "{'when':['moving'],'cost':[['fat',1]],'do':[['extra_step',1]]}" },
        { HERO "/cost", HERO, "{'when':['boost'],'cost':[['gold',1],['gold',1]],'do':[['roll_mod','magic',2,'H']]}" },
        { "/heroes/0/abilities", HERO, "{'when':['boost'],'cost':[['disc']],'do':[['roll_mod','magic',2,'H']]}" },
        { "/heroes/0/abilities", HERO, "{'when':['boost'],'do':[['roll_mod','magic',2,'S']]}" },
        { "/artifacts/28/abilities", RING, "{'when':['passive'],'do':[['roll_mod','magic',2,'S']]}" },
        { "/allies/0/abilities", ALLY, "{'when':['test'],'do':[['roll_mod','test',2,'S']]}" },
        { FORD "/do", FORD "/do", "[['fail_challenge']]" },
        { FORD "/do", FORD "/do", "[['keep','ally']]" },
        { FORD "/do", FORD "/do", "[['wound','each_hero',1]]" },
        { FORD "/do", FORD "/do", "[['may',[['act']],[['gold',1]]]]" },
        { FORD "/do", FORD "/do", "[['may',[['disc']],[['gold',1]]]]" },
        { FORD "/do", FORD "/do", "[['teleport']]" },
        { HAG "/pre", HAG "/pre", "[['win']]" },
        { HAG "/pre", HAG "/pre", "[['if_xp',5,[['fatigue','each_hero',1]],[]]]" },
        { HAG "/fixed", HAG, "{'key':'G12','type':'challenge','colour':'green','life':2,'mind':[1,1],'body':[1,1],'spirit':[1,1],'gold':1,'fixed':[['wound','hero',1]],'name':{'fr':'x','en':'x'},'source':'designed'}" },
        { INFERNO "/global", INFERNO "/global", "[['roll_mod','magic',-1,'H']]" },
        { INFERNO "/global", INFERNO "/global", "[['heal','hero',1]]" },
        { INFERNO "/enter", INFERNO, "{'key':'V01','type':'event','colour':'green','numeral':1,'enter':[['fatigue','hero',1]],'name':{'fr':'x','en':'x'},'source':'designed'}" },
        { INFERNO "/enter", INFERNO, "{'key':'V01','type':'event','colour':'green','numeral':1,'enter':[['gold',1]],'name':{'fr':'x','en':'x'},'source':'designed'}" },
    };

    RULE("RB-ERR-48");
    RULE("RB-CRD-08");
    RULE("RB-CRD-09");
    RULE("RB-CRD-10");
    RULE("RB-ACT-13");
    RULE("RB-RUL-100");
    CHECK_BROKEN(rows);
}

TEST(rb_cards_have_what_their_type_needs_and_nothing_else)
{
    static const struct broken rows[] = {
        { "/heroes/0/stamina", "/heroes/0", "{'key':'H01','life':4,'mind':[2,1],'body':[1,1],'spirit':[4,2],'name':{'fr':'x','en':'x'},'source':'designed'}" },
        { "/heroes/0/life", "/heroes/0/life", "16" },
        { "/heroes/0/life", "/heroes/0/life", "0" },
        { "/heroes/0/mind", "/heroes/0/mind", "[2]" },
        { "/heroes/0/mind/1", "/heroes/0/mind", "[2,41]" },
        { "/heroes/0/abilities", "/heroes/0/abilities", "[{'when':['passive'],'do':[['wild','hills']]},{'when':['passive'],'do':[['wild','road']]}]" },
        { "/artifacts/28/abilities", "/artifacts/28/abilities", "[{'when':['passive'],'do':[['wild','hills']]},{'when':['passive'],'do':[['wild','road']]},{'when':['passive'],'do':[['wild','river']]}]" },
        { "/heroes/1/key", "/heroes/1/key", "'H01'" },
        { "/heroes/1/key", "/heroes/1/key", "'A01'" },
        { "/heroes", "/heroes", "[]" },
        { "/allies/0/price", "/allies/0/price", "0" },
        { "/artifacts/0/kind", "/artifacts/0/kind", "'spoon'" },
        { HAG "/type", HAG "/type", "'ally'" },
        { HAG "/colour", HAG "/colour", "'pink'" },
        { HAG "/numeral", HAG, "{'key':'G12','type':'challenge','colour':'green','life':2,'mind':[1,1],'body':[1,1],'spirit':[1,1],'gold':1,'numeral':1,'name':{'fr':'x','en':'x'},'source':'designed'}" },
        { HAG "/gold", HAG, "{'key':'G12','type':'challenge','colour':'green','life':2,'mind':[1,1],'body':[1,1],'spirit':[1,1],'name':{'fr':'x','en':'x'},'source':'designed'}" },
        { FORD "/do", FORD, "{'key':'N01','type':'encounter','colour':'green','name':{'fr':'x','en':'x'},'source':'designed'}" },
        { FORD "/life", FORD, "{'key':'N01','type':'encounter','colour':'green','life':2,'do':[['gold',1]],'name':{'fr':'x','en':'x'},'source':'designed'}" },
        { INFERNO "/numeral", INFERNO "/numeral", "4" },
        { DOG "/keeps", DOG "/reward", "[['gold',1]]" },
        { DOG "/keeps/kind", DOG "/reward", "[['keep','artifact']]" },
        { DOG "/keeps", DOG "/reward", "[['keep','rune']]" },
        { DOG "/reward", DOG "/reward", "[['if_xp',5,[['keep','ally']],[['keep','rune']]]]" },
        { DOG "/keeps/stamina", DOG "/keeps", "{'life':3,'mind':[1,1],'body':[4,1],'spirit':[0,1]}" },
        { DOG "/keeps/abilities", DOG "/keeps", "{'life':3,'stamina':2,'mind':[1,1],'body':[4,1],'spirit':[0,1],'abilities':[{'when':['passive'],'do':[['wild','hills']]},{'when':['passive'],'do':[['wild','road']]}]}" },
        { "/heroes/0/name/fr", "/heroes/0/name", "{'en':'x'}" },
        { "/heroes/0/source", "/heroes/0/source", "'dreamt'" },
    };

    RULE("RB-ERR-48");
    RULE("RB-CRD-01");
    RULE("RB-CRD-02");
    RULE("RB-CRD-03");
    RULE("RB-CRD-04");
    RULE("RB-CRD-05");
    RULE("RB-CRD-06");
    RULE("RB-EFX-34");
    RULE("RB-EVT-01");
    CHECK_BROKEN(rows);
}

TEST(rb_a_map_holds_together)
{
    static const struct broken rows[] = {
        { "/terrain/5", "/terrain/5", "'sea'" },
        { "/terrain", "/terrain/5", "'town'" },
        { "/terrain", "/terrain", "['town']" },
        { "/towns", "/towns/3/hex", "29" },
        { "/towns", "/towns/3/hex", "123" },
        { "/towns/3/hex", "/towns/3/hex", "247" },
        { "/sites", "/sites/5/hex", "28" },
        { "/sites", "/sites/5/hex", "47" },
        { "/sites", "/sites/5/hex", "46" },
        { "/sites/5/colour", "/sites/5/colour", "'pink'" },
        { "/adventures", "/sites/25/colour", "'green'" },
        { "/adventures", "/adventures/0/colour", "'yellow'" },
        { "/faces/0/symbols", "/faces/0/symbols", "['plains']" },
        { "/faces/0/symbols/1", "/faces/0/symbols", "['plains','town']" },
        { "/faces", "/faces", "[]" },
    };

    RULE("RB-ERR-48");
    RULE("RB-BRD-07");
    RULE("RB-CMP-10");
    CHECK_BROKEN(rows);
}
/* clang-format on */

/* ---- a pack with inventions ---- */

/* clang-format off */
#define TEXTS(name) "'name':{'fr':'" name "','en':'" name "'},'source':'designed'"
#define KAI "{'key':'KAI','life':5,'stamina':3,'mind':[2,1],'body':[3,2],'spirit':[2,1],"                              \
            "'abilities':[{'when':['boost','test'],'cost':[['gold',1]],'do':[['roll_mod','any',3,'H']]}]," TEXTS("Kai") "}"
#define GLASS "{'key':'GLASS','kind':'ring','price':9,'abilities':["                                                   \
              "{'when':['escape','before_combat'],'cost':[['act'],['gold',1]],'do':[['wound_enemy',1],['rest','one',2],['gold',3]]}," \
              "{'when':['soak'],'cost':[['disc']],'do':[['prevent',5,'H','ranged']]}]," TEXTS("Glass") "}"
#define TOAD "{'key':'TOAD','type':'challenge','colour':'green','life':3,'mind':[10,2],'body':[11,1],'spirit':[30,9],'gold':2," \
             "'pre':[['may',[['gold',2]],[['enemy_diff','combat',-4]]]],'round':[['wound','hero',1]],'fixed':[['skip_phase','magic']],"  \
             "'reward':[['xp',2],['keep','artifact']],'keeps':{'kind':'boots','abilities':[{'when':['moving'],'cost':[['disc']],'do':[['extra_step',2]]}]}," TEXTS("Toad") "}"
/* clang-format on */

/* No more than two challenges are kept as artifacts: the toad takes the place of the map maker. */
#define MAKER                                                                                      \
    "{'key':'Y08','type':'challenge','colour':'yellow','life':2,'mind':[14,1],'body':[14,1],'"     \
    "spirit':[16,2],'gold':5," TEXTS("Maker") "}"

static void invent(struct table *t)
{
    table_with(t, "/adventures/35", MAKER, "/heroes/11", KAI, "/artifacts/0", GLASS,
               "/adventures/0", TOAD, "/sites/5/hex", "84", "/terrain/104", "'swamp'",
               "/terrain/28", "'hills'", "/terrain/29", "'town'", "/towns/3/hex", "29");
}

TEST(rb_a_pack_with_an_invented_hero_artifact_challenge_and_map_is_played)
{
    static struct table t = TABLE(runebound);
    const struct rb_state *s = &t.s.runebound;

    RULE("RB-GEN-03");
    RULE("RB-CRD-04");
    RULE("RB-EFX-33");
    RULE("RB-EFX-10");
    RULE("RB-EFX-24");
    invent(&t);
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'KAI','hex':84,"
                   "'prev_hex':85,'gold':9,'fatigue':2,'cards':['GLASS']},{'hero':'H06'}]}");
    table_play(&t, "adventure", "draw TOAD");
    CHECK_STR(table_moves(&t), "choose no, choose yes");
    table_play(&t, "choose yes");
    CHECK_EQ(s->p[0].gold, 7);
    CHECK_EQ(s->combat.tilt[RB_ROLL_MELEE].diff[0], -4);
    CHECK_STR(table_moves(&t), "use GLASS 0, start");
    table_play(&t, "use GLASS 0"); /* gold 1 for gold 3; nobody else is tired */
    CHECK_EQ(s->p[0].gold, 9);
    CHECK_EQ(s->p[0].fatigue, 0);
    CHECK_EQ(s->combat.wounds, 1);
    CHECK_STR(table_phase(&t), "escape");
    CHECK_EQ(s->p[0].wounds, 1); /* each round */
    CHECK_STR(table_refused(&t, "use GLASS 0"), "E_USED");
    table_play(&t, "stand", "attack H", "use KAI 0", "d20 1"); /* 2 + 3 + 1 reaches 10 - 4 */
    CHECK_EQ(s->combat.wounds, 2);
    CHECK_EQ(s->p[0].gold, 8);
    table_play(&t, "defend", "roll", "d20 20"); /* no magic phase, but a new round */
    CHECK_EQ(s->combat.round, 2);
    CHECK_EQ(s->p[0].wounds, 2);
    table_play(&t, "stand", "defend", "roll", "d20 1");
    CHECK_STR(table_moves(&t), "use GLASS 1, accept");
    table_play(&t, "use GLASS 1");
    CHECK_EQ(s->p[0].wounds, 2);
    table_play(&t, "attack H", "roll", "d20 19");
    CHECK_EQ(s->p[0].gold, 10);
    CHECK_EQ(s->p[0].xp, 3);
    CHECK_EQ(s->t[RB_MARKET].place, RB_IN_HELD0);
    table_play(&t, "end_turn", "free_step_mode", "end_move", "skip_market", "end_turn",
               "free_step_mode", "use TOAD 0", "step_free 0", "step_free 4", "step_free 1");
    CHECK_EQ(s->p[0].hex, 85);
    CHECK_EQ(s->t[RB_MARKET].place, RB_IN_OUT);
    table_plain(&t);
}

/* A card may take off more than there is: nobody is healed by a blow. */
TEST(rb_damage_is_never_below_nothing)
{
    static struct table t = TABLE(runebound);

    RULE("RB-CBT-12");
    RULE("RB-PVP-12");
    RULE("RB-EFX-02");
    table_with(&t, "/artifacts/16/abilities/0/do", "[['dmg_mod','combat',-9,'H']]");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H09','hex':104,"
                   "'prev_hex':105,'cards':['R17']},{'hero':'H06','hex':104}]}");
    table_play(&t, "attack_hero 1", "stand", "attack H", "d20 1", "d20 20");
    CHECK_EQ(t.s.runebound.p[1].wounds, 0);
    CHECK_STR(table_phase(&t), "declare");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H09','hex':104,"
                   "'prev_hex':105},{'hero':'H06','hex':104,'cards':['R17']}]}");
    table_play(&t, "attack_hero 1", "stand", "attack H", "d20 20", "d20 1");
    CHECK_EQ(t.s.runebound.p[0].wounds, 0);
    CHECK_STR(table_phase(&t), "declare");
    table_plain(&t);
}

/* What an ally adds to itself counts when it attacks, and for nobody else. */
TEST(rb_an_ally_adds_to_its_own_attacks)
{
    static struct table t = TABLE(runebound);
    const struct rb_state *s = &t.s.runebound;

    RULE("RB-CBT-12");
    RULE("RB-EFX-01");
    RULE("RB-EFX-02");
    table_with(
        &t, "/allies/0/abilities",
        "[{'when':['passive'],'do':[['roll_mod','melee',7,'S'],['dmg_mod','melee',1,'S']]}]");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H11','hex':85,"
                   "'prev_hex':104,'cards':['A01','A02']},{'hero':'H06'}]}");
    table_play(&t, "adventure", "draw G01", "stand", "attack A01", "d20 14"); /* 0 reaches 14 */
    CHECK_EQ(s->combat.wounds, 1);
    CHECK_EQ(rb_bonus(rb_content(&t.r), s, 0, 2, RB_ROLL_MELEE, RB_BODY), 6); /* not the other's */
    CHECK_EQ(rb_own_damage(rb_content(&t.r), s, 0, 2, RB_ROLL_MELEE), 2);
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H11','hex':85,"
                   "'prev_hex':104,'cards':['A01','A02']},{'hero':'H06'}]}");
    table_play(&t, "adventure", "draw G01", "stand", "defend", "d20 20", "attack A01", "d20 4");
    CHECK_EQ(s->p[0].gold, 3 + 4); /* 2 + 7 reaches 13, and 1 + 1 wounds are all it has */
    table_plain(&t);
}

/* A soak that is paid in fatigue fells the hero: the blow it was used against comes to nothing. */
TEST(rb_a_cost_can_fell_the_hero_who_soaks)
{
    static struct table t = TABLE(runebound);

    RULE("RB-KO-05");
    RULE("RB-WND-05");
    RULE("RB-CBT-25");
    table_with(&t, "/artifacts/21/abilities/0/cost", "[['fat',1]]");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H06','hex':85,"
                   "'prev_hex':104,'wounds':3,'fatigue':4,'cards':['R22']},{'hero':'H11'}]}");
    table_play(&t, "adventure", "draw G01", "stand", "defend", "d20 1");
    CHECK_STR(table_phase(&t), "soak");
    table_play(&t, "use R22 0");
    CHECK_EQ(table_int(&t, "/players/0/wounds"), 0);
    CHECK_STR(table_str(&t, "/track/1/card"), "G01");
    CHECK_EQ(table_int(&t, "/active"), 1);
    CHECK_EQ(table_int(&t, "/pending"), 0);
    CHECK_EQ(table_int(&t, "/pending_wounds"), 0);
    table_plain(&t);
}

/* Its last wound falls in the escape phase, before anybody may roll. */
TEST(rb_a_challenge_can_be_defeated_in_the_escape_phase)
{
    static struct table t = TABLE(runebound);

    RULE("RB-CBT-17");
    RULE("RB-WND-04");
    RULE("RB-ACT-18");
    invent(&t);
    table_load(&t, "{'options':{'players':2},'phase':'escape','players':[{'hero':'KAI','hex':84,"
                   "'prev_hex':85,'gold':9,'fatigue':2,'cards':['GLASS']},{'hero':'H06'}],'fight':"
                   "1,'enemy':'TOAD','fight_site':'SG06','site':'SG06','colour':'green','fight_"
                   "round':1,'fight_phase':'escape','side':2,'enemy_wounds':2}");
    CHECK_STR(table_moves(&t), "use GLASS 0, try_escape, stand");
    table_play(&t, "use GLASS 0");
    CHECK_STR(table_phase(&t), "experience");
    CHECK_EQ(t.s.runebound.t[RB_MARKET].place, RB_IN_HELD0);
    CHECK_EQ(t.s.runebound.p[0].gold, 9 - 1 + 3 + 2);
    table_plain(&t);
}

TEST(rb_an_invented_map_is_walked)
{
    static struct table t = TABLE(runebound);

    RULE("RB-BRD-08");
    RULE("RB-MOV-18");
    invent(&t);
    table_load(&t, "{'options':{'players':2},'phase':'move','dice':[0,1],'players':[{'hex':123}]}");
    CHECK_STR(table_refused(&t, "step 1 0"), "E_TERRAIN"); /* a road no longer */
    table_play(&t, "step 1 1");
    CHECK_EQ(t.s.runebound.p[0].hex, 104);
    table_load(&t, "{'options':{'players':2},'phase':'move_plan','players':[{'hex':29}]}");
    CHECK_EQ(t.s.runebound.in_town, 1);
    table_load(&t, "{'options':{'players':2},'phase':'move_plan','players':[{'hex':28}]}");
    CHECK_EQ(t.s.runebound.in_town, 0);
    table_plain(&t);
}

TEST(rb_whole_games_are_played_with_inventions)
{
    static struct table t = TABLE(runebound);
    struct vl_rng rng = vl_rng_seed(14);
    int moves = 0;

    RULE("RB-WIN-06");
    invent(&t);
    for (int i = 0; i < 6; i++) {
        table_open(&t, i & 1 ? "players=3 round_limit=30"
                             : "players=6 hero_mode=chosen round_limit=20");
        moves += table_play_out(&t, &rng);
        CHECK_EQ(t.s.base.actor, VL_OVER);
    }
    CHECK(moves > 2000);
    table_plain(&t);
}

/* What they do is worded like everything else. */
TEST(rb_inventions_say_what_they_do)
{
    static struct table t = TABLE(runebound);
    char text[VL_SAYS_MAX];

    RULE("RB-CRD-07");
    invent(&t);
    table_open(&t, "players=2");
    struct vl_buf b = vl_buf_on(text, sizeof text);
    vl_text_says(&b, VL_EN, &t.r, RB_FAM_CARD, table_find(&t, RB_FAM_CARD, "KAI"), false);
    CHECK_STR(text, "Before a combat roll: pay 1 gold \u2192 +3 to your hero\u2019s roll. Before a "
                    "skill test: pay 1 gold \u2192 +3 to your hero\u2019s roll.");
    b = vl_buf_on(text, sizeof text);
    vl_text_says(&b, VL_EN, &t.r, RB_FAM_CARD, table_find(&t, RB_FAM_CARD, "TOAD"), false);
    CHECK_STR(text,
              "At the start of the combat: if you wish, pay 2 gold \u2192 \u22124 to all its "
              "difficulties. At the start of each combat round: your hero takes 1 wound. "
              "During the whole combat: the magic phase does not take place. Reward: gain 2 "
              "experience points, then keep this card as an artifact. Once kept: boots. While "
              "moving: discard this card \u2192 take 2 more steps without a movement die.");
    table_plain(&t);
}

/* Every die of a card's text is a movement die, or the d20 that a roll is made with. */
static void check_dice(const char *text, const char *word, const char *before, const char *after)
{
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word)) {
        size_t len = strlen(before);

        CHECK((size_t)(at - text) >= len && memcmp(at - len, before, len) == 0);
        CHECK(memcmp(at + strlen(word), after, strlen(after)) == 0 ||
              memcmp(at + strlen(word) + 1, after, strlen(after)) == 0);
    }
}

TEST(rb_a_movement_die_is_always_called_so)
{
    static struct table t = TABLE(runebound);
    int dice = 0;

    RULE("RB-CRD-15");
    table_open(&t, "players=2");
    for (int card = 0; card < RB_CARDS; card++) {
        char text[VL_LANGS][VL_SAYS_MAX];

        for (int lang = 0; lang < VL_LANGS; lang++) {
            struct vl_buf b = vl_buf_on(text[lang], VL_SAYS_MAX);

            memset(text[lang], 0, VL_SAYS_MAX);
            vl_text_says(&b, lang, &t.r, RB_FAM_CARD, card, true);
        }
        check_dice(text[VL_EN], " dice", "movement", "");
        check_dice(text[VL_EN], " die", "movement", "");
        check_dice(text[VL_FR], "dé ", "", "de mouvement");
        check_dice(text[VL_FR], "dés ", "", "de mouvement");
        dice += strstr(text[VL_EN], "movement di") != NULL;
    }
    CHECK_EQ(dice, 13);
}
