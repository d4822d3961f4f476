/* ra_chance.c - dice, gems of the bank, and what turns up (RA-CHN). Nothing else is random. */
#include "core/dice.h"
#include "core/listing.h"
#include "games/reflets/reflets.h"

/* RA-CHN-06 to 08: the members of the pool, by the move that names them. */
static int kind_of(int pool)
{
    return pool == RA_POOL_QUEST                           ? RA_MV_QUEST
           : pool == RA_POOL_TREASURE                      ? RA_MV_PRIZE
           : pool >= RA_POOL_GREEN && pool <= RA_POOL_GREY ? RA_MV_KIND
                                                           : RA_MV_DRAW;
}

static struct vl_move name_of(int pool, int thing)
{
    return vl_move_of(kind_of(pool), thing, 0);
}

static int list_pool(const struct vl_rules *r, const struct ra_state *s, struct vl_move *out)
{
    int from, to, n = 0;

    ra_pool_bounds(s->pool, &from, &to);
    for (int i = from; i < to; i++)
        if (s->pool <= RA_POOL_RELIC ? s->in[i] == RA_IN_UNSEEN : ra_in_pool(r, s, s->pool, i))
            out[n++] = name_of(s->pool, i);
    if (s->pool == RA_POOL_PILE && s->vdown[2] > 0)
        out[n++] = vl_move_of(RA_MV_HIDDEN, 0, 0);
    return n;
}

int ra_outcomes(const struct vl_rules *r, const struct ra_state *s, struct vl_move *out)
{
    int n = 0;

    switch (s->base.phase) {
    case RA_PH_C_DIE:
        for (; n < 6; n++)
            out[n] = vl_move_of(RA_MV_DIE, 1 + n, 0);
        return n;
    case RA_PH_C_DICE: return vl_dice_list(RA_MV_DICE, s->throwing, 6, out);
    case RA_PH_C_GEM:
        for (int i = 0; i < RA_CHARS; i++)
            if (s->gems[RA_BANK][i] > 0)
                out[n++] = vl_move_of(RA_MV_GEM, i, 0);
        return n;
    default: return list_pool(r, s, out);
    }
}

uint64_t ra_weight(const struct vl_rules *r, const struct vl_state *state, struct vl_move m)
{
    const struct ra_state *s = ra_of(state);

    (void)r;
    switch (m.kind) {
    case RA_MV_DICE: return vl_dice_weight(m);
    case RA_MV_GEM: return s->gems[RA_BANK][m.arg[0]];
    case RA_MV_HIDDEN: return s->vdown[2];
    default: return 1;
    }
}

static struct vl_move sample_gem(const struct ra_state *s, struct vl_rng *rng)
{
    int at = (int)vl_rng_below(rng, (uint32_t)ra_gems_of(s, RA_BANK)), colour = 0;

    while (at >= s->gems[RA_BANK][colour])
        at -= s->gems[RA_BANK][colour++];
    return vl_move_of(RA_MV_GEM, colour, 0);
}

static struct vl_move sample_dice(int n, struct vl_rng *rng)
{
    struct vl_move m = { RA_MV_DICE, { vl_u8(n) } };

    for (int i = 1; i <= n; i++)
        m.arg[i] = (uint8_t)vl_rng_below(rng, 6);
    return m;
}

static struct vl_move sample_thing(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_rng *rng)
{
    int from, to, only, n = ra_member_count(r, s, s->pool, &only);
    int hidden = s->pool == RA_POOL_PILE ? s->vdown[2] : 0;
    int at = (int)vl_rng_below(rng, (uint32_t)(n + hidden));

    ra_pool_bounds(s->pool, &from, &to);
    for (int i = from; i < to; i++) {
        bool member = s->pool <= RA_POOL_RELIC ? s->in[i] == RA_IN_UNSEEN
                                               : ra_in_pool(r, s, s->pool, i);
        if (member && at-- == 0)
            return name_of(s->pool, i);
    }
    return vl_move_of(RA_MV_HIDDEN, 0, 0);
}

struct vl_move ra_sample(const struct vl_rules *r, const struct vl_state *state, struct vl_rng *rng)
{
    const struct ra_state *s = ra_of(state);

    switch (state->phase) {
    case RA_PH_C_DIE: return vl_move_of(RA_MV_DIE, 1 + (int)vl_rng_below(rng, 6), 0);
    case RA_PH_C_DICE: return sample_dice(s->throwing, rng);
    case RA_PH_C_GEM: return sample_gem(s, rng);
    default: return sample_thing(r, s, rng);
    }
}

/* RA-CHN-10 */
vl_rule ra_refuse_outcome(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    int a = m.arg[0];
    bool ok;

    switch (m.kind) {
    case RA_MV_DIE: ok = a >= 1 && a <= 6; break;
    case RA_MV_DICE: ok = vl_dice_fit(m, s->throwing, 6); break;
    case RA_MV_GEM: ok = a < RA_CHARS && s->gems[RA_BANK][a] > 0; break;
    case RA_MV_HIDDEN: ok = s->pool == RA_POOL_PILE && s->vdown[2] > 0; break;
    default: ok = m.kind == kind_of(s->pool) && ra_in_pool(r, s, s->pool, a); break;
    }
    return ok ? 0 : RA_ERR_34;
}
