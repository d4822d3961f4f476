/* rb_combat.c - fights with challenges and between heroes: rolls, wounds, knock-outs, escape,
 * reward, loot, and the track of undefeated challenges. */
#include "games/runebound/runebound.h"

/* clang-format off */
static const struct rb_combat no_combat = {
    RB_NO_FIGHT, VL_NONE, VL_NONE, VL_NONE, VL_NONE, 0, 0, 0, 0, 0, 0, VL_NONE, 0, { 0 },
    { { { 0 }, { 0 } } }, { { 0, 0, 0 } }
};
/* clang-format on */

/* ---- wounds, fatigue, knock-outs ---- */

/* RB-DTH-01: under the market deck, or out of the game. */
static void die(struct rb_play *p, int seat, int card)
{
    VL_EMIT(p->x.sink, RB_EV_DIED, RB_WND_03, seat, seat, card);
    rb_under_deck(p, card);
}

void rb_lose(struct rb_play *p, int seat)
{
    struct rb_player *who = &p->s->p[seat];
    int gold = who->gold / 2;

    VL_EMIT(p->x.sink, RB_EV_KO_LOST, RB_KO_02, seat, seat, gold, who->xp);
    who->wounds = who->fatigue = who->xp = 0;
    who->gold = vl_u16(who->gold - gold);
}

void rb_place(struct rb_play *p, int seat, int hex, int prev)
{
    p->s->p[seat].hex = vl_u8(hex);
    p->s->p[seat].prev = vl_u8(prev);
}

static void wake_in(struct rb_play *p, int town)
{
    int seat = p->s->down;

    rb_place(p, seat, p->c->towns[town].hex, VL_NONE); /* RB-KO-08 */
    VL_EMIT(p->x.sink, RB_EV_RECOVERED, RB_KO_06, seat, seat, town);
    p->s->down = VL_NONE;
}

/* RB-KO-06, RB-KO-07: a choice among the nearest. */
bool rb_put_in_town(struct rb_play *p, int seat)
{
    unsigned towns = rb_nearest(p->c, p->s->p[seat].hex);

    p->s->down = vl_u8(seat);
    if (towns & (towns - 1))
        return false;
    wake_in(p, vl_low_bit(towns));
    return true;
}

void rb_on_choose_town(struct rb_play *p, const uint8_t *arg)
{
    wake_in(p, arg[0]);
    rb_go_on(p);
}

/* RB-WND-02. The effects of an event go on for the heroes after it (RB-EVT-10); else
 * everything that is going on ends. */
static enum rb_fate knock_out(struct rb_play *p, int seat)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;

    VL_EMIT(p->x.sink, RB_EV_KNOCKED_OUT, RB_WND_02, seat, seat, s->p[seat].hero);
    memset(&s->roll, 0, sizeof s->roll);
    memset(&s->pending, 0, sizeof s->pending);
    if (cb->fight == RB_DUEL) { /* RB-PVP-17 */
        cb->loser = vl_u8(seat);
        (void)vl_fx_unwind(&p->x, 0);
        rb_stage(p, RB_PH_LOOT);
        return RB_ENDS;
    }
    rb_lose(p, seat);
    s->down = vl_u8(seat);
    if (seat == s->active)
        s->ko = 1;
    if (s->stage == RB_PH_EVENT)
        return RB_FELL;
    if (seat != s->active)
        cb->loser = vl_u8(seat); /* in the window after a duel */
    (void)vl_fx_unwind(&p->x, 0);
    rb_stage(p, RB_PH_KO_TOWN);
    return RB_ENDS;
}

enum rb_fate rb_hurt(struct rb_play *p, int seat, int who, int n, vl_rule rule)
{
    struct rb_state *s = p->s;
    uint8_t *wounds = who ? &s->t[who - 1].wounds : &s->p[seat].wounds;
    int life = rb_life(p->c, s, seat, who), sum = *wounds + n;

    if (n <= 0)
        return RB_STANDS;
    *wounds = vl_u8(sum < life ? sum : life); /* RB-WND-13 */
    VL_EMIT(p->x.sink, RB_EV_WOUNDED, rule, seat, seat, rb_card_of(s, seat, who), n, *wounds);
    if (sum < life)
        return RB_STANDS;
    if (!who)
        return knock_out(p, seat);
    die(p, seat, who - 1);
    return RB_FELL;
}

