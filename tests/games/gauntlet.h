/* gauntlet.h - what every game must stand, whatever its rules.
 *
 * Random games are played, and after every move the contracts of core/game.h
 * are checked: some move is legal until the end; the list holds no move twice
 * and no more than it may; what is listed is accepted and applies, what is
 * refused changes nothing; a copy behaves like the original; positions, notations
 * and action numbers read back; a row is its moves one by one; chance has positive weights and
 * samples what it lists; previews tell what happens; nothing is broken(); secrets stay secret; the
 * game ends within its bound.
 *
 *     struct gauntlet_report rep = { .every = 8 };
 *     if (vl_gauntlet(&rules, 42, 1000, &rep))
 *         puts(rep.fault);
 */
#ifndef VL_TESTS_GAUNTLET_H
#define VL_TESTS_GAUNTLET_H

#include "core/engine.h"

struct gauntlet_report {
    int every; /* in: the dear checks on one move in so many; 0: on all */

    long games, moves, decisions, chances; /* out: what was played */
    int list_max, chance_max;              /* the longest lists of moves and outcomes */
    long moves_max;                        /* the longest game, chance included */
    long outcomes[8];                      /* games by their outcome */
    long illegal;                          /* random moves that were refused */
    long unlisted;                         /* random moves accepted without being listed: folded */
    long rows;         /* rows that were offered, and are their moves one by one */
    long hidden_twins; /* pairs that differed in secrets only, and looked equal */
    char fault[600];   /* the first fault: what, and how to find it again */
};

/* Plays `games` random games of prepared rules; game k depends on seed + k only,
 * so that one game, or a share of many, can be played again apart. 0, or 1 at
 * the first fault. */
int vl_gauntlet(const struct vl_rules *r, uint64_t seed, long games, struct gauntlet_report *out);

#endif
