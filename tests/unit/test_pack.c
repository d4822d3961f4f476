/* test_pack.c - content packs: the built-in one against the rule file, and
 * every kind of fault, made by changing one value of the built-in pack. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#endif
#include "core/engine.h"
#include "core/pack_table.h"
#include "games/runemasters/runemasters.h"
#include "pack/pack.h"
#include "registry.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- changing a pack's text ---- */

struct bench {
    struct vl_pack pack; /* the built-in one */
    struct vl_json_node *nodes;
    struct vl_json_doc doc;
    const struct rm_content *content;
};

static struct bench bench_open(void)
{
    struct bench b;

    VL_VERIFY(vl_pack_builtin(&b.pack, vl_game_find("runemasters")) == VL_OK);
    size_t cap = vl_json_nodes_bound(b.pack.json, b.pack.json_len);
    b.nodes = malloc(cap * sizeof *b.nodes);
    VL_VERIFY(b.nodes);
    VL_VERIFY(vl_json_parse(&b.doc, b.pack.json, b.pack.json_len, b.nodes, (uint32_t)cap, NULL) ==
              VL_OK);
    b.content = b.pack.block;
    return b;
}

/* The pack's text with [from, to) replaced; to be freed. */
static char *splice(const struct bench *b, size_t from, size_t to, const char *with)
{
    size_t n = strlen(with), len = b->pack.json_len - (to - from) + n;
    char *text = malloc(len + 1);

    VL_VERIFY(text);
    memcpy(text, b->pack.json, from);
    memcpy(text + from, with, n);
    memcpy(text + from + n, b->pack.json + to, b->pack.json_len - to + 1);
    return text;
}

/* Where a value stands, quotes included. */
static void span(const struct bench *b, uint32_t node, size_t *from, size_t *to)
{
    const struct vl_json_node *n = &b->nodes[node];
    size_t quote = n->type == VL_JSON_STRING;

    *from = n->start - quote;
    *to = n->start + n->len + quote;
}

static char *replaced(const struct bench *b, uint32_t node, const char *with)
{
    size_t from, to;

    span(b, node, &from, &to);
    return splice(b, from, to, with);
}

/* Without a member or an element, and without one comma beside it. */
static char *dropped(const struct bench *b, uint32_t node)
{
    size_t from, to;
    const char *text = b->pack.json;

    span(b, node, &from, &to);
    if (b->nodes[b->nodes[node].parent].type == VL_JSON_OBJECT)
        from = b->nodes[node].key - 1;
    while (strchr(" \n", text[to]))
        to++;
    if (text[to] == ',')
        return splice(b, from, to + 1, "");
    while (strchr(" \n", text[from - 1]))
        from--;
    if (text[from - 1] == ',')
        from--;
    return splice(b, from, to, "");
}

/* With one more member, or element, at the end. */
static char *extended(const struct bench *b, uint32_t node, const char *with)
{
    size_t from, to;

    span(b, node, &from, &to);
    return splice(b, to - 1, to - 1, with);
}

/* ---- what happens to it ---- */

static const struct vl_error *fault_at(const struct vl_fault_list *list, const char *where)
{
    for (int i = 0; i < list->len; i++)
        if (strcmp(list->items[i].where, where) == 0)
            return &list->items[i];
    return NULL;
}

static void say(const char *about, const struct vl_fault_list *list)
{
    printf("  %s:\n", about);
    for (int i = 0; i < list->len && i < 5; i++)
        printf("    %s: %s\n", list->items[i].where, list->items[i].what);
}

/* Reads `text`, frees it, and expects a fault at `where` of that status (-1:
 * any), and that nothing was loaded. Returns the number of faults. */
static int refused(char *text, const char *where, int status)
{
    struct vl_fault_list faults = { 0 };
    struct vl_pack out, before;

    memset(&out, 0x5a, sizeof out);
    before = out;
    int st = vl_pack_read(&out, vl_game_find("runemasters"), text, strlen(text), &faults);
    const struct vl_error *f = fault_at(&faults, where);

    bool ok = CHECK(st != VL_OK) && CHECK(f != NULL);
    if (ok && status >= 0)
        ok = CHECK_EQ(f->status, status);
    ok = CHECK(memcmp(&out, &before, sizeof out) == 0) && ok;
    if (!ok)
        say(where, &faults);
    int count = faults.count;
    vl_fault_list_free(&faults);
    free(text);
    return count;
}

/* Reads `text`, frees it, and expects no fault. */
static bool accepted(char *text, struct vl_pack *out)
{
    struct vl_fault_list faults = { 0 };
    int st = vl_pack_read(out, NULL, text, strlen(text), &faults);

    if (!CHECK_EQ(st, VL_OK))
        say("should be accepted", &faults);
    vl_fault_list_free(&faults);
    free(text);
    return st == VL_OK;
}

static uint32_t at(const struct bench *b, const char *pointer)
{
    uint32_t node = vl_json_pointer(&b->doc, pointer);

    if (node == UINT32_MAX)
        printf("  no %s\n", pointer);
    VL_VERIFY(node != UINT32_MAX);
    return node;
}

/* ---- the built-in pack ---- */

TEST(pack_is_the_same_from_build_and_run_time)
{
    struct bench b = bench_open();
    struct vl_pack run;
    char *copy = splice(&b, 0, 0, "");

    CHECK_STR(b.pack.info.id, "base");
    CHECK_STR(b.pack.info.version, "1.1.0");
    if (accepted(copy, &run)) {
        CHECK_EQ(run.size, b.pack.size);
        CHECK(run.size == b.pack.size && memcmp(run.block, b.pack.block, run.size) == 0);
        CHECK_EQ(run.info.hash, b.pack.info.hash);
        CHECK(memcmp(&run.info, &b.pack.info, sizeof run.info) == 0);
        CHECK_STR(run.json, b.pack.json);
        CHECK_EQ((uintptr_t)b.pack.block % 8, 0);
        CHECK_EQ((uintptr_t)run.block % 8, 0);
        vl_pack_free(&run);
    }
    free(b.nodes);
}

