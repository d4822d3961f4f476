/* rm_legal.c - who may do what in Runemasters: the list of legal moves and the
 * first reason why a move is refused, in the order of the rules' table
 * (RM-BAD). Both ask the same small predicates. */
#include "core/listing.h"
#include "games/runemasters/runemasters.h"

/* ---- what both sides ask ---- */

static const struct rm_hero *hero(const struct rm_content *c, const struct rm_state *s)
{
    VL_ASSERT(s->guardian_of[s->active] < RM_SEATS_MAX);
    return &c->heroes[s->guardian_of[s->active]];
}

/* RM-SET-03: the guardians that nobody has, nor will have by a preset; bit by guardian. */
static uint32_t free_guardians(const struct rm_derived *d, const struct rm_state *s)
{
    uint32_t left = (1u << RM_SEATS_MAX) - 1;

    for (int k = 0; k < s->base.seats; k++) {
        left &= ~rm_bit(s->guardian_of[k]);
        left &= ~rm_bit(k > s->active ? d->preset_guardian[k] : VL_NONE);
    }
    return left;
}

/* RM-SET-11, RM-ULT-30: and the paths likewise; presets are kept until all are placed. */
static uint32_t free_places(const struct rm_derived *d, const struct rm_state *s)
{
    uint32_t left = (1u << d->paths) - 1;

    for (int k = 0; k < s->base.seats; k++) {
        left &= ~rm_bit(s->g[k].path);
        if (s->base.phase == RM_PH_SETUP_PLACE && k > s->active)
            left &= ~rm_bit(d->preset_path[k]);
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
    case RM_ULT_STORM: return rm_targets(d, s, RM_TARGET_STORM);
    case RM_ULT_TRAMPLE: return rm_targets(d, s, RM_TARGET_TRAMPLE);
    case RM_ULT_REVIVE: return somebody_is_dead(s);
    case RM_ULT_PETRIFY:
    case RM_ULTS: break;
    }
    return true;
}

/* ---- the list ---- */

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
/* All sets of one die and more, up to so many: as many as mana can pay for. */
static const uint32_t sets_up_to[RM_MANA_MAX + 1] = { 0, 0x00010116, 0x0117177E, 0x177F7FFE,
                                                      0x7FFFFFFE };

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

static inline uint32_t other_paths(const struct turn *t)
{
    return ((1u << t->d->paths) - 1) & ~(1u << t->own);
}

static inline struct vl_move *list_hits(const struct turn *t, struct vl_move *at)
{
    if (t->first == VL_NONE)
        return at;
    const struct rm_card *card = &t->c->cards[t->first];
    int wounds = t->s->wounds[t->first];
    for (uint32_t left = t->dice.lead; left; left &= left - 1) {
        int i = vl_low_bit(left);
        if ((card->weak_of[t->s->dice[i]] & ~wounds) && !die_cannot_wound(card, t->s, i))
            at = vl_put1(at, RM_MV_HIT, i);
    }
    return at;
}

static inline struct vl_move *list_moves(const struct turn *t, struct vl_move *at)
{
    uint32_t useless = (uint32_t)(t->dice.of[RM_RUNE_WHITE] | t->dice.of[t->own]);

    for (uint32_t left = t->dice.lead & ~useless; left; left &= left - 1) {
        int i = vl_low_bit(left);
        at = vl_put_pairs(at, RM_MV_MOVE, i, t->d->leads_to[t->s->dice[i]] & ~(1u << t->own));
    }
    return at;
}

/* The weak points that are open and the first of their rune, bit by weak point. */
static uint32_t weak_points(const struct rm_card *card, int wounds)
{
    uint32_t open = (uint32_t)(card->full & ~wounds), points = 0;

    for (uint32_t left = open; left; left &= left - 1) {
        uint32_t alike = card->weak_of[card->weak[vl_low_bit(left)]] & open;
        points |= alike & (0u - alike);
    }
    return points;
}

static inline struct vl_move *put_exchange(struct vl_move *at, int die, int path, int slot, int to)
{
    vl_put2(at, RM_MV_MARK_SWAP, die, path);
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
    return vl_put_pairs(at, RM_MV_MARK_MOVE, die, other_paths(t));
}

