/* room_play.c - changes on their way to the disk; moves, undo, bots.
 *
 * A change is planned on a copy of the state, handed to the writer, and carried
 * out in memory when it is durable: not a byte of it is shown before. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

/* ---- changes ---- */

struct change *change_begin(struct room *room, struct member *m, int re, const char *cid)
{
    struct change *c = &room->rs->scratch->change;

    VL_VERIFY(!room->pending);
    memset(c, 0, sizeof *c);
    c->room = room;
    c->m = m;
    c->re = re;
    c->began_us = room->rs->began_us;
    c->line = room->rs->scratch->lines;
    if (cid)
        memcpy(c->cid, cid, strlen(cid) + 1);
    return c;
}

struct line *change_line(struct change *c, int kind, int player)
{
    struct line *line = &c->line[c->len++];

    VL_VERIFY(c->len <= ROOM_STEP_MAX);
    memset(line, 0, sizeof *line);
    line->kind = vl_u8(kind);
    line->player = (int8_t)player;
    line->phrase = -1;
    return line;
}

void change_token(struct change *c, int role, const char *text)
{
    uint8_t bytes[16];

    rooms_random(c->room->rs, bytes, sizeof bytes);
    if (text[0])
        token_take(&c->token, text);
    else
        token_make(&c->token, bytes);
    c->has_token = true;
    c->role = role;
}

/* The facts of the table as they will be. */
static bool change_meta(const struct change *c, struct vl_buf *head, struct store_meta *meta)
{
    const struct room *room = c->room;
    struct head h;
    bool open = false;

    head_of(&h, room);
    for (int i = 0; i < c->len; i++) {
        const struct line *line = &c->line[i];

        if (line->kind == LINE_NAME) {
            memcpy(h.players[line->player].name, line->text, sizeof h.players[0].name);
        } else if (line->kind == LINE_SEAT) {
            h.players[line->player].kind = line->who;
            h.players[line->player].lent = line->lent;
            h.players[line->player].away = line->away;
            memcpy(h.players[line->player].level, line->word, sizeof line->word);
        }
    }
    for (int p = 0; p < h.players_len; p++)
        open |= h.players[p].kind == PROTO_OPEN;
    meta->head = head->p;
    meta->is_public = room->is_public;
    meta->state = c->over ? STORE_OVER : open ? STORE_OPEN : STORE_RUNNING;
    meta->updated_ms = rooms_now(room->rs);
    return head_write(head, &h, &room->match->rules);
}

static void on_stored(void *ctx, const struct writer_result *r);
static void on_token_stored(void *ctx, const struct writer_result *r);

/* Lines as the store wants them: texts one after the other. */
static bool write_entries(const struct change *c, struct store_entry *entries, struct vl_buf *out)
{
    int64_t now = rooms_now(c->room->rs);

    for (int i = 0; i < c->len; i++) {
        size_t at = out->len;

        c->line[i].time_ms = now;
        if (!line_write(out, &c->room->match->rules, &c->line[i]) ||
            out->len - at > STORE_ENTRY_MAX)
            return false;
        entries[i] = (struct store_entry){ .time_ms = now, .text = out->p + at };
        entries[i].len = out->len - at;
    }
    return true;
}

static int store_token(struct change *kept)
{
    struct room *room = kept->room;
    struct store_token t = { .role = kept->role };

    memcpy(t.hash, kept->token.hash, sizeof t.hash);
    memcpy(t.game, room->id, sizeof t.game);
    return writer_token_put(room->rs->setup.writer, &t, on_token_stored, kept);
}

static int store_lines(struct change *kept)
{
    struct room *room = kept->room;
    struct scratch *sc = room->rs->scratch;
    struct vl_buf text = vl_buf_on(sc->text, sizeof sc->text / 2);
    struct vl_buf head = vl_buf_on(sc->text + sizeof sc->text / 2, STORE_HEAD_MAX);
    struct store_entry entries[ROOM_STEP_MAX];
    struct store_meta meta;
    bool facts = kept->meta || kept->over;

    if (!write_entries(kept, entries, &text) || (facts && !change_meta(kept, &head, &meta)))
        return VL_TOO_LARGE;
    return writer_append(room->rs->setup.writer, room->id, room->epoch, room->log_len, entries,
                         (size_t)kept->len, facts ? &meta : NULL, on_stored, kept);
}

