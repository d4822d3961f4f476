/* effect.h - what cards do: effects as data, and the machine that carries them out.
 *
 * A card's effect is a list of steps. A step is a verb of the game's closed vocabulary
 * with its arguments; the pack writes it as a list, the block holds it compiled:
 *
 *     ["wound", "others", 2]                              one struct vl_fx
 *     ["test", "body", 12, [["gold", 2]], [["fatigue", "hero", 1]]]
 *                                                         a step and its two blocks
 *
 * All steps of a pack stand in one array of its block, one list after the other; a
 * list is where it begins and how many steps it has (struct vl_fx_list). The steps of a
 * block follow the step they belong to, blocks in the order of the arguments; the
 * argument is the number of steps in it, `skip` the number in all of them. A cost is a
 * list of steps as well, with verbs of its own.
 *
 * One row per verb (struct vl_fx_verb) gives the reader of packs, their schema, the
 * tables of docs/content.md, the machine, and the sentences on the card.
 */
#ifndef VL_CORE_EFFECT_H
#define VL_CORE_EFFECT_H

#include "core/game.h"

enum { VL_FX_ARGS = 5 };

/* One step, compiled. */
struct vl_fx {
    uint8_t verb; /* row of the game's verbs */
    uint8_t skip; /* steps of its blocks, which follow it */
    int16_t arg[VL_FX_ARGS];
};

struct vl_fx_list {
    uint16_t at, len; /* in the array of steps of the block; blocks are counted */
};

/* What an argument is. An AMOUNT takes three places of arg[], the others one. */
enum vl_fx_type {
    VL_FX_INT,    /* lo..hi */
    VL_FX_WORD,   /* one of words[]: its number */
    VL_FX_SET,    /* one of words[] that stands for a set: its value in sets[] */
    VL_FX_THING,  /* a thing of `family` by its key; the pack must have it */
    VL_FX_AMOUNT, /* a number n, or [n, d, "source"]: n x floor(source / d); three places:
                     n, d and 1 + the source's place in words[], 0 if it is a number */
    VL_FX_BLOCK   /* a list of steps, maybe empty */
};

struct vl_fx_arg {
    const char *name;
    uint8_t type; /* enum vl_fx_type */
    uint8_t family;
    uint8_t words_len;
    int16_t lo, hi;
    const char *const *words;
    const uint8_t *sets;
};

struct vl_fx_verb {
    const char *word;
    vl_rule rule; /* that says what it does */
    uint8_t args_len;
    struct vl_fx_arg args[4];
};

/* What is being carried out: one list of steps, its place, and what it must remember
 * while somebody is asked. Games keep a stack of these in their state. */
struct vl_frame {
    uint16_t at, end; /* the next step, and the one past the last */
    uint16_t source;  /* the thing whose effect it is, as the game numbers it */
    uint8_t who;      /* whose it is: a seat */
    uint8_t turn;     /* of a step that goes round: how far it has come */
    uint8_t reg[4];   /* the game's: what was chosen, what is counted */
};

#endif