/* RB-WND-05, RB-WND-06: one at a time; beyond the stamina each is a wound. */
enum rb_fate rb_tire(struct rb_play *p, int seat, int who, int n, vl_rule rule)
{
    for (; n > 0; n--) {
        uint8_t *fatigue = who ? &p->s->t[who - 1].fatigue : &p->s->p[seat].fatigue;

        if (*fatigue < rb_stamina(p->c, p->s, seat, who)) {
            ++*fatigue;
            VL_EMIT(p->x.sink, RB_EV_FATIGUED, rule, seat, seat, rb_card_of(p->s, seat, who),
                    *fatigue);
            continue;
        }
        enum rb_fate fate = rb_hurt(p, seat, who, 1, RB_WND_05);
        if (fate != RB_STANDS)
            return fate;
    }
    return RB_STANDS;
}

/* RB-CBT-24, RB-CBT-25: in a fight a hero may soak first. Runs again until it is through. */
int rb_strike(struct rb_play *p, int seat, int n, int kind, vl_rule rule)
{
    struct rb_state *s = p->s;
    struct rb_pending *w = &s->pending;

    if (!w->open) {
        w->open = 1;
        w->seat = vl_u8(seat);
        w->n = vl_u8(n);
        w->kind = vl_u8(kind);
        rb_clear_uses(s); /* RB-ACT-11: once a batch */
    }
    if (s->combat.fight != RB_NO_FIGHT && w->n > 0 && !w->shut &&
        rb_has_use(p->x.r, s, seat, RB_AT_SOAK))
        return rb_enter(p, RB_PH_SOAK);
    n = w->n;
    memset(w, 0, sizeof *w);
    enum rb_fate fate = rb_hurt(p, seat, 0, n, rule);
    return fate == RB_ENDS ? VL_FX_GONE : VL_FX_DONE;
}

/* ---- rolls ---- */

int rb_begin_roll(struct rb_play *p, int seat, int who, int kind, int attr, bool attacks)
{
    struct rb_roll *roll = &p->s->roll;

    memset(roll, 0, sizeof *roll);
    roll->stage = kind == RB_ROLL_ESCAPE ? RB_TO_ROLL : RB_TO_BOOST;
    roll->seat = vl_u8(seat);
    roll->kind = vl_u8(kind);
    roll->who = vl_u8(who);
    roll->attr = vl_u8(attr);
    roll->attacks = attacks;
    rb_clear_uses(p->s);
    return VL_FX_DONE;
}

/* RB-PVP-04: the defender's roll against an escape has no window. */
static bool is_plain(const struct rb_state *s)
{
    return s->roll.kind == RB_ROLL_ESCAPE && s->roll.seat != s->active;
}

/* RB-GEN-09, RB-CBT-23: boosts, the die, rerolls. */
int rb_roll_on(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_roll *roll = &s->roll;

    if (roll->stage == RB_TO_BOOST) {
        int timing = roll->kind == RB_ROLL_TEST ? RB_AT_TEST : RB_AT_BOOST;

        if (!roll->shut && rb_has_use(p->x.r, s, roll->seat, timing)) {
            (void)rb_enter(p, RB_PH_BOOST);
            return RB_ROLL_ASKS;
        }
        roll->stage = RB_TO_ROLL;
        roll->shut = 0;
    }
    if (roll->stage == RB_TO_ROLL) {
        if (roll->die == 0) {
            (void)rb_enter(p, RB_PH_D20);
            return RB_ROLL_ASKS;
        }
        roll->stage = RB_TO_KEEP;
    }
    if (!roll->shut && !is_plain(s) && rb_has_use(p->x.r, s, roll->seat, RB_AT_REROLL)) {
        (void)rb_enter(p, RB_PH_REROLL);
        return RB_ROLL_ASKS;
    }
    int total = roll->die + roll->bonus +
                rb_bonus(p->c, s, roll->seat, roll->who, roll->kind, roll->attr);
    VL_EMIT(p->x.sink, RB_EV_ROLLED, RB_TST_02, roll->seat, roll->seat, roll->kind, roll->die,
            total);
    return total;
}

