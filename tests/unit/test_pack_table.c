/* Packs as tables (core/pack_table.h): a small pack that has every kind of row, with
 * blocks within blocks, things that name each other, a trial that is a graph, and a map
 * of more cells than a byte counts. */
#include "test.h"

#include "core/engine.h"
#include "core/pack_table.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the pack of a game that is only a pack ---- */

enum { ROOMS_MAX = 4, CELLS_MAX = 400, NODES_MAX = 4, CARDS_MAX = 6, NEAR_MAX = 6 };
enum { FAM_ROOM = VL_FAM_GAME, FAM_CELL, FAM_CARD, FAM_KIND };

struct objective {          /* of a trial */
    uint8_t value, ways[2]; /* what success and failure lead to */
    int8_t bonus;
};

struct ability {
    uint8_t when, pad[3]; /* a set of timings */
    struct vl_fx_list pay, act;
};

struct room {
    uint32_t key;
    struct vl_texts name;
    uint8_t opposed, objectives_len, has_ability, kind;
    struct objective objectives[NODES_MAX];
    struct ability ability;
    struct vl_amount worth;
};

struct cell {
    uint32_t key;
    uint16_t near[NEAR_MAX];
    uint8_t near_len, terrain;
};

struct card {
    uint32_t key;
    uint8_t copies, pad[3];
    struct vl_fx_list deed;
};

struct deck {
    uint32_t key;
};

struct level {
    uint8_t players, gold[2], pad;
};

struct kind {
    uint32_t key;
};

struct content {
    uint32_t pad;
    uint8_t rooms_len, cards_len, decks_len, open;
    uint16_t cells_len, first;
    struct room rooms[ROOMS_MAX];
    struct card cards[CARDS_MAX]; /* of both decks */
    struct deck decks[2];
    struct level levels[2]; /* for 2 and 3 players */
    struct kind kinds[2];
    struct cell cells[CELLS_MAX];
    uint32_t sum; /* that the check of the pack makes */
};
VL_PACKED(struct room, 4 + 8 + 4 + NODES_MAX * 4 + 12 + 8);
VL_PACKED(struct cell, 4 + 12 + 2 + 2);

static const char *const who_words[] = { "hero", "each_hero" };
static const char *const way_words[] = { "light", "dark", "o1", "o2", "o3", "o4" };
static const char *const when_words[] = { "passive", "before", "after" };
static const char *const terrain_words[] = { "plains", "hills" };
static const char *const kind_words[] = { "cave", "camp" };
static const char *const counted[] = { "runes", "wounds" };
static const char *const mask_words[] = { "weak", "all" };
static const uint8_t masks[] = { 1, 7 };
/* clang-format off */
enum { PAY_GOLD, PAY_ACT, COSTS, DO_GOLD = COSTS, DO_WOUND, DO_TEST, DO_MAY, DO_IF_XP, DO_RELIC, DO_EITHER, DO_REST, DO_REST_N, VERBS };
static const struct vl_fx_verb verbs[VERBS] = {
    { "gold", 0, 1, { FX_INT("n", 1, 9) }, FX_NO_RUN },
    { "act", 0, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "gold", 0, 2, { FX_FIXED(5), FX_AMOUNT("n", -20, 20, counted, VL_LEN(counted)) }, FX_NO_RUN },
    { "wound", 0, 3, { FX_WORD("who", who_words), FX_SET("of", mask_words, masks), FX_INT("n", 1, 9) }, FX_NO_RUN },
    { "test", 0, 5, { FX_WORDS("kind", kind_words, 2, 1), FX_WORD("skill", when_words), FX_INT("n", 1, 20), FX_BLOCK("won"), FX_BLOCK("lost") }, FX_NO_RUN },
    { "may", 0, 2, { FX_COST("cost"), FX_BLOCK("do") }, FX_NO_RUN },
    { "if_xp", 0, 3, { FX_INT("n", 0, 99), FX_BLOCK("yes"), FX_BLOCK("no") }, FX_NO_RUN },
    { "relic", 0, 1, { FX_THING("room", FAM_ROOM) }, FX_NO_RUN },
    { "either", 0, 2, { FX_BLOCK("a"), FX_BLOCK("b") }, FX_NO_RUN },
    { "rest", 0, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "rest", 0, 1, { FX_INT("n", 1, 9) }, FX_NO_RUN },
};
static const struct vl_fx_verbs costs = { "cost", verbs, NULL, 0, COSTS, NULL };
static const struct vl_fx_verbs effects = { "effect", verbs, NULL, COSTS, VERBS - COSTS, &costs };
/* clang-format on */

