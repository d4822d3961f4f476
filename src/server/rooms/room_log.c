/* room_log.c - the log of a table: lines as they are stored, read and carried out.
 *
 * A line is one JSON object:
 *
 *     {"k":"move","p":0,"s":0,"m":"hit 2","c":"a7"}     a decision: player, seat, notation, cid
 *     {"k":"move","p":0,"s":0,"m":"step e 2","more":true}  of a row of moves: all but its last
 *     {"k":"chance","m":"roll red blue"}
 *     {"k":"undo","p":0,"to":12,"c":"a8"}
 *     {"k":"said","p":1,"text":"..."}                    or "phrase"
 *     {"k":"name","p":1,"text":"Ana"}
 *     {"k":"seat","p":1,"kind":"bot","level":"greedy","lent":true}   and "away", without its owner
 *     {"k":"mute","p":0,"player":1,"on":true}            by the host, of player 1
 *     {"k":"vote","p":0,"n":3,"what":"undo","to":12,"need":2,"yes":1,"ask":"a9"}   or "none": it
 * has ended
 *
 * The first three are the entries of the match. Live or read again, a line is
 * carried out by the same function. */
#include "server/rooms/room_impl.h"

#include "pack/pack.h"

#include <stdlib.h>

static const char *const line_words[LINE_COUNT] = {
#define X(name, word) word,
    LINE_MAP(X)
#undef X
};

#define SAME_DEAL "the same deal as another table: its dice and cards were known before"

static const char *const chat_words[CHAT_COUNT] = { "all", "phrases", "off" };

static const char *const vote_words[VOTE_WHATS] = { "none", "undo", "bot", "delete", "kick" };

const char *chat_word(int chat)
{
    return chat_words[chat];
}

int chat_find(const char *word)
{
    for (int i = 0; i < CHAT_COUNT; i++)
        if (vl_str_eq(chat_words[i], word))
            return i;
    return -1;
}

/* ---- writing a line ---- */

static void put_move(struct vl_json *w, const struct vl_rules *r, struct vl_move m)
{
    char notation[256];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);

    vl_move_format(r, m, &b);
    vl_json_kstr(w, "m", notation);
}

static void put_vote(struct vl_json *w, const struct vote *v)
{
    vl_json_kint(w, "n", v->id);
    vl_json_kstr(w, "what", vote_words[v->what]);
    if (v->what == VOTE_NONE)
        return;
    vl_json_kint(w, "need", v->need);
    vl_json_kint(w, "yes", v->yes);
    if (v->what == VOTE_UNDO)
        vl_json_kint(w, "to", v->to);
    if (v->what == VOTE_BOT || v->what == VOTE_KICK)
        vl_json_kint(w, "player", v->player);
    if (v->what == VOTE_BOT)
        vl_json_kstr(w, "level", v->level);
    if (v->cid[0])
        vl_json_kstr(w, "ask", v->cid);
}

static void put_line(struct vl_json *w, const struct vl_rules *r, const struct line *line)
{
    switch ((enum line_kind)line->kind) {
    case LINE_MOVE:
        vl_json_kint(w, "s", line->seat);
        put_move(w, r, line->move);
        if (line->more)
            vl_json_kbool(w, "more", true);
        break;
    case LINE_CHANCE: put_move(w, r, line->move); break;
    case LINE_UNDO: vl_json_kint(w, "to", line->to); break;
    case LINE_SAID:
        if (line->phrase >= 0)
            vl_json_kstr(w, "phrase", proto_phrase_id(line->phrase));
        else
            vl_json_kstr(w, "text", line->text);
        break;
    case LINE_NAME: vl_json_kstr(w, "text", line->text); break;
    case LINE_SEAT:
        vl_json_kstr(w, "kind", proto_kind_word(line->who));
        if (line->who == PROTO_BOT_KIND)
            vl_json_kstr(w, "level", line->word);
        if (line->lent)
            vl_json_kbool(w, "lent", true);
        if (line->away)
            vl_json_kbool(w, "away", true);
        break;
    case LINE_VOTE: put_vote(w, &line->vote); break;
    case LINE_MUTE:
        vl_json_kint(w, "player", line->whom);
        vl_json_kbool(w, "on", line->on);
        break;
    case LINE_COUNT: break;
    }
}

