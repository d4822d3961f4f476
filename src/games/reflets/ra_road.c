/* ra_road.c - where the pawns can go (RA-MOV, RA-AVA, RA-OUT-10 to 15). */
#include "games/reflets/reflets.h"

static bool is_in_chasm(const struct ra_content *c, int node)
{
    return c->nodes[node].kind == RA_NODE_CORRIDOR || c->nodes[node].kind == RA_NODE_ROOM;
}

/* The other room of the portal, if both are face up (RA-PRT-01); VL_NONE otherwise. */
static int through_portal(const struct ra_content *c, const struct ra_state *s, int node)
{
    int here = ra_slot_at(c, node);

    if (here < 0 || !s->rooms[here].up ||
        c->cards[s->rooms[here].card].feature != RA_FEATURE_PORTAL)
        return VL_NONE;
    for (int i = 0; i < RA_SLOTS; i++)
        if (i != here && s->rooms[i].up && c->cards[s->rooms[i].card].feature == RA_FEATURE_PORTAL)
            return c->slots[i];
    return VL_NONE;
}

/* RA-MOV-11 */
static bool must_stop(const struct ra_content *c, const struct ra_state *s, int node)
{
    int space = ra_space_at(c, node);

    if (space < 0)
        return c->nodes[node].kind == RA_NODE_SHORTCUT;
    if (node == c->door)
        return !(s->lasting & RA_OPEN_DOOR);
    return s->stack[space] > 0 || s->up[space] != VL_NONE;
}

/* RA-MOV-12 */
static bool may_stop(const struct ra_content *c, const struct ra_state *s, int node)
{
    int kind = c->nodes[node].kind;

    return must_stop(c, s, node) || kind == RA_NODE_LUCK || kind == RA_NODE_ROOM ||
           ra_token_at(s, node) >= 0;
}

enum { EDGES = 8 };

/* Where a step leads from a node that was entered from `prev` (RA-MOV-08 to 10, 16). */
static int steps_from(const struct ra_content *c, int node, int prev, uint8_t out[EDGES])
{
    const struct ra_node *at = &c->nodes[node];
    int n = 0;

    if (at->kind ==
        RA_NODE_ROOM) { /* a dead end, unless the move begins there or came by the portal */
        if (prev != at->faces)
            out[n++] = at->faces;
        return n;
    }
    if (at->next != VL_NONE && at->next != prev)
        out[n++] = at->next;
    if (at->side != VL_NONE)
        out[n++] = at->side;
    if (at->kind != RA_NODE_CORRIDOR)
        return n;
    for (int i = 0; i < RA_SLOTS; i++)
        if (c->corridor[i] == node && c->slots[i] != prev)
            out[n++] = c->slots[i];
    for (int back = 0; back < RA_NODES; back++)
        if (c->nodes[back].next == node && c->nodes[back].kind == RA_NODE_CORRIDOR && back != prev)
            out[n++] = vl_u8(back);
    return n;
}

int ra_potential(const struct ra_state *s)
{
    int sum = s->potential;

    for (int i = 0; i < s->dice_len; i++)
        sum += s->dice[i];
    return sum;
}

/* A walk by breadth: who stands where, having come from where. Rooms are ends but for the portal,
 * and the corridor is a line, so few pairs are alive at once. */
struct front {
    uint8_t node[32], prev[32];
    int len;
};

static void add(struct front *f, int node, int prev)
{
    for (int i = 0; i < f->len; i++)
        if (f->node[i] == node && f->prev[i] == prev)
            return;
    VL_ASSERT(f->len < VL_LEN(f->node));
    f->node[f->len] = vl_u8(node);
    f->prev[f->len++] = vl_u8(prev);
}

/* RA-MOV-15: rooms of the portal cost nothing to cross. Coming out of it any way is open. */
static void cross(const struct ra_content *c, const struct ra_state *s, struct front *f)
{
    for (int i = 0; i < f->len; i++) {
        int other = through_portal(c, s, f->node[i]);

        if (other != VL_NONE && f->prev[i] != other && other != s->avatar_at)
            add(f, other, f->node[i]);
    }
}

