/* Tests of base/rng.h. The expected numbers come from an independent program
 * (Python); they must hold on every platform. */
#include "test.h"

#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "base_table.h"

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
        acc = base_fold(acc, vl_rng_next(&rng));
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
        for (int k = 0; k < 1000; k++)
            CHECK(vl_rng_below(&rng, limits[i]) < limits[i]);
    }
    CHECK_EQ(vl_rng_below(&rng, 1), 0);
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

static void check_uniform(uint64_t seed, int n)
{
    enum { DRAWS = 200000 };
    struct vl_rng rng = vl_rng_seed(seed);
    uint32_t counts[256] = { 0 };
    double shares[256];

    for (int i = 0; i < n; i++)
        shares[i] = 1.0 / n;
    for (int i = 0; i < DRAWS; i++)
        counts[vl_rng_below(&rng, (uint32_t)n)]++;
    CHECK(chi_square(counts, shares, n, DRAWS) < chi_limit(n));
}

TEST(rng_is_uniform)
{
    static const int sizes[] = { 2, 3, 5, 6, 7, 20, 52, 100, 255, 256 };

    for (int i = 0; i < VL_LEN(sizes); i++) {
        for (uint64_t seed = 0; seed < 3; seed++)
            check_uniform(seed, sizes[i]);
    }
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
