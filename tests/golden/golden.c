/* golden.c - whole games as readable text, compared byte for byte.
 *
 *     golden                 lists the playthroughs
 *     golden NAME            prints one
 *     golden NAME SEED       with other dice, to look for a game
 *
 * A line per move, what it caused with the rule behind it, and the fields of
 * the position that changed. tests/golden.py compares or rewrites the files. */
#include "bots/bot.h"
#include "core/engine.h"
#include "match/match.h"
#include "pack/pack.h"
#include "registry.h"
#include "text/rules.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { JSON_MAX = 1 << 16, NODES_MAX = 4096, LINE_WIDTH = 100, LONG_LIST = 16 };

struct playthrough {
    const char *name, *game, *options, *bots;
    int lang;
    uint64_t seed;
};

/* One per number of players and difficulty or variant of interest; both
 * languages; won and lost, by a bot that tries and by one that does not. */
/* clang-format off */
static const struct playthrough playthroughs[] = {
    { "rm-2-initiation",  "runemasters", "guardians=2 difficulty=initiation", "greedy",        VL_FR, 1 },
    { "rm-2-novice",      "runemasters", "guardians=2",                       "greedy,random", VL_EN, 2 },
    { "rm-2-hero",        "runemasters", "guardians=2 difficulty=hero",       "random",        VL_FR, 3 },
    { "rm-2-legend",      "runemasters", "guardians=2 difficulty=legend",     "greedy",        VL_EN, 4 },
    { "rm-3-initiation",  "runemasters", "guardians=3 difficulty=initiation", "random",        VL_EN, 5 },
    { "rm-3-novice",      "runemasters", "guardians=3",                       "greedy",        VL_FR, 6 },
    { "rm-3-guardian",    "runemasters", "guardians=3 difficulty=guardian ultimate_start=2", "greedy", VL_EN, 7 },
    { "rm-3-legend",      "runemasters", "guardians=3 difficulty=legend",     "greedy,random", VL_FR, 8 },
    { "rm-4-initiation",  "runemasters", "guardians=4 difficulty=initiation", "greedy",        VL_EN, 9 },
    { "rm-4-novice",      "runemasters", "guardians=4",                       "random",        VL_FR, 10 },
    { "rm-4-guardian",    "runemasters", "guardians=4 difficulty=guardian players=2 preset_guardians=kyreas,kulak,neltai,ismoros", "greedy", VL_FR, 11 },
    { "rm-4-legend",      "runemasters", "guardians=4 difficulty=legend preset_dean=2", "greedy", VL_EN, 12 },
    { "en-2-first-game",  "enchanters", "kingdom_mode=first_game",            "greedy",        VL_FR, 21 },
    { "en-2-quick",       "enchanters", "kingdom_mode=random variant_quick=yes", "greedy,random", VL_EN, 22 },
    { "en-2-deep",        "enchanters", "kingdom_mode=list kingdoms=undead,thieves,gnolls,draconians variant_deep_dragons=yes village=tombeville", "random", VL_FR, 23 },
    { "en-2-undead",      "enchanters", "kingdom_mode=list kingdoms=undead,unicorns,thieves,barbarians village=foire_franche", "greedy", VL_EN, 24 },
    { "en-3-draft",       "enchanters", "players=3",                          "greedy",        VL_EN, 25 },
    { "en-3-super-quick", "enchanters", "players=3 kingdom_mode=random variant_super_quick=yes", "random", VL_FR, 26 },
    { "en-3-super-deep",  "enchanters", "players=3 kingdom_mode=list kingdoms=gnolls,goblins,worshippers variant_super_quick=yes variant_deep_dragons=yes village=haineville first_player=2", "greedy,random,greedy", VL_EN, 27 },
    { "en-4-first-game",  "enchanters", "players=4 kingdom_mode=first_game village=normalville", "greedy", VL_FR, 28 },
    { "en-4-quick-deep",  "enchanters", "players=4 kingdom_mode=random variant_quick=yes variant_deep_dragons=yes", "greedy", VL_EN, 29 },
    { "en-4-gnolls",      "enchanters", "players=4 kingdom_mode=list kingdoms=gnolls,undead,draconians,thieves variant_super_quick=yes village=roche_claire", "random", VL_FR, 30 },
    { "rb-2-lord",        "runebound", "players=2",                           "greedy",        VL_EN, 95 },
    { "rb-2-runes",       "runebound", "players=2",                           "greedy",        VL_FR, 87 },
    { "rb-2-random",      "runebound", "players=2 round_limit=12",            "random",        VL_FR, 42 },
    { "rb-3-chosen",      "runebound", "players=3 hero_mode=chosen round_limit=12", "greedy",  VL_FR, 43 },
    { "rb-4-duels",       "runebound", "players=4 round_limit=8",             "random",        VL_EN, 10 },
    { "rb-4-peace",       "runebound", "players=4 pvp=off ally_limit=2 round_limit=7", "greedy", VL_FR, 45 },
    { "rb-5-track",       "runebound", "players=5 pvp=off round_limit=9",      "greedy,random,random", VL_EN, 40 },
    { "rb-5-vorakesh",    "runebound", "players=5 vorakesh_wins=on round_limit=9", "greedy,random", VL_EN, 39 },
    { "rb-6-chosen",      "runebound", "players=6 hero_mode=chosen round_limit=4 combat_round_cap=10", "greedy", VL_FR, 48 },
    { "rb-6-random",      "runebound", "players=6 round_limit=5",             "random",        VL_EN, 48 },
    { "ra-1-first",       "reflets", "players=1 quick_tokens=yes challenge=pepere turn_cap=30", "greedy", VL_FR, 51 },
    { "ra-1-random",      "reflets", "players=1 turn_cap=25",                  "random",        VL_EN, 52 },
    { "ra-2-hard",        "reflets", "players=2 challenge=infernal turn_cap=14", "greedy",      VL_EN, 53 },
    { "ra-2-random",      "reflets", "players=2 quick_tokens=yes turn_cap=25", "random",        VL_FR, 54 },
    { "ra-2-cascade",     "reflets", "players=2 vils_order=cascade challenge=aise turn_cap=30", "greedy,random", VL_FR, 55 },
    { "ra-3-campaign",    "reflets", "players=3 ticks=1,1,1,1,1,1,1,1,1,0 turn_cap=16", "greedy", VL_EN, 56 },
    { "ra-3-mixed",       "reflets", "players=3 turn_cap=22",                  "greedy,random,greedy", VL_FR, 57 },
    { "ra-3-random",      "reflets", "players=3 quick_tokens=yes challenge=avance turn_cap=25", "random", VL_EN, 58 },
};
/* clang-format on */

