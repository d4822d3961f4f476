/* attack_mutate.c - valid exchanges with something wrong in them, by the million.
 *
 * Each connection greets, joins a table and then sends batches of frames, every
 * batch closed by a ping: its pong tells that the server has read them all, and
 * how long it took. Most frames are JSON with wrong values, so that they get far
 * into the server; one in FRAMING is a broken frame, which ends the connection,
 * and one connection in HANDSHAKES begins with a mutated request. */
#include "attack.h"

#include "samples.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 24,
    FRAMING = 200,
    HANDSHAKES = 8,
    TEXT_MAX = 3000,
    FRAME_MAX = 4096,
    SILENCE_S = 20 /* an answer that takes longer counts as a hang, and the run ends */
};

enum mutant_state { MUTANT_OUT, MUTANT_OPENING, MUTANT_GREETED, MUTANT_WORKING, MUTANT_GARBLED };

struct mutation {
    struct attack *a;
    struct mutant *all;
    int conns;
    uint64_t frames, frames_max, requests, opened, texts_in;
    uint64_t closed_by_code, closed_without, hangs;
    struct samples batch;
    char room[32], token[32], watch[32], other[32], game[64];
    bool has_table;
};

struct mutant {
    struct mutation *m;
    struct client *client;
    uint8_t state; /* enum mutant_state */
    uint64_t sent_ns;
    int64_t rev;
    char move[128]; /* a legal one */
};

static uint32_t roll(struct mutant *k, uint32_t below)
{
    return net_random(k->m->a->net, below);
}

/* ---- valid messages ---- */

