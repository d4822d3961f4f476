/* rb_count.c - what players read off the table: attributes, life, prices, odds, distances. */
#include "games/runebound/runebound.h"

/* ---- cards ---- */

int rb_card_of(const struct rb_state *s, int seat, int who)
{
    return who ? who - 1 : s->p[seat].hero;
}

static bool is_kept_as(const struct rb_content *c, int card, int sort, int kept)
{
    return c->cards[card].sort == sort ||
           (c->cards[card].sort == RB_SORT_CHALLENGE && c->cards[card].kept == kept);
}

bool rb_is_ally(const struct rb_content *c, int card)
{
    return is_kept_as(c, card, RB_SORT_ALLY, RB_KEPT_ALLY);
}

bool rb_is_artifact(const struct rb_content *c, int card)
{
    return is_kept_as(c, card, RB_SORT_ARTIFACT, RB_KEPT_ARTIFACT);
}

bool rb_is_rune(const struct rb_content *c, int card)
{
    return c->cards[card].sort == RB_SORT_CHALLENGE && c->cards[card].kept == RB_KEPT_RUNE;
}

bool rb_is_own(const struct rb_content *c, const struct rb_state *s, int seat, int who)
{
    return who == 0 ||
           (who <= RB_DECKED && vl_set_has(s->p[seat].held, who - 1) && rb_is_ally(c, who - 1));
}

int rb_owner(const struct rb_state *s, int card)
{
    if (card < RB_DECKED)
        return s->t[card].place >= RB_IN_HELD0 ? s->t[card].place - RB_IN_HELD0 : -1;
    for (int seat = 0; seat < s->base.seats; seat++)
        if (s->p[seat].hero == card)
            return seat;
    return -1;
}

uint8_t *rb_flags(struct rb_state *s, int card)
{
    if (card < RB_DECKED)
        return &s->t[card].flags;
    int seat = rb_owner(s, card);
    VL_ASSERT(seat >= 0);
    return &s->p[seat].flags;
}

int rb_flags_of(const struct rb_state *s, int card)
{
    if (card < RB_DECKED)
        return s->t[card].flags;
    int seat = rb_owner(s, card);
    VL_ASSERT(seat >= 0);
    return s->p[seat].flags;
}

/* ---- characters ---- */

const struct rb_body *rb_body(const struct rb_content *c, const struct rb_state *s, int seat,
                              int who)
{
    const struct rb_card *card = &c->cards[rb_card_of(s, seat, who)];

    return card->sort == RB_SORT_CHALLENGE ? &card->keeps : &card->is;
}

int rb_wounds(const struct rb_state *s, int seat, int who)
{
    return who ? s->t[who - 1].wounds : s->p[seat].wounds;
}

int rb_fatigue(const struct rb_state *s, int seat, int who)
{
    return who ? s->t[who - 1].fatigue : s->p[seat].fatigue;
}

