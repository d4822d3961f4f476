/* rb_says.c - what cards say: rows and steps of which text/effects.h makes the sentences
 * rb.fx.*, so that no text disagrees with what the rules do. */
#include "core/saying.h"
#include "games/runebound/runebound.h"

/* clang-format off */
enum saying {
    WHEN_BEFORE_MOVE, WHEN_BEFORE_COMBAT, WHEN_AFTER, WHEN_MOVING, WHEN_ESCAPE, WHEN_BOOST, WHEN_TEST, WHEN_REROLL,
    WHEN_SOAK, WHEN_PASSIVE,                                            /* ORDER RB_TIMING_MAP */
    WHEN_MOVE_OR_COMBAT, WHEN_ANY_BREAK,                                /* of several timings */
    PRE, EACH_ROUND, REWARD, ENTER, DOES, FIXED, GLOBAL,                /* ORDER RB_SCRIPT */
    PRICE, LIFE, STAMINA, MIND, BODY, SPIRIT, MIND_DIFF, BODY_DIFF, SPIRIT_DIFF, GOLD, NUMERAL, /* printed values */
    KEPT_LIFE, KEPT_KIND
};

#define ROW(word)            { word, 0, 0, { FX_NO_ARG }, FX_NO_RUN }
#define ROW_OF(word, n, ...) { word, 0, n, { __VA_ARGS__ }, FX_NO_RUN }
#define FIGURE(name)         FX_INT(name, 0, 0)
static const char *const numerals[] = { "I", "II", "III" };
/* ORDER saying */
static const struct vl_fx_verb rows[] = {
    ROW("before_move"), ROW("before_combat"), ROW("after_combat"), ROW("moving"), ROW("escape"), ROW("boost"), ROW("test"),
    ROW("reroll"), ROW("soak"), ROW("passive"),
    ROW("move_or_combat"), ROW("any_break"),
    ROW("pre"), ROW("round"), ROW("reward"), ROW("enter"), ROW("does"), ROW("fixed"), ROW("global"),
    ROW_OF("price", 1, FIGURE("n")), ROW_OF("life", 1, FIGURE("n")), ROW_OF("stamina", 1, FIGURE("n")),
    ROW_OF("mind", 2, FIGURE("n"), FIGURE("damage")), ROW_OF("body", 2, FIGURE("n"), FIGURE("damage")),
    ROW_OF("spirit", 2, FIGURE("n"), FIGURE("damage")),
    ROW_OF("mind_diff", 2, FIGURE("n"), FIGURE("damage")), ROW_OF("body_diff", 2, FIGURE("n"), FIGURE("damage")),
    ROW_OF("spirit_diff", 2, FIGURE("n"), FIGURE("damage")),
    ROW_OF("gold", 1, FIGURE("n")), ROW_OF("numeral", 1, FX_WORDS("numeral", numerals, 3, 1)),
    ROW_OF("kept_life", 2, FIGURE("n"), FIGURE("stamina")), ROW_OF("kept_kind", 1, FX_WORDS("sort", rb_kind_keys, RB_KINDS, 0)),
};
static_assert(VL_LEN(rows) == KEPT_KIND + 1, "a row for each saying");
/* clang-format on */

static const struct vl_fx_verbs sayings = { "says", rows, NULL, 0, VL_LEN(rows), NULL };

/* How it is said: a rule that always holds for its owner, or for everybody; what an ally pays
 * for; what a challenge does to itself (RB-EFX-40). Otherwise it is used by a hero. */
static const char always[] = "always", world[] = "world", ally[] = "ally", own[] = "own";

/* Of timings that have one sentence together; -1: each is said for itself. */
static int row_of(int when)
{
    int move = 1 << RB_AT_BEFORE_MOVE, combat = 1 << RB_AT_BEFORE_COMBAT, after = 1 << RB_AT_AFTER;

    if (when == (move | combat))
        return WHEN_MOVE_OR_COMBAT;
    return when == (move | combat | after) ? WHEN_ANY_BREAK : -1;
}