void rb_on_roll(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    p->s->roll.shut = 1;
    rb_go_on(p);
}

void rb_on_d20(struct rb_play *p, const uint8_t *arg)
{
    p->s->roll.die = arg[0];
    rb_go_on(p);
}

/* The roll is kept, or the wounds are taken. */
void rb_on_accept(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    if (p->s->base.phase == RB_PH_SOAK)
        p->s->pending.shut = 1;
    else
        p->s->roll.shut = 1;
    rb_go_on(p);
}

/* ---- the track ---- */

static void free_slot(struct rb_play *p, int slot)
{
    p->s->track[slot].card = p->s->track[slot].site = VL_NONE;
    p->s->track[slot].age = 0;
}

/* RB-TRK-04: the oldest goes under its deck, its gem back to its hex. */
static int evict(struct rb_play *p)
{
    struct rb_state *s = p->s;
    int slot = 0;

    for (int i = 1; i < RB_SLOTS; i++)
        if (s->track[i].age < s->track[slot].age)
            slot = i;
    int card = s->track[slot].card, site = s->track[slot].site;
    VL_EMIT(p->x.sink, RB_EV_EVICTED, RB_TRK_04, -1, card, slot, site);
    s->sites[site] = 1;
    rb_under_deck(p, card);
    return slot;
}

/* Ages are counted anew before they outgrow their two bytes. */
static uint16_t next_age(struct rb_state *s)
{
    if (s->next_age == UINT16_MAX) {
        uint16_t rank[RB_SLOTS] = { 0 };

        for (int i = 0; i < RB_SLOTS; i++)
            for (int k = 0; k < RB_SLOTS; k++)
                rank[i] = (uint16_t)(rank[i] + (s->track[k].age <= s->track[i].age &&
                                                s->track[k].card != VL_NONE));
        for (int i = 0; i < RB_SLOTS; i++)
            s->track[i].age = s->track[i].card == VL_NONE ? 0 : rank[i];
        s->next_age = RB_SLOTS + 1;
    }
    return s->next_age++;
}

/* RB-TRK-01 to 05 */
static void to_track(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;
    int slot = 0;

    if (cb->slot != VL_NONE)
        return; /* RB-TRK-05: it keeps its slot and its age */
    while (slot < RB_SLOTS && s->track[slot].card != VL_NONE)
        slot++;
    if (slot == RB_SLOTS)
        slot = evict(p);
    rb_move_card(p, cb->card, RB_IN_TRACK);
    s->track[slot].card = cb->card;
    s->track[slot].site = cb->site;
    s->track[slot].age = next_age(s);
    s->sites[cb->site] = vl_u8(2 + slot);
    VL_EMIT(p->x.sink, RB_EV_TRACKED, RB_TRK_01, -1, cb->card, slot, cb->site);
}

/* ---- beginnings ---- */

/* RB-CBT-01, RB-CBT-02 */
void rb_begin_challenge(struct rb_play *p, int card, int slot)
{
    struct rb_state *s = p->s;

    s->combat = no_combat;
    s->combat.fight = RB_CHALLENGED;
    s->combat.card = vl_u8(card);
    s->combat.slot = vl_u8(slot);
    s->combat.site = s->site;
    s->combat.turn = 1;
    VL_EMIT(p->x.sink, RB_EV_CHALLENGED, RB_ADV_04, s->active, s->active, card);
    if (p->c->cards[card].scripts[RB_PRE].len > 0)
        vl_fx_call(&p->x, card, RB_ABILITIES + RB_PRE, s->active);
    rb_stage(p, RB_PH_CHALLENGE_PRE);
}

/* RB-PVP-01 */
void rb_begin_duel(struct rb_play *p, int defender)
{
    struct rb_state *s = p->s;

    s->combat = no_combat;
    s->combat.fight = RB_DUEL;
    s->combat.defender = vl_u8(defender);
    VL_EMIT(p->x.sink, RB_EV_DUELLED, RB_PVP_01, s->active, s->active, defender);
    rb_stage(p, RB_PH_CHALLENGE_PRE);
}

