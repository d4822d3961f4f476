/* speed.c - how fast the library plays the games of `veillee bench`.
 *
 *     speed GAME GAMES [list | random [OPTIONS]]
 *
 * Random games from seed 1 on one thread, move by move: "list" asks for the list of
 * moves and plays one of it, as a program with players of its own does; "random" has
 * veillee_random() do it, a game a call. Both play the games of `veillee bench GAME
 * --games GAMES`, so that moves per second compare. Prints one line of JSON.
 */
#define _POSIX_C_SOURCE 200809L
#include <veillee.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long long by_list(struct veillee_table *t, struct veillee_rng *rng)
{
    long long moves = 0;

    for (int actor; (actor = veillee_actor(t)) != VEILLEE_OVER; moves++) {
        if (actor == VEILLEE_CHANCE)
            veillee_chance(t, rng);
        else
            veillee_apply_index(t, (int)veillee_rng_below(rng, (uint32_t)veillee_moves(t)));
    }
    return moves;
}

int main(int argc, char **argv)
{
    struct veillee_error err;
    struct veillee_rng rng;
    struct veillee_sizes size;
    long long games = argc > 2 ? strtoll(argv[2], NULL, 10) : 0, moves = 0;
    int at_random = argc > 3 && strcmp(argv[3], "random") == 0;

    if (games <= 0 || (argc > 3 && !at_random && strcmp(argv[3], "list") != 0)) {
        fprintf(stderr, "usage: speed GAME GAMES [list | random [OPTIONS]]\n");
        return 2;
    }
    struct veillee_table *t = veillee_open(argv[1], argc > 4 ? argv[4] : NULL, NULL, &err);
    struct veillee_table *start = veillee_copy(t);
    if (t == NULL || start == NULL || veillee_sizes(argv[1], &size) != VEILLEE_OK) {
        fprintf(stderr, "speed: %s\n", t == NULL ? err.text : "out of memory");
        return 1;
    }
    int most = size.decisions > 0 ? size.decisions : INT_MAX; /* 0: no bound */

    veillee_rng_seed(&rng, 1);
    double began = now();

    for (long long k = 0; k < games; k++) {
        veillee_assign(t, start);
        moves += at_random ? veillee_random(t, &rng, most) : by_list(t, &rng);
    }
    double took = now() - began;
    printf("{\"games\":%lld,\"moves\":%lld,\"seconds\":%.6f,\"moves_per_second\":%.0f,"
           "\"last\":\"%016llx\"}\n",
           games, moves, took, (double)moves / took, (unsigned long long)veillee_hash(t));
    veillee_close(t);
    veillee_close(start);
    return 0;
}
