/* conn.c - the life of a connection: accepted, read, kept in time, ended. */
#include "server/net/conn.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TOKEN = 1000, HEAD_FIRST = 512 };

static const struct server_limits *limits(const struct conn *c)
{
    return &c->server->config.limits;
}

static uint64_t now_ms(const struct conn *c)
{
    return uv_now(&c->server->loop);
}

/* ---- lists ---- */

static void unlink_conn(struct conn *c)
{
    struct conn_links *l = &c->server->lists[c->list];

    *(c->prev ? &c->prev->next : &l->first) = c->next;
    *(c->next ? &c->next->prev : &l->last) = c->prev;
    c->prev = c->next = NULL;
}

static void link_last(struct conn *c, int list)
{
    struct conn_links *l = &c->server->lists[list];

    c->list = (uint8_t)list;
    c->prev = l->last;
    c->next = NULL;
    *(l->last ? &l->last->next : &l->first) = c;
    l->last = c;
}

/* To the end of a list, with the time counting from now. */
static void enlist(struct conn *c, int list)
{
    unlink_conn(c);
    link_last(c, list);
    c->since = now_ms(c);
}

/* ---- ending ---- */

static void on_closed(uv_handle_t *handle)
{
    struct conn *c = handle->data;

    VL_VERIFY(!c->write && !c->is_dirty);
    out_deinit(c);
    free(c);
}

static void free_input(struct conn *c)
{
    ws_drop(&c->in);
    free(c->head);
    free(c->stash);
    c->head = NULL;
    c->stash = NULL;
}

/* The application hears of it once, and never from within its own calls. */
static void tell_closed(struct conn *c)
{
    struct server *s = c->server;

    if (!c->is_told)
        return;
    c->is_told = false;
    s->upgraded_len--;
    s->app->closed(s->app->ctx, c);
}

static void destroy(struct conn *c)
{
    struct server *s = c->server;

    if (c->state == CONN_DEAD)
        return;
    c->state = CONN_DEAD;
    s->count.closed[c->why]++;
    LOG(s->config.log, LOG_DEBUG, "closed", log_int("conn", (int64_t)c->id),
        log_str("why", net_closed_words[c->why]), log_peer(conn_address(c)));
    unlink_conn(c);
    free_input(c);
    if (c->peer_slot >= 0)
        peers_leave(&s->peers, c->peer_slot);
    *(c->is_refused ? &s->refused_len : &s->conns_len) -= 1;
    /* A reset frees at once what the kernel still keeps for one who never reads. */
    if (c->why != CLOSED_slow || uv_tcp_close_reset(&c->tcp, on_closed) < 0)
        uv_close((uv_handle_t *)&c->tcp, on_closed);
    tell_closed(c);
}

void conn_lost(struct conn *c)
{
    if (c->state == CONN_OPEN && !c->is_aborted)
        c->why = CLOSED_lost;
    destroy(c);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    struct conn *c = handle->data;

    (void)size;
    *buf = uv_buf_init(c->server->read_buf, sizeof c->server->read_buf);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf);

static void read_on(struct conn *c)
{
    int st = uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);

    if (st < 0 && st != UV_EALREADY)
        conn_lost(c);
}

/* All is written. A FIN now and a moment of listening: if we closed while bytes
 * of the peer are unread, it would get a reset and might never see our last words. */
static void linger(struct conn *c)
{
    uv_os_fd_t fd;

    free_input(c);
    c->state = CONN_LINGER;
    enlist(c, LIST_LINGER);
    tell_closed(c);
    if (uv_fileno((uv_handle_t *)&c->tcp, &fd) == 0)
        shutdown(fd, SHUT_WR);
    read_on(c);
}

void conn_drained(struct conn *c)
{
    if (c->state == CONN_ANSWERING && c->ends_after)
        linger(c);
    else if (c->state == CONN_CLOSING && c->peer_closed)
        linger(c);
    else if (c->state == CONN_ANSWERING) {
        c->state = CONN_REQUEST;
        enlist(c, LIST_REQUEST);
        read_on(c);
        /* What was read ahead is a request of its own. */
        if (c->head && c->state == CONN_REQUEST) {
            uv_buf_t none = { NULL, 0 };
            on_read((uv_stream_t *)&c->tcp, 0, &none);
        }
    }
}

