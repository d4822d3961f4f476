/* echo.c - see echo.h. */
#include "server/echo.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What hangs at a connection: its neighbours, so that all can be reached. */
struct guest {
    struct conn *prev, *next;
};

static struct guest *guest_of(struct conn *c)
{
    return *conn_user(c);
}

static void on_open(void *ctx, struct conn *c)
{
    struct echo *e = ctx;
    struct guest *g = calloc(1, sizeof *g);

    VL_VERIFY(g && !*conn_user(c));
    *conn_user(c) = g;
    g->next = e->first;
    if (e->first)
        guest_of(e->first)->prev = c;
    e->first = c;
    e->open_len++;
}

static void on_closed(void *ctx, struct conn *c)
{
    struct echo *e = ctx;
    struct guest *g = guest_of(c);

    VL_VERIFY(g);
    if (g->prev)
        guest_of(g->prev)->next = g->next;
    else
        e->first = g->next;
    if (g->next)
        guest_of(g->next)->prev = g->prev;
    free(g);
    *conn_user(c) = NULL;
    e->open_len--;
    e->closed_len++;
    conn_send(c, "nobody hears this", 17); /* must do no harm */
}

static void send_many(struct conn *c, long n, long size)
{
    char *text = size > 0 && size <= 1 << 20 ? malloc((size_t)size) : NULL;

    if (!text)
        return;
    memset(text, 'x', (size_t)size);
    for (long i = 0; i < n; i++)
        conn_send(c, text, (size_t)size);
    free(text);
}

static void send_all(struct echo *e, const char *text)
{
    struct blob *b = blob_make(text, strlen(text));

    for (struct conn *c = e->first; c; c = guest_of(c)->next)
        conn_send_blob(c, b);
    blob_unref(b);
}

static void order(struct echo *e, struct conn *c, const char *text)
{
    char why[200] = "";
    long a = 0, b = 0;

    if (sscanf(text, "!close %ld %199[^\n]", &a, why) >= 1)
        conn_close(c, (int)a, why);
    else if (sscanf(text, "!send %ld %ld", &a, &b) == 2)
        send_many(c, a, b);
    else if (strncmp(text, "!all ", 5) == 0)
        send_all(e, text + 5);
    else if (strcmp(text, "!fault") == 0)
        e->is_faulty = !e->is_faulty;
    else if (strcmp(text, "!busy") == 0)
        e->is_busy = true;
    else if (strcmp(text, "!stop") == 0)
        server_stop(e->server);
}

static void on_message(void *ctx, struct conn *c, const char *text, size_t len)
{
    char copy[256];

    VL_VERIFY(!conn_is_closing(c));
    if (len == 0 || text[0] != '!' || len >= sizeof copy) {
        conn_send(c, text, len);
        return;
    }
    memcpy(copy, text, len);
    copy[len] = '\0';
    order(ctx, c, copy);
}

static void on_stopping(void *ctx)
{
    send_all(ctx, "{\"t\":\"bye\",\"retry\":[0,3000]}");
}

static bool on_busy(void *ctx)
{
    return ((struct echo *)ctx)->is_busy;
}

static const char *on_health(void *ctx)
{
    return ((struct echo *)ctx)->is_faulty ? "read-only" : NULL;
}

static void on_metrics(void *ctx, struct metrics *m)
{
    struct echo *e = ctx;

    metrics_gauge(m, "echo_guests", "Guests of the echo.", e->open_len);
}

struct server_app echo_app(struct echo *e, struct server *s)
{
    *e = (struct echo){ .server = s };
    return (struct server_app){ .ctx = e,
                                .open = on_open,
                                .message = on_message,
                                .closed = on_closed,
                                .stopping = on_stopping,
                                .busy = on_busy,
                                .health = on_health,
                                .metrics = on_metrics };
}
