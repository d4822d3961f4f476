/* Whole games through the rooms; what is durable, what is shown, what is refused. */
#include "rooms_table.h"
#include "unit/test.h"

#include "match/record.h"
#include "registry.h"
#include "hands_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH = VL_SEATS_MAX, ENTRIES = 3000 };

/* All listen; one who is to decide plays. False: nobody is. */
static bool round_of(struct client *c, int n, struct vl_rng *rng)
{
    for (int i = 0; i < n; i++)
        client_listen(&c[i]);
    for (int i = 0; i < n; i++)
        if (client_play(&c[i], rng))
            return true;
    return false;
}

static void listen_all(struct client *c, int n)
{
    for (int i = 0; i < n; i++)
        client_listen(&c[i]);
}

static void close_all(struct client *c, int n)
{
    for (int i = 0; i < n; i++)
        client_close(&c[i]);
}

/* The whole record, piece by piece; free() it. */
static char *record_of(struct client *c)
{
    char *text = calloc(1, 1);
    size_t len = 0;

    for (int64_t from = 0; from >= 0;) {
        client_ask(c, "record", ",\"from\":%lld", (long long)from);
        if (strcmp(c->error, "") != 0 || strcmp(text_at(c->last, "t"), "record") != 0)
            break;
        const char *piece = text_at(c->last, "text");
        text = realloc(text, len + strlen(piece) + 1);
        memcpy(text + len, piece, strlen(piece) + 1);
        len += strlen(piece);
        from = int_at(c->last, "next");
    }
    return text;
}

/* ---- whole games ---- */

static void check_record(struct client *c, const struct table *t, const struct vl_game *game)
{
    struct vl_record_opts how = { .game = game };
    struct vl_match *m = NULL;
    struct vl_error err = { 0 };
    char *text = record_of(c), hash[65];
    struct vl_buf b = vl_buf_on(hash, sizeof hash);

    if (CHECK_EQ(vl_record_read(&m, text, strlen(text), &how, &err), VL_OK)) {
        CHECK_EQ(m->seed_kind, VL_SEED_KNOWN);
        CHECK_EQ(vl_match_verify(m, &err), VL_OK);
        vl_put_hex(&b, m->seed_hash, VL_SEED_SIZE);
        CHECK_STR(hash, t->seed_hash); /* the one that was told at the beginning */
        CHECK_EQ(m->len, c->rev);
    } else {
        printf("%s: %s\n%.2000s\n", err.where, err.what, text);
    }
    vl_match_close(m);
    free(text);
}

/* A game from the first to the last move; every client's view, made of steps
 * alone, is the one the server would send. */
static void whole_game(struct seam *s, const char *game, const char *options, const char *players,
                       uint64_t seed)
{
    static const char *const langs[] = { "fr", "en" };
    struct vl_rng rng = vl_rng_seed(seed);
    struct client c[VL_SEATS_MAX + 1];
    struct table t;
    int n = 0, left = ENTRIES;

    if (!CHECK(table_make(&t, s, game, options, players, "")))
        return;
    for (int p = 0; players[p]; p++)
        if (players[p] == 'h')
            client_join(&c[n++], &t, p, langs[p % 2]);
    client_join(&c[n++], &t, WATCH, "en");
    while (round_of(c, n, &rng) && left-- > 0) {
        listen_all(c, n);
        struct client *one = &c[vl_rng_below(&rng, (uint32_t)n)];
        CHECK(client_is_right(one));
        CHECK(c[n - 1].actions == NULL); /* who watches has nothing to choose */
    }
    for (int i = 0; i < n; i++) {
        CHECK(c[i].over != NULL);
        CHECK_EQ(c[i].rev, c[0].rev);
        CHECK(client_is_right(&c[i]));
        CHECK_EQ(c[i].errors, 0);
    }
    bool hands = strcmp(game, "hands") == 0;
    if (!hands) /* its rules have no texts: records cannot name them */
        check_record(&c[0], &t, NULL);
    close_all(c, n);
}

TEST(rooms_play_whole_games_of_runemasters)
{
    struct seam s;

    seam_open(&s, NULL);
    for (int i = 0; i < test_times(4, 40); i++) {
        whole_game(&s, "runemasters", "{}", "h", (uint64_t)i);
        whole_game(&s, "runemasters", "{\"guardians\":4}", "hhhh", (uint64_t)i);
        whole_game(&s, "runemasters", "{\"guardians\":3,\"difficulty\":\"hero\"}", "hgr",
                   (uint64_t)i);
    }
    seam_close(&s);
}

