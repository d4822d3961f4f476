/* rb_rules.c - the turn: setup, refresh, movement, arrival, adventures, experience and the ends
 * of the game. The market is in rb_market.c, fights in rb_combat.c, what cards do in rb_verbs.c. */
#include "games/runebound/runebound.h"

/* ---- how a turn goes on ---- */

struct rb_play rb_play_on(const struct vl_rules *r, struct vl_state *state, struct vl_sink *sink)
{
    struct rb_state *s = (struct rb_state *)(void *)state;
    struct rb_play p = { { &rb_machine, r, state, sink, s->frames, &s->depth, NULL, NULL },
                         rb_content(r),
                         rb_derived(r),
                         s };

    return p;
}

static int other_side(const struct rb_state *s)
{
    return s->combat.turn == 0 ? s->combat.defender : s->active;
}

static int8_t actor_of(const struct rb_state *s)
{
    switch ((enum rb_phase)s->base.phase) {
    case RB_PH_SETUP:
    case RB_PH_HERO_DEAL:
    case RB_PH_FIRST:
    case RB_PH_MOVE_ROLL:
    case RB_PH_DRAW:
    case RB_PH_D20:
    case RB_PH_MARKET_DRAW: return VL_CHANCE;
    case RB_PH_BEFORE_COMBAT: /* RB-PVP-02: the defender first */
        return (int8_t)(s->combat.fight == RB_DUEL ? other_side(s) : s->active);
    case RB_PH_AFTER_COMBAT: return (int8_t)(s->combat.turn == 0 ? s->active : s->combat.defender);
    case RB_PH_BOOST:
    case RB_PH_REROLL: return (int8_t)s->roll.seat;
    case RB_PH_SOAK: return (int8_t)s->pending.seat;
    case RB_PH_LIMIT_DISCARD: return (int8_t)s->excess;
    case RB_PH_KO_TOWN: return (int8_t)s->down;
    case RB_PH_LOOT: return (int8_t)(s->combat.loser == s->active ? s->combat.defender : s->active);
    case RB_PH_TARGET: return (int8_t)(s->depth ? s->frames[s->depth - 1].who : s->active);
    case RB_PH_GAME_OVER: return VL_OVER;
    default: return (int8_t)s->active;
    }
}

int rb_enter(struct rb_play *p, int phase)
{
    p->s->base.phase = vl_u8(phase);
    p->s->base.actor = actor_of(p->s);
    return VL_FX_ASK;
}

void rb_go_on(struct rb_play *p)
{
    p->s->base.phase = p->s->stage;
    p->s->base.actor = VL_AUTO;
}

void rb_stage(struct rb_play *p, int stage)
{
    p->s->stage = vl_u8(stage);
    rb_go_on(p);
}

void rb_resume(const struct vl_rules *r, struct rb_state *s)
{
    (void)r;
    s->base.actor = actor_of(s);
}

static void call(struct rb_play *p, int card, int script)
{
    if (p->c->cards[card].scripts[script].len > 0)
        vl_fx_call(&p->x, card, RB_ABILITIES + script, p->s->active);
}

/* ---- gold, experience, victory ---- */

void rb_gold(struct rb_play *p, int seat, int n, vl_rule rule)
{
    struct rb_player *who = &p->s->p[seat];
    int sum = who->gold + n, before = who->gold;

    who->gold = vl_u16(sum < 0 ? 0 : sum > RB_GOLD_MAX ? RB_GOLD_MAX : sum);
    n = who->gold - before; /* what there was, or room for */
    if (n != 0)
        VL_EMIT(p->x.sink, n > 0 ? RB_EV_GOLD : RB_EV_PAID, rule, seat, seat, n > 0 ? n : -n,
                who->gold);
}

void rb_learn(struct rb_play *p, int seat, int n, vl_rule rule)
{
    int sum = p->s->p[seat].xp + n;

    p->s->p[seat].xp = vl_u8(sum > RB_XP_MAX ? RB_XP_MAX : sum);
    VL_EMIT(p->x.sink, RB_EV_LEARNED, rule, seat, seat, n, p->s->p[seat].xp);
}

