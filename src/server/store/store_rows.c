/* The SQLite backend: games, entries, tokens.
 *
 * Every row is checked when it is read: its columns have the types they were
 * written with, and its checksum is that of what it says. The length of a log
 * stands apart from the log (table tail), so that lost entries are noticed. */
#include "server/store/store_sqlite.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"

/* The kinds of rows: equal bytes in different tables have different sums. */
enum sum_kind { SUM_GAME = 1, SUM_TAIL, SUM_ENTRY, SUM_TOKEN };

struct tail {
    int64_t key; /* of the game */
    uint32_t len;
    int64_t updated;
    uint64_t epoch;
};

/* ---- checksums ---- */

static uint64_t sum_begin(enum sum_kind kind, const char *id)
{
    return vl_hash(id, strlen(id), (uint64_t)kind);
}

static uint64_t sum_int(uint64_t h, int64_t v)
{
    return vl_hash_mix(h, (uint64_t)v);
}

static uint64_t sum_bytes(uint64_t h, const void *p, size_t len)
{
    return vl_hash(p, len, vl_hash_mix(h, len));
}

static int64_t sum_game(int64_t key, const struct store_game *g)
{
    uint64_t h = sum_int(sum_begin(SUM_GAME, g->id), key);

    h = sum_bytes(h, g->game, strlen(g->game));
    h = sum_bytes(h, g->options, strlen(g->options));
    h = sum_bytes(h, g->head, strlen(g->head));
    h = sum_int(h, g->created_ms);
    h = sum_int(h, g->is_public);
    return (int64_t)sum_int(h, g->state);
}

static int64_t sum_tail(const char *id, const struct tail *t)
{
    uint64_t h = sum_int(sum_begin(SUM_TAIL, id), t->len);

    return (int64_t)sum_int(sum_int(h, t->updated), (int64_t)t->epoch);
}

static int64_t sum_entry(const char *id, const struct store_entry *e)
{
    uint64_t h = sum_int(sum_begin(SUM_ENTRY, id), e->seq);

    return (int64_t)sum_bytes(sum_int(h, e->time_ms), e->text, e->len);
}

static int64_t sum_token(const struct store_token *t)
{
    uint64_t h = sum_int(sum_begin(SUM_TOKEN, t->game), t->role);

    return (int64_t)sum_bytes(h, t->hash, sizeof t->hash);
}

/* ---- columns ---- */

/* What is bound lives until the statement is reset: nothing is copied. */
static void bind_text(sqlite3_stmt *q, int i, const char *text)
{
    sqlite3_bind_text(q, i, text, -1, SQLITE_STATIC);
}

static bool column_int(sqlite3_stmt *q, int i, int64_t low, int64_t high, int64_t *out)
{
    *out = sqlite3_column_int64(q, i);
    return sqlite3_column_type(q, i) == SQLITE_INTEGER && *out >= low && *out <= high;
}

/* A text without a NUL inside. */
static bool column_text(sqlite3_stmt *q, int i, const char **out)
{
    if (sqlite3_column_type(q, i) != SQLITE_TEXT)
        return false;
    *out = (const char *)sqlite3_column_text(q, i);
    return *out != NULL && strlen(*out) == (size_t)sqlite3_column_bytes(q, i);
}

static bool column_id(sqlite3_stmt *q, int i, char id[STORE_ID_LEN + 1])
{
    const char *text;

    if (!column_text(q, i, &text) || !store_id_ok(text))
        return false;
    memcpy(id, text, STORE_ID_LEN + 1);
    return true;
}

/* Columns i.. are those of a tail; its sum is the last. */
static bool column_tail(sqlite3_stmt *q, int i, const char *id, struct tail *t)
{
    int64_t len, epoch, sum;

    if (!column_int(q, i, 0, UINT32_MAX, &len) ||
        !column_int(q, i + 1, INT64_MIN, INT64_MAX, &t->updated) ||
        !column_int(q, i + 2, 0, INT64_MAX, &epoch) ||
        !column_int(q, i + 3, INT64_MIN, INT64_MAX, &sum))
        return false;
    t->len = (uint32_t)len;
    t->epoch = (uint64_t)epoch;
    return sum == sum_tail(id, t);
}

