/* A map on the terminal: letters, marks, a legend, and as much as the screen holds. */
#include "table.h"

#include "../games/moor.h"
#include "cli/board/board.h"
#include "cli/net/faces.h"
#include "text/faces.h"
#include "text/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, NODES = 1 << 15 };

struct desk {
    struct cli cli;
    struct board *b;
    char *text, *shown;
    size_t shown_len;
    struct vl_json_node *nodes;
};

static bool desk_open(struct desk *d, int columns, int rows)
{
    memset(d, 0, sizeof *d);
    d->cli.utf8 = true;
    d->cli.lang = VL_EN;
    d->cli.columns = columns;
    d->cli.rows = rows;
    d->b = calloc(1, sizeof *d->b);
    d->text = malloc(BYTES);
    d->nodes = malloc(NODES * sizeof *d->nodes);
    return CHECK(d->b && d->text && d->nodes);
}

static void desk_close(struct desk *d)
{
    free(d->b);
    free(d->text);
    free(d->shown);
    free(d->nodes);
}

static bool desk_read(struct desk *d, const char *view, size_t len)
{
    struct vl_json_doc doc;
    struct vl_error err;

    if (!CHECK_EQ(vl_json_parse(&doc, view, len, d->nodes, NODES, &err), VL_OK))
        return false;
    board_read(d->b, &d->cli, &doc, 0);
    return true;
}

static const char *desk_draw(struct desk *d, bool list)
{
    free(d->shown);
    d->shown = NULL;
    d->cli.out = open_memstream(&d->shown, &d->shown_len);
    if (list)
        board_list(d->b, &d->cli);
    else
        board_draw(d->b, &d->cli, false);
    fclose(d->cli.out);
    return d->shown;
}

/* ---- a small one, letter by letter ---- */

static const char small[] =
    "{\"turn\":{\"actor\":1},\"prompt\":{\"text\":\"Walk.\"},"
    "\"zones\":[{\"id\":\"land\",\"kind\":\"map\",\"label\":\"Land\",\"cells\":5}],"
    "\"items\":[{\"id\":\"seat.0\",\"kind\":\"hero\",\"kind_text\":\"hero\",\"zone\":\"land\","
    "\"pos\":1,\"name\":\"Ana\"},"
    "{\"id\":\"seat.1\",\"kind\":\"hero\",\"kind_text\":\"hero\",\"zone\":\"land\",\"pos\":4,"
    "\"name\":\"Leo\"},"
    "{\"id\":\"gem.3\",\"kind\":\"gem\",\"kind_text\":\"gem\",\"zone\":\"land\",\"pos\":5,\"name\":"
    "\"Ruby\"}],"
    "\"seats\":[{\"name\":\"Ana\"},{\"name\":\"Leo\"}],"
    "\"map\":{\"shape\":\"hex\",\"cells\":["
    "{\"id\":\"hex.0\",\"x\":0,\"y\":0,\"terrain_text\":\"plains\"},"
    "{\"id\":\"hex.1\",\"x\":2,\"y\":0,\"terrain_text\":\"plateau\"},"
    "{\"id\":\"hex.2\",\"x\":1,\"y\":1,\"terrain_text\":\"hills\",\"place_text\":\"Forge\","
    "\"near\":[0,3,99,\"x\"]},"
    "{\"id\":\"hex.3\",\"x\":3,\"y\":1,\"terrain_text\":\"plains\",\"near\":[2]},"
    "{\"id\":\"hex.4\",\"x\":0,\"y\":2}]},"
    "\"actions\":[{\"id\":\"step 1\",\"verb\":\"step\",\"text\":\"Step\",\"dst\":\"hex.1\"}]}";