static void end_game(struct rb_play *p, unsigned winners, int outcome, vl_rule rule)
{
    p->s->winners = (uint8_t)winners;
    p->s->base.outcome = vl_u8(outcome);
    p->s->stage = RB_PH_GAME_OVER;
    (void)vl_fx_unwind(&p->x, 0);
    memset(&p->s->roll, 0, sizeof p->s->roll);
    memset(&p->s->pending, 0, sizeof p->s->pending);
    VL_EMIT(p->x.sink, RB_EV_GAME_ENDED, rule, -1, outcome, vl_low_bit(winners));
    (void)rb_enter(p, RB_PH_GAME_OVER);
}

/* RB-WIN-03: no further decision, window or step takes place. */
void rb_win(struct rb_play *p, int seat, int outcome, vl_rule rule)
{
    end_game(p, 1u << seat, outcome, rule);
}

/* RB-WIN-06: runes, then counters, then gold. */
static int32_t standing(const struct rb_content *c, const struct rb_state *s, int seat)
{
    const struct rb_player *who = &s->p[seat];

    return (rb_runes(c, s, seat) * (RB_ATTRS * RB_COUNTERS_MAX + 1) + rb_counters(who)) *
               (RB_GOLD_MAX + 1) +
           who->gold;
}

static void end_by_limit(struct rb_play *p)
{
    int32_t best = -1;
    unsigned winners = 0;

    for (int seat = 0; seat < p->s->base.seats; seat++) {
        int32_t value = standing(p->c, p->s, seat);
        winners = value > best ? 1u << seat : value == best ? winners | 1u << seat : winners;
        best = value > best ? value : best;
    }
    end_game(p, winners, RB_BY_LIMIT, RB_WIN_06);
}

/* ---- cards that move ---- */

void rb_move_card(struct rb_play *p, int card, int place)
{
    struct rb_token *t = &p->s->t[card];
    int from = t->place;

    if (from >= RB_IN_HELD0) {
        vl_set_drop(p->s->p[from - RB_IN_HELD0].held, card);
        rb_recount(p->c, &p->s->p[from - RB_IN_HELD0]);
    }
    if (from == RB_IN_UNSEEN)
        vl_set_drop(p->s->unseen, card);
    t->place = vl_u8(place);
    if (place >= RB_IN_HELD0) {
        vl_set_put(p->s->p[place - RB_IN_HELD0].held, card);
        rb_recount(p->c, &p->s->p[place - RB_IN_HELD0]);
        return;
    }
    t->wounds = t->fatigue = 0; /* RB-ACT-15: face up, with none; what was sold today is known */
    t->flags = (uint8_t)(t->flags & RB_SOLD);
}

/* RB-WND-15: losing life while wounded does not knock out. RB-RUL-92: who is down stays so. */
static void spare(struct rb_play *p, int seat)
{
    int life = rb_life(p->c, p->s, seat, 0);

    if (p->s->combat.fight == RB_DUEL && p->s->combat.loser == seat)
        return;
    if (p->s->p[seat].hero != VL_NONE && p->s->p[seat].wounds >= life)
        p->s->p[seat].wounds = vl_u8(life - 1);
}

void rb_give_up(struct rb_play *p, int card, int place)
{
    int seat = rb_owner(p->s, card);

    rb_move_card(p, card, place);
    if (seat >= 0)
        spare(p, seat);
}

void rb_hold(struct rb_play *p, int seat, int card)
{
    int from = rb_owner(p->s, card);

    rb_move_card(p, card, RB_IN_HELD0 + seat);
    if (from >= 0)
        spare(p, from);
}

/* RB-GEN-12, RB-ACT-07: under its deck; a kept card leaves the game (RB-RWD-09). */
void rb_under_deck(struct rb_play *p, int card)
{
    struct rb_state *s = p->s;
    bool kept = card >= RB_MARKET && rb_owner(s, card) >= 0;

    rb_give_up(p, card, kept ? RB_IN_OUT : RB_IN_TAIL);
    s->t[card].flags = 0;
    if (kept)
        return;
    if (card < RB_MARKET) {
        s->market_tail[s->tail_len[RB_COLOURS]++] = vl_u8(card);
    } else {
        int colour = p->c->cards[card].colour;
        s->tail[colour][s->tail_len[colour]++] = vl_u8(card);
    }
}

