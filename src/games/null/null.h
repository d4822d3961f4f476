/* null.h - the smallest game that compiles: a template, built and tested every
 * time, offered to nobody.
 *
 * Copy the folder, rename null and NU_, add a line to games.def and an include
 * to registry.h. Then write the numbered rules, the pack, the catalogue, and
 * the code rule by rule, each with its test (CONTRIBUTING.md).
 *
 * The rules. Stones lie in a pile.
 *   NU-TURN-01  The seat to move first throws a die: three faces show 1, two
 *               show 2, one shows 3.
 *   NU-TURN-02  It then takes at least one stone and at most as many as the die shows.
 *   NU-TURN-03  Then it is the next seat's turn.
 *   NU-END-01   Who takes the last stone wins.
 */
#ifndef VL_GAMES_NULL_H
#define VL_GAMES_NULL_H

#include "core/game.h"

#include <assert.h>

/* A real game includes the generated rule_ids.h; these stand in for it. */
enum nu_rule {
    NU_NONE,
    NU_TURN_01,
    NU_TURN_02,
    NU_TURN_03,
    NU_END_01,
    NU_BAD_01, /* malformed */
    NU_BAD_02, /* unknown action */
    NU_BAD_03, /* a bad option */
    NU_BAD_04, /* the game is over */
    NU_BAD_05, /* not now */
    NU_BAD_06, /* not your turn */
    NU_BAD_07, /* too few or too many stones */
    NU_BAD_08, /* no such face */
    NU_BAD_09, /* a position that cannot be */
    NU_INV_01  /* the pile is empty if and only if the game is over */
};

enum { NU_SEATS_MAX = 4, NU_FACES = 3, NU_PILE_MAX = 60 };

enum nu_phase { NU_PH_ROLL, NU_PH_TAKE, NU_PH_NEXT, NU_PH_OVER, NU_PHASES };
enum nu_outcome { NU_RUNNING, NU_WON, NU_OUTCOMES };
enum nu_move { NU_MV_NONE, NU_MV_TAKE, NU_MV_ROLL, NU_MOVES };
enum nu_ev { NU_EV_ROLLED, NU_EV_TOOK, NU_EV_WON, NU_EVS };
enum nu_family { NU_FAM_PHASE = VL_FAM_GAME, NU_FAM_OUTCOME, NU_FAM_STONES, NU_FAMILIES_END };

/* Options: constant, name, entries; values, default, open, flags, what refuses, what explains. */
#define NU_OPTION_MAP(X)                                                                           \
    X(SEATS, seats, 1, VL_OPTION_INT(2, NU_SEATS_MAX), 2, NULL, VL_OPTION_PLAYERS, NU_BAD_03,      \
      NU_TURN_03)                                                                                  \
    X(PILE, pile, 1, VL_OPTION_INT(1, NU_PILE_MAX), 12, NULL, 0, NU_BAD_03, NU_END_01)

/* where each begins in vl_rules.option */
enum nu_option {
#define X(id, name, n, ...) NU_OPT_##id, NU_OPT_##id##_LAST = NU_OPT_##id + (n)-1,
    NU_OPTION_MAP(X)
#undef X
        NU_OPTION_ENTRIES
};

/* What the future depends on, and nothing else. No pointers, no enum, no
 * padding: states are copied, compared and hashed as bytes. */
struct nu_state {
    struct vl_state base;
    uint8_t pile;
    uint8_t die;  /* 1..3 between the throw and the taking, else 0 */
    uint8_t turn; /* the seat whose turn it is; of a game that is over, who won */
    uint8_t pad;  /* always zero */
};
static_assert(sizeof(struct nu_state) == 8, "no hidden padding in a hashed state");

extern const struct vl_game null_game;
typedef struct nu_state null_state; /* as games.def would call it */

#endif
