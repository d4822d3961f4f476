#include "hidden_seam.h"

#include "base/check.h"
#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "hidden: check failed: %s (%s:%d)\n", what, file, line);
    abort();
}

/* ---- connections ---- */

struct blob {
    int refs;
    size_t len;
    char text[];
};

struct blob *blob_make(const char *text, size_t len)
{
    struct blob *b = malloc(sizeof *b + len);

    VL_VERIFY(b != NULL);
    b->refs = 1;
    b->len = len;
    memcpy(b->text, text, len);
    return b;
}

struct blob *blob_ref(struct blob *b)
{
    b->refs++;
    return b;
}

void blob_unref(struct blob *b)
{
    if (b && --b->refs == 0)
        free(b);
}

void conn_send(struct conn *c, const char *text, size_t len)
{
    if (c->len + len + 1 > c->cap) {
        c->cap = 2 * (c->len + len + 1);
        c->heard = realloc(c->heard, c->cap);
        VL_VERIFY(c->heard != NULL);
    }
    memcpy(c->heard + c->len, text, len);
    c->heard[c->len + len] = '\n';
    c->len += len + 1;
}

void conn_send_blob(struct conn *c, struct blob *b)
{
    conn_send(c, b->text, b->len);
}

void conn_close(struct conn *c, int code, const char *reason)
{
    char text[160];
    int n = snprintf(text, sizeof text, "closed %d %s", code, reason ? reason : "");

    conn_send(c, text, (size_t)n);
}

bool conn_is_closing(const struct conn *c)
{
    (void)c;
    return false;
}

const char *conn_address(const struct conn *c)
{
    (void)c;
    return "192.0.2.1";
}

uint64_t conn_household(const struct conn *c)
{
    (void)c;
    return 1;
}

void **conn_user(struct conn *c)
{
    return &c->user;
}

/* ---- the store ---- */

static int wait_for(struct writer *w, writer_fn *done, void *ctx)
{
    VL_VERIFY(w->len < WORLD_WAITING);
    int i = (w->first + w->len++) % WORLD_WAITING;
    w->waiting[i].done = done;
    w->waiting[i].ctx = ctx;
    w->waiting[i].is_search = false;
    return VL_OK;
}

int writer_create_game(struct writer *w, const struct store_game *g,
                       const struct store_token *tokens, size_t tokens_len,
                       const struct store_entry *entries, size_t entries_len, writer_fn *done,
                       void *ctx)
{
    (void)g;
    (void)entries;
    (void)entries_len;
    for (size_t i = 0; i < tokens_len && w->tokens_len < WORLD_TOKENS; i++)
        w->tokens[w->tokens_len++] = tokens[i];
    return wait_for(w, done, ctx);
}

int writer_append(struct writer *w, const char *id, uint64_t epoch, uint32_t first,
                  const struct store_entry *entries, size_t n, const struct store_meta *meta,
                  writer_fn *done, void *ctx)
{
    (void)id;
    (void)epoch;
    (void)first;
    (void)entries;
    (void)n;
    (void)meta;
    return wait_for(w, done, ctx);
}

int writer_update(struct writer *w, const char *id, uint64_t epoch, const struct store_meta *meta,
                  writer_fn *done, void *ctx)
{
    (void)id;
    (void)epoch;
    (void)meta;
    return wait_for(w, done, ctx);
}

int writer_token_put(struct writer *w, const struct store_token *t, writer_fn *done, void *ctx)
{
    (void)t;
    return wait_for(w, done, ctx);
}

int writer_remove(struct writer *w, const char *id, writer_fn *done, void *ctx)
{
    (void)id;
    return wait_for(w, done, ctx);
}

/* Tables never leave memory here: nothing is read. */
int writer_load(struct writer *w, const char *id, writer_fn *done, void *ctx)
{
    (void)w;
    (void)id;
    (void)done;
    (void)ctx;
    return VL_INTERRUPT;
}

int writer_read(struct writer *w, const char *id, uint32_t from, writer_fn *done, void *ctx)
{
    (void)from;
    return writer_load(w, id, done, ctx);
}

int writer_list(struct writer *w, const struct store_filter *f, writer_fn *done, void *ctx)
{
    (void)f;
    return wait_for(w, done, ctx);
}

int writer_token_find(struct writer *w, const uint8_t hash[STORE_TOKEN_LEN], writer_fn *done,
                      void *ctx)
{
    int i = (w->first + w->len) % WORLD_WAITING;

    wait_for(w, done, ctx);
    w->waiting[i].is_search = true;
    memcpy(w->waiting[i].hash, hash, STORE_TOKEN_LEN);
    return VL_OK;
}

void writer_stats(struct writer *w, struct writer_stats *out)
{
    (void)w;
    memset(out, 0, sizeof *out);
}

static void answer_one(struct writer *w)
{
    int at = w->first;
    struct vl_error none = { 0 };
    struct writer_result r = { .status = VL_OK, .error = &none };

    w->first = (w->first + 1) % WORLD_WAITING;
    w->len--;
    if (w->waiting[at].is_search) {
        r.status = VL_UNKNOWN;
        for (int i = 0; i < w->tokens_len; i++)
            if (memcmp(w->tokens[i].hash, w->waiting[at].hash, STORE_TOKEN_LEN) == 0) {
                r.status = VL_OK;
                r.token = &w->tokens[i];
            }
    }
    w->waiting[at].done(w->waiting[at].ctx, &r);
}

/* ---- a world ---- */

static int64_t fixed_time(void *ctx)
{
    (void)ctx;
    return INT64_C(1794765600000);
}

/* The same bytes in every world, but for seeds (the only requests of 32). */
static void fixed_random(void *ctx, void *out, size_t n)
{
    struct world *w = ctx;
    uint8_t *p = out;
    uint32_t k = ++w->randoms;

    for (size_t i = 0; i < n; i++) {
        uint32_t in[2] = { k, (uint32_t)i };
        p[i] = (uint8_t)vl_hash(in, sizeof in, n == 32 ? w->seed : 0);
    }
    if (n == sizeof w->table_seed)
        memcpy(w->table_seed, out, n);
}

void world_begin(struct world *w, const struct vl_game *const *games, int n, uint8_t seed,
                 int (*rules)(void *, const struct vl_game *, const struct vl_pack_info *,
                              struct vl_rules *, struct vl_error *))
{
    struct vl_error err = { 0 };

    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->limits = server_limits_default();
    w->log = log_none();
    struct rooms_setup setup = { .writer = &w->writer,
                                 .limits = &w->limits,
                                 .log = &w->log,
                                 .version = "test",
                                 .games = games,
                                 .games_len = n,
                                 .rules = rules,
                                 .now_ms = fixed_time,
                                 .random = fixed_random,
                                 .ctx = w };
    VL_VERIFY(rooms_create(&w->rooms, &setup, &err) == VL_OK);
    w->app = rooms_app(w->rooms);
    for (int i = 0; i < WORLD_CONNS; i++)
        w->app.open(w->app.ctx, &w->conns[i]);
}

static void settle(struct world *w)
{
    while (w->writer.len > 0)
        answer_one(&w->writer);
}

void world_say(struct world *w, int conn, const char *text)
{
    w->app.message(w->app.ctx, &w->conns[conn], text, strlen(text));
    settle(w);
}

void world_end(struct world *w)
{
    for (int i = 0; i < WORLD_CONNS; i++)
        w->app.closed(w->app.ctx, &w->conns[i]);
    settle(w);
    rooms_destroy(w->rooms);
    for (int i = 0; i < WORLD_CONNS; i++)
        free(w->conns[i].heard);
}
