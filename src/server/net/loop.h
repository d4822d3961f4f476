/* loop.h - inside of the server: what loop, listen, conn, out and route share.
 *
 * Private to the network layer; the application includes server.h alone.
 */
#ifndef VL_SERVER_LOOP_H
#define VL_SERVER_LOOP_H

#include "server/net/hosts.h"
#include "server/net/peers.h"
#include "server/net/server.h"

#include <uv.h>

/* clang-format off */
/* Why a connection was refused, and why one ended; words of log and metrics. */
#define NET_REFUSED_MAP(X)                                        \
    X(full)                /* more than limits.connections: 503 */ \
    X(address_rate)        /* 429 */                               \
    X(address_connections) /* 429 */                               \
    X(stopping)            /* 503 */                               \
    X(request)             /* a bad one: 4xx, 505 */               \
    X(host)                /* 421 */                               \
    X(origin)              /* 403 */

#define NET_CLOSED_MAP(X)                                  \
    X(http)     /* answered, no WebSocket */               \
    X(peer)     /* the peer closed it in good order */     \
    X(lost)     /* it broke without a word */              \
    X(timeout)  /* no complete request in time */          \
    X(idle)     /* silent, also after a ping */            \
    X(slow)     /* did not read what was sent */           \
    X(protocol) /* broke RFC 6455 or a limit of frames */  \
    X(app)      /* the application wanted it */            \
    X(stop)     /* the server stops */
/* clang-format on */

enum net_refused {
#define X(name) REFUSED_##name,
    NET_REFUSED_MAP(X)
#undef X
        REFUSED_COUNT
};

enum net_closed {
#define X(name) CLOSED_##name,
    NET_CLOSED_MAP(X)
#undef X
        CLOSED_COUNT
};
extern const char *const net_refused_words[];
extern const char *const net_closed_words[];

struct net_counters {
    uint64_t accepted, upgraded, requests;
    uint64_t refused[REFUSED_COUNT], closed[CLOSED_COUNT];
    uint64_t messages_in, messages_out, bytes_in, bytes_out, throttled;
};

/* Connections in the order in which their time runs out: each list has one
 * timeout, so that the first of a list is always the next. */
enum conn_list {
    LIST_REQUEST,   /* a request is awaited, or its answer is being read */
    LIST_QUIET,     /* WebSocket, by when it was heard last */
    LIST_PINGED,    /* the same, silent for long */
    LIST_THROTTLED, /* sent too much: not read for a moment */
    LIST_CLOSING,   /* our close frame is to be answered */
    LIST_LINGER,    /* all is said; waits for the peer's FIN, so that it can read the end */
    LIST_COUNT
};

struct conn_links {
    struct conn *first, *last;
};

struct listener {
    uv_tcp_t tcp;
    struct server *server;
    char address[80];
    bool is_inherited; /* by LISTEN_FDS: the next process goes on with its queue */
    bool is_stuck;     /* a connection waits for which there was no memory */
};

enum stop_stage {
    STOP_NONE,
    STOP_ACCEPTING, /* what waits in the queue is accepted once more */
    STOP_WAITING,   /* the application finishes what is under way */
    STOP_DRAINING,  /* every connection is being closed */
    STOP_DONE
};

struct server {
    uv_loop_t loop;
    struct server_config config;
    char machine[HOSTS_NAME_MAX]; /* what it calls itself, "": nothing */
    const struct server_app *app; /* during server_run() */
    struct {
        void (*fn)(void *ctx, struct metrics *m);
        void *ctx;
    } metrics[SERVER_METRICS_MAX];
    int metrics_len;
    struct listener listeners[SERVER_LISTEN_MAX];
    int listeners_len;
    uv_signal_t signals[3]; /* ORDER of the signals in loop.c */
    uv_timer_t tick;
    uv_prepare_t prepare;
    uv_check_t check;
    int stop; /* enum stop_stage */
    uint64_t stop_ms;

    struct conn_links lists[LIST_COUNT];
    struct conn *dirty; /* have something to write at the end of this turn */
    int conns_len;      /* open, refused ones apart */
    int refused_len;
    int upgraded_len;
    uint64_t next_id;
    size_t queued_bytes; /* of all connections */
    struct peers peers;
    struct net_counters count;
    char read_buf[LIMIT_READ_BYTES]; /* of whichever socket is being read */
};

/* listen.c: binds what the configuration says, or takes what was inherited. */
int listen_open(struct server *s, struct vl_error *err);
/* "127.0.0.1:7777" or "[::1]:7777". */
void listen_name(const struct sockaddr *a, char *out, size_t cap);

/* loop.c */
void net_metrics(const struct server *s, struct metrics *m);

#endif
