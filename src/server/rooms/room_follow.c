/* room_follow.c - those who follow a table from afar, by the token of their
 * player: whose turn it is, and no view. They are not at the table and nobody
 * sees them; what they follow may leave memory meanwhile, for only a table in
 * memory changes. */
#include "server/rooms/room_impl.h"

#include <stdlib.h>

struct follow {
    struct follow *next;                      /* of the same connection */
    struct follow *bucket_prev, *bucket_next; /* by the table's key */
    struct member *m;
    uint64_t key;
    int8_t player;
    int told; /* what_matters(), as it was told last */
};

static struct follow **bucket_of(struct rooms *rs, uint64_t key)
{
    return &rs->follows[key & (ROOM_FOLLOW_BUCKETS - 1)];
}

/* ---- the lists ---- */

static void drop(struct follow *f)
{
    struct member *m = f->m;
    struct follow **at = &m->follows;

    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    m->follows_len--;
    *(f->bucket_prev ? &f->bucket_prev->bucket_next : bucket_of(m->rs, f->key)) = f->bucket_next;
    if (f->bucket_next)
        f->bucket_next->bucket_prev = f->bucket_prev;
    free(f);
}

void follow_forget(struct member *m)
{
    if (m->following)
        m->following->m = NULL;
    m->following = NULL;
    while (m->follows)
        drop(m->follows);
}

static struct follow *find(const struct member *m, uint64_t key, int player)
{
    struct follow *f = m->follows;

    while (f && (f->key != key || f->player != player))
        f = f->next;
    return f;
}

static struct follow *add(struct member *m, uint64_t key, int player)
{
    struct follow *f = calloc(1, sizeof *f), **bucket = bucket_of(m->rs, key);

    if (!f)
        return NULL;
    f->m = m;
    f->key = key;
    f->player = (int8_t)player;
    f->next = m->follows;
    m->follows = f;
    m->follows_len++;
    f->bucket_next = *bucket;
    if (*bucket)
        (*bucket)->bucket_prev = f;
    *bucket = f;
    return f;
}

/* ---- telling ---- */

/* Whose turn it is, a bot's too; ROOM_NOBODY while it waits for somebody. */
static int turn_of(const struct room *room)
{
    vl_actor actor = room->match->state->actor;

    return room->started && actor >= 0 ? vl_match_holder(room->match, actor) : ROOM_NOBODY;
}

/* One number for what is worth a message. */
static int what_matters(const struct room *room)
{
    return room_store_state(room) * (VL_SEATS_MAX + 1) + turn_of(room) + 1;
}

static bool has_won(const struct room *room, int player)
{
    struct vl_result res;

    vl_result(&room->match->rules, room->match->state, &res);
    for (int k = 0; k < room->match->state->seats; k++)
        if (res.won[k] && vl_match_holder(room->match, k) == player)
            return true;
    return false;
}

static void tell(struct follow *f, const struct room *room, const char *cid)
{
    static const char *const states[STORE_STATE_COUNT] = { "open", "running", "over" };
    struct vl_json w = member_write(room->rs);
    int state = room_store_state(room), turn = turn_of(room);

    proto_begin(&w, PROTO_NEWS, cid);
    vl_json_kstr(&w, "room", room->id);
    vl_json_kint(&w, "player", f->player);
    vl_json_kstr(&w, "state", states[state]);
    vl_json_kint(&w, "rev", room->match->len);
    vl_json_key(&w, "turn");
    if (turn == ROOM_NOBODY)
        vl_json_null(&w);
    else
        vl_json_int(&w, turn);
    vl_json_kbool(&w, "mine", room_decider(room) == f->player);
    players_json(&w, room);
    if (state == STORE_OVER)
        vl_json_kbool(&w, "won", has_won(room, f->player));
    vl_json_end(&w);
    f->told = what_matters(room);
    member_send(f->m, &w);
}

void follow_tell(struct room *room, bool always)
{
    int now = what_matters(room);

    for (struct follow *f = *bucket_of(room->rs, room->key); f; f = f->bucket_next)
        if (f->key == room->key && (always || f->told != now))
            tell(f, room, NULL);
}

void follow_end(struct room *room, int player, const char *why)
{
    for (struct follow *f = *bucket_of(room->rs, room->key), *next; f; f = next) {
        struct vl_json w = member_write(room->rs);

        next = f->bucket_next;
        if (f->key != room->key || (player != ROOM_NOBODY && f->player != player))
            continue;
        proto_begin(&w, PROTO_NEWS, NULL);
        vl_json_kstr(&w, "room", room->id);
        vl_json_kint(&w, "player", f->player);
        vl_json_kstr(&w, "gone", why);
        vl_json_end(&w);
        member_send(f->m, &w);
        drop(f);
    }
}

/* ---- beginning ---- */

void follow_begin(struct join *j, struct room *room)
{
    struct member *m = j->m;
    struct follow *f = find(m, room->key, j->role);

    m->following = NULL;
    if (!f && m->follows_len >= PROTO_FOLLOWS_MAX)
        member_error(m, PROTO_FOLLOW, j->cid, VL_TOO_LARGE, "room");
    else if (!f && (f = add(m, room->key, j->role)) == NULL)
        member_error(m, PROTO_FOLLOW, j->cid, VL_MEMORY, NULL);
    else
        tell(f, room, j->cid);
    free(j);
}

void lobby_follow(struct member *m, const struct proto_msg *msg)
{
    if (!budget_take(m, BUDGET_JOINS, 1)) {
        member_error(m, PROTO_FOLLOW, msg->cid, PROTO_OFTEN, NULL);
        return;
    }
    if (house_shuts(m->rs->house, msg->room)) {
        member_error(m, PROTO_FOLLOW, msg->cid, PROTO_DENIED, "room");
        return;
    }
    struct join *j = m->following ? NULL : calloc(1, sizeof *j);

    if (!j) { /* one at a time: each may have to be read from the store */
        member_error(m, PROTO_FOLLOW, msg->cid, m->following ? PROTO_BUSY : VL_MEMORY, NULL);
        return;
    }
    j->rs = m->rs;
    j->m = m;
    j->role = -1;
    j->is_follow = j->has_token = true;
    memcpy(j->room, msg->room, sizeof j->room);
    memcpy(j->cid, msg->cid, sizeof j->cid);
    m->following = j;
    join_begin(j, msg->token);
}