/* Section 9.2 of the rule file: r, b, g, y, v; Y bears the two-player symbol. */
struct printed {
    const char *key, *type, *colour, *weak;
    int hp, mana;
    char two;
};

/* clang-format off */
static const struct printed printed[RM_CARDS] = {
    { "archer_red_1",    "archer",   "red",    "rb",  0, 1, 'Y' },
    { "archer_blue_1",   "archer",   "blue",   "bg",  0, 1, 'Y' },
    { "archer_green_1",  "archer",   "green",  "gy",  0, 1, 'Y' },
    { "archer_yellow_1", "archer",   "yellow", "yr",  0, 1, 'Y' },
    { "archer_red_2",    "archer",   "red",    "gv",  0, 1, '-' },
    { "archer_blue_2",   "archer",   "blue",   "yv",  0, 1, '-' },
    { "archer_green_2",  "archer",   "green",  "rv",  0, 1, '-' },
    { "archer_red_3",    "archer",   "red",    "by",  0, 1, '-' },
    { "shadow_red",      "shadow",   "red",    "yv",  0, 1, 'Y' },
    { "shadow_blue",     "shadow",   "blue",   "rv",  0, 1, 'Y' },
    { "shadow_green",    "shadow",   "green",  "bv",  0, 1, 'Y' },
    { "shadow_yellow",   "shadow",   "yellow", "gv",  0, 1, 'Y' },
    { "werewolf_red",    "werewolf", "red",    "bbg", 0, 2, 'Y' },
    { "werewolf_blue",   "werewolf", "blue",   "ggy", 0, 2, 'Y' },
    { "werewolf_green",  "werewolf", "green",  "yyr", 0, 2, 'Y' },
    { "werewolf_yellow", "werewolf", "yellow", "rrb", 0, 2, 'Y' },
    { "troll_red",       "troll",    "red",    "rgv", 0, 2, 'Y' },
    { "troll_blue",      "troll",    "blue",   "byv", 0, 2, 'Y' },
    { "troll_green",     "troll",    "green",  "grv", 0, 2, 'Y' },
    { "troll_yellow",    "troll",    "yellow", "ybv", 0, 2, 'Y' },
    { "sorcerer_red",    "sorcerer", "red",    "bgy", 0, 2, '-' },
    { "sorcerer_blue",   "sorcerer", "blue",   "gyr", 0, 2, '-' },
    { "sorcerer_green",  "sorcerer", "green",  "yrb", 0, 2, '-' },
    { "sorcerer_yellow", "sorcerer", "yellow", "rbg", 0, 2, '-' },
    { "warrior_red",     "warrior",  "red",    "ry",  0, 1, '-' },
    { "warrior_blue",    "warrior",  "blue",   "br",  0, 1, '-' },
    { "warrior_green",   "warrior",  "green",  "gb",  0, 1, '-' },
    { "warrior_yellow",  "warrior",  "yellow", "yg",  0, 1, '-' },
    { "dragon_red",      "dragon",   "red",    "rrr", 1, 1, '-' },
    { "dragon_blue",     "dragon",   "blue",   "bbb", 1, 1, '-' },
    { "dragon_green",    "dragon",   "green",  "ggg", 1, 1, '-' },
    { "dragon_yellow",   "dragon",   "yellow", "yyy", 1, 1, '-' },
};
/* clang-format on */

static const char *const colour_names[] = { "red", "blue", "green", "yellow" };
static const char rune_letters[] = "rbgyvw";

TEST(pack_holds_the_32_cards_of_the_rule_file)
{
    RULE("RM-CNT-02");
    RULE("RM-CNT-03");
    RULE("RM-CMP-05");
    RULE("RM-RUL-03");
    RULE("RM-RUL-47");
    struct bench b = bench_open();

    for (int i = 0; i < RM_CARDS; i++) {
        const struct rm_card *c = &b.content->cards[i];
        const struct printed *p = &printed[i];

        CHECK_STR(vl_string(b.content, c->key), p->key);
        CHECK_STR(vl_string(b.content, b.content->types[c->type].key), p->type);
        CHECK_STR(colour_names[c->colour], p->colour);
        CHECK_EQ(c->weak_len, strlen(p->weak));
        CHECK_EQ(c->hp, p->hp);
        CHECK_EQ(c->mana, p->mana);
        CHECK_EQ(c->two_player, p->two == 'Y');
        CHECK_EQ(c->full, (1 << c->weak_len) - 1);
        int all = 0;
        for (int k = 0; k < RM_WEAK_MAX; k++)
            if (k < c->weak_len) {
                CHECK_EQ(rune_letters[c->weak[k]], p->weak[k]);
                CHECK(c->weak_of[c->weak[k]] & 1 << k);
            } else {
                CHECK_EQ(c->weak[k], VL_NONE);
            }
        for (int r = 0; r < RM_RUNES; r++)
            all += c->weak_of[r];
        CHECK_EQ(all, c->full);
    }
    CHECK_STR(vl_string(b.content, b.content->cards[RM_DAWN].key), "dawn");
    free(b.nodes);
}

/* RM-CNT-05: mana = weak points - 1, except that a Dragon gives one of its two
 * points as HP; and the printed numbers of runes. */
