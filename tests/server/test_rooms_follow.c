/* Following a table from afar: whose turn it is, for those who are not there. */
#include "rooms_table.h"
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

static void follow(struct client *c, const struct table *t, const char *token)
{
    c->error[0] = '\0';
    client_ask(c, "follow", ",\"room\":\"%s\",\"token\":\"%s\"", t->room, token);
}

static bool is_news(const struct client *c)
{
    return strcmp(text_at(c->last, "t"), "news") == 0;
}

static bool bool_at(const json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}

static bool is_here(const json_t *message, size_t player)
{
    return bool_at(json_array_get(json_object_get(message, "players"), player), "here");
}

struct evening {
    struct seam s;
    struct table t;
    struct client ana, far; /* at the table; player 1, elsewhere */
};

static void begin(struct evening *e, const char *players)
{
    seam_open(&e->s, NULL);
    CHECK(table_make(&e->t, &e->s, "runemasters", "{}", players, ""));
    client_join(&e->ana, &e->t, 0, "en");
    client_listen(&e->ana);
    json_decref(e->ana.players); /* that she came */
    e->ana.players = NULL;
    client_open(&e->far, &e->s, "en");
    follow(&e->far, &e->t, e->t.token[1]);
}

static void end(struct evening *e)
{
    client_close(&e->ana);
    client_close(&e->far);
    seam_close(&e->s);
}

TEST(rooms_tell_those_who_follow_whose_turn_it_is)
{
    struct evening e;

    begin(&e, "hh");
    CHECK_STR(e.far.error, "");
    CHECK(is_news(&e.far));
    CHECK_STR(text_at(e.far.last, "cid"), "p-1-1"); /* the answer */
    CHECK_STR(text_at(e.far.last, "room"), e.t.room);
    CHECK_EQ(int_at(e.far.last, "player"), 1);
    CHECK_STR(text_at(e.far.last, "state"), "running");
    CHECK_EQ(int_at(e.far.last, "turn"), 0);
    CHECK(!bool_at(e.far.last, "mine"));
    client_ask(&e.ana, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_listen(&e.far);
    CHECK_EQ(int_at(e.far.last, "turn"), 1);
    CHECK_EQ(int_at(e.far.last, "rev"), 1);
    CHECK(bool_at(e.far.last, "mine"));
    CHECK(json_object_get(e.far.last, "cid") == NULL);
    CHECK(e.far.view == NULL); /* and nothing else */
    end(&e);
}

TEST(rooms_do_not_see_who_follows)
{
    struct evening e;

    begin(&e, "hh");
    client_listen(&e.ana);
    CHECK(!is_here(e.far.last, 1));
    CHECK(e.ana.players == NULL); /* nobody came */
    CHECK(!is_here(e.ana.joined, 1));
    seam_hang_up(e.far.conn);
    client_listen(&e.ana);
    CHECK(e.ana.players == NULL); /* nobody left */
    client_ask(&e.ana, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK_EQ(e.ana.acked, 1);
    e.far.conn = seam_connect(&e.s);
    end(&e);
}

TEST(rooms_tell_those_who_follow_no_more_than_they_need)
{
    struct evening e;

    begin(&e, "hhr");
    seam_forget(e.far.conn);
    client_ask(&e.ana, "chat", ",\"phrase\":\"hello\"");
    CHECK(seam_next(e.far.conn) == NULL);
    client_ask(&e.ana, "name", ",\"name\":\"Anna\"");
    const char *news = seam_next(e.far.conn);
    CHECK(news && strstr(news, "\"t\":\"news\"") && strstr(news, "Anna"));
    /* a seat that is lent is not mine to decide */
    client_ask(&e.ana, "bot", ",\"level\":\"random\"");
    news = seam_find(e.far.conn, "news");
    CHECK(news && strstr(news, "\"lent\":true"));
    end(&e);
}

TEST(rooms_let_nobody_follow_without_a_player)
{
    struct evening e;
    struct table other;

    begin(&e, "hh");
    CHECK(table_make(&other, &e.s, "runemasters", "{}", "hh", ",\"public\":true"));
    follow(&e.far, &e.t, e.t.watch);
    CHECK_STR(e.far.error, "denied");
    follow(&e.far, &e.t, other.token[0]);
    CHECK_STR(e.far.error, "denied");
    follow(&e.far, &other, other.token[1]);
    CHECK_STR(e.far.error, "");
    CHECK_STR(text_at(e.far.last, "room"), other.room);
    /* it may have to be read first: one at a time, and nothing else waits for it */
    client_close(&e.far);
    client_close(&e.ana);
    seam_restart(&e.s);
    client_open(&e.far, &e.s, "en");
    client_open(&e.ana, &e.s, "en");
    client_say(&e.far, "follow", ",\"room\":\"%s\",\"token\":\"%s\"", e.t.room, e.t.token[1]);
    client_say(&e.far, "follow", ",\"room\":\"%s\",\"token\":\"%s\"", other.room, other.token[1]);
    client_listen(&e.far);
    CHECK_STR(e.far.error, "busy");
    client_say(&e.far, "ping", "");
    client_listen(&e.far);
    CHECK_STR(text_at(e.far.last, "t"), "pong");
    seam_run(&e.s);
    client_listen(&e.far);
    CHECK(is_news(&e.far));
    /* gone before it was read */
    client_say(&e.ana, "follow", ",\"room\":\"%s\",\"token\":\"%s\"", other.room, other.token[1]);
    seam_hang_up(e.ana.conn);
    seam_run(&e.s);
    e.ana.conn = seam_connect(&e.s);
    end(&e);
}

TEST(rooms_tell_those_who_follow_when_it_ends)
{
    struct evening e;

    begin(&e, "hh");
    struct client me;
    client_join(&me, &e.t, 1, "en");
    client_ask(&me, "renew", "");
    client_listen(&e.far);
    CHECK_STR(text_at(e.far.last, "gone"), "renewed");
    seam_forget(e.far.conn);
    client_ask(&e.ana, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    CHECK(seam_next(e.far.conn) == NULL);
    client_close(&me);
    end(&e);
    begin(&e, "hr");
    follow(&e.far, &e.t, e.t.token[0]);
    CHECK(is_news(&e.far));
    client_ask(&e.ana, "delete", "");
    client_listen(&e.far);
    CHECK_STR(text_at(e.far.last, "gone"), "deleted");
    end(&e);
}

TEST(rooms_may_leave_memory_while_they_are_followed)
{
    struct server_limits l = server_limits_default();
    struct seam s;
    struct table t[4];
    struct client far, me;

    l.table_ms = 0;
    l.rooms_idle = 1;
    seam_open(&s, &l);
    client_open(&far, &s, "en");
    for (int i = 0; i < 4; i++) {
        CHECK(table_make(&t[i], &s, "runemasters", "{\"guardians\":2}", "hh", ""));
        follow(&far, &t[i], t[i].token[1]);
        CHECK(is_news(&far));
    }
    CHECK_STR(rooms_broken(s.rooms), NULL);
    client_join(&me, &t[0], 0, "en"); /* read again */
    client_ask(&me, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_listen(&far);
    CHECK_STR(text_at(far.last, "room"), t[0].room);
    CHECK(bool_at(far.last, "mine"));
    client_close(&me);
    client_close(&far);
    seam_close(&s);
}
