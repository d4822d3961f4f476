/* en_legal.c - who may do what in Enchanters: the lists of decisions (EN-DEC-05)
 * and the reasons for refusing one (EN-ERR, in the order of their table). */
#include "core/listing.h"
#include "games/enchanters/enchanters.h"

/* ---- what is being asked ---- */

const struct vl_fx *en_now(const struct vl_rules *r, const struct en_state *s)
{
    struct vl_fx_part part = en_machine.find(r, &s->base, en_run(s));

    return en_run(s)->at < part.len ? part.steps + en_run(s)->at : NULL;
}

/* EN-EFF-02: the pile in which cards of a filter lie. */
static int pile_of_filter(int filter)
{
    return filter & EN_F_I   ? EN_PILE_ITEMS
           : filter & EN_F_E ? EN_PILE_ENCHANTMENTS
                             : EN_PILE_TROPHIES;
}

/* EN-STL-07: TOP is the top card of the pile, or nothing if it does not match. */
int en_choices(const struct vl_rules *r, const struct en_state *s, int seat, const struct vl_fx *fx,
               uint8_t *out)
{
    int filter = fx->arg[EN_ARG_FILTER], pick = fx->arg[EN_ARG_PICK];
    int pile = pile_of_filter(filter), len = s->p[seat].len[pile], n = 0;
    const uint8_t *list = en_pile_of(&s->p[seat], pile);

    VL_ASSERT(seat < EN_SEATS_MAX && len <= en_pile_max(pile)); /* there is room for all in `out` */
    for (int i = pick == EN_PICK_TOP && len ? len - 1 : 0; i < len; i++)
        if (filter >> en_content(r)->cards[list[i]].kind & 1)
            out[n++] = list[i];
    return n;
}

bool en_needs_target(const struct vl_fx *e)
{
    return e->arg[EN_ARG_SCOPE] == EN_TO_TARGET ||
           (e->verb == EN_DO_SWAP && (e->arg[EN_ARG_PLACE] == EN_AT_TARGET_TOP_I ||
                                      e->arg[EN_ARG_PARTNER] == EN_AT_TARGET_TOP_I));
}

/* EN-EFF-06, EN-EFF-09: any other player, of use or not. EN-EFF-07: but the protected ones.
 * EN-ACT-15: who is to heal has the wounds. */
int en_targets(const struct vl_rules *r, const struct en_state *s, int least_wounds, uint8_t *out)
{
    int n = 0;

    for (int i = 1; i < s->base.seats; i++) {
        int seat = (s->active + i) % s->base.seats;

        if (!en_protected(r, s, seat) && s->p[seat].wounds >= least_wounds)
            out[n++] = vl_u8(seat);
    }
    return n;
}

int en_least_wounds(const struct vl_rules *r, const struct en_state *s)
{
    const struct vl_fx *now = en_now(r, s);

    return now && now->verb == EN_PAY_TARGET_HEALS ? now->arg[EN_ARG_N] : 0;
}

/* ---- abilities ---- */

/* What is paid in cards or by a wounded target. Wounds can always be paid
 * (EN-ACT-14), and so can the card itself, which is on top. */
static bool has_what_it_costs(const struct vl_rules *r, const struct en_state *s,
                              const struct vl_fx *cost)
{
    uint8_t list[EN_TROPHY_PILE];

    if (cost->verb == EN_PAY_TARGET_HEALS)
        return en_targets(r, s, cost->arg[EN_ARG_N], list) > 0;
    if (cost->verb == EN_PAY_DISCARD || cost->verb == EN_PAY_REMOVE)
        return en_choices(r, s, s->active, cost, list) > 0;
    return true;
}

static bool has_all_it_costs(const struct vl_rules *r, const struct en_state *s,
                             const struct en_ability *a)
{
    for (int i = 0; i < a->costs.len; i++)
        if (!has_what_it_costs(r, s, en_steps(en_content(r), a->costs) + i))
            return false;
    return true;
}

/* EN-ACT-08, EN-REST-03: the whole cost or nothing. */
bool en_payable(const struct vl_rules *r, const struct en_state *s, const struct en_ability *a)
{
    return a->crystals <= s->p[s->active].crystals && (!a->costs_more || has_all_it_costs(r, s, a));
}

/* EN-ACT-01, EN-ACT-13, EN-PILE-06: a source that the active player can see and use. */
static bool is_on_top(const struct en_state *s, int card)
{
    for (int pile = 0; pile < EN_PILES; pile++)
        if (en_top(s, s->active, pile) == card)
            return true;
    return false;
}

/* ---- the lists ---- */

/* EN-DEC-05: the village by ability, then the top Item, Enchantment and trophy; of actions
 * (USE) or rests, which nothing counts. */
