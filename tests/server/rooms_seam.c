#include "rooms_seam.h"

#include "games/walk.h"
#include "hands_view.h"
#include "registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t seam_now_ms = INT64_C(1794700000000), seam_jump_ms;
static struct vl_rng dice;

void seam_seed(uint64_t seed)
{
    dice = vl_rng_seed(seed);
}

static int64_t now(void *ctx)
{
    (void)ctx;
    return seam_now_ms + seam_jump_ms;
}

static int64_t steady(void *ctx)
{
    (void)ctx;
    return seam_now_ms;
}

static void random_bytes(void *ctx, void *out, size_t n)
{
    uint8_t *p = out;

    (void)ctx;
    for (size_t i = 0; i < n; i++)
        p[i] = (uint8_t)vl_rng_below(&dice, 256);
}

static char *copy(const char *text, size_t len)
{
    char *p = malloc(len + 1);

    VL_VERIFY(p);
    memcpy(p, text, len);
    p[len] = '\0';
    return p;
}

/* ---- connections ---- */

struct message {
    struct message *next;
    char *text;
};

struct conn {
    struct seam *seam;
    struct conn *next;
    void *user;
    uint64_t id, household;
    char address[64];
    int code;
    struct message *first, **last;
    char *seen; /* what seam_next() gave last */
    char *heard;
    size_t heard_len, heard_cap;
};

struct blob {
    int refs;
    size_t len;
    char *text;
};

static void hear(struct conn *c, const char *text, size_t len)
{
    if (c->heard_len + len + 2 > c->heard_cap) {
        c->heard_cap = 2 * (c->heard_len + len) + 1024;
        c->heard = realloc(c->heard, c->heard_cap);
        VL_VERIFY(c->heard);
    }
    memcpy(c->heard + c->heard_len, text, len);
    c->heard_len += len;
    c->heard[c->heard_len++] = '\n';
    c->heard[c->heard_len] = '\0';
}

void conn_send(struct conn *c, const char *text, size_t len)
{
    struct message *m = malloc(sizeof *m);

    VL_VERIFY(m);
    if (c->code) {
        free(m);
        return;
    }
    hear(c, text, len);
    m->text = copy(text, len);
    m->next = NULL;
    *c->last = m;
    c->last = &m->next;
}

struct blob *blob_make(const char *text, size_t len)
{
    struct blob *b = malloc(sizeof *b);

    VL_VERIFY(b);
    *b = (struct blob){ 1, len, copy(text, len) };
    return b;
}

struct blob *blob_ref(struct blob *b)
{
    b->refs++;
    return b;
}

void blob_unref(struct blob *b)
{
    if (!b || --b->refs > 0)
        return;
    free(b->text);
    free(b);
}

void conn_send_blob(struct conn *c, struct blob *b)
{
    VL_VERIFY(b->refs > 0);
    conn_send(c, b->text, b->len);
}

void conn_close(struct conn *c, int code, const char *reason)
{
    (void)reason;
    if (!c->code)
        c->code = code;
}

bool conn_is_closing(const struct conn *c)
{
    return c->code != 0;
}

const char *conn_address(const struct conn *c)
{
    return c->address;
}

uint64_t conn_household(const struct conn *c)
{
    return c->household;
}

void **conn_user(struct conn *c)
{
    return &c->user;
}

uint64_t seam_household = 1;
const char *seam_address = "192.0.2.1";

struct conn *seam_connect(struct seam *s)
{
    struct conn *c = calloc(1, sizeof *c);

    VL_VERIFY(c);
    c->seam = s;
    c->id = ++s->conns_made;
    c->household = seam_household;
    snprintf(c->address, sizeof c->address, "%s", seam_address);
    c->last = &c->first;
    c->next = s->conns;
    s->conns = c;
    s->app.open(s->app.ctx, c);
    return c;
}

void seam_forget(struct conn *c)
{
    while (c->first) {
        struct message *m = c->first;

        c->first = m->next;
        free(m->text);
        free(m);
    }
    c->last = &c->first;
}

void seam_hang_up(struct conn *c)
{
    struct conn **at = &c->seam->conns;

    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    c->seam->app.closed(c->seam->app.ctx, c);
    seam_forget(c);
    free(c->seen);
    free(c->heard);
    free(c);
}

void seam_say(struct conn *c, const char *text)
{
    if (!c->code)
        c->seam->app.message(c->seam->app.ctx, c, text, strlen(text));
}

