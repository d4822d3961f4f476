/* ra_trial.c - revelation (RA-REV), hazards (RA-HAZ), trials and objectives (RA-TRI, RA-OBJ),
 * outcomes (RA-OUT), the Octuple Chamber (RA-QST-08 to 14) and the Vils' powers (RA-VIL). */
#include "games/reflets/ra_verbs.h"

/* ---- revelation ---- */

/* RA-REV-05 */
int ra_do_drop_gems(struct vl_fx_run *x)
{
    return ra_give_vils(x, ra_difficulty(ra_playing(x)->s), RA_REV_05);
}

static void enter_play(struct ra_play *p, int card)
{
    struct ra_state *s = p->s;
    bool critter = card >= RA_CRITTER0;
    int hero = critter && s->gold >= 1 && s->gold <= s->n ? s->team[s->gold - 1] : VL_NONE;

    ra_put(p, card, RA_IN_PLAY);
    s->play[s->play_len] = vl_u8(card);
    s->prey[s->play_len++] = vl_u8(hero);
    if (hero != VL_NONE)
        VL_EMIT(p->x.sink, RA_EV_PREY, RA_REV_09, -1, card, hero);
}

/* RA-REV-03 to 10, one card after the other. reg[HOW]: cards done; reg[NAMED]: 1 + the card at
 * hand; reg[BOARD]: 1 drawn and its moment not past, 2 being paid, 3 dropped: its purse comes. */
int ra_do_reveal(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    for (; f->reg[RA_REG_HOW] < ra_difficulty(s); f->reg[RA_REG_HOW]++) {
        if (!f->reg[RA_REG_NAMED]) {
            int card = ra_next(p, 2);
            if (card == RA_ASKS)
                return VL_FX_ASK;
            if (card < 0)
                return VL_FX_DONE;
            VL_EMIT(x->sink, RA_EV_DREW, RA_REV_03, -1, card);
            f->reg[RA_REG_NAMED] = vl_u8(1 + card - RA_IMP0);
            f->reg[RA_REG_BOARD] = 1;
            f->turn = 0;
        }
        int card = RA_IMP0 + f->reg[RA_REG_NAMED] - 1;
        if (card < RA_CREATURE0 && f->reg[RA_REG_BOARD] == 3) { /* RA-RUL-76 */
            f->reg[RA_REG_NAMED] = 0;
            ra_put(p, card, RA_IN_DISCARD);
            VL_EMIT(x->sink, RA_EV_DISCARDED, RA_REV_05, -1, card);
            continue;
        }
        if (card < RA_CREATURE0) {
            int answer = vl_fx_take(x);
            if (answer < 0)
                return ra_enter(p, RA_PH_REV_DILEMMA);
            if (ra_tag_of(answer) == 1) {
                f->reg[RA_REG_BOARD] = 3;
                (void)ra_call(p, RA_LIST_DROPPED);
                return VL_FX_AGAIN;
            }
            f->reg[RA_REG_NAMED] = 0;
            ra_put(p, card, RA_IN_A + ra_only_of(answer));
            VL_EMIT(x->sink, RA_EV_KEPT, RA_REV_04, -1, card, ra_only_of(answer));
            continue;
        }
        if (f->reg[RA_REG_BOARD] == 1) { /* RA-WIN-16 */
            f->reg[RA_REG_BOARD] = 2;
            VL_EMIT(x->sink, RA_EV_FOE, RA_REV_08, -1, card, p->c->cards[card].cost);
            (void)ra_call(p, RA_LIST_W_EVENT);
            return VL_FX_AGAIN;
        }
        int said = ra_owe(x, p->c->cards[card].cost, RA_BANK, true, RA_REV_08);
        if (said != VL_FX_DONE)
            return said;
        enter_play(p, card);
        f->reg[RA_REG_NAMED] = f->turn = 0;
    }
    f->reg[RA_REG_HOW] = f->reg[RA_REG_BOARD] = 0;
    return VL_FX_DONE;
}

/* RA-REV-02 */
int ra_do_reveal_gems(struct vl_fx_run *x)
{
    return ra_give_vils(x, ra_difficulty(ra_playing(x)->s), RA_REV_02);
}

/* The cards of a stack that are known now, and not yet chosen. */
static int known_of(const struct ra_state *s, int space)
{
    int n = 0, from = space * RA_OF_A_KIND;

    for (int i = from; i < from + RA_OF_A_KIND; i++)
        n += s->laid[i] == RA_LAID_KNOWN;
    return n;
}