/* The arrows of a trial point forward, so that it ends. */
static void check_objective(struct vl_content *c, uint32_t node, void *record, int place)
{
    const struct objective *o = (const struct objective *)record;

    for (int i = 0; i < 2; i++)
        if (o->ways[i] >= 2 && o->ways[i] != VL_NONE && o->ways[i] - 2 <= place)
            vl_content_fault(c, node, "ways", VL_INVALID, "leads back");
}

static void check_pack(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct content *out = (struct content *)record;

    (void)node, (void)place;
    if (vl_content_field_clean(c, "cells"))
        for (int i = 0; i < out->cells_len; i++)
            out->sum += out->cells[i].near_len;
}

/* clang-format off */
#define VL_OF struct objective
static const struct vl_pack_field objective_fields[] = {
    PACK_INT(value, PACK_MUST, 1, 20, ""),
    { .name = "ways", .type = VL_PF_WORD, .flags = VL_PF_LIST, .width = 1, .words_len = 6, .min = 2, .max = 2,
      .off = offsetof(struct objective, ways), .words = way_words },
    PACK_INT(bonus, PACK_MAY, -9, 9, ""), PACK_END
};
#undef VL_OF
static const struct vl_pack_record objective = { "objective", "", objective_fields, check_objective };
#define VL_OF struct ability
static const struct vl_pack_field ability_fields[] = {
    PACK_SET(when, PACK_MUST, 1, when_words, ""),
    PACK_STEPS(pay, PACK_MAY | PACK_ONCE, 1, 2, &costs, ""),
    PACK_STEPS(act, PACK_MUST, 0, 3, &effects, ""), PACK_END
};
#undef VL_OF
static const struct vl_pack_record ability = { "ability", "", ability_fields, NULL };
#define VL_OF struct room
static const struct vl_pack_field room_fields[] = {
    PACK_KEY, PACK_NAME(name, PACK_MUST),
    PACK_REF(opposed, PACK_MAY, FAM_ROOM, ""),
    PACK_REF(kind, PACK_MUST, FAM_KIND, ""),
    PACK_LIST(objectives, 1, NODES_MAX, &objective, ""),
    PACK_RECORD_MAY(ability, has_ability, &ability, ""),
    PACK_AMOUNT(worth, PACK_MAY, 0, 20, counted, VL_LEN(counted), ""),
    PACK_RULES("rules", PACK_MAY, 1, 2, ""), PACK_SOURCE, PACK_EXCEPT, PACK_END
};
#undef VL_OF
#define VL_OF struct cell
static const struct vl_pack_field cell_fields[] = {
    PACK_KEY, PACK_WORD(terrain, PACK_MAY, terrain_words, ""),
    PACK_REFS_LEN(near, PACK_MUST, 0, NEAR_MAX, FAM_CELL, ""), PACK_END
};
#undef VL_OF
#define VL_OF struct card
static const struct vl_pack_field card_fields[] = {
    PACK_KEY, PACK_INT(copies, PACK_MUST, 1, 4, ""), PACK_STEP(deed, PACK_MAY, &effects, ""), PACK_END
};
#undef VL_OF
static const struct vl_pack_record card = { "card", "", card_fields, NULL };
#define VL_OF struct deck
static const struct vl_pack_field deck_fields[] = { PACK_KEY, PACK_POOL("cards", struct content, cards, 1, 3, &card, ""), PACK_END };
#undef VL_OF
#define VL_OF struct level
static const struct vl_pack_field level_fields[] = { PACK_INT(players, PACK_MUST, 2, 3, ""), PACK_INTS(gold, PACK_MUST, 2, 0, 9, ""), PACK_END };
#undef VL_OF
#define VL_OF struct kind
static const struct vl_pack_field kind_fields[] = { PACK_KEY_OF(kind_words, ""), PACK_END };
#undef VL_OF
static const struct vl_pack_record room = { "room", "", room_fields, NULL }, cell = { "cell", "", cell_fields, NULL };
static const struct vl_pack_record deck = { "deck", "", deck_fields, NULL }, level = { "level", "", level_fields, NULL };
static const struct vl_pack_record kind = { "kind", "", kind_fields, NULL };
#define VL_OF struct content
static const struct vl_pack_field pack_fields[] = {
    PACK_BOOL(open, PACK_MUST, ""), PACK_REF(first, PACK_MAY, FAM_CELL, ""),
    PACK_LIST(rooms, 1, ROOMS_MAX, &room, ""), PACK_LIST(decks, 1, 2, &deck, ""),
    PACK_PLACED(levels, 2, &level, ""), PACK_PLACED(kinds, 2, &kind, ""),
    PACK_LIST(cells, 1, CELLS_MAX, &cell, ""), PACK_END
};
#undef VL_OF