static bool is_defeated(const struct rb_play *p)
{
    const struct rb_combat *cb = &p->s->combat;

    return cb->fight == RB_CHALLENGED && cb->wounds >= p->c->cards[cb->card].is.life;
}

/* RB-CBT-03, RB-CBT-04, RB-PVP-02: the defender of a duel, then the active player. */
void rb_stage_before(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;

    if (is_defeated(p)) {
        rb_stage(p, RB_PH_REWARD);
        return;
    }
    for (; cb->turn < 2; cb->turn++)
        if (rb_has_use(p->x.r, s, cb->turn ? s->active : cb->defender, RB_AT_BEFORE_COMBAT)) {
            s->stage = RB_PH_BEFORE_COMBAT;
            (void)rb_enter(p, RB_PH_BEFORE_COMBAT);
            return;
        }
    rb_stage(p, RB_PH_ROUND_START);
}

void rb_on_start(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    p->s->combat.turn++;
    rb_go_on(p);
}

/* ---- rounds ---- */

static void clear_attacked(struct rb_state *s, int seat)
{
    struct rb_player *who = &s->p[seat];

    who->flags = (uint8_t)(who->flags & ~RB_ATTACKED);
    for (int card = rb_next(who->held, 0); card >= 0; card = rb_next(who->held, card + 1))
        s->t[card].flags = (uint8_t)(s->t[card].flags & ~RB_ATTACKED);
}

/* RB-CBT-06, RB-CBT-20, RB-CBT-27, RB-PVP-26 */
void rb_stage_round(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;

    if (cb->round >= p->d->combat_cap) {
        if (cb->fight == RB_DUEL)
            rb_escaped(p);
        else
            rb_fail_challenge(p);
        return;
    }
    cb->round++;
    cb->phase = RB_FIGHTS;
    clear_attacked(s, s->active);
    VL_EMIT(p->x.sink, RB_EV_FIGHT_ROUND, RB_CBT_05, -1, cb->round);
    if (cb->fight == RB_CHALLENGED && p->c->cards[cb->card].scripts[RB_ROUND].len > 0)
        vl_fx_call(&p->x, cb->card, RB_ABILITIES + RB_ROUND, s->active);
    rb_stage(p, RB_PH_ESCAPE);
}

/* RB-ESC-07: where escaping is forbidden the phase is passed. */
void rb_stage_escape(struct rb_play *p)
{
    struct rb_combat *cb = &p->s->combat;

    if (is_defeated(p)) {
        rb_stage(p, RB_PH_REWARD);
        return;
    }
    if (cb->fight == RB_CHALLENGED && p->c->cards[cb->card].no_flight) {
        cb->phase = RB_ROLL_RANGED;
        rb_stage(p, RB_PH_DECLARE);
        return;
    }
    (void)rb_enter(p, RB_PH_ESCAPE);
}

void rb_on_stand(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    p->s->combat.phase = RB_ROLL_RANGED;
    rb_stage(p, RB_PH_DECLARE);
}

/* RB-ESC-02; RB-PVP-04, RB-CHN-09: the defender rolls first, anew each time. */
void rb_on_try_escape(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;
    int seat = s->combat.fight == RB_DUEL ? s->combat.defender : s->active;

    (void)arg;
    rb_begin_roll(p, seat, 0, RB_ROLL_ESCAPE, RB_MIND, false);
    rb_stage(p, RB_PH_BOOST);
}

static void end_fight(struct rb_play *p)
{
    p->s->combat.fight = RB_NO_FIGHT;
    p->s->combat.turn = 0;
    (void)vl_fx_unwind(&p->x, 0);
    rb_stage(p, RB_PH_AFTER_COMBAT);
}

/* RB-ESC-03 to 05, RB-PVP-06 */
void rb_escaped(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_player *who = &s->p[s->active];

    vl_rule rule = s->combat.fight == RB_DUEL ? RB_PVP_06 : RB_ESC_03;
    VL_EMIT(p->x.sink, RB_EV_ESCAPED, rule, s->active, s->active);
    if (who->prev != VL_NONE) {
        rb_place(p, s->active, who->prev, who->hex);
        VL_EMIT(p->x.sink, RB_EV_RETREATED, rule, s->active, s->active, who->hex);
    }
    if (s->combat.fight == RB_CHALLENGED)
        to_track(p);
    end_fight(p);
}

