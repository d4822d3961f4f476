/* ra_asks.c - what is being carried out in a position (RA-ERR-35): can each frame go on with what
 * it remembers, and does the one on top ask what the phase says? A frame remembers places, cards
 * and colours in its registers; the rules code uses them without a look. */
#include "games/reflets/ra_verbs.h"

struct look {
    const struct vl_rules *r;
    const struct ra_content *c;
    const struct ra_state *s;
    const struct vl_frame *f; /* the frame at hand, and its step */
    const struct vl_fx *step;
    int place; /* in the stack */
};

static int named(const struct look *k, int reg)
{
    return k->f->reg[reg];
}

static bool is_open(const struct look *k, int card, int from, int to)
{
    return card >= from && card < to && k->s->in[card] == RA_IN_OPEN;
}

static bool is_board(const struct look *k, int board)
{
    return board < ra_derived(k->r)->boards;
}

/* ---- trials ---- */

static bool has_trial(const struct look *k)
{
    return k->s->trial.card != VL_NONE;
}

static bool has_objective(const struct look *k)
{
    return has_trial(k) && k->c->cards[ra_trial_card(k->s)].trial_len > 0 &&
           ra_objective(k->c, k->s)->kind != RA_VITALITY;
}

/* Dice that a board throws in a collective objective. */
static int board_dice(const struct look *k, int board)
{
    int n = k->s->n - ra_first_place(k->r, board), most = ra_places_each(k->r);

    return n > most ? most : n < 0 ? 0 : n;
}

static bool can_assign(const struct look *k)
{
    if (!has_objective(k) || ra_objective(k->c, k->s)->kind != RA_COLLECTIVE)
        return false;
    for (int board = 0; board < ra_derived(k->r)->boards; board++)
        if ((k->s->trial.to_assign >> board & 1) &&
            (board_dice(k, board) < 2 ||
             k->s->trial.dice_len < ra_first_place(k->r, board) + board_dice(k, board)))
            return false;
    return true;
}

static bool can_roll(const struct look *k)
{
    if (!has_objective(k))
        return false;
    if (ra_objective(k->c, k->s)->kind == RA_INDIVIDUAL)
        return k->s->trial.to_assign == 0 &&
               (k->s->trial.dice_len == 0 || k->s->base.phase == RA_PH_AUTO);
    if (k->f->turn > RA_BOARDS || k->s->trial.to_assign >> k->f->turn || !can_assign(k))
        return false;
    return k->f->turn <= ra_derived(k->r)->boards &&
           (k->f->turn == ra_derived(k->r)->boards ||
            k->s->trial.dice_len <= ra_first_place(k->r, k->f->turn));
}

/* ---- windows ---- */

static const struct vl_fx *step_of(const struct look *k, const struct vl_frame *f)
{
    struct vl_fx_look look = { &ra_machine, k->r, &k->s->base, NULL, NULL };

    return vl_fx_asking(&look, f);
}

/* What a window inside something else is about lies right below it. */
static bool fits_below(const struct look *k)
{
    const struct vl_frame *below = k->f - 1;
    int verb = k->place > 0 ? step_of(k, below)->verb : RA_VERBS;

    switch (k->step->arg[0]) {
    case RA_PH_GOLD: return k->s->gold > 0 && (verb == RA_DO_ROLL_GOLD || verb == RA_DO_LUCK);
    case RA_PH_VIT:
        return (verb == RA_DO_VIT || verb == RA_DO_HURT || verb == RA_DO_HURTS) &&
               below->reg[RA_REG_HERO] >= 1 && below->reg[RA_REG_HERO] <= RA_HEROES &&
               below->reg[RA_REG_DIE] <= 6 && (verb == RA_DO_VIT) == (below->reg[RA_REG_DIE] > 0);
    case RA_PH_EVENT:
        return verb == RA_DO_PAY || verb == RA_DO_CEDE || verb == RA_DO_REVEAL ||
               verb == RA_DO_PAY_HAZARD || verb == RA_DO_SEE_TOKEN;
    case RA_PH_OBJ_BEFORE:
    case RA_PH_OBJ_AFTER: return k->place == 0 && has_objective(k);
    default: return k->place == 0;
    }
}

