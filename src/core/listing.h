/* listing.h - how a game writes its list of moves.
 *
 * Moves are written at a cursor, which each call returns moved on:
 *
 *     at = vl_put1(at, QY_MV_DIG, pit);
 *     at = vl_put_bits(at, QY_MV_HAUL, stones);   // one for each bit, lowest first
 *
 * In line, since a list is written at every decision.
 */
#ifndef VL_CORE_LISTING_H
#define VL_CORE_LISTING_H

#include "base/bits.h"
#include "core/game.h"

static inline struct vl_move *vl_put0(struct vl_move *at, int kind)
{
    struct vl_move bare = { (uint8_t)kind, { 0 } };

    *at = bare;
    return at + 1;
}

static inline struct vl_move *vl_put1(struct vl_move *at, int kind, int a)
{
    vl_put0(at, kind)[-1].arg[0] = (uint8_t)a;
    return at + 1;
}

static inline struct vl_move *vl_put2(struct vl_move *at, int kind, int a, int b)
{
    vl_put1(at, kind, a)[-1].arg[1] = (uint8_t)b;
    return at + 1;
}

static inline struct vl_move *vl_put_bits(struct vl_move *at, int kind, uint32_t bits)
{
    for (; bits; bits &= bits - 1)
        at = vl_put1(at, kind, vl_low_bit(bits));
    return at;
}

/* The same with a first argument that all share. */
static inline struct vl_move *vl_put_pairs(struct vl_move *at, int kind, int a, uint32_t bits)
{
    for (; bits; bits &= bits - 1)
        at = vl_put2(at, kind, a, vl_low_bit(bits));
    return at;
}

static inline struct vl_move *vl_put_list(struct vl_move *at, int kind, const uint8_t *list,
                                          int len)
{
    for (int i = 0; i < len; i++)
        at = vl_put1(at, kind, list[i]);
    return at;
}

/* 0, 1 ... below len. */
static inline struct vl_move *vl_put_numbers(struct vl_move *at, int kind, int len)
{
    for (int i = 0; i < len; i++)
        at = vl_put1(at, kind, i);
    return at;
}

#endif
