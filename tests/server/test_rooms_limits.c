/* What strangers may take: budgets by address, time, lines, tables that nobody touched. */
#include "match/match.h"
#include "pack/pack.h"
#include "registry.h"
#include "rooms_table.h"
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

static const char one[] = ",\"game\":\"runemasters\",\"seats\":[{\"kind\":\"human\"}]";

static int make_tables(struct seam *s, int tries)
{
    int made = 0;

    for (int i = 0; i < tries; i++) { /* on a fresh connection each: that helps nobody */
        struct client c;

        client_open(&c, s, "en");
        client_ask(&c, "create", "%s", one);
        made += c.error[0] == '\0';
        CHECK(c.error[0] == '\0' || strcmp(c.error, "often") == 0);
        client_close(&c);
    }
    return made;
}

TEST(rooms_count_new_tables_by_address)
{
    struct server_limits l = server_limits_default();
    struct seam s;

    l.address_tables = 5;
    l.address_table_ms = 1000;
    seam_open(&s, &l);
    CHECK_EQ(make_tables(&s, 20), 5);
    seam_household = 2; /* others are not in the way of it */
    CHECK_EQ(make_tables(&s, 3), 3);
    seam_household = 1;
    CHECK_EQ(make_tables(&s, 1), 0);
    seam_now_ms += 2000;
    CHECK_EQ(make_tables(&s, 5), 2);
    seam_close(&s);
}

/* The store counts them: here it says that it is full. */
TEST(rooms_say_that_no_more_tables_are_made)
{
    struct seam s;
    struct table t;
    struct client a;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    seam_store_fail(&s, VL_TOO_LARGE, 2);
    client_ask(&a, "create", "%s", one);
    CHECK_STR(a.error, "closed");
    a.error[0] = '\0';
    client_ask(&a, "fork", "");
    CHECK_STR(a.error, "closed");
    a.error[0] = '\0';
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.acked, 1);
    client_ask(&a, "create", "%s", one); /* room again */
    CHECK_STR(a.error, "");
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_count_claims_and_joins_by_address)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table t;
    struct client c;
    int often = 0;

    l.address_claims = 2;
    l.address_joins = 10;
    seam_open(&s, &l);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hooo", ",\"public\":true"));
    for (int i = 0; i < 3; i++) {
        client_open(&c, &s, "en");
        seam_sayf(c.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
        seam_run(&s);
        client_listen(&c);
        CHECK_EQ(c.joined != NULL, i < 2);
        CHECK_STR(c.error, i < 2 ? "" : "often");
        client_close(&c);
    }
    for (int i = 0; i < 20; i++) {
        client_open(&c, &s, "en");
        client_enter(&c, &t, t.watch, -1);
        seam_run(&s);
        client_listen(&c);
        often += strcmp(c.error, "often") == 0;
        client_close(&c);
    }
    CHECK_EQ(often, 13);
    seam_close(&s);
}

/* Names and votes are written, too: whatever is stored is counted. */
TEST(rooms_count_what_an_address_writes)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table t;
    struct client a;

    l.address_lines = 10;
    l.address_line_ms = 1000;
    seam_open(&s, &l);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    for (int i = 0; i < 12; i++) {
        client_ask(&a, "name", ",\"name\":\"n%d\"", i);
        CHECK_STR(a.error, i < 10 ? "" : "often");
        a.error[0] = '\0';
    }
    client_ask(&a, "delete", "");
    CHECK_STR(a.error, "often");
    seam_now_ms += 1000;
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.acked, 1);
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_bound_the_talk_of_a_table_and_not_its_game)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table t;
    struct client a;

    l.room_talk = 5;
    l.chat_ms = 0;
    seam_open(&s, &l);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    for (int again = 0; again < 2; again++) {
        client_join(&a, &t, 0, "en");
        a.cids = 100 + 100 * again;
        for (int i = 0; i < 7; i++) {
            client_ask(&a, "chat", ",\"text\":\"hello\"");
            CHECK_STR(a.error, i < 5 && !again ? "" : "too_large");
            a.error[0] = '\0';
        }
        client_ask(&a, "name", ",\"name\":\"A\"");
        CHECK_STR(a.error, "too_large");
        client_close(&a);
        seam_restart(&s);
    }
    client_join(&a, &t, 0, "en");
    a.cids = 300;
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(a.acked, 1);
    client_ask(&a, "bot", ",\"level\":\"random\""); /* a seat is never stuck */
    CHECK_STR(a.error, "");
    client_ask(&a, "back", "");
    CHECK_STR(a.error, "");
    client_close(&a);
    seam_close(&s);
}

