#include "server/rooms/names.h"

#include "base/buf.h"
#include "base/check.h"
#include "server/rooms/proto.h"

#include <assert.h>
#include <string.h>

enum { MARKS_MAX = 2, SKELETON = 2 * PROTO_NAME_MAX + 1 };

struct range {
    int32_t first, last;
};

/* The next character of a valid text; 0 at its end. */
static int32_t next(const char **text)
{
    const unsigned char *p = (const unsigned char *)*text;
    int n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    int32_t c = n == 1 ? p[0] : p[0] & (0x3f >> (n - 1));

    if (p[0] == '\0')
        return 0;
    for (int i = 1; i < n; i++) {
        if (p[i] == '\0') { /* not valid after all */
            n = i;
            break;
        }
        c = c << 6 | (p[i] & 0x3f);
    }
    *text += n;
    return c;
}

static bool is_in(const struct range *ranges, int n, int32_t c)
{
    for (int i = 0; i < n; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

/* Beyond what vl_text_clean() drops. */
static bool is_unseen(int32_t c)
{
    static const struct range unseen[] = {
        { 0x00ad, 0x00ad },   { 0x034f, 0x034f },   { 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },
        { 0x180b, 0x180f },   { 0x2800, 0x2800 },   { 0x3164, 0x3164 },   { 0xfe00, 0xfe0f },
        { 0xffa0, 0xffa0 },   { 0xe000, 0xf8ff },   { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
        { 0xe0100, 0xe01ef }, { 0xf0000, 0x10ffff }
    };

    return is_in(unseen, VL_LEN(unseen), c);
}

static bool is_space(int32_t c)
{
    static const struct range spaces[] = { { ' ', ' ' },       { 0x00a0, 0x00a0 },
                                           { 0x1680, 0x1680 }, { 0x2000, 0x200a },
                                           { 0x202f, 0x202f }, { 0x205f, 0x205f },
                                           { 0x3000, 0x3000 } };

    return is_in(spaces, VL_LEN(spaces), c);
}

static bool is_mark(int32_t c)
{
    static const struct range marks[] = { { 0x0300, 0x036f }, { 0x0483, 0x0489 },
                                          { 0x0591, 0x05bd }, { 0x064b, 0x065f },
                                          { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff },
                                          { 0x20d0, 0x20ff }, { 0xfe20, 0xfe2f } };

    return is_in(marks, VL_LEN(marks), c);
}

void name_clean(char *out, size_t cap, const char *text)
{
    char plain[PROTO_CHAT_MAX + 1];
    struct vl_buf b = vl_buf_on(out, cap);
    const char *at = plain, *from = plain;
    bool space = false;
    int marks = MARKS_MAX; /* none stands alone */

    proto_clean(plain, sizeof plain, text);
    for (int32_t c; (c = next(&at)) != 0; from = at) {
        size_t n = (size_t)(at - from);

        if (is_space(c)) {
            space = b.len > 0;
            marks = MARKS_MAX;
            continue;
        }
        if (is_unseen(c) || (is_mark(c) && marks++ >= MARKS_MAX))
            continue;
        if (b.len + n + space >= cap) /* never half a character */
            break;
        if (space)
            vl_put_char(&b, ' ');
        space = false;
        marks = is_mark(c) ? marks : 0;
        vl_put_n(&b, from, n);
    }
}

/* ---- skeletons ---- */

/* U+00C0 to U+017F: the letter below the mark. */
static const char latin[] = "aaaaaaaceeeeiiiidnoooooxouuuuypb"
                            "aaaaaaaceeeeiiiidnooooo-ouuuuypy"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkk"
                            "llllllllllnnnnnnnnnoooooooorrrrrrsssssssstttttt"
                            "uuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(sizeof latin == 0x180 - 0xc0 + 1, "one for each");

/* Letters of other alphabets that look like ours, Cyrillic ones as small letters. */
static const struct {
    uint16_t code;
    char like;
} borrowed[] = {
    { 0x0251, 'a' }, { 0x0261, 'g' }, { 0x026a, 'i' }, { 0x0131, 'i' }, { 0x0391, 'a' },
    { 0x0392, 'b' }, { 0x0395, 'e' }, { 0x0396, 'z' }, { 0x0397, 'h' }, { 0x0399, 'i' },
    { 0x039a, 'k' }, { 0x039c, 'm' }, { 0x039d, 'n' }, { 0x039f, 'o' }, { 0x03a1, 'p' },
    { 0x03a4, 't' }, { 0x03a5, 'y' }, { 0x03a7, 'x' }, { 0x03ac, 'a' }, { 0x03ad, 'e' },
    { 0x03ae, 'n' }, { 0x03af, 'i' }, { 0x03b1, 'a' }, { 0x03b2, 'b' }, { 0x03b3, 'y' },
    { 0x03b5, 'e' }, { 0x03b7, 'n' }, { 0x03b9, 'i' }, { 0x03ba, 'k' }, { 0x03bd, 'v' },
    { 0x03bf, 'o' }, { 0x03c1, 'p' }, { 0x03c3, 'o' }, { 0x03c4, 't' }, { 0x03c5, 'u' },
    { 0x03c7, 'x' }, { 0x03c9, 'w' }, { 0x03cc, 'o' }, { 0x03cd, 'u' }, { 0x03ce, 'w' },
    { 0x0430, 'a' }, { 0x0432, 'b' }, { 0x0433, 'r' }, { 0x0435, 'e' }, { 0x043a, 'k' },
    { 0x043c, 'm' }, { 0x043d, 'h' }, { 0x043e, 'o' }, { 0x043f, 'n' }, { 0x0440, 'p' },
    { 0x0441, 'c' }, { 0x0442, 't' }, { 0x0443, 'y' }, { 0x0445, 'x' }, { 0x044c, 'b' },
    { 0x0451, 'e' }, { 0x0455, 's' }, { 0x0456, 'i' }, { 0x0457, 'i' }, { 0x0458, 'j' },
    { 0x04bb, 'h' }, { 0x04cf, 'i' }, { 0x0501, 'd' }, { 0x051b, 'q' }, { 0x051d, 'w' },
    { 0x2010, '-' }, { 0x2019, '-' }, { 0x212a, 'k' }, { 0x212b, 'a' },
};

static int32_t small(int32_t c)
{
    return c >= 0x0410 && c <= 0x042f   ? c + 0x20
           : c >= 0x0400 && c <= 0x040f ? c + 0x50
           : c >= 'A' && c <= 'Z'       ? c + 0x20
                                        : c;
}

/* As people read it; 0: not read at all. */
static int32_t read_as(int32_t c)
{
    if (c >= 0xff01 && c <= 0xff5e) /* wide */
        c -= 0xff01 - '!';
    if (c >= 0x1d400 && c <= 0x1d6a3) /* of formulas */
        c = 'a' + (c - 0x1d400) % 26;
    if (c >= 0x1d7ce && c <= 0x1d7ff)
        c = '0' + (c - 0x1d7ce) % 10;
    if (c >= 0xc0 && c < 0x180)
        c = (unsigned char)latin[c - 0xc0];
    c = small(c);
    for (int i = 0; i < VL_LEN(borrowed); i++)
        if (borrowed[i].code == c)
            c = (unsigned char)borrowed[i].like;
    if (c == '0')
        return 'o';
    if (c == '1' || c == 'i' || c == '|' || c == '!')
        return 'l';
    return c > ' ' && c < 0x7f && strchr("abcdefghjklmnopqrstuvwxyz23456789", c) == NULL ? 0 : c;
}

/* Its characters as they are read; "rn" is read as m, "vv" as w. */
static int skeleton(int32_t out[SKELETON], const char *text)
{
    int n = 0;

    for (int32_t c; n < SKELETON && (c = next(&text)) != 0;) {
        c = is_mark(c) || is_space(c) || is_unseen(c) ? 0 : read_as(c);
        if (c == 0)
            continue;
        bool m = c == 'n' && n > 0 && out[n - 1] == 'r', w = c == 'v' && n > 0 && out[n - 1] == 'v';
        n -= m || w;
        out[n++] = m ? 'm' : w ? 'w' : c;
    }
    return n;
}

bool name_alike(const char *a, const char *b)
{
    int32_t x[SKELETON], y[SKELETON];
    int n = skeleton(x, a), m = skeleton(y, b);

    if (a[0] == '\0' || b[0] == '\0')
        return false;
    if (n == 0 || m == 0) /* nothing but signs */
        return vl_str_eq(a, b);
    return n == m && memcmp(x, y, (size_t)n * sizeof *x) == 0;
}
