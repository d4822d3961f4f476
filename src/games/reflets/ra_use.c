/* ra_use.c - what may be used in a window (RA-WIN-04 to 10, RA-WIN-14, RA-AID, RA-SKL), at what
 * price, and what it starts. */
#include "games/reflets/ra_verbs.h"

/* ---- windows ---- */

static bool is_window(const struct vl_frame *f)
{
    if (f->source != RA_FROM_GAME)
        return false;
    switch (f->list) {
    case RA_LIST_BLESS:
    case RA_LIST_MOVE:
    case RA_LIST_BEFORE:
    case RA_LIST_AFTER:
    case RA_LIST_WON:
    case RA_LIST_END:
    case RA_LIST_W_GOLD:
    case RA_LIST_W_EVENT:
    case RA_LIST_W_VIT: return true;
    default: return false;
    }
}

const struct vl_frame *ra_window(const struct ra_state *s)
{
    for (int i = s->depth - 1; i >= 0; i--)
        if (is_window(&s->frames[i]))
            return &s->frames[i];
    return NULL;
}

struct vl_frame *ra_tested(struct ra_play *p)
{
    return &p->s->frames[ra_window(p->s) - p->s->frames - 1];
}

static bool owns(const struct vl_rules *r, int seat, int board)
{
    return board >= 0 && board < ra_derived(r)->boards && ra_seat_of(r, board) == seat;
}

static bool is_progression(const struct ra_state *s)
{
    return s->stage == RA_ST_BRAKING && s->depth == 2;
}

/* ---- skills ---- */

static int used_bit(int card, int which)
{
    return card < RA_ITEM0 ? 2 * card + which : 2 * RA_HEROES + card - RA_ITEM0;
}

/* The place of the hero whose skill it is, or who bears it; -1: nobody in the team. */
static int bearer_of(const struct ra_state *s, int card)
{
    int hero = card < RA_ITEM0                           ? card
               : card < RA_IMP0 && ra_is_active(s, card) ? s->holder[card - RA_ITEM0]
                                                         : VL_NONE;

    return hero == VL_NONE ? -1 : ra_place_of(s, hero);
}

/* RA-WIN-08 */
static bool fits_window(int kind, int phase)
{
    switch (kind) {
    case RA_USE_DIVINE: return phase == RA_PH_BLESS;
    case RA_USE_HAZARD: return phase == RA_PH_OBJ_BEFORE || phase == RA_PH_OBJ_AFTER;
    case RA_USE_OPPORTUNITY: return phase == RA_PH_WON;
    case RA_USE_SHIELD: return phase == RA_PH_VIT;
    case RA_USE_REACTION:
        return phase == RA_PH_GOLD || phase == RA_PH_MOVE || phase == RA_PH_OBJ_AFTER ||
               phase == RA_PH_VIT;
    case RA_USE_MOVEMENT: return phase == RA_PH_GOLD || phase == RA_PH_MOVE;
    default: return true;
    }
}

/* RA-SKL-06: the FREE or NOPEN that fits a skill on this board, that of the board alone first. */
static int waits_for(int waiting, int board)
{
    return waiting >> board & 1 ? 1 << board : waiting & 1 << RA_BOARDS;
}

/* RA-SKL-04: a skill of a hero (RA-RUL-68). */
static bool is_free(const struct ra_state *s, int card, int board)
{
    if (card >= RA_ITEM0)
        return false;
    return waits_for(s->free_for, board) != 0;
}

/* RA-AID-16, RA-AID-17: one more gem after the roll. */
static bool has_penalty(const struct ra_state *s, int kind, int board)
{
    return s->base.phase == RA_PH_OBJ_AFTER && kind == RA_USE_HAZARD &&
           !waits_for(s->no_penalty, board);
}