static int store_change(struct change *kept)
{
    struct room *room = kept->room;

    if (kept->deletes)
        return writer_remove(room->rs->setup.writer, room->id, on_stored, kept);
    return kept->has_token ? store_token(kept) : store_lines(kept);
}

static bool has_line(const struct change *c, int kind)
{
    for (int i = 0; i < c->len; i++)
        if (c->line[i].kind == kind)
            return true;
    return false;
}

/* May whoever asks write so much? Talk is bounded for each table, too; what the game
 * needs has a bound of its own (log_is_full()). */
static int may_write(const struct change *c)
{
    const struct room *room = c->room;
    bool talks = has_line(c, LINE_SAID) || has_line(c, LINE_NAME) || c->opens;

    if (c->m && talks && room->log_len - room->match->len >= room->rs->limits.room_talk)
        return VL_TOO_LARGE;
    return c->m && !budget_take(c->m, BUDGET_LINES, c->len) ? PROTO_OFTEN : VL_OK;
}

bool change_submit(struct change *c)
{
    struct room *room = c->room;
    int may = may_write(c);
    if (may != VL_OK) {
        member_error(c->m, c->re, c->cid, may, NULL);
        return false;
    }
    size_t lines = (size_t)c->len * sizeof *c->line;
    struct change *kept = malloc(sizeof *kept + lines);
    int st = VL_MEMORY;

    if (kept) {
        *kept = *c;
        kept->line = (struct line *)(kept + 1);
        memcpy(kept->line, c->line, lines);
        st = store_change(kept);
    }
    if (st == VL_OK) {
        room->pending = kept;
        room->rs->pending++;
        room_rest(room);
        return true;
    }
    free(kept);
    if (c->m)
        member_error(c->m, c->re, c->cid, st == VL_MEMORY ? VL_MEMORY : PROTO_BUSY, NULL);
    return false;
}

/* ---- done ---- */

static void count(struct change *c)
{
    struct rooms_stats *stats = &c->room->rs->stats;

    for (int i = 0; i < c->len; i++) {
        const struct line *line = &c->line[i];

        stats->undos += line->kind == LINE_UNDO;
        stats->said += line->kind == LINE_SAID;
        if (line->kind == LINE_MOVE) /* of a row the last has the cid; bots play none */
            *(line->cid[0] || line->more ? &stats->moves : &stats->bot_moves) += 1;
    }
    if (c->m && c->began_us)
        histogram_add(&stats->ack, rooms_clock_us() - c->began_us);
}

/* The revision right after what was asked for: a row is all of its moves. */
static uint32_t rev_asked(const struct change *c, uint32_t from)
{
    uint32_t n = 0;

    while (c->line[n].more)
        n++;
    return from + n + 1;
}

/* What a change is shown as, after the answer to whoever asked for it. */
static void show(const struct change *c, uint32_t from, const struct vl_state *was)
{
    struct room *room = c->room;
    bool seats = has_line(c, LINE_SEAT);

    if (room->match->len != from)
        room_show_step(room, from, was);
    if (seats || has_line(c, LINE_NAME) || has_line(c, LINE_MUTE))
        room_tell_players(room);
    if (seats)
        room->asked = 0;        /* whoever thinks may not be asked any more */
    if (has_line(c, LINE_NAME)) /* seats and sentences have it */
        room_show_again(room);
    else if (seats || room->match->len != from)
        room_show_actions(room);
    if (c->over)
        room_show_over(room, NULL);
    if (has_line(c, LINE_SAID))
        room_tell_said(room);
    follow_tell(room, seats || has_line(c, LINE_NAME));
}