void seam_sayf(struct conn *c, const char *format, ...)
{
    char text[16384];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    seam_say(c, text);
}

const char *seam_next(struct conn *c)
{
    struct message *m = c->first;

    free(c->seen);
    c->seen = NULL;
    if (!m)
        return NULL;
    c->first = m->next;
    if (!c->first)
        c->last = &c->first;
    c->seen = m->text;
    free(m);
    return c->seen;
}

const char *seam_find(struct conn *c, const char *type)
{
    char head[64];
    const char *text;

    snprintf(head, sizeof head, "{\"t\":\"%s\"", type);
    do
        text = seam_next(c);
    while (text && strncmp(text, head, strlen(head)) != 0);
    return text;
}

int seam_closed_with(const struct conn *c)
{
    return c->code;
}

const char *seam_heard(const struct conn *c, size_t *len)
{
    *len = c->heard_len;
    return c->heard ? c->heard : "";
}

/* ---- the store ---- */

struct game {
    struct store_game row;
    char *game, *options, *head;
    struct store_entry *entries;
    uint32_t len, cap;
    struct game *next;
};

enum ask { ASK_CREATE, ASK_APPEND, ASK_TOKEN, ASK_REMOVE, ASK_LOAD, ASK_READ, ASK_LIST, ASK_FIND };

struct request {
    struct request *next;
    enum ask ask;
    writer_fn *done;
    void *ctx;
    char id[STORE_ID_LEN + 1];
    uint64_t epoch;
    uint32_t first;
    struct store_entry *entries;
    size_t entries_len;
    struct store_token tokens[16];
    size_t tokens_len;
    bool has_meta;
    struct store_meta meta;
    struct game game; /* of a new one */
    struct store_filter filter;
};

struct writer {
    struct game *games; /* newest first */
    struct store_token *tokens;
    size_t tokens_len;
    struct request *first, **last;
    int waiting, fail_status, fail_left, room;
};

static struct game *find_game(const struct writer *w, const char *id)
{
    struct game *g = w->games;

    while (g && strcmp(g->row.id, id) != 0)
        g = g->next;
    return g;
}

static void put_entry(struct game *g, const struct store_entry *e)
{
    if (g->len == g->cap) {
        g->cap = g->cap ? 2 * g->cap : 64;
        g->entries = realloc(g->entries, g->cap * sizeof *g->entries);
        VL_VERIFY(g->entries);
    }
    g->entries[g->len] = *e;
    g->entries[g->len].seq = g->len;
    g->entries[g->len].text = copy(e->text, e->len);
    g->len++;
    g->row.len = g->len;
    g->row.updated_ms = e->time_ms;
}

/* Does it open another seat? */
static bool is_foreign(const struct writer *w, const struct store_token *t)
{
    for (size_t i = 0; i < w->tokens_len; i++)
        if (memcmp(w->tokens[i].hash, t->hash, sizeof t->hash) == 0)
            return strcmp(w->tokens[i].game, t->game) != 0 || w->tokens[i].role != t->role;
    return false;
}

static void put_token(struct writer *w, const struct store_token *t)
{
    for (size_t i = 0; i < w->tokens_len; i++) {
        if (strcmp(w->tokens[i].game, t->game) == 0 && w->tokens[i].role == t->role) {
            w->tokens[i] = *t;
            return;
        }
    }
    w->tokens = realloc(w->tokens, (w->tokens_len + 1) * sizeof *w->tokens);
    VL_VERIFY(w->tokens);
    w->tokens[w->tokens_len++] = *t;
}

static void put_head(struct game *g, const struct store_meta *meta)
{
    if (meta->head) {
        free(g->head);
        g->head = copy(meta->head, strlen(meta->head));
        g->row.head = g->head;
    }
    g->row.updated_ms = meta->updated_ms;
    g->row.is_public = meta->is_public;
    g->row.state = meta->state;
}

static int carry_create(struct writer *w, struct request *r)
{
    struct game *g = malloc(sizeof *g);

    VL_VERIFY(g);
    *g = r->game;
    g->row.game = g->game;
    g->row.options = g->options;
    g->row.head = g->head;
    g->row.epoch = 1;
    g->row.updated_ms = g->row.created_ms;
    g->next = w->games;
    w->games = g;
    memset(&r->game, 0, sizeof r->game);
    for (size_t i = 0; i < r->tokens_len; i++)
        put_token(w, &r->tokens[i]);
    return VL_OK;
}

