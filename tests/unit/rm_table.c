#include "rm_table.h"

#include <stdio.h>
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
    struct rm_table *t = (struct rm_table *)sink;

    if (t->log_len < RM_TABLE_LOG)
        t->log[t->log_len++] = *ev;
}

static const char *rule_word(vl_rule rule)
{
    if (rule == 0)
        return "";
    return vl_rule_texts[rule].code != NULL ? vl_rule_texts[rule].code : vl_rule_texts[rule].id;
}

/* ---- opening ---- */

static void clear(struct rm_table *t)
{
    memset(t, 0, sizeof *t);
    t->sink.take = take;
    VL_VERIFY(vl_pack_builtin(&t->pack, &runemasters_game) == VL_OK);
    vl_rules_init(&t->r, &runemasters_game, t->pack.block, &t->pack.info);
}

/* Leaves the fault in t->word: "where: what". */
static bool fail(struct rm_table *t, const struct vl_error *err)
{
    snprintf(t->word, sizeof t->word, "%s: %s", err->where, err->what);
    snprintf(t->bad_where, sizeof t->bad_where, "%s", err->where);
    t->bad_rule = err->rule;
    return false;
}

static bool open_game(struct rm_table *t, const char *options)
{
    struct vl_error err = { 0 };

    clear(t);
    if (vl_options_parse(&t->r, options, &err) != VL_OK || vl_rules_prepare(&t->r, &err) != VL_OK)
        return fail(t, &err);
    vl_start(&t->r, &t->s.base, &t->sink);
    return true;
}

static bool load(struct rm_table *t, const char *json)
{
    struct vl_error err = { 0 };
    struct rm_state scratch;
    size_t len = strlen(json);

    clear(t);
    VL_VERIFY(len < sizeof t->text);
    for (size_t i = 0; i <= len; i++)
        t->text[i] = json[i] == '\'' ? '"' : json[i];
    if (vl_json_parse(&t->doc, t->text, len, t->nodes, RM_TABLE_NODES, &err) != VL_OK ||
        vl_position_rules(&t->r, &t->doc, 0, &err) != VL_OK ||
        vl_position_read(&t->r, &t->s.base, &scratch.base, &t->doc, 0, &err) != VL_OK)
        return fail(t, &err);
    return true;
}

bool rm_table_open_at(struct rm_table *t, const char *options, const char *file, int line)
{
    if (open_game(t, options))
        return true;
    complain("options refused", t->word, file, line);
    return false;
}

bool rm_table_load_at(struct rm_table *t, const char *json, bool settle, const char *file, int line)
{
    if (!load(t, json)) {
        complain("position refused", t->word, file, line);
        return false;
    }
    if (settle)
        vl_settle(&t->r, &t->s.base, &t->sink);
    return true;
}

const char *rm_table_bad_position(struct rm_table *t, const char *json)
{
    return load(t, json) ? "" : t->bad_where;
}

const char *rm_table_bad_options(struct rm_table *t, const char *options)
{
    return open_game(t, options) ? "" : t->bad_where;
}

const char *rm_table_bad_rule(const struct rm_table *t)
{
    return rule_word(t->bad_rule);
}

/* ---- playing ---- */

static vl_rule parse(struct rm_table *t, const char *notation, struct vl_move *m)
{
    return vl_move_parse(&t->r, notation, strlen(notation), m);
}

bool rm_table_play_at(struct rm_table *t, const char *const *moves, const char *file, int line)
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

const char *rm_table_refused_by(struct rm_table *t, const char *notation, vl_actor by)
{
    struct rm_state before = t->s;
    struct vl_move m;
    vl_rule no = parse(t, notation, &m);

    if (no == 0)
        no = vl_refuse(&t->r, &t->s.base, m, by);
    if (no != 0 && parse(t, notation, &m) == 0)
        CHECK_EQ(vl_apply(&t->r, &t->s.base, m, by, NULL), no);
    CHECK(memcmp(&before, &t->s, sizeof before) == 0);
    return rule_word(no);
}

