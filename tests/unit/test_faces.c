/* Faces and boards: together they are the view, and they are small. */
#include "table.h"

#include "../games/moor.h"
#include "bots/bot.h"
#include "cli/net/faces.h"
#include "text/delta.h"
#include "text/faces.h"
#include "text/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, NODES = 1 << 16, SIZES = 1 << 16, GAMES = 4 };

/* The largest tables of each game. */
static struct table tables[] = { TABLE(runemasters), TABLE(enchanters), TABLE(runebound),
                                 TABLE(reflets) };
static const char *const largest[] = { "guardians=4 players=4", "players=4",
                                       "players=6 round_limit=40", "players=3" };

/* ---- documents ---- */

struct text {
    char *p;
    size_t len;
    struct vl_json_node *nodes;
    struct vl_json_doc doc;
};

static void text_open(struct text *t)
{
    t->p = malloc(BYTES);
    t->nodes = malloc(NODES * sizeof *t->nodes);
    CHECK(t->p && t->nodes);
}

static void text_close(struct text *t)
{
    free(t->p);
    free(t->nodes);
}

static bool text_read(struct text *t, const struct vl_json *w)
{
    struct vl_error err;

    t->len = w->out.len;
    return CHECK(!w->out.full) &&
           CHECK_EQ(vl_json_parse(&t->doc, w->out.p, w->out.len, t->nodes, NODES, &err), VL_OK);
}

static void put_faces(struct vl_json *w, const struct vl_rules *r, int lang)
{
    vl_json_obj(w);
    vl_faces_json(w, r, lang);
    vl_json_end(w);
}

/* ---- a board and its faces are the view ---- */

static struct vl_canvas canvas, before;
static union vl_any_state known, was;

/* The same list, but for what a board leaves out: why a thing cannot be used, who plays. */
static bool same_list(const struct vl_json_doc *a, const struct vl_json_doc *b, const char *key)
{
    uint32_t la = vl_json_get(a, 0, key), lb = vl_json_get(b, 0, key);
    uint32_t n = vl_json_first(b, lb);

    for (uint32_t m = vl_json_first(a, la); m;
         m = vl_json_sibling(a, m), n = vl_json_sibling(b, n)) {
        if (!n)
            return false;
        for (uint32_t k = vl_json_first(a, m); k; k = vl_json_sibling(a, k)) {
            char word[64];
            if (vl_json_key_is(a, k, "why_not") || (vl_json_key_is(a, k, "kind") && key[0] == 's'))
                continue;
            uint32_t other = vl_json_key_text(a, k, word, sizeof word) ? vl_json_get(b, n, word)
                                                                       : 0;
            if (!other || !vl_json_equal(a, k, b, other)) {
                printf("     %s: %s differs\n", key, word);
                return false;
            }
        }
    }
    return n == 0;
}

static bool check_joined(const struct table *t, const struct net_faces *faces, int lang,
                         struct text *whole, struct text *joined)
{
    struct vl_view_ask ask = { .seat = t->s.base.actor >= 0 ? t->s.base.actor : 0,
                               .lang = (uint8_t)lang };
    struct vl_board b = { &t->r, &known.base, &canvas.view, lang };
    struct vl_json w = vl_json_on(whole->p, BYTES);
    struct vl_error err;

    vl_view_json(&w, &t->r, &t->s.base, &ask);
    if (!text_read(whole, &w))
        return false;
    vl_board_fill(&canvas, &known.base, &t->r, &t->s.base, ask.seat);
    w = vl_json_on(joined->p, BYTES);
    vl_board_json(&w, &b, 0);
    char *text = net_faces_join(faces, joined->p, w.out.len, &joined->len);
    bool ok = CHECK(text != NULL) &&
              CHECK_EQ(vl_json_parse(&joined->doc, text, joined->len, joined->nodes, NODES, &err),
                       VL_OK);
    ok = ok && CHECK(same_list(&whole->doc, &joined->doc, "zones")) &&
         CHECK(same_list(&whole->doc, &joined->doc, "items")) &&
         CHECK(same_list(&whole->doc, &joined->doc, "seats")) &&
         CHECK(same_list(&joined->doc, &whole->doc, "items"));
    free(text);
    return ok;
}

