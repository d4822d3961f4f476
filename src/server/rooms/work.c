#include "server/rooms/work.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct item {
    struct work_job job;
    struct vl_bot_answer answer;
    struct item *next;
};

struct list { /* first in, first out */
    struct item *first, **last;
};

struct work {
    struct work_options opts;
    uv_mutex_t lock; /* guards what follows, down to stats */
    uv_cond_t wake;
    struct list queue, finished;
    struct work_stats stats;
    atomic_bool stopping;
    uv_async_t async; /* tells the loop that something is finished */
    bool has_loop;
    uv_thread_t thread[WORK_THREADS_MAX];
    int threads_len;
};

/* ---- lists ---- */

static void list_init(struct list *l)
{
    l->first = NULL;
    l->last = &l->first;
}

static void list_add(struct list *l, struct item *it)
{
    it->next = NULL;
    *l->last = it;
    l->last = &it->next;
}

static struct item *list_take(struct list *l)
{
    struct item *it = l->first;

    if (it) {
        l->first = it->next;
        if (!l->first)
            l->last = &l->first;
    }
    return it;
}

static void list_free(struct list *l)
{
    struct item *it;

    while ((it = list_take(l)) != NULL)
        free(it);
}

/* ---- thinking ---- */

struct budget {
    struct work *work;
    uint64_t until; /* uv_hrtime(), 0: no bound */
};

static bool must_stop(void *arg)
{
    const struct budget *b = arg;

    return (b->until && uv_hrtime() > b->until) || atomic_load(&b->work->stopping);
}

/* The bot's answer; a random move if there is no memory to think with. */
static void think(struct work *k, struct item *it, void *scratch)
{
    struct work_job *job = &it->job;
    struct budget budget = { k, k->opts.ms ? uv_hrtime() + k->opts.ms * UINT64_C(1000000) : 0 };
    struct vl_rng rng = vl_rng_key(job->key);
    struct vl_move list[VL_MOVES_MAX];
    struct vl_bot_spec spec = job->bot;

    if (!scratch)
        spec = (struct vl_bot_spec){ &vl_bot_random, 0 };
    struct vl_bot_ask ask = { .rules = &job->rules,
                              .state = &job->state.base,
                              .seat = job->seat,
                              .legal = list,
                              .legal_len = vl_legal(&job->rules, &job->state.base, list),
                              .rng = &rng,
                              .scratch = scratch,
                              .limits = { k->opts.nodes, must_stop, &budget } };
    vl_bot_choose(&spec, &ask, &it->answer);
}

/* Thinks about one job, without the lock, and counts it. */
static void carry_out(struct work *k, struct item *it)
{
    void *scratch = malloc(vl_bot_scratch(&it->job.bot, it->job.rules.game));
    uint64_t began = uv_hrtime();

    think(k, it, scratch);
    free(scratch);
    uv_mutex_lock(&k->lock);
    k->stats.done++;
    k->stats.cut += it->answer.stopped;
    k->stats.us += (uv_hrtime() - began) / 1000;
    k->stats.running--;
    list_add(&k->finished, it);
    uv_mutex_unlock(&k->lock);
}

static struct item *next_job(struct work *k, bool wait)
{
    uv_mutex_lock(&k->lock);
    while (wait && !k->queue.first && !atomic_load(&k->stopping))
        uv_cond_wait(&k->wake, &k->lock);
    struct item *it = atomic_load(&k->stopping) ? NULL : list_take(&k->queue);
    if (it) {
        k->stats.queued--;
        k->stats.running++;
    }
    uv_mutex_unlock(&k->lock);
    return it;
}

static void run_thread(void *arg)
{
    struct work *k = arg;
    struct item *it;

    while ((it = next_job(k, true)) != NULL) {
        carry_out(k, it);
        uv_async_send(&k->async);
    }
}

/* ---- the loop's side ---- */

