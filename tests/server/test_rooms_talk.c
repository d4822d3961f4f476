/* What people say to each other: undo by consent, chat, names. */
#include "rooms_table.h"
#include "unit/test.h"

#include "base/hash.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH = VL_SEATS_MAX };

/* ---- undo ---- */

static void open_three(struct seam *s, struct table *t, struct client c[3], const char *players)
{
    seam_open(s, NULL);
    CHECK(table_make(t, s, "runemasters", "{}", players, ""));
    for (int i = 0; players[i] && i < 3; i++)
        if (players[i] == 'h')
            client_join(&c[i], t, i, "en");
}

static void listen_all(struct client *c, int n)
{
    for (int i = 0; i < n; i++)
        client_listen(&c[i]);
}

TEST(rooms_undo_ones_own_moves_freely)
{
    struct seam s;
    struct table t;
    struct client c[3];

    open_three(&s, &t, c, "hhh");
    json_t *start = json_deep_copy(c[0].view);
    client_ask(&c[0], "undo", ",\"rev\":0");
    CHECK_STR(c[0].error, "unknown"); /* nothing to undo */
    client_ask(&c[0], "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_ask(&c[0], "undo", ",\"rev\":0");
    CHECK_STR(c[0].error, "stale");
    client_ask(&c[0], "undo", ",\"rev\":1");
    CHECK_EQ(c[0].acked, 2); /* an entry of its own */
    listen_all(c, 3);
    json_object_set_new(start, "rev", json_integer(2));
    CHECK(json_equal(start, c[1].view));
    CHECK(client_is_right(&c[1]));
    json_decref(start);
    seam_say(c[0].conn, "{\"t\":\"undo\",\"cid\":\"p0-4\",\"rev\":1}"); /* said again */
    seam_run(&s);
    client_listen(&c[0]);
    CHECK_EQ(c[0].acked, 2);
    CHECK_EQ(c[0].rev, 2);
    client_ask(&c[0], "undo", ",\"rev\":2,\"to\":0"); /* does not stand any more */
    CHECK_STR(c[0].error, "unknown");
    for (int i = 0; i < 3; i++)
        client_close(&c[i]);
    seam_close(&s);
}

TEST(rooms_undo_beyond_that_by_everybodys_consent)
{
    struct seam s;
    struct table t;
    struct client c[3];

    open_three(&s, &t, c, "hhh");
    client_ask(&c[0], "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_ask(&c[1], "move", ",\"rev\":1,\"move\":\"choose_guardian neltai\"");
    client_ask(&c[0], "undo", ",\"rev\":2");
    CHECK_STR(text_at(c[0].last, "t"), "vote");
    CHECK_STR(text_at(c[0].last, "cid"), "p0-2");
    CHECK_EQ(int_at(c[0].last, "to"), 0);
    int64_t vote = int_at(c[0].last, "vote");
    listen_all(c, 3);
    client_ask(&c[1], "undo", ",\"rev\":2,\"to\":0");
    CHECK_STR(c[1].error, "busy"); /* one vote at a time */
    client_ask(&c[1], "vote", ",\"vote\":%lld,\"agree\":true", (long long)vote + 1);
    CHECK_STR(c[1].error, "unknown");
    client_ask(&c[1], "vote", ",\"vote\":%lld,\"agree\":true", (long long)vote);
    CHECK_EQ(json_array_size(json_object_get(c[1].last, "need")), 1);
    client_ask(&c[2], "vote", ",\"vote\":%lld,\"agree\":false", (long long)vote);
    CHECK(json_is_false(json_object_get(c[2].last, "passed")));
    listen_all(c, 3);
    CHECK_EQ(c[0].rev, 2);
    client_ask(&c[0], "undo", ",\"rev\":2");
    vote = int_at(c[0].last, "vote");
    for (int i = 1; i < 3; i++)
        client_ask(&c[i], "vote", ",\"vote\":%lld,\"agree\":true", (long long)vote);
    listen_all(c, 3);
    CHECK_EQ(c[0].acked, 3);
    CHECK_EQ(c[2].rev, 3);
    CHECK_EQ(int_at(json_object_get(c[2].view, "turn"), "actor"), 0);
    client_ask(&c[0], "move", ",\"rev\":3,\"move\":\"choose_guardian kulak\"");
    client_ask(&c[1], "move", ",\"rev\":4,\"move\":\"choose_guardian neltai\"");
    client_ask(&c[0], "undo", ",\"rev\":5");
    listen_all(c, 3);
    client_ask(&c[2], "move", ",\"rev\":5,\"move\":\"choose_guardian kyreas\"");
    listen_all(c, 3);
    CHECK_STR(text_at(c[0].last, "t"), "voted"); /* something was played: too late */
    CHECK(json_is_false(json_object_get(c[0].last, "passed")));
    CHECK_EQ(c[0].rev, 6);
    for (int i = 0; i < 3; i++)
        client_close(&c[i]);
    seam_close(&s);
}

