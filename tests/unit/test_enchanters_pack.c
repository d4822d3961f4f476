/* Content of Enchanters (EN-DATA, EN-CMP): the built-in pack, packs that break
 * one rule of their format, and a pack with an invented kingdom. Figures card
 * by card are compared with the rule file in tests/content/enchanters.py. */
#include "core/view_build.h"
#include "table.h"
#include "text/effects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct en_content *content(void)
{
    static struct table t = TABLE(enchanters);

    table_open(&t, "");
    return en_content(&t.r);
}

static const struct en_design *design(const char *key)
{
    const struct en_content *c = content();
    int i = 0;

    while (i < c->designs_len && strcmp(vl_string(c, c->designs[i].key), key) != 0)
        i++;
    VL_VERIFY(i < c->designs_len);
    return &c->designs[i];
}

/* ---- the built-in pack ---- */

static void note_ability(struct vl_fx_nest *n, const struct en_content *c,
                         const struct en_ability *a, int source)
{
    int len = a->costs.len + a->effects.len;

    if (a->costs.len) /* the machine takes both for one list */
        CHECK_EQ(a->costs.at + a->costs.len, a->effects.at);
    vl_fx_note(n, &en_machine, en_steps(c, a->costs.len ? a->costs : a->effects), len, a->kind,
               source);
}

/* The stack of abilities is as deep as cards and villages need, and no deeper. */
TEST(en_abilities_nest_no_deeper_than_the_stack)
{
    const struct en_content *c = content();
    struct vl_fx_nest n;
    int source;

    RULE("EN-DATA-05");
    RULE("EN-ST-03");
    memset(&n, 0, sizeof n);
    for (int i = 0; i < c->designs_len; i++)
        if (c->designs[i].has_ability)
            note_ability(&n, c, &c->designs[i].ability, i);
    for (int i = 0; i < c->villages_len; i++)
        for (int k = 0; k < c->villages[i].abilities_len; k++)
            note_ability(&n, c, &c->villages[i].abilities[k], 1000 + i);
    CHECK_EQ(vl_fx_frames(&n, &en_machine, &source), EN_LEVELS);

    struct vl_fx visit; /* what EN-DATA-05 refuses: a card that visits when it is taken */
    memset(&visit, 0, sizeof visit);
    visit.verb = EN_DO_VISIT;
    vl_fx_note(&n, &en_machine, &visit, 1, EN_AB_IMMEDIATE, 77);
    CHECK_EQ(vl_fx_frames(&n, &en_machine, &source), -1);
    CHECK_EQ(source, 77);
}

TEST(en_the_pack_has_eight_kingdoms_and_twenty_two_villages)
{
    static const char *const kingdoms[] = { "worshippers", "barbarians", "draconians", "gnolls",
                                            "goblins",     "unicorns",   "undead",     "thieves" };
    const struct en_content *c = content();

    RULE("EN-CMP-01");
    RULE("EN-CMP-02");
    RULE("EN-CMP-04");
    CHECK_EQ(c->kingdoms_len, 8);
    for (int k = 0; k < 8; k++)
        CHECK_STR(vl_string(c, c->kingdoms[k].key), kingdoms[k]);
    CHECK_EQ(c->villages_len, 22);
    CHECK_EQ(c->designs_len, 8 * 12 + 2);
    CHECK_EQ(c->cards_len, 8 * 25 + 8);
    RULE("EN-CMP-07"); /* randomisers and the Mega-crystal are no cards of the game */
    RULE("EN-CMP-09");
    RULE("EN-RUL-25");
    for (int i = 0; i < c->designs_len; i++) {
        CHECK(!strstr(vl_string(c, c->designs[i].key), "randomiser"));
        CHECK(!strstr(vl_string(c, c->designs[i].key), "mega_crystal"));
    }
    CHECK_STR(vl_string(c, c->mega_crystal.key), "mega_crystal");
    CHECK_EQ(c->mega_crystal.crystals, 50);
    CHECK_STR(vl_string(c, c->mega_crystal.name.lang[VL_FR]), "Méga-cristal");
}

