/* client.c - bytes by libuv, frames by wslay. */
#include "client.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <wslay/wslay.h>

enum client_state { CLIENT_CONNECTING, CLIENT_SHAKING, CLIENT_OPEN, CLIENT_RAW, CLIENT_ENDING };

struct client {
    uv_tcp_t tcp;
    uv_connect_t connect;
    struct net *net;
    const struct client_calls *calls;
    void *ctx;
    wslay_event_context_ptr ws;
    const uint8_t *in; /* what wslay may take now */
    size_t in_len;
    int code;
    uint8_t state;
    bool is_raw, is_closing; /* the handle is being closed */
    uint16_t head_len;
    char *head; /* of the answer to the handshake; NULL once it is done */
};

struct pending_write {
    uv_write_t req;
    struct client *client;
    char bytes[];
};

void net_init(struct net *n, uv_loop_t *loop, int port, int sources, uint64_t seed)
{
    memset(n, 0, sizeof *n);
    n->loop = loop;
    n->port = port;
    n->sources = sources < 1 ? 1 : sources > NET_SOURCES_MAX ? NET_SOURCES_MAX : sources;
    n->rng = seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du;
    uv_ip4_addr("127.0.0.1", port, &n->to);
}

uint32_t net_random(struct net *n, uint32_t below)
{
    n->rng ^= n->rng << 13;
    n->rng ^= n->rng >> 7;
    n->rng ^= n->rng << 17;
    return (uint32_t)((n->rng >> 16 & 0xffffffffu) * below >> 32);
}

uint64_t net_now(void)
{
    return uv_hrtime();
}

/* ---- the end ---- */

static void on_closed(uv_handle_t *handle)
{
    struct client *c = handle->data;

    c->net->live--;
    c->calls->closed(c->ctx, c, c->code);
    if (c->ws)
        wslay_event_context_free(c->ws);
    free(c->head);
    free(c);
}

static void end(struct client *c, bool reset)
{
    if (c->is_closing)
        return;
    c->is_closing = true;
    c->state = CLIENT_ENDING;
    if (!reset || uv_tcp_close_reset(&c->tcp, on_closed) < 0)
        uv_close((uv_handle_t *)&c->tcp, on_closed);
}

/* ---- writing ---- */

static void on_written(uv_write_t *req, int status)
{
    struct pending_write *w = req->data;
    struct client *c = w->client;

    free(w);
    if (status < 0)
        end(c, false);
}

void client_raw(struct client *c, const void *bytes, size_t len)
{
    uv_buf_t buf = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
    uv_stream_t *stream = (uv_stream_t *)&c->tcp;

    if (c->is_closing || len == 0)
        return;
    c->net->bytes_out += len;
    int done = uv_try_write(stream, &buf, 1);
    if (done < 0 && done != UV_EAGAIN) {
        end(c, false);
        return;
    }
    size_t from = done > 0 ? (size_t)done : 0;
    if (from == len)
        return;
    struct pending_write *w = malloc(sizeof *w + len - from);
    if (!w) {
        end(c, false);
        return;
    }
    w->client = c;
    w->req.data = w;
    memcpy(w->bytes, (const char *)bytes + from, len - from);
    buf = uv_buf_init(w->bytes, (unsigned)(len - from));
    if (uv_write(&w->req, stream, &buf, 1, on_written) < 0) {
        free(w);
        end(c, false);
    }
}

/* wslay writes a frame in several pieces; they leave together. */
static ssize_t on_frame_bytes(wslay_event_context_ptr ws, const uint8_t *bytes, size_t len,
                              int flags, void *user)
{
    struct client *c = user;
    struct net *n = c->net;

    (void)ws;
    (void)flags;
    if (n->scratch_len + len > sizeof n->scratch) {
        client_raw(c, n->scratch, n->scratch_len);
        n->scratch_len = 0;
        len = len < sizeof n->scratch ? len : sizeof n->scratch;
    }
    memcpy(n->scratch + n->scratch_len, bytes, len);
    n->scratch_len += len;
    return (ssize_t)len;
}

