/* peers.c - a hash table with a few places per hash and no chains. */
#include "server/net/peers.h"

#include "base/check.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

enum { WAYS = 8, TOKEN = 1000 };

static_assert((LIMIT_ADDRESSES & (LIMIT_ADDRESSES - 1)) == 0, "a power of two");

void peers_init(struct peers *p, struct peer *table, uint64_t seed)
{
    p->table = table;
    p->seed = seed;
}

static struct peer_address key_of(const struct peer_address *a)
{
    static const uint8_t mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
    struct peer_address key = *a;

    if (memcmp(a->b, mapped, sizeof mapped) != 0)
        memset(key.b + 8, 0, 8);
    return key;
}

/* The place of the address: its own, a free one, else the one that nobody has
 * open and that was quiet longest. If all are in use two addresses share one,
 * which counts them together. */
static int place(struct peers *p, const struct peer_address *key)
{
    uint64_t h = vl_hash(key->b, sizeof key->b, p->seed);
    int first = (int)(h & (LIMIT_ADDRESSES / WAYS - 1)) * WAYS, best = first;

    for (int i = first; i < first + WAYS; i++) {
        const struct peer *e = &p->table[i], *b = &p->table[best];
        if (e->last_ms && memcmp(&e->address, key, sizeof *key) == 0)
            return i;
        if ((e->open == 0) > (b->open == 0) ||
            ((e->open == 0) == (b->open == 0) && e->last_ms < b->last_ms))
            best = i;
    }
    return best;
}

static void refill(struct peer *e, const struct server_limits *l, uint64_t now_ms)
{
    int64_t most = l->address_burst * TOKEN;
    uint64_t quiet = now_ms - e->last_ms;
    int64_t gain = quiet > 1000000 ? most : (int64_t)quiet * l->address_rate * TOKEN / 1000;

    e->tokens = (int32_t)(gain > most - e->tokens ? most : e->tokens + gain);
}

int peers_enter(struct peers *p, const struct server_limits *l, const struct peer_address *a,
                uint64_t now_ms, int *slot)
{
    struct peer_address key = key_of(a);
    int i = place(p, &key);
    struct peer *e = &p->table[i];

    if (!e->last_ms || (e->open == 0 && memcmp(&e->address, &key, sizeof key) != 0)) {
        *e = (struct peer){ .address = key, .tokens = (int32_t)(l->address_burst * TOKEN) };
    } else
        refill(e, l, now_ms + 1);
    e->last_ms = now_ms + 1; /* 0 means free */
    if (l->address_connections && e->open >= l->address_connections)
        return PEER_TOO_MANY;
    if (l->address_rate && e->tokens < TOKEN)
        return PEER_TOO_FAST;
    if (l->address_rate)
        e->tokens -= TOKEN;
    e->open++;
    *slot = i;
    return PEER_OK;
}

uint64_t peers_key(const struct peers *p, const struct peer_address *a)
{
    struct peer_address key = key_of(a);

    return vl_hash(key.b, sizeof key.b, p->seed);
}

void peers_leave(struct peers *p, int slot)
{
    VL_VERIFY(p->table[slot].open > 0);
    p->table[slot].open--;
}