/* ORDER STORE_GAME */
static bool game_row(sqlite3_stmt *q, struct store_game *g, int64_t *key)
{
    int64_t is_public, state, sum;
    struct tail t;

    if (!column_int(q, 0, INT64_MIN, INT64_MAX, key) || !column_id(q, 1, g->id) ||
        !column_text(q, 2, &g->game) || !column_text(q, 3, &g->options) ||
        !column_text(q, 4, &g->head) || !column_int(q, 5, INT64_MIN, INT64_MAX, &g->created_ms) ||
        !column_int(q, 6, 0, 1, &is_public) ||
        !column_int(q, 7, 0, STORE_STATE_COUNT - 1, &state) ||
        !column_int(q, 8, INT64_MIN, INT64_MAX, &sum) || !column_tail(q, 9, g->id, &t))
        return false;
    g->is_public = is_public != 0;
    g->state = (uint8_t)state;
    g->len = t.len;
    g->updated_ms = t.updated;
    g->epoch = t.epoch;
    return sum == sum_game(*key, g);
}

static bool entry_row(sqlite3_stmt *q, const char *id, struct store_entry *e)
{
    int64_t seq, sum;

    if (!column_int(q, 0, 0, UINT32_MAX, &seq) ||
        !column_int(q, 1, INT64_MIN, INT64_MAX, &e->time_ms) || !column_text(q, 2, &e->text) ||
        !column_int(q, 3, INT64_MIN, INT64_MAX, &sum))
        return false;
    e->seq = (uint32_t)seq;
    e->len = (size_t)sqlite3_column_bytes(q, 2);
    return sum == sum_entry(id, e);
}

static bool token_row(sqlite3_stmt *q, struct store_token *t)
{
    int64_t role, sum;

    if (sqlite3_column_type(q, 0) != SQLITE_BLOB || sqlite3_column_bytes(q, 0) != STORE_TOKEN_LEN ||
        !column_id(q, 1, t->game) || !column_int(q, 2, INT32_MIN, INT32_MAX, &role) ||
        !column_int(q, 3, INT64_MIN, INT64_MAX, &sum))
        return false;
    memcpy(t->hash, sqlite3_column_blob(q, 0), STORE_TOKEN_LEN);
    t->role = (int32_t)role;
    return sum == sum_token(t);
}

/* ---- finding ---- */

static int no_such_game(const char *id, struct vl_error *err)
{
    return vl_error_set(err, VL_UNKNOWN, id, "no such game");
}

static int bad_game(const char *id, struct vl_error *err)
{
    return vl_error_set(err, VL_MISMATCH, id, "the game's row is damaged");
}

static int find_tail(struct sqlite_store *s, const char *id, struct tail *t, struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_TAIL_GET];
    int st;

    memset(t, 0, sizeof *t);
    bind_text(q, 1, id);
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) {
        bool is_right = column_int(q, 0, INT64_MIN, INT64_MAX, &t->key) && column_tail(q, 1, id, t);
        st = is_right ? VL_OK : bad_game(id, err);
    } else
        st = rc == SQLITE_DONE ? no_such_game(id, err) : store_sql_fault(s, rc, err);
    sqlite3_reset(q);
    return st;
}

/* The owner's tail; VL_REFUSED for anybody else's. */
static int find_owned(struct sqlite_store *s, const char *id, uint64_t epoch, struct tail *t,
                      struct vl_error *err)
{
    int st = find_tail(s, id, t, err);

    if (st == VL_OK && t->epoch != epoch)
        return vl_error_set(err, VL_REFUSED, id, "another server has taken the game over");
    return st;
}

/* ---- steps of a transaction: whole or not at all ---- */

static int step_begin(struct sqlite_store *s, struct vl_error *err)
{
    if (sqlite3_get_autocommit(s->db))
        return vl_error_set(err, VL_IO, s->path, "the transaction was lost");
    return store_sql_run(s, SQL_SAVE, err);
}

/* Keeps what was done since step_begin() if st is VL_OK, else takes it back. */
static int step_end(struct sqlite_store *s, int st, struct vl_error *err)
{
    if (st == VL_OK)
        return store_sql_run(s, SQL_RELEASE, err);
    bool is_undone = !sqlite3_get_autocommit(s->db) && store_sql_run(s, SQL_UNDO, NULL) == VL_OK &&
                     store_sql_run(s, SQL_RELEASE, NULL) == VL_OK;
    if (is_undone || st == VL_MEMORY)
        return st;
    /* The fault has taken the whole transaction with it. */
    if (err != NULL)
        err->status = VL_IO;
    return VL_IO;
}

