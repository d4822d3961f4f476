/* dice.h - a throw of equal dice as an outcome of chance.
 *
 * Its move has one argument, the list of faces: arg[0] is how many, then the faces, from 0.
 * Which die shows which face matters to nobody, so that a throw is listed once, faces
 * ascending, with the number of ways in which it comes as its weight.
 */
#ifndef VL_CORE_DICE_H
#define VL_CORE_DICE_H

#include "core/game.h"

enum { VL_DICE_MAX = VL_ARGS_MAX - 1, VL_DIE_FACES_MAX = 20 };

/* Every throw of n dice with so many faces, into out; returns how many there are. */
int vl_dice_list(int kind, int n, int faces, struct vl_move *out);
/* In how many orders these faces come: n! over the repeats. */
uint64_t vl_dice_weight(struct vl_move m);
/* Is it a throw of n such dice, with nothing after the faces? */
bool vl_dice_fit(struct vl_move m, int n, int faces);

#endif