/* ---- the longest game ---- */

/* How long games are at the most: by the game's own bound, or as they are played
 * with nobody in a hurry (moves at random) up to the round that ends automatic play. */
static uint32_t longest_game(const struct vl_game *g, int games)
{
    static struct vl_pack pack;
    static struct vl_move list[VL_MOVES_MAX];
    const struct vl_option *players = vl_players_option(g);
    struct vl_rng rng = vl_rng_seed(7);
    struct vl_rules r;
    uint32_t most = g->decisions_max;

    CHECK_EQ(vl_pack_builtin(&pack, g), VL_OK);
    vl_rules_init(&r, g, pack.block, &pack.info);
    vl_options_automatic(&r);
    CHECK(!players || vl_players_set(&r, players->hi, NULL) == VL_OK);
    CHECK_EQ(vl_rules_prepare(&r, NULL), VL_OK);
    for (int i = 0; g->decisions_max == 0 && i < games; i++) {
        union vl_any_state s;
        uint32_t n = 0;

        vl_start(&r, &s.base, NULL);
        for (; s.base.actor != VL_OVER && n < VL_ENTRIES_MAX; n++) {
            int len = vl_legal(&r, &s.base, list);
            bool chance = s.base.actor == VL_CHANCE;
            struct vl_move m = chance ? vl_sample(&r, &s.base, &rng)
                                      : list[vl_rng_below(&rng, (uint32_t)len)];

            vl_apply_legal(&r, &s.base, m, NULL);
        }
        most = n > most ? n : most;
    }
    return most;
}

/* Four times over: there is room for everything to be undone and played again. */
TEST(rooms_hold_the_longest_game_of_every_title)
{
    for (int i = 0; i < vl_games_len(); i++) {
        uint32_t most = longest_game(vl_game_at(i), test_full ? 200 : 4);

        if (!CHECK(most > 0 && 4 * most <= VL_ENTRIES_MAX))
            printf("  %s: %u entries\n", vl_game_at(i)->id, most);
    }
}

TEST(rooms_wait_for_hello_no_longer_than_they_say)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct client c;

    seam_open(&s, &l);
    client_open(&c, &s, "en");
    struct conn *silent = seam_connect(&s), *gone = seam_connect(&s), *late;
    seam_hang_up(gone);
    seam_now_ms += l.hello_ms / 2;
    late = seam_connect(&s);
    seam_now_ms += l.hello_ms / 2 - 1;
    seam_say(silent, "{\"t\":\"ping\"}"); /* that says nothing about who it is */
    s.app.tick(s.app.ctx);
    CHECK_EQ(seam_closed_with(silent), 0);
    seam_now_ms += 1;
    s.app.tick(s.app.ctx);
    CHECK_EQ(seam_closed_with(silent), 1008);
    CHECK_EQ(seam_closed_with(late), 0);
    CHECK_EQ(seam_closed_with(c.conn), 0);
    seam_say(late, "{\"t\":\"hello\",\"version\":2}");
    seam_now_ms += 10 * l.hello_ms;
    s.app.tick(s.app.ctx);
    CHECK_EQ(seam_closed_with(late), 0);
    seam_hang_up(silent);
    seam_hang_up(late);
    client_close(&c);
    seam_close(&s);
}

/* Lets an hour pass, twice, so that the store is looked through. */
static void look(struct seam *s)
{
    for (int i = 0; i < 2; i++) {
        s->app.tick(s->app.ctx);
        seam_now_ms += 3600 * 1000;
        s->app.tick(s->app.ctx);
        seam_run(s);
    }
}

static bool is_kept(struct seam *s, struct table *t)
{
    struct client c;

    client_open(&c, s, "en");
    client_enter(&c, t, t->watch, -1);
    seam_run(s);
    client_listen(&c);
    bool kept = c.joined != NULL;
    client_close(&c);
    return kept;
}

