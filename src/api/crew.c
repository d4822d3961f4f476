/* crew.c - threads that step many tables together.
 *
 * A crew's threads sleep until there is work. A piece of work is cut into parts,
 * which whoever is free takes one after the other, the caller too. Parts share
 * nothing, so who does which makes no difference to what comes out.
 */
#include "api/impl.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 256, PARTS_EACH = 4 };

struct veillee_crew {
    pthread_mutex_t lock; /* of what follows, but for `next` */
    pthread_cond_t begun, ended;
    uint64_t turn; /* rises with each piece of work */
    int busy;      /* threads that are not done with it */
    bool closing;
    vl_api_work *work;
    void *job;
    size_t n, part;
    atomic_size_t next; /* the first that nobody has taken */
    int sum;
    pthread_mutex_t caller; /* one piece of work at a time */
    int threads_len;
    pthread_t threads[];
};

/* Takes parts until there are none. */
static int do_parts(struct veillee_crew *c)
{
    int sum = 0;

    for (;;) {
        size_t from = atomic_fetch_add(&c->next, c->part);

        if (from >= c->n)
            return sum;
        sum += c->work(c->job, from, c->n - from < c->part ? c->n : from + c->part);
    }
}

static void *serve(void *arg)
{
    struct veillee_crew *c = arg;
    uint64_t seen = 0;

    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->turn == seen && !c->closing)
            pthread_cond_wait(&c->begun, &c->lock);
        if (c->closing)
            break;
        seen = c->turn;
        pthread_mutex_unlock(&c->lock);
        int sum = do_parts(c);
        pthread_mutex_lock(&c->lock);
        c->sum += sum;
        if (--c->busy == 0)
            pthread_cond_signal(&c->ended);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* n + part must not wrap around: every thread adds a part beyond the end. */
static size_t part_of(const struct veillee_crew *c, size_t n)
{
    size_t parts = PARTS_EACH * ((size_t)c->threads_len + 1);

    return n / parts + 1;
}

int vl_api_share(struct veillee_crew *c, vl_api_work *work, void *job, size_t n)
{
    if (c == NULL || c->threads_len == 0 || n < 2)
        return work(job, 0, n);
    pthread_mutex_lock(&c->caller);
    pthread_mutex_lock(&c->lock);
    c->work = work;
    c->job = job;
    c->n = n;
    c->part = part_of(c, n);
    atomic_store(&c->next, 0);
    c->sum = 0;
    c->busy = c->threads_len;
    c->turn++;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);

    int sum = do_parts(c);

    pthread_mutex_lock(&c->lock);
    while (c->busy > 0)
        pthread_cond_wait(&c->ended, &c->lock);
    sum += c->sum;
    pthread_mutex_unlock(&c->lock);
    pthread_mutex_unlock(&c->caller);
    return sum;
}

struct veillee_crew *veillee_crew_open(int threads, struct veillee_error *err)
{
    if (threads < 1 || threads > THREADS_MAX) {
        vl_api_fault(err, VL_RANGE, "threads", "1 to 256");
        return NULL;
    }
    struct veillee_crew *c = calloc(1, sizeof *c + (size_t)(threads - 1) * sizeof c->threads[0]);
    if (c == NULL) {
        vl_api_fault(err, VL_MEMORY, "", "");
        return NULL;
    }
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->caller, NULL);
    pthread_cond_init(&c->begun, NULL);
    pthread_cond_init(&c->ended, NULL);
    atomic_init(&c->next, 0);
    for (; c->threads_len < threads - 1; c->threads_len++) {
        if (pthread_create(&c->threads[c->threads_len], NULL, serve, c) != 0) {
            veillee_crew_close(c);
            vl_api_fault(err, VL_MEMORY, "threads", "no more to be had");
            return NULL;
        }
    }
    return c;
}

void veillee_crew_close(struct veillee_crew *c)
{
    if (c == NULL)
        return;
    pthread_mutex_lock(&c->lock);
    c->closing = true;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->threads_len; i++)
        pthread_join(c->threads[i], NULL);
    pthread_cond_destroy(&c->ended);
    pthread_cond_destroy(&c->begun);
    pthread_mutex_destroy(&c->caller);
    pthread_mutex_destroy(&c->lock);
    free(c);
}
