/* The lessons: each script is played on the engine, so that a change of the rules
 * or of the view that breaks a lesson is noticed here. */
#include "test.h"

#include "cli/play/tutorial.h"
#include "pack/pack.h"
#include "registry.h"
#include "text/text.h"
#include "text/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A match of a lesson, chance drawn up to the first decision. */
struct table {
    const struct tutorial *lesson;
    struct vl_pack pack;
    struct vl_rules rules;
    struct vl_match *m;
};

/* A bot makes the move that the script has for it; false if there is none. */
static bool play_partner(struct table *t)
{
    struct tutorial_place place = tutorial_where(t->lesson, t->m);
    struct vl_move m;

    return place.is_on && place.due &&
           vl_move_parse(&t->rules, place.due, strlen(place.due), &m) == 0 &&
           vl_match_play(t->m, m, VL_ANYONE, NULL) == VL_OK;
}

/* Up to the next decision of the one who learns, or of a bot on its own. */
static void draw(struct table *t)
{
    int who;

    while ((who = vl_match_to_move(t->m)) == VL_CHANCE ||
           (who >= 0 && !vl_match_is_human(t->m, who)))
        if (who == VL_CHANCE ? !CHECK_EQ(vl_match_draw(t->m, NULL), VL_OK) : !play_partner(t))
            return;
}

static bool open_lesson(struct table *t, const struct tutorial *lesson)
{
    const struct vl_game *g = vl_game_find(lesson->game);
    struct vl_player players[VL_SEATS_MAX] = { 0 };
    uint8_t seed[VL_SEED_SIZE];
    struct vl_match_setup setup = { .rules = &t->rules, .players = players, .seed = seed };

    t->lesson = lesson;
    if (!CHECK(g != NULL) || !CHECK_EQ(vl_pack_builtin(&t->pack, g), VL_OK))
        return false;
    vl_rules_init(&t->rules, g, t->pack.block, &t->pack.info);
    for (; lesson->seats[setup.players_len]; setup.players_len++)
        strcpy(players[setup.players_len].kind, lesson->seats[setup.players_len]);
    vl_seed_number(seed, lesson->seed);
    if (!CHECK_EQ(vl_options_parse(&t->rules, lesson->options, NULL), VL_OK) ||
        !CHECK_EQ(vl_rules_prepare(&t->rules, NULL), VL_OK) ||
        !CHECK_EQ(vl_match_open(&t->m, &setup, NULL), VL_OK))
        return false;
    draw(t);
    return true;
}

static void close_lesson(struct table *t)
{
    vl_match_close(t->m);
    vl_pack_free(&t->pack);
}

/* Plays a notation and the chance that follows it; false if it is refused. */
static bool play(struct table *t, const char *notation)
{
    struct vl_move m;

    if (vl_move_parse(&t->rules, notation, strlen(notation), &m) != 0 ||
        vl_match_play(t->m, m, VL_ANYONE, NULL) != VL_OK)
        return false;
    draw(t);
    return true;
}

/* Everything that the step points at is in the view. */
static void check_points(struct table *t, const struct tutorial_step *step)
{
    struct vl_view_ask ask = { .seat = t->m->state->actor, .lang = VL_EN, .rev = t->m->len };
    char *text = malloc(VL_VIEW_BYTES);
    struct vl_json w = vl_json_on(text, VL_VIEW_BYTES);

    vl_view_json(&w, &t->rules, t->m->state, &ask);
    CHECK(!w.out.full);
    for (const char *const *p = step->point; p && *p; p++) {
        char id[128];
        snprintf(id, sizeof id, "\"id\":\"%s\"", *p);
        if (!CHECK(strstr(text, id) != NULL))
            fprintf(stderr, "  step %s points at %s\n", step->id, *p);
    }
    free(text);
}

static void check_words(const char *id)
{
    for (int lang = 0; lang < VL_LANGS; lang++) {
        const char *text = vl_text_find(lang, id);
        if (CHECK(text != NULL))
            CHECK(strlen(text) <= 200); /* a lesson is read in passing */
    }
}

/* The whole script; which of several possible moves is made, and in which order
 * those of a group are, depends on `pick`. */
static void follow(const struct tutorial *lesson, int pick)
{
    struct table t = { 0 };
    struct tutorial_place place;
    bool done[TUTORIAL_STEPS_MAX] = { false };
    int steps_left = 4 * lesson->steps_len;

    if (!open_lesson(&t, lesson))
        return;
    for (;;) {
        place = tutorial_where(lesson, t.m);
        if (!CHECK(place.is_on) || !CHECK(steps_left-- > 0))
            break;
        for (int i = place.first; i <= place.next && i < lesson->steps_len; i++)
            check_points(&t, &lesson->steps[i]);
        if (place.next == lesson->steps_len)
            break;
        const struct tutorial_step *step = &lesson->steps[place.next];
        bool any = false;
        for (int i = lesson->steps_len - 1; pick && i > place.next && step->group && !any; i--) {
            const struct tutorial_step *other = &lesson->steps[i];
            if (!done[i] && other->group && strcmp(other->group, step->group) == 0)
                for (const char *const *e = other->expect; *e && !any; e++)
                    any = done[i] = play(&t, *e);
        }
        for (const char *const *e = step->expect; *e && !any; e++)
            any = play(&t, *e);
        if (!CHECK(any)) {
            fprintf(stderr, "  step %s cannot be done\n", step->id);
            break;
        }
    }
    CHECK(vl_match_to_move(t.m) >= 0); /* it goes on from here, */
    CHECK(vl_match_is_human(t.m, vl_match_to_move(t.m)));
    close_lesson(&t);
}

