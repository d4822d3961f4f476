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
};

struct vl_says {
    uint32_t families; /* whose things say what they do, a bit each from VL_FAM_GAME on: what
                          the content says about those is flavour */
    const struct vl_fx_verbs *rows;         /* "says": the sayings of the game */
    const struct vl_fx_verbs *const *verbs; /* what can be in them; NULL ends the list */
    /* Saying `k` of a thing, the first being 0; false: it has no more. whole: with the
     * printed values, which stand beside a thing that lies on the table. *out is empty
     * when it is called. */
    bool (*say)(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out);
};

#define VL_SAYS(family) (UINT32_C(1) << ((int)(family) - (int)VL_FAM_GAME))

#endif
