/* room_make.c - new tables: created from the lobby, or forked from another one.
 *
 * A new table is made the way an old one is read: its facts are written down
 * (struct head), and room_open() makes the table from them. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>
#include <time.h>

/* A table on its way to the disk. */
struct making {
    struct rooms *rs;
    struct member *m; /* who asked; NULL: gone */
    struct room *room;
    char cid[PROTO_CID_MAX + 1];
    struct token tokens[VL_SEATS_MAX + 1]; /* by player, the last: to watch */
    char from[STORE_ID_LEN + 1];           /* a fork of this table, by this player */
    int by;
};

static bool has_link(const struct room *room, int player)
{
    return room->players[player].kind != PROTO_BOT_KIND || room->players[player].lent;
}

/* ---- answers ---- */

static void put_link(struct vl_json *w, const struct room *room, const struct token *t)
{
    char path[2 * STORE_ID_LEN + 16];
    struct vl_buf b = vl_buf_on(path, sizeof path);

    vl_put(&b, "/#/r/");
    vl_put(&b, room->id);
    vl_put(&b, "/");
    vl_put(&b, t->text);
    vl_json_kstr(w, "token", t->text);
    vl_json_kstr(w, "path", path);
}

/* Links of the players in `mask`. */
static void put_links(struct vl_json *w, const struct making *mk, uint32_t mask)
{
    vl_json_key(w, "links");
    vl_json_arr(w);
    for (int p = 0; p < mk->room->match->players_len; p++) {
        if (!has_link(mk->room, p) || !(mask >> p & 1))
            continue;
        vl_json_obj(w);
        vl_json_kint(w, "player", p);
        put_link(w, mk->room, &mk->tokens[p]);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void send_created(const struct making *mk)
{
    const struct vl_match *m = mk->room->match;
    struct vl_json w = member_write(mk->rs);
    char hex[2 * VL_SEED_SIZE + 1];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);

    vl_put_hex(&b, m->seed_hash, VL_SEED_SIZE);
    proto_begin(&w, PROTO_CREATED, mk->cid);
    vl_json_kstr(&w, "room", mk->room->id);
    vl_json_kstr(&w, "game", m->rules.game->id);
    vl_json_kstr(&w, "seed_hash", hex);
    put_links(&w, mk, UINT32_MAX);
    vl_json_key(&w, "watch");
    vl_json_obj(&w);
    put_link(&w, mk->room, &mk->tokens[VL_SEATS_MAX]);
    vl_json_end(&w);
    vl_json_end(&w);
    member_send(mk->m, &w);
}

/* To one who was at the old table; the asker also gets the links of the absent. */
static void send_forked(const struct making *mk, struct member *m, uint32_t absent)
{
    struct vl_json w = member_write(mk->rs);
    bool plays = m->player >= 0 && has_link(mk->room, m->player);

    proto_begin(&w, PROTO_FORKED, m == mk->m ? mk->cid : NULL);
    vl_json_kstr(&w, "room", mk->room->id);
    vl_json_kint(&w, "rev", mk->room->from_rev);
    vl_json_kint(&w, "by", mk->by);
    if (mk->room->same)
        vl_json_kbool(&w, "same", true);
    vl_json_key(&w, "player");
    if (plays)
        vl_json_int(&w, m->player);
    else
        vl_json_null(&w);
    put_link(&w, mk->room, &mk->tokens[plays ? m->player : VL_SEATS_MAX]);
    put_links(&w, mk, m == mk->m ? absent : 0);
    vl_json_end(&w);
    member_send(m, &w);
}

static void tell_forked(const struct making *mk)
{
    struct room *old = rooms_find(mk->rs, mk->from);
    uint32_t absent = UINT32_MAX;

    for (int p = 0; old && p < VL_SEATS_MAX; p++)
        if (old->players[p].here)
            absent &= ~(UINT32_C(1) << p);
    for (struct member *m = old ? old->members : NULL; m; m = m->next)
        if (mk->room->from_rev <= member_rev(m)) /* who watches late is not shown what is to come */
            send_forked(mk, m, absent);
}

/* ---- storing ---- */

static void making_free(struct making *mk)
{
    if (mk->m)
        mk->m->making = NULL;
    for (int i = 0; i <= VL_SEATS_MAX; i++)
        token_forget(&mk->tokens[i]);
    free(mk);
}

void making_forget(struct member *m)
{
    if (m->making)
        m->making->m = NULL;
    m->making = NULL;
}

static void nothing(void *ctx, const struct writer_result *r)
{
    (void)ctx;
    (void)r;
}

static void on_made(void *ctx, const struct writer_result *r)
{
    struct making *mk = ctx;
    struct rooms *rs = mk->rs;
    struct room *room = mk->room;

    rs->pending--;
    if (r->status != VL_OK || !mk->m) {
        if (mk->m) /* its facts fit: it is the tables that are too many */
            member_error(mk->m, mk->from[0] ? PROTO_FORK : PROTO_CREATE, mk->cid,
                         r->status == VL_TOO_LARGE ? PROTO_CLOSED : r->status, NULL);
        else if (r->status == VL_OK && !mk->from[0]) /* nobody has a link to it */
            (void)writer_remove(rs->setup.writer, room->id, nothing, NULL);
        room_free(room);
        making_free(mk);
        return;
    }
    rs->stats.created++;
    room->life = ROOM_READY;
    room->epoch = 1;
    LOG(rs->log, LOG_INFO, "room_created", log_str("room", room->id),
        log_str("game", room->match->rules.game->id));
    if (mk->from[0])
        tell_forked(mk);
    else
        send_created(mk);
    making_free(mk);
    if (rooms_add(rs, room)) /* else it is read when somebody comes */
        room_rest(room);
    else
        room_free(room);
    rooms_settle(rs);
}

/* Tokens for all who get a link, and to watch. */
static int make_tokens(struct making *mk, struct store_token *out)
{
    struct room *room = mk->room;
    int n = 0;

    for (int i = 0; i <= VL_SEATS_MAX; i++) {
        bool wanted = i == VL_SEATS_MAX || (i < room->match->players_len && has_link(room, i));
        uint8_t bytes[16];

        if (!wanted)
            continue;
        rooms_random(mk->rs, bytes, sizeof bytes);
        token_make(&mk->tokens[i], bytes);
        room->tokens[i].known = true;
        memcpy(room->tokens[i].hash, mk->tokens[i].hash, STORE_TOKEN_LEN);
        out[n].role = i == VL_SEATS_MAX ? TOKEN_WATCH : i;
        memcpy(out[n].hash, mk->tokens[i].hash, STORE_TOKEN_LEN);
        memcpy(out[n].game, room->id, sizeof out[n].game);
        n++;
    }
    return n;
}

static void today(const struct rooms *rs, char date[11])
{
    time_t now = (time_t)(rooms_now(rs) / 1000);
    struct tm tm;

    memset(date, 0, 11);
    if (gmtime_r(&now, &tm))
        (void)strftime(date, 11, "%Y-%m-%d", &tm);
}

/* What a new table is made of. */
struct order {
    const struct vl_rules *rules;
    struct head head;
    bool is_public;
    const char *from; /* NULL: no fork */
    int by;
};

/* The facts of the table as the store has them; texts lie in the scratch memory. */
static bool write_facts(struct rooms *rs, const struct order *o, struct store_game *g)
{
    struct scratch *sc = rs->scratch;
    struct vl_buf options = vl_buf_on(sc->text, sizeof sc->text / 2);
    struct vl_buf head = vl_buf_on(sc->text + sizeof sc->text / 2, STORE_HEAD_MAX);
    uint8_t bytes[16];

    memset(g, 0, sizeof *g);
    rooms_random(rs, bytes, sizeof bytes);
    store_id_make(g->id, bytes);
    vl_options_write(o->rules, &options, false);
    if (!head_write(&head, &o->head, o->rules) || options.full)
        return false;
    g->game = o->rules->game->id;
    g->options = options.p;
    g->head = head.p;
    g->created_ms = rooms_now(rs);
    g->is_public = o->is_public;
    g->state = STORE_RUNNING;
    for (int p = 0; p < o->head.players_len; p++)
        if (o->head.players[p].kind == PROTO_OPEN)
            g->state = STORE_OPEN;
    return true;
}

static int make(struct member *m, const char *cid, const struct order *o, struct vl_error *err)
{
    struct rooms *rs = m->rs;
    struct store_token tokens[VL_SEATS_MAX + 1];
    struct store_game g;

    memset(tokens, 0, sizeof tokens);
    if (!write_facts(rs, o, &g))
        return vl_error_set(err, VL_TOO_LARGE, "options", "the table has too many facts");
    struct making *mk = calloc(1, sizeof *mk);
    struct room *room = mk ? room_new(rs, g.id) : NULL;
    if (!room) {
        free(mk);
        return vl_error_set(err, VL_MEMORY, "table", "out of memory");
    }
    *mk = (struct making){ .rs = rs, .m = m, .room = room, .by = o->by };
    memcpy(mk->cid, cid, strlen(cid) + 1);
    if (o->from)
        memcpy(mk->from, o->from, sizeof mk->from);
    int st = room_open(room, &g, err);
    if (st == VL_OK) {
        int n = make_tokens(mk, tokens);

        st = writer_create_game(rs->setup.writer, &g, tokens, (size_t)n, NULL, 0, on_made, mk);
        if (st != VL_OK)
            vl_error_set(err, st == VL_MEMORY ? VL_MEMORY : PROTO_BUSY, "", "");
    }
    if (st != VL_OK) {
        room_free(room);
        free(mk);
        return st;
    }
    m->making = mk;
    rs->pending++;
    return VL_OK;
}

/* False: it was answered. */
static bool may_make(struct member *m, const struct proto_msg *msg)
{
    const struct server_limits *l = &m->rs->limits;
    int st = house_is_closed(m->rs->house)     ? PROTO_CLOSED
             : m->making || m->rs->is_stopping ? PROTO_BUSY
             : bucket_take(&m->tables, rooms_steady(m->rs), l->table_burst, l->table_ms) &&
                     budget_take(m, BUDGET_TABLES, 1)
                 ? VL_OK
                 : PROTO_OFTEN;

    if (st != VL_OK)
        member_error(m, msg->type, msg->cid, st, NULL);
    return st == VL_OK;
}

/* ---- create ---- */

static int read_rules(struct member *m, const struct proto_msg *msg, struct vl_rules *r,
                      struct vl_error *err)
{
    const struct vl_game *g = rooms_game(m->rs, msg->game);

    if (!g) {
        vl_error_set(err, VL_UNKNOWN, "game", "there is no such game");
        return VL_UNKNOWN;
    }
    int st = rooms_rules(m->rs, g, NULL, r, err);
    if (st == VL_OK && msg->options)
        st = vl_options_read(r, &msg->doc, msg->options, err);
    if (st == VL_OK)
        st = vl_options_players(r, msg->seats_len, err);
    struct vl_rules whole = *r; /* stored are the options as they were given */
    return st == VL_OK ? vl_rules_prepare(&whole, err) : st;
}

static int read_players(struct head *h, const struct proto_msg *msg, const struct house *house,
                        struct vl_error *err)
{
    bool somebody = false;
    struct vl_bot_spec spec;

    h->players_len = msg->seats_len;
    for (int p = 0; p < msg->seats_len; p++) {
        const struct proto_seat *seat = &msg->seats[p];

        if (seat->kind == PROTO_BOT_KIND && vl_bot_parse(&spec, seat->level, err) != VL_OK)
            return vl_error_set(err, err->status, "seats", err->what);
        somebody |= seat->kind != PROTO_BOT_KIND;
        h->players[p].kind = seat->kind;
        memcpy(h->players[p].level, seat->level, sizeof seat->level);
        name_clean(h->players[p].name, sizeof h->players[p].name, seat->name);
        if (house_reserves(house, h->players[p].name))
            return vl_error_set(err, PROTO_TAKEN, "seats", "the name is reserved");
        for (int q = 0; q < p; q++)
            if (name_alike(h->players[p].name, h->players[q].name))
                return vl_error_set(err, PROTO_TAKEN, "seats", "two names look alike");
    }
    if (!somebody)
        return vl_error_set(err, VL_INVALID, "seats", "at least one player is not a bot");
    h->host = msg->host >= 0 ? (int8_t)msg->host : head_host(h);
    if (h->host >= h->players_len || h->players[h->host].kind == PROTO_BOT_KIND)
        return vl_error_set(err, VL_INVALID, "host", "the host is one of the players, and no bot");
    return VL_OK;
}

void lobby_create(struct member *m, const struct proto_msg *msg)
{
    int chat = msg->word[0] ? chat_find(msg->word) : CHAT_ALL;
    struct order o;
    struct vl_rules r;
    struct vl_error err;

    if (!may_make(m, msg))
        return;
    if (chat < 0) {
        member_error(m, PROTO_CREATE, msg->cid, VL_UNKNOWN, "chat");
        return;
    }
    memset(&o, 0, sizeof o);
    memset(&r, 0, sizeof r);
    memset(&err, 0, sizeof err);
    int st = read_rules(m, msg, &r, &err);
    if (st == VL_OK)
        st = read_players(&o.head, msg, m->rs->house, &err);
    if (st == VL_OK) {
        o.rules = &r;
        o.is_public = msg->is_public;
        o.head.revision = r.game->revision;
        o.head.chat = vl_u8(chat);
        o.head.lang = vl_u8(m->lang + 1);
        o.head.hints = msg->has_hints ? msg->hints : head_people(&o.head) == 1;
        o.head.delay_s = (uint16_t)(msg->delay > 0 ? msg->delay : 0);
        o.head.away_s = msg->away >= 0 ? (uint32_t)msg->away : PROTO_AWAY;
        if (r.pack)
            o.head.pack = *r.pack;
        rooms_random(m->rs, o.head.seed, sizeof o.head.seed);
        today(m->rs, o.head.date);
        st = make(m, msg->cid, &o, &err);
    }
    if (st != VL_OK)
        member_fault(m, PROTO_CREATE, msg->cid, &err, NULL, NULL, NULL);
}

/* ---- fork ---- */

/* The links of those who are absent go to whoever asks: not in a game in which
 * a seat knows what others do not. */
static bool fork_tells_secrets(const struct room *room, const struct vl_state *s)
{
    const struct vl_match *m = room->match;

    if (m->state->actor == VL_OVER || !is_hiding(&m->rules, s, VL_ANYONE))
        return false;
    for (int p = 0; p < m->players_len; p++)
        if (!room->players[p].here && has_link(room, p))
            return true;
    return false;
}

void table_fork(const struct hand *h, const struct proto_msg *msg)
{
    const struct room *room = h->room;
    const struct vl_match *m = room->match;
    bool is_over = m->state->actor == VL_OVER;
    uint32_t rev = msg->same                             ? 0
                   : msg->rev >= 0 && msg->rev <= m->len ? (uint32_t)msg->rev
                                                         : m->len;
    union vl_any_state s;
    struct vl_error err;
    struct order o;

    memset(&o, 0, sizeof o);
    memset(&err, 0, sizeof err);
    if (!may_make(h->m, msg))
        return;
    vl_match_state_at(m, rev, &s.base);
    int st = msg->same && !is_over               ? PROTO_SECRET /* the seed is */
             : msg->rev > m->len                 ? VL_UNKNOWN
             : s.base.actor == VL_OVER           ? PROTO_GAME_OVER
             : fork_tells_secrets(room, &s.base) ? PROTO_SECRET
                                                 : VL_OK;
    if (st != VL_OK) {
        member_error(h->m, PROTO_FORK, msg->cid, st, msg->same ? "same" : "rev");
        return;
    }
    o.rules = &m->rules;
    o.from = room->id;
    o.by = h->player;
    o.is_public = room->is_public;
    head_of(&o.head, room);
    o.head.revision = m->rules.game->revision;
    o.head.start = m->has_start || vl_match_line(m, rev, NULL, 0) > 0 ? &s.base : NULL;
    o.head.from_rev = rev;
    memcpy(o.head.from, room->id, sizeof o.head.from);
    o.head.same = msg->same;
    o.head.host = (int8_t)h->player;
    if (!msg->same)
        rooms_random(room->rs, o.head.seed, sizeof o.head.seed);
    today(room->rs, o.head.date);
    if (make(h->m, msg->cid, &o, &err) != VL_OK)
        member_fault(h->m, PROTO_FORK, msg->cid, &err, NULL, NULL, NULL);
}
