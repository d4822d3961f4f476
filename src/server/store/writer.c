#include "server/store/writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "server/store/writer_request.h"

enum {
    BATCH_MAX = 256,                     /* requests carried out at a time */
    ANSWER_BYTES_MAX = 32 * 1024 * 1024, /* read, and not yet taken by the loop */
    IDLE_MS = 200,                       /* of quiet, before larger upkeep */
    LOG_WAIT_MS = 60000,                 /* and again, while the store has a log */
};

const uint32_t writer_latency_us[WRITER_LATENCY_BUCKETS - 1] = {
    100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000
};
const uint32_t writer_group_size[WRITER_SIZE_BUCKETS - 1] = { 1, 2, 4, 8, 16, 32, 64, 128 };

/* ---- the writer ---- */

struct list {
    struct request *first, **last;
};

struct writer {
    struct store *st;
    struct writer_options o;
    uv_thread_t thread;
    uv_async_t async;
    void (*stopped)(void *ctx);
    void *stopped_ctx;
    /* Of the store thread alone. */
    struct request *backup;   /* under way */
    uint64_t commit_began_ns; /* of the last group */
    uint64_t probe_at_ns;
    struct vl_error why; /* read-only since */
    bool is_read_only;
    bool is_tended; /* nothing was written since the last quiet moment */
    /* Of both threads, under the lock. */
    uv_mutex_t lock;
    uv_cond_t work; /* there is work, or room for answers */
    struct list queue, answers;
    uint32_t queue_weight;
    size_t answer_bytes;
    bool is_stopping, is_finished;
    struct writer_stats stats;
    uint64_t figures_ns; /* when stats.store was true */
};

static void list_init(struct list *l)
{
    l->first = NULL;
    l->last = &l->first;
}

static void list_add(struct list *l, struct request *r)
{
    r->next = NULL;
    *l->last = r;
    l->last = &r->next;
}

static struct request *list_take(struct list *l)
{
    struct request *r = l->first;

    if (r != NULL && (l->first = r->next) == NULL)
        l->last = &l->first;
    return r;
}

/* ---- answers, on the store thread ---- */

/* Hands an answer to the loop. */
static void answer(struct writer *w, struct request *r)
{
    uv_mutex_lock(&w->lock);
    bool was_empty = w->answers.first == NULL;
    list_add(&w->answers, r);
    w->answer_bytes += request_answer_bytes(r);
    if (r->kind != REQ_STATE)
        w->stats.requests++;
    if (!request_is_change(r) && r->kind < REQ_BACKUP)
        w->stats.reads++;
    if (was_empty)
        uv_async_send(&w->async);
    uv_mutex_unlock(&w->lock);
}

static void tell_state(struct writer *w, bool is_read_only, const struct vl_error *why)
{
    struct request *r = request_create(REQ_STATE, NULL, NULL, NULL);

    w->is_read_only = is_read_only;
    uv_mutex_lock(&w->lock);
    w->stats.is_read_only = is_read_only;
    uv_mutex_unlock(&w->lock);
    if (r == NULL)
        return; /* writer_stats() still says it */
    r->flag = is_read_only;
    if (why != NULL)
        r->err = *why;
    answer(w, r);
}

static void stop_writing(struct writer *w, const struct vl_error *why)
{
    w->why = *why;
    w->probe_at_ns = uv_hrtime() + (uint64_t)w->o.probe_ms * 1000000;
    tell_state(w, true, why);
}

/* ---- changes, on the store thread ---- */

static int change(struct writer *w, struct request *r)
{
    const struct store_api *api = w->st->api;
    int st = VL_OK;

    switch (r->kind) {
    case REQ_CREATE:
        st = api->create(w->st, &r->game, r->tokens, r->tokens_len, r->in, r->in_len, &r->err);
        break;
    case REQ_APPEND:
        st = api->append(w->st, r->id, r->epoch, r->first, r->in, r->in_len, r->meta, &r->err);
        break;
    case REQ_UPDATE: st = api->update(w->st, r->id, r->epoch, r->meta, &r->err); break;
    case REQ_TOKEN_PUT: st = api->token_put(w->st, &r->token, &r->err); break;
    case REQ_REMOVE: st = api->remove(w->st, r->id, &r->err); break;
    default: VL_VERIFY(request_is_change(r));
    }
    r->r.status = st;
    return st;
}

