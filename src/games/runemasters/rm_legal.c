/* rm_legal.c - who may do what in Runemasters: the list of legal moves and the
 * first reason why a move is refused, in the order of the rules' table
 * (RM-BAD). Both ask the same small predicates. */
#include "games/runemasters/runemasters.h"

/* ---- what both sides ask ---- */

static const struct rm_hero *hero(const struct rm_content *c, const struct rm_state *s)
{
    VL_ASSERT(s->guardian_of[s->active] < RM_SEATS_MAX);
    return &c->heroes[s->guardian_of[s->active]];
}

static inline uint32_t bit_of(int thing) /* none of VL_NONE */
{
    return thing == VL_NONE ? 0 : 1u << thing;
}

/* RM-SET-03: the guardians that nobody has, nor will have by a preset; bit by guardian. */
static uint32_t free_guardians(const struct rm_derived *d, const struct rm_state *s)
{
    uint32_t left = (1u << RM_SEATS_MAX) - 1;

    for (int k = 0; k < s->base.seats; k++) {
        left &= ~bit_of(s->guardian_of[k]);
        left &= ~bit_of(k > s->active ? d->preset_guardian[k] : VL_NONE);
    }
    return left;
}

/* RM-SET-11: and the paths likewise. */
static uint32_t free_places(const struct rm_derived *d, const struct rm_state *s)
{
    uint32_t left = (1u << d->paths) - 1;

    for (int k = 0; k < s->base.seats; k++) {
        left &= ~bit_of(s->g[k].path);
        left &= ~bit_of(k > s->active ? d->preset_path[k] : VL_NONE);
    }
    return left;
}