bool line_write(struct vl_buf *out, const struct vl_rules *r, const struct line *line)
{
    struct vl_json w = vl_json_on(out->p + out->len, out->cap - out->len);

    vl_json_obj(&w);
    vl_json_kstr(&w, "k", line_words[line->kind]);
    if (line->player >= 0)
        vl_json_kint(&w, "p", line->player);
    put_line(&w, r, line);
    if (line->cid[0])
        vl_json_kstr(&w, "c", line->cid);
    vl_json_end(&w);
    out->len += w.out.len;
    return !w.out.full;
}

/* ---- reading a line ---- */

static int damaged(struct vl_error *err, const char *where)
{
    return vl_error_set(err, VL_MISMATCH, where, "the log of this table cannot be read");
}

static bool get_int(const struct vl_json_doc *doc, const char *key, int64_t hi, int64_t *out)
{
    return vl_json_int_in(doc, vl_json_get(doc, 0, key), 0, hi, out);
}

static bool get_text(const struct vl_json_doc *doc, const char *key, char *out, size_t cap)
{
    uint32_t node = vl_json_get(doc, 0, key);

    return node && vl_json_text(doc, node, out, cap);
}

static bool get_move(const struct vl_json_doc *doc, const struct vl_rules *r, struct vl_move *m)
{
    char notation[256];

    return get_text(doc, "m", notation, sizeof notation) &&
           vl_move_parse(r, notation, strlen(notation), m) == 0;
}

static bool get_said(const struct vl_json_doc *doc, struct line *line)
{
    char id[PROTO_WORD_MAX + 1];

    line->phrase = -1;
    if (!get_text(doc, "phrase", id, sizeof id))
        return get_text(doc, "text", line->text, sizeof line->text);
    line->phrase = (int8_t)proto_phrase_find(id);
    if (line->phrase < 0) /* of another version: shown as it is */
        memcpy(line->text, id, sizeof id);
    return true;
}

static bool find_kind(const struct vl_json_doc *doc, uint32_t node, uint8_t *out)
{
    for (int k = 0; k < PROTO_KIND_COUNT; k++) {
        if (!vl_json_is(doc, node, proto_kind_word(k)))
            continue;
        *out = vl_u8(k);
        return true;
    }
    return false;
}

static bool get_flag(const struct vl_json_doc *doc, const char *key)
{
    uint32_t node = vl_json_get(doc, 0, key);

    return node && vl_json_type_of(doc, node) == VL_JSON_TRUE;
}

static bool get_seat(const struct vl_json_doc *doc, struct line *line)
{
    if (!find_kind(doc, vl_json_get(doc, 0, "kind"), &line->who))
        return false;
    line->lent = get_flag(doc, "lent");
    line->away = get_flag(doc, "away");
    return line->who != PROTO_BOT_KIND || get_text(doc, "level", line->word, sizeof line->word);
}

static bool get_vote(const struct vl_json_doc *doc, struct line *line)
{
    struct vote *v = &line->vote;
    int64_t n = 0, need = 0, yes = 0, at = 0;
    int what = 0;

    while (what < VOTE_WHATS && !vl_json_is(doc, vl_json_get(doc, 0, "what"), vote_words[what]))
        what++;
    if (what == VOTE_WHATS || !get_int(doc, "n", UINT32_MAX - 1, &n))
        return false;
    *v = (struct vote){ .what = vl_u8(what), .by = line->player, .id = (uint32_t)n };
    if (what == VOTE_NONE)
        return true;
    if (!get_int(doc, "need", (1 << VL_SEATS_MAX) - 1, &need) ||
        !get_int(doc, "yes", (1 << VL_SEATS_MAX) - 1, &yes))
        return false;
    v->need = (uint32_t)need;
    v->yes = (uint32_t)yes;
    get_text(doc, "ask", v->cid, sizeof v->cid);
    if (what == VOTE_UNDO && !get_int(doc, "to", UINT32_MAX - 1, &at))
        return false;
    v->to = (uint32_t)at;
    if (what != VOTE_BOT && what != VOTE_KICK)
        return true;
    if (!get_int(doc, "player", VL_SEATS_MAX - 1, &at))
        return false;
    v->player = (int8_t)at;
    return what == VOTE_KICK || get_text(doc, "level", v->level, sizeof v->level);
}

