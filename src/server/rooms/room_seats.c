/* room_seats.c - joining and leaving, names, seats handed to bots and back. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

/* ---- who ---- */

vl_actor player_seat(const struct room *room, int player)
{
    const struct vl_match *m = room->match;

    for (int k = 0; player >= 0 && k < m->state->seats; k++)
        if (vl_match_holder(m, k) == player)
            return (vl_actor)k;
    return VL_ANYONE;
}

vl_actor member_viewer(const struct member *m)
{
    return player_seat(m->room, m->player);
}

uint32_t room_people(const struct room *room, bool here_only)
{
    uint32_t mask = 0;

    for (int p = 0; p < room->match->players_len; p++)
        if ((room->players[p].kind == PROTO_HUMAN || room->players[p].lent) &&
            (!here_only || room->players[p].here))
            mask |= UINT32_C(1) << p;
    return mask;
}

static void put_seats(struct vl_json *w, const struct room *room, int player)
{
    vl_json_key(w, "seats");
    vl_json_arr(w);
    for (int k = 0; k < room->match->state->seats; k++)
        if (vl_match_holder(room->match, k) == player)
            vl_json_int(w, k);
    vl_json_end(w);
}

void players_json(struct vl_json *w, const struct room *room)
{
    vl_json_key(w, "players");
    vl_json_arr(w);
    for (int p = 0; p < room->match->players_len; p++) {
        const struct room_player *rp = &room->players[p];

        vl_json_obj(w);
        vl_json_kint(w, "player", p);
        vl_json_kstr(w, "kind", proto_kind_word(rp->kind));
        if (room->match->players[p].name[0])
            vl_json_kstr(w, "name", room->match->players[p].name);
        vl_json_kbool(w, "here", rp->here > 0);
        if (rp->kind == PROTO_BOT_KIND)
            vl_json_kstr(w, "level", rp->level);
        if (rp->lent)
            vl_json_kbool(w, "lent", true);
        if (rp->muted)
            vl_json_kbool(w, "muted", true);
        put_seats(w, room, p);
        vl_json_end(w);
    }
    vl_json_end(w);
}

void room_tell_players(struct room *room)
{
    struct vl_json w = member_write(room->rs);

    proto_begin(&w, PROTO_PLAYERS, NULL);
    players_json(&w, room);
    vl_json_kint(&w, "watching", room->watching);
    vl_json_end(&w);
    struct blob *b = rooms_blob(room->rs, &w);
    for (struct member *m = room->members; b && m; m = m->next)
        conn_send_blob(m->conn, b);
    blob_unref(b);
}

/* ---- entering ---- */

