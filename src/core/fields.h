/* fields.h - small readings of the field table, for the files of core that walk
 * it (position.c, sound.c, observe.c). */
#ifndef VL_CORE_FIELDS_H
#define VL_CORE_FIELDS_H

#include "core/game.h"

/* The unsigned number of `width` bytes (1, 2 or 4) that stands at `at`. */
static inline uint32_t vl_field_load(const uint8_t *at, int width)
{
    uint16_t half;
    uint32_t whole;

    switch (width) {
    case 2: memcpy(&half, at, sizeof half); return half;
    case 4: memcpy(&whole, at, sizeof whole); return whole;
    default: return at[0];
    }
}

/* The same of a field: signed ones too. */
static inline int64_t vl_field_number(const struct vl_field *f, const uint8_t *at)
{
    uint32_t v = vl_field_load(at, f->width);

    if (!(f->flags & VL_FIELD_SIGNED))
        return v;
    return f->width == 2 ? (int16_t)v : f->width == 4 ? (int32_t)v : (int8_t)v;
}

/* Bit i of a mask of `width` bytes; a wide one is made of 32-bit words. */
static inline bool vl_field_bit(const uint8_t *at, int width, int i)
{
    if (width > 4)
        return vl_field_load(at + i / 32 * 4, 4) >> (i & 31) & 1;
    return vl_field_load(at, width) >> i & 1;
}

/* The largest number that a field, or an element of it, may be. */
static inline int64_t vl_field_max(const struct vl_field *f)
{
    if (f->lo != 0 || f->hi != 0)
        return f->hi;
    return f->width == 4 ? UINT32_MAX : f->width == 2 ? UINT16_MAX : UINT8_MAX;
}

/* What stands for nothing in a key of the field, or in an entry. */
static inline int vl_field_none(const struct vl_field *f)
{
    return f->width == 2 ? VL_WIDE_NONE : VL_NONE;
}

/* How many records of a map are in play. */
static inline int vl_field_records(const struct vl_rules *r, const uint8_t *state,
                                   const struct vl_field *f)
{
    int n = f->count;

    if ((f->flags & VL_FIELD_BY) || f->family == VL_FAM_SEAT)
        n = ((const struct vl_state *)(const void *)state)->seats;
    else if (r->game->limit != NULL)
        n = r->game->limit(r, f->family);
    return n >= 0 && n < f->count ? n : f->count;
}

/* The thing that record k of a map is about, -1 if none. */
static inline int vl_field_owner(const uint8_t *state, const struct vl_field *f, int k)
{
    if (!(f->flags & VL_FIELD_BY))
        return k;
    return state[f->by_off + k] != VL_NONE ? state[f->by_off + k] : -1;
}

/* How long a list is. */
static inline int vl_field_len(const struct vl_field *f, const uint8_t *rec)
{
    int len = (int)vl_field_load(rec + f->len_off, f->wide_len ? 2 : 1);

    VL_ASSERT(len <= f->count);
    return len;
}

#endif
