/* What belongs to somebody who is not there: their seat, their voice, the table. */
#include "rooms_table.h"
#include "unit/test.h"

#include <string.h>

static const json_t *player_of(struct client *c, int p)
{
    client_listen(c);
    return json_array_get(json_object_get(c->players, "players"), (size_t)p);
}

static int64_t vote_of(const struct client *c)
{
    CHECK_STR(text_at(c->last, "t"), "vote");
    return int_at(c->last, "vote");
}

static void answer(struct client *c, int64_t vote, bool agree)
{
    client_ask(c, "vote", ",\"vote\":%lld,\"agree\":%s", (long long)vote, agree ? "true" : "false");
}

/* At a table of two nobody plays for the other, but after the time agreed. */
TEST(rooms_lend_no_seat_without_its_owner)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    CHECK_EQ(int_at(a.joined, "away"), 600);
    client_join(&b, &t, 1, "en");
    client_close(&b);
    client_ask(&a, "bot", ",\"level\":\"random\",\"player\":1");
    CHECK_STR(text_at(a.last, "t"), "vote");
    CHECK_STR(text_at(player_of(&a, 1), "kind"), "human");
    client_join(&b, &t, 1, "en"); /* agrees, and it is lent until they say "back" */
    CHECK(json_object_get(b.joined, "vote") != NULL);
    answer(&b, int_at(json_object_get(b.joined, "vote"), "vote"), true);
    CHECK_STR(text_at(player_of(&a, 1), "kind"), "bot");
    client_close(&b);
    client_join(&b, &t, 1, "en");
    CHECK_STR(text_at(player_of(&a, 1), "kind"), "bot");
    client_ask(&b, "back", "");
    client_ask(&a, "bot", ",\"level\":\"random\",\"player\":1"); /* here: asked, and refuses */
    client_listen(&b);
    answer(&b, vote_of(&b), false);
    CHECK_STR(text_at(player_of(&a, 1), "kind"), "human");
    client_close(&b);
    seam_now_ms += 599 * 1000;
    client_ask(&a, "bot", ",\"level\":\"random\",\"player\":1");
    CHECK_STR(text_at(player_of(&a, 1), "kind"), "human");
    seam_now_ms += 1000;
    client_ask(&a, "bot", ",\"level\":\"random\",\"player\":1");
    CHECK_STR(text_at(player_of(&a, 1), "kind"), "bot");
    CHECK(json_is_true(json_object_get(player_of(&a, 1), "lent")));
    client_join(&b, &t, 1, "en"); /* and has it back by being there */
    seam_run(&s);
    CHECK_STR(text_at(player_of(&a, 1), "kind"), "human");
    CHECK(json_object_get(player_of(&a, 1), "lent") == NULL);
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}

TEST(rooms_keep_to_the_absence_that_was_agreed)
{
    struct seam s;
    struct table never, soon;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&never, &s, "runemasters", "{}", "hh", ",\"away\":0"));
    CHECK(table_make(&soon, &s, "runemasters", "{}", "hh", ",\"away\":30"));
    CHECK(!table_make(&soon, &s, "runemasters", "{}", "hh", ",\"away\":604801"));
    CHECK(table_make(&soon, &s, "runemasters", "{}", "hh", ",\"away\":30"));
    for (int again = 0; again < 2; again++) {
        client_join(&a, &never, 0, "en");
        client_join(&b, &soon, 0, "en");
        CHECK_EQ(int_at(a.joined, "away"), 0);
        CHECK_EQ(int_at(b.joined, "away"), 30);
        seam_now_ms += 29 * 1000;
        client_ask(&b, "bot", ",\"level\":\"random\",\"player\":1");
        CHECK_STR(text_at(player_of(&b, 1), "kind"), "human");
        seam_now_ms += 3600 * 1000;
        client_ask(&a, "bot", ",\"level\":\"random\",\"player\":1");
        CHECK_STR(text_at(player_of(&a, 1), "kind"), "human");
        client_close(&a);
        client_close(&b);
        seam_restart(&s);
    }
    seam_close(&s);
}

