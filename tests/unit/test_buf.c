/* Tests of base/buf.h: writing into a buffer, reading numbers, UTF-8. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/check.h"
#include "base_table.h"

/* ---- writing ---- */

TEST(buf_writes_numbers)
{
    char text[200];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    static const uint8_t bytes[] = { 0x00, 0x9f, 0xff };

    vl_put_int(&b, 0);
    vl_put_char(&b, ' ');
    vl_put_int(&b, -1);
    vl_put_char(&b, ' ');
    vl_put_int(&b, INT64_MAX);
    vl_put_char(&b, ' ');
    vl_put_int(&b, INT64_MIN);
    vl_put_char(&b, ' ');
    vl_put_u64(&b, UINT64_MAX);
    vl_put_char(&b, ' ');
    vl_put_hex64(&b, UINT64_C(0x0123456789abcdef));
    vl_put_char(&b, ' ');
    vl_put_hex(&b, bytes, sizeof bytes);
    CHECK_STR(text, "0 -1 9223372036854775807 -9223372036854775808 18446744073709551615 "
                    "0123456789abcdef 009fff");
    CHECK_EQ(b.len, strlen(text));
    CHECK(!b.full);
}

TEST(buf_never_overflows)
{
    const char *whole = "die 3 of 12";

    for (size_t cap = 0; cap <= 16; cap++) {
        char *memory = base_exact_copy("################", cap);
        struct vl_buf b = vl_buf_on(memory, cap);
        size_t expected = cap == 0 ? 0 : cap - 1 < strlen(whole) ? cap - 1 : strlen(whole);

        vl_put(&b, "die ");
        vl_put_int(&b, 3);
        vl_put_n(&b, " of nothing", 4);
        vl_put_u64(&b, 12);
        CHECK_EQ(b.len, expected);
        CHECK_EQ(b.full, cap <= strlen(whole));
        if (cap > 0) {
            CHECK_EQ(memory[b.len], 0);
            CHECK_EQ(strncmp(memory, whole, b.len), 0);
        }
        free(memory);
    }
}

TEST(buf_exact_fit_and_emptiness)
{
    char text[4];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    CHECK_STR(text, "");
    vl_put(&b, "abc");
    CHECK(!b.full);
    vl_put(&b, "");
    CHECK(!b.full);
    vl_put_char(&b, 'd');
    CHECK(b.full);
    CHECK_STR(text, "abc");

    struct vl_buf none = vl_buf_on(NULL, 0);
    vl_put(&none, "");
    CHECK(!none.full);
    vl_put_int(&none, 1);
    CHECK(none.full);
    CHECK_EQ(none.len, 0);
}

/* ---- reading ---- */

TEST(str_comparison)
{
    CHECK(vl_str_eq("", ""));
    CHECK(vl_str_eq("die", "die"));
    CHECK(!vl_str_eq("die", "di"));
    CHECK(!vl_str_eq("di", "die"));
    CHECK(vl_str_is("dice", 3, "dic"));
    CHECK(!vl_str_is("dice", 3, "dice"));
    CHECK(!vl_str_is("dice", 3, "di"));
    CHECK(!vl_str_is("dice", 3, "dip"));
    CHECK(vl_str_is("", 0, ""));
    CHECK(!vl_str_is("a\0b", 3, "a"));
}

static bool int_of(const char *text, int64_t *out)
{
    size_t len = strlen(text);
    char *copy = base_exact_copy(text, len);
    bool ok = vl_str_int(copy, len, out);

    free(copy);
    return ok;
}

static bool u64_of(const char *text, uint64_t *out)
{
    return vl_str_u64(text, strlen(text), out);
}

TEST(str_int)
{
    int64_t v = 77;
    static const char *const bad[] = { "",
                                       "-",
                                       "+1",
                                       " 1",
                                       "1 ",
                                       "1.0",
                                       "1e2",
                                       "0x1",
                                       "--1",
                                       "a",
                                       "1-",
                                       "9223372036854775808",
                                       "-9223372036854775809",
                                       "18446744073709551616",
                                       "99999999999999999999999999999999" };

    for (int i = 0; i < VL_LEN(bad); i++) {
        if (!CHECK(!int_of(bad[i], &v)))
            printf("# accepted: %s\n", bad[i]);
    }
    CHECK_EQ(v, 77);
    CHECK(int_of("0", &v) && v == 0);
    CHECK(int_of("-0", &v) && v == 0);
    CHECK(int_of("42", &v) && v == 42);
    CHECK(int_of("-42", &v) && v == -42);
    CHECK(int_of("9223372036854775807", &v) && v == INT64_MAX);
    CHECK(int_of("-9223372036854775807", &v) && v == -INT64_MAX);
    CHECK(int_of("-9223372036854775808", &v) && v == INT64_MIN);
    CHECK(!vl_str_int("1\0", 2, &v));
}

