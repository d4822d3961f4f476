/* rb_verbs.c - what the verbs of cards do (RB-EFX), and their costs (RB-ACT-06 to 08). Their
 * rows, with words and arguments, are in rb_pack.c. */
#include "games/runebound/rb_verbs.h"

static int verdict(enum rb_fate fate)
{
    static const int said[] = { VL_FX_DONE, VL_FX_END, VL_FX_GONE }; /* ORDER rb_fate */

    return said[fate];
}

/* Who pays, or is meant by the card itself: the ally that carries it, else the hero. */
static int bearer(const struct rb_content *c, int card)
{
    return card < RB_DECKED && rb_is_ally(c, card) ? 1 + card : 0;
}

/* ---- costs ---- */

/* RB-ACT-02 */
int rb_do_act(struct vl_fx_run *x)
{
    uint8_t *flags = rb_flags(rb_playing(x)->s, x->frame->source);

    *flags = (uint8_t)(*flags | RB_FACE_DOWN);
    return VL_FX_DONE;
}

/* RB-ACT-03 */
bool rb_can_act(const struct vl_fx_look *look)
{
    return !(rb_flags_of(rb_of(look->s), look->frame->source) & RB_FACE_DOWN);
}

/* RB-ACT-07 */
int rb_do_disc(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);

    VL_EMIT(x->sink, RB_EV_DISCARDED, RB_ACT_07, x->frame->who, x->frame->who, x->frame->source);
    rb_under_deck(p, x->frame->source);
    return VL_FX_DONE;
}

/* RB-ACT-06, RB-WND-08, RB-WND-09: who falls by paying has bought nothing. */
int rb_do_fat(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    int who = x->frame->source < RB_CARDS && rb_owner(p->s, x->frame->source) == x->frame->who
                  ? bearer(p->c, x->frame->source)
                  : 0;

    return verdict(rb_tire(p, x->frame->who, who, x->step->arg[0], RB_ACT_06));
}

/* RB-ACT-08 */
int rb_do_pay(struct vl_fx_run *x)
{
    rb_gold(rb_playing(x), x->frame->who, -x->step->arg[0], RB_ACT_08);
    return VL_FX_DONE;
}

bool rb_can_pay(const struct vl_fx_look *look)
{
    return rb_of(look->s)->p[look->frame->who].gold >= look->step->arg[0];
}

/* ---- rolls ---- */

/* RB-ACT-17: a roll of the matching kind, of the hero or of the ally that carries it. */
static bool fits_roll(const struct vl_fx_look *look, int scope)
{
    const struct rb_roll *roll = &rb_of(look->s)->roll;

    if (roll->stage == RB_NO_ROLL || !(look->step->arg[0] >> roll->kind & 1))
        return false;
    return scope == RB_SCOPE_SELF ? roll->who == 1 + look->frame->source : roll->who == 0;
}

bool rb_can_roll_mod(const struct vl_fx_look *look)
{
    return fits_roll(look, look->step->arg[2]);
}

/* RB-EFX-01 */
int rb_do_roll_mod(struct vl_fx_run *x)
{
    struct rb_roll *roll = &rb_playing(x)->s->roll;

    rb_add(&roll->bonus, x->step->arg[1]);
    VL_EMIT(x->sink, RB_EV_BOOSTED, RB_EFX_01, x->frame->who, x->frame->who, x->step->arg[1]);
    return VL_FX_DONE;
}

/* RB-ACT-16: an attack, or the roll of a duel's defender. */
bool rb_can_dmg_mod(const struct vl_fx_look *look)
{
    return rb_of(look->s)->roll.attacks && fits_roll(look, look->step->arg[2]);
}

/* RB-EFX-02 */
int rb_do_dmg_mod(struct vl_fx_run *x)
{
    struct rb_roll *roll = &rb_playing(x)->s->roll;

    rb_add(&roll->damage, x->step->arg[1]);
    VL_EMIT(x->sink, RB_EV_BOOSTED, RB_EFX_02, x->frame->who, x->frame->who, x->step->arg[1]);
    return VL_FX_DONE;
}

bool rb_can_reroll(const struct vl_fx_look *look)
{
    return fits_roll(look, RB_SCOPE_HERO);
}