static void advance(const struct ra_content *c, const struct ra_state *s, const struct front *from,
                    struct front *to, int through)
{
    uint8_t next[EDGES];

    to->len = 0;
    for (int i = 0; i < from->len; i++) {
        int n = steps_from(c, from->node[i], from->prev[i], next);

        for (int k = 0; k < n; k++)
            if (next[k] != s->avatar_at || through == next[k])
                add(to, next[k], from->node[i]);
    }
    cross(c, s, to);
}

/* Nodes at which a move goes on: who must stop there does not. */
static void drop_stopped(const struct ra_content *c, const struct ra_state *s, struct front *f)
{
    int n = 0;

    for (int i = 0; i < f->len; i++)
        if (!must_stop(c, s, f->node[i])) {
            f->node[n] = f->node[i];
            f->prev[n++] = f->prev[i];
        }
    f->len = n;
}

static void find(const struct vl_rules *r, const struct ra_state *s, int through, uint32_t out[3])
{
    const struct ra_content *c = ra_content(r);
    struct front a = { { 0 }, { 0 }, 0 }, b = a;
    uint32_t last[3] = { 0, 0, 0 };
    bool any = false;

    out[0] = out[1] = out[2] = 0;
    add(&a, s->team_at, VL_NONE);
    cross(c, s, &a);
    for (int i = 1; i < a.len; i++) /* the portal alone */
        vl_set_put(out, a.node[i]);
    int potential = ra_potential(s);
    for (int step = 1; step <= potential && a.len > 0; step++) {
        advance(c, s, &a, &b, through);
        if (b.len > 0)
            last[0] = last[1] = last[2] = 0;
        for (int i = 0; i < b.len; i++) {
            vl_set_put(last, b.node[i]);
            if (step == potential || may_stop(c, s, b.node[i]))
                vl_set_put(out, b.node[i]);
        }
        drop_stopped(c, s, &b);
        a = b;
    }
    for (int w = 0; w < 3; w++)
        any = any || out[w];
    if (!any && c->nodes[s->team_at].kind != RA_NODE_ROOM) /* RA-MOV-19 */
        memcpy(out, last, sizeof last);
}

void ra_destinations(const struct vl_rules *r, const struct ra_state *s, uint32_t out[3])
{
    find(r, s, -1, out);
}

/* RA-ERR-14: could it be reached if the Avatar were not there? */
bool ra_reaches(const struct vl_rules *r, const struct ra_state *s, int node)
{
    uint32_t out[3];

    find(r, s, s->avatar_at, out);
    return vl_set_has(out, node);
}

/* ---- the team, pushed ---- */

static int behind(const struct ra_content *c, int node)
{
    for (int i = 0; i < RA_NODES; i++)
        if (c->nodes[i].next == node && i != node && c->nodes[i].kind != RA_NODE_SHORTCUT)
            return i;
    return VL_NONE;
}

/* RA-OUT-12, RA-OUT-13 */
static int one_back(const struct ra_content *c, int node)
{
    if (c->nodes[node].kind == RA_NODE_ROOM)
        return c->nodes[node].faces;
    if (c->nodes[node].kind == RA_NODE_CORRIDOR) {
        int back = behind(c, node);
        return back != VL_NONE && is_in_chasm(c, back) ? back : VL_NONE;
    }
    return node == c->city || c->nodes[node].kind == RA_NODE_SHORTCUT ? VL_NONE : behind(c, node);
}

/* RA-OUT-11, RA-OUT-14 */
static int one_on(const struct ra_content *c, const struct ra_state *s, int node)
{
    int next = c->nodes[node].kind == RA_NODE_ROOM ? VL_NONE : c->nodes[node].next;

    return next == VL_NONE || (ra_space_at(c, next) >= 0 && must_stop(c, s, next)) ? VL_NONE : next;
}

