#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/rules.h"
#include "text/text.h"

/* ---- small things ---- */

static void complain(const char *what, const char *detail, const char *file, int line)
{
    char text[400];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, what);
    vl_put(&b, ": ");
    vl_put(&b, detail);
    test_check(false, text, file, line);
}

static void take(struct vl_sink *sink, const struct vl_event *ev)
{
    struct table *t = (struct table *)sink;

    if (t->log_len < TABLE_LOG)
        t->log[t->log_len++] = *ev;
}

static const char *rule_word(vl_rule rule)
{
    if (rule == 0)
        return "";
    return vl_rule_texts[rule].code != NULL ? vl_rule_texts[rule].code : vl_rule_texts[rule].id;
}

/* ' becomes ". */
static void quote(char *text)
{
    for (; *text; text++)
        if (*text == '\'')
            *text = '"';
}

/* ---- content ---- */

static char *copy_of(const char *text, size_t len)
{
    char *copy = malloc(len + 1);

    VL_VERIFY(copy);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

/* text, which is freed, with another value at a place. */
static char *replace(char *text, const char *pointer, const char *value)
{
    size_t len = strlen(text), cap = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    struct vl_json_doc doc;

    VL_VERIFY(nodes);
    VL_VERIFY(vl_json_parse(&doc, text, len, nodes, (uint32_t)cap, NULL) == VL_OK);
    uint32_t at = vl_json_pointer(&doc, pointer);
    if (at == UINT32_MAX)
        printf("  no %s\n", pointer);
    VL_VERIFY(at != UINT32_MAX);
    size_t mark = nodes[at].type == VL_JSON_STRING;
    size_t from = nodes[at].start - mark, to = nodes[at].start + nodes[at].len + mark;
    size_t n = strlen(value);
    char *out = malloc(len - (to - from) + n + 1);
    VL_VERIFY(out);
    memcpy(out, text, from);
    memcpy(out + from, value, n + 1);
    quote(out + from);
    memcpy(out + from + n, text + to, len - to + 1);
    free(nodes);
    free(text);
    return out;
}

char *table_pack_text(const struct vl_game *game, const char *const *changes)
{
    struct vl_pack base;
    char *text;

    VL_VERIFY(vl_pack_builtin(&base, game) == VL_OK);
    text = copy_of(base.json, base.json_len);
    for (; *changes != NULL; changes += 2)
        text = replace(text, changes[0], changes[1]);
    return text;
}

void table_plain(struct table *t)
{
    vl_pack_free(&t->pack);
    VL_VERIFY(vl_pack_builtin(&t->pack, t->game) == VL_OK);
}

bool table_with_at(struct table *t, const char *const *changes, const char *file, int line)
{
    struct vl_fault_list faults = { 0 };
    char *text = table_pack_text(t->game, changes);

    table_plain(t);
    int st = vl_pack_read(&t->pack, t->game, text, strlen(text), &faults);
    if (st != VL_OK)
        complain(faults.len ? faults.items[0].where : "pack",
                 faults.len ? faults.items[0].what : "refused", file, line);
    vl_fault_list_free(&faults);
    free(text);
    return st == VL_OK;
}

/* ---- opening ---- */

static void clear(struct table *t)
{
    const struct vl_game *game = t->game;
    struct vl_pack pack = t->pack;

    VL_VERIFY(game != NULL && game->state_size <= sizeof t->s);
    memset(t, 0, sizeof *t);
    t->game = game;
    t->pack = pack;
    t->sink.take = take;
    if (t->pack.game == NULL)
        table_plain(t);
    vl_rules_init(&t->r, t->game, t->pack.block, &t->pack.info);
}

/* Leaves the fault in t->word: "where: what". */
static bool fail(struct table *t, const struct vl_error *err)
{
    snprintf(t->word, sizeof t->word, "%s: %s", err->where, err->what);
    t->bad = *err;
    return false;
}

static bool open_game(struct table *t, const char *options)
{
    struct vl_error err = { 0 };

    clear(t);
    if (vl_options_parse(&t->r, options, &err) != VL_OK || vl_rules_prepare(&t->r, &err) != VL_OK)
        return fail(t, &err);
    vl_start(&t->r, &t->s.base, &t->sink);
    return true;
}

static bool load(struct table *t, const char *json)
{
    struct vl_error err = { 0 };
    union vl_game_state scratch;
    size_t len = strlen(json);

    clear(t);
    VL_VERIFY(len < sizeof t->text);
    memcpy(t->text, json, len + 1);
    quote(t->text);
    if (vl_json_parse(&t->doc, t->text, len, t->nodes, TABLE_NODES, &err) != VL_OK ||
        vl_position_rules(&t->r, &t->doc, 0, &err) != VL_OK ||
        vl_position_read(&t->r, &t->s.base, &scratch.base, &t->doc, 0, &err) != VL_OK)
        return fail(t, &err);
    return true;
}

bool table_open_at(struct table *t, const char *options, const char *file, int line)
{
    if (open_game(t, options))
        return true;
    complain("options refused", t->word, file, line);
    return false;
}

bool table_load_at(struct table *t, const char *json, bool settle, const char *file, int line)
{
    if (!load(t, json)) {
        complain("position refused", t->word, file, line);
        return false;
    }
    if (settle)
        vl_settle(&t->r, &t->s.base, &t->sink);
    return true;
}

/* Where the last refusal was; never "", which means that there was none. */
static const char *bad_where(const struct table *t)
{
    return t->bad.where[0] != '\0' ? t->bad.where : "?";
}

const char *table_bad_position(struct table *t, const char *json)
{
    return load(t, json) ? "" : bad_where(t);
}

const char *table_bad_options(struct table *t, const char *options)
{
    return open_game(t, options) ? "" : bad_where(t);
}

const char *table_bad_rule(const struct table *t)
{
    return rule_word(t->bad.rule);
}

/* ---- playing ---- */

static vl_rule parse(const struct table *t, const char *notation, struct vl_move *m)
{
    return vl_move_parse(&t->r, notation, strlen(notation), m);
}

bool table_play_at(struct table *t, const char *const *moves, const char *file, int line)
{
    for (; *moves != NULL; moves++) {
        struct vl_move m;
        vl_rule no = parse(t, *moves, &m);
        struct vl_error broken;

        if (no == 0)
            no = vl_apply(&t->r, &t->s.base, m, VL_ANYONE, &t->sink);
        if (no != 0) {
            snprintf(t->word, sizeof t->word, "%s (%s)", *moves, rule_word(no));
            complain("move refused", t->word, file, line);
            return false;
        }
        if (vl_sound(&t->r, &t->s.base, &broken) != VL_OK) {
            complain(*moves, broken.what, file, line);
            return false;
        }
    }
    return true;
}

const char *table_refused_by(struct table *t, const char *notation, vl_actor by)
{
    union vl_game_state before = t->s;
    struct vl_move m;
    vl_rule no = parse(t, notation, &m);

    if (no == 0) {
        no = vl_refuse(&t->r, &t->s.base, m, by);
        if (no != 0)
            CHECK_EQ(vl_apply(&t->r, &t->s.base, m, by, NULL), no);
    }
    CHECK(memcmp(&before, &t->s, t->game->state_size) == 0);
    return rule_word(no);
}

const char *table_refused(struct table *t, const char *notation)
{
    return table_refused_by(t, notation, VL_ANYONE);
}

const char *table_said(struct table *t, const char *notation, int lang)
{
    static char line[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(line, sizeof line);
    struct vl_move m;
    struct vl_error no;

    if (vl_move_read(&t->r, notation, strlen(notation), &m, &no) == VL_OK)
        vl_error_rule(&no, VL_REFUSED, vl_refuse(&t->r, &t->s.base, m, VL_ANYONE), notation, "");
    vl_text_refused(&b, lang, &t->r, &t->s.base, m, &no);
    return line;
}

bool table_can(struct table *t, const char *notation)
{
    return table_refused(t, notation)[0] == '\0';
}

bool table_step(struct table *t)
{
    return vl_step(&t->r, &t->s.base, &t->sink);
}

/* ---- the moves there are ---- */

const char *table_moves(struct table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);
    struct vl_buf b = vl_buf_on(t->text, sizeof t->text);

    for (int i = 0; i < n; i++) {
        if (i > 0)
            vl_put(&b, ", ");
        vl_move_format(&t->r, list[i], &b);
    }
    return t->text;
}

static bool lists(const struct table *t, struct vl_move m)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);

    return vl_move_find(list, n, m) >= 0;
}

