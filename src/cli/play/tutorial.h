/* tutorial.h - a lesson: a first game that follows a script, on the real table.
 *
 * A lesson is data: tutorials/<game>.json, made into the tables below by
 * tools/mktutorial, its words in the catalogue. The page shows the same lessons.
 * It fixes the options and the seed, and goes step by step: a step tells
 * something, or names a move to make. The game itself is an ordinary one: any
 * other legal move may be made instead; the lesson then gives way to remarks
 * that fit the situation, and comes back if the move is taken back. A bot at the
 * table plays as the script says while it is followed, and by itself afterwards.
 *
 * `veillee play GAME --tutorial` shows the step after the board and reads Enter,
 * `skip` and `skip all`; everything else goes to the game as ever.
 */
#ifndef VL_CLI_TUTORIAL_H
#define VL_CLI_TUTORIAL_H

#include "match/match.h"

enum { TUTORIAL_STEPS_MAX = 128 };

/* Lists end with NULL; none is NULL. */
struct tutorial_step {
    const char *id;
    const char *text;          /* catalogue id */
    const char *const *point;  /* items and zones of the view that it speaks of */
    const char *const *expect; /* notations, the first is the one shown; NULL: nothing to do */
    const char *group;         /* steps that follow each other in one group: in any order */
    const char *const *then;   /* what follows the move: outcomes of chance, moves of bots */
};

/* A remark for free play, told once: when a legal move or a thing on the table
 * begins with these words. always: also to those who did the whole lesson. */
struct tutorial_tip {
    const char *text; /* catalogue id; NULL ends the table */
    const char *verb, *item;
    bool always;
};

struct tutorial {
    const char *game;
    const char *options;      /* as vl_options_parse() reads them */
    const char *const *seats; /* kinds of the players */
    uint64_t seed;            /* of --seed */
    const char *const *start; /* what comes before the first decision */
    const struct tutorial_step *steps;
    int steps_len;
    const struct tutorial_tip *tips;
};

extern const struct tutorial *const tutorials[]; /* NULL ends them */

/* The lesson of a game, or NULL. */
const struct tutorial *tutorial_find(const char *game);

/* Where a match stands in the script. */
struct tutorial_place {
    bool is_on;      /* nothing but the script has been played so far */
    int first;       /* is_on: the steps that can be shown are first..next, */
    int next;        /* and this is the one to do; steps_len: none is left */
    const char *due; /* what the script says comes before that; NULL: nothing does */
};
struct tutorial_place tutorial_where(const struct tutorial *t, const struct vl_match *m);

/* ---- at the terminal ---- */

enum tutorial_mode { TUTORIAL_OFF, TUTORIAL_ON, TUTORIAL_TIPS };

struct tutorial_run {
    const struct tutorial *lesson; /* NULL: an ordinary game */
    int mode;                      /* enum tutorial_mode */
    int step;                      /* the one shown */
    bool is_done;                  /* the whole lesson was seen */
    uint32_t told;                 /* tips, bit by place */
};

struct play;

/* The move that the script has for the bot to move: false if it is on its own. */
bool tutorial_partner(const struct tutorial_run *run, const struct vl_match *m,
                      struct vl_move *move);

/* Is there something to read before the next move? The moves are listed after. */
bool tutorial_is_reading(struct play *p);
/* The step, or a remark; nothing in an ordinary game. */
void tutorial_say(struct play *p);
/* Does a typed line mean something to the lesson? Then that is done. The line may
 * be empty. */
bool tutorial_answer(struct play *p, const char *line);

#endif
