/* rm_legal.c - who may do what in Runemasters: the list of legal moves and the
 * first reason why a move is refused, in the order of the rules' table
 * (RM-BAD). Both ask the same small predicates. */
#include "games/runemasters/runemasters.h"

#include "base/bits.h"

/* ---- what both sides ask ---- */

static const struct rm_hero *hero(const struct rm_content *c, const struct rm_state *s)
{
    return &c->heroes[s->guardian_of[s->active]];
}

/* RM-SET-03: free if nobody has it, nor will have it by a preset. */
static bool guardian_is_free(const struct rm_derived *d, const struct rm_state *s, int guardian)
{
    for (int k = 0; k < s->base.seats; k++)
        if (s->guardian_of[k] == guardian || (k > s->active && d->preset_guardian[k] == guardian))
            return false;
    return true;
}

static bool place_is_free(const struct rm_derived *d, const struct rm_state *s, int path)
{
    for (int k = s->active + 1; k < s->base.seats; k++)
        if (d->preset_path[k] == path)
            return false;
    return rm_guard_of(s, path) < 0;
}

/* RM-HIT-09, RM-MARK-19, RM-TYP-08 */
static bool die_cannot_wound(const struct rm_card *c, const struct rm_state *s, int die)
{
    return (c->abilities & RM_AB_NO_REROLLED) && (s->rerolled >> die & 1);
}

/* RM-MOVE-01 to 04: whether a rune leads to a path in play. A colour whose own
 * path is not in play leads anywhere, as violet does. */
static bool rune_leads_to(const struct rm_derived *d, int rune, int path)
{
    if (rune < d->paths)
        return rune == path;
    return rune != RM_RUNE_WHITE;
}

/* RM-BLK-04, RM-TYP-13 */
static bool path_refuses_block(const struct rm_content *c, const struct rm_state *s, int path)
{
    for (int i = 0; i < RM_SLOTS; i++) {
        int card = s->lane[path][i];
        if (card != VL_NONE && (c->cards[card].abilities & RM_AB_NO_BLOCK))
            return true;
    }
    return false;
}

static bool somebody_is_dead(const struct rm_state *s)
{
    for (int k = 0; k < s->base.seats; k++)
        if (s->g[k].hp == 0)
            return true;
    return false;
}

/* RM-ULT-12, 32, 42: a power without target is refused. */
static bool ultimate_has_target(const struct rm_content *c, const struct rm_derived *d,
                                const struct rm_state *s)
{
    switch ((enum rm_ult)hero(c, s)->ultimate) {
    case RM_ULT_STORM:
        for (int path = 0; path < d->paths; path++)
            if (s->lane[path][0] != VL_NONE)
                return true;
        return false;
    case RM_ULT_TRAMPLE: return rm_first(s, s->g[s->active].path) >= 0;
    case RM_ULT_REVIVE: return somebody_is_dead(s);
    case RM_ULT_PETRIFY:
    case RM_ULTS: break;
    }
    return true;
}

/* The card that Storm or Trample wounds next. */
static int target_card(const struct rm_state *s)
{
    int at = 0;

    while (!(s->target_mask >> at & 1))
        at++;
    return s->target_kind == RM_TARGET_STORM ? s->lane[at][0] : s->lane[s->g[s->active].path][at];
}

/* ---- the list ---- */

/* Moves are written at a cursor that each part of the list moves on. */
static inline struct vl_move *put(struct vl_move *at, int kind)
{
    memset(at, 0, sizeof *at);
    at->kind = (uint8_t)kind;
    return at + 1;
}

static inline struct vl_move *put1(struct vl_move *at, int kind, int a)
{
    put(at, kind)[-1].arg[0] = (uint8_t)a;
    return at + 1;
}

static inline struct vl_move *put2(struct vl_move *at, int kind, int a, int b)
{
    put1(at, kind, a)[-1].arg[1] = (uint8_t)b;
    return at + 1;
}

