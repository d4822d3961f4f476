/* Who may do what: tokens, seats, spectators, bots, forks. */
#include "rooms_table.h"
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH = VL_SEATS_MAX };

static void enter(struct client *c, const struct table *t, const char *token)
{
    c->error[0] = '\0';
    client_enter(c, t, token, -1);
    seam_run(c->seam);
    client_listen(c);
}

/* A message of every type that only players may send. */
static const char *const player_messages[] = {
    "{\"t\":\"move\",\"cid\":\"w1\",\"rev\":0,\"move\":\"choose_guardian kulak\"}",
    "{\"t\":\"undo\",\"cid\":\"w2\",\"rev\":0}",
    "{\"t\":\"vote\",\"vote\":1,\"agree\":true}",
    "{\"t\":\"name\",\"name\":\"Eve\"}",
    "{\"t\":\"bot\",\"level\":\"greedy\"}",
    "{\"t\":\"bot\",\"level\":\"greedy\",\"player\":0}",
    "{\"t\":\"back\"}",
    "{\"t\":\"chat\",\"cid\":\"w3\",\"phrase\":\"hello\"}",
    "{\"t\":\"chat\",\"cid\":\"w4\",\"text\":\"hello\"}",
    "{\"t\":\"preview\",\"move\":\"choose_guardian kulak\"}",
    "{\"t\":\"why\",\"move\":\"choose_guardian kulak\"}",
    "{\"t\":\"fork\"}",
    "{\"t\":\"fork\",\"rev\":0}",
    "{\"t\":\"fork\",\"same\":true}",
    "{\"t\":\"hint\"}",
    "{\"t\":\"point\",\"item\":\"die.0\"}",
    "{\"t\":\"renew\"}",
    "{\"t\":\"delete\"}",
    "{\"t\":\"mute\",\"player\":0,\"on\":true}",
    "{\"t\":\"kick\",\"player\":0}",
};

TEST(rooms_let_those_who_watch_only_look)
{
    struct seam s;
    struct table t;
    struct client w;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    client_join(&w, &t, WATCH, "en");
    for (int i = 0; i < VL_LEN(player_messages); i++) {
        w.error[0] = '\0';
        seam_say(w.conn, player_messages[i]);
        CHECK_EQ(seam_store_waiting(&s), 0);
        client_listen(&w);
        CHECK_STR(w.error, "denied");
    }
    /* and every message has one of the two fates */
    for (int i = 0; i < PROTO_CLIENT_COUNT; i++) {
        bool tried = false;
        char head[64];

        snprintf(head, sizeof head, "{\"t\":\"%s\"", proto_messages[i].word);
        for (int k = 0; k < VL_LEN(player_messages); k++)
            tried |= strncmp(player_messages[k], head, strlen(head)) == 0;
        CHECK_EQ(tried, proto_messages[i].right == PROTO_PLAYER);
    }
    client_ask(&w, "resync", "");
    CHECK_STR(w.error, "");
    client_ask(&w, "record", "");
    CHECK_STR(text_at(w.last, "t"), "record");
    CHECK(strstr(text_at(w.last, "text"), "\nseed ") == NULL); /* not while it runs */
    client_close(&w);
    seam_close(&s);
}

TEST(rooms_ask_for_hello_and_a_table_first)
{
    struct seam s;
    struct client c;

    seam_open(&s, NULL);
    client_open(&c, &s, "en");
    seam_hang_up(c.conn);
    c.conn = seam_connect(&s);
    seam_say(c.conn, "{\"t\":\"list\"}");
    client_listen(&c);
    CHECK_STR(c.error, "hello");
    seam_say(c.conn, "{\"t\":\"ping\",\"cid\":\"a\"}");
    client_listen(&c);
    CHECK_STR(text_at(c.last, "t"), "pong");
    CHECK_STR(text_at(c.last, "cid"), "a");
    seam_say(c.conn, "{\"t\":\"hello\",\"version\":2,\"lang\":\"xx\"}");
    client_listen(&c);
    CHECK_STR(c.error, "unknown");
    seam_say(c.conn, "{\"t\":\"hello\",\"version\":2}");
    client_listen(&c);
    CHECK_STR(text_at(c.last, "lang"), "fr");
    for (int i = 0; i < VL_LEN(player_messages); i++) {
        seam_say(c.conn, player_messages[i]);
        client_listen(&c);
        CHECK_STR(c.error, "denied");
    }
    seam_say(c.conn, "{\"t\":\"hello\",\"version\":1,\"lang\":\"en\"}");
    client_listen(&c);
    CHECK_STR(c.error, "version");
    CHECK(strstr(text_at(c.last, "text"), "version 2 of the protocol") != NULL);
    CHECK_EQ(seam_closed_with(c.conn), PROTO_CLOSE_VERSION);
    client_close(&c);
    seam_close(&s);
}

