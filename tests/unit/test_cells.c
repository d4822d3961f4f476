/* What the cells of a map are called: by their place, or by their land and where it lies. */
#include "table.h"

#include "pack/pack.h"
#include "registry.h"
#include "text/cell.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

enum { CELLS_MAX = 512, NAME_MAX = 160 };

static char names[CELLS_MAX][NAME_MAX];

static int name_all(const struct vl_rules *r, int lang)
{
    struct vl_map map = { 0 };
    int named = 0;

    r->game->map(r, &map);
    for (int i = 0; i < map.cells_len && i < CELLS_MAX; i++) {
        struct vl_buf b = vl_buf_on(names[i], NAME_MAX);
        if (map.shape == VL_MAP_HEX)
            CHECK(vl_text_cell(&b, lang, r, i));
        b = vl_buf_on(names[i], NAME_MAX);
        vl_text_name(&b, lang, r, map.family, i);
        named += CHECK(!b.full && b.len > 0);
    }
    return named;
}

TEST(cells_have_names_of_which_no_two_are_alike)
{
    struct vl_pack pack;
    int games = 0;

    for (int g = 0; g < vl_games_len(); g++) {
        struct vl_rules r;
        if (vl_game_at(g)->map == NULL || !CHECK(vl_pack_builtin(&pack, vl_game_at(g)) == VL_OK))
            continue;
        vl_rules_init(&r, vl_game_at(g), pack.block, &pack.info);
        for (int lang = 0; lang < VL_LANGS; lang++) {
            int n = name_all(&r, lang);
            CHECK(n > 80);
            for (int i = 0; i < n; i++)
                for (int k = 0; k < i; k++)
                    if (!CHECK(strcmp(names[i], names[k]) != 0))
                        printf("twice: %s\n", names[i]);
        }
        games++;
    }
    CHECK(games > 0);
}

static struct table t = TABLE(runebound);

static const char *called(int lang, int hex)
{
    struct vl_buf b = vl_buf_on(names[0], NAME_MAX);

    CHECK(vl_text_cell(&b, lang, &t.r, hex));
    return names[0];
}

TEST(cells_are_told_by_the_nearest_place)
{
    table_open(&t, "");
    CHECK_STR(called(VL_EN, 123), "Tamalir");
    CHECK_STR(called(VL_FR, 123), "Tamalir");
    CHECK_STR(called(VL_EN, 124), "the road east of Tamalir");
    CHECK_STR(called(VL_FR, 124), "la route à l’est de Tamalir");
    CHECK_STR(called(VL_EN, 104), "the road north-east of Tamalir");
    CHECK_STR(called(VL_FR, 122), "la route à l’ouest de Tamalir");
    CHECK_STR(called(VL_EN, 125), "the road 2 hexes east of Tamalir");
    CHECK_STR(called(VL_FR, 125), "la route à 2 cases à l’est de Tamalir");
    CHECK_STR(called(VL_FR, 45), "la forêt à l’est du Barrage aux loutres");
    CHECK_STR(called(VL_FR, 51), "la forêt à l’est du Gué des Pierres-Blanches");
    CHECK(!vl_text_cell(&(struct vl_buf){ 0 }, VL_EN, &t.r, 247));
    CHECK(!vl_text_cell(&(struct vl_buf){ 0 }, VL_EN, &t.r, -1));
    CHECK(!vl_text_cell(&(struct vl_buf){ 0 }, VL_EN, NULL, 0));
}

/* Twelve directions: six sides, and six between them two steps away. */
TEST(cells_two_steps_away_lie_in_twelve_directions)
{

    table_open(&t, "");
    CHECK_STR(called(VL_EN, 87), "the plains west of Crossed Gibbets");
    CHECK_STR(called(VL_EN, 141), "the road south-west of Tamalir");
    CHECK_STR(called(VL_EN, 142), "the plains south-east of Tamalir");
    CHECK_STR(called(VL_EN, 105), "the road 2 hexes east-north-east of Tamalir");
    CHECK_STR(called(VL_EN, 42), "the plains east of Forge");
}
