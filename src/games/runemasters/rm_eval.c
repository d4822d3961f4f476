/* rm_eval.c - how good a position is, for the greedy bot and for search.
 *
 * The game is a race: so many turns until Dawn, so much life to spend. A
 * position is therefore worth the life that will be left after the next few
 * turns, as far as it can be foreseen, plus the means to fight on, less the
 * work that the monsters on the paths still ask for.
 *
 *   outlook  plays the coming monster phases on one path as if nothing were
 *            drawn, while the first monster fades by the chance that somebody
 *            kills it, and adds up the expected damage;
 *   plans    in the action phase, tries simple ways to use up the dice (stay
 *            or move, block or not, hit, mark, charge) and takes the best, so
 *            that dice in hand have the value of what they can still do;
 *   weights  one table, tuned by measurement (docs/measuring.md).
 *
 * Integers only. Damage and chances are counted in 1/256.
 */
#include "games/runemasters/runemasters.h"

enum { ONE = 256, SIGHT = 4 /* monster phases looked at */ };

/* clang-format off */
static const int w_hp[RM_HP_MAX + 1] = { 0, 2540, 4070, 5340, 6520 };         /* a guardian's life; the step from 0 is its death */
static const int w_last = 3240;                                               /* more for the last living guardian's first HP */
static const int w_temple[7] = { 0, 5400, 8490, 11110, 12690, 15020, 18060 }; /* the temple's life */
static const int w_mana[RM_MANA_MAX + 1] = { 0, 220, 460, 640, 1580 };        /* four are a release */
static const int w_ultimate[RM_ULT_CHARGED + 1] = { 0, 140, 300, 500, 1010 }; /* charge of a token, by slot */
static const int w_second = 340;                                              /* the use on the other side of a token, still to come */
static const int w_shield = 360;                                              /* beyond the damage it stops within sight */
static const int w_open[RM_WEAK_MAX + 1] = { 0, 310, 850, 1130, 1170 };       /* what a monster in play costs, by open weak points */
static const int w_slot[RM_SLOTS] = { 150, 164, 133, 87, 87 };                /* ... in percent, by slot: the near ones press */
static const int w_dragon = 200;                                              /* ... more for one that must die in one turn */
static const int w_fades_own[RM_WEAK_MAX + 1] = { 0, 73, 161, 215, 242 };     /* chance in 256 that the first monster outlives the turn */
static const int w_fades_other[RM_WEAK_MAX + 1] = { 0, 187, 255, 256, 256 };  /* of its path's guardian, of another one, by open points */
static const int w_released = 60;                                             /* ... of its guardian with mana for a release */
static const int w_dim[SIGHT] = { 186, 134, 69, 44 };                         /* trust in the damage foreseen for each phase, in 256 */
static const int w_overflow = 70;                                             /* chance in 256 that a full path overflows at one spawn */
static const int w_ripe = 5;                                                  /* turns before Dawn from which means lose their worth */
static const int w_spare = 8;                                                 /* a die left without use, in the action phase */
/* clang-format on */

/* What is the same for every path and plan of one evaluation. */
struct ahead {
    const struct rm_content *c;
    const struct rm_derived *d;
    int effects;            /* of the event in force */
    bool in_turn;           /* the first monster phase follows without another action */
    int left;               /* turns until Dawn, about, in 1/256 */
    uint8_t actor[SIGHT];   /* seat that acts before each monster phase */
    int16_t happens[SIGHT]; /* chance that Dawn has not come before it */
};

struct outlook {
    int hurt; /* damage to whoever stands behind the path */
    int toll; /* what its monsters still cost */
};

/* ---- the coming turns ---- */

/* RM-CHN-03: with r monsters to come, Dawn is drawn with chance 1/(r+1) once r <= 3. */
static void fill_chances(struct ahead *a, const struct rm_state *s, bool drawn)
{
    int to_come = s->to_come, chance = ONE;

    for (int t = 0; t < SIGHT; t++) {
        if (t > 0 || !drawn) {
            if (s->dawn_in && to_come <= 3)
                chance = chance * to_come / (to_come + 1);
            to_come -= to_come > 0;
        }
        a->happens[t] = (int16_t)chance;
    }
    /* Dawn lies on average in the middle of the last four cards */
    a->left = s->to_come > 3 ? s->to_come * ONE - ONE * 3 / 2 : s->to_come * ONE / 2;
    a->left += drawn ? ONE : 0;
}

