#include "gauntlet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS_MAX = 1024, /* of one move */
    TEXT_MAX = 1 << 16,
    NODES_MAX = 1 << 13,
    WORD_MAX = 128,
    ILLEGAL_TRIES = 6,
    TWIN_TRIES = 8,
    SENSE_TRIES = 8,
    LONG_GAME = 20000 /* moves of a game without a bound that are enough */
};

/* Collects the events of a move. */
struct collector {
    struct vl_sink sink;
    int len;
    struct vl_event ev[EVENTS_MAX];
};

struct run {
    const struct vl_rules *r;
    const struct vl_game *g;
    size_t size; /* of a state */
    struct vl_rng rng;
    struct gauntlet_report *rep;
    bool dear;     /* the move at hand gets all checks */
    long game, at; /* which game, which move of it */

    struct vl_state *s;    /* the game being played */
    struct vl_state *twin; /* the same to `viewer`'s eyes */
    vl_actor viewer;
    struct vl_state *a, *b, *c; /* scratch */
    struct collector events, other;
    struct vl_move list[VL_MOVES_MAX], list2[VL_MOVES_MAX];
    struct vl_move rows[VL_ROWS_MAX], rows2[VL_ROWS_MAX];
    int len;
    char (*notation)[WORD_MAX]; /* of list[] */
    char *text, *text2;
    struct vl_json_node *nodes;
    int16_t *obs, *obs2;
    uint8_t *mask;
};

/* ---- reporting ---- */

static bool fail(struct run *run, const char *what)
{
    char hash[20];
    struct vl_buf b = vl_buf_on(hash, sizeof hash);

    vl_put_hex64(&b, vl_state_hash(run->r, run->s));
    snprintf(run->rep->fault, sizeof run->rep->fault, "%s, game %ld, move %ld, state %s: %s",
             run->g->id, run->game, run->at, hash, what);
    return false;
}

static bool fail_move(struct run *run, struct vl_move m, const char *what)
{
    char text[400];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, "`");
    vl_move_format(run->r, m, &b);
    vl_put(&b, "`: ");
    vl_put(&b, what);
    return fail(run, text);
}

#define NEED(x, what)                                                                              \
    do {                                                                                           \
        if (!(x))                                                                                  \
            return fail(run, (what));                                                              \
    } while (0)
#define NEED_MOVE(x, m, what)                                                                      \
    do {                                                                                           \
        if (!(x))                                                                                  \
            return fail_move(run, (m), (what));                                                    \
    } while (0)

/* ---- helpers ---- */

static void copy(const struct run *run, struct vl_state *to, const struct vl_state *from)
{
    memcpy(to, from, run->size);
}

static bool same(const struct run *run, const struct vl_state *x, const struct vl_state *y)
{
    return memcmp(x, y, run->size) == 0;
}

static bool one_in(struct run *run, uint32_t n)
{
    return vl_rng_below(&run->rng, n) == 0;
}

static void take(struct vl_sink *sink, const struct vl_event *ev)
{
    struct collector *c = (struct collector *)(void *)sink;

    if (c->len < EVENTS_MAX)
        c->ev[c->len] = *ev;
    c->len++;
}

static struct vl_sink *collect(struct collector *c)
{
    c->sink.take = take;
    c->len = 0;
    return &c->sink;
}

static bool sound(struct run *run, const struct vl_state *s, const char *when)
{
    char what[400];
    struct vl_error err;

    if (vl_sound(run->r, s, &err) == VL_OK)
        return true;
    snprintf(what, sizeof what, "%s: broken (rule %d): %s %s", when, err.rule, err.where, err.what);
    return fail(run, what);
}

static vl_actor random_viewer(struct run *run)
{
    uint32_t k = vl_rng_below(&run->rng, run->s->seats + 1u);

    return k < run->s->seats ? (vl_actor)k : (vl_actor)VL_ANYONE;
}

/* ---- tables, once ---- */

/* Can the words of one argument be those of the other? */
static bool arg_reads_alike(const struct vl_rules *r, const struct vl_arg *a,
                            const struct vl_arg *b)
{
    bool keyed = vl_family_keyed(r, a->family);

    if (keyed != vl_family_keyed(r, b->family))
        return false; /* a word and a number */
    for (int i = 0; keyed && a->family != b->family && i < vl_family_count(r, a->family); i++) {
        const char *key = vl_key(r, a->family, i);
        if (key != NULL && vl_find_key(r, b->family, key, strlen(key)) >= 0)
            return true;
    }
    return !keyed || a->family == b->family;
}

