#include "hands_view.h"

#include "core/engine.h"
#include "pack/pack.h"

#include <string.h>

enum { ZONE_HAND, ZONE_BURIED, ZONE_SHOWN, ZONES };

static void put_card(struct vl_view *v, int card, int zone, int pos)
{
    struct vl_item *item = &v->items[v->items_len++];

    item->id = (struct vl_ref){ HD_FAM_CARD, vl_u8(card) };
    item->kind = "card";
    item->zone = vl_u8(zone);
    item->pos = vl_u8(pos);
    item->stats[item->stats_len++] = (struct vl_stat){ "value", vl_i16(card + 1), -1 };
}

static void put_known(struct vl_view *v, const uint8_t *cards, int len, int zone)
{
    for (int i = 0; i < len; i++)
        if (cards[i] != VL_NONE)
            put_card(v, cards[i], zone, i);
}

/* The state is hidden for the viewer already: what it holds may be shown. */
static void view(const struct vl_rules *r, const struct vl_state *s, vl_actor seat,
                 struct vl_view *out)
{
    static const char *const zones[ZONES] = { "hand", "buried", "shown" };
    const struct hands_state *h = (const struct hands_state *)(const void *)s;

    (void)r;
    out->round = -1;
    out->prompt.id = "prompt";
    for (int i = 0; i < ZONES; i++) {
        out->zones[i].id = zones[i];
        out->zones[i].kind = VL_ZONE_TRAY;
    }
    out->zones_len = ZONES;
    for (int k = 0; k < s->seats; k++) {
        const struct hands_seat *me = &h->seat[k];
        struct vl_seat_view *face = &out->seats[k];
        face->stats[face->stats_len++] = (struct vl_stat){ "score", me->score, -1 };
        face->stats[face->stats_len++] = (struct vl_stat){ "held", me->hand_len, HD_HAND };
        face->stats[face->stats_len++] = (struct vl_stat){ "buried", me->buried_len, HD_BURIED };
        put_known(out, me->hand, me->hand_len, ZONE_HAND);
        put_known(out, me->buried, me->buried_len, ZONE_BURIED);
    }
    (void)seat;
    for (int card = 0; card < HD_CARDS; card++)
        if (h->shown >> card & 1)
            put_card(out, card, ZONE_SHOWN, card);
}

const struct vl_game *hands_with_view(void)
{
    static struct vl_game game;

    if (!game.id) {
        game = hands_game;
        game.view = view;
    }
    return &game;
}

int hands_rules(void *ctx, const struct vl_game *g, const struct vl_pack_info *want,
                struct vl_rules *out, struct vl_error *err)
{
    static struct vl_pack pack;
    static const struct vl_pack_info none = { .id = "test", .version = "1.0.0" };

    (void)ctx;
    if (strcmp(g->id, hands_game.id) == 0) {
        vl_rules_init(out, g, NULL, &none);
        return VL_OK;
    }
    int st = want ? vl_pack_of_record(&pack, g, want, err) : vl_pack_builtin(&pack, g);
    if (st == VL_OK)
        vl_rules_init(out, g, pack.block, &pack.info);
    return st;
}
