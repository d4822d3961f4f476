/* ra_refuse.c - why a move is refused (RA-ERR), in the order of RA-WIN-13. What is used in a window
 * has its checks in ra_use.c; the rest is refused because no list has it, and here it is told why.
 */
#include "core/listing.h"
#include "games/reflets/reflets.h"

#define PH(name) (UINT64_C(1) << RA_PH_##name)
#define X(name, word, flags, n, args, phases, ...) phases,
static const uint64_t ra_phases_of[] = { 0, RA_MOVE_MAP(X) };
#undef X
#undef PH

static const struct vl_frame *top(const struct ra_state *s)
{
    return &s->frames[s->depth - 1];
}

static const struct vl_fx *asking(const struct vl_rules *r, const struct ra_state *s)
{
    struct vl_fx_look look = { &ra_machine, r, &s->base, NULL, NULL };

    return vl_fx_asking(&look, top(s));
}

static bool is_listed(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    struct vl_move list[VL_MOVES_MAX];

    return vl_move_find(list, ra_options_of(r, s, list), m) >= 0;
}

static bool is_board(const struct vl_rules *r, int board)
{
    return board < ra_derived(r)->boards;
}

static bool owns(const struct vl_rules *r, const struct ra_state *s, int board)
{
    return ra_seat_of(r, board) == s->base.actor;
}

/* ---- payments ---- */

/* RA-AVA-03, RA-AVA-04, RA-GEM-09 */
static vl_rule refuse_brake(const struct vl_rules *r, const struct ra_state *s, int n, int board)
{
    if (!is_board(r, board))
        return RA_ERR_09;
    if (n >= s->gold)
        return RA_ERR_16;
    if (!owns(r, s, board))
        return RA_ERR_11;
    if (n > 0 && ra_brake_is_held(ra_content(r), s))
        return RA_ERR_15;
    return n > 0 ? RA_ERR_10 : RA_ERR_09; /* none: said of the first board */
}

/* RA-GEM-08, RA-GEM-09: by the board from which it must come, VL_NONE: any. */
static vl_rule refuse_gem(const struct vl_rules *r, const struct ra_state *s, int board, int colour,
                          int from)
{
    if (!is_board(r, board) || colour >= RA_CHARS)
        return RA_ERR_09;
    if (from != VL_NONE && board != from)
        return RA_ERR_11;
    return s->gems[board][colour] > 0 ? RA_ERR_19 : RA_ERR_10;
}

int ra_right_board(const struct ra_state *s, const struct vl_rules *r)
{
    const struct vl_frame *f = top(s);

    switch (asking(r, s)->verb) {
    case RA_DO_ANY:
    case RA_DO_PENALTY: return f->reg[RA_REG_BOARD];
    case RA_DO_BRAKE:
    case RA_DO_ASK_OPTION: return f->reg[RA_REG_BOARD] - 1;
    default: return VL_NONE;
    }
}

static vl_rule refuse_payment(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    return refuse_gem(r, s, m.arg[0], m.arg[1], ra_right_board(s, r));
}

static vl_rule refuse_run(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    if (is_board(r, m.arg[0]) && !owns(r, s, m.arg[0]))
        return RA_ERR_11;
    return refuse_gem(r, s, m.arg[0], m.arg[1], VL_NONE);
}

/* ---- items ---- */

/* RA-EQP-05 to 08, RA-RUL-65 */
static vl_rule refuse_item(const struct vl_rules *r, const struct ra_state *s, int item)
{
    if (item < RA_ITEM0 || item >= RA_IMP0 || s->in[item] != RA_IN_HELD)
        return RA_ERR_09;
    return ra_is_stuck(ra_content(r), s, item) ? RA_ERR_27 : RA_ERR_17;
}

/* RA-EQP-01 to 03, RA-EQP-07 */
static vl_rule refuse_holder(const struct vl_rules *r, const struct ra_state *s, int place, int how)
{
    const struct ra_content *c = ra_content(r);
    int item = RA_ITEM0 + top(s)->reg[RA_REG_NAMED] - 1, worn = 0;

    if (how > 1)
        return RA_ERR_09;
    if (place >= s->n)
        return RA_ERR_33;
    if (how == 1)
        return RA_ERR_27;
    if (c->cards[item].barred >> c->cards[s->team[place]].race & 1)
        return RA_ERR_26;
    for (int i = 0; i < RA_ITEMS; i++)
        worn += RA_ITEM0 + i != item && s->holder[i] == s->team[place] && vl_set_has(s->active, i);
    return worn >= RA_ACTIVE_MAX ? RA_ERR_24 : RA_ERR_25;
}

/* ---- heroes ---- */

