/* bits.h - sets as bit masks: how many members, and which is the lowest. */
#ifndef VL_BASE_BITS_H
#define VL_BASE_BITS_H

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

#endif
