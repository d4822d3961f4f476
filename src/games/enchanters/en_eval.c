/* en_eval.c - how good a position of Enchanters is for a seat, in hundredths of
 * a point of glory.
 *
 * What lies in the piles counts as it would at the end; Attack, Defence,
 * crystals and the abilities on top count for what they will still bring. What
 * one more of each is worth was measured: in positions from games of this bot
 * against itself a player was given one more, and the games were played to
 * their end with and without it (docs/balance.md).
 *
 * Within a turn the rest of it is planned: choices are made as well as can be,
 * and before the major action every card of the road is taken on a copy, with
 * the Attack that lacks bought for it, and every rest is tried. So a bonus is
 * bought when it pays, and only then. */
#include "core/engine.h"
#include "games/enchanters/enchanters.h"

enum {
    GLORY = 100,

    /* One more icon that stays when covered, by own turns to come. */
    ATTACK = 107,
    ATTACK_TURN = 21,
    ATTACK_ENOUGH = 8, /* above it one more is worth a quarter */
    DEFENCE = 45,
    DEFENCE_TURN = 30,
    DEFENCE_TURNS = 18,
    DEFENCE_ENOUGH = 9, /* each point is worth 9 % less than the one before */
    /* Icons that are lost when covered, in percent of those that stay. */
    UPPER = 15,
    UPPER_TROPHY = 31,

    WOUND = 79, /* with turns to come in which it may be healed */
    WOUND_TURNS = 3,
    CRYSTAL = 102, /* the first one; each further one is worth CRYSTAL_LESS less */
    CRYSTAL_LESS = 3,
    CRYSTAL_LEAST = 12,
    CRYSTAL_TURNS = 5, /* with fewer turns to come they are worth less */
    CRYSTALS_COUNTED = 40,
    OTHERS_PERCENT = 74, /* what the others have, the mean of them */

    /* Of the abilities on top of a pile. */
    TURNS_ON_TOP = 6,

    CHOICES_MAX = 16 /* one after another, in one ability */
};

/* Own turns still to come. */
static int turns_left(const struct en_state *s)
{
    return (en_deck_len(s) + s->road_len) / s->base.seats;
}

/* ---- abilities on top of a pile ---- */

/* In hundredths. Wounds of the turn are gone when it is over: one is expected. */
static int32_t amount_of(const struct vl_rules *r, const struct en_state *s, int seat,
                         struct vl_amount a)
{
    if (a.source == EN_SRC_NONE)
        return 100 * a.n;
    if (a.source == EN_SRC_RECEIVED || a.source == EN_SRC_HEALED)
        return 100 * a.n / a.d;
    return 100 * a.n * en_source(r, s, seat, a.source) / a.d;
}

/* What a step of an ability costs or brings: each time, and for each crystal, wound or point
 * of its amount. ORDER en_verb */
/* clang-format off */
static const struct weight { int16_t once, each; } weights[EN_VERBS] = {
    { 0, 54 }, { 0, 60 }, { 380, 0 }, { 380, 0 }, { 200, 0 }, { 0, 50 }, /* costs */
    { 0, 54 }, { 0, 0 }, { 0, 54 + 26 },  /* crystals: gained, lost by others, robbed */
    { 0, 26 }, { 0, 17 }, { 0, 17 + 26 }, /* wounds: of others, healed, transferred */
    { 0, 24 }, { 0, 17 }, { 0, 36 },      /* Attack, Defence, discount */
    { 0, 0 }, { 0, 0 }, { 0, 0 },         /* discard, steal, swap */
    { 116, 0 },                           /* visit */
    { 0, 0 }, { 0, 0 }, { 0, 0 },         /* give_this, road_discard, sink */
};
/* clang-format on */