/* Colours of which the penalty may be, a bit each: it leaves what the skill itself costs. */
static unsigned penalty_colours(const struct vl_rules *r, const struct ra_state *s,
                                const struct ra_skill *k, int board, bool free)
{
    const struct ra_content *c = ra_content(r);
    const struct vl_fx *steps = ra_steps(c, k->costs);
    int left[RA_CHARS], all = ra_gems_of(s, board);
    unsigned set = k->costs.len ? 0 : 1u << ra_objective(c, s)->what; /* RA-RUL-48 */

    for (int i = 0; i < RA_CHARS; i++)
        left[i] = s->gems[board][i];
    for (int i = 0; i < k->costs.len; i++) {
        bool any = steps[i].verb == RA_DO_ANY;
        set |= any ? 31u : 1u << steps[i].arg[0];
        if (free)
            continue;
        all -= steps[i].arg[any ? 0 : 1];
        if (!any)
            left[steps[i].arg[0]] -= steps[i].arg[1];
    }
    for (int i = 0; i < RA_CHARS; i++)
        if (left[i] <= 0 || all <= 0)
            set &= ~(1u << i);
    return set;
}

/* A use as its steps would see it. */
struct use {
    const struct vl_rules *r;
    const struct ra_state *s;
    const struct ra_skill *k;
    const struct vl_fx *steps; /* costs, then effects */
    struct vl_frame f;
    int board;
};

static struct use use_of(const struct vl_rules *r, const struct ra_state *s, int seat, int card,
                         int board, const struct ra_skill *k)
{
    const struct ra_content *c = ra_content(r);
    struct use u = { r,    s, k, ra_steps(c, k->costs.len ? k->costs : k->effects), ra_machine.none,
                     board };

    u.f.source = (uint16_t)card;
    u.f.who = vl_u8(seat);
    u.f.reg[RA_REG_BOARD] = vl_u8(board);
    u.f.reg[RA_REG_HOW] = is_free(s, card, board) ? RA_HOW_FREE : 0;
    return u;
}

static bool can_step(const struct use *u, const struct vl_fx *step)
{
    struct vl_fx_look look = { &ra_machine, u->r, &u->s->base, &u->f, step };
    bool (*can)(const struct vl_fx_look *) = ra_verbs[step->verb].does.can;

    return !can || can(&look);
}

/* RA-AID-07, RA-FX-16 ...: can each step do anything; of alternatives one of them? */
static bool can_do(const struct use *u)
{
    int len = u->k->costs.len + u->k->effects.len;

    for (int i = u->k->costs.len; i < len; i += 1 + u->steps[i].skip) {
        const struct vl_fx *step = &u->steps[i];
        bool ok = step->verb != RA_DO_EITHER && can_step(u, step);

        for (int j = 0; j < 2 && step->verb == RA_DO_EITHER; j++)
            ok = ok || can_step(u, step + vl_fx_row(ra_verbs, step, j).begin);
        if (!ok)
            return false;
    }
    return true;
}

/* RA-GEM-08, RA-AID-16: its price, and one gem more after the roll. */
static bool can_pay(const struct use *u)
{
    int gems[RA_CHARS], any = 0, all = 0;

    for (int i = 0; i < RA_CHARS; i++)
        all += gems[i] = u->s->gems[u->board][i];
    for (int i = 0; i < u->k->costs.len && !(u->f.reg[RA_REG_HOW] & RA_HOW_FREE); i++) {
        const struct vl_fx *step = &u->steps[i];
        if (step->verb == RA_DO_ANY) {
            any += step->arg[0];
            continue;
        }
        gems[step->arg[0]] -= step->arg[1];
        all -= step->arg[1];
        if (gems[step->arg[0]] < 0)
            return false;
    }
    if (any > all)
        return false;
    if (u->f.source >= RA_IMP0 || !has_penalty(u->s, u->k->kind, u->board))
        return true;
    bool free = (u->f.reg[RA_REG_HOW] & RA_HOW_FREE) != 0;
    return penalty_colours(u->r, u->s, u->k, u->board, free) != 0;
}

int ra_lacks(const struct vl_rules *r, const struct ra_state *s, int card, int which, int board,
             unsigned *colours)
{
    const struct ra_content *c = ra_content(r);
    const struct ra_skill *k = &c->cards[card].skills[which];
    const struct vl_fx *steps = ra_steps(c, k->costs);
    int any = 0, all = ra_gems_of(s, board);
    unsigned named = 0;

    for (int i = 0; i < k->costs.len; i++) {
        bool free_choice = steps[i].verb == RA_DO_ANY;
        int colour = free_choice ? RA_ANY_CHAR : steps[i].arg[0];
        int n = steps[i].arg[free_choice ? 0 : 1];
        *colours = 1u << colour;
        named |= *colours;
        if (!free_choice && s->gems[board][colour] < n)
            return n;
        *(free_choice ? &any : &all) += free_choice ? n : -n;
    }
    if (any > all)
        return any;
    *colours = named ? named : 1u << ra_objective(c, s)->what; /* RA-AID-16: one more */
    return 1;
}

