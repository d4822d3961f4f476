/* ra_says.c - what cards say: rows and steps of which text/effects.h makes the sentences ra.fx.*.
 */
#include "core/saying.h"
#include "games/reflets/reflets.h"

/* clang-format off */
enum saying {
    DIVINE, HAZARD, OPPORTUNITY, SHIELD, REACTION, MOVEMENT, ANY_TIME, /* ORDER RA_SKILL_MAP */
    WORN, LIGHT, DARK, OPTION, TEAM, VILS, REWARD,
    VALUES, MORE_VALUES, VITALITY, POINTS, COST, WORTH
};
#define ROW(word)            { word, 0, 0, { FX_NO_ARG }, FX_NO_RUN }
#define ROW_OF(word, n, ...) { word, 0, n, { __VA_ARGS__ }, FX_NO_RUN }
#define FIGURE(name)         FX_INT(name, 0, 0)
static const struct vl_fx_verb rows[] = { /* ORDER saying */
    ROW("divine"), ROW("hazard"), ROW("opportunity"), ROW("shield"), ROW("reaction"), ROW("movement"), ROW("any_time"),
    ROW("worn"), ROW("light"), ROW("dark"), ROW_OF("option", 1, FIGURE("n")), ROW("team"), ROW("vils"), ROW("reward"),
    ROW_OF("values", 3, FIGURE("attack"), FIGURE("perception"), FIGURE("intelligence")),
    ROW_OF("more_values", 2, FIGURE("agility"), FIGURE("defence")),
    ROW_OF("vitality", 1, FIGURE("n")), ROW_OF("points", 1, FIGURE("n")), ROW_OF("cost", 1, FIGURE("n")),
    ROW_OF("worth", 1, FIGURE("n")),
};
static_assert(VL_LEN(rows) == WORTH + 1, "a row for each saying");
/* clang-format on */

static const struct vl_fx_verbs sayings = { "says", rows, NULL, 0, VL_LEN(rows), NULL };

static void say_values(struct vl_speaker *sp, const struct ra_card *k)
{
    if (k->sort == RA_SORT_HERO && vl_is_said(sp, VALUES))
        for (int i = 0; i < 3; i++)
            sp->out->arg[i] = k->values[i];
    vl_say_numbers(sp, k->sort == RA_SORT_HERO, MORE_VALUES, k->values[3], k->values[4]);
    vl_say_numbers(sp, k->sort == RA_SORT_HERO, VITALITY, k->vitality, 0);
    vl_say_numbers(sp, k->points > 0, POINTS, k->points, 0);
    vl_say_numbers(sp, k->cost > 0, COST, k->cost, 0);
    vl_say_numbers(sp, k->gold > 0, WORTH, k->gold, 0);
}

static void say_list(struct vl_speaker *sp, struct vl_fx_list list, int row, enum vl_fx_joint joint)
{
    if (list.len > 0 && vl_is_said(sp, row))
        sp->out->does = vl_phrases_of(sp, &ra_effects, list, joint);
}

static void say_card(struct vl_speaker *sp, const struct ra_card *k, bool whole)
{
    if (whole)
        say_values(sp, k);
    say_list(sp, k->passive, WORN, VL_FX_AND);
    for (int i = 0; i < k->skills_len; i++)
        if (vl_is_said(sp, DIVINE + k->skills[i].kind)) {
            sp->out->cost = vl_phrases_of(sp, &ra_costs, k->skills[i].costs, VL_FX_AND);
            sp->out->does = vl_phrases_of(sp, &ra_effects, k->skills[i].effects, VL_FX_THEN);
        }
    for (int i = 0; i < k->options_len; i++)
        if (vl_is_said(sp, OPTION)) {
            sp->out->arg[0] = k->options[i].cost;
            sp->out->does = vl_phrases_of(sp, &ra_effects, k->options[i].effects, VL_FX_THEN);
        }
    say_list(sp, k->light, LIGHT, VL_FX_THEN);
    say_list(sp, k->dark, DARK, VL_FX_THEN);
}

static bool say(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out)
{
    const struct ra_content *c = ra_content(r);
    struct vl_speaker sp = vl_speaker_for(rows, (const struct vl_fx *)(const void *)(c + 1), k,
                                          out);

    if (thing.family == RA_FAM_CARD && thing.index < RA_CARDS)
        say_card(&sp, &c->cards[thing.index], whole);
    else if (thing.family == RA_FAM_TREASURE && thing.index < RA_TREASURES)
        say_card(&sp, &c->cards[RA_TREASURE0 + thing.index], whole);
    else if (thing.family == RA_FAM_QUEST && thing.index < RA_QUESTS)
        say_list(&sp, c->quests[thing.index].reward, REWARD, VL_FX_THEN);
    else if (thing.family == RA_FAM_KIND && thing.index < RA_KINDS) {
        say_list(&sp, c->kinds[thing.index].team, TEAM, VL_FX_THEN);
        say_list(&sp, c->kinds[thing.index].vils, VILS, VL_FX_THEN);
    } else {
        return false;
    }
    return vl_has_spoken(&sp);
}

static const struct vl_fx_verbs *const vocabularies[] = { &ra_costs, &ra_effects, NULL };

const struct vl_says ra_says = {
    .families = VL_SAYS(RA_FAM_CARD) | VL_SAYS(RA_FAM_TREASURE) | VL_SAYS(RA_FAM_QUEST) |
                VL_SAYS(RA_FAM_KIND),
    .rows = &sayings,
    .verbs = vocabularies,
    .say = say,
};