static size_t valid(struct mutant *k, char *out, size_t cap)
{
    const struct mutation *m = k->m;
    long long rev = (long long)k->rev;
    const char *move = k->move[0] ? k->move : "choose_guardian kulak";
    unsigned r = roll(k, 1000000);
    int n;

    switch (roll(k, 32)) {
    case 0:
        n = snprintf(out, cap,
                     "{\"t\":\"hello\",\"version\":2,\"lang\":\"fr\",\"client\":\"m %u\"}", r);
        break;
    case 1: n = snprintf(out, cap, "{\"t\":\"ping\",\"cid\":\"p%u\"}", r); break;
    case 2: n = snprintf(out, cap, "{\"t\":\"game\",\"game\":\"%s\"}", m->game); break;
    case 3:
        n = snprintf(out, cap, "{\"t\":\"list\",\"cid\":\"l%u\",\"game\":\"%s\"}", r, m->game);
        break;
    case 4:
        n = snprintf(
            out, cap,
            "{\"t\":\"create\",\"cid\":\"c%u\",\"game\":\"%s\",\"options\":{\"guardians\":2,"
            "\"difficulty\":\"hero\"},\"seats\":[{\"kind\":\"human\",\"name\":\"Ana\"},{\"kind\":"
            "\"bot\",\"level\":\"random\"}],\"public\":true,\"chat\":\"all\"}",
            r, m->game);
        if (roll(k, 40))
            n = snprintf(out, cap,
                         "{\"t\":\"create\",\"game\":\"%s\",\"seats\":[{\"kind\":\"bot\"}]}",
                         m->game);
        break;
    case 5:
        n = snprintf(out, cap, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\",\"since\":%lld}",
                     m->room, roll(k, 2) ? m->token : m->watch, rev);
        break;
    case 6:
        n = snprintf(out, cap, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true,\"name\":\"Bo\"}",
                     m->room);
        break;
    case 7: n = snprintf(out, cap, roll(k, 20) ? "{\"t\":\"resync\"}" : "{\"t\":\"leave\"}"); break;
    case 8: n = snprintf(out, cap, "{\"t\":\"resync\",\"since\":%lld}", rev); break;
    case 9: n = snprintf(out, cap, "{\"t\":\"at\",\"rev\":%lld}", rev); break;
    case 10: n = snprintf(out, cap, "{\"t\":\"record\",\"from\":0}"); break;
    case 11:
    case 12:
    case 13:
        n = snprintf(out, cap,
                     "{\"t\":\"move\",\"cid\":\"m%u\",\"rev\":%lld,\"move\":\"%s\",\"seat\":0}", r,
                     rev, move);
        break;
    case 14:
        n = snprintf(out, cap, "{\"t\":\"undo\",\"cid\":\"u%u\",\"rev\":%lld,\"to\":%lld}", r, rev,
                     rev > 0 ? rev - 1 : 0);
        break;
    case 15: n = snprintf(out, cap, "{\"t\":\"undo\",\"cid\":\"u%u\",\"rev\":%lld}", r, rev); break;
    case 16: n = snprintf(out, cap, "{\"t\":\"vote\",\"vote\":%u,\"agree\":true}", r % 10); break;
    case 17: n = snprintf(out, cap, "{\"t\":\"name\",\"name\":\"\\u202eAn\\u00e9 %u\"}", r); break;
    case 18:
        n = snprintf(out, cap, "{\"t\":\"bot\",\"level\":\"random\",\"player\":%u}", r % 3);
        break;
    case 19: n = snprintf(out, cap, "{\"t\":\"back\"}"); break;
    case 20:
        n = snprintf(out, cap, "{\"t\":\"chat\",\"cid\":\"h%u\",\"phrase\":\"hello\"}", r);
        break;
    case 21:
        n = snprintf(out, cap, "{\"t\":\"chat\",\"cid\":\"h%u\",\"text\":\"<b>\\u001b[31m%u\"}", r,
                     r);
        break;
    case 22: n = snprintf(out, cap, "{\"t\":\"preview\",\"move\":\"%s\"}", move); break;
    case 23: n = snprintf(out, cap, "{\"t\":\"why\",\"move\":\"%s\"}", move); break;
    case 24:
        n = snprintf(out, cap,
                     roll(k, 50) ? "{\"t\":\"fork\",\"rev\":-1}" : "{\"t\":\"fork\",\"rev\":0}");
        break;
    case 26: n = snprintf(out, cap, "{\"t\":\"hint\",\"cid\":\"i%u\"}", r); break;
    case 27: n = snprintf(out, cap, "{\"t\":\"point\",\"item\":\"die.%u\"}", r % 6); break;
    case 28: n = snprintf(out, cap, "{\"t\":\"delete\",\"rev\":%u}", r); break; /* no such field */
    case 25:
        n = snprintf(out, cap,
                     roll(k, 4) ? "{\"t\":\"back\",\"cid\":\"b%u\"}"
                                : "{\"t\":\"leave\",\"cid\":\"b%u\"}",
                     r);
        break;
    default:
        n = snprintf(out, cap, "{\"t\":\"move\",\"cid\":\"m%u\",\"rev\":%lld,\"move\":\"%s\"}", r,
                     rev, move);
        break;
    }
    return n > 0 && (size_t)n < cap ? (size_t)n : 0;
}

/* ---- mutations of a text ---- */

static const char *const bits[] = {
    "null",
    "true",
    "false",
    "-1",
    "0",
    "-0",
    "00",
    "1e9",
    "1.5",
    "1e309",
    "9007199254740991",
    "9007199254740992",
    "18446744073709551616",
    "-9223372036854775809",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\udfff\\ud800\"",
    "[]",
    "{}",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "{\"\":",
    ",",
    ":",
    "\"t\":\"move\",",
    "\"cid\":\"x\",",
    "\"seats\":[",
    "]",
    "}",
    "\\",
    "\"",
    "\\u202e",
    "\xe2\x80\xae",
    "\x7f",
    "\t",
    "\r\n",
    "\"rev\":",
    "//",
    "NaN",
    "'",
    "{\"t\":\"hello\",\"version\":1}",
};

static size_t insert(char *text, size_t len, size_t at, const char *what, size_t n)
{
    if (len + n > TEXT_MAX)
        return len;
    memmove(text + at + n, text + at, len - at);
    memcpy(text + at, what, n);
    return len + n;
}

