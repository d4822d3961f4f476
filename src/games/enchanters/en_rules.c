/* en_rules.c - what happens in Enchanters: setup, turns, taking cards, combat
 * and the end, rule by rule. What abilities do is in en_ability.c, who may do what
 * in en_legal.c, what the cards add up to in en_count.c, the odds in en_chance.c.
 *
 * A turn is a stage (turn start, window 1 ...). Within it abilities and takings have
 * their place in the state (frames, struct en_take), so that a choice can interrupt
 * them anywhere: it is answered and the stage goes on. */
#include "games/enchanters/en_play.h"

enum { REMOVED_PER_SEAT = 5, STACKED_PER_SEAT = 3, STACKED_SUPER_QUICK = 2 };

/* ---- phases ---- */

/* EN-SET-20: one kingdom at a time in seat order. */
static vl_actor picker(const struct en_state *s)
{
    return (vl_actor)(s->kingdoms_len % s->base.seats);
}

/* EN-DEC-04: the owner of the card chooses it (EN-EFF-04). */
static vl_actor chooser(const struct vl_rules *r, const struct en_state *s)
{
    const struct vl_fx *now = en_now(r, s);

    if (now && now->verb == EN_DO_STEAL)
        return (vl_actor)en_run(s)->reg[EN_REG_TARGET];
    return (vl_actor)en_asked(s, en_run(s));
}

/* EN-END-03: no place is free on the road, or the deck is empty. */
static bool is_dealt(const struct en_state *s)
{
    return s->road_len == EN_SLOTS || en_deck_len(s) == 0;
}

vl_actor en_actor(const struct vl_rules *r, const struct en_state *s)
{
    const struct en_derived *d = en_derived(r);

    switch ((enum en_phase)s->base.phase) {
    case EN_PH_SETUP_KINGDOMS: return d->mode == EN_MODE_DRAFT ? picker(s) : VL_CHANCE;
    case EN_PH_SETUP_VILLAGE: return d->village == VL_NONE ? VL_CHANCE : VL_AUTO;
    case EN_PH_SETUP_FIRST: return d->first == VL_NONE ? VL_CHANCE : VL_AUTO;
    case EN_PH_SETUP_REMOVE: return VL_CHANCE;
    case EN_PH_SETUP_DEAL:
    case EN_PH_TURN_END: return is_dealt(s) || en_certain(r, s) >= 0 ? VL_AUTO : VL_CHANCE;
    case EN_PH_TURN_START:
    case EN_PH_TAKE:
    case EN_PH_REST: return VL_AUTO;
    case EN_PH_CHOOSE_CARD: return chooser(r, s);
    case EN_PH_GAME_OVER: return VL_OVER;
    default: return (vl_actor)s->active; /* windows, and what else an ability asks for */
    }
}

void en_enter(struct en_play *p, enum en_phase phase)
{
    p->s->base.phase = (uint8_t)phase;
    p->s->base.actor = en_actor(p->r, p->s);
}

/* The stage goes on after a choice or a part of it. */
static void go_on(struct en_play *p)
{
    p->s->base.phase = p->s->stage;
    p->s->base.actor = VL_AUTO;
}

static void begin(struct en_play *p, enum en_phase stage)
{
    p->s->stage = (uint8_t)stage;
    p->s->listed = 0;
    go_on(p);
}

/* EN-ACT-19: the active player is asked. */
static void open_window(struct en_play *p, enum en_phase window)
{
    p->s->base.phase = p->s->stage = (uint8_t)window;
    p->s->base.actor = (vl_actor)p->s->active;
    p->s->listed = 0;
}

/* ---- the deck ---- */

/* The lowest unseen copy of a design (EN-RUL-67). */
static int unseen_copy(const struct en_play *p, int design)
{
    const struct en_design *d = &p->c->designs[design];

    VL_ASSERT(design < p->c->designs_len);
    for (int i = 0; i < d->copies; i++)
        if (vl_set_has(p->s->unseen, d->first + i))
            return d->first + i;
    return VL_NONE;
}

static void forget(struct en_play *p, int card)
{
    VL_ASSERT(card < p->c->cards_len && p->s->left[p->c->cards[card].kind] > 0);
    vl_set_drop(p->s->unseen, card);
    p->s->left[p->c->cards[card].kind]--;
}