/* RM-MARK-14: whoever lives and has no shield. */
static struct vl_move *mark_shield(const struct turn *t, int die, struct vl_move *at)
{
    for (int k = 0; k < t->s->base.seats; k++)
        if (t->s->g[k].hp > 0 && !(t->s->g[k].markers & RM_SHIELD))
            at = vl_put2(at, RM_MV_MARK_SHIELD, die, t->s->guardian_of[k]);
    return at;
}

/* RM-MARK-16: whoever lives and is hurt. */
static struct vl_move *mark_heal(const struct turn *t, int die, struct vl_move *at)
{
    for (int k = 0; k < t->s->base.seats; k++)
        if (t->s->g[k].hp > 0 && t->s->g[k].hp < RM_HP_MAX)
            at = vl_put2(at, RM_MV_MARK_HEAL, die, t->s->guardian_of[k]);
    return at;
}

/* RM-MARK-18: a weak point of the first monster. */
static struct vl_move *mark_whirl(const struct turn *t, int die, struct vl_move *at)
{
    if (t->first == VL_NONE || die_cannot_wound(&t->c->cards[t->first], t->s, die))
        return at;
    uint32_t open = weak_points(&t->c->cards[t->first], t->s->wounds[t->first]);
    return vl_put_pairs(at, RM_MV_MARK_WHIRL, die, open);
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
    if (!t->dice.pairs || (t->s->blocked >> t->own & 1) || t->s->petrify ||
        rm_path_refuses_block(t->c, t->d, t->s, t->own))
        return at;
    for (uint32_t left = t->dice.lead; left; left &= left - 1) {
        int i = vl_low_bit(left);
        for (uint32_t more = t->dice.of[t->s->dice[i]] & ~((2u << i) - 1); more; more &= more - 1) {
            int j = vl_low_bit(more);
            if (t->dice.sets >> (1u << i | 1u << j) & 1)
                at = vl_put2(at, RM_MV_BLOCK, i, j);
        }
    }
    return at;
}

static inline struct vl_move *list_charges(const struct turn *t, struct vl_move *at)
{
    if (t->g->ult_side == 0 || t->g->ult_slot >= RM_ULT_CHARGED)
        return at;
    return vl_put_bits(at, RM_MV_CHARGE, t->dice.lead);
}

/* Sets of dice that the mana pays for. */
static inline struct vl_move *list_rerolls(const struct turn *t, struct vl_move *at)
{
    if (t->g->mana == 0)
        return at;
    int most = t->e->reroll_cost == 1 ? t->g->mana : t->g->mana / t->e->reroll_cost;
    VL_ASSERT(most <= RM_MANA_MAX);
    return vl_put_bits(at, RM_MV_REROLL, t->dice.sets & sets_up_to[most]);
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
        return vl_put0(at, RM_MV_ULTIMATE);
    for (int k = 0; k < s->base.seats; k++)
        if (s->g[k].hp == 0)
            at = vl_put_pairs(at, RM_MV_ULTIMATE_ON, s->guardian_of[k], free_places(t->d, s));
    return at;
}

static inline void begin_turn(struct turn *t, const struct vl_rules *r, const struct rm_state *s)
{
    t->c = rm_content(r);
    t->d = rm_derived(r);
    t->s = s;
    t->g = &s->g[s->active];
    t->e = rm_event_of(t->c, s);
    t->own = t->g->path;
    VL_ASSERT(t->own < t->d->paths && s->dice_len <= RM_DICE_MAX); /* who acts is alive */
    t->first = rm_first_card(s, t->own);
}

static struct vl_move *list_actions(const struct vl_rules *r, const struct rm_state *s,
                                    struct vl_move *at)
{
    struct turn t;

    begin_turn(&t, r, s);
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
    if (t.g->mana >= RM_RELEASE_COST && s->lane[t.own][0] != VL_NONE &&
        !(t.c->cards[t.first].abilities & RM_AB_NO_RELEASE))
        at = vl_put0(at, RM_MV_RELEASE);
    at = list_ultimates(&t, at);
    if ((t.e->effects & RM_FX_FREE_MOVE) && !s->free_used)
        at = vl_put_bits(at, RM_MV_FREE_MOVE, other_paths(&t));
    return vl_put0(at, RM_MV_END);
}

