/* play.h - a game at the terminal, line by line: the session and its parts.
 *
 * Everything on the screen is made of the view (core/game.h): no part of this
 * knows which game it shows. The match keeps the truth, the store keeps it on
 * disk after every entry, the session only talks.
 *
 *     cmd_play.c      the command and its loop
 *     play_open.c     a new game, a saved one, a record, a position
 *     play_board.c    the board and the numbered moves (board.h)
 *     play_text.c     the events and the prompt, in sentences
 *     play_moves.c    what typed words mean
 *     play_command.c  ?, why, undo, rules, log, hint, save ...
 *     play_hand.c     real dice and cards, entered by hand
 *     play_input.c    lines from the terminal or a pipe
 *     tutorial.c      the lesson of a first game
 */
#ifndef VL_CLI_PLAY_H
#define VL_CLI_PLAY_H

#include "cli/cli.h"
#include "cli/tutorial.h"

#include "bots/bot.h"
#include "match/store.h"

enum {
    PLAY_LINE = 1024, /* bytes of one typed line; the rest of a longer one is dropped */
    PLAY_NAME = 256
};

struct play {
    struct cli *cli;
    struct cli_table table;
    struct vl_match *match;
    struct vl_journal journal;
    bool unsaved;                         /* the last attempt to keep the game failed */
    struct vl_bot_spec bot[VL_SEATS_MAX]; /* by player; .bot NULL: a person */
    void *scratch;                        /* for the bots, and for hints */
    bool plain;                           /* lists instead of a drawn board */
    const char *record;                   /* --record, or NULL */
    bool over_told;
    uint32_t told;                      /* entries whose events stand on the screen */
    bool board_due;                     /* something changed since the board was shown */
    int about_round;                    /* whose event has been explained on the board */
    vl_actor shown_seat;                /* whose turn the plain board last announced */
    struct vl_move moves[VL_MOVES_MAX]; /* as numbered on the screen, from 1 */
    int moves_len;
    struct vl_view view; /* of the state at hand */
    struct tutorial_run lesson;
};

static inline const struct vl_rules *play_rules(const struct play *p)
{
    return &p->match->rules;
}

static inline const struct vl_state *play_state(const struct play *p)
{
    return p->match->state;
}

union play_room { /* for a copy of any state */
    struct vl_state base;
    uint64_t align;
    uint8_t bytes[VL_STATE_MAX];
};

/* How many players are people. */
static inline int play_humans(const struct play *p)
{
    int n = 0;

    for (int i = 0; i < p->match->players_len; i++)
        n += vl_match_is_human(p->match, i);
    return n;
}

/* ---- opening ---- */

/* Fills p->match from the options: CLI_OK, or reported. */
int play_open(struct play *p, const struct vl_game *g);
void play_close(struct play *p);

/* ---- input ---- */

enum play_read { PLAY_GOT, PLAY_EOF, PLAY_STOP };

/* The next line, cleaned and without spaces around it. PLAY_STOP: a signal came. */
enum play_read play_read_line(struct play *p, char line[PLAY_LINE]);
/* Asks until the answer is yes or no; an empty line is `def`, the end of input no. */
bool play_yes(struct play *p, bool def);

/* The same for bytes that are at hand: raw[0..len), at most PLAY_LINE of them. */
void play_tidy(char line[PLAY_LINE], const char *raw, size_t len);
/* Is the word one of those of a catalogue entry, in either language? */
bool play_is_word(const char *id, const char *word);

/* ---- what is shown ---- */

void play_look(struct play *p);       /* fills p->view for whoever decides now */
void play_board(struct play *p);      /* drawn */
void play_text_board(struct play *p); /* as lists */
void play_legend(struct play *p);     /* what its signs mean */
void play_prompt(struct play *p);
/* The numbered moves; fills p->moves. `whole`: every one with its sentence. */
void play_list(struct play *p, bool whole);
/* The events of entries told..len, each in a line; bots' moves with who made them. */
void play_tell(struct play *p);
/* "Ana", "player 2", "player 2 (greedy)". */
void play_player_name(struct play *p, int player, char *out, size_t cap);

/* A name as the reader sees it. */
void play_name(struct play *p, struct vl_ref ref, char *out, size_t cap);
/* Is it called by a number, as dice are? */
bool play_is_numbered(struct play *p, struct vl_ref ref);
/* The style and the letter of things that are named after a colour; the letter
 * is NULL for others. */
int play_colour(struct play *p, struct vl_ref ref, const char **letter);

/* ---- what is typed ---- */

/* A number, a notation or enough words of one, in either language. VL_OK: *out is
 * a move to try. VL_UNKNOWN: it means nothing here. VL_INVALID: several moves
 * match, and they have been listed. */
int play_parse(struct play *p, const char *line, struct vl_move *out);
/* Reports why a move is refused: the sentence, the rule's id. */
void play_refused(struct play *p, struct vl_move m, vl_rule rule);

enum play_did { PLAY_NOT_MINE, PLAY_DONE, PLAY_CHANGED, PLAY_QUIT };

/* A command such as `undo`; PLAY_NOT_MINE if the line is none. `loose`: the
 * beginning of a command is enough. */
enum play_did play_command(struct play *p, const char *line, bool loose);
/* The names of commands nearest to a word, or NULL. */
const char *play_near_command(struct play *p, const char *word);

/* An outcome of chance typed by a person; the same statuses as play_parse(). */
int play_hand_parse(struct play *p, const char *line, struct vl_move *out);
/* What is to be entered, and how. */
void play_hand_ask(struct play *p);
void play_hand_list(struct play *p);

/* Keeps the game on disk; a failure is reported once, and tried again. */
void play_keep(struct play *p);

#endif