/* Can a text be a move of both kinds? Sets and lists may be of any length. */
static bool read_alike(const struct vl_rules *r, const struct vl_move_kind *a,
                       const struct vl_move_kind *b)
{
    for (int i = 0; i < VL_ARGS_MAX; i++) {
        if (i == a->args_len || i == b->args_len)
            return a->args_len == b->args_len;
        if (a->args[i].type != VL_ARG_ONE || b->args[i].type != VL_ARG_ONE)
            return true;
        if (!arg_reads_alike(r, &a->args[i], &b->args[i]))
            return false;
    }
    return true;
}

static bool check_kinds(struct run *run)
{
    for (int k = 1; k < run->g->moves_len; k++) {
        const struct vl_move_kind *kind = &run->g->moves[k];
        int bytes = 0;

        NEED(kind->word != NULL && kind->args_len <= VL_LEN(kind->args),
             "a move kind is unfinished");
        NEED(!(kind->flags & VL_MOVE_ROW) || (run->g->rows != NULL && run->g->unfold != NULL),
             "a row that nothing unfolds");
        for (int i = 0; i < kind->args_len; i++) {
            const struct vl_arg *a = &kind->args[i];

            NEED(a->type == VL_ARG_ONE || i == kind->args_len - 1, "a set or list is not the last");
            NEED(a->type != VL_ARG_LIST || (kind->flags & VL_MOVE_CHANCE), "a list in a decision");
            NEED(a->type != VL_ARG_SET || a->hi < 7, "a set with more than seven members");
            NEED(a->lo <= a->hi, "an argument without values");
            bytes += vl_arg_bytes(a) + (a->type == VL_ARG_LIST ? vl_arg_width(a) : 0);
        }
        for (int i = kind->args_len; i < VL_ARGS_MAX; i++)
            NEED(kind->args[i].name == NULL, "a move kind with more arguments than it counts");
        NEED(bytes <= VL_ARGS_MAX, "a move kind with too many arguments");
        for (int j = 1; j < k; j++) {
            if (vl_str_eq(kind->word, run->g->moves[j].word))
                NEED((kind->flags & VL_MOVE_SAME_WORD) &&
                         !read_alike(run->r, kind, &run->g->moves[j]),
                     "two move kinds that read alike");
        }
    }
    return true;
}

/* Rows of the table of spans up to this one are of kinds that say so, each in one
 * piece, and within the ranges of the arguments. */
static bool check_span(struct run *run, const struct vl_span *span)
{
    const struct vl_game *g = run->g;

    NEED(span->kind < g->moves_len && (g->moves[span->kind].flags & VL_MOVE_SPANS) &&
             !(g->moves[span->kind].flags & VL_MOVE_CHANCE),
         "a span of a kind that has none");
    NEED(span == g->spans || span[-1].kind <= span->kind, "spans out of order");
    for (int i = 0; i < VL_ARGS_MAX; i++) {
        const struct vl_arg *a = &g->moves[span->kind].args[i];

        if (i >= g->moves[span->kind].args_len)
            NEED(span->lo[i] == 0 && span->hi[i] == 0, "a span of no argument");
        else
            NEED(a->type == VL_ARG_ONE && span->lo[i] <= span->hi[i] && a->lo <= span->lo[i] &&
                     span->hi[i] <= a->hi,
                 "a span outside its argument");
    }
    return true;
}

/* What cannot be said by a table with macros: that a key has room for its family. */
static bool check_fields(struct run *run, const struct vl_field *fields, int depth)
{
    for (int k = 0; fields[k].type != VL_F_END; k++) {
        const struct vl_field *f = &fields[k];
        int count = vl_family_count(run->r, f->family);
        bool keys = f->type == VL_F_KEY || f->type == VL_F_ROW || f->type == VL_F_LIST;

        NEED(k < VL_FIELDS_MAX, "too many fields");
        NEED(!keys || f->family == VL_FAM_INT ||
                 count <= (f->width == 2 ? VL_FAMILY_MAX : VL_BAD_KEY),
             "a field too narrow for its family");
        NEED(f->type != VL_F_ROW || f->family != VL_FAM_INT || f->hi <= INT16_MAX,
             "numbers in a row that an observation cannot show");
        NEED(f->type != VL_F_BITS || f->count <= 8 * f->width, "more bits than there is room for");
        NEED(f->type != VL_F_MAP || (depth < 3 && check_fields(run, f->child, depth + 1)),
             "maps too deep in each other");
    }
    return true;
}

static bool check_spans(struct run *run)
{
    const struct vl_span *span = run->g->spans;
    bool met[UINT8_MAX + 1] = { false };

    for (; span != NULL && span->kind != 0; span++) {
        if (!check_span(run, span))
            return false;
        met[span->kind] = true;
    }
    for (int k = 1; k < run->g->moves_len; k++)
        NEED(met[k] == ((run->g->moves[k].flags & VL_MOVE_SPANS) != 0), "a kind without its spans");
    return true;
}