/* ---- writing ---- */

static int add_tail(struct sqlite_store *s, enum store_sql id_of_sql, const char *id,
                    const struct tail *t, struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[id_of_sql];

    sqlite3_bind_int64(q, 1, t->key);
    sqlite3_bind_int64(q, 2, t->len);
    sqlite3_bind_int64(q, 3, t->updated);
    sqlite3_bind_int64(q, 4, (int64_t)t->epoch);
    sqlite3_bind_int64(q, 5, sum_tail(id, t));
    return store_sql_run(s, id_of_sql, err);
}

static int set_facts(struct sqlite_store *s, int64_t key, const struct store_game *g,
                     struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_GAME_SUM];

    sqlite3_bind_int64(q, 1, key);
    bind_text(q, 2, g->head);
    sqlite3_bind_int(q, 3, g->is_public);
    sqlite3_bind_int(q, 4, g->state);
    sqlite3_bind_int64(q, 5, sum_game(key, g));
    return store_sql_run(s, SQL_GAME_SUM, err);
}

/* The key of a new row is part of its sum, so the sum comes second. */
static int add_game(struct sqlite_store *s, const struct store_game *g, int64_t *key,
                    struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_GAME_ADD];

    bind_text(q, 1, g->id);
    bind_text(q, 2, g->game);
    bind_text(q, 3, g->options);
    bind_text(q, 4, g->head);
    sqlite3_bind_int64(q, 5, g->created_ms);
    sqlite3_bind_int(q, 6, g->is_public);
    sqlite3_bind_int(q, 7, g->state);
    int st = store_sql_run(s, SQL_GAME_ADD, err);
    *key = sqlite3_last_insert_rowid(s->db);
    return st == VL_OK ? set_facts(s, *key, g, err) : st;
}

static int add_token(struct sqlite_store *s, int64_t key, const struct store_token *t,
                     struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_TOKEN_ADD];

    sqlite3_bind_blob(q, 1, t->hash, STORE_TOKEN_LEN, SQLITE_STATIC);
    sqlite3_bind_int64(q, 2, key);
    sqlite3_bind_int(q, 3, t->role);
    sqlite3_bind_int64(q, 4, sum_token(t));
    return store_sql_run(s, SQL_TOKEN_ADD, err);
}

/* The row as it is, changed and written back. */
static int change_facts(struct sqlite_store *s, const char *id, const struct store_meta *meta,
                        struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_GAME_GET];
    struct store_game g;
    int64_t key;
    int st;

    if (meta->head != NULL && strlen(meta->head) > STORE_HEAD_MAX)
        return vl_error_set(err, VL_TOO_LARGE, id, "the game's head is too long");
    bind_text(q, 1, id);
    int rc = sqlite3_step(q);
    if (rc == SQLITE_ROW && game_row(q, &g, &key)) {
        g.head = meta->head != NULL ? meta->head : g.head;
        g.is_public = meta->is_public;
        g.state = meta->state;
        st = set_facts(s, key, &g, err); /* while the row is held: g.head may lie in it */
    } else if (rc == SQLITE_ROW || rc == SQLITE_DONE)
        st = bad_game(id, err);
    else
        st = store_sql_fault(s, rc, err);
    sqlite3_reset(q);
    return st;
}

static int add_entries(struct sqlite_store *s, const char *id, const struct tail *t,
                       const struct store_entry *entries, size_t n, struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_ENTRY_ADD];
    int st = VL_OK;

    for (size_t i = 0; i < n && st == VL_OK; i++) {
        struct store_entry e = entries[i];

        e.seq = t->len + (uint32_t)i;
        if (e.len > STORE_ENTRY_MAX || memchr(e.text, '\0', e.len) != NULL)
            return vl_error_set(err, VL_TOO_LARGE, id, "an entry is too long, or has a NUL in it");
        sqlite3_bind_int64(q, 1, t->key);
        sqlite3_bind_int64(q, 2, e.seq);
        sqlite3_bind_int64(q, 3, e.time_ms);
        sqlite3_bind_text(q, 4, e.text, (int)e.len, SQLITE_STATIC);
        sqlite3_bind_int64(q, 5, sum_entry(id, &e));
        st = store_sql_run(s, SQL_ENTRY_ADD, err);
    }
    return st;
}