/* RM-EVT-01: who lives can have the angel. */
static struct vl_move *list_living(const struct rm_state *s, struct vl_move *at)
{
    for (int k = 0; k < s->base.seats; k++)
        if (s->g[k].hp > 0)
            at = vl_put1(at, RM_MV_ASSIGN_ANGEL, s->guardian_of[k]);
    return at;
}

static struct vl_move *list_choices(const struct vl_rules *r, const struct rm_state *s,
                                    struct vl_move *at)
{
    const struct rm_derived *d = rm_derived(r);
    int card;

    switch ((enum rm_phase)s->base.phase) {
    case RM_PH_SETUP_GUARDIAN: return vl_put_bits(at, RM_MV_CHOOSE_GUARDIAN, free_guardians(d, s));
    case RM_PH_SETUP_PLACE: return vl_put_bits(at, RM_MV_PLACE_GUARDIAN, free_places(d, s));
    case RM_PH_SETUP_DEAN: return vl_put_numbers(at, RM_MV_CHOOSE_DEAN, s->base.seats);
    case RM_PH_EVENT_ANGEL: return list_living(s, at);
    case RM_PH_TARGET:
        card = rm_target_card(s);
        return vl_put_bits(at, RM_MV_CHOOSE_WEAK,
                           weak_points(&rm_content(r)->cards[card], s->wounds[card]));
    case RM_PH_REWARD: return vl_put_numbers(at, RM_MV_CHOOSE_REWARD, s->reward_mana + 1);
    default: return at;
    }
}

int rm_legal(const struct vl_rules *r, const struct vl_state *base, struct vl_move *out)
{
    const struct rm_state *s = rm_of(base);

    if (base->actor < 0)
        return base->actor == VL_CHANCE ? rm_outcomes(r, s, out) : 0;
    if (base->phase != RM_PH_ACTIONS)
        return (int)(list_choices(r, s, out) - out);
    struct vl_move *end = list_actions(r, s, out);
    VL_ASSERT(end - out <= RM_CHOICES_MAX);
    return (int)(end - out);
}

/* ---- refusals ---- */

/* A move to be judged: what it names, whatever its kind. In a set of dice or paths, what is no
 * such thing is the last bit. */
struct asked {
    struct turn t; /* before the first turn: content and state only */
    int kind;
    const uint8_t *arg;
    uint32_t dice;  /* that it spends or rerolls */
    bool twice;     /* one of them is named twice */
    uint32_t paths; /* that it names */
    int from, to;   /* the path that is left, and where it leads */
    int what;       /* the guardian, seat, weak point or number that it names */
    int seat;       /* of that guardian, or -1 */
    int price;      /* in mana */
};

static uint32_t named(int thing)
{
    return 1u << (thing < 31 ? thing : 31);
}

static void ask_dice(struct asked *q)
{
    q->dice = named(q->arg[0]);
    if (q->kind == RM_MV_BLOCK) {
        q->dice |= named(q->arg[1]);
        q->twice = q->arg[0] == q->arg[1];
    } else if (q->kind == RM_MV_REROLL) {
        q->dice = q->arg[0];
        q->twice = q->arg[1] != 0;
    }
}

static void ask(struct asked *q, const struct vl_rules *r, const struct rm_state *s,
                const struct vl_move *m)
{
    int last = r->game->moves[m->kind].args_len - 1;
    bool swap = m->kind == RM_MV_MARK_SWAP;

    memset(q, 0, sizeof *q);
    q->kind = m->kind;
    q->arg = m->arg;
    q->t.c = rm_content(r);
    q->t.d = rm_derived(r);
    q->t.s = s;
    if (s->base.phase >= RM_PH_ACTIONS)
        begin_turn(&q->t, r, s);
    ask_dice(q);
    q->to = q->what = m->arg[last > 0 ? last : 0];
    q->from = swap ? m->arg[1] : q->t.own;
    q->paths = named(q->to) | (swap ? named(q->from) : 0);
    if (m->kind == RM_MV_ULTIMATE_ON)
        q->what = m->arg[0];
    q->seat = rm_seat_of(s, q->what);
    q->price = RM_RELEASE_COST;
    if (m->kind == RM_MV_REROLL && q->t.e) /* before the first turn no event is in force */
        q->price = vl_bits(q->dice) * q->t.e->reroll_cost;
    if (m->kind == RM_MV_CHOOSE_WEAK)
        q->t.first = rm_target_card(s);
}

