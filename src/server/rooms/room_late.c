/* room_late.c - those who watch a table with a delay.
 *
 * They see the table as it was `delay_s` seconds ago: room->late.rev is the
 * revision they are at, room->late.list the entries stored since then. The times
 * are those of the store, so a table that is read again is as late as before. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

bool member_is_late(const struct member *m)
{
    return m->player == ROOM_NOBODY && m->room->late.delay_s > 0;
}

uint32_t member_rev(const struct member *m)
{
    return member_is_late(m) ? m->room->late.rev : m->room->match->len;
}

/* ---- the tables that wait ---- */

static void enlist(struct room *room)
{
    struct rooms *rs = room->rs;

    if (room->late.is_listed)
        return;
    room->late.is_listed = true;
    room->late.prev = NULL;
    room->late.next = rs->late;
    if (rs->late)
        rs->late->late.prev = room;
    rs->late = room;
}

static void strike(struct room *room)
{
    if (!room->late.is_listed)
        return;
    room->late.is_listed = false;
    *(room->late.prev ? &room->late.prev->late.next : &room->rs->late) = room->late.next;
    if (room->late.next)
        room->late.next->late.prev = room->late.prev;
}

void late_forget(struct room *room)
{
    strike(room);
    free(room->late.list);
    room->late.list = NULL;
    room->late.len = room->late.cap = 0;
}

/* ---- keeping ---- */

static bool is_due(const struct room *room, const struct late *l)
{
    return rooms_sure(room->rs) - l->time_ms >= room->late.delay_s * INT64_C(1000);
}

/* Room for one more; without memory the entry is shown together with the next. */
static struct late *late_add(struct room *room)
{
    if (room->late.len == room->late.cap) {
        uint32_t cap = room->late.cap ? 2 * room->late.cap : 16;
        void *bigger = realloc(room->late.list, cap * sizeof *room->late.list);

        if (!bigger)
            return NULL;
        room->late.list = bigger;
        room->late.cap = cap;
    }
    enlist(room);
    return &room->late.list[room->late.len++];
}

void late_keep(struct room *room, int64_t time_ms)
{
    if (room->late.delay_s == 0)
        return;
    int64_t now = rooms_sure(room->rs);
    struct late fresh = { time_ms < now ? time_ms : now, room->match->len };
    struct late *last = room->late.len ? &room->late.list[room->late.len - 1] : NULL;
    if (!last && is_due(room, &fresh)) { /* read from the store, and long ago */
        room->late.rev = fresh.rev;
        return;
    }
    if (!last || last->time_ms != fresh.time_ms)
        last = late_add(room);
    if (last)
        *last = fresh;
}

/* ---- showing ---- */

static void show_up_to(struct room *room, uint32_t rev)
{
    while (room->late.rev < rev) {
        uint32_t from = room->late.rev;

        room->late.rev = rev - from > ROOM_STEP_MAX ? from + ROOM_STEP_MAX : rev;
        room_show_late(room, from, room->late.rev);
    }
}

static void show_over(struct room *room)
{
    for (struct member *m = room->members; m; m = m->next)
        if (member_is_late(m))
            room_show_over(room, m);
}

static void show_due(struct room *room)
{
    uint32_t n = 0;

    while (n < room->late.len && is_due(room, &room->late.list[n]))
        show_up_to(room, room->late.list[n++].rev);
    room->late.len -= n;
    memmove(room->late.list, room->late.list + n, room->late.len * sizeof *room->late.list);
    if (room->late.len > 0)
        return;
    strike(room);
    if (room->match->state->actor == VL_OVER)
        show_over(room);
}

/* The clock was set back: nothing is from the future, the wait begins anew. */
static void wait_anew(struct room *room, int64_t now)
{
    for (uint32_t i = 0; i < room->late.len; i++)
        if (room->late.list[i].time_ms > now)
            room->late.list[i].time_ms = now;
}

void late_tick(struct rooms *rs)
{
    int64_t now = rooms_sure(rs);
    bool is_back = now < rs->late_ms;

    rs->late_ms = now;
    for (struct room *room = rs->late, *next; room; room = next) {
        next = room->late.next;
        if (is_back)
            wait_anew(room, now);
        show_due(room);
    }
}
