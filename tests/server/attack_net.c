/* attack_net.c - slow handshakes, readers that do not read, floods of connects. */
#include "attack.h"

#include "samples.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seconds_ns(int s)
{
    return (uint64_t)s * 1000000000u;
}

/* ---- slow-loris ---- */

enum { LORIS_RATE = 1000 }; /* connects per second: it is not a flood */

struct loris {
    struct client *client;
    uint64_t began_ns, next_ns;
    uint16_t sent;
    bool is_open;
    struct loris_all *all;
};

struct loris_all {
    struct samples closed; /* connect to being closed by the server */
    int open, closed_len;
};

static void loris_open(void *ctx, struct client *c)
{
    struct loris *o = ctx;

    (void)c;
    o->is_open = true;
    o->began_ns = o->next_ns = net_now();
    o->all->open++;
}

static void loris_closed(void *ctx, struct client *c, int code)
{
    struct loris *o = ctx;

    (void)c;
    (void)code;
    o->client = NULL;
    if (!o->is_open)
        return;
    o->all->open--;
    o->all->closed_len++;
    samples_add(&o->all->closed, net_now() - o->began_ns);
}

void attack_loris(struct attack *a, int n, int every_ms, int seconds)
{
    static const struct client_calls calls = { loris_open, NULL, loris_closed, NULL, NULL };
    static const char request[] =
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: slow slow slow\r\n";
    struct loris *all = calloc((size_t)n, sizeof *all);
    struct loris_all sum = { 0 };
    uint64_t began = net_now(), until = began + seconds_ns(seconds);
    int opened = 0, peak = 0;

    while (all && net_now() < until && (opened < n || sum.open > 0)) {
        double due = (double)(net_now() - began) * LORIS_RATE / 1e9 + 1;
        for (; opened < n && opened < due; opened++) {
            all[opened].all = &sum;
            all[opened].client = client_connect_raw(a->net, &calls, &all[opened],
                                                    CLIENT_NEXT_SOURCE);
        }
        for (int i = 0; i < opened; i++) {
            struct loris *o = &all[i];
            if (o->client && o->is_open && net_now() >= o->next_ns &&
                o->sent + 1u < sizeof request) {
                o->next_ns += (uint64_t)every_ms * 1000000u;
                client_raw(o->client, request + o->sent++, 1);
            }
        }
        peak = sum.open > peak ? sum.open : peak;
        attack_turn(a);
    }
    int left = sum.open;
    for (int i = 0; all && i < opened; i++)
        if (all[i].client)
            client_abort(all[i].client);
    while (all && sum.open > 0 && net_now() < until + seconds_ns(2))
        attack_turn(a);
    printf("{\"opened\":%d,\"peak\":%d,\"left\":%d,", opened, peak, left);
    samples_print(&sum.closed);
    printf("}\n");
    samples_deinit(&sum.closed);
    /* A connect may still be under way; its memory ends with the program. */
}

/* ---- readers that never read ---- */

/* As much as a connection has at first: with less, what is on its way is dropped, and with it
 * the server's word that it has heard us. */
enum { SINK_EVERY_NS = 100000000, SINK_KERNEL_BYTES = 64 << 10 };

struct sink {
    struct client *client;
    const char *room, *token;
    bool is_asking, is_gone;
    int asked;
    uint64_t next_ns, asked_ns, gone_ns;
};

static void sink_open(void *ctx, struct client *c)
{
    static const char hello[] = "{\"t\":\"hello\",\"version\":2}";
    struct sink *s = ctx;
    char join[160];
    int n = snprintf(join, sizeof join, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"}",
                     s->room, s->token);

    client_send(c, hello, sizeof hello - 1);
    client_send(c, join, (size_t)n);
}

static void sink_text(void *ctx, struct client *c, const char *text, size_t len)
{
    struct sink *s = ctx;

    if (!s->is_asking && wire_is(wire_find(text, len, "t"), "view")) {
        s->is_asking = true;
        s->asked_ns = net_now();
        client_read(c, false);
    }
}

static void sink_closed(void *ctx, struct client *c, int code)
{
    struct sink *s = ctx;

    (void)c;
    (void)code;
    s->client = NULL;
    s->is_gone = true;
    s->gone_ns = net_now();
}

/* Asks until the server ends it; a write that fails tells that it has. */
static void sink_ask(struct sink *s)
{
    static const char resync[] = "{\"t\":\"resync\"}";

    if (!s->client || !client_is_open(s->client) || net_now() < s->next_ns)
        return;
    s->next_ns = net_now() + SINK_EVERY_NS;
    s->asked++;
    client_send(s->client, resync, sizeof resync - 1);
}