/* The unspent dice, folded (RM-DEC-90): dice equal in rune and rerolled flag
 * are one class, shown by its lowest index, its lead. */
struct dice {
    int open_len, lead_len;
    bool pairs;                  /* some rune shows on two of them */
    uint8_t open[RM_DICE_MAX];   /* the unspent dice, ascending */
    uint8_t lead[RM_DICE_MAX];   /* the leads, ascending */
    uint8_t before[RM_DICE_MAX]; /* by die: the one before it in its class, as a bit; 0: a lead */
};

static struct dice fold_dice(const struct rm_state *s)
{
    struct dice d;
    uint8_t last[2][RM_RUNES] = { { 0 }, { 0 } };
    unsigned runes = 0;

    d.open_len = d.lead_len = 0;
    d.pairs = false;
    for (unsigned i = 0; i < s->dice_len; i++) {
        if (s->used >> i & 1)
            continue;
        unsigned rune = s->dice[i];
        uint8_t *before = &last[s->rerolled >> i & 1][rune];
        d.open[d.open_len++] = (uint8_t)i;
        d.pairs = d.pairs || (runes >> rune & 1);
        runes |= 1u << rune;
        d.before[i] = *before;
        if (!*before)
            d.lead[d.lead_len++] = (uint8_t)i;
        *before = (uint8_t)(1u << i);
    }
    return d;
}

static struct vl_move *list_hits(const struct rm_content *c, const struct rm_state *s,
                                 const struct dice *dice, int first, struct vl_move *at)
{
    if (first == VL_NONE)
        return at;
    const struct rm_card *card = &c->cards[first];
    int wounds = s->wounds[first];
    for (int k = 0; k < dice->lead_len; k++) {
        int i = dice->lead[k];
        if ((card->weak_of[s->dice[i]] & ~wounds) && !die_cannot_wound(card, s, i))
            at = put1(at, RM_MV_HIT, i);
    }
    return at;
}

static struct vl_move *list_moves(const struct rm_derived *d, const struct rm_state *s,
                                  const struct dice *dice, int own, struct vl_move *at)
{
    for (int k = 0; k < dice->lead_len; k++) {
        int i = dice->lead[k];
        int rune = s->dice[i];
        if (rune < d->paths) { /* the usual case, kept short */
            if (rune != own)
                at = put2(at, RM_MV_MOVE, i, rune);
            continue;
        }
        for (int path = 0; path < d->paths; path++)
            if (path != own && rune_leads_to(d, rune, path))
                at = put2(at, RM_MV_MOVE, i, path);
    }
    return at;
}

/* One entry per weak point that is open and the first of its rune. */
static struct vl_move *list_weak(const struct rm_card *card, int wounds, struct vl_move *at,
                                 int kind, int die)
{
    int seen = 0;

    for (int w = 0; w < card->weak_len; w++) {
        if ((wounds >> w & 1) || (seen >> card->weak[w] & 1))
            continue;
        seen |= 1 << card->weak[w];
        if (kind == RM_MV_MARK_WHIRL)
            at = put2(at, kind, die, w);
        else
            at = put1(at, kind, w);
    }
    return at;
}

static inline struct vl_move *put_exchange(struct vl_move *at, int die, int path, int slot, int to)
{
    put2(at, RM_MV_MARK_SWAP, die, path);
    at->arg[2] = (uint8_t)(slot + 1);
    at->arg[3] = (uint8_t)to;
    return at + 1;
}

static struct vl_move *list_exchanges(const struct rm_derived *d, const struct rm_state *s, int die,
                                      struct vl_move *at)
{
    for (int path = 0; path < d->paths; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++) {
            if (s->lane[path][slot] == VL_NONE)
                continue;
            for (int to = 0; to < d->paths; to++)
                if (to > path || (to < path && s->lane[to][slot] == VL_NONE))
                    at = put_exchange(at, die, path, slot, to);
        }
    return at;
}