int rb_next_card(const struct rb_content *c, const struct rb_state *s, int deck)
{
    int card = -2;

    for (int w = 0; w < RB_WORDS; w++) {
        uint32_t left = s->unseen[w] & c->colours[deck][w];

        if (left && (card >= 0 || (left & (left - 1))))
            return -1;
        if (left)
            card = w * 32 + vl_low_bit(left);
    }
    if (card == -2 && s->tail_len[deck] > 0) /* RB-CHN-10: known, and not asked */
        card = deck == RB_COLOURS ? s->market_tail[0] : s->tail[deck][0];
    return card;
}

void rb_draw(struct rb_play *p, int deck, int card)
{
    struct rb_state *s = p->s;

    if (s->t[card].place == RB_IN_TAIL)
        (void)vl_take_first(deck == RB_COLOURS ? s->market_tail : s->tail[deck],
                            &s->tail_len[deck]);
    rb_move_card(p, card, RB_IN_OPEN);
}

static int excessive(const struct rb_content *c, const struct rb_state *s, int seat)
{
    if (rb_count_kind(c, s, seat, RB_WEAPON) > RB_WEAPONS_MAX)
        return RB_WEAPON;
    return rb_count_kind(c, s, seat, RB_ARMOUR) > RB_ARMOURS_MAX ? RB_ARMOUR : -1;
}

bool rb_exceeds(struct rb_play *p, int seat)
{
    int kind = excessive(p->c, p->s, seat);

    p->s->excess = kind < 0 ? VL_NONE : vl_u8(seat);
    p->s->excess_kind = kind < 0 ? 0 : vl_u8(kind);
    return kind >= 0;
}

void rb_clear_uses(struct rb_state *s)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        s->p[seat].flags = (uint8_t)(s->p[seat].flags & ~RB_PER_ROLL);
        for (int card = rb_next(s->p[seat].held, 0); card >= 0;
             card = rb_next(s->p[seat].held, card + 1))
            s->t[card].flags = (uint8_t)(s->t[card].flags & ~RB_PER_ROLL);
    }
}

/* ---- setup ---- */

/* RB-SET-02 to 07, 11, 12: what nobody decides. */
void rb_fresh(const struct vl_rules *r, struct vl_state *state)
{
    const struct rb_content *c = rb_content(r);
    struct rb_state *s = (struct rb_state *)(void *)state;

    s->base.seats = rb_derived(r)->seats;
    s->base.phase = s->stage = RB_PH_MOVE_PLAN;
    s->base.actor = VL_AUTO;
    s->round = 1;
    s->next_age = 1;
    s->down = s->excess = s->colour = s->site = s->event = VL_NONE;
    s->combat.card = s->combat.slot = s->combat.site = s->combat.defender = VL_NONE;
    s->combat.loser = VL_NONE;
    for (int i = 0; i < RB_FRAMES; i++)
        s->frames[i] = rb_machine.none;
    for (int seat = 0; seat < s->base.seats; seat++) {
        s->p[seat].hero = s->p[seat].prev = VL_NONE;
        s->p[seat].hex = c->towns[0].hex;
        s->p[seat].gold = 3;
    }
    for (int i = 0; i < RB_SLOTS; i++)
        s->track[i].card = s->track[i].site = VL_NONE;
    memset(s->sites, 1, sizeof s->sites);
    for (int card = 0; card < RB_DECKED; card++)
        vl_set_put(s->unseen, card);
}

void rb_start(const struct vl_rules *r, struct vl_state *state)
{
    struct rb_play p = rb_play_on(r, state, NULL);

    rb_fresh(r, state);
    rb_stage(&p, RB_PH_SETUP);
}