/* Wrong in itself, or does it take the group with it? */
static bool is_fatal(int status)
{
    return status == VL_IO || status == VL_MEMORY;
}

/* All changes of a batch in one transaction. */
static int commit_group(struct writer *w, struct request *batch, uint64_t *entries,
                        struct vl_error *err)
{
    const struct store_api *api = w->st->api;
    bool is_changed = false;
    int st = api->begin(w->st, err);

    for (struct request *r = batch; r != NULL && st == VL_OK; r = r->next) {
        if (!request_is_change(r))
            continue;
        int own = change(w, r);
        if (is_fatal(own)) {
            *err = r->err;
            st = own;
        } else if (own == VL_OK) {
            is_changed = true;
            *entries += r->in_len;
        }
    }
    if (st == VL_OK && is_changed)
        return api->commit(w->st, err);
    api->rollback(w->st);
    return st;
}

static void count_commit(struct writer *w, bool is_good, uint64_t entries, uint64_t us)
{
    int i = 0, j = 0;

    while (i < WRITER_LATENCY_BUCKETS - 1 && us > writer_latency_us[i])
        i++;
    while (j < WRITER_SIZE_BUCKETS - 1 && entries > writer_group_size[j])
        j++;
    uv_mutex_lock(&w->lock);
    if (is_good) {
        w->stats.commits++;
        w->stats.entries += entries;
        w->stats.commit_us_sum += us;
        w->stats.commit_us[i]++;
        w->stats.group_size[j]++;
    } else
        w->stats.commits_failed++;
    uv_mutex_unlock(&w->lock);
}

static void fail_changes(struct request *batch, const struct vl_error *why)
{
    for (struct request *r = batch; r != NULL; r = r->next) {
        if (request_is_change(r))
            request_fail(r, why);
    }
}

/* VL_OK, or why the whole group failed: then each change of it has that status,
 * also one that was refused for itself, since the others may have been why. */
static int write_group(struct writer *w, struct request *batch, struct vl_error *err)
{
    uint64_t entries = 0;

    if (w->is_read_only) {
        fail_changes(batch, &w->why);
        return VL_OK;
    }
    w->commit_began_ns = uv_hrtime();
    w->is_tended = false;
    int st = commit_group(w, batch, &entries, err);
    count_commit(w, st == VL_OK, entries, (uv_hrtime() - w->commit_began_ns) / 1000);
    if (st != VL_OK)
        fail_changes(batch, err);
    return st;
}

/* ---- reading, on the store thread ---- */

/* Row and entries of a game. */
static int read_game(struct writer *w, struct request *r)
{
    const struct store_api *api = w->st->api;
    uint64_t epoch = 0;
    int st = VL_OK;

    if (r->kind == REQ_LOAD)
        st = api->own(w->st, r->id, &epoch, &r->err);
    if (st == VL_OK)
        st = api->game(w->st, r->id, request_on_game, r, &r->err);
    if (st != VL_OK || r->r.status != VL_OK)
        return st;
    return r->r.status == VL_OK ? api->read(w->st, r->id, r->first, request_on_entry, r, &r->err)
                                : VL_OK;
}

static void look(struct writer *w, struct request *r)
{
    const struct store_api *api = w->st->api;
    int st = VL_OK;

    r->read_max = w->o.read_bytes;
    switch (r->kind) {
    case REQ_LOAD:
    case REQ_READ: st = read_game(w, r); break;
    case REQ_LIST: st = api->list(w->st, &r->filter, request_on_game, r, &r->err); break;
    case REQ_TOKEN_FIND:
        st = api->token_find(w->st, r->token.hash, &r->token, &r->err);
        r->r.token = st == VL_OK ? &r->token : NULL;
        break;
    default: VL_VERIFY(r->kind == REQ_LIST);
    }
    if (st != VL_OK)
        r->r.status = st;
    r->r.games = r->games;
    r->r.entries = r->entries;
}