/* Whom an open seat waits for is for the host to say. */
TEST(rooms_fill_an_open_seat_only_for_the_host)
{
    struct seam s;
    struct table t;
    struct client a, b, w;

    for (int gone = 0; gone < 2; gone++) {
        seam_open(&s, NULL);
        CHECK(table_make(&t, &s, "runemasters", "{}", "hho", ",\"public\":true,\"host\":1"));
        client_join(&a, &t, 0, "en");
        client_join(&b, &t, 1, "en");
        client_join(&w, &t, VL_SEATS_MAX, "en");
        CHECK_EQ(int_at(a.joined, "host"), 1);
        seam_now_ms += 3600 * 1000; /* away is who has no connection */
        client_ask(&a, "bot", ",\"level\":\"random\",\"player\":2");
        CHECK_STR(a.error, "denied");
        client_ask(&w, "bot", ",\"level\":\"random\",\"player\":2");
        CHECK_STR(w.error, "denied");
        CHECK_STR(text_at(player_of(&a, 2), "kind"), "open");
        if (gone) {
            client_close(&b);
            seam_now_ms += 599 * 1000;
            client_ask(&a, "bot", ",\"level\":\"random\",\"player\":2");
            CHECK_STR(text_at(player_of(&a, 2), "kind"), "open");
            seam_now_ms += 1000;
        }
        client_ask(gone ? &a : &b, "bot", ",\"level\":\"random\",\"player\":2");
        CHECK_STR(text_at(player_of(&a, 2), "kind"), "bot");
        client_close(&a);
        client_close(&w);
        if (!gone)
            client_close(&b);
        seam_close(&s);
    }
}

/* Who lends a seat keeps the voice that goes with it. */
TEST(rooms_ask_the_owner_of_a_lent_seat)
{
    struct seam s;
    struct table t;
    struct client a, b;
    struct vl_rng rng = vl_rng_seed(3);

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    client_ask(&b, "bot", ",\"level\":\"random\"");
    client_close(&b);
    for (int i = 0; i < 20; i++)
        client_play(&a, &rng);
    client_listen(&a);
    int64_t rev = a.rev;
    client_ask(&a, "undo", ",\"rev\":%lld,\"to\":0", (long long)rev);
    CHECK_STR(text_at(a.last, "t"), "vote"); /* once: taken back, and dice thrown anew */
    CHECK_EQ(a.rev, rev);
    client_ask(&a, "delete", "");
    CHECK_STR(text_at(a.last, "t"), "vote");
    CHECK_STR(text_at(a.last, "what"), "delete");
    client_join(&b, &t, 1, "en");
    answer(&b, int_at(json_object_get(b.joined, "vote"), "vote"), true);
    CHECK_STR(text_at(b.last, "why"), "deleted");
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}

/* Until everybody is there the table is whose who made it, not the first seat's. */
TEST(rooms_know_who_made_the_table)
{
    struct seam s;
    struct table t;
    struct client host, guest;

    seam_open(&s, NULL);
    CHECK(!table_make(&t, &s, "runemasters", "{}", "hg", ",\"host\":1"));
    CHECK(!table_make(&t, &s, "runemasters", "{}", "hh", ",\"host\":2"));
    CHECK(table_make(&t, &s, "runemasters", "{}", "oho", ",\"public\":true"));
    for (int again = 0; again < 2; again++) {
        client_open(&guest, &s, "en");
        if (again == 0) {
            seam_sayf(guest.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
            seam_run(&s);
            client_listen(&guest);
            CHECK_EQ(guest.player, 0);
            CHECK_EQ(int_at(guest.joined, "host"), 1);
            memcpy(t.token[0], text_at(guest.joined, "token"), sizeof t.token[0]);
        } else {
            client_enter(&guest, &t, t.token[0], -1);
            seam_run(&s);
            client_listen(&guest);
        }
        client_ask(&guest, "delete", "");
        CHECK_STR(text_at(guest.last, "t"), "vote");
        client_ask(&guest, "vote", ",\"vote\":%lld,\"agree\":false", (long long)vote_of(&guest));
        client_close(&guest);
        seam_restart(&s);
    }
    client_join(&host, &t, 1, "en");
    client_ask(&host, "delete", "");
    CHECK_STR(text_at(host.last, "why"), "deleted");
    client_close(&host);
    seam_close(&s);
}

TEST(rooms_keep_votes_over_a_restart)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_join(&b, &t, 1, "en");
    client_ask(&b, "move", ",\"rev\":1,\"move\":\"choose_guardian neltai\"");
    client_listen(&a);
    seam_say(a.conn, "{\"t\":\"undo\",\"cid\":\"u1\",\"rev\":2,\"to\":0}");
    seam_run(&s);
    client_listen(&a);
    int64_t vote = vote_of(&a);
    CHECK_STR(text_at(a.last, "cid"), "u1");
    seam_restart(&s); /* nobody has to stay for it, either */
    a.conn = b.conn = NULL;
    client_close(&a);
    client_close(&b);
    client_join(&a, &t, 0, "en");
    CHECK_EQ(int_at(json_object_get(a.joined, "vote"), "vote"), vote);
    seam_say(a.conn,
             "{\"t\":\"undo\",\"cid\":\"u1\",\"rev\":2,\"to\":0}"); /* sent again: the same */
    seam_run(&s);
    client_listen(&a);
    CHECK_EQ(vote_of(&a), vote);
    client_close(&a);
    client_join(&b, &t, 1, "en");
    answer(&b, vote, true);
    CHECK_EQ(b.rev, 3);
    client_join(&a, &t, 0, "en");
    CHECK(json_object_get(a.joined, "vote") == NULL);
    seam_say(a.conn, "{\"t\":\"undo\",\"cid\":\"u1\",\"rev\":2,\"to\":0}");
    seam_run(&s);
    client_listen(&a);
    CHECK_EQ(a.acked, 3);
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}