/* RA-WIN-10: a targeted card that would serve on another board. */
static bool is_out_of_scope(const struct use *u)
{
    return ra_content(u->r)->cards[u->f.source].targeted &&
           ra_serves_elsewhere(u->r, u->s, &u->steps[u->k->costs.len]);
}

/* RA-ERR-10, 17 to 21, 32 for a skill */
vl_rule ra_refuse_skill(const struct vl_rules *r, const struct ra_state *s, int seat, int card,
                        int which)
{
    const struct ra_content *c = ra_content(r);
    int phase = s->base.phase, place = card < RA_IMP0 ? bearer_of(s, card) : -1;

    if (place < 0 || which >= c->cards[card].skills_len)
        return RA_ERR_09;
    const struct ra_skill *k = &c->cards[card].skills[which];
    int board = ra_board_of(r, place);
    if (!fits_window(k->kind, phase))
        return RA_ERR_06;
    if (!owns(r, seat, board) || (k->kind == RA_USE_DIVINE && seat != s->guide))
        return RA_ERR_08;
    if (vl_set_has(s->used, used_bit(card, which)))
        return RA_ERR_17;
    if (k->kind == RA_USE_DIVINE && (s->flags & RA_BLESSED))
        return RA_ERR_32;
    if (card < RA_ITEM0 && s->marker[place])
        return RA_ERR_18;
    if (card >= RA_ITEM0 && ra_prey_of(s, s->team[place]) >= 0) /* RA-AID-05 */
        return RA_ERR_20;
    if (k->kind == RA_USE_HAZARD && ra_objective(c, s)->kind == RA_INDIVIDUAL &&
        s->trial.tester != s->team[place]) /* RA-AID-04 */
        return RA_ERR_20;
    struct use u = use_of(r, s, seat, card, board, k);
    if (!can_do(&u))
        return RA_ERR_19;
    if (k->kind == RA_USE_HAZARD && phase == RA_PH_OBJ_AFTER && !ra_fails(c, s))
        return RA_ERR_21;
    return can_pay(&u) ? 0 : RA_ERR_10;
}

/* ---- dilemmas ---- */

static bool acts_on_objective(const struct vl_fx *steps, int len)
{
    for (int i = 0; i < len; i++)
        if (steps[i].verb == RA_DO_REDUCE || steps[i].verb == RA_DO_SUCCEED ||
            steps[i].verb == RA_DO_BANISH)
            return true;
    return false;
}

/* RA-GLD-08: in its window, what turns a die turns the golden one. */
static bool turns_gold(const struct vl_fx *steps, int len)
{
    for (int i = 0; i < len; i++)
        if (steps[i].verb == RA_DO_REROLL_GOLD || steps[i].verb == RA_DO_SET_DIE)
            return true;
    return false;
}

/* RA-WIN-07, 09, 10, 14 */
vl_rule ra_refuse_dilemma(const struct vl_rules *r, const struct ra_state *s, int seat, int card)
{
    const struct ra_content *c = ra_content(r);
    int board = s->in[card] - RA_IN_A, phase = s->base.phase;

    if (board < 0 || board >= ra_derived(r)->boards)
        return RA_ERR_09;
    const struct ra_skill *k = &c->cards[card].skills[0];
    if (phase == RA_PH_EVENT ? k->kind != RA_USE_ANY : !fits_window(k->kind, phase))
        return RA_ERR_06;
    if (!owns(r, seat, board) || (k->kind == RA_USE_DIVINE && seat != s->guide))
        return RA_ERR_08;
    if (phase == RA_PH_GOLD && seat != s->guide &&
        turns_gold(ra_steps(c, k->effects), k->effects.len))
        return RA_ERR_08;
    if (k->kind == RA_USE_DIVINE && (s->flags & RA_BLESSED))
        return RA_ERR_32;
    if (c->cards[card].targeted && (phase == RA_PH_OBJ_BEFORE || phase == RA_PH_OBJ_AFTER) &&
        acts_on_objective(ra_steps(c, k->effects), k->effects.len) &&
        ra_objective(c, s)->kind == RA_INDIVIDUAL) {
        int place = s->trial.tester == VL_NONE ? -1 : ra_place_of(s, s->trial.tester);
        if (place < 0 || ra_board_of(r, place) != board)
            return RA_ERR_20;
    }
    struct use u = use_of(r, s, seat, card, board, k);
    if (!can_do(&u))
        return is_out_of_scope(&u) ? RA_ERR_20 : RA_ERR_19;
    return can_pay(&u) ? 0 : RA_ERR_10;
}

