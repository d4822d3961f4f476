#include "core/view_build.h"

enum { NO_MAX = -1 };

/* ---- memory ---- */

size_t vl_view_bytes(const struct vl_view_size *size)
{
    return size->zones * sizeof(struct vl_zone) + size->items * sizeof(struct vl_item) +
           size->stats * sizeof(struct vl_stat) + size->badges * sizeof(const char *) +
           size->pips * sizeof(struct vl_pip);
}

/* The pools stand one behind the other, those of stricter alignment first. */
static void lay_out(struct vl_view *v, uint8_t *at)
{
    v->zones = (struct vl_zone *)(void *)at;
    at += v->max.zones * sizeof *v->zones;
    v->items = (struct vl_item *)(void *)at;
    at += v->max.items * sizeof *v->items;
    v->stats = (struct vl_stat *)(void *)at;
    at += v->max.stats * sizeof *v->stats;
    v->badges = (const char **)(void *)at;
    at += v->max.badges * sizeof *v->badges;
    v->pips = (struct vl_pip *)(void *)at;
}

struct vl_view *vl_canvas_clear(struct vl_canvas *c, const struct vl_game *g)
{
    VL_VERIFY(vl_view_bytes(&g->view_max) <= sizeof c->memory.bytes);
    memset(&c->view, 0, sizeof c->view);
    c->view.max = g->view_max;
    lay_out(&c->view, c->memory.bytes);
    return &c->view;
}

static bool has_pools(const struct vl_view *v)
{
    return v->items != NULL;
}

/* ---- things ---- */

struct vl_ref vl_ref_to(int family, int index)
{
    struct vl_ref nothing = { VL_FAM_NONE, 0 };
    struct vl_ref thing = { (uint8_t)family, (uint16_t)index };

    return index < 0 || index == VL_BAD_KEY || index == VL_NONE ? nothing : thing;
}

struct vl_ref vl_ref_wide(int family, int index)
{
    struct vl_ref nothing = { VL_FAM_NONE, 0 };
    struct vl_ref thing = { (uint8_t)family, (uint16_t)index };

    return index < 0 || index >= VL_WIDE_BAD_KEY ? nothing : thing;
}

/* ---- zones and things ---- */

struct vl_zone *vl_add_zone(struct vl_view *v, const char *id, enum vl_zone_kind kind, int cells)
{
    VL_VERIFY(!has_pools(v) || v->len.zones < v->max.zones);
    struct vl_zone *z = has_pools(v) ? &v->zones[v->len.zones++] : &v->no_zone;

    memset(z, 0, sizeof *z);
    z->id = id;
    z->kind = (uint8_t)kind;
    z->cells = vl_u16(cells);
    return z;
}

struct vl_item *vl_add_item(struct vl_view *v, int family, int index, int zone, int pos)
{
    VL_VERIFY(!has_pools(v) || v->len.items < v->max.items);
    struct vl_item *i = has_pools(v) ? &v->items[v->len.items++] : &v->no_item;

    memset(i, 0, sizeof *i);
    i->id.family = vl_u8(family);
    i->id.index = vl_u16(index);
    i->zone = vl_u16(zone);
    i->pos = vl_u16(pos);
    return i;
}

/* The next place of a pool, for a row that began at *first and has *row of them. */
static int next_place(uint16_t *first, uint8_t *row, uint16_t *len, uint16_t max)
{
    VL_VERIFY(*len < max && *row < UINT8_MAX);
    if (*row == 0)
        *first = *len;
    VL_VERIFY(*first + *row == *len); /* no other's between them */
    ++*row;
    return (*len)++;
}

static void put_stat(struct vl_view *v, struct vl_marks *of, const char *name, int value, int max)
{
    if (!has_pools(v))
        return;
    struct vl_stat *stat =
        &v->stats[next_place(&of->stats, &of->stats_len, &v->len.stats, v->max.stats)];

    stat->name = name;
    stat->value = vl_i16(value);
    stat->max = vl_i16(max);
}