/* RB-EFX-07: the new die counts. */
int rb_do_reroll(struct vl_fx_run *x)
{
    struct rb_roll *roll = &rb_playing(x)->s->roll;

    roll->die = 0;
    roll->stage = RB_TO_ROLL;
    VL_EMIT(x->sink, RB_EV_ROLLED_AGAIN, RB_EFX_07, x->frame->who, x->frame->who);
    return VL_FX_DONE;
}

/* ---- fights ---- */

/* RB-EFX-03: a phase's kind matches only wounds of that phase. */
bool rb_can_prevent(const struct vl_fx_look *look)
{
    const struct rb_pending *w = &rb_of(look->s)->pending;

    return w->open && w->n > 0 && w->seat == look->frame->who &&
           (look->step->arg[2] >> w->kind & 1);
}

int rb_do_prevent(struct vl_fx_run *x)
{
    struct rb_pending *w = &rb_playing(x)->s->pending;
    int n = w->n < x->step->arg[0] ? w->n : x->step->arg[0];

    w->n = vl_u8(w->n - n);
    VL_EMIT(x->sink, RB_EV_PREVENTED, RB_EFX_03, x->frame->who, x->frame->who, n);
    return VL_FX_DONE;
}

/* The side of a fight that a frame is on: 0 the active player's. */
static int side_of(struct vl_fx_run *x)
{
    return x->frame->who != rb_playing(x)->s->active;
}

/* RB-EFX-04, RB-EFX-40 */
int rb_do_enemy_diff(struct vl_fx_run *x)
{
    for (int kind = 0; kind < RB_FIGHTS; kind++)
        if (x->step->arg[0] >> kind & 1) {
            rb_add(&rb_playing(x)->s->combat.tilt[kind].diff[side_of(x)], x->step->arg[1]);
            VL_EMIT(x->sink, RB_EV_SOFTENED, RB_EFX_04, x->frame->who, kind, x->step->arg[1]);
        }
    return VL_FX_DONE;
}

/* RB-EFX-05 */
int rb_do_enemy_dmg(struct vl_fx_run *x)
{
    for (int kind = 0; kind < RB_FIGHTS; kind++)
        if (x->step->arg[0] >> kind & 1) {
            rb_add(&rb_playing(x)->s->combat.tilt[kind].dmg[side_of(x)], x->step->arg[1]);
            VL_EMIT(x->sink, RB_EV_BLUNTED, RB_EFX_05, x->frame->who, kind, x->step->arg[1]);
        }
    return VL_FX_DONE;
}

bool rb_can_fight(const struct vl_fx_look *look)
{
    return rb_of(look->s)->combat.fight != RB_NO_FIGHT;
}

/* RB-EFX-06, RB-PVP-24: in a duel the opponent's hero, who may soak. */
int rb_do_wound_enemy(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    struct rb_combat *cb = &p->s->combat;

    if (cb->fight == RB_DUEL)
        return rb_strike(p, side_of(x) ? p->s->active : cb->defender, x->step->arg[0], RB_FIGHTS,
                         RB_EFX_06);
    int sum = cb->wounds + x->step->arg[0], life = p->c->cards[cb->card].is.life;
    cb->wounds = vl_u8(sum < life ? sum : life);
    VL_EMIT(x->sink, RB_EV_ENEMY_WOUNDED, RB_EFX_06, x->frame->who, cb->card, x->step->arg[0],
            cb->wounds);
    return VL_FX_DONE;
}

/* RB-EFX-08, RB-ESC-07 */
bool rb_can_escape(const struct vl_fx_look *look)
{
    const struct rb_state *s = rb_of(look->s);

    return s->combat.fight == RB_DUEL || (s->combat.fight == RB_CHALLENGED &&
                                          !rb_content(look->r)->cards[s->combat.card].no_flight);
}

int rb_do_auto_escape(struct vl_fx_run *x)
{
    rb_escaped(rb_playing(x));
    return VL_FX_GONE;
}

/* RB-EFX-11 */
int rb_do_fail(struct vl_fx_run *x)
{
    rb_fail_challenge(rb_playing(x));
    return VL_FX_GONE;
}

/* ---- wounds, fatigue, healing ---- */

/* RB-EVT-07, RB-EVT-10: every hero in seat order from the active player on, each with the end
 * of its fall before the next. */
static int each_hero(struct vl_fx_run *x,
                     enum rb_fate (*harm)(struct rb_play *, int, int, int, vl_rule), vl_rule rule)
{
    struct rb_play *p = rb_playing(x);
    struct vl_frame *f = x->frame;

