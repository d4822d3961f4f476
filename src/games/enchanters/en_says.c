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

struct speaker { /* passes over sayings until it has come to the one that is asked for */
    const struct en_content *c;
    struct vl_saying *out;
    int left; /* to be passed over; below 0: it was found */
};

/* Is this saying the one? */
static bool is_it(struct speaker *sp, enum saying row)
{
    if (sp->left-- != 0)
        return false;
    sp->out->row = &rows[row];
    return true;
}

static void say_numbers(struct speaker *sp, bool there, enum saying row, int a, int b)
{
    if (!there || !is_it(sp, row))
        return;
    sp->out->arg[0] = (int16_t)a;
    sp->out->arg[1] = (int16_t)b;
}

static void say_amount(struct speaker *sp, enum saying row, struct vl_amount a)
{
    if (a.n == 0 || !is_it(sp, row))
        return;
    sp->out->arg[0] = a.n;
    sp->out->arg[1] = a.d;
    sp->out->arg[2] = a.source;
}

static struct vl_phrases part(const struct speaker *sp, const struct vl_fx_verbs *verbs,
                              struct vl_fx_list list, enum vl_fx_joint joint)
{
    struct vl_phrases p = { verbs, en_steps(sp->c, list), list.len, joint };

    return p;
}

static void say_ability(struct speaker *sp, const struct en_ability *a)
{
    enum saying row = a->kind == EN_AB_TRIGGER ? (enum saying)(START + a->when)
                                               : (enum saying)(ONCE + a->kind);

    if (!is_it(sp, row))
        return;
    if (row == TAKE)
        sp->out->arg[0] = a->of;
    sp->out->cost = part(sp, &en_costs, a->costs, VL_FX_AND);
    sp->out->does = part(sp, &en_effects, a->effects, VL_FX_THEN);
}

static void say_scores(struct speaker *sp, struct vl_fx_list scores)
{
    if (scores.len > 0 && is_it(sp, END))
        sp->out->does = part(sp, &en_clauses, scores, VL_FX_ALSO);
}

static void say_values(struct speaker *sp, const struct en_design *d)
{
    say_numbers(sp, d->kind >= EN_KIND_MONSTER, FIGHTS, d->health, d->strength);
    say_numbers(sp, d->glory != 0, GLORY, d->glory, 0);
    say_numbers(sp, d->upper[0] != 0 || d->upper[1] != 0, UPPER, d->upper[0], d->upper[1]);
    say_numbers(sp, d->lower[0] != 0 || d->lower[1] != 0, LOWER, d->lower[0], d->lower[1]);
    say_numbers(sp, d->skull != 0, SKULL, 0, 0);
}

static void say_design(struct speaker *sp, const struct en_design *d, bool whole)
{
    if (whole)
        say_values(sp, d);
    say_numbers(sp, (d->flags & EN_EACH) != 0, EACH, 0, 0);
    say_numbers(sp, (d->flags & EN_DOUBLES) != 0, DOUBLES, 0, 0);
    say_amount(sp, HEALTH, d->health_per);
    say_amount(sp, STRENGTH, d->strength_per);
    if (d->has_ability)
        say_ability(sp, &d->ability);
    say_scores(sp, d->score);
}

/* The abilities of a village on the table are things of their own. */
static void say_village(struct speaker *sp, const struct en_village *v, bool whole)
{
    for (int i = 0; whole && i < v->abilities_len; i++)
        say_ability(sp, &v->abilities[i]);
    say_scores(sp, v->scores);
}

static bool say(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out)
{
    const struct en_content *c = en_content(r);
    struct speaker sp = { c, out, k };
    int i = thing.index;

    switch (thing.family) {
    case EN_FAM_CARD:
        if (i < c->cards_len)
            say_design(&sp, &c->designs[c->cards[i].design], whole);
        break;
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
        if (i / EN_VILLAGE_ABILITIES < c->villages_len &&
            i % EN_VILLAGE_ABILITIES < c->villages[i / EN_VILLAGE_ABILITIES].abilities_len)
            say_ability(&sp,
                        &c->villages[i / EN_VILLAGE_ABILITIES].abilities[i % EN_VILLAGE_ABILITIES]);
        break;
    default: break;
    }
    return sp.left < 0;
}

static const struct vl_fx_verbs *const vocabularies[] = { &en_costs, &en_effects, &en_clauses,
                                                          NULL };

const struct vl_says en_says = { VL_SAYS(EN_FAM_CARD) | VL_SAYS(EN_FAM_DESIGN) |
                                     VL_SAYS(EN_FAM_EFFECT) | VL_SAYS(EN_FAM_VILLAGE) |
                                     VL_SAYS(EN_FAM_ABILITY),
                                 &sayings, vocabularies, say };
