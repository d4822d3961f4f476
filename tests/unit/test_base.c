/* Tests of src/base. Expected numbers of the generator and of the hash come
 * from an independent program (Python), and XXH64's and SHA-256's from their
 * publishers; they must hold on every platform.
 *
 * With VL_HAVE_SODIUM and VL_HAVE_JANSSON, libsodium and jansson are asked for
 * a second opinion. */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#define HAVE_FORK 1
#include <sys/wait.h>
#include <unistd.h>
#else
#define HAVE_FORK 0
#endif

#ifdef VL_HAVE_SODIUM
#include <sodium.h>
#endif
#ifdef VL_HAVE_JANSSON
#include <jansson.h>
#endif

#include "base/buf.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/status.h"

static uint64_t fold(uint64_t acc, uint64_t v)
{
    return ((acc << 1) | (acc >> 63)) ^ v;
}

/* Memory of exactly len bytes, so that ASan sees a read past the end. */
static void *exact_copy(const void *bytes, size_t len)
{
    void *p = malloc(len > 0 ? len : 1);

    if (p == NULL)
        abort();
    if (len > 0)
        memcpy(p, bytes, len);
    return p;
}

static void fill_random(struct vl_rng *rng, uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)vl_rng_below(rng, 256);
}

/* ---- status ---- */

TEST(status_words)
{
    CHECK_EQ(VL_OK, 0);
    CHECK_STR(vl_status_word(VL_OK), "ok");
    CHECK_STR(vl_status_word(VL_SYNTAX), "syntax");
    CHECK_STR(vl_status_word(VL_TOO_LARGE), "too_large");
    CHECK_STR(vl_status_word(VL_INTERRUPT), "interrupt");
    CHECK_STR(vl_status_word(-1), "?");
    CHECK_STR(vl_status_word(VL_STATUS_COUNT), "?");
    for (int i = 0; i < VL_STATUS_COUNT; i++) {
        for (int j = 0; j < i; j++)
            CHECK(strcmp(vl_status_word(i), vl_status_word(j)) != 0);
    }
}

TEST(error_set_fills_cuts_and_accepts_null)
{
    struct vl_error err;
    char big[400];

    memset(&err, 0xEE, sizeof err);
    CHECK_EQ(vl_error_set(NULL, VL_IO, "a", "b"), VL_IO);
    CHECK_EQ(vl_error_set(&err, VL_RANGE, "/cards/3/mana", "12 is above 9"), VL_RANGE);
    CHECK_EQ(err.status, VL_RANGE);
    CHECK_EQ(err.rule, 0);
    CHECK_STR(err.where, "/cards/3/mana");
    CHECK_STR(err.what, "12 is above 9");

    vl_error_set(&err, VL_RANGE, NULL, NULL);
    CHECK_STR(err.where, "");
    CHECK_STR(err.what, "");

    memset(big, 'x', sizeof big);
    big[sizeof big - 1] = '\0';
    vl_error_set(&err, VL_RANGE, big, big);
    CHECK_EQ(strlen(err.where), sizeof err.where - 1);
    CHECK_EQ(strlen(err.what), sizeof err.what - 1);

    vl_error_set(&err, VL_RANGE, "w", "first");
    vl_error_set(&err, VL_IO, err.where, err.what); /* re-worded in place */
    CHECK_STR(err.where, "w");
    CHECK_STR(err.what, "first");
}

TEST(error_set_does_not_cut_inside_a_character)
{
    static const char *const chars[] = { "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2" };
    struct vl_error err;

    for (int c = 0; c < VL_LEN(chars); c++) {
        for (int lead = 0; lead < 5; lead++) {
            char text[400];
            size_t at = (size_t)lead;
            size_t step = strlen(chars[c]);

            memset(text, 'x', at);
            while (at + step < sizeof text) {
                memcpy(text + at, chars[c], step);
                at += step;
            }
            text[at] = '\0';
            vl_error_set(&err, VL_IO, text, text);
            CHECK(vl_utf8_ok(err.where, strlen(err.where)));
            CHECK(vl_utf8_ok(err.what, strlen(err.what)));
            CHECK(strlen(err.what) > sizeof err.what - 1 - step);
        }
    }
}

/* ---- check ---- */

TEST(narrowing_keeps_values)
{
    CHECK_EQ(vl_u8(0), 0);
    CHECK_EQ(vl_u8(255), 255);
    CHECK_EQ(vl_i16(-32768), -32768);
    CHECK_EQ(vl_i16(32767), 32767);
    CHECK_EQ(VL_LEN("abc"), 4);
}

#if HAVE_FORK
/* True if f ends its process by a signal. */
static bool dies(void (*f)(void))
{
    fflush(stdout);
    fflush(stderr);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
            _exit(2);
        f();
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    return WIFSIGNALED(status);
}

static void verify_false(void)
{
    VL_VERIFY(1 + 1 == 3);
}

static void verify_true(void)
{
    VL_VERIFY(1 + 1 == 2);
    VL_ASSERT(1 + 1 == 2);
}

static void write_too_deep(void)
{
    char memory[200];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    for (int i = 0; i <= VL_JSON_DEPTH; i++)
        vl_json_arr(&w);
}

static void end_too_often(void)
{
    char memory[200];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_json_arr(&w);
    vl_json_end(&w);
    vl_json_end(&w);
}

static void pick_of_nothing(void)
{
    struct vl_rng rng = vl_rng_seed(1);
    uint64_t none[2] = { 0, 0 };

    (void)vl_rng_pick(&rng, none, 2);
}

#ifndef NDEBUG
static void narrow_256(void)
{
    (void)vl_u8(256);
}

static void narrow_32768(void)
{
    (void)vl_i16(32768);
}

#ifdef VL_LIBRARY_ASSERTS
static void value_without_key(void)
{
    char memory[200];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_json_obj(&w);
    vl_json_int(&w, 1);
}
#endif
#endif

TEST(our_own_bugs_stop_the_program)
{
    CHECK(dies(verify_false));
    CHECK(!dies(verify_true));
    CHECK(dies(write_too_deep));
    CHECK(dies(end_too_often));
    CHECK(dies(pick_of_nothing));
#ifndef NDEBUG
    CHECK(dies(narrow_256));
    CHECK(dies(narrow_32768));
#endif
#ifdef VL_LIBRARY_ASSERTS
    CHECK(dies(value_without_key));
#endif
}
#endif

/* ---- rng ---- */

TEST(rng_fixed_values)
{
    static const struct {
        uint64_t seed, out[4];
    } expected[] = {
        { 0,
          { UINT64_C(0xeaf73661f5e180bc), UINT64_C(0xbc904e1262de1088),
            UINT64_C(0x06538b07830aee11), UINT64_C(0xdc6e493223c6ed5e) } },
        { 42,
          { UINT64_C(0x74445bc8d8c88b03), UINT64_C(0xc2f7e2538f4899c6),
            UINT64_C(0x05d131045418b46b), UINT64_C(0x5210a499c6b5a485) } },
        { UINT64_MAX,
          { UINT64_C(0xea330fdc2323acf1), UINT64_C(0x9201e8b3973663a5),
            UINT64_C(0x11a5f93bb4b40292), UINT64_C(0x4717db8fbfa70b27) } },
    };

    for (int i = 0; i < VL_LEN(expected); i++) {
        struct vl_rng rng = vl_rng_seed(expected[i].seed);
        for (int k = 0; k < 4; k++)
            CHECK_EQ(vl_rng_next(&rng), expected[i].out[k]);
    }

    struct vl_rng rng = vl_rng_seed(7);
    uint64_t acc = 0;
    for (int i = 0; i < 100000; i++)
        acc = fold(acc, vl_rng_next(&rng));
    CHECK_EQ(acc, UINT64_C(0xc9a82344548d52c1));
}

