/* room_end.c - the end of a table: deleted for good because its people want it so,
 * or let go because what is in memory is not what is in the store. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

/* Everybody is shown out; who is on the way in is left to the caller. */
static void empty(struct room *room, const char *why)
{
    rooms_remove(room->rs, room);
    room->is_dead = true;
    while (room->members)
        member_show_out(room->members, why);
}

static struct join *next_join(struct room *room)
{
    struct join *j = room->joins;

    if (j)
        room->joins = j->next;
    return j;
}

void room_reload(struct room *room)
{
    struct join *j;

    empty(room, "reload");
    while ((j = next_join(room)) != NULL)
        room_load(j);
}

void room_deleted(struct room *room)
{
    struct join *j;

    room->rs->stats.deleted++;
    LOG(room->rs->log, LOG_INFO, "room_deleted", log_str("room", room->id));
    follow_end(room, ROOM_NOBODY, "deleted");
    empty(room, "deleted");
    while ((j = next_join(room)) != NULL)
        join_fail(j, VL_UNKNOWN, "room");
}

void room_delete(struct room *room, struct member *m, const char *cid)
{
    struct change *c = change_begin(room, m, PROTO_DELETE, cid);

    c->deletes = true;
    change_submit(c);
}

/* Before the game has begun, who made the table may clear it away. */
static bool is_host(const struct hand *h)
{
    return !h->room->started && h->room->host == h->player;
}

void table_delete(const struct hand *h, const struct proto_msg *msg)
{
    uint32_t need = room_people(h->room, false) & ~(UINT32_C(1) << h->player);
    struct vote v = { .what = VOTE_DELETE, .by = (int8_t)h->player, .need = need };

    if (need == 0 || is_host(h)) {
        room_delete(h->room, h->m, msg->cid);
        return;
    }
    memcpy(v.cid, msg->cid, sizeof v.cid);
    vote_open(h->room, &v, h->m);
}