static int within(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

/* RB-WND-14: modifiers are the hero's alone; RB-STA-03: no more than can be counted. */
int rb_life(const struct rb_content *c, const struct rb_state *s, int seat, int who)
{
    return within(rb_body(c, s, seat, who)->life + (who ? 0 : s->p[seat].sums.life), 1,
                  RB_HARM_MAX);
}

int rb_stamina(const struct rb_content *c, const struct rb_state *s, int seat, int who)
{
    return within(rb_body(c, s, seat, who)->stamina + (who ? 0 : s->p[seat].sums.stamina), 0,
                  RB_HARM_MAX);
}

int rb_value(const struct rb_content *c, const struct rb_state *s, int seat, int who, int attr)
{
    int printed = rb_figure(rb_body(c, s, seat, who), attr)[0];

    return who ? printed : printed + s->p[seat].counters[attr] + s->p[seat].sums.attr[attr];
}

/* ---- what cards add up to ---- */

static void add_passive(struct rb_sums *sum, const struct vl_fx *fx)
{
    int n = fx->arg[1];

    switch ((enum rb_verb)fx->verb) {
    case RB_DO_ROLL_MOD:
        for (int kind = 0; kind < RB_ROLLS; kind++)
            if (fx->arg[2] == RB_SCOPE_HERO && (fx->arg[0] >> kind & 1))
                rb_add(&sum->roll[kind], n);
        break;
    case RB_DO_DMG_MOD:
        for (int kind = 0; kind < RB_FIGHTS; kind++)
            if (fx->arg[2] == RB_SCOPE_HERO && (fx->arg[0] >> kind & 1))
                rb_add(&sum->damage[kind], n);
        break;
    case RB_DO_ATTR_MOD: rb_add(&sum->attr[fx->arg[0]], n); break;
    case RB_DO_LIFE_MOD: rb_add(&sum->life, fx->arg[0]); break;
    case RB_DO_STAMINA_MOD: rb_add(&sum->stamina, fx->arg[0]); break;
    case RB_DO_DICE_MOD: rb_add(&sum->dice, fx->arg[0]); break;
    case RB_DO_WILD: sum->wild = (uint8_t)(sum->wild | 1u << fx->arg[0]); break;
    case RB_DO_PRICE_MOD:
        for (int what = 0; what < 2; what++)
            if (fx->arg[0] >> what & 1)
                rb_add(&sum->price[what], n);
        break;
    default: break; /* the pack has nothing else here */
    }
}

static void add_card(const struct rb_content *c, struct rb_sums *sum, const struct rb_card *card)
{
    sum->when = (uint16_t)(sum->when | card->when);
    if (!(card->when >> RB_AT_PASSIVE & 1))
        return;
    for (int i = 0; i < card->abilities_len; i++) {
        const struct rb_ability *a = &card->abilities[i];
        const struct vl_fx *steps = rb_steps(c, a->effects);

        for (int k = 0; (a->when >> RB_AT_PASSIVE & 1) && k < a->effects.len; k++)
            add_passive(sum, &steps[k]);
    }
}

void rb_recount(const struct rb_content *c, struct rb_player *p)
{
    memset(&p->sums, 0, sizeof p->sums);
    if (p->hero != VL_NONE)
        add_card(c, &p->sums, &c->cards[p->hero]);
    for (int card = rb_next(p->held, 0); card >= 0; card = rb_next(p->held, card + 1))
        add_card(c, &p->sums, &c->cards[card]);
}

/* RB-EVT-08: the event in play concerns everybody. */
int rb_global(const struct rb_content *c, const struct rb_state *s, int verb, int what)
{
    int sum = 0;

    if (s->event == VL_NONE)
        return 0;
    struct vl_fx_list list = c->cards[s->event].scripts[RB_GLOBAL];
    const struct vl_fx *fx = rb_steps(c, list);
    for (int i = 0; i < list.len; i++) {
        if (fx[i].verb != verb)
            continue;
        if (what < 0)
            sum += fx[i].arg[0];
        else if (verb == RB_DO_MOVE_COST ? fx[i].arg[0] == what : fx[i].arg[0] >> what & 1)
            sum += fx[i].arg[1];
    }
    return sum;
}

int rb_count_kind(const struct rb_content *c, const struct rb_state *s, int seat, int kind)
{
    int n = 0;

    for (int card = rb_next(s->p[seat].held, RB_ALLIES); card >= 0;
         card = rb_next(s->p[seat].held, card + 1))
        n += rb_is_artifact(c, card) && c->cards[card].kind == kind;
    return n;
}

int rb_allies(const struct rb_content *c, const struct rb_state *s, int seat)
{
    int n = 0;

    for (int card = rb_next(s->p[seat].held, 0); card >= 0;
         card = rb_next(s->p[seat].held, card + 1))
        n += rb_is_ally(c, card);
    return n;
}

int rb_runes(const struct rb_content *c, const struct rb_state *s, int seat)
{
    int n = 0;

    for (int card = rb_next(s->p[seat].held, RB_MARKET); card >= 0;
         card = rb_next(s->p[seat].held, card + 1))
        n += rb_is_rune(c, card);
    return n;
}

int rb_counters(const struct rb_player *p)
{
    return p->counters[RB_MIND] + p->counters[RB_BODY] + p->counters[RB_SPIRIT];
}

/* RB-XP-09: points spent on counters, and those that are left. */
int rb_xp_total(const struct vl_rules *r, const struct rb_state *s, int seat)
{
    const struct rb_player *p = &s->p[seat];

    return p->xp + rb_counters(p) * rb_derived(r)->xp_cost;
}

/* ---- market ---- */

/* RB-MKT-08: never below 1. */
int rb_price(const struct rb_content *c, const struct rb_state *s, int seat, int card)
{
    int what = c->cards[card].sort == RB_SORT_ALLY ? 0 : 1;
    int price = c->cards[card].price + s->p[seat].sums.price[what] +
                rb_global(c, s, RB_DO_PRICE_MOD, what);

    return price < 1 ? 1 : price;
}

int rb_heal_cost(const struct rb_content *c, const struct rb_state *s)
{
    int cost = rb_global(c, s, RB_DO_HEAL_COST, -1);

    return cost > 0 ? cost : 1;
}

/* ---- the map ---- */

int rb_dice_max(const struct rb_state *s)
{
    int n = (s->in_town ? 5 : 4) + s->p[s->active].sums.dice;

    return within(n, 0, RB_DICE);
}

static int magnitude(int n)
{
    return n < 0 ? -n : n;
}

/* RB-BRD-06 */
int rb_distance(const struct rb_content *c, int a, int b)
{
    int dq = c->hexes[a].q - c->hexes[b].q, dr = c->hexes[a].r - c->hexes[b].r;

    return (magnitude(dq) + magnitude(dr) + magnitude(dq + dr)) / 2;
}

unsigned rb_nearest(const struct rb_content *c, int hex)
{
    int least = RB_HEXES;
    unsigned towns = 0;

    for (int town = 0; town < RB_TOWNS; town++) {
        int d = rb_distance(c, hex, c->towns[town].hex);
        if (d > least)
            continue;
        towns = d < least ? 1u << town : towns | 1u << town;
        least = d;
    }
    return towns;
}

/* RB-MOV-15, 17, 29: its symbols, towns, and with any die what WILD opens. */
unsigned rb_opens(const struct rb_content *c, const struct rb_state *s, int die)
{
    return c->faces[s->dice[die]].symbols | 1u << RB_TOWN | s->p[s->active].sums.wild;
}

/* ---- fights ---- */

static int attr_of(int phase)
{
    return phase == RB_FIGHTS ? RB_MIND : phase; /* an escape is a matter of Mind */
}

/* RB-CBT-22, RB-EFX-04: `ranged` is the Mind difficulty, of an escape too. */
int rb_difficulty(const struct rb_content *c, const struct rb_state *s, int phase)
{
    int attr = attr_of(phase);

    return rb_figure(&c->cards[s->combat.card].is, attr)[0] + s->combat.tilt[attr].diff[0] +
           rb_global(c, s, RB_DO_ENEMY_DIFF, attr);
}

int rb_enemy_damage(const struct rb_content *c, const struct rb_state *s, int phase)
{
    int n = rb_figure(&c->cards[s->combat.card].is, phase)[1] + s->combat.tilt[phase].dmg[0];

    return n < 0 ? 0 : n;
}

/* Of an ally: what it adds to its own rolls, or damage, all the time. */
static int own_bonus(const struct rb_content *c, int card, int verb, int kind)
{
    const struct rb_card *k = &c->cards[card];
    int sum = 0;

    for (int i = 0; i < k->abilities_len; i++) {
        const struct vl_fx *fx = rb_steps(c, k->abilities[i].effects);

        for (int j = 0;
             (k->abilities[i].when >> RB_AT_PASSIVE & 1) && j < k->abilities[i].effects.len; j++)
            if (fx[j].verb == verb && fx[j].arg[2] == RB_SCOPE_SELF && (fx[j].arg[0] >> kind & 1))
                sum += fx[j].arg[1];
    }
    return sum;
}

/* RB-CBT-12, RB-PVP-11, RB-PVP-12; RB-PVP-24: what the other side takes off stops at 0. */
int rb_own_damage(const struct rb_content *c, const struct rb_state *s, int seat, int who,
                  int phase)
{
    int side = seat != s->active, n = rb_figure(rb_body(c, s, seat, who), phase)[1];

    if (who > 0)
        return n + own_bonus(c, who - 1, RB_DO_DMG_MOD, phase);
    if (s->combat.fight == RB_DUEL)
        n += s->combat.tilt[phase].dmg[!side];
    return (n < 0 ? 0 : n) + s->p[seat].sums.damage[phase];
}

/* RB-TST-02, RB-TST-10, RB-PVP-24, RB-PVP-25. */
int rb_bonus(const struct rb_content *c, const struct rb_state *s, int seat, int who, int kind,
             int attr)
{
    int sum = rb_value(c, s, seat, who, attr);
    bool duel = s->combat.fight == RB_DUEL;

    if (who > 0)
        sum += own_bonus(c, who - 1, RB_DO_ROLL_MOD, kind);
    else if (!(duel && kind == RB_ROLL_ESCAPE && seat != s->active)) /* RB-PVP-04, RB-RUL-90 */
        sum += s->p[seat].sums.roll[kind] + rb_global(c, s, RB_DO_ROLL_MOD, kind);
    if (duel && kind <= RB_ROLL_ESCAPE)
        sum += s->combat.tilt[attr_of(kind == RB_ROLL_ESCAPE ? RB_FIGHTS : kind)]
                   .diff[seat == s->active];
    return sum;
}

/* How many of the 20 sides bring a total of at least `against`. */
static int sides(int bonus, int against)
{
    int n = RB_D20 + 1 - (against - bonus);

    return n < 0 ? 0 : n > RB_D20 ? RB_D20 : n;
}

/* The card that lies open asks for it, or the challenge at hand: the lowest frame. */
int rb_test_difficulty(const struct vl_rules *r, const struct rb_state *s)
{
    struct vl_fx_look look = { &rb_machine, r, &s->base, NULL, NULL };

    if (s->roll.stage == RB_NO_ROLL || s->roll.kind != RB_ROLL_TEST || s->depth == 0)
        return -1;
    const struct vl_fx *step = vl_fx_asking(&look, &s->frames[0]);
    return step && step->verb == RB_DO_TEST ? step->arg[2] : -1;
}

/* RB-PVP-08, RB-CHN-09: against a die that is to come, or the total that lies there. */
static int duel_chance(const struct rb_content *c, const struct rb_state *s, int bonus, int kind,
                       bool at_hand)
{
    int seat = s->combat.defender, sum = 0;
    int enemy = rb_bonus(c, s, seat, 0, kind, kind == RB_ROLL_ESCAPE ? RB_MIND : kind);

    if (at_hand && s->roll.seat != seat)
        return RB_D20 * sides(bonus, s->combat.side[1].total);
    if (at_hand)
        enemy += s->roll.bonus;
    if (at_hand && s->roll.die > 0)
        return RB_D20 * sides(bonus, enemy + s->roll.die);
    for (int die = 1; die <= RB_D20; die++)
        sum += sides(bonus, enemy + die);
    return sum;
}

int rb_chance(const struct vl_rules *r, const struct rb_state *s, int who, int kind)
{
    const struct rb_content *c = rb_content(r);
    bool at_hand = s->roll.stage != RB_NO_ROLL && s->roll.kind == kind;
    int attr = kind == RB_ROLL_ESCAPE ? RB_MIND : kind == RB_ROLL_TEST ? s->roll.attr : kind;
    int wanted = rb_test_difficulty(r, s);

    if (kind == RB_ROLL_TEST ? wanted < 0 : s->combat.fight == RB_NO_FIGHT)
        return -1;
    int bonus = rb_bonus(c, s, s->active, who, kind, attr);
    if (at_hand && s->roll.seat == s->active)
        bonus += s->roll.bonus;
    if (kind == RB_ROLL_TEST)
        return RB_D20 * sides(bonus, wanted);
    if (s->combat.fight == RB_DUEL)
        return duel_chance(c, s, bonus, kind, at_hand);
    return RB_D20 * sides(bonus, rb_difficulty(c, s, kind == RB_ROLL_ESCAPE ? RB_FIGHTS : kind));
}