/* RB-SET-05: a card for each town but the first, in order. */
void rb_stage_setup(struct rb_play *p)
{
    for (int town = 1; town < RB_TOWNS; town++) {
        bool stocked = false;

        for (int card = 0; card < RB_MARKET && !stocked; card++)
            stocked = p->s->t[card].place == RB_IN_STACK0 + town;
        if (!stocked) {
            p->s->to_draw = vl_u8(town); /* the town that is dealt to */
            (void)rb_enter(p, RB_PH_SETUP);
            return;
        }
    }
    p->s->to_draw = 0;
    rb_stage(p, p->d->mode == RB_MODE_CHOSEN ? RB_PH_HERO_PICK : RB_PH_HERO_DEAL);
}

void rb_stage_heroes(struct rb_play *p)
{
    struct rb_state *s = p->s;

    for (int seat = 0; seat < s->base.seats; seat++)
        if (s->p[seat].hero == VL_NONE) {
            s->active = vl_u8(seat);
            (void)rb_enter(p, s->stage);
            return;
        }
    s->active = 0;
    s->stage = RB_PH_FIRST;
    (void)rb_enter(p, RB_PH_FIRST);
}

static void take_hero(struct rb_play *p, int card, int event, vl_rule rule)
{
    struct rb_state *s = p->s;

    s->p[s->active].hero = vl_u8(card);
    rb_recount(p->c, &s->p[s->active]);
    VL_EMIT(p->x.sink, event, rule, s->active, s->active, card);
    rb_go_on(p);
}

void rb_on_hero(struct rb_play *p, const uint8_t *arg)
{
    take_hero(p, arg[0], RB_EV_HERO_DEALT, RB_SET_08);
}

void rb_on_choose_hero(struct rb_play *p, const uint8_t *arg)
{
    take_hero(p, arg[0], RB_EV_HERO_CHOSEN, RB_SET_09);
}

/* RB-SET-10 */
void rb_on_first(struct rb_play *p, const uint8_t *arg)
{
    p->s->first = p->s->active = arg[0];
    VL_EMIT(p->x.sink, RB_EV_FIRST_DRAWN, RB_SET_10, -1, arg[0]);
    rb_stage(p, RB_PH_TURN_START);
}

/* ---- steps 1 and 2: refresh, movement ---- */

/* RB-REF-01 */
static void refresh(struct rb_play *p, int seat)
{
    struct rb_player *who = &p->s->p[seat];

    if (who->flags & RB_FACE_DOWN)
        VL_EMIT(p->x.sink, RB_EV_REFRESHED, RB_REF_01, seat, seat, who->hero);
    who->flags = (uint8_t)(who->flags & ~RB_FACE_DOWN);
    for (int card = rb_next(who->held, 0); card >= 0; card = rb_next(who->held, card + 1)) {
        struct rb_token *t = &p->s->t[card];

        if (t->flags & RB_FACE_DOWN)
            VL_EMIT(p->x.sink, RB_EV_REFRESHED, RB_REF_01, seat, seat, card);
        t->flags = (uint8_t)(t->flags & ~RB_FACE_DOWN);
    }
}

/* RB-TRN-04: every per-turn flag of every player. */
static void clear_turn(struct rb_state *s)
{
    for (int seat = 0; seat < s->base.seats; seat++)
        s->p[seat].flags = (uint8_t)(s->p[seat].flags & RB_FACE_DOWN);
    for (int card = 0; card < RB_DECKED; card++)
        s->t[card].flags = (uint8_t)(s->t[card].flags & RB_FACE_DOWN);
    memset(s->dice, 0, sizeof s->dice);
    s->dice_len = s->spent = s->to_roll = s->rest = s->free_steps = s->ko = s->to_draw = 0;
    s->colour = s->site = VL_NONE;
}

void rb_stage_turn(struct rb_play *p)
{
    struct rb_state *s = p->s;

    clear_turn(s);
    VL_EMIT(p->x.sink, RB_EV_TURN_BEGUN, RB_TRN_01, s->active, s->active, s->round);
    s->in_town = p->c->hexes[s->p[s->active].hex].town != VL_NONE; /* RB-TRN-05 */
    refresh(p, s->active);
    rb_stage(p, RB_PH_MOVE_PLAN);
}

