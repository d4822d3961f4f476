/* rooms.c - connections, the lobby, the registry of tables, dispatch. */
#include "server/rooms/room_impl.h"

#include "base/hash.h"
#include "pack/pack.h"
#include "registry.h"
#include "text/describe.h"

#include <limits.h>
#include <sodium.h>
#include <stdlib.h>

enum { BUCKETS_FIRST = 1024, IDLE_LOOKED_AT = 32 };

/* ---- the world outside ---- */

void rooms_random(const struct rooms *rs, void *out, size_t n)
{
    if (rs->setup.random)
        rs->setup.random(rs->setup.ctx, out, n);
    else
        randombytes_buf(out, n);
}

int rooms_games_len(const struct rooms *rs)
{
    return rs->setup.games ? rs->setup.games_len : vl_games_len();
}

const struct vl_game *rooms_game_at(const struct rooms *rs, int i)
{
    return rs->setup.games ? rs->setup.games[i] : vl_game_at(i);
}

const struct vl_game *rooms_game(const struct rooms *rs, const char *id)
{
    for (int i = 0; i < rooms_games_len(rs); i++)
        if (vl_str_eq(rooms_game_at(rs, i)->id, id))
            return rooms_game_at(rs, i);
    return NULL;
}

int rooms_rules(const struct rooms *rs, const struct vl_game *g, const struct vl_pack_info *want,
                struct vl_rules *out, struct vl_error *err)
{
    struct vl_pack *pack = &rs->scratch->pack; /* a match copies what it needs of it */

    if (rs->setup.rules)
        return rs->setup.rules(rs->setup.ctx, g, want, out, err);
    int st = want ? vl_pack_of_record(pack, g, want, err) : vl_pack_usual(pack, g);
    if (st == VL_OK)
        vl_rules_init(out, g, pack->block, &pack->info);
    return st;
}

/* ---- answers ---- */

struct vl_json member_write(struct rooms *rs)
{
    return vl_json_on(rs->scratch->text, sizeof rs->scratch->text);
}

void member_send(struct member *m, struct vl_json *w)
{
    if (w->out.full) {
        LOG(m->rs->log, LOG_ERROR, "message_too_large", log_int("bytes", (int64_t)w->out.cap));
        conn_close(m->conn, 1011, "message too large");
        return;
    }
    conn_send(m->conn, w->out.p, w->out.len);
}

struct blob *rooms_blob(struct rooms *rs, struct vl_json *w)
{
    if (!w->out.full)
        return blob_make(w->out.p, w->out.len);
    LOG(rs->log, LOG_ERROR, "message_too_large", log_int("bytes", (int64_t)w->out.cap));
    return NULL;
}

void member_fault(struct member *m, int re, const char *cid, const struct vl_error *err,
                  const struct vl_rules *r, const struct vl_state *s, const struct vl_move *move)
{
    struct vl_json w = member_write(m->rs);

    m->rs->stats.errors++;
    proto_error(&w, re, cid, err, m->lang, r, s, move);
    member_send(m, &w);
}

void member_error(struct member *m, int re, const char *cid, int status, const char *where)
{
    struct vl_error err;

    memset(&err, 0, sizeof err);
    vl_error_set(&err, status, where, "");
    member_fault(m, re, cid, &err, NULL, NULL, NULL);
}

void member_ack(struct member *m, const char *cid, uint32_t rev)
{
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_ACK, cid);
    vl_json_kint(&w, "rev", rev);
    vl_json_end(&w);
    member_send(m, &w);
}

bool bucket_take(struct bucket *b, int64_t now_ms, int64_t burst, int64_t every_ms)
{
    if (every_ms == 0)
        return true;
    if (b->at_ms == 0 || now_ms < b->at_ms) { /* new, or the clock was set back */
        b->at_ms = now_ms;
        b->left = b->left > 0 ? b->left : burst;
    }
    int64_t back = (now_ms - b->at_ms) / every_ms;
    b->at_ms += back * every_ms;
    b->left = b->left + back < burst ? b->left + back : burst;
    if (b->left <= 0)
        return false;
    b->left--;
    return true;
}

/* ---- the registry ---- */

static uint64_t key_of(const char *id)
{
    return vl_hash(id, strlen(id), 0);
}

struct room *rooms_find(const struct rooms *rs, const char *id)
{
    struct room *room = rs->buckets[key_of(id) & (rs->buckets_len - 1)];