/* RA-AID-16: a penalty falls due after the skill that is being carried out. */
static bool fits_due(const struct look *k)
{
    int due = k->f->reg[RA_REG_DUE], board = due >> RA_CHARS;

    if (due == 0)
        return true;
    if (k->step->arg[0] != RA_PH_OBJ_AFTER || !is_board(k, board))
        return false;
    for (int colour = 0; colour < RA_CHARS; colour++)
        if ((due >> colour & 1) && k->s->gems[board][colour] > 0)
            return true;
    return false;
}

/* The window that dice are turned in, and whether it has these. */
static bool has_dice(const struct look *k, unsigned set)
{
    const struct vl_frame *w = NULL;
    int n = 0;

    for (int i = 0; i < k->place; i++)
        if (step_of(k, &k->s->frames[i])->verb == RA_DO_WINDOW)
            w = &k->s->frames[i];
    if (w == NULL || w != ra_window(k->s))
        return false;
    switch (step_of(k, w)->arg[0]) {
    case RA_PH_GOLD: n = 1; break;
    case RA_PH_VIT: n = (w - 1)->reg[RA_REG_DIE] > 0; break;
    case RA_PH_MOVE: n = k->s->dice_len; break;
    case RA_PH_OBJ_AFTER: n = k->s->trial.dice_len; break;
    default: break;
    }
    return !(set >> n);
}

/* ---- prompts ---- */

static bool waits(const struct look *k, int card)
{
    return card >= RA_IMP0 && card < RA_CREATURE0 && k->s->in[card] >= RA_IN_A &&
           k->s->in[card] <= RA_IN_C;
}

/* RA-RUL-64: what is moved is still there. */
static bool can_move_paid(const struct look *k)
{
    const struct vl_frame *f = k->f;
    int from = f->reg[2] & 15, to = f->reg[2] >> 4;

    if (!is_board(k, from))
        return false;
    switch (f->reg[3]) {
    case RA_MV_TRANSFER_GEM:
    case RA_MV_EXCHANGE_GEM: {
        bool gems = f->reg[0] < RA_CHARS && is_board(k, to) && to != from &&
                    k->s->gems[from][f->reg[0]] > 0 && k->s->gems[to][f->reg[0]] < RA_SLOTS_EACH &&
                    ra_gems_of(k->s, from) > 1;
        if (f->reg[3] == RA_MV_TRANSFER_GEM)
            return gems;
        return gems && f->reg[1] < RA_CHARS && f->reg[1] != f->reg[0] &&
               k->s->gems[to][f->reg[1]] > 0 && k->s->gems[from][f->reg[1]] < RA_SLOTS_EACH;
    }
    case RA_MV_MOVE_DILEMMA: {
        int tokens;
        return waits(k, f->reg[0]) && k->s->in[f->reg[0]] == RA_IN_A + from && is_board(k, to) &&
               to != from && ra_waiting(k->s, to, &tokens) < ra_places_each(k->r);
    }
    case RA_MV_EXCHANGE_DILEMMA:
        return waits(k, f->reg[0]) && k->s->in[f->reg[0]] == RA_IN_A + from &&
               (f->turn == 0 || (waits(k, f->reg[1]) && k->s->in[f->reg[1]] != RA_IN_A + from));
    default: return false;
    }
}

/* RA-FX-27: what is being looked at is hidden. */
static bool can_see(const struct look *k)
{
    const struct ra_state *s = k->s;
    int at = named(k, RA_REG_MORE) - 1, slot = ra_slot_at(k->c, at), space = ra_space_at(k->c, at);

    if (named(k, RA_REG_MORE) == 0)
        return true;
    if (named(k, RA_REG_NAMED) == 2)
        return at < 4 && s->known_len[at] == 0 && s->deck_len[at] > 0;
    if (named(k, RA_REG_NAMED) != 0 || at >= RA_NODES)
        return false;
    if (slot >= 0)
        return s->rooms[slot].card == VL_NONE;
    if (space >= 0)
        return s->stack[space] > 0 && s->top[space] == VL_NONE;
    return ra_token_at(s, at) >= 0 && s->tokens[ra_token_at(s, at)].kind == VL_NONE;
}

/* RA-GEM-08: what is left to be paid is on the board that pays, reg[BOARD] - 1. */
static bool can_pay(const struct look *k, int left)
{
    int board = named(k, RA_REG_BOARD) - 1;

    return board >= 0 && is_board(k, board) && ra_gems_of(k->s, board) >= left;
}

