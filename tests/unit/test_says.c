/* Card texts: how steps, costs and blocks become sentences, by the words of a quarry
 * that no one plays (tests/games/words.tsv). */
#include "test.h"

#include <string.h>

#include "text/effects.h"

/* clang-format off */
static const char *const whos[] = { "me", "all" };
static const char *const skills[] = { "body", "mind" };
static const char *const sources[] = { "stones" };
static const char *const tools[] = { "shovel", "crane" };

enum { STONES, TIRE, DIG, DUST, TEST_OF, MAY, IF, GIVE, PUSH, FILL, VERBS };
static const struct vl_fx_verb verbs[] = {
    { "stones", 0, 1, { FX_INT("n", 1, 9) }, FX_NO_RUN },
    { "tire",   0, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "dig",    0, 1, { FX_AMOUNT("n", 1, 9, sources, 1) }, FX_NO_RUN },
    { "dust",   0, 2, { FX_WORD("who", whos), FX_INT("n", 1, 9) }, FX_NO_RUN },
    { "test",   0, 4, { FX_WORD("skill", skills), FX_INT("n", 1, 20), FX_BLOCK("win"), FX_BLOCK("lose") }, FX_NO_RUN },
    { "may",    0, 2, { FX_COST("cost"), FX_BLOCK("then") }, FX_NO_RUN },
    { "if",     0, 2, { FX_INT("n", 1, 9), FX_BLOCK("then") }, FX_NO_RUN },
    { "give",   0, 1, { FX_THING("tool", VL_FAM_GAME) }, FX_NO_RUN },
    { "push",   0, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "fill",   0, 1, { FX_INT("n", -9, 9) }, FX_NO_RUN },
};
static const struct vl_fx_verbs costs = { "cost", verbs, NULL, STONES, DIG, NULL };
static const struct vl_fx_verbs effects = { "effect", verbs, NULL, DIG, VERBS - DIG, &costs };

static const struct vl_fx_verb says_rows[] = {
    { "now",    0, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "weight", 0, 2, { FX_INT("light", 0, 9), FX_INT("heavy", 0, 9) }, FX_NO_RUN },
};
static const struct vl_fx_verbs sayings = { "says", says_rows, NULL, 0, VL_LEN(says_rows), NULL };
static const struct vl_says says = { 0, &sayings, NULL, NULL, NULL };
static const struct vl_family families[] = { { .name = "tool", .count = 2, .keys = tools } };
static const struct vl_game quarry = { .id = "quarry", .prefix = "qy", .families = families, .families_len = 1, .says = &says };
/* clang-format on */

static const struct vl_rules rules = { .game = &quarry };

#define STEPS(list) &effects, list, VL_LEN(list), VL_FX_THEN
#define COSTS(list) &costs, list, VL_LEN(list), VL_FX_AND

/* Both languages of one saying. */
static void check_says(const struct vl_saying *s, const char *fr, const char *en)
{
    char text[VL_LANGS][VL_SAYS_MAX];

    for (int lang = 0; lang < VL_LANGS; lang++) {
        struct vl_buf b = vl_buf_on(text[lang], sizeof text[lang]);
        vl_text_saying(&b, lang, &rules, s);
    }
    CHECK_STR(text[VL_FR], fr);
    CHECK_STR(text[VL_EN], en);
}

TEST(a_saying_frames_its_steps_and_their_cost)
{
    static const struct vl_fx cost[] = { { .verb = STONES, .arg = { 2 } },
                                         { .verb = TIRE },
                                         { .verb = STONES, .arg = { 1 } } };
    static const struct vl_fx does[] = { { .verb = DIG, .arg = { 1, 1, 0 } },
                                         { .verb = DUST, .arg = { 0, 3 } } };
    struct vl_saying s = { &says_rows[0], { 0 }, { COSTS(cost) }, { STEPS(does) }, NULL };

    check_says(&s,
               "Maintenant\u202f: rendez 2 pierres, fatiguez-vous et rendez 1 pierre → creusez 1 "
               "fois, puis toussez 3 fois.",
               "Now: give back 2 stones, tire yourself and give back 1 stone → dig 1 time, then "
               "cough 3 times.");
    s.cost.len = 0;
    s.does.joint = VL_FX_ALSO;
    check_says(&s, "Maintenant\u202f: creusez 1 fois\u202f; toussez 3 fois.",
               "Now: dig 1 time; cough 3 times.");
}

TEST(a_counted_amount_names_its_source)
{
    static const struct vl_fx each[] = { { .verb = DIG, .arg = { 2, 1, 1 } } };
    static const struct vl_fx some[] = { { .verb = DIG, .arg = { 1, 3, 1 } } };
    struct vl_saying s = { &says_rows[0], { 0 }, { NULL, NULL, 0, 0 }, { STEPS(each) }, NULL };

    check_says(&s, "Maintenant\u202f: creusez 2 fois par pierre.",
               "Now: dig 2 times for each stone.");
    s.does.steps = some;
    check_says(&s, "Maintenant\u202f: creusez 1 fois par tranche de 3 pierres.",
               "Now: dig 1 time for every 3 stones.");
}

