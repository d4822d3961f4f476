/* The map and the cards of the moor: made by loops from a few patterns, so that there
 * are as many as in a large game. */
#include "moor.h"

/* ---- the map ---- */

/* Columns stand side by side, odd ones half a hex lower. */
static int neighbour(int x, int y, int k)
{
    static const int dx[6] = { 0, 1, 1, 0, -1, -1 };
    static const int dy[2][6] = { { -1, -1, 0, 1, 0, -1 }, { -1, 0, 1, 1, 1, 0 } };
    int to_x = x + dx[k], to_y = y + dy[x & 1][k];

    if (to_x < 0 || to_x >= MO_WIDE || to_y < 0 || to_y >= MO_HIGH)
        return VL_NONE;
    return to_y * MO_WIDE + to_x;
}

static int terrain_at(int x, int y)
{
    if ((x * 5 + y * 3) % 23 == 0)
        return MO_TOWN;
    return (x * x + 3 * y + x * y / 2) % MO_TOWN;
}

static void make_map(struct moor_content *c)
{
    for (int i = 0; i < MO_HEXES; i++) {
        struct moor_hex *h = &c->hexes[i];

        h->x = vl_u8(i % MO_WIDE);
        h->y = vl_u8(i / MO_WIDE);
        h->terrain = vl_u8(terrain_at(h->x, h->y));
        for (int k = 0; k < 6; k++)
            h->next[k] = vl_u8(neighbour(h->x, h->y, k));
    }
}

/* ---- the cards ---- */

struct pattern {
    uint8_t kind, len;
    int8_t steps[8][5]; /* verb, arguments */
};

/* clang-format off */
static const struct pattern patterns[] = {
    { MO_ROAD,  2, { { MO_SPEND }, { MO_HEAL, 2 } } },
    { MO_ROAD,  3, { { MO_SPEND }, { MO_PAY_GOLD, 1 }, { MO_TELEPORT } } },
    { MO_ROAD,  2, { { MO_DISCARD }, { MO_FIND, 2 } } },
    { MO_ROAD,  3, { { MO_SPEND }, { MO_PAY_WOUND, 1 }, { MO_GOLD, MO_SELF, 3 } } },
    { MO_ROAD,  3, { { MO_DISCARD }, { MO_DRAW_PERIL }, { MO_GOLD, MO_SELF, 2 } } },
    { MO_ROAD,  4, { { MO_SPEND }, { MO_PAY_WOUND, 2 }, { MO_HEAL, 1 }, { MO_TELEPORT } } },
    { MO_ROAD,  2, { { MO_SPEND }, { MO_TOLL, 1 } } },
    { MO_BOOST, 2, { { MO_SPEND }, { MO_ADD, 2 } } },
    { MO_BOOST, 3, { { MO_SPEND }, { MO_PAY_GOLD, 1 }, { MO_ADD, 3 } } },
    { MO_BOOST, 3, { { MO_DISCARD }, { MO_WOUND, MO_OTHERS, 1 }, { MO_ADD, 4 } } },
    { MO_SOAK,  2, { { MO_SPEND }, { MO_GUARD, 1 } } },
    { MO_SOAK,  3, { { MO_DISCARD }, { MO_GUARD, 2 }, { MO_TOLL, 1 } } },
    { MO_SOAK,  3, { { MO_SPEND }, { MO_PAY_WOUND, 1 }, { MO_GUARD, 9 } } },
    { MO_TALE,  4, { { MO_TEST, 4, 2, 1 }, { MO_GOLD, MO_SELF, 3 }, { MO_FIND, 1 }, { MO_WOUND, MO_SELF, 1 } } },
    { MO_TALE,  5, { { MO_MAY, 1, 2 }, { MO_PAY_GOLD, 2 }, { MO_HEAL, 2 }, { MO_FIND, 1 }, { MO_GOLD, MO_SELF, 1 } } },
    { MO_TALE,  2, { { MO_DRAW_PERIL }, { MO_GOLD, MO_SELF, 4 } } },
    { MO_TALE,  3, { { MO_EITHER, 1, 1 }, { MO_GOLD, MO_SELF, 2 }, { MO_FIND, 2 } } },
    { MO_TALE,  4, { { MO_IF_GOLD, 4, 1, 2 }, { MO_TOLL, 1 }, { MO_GOLD, MO_SELF, 2 }, { MO_HEAL, 1 } } },
    { MO_TALE,  6, { { MO_WOUND, MO_ALL, 1 }, { MO_TEST, 5, 3, 1 }, { MO_MAY, 1, 1 }, { MO_PAY_WOUND, 1 }, { MO_TELEPORT },
                     { MO_DRAW_PERIL } } },
    { MO_TALE,  2, { { MO_TOLL, 2 }, { MO_WOUND, MO_OTHERS, 2 } } },
    { MO_PERIL, 3, { { MO_TEST, 6, 0, 2 }, { MO_WOUND, MO_SELF, 2 }, { MO_DRAW_SNARE } } },
    { MO_PERIL, 2, { { MO_DRAW_SNARE }, { MO_DRAW_SNARE } } },
    { MO_PERIL, 1, { { MO_WOUND, MO_ALL, 1 } } },
    { MO_SNARE, 4, { { MO_TEST, 5, 1, 2 }, { MO_GOLD, MO_SELF, 2 }, { MO_WOUND, MO_SELF, 1 }, { MO_GOLD, MO_SELF, -2 } } },
    { MO_SNARE, 1, { { MO_WOUND, MO_SELF, 2 } } },
    { MO_SNARE, 5, { { MO_EITHER, 3, 1 }, { MO_MAY, 1, 1 }, { MO_PAY_GOLD, 1 }, { MO_HEAL, 1 }, { MO_WOUND, MO_SELF, 1 } } },
};
/* clang-format on */