#define IN(field) offsetof(struct content, field)
static const struct vl_things room_things = { sizeof(struct room), IN(rooms[0].key), IN(rooms[0].name), 0, 0, 0, NULL };
static const struct vl_things cell_things = { sizeof(struct cell), IN(cells[0].key), 0, 0, 0, 0, NULL };
static const struct vl_things card_things = { sizeof(struct card), IN(cards[0].key), 0, 0, 0, 0, NULL };
static const struct vl_things kind_things = { sizeof(struct kind), IN(kinds[0].key), 0, 0, 0, 0, NULL };
static const struct vl_family families[] = { VL_FAMILY_AT("room", ROOMS_MAX, &room_things), VL_FAMILY_AT("cell", CELLS_MAX, &cell_things),
                                             VL_FAMILY_AT("card", CARDS_MAX, &card_things), VL_FAMILY_AT("kind", 2, &kind_things) };
/* clang-format on */
static const struct vl_pack_table table = { { "pack", NULL, pack_fields, check_pack },
                                            sizeof(struct content) };
static const struct vl_game game = { .id = "dungeon",
                                     .rule_prefix = "DG",
                                     .families = families,
                                     .families_len = VL_LEN(families),
                                     .pack = &table };

/* ---- reading it ---- */

/* Texts are written with ' for ". */
static char *quoted(const char *text)
{
    char *out = malloc(strlen(text) + 1);

    for (size_t i = 0; i <= strlen(text); i++)
        out[i] = (char)(text[i] == '\'' ? '"' : text[i]);
    return out;
}

struct found {
    struct vl_faults base;
    char said[2000]; /* "/rooms/0/kind: what\n" for each fault */
    size_t len;
};

static void note(struct vl_faults *f, const struct vl_error *e)
{
    struct found *found = (struct found *)f;

    found->len += (size_t)snprintf(found->said + found->len, sizeof found->said - found->len,
                                   "%s: %s\n", e->where, e->what);
    if (found->len >= sizeof found->said)
        found->len = sizeof found->said - 1;
}

static uint64_t block[16384];

/* Compiles; what was reported, "" if nothing. */
static const char *compile(const char *text)
{
    static struct found found;
    char *json = quoted(text);
    size_t cap = vl_json_nodes_bound(json, strlen(json));
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    struct vl_json_doc doc;
    struct vl_error err;
    size_t size = 0;

    memset(&found, 0, sizeof found);
    found.base.report = note;
    memset(&err, 0, sizeof err);
    if (!CHECK_EQ(vl_json_parse(&doc, json, strlen(json), nodes, (uint32_t)cap, &err), VL_OK))
        printf("  %s %s\n", err.where, err.what);
    else
        size = vl_content_compile(&game, &doc, block, sizeof block, &found.base);
    CHECK_EQ(size > 0, found.base.count == 0);
    free(nodes);
    free(json);
    return found.said;
}