TEST(rooms_open_only_with_a_token_of_that_table)
{
    struct seam s;
    struct table a, b, open;
    struct client c;
    char token[STORE_ID_LEN + 1];

    seam_open(&s, NULL);
    CHECK(table_make(&a, &s, "runemasters", "{}", "hh", ""));
    CHECK(table_make(&b, &s, "runemasters", "{}", "hh", ""));
    CHECK(table_make(&open, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    for (int again = 0; again < 2; again++) { /* in memory, and from the store */
        client_open(&c, &s, "en");
        enter(&c, &a, b.token[0]);
        CHECK_STR(c.error, "denied");
        enter(&c, &a, b.watch);
        CHECK_STR(c.error, "denied");
        enter(&c, &a, a.room); /* well-formed, and no token */
        CHECK_STR(c.error, "denied");
        enter(&c, &a, NULL);
        CHECK_STR(c.error, "denied");
        memcpy(token, a.token[1], sizeof token);
        token[0] = token[0] == 'a' ? 'b' : 'a';
        enter(&c, &a, token);
        CHECK_STR(c.error, "denied");
        CHECK(c.joined == NULL);
        enter(&c, &a, a.token[1]);
        CHECK_EQ(c.player, 1);
        enter(&c, &open, NULL); /* public: to watch */
        CHECK_EQ(c.player, -1);
        CHECK(c.joined != NULL);
        client_close(&c);
        seam_restart(&s);
    }
    CHECK(!seam_store_holds(&s, a.token[0]));
    CHECK(!seam_store_holds(&s, a.watch));
    seam_close(&s);
}

/* Figure 19: any connection, any token, any table, any seat, any action. */
struct try_table {
    struct table t;
    struct client eye; /* watches: knows who decides */
    char moves[64][64];
    int moves_len;
};

static void look(struct try_table *t)
{
    client_listen(&t->eye);
}

static int decider_of(const struct try_table *t)
{
    const json_t *actor = json_object_get(json_object_get(t->eye.view, "turn"), "actor");
    const json_t *seats = json_object_get(t->eye.view, "seats");

    if (!json_is_integer(actor))
        return -1;
    return (int)int_at(json_array_get(seats, (size_t)json_integer_value(actor)), "player");
}

/* Moves that were legal for somebody lately. */
static void learn(struct try_table *t, const json_t *actions)
{
    const json_t *list = json_object_get(actions, "actions");
    size_t n = json_array_size(list);

    for (size_t i = 0; i < n && i < 64; i++)
        snprintf(t->moves[i], sizeof t->moves[i], "%s", text_at(json_array_get(list, i), "id"));
    t->moves_len = n < 64 ? (int)n : 64;
}

enum { TABLES = 4, PEERS = 24 };

static void try_join(struct client *c, struct try_table *t, struct vl_rng *rng)
{
    uint32_t from = vl_rng_below(rng, TABLES), to = vl_rng_below(rng, TABLES);
    int player = (int)vl_rng_below(rng, 4);
    const char *token = player < 2 ? t[from].t.token[player] : t[from].t.watch;

    json_decref(c->joined);
    c->joined = NULL;
    c->player = -1;
    enter(c, &t[to].t, token);
    CHECK_EQ(c->joined != NULL, from == to);
    if (c->joined)
        CHECK_EQ(c->player, player < 2 ? player : -1);
}

/* True: it was accepted. */
static bool try_move(struct client *c, struct try_table *t, struct vl_rng *rng, int *wrong)
{
    const char *room = c->joined ? text_at(c->joined, "room") : "";
    struct try_table *other = &t[vl_rng_below(rng, TABLES)], *mine = NULL;
    char seat[32] = "";

    for (int i = 0; i < TABLES; i++)
        if (strcmp(t[i].t.room, room) == 0)
            mine = &t[i];
    if (mine)
        look(mine);
    if (mine && vl_rng_below(rng, 4))
        other = mine;
    if (other->moves_len == 0)
        return false;
    int decides = mine ? decider_of(mine) : -1;
    int64_t now = mine ? mine->eye.rev : 0, actor = -1;
    int64_t rev = now + (vl_rng_below(rng, 40) ? 0 : (int64_t)vl_rng_below(rng, 5) - 2);
    rev = rev < 0 ? 0 : rev;
    if (mine)
        actor = int_at(json_object_get(mine->eye.view, "turn"), "actor");
    int64_t said = vl_rng_below(rng, 3) ? -1 : (int64_t)vl_rng_below(rng, 4);
    if (said >= 0)
        snprintf(seat, sizeof seat, ",\"seat\":%lld", (long long)said);
    client_ask(c, "move", ",\"rev\":%lld,\"move\":\"%s\"%s", (long long)rev,
               other->moves[vl_rng_below(rng, (uint32_t)other->moves_len)], seat);
    if (c->acked < 0)
        return false;
    bool right = CHECK(mine != NULL);
    right &= CHECK_EQ(c->player, decides);
    right &= CHECK_EQ(rev, now);
    right &= CHECK(said < 0 || said == actor);
    *wrong += !right;
    return true;
}

TEST(rooms_accept_nothing_from_the_wrong_seat)
{
    static struct try_table t[TABLES];
    static struct client peer[PEERS];
    struct vl_rng rng = vl_rng_seed(19);
    int tries = test_times(100000, 1000000), accepted = 0, wrong = 0;
    struct seam s;

    seam_open(&s, NULL);
    memset(t, 0, sizeof t);
    for (int i = 0; i < TABLES; i++) {
        CHECK(table_make(&t[i].t, &s, i < 2 ? "runemasters" : "hands", "{}", "hh", ""));
        client_join(&t[i].eye, &t[i].t, WATCH, "en");
    }
    for (int i = 0; i < PEERS; i++) {
        client_open(&peer[i], &s, "en");
        peer[i].cids = i * 10000000; /* nobody repeats another's cid */
    }
    for (int n = 0; n < tries; n++) {
        struct client *c = &peer[vl_rng_below(&rng, PEERS)];

        if (!c->joined || vl_rng_below(&rng, 200) == 0)
            try_join(c, t, &rng);
        else
            accepted += try_move(c, t, &rng, &wrong);
        for (int i = 0; i < TABLES; i++)
            if (c->actions && strcmp(text_at(c->joined, "room"), t[i].t.room) == 0)
                learn(&t[i], c->actions);
        for (int i = 0; i < TABLES; i++) { /* a game that is over makes room for another */
            if (!t[i].eye.over)
                continue;
            client_close(&t[i].eye);
            CHECK(table_make(&t[i].t, &s, i < 2 ? "runemasters" : "hands", "{}", "hh", ""));
            client_join(&t[i].eye, &t[i].t, WATCH, "en");
        }
    }
    printf("seat authority: %d tries, %d accepted, %d wrongly\n", tries, accepted, wrong);
    CHECK(accepted > tries / 500);
    for (int i = 0; i < PEERS; i++)
        client_close(&peer[i]);
    for (int i = 0; i < TABLES; i++)
        client_close(&t[i].eye);
    seam_close(&s);
}

/* ---- open seats ---- */

TEST(rooms_wait_for_open_seats_and_give_them_to_whoever_comes_first)
{
    struct seam s;
    struct table t;
    struct client a, b, late;
    char token[STORE_ID_LEN + 1];

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    client_join(&a, &t, 0, "en");
    CHECK_STR(text_at(a.joined, "state"), "open");
    CHECK(a.actions == NULL);
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_STR(a.error, "waiting");
    client_open(&b, &s, "en");
    client_open(&late, &s, "en");
    seam_sayf(b.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true,\"name\":\"Bob\"}", t.room);
    seam_sayf(late.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
    seam_run(&s);
    client_listen(&b);
    client_listen(&late);
    CHECK_EQ(b.player, 1);
    CHECK_STR(late.error, "unknown");
    snprintf(token, sizeof token, "%s", text_at(b.joined, "token"));
    CHECK_EQ(strlen(token), STORE_ID_LEN);
    client_listen(&a);
    CHECK(a.actions != NULL); /* the table is full: it begins */
    const json_t *p1 = json_array_get(json_object_get(a.players, "players"), 1);
    CHECK_STR(text_at(p1, "name"), "Bob");
    enter(&late, &t, t.token[1]); /* the link that the claim made void */
    CHECK_STR(late.error, "denied");
    client_close(&a);
    client_close(&b);
    client_close(&late);
    seam_restart(&s);
    client_open(&b, &s, "en");
    enter(&b, &t, token);
    CHECK_EQ(b.player, 1);
    CHECK_STR(text_at(b.joined, "state"), "running");
    client_close(&b);
    seam_close(&s);
}

TEST(rooms_open_a_claimed_seat_again_if_nobody_heard_of_it)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    client_open(&b, &s, "en");
    seam_sayf(b.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
    seam_store_one(&s); /* the token */
    client_close(&b);
    seam_run(&s);
    client_join(&a, &t, 0, "en");
    CHECK_STR(text_at(a.joined, "state"), "open");
    client_open(&b, &s, "en"); /* a failed claim leaves it open, too */
    seam_store_fail(&s, VL_IO, 1);
    seam_sayf(b.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
    seam_run(&s);
    client_listen(&b);
    CHECK_STR(b.error, "io");
    seam_sayf(b.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
    seam_run(&s);
    client_listen(&b);
    CHECK_EQ(b.player, 1);
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}

TEST(rooms_renew_a_token_on_demand)
{
    struct seam s;
    struct table t;
    struct client a, b;
    char token[STORE_ID_LEN + 1];

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 0, "en");
    client_ask(&a, "renew", "");
    CHECK_STR(text_at(a.last, "t"), "renewed");
    snprintf(token, sizeof token, "%s", text_at(a.last, "token"));
    client_listen(&b);
    CHECK_STR(text_at(b.last, "why"), "renewed");
    enter(&b, &t, t.token[0]);
    CHECK_STR(b.error, "denied");
    enter(&b, &t, token);
    CHECK_EQ(b.player, 0);
    client_close(&a);
    client_close(&b);
    seam_restart(&s);
    client_open(&a, &s, "en");
    enter(&a, &t, t.token[0]);
    CHECK_STR(a.error, "denied");
    enter(&a, &t, token);
    CHECK_EQ(a.player, 0);
    client_close(&a);
    seam_close(&s);
}

/* ---- bots ---- */

TEST(rooms_let_bots_play_to_the_end)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{\"guardians\":3}", "hgr", ""));
    client_join(&a, &t, 0, "en");
    CHECK(a.actions != NULL);
    client_ask(&a, "bot", ",\"level\":\"greedy\"");
    CHECK_STR(a.error, "");
    CHECK(a.over != NULL); /* nobody is left to wait for */
    CHECK(client_is_right(&a));
    client_ask(&a, "bot", ",\"level\":\"greedy\"");
    CHECK_STR(a.error, "over");
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_take_a_seat_back_while_the_bot_thinks)
{
    struct seam s;
    struct table t;
    struct client a;
    struct rooms_stats stats;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    client_say(&a, "bot", ",\"level\":\"random\"");
    while (seam_store_one(&s))
        continue; /* stored; the bot has been asked, and has not answered */
    client_listen(&a);
    CHECK_EQ(a.acked, 0);
    CHECK(json_is_true(
        json_object_get(json_array_get(json_object_get(a.players, "players"), 0), "lent")));
    client_say(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_listen(&a);
    CHECK_STR(a.error, "denied"); /* the bot's now */
    client_say(&a, "back", "");
    while (seam_store_one(&s))
        continue;
    client_listen(&a);
    CHECK(a.actions != NULL);
    seam_run(&s); /* the bot's answer comes too late */
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.stale_bots, 1);
    client_listen(&a);
    CHECK_EQ(a.rev, 0);
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.acked, 1);
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_hand_the_seat_of_somebody_away_over_by_a_vote)
{
    struct seam s;
    struct table t;
    struct client c[3];

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hhho", ",\"public\":true"));
    for (int i = 0; i < 2; i++)
        client_join(&c[i], &t, i, "en");
    client_ask(&c[0], "bot", ",\"level\":\"wizard\",\"player\":3");
    CHECK_STR(c[0].error, "unknown");
    CHECK_STR(json_string_value(json_object_get(c[0].last, "text")),
              "a name is not known (bots: random, greedy)");
    client_ask(&c[0], "bot", ",\"level\":\"random\",\"player\":3"); /* open: at once */
    CHECK_STR(c[0].error, "");
    seam_now_ms += 600 * 1000;
    client_ask(&c[0], "bot", ",\"level\":\"random\",\"player\":2");
    CHECK_STR(text_at(c[0].last, "t"), "vote");
    CHECK_STR(text_at(c[0].last, "what"), "bot");
    client_listen(&c[1]);
    client_ask(&c[1], "vote", ",\"vote\":%lld,\"agree\":true",
               (long long)int_at(c[1].last, "vote"));
    CHECK_STR(text_at(c[1].last, "t"), "voted");
    client_listen(&c[0]);
    const json_t *p2 = json_array_get(json_object_get(c[0].players, "players"), 2);
    CHECK_STR(text_at(p2, "kind"), "bot");
    client_join(&c[2], &t, 2, "en"); /* comes back, and takes it back */
    client_ask(&c[2], "back", "");
    client_listen(&c[0]);
    p2 = json_array_get(json_object_get(c[0].players, "players"), 2);
    CHECK_STR(text_at(p2, "kind"), "human");
    for (int i = 0; i < 3; i++)
        client_close(&c[i]);
    seam_close(&s);
}

