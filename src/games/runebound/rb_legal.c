/* rb_legal.c - who may do what: the lists of decisions (RB-DEC) and the refusals (RB-ERR). Both
 * ask the same questions. */
#include "games/runebound/runebound.h"

static struct vl_fx_look look_at(const struct vl_rules *r, const struct rb_state *s)
{
    struct vl_fx_look look = { &rb_machine, r, &s->base, NULL, NULL };

    return look;
}

/* ---- abilities ---- */

/* The time of the window that is open. */
static int timing_now(const struct rb_state *s)
{
    switch (s->base.phase) {
    case RB_PH_MOVE_PLAN: return RB_AT_BEFORE_MOVE;
    case RB_PH_MOVE: return RB_AT_MOVING;
    case RB_PH_BEFORE_COMBAT: return RB_AT_BEFORE_COMBAT;
    case RB_PH_ESCAPE: return RB_AT_ESCAPE;
    case RB_PH_BOOST: return s->roll.kind == RB_ROLL_TEST ? RB_AT_TEST : RB_AT_BOOST;
    case RB_PH_REROLL: return RB_AT_REROLL;
    case RB_PH_SOAK: return RB_AT_SOAK;
    default: return RB_AT_AFTER;
    }
}

/* RB-ACT-09 to 12, RB-ACT-18 */
static bool is_used(const struct rb_state *s, int card, int index)
{
    return (rb_flags_of(s, card) & (RB_USED_TURN | RB_USED_ROLL) << index) != 0;
}

/* RB-ACT-17: is it about the roll, or the wounds, at hand? */
static bool fits(const struct vl_fx_look *look, const struct vl_fx *step)
{
    switch (step->verb) {
    case RB_DO_ROLL_MOD:
    case RB_DO_REROLL: return rb_verbs[step->verb].does.can(look);
    case RB_DO_DMG_MOD: {
        const struct rb_roll *roll = &rb_of(look->s)->roll;
        return (step->arg[0] >> roll->kind & 1) &&
               (step->arg[2] == RB_SCOPE_SELF ? roll->who == 1 + look->frame->source
                                              : roll->who == 0);
    }
    default: return true;
    }
}

/* RB-ERR-27 to 29: what a step needs and does not find, the first of the table. */
static vl_rule refuse_steps(const struct vl_fx_look *all, const struct vl_fx *steps, int len)
{
    struct vl_fx_look look = *all;
    vl_rule first = 0;

    for (int i = 0; i < len; i += 1 + steps[i].skip) {
        bool (*can)(const struct vl_fx_look *) = rb_verbs[steps[i].verb].does.can;
        vl_rule no = steps[i].verb == RB_DO_ACT   ? RB_ERR_27
                     : steps[i].verb == RB_DO_PAY ? RB_ERR_28
                                                  : RB_ERR_29;

        look.step = &steps[i];
        if (can && !can(&look) && (first == 0 || no < first))
            first = no;
    }
    return first;
}

/* RB-ERR-24 to 29: the first thing that stands against using it at this time; 0: nothing. */
static vl_rule refuse_ability(const struct vl_rules *r, const struct rb_state *s, int seat,
                              int card, int index, int timing)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_card *k = &c->cards[card];

    if (index >= k->abilities_len)
        return RB_ERR_24;
    const struct rb_ability *a = &k->abilities[index];
    if (!(a->when >> timing & 1))
        return RB_ERR_25;
    struct vl_frame f = rb_machine.none;
    struct vl_fx_look look = look_at(r, s);
    const struct vl_fx *steps = rb_steps(c, a->costs.len ? a->costs : a->effects);
    int len = a->costs.len + a->effects.len;

    f.source = (uint16_t)card;
    f.list = vl_u8(index);
    f.who = vl_u8(seat);
    look.frame = &f;
    for (int i = a->costs.len; i < len; i += 1 + steps[i].skip) {
        look.step = &steps[i];
        if (!fits(&look, &steps[i]))
            return RB_ERR_25;
    }
    if (is_used(s, card, index))
        return RB_ERR_26;
    return refuse_steps(&look, steps, len);
}

