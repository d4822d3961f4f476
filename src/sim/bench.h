/* bench.h - a fixed workload on one thread: random games, the legal list made
 * at every decision, no checks and no events.
 *
 * The signature is folded from every move, of chance too, and from the outcome and
 * the scores of every game. It is the same on every compiler and platform, and
 * changes only when behaviour does: how a state is laid out is no part of it.
 */
#ifndef VL_SIM_BENCH_H
#define VL_SIM_BENCH_H

#include "core/engine.h"

#include <signal.h>

struct vl_bench {
    uint64_t games, decisions, chance_moves;
    uint64_t signature;
};

/* Plays games 0..n-1 of a seed. `state` and `start` are game->state_size bytes
 * each. Ends early, after a whole game, when `enough` decisions were made (0: never) or
 * *stop is set (stop may be NULL). */
void vl_bench_games(const struct vl_rules *r, uint64_t seed, uint64_t n, uint64_t enough,
                    struct vl_state *state, struct vl_state *start,
                    const volatile sig_atomic_t *stop, struct vl_bench *out);

/* Copies a state n times through a ring of states; ring[0..len) are set. */
void vl_bench_copies(const struct vl_game *g, struct vl_state **ring, int len, uint64_t n);

#endif