#define HEAD "{'format':1,'game':'dungeon','id':'x','version':'1.0.0','name':{'fr':'x','en':'x'},"
#define ROOM(rest)                                                                                 \
    "{'key':'hall','name':{'fr':'Salle','en':'Hall'},'kind':'camp','source':'seed'," rest "}"
#define TRIAL                                                                                      \
    "'objectives':[{'value':9,'ways':['light','o2'],'bonus':-2},{'value':7,'ways':['o3','dark']}," \
    "{'value':3,'ways':['light','dark']}]"
#define LEVELS                                                                                     \
    "'levels':[{'players':3,'gold':[3,4]},{'players':2,'gold':[1,2]}],'kinds':[{'key':'camp'},{'"  \
    "key':'cave'}]"
#define CELLS "'cells':[{'key':'a','near':['b']},{'key':'b','near':['a'],'terrain':'hills'}]"
#define DECKS                                                                                      \
    "'decks':[{'key':'red','cards':[{'key':'c1','copies':2}]},{'key':'blue','cards':[{'key':'c2'," \
    "'copies':1,'deed':['rest']}]}]"
#define PACK(rooms) HEAD "'open':true,'rooms':[" rooms "]," DECKS "," LEVELS "," CELLS "}"

static const struct content *content(void)
{
    return (const struct content *)(const void *)block;
}

static const struct vl_fx *steps(struct vl_fx_list list)
{
    return (const struct vl_fx *)(const void *)(content() + 1) + list.at;
}

TEST(pack_table_keeps_every_kind_of_value)
{
    static const char text[] = PACK(
        ROOM("'opposed':'vault','worth':[2,3,'wounds'],'rules':['DG-ROOM-01'],'except':{'kind':'"
             "fact'}," TRIAL) ","
                              "{'key':'vault','name':{'fr':'Voûte','en':'Vault'},'opposed':'hall','"
                              "kind':'cave','source':'fact',"
                              "'objectives':[{'value':1,'ways':['light','dark']}],'worth':4}");
    const struct content *c = content();
    struct vl_rules r;

    CHECK_STR(compile(text), "");
    CHECK_EQ(c->open, 1);
    CHECK_EQ(c->first, UINT16_MAX); /* no such thing */
    CHECK_EQ(c->rooms_len, 2);
    CHECK_EQ(c->rooms[0].opposed, 1); /* each names the other */
    CHECK_EQ(c->rooms[1].opposed, 0);
    CHECK_EQ(c->rooms[0].kind, 1); /* the place that its key says */
    CHECK_EQ(c->rooms[0].worth.n * 100 + c->rooms[0].worth.d * 10 + c->rooms[0].worth.source, 232);
    CHECK_EQ(c->rooms[1].worth.n * 100 + c->rooms[1].worth.d * 10 + c->rooms[1].worth.source, 410);
    CHECK_EQ(c->rooms[0].objectives_len, 3);
    CHECK_EQ(c->rooms[0].objectives[0].ways[1], 3);
    CHECK_EQ(c->rooms[0].objectives[0].bonus, -2);
    CHECK_EQ(c->rooms[0].has_ability, 0);
    CHECK_EQ(c->levels[0].gold[1], 2); /* for two players, though it stands second */
    CHECK_EQ(c->levels[1].gold[0], 3);
    CHECK_EQ(c->cards_len, 2); /* of both decks in one array */
    CHECK_EQ(c->cards[0].deed.len, 0);
    CHECK_EQ(c->cards[1].deed.len, 1);
    CHECK_EQ(c->cells[0].near[0], 1);
    CHECK_EQ(c->cells[0].terrain, VL_NONE);
    CHECK_EQ(c->cells[1].terrain, 1);
    CHECK_EQ(c->sum, 2);
    vl_rules_init(&r, &game, block, NULL);
    CHECK_STR(vl_key(&r, FAM_ROOM, 1), "vault");
    CHECK_STR(vl_key(&r, FAM_ROOM, 2), NULL);
    CHECK_STR(vl_name(&r, FAM_ROOM, 0, 0), "Salle");
    CHECK_STR(vl_name(&r, FAM_ROOM, 0, 1), "Hall");
    CHECK_STR(vl_about(&r, FAM_ROOM, 0, 1), NULL);
    CHECK_STR(vl_name(&r, FAM_ROOM, 2, 1), NULL);
    CHECK_EQ(vl_find_key(&r, FAM_CARD, "c2", 2), 1);
}

