/* rm_rules.c - what happens in Runemasters: setup, rounds, turns, actions,
 * monsters and damage, rule by rule. Who may do what is in rm_legal.c, the
 * odds of chance in rm_chance.c. */
#include "games/runemasters/runemasters.h"

enum { FIRST_SPAWN_SLOT = 3, STARTING_MONSTERS = 3, DICE = 4 };

struct play { /* what every step of a move needs */
    const struct rm_content *c;
    const struct rm_derived *d;
    struct rm_state *s;
    struct vl_sink *sink;
};

/* An event: what, its rule, whose doing; of who is active. */
#define TELL(p, what, rule, ...) VL_EMIT((p)->sink, RM_EV_##what, rule, __VA_ARGS__)
#define TELL_OF(p, what, rule, ...) TELL(p, what, rule, (p)->s->active, __VA_ARGS__)

/* Who is active. */
static struct rm_guardian *me(const struct play *p)
{
    return &p->s->g[p->s->active];
}

static int16_t who(const struct rm_state *s, int seat)
{
    VL_ASSERT(seat < s->base.seats);
    return s->guardian_of[seat];
}

static int16_t self(const struct play *p)
{
    return who(p->s, p->s->active);
}

static struct rm_guardian *guardian(struct rm_state *s, int guardian)
{
    int seat = rm_seat_of(s, guardian);

    VL_ASSERT(seat >= 0); /* one that does not play was refused */
    return &s->g[seat];
}

/* ---- phases ---- */

/* RM-FLOW-01, RM-FLOW-02: where the engine waits, and for whom. Where the phase is
 * known to the compiler, one line of this is left. */
static inline vl_actor actor_in(const struct rm_derived *d, const struct rm_state *s,
                                enum rm_phase phase)
{
    switch (phase) {
    case RM_PH_SETUP_GUARDIAN:
        return d->preset_guardian[s->active] != VL_NONE ? VL_AUTO : (vl_actor)s->active;
    case RM_PH_SETUP_PLACE:
        return d->preset_path[s->active] != VL_NONE ? VL_AUTO : (vl_actor)s->active;
    case RM_PH_SETUP_DEAN: return d->preset_dean != VL_NONE ? VL_AUTO : 0;
    case RM_PH_SETUP_DECKS:
    case RM_PH_SPAWN: return rm_certain_card(s) >= 0 ? VL_AUTO : VL_CHANCE;
    case RM_PH_ROUND_START: return rm_certain_event(d, s) >= 0 ? VL_AUTO : VL_CHANCE;
    case RM_PH_ROLL:
    case RM_PH_REROLL: return VL_CHANCE;
    case RM_PH_EVENT_ANGEL: return (vl_actor)s->dean;
    case RM_PH_ACTIONS:
    case RM_PH_TARGET:
    case RM_PH_REWARD: return (vl_actor)s->active;
    case RM_PH_TURN_START:
    case RM_PH_MONSTERS:
    case RM_PH_TURN_END:
    case RM_PH_ROUND_END: return VL_AUTO;
    case RM_PH_GAME_OVER:
    case RM_PHASES: break;
    }
    return VL_OVER;
}

vl_actor rm_actor(const struct vl_rules *r, const struct rm_state *s)
{
    return actor_in(rm_derived(r), s, (enum rm_phase)s->base.phase);
}

static inline void enter(struct play *p, enum rm_phase phase)
{
    p->s->base.phase = (uint8_t)phase;
    p->s->base.actor = actor_in(p->d, p->s, phase);
}

/* RM-TRN-06, RM-END-04: the first condition met stops the game at once. */
static void end_game(struct play *p, enum rm_outcome outcome, vl_rule rule)
{
    p->s->base.outcome = (uint8_t)outcome;
    p->s->base.phase = RM_PH_GAME_OVER;
    p->s->base.actor = VL_OVER;
    TELL(p, GAME_ENDED, rule, -1, (int)outcome);
}

static bool is_over(const struct play *p)
{
    return p->s->base.outcome != RM_RUNNING;
}

/* ---- damage ---- */

/* RM-ATK-14, RM-END-03: the temple never goes below 0; at 0 all is lost. */
static void strike_temple(struct play *p, int points)
{
    struct rm_state *s = p->s;

    VL_ASSERT(s->temple > 0 && points > 0);
    s->temple = vl_u8(s->temple - vl_min(points, s->temple));
    TELL(p, TEMPLE_HIT, RM_ATK_02, -1, s->temple);
    if (s->temple == 0)
        end_game(p, RM_DEFEAT_TEMPLE, RM_END_03);
}

/* RM-DTH-01 to 04: the dead leave their path and their markers, and keep mana
 * and token. RM-END-02: the death of the last one is defeat. */
