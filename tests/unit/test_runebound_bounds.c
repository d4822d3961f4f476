/* Runebound, RB-DEC-35: the longest lists that a pack can bring about, at positions where a hero
 * owns all that one may own. Invented: every artifact is a ring with two abilities. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All artifacts with two abilities of that kind; allies with one. */
static void fill(struct table *t, const char *when, const char *cost, const char *effect)
{
    static char artifacts[1 << 15], allies[1 << 14], keeps[500];
    struct vl_buf b = vl_buf_on(artifacts, sizeof artifacts), a = vl_buf_on(allies, sizeof allies);
    char ability[200];

    snprintf(ability, sizeof ability, "{'when':['%s'],'cost':[%s],'do':[%s]}", when, cost, effect);
    for (int i = 1; i <= RB_ARTIFACTS; i++) {
        char one[700];
        snprintf(one, sizeof one,
                 "%s{'key':'R%02d','kind':'ring','price':1,'abilities':[%s,%s],'name':{'fr':'R%d',"
                 "'en':'R%d'},'source':'designed'}",
                 i > 1 ? "," : "[", i, ability, ability, i, i);
        vl_put(&b, one);
    }
    vl_put(&b, "]");
    for (int i = 1; i <= RB_ALLIES; i++) {
        char one[700];
        snprintf(one, sizeof one,
                 "%s{'key':'A%02d','price':1,'life':9,'stamina':9,'mind':[1,1],'body':[1,1],"
                 "'spirit':[1,1],'abilities':[%s],'name':{'fr':'A%d','en':'A%d'},"
                 "'source':'designed'}",
                 i > 1 ? "," : "[", i, ability, i, i);
        vl_put(&a, one);
    }
    vl_put(&a, "]");
    snprintf(keeps, sizeof keeps, "{'kind':'scroll','abilities':[%s,%s]}", ability, ability);
    char ally[400], hero[220];
    snprintf(ally, sizeof ally,
             "{'life':9,'stamina':9,'mind':[1,1],'body':[1,1],'spirit':[1,1],'abilities':[%s]}",
             ability);
    snprintf(hero, sizeof hero, "[%s]", ability);
    /* G13, Y16: allies; Y08, B10: artifacts; the first hero */
    table_with(t, "/artifacts", artifacts, "/allies", allies, "/adventures/35/keeps", keeps,
               "/adventures/59/keeps", keeps, "/adventures/12/keeps", ally, "/adventures/43/keeps",
               ally, "/heroes/0/abilities", hero);
}

/* All cards that one can own; the gems of those that were kept are gone. */
static void own_all(struct table *t, const char *phase, const char *more, const char *hex,
                    const char *other)
{
    static char json[8192];
    struct vl_buf b = vl_buf_on(json, sizeof json);

    vl_put(&b, "{'options':{'players':2},'phase':'");
    vl_put(&b, phase);
    vl_put(&b, "','sites':{'SG01':'empty','SY01':'empty','SY02':'empty','SB01':'empty',"
               "'SR01':'empty','SR02':'empty'},");
    vl_put(&b, more);
    vl_put(&b, "'players':[{'hero':'H01','hex':");
    vl_put(&b, hex);
    vl_put(&b, ",'gold':99,'wounds':1,'cards':['G13','Y16','Y08','B10','D01','D02'");
    for (int i = 1; i <= RB_MARKET; i++) {
        char key[20];
        snprintf(key, sizeof key, ",'%c%02d'", i <= RB_ALLIES ? 'A' : 'R',
                 i <= RB_ALLIES ? i : i - RB_ALLIES);
        vl_put(&b, key);
    }
    vl_put(&b, "]},{'hero':'H02','hex':");
    vl_put(&b, other);
    vl_put(&b, "}]}");
    table_load(t, json);
}

static int listed(struct table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);

    CHECK(n <= t->game->choices_max);
    return n;
}

static void hurt_all(struct table *t, int wounds, int down)
{
    for (int card = 0; card < RB_DECKED; card++) {
        struct rb_token *token = &t->s.runebound.t[card];
        if (token->place != RB_IN_HELD0 || rb_is_rune(rb_content(&t->r), card))
            continue;
        token->flags = (uint8_t)(token->flags | down);
        if (rb_is_ally(rb_content(&t->r), card))
            token->wounds = (uint8_t)wounds;
    }
}