TEST(rooms_play_whole_games_with_hidden_hands)
{
    struct seam s;

    seam_open(&s, NULL);
    for (int i = 0; i < test_times(40, 1000); i++) {
        whole_game(&s, "hands", "{\"seats\":2}", "hh", (uint64_t)i);
        whole_game(&s, "hands", "{\"seats\":3}", "hrh", (uint64_t)i);
    }
    seam_close(&s);
}

/* ---- durable before shown ---- */

static size_t heard(const struct client *c)
{
    size_t len;

    seam_heard(c->conn, &len);
    return len;
}

TEST(rooms_show_nothing_before_it_is_durable)
{
    struct seam s;
    struct table t;
    struct client c[3];
    struct vl_rng rng = vl_rng_seed(3);

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&c[0], &t, 0, "en");
    client_join(&c[1], &t, 1, "en");
    client_join(&c[2], &t, WATCH, "fr");
    for (int i = 0; i < 60; i++) {
        listen_all(c, 3);
        struct client *who = c[0].actions ? &c[0] : &c[1];
        if (!who->actions)
            break;
        const json_t *list = json_object_get(who->actions, "actions");
        const json_t *a = json_array_get(list, vl_rng_below(&rng, (uint32_t)json_array_size(list)));
        size_t before = heard(&c[0]) + heard(&c[1]) + heard(&c[2]);
        client_say(who, "move", ",\"rev\":%lld,\"move\":\"%s\"", (long long)who->rev,
                   text_at(a, "id"));
        CHECK_EQ(heard(&c[0]) + heard(&c[1]) + heard(&c[2]), before);
        CHECK_EQ(seam_store_waiting(&s), 1); /* with the chance that follows: one append */
        if (i % 7 == 3) {                    /* the disk is full */
            seam_store_fail(&s, VL_IO, 1);
            seam_run(&s);
            listen_all(c, 3);
            CHECK_STR(who->error, "io");
            CHECK_EQ(who->acked, -1);
            CHECK(client_is_right(&c[0]));
            continue;
        }
        seam_run(&s);
        client_listen(who);
        CHECK(who->acked > 0);
    }
    close_all(c, 3);
    seam_close(&s);
}

/* ---- never twice ---- */

TEST(rooms_answer_a_repeated_cid_with_the_first_ack)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    seam_say(a.conn,
             "{\"t\":\"move\",\"cid\":\"x1\",\"rev\":0,\"move\":\"choose_guardian kulak\"}");
    seam_say(a.conn,
             "{\"t\":\"move\",\"cid\":\"x1\",\"rev\":0,\"move\":\"choose_guardian kulak\"}");
    seam_run(&s);
    client_listen(&a);
    CHECK_EQ(a.acks, 2);
    CHECK_EQ(a.errors, 0);
    CHECK_EQ(a.rev, 1);
    client_join(&b, &t, 0, "fr"); /* another device */
    seam_say(b.conn,
             "{\"t\":\"move\",\"cid\":\"x1\",\"rev\":0,\"move\":\"choose_guardian neltai\"}");
    seam_run(&s);
    client_listen(&b);
    CHECK_EQ(b.acked, 1);
    CHECK_EQ(b.rev, 1);
    client_close(&a);
    client_close(&b);
    seam_restart(&s);
    client_join(&b, &t, 0, "fr");
    CHECK_EQ(json_array_size(json_object_get(b.joined, "cids")), 1);
    seam_say(b.conn,
             "{\"t\":\"move\",\"cid\":\"x1\",\"rev\":0,\"move\":\"choose_guardian kulak\"}");
    seam_run(&s);
    client_listen(&b);
    CHECK_EQ(b.acked, 1);
    CHECK_EQ(b.rev, 1);
    client_close(&b);
    seam_close(&s);
}