static bool get_line(const struct vl_json_doc *doc, const struct vl_rules *r, struct line *line)
{
    int64_t v = 0;

    line->player = ROOM_NOBODY;
    if (get_int(doc, "p", VL_SEATS_MAX - 1, &v))
        line->player = (int8_t)v;
    if (line->kind != LINE_CHANCE && line->player < 0)
        return false;
    get_text(doc, "c", line->cid, sizeof line->cid);
    switch ((enum line_kind)line->kind) {
    case LINE_MOVE:
        if (!get_int(doc, "s", VL_SEATS_MAX - 1, &v))
            return false;
        line->seat = (int8_t)v;
        line->more = get_flag(doc, "more");
        return get_move(doc, r, &line->move);
    case LINE_CHANCE: return get_move(doc, r, &line->move);
    case LINE_UNDO:
        if (!get_int(doc, "to", UINT32_MAX - 1, &v))
            return false;
        line->to = (uint32_t)v;
        return true;
    case LINE_SAID: return get_said(doc, line);
    case LINE_NAME: return get_text(doc, "text", line->text, PROTO_NAME_MAX + 1);
    case LINE_SEAT: return get_seat(doc, line);
    case LINE_VOTE: return get_vote(doc, line);
    case LINE_MUTE:
        if (!get_int(doc, "player", VL_SEATS_MAX - 1, &v))
            return false;
        line->whom = (int8_t)v;
        line->on = get_flag(doc, "on");
        return true;
    case LINE_COUNT: break;
    }
    return false;
}

int line_read(struct line *line, const struct vl_rules *r, const struct store_entry *e,
              struct vl_error *err)
{
    struct vl_json_node nodes[32];
    struct vl_json_doc doc;
    char where[32];
    struct vl_buf b = vl_buf_on(where, sizeof where);

    memset(line, 0, sizeof *line);
    line->time_ms = e->time_ms;
    line->kind = LINE_COUNT;
    vl_put(&b, "entry ");
    vl_put_u64(&b, e->seq);
    if (vl_json_parse(&doc, e->text, e->len, nodes, VL_LEN(nodes), NULL) != VL_OK ||
        vl_json_type_of(&doc, 0) != VL_JSON_OBJECT)
        return damaged(err, where);
    for (int k = 0; k < LINE_COUNT; k++)
        if (vl_json_is(&doc, vl_json_get(&doc, 0, "k"), line_words[k]))
            line->kind = vl_u8(k);
    return get_line(&doc, r, line) ? VL_OK : damaged(err, where);
}

/* Of a row of moves; whatever cannot be read is no reason to leave more out. */
bool rooms_line_goes_on(const struct store_entry *e)
{
    struct vl_json_node nodes[32];
    struct vl_json_doc doc;

    return vl_json_parse(&doc, e->text, e->len, nodes, VL_LEN(nodes), NULL) == VL_OK &&
           vl_json_type_of(&doc, 0) == VL_JSON_OBJECT &&
           vl_json_is(&doc, vl_json_get(&doc, 0, "k"), line_words[LINE_MOVE]) &&
           get_flag(&doc, "more");
}

/* ---- carrying a line out ---- */

bool cid_known(const struct room *room, int player, const char *cid, uint32_t *rev)
{
    const struct room_player *p = &room->players[player];

    for (int i = 0; i < p->cids.len; i++) {
        if (!vl_str_eq(p->cids.list[i].text, cid))
            continue;
        *rev = p->cids.list[i].rev;
        return true;
    }
    return false;
}

/* Without memory it is forgotten: a repeat is then refused as stale. */
static void cid_keep(struct room *room, int player, const char *cid)
{
    struct room_player *p = &room->players[player];

    if (!p->cids.list)
        p->cids.list = calloc(PROTO_CIDS_MAX, sizeof *p->cids.list);
    if (!p->cids.list)
        return;
    if (p->cids.len == PROTO_CIDS_MAX)
        memmove(p->cids.list, p->cids.list + 1, (PROTO_CIDS_MAX - 1) * sizeof *p->cids.list);
    else
        p->cids.len++;
    struct cid *c = &p->cids.list[p->cids.len - 1];
    memcpy(c->text, cid, strlen(cid) + 1);
    c->rev = room->match->len;
}