    while (room && !vl_str_eq(room->id, id))
        room = room->chain;
    return room;
}

struct room *rooms_find_key(const struct rooms *rs, uint64_t key)
{
    struct room *room = rs->buckets[key & (rs->buckets_len - 1)];

    while (room && room->key != key)
        room = room->chain;
    return room;
}

static void grow(struct rooms *rs)
{
    uint32_t len = 2 * rs->buckets_len;
    struct room **fresh = calloc(len, sizeof(struct room *));

    if (!fresh) /* longer chains, no harm */
        return;
    for (uint32_t i = 0; i < rs->buckets_len; i++) {
        for (struct room *room = rs->buckets[i], *next; room; room = next) {
            next = room->chain;
            room->chain = fresh[room->key & (len - 1)];
            fresh[room->key & (len - 1)] = room;
        }
    }
    free(rs->buckets);
    rs->buckets = fresh;
    rs->buckets_len = len;
}

/* Whoever keeps a pointer to the table until later is named here: members, joins
 * and requests by their lists, the writer by `pending`. A bot keeps none, but its
 * answer is wanted. */
static bool is_needed(const struct room *room)
{
    return room->life != ROOM_READY || room->members || room->joins || room->pending ||
           room->queue || room->asked;
}

static void idle_unlink(struct room *room)
{
    struct rooms *rs = room->rs;

    if (!room->is_idle)
        return;
    *(room->idle_prev ? &room->idle_prev->idle_next : &rs->idle_first) = room->idle_next;
    *(room->idle_next ? &room->idle_next->idle_prev : &rs->idle_last) = room->idle_prev;
    room->idle_prev = room->idle_next = NULL;
    room->is_idle = false;
    rs->idle_len--;
}

static void idle_link(struct room *room)
{
    struct rooms *rs = room->rs;

    if (room->is_idle)
        return;
    room->idle_prev = rs->idle_last;
    *(rs->idle_last ? &rs->idle_last->idle_next : &rs->idle_first) = room;
    rs->idle_last = room;
    room->is_idle = true;
    rs->idle_len++;
}

/* A table that somebody needs is never on the list (room_rest()). If it is, that
 * is our bug; but to stop for it would let whoever found it stop the server, and
 * to pass the table over costs nothing. */
static void evict_oldest(struct rooms *rs)
{
    struct room *room = rs->idle_first;

    VL_ASSERT(!is_needed(room));
    if (is_needed(room)) {
        LOG(rs->log, LOG_ERROR, "idle_room_needed", log_str("room", room->id));
        idle_unlink(room);
        return;
    }
    rs->stats.evicted++;
    rooms_remove(rs, room);
    room_free(room);
}

bool rooms_add(struct rooms *rs, struct room *room)
{
    while (rs->live >= rs->limits.rooms && rs->idle_first)
        evict_oldest(rs);
    if (rs->live >= rs->limits.rooms)
        return false;
    if (rs->live >= rs->buckets_len)
        grow(rs);
    room->chain = rs->buckets[room->key & (rs->buckets_len - 1)];
    rs->buckets[room->key & (rs->buckets_len - 1)] = room;
    rs->live++;
    return true;
}

void rooms_remove(struct rooms *rs, struct room *room)
{
    struct room **at = &rs->buckets[room->key & (rs->buckets_len - 1)];

    while (*at != room)
        at = &(*at)->chain;
    *at = room->chain;
    idle_unlink(room);
    late_forget(room);
    rs->kick_later -= room->kick_later;
    room->kick_later = false;
    rs->live--;
}

struct room *room_new(struct rooms *rs, const char *id)
{
    struct room *room = calloc(1, sizeof *room);

    if (!room)
        return NULL;
    room->rs = rs;
    memcpy(room->id, id, sizeof room->id);
    room->key = key_of(id);
    return room;
}

void room_free(struct room *room)
{
    if (!room)
        return;
    vl_match_close(room->match);
    for (int p = 0; p < VL_SEATS_MAX; p++)
        free(room->players[p].cids.list);
    for (uint32_t i = 0; i < room->said_len; i++)
        free(room->said[i].text);
    free(room->said);
    late_forget(room);
    free(room);
}

void room_rest(struct room *room)
{
    if (is_needed(room) || room->is_dead)
        idle_unlink(room);
    else
        idle_link(room);
}

/* The tables that go next are idle: as many as an event in a build with
 * assertions can look at. */