void rb_stage_plan(struct rb_play *p)
{
    (void)rb_enter(p, RB_PH_MOVE_PLAN);
}

/* RB-MOV-05 */
void rb_on_roll_dice(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;

    s->to_roll = arg[0];
    s->rest = vl_u8(rb_dice_max(s) - arg[0]);
    VL_EMIT(p->x.sink, RB_EV_PLANNED, RB_MOV_05, s->active, s->active, s->to_roll, s->rest);
    rb_stage(p, RB_PH_REST);
}

static bool somebody_is_tired(const struct rb_play *p)
{
    const struct rb_state *s = p->s;
    const struct rb_player *who = &s->p[s->active];

    if (who->fatigue > 0)
        return true;
    for (int card = rb_next(who->held, 0); card >= 0; card = rb_next(who->held, card + 1))
        if (s->t[card].fatigue > 0 && rb_is_ally(p->c, card))
            return true;
    return false;
}

/* RB-MOV-33: left silently when nothing can be removed. RB-MOV-09: no dice, no movement. */
void rb_stage_rest(struct rb_play *p)
{
    struct rb_state *s = p->s;

    if (s->rest > 0 && somebody_is_tired(p)) {
        (void)rb_enter(p, RB_PH_REST);
        return;
    }
    s->rest = 0;
    if (s->to_roll == 0) {
        rb_stage(p, RB_PH_ARRIVE);
        return;
    }
    s->stage = RB_PH_MOVE;
    (void)rb_enter(p, RB_PH_MOVE_ROLL);
}

static void relieve(struct rb_play *p, int seat, int who, int n, vl_rule rule)
{
    uint8_t *fatigue = who ? &p->s->t[who - 1].fatigue : &p->s->p[seat].fatigue;
    int off = n < *fatigue ? n : *fatigue;

    *fatigue = vl_u8(*fatigue - off);
    VL_EMIT(p->x.sink, RB_EV_RESTED, rule, seat, seat, rb_card_of(p->s, seat, who), off);
}

/* RB-MOV-06 */
void rb_on_rest(struct rb_play *p, const uint8_t *arg)
{
    relieve(p, p->s->active, arg[0], 1, RB_MOV_06);
    p->s->rest--;
    rb_go_on(p);
}

void rb_on_rest_done(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    p->s->rest = 0;
    rb_go_on(p);
}

/* All dice of the plan; later those that are thrown again, which are not spent. */
void rb_on_faces(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;

    if (s->depth > 0) { /* RB-MOV-28 */
        const struct vl_frame *f = &s->frames[s->depth - 1];
        uint32_t again = f->reg[RB_REG_DICE] & ((1u << RB_DICE) - 1);
        for (int k = 1; again; again &= again - 1)
            s->dice[vl_low_bit(again)] = arg[k++];
        VL_EMIT(p->x.sink, RB_EV_DICE_AGAIN, RB_MOV_28, s->active, s->active, arg[0]);
        s->to_roll = 0;
        vl_fx_answer(&p->x, 0);
        rb_go_on(p);
        return;
    }
    s->dice_len = arg[0];
    memcpy(s->dice, arg + 1, s->dice_len);
    s->to_roll = 0;
    VL_EMIT(p->x.sink, RB_EV_DICE, RB_MOV_13, s->active, s->active, arg[0]);
    rb_go_on(p);
}

/* RB-MOV-10, RB-MOV-11 */
void rb_on_free_step_mode(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    p->s->free_steps = 1;
    VL_EMIT(p->x.sink, RB_EV_PLANNED, RB_MOV_10, p->s->active, p->s->active, 0, 0);
    rb_stage(p, RB_PH_MOVE);
}

void rb_stage_move(struct rb_play *p)
{
    (void)rb_enter(p, RB_PH_MOVE);
}