TEST(rooms_clear_away_what_nobody_touched)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table untouched, open, begun, seen;
    struct client a, b;

    l.rooms_idle = 0;
    for (int keep = 0; keep < 2; keep++) {
        l.table_idle_s = keep ? 0 : 86400;
        seam_open(&s, &l);
        CHECK(table_make(&untouched, &s, "runemasters", "{}", "h", ""));
        CHECK(table_make(&open, &s, "runemasters", "{}", "ho", ",\"public\":true"));
        CHECK(table_make(&begun, &s, "runemasters", "{}", "hh", ""));
        CHECK(table_make(&seen, &s, "runemasters", "{}", "h", ""));
        client_join(&b, &begun, 0, "en");
        client_ask(&b, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
        client_close(&b);
        client_join(&b, &open, 0, "en");
        client_ask(&b, "name", ",\"name\":\"Ana\"");
        client_close(&b);
        client_join(&a, &seen, 0, "en");
        look(&s);
        CHECK(is_kept(&s, &untouched) && is_kept(&s, &open));
        seam_now_ms += 86400 * 1000;
        look(&s);
        CHECK_EQ(is_kept(&s, &untouched), keep);
        CHECK_EQ(is_kept(&s, &open), keep);
        CHECK(is_kept(&s, &begun) && is_kept(&s, &seen)); /* a game, and somebody there */
        client_close(&a);
        seam_close(&s);
    }
}

TEST(rooms_clear_games_away_only_if_told_to)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table t;
    struct client a;

    l.game_idle_s = 30 * 86400;
    seam_open(&s, &l);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_close(&a);
    seam_now_ms += 29 * 86400 * INT64_C(1000);
    look(&s);
    CHECK(is_kept(&s, &t));
    seam_now_ms += 2 * 86400 * INT64_C(1000);
    look(&s);
    CHECK(!is_kept(&s, &t));
    seam_close(&s);
}

/* ---- clocks that are set ---- */

/* Set ahead by two days, nothing is lost that would be after two days; a day later it is
 * believed. Set back, nobody is locked out. */
TEST(rooms_lose_nothing_to_a_clock_that_is_set_ahead)
{
    const int64_t day = 86400 * INT64_C(1000);
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table open, two;
    struct client a;

    seam_open(&s, &l);
    CHECK(table_make(&open, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    CHECK(table_make(&two, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &two, 0, "en");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    s.app.tick(s.app.ctx);
    struct conn *silent = seam_connect(&s);
    seam_jump_ms = 2 * day;
    look(&s);
    CHECK(is_kept(&s, &open));
    seam_now_ms -= 2 * 3600 * 1000; /* as long as looking took */
    seam_hang_up(silent);
    silent = seam_connect(&s);
    seam_jump_ms += 2 * day;
    s.app.tick(s.app.ctx);
    CHECK_EQ(seam_closed_with(silent), 0); /* ten seconds are ten seconds */
    client_close(&a);
    client_join(&a, &open, 0, "en");
    CHECK_EQ(int_at(a.joined, "away"), 600);
    client_close(&a);
    seam_now_ms += day;
    look(&s);
    seam_now_ms += day;
    look(&s);
    CHECK(!is_kept(&s, &open));
    seam_jump_ms = -10 * day;
    CHECK(table_make(&open, &s, "runemasters", "{}", "ho", ",\"public\":true"));
    look(&s);
    CHECK(is_kept(&s, &open));
    seam_now_ms += 2 * day;
    look(&s);
    CHECK(!is_kept(&s, &open));
    seam_jump_ms = 0;
    seam_hang_up(silent);
    seam_close(&s);
}

TEST(rooms_lend_no_seat_because_a_clock_was_set)
{
    struct seam s;
    struct table t;
    struct client a, w;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ",\"watch_delay\":600"));
    client_join(&a, &t, 1, "en");
    client_close(&a);
    client_join(&a, &t, 0, "en");
    client_join(&w, &t, VL_SEATS_MAX, "en");
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    for (int i = 0; i < 2; i++) {
        seam_jump_ms = i ? -86400 * 1000 : 86400 * 1000;
        client_ask(&a, "bot", ",\"level\":\"random\",\"player\":1");
        CHECK_STR(text_at(a.last, "t"), "vote");
        s.app.tick(s.app.ctx);
        client_listen(&w);
        CHECK_EQ(w.rev, 0); /* nor is anything shown too early */
    }
    seam_now_ms += 600 * 1000;
    s.app.tick(s.app.ctx);
    client_listen(&w);
    CHECK_EQ(w.rev, 1);
    client_ask(&a, "bot", ",\"level\":\"random\",\"player\":1");
    client_listen(&a);
    CHECK_STR(text_at(json_array_get(json_object_get(a.players, "players"), 1), "kind"), "bot");
    seam_jump_ms = 0;
    client_close(&a);
    client_close(&w);
    seam_close(&s);
}