/* Living seats in turn order, from `from` on. */
static void fill_actors(struct ahead *a, const struct rm_state *s, int from)
{
    int seat = from, n = s->base.seats;

    VL_ASSERT(n > 0 && from < n);
    for (int t = 0; t < SIGHT; t++) {
        for (int k = 0; k < n && s->g[seat].hp == 0; k++)
            seat = (seat + 1) % n;
        a->actor[t] = (uint8_t)seat;
        seat = (seat + 1) % n;
    }
}

static void look_ahead(struct ahead *a, const struct vl_rules *r, const struct rm_state *s)
{
    int phase = s->base.phase;

    a->c = rm_content(r);
    a->d = rm_derived(r);
    a->effects = s->event == VL_NONE ? 0 : a->c->events[s->event].effects;
    a->in_turn = phase == RM_PH_ACTIONS || phase == RM_PH_REROLL || phase == RM_PH_TARGET ||
                 phase == RM_PH_REWARD;
    bool drawn = a->in_turn || phase == RM_PH_ROLL;
    int from = s->active < s->base.seats ? s->active : 0;
    if (phase == RM_PH_ROUND_START || phase == RM_PH_EVENT_ANGEL)
        from = s->dean < s->base.seats ? s->dean : 0;
    fill_chances(a, s, drawn);
    fill_actors(a, s, from);
}

/* ---- one path ---- */

static int open_points(const struct rm_card *card, int wounds)
{
    return vl_bits((uint32_t)(card->full & ~wounds));
}

/* The chance that the first monster outlives a turn of `actor`. */
static int fade(const struct rm_state *s, const struct rm_card *card, int open, int slot, int guard,
                int actor)
{
    VL_ASSERT(open <= RM_WEAK_MAX);
    if (actor != guard)
        return w_fades_other[open];
    if (slot == 0 && s->g[guard].mana >= RM_RELEASE_COST && !(card->abilities & RM_AB_NO_RELEASE))
        return w_released;
    return w_fades_own[open];
}

/* One monster phase on a lane (RM-MON-04..16): damage for a certain monster. */
static int advance(const struct ahead *a, const struct rm_state *s, uint8_t lane[RM_SLOTS])
{
    int damage = 0, first = -1;

    for (int i = 0; i < RM_SLOTS; i++) {
        if (lane[i] == VL_NONE)
            continue;
        const struct rm_card *card = &a->c->cards[lane[i]];
        bool is_first = first < 0;
        first = i;
        if (i == 0) {
            damage = rm_strength(s, card, lane[0]);
        } else if (lane[i - 1] == VL_NONE) {
            lane[i - 1] = lane[i];
            lane[i] = VL_NONE;
            bool shoots = is_first && (card->abilities & RM_AB_SHOOTS);
            damage += shoots && !(a->effects & RM_FX_NO_SHOTS);
        }
    }
    return damage;
}

static int toll_of(const struct ahead *a, const struct rm_state *s, const uint8_t lane[RM_SLOTS])
{
    int toll = 0;

    for (int i = 0; i < RM_SLOTS; i++) {
        if (lane[i] == VL_NONE)
            continue;
        const struct rm_card *card = &a->c->cards[lane[i]];
        bool recovers = card->abilities & RM_AB_RECOVERS;
        int open = recovers ? card->weak_len : open_points(card, s->wounds[lane[i]]);
        toll += (w_open[open] + (recovers ? w_dragon : 0)) * w_slot[i] / 100;
    }
    return toll;
}

/* What path brings, seen from here; its guardian's seat is `guard`, or -1. */
static struct outlook outlook_of(const struct ahead *a, const struct rm_state *s, int path,
                                 int guard)
{
    struct outlook out = { 0, 0 };
    uint8_t lane[RM_SLOTS];
    VL_ASSERT(path < a->d->paths);
    memcpy(lane, s->lane[path], sizeof lane);
    int first = rm_first(s, path);
    if (first < 0)
        return out;
    const struct rm_card *card = &a->c->cards[lane[first]];
    int alive = ONE, held = a->in_turn && ((s->blocked >> path & 1) || s->petrify);
    int open = card->abilities & RM_AB_RECOVERS ? card->weak_len
                                                : open_points(card, s->wounds[lane[first]]);

    for (int t = 0; t < SIGHT; t++) {
        if (t > 0 || !a->in_turn)
            alive = alive * fade(s, card, open, first, guard, a->actor[t]) / ONE;
        if (t == 1 && lane[2] != VL_NONE && lane[3] != VL_NONE && lane[4] != VL_NONE)
            out.hurt += w_overflow * a->happens[t] / ONE;
        if (t > 0 || !held) {
            out.hurt += advance(a, s, lane) * alive * a->happens[t] / ONE * w_dim[t] / ONE;
            first -= first > 0;
        }
        if (t == 0)
            out.toll = toll_of(a, s, lane);
    }
    return out;
}