static bool check_tables(struct run *run)
{
    const struct vl_game *g = run->g;
    int actions = vl_actions_max(g);

    NEED(g->state_size <= VL_STATE_MAX, "the state is too large");
    NEED(g->moves_max <= VL_MOVES_MAX, "too many moves");
    NEED(g->choices_max <= g->moves_max, "more choices than moves");
    for (int f = 0; f < g->families_len; f++)
        NEED(g->families[f].count <= VL_FAMILY_MAX, "too many things in a family");
    if (!check_kinds(run) || !check_spans(run) || !check_fields(run, g->fields, 0))
        return false;
    NEED(actions <= VL_ACTIONS_MAX, "too many action numbers");
    for (int i = 0; i < actions; i++) {
        struct vl_move m = vl_action_move(run->r, i);

        NEED_MOVE(vl_action_of(run->r, m) == i, m, "its action number leads elsewhere");
    }
    NEED(vl_action_move(run->r, -1).kind == 0 && vl_action_move(run->r, actions).kind == 0,
         "a move without a number");
    return true;
}

/* ---- the list ---- */

static bool check_duplicates(struct run *run)
{
    for (int i = 0; i < run->len; i++) {
        for (int j = 0; j < i; j++)
            NEED_MOVE(!vl_move_eq(run->list[i], run->list[j]), run->list[i], "listed twice");
    }
    return true;
}

static bool check_notation(struct run *run)
{
    for (int i = 0; i < run->len; i++) {
        struct vl_buf b = vl_buf_on(run->notation[i], WORD_MAX);
        struct vl_move back;

        vl_move_format(run->r, run->list[i], &b);
        NEED_MOVE(!b.full, run->list[i], "its notation is too long");
        NEED_MOVE(vl_move_parse(run->r, b.p, b.len, &back) == 0 && vl_move_eq(back, run->list[i]),
                  run->list[i], "its notation does not read back");
        for (int j = 0; j < i; j++)
            NEED_MOVE(strcmp(run->notation[i], run->notation[j]) != 0, run->list[i],
                      "its notation stands for two moves");
    }
    return true;
}

static bool check_actions(struct run *run)
{
    int actions = vl_actions_max(run->g);
    int ones = 0;

    int16_t numbers[VL_MOVES_MAX];
    int numbers_len = vl_action_list(run->r, run->s, numbers);

    vl_action_mask(run->r, run->s, run->mask);
    for (int i = 0; i < actions; i++)
        ones += run->mask[i];
    for (int i = 0; i < run->len; i++) {
        int n = vl_action_of(run->r, run->list[i]);

        if (run->s->actor < 0) {
            NEED_MOVE(n == -1, run->list[i], "chance has an action number");
            continue;
        }
        NEED_MOVE(n >= 0 && n < actions, run->list[i], "no action number");
        NEED_MOVE(vl_move_eq(vl_action_move(run->r, n), run->list[i]), run->list[i],
                  "its action number leads elsewhere");
        NEED_MOVE(run->mask[n] == 1, run->list[i], "not in the action mask");
        NEED_MOVE(i < numbers_len && numbers[i] == n, run->list[i], "not in the list of numbers");
    }
    NEED(ones == (run->s->actor < 0 ? 0 : run->len), "the action mask differs from the list");
    NEED(numbers_len == ones, "the list of numbers differs from the mask");
    return true;
}

/* Every listed move is accepted from whom it is awaited and from nobody else,
 * and applies to a copy. */
static bool check_each(struct run *run)
{
    vl_actor stranger = run->s->actor == VL_CHANCE ? 0 : VL_CHANCE;

    for (int i = 0; i < run->len; i++) {
        struct vl_move m = run->list[i];

        NEED_MOVE(!vl_is_row(run->g, m), m, "a row among the moves");
        NEED_MOVE(vl_refuse(run->r, run->s, m, run->s->actor) == 0, m, "listed and refused");
        NEED_MOVE(vl_refuse(run->r, run->s, m, stranger) != 0, m, "accepted from a stranger");
        copy(run, run->a, run->s);
        vl_apply_legal(run->r, run->a, m, NULL);
        NEED_MOVE(!same(run, run->a, run->s), m, "changes nothing");
        if (!sound(run, run->a, "after a listed move"))
            return false;
    }
    return true;
}