/* A voice is not heard before it is stored. */
TEST(rooms_store_votes_before_they_tell)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hhh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    seam_store_fail(&s, VL_IO, 1);
    client_ask(&a, "delete", "");
    CHECK_STR(a.error, "io");
    client_ask(&a, "delete", "");
    int64_t vote = vote_of(&a);
    client_listen(&b);
    seam_store_fail(&s, VL_IO, 1);
    answer(&b, vote, true);
    CHECK_STR(b.error, "io");
    answer(&b, vote, true);
    CHECK_EQ(b.acked, 0);
    client_listen(&a);
    CHECK_EQ(json_array_size(json_object_get(a.last, "need")), 1);
    client_close(&b);
    client_join(&b, &t, 2, "en");
    seam_store_fail(&s, VL_IO, 1);
    answer(&b, vote, true); /* all agree, and the table cannot go */
    CHECK_STR(b.error, "io");
    CHECK(json_object_get(b.joined, "vote") != NULL);
    client_say(&b, "vote", ",\"vote\":%lld,\"agree\":true", (long long)vote);
    client_close(&b); /* whoever spoke last need not wait for it */
    seam_run(&s);
    client_listen(&a);
    CHECK_STR(text_at(a.last, "why"), "deleted");
    client_close(&a);
    seam_close(&s);
}

/* ---- links ---- */

static const char chosen[] = "abcdefghijklmnopqrstuvwxya";

/* The answer is lost with the connection: the seat is not. */
TEST(rooms_renew_a_token_whose_answer_is_lost)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    for (int lost = 0; lost < 3; lost++) { /* before it is stored, after, and twice */
        client_join(&a, &t, 0, "en");
        client_say(&a, "renew", ",\"new\":\"%s\"", chosen);
        if (lost > 0)
            seam_run(&s);
        if (lost == 0) {
            seam_restart(&s);
            a.conn = NULL;
        }
        client_close(&a);
        client_open(&a, &s, "en");
        client_enter(&a, &t, chosen, -1);
        seam_run(&s);
        client_listen(&a);
        CHECK_EQ(a.joined != NULL, lost > 0);
        if (lost > 0) {
            memcpy(t.token[0], chosen, sizeof t.token[0]);
            client_ask(&a, "renew", ",\"new\":\"%s\"", chosen);
            CHECK_STR(text_at(a.last, "t"), "renewed");
            CHECK_STR(text_at(a.last, "token"), chosen);
        }
        client_close(&a);
    }
    seam_close(&s);
}