static int rb_list_card(const struct vl_rules *r, const struct rb_state *s, int seat, int card,
                        int timing, struct vl_move *out)
{
    int n = 0;

    if (!(rb_content(r)->cards[card].when >> timing & 1))
        return 0;
    for (int i = 0; i < rb_content(r)->cards[card].abilities_len; i++)
        if (refuse_ability(r, s, seat, card, i, timing) == 0)
            out[n++] = vl_move_of(RB_MV_USE, card, i);
    return n;
}

/* RB-DEC-02, ascending. */
static int rb_list_uses(const struct vl_rules *r, const struct rb_state *s, int seat, int timing,
                        struct vl_move *out)
{
    const struct rb_player *p = &s->p[seat];
    int n = 0;

    if (!(p->sums.when >> timing & 1))
        return 0;
    for (int card = rb_next(p->held, 0); card >= 0; card = rb_next(p->held, card + 1))
        n += rb_list_card(r, s, seat, card, timing, out + n);
    return n + rb_list_card(r, s, seat, p->hero, timing, out + n);
}

bool rb_has_use(const struct vl_rules *r, const struct rb_state *s, int seat, int timing)
{
    const struct rb_player *p = &s->p[seat];
    struct vl_move out[RB_ABILITIES];

    if (!(p->sums.when >> timing & 1))
        return false;
    if (rb_list_card(r, s, seat, p->hero, timing, out) > 0)
        return true;
    for (int card = rb_next(p->held, 0); card >= 0; card = rb_next(p->held, card + 1))
        if (rb_list_card(r, s, seat, card, timing, out) > 0)
            return true;
    return false;
}

/* ---- lists ---- */

static int add(struct vl_move *out, int n, int kind, int a)
{
    out[n] = vl_move_of(kind, a, 0);
    return n + 1;
}

static int window(const struct vl_rules *r, const struct rb_state *s, int last, struct vl_move *out)
{
    return add(out, rb_list_uses(r, s, s->base.actor, timing_now(s), out), last, 0);
}

static int rb_list_none(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    (void)r;
    (void)s;
    (void)out;
    return 0;
}

static int rb_list_heroes(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    int n = 0;

    (void)r;
    for (int card = RB_DECKED; card < RB_CARDS; card++)
        if (rb_owner(s, card) < 0)
            n = add(out, n, RB_MV_CHOOSE_HERO, card);
    return n;
}

static int rb_list_plan(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    int n = rb_list_uses(r, s, s->active, RB_AT_BEFORE_MOVE, out);

    for (int dice = 0; dice <= rb_dice_max(s); dice++)
        n = add(out, n, RB_MV_ROLL_DICE, dice);
    return add(out, n, RB_MV_FREE_STEP_MODE, 0);
}

/* Own characters for which `fit` holds, the hero first. */
static int rb_list_characters(const struct vl_rules *r, const struct rb_state *s, int seat,
                              int kind, bool (*fit)(const struct rb_state *s, int seat, int who),
                              struct vl_move *out)
{
    const uint32_t *held = s->p[seat].held;
    int n = fit(s, seat, 0) ? add(out, 0, kind, 0) : 0;

    for (int card = rb_next(held, 0); card >= 0; card = rb_next(held, card + 1))
        if (rb_is_ally(rb_content(r), card) && fit(s, seat, 1 + card))
            n = add(out, n, kind, 1 + card);
    return n;
}

static bool is_tired(const struct rb_state *s, int seat, int who)
{
    return rb_fatigue(s, seat, who) > 0;
}

static bool is_wounded(const struct rb_state *s, int seat, int who)
{
    return rb_wounds(s, seat, who) > 0;
}

static bool can_attack(const struct rb_state *s, int seat, int who)
{
    return !(rb_flags_of(s, rb_card_of(s, seat, who)) & RB_ATTACKED);
}