struct teller {
    struct vl_sink sink;
    const struct vl_rules *r;
    int lang;
};

static void tell(struct vl_sink *sink, const struct vl_event *ev)
{
    struct teller *t = (struct teller *)sink;
    char line[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    vl_text_event(&b, t->lang, t->r, ev);
    printf("         %-10s %s\n", vl_rule_texts[ev->rule].id, line);
}

struct page { /* a position as JSON, parsed */
    char text[JSON_MAX];
    struct vl_json_node nodes[NODES_MAX];
    struct vl_json_doc doc;
};

static void read_page(struct page *p, const struct vl_rules *r, const struct vl_state *s)
{
    struct vl_json w = vl_json_on(p->text, sizeof p->text);
    struct vl_error err;

    vl_position_write(r, s, VL_ANYONE, true, &w);
    if (w.out.full || vl_json_parse(&p->doc, p->text, w.out.len, p->nodes, NODES_MAX, &err)) {
        fprintf(stderr, "golden: a position does not fit\n");
        exit(1);
    }
}

/* Text of a value without quotes. */
static void put_bare(struct vl_buf *out, const char *text, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++)
        if (text[i] != '"')
            vl_put_char(out, text[i]);
}

static const char *text_of(const struct page *p, uint32_t node)
{
    return p->text + p->nodes[node].start;
}

