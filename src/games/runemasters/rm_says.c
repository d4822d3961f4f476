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

/* The steps of a list, each by itself; of an empty one the row that says so. */
static void say_steps(struct vl_speaker *sp, struct vl_fx_list list,
                      const struct vl_fx_verbs *verbs, int empty)
{
    if (list.len == 0)
        (void)vl_is_said(sp, empty);
    for (int k = 0; k < list.len; k++) {
        struct vl_fx_list one = { vl_u16(list.at + k), 1 };
        if (vl_is_said(sp, ALONE))
            sp->out->does = vl_phrases_of(sp, verbs, one, VL_FX_THEN);
    }
}

static void say_event(struct vl_speaker *sp, const struct rm_content *c, int index)
{
    say_steps(sp, c->events[index].does, &rm_effects, NOTHING);
    if (index == c->closing_event)
        (void)vl_is_said(sp, CLOSING);
}

static void say_type(struct vl_speaker *sp, const struct rm_content *c, int type)
{
    say_steps(sp, c->types[type].can, &rm_abilities, PLAIN);
}

static bool say(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out)
{
    const struct rm_content *c = rm_content(r);
    const struct vl_fx_list all = { 0, 0 };
    struct vl_speaker sp = vl_speaker_for(rows, rm_steps(c, all), k, out);
    int i = thing.index;

    (void)whole; /* weak points and rewards stand beside the name */
    if (thing.family == RM_FAM_MARK && i < VL_LEN(c->heroes))
        (void)vl_is_said(&sp, SAY_EXCHANGE + c->heroes[i].mark);
    else if (thing.family == RM_FAM_POWER && i < VL_LEN(c->heroes))
        (void)vl_is_said(&sp, SAY_STORM + c->heroes[i].ultimate);
    else if (thing.family == RM_FAM_CARD && i == RM_DAWN)
        (void)vl_is_said(&sp, DAWN);
    else if (thing.family == RM_FAM_CARD && i < RM_CARDS)
        say_type(&sp, c, c->cards[i].type);
    else if (thing.family == RM_FAM_TYPE && i < RM_TYPES)
        say_type(&sp, c, i);
    else if (thing.family == RM_FAM_EVENT && i < RM_EVENTS)
        say_event(&sp, c, i);
    return vl_has_spoken(&sp);
}

static const struct vl_fx_verbs *const vocabularies[] = { &rm_abilities, &rm_effects, NULL };

const struct vl_says rm_says = { VL_SAYS(RM_FAM_CARD) | VL_SAYS(RM_FAM_TYPE) |
                                     VL_SAYS(RM_FAM_EVENT) | VL_SAYS(RM_FAM_MARK) |
                                     VL_SAYS(RM_FAM_POWER),
                                 &sayings, vocabularies, say, NULL };
