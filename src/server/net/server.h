/* server.h - the network layer and the application on top of it.
 *
 * The network layer (loop, http, ws, conn) owns sockets and speaks HTTP and
 * WebSocket; it knows nothing of games. The application (rooms) is a struct of
 * functions; it sees whole text messages and never a byte of framing. Both run
 * on one thread, the loop's: none of these functions may be called from another,
 * except blob_make(). A worker thread hands its result over with uv_async_send().
 *
 *     struct server *s;
 *     server_open(&s, &config, &err);      // listens; nothing is accepted yet
 *     ...                                  // make the application, with server_loop(s)
 *     server_run(s, &app);                 // until SIGTERM or SIGINT
 *     ...                                  // end it; what ends later, on the loop, may
 *     server_close(s);                     // runs what is left on the loop, then frees it
 *
 * Order of calls on a connection: open, then any number of message, then closed,
 * once. Between conn_close() and closed no message arrives any more.
 */
#ifndef VL_SERVER_SERVER_H
#define VL_SERVER_SERVER_H

#include "base/status.h"
#include "server/net/limits.h"
#include "server/net/log.h"
#include "server/net/metrics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

/* The path of the WebSocket and its subprotocol. A client offers the protocol
 * or none; one that offers only others is refused. */
#define SERVER_WS_PATH "/ws"
#define SERVER_WS_PROTOCOL "veillee.v2"
#define SERVER_WS_OLDER "veillee.v1" /* let in to be told so (docs/protocol.md) */

struct server;
struct conn; /* a WebSocket connection, owned by the network layer */
struct blob; /* a message ready to be written, shared by many connections */

/* ---- the application ---- */

struct server_app {
    void *ctx;
    /* The handshake is done. Sending and closing are allowed at once. */
    void (*open)(void *ctx, struct conn *c);
    /* One whole text message, UTF-8 checked, at most limits.message_bytes; not
     * NUL-terminated, and gone after the call. */
    void (*message)(void *ctx, struct conn *c, const char *text, size_t len);
    /* Gone, whoever closed it; forget the pointer. Do not send. */
    void (*closed)(void *ctx, struct conn *c);
    /* A graceful stop begins: say bye. Nothing new is accepted any more; what is
     * queued is written, then every connection is closed with 1001. */
    void (*stopping)(void *ctx);
    /* Called every LIMIT_TICK_MS, for what is due by the clock. May be NULL. */
    void (*tick)(void *ctx);
    /* Asked during a stop: true while something is under way that connections
     * still wait for (a commit). The stop waits, up to limits.stop_ms. May be NULL. */
    bool (*busy)(void *ctx);
    /* What /healthz says: NULL if all is well, else one word for the fault
     * ("read-only"). May be NULL. */
    const char *(*health)(void *ctx);
    /* Adds what the application counts to /metrics. May be NULL. */
    void (*metrics)(void *ctx, struct metrics *m);
};

/* ---- connections ---- */

/* Queues one text message (a copy). It is written at the end of this turn of
 * the loop, together with what else was queued. If the queue would exceed
 * limits.queue_bytes, the connection is cut off instead, and the application
 * hears `closed` later, never from within this call. Does nothing on a
 * connection that is closing. */
void conn_send(struct conn *c, const char *text, size_t len);

/* A message framed once for many connections. blob_make() gives the caller one
 * reference, conn_send_blob() takes its own; blob_unref() gives one back. NULL
 * if there is no memory. Only blob_make() may be called from other threads. */
struct blob *blob_make(const char *text, size_t len);
struct blob *blob_ref(struct blob *b);
void blob_unref(struct blob *b); /* NULL: nothing */
void conn_send_blob(struct conn *c, struct blob *b);

/* What is queued is written, then a close frame with this code (1000, 1001,
 * 1008, 1011, 4000-4999) and reason (UTF-8, at most 123 bytes; NULL: none), and
 * the connection ends when the peer answers or limits.close_ms have passed.
 * `closed` is called later, never from within this call. */
void conn_close(struct conn *c, int code, const char *reason);
bool conn_is_closing(const struct conn *c);

/* A pointer for the application, NULL at first. */
void **conn_user(struct conn *c);
/* The peer's address without its port, also behind a trusted proxy. For limits;
 * not for the log, which has its own rule about addresses. */
const char *conn_address(const struct conn *c);
/* One number for all connections of that address (of an IPv6 address: of its /64),
 * which nobody can choose. */
uint64_t conn_household(const struct conn *c);

/* ---- the server ---- */

enum {
    SERVER_LISTEN_MAX = 8,
    SERVER_ORIGINS_MAX = 32,
    SERVER_HOSTS_MAX = 32,
    SERVER_METRICS_MAX = 4
};

struct server_config {
    const char
        *listen[SERVER_LISTEN_MAX]; /* "ADDR:PORT", "[ADDR6]:PORT", "NAME:PORT"; port 0: any */
    int listen_len;                 /* none, and no inherited socket: 127.0.0.1:7777 */
    const char *origins[SERVER_ORIGINS_MAX]; /* allowed besides the server's own: "https://host" */
    int origins_len;
    const char *hosts[SERVER_HOSTS_MAX]; /* names it is called by besides its own (hosts.h) */
    int hosts_len;
    bool reuse_port;   /* SO_REUSEPORT: old and new process listen at once during a restart */
    bool trust_proxy;  /* the peer is a proxy of ours: addresses come from X-Forwarded-For */
    bool metrics_open; /* /metrics for everybody, not only for this machine */
    bool is_attached;  /* to a terminal: SIGHUP stops it as SIGTERM does */
    struct server_limits limits;
    struct log *log; /* never NULL */
};

/* Binds and listens (or takes the sockets of LISTEN_FDS), but accepts nothing
 * before server_run(). On failure err says which address and why. The texts of
 * config->listen are not needed any more afterwards, all else is. */
int server_open(struct server **out, const struct server_config *config, struct vl_error *err);
/* Serves until SIGTERM, SIGINT (SIGHUP if attached) or server_stop(); VL_OK after a graceful stop.
 */
int server_run(struct server *s, const struct server_app *app);
/* Begins the graceful stop; from the loop's thread. */
void server_stop(struct server *s);
/* Closes every handle of its own, lets the loop run until nobody holds one, and
 * frees all. NULL: nothing. */
void server_close(struct server *s);

uv_loop_t *server_loop(struct server *s);
struct log *server_log(struct server *s);
const struct server_limits *server_limits(const struct server *s);
/* Adds a source of figures to /metrics besides the application; at most
 * SERVER_METRICS_MAX of them. */
void server_add_metrics(struct server *s, void (*fn)(void *ctx, struct metrics *m), void *ctx);
/* The i-th address listened on, "127.0.0.1:7777" with its real port; NULL past
 * the last. */
const char *server_address(const struct server *s, int i);

#endif
