/* Tests of base/bits.h. */
#include "test.h"

#include "base/bits.h"
#include "base/rng.h"

TEST(bits_are_counted_and_the_lowest_is_found)
{
    struct vl_rng rng = vl_rng_seed(3);

    CHECK_EQ(vl_bits(0), 0);
    CHECK_EQ(vl_bits(UINT32_MAX), 32);
    for (int i = 0; i < 32; i++)
        CHECK_EQ(vl_low_bit(UINT32_MAX << i), i);
    for (int i = 0; i < 2000; i++) {
        uint32_t mask = (uint32_t)(vl_rng_next(&rng) >> 32) & (uint32_t)(vl_rng_next(&rng) >> 32);
        int n = 0, low = -1;

        for (int k = 31; k >= 0; k--)
            if (mask >> k & 1) {
                n++;
                low = k;
            }
        CHECK_EQ(vl_bits(mask), n);
        CHECK(mask == 0 || vl_low_bit(mask) == low);
    }
}

TEST(sets_have_members_in_all_their_words)
{
    uint32_t set[3] = { 0 }, odd[3] = { 0 };

    for (int i = 1; i < 96; i += 2)
        vl_set_put(odd, i);
    for (int i = 0; i < 96; i += 5)
        vl_set_put(set, i);
    CHECK(vl_set_has(set, 0) && vl_set_has(set, 65) && !vl_set_has(set, 64));
    for (int at = 0; at < 10; at++) /* 5, 15 .. 95 are in both */
        CHECK_EQ(vl_set_nth(set, odd, 3, (uint32_t)at), 5 + 10 * at);
    CHECK_EQ(vl_set_nth(set, odd, 3, 10), -1);
    CHECK_EQ(vl_set_nth(set, set, 3, 19), 95);
    vl_set_drop(set, 65);
    CHECK(!vl_set_has(set, 65) && vl_set_has(set, 60) && vl_set_has(set, 70));
    CHECK_EQ(vl_set_nth(set, odd, 3, 6), 75);
}