int ra_push_team(struct ra_play *p, int n)
{
    struct ra_state *s = p->s;
    int steps = n < 0 ? -n : n, moved = 0;

    for (; moved < steps; moved++) {
        int to = n < 0 ? one_back(p->c, s->team_at) : one_on(p->c, s, s->team_at);

        if (to == VL_NONE)
            break;
        s->team_at = vl_u8(to);
        if (to == s->avatar_at) { /* RA-OUT-15 */
            VL_EMIT(p->x.sink, RA_EV_PUSHED, RA_OUT_15, -1, to, n < 0 ? -1 - moved : 1 + moved);
            return ra_end_game(p, RA_BY_AVATAR, RA_END_01);
        }
    }
    if (moved > 0)
        VL_EMIT(p->x.sink, RA_EV_PUSHED, RA_FX_23, -1, s->team_at, n < 0 ? -moved : moved);
    return VL_FX_DONE;
}

/* ---- the Avatar ---- */

/* RA-AVA-06 to 09 */
static int avatar_step(const struct ra_content *c, const struct ra_state *s)
{
    const struct ra_node *at = &c->nodes[s->avatar_at];
    int team = s->team_at;

    if (at->kind != RA_NODE_CORRIDOR)
        return at->next;
    if (c->nodes[team].kind == RA_NODE_ROOM) {
        if (c->nodes[team].faces == s->avatar_at)
            return team;
        team = c->nodes[team].faces;
    }
    if (!is_in_chasm(c, team) || team > s->avatar_at)
        return at->next;
    return behind(c, s->avatar_at);
}

/* RA-AVA-12 to 14 */
int ra_avatar_stops(struct ra_play *p)
{
    struct ra_state *s = p->s;
    int space = ra_space_at(p->c, s->avatar_at), token = ra_token_at(s, s->avatar_at);

    if (token >= 0) {
        int kind = ra_reveal_token(p, token);
        if (kind == RA_ASKS)
            return VL_FX_ASK;
        ra_take_token(p, token);
    }
    if (space < 0 || s->avatar_at == p->c->door ||
        (s->stack[space] == 0 && s->up[space] == VL_NONE))
        return VL_FX_DONE;
    if (s->up[space] != VL_NONE)
        s->laid[s->up[space] - RA_ZONE0] = RA_LAID_OUT;
    if (s->top[space] != VL_NONE)
        s->laid[s->top[space] - RA_ZONE0] = RA_LAID_OUT;
    s->stack[space] = 0;
    s->up[space] = s->top[space] = VL_NONE;
    VL_EMIT(p->x.sink, RA_EV_SWEPT, RA_AVA_14, -1, s->avatar_at);
    return VL_FX_DONE;
}

/* RA-AVA-10, RA-AVA-16; whoever pushes it on sees to its stop (RA-AVA-15). */
int ra_push_avatar(struct ra_play *p, int n)
{
    struct ra_state *s = p->s;
    int steps = n < 0 ? -n : n, moved = 0;

    for (; moved < steps; moved++) {
        int to = n < 0 ? behind(p->c, s->avatar_at) : avatar_step(p->c, s);

        if (n < 0 && p->c->nodes[s->avatar_at].kind == RA_NODE_ROOM)
            to = p->c->nodes[s->avatar_at].faces;
        if (to == VL_NONE)
            break;
        s->avatar_at = vl_u8(to);
        if (to == s->team_at) {
            VL_EMIT(p->x.sink, RA_EV_AVATAR, RA_AVA_10, -1, to, 1 + moved);
            return ra_end_game(p, RA_BY_AVATAR, RA_END_01);
        }
    }
    VL_EMIT(p->x.sink, RA_EV_AVATAR, RA_AVA_02, -1, s->avatar_at, n < 0 ? -moved : moved);
    return VL_FX_DONE;
}