static inline struct vl_move *list_abilities(const struct vl_rules *r, const struct en_state *s,
                                             int kind, struct vl_move *at)
{
    const struct en_content *c = en_content(r);
    const struct en_village *v = &c->villages[s->village];
    const struct en_player *me = &s->p[s->active];
    bool use = kind == EN_MV_USE;
    const struct en_offer *o = use ? v->offers : v->offers + v->actions_len;
    const struct en_offer *end = o + (use ? v->actions_len : v->rests_len);

    VL_ASSERT(s->village != VL_NONE && v->actions_len + v->rests_len <= EN_VILLAGE_ABILITIES);
    for (; o < end; o++)
        if ((!use || s->village_uses[o->index] < o->uses) && o->crystals <= me->crystals &&
            (!o->costs_more || has_all_it_costs(r, s, &v->abilities[o->index])))
            at = vl_put2(at, kind, EN_VILLAGE, o->index);
    for (uint32_t tops = en_tops(me, use ? EN_TOPS_ACT : EN_TOPS_REST); tops; tops &= tops - 1) {
        int top = me->top[vl_low_bit(tops)];
        const struct en_card *k = &c->cards[top];

        if ((!use || en_uses(s, top) < k->uses) && k->crystals <= me->crystals &&
            (!k->costs_more || has_all_it_costs(r, s, &en_design(c, top)->ability)))
            at = vl_put1(at, kind, top);
    }
    return at;
}

/* EN-ROAD-03: to cards that can be paid. EN-ROAD-04: and, if they fight, beaten. */
static struct vl_move *list_journeys(const struct vl_rules *r, const struct en_state *s,
                                     struct vl_move *at)
{
    int attack = en_attack(s, s->active);
    int far = s->p[s->active].crystals + s->discount; /* EN-ROAD-02: the last slot in reach */

    for (int slot = 0; slot < EN_SLOTS && slot <= far; slot++) {
        int card = s->road[slot];

        if (card == VL_NONE)
            continue;
        int health = en_content(r)->cards[card].health; /* 0 if it does not fight */
        if (attack >= (health == EN_VARIES ? en_health(r, s, card) : health))
            at = vl_put1(at, EN_MV_JOURNEY, slot);
    }
    return at;
}

int en_triggers(const struct en_list *list, struct vl_move *out)
{
    struct vl_move *at = out;

    for (uint32_t left = list->village; left; left &= left - 1)
        at = vl_put2(at, EN_MV_TRIGGER, EN_VILLAGE, vl_low_bit(left));
    for (int i = 0; i < EN_PILES; i++)
        if (list->cards[i] != VL_NONE)
            at = vl_put1(at, EN_MV_TRIGGER, list->cards[i]);
    return (int)(at - out);
}

static struct vl_move *list_cards(const struct vl_rules *r, const struct en_state *s, int kind,
                                  struct vl_move *at)
{
    const struct vl_fx *now = en_now(r, s);
    uint8_t list[EN_TROPHY_PILE];

    return vl_put_list(at, kind, list, now ? en_choices(r, s, s->base.actor, now, list) : 0);
}

static struct vl_move *list_targets(const struct vl_rules *r, const struct en_state *s,
                                    struct vl_move *at)
{
    uint8_t list[EN_SEATS_MAX];

    return vl_put_list(at, EN_MV_TARGET, list, en_targets(r, s, en_least_wounds(r, s), list));
}

static struct vl_move *list_slots(const struct en_state *s, struct vl_move *at)
{
    for (int slot = 0; slot < EN_SLOTS; slot++)
        if (s->road[slot] != VL_NONE)
            at = vl_put1(at, EN_MV_SLOT, slot);
    return at;
}

static struct vl_move *list_window(const struct vl_rules *r, const struct en_state *s,
                                   struct vl_move *at)
{
    at = list_abilities(r, s, EN_MV_USE, at);
    if (s->base.phase == EN_PH_WINDOW_1)
        return list_abilities(r, s, EN_MV_REST, list_journeys(r, s, at));
    return vl_put0(at, s->base.phase == EN_PH_WINDOW_2 ? EN_MV_PROCEED : EN_MV_END_TURN);
}

static struct vl_move *list_answers(const struct vl_rules *r, const struct en_state *s,
                                    struct vl_move *at)
{
    switch ((enum en_phase)s->base.phase) {
    case EN_PH_SETUP_KINGDOMS: return vl_put_bits(at, EN_MV_PICK_KINGDOM, en_kingdoms_left(r, s));
    case EN_PH_CHOOSE_TARGET: return list_targets(r, s, at);
    case EN_PH_CHOOSE_CARD: return list_cards(r, s, EN_MV_CARD, at);
    case EN_PH_CHOOSE_PAY_CARD: return list_cards(r, s, EN_MV_PAY_CARD, at);
    case EN_PH_CHOOSE_SLOT: return list_slots(s, at);
    case EN_PH_ORDER_TRIGGER: return at + en_triggers(&s->list[en_trigger_level(s)], at);
    case EN_PH_ORDER_GRAVEYARD: return vl_put_list(at, EN_MV_GRAVE_NEXT, s->aside, s->aside_len);
    default: return at;
    }
}

int en_legal(const struct vl_rules *r, const struct vl_state *state, struct vl_move *out)
{
    const struct en_state *s = en_of(state);

    if (state->actor == VL_CHANCE)
        return en_outcomes(r, s, out);
    if (en_is_window(state->phase))
        return (int)(list_window(r, s, out) - out);
    return (int)(list_answers(r, s, out) - out);
}