/* The hazard on the team's space, face up. */
static int hazard_here(const struct look *k)
{
    int space = ra_space_at(k->c, k->s->team_at), slot = ra_slot_at(k->c, k->s->team_at);

    return slot >= 0 ? k->s->rooms[slot].card : space >= 0 ? k->s->up[space] : VL_NONE;
}

static int option_cost(const struct look *k)
{
    const struct ra_card *card = &k->c->cards[hazard_here(k)];

    return card->options[named(k, RA_REG_NAMED)].cost;
}

static bool can_choose_option(const struct look *k)
{
    int space = ra_space_at(k->c, k->s->team_at);

    if (space < 0 || k->s->up[space] == VL_NONE)
        return false;
    const struct ra_card *card = &k->c->cards[k->s->up[space]];
    return card->options_len > 0 && k->f->turn <= 2 && named(k, RA_REG_NAMED) < card->options_len &&
           (k->f->turn < 2 || can_pay(k, option_cost(k) - named(k, RA_REG_MORE)));
}

static bool can_reveal(const struct look *k)
{
    int card = named(k, RA_REG_NAMED);

    return named(k, RA_REG_HOW) <= ra_difficulty(k->s) && k->s->play_len <= named(k, RA_REG_HOW) &&
           k->s->play_len < RA_FOES + (card == 0) &&
           (card == 0 || is_open(k, RA_IMP0 + card - 1, RA_IMP0, RA_DECKED));
}

static bool can_drop_dilemma(const struct look *k)
{
    int card = named(k, RA_REG_MORE);

    return card == 0 || is_open(k, RA_IMP0 + card - 1, RA_IMP0, RA_DECKED);
}

/* Can the step at hand go on with what its frame remembers? */
static bool can_go_on(const struct look *k)
{
    const struct vl_frame *f = k->f;
    int boards = ra_derived(k->r)->boards;

    switch ((enum ra_verb)k->step->verb) {
    case RA_DO_GEMS:
    case RA_DO_ANY:
    case RA_DO_PENALTY: return is_board(k, named(k, RA_REG_BOARD));
    case RA_DO_GEM:
    case RA_DO_TAKE:
    case RA_DO_DEAL:
    case RA_DO_GAIT: return named(k, RA_REG_MORE) <= RA_CHARS;
    case RA_DO_CRITS: return named(k, RA_REG_MORE) <= RA_CHARS && has_objective(k);
    case RA_DO_FUMBLES: return has_objective(k);
    case RA_DO_HURTS:
        return has_objective(k) && f->turn <= RA_PLACES && named(k, RA_REG_HERO) <= RA_HEROES;
    case RA_DO_DRAW_TEAM:
    case RA_DO_KEEP_TEAM: return named(k, RA_REG_NAMED) == 0;
    case RA_DO_IMP:
    case RA_DO_IMP_TAX: return can_drop_dilemma(k);
    case RA_DO_REVEAL: return can_reveal(k);
    case RA_DO_SWAP:
    case RA_DO_SAC:
    case RA_DO_HEAL: return named(k, RA_REG_NAMED) <= RA_PLACES;
    case RA_DO_OFFER:
        return named(k, RA_REG_MORE) == 0 || is_open(k, named(k, RA_REG_MORE) - 1, 0, RA_HEROES);
    case RA_DO_VIT:
        return f->turn <= 2 &&
               (f->turn == 0 || (named(k, RA_REG_HERO) >= 1 && named(k, RA_REG_HERO) <= RA_HEROES));
    case RA_DO_HURT: return named(k, RA_REG_HERO) <= RA_HEROES;
    case RA_DO_PEEK: return can_see(k);
    case RA_DO_ROOM:
        return named(k, RA_REG_MORE) == 0 ||
               (named(k, RA_REG_MORE) <= RA_SLOTS && !k->s->rooms[named(k, RA_REG_MORE) - 1].up);
    case RA_DO_REROLL:
    case RA_DO_SET_DIE:
        return has_dice(k, (unsigned)named(k, RA_REG_NAMED)) || named(k, RA_REG_NAMED) == 0;
    case RA_DO_EITHER: return named(k, RA_REG_MORE) <= 2;
    case RA_DO_LUCK:
        return f->turn <= 4 && named(k, RA_REG_NAMED) <= RA_BONUSES + 1 &&
               (f->turn == 0 || k->s->gold > 0);
    case RA_DO_WINDOW: return fits_below(k) && fits_due(k);
    case RA_DO_FORM_TEAM:
        return k->s->n == RA_PLACES && named(k, RA_REG_NAMED) <= RA_PLACES &&
               (named(k, RA_REG_NAMED) == 0 ||
                (f->turn <= k->s->replaced + 1 &&
                 ra_team_gems(k->r, k->s) >= k->s->replaced + 1 - f->turn));
    case RA_DO_EQUIP:
        return named(k, RA_REG_NAMED) == 0 ||
               (named(k, RA_REG_NAMED) <= RA_ITEMS &&
                k->s->in[RA_ITEM0 + named(k, RA_REG_NAMED) - 1] == RA_IN_HELD);
    case RA_DO_CHOOSE_QUEST: return k->s->offered_len > 0;
    case RA_DO_PLACE_TOKENS: return f->turn < RA_KINDS;
    case RA_DO_BRAKE:
        return k->s->gold > 0 && (f->turn == 0 || (f->turn <= k->s->brake + 1 &&
                                                   can_pay(k, k->s->brake + 1 - f->turn)));
    case RA_DO_SEE_TOKEN: return f->turn > 0 || ra_token_at(k->s, k->s->team_at) >= 0;
    case RA_DO_ASK_TOKEN: {
        int token = ra_token_at(k->s, k->s->team_at);
        return f->turn > 0 || token < 0 || k->s->tokens[token].kind < RA_KINDS;
    }
    case RA_DO_ASK_OPTION: return can_choose_option(k);
    case RA_DO_ASK_DOOR: return k->s->team_at == k->c->door && k->s->up[RA_SPACES - 1] != VL_NONE;
    case RA_DO_ASK_ROOM: return ra_slot_at(k->c, k->s->team_at) >= 0 && hazard_here(k) != VL_NONE;
    case RA_DO_ASK_OCTUPLE: return k->s->treasure != VL_NONE;
    case RA_DO_ASK_TESTER: return has_trial(k);
    case RA_DO_ROLL_TRIAL: return can_roll(k);
    case RA_DO_ASSIGN: return can_assign(k);
    case RA_DO_LIGHT: return has_trial(k);
    case RA_DO_DARK: return has_trial(k) && (named(k, RA_REG_NAMED) == 0 || k->s->play_len > 0);
    case RA_DO_PAID: return can_move_paid(k);
    case RA_DO_REROLL_GOLD: return k->s->gold > 0 || boards == 0;
    default: return true;
    }
}