static void deletion_commit(struct change *c)
{
    if (c->voter)
        member_ack(c->voter, c->voter_cid, c->room->match->len);
    if (c->m)
        member_ack(c->m, c->cid, c->room->match->len);
    room_deleted(c->room);
}

static void change_commit(struct change *c)
{
    struct room *room = c->room;
    struct vl_match *m = room->match;
    uint32_t from = m->len;
    union vl_any_state was;
    struct vote vote = room->vote;
    struct vl_error err;

    memcpy(&was, m->state, m->rules.game->state_size);
    for (int i = 0; i < c->len; i++) {
        if (line_apply(room, &c->line[i], &err) == VL_OK)
            continue;
        LOG(room->rs->log, LOG_ERROR, "line_failed", log_str("room", room->id),
            log_int("status", err.status));
        if (c->join)
            join_done(c->join, PROTO_BUSY, NULL);
        room_reload(room); /* it is in the store: read it again */
        return;
    }
    room->log_len += (uint32_t)c->len;
    count(c);
    if (c->has_token) {
        room->tokens[token_slot(c->role)].known = true;
        memcpy(room->tokens[token_slot(c->role)].hash, c->token.hash, sizeof c->token.hash);
    }
    if (c->voter)
        member_ack(c->voter, c->voter_cid, from);
    vote_show(c, &vote);
    if (c->re == PROTO_RENEW)
        seats_renewed(c);
    else if (c->kicks)
        host_kicked(c);
    else if (c->m && !c->join && !c->opens)
        member_ack(c->m, c->cid, m->len == from ? from : rev_asked(c, from));
    show(c, from, &was.base);
    if (c->join)
        join_done(c->join, VL_OK, c->has_token ? &c->token : NULL);
}

static void change_failed(struct change *c, int status)
{
    struct room *room = c->room;
    bool conflict = status == VL_DUPLICATE || status == VL_MISSING || status == VL_REFUSED ||
                    status == VL_UNKNOWN || status == VL_MISMATCH;

    if (status != VL_IO)
        LOG(room->rs->log, LOG_ERROR, "append_failed", log_str("room", room->id),
            log_str("status", proto_status_word(status)));
    if (c->m && !c->join)
        member_error(c->m, c->re, c->cid, conflict ? PROTO_BUSY : status, NULL);
    if (c->voter)
        member_error(c->voter, PROTO_VOTE, c->voter_cid, conflict ? PROTO_BUSY : status, NULL);
    if (c->join)
        join_done(c->join, conflict ? PROTO_BUSY : status, NULL);
    if (conflict) /* somebody else has written: what is in memory is not the truth */
        room_reload(room);
}

static void kick_waiting(struct rooms *rs);

static void finish(struct change *c, int status)
{
    struct room *room = c->room;
    struct rooms *rs = room->rs;

    room->pending = NULL;
    rs->pending--;
    if (status == VL_OK && c->deletes)
        deletion_commit(c);
    else if (status == VL_OK)
        change_commit(c);
    else
        change_failed(c, status);
    token_forget(&c->token);
    free(c);
    room_pump(room);
    kick_waiting(rs);
    rooms_settle(rs);
}

static void on_stored(void *ctx, const struct writer_result *r)
{
    finish(ctx, r->status);
}

/* The token is in force; now what it opens. If that fails, nobody has the token. */
static void on_token_stored(void *ctx, const struct writer_result *r)
{
    struct change *c = ctx;
    int st = r->status == VL_DUPLICATE ? VL_INVALID : r->status; /* chosen, and another seat's */

    if (st != VL_OK || c->len == 0) {
        finish(c, st);
        return;
    }
    st = store_lines(c);
    if (st != VL_OK)
        finish(c, st == VL_MEMORY ? VL_MEMORY : PROTO_BUSY);
}

/* ---- planning ---- */

/* What will be, once the lines of a change have happened. */
struct plan {
    struct change *c;
    union vl_any_state s;
    uint32_t rev;
};

static struct plan plan_begin(struct change *c)
{
    struct plan p = { .c = c, .rev = c->room->match->len };

