/* rb_chance.c - draws and dice (RB-CHN). Nothing else is random. */
#include "core/dice.h"
#include "games/runebound/runebound.h"

/* RB-CHN-01, RB-CHN-02: the unseen cards of the deck that is drawn from. */
static int deck_at_hand(const struct rb_state *s)
{
    return s->base.phase == RB_PH_DRAW ? s->colour : RB_COLOURS;
}

static int unseen_of(const struct vl_rules *r, const struct rb_state *s, uint32_t out[RB_WORDS])
{
    const uint32_t *deck = rb_content(r)->colours[deck_at_hand(s)];
    int n = 0;

    for (int w = 0; w < RB_WORDS; w++) {
        out[w] = s->unseen[w] & deck[w];
        n += vl_bits(out[w]);
    }
    return n;
}

static int list_cards(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    uint32_t set[RB_WORDS];
    int kind = s->base.phase == RB_PH_DRAW ? RB_MV_DRAW : RB_MV_DEAL, n = 0;

    (void)unseen_of(r, s, set);
    for (int card = rb_next(set, 0); card >= 0; card = rb_next(set, card + 1))
        out[n++] = vl_move_of(kind, card, 0);
    return n;
}

static bool hero_is_free(const struct rb_state *s, int hero)
{
    return hero < RB_HEROES && rb_owner(s, RB_DECKED + hero) < 0;
}

static int list_heroes(const struct rb_state *s, struct vl_move *out)
{
    int n = 0;

    for (int hero = 0; hero < RB_HEROES; hero++)
        if (hero_is_free(s, hero))
            out[n++] = vl_move_of(RB_MV_HERO, RB_DECKED + hero, 0);
    return n;
}

static int list_numbers(int kind, int from, int to, struct vl_move *out)
{
    for (int i = from; i <= to; i++)
        out[i - from] = vl_move_of(kind, i, 0);
    return to - from + 1;
}

int rb_outcomes(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    switch (s->base.phase) {
    case RB_PH_HERO_DEAL: return list_heroes(s, out);
    case RB_PH_FIRST: return list_numbers(RB_MV_FIRST, 0, s->base.seats - 1, out);
    case RB_PH_MOVE_ROLL: return vl_dice_list(RB_MV_FACES, s->to_roll, RB_FACES, out);
    case RB_PH_D20: return list_numbers(RB_MV_D20, 1, RB_D20, out);
    default: return list_cards(r, s, out);
    }
}

uint64_t rb_weight(const struct vl_rules *r, const struct vl_state *s, struct vl_move m)
{
    (void)r;
    (void)s;
    return m.kind == RB_MV_FACES ? vl_dice_weight(m) : 1;
}

static struct vl_move sample_card(const struct vl_rules *r, const struct rb_state *s,
                                  struct vl_rng *rng)
{
    uint32_t set[RB_WORDS];
    uint32_t n = (uint32_t)unseen_of(r, s, set);
    int card = vl_set_nth(set, set, RB_WORDS, vl_rng_below(rng, n));

    return vl_move_of(s->base.phase == RB_PH_DRAW ? RB_MV_DRAW : RB_MV_DEAL, card, 0);
}

static struct vl_move sample_faces(int dice, struct vl_rng *rng)
{
    static const uint16_t all[] = { 1, 6, 36, 216, 1296, 7776 };
    struct vl_move m = { RB_MV_FACES, { vl_u8(dice) } };
    uint32_t at = vl_rng_below(rng, all[dice]);

    for (int i = 1; i <= dice; i++) {
        m.arg[i] = (uint8_t)(at % RB_FACES);
        at /= RB_FACES;
    }
    return m;
}

struct vl_move rb_sample(const struct vl_rules *r, const struct vl_state *state, struct vl_rng *rng)
{
    const struct rb_state *s = rb_of(state);
    struct vl_move list[RB_HEROES];

    switch (state->phase) {
    case RB_PH_HERO_DEAL: return list[vl_rng_below(rng, (uint32_t)list_heroes(s, list))];
    case RB_PH_FIRST: return vl_move_of(RB_MV_FIRST, (int)vl_rng_below(rng, state->seats), 0);
    case RB_PH_MOVE_ROLL: return sample_faces(s->to_roll, rng);
    case RB_PH_D20: return vl_move_of(RB_MV_D20, 1 + (int)vl_rng_below(rng, RB_D20), 0);
    default: return sample_card(r, s, rng);
    }
}

/* RB-CHN-08: what cannot come is refused. */
vl_rule rb_refuse_outcome(const struct vl_rules *r, const struct rb_state *s, struct vl_move m)
{
    uint32_t set[RB_WORDS];
    int a = m.arg[0];

    switch (m.kind) {
    case RB_MV_HERO:
        return a >= RB_DECKED && a < RB_CARDS && hero_is_free(s, a - RB_DECKED) ? 0 : RB_ERR_43;
    case RB_MV_FIRST: return a < s->base.seats ? 0 : RB_ERR_43;
    case RB_MV_FACES: return vl_dice_fit(m, s->to_roll, RB_FACES) ? 0 : RB_ERR_43;
    case RB_MV_D20: return a >= 1 && a <= RB_D20 ? 0 : RB_ERR_43;
    default: (void)unseen_of(r, s, set); return a < RB_DECKED && vl_set_has(set, a) ? 0 : RB_ERR_43;
    }
}
