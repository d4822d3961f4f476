/* moor.h - a game as large as Runebound with small rules, for tests only.
 *
 * Two to six wanderers cross a moor of 247 hexes and meet what its 168 cards do. It
 * keeps true what a large game leans on before one is there: the effect machine with
 * nested choices (core/machine.h), a map, long decks, lists in positions.
 *
 *   MO-TURN-01  A turn: use gear, then walk or stay; what lies on the hex where one stops
 *               tells its tale; after so many rounds the richest has won.
 *   MO-WALK-01  Five dice show terrain. A step goes to a neighbour and takes a die of its
 *               terrain; into a town it takes any die, the first.
 *   MO-WALK-02  `go` is the steps of the shortest way to a hex that the dice lead to.
 *   MO-USE-01   Gear is used at its time: on the road, before a roll (boost), or when one
 *               is about to be wounded (soak). What it needs is named, then it is paid.
 *   MO-USE-02   Spent gear is ready again on its owner's next turn.
 *   MO-NAME-01  A list names at most one wanderer and one town; all its steps mean these.
 *   MO-PAY-01   Whoever is knocked out by paying has lost what it bought.
 *   MO-HURT-01  Four wounds knock out: back to hex 0, unwounded, with half the gold.
 *   MO-HURT-02  If it is the active wanderer, all that is going on ends, and so does the turn.
 *   MO-TEST-01  A die and the boosts against a number: one side or the other.
 *   MO-DRAW-01  Tales lead to perils, perils to snares: each is carried out when drawn.
 *   MO-TOLL-01  The others, one after the other, pay or are wounded.
 *
 * Nothing is hidden. Decks have no order: what is left of them is known, and chance
 * names the next card.
 */
#ifndef VL_TESTS_MOOR_H
#define VL_TESTS_MOOR_H

#include "core/machine.h"

#include <assert.h>

/* stand-ins for the generated ids */
enum moor_rule {
    MO_NONE,
    MO_TURN_01,
    MO_WALK_01,
    MO_USE_01,
    MO_USE_02,
    MO_NAME_01,
    MO_PAY_01,
    MO_HURT_01,
    MO_HURT_02,
    MO_TEST_01,
    MO_DRAW_01,
    MO_TOLL_01,
    MO_BAD_01, /* malformed */
    MO_BAD_02, /* unknown action */
    MO_BAD_03, /* a bad option */
    MO_BAD_04, /* the game is over */
    MO_BAD_05, /* not your turn */
    MO_BAD_06, /* not among what can be done now */
    MO_BAD_07  /* a position that cannot be */
};

enum {
    MO_SEATS_MAX = 6,
    MO_WIDE = 19, /* columns; odd ones stand half a hex lower */
    MO_HIGH = 13,
    MO_HEXES = MO_WIDE * MO_HIGH,
    MO_GEAR = 84, /* cards 0.. */
    MO_TALES = 60,
    MO_PERILS = 16,
    MO_SNARES = 8,
    MO_CARDS = MO_GEAR + MO_TALES + MO_PERILS + MO_SNARES,
    MO_LISTS = 2,
    MO_STEPS_MAX = 2048,
    MO_DICE = 5,
    MO_LIFE = 4,
    MO_ROUNDS = 4,
    MO_FRAMES = 5, /* tale, peril, snare, boost, soak: what the cards need, and no more */
    MO_GOLD_MAX = 250
};

enum moor_terrain { MO_HEATH, MO_HILL, MO_WOOD, MO_BOG, MO_TOWN, MO_TERRAINS };
/* ORDER moor_deck: decks are kinds of cards, in the order of their numbers */
enum moor_deck { MO_DECK_GEAR, MO_DECK_TALE, MO_DECK_PERIL, MO_DECK_SNARE, MO_DECKS };
/* kinds of lists */
enum moor_kind { MO_ROAD, MO_BOOST, MO_SOAK, MO_TALE, MO_PERIL, MO_SNARE, MO_KINDS };
enum moor_verb {
    MO_PAY_GOLD,
    MO_PAY_WOUND,
    MO_SPEND,
    MO_DISCARD,
    MO_GOLD,
    MO_WOUND,
    MO_HEAL,
    MO_TELEPORT,
    MO_FIND,
    MO_DRAW_PERIL,
    MO_DRAW_SNARE,
    MO_TEST,
    MO_MAY,
    MO_IF_GOLD,
    MO_EITHER,
    MO_TOLL,
    MO_ADD,
    MO_GUARD,
    MO_VERBS
};
enum moor_scope { MO_SELF, MO_OTHERS, MO_ALL };
enum { MO_REG_SEAT, MO_REG_HEX, MO_REG_SUM, MO_REG_OPEN }; /* of a frame */