/* ---- closing a WebSocket ---- */

static void begin_close(struct conn *c, int code, const char *reason, int why)
{
    uint8_t content[WS_CONTROL_MAX];

    if (c->state != CONN_OPEN || c->is_aborted)
        return;
    c->state = CONN_CLOSING;
    c->why = (uint8_t)why;
    if (c->stash) {
        /* What it sent too fast is not read any more; what follows may then make
         * no sense as frames, which ends the waiting for its close frame. If
         * reading fails, the time of the list ends it. */
        free(c->stash);
        c->stash = NULL;
        uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
    }
    enlist(c, LIST_CLOSING);
    out_control(c, WS_OP_CLOSE, content, ws_put_close(content, code, reason));
}

void conn_close(struct conn *c, int code, const char *reason)
{
    begin_close(c, code, reason, CLOSED_app);
}

bool conn_is_closing(const struct conn *c)
{
    return c->state != CONN_OPEN || c->is_aborted;
}

/* ---- frames ---- */

static void refill(struct conn *c)
{
    int64_t most = limits(c)->message_burst * TOKEN, now = (int64_t)now_ms(c);
    int64_t gain = (now - (int64_t)c->tokens_ms) * limits(c)->message_rate * TOKEN / 1000;

    c->tokens = (int32_t)(gain > most - c->tokens ? most : c->tokens + gain);
    c->tokens_ms = (uint64_t)now;
}

/* May it send one more message now? */
static bool has_token(struct conn *c)
{
    if (limits(c)->message_rate == 0)
        return true;
    if (c->tokens < TOKEN)
        refill(c);
    return c->tokens >= TOKEN;
}

/* Too many messages: the rest waits here, and the socket is not read until the
 * bucket has filled up a little. The peer feels it as a slow network. */
static void throttle(struct conn *c, const struct ws_bytes *b)
{
    struct conn_stash *stash = malloc(sizeof *stash + b->len);

    if (!stash) {
        conn_lost(c);
        return;
    }
    stash->len = b->len;
    memcpy(stash->bytes, b->p, b->len);
    c->stash = stash;
    c->server->count.throttled++;
    uv_read_stop((uv_stream_t *)&c->tcp);
    enlist(c, LIST_THROTTLED);
}

static void take_close(struct conn *c, const struct ws_message *m)
{
    c->peer_closed = true;
    if (c->state == CONN_OPEN)
        begin_close(c, m->code, NULL, CLOSED_peer);
    else if (!c->write && c->queue_len == 0)
        linger(c);
}

static void take_event(struct conn *c, int event, const struct ws_message *m)
{
    struct server *s = c->server;

    if (event == WS_CLOSE) {
        take_close(c, m);
        return;
    }
    if (c->state != CONN_OPEN)
        return;
    c->tokens -= limits(c)->message_rate ? TOKEN : 0;
    if (event == WS_TEXT) {
        s->count.messages_in++;
        s->app->message(s->app->ctx, c, m->text, m->len);
    } else if (event == WS_PING)
        out_control(c, WS_OP_PONG, m->text, m->len);
}

/* After a violation the peer gets its code, and nothing more is read. */
static void take_bad(struct conn *c, const struct ws_message *m)
{
    LOG(c->server->config.log, LOG_DEBUG, "violation", log_int("conn", (int64_t)c->id),
        log_int("code", m->code), log_str("why", m->why));
    c->peer_closed = true;
    if (c->state == CONN_OPEN)
        begin_close(c, m->code, m->why, CLOSED_protocol);
    else if (!c->write && c->queue_len == 0)
        linger(c);
}

