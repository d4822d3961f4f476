/* The reader of requests: what it takes, what it refuses, and that it makes no
 * difference how the bytes were cut on their way. */
#include "unit/test.h"

#include "base/rng.h"
#include "server/net/http.h"
#include "server/net/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_MAX = 8192 };

struct result {
    int step;
    struct http_request r;
};

/* Hands the bytes over in pieces that end at the given marks. The buffer is as
 * long as what was handed over, so that a read beyond it is noticed. */
static struct result parse_cut(const char *bytes, size_t len, const size_t *marks, int marks_len)
{
    struct result out = { HTTP_MORE, { 0 } };

    for (int i = 0; i <= marks_len && out.step == HTTP_MORE; i++) {
        size_t n = i < marks_len ? marks[i] : len;
        char *copy = malloc(n ? n : 1);
        memcpy(copy, bytes, n);
        out.step = http_parse(&out.r, copy, n, HEAD_MAX);
        free(copy);
    }
    return out;
}

static bool same(const struct result *a, const struct result *b)
{
    return a->step == b->step && memcmp(&a->r, &b->r, sizeof a->r) == 0;
}

/* Whole, byte by byte, and cut in two at every place: all the same. */
static struct result parse(const char *bytes, size_t len)
{
    struct result whole = parse_cut(bytes, len, NULL, 0), other;
    size_t *marks = malloc((len + 1) * sizeof *marks);

    for (size_t i = 0; i <= len; i++)
        marks[i] = i;
    other = parse_cut(bytes, len, marks, (int)len + 1);
    if (!CHECK(same(&whole, &other)))
        printf("byte by byte: %.60s\n", bytes);
    for (size_t i = 0; i < len; i++) {
        other = parse_cut(bytes, len, &marks[i], 1);
        if (!CHECK(same(&whole, &other)))
            printf("cut at %zu: %.60s\n", i, bytes);
    }
    free(marks);
    return whole;
}

static struct result parse_text(const char *text)
{
    return parse(text, strlen(text));
}

#define HOST "Host: a.example\r\n"
#define WHOLE "GET / HTTP/1.1\r\n" HOST "\r\n"

static const char upgrade[] = "GET /ws?x=1 HTTP/1.1\r\n"
                              "Host: veillee.example:7777\r\n"
                              "User-Agent: test/1.0 (\xc3\xa9t\xc3\xa9)\r\n"
                              "Origin: http://veillee.example:7777\r\n"
                              "Upgrade: websocket\r\n"
                              "Connection: keep-alive, Upgrade\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                              "Sec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Protocol: chat , veillee.v2\r\n"
                              "Content-Length: 0\r\n"
                              "X-Empty:\r\n"
                              "\r\n";

static bool span_is(const struct http_span *s, const char *head, const char *text)
{
    return vl_str_is(head + s->at, s->len, text);
}

TEST(http_reads_a_request)
{
    struct result a = parse_text(upgrade);

    CHECK_EQ(a.step, HTTP_DONE);
    CHECK_EQ(a.r.method, HTTP_GET);
    CHECK_EQ(a.r.head_len, sizeof upgrade - 1);
    CHECK(span_is(&a.r.path, upgrade, "/ws"));
    CHECK(span_is(&a.r.header[HTTP_HOST], upgrade, "veillee.example:7777"));
    CHECK(span_is(&a.r.header[HTTP_ORIGIN], upgrade, "http://veillee.example:7777"));
    CHECK(span_is(&a.r.header[HTTP_WS_KEY], upgrade, "dGhlIHNhbXBsZSBub25jZQ=="));
    CHECK(http_has_token(&a.r, upgrade, HTTP_CONNECTION, "upgrade"));
    CHECK(http_has_token(&a.r, upgrade, HTTP_CONNECTION, "keep-alive"));
    CHECK(!http_has_token(&a.r, upgrade, HTTP_CONNECTION, "keep"));
    CHECK(http_has_token(&a.r, upgrade, HTTP_WS_PROTOCOL, "veillee.v2"));
    CHECK(!http_wants_close(&a.r, upgrade));
    CHECK_EQ(a.r.header[HTTP_FORWARDED_FOR].at, 0);
}

TEST(http_stops_at_the_end_of_the_head)
{
    struct result a = parse_text(WHOLE "GET /next");

    CHECK_EQ(a.step, HTTP_DONE);
    CHECK_EQ(a.r.head_len, strlen(WHOLE));
}

