/* room_show.c - what members are shown: views, steps, actions, the end.
 *
 * Members who know the same see the same: the boards of all who look are made
 * (cheap: no words yet) and compared, and each distinct one is worded once per
 * language, into one message shared by all its readers. */
#include "server/room_impl.h"

#include "server/delta.h"
#include "text/rules.h"

#include <stdlib.h>

enum { EVENTS_MAX = 1 << 16 };

/* ---- entries told again ---- */

/* Entries from..from+len-1 of the match, their events in the scratch memory. */
struct tale {
    const struct room *room;
    uint32_t from;
    int len;
    int first[ROOM_STEP_MAX + 1]; /* event of each entry; the last: past the end */
};

static void take_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct events *e = (struct events *)sink;

    if (e->len == e->cap) {
        int cap = e->cap ? 2 * e->cap : 256;
        void *bigger = cap <= EVENTS_MAX ? realloc(e->list, (size_t)cap * sizeof *e->list) : NULL;

        if (!bigger) /* the story has a gap, the board has not */
            return;
        e->list = bigger;
        e->cap = cap;
    }
    e->list[e->len++] = *ev;
}

/* was: the state at `from`. */
static void tale_tell(struct tale *t, const struct room *room, uint32_t from, uint32_t to,
                      const struct vl_state *was)
{
    const struct vl_match *m = room->match;
    struct events *e = &room->rs->scratch->events;
    union room_state s;

    memcpy(&s, was, m->rules.game->state_size);
    memset(t, 0, sizeof *t);
    e->sink.take = take_event;
    e->len = 0;
    t->room = room;
    t->from = from;
    t->len = (int)(to - from);
    VL_VERIFY(t->len <= ROOM_STEP_MAX);
    for (int i = 0; i < t->len; i++) {
        const struct vl_entry *entry = &m->entries[from + (uint32_t)i];

        t->first[i] = e->len;
        if (entry->move.kind == 0)
            vl_match_state_at(m, from + (uint32_t)i + 1, &s.base);
        else
            vl_apply_legal(&m->rules, &s.base, entry->move, &e->sink);
    }
    t->first[t->len] = e->len;
}

static const struct vl_event *event_at(const struct tale *t, int i)
{
    return &t->room->rs->scratch->events.list[i];
}

static bool sees_same(const struct tale *t, vl_actor a, vl_actor b)
{
    for (int i = 0; i < t->first[t->len]; i++)
        if (vl_event_seen(event_at(t, i), a) != vl_event_seen(event_at(t, i), b))
            return false;
    return true;
}

/* A move whose events are not all for these eyes is not told either. */
static bool sees_move(const struct tale *t, int k, vl_actor viewer)
{
    for (int i = t->first[k]; i < t->first[k + 1]; i++)
        if (!vl_event_seen(event_at(t, i), viewer))
            return false;
    return true;
}

static void put_move(struct vl_json *w, const struct tale *t, int k, vl_actor viewer)
{
    const struct vl_rules *r = &t->room->match->rules;
    char notation[256];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);

    if (!sees_move(t, k, viewer))
        return;
    vl_move_format(r, t->room->match->entries[t->from + (uint32_t)k].move, &b);
    vl_json_kstr(w, "move", notation);
}

static void put_entry(struct vl_json *w, const struct tale *t, int k, vl_actor viewer, int lang)
{
    const struct vl_match *m = t->room->match;
    const struct vl_entry *e = &m->entries[t->from + (uint32_t)k];

    vl_json_obj(w);
    vl_json_kint(w, "rev", (int64_t)t->from + k + 1);
    if (e->move.kind == 0) {
        vl_json_kstr(w, "kind", "undo");
        vl_json_kint(w, "to", e->back_to);
    } else if (e->actor == VL_CHANCE) {
        vl_json_kstr(w, "kind", "chance");
        put_move(w, t, k, viewer);
    } else {
        vl_json_kstr(w, "kind", "move");
        vl_json_kint(w, "seat", e->actor);
        vl_json_kint(w, "player", vl_match_holder(m, e->actor));
        put_move(w, t, k, viewer);
    }
    vl_json_key(w, "events");
    vl_json_arr(w);
    for (int i = t->first[k]; i < t->first[k + 1]; i++)
        if (vl_event_seen(event_at(t, i), viewer))
            vl_event_json(w, &m->rules, event_at(t, i), lang, -1);
    vl_json_end(w);
    vl_json_end(w);
}