/* RA-REV-11, RA-DCK-14: all are looked at, one is kept. */
int ra_do_pick_hazard(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int space = ra_space_at(p->c, s->team_at), slot = ra_slot_at(p->c, s->team_at);

    if (slot >= 0) {
        if (s->rooms[slot].card == VL_NONE) {
            int card = ra_drawn(p, RA_POOL_ROOM);
            if (card == RA_ASKS)
                return VL_FX_ASK;
            ra_see_room(p, slot, card);
        }
        return VL_FX_DONE;
    }
    if (space < 0 || s->stack[space] == 0)
        return VL_FX_DONE;
    while (known_of(s, space) < s->stack[space]) {
        int card = ra_drawn(p, RA_POOL_ZONE0 + space);
        if (card == RA_ASKS)
            return VL_FX_ASK;
        s->laid[card - RA_ZONE0] = RA_LAID_KNOWN;
        if (s->stack[space] > 1)
            VL_EMIT(x->sink, RA_EV_SAW, RA_REV_11, -1, card);
    }
    int card = -1;
    if (s->stack[space] > 1) {
        card = vl_fx_take(x);
        if (card < 0)
            return ra_enter(p, RA_PH_REV_PICK);
    }
    for (int i = space * RA_OF_A_KIND; i < (space + 1) * RA_OF_A_KIND; i++)
        if (s->laid[i] == RA_LAID_KNOWN) {
            if (card < 0)
                card = RA_ZONE0 + i;
            s->laid[i] = RA_ZONE0 + i == card ? RA_LAID_UP : RA_LAID_OUT;
        }
    s->stack[space] = 0;
    s->top[space] = VL_NONE;
    s->up[space] = vl_u8(card);
    return VL_FX_DONE;
}

static int hazard_here(const struct ra_play *p)
{
    int space = ra_space_at(p->c, p->s->team_at), slot = ra_slot_at(p->c, p->s->team_at);

    if (slot >= 0)
        return p->s->rooms[slot].card;
    return space >= 0 ? p->s->up[space] : VL_NONE;
}

/* RA-REV-12 */
int ra_do_turn_hazard(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    int slot = ra_slot_at(p->c, p->s->team_at), card = hazard_here(p);

    if (slot >= 0 && !p->s->rooms[slot].up)
        ra_turn_room(p, slot);
    if (card != VL_NONE)
        VL_EMIT(x->sink, RA_EV_HAZARD, RA_REV_12, -1, card, p->s->team_at);
    return VL_FX_DONE;
}

/* RA-REV-13 */
int ra_do_pay_hazard(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    int card = hazard_here(p);

    return card == VL_NONE ? VL_FX_DONE
                           : ra_owe(x, p->c->cards[card].cost, RA_BANK, true, RA_REV_13);
}

/* ---- hazards ---- */

void ra_clear_foes(struct ra_play *p, vl_rule rule)
{
    struct ra_state *s = p->s;

    for (int i = 0; i < s->play_len; i++) {
        VL_EMIT(p->x.sink, RA_EV_FOE_GONE, rule, -1, s->play[i]);
        ra_put(p, s->play[i], RA_IN_DISCARD);
    }
    s->play_len = 0;
    memset(s->play, 0, sizeof s->play);
    memset(s->prey, VL_NONE, sizeof s->prey);
}

void ra_begin_trial(struct ra_play *p, int card)
{
    struct ra_trial *t = &p->s->trial;

    memset(t, 0, sizeof *t);
    t->card = vl_u8(card);
    t->tester = VL_NONE;
    for (int i = 0; i < RA_PLACES; i++)
        t->dice[i].hero = VL_NONE;
    p->s->stage = RA_ST_OBJECTIVE;
}

static bool is_open(const struct ra_play *p, int card)
{
    return p->c->cards[card].item == VL_NONE || !ra_holds(p->s, p->c->cards[card].item);
}

