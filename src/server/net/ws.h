/* ws.h - WebSocket (RFC 6455): the handshake, and frames to messages and back.
 *
 * No I/O here. Incoming bytes are handed in as they came, and events come out:
 *
 *     struct ws_in *in = NULL;                  // nothing pending: no memory
 *     struct ws_bytes b = { bytes, len };
 *     while ((ev = ws_read(&in, &limits, &b, &m)) != WS_MORE) ...
 *
 * wslay reads the frames. What it must not be asked to buffer is refused before
 * it sees a byte of it: the length in the header decides. A connection between
 * two messages owns no memory; `in` exists while one is incomplete.
 *
 * Text only: a binary message ends the connection with 1003.
 */
#ifndef VL_SERVER_WS_H
#define VL_SERVER_WS_H

#include "server/net/http.h"
#include "server/net/limits.h"

/* Codes of RFC 6455 7.4.1 that we send. */
enum {
    WS_NORMAL = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL_ERROR = 1002,
    WS_UNSUPPORTED = 1003,
    WS_NO_CODE = 1005, /* only in the program: a close frame without a code */
    WS_NOT_UTF8 = 1007,
    WS_POLICY = 1008,
    WS_TOO_BIG = 1009,
    WS_INTERNAL = 1011
};

enum ws_opcode {
    WS_OP_CONT = 0,
    WS_OP_TEXT = 1,
    WS_OP_BINARY = 2,
    WS_OP_CLOSE = 8,
    WS_OP_PING = 9,
    WS_OP_PONG = 10
};

/* ---- handshake ---- */

enum { WS_ACCEPT_MAX = 29 };

/* The answer to Sec-WebSocket-Key. */
void ws_accept(char out[WS_ACCEPT_MAX], const char *key, size_t len);

/* True if a page of that origin may connect: its host and port are those of
 * Host, or it is one of allowed[0..n). "null" and what is no http(s) origin
 * never is. */
bool ws_origin_ok(const char *origin, size_t origin_len, const char *host, size_t host_len,
                  const char *const *allowed, int n);

/* 101 if the request is an upgrade that we accept, else the status that refuses
 * it: 426 (no upgrade, or another version), 400, 403 (Origin absent or foreign). */
int ws_check(const struct http_request *r, const char *head, const char *const *allowed, int n);

/* ---- reading ---- */

enum ws_event {
    WS_MORE, /* all bytes are used up */
    WS_TEXT, /* a whole message, UTF-8 */
    WS_PING, /* to be answered with a pong of the same content */
    WS_PONG,
    WS_CLOSE, /* code and reason */
    WS_BAD    /* code and why: send a close frame, read no more */
};

struct ws_bytes {
    const uint8_t *p;
    size_t len;
};

struct ws_message {
    const char *text; /* valid until the next call */
    size_t len;
    int code;        /* WS_CLOSE, WS_BAD */
    const char *why; /* WS_BAD: a word for log and close frame */
};

struct ws_in; /* what is incomplete; NULL if nothing is */

/* The next event of the bytes, which are advanced over what was used. After
 * WS_BAD nothing more may be handed in. */
int ws_read(struct ws_in **in, const struct server_limits *l, struct ws_bytes *b,
            struct ws_message *m);
/* Gives up what is incomplete; *in becomes NULL. */
void ws_drop(struct ws_in **in);
/* Frees what is kept for reuse: at the end of the program. */
void ws_deinit(void);

/* ---- writing ---- */

enum { WS_HEADER_MAX = 10, WS_CONTROL_MAX = 125 };

/* The header of an unmasked final frame, into out; its length. */
size_t ws_put_header(uint8_t out[WS_HEADER_MAX], int opcode, uint64_t len);
/* The content of a close frame, into out; its length. The reason is cut at a
 * character if it is too long. WS_NO_CODE: empty. */
size_t ws_put_close(uint8_t out[WS_CONTROL_MAX], int code, const char *reason);

#endif