/* RM-MARK-01 to 22: one white die, the own mark, a legal target. */
static struct vl_move *list_mark(const struct rm_content *c, const struct rm_derived *d,
                                 const struct rm_state *s, int die, int own, int first,
                                 struct vl_move *at)
{
    switch ((enum rm_mark)hero(c, s)->mark) {
    case RM_MARK_EXCHANGE:
        at = list_exchanges(d, s, die, at);
        for (int path = 0; path < d->paths; path++)
            if (path != own)
                at = put2(at, RM_MV_MARK_MOVE, die, path);
        break;
    case RM_MARK_SHIELD:
        for (int k = 0; k < s->base.seats; k++)
            if (s->g[k].hp > 0 && !(s->g[k].markers & RM_SHIELD))
                at = put2(at, RM_MV_MARK_SHIELD, die, s->guardian_of[k]);
        break;
    case RM_MARK_HEAL:
        for (int k = 0; k < s->base.seats; k++)
            if (s->g[k].hp > 0 && s->g[k].hp < RM_HP_MAX)
                at = put2(at, RM_MV_MARK_HEAL, die, s->guardian_of[k]);
        break;
    case RM_MARK_WHIRL:
        if (first != VL_NONE && !die_cannot_wound(&c->cards[first], s, die))
            at = list_weak(&c->cards[first], s->wounds[first], at, RM_MV_MARK_WHIRL, die);
        break;
    case RM_MARKS: break;
    }
    return at;
}

static struct vl_move *list_marks(const struct rm_content *c, const struct rm_derived *d,
                                  const struct rm_state *s, const struct dice *dice, int own,
                                  int first, struct vl_move *at)
{
    if (rm_event_of(c, s)->effects & RM_FX_NO_MARKS)
        return at;
    for (int k = 0; k < dice->lead_len; k++)
        if (s->dice[dice->lead[k]] == RM_RUNE_WHITE)
            at = list_mark(c, d, s, dice->lead[k], own, first, at);
    return at;
}

/* Pairs of equal runes: two leads of one rune, or a lead and its second. */
static struct vl_move *list_blocks(const struct rm_content *c, const struct rm_state *s,
                                   const struct dice *dice, int own, struct vl_move *at)
{
    if (!dice->pairs || (s->blocked >> own & 1) || s->petrify || path_refuses_block(c, s, own))
        return at;
    for (int k = 0; k < dice->lead_len; k++) {
        int i = dice->lead[k];
        for (int n = 0; n < dice->open_len; n++) {
            int j = dice->open[n];
            if (j > i && s->dice[j] == s->dice[i] &&
                (dice->before[j] == 0 || dice->before[j] == 1 << i))
                at = put2(at, RM_MV_BLOCK, i, j);
        }
    }
    return at;
}

static struct vl_move *list_charges(const struct rm_state *s, const struct dice *dice,
                                    struct vl_move *at)
{
    const struct rm_guardian *g = &s->g[s->active];

    if (g->ult_side == 0 || g->ult_slot >= RM_ULT_CHARGED)
        return at;
    for (int k = 0; k < dice->lead_len; k++)
        at = put1(at, RM_MV_CHARGE, dice->lead[k]);
    return at;
}

/* Sets of dice up to equivalence: a die joins only after those before it in
 * its class. */
static struct vl_move *list_rerolls(const struct rm_content *c, const struct rm_state *s,
                                    const struct dice *dice, struct vl_move *at)
{
    uint8_t sets[1 << RM_DICE_MAX], sizes[1 << RM_DICE_MAX];
    int mana = s->g[s->active].mana;
    int most = rm_event_of(c, s)->reroll_cost == 1 ? mana : mana / rm_event_of(c, s)->reroll_cost;
    int n = 1;

    sets[0] = sizes[0] = 0;
    if (most == 0)
        return at;
    for (int i = 0; i < dice->open_len; i++) {
        int die = dice->open[i];
        int before = dice->before[die];
        for (int k = 0, old = n; k < old; k++) {
            if ((sets[k] & before) != before || sizes[k] >= most)
                continue;
            sets[n] = (uint8_t)(sets[k] | 1u << die);
            sizes[n] = (uint8_t)(sizes[k] + 1);
            at = put1(at, RM_MV_REROLL, sets[n]);
            n++;
        }
    }
    return at;
}

