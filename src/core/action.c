/* Numbered actions, counted off the tables of moves and spans. */
#include "core/engine.h"

/* ---- spans: of a kind without rows of its own, NULL stands for the whole ---- */

static const struct vl_span *first_span(const struct vl_game *g, int kind)
{
    const struct vl_span *span = g->spans;

    if (!(g->moves[kind].flags & VL_MOVE_SPANS))
        return NULL;
    while (span->kind != kind) {
        VL_ASSERT(span->kind != 0);
        span++;
    }
    return span;
}

/* The next one of the same kind; NULL: that was the last. */
static const struct vl_span *next_span(const struct vl_span *span)
{
    return span != NULL && span[1].kind == span->kind ? span + 1 : NULL;
}

static int lowest(const struct vl_move_kind *kind, const struct vl_span *span, int i)
{
    if (span != NULL)
        return span->lo[i];
    return kind->args[i].type == VL_ARG_SET ? 0 : kind->args[i].lo;
}

static int values(const struct vl_move_kind *kind, const struct vl_span *span, int i)
{
    const struct vl_arg *a = &kind->args[i];

    if (span != NULL)
        return span->hi[i] - span->lo[i] + 1;
    switch ((enum vl_arg_type)a->type) {
    case VL_ARG_ONE: return a->hi - a->lo + 1;
    case VL_ARG_SET: return 1 << (a->hi + 1);
    case VL_ARG_LIST: break;
    }
    VL_VERIFY(a->type != VL_ARG_LIST); /* a seat's big choices are rows of small ones */
    return 0;
}

static int span_len(const struct vl_move_kind *kind, const struct vl_span *span)
{
    int n = 1;

    for (int i = 0; i < kind->args_len; i++)
        n *= values(kind, span, i);
    return n;
}

/* ---- kinds, one after the other ---- */

static int kind_len(const struct vl_game *g, int k)
{
    const struct vl_span *span;
    int n = 0;

    if (g->moves[k].flags & (VL_MOVE_CHANCE | VL_MOVE_ROW))
        return 0;
    span = first_span(g, k);
    do {
        n += span_len(&g->moves[k], span);
        span = next_span(span);
    } while (span != NULL);
    return n;
}

int vl_actions_max(const struct vl_game *g)
{
    int n = 0;

    for (int k = 1; k < g->moves_len; k++)
        n += kind_len(g, k);
    return n;
}

void vl_actions_count(struct vl_rules *r)
{
    int n = 0;

    VL_VERIFY(r->game->moves_len < VL_KINDS_MAX);
    for (int k = 1; k < r->game->moves_len; k++) {
        r->action[k] = vl_i16(n);
        n += kind_len(r->game, k);
    }
    r->action[r->game->moves_len] = vl_i16(n);
}

/* ---- a move's number ---- */

/* Its number within a span; -1: it is not in it, or a set names one twice. */
static int within(const struct vl_move_kind *kind, const struct vl_span *span, struct vl_move m)
{
    int n = 0, at = 0;

    for (int i = 0; i < kind->args_len; i++) {
        const struct vl_arg *a = &kind->args[i];
        int v = vl_arg_load(a, &m.arg[at]) - lowest(kind, span, i), count = values(kind, span, i);

        if (v < 0 || v >= count || (a->type == VL_ARG_SET && m.arg[at + 1] != 0))
            return -1;
        at += vl_arg_bytes(a);
        n = n * count + v;
    }
    return n;
}

/* m is of a known kind. */
static int number_of(const struct vl_rules *r, struct vl_move m)
{
    const struct vl_move_kind *kind = &r->game->moves[m.kind];
    const struct vl_span *span = first_span(r->game, m.kind);
    int first = r->action[m.kind];

    if (kind->flags & (VL_MOVE_CHANCE | VL_MOVE_ROW))
        return -1;
    do {
        int n = within(kind, span, m);

        if (n >= 0)
            return first + n;
        first += span != NULL ? span_len(kind, span) : 0;
        span = next_span(span);
    } while (span != NULL);
    return -1;
}

int vl_action_of(const struct vl_rules *r, struct vl_move m)
{
    return vl_move_ok(r->game, m) ? number_of(r, m) : -1;
}

/* ---- a number's move ---- */