static bool has_mega_crystal(const struct vl_view *v, int seat)
{
    const struct vl_marks *has = &v->seats[seat].has;

    for (int i = 0; i < has->badges_len; i++)
        if (strcmp(v->badges[has->badges + i], "mega_crystal") == 0)
            return true;
    return false;
}

TEST(en_the_mega_crystal_shows_a_large_sum_and_does_nothing)
{
    static struct table t = TABLE(enchanters);
    static struct vl_canvas c;

    RULE("EN-CMP-09");
    RULE("EN-RUL-25");
    table_load(&t, "{'options':{'players':3},'road':['gob_axe'],"
                   "'seats':[{'crystals':50},{'crystals':49},{'crystals':999}]}");
    t.game->view(&t.r, &t.s.base, 0, vl_canvas_clear(&c, t.game));
    CHECK(has_mega_crystal(&c.view, 0));
    CHECK(!has_mega_crystal(&c.view, 1));
    CHECK(has_mega_crystal(&c.view, 2));
    CHECK_EQ(table_int(&t, "/seats/0/crystals"), 50);
}

TEST(en_each_kingdom_has_25_cards_13_of_them_marked)
{
    static const int marked[] = { 0, 2, 4, 6, 8, 10, 12, 13, 15, 18, 20, 22, 24 };
    const struct en_content *c = content();

    RULE("EN-CMP-05");
    RULE("EN-CMP-06");
    RULE("EN-DATA-07");
    RULE("EN-RUL-12");
    RULE("EN-ST-01");
    for (int k = 0; k < 8; k++) {
        int of_kind[EN_KINDS] = { 0 }, n = 0;

        for (int i = 0; i < 25; i++) {
            int card = k * 25 + i, is_marked = 0;

            of_kind[c->cards[card].kind]++;
            CHECK_EQ(c->designs[c->cards[card].design].kingdom, k);
            for (int m = 0; m < VL_LEN(marked); m++)
                is_marked += marked[m] == i;
            CHECK_EQ(vl_set_has(c->marked, card), is_marked);
            n += is_marked;
        }
        CHECK_EQ(n, 13);
        CHECK_EQ(of_kind[EN_KIND_ITEM], 6);
        CHECK_EQ(of_kind[EN_KIND_ENCHANTMENT], 6);
        CHECK_EQ(of_kind[EN_KIND_MONSTER], 12);
        CHECK_EQ(of_kind[EN_KIND_DRAGON], 1);
    }
    for (int seat = 0; seat < 4; seat++) {
        char key[40];

        snprintf(key, sizeof key, "start_fist#%d", seat + 1);
        CHECK_STR(vl_string(c, c->cards[200 + seat].key), key);
        snprintf(key, sizeof key, "start_of_enchanting#%d", seat + 1);
        CHECK_STR(vl_string(c, c->cards[204 + seat].key), key);
    }
    for (int i = 0; i < c->cards_len; i++) /* all ids are unique */
        for (int k = 0; k < i; k++)
            CHECK(strcmp(vl_string(c, c->cards[i].key), vl_string(c, c->cards[k].key)) != 0);
}

TEST(en_every_village_has_a_rest_without_extra_cost)
{
    const struct en_content *c = content();

    RULE("EN-DATA-03");
    RULE("EN-REST-07");
    RULE("EN-RUL-16");
    for (int v = 0; v < c->villages_len; v++) {
        int rests = 0;

        for (int i = 0; i < c->villages[v].abilities_len; i++)
            rests += c->villages[v].abilities[i].kind == EN_AB_REST &&
                     c->villages[v].abilities[i].costs.len == 0;
        CHECK(rests > 0);
    }
}

/* Is the first effect of an ability this one, with this amount? */
static bool effect_is(const struct en_ability *a, int verb, int n)
{
    const struct vl_fx *e = en_steps(content(), a->effects);

    return a->effects.len > 0 && e->verb == verb && e->arg[EN_ARG_AMOUNT] == n;
}

