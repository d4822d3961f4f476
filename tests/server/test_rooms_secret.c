/* Hidden information (figure 17): what a seat cannot know makes no difference to
 * a single byte that it is sent.
 *
 * Two worlds are made that are equal but for what the seat cannot know: other
 * hands, buried cards, the deck. The same things are done in both, and every
 * message to the seat is compared, with its order and length. What follows by
 * the rules (a card drawn for the seat itself) may of course differ: a step is
 * compared if the seat sees the same events and knows the same afterwards. */
#include "rooms_table.h"
#include "unit/test.h"

#include "hands_view.h"
#include "match/match.h"
#include "server/rooms/token.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 3 };

static const char room_id[] = "aaaaaaaaaaaaaaaaaaaaaaaaaa";
static const char seed_hex[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* ---- two worlds ---- */

static void random_state(struct hands_state *h, const struct vl_rules *r, struct vl_rng *rng)
{
    struct vl_move list[HD_CARDS];
    int left;

    do {
        memset(h, 0, sizeof *h);
        vl_start(r, &h->base, NULL);
        for (left = (int)vl_rng_below(rng, 24); left > 0 && h->base.actor != VL_OVER; left--) {
            int n = vl_legal(r, &h->base, list);
            vl_apply_legal(r, &h->base, list[vl_rng_below(rng, (uint32_t)n)], NULL);
        }
        while (h->base.actor == VL_CHANCE)
            vl_apply_legal(r, &h->base, vl_sample(r, &h->base, rng), NULL);
    } while (h->base.actor < 0);
}

static void deal(struct hands_state *h, uint8_t *cards, int len, struct vl_rng *rng)
{
    for (int i = 0; i < len; i++) {
        if (cards[i] != VL_NONE)
            continue;
        int card;
        do
            card = (int)vl_rng_below(rng, HD_CARDS);
        while (!(h->pool >> card & 1));
        cards[i] = vl_u8(card);
        h->pool = (uint16_t)(h->pool & ~(1u << card));
    }
}

/* Another world that the viewer cannot tell from x. */
static void other_world(struct hands_state *y, const struct hands_state *x,
                        const struct vl_rules *r, vl_actor viewer, struct vl_rng *rng)
{
    *y = *x;
    vl_hide(r, &y->base, viewer);
    for (int k = 0; k < y->base.seats; k++) {
        deal(y, y->seat[k].hand, y->seat[k].hand_len, rng);
        deal(y, y->seat[k].buried, y->seat[k].buried_len, rng);
    }
    y->base.actor = x->base.actor; /* a decision, in both */
}

static const char *token_of(int role)
{
    static char text[2][STORE_ID_LEN + 1];
    static int at;
    uint8_t bytes[16] = { 0 };

    bytes[0] = (uint8_t)(1 + role);
    at = !at;
    store_id_make(text[at], bytes);
    return text[at];
}

static void put_table(struct seam *s, const struct vl_rules *r, const struct vl_state *start)
{
    static char head[16384];
    char options[32];
    struct vl_json w = vl_json_on(head, sizeof head);
    struct store_token tokens[SEATS + 1];

    memset(tokens, 0, sizeof tokens);
    for (int i = 0; i <= SEATS; i++) {
        tokens[i].role = i < SEATS ? i : TOKEN_WATCH;
        memcpy(tokens[i].game, room_id, sizeof room_id);
        token_hash(tokens[i].hash, token_of(i));
    }
    vl_json_obj(&w);
    vl_json_kint(&w, "v", 1);
    vl_json_kint(&w, "revision", 1);
    vl_json_key(&w, "content");
    vl_json_obj(&w);
    vl_json_kstr(&w, "id", "test");
    vl_json_kstr(&w, "version", "1.0.0");
    vl_json_kstr(&w, "hash", "0");
    vl_json_end(&w);
    vl_json_kstr(&w, "chat", "all");
    vl_json_kbool(&w, "hints", true);
    vl_json_kstr(&w, "seed", seed_hex);
    vl_json_kstr(&w, "date", "2026-11-15");
    vl_json_key(&w, "players");
    vl_json_arr(&w);
    for (int i = 0; i < start->seats; i++) {
        vl_json_obj(&w);
        vl_json_kstr(&w, "kind", "human");
        vl_json_end(&w);
    }
    vl_json_end(&w);
    vl_json_key(&w, "start");
    vl_position_write(r, start, VL_ANYONE, true, &w);
    vl_json_end(&w);
    snprintf(options, sizeof options, "seats=%d", start->seats);
    seam_store_put(s, room_id, "hands", options, head, tokens, SEATS + 1);
}

/* ---- what the rules let the seat know of a step ---- */

struct notes {
    struct vl_sink sink; /* first: the engine knows this part */
    vl_actor viewer;
    int len;
    struct vl_event seen[64];
};

static void note(struct vl_sink *sink, const struct vl_event *ev)
{
    struct notes *n = (struct notes *)sink;

    if (vl_event_seen(ev, n->viewer) && n->len < 64)
        n->seen[n->len++] = *ev;
}

/* Plays the move and the chance that follows, as the table will. */
static void foretell(struct hands_state *h, const struct vl_rules *r, struct vl_move m,
                     vl_actor viewer, struct notes *n)
{
    uint8_t seed[32];
    uint32_t rev = 0;

    memset(n, 0, sizeof *n);
    n->sink.take = note;
    n->viewer = viewer;
    vl_str_hex(seed_hex, 64, seed, 32);
    vl_apply_legal(r, &h->base, m, &n->sink);
    while (h->base.actor == VL_CHANCE) {
        struct vl_rng rng = vl_seed_rng(seed, ++rev);
        vl_apply_legal(r, &h->base, vl_sample(r, &h->base, &rng), &n->sink);
    }
    vl_hide(r, &h->base, viewer);
}

/* ---- the comparison ---- */

struct world {
    struct seam s;
    struct conn *viewer, *mover;
};

static void enter(struct seam *s, struct conn **c, int role)
{
    *c = seam_connect(s);
    seam_say(*c, "{\"t\":\"hello\",\"version\":2,\"lang\":\"en\",\"told\":true}");
    seam_sayf(*c, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"}", room_id, token_of(role));
    seam_run(s);
}

static void in_world(struct world *w, const struct vl_rules *r, const struct hands_state *x,
                     int role, const char *move)
{
    static const char *const questions[] = {
        "{\"t\":\"resync\"}",
        "{\"t\":\"resync\",\"since\":0}",
        "{\"t\":\"at\",\"rev\":0}",
        "{\"t\":\"preview\",\"move\":\"play 0\"}",
        "{\"t\":\"preview\",\"move\":\"bury 1\"}",
        "{\"t\":\"why\",\"move\":\"play 1\"}",
        "{\"t\":\"why\",\"move\":\"draw c3\"}",
        "{\"t\":\"move\",\"cid\":\"q\",\"rev\":0,\"move\":\"draw c4\"}",
        "{\"t\":\"record\"}",
        "{\"t\":\"hint\"}",
        "{\"t\":\"point\",\"item\":\"card.c3\"}",
        "{\"t\":\"fork\"}",
    };

    memset(w, 0, sizeof *w);
    seam_open(&w->s, NULL);
    put_table(&w->s, r, &x->base);
    enter(&w->s, &w->viewer, role);
    for (int i = 0; i < VL_LEN(questions); i++) {
        seam_say(w->viewer, questions[i]);
        seam_run(&w->s);
    }
    enter(&w->s, &w->mover, x->base.actor);
    if (move)
        seam_sayf(w->mover, "{\"t\":\"move\",\"cid\":\"m\",\"rev\":0,\"move\":\"%s\"}", move);
    seam_run(&w->s);
    seam_say(w->viewer, "{\"t\":\"resync\"}");
    seam_say(w->viewer, "{\"t\":\"resync\",\"since\":0}");
}

static bool same_bytes(struct world *a, struct world *b)
{
    size_t a_len, b_len;
    const char *x = seam_heard(a->viewer, &a_len), *y = seam_heard(b->viewer, &b_len);
    bool same = a_len == b_len && memcmp(x, y, a_len) == 0;

    if (!same) {
        size_t at = 0;
        while (at < a_len && at < b_len && x[at] == y[at])
            at++;
        at = at > 200 ? at - 200 : 0;
        printf("differ at %zu:\n  %.400s\n  %.400s\n", at, x + at, y + at);
    }
    return same;
}

/* One pair; true if there was something that the seat could not know. */
static bool try_pair(struct vl_rng *rng, int *steps, int *told)
{
    struct vl_rules r;
    struct hands_state x, y;
    struct world a, b;
    const char *seats = vl_rng_below(rng, 2) ? "seats=2" : "seats=3";
    int role;

    vl_rules_init(&r, hands_with_view(), NULL, NULL);
    vl_options_parse(&r, seats, NULL);
    vl_rules_prepare(&r, NULL);
    random_state(&x, &r, rng);
    role = (int)vl_rng_below(rng, (uint32_t)x.base.seats + 1); /* the last: watches */
    vl_actor viewer = role < x.base.seats ? (vl_actor)role : VL_ANYONE;
    other_world(&y, &x, &r, viewer, rng);

    char move[16] = "";
    if (x.base.actor != viewer) {
        struct notes seen_x, seen_y;
        struct hands_state after_x = x, after_y = y;
        struct vl_move list[HD_CARDS];
        int n = vl_legal(&r, &x.base, list);
        struct vl_move m = list[vl_rng_below(rng, (uint32_t)n)];
        struct vl_buf text = vl_buf_on(move, sizeof move);

        vl_move_format(&r, m, &text);
        foretell(&after_x, &r, m, viewer, &seen_x);
        foretell(&after_y, &r, m, viewer, &seen_y);
        if (memcmp(&after_x, &after_y, sizeof after_x) != 0 ||
            memcmp(&seen_x, &seen_y, sizeof seen_x) != 0)
            move[0] = '\0'; /* by the rules, this tells the worlds apart */
        else
            ++*steps;
    }
    if (role == x.base.seats)
        role = SEATS;
    in_world(&a, &r, &x, role, move[0] ? move : NULL);
    in_world(&b, &r, &y, role, move[0] ? move : NULL);
    *told += !CHECK(same_bytes(&a, &b));
    seam_close(&a.s);
    seam_close(&b.s);
    return memcmp(&x, &y, sizeof x) != 0;
}

TEST(rooms_tell_a_seat_nothing_that_it_cannot_know)
{
    struct vl_rng rng = vl_rng_seed(17);
    int pairs = test_times(1500, 100000), differ = 0, steps = 0, told = 0;

    for (int i = 0; i < pairs; i++)
        differ += try_pair(&rng, &steps, &told);
    printf("non-interference, hands: %d pairs, %d with secrets, %d with a move, %d told apart\n",
           pairs, differ, steps, told);
    CHECK(differ > pairs / 2);
    CHECK(steps > pairs / 10);
}

/* ---- decks that do not exist yet: only the seed differs ---- */

static void mask_hashes(char *text)
{
    for (char *p = text; (p = strstr(p, "\"seed_hash\":\"")) != NULL; p += 13)
        memset(p + 13, '0', 64);
}

/* The room, tokens and moves of both worlds are the same; up to the first chance
 * all bytes are, but for the hash of the seed. */
TEST(rooms_tell_nothing_of_the_seed)
{
    static const char *const moves[] = {
        "choose_guardian kulak",
        "choose_guardian neltai",
        "place_guardian red",
        "place_guardian blue",
    };
    char *heard[2] = { NULL, NULL };

    for (int i = 0; i < test_times(20, 200); i++) {
        for (int k = 0; k < 2; k++) {
            struct seam s;
            struct table t;
            struct client c;
            size_t len;

            seam_open(&s, NULL);
            seam_seed((uint64_t)(1000 + 2 * i + k)); /* the table's seed, and its names */
            CHECK(table_make(&t, &s, "runemasters", "{\"guardians\":2}", "h", ""));
            client_join(&c, &t, 0, "fr");
            for (int m = 0; m < VL_LEN(moves) - 1; m++) /* the last one is followed by chance */
                client_ask(&c, "move", ",\"rev\":%d,\"move\":\"%s\"", m, moves[m]);
            client_ask(&c, "preview", ",\"move\":\"%s\"", moves[VL_LEN(moves) - 1]);
            client_ask(&c, "hint", "");
            CHECK_STR(text_at(c.last, "t"), "hint");
            const char *text = seam_heard(c.conn, &len);
            heard[k] = malloc(len + 1);
            memcpy(heard[k], text, len + 1);
            mask_hashes(heard[k]);
            for (char *p = heard[k]; (p = strstr(p, t.room)) != NULL;)
                memset(p, '0', STORE_ID_LEN);
            client_close(&c);
            seam_close(&s);
        }
        CHECK_STR(heard[0], heard[1]);
        free(heard[0]);
        free(heard[1]);
    }
}

TEST(rooms_give_out_no_record_that_tells_secrets)
{
    struct seam s;
    struct table t;
    struct client c[2];
    struct vl_rng rng = vl_rng_seed(6);

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "hands", "{\"seats\":2}", "hh", ""));
    client_join(&c[0], &t, 0, "en");
    client_ask(&c[0], "record", "");
    CHECK_STR(c[0].error, "secret");
    client_ask(&c[0], "fork", "");
    CHECK_STR(c[0].error, "secret"); /* the other one's link would go to me */
    client_join(&c[1], &t, 1, "en");
    client_ask(&c[0], "fork", "");
    CHECK_STR(c[0].error, "");
    CHECK_EQ(json_array_size(json_object_get(c[0].last, "links")), 0);
    while (client_play(&c[0], &rng) || client_play(&c[1], &rng)) {
        client_listen(&c[0]);
        client_listen(&c[1]);
    }
    client_ask(&c[0], "record", "");
    CHECK_STR(text_at(c[0].last, "t"), "record");
    client_close(&c[0]);
    client_close(&c[1]);
    seam_close(&s);
}
