/* play.h - a game at the terminal, line by line: the session and its parts.
 *
 * One session for `play` and `join`. It shows a table and sends what is typed;
 * the truth is kept by its host, behind struct play_host:
 *
 *     local.c    the game of this process: match, bots, journal on disk
 *     net.c      a table on a server, its connection lost and found again
 *
 * Both take the requests of docs/protocol.md and answer with its messages, so that
 * nothing else here knows which of them it talks to. No part knows which game it
 * shows either: everything on the screen is made of the view.
 *
 *     session.c  the loop: keyboard, connection and clock together; the screen
 *     input.c    typed lines
 *     edit.c     the line under the cursor: history, completion (with libedit)
 *     words.c    which move a typed line means
 *     command.c  what is typed: the one table of commands
 *     hand.c     real dice and cards, entered by hand
 *     correct.c  a card's values put right, in a pack of the owner's
 *     recv.c     messages about the table
 *     talk.c     messages about people, votes, answers
 *     show.c     the board, the prompt, what happened, the log
 *     open.c     where a game of our own comes from: new, saved, a record
 *     ../tutorial.c  the lesson of a first game
 *
 * A new command is a row of `commands` in command.c; a request that it sends is
 * begun with play_begin() and is answered by a handler of recv.c or talk.c.
 */
#ifndef VL_CLI_PLAY_H
#define VL_CLI_PLAY_H

#include "cli/board/board.h"
#include "cli/net/faces.h"
#include "cli/net/view.h"
#include "cli/play/tutorial.h"

enum {
    PLAY_LINE = 1024,    /* bytes of one typed line; the rest of a longer one is dropped */
    PLAY_NAME = 256,     /* bytes of a name that is shown */
    PLAY_WORD = 32,      /* of an id: game, level, phrase */
    PLAY_CID = 24,       /* of a request's own name */
    PLAY_MESSAGE = 4096, /* of a request: the server's frame */
    PLAY_PHRASES = 32,
    PLAY_LOG = 512,       /* entries kept for `log` and `undo` */
    PLAY_NODES = 1 << 18, /* JSON values of one message; more is no message of ours */
    PLAY_NO_ROUND = -2    /* no round has this number */
};
#define PLAY_REV_MAX INT64_C(9007199254740991)

struct play;
struct play_msg;

/* ---- hosts ---- */

enum { PLAY_LOCAL = 1, PLAY_NET = 2, PLAY_BOTH = 3 };

struct play_host {
    int kind; /* PLAY_LOCAL or PLAY_NET: which commands there are */
    /* One request, whole. `keep`: it must arrive, also after a lost connection. The
     * answers come through play_receive(), at once or later. */
    void (*send)(struct play *p, const char *text, size_t len, bool keep);
    /* A request of that type (NULL: any) has no answer yet. */
    bool (*waits)(struct play *p, const char *type);
    /* What is typed now waits for the answer to a move, for it may be about that (an
     * undo); not for long. NULL: answers come at once. */
    bool (*holds)(struct play *p);
    /* Everything again, in the reader's language. */
    void (*tongue)(struct play *p);
    /* Does what is due without being asked: chance and bots, or the connection. In so
     * many ms there is more: 0 at once, -1 only after an event. */
    int (*work)(struct play *p);
    /* Waiting, as poll(2) has it; NULL: there is nothing to wait for. */
    int (*fd)(struct play *p, short *events);
    void (*ready)(struct play *p, short revents);
    /* A message that is for the host alone; false: it is not. NULL: there are none. */
    bool (*message)(struct play *p, const struct play_msg *m);
    /* What is printed at the end, after `quit` or the end of input; the exit code. */
    int (*leave)(struct play *p, int code);
    /* The game is over, and that has been told. */
    void (*over)(struct play *p, const struct vl_json_doc *doc);
    void (*link)(struct play *p); /* says it; NULL: there is none */
    /* A card's values as the owner's box has them; NULL: the cards are not ours. */
    void (*correct)(struct play *p, const char *card);
};

/* ---- the session ---- */

struct play_player {
    char name[PLAY_NAME]; /* "" if none */
    char kind[PLAY_WORD]; /* human, bot, open */
    char level[PLAY_WORD];
    bool here, lent;
};

