/* hands.h - a small game with hidden hands, for tests only.
 *
 * None of the real games lets one seat see a card that others do not. This one
 * keeps the mechanism true: hide(), events for some eyes only, positions for a
 * viewer, and states that can be played on by somebody who does not know all.
 *
 *   HD-DRAW-01  A seat draws until it holds two cards; only it sees them.
 *   HD-PLAY-01  It plays one face up, which scores its value at once, or
 *   HD-PLAY-02  buries one face down (at most two), which counts double at the end.
 *   HD-END-01   After three turns each, the buried cards are turned up and counted.
 *
 * A card whose place is known but whose face is not is VL_NONE; its face is one
 * of the pool. In a full state only the deck is unknown, so the pool is the deck;
 * hide() puts the cards that a viewer does not see back into the pool.
 */
#ifndef VL_TESTS_HANDS_H
#define VL_TESTS_HANDS_H

#include "core/game.h"

#include <assert.h>

/* stand-ins for the generated ids */
enum hands_rule {
    HD_NONE,
    HD_DRAW_01,
    HD_PLAY_01,
    HD_PLAY_02,
    HD_END_01,
    HD_BAD_01, /* malformed */
    HD_BAD_02, /* unknown action */
    HD_BAD_03, /* a bad option */
    HD_BAD_04, /* the game is over */
    HD_BAD_05, /* not now */
    HD_BAD_06, /* not your turn */
    HD_BAD_07, /* no such card in hand */
    HD_BAD_08, /* two are buried already */
    HD_BAD_09, /* this card is not in the deck */
    HD_BAD_10, /* a position that cannot be */
    HD_INV_01  /* each card is in exactly one place */
};

enum { HD_SEATS_MAX = 3, HD_CARDS = 12, HD_HAND = 2, HD_BURIED = 2, HD_TURNS = 3 };

enum hands_phase { HD_PH_DRAW, HD_PH_PLAY, HD_PH_SHOW, HD_PH_COUNT, HD_PH_OVER, HD_PHASES };
enum hands_move { HD_MV_NONE, HD_MV_PLAY, HD_MV_BURY, HD_MV_DRAW, HD_MV_SHOW, HD_MOVES };
enum hands_ev {
    HD_EV_DREW,
    HD_EV_TOOK,
    HD_EV_PLAYED,
    HD_EV_BURIED,
    HD_EV_LAID,
    HD_EV_COUNTED,
    HD_EVS
};
enum hands_family { HD_FAM_CARD = VL_FAM_GAME, HD_FAM_PHASE, HD_FAMILIES_END };

struct hands_seat {
    uint8_t score;
    uint8_t hand_len, buried_len;
    uint8_t hand[HD_HAND], buried[HD_BURIED]; /* cards, VL_NONE: not known; zero past the end */
    uint8_t pad;
};

struct hands_state {
    struct vl_state base;
    struct hands_seat seat[HD_SEATS_MAX];
    uint16_t pool;  /* bit by card: in the deck, or somewhere face down */
    uint16_t shown; /* bit by card: seen by all and gone */
    uint8_t turn;   /* turns taken by all seats together */
    uint8_t slot;   /* of the card being shown */
    uint8_t top;    /* the next card, where a position fixes it; else VL_NONE */
    uint8_t pad;
};
static_assert(sizeof(struct hands_state) == 36, "no hidden padding in a hashed state");

extern const struct vl_game hands_game;

#endif