static int32_t worth_of_effect(const struct vl_rules *r, const struct en_state *s, int seat,
                               const struct vl_fx *e)
{
    const struct weight *w = &weights[e->verb];

    VL_ASSERT(e->verb < EN_VERBS);
    if (w->each == 0 || (e->verb == EN_DO_CRYSTALS && e->arg[EN_ARG_SCOPE] == EN_TO_OTHERS))
        return w->once;
    return w->once + amount_of(r, s, seat, vl_fx_amount(e, EN_ARG_AMOUNT)) * w->each / 100;
}

static int32_t price_of_cost(const struct vl_fx *c)
{
    return weights[c->verb].once + c->arg[EN_ARG_N] * weights[c->verb].each;
}

/* How often an ability comes into use, in percent of the turns. */
static int how_often(const struct en_ability *a)
{
    static const uint8_t actions[] = { 100, 140, 160, 20 }; /* once, double, multi, rest */

    if (a->kind <= EN_AB_REST)
        return actions[a->kind];
    if (a->kind != EN_AB_TRIGGER)
        return 0;
    return a->when == EN_WHEN_START ? 100 : a->when == EN_WHEN_REST ? 30 : a->of & EN_F_M ? 50 : 20;
}

static int32_t worth_of_ability(const struct vl_rules *r, const struct en_state *s, int seat,
                                const struct en_ability *a, int turns)
{
    const struct en_content *c = en_content(r);
    int32_t v = 0;

    for (int i = 0; i < a->effects.len; i++)
        v += worth_of_effect(r, s, seat, en_steps(c, a->effects) + i);
    for (int i = 0; i < a->costs.len; i++)
        v -= price_of_cost(en_steps(c, a->costs) + i);
    return v > 0 ? v * how_often(a) / 100 * vl_min(turns, TURNS_ON_TOP) : 0;
}

/* ---- what a seat has ---- */

/* In hundredths of an icon, Attack or Defence: those on top count less, as they will be
 * covered. */
static int32_t icons_of(const struct en_content *c, const struct en_player *p, int which)
{
    int32_t sum = 100 * p->icons[which];

    for (int pile = 0; pile < EN_PILES; pile++)
        if (p->len[pile])
            sum -= (100 - (pile == EN_PILE_TROPHIES ? UPPER_TROPHY : UPPER)) *
                   c->cards[p->top[pile]].upper[which];
    return sum;
}

static int32_t worth_of_icons(int32_t attack, int32_t defence, int turns)
{
    const int32_t enough = 100 * ATTACK_ENOUGH, most = 100 * DEFENCE_ENOUGH;

    attack = attack < 0 ? 0 : attack > enough ? enough + (attack - enough) / 4 : attack;
    defence = defence < 0 ? 0 : defence > most ? most : defence;
    defence -= defence * defence / 200 * DEFENCE_ENOUGH / 100;
    return (attack * (ATTACK + ATTACK_TURN * turns) +
            defence * (DEFENCE + DEFENCE_TURN * vl_min(turns, DEFENCE_TURNS))) /
           100;
}

static int32_t worth_of_crystals(int crystals, int turns)
{
    int32_t v = 0;

    for (int i = 0; i < crystals && i < CRYSTALS_COUNTED; i++)
        v += vl_max(CRYSTAL - CRYSTAL_LESS * i, CRYSTAL_LEAST);
    return v * vl_min(turns, CRYSTAL_TURNS) / CRYSTAL_TURNS;
}

/* A seat's own worth, as the table lies. */
static int32_t standing(const struct vl_rules *r, const struct en_state *s, int seat)
{
    const struct en_content *c = en_content(r);
    const struct en_player *p = &s->p[seat];
    int turns = turns_left(s);
    int32_t v = GLORY * en_glory(r, s, seat).sum;

    if (turns == 0)
        return v + p->crystals; /* the first tie-break (EN-SCO-06) */
    if (turns >= WOUND_TURNS)
        v += (GLORY - WOUND) * p->wounds;
    v += worth_of_icons(icons_of(c, p, 0), icons_of(c, p, 1), turns);
    v += worth_of_crystals(p->crystals, turns);
    for (int pile = 0; pile < EN_PILES; pile++) {
        int top = en_top(s, seat, pile);
        if (top != VL_NONE && c->cards[top].ability)
            v += worth_of_ability(r, s, seat, &en_design(c, top)->ability, turns);
    }
    return v;
}

