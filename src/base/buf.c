#include "base/buf.h"

#include <string.h>

/* ---- writing ---- */

struct vl_buf vl_buf_on(char *memory, size_t cap)
{
    struct vl_buf b = { memory, cap, 0, false };

    if (cap > 0)
        memory[0] = '\0';
    return b;
}

void vl_put_n(struct vl_buf *b, const char *text, size_t len)
{
    size_t room = b->cap > 0 ? b->cap - 1 - b->len : 0;

    if (len > room) {
        len = room;
        b->full = true;
    }
    if (len == 0)
        return;
    memmove(b->p + b->len, text, len);
    b->len += len;
    b->p[b->len] = '\0';
}

void vl_put(struct vl_buf *b, const char *text)
{
    vl_put_n(b, text, strlen(text));
}

void vl_put_char(struct vl_buf *b, char c)
{
    vl_put_n(b, &c, 1);
}

void vl_put_u64(struct vl_buf *b, uint64_t v)
{
    char digits[20]; /* UINT64_MAX has 20 */
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + (int)(v % 10));
        v /= 10;
    } while (v > 0);
    vl_put_n(b, digits + at, sizeof digits - at);
}

void vl_put_int(struct vl_buf *b, int64_t v)
{
    if (v >= 0) {
        vl_put_u64(b, (uint64_t)v);
        return;
    }
    vl_put_char(b, '-');
    vl_put_u64(b, 0 - (uint64_t)v);
}

static const char hex_digits[] = "0123456789abcdef";

void vl_put_hex64(struct vl_buf *b, uint64_t v)
{
    char digits[16];

    for (int i = 15; i >= 0; i--) {
        digits[i] = hex_digits[v & 15];
        v >>= 4;
    }
    vl_put_n(b, digits, sizeof digits);
}

void vl_put_hex(struct vl_buf *b, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        vl_put_char(b, hex_digits[bytes[i] >> 4]);
        vl_put_char(b, hex_digits[bytes[i] & 15]);
    }
}

/* ---- reading ---- */

bool vl_str_eq(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool vl_str_is(const char *text, size_t len, const char *word)
{
    for (size_t i = 0; i < len; i++) {
        if (word[i] == '\0' || word[i] != text[i])
            return false;
    }
    return word[len] == '\0';
}

bool vl_str_u64(const char *text, size_t len, uint64_t *out)
{
    uint64_t v = 0;

    if (len == 0)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    *out = v;
    return true;
}

bool vl_str_int(const char *text, size_t len, int64_t *out)
{
    bool is_negative = len > 0 && text[0] == '-';
    size_t sign_len = is_negative ? 1 : 0;
    uint64_t limit = (uint64_t)INT64_MAX + (is_negative ? 1 : 0);
    uint64_t size;

    if (!vl_str_u64(text + sign_len, len - sign_len, &size) || size > limit)
        return false;
    if (!is_negative)
        *out = (int64_t)size;
    else
        *out = size > (uint64_t)INT64_MAX ? INT64_MIN : -(int64_t)size;
    return true;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool vl_str_hex(const char *text, size_t len, uint8_t *out, size_t n)
{
    if (len % 2 != 0 || len / 2 != n)
        return false;
    for (size_t i = 0; i < len; i++) { /* all of it first: failure leaves out alone */
        if (hex_value(text[i]) < 0)
            return false;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(16 * hex_value(text[2 * i]) + hex_value(text[2 * i + 1]));
    return true;
}

/* The length of the well-formed sequence at the start of p[0..len), 0 if there
 * is none (Unicode standard, table 3-7). len must be positive. */
static size_t utf8_len(const uint8_t *p, size_t len)
{
    uint8_t lo = 0x80, hi = 0xBF; /* the range of the second byte */
    size_t need;

    if (p[0] < 0x80)
        return 1;
    if (p[0] >= 0xC2 && p[0] <= 0xDF)
        need = 2;
    else if (p[0] >= 0xE0 && p[0] <= 0xEF)
        need = 3;
    else if (p[0] >= 0xF0 && p[0] <= 0xF4)
        need = 4;
    else
        return 0;
    if (len < need)
        return 0;
    if (p[0] == 0xE0)
        lo = 0xA0; /* shorter forms exist */
    else if (p[0] == 0xED)
        hi = 0x9F; /* surrogates */
    else if (p[0] == 0xF0)
        lo = 0x90;
    else if (p[0] == 0xF4)
        hi = 0x8F; /* past U+10FFFF */
    if (p[1] < lo || p[1] > hi)
        return 0;
    for (size_t i = 2; i < need; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    }
    return need;
}

bool vl_utf8_ok(const char *bytes, size_t len)
{
    const uint8_t *p = (const uint8_t *)bytes;

    for (size_t at = 0; at < len;) {
        size_t step = utf8_len(p + at, len - at);
        if (step == 0)
            return false;
        at += step;
    }
    return true;
}

size_t vl_utf8_step(const char *bytes, size_t len)
{
    uint8_t lead = (uint8_t)bytes[0];
    size_t need = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

    return need <= len && vl_utf8_ok(bytes, need) ? need : 0;
}