static void die(struct play *p, int seat)
{
    struct rm_state *s = p->s;

    VL_ASSERT(s->g[seat].hp == 0);
    s->g[seat].path = VL_NONE;
    s->g[seat].markers = 0;
    TELL(p, DIED, RM_DTH_01, seat, who(s, seat));
    for (int k = 0; k < s->base.seats; k++)
        if (s->g[k].hp > 0)
            return;
    end_game(p, RM_DEFEAT_GUARDIANS, RM_END_02);
}

/* A living guardian loses 1 HP, as the event `how` tells; false: saved or dead. RM-ATK-09,
 * RM-EVT-02, RM-EVT-45: the angel keeps the last HP. */
static inline bool lose_hp(struct play *p, int seat, enum rm_ev how, vl_rule rule, vl_rule saved)
{
    struct rm_guardian *g = &p->s->g[seat];

    VL_ASSERT(g->hp > 0);
    if ((g->markers & RM_ANGELED) && g->hp == 1) {
        TELL(p, SAVED, saved, seat, who(p->s, seat));
        return false;
    }
    g->hp--;
    VL_EMIT(p->sink, how, rule, seat, who(p->s, seat), g->hp);
    if (g->hp == 0)
        die(p, seat);
    return g->hp > 0;
}

/* One point of an attack. RM-ATK-12: Poison marks who is hurt and survives. */
static inline void wound_guardian(struct play *p, int seat)
{
    if (lose_hp(p, seat, RM_EV_HURT, RM_ATK_05, RM_ATK_09) &&
        (rm_event_of(p->c, p->s)->effects & RM_FX_POISON) &&
        !(p->s->g[seat].markers & RM_POISONED)) {
        p->s->g[seat].markers |= RM_POISONED;
        TELL(p, POISONED, RM_ATK_12, seat, who(p->s, seat));
    }
}

/* RM-ATK-02 to 08: an attack strikes the path's guardian, point by point, or
 * the temple; a shield takes the whole of it. */
static void attack(struct play *p, int path, int strength)
{
    struct rm_state *s = p->s;
    int seat = rm_guard_of(s, path);

    VL_ASSERT(path < p->d->paths); /* no other holds a monster */
    if (seat < 0) {
        strike_temple(p, strength);
        return;
    }
    if (s->g[seat].markers & RM_SHIELD) {
        s->g[seat].markers = (uint8_t)(s->g[seat].markers & ~RM_SHIELD);
        TELL(p, SHIELD_BROKEN, RM_ATK_04, seat, who(s, seat));
        return;
    }
    for (int i = 0; i < strength && !is_over(p); i++) {
        if (s->g[seat].hp > 0)
            wound_guardian(p, seat);
        else
            strike_temple(p, 1); /* RM-ATK-06: what is left when the guardian has died */
    }
}

/* ---- setup ---- */

/* The next seat does likewise; after the last one comes another phase. */
static void set_up_next(struct play *p, enum rm_phase then)
{
    bool done = p->s->active + 1 == p->s->base.seats;

    p->s->active = vl_u8(done ? 0 : p->s->active + 1);
    enter(p, done ? then : (enum rm_phase)p->s->base.phase);
}

/* RM-SET-03: seats choose their guardians in order. */
static void do_choose_guardian(struct play *p, const uint8_t *arg)
{
    VL_ASSERT(arg[0] < RM_SEATS_MAX && p->s->active < p->s->base.seats);
    p->s->guardian_of[p->s->active] = arg[0];
    TELL_OF(p, GUARDIAN_CHOSEN, RM_SET_03, arg[0]);
    set_up_next(p, RM_PH_SETUP_PLACE);
}

/* RM-SET-11: and place them in the same order. */
static void do_place_guardian(struct play *p, const uint8_t *arg)
{
    VL_ASSERT(arg[0] < p->d->paths && p->s->active < p->s->base.seats);
    me(p)->path = arg[0];
    TELL_OF(p, GUARDIAN_PLACED, RM_SET_11, self(p), arg[0]);
    set_up_next(p, RM_PH_SETUP_DECKS);
}

/* RM-SET-27: the Dean opens every round; the first one starts. */
static void do_choose_dean(struct play *p, const uint8_t *arg)
{
    struct rm_state *s = p->s;

    VL_ASSERT(arg[0] < s->base.seats);
    s->dean = arg[0];
    s->round = 1;
    TELL(p, DEAN_NAMED, RM_SET_27, s->dean, who(s, s->dean));
    enter(p, RM_PH_ROUND_START);
}

void rm_start(const struct vl_rules *r, struct vl_state *base)
{
    struct rm_state *s = (struct rm_state *)base;
    const struct rm_derived *d = rm_derived(r);

    rm_fresh(r, base); /* RM-SET-04 to 10: life, mana and token at the start */
    s->base.phase = RM_PH_SETUP_GUARDIAN;
    s->round = 0;
    s->event = VL_NONE;
    s->to_come = d->pile;
    s->dawn_in = 1;
    s->unseen = d->cards | d->one_of;
    s->unseen_events = (1u << RM_EVENTS) - 1;
    for (int k = 0; k < RM_CLASSES; k++) /* RM-SET-30: so many events of each class */
        s->events_to_come[k] = d->events[k];
    s->base.actor = rm_actor(r, s);
}

