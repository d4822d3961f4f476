/* out.c - messages on their way out: shared blobs, a queue, one write for many. */
#include "server/net/conn.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct blob {
    uint32_t refs;
    uint32_t len;
    const char *bytes; /* its own, or some that stay */
    char own[];
};

struct conn_write {
    uv_write_t req;
    uint32_t blobs; /* whole ones, from the first of the queue */
};

enum { QUEUE_FIRST = 4 };

/* ---- blobs ---- */

/* `kept`: the bytes stay where they are, none are owned. */
static struct blob *blob_alloc(size_t own, const char *kept, size_t len)
{
    struct blob *b = malloc(sizeof *b + own);

    if (!b)
        return NULL;
    b->refs = 1;
    b->len = (uint32_t)len;
    b->bytes = kept ? kept : b->own;
    return b;
}

static struct blob *frame(int opcode, const void *bytes, size_t len)
{
    uint8_t header[WS_HEADER_MAX];
    size_t n = ws_put_header(header, opcode, len);
    struct blob *b = len < UINT32_MAX - n ? blob_alloc(n + len, NULL, n + len) : NULL;

    if (!b)
        return NULL;
    memcpy(b->own, header, n);
    if (len)
        memcpy(b->own + n, bytes, len);
    return b;
}

struct blob *blob_make(const char *text, size_t len)
{
    return frame(WS_OP_TEXT, text, len);
}

struct blob *blob_ref(struct blob *b)
{
    b->refs++;
    return b;
}

void blob_unref(struct blob *b)
{
    if (b && --b->refs == 0)
        free(b);
}

/* ---- the queue ---- */

void out_dirty(struct conn *c)
{
    if (c->is_dirty)
        return;
    c->is_dirty = true;
    c->dirty_next = c->server->dirty;
    c->server->dirty = c;
}

static void cut_off(struct conn *c, int why)
{
    c->is_aborted = true;
    c->why = (uint8_t)why;
    out_dirty(c);
}

static bool grow(struct conn *c)
{
    uint32_t cap = c->queue_cap ? c->queue_cap * 2 : QUEUE_FIRST;
    struct blob **queue = malloc(cap * sizeof(struct blob *));

    if (!queue)
        return false;
    for (uint32_t i = 0; i < c->queue_len; i++)
        queue[i] = c->queue[(c->queue_first + i) % c->queue_cap];
    free(c->queue);
    c->queue = queue;
    c->queue_first = 0;
    c->queue_cap = cap;
    return true;
}

/* Takes the reference over. */
static bool put(struct conn *c, struct blob *b)
{
    if (!b || (c->queue_len == c->queue_cap && !grow(c))) {
        blob_unref(b);
        cut_off(c, CLOSED_lost);
        return false;
    }
    c->queue[(c->queue_first + c->queue_len++) % c->queue_cap] = b;
    c->queue_bytes += b->len;
    c->server->queued_bytes += b->len;
    out_dirty(c);
    return true;
}

static void pop(struct conn *c)
{
    struct blob *b = c->queue[c->queue_first];

    c->queue_first = (c->queue_first + 1) % c->queue_cap;
    c->queue_len--;
    c->queue_bytes -= b->len;
    c->server->queued_bytes -= b->len;
    c->first_sent = 0;
    blob_unref(b);
}

void out_deinit(struct conn *c)
{
    while (c->queue_len > 0)
        pop(c);
    free(c->queue);
    c->queue = NULL;
    c->queue_cap = 0;
}

/* ---- what is put into it ---- */

bool out_bytes(struct conn *c, const void *bytes, size_t len)
{
    struct blob *b = blob_alloc(len, NULL, len);

    if (b)
        memcpy(b->own, bytes, len);
    return put(c, b);
}

bool out_static(struct conn *c, const void *bytes, size_t len)
{
    const char *p = bytes;

    for (size_t n; len > 0; p += n, len -= n) {
        n = len < LIMIT_WRITE_BYTES ? len : LIMIT_WRITE_BYTES;
        if (!put(c, blob_alloc(0, p, n)))
            return false;
    }
    return true;
}

bool out_control(struct conn *c, int opcode, const void *bytes, size_t len)
{
    return put(c, frame(opcode, bytes, len));
}

/* Too far behind: its own queue is full, or all queues together are and this is
 * one of the long ones. */
