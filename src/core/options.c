#include "core/engine.h"

/* Options lie one after the other in r->option[], each with its `count` entries.
 * A place is one of them found by name. */
struct place {
    const struct vl_option *o;
    int at;    /* of its entry 0 in r->option[] */
    int entry; /* that "name.k" names; -1: the option as a whole */
};

enum { WORD_MAX = 64 }; /* bytes of an option's name or of one value */

/* ---- faults ---- */

/* where: the option; what: "<value>: <why>". */
static int fault(struct vl_error *err, const struct vl_option *o, int status, const char *where,
                 const char *value, size_t len, const char *why)
{
    char what[120];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    if (value != NULL) {
        vl_put_n(&b, value, len < WORD_MAX ? len : WORD_MAX);
        vl_put(&b, ": ");
    }
    vl_put(&b, why);
    vl_error_rule(err, status, o != NULL ? o->rule : 0, where, what);
    if (value != NULL)
        vl_error_given(err, value, len);
    return status;
}

static int unknown(const struct vl_game *g, struct vl_error *err, const char *name)
{
    return vl_error_rule(err, VL_UNKNOWN, g->rule_unknown_option, name, "no such option");
}

int vl_refuse_option(struct vl_error *err, const char *name, vl_rule rule, const char *what)
{
    return vl_error_rule(err, VL_REFUSED, rule, name, what);
}

int vl_seed_read(const struct vl_game *g, const char *text, uint64_t *out, struct vl_error *err)
{
    if (vl_str_u64(text, strlen(text), out))
        return VL_OK;
    vl_error_rule(err, VL_RANGE, g->rule_bad_seed, "seed", "not an unsigned 64-bit number");
    vl_error_given(err, text, strlen(text));
    return VL_RANGE;
}

/* ---- names ---- */

/* Finds "name" or, in a list option, "name.k" with k below its count. */
static bool find(const struct vl_game *g, const char *name, struct place *out)
{
    size_t len = 0;
    int at = 0;

    while (name[len] != '\0' && name[len] != '.')
        len++;
    for (int i = 0; i < g->options_len; i++) {
        const struct vl_option *o = &g->options[i];
        uint64_t k;

        out->o = o;
        out->at = at;
        out->entry = o->count > 1 ? -1 : 0;
        at += o->count;
        if (!vl_str_is(name, len, o->name))
            continue;
        if (name[len] == '\0')
            return true;
        if (o->count == 1 || !vl_str_u64(name + len + 1, strlen(name + len + 1), &k) ||
            k >= o->count)
            return false;
        out->entry = (int)k;
        return true;
    }
    return false;
}

int vl_option_get(const struct vl_rules *r, const char *name, int k)
{
    struct place p;

    if (!find(r->game, name, &p))
        return VL_UNSET;
    if (p.entry > 0)
        k = p.entry;
    return k >= 0 && k < p.o->count ? r->option[p.at + k] : VL_UNSET;
}

/* ---- values ---- */

static int find_word(const char *const *words, const char *text, size_t len)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (vl_str_is(text, len, words[i]))
            return i;
    }
    return -1;
}

static void put_range(struct vl_buf *b, int lo, int hi)
{
    vl_put(b, "not in ");
    vl_put_int(b, lo);
    vl_put(b, "..");
    vl_put_int(b, hi);
}

static int read_number(const struct vl_option *o, int lo, int hi, const char *where,
                       const char *text, size_t len, int32_t *out, struct vl_error *err)
{
    char why[40];
    struct vl_buf b = vl_buf_on(why, sizeof why);
    int64_t v;

    if (vl_str_int(text, len, &v) && v >= lo && v <= hi) {
        *out = (int32_t)v;
        return VL_OK;
    }
    put_range(&b, lo, hi);
    fault(err, o, VL_RANGE, where, text, len, why);
    vl_error_range(err, lo, hi);
    return VL_RANGE;
}

