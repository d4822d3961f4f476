/* Which tables stay in memory: a table that anybody or anything still needs is
 * never let go, whoever makes others meanwhile. Limits are tiny here, so that what
 * takes hundreds of tables on a server happens with a handful. */
#include "rooms_table.h"
#include "unit/test.h"

#include <stdio.h>
#include <string.h>

enum { CROWD = 3 }; /* tables made by others: more than any limit here */

static struct server_limits tiny(int64_t rooms, int64_t idle)
{
    struct server_limits l = server_limits_default();

    l.rooms = rooms;
    l.rooms_idle = idle;
    l.chat_ms = l.table_ms = l.record_ms = l.hint_ms = l.point_ms = l.address_line_ms =
        l.address_table_ms = l.address_claim_ms = l.address_join_ms = l.resync_ms = 0;
    return l;
}

#define CHECK_SOUND(s) CHECK_STR(rooms_broken((s)->rooms), NULL)

/* Others make tables; the store has not answered yet. */
static void ask_for_tables(struct seam *s, struct client *others)
{
    for (int i = 0; i < CROWD; i++) {
        client_open(&others[i], s, "fr");
        seam_say(others[i].conn, "{\"t\":\"create\",\"game\":\"hands\",\"options\":{\"seats\":2},"
                                 "\"seats\":[{\"kind\":\"human\"},{\"kind\":\"open\"}]}");
    }
}

/* Everything becomes durable, one by one. */
static void run_soundly(struct seam *s)
{
    CHECK_SOUND(s);
    for (bool more = true; more;) {
        more = seam_store_one(s);
        CHECK_SOUND(s);
        more |= work_run(s->work) > 0;
        CHECK_SOUND(s);
    }
}

static void close_all(struct client *c, int n)
{
    for (int i = 0; i < n; i++)
        client_close(&c[i]);
}

/* ---- a change at a table that nobody is at ---- */

struct attack {
    struct seam s;
    struct table t;
    struct client me, others[CROWD];
};

/* A table with an open player that nobody is at, and one connection. */
static void attack_begin(struct attack *a, int64_t rooms, int64_t idle)
{
    struct server_limits l = tiny(rooms, idle);

    seam_open(&a->s, &l);
    CHECK(table_make(&a->t, &a->s, "hands", "{\"seats\":2}", "ho", ",\"public\":true"));
    client_open(&a->me, &a->s, "en");
    CHECK_SOUND(&a->s);
}

static void attack_end(struct attack *a)
{
    close_all(a->others, CROWD);
    client_close(&a->me);
    run_soundly(&a->s);
    seam_close(&a->s);
}

/* As visitors do it: claim, and at the same moment make tables until the one that
 * was claimed is the oldest that nobody is at. */
