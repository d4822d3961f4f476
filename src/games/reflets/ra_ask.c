/* ra_ask.c - steps of the game's own that ask: windows, setup, gait, tokens, luck, equipment and
 * payments. Each goes on where it was when it runs again after an answer. */
#include "games/reflets/ra_verbs.h"

/* ---- chance ---- */

int ra_ask_die(struct vl_fx_run *x)
{
    int n = vl_fx_take(x);

    if (n < 0)
        (void)ra_enter(ra_playing(x), RA_PH_C_DIE);
    return n;
}

int ra_ask_dice(struct vl_fx_run *x, int n)
{
    int faces = vl_fx_take(x);

    if (faces < 0) {
        ra_playing(x)->s->throwing = vl_u8(n);
        (void)ra_enter(ra_playing(x), RA_PH_C_DICE);
    } else {
        ra_playing(x)->s->throwing = 0;
    }
    return faces;
}

/* A gem of the bank (RA-GEM-03): its colour, or RA_ASKS, RA_NOTHING. */
static int bank_gem(struct vl_fx_run *x)
{
    const struct ra_state *s = ra_playing(x)->s;
    int got = vl_fx_take(x), colours = 0, only = RA_NOTHING;

    if (got >= 0)
        return got;
    for (int i = 0; i < RA_CHARS; i++)
        if (s->gems[RA_BANK][i] > 0) {
            only = i;
            colours++;
        }
    if (colours <= 1)
        return only;
    (void)ra_enter(ra_playing(x), RA_PH_C_GEM);
    return RA_ASKS;
}

/* ---- gems ---- */

/* RA-GEM-04, RA-GEM-05; by a targeted card on its board only (RA-WIN-10). */
int ra_gain(struct vl_fx_run *x, int n, vl_rule rule)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;
    int only = ra_only_board(p->c, f);

    for (; f->turn < n; f->turn++) {
        if (!f->reg[RA_REG_MORE]) {
            int colour = bank_gem(x);

            if (colour == RA_ASKS)
                return VL_FX_ASK;
            if (colour == RA_NOTHING)
                return VL_FX_DONE;
            if (!ra_room_for(x->r, p->s, colour, only)) {
                VL_EMIT(x->sink, RA_EV_GEM_LOST, RA_GEM_05, -1, colour);
                continue;
            }
            f->reg[RA_REG_MORE] = vl_u8(1 + colour);
        }
        int board = vl_fx_take(x);
        if (board < 0)
            return ra_enter(p, RA_PH_PLACE_GEM);
        int colour = f->reg[RA_REG_MORE] - 1;
        p->s->gems[RA_BANK][colour]--;
        p->s->gems[board][colour]++;
        f->reg[RA_REG_MORE] = 0;
        VL_EMIT(x->sink, RA_EV_GEM, rule, -1, colour, board);
    }
    return VL_FX_DONE;
}

int ra_give_vils(struct vl_fx_run *x, int n, vl_rule rule)
{
    struct ra_play *p = ra_playing(x);

    for (; x->frame->turn < n; x->frame->turn++) {
        int colour = bank_gem(x);

        if (colour == RA_ASKS)
            return VL_FX_ASK;
        if (colour == RA_NOTHING)
            break;
        p->s->gems[RA_BANK][colour]--;
        p->s->gems[RA_VILS][colour]++;
        VL_EMIT(x->sink, RA_EV_VGEM, rule, -1, colour);
    }
    return ra_call(p, RA_LIST_POWERS);
}

static bool can_owe_more(const struct ra_state *s)
{
    if (s->n > 0)
        return true;
    for (int card = 0; card < RA_DECKED; card++)
        if (s->in[card] == RA_IN_PURSE)
            return true;
    return false;
}

/* RA-GEM-11 to 13: a card, or a hero once the purse is empty; what each covers. */
static int pay_debt(struct vl_fx_run *x, int answer)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int card = ra_tag_of(answer) ? s->team[ra_only_of(answer)] : ra_only_of(answer);
    int worth = ra_points_of(p->c, card);

    VL_EMIT(x->sink, RA_EV_DEBT, RA_GEM_11, -1, card, worth);
    if (ra_tag_of(answer))
        ra_leave(p, ra_only_of(answer), RA_IN_DISCARD);
    else if (card < RA_DECKED)
        ra_put(p, card, card < RA_ITEM0 || card >= RA_IMP0 ? RA_IN_DISCARD : RA_IN_OUT);
    else
        s->laid[card - RA_ZONE0] = RA_LAID_OUT;
    return worth;
}

