/* room_expire.c - tables that nobody has touched are cleared away.
 *
 * By default those that have seen no move: they wait for players, or nothing at
 * all has happened at them, and that for a day, by a clock
 * that has not been set ahead (room_clock.c). A game in progress goes only if
 * the operator has set a time for it. The store is looked through once an hour,
 * a page at a time. */
#include "server/rooms/room_impl.h"

enum { FIRST_MS = 60 * 1000, EVERY_MS = 3600 * 1000, PAGE = 500 };

static void look_on(struct rooms *rs, int64_t before_ms);

static void on_removed(void *ctx, const struct writer_result *r)
{
    struct rooms *rs = ctx;

    rs->stats.expired += r->status == VL_OK;
}

/* When the table may go. INT64_MAX: never. */
static int64_t ends_at(const struct rooms *rs, const struct store_game *g)
{
    bool is_begun = g->state == STORE_OVER || (g->state == STORE_RUNNING && g->len > 0);
    int64_t s = is_begun ? rs->limits.game_idle_s : rs->limits.table_idle_s;

    return s > 0 ? g->updated_ms + s * 1000 : INT64_MAX;
}

static void expire(struct rooms *rs, const struct store_game *g)
{
    struct room *room = rooms_find(rs, g->id);

    if (room && !room->is_idle)
        return; /* somebody is there */
    if (writer_remove(rs->setup.writer, g->id, on_removed, rs) != VL_OK)
        return; /* next time */
    LOG(rs->log, LOG_INFO, "room_expired", log_str("room", g->id));
    if (!room)
        return;
    follow_end(room, ROOM_NOBODY, "deleted");
    rooms_remove(rs, room);
    room_free(room);
}

static void on_listed(void *ctx, const struct writer_result *r)
{
    struct rooms *rs = ctx;
    int64_t now = rooms_sure(rs), last = 0;

    for (size_t i = 0; r->status == VL_OK && i < r->games_len; i++) {
        last = r->games[i].created_ms;
        if (ends_at(rs, &r->games[i]) <= now)
            expire(rs, &r->games[i]);
    }
    rs->expire.is_looking = false;
    if (r->status == VL_OK && r->games_len == PAGE)
        look_on(rs, last);
    rooms_settle(rs);
}

static void look_on(struct rooms *rs, int64_t before_ms)
{
    struct store_filter f = { .before_ms = before_ms, .limit = PAGE };

    if (rs->limits.game_idle_s == 0)
        f.states = 1u << STORE_OPEN | 1u << STORE_RUNNING;
    if (!rs->is_read_only && !rs->is_stopping)
        rs->expire.is_looking = writer_list(rs->setup.writer, &f, on_listed, rs) == VL_OK;
}

void expire_tick(struct rooms *rs)
{
    int64_t now = rooms_steady(rs);

    if (rs->expire.next_ms == 0)
        rs->expire.next_ms = now + FIRST_MS;
    if (now < rs->expire.next_ms || rs->expire.is_looking ||
        (rs->limits.table_idle_s == 0 && rs->limits.game_idle_s == 0))
        return;
    rs->expire.next_ms = now + EVERY_MS;
    look_on(rs, INT64_MAX);
}
