/* rm_chance.c - the odds of Runemasters: cards, events and dice, with exact
 * integer weights (RM-CHN). No pile has an order: a card is drawn when it is
 * revealed, with the probability that shuffling at setup would give it. */
#include "core/dice.h"
#include "core/listing.h"
#include "games/runemasters/runemasters.h"

enum {
    DAWN_AMONG = 3,   /* Dawn was shuffled with this many monsters (RM-SET-18) */
    EVENT_SHARES = 60 /* divisible by 1..5, so that kind and card make one weight */
};

/* The only thing of a set, -1 if there is none or another. */
static int only_bit(uint32_t set)
{
    return set != 0 && (set & (set - 1)) == 0 ? vl_low_bit(set) : -1;
}

/* ---- the monster pile ---- */

/* RM-CHN-03: Dawn can come once at most three monsters are left. */
static bool dawn_can_come(const struct rm_state *s)
{
    return s->dawn_in && s->to_come <= DAWN_AMONG;
}

/* RM-CHN-01: while none of the cards of which one is in the game has been
 * seen, each of them counts 1 and every other card as many as they are. */
static uint32_t card_weight(const struct rm_derived *d, const struct rm_state *s, int card)
{
    uint32_t maybe = s->unseen & d->one_of;

    VL_ASSERT(card < RM_CARDS);
    if (!maybe || (maybe >> card & 1))
        return 1;
    return (uint32_t)vl_bits(d->one_of);
}

static uint32_t cards_weight(const struct rm_derived *d, const struct rm_state *s)
{
    uint32_t maybe = s->unseen & d->one_of;
    uint32_t sure = (uint32_t)vl_bits(s->unseen & ~d->one_of);

    return maybe ? sure * (uint32_t)vl_bits(d->one_of) + (uint32_t)vl_bits(maybe) : sure;
}

/* A known next card, Dawn when nothing else is left, or the only monster that
 * can come before Dawn can. */
int rm_certain_card(const struct rm_state *s)
{
    if (s->known_len > 0)
        return s->known[0];
    if (s->to_come == 0)
        return RM_DAWN;
    return dawn_can_come(s) ? -1 : only_bit(s->unseen);
}

static struct vl_move sample_card(const struct rm_derived *d, const struct rm_state *s,
                                  struct vl_rng *rng)
{
    if (dawn_can_come(s) && vl_rng_below(rng, s->to_come + 1u) == 0)
        return vl_move_of(RM_MV_DRAW, RM_DAWN, 0);
    uint32_t maybe = s->unseen & d->one_of;
    uint32_t share = maybe ? (uint32_t)vl_bits(d->one_of) : 1;
    VL_ASSERT(s->unseen != 0); /* or it would try for ever */
    for (;;) {                 /* each try succeeds with at least 1/32 x 1/share */
        uint32_t at = vl_rng_below(rng, RM_CARDS * share);
        uint32_t card = at % RM_CARDS;
        if (!(s->unseen >> card & 1) || ((maybe >> card & 1) && at >= RM_CARDS))
            continue;
        return vl_move_of(RM_MV_DRAW, (int)card, 0);
    }
}

/* ---- the event pile ---- */

static uint32_t unseen_of_kind(const struct rm_derived *d, const struct rm_state *s, int kind)
{
    return s->unseen_events & d->events_of[kind];
}

static uint32_t events_left(const struct rm_state *s)
{
    return (uint32_t)(s->events_to_come[0] + s->events_to_come[1] + s->events_to_come[2]);
}

/* RM-CHN-04, RM-CHN-05: the kind in proportion to what is still to come, then
 * one of its unseen cards, folded into one draw. */
static uint64_t event_weight(const struct vl_rules *r, const struct rm_state *s, int event)
{
    int kind = rm_content(r)->events[event].kind;
    int unseen = vl_bits(unseen_of_kind(rm_derived(r), s, kind));

    VL_ASSERT(unseen > 0 && EVENT_SHARES % unseen == 0);
    return s->events_to_come[kind] * (uint64_t)(EVENT_SHARES / unseen);
}

static uint32_t events_that_can_come(const struct rm_derived *d, const struct rm_state *s)
{
    uint32_t mask = 0;

    for (int kind = 0; kind < RM_CLASSES; kind++)
        if (s->events_to_come[kind])
            mask |= unseen_of_kind(d, s, kind);
    return mask;
}

/* RM-RND-05: with an empty pile the closing event is certain. */
int rm_certain_event(const struct rm_derived *d, const struct rm_state *s)
{
    if (s->known_events_len > 0)
        return s->known_events[0];
    return events_left(s) == 0 ? d->closing_event : only_bit(events_that_can_come(d, s));
}