/* RA-GEM-06, 07, 10 to 14. Covered so far: reg[RA_REG_MORE]; turn: the moment before it
 * (RA-WIN-16) is past. */
int ra_owe(struct vl_fx_run *x, int n, int to, bool debt, vl_rule rule)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;
    int event = to == RA_VILS ? RA_EV_CEDED : RA_EV_PAID;

    if (f->turn == 0) {
        f->turn = 1;
        if (debt && n > 0 && ra_team_gems(x->r, p->s) < n) {
            (void)ra_call(p, RA_LIST_W_EVENT);
            return VL_FX_AGAIN;
        }
    }
    while (f->reg[RA_REG_MORE] < n) {
        bool gems = ra_team_gems(x->r, p->s) > 0;

        if (!gems && (!debt || !can_owe_more(p->s)))
            break;
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, gems ? RA_PH_PAY_GEM : RA_PH_DEBT);
        if (gems) {
            ra_lose_gem(p, ra_first_of(answer), ra_second_of(answer), to, event, rule);
            f->reg[RA_REG_MORE]++;
            continue;
        }
        f->reg[RA_REG_MORE] = vl_u8(f->reg[RA_REG_MORE] + pay_debt(x, answer));
        if (ra_tag_of(answer) == 0)
            continue;
        /* RA-EQP-09: not dead, so that nothing of his is discarded */
        return ra_after_loss(p, RA_LIST_EQUIP) == VL_FX_GONE ? VL_FX_GONE : VL_FX_AGAIN;
    }
    f->reg[RA_REG_MORE] = 0;
    return to == RA_VILS ? ra_call(p, RA_LIST_POWERS) : VL_FX_DONE;
}

/* RA-AID-16: one more gem, of a colour of the skill's cost. */
int ra_do_penalty(struct vl_fx_run *x)
{
    int answer = vl_fx_take(x);

    if (answer < 0)
        return ra_enter(ra_playing(x), RA_PH_PAY_GEM);
    ra_lose_gem(ra_playing(x), ra_first_of(answer), ra_second_of(answer), RA_BANK, RA_EV_PAID,
                RA_AID_16);
    return VL_FX_DONE;
}

/* RA-GEM-15 to 19, RA-RUL-64: what is moved stands in the registers: how, boards and colours. An
 * exchange of dilemmas names the second one first. */
int ra_do_paid(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;
    int from = f->reg[2] & 15, to = f->reg[2] >> 4;

    if (f->reg[3] == RA_MV_EXCHANGE_DILEMMA && f->turn == 0) {
        int card = vl_fx_take(x);
        if (card < 0)
            return ra_enter(p, RA_PH_PICK_DILEMMA);
        f->reg[1] = vl_u8(card);
        f->turn = 1;
    }
    int colour = vl_fx_take(x);
    if (colour < 0)
        return ra_enter(p, RA_PH_PAY_COLOUR);
    ra_lose_gem(p, from, colour, RA_BANK, RA_EV_PAID, RA_GEM_15);
    switch (f->reg[3]) {
    case RA_MV_EXCHANGE_GEM:
        s->gems[to][f->reg[1]]--;
        s->gems[from][f->reg[1]]++;
        VL_EMIT(x->sink, RA_EV_GEM_MOVED, RA_GEM_16, -1, f->reg[1], to, from);
        /* fallthrough */
    case RA_MV_TRANSFER_GEM:
        s->gems[from][f->reg[0]]--;
        s->gems[to][f->reg[0]]++;
        VL_EMIT(x->sink, RA_EV_GEM_MOVED, RA_GEM_15, -1, f->reg[0], from, to);
        break;
    case RA_MV_EXCHANGE_DILEMMA: {
        int there = s->in[f->reg[1]];
        s->in[f->reg[1]] = s->in[f->reg[0]];
        s->in[f->reg[0]] = vl_u8(there);
        VL_EMIT(x->sink, RA_EV_CARD_MOVED, RA_GEM_18, -1, f->reg[0], there - RA_IN_A);
        VL_EMIT(x->sink, RA_EV_CARD_MOVED, RA_GEM_18, -1, f->reg[1], s->in[f->reg[1]] - RA_IN_A);
        break;
    }
    default:
        s->in[f->reg[0]] = vl_u8(RA_IN_A + to);
        VL_EMIT(x->sink, RA_EV_CARD_MOVED, RA_GEM_17, -1, f->reg[0], to);
        break;
    }
    return VL_FX_DONE;
}