/* ---- what the phase says ---- */

#define V(name) (UINT64_C(1) << (RA_DO_##name - RA_DO_GEM))
#define W(name) (UINT64_C(1) << (RA_DO_##name - RA_DO_WINDOW))
/* Which steps ask in a phase: those of cards, those of the game's own. */
static const struct asker {
    uint8_t phase;
    uint64_t cards, own;
} askers[] = {
    { RA_PH_SETUP_HEROES, 0, W(KEEP_TEAM) },
    { RA_PH_SETUP_TEAM, 0, W(FORM_TEAM) },
    { RA_PH_SETUP_QUEST, 0, W(CHOOSE_QUEST) },
    { RA_PH_SETUP_CHALLENGE, 0, W(CHOOSE_CHALLENGE) },
    { RA_PH_SETUP_TOKENS, 0, W(PLACE_TOKENS) },
    { RA_PH_BRAKE, 0, W(BRAKE) },
    { RA_PH_GAIT, 0, W(GAIT) },
    { RA_PH_TOKEN, 0, W(ASK_TOKEN) },
    { RA_PH_LUCK, V(LUCK), 0 },
    { RA_PH_REV_DILEMMA, 0, W(REVEAL) },
    { RA_PH_REV_PICK, 0, W(PICK_HAZARD) },
    { RA_PH_OPTIONS, 0, W(ASK_OPTION) },
    { RA_PH_DOOR, 0, W(ASK_DOOR) },
    { RA_PH_ROOM, 0, W(ASK_ROOM) },
    { RA_PH_OBJ_ASSIGN, 0, W(ASSIGN) },
    { RA_PH_OCTUPLE, 0, W(ASK_OCTUPLE) },
    { RA_PH_PAY_GEM, V(PAY) | V(CEDE),
      W(BRAKE) | W(ASK_OPTION) | W(PENALTY) | W(FUMBLES) | W(REVEAL) | W(PAY_HAZARD) |
          W(FORM_TEAM) },
    { RA_PH_PLACE_GEM, V(GEM) | V(TAKE), W(GAIT) | W(CRITS) | W(DEAL) },
    { RA_PH_TAKE_GEM, V(TAKE), 0 },
    { RA_PH_BURN_GEM, V(BURN), 0 },
    { RA_PH_DEBT, V(PAY) | V(CEDE), W(REVEAL) | W(PAY_HAZARD) },
    { RA_PH_EQUIP_ITEM, 0, W(EQUIP) },
    { RA_PH_EQUIP_HOLDER, 0, W(EQUIP) },
    { RA_PH_HERO_OFFER, V(OFFER), 0 },
    { RA_PH_PICK_HERO, V(SWAP) | V(HEAL) | V(HEAL_UP_TO) | V(VIT) | V(SAC), 0 },
    { RA_PH_PICK_ROOM, V(ROOM), 0 },
    { RA_PH_PEEK, V(PEEK), 0 },
    { RA_PH_DILEMMA_OFFER, V(IMP) | V(IMP_TAX), 0 },
    { RA_PH_PICK_DILEMMA, V(GIVE), W(PAID) },
    { RA_PH_RELIC_CHOICE, V(RELIC), 0 },
    { RA_PH_ALT_CHOICE, V(EITHER), 0 },
    { RA_PH_TRADE, V(TRADE), 0 },
    { RA_PH_TESTER, 0, W(ASK_TESTER) },
    { RA_PH_PICK_DICE, V(REROLL) | V(SET_DIE), 0 },
    { RA_PH_PICK_CARD, V(BANISH), 0 },
    { RA_PH_PAY_COLOUR, 0, W(PAID) },
    { RA_PH_IMP_TAX, V(IMP_TAX), 0 },
    { RA_PH_PICK_BOARD, 0, W(ASK_OPTION) },
    { RA_PH_C_DIE, V(VIT) | V(REROLL) | V(REROLL_GOLD) | V(ADD_DIE) | V(LUCK),
      W(ROLL_GOLD) | W(RUN_DIE) },
    { RA_PH_C_DICE, 0, W(ROLL_TRIAL) },
    { RA_PH_C_GEM, V(GEM) | V(VGEM), W(GAIT) | W(CRITS) | W(DEAL) | W(REVEAL_GEMS) | W(DROP_GEMS) },
    { RA_PH_C_DRAW,
      V(LOOT) | V(VLOOT) | V(IMP) | V(VIMP) | V(SWAP) | V(OFFER) | V(PEEK) | V(ROOM) | V(VDROP) |
          V(TRADE) | V(AVATAR) | V(IMP_TAX),
      W(DEAL) | W(DRAW_TEAM) | W(FORM_TEAM) | W(GAIN_LOOT) | W(AVATAR_GO) | W(SEE_TOKEN) |
          W(REVEAL) | W(PICK_HAZARD) | W(VHERO) | W(VROOMS) | W(TURN_UP) },
};
#undef V
#undef W

