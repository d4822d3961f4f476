/* fleet.h - many tables played by honest clients, as docs/protocol.md asks.
 *
 * A table has seats (players of ours and spectators), each with a connection of
 * its own that comes back whenever it is lost. One move per table is under way
 * at a time; it is sent again, with its cid, until it is answered. Moves are
 * picked at random among the legal ones. When a game is over the table begins
 * another one.
 *
 * What the fleet sees wrong is counted in `faults`, and must stay 0:
 *   gap      a step that does not follow the revision before
 *   shown    after a reconnect the table is behind what it has shown before
 *   lost     after a reconnect the table is behind an acknowledgement
 *   answer   an ack with another revision than the move's
 *   protocol anything that the protocol does not allow
 */
#ifndef LOAD_FLEET_H
#define LOAD_FLEET_H

#include "client.h"
#include "samples.h"

#include <stdio.h>

enum { FLEET_MOVE_MAX = 128, FLEET_SEATS_MAX = 1024, TOKEN_CAP = 27, CID_CAP = 25 };

struct table;
struct fleet;

enum seat_state {
    SEAT_OUT,     /* no connection; due_ms says when to try again */
    SEAT_OPENING, /* connecting, greeting */
    SEAT_GREETED, /* welcome came; no table yet */
    SEAT_JOINING,
    SEAT_SEATED
};

struct seat {
    struct table *table;
    struct client *client;
    int16_t player; /* -1: watches */
    uint8_t state;  /* enum seat_state */
    uint8_t tries;
    uint32_t generation; /* of the table it is seated at */
    uint32_t rev;        /* last seen */
    uint32_t acked_then,
        seen_then;    /* of the table, when it asked to join: the least it must find */
    uint64_t due_ms;  /* SEAT_OUT */
    uint64_t lost_ns; /* since when it is out; 0: it never was */
    int64_t retry_ms; /* of a bye; -1: none */
    char token[TOKEN_CAP];
    char *heard; /* everything it was sent at this table, if the fleet records */
    size_t heard_len, heard_cap;
    bool is_missing_some; /* of it */
};

enum table_state { TABLE_NONE, TABLE_CREATING, TABLE_RUNNING, TABLE_OVER };

/* A move that was sent and not answered. */
struct pending {
    bool is_there, is_resent;
    struct seat *seat;
    uint32_t rev;
    uint64_t sent_ns;
    uint64_t again_ms; /* send it again then; 0: only after a reconnect */
    char cid[CID_CAP], move[FLEET_MOVE_MAX];
};

struct table {
    struct fleet *fleet;
    struct seat *seats;
    uint16_t seats_len, humans;
    uint8_t state; /* enum table_state */
    bool is_ready; /* in the queue of tables that can move */
    uint32_t generation, cids, index;
    uint32_t seen_rev, acked_rev;
    uint64_t create_ms; /* when it may ask for another game; 0: now */
    struct seat *ready_seat;
    uint32_t ready_rev;
    char ready_move[FLEET_MOVE_MAX];
    char room[TOKEN_CAP], watch[TOKEN_CAP];
    struct pending pending;
};

/* How tables are made. */
struct fleet_shape {
    int humans, bots, watchers;
    const char *game, *options, *level; /* options: a JSON object */
};

struct fleet_counts {
    uint64_t sent, acked, resent, refused, stale, busy, io; /* moves */
    uint64_t games, over, steps, views, said;
    uint64_t lost_connections, reconnects, byes;
    uint64_t read_only, writable; /* `store` messages */
    uint64_t gap, shown, lost, answer, protocol;
    uint64_t leaks; /* fleet_record: secrets found */
};

struct fleet {
    struct net *net;
    struct table *tables;
    int tables_len;
    struct table **ready; /* a ring of tables that can move */
    size_t ready_first, ready_len;
    int seats_len, seated; /* of all tables */
    int next_opened;       /* seats opened one after another, table by table */
    int pending_len;
    struct fleet_shape shape;
    struct fleet_counts count;
    struct samples ack;  /* move to ack, of moves sent once */
    struct samples back; /* lost connection to seated again */
    bool is_stopped;     /* no new connections, no new games */
    bool is_recorded;    /* what arrives is kept and searched when a game ends */
    uint64_t games_max;  /* no new game after so many; 0: no bound */
    FILE *ledger;        /* acknowledged moves: room player rev cid move, by tabs */
    FILE *tokens;        /* every token, one a line */
    uint64_t last_protocol_ns;
    char fault[256]; /* the first one, in words */
    /* fleet_watch: the last revision that a seat saw, told to whoever measures. */
    void (*step)(void *ctx, struct seat *s, uint32_t rev);
    void *step_ctx;
};

int fleet_init(struct fleet *f, struct net *n, const struct fleet_shape *shape, int tables);
void fleet_deinit(struct fleet *f);
/* Opens up to n more seats; true while some are left. */
bool fleet_open(struct fleet *f, int n);
/* To be called every few milliseconds: reconnects, resends, new games. */
void fleet_tick(struct fleet *f, uint64_t now_ms);
/* Sends the next move of the table that waits longest; false if none is ready. */
bool fleet_move(struct fleet *f);
/* Closes every connection; they do not come back. */
void fleet_stop(struct fleet *f);
/* Cuts the connection of a seat without a word. */
void fleet_cut(struct seat *s);

#endif