/* ---- windows ---- */

static void move_to(struct ra_play *p, int node)
{
    struct ra_state *s = p->s;

    s->team_at = vl_u8(node);
    if (p->c->nodes[node].kind == RA_NODE_ROOM)
        s->flags = (uint8_t)(s->flags | RA_ENTERED);
    VL_EMIT(p->x.sink, RA_EV_WENT, RA_MOV_07, -1, node);
}

static bool takes_move(struct vl_fx_run *x, int answer)
{
    if (x->step->arg[0] != RA_PH_MOVE || ra_tag_of(answer) == 0)
        return false;
    if (ra_tag_of(answer) == 1)
        move_to(ra_playing(x), ra_only_of(answer));
    return true;
}

/* RA-AID-16: what a skill has cost beyond its price; false if there is nothing due, or nothing to
 * pay it with, as a position may have it. */
static bool asks_penalty(struct vl_fx_run *x)
{
    const struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;
    int due = f->reg[RA_REG_DUE], board = due >> RA_CHARS;

    for (int i = 0; i < RA_CHARS; i++)
        if (board >= p->d->boards || p->s->gems[board][i] == 0)
            due &= ~(1 << i);
    f->reg[RA_REG_DUE] = 0;
    if (!(due & ((1 << RA_CHARS) - 1)))
        return false;
    f = vl_fx_call(x, RA_FROM_GAME, RA_LIST_PENALTY, ra_seat_of(x->r, board));
    f->reg[RA_REG_BOARD] = vl_u8(board);
    f->reg[RA_REG_NAMED] = vl_u8(due & ((1 << RA_CHARS) - 1));
    return true;
}

/* RA-WIN-02, 03, 15; RA-OBJ-17: the tester is known before the window goes on. */
int ra_do_window(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (asks_penalty(x)) /* RA-SKL-02: what is used up is lost after its use */
        return VL_FX_AGAIN;
    if (s->flags & RA_LOST) { /* RA-EQP-06 */
        s->flags = (uint8_t)(s->flags & ~RA_LOST);
        (void)ra_call(p, RA_LIST_EQUIP);
        return VL_FX_AGAIN;
    }
    int kind = x->step->arg[0], answer = vl_fx_take(x);
    if (answer >= 0 && takes_move(x, answer))
        return VL_FX_DONE;
    if (answer >= 0) {
        f->reg[RA_REG_PASSES]++;
        f->reg[RA_REG_CURSOR] = vl_u8((f->reg[RA_REG_CURSOR] + 1) % s->base.seats);
    }
    if ((kind == RA_PH_OBJ_BEFORE || kind == RA_PH_OBJ_AFTER) && s->trial.succeeds)
        return VL_FX_DONE;
    if (kind == RA_PH_OBJ_BEFORE && s->trial.tester == VL_NONE && s->n > 0 &&
        ra_objective(p->c, s)->kind == RA_INDIVIDUAL) {
        (void)ra_call(p, RA_LIST_TESTER);
        return VL_FX_AGAIN;
    }
    s->base.phase = vl_u8(kind); /* what it is about, for the look below */
    while (f->reg[RA_REG_PASSES] < s->base.seats) {
        int seat = (s->guide + f->reg[RA_REG_CURSOR]) % s->base.seats;

        if ((kind == RA_PH_MOVE && seat == s->guide) || ra_window_open(x->r, &s[0], seat))
            return ra_enter(p, kind);
        f->reg[RA_REG_PASSES]++;
        f->reg[RA_REG_CURSOR] = vl_u8((f->reg[RA_REG_CURSOR] + 1) % s->base.seats);
    }
    if (kind == RA_PH_MOVE) { /* only GOTO and STAY are left */
        f->reg[RA_REG_LATE] = 1;
        f->reg[RA_REG_CURSOR] = 0;
        return ra_enter(p, kind);
    }
    s->base.phase = RA_PH_AUTO;
    return VL_FX_DONE;
}