/* ---- backup, on the store thread ---- */

/* True if it is under way; else it is answered. */
static bool backup_began(struct writer *w, struct request *r)
{
    if (w->backup != NULL)
        r->r.status = vl_error_set(&r->err, VL_DUPLICATE, r->path, "a backup is under way");
    else
        r->r.status = w->st->api->backup_begin(w->st, r->path, &r->err);
    if (r->r.status != VL_OK)
        return false;
    w->backup = r;
    return true;
}

static void backup_end(struct writer *w)
{
    struct request *r = w->backup;

    w->backup = NULL;
    w->st->api->backup_end(w->st);
    uv_mutex_lock(&w->lock);
    w->stats.backups += r->r.status == VL_OK;
    uv_mutex_unlock(&w->lock);
    answer(w, r);
}

static void backup_go_on(struct writer *w)
{
    struct request *r = w->backup;

    if (r == NULL)
        return;
    r->r.status = w->st->api->backup_step(w->st, w->o.backup_pages, &r->r.backup, &r->err);
    if (r->r.status != VL_OK || r->r.backup.is_done)
        backup_end(w);
}

/* ---- the store thread ---- */

static uint64_t until(uint64_t at_ns, uint64_t now_ns)
{
    return at_ns > now_ns ? at_ns - now_ns : 0;
}

/* Sleeps until there is a request or something else to do. Holds the lock. */
static void wait_for_work(struct writer *w)
{
    while (w->queue.first == NULL && !w->is_stopping && w->backup == NULL) {
        if (w->is_read_only) {
            uint64_t ns = until(w->probe_at_ns, uv_hrtime());

            if (ns == 0 || uv_cond_timedwait(&w->work, &w->lock, ns) == UV_ETIMEDOUT)
                return;
        } else if (!w->is_tended) {
            if (uv_cond_timedwait(&w->work, &w->lock, IDLE_MS * UINT64_C(1000000)) == UV_ETIMEDOUT)
                return;
        } else if (w->stats.store.log_age_ms > 0) {
            if (uv_cond_timedwait(&w->work, &w->lock, LOG_WAIT_MS * UINT64_C(1000000)) ==
                UV_ETIMEDOUT)
                return;
        } else
            uv_cond_wait(&w->work, &w->lock);
    }
}

/* Lets a group that has begun grow until it is full or its time is up. Holds the
 * lock. */
static void wait_for_company(struct writer *w)
{
    uint64_t end = w->commit_began_ns + (uint64_t)w->o.group_us * 1000;

    while (w->queue_weight > 0 && w->queue_weight < w->o.group_entries && !w->is_stopping &&
           !w->is_read_only) {
        uint64_t ns = until(end, uv_hrtime());

        if (ns == 0)
            return;
        uv_cond_timedwait(&w->work, &w->lock, ns);
    }
}

/* The next requests, in order: at most one group of changes. Holds the lock. */
static struct request *take_batch(struct writer *w)
{
    struct list batch;
    uint32_t sum = 0;

    list_init(&batch);
    for (int n = 0; n < BATCH_MAX && w->queue.first != NULL; n++) {
        uint32_t more = request_weight(w->queue.first);

        if (sum > 0 && sum + more > w->o.group_entries)
            break;
        sum += more;
        w->queue_weight -= more;
        list_add(&batch, list_take(&w->queue));
    }
    return batch.first;
}

static void wait_for_room(struct writer *w)
{
    uv_mutex_lock(&w->lock);
    while (w->answer_bytes > ANSWER_BYTES_MAX)
        uv_cond_wait(&w->work, &w->lock);
    uv_mutex_unlock(&w->lock);
}

static bool has_changes(const struct request *batch)
{
    while (batch != NULL && !request_is_change(batch))
        batch = batch->next;
    return batch != NULL;
}

