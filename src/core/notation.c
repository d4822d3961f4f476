/* Notation, driven by the tables of move kinds: what is printed is what is read. */
#include "core/engine.h"

#include <limits.h>

enum { SET_TOP = 7 }; /* the member of a set that stands for every bad one */

/* ---- the shape of a kind ---- */

bool vl_move_ok(const struct vl_game *g, struct vl_move m)
{
    int used = 0;

    if (m.kind == 0 || m.kind >= g->moves_len)
        return false;

    const struct vl_move_kind *kind = &g->moves[m.kind];
    for (int i = 0; i < kind->args_len; i++) {
        const uint8_t *arg = &m.arg[used];

        used += vl_arg_bytes(&kind->args[i]);
        if (kind->args[i].type == VL_ARG_SET && (arg[1] & ~arg[0]) != 0)
            return false; /* named twice, yet not named */
        if (kind->args[i].type == VL_ARG_LIST) {
            used += arg[0] * vl_arg_width(&kind->args[i]);
            if (arg[0] == 0 || used > VL_ARGS_MAX)
                return false;
        }
    }
    for (int i = used; i < VL_ARGS_MAX; i++) {
        if (m.arg[i] != 0)
            return false;
    }
    return true;
}

void vl_move_entry(const struct vl_game *g, int kind, struct vl_buf *out)
{
    int before = 0;

    for (int k = 1; k < kind; k++)
        before += vl_str_eq(g->moves[k].word, g->moves[kind].word);
    vl_put(out, g->moves[kind].word);
    if (before > 0)
        vl_put(out, "_on");
    if (before > 1)
        vl_put_int(out, before + 1);
}

/* ---- writing ---- */

static void put_value(const struct vl_rules *r, int family, int value, struct vl_buf *out)
{
    vl_put_char(out, ' ');
    if (!vl_family_keyed(r, family)) {
        vl_put_int(out, value);
        return;
    }
    const char *key = vl_key(r, family, value);
    vl_put(out, key != NULL ? key : "?"); /* which is read as VL_BAD_KEY again */
}

/* A member that was named twice (bits of the second byte) is written twice. */
static void put_set(const struct vl_rules *r, int family, const uint8_t *arg, struct vl_buf *out)
{
    for (int i = 0; i <= SET_TOP; i++)
        for (int k = 0; k < 2; k++)
            if (arg[k] >> i & 1)
                put_value(r, family, i, out);
}

static void put_list(const struct vl_rules *r, const struct vl_arg *a, const uint8_t *arg, int room,
                     struct vl_buf *out)
{
    int width = vl_arg_width(a);

    for (int i = 0; i < arg[0] && (i + 1) * width <= room; i++)
        put_value(r, a->family, vl_arg_load(a, &arg[1 + i * width]), out);
}

void vl_move_format(const struct vl_rules *r, struct vl_move m, struct vl_buf *out)
{
    int at = 0;

    if (m.kind == 0 || m.kind >= r->game->moves_len) {
        vl_put_char(out, '?');
        return;
    }
    const struct vl_move_kind *kind = &r->game->moves[m.kind];
    vl_put(out, kind->word);
    for (int i = 0; i < kind->args_len; i++) {
        const struct vl_arg *a = &kind->args[i];

        switch ((enum vl_arg_type)a->type) {
        case VL_ARG_ONE: put_value(r, a->family, vl_arg_load(a, &m.arg[at]), out); break;
        case VL_ARG_SET: put_set(r, a->family, &m.arg[at], out); break;
        case VL_ARG_LIST: put_list(r, a, &m.arg[at], VL_ARGS_MAX - at - 1, out); break;
        }
        at += vl_arg_bytes(a);
    }
}

/* ---- reading ---- */

struct words {
    const char *p, *end; /* what is left */
    const char *word;    /* the word at hand */
    size_t len;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

/* The next word. Ends with the text; well_spaced() has seen all of it before. */
static bool next_word(struct words *w)
{
    w->word = w->p;
    w->len = 0;
    if (w->p == w->end)
        return false;
    while (w->p < w->end && !is_space(*w->p))
        w->p++;
    w->len = (size_t)(w->p - w->word);
    if (w->p < w->end)
        w->p++;
    return true;
}

/* Words with one space between them, nothing before, nothing after, and no
 * control character anywhere; *stop: how far that holds. */
static bool well_spaced(const char *text, size_t len, const char **stop)
{
    bool gap = true;

    for (size_t i = 0; i < len; i++) {
        bool space = is_space(text[i]);

        *stop = text + i;
        if (space ? gap : (uint8_t)text[i] < 0x20 || text[i] == 0x7F)
            return false;
        gap = space;
    }
    *stop = text + len;
    return !gap;
}

/* A number as we write it: no plus, no leading zero. What is below 0 or above
 * `top` becomes `bad`. False if it is no number. */
static bool read_number(const struct words *w, int top, int bad, int *out)
{
    bool is_negative = w->word[0] == '-';
    size_t from = is_negative ? 1 : 0;
    int64_t v = 0;

    if (w->len == from || (w->word[from] == '0' && w->len > 1))
        return false;
    for (size_t i = from; i < w->len; i++) {
        if (w->word[i] < '0' || w->word[i] > '9')
            return false;
        if (v <= top)
            v = v * 10 + (w->word[i] - '0');
    }
    *out = is_negative || v > top ? bad : (int)v;
    return true;
}

/* One value. A word that names nothing, and a number that is out of any range, are
 * kept as such; *bad counts the former. */
static bool read_value(const struct vl_rules *r, const struct vl_arg *a, const struct words *w,
                       uint8_t *out, int *bad)
{
    int out_of_range = vl_arg_bad_number(a), v;

    if (vl_family_keyed(r, a->family)) {
        v = vl_find_key(r, a->family, w->word, w->len);
        *bad += v < 0;
        if (v < 0)
            v = vl_arg_bad_key(a);
    } else if (!read_number(w, out_of_range - 1, out_of_range, &v)) {
        return false;
    }
    vl_arg_store(a, out, v);
    return true;
}

static bool read_set(const struct vl_rules *r, const struct vl_arg *a, struct words *w,
                     uint8_t *arg)
{
    int v;

    while (next_word(w)) { /* as many as there are words */
        if (vl_family_keyed(r, a->family)) {
            v = vl_find_key(r, a->family, w->word, w->len);
            v = v < 0 || v > SET_TOP ? SET_TOP : v;
        } else if (!read_number(w, SET_TOP, SET_TOP, &v)) {
            return false;
        }
        arg[1] = (uint8_t)(arg[1] | (arg[0] & 1 << v));
        arg[0] = (uint8_t)(arg[0] | 1 << v);
    }
    return true;
}

/* One or more, as many as there is room for. */
static bool read_list(const struct vl_rules *r, const struct vl_arg *a, struct words *w, int room,
                      uint8_t *arg, int *bad)
{
    int width = vl_arg_width(a);

    while (next_word(w)) {
        if ((arg[0] + 1) * width > room || !read_value(r, a, w, &arg[1 + arg[0] * width], bad))
            return false;
        arg[0]++;
    }
    return arg[0] > 0;
}

/* All the words that are left, no more and no less; *bad: how many name nothing.
 * Only the last argument can be a set or a list. */
static bool read_args(const struct vl_rules *r, const struct vl_move_kind *kind, struct words *w,
                      struct vl_move *m, int *bad)
{
    int at = 0;