TEST(rooms_let_one_person_among_bots_undo_alone_until_the_end)
{
    struct seam s;
    struct table t;
    struct client a;
    struct vl_rng rng = vl_rng_seed(8);
    int undone = 0;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{\"guardians\":2}", "hg", ""));
    client_join(&a, &t, 0, "en");
    for (int i = 0; !a.over && i < 2000; i++) {
        if (i % 9 == 5) {
            client_ask(&a, "undo", ",\"rev\":%lld", (long long)a.rev);
            CHECK_STR(a.error, "");
            undone++;
        }
        if (!client_play(&a, &rng))
            break;
    }
    CHECK(a.over != NULL);
    CHECK(undone > 1);
    CHECK(client_is_right(&a));
    client_ask(&a, "undo", ",\"rev\":%lld", (long long)a.rev);
    CHECK_STR(a.error, "over");
    client_ask(&a, "fork", ",\"rev\":%lld", (long long)a.rev / 2);
    CHECK_STR(text_at(a.last, "t"), "forked");
    client_ask(&a, "fork", "");
    CHECK_STR(a.error, "over");
    client_close(&a);
    seam_close(&s);
}

/* The seed is told at the end and not before; it has the hash that was told. */
TEST(rooms_reveal_the_seed_at_the_end_only)
{
    struct seam s;
    struct table t;
    struct client a;
    struct vl_rng rng = vl_rng_seed(2);
    uint8_t seed[32], hash[32];
    char hex[65];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);
    size_t len;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{\"guardians\":2}", "h", ""));
    client_join(&a, &t, 0, "en");
    for (int i = 0; !a.over && client_play(&a, &rng) && i < 2000; i++)
        if (i % 50 == 0)
            client_ask(&a, "record", "");
    const char *told = text_at(a.over, "seed");
    if (CHECK(vl_str_hex(told, strlen(told), seed, 32))) {
        vl_sha256_of(seed, 32, hash);
        vl_put_hex(&b, hash, 32);
        CHECK_STR(hex, t.seed_hash);
    }
    const char *heard = seam_heard(a.conn, &len), *first = strstr(heard, told);
    CHECK(first != NULL && strstr(heard, "{\"t\":\"over\"") < first);
    client_close(&a);
    seam_close(&s);
}

/* ---- hostile texts (figure 24) ---- */

/* Pieces of attacks; payloads are made of one to three of them. JSON escapes. */
static const char *const pieces[] = {
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\\\"><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "&lt;b&gt;",
    "{{7*7}}${7*7}",
    "'; DROP TABLE game; --",
    "\\\\u0000",
    "\\u001b[2J",
    "\\u001b[31mred",
    "\\u001b]0;title\\u0007",
    "\\u001b]8;;http://evil\\u0007link",
    "\\u009b2J",
    "\\u0090q\\u009c",
    "\\r\\n\\t",
    "\\b\\f\\u007f",
    "\\u202eevil\\u202c",
    "\\u2066\\u2067\\u2068\\u2069",
    "\\u200b\\u200c\\u200d\\u200e\\u200f",
    "\\u2028\\u2029",
    "\\ufeff",
    "\\u061c",
    "\\ufff9\\ufffa\\ufffb",
    "\\udb40\\udc41",
    "e\\u0301\\u0301\\u0301",
    "\\ud83d\\ude00",
    "été ★",
    "%s%n%x",
    "../../etc/passwd",
    "\\\\\\\\\\\"",
};

/* A payload that is not even UTF-8 or JSON never comes this far. */
static void payload(char *out, size_t cap, struct vl_rng *rng)
{
    struct vl_buf b = vl_buf_on(out, cap);
    uint32_t n = 1 + vl_rng_below(rng, 3);

    for (uint32_t i = 0; i < n; i++)
        vl_put(&b, pieces[vl_rng_below(rng, VL_LEN(pieces))]);
}

/* Nothing in it that a terminal or a page would obey. */
static bool is_inert(const char *text)
{
    char clean[4096];
    struct vl_buf b = vl_buf_on(clean, sizeof clean);

    vl_text_clean(&b, text, strlen(text));
    for (const char *p = text; *p; p++)
        if ((unsigned char)*p < 32 || *p == 127)
            return false;
    return strcmp(clean, text) == 0;
}