    memcpy(&p.s, c->room->match->state, c->room->match->rules.game->state_size);
    return p;
}

static struct line *plan_move(struct plan *p, int kind, int player, struct vl_move move)
{
    struct line *line = change_line(p->c, kind, player);

    line->seat = p->s.base.actor;
    line->move = move;
    vl_apply_legal(&p->c->room->match->rules, &p->s.base, move, NULL);
    p->rev++;
    return line;
}

/* Is a bot to move that has no choice? */
static bool plan_forced(const struct plan *p, struct vl_move *move)
{
    const struct room *room = p->c->room;
    struct vl_move list[VL_MOVES_MAX];

    if (room->players[vl_match_holder(room->match, p->s.base.actor)].kind != PROTO_BOT_KIND)
        return false;
    int n = vl_legal(&room->match->rules, &p->s.base, list);
    *move = list[0];
    return n == 1;
}

/* Chance, and bots without a choice, until somebody has to decide. */
static void plan_settle(struct plan *p)
{
    const struct vl_match *m = p->c->room->match;
    struct vl_move move;

    while (p->c->len < ROOM_STEP_MAX && p->s.base.actor != VL_OVER) {
        if (p->s.base.actor == VL_CHANCE) {
            struct vl_rng rng = vl_seed_rng(m->seed, p->rev);

            plan_move(p, LINE_CHANCE, ROOM_NOBODY, vl_sample(&m->rules, &p->s.base, &rng));
        } else if (plan_forced(p, &move)) {
            plan_move(p, LINE_MOVE, vl_match_holder(m, p->s.base.actor), move);
        } else {
            break;
        }
    }
    p->c->over = p->s.base.actor == VL_OVER;
}

static bool log_is_full(const struct room *room)
{
    return room->match->len + ROOM_STEP_MAX > VL_ENTRIES_MAX;
}

/* ---- moves ---- */

/* What a request about the game needs, in the order that the protocol promises.
 * False: it was answered. */
static bool may_play(const struct hand *h, const struct proto_msg *msg)
{
    struct room *room = h->room;
    uint32_t rev;

    if (cid_known(room, h->player, msg->cid, &rev)) {
        member_ack(h->m, msg->cid, rev);
        return false;
    }
    if (msg->rev != room->match->len) {
        room->rs->stats.stale++;
        member_error(h->m, msg->type, msg->cid, PROTO_STALE, NULL);
        member_show(h->m, -1, NULL);
        return false;
    }
    int st = room->players[h->player].kind == PROTO_BOT_KIND ? PROTO_DENIED
             : !room->started                                ? PROTO_WAITING
             : log_is_full(room)                             ? VL_TOO_LARGE
                                                             : VL_OK;
    if (st != VL_OK)
        member_error(h->m, msg->type, msg->cid, st, NULL);
    return st == VL_OK;
}

/* The seat for which the player speaks, and the move. Somebody whose turn it is
 * not is refused on what that seat knows, so that a refusal tells nothing. */
static bool read_move(const struct hand *h, const struct proto_msg *msg, struct vl_move *move)
{
    const struct vl_match *m = h->room->match;
    const struct vl_state *s = m->state;
    bool decides = s->actor >= 0 && vl_match_holder(m, s->actor) == h->player;
    vl_actor seat = decides ? s->actor : player_seat(h->room, h->player);
    union vl_any_state known;
    struct vl_error err;

    memcpy(&known, s, m->rules.game->state_size);
    vl_hide(&m->rules, &known.base, seat);
    bool ok = vl_move_read(&m->rules, msg->move, strlen(msg->move), move, &err) == VL_OK;
    if (ok && msg->seat >= 0 && msg->seat != seat) {
        member_error(h->m, msg->type, msg->cid, PROTO_DENIED, "seat");
        return false;
    }
    vl_rule rule = ok ? vl_refuse(&m->rules, decides ? s : &known.base, *move, seat) : 0;
    if (rule)
        vl_error_rule(&err, VL_REFUSED, rule, msg->move, "");
    ok = ok && !rule;
    if (!ok)
        member_fault(h->m, msg->type, msg->cid, &err, &m->rules, &known.base, move);
    else if (!decides)
        member_error(h->m, msg->type, msg->cid, PROTO_DENIED, NULL);
    return ok && decides;
}