/* ---- setup ---- */

/* RA-SET-02, RA-SET-12 to 14, RA-SET-22 */
int ra_do_deal(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    if (s->treasure == VL_NONE) {
        int card = ra_drawn(p, RA_POOL_TREASURE);
        if (card == RA_ASKS)
            return VL_FX_ASK;
        s->treasure = vl_u8(card);
        VL_EMIT(x->sink, RA_EV_DEALT, RA_SET_02, -1, card);
    }
    while (s->offered_len < 1 + p->d->ticks[RA_CHL_INFAME]) {
        int quest = ra_drawn(p, RA_POOL_QUEST);
        if (quest == RA_ASKS)
            return VL_FX_ASK;
        s->offered[s->offered_len++] = vl_u8(quest);
        VL_EMIT(x->sink, RA_EV_QUEST_DRAWN, RA_SET_12, -1, quest);
    }
    return ra_gain(x, 2 * p->d->ticks[RA_CHL_PEPERE], RA_SET_22);
}

/* RA-SET-16 */
int ra_do_draw_team(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int wanted = RA_PLACES + p->d->ticks[RA_CHL_PETILLANT];

    while (s->drawn_len < wanted) {
        int hero = ra_next(p, 0);
        if (hero == RA_ASKS)
            return VL_FX_ASK;
        s->drawn[s->drawn_len++] = vl_u8(hero);
        VL_EMIT(x->sink, RA_EV_DREW, RA_SET_16, -1, hero);
    }
    return VL_FX_DONE;
}

static void keep(struct ra_play *p, int hero)
{
    struct ra_state *s = p->s;

    s->team[s->n++] = vl_u8(hero);
    ra_put(p, hero, RA_IN_TEAM);
    vl_take_out(s->drawn, &s->drawn_len, hero);
}

/* RA-SET-17 */
int ra_do_keep_team(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    while (s->n < RA_PLACES) {
        if (s->n + s->drawn_len <= RA_PLACES) {
            keep(p, s->drawn[0]);
            continue;
        }
        int hero = vl_fx_take(x);
        if (hero < 0)
            return ra_enter(p, RA_PH_SETUP_HEROES);
        keep(p, hero);
        VL_EMIT(x->sink, RA_EV_HERO_KEPT, RA_SET_17, -1, hero);
    }
    while (s->drawn_len > 0)
        ra_put(p, vl_take_first(s->drawn, &s->drawn_len), RA_IN_DISCARD);
    return VL_FX_DONE;
}

/* RA-SET-18: two places are exchanged. */
static void swap(struct ra_play *p, int a, int b)
{
    struct ra_state *s = p->s;
    uint8_t hero = s->team[a];

    VL_EMIT(p->x.sink, RA_EV_SWAPPED, RA_SET_18, -1, s->team[a], s->team[b]);
    s->team[a] = s->team[b];
    s->team[b] = hero;
    s->swaps++;
}

/* RA-SET-19 to 21, RA-GEM-11 leaves no debt here: it can be paid. reg[RA_REG_NAMED]: 1 + the place
 * that is replaced; turn: gems paid. */
static int replace(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;
    int place = f->reg[RA_REG_NAMED] - 1;

    while (f->turn <= s->replaced) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_PAY_GEM);
        ra_lose_gem(p, ra_first_of(answer), ra_second_of(answer), RA_BANK, RA_EV_PAID, RA_SET_19);
        f->turn++;
    }
    int hero = ra_next(p, 0);
    if (hero == RA_ASKS)
        return VL_FX_ASK;
    if (hero >= 0) {
        VL_EMIT(x->sink, RA_EV_REPLACED, RA_SET_21, -1, s->team[place], hero);
        ra_put(p, s->team[place], RA_IN_DISCARD);
        s->team[place] = vl_u8(hero);
        ra_put(p, hero, RA_IN_TEAM);
    }
    s->replaced++;
    s->swaps = 0;
    f->turn = f->reg[RA_REG_NAMED] = 0;
    return VL_FX_DONE;
}

