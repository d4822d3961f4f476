/* delta.h - what changed between two boards, as a list of operations.
 *
 * The boards are compared as the engine made them, before any word is written:
 * only what changed is worded. Carrying out the operations in order turns the
 * JSON of the old board into that of the new one (docs/protocol.md, "step"):
 *
 *     {"set":"turn","to":{...}}            also prompt, zones, or a whole list
 *     {"patch":"items","id":"card.x","to":{"pos":2,"badges":null}}
 *     {"put":"items","id":"die.0","after":"card.x"|null,"to":{...}?}
 *     {"drop":"items","id":"die.0"}
 */
#ifndef VL_SERVER_DELTA_H
#define VL_SERVER_DELTA_H

#include "text/view.h"

/* The array of operations. Both boards are of one table, in one language. */
void delta_json(struct vl_json *w, const struct vl_board *from, const struct vl_board *to);

/* Would the list be empty, or the same for both? Boards that are equal here are
 * worded equally: one text serves all who see them. */
bool delta_same(const struct vl_board *a, const struct vl_board *b);

#endif