    for (; vl_fx_seat(x, p->s->active) >= 0; f->turn++) {
        int seat = vl_fx_seat(x, p->s->active);

        if (!f->reg[RB_REG_OPEN]) {
            f->reg[RB_REG_OPEN] = 1;
            if (harm(p, seat, 0, x->step->arg[1], rule) == RB_FELL)
                (void)rb_put_in_town(p, seat);
        }
        if (p->s->down != VL_NONE)
            return rb_enter(p, RB_PH_KO_TOWN);
        f->reg[RB_REG_OPEN] = 0;
    }
    return VL_FX_DONE;
}

/* RB-EFX-12, RB-CBT-24 */
int rb_do_wound(struct vl_fx_run *x)
{
    if (x->step->arg[0] == RB_AIM_EACH)
        return each_hero(x, rb_hurt, RB_EFX_12);
    return rb_strike(rb_playing(x), x->frame->who, x->step->arg[1], RB_FIGHTS, RB_EFX_12);
}

/* RB-EFX-13 */
int rb_do_fatigue(struct vl_fx_run *x)
{
    if (x->step->arg[0] == RB_AIM_EACH)
        return each_hero(x, rb_tire, RB_EFX_13);
    return verdict(rb_tire(rb_playing(x), x->frame->who, 0, x->step->arg[1], RB_EFX_13));
}

/* RB-ACT-16: a character with at least one wound, or fatigue. */
static bool needs(const struct rb_state *s, int seat, int who, int verb)
{
    return (verb == RB_DO_HEAL ? rb_wounds(s, seat, who) : rb_fatigue(s, seat, who)) > 0;
}

bool rb_can_mend(const struct vl_fx_look *look)
{
    const struct rb_state *s = rb_of(look->s);
    int seat = look->frame->who;

    if (needs(s, seat, 0, look->step->verb))
        return true;
    if (look->step->arg[0] != RB_AIM_ONE)
        return false;
    const uint32_t *held = s->p[seat].held;
    for (int card = rb_next(held, 0); card >= 0; card = rb_next(held, card + 1))
        if (rb_is_ally(rb_content(look->r), card) && needs(s, seat, 1 + card, look->step->verb))
            return true;
    return false;
}

/* RB-RUL-80, RB-RUL-83: what a list aims at is named once; a single target is not asked. */
static int name(struct vl_fx_run *x, int reg)
{
    struct rb_play *p = rb_playing(x);
    struct vl_move list[VL_MOVES_MAX];

    if (x->frame->reg[reg] != 0)
        return VL_FX_DONE;
    int n = vl_fx_take(x);
    if (n < 0 && rb_targets(x->r, p->s, list) == 1)
        n = list[0].arg[0];
    if (n < 0)
        return rb_enter(p, RB_PH_TARGET);
    x->frame->reg[reg] = vl_u8(1 + n);
    return VL_FX_DONE;
}

int rb_name_mended(struct vl_fx_run *x)
{
    return x->step->arg[0] == RB_AIM_ONE ? name(x, RB_REG_TARGET) : VL_FX_DONE;
}

/* RB-EFX-14, RB-EFX-15, RB-RUL-82: a target that paying took away is lost. */
int rb_do_mend(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    int seat = x->frame->who;
    int who = x->step->arg[0] == RB_AIM_ONE ? x->frame->reg[RB_REG_TARGET] - 1 : 0;
    bool heals = x->step->verb == RB_DO_HEAL;

    if (!rb_is_own(p->c, p->s, seat, who))
        return VL_FX_DONE;
    uint8_t *harm = heals ? (who ? &p->s->t[who - 1].wounds : &p->s->p[seat].wounds)
                          : (who ? &p->s->t[who - 1].fatigue : &p->s->p[seat].fatigue);
    int n = x->step->arg[1] < *harm ? x->step->arg[1] : *harm;
    *harm = vl_u8(*harm - n);
    if (n > 0)
        VL_EMIT(x->sink, heals ? RB_EV_HEALED : RB_EV_RESTED, heals ? RB_EFX_14 : RB_EFX_15, seat,
                seat, rb_card_of(p->s, seat, who), n);
    return VL_FX_DONE;
}

/* ---- gold, experience, cards ---- */

