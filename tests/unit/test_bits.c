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