static void put_cids(struct vl_json *w, const struct room *room, int player)
{
    const struct room_player *p = player >= 0 ? &room->players[player] : NULL;

    vl_json_key(w, "cids");
    vl_json_arr(w);
    for (int i = 0; p && i < p->cids.len; i++) {
        vl_json_obj(w);
        vl_json_kstr(w, "cid", p->cids.list[i].text);
        vl_json_kint(w, "rev", p->cids.list[i].rev);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void put_said(struct vl_json *w, const struct member *m)
{
    const struct room *room = m->room;

    vl_json_key(w, "said");
    vl_json_arr(w);
    for (uint32_t i = 0; !member_is_late(m) && i < room->said_len; i++) {
        vl_json_obj(w);
        said_json(w, &room->said[i], m->lang);
        vl_json_end(w);
    }
    vl_json_end(w);
}

/* As the member sees it: for those who watch late, a game may not be over yet. */
static void put_table(struct vl_json *w, const struct member *m)
{
    static const char *const states[STORE_STATE_COUNT] = { "open", "running", "over" };
    const struct room *room = m->room;
    int state = room_store_state(room);
    char hex[2 * VL_SEED_SIZE + 1];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);

    vl_json_kstr(w, "room", room->id);
    vl_json_kstr(w, "game", room->match->rules.game->id);
    vl_json_key(w, "options");
    vl_options_json(&room->match->rules, w, false);
    vl_json_kbool(w, "public", room->is_public);
    vl_json_kstr(w, "chat", chat_word(room->chat));
    vl_json_kbool(w, "hints", room->hints);
    vl_json_kint(w, "watch_delay", room->late.delay_s);
    vl_json_kint(w, "away", room->away_s);
    vl_json_kint(w, "host", room->host);
    vl_json_kint(w, "created", room->created_ms);
    if (room->lang > 0)
        vl_json_kstr(w, "lang", vl_lang_word(room->lang - 1));
    if (state == STORE_OVER && member_rev(m) < room->match->len)
        state = STORE_RUNNING;
    vl_json_kstr(w, "state", states[state]);
    vl_json_kint(w, "rev", member_rev(m));
    vl_put_hex(&b, room->match->seed_hash, VL_SEED_SIZE);
    vl_json_kstr(w, "seed_hash", hex);
    if (room->from[0]) {
        vl_json_key(w, "from");
        vl_json_obj(w);
        vl_json_kstr(w, "room", room->from);
        vl_json_kint(w, "rev", room->from_rev);
        vl_json_end(w);
    }
    if (room->same)
        vl_json_kbool(w, "same", true);
}

static void send_joined(struct member *m, const char *cid, const char *token)
{
    const struct room *room = m->room;
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_JOINED, cid);
    put_table(&w, m);
    vl_json_key(&w, "player");
    if (m->player >= 0)
        vl_json_int(&w, m->player);
    else
        vl_json_null(&w);
    put_seats(&w, room, m->player);
    if (token)
        vl_json_kstr(&w, "token", token);
    players_json(&w, room);
    put_cids(&w, room, m->player);
    put_said(&w, m);
    if (room->vote.what != VOTE_NONE && !member_is_late(m)) {
        vl_json_key(&w, "vote");
        vl_json_obj(&w);
        vote_json(&w, room);
        vl_json_end(&w);
    }
    vl_json_end(&w);
    member_send(m, &w);
}

/* A name that came with the join is a request of its own, without an answer. */
static void name_after_join(struct member *m, const char *name)
{
    struct proto_msg msg;

    memset(&msg, 0, sizeof msg);
    msg.type = PROTO_NAME;
    msg.has_text = true;
    memcpy(msg.text, name, strlen(name) + 1);
    msg.is_quiet = true;
    rooms_dispatch(m, &msg, 0);
}

static void sit_down(struct member *m, struct room *room, int player)
{
    m->room = room;
    m->player = (int8_t)player;
    m->prev = NULL;
    m->next = room->members;
    if (room->members)
        room->members->prev = m;
    room->members = m;
    room->members_len++;
    if (player >= 0)
        room->players[player].here++;
    else
        room->watching++;
    room_rest(room);
}

static void enter(struct join *j, struct room *room, const struct token *token)
{
    struct member *m = j->m;
    int player = j->role >= 0 && j->role != TOKEN_WATCH ? j->role : ROOM_NOBODY;

    m->joining = NULL;
    sit_down(m, room, player);
    send_joined(m, j->cid, token ? token->text : j->fresh[0] ? j->fresh : NULL);
    if (j->faces[0])
        memcpy(m->faces[m->lang], j->faces, sizeof j->faces);
    member_show(m, j->since, NULL);
    if (room->match->state->actor == VL_OVER)
        room_show_over(room, m);
    if (player >= 0 && room->players[player].here == 1)
        room_tell_players(room);
    if (player >= 0 && j->has_name && !vl_str_eq(j->name, room->match->players[player].name))
        name_after_join(m, j->name);
    free(j);
    room_kick(room);
}

void join_fail(struct join *j, int status, const char *where)
{
    if (j->m) {
        *(j->is_follow ? &j->m->following : &j->m->joining) = NULL;
        member_error(j->m, j->is_follow ? PROTO_FOLLOW : PROTO_JOIN, j->cid, status, where);
    }
    free(j);
}

/* Nobody knows the token of a player that was claimed by a connection that is
 * gone: it is open again. */
