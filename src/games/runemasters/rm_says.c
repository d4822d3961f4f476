/* rm_says.c - what monsters, events, marks and ultimates say: rows and steps of which
 * text/effects.h makes the sentences rm.fx.*, so that no text disagrees with what the
 * rules do. */
#include "core/saying.h"
#include "games/runemasters/runemasters.h"

/* clang-format off */
#define X(prefix, name, word) SAY_##name,
enum saying { ALONE, PLAIN, NOTHING, CLOSING, DAWN, RM_MARK_MAP(X, ) RM_ULT_MAP(X, ) SAYINGS };
#undef X

#define ROW(word) { word, 0, 0, { FX_NO_ARG }, FX_NO_RUN },
#define X(prefix, name, word) ROW(#word)
/* ORDER saying */
static const struct vl_fx_verb rows[] = {
    ROW("alone")   /* one ability or effect, a sentence of its own */
    ROW("plain")   /* a type without abilities */
    ROW("nothing") /* an event without effect */
    ROW("closing") /* the event that stays */
    ROW("dawn")
    RM_MARK_MAP(X, ) RM_ULT_MAP(X, )
};
#undef X
/* clang-format on */

static const struct vl_fx_verbs sayings = { "says", rows, NULL, 0, VL_LEN(rows), NULL };

static bool say_row(struct vl_saying *out, bool there, unsigned row)
{
    if (there)
        out->row = &rows[row];
    return there;
}

/* Step k of a list; of an empty one the row that says so. */
static bool say_steps(const struct rm_content *c, struct vl_fx_list list,
                      const struct vl_fx_verbs *verbs, enum saying empty, int k,
                      struct vl_saying *out)
{
    if (list.len == 0)
        return say_row(out, k == 0, empty);
    if (k >= list.len)
        return false;
    out->does.verbs = verbs;
    out->does.steps = rm_steps(c, list) + k;
    out->does.len = 1;
    return say_row(out, true, ALONE);
}

static bool say_event(const struct rm_content *c, int index, int k, struct vl_saying *out)
{
    const struct rm_event *ev = &c->events[index];

    if (say_steps(c, ev->does, &rm_effects, NOTHING, k, out))
        return true;
    return say_row(out, index == c->closing_event && k == (ev->does.len ? ev->does.len : 1),
                   CLOSING);
}

static bool say_type(const struct rm_content *c, int type, int k, struct vl_saying *out)
{
    return say_steps(c, c->types[type].can, &rm_abilities, PLAIN, k, out);
}

static bool say(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out)
{
    const struct rm_content *c = rm_content(r);
    int i = thing.index;

    (void)whole; /* weak points and rewards stand beside the name */
    switch (thing.family) {
    case RM_FAM_MARK:
        return say_row(out, i < 4 && k == 0, (unsigned)SAY_EXCHANGE + c->heroes[i].mark);
    case RM_FAM_POWER:
        return say_row(out, i < 4 && k == 0, (unsigned)SAY_STORM + c->heroes[i].ultimate);
    case RM_FAM_CARD:
        if (i == RM_DAWN)
            return say_row(out, k == 0, DAWN);
        return i < RM_CARDS && say_type(c, c->cards[i].type, k, out);
    case RM_FAM_TYPE: return i < RM_TYPES && say_type(c, i, k, out);
    case RM_FAM_EVENT: return i < RM_EVENTS && say_event(c, i, k, out);
    default: return false;
    }
}

static const struct vl_fx_verbs *const vocabularies[] = { &rm_abilities, &rm_effects, NULL };

const struct vl_says rm_says = { VL_SAYS(RM_FAM_CARD) | VL_SAYS(RM_FAM_TYPE) |
                                     VL_SAYS(RM_FAM_EVENT) | VL_SAYS(RM_FAM_MARK) |
                                     VL_SAYS(RM_FAM_POWER),
                                 &sayings, vocabularies, say, NULL };