TEST(rooms_refuse_a_stale_revision_with_a_fresh_view)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.rev, 1);
    json_decref(a.view);
    a.view = NULL;
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian neltai\"");
    CHECK_STR(a.error, "stale");
    CHECK(a.view != NULL);
    CHECK(a.actions != NULL);
    CHECK_EQ(a.rev, 1);
    client_ask(&a, "move", ",\"rev\":99,\"move\":\"choose_guardian neltai\"");
    CHECK_STR(a.error, "stale");
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_refuse_illegal_moves_with_their_rule)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "fr");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"hit 2\"");
    CHECK_STR(a.error, "refused");
    CHECK(strncmp(text_at(a.last, "rule"), "RM-BAD-", 7) == 0);
    CHECK_STR(text_at(a.last, "where"), "hit 2");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"nonsense\"");
    CHECK_STR(a.error, "refused");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"roll red red red red\"");
    CHECK_STR(a.error, "refused");
    client_ask(&a, "move", ",\"rev\":0,\"seat\":1,\"move\":\"choose_guardian kulak\"");
    CHECK_STR(a.error, "denied");
    CHECK_EQ(a.rev, 0);
    client_ask(&a, "why", ",\"move\":\"hit 2\"");
    CHECK_STR(text_at(a.last, "t"), "why");
    CHECK(json_is_false(json_object_get(a.last, "legal")));
    client_ask(&a, "why", ",\"move\":\"choose_guardian kulak\"");
    CHECK(json_is_true(json_object_get(a.last, "legal")));
    client_ask(&a, "preview", ",\"move\":\"choose_guardian kulak\"");
    CHECK_STR(text_at(a.last, "t"), "preview");
    CHECK_EQ(a.rev, 0);
    client_close(&a);
    seam_close(&s);
}

/* ---- the server dies ---- */

/* The same game with and without a restart after every entry: the same log, the
 * same views, the same record. */
static char *played(bool restarts, const char *game, const char *options, int humans, json_t **view)
{
    struct seam s;
    struct table t;
    struct client c[VL_SEATS_MAX];
    struct vl_rng rng = vl_rng_seed(77);
    int left = ENTRIES;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, game, options, humans == 2 ? "hh" : "hgh", ""));
    int seat[2] = { 0, humans == 2 ? 1 : 2 };
    for (int i = 0; i < 2; i++)
        client_join(&c[i], &t, seat[i], "en");
    while (round_of(c, 2, &rng) && left-- > 0) {
        if (!restarts)
            continue;
        listen_all(c, 2);
        json_t *kept[2] = { json_deep_copy(c[0].view), json_deep_copy(c[1].view) };
        for (int i = 0; i < 2; i++) { /* the connection dies with the server */
            int64_t rev = c[i].rev;
            c[i].conn = NULL;
            client_close(&c[i]);
            c[i].rev = rev;
        }
        seam_restart(&s);
        for (int i = 0; i < 2; i++) {
            int64_t rev = c[i].rev;
            int cids = c[i].cids;
            client_open(&c[i], &s, "en");
            c[i].view = kept[i];
            c[i].rev = rev;
            c[i].cids = cids;
            client_enter(&c[i], &t, t.token[seat[i]], rev);
            seam_run(&s);
            client_listen(&c[i]);
            CHECK_EQ(c[i].steps, 1); /* caught up without a whole view */
        }
        CHECK(client_is_right(&c[left & 1]));
    }
    listen_all(c, 2);
    char *text = record_of(&c[0]);
    *view = json_deep_copy(c[0].view);
    close_all(c, 2);
    seam_close(&s);
    return text;
}

static void check_restarts(const char *game, const char *options, int humans)
{
    json_t *a_view, *b_view;
    char *a = played(false, game, options, humans, &a_view);
    char *b = played(true, game, options, humans, &b_view);

    CHECK_STR(a, b);
    CHECK(json_equal(a_view, b_view));
    json_decref(a_view);
    json_decref(b_view);
    free(a);
    free(b);
}

TEST(rooms_lose_nothing_by_a_restart_after_every_entry)
{
    check_restarts("runemasters", "{}", 2);
    check_restarts("runemasters", "{\"guardians\":3}", 3);
    check_restarts("hands", "{\"seats\":2}", 2);
    check_restarts("hands", "{\"seats\":3}", 3);
}

TEST(rooms_forget_what_was_not_durable)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    client_say(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    a.conn = NULL;
    client_close(&a);
    seam_restart(&s); /* with the move on its way */
    client_join(&a, &t, 0, "en");
    CHECK_EQ(a.rev, 0);
    CHECK(seam_store_entry(&s, t.room, 0) == NULL);
    client_close(&a);
    seam_close(&s);
}

/* Somebody else writes to the same table: what we have is not the truth. */
TEST(rooms_read_a_table_again_after_a_conflict)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    seam_store_fail(&s, VL_DUPLICATE, 1);
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.acked, -1);
    CHECK_STR(text_at(a.last, "t"), "left");
    CHECK_STR(text_at(a.last, "why"), "reload");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_STR(a.error, "denied"); /* not at a table */
    client_enter(&a, &t, t.token[0], -1);
    seam_run(&s);
    client_listen(&a);
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.acked, 1);
    client_close(&a);
    seam_close(&s);
}

/* ---- many at once ---- */