static int read_value(const struct vl_rules *r, const struct vl_option *o, const char *where,
                      const char *text, size_t len, int32_t *out, struct vl_error *err)
{
    int v = -1;

    if (o->unset != NULL && vl_str_is(text, len, o->unset)) {
        *out = VL_UNSET;
        return VL_OK;
    }
    switch ((enum vl_option_type)o->type) {
    case VL_OPT_INT: return read_number(o, o->lo, o->hi, where, text, len, out, err);
    case VL_OPT_KEY: v = find_word(o->keys, text, len); break;
    case VL_OPT_FAMILY:
        if (!vl_family_keyed(r, o->family))
            return read_number(o, 0, vl_family_count(r, o->family) - 1, where, text, len, out, err);
        v = vl_find_key(r, o->family, text, len);
        break;
    }
    if (v < 0)
        return fault(err, o, VL_UNKNOWN, where, text, len, "no such value");
    *out = v;
    return VL_OK;
}

static void put_value(const struct vl_rules *r, const struct vl_option *o, int v,
                      struct vl_buf *out)
{
    const char *word = NULL;

    if (v == VL_UNSET && o->unset != NULL)
        word = o->unset;
    else if (o->type == VL_OPT_KEY)
        word = o->keys[v];
    else if (o->type == VL_OPT_FAMILY)
        word = vl_key(r, o->family, v);
    if (word != NULL)
        vl_put(out, word);
    else
        vl_put_int(out, v);
}

/* ---- setting ---- */

void vl_rules_init(struct vl_rules *r, const struct vl_game *game, const void *content,
                   const struct vl_pack_info *pack)
{
    int at = 0;

    memset(r, 0, sizeof *r);
    r->game = game;
    r->content = content;
    r->pack = pack;
    for (int i = 0; i < game->options_len; i++) {
        for (int k = 0; k < game->options[i].count; k++) {
            VL_VERIFY(at < VL_OPTIONS_MAX);
            r->option[at++] = game->options[i].def;
        }
    }
    vl_actions_count(r);
}

/* The bits of r->option[] that setting n entries from p on touches. */
static uint32_t touched(const struct place *p, int n)
{
    uint32_t bits = 0;

    for (int k = 0; k < n; k++)
        bits |= UINT32_C(1) << (p->at + (p->entry > 0 ? p->entry : 0) + k);
    return bits;
}

/* Sets one entry, or the first ones from "a,b,c", in option[]. *done collects
 * what has been set: nothing is set twice. */
static int set(const struct vl_rules *r, int32_t *option, const char *name, const char *value,
               size_t len, uint32_t *done, struct vl_error *err)
{
    struct place p;
    int n = 0, most;
    size_t from = 0;

    if (!find(r->game, name, &p))
        return unknown(r->game, err, name);
    most = p.entry < 0 ? p.o->count : 1;
    for (size_t i = 0; i <= len; i++) { /* a value ends at each comma of a list, and at the end */
        if (i < len && (most == 1 || value[i] != ','))
            continue;
        if (n == most)
            return fault(err, p.o, VL_RANGE, name, value, len, "too many values");
        int st = read_value(r, p.o, name, value + from, i - from,
                            &option[p.at + (p.entry > 0 ? p.entry : 0) + n], err);
        if (st != VL_OK)
            return st;
        n++;
        from = i + 1;
    }
    if (*done & touched(&p, n))
        return fault(err, NULL, VL_DUPLICATE, name, NULL, 0, "set twice");
    *done |= touched(&p, n);
    return VL_OK;
}

int vl_option_set(struct vl_rules *r, const char *name, const char *value, struct vl_error *err)
{
    int32_t option[VL_OPTIONS_MAX];
    uint32_t done = 0;

    memcpy(option, r->option, sizeof option);
    int st = set(r, option, name, value, strlen(value), &done, err);
    if (st == VL_OK)
        memcpy(r->option, option, sizeof option);
    return st;
}

