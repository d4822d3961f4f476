/* bits.h - sets as bit masks: how many members, which is the lowest, and sets of more than 32. */
#ifndef VL_BASE_BITS_H
#define VL_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* One instruction where the machine has it; else sums within pairs, fours and
 * bytes, then over the bytes: no loop. */
static inline int vl_bits(uint32_t mask)
{
#if defined(__wasm__) || defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcount(mask);
#else
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
#endif
}

/* mask must not be 0. */
static inline int vl_low_bit(uint32_t mask)
{
#ifdef __GNUC__
    return __builtin_ctz(mask);
#else
    return vl_bits((mask & (0u - mask)) - 1);
#endif
}

/* ---- sets of any size: words of 32 ---- */

static inline bool vl_set_has(const uint32_t *set, int i)
{
    return set[i >> 5] >> (i & 31) & 1;
}

static inline void vl_set_put(uint32_t *set, int i)
{
    set[i >> 5] |= 1u << (i & 31);
}

static inline void vl_set_drop(uint32_t *set, int i)
{
    set[i >> 5] &= ~(1u << (i & 31));
}

/* The member at place `at`, from 0, of those that are in both sets; -1 if they are fewer. */
static inline int vl_set_nth(const uint32_t *a, const uint32_t *b, int words, uint32_t at)
{
    for (int w = 0; w < words; w++) {
        uint32_t mask = a[w] & b[w], n;

        if (mask == 0)
            continue;
        n = (uint32_t)vl_bits(mask);
        if (at >= n) {
            at -= n;
            continue;
        }
        while (at--)
            mask &= mask - 1;
        return w * 32 + vl_low_bit(mask);
    }
    return -1;
}

#endif
