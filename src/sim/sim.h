/* sim.h - the lab: many games, many threads, counted.
 *
 * Game k of a run depends on the seed and on k only: its table has the secret
 * seed SHA-256("veillee sim <seed> <k>"), its chance is drawn as at any table
 * (match.h), so a recorded game verifies like one that was played. All counters
 * are integers, and adding them up in any order gives the same sums: the number
 * of threads changes the time and nothing else.
 *
 *     struct vl_sim sim = { .rules = &rules, .bots = bots, .bots_len = 1,
 *                           .seed = 1, .games = 1000, .threads = 0 };
 *     struct vl_sim_count *count = calloc(1, sizeof *count);
 *     int st = vl_sim_run(&sim, count, &err);     // VL_INTERRUPT: part of the games
 */
#ifndef VL_SIM_SIM_H
#define VL_SIM_SIM_H

#include "bots/bot.h"

#include <signal.h>

enum {
    VL_SIM_BINS = 4096, /* of a histogram; larger values share the last one */
    VL_SIM_OUTCOMES = 16,
    VL_SIM_TALLIES = 16,
    VL_SIM_THINGS = 512, /* of one family that are counted apart */
    VL_SIM_THREADS = 256,
    VL_SIM_SEED = 32
};

/* How often each value came, and their sum. */
struct vl_hist {
    uint64_t count, sum;
    uint32_t bin[VL_SIM_BINS];
};

/* Scores at the end. Those of one game are of one sample: if one player has many
 * points the others have few. Sums over the games of the scores' sum S and of
 * their number N: S, N, S*S, S*N, N*N. */
struct vl_sim_score {
    int64_t sum, sum_sum, sum_count;
    uint64_t count, count_count, games;
};

/* One thing of a tally: the sum over all games, the games in which it came at
 * all, how many of those were won, and the scores in them: of the seats that did
 * it (vl_tally.who), or of all. */
struct vl_sim_thing {
    uint64_t sum, games, won;
    struct vl_sim_score score;
};

struct vl_sim_count {
    uint64_t games;
    uint64_t won;                  /* games that everybody, or a single player, won */
    uint64_t apart;                /* games that some players won and others lost */
    uint64_t won_by[VL_SEATS_MAX]; /* by player */
    struct vl_sim_score score_by[VL_SEATS_MAX];
    uint32_t players;                  /* who took part */
    uint64_t outcome[VL_SIM_OUTCOMES]; /* by the game's outcomes */
    uint32_t rule[VL_SIM_OUTCOMES];    /* the rule that gave that outcome */
    struct vl_hist turns, rounds;      /* count 0: the game reports none */
    struct vl_hist decisions, moves;   /* of seats; with chance */
    struct vl_sim_thing tally[VL_SIM_TALLIES][VL_SIM_THINGS];
};

/* A game being played, as the watcher sees it. */
struct vl_sim_table {
    uint64_t game; /* its number in the run */
    uint8_t seed[VL_SIM_SEED];
    const struct vl_state *state; /* after the move */
    const struct vl_move *log;    /* all moves so far, chance included */
    const int8_t *actors;         /* who made them */
    uint32_t log_len;
    uint32_t decisions;    /* of seats, so far */
    int64_t turns, rounds; /* begun; -1: the game reports none */
};

/* Told of every move (once before the first) and of every end, by the threads
 * that play. A status other than VL_OK stops the run and is its result. */
struct vl_sim_watch {
    int (*moved)(void *arg, const struct vl_sim_table *t, struct vl_error *err);
    int (*ended)(void *arg, const struct vl_sim_table *t, struct vl_error *err);
    void *arg;
};

struct vl_sim {
    const struct vl_rules *rules;   /* prepared */
    const struct vl_bot_spec *bots; /* by player; fewer than players: in turn */
    int bots_len;
    uint64_t seed, games;
    int threads;                       /* 0: one per core */
    const volatile sig_atomic_t *stop; /* not 0: finish the games begun, then return; NULL */
    void (*progress)(void *arg, uint64_t done); /* some times a second, by the caller's thread */
    void *progress_arg;
    const struct vl_sim_watch *watch; /* NULL: nobody */
};

/* Adds the games to *out, which must be zero or the count of other games of
 * the same rules. After VL_INTERRUPT the games counted are the first ones. */
int vl_sim_run(const struct vl_sim *sim, struct vl_sim_count *out, struct vl_error *err);

/* The secret seed of game k, and the outcome that a seed gives at entry n. */
void vl_sim_seed(uint8_t seed[VL_SIM_SEED], uint64_t run_seed, uint64_t k);
struct vl_move vl_sim_draw(const struct vl_rules *r, const struct vl_state *s,
                           const uint8_t seed[VL_SIM_SEED], uint64_t n);

/* Adds the games of another count of the same game. */
void vl_sim_add(struct vl_sim_count *to, const struct vl_sim_count *from);

int vl_sim_cores(void);

/* ---- reading the counts ---- */

void vl_hist_add(struct vl_hist *h, uint32_t value);
/* The smallest value that at least `percent` of the counted ones do not exceed. */
uint32_t vl_hist_percentile(const struct vl_hist *h, int percent);
/* The mean in hundredths. */
uint64_t vl_hist_mean100(const struct vl_hist *h);
/* sum / games in hundredths, rounded. */
uint64_t vl_per_game100(uint64_t sum, uint64_t games);

/* The mean of scores in hundredths, rounded away from zero at the half. */
int64_t vl_score_mean100(const struct vl_sim_score *s);
/* How far from it the 95 % interval reaches, in hundredths (normal, the games being
 * the samples); -1 with fewer than two games. */
int64_t vl_score_within100(const struct vl_sim_score *s);
/* The games among which those of a thing are counted (vl_tally.among). */
uint64_t vl_sim_among(const struct vl_game *g, const struct vl_sim_count *n, int tally, int thing);

/* A rate and its 95 % interval by Wilson's formula, in hundredths of a percent
 * (7215 is 72.15 %). With no games: 0, 0, 10000. */
struct vl_rate {
    uint32_t mid, low, high;
};
struct vl_rate vl_wilson(uint64_t won, uint64_t games);

#endif