/* Changes first, so that questions see them; the answers in the order asked. */
static void carry_out(struct writer *w, struct request *batch)
{
    struct vl_error err;
    int st = has_changes(batch) ? write_group(w, batch, &err) : VL_OK;

    while (batch != NULL) {
        struct request *r = batch;

        batch = r->next;
        if (!request_is_change(r) && r->kind != REQ_BACKUP) {
            wait_for_room(w);
            look(w, r);
        }
        if (r->kind != REQ_BACKUP || !backup_began(w, r))
            answer(w, r);
    }
    if (st != VL_OK && st != VL_MEMORY)
        stop_writing(w, &err);
}

static void tend(struct writer *w, bool is_idle)
{
    struct vl_error err;
    int st;

    if (!w->is_read_only) {
        w->is_tended = w->is_tended || is_idle;
        st = w->st->api->tend(w->st, is_idle, &err);
        if (st != VL_OK && st != VL_MEMORY)
            stop_writing(w, &err);
        return;
    }
    if (uv_hrtime() < w->probe_at_ns)
        return;
    if (w->st->api->probe(w->st, &err) == VL_OK)
        tell_state(w, false, NULL);
    else
        w->probe_at_ns = uv_hrtime() + (uint64_t)w->o.probe_ms * 1000000;
}

static void take_figures(struct writer *w)
{
    struct store_figures f;

    w->st->api->figures(w->st, &f);
    uv_mutex_lock(&w->lock);
    w->stats.store = f;
    w->figures_ns = uv_hrtime();
    uv_mutex_unlock(&w->lock);
}

static void finish(struct writer *w)
{
    if (w->backup != NULL) {
        w->backup->r.status = vl_error_set(&w->backup->err, VL_INTERRUPT, w->backup->path,
                                           "the server stops");
        backup_end(w);
    }
    w->st->api->close(w->st);
    w->st = NULL;
    uv_mutex_lock(&w->lock);
    w->is_finished = true;
    uv_async_send(&w->async);
    uv_mutex_unlock(&w->lock);
}

static void run(void *ctx)
{
    struct writer *w = ctx;

    for (;;) {
        uv_mutex_lock(&w->lock);
        wait_for_work(w);
        wait_for_company(w);
        struct request *batch = take_batch(w);
        bool is_over = batch == NULL && w->is_stopping;
        uv_mutex_unlock(&w->lock);
        if (is_over)
            break;
        bool is_idle = batch == NULL && w->backup == NULL;
        carry_out(w, batch);
        backup_go_on(w);
        tend(w, is_idle);
        take_figures(w);
    }
    finish(w);
}

/* ---- the loop's side ---- */

static void deliver(struct writer *w, struct request *r)
{
    if (r->kind == REQ_STATE) {
        if (w->o.state != NULL)
            w->o.state(w->o.ctx, r->flag, r->flag ? &r->err : NULL);
    } else {
        r->r.error = r->r.status != VL_OK ? &r->err : NULL;
        if (r->done != NULL)
            r->done(r->ctx, &r->r);
    }
}

static void writer_destroy(struct writer *w)
{
    uv_cond_destroy(&w->work);
    uv_mutex_destroy(&w->lock);
    free(w);
}

static void on_closed(uv_handle_t *handle)
{
    struct writer *w = handle->data;
    void (*stopped)(void *ctx) = w->stopped;
    void *ctx = w->stopped_ctx;

    writer_destroy(w);
    if (stopped != NULL)
        stopped(ctx);
}

static void on_answers(uv_async_t *async)
{
    struct writer *w = async->data;

    uv_mutex_lock(&w->lock);
    struct request *r = w->answers.first;
    bool is_finished = w->is_finished;
    list_init(&w->answers);
    uv_mutex_unlock(&w->lock);
    while (r != NULL) {
        struct request *next = r->next;

        deliver(w, r);
        uv_mutex_lock(&w->lock);
        w->answer_bytes -= request_answer_bytes(r);
        if (r->kind != REQ_STATE) {
            w->stats.queue_len--;
            w->stats.queue_bytes -= r->queued;
        }
        if (request_answer_bytes(r) > 0)
            uv_cond_signal(&w->work);
        uv_mutex_unlock(&w->lock);
        request_destroy(r);
        r = next;
    }
    if (is_finished && !uv_is_closing((uv_handle_t *)async)) {
        uv_thread_join(&w->thread);
        uv_close((uv_handle_t *)async, on_closed);
    }
}