/* RB-FAI-01 */
void rb_fail_challenge(struct rb_play *p)
{
    VL_EMIT(p->x.sink, RB_EV_FAILED, RB_FAI_01, p->s->active, p->s->active, p->s->combat.card);
    to_track(p);
    end_fight(p);
}

/* ---- the three phases ---- */

/* RB-CBT-21: phases that do not take place; RB-CBT-20: after the last a new round. */
void rb_stage_fight(struct rb_play *p)
{
    struct rb_combat *cb = &p->s->combat;
    unsigned skips = cb->fight == RB_CHALLENGED ? p->c->cards[cb->card].skips : 0;

    while (cb->phase < RB_FIGHTS && (skips >> cb->phase & 1))
        cb->phase++;
    if (cb->phase < RB_FIGHTS)
        (void)rb_enter(p, RB_PH_DECLARE);
    else
        rb_stage(p, RB_PH_ROUND_START);
}

static void next_phase(struct rb_play *p)
{
    struct rb_combat *cb = &p->s->combat;

    memset(cb->side, 0, sizeof cb->side);
    cb->who = cb->attacks = 0;
    cb->phase++;
    rb_stage(p, RB_PH_DECLARE);
}

static void roll_own(struct rb_play *p)
{
    const struct rb_combat *cb = &p->s->combat;

    rb_begin_roll(p, p->s->active, cb->who, cb->phase, cb->phase, cb->attacks);
}

/* RB-CBT-11; RB-PVP-08: declared, then the defender rolls, then the attacker. */
static void declare(struct rb_play *p, int who, bool attacks)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;

    cb->who = vl_u8(who);
    cb->attacks = attacks;
    VL_EMIT(p->x.sink, attacks ? RB_EV_ATTACKED : RB_EV_DEFENDED, RB_CBT_07, s->active, s->active,
            rb_card_of(s, s->active, who), cb->phase);
    if (cb->fight == RB_DUEL)
        rb_begin_roll(p, cb->defender, 0, cb->phase, cb->phase, true);
    else
        roll_own(p);
    rb_stage(p, RB_PH_BOOST);
}

void rb_on_attack(struct rb_play *p, const uint8_t *arg)
{
    uint8_t *flags = rb_flags(p->s, rb_card_of(p->s, p->s->active, arg[0]));

    *flags = (uint8_t)(*flags | RB_ATTACKED);
    declare(p, arg[0], true);
}

void rb_on_defend(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    declare(p, 0, false);
}

/* RB-CBT-12, RB-PVP-11: what a successful attack inflicts. */
static int damage_dealt(const struct rb_play *p)
{
    const struct rb_combat *cb = &p->s->combat;
    int n = cb->side[0].damage + rb_own_damage(p->c, p->s, p->s->active, cb->who, cb->phase);

    return n < 0 ? 0 : n;
}

/* RB-CBT-13, RB-CBT-15, RB-PVP-12: what a failure costs. */
static int damage_taken(const struct rb_play *p)
{
    const struct rb_combat *cb = &p->s->combat;

    if (cb->fight == RB_CHALLENGED)
        return rb_enemy_damage(p->c, p->s, cb->phase);
    int n = cb->side[1].damage + rb_own_damage(p->c, p->s, cb->defender, 0, cb->phase);
    return n < 0 ? 0 : n;
}

/* Wounds that a hero is about to take, with a stage of their own. */
static void about_to_take(struct rb_play *p, int seat, int n)
{
    struct rb_pending *w = &p->s->pending;

    memset(w, 0, sizeof *w);
    w->seat = vl_u8(seat);
    w->n = vl_u8(n < UINT8_MAX ? n : UINT8_MAX); /* RB-WND-13 */
    w->kind = p->s->combat.phase;
    rb_stage(p, RB_PH_SOAK);
}