TEST(pack_follows_the_design_rule)
{
    RULE("RM-CNT-05");
    struct bench b = bench_open();
    int runes[RM_RUNES] = { 0 };

    for (int i = 0; i < RM_CARDS; i++) {
        const struct rm_card *c = &b.content->cards[i];

        CHECK_EQ(c->hp > 0, c->type == RM_TYPE_DRAGON);
        CHECK_EQ(c->hp + c->mana, c->weak_len - 1);
        for (int k = 0; k < c->weak_len; k++)
            runes[c->weak[k]]++;
    }
    CHECK_EQ(runes[RM_RUNE_RED], 17);
    CHECK_EQ(runes[RM_RUNE_BLUE], 17);
    CHECK_EQ(runes[RM_RUNE_GREEN], 17);
    CHECK_EQ(runes[RM_RUNE_YELLOW], 18);
    CHECK_EQ(runes[RM_RUNE_VIOLET], 11);
    free(b.nodes);
}

TEST(pack_gives_each_type_its_abilities)
{
    /* clang-format off */
    static const struct { int type, abilities, arrives, wounds, strength; } want[] = {
        { RM_TYPE_SHADOW,   RM_AB_ARRIVES,                   2, 0, 0 },
        { RM_TYPE_ARCHER,   RM_AB_SHOOTS,                    0, 0, 0 },
        { RM_TYPE_TROLL,    RM_AB_FRENZY,                    0, 2, 2 },
        { RM_TYPE_SORCERER, RM_AB_NO_RELEASE,                0, 0, 0 },
        { RM_TYPE_WEREWOLF, RM_AB_NONE,                      0, 0, 0 },
        { RM_TYPE_WARRIOR,  RM_AB_NO_REROLLED,               0, 0, 0 },
        { RM_TYPE_DRAGON,   RM_AB_RECOVERS | RM_AB_NO_BLOCK, 0, 0, 0 },
    };
    /* clang-format on */
    struct bench b = bench_open();

    for (int i = 0; i < RM_CARDS; i++) {
        const struct rm_card *c = &b.content->cards[i];

        CHECK_EQ(want[c->type].type, c->type);
        CHECK_EQ(c->abilities, want[c->type].abilities);
        CHECK_EQ(c->arrives, want[c->type].arrives);
        CHECK_EQ(c->frenzy_wounds, want[c->type].wounds);
        CHECK_EQ(c->frenzy_strength, want[c->type].strength);
    }
    free(b.nodes);
}

TEST(pack_holds_events_and_guardians)
{
    /* clang-format off */
    static const struct { const char *key; int kind, effects, dice, cost; } events[] = {
        { "guardian_angel", RM_CLASS_POSITIVE, RM_FX_ANGEL,        4, 1 },
        { "pavise",         RM_CLASS_POSITIVE, RM_FX_NO_SHOTS,     4, 1 },
        { "transcendence",  RM_CLASS_POSITIVE, RM_FX_DICE,         5, 1 },
        { "mana_healing",   RM_CLASS_POSITIVE, RM_FX_MANA_AS_HP,   4, 1 },
        { "swiftness",      RM_CLASS_POSITIVE, RM_FX_FREE_MOVE,    4, 1 },
        { "mana_drain",     RM_CLASS_NEGATIVE, RM_FX_REROLL_COST,  4, 2 },
        { "hardened",       RM_CLASS_NEGATIVE, RM_FX_NO_MARKS,     4, 1 },
        { "poison",         RM_CLASS_NEGATIVE, RM_FX_POISON,       4, 1 },
        { "rain_of_arrows", RM_CLASS_NEGATIVE, RM_FX_DICE,         3, 1 },
        { "curse",          RM_CLASS_NEGATIVE, RM_FX_NO_KILL_MANA, 4, 1 },
        { "all_is_calm",    RM_CLASS_NEUTRAL,  RM_FX_NONE,         4, 1 },
    };
    static const struct { const char *key; int mark, ultimate; } heroes[] = {
        { "neltai",  RM_MARK_EXCHANGE, RM_ULT_STORM },
        { "ismoros", RM_MARK_SHIELD,   RM_ULT_PETRIFY },
        { "kulak",   RM_MARK_HEAL,     RM_ULT_REVIVE },
        { "kyreas",  RM_MARK_WHIRL,    RM_ULT_TRAMPLE },
    };
    /* clang-format on */
    RULE("RM-CMP-01");
    RULE("RM-CMP-07");
    struct bench b = bench_open();

    for (int i = 0; i < RM_EVENTS; i++) {
        CHECK_STR(vl_string(b.content, b.content->events[i].key), events[i].key);
        CHECK_EQ(b.content->events[i].kind, events[i].kind);
        CHECK_EQ(b.content->events[i].effects, events[i].effects);
        CHECK_EQ(b.content->events[i].dice, events[i].dice);
        CHECK_EQ(b.content->events[i].reroll_cost, events[i].cost);
    }
    CHECK_EQ(b.content->closing_event, 10);
    for (int i = 0; i < 4; i++) {
        CHECK_STR(vl_string(b.content, b.content->heroes[i].key), heroes[i].key);
        CHECK_EQ(b.content->heroes[i].mark, heroes[i].mark);
        CHECK_EQ(b.content->heroes[i].ultimate, heroes[i].ultimate);
    }
    CHECK_STR(vl_string(b.content, b.content->heroes[0].title.lang[VL_FR]), "la Tornade");
    CHECK_STR(vl_string(b.content, b.content->heroes[3].ult_name.lang[VL_EN]), "Trample");
    free(b.nodes);
}