/* RA-HAZ-01 to 13 */
void ra_stage_hazard(struct ra_play *p)
{
    struct ra_state *s = p->s;
    int card = hazard_here(p);

    if (card == VL_NONE) { /* nothing was left in the decks */
        s->stage = RA_ST_END;
        return;
    }
    const struct ra_card *k = &p->c->cards[card];
    int sort = ra_sort(card);
    if (sort == RA_SORT_ROOM) {
        ra_begin(p, RA_LIST_ROOM, RA_ST_END);
    } else if (k->options_len > 0) {
        ra_clear_foes(p, RA_HAZ_01);
        ra_begin(p, RA_LIST_OPTIONS, RA_ST_END);
    } else if (k->trial_len == 0) { /* RA-HAZ-05 */
        ra_clear_foes(p, RA_HAZ_01);
        s->stage = RA_ST_END;
        vl_fx_call(&p->x, card, RA_OF_LIGHT, s->guide);
    } else if (!is_open(p, card)) {
        ra_begin(p, RA_LIST_DOOR, RA_ST_TRIAL);
    } else {
        s->stage = RA_ST_TRIAL;
    }
}

/* RA-HAZ-02 to 04, RA-GEM-09. turn: 0 which; 1 which board pays; 2 gems; 3 done. */
int ra_do_ask_option(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;
    int space = ra_space_at(p->c, s->team_at), card = s->up[space];

    if (f->turn == 0) {
        int which = vl_fx_take(x);
        if (which < 0)
            return ra_enter(p, RA_PH_OPTIONS);
        f->reg[RA_REG_NAMED] = vl_u8(which);
        f->reg[RA_REG_MORE] = 0;
        f->turn = 1;
    }
    const struct ra_option *o = &p->c->cards[card].options[f->reg[RA_REG_NAMED]];
    if (f->turn == 1) {
        int board = s->base.seats > 1 ? s->guide : 0;
        if (o->cost > 0 && s->base.seats == 1) {
            bool a = ra_gems_of(s, 0) >= o->cost, b = ra_gems_of(s, 1) >= o->cost;
            board = a && b ? vl_fx_take(x) : b;
            if (board < 0)
                return ra_enter(p, RA_PH_PICK_BOARD);
        }
        f->reg[RA_REG_BOARD] = vl_u8(1 + board);
        f->turn = 2;
    }
    while (f->reg[RA_REG_MORE] < o->cost) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_PAY_GEM);
        ra_lose_gem(p, ra_first_of(answer), ra_second_of(answer), RA_BANK, RA_EV_PAID, RA_HAZ_02);
        f->reg[RA_REG_MORE]++;
    }
    int list = RA_OF_OPTIONS + f->reg[RA_REG_NAMED];
    f->reg[RA_REG_NAMED] = f->reg[RA_REG_MORE] = f->reg[RA_REG_BOARD] = 0;
    s->up[space] = VL_NONE; /* RA-HAZ-04, before an effect moves the team */
    s->laid[card - RA_ZONE0] = RA_LAID_PURSE;
    VL_EMIT(x->sink, RA_EV_PURSED, RA_HAZ_04, -1, card);
    vl_fx_call(&p->x, card, list, s->guide);
    return VL_FX_CALLED;
}

/* RA-HAZ-06, RA-HAZ-13 */
int ra_do_ask_door(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    int answer = vl_fx_take(x);

    if (answer < 0)
        return ra_enter(p, RA_PH_DOOR);
    if (ra_tag_of(answer) == 1)
        return VL_FX_DONE;
    ra_clear_foes(p, RA_HAZ_06);
    p->s->stage = RA_ST_END;
    vl_fx_call(&p->x, p->s->up[RA_SPACES - 1], RA_OF_LIGHT, p->s->guide);
    return VL_FX_CALLED;
}

static int cross_over(struct ra_play *p)
{
    struct ra_state *s = p->s;

    for (int i = 0; i < RA_SLOTS; i++)
        if (s->rooms[i].up && p->c->slots[i] != s->team_at &&
            p->c->cards[s->rooms[i].card].feature == RA_FEATURE_PORTAL) {
            s->team_at = p->c->slots[i];
            VL_EMIT(p->x.sink, RA_EV_WENT, RA_PRT_05, -1, s->team_at);
            break;
        }
    return VL_FX_DONE;
}

/* RA-PRT-02, RA-PRT-03, RA-END-03, RA-END-04 */
static int through_portal(struct ra_play *p)
{
    struct ra_state *s = p->s;
    int both = RA_STEP1 | RA_STEP2;

    s->team_at = p->c->city;
    VL_EMIT(p->x.sink, RA_EV_WENT, RA_PRT_02, -1, s->team_at);
    if ((s->lasting & both) != both)
        return ra_end_game(p, RA_BY_ESCAPE, RA_END_04);
    (void)vl_fx_unwind(&p->x, 0);
    s->stage = RA_ST_COUNT;
    return VL_FX_GONE;
}

