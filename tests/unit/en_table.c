#include "en_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/rules.h"

/* ---- small things ---- */

static void complain(const char *what, const char *detail, const char *file, int line)
{
    char text[400];

    snprintf(text, sizeof text, "%s: %s", what, detail);
    test_check(false, text, file, line);
}

static void take(struct vl_sink *sink, const struct vl_event *ev)
{
    struct en_table *t = (struct en_table *)sink;

    if (t->log_len < EN_TABLE_LOG)
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

char *en_pack_text(const char *const *changes)
{
    struct vl_pack base;
    char *text;

    VL_VERIFY(vl_pack_builtin(&base, &enchanters_game) == VL_OK);
    text = copy_of(base.json, base.json_len);
    for (; *changes != NULL; changes += 2)
        text = replace(text, changes[0], changes[1]);
    return text;
}

void en_table_plain(struct en_table *t)
{
    vl_pack_free(&t->pack);
    VL_VERIFY(vl_pack_builtin(&t->pack, &enchanters_game) == VL_OK);
}

bool en_table_with_at(struct en_table *t, const char *const *changes, const char *file, int line)
{
    struct vl_fault_list faults = { 0 };
    char *text = en_pack_text(changes);

    en_table_plain(t);
    int st = vl_pack_read(&t->pack, &enchanters_game, text, strlen(text), &faults);
    if (st != VL_OK)
        complain(faults.len ? faults.items[0].where : "pack",
                 faults.len ? faults.items[0].what : "refused", file, line);
    vl_fault_list_free(&faults);
    free(text);
    return st == VL_OK;
}

/* ---- opening ---- */

static void clear(struct en_table *t)
{
    struct vl_pack pack = t->pack;

    memset(t, 0, sizeof *t);
    t->pack = pack;
    t->sink.take = take;
    if (t->pack.game == NULL)
        en_table_plain(t);
    vl_rules_init(&t->r, &enchanters_game, t->pack.block, &t->pack.info);
}

/* Leaves the fault in t->word: "where: what". */
static bool fail(struct en_table *t, const struct vl_error *err)
{
    snprintf(t->word, sizeof t->word, "%s: %s", err->where, err->what);
    snprintf(t->bad_where, sizeof t->bad_where, "%s", err->where);
    t->bad_rule = err->rule;
    return false;
}

static bool open_game(struct en_table *t, const char *options)
{
    struct vl_error err = { 0 };

    clear(t);
    if (vl_options_parse(&t->r, options, &err) != VL_OK || vl_rules_prepare(&t->r, &err) != VL_OK)
        return fail(t, &err);
    vl_start(&t->r, &t->s.base, &t->sink);
    return true;
}

static bool load(struct en_table *t, const char *json)
{
    struct vl_error err = { 0 };
    struct en_state scratch;
    size_t len = strlen(json);

    clear(t);
    VL_VERIFY(len < sizeof t->text);
    memcpy(t->text, json, len + 1);
    quote(t->text);
    if (vl_json_parse(&t->doc, t->text, len, t->nodes, EN_TABLE_NODES, &err) != VL_OK ||
        vl_position_rules(&t->r, &t->doc, 0, &err) != VL_OK ||
        vl_position_read(&t->r, &t->s.base, &scratch.base, &t->doc, 0, &err) != VL_OK)
        return fail(t, &err);
    return true;
}

bool en_table_open_at(struct en_table *t, const char *options, const char *file, int line)
{
    if (open_game(t, options))
        return true;
    complain("options refused", t->word, file, line);
    return false;
}

bool en_table_load_at(struct en_table *t, const char *json, const char *file, int line)
{
    if (!load(t, json)) {
        complain("position refused", t->word, file, line);
        return false;
    }
    vl_settle(&t->r, &t->s.base, &t->sink);
    return true;
}

const char *en_table_bad_position(struct en_table *t, const char *json)
{
    return load(t, json) ? "" : t->bad_where[0] ? t->bad_where : "?";
}

const char *en_table_bad_options(struct en_table *t, const char *options)
{
    return open_game(t, options) ? "" : t->bad_where;
}

const char *en_table_bad_rule(const struct en_table *t)
{
    return rule_word(t->bad_rule);
}

/* ---- playing ---- */

static vl_rule parse(const struct en_table *t, const char *notation, struct vl_move *m)
{
    return vl_move_parse(&t->r, notation, strlen(notation), m);
}

bool en_table_play_at(struct en_table *t, const char *const *moves, const char *file, int line)
{
    for (; *moves != NULL; moves++) {
        struct vl_move m;
        vl_rule no = parse(t, *moves, &m);
        vl_rule invariant = 0;

        if (no == 0)
            no = vl_apply(&t->r, &t->s.base, m, VL_ANYONE, &t->sink);
        if (no != 0) {
            snprintf(t->word, sizeof t->word, "%s (%s)", *moves, rule_word(no));
            complain("move refused", t->word, file, line);
            return false;
        }
        const char *broken = t->r.game->broken(&t->r, &t->s.base, &invariant);
        if (broken != NULL) {
            complain(*moves, broken, file, line);
            return false;
        }
    }
    return true;
}

const char *en_table_refused_by(struct en_table *t, const char *notation, vl_actor by)
{
    struct en_state before = t->s;
    struct vl_move m;
    vl_rule no = parse(t, notation, &m);

    if (no == 0) {
        no = vl_refuse(&t->r, &t->s.base, m, by);
        if (no != 0)
            CHECK_EQ(vl_apply(&t->r, &t->s.base, m, by, NULL), no);
    }
    CHECK(memcmp(&before, &t->s, sizeof before) == 0);
    return rule_word(no);
}

const char *en_table_refused(struct en_table *t, const char *notation)
{
    return en_table_refused_by(t, notation, VL_ANYONE);
}

const char *en_table_moves(struct en_table *t)
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

uint64_t en_table_weight(struct en_table *t, const char *notation)
{
    struct vl_move m;

    if (t->s.base.actor != VL_CHANCE || parse(t, notation, &m) != 0 ||
        vl_refuse(&t->r, &t->s.base, m, VL_CHANCE) != 0)
        return 0;
    return vl_weight(&t->r, &t->s.base, m);
}

uint64_t en_table_weights(const struct en_table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);
    uint64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum += vl_weight(&t->r, &t->s.base, list[i]);
    return sum;
}

