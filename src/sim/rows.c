/* rows.c - the games of a simulation as CSV, in their order. */
#define _POSIX_C_SOURCE 200809L
#include "sim/rows.h"

#include "text/rules.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROW_MAX = 4096, FIELD_MAX = 2048 };

/* A row whose turn has not come. */
struct waiting {
    struct waiting *next; /* of a higher number */
    uint64_t game;
    size_t len;
    char text[];
};

struct vl_rows {
    vl_rows_put *put;
    void *arg;
    pthread_mutex_t lock; /* of what follows */
    uint64_t next;        /* the game whose row is due */
    struct waiting *first;
    const struct vl_sim *sim; /* of the cell */
    char options[FIELD_MAX];  /* those that are not at their defaults */
};

/* ---- one row ---- */

/* A text as a field: in quotes, which are doubled in it, where it must be. */
static void put_field(struct vl_buf *b, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        vl_put(b, text);
        return;
    }
    vl_put_char(b, '"');
    for (; *text; text++) {
        vl_put(b, *text == '"' ? "\"" : "");
        vl_put_char(b, *text);
    }
    vl_put_char(b, '"');
}

/* Who plays, by player, as in the `seats` of a record. */
static void put_bots(struct vl_buf *b, const struct vl_sim *sim, const struct vl_state *s)
{
    int players = 0;

    for (int seat = 0; seat < s->seats; seat++) {
        int p = vl_controller(sim->rules, seat);
        players = p >= players ? p + 1 : players;
    }
    for (int p = 0; p < players; p++) {
        vl_put_char(b, p ? ' ' : ',');
        vl_bot_format(&sim->bots[p % sim->bots_len], b);
    }
}

static void put_result(struct vl_buf *b, const struct vl_rules *r, const struct vl_state *s)
{
    const struct vl_game *g = r->game;
    struct vl_result res;
    size_t from;

    vl_result(r, s, &res);
    vl_put_char(b, ',');
    vl_put(b, s->outcome < g->outcomes_len ? g->outcomes[s->outcome] : "other");
    vl_put_char(b, ',');
    vl_put(b, res.rule ? vl_rule_texts[res.rule].id : "");
    vl_put_char(b, ',');
    from = b->len;
    for (int seat = 0; seat < s->seats; seat++)
        if (res.won[seat]) {
            vl_put(b, b->len > from ? " " : "");
            vl_put_int(b, seat);
        }
    for (int seat = 0; seat < s->seats; seat++) {
        vl_put_char(b, seat ? ' ' : ',');
        vl_put_int(b, res.score[seat]);
    }
}

/* A number that the game may not have. */
static void put_count(struct vl_buf *b, int64_t n)
{
    vl_put_char(b, ',');
    if (n >= 0)
        vl_put_int(b, n);
}

/* ORDER ROW_COLUMNS */
static void put_row(const struct vl_rows *rows, const struct vl_sim_table *t, struct vl_buf *b)
{
    vl_put_u64(b, rows->sim->seed);
    vl_put_char(b, ',');
    vl_put_u64(b, t->game);
    vl_put_char(b, ',');
    put_field(b, rows->options);
    put_bots(b, rows->sim, t->state);
    put_result(b, rows->sim->rules, t->state);
    put_count(b, t->turns);
    put_count(b, t->rounds);
    put_count(b, t->decisions);
    put_count(b, t->log_len);
    vl_put_char(b, '\n');
}

/* ---- their order ---- */

static int hold(struct vl_rows *rows, uint64_t game, const struct vl_buf *b, struct vl_error *err)
{
    struct waiting *w = malloc(sizeof *w + b->len), **at = &rows->first;

    if (!w)
        return vl_error_set(err, VL_MEMORY, "--rows", "out of memory");
    w->game = game;
    w->len = b->len;
    memcpy(w->text, b->p, b->len);
    while (*at && (*at)->game < game)
        at = &(*at)->next;
    w->next = *at;
    *at = w;
    return VL_OK;
}

static int let_out(struct vl_rows *rows, struct vl_error *err)
{
    int st = VL_OK;

    while (st == VL_OK && rows->first && rows->first->game == rows->next) {
        struct waiting *w = rows->first;

        st = rows->put(rows->arg, w->text, w->len, err);
        rows->first = w->next;
        rows->next++;
        free(w);
    }
    return st;
}

int vl_rows_add(struct vl_rows *rows, const struct vl_sim_table *t, struct vl_error *err)
{
    char text[ROW_MAX + 2 * FIELD_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    put_row(rows, t, &b);
    pthread_mutex_lock(&rows->lock);
    int st = hold(rows, t->game, &b, err);
    if (st == VL_OK)
        st = let_out(rows, err);
    pthread_mutex_unlock(&rows->lock);
    return st;
}

/* ---- the whole ---- */

struct vl_rows *vl_rows_open(vl_rows_put *put, void *arg)
{
    struct vl_rows *rows = calloc(1, sizeof *rows);

    if (!rows)
        return NULL;
    rows->put = put;
    rows->arg = arg;
    pthread_mutex_init(&rows->lock, NULL);
    return rows;
}

int vl_rows_head(struct vl_rows *rows, struct vl_error *err)
{
    static const char head[] = /* ORDER ROW_COLUMNS */
        "seed,game,options,bots,outcome,rule,winners,scores,turns,rounds,decisions,moves\n";

    return rows->put(rows->arg, head, sizeof head - 1, err);
}

static void forget(struct vl_rows *rows)
{
    while (rows->first) {
        struct waiting *w = rows->first;

        rows->first = w->next;
        free(w);
    }
}

void vl_rows_begin(struct vl_rows *rows, const struct vl_sim *sim)
{
    struct vl_buf options = vl_buf_on(rows->options, sizeof rows->options);

    forget(rows);
    rows->sim = sim;
    rows->next = 0;
    vl_options_write(sim->rules, &options, false);
}

void vl_rows_close(struct vl_rows *rows)
{
    if (!rows)
        return;
    forget(rows);
    pthread_mutex_destroy(&rows->lock);
    free(rows);
}
