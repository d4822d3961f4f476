/* Tests of base/hash.h. The expected numbers come from the publishers of XXH64
 * and of SHA-256 and from an independent program (Python); they must hold on
 * every platform. With VL_HAVE_SODIUM, libsodium is asked for a second opinion. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#ifdef VL_HAVE_SODIUM
#include <sodium.h>
#endif

#include "base/buf.h"
#include "base/check.h"
#include "base/hash.h"
#include "base_table.h"

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
        uint8_t *copy = base_exact_copy(bytes, len);
        acc = base_fold(acc, vl_hash(copy, len, len));
        free(copy);
    }
    CHECK_EQ(acc, UINT64_C(0xfc1ff264b5c56f34));
}

TEST(hash_ignores_alignment)
{
    uint8_t bytes[80], shifted[88];
    struct vl_rng rng = vl_rng_seed(2);

    base_fill_random(&rng, bytes, sizeof bytes);
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
            base_fill_random(&rng, bytes, len);
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

    base_fill_random(&rng, bytes, sizeof bytes);
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
        base_fill_random(&rng, bytes, len);
        vl_sha256_of(bytes, len, ours);
        crypto_hash_sha256(theirs, bytes, len);
        CHECK_EQ(memcmp(ours, theirs, 32), 0);
        free(bytes);
    }
}
#endif