static struct vl_move move_with(const struct vl_move_kind *kind, int k,
                                const int value[VL_ARGS_MAX])
{
    struct vl_move m;
    int at = 0;

    memset(&m, 0, sizeof m);
    m.kind = vl_u8(k);
    for (int i = 0; i < kind->args_len; i++) {
        VL_VERIFY(at + vl_arg_bytes(&kind->args[i]) <= VL_ARGS_MAX);
        vl_arg_store(&kind->args[i], &m.arg[at], value[i]);
        at += vl_arg_bytes(&kind->args[i]);
    }
    return m;
}

/* The last kind whose first number is not above `action`: those without numbers
 * stand before it. */
static int kind_of(const struct vl_rules *r, int action)
{
    int lo = 1, hi = r->game->moves_len;

    while (hi - lo > 1) {
        int mid = (lo + hi) / 2;

        if (r->action[mid] <= action)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

struct vl_move vl_action_move(const struct vl_rules *r, int action)
{
    int value[VL_ARGS_MAX] = { 0 }, k = 0;

    if (action < 0 || action >= r->action[r->game->moves_len])
        return move_with(&r->game->moves[0], 0, value);
    k = kind_of(r, action);
    const struct vl_move_kind *kind = &r->game->moves[k];
    const struct vl_span *span = first_span(r->game, k);

    action -= r->action[k];
    while (span != NULL && action >= span_len(kind, span)) {
        action -= span_len(kind, span);
        span = next_span(span);
    }
    for (int i = kind->args_len - 1; i >= 0; i--) {
        value[i] = lowest(kind, span, i) + action % values(kind, span, i);
        action /= values(kind, span, i);
    }
    return move_with(kind, k, value);
}

/* ---- the legal ones ---- */

void vl_action_numbers(const struct vl_rules *r, const struct vl_move *list, int len, int16_t *out)
{
    for (int i = 0; i < len; i++) {
        out[i] = vl_i16(number_of(r, list[i]));
        VL_ASSERT(out[i] >= 0);
    }
}

int vl_action_list(const struct vl_rules *r, const struct vl_state *s, int16_t *out)
{
    struct vl_move list[VL_MOVES_MAX];

    if (s->actor < 0)
        return 0;
    int len = vl_legal(r, s, list);
    VL_ASSERT(len <= r->game->choices_max);
    vl_action_numbers(r, list, len, out);
    return len;
}

void vl_action_mask(const struct vl_rules *r, const struct vl_state *s, uint8_t *mask)
{
    int16_t list[VL_MOVES_MAX];
    int len = vl_action_list(r, s, list);

    memset(mask, 0, (size_t)r->action[r->game->moves_len]);
    for (int i = 0; i < len; i++)
        mask[list[i]] = 1;
}

/* ---- in words ---- */

static void put_set(const struct vl_arg *a, int bits, struct vl_buf *out)
{
    const char *gap = "";

    vl_put_char(out, '{');
    for (int i = 0; i <= a->hi; i++) {
        if (!(bits >> i & 1))
            continue;
        vl_put(out, gap);
        vl_put_int(out, i);
        gap = ",";
    }
    vl_put_char(out, '}');
}

static void put_arg(const struct vl_game *g, const struct vl_arg *a, int v, struct vl_buf *out)
{
    const struct vl_family *f = a->family >= VL_FAM_GAME ? &g->families[a->family - VL_FAM_GAME]
                                                         : NULL;

    vl_put_char(out, ' ');
    vl_put(out, a->name);
    vl_put_char(out, '=');
    if (a->type == VL_ARG_SET)
        put_set(a, v, out);
    else if (f != NULL && f->keys != NULL && v < f->count)
        vl_put(out, f->keys[v]);
    else
        vl_put_int(out, v);
}

void vl_action_name(const struct vl_game *g, int action, struct vl_buf *out)
{
    struct vl_rules r;
    int at = 0;

    vl_rules_init(&r, g, NULL, NULL);
    struct vl_move m = vl_action_move(&r, action);
    const struct vl_move_kind *kind = &g->moves[m.kind];

    if (m.kind == 0)
        return;
    vl_put(out, kind->word);
    for (int i = 0; i < kind->args_len; i++) {
        put_arg(g, &kind->args[i], vl_arg_load(&kind->args[i], &m.arg[at]), out);
        at += vl_arg_bytes(&kind->args[i]);
    }
}
