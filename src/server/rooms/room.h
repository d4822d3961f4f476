/* room.h - the tables of the server: seats, links, moves, chat, bots.
 *
 * The application that the network layer (server.h) runs. A table ("room") lives
 * in the store; it is in memory while somebody is at it or was lately, and read
 * again when needed, so that a restart loses nothing.
 *
 * How a change travels (a move, an undo, a chat line, a new name):
 *
 *     message -> right -> rules, on a copy -> writer -> ... durable ...
 *             -> the table in memory -> ack to the sender -> step to everybody
 *
 * A table has at most one change on its way to the disk; what is asked meanwhile
 * waits in a short queue. Looking never waits, and sees only what is durable. A
 * decision and the chance that follows are one change.
 *
 * Rooms sit between two seams, both plain headers: server.h (connections, blobs)
 * and writer.h (the store). Tests link other definitions of those functions and
 * drive rooms without a socket or a disk.
 *
 *     struct rooms_setup setup = { .writer = w, .work = k, .limits = &l, .log = log };
 *     struct rooms *rs;
 *     rooms_create(&rs, &setup, &err);
 *     struct server_app app = rooms_app(rs);
 *     ...
 *     rooms_destroy(rs);          // after the writer and the workers have stopped
 */
#ifndef VL_SERVER_ROOM_H
#define VL_SERVER_ROOM_H

#include "core/engine.h"
#include "server/net/server.h"
#include "server/rooms/house.h"
#include "server/rooms/work.h"
#include "server/store/writer.h"

struct rooms;

struct rooms_setup {
    struct writer *writer;
    struct work *work;
    const struct server_limits *limits;
    struct log *log;
    const char *version; /* of the program, for `welcome` */

    /* The games on offer; NULL: all of the registry. */
    const struct vl_game *const *games;
    int games_len;
    /* Rules of a game, initialised with content, options at their defaults: the
     * current pack, or the one that `want` names. NULL: the program's own packs. */
    int (*rules)(void *ctx, const struct vl_game *g, const struct vl_pack_info *want,
                 struct vl_rules *out, struct vl_error *err);
    int64_t (*now_ms)(void *ctx);                   /* since 1970; NULL: the system's clock */
    int64_t (*steady_ms)(void *ctx);                /* never set; NULL: now_ms, or the system's */
    void (*random)(void *ctx, void *out, size_t n); /* NULL: libsodium's */
    void *ctx;
};

/* Everything in setup must outlive the rooms, but the struct itself. */
int rooms_create(struct rooms **out, const struct rooms_setup *setup, struct vl_error *err);
/* No connection, request or job may be under way any more. NULL: nothing. */
void rooms_destroy(struct rooms *rs);

/* The functions to be called by the network layer. */
struct server_app rooms_app(struct rooms *rs);
/* For struct writer_options: the store stopped or works again. */
void rooms_store_state(void *rs, bool is_read_only, const struct vl_error *why);
/* The rules of the house, from now on; they are the rooms' own. NULL: none. */
void rooms_house(struct rooms *rs, struct house *h);
/* For work.h: a bot has answered. */
void rooms_bot_done(void *rs, const struct work_job *job, const struct vl_bot_answer *answer);

struct rooms_stats {
    uint32_t live, idle; /* tables in memory: all, and those nobody is at */
    uint32_t members;    /* connections at a table */
    uint64_t created, loaded, evicted, deleted, expired;
    uint64_t moves, bot_moves, undos, said; /* acknowledged, durable */
    uint64_t hints;                         /* answered */
    uint64_t errors, stale;                 /* answers */
    uint64_t stale_bots;                    /* bot answers that came too late */
    struct histogram ack;                   /* from message to acknowledgement */
};

void rooms_stats(const struct rooms *rs, struct rooms_stats *out);

/* Is the line of a log part of a change that goes on with the next line? */
bool rooms_line_goes_on(const struct store_entry *e);

/* What is wrong with the tables in memory, between two events; NULL: nothing. Looks
 * at all of them: for tests. */
const char *rooms_broken(const struct rooms *rs);

#endif