/* ---- tokens ---- */

/* RA-TOK-04: nowhere is a place for the one that was found. */
static bool is_full(const struct vl_rules *r, const struct ra_state *s)
{
    for (int board = 0; board < ra_derived(r)->boards; board++) {
        int tokens;
        (void)ra_waiting(s, board, &tokens);
        if (tokens < ra_places_each(r))
            return false;
    }
    return true;
}

/* RA-WIN-05: what a bonus die is for. */
static bool has_use_for_die(const struct ra_state *s)
{
    switch (s->base.phase) {
    case RA_PH_GOLD: return true;
    case RA_PH_MOVE: return s->dice_len < RA_DICE;
    case RA_PH_OBJ_AFTER: return s->trial.dice_len > 0;
    default: return (ra_window(s) - 1)->reg[RA_REG_DIE] != 0;
    }
}

/* RA-WIN-04, RA-WIN-05, RA-TOK-04, RA-RUL-73 */
vl_rule ra_refuse_token(const struct vl_rules *r, const struct ra_state *s, int seat, int hue,
                        int kind)
{
    int token = ra_token_of(s, hue, kind), phase = s->base.phase;
    bool bonus = kind == RA_TOKEN_BONUS_DIE;

    if (token < 0)
        return RA_ERR_09;
    if (phase == RA_PH_TOKEN ? bonus || !is_full(r, s)
                             : bonus && phase != RA_PH_GOLD && phase != RA_PH_MOVE &&
                                   phase != RA_PH_OBJ_AFTER && phase != RA_PH_VIT)
        return RA_ERR_06;
    if (!owns(r, seat, ra_waits_on(&s->tokens[token])) ||
        (bonus && phase == RA_PH_GOLD && seat != s->guide))
        return RA_ERR_08;
    return !bonus || has_use_for_die(s) ? 0 : RA_ERR_19;
}

/* ---- transfers ---- */

static bool may_swap(const struct ra_state *s)
{
    return s->base.phase == RA_PH_BLESS || s->base.phase == RA_PH_OBJ_BEFORE ||
           s->base.phase == RA_PH_OBJ_AFTER || (s->base.phase == RA_PH_GOLD && is_progression(s));
}

/* RA-WIN-06, RA-GEM-15 to 19 */
vl_rule ra_refuse_swap(const struct vl_rules *r, const struct ra_state *s, int seat,
                       struct vl_move m)
{
    bool cards = m.kind == RA_MV_MOVE_DILEMMA || m.kind == RA_MV_EXCHANGE_DILEMMA;
    int boards = ra_derived(r)->boards, tokens;
    int from = cards ? s->in[m.arg[0]] - RA_IN_A : m.arg[0], to = cards ? m.arg[1] : m.arg[2];

    if (!may_swap(s))
        return RA_ERR_06;
    if (from < 0 || from >= boards)
        return RA_ERR_09;
    if (!owns(r, seat, from))
        return RA_ERR_08;
    if (m.kind != RA_MV_EXCHANGE_DILEMMA && (to >= boards || to == from))
        return RA_ERR_09;
    switch (m.kind) {
    case RA_MV_TRANSFER_GEM:
        if (s->gems[from][m.arg[1]] == 0 || ra_gems_of(s, from) < 2)
            return RA_ERR_10;
        return s->gems[to][m.arg[1]] < RA_SLOTS_EACH ? 0 : RA_ERR_12;
    case RA_MV_EXCHANGE_GEM:
        if (m.arg[1] == m.arg[3])
            return RA_ERR_09;
        if (s->gems[from][m.arg[1]] == 0 || s->gems[to][m.arg[3]] == 0 || ra_gems_of(s, from) < 2)
            return RA_ERR_10;
        return s->gems[to][m.arg[1]] < RA_SLOTS_EACH && s->gems[from][m.arg[3]] < RA_SLOTS_EACH
                   ? 0
                   : RA_ERR_12;
    case RA_MV_MOVE_DILEMMA:
        if (ra_gems_of(s, from) < 1)
            return RA_ERR_10;
        return ra_waiting(s, to, &tokens) < ra_places_each(r) ? 0 : RA_ERR_12;
    default:
        if (ra_gems_of(s, from) < 1)
            return RA_ERR_10;
        for (int card = RA_IMP0; card < RA_CREATURE0; card++)
            if (s->in[card] >= RA_IN_A && s->in[card] < RA_IN_A + boards &&
                s->in[card] != RA_IN_A + from)
                return 0;
        return RA_ERR_09;
    }
}