static void read_frames(struct conn *c, const uint8_t *bytes, size_t len)
{
    struct ws_bytes b = { bytes, len };
    struct ws_message m;
    int event = WS_TEXT;

    while (event != WS_MORE && (c->state == CONN_OPEN || c->state == CONN_CLOSING) &&
           !c->is_aborted && !c->peer_closed) {
        if (c->state == CONN_OPEN && b.len > 0 && !has_token(c)) {
            throttle(c, &b);
            return;
        }
        event = ws_read(&c->in, limits(c), &b, &m);
        if (event == WS_BAD)
            take_bad(c, &m);
        else if (event != WS_MORE)
            take_event(c, event, &m);
    }
}

/* Something was heard: silence begins anew. */
static void heard(struct conn *c)
{
    if (c->list == LIST_QUIET || c->list == LIST_PINGED)
        enlist(c, LIST_QUIET);
}

static void unthrottle(struct conn *c)
{
    struct conn_stash *stash = c->stash;

    c->stash = NULL;
    enlist(c, LIST_QUIET);
    read_frames(c, stash->bytes, stash->len);
    free(stash);
    if ((c->state == CONN_OPEN || c->state == CONN_CLOSING) && !c->stash)
        read_on(c);
}

void conn_upgraded(struct conn *c)
{
    struct server *s = c->server;

    c->state = CONN_OPEN;
    c->why = CLOSED_lost;
    c->tokens = (int32_t)(limits(c)->message_burst * TOKEN);
    c->tokens_ms = now_ms(c);
    c->is_told = true;
    s->count.upgraded++;
    s->upgraded_len++;
    enlist(c, LIST_QUIET);
    s->app->open(s->app->ctx, c);
}

/* ---- requests ---- */

void conn_answered(struct conn *c, bool ends)
{
    c->state = CONN_ANSWERING;
    c->ends_after = ends;
    c->why = CLOSED_http;
    enlist(c, LIST_REQUEST);
    uv_read_stop((uv_stream_t *)&c->tcp);
    out_dirty(c);
}

void conn_progress(struct conn *c)
{
    if (c->list == LIST_REQUEST)
        enlist(c, LIST_REQUEST);
}

void conn_count_refused(struct conn *c, int why)
{
    struct server *s = c->server;

    s->count.refused[why]++;
    LOG(s->config.log, LOG_DEBUG, "refused", log_int("conn", (int64_t)c->id),
        log_str("why", net_refused_words[why]), log_peer(conn_address(c)));
}

/* Appends to what is kept of an unfinished request. */
static bool keep_head(struct conn *c, const char *bytes, size_t len)
{
    struct conn_head *h = c->head;
    size_t need = (h ? h->len : 0) + len, cap = h ? h->cap : HEAD_FIRST;

    while (cap < need)
        cap *= 2;
    if (!h || cap != h->cap) {
        h = realloc(h, sizeof *h + cap);
        if (!h)
            return false;
        if (!c->head) {
            h->len = 0;
            memset(&h->request, 0, sizeof h->request);
        }
        h->cap = cap;
        c->head = h;
    }
    if (bytes)
        memcpy(h->bytes + h->len, bytes, len);
    h->len += len;
    return true;
}

/* The request is whole: what follows it in the buffer is either frames or, read
 * ahead, the next request. */
static void whole_request(struct conn *c, const struct http_request *r, const char *head,
                          size_t len)
{
    struct conn_head *old = c->head;
    const char *rest = head + r->head_len;
    size_t rest_len = len - r->head_len;

    c->head = NULL;
    c->requests++;
    c->server->count.requests++;
    route_request(c, r, head);
    if (c->state == CONN_OPEN || c->state == CONN_CLOSING)
        read_frames(c, (const uint8_t *)rest, rest_len);
    else if (c->state == CONN_ANSWERING && !c->ends_after && rest_len > 0 &&
             !keep_head(c, rest, rest_len))
        c->ends_after = true;
    free(old);
}

static void read_request(struct conn *c, const char *bytes, size_t len)
{
    struct http_request fresh = { 0 }, *r = &fresh;
    const char *head = bytes;

    if (c->head) {
        if (!keep_head(c, bytes, len)) {
            conn_lost(c);
            return;
        }
        r = &c->head->request;
        head = c->head->bytes;
        len = c->head->len;
    }
    int step = http_parse(r, head, len, (size_t)limits(c)->header_bytes);
    if (step == HTTP_DONE)
        whole_request(c, r, head, len);
    else if (step == HTTP_BAD)
        route_bad(c, r->status);
    else if (!c->head) {
        if (keep_head(c, bytes, len))
            c->head->request = fresh;
        else
            conn_lost(c);
    }
}

