/* Rows of moves at a table: one request, one transaction, one step, one undo. */
#include "rooms_table.h"
#include "unit/test.h"

#include "games/walk.h"
#include "match/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH = VL_SEATS_MAX, TRIES = 400 };

/* The action `go` that is offered first; NULL: none is. */
static const char *offered(const struct client *c)
{
    size_t i;
    const json_t *a;

    json_array_foreach(json_object_get(c->actions, "actions"), i,
                       a) if (!json_object_get(a, "verb")) return text_at(a, "id");
    return NULL;
}

static int64_t total(const struct client *c, int seat, const char *name)
{
    const json_t *who = json_array_get(json_object_get(c->view, "seats"), (size_t)seat);

    return int_at(json_object_get(who, "totals"), name);
}

/* Two people and one who watches, at a table where player 0 is offered a row; *go is its
 * notation, until the next message. */
static bool sit(struct seam *s, struct table *t, struct client c[3], const char **go)
{
    if (!CHECK(table_make(t, s, "walk", "{\"turns\":20}", "hh", "")))
        return false;
    client_join(&c[0], t, 0, "en");
    client_join(&c[1], t, 1, "fr");
    client_join(&c[2], t, WATCH, "en");
    for (int i = 0; i < TRIES; i++) { /* until the die gives enough steps */
        for (int k = 0; k < 3; k++)
            client_listen(&c[k]);
        *go = offered(&c[0]);
        if (*go)
            return true;
        struct client *who = c[0].actions ? &c[0] : &c[1];
        client_ask(who, "move", ",\"rev\":%lld,\"move\":\"rest\"", (long long)who->rev);
    }
    return CHECK(*go != NULL);
}

static void leave(struct seam *s, struct client *c, int n)
{
    for (int i = 0; i < n; i++)
        client_close(&c[i]);
    seam_close(s);
}

/* How far a row goes, by the place where it ends. */
static int steps_of(const struct client *c, int seat, const char *go)
{
    int to = atoi(go + 3), from = (int)total(c, seat, "place");
    int on = (to - from + WK_PLACES) % WK_PLACES;

    return on < WK_PLACES / 2 ? on : WK_PLACES - on;
}

TEST(rooms_play_a_row_as_one_request_in_one_transaction)
{
    struct seam s;
    struct table t;
    struct client c[3];
    const char *offer;
    char go[64];

    seam_open(&s, NULL);
    if (!sit(&s, &t, c, &offer))
        return;
    snprintf(go, sizeof go, "%s", offer);
    int n = steps_of(&c[0], 0, go), seen = c[1].steps;
    int64_t rev = c[0].rev, place = total(&c[0], 0, "place");
    CHECK(n > 1);
    client_say(&c[0], "move", ",\"rev\":%lld,\"move\":\"%s\"", (long long)rev, go);
    CHECK_EQ(seam_store_waiting(&s), 1); /* one append, whatever it holds */
    client_listen(&c[0]);
    CHECK_EQ(c[0].rev, rev); /* nothing is shown before it is durable */
    seam_run(&s);
    for (int k = 0; k < 3; k++) {
        client_listen(&c[k]);
        CHECK(c[k].rev >= rev + n);
    }
    CHECK_EQ(c[0].acked, rev + n); /* right after the last of its moves */
    CHECK_EQ(c[1].steps, seen + 1);
    for (int k = 0; k < 3; k++)
        CHECK(client_is_right(&c[k]));
    CHECK(total(&c[0], 0, "place") != place);
    for (int i = 0; i < n; i++) {
        const char *line = seam_store_entry(&s, t.room, (uint32_t)rev + (uint32_t)i);
        CHECK(line && strstr(line, "\"m\":\"step ") != NULL);
        CHECK_EQ(line && strstr(line, "\"more\":true") != NULL, i + 1 < n);
        CHECK_EQ(line && strstr(line, "\"c\":") != NULL, i + 1 == n);
    }
    leave(&s, c, 3);
}

