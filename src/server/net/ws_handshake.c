/* ws_handshake.c - who may become a WebSocket connection. */
#include "server/net/ws.h"

#include "server/net/server.h"

#include <string.h>

/* ---- SHA-1 and base64: RFC 6455 wants them, for 60 bytes ---- */

static uint32_t rotate(uint32_t v, int n)
{
    return (v << n) | (v >> (32 - n));
}

static void sha1_block(uint32_t h[5], const uint8_t *p)
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | (uint32_t)p[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? ((b & c) | (~b & d)) + 0x5A827999u
                     : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1u
                     : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCu
                              : (b ^ c ^ d) + 0xCA62C1D6u;
        uint32_t t = rotate(a, 5) + f + e + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = t;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

/* Of at most 119 bytes: two blocks with the padding. */
static void sha1(uint8_t out[20], const uint8_t *bytes, size_t len)
{
    uint32_t h[5] = { 0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u };
    uint8_t block[128] = { 0 };
    size_t size = len < 56 ? 64 : 128;

    memcpy(block, bytes, len);
    block[len] = 0x80;
    block[size - 2] = (uint8_t)(len * 8 >> 8);
    block[size - 1] = (uint8_t)(len * 8 & 0xff);
    for (size_t i = 0; i < size; i += 64)
        sha1_block(h, block + i);
    for (int i = 0; i < 20; i++)
        out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void ws_accept(char out[WS_ACCEPT_MAX], const char *key, size_t len)
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t text[64 + sizeof magic], hash[21] = { 0 };
    size_t n = len < 64 ? len : 64;

    memcpy(text, key, n);
    memcpy(text + n, magic, sizeof magic);
    sha1(hash, text, n + sizeof magic - 1);
    for (int i = 0; i < 7; i++) {
        uint32_t v = (uint32_t)hash[3 * i] << 16 | (uint32_t)hash[3 * i + 1] << 8 | hash[3 * i + 2];
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = base64[v >> (18 - 6 * k) & 63];
    }
    out[27] = '=';
    out[28] = '\0';
}

/* Base64 of 16 bytes: 22 digits and "==", the last digit without stray bits. */
static bool is_key(const char *p, size_t len)
{
    if (len != 24 || p[22] != '=' || p[23] != '=')
        return false;
    for (int i = 0; i < 22; i++)
        if (p[i] == '\0' || !strchr(base64, p[i]))
            return false;
    return strchr("AQgw", p[21]) != NULL;
}

/* ---- Origin ---- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same(const char *a, size_t a_len, const char *b, size_t b_len)
{
    if (a_len != b_len)
        return false;
    for (size_t i = 0; i < a_len; i++)
        if (lower(a[i]) != lower(b[i]))
            return false;
    return true;
}

/* The length without the port that the scheme has anyway. */
static size_t without_port(const char *p, size_t len, const char *port)
{
    size_t n = strlen(port);

    return len > n && memcmp(p + len - n, port, n) == 0 ? len - n : len;
}

bool ws_origin_ok(const char *origin, size_t origin_len, const char *host, size_t host_len,
                  const char *const *allowed, int n)
{
    size_t scheme = 0;
    const char *port = NULL;

    if (origin_len > 7 && same(origin, 7, "http://", 7)) {
        scheme = 7;
        port = ":80";
    } else if (origin_len > 8 && same(origin, 8, "https://", 8)) {
        scheme = 8;
        port = ":443";
    } else
        return false;
    for (int i = 0; i < n; i++)
        if (same(origin, origin_len, allowed[i], strlen(allowed[i])))
            return true;
    return same(origin + scheme, without_port(origin + scheme, origin_len - scheme, port), host,
                without_port(host, host_len, port));
}

/* ---- the request ---- */

int ws_check(const struct http_request *r, const char *head, const char *const *allowed, int n)
{
    const struct http_span *h = r->header;

    if (!http_has_token(r, head, HTTP_UPGRADE, "websocket") ||
        !http_has_token(r, head, HTTP_CONNECTION, "upgrade"))
        return 426;
    if (!vl_str_is(head + h[HTTP_WS_VERSION].at, h[HTTP_WS_VERSION].len, "13"))
        return 426;
    if (r->method != HTTP_GET || !is_key(head + h[HTTP_WS_KEY].at, h[HTTP_WS_KEY].len))
        return 400;
    if (h[HTTP_WS_PROTOCOL].at && !http_has_token(r, head, HTTP_WS_PROTOCOL, SERVER_WS_PROTOCOL) &&
        !http_has_token(r, head, HTTP_WS_PROTOCOL, SERVER_WS_OLDER))
        return 400;
    if (!ws_origin_ok(head + h[HTTP_ORIGIN].at, h[HTTP_ORIGIN].len, head + h[HTTP_HOST].at,
                      h[HTTP_HOST].len, allowed, n))
        return 403;
    return 101;
}
