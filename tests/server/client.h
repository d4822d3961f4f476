/* client.h - one WebSocket connection of the load client, out of thousands.
 *
 * libuv moves the bytes, wslay frames them. Everything runs on one loop; the
 * owner gets three calls, in this order: open (at most once), text (any number),
 * closed (exactly once, also if the connect failed), after which the struct is
 * gone. Sources are 127.0.0.2, 127.0.0.3 ..., in turn, so that ports suffice.
 *
 *     struct net net;
 *     net_init(&net, loop, 7777, 50, seed);
 *     struct client *c = client_connect(&net, &calls, me, CLIENT_NEXT_SOURCE);
 *     client_send(c, text, len);
 *     client_close(c, 1000);
 */
#ifndef LOAD_CLIENT_H
#define LOAD_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <uv.h>

enum {
    CLIENT_READ_BYTES = 64 << 10,
    CLIENT_HEAD_MAX = 4096,  /* of the answer to the handshake */
    CLIENT_NEXT_SOURCE = -1, /* 127.0.0.2 and so on, in turn */
    NET_SOURCES_MAX = 60000, /* 127.0.0.2 ... */
    NET_SCRATCH_BYTES = 256 << 10
};

/* What is common to all connections of the process. */
struct net {
    uv_loop_t *loop;
    struct sockaddr_in to;
    int port;
    int sources; /* source addresses taken in turn */
    uint32_t next_source;
    uint64_t rng;
    uint64_t connects, opened, refused_http, failed; /* since the start */
    uint64_t bytes_in, bytes_out, messages_in;
    int refused_status; /* of the last connect answered with something but 101 */
    int live;           /* connections that are not freed yet */
    char read_buf[CLIENT_READ_BYTES];
    uint8_t scratch[NET_SCRATCH_BYTES]; /* frames on their way to one write */
    size_t scratch_len;
};

void net_init(struct net *n, uv_loop_t *loop, int port, int sources, uint64_t seed);
/* Uniform enough in [0, below). */
uint32_t net_random(struct net *n, uint32_t below);
/* Nanoseconds that only grow. */
uint64_t net_now(void);

struct client;

struct client_calls {
    void (*open)(void *ctx, struct client *c);
    void (*text)(void *ctx, struct client *c, const char *text, size_t len);
    /* code: of the close frame; 0: none came. */
    void (*closed)(void *ctx, struct client *c, int code);
    /* Optional: a pong came. */
    void (*pong)(void *ctx, struct client *c);
    /* Optional: sees every byte that arrives, before anything else does. */
    void (*bytes)(void *ctx, struct client *c, const char *bytes, size_t len);
};

/* Begins to connect; NULL if the socket cannot be had. source: n for 127.0.0.(n+2). */
struct client *client_connect(struct net *n, const struct client_calls *calls, void *ctx,
                              int source);
/* The same without a handshake: `open` comes after the TCP connect, and only raw
 * bytes are sent and seen. */
struct client *client_connect_raw(struct net *n, const struct client_calls *calls, void *ctx,
                                  int source);
/* One text message, masked. Does nothing on a connection that is not open. */
void client_send(struct client *c, const char *text, size_t len);
void client_ping(struct client *c, const void *bytes, size_t len);
/* Bytes as they are. */
void client_raw(struct client *c, const void *bytes, size_t len);
/* A close frame, then the end when the server has closed. */
void client_close(struct client *c, int code);
/* Without a word, and at once: a reset. `closed` comes later. */
void client_abort(struct client *c);
/* Stops or starts reading: the peer finds its window full. */
void client_read(struct client *c, bool on);
/* A small receive buffer, to be set before the connect finishes. */
void client_narrow(struct client *c, int bytes);
bool client_is_open(const struct client *c);
/* The masked frame of a text, as client_send() would write it; its length.
 * out has room for len + 14 bytes. */
size_t client_frame(struct net *n, uint8_t *out, int first_byte, const void *text, size_t len);

#endif
