/* tutorial.c - a lesson at the terminal. */
#include "cli/play/tutorial.h"

#include "cli/play/play.h"
#include "cli/words.h"

#include <stdlib.h>
#include <string.h>

const struct tutorial *tutorial_find(const char *game)
{
    for (int i = 0; tutorials[i]; i++)
        if (strcmp(tutorials[i]->game, game) == 0)
            return tutorials[i];
    return NULL;
}

/* ---- the script and what was played ---- */

/* The standing entries of a match, read one by one. */
struct played {
    const struct vl_match *m;
    uint32_t *line;
    uint32_t len, at;
    const char *due; /* the line ends before this */
};

static bool is_named(const struct played *l, const char *notation)
{
    struct vl_move m;

    return vl_move_parse(&l->m->rules, notation, strlen(notation), &m) == 0 &&
           vl_move_eq(m, l->m->entries[l->line[l->at]].move);
}

static bool is_one_of(const struct played *l, const char *const *notations)
{
    for (; *notations; notations++)
        if (is_named(l, *notations))
            return true;
    return false;
}

/* Takes these in order, as far as the line goes; false if something else came. */
static bool take_all(struct played *l, const char *const *notations)
{
    for (; notations && *notations && l->at < l->len; notations++, l->at++)
        if (!is_named(l, *notations))
            return false;
    l->due = notations ? *notations : NULL;
    return true;
}

static bool in_group(const struct tutorial_step *a, const struct tutorial_step *b)
{
    return a == b || (a->group && b->group && strcmp(a->group, b->group) == 0);
}

/* The step, among those of the group of `next`, that the entry at hand is; -1. */
static int take_one(struct played *l, const struct tutorial *t, int next, const bool *done)
{
    for (int i = next; i < t->steps_len; i++) {
        const struct tutorial_step *step = &t->steps[i];
        if (!step->expect)
            continue;
        if (!in_group(&t->steps[next], step))
            return -1;
        if (!done[i] && is_one_of(l, step->expect)) {
            l->at++;
            return i;
        }
    }
    return -1;
}

/* The first step from i on that is to be done and is not. */
static int next_to_do(const struct tutorial *t, const bool *done, int i)
{
    while (i < t->steps_len && (!t->steps[i].expect || done[i]))
        i++;
    return i;
}

static bool follow(const struct tutorial *t, struct played *l, bool *done)
{
    int next = next_to_do(t, done, 0);

    if (!take_all(l, t->start))
        return false;
    while (l->at < l->len && next < t->steps_len) {
        int i = take_one(l, t, next, done);
        if (i < 0)
            return false;
        done[i] = true;
        if (!take_all(l, t->steps[i].then))
            return false;
        next = next_to_do(t, done, next);
    }
    return true;
}

struct tutorial_place tutorial_where(const struct tutorial *t, const struct vl_match *m)
{
    struct tutorial_place place = { false, 0, 0, NULL };
    struct played l = { m, NULL, vl_match_line(m, m->len, NULL, 0), 0, NULL };
    bool done[TUTORIAL_STEPS_MAX] = { false };

    if (!t->steps || t->steps_len > TUTORIAL_STEPS_MAX)
        return place;
    l.line = malloc((l.len ? l.len : 1) * sizeof *l.line);
    if (!l.line)
        return place;
    vl_match_line(m, m->len, l.line, l.len);
    place.is_on = follow(t, &l, done);
    place.next = next_to_do(t, done, 0);
    place.due = place.is_on ? l.due : NULL;
    for (int i = 0; i < place.next; i++)
        if (t->steps[i].expect)
            place.first = i + 1;
    free(l.line);
    return place;
}

bool tutorial_partner(const struct tutorial_run *run, const struct vl_match *m,
                      struct vl_move *move)
{
    struct tutorial_place place;

    if (!run->lesson || run->is_done)
        return false;
    place = tutorial_where(run->lesson, m);
    return place.due && vl_move_parse(&m->rules, place.due, strlen(place.due), move) == 0 &&
           vl_refuse(&m->rules, m->state, *move, VL_ANYONE) == 0;
}

/* ---- showing ---- */

/* Brings the step that is shown in line with what was played. */
static void catch_up(struct play *p)
{
    struct tutorial_run *run = &p->lesson;
    struct tutorial_place place;

    if (!run->lesson || run->mode == TUTORIAL_OFF || run->is_done)
        return;
    place = tutorial_where(run->lesson, p->match);
    if (place.is_on != (run->mode == TUTORIAL_ON)) {
        cli_say(p->cli, place.is_on ? TXT("cli.tut.back") : TXT("cli.tut.off"), NULL);
        run->mode = place.is_on ? TUTORIAL_ON : TUTORIAL_TIPS;
    }
    if (run->step < place.first)
        run->step = place.first;
    if (run->step > place.next)
        run->step = place.next;
}

static const struct tutorial_step *step_shown(const struct play *p)
{
    const struct tutorial_run *run = &p->lesson;

    return run->lesson && run->mode == TUTORIAL_ON && run->step < run->lesson->steps_len
               ? &run->lesson->steps[run->step]
               : NULL;
}

