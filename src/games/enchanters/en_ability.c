/* en_ability.c - the abilities of cards and villages: which triggers fire, how costs
 * are paid, what each effect does. An ability runs as a small program whose place is
 * kept in the state (struct en_run), so that a choice can interrupt it anywhere: it
 * fills in the answer and the stage goes on (en_rules.c). */
#include "games/enchanters/en_play.h"

/* ---- triggers ---- */

static bool fires(const struct en_ability *a, int when, int kind)
{
    return a && a->kind == EN_AB_TRIGGER && a->when == when &&
           (when != EN_WHEN_TAKE || (a->of >> kind & 1));
}

/* EN-TRG-02, EN-TRG-06: on the village and the active player's top cards. */
void en_list_triggers(struct en_play *p, int level, int when, int kind)
{
    struct en_state *s = p->s;
    struct en_list *list = &s->list[level];
    const struct en_village *v = &p->c->villages[s->village];

    *list = en_no_list;
    for (int i = 0; v->triggers >> i; i++)
        if (fires(&v->abilities[i], when, kind))
            list->village = (uint8_t)(list->village | 1 << i);
    for (int pile = 0; pile < EN_PILES; pile++) {
        int top = en_top(s, s->active, pile);
        if (top != VL_NONE && p->c->cards[top].ability == 1 + EN_AB_TRIGGER &&
            fires(en_ability(p->r, s, top, 0), when, kind))
            list->cards[pile] = vl_u8(top);
    }
}

void en_run_ability(struct en_play *p, int level, int source, int index)
{
    struct en_run run = en_no_run;

    run.source = vl_u8(source);
    run.index = vl_u8(index);
    p->s->run[level] = run;
}

/* The village whose ability it is; none if it is a card's. */
int16_t en_village_as(const struct en_state *s, int source)
{
    return source == EN_VILLAGE ? s->village : VL_NONE;
}

/* EN-TRG-01, EN-TRG-07: taken off the list and carried out. */
void en_fire(struct en_play *p, int level, int source, int index)
{
    struct en_list *list = &p->s->list[level];

    if (source == EN_VILLAGE) {
        list->village = (uint8_t)(list->village & ~(1 << index));
    } else {
        for (int i = 0; i < 3; i++)
            if (list->cards[i] == source)
                list->cards[i] = VL_NONE;
    }
    VL_EMIT(p->sink, EN_EV_TRIGGERED, EN_TRG_01, p->s->active, p->s->active, source,
            en_village_as(p->s, source));
    en_run_ability(p, level, source, index);
}

/* True while triggers are left: the next one begins, or is asked for (EN-TRG-08). */
bool en_fire_next(struct en_play *p, int level)
{
    const struct en_list *list = &p->s->list[level];
    int n = 0, source = VL_NONE, index = 0;

    for (int i = 0; list->village >> i; i++)
        if (list->village >> i & 1) {
            source = EN_VILLAGE;
            index = i;
            n++;
        }
    for (int i = 0; i < 3; i++)
        if (list->cards[i] != VL_NONE) {
            source = list->cards[i];
            index = 0;
            n++;
        }
    if (n == 1)
        en_fire(p, level, source, index);
    else if (n > 1)
        en_enter(p, EN_PH_ORDER_TRIGGER);
    return n > 0;
}

/* ---- abilities: costs ---- */

void en_next_part(struct en_run *run)
{
    run->at++;
    run->turn = 0;
}

/* EN-ACT-11, EN-ACT-16, EN-ACT-18: paid with a card, which is gone before the effect. */
void en_pay_card(struct en_play *p, int level, const struct vl_fx *cost, int card)
{
    int seat = p->s->active;

    en_pull(p, seat, card);
    if (cost->verb == EN_PAY_DISCARD) {
        en_bury(p, card);
        VL_EMIT(p->sink, EN_EV_DISCARDED, EN_ACT_18, seat, seat, card);
    } else {
        en_put(p->s->removed, card); /* EN-GRV-02 */
        VL_EMIT(p->sink, EN_EV_REMOVED, EN_GRV_02, seat, seat, card);
    }
    en_next_part(&p->s->run[level]);
}

static void ask_or_pay_card(struct en_play *p, int level, const struct vl_fx *cost)
{
    uint8_t list[EN_TROPHY_PILE];
    int n;

    if (cost->verb == EN_PAY_REMOVE_THIS) {
        en_pay_card(p, level, cost, p->s->run[level].source);
        return;
    }
    n = en_choices(p->r, p->s, p->s->active, cost, list);
    if (n == 1)
        en_pay_card(p, level, cost, list[0]);
    else
        en_enter(p, EN_PH_CHOOSE_PAY_CARD);
}

