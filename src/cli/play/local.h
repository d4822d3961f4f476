/* local.h - a game of our own: the host of `veillee play`.
 *
 * The match keeps the truth, the journal keeps it on disk after every entry, before
 * it is shown. What the session is told is made by the same functions as what a
 * server tells (src/tell).
 */
#ifndef VL_CLI_PLAY_LOCAL_H
#define VL_CLI_PLAY_LOCAL_H

#include "cli/play/play.h"

#include "bots/bot.h"
#include "cli/campaign.h"
#include "match/store.h"

struct local {
    struct cli *cli;
    struct play_input *input; /* for questions before the game */
    struct tutorial_run *lesson;
    struct cli_table table;
    struct vl_match *match;
    struct vl_journal journal;
    bool unsaved;                         /* the last attempt to keep the game failed */
    struct vl_bot_spec bot[VL_SEATS_MAX]; /* by player; .bot NULL: a person */
    void *scratch;                        /* for the bots, and for hints */
    const char *record;                   /* --record, or NULL */
    struct cli_campaign *campaign;        /* that the game belongs to, or NULL */
    bool counted;                         /* the game is over, and its campaign has it */
    char content[VL_PATH_MAX];            /* the file of its pack; "": the program has it */
    char *memory;                         /* of one message */
    uint32_t shown;                       /* entries that the session knows */
    int64_t offered;                      /* the revision at which it was last asked; -1: none */
    int64_t vote;                         /* under way; -1: none */
    int64_t votes;                        /* so far */
    uint32_t vote_to, agreed;             /* what it is about, who agrees */
};

enum { LOCAL_LEFT = -1 };

/* Fills l->match from the options of cli: CLI_OK; reported; or LOCAL_LEFT, if a
 * question was answered by leaving. g NULL: the game that --load names. */
int local_open(struct local *l, const struct vl_game *g);
/* Plays it to its end, or until it is left: the exit code. */
int local_play(struct local *l, struct play *p);
void local_close(struct local *l);
/* The pack that is played with, as a copy to be freed. */
int local_pack(const struct local *l, struct vl_pack *out, struct vl_error *err);
/* Where `correct` keeps a pack of the owner's; false: there is none of that name ("": there
 * is no such folder either). */
bool local_own_pack(const char *game, const char *id, const char *version, char *path, size_t cap);
/* `correct CARD` (correct.c). */
void local_correct(struct play *p, const char *card);
/* "Guardians 4, Difficulty novice": what was set before the game. */
void local_options(const struct cli *cli, const struct vl_rules *r, struct vl_buf *out);

#endif