bool room_is_started(const struct room *room)
{
    for (int p = 0; p < room->match->players_len; p++)
        if (room->players[p].kind == PROTO_OPEN)
            return false;
    return true;
}

uint8_t room_store_state(const struct room *room)
{
    if (room->match->state->actor == VL_OVER)
        return STORE_OVER;
    return room_is_started(room) ? STORE_RUNNING : STORE_OPEN;
}

/* The player as records know it: an open one is a human to come. */
static int tell_match(struct room *room, int player, const char *name, struct vl_error *err)
{
    const struct room_player *p = &room->players[player];
    const char *kind = p->kind == PROTO_BOT_KIND ? p->level : "human";
    struct vl_player mp = { { 0 }, { 0 } };

    memcpy(mp.kind, kind, strlen(kind) + 1);
    memcpy(mp.name, name, strlen(name) + 1);
    return vl_match_set_player(room->match, player, &mp, err);
}

static int apply_seat(struct room *room, const struct line *line, struct vl_error *err)
{
    struct room_player *p = &room->players[line->player];
    char name[PROTO_NAME_MAX + 1];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    vl_put(&b, room->match->players[line->player].name);
    p->kind = line->who;
    p->lent = line->lent;
    p->away = line->away;
    p->muted = p->muted && line->who != PROTO_OPEN; /* who comes next is somebody else */
    memcpy(p->level, line->word, sizeof p->level);
    room->started = room_is_started(room);
    return tell_match(room, line->player, name, err);
}

struct watch {
    struct vl_sink sink; /* first: the engine knows this part */
    bool secret;
};

static void watch_event(struct vl_sink *sink, const struct vl_event *ev)
{
    if (ev->see != VL_SEE_ALL)
        ((struct watch *)sink)->secret = true;
}

/* Does the move tell some what others may not know? */
static void watch_move(struct room *room, struct vl_move move, const struct vl_state *was)
{
    const struct vl_rules *r = &room->match->rules;
    struct watch w = { { watch_event }, false };
    union vl_any_state s;

    if (room->has_secrets)
        return;
    memcpy(&s, was, r->game->state_size);
    vl_apply_legal(r, &s.base, move, &w.sink);
    room->has_secrets = w.secret;
}

/* The seed gives the outcome; where a program with other rules drew it, what
 * was stored is what happened. */
static int apply_chance(struct room *room, const struct line *line, struct vl_error *err)
{
    struct vl_match *m = room->match;

    if (m->state->actor == VL_CHANCE && vl_move_eq(vl_match_drawn(m), line->move))
        return vl_match_draw(m, err);
    return vl_match_replay(m, VL_CHANCE, line->move, false, err);
}

static int apply_vote(struct room *room, const struct line *line, struct vl_error *err)
{
    const struct vote *v = &line->vote;

    if (v->player >= room->match->players_len)
        return damaged(err, "player");
    room->vote = *v;
    if (v->id > room->votes)
        room->votes = v->id;
    return VL_OK;
}

int line_apply(struct room *room, const struct line *line, struct vl_error *err)
{
    struct vl_match *m = room->match;
    union vl_any_state was;
    int st = VL_MISMATCH;

    if (line->player >= m->players_len)
        return damaged(err, "player");
    memcpy(&was, m->state, m->rules.game->state_size);
    switch ((enum line_kind)line->kind) {
    case LINE_MOVE:
        st = line->seat == m->state->actor ? vl_match_play_part(m, line->move, line->more, err)
                                           : damaged(err, "seat");
        break;
    case LINE_CHANCE: st = apply_chance(room, line, err); break;
    case LINE_UNDO: st = vl_match_undo(m, line->to, UINT32_MAX, err); break;
    case LINE_SAID:
        said_keep(room, line);
        st = VL_OK;
        break;
    case LINE_NAME: st = tell_match(room, line->player, line->text, err); break;
    case LINE_SEAT: st = apply_seat(room, line, err); break;
    case LINE_VOTE: st = apply_vote(room, line, err); break;
    case LINE_MUTE:
        room->players[line->whom].muted = line->on;
        st = VL_OK;
        break;
    case LINE_COUNT: break;
    }
    if (line->kind <= LINE_UNDO) /* something was played */
        room->vote.what = VOTE_NONE;
    if (st == VL_OK && (line->kind == LINE_MOVE || line->kind == LINE_CHANCE))
        watch_move(room, line->move, &was.base);
    if (st == VL_OK && line->kind <= LINE_UNDO)
        late_keep(room, line->time_ms);
    if (st == VL_OK && line->cid[0])
        cid_keep(room, line->player, line->cid);
    return st;
}