void attack_sink(struct attack *a, int n, const char *room, const char *token, int seconds)
{
    static const struct client_calls calls = { sink_open, sink_text, sink_closed, NULL, NULL };
    struct sink *all = calloc((size_t)n, sizeof *all);
    uint64_t until = net_now() + seconds_ns(seconds), worst = 0;
    int gone = 0, asked = 0;

    for (int i = 0; all && i < n; i++) {
        all[i].room = room;
        all[i].token = token;
        all[i].next_ns = net_now() + (uint64_t)i * SINK_EVERY_NS / (uint64_t)n;
        all[i].client = client_connect(a->net, &calls, &all[i], CLIENT_NEXT_SOURCE);
        if (all[i].client)
            client_narrow(all[i].client, SINK_KERNEL_BYTES);
    }
    while (all && gone < n && net_now() < until) {
        gone = 0;
        for (int i = 0; i < n; i++) {
            if (all[i].is_asking)
                sink_ask(&all[i]);
            gone += all[i].is_gone;
        }
        attack_turn(a);
    }
    for (int i = 0; all && i < n; i++) {
        asked += all[i].asked;
        if (all[i].is_gone && all[i].is_asking && all[i].gone_ns - all[i].asked_ns > worst)
            worst = all[i].gone_ns - all[i].asked_ns;
        if (all[i].client)
            client_abort(all[i].client);
    }
    for (int i = 0; i < 50; i++)
        attack_turn(a);
    printf("{\"sinks\":%d,\"closed\":%d,\"asked\":%d,\"worst_us\":%llu}\n", n, gone, asked,
           (unsigned long long)worst / 1000);
}

/* ---- a flood of connects ---- */

struct caller {
    struct caller *next; /* free ones */
    struct flood *flood;
    struct client *client;
    uint64_t began_ns;
    bool is_honest;
    bool was_welcome;
};

struct flood {
    struct caller *free, *all;
    int cap, open;
    uint64_t tried[2], served[2]; /* [1]: honest */
    uint64_t told_why;            /* refused with a sentence to read */
    struct samples honest;
};

enum { FLOOD_OPEN_MAX = 6000, FLOOD_PATIENCE_S = 60 };

static void caller_open(void *ctx, struct client *c)
{
    static const char hello[] = "{\"t\":\"hello\",\"version\":2}";

    (void)ctx;
    client_send(c, hello, sizeof hello - 1);
}

static void caller_text(void *ctx, struct client *c, const char *text, size_t len)
{
    struct caller *k = ctx;

    (void)text;
    (void)len;
    if (k->was_welcome)
        return;
    k->was_welcome = true;
    k->flood->served[k->is_honest]++;
    if (k->is_honest)
        samples_add(&k->flood->honest, net_now() - k->began_ns);
    client_abort(c);
}

static void caller_closed(void *ctx, struct client *c, int code)
{
    struct caller *k = ctx;

    (void)c;
    (void)code;
    k->client = NULL;
    k->next = k->flood->free;
    k->flood->free = k;
    k->flood->open--;
}

static void caller_bytes(void *ctx, struct client *c, const char *bytes, size_t len)
{
    struct caller *k = ctx;

    (void)c;
    if (len > 12 && (memcmp(bytes + 9, "429", 3) == 0 || memcmp(bytes + 9, "503", 3) == 0) &&
        memmem(bytes, len, "\r\n\r\n", 4))
        k->flood->told_why++;
}

static const struct client_calls caller_calls = { caller_open, caller_text, caller_closed, NULL,
                                                  caller_bytes };

static void call(struct attack *a, struct flood *f, bool is_honest)
{
    struct caller *k = f->free;

    f->tried[is_honest]++;
    if (!k)
        return;
    f->free = k->next;
    k->flood = f;
    k->is_honest = is_honest;
    k->was_welcome = false;
    k->began_ns = net_now();
    f->open++;
    /* The flood comes from few addresses, the honest from many others. */
    int source = is_honest ? 64 + (int)net_random(a->net, (uint32_t)a->net->sources - 64)
                           : (int)net_random(a->net, 10);
    k->client = client_connect(a->net, &caller_calls, k, source);
}

void attack_flood(struct attack *a, int rate, int honest_rate, int seconds)
{
    struct flood f = { .all = calloc(FLOOD_OPEN_MAX, sizeof *f.all), .cap = FLOOD_OPEN_MAX };
    uint64_t began = net_now(), length = seconds_ns(seconds), honest_before;

    if (!f.all || a->net->sources < 128) {
        printf("{\"error\":\"flood\"}\n");
        free(f.all);
        return;
    }
    honest_before = a->net->refused_http;
    for (int i = 0; i < f.cap; i++) {
        f.all[i].next = f.free;
        f.free = &f.all[i];
    }
    while (net_now() - began < length) {
        double at = (double)(net_now() - began) / 1e9;
        for (int i = 0; i < 200 && (double)f.tried[0] < at * rate; i++)
            call(a, &f, false);
        while ((double)f.tried[1] < at * honest_rate)
            call(a, &f, true);
        attack_turn(a);
    }
    double took = (double)(net_now() - began) / 1e9;
    uint64_t patience = net_now() + seconds_ns(FLOOD_PATIENCE_S);
    while (f.open > 0 && net_now() < patience)
        attack_turn(a);
    printf("{\"flood\":%llu,\"flood_per_s\":%.0f,\"flood_served\":%llu,\"honest\":%llu,"
           "\"honest_served\":%llu,\"refused\":%llu,\"told_why\":%llu,\"open\":%d,",
           (unsigned long long)f.tried[0], (double)f.tried[0] / took,
           (unsigned long long)f.served[0], (unsigned long long)f.tried[1],
           (unsigned long long)f.served[1],
           (unsigned long long)(a->net->refused_http - honest_before),
           (unsigned long long)f.told_why, f.open);
    samples_print(&f.honest);
    printf("}\n");
    for (int i = 0; i < f.cap; i++)
        if (f.all[i].client)
            client_abort(f.all[i].client);
    for (int i = 0; i < 200 && f.open > 0; i++)
        attack_turn(a);
    samples_deinit(&f.honest);
    if (f.open == 0)
        free(f.all);
}