bool table_lists(const struct table *t, const char *notation)
{
    struct vl_move m;

    return parse(t, notation, &m) == 0 && lists(t, m);
}

int table_count(const struct table *t, const char *word)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);
    int found = 0;

    for (int i = 0; i < n; i++)
        found += word == NULL || strcmp(t->game->moves[list[i].kind].word, word) == 0;
    return found;
}

uint64_t table_weight_at(const struct table *t, const char *notation, const char *file, int line)
{
    struct vl_move m;

    if (t->s.base.actor != VL_CHANCE || parse(t, notation, &m) != 0 ||
        vl_refuse(&t->r, &t->s.base, m, VL_CHANCE) != 0)
        return 0;
    if (!lists(t, m)) {
        complain("not refused, but not listed", notation, file, line);
        return 0;
    }
    return vl_weight(&t->r, &t->s.base, m);
}

uint64_t table_weights(const struct table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);
    uint64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum += vl_weight(&t->r, &t->s.base, list[i]);
    return sum;
}

void table_check_sampler(const struct table *t, int draws, struct vl_rng *rng,
                         struct vl_move (*listed)(struct vl_move m))
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list), seen[VL_MOVES_MAX] = { 0 };
    double all = (double)table_weights(t);

    CHECK_EQ(t->s.base.actor, VL_CHANCE);
    for (int i = 0; i < draws; i++) {
        struct vl_move m = vl_sample(&t->r, &t->s.base, rng);
        CHECK_EQ(vl_refuse(&t->r, &t->s.base, m, VL_CHANCE), 0);
        if (listed != NULL)
            m = listed(m);
        for (int k = 0; k < n; k++)
            seen[k] += vl_move_eq(list[k], m);
    }
    for (int k = 0; k < n; k++) {
        double p = (double)vl_weight(&t->r, &t->s.base, list[k]) / all;
        double off = seen[k] - draws * p;
        CHECK(off * off <= 25 * draws * p * (1 - p));
    }
}