/* ---- the head ---- */

int head_people(const struct head *h)
{
    int n = 0;

    for (int p = 0; p < h->players_len; p++)
        n += h->players[p].kind != PROTO_BOT_KIND || h->players[p].lent;
    return n;
}

int8_t head_host(const struct head *h)
{
    for (int kind = PROTO_HUMAN; kind <= PROTO_OPEN; kind++)
        for (int p = 0; p < h->players_len; p++)
            if (kind != PROTO_BOT_KIND && (h->players[p].kind == kind || h->players[p].lent))
                return (int8_t)p;
    return 0;
}

void head_of(struct head *h, const struct room *room)
{
    const struct vl_match *m = room->match;

    memset(h, 0, sizeof *h);
    h->revision = m->revision;
    h->pack = m->pack;
    h->chat = room->chat;
    h->lang = room->lang;
    h->hints = room->hints;
    h->same = room->same;
    h->delay_s = room->late.delay_s;
    h->away_s = room->away_s;
    h->host = room->host;
    memcpy(h->seed, m->seed, sizeof h->seed);
    memcpy(h->date, m->date, sizeof h->date);
    memcpy(h->from, room->from, sizeof h->from);
    h->from_rev = room->from_rev;
    h->start = m->has_start ? m->start : NULL;
    h->players_len = m->players_len;
    for (int p = 0; p < m->players_len; p++) {
        struct vl_buf name = vl_buf_on(h->players[p].name, sizeof h->players[p].name);

        h->players[p].kind = room->players[p].kind;
        h->players[p].lent = room->players[p].lent;
        h->players[p].away = room->players[p].away;
        memcpy(h->players[p].level, room->players[p].level, sizeof h->players[p].level);
        vl_put(&name, m->players[p].name);
    }
}

static void put_hex(struct vl_json *w, const char *key, const uint8_t *bytes, size_t n)
{
    char hex[65];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);

    vl_put_hex(&b, bytes, n);
    vl_json_kstr(w, key, hex);
}

static void put_players(struct vl_json *w, const struct head *h)
{
    vl_json_key(w, "players");
    vl_json_arr(w);
    for (int p = 0; p < h->players_len; p++) {
        vl_json_obj(w);
        vl_json_kstr(w, "kind", proto_kind_word(h->players[p].kind));
        if (h->players[p].level[0])
            vl_json_kstr(w, "level", h->players[p].level);
        if (h->players[p].lent)
            vl_json_kbool(w, "lent", true);
        if (h->players[p].away)
            vl_json_kbool(w, "away", true);
        if (h->players[p].name[0])
            vl_json_kstr(w, "name", h->players[p].name);
        vl_json_end(w);
    }
    vl_json_end(w);
}

bool head_write(struct vl_buf *out, const struct head *h, const struct vl_rules *r)
{
    struct vl_json w = vl_json_on(out->p, out->cap);

    vl_json_obj(&w);
    vl_json_kint(&w, "v", 1);
    vl_json_kint(&w, "revision", h->revision);
    vl_json_key(&w, "content");
    vl_json_obj(&w);
    vl_json_kstr(&w, "id", h->pack.id);
    vl_json_kstr(&w, "version", h->pack.version);
    vl_json_key(&w, "hash");
    vl_json_u64_str(&w, h->pack.hash);
    vl_json_end(&w);
    vl_json_kstr(&w, "chat", chat_words[h->chat]);
    if (h->lang)
        vl_json_kstr(&w, "lang", vl_lang_word(h->lang - 1));
    vl_json_kbool(&w, "hints", h->hints);
    if (h->delay_s)
        vl_json_kint(&w, "watch_delay", h->delay_s);
    vl_json_kint(&w, "away", h->away_s);
    vl_json_kint(&w, "host", h->host);
    if (h->same)
        vl_json_kbool(&w, "same", true);
    put_hex(&w, "seed", h->seed, sizeof h->seed);
    vl_json_kstr(&w, "date", h->date);
    put_players(&w, h);
    if (h->from[0]) {
        vl_json_kstr(&w, "from", h->from);
        vl_json_kint(&w, "from_rev", h->from_rev);
    }
    if (h->start) {
        vl_json_key(&w, "start");
        vl_position_write(r, h->start, VL_ANYONE, true, &w);
    }
    vl_json_end(&w);
    out->len = w.out.len;
    return !w.out.full;
}