/* What the four choices of the Octuple Chamber do (RA-QST-09, 14). */
static int octuple(struct ra_play *p, int tag)
{
    struct ra_state *s = p->s;

    switch (tag) {
    case 4:
        s->lasting = (uint8_t)(s->lasting | RA_TREASURE | RA_CHOSEN);
        VL_EMIT(p->x.sink, RA_EV_TREASURE, RA_QST_09, -1, s->treasure);
        s->stage = RA_ST_OCTUPLE;
        return VL_FX_DONE;
    case 5:
        s->lasting = (uint8_t)(s->lasting | RA_CHOSEN);
        s->flags = (uint8_t)(s->flags | RA_OCTOGON);
        ra_begin_trial(p, p->c->octuple);
        return VL_FX_DONE;
    case 7: return through_portal(p);
    default: s->stage = RA_ST_END; return VL_FX_DONE;
    }
}

/* RA-HAZ-08 to 12, RA-LUK-11, RA-PRT-05: what may be done in a room; leaving it alone always. */
int ra_do_ask_room(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_move list[VL_MOVES_MAX];
    int answer = vl_fx_take(x);

    s->base.phase = RA_PH_ROOM;
    int n = ra_options_of(x->r, s, list);
    s->base.phase = RA_PH_AUTO;
    if (answer < 0 && n > 1)
        return ra_enter(p, RA_PH_ROOM);
    switch (answer < 0 ? 2 : ra_tag_of(answer)) {
    case 1: ra_begin_trial(p, hazard_here(p)); return VL_FX_DONE;
    case 2: return VL_FX_DONE;
    case 3: ra_clear_foes(p, RA_HAZ_01); return ra_call(p, RA_LIST_SQUARE);
    case 8: return cross_over(p);
    default: ra_clear_foes(p, RA_HAZ_01); return octuple(p, ra_tag_of(answer));
    }
}

int ra_do_ask_octuple(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_move list[VL_MOVES_MAX];
    int answer = vl_fx_take(x);

    p->s->base.phase = RA_PH_OCTUPLE;
    int n = ra_options_of(x->r, p->s, list);
    p->s->base.phase = RA_PH_AUTO;
    if (answer < 0 && n > 1)
        return ra_enter(p, RA_PH_OCTUPLE);
    return octuple(p, answer < 0 ? 6 : ra_tag_of(answer));
}

/* RA-QST-08, RA-QST-14 */
void ra_stage_octuple(struct ra_play *p)
{
    p->s->flags = (uint8_t)(p->s->flags & ~RA_OCTOGON); /* lost or won, it is over */
    ra_begin(p, RA_LIST_OCTUPLE, RA_ST_END);
}

/* ---- objectives ---- */

void ra_stage_trial(struct ra_play *p)
{
    ra_begin_trial(p, hazard_here(p));
}

/* RA-OBJ-04, RA-OBJ-17: the designated hero, as long as nothing is rolled. */
void ra_find_tester(struct ra_play *p)
{
    struct ra_state *s = p->s;

    if (s->trial.card == VL_NONE || s->stage != RA_ST_ROLL ||
        ra_objective(p->c, s)->kind != RA_INDIVIDUAL || s->trial.dice_len > 0)
        return;
    int hero = s->gold >= 1 && s->gold <= s->n ? s->team[s->gold - 1] : VL_NONE;
    if (hero != s->trial.tester && hero != VL_NONE)
        VL_EMIT(p->x.sink, RA_EV_TESTER, RA_OBJ_04, -1, hero);
    s->trial.tester = vl_u8(hero);
}

int ra_do_ask_tester(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    int place = vl_fx_take(x);

    if (place < 0)
        return ra_enter(p, RA_PH_TESTER);
    p->s->trial.tester = p->s->team[place];
    VL_EMIT(x->sink, RA_EV_TESTER, RA_OBJ_17, -1, p->s->trial.tester);
    return VL_FX_DONE;
}

static void clear_dice(struct ra_trial *t)
{
    t->dice_len = t->to_assign = 0;
    memset(t->dice, 0, sizeof t->dice);
    for (int i = 0; i < RA_PLACES; i++)
        t->dice[i].hero = VL_NONE;
}