void en_set_target(struct en_play *p, int level, int seat)
{
    p->s->run[level].target = vl_u8(seat);
    if (seat != EN_NOBODY)
        VL_EMIT(p->sink, EN_EV_TARGETED, EN_EFF_06, p->s->active, p->s->active, seat);
}

/* True once the ability has its target (EN-EFF-06, EN-EFF-07, EN-EFF-27). */
static bool has_target(struct en_play *p, int level, int least_wounds)
{
    uint8_t list[EN_SEATS_MAX];
    int n;

    if (p->s->run[level].target != VL_NONE)
        return true;
    n = en_targets(p->r, p->s, least_wounds, list);
    if (n > 1) {
        en_enter(p, EN_PH_CHOOSE_TARGET);
        return false;
    }
    en_set_target(p, level, n ? list[0] : EN_NOBODY);
    return true;
}

static void pay(struct en_play *p, int level, const struct vl_fx *cost)
{
    struct en_run *run = &p->s->run[level];

    switch ((enum en_cost_kind)cost->verb) {
    case EN_PAY_CRYSTALS: en_pay_crystals(p, cost->arg[EN_ARG_N], EN_ACT_02); break;
    case EN_PAY_WOUNDS: en_receive(p, p->s->active, cost->arg[EN_ARG_N], EN_ACT_14); break;
    case EN_PAY_DISCARD:
    case EN_PAY_REMOVE:
    case EN_PAY_REMOVE_THIS: ask_or_pay_card(p, level, cost); return;
    case EN_PAY_TARGET_HEALS:
        if (!has_target(p, level, cost->arg[EN_ARG_N]))
            return;
        if (run->target != EN_NOBODY)
            en_heal(p, run->target, cost->arg[EN_ARG_N], EN_ACT_15);
        break;
    case EN_COST_KINDS: break;
    }
    en_next_part(run);
}

/* ---- abilities: effects ---- */

/* EN-EFF-01, EN-EFF-10 */
static bool concerns(struct en_play *p, int level, const struct vl_fx *e, int seat)
{
    const struct en_state *s = p->s;

    switch ((enum en_scope)e->arg[EN_ARG_SCOPE]) {
    case EN_TO_SELF: return seat == s->active;
    case EN_TO_TARGET: return seat == s->run[level].target;
    case EN_TO_OTHERS: return seat != s->active && !en_protected(p->r, s, seat);
    case EN_TO_ALL: return !en_protected(p->r, s, seat);
    case EN_SCOPES: break;
    }
    return false;
}

static void touch_player(struct en_play *p, const struct vl_fx *e, int seat, int n)
{
    int got;

    switch ((enum en_verb)e->verb) {
    case EN_DO_CRYSTALS: en_gain(p, seat, n, EN_EFF_19); break;
    case EN_DO_WOUND: en_receive(p, seat, n, EN_EFF_22); break;
    case EN_DO_HEAL: en_heal(p, seat, n, EN_EFF_15); break;
    case EN_DO_LOSE:
        got = en_lose(p, seat, n);
        if (got)
            VL_EMIT(p->sink, EN_EV_LOST, EN_EFF_20, seat, seat, got, p->s->p[seat].crystals);
        break;
    case EN_DO_ROB:
        got = en_lose(p, seat, n);
        if (got == 0)
            break;
        p->s->p[p->s->active].crystals = en_capped(p->s->p[p->s->active].crystals + got);
        VL_EMIT(p->sink, EN_EV_ROBBED, EN_EFF_21, p->s->active, p->s->active, seat, got);
        break;
    case EN_DO_TRANSFER: en_transfer(p, seat, n); break;
    default: break;
    }
}

/* The active player first, then clockwise; the amount is counted once, for the
 * active player (EN-ACT-12, EN-EFF-17). */
static void touch_players(struct en_play *p, int level, const struct vl_fx *e)
{
    int n = en_amount(p->r, p->s, vl_fx_amount(e, EN_ARG_AMOUNT), p->s->active);

    for (int i = 0; i < p->s->base.seats; i++) {
        int seat = (p->s->active + i) % p->s->base.seats;

        if (concerns(p, level, e, seat))
            touch_player(p, e, seat, n);
        else if (seat != p->s->active && e->arg[EN_ARG_SCOPE] >= EN_TO_OTHERS)
            VL_EMIT(p->sink, EN_EV_PROTECTED, EN_EFF_12, seat, seat);
    }
    en_next_part(&p->s->run[level]);
}