static void open_again(struct room *room, int player)
{
    struct change *c = change_begin(room, NULL, PROTO_CLIENT_COUNT, NULL);
    struct line *line = change_line(c, LINE_SEAT, player);

    line->who = PROTO_OPEN;
    c->meta = true;
    change_submit(c);
}

void join_done(struct join *j, int status, const struct token *token)
{
    struct room *room = rooms_find(j->rs, j->room);

    if (status != VL_OK || !room) {
        join_fail(j, status != VL_OK ? status : PROTO_BUSY, "room");
    } else if (!j->m) {
        if (token && !j->fresh[0]) /* who has chosen it comes back with it */
            open_again(room, j->role);
        free(j);
    } else {
        enter(j, room, token);
    }
}

/* ---- on the way in ---- */

int token_slot(int role)
{
    return role == TOKEN_WATCH ? VL_SEATS_MAX : role;
}

/* Which role has this hash, of those that were seen; -1: ask the store. */
static int known_role(const struct room *room, const uint8_t hash[STORE_TOKEN_LEN])
{
    int role = -1;

    for (int i = 0; i <= VL_SEATS_MAX; i++) /* all of them, whichever it is */
        if (room->tokens[i].known && token_same(room->tokens[i].hash, hash))
            role = i == VL_SEATS_MAX ? TOKEN_WATCH : i;
    return role;
}

static bool learn_token(struct room *room, const struct join *j)
{
    int slot = token_slot(j->role);

    if (room->tokens[slot].known)
        return token_same(room->tokens[slot].hash, j->hash);
    room->tokens[slot].known = true;
    memcpy(room->tokens[slot].hash, j->hash, sizeof j->hash);
    return true;
}

static void wait_in_line(struct room *room, struct join *j)
{
    struct join **at = &room->joins;

    while (*at)
        at = &(*at)->next;
    j->next = NULL;
    *at = j;
    room_rest(room);
}

/* An open player becomes a person: by claim, with a new token, or by link. */
static void take_open(struct room *room, struct join *j, int player)
{
    if (room->pending) {
        wait_in_line(room, j);
        return;
    }
    struct change *c = change_begin(room, j->m, PROTO_JOIN, j->cid);
    struct line *line = change_line(c, LINE_SEAT, player);
    j->role = player;
    line->who = PROTO_HUMAN;
    c->join = j;
    c->meta = true;
    if (j->claim)
        change_token(c, player, j->fresh);
    c->m = NULL; /* the join answers */
    if (!change_submit(c))
        join_fail(j, PROTO_BUSY, "room");
}

static int find_open(const struct room *room)
{
    for (int p = 0; p < room->match->players_len; p++)
        if (room->players[p].kind == PROTO_OPEN)
            return p;
    return -1;
}

/* A claim whose answer was lost, made again with the token that it had chosen. */
static void know_claim(struct join *j, const struct room *room)
{
    int role = j->claim && j->fresh[0] ? known_role(room, j->hash) : -1;

    if (role < 0)
        return;
    j->role = role;
    j->claim = false;
    j->has_token = true;
}

/* May one more come? Those who watch take no place of a player's, nor do the many
 * devices of one. */
static bool has_place(const struct room *room, const struct join *j, bool is_player)
{
    const struct server_limits *l = &j->rs->limits;

    if (j->is_follow || j->claim)
        return true;
    return is_player ? room->players[j->role].here < l->player_members
                     : room->watching < l->room_members;
}