/* What the hero of a seat is wounded for, in the phase at hand. */
static vl_rule why_hurt(const struct rb_play *p, int seat)
{
    const struct rb_combat *cb = &p->s->combat;
    bool duel = cb->fight == RB_DUEL;

    if (cb->phase == RB_FIGHTS)
        return duel ? RB_PVP_07 : RB_ESC_06;
    if (duel && seat != p->s->active)
        return RB_PVP_11;
    if (cb->attacks)
        return duel ? RB_PVP_12 : RB_CBT_13;
    return duel ? RB_PVP_13 : RB_CBT_15;
}

void rb_stage_soak(struct rb_play *p)
{
    const struct rb_pending *w = &p->s->pending;
    int said = rb_strike(p, w->seat, w->n, w->kind, why_hurt(p, w->seat));

    if (said != VL_FX_DONE)
        return;
    if (p->s->combat.phase == RB_FIGHTS)
        rb_stage(p, RB_PH_ESCAPE); /* RB-ESC-06 */
    else
        next_phase(p);
}

static void hit_challenge(struct rb_play *p, int n)
{
    struct rb_combat *cb = &p->s->combat;
    int sum = cb->wounds + n, life = p->c->cards[cb->card].is.life;

    cb->wounds = vl_u8(sum < life ? sum : life);
    VL_EMIT(p->x.sink, RB_EV_ENEMY_WOUNDED, RB_CBT_12, p->s->active, cb->card, n, cb->wounds);
    if (is_defeated(p)) /* RB-CBT-17 */
        rb_stage(p, RB_PH_REWARD);
    else
        next_phase(p);
}

/* RB-CBT-12 to 16, RB-PVP-10 to 13 */
static void resolve_fight(struct rb_play *p, bool success)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;

    if (success && !cb->attacks) {
        next_phase(p);
    } else if (success && cb->fight == RB_CHALLENGED) {
        hit_challenge(p, damage_dealt(p));
    } else if (success) {
        about_to_take(p, cb->defender, damage_dealt(p));
    } else if (cb->who == 0) {
        about_to_take(p, s->active, damage_taken(p));
    } else {
        (void)rb_hurt(p, s->active, cb->who, damage_taken(p), why_hurt(p, s->active));
        next_phase(p);
    }
}

static int against(const struct rb_play *p)
{
    const struct rb_combat *cb = &p->s->combat;

    return cb->fight == RB_DUEL ? cb->side[1].total : rb_difficulty(p->c, p->s, cb->phase);
}

/* RB-TST-03: at least. RB-ESC-03, RB-ESC-06. */
static void resolve(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;
    bool success = cb->side[0].total >= against(p);

    VL_EMIT(p->x.sink, success ? RB_EV_MET : RB_EV_MISSED, RB_TST_03, s->active, s->active,
            cb->side[0].total, against(p));
    if (cb->phase != RB_FIGHTS)
        resolve_fight(p, success);
    else if (success)
        rb_escaped(p);
    else
        about_to_take(p, s->active, 1);
}

/* A roll of a fight has come to its end: the other side's, or what both lead to. */
void rb_stage_roll(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;
    int side = s->roll.seat != s->active;

    if (!rb_is_own(p->c, s, s->roll.seat, s->roll.who)) { /* RB-RUL-97: it died of its boost */
        memset(&s->roll, 0, sizeof s->roll);
        next_phase(p);
        return;
    }
    int total = rb_roll_on(p);
    if (total == RB_ROLL_ASKS)
        return;
    cb->side[side].total = vl_i16(total);
    cb->side[side].damage = s->roll.damage;
    memset(&s->roll, 0, sizeof s->roll);
    if (side == 0) {
        resolve(p);
        return;
    }
    if (cb->phase == RB_FIGHTS)
        rb_begin_roll(p, s->active, 0, RB_ROLL_ESCAPE, RB_MIND, false);
    else
        roll_own(p);
    rb_go_on(p);
}

/* ---- ends ---- */

/* RB-RWD-01 to 05: gold, the gem, then the card's own reward; after it the card is gone
 * unless it was kept. */
