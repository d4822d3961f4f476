/* route.c - what a request asks for: a file, health, figures, or a WebSocket. */
#include "server/net/conn.h"

#include "base/check.h"
#include "server/net/static.h"
#include "text/text.h"

#include <arpa/inet.h>
#include <string.h>
#include <time.h>

static const char text_plain[] = "text/plain; charset=utf-8";

/* What a person reads who meets this status, in both languages: nobody knows
 * yet which one they speak. */
static const struct {
    int status;
    const char *text_id;
    const char *extra; /* header lines */
} refusals[] = {
    { 400, TXT("http.bad"), NULL },
    { 403, TXT("http.origin"), NULL },
    { 404, TXT("http.unknown"), NULL },
    { 405, TXT("http.method"), "Allow: GET, HEAD\r\n" },
    { 408, TXT("http.slow"), NULL },
    { 413, TXT("http.body"), NULL },
    { 414, TXT("http.line"), NULL },
    { 421, TXT("http.host"), NULL },
    { 426, TXT("http.upgrade"), "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" },
    { 429, TXT("http.rate"), "Retry-After: 2\r\n" },
    { 431, TXT("http.head"), NULL },
    { 500, TXT("http.broken"), NULL },
    { 503, TXT("http.full"), "Retry-After: 5\r\n" },
    { 505, TXT("http.version"), NULL },
};

/* ---- answers ---- */

static void put_answer(struct conn *c, const struct http_answer *a, const void *body, bool is_head)
{
    char head[HTTP_ANSWER_HEAD_MAX];
    struct vl_buf out = vl_buf_on(head, sizeof head);

    http_put_head(&out, a, (int64_t)time(NULL));
    VL_VERIFY(!out.full);
    if (out_bytes(c, head, out.len) && !is_head && body && a->length)
        out_bytes(c, body, a->length);
    conn_answered(c, a->close);
}

static void refuse(struct conn *c, int status, const char *text_id, const char *extra, bool ends,
                   bool is_head)
{
    char body[2 * VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(body, sizeof body);

    vl_text_str(&b, VL_FR, text_id, NULL);
    vl_put_char(&b, '\n');
    vl_text_str(&b, VL_EN, text_id, NULL);
    vl_put_char(&b, '\n');
    struct http_answer a = {
        .status = status, .type = text_plain, .length = b.len, .extra = extra, .close = ends
    };
    put_answer(c, &a, body, is_head);
}

static void refuse_status(struct conn *c, int status, bool ends, bool is_head)
{
    for (int i = 0; i < VL_LEN(refusals); i++)
        if (refusals[i].status == status) {
            refuse(c, status, refusals[i].text_id, refusals[i].extra, ends, is_head);
            return;
        }
    vl_fail("a status without a text", __FILE__, __LINE__);
}

void route_refuse(struct conn *c, int status, const char *text_id)
{
    refuse(c, status, text_id, "Retry-After: 2\r\n", true, false);
}

void route_bad(struct conn *c, int status)
{
    if (status != 429 && status != 503)
        conn_count_refused(c, REFUSED_request);
    refuse_status(c, status, true, false);
}

/* ---- the paths ---- */

/* What all routes need. */
struct visit {
    struct conn *c;
    const struct http_request *r;
    const char *head;
    bool ends; /* no further request after this one */
};

static void serve_health(const struct visit *v)
{
    struct server *s = v->c->server;
    const char *fault = s->stop != STOP_NONE ? "stopping"
                        : s->app->health     ? s->app->health(s->app->ctx)
                                             : NULL;
    char body[64];
    struct vl_buf b = vl_buf_on(body, sizeof body - 1);

    vl_put(&b, fault ? fault : "ok");
    vl_put_char(&b, '\n');
    struct http_answer a = {
        .status = fault ? 503 : 200, .type = text_plain, .length = b.len, .close = v->ends
    };
    put_answer(v->c, &a, body, v->r->method == HTTP_HEAD);
}

static bool is_this_machine(const struct visit *v)
{
    static const uint8_t v6[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };
    static const uint8_t v4[13] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127 };
    const uint8_t *b = v->c->address.b;

    /* A request that a proxy passed on comes from somewhere else. */
    return !v->r->header[HTTP_FORWARDED_FOR].at &&
           (memcmp(b, v6, sizeof v6) == 0 || memcmp(b, v4, sizeof v4) == 0);
}

static void serve_metrics(const struct visit *v)
{
    struct server *s = v->c->server;
    struct metrics m;

    if (!s->config.metrics_open && !is_this_machine(v)) {
        refuse(v->c, 403, TXT("http.metrics"), NULL, v->ends, v->r->method == HTTP_HEAD);
        return;
    }
    metrics_init(&m);
    net_metrics(s, &m);
    if (s->app->metrics)
        s->app->metrics(s->app->ctx, &m);
    for (int i = 0; i < s->metrics_len; i++)
        s->metrics[i].fn(s->metrics[i].ctx, &m);
    struct http_answer a = { .status = 200,
                             .type = "text/plain; version=0.0.4; charset=utf-8",
                             .length = m.len,
                             .close = v->ends };
    if (m.is_full)
        refuse_status(v->c, 500, v->ends, v->r->method == HTTP_HEAD);
    else
        put_answer(v->c, &a, m.text, v->r->method == HTTP_HEAD);
    metrics_deinit(&m);
}

