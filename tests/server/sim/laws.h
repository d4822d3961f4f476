/* laws.h - what must hold, and what is known of the tables to tell whether it does.
 *
 * Clients report what they were told; nothing here is known from inside the server
 * but its limits and the seeds that it drew.
 *
 *   - what was acknowledged is in the store, once, also after every crash, and so is
 *     whatever anybody was shown; both say the same of every entry
 *   - a request that was refused is not
 *   - what a player sees at a revision never changes
 *   - a token is told to one client alone, a seed to nobody before the game is over
 *   - no table is lost that nobody deleted
 *   - tables, queues, the kernel's share, the log and memory keep their limits;
 *     rooms_broken() finds nothing
 */
#ifndef VL_TESTS_SIM_LAWS_H
#define VL_TESTS_SIM_LAWS_H

#include "server/net/server.h"
#include "server/rooms/room.h"

enum { TABLES_MAX = 256, ROWS_PLAYERS = 8, TOKEN_TEXT = 27 };

/* A request that was acknowledged or refused for good. */
struct verdict {
    int player;
    char cid[25];
    int64_t rev;     /* -1: refused */
    bool is_entry;   /* a move or an undo: rev is right after it */
    char entry[136]; /* "": not known */
};

struct table {
    char room[TOKEN_TEXT];
    int players;
    char token[ROWS_PLAYERS][TOKEN_TEXT];           /* "": nobody's, or a bot's */
    bool is_taken[ROWS_PLAYERS];                    /* a client has it */
    bool is_loose[ROWS_PLAYERS];                    /* its token may have become void */
    char watch[TOKEN_TEXT], watch_next[TOKEN_TEXT]; /* next: as struct seat has it */
    bool is_public, may_be_gone, is_moved;
    char **entries; /* by number; NULL: not seen */
    int64_t entries_len, entries_cap;
    int64_t shown; /* the highest revision that anybody was told */
    struct verdict *verdicts;
    int verdicts_len, verdicts_cap;
    int backed;         /* of them when the last backup began; -1: the table was not there */
    int64_t vote;       /* that must still stand, 0: none is known to */
    int64_t vote_shown; /* `shown` when it was told */
    int meddles;        /* requests without an answer that may end a vote */
    int64_t said;       /* lines of chat that were told */
    int64_t late_s;     /* those who watch see it so much later */
    uint64_t *told_us;  /* by entry: when a player was told first; 0: not yet */
};

void laws_begin(const struct server_limits *limits);
void laws_end(void);
int laws_tables(void);
struct table *laws_table(int i);
struct table *laws_find(const char *room);
/* A table that was acknowledged to be there. */
struct table *laws_made(const char *room, int players);

/* A client was told this entry (number rev - 1); text NULL: it may not know it. */
void laws_entry(struct table *t, int64_t rev, const char *text);
void laws_shown(struct table *t, int64_t rev);
/* The revision is in sight of a player, or of one who watches late. */
void laws_in_sight(struct table *t, int64_t rev, bool is_late);
/* What a player (-1: those who watch) sees at a revision: the same, whenever and
 * however often it is told, and by whatever process. */
void laws_seen(const struct table *t, int player, int64_t rev, const char *what);
/* From now on nobody can tell what is too early: the wall clock was set. */
void laws_clock_set(void);
void laws_verdict(struct table *t, const struct verdict *v);
/* The table may vanish by itself. */
bool laws_may_be_gone(const struct table *t);

/* The token belongs to this client. */
void laws_token(const char *token, int client);
/* Every text message to a client. */
void laws_told(int client, const char *text, size_t len, bool may_tell_seed);
void laws_drawn(const uint8_t bytes[32]);

/* A new process begins. */
void laws_process(void);
/* The disk has worked for so long, and the process has lived. */
bool laws_is_healthy(uint64_t us);
/* Between two events of a living server. */
void laws_hold(const struct server *s, const struct rooms *rooms);
/* Of what the disk holds now. */
void laws_look_at_store(void);
/* A backup begins, unless one is under way; and what is in the last one. */
void laws_backup_begins(void);
void laws_look_at_backup(void);
/* Acknowledged requests; entries that were compared with the store. */
extern uint64_t laws_acks, laws_compared, laws_backups;

#endif
