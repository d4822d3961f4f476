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
#ifndef VL_TEXT_DELTA_H
#define VL_TEXT_DELTA_H

#include "text/view.h"

/* The parts of a board that are not lists. */
enum vl_delta_head { VL_DELTA_TURN = 1, VL_DELTA_PROMPT = 2 };

/* The array of operations. Both boards are of one table, in one language. */
void vl_delta_json(struct vl_json *w, const struct vl_board *from, const struct vl_board *to);
/* The same, but of the head the parts named, changed or not. */
void vl_delta_parts(struct vl_json *w, const struct vl_board *from, const struct vl_board *to,
                    int head);
/* The parts of the head that differ, bits of enum vl_delta_head. */
int vl_delta_head(const struct vl_board *a, const struct vl_board *b);

/* Would the list be empty, or the same for both? Boards that are equal here are
 * worded equally: one text serves all who see them. */
bool vl_delta_same(const struct vl_board *a, const struct vl_board *b);
/* The same, whatever the heads say. */
bool vl_delta_same_lists(const struct vl_board *a, const struct vl_board *b);

#endif