/* Tables 4.4 and 4.5. */
TEST(pack_holds_setups_and_difficulties)
{
    RULE("RM-CMP-04");
    /* clang-format off */
    static const struct { int temple, paths, removed, two, eligible, one_of; } setups[] = {
        { 6, 4, 4, 1, 16, 4 },
        { 4, 3, 6, 0, 25, 0 },
        { 4, 4, 8, 0, 32, 0 },
    };
    static const int levels[][4] = {
        { 3, 1, 1, 2 }, { 2, 2, 1, 1 }, { 1, 3, 1, 1 }, { 0, 4, 1, 1 }, { 0, 5, 0, 1 },
    };
    /* clang-format on */
    struct bench b = bench_open();

    for (int i = 0; i < 3; i++) {
        const struct rm_setup *s = &b.content->setups[i];
        int eligible = 0, one_of = 0;

        for (int k = 0; k < RM_CARDS; k++) {
            bool in = s->cards >> k & 1, joins = s->one_of >> k & 1;

            eligible += in;
            one_of += joins;
            if (in && i == 0)
                CHECK_EQ(printed[k].two, 'Y');
            if (in && i == 1)
                CHECK(strcmp(printed[k].colour, "yellow") != 0);
            if (joins)
                CHECK_STR(printed[k].type, "dragon");
        }
        CHECK_EQ(s->temple, setups[i].temple);
        CHECK_EQ(s->paths, setups[i].paths);
        CHECK_EQ(s->removed, setups[i].removed);
        CHECK_EQ(s->two_player, setups[i].two);
        CHECK_EQ(eligible, setups[i].eligible);
        CHECK_EQ(one_of, setups[i].one_of);
    }
    for (int i = 0; i < RM_DIFFICULTIES; i++) {
        for (int k = 0; k < RM_CLASSES; k++)
            CHECK_EQ(b.content->levels[i].events[k], levels[i][k]);
        CHECK_EQ(b.content->levels[i].ultimate_start, levels[i][3]);
    }
    CHECK_STR(vl_string(b.content, b.content->levels[4].name.lang[VL_FR]), "Légende");
    free(b.nodes);
}

/* ---- the hash ---- */

TEST(pack_hash_is_of_the_content_not_of_the_spacing)
{
    struct bench b = bench_open();
    struct vl_pack other;
    char *text = malloc(VL_PACK_FILE_MAX);
    struct vl_json w = vl_json_on(text, VL_PACK_FILE_MAX);

    CHECK_EQ(vl_pack_show(&b.pack, NULL, NULL, NULL, &w), VL_OK);
    CHECK(!w.out.full && strcmp(text, b.pack.json) != 0);
    if (accepted(text, &other)) {
        CHECK_EQ(other.info.hash, b.pack.info.hash);
        CHECK(other.size == b.pack.size && memcmp(other.block, b.pack.block, other.size) == 0);
        vl_pack_free(&other);
    }
    /* two fields in the other order */
    size_t hp, mana, end;
    span(&b, at(&b, "/monsters/0/reward"), &hp, &end);
    mana = end;
    if (accepted(splice(&b, hp, mana, "{\"mana\":1,\"hp\":0}"), &other)) {
        CHECK_EQ(other.info.hash, b.pack.info.hash);
        vl_pack_free(&other);
    }
    if (accepted(replaced(&b, at(&b, "/monsters/0/reward/mana"), "2"), &other)) {
        CHECK(other.info.hash != b.pack.info.hash);
        vl_pack_free(&other);
    }
    if (accepted(replaced(&b, at(&b, "/name/en"), "\"Mine\""), &other)) {
        CHECK(other.info.hash != b.pack.info.hash);
        vl_pack_free(&other);
    }
    free(b.nodes);
}

/* ---- faults, everywhere ---- */

static bool is_optional(const char *where)
{
    return strstr(where, "/except") || strcmp(where, "/$schema") == 0 ||
           strcmp(where, "/setups/0/one_of") == 0;
}

TEST(pack_without_any_one_field_is_refused)
{
    RULE("RM-CNT-04");
    struct bench b = bench_open();
    int dropped_len = 0;

    for (uint32_t n = 1; n < b.doc.nodes_len; n++) {
        char where[160];
        struct vl_pack out;

        vl_json_where(&b.doc, n, where, sizeof where);
        if (b.nodes[b.nodes[n].parent].type != VL_JSON_OBJECT)
            continue;
        if (!is_optional(where))
            refused(dropped(&b, n), where, VL_MISSING);
        else if (accepted(dropped(&b, n), &out))
            vl_pack_free(&out);
        dropped_len++;
    }
    CHECK(dropped_len > 700);
    free(b.nodes);
}

TEST(pack_with_any_one_value_of_another_type_is_refused)
{
    struct bench b = bench_open();

    for (uint32_t n = 1; n < b.doc.nodes_len; n++) {
        char where[160];

        vl_json_where(&b.doc, n, where, sizeof where);
        refused(replaced(&b, n, "null"), where, -1);
    }
    free(b.nodes);
}

TEST(pack_with_an_unknown_field_anywhere_is_refused)
{
    struct bench b = bench_open();

    for (uint32_t n = 0; n < b.doc.nodes_len; n++) {
        char where[160];

        if (b.nodes[n].type != VL_JSON_OBJECT)
            continue;
        vl_json_where(&b.doc, n, where, sizeof where);
        strcat(where, "/zz~1top");
        refused(extended(&b, n, ", \"zz/top\": \"seed\""), where, VL_UNKNOWN);
    }
    free(b.nodes);
}

TEST(pack_with_an_absurd_number_anywhere_is_refused)
{
    static const char *const absurd[] = { "99", "-1", "1.5", "1e0", "18446744073709551617" };
    struct bench b = bench_open();

    for (uint32_t n = 1; n < b.doc.nodes_len; n++) {
        char where[160];

        if (b.nodes[n].type != VL_JSON_NUMBER)
            continue;
        vl_json_where(&b.doc, n, where, sizeof where);
        for (int i = 0; i < VL_LEN(absurd); i++)
            refused(replaced(&b, n, absurd[i]), where,
                    strcmp(where, "/format") == 0 ? VL_VERSION : VL_RANGE);
    }
    free(b.nodes);
}

/* ---- one fault of each kind ---- */

struct change {
    const char *pointer, *with; /* the value there becomes this */
    const char *where;          /* NULL: at the pointer itself */
    int status;
};

#define LONG_40 "0123456789012345678901234567890123456789"

