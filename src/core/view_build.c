#include "core/view_build.h"

enum { NO_MAX = -1 };

struct vl_ref vl_ref_to(int family, int index)
{
    struct vl_ref nothing = { VL_FAM_NONE, 0 };
    struct vl_ref thing = { (uint8_t)family, (uint8_t)index };

    return index < 0 || index >= VL_BAD_KEY ? nothing : thing;
}

/* ---- zones and things ---- */

struct vl_zone *vl_add_zone(struct vl_view *v, const char *id, enum vl_zone_kind kind, int cells)
{
    VL_VERIFY(v->zones_len < VL_ZONES_MAX);
    struct vl_zone *z = &v->zones[v->zones_len++];

    z->id = id;
    z->kind = (uint8_t)kind;
    z->cells = vl_u8(cells);
    return z;
}

struct vl_item *vl_add_item(struct vl_view *v, int family, int index, const char *kind, int zone,
                            int pos)
{
    VL_VERIFY(v->items_len < VL_ITEMS_MAX);
    struct vl_item *i = &v->items[v->items_len++];

    i->id.family = vl_u8(family);
    i->id.index = vl_u8(index);
    i->kind = kind;
    i->zone = vl_u8(zone);
    i->pos = vl_u8(pos);
    return i;
}

static void put_stat(struct vl_stat *stat, const char *name, int value, int max)
{
    stat->name = name;
    stat->value = (int16_t)value;
    stat->max = (int16_t)max;
}

void vl_add_stat_of(struct vl_item *i, const char *name, int value, int max)
{
    VL_VERIFY(i->stats_len < VL_LEN(i->stats));
    put_stat(&i->stats[i->stats_len++], name, value, max);
}

void vl_add_stat(struct vl_item *i, const char *name, int value)
{
    vl_add_stat_of(i, name, value, NO_MAX);
}

void vl_add_badge(struct vl_item *i, const char *id)
{
    VL_VERIFY(i->badges_len < VL_LEN(i->badges));
    i->badges[i->badges_len++] = id;
}

void vl_why_not(const struct vl_rules *r, const struct vl_state *s, struct vl_item *i,
                struct vl_move would)
{
    i->why_not = r->game->refuse(r, s, would, VL_ANYONE);
    if (i->why_not)
        i->would = would;
}

/* ---- seats ---- */

void vl_seat_stat_of(struct vl_seat_view *seat, const char *name, int value, int max)
{
    VL_VERIFY(seat->stats_len < VL_LEN(seat->stats));
    put_stat(&seat->stats[seat->stats_len++], name, value, max);
}

void vl_seat_stat(struct vl_seat_view *seat, const char *name, int value)
{
    vl_seat_stat_of(seat, name, value, NO_MAX);
}

void vl_seat_badge(struct vl_seat_view *seat, const char *id)
{
    VL_VERIFY(seat->badges_len < VL_LEN(seat->badges));
    seat->badges[seat->badges_len++] = id;
}

/* ---- arguments of sentences ---- */

static void put_arg(struct vl_msg_arg *args, uint8_t *len, const char *name, int family, int value)
{
    VL_VERIFY(*len < VL_MSG_ARGS);
    struct vl_msg_arg *arg = &args[(*len)++];

    arg->name = name;
    arg->family = vl_u8(family);
    arg->value = (int16_t)value;
}

void vl_say(struct vl_msg *m, const char *name, int family, int value)
{
    put_arg(m->args, &m->len, name, family, value);
}

void vl_touch_arg(struct vl_touch *t, const char *name, int family, int value)
{
    put_arg(t->args, &t->args_len, name, family, value);
}