static void serve_file(const struct visit *v, const struct static_file *f)
{
    bool is_small = f->gzip.len && http_takes_gzip(v->r, v->head);
    const char *etag = is_small ? f->gzip.etag : f->etag;
    size_t len = is_small ? f->gzip.len : f->len;
    bool is_known = http_matches(v->r, v->head, etag);
    char head[HTTP_ANSWER_HEAD_MAX];
    struct vl_buf out = vl_buf_on(head, sizeof head);
    struct http_answer a = {
        .status = is_known ? 304 : 200,
        .type = is_known ? NULL : f->type,
        .etag = etag,
        .cache = f->is_hashed ? "public, max-age=31536000, immutable" : "no-cache",
        .extra = is_small && !is_known ? "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n"
                 : f->gzip.len         ? "Vary: Accept-Encoding\r\n"
                                       : NULL,
        .length = len,
        .close = v->ends,
    };

    http_put_head(&out, &a, (int64_t)time(NULL));
    VL_VERIFY(!out.full);
    if (out_bytes(v->c, head, out.len) && !is_known && v->r->method == HTTP_GET)
        out_static(v->c, is_small ? f->gzip.bytes : f->bytes, len);
    conn_answered(v->c, v->ends);
}

static void upgrade(const struct visit *v)
{
    struct conn *c = v->c;
    const struct http_span *h = v->r->header;
    char key[WS_ACCEPT_MAX], extra[256], head[HTTP_ANSWER_HEAD_MAX];
    struct vl_buf b = vl_buf_on(extra, sizeof extra), out = vl_buf_on(head, sizeof head);

    ws_accept(key, v->head + h[HTTP_WS_KEY].at, h[HTTP_WS_KEY].len);
    vl_put(&b, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ");
    vl_put(&b, key);
    vl_put(&b, "\r\n");
    if (http_has_token(v->r, v->head, HTTP_WS_PROTOCOL, SERVER_WS_PROTOCOL))
        vl_put(&b, "Sec-WebSocket-Protocol: " SERVER_WS_PROTOCOL "\r\n");
    else if (h[HTTP_WS_PROTOCOL].at)
        vl_put(&b, "Sec-WebSocket-Protocol: " SERVER_WS_OLDER "\r\n");
    struct http_answer a = { .status = 101, .extra = extra };
    http_put_head(&out, &a, (int64_t)time(NULL));
    VL_VERIFY(!out.full && !b.full);
    if (out_bytes(c, head, out.len))
        conn_upgraded(c);
}

static void serve_ws(const struct visit *v)
{
    struct server *s = v->c->server;
    int status = ws_check(v->r, v->head, s->config.origins, s->config.origins_len);

    if (status == 101 && s->stop > STOP_ACCEPTING) {
        conn_count_refused(v->c, REFUSED_stopping);
        route_refuse(v->c, 503, TXT("http.stopping"));
    } else if (status == 101)
        upgrade(v);
    else {
        conn_count_refused(v->c, status == 403 ? REFUSED_origin : REFUSED_request);
        refuse_status(v->c, status, true, v->r->method == HTTP_HEAD);
    }
}

/* ---- behind a proxy ---- */

/* The last address of X-Forwarded-For: the one that our proxy saw. */
static void read_forwarded(const struct visit *v)
{
    struct http_span h = v->r->header[HTTP_FORWARDED_FOR];
    const char *p = v->head + h.at, *end = p + h.len, *from = end;
    char text[64] = { 0 };
    struct peer_address a = { { 0 } };

    while (from > p && from[-1] != ',' && from[-1] != ' ')
        from--;
    if (from == end || (size_t)(end - from) >= sizeof text)
        return;
    memcpy(text, from, (size_t)(end - from));
    if (uv_inet_pton(AF_INET, text, a.b + 12) == 0)
        a.b[10] = a.b[11] = 0xff;
    else if (uv_inet_pton(AF_INET6, text, a.b) != 0)
        return;
    v->c->address = a;
}

/* Counts the request's address once per connection. False: refused. */
static bool admit_forwarded(const struct visit *v)
{
    struct conn *c = v->c;
    struct server *s = c->server;
    int slot;

    if (!s->config.trust_proxy || c->peer_slot >= 0)
        return true;
    read_forwarded(v);
    int answer = peers_enter(&s->peers, &s->config.limits, &c->address, uv_now(&s->loop), &slot);
    if (answer == PEER_OK) {
        c->peer_slot = slot;
        return true;
    }
    conn_count_refused(c, answer == PEER_TOO_FAST ? REFUSED_address_rate
                                                  : REFUSED_address_connections);
    route_bad(c, 429);
    return false;
}

/* ---- choosing ---- */

void route_request(struct conn *c, const struct http_request *r, const char *head)
{
    const char *path = head + r->path.at;
    size_t len = r->path.len;
    struct visit v = { c, r, head,
                       http_wants_close(r, head) || c->requests >= LIMIT_REQUESTS ||
                           c->server->stop != STOP_NONE };
    const struct static_file *f;

    if (!admit_forwarded(&v))
        return;
    struct http_span host = r->header[HTTP_HOST];
    if (!hosts_ok(head + host.at, host.len, c->server->machine, c->server->config.hosts,
                  c->server->config.hosts_len)) {
        conn_count_refused(c, REFUSED_host);
        refuse_status(c, 421, true, r->method == HTTP_HEAD);
    } else if (vl_str_is(path, len, SERVER_WS_PATH))
        serve_ws(&v);
    else if (vl_str_is(path, len, "/healthz"))
        serve_health(&v);
    else if (vl_str_is(path, len, "/metrics"))
        serve_metrics(&v);
    else if ((f = static_find(path, len)) != NULL)
        serve_file(&v, f);
    else
        refuse_status(c, 404, v.ends, r->method == HTTP_HEAD);
}
