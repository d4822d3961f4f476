/* think.c - thinking on a thread, with limits. */
#define _POSIX_C_SOURCE 200809L
#include "cli/engine/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int64_t elapsed_ms(const struct timespec *since)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)(now.tv_sec - since->tv_sec) * 1000 + (now.tv_nsec - since->tv_nsec) / 1000000;
}

static bool must_stop(void *arg)
{
    struct engine_think *t = arg;

    return atomic_load(&t->stop) || (t->movetime_ms && elapsed_ms(&t->begun) >= t->movetime_ms);
}

static void answer(struct engine_think *t, const struct vl_bot_answer *a)
{
    char move[128];
    struct vl_buf b = vl_buf_on(move, sizeof move);

    vl_move_format(t->rules, a->move, &b);
    pthread_mutex_lock(t->lock);
    fprintf(t->out, "info nodes %" PRIu64 " time %" PRId64, a->nodes, elapsed_ms(&t->begun));
    if (a->has_value)
        fprintf(t->out, " value %" PRId32, a->value);
    fprintf(t->out, "%s pv %s\n", a->stopped ? " stopped" : "", move);
    fprintf(t->out, "bestmove %s", move);
    if (a->has_value)
        fprintf(t->out, " value %" PRId32, a->value);
    fputc('\n', t->out);
    fflush(t->out);
    pthread_mutex_unlock(t->lock);
}

static void *think(void *arg)
{
    struct engine_think *t = arg;
    struct vl_move list[VL_MOVES_MAX];
    struct vl_bot_answer a;
    struct vl_bot_ask ask = { .rules = t->rules,
                              .state = t->state,
                              .seat = t->seat,
                              .legal = list,
                              .legal_len = vl_legal(t->rules, t->state, list),
                              .rng = &t->rng,
                              .scratch = t->scratch,
                              .limits = { t->nodes, must_stop, t } };

    vl_bot_choose(&t->bot, &ask, &a);
    answer(t, &a);
    atomic_store(&t->done, true);
    return NULL;
}

int engine_think_begin(struct engine_think *t, const struct vl_state *state)
{
    size_t size = t->rules->game->state_size;

    t->state = malloc(size);
    t->scratch = malloc(vl_bot_scratch(&t->bot, t->rules->game));
    if (t->state && t->scratch) {
        memcpy(t->state, state, size);
        vl_hide(t->rules, t->state, (vl_actor)t->seat);
        atomic_store(&t->stop, false);
        atomic_store(&t->done, false);
        clock_gettime(CLOCK_MONOTONIC, &t->begun);
        t->is_running = pthread_create(&t->thread, NULL, think, t) == 0;
    }
    if (t->is_running)
        return VL_OK;
    free(t->state);
    free(t->scratch);
    t->state = NULL;
    t->scratch = NULL;
    return VL_MEMORY;
}

void engine_think_end(struct engine_think *t, bool stop)
{
    if (!t->is_running)
        return;
    if (stop)
        atomic_store(&t->stop, true);
    pthread_join(t->thread, NULL);
    t->is_running = false;
    free(t->state);
    free(t->scratch);
    t->state = NULL;
    t->scratch = NULL;
}

void engine_think_drain(struct engine_think *t, int wait_ms)
{
    struct timespec since, nap = { 0, 5000000 };

    if (!t->is_running)
        return;
    clock_gettime(CLOCK_MONOTONIC, &since);
    while (!atomic_load(&t->done) && elapsed_ms(&since) < wait_ms)
        nanosleep(&nap, NULL);
    engine_think_end(t, true);
}