/* ---- the piles ---- */

static void take_from_pile(struct play *p, int card)
{
    struct rm_state *s = p->s;

    VL_ASSERT(s->known_len == 0 || s->known[0] == card);
    if (s->known_len > 0)
        (void)vl_take_first(s->known, &s->known_len);
    if (card == RM_DAWN) {
        VL_ASSERT(s->dawn_in);
        s->dawn_in = 0;
        return;
    }
    uint32_t bit = UINT32_C(1) << card;
    VL_ASSERT(s->to_come > 0 && (s->unseen & bit));
    s->to_come--;
    s->unseen &= ~bit;
    if (p->d->one_of & bit) /* RM-CHN-01: the others were never in the game */
        s->unseen &= ~p->d->one_of;
}

static void put_on_path(struct play *p, int card, int slot, vl_rule rule)
{
    int path = p->c->cards[card].colour;

    VL_ASSERT(path < p->d->paths && slot >= 1 && slot <= RM_SLOTS);
    VL_ASSERT(p->s->lane[path][slot - 1] == VL_NONE);
    p->s->lane[path][slot - 1] = vl_u8(card);
    TELL(p, SPAWNED, rule, -1, card, path, slot);
}

/* RM-SET-20 to 23: the starting monsters stand on slots 1, 2 and 3. */
static void place_starting_monster(struct play *p, int card)
{
    int slot = p->d->pile - p->s->to_come + 1;

    VL_VERIFY(card < RM_CARDS); /* RM-SET-26: never Dawn */
    take_from_pile(p, card);
    put_on_path(p, card, slot, (vl_rule)(RM_SET_20 + slot - 1));
    enter(p, slot < STARTING_MONSTERS ? RM_PH_SETUP_DECKS : RM_PH_SETUP_DEAN);
}

/* RM-SPN-03 to 07: 3, else 4, else 5; a Shadow tries 2 first. 0: overflow. */
static int spawn_slot(const struct rm_state *s, const struct rm_card *card)
{
    const uint8_t *lane = s->lane[card->colour];

    if (card->arrives && lane[card->arrives - 1] == VL_NONE)
        return card->arrives;
    for (int slot = FIRST_SPAWN_SLOT; slot <= RM_SLOTS; slot++)
        if (lane[slot - 1] == VL_NONE)
            return slot;
    return 0;
}

/* RM-SPN-08 to 13: the card is discarded and wounds like an attack of 1. */
static void overflow(struct play *p, int card)
{
    int path = p->c->cards[card].colour;

    p->s->discard |= UINT32_C(1) << card;
    TELL(p, OVERFLOWED, RM_SPN_07, -1, card, path);
    attack(p, path, 1);
}

/* RM-SPN-01, RM-SPN-02. RM-TRN-02: who dies here does not act. */
static void spawn(struct play *p, int card)
{
    take_from_pile(p, card);
    if (card == RM_DAWN) {
        TELL(p, DAWN_REVEALED, RM_SPN_02, -1, RM_DAWN);
        end_game(p, RM_VICTORY, RM_END_01);
        return;
    }
    int slot = spawn_slot(p->s, &p->c->cards[card]);
    if (slot)
        put_on_path(p, card, slot,
                    slot < FIRST_SPAWN_SLOT ? RM_SPN_06
                                            : (vl_rule)(RM_SPN_03 + slot - FIRST_SPAWN_SLOT));
    else
        overflow(p, card);
    if (!is_over(p))
        enter(p, me(p)->hp > 0 ? RM_PH_ROLL : RM_PH_MONSTERS);
}

/* RM-RND-02, RM-RND-05: the next event, or the closing one for good. */
static void do_event(struct play *p, const uint8_t *arg)
{
    struct rm_state *s = p->s;
    int event = arg[0];
    const struct rm_event *e = &p->c->events[event];
    int left = s->events_to_come[0] + s->events_to_come[1] + s->events_to_come[2];

    VL_ASSERT(event < RM_EVENTS);
    VL_ASSERT(left == 0 || s->events_to_come[e->kind] > 0);
    TELL(p, ROUND_BEGUN, RM_RND_01, -1, s->round);
    if (s->known_events_len > 0)
        (void)vl_take_first(s->known_events, &s->known_events_len);
    if (left > 0) {
        s->events_to_come[e->kind]--;
        TELL(p, EVENT_REVEALED, RM_RND_02, s->dean, event);
    } else {
        TELL(p, EVENTS_EMPTY, RM_RND_05, s->dean, event);
    }
    s->unseen_events = (uint16_t)(s->unseen_events & ~(1u << event));
    s->event = vl_u8(event);
    s->active = s->dean;
    enter(p, (e->effects & RM_FX_ANGEL) ? RM_PH_EVENT_ANGEL : RM_PH_TURN_START);
}