/* RA-SET-18, RA-RUL-66 */
static vl_rule refuse_swap_of(const struct ra_state *s, int a, int b)
{
    if (a >= b)
        return RA_ERR_09;
    return s->swaps >= RA_SWAPS_MAX ? RA_ERR_17 : RA_ERR_33;
}

/* RA-FX-14 to 20: a target out of scope, or one for which it does nothing. */
static vl_rule refuse_target(const struct vl_rules *r, const struct ra_state *s, int place)
{
    if (place >= s->n)
        return RA_ERR_33;
    return asking(r, s)->verb == RA_DO_SWAP ? RA_ERR_20 : RA_ERR_19;
}

/* ---- the Octuple Chamber, rooms ---- */

/* RA-QST-09: once a game; RA-HAZ-12: in its room, with the token on it. */
static vl_rule refuse_chamber(const struct vl_rules *r, const struct ra_state *s, int kind)
{
    const struct ra_content *c = ra_content(r);
    int slot = ra_slot_at(c, s->team_at);
    bool here = s->base.phase == RA_PH_OCTUPLE ||
                (slot >= 0 && s->rooms[slot].card == c->octuple && (s->lasting & RA_PORTAL));

    if (!here)
        return RA_ERR_06;
    return kind == RA_MV_SKIP_TEST ? RA_ERR_06 : RA_ERR_17;
}

/* ---- all of them ---- */

static vl_rule refuse_option(const struct vl_rules *r, const struct ra_state *s, int which)
{
    const struct ra_content *c = ra_content(r);
    const struct ra_card *k = &c->cards[s->up[ra_space_at(c, s->team_at)]];

    return which < k->options_len ? RA_ERR_10 : RA_ERR_09;
}

static vl_rule refuse_dice(const struct vl_rules *r, const struct ra_state *s, unsigned set)
{
    int most = 0;

    (void)ra_dice_to_pick(r, s, &most);
    return vl_bits(set) > most || set == 0 ? RA_ERR_09 : RA_ERR_19;
}

/* RA-WIN-15, RA-ACT-20: the guide's move. */
static vl_rule refuse_goto(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    if (s->base.actor != (int)s->guide)
        return RA_ERR_08;
    return m.kind == RA_MV_GOTO && m.arg[0] < RA_NODES && ra_reaches(r, s, m.arg[0]) ? RA_ERR_14
                                                                                     : RA_ERR_13;
}

/* RA-WIN-05: a waiting bonus die, for a run or bonus die. */
static vl_rule refuse_token_reroll(const struct vl_rules *r, const struct ra_state *s, int hue)
{
    int token = hue < RA_HUES ? ra_token_of(s, hue, RA_TOKEN_BONUS_DIE) : -1;

    if (token < 0)
        return RA_ERR_09;
    return owns(r, s, ra_waits_on(&s->tokens[token])) ? RA_ERR_19 : RA_ERR_08;
}

/* Why a list does not have it. */
static vl_rule refuse_unlisted(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    int a = m.arg[0];

    switch ((enum ra_move)m.kind) {
    case RA_MV_GOTO:
    case RA_MV_STAY: return refuse_goto(r, s, m);
    case RA_MV_BRAKE: return refuse_brake(r, s, a, m.arg[1]);
    case RA_MV_RUN: return refuse_run(r, s, m);
    case RA_MV_PAY_GEM: return refuse_payment(r, s, m);
    case RA_MV_TAKE_GEM:
    case RA_MV_BURN_GEM:
    case RA_MV_PAY_COLOUR: return a < RA_CHARS ? RA_ERR_10 : RA_ERR_09;
    case RA_MV_SWAP_PLACES: return refuse_swap_of(s, a, m.arg[1]);
    case RA_MV_REPLACE_HERO:
    case RA_MV_OFFER_REPLACE: return a < s->n ? RA_ERR_10 : RA_ERR_33;
    case RA_MV_OFFER_ENROL:
    case RA_MV_CHOOSE_TESTER: return RA_ERR_33;
    case RA_MV_DEBT_HERO:
    case RA_MV_TRADE: return a < s->n && m.arg[1] < RA_PLACES ? RA_ERR_19 : RA_ERR_33;
    case RA_MV_PICK_HERO: return refuse_target(r, s, a);
    case RA_MV_PICK_DONE: return RA_ERR_07;
    case RA_MV_OPTION: return refuse_option(r, s, a);
    case RA_MV_PLACE_GEM:
    case RA_MV_TOKEN_WAIT:
    case RA_MV_KEEP_DILEMMA:
    case RA_MV_DILEMMA_KEEP: return is_board(r, a) ? RA_ERR_12 : RA_ERR_09;
    case RA_MV_PICK_BOARD: return is_board(r, a) ? RA_ERR_11 : RA_ERR_09;
    case RA_MV_PLACE_TOKEN: return a < RA_KINDS && !ra_is_laid(s, a) ? RA_ERR_31 : RA_ERR_09;
    case RA_MV_QUICK_TOKENS:
    case RA_MV_PASS: return RA_ERR_06;
    case RA_MV_TEST: return RA_ERR_29;
    case RA_MV_ROOM_LUCK: return RA_ERR_19;
    case RA_MV_PORTAL:
    case RA_MV_CROSS: return RA_ERR_30;
    case RA_MV_SKIP_TEST:
    case RA_MV_TREASURE:
    case RA_MV_OCTOGON:
    case RA_MV_REMAIN: return refuse_chamber(r, s, m.kind);
    case RA_MV_EQUIP_ITEM: return refuse_item(r, s, a);
    case RA_MV_EQUIP_DONE: return ra_loose_items(s) ? RA_ERR_28 : RA_ERR_27;
    case RA_MV_EQUIP_DISCARD: return RA_ERR_28;
    case RA_MV_EQUIP_HOLDER: return refuse_holder(r, s, a, m.arg[1]);
    case RA_MV_LUCK_ROLL: return RA_ERR_08;
    case RA_MV_DICE_MASK: return refuse_dice(r, s, m.arg[0]);
    case RA_MV_PICK_CARD: return RA_ERR_19;
    case RA_MV_TOKEN_REROLL: return refuse_token_reroll(r, s, a);
    default: return RA_ERR_09;
    }
}