TEST(rng_key_fixed_values_and_every_byte_counts)
{
    uint8_t key[32];

    for (int i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    struct vl_rng rng = vl_rng_key(key);
    CHECK_EQ(vl_rng_next(&rng), UINT64_C(0x822e2aace6555794));
    CHECK_EQ(vl_rng_next(&rng), UINT64_C(0x8ab156db9bad9ca3));
    CHECK_EQ(vl_rng_next(&rng), UINT64_C(0x950841640323af73));
    CHECK_EQ(vl_rng_next(&rng), UINT64_C(0x57b72067097dd932));
    for (int i = 0; i < 32; i++) {
        key[i] ^= 1;
        struct vl_rng other = vl_rng_key(key);
        CHECK(vl_rng_next(&other) != UINT64_C(0x822e2aace6555794));
        key[i] ^= 1;
    }
}

TEST(rng_is_a_value)
{
    struct vl_rng a = vl_rng_seed(5);

    (void)vl_rng_next(&a);
    struct vl_rng b = a;
    for (int i = 0; i < 100; i++)
        CHECK_EQ(vl_rng_next(&a), vl_rng_next(&b));
    CHECK_EQ(memcmp(&a, &b, sizeof a), 0);
}

TEST(rng_below_stays_below)
{
    struct vl_rng rng = vl_rng_seed(11);
    static const uint32_t limits[] = { 1, 2, 3, 6, 100, 0x80000001u, 0xC0000000u, UINT32_MAX };

    for (int i = 0; i < VL_LEN(limits); i++) {
        for (int k = 0; k < 1000; k++) {
            CHECK(vl_rng_below(&rng, limits[i]) < limits[i]);
            CHECK(vl_rng_below64(&rng, limits[i]) < limits[i]);
        }
    }
    CHECK_EQ(vl_rng_below64(&rng, 1), 0);
}

/* Of counts[0..n) against expected shares; the sum of (o - e)^2 / e. */
static double chi_square(const uint32_t *counts, const double *shares, int n, int draws)
{
    double sum = 0;

    for (int i = 0; i < n; i++) {
        double e = shares[i] * draws;
        double d = (double)counts[i] - e;
        sum += d * d / e;
    }
    return sum;
}

/* Above this a fair generator goes once in about 30,000 times (mean n - 1,
 * deviation sqrt(2n - 2), with room for the skew of small n). */
static double chi_limit(int n)
{
    double df = n - 1, root = 1;

    for (int i = 0; i < 40; i++)
        root = (root + 2 * df / root) / 2;
    return df + 4 * root + 12;
}

static void check_uniform(uint64_t seed, int n, uint64_t scale)
{
    enum { DRAWS = 200000 };
    struct vl_rng rng = vl_rng_seed(seed);
    uint32_t counts[256] = { 0 };
    double shares[256];

    for (int i = 0; i < n; i++)
        shares[i] = 1.0 / n;
    for (int i = 0; i < DRAWS; i++) {
        if (scale == 1)
            counts[vl_rng_below(&rng, (uint32_t)n)]++;
        else
            counts[vl_rng_below64(&rng, (uint64_t)n * scale) / scale]++;
    }
    CHECK(chi_square(counts, shares, n, DRAWS) < chi_limit(n));
}

TEST(rng_is_uniform)
{
    static const int sizes[] = { 2, 3, 5, 6, 7, 20, 52, 100, 255, 256 };

    for (int i = 0; i < VL_LEN(sizes); i++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            check_uniform(seed, sizes[i], 1);
            check_uniform(seed, sizes[i], UINT64_C(1) << 33);
            check_uniform(seed, sizes[i], UINT64_MAX / (unsigned)sizes[i]);
        }
    }
    check_uniform(1, 3, UINT64_C(1) << 62); /* a quarter of the draws is refused */
}

TEST(rng_consecutive_draws_are_independent)
{
    enum { DRAWS = 360000 };
    struct vl_rng rng = vl_rng_seed(99);
    uint32_t counts[36] = { 0 };
    double shares[36];

    for (int i = 0; i < 36; i++)
        shares[i] = 1.0 / 36;
    for (int i = 0; i < DRAWS; i++) {
        uint32_t first = vl_rng_below(&rng, 6);
        counts[6 * first + vl_rng_below(&rng, 6)]++;
    }
    CHECK(chi_square(counts, shares, 36, DRAWS) < chi_limit(36));
}

TEST(rng_neighbouring_seeds_differ)
{
    uint32_t counts[64] = { 0 };
    double shares[64];

    for (int i = 0; i < 64; i++)
        shares[i] = 1.0 / 64;
    for (uint64_t seed = 0; seed < 100000; seed++) {
        struct vl_rng rng = vl_rng_seed(seed);
        counts[vl_rng_below(&rng, 64)]++;
    }
    CHECK(chi_square(counts, shares, 64, 100000) < chi_limit(64));
}

TEST(rng_below64_fixed_values)
{
    static const struct {
        uint64_t n, out;
    } expected[] = {
        { 7, 3 },
        { UINT64_C(1) << 32, 339791288 },
        { (UINT64_C(1) << 32) + 1, UINT64_C(3896473815) },
        { UINT64_C(1000000000000000000), UINT64_C(592411695125046852) },
        { UINT64_C(3) << 62, UINT64_C(1889444640557297671) },
        { UINT64_MAX, UINT64_C(15888705810306348410) },
        { UINT64_C(1) << 63, UINT64_C(4568922266650227417) },
        { (UINT64_C(1) << 63) + 1, UINT64_C(2643176994305549216) },
    };
    struct vl_rng rng = vl_rng_seed(1);

    for (int i = 0; i < VL_LEN(expected); i++)
        CHECK_EQ(vl_rng_below64(&rng, expected[i].n), expected[i].out);

    uint64_t acc = 0;
    rng = vl_rng_seed(9);
    for (uint64_t i = 0; i < 100000; i++) {
        uint64_t n = i % 2 != 0 ? 1 + UINT64_C(0x9E3779B97F4A7C15) * (i + 1) : i + 1;
        uint64_t v = vl_rng_below64(&rng, n);
        CHECK(v < n);
        acc = fold(acc, v);
    }
    CHECK_EQ(acc, UINT64_C(0x1873605f5f91c739));
}

TEST(rng_pick_follows_the_weights)
{
    enum { DRAWS = 300000 };
    static const uint64_t weights[] = { 0, 1, 5, 0, 10, 84, 0 };
    static const double shares[] = { 0.01, 0.05, 0.10, 0.84 };
    struct vl_rng rng = vl_rng_seed(3);
    uint32_t counts[7] = { 0 };

    for (int i = 0; i < DRAWS; i++)
        counts[vl_rng_pick(&rng, weights, 7)]++;
    CHECK_EQ(counts[0], 0);
    CHECK_EQ(counts[3], 0);
    CHECK_EQ(counts[6], 0);
    uint32_t live[4] = { counts[1], counts[2], counts[4], counts[5] };
    CHECK(chi_square(live, shares, 4, DRAWS) < chi_limit(4));
}

TEST(rng_pick_large_weights)
{
    enum { DRAWS = 100000 };
    const uint64_t quarter = UINT64_C(1) << 62;
    const uint64_t weights[] = { quarter, 2 * quarter, quarter - 1 }; /* sum 2^64 - 1 */
    static const double shares[] = { 0.25, 0.5, 0.25 };
    struct vl_rng rng = vl_rng_seed(8);
    uint32_t counts[3] = { 0 };

    for (int i = 0; i < DRAWS; i++)
        counts[vl_rng_pick(&rng, weights, 3)]++;
    CHECK(chi_square(counts, shares, 3, DRAWS) < chi_limit(3));

    const uint64_t alone[] = { 0, 0, UINT64_MAX };
    CHECK_EQ(vl_rng_pick(&rng, alone, 3), 2);
    CHECK_EQ(vl_rng_pick(&rng, alone + 2, 1), 0);
}

TEST(rng_pick_draws_once_like_below64)
{
    static const uint64_t weights[] = { 3, 4, 5 };
    struct vl_rng a = vl_rng_seed(21);
    struct vl_rng b = a;

    for (int i = 0; i < 1000; i++) {
        uint64_t v = vl_rng_below64(&b, 12);
        CHECK_EQ(vl_rng_pick(&a, weights, 3), v < 3 ? 0 : v < 7 ? 1 : 2);
    }
    CHECK_EQ(memcmp(&a, &b, sizeof a), 0);
}

/* ---- hash ---- */

TEST(hash_published_values)
{
    CHECK_EQ(vl_hash("", 0, 0), UINT64_C(0xEF46DB3751D8E999));
    CHECK_EQ(vl_hash(NULL, 0, 0), UINT64_C(0xEF46DB3751D8E999));
    CHECK_EQ(vl_hash("a", 1, 0), UINT64_C(0xD24EC4F1A98C6E5B));
    CHECK_EQ(vl_hash("abc", 3, 0), UINT64_C(0x44BC2CF5AD770999));
}

TEST(hash_fixed_values)
{
    static const struct {
        size_t len;
        uint64_t plain, seeded;
    } expected[] = {
        { 1, UINT64_C(0x1f25c8d0bc1f4bb6), UINT64_C(0x1e2ea53a3040e362) },
        { 4, UINT64_C(0x9bb64b7d66ee9fda), UINT64_C(0x6f43828b2dc8c736) },
        { 8, UINT64_C(0xdab99d95c6f90092), UINT64_C(0x311893ba9020dedf) },
        { 31, UINT64_C(0xa2aa5f33cc4a6119), UINT64_C(0x2c9e9c9d631d0aaa) },
        { 32, UINT64_C(0x23c3c17ef790fd97), UINT64_C(0xd1dc5d84aebdafb4) },
        { 100, UINT64_C(0xa61f8d4c170fe531), UINT64_C(0x3c691e06b9fcc7db) },
        { 256, UINT64_C(0x00cfc5207dd8e201), UINT64_C(0x53b0737a8a8dff0c) },
    };
    uint8_t bytes[256];
    uint64_t acc = 0;

    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)(i * 7 + 3);
    for (int i = 0; i < VL_LEN(expected); i++) {
        CHECK_EQ(vl_hash(bytes, expected[i].len, 0), expected[i].plain);
        CHECK_EQ(vl_hash(bytes, expected[i].len, UINT64_C(0x123456789abcdef0)), expected[i].seeded);
    }
    for (size_t len = 0; len <= 256; len++) {
        uint8_t *copy = exact_copy(bytes, len);
        acc = fold(acc, vl_hash(copy, len, len));
        free(copy);
    }
    CHECK_EQ(acc, UINT64_C(0xfc1ff264b5c56f34));
}

