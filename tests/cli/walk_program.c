/* walk_program.c - the list of games of a program with two more on offer: the template of
 * a game, and walk, a test game.
 *
 * Linked before the library, it stands in for src/registry.c: the rest of that program
 * is the one that everybody has (tests/cli/rows.py and null.py play them). */
#include "registry.h"

#include "games/null/null.h"
#include "games/walk.h"

static_assert(sizeof(struct walk_state) <= sizeof(union vl_any_state), "it has room anywhere");

static const struct vl_game *const games[] = {
#define X(game) &game##_game,
#include "games/games.def"
#undef X
    &null_game,
    &walk_game,
};

bool vl_games_have_sagas(void)
{
    for (int i = 0; i < VL_LEN(games); i++)
        if (games[i]->saga != NULL)
            return true;
    return false;
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
    for (int i = 0; i < VL_LEN(games); i++)
        if (vl_str_eq(games[i]->id, id))
            return games[i];
    return NULL;
}
