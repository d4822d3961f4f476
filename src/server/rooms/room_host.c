/* room_host.c - what the host may do: silence somebody, and ask somebody to leave.
 *
 * Before the game has begun the host decides who sits at the table. Then a seat is its
 * owner's: everybody else who plays must agree, and somebody else there must be. */
#include "server/rooms/room_impl.h"

bool player_is_gone(const struct room *room, int player)
{
    const struct room_player *rp = &room->players[player];

    return rp->here == 0 && room->away_s > 0 &&
           rooms_steady(room->rs) - rp->left >= (int64_t)room->away_s * 1000;
}

bool hand_is_host(const struct hand *h)
{
    return h->player == h->room->host || player_is_gone(h->room, h->room->host);
}

/* False: it was answered. */
static bool may(const struct hand *h, const struct proto_msg *msg)
{
    int st = msg->player >= h->room->match->players_len          ? VL_RANGE
             : !hand_is_host(h) || (int)msg->player == h->player ? PROTO_DENIED
             : h->room->players[msg->player].kind == PROTO_BOT_KIND &&
                     !h->room->players[msg->player].lent
                 ? PROTO_DENIED
                 : VL_OK;

    if (st != VL_OK)
        member_error(h->m, msg->type, msg->cid, st, "player");
    return st == VL_OK;
}

void table_mute(const struct hand *h, const struct proto_msg *msg)
{
    if (!may(h, msg))
        return;
    if (h->room->players[msg->player].muted == msg->agree) {
        member_ack(h->m, msg->cid, h->room->match->len);
        return;
    }
    struct change *c = change_begin(h->room, h->m, PROTO_MUTE, msg->cid);
    struct line *line = change_line(c, LINE_MUTE, h->player);
    line->whom = (int8_t)msg->player;
    line->on = msg->agree;
    LOG(h->room->rs->log, LOG_INFO, "player_muted", log_str("room", h->room->id),
        log_int("player", msg->player), log_int("on", msg->agree));
    change_submit(c);
}

void room_kick_out(struct room *room, struct member *m, int player, const char *cid)
{
    struct change *c = change_begin(room, m, PROTO_KICK, cid);

    change_line(c, LINE_SEAT, player)->who = PROTO_OPEN;
    if (room->match->players[player].name[0])
        change_line(c, LINE_NAME, player);
    change_token(c, player, "");
    vote_fulfilled(c, VOTE_KICK, player);
    c->kicks = true;
    c->meta = true;
    change_submit(c);
}

void table_kick(const struct hand *h, const struct proto_msg *msg)
{
    struct room *room = h->room;
    uint32_t two = UINT32_C(1) << h->player | UINT32_C(1) << msg->player;
    struct vote v = { .what = VOTE_KICK, .by = (int8_t)h->player, .player = (int8_t)msg->player };

    if (!may(h, msg))
        return;
    v.need = room_people(room, false) & ~two;
    if (room->match->len == 0 || room->players[msg->player].kind == PROTO_OPEN) {
        room_kick_out(room, h->m, (int)msg->player, msg->cid);
    } else if (v.need == 0) { /* at a table of two nobody is the judge of the other */
        member_error(h->m, PROTO_KICK, msg->cid, PROTO_DENIED, "player");
    } else {
        memcpy(v.cid, msg->cid, sizeof v.cid);
        vote_open(room, &v, h->m);
    }
}

void table_report(struct member *m, const struct proto_msg *msg)
{
    static const char *const whys[] = { "abuse", "spam", "cheating", "name", "other" };
    const struct room *room = m->room;
    const struct server_limits *l = &m->rs->limits;
    bool is_known = false;

    for (int i = 0; i < VL_LEN(whys); i++)
        is_known |= vl_str_eq(whys[i], msg->word);
    int st = !is_known                                                                ? VL_UNKNOWN
             : msg->player >= room->match->players_len                                ? VL_RANGE
             : !bucket_take(&m->chat, rooms_steady(m->rs), l->chat_burst, l->chat_ms) ? PROTO_OFTEN
                                                                                      : VL_OK;
    if (st != VL_OK) {
        member_error(m, PROTO_REPORT, msg->cid, st, st == VL_RANGE ? "player" : "why");
        return;
    }
    LOG(m->rs->log, LOG_WARN, "report", log_str("room", room->id), log_str("why", msg->word),
        log_int("player", msg->player), log_int("by", m->player),
        log_int("rev", (int64_t)room->match->len), log_int("said", (int64_t)room->said_n));
    member_ack(m, msg->cid, member_rev(m));
}

static void tell_link(const struct change *c)
{
    char path[2 * STORE_ID_LEN + 16];
    struct vl_buf b = vl_buf_on(path, sizeof path);
    struct vl_json w = member_write(c->room->rs);

    vl_put(&b, "/#/r/");
    vl_put(&b, c->room->id);
    vl_put(&b, "/");
    vl_put(&b, c->token.text);
    proto_begin(&w, PROTO_KICKED, c->cid);
    vl_json_kint(&w, "player", c->role);
    vl_json_kstr(&w, "token", c->token.text);
    vl_json_kstr(&w, "path", path);
    vl_json_end(&w);
    member_send(c->m, &w);
}

void host_kicked(const struct change *c)
{
    struct room *room = c->room;

    LOG(room->rs->log, LOG_INFO, "player_kicked", log_str("room", room->id),
        log_int("player", c->role));
    follow_end(room, c->role, "renewed");
    for (struct member *m = room->members, *next; m; m = next) {
        next = m->next;
        if (m->player == c->role)
            member_show_out(m, "kicked");
    }
    if (c->m)
        tell_link(c);
}
