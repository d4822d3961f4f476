/* Advice, fingers, the same deal again, and tables that are deleted. */
#include "rooms_table.h"
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH = VL_SEATS_MAX };

/* ---- hints ---- */

static bool is_legal(const struct client *c, const char *move)
{
    const json_t *a;
    size_t i;

    json_array_foreach(json_object_get(c->actions, "actions"), i,
                       a) if (strcmp(text_at(a, "id"), move) == 0) return true;
    return false;
}

static bool hints_of(struct seam *s, const char *players, const char *more)
{
    struct table t;
    struct client a;

    CHECK(table_make(&t, s, "runemasters", "{}", players, more));
    client_join(&a, &t, 0, "en");
    bool hints = json_is_true(json_object_get(a.joined, "hints"));
    client_ask(&a, "hint", "");
    CHECK_STR(a.error, hints ? "" : "denied");
    client_close(&a);
    return hints;
}

TEST(rooms_give_hints_where_the_table_allows_them)
{
    struct seam s;

    seam_open(&s, NULL);
    CHECK(hints_of(&s, "h", ""));
    CHECK(hints_of(&s, "hg", ""));
    CHECK(!hints_of(&s, "hh", ""));
    CHECK(!hints_of(&s, "hg", ",\"hints\":false"));
    CHECK(hints_of(&s, "hh", ",\"hints\":true"));
    seam_close(&s);
}

/* Following nothing but hints, a person plays a whole game. */
TEST(rooms_give_hints_that_are_legal_and_worded)
{
    struct seam s;
    struct table t;
    struct client a;
    int hints = 0;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{\"guardians\":2}", "h", ""));
    client_join(&a, &t, 0, "fr");
    while (a.actions && hints < 1000) {
        client_ask(&a, "hint", "");
        if (!CHECK_STR(text_at(a.last, "t"), "hint"))
            break;
        char move[128];
        snprintf(move, sizeof move, "%s", text_at(a.last, "move"));
        CHECK_EQ(int_at(a.last, "rev"), a.rev);
        CHECK(text_at(a.last, "cid")[0] != '\0' && text_at(a.last, "text")[0] != '\0');
        CHECK(is_legal(&a, move));
        hints++;
        client_ask(&a, "move", ",\"rev\":%lld,\"move\":\"%s\"", (long long)a.rev, move);
        CHECK_STR(a.error, "");
    }
    CHECK(hints > 20 && a.over);
    client_ask(&a, "hint", "");
    CHECK_STR(a.error, "denied"); /* nothing to decide any more */
    client_close(&a);
    seam_close(&s);
}

TEST(rooms_give_hints_to_whoever_decides_and_not_too_often)
{
    struct server_limits limits = server_limits_default();
    struct seam s;
    struct table t;
    struct client c[2];
    int given = 0;

    seam_open(&s, &limits);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ",\"hints\":true"));
    client_join(&c[0], &t, 0, "en");
    client_join(&c[1], &t, 1, "en");
    client_ask(&c[1], "hint", "");
    CHECK_STR(c[1].error, "denied"); /* not its turn */
    for (int i = 0; i < 20; i++) {
        client_ask(&c[0], "hint", "");
        given += strcmp(text_at(c[0].last, "t"), "hint") == 0;
    }
    CHECK_EQ(given, limits.hint_burst);
    CHECK_STR(c[0].error, "often");
    seam_now_ms += 10 * limits.hint_ms;
    client_say(&c[0], "hint", "");
    client_say(&c[0], "hint", ""); /* one at a time */
    client_listen(&c[0]);
    CHECK_STR(c[0].error, "busy");
    client_say(&c[0], "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
    while (seam_store_one(&s)) /* the table goes on before the bot has thought */
        continue;
    seam_run(&s);
    client_listen(&c[0]);
    CHECK_STR(text_at(c[0].last, "t"), "hint");
    CHECK_EQ(int_at(c[0].last, "rev"), 0);
    client_listen(&c[1]);
    client_say(&c[1], "hint", "");
    client_close(&c[1]); /* gone before the answer */
    seam_run(&s);
    client_close(&c[0]);
    seam_close(&s);
}

/* ---- pointing ---- */