/* ---- the whole board ---- */

/* A table of values read between its entries 0..last; x in 1/256. Below 0 it
 * goes on half as steep, so that worse stays worse. */
static int between(const int *table, int last, int x)
{
    if (x <= 0)
        return table[0] + x * (table[1] - table[0]) / ONE / 2;
    int low = x / ONE, part = x % ONE;
    if (low >= last)
        return table[last];
    return table[low] + (table[low + 1] - table[low]) * part / ONE;
}

static int means_of(const struct ahead *a, const struct rm_guardian *g)
{
    int value = w_mana[g->mana];

    VL_ASSERT(g->mana <= RM_MANA_MAX && g->ult_slot <= RM_ULT_CHARGED);
    if (g->ult_side)
        value += w_ultimate[g->ult_slot] + (g->ult_side == 1 ? w_second : 0);
    if (g->markers & RM_SHIELD)
        value += w_shield;
    int ripe = w_ripe * ONE;
    return a->left < ripe ? value * a->left / ripe : value;
}

/* Damage as the guardian will feel it: shield, poison, angel (RM-ATK). */
static int felt(const struct ahead *a, const struct rm_guardian *g, int hurt)
{
    if (g->markers & RM_SHIELD)
        hurt = vl_max(hurt - ONE, 0);
    if (g->markers & RM_POISONED)
        hurt += ONE;
    else if (a->effects & RM_FX_POISON)
        hurt += vl_min(hurt, ONE) / 2;
    return g->markers & RM_ANGELED ? vl_min(hurt, (g->hp - 1) * ONE) : hurt;
}

static int total(const struct ahead *a, const struct rm_state *s, const struct outlook *lanes)
{
    int value = 0, temple = s->temple * ONE, alive = 0;
    int last = 0;

    for (int p = 0; p < a->d->paths; p++)
        value -= a->left < w_ripe * ONE ? lanes[p].toll * (a->left / w_ripe) / ONE : lanes[p].toll;
    unsigned guarded = 0;
    for (int k = 0; k < s->base.seats; k++) {
        const struct rm_guardian *g = &s->g[k];
        if (g->hp == 0 || g->path == VL_NONE)
            continue;
        int rest = g->hp * ONE - felt(a, g, lanes[g->path].hurt);
        guarded |= 1u << g->path;
        alive++;
        last = vl_max(vl_min(rest, ONE), 0);
        temple += vl_min(rest, 0); /* what is left over strikes the temple */
        value += between(w_hp, RM_HP_MAX, vl_max(rest, 0)) + means_of(a, g);
    }
    for (int p = 0; p < a->d->paths; p++)
        if (!(guarded >> p & 1))
            temple -= lanes[p].hurt;
    if (alive == 1)
        value += w_last * last / ONE;
    return value + between(w_temple, VL_LEN(w_temple) - 1, temple);
}

/* ---- plans for the dice in hand ---- */

struct hand {
    uint8_t fresh[RM_RUNES], again[RM_RUNES]; /* unspent dice: as rolled, rerolled */
};

struct plan {
    struct rm_state s;
    struct hand hand;
    struct outlook lanes[RM_PATHS_MAX];
};

static struct hand hand_of(const struct rm_state *s)
{
    struct hand h = { { 0 }, { 0 } };

    for (int i = 0; i < s->dice_len; i++)
        if (!((s->used | s->rolling) >> i & 1)) {
            if (s->rerolled >> i & 1)
                h.again[s->dice[i]]++;
            else
                h.fresh[s->dice[i]]++;
        }
    return h;
}

static int count(const struct hand *h, int rune)
{
    return h->fresh[rune] + h->again[rune];
}

/* Spends a die of that rune, a rerolled one first; false if there is none. */
static bool take(struct hand *h, int rune, bool fresh_only)
{
    if (!fresh_only && h->again[rune]) {
        h->again[rune]--;
        return true;
    }
    if (!h->fresh[rune])
        return false;
    h->fresh[rune]--;
    return true;
}

