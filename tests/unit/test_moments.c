/* What each event of a tale changed: all of it together is what the step changed. */
#include "match_table.h"
#include "table.h"

#include "../games/moor.h"
#include "cli/net/view.h"
#include "tell/tell.h"

#include <stdio.h>
#include <stdlib.h>

enum { BYTES = 1 << 20, NODES = 1 << 16, SIZES = 1 << 16, ENTRIES_MAX = 6 };

static struct vl_canvas canvas;
static union vl_any_state known;
static struct vl_moments memory;
static struct vl_tale tale;

/* ---- documents ---- */

struct text {
    char p[BYTES];
    struct vl_json_node nodes[NODES];
    struct vl_json_doc doc;
};

static struct text told, is, was;

static bool text_read(struct text *t, const struct vl_json *w)
{
    struct vl_error err;

    return CHECK(!w->out.full) &&
           CHECK_EQ(vl_json_parse(&t->doc, w->out.p, w->out.len, t->nodes, NODES, &err), VL_OK);
}

static bool board_at(struct text *t, const struct vl_match *m, uint32_t rev, vl_actor viewer)
{
    struct vl_board b = { &m->rules, &known.base, &canvas.view, VL_EN };
    struct vl_json w = vl_json_on(t->p, BYTES);
    union vl_any_state s;

    vl_match_state_at(m, rev, &s.base);
    vl_board_fill(&canvas, &known.base, &m->rules, &s.base, viewer);
    vl_json_obj(&w);
    vl_json_key(&w, "view");
    vl_board_json(&w, &b, 0);
    vl_json_end(&w);
    return text_read(t, &w);
}

/* ---- the law ---- */

struct count { /* of all that was told */
    int events, silent, steps;
    size_t size[SIZES];
};

static bool apply_ops(struct net_view *v, uint32_t node, size_t *bytes)
{
    uint32_t ops = vl_json_get(&told.doc, node, "ops");

    if (!ops)
        return true;
    *bytes += told.doc.nodes[ops].len;
    return CHECK_EQ(net_view_apply(v, &told.doc, ops), VL_OK);
}

/* The ops of each entry: its events' first. */
static bool apply_told(struct net_view *v, struct count *n)
{
    size_t bytes = 0;
    bool ok = true;

    for (uint32_t e = vl_json_first(&told.doc, 0); e && ok; e = vl_json_sibling(&told.doc, e)) {
        uint32_t events = vl_json_get(&told.doc, e, "events");

        for (uint32_t x = vl_json_first(&told.doc, events); x && ok;
             x = vl_json_sibling(&told.doc, x)) {
            n->events++;
            n->silent += !vl_json_get(&told.doc, x, "ops");
            ok = apply_ops(v, x, &bytes);
        }
        ok = ok && apply_ops(v, e, &bytes);
    }
    if (n->steps < SIZES)
        n->size[n->steps++] = bytes;
    return ok;
}

static bool same_view(const struct net_view *v)
{
    size_t len;
    char *text = net_view_text(v, &len);
    struct vl_error err;
    static struct vl_json_node nodes[NODES];
    struct vl_json_doc doc;
    uint32_t view = vl_json_get(&is.doc, 0, "view");
    bool ok = CHECK(text != NULL) &&
              CHECK_EQ(vl_json_parse(&doc, text, len, nodes, NODES, &err), VL_OK);

    for (uint32_t k = ok ? vl_json_first(&doc, 0) : 0; k && ok; k = vl_json_sibling(&doc, k)) {
        char key[32];

        ok = CHECK(vl_json_key_text(&doc, k, key, sizeof key)) &&
             CHECK(vl_json_equal(&doc, k, &is.doc, vl_json_get(&is.doc, view, key)));
    }
    free(text);
    return ok;
}

/* Entries from..to-1: all changes in order turn the board before into the one after. */
static bool check_law(const struct vl_match *m, uint32_t from, uint32_t to, vl_actor viewer,
                      struct count *n)
{
    struct vl_json w = vl_json_on(told.p, BYTES);
    struct net_view v = { 0 };

    tale.has_moments = true;
    vl_tale_tell(&tale, m, from, to, NULL);
    vl_json_arr(&w);
    CHECK(vl_tale_changes(&w, &tale, viewer, VL_EN, &memory));
    vl_json_end(&w);
    bool ok = text_read(&told, &w) && board_at(&was, m, from, viewer) &&
              board_at(&is, m, to, viewer) &&
              CHECK_EQ(net_view_set(&v, &was.doc, vl_json_get(&was.doc, 0, "view")), VL_OK) &&
              apply_told(&v, n) && same_view(&v);
    if (!ok)
        printf("     entries %u to %u, viewer %d\n", from, to, viewer);
    net_view_free(&v);
    return ok;
}

static struct vl_match *begin(const struct vl_rules *r, uint64_t seed)
{
    uint8_t bytes[VL_SEED_SIZE];
    struct vl_match_setup setup = { .rules = r, .seed = bytes };
    struct vl_match *m = NULL;

    vl_seed_number(bytes, seed);
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    return m;
}

static void check_games(const struct vl_rules *r, int games, struct count *n)
{
    struct vl_rng rng = vl_rng_seed(11);
    bool ok = true;

    for (int g = 0; g < games && ok; g++) {
        struct vl_match *m = begin(r, (uint64_t)g);

        match_random_game(m, &rng, 3);
        for (uint32_t at = 0; at < m->len && ok;) {
            uint32_t to = at + 1 + vl_rng_below(&rng, ENTRIES_MAX);
            vl_actor viewer = (vl_actor)((int)vl_rng_below(&rng, m->state->seats + 1u) - 1);

            to = to < m->len ? to : m->len;
            ok = check_law(m, at, to, viewer < 0 ? VL_ANYONE : viewer, n);
            at = to;
        }
        vl_match_close(m);
    }
}

