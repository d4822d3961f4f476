#include "hands_view.h"

#include "core/engine.h"
#include "core/view_build.h"
#include "pack/pack.h"
#include "registry.h"

#include <string.h>

enum { ZONE_HAND, ZONE_BURIED, ZONE_SHOWN, ZONES };

static void put_card(struct vl_view *v, int card, int zone, int pos)
{
    vl_add_item_in(v, zone, HD_FAM_CARD, card, pos);
    vl_add_stat(v, "value", card + 1);
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
    out->prompt.id = "play";
    for (int i = 0; i < ZONES; i++)
        vl_add_zone(out, zones[i], VL_ZONE_TRAY, 0);
    for (int k = 0; k < s->seats; k++) {
        const struct hands_seat *me = &h->seat[k];
        vl_add_seat(out, k);
        vl_add_stat(out, "score", me->score);
        vl_add_stat_of(out, "held", me->hand_len, HD_HAND);
        vl_add_stat_of(out, "buried", me->buried_len, HD_BURIED);
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
        game.view_max = (struct vl_view_size){ ZONES, 64, 128, 0, 0 };
    }
    return &game;
}

int hands_rules(void *ctx, const struct vl_game *g, const struct vl_pack_info *want,
                struct vl_rules *out, struct vl_error *err)
{
    static struct vl_pack pack;
    static const struct vl_pack_info none = { .id = "test", .version = "1.0.0" };

    (void)ctx;
    if (vl_game_find(g->id) == NULL) {
        vl_rules_init(out, g, NULL, &none);
        return VL_OK;
    }
    int st = want ? vl_pack_of_record(&pack, g, want, err) : vl_pack_builtin(&pack, g);
    if (st == VL_OK)
        vl_rules_init(out, g, pack.block, &pack.info);
    return st;
}