static void put_entries(struct vl_json *w, const char *key, const struct tale *t, vl_actor viewer,
                        int lang)
{
    vl_json_key(w, key);
    vl_json_arr(w);
    for (int k = 0; k < t->len; k++)
        put_entry(w, t, k, viewer, lang);
    vl_json_end(w);
}

/* Who can take back how much without asking anybody. */
static void put_undo(struct vl_json *w, const struct room *room)
{
    const struct vl_match *m = room->match;
    int64_t to = m->state->actor == VL_OVER ? -1 : vl_match_undo_free_to(m, VL_ANYONE);

    vl_json_key(w, "undo");
    if (to < 0 || !vl_match_is_human(m, vl_match_holder(m, m->entries[m->last].actor))) {
        vl_json_null(w);
        return;
    }
    vl_json_obj(w);
    vl_json_kint(w, "player", vl_match_holder(m, m->entries[m->last].actor));
    vl_json_kint(w, "to", to);
    vl_json_end(w);
}

/* ---- boards ---- */

/* Board k of the scratch memory as it is now, and as it was. */
static struct vl_board board_is(const struct room *room, int k, int lang)
{
    struct scratch *sc = room->rs->scratch;

    return (struct vl_board){ &room->match->rules, &sc->board[k].is.base, &sc->board[k].to, lang };
}

static struct vl_board board_was(const struct room *room, int k, int lang)
{
    struct scratch *sc = room->rs->scratch;

    return (struct vl_board){ &room->match->rules, &sc->board[k].was.base, &sc->board[k].from,
                              lang };
}

static void fill_is(const struct room *room, int k, const struct vl_state *s, vl_actor viewer)
{
    struct scratch *sc = room->rs->scratch;

    vl_board_fill(&sc->board[k].to, &sc->board[k].is.base, &room->match->rules, s, viewer);
}

static void fill_was(const struct room *room, int k, const struct vl_state *s, vl_actor viewer)
{
    struct scratch *sc = room->rs->scratch;

    vl_board_fill(&sc->board[k].from, &sc->board[k].was.base, &room->match->rules, s, viewer);
}

/* ---- steps ---- */

static void put_step(struct vl_json *w, const struct tale *t, int k, vl_actor viewer, int lang,
                     const char *cid)
{
    const struct room *room = t->room;
    struct vl_board from = board_was(room, k, lang), to = board_is(room, k, lang);

    proto_begin(w, PROTO_STEP, cid);
    vl_json_kint(w, "from", t->from);
    vl_json_kint(w, "rev", room->match->len);
    put_entries(w, "entries", t, viewer, lang);
    vl_json_key(w, "ops");
    delta_json(w, &from, &to);
    put_undo(w, room);
    vl_json_end(w);
}

/* All who look at the table, by the eyes they look through. */
struct audience {
    int len;
    vl_actor viewer[ROOM_VIEWERS_MAX];
    int like[ROOM_VIEWERS_MAX]; /* the first that sees the same */
    struct blob *blob[ROOM_VIEWERS_MAX][VL_LANGS];
};

static int seat_in(const struct audience *a, vl_actor viewer)
{
    int k = 0;

    while (k < a->len && a->viewer[k] != viewer)
        k++;
    return k;
}

static void gather(struct audience *a, const struct room *room)
{
    memset(a, 0, sizeof *a);
    for (const struct member *m = room->members; m; m = m->next) {
        int k = seat_in(a, member_viewer(m));

        if (k == a->len)
            a->viewer[a->len++] = member_viewer(m);
    }
}