struct play_phrase {
    char id[PLAY_WORD], text[PLAY_NAME];
};

/* One entry of the table's log, as it is told. */
struct play_entry {
    int64_t number; /* from 0; -1: none */
    int seat;       /* that moved; -1: chance */
    bool gone;      /* taken back */
    bool more;      /* the next one is of the same row of moves */
    char *move;     /* its sentence, or else its notation */
    char *text;     /* all of it, line by line */
};

/* What is being typed (input.c). */
struct play_input {
    char text[2 * PLAY_LINE];
    size_t len;
    bool over; /* the end of input was seen */
};

struct play {
    struct cli *cli;
    const struct play_host *host;
    void *at;     /* the host's own memory */
    FILE *screen; /* where cli->out went before: the terminal or a pipe */
    char *page;   /* what is to be shown next (cli->out writes there) */
    size_t page_len;
    int lines;      /* on the screen since a line was typed, this page apart */
    bool at_prompt; /* the cursor stands after "> " */
    bool busy;      /* the host has something to do before anything is asked */
    int code;       /* the exit code once it is not negative */
    bool plain;     /* lists instead of a drawn board */
    struct play_input input;
    struct play_edit *edit; /* NULL: the terminal keeps the line that is typed */

    /* the table */
    bool met;    /* there is one; from now on a lost connection is repaired */
    bool seated; /* requests are answered */
    char game[PLAY_WORD];
    int player;     /* ours, or one of ours; -1: watching */
    uint32_t seats; /* ours, bit by bit */
    int64_t rev;    /* of the view; -1: none yet */
    int64_t told;   /* entries up to this revision have been told */
    struct net_view view;
    struct net_faces faces[VL_LANGS]; /* the words that its views leave out */
    char *actions;                    /* as they came, JSON; NULL: none */
    struct board *board, *other;      /* in our language, and its words in the other one */
    bool has_actions;                 /* it is our decision */
    bool by_hand;                     /* we enter what the dice show */
    bool over;
    struct play_player players[VL_SEATS_MAX];
    int players_len;
    bool no_hints; /* this table gives none */
    int64_t said;  /* the last line of chat that was shown */
    int64_t vote;  /* that waits for our answer; -1: none */
    int voter;     /* which of our players is asked */
    struct play_phrase phrases[PLAY_PHRASES];
    int phrases_len;

    /* what is on the screen */
    bool view_due, list_due;
    int shown_actor, about_round;
    char shown_prompt[PLAY_NAME];
    struct play_entry log[PLAY_LOG]; /* at number % PLAY_LOG */
    int64_t log_len;                 /* the number after the last */

    /* a record that is being fetched */
    char save_path[PLAY_LINE];
    enum vl_file_how save_how;
    char *save_text;
    size_t save_len;

    /* a game of our own */
    const struct vl_match *match; /* NULL at a server */
    struct tutorial_run lesson;
};

/* Memory for a session of this host; false, and reported, if there is none. The
 * output of cli goes to its screen from now on, until play_end(). */
bool play_begin_session(struct play *p, struct cli *cli, const struct play_host *host, void *at);
/* Until the game is over or left: the exit code. */
int play_run(struct play *p);
void play_end(struct play *p);
/* Writes what has been said to the screen, and the prompt again with what is being
 * typed. */
void play_flush(struct play *p);
/* Ends it with this exit code, unless it is ending already. */
void play_stop(struct play *p, int code);

/* The view at hand as one whole, in a language whose words are known; free() it. NULL
 * without memory. */
char *play_view(const struct play *p, int lang, size_t *len);

/* ---- typed lines ---- */

/* The next whole line, tidied; false if there is none yet. */
bool play_take_line(struct play_input *in, char line[PLAY_LINE]);
/* Reads what is there. */
void play_read_keys(struct play_input *in);
/* Takes what stands half typed in the terminal's own line, so that it can be shown
 * again, and returns it. */
const char *play_half_line(struct play_input *in);

enum play_read { PLAY_GOT, PLAY_EOF, PLAY_STOP, PLAY_QUIT };

/* A question outside of the session: waits for a line. PLAY_STOP: a signal came;
 * PLAY_QUIT: the word for it was typed. */