TEST(en_figures_that_the_rulings_fix)
{
    const struct en_ability *a = &design("thi_caftan")->ability;

    RULE("EN-DATA-08");
    CHECK(design("uni_unicorn")->glory < design("gno_gnoll")->glory);
    CHECK(design("uni_unicorn")->glory < design("gno_manticore")->glory);
    RULE("EN-RUL-28");
    CHECK(a->kind == EN_AB_TRIGGER && a->when == EN_WHEN_TAKE && a->of == EN_F_E);
    CHECK(effect_is(a, EN_DO_CRYSTALS, 4));
    RULE("EN-RUL-29");
    a = &design("thi_scimitar")->ability;
    CHECK(a->kind == EN_AB_ONCE && a->crystals == 1);
    CHECK(effect_is(a, EN_DO_ATK, 3));
    RULE("EN-RUL-53");
    a = &design("gob_of_fire")->ability;
    CHECK(a->kind == EN_AB_ONCE && a->crystals == 2);
    a = &design("gno_of_rage")->ability;
    CHECK(a->kind == EN_AB_ONCE && a->crystals == 1);
}

TEST(en_everything_can_be_read_in_both_languages)
{
    static struct table t = TABLE(enchanters);
    const struct en_content *c;

    RULE("EN-INFO-03");
    table_open(&t, "");
    c = en_content(&t.r);
    for (int lang = 0; lang < VL_LANGS; lang++) {
        for (int k = 0; k < c->kingdoms_len; k++) {
            CHECK(vl_name(&t.r, EN_FAM_KINGDOM, k, lang) != NULL);
            CHECK(vl_about(&t.r, EN_FAM_KINGDOM, k, lang) != NULL);
        }
        for (int i = 0; i < c->designs_len; i++) {
            char text[VL_SAYS_MAX];
            struct vl_buf b = vl_buf_on(text, sizeof text);

            CHECK(vl_name(&t.r, EN_FAM_DESIGN, i, lang) != NULL);
            CHECK(vl_text_whole(&b, lang, &t.r, EN_FAM_DESIGN, i));
        }
        for (int v = 0; v < c->villages_len; v++)
            CHECK(vl_name(&t.r, EN_FAM_VILLAGE, v, lang) != NULL);
    }
}

TEST(en_the_rows_make_the_built_in_pack_of_its_file)
{
    static const char *const no_changes[] = { NULL };
    char *text = table_pack_text(&enchanters_game, no_changes);
    struct vl_fault_list faults = { 0 };
    struct vl_pack base, made;

    RULE("EN-DATA-01");
    CHECK_EQ(vl_pack_builtin(&base, &enchanters_game), VL_OK);
    if (CHECK_EQ(vl_pack_read(&made, &enchanters_game, text, strlen(text), &faults), VL_OK)) {
        CHECK(made.size == base.size && memcmp(made.block, base.block, base.size) == 0);
        vl_pack_free(&made);
    }
    vl_fault_list_free(&faults);
    free(text);
}

/* ---- packs that are refused ---- */

struct broken {
    const char *where; /* the fault that must be among those found */
    const char *at, *value;
};

/* One value changed: nothing is loaded, and the fault names its place. */
static void check_broken(const struct broken *rows, int n)
{
    for (int i = 0; i < n; i++) {
        const char *const changes[] = { rows[i].at, rows[i].value, NULL };
        struct vl_fault_list faults = { 0 };
        char *text = table_pack_text(&enchanters_game, changes);
        struct vl_pack out, before;
        bool found = false;

        memset(&out, 0x5a, sizeof out);
        before = out;
        CHECK(vl_pack_read(&out, &enchanters_game, text, strlen(text), &faults) != VL_OK);
        CHECK(memcmp(&out, &before, sizeof out) == 0);
        for (int k = 0; k < faults.len; k++) {
            found = found || strcmp(faults.items[k].where, rows[i].where) == 0;
            CHECK_EQ(faults.items[k].rule, EN_ERR_37);
        }
        if (!CHECK(found)) {
            printf("  %s = %s\n", rows[i].at, rows[i].value);
            for (int k = 0; k < faults.len; k++)
                printf("    %s: %s\n", faults.items[k].where, faults.items[k].what);
        }
        vl_fault_list_free(&faults);
        free(text);
    }
}