/* The one who is ahead counts twice among the others. */
static int32_t against_others(const struct vl_rules *r, const struct en_state *s, int seat)
{
    int32_t sum = 0, most = INT32_MIN;

    VL_ASSERT(s->base.seats >= EN_SEATS_MIN);
    for (int k = 0; k < s->base.seats; k++) {
        if (k == seat)
            continue;
        int32_t v = standing(r, s, k);
        sum += v;
        most = vl_max(most, v);
    }
    return standing(r, s, seat) - (sum + most) / s->base.seats * OTHERS_PERCENT / 100;
}

/* ---- going on with a turn ---- */

static void act(const struct vl_rules *r, struct en_state *s, struct vl_move m)
{
    vl_apply_legal(r, &s->base, m, NULL);
}

static bool is_choosing(const struct en_state *s)
{
    return s->base.actor >= 0 && en_is_choice(s->base.phase);
}

/* The option that is best for whoever chooses; what is asked after it is
 * answered with the first option. */
static struct vl_move best_choice(const struct vl_rules *r, const struct en_state *s)
{
    struct vl_move list[VL_MOVES_MAX], deeper[VL_MOVES_MAX];
    int n = en_legal(r, &s->base, list), best = 0;
    int32_t most = INT32_MIN;

    for (int i = 0; i < n; i++) {
        struct en_state t = *s;

        act(r, &t, list[i]);
        for (int k = 0; k < CHOICES_MAX && is_choosing(&t); k++) {
            (void)en_legal(r, &t.base, deeper);
            act(r, &t, deeper[0]);
        }
        int32_t v = against_others(r, &t, s->base.actor);
        if (v > most) {
            most = v;
            best = i;
        }
    }
    return list[best];
}

static void make_choices(const struct vl_rules *r, struct en_state *s)
{
    for (int i = 0; i < CHOICES_MAX && is_choosing(s); i++)
        act(r, s, best_choice(r, s));
}

/* What a seat's turn comes to when it ends where it stands. Positions of one
 * turn are compared at its end, where its bonuses are gone and the next player's
 * first triggers may have fired: else a useless action would be worth the bonus,
 * or the delay. */
static int32_t after_turn(const struct vl_rules *r, struct en_state *s, int seat)
{
    make_choices(r, s);
    if (s->active == seat && s->base.phase == EN_PH_WINDOW_3)
        act(r, s, vl_move_of(EN_MV_END_TURN, 0, 0));
    s->atk = s->def = s->discount = 0;
    return against_others(r, s, seat);
}

/* ---- planning a turn ---- */

/* What a minor action gives and costs, if it gives Attack for crystals and wounds. */
struct offer {
    int gain, crystals, wounds;
    bool again; /* can be taken any number of times */
};

static bool read_offer(const struct vl_rules *r, const struct en_state *s, struct vl_move use,
                       struct offer *o)
{
    const struct en_ability *a = en_ability(r, s, use.arg[0], use.arg[1]);
    const struct vl_fx *first = en_steps(en_content(r), a->effects);
    const struct vl_fx *cost = en_steps(en_content(r), a->costs), *end = cost + a->costs.len;

    if (first->verb != EN_DO_ATK)
        return false;
    memset(o, 0, sizeof *o);
    for (; cost < end; cost++) {
        if (cost->verb == EN_PAY_CRYSTALS)
            o->crystals += cost->arg[EN_ARG_N];
        else if (cost->verb == EN_PAY_WOUNDS)
            o->wounds += cost->arg[EN_ARG_N];
        else
            return false;
    }
    o->gain = en_amount(r, s, vl_fx_amount(first, EN_ARG_AMOUNT), s->active);
    o->again = a->kind == EN_AB_MULTI;
    return o->gain > 0;
}

