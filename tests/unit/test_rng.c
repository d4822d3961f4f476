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
        acc = base_fold(acc, v);
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