static int carry_append(struct writer *w, struct request *r)
{
    struct game *g = find_game(w, r->id);

    if (!g)
        return VL_UNKNOWN;
    if (r->epoch != g->row.epoch)
        return VL_REFUSED;
    if (r->first != g->len)
        return r->first < g->len ? VL_DUPLICATE : VL_MISSING;
    for (size_t i = 0; i < r->entries_len; i++)
        put_entry(g, &r->entries[i]);
    if (r->has_meta)
        put_head(g, &r->meta);
    return VL_OK;
}

static int carry_remove(struct writer *w, const char *id)
{
    struct game **at = &w->games;

    while (*at && strcmp((*at)->row.id, id) != 0)
        at = &(*at)->next;
    if (!*at)
        return VL_UNKNOWN;
    struct game *g = *at;
    size_t kept = 0;
    for (size_t i = 0; i < w->tokens_len; i++)
        if (strcmp(w->tokens[i].game, id) != 0)
            w->tokens[kept++] = w->tokens[i];
    w->tokens_len = kept;
    *at = g->next;
    for (uint32_t i = 0; i < g->len; i++)
        free((void *)g->entries[i].text);
    free(g->entries);
    free(g->game);
    free(g->options);
    free(g->head);
    free(g);
    return VL_OK;
}

enum { PAGE = 7 }; /* entries in one answer: tests read in many pieces */

static int carry_read(struct writer *w, struct request *r, struct writer_result *out)
{
    struct game *g = find_game(w, r->id);

    if (!g)
        return VL_UNKNOWN;
    out->games = &g->row;
    out->games_len = 1;
    out->entries_len = r->first < g->len ? g->len - r->first : 0;
    if (out->entries_len > 0)
        out->entries = g->entries + r->first;
    out->more = out->entries_len > PAGE;
    out->entries_len = out->more ? PAGE : out->entries_len;
    return VL_OK;
}

static int carry_list(struct writer *w, struct request *r, struct writer_result *out,
                      struct store_game *list)
{
    for (struct game *g = w->games; g && out->games_len < r->filter.limit; g = g->next) {
        if ((r->filter.public_only && !g->row.is_public) ||
            (r->filter.states && !(r->filter.states >> g->row.state & 1)) ||
            (r->filter.game && strcmp(r->filter.game, g->game) != 0))
            continue;
        list[out->games_len++] = g->row;
    }
    out->games = list;
    return VL_OK;
}

static int carry_find(struct writer *w, struct request *r, struct writer_result *out)
{
    for (size_t i = 0; i < w->tokens_len; i++) {
        if (memcmp(w->tokens[i].hash, r->tokens[0].hash, STORE_TOKEN_LEN) != 0)
            continue;
        out->token = &w->tokens[i];
        return VL_OK;
    }
    return VL_UNKNOWN;
}

static int carry_out(struct writer *w, struct request *r, struct writer_result *out,
                     struct store_game *list)
{
    if (r->ask <= ASK_REMOVE && w->fail_left > 0) {
        w->fail_left--;
        return w->fail_status;
    }
    switch (r->ask) {
    case ASK_CREATE: return carry_create(w, r);
    case ASK_APPEND: return carry_append(w, r);
    case ASK_TOKEN:
        if (is_foreign(w, &r->tokens[0]))
            return VL_DUPLICATE;
        put_token(w, &r->tokens[0]);
        return VL_OK;
    case ASK_REMOVE: return carry_remove(w, r->id);
    case ASK_LOAD:
    case ASK_READ: return carry_read(w, r, out);
    case ASK_LIST: return carry_list(w, r, out, list);
    case ASK_FIND: return carry_find(w, r, out);
    }
    return VL_INVALID;
}

static void free_request(struct request *r)
{
    for (size_t i = 0; i < r->entries_len; i++)
        free((void *)r->entries[i].text);
    free(r->entries);
    free((void *)r->meta.head);
    free(r->game.game);
    free(r->game.options);
    free(r->game.head);
    free((void *)r->filter.game);
    free(r);
}

bool seam_store_one(struct seam *s)
{
    struct writer *w = s->writer;
    struct request *r = w->first;
    struct writer_result out = { 0 };
    struct vl_error err = { 0 };
    struct store_game list[64];

    if (!r)
        return false;
    w->first = r->next;
    if (!w->first)
        w->last = &w->first;
    w->waiting--;
    out.status = carry_out(w, r, &out, list);
    vl_error_set(&err, out.status, "test", "made to fail");
    out.error = out.status ? &err : NULL;
    r->done(r->ctx, &out);
    free_request(r);
    return true;
}