/* Wounds that the hand can put on a card now; the hand is charged for them. */
static int wounds_by(struct hand *h, const struct rm_card *card, int wounds, bool whirls)
{
    bool fresh_only = card->abilities & RM_AB_NO_REROLLED;

    for (int pass = 0; pass < (whirls ? 2 : 1); pass++)
        for (int w = 0; w < card->weak_len; w++)
            if (!(wounds >> w & 1) &&
                take(h, pass ? (int)RM_RUNE_WHITE : (int)card->weak[w], fresh_only))
                wounds |= 1 << w;
    return wounds;
}

static void slay(const struct ahead *a, struct plan *p, int path, int slot)
{
    struct rm_guardian *g = &p->s.g[p->s.active];
    const struct rm_card *card = &a->c->cards[p->s.lane[path][slot]];

    VL_ASSERT(p->s.lane[path][slot] < RM_CARDS);
    p->s.wounds[p->s.lane[path][slot]] = 0;
    p->s.lane[path][slot] = VL_NONE;
    g->hp = vl_u8(vl_min(g->hp + card->hp, RM_HP_MAX));
    if (!(a->effects & RM_FX_NO_KILL_MANA))
        g->mana = vl_u8(vl_min(g->mana + card->mana, RM_MANA_MAX));
}

/* Hits the monsters of the path from the first on. With `partly` the last one
 * hit may survive, else only whole kills are made. */
static void strike(const struct ahead *a, struct plan *p, int path, bool partly)
{
    const struct rm_hero *hero = &a->c->heroes[p->s.guardian_of[p->s.active]];
    bool whirls = hero->mark == RM_MARK_WHIRL && !(a->effects & RM_FX_NO_MARKS);

    for (int i = rm_first(&p->s, path); i >= 0; i = rm_first(&p->s, path)) {
        int id = p->s.lane[path][i];
        const struct rm_card *card = &a->c->cards[id];
        struct hand h = p->hand;
        int wounds = wounds_by(&h, card, p->s.wounds[id], whirls);
        bool dead = wounds == card->full;

        if (wounds == p->s.wounds[id] || (!dead && (!partly || (card->abilities & RM_AB_RECOVERS))))
            return;
        p->hand = h;
        p->s.wounds[id] = (uint8_t)wounds;
        if (!dead)
            return;
        slay(a, p, path, i);
    }
}

/* The living guardian who gains most from a heal or a shield, or -1. */
static int neediest(const struct plan *p, bool shield)
{
    int best = -1, best_need = 0;

    for (int k = 0; k < p->s.base.seats; k++) {
        const struct rm_guardian *g = &p->s.g[k];
        if (g->hp == 0 || (shield ? (g->markers & RM_SHIELD) != 0 : g->hp >= RM_HP_MAX))
            continue;
        int need = 1 + p->lanes[g->path].hurt + (RM_HP_MAX - g->hp) * ONE;
        if (need > best_need) {
            best = k;
            best_need = need;
        }
    }
    return best;
}

/* White dice for the mark, where a simple use is at hand; the rest charges. */
static int use_up(const struct ahead *a, struct plan *p)
{
    struct rm_guardian *g = &p->s.g[p->s.active];
    const struct rm_hero *hero = &a->c->heroes[p->s.guardian_of[p->s.active]];
    bool marks = !(a->effects & RM_FX_NO_MARKS);
    int spare = 0;

    while (marks && count(&p->hand, RM_RUNE_WHITE) &&
           (hero->mark == RM_MARK_HEAL || hero->mark == RM_MARK_SHIELD)) {
        int k = neediest(p, hero->mark == RM_MARK_SHIELD);
        if (k < 0)
            break;
        take(&p->hand, RM_RUNE_WHITE, false);
        if (hero->mark == RM_MARK_SHIELD)
            p->s.g[k].markers |= RM_SHIELD;
        else
            p->s.g[k].hp++;
    }
    for (int rune = 0; rune < RM_RUNES; rune++)
        spare += count(&p->hand, rune);
    for (; spare && g->ult_side && g->ult_slot < RM_ULT_CHARGED; spare--)
        g->ult_slot++;
    return spare * w_spare;
}

static bool may_block(const struct ahead *a, const struct rm_state *s, int path)
{
    return !s->petrify && !(s->blocked >> path & 1) && !rm_path_refuses_block(a->c, a->d, s, path);
}

