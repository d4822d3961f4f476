/* hidden_seam.h - the two seams of the rooms without a socket and without a disk.
 *
 * A world is the rooms with a few connections. What a connection is sent is kept;
 * what is to be stored counts as stored when world_settle() comes to it. Equal
 * worlds given equal messages say equal things: clock and random bytes are fixed.
 */
#ifndef VL_TESTS_HIDDEN_SEAM_H
#define VL_TESTS_HIDDEN_SEAM_H

#include "server/rooms/room.h"

enum { WORLD_CONNS = 4, WORLD_WAITING = 64, WORLD_TOKENS = 16 };

struct conn {
    void *user;
    char *heard; /* messages, each ended by LF */
    size_t len, cap;
};

struct writer {
    struct {
        writer_fn *done;
        void *ctx;
        uint8_t hash[STORE_TOKEN_LEN]; /* of a token that is looked for */
        bool is_search;
    } waiting[WORLD_WAITING];
    int first, len;
    struct store_token tokens[WORLD_TOKENS];
    int tokens_len;
};

struct world {
    struct writer writer;
    struct rooms *rooms;
    struct server_app app;
    struct server_limits limits;
    struct log log;
    struct conn conns[WORLD_CONNS];
    uint8_t seed; /* goes into every seed of a table, and into nothing else */
    uint32_t randoms;
    uint8_t table_seed[32]; /* the last one that was drawn */
};

/* games[0..n) on offer. */
void world_begin(struct world *w, const struct vl_game *const *games, int n, uint8_t seed,
                 int (*rules)(void *, const struct vl_game *, const struct vl_pack_info *,
                              struct vl_rules *, struct vl_error *));
void world_end(struct world *w);
/* A message from a connection, and all that follows from it. */
void world_say(struct world *w, int conn, const char *text);

#endif