static void compare(struct audience *a, const struct tale *t)
{
    for (int k = 0; k < a->len; k++) {
        struct vl_board was = board_was(t->room, k, 0), is = board_is(t->room, k, 0);

        a->like[k] = k;
        for (int j = 0; j < k && a->like[k] == k; j++) {
            struct vl_board was_j = board_was(t->room, j, 0), is_j = board_is(t->room, j, 0);

            if (a->like[j] == j && sees_same(t, a->viewer[j], a->viewer[k]) &&
                delta_same(&was_j, &was) && delta_same(&is_j, &is))
                a->like[k] = j;
        }
    }
}

void room_show_step(struct room *room, uint32_t from, const struct vl_state *was)
{
    struct audience a;
    struct tale t;

    if (!room->members)
        return;
    gather(&a, room);
    tale_tell(&t, room, from, room->match->len, was);
    for (int k = 0; k < a.len; k++) {
        fill_was(room, k, was, a.viewer[k]);
        fill_is(room, k, room->match->state, a.viewer[k]);
    }
    compare(&a, &t);
    for (struct member *m = room->members; m; m = m->next) {
        int k = a.like[seat_in(&a, member_viewer(m))];
        struct blob **blob = &a.blob[k][m->lang];

        if (!*blob) {
            struct vl_json w = member_write(room->rs);

            put_step(&w, &t, k, a.viewer[k], m->lang, NULL);
            *blob = rooms_blob(room->rs, &w);
        }
        if (*blob)
            conn_send_blob(m->conn, *blob);
        else
            conn_close(m->conn, 1011, "out of memory");
    }
    for (int k = 0; k < a.len; k++)
        for (int lang = 0; lang < VL_LANGS; lang++)
            blob_unref(a.blob[k][lang]);
}

/* ---- views ---- */

static void show_view(struct member *m, const char *cid)
{
    struct room *room = m->room;
    const struct vl_match *match = room->match;
    vl_actor viewer = member_viewer(m);
    uint32_t from = match->len > PROTO_LOG_MAX ? match->len - PROTO_LOG_MAX : 0;
    struct vl_json w = member_write(m->rs);
    union room_state was;
    struct tale t;

    vl_match_state_at(match, from, &was.base);
    tale_tell(&t, room, from, match->len, &was.base);
    fill_is(room, 0, match->state, viewer);
    struct vl_board is = board_is(room, 0, m->lang);
    proto_begin(&w, PROTO_VIEW, cid);
    vl_json_kint(&w, "rev", match->len);
    vl_json_key(&w, "view");
    vl_board_json(&w, &is, match->len);
    put_entries(&w, "log", &t, viewer, m->lang);
    put_undo(&w, room);
    vl_json_end(&w);
    member_send(m, &w);
}

static void show_step_since(struct member *m, uint32_t since, const char *cid)
{
    struct room *room = m->room;
    vl_actor viewer = member_viewer(m);
    struct vl_json w = member_write(m->rs);
    union room_state was;
    struct tale t;

    vl_match_state_at(room->match, since, &was.base);
    tale_tell(&t, room, since, room->match->len, &was.base);
    fill_was(room, 0, &was.base, viewer);
    fill_is(room, 0, room->match->state, viewer);
    put_step(&w, &t, 0, viewer, m->lang, cid);
    member_send(m, &w);
}

/* Near enough to be caught up with step by step? */
static bool is_near(const struct vl_match *m, int64_t since)
{
    int undos = 0;

    if (since < 0 || since > m->len || m->len - since > PROTO_SINCE_MAX)
        return false;
    for (uint32_t e = (uint32_t)since; e < m->len; e++)
        undos += m->entries[e].move.kind == 0;
    return undos <= ROOM_UNDOS_SHOWN;
}

void member_show(struct member *m, int64_t since, const char *cid)
{
    if (is_near(m->room->match, since))
        show_step_since(m, (uint32_t)since, cid);
    else
        show_view(m, cid);
    member_show_actions(m);
}

