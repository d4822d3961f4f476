/* attack_seats.c - everybody tries to play for somebody else.
 *
 * The tables are ours, so for each we know who decides. Strangers, spectators
 * and the players who are not asked send moves, with and without seat numbers,
 * and try tokens of other tables, of other players and of nobody. None of it may
 * be accepted, and no table may move. Then the one who decides plays one move,
 * which must be accepted, and all begins again. */
#include "attack.h"

#include "samples.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 3, TABLE_CONNS = PLAYERS + 1 + 4, BATCH = 16, TABLES_MAX = 256, PATIENCE_S = 20 };

/* Conns 0..2 are the players, 3 watches, the others are strangers. */
enum { WATCHER = PLAYERS, STRANGER };

struct bench_table;

struct person {
    struct bench_table *table;
    struct client *client;
    int role;      /* place in the table's list */
    int waiting;   /* answers that are due */
    int left;      /* tries of this round that are not sent yet */
    bool is_ready; /* greeted, and seated unless it is a stranger */
};

struct bench_table {
    struct authority *all;
    struct person person[TABLE_CONNS];
    char room[32], token[PLAYERS + 1][32];
    int64_t rev;
    int decider;
    int control_role; /* who was asked to play the right move */
    char decided_cid[32];
    int moves_len;
    char moves[32][64];
};

struct authority {
    struct attack *a;
    struct bench_table *tables;
    int tables_len;
    uint64_t tries, refused, accepted, wrong;
    uint64_t moves_accepted, moves_refused; /* of those who may */
    uint64_t by_status[5];                  /* denied, unknown, stale, busy, else */
    char what[200];
};

static uint32_t roll(struct bench_table *t, uint32_t below)
{
    return net_random(t->all->a->net, below);
}

static struct bench_table *another(struct bench_table *t)
{
    struct authority *u = t->all;
    uint32_t i = (uint32_t)(t - u->tables);

    return &u->tables[(i + 1 + roll(t, (uint32_t)u->tables_len - 1)) % (uint32_t)u->tables_len];
}

/* ---- a wrong request ---- */

/* A token that nobody has: one of theirs with some characters changed. */
static void forge(struct bench_table *t, char *out)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";

    memcpy(out, t->token[roll(t, PLAYERS + 1)], 27);
    /* At different places, so that no change takes another one back. */
    for (uint32_t at = roll(t, 12), n = 1 + roll(t, 3); n > 0; n--, at += 1 + roll(t, 4)) {
        char was = out[at];
        while (out[at] == was)
            out[at] = digits[roll(t, 32)];
    }
}

