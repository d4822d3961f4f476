/* op_play.c - what changes a match: moves, chance, undo, players. */
#include "door/door.h"

/* How the match stands now: {"rev", "actor", "player"}. */
static int answer_now(struct door *d)
{
    int player = vl_match_to_move(d->m);

    vl_json_obj(&d->w);
    vl_json_kint(&d->w, "rev", d->m->len);
    vl_json_key(&d->w, "actor");
    if (d->m->state->actor >= 0)
        vl_json_int(&d->w, d->m->state->actor);
    else if (d->m->state->actor == VL_CHANCE)
        vl_json_str(&d->w, "chance");
    else
        vl_json_null(&d->w);
    vl_json_key(&d->w, "player");
    if (player >= 0)
        vl_json_int(&d->w, player);
    else
        vl_json_null(&d->w);
    vl_json_end(&d->w);
    return VL_OK;
}

/* ---- moves ---- */

int op_play(struct door *d)
{
    struct vl_match *m = d->m;
    int by = d->node[F_BY] ? (int)d->num[F_BY] : VL_ANYONE;
    bool by_hand = m->state->actor == VL_CHANCE && m->seed_kind == VL_SEED_HAND;
    char notation[256];

    door_text(d, F_MOVE, notation, sizeof notation);
    int st = vl_move_read(&m->rules, notation, strlen(notation), &d->move, &d->err);
    if (st == VL_OK) {
        st = by_hand ? vl_match_enter(m, d->move, &d->err) : vl_match_play(m, d->move, by, &d->err);
        if (st == VL_REFUSED)
            vl_error_rule(&d->err, st, d->err.rule, notation, "");
    }
    d->has_move = st == VL_REFUSED;
    return st == VL_OK ? answer_now(d) : st;
}

int op_draw(struct door *d)
{
    int st = vl_match_draw(d->m, &d->err);

    return st == VL_OK ? answer_now(d) : st;
}

/* ---- undo ---- */

/* true: everybody; or the list of those who agree. */
static int read_agreed(struct door *d, uint32_t *mask)
{
    uint32_t node = d->node[F_AGREED];
    int type = node ? vl_json_type_of(&d->doc, node) : VL_JSON_FALSE;
    int64_t player;

    *mask = type == VL_JSON_TRUE ? UINT32_MAX : 0;
    if (type == VL_JSON_TRUE || type == VL_JSON_FALSE)
        return VL_OK;
    if (type != VL_JSON_ARRAY)
        return door_fail(d, VL_SYNTAX, "agreed", "true or a list of players was expected");
    for (uint32_t c = vl_json_first(&d->doc, node); c; c = vl_json_sibling(&d->doc, c)) {
        if (!vl_json_int_in(&d->doc, c, 0, VL_SEATS_MAX - 1, &player))
            return door_fail(d, VL_RANGE, "agreed", "there is no such player");
        *mask |= UINT32_C(1) << player;
    }
    return VL_OK;
}

int op_undo(struct door *d)
{
    uint32_t agreed;
    int st = read_agreed(d, &agreed);

    if (st == VL_OK && d->m->len == 0)
        st = door_fail(d, VL_RANGE, "to", "nothing was played yet");
    if (st == VL_OK)
        st = vl_match_undo(d->m, (uint32_t)d->num[F_TO], agreed, &d->err);
    return st == VL_OK ? answer_now(d) : st;
}

int op_redo(struct door *d)
{
    int by = d->node[F_BY] ? (int)d->num[F_BY] : VL_ANYONE;
    int st = vl_match_redo(d->m, by, &d->err);

    return st == VL_OK ? answer_now(d) : st;
}

/* ---- players ---- */

int op_set_player(struct door *d)
{
    char kind[32], level[32], name[256];
    struct vl_player player;

    door_text(d, F_KIND, kind, sizeof kind);
    door_text(d, F_LEVEL, level, sizeof level);
    door_text(d, F_NAME, name, sizeof name);
    int st = door_player(d, "kind", kind, level, name, &player);
    if (st == VL_OK)
        st = vl_match_set_player(d->m, (int)d->num[F_PLAYER], &player, &d->err);
    if (st != VL_OK)
        return st;
    vl_json_obj(&d->w);
    vl_json_end(&d->w);
    return VL_OK;
}