TEST(rooms_relay_a_pointing_finger)
{
    static const char *const bad[] = { "",      "die",     "die.",  ".0",          "Die.0",
                                       "die 0", "die.0.1", "<b>.x", "die.0\\u0007" };
    struct server_limits limits = server_limits_default();
    struct seam s;
    struct table t;
    struct client a, b, w;
    char longest[128];
    int told = 0;

    seam_open(&s, &limits);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&a, &t, 0, "en");
    client_join(&b, &t, 1, "fr");
    client_join(&w, &t, WATCH, "en");
    client_ask(&a, "point", ",\"item\":\"card.troll_red\"");
    CHECK_STR(text_at(a.last, "t"), "pointed");
    CHECK(text_at(a.last, "cid")[0] != '\0');
    client_ask(&b, "point", ",\"item\":\"die.0\"");
    client_listen(&w);
    CHECK_STR(text_at(w.last, "item"), "die.0");
    CHECK_EQ(int_at(w.last, "player"), 1);
    CHECK_EQ(int_at(w.last, "n"), 2);
    CHECK(json_object_get(w.last, "cid") == NULL);
    CHECK_EQ(seam_store_waiting(&s), 0); /* kept nowhere */
    CHECK(seam_store_entry(&s, t.room, 0) == NULL);
    for (int i = 0; i < VL_LEN(bad); i++) {
        client_ask(&a, "point", ",\"item\":\"%s\"", bad[i]);
        CHECK(a.error[0] != '\0');
    }
    memset(longest, 'x', sizeof longest);
    memcpy(longest, "die.", 4);
    longest[PROTO_ITEM_MAX] = '\0';
    client_ask(&a, "point", ",\"item\":\"%s\"", longest);
    CHECK_STR(a.error, "");
    client_ask(&a, "point", ",\"item\":\"%sx\"", longest);
    CHECK_STR(a.error, "range");
    seam_now_ms += 100 * limits.point_ms;
    for (int i = 0; i < 20; i++) {
        client_ask(&a, "point", ",\"item\":\"die.1\"");
        told += a.error[0] == '\0';
    }
    CHECK_EQ(told, limits.point_burst);
    CHECK_STR(a.error, "often");
    client_close(&a);
    client_close(&b);
    client_close(&w);
    seam_close(&s);
}

/* ---- the same deal again ---- */

static void play_out(struct client *c, struct vl_rng *rng)
{
    while (client_play(c, rng))
        continue;
    CHECK(c->over != NULL);
}

static json_t *record_of(struct client *c)
{
    client_ask(c, "record", "");
    CHECK_STR(text_at(c->last, "t"), "record");
    return json_incref(c->last);
}

TEST(rooms_deal_the_same_again_once_the_game_is_over)
{
    struct seam s;
    struct table t, again;
    struct client a, b;
    struct vl_rng rng = vl_rng_seed(5);

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{\"guardians\":2}", "hg", ""));
    client_join(&a, &t, 0, "en");
    CHECK(json_object_get(a.joined, "same") == NULL);
    client_ask(&a, "fork", ",\"same\":true");
    CHECK_STR(a.error, "secret");
    play_out(&a, &rng);
    client_ask(&a, "fork", ",\"same\":true,\"rev\":3");
    CHECK_STR(a.error, "invalid");
    client_ask(&a, "fork", ",\"same\":true");
    CHECK_STR(text_at(a.last, "t"), "forked");
    CHECK(json_is_true(json_object_get(a.last, "same")));
    CHECK_EQ(int_at(a.last, "rev"), 0);
    memset(&again, 0, sizeof again);
    again.seam = &s;
    snprintf(again.room, sizeof again.room, "%s", text_at(a.last, "room"));
    snprintf(again.token[0], sizeof again.token[0], "%s", text_at(a.last, "token"));
    seam_restart(&s); /* it is in the store */
    client_join(&b, &again, 0, "en");
    CHECK(json_is_true(json_object_get(b.joined, "same")));
    CHECK_STR(text_at(b.joined, "seed_hash"), t.seed_hash);
    CHECK_EQ(b.rev, 0);
    /* the same decisions lead to the same dice, cards and bots */
    rng = vl_rng_seed(5);
    play_out(&b, &rng);
    CHECK(json_equal(b.over, a.over));
    json_t *second = record_of(&b);
    const char *first_entry = strstr(text_at(second, "text"), "\n\n");
    static const char known[] = "\n\n; the same deal as another table:";
    CHECK(first_entry != NULL && strncmp(first_entry, known, strlen(known)) == 0);
    first_entry = strchr(first_entry + 2, '\n') + 1;
    a.conn = NULL; /* gone with the restart */
    client_close(&a);
    client_join(&a, &t, 0, "en");
    json_t *first = record_of(&a);
    const char *entry = strstr(text_at(first, "text"), "\n\n") + 2, *end = strstr(entry, "\nend ");
    CHECK(end != NULL && strncmp(entry, first_entry, (size_t)(end - entry)) == 0);
    CHECK(strstr(entry, "the same deal") == NULL);
    json_decref(first);
    json_decref(second);
    /* an ordinary fork of it has chance of its own again */
    client_ask(&b, "fork", ",\"rev\":0");
    CHECK(json_object_get(b.last, "same") == NULL);
    client_close(&a);
    client_close(&b);
    seam_close(&s);
}

/* ---- deleting ---- */

