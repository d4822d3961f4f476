/* gauntlet GAMES [EVERY [WORD]]: every game of the registry, every number of
 * seats, random playouts with all contracts checked; the dear ones on one move
 * in EVERY (8). WORD: only the sets whose game or options have it in them.
 * gauntlet GAMES EVERY GAME OPTIONS: this game with these options. */
#include "games/gauntlet.h"
#include "pack/pack.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
    const char *game, *options;
};

/* GAMES are played for each of these. */
static const struct cell cells[] = {
    { "runemasters", "guardians=2" },
    { "runemasters", "guardians=3" },
    { "runemasters", "guardians=4" },
    { "runemasters", "guardians=2 difficulty=legend players=1" },
    { "runemasters", "guardians=3 difficulty=initiation players=2" },
    { "runemasters", "guardians=4 difficulty=hero preset_guardians=kulak,neltai preset_dean=1" },
    { "enchanters", "players=2" },
    { "enchanters", "players=3 kingdom_mode=random" },
    { "enchanters", "players=4" },
    { "enchanters", "players=3 variant_quick=yes variant_deep_dragons=yes" },
    { "enchanters", "players=2 kingdom_mode=first_game variant_super_quick=yes" },
    { "enchanters",
      "players=4 kingdom_mode=random variant_super_quick=yes variant_deep_dragons=yes" },
    { "enchanters", "players=2 variant_deep_dragons=yes village=tombeville" },
};

static int run(const struct cell *cell, long games, int every)
{
    struct gauntlet_report rep = { .every = every };
    struct vl_rules r;
    struct vl_pack pack;
    struct vl_error err = { 0 };
    const struct vl_game *g = vl_game_find(cell->game);

    if (!g || vl_pack_builtin(&pack, g))
        return 1;
    vl_rules_init(&r, g, pack.block, &pack.info);
    if (vl_options_parse(&r, cell->options, &err) || vl_rules_prepare(&r, &err)) {
        printf("FAIL %s: %s %s\n", cell->options, err.where, err.what);
        return 1;
    }
    int bad = vl_gauntlet(&r, 20261115, games, &rep);
    printf("NOTE %s %s: %ld games, %ld moves, longest list %d, longest game %ld moves, "
           "%ld illegal moves refused, %ld folded ones accepted\n",
           cell->game, cell->options, rep.games, rep.moves, rep.list_max, rep.moves_max,
           rep.illegal, rep.unlisted);
    if (bad)
        printf("FAIL %s: %s\n", cell->options, rep.fault);
    fflush(stdout);
    return bad;
}

int main(int argc, char **argv)
{
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    int every = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 8;
    const char *word = argc > 3 ? argv[3] : "";
    int tried = 0, failed = 0;

    if (games <= 0 || every < 0)
        return 2;
    if (argc > 4) {
        struct cell own = { argv[3], argv[4] };

        tried = 1;
        failed = run(&own, games, every);
    }
    for (int i = 0; i < VL_LEN(cells) && argc <= 4; i++) {
        if (!strstr(cells[i].game, word) && !strstr(cells[i].options, word))
            continue;
        tried++;
        failed += run(&cells[i], games, every);
    }
    printf("%d passed, %d failed\n", tried - failed, failed);
    return failed != 0 || tried == 0;
}