static int rb_list_rests(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return add(out, rb_list_characters(r, s, s->active, RB_MV_REST, is_tired, out), RB_MV_REST_DONE,
               0);
}

/* RB-MOV-14 to 17, 29: the die fits and is not spent. */
static bool die_fits(const struct rb_content *c, const struct rb_state *s, int hex, int die)
{
    return !(s->spent >> die & 1) && (rb_opens(c, s, die) >> c->hexes[hex].terrain & 1);
}

static int rb_list_steps(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    const struct rb_content *c = rb_content(r);
    const uint8_t *next = c->hexes[s->p[s->active].hex].next;
    int n = rb_list_uses(r, s, s->active, RB_AT_MOVING, out);

    for (int side = 0; side < RB_SIDES; side++)
        for (int die = 0; next[side] != VL_NONE && die < s->dice_len; die++)
            if (die_fits(c, s, next[side], die))
                out[n++] = vl_move_of(RB_MV_STEP, side, die);
    for (int side = 0; side < RB_SIDES && s->free_steps > 0; side++)
        if (next[side] != VL_NONE)
            n = add(out, n, RB_MV_STEP_FREE, side);
    return add(out, n, RB_MV_END_MOVE, 0);
}

static int site_here(const struct rb_content *c, const struct rb_state *s)
{
    int site = c->hexes[s->p[s->active].hex].site;

    return site != VL_NONE && s->sites[site] ? site : -1;
}

static int rb_list_arrivals(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    int n = site_here(rb_content(r), s) >= 0 ? add(out, 0, RB_MV_ADVENTURE, 0) : 0;

    for (int seat = 0; seat < s->base.seats && rb_derived(r)->pvp; seat++)
        if (seat != s->active && s->p[seat].hex == s->p[s->active].hex)
            n = add(out, n, RB_MV_ATTACK_HERO, seat);
    return add(out, n, RB_MV_DECLINE, 0);
}

/* RB-DEC-13: yes, if it can be paid and helps somebody. */
static vl_rule refuse_offer(const struct vl_rules *r, const struct rb_state *s, int answer)
{
    struct vl_fx_look look = look_at(r, s);
    const struct vl_frame *f = &s->frames[s->depth - 1];
    const struct vl_fx *may = vl_fx_asking(&look, f);

    if (answer == 0)
        return 0;
    if (answer > 1 || may == NULL)
        return RB_ERR_45;
    struct vl_fx_row row = vl_fx_row(rb_verbs, may, 0);
    look.frame = f;
    return refuse_steps(&look, may + row.begin, row.len);
}

static int rb_list_offers(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    int n = add(out, 0, RB_MV_CHOOSE, 0);

    return refuse_offer(r, s, 1) == 0 ? add(out, n, RB_MV_CHOOSE, 1) : n;
}

static int rb_list_before(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return window(r, s, RB_MV_START, out);
}

static int rb_list_escapes(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return add(out, window(r, s, RB_MV_TRY_ESCAPE, out), RB_MV_STAND, 0);
}

static int rb_list_declares(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return add(out, rb_list_characters(r, s, s->active, RB_MV_ATTACK, can_attack, out),
               RB_MV_DEFEND, 0);
}

static int rb_list_boosts(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return window(r, s, RB_MV_ROLL, out);
}

static int rb_list_rerolls(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return window(r, s, RB_MV_ACCEPT, out);
}

static int rb_list_soaks(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return window(r, s, RB_MV_ACCEPT, out);
}

static int rb_list_after(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return window(r, s, RB_MV_DONE, out);
}

static bool is_excess(const struct rb_content *c, const struct rb_state *s, int card)
{
    return rb_is_artifact(c, card) && c->cards[card].kind == s->excess_kind;
}