/* RM-EVT-01: the Dean's controller gives the angel to a living guardian. */
static void do_assign_angel(struct play *p, const uint8_t *arg)
{
    guardian(p->s, arg[0])->markers |= RM_ANGELED;
    TELL(p, ANGEL_GIVEN, RM_EVT_01, p->s->dean, arg[0]);
    enter(p, RM_PH_TURN_START);
}

/* ---- dice ---- */

static void tell_roll(const struct play *p, enum rm_ev how, vl_rule rule, const uint8_t *arg)
{
    int args[] = { arg[0], -1, -1, -1, -1, -1, p->s->rolling };

    for (int i = 1; i <= arg[0]; i++)
        args[i] = arg[i];
    vl_emit(p->sink, (uint16_t)how, rule, p->s->active, args, how == RM_EV_REROLLED ? 7 : 6);
}

/* RM-DIE-01 to 05: the roll that opens the action phase. */
static void first_roll(struct play *p, const uint8_t *arg)
{
    int n = arg[0];

    VL_ASSERT(n == rm_event_of(p->c, p->s)->dice);
    memcpy(p->s->dice, arg + 1, RM_DICE_MAX); /* zero where there is no die, as in any move */
    p->s->dice_len = vl_u8(n);
    if (p->sink)
        tell_roll(p, RM_EV_ROLLED, n > DICE ? RM_DIE_02 : n < DICE ? RM_DIE_03 : RM_DIE_01, arg);
}

/* RM-RRL-07: ascending order. RM-DIE-09: a rerolled die stays marked. */
static void roll_again(struct play *p, const uint8_t *arg)
{
    struct rm_state *s = p->s;
    int at = 1;

    VL_ASSERT(arg[0] == vl_bits(s->rolling));
    for (int i = 0; i < RM_DICE_MAX; i++)
        if (s->rolling >> i & 1)
            s->dice[i] = arg[at++];
    s->rerolled |= s->rolling;
    if (p->sink)
        tell_roll(p, RM_EV_REROLLED, RM_RRL_01, arg);
    s->rolling = 0;
}

/* The dice that chance has thrown: how many, and their faces. */
static void do_roll(struct play *p, const uint8_t *arg)
{
    if (p->s->base.phase == RM_PH_ROLL)
        first_roll(p, arg);
    else
        roll_again(p, arg);
    enter(p, RM_PH_ACTIONS);
}

/* RM-RRL-01 to 03: the whole price is paid before rolling. */
static void do_reroll(struct play *p, const uint8_t *arg)
{
    int n = vl_bits(arg[0]);
    int cost = n * rm_event_of(p->c, p->s)->reroll_cost;

    VL_ASSERT(n > 0 && !(arg[0] & p->s->used) && !(arg[0] >> p->s->dice_len));
    me(p)->mana = vl_u8(me(p)->mana - cost);
    p->s->rolling = arg[0];
    TELL_OF(p, REROLL_PAID, RM_RRL_03, self(p), n, cost);
    enter(p, RM_PH_REROLL);
}

/* RM-DIE-06: a die is spent on one action only. */
static void spend(struct play *p, int die)
{
    VL_ASSERT(die < p->s->dice_len && !(p->s->used >> die & 1));
    p->s->used = (uint8_t)(p->s->used | 1u << die);
}

/* ---- kills and rewards ---- */

/* RM-GEN-09, RM-KILL-06: gains stop at 4, the surplus is lost. */
static void gain(struct play *p, int hp, int mana, vl_rule rule)
{
    struct rm_guardian *g = me(p);
    int more_hp = vl_min(hp, RM_HP_MAX - g->hp);
    int more_mana = vl_min(mana, RM_MANA_MAX - g->mana);

    g->hp = vl_u8(g->hp + more_hp);
    g->mana = vl_u8(g->mana + more_mana);
    TELL_OF(p, REWARDED, rule, self(p), more_hp, more_mana, hp - more_hp + mana - more_mana);
}

/* RM-KILL-01, 02, 05: the monster is discarded at once and the active guardian
 * gains its reward. RM-KILL-07 (Curse) and RM-KILL-08 (Mana Healing) change
 * the mana part. */
static void kill(struct play *p, int path, int slot, enum rm_means means)
{
    struct rm_state *s = p->s;
    int card = s->lane[path][slot];
    const struct rm_card *c = &p->c->cards[card];
    int effects = rm_event_of(p->c, s)->effects;
    int mana = (effects & RM_FX_NO_KILL_MANA) ? 0 : c->mana;

    VL_ASSERT(card < RM_CARDS && s->reward_mana == 0);
    s->lane[path][slot] = VL_NONE;
    s->wounds[card] = 0;
    s->discard |= UINT32_C(1) << card;
    TELL_OF(p, KILLED, RM_KILL_01, self(p), card, (int)means, c->type, slot + 1);
    if ((effects & RM_FX_MANA_AS_HP) && mana > 0) {
        if (c->hp > 0)
            gain(p, c->hp, 0, RM_KILL_06);
        s->reward_mana = vl_u8(mana);
        return;
    }
    gain(p, c->hp, mana, RM_KILL_06);
}