/* More tables wait for a bot than the queue of the workers holds. */
TEST(rooms_serve_every_bot_though_the_queue_is_short)
{
    enum { MANY = 12 };
    struct seam s;
    struct table t[MANY];
    struct client c[MANY];

    seam_open(&s, NULL);
    for (int i = 0; i < MANY; i++) {
        CHECK(table_make(&t[i], &s, "runemasters", "{}", "hr", ""));
        client_open(&c[i], &s, "en");
        client_enter(&c[i], &t[i], t[i].token[0], -1);
        seam_sayf(c[i].conn, "{\"t\":\"ping\"}");
    }
    while (seam_store_one(&s))
        continue;
    for (int i = 0; i < MANY; i++) {
        client_listen(&c[i]);
        client_say(&c[i], "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    }
    while (seam_store_one(&s))
        continue; /* now all want a bot at once */
    seam_run(&s);
    for (int i = 0; i < MANY; i++) {
        client_listen(&c[i]);
        CHECK(c[i].rev >= 2);
        CHECK(c[i].actions != NULL);
        client_close(&c[i]);
    }
    seam_close(&s);
}

/* ---- forks ---- */

TEST(rooms_fork_from_any_revision)
{
    struct seam s;
    struct table t, f;
    struct client a, b, w, x;
    struct vl_rng rng = vl_rng_seed(4);
    json_t *then = NULL;

    seam_open(&s, NULL);
    CHECK(!table_make(&t, &s, "runemasters", "{\"guardians\":2}", "hhg", ""));
    CHECK(table_make(&t, &s, "runemasters", "{\"guardians\":3}", "hhg", ""));
    client_join(&a, &t, 0, "en");
    client_join(&w, &t, WATCH, "en");
    client_join(&b, &t, 1, "en");
    for (int i = 0; i < 30; i++) {
        if (!client_play(&a, &rng))
            client_play(&b, &rng);
        client_listen(&a);
        client_listen(&b);
        if (i == 14)
            then = json_deep_copy(a.view);
    }
    client_close(&b);
    client_ask(&a, "fork", ",\"rev\":%lld", (long long)int_at(then, "rev"));
    CHECK_STR(text_at(a.last, "t"), "forked");
    memset(&f, 0, sizeof f);
    f.seam = &s;
    snprintf(f.room, sizeof f.room, "%s", text_at(a.last, "room"));
    snprintf(f.token[0], sizeof f.token[0], "%s", text_at(a.last, "token"));
    const json_t *links = json_object_get(a.last, "links");
    CHECK_EQ(json_array_size(links), 1); /* of the player who is away */
    snprintf(f.token[1], sizeof f.token[1], "%s", text_at(json_array_get(links, 0), "token"));
    client_listen(&w);
    CHECK_STR(text_at(w.last, "t"), "forked");
    CHECK_EQ(json_array_size(json_object_get(w.last, "links")), 0);
    snprintf(f.watch, sizeof f.watch, "%s", text_at(w.last, "token"));
    for (int again = 0; again < 2; again++) {
        client_join(&x, &f, 0, "en");
        CHECK_STR(text_at(json_object_get(x.joined, "from"), "room"), t.room);
        CHECK(strcmp(text_at(x.joined, "seed_hash"), t.seed_hash) != 0);
        if (again == 0) {
            json_object_set_new(then, "rev", json_integer(0));
            CHECK(json_equal(then, x.view)); /* the same position, no history */
        }
        client_join(&b, &f, 1, "en");
        for (int i = 0; i < 10; i++) {
            if (!client_play(&x, &rng))
                client_play(&b, &rng);
            client_listen(&x);
            client_listen(&b);
        }
        CHECK(client_is_right(&x));
        client_close(&b);
        if (again == 0) {
            client_close(&x);
            a.conn = w.conn = NULL;
            client_close(&a);
            client_close(&w);
            seam_restart(&s);
        }
    }
    json_decref(then);
    client_close(&x);
    seam_close(&s);
}

TEST(rooms_restart_a_table_by_a_fork_at_zero)
{
    struct seam s;
    struct table t, f;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_ask(&a, "fork", ",\"rev\":0");
    CHECK_STR(text_at(a.last, "t"), "forked");
    memset(&f, 0, sizeof f);
    snprintf(f.room, sizeof f.room, "%s", text_at(a.last, "room"));
    snprintf(f.token[0], sizeof f.token[0], "%s", text_at(a.last, "token"));
    enter(&a, &f, f.token[0]);
    CHECK_EQ(a.rev, 0);
    client_ask(&a, "record", "");
    CHECK(strstr(text_at(a.last, "text"), "\nstart ") == NULL);
    client_ask(&a, "fork", ",\"rev\":7");
    CHECK_STR(a.error, "unknown");
    client_close(&a);
    seam_close(&s);
}

/* ---- creating ---- */

TEST(rooms_refuse_tables_that_cannot_be)
{
    static const struct {
        const char *fields, *status;
    } bad[] = {
        { "\"game\":\"chess\",\"seats\":[{\"kind\":\"human\"}]", "unknown" },
        { "\"game\":\"runemasters\",\"seats\":[]", "range" },
        { "\"game\":\"runemasters\"", "missing" },
        { "\"game\":\"runemasters\",\"seats\":[{\"kind\":\"cat\"}]", "unknown" },
        { "\"game\":\"runemasters\",\"seats\":[{\"kind\":\"bot\"}]", "invalid" },
        { "\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\",\"level\":\"greedy\"}]",
          "invalid" },
        { "\"game\":\"runemasters\",\"seats\":[{\"kind\":\"bot\",\"level\":\"greedy\"}]",
          "invalid" },
        { "\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"bot\","
          "\"level\":\"hal\"}]",
          "unknown" },
        { "\"game\":\"runemasters\",\"options\":{\"guardians\":9},\"seats\":[{\"kind\":"
          "\"human\"}]",
          "range" },
        { "\"game\":\"runemasters\",\"options\":{\"colour\":1},\"seats\":[{\"kind\":\"human\"}]",
          "unknown" },
        { "\"game\":\"runemasters\",\"options\":{\"players\":2},\"seats\":[{\"kind\":\"human\"}]",
          "invalid" },
        { "\"game\":\"hands\",\"seats\":[{\"kind\":\"human\"}]", "invalid" },
        { "\"game\":\"runemasters\",\"chat\":\"loud\",\"seats\":[{\"kind\":\"human\"}]",
          "unknown" },
    };
    struct seam s;
    struct client c;
    struct rooms_stats stats;

    seam_open(&s, NULL);
    client_open(&c, &s, "en");
    for (int i = 0; i < VL_LEN(bad); i++) {
        client_ask(&c, "create", ",%s", bad[i].fields);
        if (!CHECK_STR(c.error, bad[i].status))
            printf("  %s\n", bad[i].fields);
    }
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.live, 0);
    seam_store_fail(&s, VL_IO, 1);
    client_ask(&c, "create", ",\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\"}]");
    CHECK_STR(c.error, "io");
    seam_store_room(&s, 1);
    client_say(&c, "create", ",\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\"}]");
    client_say(&c, "create", ",\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\"}]");
    client_listen(&c);
    CHECK_STR(c.error, "busy"); /* one at a time */
    client_close(&c);           /* gone before its table was made */
    seam_run(&s);
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.live, 0);
    seam_close(&s);
}