static int list_gem_swaps(const struct vl_rules *r, const struct ra_state *s, int from,
                          struct vl_move *out)
{
    int n = 0;

    if (ra_gems_of(s, from) < 2) /* RA-GEM-19 */
        return 0;
    for (int colour = 0; colour < RA_CHARS; colour++)
        for (int to = 0; to < ra_derived(r)->boards && s->gems[from][colour] > 0; to++) {
            struct vl_move m = { RA_MV_TRANSFER_GEM, { vl_u8(from), vl_u8(colour), vl_u8(to) } };
            if (to == from || s->gems[to][colour] >= RA_SLOTS_EACH)
                continue;
            out[n++] = m;
            m.kind = RA_MV_EXCHANGE_GEM;
            for (int other = 0; other < RA_CHARS; other++)
                if (other != colour && s->gems[to][other] > 0 &&
                    s->gems[from][other] < RA_SLOTS_EACH) {
                    m.arg[3] = vl_u8(other);
                    out[n++] = m;
                }
        }
    return n;
}

/* RA-GEM-17, RA-GEM-18: with a board that has room, or for a card of another one. */
static int list_card_swaps(const struct vl_rules *r, const struct ra_state *s, int from,
                           struct vl_move *out)
{
    int boards = ra_derived(r)->boards, waiting[RA_BOARDS], all = 0, n = 0;

    for (int board = 0; board < boards; board++) {
        waiting[board] = ra_cards_in(s, RA_IMP0, RA_CREATURE0, RA_IN_A + board);
        all += waiting[board];
    }
    for (int card = RA_IMP0, left = waiting[from]; left > 0; card++) {
        if (s->in[card] != RA_IN_A + from)
            continue;
        left--;
        for (int to = 0; to < boards; to++)
            if (to == from && all > waiting[from])
                out[n++] = vl_move_of(RA_MV_EXCHANGE_DILEMMA, card, 0);
            else if (to != from && waiting[to] < ra_places_each(r))
                out[n++] = vl_move_of(RA_MV_MOVE_DILEMMA, card, to);
    }
    return n;
}

/* RA-WIN-06 */
static int list_swaps(const struct vl_rules *r, const struct ra_state *s, int seat,
                      struct vl_move *out)
{
    bool cards = may_swap(s) && ra_any_waiting(s);
    int n = 0;

    for (int from = 0; from < ra_derived(r)->boards && may_swap(s); from++) {
        if (!owns(r, seat, from) || ra_gems_of(s, from) == 0)
            continue;
        n += list_gem_swaps(r, s, from, out + n);
        if (cards)
            n += list_card_swaps(r, s, from, out + n);
    }
    return n;
}

/* Is there any? Mostly the first gem tells. */
static bool has_swaps(const struct vl_rules *r, const struct ra_state *s, int seat)
{
    int boards = ra_derived(r)->boards;
    struct vl_move out[VL_MOVES_MAX];

    if (!may_swap(s))
        return false;
    for (int from = 0; from < boards; from++) {
        if (!owns(r, seat, from) || ra_gems_of(s, from) < 2)
            continue;
        for (int colour = 0; colour < RA_CHARS; colour++)
            for (int to = 0; to < boards && s->gems[from][colour] > 0; to++)
                if (to != from && s->gems[to][colour] < RA_SLOTS_EACH)
                    return true;
    }
    return list_swaps(r, s, seat, out) > 0;
}

/* ---- all that may be used ---- */

static int list_skills(const struct vl_rules *r, const struct ra_state *s, int seat,
                       struct vl_move *out)
{
    const struct ra_content *c = ra_content(r);
    int n = 0;