/* RM-HIT-05: one wound on one weak point; the last one kills. */
static void wound(struct play *p, int path, int slot, int weak, enum rm_means means, vl_rule rule)
{
    int card = p->s->lane[path][slot];
    const struct rm_card *c = &p->c->cards[card];

    VL_ASSERT(card < RM_CARDS && weak < c->weak_len && !(p->s->wounds[card] >> weak & 1));
    p->s->wounds[card] = (uint8_t)(p->s->wounds[card] | 1u << weak);
    TELL_OF(p, WOUNDED, rule, self(p), card, weak, c->weak[weak], (int)means);
    if (p->s->wounds[card] == c->full)
        kill(p, path, slot, means);
}

/* RM-KILL-09, RM-ULT-52: a reward to share out comes first, then the next
 * target, then free actions again. */
static void resume(struct play *p)
{
    if (p->s->reward_mana) {
        enter(p, RM_PH_REWARD);
    } else if (p->s->target_mask) {
        enter(p, RM_PH_TARGET);
    } else {
        p->s->target_kind = RM_TARGET_NONE;
        enter(p, RM_PH_ACTIONS);
    }
}

/* RM-KILL-08: hp of the mana points are taken as HP. */
static void do_choose_reward(struct play *p, const uint8_t *arg)
{
    int hp = arg[0], mana = p->s->reward_mana - hp;

    VL_ASSERT(mana >= 0);
    p->s->reward_mana = 0;
    gain(p, hp, mana, RM_KILL_08);
    resume(p);
}

/* ---- actions: those that can kill resume, the others leave the phase as it is ---- */

/* RM-HIT-02, RM-HIT-05: the first monster of the own path, lowest open weak
 * point of the die's rune. */
static void do_hit(struct play *p, const uint8_t *arg)
{
    int path = me(p)->path;
    int slot = rm_first(p->s, path);
    int card = p->s->lane[path][slot];
    int open = p->c->cards[card].weak_of[p->s->dice[arg[0]]] & ~p->s->wounds[card];

    VL_ASSERT(slot >= 0 && open != 0);
    spend(p, arg[0]);
    wound(p, path, slot, vl_low_bit((uint32_t)open), RM_BY_DIE, RM_HIT_05);
    resume(p);
}

/* RM-MOVE-05, RM-MOVE-06: exchange places with who stands there, or leave the
 * old path without guardian. */
static void move_guardian(struct play *p, int path, vl_rule rule)
{
    int from = me(p)->path;
    int other = rm_guard_of(p->s, path);

    VL_ASSERT(path < p->d->paths && path != from);
    me(p)->path = vl_u8(path);
    if (other >= 0) {
        p->s->g[other].path = vl_u8(from);
        TELL_OF(p, SWAPPED, rule, self(p), path, who(p->s, other), from);
    } else {
        TELL_OF(p, MOVED, rule, self(p), path, from);
    }
}

/* RM-MOVE-01 to 03: to the path of the die's rune; violet leads anywhere. */
static void do_move(struct play *p, const uint8_t *arg)
{
    spend(p, arg[0]);
    move_guardian(p, arg[1], rm_move_rule(p->s, arg[0]));
}

/* RM-MARK-12: or anywhere, as a mark. */
static void do_mark_move(struct play *p, const uint8_t *arg)
{
    spend(p, arg[0]);
    move_guardian(p, arg[1], RM_MARK_12);
}

/* RM-MOVE-12: or once for nothing, when the event allows it. */
static void do_free_move(struct play *p, const uint8_t *arg)
{
    p->s->free_used = 1;
    move_guardian(p, arg[0], RM_MOVE_12);
}

/* RM-BLK-12: a Dragon that arrives on a blocked path breaks the block. */
static void break_block(struct play *p, int card, int path)
{
    if (card == VL_NONE || !(p->s->blocked >> path & 1) ||
        !(p->c->cards[card].abilities & RM_AB_NO_BLOCK))
        return;
    p->s->blocked = (uint8_t)(p->s->blocked & ~(1u << path));
    TELL_OF(p, BLOCK_BROKEN, RM_BLK_12, path, card);
}

/* RM-MARK-06 to 10: a monster goes to the same slot of another path, and who
 * stands there takes its place. */