enum moor_phase {
    MO_PH_PLAN,
    MO_PH_WALK,
    MO_PH_MOVE,
    MO_PH_END,
    MO_PH_NAME_SEAT,
    MO_PH_NAME_TOWN,
    MO_PH_OFFER,
    MO_PH_SIDE,
    MO_PH_BOOST,
    MO_PH_ROLL,
    MO_PH_SOAK,
    MO_PH_TOLL,
    MO_PH_DRAW,
    MO_PH_OVER,
    MO_PHASES
};
enum moor_move {
    MO_MV_NONE,
    MO_MV_USE,
    MO_MV_WALK,
    MO_MV_STAY,
    MO_MV_STEP,
    MO_MV_STOP,
    MO_MV_TARGET,
    MO_MV_TOWN,
    MO_MV_YES,
    MO_MV_NO,
    MO_MV_SIDE,
    MO_MV_ON,
    MO_MV_PAY,
    MO_MV_SUFFER,
    MO_MV_DIE,
    MO_MV_ROLL,
    MO_MV_DRAW,
    MO_MV_GO, /* a row of steps */
    MO_MOVES
};
enum moor_ev {
    MO_EV_TURN,
    MO_EV_STEPPED,
    MO_EV_USED,
    MO_EV_DREW,
    MO_EV_GOLD,
    MO_EV_WOUNDED,
    MO_EV_KNOCKED_OUT,
    MO_EV_TESTED,
    MO_EVS
};
enum moor_family {
    MO_FAM_CARD = VL_FAM_GAME,
    MO_FAM_HEX, /* numbers as things */
    MO_FAM_TERRAIN,
    MO_FAM_PHASE,
    MO_FAM_PLACE,
    MO_FAM_FRAME,
    MO_FAMILIES_END
};

/* ---- content: the map and the cards, made by moor_content() ---- */

struct moor_hex {
    uint8_t terrain;
    uint8_t x, y;
    uint8_t next[6]; /* its neighbours, VL_NONE past the edge */
};

struct moor_card {
    struct vl_fx_list list[MO_LISTS]; /* len 0: none */
    uint8_t kind[MO_LISTS];           /* enum moor_kind */
};

struct moor_content {
    struct moor_hex hexes[MO_HEXES];
    struct moor_card cards[MO_CARDS];
    struct vl_fx steps[MO_STEPS_MAX];
    int steps_len;
};

/* The one pack of the game: always the same. */
const struct moor_content *moor_content(void);
/* How many frames its cards can need, as the checker of packs counts them. */
int moor_frames(const struct moor_content *c, int *source);

/* ---- state ---- */

enum { MO_IN_DECK, MO_GONE, MO_HELD }; /* places of a card: HELD + seat */

struct moor_seat {
    uint8_t hex, wounds, gold, pad;
};

struct moor_state {
    struct vl_state base;
    uint8_t stage; /* what goes on when nothing is carried out any more: PLAN, MOVE or END */
    uint8_t active, round;
    uint8_t depth;
    struct vl_frame frames[MO_FRAMES];
    uint8_t dice_len;
    uint8_t dice[MO_DICE]; /* terrain; zero past the end */
    uint8_t pad[2];
    struct moor_seat seat[MO_SEATS_MAX];
    uint8_t place[MO_CARDS];
    uint32_t spent[(MO_CARDS + 31) / 32];
    uint32_t sites[(MO_HEXES + 31) / 32]; /* hexes where a tale waits */
};
static_assert(sizeof(struct moor_state) == 324, "no hidden padding in a hashed state");

extern const struct vl_fx_verb moor_verbs[];
extern const struct vl_fx_machine moor_machine;
extern const struct vl_game moor_game;

/* What a screen would show of it (moor_view.c). */
void moor_view(const struct vl_rules *r, const struct vl_state *state, vl_actor seat,
               struct vl_view *v);
const char *moor_kind(const struct vl_rules *r, int family, int index);
void moor_map(const struct vl_rules *r, struct vl_map *out);

#endif