static int rb_list_excess(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    const uint32_t *held = s->p[s->excess].held;
    int n = 0;

    for (int card = rb_next(held, 0); card >= 0; card = rb_next(held, card + 1))
        if (is_excess(rb_content(r), s, card))
            n = add(out, n, RB_MV_LIMIT_DISCARD, card);
    return n;
}

static int rb_list_towns(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    unsigned towns = rb_nearest(rb_content(r), s->p[s->down].hex);
    int n = 0;

    for (int town = 0; town < RB_TOWNS; town++)
        if (towns >> town & 1)
            n = add(out, n, RB_MV_CHOOSE_TOWN, town);
    return n;
}

static int rb_list_loot(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    const uint32_t *held = s->p[s->combat.loser].held;
    int n = 0;

    (void)r;
    for (int card = rb_next(held, 0); card >= 0; card = rb_next(held, card + 1))
        n = add(out, n, RB_MV_LOOT, card);
    return add(out, n, RB_MV_LOOT_NONE, 0);
}

static int rb_list_gates(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    (void)r;
    (void)s;
    return add(out, add(out, 0, RB_MV_ENTER_MARKET, 0), RB_MV_SKIP_MARKET, 0);
}

/* ---- what is aimed at ---- */

/* The step that asks; inside an offer the one whose need is being named. */
static const struct vl_fx *aiming(const struct vl_rules *r, const struct rb_state *s)
{
    struct vl_fx_look look = look_at(r, s);
    const struct vl_frame *f = &s->frames[s->depth - 1];
    const struct vl_fx *step = vl_fx_asking(&look, f);

    if (step && step->verb == RB_DO_MAY && f->turn > 0)
        step += vl_fx_row(rb_verbs, step, 0).begin + f->turn - 1;
    return step;
}

static int rb_list_down(const struct rb_state *s, int seat, int source, struct vl_move *out)
{
    const struct rb_player *p = &s->p[seat];
    int n = 0;

    if ((p->flags & RB_FACE_DOWN) && source != p->hero)
        n = add(out, n, RB_MV_TARGET, 0);
    for (int card = rb_next(p->held, 0); card >= 0; card = rb_next(p->held, card + 1))
        if (card != source && (s->t[card].flags & RB_FACE_DOWN))
            n = add(out, n, RB_MV_TARGET, 1 + card);
    return n;
}

/* RB-MOV-28: sets of at most k dice that are not spent. */
static int rb_list_dice(const struct rb_state *s, int most, struct vl_move *out)
{
    unsigned free = ((1u << s->dice_len) - 1) & ~(unsigned)s->spent;
    int n = 0;

    for (unsigned set = 1; set < 1u << RB_DICE; set++)
        if (!(set & ~free) && vl_bits(set) <= most)
            n = add(out, n, RB_MV_TARGET_DICE, (int)set);
    return n;
}

static int rb_list_aims(const struct vl_rules *r, const struct rb_state *s, int seat,
                        struct vl_move *out)
{
    int n = 0;

    for (int town = 0; town < RB_TOWNS; town++)
        if (rb_content(r)->towns[town].hex != s->p[seat].hex)
            n = add(out, n, RB_MV_TARGET_TOWN, town);
    return n;
}

int rb_targets(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    const struct vl_frame *f = &s->frames[s->depth - 1];
    const struct vl_fx *step = aiming(r, s);

    if (!step)
        return 0;
    switch (step->verb) {
    case RB_DO_HEAL: return rb_list_characters(r, s, f->who, RB_MV_TARGET, is_wounded, out);
    case RB_DO_REST: return rb_list_characters(r, s, f->who, RB_MV_TARGET, is_tired, out);
    case RB_DO_REFRESH: return rb_list_down(s, f->who, f->source, out);
    case RB_DO_REROLL_DICE: return rb_list_dice(s, step->arg[0], out);
    case RB_DO_TELEPORT: return rb_list_aims(r, s, f->who, out);
    default: return 0;
    }
}

static int rb_list_targets(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    return rb_targets(r, s, out);
}

