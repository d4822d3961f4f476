/* bits.h - sets as bit masks: how many members, and which is the lowest. */
#ifndef VL_BASE_BITS_H
#define VL_BASE_BITS_H

#include <stdint.h>

static inline int vl_bits(uint32_t mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* mask must not be 0. */
static inline int vl_low_bit(uint32_t mask)
{
    int i = 0;

    while (!(mask >> i & 1))
        i++;
    return i;
}

#endif