static int deliver(struct work *k)
{
    struct list done;
    struct item *it;
    int n = 0;

    uv_mutex_lock(&k->lock);
    done = k->finished;
    if (!done.first)
        done.last = &done.first;
    list_init(&k->finished);
    uv_mutex_unlock(&k->lock);
    for (; (it = list_take(&done)) != NULL; n++) {
        k->opts.done(k->opts.ctx, &it->job, &it->answer);
        free(it);
    }
    return n;
}

static void on_async(uv_async_t *async)
{
    struct work *k = async->data;

    if (!atomic_load(&k->stopping))
        deliver(k);
}

int work_run(struct work *k)
{
    struct item *it;

    while ((it = next_job(k, false)) != NULL)
        carry_out(k, it);
    return deliver(k);
}

int work_submit(struct work *k, const struct work_job *job)
{
    if (atomic_load(&k->stopping))
        return VL_INTERRUPT;
    struct item *it = malloc(sizeof *it);
    if (!it)
        return VL_MEMORY;
    it->job = *job;
    it->job.rules.pack = &it->job.pack;
    uv_mutex_lock(&k->lock);
    bool full = k->stats.queued >= k->opts.queue_max;
    if (full) {
        k->stats.refused++;
    } else {
        k->stats.queued++;
        list_add(&k->queue, it);
        uv_cond_signal(&k->wake);
    }
    uv_mutex_unlock(&k->lock);
    if (full)
        free(it);
    return full ? VL_TOO_LARGE : VL_OK;
}

void work_stats(struct work *k, struct work_stats *out)
{
    uv_mutex_lock(&k->lock);
    *out = k->stats;
    uv_mutex_unlock(&k->lock);
}

/* ---- beginning and end ---- */

static void release(struct work *k)
{
    list_free(&k->queue);
    list_free(&k->finished);
    uv_cond_destroy(&k->wake);
    uv_mutex_destroy(&k->lock);
    free(k);
}

static void on_closed(uv_handle_t *handle)
{
    release(handle->data);
}

void work_stop(struct work *k)
{
    if (!k)
        return;
    uv_mutex_lock(&k->lock);
    atomic_store(&k->stopping, true);
    uv_cond_broadcast(&k->wake);
    uv_mutex_unlock(&k->lock);
    for (int i = 0; i < k->threads_len; i++)
        uv_thread_join(&k->thread[i]);
    if (k->has_loop)
        uv_close((uv_handle_t *)&k->async, on_closed);
    else
        release(k);
}

static int start_threads(struct work *k, uv_loop_t *loop, struct vl_error *err)
{
    int want = k->opts.threads < WORK_THREADS_MAX ? k->opts.threads : WORK_THREADS_MAX;

    if (want > 0 && uv_async_init(loop, &k->async, on_async) != 0)
        return vl_error_set(err, VL_MEMORY, "workers", "no handle on the loop");
    k->has_loop = want > 0;
    k->async.data = k;
    while (k->threads_len < want) {
        if (uv_thread_create(&k->thread[k->threads_len], run_thread, k) != 0)
            return vl_error_set(err, VL_MEMORY, "workers", "a thread cannot be started");
        k->threads_len++;
    }
    return VL_OK;
}

int work_create(struct work **out, uv_loop_t *loop, const struct work_options *opts,
                struct vl_error *err)
{
    struct work *k = calloc(1, sizeof *k);

    if (!k || uv_mutex_init(&k->lock) != 0) {
        free(k);
        return vl_error_set(err, VL_MEMORY, "workers", "out of memory");
    }
    VL_VERIFY(uv_cond_init(&k->wake) == 0);
    k->opts = *opts;
    list_init(&k->queue);
    list_init(&k->finished);
    atomic_init(&k->stopping, false);
    int st = start_threads(k, loop, err);
    if (st != VL_OK) {
        work_stop(k);
        return st;
    }
    *out = k;
    return VL_OK;
}
