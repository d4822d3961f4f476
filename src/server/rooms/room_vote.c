/* room_vote.c - votes: an undo beyond one's own moves, a seat of somebody else, the
 * end of the table.
 *
 * A vote stands in the log like all else that happens at a table, so it waits for
 * those who are away and outlives the server. It ends when all agreed, when one
 * refuses, or when anything is played. */
#include "server/rooms/room_impl.h"

static const struct {
    const char *word;
    int re; /* the message that asks for it: enum proto_client */
} kinds[] = {
    [VOTE_UNDO] = { "undo", PROTO_UNDO },
    [VOTE_BOT] = { "bot", PROTO_BOT },
    [VOTE_DELETE] = { "delete", PROTO_DELETE },
    [VOTE_KICK] = { "kick", PROTO_KICK },
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
    if (v->what == VOTE_BOT || v->what == VOTE_KICK)
        vl_json_kint(w, "player", v->player);
    if (v->what == VOTE_BOT)
        vl_json_kstr(w, "level", v->level);
    vl_json_kint(w, "by", v->by);
    put_players(w, "need", v->need);
    put_players(w, "yes", v->yes);
}

static void tell_one(struct member *m, const char *cid)
{
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_VOTING, cid);
    vote_json(&w, m->room);
    vl_json_end(&w);
    member_send(m, &w);
}

static void tell_end(struct room *room, uint32_t id, bool passed)
{
    struct vl_json w = member_write(room->rs);

    proto_begin(&w, PROTO_VOTED, NULL);
    vl_json_kint(&w, "vote", id);
    vl_json_kbool(&w, "passed", passed);
    vl_json_end(&w);
    for (struct member *m = room->members; m; m = m->next)
        if (!member_is_late(m))
            member_send(m, &w);
}

void vote_show(const struct change *c, const struct vote *was)
{
    struct room *room = c->room;
    const struct vote *is = &room->vote;

    if (was->what != VOTE_NONE && (is->what == VOTE_NONE || is->id != was->id))
        tell_end(room, was->id, c->passes);
    if (is->what == VOTE_NONE || (is->id == was->id && is->need == was->need))
        return;
    for (struct member *m = room->members; m; m = m->next)
        if (!member_is_late(m))
            tell_one(m, c->opens && m == c->m ? c->cid : NULL);
}

void vote_line(struct change *c, const struct vote *v)
{
    change_line(c, LINE_VOTE, v->by)->vote = *v;
}

void vote_fulfilled(struct change *c, int what, int player)
{
    struct vote done = c->room->vote;

    if (done.what != what || done.player != player)
        return;
    done.what = VOTE_NONE;
    vote_line(c, &done);
}

void vote_open(struct room *room, const struct vote *v, struct member *asker)
{
    const struct vote *now = &room->vote;
    bool mine = now->what != VOTE_NONE && now->by == v->by;

    if (now->what != VOTE_NONE && !mine) {
        member_error(asker, kinds[v->what].re, v->cid, PROTO_BUSY, "vote");
        return;
    }
    if (mine && now->what == v->what && v->cid[0] && vl_str_eq(now->cid, v->cid)) {
        tell_one(asker, v->cid); /* asked again: nobody needs to answer twice */
        return;
    }
    struct change *c = change_begin(room, asker, kinds[v->what].re, v->cid);
    struct vote fresh = *v;
    fresh.id = room->votes + 1;
    fresh.yes = UINT32_C(1) << v->by;
    c->opens = true;
    vote_line(c, &fresh);
    change_submit(c);
}

bool vote_is_idle(const struct room *room)
{
    const struct vote *v = &room->vote;

    if (v->what == VOTE_KICK)
        return room->players[v->player].kind == PROTO_OPEN;
    if (v->what != VOTE_BOT)
        return false;
    const struct room_player *rp = &room->players[v->player];
    return rp->kind != PROTO_HUMAN || (rp->here && !((v->need | v->yes) >> v->player & 1));
}

/* A connection of the player who asked, to be told the outcome. */
static struct member *find_asker(const struct room *room, int player)
{
    struct member *m = room->members;

    while (m && m->player != player)
        m = m->next;
    return m;
}

/* The last voice: what was asked for is done, and with it the vote ends. */
static void pass(const struct hand *h, const struct proto_msg *msg)
{
    struct room *room = h->room;
    struct vote v = room->vote;
    struct member *asker = find_asker(room, v.by);
    bool agreed = (v.yes | UINT32_C(1) << h->player) >> (v.player < 0 ? 0 : v.player) & 1;

    switch ((enum vote_what)v.what) {
    case VOTE_UNDO: room_undo(room, asker, v.by, v.to, v.cid); break;
    case VOTE_BOT: room_lend(room, asker, v.player, v.level, !agreed, v.cid); break;
    case VOTE_DELETE: room_delete(room, asker, v.cid); break;
    case VOTE_KICK: room_kick_out(room, asker, v.player, v.cid); break;
    case VOTE_NONE:
    case VOTE_WHATS: break;
    }
    if (!room->pending) {
        member_error(h->m, PROTO_VOTE, msg->cid, PROTO_BUSY, NULL);
        return;
    }
    room->pending->voter = h->m;
    room->pending->passes = true;
    memcpy(room->pending->voter_cid, msg->cid, sizeof msg->cid);
}

void table_vote(const struct hand *h, const struct proto_msg *msg)
{
    struct vote v = h->room->vote;
    uint32_t bit = UINT32_C(1) << h->player;

    if (v.what == VOTE_NONE || v.id != msg->vote) {
        member_error(h->m, PROTO_VOTE, msg->cid, VL_UNKNOWN, "vote");
        return;
    }
    if (!(v.need & bit) && !(v.yes & bit)) {
        member_error(h->m, PROTO_VOTE, msg->cid, PROTO_DENIED, "vote");
        return;
    }
    if (msg->agree && (v.yes & bit)) {
        member_ack(h->m, msg->cid, h->room->match->len);
        return;
    }
    v.need &= ~bit;
    v.yes |= bit;
    if (msg->agree && v.need == 0) {
        pass(h, msg);
        return;
    }
    if (!msg->agree)
        v.what = VOTE_NONE;
    struct change *c = change_begin(h->room, h->m, PROTO_VOTE, msg->cid);
    vote_line(c, &v);
    change_submit(c);
}