TEST(pack_table_reads_steps_and_the_blocks_within)
{
    static const char text[] = PACK(
        ROOM(TRIAL ",'ability':{'when':['passive','after'],'pay':[['gold',2],['act']],'act':["
                   "['test','camp','after',12,[['gold',[1,2,'runes']],['may',[['gold',1]],[['rest',"
                   "3]]]],[['wound','each_hero','all',2]]],"
                   "['either',[['relic','hall']],[]],['rest']]}"));
    const struct ability *a = &content()->rooms[0].ability;

    CHECK_STR(compile(text), "");
    CHECK_EQ(content()->rooms[0].has_ability, 1);
    CHECK_EQ(a->when, 5);
    CHECK_EQ(a->pay.len, 2);
    CHECK_EQ(steps(a->pay)[0].arg[0], 2);
    CHECK_EQ(steps(a->pay)[1].verb, 1);
    CHECK_EQ(a->act.len, 9);
    CHECK_EQ(a->act.at, a->pay.at + a->pay.len); /* what is paid, then what it buys */
    /* verb, steps in its blocks, where it goes on, arguments */
    static const int16_t want[][8] = {
        { DO_TEST, 5, 6, 2, 2, 12, 4, 1 }, /* the words of the kind are counted from 1 */
        { DO_GOLD, 0, 1, 5, 1, 2, 1, 0 },  /* 5 is not written */
        { DO_MAY, 2, 4, 1, 1, 0, 0, 0 },   /* a cost, of its own vocabulary, and an effect */
        { PAY_GOLD, 0, 1, 1, 0, 0, 0, 0 },
        { DO_REST_N, 0, 2, 3, 0, 0, 0, 0 }, /* told from "rest" by what follows */
        { DO_WOUND, 0, 1, 1, 7, 2, 0, 0 },  /* a word that stands for a set */
        { DO_EITHER, 1, 2, 1, 0, 0, 0, 0 },
        { DO_RELIC, 0, 1, 0, 0, 0, 0, 0 },
        { DO_REST, 0, 1, 0, 0, 0, 0, 0 },
    };
    for (int i = 0; i < VL_LEN(want); i++) {
        const struct vl_fx *fx = &steps(a->act)[i];

        CHECK_EQ(fx->verb, want[i][0]);
        CHECK_EQ(fx->skip, want[i][1]);
        CHECK_EQ(fx->next, want[i][2]);
        for (int k = 0; k < VL_FX_ARGS; k++)
            CHECK_EQ(fx->arg[k], want[i][3 + k]);
    }
}

/* A list has no more steps than a frame can count, blocks included. */
TEST(pack_table_refuses_lists_that_are_too_long)
{
    static char text[20000];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b,
           HEAD "'open':true,'rooms':[{'key':'hall','name':{'fr':'x','en':'x'},'kind':'camp','"
                "source':'seed'," TRIAL ",'ability':{'when':['after'],'act':[['if_xp',1,[['rest']");
    for (int i = 0; i < VL_FX_STEPS_MAX; i++)
        vl_put(&b, ",['rest']");
    vl_put(&b, "],[]]]}}]," DECKS "," LEVELS "," CELLS "}");
    CHECK_STR(compile(text), "/rooms/0/ability/act: more steps than a list may have\n");
}

