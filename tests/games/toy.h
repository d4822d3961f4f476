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

/* Four heroes: where their keys stand. */
struct toy_content {
    uint32_t pad; /* nothing stands at 0 */
    uint32_t hero[5];
    char texts[16];
};

extern const struct toy_content toy_content;
extern const struct vl_game toy_game;

/* ---- the same, where one byte is too small ---- */

enum { LG_CARDS = 300, LG_MANY = 70 };
enum large_family { LG_CARD = VL_FAM_GAME, LG_NO, LG_YES, LG_COLOUR };
enum large_move {
    LG_NONE,
    LG_TAKE,
    LG_CHOOSE_NO,
    LG_CHOOSE_CARD,
    LG_CHOOSE_COLOUR,
    LG_BET,
    LG_SEVEN,
    LG_DEAL,
    LG_MOVES
};

struct large_state {
    struct vl_state base;
    uint16_t held;           /* a card */
    uint16_t row[3];         /* cards */
    uint16_t pile[LG_CARDS]; /* cards */
    uint16_t pile_len;
    uint16_t pad;
    uint32_t gone[(LG_CARDS + 31) / 32]; /* bit by card */
    uint8_t wounds[LG_CARDS];            /* by card: bits */
    uint8_t many[LG_MANY];
    uint8_t was_given; /* what large_loaded() was told of the last of them */
    uint8_t end;
};
static_assert(sizeof(struct large_state) == 1028, "no hidden padding in a hashed state");

extern const struct vl_game large_game;

#endif
