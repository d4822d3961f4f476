/* rooms_seam.h - rooms without sockets and disk.
 *
 * Rooms call the functions of server.h (connections, blobs) and writer.h (the
 * store); here they are defined anew: a connection keeps what it was sent, the
 * store is memory, and its answers wait until the test lets them go. So a test
 * decides what is durable when, and can take the power away at any moment.
 *
 *     struct seam s;
 *     seam_open(&s, NULL);
 *     struct conn *c = seam_connect(&s);
 *     seam_say(c, "{\"t\":\"hello\",\"version\":1}");
 *     seam_run(&s);                          // everything becomes durable, bots think
 *     const char *text = seam_next(c);       // what was sent, oldest first
 *     seam_restart(&s);                      // all connections and memory gone
 *     seam_close(&s);
 */
#ifndef VL_TESTS_ROOMS_SEAM_H
#define VL_TESTS_ROOMS_SEAM_H

#include "server/rooms/room.h"

struct seam {
    struct rooms *rooms;
    struct server_app app;
    struct work *work;
    struct writer *writer;
    struct server_limits limits;
    struct log log;
    struct conn *conns;
    uint64_t conns_made;
};

/* With the real games, hands and walk; limits NULL: without rates. */
void seam_open(struct seam *s, const struct server_limits *limits);
void seam_close(struct seam *s);
/* As if the process had been killed: what was not durable is gone. */
void seam_restart(struct seam *s);

/* ---- connections ---- */

struct conn *seam_connect(struct seam *s);
/* Of the next connections: who shares an address. */
extern uint64_t seam_household;
extern const char *seam_address;
void seam_hang_up(struct conn *c);
void seam_say(struct conn *c, const char *text);
/* printf */
void seam_sayf(struct conn *c, const char *format, ...);
/* The oldest message not looked at yet, NULL: none. Good until the next call. */
const char *seam_next(struct conn *c);
/* The next message of that type; those before it are dropped. */
const char *seam_find(struct conn *c, const char *type);
void seam_forget(struct conn *c);           /* all that is waiting */
int seam_closed_with(const struct conn *c); /* the close code, 0: open */
/* Every byte ever sent to it. */
const char *seam_heard(const struct conn *c, size_t *len);

/* ---- the store ---- */

/* Carries out and answers one request; false: none waits. */
bool seam_store_one(struct seam *s);
/* The next n changes fail with this status; nothing of them is kept. */
void seam_store_fail(struct seam *s, int status, int n);
/* How many requests wait. */
int seam_store_waiting(const struct seam *s);
/* No more than so many are taken (0: no bound). */
void seam_store_room(struct seam *s, int n);
/* The log of a game: entry n as it is stored, NULL past the end. */
const char *seam_store_entry(const struct seam *s, const char *id, uint32_t n);
/* A game as if it had been stored long ago; tokens by role. */
void seam_store_put(struct seam *s, const char *id, const char *game, const char *options,
                    const char *head, const struct store_token *tokens, size_t tokens_len);
/* Every byte of the store, for a search. */
bool seam_store_holds(const struct seam *s, const char *text);

/* Store and bots, until nothing is left to do. */
void seam_run(struct seam *s);

/* Time stands still, and is moved by hand. Random numbers come from a seed. */
extern int64_t seam_now_ms;
/* What the clock of the world outside was set ahead; the steady one does not know. */
extern int64_t seam_jump_ms;
void seam_seed(uint64_t seed);

#endif