/* A mark of the guardian's own. ORDER RM_MARK_MAP: two kinds of exchange, then one of each. */
static bool is_own_mark(const struct rm_content *c, const struct rm_state *s, int kind)
{
    int mark = kind > RM_MV_MARK_MOVE ? kind - RM_MV_MARK_MOVE : RM_MARK_EXCHANGE;

    return hero(c, s)->mark == mark;
}

/* Does this refusal hold, if none before it did? */
static bool holds(const struct asked *q, vl_rule why)
{
    const struct turn *t = &q->t;
    const struct rm_content *c = t->c;
    const struct rm_derived *d = t->d;
    const struct rm_state *s = t->s;
    const struct rm_card *first = &c->cards[t->first < RM_CARDS ? t->first : 0];
    int die = q->arg[0], rune = die < s->dice_len ? s->dice[die] : VL_NONE;

    switch (why) {
    case RM_BAD_12: /* a guardian out of range, or once all are chosen not in play */
        return q->kind == RM_MV_CHOOSE_GUARDIAN ? q->what >= RM_SEATS_MAX : q->seat < 0;
    case RM_BAD_13:
        VL_ASSERT(q->what < RM_SEATS_MAX); /* RM-BAD-12 was asked */
        return !(free_guardians(d, s) >> q->what & 1);
    case RM_BAD_14: return q->paths >> RM_PATHS_MAX;
    case RM_BAD_15: return q->paths >> d->paths;
    case RM_BAD_16: return !(free_places(d, s) >> q->to & 1);
    case RM_BAD_17: return q->what >= s->base.seats;
    case RM_BAD_18: return q->dice >> s->dice_len;
    case RM_BAD_19: return q->twice;
    case RM_BAD_20: return q->dice & s->used;
    case RM_BAD_21: return !is_own_mark(c, s, q->kind);
    case RM_BAD_22: return rune != RM_RUNE_WHITE;
    case RM_BAD_23: return t->e->effects & RM_FX_NO_MARKS;
    case RM_BAD_24: return rune == RM_RUNE_WHITE;
    case RM_BAD_25: return t->first == VL_NONE;
    case RM_BAD_26: return die_cannot_wound(first, s, die);
    case RM_BAD_27: return !(first->weak_of[rune] & ~s->wounds[t->first]);
    case RM_BAD_28: return q->what >= first->weak_len || (s->wounds[t->first] >> q->what & 1);
    case RM_BAD_29: return q->to == q->from;
    case RM_BAD_30: return !(d->leads_to[rune] >> q->to & 1);
    case RM_BAD_31: return q->arg[2] < 1 || q->arg[2] > RM_SLOTS;
    case RM_BAD_32: return s->lane[q->from][q->arg[2] - 1] == VL_NONE;
    case RM_BAD_33: return s->g[q->seat].hp == 0;
    case RM_BAD_34: return s->g[q->seat].markers & RM_SHIELD;
    case RM_BAD_35: return s->g[q->seat].hp == RM_HP_MAX;
    case RM_BAD_36: return rune != s->dice[q->arg[1]];
    case RM_BAD_37: return rm_path_refuses_block(c, d, s, t->own);
    case RM_BAD_38: return s->blocked >> t->own & 1;
    case RM_BAD_39: /* no block on stone, nor the same stone again */
        return s->petrify && (q->kind == RM_MV_BLOCK || hero(c, s)->ultimate == RM_ULT_PETRIFY);
    case RM_BAD_40: return t->g->ult_side == 0;
    case RM_BAD_41: return t->g->ult_slot >= RM_ULT_CHARGED;
    case RM_BAD_42: return t->g->ult_slot < RM_ULT_CHARGED;
    case RM_BAD_43: return !ultimate_has_target(c, d, s);
    case RM_BAD_44: return s->g[q->seat].hp > 0;
    case RM_BAD_45: return q->dice == 0;
    case RM_BAD_46: return q->price > t->g->mana;
    case RM_BAD_47: return s->lane[t->own][0] == VL_NONE;
    case RM_BAD_48: return first->abilities & RM_AB_NO_RELEASE;
    case RM_BAD_49: return !(t->e->effects & RM_FX_FREE_MOVE);
    case RM_BAD_50: return s->free_used;
    case RM_BAD_51: return q->what > s->reward_mana;
    default: vl_fail("no such refusal", __FILE__, __LINE__);
    }
    return true;
}

