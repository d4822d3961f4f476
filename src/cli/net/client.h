/* client.h - a WebSocket connection to a server, from the terminal.
 *
 * One connection, never blocking once the host's name is resolved. The caller
 * waits with poll() and tells what came:
 *
 *     struct net_url url;
 *     if (net_url_parse(&url, "http://host:7777/#/r/ROOM/TOKEN", &err)) ...
 *     struct net *n = net_create(on_message, ctx);
 *     net_open(n, &url);
 *     for (;;) {
 *         struct pollfd p = { net_fd(n), net_events(n), 0 };
 *         poll(&p, 1, net_timeout_ms(n));
 *         net_ready(n, p.revents);        // calls on_message(), may end the connection
 *         if (net_state(n) == NET_DOWN)
 *             ... net_why(n) says what happened; net_open() tries again
 *     }
 *
 * The server is not trusted: lengths are checked before anything is kept, text
 * in net_why() is cleaned. https:// runs `openssl s_client`, which checks the
 * server's certificate, and talks through it.
 */
#ifndef VL_CLI_NET_CLIENT_H
#define VL_CLI_NET_CLIENT_H

#include "base/buf.h"
#include "base/status.h"

enum {
    NET_ID = 26,               /* characters of a room's or seat's name */
    NET_HOST_MAX = 253,        /* bytes of a host's name */
    NET_WHY_MAX = 160,         /* bytes of a reason that is shown */
    NET_HEAD_MAX = 8192,       /* bytes of the answer to the upgrade */
    NET_MESSAGE_MAX = 2 << 20, /* bytes of one message that is received */
    NET_OPEN_MS = 10000,       /* to connect and shake hands */
    NET_QUIET_MS = 40000,      /* silence after which we ask whether anybody is there, */
    NET_SILENT_MS = 80000      /* and after which nobody is */
};

/* ---- links ---- */

struct net_url {
    bool tls;
    char host[NET_HOST_MAX + 1];
    char port[6];
    char room[NET_ID + 1];  /* "" if the link is the server's address only */
    char token[NET_ID + 1]; /* "" if it has none */
};

/* "http://host:port", with "/#/r/ROOM" or "/#/r/ROOM/TOKEN" after it; without a
 * scheme it is http. VL_SYNTAX with the part that is wrong in err->what. */
int net_url_parse(struct net_url *u, const char *text, struct vl_error *err);
/* "http://host:port", without the port that the scheme has anyway. */
void net_url_server(struct vl_buf *out, const struct net_url *u);
/* The whole link; token may be NULL or "". */
void net_url_link(struct vl_buf *out, const struct net_url *u, const char *room, const char *token);

/* ---- the connection ---- */

/* ORDER NET_CAUSE: the words are in join_say.c. */
enum net_cause {
    NET_FINE,
    NET_NO_SUPPORT, /* this program was built without the libraries */
    NET_NO_HOST,    /* the name is unknown */
    NET_NO_CONNECT, /* nobody listens, no way there */
    NET_NO_TLS,     /* the certificate is not good, or openssl is not there */
    NET_HTTP,       /* it answered, and refuses: code, text */
    NET_NO_SERVER,  /* it answered something else than this protocol */
    NET_TIMEOUT,    /* no answer in time, or silence */
    NET_LOST,       /* the connection broke */
    NET_CLOSED,     /* closed by the server: code, text */
    NET_CAUSE_COUNT
};

struct net_why {
    int cause; /* enum net_cause */
    int code;  /* of HTTP or of the close frame */
    char text[NET_WHY_MAX];
};

enum net_state {
    NET_DOWN,
    NET_CONNECTING, /* and shaking hands */
    NET_UP
};

struct net;

/* One whole text message: UTF-8, gone after the call. It may send, but neither open
 * nor close. */
typedef void net_message_fn(void *ctx, const char *text, size_t len);

struct net *net_create(net_message_fn *message, void *ctx); /* NULL: no memory */
void net_destroy(struct net *n);

/* Ends what is under way and begins to connect. NET_DOWN at once if that fails. */
void net_open(struct net *n, const struct net_url *u);
/* Says goodbye and lets go. */
void net_close(struct net *n);
/* Lets go, as after a silence that was too long: NET_TIMEOUT. */
void net_give_up(struct net *n);

int net_state(const struct net *n);
const struct net_why *net_why(const struct net *n);
int net_fd(const struct net *n); /* -1: nothing to wait for */
short net_events(const struct net *n);
int net_timeout_ms(const struct net *n); /* -1: none */
/* What poll() said, 0 after a timeout. */
void net_ready(struct net *n, short revents);
/* Queues one text message. Nothing happens unless the connection is up. */
void net_send(struct net *n, const char *text, size_t len);

/* Milliseconds of a clock that only goes forward. */
int64_t net_now_ms(void);
/* Random bytes of the system. */
void net_random(void *out, size_t len);
/* A token for a seat: 128 random bits. */
void net_new_token(char out[NET_ID + 1]);

#endif