TEST(rooms_queue_what_comes_while_a_change_is_on_its_way)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    client_say(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_say(&b, "move", ",\"rev\":1,\"move\":\"choose_guardian neltai\""); /* ahead of time */
    client_say(&a, "chat", ",\"phrase\":\"thanks\"");
    for (int i = 0; i < 40; i++)
        client_say(&b, "chat", ",\"text\":\"line %d\"", i);
    CHECK_EQ(seam_store_waiting(&s), 1);
    client_listen(&b);
    CHECK_STR(b.error, "busy"); /* the queue is bounded */
    seam_run(&s);
    client_listen(&a);
    client_listen(&b);
    CHECK_EQ(a.acks, 2);
    CHECK_EQ(b.acks + b.errors, 41);
    CHECK_EQ(b.rev, 2);
    CHECK(client_is_right(&b));
    client_say(&a, "move", ",\"rev\":2,\"move\":\"choose_guardian kyreas\"");
    client_say(&b, "chat", ",\"text\":\"gone\"");
    client_close(&b); /* with something in the queue */
    seam_run(&s);
    client_listen(&a);
    CHECK_EQ(a.acked, 3);
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_keep_few_idle_tables_in_memory)
{
    struct server_limits limits = server_limits_default();
    struct seam s;
    struct table t[6];
    struct client c[6];
    struct rooms_stats stats;

    limits.rooms = 4;
    limits.rooms_idle = 2;
    seam_open(&s, &limits);
    for (int i = 0; i < 6; i++)
        CHECK(table_make(&t[i], &s, "runemasters", "{}", "h", ""));
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.live, 2);
    for (int i = 0; i < 4; i++)
        client_join(&c[i], &t[i], 0, "en");
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.live, 4);
    CHECK_EQ(stats.idle, 0);
    CHECK_EQ(stats.members, 4);
    client_open(&c[4], &s, "en");
    client_enter(&c[4], &t[4], t[4].token[0], -1);
    seam_run(&s);
    client_listen(&c[4]);
    CHECK_STR(c[4].error, "busy");
    client_close(&c[0]);
    client_enter(&c[4], &t[4], t[4].token[0], -1);
    seam_run(&s);
    client_listen(&c[4]);
    CHECK(c[4].joined != NULL);
    for (int i = 1; i < 5; i++)
        client_close(&c[i]);
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.live, 2);
    CHECK_EQ(stats.members, 0);
    seam_close(&s);
}

/* ---- the list of tables, any revision ---- */

TEST(rooms_list_public_tables_with_open_seats)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "ho", ""));
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ",\"public\":true"));
    CHECK(table_make(&t, &s, "runemasters", "{\"difficulty\":\"hero\"}", "ho", ",\"public\":true"));
    client_open(&a, &s, "en");
    client_ask(&a, "list", "");
    const json_t *list = json_object_get(a.last, "tables");
    CHECK_EQ(json_array_size(list), 1);
    const json_t *one = json_array_get(list, 0);
    CHECK_STR(text_at(one, "room"), t.room);
    CHECK_STR(text_at(json_object_get(one, "options"), "difficulty"), "hero");
    CHECK_STR(text_at(json_array_get(json_object_get(one, "players"), 1), "kind"), "open");
    client_ask(&a, "list", ",\"game\":\"hands\"");
    CHECK_EQ(json_array_size(json_object_get(a.last, "tables")), 0);
    client_ask(&a, "list", ",\"game\":\"chess\"");
    CHECK_STR(a.error, "unknown");
    client_open(&b, &s, "fr");
    client_ask(&b, "create",
               ",\"game\":\"runemasters\",\"public\":true,"
               "\"seats\":[{\"kind\":\"human\"},{\"kind\":\"open\"}]");
    client_close(&b);
    client_say(&a, "list", ""); /* kept for a second: the store is not asked */
    CHECK_EQ(seam_store_waiting(&s), 0);
    client_listen(&a);
    CHECK_EQ(json_array_size(json_object_get(a.last, "tables")), 1);
    seam_now_ms += 1500;
    client_ask(&a, "list", "");
    list = json_object_get(a.last, "tables");
    CHECK_EQ(json_array_size(list), 2);
    CHECK_STR(text_at(json_array_get(list, 0), "lang"), "fr"); /* of whoever made it */
    CHECK_STR(text_at(json_array_get(list, 1), "lang"), "en");
    client_join(&b, &t, 0, "fr"); /* another language at the table, and its head is written anew */
    client_ask(&b, "name", ",\"name\":\"Zo\"");
    client_close(&b);
    seam_now_ms += 1500;
    client_ask(&a, "list", "");
    one = json_array_get(json_object_get(a.last, "tables"), 1);
    CHECK_STR(text_at(json_array_get(json_object_get(one, "players"), 0), "name"), "Zo");
    CHECK_STR(text_at(one, "lang"), "en");
    client_ask(&a, "game", ",\"game\":\"runemasters\"");
    CHECK_STR(text_at(json_object_get(a.last, "game"), "id"), "runemasters");
    client_ask(&a, "game", ",\"game\":\"chess\"");
    CHECK_STR(a.error, "unknown");
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_show_any_revision_as_the_seat_may_know_it)
{
    struct seam s;
    struct table t;
    struct client c[2];
    struct vl_rng rng = vl_rng_seed(9);
    json_t *views[64] = { NULL };

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "hands", "{\"seats\":2}", "hh", ""));
    client_join(&c[0], &t, 0, "en");
    client_join(&c[1], &t, 1, "en");
    views[c[0].rev] = json_deep_copy(c[0].view);
    while (round_of(c, 2, &rng)) {
        client_listen(&c[0]);
        json_decref(views[c[0].rev]);
        views[c[0].rev] = json_deep_copy(c[0].view);
    }
    for (int rev = 0; rev < 64; rev++) {
        if (!views[rev])
            continue;
        client_ask(&c[0], "at", ",\"rev\":%d", rev);
        CHECK(json_equal(json_object_get(c[0].last, "view"), views[rev]));
        json_decref(views[rev]);
    }
    client_ask(&c[0], "at", ",\"rev\":1000");
    CHECK_STR(c[0].error, "unknown");
    close_all(c, 2);
    seam_close(&s);
}

