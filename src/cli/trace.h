/* trace.h - a game as lines of JSON, one per position, for programs that check
 * the rules (tests/oracle):
 *     {"entry":7,"actor":0,"move":"roll red red white blue",
 *      "position":{...},"legal":["hit 0",...]}
 * `entry` is the number of the move that led there, -1 for the start, which also
 * has "game" and "options"; `actor` is who moves next: a seat, "chance" or "over".
 * Where chance moves next, "outcomes" with exact weights stands instead of "legal". */
#ifndef VL_CLI_TRACE_H
#define VL_CLI_TRACE_H

#include "core/engine.h"

enum { TRACE_BYTES = 256 * 1024 }; /* that a line fits in */

/* Appends one object; `move` is the notation that led there, NULL at the start. */
void trace_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                int64_t entry, const char *move);

#endif
