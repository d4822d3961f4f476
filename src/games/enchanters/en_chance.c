/* en_chance.c - the odds of Enchanters, with exact integer weights. The deck
 * has no order: a card is drawn when it is revealed, with the probability that
 * shuffling, stacking and the variants would give it (EN-SET-23). Copies of a
 * card are alike, so an outcome names the design, and its lowest unseen copy
 * comes (EN-RUL-67). */
#include "core/listing.h"
#include "games/enchanters/enchanters.h"

enum { COPIES_MAX = 4 };

struct law { /* weights of the next draw: by kind of card, and of an empty place */
    uint32_t weight[EN_KINDS];
    uint32_t empty;
};

/* EN-SET-24: stacked Items and Enchantments come first. EN-SET-25: then these are likelier than
 * the rest. EN-VAR-11, EN-VAR-12: the upper part has no Dragon, and holes for what was stacked.
 * ORDER EN_KIND_MAP */
static struct law law_of(const struct en_state *s)
{
    uint32_t x = (uint32_t)(s->left[EN_KIND_ITEM] + s->left[EN_KIND_ENCHANTMENT]);
    uint32_t likelier = x + s->stacked;
    const struct law stacked = { { 1, 1, 0, 0 }, 0 };
    const struct law mixed = { { likelier, likelier, x, s->upper ? 0 : x }, 0 };
    const struct law upper = { { 0, 0, 1, 0 }, s->holes }, last = { { 0, 0, 1, 1 }, 0 };

    if (x > 0)
        return s->to_stack > 0 ? stacked : mixed;
    return s->upper > 0 ? upper : last;
}

/* ---- what can come ---- */

static int unseen_copies(const struct en_state *s, const struct en_design *d)
{
    int n = 0;

    for (int i = 0; i < d->copies; i++)
        n += vl_set_has(s->unseen, d->first + i);
    return n;
}

/* Only the designs of the kingdoms in play can be in the deck. */
static struct vl_move *list_designs(const struct en_content *c, const struct en_state *s,
                                    const struct law *law, struct vl_move *at)
{
    for (int i = 0; i < s->kingdoms_len; i++) {
        for (int k = 0; k < EN_DESIGNS_PER; k++) {
            int design = s->kingdoms[i] * EN_DESIGNS_PER + k;
            const struct en_design *d = &c->designs[design];

            VL_ASSERT(design < c->designs_len);
            if ((!law || law->weight[d->kind]) && unseen_copies(s, d) > 0)
                at = vl_put1(at, law ? EN_MV_DRAW : EN_MV_REMOVE, design);
        }
    }
    return law && law->empty > 0 ? vl_put0(at, EN_MV_EMPTY) : at;
}

/* EN-SET-21: no kingdom twice. */
uint32_t en_kingdoms_left(const struct vl_rules *r, const struct en_state *s)
{
    uint32_t left = (1u << en_content(r)->kingdoms_len) - 1;

    for (int i = 0; i < s->kingdoms_len; i++)
        left &= ~(1u << s->kingdoms[i]);
    return left;
}

static struct vl_move *list_outcomes(const struct vl_rules *r, const struct en_state *s,
                                     struct vl_move *at)
{
    const struct en_content *c = en_content(r);
    struct law law = law_of(s);

    switch ((enum en_phase)s->base.phase) {
    case EN_PH_SETUP_KINGDOMS: return vl_put_bits(at, EN_MV_KINGDOM, en_kingdoms_left(r, s));
    case EN_PH_SETUP_REMOVE: return list_designs(c, s, NULL, at);
    case EN_PH_SETUP_DEAL:
    case EN_PH_TURN_END: return list_designs(c, s, &law, at);
    case EN_PH_SETUP_VILLAGE: return vl_put_numbers(at, EN_MV_VILLAGE, c->villages_len);
    case EN_PH_SETUP_FIRST: return vl_put_numbers(at, EN_MV_FIRST, s->base.seats);
    default: return at;
    }
}

int en_outcomes(const struct vl_rules *r, const struct en_state *s, struct vl_move *out)
{
    return (int)(list_outcomes(r, s, out) - out);
}

uint64_t en_weight(const struct vl_rules *r, const struct vl_state *state, struct vl_move m)
{
    const struct en_state *s = en_of(state);
    const struct en_content *c = en_content(r);
    struct law law = law_of(s);

    if (m.kind == EN_MV_REMOVE) /* EN-VAR-10: all cards alike */
        return (uint64_t)unseen_copies(s, &c->designs[m.arg[0]]);
    if (m.kind != EN_MV_DRAW && m.kind != EN_MV_EMPTY) /* EN-SET-15, -18, -21: alike */
        return 1;
    if (m.kind == EN_MV_EMPTY)
        return law.empty;
    const struct en_design *d = &c->designs[m.arg[0]];
    return (uint64_t)law.weight[d->kind] * (uint64_t)unseen_copies(s, d);
}