/* One "name=value" of text[0..len). */
static int set_pair(const struct vl_rules *r, int32_t *option, const char *text, size_t len,
                    uint32_t *done, struct vl_error *err)
{
    char name[WORD_MAX];
    struct vl_buf b = vl_buf_on(name, sizeof name);
    size_t eq = 0;

    while (eq < len && text[eq] != '=')
        eq++;
    vl_put_n(&b, text, eq);
    if (eq == len)
        return fault(err, NULL, VL_SYNTAX, name, NULL, 0, "name=value was expected");
    if (b.full)
        return unknown(r->game, err, name);
    return set(r, option, name, text + eq + 1, len - eq - 1, done, err);
}

int vl_options_parse(struct vl_rules *r, const char *text, struct vl_error *err)
{
    int32_t option[VL_OPTIONS_MAX];
    uint32_t done = 0;

    memcpy(option, r->option, sizeof option);
    while (*text != '\0') {
        size_t len = 0;

        while (text[len] != '\0' && text[len] != ' ')
            len++;
        if (len > 0) {
            int st = set_pair(r, option, text, len, &done, err);
            if (st != VL_OK)
                return st;
        }
        text += len + (text[len] == ' ' ? 1 : 0);
    }
    memcpy(r->option, option, sizeof option);
    return VL_OK;
}

void vl_options_automatic(struct vl_rules *r)
{
    const struct vl_game *g = r->game;

    for (int i = 0, at = 0; i < g->options_len; at += g->options[i++].count)
        for (int k = 0; g->options[i].automatic != VL_UNSET && k < g->options[i].count; k++)
            r->option[at + k] = g->options[i].automatic;
}

const struct vl_option *vl_players_option(const struct vl_game *g)
{
    for (int i = 0; i < g->options_len; i++)
        if (g->options[i].flags & VL_OPTION_PLAYERS)
            return &g->options[i];
    return NULL;
}

int vl_players_wanted(const struct vl_rules *r)
{
    const struct vl_option *o = vl_players_option(r->game);

    return o != NULL ? vl_option_get(r, o->name, 0) : VL_UNSET;
}

int vl_players_set(struct vl_rules *r, int n, struct vl_error *err)
{
    const struct vl_option *o = vl_players_option(r->game);
    char text[16];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (o == NULL)
        return VL_OK;
    vl_put_int(&b, n);
    return vl_option_set(r, o->name, text, err);
}

int vl_options_players(struct vl_rules *r, int n, struct vl_error *err)
{
    const struct vl_option *o = vl_players_option(r->game);

    if (o == NULL || o->def != VL_UNSET || vl_players_wanted(r) != VL_UNSET)
        return VL_OK;
    return vl_players_set(r, n, err);
}

int vl_rules_prepare(struct vl_rules *r, struct vl_error *err)
{
    struct vl_rules fresh = *r;
    int st = VL_OK;

    memset(&fresh.derived, 0, sizeof fresh.derived);
    if (r->game->prepare != NULL)
        st = r->game->prepare(&fresh, err);
    if (st == VL_OK)
        *r = fresh;
    return st;
}

/* ---- writing ---- */

static bool differs(const struct vl_rules *r, const struct vl_option *o, int at)
{
    for (int k = 0; k < o->count; k++) {
        if (r->option[at + k] != o->def)
            return true;
    }
    return false;
}

void vl_options_write(const struct vl_rules *r, struct vl_buf *out, bool all)
{
    bool first = true;
    int at = 0;

    for (int i = 0; i < r->game->options_len; i++) {
        const struct vl_option *o = &r->game->options[i];

        if (all || differs(r, o, at)) {
            if (!first)
                vl_put_char(out, ' ');
            first = false;
            vl_put(out, o->name);
            for (int k = 0; k < o->count; k++) {
                vl_put_char(out, k == 0 ? '=' : ',');
                put_value(r, o, r->option[at + k], out);
            }
        }
        at += o->count;
    }
}

/* ---- as JSON ---- */