struct vl_move table_any_seldom(const struct table *t, struct vl_rng *rng, int seldom)
{
    struct vl_move list[VL_MOVES_MAX];

    if (t->s.base.actor == VL_CHANCE)
        return vl_sample(&t->r, &t->s.base, rng);
    int n = vl_legal(&t->r, &t->s.base, list);
    if (n > 1 && list[n - 1].kind == seldom && vl_rng_below(rng, 10) != 0)
        n--;
    return list[vl_rng_below(rng, (uint32_t)n)];
}

struct vl_move table_any(const struct table *t, struct vl_rng *rng)
{
    return table_any_seldom(t, rng, 0); /* no move is of kind 0 */
}

void table_deal(struct table *t, struct vl_rng *rng)
{
    while (t->s.base.actor == VL_CHANCE)
        vl_apply_legal(&t->r, &t->s.base, vl_sample(&t->r, &t->s.base, rng), &t->sink);
}

int table_play_out(struct table *t, struct vl_rng *rng)
{
    int moves = 0;

    for (; t->s.base.actor != VL_OVER; moves++)
        vl_apply_legal(&t->r, &t->s.base, table_any(t, rng), &t->sink);
    return moves;
}

bool table_check_replay(struct table *t, struct table *again, const char *options,
                        struct vl_rng *rng,
                        struct vl_move (*any)(const struct table *t, struct vl_rng *rng))
{
    table_open(t, options);
    table_open(again, options);
    while (t->s.base.actor != VL_OVER) {
        char text[80];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        struct vl_move m = any(t, rng);

        vl_move_format(&t->r, m, &b); /* as a record keeps it */
        vl_apply_legal(&t->r, &t->s.base, m, NULL);
        table_play(again, text);
        if (!CHECK(memcmp(&t->s, &again->s, t->game->state_size) == 0))
            return false;
    }
    return true;
}

/* ---- positions that cannot be ---- */