void join_enter(struct join *j)
{
    struct room *room = rooms_find(j->rs, j->room);

    know_claim(j, room);
    bool is_player = j->has_token && j->role != TOKEN_WATCH;
    int open = j->claim ? find_open(room) : -1;

    if (!j->m)
        free(j);
    else if (j->is_follow && !is_player)
        join_fail(j, PROTO_DENIED, "token");
    else if (is_player && (j->role < 0 || j->role >= room->match->players_len))
        join_fail(j, PROTO_DENIED, "token");
    else if (!has_place(room, j, is_player))
        join_fail(j, PROTO_BUSY, "room");
    else if (j->has_token ? !learn_token(room, j) : !room->is_public)
        join_fail(j, PROTO_DENIED, "token");
    else if (j->is_follow)
        follow_begin(j, room);
    else if (j->claim && open < 0)
        join_fail(j, VL_UNKNOWN, "claim");
    else if (j->claim || (is_player && room->players[j->role].kind == PROTO_OPEN))
        take_open(room, j, j->claim ? open : j->role);
    else
        enter(j, room, NULL);
}

static void take_role(struct join *j, const struct writer_result *r)
{
    if (j->m && j->claim && r->status == VL_UNKNOWN) { /* nobody's yet: it may be chosen */
        room_load(j);
        return;
    }
    if (!j->m || r->status != VL_OK) {
        join_fail(j, r->status == VL_UNKNOWN ? PROTO_DENIED : r->status, "token");
        return;
    }
    if (!r->token || !vl_str_eq(r->token->game, j->room)) {
        join_fail(j, PROTO_DENIED, "token");
        return;
    }
    j->role = r->token->role;
    j->claim = false;
    j->has_token = true;
    room_load(j);
}

static void on_token(void *ctx, const struct writer_result *r)
{
    struct join *j = ctx;
    struct rooms *rs = j->rs;

    take_role(j, r);
    rooms_settle(rs);
}

void join_begin(struct join *j, const char *token)
{
    struct room *room = rooms_find(j->rs, j->room);

    token_hash(j->hash, token);
    j->role = room && room->life == ROOM_READY ? known_role(room, j->hash) : -1;
    if (j->role >= 0)
        join_enter(j);
    else if (writer_token_find(j->rs->setup.writer, j->hash, on_token, j) != VL_OK)
        join_fail(j, PROTO_BUSY, "room");
}

void lobby_join(struct member *m, const struct proto_msg *msg)
{
    if (!budget_take(m, BUDGET_JOINS, 1) || (msg->claim && !budget_take(m, BUDGET_CLAIMS, 1))) {
        member_error(m, PROTO_JOIN, msg->cid, PROTO_OFTEN, NULL);
        return;
    }
    struct join *j = calloc(1, sizeof *j);

    member_leave(m);
    if (house_shuts(m->rs->house, msg->room)) {
        free(j);
        member_error(m, PROTO_JOIN, msg->cid, PROTO_DENIED, "room");
        return;
    }
    if (!j) {
        member_error(m, PROTO_JOIN, msg->cid, VL_MEMORY, NULL);
        return;
    }
    j->rs = m->rs;
    j->m = m;
    j->role = -1;
    j->since = msg->since;
    if (strlen(msg->word) < sizeof j->faces)
        memcpy(j->faces, msg->word, strlen(msg->word) + 1);
    j->claim = msg->claim;
    j->has_token = msg->token[0] != '\0';
    j->has_name = msg->has_text;
    name_clean(j->name, sizeof j->name, msg->text);
    memcpy(j->room, msg->room, sizeof j->room);
    memcpy(j->cid, msg->cid, sizeof j->cid);
    m->joining = j;
    memcpy(j->fresh, msg->fresh, sizeof j->fresh);
    if (j->has_token || j->fresh[0])
        join_begin(j, j->has_token ? msg->token : j->fresh);
    else
        room_load(j);
}

/* ---- leaving ---- */

static void drop_waiting(struct room *room, const struct member *m)
{
    for (struct waiting **at = &room->queue; *at;) {
        struct waiting *wt = *at;

        if (wt->m != m) {
            at = &wt->next;
            continue;
        }
        *at = wt->next;
        room->queue_len--;
        free(wt);
    }
}