/* ---- market, experience ---- */

static int town_here(const struct vl_rules *r, const struct rb_state *s)
{
    return rb_content(r)->hexes[s->p[s->active].hex].town;
}

static bool is_offered(const struct vl_rules *r, const struct rb_state *s, int card)
{
    return card < RB_MARKET && s->t[card].place == RB_IN_STACK0 + town_here(r, s);
}

/* RB-ERR-30 to 36 */
static vl_rule refuse_purchase(const struct vl_rules *r, const struct rb_state *s, int card,
                               int sort)
{
    const struct rb_content *c = rb_content(r);
    int limit = rb_derived(r)->ally_limit;

    if (!is_offered(r, s, card))
        return RB_ERR_30;
    if (c->cards[card].sort != sort)
        return sort == RB_SORT_ALLY ? RB_ERR_32 : RB_ERR_31;
    if (rb_price(c, s, s->active, card) > s->p[s->active].gold)
        return RB_ERR_33;
    if (sort == RB_SORT_ALLY && limit > 0 && rb_allies(c, s, s->active) >= limit)
        return RB_ERR_34;
    return s->t[card].flags & RB_SOLD ? RB_ERR_36 : 0;
}

static vl_rule refuse_own_artifact(const struct vl_rules *r, const struct rb_state *s, int card)
{
    if (card >= RB_DECKED || !vl_set_has(s->p[s->active].held, card))
        return RB_ERR_23;
    return rb_is_artifact(rb_content(r), card) ? 0 : RB_ERR_31;
}

static vl_rule refuse_sale(const struct vl_rules *r, const struct rb_state *s, int card)
{
    vl_rule no = refuse_own_artifact(r, s, card);

    if (no)
        return no;
    if (card >= RB_MARKET)
        return RB_ERR_35;
    return s->t[card].flags & RB_BOUGHT ? RB_ERR_36 : 0;
}

static int rb_list_sales(const struct vl_rules *r, const struct rb_state *s, int kind,
                         vl_rule (*refuse)(const struct vl_rules *, const struct rb_state *, int),
                         struct vl_move *out)
{
    const uint32_t *held = s->p[s->active].held;
    int n = 0;

    for (int card = rb_next(held, RB_ALLIES); card >= 0; card = rb_next(held, card + 1))
        if (refuse(r, s, card) == 0)
            n = add(out, n, kind, card);
    return n;
}

static int rb_list_market(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    const struct rb_content *c = rb_content(r);
    int n = 0;

    for (int card = RB_ALLIES; card < RB_MARKET; card++)
        if (is_offered(r, s, card) && refuse_purchase(r, s, card, RB_SORT_ARTIFACT) == 0)
            n = add(out, n, RB_MV_BUY, card);
    for (int card = 0; card < RB_ALLIES; card++)
        if (is_offered(r, s, card) && refuse_purchase(r, s, card, RB_SORT_ALLY) == 0)
            n = add(out, n, RB_MV_HIRE, card);
    n += rb_list_sales(r, s, RB_MV_SELL, refuse_sale, out + n);
    if (s->p[s->active].gold >= rb_heal_cost(c, s))
        n += rb_list_characters(r, s, s->active, RB_MV_HEAL, is_wounded, out + n);
    n += rb_list_sales(r, s, RB_MV_DISCARD, refuse_own_artifact, out + n);
    return add(out, n, RB_MV_LEAVE_MARKET, 0);
}

static bool can_grow(const struct vl_rules *r, const struct rb_state *s, int attr)
{
    return s->p[s->active].xp >= rb_derived(r)->xp_cost &&
           s->p[s->active].counters[attr] < RB_COUNTERS_MAX;
}

static int rb_list_growth(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out)
{
    int n = 0;

    for (int attr = 0; attr < RB_ATTRS; attr++)
        if (can_grow(r, s, attr))
            n = add(out, n, RB_MV_BUY_XP, attr);
    return add(out, n, RB_MV_END_TURN, 0);
}

