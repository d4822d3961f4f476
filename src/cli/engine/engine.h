/* engine.h - the engine protocol: one session on two streams (docs/engine.md).
 *
 * Lines in, lines out. Every command is answered by lines of data and one
 * closing line: `ok`, `bestmove` or `error {...}`. Thinking happens on a thread
 * of its own, so that `stop` is heard; every other command waits for it.
 */
#ifndef VL_CLI_ENGINE_H
#define VL_CLI_ENGINE_H

#include "bots/bot.h"
#include "pack/pack.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum {
    ENGINE_VERSION = 1,
    ENGINE_LINE_MAX = 1 << 17, /* bytes of one line in; longer ones are refused whole */
    ENGINE_WORD_MAX = 64,
    ENGINE_NODES_MAX = 1 << 14, /* JSON values of one position */
    ENGINE_EOF_WAIT_MS = 5000   /* for an answer still being thought of when input ends */
};

struct engine_setup {
    FILE *in, *out;
    int lang;
    struct vl_rules rules; /* options as given, not prepared; content must outlive the session */
    struct vl_bot_spec bot;
    uint64_t seed;
    const volatile sig_atomic_t *stop; /* NULL: none */
};

/* Plays one session to its end (`quit` or the end of the input). VL_OK, or
 * VL_MEMORY, VL_IO if it could not be carried on. */
int engine_run(const struct engine_setup *setup, struct vl_error *err);

/* ---- between engine.c and think.c ---- */

/* One question to a bot, and the thread that answers it. */
struct engine_think {
    FILE *out;
    pthread_mutex_t *lock; /* of out */
    const struct vl_rules *rules;
    struct vl_bot_spec bot;
    struct vl_state *state; /* owned; hidden for the seat */
    void *scratch;          /* owned */
    struct vl_rng rng;
    int seat;
    uint64_t nodes;
    int64_t movetime_ms; /* 0: no limit */
    struct timespec begun;
    atomic_bool stop, done;
    bool is_running; /* the thread exists and was not joined yet */
    pthread_t thread;
};

/* Starts thinking; VL_MEMORY if it cannot. rules, bot, rng, nodes and
 * movetime_ms are set; `state` is copied and hidden. */
int engine_think_begin(struct engine_think *t, const struct vl_state *state);
/* Waits for the answer, which is written by then; with `stop` at once. */
void engine_think_end(struct engine_think *t, bool stop);
/* Waits at most so long, then stops. */
void engine_think_drain(struct engine_think *t, int wait_ms);

#endif
