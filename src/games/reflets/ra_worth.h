/* ra_worth.h - what a position of Reflets d'Acide is worth for the team: for the greedy bot.
 *
 * Worth is counted in hundredths of an epic point. What is owned has a fixed worth. What is being
 * carried out is worth what its steps will bring; a trial, what its outcomes bring by the exact
 * chances of its objectives (ra_odds.c). The quest is worth the share of games that are finished
 * before the Avatar comes: turns that are needed against turns that are left. All seats are of one
 * mind.
 */
#ifndef VL_GAMES_RA_WORTH_H
#define VL_GAMES_RA_WORTH_H

#include "games/reflets/reflets.h"

enum {
    RA_POINT = 100,
    RA_FINISHED = 6000, /* the quest */
    RA_A_GEM = 70,      /* that comes or goes */
    RA_TENTHS = 10,     /* of a turn: what time is counted in */
    RA_CAUGHT = 5000
};

/* What is looked at. */
struct ra_eye {
    const struct vl_rules *r;
    const struct ra_content *c;
    const struct ra_derived *d;
    const struct ra_state *s;
};

static inline int ra_least(int a, int b)
{
    return a < b ? a : b;
}

static inline int ra_most(int a, int b)
{
    return a > b ? a : b;
}

struct ra_eye ra_eye_on(const struct vl_rules *r, const struct ra_state *s);

/* Where on the Avatar's way a node is; squares between two of them. */
int ra_way_of(const struct ra_content *c, int node);
int ra_squares(const struct ra_content *c, int from, int to);
bool ra_in_chasm(const struct ra_content *c, int node);

/* Tenths of a turn until the quest is finished, from there; until the Avatar is at the first room
 * that is still needed, what can be braked included. */
int ra_time_needed(const struct ra_eye *e, int from);
int ra_time_left(const struct ra_eye *e, int team, int avatar);

/* That both stand there when the turn ends. */
int32_t ra_pursuit(const struct ra_eye *e, int team, int avatar);
/* RA-GEM-09: most gems of one board of a guide, who brakes and runs with them. */
int ra_brakes(const struct ra_eye *e, int guide);

int32_t ra_owned(const struct ra_eye *e);    /* everything but time */
int32_t ra_promised(const struct ra_eye *e); /* what is being carried out */
int32_t ra_at_trial(const struct ra_eye *e); /* the trial at hand */
int32_t ra_list_worth(const struct ra_eye *e, struct vl_fx_list list);
int32_t ra_trial_worth(const struct ra_eye *e, int card); /* one that may be begun */
/* The test of vitality of the hero whom the golden die names. */
int32_t ra_test_worth(const struct ra_eye *e);

#endif