/* EN-EFF-18, EN-EFF-24 */
static void raise(struct en_play *p, int level, const struct vl_fx *e)
{
    struct en_state *s = p->s;
    int n = en_amount(p->r, s, vl_fx_amount(e, EN_ARG_AMOUNT), s->active);

    if (e->verb == EN_DO_ATK) {
        s->atk = en_capped(s->atk + n);
        VL_EMIT(p->sink, EN_EV_ATTACK_RAISED, EN_EFF_18, s->active, s->active, n,
                en_attack(p->r, s, s->active));
    } else if (e->verb == EN_DO_DEF) {
        s->def = en_capped(s->def + n);
        VL_EMIT(p->sink, EN_EV_DEFENCE_RAISED, EN_EFF_18, s->active, s->active, n,
                en_defence(p->r, s, s->active));
    } else {
        s->discount = en_capped(s->discount + n);
        VL_EMIT(p->sink, EN_EV_CHEAPER, EN_EFF_24, s->active, s->active, n);
    }
    en_next_part(&s->run[level]);
}

void en_set_aside(struct en_play *p, int seat, int card)
{
    en_pull(p, seat, card);
    p->s->aside[p->s->aside_len++] = vl_u8(card);
    VL_EMIT(p->sink, EN_EV_DISCARDED, EN_EFF_23, seat, seat, card);
}

void en_bury_aside(struct en_play *p, int card)
{
    struct en_state *s = p->s;
    int at = 0;

    while (s->aside[at] != card)
        at++;
    for (; at + 1 < s->aside_len; at++)
        s->aside[at] = s->aside[at + 1];
    s->aside[--s->aside_len] = 0;
    en_bury(p, card);
}

/* EN-EFF-04, EN-EFF-08, EN-EFF-11, EN-EFF-23: everybody concerned chooses one own
 * card; then the active player orders them (EN-GRV-04). */
static void discard(struct en_play *p, int level, const struct vl_fx *e)
{
    struct en_run *run = &p->s->run[level];
    uint8_t list[EN_TROPHY_PILE];

    for (; run->turn < p->s->base.seats; run->turn++) {
        int seat = en_asked(p->s, run);
        if (!concerns(p, level, e, seat))
            continue;
        int n = en_choices(p->r, p->s, seat, e, list);
        if (n == 1)
            en_set_aside(p, seat, list[0]);
        if (n > 1) {
            en_enter(p, EN_PH_CHOOSE_CARD);
            return;
        }
    }
    if (p->s->aside_len > 1) {
        en_enter(p, EN_PH_ORDER_GRAVEYARD);
        return;
    }
    if (p->s->aside_len == 1)
        en_bury_aside(p, p->s->aside[0]);
    en_next_part(run);
}

/* EN-STL-02 to -05 */
void en_steal_card(struct en_play *p, int level, const struct vl_fx *e, int card)
{
    struct en_state *s = p->s;
    struct en_take *take = &s->take[level];
    int target = s->run[level].target;

    en_pull(p, target, card);
    if (e->arg[EN_ARG_DEST] == EN_DEST_UNDER && take->card != VL_NONE && take->held == VL_NONE)
        take->held = vl_u8(card);
    else
        en_push(s, s->active, en_pile_of_kind(p->c->cards[card].kind), card);
    VL_EMIT(p->sink, EN_EV_STOLEN, EN_STL_01, s->active, s->active, card, target);
    en_next_part(&s->run[level]);
}

/* EN-STL-01, EN-STL-06, EN-STL-07 */
static void steal(struct en_play *p, int level, const struct vl_fx *e)
{
    struct en_run *run = &p->s->run[level];
    uint8_t list[EN_TROPHY_PILE];
    int n = 0;

    if (run->target != EN_NOBODY)
        n = en_choices(p->r, p->s, run->target, e, list);
    if (n == 0)
        en_next_part(run);
    else if (n == 1)
        en_steal_card(p, level, e, list[0]);
    else
        en_enter(p, EN_PH_CHOOSE_CARD);
}

/* EN-STL-16 */
static uint8_t *place(struct en_play *p, int level, int where)
{
    struct en_state *s = p->s;
    int first = en_first_on_road(s), seat = s->active;

    switch ((enum en_place)where) {
    case EN_AT_ROAD_FIRST: return first == VL_NONE ? NULL : &s->road[first];
    case EN_AT_GRAVE_TOP: return s->grave_len ? &s->grave[s->grave_len - 1] : NULL;
    case EN_AT_TARGET_TOP_I:
        seat = s->run[level].target;
        if (seat == EN_NOBODY)
            return NULL;
        break;
    case EN_AT_OWN_TOP_I:
    case EN_PLACES: break;
    }
    int n = s->p[seat].len[EN_PILE_ITEMS];
    return n ? &en_pile(&s->p[seat], EN_PILE_ITEMS)[n - 1] : NULL;
}

