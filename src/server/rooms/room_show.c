/* room_show.c - what members are shown: views, steps, actions, the end.
 *
 * Members who know the same see the same: the boards of all who look are made
 * (cheap: no words yet) and compared, and each distinct one is worded once per
 * language, into one message shared by all its readers. */
#include "server/rooms/room_impl.h"

#include "text/delta.h"
#include "text/faces.h"

/* ---- boards ---- */

/* Board k of the scratch memory as it is now, and as it was. */
static struct vl_board board_is(const struct room *room, int k, int lang)
{
    struct scratch *sc = room->rs->scratch;

    return (struct vl_board){ &room->match->rules, &sc->board[k].is.base, &sc->board[k].to.view,
                              lang };
}

static struct vl_board board_was(const struct room *room, int k, int lang)
{
    struct scratch *sc = room->rs->scratch;

    return (struct vl_board){ &room->match->rules, &sc->board[k].was.base, &sc->board[k].from.view,
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

/* Who can take back how much without asking anybody; of the past nobody can. */
static void put_undo(struct vl_json *w, const struct room *room, uint32_t rev)
{
    vl_json_key(w, "undo");
    if (rev == room->match->len)
        vl_tell_undo(w, room->match);
    else
        vl_json_null(w);
}

/* Entries with the changes of each event; or, if they cannot be told apart, those of all. */
static void put_changes(struct vl_json *w, const struct room *room, int k, vl_actor viewer,
                        int lang, bool told)
{
    struct scratch *sc = room->rs->scratch;
    struct vl_board from = board_was(room, k, lang), to = board_is(room, k, lang);

    vl_json_key(w, "entries");
    vl_json_arr(w);
    told = told && vl_tale_changes(w, &sc->tale, viewer, lang, &sc->moments);
    if (!told)
        vl_tale_entries(w, &sc->tale, viewer, lang);
    vl_json_end(w);
    if (told)
        return;
    vl_json_key(w, "ops");
    vl_delta_json(w, &from, &to);
}

/* From the boards of k, and the tale in the scratch memory. */
static void put_step(struct vl_json *w, const struct room *room, int k, const struct member *m,
                     const char *cid)
{
    const struct vl_tale *t = &room->rs->scratch->tale;
    uint32_t rev = t->from + (uint32_t)t->len;

    proto_begin(w, PROTO_STEP, cid);
    vl_json_kint(w, "from", t->from);
    vl_json_kint(w, "rev", rev);
    put_changes(w, room, k, member_viewer(m), m->lang, m->told);
    put_undo(w, room, rev);
    vl_json_end(w);
}

/* All who look at the table, by the eyes they look through. */
struct audience {
    int len;
    bool told; /* somebody is told what each event changed */
    vl_actor viewer[ROOM_VIEWERS_MAX];
    int like[ROOM_VIEWERS_MAX];                       /* the first that sees the same */
    struct blob *blob[ROOM_VIEWERS_MAX][VL_LANGS][2]; /* without what events changed, and with */
};

static int seat_in(const struct audience *a, vl_actor viewer)
{
    int k = 0;

    while (k < a->len && a->viewer[k] != viewer)
        k++;
    return k;
}

static void gather(struct audience *a, const struct room *room, bool late)
{
    memset(a, 0, sizeof *a);
    for (const struct member *m = room->members; m; m = m->next) {
        int k = seat_in(a, member_viewer(m));

        if (member_is_late(m) != late)
            continue;
        a->told = a->told || m->told;
        if (k == a->len)
            a->viewer[a->len++] = member_viewer(m);
    }
}

static bool tale_same(const struct audience *a, const struct room *room, int j, int k)
{
    struct scratch *sc = room->rs->scratch;

    return vl_tale_same(&sc->tale, a->viewer[j], a->viewer[k]) &&
           (!a->told || vl_tale_moments_same(&sc->tale, a->viewer[j], a->viewer[k], &sc->moments));
}

static void compare(struct audience *a, const struct room *room)
{
    for (int k = 0; k < a->len; k++) {
        struct vl_board was = board_was(room, k, 0), is = board_is(room, k, 0);

        a->like[k] = k;
        for (int j = 0; j < k && a->like[k] == k; j++) {
            struct vl_board was_j = board_was(room, j, 0), is_j = board_is(room, j, 0);

            if (a->like[j] == j && vl_delta_same(&was_j, &was) && vl_delta_same(&is_j, &is) &&
                tale_same(a, room, j, k))
                a->like[k] = j;
        }
    }
}

/* To one member, the message that all like it share. */
static void send_step(struct audience *a, const struct room *room, struct member *m)
{
    int k = a->like[seat_in(a, member_viewer(m))];
    struct blob **blob = &a->blob[k][m->lang][m->told];

    if (!*blob) {
        struct vl_json w = member_write(room->rs);

        put_step(&w, room, k, m, NULL);
        *blob = rooms_blob(room->rs, &w);
    }
    if (*blob)
        conn_send_blob(m->conn, *blob);
    else
        conn_close(m->conn, 1011, "out of memory");
}

/* What happened between two revisions, to those who see it now or later. */
static void show_step(struct room *room, uint32_t from, const struct vl_state *was, uint32_t to,
                      const struct vl_state *is, bool late)
{
    struct audience a;

    gather(&a, room, late);
    if (a.len == 0)
        return;
    room->rs->scratch->tale.has_moments = a.told;
    vl_tale_tell(&room->rs->scratch->tale, room->match, from, to, was);
    for (int k = 0; k < a.len; k++) {
        fill_was(room, k, was, a.viewer[k]);
        fill_is(room, k, is, a.viewer[k]);
    }
    compare(&a, room);
    for (struct member *m = room->members; m; m = m->next)
        if (member_is_late(m) == late)
            send_step(&a, room, m);
    for (int k = 0; k < a.len; k++)
        for (int i = 0; i < 2 * VL_LANGS; i++)
            blob_unref(a.blob[k][i / 2][i % 2]);
}

void room_show_step(struct room *room, uint32_t from, const struct vl_state *was)
{
    show_step(room, from, was, room->match->len, room->match->state, false);
}

void room_show_late(struct room *room, uint32_t from, uint32_t to)
{
    union vl_any_state was, is;

    if (room->watching == 0)
        return;
    vl_match_state_at(room->match, from, &was.base);
    vl_match_state_at(room->match, to, &is.base);
    show_step(room, from, &was.base, to, &is.base, true);
}

/* ---- faces ---- */

static void put_faces(struct vl_json *w, const struct vl_rules *r, int lang, const char *cid)
{
    proto_begin(w, PROTO_FACED, cid);
    vl_faces_json(w, r, lang);
    vl_json_end(w);
}

/* Framed once for all who play with this pack in this language. */
static struct blob *faces_blob(struct rooms *rs, const struct vl_rules *r, int lang,
                               const char *key)
{
    struct faces_kept *at = &rs->faces[rs->faces_next];
    struct vl_json w = member_write(rs);

    for (int i = 0; i < ROOM_FACES_KEPT; i++)
        if (rs->faces[i].blob && strcmp(rs->faces[i].key, key) == 0)
            return rs->faces[i].blob;
    put_faces(&w, r, lang, NULL);
    struct blob *blob = rooms_blob(rs, &w);
    if (!blob)
        return NULL;
    blob_unref(at->blob);
    at->blob = blob;
    memcpy(at->key, key, sizeof at->key);
    rs->faces_next = (rs->faces_next + 1) % ROOM_FACES_KEPT;
    return blob;
}

/* Unless it has been told already. */
static void tell_faces(struct member *m, int lang)
{
    const struct vl_rules *r = &m->room->match->rules;
    char key[VL_FACES_KEY];

    vl_faces_key(key, r, lang);
    if (strcmp(m->faces[lang], key) == 0)
        return;
    struct blob *blob = faces_blob(m->rs, r, lang, key);
    if (!blob) {
        conn_close(m->conn, 1011, "out of memory");
        return;
    }
    memcpy(m->faces[lang], key, sizeof key);
    conn_send_blob(m->conn, blob);
}

void member_show_faces(struct member *m)
{
    for (int lang = 0; lang < VL_LANGS; lang++)
        if (lang == m->lang || m->both)
            tell_faces(m, lang);
}

void ask_faces(struct member *m, const struct proto_msg *msg)
{
    struct vl_json w = member_write(m->rs);

    put_faces(&w, &m->room->match->rules, m->lang, msg->cid);
    member_send(m, &w);
}

/* ---- views ---- */

static void show_view(struct member *m, const char *cid)
{
    struct room *room = m->room;
    const struct vl_match *match = room->match;
    struct vl_tale *tale = &m->rs->scratch->tale;
    vl_actor viewer = member_viewer(m);
    uint32_t rev = member_rev(m), from = rev > PROTO_LOG_MAX ? rev - PROTO_LOG_MAX : 0;
    struct vl_json w = member_write(m->rs);
    union vl_any_state s;

    vl_match_state_at(match, rev, &s.base);
    tale->has_moments = false;
    vl_tale_tell(tale, match, from, rev, NULL);
    fill_is(room, 0, &s.base, viewer);
    struct vl_board is = board_is(room, 0, m->lang);
    proto_begin(&w, PROTO_VIEW, cid);
    vl_json_kint(&w, "rev", rev);
    vl_json_key(&w, "view");
    vl_board_json(&w, &is, rev);
    vl_json_key(&w, "log");
    vl_json_arr(&w);
    vl_tale_entries(&w, tale, viewer, m->lang);
    vl_json_end(&w);
    put_undo(&w, room, rev);
    vl_json_end(&w);
    member_send(m, &w);
}

static void show_step_since(struct member *m, uint32_t since, const char *cid)
{
    struct room *room = m->room;
    vl_actor viewer = member_viewer(m);
    uint32_t rev = member_rev(m);
    struct vl_json w = member_write(m->rs);
    union vl_any_state was, is;

    vl_match_state_at(room->match, since, &was.base);
    vl_match_state_at(room->match, rev, &is.base);
    m->rs->scratch->tale.has_moments = m->told;
    vl_tale_tell(&m->rs->scratch->tale, room->match, since, rev, &was.base);
    fill_was(room, 0, &was.base, viewer);
    fill_is(room, 0, &is.base, viewer);
    put_step(&w, room, 0, m, cid);
    member_send(m, &w);
}

/* Near enough to be caught up with step by step? */
static bool is_near(const struct vl_match *m, int64_t since, uint32_t rev)
{
    int undos = 0;

    if (since < 0 || since > rev || rev - since > PROTO_SINCE_MAX)
        return false;
    for (uint32_t e = (uint32_t)since; e < rev; e++)
        undos += m->entries[e].move.kind == 0;
    return undos <= ROOM_UNDOS_SHOWN;
}

void member_show(struct member *m, int64_t since, const char *cid)
{
    member_show_faces(m);
    if (is_near(m->room->match, since, member_rev(m)))
        show_step_since(m, (uint32_t)since, cid);
    else
        show_view(m, cid);
    member_show_actions(m);
}

void room_show_again(struct room *room)
{
    for (struct member *m = room->members; m; m = m->next)
        member_show(m, -1, NULL);
}

void member_show_at(struct member *m, uint32_t rev, const char *cid)
{
    struct room *room = m->room;
    struct vl_tale *tale = &m->rs->scratch->tale;
    vl_actor viewer = member_viewer(m);
    struct vl_json w = member_write(m->rs);
    union vl_any_state s;

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
        tale->has_moments = false;
        vl_tale_tell(tale, room->match, rev - 1, rev, NULL);
        vl_tale_entry(&w, tale, 0, viewer, m->lang);
    }
    vl_json_end(&w);
    member_send(m, &w);
}

/* ---- actions ---- */

int room_decider(const struct room *room)
{
    const struct vl_match *m = room->match;
    int player = m->state->actor >= 0 ? vl_match_holder(m, m->state->actor) : ROOM_NOBODY;

    if (player < 0 || !room->started || room->players[player].kind != PROTO_HUMAN)
        return ROOM_NOBODY;
    return player;
}

static void put_actions(struct vl_json *w, const struct room *room, int lang, bool both)
{
    const struct vl_match *m = room->match;

    fill_is(room, 0, m->state, m->state->actor);
    struct vl_board b = board_is(room, 0, lang);
    proto_begin(w, PROTO_ACTIONS, NULL);
    vl_json_kint(w, "rev", m->len);
    vl_board_actions(w, &b, m->state->actor);
    if (both)
        vl_board_other(w, &b);
    vl_json_end(w);
}

void member_show_actions(struct member *m)
{
    struct vl_json w = member_write(m->rs);

    if (m->player == ROOM_NOBODY || room_decider(m->room) != m->player)
        return;
    put_actions(&w, m->room, m->lang, m->both);
    member_send(m, &w);
}

void room_show_actions(struct room *room)
{
    for (struct member *m = room->members; m; m = m->next)
        member_show_actions(m);
}

/* ---- the end ---- */

static void send_over(struct member *m)
{
    struct vl_json w = member_write(m->rs);

    proto_begin(&w, PROTO_OVER, NULL);
    vl_tell_over(&w, m->room->match, m->lang);
    vl_json_end(&w);
    member_send(m, &w);
}

void room_show_over(struct room *room, struct member *only)
{
    if (only && member_rev(only) == room->match->len)
        send_over(only);
    for (struct member *m = only ? NULL : room->members; m; m = m->next)
        if (!member_is_late(m))
            send_over(m);
}
