/* rng.h - the only generator in the program.
 *
 * A generator is a value: copy it to fork the future, store it to replay the
 * past. Equal bytes give equal numbers on every platform.
 *     struct vl_rng rng = vl_rng_seed(42);
 *     int face = 1 + (int)vl_rng_below(&rng, 6);
 */
#ifndef VL_BASE_RNG_H
#define VL_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct vl_rng {
    uint64_t a, b, c, counter; /* sfc64 */
};

static inline uint64_t vl_rng_next(struct vl_rng *rng)
{
    uint64_t out = rng->a + rng->b + rng->counter++;
    rng->a = rng->b ^ (rng->b >> 11);
    rng->b = rng->c + (rng->c << 3);
    rng->c = ((rng->c << 24) | (rng->c >> 40)) + out;
    return out;
}

/* A generator for a small seed. */
struct vl_rng vl_rng_seed(uint64_t seed);

/* A generator keyed by 32 bytes, e.g. a SHA-256. */
struct vl_rng vl_rng_key(const uint8_t key[32]);

/* Uniform in [0, n), without modulo bias. n must be positive. */
static inline uint32_t vl_rng_below(struct vl_rng *rng, uint32_t n)
{
    uint64_t m = (uint64_t)(uint32_t)(vl_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor)
            m = (uint64_t)(uint32_t)(vl_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

#endif