static int free_slot(const struct en_state *s)
{
    int slot = 0;

    VL_ASSERT(s->road_len < EN_SLOTS); /* one is free */
    while (s->road[slot] != VL_NONE)
        slot++;
    return slot;
}

/* EN-SET-14, EN-END-03: into the lowest free slot. */
static void reveal(struct en_play *p, int design)
{
    struct en_state *s = p->s;
    int slot = free_slot(s), card;

    if (s->known_len > 0) {
        card = vl_take_first(s->known, &s->known_len);
    } else {
        card = unseen_copy(p, design);
        forget(p, card);
        if (s->to_stack > 0)
            s->to_stack--;
        else if (s->upper > 0)
            s->upper--; /* EN-VAR-11: one place of it */
    }
    s->road[slot] = vl_u8(card);
    s->road_len++;
    TELL(p, REVEALED, s->stage == EN_PH_TURN_END ? EN_END_03 : EN_SET_14, -1, card, slot);
    en_enter(p, (enum en_phase)s->base.phase);
}

/* EN-VAR-12: the card of this place was stacked. */
static void reveal_nothing(struct en_play *p)
{
    VL_ASSERT(p->s->upper > 0 && p->s->holes > 0);
    p->s->upper--;
    p->s->holes--;
    TELL(p, PLACE_EMPTY, EN_VAR_12, -1, p->s->upper);
    en_enter(p, (enum en_phase)p->s->base.phase);
}

/* ---- setup ---- */

/* EN-SET-10, EN-SET-13, EN-VAR-04; the upper part of Dragons of the deep, EN-VAR-07. */
static void stack(struct en_play *p)
{
    const struct en_derived *d = en_derived(p->r);
    struct en_state *s = p->s;
    int equipment = s->left[EN_KIND_ITEM] + s->left[EN_KIND_ENCHANTMENT];
    int wanted = d->seats * (d->super_quick ? STACKED_SUPER_QUICK : STACKED_PER_SEAT);
    int others = equipment + s->left[EN_KIND_MONSTER];

    s->stacked = s->to_stack = vl_u8(vl_min(wanted, equipment));
    if (d->deep) {
        s->upper = vl_u8(others - others / 2);
        s->holes = s->stacked;
    }
    s->stage = EN_PH_SETUP_DEAL;
    en_enter(p, EN_PH_SETUP_DEAL);
}

/* EN-SET-07, EN-SET-08, EN-VAR-03: the cards of the kingdoms in play. */
static void make_deck(struct en_play *p)
{
    const struct en_derived *d = en_derived(p->r);
    struct en_state *s = p->s;

    for (int i = 0; i < s->kingdoms_len; i++) {
        int first = s->kingdoms[i] * EN_PER_KINGDOM;

        for (int card = first; card < first + EN_PER_KINGDOM; card++) {
            if ((d->seats == 2 || d->super_quick) && !vl_set_has(p->c->marked, card))
                continue;
            vl_set_put(s->unseen, card);
            s->left[p->c->cards[card].kind]++;
        }
    }
    if (d->quick) { /* EN-VAR-01: five cards per seat leave the game first */
        s->to_remove = vl_u8(REMOVED_PER_SEAT * d->seats);
        en_enter(p, EN_PH_SETUP_REMOVE);
        return;
    }
    stack(p);
}

/* EN-SET-05, EN-SET-06, EN-SET-21: chosen or drawn, until there are enough for the seats. */
static void add_kingdom(struct en_play *p, int kingdom)
{
    VL_ASSERT(p->s->kingdoms_len < EN_IN_PLAY_MAX && kingdom < p->c->kingdoms_len);
    p->s->kingdoms[p->s->kingdoms_len++] = vl_u8(kingdom);
    if (p->s->kingdoms_len == en_derived(p->r)->kingdoms_len)
        make_deck(p);
    else
        en_enter(p, EN_PH_SETUP_KINGDOMS);
}

/* EN-VAR-10: one by one, for all to see. */
static void remove_one(struct en_play *p, int design)
{
    int card = unseen_copy(p, design);

    VL_ASSERT(p->s->to_remove > 0);
    forget(p, card);
    vl_set_put(p->s->removed, card);
    p->s->to_remove--;
    TELL(p, REMOVED_AT_START, EN_VAR_10, -1, card);
    if (p->s->to_remove == 0)
        stack(p);
    else
        en_enter(p, EN_PH_SETUP_REMOVE);
}

