/* gauntlet GAMES [EVERY [WORD]]: every game of the registry, every number of
 * seats, random playouts with all contracts checked; the dear ones on one move
 * in EVERY (8). Of long games only a part is played. WORD: only the sets whose
 * game or options have it in them.
 * gauntlet GAMES EVERY GAME OPTIONS: this game with these options. */
#include "games/gauntlet.h"
#include "pack/pack.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
    const char *game, *options;
    int part; /* of the games, one in so many: some games are long; 0: all */
};

/* GAMES, or a part of them, are played for each of these. */
static const struct cell cells[] = {
    { "runemasters", "guardians=2", 0 },
    { "runemasters", "guardians=3", 0 },
    { "runemasters", "guardians=4", 0 },
    { "runemasters", "guardians=2 difficulty=legend players=1", 0 },
    { "runemasters", "guardians=3 difficulty=initiation players=2", 0 },
    { "runemasters", "guardians=4 difficulty=hero preset_guardians=kulak,neltai preset_dean=1", 0 },
    { "enchanters", "players=2", 0 },
    { "enchanters", "players=3 kingdom_mode=random", 0 },
    { "enchanters", "players=4", 0 },
    { "enchanters", "players=3 variant_quick=yes variant_deep_dragons=yes", 0 },
    { "enchanters", "players=2 kingdom_mode=first_game variant_super_quick=yes", 0 },
    { "enchanters",
      "players=4 kingdom_mode=random variant_super_quick=yes variant_deep_dragons=yes", 0 },
    { "enchanters", "players=2 variant_deep_dragons=yes village=tombeville", 0 },
    { "runebound", "players=2 round_limit=30", 25 },
    { "runebound", "players=3 round_limit=30 hero_mode=chosen", 25 },
    { "runebound", "players=4 round_limit=30 pvp=off ally_limit=2", 25 },
    { "runebound", "players=5 round_limit=30 vorakesh_wins=on", 25 },
    { "runebound", "players=6 round_limit=30 combat_round_cap=10", 25 },
    { "reflets", "players=1 turn_cap=40", 25 },
    { "reflets", "players=2 turn_cap=40 quick_tokens=yes challenge=infernal", 25 },
    { "reflets", "players=3 turn_cap=40 vils_order=cascade ticks=5,5,5,5,5,5,5,5,5,0", 25 },
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
    vl_options_automatic(&r);
    if (vl_options_parse(&r, cell->options, &err) || vl_rules_prepare(&r, &err)) {
        printf("FAIL %s: %s %s\n", cell->options, err.where, err.what);
        return 1;
    }
    if (cell->part > 0)
        games = (games + cell->part - 1) / cell->part;
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
        struct cell own = { argv[3], argv[4], 0 };

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