static void claim_and_crowd(int64_t rooms, int64_t idle)
{
    struct attack a;

    attack_begin(&a, rooms, idle);
    seam_sayf(a.me.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", a.t.room);
    ask_for_tables(&a.s, a.others);
    run_soundly(&a.s);
    client_listen(&a.me);
    CHECK_EQ(a.me.player, 1);
    CHECK_STR(a.me.error, "");
    attack_end(&a);
}

TEST(rooms_keep_a_table_while_a_claim_is_on_its_way)
{
    claim_and_crowd(100, 1);
    claim_and_crowd(100, 0);
    claim_and_crowd(2, 1);
}

TEST(rooms_keep_a_table_while_an_open_seat_is_taken_by_link)
{
    struct attack a;

    attack_begin(&a, 100, 1);
    ask_for_tables(&a.s, a.others);
    client_enter(&a.me, &a.t, a.t.token[1], -1);
    run_soundly(&a.s);
    client_listen(&a.me);
    CHECK_EQ(a.me.player, 1);
    attack_end(&a);
}

/* Whoever claimed is gone when the claim is durable: the seat is opened again, a
 * change that nobody asked for at a table that nobody is at. */
TEST(rooms_keep_a_table_while_a_seat_is_opened_again)
{
    struct attack a;

    attack_begin(&a, 100, 1);
    seam_sayf(a.me.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", a.t.room);
    client_close(&a.me);
    CHECK_SOUND(&a.s);
    CHECK(seam_store_one(&a.s)); /* the token */
    CHECK(seam_store_one(&a.s)); /* the seat, and then its opening */
    ask_for_tables(&a.s, a.others);
    run_soundly(&a.s);
    client_open(&a.me, &a.s, "en");
    seam_sayf(a.me.conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", a.t.room);
    run_soundly(&a.s);
    client_listen(&a.me);
    CHECK_EQ(a.me.player, 1);
    attack_end(&a);
}

/* ---- a change of somebody who left ---- */

/* Each is asked by the first player, who leaves before it is durable. */
TEST(rooms_keep_a_table_whose_last_change_is_of_one_who_left)
{
    static const char *const asked[] = { "{\"t\":\"chat\",\"cid\":\"a\",\"text\":\"bye\"}",
                                         "{\"t\":\"name\",\"cid\":\"a\",\"name\":\"Ada\"}",
                                         "{\"t\":\"bot\",\"cid\":\"a\",\"level\":\"random\"}",
                                         "{\"t\":\"renew\",\"cid\":\"a\"}",
                                         "{\"t\":\"delete\",\"cid\":\"a\"}" };

    for (int i = 0; i < VL_LEN(asked); i++) {
        struct attack a;

        attack_begin(&a, 100, 0);
        client_enter(&a.me, &a.t, a.t.token[0], -1);
        run_soundly(&a.s);
        seam_say(a.me.conn, asked[i]);
        CHECK_EQ(seam_store_waiting(&a.s), 1);
        seam_say(a.me.conn, "{\"t\":\"leave\"}");
        ask_for_tables(&a.s, a.others);
        run_soundly(&a.s);
        attack_end(&a);
    }
}

/* ---- bots ---- */

/* Plays until a bot is asked; false: the game was over before. */
static bool play_until_asked(struct client *me)
{
    struct work_stats k;

    for (;;) {
        while (seam_store_one(me->seam))
            continue;
        work_stats(me->seam->work, &k);
        if (k.queued > 0)
            return true;
        client_listen(me);
        const json_t *list = json_object_get(me->actions, "actions");
        if (json_array_size(list) == 0)
            return false;
        client_say(me, "move", ",\"rev\":%lld,\"move\":\"%s\"",
                   (long long)int_at(me->actions, "rev"), text_at(json_array_get(list, 0), "id"));
    }
}

TEST(rooms_keep_a_table_while_a_bot_thinks_for_it)
{
    struct server_limits l = tiny(100, 0);
    struct rooms_stats stats;
    struct client me;
    struct table t;
    struct seam s;

    seam_open(&s, &l);
    CHECK(table_make(&t, &s, "hands", "{\"seats\":2}", "hg", ""));
    client_open(&me, &s, "en");
    client_enter(&me, &t, t.token[0], -1);
    CHECK(play_until_asked(&me));
    client_close(&me);
    CHECK_SOUND(&s);
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.live, 1);
    CHECK_EQ(stats.idle, 0);
    run_soundly(&s);
    rooms_stats(s.rooms, &stats);
    CHECK_EQ(stats.live, 0);
    CHECK_EQ(stats.stale_bots, 0);
    seam_close(&s);
}

/* ---- anything, in any order ---- */

enum { TABLES = 12, PEOPLE = 8 };

struct crowd {
    struct seam s;
    struct table tables[TABLES];
    struct client people[PEOPLE];
    struct vl_rng rng;
};

static uint32_t draw(struct crowd *c, uint32_t n)
{
    return vl_rng_below(&c->rng, n);
}

static void say_something(struct crowd *c, struct client *p)
{
    static const char *const sayings[] = {
        "{\"t\":\"leave\"}",
        "{\"t\":\"chat\",\"text\":\"hm\"}",
        "{\"t\":\"name\",\"name\":\"Ada\"}",
        "{\"t\":\"bot\",\"level\":\"greedy\"}",
        "{\"t\":\"bot\",\"player\":1,\"level\":\"random\"}",
        "{\"t\":\"back\"}",
        "{\"t\":\"renew\"}",
        "{\"t\":\"delete\"}",
        "{\"t\":\"fork\"}",
        "{\"t\":\"hint\"}",
        "{\"t\":\"list\"}",
        "{\"t\":\"undo\",\"rev\":1}",
        "{\"t\":\"vote\",\"vote\":1,\"agree\":true}",
    };

    seam_say(p->conn, sayings[draw(c, VL_LEN(sayings))]);
}

static void make_a_table(struct crowd *c, struct client *p)
{
    static const char *const seats[] = {
        "{\"kind\":\"human\"},{\"kind\":\"open\"}",
        "{\"kind\":\"open\"},{\"kind\":\"open\"}",
        "{\"kind\":\"open\"},{\"kind\":\"bot\",\"level\":\"greedy\"}",
    };

    seam_sayf(p->conn,
              "{\"t\":\"create\",\"game\":\"hands\",\"options\":{\"seats\":2},\"public\":true,"
              "\"watch_delay\":%d,\"seats\":[%s]}",
              draw(c, 2) ? 0 : 5, seats[draw(c, VL_LEN(seats))]);
}

static void come_in(struct crowd *c, struct client *p)
{
    const struct table *t = &c->tables[draw(c, TABLES)];
    uint32_t how = draw(c, 4);

    if (how == 0)
        client_enter(p, t, NULL, -1);
    else if (how == 1)
        client_enter(p, t, t->token[draw(c, 2)], -1);
    else
        seam_sayf(p->conn, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true,\"name\":\"Bo\"}",
                  t->room);
}

static void play_on(struct client *p)
{
    const json_t *list = json_object_get(p->actions, "actions");

    if (json_array_size(list) > 0)
        client_say(p, "move", ",\"rev\":%lld,\"move\":\"%s\"", (long long)int_at(p->actions, "rev"),
                   text_at(json_array_get(list, 0), "id"));
}

/* A new table takes the place of another one in people's heads. */
static void keep_table(struct crowd *c, const json_t *made)
{
    struct table *t = &c->tables[draw(c, TABLES)];
    json_t *link;
    size_t i;

    snprintf(t->room, sizeof t->room, "%s", text_at(made, "room"));
    memset(t->token, 0, sizeof t->token);
    json_array_foreach(json_object_get(made, "links"), i, link) snprintf(
        t->token[int_at(link, "player")], sizeof t->token[0], "%s", text_at(link, "token"));
}

/* What people see of a table they left is nobody's view any more. */
static void hear(struct crowd *c, struct client *p)
{
    const char *text;

    while ((text = seam_next(p->conn)) != NULL) {
        json_t *m = json_loads(text, 0, NULL);

        if (strcmp(text_at(m, "t"), "actions") == 0) {
            json_decref(p->actions);
            p->actions = json_incref(m);
        } else if (strcmp(text_at(m, "t"), "created") == 0) {
            keep_table(c, m);
        }
        json_decref(m);
    }
}

static void one_event(struct crowd *c)
{
    struct client *p = &c->people[draw(c, PEOPLE)];

    hear(c, p);
    switch (draw(c, 12)) {
    case 0: make_a_table(c, p); break;
    case 1:
    case 2: come_in(c, p); break;
    case 3: say_something(c, p); break;
    case 4:
    case 5: play_on(p); break;
    case 6:
        client_close(p);
        CHECK_SOUND(&c->s);
        client_open(p, &c->s, "en");
        break;
    case 7: work_run(c->s.work); break;
    case 8:
        seam_now_ms += 1000;
        c->s.app.tick(c->s.app.ctx);
        break;
    default: seam_store_one(&c->s); break;
    }
}

/* The store fails now and then, and takes a few requests only. */
static void one_mishap(struct crowd *c)
{
    static const int faults[] = { VL_IO, VL_DUPLICATE, VL_MEMORY };

    if (draw(c, 40) == 0)
        seam_store_fail(&c->s, faults[draw(c, VL_LEN(faults))], 1);
    if (draw(c, 40) == 0)
        seam_store_room(&c->s, (int)draw(c, 4));
}

static void crowd_of(uint64_t seed, int64_t rooms, int64_t idle, int events)
{
    struct server_limits l = tiny(rooms, idle);
    struct crowd c = { .rng = vl_rng_seed(seed) };

    l.room_queue = 2;
    seam_open(&c.s, &l);
    seam_seed(seed + 1);
    for (int i = 0; i < TABLES; i++)
        CHECK(table_make(&c.tables[i], &c.s, "hands", "{\"seats\":2}",
                         i % 3 == 0   ? "oo"
                         : i % 3 == 1 ? "og"
                                      : "ho",
                         ",\"public\":true"));
    for (int i = 0; i < PEOPLE; i++)
        client_open(&c.people[i], &c.s, "en");
    for (int i = 0; i < events; i++) {
        one_mishap(&c);
        one_event(&c);
        if (!CHECK_SOUND(&c.s)) {
            printf("seed %llu, event %d\n", (unsigned long long)seed, i);
            break;
        }
    }
    seam_store_room(&c.s, 0);
    close_all(c.people, PEOPLE);
    run_soundly(&c.s);
    seam_close(&c.s);
}

TEST(rooms_are_sound_after_every_event)
{
    for (int i = 0; i < test_times(20, 400); i++) {
        crowd_of((uint64_t)i, 100, 2, 2000);
        crowd_of((uint64_t)i, 100, 0, 2000);
        crowd_of((uint64_t)i, 4, 2, 2000);
    }
}