static void begin_turn(struct en_play *p)
{
    TELL_BY(p, TURN_BEGUN, EN_TURN_01, p->s->active);
    begin(p, EN_PH_TURN_START);
}

static void lay_village(struct en_play *p, uint8_t village)
{
    VL_ASSERT(village < p->c->villages_len);
    p->s->village = village;
    TELL(p, VILLAGE_DRAWN, EN_SET_15, -1, village);
    en_enter(p, EN_PH_SETUP_FIRST);
}

static void begin_with(struct en_play *p, uint8_t seat)
{
    VL_ASSERT(seat < p->s->base.seats);
    p->s->first = p->s->active = seat;
    TELL_BY(p, FIRST_DRAWN, EN_SET_18, seat);
    begin_turn(p);
}

void en_start(const struct vl_rules *r, struct vl_state *state)
{
    struct en_state *s = (struct en_state *)state;
    const struct en_derived *d = en_derived(r);
    struct en_play p = { en_content(r), r, s, NULL };

    en_fresh(r, state);
    s->base.phase = s->stage = EN_PH_SETUP_KINGDOMS;
    s->village = s->first = VL_NONE;
    for (int seat = 0; seat < d->seats; seat++)
        en_recount(p.c, &s->p[seat]);
    if (d->mode == EN_MODE_LIST || d->mode == EN_MODE_FIRST_GAME) { /* EN-SET-22: known already */
        s->kingdoms_len = d->kingdoms_len;
        memcpy(s->kingdoms, d->kingdoms, d->kingdoms_len);
        make_deck(&p);
    } else {
        en_enter(&p, EN_PH_SETUP_KINGDOMS);
    }
}

/* ---- taking a card ---- */

/* EN-CMB-08, EN-CMB-09: the unblocked part, doubled by some. */
static void strike(struct en_play *p, int seat, int card, int strength)
{
    const struct en_design *d = en_design(p->c, card);
    int defence = en_defence(p->s, seat);
    int n = vl_max(strength - defence, 0);
    bool doubles = (d->flags & EN_DOUBLES) && n > 0;

    VL_ASSERT(seat < p->s->base.seats && en_fights(p->c, card));
    TELL_BY(p, STRUCK, EN_CMB_08, seat, card, strength, defence, doubles);
    en_receive(p, seat, doubles ? 2 * n : n, doubles ? EN_CMB_09 : EN_CMB_08);
}

/* EN-CMB-06, EN-CMB-10: the active player, and with EACH all others clockwise. */
static void be_attacked(struct en_play *p, int card)
{
    const struct en_design *d = en_design(p->c, card);
    int strength = en_strength(p->r, p->s, card);
    int players = d->flags & EN_EACH ? p->s->base.seats : 1;

    for (int i = 0; i < players; i++)
        strike(p, (p->s->active + i) % p->s->base.seats, card, strength);
}

/* EN-CMB-04: the card goes back and nothing comes of it. EN-CMB-05: as after a rest, the first
 * card of the road is buried. */
static void fail(struct en_play *p)
{
    struct en_state *s = p->s;

    s->road[s->take[0].from] = s->take[0].card;
    s->road_len++;
    s->take[0] = en_no_take;
    en_bury_slot(p, en_first_on_road(s), EN_CMB_05);
    open_window(p, EN_PH_WINDOW_3);
}

/* EN-CMB-01 to -03: false if the Monster is too strong after all. */
static bool fight(struct en_play *p, int card)
{
    struct en_state *s = p->s;
    int attack = en_attack(s, s->active), health = en_health(p->r, s, card);

    if (attack < health) {
        TELL_BY(p, FLED, EN_CMB_04, s->active, card, attack, health);
        return false;
    }
    TELL_BY(p, FOUGHT, EN_CMB_02, s->active, card, attack, health);
    be_attacked(p, card);
    return true;
}

/* EN-STL-04: what was stolen lies under it. EN-STL-09: somebody else may get it. EN-PILE-02: on
 * top of the pile of its kind. */