/* clang-format off */
static const struct change changes[] = {
    /* the head */
    { "/format", "2", NULL, VL_VERSION },
    { "/format", "\"1\"", NULL, VL_VERSION },
    { "/game", "\"quarry\"", NULL, VL_UNKNOWN },
    { "/id", "\"\"", NULL, VL_SYNTAX },
    { "/id", "\"My Pack\"", NULL, VL_SYNTAX },
    { "/version", "\"1.0\"", NULL, VL_SYNTAX },
    { "/version", "\"1.0.0-beta\"", NULL, VL_SYNTAX },
    { "/version", "\"01.0.0\"", NULL, VL_SYNTAX },
    { "/version", "\"1..0\"", NULL, VL_SYNTAX },
    { "/name/fr", "\"" LONG_40 "1\"", NULL, VL_RANGE },
    /* keys and texts */
    { "/monsters/4/key", "\"archer_red_1\"", NULL, VL_DUPLICATE },
    { "/dawn/key", "\"troll_red\"", NULL, VL_DUPLICATE },
    { "/events/1/key", "\"poison\"", "/events/7/key", VL_DUPLICATE },
    { "/guardians/3/key", "\"kulak\"", NULL, VL_DUPLICATE },
    { "/types/0/key", "\"dragon\"", "/types/6/key", VL_DUPLICATE },
    { "/difficulties/4/key", "\"hero\"", NULL, VL_DUPLICATE },
    { "/monsters/4/key", "\"\"", NULL, VL_SYNTAX },
    { "/monsters/4/key", "\"tr\u00f6ll\"", NULL, VL_SYNTAX },
    { "/monsters/4/key", "\"_troll\"", NULL, VL_SYNTAX },
    { "/monsters/4/key", "\"4\"", NULL, VL_SYNTAX },
    { "/monsters/4/key", "\"a-b\"", NULL, VL_SYNTAX },
    { "/monsters/4/key", "\"a\\u0000b\"", NULL, VL_SYNTAX },
    { "/monsters/4/key", "\"" "abcdefghijabcdefghijabcdefghijab" "\"", NULL, VL_SYNTAX },
    { "/monsters/4/name/fr", "\"\"", NULL, VL_RANGE },
    { "/monsters/4/name/fr", "\"" LONG_40 "1\"", NULL, VL_RANGE },
    { "/monsters/4/name/fr", "\"a\\u001b[2J\"", NULL, VL_SYNTAX },
    { "/monsters/4/name/fr", "\"a\\u009b2J\"", NULL, VL_SYNTAX },
    { "/monsters/4/name/fr", "\"a\\nb\"", NULL, VL_SYNTAX },
    /* words */
    { "/monsters/0/type", "\"ghoul\"", NULL, VL_UNKNOWN },
    { "/monsters/0/colour", "\"violet\"", NULL, VL_UNKNOWN },
    { "/monsters/0/colour", "\"mauve\"", NULL, VL_UNKNOWN },
    { "/monsters/0/weak/1", "\"mauve\"", NULL, VL_UNKNOWN },
    { "/monsters/0/weak/1", "\"white\"", NULL, VL_UNKNOWN },
    { "/monsters/0/source", "\"guess\"", NULL, VL_UNKNOWN },
    { "/monsters/0/except/colour", "\"guess\"", NULL, VL_UNKNOWN },
    { "/types/0/key", "\"ghoul\"", NULL, VL_UNKNOWN },
    { "/events/0/class", "\"nice\"", NULL, VL_UNKNOWN },
    { "/guardians/0/mark/verb", "\"storm\"", NULL, VL_UNKNOWN },
    { "/setups/0/one_of", "\"ghoul\"", NULL, VL_UNKNOWN },
    { "/difficulties/0/key", "\"easy\"", NULL, VL_UNKNOWN },
    { "/events/0/rules/0", "\"EVT-01\"", NULL, VL_SYNTAX },
    { "/events/0/rules", "[]", NULL, VL_RANGE },
    /* verbs */
    { "/types/0/abilities/0/0", "\"flies\"", NULL, VL_UNKNOWN },
    { "/types/0/abilities/0", "[]", NULL, VL_MISSING },
    { "/types/0/abilities/0", "[\"arrives\"]", NULL, VL_MISSING },
    { "/types/0/abilities/0", "[\"arrives\", 2, 2]", "/types/0/abilities/0/2", VL_SYNTAX },
    { "/types/0/abilities/0", "\"arrives\"", NULL, VL_SYNTAX },
    { "/types/0/abilities/0/1", "6", NULL, VL_RANGE },
    { "/types/2/abilities/0/2", "5", NULL, VL_RANGE },
    { "/types/1/abilities", "[[\"shoots\"], [\"shoots\"]]", "/types/1/abilities/1", VL_DUPLICATE },
    { "/events/2/effects/0/0", "\"explode\"", NULL, VL_UNKNOWN },
    { "/events/2/effects/0/1", "6", NULL, VL_RANGE },
    { "/events/5/effects/0/1", "0", NULL, VL_RANGE },
    { "/events/2/effects", "[[\"dice\", 5], [\"dice\", 3]]", "/events/2/effects/1", VL_DUPLICATE },
    { "/events/10/effects", "[[\"angel\"]]", NULL, VL_INVALID },
    /* RM-CNT-02, 03 */
    { "/monsters/0/weak", "[]", NULL, VL_RANGE },
    { "/monsters/0/weak", "[\"red\", \"red\", \"red\", \"red\", \"red\"]", NULL, VL_RANGE },
    { "/monsters/0/reward/hp", "3", NULL, VL_RANGE },
    /* RM-CNT-04 */
    { "/monsters/16/weak", "[\"red\", \"green\"]", NULL, VL_INVALID },
    { "/monsters/28/weak", "[\"red\", \"red\", \"blue\"]", NULL, VL_INVALID },
    { "/monsters/28/weak", "[\"red\", \"red\"]", NULL, VL_INVALID },
    { "/monsters/28/reward/hp", "0", "/monsters/28/reward", VL_INVALID },
    { "/monsters/28/reward/mana", "2", "/monsters/28/reward", VL_INVALID },
    { "/monsters/20/colour", "\"blue\"", "/monsters", VL_INVALID },
    { "/monsters/20/type", "\"warrior\"", "/monsters", VL_INVALID },
    { "/monsters/0/two_player", "false", "/monsters", VL_INVALID },
    { "/types/1/count", "7", NULL, VL_INVALID },
    /* events, guardians, setups, difficulties */
    { "/events/0/class", "\"negative\"", "/events", VL_INVALID },
    { "/events/1/class", "\"neutral\"", "/events", VL_INVALID },
    { "/guardians/1/mark/verb", "\"exchange\"", NULL, VL_DUPLICATE },
    { "/guardians/1/ultimate/verb", "\"storm\"", NULL, VL_DUPLICATE },
    { "/setups/1/guardians", "2", NULL, VL_DUPLICATE },
    { "/setups/1/guardians", "1", NULL, VL_RANGE },
    { "/setups/2/paths", "3", NULL, VL_RANGE },
    { "/setups/2/removed", "7", NULL, VL_INVALID },
    { "/setups/0/removed", "12", NULL, VL_INVALID },
    { "/setups/0/one_of", "\"troll\"", NULL, VL_INVALID },
    { "/setups/0/temple", "0", NULL, VL_RANGE },
    { "/difficulties/0/positive", "2", "/difficulties/0", VL_INVALID },
    { "/difficulties/0/neutral", "2", NULL, VL_RANGE },
    { "/difficulties/0/ultimate_start", "3", NULL, VL_RANGE },
};
/* clang-format on */