#define CHECK_BROKEN(rows) check_broken((rows), VL_LEN(rows))

/* an action of a village; the ability of the first card */
#define V "/villages/0/abilities/2"
#define C "/kingdoms/0/cards/0/ability"

/* clang-format off */
TEST(en_only_words_of_the_vocabulary)
{
    static const struct broken rows[] = {
        { V "/kind", V "/kind", "'often'" },
        { V "/do/0/0", V "/do", "[['fly',1]]" },
        { V "/do/0/0", V "/do", "[['ATK',1]]" },
        { V "/do/0/1", V "/do", "[['wound','everybody',1]]" },
        { V "/do/0/1", V "/do", "[['wound',1]]" },
        { V "/do/0", V "/do", "[['wound','self']]" },
        { V "/do/0", V "/do", "[['atk']]" },
        { V "/do/0/2", V "/do", "[['atk',1,2]]" },
        { V "/do/0/1", V "/do", "[['visit',1]]" },
        { V "/do/0", V "/do", "['visit']" },
        { V "/do/0", V "/do", "[[]]" },
        { V "/do/0/0", V "/do", "[[1]]" },
        { V "/do/0/1", V "/do", "[['atk','many']]" },
        { V "/do/0/1", V "/do", "[['atk',21]]" },
        { V "/do/0/1", V "/do", "[['atk',1.5]]" },
        { V "/do/0/1/1", V "/do", "[['atk',[1,0,'attack']]]" },
        { V "/do/0/1/2", V "/do", "[['atk',[1,1,'luck']]]" },
        { V "/do/0/1/2", V "/do", "[['atk',[1,1,'none']]]" },
        { V "/do/0/1", V "/do", "[['atk',[1,1]]]" },
        { V "/do/0/1/3", V "/do", "[['atk',[1,1,'attack',1]]]" },
        { V "/do/0/2", V "/do", "[['discard','self','card','any']]" },
        { V "/do/0/3", V "/do", "[['discard','self','item','this']]" },
        { V "/do/0/3", V "/do", "[['discard','self','item','first']]" },
        { V "/do/0/3", V "/do", "[['steal','item','any','bottom']]" },
        { V "/do/0/1", V "/do", "[['road_discard','top']]" },
        { V "/do/0/1", V "/do", "[['sink','monster']]" },
        { V "/do/0/1", V "/do", "[['swap','deck','grave_top']]" },
        { V "/do", V "/do", "[]" },
        { V "/do", V "/do", "[['atk',1],['atk',1],['atk',1],['atk',1],['atk',1]]" },
        { V "/cost/0/0", V "/cost", "[['gold',1]]" },
        { V "/cost/0/0", V "/cost", "[['rest']]" },
        { V "/cost/0/1", V "/cost", "[['crystals',0]]" },
        { V "/cost/0/1", V "/cost", "[['crystals',21]]" },
        { V "/cost/0/1", V "/cost", "[['discard','this']]" },
        { V "/cost", V, "{'kind':'multi','cost':[['crystals',1],['wounds',1],['target_heals',1],['discard','item','any']],'do':[['atk',1]]}" },
        { V "/more", V, "{'kind':'once','do':[['atk',1]],'more':1}" },
        { C "/when", C, "{'kind':'trigger','do':[['atk',1]]}" },
        { C "/when", C, "{'kind':'trigger','when':'end','do':[['atk',1]]}" },
        { C "/of", C, "{'kind':'trigger','when':'take','do':[['atk',1]]}" },
        { C "/do", C, "{'kind':'once'}" },
        { C "/do", C, "{'kind':'shield','do':[['atk',1]]}" },
        { C "/cost", C, "{'kind':'shield','cost':[['crystals',1]]}" },
        { C "/when", C, "{'kind':'once','when':'start','do':[['atk',1]]}" },
        { C "/of", C, "{'kind':'trigger','when':'start','of':'item','do':[['atk',1]]}" },
        { "/villages/0/scores/0/0", "/villages/0/scores", "[['least',1,'attack']]" },
        { "/villages/0/scores/0/3", "/villages/0/scores", "[['per',1,1,'luck']]" },
        { "/villages/0/scores/0/2", "/villages/0/scores", "[['per',1,0,'attack']]" },
        { "/villages/0/scores/0", "/villages/0/scores", "[['per',1,1]]" },
        { "/villages/0/scores/0/3", "/villages/0/scores", "[['most',1,'attack',1]]" },
        { "/kingdoms/0/cards/0/kind", "/kingdoms/0/cards/0/kind", "'spell'" },
        { "/kingdoms/4/cards/6/flags/0", "/kingdoms/4/cards/6/flags", "['some']" },
    };

    RULE("EN-DATA-01");
    RULE("EN-ERR-37");
    CHECK_BROKEN(rows);
}