static bool asks_in(int phase, const struct vl_fx *step)
{
    if (step->verb == RA_DO_WINDOW)
        return step->arg[0] == phase;
    if (step->verb < RA_COSTS) /* a cost of a card */
        return phase == RA_PH_PAY_GEM && step->verb == RA_DO_ANY;
    for (int i = 0; i < VL_LEN(askers); i++) {
        if (askers[i].phase != phase)
            continue;
        return step->verb < RA_PACK_VERBS ? askers[i].cards >> (step->verb - RA_COSTS) & 1
                                          : askers[i].own >> (step->verb - RA_PACK_VERBS) & 1;
    }
    return false;
}

/* What chance is asked to draw from, for this step (RA-DCK-05). */
static bool draws_from(const struct look *k, int pool)
{
    const struct ra_state *s = k->s;
    int slot = ra_slot_at(k->c, s->team_at), space = ra_space_at(k->c, s->team_at), token = -1;

    switch ((enum ra_verb)k->step->verb) {
    case RA_DO_DEAL: return pool == (s->treasure == VL_NONE ? RA_POOL_TREASURE : RA_POOL_QUEST);
    case RA_DO_LOOT:
    case RA_DO_VLOOT:
    case RA_DO_GAIN_LOOT: return pool == RA_POOL_LOOT;
    case RA_DO_IMP:
    case RA_DO_VIMP:
    case RA_DO_REVEAL: return pool == RA_POOL_IMP;
    case RA_DO_IMP_TAX:
        return pool == (named(k, RA_REG_HOW) ? RA_POOL_IMP : RA_POOL_PILE) && k->f->turn > 0;
    case RA_DO_PEEK:
        if (named(k, RA_REG_MORE) == 0)
            return false;
        if (named(k, RA_REG_NAMED) == 2)
            return pool == RA_POOL_HERO + named(k, RA_REG_MORE) - 1;
        slot = ra_slot_at(k->c, named(k, RA_REG_MORE) - 1);
        space = ra_space_at(k->c, named(k, RA_REG_MORE) - 1);
        token = ra_token_at(s, named(k, RA_REG_MORE) - 1);
        break;
    case RA_DO_ROOM: return pool == RA_POOL_ROOM && named(k, RA_REG_MORE) > 0;
    case RA_DO_VROOMS: return pool == RA_POOL_ROOM;
    case RA_DO_PICK_HAZARD: break;
    case RA_DO_AVATAR:
    case RA_DO_AVATAR_GO:
        slot = space = -1;
        token = ra_token_at(s, s->avatar_at);
        break;
    case RA_DO_SEE_TOKEN:
        slot = space = -1;
        token = ra_token_at(s, s->team_at);
        break;
    case RA_DO_TURN_UP: {
        bool team = memchr(s->vteam, VL_NONE, RA_PLACES) != NULL;
        return pool == (team || s->vdown[0] ? RA_POOL_HERO
                        : s->vdown[2]       ? RA_POOL_IMP
                                            : RA_POOL_LOOT);
    }
    case RA_DO_FORM_TEAM:
        return pool == RA_POOL_HERO && named(k, RA_REG_NAMED) > 0 && k->f->turn == s->replaced + 1;
    default: return pool == RA_POOL_HERO;
    }
    if (slot >= 0)
        return pool == RA_POOL_ROOM && s->rooms[slot].card == VL_NONE;
    if (space >= 0)
        return pool == RA_POOL_ZONE0 + space;
    return token >= 0 && s->tokens[token].kind == VL_NONE &&
           pool == RA_POOL_GREEN + token / RA_KINDS;
}