TEST(pack_table_reports_each_fault_where_it_is)
{
    static const struct {
        const char *text, *said;
    } rows[] = {
        { PACK(ROOM(TRIAL ",'opposed':'attic'")),
          "/rooms/0/opposed: \"attic\": unknown; one of hall\n" },
        { PACK(ROOM("'objectives':[{'value':9,'ways':['o1','dark']}]")),
          "/rooms/0/objectives/0/ways: leads back\n" },
        { PACK(ROOM("'objectives':[]")), "/rooms/0/objectives: 0 entries: must be 1 to 4\n" },
        { PACK(ROOM(TRIAL ",'rules':['XX-ROOM-01']")),
          "/rooms/0/rules/0: \"XX-ROOM-01\": must be a rule id such as \"DG-ABC-01\"\n" },
        { PACK(ROOM(TRIAL ",'except':{'key':'seed'}")),
          "/rooms/0/except/key: no such field has a source of its own\n" },
        { PACK(ROOM(TRIAL ",'worth':'much'")),
          "/rooms/0/worth: \"much\": must be a number, or [n, d, source]\n" },
        { PACK(ROOM(TRIAL ",'more':1")), "/rooms/0/more: there is no such field\n" },
        { PACK(ROOM(TRIAL ","
                          "'ability':{'when':['now'],'act':[]}")),
          "/rooms/0/ability/when/0: \"now\": unknown; one of passive, before, after\n" },
        { PACK(ROOM(TRIAL ",'ability':{'when':['after'],'pay':[['act'],['act']],'act':[]}")),
          "/rooms/0/ability/pay/1: a list: stands twice\n" },
        { PACK(ROOM(TRIAL ",'ability':{'when':['after'],'act':[['may',[['rest']],[['gold']]]]}")),
          "/rooms/0/ability/act/0/1/0/0: \"rest\": unknown; one of gold, "
          "act\n/rooms/0/ability/act/0/2/0: too short\n" },
        { PACK(ROOM(TRIAL ",'ability':{'when':['after'],'act':[['relic','attic'],['rest',1,2]]}")),
          "/rooms/0/ability/act/0/1: \"attic\": unknown; one of hall\n/rooms/0/ability/act/1/1: "
          "one entry too many\n" },
        { PACK(ROOM(TRIAL) "," ROOM(TRIAL)), "/rooms/1/key: \"hall\": stands twice\n" },
        { HEAD "'open':1,'rooms':[" ROOM(
              TRIAL) "]," DECKS ",'levels':[{'players':2,'gold':[1,2]},{'players':2,'gold':[1]}],"
                     "'kinds':[{'key':'camp'},{'key':'inn'}],'cells':[{'key':'a','near':['c']}]}",
          "/kinds/1/key: \"inn\": unknown; one of cave, camp\n/open: 1: must be true or "
          "false\n/levels/1/players: 2: stands twice\n"
          "/levels/1/gold: 1 entries: must be 2\n/cells/0/near/0: \"c\": unknown; one of a\n" },
        { HEAD "'open':true,'rooms':[" ROOM(
              TRIAL) "],'decks':[{'key':'red','cards':[{'key':'c','copies':2}]},{'key':'blue','"
                     "cards':[{'key':'c','copies':1}]}]," LEVELS "," CELLS "}",
          "/decks/1/cards/0/key: \"c\": stands twice\n" },
        { "{'format':1,'game':'dungeon'}", "/id: \n/version: \n/name: \n/open: \n/rooms: \n/decks: "
                                           "\n/levels: \n/kinds: \n/cells: \n" },
    };

    for (int i = 0; i < VL_LEN(rows); i++)
        CHECK_STR(compile(rows[i].text), rows[i].said);
}