static int finish(const struct ahead *a, const struct plan *from, int path, bool partly)
{
    struct plan p = *from;

    strike(a, &p, path, partly);
    p.lanes[path] = outlook_of(a, &p.s, path, p.s.active);
    int spare = use_up(a, &p);
    return total(a, &p.s, p.lanes) + spare;
}

/* The best use of the hand on the active guardian's path, with and without a
 * block. */
static int best_with(const struct ahead *a, const struct plan *from)
{
    int path = from->s.g[from->s.active].path;
    int best = vl_max(finish(a, from, path, true), finish(a, from, path, false));

    if (rm_first(&from->s, path) < 0 || !may_block(a, &from->s, path))
        return best;
    for (int rune = 0; rune < RM_RUNES; rune++) {
        if (count(&from->hand, rune) < 2)
            continue;
        struct plan p = *from;
        take(&p.hand, rune, false);
        take(&p.hand, rune, false);
        p.s.blocked = (uint8_t)(p.s.blocked | 1 << path);
        best = vl_max(best, finish(a, &p, path, true));
    }
    return best;
}

/* ... and with and without a mana release (RM-REL-01..04). */
static int best_here(const struct ahead *a, const struct plan *from)
{
    int path = from->s.g[from->s.active].path, card = from->s.lane[path][0];
    int best = best_with(a, from);

    if (card == VL_NONE || from->s.g[from->s.active].mana < RM_RELEASE_COST ||
        (a->c->cards[card].abilities & RM_AB_NO_RELEASE))
        return best;
    struct plan p = *from;
    p.s.g[p.s.active].mana = 0;
    slay(a, &p, path, 0);
    return vl_max(best, best_with(a, &p));
}

/* RM-MOVE-01..03, RM-MARK-12: does this rune lead the active guardian to path? */
static bool leads(const struct ahead *a, const struct rm_state *s, int rune, int path)
{
    if (rune != RM_RUNE_WHITE)
        return a->d->leads_to[rune] >> path & 1;
    return a->c->heroes[s->guardian_of[s->active]].mark == RM_MARK_EXCHANGE &&
           !(a->effects & RM_FX_NO_MARKS);
}

static void move_to(const struct ahead *a, struct plan *p, int path)
{
    int from = p->s.g[p->s.active].path, other = rm_guard_of(&p->s, path);

    p->s.g[p->s.active].path = (uint8_t)path;
    if (other >= 0)
        p->s.g[other].path = (uint8_t)from;
    p->lanes[from] = outlook_of(a, &p->s, from, other);
}

static int best_plan(const struct ahead *a, const struct rm_state *s)
{
    struct plan start = { .s = *s, .hand = hand_of(s) };
    int own = s->g[s->active].path;

    for (int p = 0; p < a->d->paths; p++)
        start.lanes[p] = outlook_of(a, s, p, rm_guard_of(s, p));
    int best = best_here(a, &start);
    for (int rune = 0; rune < RM_RUNES; rune++) {
        if (!count(&start.hand, rune))
            continue;
        for (int path = 0; path < a->d->paths; path++) {
            if (path == own || !leads(a, s, rune, path))
                continue;
            struct plan p = start;
            take(&p.hand, rune, false);
            move_to(a, &p, path);
            best = vl_max(best, best_here(a, &p));
        }
    }
    return best;
}

/* ---- the value ---- */

static int32_t bounded(int value)
{
    return vl_max(vl_min(value, VL_EVAL_WIN - 1), 1 - VL_EVAL_WIN);
}

int32_t rm_eval(const struct vl_rules *r, const struct vl_state *state, int seat)
{
    const struct rm_state *s = (const struct rm_state *)state;
    struct ahead a;
    (void)seat; /* all win or lose together (RM-GEN-01) */

    if (state->outcome != RM_RUNNING)
        return state->outcome == RM_VICTORY ? VL_EVAL_WIN : -VL_EVAL_WIN;
    if (s->dean == VL_NONE)
        return 0; /* setup: nothing to choose by yet */
    look_ahead(&a, r, s);
    if (a.in_turn && s->g[s->active].hp > 0)
        return bounded(best_plan(&a, s));
    struct outlook lanes[RM_PATHS_MAX];
    for (int p = 0; p < a.d->paths; p++)
        lanes[p] = outlook_of(&a, s, p, rm_guard_of(s, p));
    return bounded(total(&a, s, lanes));
}