/* RM-HIT-09, RM-MARK-19, RM-TYP-08: a rerolled die does nothing to a Warrior, by hit or by mark. */
static bool die_cannot_wound(const struct rm_card *c, const struct rm_state *s, int die)
{
    return (c->abilities & RM_AB_NO_REROLLED) && (s->rerolled >> die & 1);
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

/* ---- the list ---- */

/* Moves are written at a cursor that each part of the list moves on. */
static inline struct vl_move *put(struct vl_move *at, int kind)
{
    struct vl_move bare = { (uint8_t)kind, { 0 } };

    *at = bare;
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

static inline struct vl_move *list_bits(int kind, uint32_t bits, struct vl_move *at)
{
    for (; bits; bits &= bits - 1)
        at = put1(at, kind, vl_low_bit(bits));
    return at;
}

/* The unspent dice, folded (RM-DEC-90): dice equal in rune and rerolled flag are one
 * class, shown by its lowest index, its lead. Of sets of dice that are equal so, the one
 * with the lowest dice is listed. */
struct dice {
    uint32_t lead;        /* bit by die */
    uint32_t sets;        /* those that are listed: bit m for the dice that are the bits of m */
    uint8_t of[RM_RUNES]; /* unspent dice by rune, bit by die */
    uint8_t pairs;        /* 0: no rune shows on two of them */
};

/* All sets with a certain die. */
static const uint32_t sets_with[RM_DICE_MAX] = { 0xAAAAAAAA, 0xCCCCCCCC, 0xF0F0F0F0, 0xFF00FF00,
                                                 0xFFFF0000 };
/* All sets of one die and more, up to so many. */
static const uint32_t sets_up_to[RM_DICE_MAX + 1] = { 0,          0x00010116, 0x0117177E,
                                                      0x177F7FFE, 0x7FFFFFFE, 0xFFFFFFFE };

/* A die joins the sets that hold the last die of its class before it; a lead joins all,
 * also the empty one. */
static inline void fold_dice(struct dice *d, const struct rm_state *s, uint32_t open)
{
    uint32_t joins[2][8]; /* by class */
    uint32_t sets = 1;    /* the empty one */

    memset(joins, 0xFF, sizeof joins);
    memset(d, 0, sizeof *d);
    for (int i = 0; i < RM_DICE_MAX; i++) {
        if (!(open & 1u << i))
            continue;
        unsigned rune = s->dice[i];
        VL_ASSERT(rune < RM_RUNES);
        uint32_t *join = &joins[s->rerolled >> i & 1][rune];

        sets |= (sets & *join) << (1u << i);
        *join = sets_with[i];
        d->pairs |= d->of[rune];
        d->of[rune] = (uint8_t)(d->of[rune] | 1u << i);
    }
    d->sets = sets;
    /* the sets {0}, {1} ... {4} are the bits 1, 2, 4, 8 and 16 */
    d->lead = (sets >> 1 & 3) | (sets >> 2 & 4) | (sets >> 5 & 8) | (sets >> 12 & 16);
}

/* What the parts of a list of actions ask. */
struct turn {
    const struct rm_content *c;
    const struct rm_derived *d;
    const struct rm_state *s;
    const struct rm_guardian *g; /* who acts */
    const struct rm_event *e;    /* in force */
    int own;                     /* the path */
    int first;                   /* the first monster on it, or VL_NONE */
    struct dice dice;
};

static inline struct vl_move *list_hits(const struct turn *t, struct vl_move *at)
{
    if (t->first == VL_NONE)
        return at;
    const struct rm_card *card = &t->c->cards[t->first];
    int wounds = t->s->wounds[t->first];
    for (uint32_t left = t->dice.lead; left; left &= left - 1) {
        int i = vl_low_bit(left);
        if ((card->weak_of[t->s->dice[i]] & ~wounds) && !die_cannot_wound(card, t->s, i))
            at = put1(at, RM_MV_HIT, i);
    }
    return at;
}

static inline struct vl_move *list_moves(const struct turn *t, struct vl_move *at)
{
    uint32_t useless = (uint32_t)(t->dice.of[RM_RUNE_WHITE] | t->dice.of[t->own]);

    for (uint32_t left = t->dice.lead & ~useless; left; left &= left - 1) {
        int i = vl_low_bit(left);
        uint32_t to = t->d->leads_to[t->s->dice[i]] & ~(1u << t->own);
        VL_ASSERT(to != 0); /* there is another path than the own one */
        do
            at = put2(at, RM_MV_MOVE, i, vl_low_bit(to));
        while (to &= to - 1);
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

/* Two monsters change places once: not again from the higher path. */
static struct vl_move *list_exchanges(const struct rm_derived *d, const struct rm_state *s, int die,
                                      struct vl_move *at)
{
    uint32_t all = (1u << d->paths) - 1;
    uint8_t taken[RM_SLOTS] = { 0 }; /* lower paths with a monster there, bit by path */

    for (int path = 0; path < d->paths; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++) {
            if (s->lane[path][slot] == VL_NONE)
                continue;
            uint32_t own = 1u << path;
            for (uint32_t to = all & ~own & ~(uint32_t)taken[slot]; to; to &= to - 1)
                at = put_exchange(at, die, path, slot, vl_low_bit(to));
            taken[slot] = (uint8_t)(taken[slot] | own);
        }
    return at;
}

/* RM-MARK-06, RM-MARK-12: an exchange of monsters, or a move to any path. */
static struct vl_move *mark_exchange(const struct turn *t, int die, struct vl_move *at)
{
    at = list_exchanges(t->d, t->s, die, at);
    for (int path = 0; path < t->d->paths; path++)
        if (path != t->own)
            at = put2(at, RM_MV_MARK_MOVE, die, path);
    return at;
}

/* RM-MARK-14: whoever lives and has no shield. */
static struct vl_move *mark_shield(const struct turn *t, int die, struct vl_move *at)
{
    const struct rm_state *s = t->s;

    for (int k = 0; k < s->base.seats; k++)
        if (s->g[k].hp > 0 && !(s->g[k].markers & RM_SHIELD))
            at = put2(at, RM_MV_MARK_SHIELD, die, s->guardian_of[k]);
    return at;
}

/* RM-MARK-16: whoever lives and is hurt. */
static struct vl_move *mark_heal(const struct turn *t, int die, struct vl_move *at)
{
    const struct rm_state *s = t->s;

    for (int k = 0; k < s->base.seats; k++)
        if (s->g[k].hp > 0 && s->g[k].hp < RM_HP_MAX)
            at = put2(at, RM_MV_MARK_HEAL, die, s->guardian_of[k]);
    return at;
}

/* RM-MARK-18: a weak point of the first monster. */
static struct vl_move *mark_whirl(const struct turn *t, int die, struct vl_move *at)
{
    if (t->first == VL_NONE || die_cannot_wound(&t->c->cards[t->first], t->s, die))
        return at;
    return list_weak(&t->c->cards[t->first], t->s->wounds[t->first], at, RM_MV_MARK_WHIRL, die);
}

/* ORDER RM_MARK_MAP */
typedef struct vl_move *mark_list(const struct turn *t, int die, struct vl_move *at);
static mark_list *const marks[RM_MARKS] = { mark_exchange, mark_shield, mark_heal, mark_whirl };

/* RM-MARK-01, 03, 05: one white die, the own mark, a legal target. */
static inline struct vl_move *list_marks(const struct turn *t, struct vl_move *at)
{
    uint32_t white = t->dice.lead & t->dice.of[RM_RUNE_WHITE];

    if (!white || (t->e->effects & RM_FX_NO_MARKS))
        return at;
    for (; white; white &= white - 1)
        at = marks[hero(t->c, t->s)->mark](t, vl_low_bit(white), at);
    return at;
}

/* Pairs of equal runes. */
static inline struct vl_move *list_blocks(const struct turn *t, struct vl_move *at)
{
    const struct rm_state *s = t->s;

    if (!t->dice.pairs || (s->blocked >> t->own & 1) || s->petrify ||
        rm_path_refuses_block(t->c, t->d, s, t->own))
        return at;
    for (uint32_t left = t->dice.lead; left; left &= left - 1) {
        int i = vl_low_bit(left);
        for (uint32_t more = t->dice.of[s->dice[i]] & ~((2u << i) - 1); more; more &= more - 1) {
            int j = vl_low_bit(more);
            if (t->dice.sets >> (1u << i | 1u << j) & 1)
                at = put2(at, RM_MV_BLOCK, i, j);
        }
    }
    return at;
}

static inline struct vl_move *list_charges(const struct turn *t, struct vl_move *at)
{
    if (t->g->ult_side == 0 || t->g->ult_slot >= RM_ULT_CHARGED)
        return at;
    return list_bits(RM_MV_CHARGE, t->dice.lead, at);
}

/* Sets of dice that the mana pays for. */
static inline struct vl_move *list_rerolls(const struct turn *t, struct vl_move *at)
{
    if (t->g->mana == 0)
        return at;
    int most = t->e->reroll_cost == 1 ? t->g->mana : t->g->mana / t->e->reroll_cost;
    VL_ASSERT(most <= RM_DICE_MAX);
    return list_bits(RM_MV_REROLL, t->dice.sets & sets_up_to[most], at);
}

static struct vl_move *list_ultimates(const struct turn *t, struct vl_move *at)
{
    const struct rm_state *s = t->s;

    if (t->g->ult_slot < RM_ULT_CHARGED || !ultimate_has_target(t->c, t->d, s))
        return at; /* a discarded token is on no slot (RM-INV-09) */
    int power = hero(t->c, s)->ultimate;
    if (power == RM_ULT_PETRIFY && s->petrify)
        return at;
    if (power != RM_ULT_REVIVE)
        return put(at, RM_MV_ULTIMATE);
    for (int k = 0; k < s->base.seats; k++)
        for (int path = 0; s->g[k].hp == 0 && path < t->d->paths; path++)
            if (rm_guard_of(s, path) < 0)
                at = put2(at, RM_MV_ULTIMATE_ON, s->guardian_of[k], path);
    return at;
}

static struct vl_move *list_actions(const struct vl_rules *r, const struct rm_state *s,
                                    struct vl_move *at)
{
    struct turn t;

    t.c = rm_content(r);
    t.d = rm_derived(r);
    t.s = s;
    t.g = &s->g[s->active];
    t.e = rm_event_of(t.c, s);
    t.own = t.g->path;
    VL_ASSERT(t.own < t.d->paths && s->dice_len <= RM_DICE_MAX); /* who acts is alive */
    int slot = rm_first(s, t.own);
    t.first = slot < 0 ? VL_NONE : s->lane[t.own][slot];
    uint32_t open = ((1u << s->dice_len) - 1) & ~(uint32_t)s->used;
    if (open) {
        fold_dice(&t.dice, s, open);
        at = list_hits(&t, at);
        at = list_moves(&t, at);
        at = list_marks(&t, at);
        at = list_blocks(&t, at);
        at = list_charges(&t, at);
        at = list_rerolls(&t, at);
    }
    if (t.g->mana >= RM_RELEASE_COST && slot == 0 &&
        !(t.c->cards[t.first].abilities & RM_AB_NO_RELEASE))
        at = put(at, RM_MV_RELEASE);
    at = list_ultimates(&t, at);
    if ((t.e->effects & RM_FX_FREE_MOVE) && !s->free_used)
        for (int path = 0; path < t.d->paths; path++)
            if (path != t.own)
                at = put1(at, RM_MV_FREE_MOVE, path);
    return put(at, RM_MV_END);
}

int rm_legal(const struct vl_rules *r, const struct vl_state *base, struct vl_move *out)
{
    const struct rm_state *s = (const struct rm_state *)base;
    const struct rm_derived *d = rm_derived(r);
    struct vl_move *at = out;

    if (base->actor < 0)
        return base->actor == VL_CHANCE ? rm_outcomes(r, s, out) : 0;
    if (base->phase == RM_PH_ACTIONS) { /* nearly always */
        at = list_actions(r, s, at);
        VL_ASSERT(at - out <= r->game->choices_max);
        return (int)(at - out);
    }
    switch ((enum rm_phase)base->phase) {
    case RM_PH_TARGET: {
        int card = rm_target_card(s);
        at = list_weak(&rm_content(r)->cards[card], s->wounds[card], at, RM_MV_CHOOSE_WEAK, 0);
        break;
    }
    case RM_PH_REWARD:
        for (int hp = 0; hp <= s->reward_mana; hp++)
            at = put1(at, RM_MV_CHOOSE_REWARD, hp);
        break;
    case RM_PH_SETUP_GUARDIAN:
        at = list_bits(RM_MV_CHOOSE_GUARDIAN, free_guardians(d, s), at);
        break;
    case RM_PH_SETUP_PLACE: at = list_bits(RM_MV_PLACE_GUARDIAN, free_places(d, s), at); break;
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

/* RM-BAD-14, RM-BAD-15: no such path, or not in play. */
static vl_rule bad_path(const struct rm_derived *d, int path)
{
    if (path >= RM_PATHS_MAX)
        return RM_BAD_14;
    return path >= d->paths ? RM_BAD_15 : 0;
}

/* RM-BAD-18, RM-BAD-20: no such die, or spent. */
static vl_rule bad_die(const struct rm_state *s, int die)
{
    if (die >= s->dice_len)
        return RM_BAD_18;
    return (s->used >> die & 1) ? RM_BAD_20 : 0;
}

/* RM-BAD-21 to 23: the mark of another, a die that is not white, an event without marks.
 * The die is there and unspent. */
static vl_rule bad_mark(const struct rm_content *c, const struct rm_state *s, int die,
                        enum rm_mark mark)
{
    VL_ASSERT(die < s->dice_len);
    if (hero(c, s)->mark != mark)
        return RM_BAD_21;
    if (s->dice[die] != RM_RUNE_WHITE)
        return RM_BAD_22;
    return (rm_event_of(c, s)->effects & RM_FX_NO_MARKS) ? RM_BAD_23 : 0;
}

static vl_rule refuse_hit(const struct rm_content *c, const struct rm_state *s, int die)
{
    int card = rm_first_card(s, s->g[s->active].path);
    vl_rule no = bad_die(s, die);

    if (no)
        return no;
    if (s->dice[die] == RM_RUNE_WHITE)
        return RM_BAD_24;
    if (card == VL_NONE)
        return RM_BAD_25;
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
    return (d->leads_to[s->dice[die]] >> path & 1) ? 0 : RM_BAD_30;
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
    VL_ASSERT(card < RM_CARDS);
    if (weak >= c->cards[card].weak_len)
        return RM_BAD_28;
    return (s->wounds[card] >> weak & 1) ? RM_BAD_28 : 0;
}

static vl_rule refuse_whirl(const struct rm_content *c, const struct rm_state *s, int die, int weak)
{
    int card = rm_first_card(s, s->g[s->active].path);
    vl_rule no = bad_die(s, die);

    if (!no)
        no = bad_mark(c, s, die, RM_MARK_WHIRL);
    if (no)
        return no;
    if (card == VL_NONE)
        return RM_BAD_25;
    if (die_cannot_wound(&c->cards[card], s, die))
        return RM_BAD_26;
    return bad_weak(c, s, card, weak);
}

static vl_rule refuse_block(const struct rm_content *c, const struct rm_derived *d,
                            const struct rm_state *s, int a, int b)
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
    if (rm_path_refuses_block(c, d, s, own))
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
        return (free_guardians(d, s) >> what & 1) ? 0 : RM_BAD_13;
    case RM_MV_PLACE_GUARDIAN:
        no = bad_path(d, what);
        if (no)
            return no;
        return (free_places(d, s) >> what & 1) ? 0 : RM_BAD_16;
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
    case RM_MV_BLOCK: return refuse_block(c, d, s, a[0], a[1]);
    case RM_MV_CHARGE: return refuse_charge(s, a[0]);
    case RM_MV_REROLL: return refuse_reroll(c, s, a[0], a[1]);
    case RM_MV_RELEASE: return refuse_release(c, s);
    case RM_MV_ULTIMATE: return refuse_ultimate(c, d, s);
    case RM_MV_ULTIMATE_ON: return refuse_revival(c, d, s, a[0], a[1]);
    case RM_MV_FREE_MOVE: return refuse_free_move(c, d, s, a[0]);
    default: return 0; /* RM_MV_END: always (RM-ACT-05) */
    }
}

/* The phases in which a kind of move is made, bit by phase. */
#define PH(name) (1u << RM_PH_##name)
#define X(name, word, flags, n, args, phases, ...) phases,
static const uint32_t phases_of[RM_MOVES] = { 0, RM_MOVE_MAP(X) };
#undef X
#undef PH

/* RM-RUL-71: Second Breath needs its two arguments, the others take none. */
static bool ultimate_is_malformed(const struct rm_content *c, const struct rm_state *s, int kind)
{
    if (s->base.phase != RM_PH_ACTIONS)
        return false;
    bool on = hero(c, s)->ultimate == RM_ULT_REVIVE;
    return (kind == RM_MV_ULTIMATE && on) || (kind == RM_MV_ULTIMATE_ON && !on);
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
    if (ultimate_is_malformed(c, s, m.kind))
        return RM_BAD_01;
    if (base->actor == VL_OVER)
        return RM_BAD_09;
    if (base->actor == VL_AUTO || !(phases_of[m.kind] >> base->phase & 1))
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
    case RM_MV_CHOOSE_WEAK: return bad_weak(c, s, rm_target_card(s), m.arg[0]);
    case RM_MV_CHOOSE_REWARD: return m.arg[0] <= s->reward_mana ? 0 : RM_BAD_51;
    default: return refuse_action(c, d, s, m);
    }
}