static void set_defaults(struct writer_options *o)
{
#define DEFAULT(field, value) o->field = o->field != 0 ? o->field : (value)
    DEFAULT(group_entries, WRITER_GROUP_ENTRIES);
    DEFAULT(group_us, WRITER_GROUP_US);
    DEFAULT(queue_max, WRITER_QUEUE_MAX);
    DEFAULT(queue_bytes, WRITER_QUEUE_BYTES);
    DEFAULT(read_bytes, WRITER_READ_BYTES);
    DEFAULT(probe_ms, WRITER_PROBE_MS);
    DEFAULT(backup_pages, WRITER_BACKUP_PAGES);
#undef DEFAULT
}

/* On a full disk a store opens to be read only. */
static void begin(struct writer *w)
{
    struct vl_error err;

    if (w->st->api->begin(w->st, &err) == VL_OK)
        w->st->api->rollback(w->st);
    else
        stop_writing(w, &err);
    take_figures(w);
}

int writer_create(struct writer **out, uv_loop_t *loop, struct store *st,
                  const struct writer_options *opts, struct vl_error *err)
{
    struct writer *w = calloc(1, sizeof *w);

    *out = NULL;
    if (w == NULL)
        return vl_error_set(err, VL_MEMORY, "", "out of memory");
    w->st = st;
    w->is_tended = true;
    if (opts != NULL)
        w->o = *opts;
    set_defaults(&w->o);
    list_init(&w->queue);
    list_init(&w->answers);
    VL_VERIFY(uv_mutex_init(&w->lock) == 0 && uv_cond_init(&w->work) == 0);
    int rc = uv_async_init(loop, &w->async, on_answers);
    w->async.data = w;
    if (rc == 0)
        begin(w);
    if (rc == 0 && (rc = uv_thread_create(&w->thread, run, w)) != 0) {
        uv_close((uv_handle_t *)&w->async, on_closed);
        return vl_error_set(err, VL_MEMORY, "", uv_strerror(rc));
    }
    if (rc != 0) {
        writer_destroy(w);
        return vl_error_set(err, VL_MEMORY, "", uv_strerror(rc));
    }
    *out = w;
    return VL_OK;
}

void writer_stop(struct writer *w, void (*stopped)(void *ctx), void *ctx)
{
    w->stopped = stopped;
    w->stopped_ctx = ctx;
    uv_mutex_lock(&w->lock);
    w->is_stopping = true;
    uv_cond_signal(&w->work);
    uv_mutex_unlock(&w->lock);
}

void writer_stats(struct writer *w, struct writer_stats *out)
{
    uv_mutex_lock(&w->lock);
    *out = w->stats;
    if (out->store.log_age_ms > 0)
        out->store.log_age_ms += (uv_hrtime() - w->figures_ns) / 1000000;
    uv_mutex_unlock(&w->lock);
}

/* ---- handing in ---- */

/* Queues r, or destroys it. `failed`: there was no memory for its arguments. */
static int submit(struct writer *w, struct request *r, bool failed)
{
    int st = VL_OK;

    if (r == NULL || failed) {
        request_destroy(r);
        return VL_MEMORY;
    }
    uv_mutex_lock(&w->lock);
    if (w->is_stopping)
        st = VL_INTERRUPT;
    else if (w->stats.queue_len >= w->o.queue_max ||
             w->stats.queue_bytes + r->kept > w->o.queue_bytes) {
        st = VL_TOO_LARGE;
        w->stats.refused++;
    } else {
        r->queued = r->kept;
        list_add(&w->queue, r);
        w->queue_weight += request_weight(r);
        w->stats.queue_bytes += r->queued;
        w->stats.queue_len++;
        if (w->stats.queue_len > w->stats.queue_len_max)
            w->stats.queue_len_max = w->stats.queue_len;
        uv_cond_signal(&w->work);
    }
    uv_mutex_unlock(&w->lock);
    if (st != VL_OK)
        request_destroy(r);
    return st;
}

