/* bits.h - sets as bit masks: how many members, and which is the lowest. */
#ifndef VL_BASE_BITS_H
#define VL_BASE_BITS_H

#include <stdint.h>

/* Sums within pairs, fours and bytes, then over the bytes: no loop. */
static inline int vl_bits(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}

/* mask must not be 0. */
static inline int vl_low_bit(uint32_t mask)
{
    return vl_bits((mask & (0u - mask)) - 1);
}

#endif
