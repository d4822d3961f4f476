#include "base/rng.h"

#include "base/check.h"

/* sfc64's author asks for 12 rounds before the first number is used. */
#define WARM_UP_ROUNDS 12

static struct vl_rng warmed(uint64_t a, uint64_t b, uint64_t c, uint64_t counter)
{
    struct vl_rng rng = { a, b, c, counter };

    for (int i = 0; i < WARM_UP_ROUNDS; i++)
        (void)vl_rng_next(&rng);
    return rng;
}

static uint64_t splitmix64(uint64_t *x)
{
    uint64_t z = (*x += UINT64_C(0x9E3779B97F4A7C15));

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

struct vl_rng vl_rng_seed(uint64_t seed)
{
    uint64_t a = splitmix64(&seed);
    uint64_t b = splitmix64(&seed);
    uint64_t c = splitmix64(&seed);

    return warmed(a, b, c, 1);
}

static uint64_t load64(const uint8_t *p)
{
    uint64_t v = 0;

    for (int i = 7; i >= 0; i--)
        v = (v << 8) | p[i];
    return v;
}

struct vl_rng vl_rng_key(const uint8_t key[32])
{
    return warmed(load64(key), load64(key + 8), load64(key + 16), load64(key + 24));
}

/* The 128-bit product x * y; returns the high half. In 32-bit pieces, because
 * not every target has a 128-bit integer. */
static uint64_t multiply(uint64_t x, uint64_t y, uint64_t *low)
{
    uint64_t x0 = (uint32_t)x, x1 = x >> 32;
    uint64_t y0 = (uint32_t)y, y1 = y >> 32;
    uint64_t mid = x1 * y0 + ((x0 * y0) >> 32);
    uint64_t cross = x0 * y1 + (uint32_t)mid;

    *low = x * y;
    return x1 * y1 + (mid >> 32) + (cross >> 32);
}

uint64_t vl_rng_below64(struct vl_rng *rng, uint64_t n)
{
    uint64_t low, high;

    VL_ASSERT(n > 0);
    if (n <= UINT32_MAX)
        return vl_rng_below(rng, (uint32_t)n);
    /* Lemire's method, as in vl_rng_below. A draw is refused with a
     * probability under one half, whatever n. */
    high = multiply(vl_rng_next(rng), n, &low);
    if (low < n) {
        uint64_t floor = (0 - n) % n;
        while (low < floor)
            high = multiply(vl_rng_next(rng), n, &low);
    }
    return high;
}

size_t vl_rng_pick(struct vl_rng *rng, const uint64_t *weights, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++) {
        VL_ASSERT(sum + weights[i] >= sum);
        sum += weights[i];
    }
    VL_VERIFY(sum > 0);

    uint64_t draw = vl_rng_below64(rng, sum);
    size_t at = 0;
    while (draw >= weights[at])
        draw -= weights[at++];
    VL_ASSERT(at < n);
    return at;
}