static struct vl_move sample_event(const struct rm_derived *d, const struct rm_state *s,
                                   struct vl_rng *rng)
{
    uint32_t at = vl_rng_below(rng, events_left(s));
    int kind = 0;

    while (at >= s->events_to_come[kind])
        at -= s->events_to_come[kind++];
    VL_ASSERT(kind < RM_CLASSES);
    uint32_t mask = unseen_of_kind(d, s, kind);
    VL_ASSERT(mask != 0);
    for (uint32_t skip = vl_rng_below(rng, (uint32_t)vl_bits(mask)); skip; skip--)
        mask &= mask - 1;
    return vl_move_of(RM_MV_EVENT, vl_low_bit(mask), 0);
}

/* ---- dice ---- */

/* RM-DIE-01 to 03, RM-CHN-07: how many dice chance throws now. */
static int dice_to_roll(const struct rm_content *c, const struct rm_state *s)
{
    return s->base.phase == RM_PH_ROLL ? rm_event_of(c, s)->dice : vl_bits(s->rolling);
}

/* RM-DIE-04: independent, each rune with probability 1/6. */
static struct vl_move sample_roll(int dice, struct vl_rng *rng)
{
    static const uint16_t all[] = { 1, 6, 36, 216, 1296, 7776 };
    struct vl_move m = { RM_MV_ROLL, { vl_u8(dice) } };
    VL_ASSERT(dice > 0 && dice <= RM_DICE_MAX);
    uint32_t at = vl_rng_below(rng, all[dice]);

    for (int i = 1; i <= dice; i++) {
        m.arg[i] = (uint8_t)(at % RM_RUNES);
        at /= RM_RUNES;
    }
    return m;
}

/* ---- all of it ---- */

/* RM-CHN-06: every multiset of faces once, faces ascending; every card that can come. */
int rm_outcomes(const struct vl_rules *r, const struct rm_state *s, struct vl_move *out)
{
    int phase = s->base.phase;
    struct vl_move *at = out;

    if (phase == RM_PH_ROLL || phase == RM_PH_REROLL)
        return vl_dice_list(RM_MV_ROLL, dice_to_roll(rm_content(r), s), RM_RUNES, out);
    if (phase == RM_PH_ROUND_START)
        return (int)(vl_put_bits(at, RM_MV_EVENT, events_that_can_come(rm_derived(r), s)) - out);
    at = vl_put_bits(at, RM_MV_DRAW, s->to_come ? s->unseen : 0);
    if (dawn_can_come(s))
        at = vl_put1(at, RM_MV_DRAW, RM_DAWN);
    return (int)(at - out);
}

uint64_t rm_weight(const struct vl_rules *r, const struct vl_state *base, struct vl_move m)
{
    const struct rm_state *s = rm_of(base);
    const struct rm_derived *d = rm_derived(r);

    switch (m.kind) {
    case RM_MV_ROLL: return vl_dice_weight(m);
    case RM_MV_EVENT: return event_weight(r, s, m.arg[0]);
    case RM_MV_DRAW: /* RM-CHN-03: Dawn 1/(r+1), the cards share r/(r+1) */
        if (m.arg[0] == RM_DAWN)
            return cards_weight(d, s);
        return (uint64_t)card_weight(d, s, m.arg[0]) * (dawn_can_come(s) ? s->to_come : 1u);
    default: return 0;
    }
}

struct vl_move rm_sample(const struct vl_rules *r, const struct vl_state *base, struct vl_rng *rng)
{
    const struct rm_state *s = rm_of(base);

    switch (base->phase) {
    case RM_PH_ROLL:
    case RM_PH_REROLL: return sample_roll(dice_to_roll(rm_content(r), s), rng);
    case RM_PH_ROUND_START: return sample_event(rm_derived(r), s, rng);
    default: return sample_card(rm_derived(r), s, rng);
    }
}

/* Whether a stated outcome can be (for rm_refuse). */
vl_rule rm_refuse_outcome(const struct vl_rules *r, const struct rm_state *s, struct vl_move m)
{
    switch (m.kind) {
    case RM_MV_DRAW:
        if (m.arg[0] == RM_DAWN)
            return dawn_can_come(s) ? 0 : RM_CHN_03;
        return m.arg[0] < RM_CARDS && (s->unseen >> m.arg[0] & 1) ? 0 : RM_CHN_02;
    case RM_MV_EVENT:
        if (m.arg[0] >= RM_EVENTS || !(events_that_can_come(rm_derived(r), s) >> m.arg[0] & 1))
            return RM_CHN_05;
        return 0;
    default:
        if (m.arg[0] != dice_to_roll(rm_content(r), s))
            return s->base.phase == RM_PH_ROLL ? RM_CHN_06 : RM_CHN_07;
        return vl_dice_fit(m, m.arg[0], RM_RUNES) ? 0 : RM_BAD_01;
    }
}