/* A map: 247 hexes, each with its neighbours; and more than a byte can count. */
TEST(pack_table_reads_maps_of_any_size)
{
    static const int sizes[] = { 247, CELLS_MAX };
    static char text[100000];

    for (int k = 0; k < VL_LEN(sizes); k++) {
        struct vl_buf b = vl_buf_on(text, sizeof text);

        vl_put(&b, HEAD "'open':true,'first':'h7','rooms':[" ROOM(TRIAL) "]," DECKS "," LEVELS
                                                                         ",'cells':[");
        for (int i = 0; i < sizes[k]; i++) {
            vl_put(&b, i ? ",{'key':'h" : "{'key':'h");
            vl_put_int(&b, i);
            vl_put(&b, "','near':['h");
            vl_put_int(&b, (i + 1) % sizes[k]);
            vl_put(&b, "','h");
            vl_put_int(&b, (i + 17) % sizes[k]);
            vl_put(&b, "']}");
        }
        vl_put(&b, "]}");
        CHECK_STR(compile(text), "");
        CHECK_EQ(content()->cells_len, sizes[k]);
        CHECK_EQ(content()->first, 7);
        for (int i = 0; i < sizes[k]; i++) {
            CHECK_EQ(content()->cells[i].near_len, 2);
            CHECK_EQ(content()->cells[i].near[0], (i + 1) % sizes[k]);
            CHECK_EQ(content()->cells[i].near[1], (i + 17) % sizes[k]);
        }
    }
}

/* ---- traits: the same values as rows of numbers ---- */

enum { NO_COLUMN = -999 };

static const char *trait_name(int family, int i)
{
    static char name[400];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    vl_traits_name(&game, family, i, &b);
    return name;
}

static int column(int family, const char *place)
{
    size_t len = strlen(place);

    for (int i = 0; i < vl_traits_len(&game, family); i++) {
        const char *name = trait_name(family, i);

        if (strncmp(name, place, len) == 0 && name[len] == ' ')
            return i;
    }
    return NO_COLUMN;
}

static int trait(int family, int index, const char *place)
{
    int16_t row[400];
    struct vl_rules r;
    int i = column(family, place);

    VL_VERIFY(vl_traits_len(&game, family) <= VL_LEN(row));
    vl_rules_init(&r, &game, block, NULL);
    vl_traits(&r, family, index, row);
    return i == NO_COLUMN ? NO_COLUMN : row[i];
}