/* RB-MOV-23, RB-MOV-25: where one comes from is noted, then the terrain has its cost. */
static void walk(struct rb_play *p, int side, vl_rule rule)
{
    struct rb_state *s = p->s;
    struct rb_player *who = &s->p[s->active];
    int hex = p->c->hexes[who->hex].next[side];

    VL_ASSERT(hex != VL_NONE);
    who->prev = who->hex;
    who->hex = vl_u8(hex);
    VL_EMIT(p->x.sink, RB_EV_STEPPED, rule, s->active, s->active, hex, p->c->hexes[hex].terrain);
    int cost = rb_global(p->c, s, RB_DO_MOVE_COST, p->c->hexes[hex].terrain);
    if (cost > 0 && rb_tire(p, s->active, 0, cost, RB_MOV_25) == RB_ENDS)
        return; /* RB-MOV-26 */
    (void)rb_enter(p, RB_PH_MOVE);
}

void rb_on_step(struct rb_play *p, const uint8_t *arg)
{
    p->s->spent = (uint8_t)(p->s->spent | 1u << arg[1]);
    walk(p, arg[0], RB_MOV_14);
}

void rb_on_step_free(struct rb_play *p, const uint8_t *arg)
{
    p->s->free_steps--;
    walk(p, arg[0], p->s->dice_len ? RB_MOV_27 : RB_MOV_11);
}

static void stop_moving(struct rb_state *s)
{
    memset(s->dice, 0, sizeof s->dice);
    s->dice_len = s->spent = s->free_steps = 0;
}

void rb_on_end_move(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    rb_stage(p, RB_PH_ARRIVE);
}

/* ---- step 3: arrival, adventure ---- */

static bool adventure_here(const struct rb_play *p)
{
    int site = p->c->hexes[p->s->p[p->s->active].hex].site;

    return site != VL_NONE && p->s->sites[site] != 0;
}

static bool rival_here(const struct rb_play *p)
{
    const struct rb_state *s = p->s;

    for (int seat = 0; seat < s->base.seats && p->d->pvp; seat++)
        if (seat != s->active && s->p[seat].hex == s->p[s->active].hex)
            return true;
    return false;
}

/* RB-ARR-05 to 07 */
static void pass_by(struct rb_play *p)
{
    bool town = p->c->hexes[p->s->p[p->s->active].hex].town != VL_NONE;

    rb_stage(p, town && !adventure_here(p) ? RB_PH_MARKET_ENTER : RB_PH_EXPERIENCE);
}

/* RB-GEN-10: not asked where there is nothing to do but pass by. */
void rb_stage_arrive(struct rb_play *p)
{
    stop_moving(p->s);
    if (adventure_here(p) || rival_here(p))
        (void)rb_enter(p, RB_PH_ARRIVE);
    else
        pass_by(p);
}

void rb_on_decline(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    pass_by(p);
}

void rb_on_attack_hero(struct rb_play *p, const uint8_t *arg)
{
    rb_begin_duel(p, arg[0]);
}

/* RB-ADV-01: the deck of the gem's colour; RB-ADV-02: what stands on the track. */
void rb_on_adventure(struct rb_play *p, const uint8_t *arg)
{
    struct rb_state *s = p->s;

    (void)arg;
    s->site = p->c->hexes[s->p[s->active].hex].site;
    s->colour = p->c->sites[s->site].colour;
    VL_EMIT(p->x.sink, RB_EV_ADVENTURED, RB_ADV_01, s->active, s->active, s->site);
    if (s->sites[s->site] >= 2)
        rb_begin_challenge(p, s->track[s->sites[s->site] - 2].card, s->sites[s->site] - 2);
    else
        rb_stage(p, RB_PH_DRAW);
}

/* RB-EVT-02 to 05 */
static void reveal_event(struct rb_play *p, int card)
{
    struct rb_state *s = p->s;
    int now = s->event == VL_NONE ? 0 : p->c->cards[s->event].numeral;

    if (p->c->cards[card].numeral <= now) {
        rb_move_card(p, card, RB_IN_OUT);
        VL_EMIT(p->x.sink, RB_EV_EVENT_VAIN, RB_EVT_04, s->active, card);
        rb_stage(p, RB_PH_DRAW);
        return;
    }
    if (s->event != VL_NONE)
        rb_move_card(p, s->event, RB_IN_PILE);
    rb_move_card(p, card, RB_IN_EVENT);
    s->event = vl_u8(card);
    VL_EMIT(p->x.sink, RB_EV_EVENT_BEGUN, RB_EVT_02, s->active, card);
    call(p, card, RB_ENTER);
    rb_stage(p, RB_PH_EVENT);
}