/* EN-STL-14, EN-STL-15 */
static void swap(struct en_play *p, int level, const struct vl_fx *e)
{
    uint8_t *a = place(p, level, e->arg[EN_ARG_PLACE]);
    uint8_t *b = place(p, level, e->arg[EN_ARG_PARTNER]);

    if (a && b) {
        uint8_t card = *a;
        *a = *b;
        *b = card;
        VL_EMIT(p->sink, EN_EV_SWAPPED, EN_STL_14, p->s->active, card, *a);
    }
    en_next_part(&p->s->run[level]);
}

/* EN-GRV-05, EN-GRV-07, EN-GRV-11: the visited card is taken before the ability goes on. */
static void visit(struct en_play *p, int level)
{
    struct en_state *s = p->s;
    struct en_take take = en_no_take;

    en_next_part(&s->run[level]);
    if (s->grave_len == 0) {
        VL_EMIT(p->sink, EN_EV_VISIT_EMPTY, EN_GRV_07, s->active, s->active);
        return;
    }
    int card = s->grave[s->grave_len - 1];
    if (p->c->cards[card].kind >= EN_KIND_MONSTER &&
        en_attack(p->r, s, s->active) < en_health(p->r, s, card)) {
        VL_EMIT(p->sink, EN_EV_VISIT_FAILED, EN_GRV_07, s->active, s->active, card);
        return;
    }
    take.card = vl_u8(en_dig(p));
    take.from = EN_FROM_GRAVE;
    s->take[EN_LEVELS - 1] = take;
    VL_EMIT(p->sink, EN_EV_VISITED, EN_GRV_05, s->active, s->active, card);
}

/* EN-EFF-25 */
static void discard_from_road(struct en_play *p, int level, const struct vl_fx *e)
{
    if (e->arg[EN_ARG_PICK] == EN_PICK_ANY && en_road_len(p->s) > 1) {
        en_enter(p, EN_PH_CHOOSE_SLOT);
        return;
    }
    en_bury_slot(p, en_first_on_road(p->s), EN_EFF_25);
    en_next_part(&p->s->run[level]);
}

/* EN-EFF-26 */
static void sink_top(struct en_play *p, int level, const struct vl_fx *e)
{
    struct en_player *me = &p->s->p[p->s->active];
    int pile = e->arg[EN_ARG_FILTER] & EN_F_I ? EN_PILE_ITEMS : EN_PILE_ENCHANTMENTS;
    uint8_t *list = en_pile(me, pile);
    int n = me->len[pile];

    if (n > 1) {
        uint8_t top = list[n - 1];
        memmove(list + 1, list, (size_t)n - 1);
        list[0] = top;
        VL_EMIT(p->sink, EN_EV_SUNK, EN_EFF_26, p->s->active, p->s->active, top);
    }
    en_next_part(&p->s->run[level]);
}

static void take_effect(struct en_play *p, int level, const struct vl_fx *e)
{
    struct en_run *run = &p->s->run[level];

    if (en_needs_target(e) && !has_target(p, level, 0))
        return;
    switch ((enum en_verb)e->verb) {
    case EN_DO_CRYSTALS:
    case EN_DO_LOSE:
    case EN_DO_ROB:
    case EN_DO_WOUND:
    case EN_DO_HEAL:
    case EN_DO_TRANSFER: touch_players(p, level, e); return;
    case EN_DO_ATK:
    case EN_DO_DEF:
    case EN_DO_CHEAPER: raise(p, level, e); return;
    case EN_DO_DISCARD: discard(p, level, e); return;
    case EN_DO_STEAL: steal(p, level, e); return;
    case EN_DO_SWAP: swap(p, level, e); return;
    case EN_DO_VISIT: visit(p, level); return;
    case EN_DO_GIVE_THIS: /* EN-STL-08, EN-STL-10 */
        p->s->take[level].receiver = run->target == EN_NOBODY ? VL_NONE : run->target;
        break;
    case EN_DO_ROAD_DISCARD: discard_from_road(p, level, e); return;
    case EN_DO_SINK: sink_top(p, level, e); return;
    case EN_VERBS: break;
    }
    en_next_part(run);
}

/* EN-ACT-02, EN-ACT-12: the whole cost, then the effects from left to right,
 * until something is asked or a visit comes first. */
void en_run_on(struct en_play *p, int level)
{
    struct en_run *run = &p->s->run[level];
    const struct en_ability *a = en_ability(p->r, p->s, run->source, run->index);

    do {
        if (run->at < a->costs.len) {
            pay(p, level, en_steps(p->c, a->costs) + run->at);
        } else if (run->at - a->costs.len < a->effects.len) {
            take_effect(p, level, en_steps(p->c, a->effects) + run->at - a->costs.len);
        } else {
            *run = en_no_run;
            return;
        }
    } while (p->s->base.actor == VL_AUTO && (level > 0 || p->s->take[1].card == VL_NONE));
}
