/* reflets_table.h - what the tests of the cards of Reflets d'Acide have in common: a table laid out
 * for a card, somebody who answers what is asked, and what a list of steps should change.
 *
 *     rt_begin(rt_hurt, 2);            // gold 2; three heroes are wounded
 *     rt_put(",'phase':'bless'");
 *     rt_put_waiting("D18");           // and a dilemma that keeps windows open
 *     rt_open();
 *     struct rt_deltas was = rt_read_off(), want = { 0 };
 *     table_play(&rt_t, "dilemma D18");
 *     rt_see_through(1);
 *     rt_add_step(fx, &want);
 *     rt_check_deltas("D18", &was, &want);
 */
#ifndef VL_TESTS_REFLETS_TABLE_H
#define VL_TESTS_REFLETS_TABLE_H

#include "games/reflets/reflets.h"
#include "table.h"

extern struct table rt_t;

const struct ra_state *rt_now(void);
const struct ra_content *rt_content(void);
const struct ra_card *rt_card(int card);
const char *rt_key(int card); /* treasures too */

/* ---- answering ---- */

struct rt_course { /* how it is to go */
    int die;       /* that is thrown */
    int which;     /* of alternatives, and of a relic or three LOOT */
};
extern struct rt_course rt_how;

struct vl_move rt_pick(const struct vl_move *list, int n);
/* Whatever is asked above that many frames is answered. */
void rt_see_through(int depth);

/* ---- what a list of steps does ---- */

struct rt_deltas { /* counts, and by how much they change */
    int gems, vils, held, n, purse, pile, discard, epic, waiting, known, rooms, wounds, avatar;
};

struct rt_deltas rt_read_off(void);
void rt_add_step(const struct vl_fx *fx, struct rt_deltas *d);
int rt_steps_along(int from, int n); /* the node where a push of the team ends */
/* What no count shows, of a step that has been carried out. */
void rt_check_step(const struct vl_fx *fx, const struct ra_state *before, int source);
/* Whose doing each event was: only what somebody used, and a turn, is somebody's. */
void rt_check_seats(void);
void rt_check_deltas(const char *what, const struct rt_deltas *was, const struct rt_deltas *want);

/* ---- laying out ---- */

#define rt_hurt "[0,0,1,1,1,0]" /* markers: somebody on either board */
#define rt_bearer "[1,0,0,0,0,0]"
#define rt_sound "[0,0,0,0,0,0]"

extern char rt_json[2400]; /* the position, piece by piece; rt_open() ends it */
void rt_begin_with(const char *markers, int gold, const char *lasting);
void rt_begin(const char *markers, int gold); /* rooms that turn up do nothing for the Vils */
void rt_put(const char *format, ...);
void rt_put_waiting(const char *other); /* a dilemma for any window, and another one; NULL: none */
void rt_put_objective(int what);        /* a trial whose objective is of that characteristic */
void rt_put_team(int card);             /* the hero, or a bearer of the item, and idle ones */
bool rt_open(void);

#endif
