/* What the host may do, and nobody else: silence somebody, and ask somebody to leave. */
#include "rooms_table.h"
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

static const json_t *player_of(struct client *c, int p)
{
    client_listen(c);
    return json_array_get(json_object_get(c->players, "players"), (size_t)p);
}

static const char *error_of(struct client *c, const char *type, const char *rest)
{
    c->error[0] = '\0';
    client_ask(c, type, "%s", rest);
    return c->error;
}

TEST(rooms_silence_whom_the_host_names)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hhg", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    CHECK_STR(error_of(&b, "mute", ",\"player\":0,\"on\":true"), "denied"); /* no host */
    CHECK_STR(error_of(&a, "mute", ",\"player\":0,\"on\":true"), "denied"); /* oneself */
    CHECK_STR(error_of(&a, "mute", ",\"player\":2,\"on\":true"),
              "denied"); /* says nothing anyway */
    CHECK_STR(error_of(&a, "mute", ",\"player\":3,\"on\":true"), "range");
    CHECK_STR(error_of(&a, "mute", ",\"player\":1,\"on\":true"), "");
    CHECK_STR(error_of(&a, "mute", ",\"player\":1,\"on\":true"), ""); /* asked again */
    for (int again = 0; again < 2; again++) {
        CHECK(json_is_true(json_object_get(player_of(&a, 1), "muted")));
        CHECK_STR(error_of(&b, "chat", ",\"text\":\"hm\""), "denied");
        CHECK_STR(error_of(&b, "chat", ",\"phrase\":\"thanks\""), "denied");
        CHECK_STR(error_of(&b, "point", ",\"item\":\"die.1\""), "denied");
        CHECK_STR(error_of(&a, "chat", ",\"text\":\"so\""), "");
        client_close(&a);
        client_close(&b);
        seam_restart(&s);
        client_join(&a, &t, 0, "en");
        client_join(&b, &t, 1, "en");
        a.cids = b.cids = 100 + again * 100;
    }
    CHECK_STR(error_of(&b, "mute", ",\"player\":1,\"on\":false"), "denied");
    CHECK_STR(error_of(&a, "mute", ",\"player\":1,\"on\":false"), "");
    CHECK(json_object_get(player_of(&b, 1), "muted") == NULL);
    CHECK_STR(error_of(&b, "chat", ",\"text\":\"hm\""), "");
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}

/* The seat is open, its link void, and whoever has the new one sits down. */
static void check_kicked(struct seam *s, struct table *t, struct client *a, struct client *b)
{
    struct client c;

    CHECK_STR(text_at(a->last, "t"), "kicked");
    CHECK_EQ(int_at(a->last, "player"), 1);
    client_listen(b);
    CHECK_STR(text_at(b->last, "t"), "left");
    CHECK_STR(text_at(b->last, "why"), "kicked");
    char fresh[STORE_ID_LEN + 1];
    snprintf(fresh, sizeof fresh, "%s", text_at(a->last, "token"));
    CHECK_STR(text_at(player_of(a, 1), "kind"), "open");
    CHECK_STR(text_at(player_of(a, 1), "name"), "");
    client_close(b);
    client_open(&c, s, "en");
    client_enter(&c, t, t->token[1], -1);
    seam_run(s);
    client_listen(&c);
    CHECK_STR(c.error, "denied");
    client_enter(&c, t, fresh, -1);
    seam_run(s);
    client_listen(&c);
    CHECK_EQ(c.player, 1);
    CHECK_STR(text_at(player_of(a, 1), "kind"), "human");
    client_close(&c);
}

TEST(rooms_let_the_host_choose_with_whom_to_begin)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "en");
    client_ask(&b, "name", ",\"name\":\"Rude\"");
    CHECK_STR(error_of(&b, "kick", ",\"player\":0"), "denied");
    CHECK_STR(error_of(&a, "kick", ",\"player\":0"), "denied");
    CHECK_STR(error_of(&a, "kick", ",\"player\":1"), "");
    check_kicked(&s, &t, &a, &b);
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_ask_the_others_before_somebody_must_leave_a_game)
{
    struct seam s;
    struct table t;
    struct client a, b, c;

    for (int three = 0; three < 2; three++) {
        seam_open(&s, NULL);
        CHECK(table_make(&t, &s, "runemasters", "{}", three ? "hhh" : "hh", ""));
        client_join(&a, &t, 0, "en");
        client_join(&b, &t, 1, "en");
        if (three)
            client_join(&c, &t, 2, "en");
        client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
        CHECK_STR(error_of(&a, "kick", ",\"player\":1"), three ? "" : "denied");
        CHECK_STR(text_at(player_of(&a, 1), "kind"), "human");
        if (three) {
            CHECK_STR(text_at(a.last, "t"), "vote");
            CHECK_STR(text_at(a.last, "what"), "kick");
            CHECK_EQ(int_at(a.last, "player"), 1);
            long long vote = (long long)int_at(a.last, "vote");
            client_ask(&b, "vote", ",\"vote\":%lld,\"agree\":false", vote);
            CHECK_STR(b.error, "denied"); /* about oneself */
            client_ask(&c, "vote", ",\"vote\":%lld,\"agree\":true", vote);
            client_listen(&a);
            check_kicked(&s, &t, &a, &b);
            client_close(&c);
        } else {
            client_close(&b);
        }
        client_close(&a);
        seam_close(&s);
    }
}