static void do_mark_swap(struct play *p, const uint8_t *arg)
{
    int from = arg[1], slot = arg[2] - 1, to = arg[3];
    uint8_t card = p->s->lane[from][slot];
    uint8_t other = p->s->lane[to][slot];

    VL_ASSERT(from < p->d->paths && to < p->d->paths && from != to && card < RM_CARDS);
    spend(p, arg[0]);
    p->s->lane[to][slot] = card;
    p->s->lane[from][slot] = other;
    TELL_OF(p, EXCHANGED, RM_MARK_06, card, from, to, slot + 1);
    if (other != VL_NONE)
        TELL_OF(p, EXCHANGED, RM_MARK_07, other, to, from, slot + 1);
    break_block(p, card, to);
    break_block(p, other, from);
}

/* RM-MARK-14: a shield for a living guardian that has none. */
static void do_mark_shield(struct play *p, const uint8_t *arg)
{
    spend(p, arg[0]);
    guardian(p->s, arg[1])->markers |= RM_SHIELD;
    TELL_OF(p, SHIELDED, RM_MARK_14, arg[1]);
}

/* RM-MARK-16: 1 HP for a living guardian below 4. */
static void do_mark_heal(struct play *p, const uint8_t *arg)
{
    struct rm_guardian *g = guardian(p->s, arg[1]);

    VL_ASSERT(g->hp > 0 && g->hp < RM_HP_MAX);
    spend(p, arg[0]);
    g->hp++;
    TELL_OF(p, HEALED, RM_MARK_16, arg[1], g->hp);
}

/* RM-MARK-18: one wound of choice on the first monster of the own path. */
static void do_mark_whirl(struct play *p, const uint8_t *arg)
{
    int path = me(p)->path;

    spend(p, arg[0]);
    wound(p, path, rm_first(p->s, path), arg[1], RM_BY_MARK, RM_MARK_18);
    resume(p);
}

/* RM-BLK-01, RM-BLK-03: two dice of one rune block the path of who spends them. */
static void do_block(struct play *p, const uint8_t *arg)
{
    int path = me(p)->path;

    VL_ASSERT(!(p->s->blocked >> path & 1) && !p->s->petrify);
    spend(p, arg[0]);
    spend(p, arg[1]);
    p->s->blocked = (uint8_t)(p->s->blocked | 1u << path);
    TELL_OF(p, BLOCKED, RM_BLK_03, path);
}

/* RM-CHG-01: any die takes the ultimate token one slot further. */
static void do_charge(struct play *p, const uint8_t *arg)
{
    VL_ASSERT(me(p)->ult_slot < RM_ULT_CHARGED);
    spend(p, arg[0]);
    me(p)->ult_slot++;
    TELL_OF(p, CHARGED, RM_CHG_01, self(p), me(p)->ult_slot);
}

/* RM-REL-01, RM-REL-06: the price first, then the reward of the kill. */
static void do_release(struct play *p, const uint8_t *arg)
{
    (void)arg;
    me(p)->mana = vl_u8(me(p)->mana - RM_RELEASE_COST);
    TELL_OF(p, RELEASED, RM_REL_01, self(p));
    kill(p, me(p)->path, 0, RM_BY_RELEASE);
    resume(p);
}

/* ---- ultimates ---- */

/* RM-ULT-02, 03, 06: the token pays first. */
static void pay_ultimate(struct play *p)
{
    struct rm_guardian *g = me(p);

    VL_ASSERT(g->ult_slot == RM_ULT_CHARGED && g->ult_side > 0);
    TELL_OF(p, ULTIMATE_USED, RM_ULT_01, self(p));
    g->ult_slot = 0;
    g->ult_side = g->ult_side == 1 ? 2 : 0;
    if (g->ult_side == 0)
        TELL_OF(p, ULTIMATE_DISCARDED, RM_ULT_03, self(p));
}

/* RM-ULT-10, 40, 50: the targets are fixed now; each is asked for in turn. */
static void aim(struct play *p, int kind)
{
    p->s->target_kind = vl_u8(kind);
    p->s->target_mask = (uint8_t)rm_targets(p->d, p->s, kind);
    VL_ASSERT(p->s->target_mask != 0);
}

/* RM-ULT-20, 21: the monster phase of this turn is ignored; blocks are lifted. */
static void petrify(struct play *p)
{
    for (uint32_t left = p->s->blocked; left; left &= left - 1)
        TELL_OF(p, BLOCK_LIFTED, RM_ULT_21, vl_low_bit(left));
    p->s->blocked = 0;
    p->s->petrify = 1;
    TELL_OF(p, PETRIFIED, RM_ULT_20, self(p));
}

/* RM-ULT-30, 31: back with 4 HP; mana and token as they were. */
static void revive(struct play *p, int target, int path)
{
    struct rm_guardian *g = guardian(p->s, target);

    VL_ASSERT(g->hp == 0 && rm_guard_of(p->s, path) < 0);
    g->hp = RM_HP_MAX;
    g->path = vl_u8(path);
    TELL_OF(p, REVIVED, RM_ULT_30, target, path);
}

