/* http.h - HTTP/1.1, as little of it as we serve, and strictly.
 *
 * The parser is a pure function of the bytes: it reads the head of a request
 * that has no body, says "done, more or bad", and does no I/O. What is bad is
 * known at the same byte however the bytes were cut on their way, so every way
 * of cutting gives the same answer.
 *
 *     struct http_request r = { 0 };
 *     while ((step = http_parse(&r, head, len, 8192)) == HTTP_MORE)
 *         read more behind head[len];     // what was read stays where it is in `head`
 *     HTTP_DONE: the head is head[0..r.head_len), spans refer to it
 *     HTTP_BAD:  answer r.status and close
 *
 * Accepted: GET and HEAD, a path that begins with "/", HTTP/1.1, one Host.
 * Refused although others take it: bare LF, folded lines, spaces before the
 * colon, any body, control characters, repeated headers that may stand once.
 */
#ifndef VL_SERVER_HTTP_H
#define VL_SERVER_HTTP_H

#include "base/buf.h"

enum http_step { HTTP_MORE, HTTP_DONE, HTTP_BAD };

enum http_method { HTTP_GET, HTTP_HEAD };

/* A part of the head; len 0 with at 0: it is not there. */
struct http_span {
    uint32_t at, len;
};

/* Headers that are kept, each at most once. */
enum http_header {
    HTTP_HOST,
    HTTP_ORIGIN,
    HTTP_UPGRADE,
    HTTP_CONNECTION,
    HTTP_WS_KEY,
    HTTP_WS_VERSION,
    HTTP_WS_PROTOCOL,
    HTTP_IF_NONE_MATCH,
    HTTP_ACCEPT_ENCODING,
    HTTP_FORWARDED_FOR,
    HTTP_CONTENT_LENGTH,
    HTTP_HEADERS
};

struct http_request {
    uint16_t status;       /* HTTP_BAD: 400, 405, 413, 414, 431 or 505 */
    uint8_t method;        /* enum http_method */
    struct http_span path; /* without the query, as it was sent: nothing is decoded */
    struct http_span header[HTTP_HEADERS];
    uint32_t head_len; /* HTTP_DONE: bytes up to and with the empty line */
    /* Private to the parser. */
    uint32_t scanned, line; /* bytes looked at; where the current line begins */
    uint16_t lines;
};

/* Looks at head[0..len), which begins with the bytes of the calls before.
 * head_max: bytes of the whole head, more is 431. Once it said HTTP_DONE or
 * HTTP_BAD it says so again. */
int http_parse(struct http_request *r, const char *head, size_t len, size_t head_max);

/* True if the header holds the token in its comma-separated list, in any case. */
bool http_has_token(const struct http_request *r, const char *head, int header, const char *token);
/* True if the peer wants the connection closed after the answer. */
bool http_wants_close(const struct http_request *r, const char *head);
/* True if the ETag, in its quotes, is among those of If-None-Match. */
bool http_matches(const struct http_request *r, const char *head, const char *etag);

/* True if Accept-Encoding names gzip and does not weigh it with 0. */
bool http_takes_gzip(const struct http_request *r, const char *head);

/* ---- answers ---- */

/* What the head of an answer says besides what all of them say. */
struct http_answer {
    int status;
    const char *type;  /* NULL: there is no content */
    const char *etag;  /* in its quotes; NULL: none */
    const char *cache; /* NULL: "no-store" */
    const char *extra; /* further header lines, each ended by CR LF; NULL: none */
    size_t length;     /* of the content */
    bool close;        /* the connection ends after it */
};

enum { HTTP_ANSWER_HEAD_MAX = 2048 }; /* bytes that any head fits in */

/* Writes status line, headers with the security headers of every path, and the
 * empty line. now: seconds since 1970, for Date. */
void http_put_head(struct vl_buf *out, const struct http_answer *a, int64_t now);
const char *http_status_text(int status);

#endif