TEST(map_is_drawn_in_letters_and_its_legend_says_what_they_mean)
{
    struct desk d;

    if (!desk_open(&d, 80, 24) || !desk_read(&d, small, sizeof small - 1))
        return;
    const char *shown = desk_draw(&d, false);
    CHECK(strstr(shown, "\n P1L+\n  H#P2\n og\n") != NULL);
    CHECK(
        strstr(
            shown,
            "P plains  L plateau  H hills  1 Ana  2 Leo  g gem  # place  + a move goes there\n") !=
        NULL);
    shown = desk_draw(&d, true);
    CHECK(strstr(shown, "Ruby (cell 4)") != NULL);
    CHECK(strstr(shown, "  Leo (cell 3: plains; here)\n  Forge (cell 2: hills; one away, west)\n"
                        "  Ana (cell 0: plains; 2 away, north-west)\n  Ruby (cell 4)\n") != NULL);
    desk_close(&d);
}

/* ---- a large one fits ---- */

static void check_fits(struct desk *d, int seat)
{
    const char *shown = desk_draw(d, false);
    int lines = 0, width = 0;
    char mark[2] = { (char)('1' + seat), '\0' };

    for (const char *c = shown; *c; c++) {
        lines += *c == '\n';
        width = *c == '\n' ? 0 : width + 1;
        CHECK(width <= d->cli.columns);
    }
    CHECK(lines < d->cli.rows);
    CHECK(strstr(shown, mark) != NULL); /* around whoever plays */
}

/* The moor has no words in the catalogue: "[mo.terrain.bog]" is called "bog". */
static size_t plain_names(char *text, size_t len)
{
    size_t to = 0;
    bool inside = false;

    for (size_t i = 0; i < len; i++) {
        if (strncmp(text + i, "[mo.", 4) == 0) {
            i += 4 + strcspn(text + i + 4, ".");
            inside = true;
        } else if (inside && text[i] == ']') {
            inside = false;
        } else {
            text[to++] = text[i];
        }
    }
    text[to] = '\0';
    return to;
}

static void check_moor(int columns, int rows)
{
    static struct vl_canvas canvas;
    static union vl_any_state s, known;
    struct net_faces faces = { 0 };
    struct vl_rules r;
    struct vl_rng rng = vl_rng_seed(3);
    struct vl_json_doc doc;
    struct vl_error err;
    struct desk d;

    vl_rules_init(&r, &moor_game, moor_content(), NULL);
    CHECK_EQ(vl_options_parse(&r, "seats=6", NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK);
    if (!desk_open(&d, columns, rows))
        return;
    struct vl_json w = vl_json_on(d.text, BYTES);
    vl_json_obj(&w);
    vl_faces_json(&w, &r, VL_EN);
    vl_json_end(&w);
    CHECK_EQ(vl_json_parse(&doc, d.text, plain_names(d.text, w.out.len), d.nodes, NODES, &err),
             VL_OK);
    CHECK_EQ(net_faces_set(&faces, &doc), VL_OK);
    vl_start(&r, &s.base, NULL);
    for (int n = 0; n < 60 && s.base.actor != VL_OVER; n++) {
        struct vl_move list[VL_MOVES_MAX];
        struct vl_board b = { &r, &known.base, &canvas.view, VL_EN };
        size_t len = 0;

        vl_board_fill(&canvas, &known.base, &r, &s.base, 0);
        w = vl_json_on(d.text, BYTES);
        vl_board_json(&w, &b, 0);
        char *whole = net_faces_join(&faces, d.text, w.out.len, &len);
        if (CHECK(whole != NULL) && desk_read(&d, whole, len) && s.base.actor >= 0)
            check_fits(&d, s.base.actor);
        CHECK_EQ(d.b->cells_len, MO_HEXES);
        free(whole);
        vl_apply_legal(&r, &s.base,
                       s.base.actor == VL_CHANCE
                           ? vl_sample(&r, &s.base, &rng)
                           : list[vl_rng_below(&rng, (uint32_t)vl_legal(&r, &s.base, list))],
                       NULL);
    }
    net_faces_free(&faces);
    desk_close(&d);
}

TEST(map_of_247_hexes_fits_small_screens)
{
    check_moor(80, 24);
    check_moor(60, 20);
}