static bool facts_fit(const struct store_game *g)
{
    return strlen(g->head) <= STORE_HEAD_MAX && strlen(g->options) <= STORE_HEAD_MAX &&
           strlen(g->game) <= STORE_HEAD_MAX;
}

int store_rows_create(struct store *st, const struct store_game *g,
                      const struct store_token *tokens, size_t tokens_len,
                      const struct store_entry *entries, size_t n, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    struct tail t = { 0, 0, g->created_ms, 1 };

    VL_VERIFY(store_id_ok(g->id) && g->state < STORE_STATE_COUNT);
    if (!facts_fit(g))
        return vl_error_set(err, VL_TOO_LARGE, g->id, "the game's head is too long");
    if (s->games_max != 0 && s->games + s->games_more >= s->games_max)
        return vl_error_set(err, VL_TOO_LARGE, g->id, "the store holds as many games as it may");
    int rc = step_begin(s, err);
    if (rc != VL_OK)
        return rc;
    rc = add_game(s, g, &t.key, err);
    if (rc == VL_OK)
        rc = add_entries(s, g->id, &t, entries, n, err);
    t.len = (uint32_t)n;
    if (rc == VL_OK)
        rc = add_tail(s, SQL_TAIL_ADD, g->id, &t, err);
    for (size_t i = 0; i < tokens_len && rc == VL_OK; i++) {
        VL_VERIFY(strcmp(tokens[i].game, g->id) == 0);
        rc = add_token(s, t.key, &tokens[i], err);
    }
    rc = step_end(s, rc, err);
    s->games_more += rc == VL_OK;
    return rc;
}

static int append_to(struct sqlite_store *s, const char *id, struct tail *t,
                     const struct store_entry *entries, size_t n, const struct store_meta *meta,
                     struct vl_error *err)
{
    int st = step_begin(s, err);

    if (st != VL_OK)
        return st;
    st = add_entries(s, id, t, entries, n, err);
    t->len += (uint32_t)n;
    if (n > 0)
        t->updated = entries[n - 1].time_ms;
    if (meta != NULL)
        t->updated = meta->updated_ms;
    if (st == VL_OK && meta != NULL)
        st = change_facts(s, id, meta, err);
    if (st == VL_OK)
        st = add_tail(s, SQL_TAIL_SET, id, t, err);
    return step_end(s, st, err);
}

int store_rows_append(struct store *st, const char *id, uint64_t epoch, uint32_t first,
                      const struct store_entry *entries, size_t n, const struct store_meta *meta,
                      struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    struct tail t;
    int rc = find_owned(s, id, epoch, &t, err);

    if (rc != VL_OK)
        return rc;
    if (first < t.len)
        return vl_error_set(err, VL_DUPLICATE, id, "this number has an entry already");
    if (first > t.len)
        return vl_error_set(err, VL_MISSING, id, "the entry before this number is missing");
    if (n > UINT32_MAX - t.len)
        return vl_error_set(err, VL_TOO_LARGE, id, "the log is full");
    return append_to(s, id, &t, entries, n, meta, err);
}

int store_rows_update(struct store *st, const char *id, uint64_t epoch,
                      const struct store_meta *meta, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    struct tail t;
    int rc = find_owned(s, id, epoch, &t, err);

    return rc == VL_OK ? append_to(s, id, &t, NULL, 0, meta, err) : rc;
}

int store_rows_token_put(struct store *st, const struct store_token *token, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    sqlite3_stmt *q = s->stmt[SQL_TOKEN_DROP];
    struct tail t;
    int rc = find_tail(s, token->game, &t, err);

    if (rc == VL_OK)
        rc = step_begin(s, err);
    if (rc != VL_OK)
        return rc;
    sqlite3_bind_int64(q, 1, t.key);
    sqlite3_bind_int(q, 2, token->role);
    rc = store_sql_run(s, SQL_TOKEN_DROP, err);
    if (rc == VL_OK)
        rc = add_token(s, t.key, token, err);
    return step_end(s, rc, err);
}