/* A move, or every move of a row; what it is known by stands with the last, so that
 * it is known when all of it has happened. */
static void plan_row(struct plan *p, int player, struct vl_move move)
{
    struct vl_move list[VL_ROW_MAX];
    int n = vl_unfold(&p->c->room->match->rules, &p->s.base, move, list);

    for (int i = 0; i < n; i++) {
        struct line *line = plan_move(p, LINE_MOVE, player, list[i]);

        line->more = i + 1 < n;
        if (!line->more)
            memcpy(line->cid, p->c->cid, sizeof line->cid);
    }
}

void table_move(const struct hand *h, const struct proto_msg *msg)
{
    struct vl_move move;

    if (!may_play(h, msg) || !read_move(h, msg, &move))
        return;
    struct change *c = change_begin(h->room, h->m, PROTO_MOVE, msg->cid);
    struct plan p = plan_begin(c);
    plan_row(&p, h->player, move);
    plan_settle(&p);
    change_submit(c);
}

/* ---- undo ---- */

void room_undo(struct room *room, struct member *m, int player, uint32_t to, const char *cid)
{
    struct change *c = change_begin(room, m, PROTO_UNDO, cid);
    struct plan p = plan_begin(c);
    struct line *line = change_line(c, LINE_UNDO, player);

    line->to = to;
    memcpy(line->cid, c->cid, sizeof line->cid);
    vl_match_state_at(room->match, to, &p.s.base);
    p.rev++;
    plan_settle(&p);
    change_submit(c);
}

void table_undo(const struct hand *h, const struct proto_msg *msg)
{
    struct room *room = h->room;
    const struct vl_match *m = room->match;

    if (!may_play(h, msg))
        return;
    int64_t to = msg->to >= 0 ? msg->to : vl_match_undo_last(m, h->player);
    int64_t free_to = vl_match_undo_free_to(m, h->player);
    if (to >= 0 && to < m->len)
        to = vl_match_row_first(m, (uint32_t)to);
    int st = m->state->actor == VL_OVER                                    ? PROTO_GAME_OVER
             : to < 0 || to >= m->len || !vl_match_stands(m, (uint32_t)to) ? VL_UNKNOWN
                                                                           : VL_OK;
    if (st != VL_OK) {
        member_error(h->m, PROTO_UNDO, msg->cid, st, "to");
        return;
    }
    uint32_t need = room_people(room, false) & ~(UINT32_C(1) << h->player);
    if ((free_to >= 0 && to >= free_to) || need == 0) {
        room_undo(room, h->m, h->player, (uint32_t)to, msg->cid);
        return;
    }
    struct vote v = {
        .what = VOTE_UNDO, .by = (int8_t)h->player, .to = (uint32_t)to, .need = need
    };
    memcpy(v.cid, msg->cid, sizeof v.cid);
    vote_open(room, &v, h->m);
}

/* ---- bots ---- */

static void later(struct room *room, bool yes)
{
    if (room->kick_later == yes)
        return;
    room->kick_later = yes;
    room->rs->kick_later += yes ? 1 : UINT32_MAX; /* minus one */
}

struct work_job *room_question(struct room *room, struct vl_bot_spec bot)
{
    const struct vl_match *m = room->match;
    struct work_job *job = &room->rs->scratch->job;

    memset(job, 0, sizeof *job);
    job->bot = bot;
    job->room = room->key;
    job->serial = ++room->rs->asked;
    job->rev = m->len;
    job->seat = m->state->actor;
    job->rules = m->rules;
    memset(job->rules.seat_name, 0, sizeof job->rules.seat_name); /* they lie in the table */
    job->pack = m->pack;
    job->state_size = m->rules.game->state_size;
    memcpy(&job->state, m->state, job->state_size);
    vl_hide(&m->rules, &job->state.base, job->seat);
    return job;
}