static void do_ultimate(struct play *p, const uint8_t *arg)
{
    pay_ultimate(p);
    switch ((enum rm_ult)p->c->heroes[p->s->guardian_of[p->s->active]].ultimate) {
    case RM_ULT_STORM: aim(p, RM_TARGET_STORM); break;
    case RM_ULT_TRAMPLE: aim(p, RM_TARGET_TRAMPLE); break;
    case RM_ULT_PETRIFY: petrify(p); break;
    case RM_ULT_REVIVE: revive(p, arg[0], arg[1]); break;
    case RM_ULTS: break;
    }
    resume(p);
}

/* RM-ULT-11, 41, 51: the lowest path or slot of the targets is wounded next. */
static void do_choose_weak(struct play *p, const uint8_t *arg)
{
    int at = vl_low_bit(p->s->target_mask), weak = arg[0];

    p->s->target_mask = (uint8_t)(p->s->target_mask & (p->s->target_mask - 1));
    if (p->s->target_kind == RM_TARGET_STORM)
        wound(p, at, 0, weak, RM_BY_ULTIMATE, RM_ULT_10);
    else
        wound(p, me(p)->path, at, weak, RM_BY_ULTIMATE, RM_ULT_40);
    resume(p);
}

/* ---- the monsters' phase ---- */

/* RM-MON-06: one slot forward. RM-MON-12 to 17: an Archer that moved and has
 * nobody on any slot ahead shoots, unless the event forbids it. */
static void advance(struct play *p, int path, int slot, bool ahead_empty)
{
    uint8_t *lane = p->s->lane[path];
    int card = lane[slot];
    const struct rm_card *c = &p->c->cards[card];

    VL_ASSERT(slot > 0 && lane[slot - 1] == VL_NONE && card < RM_CARDS);
    lane[slot - 1] = vl_u8(card);
    lane[slot] = VL_NONE;
    TELL(p, ADVANCED, RM_MON_06, -1, card, path, slot);
    if (ahead_empty && (c->abilities & RM_AB_SHOOTS) &&
        !(rm_event_of(p->c, p->s)->effects & RM_FX_NO_SHOTS)) {
        TELL(p, SHOT, RM_MON_12, -1, card, path, 1);
        attack(p, path, 1);
    }
}

/* RM-MON-04 to 11: from slot 1 to slot 5, each monster once. */
static void run_path(struct play *p, int path)
{
    uint8_t *lane = p->s->lane[path];
    bool ahead_empty = true; /* no monster on any slot nearer the temple */

    for (int slot = 0; slot < RM_SLOTS; slot++) {
        if (lane[slot] == VL_NONE)
            continue;
        if (slot == 0) {
            int card = lane[0];
            int strength = rm_strength(p->s, &p->c->cards[card], card);
            TELL(p, STRUCK, RM_MON_05, -1, card, path, strength);
            attack(p, path, strength);
        } else if (lane[slot - 1] == VL_NONE) {
            advance(p, path, slot, ahead_empty);
        }
        if (is_over(p))
            return;
        ahead_empty = false;
    }
}

/* RM-MON-01 to 03, RM-MON-20: all paths in order, blocked ones only lose
 * their marker. */
static void monsters(struct play *p)
{
    struct rm_state *s = p->s;

    if (s->petrify) {
        s->petrify = 0;
        TELL_OF(p, MONSTERS_SKIPPED, RM_MON_01, self(p));
        enter(p, RM_PH_TURN_END);
        return;
    }
    for (int path = 0; path < p->d->paths && !is_over(p); path++) {
        if (s->blocked >> path & 1) {
            s->blocked = (uint8_t)(s->blocked & ~(1u << path));
            TELL(p, BLOCK_HELD, RM_MON_03, -1, path);
        } else {
            run_path(p, path);
        }
    }
    if (!is_over(p))
        enter(p, RM_PH_TURN_END);
}

/* ---- the end of turns and rounds ---- */

/* RM-RND-08, 14: the next seat comes up, or the round ends at the Dean's. */
static void next_seat(struct play *p)
{
    int next = p->s->active + 1 < p->s->base.seats ? p->s->active + 1 : 0;

    if (next == p->s->dean) {
        enter(p, RM_PH_ROUND_END);
        return;
    }
    p->s->active = vl_u8(next);
    enter(p, RM_PH_TURN_START);
}

/* RM-RND-09, 10: the dead are skipped whole. */
static void turn_start(struct play *p)
{
    if (me(p)->hp == 0) {
        TELL_OF(p, SEAT_SKIPPED, RM_RND_10, self(p));
        next_seat(p);
        return;
    }
    TELL_OF(p, TURN_BEGUN, RM_RND_09, self(p));
    enter(p, RM_PH_SPAWN);
}

