/* hands_view.h - the test game with hidden hands, with a view, to be played at tables.
 *
 * tests/games/hands.c has rules and secrets but nothing to look at. Here every
 * card that the viewer knows is an item, and of the others the number is shown.
 */
#ifndef VL_TESTS_HANDS_VIEW_H
#define VL_TESTS_HANDS_VIEW_H

#include "games/hands.h"

/* hands_game with a view; the same object at every call. */
const struct vl_game *hands_with_view(void);
/* For struct rooms_setup: rules of a test game, or of a game of the program. */
int hands_rules(void *ctx, const struct vl_game *g, const struct vl_pack_info *want,
                struct vl_rules *out, struct vl_error *err);

#endif