int ra_do_form_team(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    for (;;) {
        if (x->frame->reg[RA_REG_NAMED] && replace(x) == VL_FX_ASK)
            return VL_FX_ASK;
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_SETUP_TEAM);
        if (ra_tag_of(answer) == 2)
            break;
        if (ra_tag_of(answer) == 0)
            swap(p, ra_first_of(answer), ra_second_of(answer));
        else
            x->frame->reg[RA_REG_NAMED] = vl_u8(1 + ra_only_of(answer));
    }
    p->s->swaps = p->s->replaced = 0;
    return VL_FX_DONE;
}

/* RA-SET-23 */
int ra_do_gain_loot(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    while (p->s->rewards > 0) {
        int card = ra_next(p, 1);
        if (card == RA_ASKS)
            return VL_FX_ASK;
        p->s->rewards--;
        if (card < 0)
            continue;
        VL_EMIT(x->sink, RA_EV_DREW, RA_SET_23, -1, card);
        ra_put(p, card, RA_IN_HELD);
    }
    return ra_loose_items(p->s) ? ra_call(p, RA_LIST_EQUIP_LOSS) : VL_FX_DONE;
}

/* RA-SET-13, RA-SET-14 */
int ra_do_choose_quest(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int quest = s->offered_len > 1 ? vl_fx_take(x) : s->offered[0];

    if (quest < 0)
        return ra_enter(p, RA_PH_SETUP_QUEST);
    s->vquest = vl_u8(quest);
    s->quest = p->c->quests[quest].opposed;
    memset(s->offered, 0, sizeof s->offered);
    s->offered_len = 0;
    VL_EMIT(x->sink, RA_EV_QUESTS, RA_SET_13, -1, s->quest, s->vquest);
    return VL_FX_DONE;
}

/* RA-SET-29 */
int ra_do_choose_challenge(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    int challenge = p->d->asks ? vl_fx_take(x) : p->d->challenge;

    if (challenge < 0)
        return ra_enter(p, RA_PH_SETUP_CHALLENGE);
    p->s->challenge = vl_u8(challenge);
    VL_EMIT(x->sink, RA_EV_CHALLENGE, RA_SET_29, -1, challenge);
    return VL_FX_DONE;
}

/* RA-SET-35: on the forks, and nobody knows which is which. */
static void lay_quickly(struct ra_play *p)
{
    int token = 0;

    for (int node = 0; node < RA_NODES; node++)
        if (p->c->nodes[node].setup == RA_MARK_FORK && token < RA_KINDS)
            ra_lay_token(&p->s->tokens[token++], node);
    VL_EMIT(p->x.sink, RA_EV_TOKENS_HIDDEN, RA_SET_35, -1, 0);
}

/* RA-SET-33, RA-SET-34: one for each segment, in order. */
int ra_do_place_tokens(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (p->d->quick) {
        lay_quickly(p);
        return VL_FX_DONE;
    }
    for (; f->turn < RA_KINDS; f->turn++) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_SETUP_TOKENS);
        if (ra_tag_of(answer) == 1) {
            lay_quickly(p);
            return VL_FX_DONE;
        }
        s->tokens[f->turn].kind = vl_u8(ra_first_of(answer));
        ra_lay_token(&s->tokens[f->turn], ra_second_of(answer));
        VL_EMIT(x->sink, RA_EV_TOKEN_LAID, RA_SET_33, -1, ra_first_of(answer),
                ra_second_of(answer));
    }
    return VL_FX_DONE;
}

/* ---- golden die, Avatar, gait ---- */

/* RA-GLD-01, RA-GLD-04: a roll, then its window. arg: it is the progression's. */
int ra_do_roll_gold(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);

    int n = ra_ask_die(x);
    if (n < 0)
        return VL_FX_ASK;
    ra_set_gold(p, n);
    return ra_call(p, RA_LIST_W_GOLD);
}