const char *rm_table_refused(struct rm_table *t, const char *notation)
{
    return rm_table_refused_by(t, notation, VL_ANYONE);
}

bool rm_table_can(struct rm_table *t, const char *notation)
{
    return rm_table_refused(t, notation)[0] == '\0';
}

bool rm_table_lists(struct rm_table *t, const char *notation)
{
    struct vl_move list[VL_MOVES_MAX], m;
    int n = vl_legal(&t->r, &t->s.base, list);

    if (parse(t, notation, &m) != 0)
        return false;
    for (int i = 0; i < n; i++)
        if (vl_move_eq(list[i], m))
            return true;
    return false;
}

int rm_table_count(struct rm_table *t, const char *word)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);
    int found = 0;

    for (int i = 0; i < n; i++)
        found += word == NULL || strcmp(t->r.game->moves[list[i].kind].word, word) == 0;
    return found;
}

uint64_t rm_table_weight(struct rm_table *t, const char *notation)
{
    struct vl_move m;

    if (t->s.base.actor != VL_CHANCE || !rm_table_lists(t, notation) || parse(t, notation, &m) != 0)
        return 0;
    return vl_weight(&t->r, &t->s.base, m);
}

bool rm_table_step(struct rm_table *t)
{
    return vl_step(&t->r, &t->s.base, &t->sink);
}

int rm_table_play_out(struct rm_table *t, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];
    int moves = 0;

    for (; t->s.base.actor != VL_OVER; moves++) {
        struct vl_move m;

        if (t->s.base.actor == VL_CHANCE) {
            m = vl_sample(&t->r, &t->s.base, rng);
        } else {
            int n = vl_legal(&t->r, &t->s.base, list);
            m = list[vl_rng_below(rng, (uint32_t)n)];
        }
        vl_apply_legal(&t->r, &t->s.base, m, &t->sink);
    }
    return moves;
}

struct vl_move rm_table_any(const struct rm_table *t, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];

    if (t->s.base.actor == VL_CHANCE)
        return vl_sample(&t->r, &t->s.base, rng);
    int n = vl_legal(&t->r, &t->s.base, list);
    if (n > 1 && list[n - 1].kind == RM_MV_END && vl_rng_below(rng, 10) != 0)
        n--;
    return list[vl_rng_below(rng, (uint32_t)n)];
}

/* ---- reading ---- */

const char *rm_table_state(struct rm_table *t)
{
    struct vl_json w = vl_json_on(t->text, sizeof t->text);

    vl_position_write(&t->r, &t->s.base, VL_ANYONE, true, &w);
    VL_VERIFY(!w.out.full);
    VL_VERIFY(vl_json_parse(&t->doc, t->text, w.out.len, t->nodes, RM_TABLE_NODES, NULL) == VL_OK);
    return t->text;
}

/* The node at a pointer into the position as it is now; NULL if there is none. */
static const struct vl_json_node *node_at(struct rm_table *t, const char *pointer)
{
    rm_table_state(t);
    uint32_t node = vl_json_pointer(&t->doc, pointer);
    return node == UINT32_MAX ? NULL : &t->nodes[node];
}

int rm_table_int(struct rm_table *t, const char *pointer)
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

const char *rm_table_str(struct rm_table *t, const char *pointer)
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

const char *rm_table_phase(const struct rm_table *t)
{
    return t->r.game->phases[t->s.base.phase];
}

/* ---- events ---- */

void rm_table_forget(struct rm_table *t)
{
    t->log_len = 0;
}

int rm_table_happened(const struct rm_table *t, int type)
{
    int n = 0;

    for (int i = 0; i < t->log_len; i++)
        n += t->log[i].type == type;
    return n;
}

const struct vl_event *rm_table_event(const struct rm_table *t, int type, int k)
{
    for (int i = 0; i < t->log_len; i++)
        if (t->log[i].type == type && k-- == 0)
            return &t->log[i];
    return NULL;
}
