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