static bool check_list(struct run *run)
{
    run->len = vl_legal(run->r, run->s, run->list);
    NEED(run->len > 0, "no legal move, yet the game is not over");
    NEED(run->len <= run->g->moves_max, "more legal moves than moves_max");
    NEED(run->s->actor < 0 || run->len <= run->g->choices_max,
         "more moves of a seat than choices_max");
    if (run->s->actor >= 0 && run->len > run->rep->list_max)
        run->rep->list_max = run->len;
    if (run->s->actor == VL_CHANCE && run->len > run->rep->chance_max)
        run->rep->chance_max = run->len;
    if (!run->dear)
        return true;
    return check_duplicates(run) && check_notation(run) && check_actions(run) && check_each(run);
}

/* ---- rows of moves ---- */

/* The moves of a row made one by one, each by the actor: the same events, and the state
 * in run->c. */
static bool check_unfolded(struct run *run, struct vl_move row)
{
    struct vl_move moves[VL_ROW_MAX];
    int n = vl_unfold(run->r, run->s, row, moves), flags = 0;

    NEED_MOVE(n > 0, row, "a row without moves");
    copy(run, run->c, run->s);
    collect(&run->other);
    for (int i = 0; i < n; i++) {
        NEED_MOVE(run->c->actor == run->s->actor, row, "somebody else acts in the midst of it");
        NEED_MOVE(!vl_is_row(run->g, moves[i]), row, "a row within a row");
        NEED_MOVE(vl_apply(run->r, run->c, moves[i], run->s->actor, &run->other.sink) == 0, row,
                  "one of its moves is refused");
        flags |= run->g->moves[moves[i].kind].flags;
    }
    NEED_MOVE(!(flags & VL_MOVE_REVEALS) || run->g->moves[row.kind].flags & VL_MOVE_REVEALS, row,
              "it may reveal what its kind does not say");
    return true;
}

