/* rb_market.c - step 4 of a turn: the market of a town, and what is given up when a limit is
 * exceeded. */
#include "games/runebound/runebound.h"

/* ---- step 4: market ---- */

void rb_stage_gate(struct rb_play *p)
{
    (void)rb_enter(p, RB_PH_MARKET_ENTER);
}

void rb_on_skip_market(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    rb_stage(p, RB_PH_EXPERIENCE);
}

/* RB-MKT-02 */
void rb_on_enter_market(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;

    (void)arg;
    VL_EMIT(p->x.sink, RB_EV_MARKET, RB_MKT_02, s->active, s->active,
            p->c->hexes[s->p[s->active].hex].town);
    s->to_draw = vl_u8(1 + rb_global(p->c, s, RB_DO_EXTRA_DRAW, -1));
    rb_stage(p, RB_PH_MARKET_DRAW);
}

static void stock(struct rb_play *p, int card, int town, vl_rule rule)
{
    rb_draw(p, RB_COLOURS, card);
    rb_move_card(p, card, RB_IN_STACK0 + town);
    VL_EMIT(p->x.sink, RB_EV_STOCKED, rule, -1, card, town);
}

static int town_here(const struct rb_play *p)
{
    return p->c->hexes[p->s->p[p->s->active].hex].town;
}

/* RB-MKT-03: an empty deck gives nothing. */
void rb_stage_stock(struct rb_play *p)
{
    struct rb_state *s = p->s;

    for (; s->to_draw > 0; s->to_draw--) {
        int card = rb_next_card(p->c, s, RB_COLOURS);

        if (card == -1) {
            (void)rb_enter(p, RB_PH_MARKET_DRAW);
            return;
        }
        if (card >= 0)
            stock(p, card, town_here(p), RB_MKT_02);
    }
    rb_stage(p, RB_PH_MARKET);
}

/* A card of the market: for a town at setup, for a step that draws, for the market at hand. */
void rb_on_deal(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;

    if (s->depth > 0) {
        vl_fx_answer(&p->x, arg[0]);
    } else if (s->stage == RB_PH_SETUP) {
        stock(p, arg[0], s->to_draw, RB_SET_05);
    } else {
        stock(p, arg[0], town_here(p), RB_MKT_02);
        s->to_draw--;
    }
    rb_go_on(p);
}

void rb_stage_market(struct rb_play *p)
{
    (void)rb_enter(p, RB_PH_MARKET);
}

/* RB-MKT-17: what is too much is discarded at once, then the market goes on. */
static void acquire(struct rb_play *p, int card, int event, vl_rule rule)
{
    struct rb_state *s = p->s;
    int price = rb_price(p->c, s, s->active, card);

    s->p[s->active].gold = vl_u16(s->p[s->active].gold - price);
    rb_hold(p, s->active, card);
    s->t[card].flags = RB_BOUGHT;
    VL_EMIT(p->x.sink, event, rule, s->active, s->active, card, price);
    (void)rb_enter(p, rb_exceeds(p, s->active) ? RB_PH_LIMIT_DISCARD : RB_PH_MARKET);
}

void rb_on_buy(struct rb_play *p, const uint8_t *arg)
{
    acquire(p, arg[0], RB_EV_BOUGHT, RB_MKT_06);
}

void rb_on_hire(struct rb_play *p, const uint8_t *arg)
{
    acquire(p, arg[0], RB_EV_HIRED, RB_MKT_07);
}

/* RB-MKT-10, RB-MKT-11: half the printed price, rounded up. */
void rb_on_sell(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;
    int n = (p->c->cards[arg[0]].price + 1) / 2;

    rb_give_up(p, arg[0], RB_IN_STACK0 + town_here(p));
    s->t[arg[0]].flags = RB_SOLD;
    VL_EMIT(p->x.sink, RB_EV_SOLD, RB_MKT_10, s->active, s->active, arg[0], n);
    rb_gold(p, s->active, n, RB_MKT_10);
    (void)rb_enter(p, RB_PH_MARKET);
}

/* RB-MKT-14 */
void rb_on_heal(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;
    uint8_t *wounds = arg[0] ? &s->t[arg[0] - 1].wounds : &s->p[s->active].wounds;

    --*wounds;
    rb_gold(p, s->active, -rb_heal_cost(p->c, s), RB_MKT_14);
    VL_EMIT(p->x.sink, RB_EV_HEALED, RB_MKT_14, s->active, s->active,
            rb_card_of(s, s->active, arg[0]), 1);
    (void)rb_enter(p, RB_PH_MARKET);
}

static void throw_away(struct rb_play *p, int seat, int card, vl_rule rule)
{
    rb_under_deck(p, card);
    VL_EMIT(p->x.sink, RB_EV_DISCARDED, rule, seat, seat, card);
}

/* RB-MKT-18, RB-MKT-19 */
void rb_on_discard(struct rb_play *p, const uint8_t *arg)
{
    throw_away(p, p->s->active, arg[0], RB_MKT_18);
    (void)rb_enter(p, RB_PH_MARKET);
}

void rb_on_leave_market(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    rb_stage(p, RB_PH_EXPERIENCE);
}

/* RB-MKT-17: until the limit holds; then whatever was interrupted goes on. */
void rb_on_limit_discard(struct rb_play *p, const uint8_t *arg)
{
    throw_away(p, p->s->excess, arg[0], RB_MKT_17);
    if (rb_exceeds(p, p->s->excess))
        (void)rb_enter(p, RB_PH_LIMIT_DISCARD);
    else
        rb_go_on(p);
}