void table_check_bad(struct table *t, const struct table_bad *bad)
{
    bool good = CHECK_STR(table_bad_position(t, bad->json), bad->where);

    if (bad->what[0])
        good &= CHECK_STR(t->bad.what, bad->what);
    if (!good)
        printf("  %s\n", bad->json);
}

static bool is_value(const struct vl_json_node *n)
{
    return n->type == VL_JSON_STRING || n->type == VL_JSON_NUMBER || n->type == VL_JSON_TRUE ||
           n->type == VL_JSON_FALSE;
}

/* Another value at a random place: a number, or a word that stands elsewhere. */
static void alter(struct table *t, char *text, size_t size, struct vl_rng *rng)
{
    static char out[TABLE_TEXT];
    struct vl_json_doc doc;
    uint32_t at, other;
    int from, to;

    VL_VERIFY(vl_json_parse(&doc, text, strlen(text), t->nodes, TABLE_NODES, NULL) == VL_OK);
    do {
        uint32_t member = vl_json_first(&doc, 0);
        for (uint32_t n = vl_rng_below(rng, t->nodes[0].count); n > 0; n--)
            member = t->nodes[member].next;
        at = member + vl_rng_below(rng, t->nodes[member].next - member);
    } while (!is_value(&t->nodes[at]));
    do
        other = 1 + vl_rng_below(rng, doc.nodes_len - 1);
    while (t->nodes[other].type != t->nodes[at].type);
    const struct vl_json_node *a = &t->nodes[at], *o = &t->nodes[other];
    char number[12];
    snprintf(number, sizeof number, "%u",
             vl_rng_below(rng, 2) ? vl_rng_below(rng, 8) : vl_rng_below(rng, 256));
    bool counts = a->type == VL_JSON_NUMBER && vl_rng_below(rng, 2);
    from = (int)a->start;
    to = (int)(a->start + a->len);
    snprintf(out, sizeof out, "%.*s%.*s%s", from, text, counts ? (int)strlen(number) : (int)o->len,
             counts ? number : text + o->start, text + to);
    VL_VERIFY(strlen(out) < size);
    strcpy(text, out);
}

static void play_on(struct table *t, int moves, struct vl_rng *rng)
{
    struct vl_error err;

    for (; moves > 0 && t->s.base.actor != VL_OVER; moves--) {
        vl_apply_legal(&t->r, &t->s.base, table_any(t, rng), NULL);
        if (!CHECK_EQ(vl_sound(&t->r, &t->s.base, &err), VL_OK)) {
            printf("  %s: %s\n", err.where, err.what);
            return;
        }
    }
}

/* Is a position of the game, altered at up to three places, accepted? Then it is played on. */
static bool plays_altered(struct table *t, struct table *game, struct vl_rng *rng)
{
    static char text[TABLE_TEXT];

    strcpy(text, table_state(game));
    for (int n = 1 + (int)vl_rng_below(rng, 3); n > 0; n--)
        alter(t, text, sizeof text, rng);
    if (table_bad_position(t, text)[0] != '\0')
        return false;
    vl_settle(&t->r, &t->s.base, NULL);
    play_on(t, 40, rng);
    return true;
}

void table_check_altered(struct table *t, struct table *game, const char *const *options,
                         uint32_t seldom, uint64_t seed)
{
    struct vl_rng rng = vl_rng_seed(seed);
    const char *const *at = options;
    int accepted = 0, tries = 0;

    while (tries < 1500) {
        table_open(game, *at);
        at = at[1] ? at + 1 : options;
        while (game->s.base.actor != VL_OVER) {
            vl_apply_legal(&game->r, &game->s.base, table_any(game, &rng), NULL);
            if (vl_rng_below(&rng, seldom) != 0)
                continue;
            tries++;
            accepted += plays_altered(t, game, &rng);
        }
    }
    CHECK(accepted > tries / 20);
}

/* ---- bots ---- */