static bool is_behind(const struct conn *c, size_t more)
{
    const struct server_limits *l = &c->server->config.limits;

    return c->queue_bytes + more > (size_t)l->queue_bytes ||
           (c->server->queued_bytes + more > (size_t)l->queues_bytes &&
            c->queue_bytes + more > (size_t)l->queue_bytes / 16);
}

void conn_send_blob(struct conn *c, struct blob *b)
{
    if (c->state != CONN_OPEN || c->is_aborted)
        return;
    if (b && is_behind(c, b->len)) {
        cut_off(c, CLOSED_slow);
        return;
    }
    c->server->count.messages_out++;
    put(c, b ? blob_ref(b) : NULL);
}

void conn_send(struct conn *c, const char *text, size_t len)
{
    if (c->state != CONN_OPEN || c->is_aborted)
        return;
    struct blob *b = blob_make(text, len);
    conn_send_blob(c, b);
    blob_unref(b);
}

/* ---- writing ---- */

/* The queue from its first unwritten byte, at most `most` bytes unless the first
 * piece alone is longer. */
static unsigned gather(const struct conn *c, uv_buf_t *bufs, size_t most)
{
    unsigned n = 0;
    size_t bytes = 0;

    while (n < LIMIT_WRITE_BUFS && n < c->queue_len && (n == 0 || bytes < most)) {
        struct blob *b = c->queue[(c->queue_first + n) % c->queue_cap];
        size_t skip = n == 0 ? c->first_sent : 0;
        /* libuv's buffers are not const, but it only reads these. */
        bufs[n++] = uv_buf_init((char *)b->bytes + skip, (unsigned)(b->len - skip));
        bytes += b->len - skip;
    }
    return n;
}

static void advance(struct conn *c, size_t written)
{
    c->server->count.bytes_out += written;
    while (written > 0) {
        size_t left = c->queue[c->queue_first]->len - c->first_sent;
        if (written < left) {
            c->first_sent += written;
            return;
        }
        written -= left;
        pop(c);
    }
}

static void on_written(uv_write_t *req, int status)
{
    struct conn *c = req->handle->data;
    uint32_t blobs = c->write->blobs;

    free(c->write);
    c->write = NULL;
    if (c->state == CONN_DEAD)
        return;
    if (status < 0) {
        conn_lost(c);
        return;
    }
    for (; blobs > 0; blobs--) {
        c->server->count.bytes_out += c->queue[c->queue_first]->len - c->first_sent;
        pop(c);
    }
    conn_progress(c);
    out_dirty(c);
}

/* The socket is full: libuv writes when it can. Little at a time, so that a slow
 * reader shows that it reads at all. */
static void write_later(struct conn *c)
{
    uv_buf_t bufs[LIMIT_WRITE_BUFS];
    unsigned n = gather(c, bufs, LIMIT_WRITE_BYTES);
    struct conn_write *w = malloc(sizeof *w);

    if (!w) {
        conn_lost(c);
        return;
    }
    w->blobs = n;
    c->write = w;
    if (uv_write(&w->req, (uv_stream_t *)&c->tcp, bufs, n, on_written) < 0) {
        c->write = NULL;
        free(w);
        conn_lost(c);
    }
}

/* 0, or why not all of it was written. */
static int try_queue(struct conn *c)
{
    uv_buf_t bufs[LIMIT_WRITE_BUFS];

    while (c->queue_len > 0) {
        unsigned n = gather(c, bufs, SIZE_MAX);
        int written = uv_try_write((uv_stream_t *)&c->tcp, bufs, n);
        if (written < 0)
            return written;
        advance(c, (size_t)written);
    }
    return 0;
}

void out_now(struct conn *c)
{
    if (!c->write)
        try_queue(c);
}

static void flush(struct conn *c)
{
    int st = try_queue(c);

    if (c->queue_len == 0) {
        out_deinit(c);
        conn_drained(c);
    } else if (st == UV_EAGAIN)
        write_later(c);
    else
        conn_lost(c);
}

void out_flush_all(struct server *s)
{
    while (s->dirty) {
        struct conn *c = s->dirty;
        s->dirty = c->dirty_next;
        c->is_dirty = false;
        if (c->state == CONN_DEAD)
            continue;
        if (c->is_aborted)
            conn_lost(c);
        else if (!c->write)
            flush(c);
    }
}
