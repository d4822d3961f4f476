/* room_ask.c - questions that change nothing: preview, why, hint, record, any
 * revision. */
#include "server/rooms/room_impl.h"

#include "base/hash.h"
#include "match/record.h"

#include <stdlib.h>

void ask_resync(struct member *m, const struct proto_msg *msg)
{
    const struct server_limits *l = &m->rs->limits;

    if (bucket_take(&m->resyncs, rooms_steady(m->rs), l->resync_burst, l->resync_ms))
        member_show(m, msg->since, msg->cid);
    else
        member_error(m, PROTO_RESYNC, msg->cid, PROTO_OFTEN, NULL);
}

void ask_at(struct member *m, const struct proto_msg *msg)
{
    if (msg->rev > member_rev(m))
        member_error(m, PROTO_AT, msg->cid, VL_UNKNOWN, "rev");
    else
        member_show_at(m, (uint32_t)msg->rev, msg->cid);
}

/* ---- moves that are only thought of ---- */

/* What the player knows, through the eyes of the seat that decides if it is
 * theirs, and the move. False: it was answered. */
static bool read_thought(const struct hand *h, const struct proto_msg *msg,
                         union vl_any_state *known, vl_actor *seat, struct vl_move *move)
{
    const struct vl_match *m = h->room->match;
    const struct vl_state *s = m->state;
    struct vl_error err;

    *seat = s->actor >= 0 && vl_match_holder(m, s->actor) == h->player
                ? s->actor
                : player_seat(h->room, h->player);
    memcpy(known, s, m->rules.game->state_size);
    vl_hide(&m->rules, &known->base, *seat);
    if (vl_move_read(&m->rules, msg->move, strlen(msg->move), move, &err) == VL_OK)
        return true;
    member_fault(h->m, msg->type, msg->cid, &err, &m->rules, &known->base, move);
    return false;
}

void table_preview(const struct hand *h, const struct proto_msg *msg)
{
    const struct vl_match *m = h->room->match;
    struct vl_json w = member_write(h->m->rs);
    union vl_any_state known;
    struct vl_move move;
    vl_actor seat;

    if (!read_thought(h, msg, &known, &seat, &move))
        return;
    proto_begin(&w, PROTO_PREVIEWED, msg->cid);
    vl_json_kint(&w, "rev", m->len);
    vl_json_key(&w, "preview");
    vl_preview_json(&w, &m->rules, &known.base, move, msg->move, seat, h->m->lang);
    vl_tell_changes(&w, &m->rules, &known.base, seat, move, h->m->lang,
                    &h->room->rs->scratch->outlook);
    vl_json_end(&w);
    member_send(h->m, &w);
}

void table_why(const struct hand *h, const struct proto_msg *msg)
{
    struct vl_json w = member_write(h->m->rs);
    union vl_any_state known;
    struct vl_move move;
    vl_actor seat;

    if (!read_thought(h, msg, &known, &seat, &move))
        return;
    proto_begin(&w, PROTO_REASON, msg->cid);
    vl_json_kint(&w, "rev", h->room->match->len);
    vl_json_kstr(&w, "move", msg->move);
    vl_tell_why(&w, &h->room->match->rules, &known.base, seat, move, msg->move, h->m->lang);
    vl_json_end(&w);
    member_send(h->m, &w);
}

/* ---- hints ---- */

static int check_hint(const struct hand *h)
{
    const struct server_limits *l = &h->room->rs->limits;

    if (!h->room->hints)
        return PROTO_DENIED;
    if (!h->room->started)
        return PROTO_WAITING;
    if (room_decider(h->room) != h->player)
        return PROTO_DENIED;
    if (h->m->hint)
        return PROTO_BUSY;
    return bucket_take(&h->m->hints, rooms_steady(h->room->rs), l->hint_burst, l->hint_ms)
               ? VL_OK
               : PROTO_OFTEN;
}