static struct vl_move *list_ultimates(const struct rm_content *c, const struct rm_derived *d,
                                      const struct rm_state *s, struct vl_move *at)
{
    const struct rm_guardian *g = &s->g[s->active];
    int power = hero(c, s)->ultimate;

    if (g->ult_side == 0 || g->ult_slot < RM_ULT_CHARGED || !ultimate_has_target(c, d, s) ||
        (power == RM_ULT_PETRIFY && s->petrify))
        return at;
    if (power != RM_ULT_REVIVE) {
        at = put(at, RM_MV_ULTIMATE);
        return at;
    }
    for (int k = 0; k < s->base.seats; k++)
        for (int path = 0; s->g[k].hp == 0 && path < d->paths; path++)
            if (rm_guard_of(s, path) < 0)
                at = put2(at, RM_MV_ULTIMATE_ON, s->guardian_of[k], path);
    return at;
}

static struct vl_move *list_actions(const struct vl_rules *r, const struct rm_state *s,
                                    struct vl_move *at)
{
    const struct rm_content *c = rm_content(r);
    const struct rm_derived *d = rm_derived(r);
    struct dice dice = fold_dice(s);
    const struct rm_guardian *g = &s->g[s->active];
    int own = g->path;
    int slot = rm_first(s, own);
    int first = slot < 0 ? VL_NONE : s->lane[own][slot];

    if (dice.open_len > 0) {
        at = list_hits(c, s, &dice, first, at);
        at = list_moves(d, s, &dice, own, at);
        at = list_marks(c, d, s, &dice, own, first, at);
        at = list_blocks(c, s, &dice, own, at);
        at = list_charges(s, &dice, at);
        at = list_rerolls(c, s, &dice, at);
    }
    if (g->mana >= RM_RELEASE_COST && slot == 0 && !(c->cards[first].abilities & RM_AB_NO_RELEASE))
        at = put(at, RM_MV_RELEASE);
    at = list_ultimates(c, d, s, at);
    if ((rm_event_of(c, s)->effects & RM_FX_FREE_MOVE) && !s->free_used)
        for (int path = 0; path < d->paths; path++)
            if (path != own)
                at = put1(at, RM_MV_FREE_MOVE, path);
    at = put(at, RM_MV_END);
    return at;
}

int rm_legal(const struct vl_rules *r, const struct vl_state *base, struct vl_move *out)
{
    const struct rm_state *s = (const struct rm_state *)base;
    const struct rm_derived *d = rm_derived(r);
    struct vl_move *at = out;

    switch (base->actor) {
    case VL_CHANCE: return rm_outcomes(r, s, out);
    case VL_OVER:
    case VL_AUTO: return 0;
    default: break;
    }
    switch ((enum rm_phase)base->phase) {
    case RM_PH_ACTIONS: at = list_actions(r, s, at); break;
    case RM_PH_TARGET: {
        int card = target_card(s);
        at = list_weak(&rm_content(r)->cards[card], s->wounds[card], at, RM_MV_CHOOSE_WEAK, 0);
        break;
    }
    case RM_PH_REWARD:
        for (int hp = 0; hp <= s->reward_mana; hp++)
            at = put1(at, RM_MV_CHOOSE_REWARD, hp);
        break;
    case RM_PH_SETUP_GUARDIAN:
        for (int g = 0; g < 4; g++)
            if (guardian_is_free(d, s, g))
                at = put1(at, RM_MV_CHOOSE_GUARDIAN, g);
        break;
    case RM_PH_SETUP_PLACE:
        for (int path = 0; path < d->paths; path++)
            if (place_is_free(d, s, path))
                at = put1(at, RM_MV_PLACE_GUARDIAN, path);
        break;
    case RM_PH_SETUP_DEAN:
        for (int k = 0; k < base->seats; k++)
            at = put1(at, RM_MV_CHOOSE_DEAN, k);
        break;
    case RM_PH_EVENT_ANGEL:
        for (int k = 0; k < base->seats; k++)
            if (s->g[k].hp > 0)
                at = put1(at, RM_MV_ASSIGN_ANGEL, s->guardian_of[k]);
        break;
    default: break;
    }
    return (int)(at - out);
}