static int wrong_join(struct bench_table *t, char *out, size_t cap)
{
    char token[32];
    struct bench_table *o = another(t);

    switch (roll(t, 4)) {
    case 0: memcpy(token, o->token[roll(t, PLAYERS + 1)], 27); break;
    case 1: forge(t, token); break;
    case 2: return snprintf(out, cap, "{\"t\":\"join\",\"room\":\"%s\"}", t->room);
    default: return snprintf(out, cap, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", t->room);
    }
    token[26] = '\0';
    return snprintf(out, cap, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"}", t->room, token);
}

static int wrong_move(struct bench_table *t, char *out, size_t cap)
{
    const char *move = t->moves[roll(t, (uint32_t)t->moves_len)];
    long long rev = (long long)t->rev;
    unsigned r = roll(t, 1000000000), seat = roll(t, 4);

    if (roll(t, 8) == 0)
        rev += (long long)roll(t, 5) - 2;
    if (roll(t, 3) == 0)
        return snprintf(out, cap, "{\"t\":\"move\",\"cid\":\"w%u\",\"rev\":%lld,\"move\":\"%s\"}",
                        r, rev < 0 ? 0 : rev, move);
    return snprintf(out, cap,
                    "{\"t\":\"move\",\"cid\":\"w%u\",\"rev\":%lld,\"move\":\"%s\",\"seat\":%u}", r,
                    rev < 0 ? 0 : rev, move, seat);
}

/* What only players may do, by somebody who is none. */
static int wrong_word(struct bench_table *t, char *out, size_t cap)
{
    unsigned r = roll(t, 1000000000);

    switch (roll(t, 11)) {
    case 0:
        return snprintf(out, cap, "{\"t\":\"undo\",\"cid\":\"u%u\",\"rev\":%lld}", r,
                        (long long)t->rev);
    case 1: return snprintf(out, cap, "{\"t\":\"vote\",\"vote\":%u,\"agree\":true}", r % 5);
    case 2: return snprintf(out, cap, "{\"t\":\"name\",\"name\":\"Eve\"}");
    case 3: return snprintf(out, cap, "{\"t\":\"bot\",\"level\":\"random\",\"player\":%u}", r % 3);
    case 4: return snprintf(out, cap, "{\"t\":\"back\"}");
    case 5: return snprintf(out, cap, "{\"t\":\"chat\",\"cid\":\"h%u\",\"phrase\":\"hello\"}", r);
    case 6: return snprintf(out, cap, "{\"t\":\"renew\",\"cid\":\"r%u\"}", r);
    case 7: return snprintf(out, cap, "{\"t\":\"hint\",\"cid\":\"i%u\"}", r);
    case 8: return snprintf(out, cap, "{\"t\":\"point\",\"item\":\"die.%u\"}", r % 6);
    case 9: return snprintf(out, cap, "{\"t\":\"delete\",\"cid\":\"d%u\"}", r);
    default: return snprintf(out, cap, "{\"t\":\"fork\",\"cid\":\"f%u\"}", r);
    }
}

static void try_one(struct person *p)
{
    struct bench_table *t = p->table;
    char text[512];
    int n;

    if (p->role >= STRANGER)
        n = roll(t, 2)   ? wrong_join(t, text, sizeof text)
            : roll(t, 2) ? wrong_move(t, text, sizeof text)
                         : wrong_word(t, text, sizeof text);
    else if (p->role == WATCHER && roll(t, 2))
        n = wrong_word(t, text, sizeof text);
    else
        n = wrong_move(t, text, sizeof text);
    p->left--;
    p->waiting++;
    t->all->tries++;
    client_send(p->client, text, (size_t)n);
}

/* Between a join and its answer all else is "busy", so strangers try one thing
 * after the other; the others send everything at once. */
static void try_batch(struct person *p)
{
    p->left = BATCH;
    do
        try_one(p);
    while (p->left > 0 && p->role < STRANGER);
}

/* The one who decides is not asked for wrong things; it plays in between. */
static bool may_try(const struct person *p)
{
    return p->client && p->is_ready && p->role != p->table->decider;
}

/* ---- answers ---- */

static void note(struct authority *u, const char *text, size_t len)
{
    if (!u->what[0])
        for (size_t i = 0; i < len && i + 1 < sizeof u->what; i++)
            u->what[i] = text[i] == '"' || text[i] == '\\' ? '\'' : text[i];
}

static void count_refusal(struct authority *u, struct span status)
{
    static const char *const words[] = { "denied", "unknown", "stale", "busy" };
    int i = 0;

    while (i < 4 && !wire_is(status, words[i]))
        i++;
    u->by_status[i]++;
    u->refused++;
}

static void learn_actions(struct bench_table *t, int role, const char *text, size_t len)
{
    struct span actions = wire_find(text, len, "actions"), one;
    size_t at = 0;

    t->decider = role;
    t->rev = wire_int(wire_find(text, len, "rev"));
    t->moves_len = 0;
    while ((one = wire_next(actions, &at)).p && t->moves_len < 32)
        if (wire_text(wire_in(one, "id"), t->moves[t->moves_len], sizeof t->moves[0]))
            t->moves_len++;
}

static void control_answer(struct person *p, bool is_ack, const char *text, size_t len)
{
    struct authority *u = p->table->all;

    if (!wire_is(wire_find(text, len, "cid"), p->table->decided_cid))
        return;
    p->table->decided_cid[0] = '\0';
    *(is_ack ? &u->moves_accepted : &u->moves_refused) += 1;
    if (!is_ack)
        note(u, text, len);
    p->waiting--;
}

static void seat_text(void *ctx, struct client *c, const char *text, size_t len)
{
    struct person *p = ctx;
    struct bench_table *t = p->table;
    struct authority *u = t->all;
    struct span type = wire_find(text, len, "t");

    (void)c;
    if (wire_is(type, "actions")) {
        learn_actions(t, p->role, text, len);
    } else if (t->decided_cid[0] && p->role == t->control_role &&
               (wire_is(type, "ack") || wire_is(type, "error"))) {
        control_answer(p, wire_is(type, "ack"), text, len);
    } else if (p->role < STRANGER && wire_is(wire_find(text, len, "re"), "join")) {
        /* one of the questions of join_all() that came too late */
    } else if (wire_is(type, "error")) {
        p->waiting--;
        count_refusal(u, wire_find(text, len, "status"));
        if (p->left > 0)
            try_one(p);
    } else if (wire_is(type, "ack") || wire_is(type, "forked") || wire_is(type, "renewed") ||
               wire_is(type, "hint") || wire_is(type, "pointed") || wire_is(type, "left") ||
               (wire_is(type, "joined") && p->role >= STRANGER)) {
        p->waiting--;
        u->accepted++;
        note(u, text, len);
    }
}

/* ---- setting the tables ---- */

static void bench_open(void *ctx, struct client *c)
{
    static const char hello[] = "{\"t\":\"hello\",\"version\":2,\"lang\":\"en\"}";

    (void)ctx;
    client_send(c, hello, sizeof hello - 1);
}

static void join_all(struct bench_table *t);

static void bench_text(void *ctx, struct client *c, const char *text, size_t len)
{
    struct person *p = ctx;
    struct bench_table *t = p->table;
    struct span type = wire_find(text, len, "t");
    size_t at = 0;

    if (p->is_ready) {
        seat_text(ctx, c, text, len);
    } else if (wire_is(type, "welcome")) {
        static const char create[] =
            "{\"t\":\"create\",\"cid\":\"c\",\"game\":\"runemasters\",\"seats\":["
            "{\"kind\":\"human\"},{\"kind\":\"human\"},{\"kind\":\"human\"}]}";
        if (p->role == 0)
            client_send(c, create, sizeof create - 1);
        else if (p->role >= STRANGER)
            p->is_ready = true;
        p->waiting = 0;
    } else if (wire_is(type, "created")) {
        struct span links = wire_find(text, len, "links");
        wire_text(wire_find(text, len, "room"), t->room, sizeof t->room);
        for (int i = 0; i < PLAYERS; i++)
            wire_text(wire_in(wire_next(links, &at), "token"), t->token[i], sizeof t->token[i]);
        wire_text(wire_in(wire_find(text, len, "watch"), "token"), t->token[WATCHER],
                  sizeof t->token[WATCHER]);
        join_all(t);
    } else if (wire_is(type, "joined")) {
        p->is_ready = true;
    } else if (wire_is(type, "actions")) {
        learn_actions(t, p->role, text, len);
    }
}

static void bench_closed(void *ctx, struct client *c, int code)
{
    struct person *p = ctx;

    (void)c;
    (void)code;
    p->client = NULL;
    p->waiting = p->left = 0;
}

/* The players and the watcher come in one after the other: the first has greeted,
 * the others may still be connecting, so they ask until they are in. */
static void join_all(struct bench_table *t)
{
    char text[128];

    for (int i = 0; i <= WATCHER; i++) {
        struct person *p = &t->person[i];
        if (!p->client || p->is_ready || !t->room[0] || !client_is_open(p->client))
            continue;
        int n = snprintf(text, sizeof text, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"}",
                         t->room, t->token[i]);
        client_send(p->client, text, (size_t)n);
    }
}

static bool all_ready(struct authority *u)
{
    for (int i = 0; i < u->tables_len; i++) {
        for (int k = 0; k < TABLE_CONNS; k++)
            if (!u->tables[i].person[k].is_ready)
                return false;
        if (u->tables[i].moves_len == 0)
            return false;
    }
    return true;
}

static bool wait_ready(struct authority *u)
{
    uint64_t until = net_now() + (uint64_t)PATIENCE_S * 1000000000u, next = net_now() + 300000000u;

    while (!all_ready(u) && net_now() < until) {
        if (net_now() >= next) {
            next += 300000000u;
            for (int i = 0; i < u->tables_len; i++)
                join_all(&u->tables[i]);
        }
        attack_turn(u->a);
    }
    return all_ready(u);
}

static int waiting(struct authority *u)
{
    int n = 0;

    for (int i = 0; i < u->tables_len; i++)
        for (int k = 0; k < TABLE_CONNS; k++)
            n += u->tables[i].person[k].waiting > 0;
    return n;
}

static bool wait_answers(struct authority *u)
{
    uint64_t until = net_now() + (uint64_t)PATIENCE_S * 1000000000u;

    while (waiting(u) > 0 && net_now() < until)
        attack_turn(u->a);
    return waiting(u) == 0;
}

/* ---- the rounds ---- */

/* Those who may, do: each table moves by one decision. */
static void control(struct authority *u)
{
    for (int i = 0; i < u->tables_len; i++) {
        struct bench_table *t = &u->tables[i];
        struct person *p = &t->person[t->decider];
        char text[256];
        if (!p->client || t->moves_len == 0)
            continue;
        snprintf(t->decided_cid, sizeof t->decided_cid, "ok%u", roll(t, 1000000000));
        int n = snprintf(
            text, sizeof text, "{\"t\":\"move\",\"cid\":\"%s\",\"rev\":%lld,\"move\":\"%s\"}",
            t->decided_cid, (long long)t->rev, t->moves[roll(t, (uint32_t)t->moves_len)]);
        t->moves_len = 0;
        t->control_role = t->decider;
        p->waiting++;
        client_send(p->client, text, (size_t)n);
    }
    wait_answers(u);
    uint64_t until = net_now() + 500000000u;
    for (int i = 0; i < u->tables_len; i++)
        while (u->tables[i].moves_len == 0 && net_now() < until)
            attack_turn(u->a);
}

static void try_round(struct authority *u)
{
    for (int i = 0; i < u->tables_len; i++)
        for (int k = 0; k < TABLE_CONNS; k++)
            if (may_try(&u->tables[i].person[k]) && u->tables[i].moves_len > 0)
                try_batch(&u->tables[i].person[k]);
    if (!wait_answers(u)) {
        u->wrong++;
        note(u, "no answer", 9);
    }
}

void attack_seats(struct attack *a, uint64_t tries, int tables)
{
    static const struct client_calls calls = { bench_open, bench_text, bench_closed, NULL, NULL };
    struct authority u = { .a = a };
    uint64_t began = net_now();
    int rounds = 0;

    u.tables_len = tables < 2 ? 2 : tables > TABLES_MAX ? TABLES_MAX : tables;
    u.tables = calloc((size_t)u.tables_len, sizeof *u.tables);
    for (int i = 0; u.tables && i < u.tables_len; i++) {
        u.tables[i].all = &u;
        u.tables[i].decider = -1;
        for (int k = 0; k < TABLE_CONNS; k++) {
            struct person *p = &u.tables[i].person[k];
            p->table = &u.tables[i];
            p->role = k;
            p->client = client_connect(a->net, &calls, p, CLIENT_NEXT_SOURCE);
        }
    }
    bool is_set = u.tables && wait_ready(&u);
    uint64_t before = 0;
    while (is_set && u.tries < tries && u.wrong == 0) {
        before = u.tries;
        try_round(&u);
        if (u.tries == before)
            break; /* every game is over */
        if (++rounds % 4 == 0 || u.tries >= tries)
            control(&u);
    }
    printf("{\"is_set\":%s,\"tries\":%llu,\"refused\":%llu,\"accepted\":%llu,\"unanswered\":%llu,"
           "\"right_moves_accepted\":%llu,\"right_moves_refused\":%llu,\"denied\":%llu,\"unknown\":"
           "%llu,"
           "\"stale\":%llu,\"busy\":%llu,\"else\":%llu,\"seconds\":%.1f,\"what\":\"%s\"}\n",
           is_set ? "true" : "false", (unsigned long long)u.tries, (unsigned long long)u.refused,
           (unsigned long long)u.accepted, (unsigned long long)u.wrong,
           (unsigned long long)u.moves_accepted, (unsigned long long)u.moves_refused,
           (unsigned long long)u.by_status[0], (unsigned long long)u.by_status[1],
           (unsigned long long)u.by_status[2], (unsigned long long)u.by_status[3],
           (unsigned long long)u.by_status[4], (double)(net_now() - began) / 1e9, u.what);
    for (int i = 0; u.tables && i < u.tables_len; i++)
        for (int k = 0; k < TABLE_CONNS; k++)
            if (u.tables[i].person[k].client)
                client_abort(u.tables[i].person[k].client);
    for (int i = 0; i < 200 && a->net->live > 0; i++)
        attack_turn(a);
}
