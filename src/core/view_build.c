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

struct vl_item *vl_add_item_in(struct vl_view *v, int zone, int family, int index, int pos)
{
    VL_VERIFY(!has_pools(v) || v->len.items < v->max.items);
    struct vl_item *i = has_pools(v) ? &v->items[v->len.items++] : &v->no_item;

    memset(i, 0, sizeof *i);
    i->id.family = vl_u8(family);
    i->id.index = vl_u16(index);
    i->zone = vl_u16(zone);
    i->pos = vl_u16(pos);
    v->shown = &i->has;
    return i;
}

struct vl_item *vl_add_item(struct vl_view *v, int family, int index, int pos)
{
    return vl_add_item_in(v, has_pools(v) ? v->len.zones - 1 : 0, family, index, pos);
}

struct vl_seat_view *vl_add_seat(struct vl_view *v, int seat)
{
    v->shown = &v->seats[seat].has;
    return &v->seats[seat];
}

void vl_why_not(struct vl_view *v, const struct vl_rules *r, const struct vl_state *s,
                struct vl_move would)
{
    struct vl_item *i = has_pools(v) ? &v->items[v->len.items - 1] : &v->no_item;

    VL_ASSERT(v->shown == &i->has);
    i->why_not = r->game->refuse(r, s, would, VL_ANYONE);
    if (i->why_not)
        i->would = would;
}

/* ---- what they show ---- */

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

void vl_add_stat_of(struct vl_view *v, const char *name, int value, int max)
{
    struct vl_marks *of = v->shown;

    if (!has_pools(v))
        return;
    struct vl_stat *stat =
        &v->stats[next_place(&of->stats, &of->stats_len, &v->len.stats, v->max.stats)];

    stat->name = name;
    stat->value = vl_i16(value);
    stat->max = vl_i16(max);
}

void vl_add_stat(struct vl_view *v, const char *name, int value)
{
    vl_add_stat_of(v, name, value, NO_MAX);
}

void vl_stat_if(struct vl_view *v, const char *name, int value)
{
    if (value != 0)
        vl_add_stat(v, name, value);
}

void vl_add_badge(struct vl_view *v, const char *id)
{
    struct vl_marks *of = v->shown;

    if (has_pools(v))
        v->badges[next_place(&of->badges, &of->badges_len, &v->len.badges, v->max.badges)] = id;
}

void vl_badge_if(struct vl_view *v, bool when, const char *id)
{
    if (when)
        vl_add_badge(v, id);
}

void vl_add_pip(struct vl_view *v, struct vl_ref face, bool done)
{
    struct vl_marks *of = v->shown;

    if (!has_pools(v))
        return;
    struct vl_pip *pip = &v->pips[next_place(&of->pips, &of->pips_len, &v->len.pips, v->max.pips)];

    pip->face = face;
    pip->done = done;
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