/* ---- refusals, in the order of the rules' table ---- */

/* RM-BAD-14, RM-BAD-15 */
static vl_rule bad_path(const struct rm_derived *d, int path)
{
    if (path >= RM_PATHS_MAX)
        return RM_BAD_14;
    return path >= d->paths ? RM_BAD_15 : 0;
}

/* RM-BAD-18, RM-BAD-20 */
static vl_rule bad_die(const struct rm_state *s, int die)
{
    if (die >= s->dice_len)
        return RM_BAD_18;
    return (s->used >> die & 1) ? RM_BAD_20 : 0;
}

/* RM-BAD-21 to 23, for a die that is there and unspent. */
static vl_rule bad_mark(const struct rm_content *c, const struct rm_state *s, int die,
                        enum rm_mark mark)
{
    if (hero(c, s)->mark != mark)
        return RM_BAD_21;
    if (s->dice[die] != RM_RUNE_WHITE)
        return RM_BAD_22;
    return (rm_event_of(c, s)->effects & RM_FX_NO_MARKS) ? RM_BAD_23 : 0;
}

static vl_rule refuse_hit(const struct rm_content *c, const struct rm_state *s, int die)
{
    int own = s->g[s->active].path;
    int slot = rm_first(s, own);
    vl_rule no = bad_die(s, die);

    if (no)
        return no;
    if (s->dice[die] == RM_RUNE_WHITE)
        return RM_BAD_24;
    if (slot < 0)
        return RM_BAD_25;
    int card = s->lane[own][slot];
    if (die_cannot_wound(&c->cards[card], s, die))
        return RM_BAD_26;
    return (c->cards[card].weak_of[s->dice[die]] & ~s->wounds[card]) ? 0 : RM_BAD_27;
}

static vl_rule refuse_move(const struct rm_derived *d, const struct rm_state *s, int die, int path)
{
    vl_rule no = bad_path(d, path);

    if (!no)
        no = bad_die(s, die);
    if (no)
        return no;
    if (path == s->g[s->active].path)
        return RM_BAD_29;
    return rune_leads_to(d, s->dice[die], path) ? 0 : RM_BAD_30;
}

static vl_rule refuse_exchange(const struct rm_content *c, const struct rm_derived *d,
                               const struct rm_state *s, const uint8_t *arg)
{
    int die = arg[0], path = arg[1], slot = arg[2], to = arg[3];

    if (path >= RM_PATHS_MAX || to >= RM_PATHS_MAX)
        return RM_BAD_14;
    if (path >= d->paths || to >= d->paths)
        return RM_BAD_15;
    vl_rule no = bad_die(s, die);
    if (!no)
        no = bad_mark(c, s, die, RM_MARK_EXCHANGE);
    if (no)
        return no;
    if (path == to)
        return RM_BAD_29;
    if (slot < 1 || slot > RM_SLOTS)
        return RM_BAD_31;
    return s->lane[path][slot - 1] == VL_NONE ? RM_BAD_32 : 0;
}

static vl_rule refuse_mark_move(const struct rm_content *c, const struct rm_derived *d,
                                const struct rm_state *s, int die, int path)
{
    vl_rule no = bad_path(d, path);

    if (!no)
        no = bad_die(s, die);
    if (!no)
        no = bad_mark(c, s, die, RM_MARK_EXCHANGE);
    if (no)
        return no;
    return path == s->g[s->active].path ? RM_BAD_29 : 0;
}