TEST(pack_with_one_fault_is_refused_where_it_is)
{
    RULE("RM-CNT-02");
    RULE("RM-CNT-03");
    RULE("RM-CNT-04");
    struct bench b = bench_open();

    for (int i = 0; i < VL_LEN(changes); i++) {
        const struct change *c = &changes[i];

        refused(replaced(&b, at(&b, c->pointer), c->with), c->where ? c->where : c->pointer,
                c->status);
    }
    free(b.nodes);
}

TEST(pack_with_a_card_too_few_or_too_many_is_refused)
{
    RULE("RM-CNT-04");
    RULE("RM-CMP-05");
    RULE("RM-CMP-07");
    static const char *const lists[] = { "/types",     "/monsters", "/events",
                                         "/guardians", "/setups",   "/difficulties" };
    struct bench b = bench_open();

    for (int i = 0; i < VL_LEN(lists); i++) {
        uint32_t list = at(&b, lists[i]);

        refused(dropped(&b, vl_json_at(&b.doc, list, 2)), lists[i], VL_RANGE);
        refused(extended(&b, list, ", {}"), lists[i], VL_RANGE);
        refused(replaced(&b, list, "[]"), lists[i], VL_RANGE);
    }
    free(b.nodes);
}

/* One slip is one fault, and several are all reported. */
TEST(pack_faults_are_all_reported)
{
    RULE("RM-BAD-08");
    struct bench b = bench_open();
    struct vl_fault_list faults = { 0 };

    CHECK_EQ(refused(replaced(&b, at(&b, "/monsters/5/colour"), "\"mauve\""), "/monsters/5/colour",
                     VL_UNKNOWN),
             1);
    CHECK_EQ(refused(replaced(&b, at(&b, "/monsters/3"), "7"), "/monsters/3", VL_SYNTAX), 1);

    char *text = replaced(
        &b, at(&b, "/monsters/3"),
        "{ \"key\": \"x y\", \"type\": \"troll\", \"weak\": [\"white\"], \"odd\": 1,"
        " \"reward\": { \"hp\": 9, \"mana\": \"two\" }, \"two_player\": 1,"
        " \"name\": { \"fr\": \"\" }, \"source\": \"seed\" }");
    CHECK_EQ(vl_pack_read(NULL, NULL, text, strlen(text), &faults), VL_SYNTAX);
    static const char *const where[] = { "colour",  "odd",       "key",         "weak/0",
                                         "weak",    "reward/hp", "reward/mana", "two_player",
                                         "name/en", "name/fr" };
    for (int i = 0; i < VL_LEN(where); i++) {
        char pointer[80];

        snprintf(pointer, sizeof pointer, "/monsters/3/%s", where[i]);
        if (!CHECK(fault_at(&faults, pointer)))
            say(pointer, &faults);
    }
    CHECK_EQ(faults.count, VL_LEN(where));
    for (int i = 0; i < faults.len; i++)
        CHECK_EQ(faults.items[i].rule, RM_BAD_08);
    vl_fault_list_free(&faults);
    free(text);
    free(b.nodes);
}

/* A terminal must not be steered by the name of an unknown field. */
TEST(pack_faults_hold_no_control_characters)
{
    struct bench b = bench_open();

    refused(extended(&b, 0, ", \"a\\u001b[2J\\u009b\": 1"), "/a?[2J??", VL_UNKNOWN);
    free(b.nodes);
}

TEST(pack_that_is_no_json_is_refused)
{
    struct bench b = bench_open();
    struct vl_fault_list faults = { 0 };
    char *half = splice(&b, 400, b.pack.json_len, "");

    CHECK(vl_pack_read(NULL, NULL, half, strlen(half), &faults) != VL_OK);
    CHECK_EQ(faults.count, 1);
    CHECK(faults.len == 1 && strncmp(faults.items[0].where, "line ", 5) == 0);
    vl_fault_list_free(&faults);
    free(half);
    CHECK_EQ(vl_pack_read(NULL, NULL, "", 0, NULL), VL_SYNTAX);
    CHECK_EQ(vl_pack_read(NULL, NULL, "[]", 2, NULL), VL_SYNTAX);
    CHECK_EQ(vl_pack_read(NULL, NULL, "{}", 2, NULL), VL_MISSING);
    char *twice = extended(&b, at(&b, "/dawn"), ", \"key\": \"dawn\"");
    CHECK_EQ(vl_pack_read(NULL, NULL, twice, strlen(twice), NULL), VL_DUPLICATE);
    free(twice);
    free(b.nodes);
}

