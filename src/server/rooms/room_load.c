/* room_load.c - a table read from the store: its head, then its log line by line. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

/* Those who wait enter, or are told why not. */
static void load_end(struct room *room, int status)
{
    struct rooms *rs = room->rs;

    if (status == VL_OK) {
        room->life = ROOM_READY;
        rs->stats.loaded++;
        room_pump(room);
        return;
    }
    LOG(rs->log, status == VL_UNKNOWN ? LOG_INFO : LOG_ERROR, "load_failed",
        log_str("room", room->id), log_str("status", vl_status_word(status)));
    rooms_remove(rs, room);
    while (room->joins) {
        struct join *j = room->joins;

        room->joins = j->next;
        join_fail(j, status, "room");
    }
    room_free(room);
}

static void on_read(void *ctx, const struct writer_result *r);

static int take_entries(struct room *room, const struct writer_result *r, struct vl_error *err)
{
    struct line line;
    int st = VL_OK;

    for (size_t i = 0; i < r->entries_len && st == VL_OK; i++) {
        if (r->entries[i].seq != room->log_len)
            return vl_error_set(err, VL_MISMATCH, "log", "an entry is missing");
        st = line_read(&line, &room->match->rules, &r->entries[i], err);
        if (st == VL_OK)
            st = line_apply(room, &line, err);
        room->log_len++;
    }
    return st;
}

static void go_on(struct room *room, const struct writer_result *r)
{
    struct vl_error err = { 0 };
    int st = take_entries(room, r, &err);

    if (st == VL_OK && !r->more && vl_match_in_row(room->match)) /* it is stored as a whole */
        st = vl_error_set(&err, VL_MISMATCH, "log", "a row of moves is not whole");
    if (st == VL_OK && r->more) {
        st = writer_read(room->rs->setup.writer, room->id, room->log_len, on_read, room);
        if (st == VL_OK)
            return;
    } else if (st != VL_OK) {
        LOG(room->rs->log, LOG_ERROR, "log_unreadable", log_str("room", room->id),
            log_int("entry", room->log_len), log_str("what", err.what));
        st = VL_MISMATCH;
    }
    load_end(room, st);
}

static void on_read(void *ctx, const struct writer_result *r)
{
    struct room *room = ctx;
    struct rooms *rs = room->rs;

    if (r->status != VL_OK)
        load_end(room, r->status);
    else
        go_on(room, r);
    rooms_settle(rs);
}

static void begin(struct room *room, const struct writer_result *r)
{
    struct vl_error err = { 0 };

    if (r->status != VL_OK || r->games_len != 1) {
        load_end(room, r->status != VL_OK ? r->status : VL_UNKNOWN);
        return;
    }
    room->epoch = r->games[0].epoch;
    int st = room_open(room, &r->games[0], &err);
    if (st != VL_OK) {
        LOG(room->rs->log, LOG_ERROR, "head_unreadable", log_str("room", room->id),
            log_str("where", err.where), log_str("what", err.what));
        load_end(room, VL_MISMATCH);
        return;
    }
    go_on(room, r);
}

static void on_loaded(void *ctx, const struct writer_result *r)
{
    struct room *room = ctx;
    struct rooms *rs = room->rs;

    begin(room, r);
    rooms_settle(rs);
}

void room_load(struct join *j)
{
    struct rooms *rs = j->rs;
    struct room *room = rooms_find(rs, j->room);
    struct join **at;

    if (room && room->life == ROOM_READY) {
        join_enter(j);
        return;
    }
    if (!room) {
        room = room_new(rs, j->room);
        int st = !room ? VL_MEMORY : rooms_add(rs, room) ? VL_OK : PROTO_BUSY;
        if (st != VL_OK) {
            room_free(room);
            join_fail(j, st, "room");
            return;
        }
        if (writer_load(rs->setup.writer, room->id, on_loaded, room) != VL_OK) {
            rooms_remove(rs, room);
            room_free(room);
            join_fail(j, PROTO_BUSY, "room");
            return;
        }
    }
    for (at = &room->joins; *at; at = &(*at)->next)
        continue;
    j->next = NULL;
    *at = j;
}