static vl_rule refuse_help(const struct rm_content *c, const struct rm_state *s, int die,
                           int guardian, enum rm_mark mark)
{
    int seat = rm_seat_of(s, guardian);

    if (seat < 0)
        return RM_BAD_12;
    vl_rule no = bad_die(s, die);
    if (!no)
        no = bad_mark(c, s, die, mark);
    if (no)
        return no;
    const struct rm_guardian *g = &s->g[seat];
    if (g->hp == 0)
        return RM_BAD_33;
    if (mark == RM_MARK_SHIELD)
        return (g->markers & RM_SHIELD) ? RM_BAD_34 : 0;
    return g->hp == RM_HP_MAX ? RM_BAD_35 : 0;
}

static vl_rule bad_weak(const struct rm_content *c, const struct rm_state *s, int card, int weak)
{
    if (weak >= c->cards[card].weak_len)
        return RM_BAD_28;
    return (s->wounds[card] >> weak & 1) ? RM_BAD_28 : 0;
}

static vl_rule refuse_whirl(const struct rm_content *c, const struct rm_state *s, int die, int weak)
{
    int own = s->g[s->active].path;
    int slot = rm_first(s, own);
    vl_rule no = bad_die(s, die);

    if (!no)
        no = bad_mark(c, s, die, RM_MARK_WHIRL);
    if (no)
        return no;
    if (slot < 0)
        return RM_BAD_25;
    int card = s->lane[own][slot];
    if (die_cannot_wound(&c->cards[card], s, die))
        return RM_BAD_26;
    return bad_weak(c, s, card, weak);
}

static vl_rule refuse_block(const struct rm_content *c, const struct rm_state *s, int a, int b)
{
    int own = s->g[s->active].path;

    if (a >= s->dice_len || b >= s->dice_len)
        return RM_BAD_18;
    if (a == b)
        return RM_BAD_19;
    if ((s->used >> a & 1) || (s->used >> b & 1))
        return RM_BAD_20;
    if (s->dice[a] != s->dice[b])
        return RM_BAD_36;
    if (path_refuses_block(c, s, own))
        return RM_BAD_37;
    if (s->blocked >> own & 1)
        return RM_BAD_38;
    return s->petrify ? RM_BAD_39 : 0;
}

static vl_rule refuse_charge(const struct rm_state *s, int die)
{
    const struct rm_guardian *g = &s->g[s->active];
    vl_rule no = bad_die(s, die);

    if (no)
        return no;
    if (g->ult_side == 0)
        return RM_BAD_40;
    return g->ult_slot >= RM_ULT_CHARGED ? RM_BAD_41 : 0;
}

static vl_rule refuse_reroll(const struct rm_content *c, const struct rm_state *s, int dice,
                             int twice)
{
    if (dice >> s->dice_len)
        return RM_BAD_18;
    if (twice)
        return RM_BAD_19;
    if (dice & s->used)
        return RM_BAD_20;
    if (!dice)
        return RM_BAD_45;
    return vl_bits((uint32_t)dice) * rm_event_of(c, s)->reroll_cost > s->g[s->active].mana
               ? RM_BAD_46
               : 0;
}

static vl_rule refuse_release(const struct rm_content *c, const struct rm_state *s)
{
    const struct rm_guardian *g = &s->g[s->active];

    if (g->mana < RM_RELEASE_COST)
        return RM_BAD_46;
    int card = s->lane[g->path][0];
    if (card == VL_NONE)
        return RM_BAD_47;
    return (c->cards[card].abilities & RM_AB_NO_RELEASE) ? RM_BAD_48 : 0;
}