static size_t cut_out(char *text, size_t len, size_t at, size_t n)
{
    if (n > len - at)
        n = len - at;
    memmove(text + at, text + at + n, len - at - n);
    return len - n;
}

static size_t mutate(struct mutant *k, char *text, size_t len)
{
    char other[TEXT_MAX + 1];
    size_t at = len ? roll(k, (uint32_t)len) : 0, n;
    const char *bit = bits[roll(k, sizeof bits / sizeof bits[0])];

    if (len == 0)
        return insert(text, len, 0, bit, strlen(bit));
    switch (roll(k, 12)) {
    case 0: text[at] = (char)(text[at] ^ (1 << roll(k, 7))); break;
    case 1: text[at] = (char)(1 + roll(k, 126)); break;
    case 2: len = cut_out(text, len, at, 1 + roll(k, 8)); break;
    case 3: len = at; break;
    case 4:
        n = 1 + roll(k, 20);
        n = n < len - at ? n : len - at;
        memcpy(other, text + at, n);
        len = insert(text, len, roll(k, (uint32_t)len), other, n);
        break;
    case 5:
    case 6:
    case 7: len = insert(text, len, at, bit, strlen(bit)); break;
    case 8: /* a value in place of another one */
        for (n = at; n > 0 && text[n] != ':'; n--)
            ;
        if (text[n] == ':') {
            size_t stop = n + 1;
            while (stop < len && text[stop] != ',' && text[stop] != '}')
                stop++;
            len = cut_out(text, len, n + 1, stop - n - 1);
            len = insert(text, len, n + 1, bit, strlen(bit));
        }
        break;
    case 9: /* two messages grown together */
        n = valid(k, other, sizeof other);
        len = at;
        if (n > at && len + n - at <= TEXT_MAX) {
            memcpy(text + len, other + at, n - at);
            len += n - at;
        }
        break;
    case 10: /* the same bit, many times */
        for (int i = 0; i < 200; i++)
            len = insert(text, len, at, bit, strlen(bit));
        break;
    default: /* any byte at all: mostly no UTF-8 any more */
        if (roll(k, 20) == 0)
            text[at] = (char)roll(k, 256);
        break;
    }
    return len;
}

/* ---- mutations of a frame ---- */

static size_t broken_frame(struct mutant *k, uint8_t *out, const char *text, size_t len)
{
    struct net *n = k->m->a->net;
    size_t size = client_frame(n, out, 0x81, text, len);

    switch (roll(k, 10)) {
    case 0: out[0] = (uint8_t)roll(k, 256); break;               /* opcode, RSV, FIN */
    case 1: out[1] = (uint8_t)(out[1] & 0x7f); break;            /* not masked */
    case 2: out[1] = (uint8_t)roll(k, 256); break;               /* another length */
    case 3: size = 1 + roll(k, (uint32_t)size); break;           /* cut short, the next follows */
    case 4: size = client_frame(n, out, 0x82, text, len); break; /* binary */
    case 5: size = client_frame(n, out, 0x88, text, len < 125 ? len : 125); break; /* close */
    case 6: size = client_frame(n, out, 0x01, text, len); break;                   /* a fragment */
    case 7: size = client_frame(n, out, 0x80, text, len); break; /* continues nothing */
    case 8: size = client_frame(n, out, 0x89, text, len); break; /* ping, perhaps too long */
    default:
        for (int i = 0; i < 4; i++)
            out[roll(k, (uint32_t)size)] = (uint8_t)roll(k, 256);
        break;
    }
    return size;
}

static void send_batch(struct mutant *k)
{
    static uint8_t bytes[(BATCH + 1) * FRAME_MAX];
    char text[TEXT_MAX + 1];
    size_t at = 0;

    for (int i = 0; i < BATCH; i++) {
        size_t len = valid(k, text, sizeof text);
        for (uint32_t n = roll(k, 8) ? 1 + roll(k, 3) : 0; n > 0; n--)
            len = mutate(k, text, len);
        bool is_broken = roll(k, FRAMING) == 0;
        at += is_broken ? broken_frame(k, bytes + at, text, len)
                        : client_frame(k->m->a->net, bytes + at, 0x81, text, len);
        k->m->frames++;
    }
    at += client_frame(k->m->a->net, bytes + at, 0x89, "b", 1);
    k->sent_ns = net_now();
    client_raw(k->client, bytes, at);
}