/* RA-TRI-03, RA-TRI-07, RA-TRI-08 */
void ra_stage_objective(struct ra_play *p)
{
    struct ra_state *s = p->s;
    struct ra_trial *t = &s->trial;
    const struct ra_objective *o = ra_objective(p->c, s);

    t->points = t->stars = t->succeeds = t->result = 0;
    t->tester = VL_NONE;
    clear_dice(t);
    if (o->kind == RA_VITALITY) {
        t->vital = s->gold >= 1 && s->gold <= s->n ? vl_u8(1 + s->team[s->gold - 1]) : 0;
        ra_begin(p, RA_LIST_VITAL, RA_ST_VITAL);
        return;
    }
    VL_EMIT(p->x.sink, RA_EV_OBJECTIVE, RA_TRI_02, -1, t->card, o->what, ra_target(p->c, s));
    ra_begin(p, RA_LIST_BEFORE, RA_ST_ROLL);
    ra_find_tester(p);
}

void ra_stage_roll(struct ra_play *p)
{
    if (p->s->trial.succeeds)
        p->s->stage = RA_ST_ACCEPT;
    else
        ra_begin(p, RA_LIST_ROLL, RA_ST_AFTER);
}

static void lay_dice(struct ra_trial *t, const uint8_t *heroes, int n, int faces)
{
    for (int i = 0; i < n; i++, faces /= 6) {
        t->dice[t->dice_len].value = vl_u8(1 + faces % 6);
        t->dice[t->dice_len++].hero = heroes[i];
    }
}

/* RA-OBJ-05, RA-OBJ-07. turn: the board whose dice are thrown. */
int ra_do_roll_trial(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct ra_trial *t = &s->trial;

    if (ra_objective(p->c, s)->kind == RA_INDIVIDUAL) {
        uint8_t five[5];
        if (t->tester == VL_NONE)
            return VL_FX_DONE;
        int faces = ra_ask_dice(x, 5);
        if (faces < 0)
            return VL_FX_ASK;
        memset(five, t->tester, sizeof five);
        lay_dice(t, five, 5, faces);
        VL_EMIT(x->sink, RA_EV_THREW, RA_OBJ_05, -1, ra_board_of(x->r, ra_place_of(s, t->tester)),
                5);
        return VL_FX_DONE;
    }
    for (; x->frame->turn < p->d->boards; x->frame->turn++) {
        int first = ra_first_place(x->r, x->frame->turn), n = s->n - first;
        n = n > ra_places_each(x->r) ? ra_places_each(x->r) : n;
        if (n <= 0)
            continue;
        int faces = ra_ask_dice(x, n);
        if (faces < 0)
            return VL_FX_ASK;
        int from = t->dice_len;
        lay_dice(t, &s->team[first], n, faces);
        VL_EMIT(x->sink, RA_EV_THREW, RA_OBJ_07, -1, x->frame->turn, n);
        for (int i = from + 1; i < t->dice_len; i++)
            if (t->dice[i].value != t->dice[from].value)
                t->to_assign = (uint8_t)(t->to_assign | 1u << x->frame->turn);
    }
    return VL_FX_DONE;
}

/* RA-OBJ-08: the dice lie as they were thrown; a permutation says which of them each hero gets. */
int ra_do_assign(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_trial *t = &p->s->trial;

    while (t->to_assign) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_OBJ_ASSIGN);
        int board = ra_first_of(answer), first = ra_first_place(x->r, board), n = p->s->n - first;
        const int8_t *perm = ra_perms[ra_second_of(answer)];
        uint8_t old[3] = { 0 };

        n = n > ra_places_each(x->r) ? ra_places_each(x->r) : n;
        for (int i = 0; i < n; i++)
            old[i] = t->dice[first + i].value;
        for (int i = 0; i < n; i++) {
            t->dice[first + i].value = old[perm[i]];
            VL_EMIT(x->sink, RA_EV_DIE_CHANGED, RA_OBJ_08, -1, t->dice[first + i].hero,
                    old[perm[i]]);
        }
        t->to_assign = (uint8_t)(t->to_assign & ~(1u << board));
    }
    return VL_FX_DONE;
}