struct vl_bot_answer table_ask(const struct table *t, const struct vl_bot *bot, uint64_t seed,
                               uint64_t nodes)
{
    struct vl_bot_spec spec = { bot, 0 };
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(seed);
    void *scratch = malloc(vl_bot_scratch(&spec, t->r.game));
    struct vl_bot_ask q = { .rules = &t->r,
                            .state = &t->s.base,
                            .seat = t->s.base.actor,
                            .legal = list,
                            .legal_len = vl_legal(&t->r, &t->s.base, list),
                            .rng = &rng,
                            .scratch = scratch,
                            .limits = { .nodes = nodes } };
    struct vl_bot_answer a;

    VL_VERIFY(scratch);
    vl_bot_choose(&spec, &q, &a);
    free(scratch);
    return a;
}

const char *table_greedy(struct table *t)
{
    union vl_game_state before = t->s;
    struct vl_move move = table_ask(t, &vl_bot_greedy, 1, 0).move;
    struct vl_buf b = vl_buf_on(t->word, sizeof t->word);

    CHECK_EQ(vl_refuse(&t->r, &t->s.base, move, t->s.base.actor), 0);
    for (uint64_t seed = 2; seed <= 5; seed++)
        CHECK(vl_move_eq(table_ask(t, &vl_bot_greedy, seed, 0).move, move));
    CHECK(memcmp(&before, &t->s, t->game->state_size) == 0);
    vl_move_format(&t->r, move, &b);
    return t->word;
}

const char *table_greedy_at(struct table *t, const char *json)
{
    return table_load(t, json) ? table_greedy(t) : "";
}

/* ---- reading ---- */

static const char *written(struct table *t, vl_actor viewer, bool full)
{
    struct vl_json w = vl_json_on(t->text, sizeof t->text);

    vl_position_write(&t->r, &t->s.base, viewer, full, &w);
    VL_VERIFY(!w.out.full);
    VL_VERIFY(vl_json_parse(&t->doc, t->text, w.out.len, t->nodes, TABLE_NODES, NULL) == VL_OK);
    return t->text;
}

const char *table_state(struct table *t)
{
    return written(t, VL_ANYONE, true);
}

const char *table_view(struct table *t, vl_actor viewer)
{
    return written(t, viewer, false);
}

/* The node at a pointer into the position as it is now; NULL if there is none. */
static const struct vl_json_node *node_at(struct table *t, const char *pointer)
{
    table_state(t);
    uint32_t node = vl_json_pointer(&t->doc, pointer);
    return node == UINT32_MAX ? NULL : &t->nodes[node];
}

int table_int(struct table *t, const char *pointer)
{
    const struct vl_json_node *n = node_at(t, pointer);
    int64_t v;

    if (n == NULL)
        return -1;
    if (n->type == VL_JSON_TRUE || n->type == VL_JSON_FALSE)
        return n->type == VL_JSON_TRUE;
    if (!vl_json_int_in(&t->doc, (uint32_t)(n - t->nodes), -1000000, 1000000, &v))
        return -1;
    return (int)v;
}

const char *table_str(struct table *t, const char *pointer)
{
    const struct vl_json_node *n = node_at(t, pointer);
    size_t len = 0;

    if (n != NULL)
        len = n->len < sizeof t->word ? n->len : sizeof t->word - 1;
    for (size_t i = 0; i < len; i++) {
        char c = t->text[n->start + i];
        t->word[i] = c == '"' ? '\'' : c;
    }
    t->word[len] = '\0';
    return t->word;
}

const char *table_phase(const struct table *t)
{
    return t->game->phases[t->s.base.phase];
}

int table_find_at(const struct table *t, int family, const char *key, const char *file, int line)
{
    int i = vl_find_key(&t->r, family, key, strlen(key));

    if (i < 0)
        complain("no such thing", key, file, line);
    return i < 0 ? 0 : i;
}

/* ---- events ---- */

void table_forget(struct table *t)
{
    t->log_len = 0;
}

int table_happened(const struct table *t, int type)
{
    int n = 0;

    for (int i = 0; i < t->log_len; i++)
        n += t->log[i].type == type;
    return n;
}

int table_when(const struct table *t, int type)
{
    for (int i = 0; i < t->log_len; i++)
        if (t->log[i].type == type)
            return i;
    return -1;
}

const struct vl_event *table_event(const struct table *t, int type, int k)
{
    for (int i = 0; i < t->log_len; i++)
        if (t->log[i].type == type && k-- == 0)
            return &t->log[i];
    return NULL;
}