static int on_mask(wslay_event_context_ptr ws, uint8_t *buf, size_t len, void *user)
{
    struct client *c = user;

    (void)ws;
    for (size_t i = 0; i < len; i++)
        buf[i] = (uint8_t)net_random(c->net, 256);
    return 0;
}

static void flush(struct client *c)
{
    struct net *n = c->net;

    if (!c->ws || c->is_closing)
        return;
    n->scratch_len = 0;
    int st = wslay_event_send(c->ws);
    client_raw(c, n->scratch, n->scratch_len);
    n->scratch_len = 0;
    if (st != 0)
        end(c, false);
}

static void queue(struct client *c, uint8_t opcode, const void *bytes, size_t len)
{
    struct wslay_event_msg msg = { opcode, bytes, len };

    if (c->state != CLIENT_OPEN)
        return;
    if (wslay_event_queue_msg(c->ws, &msg) == 0)
        flush(c);
}

void client_send(struct client *c, const char *text, size_t len)
{
    queue(c, WSLAY_TEXT_FRAME, text, len);
}

void client_ping(struct client *c, const void *bytes, size_t len)
{
    queue(c, WSLAY_PING, bytes, len);
}

void client_close(struct client *c, int code)
{
    if (c->state != CLIENT_OPEN) {
        end(c, false);
        return;
    }
    if (wslay_event_queue_close(c->ws, (uint16_t)code, NULL, 0) == 0)
        flush(c);
}

void client_abort(struct client *c)
{
    end(c, true);
}

size_t client_frame(struct net *n, uint8_t *out, int first_byte, const void *text, size_t len)
{
    const uint8_t *from = text;
    uint8_t mask[4];
    size_t at = 2;

    out[0] = (uint8_t)first_byte;
    if (len < 126) {
        out[1] = (uint8_t)(0x80 | len);
    } else {
        out[1] = 0x80 | 126;
        out[2] = (uint8_t)(len >> 8);
        out[3] = (uint8_t)len;
        at = 4;
    }
    for (int i = 0; i < 4; i++)
        out[at++] = mask[i] = (uint8_t)net_random(n, 256);
    for (size_t i = 0; i < len; i++)
        out[at + i] = from[i] ^ mask[i & 3];
    return at + len;
}

/* ---- reading ---- */