static void put_badge(struct vl_view *v, struct vl_marks *of, const char *id)
{
    if (has_pools(v))
        v->badges[next_place(&of->badges, &of->badges_len, &v->len.badges, v->max.badges)] = id;
}

void vl_add_stat_of(struct vl_view *v, struct vl_item *i, const char *name, int value, int max)
{
    put_stat(v, &i->has, name, value, max);
}

void vl_add_stat(struct vl_view *v, struct vl_item *i, const char *name, int value)
{
    put_stat(v, &i->has, name, value, NO_MAX);
}

void vl_stat_if(struct vl_view *v, struct vl_item *i, const char *name, int value)
{
    if (value != 0)
        vl_add_stat(v, i, name, value);
}

void vl_add_badge(struct vl_view *v, struct vl_item *i, const char *id)
{
    put_badge(v, &i->has, id);
}

void vl_badge_if(struct vl_view *v, struct vl_item *i, bool when, const char *id)
{
    if (when)
        put_badge(v, &i->has, id);
}

void vl_add_pip(struct vl_view *v, struct vl_item *i, struct vl_ref face, bool done)
{
    if (!has_pools(v))
        return;
    struct vl_pip *pip =
        &v->pips[next_place(&i->has.pips, &i->has.pips_len, &v->len.pips, v->max.pips)];

    pip->face = face;
    pip->done = done;
}

void vl_why_not(const struct vl_rules *r, const struct vl_state *s, struct vl_item *i,
                struct vl_move would)
{
    i->why_not = r->game->refuse(r, s, would, VL_ANYONE);
    if (i->why_not)
        i->would = would;
}

/* ---- seats ---- */

void vl_seat_stat_of(struct vl_view *v, int seat, const char *name, int value, int max)
{
    put_stat(v, &v->seats[seat].has, name, value, max);
}

void vl_seat_stat(struct vl_view *v, int seat, const char *name, int value)
{
    put_stat(v, &v->seats[seat].has, name, value, NO_MAX);
}

void vl_seat_badge(struct vl_view *v, int seat, const char *id)
{
    put_badge(v, &v->seats[seat].has, id);
}

void vl_seat_badge_if(struct vl_view *v, int seat, bool when, const char *id)
{
    if (when)
        put_badge(v, &v->seats[seat].has, id);
}

/* ---- arguments of sentences ---- */

static struct vl_msg_arg arg_of(const char *name, int family, int value)
{
    struct vl_msg_arg arg = { name, vl_u8(family), (int16_t)value };

    return arg;
}

static void put_arg(struct vl_msg_arg *args, uint8_t *len, const char *name, int family, int value)
{
    VL_VERIFY(*len < VL_MSG_ARGS);
    args[(*len)++] = arg_of(name, family, value);
}

void vl_say(struct vl_msg *m, const char *name, int family, int value)
{
    put_arg(m->args, &m->len, name, family, value);
}

void vl_touch_arg(struct vl_touch *t, const char *name, int family, int value)
{
    put_arg(t->args, &t->args_len, name, family, value);
}

struct vl_ref vl_first_thing(const struct vl_rules *r, struct vl_move m)
{
    const struct vl_move_kind *kind = &r->game->moves[m.kind];
    const struct vl_arg *a = &kind->args[0];

    if (kind->args_len == 0 || a->type != VL_ARG_ONE || a->family < VL_FAM_GAME)
        return vl_ref_to(VL_FAM_NONE, -1);
    return vl_arg_is_wide(a) ? vl_ref_wide(a->family, vl_arg_load(a, m.arg))
                             : vl_ref_to(a->family, m.arg[0]);
}

void vl_add_fact(struct vl_facts *f, const char *name, int family, int value)
{
    if (f->len < VL_FACTS_MAX)
        f->out[f->len++] = arg_of(name, family, value);
}