/* RB-ADV-06, RB-EVT-10: a hero that fell has its adventure behind it. */
void rb_stage_event(struct rb_play *p)
{
    if (p->s->ko)
        rb_end_turn(p);
    else
        rb_stage(p, RB_PH_DRAW);
}

static void reveal(struct rb_play *p, int card)
{
    struct rb_state *s = p->s;

    rb_draw(p, s->colour, card);
    VL_EMIT(p->x.sink, RB_EV_DREW, RB_ADV_01, s->active, s->active, card);
    switch (p->c->cards[card].sort) {
    case RB_SORT_EVENT: reveal_event(p, card); break;
    case RB_SORT_ENCOUNTER:
        call(p, card, RB_DO);
        rb_stage(p, RB_PH_ENCOUNTER);
        break;
    default: rb_begin_challenge(p, card, VL_NONE); break;
    }
}

/* RB-ADV-03: until a challenge comes. RB-ADV-07: or nothing is left. */
void rb_stage_draw(struct rb_play *p)
{
    int card = rb_next_card(p->c, p->s, p->s->colour);

    if (card >= 0) {
        reveal(p, card);
    } else if (card == -1) {
        (void)rb_enter(p, RB_PH_DRAW);
    } else {
        VL_EMIT(p->x.sink, RB_EV_NOTHING_LEFT, RB_ADV_07, p->s->active, p->s->colour);
        rb_stage(p, RB_PH_EXPERIENCE);
    }
}

void rb_on_draw(struct rb_play *p, const uint8_t *arg)
{
    reveal(p, arg[0]);
}

/* RB-ENC-03: the encounter that lies open is resolved, and removed. */
void rb_put_aside(struct rb_play *p)
{
    for (int card = RB_MARKET; card < RB_DECKED; card++)
        if (p->s->t[card].place == RB_IN_OPEN)
            rb_move_card(p, card, RB_IN_OUT);
}

void rb_stage_encounter(struct rb_play *p)
{
    rb_put_aside(p);
    rb_stage(p, RB_PH_DRAW);
}

/* RB-EFX-33: the answer to an offer of the card at hand. */
void rb_on_choose(struct rb_play *p, const uint8_t *arg)
{
    vl_fx_answer(&p->x, arg[0]);
    rb_go_on(p);
}

/* ---- step 5: experience, the next turn ---- */

void rb_stage_experience(struct rb_play *p)
{
    (void)rb_enter(p, RB_PH_EXPERIENCE);
}

/* RB-XP-03, RB-XP-04 */
void rb_on_buy_xp(struct rb_play *p, const uint8_t *arg)
{
    struct rb_player *who = &p->s->p[p->s->active];

    who->xp = vl_u8(who->xp - p->d->xp_cost);
    who->counters[arg[0]]++;
    VL_EMIT(p->x.sink, RB_EV_GREW, RB_XP_03, p->s->active, p->s->active, arg[0],
            who->counters[arg[0]]);
    (void)rb_enter(p, RB_PH_EXPERIENCE);
}

/* RB-TRN-02, RB-TRN-03, RB-WIN-06 */
void rb_end_turn(struct rb_play *p)
{
    struct rb_state *s = p->s;

    s->active = vl_u8((s->active + 1) % s->base.seats);
    if (s->active == s->first) {
        if (p->d->round_limit > 0 && s->round >= p->d->round_limit) {
            end_by_limit(p);
            return;
        }
        s->round = (uint16_t)(s->round < UINT16_MAX ? s->round + 1 : s->round);
    }
    rb_stage(p, RB_PH_TURN_START);
}

void rb_on_end_turn(struct rb_play *p, const uint8_t *arg)
{
    (void)arg;
    rb_end_turn(p);
}