/* RA-OBJ-02, RA-OBJ-19, RA-AID-03, RA-AID-20 */
void ra_stage_accept(struct ra_play *p)
{
    struct ra_state *s = p->s;
    struct ra_trial *t = &s->trial;
    bool alone = ra_objective(p->c, s)->kind == RA_INDIVIDUAL;
    int against = ra_target(p->c, s), sum = t->succeeds ? against : ra_reached(p->c, s);

    t->result = sum >= against && (t->succeeds || !alone || t->tester != VL_NONE);
    VL_EMIT(p->x.sink, t->result ? RA_EV_REACHED : RA_EV_MISSED, RA_OBJ_15, -1, sum, against);
    if (t->succeeds || (alone && t->tester == VL_NONE))
        clear_dice(t);
    ra_begin(p, RA_LIST_ACCEPT, RA_ST_ARROW);
}

static int count(const struct ra_play *p, int what)
{
    int n = 0;

    for (int i = 0; i < p->s->trial.dice_len; i++)
        n += ra_die_says(p->c, p->s, i) == what;
    return n;
}

/* RA-OBJ-11, RA-OBJ-12 */
int ra_do_crits(struct vl_fx_run *x)
{
    return ra_gain(x, count(ra_playing(x), RA_SAYS_CRIT), RA_OBJ_11);
}

/* RA-OBJ-18 */
int ra_do_fumbles(struct vl_fx_run *x)
{
    return ra_owe(x, count(ra_playing(x), RA_SAYS_FUMBLE), RA_BANK, false, RA_OBJ_11);
}

/* RA-OBJ-13, RA-OBJ-14. turn: the die at hand. */
int ra_do_hurts(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_trial *t = &p->s->trial;
    struct vl_frame *f = x->frame;

    if (ra_objective(p->c, p->s)->what != RA_DEFENCE)
        return VL_FX_DONE;
    while (f->turn < t->dice_len) {
        if (f->reg[RA_REG_HERO] == 0 && ra_die_says(p->c, p->s, f->turn) != RA_SAYS_FUMBLE) {
            f->turn++;
            continue;
        }
        bool taken = f->reg[RA_REG_HERO] != 0;
        int said = ra_hurt_hero(x, t->dice[f->turn].hero, 1);
        if (said == VL_FX_GONE)
            return said;
        if (taken)
            f->turn++;
        if (said != VL_FX_DONE)
            return said == VL_FX_CALLED ? VL_FX_AGAIN : said;
    }
    return VL_FX_DONE;
}

/* RA-TRI-01, RA-OUT-01 */
void ra_stage_arrow(struct ra_play *p)
{
    struct ra_state *s = p->s;
    const struct ra_objective *o = ra_objective(p->c, s);
    int to = s->trial.result ? o->won : o->lost;

    clear_dice(&s->trial);
    if (to <= RA_TO_DARK) {
        VL_EMIT(p->x.sink, to == RA_TO_LIGHT ? RA_EV_TRIAL_WON : RA_EV_TRIAL_LOST, RA_OUT_01, -1,
                s->trial.card);
        s->stage = to == RA_TO_LIGHT ? RA_ST_LIGHT : RA_ST_DARK;
        return;
    }
    s->trial.node = vl_u8(to - RA_TO_SECOND + 1);
    s->stage = RA_ST_OBJECTIVE;
}

/* RA-TRI-08: who was put out of the team meanwhile is not dead. */
void ra_stage_vital(struct ra_play *p)
{
    struct ra_trial *t = &p->s->trial;
    int where = t->vital ? p->s->in[t->vital - 1] : RA_IN_TEAM;

    t->result = where != RA_IN_VPILE && where != RA_IN_PURSE;
    t->vital = 0;
    p->s->stage = RA_ST_ARROW;
}

/* ---- outcomes ---- */

static bool finishes_quest(const struct ra_play *p)
{
    const struct ra_quest *q = &p->c->quests[p->s->quest];

    return p->s->trial.card == q->rooms[1] && ra_holds(p->s, q->relic) &&
           !(p->s->lasting & RA_STEP2);
}

static void win_room(struct ra_play *p, int card)
{
    struct ra_state *s = p->s;

    for (int i = 0; i < RA_SLOTS; i++)
        if (s->rooms[i].card == card)
            s->rooms[i].won = 1;
}