TEST(hash_ignores_alignment)
{
    uint8_t bytes[80], shifted[88];
    struct vl_rng rng = vl_rng_seed(2);

    fill_random(&rng, bytes, sizeof bytes);
    for (size_t by = 0; by < 8; by++) {
        memcpy(shifted + by, bytes, sizeof bytes);
        CHECK_EQ(vl_hash(shifted + by, sizeof bytes, 1), vl_hash(bytes, sizeof bytes, 1));
    }
}

static int ones(uint64_t v)
{
    int n = 0;

    for (; v != 0; v &= v - 1)
        n++;
    return n;
}

TEST(hash_avalanche)
{
    struct vl_rng rng = vl_rng_seed(4);
    uint8_t bytes[72];

    for (size_t len = 1; len <= sizeof bytes; len++) {
        long flipped = 0, tries = 0;
        for (int round = 0; round < 8; round++) {
            fill_random(&rng, bytes, len);
            uint64_t h = vl_hash(bytes, len, 0);
            for (size_t bit = 0; bit < 8 * len; bit++) {
                bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
                int n = ones(h ^ vl_hash(bytes, len, 0));
                bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
                CHECK(n >= 8 && n <= 56);
                flipped += n;
                tries++;
            }
        }
        CHECK(flipped > 29 * tries && flipped < 35 * tries);
    }
}

TEST(hash_mix_is_order_sensitive_and_fixed)
{
    CHECK_EQ(vl_hash_mix(0, 0), UINT64_C(0x2545F4914F6CDD1D));
    CHECK(vl_hash_mix(vl_hash_mix(0, 1), 2) != vl_hash_mix(vl_hash_mix(0, 2), 1));
    CHECK(vl_hash_mix(0, 1) != vl_hash_mix(1, 0));
}

static void check_sha(const void *bytes, size_t len, const char *expected)
{
    uint8_t out[32];
    char hex[65];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);

    vl_sha256_of(bytes, len, out);
    vl_put_hex(&b, out, 32);
    CHECK_STR(hex, expected);
}