/* Chance is asked before the frame has what it draws. */
static bool is_at_chance(const struct look *k, int phase)
{
    int first = named(k, RA_REG_NAMED), more = named(k, RA_REG_MORE), turn = k->f->turn;

    switch ((enum ra_verb)k->step->verb) {
    case RA_DO_GEM:
    case RA_DO_GAIT:
    case RA_DO_CRITS:
    case RA_DO_IMP:
    case RA_DO_IMP_TAX:
    case RA_DO_OFFER: return more == 0;
    case RA_DO_DEAL: return more == 0 || phase == RA_PH_C_DRAW;
    case RA_DO_REVEAL: return first == 0;
    case RA_DO_SWAP: return first > 0;
    case RA_DO_VIT: return turn == 1;
    case RA_DO_LUCK: return turn == 3 || (turn == 0 && named(k, RA_REG_HOW) == 1);
    case RA_DO_REROLL: return turn < RA_DICE && (first >> turn & 1);
    default: return true;
    }
}

/* What a payment of the team comes to (RA-GEM-07); -1: the step at hand is none. */
static int owed(const struct look *k)
{
    int card = named(k, RA_REG_NAMED), n = 0;

    switch ((enum ra_verb)k->step->verb) {
    case RA_DO_PAY:
    case RA_DO_CEDE: return k->step->arg[0];
    case RA_DO_REVEAL: /* a creature, once its moment is past */
        return card > RA_DILEMMAS && named(k, RA_REG_BOARD) == 2
                   ? k->c->cards[RA_IMP0 + card - 1].cost
                   : 0;
    case RA_DO_PAY_HAZARD: return hazard_here(k) == VL_NONE ? 0 : k->c->cards[hazard_here(k)].cost;
    case RA_DO_FUMBLES:
        for (int i = 0; i < k->s->trial.dice_len; i++)
            n += ra_die_says(k->c, k->s, i) == RA_SAYS_FUMBLE;
        return n;
    default: return -1;
    }
}