static struct table tables[] = { TABLE(runemasters), TABLE(enchanters) };
static const char *const largest[] = { "guardians=4 players=4", "players=4" };

TEST(the_changes_of_all_events_are_those_of_the_step)
{
    static struct count n;
    struct vl_rules moor;

    for (int g = 0; g < VL_LEN(tables); g++) {
        n.events = n.silent = n.steps = 0;
        table_open(&tables[g], largest[g]);
        check_games(&tables[g].r, test_times(24, 24), &n);
        CHECK(n.steps > 100);
        printf("NOTE %s: %d events in %d steps, %d of them changed nothing that is seen\n",
               tables[g].game->id, n.events, n.steps, n.silent);
    }
    vl_rules_init(&moor, &moor_game, moor_content(), NULL);
    CHECK_EQ(vl_options_parse(&moor, "seats=6", NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&moor, NULL), VL_OK);
    check_games(&moor, 1, &n);
    vl_tale_free(&tale);
}

/* ---- sizes ---- */

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return x < y ? -1 : x > y;
}

/* Entry by entry, as the deltas of test_faces.c are measured. */
static void note_entries(const struct vl_match *m, struct count *n)
{
    for (uint32_t at = 0; at < m->len; at++)
        if (!check_law(m, at, at + 1, 0, n))
            return;
}

TEST(changes_told_event_by_event_are_small)
{
    static struct count n;
    struct vl_rng rng = vl_rng_seed(3);

    for (int g = 0; g < VL_LEN(tables); g++) {
        n.steps = 0;
        table_open(&tables[g], largest[g]);
        for (int k = 0; k < 4; k++) {
            struct vl_match *m = begin(&tables[g].r, 100 + (uint64_t)k);

            match_random_game(m, &rng, 0);
            note_entries(m, &n);
            vl_match_close(m);
        }
        qsort(n.size, (size_t)n.steps, sizeof n.size[0], by_size);
        size_t p95 = n.size[n.steps * 95 / 100], most = n.size[n.steps - 1];
        printf("NOTE %s, changes of an entry: %zu in 95 of 100, %zu at most, of %d\n",
               tables[g].game->id, p95, most, n.steps);
        CHECK(p95 <= 2 << 10);
        CHECK(most <= 16 << 10);
    }
    vl_tale_free(&tale);
}

/* ---- whose changes they are ---- */

static uint32_t event_of(const char *type)
{
    for (uint32_t e = vl_json_first(&told.doc, 0); e; e = vl_json_sibling(&told.doc, e)) {
        uint32_t events = vl_json_get(&told.doc, e, "events");

        for (uint32_t x = vl_json_first(&told.doc, events); x; x = vl_json_sibling(&told.doc, x)) {
            char is_type[32];

            if (vl_json_text(&told.doc, vl_json_get(&told.doc, x, "type"), is_type,
                             sizeof is_type) &&
                strcmp(is_type, type) == 0)
                return x;
        }
    }
    return 0;
}

/* Does an operation of this event change this thing of this list, or (NULL) any of it? */
static bool event_changes(uint32_t event, const char *list, const char *id)
{
    uint32_t ops = vl_json_get(&told.doc, event, "ops");

    for (uint32_t op = ops ? vl_json_first(&told.doc, ops) : 0; op;
         op = vl_json_sibling(&told.doc, op)) {
        const struct vl_json_node *n = &told.doc.nodes[vl_json_get(&told.doc, op, "id")];
        uint32_t patch = vl_json_get(&told.doc, op, "patch");
        char word[32];

        if (patch && vl_json_text(&told.doc, patch, word, sizeof word) && strcmp(word, list) == 0 &&
            (!id || (n->len == strlen(id) && memcmp(told.doc.text + n->start, id, n->len) == 0)))
            return true;
    }
    return false;
}

/* A monster on the first slot strikes: the blow changes nothing yet, the wound does. */
TEST(an_event_has_the_changes_that_it_made_and_no_others)
{
    static struct count n;
    struct vl_match *m = match_table("guardians=4 players=4", 4);
    struct vl_rng rng = vl_rng_seed(2);
    int hurts = 0;

    match_random_game(m, &rng, 0);
    for (uint32_t at = 0; at < m->len; at++) {
        if (!check_law(m, at, at + 1, VL_ANYONE, &n))
            break;
        uint32_t hurt = event_of("hurt"), struck = event_of("struck");
        int64_t seat;

        if (struck)
            CHECK(!event_changes(struck, "seats", NULL));
        if (!hurt || !vl_json_int_in(&told.doc, vl_json_get(&told.doc, hurt, "seat"), 0, 3, &seat))
            continue;
        char id[4];
        snprintf(id, sizeof id, "%d", (int)seat);
        hurts += CHECK(event_changes(hurt, "seats", id));
    }
    CHECK(hurts > 3);
    vl_match_close(m);
    vl_tale_free(&tale);
}

TEST(a_tale_without_moments_keeps_none)
{
    struct vl_match *m = match_table("guardians=2 players=1", 1);
    struct vl_rng rng = vl_rng_seed(2);
    struct vl_json w = vl_json_on(told.p, BYTES);

    for (int i = 0; i < 20; i++)
        match_random_entry(m, &rng);
    tale.has_moments = false;
    vl_tale_tell(&tale, m, 0, 20, NULL);
    CHECK(tale.events_len > 0);
    CHECK_EQ(tale.moments_len, 0);
    CHECK(tale.moments == NULL);
    CHECK(!vl_tale_changes(&w, &tale, VL_ANYONE, VL_EN, &memory));
    CHECK_EQ(w.out.len, 0);
    vl_tale_free(&tale);
    vl_match_close(m);
}
