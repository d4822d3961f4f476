#include "registry.h"

#define X(game) &game##_game,
#define X_OF(game) X(game)

/* An engine of one game alone (src/door/door.mk) is made with -DVL_ONLY=game. */
static const struct vl_game *const games[] = {
#ifdef VL_ONLY
    X_OF(VL_ONLY)
#else
#include "games/games.def"
#endif
};

bool vl_games_have_sagas(void)
{
#undef X
#define X(game) || game##_game.saga != NULL
    return false
#ifdef VL_ONLY
        X_OF(VL_ONLY)
#else
#include "games/games.def"
#endif
            ;
}

int vl_games_len(void)
{
    return VL_LEN(games);
}

const struct vl_game *vl_game_at(int i)
{
    return i >= 0 && i < VL_LEN(games) ? games[i] : NULL;
}

const struct vl_game *vl_game_find(const char *id)
{
    for (int i = 0; i < VL_LEN(games); i++) {
        if (vl_str_eq(games[i]->id, id))
            return games[i];
    }
    return NULL;
}