bool tutorial_is_reading(struct play *p)
{
    catch_up(p);
    const struct tutorial_step *step = step_shown(p);
    return step && !step->expect;
}

/* The move to make: the first that is legal of those that will do; -1: none. */
static int move_of(const struct play *p, const struct tutorial_step *step)
{
    for (const char *const *e = step->expect; e && *e; e++)
        for (int i = 0; i < p->board->actions_len; i++)
            if (strcmp(p->board->actions[i].id, *e) == 0)
                return i;
    return -1;
}

static void say_move(struct play *p, const struct tutorial_step *step)
{
    int at = move_of(p, step);
    char number[16];

    snprintf(number, sizeof number, "%d", at + 1);
    if (at >= 0)
        cli_say(p->cli, TXT("cli.tut.do"), "n", number, "move", p->board->actions[at].text, NULL);
}

static void say_step(struct play *p, const struct tutorial_step *step)
{
    char text[VL_TEXT_MAX], line[VL_TEXT_MAX + 64], n[16], of[16];

    cli_word(p->cli, text, sizeof text, step->text, NULL);
    snprintf(n, sizeof n, "%d", p->lesson.step + 1);
    snprintf(of, sizeof of, "%d", p->lesson.lesson->steps_len);
    cli_word(p->cli, line, sizeof line, TXT("cli.tut.step"), "n", n, "of", of, "text", text, NULL);
    cli_print(p->cli, "\n");
    if (p->lesson.step == 0)
        cli_say(p->cli, TXT("cli.tut.help"), NULL);
    cli_wrap(p->cli, "", 0, line);
    if (step->expect)
        say_move(p, step);
    else
        cli_say(p->cli, TXT("cli.tut.enter"), NULL);
}

static bool begins(const char *text, const char *with)
{
    return with && strncmp(text, with, strlen(with)) == 0;
}

static bool is_of_use(const struct board *b, const struct tutorial_tip *tip)
{
    for (int i = 0; i < b->actions_len; i++)
        if (begins(b->actions[i].verb, tip->verb))
            return true;
    for (int i = 0; i < b->items_len; i++)
        if (begins(b->items[i].id, tip->item))
            return true;
    return false;
}

/* At most one at a time. */
static void say_tip(struct play *p)
{
    const struct tutorial_tip *tip = p->lesson.lesson->tips;
    char text[VL_TEXT_MAX], line[VL_TEXT_MAX + 64];

    for (int i = 0; tip[i].text && i < 32; i++) {
        if ((p->lesson.told >> i & 1) != 0 || (p->lesson.is_done && !tip[i].always) ||
            !is_of_use(p->board, &tip[i]))
            continue;
        p->lesson.told |= 1u << i;
        cli_word(p->cli, text, sizeof text, tip[i].text, NULL);
        cli_word(p->cli, line, sizeof line, TXT("cli.tut.tip"), "text", text, NULL);
        cli_wrap(p->cli, "", 0, line);
        return;
    }
}

void tutorial_say(struct play *p)
{
    const struct tutorial_step *step;

    catch_up(p);
    step = step_shown(p);
    if (step)
        say_step(p, step);
    else if (p->lesson.lesson && p->lesson.mode == TUTORIAL_TIPS)
        say_tip(p);
}

/* ---- answers ---- */

/* The next step; after the last one the game is the player's own. */
static void go_on(struct play *p)
{
    struct tutorial_run *run = &p->lesson;

    run->step++;
    if (run->step >= run->lesson->steps_len) {
        run->is_done = true;
        run->mode = TUTORIAL_TIPS;
    }
    if (!tutorial_is_reading(p))
        play_list(p, false);
    tutorial_say(p);
}

static void skip_step(struct play *p, const struct tutorial_step *step)
{
    int at = move_of(p, step);

    if (!step->expect)
        go_on(p);
    else if (at >= 0)
        play_send_move(p, p->board->actions[at].id);
}

static void skip_all(struct play *p)
{
    bool was_reading = tutorial_is_reading(p);

    p->lesson.mode = TUTORIAL_OFF;
    cli_say(p->cli, TXT("cli.tut.left"), NULL);
    if (was_reading)
        play_list(p, false);
}

bool tutorial_answer(struct play *p, const char *line)
{
    const struct tutorial_step *step = step_shown(p);
    char word[PLAY_LINE];
    struct vl_buf b = vl_buf_on(word, sizeof word);
    size_t n = strcspn(line, " ");

    if (!p->lesson.lesson || p->lesson.mode == TUTORIAL_OFF)
        return false;
    if (line[0] == '\0') {
        if (step && !step->expect)
            go_on(p);
        return step != NULL;
    }
    cli_plain_word(&b, line, n);
    if (cli_called(TXT("cli.cmd.help"), word, false))
        cli_say(p->cli, TXT("cli.tut.help"), NULL);
    if (!cli_called(TXT("cli.tut.skip"), word, false))
        return false;
    line += n + strspn(line + n, " ");
    b = vl_buf_on(word, sizeof word);
    cli_plain_word(&b, line, strlen(line));
    if (cli_called(TXT("cli.tut.all"), word, false) || !step)
        skip_all(p);
    else
        skip_step(p, step);
    return true;
}