/* ---- connections ---- */

static void mutant_open(void *ctx, struct client *c)
{
    static const char hello[] = "{\"t\":\"hello\",\"version\":2,\"lang\":\"en\"}";
    struct mutant *k = ctx;

    k->m->opened++;
    if (k->state == MUTANT_GARBLED) {
        char text[TEXT_MAX + 1];
        size_t len = (size_t)snprintf(text, sizeof text,
                                      "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: "
                                      "http://127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: "
                                      "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                                      "dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                                      k->m->a->net->port, k->m->a->net->port);
        for (uint32_t n = 1 + roll(k, 4); n > 0; n--)
            len = mutate(k, text, len);
        k->m->requests++;
        k->sent_ns = net_now();
        client_raw(c, text, len);
        return;
    }
    client_send(c, hello, sizeof hello - 1);
}

static void remember(struct mutant *k, const char *text, size_t len)
{
    struct span t = wire_find(text, len, "t"), one;
    struct span actions;
    size_t at = 0;
    uint32_t n = 0;

    if (wire_is(t, "actions")) {
        actions = wire_find(text, len, "actions");
        while ((one = wire_next(actions, &at)).p)
            if (roll(k, ++n) == 0)
                wire_text(wire_in(one, "id"), k->move, sizeof k->move);
    }
    if (wire_is(t, "actions") || wire_is(t, "step") || wire_is(t, "view"))
        k->rev = wire_int(wire_find(text, len, "rev"));
}

static void take_table(struct mutation *m, const char *text, size_t len)
{
    struct span links = wire_find(text, len, "links"), link;
    size_t at = 0;

    wire_text(wire_find(text, len, "room"), m->room, sizeof m->room);
    wire_text(wire_in(wire_find(text, len, "watch"), "token"), m->watch, sizeof m->watch);
    if ((link = wire_next(links, &at)).p)
        wire_text(wire_in(link, "token"), m->token, sizeof m->token);
    if ((link = wire_next(links, &at)).p)
        wire_text(wire_in(link, "token"), m->other, sizeof m->other);
    m->has_table = true;
}

static void greet(struct mutant *k)
{
    char text[512];
    const struct mutation *m = k->m;
    int n;

    if (!m->has_table && k == m->all)
        n = snprintf(
            text, sizeof text,
            "{\"t\":\"create\",\"cid\":\"c\",\"game\":\"%s\",\"seats\":[{\"kind\":\"human\"},"
            "{\"kind\":\"human\"}],\"public\":true}",
            m->game);
    else
        n = snprintf(text, sizeof text, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"}",
                     m->room,
                     roll(k, 3) == 0 ? m->watch
                     : roll(k, 2)    ? m->token
                                     : m->other);
    client_send(k->client, text, (size_t)n);
}

static void mutant_text(void *ctx, struct client *c, const char *text, size_t len)
{
    struct mutant *k = ctx;
    struct span t = wire_find(text, len, "t");

    (void)c;
    k->m->texts_in++;
    if (k->state == MUTANT_OPENING && wire_is(t, "welcome")) {
        k->state = MUTANT_GREETED;
        greet(k);
    } else if (k->state == MUTANT_GREETED && wire_is(t, "created")) {
        take_table(k->m, text, len);
        greet(k);
    } else if (k->state == MUTANT_GREETED && (wire_is(t, "joined") || wire_is(t, "error"))) {
        k->state = MUTANT_WORKING;
        send_batch(k);
    } else
        remember(k, text, len);
}

static void mutant_pong(void *ctx, struct client *c)
{
    struct mutant *k = ctx;

    (void)c;
    if (k->state != MUTANT_WORKING)
        return;
    samples_add(&k->m->batch, net_now() - k->sent_ns);
    if (k->m->frames < k->m->frames_max)
        send_batch(k);
}