/* A wound is taken to be as dear as two crystals. */
static bool is_cheaper(const struct offer *a, const struct offer *b)
{
    return (a->crystals + 2 * a->wounds) * b->gain < (b->crystals + 2 * b->wounds) * a->gain;
}

/* Gives the active player `need` more Attack and takes the price: how many
 * actions that takes, or -1 if it cannot be had. */
static int buy_attack(const struct vl_rules *r, struct en_state *s, int need)
{
    struct vl_move list[VL_MOVES_MAX];
    struct offer offers[EN_VILLAGE_ABILITIES + (int)EN_PILES];
    struct en_player *me = &s->p[s->active];
    int n = en_legal(r, &s->base, list), len = 0, uses = 0;

    for (int i = 0; i < n && list[i].kind == EN_MV_USE && len < VL_LEN(offers); i++)
        len += read_offer(r, s, list[i], &offers[len]);
    while (need > 0 && len > 0) {
        int best = 0;

        for (int i = 1; i < len; i++)
            if (is_cheaper(&offers[i], &offers[best]))
                best = i;
        struct offer o = offers[best];
        if (!o.again)
            offers[best] = offers[--len];
        s->atk = (int16_t)(s->atk + o.gain);
        me->crystals = (int16_t)(me->crystals - o.crystals);
        me->wounds = (int16_t)(me->wounds + o.wounds);
        need -= o.gain;
        uses++;
        if (me->crystals < 0)
            return -1;
    }
    return need <= 0 ? uses : -1;
}

/* Takes the card of a slot, with Attack bought where it lacks: how many actions
 * that takes, or -1 if it cannot be had. */
static int try_journey(const struct vl_rules *r, struct en_state *s, int slot)
{
    int seat = s->active, card = s->road[slot], uses = 0;

    if (card == VL_NONE || en_travel_cost(s, slot) > s->p[seat].crystals)
        return -1;
    if (en_fights(en_content(r), card))
        uses = buy_attack(r, s, en_health(r, s, card) - en_attack(s, seat));
    if (uses < 0 || en_travel_cost(s, slot) > s->p[seat].crystals)
        return -1;
    act(r, s, vl_move_of(EN_MV_JOURNEY, slot, 0));
    act(r, s, vl_move_of(EN_MV_PROCEED, 0, 0));
    return uses;
}

/* The best that the major action can make of window 1. */
static int32_t best_major(const struct vl_rules *r, const struct en_state *s)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = en_legal(r, &s->base, list);
    int32_t best = INT32_MIN;

    for (int i = 0; i < n + EN_SLOTS; i++) {
        struct en_state t = *s;
        int uses = 0;

        if (i < EN_SLOTS) {
            uses = try_journey(r, &t, i);
            if (uses < 0)
                continue;
        } else {
            if (list[i - EN_SLOTS].kind != EN_MV_REST)
                continue;
            act(r, &t, list[i - EN_SLOTS]);
        }
        best = vl_max(best, after_turn(r, &t, s->active) - uses);
    }
    return best;
}

/* Actions used this turn: of two equal positions the one with fewer is better. */
static int uses_of(const struct en_state *s)
{
    int n = 0;

    for (int i = 0; i < EN_VILLAGE_ABILITIES; i++)
        n += s->village_uses[i];
    for (int pile = 0; pile < EN_PILES; pile++) {
        int top = en_top(s, s->active, pile);
        if (top != VL_NONE)
            n += en_uses(s, top);
    }
    return n;
}

int32_t en_eval(const struct vl_rules *r, const struct vl_state *state, int seat)
{
    struct en_state t = *en_of(state);

    if (state->phase <= EN_PH_SETUP_FIRST)
        return 0;
    make_choices(r, &t);
    int uses = uses_of(&t);
    if (t.active == seat && t.base.phase == EN_PH_WINDOW_1)
        return best_major(r, &t) - uses;
    if (t.active == seat && t.base.phase == EN_PH_WINDOW_2)
        act(r, &t, vl_move_of(EN_MV_PROCEED, 0, 0));
    return after_turn(r, &t, seat) - uses;
}