void table_hint(const struct hand *h, const struct proto_msg *msg)
{
    struct rooms *rs = h->room->rs;
    int st = check_hint(h);

    if (st == VL_OK) {
        struct work_job *job = room_question(h->room, (struct vl_bot_spec){ &vl_bot_greedy, 0 });

        job->is_hint = true;
        /* The same advice for the same position: from what the seat knows and
         * nothing else, so that it tells nothing of the table's seed. */
        vl_sha256_of(job->state.bytes, job->state_size, job->key);
        if (work_submit(rs->setup.work, job) == VL_OK) {
            h->m->hint = job->serial;
            memcpy(h->m->hint_cid, msg->cid, sizeof h->m->hint_cid);
            return;
        }
        st = PROTO_BUSY;
    }
    member_error(h->m, PROTO_HINT, msg->cid, st, h->room->hints ? NULL : "hints");
}

/* The position that was thought about, which need not be the one at hand. */
static void put_hint(struct vl_json *w, const struct room *room, const struct work_job *job,
                     struct vl_move move, int lang)
{
    const struct vl_rules *r = &room->match->rules;
    bool only = vl_legal(r, &job->state.base, room->rs->scratch->moves) == 1;

    vl_json_kint(w, "rev", job->rev);
    vl_tell_hint(w, r, &job->state.base, move, only, lang);
    vl_tell_changes(w, r, &job->state.base, job->state.base.actor, move, lang,
                    &room->rs->scratch->outlook);
}

void hint_done(struct rooms *rs, const struct work_job *job, const struct vl_bot_answer *answer)
{
    const struct room *room = rooms_find_key(rs, job->room);
    struct member *m = room ? room->members : NULL;
    struct vl_json w = member_write(rs);

    while (m && m->hint != job->serial)
        m = m->next;
    if (!m) /* left meanwhile */
        return;
    m->hint = 0;
    rs->stats.hints++;
    proto_begin(&w, PROTO_HINTED, m->hint_cid);
    put_hint(&w, room, job, answer->move, m->lang);
    vl_json_end(&w);
    member_send(m, &w);
}

/* ---- records ---- */

/* The end of a piece that begins at `from`: not in the middle of a character. */
static size_t piece_end(const char *text, size_t len, size_t from)
{
    size_t to = len - from > PROTO_RECORD_PART ? from + PROTO_RECORD_PART : len;

    while (to < len && to > from && ((unsigned char)text[to] & 0xc0) == 0x80)
        to--;
    return to;
}

static void send_record(struct member *m, const struct proto_msg *msg, const char *text, size_t len)
{
    size_t from = msg->from > 0 ? (size_t)msg->from : 0;
    struct vl_json w = member_write(m->rs);

    if (from > len || (from < len && ((unsigned char)text[from] & 0xc0) == 0x80)) {
        member_error(m, PROTO_RECORD, msg->cid, VL_RANGE, "from");
        return;
    }
    size_t to = piece_end(text, len, from);
    proto_begin(&w, PROTO_RECORDED, msg->cid);
    vl_json_kint(&w, "rev", m->room->match->len);
    vl_json_kint(&w, "from", (int64_t)from);
    vl_json_kint(&w, "total", (int64_t)len);
    vl_json_key(&w, "text");
    vl_json_str_n(&w, text + from, to - from);
    vl_json_key(&w, "next");
    if (to < len)
        vl_json_int(&w, (int64_t)to);
    else
        vl_json_null(&w);
    vl_json_end(&w);
    member_send(m, &w);
}

void ask_record(struct member *m, const struct proto_msg *msg)
{
    const struct vl_match *match = m->room->match;
    bool over = match->state->actor == VL_OVER;
    struct vl_error err;
    char *text = NULL;
    size_t len = 0;

    int st = (!over && m->room->has_secrets) || member_rev(m) < match->len ? PROTO_SECRET
             : bucket_take(&m->records, rooms_steady(m->rs), m->rs->limits.record_burst,
                           m->rs->limits.record_ms)
                 ? VL_OK
                 : PROTO_OFTEN;
    if (st != VL_OK) {
        member_error(m, PROTO_RECORD, msg->cid, st, NULL);
        return;
    }
    st = vl_record_write(match, over, &text, &len, &err);
    if (st == VL_OK)
        send_record(m, msg, text, len);
    else
        member_fault(m, PROTO_RECORD, msg->cid, &err, NULL, NULL, NULL);
    free(text);
}