    if (s->base.phase != RA_PH_BLESS && s->base.phase != RA_PH_OBJ_BEFORE &&
        s->base.phase != RA_PH_OBJ_AFTER && s->base.phase != RA_PH_WON &&
        s->base.phase != RA_PH_VIT)
        return 0;
    for (int place = 0; place < s->n; place++)
        for (int which = 0; which < c->cards[s->team[place]].skills_len; which++)
            if (fits_window(c->cards[s->team[place]].skills[which].kind, s->base.phase) &&
                ra_refuse_skill(r, s, seat, s->team[place], which) == 0)
                out[n++] = vl_move_of(RA_MV_SKILL, s->team[place], which);
    for (int w = 0; w < 3; w++)
        for (uint32_t left = s->active[w]; left; left &= left - 1) {
            int item = RA_ITEM0 + 32 * w + vl_low_bit(left);
            if (c->cards[item].skills_len > 0 && ra_refuse_skill(r, s, seat, item, 0) == 0)
                out[n++] = vl_move_of(RA_MV_SKILL, item, 0);
        }
    return n;
}

static int list_dilemmas(const struct vl_rules *r, const struct ra_state *s, int seat,
                         struct vl_move *out)
{
    int n = 0;

    if (!ra_any_waiting(s))
        return 0;
    for (int card = RA_IMP0; card < RA_CREATURE0; card++)
        if (s->in[card] >= RA_IN_A && s->in[card] <= RA_IN_C &&
            ra_refuse_dilemma(r, s, seat, card) == 0)
            out[n++] = vl_move_of(RA_MV_DILEMMA, card, 0);
    return n;
}

static int list_tokens(const struct vl_rules *r, const struct ra_state *s, int seat,
                       struct vl_move *out)
{
    uint8_t waits = 0;
    int n = 0;

    for (int i = 0; i < RA_TOKENS; i++)
        waits = (uint8_t)(waits + ((uint8_t)(s->tokens[i].lies - RA_LIES_A) < RA_BOARDS));
    for (int i = 0; i < RA_TOKENS && waits > 0; i++) {
        const struct ra_token *t = &s->tokens[i];
        if (ra_waits_on(t) < 0 || t->kind >= RA_GOLDEN)
            continue;
        if (ra_refuse_token(r, s, seat, i / RA_KINDS, t->kind) == 0)
            out[n++] = vl_move_of(RA_MV_TOKEN, i / RA_KINDS, t->kind);
        if (s->base.phase == RA_PH_MOVE && t->kind == RA_TOKEN_BONUS_DIE && s->dice_len > 0 &&
            owns(r, seat, ra_waits_on(t)))
            out[n++] = vl_move_of(RA_MV_TOKEN_REROLL, i / RA_KINDS, 0);
    }
    return n;
}

/* Gems for dice: RA-GLD-05 to 07, RA-AID-01, 02, 09 to 14. `a`: a board, or a die. */
vl_rule ra_refuse_paid(const struct vl_rules *r, const struct ra_state *s, int seat, int kind,
                       int a)
{
    const struct ra_content *c = ra_content(r);
    const struct ra_trial *t = &s->trial;
    bool dice = kind == RA_MV_PAID_REROLL || kind == RA_MV_GOLD_SUBST;
    int place = dice && a < t->dice_len && t->dice[a].hero != VL_NONE
                    ? ra_place_of(s, t->dice[a].hero)
                    : -1;

    if (dice ? place < 0 : a >= ra_derived(r)->boards)
        return RA_ERR_09;
    int board = dice ? ra_board_of(r, place) : a;
    if (kind == RA_MV_GOLD_SUBST || kind == RA_MV_GOLD_REROLL ? seat != s->guide
                                                              : !owns(r, seat, board))
        return RA_ERR_08;
    switch (kind) {
    case RA_MV_GOLD_REROLL:
        if (!owns(r, seat, board))
            return RA_ERR_11;
        if (s->gold == 6)
            return RA_ERR_22;
        return s->gems[board][s->gold - 1] >= 2 ? 0 : RA_ERR_10;
    case RA_MV_AUTO:
        if (ra_objective(c, s)->kind == RA_INDIVIDUAL &&
            (t->tester == VL_NONE || ra_board_of(r, ra_place_of(s, t->tester)) != board))
            return RA_ERR_11;
        return s->gems[board][ra_objective(c, s)->what] >= 4 ? 0 : RA_ERR_10;
    case RA_MV_GOLD_SUBST:
        if (t->substituted)
            return RA_ERR_17;
        if (s->gold == 6 || s->gold == 0)
            return RA_ERR_22;
        return ra_fails(c, s) ? 0 : RA_ERR_21;
    default:
        if (t->dice[a].value == 6)
            return RA_ERR_23;
        if (!ra_fails(c, s))
            return RA_ERR_21;
        return s->gems[board][t->dice[a].value - 1] >= 2 ? 0 : RA_ERR_10;
    }
}