static void ask_bot(struct room *room, int player)
{
    struct rooms *rs = room->rs;
    struct vl_bot_spec bot;

    if (room->asked)
        return;
    if (vl_bot_parse(&bot, room->players[player].level, NULL) != VL_OK)
        bot = (struct vl_bot_spec){ &vl_bot_random, 0 }; /* a level of another version */
    struct work_job *job = room_question(room, bot);
    /* Its own branch of the table's seed: a question asked again gets the same answer. */
    vl_seed_bot(job->key, room->match->seed, room->match->len);
    if (work_submit(rs->setup.work, job) == VL_OK)
        room->asked = job->serial;
    else
        later(room, true);
    room_rest(room);
}

/* A step that nobody asked for. */
static void go_on(struct room *room, const struct vl_move *move)
{
    struct change *c = change_begin(room, NULL, PROTO_CLIENT_COUNT, NULL);
    struct plan p = plan_begin(c);

    if (move)
        plan_move(&p, LINE_MOVE, vl_match_holder(room->match, p.s.base.actor), *move);
    plan_settle(&p);
    if (c->len > 0 && !change_submit(c))
        later(room, true);
}

void room_kick(struct room *room)
{
    struct rooms *rs = room->rs;
    struct vl_move move;

    later(room, false);
    if (room->life != ROOM_READY || room->pending || room->queue || !room->members ||
        rs->is_read_only || rs->is_stopping || room_tidy(room) || !room->started ||
        log_is_full(room))
        return;
    const struct vl_match *m = room->match;
    vl_actor actor = m->state->actor;
    int player = actor >= 0 ? vl_match_holder(m, actor) : ROOM_NOBODY;
    if (actor == VL_OVER || (actor >= 0 && room->players[player].kind != PROTO_BOT_KIND))
        return;
    if (room->answer.given && room->answer.rev == m->len && actor >= 0) {
        move = room->answer.move;
        go_on(room, &move);
    } else if (actor == VL_CHANCE || vl_legal(&m->rules, m->state, rs->scratch->moves) == 1) {
        go_on(room, NULL);
    } else {
        ask_bot(room, player);
    }
}

/* Tables that could not go on; each gets one try. */
static void kick_waiting(struct rooms *rs)
{
    for (uint32_t i = 0; rs->kick_later > 0 && i < rs->buckets_len; i++)
        for (struct room *room = rs->buckets[i]; room; room = room->chain)
            if (room->kick_later)
                room_kick(room);
}

static void bot_done(struct rooms *rs, const struct work_job *job, struct vl_move move)
{
    struct room *room = rooms_find_key(rs, job->room);

    if (room && room->asked != job->serial)
        room = NULL;
    if (room)
        room->asked = 0;
    if (!room || room->match->len != job->rev ||
        vl_refuse(&room->match->rules, room->match->state, move, job->seat)) {
        rs->stats.stale_bots++;
    } else {
        room->answer.given = true;
        room->answer.rev = job->rev;
        room->answer.move = move;
    }
    if (!room)
        return;
    room_kick(room);
    room_rest(room);
}

void rooms_bot_done(void *ctx, const struct work_job *job, const struct vl_bot_answer *answer)
{
    struct rooms *rs = ctx;

    if (job->is_hint)
        hint_done(rs, job, answer);
    else
        bot_done(rs, job, answer->move);
    kick_waiting(rs);
    rooms_settle(rs);
}

/* ---- whose turn it is to be served ---- */

void room_pump(struct room *room)
{
    if (room->is_dead) {
        room_free(room);
        return;
    }
    while (room->joins && !room->pending && room->life == ROOM_READY) {
        struct join *j = room->joins;

        room->joins = j->next;
        join_enter(j);
    }
    while (room->queue && !room->pending) {
        struct waiting *wt = room->queue;

        room->queue = wt->next;
        room->queue_len--;
        rooms_carry_out(wt->m, &wt->msg, wt->began_us);
        free(wt);
    }
    room_kick(room);
    room_rest(room);
}