static void add_to_pile(struct en_play *p, struct en_take *take)
{
    struct en_state *s = p->s;
    struct en_take was = *take;
    int pile = en_pile_of_kind(p->c->cards[was.card].kind);

    VL_ASSERT(was.card < p->c->cards_len);
    *take = en_no_take; /* when it is told, the card lies in one place */
    if (was.held != VL_NONE)
        en_push(p->c, &s->p[s->active], en_pile_of_kind(p->c->cards[was.held].kind), was.held);
    if (was.receiver != VL_NONE) {
        en_push(p->c, &s->p[was.receiver], pile, was.card);
        TELL_BY(p, GIVEN, EN_STL_09, s->active, was.card, was.receiver);
    } else {
        en_push(p->c, &s->p[s->active], pile, was.card);
        TELL_BY(p, TAKEN, EN_PILE_02, s->active, was.card, pile);
    }
}

/* EN-TURN-05, EN-TURN-06, EN-TURN-10 to -12: as far as it goes without an ability. */
static void take_on(struct en_play *p, int level)
{
    struct en_take *take = &p->s->take[level];
    int kind = p->c->cards[take->card].kind;

    VL_ASSERT(level < EN_LEVELS && take->card < p->c->cards_len);
    switch ((enum en_take_step)take->step) {
    case EN_TAKE_FIGHT:
        take->step = EN_TAKE_IMMEDIATE;
        if (en_fights(p->c, take->card) && !fight(p, take->card)) {
            fail(p); /* only a journey: a visit was looked at first (EN-GRV-07) */
            return;
        }
        /* fall through */
    case EN_TAKE_IMMEDIATE: /* EN-IMM-01: after the fight, without being asked */
        take->step = EN_TAKE_LIST;
        if (p->c->cards[take->card].ability == 1 + EN_AB_IMMEDIATE) {
            TELL_BY(p, IMMEDIATE, EN_IMM_01, p->s->active, take->card);
            en_run_ability(p, take->card, 0);
            return;
        }
        /* fall through */
    case EN_TAKE_LIST: /* EN-TRG-03: those that fire when such a card is taken */
        take->step = EN_TAKE_TRIGGERS;
        (void)en_list_triggers(p, level, EN_WHEN_TAKE, kind);
        /* fall through */
    case EN_TAKE_TRIGGERS:
        if (en_fire_next(p, level))
            return;
        take->step = EN_TAKE_ADD;
        /* fall through */
    case EN_TAKE_ADD:
        add_to_pile(p, take);
        if (level == 0)
            begin(p, EN_PH_WINDOW_3); /* EN-TURN-08: after the major action */
    }
}

/* ---- the end of a turn and of the game ---- */

/* EN-SCO-06, EN-SCO-07: what players are ranked by, the first first, as one number: glory,
 * crystals, fewer wounds, cards. None of the last three is more than a counter holds. */
static int64_t rank_key(const struct en_player *p, int glory)
{
    const int64_t more = EN_COUNTER_MAX + 1;
    int cards = p->len[EN_PILE_ITEMS] + p->len[EN_PILE_ENCHANTMENTS] + p->len[EN_PILE_TROPHIES];

    return ((glory * more + p->crystals) * more - p->wounds) * more + cards;
}

/* EN-GEN-01: the most glory wins. EN-SCO-08: who is tied to the last key shares the victory. */
void en_result(const struct vl_rules *r, const struct vl_state *state, struct vl_result *out)
{
    const struct en_state *s = en_of(state);
    int64_t key[EN_SEATS_MAX];

    memset(out, 0, sizeof *out);
    out->over = s->base.phase == EN_PH_GAME_OVER;
    out->rule = out->over ? EN_END_06 : 0;
    for (int k = 0; k < s->base.seats; k++) {
        out->score[k] = en_glory(r, s, k).sum;
        key[k] = rank_key(&s->p[k], out->score[k]);
    }
    vl_rank(out, key, s->base.seats);
    for (int k = 0; k < s->base.seats; k++)
        out->won[k] = out->over && out->rank[k] == 1;
}