/* RA-AVA-03 to 05: turn counts 1 + the gems paid; reg: squares, board. */
int ra_do_brake(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (f->turn == 0) {
        int gems = 0;
        for (int board = 0; board < p->d->boards; board++)
            if (ra_seat_of(x->r, board) == s->guide)
                gems += ra_gems_of(s, board);
        if ((s->flags & RA_STOPPED) || s->gold <= 1 || gems == 0 || ra_brake_is_held(p->c, s))
            return VL_FX_DONE;
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_BRAKE);
        s->brake = vl_u8(ra_first_of(answer));
        f->reg[RA_REG_BOARD] = vl_u8(1 + ra_second_of(answer));
        f->turn = 1;
        if (s->brake > 0)
            VL_EMIT(x->sink, RA_EV_BRAKED, RA_AVA_03, -1, s->brake);
    }
    while (f->turn <= s->brake) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_PAY_GEM);
        ra_lose_gem(p, ra_first_of(answer), ra_second_of(answer), RA_BANK, RA_EV_PAID, RA_AVA_03);
        f->turn++;
    }
    return VL_FX_DONE;
}

/* RA-AVA-01, RA-AVA-02, RA-AVA-12 to 14 */
int ra_do_avatar_go(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    if (x->frame->turn == 0) {
        int n = s->flags & RA_STOPPED ? 1 : s->gold - s->brake;
        x->frame->turn = 1;
        int said = ra_push_avatar(p, n < 1 ? 1 : n);
        if (said != VL_FX_DONE)
            return said;
    }
    return ra_avatar_stops(p);
}

/* RA-MOV-01 to 05: reg[RA_REG_NAMED]: what was chosen. */
int ra_do_gait(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    if (s->gait == 0) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_GAIT);
        s->potential = s->gold;
        s->gait = vl_u8(1 + ra_tag_of(answer));
        if (s->gait == 2) {
            ra_lose_gem(p, ra_first_of(answer), ra_second_of(answer), RA_BANK, RA_EV_PAID,
                        RA_MOV_04);
            VL_EMIT(x->sink, RA_EV_RUNS, RA_MOV_05, -1, s->gold);
            return ra_call(p, RA_LIST_BONUS);
        }
        VL_EMIT(x->sink, RA_EV_WALKS, RA_MOV_03, -1, s->gold);
    }
    return ra_gain(x, 1, RA_MOV_02);
}

/* RA-MOV-06, RA-RUL-67: one more die of potential. */
int ra_do_run_die(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    if (s->dice_len >= RA_DICE)
        return VL_FX_DONE;
    int n = ra_ask_die(x);
    if (n < 0)
        return VL_FX_ASK;
    s->dice[s->dice_len++] = vl_u8(n);
    VL_EMIT(x->sink, RA_EV_MOVE_DIE, RA_MOV_06, -1, n);
    return VL_FX_DONE;
}

/* ---- tokens ---- */

/* RA-TOK-01, RA-WIN-16 */
int ra_do_see_token(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    if (x->frame->turn == 0) {
        int token = ra_token_at(s, s->team_at), kind = ra_reveal_token(p, token);
        if (kind == RA_ASKS)
            return VL_FX_ASK;
        VL_EMIT(x->sink, RA_EV_TOKEN_SEEN, RA_TOK_01, -1, token / RA_KINDS, kind, s->team_at);
        x->frame->turn = 1;
        if (kind >= RA_GOLDEN) {
            (void)ra_call(p, RA_LIST_W_EVENT);
            return VL_FX_AGAIN;
        }
    }
    return VL_FX_DONE;
}

