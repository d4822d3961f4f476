/* toy.h - nothing but tables, of every shape there is: to test what walks them.
 * It has no rules and cannot be played. */
#ifndef VL_TESTS_TOY_H
#define VL_TESTS_TOY_H

#include "core/game.h"

#include <assert.h>

enum toy_rule { TOY_NONE, TOY_MALFORMED, TOY_UNKNOWN, TOY_POSITION, TOY_OPTION, TOY_INVARIANT };
enum toy_family { FAM_COLOUR = VL_FAM_GAME, FAM_HERO, FAM_SPOT };
enum toy_move { MV_NONE, MV_GO, MV_GO_TO, MV_PICK, MV_PUT, MV_CALL, MV_THROW, MV_COUNT };

struct toy_hero {
    uint8_t hp, markers, pair[2];
};

struct toy_state {
    struct vl_state base;
    uint8_t hero_of[3]; /* by seat */
    uint8_t active;
    struct toy_hero hero[3]; /* by seat */
    uint8_t lane[3][2];
    uint8_t wounds[5];
    uint8_t deck[3], deck_len;
    uint8_t ready, place;
    uint8_t pad[3];
    uint16_t spots;
    uint16_t wide;
    uint32_t huge;
    uint32_t secret;
};
static_assert(sizeof(struct toy_state) == 52, "no hidden padding in a hashed state");

extern const struct vl_game toy_game;

#endif