static void end_game(struct en_play *p)
{
    struct en_state *s = p->s;
    struct vl_result res;
    int16_t won[EN_SEATS_MAX] = { -1, -1, -1, -1 };
    int winners = 0;

    s->base.phase = s->stage = EN_PH_GAME_OVER;
    s->base.actor = VL_OVER;
    en_result(p->r, &s->base, &res);
    for (int seat = 0; seat < s->base.seats; seat++) {
        struct en_glory g = en_glory(p->r, s, seat);

        if (res.won[seat])
            won[winners++] = (int16_t)seat;
        TELL_BY(p, SCORED, EN_SCO_01, seat, g.sum, g.cards, g.clauses + g.village, -g.wounds);
    }
    s->base.outcome = winners > 1 ? EN_SHARED : EN_WON;
    TELL(p, GAME_ENDED, EN_END_06, -1, s->base.outcome, winners, won[0], won[1], won[2], won[3]);
}

/* EN-END-02: the road closes up towards the village. */
static void slide(struct en_state *s)
{
    int to = 0;

    for (int slot = 0; slot < EN_SLOTS; slot++) {
        uint8_t card = s->road[slot];
        s->road[slot] = VL_NONE;
        if (card != VL_NONE)
            s->road[to++] = card;
    }
}

/* EN-END-05, EN-VAL-10: what counted for the turn is cleared. EN-END-06: with nothing left to
 * take the game ends; EN-END-04: else the next seat plays. */
static void finish_turn(struct en_play *p)
{
    struct en_state *s = p->s;
    struct en_player *me = &s->p[s->active];

    s->atk = s->def = s->discount = 0;
    memset(s->used, 0, sizeof s->used);
    memset(s->village_uses, 0, sizeof s->village_uses);
    me->received = me->healed = 0;
    s->turns++;
    if (s->road_len == 0 && en_deck_len(s) == 0) {
        end_game(p);
        return;
    }
    s->active = vl_u8((s->active + 1) % s->base.seats);
    begin_turn(p);
}

static void stage_deal(struct en_play *p)
{
    int design = is_dealt(p->s) ? -1 : en_certain(p->r, p->s);

    if (design == VL_NONE)
        reveal_nothing(p);
    else if (design >= 0)
        reveal(p, design);
    else if (p->s->base.phase == EN_PH_SETUP_DEAL)
        en_enter(p, EN_PH_SETUP_VILLAGE);
    else
        finish_turn(p);
}

/* ---- stages ---- */

/* The triggers of a stage, listed when it begins; false once all have fired. */
static bool fires(struct en_play *p, int when)
{
    if (!p->s->listed && !en_list_triggers(p, 0, when, 0))
        return false;
    p->s->listed = 1;
    return en_fire_next(p, 0);
}

/* EN-TURN-03, EN-TRG-04: what fires at the start does so before window 1. */
static void stage_start(struct en_play *p)
{
    if (!fires(p, EN_WHEN_START))
        open_window(p, EN_PH_WINDOW_1);
}

/* EN-REST-04, EN-TRG-05: what fires after a rest. EN-REST-05: then a card of the road is buried. */
static void stage_rest(struct en_play *p)
{
    if (fires(p, EN_WHEN_REST))
        return;
    en_bury_slot(p, en_first_on_road(p->s), EN_REST_05);
    open_window(p, EN_PH_WINDOW_3);
}

static void stage_village(struct en_play *p)
{
    lay_village(p, en_derived(p->r)->village);
}

static void stage_first(struct en_play *p)
{
    begin_with(p, en_derived(p->r)->first);
}

static void stage_take(struct en_play *p)
{
    take_on(p, 0);
}

static void stage_window(struct en_play *p)
{
    open_window(p, (enum en_phase)p->s->stage);
}

/* What goes on by itself, up to the end of a turn. ORDER EN_PHASE_MAP */
typedef void stage_step(struct en_play *p);
static stage_step *const stages[] = {
    NULL,         NULL,         stage_deal, stage_village, stage_first,  stage_start,
    stage_window, stage_window, stage_take, stage_rest,    stage_window, stage_deal,
};

/* What is innermost goes on first: a visit's ability, the visit, the ability
 * that makes it, then the stage. */