int store_rows_remove(struct store *st, const char *id, struct vl_error *err)
{
    static const enum store_sql drops[] = { SQL_ENTRIES_DROP, SQL_TOKENS_DROP, SQL_TAIL_DROP,
                                            SQL_GAME_DROP };
    struct sqlite_store *s = (struct sqlite_store *)st;
    struct tail t;
    int rc = find_tail(s, id, &t, err);

    if (rc == VL_OK)
        rc = step_begin(s, err);
    if (rc != VL_OK)
        return rc;
    for (int i = 0; i < VL_LEN(drops) && rc == VL_OK; i++) {
        sqlite3_bind_int64(s->stmt[drops[i]], 1, t.key);
        rc = store_sql_run(s, drops[i], err);
    }
    rc = step_end(s, rc, err);
    s->games_more -= rc == VL_OK;
    return rc;
}

int store_rows_own(struct store *st, const char *id, uint64_t *epoch, struct vl_error *err)
{
    struct tail t;
    int rc = find_tail((struct sqlite_store *)st, id, &t, err);

    /* The lock on the file is the fence: there is nobody to take it from. */
    if (rc == VL_OK)
        *epoch = t.epoch;
    return rc;
}

/* ---- reading ---- */

int store_rows_game(struct store *st, const char *id, store_game_fn *fn, void *ctx,
                    struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    sqlite3_stmt *q = s->stmt[SQL_GAME_GET];
    struct store_game g;
    int64_t key;
    int status = VL_OK;

    bind_text(q, 1, id);
    int rc = sqlite3_step(q);
    if (rc == SQLITE_DONE)
        status = no_such_game(id, err);
    else if (rc != SQLITE_ROW)
        status = store_sql_fault(s, rc, err);
    else if (game_row(q, &g, &key) && strcmp(g.id, id) == 0)
        fn(ctx, &g);
    else
        status = bad_game(id, err);
    sqlite3_reset(q);
    return status;
}

static int bad_log(const char *id, uint32_t seq, struct vl_error *err)
{
    sqlite3_str *text = sqlite3_str_new(NULL);

    sqlite3_str_appendf(text, "entry %u is damaged or missing", (unsigned)seq);
    char *what = sqlite3_str_finish(text);
    int st = vl_error_set(err, VL_MISMATCH, id, what != NULL ? what : "the log is damaged");
    sqlite3_free(what);
    return st;
}

/* Entries from..len-1 and not one more. */
static int read_log(struct sqlite_store *s, const char *id, const struct tail *t, uint32_t from,
                    store_entry_fn *fn, void *ctx, struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_ENTRIES];
    struct store_entry e;
    uint32_t next = from;
    int rc, st = VL_OK;
    bool goes_on = true;

    sqlite3_bind_int64(q, 1, t->key);
    sqlite3_bind_int64(q, 2, from);
    while (goes_on && st == VL_OK && (rc = sqlite3_step(q)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            st = store_sql_fault(s, rc, err);
        else if (next == t->len || !entry_row(q, id, &e) || e.seq != next)
            st = bad_log(id, next, err);
        else {
            next++;
            goes_on = fn(ctx, &e);
        }
    }
    sqlite3_reset(q);
    return st == VL_OK && goes_on && next != t->len ? bad_log(id, next, err) : st;
}

int store_rows_read(struct store *st, const char *id, uint32_t from, store_entry_fn *fn, void *ctx,
                    struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    struct tail t;
    int rc = find_tail(s, id, &t, err);

    if (rc == VL_OK && from > t.len)
        return vl_error_set(err, VL_RANGE, id, "the log is shorter than that");
    return rc == VL_OK ? read_log(s, id, &t, from, fn, ctx, err) : rc;
}

static void put_aside(struct sqlite_store *s, const char *game, const char *what)
{
    s->aside_len++;
    s->aside(s->aside_ctx, game, what);
}

static int read_games(struct sqlite_store *s, sqlite3_stmt *q, store_game_fn *fn, void *ctx,
                      struct vl_error *err)
{
    struct store_game g;
    int64_t key;
    int rc, st = VL_OK;
    bool goes_on = true;