TEST(rooms_say_bye_and_refuse_changes_when_the_server_stops)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    client_say(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK(s.app.busy(s.app.ctx));
    s.app.stopping(s.app.ctx);
    client_listen(&a);
    CHECK_STR(text_at(a.last, "t"), "bye");
    seam_run(&s);
    client_listen(&a);
    CHECK_EQ(a.acked, 1); /* it was taken: it is done */
    CHECK(!s.app.busy(s.app.ctx));
    client_ask(&a, "move", ",\"rev\":1,\"move\":\"place_guardian red\"");
    CHECK_STR(a.error, "busy");
    client_close(&a);
    seam_close(&s);
}

/* ---- the match of a server keeps few past states ---- */

static struct vl_match *open_match(bool lean)
{
    struct vl_match_setup setup = { 0 };
    struct vl_match *m = NULL;
    struct vl_rules r;
    uint8_t seed[VL_SEED_SIZE];

    CHECK_EQ(hands_rules(NULL, vl_game_find("runemasters"), NULL, &r, NULL), VL_OK);
    CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK);
    vl_seed_number(seed, 5);
    setup.rules = &r;
    setup.seed = seed;
    setup.lean = lean;
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    return m;
}

static void play_both(struct vl_match *a, struct vl_match *b, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];

    if (a->len > 10 && vl_rng_below(rng, 12) == 0) {
        uint32_t to = (uint32_t)vl_match_undo_last(a, VL_ANYONE);
        CHECK_EQ(vl_match_undo(a, to, UINT32_MAX, NULL), vl_match_undo(b, to, UINT32_MAX, NULL));
    } else if (a->state->actor == VL_CHANCE) {
        CHECK_EQ(vl_match_draw(a, NULL), vl_match_draw(b, NULL));
    } else {
        int n = vl_legal(&a->rules, a->state, list);
        struct vl_move m = list[vl_rng_below(rng, (uint32_t)n)];
        CHECK_EQ(vl_match_play(a, m, VL_ANYONE, NULL), vl_match_play(b, m, VL_ANYONE, NULL));
    }
}

TEST(match_looks_back_as_far_when_it_is_lean)
{
    struct vl_rng rng = vl_rng_seed(31);

    for (int game = 0; game < 5; game++) {
        struct vl_match *a = open_match(false), *b = open_match(true);
        union vl_any_state x, y;

        while (a->state->actor != VL_OVER && a->len < 600)
            play_both(a, b, &rng);
        CHECK_EQ(a->len, b->len);
        for (uint32_t rev = 0; rev <= a->len; rev++) {
            vl_match_state_at(a, rev, &x.base);
            vl_match_state_at(b, rev, &y.base);
            CHECK(memcmp(&x, &y, a->rules.game->state_size) == 0);
        }
        CHECK_EQ(vl_match_verify(b, NULL), VL_OK);
        vl_match_close(a);
        vl_match_close(b);
    }
}