void en_step(const struct vl_rules *r, struct vl_state *state, struct vl_sink *sink)
{
    struct en_state *s = (struct en_state *)state;
    struct en_play p = { en_content(r), r, s, sink };

    VL_ASSERT(s->base.actor == VL_AUTO && s->base.phase <= EN_PH_TURN_END);
    if (s->depth > 1)
        en_run_on(&p, 1);
    else if (s->take[1].card != VL_NONE)
        take_on(&p, 1);
    else if (s->depth > 0)
        en_run_on(&p, 0);
    else
        stages[s->base.phase](&p);
}

/* ---- decisions ---- */

/* EN-ACT-05 to -07: counted as far as it matters. EN-ACT-09: by card, wherever it goes. */
static void count_use(struct en_state *s, int source, int index)
{
    VL_ASSERT(index < (source == EN_VILLAGE ? EN_VILLAGE_ABILITIES : 1));
    if (source == EN_VILLAGE) {
        if (s->village_uses[index] < 2)
            s->village_uses[index]++;
    } else if (vl_set_has(s->used[0], source)) {
        vl_set_put(s->used[1], source);
    } else {
        vl_set_put(s->used[0], source);
    }
}

/* EN-ROAD-06: paid, the card is on its way and its slot empty. */
static void journey(struct en_play *p, int slot)
{
    struct en_state *s = p->s;
    int card = s->road[slot], cost = en_travel_cost(s, slot);

    VL_ASSERT(card != VL_NONE && cost <= s->p[s->active].crystals);
    (void)en_take_off(&s->p[s->active].crystals, cost);
    s->take[0] = en_taking(card, slot);
    s->road[slot] = VL_NONE;
    s->road_len--;
    TELL_BY(p, JOURNEYED, en_fights(p->c, card) ? EN_TURN_06 : EN_TURN_05, s->active, card, slot,
            cost);
    open_window(p, EN_PH_WINDOW_2);
}

static void end_turn(struct en_play *p)
{
    TELL_BY(p, TURN_ENDED, EN_END_01, p->s->active);
    slide(p->s);
    p->s->stage = EN_PH_TURN_END;
    en_enter(p, EN_PH_TURN_END);
}

void en_apply(const struct vl_rules *r, struct vl_state *state, struct vl_move m,
              struct vl_sink *sink)
{
    struct en_state *s = (struct en_state *)state;
    struct en_play play = { en_content(r), r, s, sink };
    struct en_play *p = &play;
    uint8_t what = m.arg[0], index = m.arg[1];

    switch ((enum en_move)m.kind) {
    case EN_MV_USE:
        count_use(s, what, index);
        TELL_USE(p, USED, EN_ACT_02, what);
        en_run_ability(p, what, index);
        go_on(p);
        break;
    case EN_MV_REST: /* EN-REST-01: of the village or of a card on top */
        TELL_USE(p, RESTED, EN_REST_01, what);
        en_run_ability(p, what, index);
        begin(p, EN_PH_REST);
        break;
    case EN_MV_TRIGGER:
        en_fire(p, en_trigger_level(s), what, index);
        go_on(p);
        break;
    case EN_MV_TARGET:
    case EN_MV_CARD:
    case EN_MV_PAY_CARD:
    case EN_MV_SLOT:
    case EN_MV_GRAVE_NEXT: /* the answer to what the ability at hand asks (en_ability.c) */
        VL_ASSERT(s->depth > 0);
        s->run[s->depth - 1].answer = (uint16_t)(1 + what);
        go_on(p);
        break;
    case EN_MV_JOURNEY: journey(p, what); break;
    case EN_MV_PROCEED: begin(p, EN_PH_TAKE); break;
    case EN_MV_END_TURN: end_turn(p); break;
    case EN_MV_PICK_KINGDOM:
        TELL_BY(p, KINGDOM_CHOSEN, EN_SET_05, picker(s), what);
        add_kingdom(p, what);
        break;
    case EN_MV_KINGDOM:
        TELL(p, KINGDOM_DRAWN, EN_SET_21, -1, what);
        add_kingdom(p, what);
        break;
    case EN_MV_REMOVE: remove_one(p, what); break;
    case EN_MV_DRAW: reveal(p, what); break;
    case EN_MV_EMPTY: reveal_nothing(p); break;
    case EN_MV_VILLAGE: lay_village(p, what); break;
    case EN_MV_FIRST: begin_with(p, what); break;
    case EN_MV_NONE:
    case EN_MOVES: vl_fail("no such move", __FILE__, __LINE__);
    }
}
