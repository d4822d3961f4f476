/* room_vote.c - votes: an undo beyond one's own moves, a seat of somebody away, the
 * end of the table.
 *
 * A vote lives in memory only. It ends when all agreed, when one refuses, when
 * whoever asked leaves, or when anything is played. */
#include "server/rooms/room_impl.h"

static const struct {
    const char *word;
    int re; /* the message that asks for it: enum proto_client */
} kinds[] = {
    [VOTE_UNDO] = { "undo", PROTO_UNDO },
    [VOTE_BOT] = { "bot", PROTO_BOT },
    [VOTE_DELETE] = { "delete", PROTO_DELETE },
};

static void put_players(struct vl_json *w, const char *key, uint32_t mask)
{
    vl_json_key(w, key);
    vl_json_arr(w);
    for (int p = 0; p < VL_SEATS_MAX; p++)
        if (mask >> p & 1)
            vl_json_int(w, p);
    vl_json_end(w);
}

/* The fields of a vote, into an object that is open. */
void vote_json(struct vl_json *w, const struct room *room)
{
    const struct vote *v = &room->vote;

    vl_json_kint(w, "vote", v->id);
    vl_json_kstr(w, "what", kinds[v->what].word);
    if (v->what == VOTE_UNDO)
        vl_json_kint(w, "to", v->to);
    if (v->what == VOTE_BOT) {
        vl_json_kint(w, "player", v->player);
        vl_json_kstr(w, "level", v->level);
    }
    vl_json_kint(w, "by", v->by);
    put_players(w, "need", v->need);
    put_players(w, "yes", v->yes);
}

static void tell(struct room *room, struct member *asker, const char *cid)
{
    struct vl_json w;

    for (struct member *m = room->members; m; m = m->next) {
        if (member_is_late(m))
            continue;
        w = member_write(room->rs);
        proto_begin(&w, PROTO_VOTING, m == asker ? cid : NULL);
        vote_json(&w, room);
        vl_json_end(&w);
        member_send(m, &w);
    }
}

static void end(struct room *room, bool passed)
{
    struct vl_json w = member_write(room->rs);

    proto_begin(&w, PROTO_VOTED, NULL);
    vl_json_kint(&w, "vote", room->vote.id);
    vl_json_kbool(&w, "passed", passed);
    vl_json_end(&w);
    room->vote.what = VOTE_NONE;
    for (struct member *m = room->members; m; m = m->next)
        if (!member_is_late(m))
            member_send(m, &w);
}

void vote_open(struct room *room, const struct vote *v, struct member *asker)
{
    if (room->vote.what != VOTE_NONE && room->vote.by != v->by) {
        member_error(asker, kinds[v->what].re, v->cid, PROTO_BUSY, "vote");
        return;
    }
    vote_cancel(room);
    room->vote = *v;
    room->vote.id = ++room->rs->votes;
    room->vote.yes = UINT32_C(1) << v->by;
    tell(room, asker, v->cid);
}

void vote_cancel(struct room *room)
{
    if (room->vote.what != VOTE_NONE)
        end(room, false);
}

/* The last connection of a player has left. */
void vote_left(struct room *room, int player)
{
    if (room->vote.what != VOTE_NONE && room->vote.by == player)
        end(room, false);
}

/* A connection of the player who asked, to be told the outcome. */
static struct member *find_asker(const struct room *room, int player)
{
    struct member *m = room->members;

    while (m && m->player != player)
        m = m->next;
    return m;
}

static void pass(struct room *room)
{
    struct vote v = room->vote;
    struct member *asker = find_asker(room, v.by);

    end(room, true);
    switch ((enum vote_what)v.what) {
    case VOTE_UNDO: room_undo(room, asker, v.by, v.to, v.cid); break;
    case VOTE_BOT: room_lend(room, asker, v.player, v.level, v.cid); break;
    case VOTE_DELETE: room_delete(room, asker, v.cid); break;
    case VOTE_NONE: break;
    }
}

void table_vote(const struct hand *h, const struct proto_msg *msg)
{
    struct vote *v = &h->room->vote;
    uint32_t bit = UINT32_C(1) << h->player;

    if (v->what == VOTE_NONE || v->id != msg->vote) {
        member_error(h->m, PROTO_VOTE, msg->cid, VL_UNKNOWN, "vote");
        return;
    }
    if (!(v->need & bit) && !(v->yes & bit)) {
        member_error(h->m, PROTO_VOTE, msg->cid, PROTO_DENIED, "vote");
        return;
    }
    member_ack(h->m, msg->cid, h->room->match->len);
    if (!msg->agree) {
        end(h->room, false);
        return;
    }
    v->need &= ~bit;
    v->yes |= bit;
    if (v->need == 0)
        pass(h->room);
    else
        tell(h->room, NULL, NULL);
}