static int list_paid(const struct vl_rules *r, const struct ra_state *s, int seat,
                     struct vl_move *out)
{
    int n = 0, after = s->base.phase == RA_PH_OBJ_AFTER;
    int first = s->base.phase == RA_PH_GOLD         ? RA_MV_GOLD_REROLL
                : s->base.phase == RA_PH_OBJ_BEFORE ? RA_MV_AUTO
                                                    : RA_MV_PAID_REROLL;

    if (first == RA_MV_PAID_REROLL && (!after || !ra_fails(ra_content(r), s)))
        return 0; /* RA-AID-09 */
    for (int kind = first; kind <= first + after; kind++)
        for (int a = 0; a < (after ? s->trial.dice_len : RA_BOARDS); a++)
            if (ra_refuse_paid(r, s, seat, kind, a) == 0)
                out[n++] = vl_move_of(kind, a, 0);
    return n;
}

int ra_list_window(const struct vl_rules *r, const struct ra_state *s, int seat,
                   struct vl_move *out)
{
    int n = list_skills(r, s, seat, out);

    n += list_dilemmas(r, s, seat, out + n);
    n += list_tokens(r, s, seat, out + n);
    n += list_swaps(r, s, seat, out + n);
    return n + list_paid(r, s, seat, out + n);
}

bool ra_window_open(const struct vl_rules *r, const struct ra_state *s, int seat)
{
    struct vl_move out[VL_MOVES_MAX];

    return has_swaps(r, s, seat) || list_tokens(r, s, seat, out) > 0 ||
           list_dilemmas(r, s, seat, out) > 0 || list_paid(r, s, seat, out) > 0 ||
           list_skills(r, s, seat, out) > 0;
}

/* ---- doing it ---- */

static void reset_window(struct ra_play *p)
{
    const struct vl_frame *w = ra_window(p->s);

    if (w == NULL || p->s->base.phase == RA_PH_TOKEN)
        return;
    struct vl_frame *f = &p->s->frames[w - p->s->frames];
    f->reg[RA_REG_CURSOR] = f->reg[RA_REG_PASSES] = 0;
}

static void use_card(struct ra_play *p, int seat, int card, int which, int board)
{
    struct ra_state *s = p->s;
    const struct ra_skill *k = &p->c->cards[card].skills[which];
    bool penalty = card < RA_IMP0 && has_penalty(s, k->kind, board), free = is_free(s, card, board);

    if (penalty)
        s->frames[ra_window(s) - s->frames].reg[RA_REG_DUE] = vl_u8(
            (int)penalty_colours(p->x.r, s, k, board, free) | board << RA_CHARS);
    VL_EMIT(p->x.sink, RA_EV_USED, RA_SKL_01, seat, card);
    if (k->kind == RA_USE_DIVINE)
        s->flags = (uint8_t)(s->flags | RA_BLESSED);
    if (card < RA_IMP0) {
        vl_set_put(s->used, used_bit(card, which));
        if (k->kind == RA_USE_HAZARD && s->base.phase == RA_PH_OBJ_AFTER && !penalty)
            s->no_penalty = vl_u8(s->no_penalty & ~waits_for(s->no_penalty, board));
        if (free)
            s->free_for = vl_u8(s->free_for & ~waits_for(s->free_for, board));
    }
    if (card < RA_IMP0 && k->once) /* RA-EQP-06: the window goes on with it */
        s->flags = (uint8_t)(s->flags | RA_LOST);
    struct vl_frame *f = vl_fx_use(&p->x, card, which, seat);
    f->reg[RA_REG_BOARD] = vl_u8(board);
    f->reg[RA_REG_HOW] = free ? RA_HOW_FREE : 0;
    if (card >= RA_IMP0 || k->once) /* RA-WIN-09, RA-SKL-02 */
        ra_put(p, card, RA_IN_DISCARD);
}