void seam_store_fail(struct seam *s, int status, int n)
{
    s->writer->fail_status = status;
    s->writer->fail_left = n;
}

int seam_store_waiting(const struct seam *s)
{
    return s->writer->waiting;
}

void seam_store_room(struct seam *s, int n)
{
    s->writer->room = n;
}

const char *seam_store_entry(const struct seam *s, const char *id, uint32_t n)
{
    const struct game *g = find_game(s->writer, id);

    return g && n < g->len ? g->entries[n].text : NULL;
}

bool seam_store_holds(const struct seam *s, const char *text)
{
    for (const struct game *g = s->writer->games; g; g = g->next) {
        if (strcmp(g->row.id, text) == 0 || strstr(g->head, text) || strstr(g->options, text))
            return true;
        for (uint32_t i = 0; i < g->len; i++)
            if (strstr(g->entries[i].text, text))
                return true;
    }
    return false;
}

void seam_store_put(struct seam *s, const char *id, const char *game, const char *options,
                    const char *head, const struct store_token *tokens, size_t tokens_len)
{
    struct game *g = calloc(1, sizeof *g);

    VL_VERIFY(g);
    memcpy(g->row.id, id, STORE_ID_LEN);
    g->row.game = g->game = copy(game, strlen(game));
    g->row.options = g->options = copy(options, strlen(options));
    g->row.head = g->head = copy(head, strlen(head));
    g->row.created_ms = seam_now_ms;
    g->row.state = STORE_RUNNING;
    g->row.epoch = 1;
    g->next = s->writer->games;
    s->writer->games = g;
    for (size_t i = 0; i < tokens_len; i++)
        put_token(s->writer, &tokens[i]);
}

/* ---- writer.h ---- */

static struct request *request(struct writer *w, enum ask ask, const char *id, writer_fn *done,
                               void *ctx)
{
    struct request *r = w->room && w->waiting >= w->room ? NULL : calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->ask = ask;
    r->done = done;
    r->ctx = ctx;
    if (id)
        memcpy(r->id, id, STORE_ID_LEN);
    *w->last = r;
    w->last = &r->next;
    w->waiting++;
    return r;
}

static void copy_entries(struct request *r, const struct store_entry *entries, size_t n)
{
    r->entries = calloc(n ? n : 1, sizeof *r->entries);
    VL_VERIFY(r->entries);
    for (size_t i = 0; i < n; i++) {
        VL_VERIFY(entries[i].len <= STORE_ENTRY_MAX);
        r->entries[i] = entries[i];
        r->entries[i].text = copy(entries[i].text, entries[i].len);
    }
    r->entries_len = n;
}

int writer_create_game(struct writer *w, const struct store_game *g,
                       const struct store_token *tokens, size_t tokens_len,
                       const struct store_entry *entries, size_t entries_len, writer_fn *done,
                       void *ctx)
{
    struct request *r = request(w, ASK_CREATE, g->id, done, ctx);

    if (!r)
        return VL_TOO_LARGE;
    VL_VERIFY(tokens_len <= 16 && entries_len == 0 && !entries);
    r->game.row = *g;
    r->game.game = copy(g->game, strlen(g->game));
    r->game.options = copy(g->options, strlen(g->options));
    r->game.head = copy(g->head, strlen(g->head));
    memcpy(r->tokens, tokens, tokens_len * sizeof *tokens);
    r->tokens_len = tokens_len;
    return VL_OK;
}

int writer_append(struct writer *w, const char *id, uint64_t epoch, uint32_t first,
                  const struct store_entry *entries, size_t n, const struct store_meta *meta,
                  writer_fn *done, void *ctx)
{
    struct request *r = request(w, ASK_APPEND, id, done, ctx);

    if (!r)
        return VL_TOO_LARGE;
    r->epoch = epoch;
    r->first = first;
    copy_entries(r, entries, n);
    r->has_meta = meta != NULL;
    if (meta) {
        r->meta = *meta;
        r->meta.head = meta->head ? copy(meta->head, strlen(meta->head)) : NULL;
    }
    return VL_OK;
}

int writer_token_put(struct writer *w, const struct store_token *t, writer_fn *done, void *ctx)
{
    struct request *r = request(w, ASK_TOKEN, t->game, done, ctx);

    if (!r)
        return VL_TOO_LARGE;
    r->tokens[0] = *t;
    return VL_OK;
}