TEST(en_figures_of_cards_have_their_ranges)
{
    static const struct broken rows[] = {
        { "/kingdoms/0/cards/0/upper/0", "/kingdoms/0/cards/0/upper", "[10,0]" },
        { "/kingdoms/0/cards/0/lower/1", "/kingdoms/0/cards/0/lower", "[0,-10]" },
        { "/kingdoms/0/cards/0/upper", "/kingdoms/0/cards/0/upper", "[1]" },
        { "/kingdoms/0/cards/6/health", "/kingdoms/0/cards/6/health", "21" },
        { "/kingdoms/0/cards/6/strength", "/kingdoms/0/cards/6/strength", "-1" },
        { "/kingdoms/0/cards/0/glory", "/kingdoms/0/cards/0/glory", "21" },
        { "/kingdoms/0/cards/0", "/kingdoms/0/cards/0", "{'key':'x','kind':'item','copies':2,'marked':1,'upper':[0,0],'lower':[0,0],'glory':0,'source':'designed','name':{'fr':'x','en':'x'},'health':3,'strength':3}" },
        { "/kingdoms/0/cards/6", "/kingdoms/0/cards/6", "{'key':'x','kind':'monster','copies':3,'marked':2,'upper':[0,0],'lower':[0,0],'glory':0,'source':'designed','name':{'fr':'x','en':'x'}}" },
        { "/start/0/kind", "/start/0/kind", "'enchantment'" },
        { "/start", "/start", "[]" },
    };

    RULE("EN-ERR-37");
    CHECK_BROKEN(rows);
}

TEST(en_one_ability_a_card_five_a_village)
{
    static const struct broken rows[] = {
        { C, C, "[{'kind':'once','do':[['atk',1]]},{'kind':'once','do':[['def',1]]}]" },
        { "/kingdoms/1/cards/5/score/0", "/kingdoms/1/cards/5/score", "[['per',1,1,'attack'],['per',1,1,'defence']]" },
        { "/villages/0/abilities", "/villages/0/abilities", "[{'kind':'rest','do':[['def',1]]},{'kind':'once','do':[['def',1]]},{'kind':'once','do':[['def',1]]},"
                                   "{'kind':'once','do':[['def',1]]},{'kind':'once','do':[['def',1]]},{'kind':'once','do':[['def',1]]}]" },
        { "/villages/0/scores", "/villages/0/scores", "[['per',1,1,'attack'],['per',1,1,'defence'],['per',1,1,'wounds']]" },
    };

    RULE("EN-DATA-02");
    CHECK_BROKEN(rows);
}

