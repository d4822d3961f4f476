/* join.h - a table on a server, at the terminal: the session and its parts.
 *
 * The line mode of `play` over the network (docs/protocol.md). The server keeps
 * the truth; the session shows what it is told and sends what is typed. It never
 * waits for one thing: the keyboard, the connection and the clock are looked at
 * together.
 *
 *     cmd_join.c      the command, its loop, losing and finding the connection
 *     join_send.c     messages to the server, and those without an answer yet
 *     join_recv.c     messages from the server: the table
 *     join_talk.c     messages from the server: people, votes, answers
 *     join_say.c      the board, the prompt, what happened
 *     join_command.c  what is typed
 *
 * A request that has no answer when the connection breaks is sent again after
 * the next one is made, with the same cid: it happens once.
 */
#ifndef VL_CLI_JOIN_H
#define VL_CLI_JOIN_H

#include "cli/board.h"
#include "cli/net_client.h"
#include "cli/net_view.h"
#include "cli/play.h"

enum {
    JOIN_VERSION = 1,    /* of the protocol */
    JOIN_PENDING = 8,    /* requests without an answer */
    JOIN_MESSAGE = 4096, /* bytes of one that we send: the server's frame */
    JOIN_CID = 24,       /* bytes of a request's own name */
    JOIN_NAME = 256,     /* bytes of a name that is shown */
    JOIN_WORD = 32,      /* of an id: game, level, phrase */
    JOIN_PHRASES = 32,
    JOIN_LOG = 200,           /* lines kept for `log` */
    JOIN_NODES = 1 << 18,     /* JSON values of one message; more is no message of ours */
    JOIN_GREET_MS = 15000,    /* from the connection to a seat at the table */
    JOIN_RETRY_MS = 1000,     /* the first pause, and */
    JOIN_RETRY_MAX_MS = 10000 /* the longest */
};

struct join_player {
    char name[JOIN_NAME]; /* "" if none */
    char kind[JOIN_WORD]; /* human, bot, open */
    char level[JOIN_WORD];
    bool here, lent;
    uint32_t seats; /* bits */
};

/* What was sent and must arrive. */
struct join_pending {
    char cid[JOIN_CID + 1];
    char type[JOIN_WORD];
    char *text; /* NULL: this place is free */
};

struct join_phrase {
    char id[JOIN_WORD], text[JOIN_NAME];
};

struct join {
    struct cli *cli;
    FILE *screen; /* where cli->out went before: the terminal or a pipe */
    char *page;   /* what is to be shown next (cli->out writes there) */
    size_t page_len;
    bool at_prompt; /* the cursor stands after "> " */
    int code;       /* the exit code once it is not negative */
    bool plain;

    /* the connection */
    struct net *net;
    struct net_url url;
    bool claim;           /* take an open seat */
    char name[JOIN_NAME]; /* to be known by; "" if none was given */
    bool met;             /* it has worked once: from now on a loss is repaired */
    bool seated;          /* `joined` has come on this connection */
    bool lost;            /* told that it is lost, and not yet that it is back */
    bool leaving;         /* the server has shown us out; read join again */
    int told_cause;       /* the last cause that was told */
    int tries;
    int64_t up_at;          /* when the connection was made */
    int64_t retry_at;       /* when to try again; 0: not waiting */
    int64_t bye_lo, bye_hi; /* the pause that the server asked for; hi -1: none */
    char cid_prefix[12];
    unsigned cid_count;
    struct join_pending pending[JOIN_PENDING];

    /* the table */
    char room[NET_ID + 1];
    char game[JOIN_WORD];
    char seed_hash[65];
    int player; /* -1: watching */
    uint32_t seats;
    int64_t rev;  /* of the view; -1: none yet */
    int64_t told; /* entries up to this revision have been told */
    struct net_view view;
    struct board *board;
    bool has_actions;
    bool over;
    int64_t undo_to; /* what can be taken back without asking; -1: nothing */
    struct join_player players[VL_SEATS_MAX];
    int players_len;
    bool players_known;
    int64_t said; /* the last line of chat that was shown */
    int64_t vote; /* that waits for our answer; -1: none */
    struct join_phrase phrases[JOIN_PHRASES];
    int phrases_len;

    /* what is on the screen */
    bool view_due, list_due;
    int shown_actor, about_round;
    char shown_prompt[JOIN_NAME];
    char log[JOIN_LOG][JOIN_NAME];
    unsigned log_len; /* lines ever; the last JOIN_LOG are kept */

    /* what is being typed */
    char line[PLAY_LINE];
    size_t line_len;
    bool input_over;

    /* a record that is being fetched */
    char save_path[PLAY_LINE];
    enum vl_file_how save_how;
    char *save_text;
    size_t save_len;
};

/* ---- sending ---- */

/* {"t":type,"cid":...: the caller adds fields and calls join_send(), which closes
 * the object. */
struct vl_json join_begin(struct join *j, const char *type);
/* `keep`: it is sent again after a lost connection, until it is answered. */
void join_send(struct join *j, struct vl_json *w, bool keep);
/* A message with nothing else in it. */
void join_ask(struct join *j, const char *type);
void join_hello(struct join *j);
void join_table(struct join *j); /* `join`, with the revision that is at hand */
/* A message of this type without an answer, NULL if none. */
struct join_pending *join_waits(struct join *j, const char *type);
/* This request is answered; the type it had, "" if it is unknown. */
void join_answered(struct join *j, const char *cid, char type[JOIN_WORD]);
void join_resend(struct join *j);

/* ---- receiving ---- */

struct join_msg {
    const struct vl_json_doc *doc; /* node 0 is the message */
    char type[JOIN_WORD], cid[JOIN_CID + 1];
};

/* One message of the server (net_message_fn). */
void join_receive(void *join, const char *text, size_t len);
/* People, votes and answers; false if it is none of those. */
bool join_receive_talk(struct join *j, const struct join_msg *m);
void join_read_players(struct join *j, const struct vl_json_doc *doc, uint32_t players, bool tell);
void join_read_said(struct join *j, const struct vl_json_doc *doc, uint32_t said);
void join_read_vote(struct join *j, const struct vl_json_doc *doc, uint32_t vote);

/* A text of an object, cleaned and folded for the reader. */
void join_text(struct join *j, const struct vl_json_doc *doc, uint32_t object, const char *key,
               char *out, size_t cap);
int64_t join_int(const struct vl_json_doc *doc, uint32_t object, const char *key, int64_t lo,
                 int64_t hi, int64_t def);

/* ---- showing ---- */

void join_show(struct join *j); /* what is due */
void join_board(struct join *j);
void join_prompt(struct join *j);
/* The entries of `step` or of the log of `view` that have not been told. `quiet`:
 * only for the log. */
void join_tell(struct join *j, const struct vl_json_doc *doc, uint32_t entries, bool quiet);
void join_log(struct join *j, const char *line);
void join_player_name(struct join *j, int player, char *out, size_t cap);
void join_list_players(struct join *j);
void join_link(struct join *j, const char *id, const char *room, const char *token);
/* What is wrong with the connection, in words. */
void join_cause(struct cli *cli, const struct net_why *why, char *out, size_t cap);
/* Writes what has been said to the screen, and the prompt again. */
void join_flush(struct join *j);

/* ---- typed ---- */

void join_typed(struct join *j, const char *line);
/* Is it our decision, and nothing on its way? */
bool join_may_move(struct join *j);

/* Goes to that table: links may not be printed with their tokens by anything else. */
int join_run(struct cli *cli, const struct net_url *url);

#endif