typedef int rb_list(const struct vl_rules *r, const struct rb_state *s, struct vl_move *out);
#define X(name, word, list, stage) rb_list_##list,
static rb_list *const rb_lists[] = { RB_PHASE_MAP(X) };
#undef X

int rb_legal(const struct vl_rules *r, const struct vl_state *state, struct vl_move *out)
{
    const struct rb_state *s = rb_of(state);

    if (state->actor == VL_CHANCE)
        return rb_outcomes(r, s, out);
    return rb_lists[state->phase](r, s, out);
}

/* ---- refusals ---- */

#define PH(name) (UINT64_C(1) << RB_PH_##name)
#define X(name, word, flags, n, args, phases, ...) phases,
static const uint64_t rb_phases_of[] = { 0, RB_MOVE_MAP(X) };
#undef X

static vl_rule refuse_character(const struct vl_rules *r, const struct rb_state *s, int who,
                                bool (*fit)(const struct rb_state *, int, int), vl_rule rule)
{
    if (!rb_is_own(rb_content(r), s, s->active, who))
        return RB_ERR_11;
    return fit(s, s->active, who) ? 0 : rule;
}

/* RB-ERR-10 comes before RB-ERR-11. */
static vl_rule refuse_rest(const struct vl_rules *r, const struct rb_state *s, int who)
{
    if (who <= RB_DECKED && !is_tired(s, s->active, who))
        return RB_ERR_10;
    return refuse_character(r, s, who, is_tired, RB_ERR_10);
}

/* RB-ERR-41 comes before RB-ERR-42. */
static vl_rule refuse_growth(const struct vl_rules *r, const struct rb_state *s, int attr)
{
    if (s->p[s->active].xp < rb_derived(r)->xp_cost)
        return RB_ERR_41;
    if (attr >= RB_ATTRS)
        return RB_ERR_42;
    return can_grow(r, s, attr) ? 0 : RB_ERR_41;
}

static vl_rule refuse_step(const struct vl_rules *r, const struct rb_state *s, int side, int die)
{
    if (die >= s->dice_len)
        return RB_ERR_12;
    if (s->spent >> die & 1)
        return RB_ERR_13;
    int hex = side < RB_SIDES ? rb_content(r)->hexes[s->p[s->active].hex].next[side] : VL_NONE;
    if (hex == VL_NONE)
        return RB_ERR_14;
    return die_fits(rb_content(r), s, hex, die) ? 0 : RB_ERR_15;
}

static vl_rule refuse_step_free(const struct vl_rules *r, const struct rb_state *s, int side)
{
    if (side >= RB_SIDES || rb_content(r)->hexes[s->p[s->active].hex].next[side] == VL_NONE)
        return RB_ERR_14;
    return s->free_steps > 0 ? 0 : RB_ERR_16;
}

static vl_rule refuse_rival(const struct vl_rules *r, const struct rb_state *s, int seat)
{
    if (seat >= s->base.seats || seat == s->active || s->p[seat].hex != s->p[s->active].hex)
        return RB_ERR_18;
    return rb_derived(r)->pvp ? 0 : RB_ERR_19;
}

static vl_rule refuse_hero(const struct rb_state *s, int card)
{
    if (card < RB_DECKED || card >= RB_CARDS)
        return RB_ERR_06;
    return rb_owner(s, card) < 0 ? 0 : RB_ERR_07;
}

static vl_rule refuse_use(const struct vl_rules *r, const struct rb_state *s, int card, int index)
{
    if (card >= RB_CARDS || rb_owner(s, card) != s->base.actor)
        return RB_ERR_23;
    return refuse_ability(r, s, s->base.actor, card, index, timing_now(s));
}

static vl_rule refuse_heal(const struct vl_rules *r, const struct rb_state *s, int who)
{
    vl_rule no = refuse_character(r, s, who, is_wounded, RB_ERR_37);

    if (no == RB_ERR_11)
        return no;
    return s->p[s->active].gold < rb_heal_cost(rb_content(r), s) ? RB_ERR_33 : no;
}