TEST(pack_that_is_too_large_is_refused)
{
    size_t len = VL_PACK_FILE_MAX + 1;
    char *text = malloc(len);

    memset(text, ' ', len);
    CHECK_EQ(vl_pack_read(NULL, NULL, text, len, NULL), VL_TOO_LARGE);
    memset(text, '[', VL_PACK_NODES_MAX);
    CHECK_EQ(vl_pack_read(NULL, NULL, text, VL_PACK_NODES_MAX, NULL), VL_TOO_LARGE);
    free(text);
}

static void ignore(struct vl_faults *f, const struct vl_error *fault)
{
    (void)f, (void)fault;
}

/* Whatever the caller's memory, compile() stays inside it. */
TEST(pack_compiles_only_into_a_block_that_holds_it)
{
    struct bench b = bench_open();

    for (size_t cap = 0; cap < b.pack.size + 16; cap += cap < 1900 || cap > 2000 ? 97 : 1) {
        uint64_t *block = malloc((cap + 8) / 8 * 8 + 8);
        struct vl_faults faults = { ignore, 0 };

        memset(block, 0xee, (cap + 8) / 8 * 8 + 8);
        size_t size = vl_content_compile(&runemasters_game, &b.doc, block, cap, &faults);
        CHECK_EQ(size, cap >= b.pack.size ? b.pack.size : 0);
        CHECK_EQ(faults.count == 0, size > 0);
        CHECK_EQ(((unsigned char *)block)[cap], 0xee);
        free(block);
    }
    free(b.nodes);
}

/* ---- files ---- */

/* A new file with this text; its path, good until the next call. */
static const char *file_with(const char *text)
{
    static char path[512];
    const char *dir = getenv("TMPDIR");

    snprintf(path, sizeof path, "%s/veillee-pack-XXXXXX", dir ? dir : "/tmp");
    int fd = mkstemp(path);
    FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    VL_VERIFY(f && fputs(text, f) >= 0 && fclose(f) == 0);
    return path;
}

TEST(pack_of_an_owner_replaces_the_built_in_one)
{
    RULE("RM-OPT-08");
    RULE("RM-CNT-01");
    struct bench b = bench_open();
    struct vl_pack mine;
    struct vl_error err;
    char *text = replaced(&b, at(&b, "/monsters/18/weak"), "[\"blue\", \"blue\", \"blue\"]");
    const char *path = file_with(text);

    if (CHECK_EQ(vl_pack_load(&mine, b.pack.game, path, &err), VL_OK)) {
        const struct rm_content *c = mine.block;

        CHECK_EQ(c->cards[18].weak_of[RM_RUNE_BLUE], 7);
        CHECK_EQ(c->cards[18].weak_of[RM_RUNE_GREEN], 0);
        CHECK_EQ(b.content->cards[18].weak_of[RM_RUNE_BLUE], 0);
        CHECK_STR(mine.json, text);
        vl_pack_free(&mine);
        CHECK(mine.block == NULL);
    }
    remove(path);
    free(text);
    free(b.nodes);
}

TEST(pack_file_with_faults_is_refused_and_nothing_loaded)
{
    RULE("RM-BAD-08");
    RULE("RM-OPT-08");
    struct bench b = bench_open();
    struct vl_pack out = b.pack;
    struct vl_error err;
    struct vl_fault_list faults = { 0 };
    const struct vl_game *game = vl_game_find("runemasters");
    char *text = replaced(&b, at(&b, "/monsters/28/reward"), "{ \"hp\": 2, \"mna\": 1 }");
    const char *path = file_with(text);

    CHECK_EQ(vl_pack_load(&out, game, path, &err), VL_MISSING);
    CHECK_STR(err.where, "/monsters/28/reward/mana");
    CHECK_EQ(err.rule, RM_BAD_08);
    CHECK_STR(err.what, "and 2 more faults");
    CHECK(memcmp(&out, &b.pack, sizeof out) == 0);
    CHECK_EQ(vl_pack_check(game, path, &faults), VL_MISSING);
    CHECK_EQ(faults.count, 3);
    vl_fault_list_free(&faults);
    remove(path);
    CHECK_EQ(vl_pack_load(&out, game, path, &err), VL_IO);
    CHECK_STR(err.where, path);
    CHECK_EQ(vl_pack_load(&out, game, "/", &err), VL_IO);
    CHECK(memcmp(&out, &b.pack, sizeof out) == 0);
    free(text);
    free(b.nodes);
}

/* ---- released packs, showing ---- */

TEST(pack_of_a_record_is_found_again)
{
    struct bench b = bench_open();
    struct vl_pack out;
    struct vl_error err;
    struct vl_pack_info want = b.pack.info;

    CHECK_EQ(vl_pack_released(&out, b.pack.game, "base", "1.1.0"), VL_OK);
    CHECK(out.block == b.pack.block);
    CHECK_EQ(vl_pack_released(&out, b.pack.game, "base", "1.0.0"), VL_OK);
    CHECK(out.block == b.pack.block); /* but for its texts, which are not kept */
    CHECK(out.info.hash != b.pack.info.hash);
    CHECK_EQ(vl_pack_released(&out, b.pack.game, "base", "0.9.0"), VL_UNKNOWN);
    CHECK_EQ(vl_pack_released(&out, b.pack.game, "mine", "1.0.0"), VL_UNKNOWN);
    CHECK_EQ(vl_pack_of_record(&out, b.pack.game, &want, &err), VL_OK);
    want.hash ^= 1;
    CHECK_EQ(vl_pack_of_record(&out, b.pack.game, &want, &err), VL_MISMATCH);
    CHECK_STR(err.where, "content base 1.1.0");
    strcpy(want.version, "9.9.9");
    CHECK_EQ(vl_pack_of_record(&out, b.pack.game, &want, &err), VL_UNKNOWN);
    CHECK(vl_pack_builtin_at(&out, b.pack.game, 0));
    CHECK(vl_pack_builtin_at(&out, b.pack.game, 1));
    CHECK(!vl_pack_builtin_at(&out, b.pack.game, 2));
    vl_pack_free(&out);
    free(b.nodes);
}

