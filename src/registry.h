/* registry.h - all games, by number and by name.
 *
 * Made from games/games.def; only this part includes every game.
 *     union vl_any_state st;
 *     vl_start(&r, &st.base, NULL);
 */
#ifndef VL_REGISTRY_H
#define VL_REGISTRY_H

#include "core/game.h"

/* one line per line of games.def */
#include "games/enchanters/enchanters.h"
#include "games/reflets/reflets.h"
#include "games/runebound/runebound.h"
#include "games/runemasters/runemasters.h"

/* A state of one of these games, with its type, and no larger than they need. */
union vl_game_state {
    struct vl_state base;
#define X(game) game##_state game;
#include "games/games.def"
#undef X
};
static_assert(sizeof(union vl_game_state) <= VL_STATE_MAX, "a state of any game is as large");

int vl_games_len(void);
const struct vl_game *vl_game_at(int i); /* NULL if there is none */
const struct vl_game *vl_game_find(const char *id);
/* Has any of them a saga? Known to the linker: what is asked for only then is not in an engine
 * of one game that has none. */
bool vl_games_have_sagas(void);

#endif
