#include "registry.h"

static const struct vl_game *const games[] = {
#define X(game) &game##_game,
#include "games/games.def"
#undef X
};

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
