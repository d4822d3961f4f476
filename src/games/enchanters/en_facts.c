/* en_facts.c - what the sentence of a refusal names (EN-ERR): the card, what it
 * would take and what is there. Only asked when a refusal is put into words. */
#include "core/view_build.h"
#include "games/enchanters/enchanters.h"

struct facts {
    const struct vl_rules *r;
    const struct en_state *s;
    struct vl_facts all;
};

static void add(struct facts *f, const char *name, int family, int value)
{
    vl_add_fact(&f->all, name, family, value);
}

/* The most wounds that a possible target has. */
static int most_wounds(const struct facts *f)
{
    uint8_t list[EN_SEATS_MAX];
    int n = en_targets(f->r, f->s, 0, list), most = 0;

    for (int i = 0; i < n; i++)
        if (f->s->p[list[i]].wounds > most)
            most = f->s->p[list[i]].wounds;
    return most;
}

static void add_lack(struct facts *f, int lack, int need, int have)
{
    add(f, "lack", EN_FAM_LACK, lack);
    add(f, "need", VL_FAM_INT, need);
    add(f, "have", VL_FAM_INT, have);
}

/* EN-ERR-23: the first part of a cost that cannot be paid. */
static void add_missing(struct facts *f, const struct en_ability *a)
{
    int crystals = f->s->p[f->s->active].crystals;

    if (a->crystals > crystals) {
        add_lack(f, EN_LACK_CRYSTALS, a->crystals, crystals);
        return;
    }
    const struct vl_fx *cost = en_steps(en_content(f->r), a->costs);
    for (int i = 0; i < a->costs.len; i++)
        if (cost[i].verb == EN_PAY_TARGET_HEALS && cost[i].arg[EN_ARG_N] > most_wounds(f)) {
            add_lack(f, EN_LACK_WOUNDS, cost[i].arg[EN_ARG_N], most_wounds(f));
            return;
        }
    add_lack(f, EN_LACK_CARDS, 1, 0); /* nothing else is left (EN-ACT-08) */
}

/* EN-ERR-21 to -23: of another sort, used up, or not to be paid. */
static void add_ability(struct facts *f, struct vl_move m, vl_rule rule)
{
    const struct en_ability *a = en_ability(f->r, f->s, m.arg[0], m.arg[1]);

    if (!a)
        return;
    if (rule == EN_ERR_21)
        add(f, "sort", EN_FAM_SORT, a->kind);
    else if (rule == EN_ERR_22)
        add(f, "limit", VL_FAM_INT, en_uses_max(a->kind));
    else
        add_missing(f, a);
}

/* EN-ERR-24: whom the effect may aim at. EN-ERR-27: what it takes. */
static void add_targets(struct facts *f, struct vl_move m, vl_rule rule)
{
    int need = en_least_wounds(f->r, f->s);
    uint8_t list[EN_SEATS_MAX];

    if (rule == EN_ERR_24) {
        int n = en_targets(f->r, f->s, need, list);
        for (int i = 0; i < n; i++)
            add(f, "allowed", VL_FAM_SEAT, list[i]);
        return;
    }
    add(f, "need", VL_FAM_INT, need);
    add(f, "have", VL_FAM_INT, m.arg[0] < f->s->base.seats ? f->s->p[m.arg[0]].wounds : 0);
}

/* EN-ERR-29: the abilities that wait. */
static void add_triggers(struct facts *f)
{
    struct vl_move list[EN_TRIGGERS_MAX];
    int n = f->s->base.phase == EN_PH_ORDER_TRIGGER ? en_legal(f->r, &f->s->base, list) : 0;

    for (int i = 0; i < n; i++)
        add(f, "allowed", EN_FAM_CARD, list[i].arg[0]);
}

/* EN-ERR-28: an outcome of chance has no card of its own to name. */
static void add_outcome(struct facts *f, struct vl_move m)
{
    const struct vl_move_kind *kind = &f->r->game->moves[m.kind];

    if (kind->flags & VL_MOVE_CHANCE)
        add(f, "card", kind->args_len ? kind->args[0].family : EN_FAM_PLACE,
            kind->args_len ? m.arg[0] : EN_ON_DECK);
}

int en_facts(const struct vl_rules *r, const struct vl_state *state, struct vl_move m, vl_rule rule,
             struct vl_msg_arg *out)
{
    struct facts f = { r, (const struct en_state *)state, { out, 0 } };

    switch (rule) {
    case EN_ERR_02:
        add(&f, "given", EN_FAM_KINGDOM, m.arg[0]);
        for (int k = 0; k < en_content(r)->kingdoms_len; k++)
            add(&f, "values", EN_FAM_KINGDOM, k);
        break;
    case EN_ERR_03: add(&f, "given", EN_FAM_KINGDOM, m.arg[0]); break;
    case EN_ERR_21:
    case EN_ERR_22:
    case EN_ERR_23: add_ability(&f, m, rule); break;
    case EN_ERR_24:
    case EN_ERR_27: add_targets(&f, m, rule); break;
    case EN_ERR_28: add_outcome(&f, m); break;
    case EN_ERR_29: add_triggers(&f); break;
    default: break;
    }
    return f.all.len;
}