/* RB-EFX-16: a loss takes what there is. */
int rb_do_gold(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    int n = x->step->arg[0], has = p->s->p[x->frame->who].gold;

    rb_gold(p, x->frame->who, n < -has ? -has : n, RB_EFX_16);
    return VL_FX_DONE;
}

/* RB-EFX-17 */
int rb_do_xp(struct vl_fx_run *x)
{
    rb_learn(rb_playing(x), x->frame->who, x->step->arg[0], RB_EFX_17);
    return VL_FX_DONE;
}

static bool is_down(const struct rb_state *s, int seat, int card)
{
    return rb_owner(s, card) == seat && (rb_flags_of(s, card) & RB_FACE_DOWN);
}

/* RB-ACT-16: another face-down card of the same owner. */
bool rb_can_refresh(const struct vl_fx_look *look)
{
    const struct rb_state *s = rb_of(look->s);
    int seat = look->frame->who;
    const uint32_t *held = s->p[seat].held;

    if ((s->p[seat].flags & RB_FACE_DOWN) && look->frame->source != s->p[seat].hero)
        return true;
    for (int card = rb_next(held, 0); card >= 0; card = rb_next(held, card + 1))
        if (card != look->frame->source && is_down(s, seat, card))
            return true;
    return false;
}

int rb_name_refreshed(struct vl_fx_run *x)
{
    return name(x, RB_REG_TARGET);
}

/* RB-EFX-18, RB-RUL-85: one after the other, while there are any. */
int rb_do_refresh(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    struct vl_frame *f = x->frame;

    for (;;) {
        int who = f->reg[RB_REG_TARGET] - 1, card = rb_card_of(p->s, f->who, who);

        if (is_down(p->s, f->who, card)) {
            uint8_t *flags = rb_flags(p->s, card);
            *flags = (uint8_t)(*flags & ~RB_FACE_DOWN);
            VL_EMIT(x->sink, RB_EV_REFRESHED, RB_EFX_18, f->who, f->who, card);
        }
        struct vl_fx_look look = { x->m, x->r, x->s, f, x->step };
        if (++f->turn >= x->step->arg[0] || !rb_can_refresh(&look))
            return VL_FX_DONE;
        f->reg[RB_REG_TARGET] = 0;
        if (name(x, RB_REG_TARGET) == VL_FX_ASK)
            return VL_FX_ASK;
    }
}

/* RB-EFX-31, RB-MKT-17: limits apply after each card. */
int rb_do_gain_card(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    struct vl_frame *f = x->frame;

    for (; f->turn < x->step->arg[0]; f->turn++) {
        int card = vl_fx_take(x);

        if (!f->reg[RB_REG_OPEN]) {
            if (card < 0)
                card = rb_next_card(p->c, p->s, RB_COLOURS);
            if (card == -1)
                return rb_enter(p, RB_PH_MARKET_DRAW);
            if (card < 0)
                return VL_FX_DONE;
            rb_draw(p, RB_COLOURS, card);
            rb_hold(p, f->who, card);
            VL_EMIT(x->sink, RB_EV_GAINED, RB_EFX_31, f->who, f->who, card);
        }
        f->reg[RB_REG_OPEN] = 1;
        if (rb_exceeds(p, f->who))
            return rb_enter(p, RB_PH_LIMIT_DISCARD);
        f->reg[RB_REG_OPEN] = 0;
    }
    return VL_FX_DONE;
}

/* RB-EFX-34, RB-RWD-06 to 08 */
int rb_do_keep(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    int seat = x->frame->who, card = x->frame->source;

    if (p->s->t[card].place == RB_IN_OPEN) {
        rb_hold(p, seat, card);
        VL_EMIT(x->sink, RB_EV_KEPT, RB_RWD_06, seat, seat, card);
    }
    if (rb_runes(p->c, p->s, seat) >= RB_RUNES_TO_WIN) {
        rb_win(p, seat, RB_BY_RUNES, RB_WIN_02);
        return VL_FX_GONE;
    }
    return rb_exceeds(p, seat) ? rb_enter(p, RB_PH_LIMIT_DISCARD) : VL_FX_DONE;
}

/* RB-EFX-35 */
int rb_do_win(struct vl_fx_run *x)
{
    rb_win(rb_playing(x), x->frame->who, RB_BY_MARGATH, RB_WIN_01);
    return VL_FX_GONE;
}

