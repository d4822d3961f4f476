/* ra_says.c - what cards say: rows and steps of which text/effects.h makes the sentences ra.fx.*.
 */
#include "core/saying.h"
#include "games/reflets/reflets.h"

/* clang-format off */
enum saying {
    DIVINE, HAZARD, OPPORTUNITY, SHIELD, REACTION, MOVEMENT, ANY_TIME, /* ORDER RA_SKILL_MAP */
    WORN, LIGHT, DARK, OPTION, TEAM, VILS, REWARD,
    VALUES, MORE_VALUES, VITALITY, POINTS, COST, WORTH,
    BREED, TAG, BARRED, ADDS, TOGETHER, ALONE, TEST, KEY, HAS_LUCK, HAS_PORTAL,
    FETCH, BRING, LEADER_RACE, LEADER_ALIGN, HEROES_RACE, HEROES_ALIGN, ITEMS_TAG, ITEMS_GOLD, FALLEN_RACE, FALLEN_ALIGN, OPPOSED
};
#define ROW(word)            { word, 0, 0, { FX_NO_ARG }, FX_NO_RUN }
#define ROW_OF(word, n, ...) { word, 0, n, { __VA_ARGS__ }, FX_NO_RUN }
#define FIGURE(name)         FX_INT(name, 0, 0)
#define CHAR                 FX_WORDS("what", ra_char_keys, RA_CHARS, 0)
#define ARROWS               FX_THING("won", RA_FAM_ARROW), FX_THING("lost", RA_FAM_ARROW)
#define RACE                 FX_WORD("race", race_words)
#define ALIGN                FX_WORD("align", align_words)
#define MOST(word, of)       ROW_OF(word, 2, of, FIGURE("points"))
#define TASK(word, of)       ROW_OF(word, 3, of, FIGURE("n"), FIGURE("points"))
static const char *const tag_words[] = { RA_TAG_MAP(VL_WORD_OF, ) }, *const race_words[] = { RA_RACE_MAP(VL_WORD_OF, ) }, *const align_words[] = { RA_ALIGN_MAP(VL_WORD_OF, ) };
static const struct vl_fx_verb rows[] = { /* ORDER saying */
    ROW("divine"), ROW("hazard"), ROW("opportunity"), ROW("shield"), ROW("reaction"), ROW("movement"), ROW("any_time"),
    ROW("worn"), ROW("light"), ROW("dark"), ROW_OF("option", 1, FIGURE("n")), ROW("team"), ROW("vils"), ROW("reward"),
    ROW_OF("values", 3, FIGURE("attack"), FIGURE("perception"), FIGURE("intelligence")),
    ROW_OF("more_values", 2, FIGURE("agility"), FIGURE("defence")),
    ROW_OF("vitality", 1, FIGURE("n")), ROW_OF("points", 1, FIGURE("n")), ROW_OF("cost", 1, FIGURE("n")),
    ROW_OF("worth", 1, FIGURE("n")),
    ROW_OF("breed", 2, FX_THING("race", RA_FAM_RACE), FX_THING("align", RA_FAM_ALIGN)),
    ROW_OF("tag", 1, FX_WORD("tag", tag_words)), ROW_OF("barred", 1, FX_WORD("race", race_words)),
    ROW_OF("adds", 2, CHAR, FIGURE("n")),
    ROW_OF("together", 5, FIGURE("n"), CHAR, FIGURE("value"), ARROWS), ROW_OF("alone", 5, FIGURE("n"), CHAR, FIGURE("value"), ARROWS),
    ROW_OF("test", 3, FIGURE("n"), ARROWS),
    ROW_OF("key", 1, FX_THING("item", RA_FAM_CARD)), ROW("has_luck"), ROW("has_portal"),
    ROW_OF("fetch", 2, FX_THING("relic", RA_FAM_CARD), FX_THING("room", RA_FAM_CARD)), ROW_OF("bring", 1, FX_THING("room", RA_FAM_CARD)),
    MOST("leader_race", RACE), MOST("leader_align", ALIGN), TASK("heroes_race", RACE), TASK("heroes_align", ALIGN),
    TASK("items_tag", FX_WORD("tag", tag_words)), MOST("items_gold", FIGURE("gold")), TASK("fallen_race", RACE), TASK("fallen_align", ALIGN),
    ROW_OF("opposed", 3, FX_THING("quest", RA_FAM_QUEST), FIGURE("n"), FIGURE("points")),
};
static_assert(VL_LEN(rows) == OPPOSED + 1, "a row for each saying");
/* clang-format on */

static const struct vl_fx_verbs sayings = { "says", rows, NULL, 0, VL_LEN(rows), NULL };

/* What a table shows of a hero as figures. */
static void say_values(struct vl_speaker *sp, const struct ra_card *k)
{
    if (vl_is_said(sp, VALUES))
        for (int i = 0; i < 3; i++)
            sp->out->arg[i] = k->values[i];
    vl_say_numbers(sp, true, MORE_VALUES, k->values[3], k->values[4]);
    vl_say_numbers(sp, true, VITALITY, k->vitality, 0);
}