/* Block n of those patterns that fit a deck, counted round. */
static const struct pattern *pattern_of(int lowest, int highest, int n)
{
    int fitting = 0, first = 0;

    for (int i = 0; i < VL_LEN(patterns); i++)
        if (patterns[i].kind >= lowest && patterns[i].kind <= highest) {
            if (fitting++ == 0)
                first = i;
        }
    return &patterns[first + n % fitting];
}

static void add_list(struct moor_content *c, struct moor_card *card, int list,
                     const struct pattern *p)
{
    struct vl_fx *to = &c->steps[c->steps_len];

    VL_VERIFY(c->steps_len + p->len <= MO_STEPS_MAX);
    for (int i = 0; i < p->len; i++) {
        const struct vl_fx_verb *v = &moor_verbs[p->steps[i][0]];

        to[i].verb = vl_u8(p->steps[i][0]);
        for (int k = 0; k < v->args_len; k++) {
            to[i].arg[k] = p->steps[i][1 + k];
            if (v->args[k].type == VL_FX_BLOCK || v->args[k].type == VL_FX_COST)
                to[i].skip = vl_u8(to[i].skip + to[i].arg[k]);
        }
    }
    vl_fx_link(moor_verbs, to, p->len);
    card->list[list].at = (uint16_t)c->steps_len;
    card->list[list].len = p->len;
    card->kind[list] = p->kind;
    c->steps_len += p->len;
}

/* Every third piece of gear serves a second purpose. */
static void make_cards(struct moor_content *c)
{
    for (int i = 0; i < MO_CARDS; i++) {
        struct moor_card *card = &c->cards[i];

        if (i < MO_GEAR) {
            add_list(c, card, 0, pattern_of(MO_ROAD, MO_SOAK, i));
            if (i % 3 == 0)
                add_list(c, card, 1, pattern_of(MO_BOOST, MO_SOAK, i / 3));
        } else if (i < MO_GEAR + MO_TALES) {
            add_list(c, card, 0, pattern_of(MO_TALE, MO_TALE, i));
        } else if (i < MO_GEAR + MO_TALES + MO_PERILS) {
            add_list(c, card, 0, pattern_of(MO_PERIL, MO_PERIL, i));
        } else {
            add_list(c, card, 0, pattern_of(MO_SNARE, MO_SNARE, i));
        }
    }
}

const struct moor_content *moor_content(void)
{
    static struct moor_content content;

    if (content.steps_len == 0) {
        make_map(&content);
        make_cards(&content);
    }
    return &content;
}

int moor_frames(const struct moor_content *c, int *source)
{
    struct vl_fx_nest n;

    memset(&n, 0, sizeof n);
    for (int i = 0; i < MO_CARDS; i++)
        for (int k = 0; k < MO_LISTS; k++)
            vl_fx_note(&n, &moor_machine, c->steps + c->cards[i].list[k].at,
                       c->cards[i].list[k].len, c->cards[i].kind[k], i);
    return vl_fx_frames(&n, &moor_machine, source);
}