/* Whoever was the subject before is not addressed by what follows. */
TEST(a_step_after_one_with_a_subject_says_you)
{
    static const struct vl_fx does[] = { { .verb = DUST, .arg = { 1, 1 } },
                                         { .verb = DUST, .arg = { 0, 2 } } };
    struct vl_saying s = { &says_rows[0], { 0 }, { NULL, NULL, 0, 0 }, { STEPS(does) }, NULL };

    check_says(&s, "Maintenant\u202f: tout le monde tousse 1 fois, puis vous toussez 2 fois.",
               "Now: everybody coughs 1 time, then you cough 2 times.");
}

TEST(what_was_named_is_meant_again)
{
    static const struct vl_fx does[] = { { .verb = GIVE, .arg = { 1 } }, { .verb = PUSH } };
    struct vl_saying s = { &says_rows[0], { 0 }, { NULL, NULL, 0, 0 }, { STEPS(does) }, NULL };

    check_says(&s,
               "Maintenant\u202f: donnez la grue à un autre carrier, puis poussez ce carrier hors "
               "de son trou.",
               "Now: give the crane to another digger, then push that digger out of their pit.");
}

/* ["test","body",12, [["may", [["stones",1]], [["dig",2]]], ["if",5,[["dig",[1,2,"stones"]]]]], []]
 */
TEST(blocks_stand_within_their_step)
{
    static const struct vl_fx won[] = {
        { .verb = TEST_OF, .skip = 5, .arg = { 0, 12, 5, 0 } },
        { .verb = MAY, .skip = 2, .arg = { 1, 1 } },
        { .verb = STONES, .arg = { 1 } },
        { .verb = DIG, .arg = { 2, 1, 0 } },
        { .verb = IF, .skip = 1, .arg = { 5, 1 } },
        { .verb = DIG, .arg = { 1, 2, 1 } },
    };
    static const struct vl_fx both[] = {
        { .verb = TEST_OF, .skip = 2, .arg = { 1, 9, 1, 1 } },
        { .verb = DIG, .arg = { 1, 1, 0 } },
        { .verb = DUST, .arg = { 1, 2 } },
        { .verb = MAY, .skip = 1, .arg = { 0, 1 } },
        { .verb = PUSH },
    };
    struct vl_saying s = { &says_rows[0], { 0 }, { NULL, NULL, 0, 0 }, { STEPS(won) }, NULL };

    check_says(&s,
               "Maintenant\u202f: épreuve de Corps (12)\u202f; réussie\u202f: vous pouvez faire "
               "ceci\u202f: rendez 1 pierre → creusez 2 fois, puis si vous avez 5 pierres, creusez "
               "1 fois par tranche de 2 pierres.",
               "Now: Body test (12); won: you may do this: give back 1 stone → dig 2 times, then "
               "if you have 5 stones, dig 1 time for every 2 stones.");
    s.does.steps = both;
    s.does.len = VL_LEN(both);
    check_says(&s,
               "Maintenant\u202f: épreuve de Esprit (9)\u202f; réussie\u202f: creusez 1 "
               "fois\u202f; manquée\u202f: tout le monde tousse 2 fois, puis vous pouvez faire "
               "ceci\u202f: poussez un autre carrier hors de son trou.",
               "Now: Mind test (9); won: dig 1 time; lost: everybody coughs 2 times, then you may "
               "do this: push another digger out of their pit.");
}

TEST(a_number_that_is_zero_may_be_left_unsaid)
{
    struct vl_saying s = {
        &says_rows[1], { 3, 7 }, { NULL, NULL, 0, 0 }, { NULL, NULL, 0, 0 }, NULL
    };

    check_says(&s, "Pèse 3, 7.", "Weighs 3, 7.");
    s.arg[1] = 0;
    check_says(&s, "Pèse 3.", "Weighs 3.");
}

TEST(a_number_below_zero_can_have_words_of_its_own)
{
    static const struct vl_fx does[] = { { .verb = FILL, .arg = { -2 } },
                                         { .verb = FILL, .arg = { 1 } } };
    struct vl_saying s = { &says_rows[0], { 0 }, { NULL, NULL, 0, 0 }, { STEPS(does) }, NULL };

    check_says(&s, "Maintenant\u202f: ôtez 2 pelles, puis remettez 1 pelle.",
               "Now: take out 2 shovels, then put back 1 shovel.");
}

/* The same steps and nouns, said in another tone where there are words for it. */
TEST(a_saying_has_a_tone)
{
    static const struct vl_fx does[] = { { .verb = FILL, .arg = { 1 } },
                                         { .verb = PUSH, .arg = { 0 } } };
    struct vl_saying s = { &says_rows[0], { 0 }, { NULL, NULL, 0, 0 }, { STEPS(does) }, "loud" };

    check_says(&s,
               "Maintenant\u202f: remettez à grand bruit 1 pelle, puis poussez un autre braillard "
               "hors de son trou.",
               "Now: put back 1 shovel with a din, then push another shouter out of their pit.");
    s.tone = "soft";
    check_says(
        &s, "Maintenant\u202f: remettez 1 pelle, puis poussez un autre carrier hors de son trou.",
        "Now: put back 1 shovel, then push another digger out of their pit.");
}