static bool count_item(void *ctx, const struct vl_pack_item *item)
{
    int *n = ctx;

    if (n[0] == 7 + 18) {
        CHECK_STR(item->section, "monsters");
        CHECK_STR(item->key, "troll_green");
        CHECK_STR(item->where, "/monsters/18");
        CHECK_STR(item->name[VL_FR], "Troll vert");
        CHECK_STR(item->name[VL_EN], "Green Troll");
    }
    return ++n[0] != n[1];
}

TEST(pack_shows_its_things)
{
    struct bench b = bench_open();
    char text[2048];
    struct vl_json w = vl_json_on(text, sizeof text);
    int n[2] = { 0, 0 };

    CHECK_EQ(vl_pack_items(&b.pack, count_item, n), 7 + 32 + 1 + 11 + 4 + 5);
    n[0] = 0, n[1] = 3;
    CHECK_EQ(vl_pack_items(&b.pack, count_item, n), 3);
    CHECK_EQ(vl_pack_show(&b.pack, "troll_green", NULL, NULL, &w), VL_OK);
    CHECK(strstr(text, "\"/monsters/18\": {"));
    CHECK(strstr(text, "\"fr\": \"Troll vert\""));
    w = vl_json_on(text, sizeof text);
    CHECK_EQ(vl_pack_show(&b.pack, "troll_mauve", NULL, NULL, &w), VL_UNKNOWN);
    free(b.nodes);
}

/* ---- changing ---- */

static bool edit_gives(const char *text, const char *where, const char *value, const char *want)
{
    char *out = NULL;
    size_t len = 0;
    bool same = CHECK_EQ(vl_pack_edit(text, strlen(text), where, value, &out, &len), VL_OK) &&
                CHECK_EQ(len, strlen(want)) && CHECK_STR(out, want);

    free(out);
    return same;
}

TEST(pack_edit_changes_one_value_and_nothing_else)
{
    const char *text = "{ \"a\": 1,\n  \"b\": [\"x\", {\"c\": \"é\"}], \"d\": {} }";
    char *out = NULL;
    size_t len = 0;

    edit_gives(text, "/a", "22", "{ \"a\": 22,\n  \"b\": [\"x\", {\"c\": \"é\"}], \"d\": {} }");
    edit_gives(text, "/b/1/c", "[2]", "{ \"a\": 1,\n  \"b\": [\"x\", {\"c\": [2]}], \"d\": {} }");
    edit_gives(text, "/b/0", "\"y\"", "{ \"a\": 1,\n  \"b\": [\"y\", {\"c\": \"é\"}], \"d\": {} }");
    edit_gives(text, "/a", NULL, "{ \"b\": [\"x\", {\"c\": \"é\"}], \"d\": {} }");
    edit_gives(text, "/d", NULL, "{ \"a\": 1,\n  \"b\": [\"x\", {\"c\": \"é\"}] }");
    edit_gives(text, "/b/1/c", NULL, "{ \"a\": 1,\n  \"b\": [\"x\", {}], \"d\": {} }");
    edit_gives(text, "/e", "true",
               "{ \"a\": 1,\n  \"b\": [\"x\", {\"c\": \"é\"}], \"d\": {}, \"e\": true }");
    edit_gives(text, "/d/e", "0",
               "{ \"a\": 1,\n  \"b\": [\"x\", {\"c\": \"é\"}], \"d\": {\"e\": 0} }");
    CHECK_EQ(vl_pack_edit(text, strlen(text), "/b/0", NULL, &out, &len), VL_UNKNOWN);
    CHECK_EQ(vl_pack_edit(text, strlen(text), "/x/y", "1", &out, &len), VL_UNKNOWN);
    CHECK_EQ(vl_pack_edit(text, strlen(text), "/x", NULL, &out, &len), VL_UNKNOWN);
    CHECK_EQ(vl_pack_edit(text, strlen(text), "", NULL, &out, &len), VL_UNKNOWN);
    CHECK_EQ(vl_pack_edit(text, strlen(text), "/b/9", "1", &out, &len), VL_UNKNOWN);
    CHECK_EQ(vl_pack_edit(text, strlen(text), "/x\"", "1", &out, &len), VL_UNKNOWN);
    CHECK_EQ(vl_pack_edit(text, strlen(text), "/a", "2, \"z\": 3", &out, &len), VL_SYNTAX);
    CHECK_EQ(vl_pack_edit(text, strlen(text), "/a", "", &out, &len), VL_SYNTAX);
    CHECK(out == NULL);
}

TEST(pack_counts_what_was_designed)
{
    struct vl_pack pack;
    const char *facts = "{\"cards\": [{\"key\": \"a\", \"source\": \"fact\"}, {\"key\": \"b\", "
                        "\"source\": \"designed\", \"except\": {\"x\": \"designed\"}}, {\"key\": "
                        "\"c\", \"source\": \"seed\", \"except\": {\"x\": \"designed\"}}]}";

    memset(&pack, 0, sizeof pack);
    pack.json = facts;
    pack.json_len = strlen(facts);
    CHECK_EQ(vl_pack_designed(&pack), 2);
}
