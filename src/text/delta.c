#include "text/delta.h"

#include <stdlib.h>
#include <string.h>

/* ---- what changed ---- */

static bool same_word(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* What one shows in its view, and another in its own. */
static bool same_stats(const struct vl_view *va, const struct vl_marks *of_a,
                       const struct vl_view *vb, const struct vl_marks *of_b)
{
    const struct vl_stat *a = &va->stats[of_a->stats], *b = &vb->stats[of_b->stats];
    bool same = of_a->stats_len == of_b->stats_len;

    for (int i = 0; same && i < of_a->stats_len; i++)
        same = a[i].value == b[i].value && a[i].max == b[i].max && same_word(a[i].name, b[i].name);
    return same;
}

static bool same_badges(const struct vl_view *va, const struct vl_marks *a,
                        const struct vl_view *vb, const struct vl_marks *b)
{
    bool same = a->badges_len == b->badges_len;

    for (int i = 0; same && i < a->badges_len; i++)
        same = same_word(va->badges[a->badges + i], vb->badges[b->badges + i]);
    return same;
}

static bool same_pips(const struct vl_view *va, const struct vl_marks *of_a,
                      const struct vl_view *vb, const struct vl_marks *of_b)
{
    const struct vl_pip *a = &va->pips[of_a->pips], *b = &vb->pips[of_b->pips];
    bool same = of_a->pips_len == of_b->pips_len;

    for (int i = 0; same && i < of_a->pips_len; i++)
        same = vl_same_ref(a[i].face, b[i].face) && a[i].done == b[i].done;
    return same;
}

static bool same_zone(const struct vl_zone *a, const struct vl_zone *b)
{
    return a->kind == b->kind && a->cells == b->cells && a->owner == b->owner &&
           vl_same_ref(a->ref, b->ref) && same_word(a->id, b->id);
}

static bool same_zones(const struct vl_view *a, const struct vl_view *b)
{
    bool same = a->len.zones == b->len.zones;

    for (int i = 0; same && i < a->len.zones; i++)
        same = same_zone(&a->zones[i], &b->zones[i]);
    return same;
}

static bool same_turn(const struct vl_board *a, const struct vl_board *b)
{
    return a->v->round == b->v->round && a->s->phase == b->s->phase && a->s->actor == b->s->actor;
}

static bool same_prompt(const struct vl_msg *a, const struct vl_msg *b)
{
    bool same = a->len == b->len && same_word(a->id, b->id);

    for (int i = 0; same && i < a->len; i++)
        same = a->args[i].family == b->args[i].family && a->args[i].value == b->args[i].value &&
               same_word(a->args[i].name, b->args[i].name);
    return same;
}

/* The parts of an item that differ, bits of enum vl_board_part. */
static int item_changes(const struct vl_view *va, const struct vl_item *a, const struct vl_view *vb,
                        const struct vl_item *b)
{
    int parts = 0;

    if (a->zone != b->zone || !same_zone(&va->zones[a->zone], &vb->zones[b->zone]))
        parts |= VL_PART_ZONE;
    if (a->pos != b->pos)
        parts |= VL_PART_POS;
    if (!vl_same_ref(a->face, b->face))
        parts |= VL_PART_FACE;
    if (!same_stats(va, &a->has, vb, &b->has))
        parts |= VL_PART_STATS;
    if (!same_badges(va, &a->has, vb, &b->has))
        parts |= VL_PART_BADGES;
    if (!same_pips(va, &a->has, vb, &b->has))
        parts |= VL_PART_PIPS;
    return parts;
}

static int seat_changes(const struct vl_view *va, const struct vl_view *vb, int k)
{
    const struct vl_seat_view *a = &va->seats[k], *b = &vb->seats[k];
    int parts = 0;

    if (!vl_same_ref(a->face, b->face))
        parts |= VL_PART_FACE;
    if (!same_stats(va, &a->has, vb, &b->has))
        parts |= VL_PART_STATS;
    if (!same_badges(va, &a->has, vb, &b->has))
        parts |= VL_PART_BADGES;
    return parts;
}

int vl_delta_head(const struct vl_board *a, const struct vl_board *b)
{
    return (same_turn(a, b) ? 0 : VL_DELTA_TURN) |
           (same_prompt(&a->v->prompt, &b->v->prompt) ? 0 : VL_DELTA_PROMPT);
}

bool vl_delta_same_lists(const struct vl_board *a, const struct vl_board *b)
{
    const struct vl_view *va = a->v, *vb = b->v;
    bool same = same_zones(va, vb) && va->len.items == vb->len.items && a->s->seats == b->s->seats;

    for (int i = 0; same && i < va->len.items; i++)
        same = vl_same_ref(va->items[i].id, vb->items[i].id) &&
               item_changes(va, &va->items[i], vb, &vb->items[i]) == 0;
    for (int k = 0; same && k < a->s->seats; k++)
        same = seat_changes(va, vb, k) == 0;
    return same;
}

bool vl_delta_same(const struct vl_board *a, const struct vl_board *b)
{
    return vl_delta_head(a, b) == 0 && vl_delta_same_lists(a, b);
}

/* ---- the list of items: who came, went, moved ---- */

enum { NEW = -1 };

struct order {
    int *was;           /* of each item of the new list, its place in the old one, or NEW */
    int *best, *before; /* the longest rising row that ends with it, and the one before it */
    bool *gone;         /* of each item of the old list */
    bool *stays;        /* keeps its place among those that stay */
    void *memory;       /* of all of them */
};

/* False without memory. */
static bool order_init(struct order *o, int from_len, int to_len)
{
    size_t from = (size_t)from_len, to = (size_t)to_len;

    o->memory = calloc(1, 3 * to * sizeof(int) + from + to + 1);
    if (!o->memory)
        return false;
    o->was = o->memory;
    o->best = o->was + to;
    o->before = o->best + to;
    o->gone = (bool *)(o->before + to);
    o->stays = o->gone + from;
    return true;
}

static int place_of(const struct vl_view *v, struct vl_ref id)
{
    for (int i = 0; i < v->len.items; i++)
        if (vl_same_ref(v->items[i].id, id))
            return i;
    return NEW;
}

/* The longest rising row of old places need not move; all others are put anew. */
static void find_staying(struct order *o, int len)
{
    int *best = o->best, *before = o->before, last = -1;

    for (int i = 0; i < len; i++) {
        best[i] = o->was[i] == NEW ? 0 : 1;
        before[i] = -1;
        for (int j = 0; j < i && best[i]; j++) {
            if (o->was[j] == NEW || o->was[j] >= o->was[i] || best[j] < best[i])
                continue;
            best[i] = best[j] + 1;
            before[i] = j;
        }
        if (best[i] > 0 && (last < 0 || best[i] > best[last]))
            last = i;
    }
    for (; last >= 0; last = before[last])
        o->stays[last] = true;
}

static bool is_rising(const struct order *o, int len)
{
    int before = NEW;

    for (int i = 0; i < len; i++) {
        if (o->was[i] != NEW && o->was[i] < before)
            return false;
        before = o->was[i] != NEW ? o->was[i] : before;
    }
    return true;
}

/* False if an id stands twice: then nothing can be said item by item; or without memory. */
static bool find_order(struct order *o, const struct vl_view *from, const struct vl_view *to)
{
    if (!order_init(o, from->len.items, to->len.items))
        return false;
    for (int i = 0; i < from->len.items; i++)
        o->gone[i] = true;
    for (int i = 0; i < to->len.items; i++) {
        int was = place_of(from, to->items[i].id);

        if (place_of(to, to->items[i].id) != i || (was != NEW && !o->gone[was]))
            return false;
        o->was[i] = was;
        if (was != NEW)
            o->gone[was] = false;
    }
    for (int i = 0; i < from->len.items; i++)
        if (place_of(from, from->items[i].id) != i)
            return false;
    if (is_rising(o, to->len.items)) {
        for (int i = 0; i < to->len.items; i++)
            o->stays[i] = o->was[i] != NEW;
    } else {
        find_staying(o, to->len.items);
    }
    return true;
}

/* ---- writing ---- */

static void put_item_id(struct vl_json *w, const char *key, const struct vl_board *b, int i)
{
    char id[64];
    struct vl_buf out = vl_buf_on(id, sizeof id);

    vl_item_id(&out, b->r, b->v->items[i].id);
    vl_json_kstr(w, key, id);
}

static void op_drop(struct vl_json *w, const struct vl_board *from, int i)
{
    vl_json_obj(w);
    vl_json_kstr(w, "drop", "items");
    put_item_id(w, "id", from, i);
    vl_json_end(w);
}

static void op_put(struct vl_json *w, const struct vl_board *to, int i, bool whole)
{
    vl_json_obj(w);
    vl_json_kstr(w, "put", "items");
    put_item_id(w, "id", to, i);
    if (i > 0) {
        put_item_id(w, "after", to, i - 1);
    } else {
        vl_json_key(w, "after");
        vl_json_null(w);
    }
    if (whole) {
        vl_json_key(w, "to");
        vl_board_item(w, to, i, VL_PART_ALL, false);
    }
    vl_json_end(w);
}

static void op_patch(struct vl_json *w, const struct vl_board *to, int i, int parts)
{
    vl_json_obj(w);
    vl_json_kstr(w, "patch", "items");
    put_item_id(w, "id", to, i);
    vl_json_key(w, "to");
    vl_board_item(w, to, i, parts, true);
    vl_json_end(w);
}

static void op_all_items(struct vl_json *w, const struct vl_board *to)
{
    vl_json_obj(w);
    vl_json_kstr(w, "set", "items");
    vl_json_key(w, "to");
    vl_json_arr(w);
    for (int i = 0; i < to->v->len.items; i++)
        vl_board_item(w, to, i, VL_PART_ALL, false);
    vl_json_end(w);
    vl_json_end(w);
}

static void put_items(struct vl_json *w, const struct vl_board *from, const struct vl_board *to)
{
    struct order o;

    if (!find_order(&o, from->v, to->v)) {
        op_all_items(w, to);
        free(o.memory);
        return;
    }
    for (int i = 0; i < from->v->len.items; i++)
        if (o.gone[i])
            op_drop(w, from, i);
    for (int i = 0; i < to->v->len.items; i++) {
        int parts = o.was[i] == NEW
                        ? VL_PART_ALL
                        : item_changes(from->v, &from->v->items[o.was[i]], to->v, &to->v->items[i]);
        if (!o.stays[i])
            op_put(w, to, i, parts != 0);
        else if (parts)
            op_patch(w, to, i, parts);
    }
    free(o.memory);
}

static void put_zones(struct vl_json *w, const struct vl_board *to)
{
    vl_json_obj(w);
    vl_json_kstr(w, "set", "zones");
    vl_json_key(w, "to");
    vl_json_arr(w);
    for (int i = 0; i < to->v->len.zones; i++)
        vl_board_zone(w, to, i);
    vl_json_end(w);
    vl_json_end(w);
}

static void put_seats(struct vl_json *w, const struct vl_board *from, const struct vl_board *to)
{
    VL_ASSERT(from->s->seats == to->s->seats); /* options decide, and they stay */
    for (int k = 0; k < to->s->seats; k++) {
        int parts = seat_changes(from->v, to->v, k);

        if (!parts)
            continue;
        vl_json_obj(w);
        vl_json_kstr(w, "patch", "seats");
        vl_json_kint(w, "id", k);
        vl_json_key(w, "to");
        vl_board_seat(w, to, k, parts, true);
        vl_json_end(w);
    }
}

static void put_set(struct vl_json *w, const struct vl_board *to, const char *part,
                    void (*put)(struct vl_json *, const struct vl_board *, const char *))
{
    vl_json_obj(w);
    vl_json_kstr(w, "set", part);
    put(w, to, "to");
    vl_json_end(w);
}

void vl_delta_parts(struct vl_json *w, const struct vl_board *from, const struct vl_board *to,
                    int head)
{
    vl_json_arr(w);
    if (head & VL_DELTA_TURN)
        put_set(w, to, "turn", vl_board_turn);
    if (head & VL_DELTA_PROMPT)
        put_set(w, to, "prompt", vl_board_prompt);
    if (!same_zones(from->v, to->v))
        put_zones(w, to);
    put_items(w, from, to);
    put_seats(w, from, to);
    vl_json_end(w);
}

void vl_delta_json(struct vl_json *w, const struct vl_board *from, const struct vl_board *to)
{
    vl_delta_parts(w, from, to, vl_delta_head(from, to));
}
