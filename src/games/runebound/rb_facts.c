/* rb_facts.c - what the sentence of a refusal names (RB-ERR): what it takes and what is there.
 * Only asked when a refusal is put into words. */
#include "core/view_build.h"
#include "games/runebound/runebound.h"

struct facts {
    const struct rb_content *c;
    const struct rb_state *s;
    struct vl_facts all;
};

static void add_lack(struct facts *f, int need, int have)
{
    vl_add_fact(&f->all, "need", VL_FAM_INT, need);
    vl_add_fact(&f->all, "have", VL_FAM_INT, have);
}

/* RB-ERR-15: what the die opens. */
static void add_symbols(struct facts *f, int die)
{
    unsigned opens = die < f->s->dice_len ? rb_opens(f->c, f->s, die) : 0;

    for (int terrain = 0; terrain < RB_TERRAINS; terrain++)
        if (opens >> terrain & 1)
            vl_add_fact(&f->all, "opens", RB_FAM_TERRAIN, terrain);
}

/* RB-ERR-28: the gold that an ability, or an offer, costs. */
static void add_cost(struct facts *f, const struct vl_fx *steps, int len)
{
    for (int i = 0; i < len; i++)
        if (steps[i].verb == RB_DO_PAY)
            add_lack(f, steps[i].arg[0], f->s->p[f->s->base.actor].gold);
}

static void add_price(struct facts *f, const struct vl_rules *r, struct vl_move m)
{
    const struct rb_state *s = f->s;

    if (m.kind == RB_MV_USE && m.arg[0] < RB_CARDS &&
        m.arg[1] < f->c->cards[m.arg[0]].abilities_len) {
        struct vl_fx_list costs = f->c->cards[m.arg[0]].abilities[m.arg[1]].costs;
        add_cost(f, rb_steps(f->c, costs), costs.len);
    } else if (m.kind == RB_MV_CHOOSE && s->depth > 0) {
        struct vl_fx_look look = { &rb_machine, r, &s->base, NULL, NULL };
        const struct vl_fx *may = vl_fx_asking(&look, &s->frames[s->depth - 1]);
        add_cost(f, may + 1, may->skip);
    }
}

/* RB-ERR-33: of what is bought, or of healing. */
static void add_gold(struct facts *f, struct vl_move m)
{
    const struct rb_state *s = f->s;
    bool heals = m.kind == RB_MV_HEAL;

    if (heals || m.arg[0] < RB_MARKET)
        add_lack(f, heals ? rb_heal_cost(f->c, s) : rb_price(f->c, s, s->active, m.arg[0]),
                 s->p[s->active].gold);
}

/* RB-ERR-39 */
static void add_towns(struct facts *f)
{
    unsigned towns = rb_nearest(f->c, f->s->p[f->s->down].hex);

    for (; towns; towns &= towns - 1)
        vl_add_fact(&f->all, "towns", RB_FAM_TOWN, vl_low_bit(towns));
}

int rb_facts(const struct vl_rules *r, const struct vl_state *state, struct vl_move m, vl_rule rule,
             struct vl_msg_arg *out)
{
    const struct rb_state *s = rb_of(state);
    struct facts f = { rb_content(r), s, { out, 0 } };

    switch (rule) {
    case RB_ERR_08: vl_add_fact(&f.all, "most", VL_FAM_INT, rb_dice_max(s)); break;
    case RB_ERR_15: add_symbols(&f, m.arg[1]); break;
    case RB_ERR_28: add_price(&f, r, m); break;
    case RB_ERR_33: add_gold(&f, m); break;
    case RB_ERR_34: vl_add_fact(&f.all, "most", VL_FAM_INT, rb_derived(r)->ally_limit); break;
    case RB_ERR_38: vl_add_fact(&f.all, "kind", RB_FAM_KIND, s->excess_kind); break;
    case RB_ERR_39: add_towns(&f); break;
    case RB_ERR_41: add_lack(&f, rb_derived(r)->xp_cost, s->p[s->active].xp); break;
    default: break;
    }
    return f.all.len;
}
