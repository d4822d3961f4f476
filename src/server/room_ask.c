/* room_ask.c - questions that change nothing: preview, why, record, any revision. */
#include "server/room_impl.h"

#include "match/record.h"
#include "text/rules.h"

#include <stdlib.h>

void ask_resync(struct member *m, const struct proto_msg *msg)
{
    member_show(m, msg->since, msg->cid);
}

void ask_at(struct member *m, const struct proto_msg *msg)
{
    if (msg->rev > m->room->match->len)
        member_error(m, PROTO_AT, msg->cid, VL_UNKNOWN, "rev");
    else
        member_show_at(m, (uint32_t)msg->rev, msg->cid);
}

/* ---- moves that are only thought of ---- */

/* What the player knows, through the eyes of the seat that decides if it is
 * theirs, and the move. False: it was answered. */
static bool read_thought(const struct hand *h, const struct proto_msg *msg, union room_state *known,
                         vl_actor *seat, struct vl_move *move)
{
    const struct vl_match *m = h->room->match;
    const struct vl_state *s = m->state;
    struct vl_error err;

    *seat = s->actor >= 0 && vl_match_holder(m, s->actor) == h->player
                ? s->actor
                : player_seat(h->room, h->player);
    memcpy(known, s, m->rules.game->state_size);
    vl_hide(&m->rules, &known->base, *seat);
    memset(move, 0, sizeof *move);
    vl_rule rule = vl_move_parse(&m->rules, msg->move, strlen(msg->move), move);
    if (!rule)
        return true;
    memset(&err, 0, sizeof err);
    vl_error_set(&err, VL_REFUSED, msg->move, "");
    err.rule = rule;
    member_fault(h->m, msg->type, msg->cid, &err, &m->rules, &known->base, move);
    return false;
}

void table_preview(const struct hand *h, const struct proto_msg *msg)
{
    const struct vl_match *m = h->room->match;
    struct vl_json w = member_write(h->m->rs);
    union room_state known;
    struct vl_move move;
    vl_actor seat;

    if (!read_thought(h, msg, &known, &seat, &move))
        return;
    proto_begin(&w, PROTO_PREVIEWED, msg->cid);
    vl_json_kint(&w, "rev", m->len);
    vl_json_key(&w, "preview");
    vl_preview_json(&w, &m->rules, &known.base, move, seat, h->m->lang);
    vl_json_end(&w);
    member_send(h->m, &w);
}

static void put_rules(struct vl_json *w, const vl_rule *rules, int n, int lang)
{
    vl_json_key(w, "rules");
    vl_json_arr(w);
    for (int i = 0; i < n && rules[i]; i++) {
        const struct vl_rule_text *text = &vl_rule_texts[rules[i]];

        vl_json_obj(w);
        vl_json_kstr(w, "id", text->id);
        vl_json_kstr(w, "text", lang == VL_FR ? text->fr : text->en);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void put_why(struct vl_json *w, const struct hand *h, const struct vl_state *known,
                    vl_actor seat, struct vl_move move)
{
    const struct vl_rules *r = &h->room->match->rules;
    vl_rule no = vl_refuse(r, known, move, seat);
    int lang = h->m->lang;
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    struct vl_touch touch;

    memset(&touch, 0, sizeof touch);
    vl_json_kbool(w, "legal", no == 0);
    if (no) {
        vl_text_refusal(&b, lang, r, known, move, no);
        vl_json_kstr(w, "rule", vl_rule_texts[no].id);
        if (vl_rule_texts[no].code)
            vl_json_kstr(w, "code", vl_rule_texts[no].code);
        touch.rules[0] = no;
    } else {
        vl_text_move(&b, lang, r, known, move);
        if (r->game->touch)
            r->game->touch(r, known, move, &touch);
    }
    vl_json_kstr(w, "text", text);
    put_rules(w, touch.rules, VL_LEN(touch.rules), lang);
}

void table_why(const struct hand *h, const struct proto_msg *msg)
{
    struct vl_json w = member_write(h->m->rs);
    union room_state known;
    struct vl_move move;
    vl_actor seat;

    if (!read_thought(h, msg, &known, &seat, &move))
        return;
    proto_begin(&w, PROTO_REASON, msg->cid);
    vl_json_kint(&w, "rev", h->room->match->len);
    vl_json_kstr(&w, "move", msg->move);
    put_why(&w, h, &known.base, seat, move);
    vl_json_end(&w);
    member_send(h->m, &w);
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

    int st = !over && m->room->has_secrets ? PROTO_SECRET
             : bucket_take(&m->records, rooms_now(m->rs), m->rs->limits.record_burst,
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