TEST(rooms_take_no_token_of_another_seat)
{
    struct seam s;
    struct table t, other;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    CHECK(table_make(&other, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    client_ask(&a, "renew", ",\"new\":\"%s\"", t.token[1]);
    CHECK_STR(a.error, "invalid");
    client_ask(&a, "renew", ",\"new\":\"%s\"", other.token[0]);
    CHECK_STR(a.error, "invalid");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.acked, 1); /* and nobody was shown out for it */
    client_listen(&b);
    CHECK_EQ(b.rev, 1);
    client_close(&a);
    client_close(&b);
    client_join(&a, &other, 0, "en");
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_claim_a_seat_whose_answer_is_lost)
{
    struct seam s;
    struct table t;
    struct client b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hoo", ",\"public\":true"));
    for (int again = 0; again < 4; again++) {
        client_open(&b, &s, "en");
        seam_sayf(b.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true,\"new\":\"%s\"}", t.room,
                  chosen);
        if (again == 0) {
            seam_store_one(&s); /* is the token known? */
            seam_store_one(&s); /* the table */
            seam_store_one(&s); /* the token */
            client_close(&b);
            seam_run(&s);
            continue;
        }
        seam_run(&s);
        client_listen(&b);
        CHECK_EQ(b.player, 1);
        CHECK_STR(text_at(b.joined, "token"), chosen);
        const json_t *p2 = player_of(&b, 2);
        CHECK_STR(text_at(p2, "kind"), "open"); /* no second seat is taken by it */
        client_close(&b);
        if (again == 1)
            seam_restart(&s);
    }
    client_open(&b, &s, "en"); /* with another table's token: none */
    seam_sayf(b.conn, "{\"t\":\"join\",\"room\":\"%s\",\"new\":\"%s\"}", t.room, chosen);
    client_listen(&b);
    CHECK_STR(b.error, "invalid");
    client_close(&b);
    seam_close(&s);
}

TEST(rooms_take_the_link_to_watch_back)
{
    struct seam s;
    struct table t;
    struct client a, b, w;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    client_join(&w, &t, VL_SEATS_MAX, "en");
    client_ask(&b, "renew", ",\"watch\":true,\"new\":\"%s\"", chosen);
    CHECK_STR(b.error, "denied"); /* the host's */
    for (int again = 0; again < 2; again++) {
        client_ask(&a, "renew", ",\"watch\":true,\"new\":\"%s\"", chosen);
        CHECK_STR(text_at(a.last, "t"), "renewed");
        CHECK_STR(text_at(a.last, "token"), chosen);
        CHECK(json_is_true(json_object_get(a.last, "watch")));
    }
    client_listen(&w);
    CHECK_STR(text_at(w.last, "t"), "left");
    CHECK_STR(text_at(w.last, "why"), "renewed");
    CHECK_EQ(int_at(a.players, "watching"), 0);
    client_ask(&b, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_STR(b.error, "refused"); /* those who play are where they were */
    client_close(&w);
    for (int restarted = 0; restarted < 2; restarted++) {
        client_open(&w, &s, "en");
        client_enter(&w, &t, t.watch, -1);
        seam_run(&s);
        client_listen(&w);
        CHECK_STR(w.error, "denied");
        client_enter(&w, &t, chosen, -1);
        seam_run(&s);
        client_listen(&w);
        CHECK(w.joined != NULL && w.player == -1);
        client_close(&w);
        if (!restarted) {
            client_close(&a);
            client_close(&b);
            seam_restart(&s);
        }
    }
    client_join(&a, &t, 0, "en"); /* nobody's seat */
    client_ask(&a, "renew", ",\"new\":\"%s\"", chosen);
    CHECK_STR(a.error, "invalid");
    client_close(&a);
    seam_close(&s);
}

/* ---- places ---- */

TEST(rooms_keep_places_for_players)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table t;
    struct client w[3], p[3], guest;

    l.room_members = 2;
    l.player_members = 2;
    seam_open(&s, &l);
    CHECK(table_make(&t, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    for (int i = 0; i < 3; i++) {
        client_open(&w[i], &s, "en");
        client_enter(&w[i], &t, NULL, -1);
        seam_run(&s);
        client_listen(&w[i]);
        CHECK_EQ(w[i].joined != NULL, i < 2);
    }
    CHECK_STR(w[2].error, "busy");
    for (int i = 0; i < 3; i++) { /* those who watch are in nobody's way */
        client_open(&p[i], &s, "en");
        client_enter(&p[i], &t, t.token[0], -1);
        seam_run(&s);
        client_listen(&p[i]);
        CHECK_EQ(p[i].joined != NULL, i < 2);
    }
    client_open(&guest, &s, "en"); /* nor are the devices of another */
    seam_sayf(guest.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
    seam_run(&s);
    client_listen(&guest);
    CHECK_EQ(guest.player, 1);
    for (int i = 0; i < 3; i++) {
        client_close(&w[i]);
        client_close(&p[i]);
    }
    client_close(&guest);
    seam_close(&s);
}