static void value_json(const struct vl_rules *r, const struct vl_option *o, int v,
                       struct vl_json *w)
{
    char text[WORD_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    int64_t number;

    put_value(r, o, v, &b);
    if (o->type == VL_OPT_INT && vl_str_int(text, b.len, &number))
        vl_json_int(w, number);
    else
        vl_json_str(w, text);
}

void vl_options_json(const struct vl_rules *r, struct vl_json *w, bool all)
{
    int at = 0;

    vl_json_obj(w);
    for (int i = 0; i < r->game->options_len; i++) {
        const struct vl_option *o = &r->game->options[i];

        if (all || differs(r, o, at)) {
            vl_json_key(w, o->name);
            if (o->count > 1)
                vl_json_arr(w);
            for (int k = 0; k < o->count; k++)
                value_json(r, o, r->option[at + k], w);
            if (o->count > 1)
                vl_json_end(w);
        }
        at += o->count;
    }
    vl_json_end(w);
}

/* The text of a number or string, true and false as the words they stand for;
 * false if it is none, or too long to be any. */
static bool scalar(const struct vl_json_doc *doc, uint32_t node, struct vl_buf *out)
{
    char word[WORD_MAX];
    const struct vl_json_node *n = &doc->nodes[node];

    if (n->type == VL_JSON_NUMBER) {
        vl_put_n(out, doc->text + n->start, n->len);
        return true;
    }
    if (n->type == VL_JSON_TRUE || n->type == VL_JSON_FALSE) {
        vl_put(out, n->type == VL_JSON_TRUE ? "yes" : "no");
        return true;
    }
    if (!vl_json_text(doc, node, word, sizeof word))
        return false;
    for (const char *c = word; *c != '\0'; c++) {
        if (*c == ',')
            return false; /* lists are JSON arrays here */
    }
    vl_put(out, word);
    return true;
}

/* A value or an array of values as option text: "a" or "a,b,c". */
static bool value_text(const struct vl_json_doc *doc, uint32_t node, struct vl_buf *out)
{
    if (vl_json_type_of(doc, node) != VL_JSON_ARRAY)
        return scalar(doc, node, out);
    for (uint32_t c = vl_json_first(doc, node); c != 0; c = vl_json_sibling(doc, c)) {
        if (out->len > 0)
            vl_put_char(out, ',');
        if (!scalar(doc, c, out))
            return false;
    }
    return out->len > 0;
}

static int set_member(const struct vl_rules *r, int32_t *option, const struct vl_json_doc *doc,
                      uint32_t node, uint32_t *done, struct vl_error *err)
{
    char name[WORD_MAX];
    char value[VL_OPTIONS_MAX * 16];
    struct vl_buf b = vl_buf_on(value, sizeof value);
    int st;

    if (!vl_json_key_text(doc, node, name, sizeof name))
        st = unknown(r->game, err, "");
    else if (!value_text(doc, node, &b) || b.full)
        st = vl_error_set(err, VL_SYNTAX, "", "a number, a word or a list of them was expected");
    else
        st = set(r, option, name, value, b.len, done, err);
    if (st != VL_OK && err != NULL)
        vl_json_where(doc, node, err->where, sizeof err->where);
    return st;
}

int vl_options_read(struct vl_rules *r, const struct vl_json_doc *doc, uint32_t node,
                    struct vl_error *err)
{
    int32_t option[VL_OPTIONS_MAX];
    uint32_t done = 0;

    if (vl_json_type_of(doc, node) != VL_JSON_OBJECT) {
        char where[sizeof err->where];

        vl_json_where(doc, node, where, sizeof where);
        return vl_error_set(err, VL_SYNTAX, where, "an object was expected");
    }
    memcpy(option, r->option, sizeof option);
    for (uint32_t c = vl_json_first(doc, node); c != 0; c = vl_json_sibling(doc, c)) {
        int st = set_member(r, option, doc, c, &done, err);
        if (st != VL_OK)
            return st;
    }
    memcpy(r->option, option, sizeof option);
    return VL_OK;
}
