/* Those who watch with a delay: nothing comes early, everything comes. */
#include "rooms_table.h"
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

enum { WATCH = VL_SEATS_MAX, DELAY_S = 10, REVS_MAX = 4000 };

static void tick(struct seam *s, int64_t ms)
{
    seam_now_ms += ms;
    s->app.tick(s->app.ctx);
}

static bool heard(const struct client *c, const char *text)
{
    size_t len;

    return strstr(seam_heard(c->conn, &len), text) != NULL;
}

/* Two players and one who watches, at a table with a delay. */
static void open_late(struct seam *s, struct table *t, struct client c[3], const char *options)
{
    char more[48];

    seam_open(s, NULL);
    snprintf(more, sizeof more, ",\"watch_delay\":%d", DELAY_S);
    CHECK(table_make(t, s, "runemasters", options, "hh", more));
    client_join(&c[0], t, 0, "en");
    client_join(&c[1], t, 1, "fr");
    client_join(&c[2], t, WATCH, "en");
    CHECK_EQ(int_at(c[2].joined, "watch_delay"), DELAY_S);
}

static void close_late(struct seam *s, struct client c[3])
{
    for (int i = 0; i < 3; i++)
        client_close(&c[i]);
    seam_close(s);
}

/* A whole game, time going on as it likes: what the watcher sees is exactly what
 * is old enough, by steps that fit together. */
TEST(rooms_show_those_who_watch_late_what_is_old_enough)
{
    static int64_t when[REVS_MAX];
    struct seam s;
    struct table t;
    struct client c[3];
    struct vl_rng rng = vl_rng_seed(21);
    int seen = 0;

    open_late(&s, &t, c, "{\"guardians\":2}");
    while (client_play(&c[0], &rng) || client_play(&c[1], &rng)) {
        client_listen(&c[0]);
        client_listen(&c[1]);
        for (int64_t rev = c[0].rev; rev > 0 && !when[rev]; rev--)
            when[rev] = seam_now_ms;
        tick(&s, vl_rng_below(&rng, 4000));
        client_listen(&c[2]);
        seen += c[2].rev > 0;
        CHECK(c[2].rev == 0 || seam_now_ms - when[c[2].rev] >= DELAY_S * 1000);
        CHECK(c[2].rev == c[0].rev || seam_now_ms - when[c[2].rev + 1] < DELAY_S * 1000);
        if (vl_rng_below(&rng, 10) == 0)
            CHECK(client_is_right(&c[2]));
    }
    CHECK(seen > 5);
    CHECK(c[0].over != NULL && c[2].over == NULL);
    CHECK(!heard(&c[2], text_at(c[0].over, "seed")));
    CHECK(c[2].rev < c[0].rev);
    client_ask(&c[2], "record", "");
    CHECK_STR(c[2].error, "secret");
    tick(&s, DELAY_S * 1000);
    client_listen(&c[2]);
    CHECK_EQ(c[2].rev, c[0].rev);
    CHECK(json_equal(c[2].over, c[0].over));
    client_ask(&c[2], "record", "");
    CHECK_STR(text_at(c[2].last, "t"), "record");
    close_late(&s, c);
}

/* No way to ask for more: another link, another language, an earlier revision. */
TEST(rooms_tell_those_who_watch_late_nothing_ahead)
{
    struct seam s;
    struct table t;
    struct client c[3], other;

    open_late(&s, &t, c, "{}");
    client_ask(&c[0], "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_ask(&c[1], "chat", ",\"text\":\"kulak is good\"");
    client_ask(&c[1], "point", ",\"item\":\"guardian.kulak\"");
    client_ask(&c[1], "move", ",\"rev\":1,\"move\":\"choose_guardian neltai\"");
    client_ask(&c[0], "undo", ",\"rev\":2"); /* a vote */
    client_listen(&c[1]);
    CHECK_STR(text_at(c[1].last, "t"), "vote");
    client_ask(&c[0], "fork", "");
    CHECK_STR(text_at(c[0].last, "t"), "forked");
    client_listen(&c[2]);
    client_ask(&c[2], "at", ",\"rev\":1");
    CHECK_STR(c[2].error, "unknown");
    client_ask(&c[2], "resync", "");
    client_ask(&c[2], "resync", ",\"since\":0");
    client_ask(&c[2], "hello", ",\"version\":2,\"lang\":\"fr\"");
    CHECK_EQ(c[2].rev, 0);
    client_join(&other, &t, WATCH, "en");
    CHECK_EQ(int_at(other.joined, "rev"), 0);
    CHECK_EQ(json_array_size(json_object_get(other.joined, "said")), 0);
    CHECK(json_object_get(other.joined, "vote") == NULL);
    for (int i = 0; i < 2; i++) {
        const struct client *w = i ? &other : &c[2];

        CHECK(!heard(w, "\"kulak\"") && !heard(w, "kulak is good") && !heard(w, "pointed"));
        CHECK(!heard(w, "\"t\":\"vote\"") && !heard(w, "forked") && !heard(w, "\"rev\":1"));
    }
    client_close(&other);
    /* read again from the store, it is as late as before */
    tick(&s, 4000);
    client_ask(&c[0], "move", ",\"rev\":2,\"move\":\"choose_dean 0\"");
    for (int i = 0; i < 3; i++)
        client_close(&c[i]);
    seam_restart(&s);
    tick(&s, DELAY_S * 1000 - 4001);
    client_join(&c[2], &t, WATCH, "en");
    CHECK_EQ(c[2].rev, 0);
    tick(&s, 1);
    client_listen(&c[2]);
    CHECK_EQ(c[2].rev, 2);
    CHECK(client_is_right(&c[2]));
    close_late(&s, c);
}

TEST(rooms_wait_anew_if_the_clock_is_set_back)
{
    struct seam s;
    struct table t;
    struct client c[3];

    open_late(&s, &t, c, "{}");
    client_ask(&c[0], "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    tick(&s, 1000);
    client_ask(&c[1], "move", ",\"rev\":1,\"move\":\"choose_guardian neltai\"");
    tick(&s, 8000);
    tick(&s, -3600000);
    tick(&s, DELAY_S * 1000 - 1);
    client_listen(&c[2]);
    CHECK_EQ(c[2].rev, 0);
    tick(&s, 1); /* both at once: nobody waits once for each */
    client_listen(&c[2]);
    CHECK_EQ(c[2].rev, 2);
    seam_now_ms += 3600000;
    close_late(&s, c);
}

TEST(rooms_without_a_delay_show_everything_at_once)
{
    struct seam s;
    struct table t;
    struct client a, w;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "h", ",\"watch_delay\":0"));
    client_join(&a, &t, 0, "en");
    client_join(&w, &t, WATCH, "en");
    CHECK_EQ(int_at(w.joined, "watch_delay"), 0);
    client_ask(&a, "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    client_listen(&w);
    CHECK_EQ(w.rev, a.rev);
    CHECK(!table_make(&t, &s, "runemasters", "{}", "h", ",\"watch_delay\":601"));
    client_close(&a);
    client_close(&w);
    seam_close(&s);
}