void member_show_at(struct member *m, uint32_t rev, const char *cid)
{
    struct room *room = m->room;
    vl_actor viewer = member_viewer(m);
    struct vl_json w = member_write(m->rs);
    union room_state s;
    struct tale t;

    vl_match_state_at(room->match, rev, &s.base);
    fill_is(room, 0, &s.base, viewer);
    struct vl_board is = board_is(room, 0, m->lang);
    proto_begin(&w, PROTO_STATE_AT, cid);
    vl_json_kint(&w, "rev", rev);
    vl_json_key(&w, "view");
    vl_board_json(&w, &is, rev);
    vl_json_key(&w, "entry");
    if (rev == 0) {
        vl_json_null(&w);
    } else {
        vl_match_state_at(room->match, rev - 1, &s.base);
        tale_tell(&t, room, rev - 1, rev, &s.base);
        put_entry(&w, &t, 0, viewer, m->lang);
    }
    vl_json_end(&w);
    member_send(m, &w);
}

/* ---- actions ---- */

/* Does somebody who sits at the table decide now? The player, or ROOM_NOBODY. */
static int decider(const struct room *room)
{
    const struct vl_match *m = room->match;
    int player = m->state->actor >= 0 ? vl_match_holder(m, m->state->actor) : ROOM_NOBODY;

    if (player < 0 || !room->started || room->players[player].kind != PROTO_HUMAN)
        return ROOM_NOBODY;
    return player;
}

static void put_actions(struct vl_json *w, const struct room *room, int lang)
{
    const struct vl_match *m = room->match;

    fill_is(room, 0, m->state, m->state->actor);
    struct vl_board b = board_is(room, 0, lang);
    proto_begin(w, PROTO_ACTIONS, NULL);
    vl_json_kint(w, "rev", m->len);
    vl_board_actions(w, &b, m->state->actor);
    vl_json_end(w);
}

void member_show_actions(struct member *m)
{
    struct vl_json w = member_write(m->rs);

    if (m->player == ROOM_NOBODY || decider(m->room) != m->player)
        return;
    put_actions(&w, m->room, m->lang);
    member_send(m, &w);
}

void room_show_actions(struct room *room)
{
    for (struct member *m = room->members; m; m = m->next)
        member_show_actions(m);
}

/* ---- the end ---- */

static void put_results(struct vl_json *w, const struct vl_match *m, const struct vl_result *res)
{
    vl_json_key(w, "results");
    vl_json_arr(w);
    for (int k = 0; k < m->state->seats; k++) {
        vl_json_obj(w);
        vl_json_kint(w, "seat", k);
        vl_json_kint(w, "score", res->score[k]);
        vl_json_kint(w, "rank", res->rank[k]);
        vl_json_kbool(w, "won", res->won[k]);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static void put_over(struct vl_json *w, const struct room *room, int lang)
{
    const struct vl_match *m = room->match;
    char text[VL_TEXT_MAX], seed[2 * VL_SEED_SIZE + 1];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    struct vl_buf hex = vl_buf_on(seed, sizeof seed);
    struct vl_result res;

    vl_result(&m->rules, m->state, &res);
    vl_text_prompt(&b, lang, &m->rules, m->state, VL_ANYONE);
    vl_put_hex(&hex, m->seed, VL_SEED_SIZE);
    proto_begin(w, PROTO_OVER, NULL);
    vl_json_kint(w, "rev", m->len);
    vl_json_kstr(w, "outcome", vl_match_outcome(m));
    if (res.rule)
        vl_json_kstr(w, "rule", vl_rule_texts[res.rule].id);
    vl_json_kstr(w, "text", text);
    put_results(w, m, &res);
    vl_json_kstr(w, "seed", seed);
    vl_json_end(w);
}

void room_show_over(struct room *room, struct member *only)
{
    VL_VERIFY(room->match->state->actor == VL_OVER); /* the seed is told */
    for (struct member *m = only ? only : room->members; m; m = only ? NULL : m->next) {
        struct vl_json w = member_write(room->rs);

        put_over(&w, room, m->lang);
        member_send(m, &w);
    }
}