TEST(faces_and_a_board_are_the_view)
{
    struct text whole, joined;
    struct vl_rng rng = vl_rng_seed(5);

    text_open(&whole);
    text_open(&joined);
    for (int g = 0; g < 2 * VL_LEN(tables); g++) {
        struct table *t = &tables[g / 2];
        struct net_faces faces = { 0 };
        int lang = g % 2 ? VL_FR : VL_EN;
        struct vl_json w = vl_json_on(whole.p, BYTES);

        table_open(t, largest[g / 2]);
        put_faces(&w, &t->r, lang);
        if (!text_read(&whole, &w) || !CHECK_EQ(net_faces_set(&faces, &whole.doc), VL_OK))
            return;
        for (int n = 0; t->s.base.actor != VL_OVER; n++) {
            if (n % 5 == 0 && test_looks_at(n / 5) &&
                !check_joined(t, &faces, lang, &whole, &joined))
                break;
            vl_apply_legal(&t->r, &t->s.base, table_any(t, &rng), NULL);
        }
        net_faces_free(&faces);
    }
    text_close(&whole);
    text_close(&joined);
}

TEST(faces_are_kept_by_pack_language_and_words)
{
    struct table *t = &tables[0];
    char fr[VL_FACES_KEY], en[VL_FACES_KEY], again[VL_FACES_KEY], other[VL_FACES_KEY];

    table_open(t, "");
    vl_faces_key(fr, &t->r, VL_FR);
    vl_faces_key(en, &t->r, VL_EN);
    table_open(t, largest[0]);
    vl_faces_key(again, &t->r, VL_FR);
    CHECK_STR(fr, again); /* options do not matter */
    CHECK(strcmp(fr, en) != 0);
    table_with(t, "/monsters/0/name/fr", "'Un autre nom'");
    table_open(t, "");
    vl_faces_key(other, &t->r, VL_FR);
    CHECK(strcmp(fr, other) != 0);
    table_plain(t);
}

/* A server is not to be trusted: whatever it calls faces or a board. */
TEST(faces_that_are_none_are_refused_and_boards_of_any_form_are_read)
{
    static const char *const boards[] = {
        "{}",
        "{\"zones\":3,\"items\":{},\"seats\":null}",
        "{\"zones\":[{}],\"items\":[{\"id\":\"a\",\"zone\":0},{\"id\":3},{\"zone\":9,\"id\":\"b\"},"
        "7]}",
        "{\"zones\":[{\"id\":\"z.1\",\"seat\":40,\"of\":\"x\"}],\"items\":[{\"id\":\"a\",\"zone\":"
        "0,"
        "\"stats\":{\"s\":[],\"t\":[1],\"u\":[1,2],\"v\":\"w\"},\"badges\":[1,\"x\"],\"pips\":[\"-"
        "\",null]}],"
        "\"seats\":[{\"totals\":[],\"badges\":{}}]}",
    };
    struct net_faces f = { 0 };
    struct text t;
    size_t len;

    text_open(&t);
    for (int i = 0; i < VL_LEN(boards); i++) {
        struct vl_error err;
        char *text = net_faces_join(&f, boards[i], strlen(boards[i]), &len);
        if (!CHECK(text != NULL))
            continue;
        CHECK_EQ(vl_json_parse(&t.doc, text, len, t.nodes, NODES, &err), VL_OK);
        CHECK_EQ(net_faces_set(&f, &t.doc), VL_INVALID);
        free(text);
    }
    CHECK(net_faces_join(&f, "[]", 2, &len) == NULL);
    CHECK(f.text == NULL);
    text_close(&t);
}

/* ---- sizes ---- */

struct sizes {
    int len;
    size_t of[SIZES];
};

static void note_size(struct sizes *s, size_t bytes)
{
    if (s->len < SIZES)
        s->of[s->len++] = bytes;
}

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return x < y ? -1 : x > y;
}

/* At most p95 in 95 of 100, and `most` ever. */
static void check_sizes(struct sizes *s, const char *what, size_t p95, size_t most)
{
    qsort(s->of, (size_t)s->len, sizeof s->of[0], by_size);
    size_t is_p95 = s->of[s->len * 95 / 100], is_most = s->of[s->len - 1];

    printf("NOTE %s: %zu in 95 of 100, %zu at most, of %d\n", what, is_p95, is_most, s->len);
    CHECK(is_p95 <= p95);
    CHECK(is_most <= most);
    s->len = 0;
}