/* RB-EFX-39 */
int rb_do_win_if(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);

    if (!p->d->vorakesh_wins)
        return VL_FX_DONE;
    rb_win(p, x->frame->who, RB_BY_CARD, RB_WIN_04);
    return VL_FX_GONE;
}

/* ---- movement ---- */

/* RB-EFX-24, RB-MOV-27, RB-STA-03 */
int rb_do_extra_step(struct vl_fx_run *x)
{
    struct rb_state *s = rb_playing(x)->s;
    int sum = s->free_steps + x->step->arg[0];

    s->free_steps = vl_u8(sum < RB_FREE_MAX ? sum : RB_FREE_MAX);
    return VL_FX_DONE;
}

/* RB-MOV-28: dice that are not spent. */
bool rb_can_reroll_dice(const struct vl_fx_look *look)
{
    const struct rb_state *s = rb_of(look->s);

    return (((1u << s->dice_len) - 1) & ~(unsigned)s->spent) != 0;
}

int rb_name_dice(struct vl_fx_run *x)
{
    struct vl_frame *f = x->frame;

    if (f->reg[RB_REG_DICE] != 0)
        return VL_FX_DONE;
    int set = vl_fx_take(x);
    struct vl_move list[VL_MOVES_MAX];
    if (set < 0 && rb_targets(x->r, rb_playing(x)->s, list) == 1)
        set = list[0].arg[0];
    if (set < 0)
        return rb_enter(rb_playing(x), RB_PH_TARGET);
    f->reg[RB_REG_DICE] = vl_u8(set);
    return VL_FX_DONE;
}

int rb_do_reroll_dice(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);

    if (vl_fx_take(x) >= 0)
        return VL_FX_DONE;
    p->s->to_roll = vl_u8(vl_bits(x->frame->reg[RB_REG_DICE]));
    return rb_enter(p, RB_PH_MOVE_ROLL);
}

int rb_name_town(struct vl_fx_run *x)
{
    return name(x, RB_REG_TOWN);
}

/* RB-EFX-27, RB-MOV-30: it ends the movement. */
int rb_do_teleport(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    int town = x->frame->reg[RB_REG_TOWN] - 1;

    rb_place(p, x->frame->who, p->c->towns[town].hex, VL_NONE);
    VL_EMIT(x->sink, RB_EV_CAME_TO, RB_MOV_30, x->frame->who, x->frame->who, town);
    p->s->stage = RB_PH_ARRIVE;
    return VL_FX_DONE;
}

/* ---- tests, offers, conditions ---- */

/* RB-EFX-32: block 0 if the total reaches the difficulty, else block 1. */
int rb_do_test(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    struct rb_state *s = p->s;

    if (s->roll.stage == RB_NO_ROLL)
        rb_begin_roll(p, x->frame->who, 0, RB_ROLL_TEST, x->step->arg[0], false);
    int total = rb_roll_on(p), wanted = x->step->arg[2];
    if (total == RB_ROLL_ASKS)
        return VL_FX_ASK;
    memset(&s->roll, 0, sizeof s->roll);
    VL_EMIT(x->sink, total >= wanted ? RB_EV_MET : RB_EV_MISSED, RB_EFX_32, x->frame->who,
            x->frame->who, total, wanted);
    return VL_FX_ENTER + (total >= wanted ? 0 : 1);
}

/* RB-EFX-33: yes or no; then what the yes needs; then cost and effects. */
int rb_do_may(struct vl_fx_run *x)
{
    if (x->frame->turn == 0) {
        int yes = vl_fx_take(x);

        if (yes <= 0)
            return yes < 0 ? rb_enter(rb_playing(x), RB_PH_ENCOUNTER) : VL_FX_DONE;
        x->frame->turn = 1;
    }
    return vl_fx_choose(x, 0, 1) == VL_FX_ASK ? VL_FX_ASK : VL_FX_ENTER;
}

/* RB-EFX-37 */
int rb_do_if_xp(struct vl_fx_run *x)
{
    return VL_FX_ENTER +
           (rb_xp_total(x->r, rb_playing(x)->s, x->frame->who) >= x->step->arg[0] ? 0 : 1);
}

/* RB-EFX-38: of all players together. */
int rb_do_if_runes(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    int n = 0;

    for (int seat = 0; seat < p->s->base.seats; seat++)
        n += rb_runes(p->c, p->s, seat);
    return VL_FX_ENTER + (n >= x->step->arg[0] ? 0 : 1);
}