    while (goes_on && st == VL_OK && (rc = sqlite3_step(q)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            st = store_sql_fault(s, rc, err);
        else if (game_row(q, &g, &key))
            goes_on = fn(ctx, &g);
        else if (s->aside == NULL)
            st = store_damaged(s, "the row of a game is damaged", err);
        else if (s->is_checking)
            put_aside(s, column_id(q, 1, g.id) ? g.id : "?", "the row of the game is damaged");
    }
    sqlite3_reset(q);
    return st;
}

int store_rows_list(struct store *st, const struct store_filter *filter, store_game_fn *fn,
                    void *ctx, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    /* The tables people look for have an index of their own, without the many
     * games that are over or private. */
    bool are_tables = filter->public_only && filter->states != 0 &&
                      (filter->states & (1u << STORE_OVER)) == 0;
    sqlite3_stmt *q = s->stmt[are_tables ? SQL_TABLES : SQL_GAMES];

    if (filter->game != NULL)
        bind_text(q, 1, filter->game);
    else
        sqlite3_bind_null(q, 1);
    sqlite3_bind_int64(q, 2, filter->states);
    sqlite3_bind_int(q, 3, filter->public_only);
    sqlite3_bind_int64(q, 4, filter->before_ms);
    sqlite3_bind_int64(q, 5, filter->limit != 0 ? (int64_t)filter->limit : -1);
    return read_games(s, q, fn, ctx, err);
}

int store_rows_token_find(struct store *st, const uint8_t hash[STORE_TOKEN_LEN],
                          struct store_token *out, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    sqlite3_stmt *q = s->stmt[SQL_TOKEN_GET];
    struct store_token t;
    int status = VL_OK;

    sqlite3_bind_blob(q, 1, hash, STORE_TOKEN_LEN, SQLITE_STATIC);
    int rc = sqlite3_step(q);
    if (rc == SQLITE_DONE)
        status = vl_error_set(err, VL_UNKNOWN, "", "no such token");
    else if (rc != SQLITE_ROW)
        status = store_sql_fault(s, rc, err);
    else if (token_row(q, &t) && memcmp(t.hash, hash, STORE_TOKEN_LEN) == 0)
        *out = t;
    else
        status = store_damaged(s, "the row of a token is damaged", err);
    sqlite3_reset(q);
    return status;
}

/* ---- checking ---- */

struct checking {
    struct sqlite_store *s;
    bool with_entries;
    int status;
    struct vl_error *err;
};

static bool pass_over(void *ctx, const struct store_entry *e)
{
    (void)ctx;
    (void)e;
    return true;
}

static bool check_log(void *ctx, const struct store_game *g)
{
    struct checking *c = ctx;
    struct vl_error err = { 0 };

    if (!c->with_entries)
        return true;
    c->status = store_rows_read(&c->s->base, g->id, 0, pass_over, NULL, &err);
    if (c->status == VL_MISMATCH && c->s->aside != NULL) {
        put_aside(c->s, g->id, err.what);
        c->status = VL_OK;
    }
    if (c->status != VL_OK && c->err != NULL)
        *c->err = err;
    return c->status == VL_OK;
}

int store_rows_tokens(struct sqlite_store *s, int (*fn)(void *ctx, const struct store_token *t),
                      void *ctx, struct vl_error *err)
{
    sqlite3_stmt *q = s->stmt[SQL_TOKENS];
    struct store_token t;
    int rc, st = VL_OK;

    while (st == VL_OK && (rc = sqlite3_step(q)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            st = store_sql_fault(s, rc, err);
        else if (token_row(q, &t))
            st = fn(ctx, &t);
        else if (s->aside == NULL)
            st = store_damaged(s, "the row of a token is damaged", err);
        else if (s->is_checking)
            put_aside(s, "?", "the row of a token is damaged");
    }
    sqlite3_reset(q);
    return st;
}

static int pass_token(void *ctx, const struct store_token *t)
{
    (void)ctx;
    (void)t;
    return VL_OK;
}

int store_rows_check(struct sqlite_store *s, bool with_entries, struct vl_error *err)
{
    static const struct store_filter all = { 0 };
    struct checking c = { s, with_entries, VL_OK, err };

    s->is_checking = true;
    s->aside_len = 0;
    int st = store_rows_list(&s->base, &all, check_log, &c, err);
    if (st == VL_OK)
        st = c.status;
    if (st == VL_OK)
        st = store_rows_tokens(s, pass_token, NULL, err);
    s->is_checking = false;
    s->is_partial = st == VL_OK && s->aside_len > 0;
    if (s->is_partial)
        st = store_damaged(s, "some of it is damaged", err);
    return st;
}