static bool read_players(struct head *h, const struct vl_json_doc *doc)
{
    uint32_t list = vl_json_get(doc, 0, "players");

    for (uint32_t c = list ? vl_json_first(doc, list) : 0; c; c = vl_json_sibling(doc, c)) {
        int p = h->players_len++;
        uint32_t level = vl_json_get(doc, c, "level"), name = vl_json_get(doc, c, "name");

        if (p == VL_SEATS_MAX || vl_json_type_of(doc, c) != VL_JSON_OBJECT ||
            !find_kind(doc, vl_json_get(doc, c, "kind"), &h->players[p].kind))
            return false;
        h->players[p].lent = vl_json_get(doc, c, "lent") != 0;
        h->players[p].away = vl_json_get(doc, c, "away") != 0;
        if (level && !vl_json_text(doc, level, h->players[p].level, sizeof h->players[p].level))
            return false;
        if (name && !vl_json_text(doc, name, h->players[p].name, sizeof h->players[p].name))
            return false;
    }
    return h->players_len > 0;
}

static bool read_content(struct head *h, const struct vl_json_doc *doc)
{
    uint32_t c = vl_json_get(doc, 0, "content");
    char hash[24];

    return c && vl_json_text(doc, vl_json_get(doc, c, "id"), h->pack.id, sizeof h->pack.id) &&
           vl_json_text(doc, vl_json_get(doc, c, "version"), h->pack.version,
                        sizeof h->pack.version) &&
           vl_json_text(doc, vl_json_get(doc, c, "hash"), hash, sizeof hash) &&
           vl_str_u64(hash, strlen(hash), &h->pack.hash);
}

static bool is_true(const struct vl_json_doc *doc, const char *key)
{
    uint32_t node = vl_json_get(doc, 0, key);

    return node && vl_json_type_of(doc, node) == VL_JSON_TRUE;
}

/* What came to the head later: a table from before has the defaults. */
static void read_more(struct head *h, const struct vl_json_doc *doc)
{
    char lang[8];
    int64_t v;

    h->hints = vl_json_get(doc, 0, "hints") ? is_true(doc, "hints") : head_people(h) == 1;
    h->same = is_true(doc, "same");
    if (get_text(doc, "lang", lang, sizeof lang))
        h->lang = vl_u8(vl_lang_find(lang) + 1);
    if (get_int(doc, "watch_delay", PROTO_DELAY_MAX, &v))
        h->delay_s = (uint16_t)v;
    h->away_s = get_int(doc, "away", PROTO_AWAY_MAX, &v) ? (uint32_t)v : PROTO_AWAY;
    h->host = get_int(doc, "host", h->players_len - 1, &v) ? (int8_t)v : head_host(h);
}

static bool read_head(struct head *h, const struct vl_json_doc *doc)
{
    char seed[65], chat[16];
    int64_t v;

    memset(h, 0, sizeof *h);
    if (vl_json_type_of(doc, 0) != VL_JSON_OBJECT || !get_int(doc, "revision", UINT16_MAX, &v))
        return false;
    h->revision = (uint16_t)v;
    if (!get_text(doc, "chat", chat, sizeof chat) || chat_find(chat) < 0)
        return false;
    h->chat = vl_u8(chat_find(chat));
    if (!get_text(doc, "seed", seed, sizeof seed) ||
        !vl_str_hex(seed, strlen(seed), h->seed, sizeof h->seed))
        return false;
    if (get_text(doc, "from", h->from, sizeof h->from) &&
        get_int(doc, "from_rev", UINT32_MAX - 1, &v))
        h->from_rev = (uint32_t)v;
    if (!get_text(doc, "date", h->date, sizeof h->date) || !read_content(h, doc) ||
        !read_players(h, doc))
        return false;
    read_more(h, doc);
    return true;
}

