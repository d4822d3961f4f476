/* en_says.c - what cards, villages and their abilities say: rows and steps of which
 * text/effects.h makes the sentences en.fx.*, so that no text disagrees with what the
 * rules do. */
#include "core/saying.h"
#include "games/enchanters/enchanters.h"

/* clang-format off */
enum saying {
    ONCE, DOUBLE, MULTI, REST, IMMEDIATE, TRIGGER, SHIELD, /* ORDER EN_ABILITY_MAP */
    START, RESTED, TAKE,                                   /* ORDER EN_WHEN_MAP: of a TRIGGER */
    FIGHTS, GLORY, UPPER, LOWER, SKULL,                    /* printed values */
    EACH, DOUBLES, HEALTH, STRENGTH, END
};

#define ROW(word)              { word, 0, 0, { FX_NO_ARG }, FX_NO_RUN }
#define ROW_OF(word, n, ...)   { word, 0, n, { __VA_ARGS__ }, FX_NO_RUN }
#define AMOUNT                 FX_AMOUNT("amount", 0, 0, en_source_words + 1, EN_SOURCES - 1)
#define FIGURE(name)           FX_INT(name, 0, 0)
/* ORDER saying */
static const struct vl_fx_verb rows[] = {
    ROW("once"), ROW("double"), ROW("multi"), ROW("rest"), ROW("immediate"),
    ROW(NULL), /* START, RESTED or TAKE */
    ROW("shield"),
    ROW("start"), ROW("rested"),
    ROW_OF("take", 1, FX_SET("filter", en_filter_words, en_filters)),
    ROW_OF("fights", 2, FIGURE("health"), FIGURE("strength")),
    ROW_OF("glory", 1, FIGURE("glory")),
    ROW_OF("upper", 2, FIGURE("attack"), FIGURE("defence")),
    ROW_OF("lower", 2, FIGURE("attack"), FIGURE("defence")),
    ROW("skull"), ROW("each"), ROW("doubles"),
    ROW_OF("health", 1, AMOUNT), ROW_OF("strength", 1, AMOUNT),
    ROW("end"),
};
static_assert(VL_LEN(rows) == END + 1, "");
/* clang-format on */

static const struct vl_fx_verbs sayings = { "says", rows, NULL, 0, VL_LEN(rows), NULL };

static void say_ability(struct vl_speaker *sp, const struct en_ability *a)
{
    int row = a->kind == EN_AB_TRIGGER ? START + a->when : ONCE + a->kind;

    if (!vl_is_said(sp, row))
        return;
    if (row == TAKE)
        sp->out->arg[0] = a->of;
    sp->out->cost = vl_phrases_of(sp, &en_costs, a->costs, VL_FX_AND);
    sp->out->does = vl_phrases_of(sp, &en_effects, a->effects, VL_FX_THEN);
}

static void say_scores(struct vl_speaker *sp, struct vl_fx_list scores)
{
    if (scores.len > 0 && vl_is_said(sp, END))
        sp->out->does = vl_phrases_of(sp, &en_clauses, scores, VL_FX_ALSO);
}

static void say_values(struct vl_speaker *sp, const struct en_design *d)
{
    vl_say_numbers(sp, d->kind >= EN_KIND_MONSTER, FIGHTS, d->health, d->strength);
    vl_say_numbers(sp, d->glory != 0, GLORY, d->glory, 0);
    vl_say_numbers(sp, d->upper[0] != 0 || d->upper[1] != 0, UPPER, d->upper[0], d->upper[1]);
    vl_say_numbers(sp, d->lower[0] != 0 || d->lower[1] != 0, LOWER, d->lower[0], d->lower[1]);
    vl_say_numbers(sp, d->skull != 0, SKULL, 0, 0);
}

static void say_design(struct vl_speaker *sp, const struct en_design *d, bool whole)
{
    if (whole)
        say_values(sp, d);
    vl_say_numbers(sp, (d->flags & EN_EACH) != 0, EACH, 0, 0);
    vl_say_numbers(sp, (d->flags & EN_DOUBLES) != 0, DOUBLES, 0, 0);
    vl_say_amount(sp, HEALTH, d->health_per);
    vl_say_amount(sp, STRENGTH, d->strength_per);
    if (d->has_ability)
        say_ability(sp, &d->ability);
    say_scores(sp, d->score);
}

/* The abilities of a village on the table are things of their own. */
static void say_village(struct vl_speaker *sp, const struct en_village *v, bool whole)
{
    for (int i = 0; whole && i < v->abilities_len; i++)
        say_ability(sp, &v->abilities[i]);
    say_scores(sp, v->scores);
}

static bool say(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out)
{
    const struct en_content *c = en_content(r);
    const struct vl_fx_list all = { 0, 0 };
    struct vl_speaker sp = vl_speaker_for(rows, en_steps(c, all), k, out);
    int i = thing.index;

    switch (thing.family) {
    case EN_FAM_CARD: i = i < c->cards_len ? c->cards[i].design : c->designs_len; /* fall through */
    case EN_FAM_DESIGN:
    case EN_FAM_EFFECT:
        if (i < c->designs_len)
            say_design(&sp, &c->designs[i], whole);
        break;
    case EN_FAM_VILLAGE:
        if (i < c->villages_len)
            say_village(&sp, &c->villages[i], whole);
        break;
    case EN_FAM_ABILITY:
        if (en_line(c, i))
            say_ability(&sp, en_line(c, i));
        break;
    default: break;
    }
    return vl_has_spoken(&sp);
}

static const struct vl_fx_verbs *const vocabularies[] = { &en_costs, &en_effects, &en_clauses,
                                                          NULL };

const struct vl_says en_says = { VL_SAYS(EN_FAM_CARD) | VL_SAYS(EN_FAM_DESIGN) |
                                     VL_SAYS(EN_FAM_EFFECT) | VL_SAYS(EN_FAM_VILLAGE) |
                                     VL_SAYS(EN_FAM_ABILITY),
                                 &sayings, vocabularies, say, NULL };