TEST(sha256_nist_vectors)
{
    check_sha("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sha(NULL, 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sha("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_sha("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_sha("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
              "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
              112, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    check_sha("\xbd", 1, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
    check_sha("\xc9\x8c\x8e\x55", 4,
              "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504");
}

TEST(sha256_million_a)
{
    struct vl_sha256 sha;
    uint8_t out[32];
    char chunk[997], hex[65];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);

    memset(chunk, 'a', sizeof chunk);
    vl_sha256_init(&sha);
    for (size_t left = 1000000; left > 0;) {
        size_t n = left < sizeof chunk ? left : sizeof chunk;
        vl_sha256_add(&sha, chunk, n);
        left -= n;
    }
    vl_sha256_end(&sha, out);
    vl_put_hex(&b, out, 32);
    CHECK_STR(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(sha256_in_pieces_equals_whole)
{
    struct vl_rng rng = vl_rng_seed(6);
    uint8_t bytes[300], whole[32], pieces[32];

    fill_random(&rng, bytes, sizeof bytes);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        struct vl_sha256 sha;
        vl_sha256_of(bytes, len, whole);
        vl_sha256_init(&sha);
        for (size_t at = 0; at < len;) {
            size_t n = vl_rng_below(&rng, (uint32_t)(len - at) + 1);
            vl_sha256_add(&sha, bytes + at, n);
            at += n;
        }
        vl_sha256_end(&sha, pieces);
        CHECK_EQ(memcmp(whole, pieces, 32), 0);
    }
}

#ifdef VL_HAVE_SODIUM
TEST(sha256_agrees_with_libsodium)
{
    struct vl_rng rng = vl_rng_seed(12);
    uint8_t ours[32], theirs[crypto_hash_sha256_BYTES];

    CHECK(sodium_init() >= 0);
    for (int i = 0; i < 2000; i++) {
        size_t len = i < 300 ? (size_t)i : vl_rng_below(&rng, 3000);
        uint8_t *bytes = malloc(len + 1);
        if (bytes == NULL)
            abort();
        fill_random(&rng, bytes, len);
        vl_sha256_of(bytes, len, ours);
        crypto_hash_sha256(theirs, bytes, len);
        CHECK_EQ(memcmp(ours, theirs, 32), 0);
        free(bytes);
    }
}
#endif

/* ---- buf ---- */

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
        char *memory = exact_copy("################", cap);
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
    char *copy = exact_copy(text, len);
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

/* ---- JSON: writing ---- */

TEST(json_writes_compactly)
{
    char text[300];
    struct vl_json w = vl_json_on(text, sizeof text);

    vl_json_obj(&w);
    vl_json_kstr(&w, "name", "Thorgal");
    vl_json_kint(&w, "hp", -4);
    vl_json_kbool(&w, "alive", true);
    vl_json_key(&w, "dice");
    vl_json_arr(&w);
    vl_json_int(&w, 1);
    vl_json_null(&w);
    vl_json_bool(&w, false);
    vl_json_str_n(&w, "ab\0cd", 5);
    vl_json_obj(&w);
    vl_json_end(&w);
    vl_json_arr(&w);
    vl_json_end(&w);
    vl_json_end(&w);
    vl_json_key(&w, "seed");
    vl_json_u64_str(&w, UINT64_MAX);
    vl_json_end(&w);
    CHECK_STR(text, "{\"name\":\"Thorgal\",\"hp\":-4,\"alive\":true,\"dice\":[1,null,false,"
                    "\"ab\\u0000cd\",{},[]],\"seed\":\"18446744073709551615\"}");
    CHECK(!w.out.full);
    CHECK_EQ(w.depth, 0);
}

TEST(json_writes_indented)
{
    char text[300];
    struct vl_json w = vl_json_on(text, sizeof text);

    w.indent = true;
    vl_json_obj(&w);
    vl_json_kint(&w, "a", 1);
    vl_json_key(&w, "b");
    vl_json_arr(&w);
    vl_json_int(&w, 2);
    vl_json_obj(&w);
    vl_json_end(&w);
    vl_json_end(&w);
    vl_json_end(&w);
    CHECK_STR(text, "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    {}\n  ]\n}");
}

static void check_written(const char *bytes, size_t len, const char *expected)
{
    char text[300];
    struct vl_json w = vl_json_on(text, sizeof text);

    vl_json_str_n(&w, bytes, len);
    CHECK_STR(text, expected);
}

TEST(json_writes_escapes)
{
    check_written("\"\\/\b\f\n\r\t", 8, "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    check_written("\x01\x1f\x7f", 3, "\"\\u0001\\u001f\\u007f\"");
    check_written("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA", 12,
                  "\"\xE2\x80\xA7\\u2028\\u2029\xE2\x80\xAA\"");
    check_written("\xC3\xA9\xF0\x9F\x8E\xB2", 6, "\"\xC3\xA9\xF0\x9F\x8E\xB2\"");
    check_written("a\xFF\xC3z", 4, "\"a\xEF\xBF\xBD\xEF\xBF\xBDz\"");
    check_written("\xE2\x80", 2, "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_written("\xED\xA0\x80", 3, "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_written("", 0, "\"\"");
    check_written("\x80\"", 2, "\"\xEF\xBF\xBD\\\"\"");
}

TEST(json_writer_says_when_it_is_full)
{
    for (size_t cap = 0; cap < 20; cap++) {
        char *memory = exact_copy("####################", cap);
        struct vl_json w = vl_json_on(memory, cap);

        vl_json_obj(&w);
        vl_json_kstr(&w, "k", "\n\xC3\xA9");
        vl_json_end(&w);
        CHECK_EQ(w.out.full, cap <= strlen("{\"k\":\"\\n\xC3\xA9\"}"));
        free(memory);
    }
}

TEST(json_writer_reaches_the_full_depth)
{
    char text[200];
    struct vl_json w = vl_json_on(text, sizeof text);

    w.indent = false;
    for (int i = 0; i < VL_JSON_DEPTH; i++)
        vl_json_arr(&w);
    for (int i = 0; i < VL_JSON_DEPTH; i++)
        vl_json_end(&w);
    CHECK_EQ(w.out.len, 2 * VL_JSON_DEPTH);
    struct vl_json_node nodes[VL_JSON_DEPTH];
    struct vl_json_doc doc;
    CHECK_EQ(vl_json_parse(&doc, text, w.out.len, nodes, VL_JSON_DEPTH, NULL), VL_OK);
}

/* ---- JSON: parsing ---- */

enum { NODES_MAX = 4096 };
static struct vl_json_node nodes_a[NODES_MAX], nodes_b[NODES_MAX];

/* Parses an exact copy, then points the document at the caller's text. */
static int parse_n(struct vl_json_doc *doc, const char *text, size_t len, struct vl_error *err)
{
    char *copy = exact_copy(text, len);
    int st = vl_json_parse(doc, copy, len, nodes_a, NODES_MAX, err);

    if (st == VL_OK)
        doc->text = text;
    free(copy);
    return st;
}

static int parse(struct vl_json_doc *doc, const char *text)
{
    return parse_n(doc, text, strlen(text), NULL);
}

static int status_of(const char *text)
{
    struct vl_json_doc doc;

    return parse(&doc, text);
}

TEST(json_accepts)
{
    static const char *const good[] = {
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "0.5",
        "-0.0",
        "1e5",
        "1E+5",
        "1e-05",
        "1.25e7",
        "123456789012345678901234567890",
        "1e999999",
        "true",
        "false",
        "null",
        "\"\"",
        "[]",
        "{}",
        " \t\r\n[ ] \n",
        "[1,2]",
        "{\"a\":1}",
        "{\"\":0}",
        "{ \"a\" : [ { } , [ ] ] }",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0000\"",
        "\"\\uD83C\\uDFB2\"",
        "\"\\uFFFF\"",
        "\"\\uFfFe\"",
        "\"\x7f\"",
        "\"\xC3\xA9\"",
        "\"\xF4\x8F\xBF\xBF\"",
        "\"\xEF\xBF\xBF\"",
        "\"\xE2\x80\xA8\"",
        "{\"a\":1,\"b\":1}",
        "{\"a\":{\"a\":1}}",
        "[{\"a\":1},{\"a\":1}]",
        "{\"a\":1,\"A\":1,\"aa\":1,\"\":1}",
        "{\"\\u0000\":1,\"\":2,\"\\u0000\\u0000\":3}",
    };

    for (int i = 0; i < VL_LEN(good); i++) {
        if (!CHECK_EQ(status_of(good[i]), VL_OK))
            printf("# refused: %s\n", good[i]);
    }
}

TEST(json_refuses)
{
    static const char *const bad[] = {
        "",
        " ",
        "nul",
        "nulll",
        "True",
        "NaN",
        "Infinity",
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "-.5",
        "1e",
        "1e+",
        "1.e5",
        "0x10",
        "1 2",
        "1,",
        "-a",
        "1.5.5",
        "1e5e5",
        "1_0",
        "[",
        "]",
        "{",
        "}",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1,,2]",
        "[}",
        "{]",
        "[1}",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{1:1}",
        "{,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1]",
        "{'a':1}",
        "{\"a\":1}}",
        "[]]",
        "[] x",
        "{\"a\",1}",
        "{null:1}",
        "{\"a\"::1}",
        "\"",
        "\"a",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\a\"",
        "\"\\'\"",
        "\"\\u\"",
        "\"\\u1\"",
        "\"\\u12\"",
        "\"\\u123\"",
        "\"\\u123g\"",
        "\"\\U1234\"",
        "\"\\u 123\"",
        "\"\\u-123\"",
        "\"\\uD800\"",
        "\"\\uDBFFx\"",
        "\"\\uDC00\"",
        "\"\\uDFFF\\uD800\"",
        "\"\\uD800\\uD800\"",
        "\"\\uD800\\n\"",
        "\"\\uD800\\u0041\"",
        "\"\\uD800\\uE000\"",
        "\"\\uD800\\uDC0",
        "\"\\uD800\\uDC0\"",
        "\"\\uD800\\",
        "\"\\uD800\\u\"",
        "\"\n\"",
        "\"\t\"",
        "\"\x01\"",
        "\"\x1f\"",
        "\"\x80\"",
        "\"\xC3\"",
        "\"\xC3(\"",
        "\"\xC0\x80\"",
        "\"\xED\xA0\x80\"",
        "\"\xF4\x90\x80\x80\"",
        "\"\xFF\"",
        "\"\xF0\x9F\x8E",
        "\"\xF0\x9F\x8E\"",
        "\xEF\xBB\xBF[]",
        "[]\xEF\xBB\xBF",
        "\xC2\xA0[]",
        "[\x0b]",
        "[\x0c]",
        "// c\n1",
        "1 // c",
        "/* c */ 1",
        "[1]\x01",
        "'a'",
        "tru",
        "truee",
        "fals",
        "[tru]",
        "[nul,1]",
        "{\"a\xFF\":1}",
        "{\"\\uD800\":1}",
        ",",
        ":",
        "\\",
        "[\"a\"b]",
        "\"a\"\"b\"",
    };

    for (int i = 0; i < VL_LEN(bad); i++) {
        if (!CHECK_EQ(status_of(bad[i]), VL_SYNTAX))
            printf("# not refused: %s\n", bad[i]);
    }
}

TEST(json_refuses_nul_bytes)
{
    struct vl_json_doc doc;

    CHECK_EQ(parse_n(&doc, "1\0", 2, NULL), VL_SYNTAX);
    CHECK_EQ(parse_n(&doc, "\0", 1, NULL), VL_SYNTAX);
    CHECK_EQ(parse_n(&doc, "\"\0\"", 3, NULL), VL_SYNTAX);
    CHECK_EQ(parse_n(&doc, "[\0]", 3, NULL), VL_SYNTAX);
    CHECK_EQ(parse_n(&doc, "{\"a\"\0:1}", 8, NULL), VL_SYNTAX);
    CHECK_EQ(vl_json_parse(&doc, NULL, 0, nodes_a, NODES_MAX, NULL), VL_SYNTAX);
}

TEST(json_refuses_duplicate_keys)
{
    static const char *const twins[] = {
        "{\"a\":1,\"a\":1}",
        "{\"\":1,\"\":2}",
        "{\"a\":1,\"b\":2,\"c\":{\"a\":1},\"a\":3}",
        "{\"a\":1,\"\\u0061\":1}",
        "{\"\\u0061\":1,\"a\":1}",
        "{\"\\u0061\":1,\"\\u0061\":1}",
        "{\"/\":1,\"\\/\":1}",
        "{\"\\n\":1,\"\\u000a\":1}",
        "{\"\xC3\xA9\":1,\"\\u00E9\":1}",
        "{\"\xC3\xA9\":1,\"\\u00e9\":1}",
        "{\"\xF0\x9F\x8E\xB2\":1,\"\\uD83C\\uDFB2\":1}",
        "{\"a\\u0000b\":1,\"\\u0061\\u0000\\u0062\":1}",
        "[[{\"x\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"c\":6}}]]",
    };
    struct vl_error err;
    struct vl_json_doc doc;

    for (int i = 0; i < VL_LEN(twins); i++) {
        if (!CHECK_EQ(status_of(twins[i]), VL_DUPLICATE))
            printf("# not refused: %s\n", twins[i]);
    }
    /* The first key that repeats another one is named. */
    const char *text = "{\"z\":1, \"b\":2,\n \"z\":3, \"a\":4, \"a\":5, \"z\":6}";
    CHECK_EQ(parse_n(&doc, text, strlen(text), &err), VL_DUPLICATE);
    CHECK_STR(err.where, "line 2, column 3");
}

TEST(json_depth_is_bounded)
{
    for (int kind = 0; kind < 3; kind++) {
        for (int depth = 30; depth <= 100000; depth += depth < 36 ? 1 : 33321) {
            size_t unit = kind == 0 ? 1 : 5;
            char *text = malloc((unit + 1) * (size_t)depth + 1);
            size_t len = 0;
            struct vl_json_doc doc;

            if (text == NULL)
                abort();
            for (int i = 0; i < depth; i++) {
                bool in_object = kind == 1 || (kind == 2 && i % 2 == 0);
                memcpy(text + len, in_object ? "{\"a\":" : "[", in_object ? 5 : 1);
                len += in_object ? 5 : 1;
            }
            text[len++] = '1';
            for (int i = depth - 1; i >= 0; i--)
                text[len++] = kind == 1 || (kind == 2 && i % 2 == 0) ? '}' : ']';
            CHECK_EQ(parse_n(&doc, text, len, NULL), depth <= VL_JSON_DEPTH ? VL_OK : VL_SYNTAX);
            free(text);
        }
    }
    /* Depth counts what is open, not what was. */
    CHECK_EQ(status_of("[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],"
                       "[],[],[],[],[],[],[],[],[],[],{},{},{},{}]"),
             VL_OK);
}

TEST(json_errors_say_where)
{
    static const struct {
        const char *text, *where;
    } faults[] = {
        { "", "line 1, column 1" },
        { "x", "line 1, column 1" },
        { "[1,\n 2,\n  x]", "line 3, column 3" },
        { "[\"\xC3\xA9\xC3\xA9\" x]", "line 1, column 7" },
        { "[1] 2", "line 1, column 5" },
        { "[\n\n", "line 3, column 1" },
        { "{\"a\":1,\r\n\"a\":2}", "line 2, column 2" },
    };

    for (int i = 0; i < VL_LEN(faults); i++) {
        struct vl_error err;
        struct vl_json_doc doc;
        memset(&err, 0, sizeof err);
        int st = parse_n(&doc, faults[i].text, strlen(faults[i].text), &err);
        CHECK(st != VL_OK);
        CHECK_EQ(err.status, st);
        CHECK_STR(err.where, faults[i].where);
        CHECK(err.what[0] != '\0');
    }
}

TEST(json_failure_leaves_the_document_alone)
{
    struct vl_json_doc doc, before;

    memset(&doc, 0x5A, sizeof doc);
    before = doc;
    CHECK_EQ(vl_json_parse(&doc, "[1,", 3, nodes_a, NODES_MAX, NULL), VL_SYNTAX);
    CHECK(doc.text == before.text && doc.nodes == before.nodes);
    CHECK_EQ(doc.nodes_len, before.nodes_len);
}

TEST(json_nodes_run_out)
{
    const char *text = "{\"a\":[1,2,{}],\"b\":\"x\"}"; /* six values */
    struct vl_json_doc doc;

    for (uint32_t cap = 0; cap < 9; cap++) {
        struct vl_json_node *nodes = malloc(sizeof *nodes * (cap > 0 ? cap : 1));
        if (nodes == NULL)
            abort();
        CHECK_EQ(vl_json_parse(&doc, text, strlen(text), nodes, cap, NULL),
                 cap < 6 ? VL_TOO_LARGE : VL_OK);
        free(nodes);
    }
    CHECK_EQ(doc.nodes_len, 6);
}

static const char sample[] =
    "{\"id\": \"crane\", \"cost\": -7, \"caf\\u00e9\": \"\\uD83C\\uDFB2 \\\"d\xC3\xA9\\\" \\\\ "
    "\\/\",\n"
    " \"effects\": [[\"lift\", 4], [\"shore_up\", 1.5e-3]],\t\"open\": true, \"shut\": false,\r\n"
    " \"none\": null, \"a/b\": {\"m~n\": [0, {\"\": 12}]}, \"\xE2\x82\xAC\": {} }";

TEST(json_every_truncation_is_refused)
{
    struct vl_json_doc doc;
    size_t len = sizeof sample - 1;

    CHECK_EQ(parse_n(&doc, sample, len, NULL), VL_OK);
    for (size_t cut = 0; cut < len; cut++) {
        CHECK_EQ(parse_n(&doc, sample, cut, NULL), VL_SYNTAX);
        CHECK(parse_n(&doc, sample + cut + 1, len - cut - 1, NULL) != VL_OK);
    }
}

TEST(json_every_byte_replaced)
{
    char text[sizeof sample];
    struct vl_json_doc doc;
    struct vl_error err;

    for (size_t at = 0; at < sizeof sample - 1; at++) {
        memcpy(text, sample, sizeof sample);
        for (int c = 0; c < 256; c++) {
            text[at] = (char)(uint8_t)c;
            int st = parse_n(&doc, text, sizeof sample - 1, &err);
            CHECK(st == VL_OK || st == VL_SYNTAX || st == VL_DUPLICATE);
            if (st == VL_OK)
                (void)vl_json_hash(&doc, 0);
        }
    }
}

/* ---- JSON: reading ---- */

TEST(json_walks_the_tree)
{
    const char *text = "{\"a\":[1,[2,3],{}],\"b\":{\"c\":null},\"d\":\"x\"}";
    struct vl_json_doc d;

    if (!CHECK_EQ(parse(&d, text), VL_OK))
        return;
    CHECK_EQ(d.nodes_len, 10);
    CHECK_EQ(vl_json_type_of(&d, 0), VL_JSON_OBJECT);
    uint32_t a = vl_json_get(&d, 0, "a");
    CHECK_EQ(a, 1);
    CHECK_EQ(d.nodes[a].count, 3);
    CHECK_EQ(vl_json_type_of(&d, a), VL_JSON_ARRAY);
    CHECK_EQ(vl_json_at(&d, a, 0), 2);
    CHECK_EQ(vl_json_at(&d, a, 1), 3);
    CHECK_EQ(vl_json_at(&d, a, 2), 6);
    CHECK_EQ(vl_json_at(&d, a, 3), 0);
    CHECK_EQ(vl_json_at(&d, a, UINT32_MAX), 0);
    CHECK_EQ(vl_json_at(&d, 0, 0), 0); /* not an array */
    CHECK_EQ(vl_json_get(&d, a, "a"), 0);
    CHECK_EQ(vl_json_get(&d, 0, "c"), 0);
    CHECK_EQ(vl_json_get(&d, 0, ""), 0);
    CHECK_EQ(vl_json_get(&d, vl_json_get(&d, 0, "b"), "c"), 8);
    CHECK_EQ(vl_json_type_of(&d, 8), VL_JSON_NULL);

    uint32_t seen[4] = { 0 };
    int n = 0;
    for (uint32_t c = vl_json_first(&d, 0); c != 0 && n < 4; c = vl_json_sibling(&d, c))
        seen[n++] = c;
    CHECK_EQ(n, 3);
    CHECK(seen[0] == 1 && seen[1] == 7 && seen[2] == 9);
    CHECK_EQ(vl_json_first(&d, 6), 0);
    CHECK_EQ(vl_json_first(&d, 2), 0);
    CHECK_EQ(vl_json_sibling(&d, 5), 0);
    CHECK_EQ(vl_json_sibling(&d, 6), 0);
    CHECK_EQ(vl_json_sibling(&d, 0), 0);

    /* Numbers that name nothing are harmless. */
    int64_t v;
    char out[8];
    CHECK_EQ(vl_json_type_of(&d, UINT32_MAX), -1);
    CHECK_EQ(vl_json_first(&d, UINT32_MAX), 0);
    CHECK_EQ(vl_json_sibling(&d, UINT32_MAX), 0);
    CHECK_EQ(vl_json_get(&d, 10, "a"), 0);
    CHECK(!vl_json_is(&d, 10, "x"));
    CHECK(!vl_json_key_is(&d, 10, "x"));
    CHECK(!vl_json_int_in(&d, 10, 0, 9, &v));
    CHECK(!vl_json_text(&d, 10, out, sizeof out));
    CHECK(!vl_json_key_text(&d, 10, out, sizeof out));
    CHECK(!vl_json_equal(&d, 10, &d, 0));
    vl_json_where(&d, 10, out, sizeof out);
    CHECK_STR(out, "");
}

TEST(json_compares_strings_and_keys)
{
    struct vl_json_doc d;

    if (!CHECK_EQ(
            parse(&d, "{\"caf\\u00e9\":\"a\\nb\",\"k\":\"plain\",\"n\":\"a\\u0000\",\"e\":[\"\"]}"),
            VL_OK))
        return;
    uint32_t cafe = vl_json_get(&d, 0, "caf\xC3\xA9");
    CHECK_EQ(cafe, 1);
    CHECK(vl_json_key_is(&d, cafe, "caf\xC3\xA9"));
    CHECK(!vl_json_key_is(&d, cafe, "caf"));
    CHECK(!vl_json_key_is(&d, cafe, "caf\xC3\xA9s"));
    CHECK(vl_json_is(&d, cafe, "a\nb"));
    CHECK(!vl_json_is(&d, cafe, "a\n"));
    CHECK(!vl_json_is(&d, cafe, "a\nbc"));
    CHECK(vl_json_is(&d, vl_json_get(&d, 0, "k"), "plain"));
    CHECK(!vl_json_is(&d, vl_json_get(&d, 0, "k"), "plai"));
    CHECK(!vl_json_is(&d, vl_json_get(&d, 0, "n"), "a"));
    uint32_t e = vl_json_get(&d, 0, "e");
    CHECK(vl_json_is(&d, vl_json_at(&d, e, 0), ""));
    CHECK(!vl_json_key_is(&d, vl_json_at(&d, e, 0), "")); /* elements have no key */
    CHECK(!vl_json_is(&d, e, ""));
    CHECK(!vl_json_is(&d, 0, ""));
    CHECK(!vl_json_key_is(&d, 0, ""));
}

TEST(json_unescapes)
{
    struct vl_json_doc d;
    char out[32];

    if (!CHECK_EQ(parse(&d,
                        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"\\u0041\\u00e9\\u20AC\\uD83C\\uDFB2\","
                        "\"a\\u0000b\",\"plain\",7,\"\\uD800\\uDC00\\uDBFF\\uDFFF\",\"\"]"),
                  VL_OK))
        return;
    CHECK(vl_json_text(&d, 1, out, sizeof out));
    CHECK_STR(out, "\"\\/\b\f\n\r\t");
    CHECK(vl_json_text(&d, 2, out, sizeof out));
    CHECK_STR(out, "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB2");
    CHECK(vl_json_text(&d, 4, out, sizeof out));
    CHECK_STR(out, "plain");
    CHECK(!vl_json_text(&d, 3, out, sizeof out)); /* U+0000 */
    CHECK(!vl_json_text(&d, 5, out, sizeof out)); /* a number */
    CHECK_STR(out, "plain");                      /* failure leaves it alone */
    CHECK(vl_json_text(&d, 6, out, sizeof out));
    CHECK_STR(out, "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");

    char *six = malloc(6);
    if (six == NULL)
        abort();
    CHECK(vl_json_text(&d, 4, six, 6));
    CHECK(!vl_json_text(&d, 4, six, 5));
    CHECK(!vl_json_text(&d, 4, six, 0));
    CHECK(vl_json_text(&d, 7, six, 1));
    CHECK_STR(six, "");
    CHECK(!vl_json_text(&d, 7, six, 0));
    CHECK(!vl_json_key_text(&d, 4, out, sizeof out));
    CHECK(!vl_json_key_text(&d, 0, out, sizeof out));
    free(six);
    if (CHECK_EQ(parse(&d, "{\"\\u0061\\tb\":1,\"\\u0000\":2}"), VL_OK)) {
        CHECK(vl_json_key_text(&d, 1, out, sizeof out));
        CHECK_STR(out, "a\tb");
        CHECK(!vl_json_key_text(&d, 1, out, 3));
        CHECK(!vl_json_key_text(&d, 2, out, sizeof out));
    }
}

static bool int_in(const char *text, int64_t lo, int64_t hi, int64_t *out)
{
    struct vl_json_doc d;

    return parse(&d, text) == VL_OK && vl_json_int_in(&d, 0, lo, hi, out);
}

TEST(json_integers)
{
    int64_t v = 77;

    CHECK(!int_in("3.0", 0, 9, &v));
    CHECK(!int_in("1e2", 0, 999, &v));
    CHECK(!int_in("1E0", 0, 999, &v));
    CHECK(!int_in("10", 0, 9, &v));
    CHECK(!int_in("-1", 0, 9, &v));
    CHECK(!int_in("\"3\"", 0, 9, &v));
    CHECK(!int_in("true", 0, 9, &v));
    CHECK(!int_in("[3]", 0, 9, &v));
    CHECK(!int_in("9223372036854775808", INT64_MIN, INT64_MAX, &v));
    CHECK(!int_in("-9223372036854775809", INT64_MIN, INT64_MAX, &v));
    CHECK_EQ(v, 77);
    CHECK(int_in("3", 0, 9, &v) && v == 3);
    CHECK(int_in(" 9 ", 0, 9, &v) && v == 9);
    CHECK(int_in("0", 0, 9, &v) && v == 0);
    CHECK(int_in("-0", 0, 9, &v) && v == 0);
    CHECK(int_in("9223372036854775807", INT64_MIN, INT64_MAX, &v) && v == INT64_MAX);
    CHECK(int_in("-9223372036854775808", INT64_MIN, INT64_MAX, &v) && v == INT64_MIN);
}

TEST(json_pointer_of_rfc_6901)
{
    struct vl_json_doc d;
    int64_t v = 0;
    static const struct {
        const char *pointer;
        int value;
    } cases[] = {
        { "/", 0 },     { "/a~1b", 1 }, { "/c%d", 2 }, { "/e^f", 3 },  { "/g|h", 4 },
        { "/i\\j", 5 }, { "/k\"l", 6 }, { "/ ", 7 },   { "/m~0n", 8 },
    };
    static const char *const none[] = { "x",
                                        "/x",
                                        "/foo/2",
                                        "/foo/-",
                                        "/foo/00",
                                        "/foo/",
                                        "/foo/01",
                                        "/a/b",
                                        "/m~n",
                                        "/m~2n",
                                        "/m~",
                                        "//",
                                        "/foo/0/0",
                                        "foo",
                                        "/foo/4294967296",
                                        "/foo/18446744073709551616",
                                        "/foo/+1",
                                        "/fo" };

    if (!CHECK_EQ(parse(&d,
                        "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,"
                        "\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8}"),
                  VL_OK))
        return;
    CHECK_EQ(vl_json_pointer(&d, ""), 0);
    CHECK(vl_json_is(&d, vl_json_pointer(&d, "/foo/0"), "bar"));
    CHECK(vl_json_is(&d, vl_json_pointer(&d, "/foo/1"), "baz"));
    for (int i = 0; i < VL_LEN(cases); i++) {
        CHECK(vl_json_int_in(&d, vl_json_pointer(&d, cases[i].pointer), 0, 9, &v));
        CHECK_EQ(v, cases[i].value);
    }
    for (int i = 0; i < VL_LEN(none); i++) {
        if (!CHECK_EQ(vl_json_pointer(&d, none[i]), UINT32_MAX))
            printf("# found: %s\n", none[i]);
    }
}

TEST(json_where_and_pointer_are_inverse)
{
    struct vl_json_doc d;
    char where[120];

    if (!CHECK_EQ(parse_n(&d, sample, sizeof sample - 1, NULL), VL_OK))
        return;
    for (uint32_t n = 0; n < d.nodes_len; n++) {
        vl_json_where(&d, n, where, sizeof where);
        CHECK_EQ(vl_json_pointer(&d, where), n);
    }
    vl_json_where(&d, vl_json_pointer(&d, "/a~1b/m~0n/1/"), where, sizeof where);
    CHECK_STR(where, "/a~1b/m~0n/1/");
    vl_json_where(&d, 0, where, sizeof where);
    CHECK_STR(where, "");
    for (size_t cap = 0; cap < 12; cap++) { /* cut between characters */
        char *out = exact_copy("############", cap);
        vl_json_where(&d, vl_json_get(&d, 0, "caf\xC3\xA9"), out, cap);
        if (cap > 0)
            CHECK(vl_utf8_ok(out, strlen(out)));
        free(out);
    }
    if (CHECK_EQ(parse(&d, "{\"a\\u0000\":1}"), VL_OK)) {
        vl_json_where(&d, 1, where, sizeof where);
        CHECK_STR(where, "/a\xEF\xBF\xBD");
    }
}

TEST(json_where_at_full_depth)
{
    struct vl_json_doc d;
    char text[2 * VL_JSON_DEPTH + 2], where[2 * VL_JSON_DEPTH + 1];

    memset(text, '[', VL_JSON_DEPTH);
    text[VL_JSON_DEPTH] = '5';
    memset(text + VL_JSON_DEPTH + 1, ']', VL_JSON_DEPTH);
    text[2 * VL_JSON_DEPTH + 1] = '\0';
    if (!CHECK_EQ(parse(&d, text), VL_OK))
        return;
    vl_json_where(&d, VL_JSON_DEPTH, where, sizeof where);
    CHECK_EQ(strlen(where), 2 * VL_JSON_DEPTH);
    CHECK_EQ(vl_json_pointer(&d, where), VL_JSON_DEPTH);
}

/* 1 if equal, 0 if not; hashes must agree with equality. */
static int same(const char *a, const char *b)
{
    struct vl_json_doc da, db;

    CHECK_EQ(vl_json_parse(&da, a, strlen(a), nodes_a, NODES_MAX, NULL), VL_OK);
    CHECK_EQ(vl_json_parse(&db, b, strlen(b), nodes_b, NODES_MAX, NULL), VL_OK);
    int equal = vl_json_equal(&da, 0, &db, 0);
    CHECK_EQ(vl_json_equal(&db, 0, &da, 0), equal);
    CHECK_EQ(vl_json_hash(&da, 0) == vl_json_hash(&db, 0), equal);
    return equal;
}

TEST(json_equality_and_hash)
{
    CHECK(same("1", " 1 "));
    CHECK(same("-0", "0"));
    CHECK(!same("1", "-1"));
    CHECK(!same("1", "1.0"));
    CHECK(!same("1", "\"1\""));
    CHECK(!same("0", "false"));
    CHECK(!same("null", "false"));
    CHECK(!same("true", "false"));
    CHECK(same("null", "null"));
    CHECK(!same("[]", "{}"));
    CHECK(!same("[]", "null"));
    CHECK(same("[1,2]", "[ 1 , 2 ]"));
    CHECK(!same("[1,2]", "[2,1]"));
    CHECK(!same("[1,2]", "[1]"));
    CHECK(!same("[1]", "[[1]]"));
    CHECK(!same("[[1],2]", "[[1,2]]"));
    CHECK(!same("[[],[[]]]", "[[[]],[]]"));
    CHECK(same("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"));
    CHECK(!same("{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}"));
    CHECK(!same("{\"a\":1}", "{\"b\":1}"));
    CHECK(!same("{\"a\":1}", "{\"a\":1,\"b\":2}"));
    CHECK(same("{\"a\":{\"x\":[1],\"y\":2},\"b\":2}", "{\"b\":2,\"\\u0061\":{\"y\":2,\"x\":[1]}}"));
    CHECK(same("\"\\u00e9\\/\"", "\"\xC3\xA9/\""));
    CHECK(!same("\"ab\"", "\"abc\""));
    CHECK(!same("\"\"", "\"\\u0000\""));
    CHECK(!same("\"a\"", "\"a\\u0000\""));
    CHECK(!same("\"aaaaaaaa\"", "\"aaaaaaaa\\u0000\""));
    CHECK(!same("[\"a\",\"b\"]", "[\"ab\",\"\"]"));
    CHECK(!same("{\"a\":\"b\"}", "{\"ab\":\"\"}"));
}

TEST(json_hash_fixed_values)
{
    struct vl_json_doc d;

    CHECK_EQ(parse_n(&d, sample, sizeof sample - 1, NULL), VL_OK);
    CHECK_EQ(vl_json_hash(&d, 0), UINT64_C(0x0201116f649e8d6e));
    CHECK_EQ(parse(&d, "null"), VL_OK);
    CHECK_EQ(vl_json_hash(&d, 0), UINT64_C(0xf8041007acd70e79));
}

/* ---- JSON: round trips ---- */

static void rewrite(struct vl_json *w, const struct vl_json_doc *d, uint32_t node)
{
    char text[200];
    int64_t v = 0;

    switch ((enum vl_json_type)vl_json_type_of(d, node)) {
    case VL_JSON_NULL: vl_json_null(w); break;
    case VL_JSON_FALSE: vl_json_bool(w, false); break;
    case VL_JSON_TRUE: vl_json_bool(w, true); break;
    case VL_JSON_NUMBER:
        CHECK(vl_json_int_in(d, node, INT64_MIN, INT64_MAX, &v));
        vl_json_int(w, v);
        break;
    case VL_JSON_STRING:
        CHECK(vl_json_text(d, node, text, sizeof text));
        vl_json_str(w, text);
        break;
    case VL_JSON_ARRAY:
    case VL_JSON_OBJECT:
        if (vl_json_type_of(d, node) == VL_JSON_ARRAY)
            vl_json_arr(w);
        else
            vl_json_obj(w);
        for (uint32_t c = vl_json_first(d, node); c != 0; c = vl_json_sibling(d, c)) {
            if (vl_json_type_of(d, node) == VL_JSON_OBJECT) {
                CHECK(vl_json_key_text(d, c, text, sizeof text));
                vl_json_key(w, text);
            }
            rewrite(w, d, c);
        }
        vl_json_end(w);
        break;
    }
}

static void random_text(struct vl_rng *rng, char *out)
{
    static const char *const parts[] = {
        "a", "\"", "\\", "\n", "\x01", "\x7f", "\xC3\xA9", "\xE2\x80\xA8", "\xF0\x9F\x8E\xB2",
        "/", "~",  "zz"
    };
    uint32_t n = vl_rng_below(rng, 8);

    out[0] = '\0';
    for (uint32_t i = 0; i < n; i++)
        strcat(out, parts[vl_rng_below(rng, (uint32_t)VL_LEN(parts))]);
}

static void random_value(struct vl_json *w, struct vl_rng *rng, int depth)
{
    char text[100], key[120];
    uint32_t n = vl_rng_below(rng, 5);

    switch (vl_rng_below(rng, depth > 4 ? 5 : 9)) {
    case 0: vl_json_null(w); break;
    case 1: vl_json_bool(w, true); break;
    case 2: vl_json_bool(w, false); break;
    case 3: vl_json_int(w, (int64_t)(vl_rng_next(rng) >> vl_rng_below(rng, 64))); break;
    case 4:
        random_text(rng, text);
        vl_json_str(w, text);
        break;
    case 5:
    case 6:
        vl_json_arr(w);
        for (uint32_t i = 0; i < n; i++)
            random_value(w, rng, depth + 1);
        vl_json_end(w);
        break;
    default:
        vl_json_obj(w);
        for (uint32_t i = 0; i < n; i++) {
            random_text(rng, text);
            snprintf(key, sizeof key, "%s%u", text, (unsigned)i);
            vl_json_key(w, key);
            random_value(w, rng, depth + 1);
        }
        vl_json_end(w);
        break;
    }
}

TEST(json_round_trips)
{
    static char text[100000], again[100000], pretty[200000];
    struct vl_rng rng = vl_rng_seed(31);

    for (int i = 0; i < 3000; i++) {
        struct vl_json_doc d, p;
        struct vl_json w = vl_json_on(text, sizeof text);
        random_value(&w, &rng, 0);
        if (!CHECK(!w.out.full) ||
            !CHECK_EQ(vl_json_parse(&d, text, w.out.len, nodes_a, NODES_MAX, NULL), VL_OK))
            continue;
        struct vl_json w2 = vl_json_on(again, sizeof again);
        rewrite(&w2, &d, 0);
        CHECK_STR(text, again);

        struct vl_json w3 = vl_json_on(pretty, sizeof pretty);
        w3.indent = true;
        rewrite(&w3, &d, 0);
        if (CHECK_EQ(vl_json_parse(&p, pretty, w3.out.len, nodes_b, NODES_MAX, NULL), VL_OK)) {
            CHECK(vl_json_equal(&d, 0, &p, 0));
            CHECK_EQ(vl_json_hash(&d, 0), vl_json_hash(&p, 0));
        }
    }
}

TEST(json_any_bytes_written_are_valid_json)
{
    struct vl_rng rng = vl_rng_seed(32);

    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[24];
        char text[200], back[200];
        size_t len = vl_rng_below(&rng, sizeof bytes + 1);
        struct vl_json w = vl_json_on(text, sizeof text);
        struct vl_json_doc d;

        fill_random(&rng, bytes, len);
        if (i % 2 == 0) { /* half of the time, mostly multibyte */
            for (size_t k = 0; k < len; k++)
                bytes[k] |= (uint8_t)(vl_rng_below(&rng, 4) == 0 ? 0 : 0x80);
        }
        char *copy = exact_copy(bytes, len);
        vl_json_str_n(&w, copy, len);
        CHECK(!w.out.full);
        CHECK(vl_utf8_ok(text, w.out.len));
        CHECK_EQ(parse_n(&d, text, w.out.len, NULL), VL_OK);
        if (vl_utf8_ok(copy, len) && memchr(copy, 0, len) == NULL) {
            CHECK(vl_json_text(&d, 0, back, sizeof back));
            CHECK(strlen(back) == len && memcmp(back, copy, len) == 0);
        }
        free(copy);
    }
}

/* ---- JSON: hostile sizes ---- */

/* Parses a heap text with as many nodes as it could need; the seconds it took. */
static double timed_parse(const char *text, size_t len, uint32_t nodes_max, int expected)
{
    struct vl_json_node *nodes = malloc(sizeof *nodes * nodes_max);
    struct vl_json_doc doc;

    if (nodes == NULL)
        abort();
    clock_t from = clock();
    int st = vl_json_parse(&doc, text, len, nodes, nodes_max, NULL);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    CHECK_EQ(st, expected);
    if (st == VL_OK) {
        CHECK(vl_json_equal(&doc, 0, &doc, 0));
        (void)vl_json_hash(&doc, 0);
    }
    free(nodes);
    return seconds;
}

/* An object of n keys made by a printf format of one number. */
static double timed_object(const char *format, uint32_t n, uint32_t step, int twin)
{
    char *text = malloc((size_t)n * 1200 + 100);
    size_t len = 0;

    if (text == NULL)
        abort();
    text[len++] = '{';
    for (uint32_t i = 0; i < n; i++) {
        len += (size_t)sprintf(text + len, "%s\"", i > 0 ? "," : "");
        len += (size_t)sprintf(text + len, format, (unsigned)((uint64_t)i * step % n));
        len += (size_t)sprintf(text + len, "\":1");
    }
    if (twin >= 0) {
        len += (size_t)sprintf(text + len, ",\"");
        len += (size_t)sprintf(text + len, format, (unsigned)twin);
        len += (size_t)sprintf(text + len, "\":1");
    }
    text[len++] = '}';
    double seconds = timed_parse(text, len, n + 2, twin >= 0 ? VL_DUPLICATE : VL_OK);
    free(text);
    return seconds;
}

TEST(json_many_keys_do_not_hang)
{
    static const char *const formats[] = { "k%06u", "%u", "\\u0061%05u", "%05u\\u0000" };

    for (int i = 0; i < VL_LEN(formats); i++) {
        CHECK(timed_object(formats[i], 100000, 1, -1) < 1.0);
        CHECK(timed_object(formats[i], 100000, 99999, -1) < 1.0); /* descending */
        CHECK(timed_object(formats[i], 100000, 77773, -1) < 1.0); /* shuffled */
        CHECK(timed_object(formats[i], 100000, 77773, 50000) < 1.0);
    }
    /* Keys that differ only at their end. */
    char format[1100];
    memset(format, 'x', 1000);
    strcpy(format + 1000, "%04u");
    CHECK(timed_object(format, 1000, 777, -1) < 1.0);
    CHECK(timed_object(format, 1000, 777, 3) < 1.0);
}

TEST(json_every_object_size_is_sorted)
{
    char text[2000];

    for (uint32_t n = 0; n <= 70; n++) {
        for (uint32_t twin = 0; twin <= n; twin++) { /* twin == n: none */
            struct vl_json_doc d;
            size_t len = 0;
            text[len++] = '{';
            for (uint32_t i = 0; i < n; i++)
                len += (size_t)sprintf(text + len, "%s\"%u\":%u", i > 0 ? "," : "",
                                       (unsigned)(i * 37 % 71), (unsigned)i);
            if (twin < n)
                len += (size_t)sprintf(text + len, ",\"%u\":0", (unsigned)(twin * 37 % 71));
            text[len++] = '}';
            CHECK_EQ(parse_n(&d, text, len, NULL), twin < n ? VL_DUPLICATE : VL_OK);
            if (twin == n) {
                uint32_t linked = 0;
                for (uint32_t c = d.nodes[0].keys_first; c != 0; c = d.nodes[c].keys_next)
                    linked++;
                CHECK_EQ(linked, n);
            }
        }
    }
}

TEST(json_megabytes_of_one_thing)
{
    enum { SIZE = 1 << 20 };
    static const char fills[] = "[{\"\\0-1 ,:]}\x80\xC3n";
    char *text = malloc(SIZE);

    if (text == NULL)
        abort();
    for (int i = 0; i < VL_LEN(fills) - 1; i++) {
        struct vl_json_doc doc;
        memset(text, fills[i], SIZE);
        int st = vl_json_parse(&doc, text, SIZE, nodes_a, NODES_MAX, NULL);
        CHECK_EQ(st, fills[i] == '1' ? VL_OK : VL_SYNTAX);
    }
    /* A megabyte of elements, and a megabyte-long string. */
    for (size_t k = 0; k < SIZE; k += 2) {
        text[k] = '7';
        text[k + 1] = ',';
    }
    text[0] = '[';
    text[1] = ' ';
    text[SIZE - 1] = ']';
    CHECK(timed_parse(text, SIZE, SIZE / 2 + 1, VL_OK) < 1.0);
    memset(text, 'x', SIZE);
    text[0] = text[SIZE - 1] = '"';
    CHECK(timed_parse(text, SIZE, 1, VL_OK) < 1.0);
    free(text);
}

/* ---- JSON: mutated documents ---- */

static size_t mutate(struct vl_rng *rng, char *text, size_t len, size_t cap)
{
    static const char *const bits[] = {
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "0",
        "-",
        "1",
        ".",
        "e",
        "E",
        "+",
        " ",
        "\n",
        "\t",
        "\r",
        "\\u",
        "\\u0000",
        "\\uD800",
        "\\uDC00",
        "\\uD83C\\uDFB2",
        "\\n",
        "\\/",
        "true",
        "false",
        "null",
        "\xC3\xA9",
        "\xC3",
        "\x80",
        "\xED\xA0\x80",
        "\xEF\xBB\xBF",
        "\x01",
        "\x7f",
        "\"a\":1,",
        "{\"a\":1}",
        "[]",
        "1e5",
        "0.5",
        "/",
        "a",
        "\xF4\x90\x80\x80",
        "\"\"",
    };
    uint32_t edits = 1 + vl_rng_below(rng, 3);

    for (uint32_t i = 0; i < edits; i++) {
        size_t at = vl_rng_below(rng, (uint32_t)len + 1);
        const char *bit = bits[vl_rng_below(rng, (uint32_t)VL_LEN(bits))];
        size_t add = strlen(bit);
        size_t cut = 0;

        switch (vl_rng_below(rng, 4)) {
        case 0: cut = add; break;                               /* replace */
        case 1: break;                                          /* insert */
        case 2: cut = 1 + vl_rng_below(rng, 3), add = 0; break; /* delete */
        default:                                                /* one byte, anything */
            if (at < len)
                text[at] = (char)(uint8_t)vl_rng_below(rng, 256);
            continue;
        }
        if (cut > len - at)
            cut = len - at;
        if (len - cut + add > cap)
            continue;
        memmove(text + at + add, text + at + cut, len - at - cut);
        memcpy(text + at, bit, add);
        len = len - cut + add;
    }
    return len;
}

static const char *const seeds[] = {
    sample,
    "[1, -0, 0.5, 1e5, -1.25E-3, 1234567890123456789]",
    "{\"a\": 1, \"b\": [true, false, null], \"c\": {\"a\": \"\\u00e9\\uD83C\\uDFB2\"}}",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB2\"",
    "{\"a\":{},\"b\":[],\"\":\"\",\"aa\":0,\"ab\":1,\"\\u0061c\":2}",
    "12.5e+10",
};

TEST(json_mutations_keep_the_invariants)
{
    struct vl_rng rng = vl_rng_seed(40);
    char text[600], where[300];
    int accepted = 0;

    for (int i = 0; i < 100000; i++) {
        const char *from = seeds[vl_rng_below(&rng, (uint32_t)VL_LEN(seeds))];
        size_t len = strlen(from);
        struct vl_json_doc d;
        struct vl_error err;

        memcpy(text, from, len);
        len = mutate(&rng, text, len, sizeof text);
        memset(&err, 0, sizeof err);
        int st = parse_n(&d, text, len, &err);
        if (st != VL_OK) {
            CHECK(st == VL_SYNTAX || st == VL_DUPLICATE);
            CHECK_EQ(strncmp(err.where, "line ", 5), 0);
            continue;
        }
        accepted++;
        CHECK(vl_utf8_ok(text, len));
        CHECK(vl_json_equal(&d, 0, &d, 0));
        CHECK_EQ(d.nodes[0].next, d.nodes_len);
        uint32_t children = 0;
        for (uint32_t n = 0; n < d.nodes_len; n++) {
            CHECK(d.nodes[n].start <= len && d.nodes[n].len <= len - d.nodes[n].start);
            CHECK(n == 0 || d.nodes[n].parent < n);
            children += d.nodes[n].count;
            vl_json_where(&d, n, where, sizeof where);
        }
        CHECK_EQ(children + 1, d.nodes_len);
    }
    CHECK(accepted > 5000);
}

#ifdef VL_HAVE_JANSSON
/* Where jansson is stricter than the RFC, or we are: numbers beyond int64 and
 * double, U+0000 in keys, and depth. */
static bool is_known_difference(int ours, const struct vl_error *err, const json_error_t *theirs)
{
    enum json_error_code code = json_error_code(theirs);

    if (ours == VL_SYNTAX && strcmp(err->what, "nested too deep") == 0)
        return true;
    return code == json_error_numeric_overflow || code == json_error_null_byte_in_key;
}

static bool has_reals(const struct vl_json_doc *d)
{
    int64_t v;

    for (uint32_t n = 0; n < d->nodes_len; n++) {
        if (d->nodes[n].type == VL_JSON_NUMBER && !vl_json_int_in(d, n, INT64_MIN, INT64_MAX, &v))
            return true;
    }
    return false;
}

/* What jansson read, written by jansson, must mean to us what we read. */
static void compare_values(const struct vl_json_doc *ours, const json_t *theirs)
{
    struct vl_json_doc back;

    if (has_reals(ours))
        return;
    char *dump = json_dumps(theirs, JSON_ENCODE_ANY | JSON_SORT_KEYS);
    if (!CHECK(dump != NULL))
        return;
    if (CHECK_EQ(vl_json_parse(&back, dump, strlen(dump), nodes_b, NODES_MAX, NULL), VL_OK)) {
        CHECK(vl_json_equal(ours, 0, &back, 0));
        CHECK_EQ(vl_json_hash(ours, 0), vl_json_hash(&back, 0));
    }
    free(dump);
}

TEST(json_agrees_with_jansson)
{
    const size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
    struct vl_rng rng = vl_rng_seed(41);
    char text[600];
    int both = 0, neither = 0, twins = 0, excused = 0;

    for (int i = 0; i < 300000; i++) {
        const char *from = seeds[vl_rng_below(&rng, (uint32_t)VL_LEN(seeds))];
        size_t len = strlen(from);
        struct vl_json_doc d;
        struct vl_error err;
        json_error_t jerr;

        memcpy(text, from, len);
        if (i >= VL_LEN(seeds))
            len = mutate(&rng, text, len, sizeof text);
        int st = parse_n(&d, text, len, &err);
        json_t *theirs = json_loadb(text, len, flags, &jerr);
        if (memchr(text, 0, len) != NULL) {
            CHECK(st != VL_OK); /* jansson overlooks a NUL byte after a number */
        } else if ((st == VL_OK) != (theirs != NULL)) {
            bool excuse = is_known_difference(st, &err, &jerr);
            excused += excuse;
            if (!CHECK(excuse))
                printf("# %s by us (%s), %s by jansson (%s): %.*s\n",
                       st == VL_OK ? "accepted" : "refused", st == VL_OK ? "" : err.what,
                       theirs != NULL ? "accepted" : "refused", theirs != NULL ? "" : jerr.text,
                       (int)len, text);
        } else if (st == VL_OK) {
            both++;
            compare_values(&d, theirs);
        } else {
            neither++;
            twins += st == VL_DUPLICATE;
        }
        json_decref(theirs);
    }
    CHECK(both > 20000);
    CHECK(neither > 20000);
    CHECK(twins > 20);
    CHECK(excused < 20000);
}
#endif
