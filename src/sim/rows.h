/* rows.h - one line of CSV for each game of a simulation (docs/formats.md).
 *
 * Threads end games in any order; a row waits until those before it are out, so
 * that the text depends on the seed and on nothing else.
 *
 *     struct vl_rows *rows = vl_rows_open(put, arg);
 *     vl_rows_head(rows, &err);
 *     for each cell:
 *         vl_rows_begin(rows, &sim);
 *         ... vl_rows_add(rows, table, &err) as the watcher's `ended` ...
 *     vl_rows_close(rows);
 */
#ifndef VL_SIM_ROWS_H
#define VL_SIM_ROWS_H

#include "sim/sim.h"

struct vl_rows;

/* Where the text goes: a status other than VL_OK stops it. Never called by two
 * threads at once. */
typedef int vl_rows_put(void *arg, const char *text, size_t len, struct vl_error *err);

/* NULL if memory runs out. */
struct vl_rows *vl_rows_open(vl_rows_put *put, void *arg);
void vl_rows_close(struct vl_rows *rows);

/* The head of the table, one line. */
int vl_rows_head(struct vl_rows *rows, struct vl_error *err);
/* What the games that follow have in common; their numbers begin again at 0. */
void vl_rows_begin(struct vl_rows *rows, const struct vl_sim *sim);
/* A game that is over; from any thread. */
int vl_rows_add(struct vl_rows *rows, const struct vl_sim_table *t, struct vl_error *err);

#endif