static bool is_idle_sound(const struct rooms *rs, int most)
{
    for (const struct room *room = rs->idle_first; room && most-- > 0; room = room->idle_next)
        if (!room->is_idle || is_needed(room))
            return false;
    return true;
}

void rooms_settle(struct rooms *rs)
{
    VL_ASSERT(is_idle_sound(rs, IDLE_LOOKED_AT));
    while (rs->idle_len > rs->limits.rooms_idle)
        evict_oldest(rs);
}

const char *rooms_broken(const struct rooms *rs)
{
    uint32_t live = 0, idle = 0, listed = 0, pending = 0;

    for (uint32_t i = 0; i < rs->buckets_len; i++) {
        for (const struct room *room = rs->buckets[i]; room; room = room->chain) {
            if (room->is_dead)
                return "a table that is gone can be found";
            if (room->is_idle == is_needed(room))
                return room->is_idle ? "a table that is needed is idle"
                                     : "a table that nobody needs is not idle";
            live++;
            idle += room->is_idle;
            pending += room->pending != NULL;
        }
    }
    if (!is_idle_sound(rs, INT_MAX))
        return "a table on the list of idle ones is not idle";
    for (const struct room *room = rs->idle_first; room; room = room->idle_next)
        listed++;
    return live != rs->live                         ? "tables are counted wrong"
           : idle != rs->idle_len || listed != idle ? "idle tables are counted wrong"
           : idle > rs->limits.rooms_idle           ? "too many tables are idle"
           : live > rs->limits.rooms                ? "too many tables are in memory"
           : pending > rs->pending                  ? "changes are counted wrong"
                                                    : NULL;
}

/* ---- greeting ---- */

/* How many people can play: some games seat a person more than once. */
static void put_players(struct vl_json *w, const struct vl_game *g)
{
    const struct vl_option *o = vl_players_option(g);

    vl_json_key(w, "players");
    vl_json_arr(w);
    vl_json_int(w, o ? o->lo : g->seats_min);
    vl_json_int(w, o ? o->hi : g->seats_max);
    vl_json_end(w);
}