TEST(en_a_village_without_a_free_rest)
{
    static const struct broken rows[] = {
        { "/villages/0/abilities", "/villages/0/abilities", "[{'kind':'once','do':[['def',1]]}]" },
        { "/villages/0/abilities", "/villages/0/abilities", "[{'kind':'rest','cost':[['crystals',1]],'do':[['heal','self',9]]}]" },
        { "/villages/0/abilities", "/villages/0/abilities", "[]" },
    };

    RULE("EN-DATA-03");
    CHECK_BROKEN(rows);
}

TEST(en_multi_actions_cost_and_give_no_crystals)
{
    static const struct broken rows[] = {
        { V, V, "{'kind':'multi','do':[['atk',1]]}" },
        { V, V, "{'kind':'multi','cost':[['wounds',1]],'do':[['atk',1]]}" },
        { V "/do", V, "{'kind':'multi','cost':[['crystals',2]],'do':[['atk',1],['crystals','self',1]]}" },
        { V "/do", V, "{'kind':'multi','cost':[['crystals',2]],'do':[['rob','others',1]]}" },
        { V "/do", V, "{'kind':'multi','cost':[['crystals',1],['discard','item','any']],'do':[['visit']]}" },
    };

    RULE("EN-DATA-04");
    CHECK_BROKEN(rows);
}

TEST(en_visits_stand_in_actions_and_rests_only)
{
    static const struct broken rows[] = {
        { C "/do", C, "{'kind':'immediate','do':[['visit']]}" },
        { C "/do", C, "{'kind':'trigger','when':'start','do':[['visit']]}" },
        { V "/do", V, "{'kind':'trigger','when':'rest','do':[['visit']]}" },
    };

    RULE("EN-DATA-05");
    RULE("EN-ST-03");
    CHECK_BROKEN(rows);
}

TEST(en_triggers_ask_for_nothing)
{
    static const struct broken rows[] = {
        { C "/do", C, "{'kind':'trigger','when':'start','do':[['wound','target',1]]}" },
        { C "/do", C, "{'kind':'trigger','when':'rest','do':[['transfer',1]]}" },
        { C "/do", C, "{'kind':'trigger','when':'take','of':'item','do':[['discard','self','item','any']]}" },
        { C "/do", C, "{'kind':'trigger','when':'start','do':[['steal','item','top','top']]}" },
        { C "/do", C, "{'kind':'trigger','when':'start','do':[['swap','own_top_item','target_top_item']]}" },
        { V "/do", V, "{'kind':'trigger','when':'start','do':[['road_discard','any']]}" },
        { C "/cost", C, "{'kind':'trigger','when':'start','cost':[['crystals',1]],'do':[['atk',1]]}" },
        { C "/cost", C, "{'kind':'immediate','cost':[['crystals',1]],'do':[['atk',1]]}" }, /* EN-IMM-01 */
    };

    RULE("EN-DATA-06");
    RULE("EN-IMM-01");
    RULE("EN-TRG-01");
    CHECK_BROKEN(rows);
}

TEST(en_a_kingdom_has_its_twelve_designs)
{
    static const struct broken rows[] = {
        { "/kingdoms/0/cards", "/kingdoms/0/cards", "[]" },
        { "/kingdoms/0/cards/0/copies", "/kingdoms/0/cards/0/copies", "3" },
        { "/kingdoms/0/cards/0/marked", "/kingdoms/0/cards/0/marked", "2" },
        { "/kingdoms/0/cards/11/copies", "/kingdoms/0/cards/11/copies", "2" },
        { "/kingdoms/0/cards/0/kind", "/kingdoms/0/cards/0/kind", "'enchantment'" },
        { "/kingdoms/0/cards/1/key", "/kingdoms/0/cards/1/key", "'wor_dagger'" },
        { "/kingdoms/5/cards/3/key", "/kingdoms/5/cards/3/key", "'wor_dagger'" },
        { "/start/0/key", "/kingdoms/5/cards/3/key", "'start_fist'" },
        { "/kingdoms/1/key", "/kingdoms/1/key", "'worshippers'" },
        { "/villages/3/key", "/villages/3/key", "'normalville'" },
        { "/kingdoms", "/kingdoms", "[]" },
        { "/first_game/1", "/first_game", "['goblins','elves','undead','thieves']" },
        { "/first_game/1", "/first_game", "['goblins','goblins','undead','thieves']" },
        { "/first_game", "/first_game", "['goblins','gnolls','undead']" },
    };

    RULE("EN-DATA-07");
    RULE("EN-CMP-05");
    RULE("EN-SET-22");
    CHECK_BROKEN(rows);
}