/* Is `a` the list `b` with more at its end? */
static bool goes_on(const struct page *pb, uint32_t b, const struct page *pa, uint32_t a)
{
    uint32_t len = pb->nodes[b].len;

    return pb->nodes[b].type == VL_JSON_ARRAY && pb->nodes[b].count >= LONG_LIST &&
           pa->nodes[a].len > len && memcmp(text_of(pb, b), text_of(pa, a), len - 1) == 0 &&
           text_of(pa, a)[len - 1] == ',';
}

/* "guardians/kulak/hp 3": the pointer and the value. Of a long list that has
 * grown or lost its end only that: "graveyard +[gob_axe#1]". */
static void word_change(const struct page *was, uint32_t old, const struct page *now, uint32_t node,
                        const char *where, struct vl_buf *out)
{
    bool more = was && old != UINT32_MAX && goes_on(was, old, now, node);
    bool less = was && old != UINT32_MAX && goes_on(now, node, was, old);
    const struct page *p = less ? was : now;
    uint32_t longer = less ? old : node, shorter = less ? node : old;
    uint32_t from = more ? was->nodes[shorter].len : less ? now->nodes[shorter].len : 0;

    vl_put(out, where + 1);
    vl_put(out, more ? " +[" : less ? " -[" : " ");
    put_bare(out, text_of(p, longer) + from, p->nodes[longer].len - from);
}

struct changes { /* a line that is folded at its width */
    int width;
    int count;
};

static void print_change(struct changes *c, const char *text)
{
    int len = (int)strlen(text);

    if (c->count++ == 0)
        c->width = printf("==       %s", text);
    else if (c->width + 3 + len > LINE_WIDTH)
        c->width = printf("\n         %s", text) - 1;
    else
        c->width += printf("   %s", text);
}

/* An object, or a list of objects: looked into, not written whole. */
static bool has_members(const struct page *p, uint32_t node)
{
    if (vl_json_type_of(&p->doc, node) == VL_JSON_ARRAY)
        node = vl_json_first(&p->doc, node);
    return node && vl_json_type_of(&p->doc, node) == VL_JSON_OBJECT;
}

/* What is not worth saying of a thing that comes up: 0, false, "-", []. */
static bool is_nothing(const struct page *p, uint32_t node)
{
    static const char *const nothing[] = { "0", "false", "-", "[]" };

    for (int i = 0; i < VL_LEN(nothing); i++)
        if (p->nodes[node].len == strlen(nothing[i]) &&
            memcmp(text_of(p, node), nothing[i], p->nodes[node].len) == 0)
            return true;
    return false;
}

/* The members of an object that are not as before; of one that is new, what it has. */
static void find_changes(struct changes *out, const struct page *was, const struct page *now,
                         uint32_t node, int depth, bool is_new)
{
    for (uint32_t c = vl_json_first(&now->doc, node); c; c = vl_json_sibling(&now->doc, c)) {
        char where[200], text[4000];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        vl_json_where(&now->doc, c, where, sizeof where);
        if (vl_str_eq(where, "/table") || vl_str_eq(where, "/unseen") ||
            vl_str_eq(where, "/unseen_events") || vl_str_eq(where, "/options"))
            continue;
        uint32_t old = was ? vl_json_pointer(&was->doc, where) : UINT32_MAX;
        if (old != UINT32_MAX ? vl_json_equal(&was->doc, old, &now->doc, c)
                              : is_new && is_nothing(now, c))
            continue;
        if (has_members(now, c) && depth < 3) {
            find_changes(out, was, now, c, depth + 1, was && old == UINT32_MAX);
            continue;
        }
        word_change(was, old, now, c, where, &b);
        print_change(out, text);
    }
}

static void print_changes(const struct page *was, const struct page *now)
{
    struct changes c = { 0, 0 };

    find_changes(&c, was, now, 0, 0, false);
    if (c.count)
        putchar('\n');
}