/* Gems first, then what covers a debt (RA-GEM-11), until all of it is paid. */
static bool is_owing(const struct look *k, int phase)
{
    return k->f->turn == 1 && named(k, RA_REG_MORE) < owed(k) &&
           (ra_team_gems(k->r, k->s) > 0) == (phase == RA_PH_PAY_GEM);
}

/* How the frame on top stands when it asks this. */
static bool is_at(const struct look *k, int phase)
{
    const struct ra_state *s = k->s;
    int more = named(k, RA_REG_MORE), item = named(k, RA_REG_NAMED);

    if (phase >= RA_PH_C_DIE && !is_at_chance(k, phase))
        return false;
    switch (phase) {
    case RA_PH_SETUP_TEAM:
    case RA_PH_EQUIP_ITEM: return item == 0;
    case RA_PH_EQUIP_HOLDER: return item > 0;
    case RA_PH_BRAKE:
    case RA_PH_OPTIONS: return k->f->turn == 0 && !(s->flags & RA_STOPPED && phase == RA_PH_BRAKE);
    case RA_PH_IMP_TAX: return k->f->turn == 0;
    case RA_PH_LUCK: return k->f->turn == 0 && named(k, RA_REG_HOW) == 0;
    case RA_PH_PICK_ROOM:
    case RA_PH_PEEK: return more == 0;
    case RA_PH_PICK_DICE:
    case RA_PH_PICK_CARD: return item == 0;
    case RA_PH_PICK_HERO:
        return k->step->verb == RA_DO_VIT ? k->f->turn == 0
                                          : k->step->verb == RA_DO_HEAL_UP_TO || item == 0;
    case RA_PH_PICK_DILEMMA:
        return k->step->verb != RA_DO_PAID ||
               (k->f->reg[3] == RA_MV_EXCHANGE_DILEMMA && k->f->turn == 0);
    case RA_PH_PAY_COLOUR: return k->f->reg[3] != RA_MV_EXCHANGE_DILEMMA || k->f->turn == 1;
    case RA_PH_PICK_BOARD: return k->f->turn == 1;
    case RA_PH_GAIT: return s->gait == 0;
    case RA_PH_TOKEN: {
        int token = ra_token_at(s, s->team_at);
        return token >= 0 && s->tokens[token].kind < RA_GOLDEN && k->f->turn == 0;
    }
    case RA_PH_REV_DILEMMA: return item > 0 && item <= RA_DILEMMAS && named(k, RA_REG_BOARD) != 3;
    case RA_PH_REV_PICK: return ra_space_at(k->c, s->team_at) >= 0;
    case RA_PH_OBJ_ASSIGN: return s->trial.to_assign != 0;
    case RA_PH_PLACE_GEM: return more > 0;
    case RA_PH_TAKE_GEM: return more == 0;
    case RA_PH_HERO_OFFER: return more > 0;
    case RA_PH_DILEMMA_OFFER:
        return more > 0 && more <= RA_DILEMMAS &&
               (k->step->verb == RA_DO_IMP || named(k, RA_REG_HOW) == 0);
    case RA_PH_TRADE: return memchr(s->vteam, VL_NONE, RA_PLACES) == NULL;
    case RA_PH_PAY_GEM:
        return k->step->verb == RA_DO_ASK_OPTION  ? k->f->turn == 2 && more < option_cost(k)
               : k->step->verb == RA_DO_BRAKE     ? k->f->turn > 0 && k->f->turn <= s->brake
               : k->step->verb == RA_DO_FORM_TEAM ? item > 0 && k->f->turn <= s->replaced
                                                  : owed(k) < 0 || is_owing(k, phase);
    case RA_PH_DEBT: return is_owing(k, phase);
    case RA_PH_C_DICE:
        return ra_objective(k->c, s)->kind == RA_INDIVIDUAL
                   ? s->throwing == 5 && s->trial.tester != VL_NONE
                   : k->f->turn < ra_derived(k->r)->boards &&
                         s->throwing == board_dice(k, k->f->turn) && s->throwing > 0 &&
                         s->trial.dice_len == ra_first_place(k->r, k->f->turn);
    case RA_PH_C_DRAW: return draws_from(k, s->pool);
    default: return true;
    }
}