TEST(rooms_undo_a_row_as_a_whole_also_after_a_restart)
{
    for (int restart = 0; restart < 2; restart++) {
        struct seam s;
        struct table t;
        struct client c[3];
        const char *offer;
        char go[64];

        seam_open(&s, NULL);
        if (!sit(&s, &t, c, &offer))
            return;
        snprintf(go, sizeof go, "%s", offer);
        int n = steps_of(&c[0], 0, go);
        int64_t rev = c[0].rev, place = total(&c[0], 0, "place");
        client_ask(&c[0], "move", ",\"rev\":%lld,\"move\":\"%s\"", (long long)rev, go);
        if (restart) {
            for (int k = 0; k < 3; k++) {
                c[k].conn = NULL;
                client_close(&c[k]);
            }
            seam_restart(&s);
            client_join(&c[0], &t, 0, "en");
            client_join(&c[1], &t, 1, "fr");
            client_join(&c[2], &t, WATCH, "en");
            c[0].cids = c[1].cids = TRIES; /* those before are known */
        }
        /* an entry in the midst of it; if chance followed, the other must agree */
        client_ask(&c[0], "undo", ",\"rev\":%lld,\"to\":%lld", (long long)c[0].rev,
                   (long long)(rev + n - 1));
        client_listen(&c[1]);
        if (strcmp(text_at(c[1].last, "t"), "vote") == 0)
            client_ask(&c[1], "vote", ",\"vote\":%lld,\"agree\":true",
                       (long long)int_at(c[1].last, "vote"));
        for (int k = 0; k < 3; k++)
            client_listen(&c[k]);
        CHECK_STR(c[0].error, "");
        CHECK_EQ(total(&c[0], 0, "place"), place);
        CHECK(client_is_right(&c[1]));
        const char *undo = NULL, *line;
        for (uint32_t i = 0; (line = seam_store_entry(&s, t.room, i)) != NULL; i++)
            undo = strstr(line, "\"k\":\"undo\"") ? line : undo;
        char to[32];
        snprintf(to, sizeof to, "\"to\":%lld,", (long long)rev);
        CHECK(undo && strstr(undo, to) != NULL);
        leave(&s, c, 3);
    }
}

TEST(rooms_play_a_row_once_however_often_it_is_sent)
{
    struct seam s;
    struct table t;
    struct client c[3];
    const char *offer;
    char text[160];

    seam_open(&s, NULL);
    if (!sit(&s, &t, c, &offer))
        return;
    int n = steps_of(&c[0], 0, offer);
    int64_t rev = c[0].rev;
    snprintf(text, sizeof text, "{\"t\":\"move\",\"cid\":\"row1\",\"rev\":%lld,\"move\":\"%s\"}",
             (long long)rev, offer);
    seam_say(c[0].conn, text);
    seam_say(c[0].conn, text); /* while the first is on its way */
    seam_run(&s);
    client_listen(&c[0]);
    CHECK_EQ(c[0].acked, rev + n);
    int64_t now = c[0].rev;
    c[0].acked = -1;
    seam_say(c[0].conn, text);
    seam_run(&s);
    client_listen(&c[0]);
    CHECK_EQ(c[0].acked, rev + n);
    CHECK_EQ(c[0].rev, now);
    for (int k = 0; k < 3; k++) { /* the answer is lost with the server */
        c[k].conn = NULL;
        client_close(&c[k]);
    }
    seam_restart(&s);
    client_join(&c[0], &t, 0, "en");
    CHECK_EQ(c[0].rev, now);
    seam_say(c[0].conn, text);
    seam_run(&s);
    client_listen(&c[0]);
    CHECK_EQ(c[0].acked, rev + n);
    CHECK_EQ(c[0].rev, now);
    leave(&s, c, 1);
}

/* Nothing of it is there if the disk fails or the power goes; the same request works later. */
TEST(rooms_have_all_of_a_row_or_nothing)
{
    struct seam s;
    struct table t;
    struct client c[3];
    const char *offer;
    char text[160];

    seam_open(&s, NULL);
    if (!sit(&s, &t, c, &offer))
        return;
    int n = steps_of(&c[0], 0, offer);
    int64_t rev = c[0].rev;
    snprintf(text, sizeof text, "{\"t\":\"move\",\"cid\":\"row1\",\"rev\":%lld,\"move\":\"%s\"}",
             (long long)rev, offer);
    seam_store_fail(&s, VL_IO, 1);
    seam_say(c[0].conn, text);
    seam_run(&s);
    client_listen(&c[0]);
    CHECK_STR(c[0].error, "io");
    CHECK_EQ(c[0].rev, rev);
    CHECK(seam_store_entry(&s, t.room, (uint32_t)rev) == NULL);
    seam_say(c[0].conn, text);
    for (int k = 0; k < 3; k++) {
        c[k].conn = NULL;
        client_close(&c[k]);
    }
    seam_restart(&s); /* with the row on its way */
    client_join(&c[0], &t, 0, "en");
    CHECK_EQ(c[0].rev, rev);
    CHECK(seam_store_entry(&s, t.room, (uint32_t)rev) == NULL);
    seam_say(c[0].conn, text);
    seam_run(&s);
    client_listen(&c[0]);
    CHECK_EQ(c[0].acked, rev + n);
    leave(&s, c, 1);
}