static struct vl_move choose(const struct vl_bot_spec *bot, const struct vl_rules *r,
                             const struct vl_state *s, struct vl_rng *rng, void *scratch)
{
    static union vl_any_state hidden;
    struct vl_move list[VL_MOVES_MAX];
    struct vl_bot_ask ask = { .rules = r,
                              .state = &hidden.base,
                              .seat = s->actor,
                              .legal = list,
                              .rng = rng,
                              .scratch = scratch };
    struct vl_bot_answer answer;

    memcpy(&hidden, s, r->game->state_size);
    vl_hide(r, &hidden.base, s->actor);
    ask.legal_len = vl_legal(r, s, list);
    vl_bot_choose(bot, &ask, &answer);
    return answer.move;
}

static void print_move(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                       int lang)
{
    char note[200], words[VL_TEXT_MAX];
    struct vl_buf a = vl_buf_on(note, sizeof note), b = vl_buf_on(words, sizeof words);

    vl_move_format(r, m, &a);
    if (s->actor == VL_CHANCE) {
        printf("chance   %s\n", note);
        return;
    }
    vl_text_move(&b, lang, r, s, m);
    printf("seat %d   %-28s %s\n", s->actor, note, words);
}

static void play(const struct playthrough *p, const struct vl_rules *r, struct vl_bot_spec *bots,
                 int bots_len)
{
    static union vl_any_state state;
    static struct page pages[2];
    struct vl_state *s = &state.base;
    struct teller t = { { tell }, r, p->lang };
    struct vl_rng rng = vl_rng_seed(p->seed);
    void *scratch = malloc(1 << 20);
    int at = 0;

    vl_start(r, s, &t.sink);
    read_page(&pages[0], r, s);
    print_changes(NULL, &pages[0]);
    while (s->actor != VL_OVER) {
        struct vl_move m;
        if (s->actor == VL_CHANCE)
            m = vl_sample(r, s, &rng);
        else
            m = choose(&bots[vl_controller(r, s->actor) % bots_len], r, s, &rng, scratch);
        print_move(r, s, m, p->lang);
        vl_apply_legal(r, s, m, &t.sink);
        at ^= 1;
        read_page(&pages[at], r, s);
        print_changes(&pages[at ^ 1], &pages[at]);
    }
    struct vl_result result;
    vl_result(r, s, &result);
    printf("result   %s %s hash %016llx\n", r->game->outcomes[s->outcome],
           vl_rule_texts[result.rule].id, (unsigned long long)vl_state_hash(r, s));
    free(scratch);
}

static int print_playthrough(const struct playthrough *p)
{
    const struct vl_game *g = vl_game_find(p->game);
    struct vl_bot_spec bots[VL_SEATS_MAX];
    struct vl_rules r;
    struct vl_pack pack;
    struct vl_error err = { 0 };
    char names[100];
    int n = 0;

    if (vl_pack_builtin(&pack, g))
        return 1;
    vl_rules_init(&r, g, pack.block, &pack.info);
    if (vl_options_parse(&r, p->options, &err) || vl_rules_prepare(&r, &err)) {
        fprintf(stderr, "golden: %s: %s\n", err.where, err.what);
        return 1;
    }
    snprintf(names, sizeof names, "%s", p->bots);
    for (char *w = strtok(names, ","); w && n < VL_SEATS_MAX; w = strtok(NULL, ","))
        if (vl_bot_parse(&bots[n++], w, &err))
            return 1;
    printf("game %s %d   content %s %s   options %s   players %s   seed %llu\n", g->id, g->revision,
           pack.info.id, pack.info.version, p->options, p->bots, (unsigned long long)p->seed);
    play(p, &r, bots, n);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < VL_LEN(playthroughs); i++) {
        if (argc < 2)
            puts(playthroughs[i].name);
        else if (vl_str_eq(argv[1], playthroughs[i].name)) {
            struct playthrough p = playthroughs[i];

            if (argc > 2)
                p.seed = strtoull(argv[2], NULL, 10);
            return print_playthrough(&p);
        }
    }
    return argc < 2 ? 0 : 2;
}
