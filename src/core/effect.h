/* effect.h - what cards do: effects as data. core/machine.h carries them out.
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
 * argument is the number of steps in it, `skip` the number in all of them, `next` where
 * the list goes on after the step (vl_fx_link). A cost is made of steps as well, with
 * verbs of its own, and stands before the effects that it buys; a game numbers all its
 * verbs in one row.
 *
 * One row per verb (struct vl_fx_verb) gives the reader of packs, their schema, the
 * tables of docs/content.md, the machine, and the sentences on the card.
 */
#ifndef VL_CORE_EFFECT_H
#define VL_CORE_EFFECT_H

#include "core/game.h"

enum {
    VL_FX_ARGS = 5,       /* places for the arguments of a step */
    VL_FX_STEPS_MAX = 250 /* of one list, blocks counted */
};

/* One step, compiled. */
struct vl_fx {
    uint8_t verb; /* row of the game's verbs */
    uint8_t skip; /* steps of its blocks, which follow it */
    uint8_t next; /* the list goes on so many steps further: past its own blocks and, at
                     the end of a block, past those of the step it belongs to */
    uint8_t pad;
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
    VL_FX_BLOCK,  /* a list of steps, maybe empty */
    VL_FX_COST    /* a block that leads into the one after it: what is paid for that */
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

struct vl_fx_run;
struct vl_fx_look;

/* How the machine carries a verb out (core/machine.h says what the functions promise). */
struct vl_fx_does {
    int (*run)(struct vl_fx_run *x);            /* enum vl_fx_said */
    int (*choose)(struct vl_fx_run *x);         /* names what it needs; NULL: nothing */
    bool (*can)(const struct vl_fx_look *look); /* can it be paid, or named? NULL: always */
    uint32_t starts; /* kinds of lists, a bit each, that can be pushed by it or while it waits */
};

struct vl_fx_verb {
    const char *word;
    vl_rule rule; /* that says what it does */
    uint8_t args_len;
    struct vl_fx_arg args[4];
    struct vl_fx_does does; /* all NULL: the game has its own way */
};

/* clang-format off */
#define FX_RUN(run)               { run, NULL, NULL, 0 }
#define FX_PAYS(run, can)         { run, NULL, can, 0 }
#define FX_CHOOSE(run, choose, can) { run, choose, can, 0 }
#define FX_STARTS(run, starts)    { run, NULL, NULL, starts }
#define FX_NO_RUN                 { NULL, NULL, NULL, 0 }
/* clang-format on */

/* Fills in `next` of all steps of one list. The reader of packs calls it when a list
 * is complete. */
void vl_fx_link(const struct vl_fx_verb *verbs, struct vl_fx *steps, int len);

struct vl_fx_row {  /* steps that stand one after the other */
    int begin, len; /* counted from the step they belong to; blocks are counted */
};

/* What is carried out when block k of a step is entered, the first being 0: a cost and
 * what it buys are one row. */
struct vl_fx_row vl_fx_row(const struct vl_fx_verb *verbs, const struct vl_fx *step, int k);

#endif