/* ---- a table from its head ---- */

bool is_hiding(const struct vl_rules *r, const struct vl_state *s, vl_actor viewer)
{
    union vl_any_state known;

    memcpy(&known, s, r->game->state_size);
    vl_hide(r, &known.base, viewer);
    return memcmp(&known, s, r->game->state_size) != 0;
}

static int read_start(struct vl_state *s, const struct vl_rules *r, const struct vl_json_doc *doc,
                      uint32_t node, struct vl_error *err)
{
    union vl_any_state scratch;
    int st = vl_position_read(r, s, &scratch.base, doc, node, err);

    if (st == VL_OK)
        vl_settle(r, s, NULL);
    return st;
}

static int open_match(struct room *room, const struct head *h, const struct vl_rules *r,
                      const struct vl_state *start, struct vl_error *err)
{
    struct vl_player players[VL_SEATS_MAX];
    struct vl_match_setup setup = { .rules = r,
                                    .players = players,
                                    .players_len = h->players_len,
                                    .seed = h->seed,
                                    .start = start,
                                    .date = h->date,
                                    .revision = h->revision,
                                    .lean = true };

    memset(players, 0, sizeof players);
    for (int p = 0; p < h->players_len; p++) {
        bool bot = h->players[p].kind == PROTO_BOT_KIND;
        struct vl_buf kind = vl_buf_on(players[p].kind, sizeof players[p].kind);
        struct vl_buf name = vl_buf_on(players[p].name, sizeof players[p].name);

        vl_put(&kind, bot ? h->players[p].level : "human");
        vl_put(&name, h->players[p].name);
        room->players[p].kind = h->players[p].kind;
        room->players[p].lent = h->players[p].lent;
        room->players[p].away = h->players[p].away;
        room->players[p].left = rooms_steady(room->rs);
        memcpy(room->players[p].level, h->players[p].level, sizeof h->players[p].level);
    }
    return vl_match_open(&room->match, &setup, err);
}

static int open_from(struct room *room, const struct store_game *g, const struct vl_json_doc *doc,
                     struct vl_error *err)
{
    const struct vl_game *game = rooms_game(room->rs, g->game);
    uint32_t start = vl_json_get(doc, 0, "start");
    union vl_any_state at;
    struct vl_rules r;
    struct head h;

    memset(&at, 0, sizeof at);
    if (!read_head(&h, doc))
        return damaged(err, "head");
    if (!game)
        return vl_error_set(err, VL_UNKNOWN, "game", "there is no such game");
    int st = rooms_rules(room->rs, game, &h.pack, &r, err);
    if (st == VL_OK)
        st = vl_options_parse(&r, g->options, err);
    if (st == VL_OK)
        st = vl_rules_prepare(&r, err);
    if (st == VL_OK && start)
        st = read_start(&at.base, &r, doc, start, err);
    if (st == VL_OK)
        st = open_match(room, &h, &r, start ? &at.base : NULL, err);
    if (st == VL_OK && h.same) /* the record says so, to whoever is shown it */
        st = vl_match_comment(room->match, SAME_DEAL, err);
    if (st != VL_OK)
        return st;
    room->chat = h.chat;
    room->lang = h.lang;
    room->hints = h.hints;
    room->same = h.same;
    room->late.delay_s = h.delay_s;
    room->away_s = h.away_s;
    room->host = h.host;
    memcpy(room->from, h.from, sizeof room->from);
    room->from_rev = h.from_rev;
    room->created_ms = g->created_ms;
    room->is_public = g->is_public;
    room->started = room_is_started(room);
    room->has_secrets = is_hiding(&r, room->match->start, VL_ANYONE);
    return VL_OK;
}

int room_open(struct room *room, const struct store_game *g, struct vl_error *err)
{
    size_t len = strlen(g->head), cap = vl_json_nodes_bound(g->head, len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    struct vl_json_doc doc;

    if (!nodes)
        return vl_error_set(err, VL_MEMORY, "head", "out of memory");
    int st = vl_json_parse(&doc, g->head, len, nodes, (uint32_t)cap, err);
    st = st == VL_OK ? open_from(room, g, &doc, err) : damaged(err, "head");
    free(nodes);
    return st;
}