static vl_rule refuse_ultimate(const struct rm_content *c, const struct rm_derived *d,
                               const struct rm_state *s)
{
    const struct rm_guardian *g = &s->g[s->active];

    if (hero(c, s)->ultimate == RM_ULT_PETRIFY && s->petrify)
        return RM_BAD_39;
    if (g->ult_side == 0)
        return RM_BAD_40;
    if (g->ult_slot < RM_ULT_CHARGED)
        return RM_BAD_42;
    return ultimate_has_target(c, d, s) ? 0 : RM_BAD_43;
}

static vl_rule refuse_revival(const struct rm_content *c, const struct rm_derived *d,
                              const struct rm_state *s, int guardian, int path)
{
    int seat = rm_seat_of(s, guardian);

    if (seat < 0)
        return RM_BAD_12;
    vl_rule no = bad_path(d, path);
    if (no)
        return no;
    if (rm_guard_of(s, path) >= 0)
        return RM_BAD_16;
    no = refuse_ultimate(c, d, s);
    if (no)
        return no;
    return s->g[seat].hp > 0 ? RM_BAD_44 : 0;
}

static vl_rule refuse_free_move(const struct rm_content *c, const struct rm_derived *d,
                                const struct rm_state *s, int path)
{
    vl_rule no = bad_path(d, path);

    if (no)
        return no;
    if (path == s->g[s->active].path)
        return RM_BAD_29;
    if (!(rm_event_of(c, s)->effects & RM_FX_FREE_MOVE))
        return RM_BAD_49;
    return s->free_used ? RM_BAD_50 : 0;
}

static vl_rule refuse_setup(const struct rm_derived *d, const struct rm_state *s, struct vl_move m)
{
    int what = m.arg[0];
    vl_rule no = 0;

    switch (m.kind) {
    case RM_MV_CHOOSE_GUARDIAN:
        if (what >= 4)
            return RM_BAD_12;
        return guardian_is_free(d, s, what) ? 0 : RM_BAD_13;
    case RM_MV_PLACE_GUARDIAN:
        no = bad_path(d, what);
        if (no)
            return no;
        return place_is_free(d, s, what) ? 0 : RM_BAD_16;
    case RM_MV_CHOOSE_DEAN: return what < s->base.seats ? 0 : RM_BAD_17;
    default: /* RM_MV_ASSIGN_ANGEL */
        if (rm_seat_of(s, what) < 0)
            return RM_BAD_12;
        return s->g[rm_seat_of(s, what)].hp == 0 ? RM_BAD_33 : 0;
    }
}

static vl_rule refuse_action(const struct rm_content *c, const struct rm_derived *d,
                             const struct rm_state *s, struct vl_move m)
{
    const uint8_t *a = m.arg;

    switch (m.kind) {
    case RM_MV_HIT: return refuse_hit(c, s, a[0]);
    case RM_MV_MOVE: return refuse_move(d, s, a[0], a[1]);
    case RM_MV_MARK_SWAP: return refuse_exchange(c, d, s, a);
    case RM_MV_MARK_MOVE: return refuse_mark_move(c, d, s, a[0], a[1]);
    case RM_MV_MARK_SHIELD: return refuse_help(c, s, a[0], a[1], RM_MARK_SHIELD);
    case RM_MV_MARK_HEAL: return refuse_help(c, s, a[0], a[1], RM_MARK_HEAL);
    case RM_MV_MARK_WHIRL: return refuse_whirl(c, s, a[0], a[1]);
    case RM_MV_BLOCK: return refuse_block(c, s, a[0], a[1]);
    case RM_MV_CHARGE: return refuse_charge(s, a[0]);
    case RM_MV_REROLL: return refuse_reroll(c, s, a[0], a[1]);
    case RM_MV_RELEASE: return refuse_release(c, s);
    case RM_MV_ULTIMATE: return refuse_ultimate(c, d, s);
    case RM_MV_ULTIMATE_ON: return refuse_revival(c, d, s, a[0], a[1]);
    case RM_MV_FREE_MOVE: return refuse_free_move(c, d, s, a[0]);
    default: return 0; /* RM_MV_END: always (RM-ACT-05) */
    }
}