TEST(traits_are_the_values_of_a_pack_flattened)
{
    static const struct {
        int family, index;
        const char *place;
        int value;
    } cases[] = {
        { FAM_ROOM, 0, "/there", 1 },
        { FAM_ROOM, 0, "/opposed", -1 },
        { FAM_ROOM, 0, "/kind", 1 },
        { FAM_ROOM, 0, "/objectives/length", 3 },
        { FAM_ROOM, 0, "/objectives/0/value", 9 },
        { FAM_ROOM, 0, "/objectives/0/ways/1", 3 },
        { FAM_ROOM, 0, "/objectives/0/bonus", -2 },
        { FAM_ROOM, 0, "/objectives/3/value", 0 }, /* past the end: a number is 0 */
        { FAM_ROOM, 0, "/objectives/3/ways/0", -1 },
        { FAM_ROOM, 0, "/objectives/4/value", NO_COLUMN },
        { FAM_ROOM, 0, "/ability/there", 1 },
        { FAM_ROOM, 0, "/ability/when/passive", 1 },
        { FAM_ROOM, 0, "/ability/when/before", 0 },
        { FAM_ROOM, 0, "/ability/pay/length", 1 },
        { FAM_ROOM, 0, "/ability/pay/verb/0", PAY_GOLD },
        { FAM_ROOM, 0, "/ability/pay/arg/0/0", 2 },
        { FAM_ROOM, 0, "/ability/pay/verb/1", -1 },
        { FAM_ROOM, 0, "/ability/pay/verb/2", NO_COLUMN }, /* as many as it may have */
        { FAM_ROOM, 0, "/ability/act/length", 4 },
        { FAM_ROOM, 0, "/ability/act/verb/0", DO_TEST },
        { FAM_ROOM, 0, "/ability/act/arg/0/3", 1 }, /* steps of the first block */
        { FAM_ROOM, 0, "/ability/act/verb/1", DO_GOLD },
        { FAM_ROOM, 0, "/ability/act/arg/1/1", 3 },
        { FAM_ROOM, 0, "/ability/act/verb/3", DO_REST_N },
        { FAM_ROOM, 0, "/ability/act/verb/4", -1 },
        { FAM_ROOM, 0, "/ability/act/verb/8", NO_COLUMN }, /* VL_TRAIT_STEPS */
        { FAM_ROOM, 0, "/worth/n", 2 },
        { FAM_ROOM, 0, "/worth/source", 2 },
        { FAM_ROOM, 1, "/there", 1 },
        { FAM_ROOM, 1, "/opposed", 0 },
        { FAM_ROOM, 1, "/ability/there", 0 },
        { FAM_ROOM, 1, "/ability/act/length", 0 },
        { FAM_ROOM, 1, "/ability/act/verb/0", -1 },
        { FAM_ROOM, 2, "/there", 0 }, /* no such room in this pack */
        { FAM_ROOM, 2, "/kind", -1 },
        { FAM_CARD, 0, "/copies", 2 },
        { FAM_CARD, 0, "/deed/length", 0 },
        { FAM_CARD, 1, "/deed/verb/0", DO_REST },
        { FAM_CELL, 0, "/near/length", 1 },
        { FAM_CELL, 0, "/near/0", 1 },
        { FAM_CELL, 0, "/near/1", -1 },
        { FAM_CELL, 0, "/terrain", -1 },
        { FAM_CELL, 1, "/terrain", 1 },
    };

    CHECK_STR(
        compile(PACK(ROOM("'worth':[2,3,'wounds'],'ability':{'when':['passive','after'],'pay':[['"
                          "gold',2]],"
                          "'act':[['test','camp','after',12,[['gold',3]],[['rest']]],['rest',3]]}"
                          "," TRIAL) ",{'key':'vault','name':{'fr':'Voûte','en':'Vault'},'opposed':"
                                     "'hall'"
                                     ",'kind':'cave','source':'fact',"
                                     "'objectives':[{'value':1,'ways':['light','dark']}]}")),
        "");
    for (int i = 0; i < VL_LEN(cases); i++)
        if (!CHECK_EQ(trait(cases[i].family, cases[i].index, cases[i].place), cases[i].value))
            printf("  %s\n", cases[i].place);
}

TEST(traits_say_what_their_numbers_mean)
{
    CHECK_EQ(vl_traits_len(&game, FAM_KIND), 0); /* nothing but a name */
    CHECK_EQ(vl_traits_len(&game, VL_FAM_INT), 0);
    CHECK_STR(trait_name(FAM_ROOM, 0), "/there 0..1");
    CHECK_STR(trait_name(FAM_ROOM, column(FAM_ROOM, "/opposed")), "/opposed -1..3 room");
    CHECK_STR(trait_name(FAM_CELL, column(FAM_CELL, "/terrain")),
              "/terrain -1..1 0=plains,1=hills");
    CHECK_STR(trait_name(FAM_ROOM, column(FAM_ROOM, "/worth/source")),
              "/worth/source 0..2 1=runes,2=wounds");
    CHECK_STR(trait_name(FAM_ROOM, column(FAM_ROOM, "/ability/pay/verb/0")),
              "/ability/pay/verb/0 -1..1 0=gold,1=act");
    CHECK_STR(trait_name(FAM_CARD, column(FAM_CARD, "/deed/verb/7")),
              "/deed/verb/7 -1..10 0=gold,1=act,2=gold,3=wound,4=test,5=may,6=if_xp,7=relic,"
              "8=either,9=rest,10=rest");
    CHECK_STR(trait_name(FAM_ROOM, vl_traits_len(&game, FAM_ROOM)), "");
}