static void put_games(struct vl_json *w, const struct rooms *rs, int lang)
{
    char text[VL_TEXT_MAX];

    vl_json_key(w, "games");
    vl_json_arr(w);
    for (int i = 0; i < rooms_games_len(rs); i++) {
        const struct vl_game *g = rooms_game_at(rs, i);
        struct vl_buf b = vl_buf_on(text, sizeof text);

        vl_json_obj(w);
        vl_json_kstr(w, "id", g->id);
        vl_text_game(&b, lang, g);
        vl_json_kstr(w, "name", text);
        b = vl_buf_on(text, sizeof text);
        vl_text_blurb(&b, lang, g);
        vl_json_kstr(w, "blurb", text);
        put_players(w, g);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void put_choices(struct vl_json *w, int lang)
{
    vl_json_key(w, "bots");
    vl_json_arr(w);
    for (int i = 0; i < vl_bots_len(); i++)
        vl_json_str(w, vl_bot_at(i)->id);
    vl_json_end(w);
    vl_json_key(w, "phrases");
    vl_json_arr(w);
    for (int i = 0; i < proto_phrases_len(); i++) {
        vl_json_obj(w);
        vl_json_kstr(w, "id", proto_phrase_id(i));
        vl_json_kstr(w, "text", proto_phrase_text(i, lang));
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void put_limits(struct vl_json *w, const struct rooms *rs)
{
    vl_json_key(w, "limits");
    vl_json_obj(w);
    vl_json_kint(w, "message_bytes", rs->limits.message_bytes);
    vl_json_kint(w, "cid_bytes", PROTO_CID_MAX);
    vl_json_kint(w, "name_bytes", PROTO_NAME_MAX);
    vl_json_kint(w, "chat_bytes", PROTO_CHAT_MAX);
    vl_json_kint(w, "move_bytes", PROTO_MOVE_MAX);
    vl_json_kint(w, "entries", VL_ENTRIES_MAX);
    vl_json_kint(w, "since", PROTO_SINCE_MAX);
    vl_json_end(w);
}

static void put_welcome(struct vl_json *w, const struct rooms *rs, int lang, const char *cid)
{
    proto_begin(w, PROTO_WELCOME, cid);
    vl_json_kint(w, "version", PROTO_VERSION);
    vl_json_kstr(w, "server", rs->setup.version ? rs->setup.version : "");
    vl_json_kstr(w, "lang", vl_lang_word(lang));
    put_games(w, rs, lang);
    put_choices(w, lang);
    put_limits(w, rs);
    vl_json_kstr(w, "store", rs->is_read_only ? "read_only" : "ok");
    vl_json_end(w);
}

/* The same for all who gave no cid: framed once. */
static void send_welcome(struct member *m, const char *cid)
{
    struct rooms *rs = m->rs;
    struct vl_json w = member_write(rs);

    if (cid[0]) {
        put_welcome(&w, rs, m->lang, cid);
        member_send(m, &w);
        return;
    }
    if (!rs->welcome[m->lang]) {
        put_welcome(&w, rs, m->lang, NULL);
        rs->welcome[m->lang] = rooms_blob(rs, &w);
    }
    if (rs->welcome[m->lang])
        conn_send_blob(m->conn, rs->welcome[m->lang]);
}

static void forget_welcome(struct rooms *rs)
{
    for (int lang = 0; lang < VL_LANGS; lang++) {
        blob_unref(rs->welcome[lang]);
        rs->welcome[lang] = NULL;
    }
}

/* ---- those who have not said hello ---- */

static void new_link(struct member *m)
{
    struct rooms *rs = m->rs;

    m->since_ms = rooms_steady(rs);
    m->new_prev = rs->new_last;
    *(rs->new_last ? &rs->new_last->new_next : &rs->new_first) = m;
    rs->new_last = m;
}

static void new_unlink(struct member *m)
{
    struct rooms *rs = m->rs;

    if (!m->new_prev && rs->new_first != m)
        return;
    *(m->new_prev ? &m->new_prev->new_next : &rs->new_first) = m->new_next;
    *(m->new_next ? &m->new_next->new_prev : &rs->new_last) = m->new_prev;
    m->new_prev = m->new_next = NULL;
}

/* Whoever holds a connection says who they are before long. */
static void hello_tick(struct rooms *rs)
{
    int64_t now = rooms_steady(rs);
    struct member *m;

    while (rs->limits.hello_ms > 0 && (m = rs->new_first) != NULL &&
           now - m->since_ms >= rs->limits.hello_ms) {
        new_unlink(m);
        conn_close(m->conn, 1008, "say hello first");
    }
}

static void lobby_hello(struct member *m, const struct proto_msg *msg)
{
    int lang = msg->word[0] ? vl_lang_find(msg->word) : m->lang;

    if (msg->version != PROTO_VERSION) {
        m->lang = lang < 0 ? m->lang : vl_u8(lang);
        member_error(m, PROTO_HELLO, msg->cid, PROTO_FOREIGN, "version");
        conn_close(m->conn, PROTO_CLOSE_VERSION, "another protocol version is spoken here");
        return;
    }
    if (lang < 0) {
        member_error(m, PROTO_HELLO, msg->cid, VL_UNKNOWN, "lang");
        return;
    }
    bool again = m->greeted && m->room;
    if (!m->greeted)
        new_unlink(m);
    m->greeted = true;
    m->lang = vl_u8(lang);
    m->both = msg->both;
    m->told = msg->told;
    send_welcome(m, msg->cid);
    if (again)
        member_show(m, -1, NULL);
}

static void lobby_ping(struct member *m, const struct proto_msg *msg)
{
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_PONG, msg->cid);
    vl_json_end(&w);
    member_send(m, &w);
}

static void lobby_game(struct member *m, const struct proto_msg *msg)
{
    const struct vl_game *g = rooms_game(m->rs, msg->game);
    struct vl_json w = member_write(m->rs);
    struct vl_rules r;
    struct vl_error err;

    if (!g || rooms_rules(m->rs, g, NULL, &r, &err) != VL_OK) {
        member_error(m, PROTO_GAME, msg->cid, VL_UNKNOWN, "game");
        return;
    }
    proto_begin(&w, PROTO_RULES, msg->cid);
    vl_json_key(&w, "game");
    vl_game_json(&w, &r);
    vl_json_end(&w);
    member_send(m, &w);
}

/* ---- dispatch ---- */

bool hand_of(struct member *m, struct hand *out)
{
    if (!m->room || m->player == ROOM_NOBODY)
        return false;
    *out = (struct hand){ m, m->room, m->player };
    return true;
}

/* Who is served by what: the lobby and those who look get the connection,
 * players a hand. `queued`: it changes the table, one after the other. */
static const struct {
    void (*look)(struct member *m, const struct proto_msg *msg);
    void (*play)(const struct hand *h, const struct proto_msg *msg);
    bool queued;
} handlers[PROTO_CLIENT_COUNT] = {
    [PROTO_HELLO] = { .look = lobby_hello },
    [PROTO_PING] = { .look = lobby_ping },
    [PROTO_GAME] = { .look = lobby_game },
    [PROTO_LIST] = { .look = lobby_list },
    [PROTO_CREATE] = { .look = lobby_create },
    [PROTO_JOIN] = { .look = lobby_join },
    [PROTO_FOLLOW] = { .look = lobby_follow },
    [PROTO_LEAVE] = { .look = seats_leave },
    [PROTO_RESYNC] = { .look = ask_resync },
    [PROTO_AT] = { .look = ask_at },
    [PROTO_RECORD] = { .look = ask_record },
    [PROTO_REPORT] = { .look = table_report },
    [PROTO_FACES] = { .look = ask_faces },
    [PROTO_MOVE] = { .play = table_move, .queued = true },
    [PROTO_UNDO] = { .play = table_undo, .queued = true },
    [PROTO_VOTE] = { .play = table_vote, .queued = true },
    [PROTO_NAME] = { .play = table_name, .queued = true },
    [PROTO_BOT] = { .play = table_bot, .queued = true },
    [PROTO_BACK] = { .play = table_back, .queued = true },
    [PROTO_CHAT] = { .play = table_chat, .queued = true },
    [PROTO_PREVIEW] = { .play = table_preview },
    [PROTO_WHY] = { .play = table_why },
    [PROTO_HINT] = { .play = table_hint },
    [PROTO_POINT] = { .play = table_point },
    [PROTO_FORK] = { .play = table_fork },
    [PROTO_RENEW] = { .play = table_renew, .queued = true },
    [PROTO_MUTE] = { .play = table_mute, .queued = true },
    [PROTO_KICK] = { .play = table_kick, .queued = true },
    [PROTO_DELETE] = { .play = table_delete, .queued = true },
};

/* The table has a change on its way to the disk: wait for it. */
static void enqueue(struct member *m, const struct proto_msg *msg, uint64_t began_us)
{
    struct room *room = m->room;
    struct waiting **at = &room->queue;
    struct waiting *wt = room->queue_len < m->rs->limits.room_queue ? malloc(sizeof *wt) : NULL;

    if (!wt) {
        member_error(m, msg->type, msg->cid, PROTO_BUSY, NULL);
        return;
    }
    *wt = (struct waiting){ .m = m, .began_us = began_us, .msg = *msg };
    while (*at)
        at = &(*at)->next;
    *at = wt;
    room->queue_len++;
    room_rest(room);
}

static int check_right(struct member *m, int right)
{
    if (right > PROTO_ANYONE && !m->greeted)
        return PROTO_HELLO_FIRST;
    if (m->joining && right > PROTO_ANYONE)
        return PROTO_BUSY;
    if (right >= PROTO_MEMBER && !m->room)
        return PROTO_DENIED;
    if (right == PROTO_PLAYER && m->player == ROOM_NOBODY)
        return PROTO_DENIED;
    return VL_OK;
}

void rooms_carry_out(struct member *m, const struct proto_msg *msg, uint64_t began_us)
{
    struct hand h;

    m->rs->began_us = began_us;
    if (handlers[msg->type].look)
        handlers[msg->type].look(m, msg);
    else if (hand_of(m, &h))
        handlers[msg->type].play(&h, msg);
    m->rs->began_us = 0;
}

void rooms_dispatch(struct member *m, const struct proto_msg *msg, uint64_t began_us)
{
    int st = check_right(m, proto_messages[msg->type].right);

    if (st == VL_OK && handlers[msg->type].queued && m->rs->is_stopping)
        st = PROTO_BUSY;
    if (st != VL_OK) {
        member_error(m, msg->type, msg->cid, st, NULL);
        return;
    }
    if (handlers[msg->type].queued && (m->room->pending || m->room->queue))
        enqueue(m, msg, began_us);
    else
        rooms_carry_out(m, msg, began_us);
}

static void app_message(void *ctx, struct conn *c, const char *text, size_t len)
{
    struct rooms *rs = ctx;
    struct member *m = *conn_user(c);
    struct proto_msg *msg = &rs->scratch->msg;
    struct vl_error err;

    if (!m)
        return;
    memset(&err, 0, sizeof err);
    int st = proto_read(msg, &rs->scratch->nodes, text, len, &err);
    if (st == VL_OK)
        rooms_dispatch(m, msg, rooms_clock_us());
    else
        member_fault(m, msg->type, msg->cid, &err, NULL, NULL, NULL);
    rooms_settle(rs);
}

/* ---- connections ---- */

/* Somebody whom the operator does not want here. */
static void turn_away(struct member *m)
{
    if (house_blocks(m->rs->house, conn_address(m->conn)))
        conn_close(m->conn, 1008, "this address is blocked here");
}

void rooms_house(struct rooms *rs, struct house *h)
{
    house_free(rs->house);
    rs->house = h;
    LOG(rs->log, LOG_INFO, "house", log_int("rules", house_len(h)),
        log_int("closed", house_is_closed(h)));
    for (int i = 0; i < ROOM_LISTS_MAX; i++) /* to be read again */
        rs->lists[i].at_ms = INT64_MIN / 2;
    for (struct member *m = rs->members; m; m = m->all_next) {
        turn_away(m);
        if (m->room && house_shuts(h, m->room->id))
            member_show_out(m, "shut");
    }
    rooms_settle(rs);
}

static void app_connected(void *ctx, struct conn *c)
{
    struct rooms *rs = ctx;
    struct member *m = calloc(1, sizeof *m);

    if (!m) {
        conn_close(c, 1011, "out of memory");
        return;
    }
    m->rs = rs;
    m->conn = c;
    m->player = ROOM_NOBODY;
    m->lang = VL_FR;
    m->all_next = rs->members;
    if (rs->members)
        rs->members->all_prev = m;
    rs->members = m;
    new_link(m);
    *conn_user(c) = m;
    turn_away(m);
}

static void app_closed(void *ctx, struct conn *c)
{
    struct rooms *rs = ctx;
    struct member *m = *conn_user(c);

    if (!m)
        return;
    *conn_user(c) = NULL;
    new_unlink(m);
    *(m->all_prev ? &m->all_prev->all_next : &rs->members) = m->all_next;
    if (m->all_next)
        m->all_next->all_prev = m->all_prev;
    if (m->joining)
        m->joining->m = NULL;
    m->joining = NULL;
    listing_forget(m);
    making_forget(m);
    follow_forget(m);
    member_leave(m);
    free(m);
    rooms_settle(rs);
}

static void tell_all(struct rooms *rs, struct vl_json *w)
{
    struct blob *b = rooms_blob(rs, w);

    for (struct member *m = rs->members; b && m; m = m->all_next)
        conn_send_blob(m->conn, b);
    blob_unref(b);
}

static void app_stopping(void *ctx)
{
    struct rooms *rs = ctx;
    struct vl_json w = member_write(rs);

    rs->is_stopping = true;
    proto_begin(&w, PROTO_BYE, NULL);
    vl_json_key(&w, "retry");
    vl_json_arr(&w);
    vl_json_int(&w, 0);
    vl_json_int(&w, 3000);
    vl_json_end(&w);
    vl_json_end(&w);
    tell_all(rs, &w);
}

static void app_tick(void *ctx)
{
    late_tick(ctx);
    hello_tick(ctx);
    expire_tick(ctx);
}

static bool app_busy(void *ctx)
{
    return ((const struct rooms *)ctx)->pending > 0;
}

static const char *app_health(void *ctx)
{
    return ((const struct rooms *)ctx)->is_read_only ? "read-only" : NULL;
}

void rooms_store_state(void *ctx, bool is_read_only, const struct vl_error *why)
{
    struct rooms *rs = ctx;
    struct vl_json w = member_write(rs);

    if (is_read_only)
        LOG(rs->log, LOG_ERROR, "store_read_only", log_str("why", why ? why->what : ""));
    else
        LOG(rs->log, LOG_INFO, "store_writable", log_int("live", rs->live));
    rs->is_read_only = is_read_only;
    forget_welcome(rs);
    proto_begin(&w, PROTO_STORE, NULL);
    vl_json_kstr(&w, "state", is_read_only ? "read_only" : "ok");
    vl_json_end(&w);
    tell_all(rs, &w);
    /* Chance and bots did not give up: they go on by themselves. */
    for (uint32_t i = 0; !is_read_only && i < rs->buckets_len; i++)
        for (struct room *room = rs->buckets[i]; room; room = room->chain)
            room_kick(room);
    rooms_settle(rs);
}

/* ---- figures ---- */

void rooms_stats(const struct rooms *rs, struct rooms_stats *out)
{
    *out = rs->stats;
    out->live = rs->live;
    out->idle = rs->idle_len;
    out->members = 0;
    for (const struct member *m = rs->members; m; m = m->all_next)
        out->members += m->room != NULL;
}

static void app_metrics(void *ctx, struct metrics *mt)
{
    const struct rooms *rs = ctx;
    struct rooms_stats s;

    rooms_stats(rs, &s);
    metrics_gauge(mt, "veillee_rooms", "Tables in memory.", s.live);
    metrics_gauge(mt, "veillee_rooms_idle", "Tables in memory that nobody is at.", s.idle);
    metrics_gauge(mt, "veillee_members", "Connections at a table.", s.members);
    metrics_counter(mt, "veillee_rooms_created_total", "Tables made.", s.created);
    metrics_counter(mt, "veillee_rooms_loaded_total", "Tables read from the store.", s.loaded);
    metrics_counter(mt, "veillee_rooms_evicted_total", "Idle tables let go.", s.evicted);
    metrics_counter(mt, "veillee_rooms_deleted_total", "Tables deleted.", s.deleted);
    metrics_counter(mt, "veillee_rooms_expired_total", "Tables cleared away, untouched.",
                    s.expired);
    metrics_counter(mt, "veillee_moves_total", "Decisions of people, durable.", s.moves);
    metrics_counter(mt, "veillee_bot_moves_total", "Decisions of bots, durable.", s.bot_moves);
    metrics_counter(mt, "veillee_undos_total", "Undos, durable.", s.undos);
    metrics_counter(mt, "veillee_said_total", "Lines of chat, durable.", s.said);
    metrics_counter(mt, "veillee_hints_total", "Hints given.", s.hints);
    metrics_counter(mt, "veillee_errors_total", "Requests refused.", s.errors);
    metrics_counter(mt, "veillee_stale_total", "Requests refused as stale.", s.stale);
    metrics_counter(mt, "veillee_stale_bots_total", "Answers of bots too late.", s.stale_bots);
    metrics_histogram(mt, "veillee_ack_seconds", "From a request to its acknowledgement.", &s.ack);
}

struct server_app rooms_app(struct rooms *rs)
{
    return (struct server_app){ .ctx = rs,
                                .open = app_connected,
                                .message = app_message,
                                .closed = app_closed,
                                .stopping = app_stopping,
                                .tick = app_tick,
                                .busy = app_busy,
                                .health = app_health,
                                .metrics = app_metrics };
}

/* ---- beginning and end ---- */

int rooms_create(struct rooms **out, const struct rooms_setup *setup, struct vl_error *err)
{
    struct rooms *rs = calloc(1, sizeof *rs);

    if (rs) {
        rs->setup = *setup;
        rs->limits = *setup->limits;
        rs->log = setup->log;
        rs->buckets_len = BUCKETS_FIRST;
        rs->buckets = calloc(BUCKETS_FIRST, sizeof(struct room *));
        rs->scratch = calloc(1, sizeof *rs->scratch);
        rs->budgets = calloc(LIMIT_ADDRESSES, sizeof *rs->budgets);
    }
    if (!rs || !rs->buckets || !rs->scratch || !rs->budgets || sodium_init() < 0) {
        rooms_destroy(rs);
        return vl_error_set(err, VL_MEMORY, "rooms", "out of memory");
    }
    *out = rs;
    return VL_OK;
}

void rooms_destroy(struct rooms *rs)
{
    if (!rs)
        return;
    for (uint32_t i = 0; rs->buckets && i < rs->buckets_len; i++) {
        for (struct room *room = rs->buckets[i], *next; room; room = next) {
            next = room->chain;
            room_free(room);
        }
    }
    forget_welcome(rs);
    for (int i = 0; i < ROOM_FACES_KEPT; i++)
        blob_unref(rs->faces[i].blob);
    for (int i = 0; i < ROOM_LISTS_MAX; i++)
        free(rs->lists[i].text);
    if (rs->scratch)
        vl_tale_free(&rs->scratch->tale);
    free(rs->scratch);
    free(rs->budgets);
    house_free(rs->house);
    free(rs->buckets);
    free(rs);
}