TEST(rb_no_list_is_longer_than_the_rules_say)
{
    RULE("RB-DEC-35");
    static struct table t = TABLE(runebound);

    CHECK_EQ(t.game->choices_max, 192);
    /* S51: the hero, 28 + 2 allies, two abilities of 56 + 2 artifacts, and the start */
    fill(&t, "before_combat", "['fat',1]", "['enemy_diff','ranged',-1]");
    own_all(&t, "arrive", "", "85", "66");
    table_play(&t, "adventure", "draw G01");
    CHECK_EQ(listed(&t), 148);
    /* S23 */
    fill(&t, "moving", "['act']", "['extra_step',1]");
    own_all(&t, "move", "'dice':[0,1,2,3,4],'free_steps':1,", "123", "66");
    CHECK(listed(&t) <= 184);
    CHECK_EQ(table_count(&t, "use"), 147);
    CHECK_EQ(table_count(&t, "step_free"), 6);
    /* S71: what is owned is sold or thrown away */
    own_all(&t, "market", "", "123", "66");
    hurt_all(&t, 1, 0);
    CHECK_EQ(table_count(&t, "sell"), 56);
    CHECK_EQ(table_count(&t, "discard"), 58);
    CHECK_EQ(table_count(&t, "heal"), 31);
    CHECK_EQ(listed(&t), 146);
    /* S54 */
    own_all(&t, "arrive", "", "85", "66");
    table_play(&t, "adventure", "draw G01", "stand");
    CHECK_EQ(listed(&t), 32);
    table_plain(&t);
}

TEST(rb_no_choice_of_targets_is_longer_than_the_rules_say)
{
    RULE("RB-DEC-35");
    RULE("RB-DEC-39");
    static struct table t = TABLE(runebound);

    /* S64: everything but the card itself is face down */
    fill(&t, "before_combat", "['fat',1]", "['refresh',1]");
    own_all(&t, "arrive", "", "85", "66");
    hurt_all(&t, 0, RB_FACE_DOWN);
    t.s.runebound.p[0].flags = RB_FACE_DOWN;
    table_play(&t, "adventure", "draw G01", "use A01 0");
    CHECK_STR(table_phase(&t), "target");
    CHECK_EQ(listed(&t), 88);
    CHECK(!table_lists(&t, "target A01"));
    /* S63 */
    fill(&t, "soak", "['act']", "['prevent',1,'H','any']");
    own_all(&t, "arrive", "", "103", "103");
    hurt_all(&t, 0, RB_FACE_DOWN); /* nobody soaks */
    t.s.runebound.p[0].flags = RB_FACE_DOWN;
    t.s.runebound.p[0].wounds = 3;
    table_play(&t, "attack_hero 1", "stand", "attack H", "d20 20", "d20 1");
    CHECK_STR(table_phase(&t), "loot");
    CHECK(listed(&t) <= 94);
    CHECK_EQ(table_count(&t, "loot"), 90);
    table_plain(&t);
}

/* More that are kept would lengthen the lists. */
TEST(rb_not_more_than_four_of_a_kind_are_kept)
{
    RULE("RB-DEC-35");
    static char keeps[2][5][500];
    static const char *const as[] = { "ally", "artifact" };
    static const char *const what[] = {
        "{'life':3,'stamina':2,'mind':[1,1],'body':[4,1],'spirit':[0,1]}",
        "{'kind':'ring','abilities':[{'when':['passive'],'do':[['wild','hills']]}]}"
    };
    static const char *const where[] = { "/adventures/0", "/adventures/1", "/adventures/2" };
    struct vl_pack pack = { 0 };

    for (int kind = 0; kind < 2; kind++)
        for (int more = 2; more <= 3; more++) { /* beside the two that there are */
            const char *changes[2 * 3 + 1] = { NULL };
            struct vl_fault_list faults = { 0 };

            for (int i = 0; i < more; i++) {
                snprintf(keeps[kind][i], sizeof keeps[kind][i],
                         "{'key':'X%d','type':'challenge','colour':'green','life':2,'mind':[14,1],"
                         "'body':[13,1],'spirit':[12,1],'gold':4,'reward':[['keep','%s']],"
                         "'keeps':%s,'name':{'fr':'A%d','en':'A%d'},'source':'designed'}",
                         i, as[kind], what[kind], i, i);
                changes[2 * i] = where[i];
                changes[2 * i + 1] = keeps[kind][i];
            }
            char *text = table_pack_text(&runebound_game, changes);
            int st = vl_pack_read(&pack, &runebound_game, text, strlen(text), &faults);
            CHECK_EQ(st == VL_OK, more == 2);
            CHECK_EQ(faults.len, more == 2 ? 0 : 1);
            if (faults.len == 1) {
                CHECK_STR(faults.items[0].what,
                          "at most four are kept as allies, and four as artifacts");
                CHECK_STR(faults.items[0].where, "/adventures");
            }
            if (st == VL_OK)
                vl_pack_free(&pack);
            vl_fault_list_free(&faults);
            free(text);
        }
}