/* What it is and is worth: quests and the count ask for it. */
static void say_worth(struct vl_speaker *sp, const struct ra_card *k)
{
    vl_say_numbers(sp, k->points > 0, POINTS, k->points, 0);
    vl_say_numbers(sp, k->cost > 0, COST, k->cost, 0);
    vl_say_numbers(sp, k->gold > 0, WORTH, k->gold, 0);
    vl_say_numbers(sp, k->sort == RA_SORT_HERO, BREED, k->race, k->align);
}

static void say_trial(struct vl_speaker *sp, const struct ra_card *k)
{
    static const uint8_t rows_of[] = { TOGETHER, ALONE, TEST }; /* ORDER RA_COLLECTIVE */

    for (int i = 0; i < k->trial_len; i++) {
        const struct ra_objective *o = &k->trial[i];
        int at = 0;

        if (!vl_is_said(sp, rows_of[o->kind]))
            continue;
        sp->out->arg[at++] = (int16_t)(1 + i);
        if (o->kind != RA_VITALITY) {
            sp->out->arg[at++] = o->what;
            sp->out->arg[at++] = o->value;
        }
        sp->out->arg[at++] = o->won;
        sp->out->arg[at] = (int16_t)(RA_ARROW_LOST_LIGHT + o->lost);
    }
}

/* What an item counts as, whom it does not suit; what a creature adds; what a room has. */
static void say_marks(struct vl_speaker *sp, const struct ra_card *k)
{
    for (int i = 0; i < RA_TAGS; i++)
        vl_say_numbers(sp, k->tags >> i & 1, TAG, i, 0);
    for (int i = 0; i < RA_RACES; i++)
        vl_say_numbers(sp, k->barred >> i & 1, BARRED, i, 0);
    for (int i = 0; i < RA_CHARS; i++)
        vl_say_numbers(sp, k->sort == RA_SORT_CREATURE && k->adds[i] > 0, ADDS, i, k->adds[i]);
    vl_say_numbers(sp, k->sort == RA_SORT_ROOM && k->feature == RA_FEATURE_LUCK, HAS_LUCK, 0, 0);
    vl_say_numbers(sp, k->sort == RA_SORT_ROOM && k->feature == RA_FEATURE_PORTAL, HAS_PORTAL, 0,
                   0);
    vl_say_numbers(sp, k->sort == RA_SORT_DOOR && k->item != VL_NONE, KEY, k->item, 0);
}

static void say_task(struct vl_speaker *sp, const struct ra_task *t, int race, int align)
{
    bool by_race = t->race != VL_NONE;

    if (t->points == 0 || !vl_is_said(sp, by_race ? race : align))
        return;
    sp->out->arg[0] = by_race ? t->race : t->align;
    sp->out->arg[1] = race == LEADER_RACE ? t->points : t->n;
    sp->out->arg[2] = t->points;
}

static void say_items(struct vl_speaker *sp, const struct ra_task *t)
{
    bool by_tag = t->tag != VL_NONE;

    if (t->points == 0 || !vl_is_said(sp, by_tag ? ITEMS_TAG : ITEMS_GOLD))
        return;
    sp->out->arg[0] = (int16_t)(by_tag ? t->tag : t->gold);
    sp->out->arg[1] = by_tag ? t->n : t->points;
    sp->out->arg[2] = t->points;
}

static void say_list(struct vl_speaker *sp, struct vl_fx_list list, int row, enum vl_fx_joint joint)
{
    if (list.len > 0 && vl_is_said(sp, row))
        sp->out->does = vl_phrases_of(sp, &ra_effects, list, joint);
}

static void say_card(struct vl_speaker *sp, const struct ra_card *k, bool whole)
{
    if (whole && k->sort == RA_SORT_HERO)
        say_values(sp, k);
    say_worth(sp, k);
    say_trial(sp, k);
    say_marks(sp, k);
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

static void say_quest(struct vl_speaker *sp, const struct ra_quest *q)
{
    vl_say_numbers(sp, true, FETCH, q->relic, q->rooms[0]);
    vl_say_numbers(sp, true, BRING, q->rooms[1], 0);
    say_list(sp, q->reward, REWARD, VL_FX_THEN);
    say_task(sp, &q->leader, LEADER_RACE, LEADER_ALIGN);
    say_task(sp, &q->team, HEROES_RACE, HEROES_ALIGN);
    say_items(sp, &q->items);
    say_task(sp, &q->fallen, FALLEN_RACE, FALLEN_ALIGN);
    if (vl_is_said(sp, OPPOSED)) {
        sp->out->arg[0] = q->opposed;
        sp->out->arg[1] = RA_POINTS_QUEST;
        sp->out->arg[2] = RA_POINTS_THWARTED;
    }
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
        say_quest(&sp, &c->quests[thing.index]);
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