int en_left(const struct vl_rules *r, const struct vl_state *state, struct vl_move m)
{
    if (m.kind != EN_MV_REMOVE && m.kind != EN_MV_DRAW)
        return 0;
    return unseen_copies((const struct en_state *)state, &en_content(r)->designs[m.arg[0]]);
}

vl_rule en_refuse_outcome(const struct vl_rules *r, const struct en_state *s, struct vl_move m)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = en_outcomes(r, s, list);

    if (vl_move_find(list, n, m) >= 0)
        return 0;
    return n > 0 && m.kind != list[0].kind ? EN_ERR_14 : EN_ERR_28;
}

/* ---- drawing ---- */

/* The cards that a law lets come, unseen or not. */
static void set_of(const struct en_content *c, const struct law *law, uint32_t *out)
{
    memset(out, 0, sizeof(en_set));
    for (int kind = 0; kind < EN_KINDS; kind++)
        for (int w = 0; law->weight[kind] && w < EN_MASK / 4; w++)
            out[w] |= c->of_kind[kind][w];
}

/* A known next card, or the only outcome there is (EN-DEC-01 for chance). */
int en_certain(const struct vl_rules *r, const struct en_state *s)
{
    const struct en_content *c = en_content(r);
    en_set can;
    int cards = 0;

    if (s->known_len > 0)
        return c->cards[s->known[0]].design;
    if (s->left[EN_KIND_ITEM] + s->left[EN_KIND_ENCHANTMENT] > COPIES_MAX)
        return -1; /* mostly: these can always come */
    struct law law = law_of(s);
    for (int kind = 0; kind < EN_KINDS; kind++)
        cards += law.weight[kind] ? s->left[kind] : 0;
    if (cards > COPIES_MAX || (cards > 0) == (law.empty > 0))
        return -1; /* more than one design, or an empty place */
    if (cards == 0)
        return VL_NONE;
    /* the copies of a design stand together */
    set_of(c, &law, can);
    int first = vl_set_nth(can, s->unseen, EN_MASK / 4, 0);
    int last = vl_set_nth(can, s->unseen, EN_MASK / 4, (uint32_t)cards - 1);
    return c->cards[first].design == c->cards[last].design ? c->cards[first].design : -1;
}

static struct vl_move sample_draw(const struct en_content *c, const struct en_state *s,
                                  struct vl_rng *rng)
{
    struct law law = law_of(s);
    uint32_t total = 0;

    for (int kind = 0; kind < EN_KINDS; kind++)
        total += s->left[kind] * law.weight[kind];
    VL_ASSERT(total + law.empty > 0); /* something can come */
    uint32_t at = vl_rng_below(rng, total + law.empty);
    for (int kind = 0; kind < EN_KINDS; kind++) {
        uint32_t share = s->left[kind] * law.weight[kind];

        if (at >= share) {
            at -= share;
            continue;
        }
        int card = vl_set_nth(c->of_kind[kind], s->unseen, EN_MASK / 4, at / law.weight[kind]);
        return vl_move_of(EN_MV_DRAW, c->cards[card].design, 0);
    }
    return vl_move_of(EN_MV_EMPTY, 0, 0);
}

struct vl_move en_sample(const struct vl_rules *r, const struct vl_state *state, struct vl_rng *rng)
{
    const struct en_state *s = en_of(state);
    const struct en_content *c = en_content(r);
    struct vl_move list[EN_KINGDOMS_MAX + EN_VILLAGES_MAX];

    if (state->phase == EN_PH_SETUP_DEAL || state->phase == EN_PH_TURN_END)
        return sample_draw(c, s, rng);
    if (state->phase == EN_PH_SETUP_REMOVE) {
        uint32_t at = vl_rng_below(rng, (uint32_t)en_deck_len(s));
        int card = vl_set_nth(s->unseen, s->unseen, EN_MASK / 4, at);
        return vl_move_of(EN_MV_REMOVE, c->cards[card].design, 0);
    }
    int n = en_outcomes(r, s, list);
    VL_ASSERT(n > 0 && n <= VL_LEN(list));
    return list[vl_rng_below(rng, (uint32_t)n)];
}