static void stand_up(struct member *m)
{
    struct room *room = m->room;

    *(m->prev ? &m->prev->next : &room->members) = m->next;
    if (m->next)
        m->next->prev = m->prev;
    m->prev = m->next = NULL;
    room->members_len--;
    drop_waiting(room, m);
    if (room->pending && room->pending->m == m)
        room->pending->m = NULL;
    if (room->pending && room->pending->voter == m)
        room->pending->voter = NULL;
    if (m->player >= 0) {
        room->players[m->player].here--;
        room->players[m->player].left = rooms_steady(room->rs);
    } else {
        room->watching--;
    }
    m->room = NULL;
    m->hint = 0;
    room_rest(room);
}

void member_leave(struct member *m)
{
    struct room *room = m->room;
    int8_t player = m->player;

    if (!room)
        return;
    stand_up(m);
    m->player = ROOM_NOBODY;
    if (player >= 0 && room->players[player].here == 0)
        room_tell_players(room);
}

static void send_left(struct member *m, const char *cid, const char *why)
{
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_LEFT, cid);
    vl_json_kstr(&w, "why", why);
    vl_json_end(&w);
    member_send(m, &w);
}

void seats_leave(struct member *m, const struct proto_msg *msg)
{
    send_left(m, msg->cid, "asked");
    member_leave(m);
}

void member_show_out(struct member *m, const char *why)
{
    send_left(m, NULL, why);
    stand_up(m);
    m->player = ROOM_NOBODY;
}

/* ---- tokens ---- */

static void send_renewed(struct member *m, const char *cid, const char *token, int role)
{
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_RENEWED, cid);
    vl_json_kstr(&w, "token", token);
    if (role == TOKEN_WATCH)
        vl_json_kbool(&w, "watch", true);
    vl_json_end(&w);
    member_send(m, &w);
}

void seats_renewed(const struct change *c)
{
    struct room *room = c->room;
    int player = c->role == TOKEN_WATCH ? ROOM_NOBODY : c->role;

    if (player != ROOM_NOBODY)
        follow_end(room, player, "renewed");
    for (struct member *m = room->members, *next; m; m = next) {
        next = m->next;
        if (m != c->m && m->player == player)
            member_show_out(m, "renewed");
    }
    if (player == ROOM_NOBODY)
        room_tell_players(room);
    if (c->m)
        send_renewed(c->m, c->cid, c->token.text, c->role);
}

void table_renew(const struct hand *h, const struct proto_msg *msg)
{
    struct change *c = change_begin(h->room, h->m, PROTO_RENEW, msg->cid);
    int mine = msg->watch ? TOKEN_WATCH : h->player;
    uint8_t hash[STORE_TOKEN_LEN];

    token_hash(hash, msg->fresh);
    int role = msg->fresh[0] ? known_role(h->room, hash) : -1;
    if (msg->watch && !hand_is_host(h)) {
        member_error(h->m, PROTO_RENEW, msg->cid, PROTO_DENIED, "watch");
    } else if (role == mine) { /* asked again */
        send_renewed(h->m, msg->cid, msg->fresh, mine);
    } else if (role >= 0) {
        member_error(h->m, PROTO_RENEW, msg->cid, VL_INVALID, "new");
    } else {
        change_token(c, mine, msg->fresh);
        change_submit(c);
    }
}

/* ---- names, bots ---- */

/* Would the name be read as that of somebody else at the table? */
static bool is_taken(const struct room *room, int player, const char *name)
{
    for (int p = 0; p < room->match->players_len; p++)
        if (p != player && name_alike(name, room->match->players[p].name))
            return true;
    return house_reserves(room->rs->house, name);
}

void table_name(const struct hand *h, const struct proto_msg *msg)
{
    struct change *c = change_begin(h->room, msg->is_quiet ? NULL : h->m, PROTO_NAME, msg->cid);
    struct line *line = change_line(c, LINE_NAME, h->player);

    name_clean(line->text, PROTO_NAME_MAX + 1, msg->text);
    c->meta = true;
    if (is_taken(h->room, h->player, line->text))
        member_error(h->m, PROTO_NAME, msg->cid, PROTO_TAKEN, "name");
    else if (!vl_str_eq(line->text, h->room->match->players[h->player].name))
        change_submit(c);
    else if (c->m)
        member_ack(c->m, msg->cid, h->room->match->len);
}