TEST(en_one_cost_of_each_kind)
{
    static const struct broken rows[] = {
        { V "/cost/1", V "/cost", "[['crystals',1],['crystals',1]]" },
        { V "/cost/1", V, "{'kind':'once','cost':[['discard','item','any'],['remove','monster','any']],'do':[['atk',1]]}" },
        { V "/cost/1", V, "{'kind':'once','cost':[['target_heals',1],['target_heals',1]],'do':[['atk',1]]}" },
    };

    RULE("EN-DATA-09");
    CHECK_BROKEN(rows);
}

TEST(en_what_only_a_taken_card_or_a_fitting_place_can_do)
{
    static const struct broken rows[] = {
        { C "/do", C, "{'kind':'once','do':[['give_this']]}" },
        { V "/do", V, "{'kind':'once','do':[['give_this']]}" },
        { C "/do", C, "{'kind':'once','do':[['steal','item','any','under']]}" },
        { V "/do", V, "{'kind':'rest','do':[['steal','item','any','under']]}" },
        { V "/do/0", V, "{'kind':'once','do':[['swap','road_first','own_top_item']]}" },
        { V "/do/0", V, "{'kind':'once','do':[['swap','target_top_item','grave_top']]}" },
        { V "/do/0", V, "{'kind':'once','do':[['swap','own_top_item','own_top_item']]}" },
        { V "/kind", V, "{'kind':'immediate','do':[['atk',1]]}" },
        { V "/kind", V, "{'kind':'shield'}" },
        { V "/cost", V, "{'kind':'once','cost':[['remove','this']],'do':[['atk',1]]}" },
    };

    RULE("EN-DATA-10");
    CHECK_BROKEN(rows);
}
/* clang-format on */

/* ---- packs that are accepted ---- */

/* The text of the kingdom at a place in the pack. */
static char *kingdom_text(int k)
{
    struct vl_pack base;
    struct vl_json_doc doc;
    char pointer[20];

    VL_VERIFY(vl_pack_builtin(&base, &enchanters_game) == VL_OK);
    size_t cap = vl_json_nodes_bound(base.json, base.json_len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    VL_VERIFY(nodes &&
              vl_json_parse(&doc, base.json, base.json_len, nodes, (uint32_t)cap, NULL) == VL_OK);
    snprintf(pointer, sizeof pointer, "/kingdoms/%d", k);
    const struct vl_json_node *n = &nodes[vl_json_pointer(&doc, pointer)];
    char *text = malloc(n->len + 1);
    VL_VERIFY(text);
    memcpy(text, base.json + n->start, n->len);
    text[n->len] = '\0';
    free(nodes);
    return text;
}

static void replace_all(char *text, const char *from, const char *to) /* of the same length */
{
    for (char *at = text; (at = strstr(at, from)) != NULL; at += strlen(to))
        memcpy(at, to, strlen(to));
}

/* No trophy of the base pack has one. */
TEST(en_a_trigger_on_top_of_the_trophies_fires_once)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-TRG-01");
    RULE("EN-TRG-07");
    if (!table_with(&t, "/kingdoms/3/cards/10/ability",
                    "{'kind':'trigger','when':'start','do':[['crystals','self',1]]}"))
        return;
    table_load(&t, "{'phase':'turn_start','seats':[{'trophies':['gno_roc']}],'road':['gob_axe']}");
    CHECK_EQ(t.s.enchanters.p[0].crystals, EN_CRYSTALS_START + 1);
    CHECK_EQ(t.s.base.phase, EN_PH_WINDOW_1);
    table_plain(&t);
}