static vl_rule refuse_excess(const struct vl_rules *r, const struct rb_state *s, int card)
{
    if (card >= RB_DECKED || !vl_set_has(s->p[s->excess].held, card))
        return RB_ERR_23;
    return is_excess(rb_content(r), s, card) ? 0 : RB_ERR_38;
}

/* Not on the list. */
static vl_rule refuse_unlisted(const struct vl_rules *r, const struct rb_state *s, struct vl_move m,
                               vl_rule rule)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = rb_legal(r, &s->base, list);

    return vl_move_find(list, n, m) >= 0 ? 0 : rule;
}

static vl_rule refuse_decision(const struct vl_rules *r, const struct rb_state *s, struct vl_move m)
{
    int a = m.arg[0];

    switch ((enum rb_move)m.kind) {
    case RB_MV_CHOOSE_HERO: return refuse_hero(s, a);
    case RB_MV_USE: return refuse_use(r, s, a, m.arg[1]);
    case RB_MV_ROLL_DICE: return a <= rb_dice_max(s) ? 0 : RB_ERR_08;
    case RB_MV_REST: return refuse_rest(r, s, a);
    case RB_MV_STEP: return refuse_step(r, s, a, m.arg[1]);
    case RB_MV_STEP_FREE: return refuse_step_free(r, s, a);
    case RB_MV_ADVENTURE: return site_here(rb_content(r), s) >= 0 ? 0 : RB_ERR_17;
    case RB_MV_ATTACK_HERO: return refuse_rival(r, s, a);
    case RB_MV_CHOOSE: return refuse_offer(r, s, a);
    case RB_MV_ATTACK: return refuse_character(r, s, a, can_attack, RB_ERR_21);
    case RB_MV_DEFEND_WITH: return a == 0 ? 0 : RB_ERR_22;
    case RB_MV_LIMIT_DISCARD: return refuse_excess(r, s, a);
    case RB_MV_CHOOSE_TOWN: return refuse_unlisted(r, s, m, RB_ERR_39);
    case RB_MV_LOOT: return refuse_unlisted(r, s, m, RB_ERR_40);
    case RB_MV_BUY: return refuse_purchase(r, s, a, RB_SORT_ARTIFACT);
    case RB_MV_HIRE: return refuse_purchase(r, s, a, RB_SORT_ALLY);
    case RB_MV_SELL: return refuse_sale(r, s, a);
    case RB_MV_HEAL: return refuse_heal(r, s, a);
    case RB_MV_DISCARD: return refuse_own_artifact(r, s, a);
    case RB_MV_BUY_XP: return refuse_growth(r, s, a);
    case RB_MV_TARGET:
    case RB_MV_TARGET_DICE:
    case RB_MV_TARGET_TOWN: return refuse_unlisted(r, s, m, RB_ERR_29);
    case RB_MV_GO: return rb_has_way(r, s, m) ? 0 : RB_ERR_47;
    default: return 0;
    }
}

vl_rule rb_refuse(const struct vl_rules *r, const struct vl_state *state, struct vl_move m,
                  vl_actor by)
{
    const struct rb_state *s = rb_of(state);
    bool chance = m.kind >= RB_MV_DEAL && m.kind <= RB_MV_D20;

    if (state->actor == VL_OVER)
        return RB_ERR_01;
    if (by != VL_ANYONE && by != state->actor)
        return RB_ERR_04;
    if (m.kind == RB_MV_NONE || m.kind >= RB_MOVES || !(rb_phases_of[m.kind] >> state->phase & 1))
        return RB_ERR_05;
    if (chance || state->actor < 0)
        return chance && state->actor == VL_CHANCE ? rb_refuse_outcome(r, s, m) : RB_ERR_05;
    return refuse_decision(r, s, m);
}