/* ---- what is used, and its answers ---- */

void rb_on_use(struct rb_play *p, const uint8_t *arg)
{
    vl_fx_use(&p->x, arg[0], arg[1], p->s->base.actor);
    rb_go_on(p);
}

/* RB-RUL-81: it counts as used once its target is named. RB-ACT-09 to 13: once a turn, once a
 * roll, or as often as it can be paid. */
void rb_begin(struct vl_fx_run *x)
{
    struct rb_play *p = rb_playing(x);
    int card = x->frame->source, index = x->frame->list, seat = x->frame->who;
    unsigned when = p->c->cards[card].abilities[index].when;
    unsigned per_turn = 1u << RB_AT_BEFORE_MOVE | 1u << RB_AT_BEFORE_COMBAT | 1u << RB_AT_AFTER;
    int bit = (when & per_turn) ? RB_USED_TURN : RB_USED_ROLL;
    uint8_t *flags = rb_flags(p->s, card);

    if (!(when >> RB_AT_MOVING & 1))
        *flags = (uint8_t)(*flags | bit << index);
    VL_EMIT(x->sink, RB_EV_USED, RB_ACT_05, seat, seat, card);
}

void rb_on_target(struct rb_play *p, const uint8_t *arg)
{
    vl_fx_answer(&p->x, arg[0]);
    rb_go_on(p);
}

void rb_on_target_dice(struct rb_play *p, const uint8_t *arg)
{
    vl_fx_answer(&p->x, arg[0]);
    rb_go_on(p);
}

void rb_on_target_town(struct rb_play *p, const uint8_t *arg)
{
    vl_fx_answer(&p->x, arg[0]);
    rb_go_on(p);
}

/* ---- all of it ---- */

/* Somebody is asked, or the game is over: it comes only from a position, which is refused for it
 * (nothing asks for its phase). */
void rb_stage_none(struct rb_play *p)
{
    (void)p;
}

void rb_on_none(struct rb_play *p, const uint8_t *arg)
{
    (void)p;
    (void)arg;
    VL_ASSERT(false); /* a row is applied as its moves */
}

typedef void rb_stage_step(struct rb_play *p);
#define X(name, word, list, stage) rb_stage_##stage,
static rb_stage_step *const rb_stages[] = { RB_PHASE_MAP(X) };
#undef X

void rb_step(const struct vl_rules *r, struct vl_state *state, struct vl_sink *sink)
{
    struct rb_play p = rb_play_on(r, state, sink);

    VL_ASSERT(state->actor == VL_AUTO);
    if (vl_fx_go(&p.x, 0) && state->actor == VL_AUTO)
        rb_stages[p.s->stage](&p);
}

typedef void rb_doing(struct rb_play *p, const uint8_t *arg);
#define X(name, word, flags, n, args, phases, does, ...) rb_on_##does,
static rb_doing *const rb_doings[] = { NULL, RB_MOVE_MAP(X) };
#undef X

void rb_apply(const struct vl_rules *r, struct vl_state *state, struct vl_move m,
              struct vl_sink *sink)
{
    struct rb_play p = rb_play_on(r, state, sink);

    rb_doings[m.kind](&p, m.arg);
}

void rb_result(const struct vl_rules *r, const struct vl_state *state, struct vl_result *out)
{
    static const vl_rule rules[] = { 0, RB_WIN_01, RB_WIN_02, RB_WIN_04, RB_WIN_06 };
    const struct rb_content *c = rb_content(r);
    const struct rb_state *s = rb_of(state);
    int64_t key[RB_SEATS_MAX];

    out->over = state->actor == VL_OVER;
    out->rule = rules[state->outcome];
    for (int k = 0; k < state->seats; k++) {
        out->score[k] = rb_runes(c, s, k) * 100 + rb_counters(&s->p[k]);
        out->won[k] = s->winners >> k & 1;
        key[k] = out->won[k] * (INT64_C(1) << 32) + standing(c, s, k);
    }
    vl_rank(out, key, state->seats); /* RB-WIN-08 */
}