enum play_read play_read_line(struct cli *cli, struct play_input *in, char line[PLAY_LINE]);

/* What waits: 0 is the keyboard, fd may be -1; ms -1: as long as it takes. What came
 * from fd. A signal ends it. */
short play_wait(int fd, short events, int ms, bool keyboard, bool *typed);

/* ---- sending ---- */

/* {"t":type,"cid":...: the caller adds fields and calls play_send(), which closes
 * the object. */
struct vl_json play_begin(struct play *p, const char *type);
/* `keep`: see struct play_host. */
void play_send(struct play *p, struct vl_json *w, bool keep);
/* A message with nothing else in it. */
void play_ask(struct play *p, const char *type);
void play_send_move(struct play *p, const char *notation);

/* ---- receiving ---- */

struct play_msg {
    const struct vl_json_doc *doc; /* node 0 is the message */
    char type[PLAY_WORD], cid[PLAY_CID + 1];
};

/* One message of the host. */
void play_receive(struct play *p, const char *text, size_t len);
/* People, votes and answers; false if it is none of those. */
bool play_receive_talk(struct play *p, const struct play_msg *m);
void play_read_players(struct play *p, const struct vl_json_doc *doc, uint32_t players, bool tell);
void play_read_said(struct play *p, const struct vl_json_doc *doc, uint32_t said);
void play_read_vote(struct play *p, const struct vl_json_doc *doc, uint32_t vote);
uint32_t play_read_seats(const struct vl_json_doc *doc, uint32_t list);

/* A text of an object, cleaned and folded for the reader. */
void play_text(struct play *p, const struct vl_json_doc *doc, uint32_t object, const char *key,
               char *out, size_t cap);
int64_t play_int(const struct vl_json_doc *doc, uint32_t object, const char *key, int64_t lo,
                 int64_t hi, int64_t def);
bool play_true(const struct vl_json_doc *doc, uint32_t object, const char *key);

/* ---- showing ---- */

void play_show(struct play *p); /* what is due */
int play_page_lines(struct play *p);
void play_board(struct play *p);
void play_prompt(struct play *p);
/* The numbered moves, or what is to be entered. */
void play_list(struct play *p, bool whole);
/* The entries of `step` or of the log of `view` that have not been told. `quiet`:
 * only for the log. */
void play_tell(struct play *p, const struct vl_json_doc *doc, uint32_t entries, bool quiet);
/* Events alone, as what happened or will happen. */
void play_tell_events(struct play *p, const struct vl_json_doc *doc, uint32_t events);
void play_show_log(struct play *p, int64_t entries);
/* The entry before which `times` of our standing moves were made; -1: there are not
 * so many. */
int64_t play_undo_target(const struct play *p, int64_t times);
/* "Ana", "player 2", "greedy". */
void play_player_name(struct play *p, int player, char *out, size_t cap);
void play_list_players(struct play *p);
/* Does each player hold one seat, by whose name the game calls them? */
bool play_seats_are_players(const struct play *p);

/* ---- what is typed ---- */

void play_typed(struct play *p, const char *line);
/* What can be typed where a line ends: calls `take` with each whole word. */
void play_complete(struct play *p, const char *line, void (*take)(void *arg, const char *word),
                   void *arg);
/* Is it our decision, and nothing on its way? */
bool play_may_move(struct play *p);

/* Real dice (hand.c): an outcome of chance typed by a person. VL_OK: its notation;
 * VL_UNKNOWN: it means nothing here; VL_INVALID: that has been answered. */
int play_hand_parse(struct play *p, const char *line, char *notation, size_t cap);
/* Enters what a line names, one after the other: VL_INVALID, that has been answered;
 * VL_UNKNOWN, it means nothing here. */
int play_hand_typed(struct play *p, const char *line);
/* A line that is an entry or a question about it before it is any command; false: it
 * is not. */
bool play_hand_first(struct play *p, const char *line);
/* What is to be entered, and how; `whole`: all of it, numbered, with what is left, if
 * it is not too much. */
void play_hand_ask(struct play *p, bool whole);
/* What is awaited, by example; `what` (or NULL) is nothing of the kind. */
void play_hand_explain(struct play *p, const char *what);

#endif