struct vl_move en_table_any(const struct en_table *t, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];

    if (t->s.base.actor == VL_CHANCE)
        return vl_sample(&t->r, &t->s.base, rng);
    int n = vl_legal(&t->r, &t->s.base, list);
    return list[vl_rng_below(rng, (uint32_t)n)];
}

void en_table_deal(struct en_table *t, struct vl_rng *rng)
{
    while (t->s.base.actor == VL_CHANCE)
        vl_apply_legal(&t->r, &t->s.base, vl_sample(&t->r, &t->s.base, rng), &t->sink);
}

/* ---- reading ---- */

const char *en_table_state(struct en_table *t)
{
    struct vl_json w = vl_json_on(t->text, sizeof t->text);

    vl_position_write(&t->r, &t->s.base, VL_ANYONE, true, &w);
    VL_VERIFY(!w.out.full);
    VL_VERIFY(vl_json_parse(&t->doc, t->text, w.out.len, t->nodes, EN_TABLE_NODES, NULL) == VL_OK);
    return t->text;
}

/* The node at a pointer into the position as it is now; NULL if there is none. */
static const struct vl_json_node *node_at(struct en_table *t, const char *pointer)
{
    en_table_state(t);
    uint32_t node = vl_json_pointer(&t->doc, pointer);
    return node == UINT32_MAX ? NULL : &t->nodes[node];
}

int en_table_int(struct en_table *t, const char *pointer)
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

const char *en_table_str(struct en_table *t, const char *pointer)
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

const char *en_table_phase(const struct en_table *t)
{
    return t->r.game->phases[t->s.base.phase];
}

static int find(const struct en_table *t, int family, const char *key)
{
    int i = vl_find_key(&t->r, family, key, strlen(key));

    if (i < 0)
        complain("no such thing", key, __FILE__, __LINE__);
    return i < 0 ? 0 : i;
}

int en_table_card(const struct en_table *t, const char *key)
{
    return find(t, EN_FAM_CARD, key);
}

int en_table_design(const struct en_table *t, const char *key)
{
    return find(t, EN_FAM_DESIGN, key);
}

/* ---- events ---- */

void en_table_forget(struct en_table *t)
{
    t->log_len = 0;
}

int en_table_happened(const struct en_table *t, int type)
{
    int n = 0;

    for (int i = 0; i < t->log_len; i++)
        n += t->log[i].type == type;
    return n;
}

const struct vl_event *en_table_event(const struct en_table *t, int type, int k)
{
    for (int i = 0; i < t->log_len; i++)
        if (t->log[i].type == type && k-- == 0)
            return &t->log[i];
    return NULL;
}