static void say_ability(struct vl_speaker *sp, const struct rb_card *k, const struct rb_ability *a)
{
    bool of_ally = k->sort == RB_SORT_ALLY || k->kept == RB_KEPT_ALLY;
    int together = row_of(a->when);

    for (int t = 0; t < RB_TIMINGS; t++) {
        if (!(a->when >> t & 1))
            continue;
        if (vl_is_said(sp, together < 0 ? WHEN_BEFORE_MOVE + t : together)) {
            sp->out->cost = vl_phrases_of(sp, &rb_costs, a->costs, VL_FX_AND);
            sp->out->does = vl_phrases_of(sp, &rb_effects, a->effects, VL_FX_AND);
            sp->out->tone = t == RB_AT_PASSIVE ? always : of_ally ? ally : NULL;
        }
        if (together >= 0)
            return; /* all of them at once */
    }
}

static void say_figures(struct vl_speaker *sp, const struct rb_body *b, int first)
{
    for (int attr = 0; attr < RB_ATTRS; attr++)
        vl_say_numbers(sp, true, first + attr, rb_figure(b, attr)[0], rb_figure(b, attr)[1]);
}

static void say_values(struct vl_speaker *sp, const struct rb_card *k)
{
    bool fights = k->sort == RB_SORT_CHALLENGE;

    vl_say_numbers(sp, k->price > 0, PRICE, k->price, 0);
    vl_say_numbers(sp, k->is.life > 0, LIFE, k->is.life, 0);
    vl_say_numbers(sp, k->is.life > 0 && !fights, STAMINA, k->is.stamina, 0);
    if (k->is.life > 0)
        say_figures(sp, &k->is, fights ? MIND_DIFF : MIND);
    vl_say_numbers(sp, fights && k->gold > 0, GOLD, k->gold, 0);
    vl_say_numbers(sp, k->sort == RB_SORT_EVENT, NUMERAL, k->numeral, 0);
}

static bool say(const struct vl_rules *r, struct vl_ref thing, bool whole, int k,
                struct vl_saying *out)
{
    static const uint8_t order[RB_SCRIPTS] = { RB_PRE,   RB_ROUND, RB_FIXED, RB_REWARD,
                                               RB_ENTER, RB_DO,    RB_GLOBAL };
    const struct rb_content *c = rb_content(r);
    struct vl_speaker sp = vl_speaker_for(rows, (const struct vl_fx *)(const void *)(c + 1), k,
                                          out);

    if (thing.family != RB_FAM_CARD || thing.index >= RB_CARDS)
        return false;
    const struct rb_card *card = &c->cards[thing.index];
    if (whole)
        say_values(&sp, card);
    for (int n = 0; n < RB_SCRIPTS; n++) {
        int i = order[n];
        if (card->scripts[i].len > 0 && vl_is_said(&sp, PRE + i)) {
            out->does = vl_phrases_of(&sp, &rb_effects, card->scripts[i],
                                      i == RB_FIXED || i == RB_GLOBAL ? VL_FX_ALSO : VL_FX_THEN);
            out->tone = i == RB_GLOBAL ? world : i == RB_FIXED ? always : own;
        }
    }
    vl_say_numbers(&sp, card->kept == RB_KEPT_ARTIFACT, KEPT_KIND, card->kind, 0);
    if (card->kept == RB_KEPT_ALLY) {
        vl_say_numbers(&sp, true, KEPT_LIFE, card->keeps.life, card->keeps.stamina);
        say_figures(&sp, &card->keeps, MIND);
    }
    for (int i = 0; i < card->abilities_len; i++)
        say_ability(&sp, card, &card->abilities[i]);
    return vl_has_spoken(&sp);
}

static const struct vl_fx_verbs *const vocabularies[] = { &rb_costs, &rb_effects, NULL };

static const char *const tones[] = { always, world, ally, own, NULL };

const struct vl_says rb_says = { VL_SAYS(RB_FAM_CARD), &sayings, vocabularies, say, tones };