void room_lend(struct room *room, struct member *m, int player, const char *level, bool away,
               const char *cid)
{
    struct change *c = change_begin(room, m, PROTO_BOT, cid);
    struct line *line = change_line(c, LINE_SEAT, player);

    line->who = PROTO_BOT_KIND;
    line->lent = room->players[player].kind == PROTO_HUMAN;
    line->away = line->lent && away;
    memcpy(line->word, level, strlen(level) + 1);
    c->meta = true;
    vote_fulfilled(c, VOTE_BOT, player);
    change_submit(c);
}

bool room_tidy(struct room *room)
{
    struct change *c = change_begin(room, NULL, PROTO_CLIENT_COUNT, NULL);

    for (int p = 0; p < room->match->players_len && c->len == 0; p++) {
        if (!room->players[p].away || !room->players[p].here)
            continue;
        change_line(c, LINE_SEAT, p)->who = PROTO_HUMAN;
        c->meta = true;
    }
    if (c->len == 0 && vote_is_idle(room)) {
        struct vote idle = room->vote;

        idle.what = VOTE_NONE;
        vote_line(c, &idle);
    }
    return c->len > 0 && change_submit(c);
}

static int check_bot(const struct hand *h, int player)
{
    const struct room_player *rp = &h->room->players[player];

    if (player >= h->room->match->players_len)
        return VL_RANGE;
    if (h->room->match->state->actor == VL_OVER)
        return PROTO_GAME_OVER;
    if (player == h->player)
        return rp->kind == PROTO_HUMAN ? VL_OK : PROTO_DENIED;
    if (rp->kind == PROTO_OPEN && !hand_is_host(h))
        return PROTO_DENIED;
    return rp->kind == PROTO_BOT_KIND ? PROTO_DENIED : VL_OK;
}

/* Who must agree that a bot plays a seat, besides who asks for it: those who are
 * here, and its owner, if they are not gone. */
static uint32_t lenders(const struct hand *h, int player)
{
    uint32_t owner = UINT32_C(1) << player, need = room_people(h->room, true) | owner;

    if (player == h->player || h->room->players[player].kind == PROTO_OPEN)
        return 0;
    if (player_is_gone(h->room, player))
        need &= ~owner;
    return need & ~(UINT32_C(1) << h->player);
}

void table_bot(const struct hand *h, const struct proto_msg *msg)
{
    struct room *room = h->room;
    int player = msg->player >= 0 ? (int)msg->player : h->player;
    int st = check_bot(h, player);
    struct vl_bot_spec spec;
    struct vl_error err;

    if (vl_bot_parse(&spec, msg->word, &err) != VL_OK) {
        vl_error_set(&err, err.status, "level", err.what);
        member_fault(h->m, PROTO_BOT, msg->cid, &err, NULL, NULL, NULL);
        return;
    }
    if (st != VL_OK) {
        member_error(h->m, PROTO_BOT, msg->cid, st, "player");
        return;
    }
    uint32_t need = lenders(h, player);
    if (need == 0) {
        room_lend(room, h->m, player, msg->word, player != h->player, msg->cid);
        return;
    }
    struct vote v = { .what = VOTE_BOT, .by = (int8_t)h->player, .need = need };
    v.player = (int8_t)player;
    memcpy(v.level, msg->word, sizeof v.level);
    memcpy(v.cid, msg->cid, sizeof v.cid);
    vote_open(room, &v, h->m);
}

void table_back(const struct hand *h, const struct proto_msg *msg)
{
    const struct room_player *rp = &h->room->players[h->player];

    if (rp->kind != PROTO_BOT_KIND) {
        member_ack(h->m, msg->cid, h->room->match->len);
        return;
    }
    struct change *c = change_begin(h->room, h->m, PROTO_BACK, msg->cid);
    struct line *line = change_line(c, LINE_SEAT, h->player);
    line->who = PROTO_HUMAN;
    c->meta = true;
    change_submit(c);
}