static void refused(struct client *c, const char *move, const char *status)
{
    int64_t rev = c->rev;

    c->error[0] = '\0';
    client_ask(c, "move", ",\"rev\":%lld,\"move\":\"%s\"", (long long)rev, move);
    CHECK_STR(c->error, status);
    CHECK_EQ(c->rev, rev);
}

TEST(rooms_refuse_a_row_as_they_refuse_moves)
{
    struct seam s;
    struct table t;
    struct client c[3];
    const char *go;

    seam_open(&s, NULL);
    if (!sit(&s, &t, c, &go))
        return;
    char copy[64];
    snprintf(copy, sizeof copy, "%s", go);
    refused(&c[0], "go 99", "refused");
    refused(&c[0], "go 23 1", "refused");
    refused(&c[0], "go", "refused");
    refused(&c[1], copy, "refused"); /* not that player's turn */
    refused(&c[2], copy, "denied");  /* who watches */
    client_ask(&c[0], "why", ",\"move\":\"%s\"", copy);
    CHECK(json_is_true(json_object_get(c[0].last, "legal")));
    client_ask(&c[0], "why", ",\"move\":\"go 99\"");
    CHECK(json_is_false(json_object_get(c[0].last, "legal")));
    client_ask(&c[0], "preview", ",\"move\":\"%s\"", copy);
    const json_t *preview = json_object_get(c[0].last, "preview");
    CHECK_EQ(json_array_size(json_object_get(preview, "events")) > 1, 1);
    CHECK(json_array_size(json_object_get(c[0].last, "changes")) > 0);
    leave(&s, c, 3);
}

static bool play_any(struct client *c, int n, struct vl_rng *rng)
{
    for (int i = 0; i < n; i++)
        client_listen(&c[i]);
    for (int i = 0; i < n; i++)
        if (client_play(&c[i], rng))
            return true;
    return false;
}

/* Whole games of whatever is offered, with a bot that knows no rows; the record has them. */
TEST(rooms_play_whole_games_with_rows)
{
    struct seam s;
    struct table t;
    struct client c[2];
    int rows = 0;

    seam_open(&s, NULL);
    for (int i = 0; i < test_times(8, 80); i++) {
        struct vl_rng rng = vl_rng_seed((uint64_t)i);

        CHECK(table_make(&t, &s, "walk", "{\"turns\":6}", i % 2 ? "hr" : "hg", ""));
        client_join(&c[0], &t, 0, "en");
        client_join(&c[1], &t, WATCH, "fr");
        while (play_any(c, 2, &rng)) {
            client_listen(&c[0]);
            client_listen(&c[1]);
            CHECK(client_is_right(&c[i % 2]));
        }
        CHECK(c[0].over != NULL && c[1].over != NULL);
        CHECK_EQ(c[0].errors, 0);
        client_ask(&c[0], "record", "");
        const char *text = text_at(c[0].last, "text");
        struct vl_pack pack = { .game = &walk_game, .info = { "test", "1.0.0", 0 } };
        struct vl_record_opts how = { .game = &walk_game, .pack = &pack };
        struct vl_match *m = NULL;
        struct vl_error err = { 0 };
        if (!CHECK_EQ(vl_record_read(&m, text, strlen(text), &how, &err), VL_OK))
            printf("%s: %s\n%s\n", err.where, err.what, text);
        CHECK(m && vl_match_verify(m, &err) == VL_OK);
        for (uint32_t e = 0; m && e < m->len; e++)
            rows += m->entries[e].more;
        vl_match_close(m);
        client_close(&c[0]);
        client_close(&c[1]);
    }
    CHECK(rows > 10);
    seam_close(&s);
}
