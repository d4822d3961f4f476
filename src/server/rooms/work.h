/* work.h - threads on which bots think, so that the loop never searches.
 *
 * A job is a value: rules, the state as the bot's seat may know it, and whose
 * question it is. Its answer comes back on the loop's thread, with the job, and
 * it is for the asker to see whether it is still wanted. The queue is bounded;
 * each job has a budget of positions and of time.
 *
 *     struct work *k;
 *     work_create(&k, loop, &opts, &err);
 *     if (work_submit(k, &job) == VL_TOO_LARGE) ...   // full: ask again later
 *     work_stop(k);                                    // waits for its threads
 *
 * With threads == 0 nothing runs by itself: work_run() does the jobs on the
 * caller's thread (tests).
 */
#ifndef VL_SERVER_WORK_H
#define VL_SERVER_WORK_H

#include "bots/bot.h"

#include <uv.h>

struct work;

enum { WORK_THREADS_MAX = 64 };

struct work_job {
    uint64_t room, serial; /* whose: for the asker */
    bool is_hint;          /* a person asked, not the table: likewise */
    uint32_t rev;
    vl_actor seat;
    struct vl_bot_spec bot;
    struct vl_rules rules;
    struct vl_pack_info pack; /* rules.pack is set to point here */
    uint8_t key[32];          /* of the bot's generator */
    size_t state_size;
    union vl_any_state state; /* hidden for the seat */
};

struct work_options {
    int threads; /* at most WORK_THREADS_MAX */
    uint32_t queue_max;
    uint64_t nodes; /* positions per job, 0: no bound */
    uint32_t ms;    /* of thinking per job, 0: no bound */
    /* On the loop's thread. */
    void (*done)(void *ctx, const struct work_job *job, const struct vl_bot_answer *answer);
    void *ctx;
};

/* loop may be NULL if threads == 0. */
int work_create(struct work **out, uv_loop_t *loop, const struct work_options *opts,
                struct vl_error *err);
/* A copy of the job is queued. VL_TOO_LARGE: the queue is full; VL_MEMORY;
 * VL_INTERRUPT: stopping. */
int work_submit(struct work *k, const struct work_job *job);
/* threads == 0: does what is queued now, calling done(); how many. */
int work_run(struct work *k);
/* Thinking is cut short, queued jobs are dropped, the threads end. Memory and
 * the handle on the loop are freed by the loop's next turns; with no loop, at
 * once. NULL: nothing. */
void work_stop(struct work *k);

struct work_stats {
    uint64_t done, cut; /* jobs; those ended by their budget */
    uint64_t us;        /* spent thinking */
    uint32_t queued, running;
    uint64_t refused;
};
void work_stats(struct work *k, struct work_stats *out);

#endif