/* ---- reading ---- */

/* n = 0 with no bytes: look again at what is kept. */
static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct conn *c = stream->data;

    if (n < 0) {
        conn_lost(c);
        return;
    }
    c->server->count.bytes_in += (uint64_t)n;
    switch ((enum conn_state)c->state) {
    case CONN_REQUEST: read_request(c, buf->base, (size_t)n); break;
    case CONN_OPEN:
    case CONN_CLOSING:
        heard(c);
        read_frames(c, (const uint8_t *)buf->base, (size_t)n);
        break;
    case CONN_ANSWERING:
    case CONN_LINGER:
    case CONN_DEAD: break;
    }
}

/* ---- accepting ---- */

static void read_address(struct conn *c)
{
    struct sockaddr_storage a;
    int len = sizeof a;

    memset(&a, 0, sizeof a);
    if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&a, &len) < 0)
        return;
    if (a.ss_family == AF_INET6)
        memcpy(c->address.b, &((struct sockaddr_in6 *)&a)->sin6_addr, 16);
    else {
        c->address.b[10] = c->address.b[11] = 0xff;
        memcpy(c->address.b + 12, &((struct sockaddr_in *)&a)->sin_addr, 4);
    }
}

/* Reads away what the peer has sent: closing with bytes unread would reset the
 * connection, and with it the answer. */
static void read_away(struct conn *c)
{
    uv_os_fd_t fd;

    if (uv_fileno((uv_handle_t *)&c->tcp, &fd) == 0)
        while (recv(fd, c->server->read_buf, sizeof c->server->read_buf, MSG_DONTWAIT) > 0 &&
               c->requests < LIMIT_REQUESTS)
            c->requests++;
}

/* Refused before a word was read, but always with a reason to read. If many are
 * refused at once there is no waiting for them to read it. */
static void refuse(struct conn *c, int why, int status)
{
    struct server *s = c->server;
    bool is_flood = s->refused_len >= LIMIT_REFUSED_OPEN;

    conn_count_refused(c, why);
    c->is_refused = true;
    s->conns_len--;
    s->refused_len++;
    route_bad(c, status);
    if (is_flood) {
        out_now(c);
        read_away(c);
        destroy(c);
    }
}

static void admit(struct conn *c)
{
    struct server *s = c->server;
    int slot, answer = PEER_OK;

    if (s->conns_len > limits(c)->connections) {
        refuse(c, REFUSED_full, 503);
        return;
    }
    /* Behind a proxy the address is known with the request. */
    if (!s->config.trust_proxy &&
        (answer = peers_enter(&s->peers, limits(c), &c->address, now_ms(c), &slot)) == PEER_OK)
        c->peer_slot = slot;
    if (answer == PEER_OK)
        read_on(c);
    else
        refuse(c, answer == PEER_TOO_FAST ? REFUSED_address_rate : REFUSED_address_connections,
               429);
}

static struct conn *create(struct server *s)
{
    struct conn *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->server = s;
    c->id = ++s->next_id;
    c->peer_slot = -1;
    c->why = CLOSED_lost;
    uv_tcp_init(&s->loop, &c->tcp);
    c->tcp.data = c;
    link_last(c, LIST_REQUEST);
    c->since = now_ms(c);
    s->conns_len++;
    return c;
}

/* Left alone the kernel keeps megabytes for a reader that never reads. */
static void bound_send_buffer(struct conn *c)
{
    int bytes = LIMIT_KERNEL_SEND;

    uv_send_buffer_size((uv_handle_t *)&c->tcp, &bytes);
}

/* The socket is there, or is not. */
static void begin(struct conn *c, int st)
{
    if (st < 0) {
        destroy(c);
        return;
    }
    c->server->count.accepted++;
    uv_tcp_nodelay(&c->tcp, 1);
    bound_send_buffer(c);
    read_address(c);
    admit(c);
}