/* clang-format off */
/* What can be wrong with each kind of move: the first that holds, in the order of the rules'
 * table. ORDER RM_MOVE_MAP */
#define NO(number) (UINT64_C(1) << (RM_BAD_##number - RM_BAD_12))
#define NO_PATH (NO(14) | NO(15))
#define NO_DIE  (NO(18) | NO(20))
#define NO_MARK (NO_DIE | NO(21) | NO(22) | NO(23))
#define NO_USE  (NO(39) | NO(40) | NO(42) | NO(43))
static const uint64_t refusals[] = {
    0,
    NO(12) | NO(13),                                           /* choose_guardian */
    NO_PATH | NO(16),                                          /* place_guardian */
    NO(17),                                                    /* choose_dean */
    NO(12) | NO(33),                                           /* assign_angel */
    NO_DIE | NO(24) | NO(25) | NO(26) | NO(27),                /* hit */
    NO_PATH | NO_DIE | NO(29) | NO(30),                        /* move */
    NO_PATH | NO_MARK | NO(29) | NO(31) | NO(32),              /* mark_swap */
    NO_PATH | NO_MARK | NO(29),                                /* mark_move */
    NO(12) | NO_MARK | NO(33) | NO(34),                        /* mark_shield */
    NO(12) | NO_MARK | NO(33) | NO(35),                        /* mark_heal */
    NO_MARK | NO(25) | NO(26) | NO(28),                        /* mark_whirl */
    NO_DIE | NO(19) | NO(36) | NO(37) | NO(38) | NO(39),       /* block */
    NO_DIE | NO(40) | NO(41),                                  /* charge */
    NO_DIE | NO(19) | NO(45) | NO(46),                         /* reroll */
    NO(46) | NO(47) | NO(48),                                  /* release */
    NO_USE,                                                    /* ultimate */
    NO(12) | NO_PATH | NO(16) | NO_USE | NO(44),               /* ultimate, on whom and where */
    NO_PATH | NO(29) | NO(49) | NO(50),                        /* free_move */
    0,                                                         /* end: always (RM-ACT-05) */
    NO(28),                                                    /* choose_weak */
    NO(51),                                                    /* choose_reward */
};
static_assert(VL_LEN(refusals) == RM_MV_DRAW, "one for each kind of decision");

/* The phases in which a kind of move is made, bit by phase. */
#define PH(name) (1u << RM_PH_##name)
#define X(name, word, flags, n, args, phases, ...) phases,
static const uint32_t phases_of[RM_MOVES] = { 0, RM_MOVE_MAP(X) };
#undef X
#undef PH
/* clang-format on */

static vl_rule refuse_decision(const struct vl_rules *r, const struct rm_state *s,
                               const struct vl_move *m)
{
    struct asked q;

    ask(&q, r, s, m);
    for (int i = 0; refusals[m->kind] >> i; i++) {
        vl_rule why = (vl_rule)(RM_BAD_12 + i);

        if ((refusals[m->kind] >> i & 1) && holds(&q, why))
            return why;
    }
    return 0;
}

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
    const struct rm_state *s = rm_of(base);
    const uint8_t *controller = rm_derived(r)->controller;
    bool chance = m.kind >= RM_MV_DRAW;

    VL_ASSERT(m.kind > RM_MV_NONE && m.kind < RM_MOVES);
    if (ultimate_is_malformed(rm_content(r), s, m.kind))
        return RM_BAD_01;
    if (base->actor == VL_OVER)
        return RM_BAD_09;
    if (base->actor == VL_AUTO || !(phases_of[m.kind] >> base->phase & 1))
        return RM_BAD_10;
    if (by != VL_ANYONE && by != base->actor &&
        (chance || by < 0 || by >= base->seats || controller[by] != controller[base->actor]))
        return RM_BAD_11;
    return chance ? rm_refuse_outcome(r, s, m) : refuse_decision(r, s, &m);
}