/* RA-TOK-02 to 08: a golden one is used or waits; a brown one acts. */
int ra_do_ask_token(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int token = ra_token_at(s, s->team_at);

    if (x->frame->turn == 1)
        return VL_FX_DONE;
    if (token < 0) /* something pushed the team on */
        return VL_FX_DONE;
    int kind = s->tokens[token].kind, hue = token / RA_KINDS;
    if (kind < RA_GOLDEN) {
        int answer = vl_fx_take(x);
        if (answer < 0)
            return ra_enter(p, RA_PH_TOKEN);
        if (ra_tag_of(answer) == 1) {
            ra_put_token(&s->tokens[token], RA_LIES_A + ra_only_of(answer));
            VL_EMIT(x->sink, RA_EV_TOKEN_KEPT, RA_TOK_02, -1, hue, kind, ra_only_of(answer));
            return VL_FX_DONE;
        }
    }
    x->frame->turn = 1;
    ra_take_token(p, token);
    VL_EMIT(x->sink, RA_EV_TOKEN_USED, RA_TOK_06, -1, hue, kind);
    bool vils = kind >= RA_GOLDEN && hue != RA_HUE_GREEN;
    if (kind == RA_TOKEN_BONUS_DIE) /* RA-TOK-05 */
        return VL_FX_DONE;
    vl_fx_call(&p->x, RA_FROM_KIND + kind, vils ? RA_OF_VILS : RA_OF_TEAM, s->guide);
    return VL_FX_CALLED;
}

/* A bonus die is spent where it is used (ra_use.c). */
int ra_do_bonus_die(struct vl_fx_run *x)
{
    (void)x;
    return VL_FX_DONE;
}

/* RA-LUK-01 to 08. turn: 0 chosen, 1 rolled, 2 bonuses, 3 the second roll of bad luck. reg[NAMED]:
 * bonuses left; who rolls sees the window before the result is used. */
int ra_do_luck(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (f->turn == 0) {
        int answer = f->reg[RA_REG_HOW] ? RA_ASKS : vl_fx_take(x);
        if (answer < 0 && !f->reg[RA_REG_HOW])
            return ra_enter(p, RA_PH_LUCK);
        if (answer >= 0 && ra_tag_of(answer) == 0) {
            vl_fx_call(&p->x, RA_FROM_LUCK, ra_only_of(answer) - 1, f->who);
            return VL_FX_CALLED;
        }
        f->reg[RA_REG_HOW] = 1;
        int n = ra_ask_die(x);
        if (n < 0)
            return VL_FX_ASK;
        f->reg[RA_REG_HOW] = 0;
        ra_set_gold(p, n);
        f->turn = 1;
        (void)ra_call(p, RA_LIST_W_GOLD);
        return VL_FX_AGAIN;
    }
    if (f->turn == 1) {
        f->turn = s->gold == 6 ? 3 : 2;
        f->reg[RA_REG_NAMED] = s->gold;
    }
    if (f->turn == 2) {
        if (f->reg[RA_REG_NAMED] == 0)
            return VL_FX_DONE;
        vl_fx_call(&p->x, RA_FROM_LUCK, --f->reg[RA_REG_NAMED], f->who);
        return VL_FX_AGAIN;
    }
    if (f->turn == 3) { /* RA-LUK-03 */
        int n = ra_ask_die(x);
        if (n < 0)
            return VL_FX_ASK;
        ra_set_gold(p, n);
        f->turn = 4;
        (void)ra_call(p, RA_LIST_W_GOLD);
        return VL_FX_AGAIN;
    }
    f->reg[RA_REG_NAMED] = 0;
    vl_fx_call(&p->x, RA_FROM_LUCK, RA_OF_BAD_LUCK, s->guide);
    return VL_FX_CALLED;
}

static int piled_imps(const struct ra_state *s, int *known)
{
    *known = 0;
    for (int card = RA_IMP0; card < RA_DECKED; card++)
        *known += s->in[card] == RA_IN_VPILE;
    return *known + s->vdown[2];
}

/* RA-DCK-09: a known card of the pile, or one that lies face down there and is now drawn. */
static int take_piled(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    int known, all = piled_imps(s, &known), card;

    if (all == 0)
        return RA_NOTHING;
    if (!x->frame->reg[RA_REG_HOW]) {
        int answer = vl_fx_take(x);
        if (answer < 0 && known > 0 && all > 1) {
            s->pool = RA_POOL_PILE;
            (void)ra_enter(p, RA_PH_C_DRAW);
            return RA_ASKS;
        }
        if (answer < 0 && known == 1)
            (void)ra_member_count(x->r, s, RA_POOL_PILE, &answer);
        if (answer >= 0 && ra_tag_of(answer) == 0) {
            ra_put(p, answer, RA_IN_OPEN);
            return answer;
        }
        x->frame->reg[RA_REG_HOW] = 1;
    }
    card = ra_drawn(p, RA_POOL_IMP);
    if (card == RA_ASKS)
        return card;
    x->frame->reg[RA_REG_HOW] = 0;
    s->vdown[2]--;
    ra_put(p, card, RA_IN_OPEN);
    return card;
}