bool conn_accept(struct server *s, uv_stream_t *listener)
{
    struct conn *c = create(s);

    if (!c)
        return false;
    begin(c, uv_accept(listener, (uv_stream_t *)&c->tcp));
    return true;
}

void conn_accept_rest(struct server *s, int listener)
{
    int fd;

    while ((fd = accept(listener, NULL, NULL)) >= 0) {
        struct conn *c = create(s);
        int st = c ? uv_tcp_open(&c->tcp, fd) : UV_ENOMEM;
        if (st < 0)
            close(fd);
        if (c)
            begin(c, st);
    }
}

/* ---- time ---- */

static void time_out_request(struct conn *c)
{
    if (c->state == CONN_ANSWERING) { /* does not read its answer */
        c->why = CLOSED_timeout;
        destroy(c);
    } else if (!c->head && c->requests > 0)
        linger(c); /* kept alive, and nothing came */
    else {
        route_bad(c, 408);
        c->why = CLOSED_timeout;
    }
}

static void time_out(struct conn *c)
{
    if (c->is_aborted) {
        destroy(c);
        return;
    }
    switch ((enum conn_list)c->list) {
    case LIST_REQUEST: time_out_request(c); break;
    case LIST_QUIET:
        unlink_conn(c);
        link_last(c, LIST_PINGED); /* `since` stays: it is as silent as before */
        out_control(c, WS_OP_PING, NULL, 0);
        break;
    case LIST_PINGED: begin_close(c, WS_GOING_AWAY, "idle", CLOSED_idle); break;
    case LIST_THROTTLED: unthrottle(c); break;
    case LIST_CLOSING:
    case LIST_LINGER:
    case LIST_COUNT: destroy(c); break;
    }
}

void conn_tick(struct server *s)
{
    const struct server_limits *l = &s->config.limits;
    const int64_t wait_ms[LIST_COUNT] = {
        /* ORDER conn_list */
        l->handshake_ms, l->ping_ms, l->idle_ms, LIMIT_TICK_MS, l->close_ms, LIMIT_REFUSED_MS,
    };
    uint64_t now = uv_now(&s->loop);

    for (int i = 0; i < LIST_COUNT; i++)
        while (s->lists[i].first && now - s->lists[i].first->since >= (uint64_t)wait_ms[i])
            time_out(s->lists[i].first);
}

/* ---- the stop ---- */

void conn_close_all(struct server *s, const char *reason)
{
    static const uint8_t open[] = { LIST_QUIET, LIST_PINGED, LIST_THROTTLED };

    for (int i = 0; i < VL_LEN(open); i++)
        while (s->lists[open[i]].first) {
            struct conn *c = s->lists[open[i]].first;
            if (c->is_aborted)
                destroy(c);
            else
                begin_close(c, WS_GOING_AWAY, reason, CLOSED_stop);
        }
    /* An answer being written is finished, a first request is still awaited; the
     * next one of a connection kept alive is not. */
    for (struct conn *c = s->lists[LIST_REQUEST].first, *next; c; c = next) {
        next = c->next;
        c->ends_after = true;
        if (c->state == CONN_REQUEST && c->requests > 0 && !c->head)
            linger(c);
    }
}

void conn_abort_all(struct server *s)
{
    for (int i = 0; i < LIST_COUNT; i++)
        while (s->lists[i].first)
            destroy(s->lists[i].first);
}

/* ---- what the application asks ---- */

void **conn_user(struct conn *c)
{
    return &c->user;
}

uint64_t conn_household(const struct conn *c)
{
    return peers_key(&c->server->peers, &c->address);
}

const char *conn_address(const struct conn *c)
{
    static char text[64];
    static const uint8_t mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
    bool is_v4 = memcmp(c->address.b, mapped, sizeof mapped) == 0;

    if (uv_inet_ntop(is_v4 ? AF_INET : AF_INET6, c->address.b + (is_v4 ? 12 : 0), text,
                     sizeof text) < 0)
        text[0] = '\0';
    return text;
}