/* The first card of all is number 0, an item; nobody chooses an item in the base pack. */
TEST(en_the_first_card_of_the_pack_can_be_chosen)
{
    static struct table t = TABLE(enchanters);

    RULE("EN-EFF-04");
    RULE("EN-GRV-04");
    if (!table_with(&t, "/kingdoms/3/cards/10/ability",
                    "{'kind':'once','do':[['discard','all','item','any']]}"))
        return;
    table_load(&t, "{'seats':[{'trophies':['gno_roc#1'],'items':['wor_dagger#1','gno_bolas#1']},"
                   "{'items':['gob_axe#1']}],'road':['gob_helmet']}");
    CHECK_EQ(en_pile_of(&t.s.enchanters.p[0], EN_PILE_ITEMS)[0], 0);
    table_play(&t, "use gno_roc#1 0", "card wor_dagger#1", "grave_next wor_dagger#1");
    CHECK_STR(table_str(&t, "/graveyard"), "['wor_dagger#1','gob_axe#1']");
    CHECK_STR(table_str(&t, "/seats/0/items"), "['gno_bolas#1']");
    CHECK_EQ(t.s.base.phase, EN_PH_WINDOW_1);
    table_plain(&t);
}

/* The first effect of all may have a target too; no card of the base pack gives crystals away. */
TEST(en_crystals_can_be_given_to_a_target)
{
    static struct table t = TABLE(enchanters);
    vl_rule rule;

    RULE("EN-EFF-06");
    RULE("EN-EFF-19");
    if (!table_with(&t, "/kingdoms/3/cards/10/ability",
                    "{'kind':'once','do':[['crystals','target',2]]}"))
        return;
    table_load(&t, "{'options':{'players':3},'seats':[{'trophies':['gno_roc#1']}],"
                   "'road':['gob_helmet']}");
    table_play(&t, "use gno_roc#1 0");
    CHECK_STR(table_phase(&t), "choose_target");
    CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), NULL);
    table_play(&t, "target 2");
    CHECK_EQ(t.s.enchanters.p[2].crystals, EN_CRYSTALS_START + 2);
    CHECK_EQ(t.s.base.phase, EN_PH_WINDOW_1);
    table_plain(&t);
}

/* A ninth kingdom: elves, with the cards of the goblins. */
TEST(en_a_pack_with_an_invented_kingdom_is_played)
{
    static struct table t = TABLE(enchanters);
    struct vl_rng rng = vl_rng_seed(81);
    char *last = kingdom_text(7), *elves = kingdom_text(4), *both;

    RULE("EN-DATA-01");
    replace_all(elves, "gob_", "elf_");
    replace_all(elves, "\"goblins\"", "\"elvenes\"");
    both = malloc(strlen(last) + strlen(elves) + 2);
    VL_VERIFY(both);
    sprintf(both, "%s,%s", last, elves);
    bool ok = table_with(&t, "/kingdoms/7", both);
    free(last);
    free(elves);
    free(both);
    if (!ok)
        return;
    for (int players = 2; players <= 4; players++) {
        char options[120];

        snprintf(options, sizeof options, "players=%d kingdom_mode=list kingdoms=%s", players,
                 players == 3 ? "elvenes,goblins,undead" : "elvenes,goblins,undead,thieves");
        table_open(&t, options);
        CHECK_EQ(en_content(&t.r)->kingdoms_len, 9);
        CHECK_EQ(en_content(&t.r)->starts, 225);
        while (t.s.base.actor != VL_OVER) {
            vl_rule rule;

            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
            CHECK_STR(enchanters_game.broken(&t.r, &t.s.base, &rule), NULL);
        }
    }
    table_load(&t, "{'options':{'players':3},'road':['elf_axe','elf_goblin'],'atk':3}");
    table_play(&t, "journey 0", "proceed");
    CHECK_EQ(t.s.enchanters.p[1].wounds, 2);
    table_plain(&t);
}
