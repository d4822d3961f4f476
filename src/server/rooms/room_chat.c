/* room_chat.c - what is said at a table: phrases in the reader's language, and
 * texts, cleaned; and fingers pointing at things. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

void said_json(struct vl_json *w, const struct said *s, int lang)
{
    vl_json_kint(w, "n", s->n);
    vl_json_kint(w, "player", s->player);
    if (s->phrase >= 0)
        vl_json_kstr(w, "phrase", proto_phrase_id(s->phrase));
    vl_json_kstr(w, "text", s->phrase >= 0 ? proto_phrase_text(s->phrase, lang) : s->text);
    vl_json_kint(w, "time", s->time_ms);
}

/* Room for one more line; the oldest goes. NULL: no memory. */
static struct said *said_room(struct room *room)
{
    if (!room->said)
        room->said = calloc(PROTO_SAID_MAX, sizeof *room->said);
    if (!room->said)
        return NULL;
    if (room->said_len == PROTO_SAID_MAX) {
        free(room->said[0].text);
        memmove(room->said, room->said + 1, (PROTO_SAID_MAX - 1) * sizeof *room->said);
        room->said_len--;
    }
    return &room->said[room->said_len];
}

void said_keep(struct room *room, const struct line *line)
{
    struct said *s = said_room(room);
    char *text = line->phrase < 0 ? malloc(strlen(line->text) + 1) : NULL;

    room->said_n++;
    if (!s || (line->phrase < 0 && !text)) {
        free(text);
        return;
    }
    if (text)
        memcpy(text, line->text, strlen(line->text) + 1);
    *s = (struct said){ .player = line->player,
                        .phrase = line->phrase,
                        .time_ms = line->time_ms,
                        .n = room->said_n,
                        .text = text };
    room->said_len++;
}

void room_tell_said(struct room *room)
{
    struct blob *blob[VL_LANGS] = { NULL };

    if (room->said_len == 0 || room->said[room->said_len - 1].n != room->said_n)
        return;
    for (struct member *m = room->members; m; m = m->next) {
        if (member_is_late(m))
            continue;
        if (!blob[m->lang]) {
            struct vl_json w = member_write(room->rs);

            proto_begin(&w, PROTO_SAID, NULL);
            said_json(&w, &room->said[room->said_len - 1], m->lang);
            vl_json_end(&w);
            blob[m->lang] = rooms_blob(room->rs, &w);
        }
        if (blob[m->lang])
            conn_send_blob(m->conn, blob[m->lang]);
    }
    for (int lang = 0; lang < VL_LANGS; lang++)
        blob_unref(blob[lang]);
}

static int check_chat(const struct hand *h, const struct proto_msg *msg, struct line *line)
{
    const struct server_limits *limits = &h->room->rs->limits;

    if (h->room->players[h->player].muted || h->room->chat == CHAT_OFF ||
        (h->room->chat == CHAT_PHRASES && msg->has_text))
        return PROTO_DENIED;
    if (msg->has_text) {
        name_clean(line->text, sizeof line->text, msg->text); /* is there anything to be seen? */
        if (!line->text[0] || proto_clean(line->text, sizeof line->text, msg->text) == 0)
            return VL_RANGE;
    } else {
        line->phrase = (int8_t)proto_phrase_find(msg->word);
        if (line->phrase < 0)
            return VL_UNKNOWN;
    }
    if (!bucket_take(&h->m->chat, rooms_steady(h->room->rs), limits->chat_burst, limits->chat_ms))
        return PROTO_OFTEN;
    return VL_OK;
}

void table_chat(const struct hand *h, const struct proto_msg *msg)
{
    uint32_t rev;

    if (cid_known(h->room, h->player, msg->cid, &rev)) {
        member_ack(h->m, msg->cid, rev);
        return;
    }
    struct change *c = change_begin(h->room, h->m, PROTO_CHAT, msg->cid);
    struct line *line = change_line(c, LINE_SAID, h->player);
    int st = check_chat(h, msg, line);
    if (st != VL_OK) {
        member_error(h->m, PROTO_CHAT, msg->cid, st, msg->has_text ? "text" : "phrase");
        return;
    }
    memcpy(line->cid, msg->cid, sizeof line->cid);
    change_submit(c);
}

/* ---- pointing ---- */

/* "Look here": told to all, kept nowhere. */
void table_point(const struct hand *h, const struct proto_msg *msg)
{
    struct room *room = h->room;
    const struct server_limits *l = &room->rs->limits;

    if (room->players[h->player].muted) {
        member_error(h->m, PROTO_POINT, msg->cid, PROTO_DENIED, NULL);
        return;
    }
    if (!bucket_take(&h->m->points, rooms_steady(room->rs), l->point_burst, l->point_ms)) {
        member_error(h->m, PROTO_POINT, msg->cid, PROTO_OFTEN, NULL);
        return;
    }
    room->pointed++;
    for (struct member *m = room->members; m; m = m->next) {
        struct vl_json w = member_write(room->rs);

        if (member_is_late(m))
            continue;
        proto_begin(&w, PROTO_POINTED, m == h->m ? msg->cid : NULL);
        vl_json_kint(&w, "player", h->player);
        vl_json_kstr(&w, "item", msg->text);
        vl_json_kint(&w, "n", room->pointed);
        vl_json_end(&w);
        member_send(m, &w);
    }
}