static bool check_row(struct run *run, struct vl_move row)
{
    char text[WORD_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    struct vl_move back;

    vl_move_format(run->r, row, &b);
    NEED_MOVE(vl_is_row(run->g, row), row, "offered as a row, and is none");
    NEED_MOVE(vl_action_of(run->r, row) == -1, row, "a row has an action number");
    NEED_MOVE(vl_move_parse(run->r, b.p, b.len, &back) == 0 && vl_move_eq(back, row), row,
              "its notation does not read back");
    NEED_MOVE(vl_refuse(run->r, run->s, row, run->s->actor) == 0, row, "offered and refused");
    NEED_MOVE(vl_refuse(run->r, run->s, row, VL_CHANCE) != 0, row, "accepted from a stranger");
    copy(run, run->a, run->s);
    NEED_MOVE(vl_apply(run->r, run->a, row, run->s->actor, collect(&run->events)) == 0, row,
              "refused");
    if (!check_unfolded(run, row))
        return false;
    NEED_MOVE(same(run, run->a, run->c), row, "is not the same as its moves one by one");
    NEED_MOVE(run->events.len == run->other.len && run->other.len <= EVENTS_MAX &&
                  memcmp(run->events.ev, run->other.ev,
                         sizeof run->other.ev[0] * (size_t)run->other.len) == 0,
              row, "tells another story than its moves one by one");
    return true;
}

/* Each row that is offered stands for legal moves, and the offer depends on nothing that
 * the actor cannot know. */
static bool check_rows(struct run *run)
{
    if (run->g->rows == NULL || run->s->actor < 0)
        return true;
    int n = run->g->rows(run->r, run->s, run->rows);
    NEED(n >= 0 && n <= VL_ROWS_MAX, "too many rows");
    for (int i = 0; i < n; i++) {
        NEED_MOVE(vl_move_find(run->rows, i, run->rows[i]) < 0, run->rows[i], "offered twice");
        if (!check_row(run, run->rows[i]))
            return false;
        run->rep->rows++;
    }
    copy(run, run->b, run->s);
    vl_hide(run->r, run->b, run->s->actor);
    NEED(run->g->rows(run->r, run->b, run->rows2) == n &&
             memcmp(run->rows, run->rows2, sizeof run->rows[0] * (size_t)n) == 0,
         "the rows that are offered depend on what the actor cannot know");
    return true;
}

/* ---- moves that are not listed ---- */

/* A move near a legal one, or anything at all. */
static struct vl_move random_move(struct run *run)
{
    struct vl_move m = run->list[vl_rng_below(&run->rng, (uint32_t)run->len)];

    if (one_in(run, 3)) {
        m.kind = (uint8_t)vl_rng_below(&run->rng, run->g->moves_len + 2u);
        memset(m.arg, 0, sizeof m.arg);
    }
    for (int i = 0; i < VL_ARGS_MAX; i++) {
        if (one_in(run, 4))
            m.arg[i] = (uint8_t)vl_rng_below(&run->rng, one_in(run, 4) ? 256 : 8);
    }
    return m;
}

static bool is_listed(const struct run *run, struct vl_move m)
{
    for (int i = 0; i < run->len; i++) {
        if (vl_move_eq(run->list[i], m))
            return true;
    }
    return false;
}

static bool check_illegal(struct run *run)
{
    for (int i = 0; i < ILLEGAL_TRIES; i++) {
        struct vl_move m = random_move(run);
        vl_rule no = vl_refuse(run->r, run->s, m, VL_ANYONE);

        if (no == 0 && is_listed(run, m))
            continue;
        copy(run, run->a, run->s);
        NEED_MOVE(vl_apply(run->r, run->a, m, VL_ANYONE, NULL) == no, m,
                  "vl_apply() and vl_refuse() disagree");
        if (no != 0) {
            NEED_MOVE(same(run, run->a, run->s), m, "refused, and yet the state has changed");
            run->rep->illegal++;
            continue;
        }
        char text[WORD_MAX];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        struct vl_move back;

        vl_move_format(run->r, m, &b);
        NEED_MOVE(vl_move_parse(run->r, b.p, b.len, &back) == 0 && vl_move_eq(back, m), m,
                  "accepted, but its notation does not read back");
        NEED_MOVE(run->s->actor < 0 || vl_is_row(run->g, m) || vl_action_of(run->r, m) >= 0, m,
                  "accepted without an action number");
        if (!sound(run, run->a, "after an unlisted move"))
            return false;
        run->rep->unlisted++;
    }
    return true;
}

/* ---- chance ---- */

static bool check_chance(struct run *run)
{
    uint64_t sum = 0;

    for (int i = 0; i < run->len; i++) {
        uint64_t w = vl_weight(run->r, run->s, run->list[i]);

        NEED_MOVE(w > 0, run->list[i], "listed without weight");
        NEED_MOVE(sum + w > sum, run->list[i], "the weights outgrow 64 bits");
        sum += w;
    }
    NEED(run->len > 1, "chance is asked although only one thing can happen");
    struct vl_move m = vl_sample(run->r, run->s, &run->rng);
    NEED_MOVE(vl_refuse(run->r, run->s, m, VL_CHANCE) == 0, m, "sampled and refused");
    return true;
}

/* ---- positions ---- */

static size_t write_position(struct run *run, const struct vl_state *s, vl_actor viewer, bool full,
                             char *out)
{
    struct vl_json w = vl_json_on(out, TEXT_MAX);

    vl_position_write(run->r, s, viewer, full, &w);
    return w.out.full ? 0 : w.out.len;
}

static bool read_position(struct run *run, const char *text, size_t len, struct vl_state *out)
{
    struct vl_json_doc doc;
    struct vl_error err;
    char what[500];

    if (vl_json_parse(&doc, text, len, run->nodes, NODES_MAX, &err) == VL_OK &&
        vl_position_read(run->r, out, run->c, &doc, 0, &err) == VL_OK)
        return true;
    snprintf(what, sizeof what, "a position does not read back: %s %s: %s",
             vl_status_word(err.status), err.where, err.what);
    return fail(run, what);
}

static bool check_position(struct run *run)
{
    size_t len = write_position(run, run->s, VL_ANYONE, true, run->text);
    vl_actor viewer = random_viewer(run);

    NEED(len > 0, "a position is too long to write");
    if (!read_position(run, run->text, len, run->a))
        return false;
    NEED(same(run, run->a, run->s), "a position reads back as another state");
    NEED(write_position(run, run->a, VL_ANYONE, true, run->text2) == len &&
             memcmp(run->text, run->text2, len) == 0,
         "a position is written differently the second time");

    copy(run, run->b, run->s);
    vl_hide(run->r, run->b, viewer);
    len = write_position(run, run->s, viewer, false, run->text);
    if (!read_position(run, run->text, len, run->a))
        return false;
    NEED(same(run, run->a, run->b), "a viewer's position reads back as another state");
    return true;
}

/* ---- what a viewer knows ---- */

/* A game without a bound is left when it has become long. */
static bool is_long(const struct run *run, long moves)
{
    return run->g->decisions_max == 0 && moves >= LONG_GAME;
}

static bool play_on(struct run *run, struct vl_state *s)
{
    for (int i = 0; s->actor != VL_OVER; i++) {
        int n = vl_legal(run->r, s, run->list2);

        if (is_long(run, i))
            return true;
        NEED(run->g->decisions_max == 0 || (uint32_t)i <= run->g->decisions_max,
             "a hidden state does not end in time");
        NEED(n > 0, "a hidden state without legal moves");
        vl_apply_legal(run->r, s, run->list2[vl_rng_below(&run->rng, (uint32_t)n)], NULL);
        if (!sound(run, s, "played on from a hidden state"))
            return false;
    }
    return true;
}

static bool check_hide(struct run *run)
{
    vl_actor actor = run->s->actor;
    vl_actor viewer = random_viewer(run);

    copy(run, run->a, run->s);
    vl_hide(run->r, run->a, viewer);
    copy(run, run->b, run->a);
    vl_hide(run->r, run->b, viewer);
    NEED(same(run, run->a, run->b), "hide() twice is not hide() once");
    if (!sound(run, run->a, "hidden"))
        return false;
    if (actor >= 0) {
        copy(run, run->b, run->s);
        vl_hide(run->r, run->b, actor);
        NEED(vl_legal(run->r, run->b, run->list2) == run->len &&
                 memcmp(run->list, run->list2, sizeof run->list[0] * (size_t)run->len) == 0,
             "the actor's own moves depend on what it cannot know");
    }
    return !one_in(run, 8) || play_on(run, run->a);
}

static bool check_observe(struct run *run)
{
    size_t len = (size_t)vl_observe_len(run->g);
    vl_actor viewer = random_viewer(run);

    for (size_t i = 0; i <= len; i++) {
        run->obs[i] = 11111;
        run->obs2[i] = -22222;
    }
    vl_observe(run->r, run->s, viewer, run->obs);
    vl_observe(run->r, run->s, viewer, run->obs2);
    NEED(memcmp(run->obs, run->obs2, sizeof run->obs[0] * len) == 0,
         "an observation leaves entries out");
    NEED(run->obs[len] == 11111, "an observation is longer than it says");
    return true;
}

/* ---- a move, and what it tells ---- */

static bool check_event(struct run *run, const struct vl_event *ev)
{
    NEED(ev->type < run->g->events_len, "an event of no known type");
    const struct vl_event_kind *kind = &run->g->events[ev->type];
    NEED(ev->len == kind->len, "an event with a wrong number of arguments");
    NEED(ev->rule != 0, "an event without a rule");
    NEED(ev->seat >= -1 && ev->seat < run->s->seats, "an event of no known seat");
    for (int i = 0; i < ev->len; i++) {
        int family = kind->args[i].family;
        bool none = ev->arg[i] == vl_none_of(run->r, family) || ev->arg[i] == -1;

        NEED(family == VL_FAM_INT || none ||
                 (ev->arg[i] >= 0 && ev->arg[i] < vl_family_count(run->r, family)),
             "an event names a thing that does not exist");
    }
    return true;
}

static bool same_event(const struct vl_event *x, const struct vl_event *y)
{
    return memcmp(x, y, sizeof *x) == 0;
}

/* What the actor is told beforehand is the beginning of what happens; it ends
 * early only where something unknown to the actor would have to be known. */
static bool check_preview(struct run *run, struct vl_move m)
{
    vl_actor viewer = run->s->actor;
    bool all_known;

    copy(run, run->b, run->s);
    vl_hide(run->r, run->b, viewer);
    all_known = same(run, run->b, run->s);
    NEED_MOVE(vl_preview(run->r, run->s, m, viewer, run->b, collect(&run->other)) == 0, m,
              "its preview is refused");
    NEED_MOVE(run->other.len <= run->events.len, m, "its preview tells more than happens");
    NEED_MOVE(!all_known || run->other.len == run->events.len, m, "its preview stops early");
    for (int i = 0; i < run->other.len; i++)
        NEED_MOVE(same_event(&run->other.ev[i], &run->events.ev[i]), m,
                  "its preview differs from what happens");
    return true;
}

/* Applies m to the game, and again in two other ways that must agree. */
static bool apply(struct run *run, struct vl_move m)
{
    vl_actor actor = run->s->actor;
    int steps = 0;

    copy(run, run->a, run->s);
    copy(run, run->c, run->s);
    NEED_MOVE(vl_apply(run->r, run->a, m, actor, collect(&run->events)) == 0, m, "refused");
    NEED_MOVE(run->events.len <= EVENTS_MAX, m, "too many events");
    for (int i = 0; i < run->events.len; i++) {
        if (!check_event(run, &run->events.ev[i]))
            return false;
    }
    vl_apply_legal(run->r, run->c, m, NULL);
    NEED_MOVE(same(run, run->a, run->c), m, "behaves differently without a sink");
    if (run->dear) {
        copy(run, run->c, run->s);
        run->g->apply(run->r, run->c, m, NULL);
        while (vl_step(run->r, run->c, NULL))
            NEED_MOVE(++steps < VL_STEPS_MAX, m, "the automatic phases do not end");
        NEED_MOVE(same(run, run->a, run->c), m, "behaves differently step by step");
        if (actor >= 0 && !check_preview(run, m))
            return false;
    }
    copy(run, run->s, run->a);
    return sound(run, run->s, "after a move");
}

/* ---- twins: two games that look the same to one viewer ---- */

/* The same events to the viewer's eyes? */
static bool look_same(const struct run *run)
{
    int i = 0, j = 0;

    for (;; i++, j++) {
        while (i < run->events.len && !vl_event_seen(&run->events.ev[i], run->viewer))
            i++;
        while (j < run->other.len && !vl_event_seen(&run->other.ev[j], run->viewer))
            j++;
        if (i == run->events.len || j == run->other.len)
            return i == run->events.len && j == run->other.len;
        if (!same_event(&run->events.ev[i], &run->other.ev[j]))
            return false;
    }
}

/* Applies m to the twin if that looks like what has just happened. */
static bool try_twin(struct run *run, struct vl_move m)
{
    copy(run, run->b, run->twin);
    vl_apply_legal(run->r, run->b, m, collect(&run->other));
    if (!look_same(run))
        return false;
    copy(run, run->twin, run->b);
    return true;
}

/* Lets the same thing happen to the twin or, where chance decides, another one
 * that looks the same. False if there is none: the secret is out. */
static bool move_twin(struct run *run, struct vl_move m, vl_actor actor)
{
    if (actor == VL_CHANCE && run->twin->actor == VL_CHANCE) {
        for (int i = 0; i < TWIN_TRIES; i++) {
            if (try_twin(run, vl_sample(run->r, run->twin, &run->rng)))
                return true;
        }
    }
    return vl_refuse(run->r, run->twin, m, actor) == 0 && try_twin(run, m);
}

static bool check_twin(struct run *run, struct vl_move m, vl_actor actor)
{
    if (!move_twin(run, m, actor)) {
        copy(run, run->twin, run->s);
        return true;
    }
    if (same(run, run->twin, run->s))
        return true;
    run->rep->hidden_twins++;
    copy(run, run->a, run->s);
    copy(run, run->b, run->twin);
    vl_hide(run->r, run->a, run->viewer);
    vl_hide(run->r, run->b, run->viewer);
    NEED_MOVE(same(run, run->a, run->b), m, "hide() leaves a trace of a secret");
    if (!run->dear)
        return true;
    size_t len = write_position(run, run->s, run->viewer, false, run->text);
    NEED_MOVE(write_position(run, run->twin, run->viewer, false, run->text2) == len &&
                  memcmp(run->text, run->text2, len) == 0,
              m, "a viewer's position tells a secret");
    vl_observe(run->r, run->s, run->viewer, run->obs);
    vl_observe(run->r, run->twin, run->viewer, run->obs2);
    NEED_MOVE(memcmp(run->obs, run->obs2, sizeof run->obs[0] * (size_t)vl_observe_len(run->g)) == 0,
              m, "an observation tells a secret");
    return true;
}

/* ---- games ---- */

static bool check_result(struct run *run)
{
    struct vl_result res;
    bool over = run->s->actor == VL_OVER;
    bool first = false;

    vl_result(run->r, run->s, &res);
    NEED(res.over == over, "the result does not know whether the game is over");
    NEED((res.rule != 0) == over, "the rule that ended the game");
    if (!over)
        return true;
    NEED(vl_legal(run->r, run->s, run->list) == 0, "moves after the end");
    for (int k = 0; k < run->s->seats; k++) {
        NEED(res.rank[k] >= 1 && res.rank[k] <= run->s->seats, "a rank that cannot be");
        first = first || res.rank[k] == 1;
        for (int j = 0; j < run->s->seats; j++)
            NEED(res.score[j] <= res.score[k] || res.rank[j] <= res.rank[k],
                 "a better score with a worse rank");
    }
    NEED(first, "nobody is first");
    return true;
}

/* How a game is played: mostly at random; now and then chance does anything it
 * can, or the seats play with some sense, so that what is rare is seen too. */
struct style {
    bool fair, sensible;
};

static struct vl_move any_move(struct run *run)
{
    return run->list[vl_rng_below(&run->rng, (uint32_t)run->len)];
}

/* The best of a few by the game's own evaluation. */
static struct vl_move sensible_move(struct run *run)
{
    struct vl_move best = any_move(run);
    int32_t best_value = -VL_EVAL_WIN - 1;

    for (int i = 0; i < SENSE_TRIES; i++) {
        struct vl_move m = any_move(run);

        copy(run, run->a, run->s);
        vl_apply_legal(run->r, run->a, m, NULL);
        int32_t value = run->g->eval(run->r, run->a, run->s->actor);
        if (value > best_value) {
            best = m;
            best_value = value;
        }
    }
    return best;
}

static struct vl_move choose(struct run *run, struct style style)
{
    if (run->s->actor == VL_CHANCE)
        return style.fair ? vl_sample(run->r, run->s, &run->rng) : any_move(run);
    return style.sensible ? sensible_move(run) : any_move(run);
}

static bool check_state(struct run *run)
{
    if (!check_list(run))
        return false;
    if (run->s->actor == VL_CHANCE && !check_chance(run))
        return false;
    if (!run->dear)
        return true;
    return check_rows(run) && check_illegal(run) && check_position(run) && check_hide(run) &&
           check_observe(run) && check_result(run);
}

static bool play_game(struct run *run)
{
    struct style style = { !one_in(run, 4), run->g->eval != NULL && one_in(run, 4) };

    vl_start(run->r, run->s, NULL);
    copy(run, run->twin, run->s);
    run->viewer = random_viewer(run);
    if (!sound(run, run->s, "at the start"))
        return false;
    for (run->at = 0; run->s->actor != VL_OVER; run->at++) {
        vl_actor actor = run->s->actor;

        if (is_long(run, run->at)) {
            run->rep->games++;
            return true;
        }
        NEED(run->g->decisions_max == 0 || (uint32_t)run->at < run->g->decisions_max,
             "the game does not end in time");
        NEED(actor == VL_CHANCE || (actor >= 0 && actor < run->s->seats), "nobody is to move");
        run->dear = run->rep->every <= 1 || one_in(run, (uint32_t)run->rep->every);
        if (!check_state(run))
            return false;
        struct vl_move m = choose(run, style);
        if (!apply(run, m))
            return false;
        if (run->g->hide != NULL && !check_twin(run, m, actor))
            return false;
        run->rep->moves++;
        *(actor == VL_CHANCE ? &run->rep->chances : &run->rep->decisions) += 1;
    }
    if (run->at > run->rep->moves_max)
        run->rep->moves_max = run->at;
    run->rep->games++;
    if (run->s->outcome < VL_LEN(run->rep->outcomes))
        run->rep->outcomes[run->s->outcome]++;
    return check_position(run) && check_result(run);
}

/* ---- memory ---- */

static void *need(size_t count, size_t size)
{
    void *p = calloc(count, size);

    VL_VERIFY(p != NULL);
    return p;
}

static struct run *create(const struct vl_rules *r, uint64_t seed, struct gauntlet_report *rep)
{
    struct run *run = (struct run *)need(1, sizeof *run);
    size_t obs = (size_t)vl_observe_len(r->game) + 1;

    run->r = r;
    run->g = r->game;
    run->size = r->game->state_size;
    run->rng = vl_rng_seed(seed);
    run->rep = rep;
    run->s = (struct vl_state *)need(1, run->size);
    run->twin = (struct vl_state *)need(1, run->size);
    run->a = (struct vl_state *)need(1, run->size);
    run->b = (struct vl_state *)need(1, run->size);
    run->c = (struct vl_state *)need(1, run->size);
    run->notation = (char(*)[WORD_MAX])need(VL_MOVES_MAX, WORD_MAX);
    run->text = (char *)need(1, TEXT_MAX);
    run->text2 = (char *)need(1, TEXT_MAX);
    run->nodes = (struct vl_json_node *)need(NODES_MAX, sizeof *run->nodes);
    run->obs = (int16_t *)need(obs, sizeof *run->obs);
    run->obs2 = (int16_t *)need(obs, sizeof *run->obs2);
    run->mask = (uint8_t *)need((size_t)vl_actions_max(r->game) + 1, 1);
    return run;
}

static void destroy(struct run *run)
{
    free(run->s);
    free(run->twin);
    free(run->a);
    free(run->b);
    free(run->c);
    free(run->notation);
    free(run->text);
    free(run->text2);
    free(run->nodes);
    free(run->obs);
    free(run->obs2);
    free(run->mask);
    free(run);
}

int vl_gauntlet(const struct vl_rules *r, uint64_t seed, long games, struct gauntlet_report *out)
{
    struct gauntlet_report rep;
    struct run *run;
    bool ok;

    memset(&rep, 0, sizeof rep);
    rep.every = out->every;
    run = create(r, seed, &rep);
    ok = check_tables(run);
    for (run->game = 0; ok && run->game < games; run->game++) {
        run->rng = vl_rng_seed(seed + (uint64_t)run->game);
        ok = play_game(run);
    }
    destroy(run);
    *out = rep;
    return ok ? 0 : 1;
}
