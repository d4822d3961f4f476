/* peers.h - how many connects one address may make.
 *
 * A table of fixed size counts connects by address: a bucket that refills with
 * time, and how many are open now. It is no list of the banned: who waits a
 * moment is welcome again. Pure: the caller brings the clock.
 *
 * An IPv6 address counts as its /64, which is what one household gets.
 */
#ifndef VL_SERVER_PEERS_H
#define VL_SERVER_PEERS_H

#include "server/net/limits.h"

#include <stdbool.h>

/* An IPv6 address, or an IPv4 address as ::ffff:a.b.c.d. */
struct peer_address {
    uint8_t b[16];
};

struct peer {
    struct peer_address address;
    uint64_t last_ms; /* of the last connect; 0: free */
    int32_t open;
    int32_t tokens; /* thousandths of a connect */
};

struct peers {
    struct peer *table; /* LIMIT_ADDRESSES of them */
    uint64_t seed;      /* so that nobody can choose who shares a slot */
};

enum peer_answer { PEER_OK, PEER_TOO_FAST, PEER_TOO_MANY };

/* table: LIMIT_ADDRESSES zeroed entries. */
void peers_init(struct peers *p, struct peer *table, uint64_t seed);
/* Asks for one more connection of the address; with PEER_OK *slot is to be given
 * back by peers_leave(). now_ms never falls. */
int peers_enter(struct peers *p, const struct server_limits *l, const struct peer_address *a,
                uint64_t now_ms, int *slot);
/* The number of an address: the same for those that are counted together. */
uint64_t peers_key(const struct peers *p, const struct peer_address *a);
void peers_leave(struct peers *p, int slot);

#endif
