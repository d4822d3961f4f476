/* census.h - where every thing of a family is, for games in which each is in one place.
 *
 * The fields of the state that are places (a hand, a pile, a set of cards) are named; the
 * field table says what stands in them. Other fields may name the same things without
 * being a place (what was used, whose turn it is).
 *
 *     static const char *const places[] = { "seats", "pile", NULL };
 *     struct vl_census n = vl_census(r, s, QY_FAM_STONE, stones_len, places);
 *     if (n.twice != VL_WIDE_NONE) ...
 */
#ifndef VL_CORE_CENSUS_H
#define VL_CORE_CENSUS_H

#include "core/game.h"

struct vl_census {
    uint32_t seen[VL_FAMILY_MAX / 32]; /* those that are somewhere, a bit each */
    int twice;                         /* the first one that is in two places, or VL_WIDE_NONE */
    bool strange;                      /* in some place stands what is none of the first `len` */
};

/* `places` are fields of the state, in the order in which they are looked at; NULL ends them. */
struct vl_census vl_census(const struct vl_rules *r, const struct vl_state *s, int family, int len,
                           const char *const *places);

#endif
