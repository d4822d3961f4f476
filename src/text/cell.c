/* cell.c - what a cell of a map is called: by what stands there, else by where it lies. */
#include "text/cell.h"

#include <stdlib.h>
#include <string.h>

#include "core/view_build.h"
#include "text/text.h"

enum { NAME_MAX = 128, DIRECTIONS = 12 };

/* ---- where it lies ---- */

/* Steps between two cells; x is counted in half cells. */
static int steps_between(const struct vl_cell *a, const struct vl_cell *b)
{
    int dx = abs(a->x - b->x), dy = abs(a->y - b->y);

    return dx > dy ? (dx + dy) / 2 : dy;
}

/* The twelfth of the circle in which `to` lies, from the east against the clock. Rows lie
 * closer than their cells are wide: by a half of the root of 3, here 13/15. */
static int direction(const struct vl_cell *from, const struct vl_cell *to)
{
    int x = 15 * (to->x - from->x), y = 26 * (from->y - to->y); /* in 30ths of a cell */
    int dx = abs(x), dy = abs(y), twelfth;

    /* tan 15 and tan 45 and tan 75 degrees, where the twelfths meet */
    if (1000 * dy < 268 * dx)
        twelfth = 0;
    else if (dy < dx)
        twelfth = 1;
    else if (1000 * dy < 3732 * dx)
        twelfth = 2;
    else
        twelfth = 3;
    if (x < 0)
        twelfth = 6 - twelfth;
    return y < 0 ? (DIRECTIONS - twelfth) % DIRECTIONS : twelfth;
}

/* The nearest cell with a place on it; of several the one whose family comes first in the
 * game's list, as towns do before what lies in the wild. NULL: there is none. */
static const struct vl_cell *nearest(const struct vl_map *map, const struct vl_cell *to)
{
    const struct vl_cell *best = NULL;
    int least = 0;

    for (int i = 0; i < map->cells_len; i++) {
        const struct vl_cell *c = &map->cells[i];
        if (!vl_is_thing(c->place))
            continue;
        int steps = steps_between(c, to);
        if (best == NULL || steps < least ||
            (steps == least && c->place.family < best->place.family)) {
            best = c;
            least = steps;
        }
    }
    return best;
}

/* ---- in words ---- */

/* French names bring their article with them: "Le Gué" is "du Gué" here. */
static void put_of(struct vl_buf *out, int lang, const char *name)
{
    static const struct {
        const char *article, *id;
    } ways[] = { { "Le ", TXT("cell.of.le") },
                 { "Les ", TXT("cell.of.les") },
                 { "L\xe2\x80\x99", TXT("cell.of.elided") } };
    const char *pairs[] = { "place", name, NULL };

    for (int i = 0; i < VL_LEN(ways) && lang == VL_FR; i++)
        if (strncmp(name, ways[i].article, strlen(ways[i].article)) == 0) {
            pairs[1] = name + strlen(ways[i].article);
            vl_text_str(out, lang, ways[i].id, pairs);
            return;
        }
    if (lang == VL_FR && strchr("AEIOUY", name[0]) != NULL)
        vl_text_str(out, lang, TXT("cell.of.vowel"), pairs);
    else if (lang == VL_FR && strncmp(name, "La ", 3) == 0)
        vl_text_str(out, lang, TXT("cell.of.la"), (const char *[]){ "place", name + 3, NULL });
    else
        vl_text_str(out, lang, TXT("cell.of"), pairs);
}

/* "the forest" where the game has a word for it, else "forest". */
static void put_land(struct vl_buf *out, int lang, const struct vl_rules *r,
                     const struct vl_map *map, struct vl_ref terrain)
{
    if (map->lands != NULL)
        vl_text_label(out, lang, r->game, "land", map->lands[terrain.index]);
    else
        vl_text_name(out, lang, r, terrain.family, terrain.index);
}

bool vl_text_cell(struct vl_buf *out, int lang, const struct vl_rules *r, int index)
{
    static const char *const ids[DIRECTIONS] = {
        TXT("cell.east"),  TXT("cell.east_north"), TXT("cell.north_east"),
        TXT("cell.north"), TXT("cell.north_west"), TXT("cell.west_north"),
        TXT("cell.west"),  TXT("cell.west_south"), TXT("cell.south_west"),
        TXT("cell.south"), TXT("cell.south_east"), TXT("cell.east_south"),
    };
    char land[NAME_MAX] = "", of[NAME_MAX] = "", place[NAME_MAX] = "", n[16];
    struct vl_buf l = vl_buf_on(land, sizeof land), o = vl_buf_on(of, sizeof of);
    struct vl_buf p = vl_buf_on(place, sizeof place), c = vl_buf_on(n, sizeof n);
    struct vl_map map = { 0 };

    if (r == NULL || r->game->map == NULL)
        return false;
    r->game->map(r, &map);
    if (map.shape != VL_MAP_HEX || index < 0 || index >= map.cells_len)
        return false;
    const struct vl_cell *cell = &map.cells[index];
    if (vl_is_thing(cell->place)) {
        vl_text_name(out, lang, r, cell->place.family, cell->place.index);
        return true;
    }
    const struct vl_cell *by = nearest(&map, cell);
    if (by == NULL || !vl_is_thing(cell->terrain))
        return false;
    put_land(&l, lang, r, &map, cell->terrain);
    vl_text_name(&p, lang, r, by->place.family, by->place.index);
    put_of(&o, lang, place);
    vl_put_int(&c, steps_between(by, cell));
    const char *pairs[] = { "land", land, "of", of, "n", n, NULL };
    vl_text_str(out, lang, ids[direction(by, cell)], pairs);
    return true;
}