TEST(str_u64)
{
    uint64_t v = 77;
    static const char *const bad[] = { "",
                                       "-",
                                       "-1",
                                       "-0",
                                       "+1",
                                       " 1",
                                       "1 ",
                                       "1.0",
                                       "18446744073709551616",
                                       "18446744073709551620",
                                       "184467440737095516150",
                                       "27670116110564327424" };

    for (int i = 0; i < VL_LEN(bad); i++) {
        if (!CHECK(!u64_of(bad[i], &v)))
            printf("# accepted: %s\n", bad[i]);
    }
    CHECK_EQ(v, 77);
    CHECK(u64_of("0", &v) && v == 0);
    CHECK(u64_of("18446744073709551615", &v) && v == UINT64_MAX);
    CHECK(u64_of("18446744073709551609", &v) && v == UINT64_MAX - 6);
}

TEST(str_numbers_round_trip)
{
    struct vl_rng rng = vl_rng_seed(14);

    for (int i = 0; i < 20000; i++) {
        char text[40];
        uint64_t u = vl_rng_next(&rng) >> vl_rng_below(&rng, 64), u2 = 0;
        int64_t s = (int64_t)u, s2 = 0;
        struct vl_buf b = vl_buf_on(text, sizeof text);

        vl_put_u64(&b, u);
        CHECK(vl_str_u64(text, b.len, &u2) && u2 == u);
        b = vl_buf_on(text, sizeof text);
        vl_put_int(&b, s);
        CHECK(vl_str_int(text, b.len, &s2) && s2 == s);
    }
}

TEST(str_hex)
{
    uint8_t out[3] = { 1, 2, 3 };

    CHECK(!vl_str_hex("0aFg12", 6, out, 3));
    CHECK(!vl_str_hex("0aF", 3, out, 3));
    CHECK(!vl_str_hex("0aF0", 4, out, 3));
    CHECK(!vl_str_hex("0aF01122", 8, out, 3));
    CHECK(!vl_str_hex("0aF01", 5, out, 2));
    CHECK(out[0] == 1 && out[1] == 2 && out[2] == 3);
    CHECK(vl_str_hex("0aF09c", 6, out, 3));
    CHECK(out[0] == 0x0a && out[1] == 0xf0 && out[2] == 0x9c);
    CHECK(vl_str_hex("", 0, out, 0));
}

/* ---- UTF-8 ---- */

/* Straight from the definition: decode, then ask whether it was well-formed. */
static bool utf8_ok_slowly(const uint8_t *p, size_t len)
{
    for (size_t at = 0; at < len;) {
        int tail = p[at] < 0x80       ? 0
                   : p[at] >> 5 == 6  ? 1
                   : p[at] >> 4 == 14 ? 2
                   : p[at] >> 3 == 30 ? 3
                                      : -1;
        static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
        if (tail < 0 || len - at <= (size_t)tail)
            return false;
        uint32_t code = tail == 0 ? p[at] : p[at] & (0x3Fu >> tail);
        for (int i = 1; i <= tail; i++) {
            if (p[at + (size_t)i] >> 6 != 2)
                return false;
            code = code << 6 | (p[at + (size_t)i] & 0x3F);
        }
        if (code < least[tail] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
            return false;
        at += (size_t)tail + 1;
    }
    return true;
}

TEST(utf8_all_short_sequences)
{
    char *p = malloc(3);
    uint32_t wrong = 0;

    if (p == NULL)
        abort();
    for (uint32_t v = 0; v < 1u << 24; v++) {
        p[0] = (char)(uint8_t)(v >> 16);
        p[1] = (char)(uint8_t)(v >> 8);
        p[2] = (char)(uint8_t)v;
        wrong += vl_utf8_ok(p, 3) != utf8_ok_slowly((const uint8_t *)p, 3);
    }
    CHECK_EQ(wrong, 0);
    free(p);
}

TEST(utf8_four_bytes)
{
    uint32_t wrong = 0;

    for (uint32_t lead = 0xEF; lead <= 0xF6; lead++) {
        for (uint32_t v = 0; v < 1u << 16; v++) {
            char p[4] = { (char)(uint8_t)lead, (char)(uint8_t)(v >> 8),
                          (char)(uint8_t)(0x78 + 8 * (v & 15)),
                          (char)(uint8_t)(0x78 + 8 * (v >> 4 & 15)) };
            wrong += vl_utf8_ok(p, 4) != utf8_ok_slowly((const uint8_t *)p, 4);
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK(vl_utf8_ok("\xF0\x9F\x8E\xB2", 4));
    CHECK(!vl_utf8_ok("\xF0\x9F\x8E\xB2", 3));
    CHECK(!vl_utf8_ok("\xF4\x90\x80\x80", 4));
    CHECK(!vl_utf8_ok("\xF0\x8F\xBF\xBF", 4));
    CHECK(!vl_utf8_ok("\xED\xA0\x80", 3));
    CHECK(!vl_utf8_ok("\xC0\x80", 2));
    CHECK(vl_utf8_ok("", 0));
    CHECK(vl_utf8_ok("a\0b", 3));
}