static ssize_t on_want(wslay_event_context_ptr ws, uint8_t *buf, size_t len, int flags, void *user)
{
    struct client *c = user;
    size_t n = len < c->in_len ? len : c->in_len;

    (void)flags;
    if (n == 0) {
        wslay_event_set_error(ws, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(buf, c->in, n);
    c->in += n;
    c->in_len -= n;
    return (ssize_t)n;
}

static void on_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *m,
                       void *user)
{
    struct client *c = user;

    (void)ws;
    if (c->is_closing)
        return;
    if (m->opcode == WSLAY_CONNECTION_CLOSE)
        c->code = m->status_code ? m->status_code : 1005;
    else if (m->opcode == WSLAY_PONG && c->calls->pong)
        c->calls->pong(c->ctx, c);
    else if (m->opcode == WSLAY_TEXT_FRAME && c->calls->text) {
        c->net->messages_in++;
        c->calls->text(c->ctx, c, (const char *)m->msg, m->msg_length);
    }
}

static void read_frames(struct client *c, const char *bytes, size_t len)
{
    c->in = (const uint8_t *)bytes;
    c->in_len = len;
    int st = wslay_event_recv(c->ws);
    if (st == 0)
        flush(c); /* pongs, and the answer to a close frame */
    else
        end(c, false);
}

static void become_open(struct client *c)
{
    static const struct wslay_event_callbacks calls = { on_want, on_frame_bytes, on_mask,   NULL,
                                                        NULL,    NULL,           on_message };

    free(c->head);
    c->head = NULL;
    if (wslay_event_context_client_init(&c->ws, &calls, c) != 0) {
        end(c, false);
        return;
    }
    c->state = CLIENT_OPEN;
    c->net->opened++;
    c->calls->open(c->ctx, c);
}

/* The answer to the handshake: 101, and its head up to the empty line. */
static void read_head(struct client *c, const char *bytes, size_t len)
{
    size_t room = CLIENT_HEAD_MAX - 1u - c->head_len, n = len < room ? len : room;
    size_t before = c->head_len;

    memcpy(c->head + c->head_len, bytes, n);
    c->head_len = (uint16_t)(c->head_len + n);
    c->head[c->head_len] = '\0';
    char *stop = strstr(c->head, "\r\n\r\n");
    if (!stop) {
        if (n < len)
            end(c, false);
        return;
    }
    int status = c->head_len > 12 ? atoi(c->head + 9) : 0;
    size_t used = (size_t)(stop + 4 - c->head) - before;
    if (status != 101) {
        c->net->refused_http++;
        c->net->refused_status = status;
        end(c, false);
        return;
    }
    become_open(c);
    if (!c->is_closing && used < len)
        read_frames(c, bytes + used, len - used);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    struct client *c = handle->data;

    (void)size;
    *buf = uv_buf_init(c->net->read_buf, sizeof c->net->read_buf);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct client *c = stream->data;

    if (n == 0 || c->is_closing)
        return;
    if (n < 0) {
        end(c, false);
        return;
    }
    c->net->bytes_in += (uint64_t)n;
    if (c->calls->bytes)
        c->calls->bytes(c->ctx, c, buf->base, (size_t)n);
    if (c->is_closing)
        return;
    if (c->state == CLIENT_SHAKING)
        read_head(c, buf->base, (size_t)n);
    else if (c->state == CLIENT_OPEN)
        read_frames(c, buf->base, (size_t)n);
}

void client_read(struct client *c, bool on)
{
    if (c->is_closing)
        return;
    if (on)
        uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
    else
        uv_read_stop((uv_stream_t *)&c->tcp);
}

/* ---- connecting ---- */

static void shake(struct client *c)
{
    char text[512];
    int len = snprintf(text, sizeof text,
                       "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                       "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Protocol: veillee.v2\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                       c->net->port, c->net->port);

    client_raw(c, text, (size_t)len);
}

static void on_connected(uv_connect_t *req, int status)
{
    struct client *c = req->data;

    if (c->is_closing)
        return;
    if (status < 0) {
        c->net->failed++;
        end(c, false);
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    client_read(c, true);
    if (c->is_raw) {
        c->state = CLIENT_RAW;
        c->calls->open(c->ctx, c);
    } else {
        c->state = CLIENT_SHAKING;
        shake(c);
    }
}

static int bind_source(struct client *c, int source)
{
    struct sockaddr_in from;
    uint32_t k = source >= 0 ? (uint32_t)source : c->net->next_source++;

    uv_ip4_addr("127.0.0.2", 0, &from);
    from.sin_addr.s_addr = htonl(ntohl(from.sin_addr.s_addr) + k % (uint32_t)c->net->sources);
    return uv_tcp_bind(&c->tcp, (struct sockaddr *)&from, 0);
}

static struct client *connect_to(struct net *n, const struct client_calls *calls, void *ctx,
                                 int source, bool is_raw)
{
    struct client *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->net = n;
    c->calls = calls;
    c->ctx = ctx;
    c->is_raw = is_raw;
    c->head = is_raw ? NULL : malloc(CLIENT_HEAD_MAX);
    c->connect.data = c;
    uv_tcp_init(n->loop, &c->tcp);
    c->tcp.data = c;
    n->live++;
    n->connects++;
    if ((!is_raw && !c->head) || bind_source(c, source) < 0 ||
        uv_tcp_connect(&c->connect, &c->tcp, (const struct sockaddr *)&n->to, on_connected) < 0) {
        n->failed++;
        end(c, false);
    }
    return c;
}

struct client *client_connect(struct net *n, const struct client_calls *calls, void *ctx,
                              int source)
{
    return connect_to(n, calls, ctx, source, false);
}

struct client *client_connect_raw(struct net *n, const struct client_calls *calls, void *ctx,
                                  int source)
{
    return connect_to(n, calls, ctx, source, true);
}

void client_narrow(struct client *c, int bytes)
{
    uv_os_fd_t fd;

    if (uv_fileno((uv_handle_t *)&c->tcp, &fd) == 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

bool client_is_open(const struct client *c)
{
    return c->state == CLIENT_OPEN || c->state == CLIENT_RAW;
}