/* ---- refusals ---- */

#define PH(name) (1u << EN_PH_##name)
#define X(name, word, flags, n, args, phases, ...) phases,
static const uint32_t phases_of[] = { 0, EN_MOVE_MAP(X) };
#undef X

/* EN-ERR-12 to -14: a decision that is not asked for now. */
static vl_rule refuse_phase(const struct en_state *s, int kind)
{
    uint32_t now = 1u << s->base.phase;

    if (phases_of[kind] & now)
        return 0;
    if (kind == EN_MV_END_TURN && (now & PH(WINDOW_1)))
        return EN_ERR_12;
    if ((kind == EN_MV_JOURNEY || kind == EN_MV_REST) && (now & (PH(WINDOW_2) | PH(WINDOW_3))))
        return EN_ERR_13;
    return EN_ERR_14;
}

static vl_rule refuse_kingdom(const struct vl_rules *r, const struct en_state *s, int kingdom)
{
    if (kingdom >= en_content(r)->kingdoms_len)
        return EN_ERR_02;
    return en_is_chosen(s, kingdom) ? EN_ERR_03 : 0;
}

static vl_rule refuse_journey(const struct vl_rules *r, const struct en_state *s, int slot)
{
    if (slot >= EN_SLOTS)
        return EN_ERR_15;
    int card = s->road[slot];
    if (card == VL_NONE)
        return EN_ERR_16;
    if (en_travel_cost(s, slot) > s->p[s->active].crystals)
        return EN_ERR_17;
    return en_beats(r, s, card) ? 0 : EN_ERR_18;
}

static vl_rule refuse_ability(const struct vl_rules *r, const struct en_state *s, int kind,
                              int source, int index)
{
    const struct en_ability *a = en_ability(r, s, source, index);
    int uses;

    if (!a)
        return EN_ERR_19;
    if (source != EN_VILLAGE && !is_on_top(s, source))
        return EN_ERR_20;
    if (kind == EN_MV_USE ? a->kind > EN_AB_MULTI : a->kind != EN_AB_REST)
        return EN_ERR_21;
    uses = source == EN_VILLAGE ? s->village_uses[index] : en_uses(s, source);
    if (kind == EN_MV_USE && uses >= en_uses_max(a->kind)) /* EN-ACT-05 to -07 */
        return EN_ERR_22;
    return en_payable(r, s, a) ? 0 : EN_ERR_23;
}

static vl_rule refuse_target(const struct vl_rules *r, const struct en_state *s, int seat)
{
    if (seat >= s->base.seats)
        return EN_ERR_24;
    if (seat == s->active)
        return EN_ERR_25;
    if (en_protected(r, s, seat))
        return EN_ERR_26;
    return s->p[seat].wounds >= en_least_wounds(r, s) ? 0 : EN_ERR_27;
}

/* EN-ERR-28, EN-ERR-29: not on the list. */
static vl_rule refuse_unlisted(const struct vl_rules *r, const struct en_state *s, struct vl_move m,
                               vl_rule rule)
{
    struct vl_move list[EN_TROPHY_PILE];
    int n = en_legal(r, &s->base, list);

    return vl_move_find(list, n, m) >= 0 ? 0 : rule;
}

vl_rule en_refuse(const struct vl_rules *r, const struct vl_state *state, struct vl_move m,
                  vl_actor by)
{
    const struct en_state *s = en_of(state);
    bool chance = m.kind >= EN_MV_KINGDOM;
    vl_rule no;

    if (m.kind == EN_MV_NONE || m.kind >= EN_MOVES)
        return EN_ERR_30;
    no = m.kind == EN_MV_PICK_KINGDOM ? refuse_kingdom(r, s, m.arg[0]) : 0;
    if (no) /* first in the table, whatever the phase */
        return no;
    if (state->actor == VL_OVER)
        return EN_ERR_10;
    if (by != VL_ANYONE && by != state->actor)
        return EN_ERR_11;
    if (chance || state->actor < 0)
        return chance && state->actor == VL_CHANCE ? en_refuse_outcome(r, s, m) : EN_ERR_14;
    no = refuse_phase(s, m.kind);
    if (no)
        return no;
    switch ((enum en_move)m.kind) {
    case EN_MV_JOURNEY: return refuse_journey(r, s, m.arg[0]);
    case EN_MV_USE:
    case EN_MV_REST: return refuse_ability(r, s, m.kind, m.arg[0], m.arg[1]);
    case EN_MV_TARGET: return refuse_target(r, s, m.arg[0]);
    case EN_MV_SLOT:
        if (m.arg[0] >= EN_SLOTS)
            return EN_ERR_15;
        return s->road[m.arg[0]] == VL_NONE ? EN_ERR_16 : 0;
    case EN_MV_CARD:
    case EN_MV_PAY_CARD:
    case EN_MV_GRAVE_NEXT: return refuse_unlisted(r, s, m, EN_ERR_28);
    case EN_MV_TRIGGER: return refuse_unlisted(r, s, m, EN_ERR_29);
    default: break;
    }
    return 0;
}