/* What comes after a list that a stage starts: as its row says, or as its function does. */
/* clang-format off */
#define GOES(list, next) { RA_LIST_##list, RA_ST_##next },
#define DOES(word)
#define X(name, word, does) does
static const struct after {
    uint8_t list, stage;
} afters[] = {
    RA_STAGE_MAP(X)
    GOES(BLESS, GOLDEN) GOES(TOKEN, END) GOES(REVELATION, HAZARD) GOES(BEFORE, ROLL)
    GOES(ROLL, AFTER)   GOES(ACCEPT, ARROW) GOES(VITAL, VITAL)    GOES(END, NEXT)
};
/* clang-format on */
#undef X
#undef GOES
#undef DOES

static bool is_rolling(const struct look *k)
{
    return k->s->depth > 0 && k->s->frames[0].source == RA_FROM_GAME &&
           k->s->frames[0].list == RA_LIST_ROLL;
}

static bool fits_stage(const struct look *k)
{
    const struct vl_frame *f = &k->s->frames[0];

    for (int i = 0; i < VL_LEN(afters) && k->s->depth > 0 && f->source == RA_FROM_GAME; i++)
        if (afters[i].list == f->list)
            return afters[i].stage == k->s->stage;
    return true;
}

/* Stages at whose beginning there is a trial, and an objective of dice. */
static const char *broken_stage(const struct look *k)
{
    const struct ra_state *s = k->s;

    switch ((enum ra_stage)s->stage) {
    case RA_ST_ROLL:
    case RA_ST_AFTER:
    case RA_ST_ACCEPT: return has_objective(k) ? NULL : "/stage: there is no objective";
    case RA_ST_OBJECTIVE:
    case RA_ST_ARROW:
    case RA_ST_VITAL:
        return has_trial(k) && k->c->cards[ra_trial_card(s)].trial_len > 0
                   ? NULL
                   : "/stage: there is no trial";
    case RA_ST_LIGHT:
    case RA_ST_DARK: return has_trial(k) ? NULL : "/stage: there is no trial";
    case RA_ST_TRIAL:
        return hazard_here(k) != VL_NONE && k->c->cards[hazard_here(k)].trial_len > 0
                   ? NULL
                   : "/stage: nothing to be tested is here";
    case RA_ST_JUMP:
        return k->c->nodes[s->team_at].kind == RA_NODE_SHORTCUT ? NULL
                                                                : "/stage: no shortcut is here";
    case RA_ST_OCTUPLE: return s->treasure != VL_NONE ? NULL : "/treasure: there is none";
    case RA_ST_BRAKING:
    case RA_ST_GAIT: return s->gold > 0 || s->depth > 0 ? NULL : "/gold: it was not rolled";
    default: return NULL;
    }
}

const char *ra_broken_frames(const struct vl_rules *r, const struct ra_state *s)
{
    struct vl_fx_look look = { &ra_machine, r, &s->base, NULL, NULL };
    struct look k = { r, ra_content(r), s, NULL, NULL, 0 };
    struct vl_move list[VL_MOVES_MAX];
    const char *remark = vl_fx_broken(&look, s->frames, s->depth);

    if (!remark && s->base.phase != RA_PH_OVER)
        remark = s->trial.to_assign && !is_rolling(&k) ? "/to_assign: nothing is thrown"
                 : fits_stage(&k)                      ? broken_stage(&k)
                                                       : "/stage: not what comes next";
    for (; k.place < s->depth && !remark; k.place++) {
        k.f = &s->frames[k.place];
        k.step = vl_fx_asking(&look, k.f);
        if (k.f->answer != VL_FX_CAME_BACK && !can_go_on(&k)) /* else its step is done */
            remark = "/frames: cannot go on with that";
    }
    if (remark || s->base.phase == RA_PH_AUTO || s->base.phase == RA_PH_OVER)
        return remark;
    if (s->depth == 0 || !asks_in(s->base.phase, k.step))
        return "/phase: nothing asks for this";
    k.place--;
    if (k.step->verb == RA_DO_WINDOW && (s->flags & RA_LOST)) /* RA-EQP-06 comes first */
        return "/flags: the items are not rearranged";
    if (k.step->verb == RA_DO_WINDOW && k.f->reg[RA_REG_DUE]) /* RA-AID-16: so does that */
        return "/frames: a gem that is not asked for";
    if (!is_at(&k, s->base.phase))
        return "/phase: not what is asked now";
    return ra_legal(r, &s->base, list) > 0 ? NULL : "/phase: there is nothing to choose";
}