static bool entries_fit(const struct store_entry *entries, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (entries[i].len > STORE_ENTRY_MAX)
            return false;
    }
    return true;
}

int writer_create_game(struct writer *w, const struct store_game *g,
                       const struct store_token *tokens, size_t tokens_len,
                       const struct store_entry *entries, size_t entries_len, writer_fn *done,
                       void *ctx)
{
    struct request *r = request_create(REQ_CREATE, g->id, done, ctx);
    bool failed = false;

    if (!entries_fit(entries, entries_len)) {
        request_destroy(r);
        return VL_TOO_LARGE;
    }
    if (r != NULL) {
        request_keep_game(r, &r->game, g, &failed);
        request_keep_entries(r, entries, entries_len, &failed);
        r->tokens = request_keep(r, tokens, tokens_len * sizeof *tokens, &failed);
        r->tokens_len = tokens_len;
    }
    return submit(w, r, failed);
}

int writer_append(struct writer *w, const char *id, uint64_t epoch, uint32_t first,
                  const struct store_entry *entries, size_t n, const struct store_meta *meta,
                  writer_fn *done, void *ctx)
{
    struct request *r = request_create(REQ_APPEND, id, done, ctx);
    bool failed = false;

    if (!entries_fit(entries, n)) {
        request_destroy(r);
        return VL_TOO_LARGE;
    }
    if (r != NULL) {
        r->epoch = epoch;
        r->first = first;
        request_keep_entries(r, entries, n, &failed);
        if (meta != NULL)
            request_keep_meta(r, meta, &failed);
    }
    return submit(w, r, failed);
}

int writer_update(struct writer *w, const char *id, uint64_t epoch, const struct store_meta *meta,
                  writer_fn *done, void *ctx)
{
    struct request *r = request_create(REQ_UPDATE, id, done, ctx);
    bool failed = false;

    if (r != NULL) {
        r->epoch = epoch;
        request_keep_meta(r, meta, &failed);
    }
    return submit(w, r, failed);
}

int writer_token_put(struct writer *w, const struct store_token *t, writer_fn *done, void *ctx)
{
    struct request *r = request_create(REQ_TOKEN_PUT, t->game, done, ctx);

    if (r != NULL)
        r->token = *t;
    return submit(w, r, false);
}

int writer_remove(struct writer *w, const char *id, writer_fn *done, void *ctx)
{
    return submit(w, request_create(REQ_REMOVE, id, done, ctx), false);
}

int writer_load(struct writer *w, const char *id, writer_fn *done, void *ctx)
{
    return submit(w, request_create(REQ_LOAD, id, done, ctx), false);
}

int writer_read(struct writer *w, const char *id, uint32_t from, writer_fn *done, void *ctx)
{
    struct request *r = request_create(REQ_READ, id, done, ctx);

    if (r != NULL)
        r->first = from;
    return submit(w, r, false);
}

int writer_list(struct writer *w, const struct store_filter *f, writer_fn *done, void *ctx)
{
    struct request *r = request_create(REQ_LIST, NULL, done, ctx);
    bool failed = false;

    if (r != NULL) {
        r->filter = *f;
        if (f->limit == 0 || f->limit > WRITER_LIST_MAX)
            r->filter.limit = WRITER_LIST_MAX;
        r->filter.game = request_keep_text(r, f->game, &failed);
    }
    return submit(w, r, failed);
}

int writer_token_find(struct writer *w, const uint8_t hash[STORE_TOKEN_LEN], writer_fn *done,
                      void *ctx)
{
    struct request *r = request_create(REQ_TOKEN_FIND, NULL, done, ctx);

    if (r != NULL)
        memcpy(r->token.hash, hash, STORE_TOKEN_LEN);
    return submit(w, r, false);
}

int writer_backup(struct writer *w, const char *path, writer_fn *done, void *ctx)
{
    struct request *r = request_create(REQ_BACKUP, NULL, done, ctx);
    bool failed = false;

    if (r != NULL)
        r->path = request_keep_text(r, path, &failed);
    return submit(w, r, failed);
}