/* RA-TOK-15, RA-TOK-21: turn: 0 asked, then 1 + the cards taken. */
int ra_do_imp_tax(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;
    int known;

    if (f->turn == 0) {
        int answer = vl_fx_take(x);
        if (answer < 0 && piled_imps(p->s, &known) > 0)
            return ra_enter(p, RA_PH_IMP_TAX);
        if (answer < 0 || ra_tag_of(answer) == 0)
            return ra_call(p, RA_LIST_DRAW2);
        f->turn = 1;
    }
    for (; f->turn <= 2; f->turn++) {
        if (!f->reg[RA_REG_MORE]) {
            int card = take_piled(x);
            if (card == RA_ASKS)
                return VL_FX_ASK;
            if (card == RA_NOTHING)
                return VL_FX_DONE;
            VL_EMIT(x->sink, RA_EV_DREW, RA_TOK_15, -1, card);
            f->reg[RA_REG_MORE] = vl_u8(1 + card - RA_IMP0);
        }
        if (!ra_settle_imp(x, RA_IMP0 + f->reg[RA_REG_MORE] - 1))
            return VL_FX_ASK;
        f->reg[RA_REG_MORE] = 0;
    }
    return VL_FX_DONE;
}

/* ---- equipment ---- */

static bool any_item(const struct ra_state *s)
{
    for (int i = 0; i < RA_ITEMS; i++)
        if (s->in[RA_ITEM0 + i] == RA_IN_HELD)
            return true;
    return false;
}

static void place_item(struct ra_play *p, int item, int answer)
{
    struct ra_state *s = p->s;
    int i = item - RA_ITEM0, place = ra_first_of(answer);
    bool active = ra_second_of(answer) == 0;

    if (vl_set_has(s->moved[0], i))
        vl_set_put(s->moved[1], i);
    vl_set_put(s->moved[0], i);
    if (ra_tag_of(answer) == 1) {
        VL_EMIT(p->x.sink, RA_EV_DISCARDED, RA_DTH_05, -1, item);
        ra_put(p, item, item < RA_RELIC0 ? RA_IN_DISCARD : RA_IN_OUT);
        return;
    }
    s->holder[i] = s->team[place];
    if (active)
        vl_set_put(s->active, i);
    else
        vl_set_drop(s->active, i);
    VL_EMIT(p->x.sink, RA_EV_EQUIPPED, RA_EQP_05, -1, item, s->team[place], !active);
}

/* RA-EQP-05 to 09, RA-RUL-65. reg[RA_REG_NAMED]: 1 + the item that is being placed. */
int ra_do_equip(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;
    struct vl_frame *f = x->frame;

    if (f->turn == 0) {
        memset(s->moved, 0, sizeof s->moved);
        f->turn = 1;
        if (!any_item(s))
            return VL_FX_DONE;
    }
    for (;;) {
        int answer = vl_fx_take(x);

        if (answer < 0 && !any_item(s)) /* the last one was discarded */
            break;
        if (answer < 0)
            return ra_enter(p, f->reg[RA_REG_NAMED] ? RA_PH_EQUIP_HOLDER : RA_PH_EQUIP_ITEM);
        if (f->reg[RA_REG_NAMED]) {
            place_item(p, RA_ITEM0 + f->reg[RA_REG_NAMED] - 1, answer);
            f->reg[RA_REG_NAMED] = 0;
        } else if (ra_tag_of(answer) == 1) {
            break;
        } else {
            f->reg[RA_REG_NAMED] = vl_u8(1 + ra_only_of(answer) - RA_ITEM0);
        }
    }
    memset(s->moved, 0, sizeof s->moved);
    return VL_FX_DONE;
}