static bool is_dilemma(int card)
{
    return card >= RA_IMP0 && card < RA_CREATURE0;
}

/* What is used in a window (ra_use.c); arguments may be anything. */
static vl_rule refuse_use(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    vl_actor seat = s->base.actor;
    int a = m.arg[0];

    switch ((enum ra_move)m.kind) {
    case RA_MV_SKILL: return a < RA_IMP0 ? ra_refuse_skill(r, s, seat, a, m.arg[1]) : RA_ERR_09;
    case RA_MV_DILEMMA: return is_dilemma(a) ? ra_refuse_dilemma(r, s, seat, a) : RA_ERR_09;
    case RA_MV_TOKEN:
        return a < RA_HUES && m.arg[1] < RA_GOLDEN ? ra_refuse_token(r, s, seat, a, m.arg[1])
                                                   : RA_ERR_09;
    case RA_MV_GOLD_REROLL:
    case RA_MV_AUTO:
    case RA_MV_PAID_REROLL:
    case RA_MV_GOLD_SUBST: return ra_refuse_paid(r, s, seat, m.kind, a);
    case RA_MV_TRANSFER_GEM:
    case RA_MV_EXCHANGE_GEM:
        if (a >= RA_BOARDS || m.arg[1] >= RA_CHARS || m.arg[2] >= RA_BOARDS || m.arg[3] >= RA_CHARS)
            return RA_ERR_09;
        return ra_refuse_swap(r, s, seat, m);
    case RA_MV_MOVE_DILEMMA:
        return is_dilemma(a) && m.arg[1] < RA_BOARDS ? ra_refuse_swap(r, s, seat, m) : RA_ERR_09;
    case RA_MV_EXCHANGE_DILEMMA: return is_dilemma(a) ? ra_refuse_swap(r, s, seat, m) : RA_ERR_09;
    default: return is_listed(r, s, m) ? 0 : refuse_unlisted(r, s, m);
    }
}

/* Phases in which somebody answers a question rather than acts (RA-ERR-07). */
static bool is_prompt(int phase)
{
    return phase >= RA_PH_PAY_GEM && phase < RA_PH_C_DIE && phase != RA_PH_VIT;
}

/* RA-WIN-15: everybody has passed, only the move itself is left. */
static bool is_late(const struct ra_state *s, int kind)
{
    return s->base.phase == RA_PH_MOVE && top(s)->reg[RA_REG_LATE] && kind != RA_MV_GOTO &&
           kind != RA_MV_STAY;
}

vl_rule ra_refuse(const struct vl_rules *r, const struct vl_state *state, struct vl_move m,
                  vl_actor by)
{
    const struct ra_state *s = ra_of(state);
    bool chance = m.kind >= RA_MV_DIE && m.kind < RA_MOVES;

    if (state->actor == VL_OVER)
        return RA_ERR_05;
    if (m.kind == RA_MV_NONE || m.kind >= RA_MOVES || !(ra_phases_of[m.kind] >> state->phase & 1))
        return is_prompt(state->phase) && !chance ? RA_ERR_07 : RA_ERR_06;
    if (state->actor >= 0 && is_late(s, m.kind))
        return RA_ERR_06;
    if (by != VL_ANYONE && by != state->actor)
        return RA_ERR_08;
    if (chance || state->actor < 0)
        return chance && state->actor == VL_CHANCE ? ra_refuse_outcome(r, s, m) : RA_ERR_06;
    return refuse_use(r, s, m);
}
