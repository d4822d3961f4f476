/* odds.h - chances that are told before a choice, at a table of any game: what is told and shown of
 * them, and what comes of a roll, so that a test can count them anew.
 *
 *     struct odds_witness w = odds_witness(RB_EV_MET, RB_EV_MISSED);
 *     vl_apply(r, &next.base, m, VL_ANYONE, &w.sink);
 *     if (w.seen) return w.met ? all : 0;
 */
#ifndef VL_TESTS_ODDS_H
#define VL_TESTS_ODDS_H

#include "table.h"

/* Which of two events came first. */
struct odds_witness {
    struct vl_sink sink; /* first */
    int good, bad;
    bool seen, met;
};

struct odds_witness odds_witness(int good, int bad);

/* The move that a notation names. */
struct vl_move odds_move(const struct table *t, const char *notation);
/* The figure of that name among what the words of a move tell, -1 if there is none. */
int odds_told(const struct table *t, struct vl_move m, const char *name);
/* The chance that stands beside a thing on the screen, -1 if none does; family -1: beside any. */
int odds_shown(const struct table *t, int family, int index);

#endif
