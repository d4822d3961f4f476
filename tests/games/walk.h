/* walk.h - a small game whose choices may be rows of moves, for tests only.
 *
 * None of the games of the program offers a row yet. This one keeps them true on every
 * face: rows that end in chance, in the next turn, or leave something to decide.
 *
 *   WK-TURN-01  Two walkers go round a ring of places. The one whose turn it is throws a
 *               die, and may walk as many places, one step at a time, either way.
 *   WK-TURN-02  It may rest before; then, or when no step is left, the turn ends.
 *   WK-TURN-03  `go` is the steps that lead to a place within reach; a well may be the
 *               last of them, not one on the way.
 *   WK-WELL-01  Whoever comes to a well finds one or two coins in it, as chance has it.
 *   WK-END-01   After so many turns each, the most coins win.
 */
#ifndef VL_TESTS_WALK_H
#define VL_TESTS_WALK_H

#include "core/game.h"

#include <assert.h>

/* stand-ins for the generated ids */
enum walk_rule {
    WK_NONE,
    WK_TURN_01,
    WK_TURN_02,
    WK_TURN_03,
    WK_WELL_01,
    WK_END_01,
    WK_BAD_01, /* malformed */
    WK_BAD_02, /* unknown action */
    WK_BAD_03, /* a bad option */
    WK_BAD_04, /* the game is over */
    WK_BAD_05, /* not now */
    WK_BAD_06, /* not your turn */
    WK_BAD_07, /* no such place, direction, number */
    WK_BAD_08, /* out of reach */
    WK_BAD_09, /* a position that cannot be */
    WK_INV_01  /* steps are left while somebody walks, and only then */
};

enum { WK_SEATS = 2, WK_PLACES = 24, WK_WELL_EVERY = 8, WK_STEPS = 6, WK_COINS = 2 };

enum walk_phase { WK_PH_ROLL, WK_PH_WALK, WK_PH_FIND, WK_PH_NEXT, WK_PH_OVER, WK_PHASES };
enum walk_move { WK_MV_NONE, WK_MV_STEP, WK_MV_REST, WK_MV_GO, WK_MV_ROLL, WK_MV_FIND, WK_MOVES };
enum walk_ev { WK_EV_ROLLED, WK_EV_STEPPED, WK_EV_RESTED, WK_EV_FOUND, WK_EV_ENDED, WK_EVS };
enum walk_family { WK_FAM_PLACE = VL_FAM_GAME, WK_FAM_WAY, WK_FAM_PHASE, WK_FAMILIES_END };
enum walk_way { WK_ON, WK_BACK, WK_WAYS };

struct walk_state {
    struct vl_state base;
    uint8_t place[WK_SEATS];
    uint8_t coins[WK_SEATS];
    uint8_t turn; /* turns taken by both together */
    uint8_t left; /* steps */
    uint8_t pad[2];
};
static_assert(sizeof(struct walk_state) == 12, "no hidden padding in a hashed state");

extern const struct vl_game walk_game;

#endif