static void win_zone(struct ra_play *p, int card, int where)
{
    struct ra_state *s = p->s;
    bool ours = where == RA_LAID_PURSE;

    for (int i = 0; i < RA_SPACES - 1; i++)
        if (s->up[i] == card)
            s->up[i] = VL_NONE;
    if (s->laid[card - RA_ZONE0] == RA_LAID_UP) {
        s->laid[card - RA_ZONE0] = vl_u8(where);
        VL_EMIT(p->x.sink, ours ? RA_EV_PURSED : RA_EV_VILS_GOT, ours ? RA_OUT_02 : RA_OUT_03, -1,
                card);
    }
}

/* The next creature or critter of this trial, out of play. */
static int next_foe(struct ra_play *p, int where)
{
    int card = p->s->play[0];

    ra_drop_foe(p->s, 0);
    ra_put(p, card, where);
    return card;
}

/* RA-OUT-02, RA-QST-04 to 06. turn: 0 the hazard's effects, 1 its card and the quest, then foes. */
int ra_do_light(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;
    int card = ra_trial_card(s);

    if (f->turn == 0) {
        f->turn = 1;
        f->reg[RA_REG_NAMED] = !(s->flags & RA_OCTOGON) && finishes_quest(p);
        vl_fx_call(&p->x, card, RA_OF_LIGHT, s->guide);
        return VL_FX_AGAIN;
    }
    if (f->turn == 1) {
        f->turn = 2;
        if (ra_sort(card) == RA_SORT_ZONE)
            win_zone(p, card, RA_LAID_PURSE);
        if (ra_sort(card) == RA_SORT_ROOM)
            win_room(p, card);
        if (f->reg[RA_REG_NAMED]) { /* RA-QST-04, RA-QST-06 */
            s->lasting = (uint8_t)(s->lasting | RA_STEP2);
            for (int i = 0; i < RA_SLOTS; i++)
                if (s->rooms[i].card == card)
                    s->relic_token = vl_u8(i);
            VL_EMIT(x->sink, RA_EV_STEP_DONE, RA_QST_04, -1, 2);
            f->reg[RA_REG_NAMED] = 0;
            vl_fx_call(&p->x, RA_FROM_QUEST + s->quest, 0, s->guide);
            return VL_FX_AGAIN;
        }
    }
    if (s->play_len > 0 && !(s->flags & RA_OCTOGON)) {
        int foe = next_foe(p, RA_IN_PURSE);
        VL_EMIT(x->sink, RA_EV_PURSED, RA_OUT_02, -1, foe);
        vl_fx_call(&p->x, foe, RA_OF_LIGHT, s->guide);
        return VL_FX_AGAIN;
    }
    return VL_FX_DONE;
}

/* RA-OUT-03, RA-QST-10. reg[NAMED]: 1 + the foe whose dark effects come; STEAL needs its prey. */
int ra_do_dark(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;
    int card = ra_trial_card(s);

    if (f->turn == 0) {
        f->turn = 1;
        if (s->flags & RA_OCTOGON) {
            s->lasting = (uint8_t)(s->lasting | RA_VTREASURE);
            VL_EMIT(x->sink, RA_EV_TREASURE_LOST, RA_QST_10, -1, s->treasure);
        }
        vl_fx_call(&p->x, card, RA_OF_DARK, s->guide);
        return VL_FX_AGAIN;
    }
    if (f->turn == 1) {
        f->turn = 2;
        if (ra_sort(card) == RA_SORT_ZONE)
            win_zone(p, card, RA_LAID_VPILE);
    }
    if (f->reg[RA_REG_NAMED]) {
        (void)next_foe(p, RA_IN_VPILE);
        f->reg[RA_REG_NAMED] = 0;
    }
    if (s->play_len > 0 && !(s->flags & RA_OCTOGON)) {
        f->reg[RA_REG_NAMED] = 1;
        VL_EMIT(x->sink, RA_EV_VILS_GOT, RA_OUT_03, -1, s->play[0]);
        vl_fx_call(&p->x, s->play[0], RA_OF_DARK, s->guide);
        return VL_FX_AGAIN;
    }
    return VL_FX_DONE;
}

/* RA-OUT-08; then the Octuple Chamber, if that was it. */
void ra_stage_won(struct ra_play *p)
{
    struct ra_state *s = p->s;
    bool octuple = s->trial.card == p->c->octuple || (s->flags & RA_OCTOGON);

    ra_begin(p, RA_LIST_WON, octuple ? RA_ST_OCTUPLE : RA_ST_END);
}

