/* http.c - a strict reader of request heads, and the heads of our answers. */
#include "server/net/http.h"

#include "base/check.h"
#include "server/net/limits.h"

#include <string.h>
#include <time.h>

/* ---- characters ---- */

/* RFC 9110 5.6.2: tchar. */
static bool is_token(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c != 0 && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/* What RFC 3986 lets stand in a path or query, without judging its place. */
static bool is_target(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c != 0 && strchr("-._~!$&'()*+,;=:@%/?", c) != NULL);
}

/* In a line: all but control characters; a tab is none here. */
static bool is_text(unsigned char c)
{
    return c == '\t' || (c >= 0x20 && c != 0x7f);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The word is in lower case. */
static bool is_word(const char *text, size_t len, const char *word)
{
    if (strlen(word) != len)
        return false;
    for (size_t i = 0; i < len; i++)
        if (lower(text[i]) != word[i])
            return false;
    return true;
}

/* ---- the request line ---- */

static int bad(struct http_request *r, int status)
{
    r->status = (uint16_t)status;
    return HTTP_BAD;
}

static int read_method(struct http_request *r, const char *p, size_t len)
{
    if (len == 0)
        return bad(r, 400);
    for (size_t i = 0; i < len; i++)
        if (!is_token((unsigned char)p[i]))
            return bad(r, 400);
    if (vl_str_is(p, len, "GET"))
        r->method = HTTP_GET;
    else if (vl_str_is(p, len, "HEAD"))
        r->method = HTTP_HEAD;
    else
        return bad(r, 405);
    return HTTP_MORE;
}

static int read_target(struct http_request *r, const char *head, size_t at, size_t len)
{
    size_t path = len;

    if (len == 0 || head[at] != '/')
        return bad(r, 400);
    for (size_t i = 0; i < len; i++) {
        if (!is_target((unsigned char)head[at + i]))
            return bad(r, 400);
        if (head[at + i] == '?' && path == len)
            path = i;
    }
    r->path = (struct http_span){ (uint32_t)at, (uint32_t)path };
    return HTTP_MORE;
}

static int read_version(struct http_request *r, const char *p, size_t len)
{
    if (vl_str_is(p, len, "HTTP/1.1"))
        return HTTP_MORE;
    bool is_other = len == 8 && memcmp(p, "HTTP/", 5) == 0 && p[5] >= '0' && p[5] <= '9' &&
                    p[6] == '.' && p[7] >= '0' && p[7] <= '9';
    return bad(r, is_other ? 505 : 400);
}

/* METHOD SP TARGET SP VERSION, one space each. */
static int request_line(struct http_request *r, const char *head, size_t at, size_t len)
{
    const char *line = head + at;
    const char *a = memchr(line, ' ', len);
    const char *b = a ? memchr(a + 1, ' ', len - (size_t)(a + 1 - line)) : NULL;

    if (!b)
        return bad(r, 400);
    if (read_version(r, b + 1, len - (size_t)(b + 1 - line)) == HTTP_BAD ||
        read_method(r, line, (size_t)(a - line)) == HTTP_BAD)
        return HTTP_BAD;
    return read_target(r, head, (size_t)(a + 1 - head), (size_t)(b - a - 1));
}

/* ---- header lines ---- */

static const struct {
    const char *name;
    uint8_t header;
} known[] = {
    { "host", HTTP_HOST },
    { "origin", HTTP_ORIGIN },
    { "upgrade", HTTP_UPGRADE },
    { "connection", HTTP_CONNECTION },
    { "sec-websocket-key", HTTP_WS_KEY },
    { "sec-websocket-version", HTTP_WS_VERSION },
    { "sec-websocket-protocol", HTTP_WS_PROTOCOL },
    { "if-none-match", HTTP_IF_NONE_MATCH },
    { "accept-encoding", HTTP_ACCEPT_ENCODING },
    { "x-forwarded-for", HTTP_FORWARDED_FOR },
    { "content-length", HTTP_CONTENT_LENGTH },
};

/* host[:port], without judging whether there is such a host. */
static bool is_host(const char *p, size_t len)
{
    size_t i = 0;

    if (len > 0 && p[0] == '[') {
        for (i = 1; i < len && p[i] != ']'; i++)
            if (!strchr("0123456789abcdefABCDEF:.", p[i]))
                return false;
        if (i++ == len || i == 2)
            return false;
    } else {
        for (; i < len && p[i] != ':'; i++)
            if (!is_token((unsigned char)p[i]) || strchr("#$%&'*+^`|!", p[i]))
                return false;
        if (i == 0)
            return false;
    }
    if (i == len)
        return true;
    if (p[i++] != ':' || i == len || len - i > 5)
        return false;
    for (; i < len; i++)
        if (p[i] < '0' || p[i] > '9')
            return false;
    return true;
}

/* A kept header. Two of a kind are refused, but for X-Forwarded-For, where the
 * last line is the nearest proxy's. */
static int keep(struct http_request *r, const char *head, int header, struct http_span value)
{
    if (r->header[header].at && header != HTTP_FORWARDED_FOR)
        return bad(r, 400);
    r->header[header] = value;
    if (header == HTTP_HOST && !is_host(head + value.at, value.len))
        return bad(r, 400);
    if (header == HTTP_CONTENT_LENGTH && !vl_str_is(head + value.at, value.len, "0")) {
        bool is_number = value.len > 0;
        for (uint32_t i = 0; i < value.len; i++)
            is_number = is_number && head[value.at + i] >= '0' && head[value.at + i] <= '9';
        return bad(r, is_number ? 413 : 400);
    }
    return HTTP_MORE;
}

/* NAME ":" OWS VALUE OWS */
static int header_line(struct http_request *r, const char *head, size_t at, size_t len)
{
    size_t name = 0, from, to = len;

    while (name < len && is_token((unsigned char)head[at + name]))
        name++;
    if (name == 0 || name == len || head[at + name] != ':')
        return bad(r, 400);
    if (++r->lines > LIMIT_HEADERS)
        return bad(r, 431);
    for (from = name + 1; from < len && (head[at + from] == ' ' || head[at + from] == '\t');)
        from++;
    while (to > from && (head[at + to - 1] == ' ' || head[at + to - 1] == '\t'))
        to--;
    if (is_word(head + at, name, "transfer-encoding"))
        return bad(r, 413);
    for (int i = 0; i < VL_LEN(known); i++)
        if (is_word(head + at, name, known[i].name))
            return keep(r, head, known[i].header,
                        (struct http_span){ (uint32_t)(at + from), (uint32_t)(to - from) });
    return HTTP_MORE;
}

/* ---- the head ---- */

/* One whole line, without its CR LF. */
static int take_line(struct http_request *r, const char *head, size_t at, size_t len)
{
    if (at == 0)
        return request_line(r, head, at, len);
    if (len > 0)
        return header_line(r, head, at, len);
    if (!r->header[HTTP_HOST].at)
        return bad(r, 400);
    r->head_len = (uint32_t)at + 2;
    return HTTP_DONE;
}

/* One more character, at head[i]. */
static int take_char(struct http_request *r, const char *head, size_t i)
{
    unsigned char c = (unsigned char)head[i];
    bool after_cr = i > r->line && head[i - 1] == '\r';

    if (after_cr != (c == '\n'))
        return bad(r, 400);
    if (c == '\n') {
        size_t at = r->line;
        r->line = (uint32_t)i + 1;
        return take_line(r, head, at, i - 1 - at);
    }
    if (c != '\r' && !is_text(c))
        return bad(r, 400);
    if (r->line == 0 && i >= LIMIT_REQUEST_LINE)
        return bad(r, 414);
    return HTTP_MORE;
}

int http_parse(struct http_request *r, const char *head, size_t len, size_t head_max)
{
    int step = HTTP_MORE;

    if (r->status)
        return HTTP_BAD;
    if (r->head_len)
        return HTTP_DONE;
    while (step == HTTP_MORE && r->scanned < len) {
        if (r->scanned >= head_max)
            return bad(r, 431);
        step = take_char(r, head, r->scanned++);
    }
    return step;
}

/* ---- questions ---- */

bool http_has_token(const struct http_request *r, const char *head, int header, const char *token)
{
    const char *p = head + r->header[header].at, *end = p + r->header[header].len;

    while (p < end) {
        const char *comma = memchr(p, ',', (size_t)(end - p));
        const char *stop = comma ? comma : end, *to = stop;
        while (p < to && (*p == ' ' || *p == '\t'))
            p++;
        while (to > p && (to[-1] == ' ' || to[-1] == '\t'))
            to--;
        if (is_word(p, (size_t)(to - p), token))
            return true;
        p = stop + 1;
    }
    return false;
}

bool http_wants_close(const struct http_request *r, const char *head)
{
    return http_has_token(r, head, HTTP_CONNECTION, "close");
}

bool http_matches(const struct http_request *r, const char *head, const char *etag)
{
    const char *p = head + r->header[HTTP_IF_NONE_MATCH].at;
    size_t len = r->header[HTTP_IF_NONE_MATCH].len, n = strlen(etag);

    if (len == 1 && *p == '*')
        return true;
    /* Our tags hold no comma and no quote, so a tag within its quotes is that tag. */
    for (size_t i = 0; i + n <= len; i++)
        if (memcmp(p + i, etag, n) == 0)
            return true;
    return false;
}

/* One entry of the list, "gzip;q=0.5". */
static bool is_gzip(const char *p, size_t len)
{
    const char *semi = memchr(p, ';', len);
    size_t n = semi ? (size_t)(semi - p) : len;
    const char *q = semi ? semi + 1 : p + len, *end = p + len;

    while (n > 0 && (p[n - 1] == ' ' || p[n - 1] == '\t'))
        n--;
    if (!is_word(p, n, "gzip"))
        return false;
    while (q < end && (*q == ' ' || *q == '\t'))
        q++;
    if (q == end || end - q < 2 || (*q != 'q' && *q != 'Q') || q[1] != '=')
        return true;
    for (q += 2; q < end; q++)
        if (*q >= '1' && *q <= '9')
            return true;
    return false;
}

bool http_takes_gzip(const struct http_request *r, const char *head)
{
    const char *p = head + r->header[HTTP_ACCEPT_ENCODING].at;
    const char *end = p + r->header[HTTP_ACCEPT_ENCODING].len;

    while (p < end) {
        const char *comma = memchr(p, ',', (size_t)(end - p));
        const char *stop = comma ? comma : end;
        while (p < stop && (*p == ' ' || *p == '\t'))
            p++;
        if (is_gzip(p, (size_t)(stop - p)))
            return true;
        p = stop + 1;
    }
    return false;
}

/* ---- answers ---- */

/* clang-format off */
static const struct {
    int status;
    const char *text;
} statuses[] = {
    { 101, "Switching Protocols" },
    { 200, "OK" },
    { 304, "Not Modified" },
    { 400, "Bad Request" },
    { 403, "Forbidden" },
    { 404, "Not Found" },
    { 405, "Method Not Allowed" },
    { 408, "Request Timeout" },
    { 413, "Content Too Large" },
    { 414, "URI Too Long" },
    { 421, "Misdirected Request" },
    { 426, "Upgrade Required" },
    { 429, "Too Many Requests" },
    { 431, "Request Header Fields Too Large" },
    { 500, "Internal Server Error" },
    { 503, "Service Unavailable" },
    { 505, "HTTP Version Not Supported" },
};

/* On every answer, whatever the path: nothing but this server's own files is
 * loaded, nothing runs inline, nobody frames the page or learns where it was. */
static const char security[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";
/* clang-format on */

const char *http_status_text(int status)
{
    for (int i = 0; i < VL_LEN(statuses); i++)
        if (statuses[i].status == status)
            return statuses[i].text;
    return "Unknown";
}

static void put_line(struct vl_buf *out, const char *name, const char *value)
{
    vl_put(out, name);
    vl_put(out, ": ");
    vl_put(out, value);
    vl_put(out, "\r\n");
}

/* "Sun, 15 Nov 2026 10:00:00 GMT", whatever the locale. */
static void put_date(struct vl_buf *out, int64_t now)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t t = (time_t)now;
    struct tm utc;
    char clock[24];

    if (!gmtime_r(&t, &utc))
        return;
    vl_put(out, "Date: ");
    vl_put_n(out, days + 3 * utc.tm_wday, 3);
    strftime(clock, sizeof clock, ", %d ", &utc);
    vl_put(out, clock);
    vl_put_n(out, months + 3 * utc.tm_mon, 3);
    strftime(clock, sizeof clock, " %Y %H:%M:%S GMT", &utc);
    vl_put(out, clock);
    vl_put(out, "\r\n");
}

void http_put_head(struct vl_buf *out, const struct http_answer *a, int64_t now)
{
    vl_put(out, "HTTP/1.1 ");
    vl_put_int(out, a->status);
    vl_put_char(out, ' ');
    vl_put(out, http_status_text(a->status));
    vl_put(out, "\r\n");
    put_date(out, now);
    if (a->type) {
        put_line(out, "Content-Type", a->type);
        vl_put(out, "Content-Length: ");
        vl_put_u64(out, a->length);
        vl_put(out, "\r\n");
    }
    put_line(out, "Cache-Control", a->cache ? a->cache : "no-store");
    if (a->etag)
        put_line(out, "ETag", a->etag);
    if (a->close)
        put_line(out, "Connection", "close");
    if (a->extra)
        vl_put(out, a->extra);
    vl_put(out, security);
    vl_put(out, "\r\n");
}