TEST(tutorial_scripts_can_be_played)
{
    for (int i = 0; tutorials[i]; i++) {
        CHECK(tutorials[i]->steps_len <= TUTORIAL_STEPS_MAX);
        CHECK(tutorial_find(tutorials[i]->game) == tutorials[i]);
        follow(tutorials[i], 0);
    }
}

TEST(tutorial_words_are_there_and_short)
{
    for (int i = 0; tutorials[i]; i++) {
        for (int k = 0; k < tutorials[i]->steps_len; k++)
            check_words(tutorials[i]->steps[k].text);
        for (const struct tutorial_tip *tip = tutorials[i]->tips; tip->text; tip++)
            check_words(tip->text);
    }
}

/* Every notation of the script is possible at its step, not only the first. */
TEST(tutorial_alternatives_are_legal)
{
    for (int i = 0; tutorials[i]; i++) {
        const struct tutorial *lesson = tutorials[i];
        struct table t = { 0 };
        if (!open_lesson(&t, lesson))
            return;
        for (int k = 0; k < lesson->steps_len; k++) {
            const struct tutorial_step *step = &lesson->steps[k];
            bool done = !step->expect;
            for (const char *const *e = step->expect; e && *e; e++) {
                struct vl_move m;
                CHECK_EQ(vl_move_parse(&t.rules, *e, strlen(*e), &m), 0);
            }
            for (const char *const *e = step->expect; e && *e && !done; e++)
                done = play(&t, *e);
            CHECK(done);
        }
        close_lesson(&t);
    }
}

TEST(tutorial_groups_are_done_in_any_order)
{
    for (int i = 0; tutorials[i]; i++)
        follow(tutorials[i], 1);
}

TEST(tutorial_notices_another_way_and_the_way_back)
{
    const struct tutorial *lesson = tutorial_find("runemasters");
    struct table t = { 0 };
    struct tutorial_place place;

    if (!CHECK(lesson != NULL) || !open_lesson(&t, lesson))
        return;
    place = tutorial_where(lesson, t.m);
    CHECK(place.is_on);
    CHECK_EQ(place.first, 0);
    CHECK_STR(lesson->steps[place.next].id, "hit");
    CHECK(play(&t, "move 0 blue"));
    CHECK(!tutorial_where(lesson, t.m).is_on);
    CHECK_EQ(vl_match_undo(t.m, t.m->last, 1, NULL), VL_OK);
    place = tutorial_where(lesson, t.m);
    CHECK(place.is_on);
    CHECK_STR(lesson->steps[place.next].id, "hit");
    CHECK(play(&t, "charge 3") && play(&t, "hit 1"));
    place = tutorial_where(lesson, t.m);
    CHECK(place.is_on);
    CHECK_STR(lesson->steps[place.next].id, "mark");
    CHECK(play(&t, "mark_whirl 2 1"));
    place = tutorial_where(lesson, t.m);
    CHECK_STR(lesson->steps[place.first].id, "charge_more");
    CHECK_STR(lesson->steps[place.next].id, "charge_more");
    /* after the undo other dice come: the script no longer fits */
    CHECK(play(&t, "charge 0") && play(&t, "end"));
    CHECK(!tutorial_where(lesson, t.m).is_on);
    close_lesson(&t);
}

/* The bot follows the script as long as the game does. */
TEST(tutorial_partner_plays_by_the_script)
{
    const struct tutorial *lesson = tutorial_find("enchanters");
    struct table t = { 0 };
    struct tutorial_place place;

    if (!CHECK(lesson != NULL) || !open_lesson(&t, lesson))
        return;
    CHECK(tutorial_where(lesson, t.m).due == NULL);
    CHECK(play(&t, "journey 1") && play(&t, "proceed") && play(&t, "end_turn"));
    place = tutorial_where(lesson, t.m);
    CHECK(place.is_on);
    CHECK(place.due == NULL);
    CHECK_STR(lesson->steps[place.first].id, "slide");
    CHECK_EQ(vl_match_to_move(t.m), 0);
    close_lesson(&t);

    if (!open_lesson(&t, lesson))
        return;
    CHECK(play(&t, "journey 2") && play(&t, "proceed") && play(&t, "end_turn"));
    place = tutorial_where(lesson, t.m);
    CHECK(!place.is_on);
    CHECK(place.due == NULL); /* it is on its own now */
    CHECK_EQ(vl_match_to_move(t.m), 1);
    close_lesson(&t);
}
