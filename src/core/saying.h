/* saying.h - what a thing of the content says, sentence by sentence, as data.
 *
 * text/effects.h words it. A saying is a row, "once" or "rest", with arguments as a step
 * has them (core/effect.h), around what happens and what is paid for it; no words here.
 */
#ifndef VL_CORE_SAYING_H
#define VL_CORE_SAYING_H

#include "core/effect.h"

enum vl_fx_joint {
    VL_FX_THEN, /* one step after the other */
    VL_FX_AND,  /* together: costs */
    VL_FX_ALSO  /* apart: each for itself */
};

struct vl_phrases { /* steps that stand one after the other; len 0: none */
    const struct vl_fx_verbs *verbs;
    const struct vl_fx *steps;
    int len; /* blocks are counted */
    enum vl_fx_joint joint;
};

struct vl_saying {
    const struct vl_fx_verb *row; /* of vl_says.rows */
    int16_t arg[VL_FX_ARGS];
    struct vl_phrases cost, does; /* what is paid, and what happens */
    const char *tone;             /* one of vl_says.tones: its steps and nouns are worded so
                                     where there are such entries; NULL: none */
};

struct vl_says {
    uint64_t families; /* whose things say what they do, a bit each from VL_FAM_GAME on: what
                          the content says about those is flavour */
    const struct vl_fx_verbs *rows;         /* "says": the sayings of the game */
    const struct vl_fx_verbs *const *verbs; /* what can be in them; NULL ends the list */
    /* Saying `k` of a thing, the first being 0; false: it has no more. whole: with the
     * printed values, which stand beside a thing that lies on the table. *out is empty
     * when it is called. */
    bool (*say)(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out);
    const char *const *tones; /* how sayings can be said, beside plainly; NULL ends the list, or
                                 stands for none */
};

/* ---- for say() ----
 *
 * A thing says what it says in order; a speaker passes over that until it has come to the
 * saying that is asked for:
 *
 *     struct vl_speaker sp = vl_speaker_for(rows, steps, k, out);
 *     vl_say_numbers(&sp, tool->weight > 0, WEIGHT, tool->weight, 0);
 *     if (tool->does.len > 0 && vl_is_said(&sp, DIGS))
 *         out->does = vl_phrases_of(&sp, &qy_effects, tool->does, VL_FX_THEN);
 *     return vl_has_spoken(&sp);
 */
struct vl_speaker {
    const struct vl_fx_verb *rows; /* the game's sayings */
    const struct vl_fx *steps;     /* those of the block */
    struct vl_saying *out;
    int left; /* to be passed over; below 0: it was found */
};

static inline struct vl_speaker vl_speaker_for(const struct vl_fx_verb *rows,
                                               const struct vl_fx *steps, int k,
                                               struct vl_saying *out)
{
    struct vl_speaker sp = { rows, steps, out, k };

    return sp;
}

static inline bool vl_has_spoken(const struct vl_speaker *sp)
{
    return sp->left < 0;
}

/* One more saying: is it the one? Then its row is noted, and the caller fills in the rest. */
bool vl_is_said(struct vl_speaker *sp, int row);
/* One of up to two numbers, if it is there; one of an amount, if that is not 0. */
void vl_say_numbers(struct vl_speaker *sp, bool there, int row, int a, int b);
void vl_say_amount(struct vl_speaker *sp, int row, struct vl_amount a);
/* The steps of a list as phrases. */
struct vl_phrases vl_phrases_of(const struct vl_speaker *sp, const struct vl_fx_verbs *verbs,
                                struct vl_fx_list list, enum vl_fx_joint joint);

#define VL_SAYS(family) (UINT64_C(1) << ((int)(family) - (int)VL_FAM_GAME))

#endif
