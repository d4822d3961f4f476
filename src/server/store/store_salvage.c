/* The SQLite backend: what can still be read of a damaged store, into a new one. */
#include "server/store/store_sqlite.h"

#include <stdlib.h>

enum { PART = 256 }; /* entries in one transaction */

struct salvage {
    struct store *from, *to;
    int status;
    struct vl_error *err;
    bool (*goes_on)(const struct store_entry *e);
    const char *id;
    uint32_t next;  /* entry to be read, or written */
    uint32_t whole; /* entries that are kept */
};

/* A log does not end in the middle of what was one. */
static bool measure(void *ctx, const struct store_entry *e)
{
    struct salvage *v = ctx;

    v->next++;
    if (v->goes_on == NULL || !v->goes_on(e))
        v->whole = v->next;
    return true;
}

static bool write_entry(void *ctx, const struct store_entry *e)
{
    struct salvage *v = ctx;
    const struct store_api *api = v->to->api;

    if (v->next == v->whole)
        return false;
    v->status = api->append(v->to, v->id, 1, v->next, e, 1, NULL, v->err);
    if (v->status == VL_OK && ++v->next % PART == 0) {
        v->status = api->commit(v->to, v->err);
        if (v->status == VL_OK)
            v->status = api->begin(v->to, v->err);
    }
    return v->status == VL_OK;
}

/* A game with its log, up to the last whole change before what cannot be read. A game
 * that was over may not be any more. */
static bool write_game(void *ctx, const struct store_game *g)
{
    struct salvage *v = ctx;
    const struct store_api *api = v->to->api;
    struct store_meta meta = { NULL, g->is_public, g->state, g->updated_ms };

    v->id = g->id;
    v->next = v->whole = 0;
    (void)v->from->api->read(v->from, g->id, 0, measure, v, NULL);
    if (v->whole < g->len && g->state == STORE_OVER)
        meta.state = STORE_RUNNING;
    v->next = 0;
    v->status = api->begin(v->to, v->err);
    if (v->status == VL_OK)
        v->status = api->create(v->to, g, NULL, 0, NULL, 0, v->err);
    if (v->status == VL_OK)
        (void)v->from->api->read(v->from, g->id, 0, write_entry, v, NULL);
    if (v->status == VL_OK)
        v->status = api->update(v->to, g->id, 1, &meta, v->err);
    if (v->status == VL_OK)
        v->status = api->commit(v->to, v->err);
    else
        api->rollback(v->to);
    return v->status == VL_OK;
}

static int write_token(void *ctx, const struct store_token *t)
{
    struct salvage *v = ctx;
    int st = v->to->api->token_put(v->to, t, v->err);

    return st == VL_UNKNOWN ? VL_OK : st; /* of a game that is lost */
}

int store_salvage(struct store *from, struct store *to,
                  bool (*goes_on)(const struct store_entry *e), struct vl_error *err)
{
    static const struct store_filter all = { 0 };
    struct salvage v = { .from = from, .to = to, .status = VL_OK, .err = err, .goes_on = goes_on };
    int st = store_rows_check((struct sqlite_store *)from, true, NULL); /* says what is lost */

    if (st == VL_OK || st == VL_MISMATCH)
        st = from->api->list(from, &all, write_game, &v, err);
    if (st == VL_OK)
        st = v.status;
    if (st == VL_OK)
        st = to->api->begin(to, err);
    if (st == VL_OK)
        st = store_rows_tokens((struct sqlite_store *)from, write_token, &v, err);
    return st == VL_OK ? to->api->commit(to, err) : st;
}