static void use_token(struct ra_play *p, int seat, int hue, int kind, bool again)
{
    struct ra_state *s = p->s;
    int token = ra_token_of(s, hue, kind), phase = s->base.phase;

    ra_take_token(p, token);
    VL_EMIT(p->x.sink, RA_EV_TOKEN_USED, RA_WIN_04, seat, hue, kind);
    if (kind != RA_TOKEN_BONUS_DIE) {
        vl_fx_call(&p->x, RA_FROM_KIND + kind, RA_OF_TEAM, seat);
        return;
    }
    int list = phase == RA_PH_GOLD             ? RA_LIST_GOLD_AGAIN
               : phase == RA_PH_OBJ_AFTER      ? RA_LIST_ANY_DICE
               : phase == RA_PH_MOVE && !again ? RA_LIST_BONUS
                                               : RA_LIST_ONE_DIE;
    vl_fx_call(&p->x, RA_FROM_GAME, list, seat);
}

static void swap_things(struct ra_play *p, int seat, struct vl_move m)
{
    bool cards = m.kind == RA_MV_MOVE_DILEMMA || m.kind == RA_MV_EXCHANGE_DILEMMA;
    int from = cards ? p->s->in[m.arg[0]] - RA_IN_A : m.arg[0], to = cards ? m.arg[1] : m.arg[2];
    struct vl_frame *f = vl_fx_call(&p->x, RA_FROM_GAME, RA_LIST_PAID, seat);

    f->reg[0] = cards ? m.arg[0] : m.arg[1];
    f->reg[1] = m.arg[3];
    f->reg[2] = vl_u8(from | to << 4);
    f->reg[3] = m.kind;
}

void ra_use(struct ra_play *p, struct vl_move m)
{
    struct ra_state *s = p->s;
    vl_actor seat = s->base.actor;
    int a = m.arg[0];

    reset_window(p);
    switch (m.kind) {
    case RA_MV_SKILL: use_card(p, seat, a, m.arg[1], ra_board_of(p->x.r, bearer_of(s, a))); break;
    case RA_MV_DILEMMA: use_card(p, seat, a, 0, s->in[a] - RA_IN_A); break;
    case RA_MV_TOKEN: use_token(p, seat, a, m.arg[1], false); break;
    case RA_MV_TOKEN_REROLL: use_token(p, seat, a, RA_TOKEN_BONUS_DIE, true); break;
    case RA_MV_GOLD_REROLL: /* RA-GLD-05 */
        ra_lose_gem(p, a, s->gold - 1, RA_BANK, RA_EV_PAID, RA_GLD_05);
        ra_lose_gem(p, a, s->gold - 1, RA_BANK, RA_EV_PAID, RA_GLD_05);
        vl_fx_call(&p->x, RA_FROM_GAME, RA_LIST_GOLD_AGAIN, seat);
        break;
    case RA_MV_AUTO: /* RA-AID-01 */
        for (int i = 0; i < 4; i++)
            ra_lose_gem(p, a, ra_objective(p->c, s)->what, RA_BANK, RA_EV_PAID, RA_AID_01);
        s->trial.succeeds = 1;
        break;
    case RA_MV_PAID_REROLL: { /* RA-AID-10 */
        int board = ra_board_of(p->x.r, ra_place_of(s, s->trial.dice[a].hero)),
            colour = s->trial.dice[a].value - 1;
        ra_lose_gem(p, board, colour, RA_BANK, RA_EV_PAID, RA_AID_10);
        ra_lose_gem(p, board, colour, RA_BANK, RA_EV_PAID, RA_AID_10);
        vl_fx_call(&p->x, RA_FROM_GAME, RA_LIST_ONE_DIE, seat)->reg[RA_REG_NAMED] = vl_u8(1 << a);
        break;
    }
    case RA_MV_GOLD_SUBST: /* RA-AID-13 */
        s->trial.dice[a].value = s->gold;
        s->trial.substituted = 1;
        VL_EMIT(p->x.sink, RA_EV_DIE_CHANGED, RA_AID_13, seat, s->trial.dice[a].hero, s->gold);
        break;
    default: swap_things(p, seat, m); break;
    }
}