/* The phase in which a kind of move is made; chance kinds have several. */
static bool phase_allows(const struct rm_state *s, int kind)
{
    int phase = s->base.phase;

    switch ((enum rm_move)kind) {
    case RM_MV_CHOOSE_GUARDIAN: return phase == RM_PH_SETUP_GUARDIAN;
    case RM_MV_PLACE_GUARDIAN: return phase == RM_PH_SETUP_PLACE;
    case RM_MV_CHOOSE_DEAN: return phase == RM_PH_SETUP_DEAN;
    case RM_MV_ASSIGN_ANGEL: return phase == RM_PH_EVENT_ANGEL;
    case RM_MV_CHOOSE_WEAK: return phase == RM_PH_TARGET;
    case RM_MV_CHOOSE_REWARD: return phase == RM_PH_REWARD;
    case RM_MV_DRAW: return phase == RM_PH_SETUP_DECKS || phase == RM_PH_SPAWN;
    case RM_MV_EVENT: return phase == RM_PH_ROUND_START;
    case RM_MV_ROLL: return phase == RM_PH_ROLL || phase == RM_PH_REROLL;
    default: return phase == RM_PH_ACTIONS;
    }
}

/* RM-RUL-71: Second Breath needs its two arguments, the others take none. */
static bool ultimate_is_malformed(const struct rm_content *c, const struct rm_state *s, int kind)
{
    if (s->base.phase != RM_PH_ACTIONS)
        return false;
    bool on = hero(c, s)->ultimate == RM_ULT_REVIVE;
    return (kind == RM_MV_ULTIMATE && on) || (kind == RM_MV_ULTIMATE_ON && !on);
}

/* Bytes beyond a move's own arguments must be zero: moves are compared whole. */
static bool has_surplus(struct vl_move m)
{
    static const uint8_t used[RM_MOVES] = { 0, 1, 1, 1, 1, 1, 2, 4, 2, 2, 2, 2, 2,
                                            1, 2, 0, 0, 2, 1, 0, 1, 1, 1, 1, 7 };

    for (int i = used[m.kind]; i < VL_ARGS_MAX; i++)
        if (m.arg[i])
            return true;
    return false;
}

vl_rule rm_refuse(const struct vl_rules *r, const struct vl_state *base, struct vl_move m,
                  vl_actor by)
{
    const struct rm_state *s = (const struct rm_state *)base;
    const struct rm_content *c = rm_content(r);
    const struct rm_derived *d = rm_derived(r);
    bool chance = m.kind >= RM_MV_DRAW;

    if (m.kind == RM_MV_NONE || m.kind >= RM_MOVES)
        return RM_BAD_02;
    if (has_surplus(m) || ultimate_is_malformed(c, s, m.kind))
        return RM_BAD_01;
    if (base->actor == VL_OVER)
        return RM_BAD_09;
    if (base->actor == VL_AUTO || !phase_allows(s, m.kind))
        return RM_BAD_10;
    if (by != VL_ANYONE && by != base->actor) {
        if (chance || by < 0 || by >= base->seats ||
            d->controller[by] != d->controller[base->actor])
            return RM_BAD_11;
    }
    if (chance)
        return rm_refuse_outcome(r, s, m);
    switch (m.kind) {
    case RM_MV_CHOOSE_GUARDIAN:
    case RM_MV_PLACE_GUARDIAN:
    case RM_MV_CHOOSE_DEAN:
    case RM_MV_ASSIGN_ANGEL: return refuse_setup(d, s, m);
    case RM_MV_CHOOSE_WEAK: return bad_weak(c, s, target_card(s), m.arg[0]);
    case RM_MV_CHOOSE_REWARD: return m.arg[0] <= s->reward_mana ? 0 : RM_BAD_51;
    default: return refuse_action(c, d, s, m);
    }
}