void rb_stage_reward(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;
    const struct rb_card *card = &p->c->cards[cb->card];

    if (!cb->won) {
        cb->won = 1;
        VL_EMIT(p->x.sink, RB_EV_DEFEATED, RB_CBT_17, s->active, s->active, cb->card);
        rb_gold(p, s->active, card->gold, RB_RWD_01);
        rb_learn(p, s->active, 1 + p->c->sites[cb->site].colour, RB_RWD_02);
        s->sites[cb->site] = 0;
        if (cb->slot != VL_NONE)
            free_slot(p, cb->slot);
        rb_move_card(p, cb->card, RB_IN_OPEN);
        if (card->scripts[RB_REWARD].len > 0)
            vl_fx_call(&p->x, cb->card, RB_ABILITIES + RB_REWARD, s->active);
        rb_go_on(p);
        return;
    }
    if (s->t[cb->card].place == RB_IN_OPEN)
        rb_move_card(p, cb->card, RB_IN_OUT);
    end_fight(p);
}

/* RB-PVP-18, RB-GEN-10: of who owns nothing, nothing is taken. */
void rb_stage_loot(struct rb_play *p)
{
    if (rb_next(p->s->p[p->s->combat.loser].held, 0) < 0)
        rb_stage(p, RB_PH_KO_TOWN);
    else
        (void)rb_enter(p, RB_PH_LOOT);
}

void rb_on_loot(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;
    vl_actor winner = s->base.actor;

    rb_hold(p, winner, arg[0]);
    VL_EMIT(p->x.sink, RB_EV_LOOTED, RB_PVP_18, winner, winner, arg[0], s->combat.loser);
    if (rb_runes(p->c, s, winner) >= RB_RUNES_TO_WIN) { /* RB-PVP-23 */
        rb_win(p, winner, RB_BY_RUNES, RB_WIN_02);
        return;
    }
    s->stage = RB_PH_KO_TOWN;
    if (rb_exceeds(p, winner))
        (void)rb_enter(p, RB_PH_LIMIT_DISCARD);
    else
        rb_go_on(p);
}

void rb_on_loot_none(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    rb_stage(p, RB_PH_KO_TOWN);
}

/* RB-KO-05, RB-KO-09, RB-KO-13, RB-PVP-20: losses, the town, then the track. */
void rb_stage_ko(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;

    if (cb->fight == RB_DUEL) {
        cb->fight = RB_NO_FIGHT;
        cb->turn = 0;
        rb_lose(p, cb->loser);
        s->down = cb->loser;
        s->ko = cb->loser == s->active;
    }
    if (s->down != VL_NONE && !rb_put_in_town(p, s->down)) {
        (void)rb_enter(p, RB_PH_KO_TOWN);
        return;
    }
    if (cb->fight == RB_CHALLENGED)
        to_track(p);
    else
        rb_put_aside(p); /* RB-ADV-06, RB-ENC-03 */
    cb->fight = RB_NO_FIGHT;
    rb_stage(p, RB_PH_AFTER_COMBAT);
}

/* Does this seat have a window after the fight? RB-PVP-27, RB-RUL-41: not after an own KO. */
static bool has_after(const struct rb_play *p, int turn)
{
    const struct rb_state *s = p->s;
    const struct rb_combat *cb = &s->combat;
    int seat = turn ? cb->defender : s->active;

    if (turn ? cb->defender == VL_NONE || cb->loser == cb->defender : s->ko)
        return false;
    return rb_has_use(p->x.r, s, seat, RB_AT_AFTER);
}

/* RB-RWD-10, RB-ADV-08, RB-PVP-21: the windows, then market or experience. */
void rb_stage_after(struct rb_play *p)
{
    struct rb_state *s = p->s;
    struct rb_combat *cb = &s->combat;

    for (; cb->turn < 2; cb->turn++)
        if (has_after(p, cb->turn)) {
            (void)rb_enter(p, RB_PH_AFTER_COMBAT);
            return;
        }
    bool market = cb->won && p->c->hexes[s->p[s->active].hex].town != VL_NONE;
    *cb = no_combat;
    s->colour = s->site = VL_NONE;
    if (s->ko)
        rb_end_turn(p);
    else
        rb_stage(p, market ? RB_PH_MARKET_ENTER : RB_PH_EXPERIENCE);
}

void rb_on_done(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    p->s->combat.turn++;
    rb_go_on(p);
}