static void mutant_closed(void *ctx, struct client *c, int code)
{
    struct mutant *k = ctx;

    (void)c;
    k->client = NULL;
    *(code ? &k->m->closed_by_code : &k->m->closed_without) += 1;
    k->state = MUTANT_OUT;
}

static void mutant_raw_bytes(void *ctx, struct client *c, const char *bytes, size_t len)
{
    struct mutant *k = ctx;

    (void)bytes;
    (void)len;
    /* An answer, whatever it says, is enough; what is still open is left. */
    if (k->state == MUTANT_GARBLED)
        client_abort(c);
}

static void open_mutant(struct mutant *k)
{
    static const struct client_calls calls = { mutant_open, mutant_text, mutant_closed, mutant_pong,
                                               NULL };
    static const struct client_calls raw = { mutant_open, NULL, mutant_closed, NULL,
                                             mutant_raw_bytes };
    struct net *n = k->m->a->net;

    k->rev = 0;
    k->sent_ns = net_now();
    if (k->m->has_table && roll(k, HANDSHAKES) == 0) {
        k->state = MUTANT_GARBLED;
        k->client = client_connect_raw(n, &raw, k, CLIENT_NEXT_SOURCE);
    } else {
        k->state = MUTANT_OPENING;
        k->client = client_connect(n, &calls, k, CLIENT_NEXT_SOURCE);
    }
}

/* A request that is still incomplete, or a frame whose rest never comes, is left
 * after a moment; one that should be answered and is not, is a hang. */
static void look_after(struct mutant *k, uint64_t now)
{
    uint64_t quiet = now - k->sent_ns;

    if (k->state == MUTANT_OUT && (k->m->has_table || k == k->m->all))
        open_mutant(k);
    else if (k->client && k->state == MUTANT_GARBLED && quiet > 50000000u)
        client_abort(k->client);
    else if (k->client && k->state == MUTANT_WORKING && quiet > 1000000000u) {
        /* Our own broken frame may have swallowed the ping: let a new connection
         * tell whether the server is alive. */
        client_abort(k->client);
    } else if (k->client && (k->state == MUTANT_OPENING || k->state == MUTANT_GREETED) &&
               quiet > (uint64_t)SILENCE_S * 1000000000u) {
        k->m->hangs++;
        client_abort(k->client);
    }
}

void attack_mutate(struct attack *a, uint64_t frames, int conns, const char *game)
{
    struct mutation m = { .a = a, .conns = conns, .frames_max = frames };
    uint64_t began = net_now();

    snprintf(m.game, sizeof m.game, "%s", game);
    m.all = calloc((size_t)conns, sizeof *m.all);
    for (int i = 0; m.all && i < conns; i++)
        m.all[i].m = &m;
    while (m.all && m.frames < frames && m.hangs == 0) {
        uint64_t now = net_now();
        for (int i = 0; i < conns; i++)
            look_after(&m.all[i], now);
        attack_turn(a);
        if (m.opened == 0 && net_now() - began > (uint64_t)SILENCE_S * 1000000000u)
            break;
    }
    double took = (double)(net_now() - began) / 1e9;
    for (int i = 0; m.all && i < conns; i++)
        if (m.all[i].client)
            client_abort(m.all[i].client);
    for (int i = 0; i < 200 && a->net->live > 0; i++)
        attack_turn(a);
    printf(
        "{\"frames\":%llu,\"requests\":%llu,\"connections\":%llu,\"seconds\":%.1f,\"answers\":%llu,"
        "\"closed_with_code\":%llu,\"closed_without\":%llu,\"hangs\":%llu,",
        (unsigned long long)m.frames, (unsigned long long)m.requests, (unsigned long long)m.opened,
        took, (unsigned long long)m.texts_in, (unsigned long long)m.closed_by_code,
        (unsigned long long)m.closed_without, (unsigned long long)m.hangs);
    samples_print(&m.batch);
    printf("}\n");
    samples_deinit(&m.batch);
}
