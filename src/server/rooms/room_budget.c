/* room_budget.c - what one address may ask for, over all its connections: new
 * tables, claims, joins, lines written.
 *
 * A table of fixed size, as the network layer has one for connects (peers.h). It
 * is no list of the banned: who waits a moment is welcome again. */
#include "server/rooms/room_impl.h"

#include <assert.h>

enum { WAYS = 8 };

static_assert(LIMIT_ADDRESSES % WAYS == 0, "whole rows");

/* The place of the address: its own, else a free one or the one quiet longest. */
static struct budget *find(struct rooms *rs, uint64_t key, int64_t now)
{
    struct budget *row = rs->budgets + key % (LIMIT_ADDRESSES / WAYS) * WAYS, *best = row;

    for (struct budget *b = row; b < row + WAYS; b++) {
        if (b->used_ms && b->key == key) {
            b->used_ms = now;
            return b;
        }
        if (b->used_ms < best->used_ms)
            best = b;
    }
    *best = (struct budget){ .key = key, .used_ms = now };
    return best;
}

bool budget_take(struct member *m, enum budget_what what, int64_t n)
{
    const struct server_limits *l = &m->rs->limits;
    const struct {
        int64_t burst, every_ms;
    } of[] = {
        [BUDGET_TABLES] = { l->address_tables, l->address_table_ms },
        [BUDGET_CLAIMS] = { l->address_claims, l->address_claim_ms },
        [BUDGET_JOINS] = { l->address_joins, l->address_join_ms },
        [BUDGET_LINES] = { l->address_lines, l->address_line_ms },
    };
    int64_t now = rooms_steady(m->rs);
    struct bucket *b = &find(m->rs, conn_household(m->conn), now)->of[what];
    bool ok = true;

    while (n-- > 0 && ok)
        ok = bucket_take(b, now, of[what].burst, of[what].every_ms);
    return ok;
}