static void note_board(struct sizes *boards, const struct vl_board *b, char *memory)
{
    struct vl_json w = vl_json_on(memory, BYTES);

    vl_board_json(&w, b, 100000);
    CHECK(!w.out.full);
    note_size(boards, w.out.len);
}

static void note_delta(struct sizes *deltas, const struct vl_board *from, const struct vl_board *to,
                       char *memory)
{
    struct vl_json w = vl_json_on(memory, BYTES);

    vl_delta_json(&w, from, to);
    CHECK(!w.out.full);
    note_size(deltas, w.out.len);
}

static void note_actions(struct sizes *actions, const struct vl_board *b, char *memory)
{
    struct vl_json w = vl_json_on(memory, BYTES);

    vl_json_obj(&w);
    vl_board_actions(&w, b, b->s->actor);
    vl_json_end(&w);
    CHECK(!w.out.full);
    note_size(actions, w.out.len);
}

/* Chance as it falls; decisions at random, or as who plays to win and so gathers more. */
static struct vl_move any_move(const struct vl_rules *r, const struct vl_state *s, bool clever,
                               struct vl_rng *rng)
{
    static struct vl_move list[VL_MOVES_MAX];
    static uint64_t scratch[1 << 13];
    struct vl_bot_spec greedy = { &vl_bot_greedy, 0 };
    struct vl_bot_answer answer;

    if (s->actor == VL_CHANCE)
        return vl_sample(r, s, rng);
    int n = vl_legal(r, s, list);
    if (!clever || !r->game->eval)
        return list[vl_rng_below(rng, (uint32_t)n)];
    struct vl_bot_ask ask = { .rules = r,
                              .state = s,
                              .seat = s->actor,
                              .legal = list,
                              .legal_len = n,
                              .rng = rng,
                              .scratch = scratch };
    CHECK(vl_bot_scratch(&greedy, r->game) <= sizeof scratch);
    vl_bot_choose(&greedy, &ask, &answer);
    return answer.move;
}

/* Whole games at the largest table, from beginning to end, by random players and by good
 * ones: the later positions are the large ones. Sizes of what a server sends, in French, which is
 * the longer language. */
static void measure(const struct vl_rules *r, const char *name)
{
    static struct sizes boards, deltas, actions;
    static union vl_any_state s;
    struct vl_rng rng = vl_rng_seed(77);
    char *memory = malloc(BYTES), what[64];
    struct vl_json w = vl_json_on(memory, BYTES);

    put_faces(&w, r, VL_FR);
    CHECK(!w.out.full && w.out.len < VL_FACES_BYTES);
    printf("NOTE %s, faces: %zu\n", name, w.out.len);
    for (int k = 0; k < GAMES; k++) {
        vl_start(r, &s.base, NULL);
        for (int n = 0; s.base.actor != VL_OVER; n++) {
            struct vl_board from = { r, &was.base, &before.view, VL_FR };
            struct vl_board to = { r, &known.base, &canvas.view, VL_FR };
            vl_actor seat = s.base.actor >= 0 ? s.base.actor : 0;
            bool looks = test_looks_at(n);

            if (looks) {
                vl_board_fill(&before, &was.base, r, &s.base, seat);
                note_board(&boards, &from, memory);
                if (s.base.actor >= 0)
                    note_actions(&actions, &from, memory);
            }
            vl_apply_legal(r, &s.base, any_move(r, &s.base, k % 2 != 0, &rng), NULL);
            if (looks) {
                vl_board_fill(&canvas, &known.base, r, &s.base, seat);
                note_delta(&deltas, &from, &to, memory);
            }
        }
    }
    snprintf(what, sizeof what, "%s, views", name);
    check_sizes(&boards, what, 12 << 10, 16 << 10);
    snprintf(what, sizeof what, "%s, deltas", name);
    check_sizes(&deltas, what, 2 << 10, 16 << 10);
    snprintf(what, sizeof what, "%s, actions", name);
    check_sizes(&actions, what, 16 << 10, 16 << 10);
    free(memory);
}

TEST(sizes_of_what_is_sent)
{
    struct vl_rules moor;

    for (int g = 0; g < VL_LEN(tables); g++) {
        table_open(&tables[g], largest[g]);
        measure(&tables[g].r, tables[g].game->id);
    }
    vl_rules_init(&moor, &moor_game, moor_content(), NULL);
    CHECK_EQ(vl_options_parse(&moor, "seats=6", NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&moor, NULL), VL_OK);
    measure(&moor, "moor");
}
