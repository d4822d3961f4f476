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

struct vl_amount { /* n, or n x floor(source / d) */
    int16_t n, d;
    int16_t source; /* 1 + its place among the words; 0: it is the number n */
};

/* What an argument is. An AMOUNT takes three places of arg[], the others one. */
enum vl_fx_type {
    VL_FX_INT,    /* lo..hi */
    VL_FX_WORD,   /* one of words[]: its number, counted from lo */
    VL_FX_SET,    /* one of words[] that stands for a set: its value in sets[] */
    VL_FX_THING,  /* a thing of `family` by its key; the pack must have it */
    VL_FX_AMOUNT, /* a number n, or [n, d, "source"]: n x floor(source / d); three places:
                     n, d and 1 + the source's place in words[], 0 if it is a number */
    VL_FX_BLOCK,  /* a list of steps, maybe empty */
    VL_FX_COST,   /* a block that leads into the one after it: what is paid for that */
    VL_FX_FIXED   /* not written: always lo. So verbs that differ keep alike things alike */
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

/* Rows with one word are told apart by how many entries are written. */
struct vl_fx_verb {
    const char *word;
    vl_rule rule; /* that says what it does */
    uint8_t args_len;
    struct vl_fx_arg args[VL_FX_ARGS];
    struct vl_fx_does does; /* all NULL: the game has its own way */
};

/* clang-format off */
#define FX_RUN(run)               { run, NULL, NULL, 0 }
#define FX_PAYS(run, can)         { run, NULL, can, 0 }
#define FX_CHOOSE(run, choose, can) { run, choose, can, 0 }
#define FX_STARTS(run, starts)    { run, NULL, NULL, starts }
#define FX_NO_RUN                 { NULL, NULL, NULL, 0 }
/* clang-format on */

/* A closed vocabulary: some of the game's verbs, one after the other in its table. */
struct vl_fx_verbs {
    const char *name;              /* what one is called: "cost", "effect" */
    const struct vl_fx_verb *all;  /* the game's whole table */
    const char *const *about;      /* a sentence for each of these; NULL with VL_LEAN */
    uint8_t base, len;             /* which of them */
    const struct vl_fx_verbs *pay; /* that of its costs (VL_FX_COST); NULL: itself */
};

/* Where nobody asks what a row of a table means (the browser's engine) its sentence is
 * left out. */
#ifdef VL_LEAN
#define VL_DOC(text) NULL
#else
#define VL_DOC(text) (text)
#endif

/* clang-format off */
#define FX_INT(name, lo, hi)        { name, VL_FX_INT, 0, 0, lo, hi, NULL, NULL }
#define FX_WORD(name, words)        FX_WORDS(name, words, VL_LEN(words), 0)
#define FX_WORDS(name, w, len, lo)  { name, VL_FX_WORD, 0, len, lo, 0, w, NULL } /* from lo on */
#define FX_SET(name, words, sets)   FX_SETS(name, words, VL_LEN(words), sets)
#define FX_SETS(name, w, len, sets) { name, VL_FX_SET, 0, len, 0, 0, w, sets }
#define FX_THING(name, family)      { name, VL_FX_THING, family, 0, 0, 0, NULL, NULL }
#define FX_AMOUNT(name, lo, hi, w, len) { name, VL_FX_AMOUNT, 0, len, lo, hi, w, NULL }
#define FX_BLOCK(name)              { name, VL_FX_BLOCK, 0, 0, 0, 0, NULL, NULL }
#define FX_COST(name)               { name, VL_FX_COST, 0, 0, 0, 0, NULL, NULL }
#define FX_FIXED(v)                 { NULL, VL_FX_FIXED, 0, 0, v, 0, NULL, NULL }
#define FX_NO_ARG                   FX_FIXED(0)
/* clang-format on */

/* The amount whose first place is arg[at]. */
static inline struct vl_amount vl_fx_amount(const struct vl_fx *fx, int at)
{
    struct vl_amount a = { fx->arg[at], fx->arg[at + 1], fx->arg[at + 2] };

    return a;
}

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