/* status 0: accepted. */
static const struct {
    const char *text;
    int status;
} vectors[] = {
    { WHOLE, 0 },
    { "HEAD / HTTP/1.1\r\n" HOST "\r\n", 0 },
    { "GET /a/b-c_d~e.f?q=1&r=%20 HTTP/1.1\r\n" HOST "\r\n", 0 },
    { "GET /%2e%2e/ HTTP/1.1\r\n" HOST "\r\n", 0 },
    { "GET / HTTP/1.1\r\nhOsT:a.example\r\n\r\n", 0 },
    { "GET / HTTP/1.1\r\nHost: [::1]:7777\r\n\r\n", 0 },
    { "GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n", 0 },
    { "GET / HTTP/1.1\r\nHost: 127.0.0.1:7777\r\n\r\n", 0 },
    { "GET / HTTP/1.1\r\nHost: \t a.example \t\r\n\r\n", 0 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n", 0 },
    { "GET / HTTP/1.1\r\n" HOST "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8\r\n\r\n", 0 },
    /* the request line */
    { "\r\n" WHOLE, 400 },
    { " GET / HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET  / HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET /  HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET / HTTP/1.1 \r\n" HOST "\r\n", 400 },
    { "GET /\tHTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET /\r\n" HOST "\r\n", 400 },
    { "GET\r\n", 400 },
    { "GET HTTP/1.1\r\n", 400 },
    { "GET http://a.example/ HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET * HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET a HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET /#x HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET /\\ HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET /\"x\" HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET /<x> HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET /\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "G\xc3\xa9T / HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "GET / http/1.1\r\n" HOST "\r\n", 400 },
    { "GET / HTTP/1.1x\r\n" HOST "\r\n", 400 },
    { "GET / HTTP/11\r\n" HOST "\r\n", 400 },
    { "GET / HTTP/1.0\r\n" HOST "\r\n", 505 },
    { "GET / HTTP/1.2\r\n" HOST "\r\n", 505 },
    { "GET / HTTP/2.0\r\n" HOST "\r\n", 505 },
    { "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505 },
    { "get / HTTP/1.1\r\n" HOST "\r\n", 405 },
    { "POST / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc", 405 },
    { "PUT / HTTP/1.1\r\n" HOST "\r\n", 405 },
    { "CONNECT a:1 HTTP/1.1\r\n" HOST "\r\n", 405 },
    { "OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 405 },
    { "TRACE / HTTP/1.1\r\n" HOST "\r\n", 405 },
    { "GETX / HTTP/1.1\r\n" HOST "\r\n", 405 },
    /* line ends */
    { "GET / HTTP/1.1\n" HOST "\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\rHost: a\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a\r\n\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a\r\n\rX", 400 },
    /* header lines */
    { "GET / HTTP/1.1\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a:\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a:x\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: a:123456\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: []\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost: [::1]x\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST " folded\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "X: a\r\n\tfolded\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "nocolon\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST ": empty\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "a b: c\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "(x): c\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "X: a\x01z\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "X: a\x7fz\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "X: \x1b[31m\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Origin: http://a\r\nOrigin: http://b\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Sec-WebSocket-Key: a\r\nSec-WebSocket-Key: a\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\nUpgrade: h2c\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Connection: close\r\nConnection: upgrade\r\n\r\n", 400 },
    /* bodies */
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: 1\r\n\r\nx", 413 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999999\r\n\r\n", 413 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: +0\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: 0x0\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: 0\r\nContent-Length: 5\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Content-Length: 0, 0\r\n\r\n", 400 },
    { "GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413 },
    { "GET / HTTP/1.1\r\n" HOST "transfer-encoding : chunked\r\n\r\n", 400 },
    /* not HTTP at all */
    { "\x16\x03\x01\x02", 400 },
    { "SSH-2.0-OpenSSH_9\r\n", 400 },
    { "{\"t\":\"hello\"}\n", 400 },
};

TEST(http_takes_and_refuses_what_it_should)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        struct result a = parse_text(vectors[i].text);
        bool ok = vectors[i].status ? a.step == HTTP_BAD && a.r.status == vectors[i].status
                                    : a.step == HTTP_DONE;
        if (!CHECK(ok))
            printf("vector %zu: step %d status %d: %.50s\n", i, a.step, a.r.status,
                   vectors[i].text);
    }
}

TEST(http_a_prefix_of_a_good_request_wants_more)
{
    for (size_t n = 0; n + 1 < sizeof upgrade; n++) {
        struct result a = parse_cut(upgrade, n, NULL, 0);
        CHECK_EQ(a.step, HTTP_MORE);
    }
}

/* Every byte of a request replaced by every other: thousands of near misses. */
TEST(http_every_byte_replaced_by_every_other)
{
    char bytes[sizeof upgrade];
    size_t len = sizeof upgrade - 1, taken = 0, refused = 0;
    struct vl_rng rng = vl_rng_seed(7);

    memcpy(bytes, upgrade, sizeof upgrade);
    for (size_t i = 0; i < len; i++) {
        for (int c = 0; c < 256; c++) {
            bytes[i] = (char)c;
            struct result a = parse_cut(bytes, len, NULL, 0);
            size_t marks[2] = { vl_rng_below(&rng, (uint32_t)len), len };
            struct result b = parse_cut(bytes, len, marks, 2);
            CHECK(same(&a, &b));
            bool is_control = (c < 32 && c != '\t' && c != '\r' && c != '\n') || c == 127;
            CHECK(!is_control || (a.step == HTTP_BAD && a.r.status == 400));
            /* Only what the request said already may be accepted in the method. */
            CHECK(i >= 3 || c == upgrade[i] || a.step == HTTP_BAD);
            taken += a.step == HTTP_DONE;
            refused += a.step == HTTP_BAD;
        }
        bytes[i] = upgrade[i];
    }
    CHECK(taken > 10000 && refused > 10000);
}

/* Random bytes of the alphabet in which requests are written. */
TEST(http_random_requests_cut_at_random)
{
    static const char *const words[] = { "GET",
                                         "HEAD",
                                         "POST",
                                         " ",
                                         " ",
                                         "/",
                                         "/ws",
                                         "HTTP/1.1",
                                         "\r\n",
                                         "\r\n",
                                         "\r",
                                         "\n",
                                         "Host",
                                         ":",
                                         ": ",
                                         "a",
                                         "Content-Length",
                                         "0",
                                         "1",
                                         "Upgrade",
                                         "\t",
                                         "\0",
                                         WHOLE,
                                         HOST,
                                         "\x80",
                                         "Origin: http://a\r\n" };
    struct vl_rng rng = vl_rng_seed(11);
    char text[1024];

    for (int k = 0; k < 20000; k++) {
        size_t len = 0, marks[3];
        for (uint32_t n = vl_rng_below(&rng, 20); n > 0; n--) {
            const char *w = words[vl_rng_below(&rng, sizeof words / sizeof words[0])];
            size_t w_len = *w ? strlen(w) : 1;
            memcpy(text + len, w, w_len);
            len += w_len;
        }
        for (int i = 0; i < 3; i++)
            marks[i] = vl_rng_below(&rng, (uint32_t)len + 1);
        if (marks[0] > marks[1])
            marks[1] = marks[0];
        if (marks[1] > marks[2])
            marks[2] = marks[1];
        struct result a = parse_cut(text, len, NULL, 0), b = parse_cut(text, len, marks, 3);
        CHECK(same(&a, &b));
    }
}

/* ---- limits ---- */

static size_t fill(char *out, const char *before, char c, size_t n, const char *after)
{
    size_t len = strlen(before);

    memcpy(out, before, len);
    memset(out + len, c, n);
    memcpy(out + len + n, after, strlen(after));
    return len + n + strlen(after);
}

TEST(http_limits_of_the_head)
{
    static char text[20000];
    size_t fixed = strlen("GET / HTTP/1.1\r\n" HOST "X: \r\n\r\n");
    size_t len = fill(text, "GET / HTTP/1.1\r\n" HOST "X: ", 'y', HEAD_MAX - fixed, "\r\n\r\n");

    CHECK_EQ(len, HEAD_MAX);
    CHECK_EQ(parse_cut(text, len, NULL, 0).step, HTTP_DONE);
    len = fill(text, "GET / HTTP/1.1\r\n" HOST "X: ", 'y', HEAD_MAX - fixed + 1, "\r\n\r\n");
    struct result a = parse_cut(text, len, NULL, 0);
    CHECK(a.step == HTTP_BAD && a.r.status == 431);
    /* Known at that byte, not at the end of a line that may never come. */
    memset(text + HEAD_MAX, 'y', 5000);
    a = parse_cut(text, HEAD_MAX, NULL, 0);
    CHECK_EQ(a.step, HTTP_MORE);
    a = parse_cut(text, HEAD_MAX + 1, NULL, 0);
    CHECK(a.step == HTTP_BAD && a.r.status == 431);
}

TEST(http_limits_of_the_line)
{
    static char text[20000];
    size_t room = LIMIT_REQUEST_LINE - strlen("GET / HTTP/1.1");
    size_t len = fill(text, "GET /", 'y', room, " HTTP/1.1\r\n" HOST "\r\n");

    struct result a = parse_cut(text, len, NULL, 0);
    CHECK(a.step == HTTP_BAD && a.r.status == 414); /* the CR does not fit */
    len = fill(text, "GET /", 'y', room - 1, " HTTP/1.1\r\n" HOST "\r\n");
    CHECK_EQ(parse_cut(text, len, NULL, 0).step, HTTP_DONE);
    len = fill(text, "", 'G', 5000, "");
    a = parse_cut(text, len, NULL, 0);
    CHECK(a.step == HTTP_BAD && a.r.status == 414);
}

TEST(http_limits_of_header_lines)
{
    static char text[4000];

    for (int n = LIMIT_HEADERS - 1; n <= LIMIT_HEADERS; n++) {
        size_t len = (size_t)snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" HOST);
        for (int i = 0; i < n; i++)
            len += (size_t)snprintf(text + len, sizeof text - len, "X-%d: y\r\n", i);
        len += (size_t)snprintf(text + len, sizeof text - len, "\r\n");
        struct result a = parse_cut(text, len, NULL, 0);
        if (n < LIMIT_HEADERS)
            CHECK_EQ(a.step, HTTP_DONE);
        else
            CHECK(a.step == HTTP_BAD && a.r.status == 431);
    }
}

/* ---- answers ---- */

TEST(http_answers_carry_the_security_headers)
{
    static const char *const wanted[] = {
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'\r\n",
        "\r\nX-Content-Type-Options: nosniff\r\n",
        "\r\nReferrer-Policy: no-referrer\r\n",
        "\r\nCross-Origin-Opener-Policy: same-origin\r\n",
        "\r\nCross-Origin-Resource-Policy: same-origin\r\n",
        "\r\nCache-Control: no-store\r\n",
        "\r\nDate: Sun, 15 Nov 2026 10:00:00 GMT\r\n",
        "\r\nContent-Length: 3\r\n",
        "\r\nConnection: close\r\n",
        "HTTP/1.1 404 Not Found\r\n",
    };
    char text[HTTP_ANSWER_HEAD_MAX];
    struct vl_buf out = vl_buf_on(text, sizeof text);
    struct http_answer a = { .status = 404, .type = "text/plain", .length = 3, .close = true };

    http_put_head(&out, &a, 1794736800);
    CHECK(!out.full);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (!CHECK(strstr(text, wanted[i]) != NULL))
            printf("missing: %s\n", wanted[i]);
    CHECK_STR(text + out.len - 4, "\r\n\r\n");
}

TEST(http_an_etag_is_matched_whole)
{
    static const char head[] = "GET / HTTP/1.1\r\n" HOST
                               "If-None-Match: \"ab12\", W/\"cd34\"\r\n\r\n";
    struct result a = parse_cut(head, sizeof head - 1, NULL, 0);

    CHECK(http_matches(&a.r, head, "\"ab12\""));
    CHECK(http_matches(&a.r, head, "\"cd34\""));
    CHECK(!http_matches(&a.r, head, "\"ab1\""));
    CHECK(!http_matches(&a.r, head, "\"ab123\""));
}

static bool takes_gzip(const char *accepts)
{
    char head[256];
    int n = snprintf(head, sizeof head, "GET / HTTP/1.1\r\nHost: a\r\n%s%s%s\r\n",
                     accepts ? "Accept-Encoding: " : "", accepts ? accepts : "",
                     accepts ? "\r\n" : "");
    struct result a = parse_cut(head, (size_t)n, NULL, 0);

    CHECK_EQ(a.step, HTTP_DONE);
    return http_takes_gzip(&a.r, head);
}

TEST(gzip_is_sent_to_those_who_take_it)
{
    CHECK(takes_gzip("gzip"));
    CHECK(takes_gzip("gzip, deflate, br, zstd"));
    CHECK(takes_gzip("br;q=1.0, GZIP;q=0.8, *;q=0.1"));
    CHECK(takes_gzip("identity;q=0.5,gzip ; q=0.001"));
    CHECK(!takes_gzip(NULL));
    CHECK(!takes_gzip("br, deflate"));
    CHECK(!takes_gzip("gzip;q=0"));
    CHECK(!takes_gzip("gzip; q=0.000, identity"));
    CHECK(!takes_gzip("xgzip, gzipx, *"));
}