    for (int i = 0; i < kind->args_len; i++) {
        const struct vl_arg *a = &kind->args[i];
        uint8_t *arg = &m->arg[at];
        bool ok = false;

        at += vl_arg_bytes(a);
        switch ((enum vl_arg_type)a->type) {
        case VL_ARG_ONE: ok = next_word(w) && read_value(r, a, w, arg, bad); break;
        case VL_ARG_SET: ok = read_set(r, a, w, arg); break;
        case VL_ARG_LIST: ok = read_list(r, a, w, VL_ARGS_MAX - at, arg, bad); break;
        }
        if (!ok)
            return false;
    }
    return !next_word(w);
}

/* Tries one kind that has the word; true: the text is a move of it. */
static bool parse_as(const struct vl_rules *r, int kind, struct words w, struct vl_move *out,
                     int *bad, const char **stop)
{
    struct vl_move m = { vl_u8(kind), { 0 } };

    *bad = 0;
    bool ok = read_args(r, &r->game->moves[kind], &w, &m, bad);
    if (ok)
        *out = m;
    else if (w.word > *stop) /* another kind may share the word: the one that came farther */
        *stop = w.word;
    return ok;
}

/* 0 and the move, or the rule and where reading stopped: at a word, or at the end.
 * Kinds that share a word are tried in order. The first whose words all name something
 * is taken, else the one with the fewest that do not: refuse() then names the reason. */
static vl_rule parse(const struct vl_rules *r, const char *text, size_t len, struct vl_move *out,
                     const char **stop)
{
    const struct vl_game *g = r->game;
    struct words first = { text, text + len, NULL, 0 };
    bool known = false;
    int least = INT_MAX;

    if (!well_spaced(text, len, stop))
        return g->rule_malformed;
    (void)next_word(&first);
    *stop = text;
    for (int k = 1; k < g->moves_len; k++) {
        struct vl_move m;
        int bad;

        if (!vl_str_is(first.word, first.len, g->moves[k].word))
            continue;
        known = true;
        if (parse_as(r, k, first, &m, &bad, stop) && bad < least) {
            least = bad;
            *out = m;
        }
    }
    if (least < INT_MAX)
        return 0;
    return known ? g->rule_malformed : g->rule_unknown_action;
}

vl_rule vl_move_parse(const struct vl_rules *r, const char *text, size_t len, struct vl_move *out)
{
    const char *stop;

    return parse(r, text, len, out, &stop);
}

/* ---- what could not be read ---- */

/* The word at p, or the next one if there is none. */
static struct words word_at(const char *text, size_t len, const char *p)
{
    struct words w = { p, text + len, NULL, 0 };

    while (w.p > text && w.p < w.end && !is_space(*w.p) && !is_space(w.p[-1]))
        w.p--;
    while (w.p < w.end && is_space(*w.p))
        w.p++;
    (void)next_word(&w);
    return w;
}

static bool is_action(const struct vl_game *g, const struct words *w)
{
    for (int k = 1; k < g->moves_len; k++)
        if (vl_str_is(w->word, w->len, g->moves[k].word))
            return true;
    return false;
}

int vl_move_read(const struct vl_rules *r, const char *text, size_t len, struct vl_move *out,
                 struct vl_error *err)
{
    const char *stop;
    char head[sizeof err->where + 4]; /* longer than `where`, so that it is cut at a character */
    struct vl_buf b = vl_buf_on(head, sizeof head);
    vl_rule rule = parse(r, text, len, out, &stop);

    if (rule == 0)
        return VL_OK;
    memset(out, 0, sizeof *out);
    vl_put_n(&b, text, len);
    vl_error_rule(err, VL_REFUSED, rule, head, "");
    struct words at = word_at(text, len, stop), first = word_at(text, len, text);
    vl_error_given(err, at.word, at.len);
    if (err != NULL && is_action(r->game, &first)) {
        struct vl_buf key = vl_buf_on(err->key, sizeof err->key);
        vl_put_n(&key, first.word, first.len);
    }
    return VL_REFUSED;
}