int writer_remove(struct writer *w, const char *id, writer_fn *done, void *ctx)
{
    return request(w, ASK_REMOVE, id, done, ctx) ? VL_OK : VL_TOO_LARGE;
}

int writer_load(struct writer *w, const char *id, writer_fn *done, void *ctx)
{
    return request(w, ASK_LOAD, id, done, ctx) ? VL_OK : VL_TOO_LARGE;
}

int writer_read(struct writer *w, const char *id, uint32_t from, writer_fn *done, void *ctx)
{
    struct request *r = request(w, ASK_READ, id, done, ctx);

    if (r)
        r->first = from;
    return r ? VL_OK : VL_TOO_LARGE;
}

int writer_list(struct writer *w, const struct store_filter *f, writer_fn *done, void *ctx)
{
    struct request *r = request(w, ASK_LIST, NULL, done, ctx);

    if (!r)
        return VL_TOO_LARGE;
    r->filter = *f;
    r->filter.game = f->game ? copy(f->game, strlen(f->game)) : NULL;
    return VL_OK;
}

int writer_token_find(struct writer *w, const uint8_t hash[STORE_TOKEN_LEN], writer_fn *done,
                      void *ctx)
{
    struct request *r = request(w, ASK_FIND, NULL, done, ctx);

    if (r)
        memcpy(r->tokens[0].hash, hash, STORE_TOKEN_LEN);
    return r ? VL_OK : VL_TOO_LARGE;
}

/* ---- all together ---- */

void seam_run(struct seam *s)
{
    for (bool more = true; more;) {
        more = seam_store_one(s);
        more |= work_run(s->work) > 0;
    }
}

static void bot_done(void *ctx, const struct work_job *job, const struct vl_bot_answer *answer)
{
    rooms_bot_done(((struct seam *)ctx)->rooms, job, answer);
}

static void open_rooms(struct seam *s)
{
    static const struct vl_game *games[8];
    struct work_options work = { .queue_max = 4, .done = bot_done, .ctx = s };
    struct vl_error err;
    int n = 0;

    for (; n < vl_games_len(); n++)
        games[n] = vl_game_at(n);
    games[n++] = hands_with_view();
    games[n++] = &walk_game;
    struct rooms_setup setup = { .writer = s->writer,
                                 .limits = &s->limits,
                                 .log = &s->log,
                                 .version = "test",
                                 .games = games,
                                 .games_len = n,
                                 .rules = hands_rules,
                                 .now_ms = now,
                                 .steady_ms = steady,
                                 .random = random_bytes };
    VL_VERIFY(work_create(&s->work, NULL, &work, &err) == VL_OK);
    setup.work = s->work;
    VL_VERIFY(rooms_create(&s->rooms, &setup, &err) == VL_OK);
    s->app = rooms_app(s->rooms);
}

static void close_rooms(struct seam *s)
{
    while (s->conns)
        seam_hang_up(s->conns);
    work_stop(s->work);
    /* What is on its way is lost; its memory is not: everything is told so. */
    while (s->writer->first) {
        struct request *r = s->writer->first;
        struct vl_error err = { 0 };
        struct writer_result out = { .status = VL_IO, .error = &err };

        s->writer->first = r->next;
        r->done(r->ctx, &out);
        free_request(r);
    }
    s->writer->last = &s->writer->first;
    s->writer->waiting = 0;
    rooms_destroy(s->rooms);
}

void seam_open(struct seam *s, const struct server_limits *limits)
{
    memset(s, 0, sizeof *s);
    s->log = log_none();
    s->limits = limits ? *limits : server_limits_default();
    if (!limits)
        s->limits.chat_ms = s->limits.table_ms = s->limits.record_ms = s->limits.hint_ms =
            s->limits.point_ms = s->limits.resync_ms = s->limits.address_table_ms =
                s->limits.address_claim_ms = s->limits.address_join_ms = s->limits.address_line_ms =
                    0;
    s->writer = calloc(1, sizeof *s->writer);
    VL_VERIFY(s->writer);
    s->writer->last = &s->writer->first;
    seam_seed(1);
    open_rooms(s);
}

void seam_restart(struct seam *s)
{
    close_rooms(s);
    open_rooms(s);
}

void seam_close(struct seam *s)
{
    close_rooms(s);
    while (s->writer->games)
        carry_remove(s->writer, s->writer->games->row.id);
    free(s->writer->tokens);
    free(s->writer);
}
