/* cell.h - what a cell of a map is called in a sentence.
 *
 * A cell on which a place stands has the name of the place; any other is called by its
 * land and by where it lies from the nearest place: "the forest east of Forge", "the hills
 * 2 hexes north-west of Eagle Stair". On a map of hexes whose cells lie within two steps
 * of a place no two cells share a name: tests/unit/test_cells.c shows it for each game.
 */
#ifndef VL_TEXT_CELL_H
#define VL_TEXT_CELL_H

#include "core/engine.h"

/* False, and nothing is written: the game has no map of hexes, or no such cell, or no
 * place to call it by. */
bool vl_text_cell(struct vl_buf *out, int lang, const struct vl_rules *r, int index);

#endif
