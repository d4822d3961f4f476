/* conn.h - a connection from accept to close. Private to the network layer.
 *
 *     REQUEST --> ANSWERING --> REQUEST ...         keep-alive
 *        |            `------> LINGER --> DEAD
 *        `--> OPEN --> CLOSING --> LINGER
 *
 * An idle WebSocket connection is this struct and nothing else: all that a
 * request, an unfinished message or unsent bytes need is allocated when it is
 * needed and freed when it is done with.
 *
 * The application must never be called from within its own calls. So what it
 * asks for only marks the connection as dirty; the end of the turn writes,
 * closes and tells.
 */
#ifndef VL_SERVER_CONN_H
#define VL_SERVER_CONN_H

#include "server/net/http.h"
#include "server/net/loop.h"
#include "server/net/ws.h"

enum conn_state {
    CONN_REQUEST,
    CONN_ANSWERING, /* nothing is read meanwhile */
    CONN_OPEN,      /* WebSocket */
    CONN_CLOSING,   /* our close frame is queued or sent */
    CONN_LINGER,
    CONN_DEAD
};

/* A request that did not come in one piece; later, bytes read ahead. */
struct conn_head {
    struct http_request request;
    size_t len, cap;
    char bytes[];
};

/* Frames that wait until the connection may send again. */
struct conn_stash {
    size_t len;
    uint8_t bytes[];
};

struct conn {
    uv_tcp_t tcp; /* its data is this struct */
    struct server *server;
    struct conn *prev, *next; /* in its list */
    struct conn *dirty_next;
    uint64_t since; /* the list's time counts from here, ms of the loop */
    uint64_t id;
    void *user;
    struct peer_address address;
    int32_t peer_slot; /* -1: none */
    uint8_t state;     /* enum conn_state */
    uint8_t list;      /* enum conn_list */
    uint8_t why;       /* enum net_closed, once it ends */
    bool is_dirty, is_refused;
    bool is_told;     /* the application knows it */
    bool is_aborted;  /* to be cut off at the end of this turn */
    bool ends_after;  /* ANSWERING: no further request */
    bool peer_closed; /* its close frame came */
    uint8_t requests;
    int32_t tokens; /* thousandths of a message */
    uint64_t tokens_ms;

    struct conn_head *head;
    struct ws_in *in;
    struct conn_stash *stash;

    struct blob **queue; /* a ring; the first may be partly written */
    uint32_t queue_first, queue_len, queue_cap;
    size_t queue_bytes, first_sent;
    struct conn_write *write; /* in flight */
};

/* ---- conn.c ---- */

/* The listener has a connection waiting. False: no memory, try again later. */
bool conn_accept(struct server *s, uv_stream_t *listener);
/* Accepts all that wait at a listening socket, which does not block. */
void conn_accept_rest(struct server *s, int listener);
/* Looks at every list whose time runs out. */
void conn_tick(struct server *s);
/* Begins to end every connection (a stop). */
void conn_close_all(struct server *s, const char *reason);
void conn_abort_all(struct server *s);

/* For out.c: everything queued is written. / The socket is broken. */
void conn_drained(struct conn *c);
void conn_lost(struct conn *c);
/* For out.c: the peer reads. */
void conn_progress(struct conn *c);
/* For route.c: from now on a WebSocket. */
void conn_upgraded(struct conn *c);
/* The answer is queued; no further request if `ends`. */
void conn_answered(struct conn *c, bool ends);
void conn_count_refused(struct conn *c, int why);

/* ---- out.c ---- */

/* Puts the bytes into the queue. False, and the connection is marked to be cut
 * off, if there is no memory. out_static() refers to bytes that stay. */
bool out_bytes(struct conn *c, const void *bytes, size_t len);
bool out_static(struct conn *c, const void *bytes, size_t len);
bool out_control(struct conn *c, int opcode, const void *bytes, size_t len);
void out_dirty(struct conn *c);
/* Writes what every dirty connection has. */
void out_flush_all(struct server *s);
/* Writes what the socket takes at once; the rest stays. */
void out_now(struct conn *c);
/* Lets go of all that is queued; nothing may be in flight any more. */
void out_deinit(struct conn *c);

/* ---- route.c ---- */

/* Answers a complete request, or upgrades the connection. */
void route_request(struct conn *c, const struct http_request *r, const char *head);
/* Answers with a status and a sentence for whoever reads it, and ends. */
void route_refuse(struct conn *c, int status, const char *text_id);
void route_bad(struct conn *c, int status);

#endif
