/* What a screen would show of the moor: a map with wanderers and tales on it, the gear of
 * each, the dice, the cards that are gone. As much as a large game shows. */
#include "core/view_build.h"
#include "moor.h"

enum { ZONE_MAP, ZONE_DICE, ZONE_GONE, ZONE_GEAR };

static bool has_bit(const uint32_t *bits, int i)
{
    return bits[i / 32] >> (i % 32) & 1;
}

static void add_zones(struct vl_view *v, int seats)
{
    vl_add_zone(v, "moor", VL_ZONE_MAP, MO_HEXES);
    vl_add_zone(v, "dice", VL_ZONE_TRAY, 0);
    vl_add_zone(v, "gone", VL_ZONE_PILE, 0);
    for (int seat = 0; seat < seats; seat++)
        vl_add_zone(v, "gear", VL_ZONE_PILE, 0)->owner = vl_u8(seat + 1);
}

static void add_map(struct vl_view *v, const struct moor_state *s)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        vl_add_item_in(v, ZONE_MAP, VL_FAM_SEAT, seat, s->seat[seat].hex + 1);
        if (seat == s->active)
            vl_add_badge(v, "active");
    }
    for (int hex = 0; hex < MO_HEXES; hex++)
        if (has_bit(s->sites, hex))
            vl_add_item_in(v, ZONE_MAP, MO_FAM_HEX, hex, hex + 1);
}

static void add_cards(struct vl_view *v, const struct moor_state *s)
{
    for (int card = 0, gone = 0; card < MO_CARDS; card++) {
        if (s->place[card] == MO_GONE)
            vl_add_item_in(v, ZONE_GONE, MO_FAM_CARD, card, ++gone);
        if (s->place[card] < MO_HELD)
            continue;
        vl_add_item_in(v, ZONE_GEAR + s->place[card] - MO_HELD, MO_FAM_CARD, card, 0);
        if (has_bit(s->spent, card))
            vl_add_badge(v, "spent");
    }
}

static void add_seats(struct vl_view *v, const struct moor_state *s)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        vl_add_seat(v, seat);
        vl_add_stat(v, "gold", s->seat[seat].gold);
        vl_add_stat_of(v, "wounds", s->seat[seat].wounds, MO_LIFE);
        if (seat == s->active)
            vl_add_badge(v, "active");
    }
}

void moor_view(const struct vl_rules *r, const struct vl_state *state, vl_actor seat,
               struct vl_view *v)
{
    const struct moor_state *s = (const struct moor_state *)(const void *)state;

    (void)r;
    (void)seat;
    v->round = s->round;
    v->prompt.id = "turn";
    vl_say(&v->prompt, "player", VL_FAM_SEAT, s->active);
    add_zones(v, state->seats);
    add_map(v, s);
    for (int i = 0; i < s->dice_len; i++)
        vl_add_item_in(v, ZONE_DICE, VL_FAM_INT, i, i)->face = vl_ref_to(MO_FAM_TERRAIN,
                                                                         s->dice[i]);
    add_cards(v, s);
    add_seats(v, s);
}

const char *moor_kind(const struct vl_rules *r, int family, int index)
{
    (void)r;
    (void)index;
    switch (family) {
    case VL_FAM_SEAT: return "wanderer";
    case VL_FAM_INT: return "die";
    case MO_FAM_HEX: return "tale";
    default: return NULL;
    }
}

/* Its columns lie as the rows of the map, so that every other row is shifted. */
void moor_map(const struct vl_rules *r, struct vl_map *out)
{
    static struct vl_cell cells[MO_HEXES];
    const struct moor_content *c = moor_content();

    (void)r;
    for (int i = 0; i < MO_HEXES; i++) {
        const struct moor_hex *h = &c->hexes[i];

        cells[i] = (struct vl_cell){ .x = (uint16_t)(2 * h->y + (h->x & 1)),
                                     .y = h->x,
                                     .terrain = vl_ref_to(MO_FAM_TERRAIN, h->terrain) };
        for (int k = 0; k < 6; k++)
            if (h->next[k] != VL_NONE)
                cells[i].near[cells[i].near_len++] = h->next[k];
    }
    *out = (struct vl_map){ VL_MAP_HEX, MO_FAM_HEX, MO_HEXES, cells, NULL };
}