TEST(rooms_make_names_and_chat_inert)
{
    struct seam s;
    struct table t;
    struct client a, b, w;
    struct vl_rng rng = vl_rng_seed(24);
    int said = 0, tried = test_times(500, 5000);
    char text[1024];
    size_t len;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "fr");
    client_join(&w, &t, WATCH, "fr");
    for (int i = 0; i < tried; i++) {
        payload(text, sizeof text, &rng);
        client_ask(&a, "chat", ",\"text\":\"%s\"", text);
        client_listen(&b);
        if (a.acked >= 0) {
            said++;
            CHECK_STR(text_at(b.last, "t"), "said");
            CHECK(is_inert(text_at(b.last, "text")));
            CHECK(text_at(b.last, "text")[0] != '\0');
        } else {
            CHECK_STR(a.error, "range"); /* nothing was left of it, or too long */
        }
        payload(text, sizeof text, &rng);
        client_ask(&a, "name", ",\"name\":\"%s\"", text);
        client_listen(&b);
        const json_t *p0 = json_array_get(json_object_get(b.players, "players"), 0);
        CHECK(is_inert(text_at(p0, "name")));
    }
    client_listen(&w);
    const char *heard = seam_heard(w.conn, &len);
    for (size_t i = 0; i < len; i++) /* not one raw control byte on the wire */
        if (!CHECK((unsigned char)heard[i] >= 32 || heard[i] == '\n'))
            break;
    CHECK(said > tried / 2);
    client_close(&a);
    client_close(&b);
    client_close(&w);
    seam_restart(&s);
    client_join(&b, &t, 1, "fr");
    const json_t *lines = json_object_get(b.joined, "said");
    CHECK_EQ(json_array_size(lines), PROTO_SAID_MAX);
    CHECK_EQ(int_at(json_array_get(lines, PROTO_SAID_MAX - 1), "n"), said);
    client_close(&b);
    seam_close(&s);
}

TEST(rooms_word_phrases_in_the_readers_language)
{
    struct seam s;
    struct table t;
    struct client a, b;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ",\"chat\":\"phrases\""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "fr");
    client_ask(&a, "chat", ",\"phrase\":\"thanks\"");
    CHECK_STR(text_at(a.last, "text"), "Thank you!");
    client_listen(&b);
    CHECK_STR(text_at(b.last, "text"), "Merci !");
    CHECK_STR(text_at(b.last, "phrase"), "thanks");
    client_ask(&a, "chat", ",\"phrase\":\"insult\"");
    CHECK_STR(a.error, "unknown");
    client_ask(&a, "chat", ",\"text\":\"free\"");
    CHECK_STR(a.error, "denied");
    seam_say(a.conn, "{\"t\":\"chat\",\"cid\":\"p0-1\",\"phrase\":\"thanks\"}");
    seam_run(&s);
    client_listen(&b);
    CHECK_EQ(int_at(b.last, "n"), 1); /* the same cid: not said again */
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}

TEST(rooms_slow_down_those_who_talk_too_much)
{
    struct server_limits limits = server_limits_default();
    struct seam s;
    struct table t;
    struct client a;
    int said = 0;

    seam_open(&s, &limits);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ""));
    client_join(&a, &t, 0, "en");
    for (int i = 0; i < 20; i++) {
        client_ask(&a, "chat", ",\"text\":\"%d\"", i);
        said += a.acked >= 0;
    }
    CHECK_EQ(said, limits.chat_burst);
    CHECK_STR(a.error, "often");
    seam_now_ms += 2 * limits.chat_ms;
    for (int i = 0; i < 20; i++) {
        client_ask(&a, "chat", ",\"text\":\"%d\"", i);
        said += a.acked >= 0;
    }
    CHECK_EQ(said, limits.chat_burst + 2);
    seam_now_ms -= 1000000; /* the clock was set back: nobody is locked out */
    client_ask(&a, "chat", ",\"text\":\"x\"");
    seam_now_ms += 1000000;
    CHECK_EQ(a.acked, 0);
    for (int i = 0; i < 20; i++)
        client_ask(&a, "fork", "");
    CHECK_STR(a.error, "often");
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_show_a_new_name_wherever_it_stands)
{
    struct seam s;
    struct table t;
    struct client c[2];

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "enchanters", "{}", "hh", ""));
    client_join(&c[0], &t, 0, "en");
    client_join(&c[1], &t, 1, "en");
    client_ask(&c[1], "name", ",\"name\":\"Berthe\"");
    listen_all(c, 2);
    for (int i = 0; i < 2; i++) {
        CHECK_STR(text_at(json_array_get(json_object_get(c[i].view, "seats"), 1), "name"),
                  "Berthe");
        CHECK(client_is_right(&c[i]));
    }
    CHECK(c[0].actions != NULL); /* and who is to decide still may */
    for (int i = 0; i < 2; i++)
        client_close(&c[i]);
    seam_close(&s);
}