void ra_stage_dark(struct ra_play *p)
{
    bool octogon = (p->s->flags & RA_OCTOGON) != 0;

    ra_begin(p, RA_LIST_DARK, octogon ? RA_ST_OCTUPLE : RA_ST_END);
}

/* ---- the Vils' powers ---- */

/* RA-VIL-01: each colour in order, once. turn: the colour. */
int ra_do_powers(struct vl_fx_run *x)
{
    static const uint8_t power[] = { RA_LIST_P_HERO, RA_LIST_P_ROOMS, RA_LIST_P_IMPS,
                                     RA_LIST_P_LOOT, RA_LIST_P_TOKENS };
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    while (x->frame->turn < RA_CHARS) {
        int colour = x->frame->turn++;

        if (s->gems[RA_VILS][colour] < 4)
            continue;
        s->gems[RA_BANK][colour] = vl_u8(s->gems[RA_BANK][colour] + s->gems[RA_VILS][colour]);
        s->gems[RA_VILS][colour] = 0;
        VL_EMIT(x->sink, RA_EV_POWER, RA_VIL_01, -1, colour);
        (void)ra_call(p, power[colour]);
        return VL_FX_AGAIN;
    }
    return VL_FX_DONE;
}

/* RA-VIL-04 */
int ra_do_vrooms(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    for (; x->frame->turn < 2; x->frame->turn++) {
        int slot = 0;
        while (slot < RA_SLOTS && s->rooms[slot].up)
            slot++;
        if (slot == RA_SLOTS)
            return VL_FX_DONE;
        if (s->rooms[slot].card == VL_NONE) {
            int card = ra_drawn(p, RA_POOL_ROOM);
            if (card == RA_ASKS)
                return VL_FX_ASK;
            ra_see_room(p, slot, card);
        }
        ra_turn_room(p, slot);
    }
    return VL_FX_DONE;
}

/* RA-VIL-07, RA-VIL-08 */
int ra_do_vtokens(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int road = p->c->nodes[p->c->city].next, moved = 0, corridor[RA_NODES], len = 0;

    for (int k = 0; k < 2; k++) /* those that face rooms first */
        for (int node = 0; node < RA_NODES; node++) {
            bool faces = false;
            if (p->c->nodes[node].kind != RA_NODE_CORRIDOR)
                continue;
            for (int i = 0; i < RA_SLOTS; i++)
                faces = faces || p->c->corridor[i] == node;
            if (faces == (k == 0))
                corridor[len++] = node;
        }
    for (int at = 0; road != VL_NONE && road != p->c->door && moved < 5;
         road = p->c->nodes[road].next) {
        int token = ra_token_at(s, road);
        if (token < RA_KINDS)
            continue;
        while (at < len && (corridor[at] == s->team_at || corridor[at] == s->avatar_at ||
                            ra_token_at(s, corridor[at]) >= 0))
            at++;
        if (at == len)
            break;
        ra_lay_token(&s->tokens[token], corridor[at]);
        VL_EMIT(x->sink, RA_EV_TOKEN_MOVED, RA_VIL_07, -1, token / RA_KINDS, corridor[at]);
        moved++;
    }
    return VL_FX_DONE;
}

/* RA-SCO-16 */
int ra_do_turn_up(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    for (int i = 0; i < RA_PLACES; i++)
        if (s->vteam[i] == VL_NONE) {
            int hero = ra_drawn(p, RA_POOL_HERO);
            if (hero == RA_ASKS)
                return VL_FX_ASK;
            s->vteam[i] = vl_u8(hero);
            ra_put(p, hero, RA_IN_VTEAM);
            VL_EMIT(x->sink, RA_EV_TURNED_UP, RA_SCO_16, -1, hero);
        }
    static const uint8_t pools[] = { RA_POOL_HERO, RA_POOL_LOOT, RA_POOL_IMP };
    static const uint8_t order[] = { 0, 2, 1 }; /* heroes, unforeseen cards, LOOT */
    for (int k = 0; k < 3; k++)
        while (s->vdown[order[k]] > 0) {
            int card = ra_drawn(p, pools[order[k]]);
            if (card == RA_ASKS)
                return VL_FX_ASK;
            s->vdown[order[k]]--;
            ra_put(p, card, RA_IN_VPILE);
            VL_EMIT(x->sink, RA_EV_TURNED_UP, RA_SCO_16, -1, card);
        }
    return VL_FX_DONE;
}