static bool is_kept(struct seam *s, const struct table *t)
{
    struct client c;

    client_open(&c, s, "en");
    client_enter(&c, t, t->token[0][0] ? t->token[0] : t->token[1], -1);
    seam_run(s);
    client_listen(&c);
    bool kept = c.joined != NULL;
    CHECK(kept || strcmp(c.error, "denied") == 0); /* as if the token had never been */
    client_close(&c);
    return kept;
}

TEST(rooms_delete_the_table_of_one_person)
{
    struct seam s;
    struct table t;
    struct client a, w;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hg", ",\"public\":true"));
    client_join(&a, &t, 0, "en");
    client_join(&w, &t, WATCH, "fr");
    client_ask(&a, "name", ",\"name\":\"Aliénor\"");
    client_ask(&a, "chat", ",\"text\":\"Ma grand-mère\"");
    CHECK(seam_store_holds(&s, "grand-m") && seam_store_holds(&s, "Ali"));
    client_ask(&w, "delete", "");
    CHECK_STR(w.error, "denied");
    CHECK(is_kept(&s, &t));
    client_ask(&a, "delete", "");
    CHECK(a.acked >= 0);
    CHECK_STR(text_at(a.last, "t"), "left");
    CHECK_STR(text_at(a.last, "why"), "deleted");
    client_listen(&w);
    CHECK_STR(text_at(w.last, "why"), "deleted");
    CHECK(!seam_store_holds(&s, "grand-m") && !seam_store_holds(&s, "Ali"));
    CHECK(!seam_store_holds(&s, t.room));
    CHECK(!is_kept(&s, &t));
    client_ask(&a, "delete", "");
    CHECK_STR(a.error, "denied");                                  /* at no table */
    seam_sayf(w.conn, "{\"t\":\"join\",\"room\":\"%s\"}", t.room); /* it was public */
    seam_run(&s);
    client_listen(&w);
    CHECK_STR(w.error, "unknown");
    client_close(&a);
    client_close(&w);
    seam_close(&s);
}

TEST(rooms_delete_a_table_when_all_its_people_agree)
{
    struct seam s;
    struct table t;
    struct client c[2];

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hh", ""));
    client_join(&c[0], &t, 0, "en");
    client_join(&c[1], &t, 1, "en");
    for (int agree = 0; agree < 2; agree++) {
        client_ask(&c[0], "delete", "");
        CHECK_STR(text_at(c[0].last, "t"), "vote");
        CHECK_STR(text_at(c[0].last, "what"), "delete");
        client_listen(&c[1]);
        client_ask(&c[1], "vote", ",\"vote\":%lld,\"agree\":%s",
                   (long long)int_at(c[0].last, "vote"), agree ? "true" : "false");
        client_listen(&c[0]);
        if (!agree) {
            CHECK(is_kept(&s, &t));
            client_ask(&c[0], "move", ",\"rev\":0,\"move\":\"choose_guardian kulak\"");
            CHECK_STR(c[0].error, "");
            client_listen(&c[1]);
        }
    }
    CHECK_STR(text_at(c[0].last, "why"), "deleted");
    CHECK_STR(text_at(c[1].last, "why"), "deleted");
    CHECK(!is_kept(&s, &t));
    client_close(&c[0]);
    client_close(&c[1]);
    seam_close(&s);
}

/* Whoever waits at a table that goes is told so; and a disk that fails deletes
 * nothing. */
TEST(rooms_delete_a_table_that_waits_for_people)
{
    struct seam s;
    struct table t;
    struct client a, b, late;

    seam_open(&s, NULL);
    CHECK(table_make(&t, &s, "runemasters", "{}", "hho", ",\"public\":true"));
    client_join(&b, &t, 1, "en");
    client_ask(&b, "delete", "");
    CHECK_STR(text_at(b.last, "t"), "vote"); /* the first one made it, as a rule */
    client_join(&a, &t, 0, "en");
    seam_store_fail(&s, VL_IO, 1);
    client_ask(&a, "delete", "");
    CHECK_STR(a.error, "io");
    CHECK(is_kept(&s, &t));
    client_open(&late, &s, "en");
    client_say(&a, "name", ",\"name\":\"A\"");
    client_say(&a, "delete", ""); /* waits for the name */
    client_say(&b, "name", ",\"name\":\"B\"");
    CHECK(seam_store_one(&s));
    seam_sayf(late.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t.room);
    seam_run(&s);
    client_listen(&a);
    client_listen(&b);
    client_listen(&late);
    CHECK_STR(text_at(a.last, "why"), "deleted");
    CHECK_STR(text_at(b.last, "why"), "deleted");
    CHECK_STR(late.error, "unknown");
    CHECK(!is_kept(&s, &t));
    client_close(&a);
    client_close(&b);
    client_close(&late);
    seam_close(&s);
}