/* RM-TYP-12: Dragons lose their wounds, path by path. */
static void recover(struct play *p)
{
    struct rm_state *s = p->s;
    uint32_t wounded = 0;

    for (uint32_t left = p->d->recovers & ~s->unseen & ~s->discard; left; left &= left - 1)
        wounded |= (uint32_t)(s->wounds[vl_low_bit(left)] != 0) << vl_low_bit(left);
    for (int i = 0; wounded && i < RM_PATHS_MAX * RM_SLOTS; i++) {
        int card = s->lane[i / RM_SLOTS][i % RM_SLOTS];
        if (!(wounded & rm_bit(card)))
            continue;
        s->wounds[card] = 0;
        TELL(p, RECOVERED, RM_TYP_12, -1, card);
    }
}

/* RM-TRN-04: Dragons recover, the dice are cleared, next seat. */
static void turn_end(struct play *p)
{
    struct rm_state *s = p->s;

    recover(p);
    memset(s->dice, 0, sizeof s->dice);
    s->dice_len = s->used = s->rerolled = s->free_used = 0;
    TELL_OF(p, TURN_ENDED, RM_TRN_04, self(p));
    next_seat(p);
}

/* RM-RND-14: Poison in seat order from the Dean, then the angel, then the
 * event is put aside. */
static void round_end(struct play *p)
{
    struct rm_state *s = p->s;

    for (int i = 0; i < s->base.seats && !is_over(p); i++) {
        int seat = s->dean + i < s->base.seats ? s->dean + i : s->dean + i - s->base.seats;
        if (!(s->g[seat].markers & RM_POISONED))
            continue;
        /* RM-EVT-41 to 43: each marker is removed and costs 1 HP; no shield helps */
        s->g[seat].markers = (uint8_t)(s->g[seat].markers & ~RM_POISONED);
        lose_hp(p, seat, RM_EV_POISON_BITES, RM_EVT_41, RM_EVT_45);
    }
    if (is_over(p))
        return;
    for (int k = 0; k < s->base.seats; k++) {
        if (!(s->g[k].markers & RM_ANGELED))
            continue;
        s->g[k].markers = (uint8_t)(s->g[k].markers & ~RM_ANGELED);
        TELL(p, ANGEL_RETURNED, RM_EVT_04, k, who(s, k));
    }
    if (s->round < UINT8_MAX) /* only a position made by hand gets there */
        s->round++;
    enter(p, RM_PH_ROUND_START);
}

/* ---- the two doors: a move, an automatic phase ---- */

static void do_draw(struct play *p, const uint8_t *arg)
{
    if (p->s->base.phase == RM_PH_SETUP_DECKS)
        place_starting_monster(p, arg[0]);
    else
        spawn(p, arg[0]);
}

/* RM-ACT-05: no action is mandatory, and no die need be spent. */
static void do_end(struct play *p, const uint8_t *arg)
{
    (void)arg;
    enter(p, RM_PH_MONSTERS);
}

/* What each kind of move does. */
typedef void doing(struct play *p, const uint8_t *arg);
#define X(name, word, ...) do_##word,
static doing *const doings[] = { NULL, RM_MOVE_MAP(X) };
#undef X

void rm_apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m, struct vl_sink *sink)
{
    struct play play = { rm_content(r), rm_derived(r), (struct rm_state *)s, sink };

    VL_ASSERT(m.kind > RM_MV_NONE && m.kind < RM_MOVES);
    doings[m.kind](&play, m.arg);
}

/* RM-FLOW-03: one automatic phase at a time; also what chance cannot change
 * (RM-RUL-72) and what presets decide (RM-OPT-07). */
void rm_step(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink)
{
    struct play play = { rm_content(r), rm_derived(r), (struct rm_state *)s, sink };
    struct play *p = &play;
    uint8_t what;

    VL_ASSERT(s->actor == VL_AUTO);
    switch ((enum rm_phase)s->phase) {
    case RM_PH_SETUP_GUARDIAN: do_choose_guardian(p, &p->d->preset_guardian[p->s->active]); break;
    case RM_PH_SETUP_PLACE: do_place_guardian(p, &p->d->preset_path[p->s->active]); break;
    case RM_PH_SETUP_DEAN: do_choose_dean(p, &p->d->preset_dean); break;
    case RM_PH_SETUP_DECKS:
    case RM_PH_SPAWN:
        what = vl_u8(rm_certain_card(p->s));
        do_draw(p, &what);
        break;
    case RM_PH_ROUND_START:
        what = vl_u8(rm_certain_event(p->d, p->s));
        do_event(p, &what);
        break;
    case RM_PH_TURN_START: turn_start(p); break;
    case RM_PH_MONSTERS: monsters(p); break;
    case RM_PH_TURN_END: turn_end(p); break;
    case RM_PH_ROUND_END: round_end(p); break;
    default: vl_fail("no automatic phase", __FILE__, __LINE__);
    }
}
