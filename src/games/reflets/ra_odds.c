/* ra_odds.c - the exact chance that an objective is reached (RA-OBJ-03 to 09): with the dice that
 * lie there and those to come, given out as well as they can be, and with each aid (RA-AID). */
#include "base/bits.h"
#include "core/engine.h"
#include "games/reflets/reflets.h"

/* ---- what dice can come to ---- */

/* In how many ways each sum comes: of points from -6 to 36, of stars from -5 to 10. */
enum { LEAST = -RA_PLACES, SUMS = 48 };
struct sums {
    int32_t ways[SUMS];
    int dice; /* thrown for them */
};

static struct sums nothing(void)
{
    struct sums one = { { 0 }, 0 };

    one.ways[-LEAST] = 1;
    return one;
}

/* The sum of both. */
static struct sums add(const struct sums *a, const struct sums *b)
{
    struct sums sum = { { 0 }, a->dice + b->dice };

    for (int i = 0; i < SUMS; i++)
        for (int k = 0; a->ways[i] > 0 && k < SUMS; k++)
            if (b->ways[k] > 0)
                sum.ways[i + k + LEAST] += a->ways[i] * b->ways[k];
    return sum;
}

static struct sums moved(const struct sums *a, int by)
{
    struct sums sum = { { 0 }, a->dice };

    for (int i = 0; i < SUMS; i++)
        if (a->ways[i] > 0)
            sum.ways[i + by] = a->ways[i];
    return sum;
}

/* Of RA_SURE. */
static int at_least(const struct sums *a, int target)
{
    int n = 0, all = 1;

    for (int i = 0; i < a->dice; i++)
        all *= 6;
    for (int i = 0; i < SUMS; i++)
        n += i + LEAST >= target ? a->ways[i] : 0;
    return n * (RA_SURE / all);
}

/* ---- one board, one hero ---- */

static int points(int die, int value)
{
    return die == 6 ? -1 : die < value ? die : die == value ? die + 1 : 0;
}

static int stars(int die, int value)
{
    return die == 6 ? -1 : die < value ? 1 : die == value ? 2 : 0;
}

/* RA-OBJ-08: the most that dice can bring these heroes. */
static int best_of(const int *dice, const int *values, int n)
{
    int best = LEAST;

    for (int way = 0; way < RA_WAYS; way++) {
        int sum = 0;

        if (n < 3 && ra_perms[way][2] != 2)
            continue;
        if (n < 2 && ra_perms[way][1] != 1)
            continue;
        for (int i = 0; i < n; i++)
            sum += points(dice[ra_perms[way][i]], values[i]);
        best = sum > best ? sum : best;
    }
    return best;
}

/* Throws of a board: faces ascending, with the ways in which they come. */
static struct sums board_throw(const int *values, int n)
{
    struct sums sum = { { 0 }, n };

    for (int a = 1; a <= 6; a++)
        for (int b = n > 1 ? a : 6; b <= 6; b++)
            for (int e = n > 2 ? b : 6; e <= 6; e++) {
                int dice[3] = { a, b, e };
                int ways = n == 3   ? (a == b && b == e   ? 1
                                       : a == b || b == e ? 3
                                                          : 6)
                           : n == 2 ? (a == b ? 1 : 2)
                                    : 1;
                sum.ways[best_of(dice, values, n) - LEAST] += ways;
            }
    return sum;
}

static struct sums die_of(int value, bool alone)
{
    struct sums sum = { { 0 }, 1 };

    for (int die = 1; die <= 6; die++)
        sum.ways[(alone ? stars(die, value) : points(die, value)) - LEAST]++;
    return sum;
}

/* ---- an objective ---- */

static int says(const struct ra_content *c, const struct ra_state *s, int i, bool alone)
{
    const struct ra_die *d = &s->trial.dice[i];
    int place = d->hero == VL_NONE ? -1 : ra_place_of(s, d->hero);

    if (place < 0 || d->value == 0)
        return 0;
    int value = ra_value(c, s, place, ra_objective(c, s)->what);
    return alone ? stars(d->value, value) : points(d->value, value);
}

/* Dice that lie on their heroes; those of `again` are thrown anew. */
static struct sums lying(const struct ra_content *c, const struct ra_state *s, int from, int to,
                         unsigned again, bool alone)
{
    struct sums sum = nothing();

    for (int i = from; i < to; i++) {
        int hero = s->trial.dice[i].hero, place = hero == VL_NONE ? -1 : ra_place_of(s, hero);
        if (place < 0)
            continue;
        if (again >> i & 1) {
            struct sums die = die_of(ra_value(c, s, place, ra_objective(c, s)->what), alone);
            sum = add(&sum, &die);
        } else {
            sum = moved(&sum, says(c, s, i, alone));
        }
    }
    return sum;
}

/* RA-OBJ-07: what a board's dice can come to, thrown already or not. */
static struct sums board_sums(const struct vl_rules *r, const struct ra_state *s, int board)
{
    const struct ra_content *c = ra_content(r);
    int first = ra_first_place(r, board), n = s->n - first, what = ra_objective(c, s)->what;
    int values[3] = { 0 }, dice[3] = { 0 };
    bool to_come = s->trial.dice_len == 0 || (s->throwing > 0 && first >= s->trial.dice_len);

    n = n > ra_places_each(r) ? ra_places_each(r) : n;
    if (n <= 0)
        return nothing();
    for (int i = 0; i < n; i++)
        values[i] = ra_value(c, s, first + i, what);
    if (to_come)
        return board_throw(values, n);
    if (!(s->trial.to_assign >> board & 1))
        return nothing(); /* ra_odds() counts those that lie on heroes */
    for (int i = 0; i < n; i++)
        dice[i] = s->trial.dice[first + i].value;
    struct sums sum = nothing();
    return moved(&sum, best_of(dice, values, n));
}

/* Dice that nobody may give out any more: all but those of boards that wait. */
static struct sums settled(const struct vl_rules *r, const struct ra_state *s, unsigned again)
{
    const struct ra_content *c = ra_content(r);
    struct sums sum = nothing();

    for (int i = 0; i < s->trial.dice_len; i++) {
        if (s->trial.to_assign >> ra_board_of(r, i) & 1)
            continue;
        struct sums one = lying(c, s, i, i + 1, again, false);
        sum = add(&sum, &one);
    }
    return sum;
}

/* RA-OBJ-05, RA-OBJ-06 */
static int odds_alone(const struct ra_content *c, const struct ra_state *s, unsigned again)
{
    struct sums sum = nothing();
    int place = s->trial.tester == VL_NONE ? -1 : ra_place_of(s, s->trial.tester);

    if (place < 0)
        return 0;
    if (s->trial.dice_len > 0) {
        sum = lying(c, s, 0, s->trial.dice_len, again, true);
        return at_least(&sum, ra_target(c, s));
    }
    struct sums die = die_of(ra_value(c, s, place, ra_objective(c, s)->what), true);
    for (int i = 0; i < 5; i++)
        sum = add(&sum, &die);
    return at_least(&sum, ra_target(c, s));
}

int ra_odds(const struct vl_rules *r, const struct ra_state *s, unsigned again)
{
    const struct ra_content *c = ra_content(r);

    if (s->trial.succeeds)
        return RA_SURE;
    switch (ra_objective(c, s)->kind) {
    case RA_INDIVIDUAL: return odds_alone(c, s, again);
    case RA_COLLECTIVE: break;
    default: return RA_SURE; /* RA-TRI-08: nothing is reached */
    }
    struct sums sum = settled(r, s, again);
    for (int board = 0; board < ra_derived(r)->boards; board++) {
        struct sums more = board_sums(r, s, board);
        sum = add(&sum, &more);
    }
    return at_least(&sum, ra_target(c, s));
}

/* ---- aids ---- */

static int more(int a, int b)
{
    return a > b ? a : b;
}

/* Any of these dice, at most so many. */
static int odds_again(const struct vl_rules *r, const struct ra_state *s, unsigned open, int most)
{
    int best = 0;

    for (unsigned set = open; set; set = (set - 1) & open)
        if (vl_bits(set) <= most)
            best = more(best, ra_odds(r, s, set));
    return best;
}

static int odds_set(const struct vl_rules *r, const struct ra_state *s, unsigned open, int shows)
{
    int best = 0;

    for (; open; open &= open - 1) {
        struct ra_state with = *s;

        with.trial.dice[vl_low_bit(open)].value = vl_u8(shows);
        best = more(best, ra_odds(r, &with, 0));
    }
    return best;
}

static int odds_without(const struct vl_rules *r, const struct ra_state *s, int foe)
{
    struct ra_state with = *s;

    if (foe < 0)
        return -1;
    ra_drop_foe(&with, foe);
    return ra_odds(r, &with, 0);
}

/* What a skill or a dilemma leaves; -1: none of its steps is about objectives. */
static int odds_using(const struct vl_rules *r, const struct ra_state *s, int card, int which,
                      int board)
{
    const struct ra_content *c = ra_content(r);
    const struct ra_skill *k = &c->cards[card].skills[which];
    const struct vl_fx *fx = ra_steps(c, k->effects);
    struct ra_state with = *s;
    int odds = -1;

    for (int i = 0; i < k->effects.len; i += 1 + fx[i].skip)
        switch (fx[i].verb) {
        case RA_DO_REDUCE:
            with.trial.points = vl_u8(with.trial.points + fx[i].arg[1]);
            with.trial.stars = vl_u8(with.trial.stars + fx[i].arg[2]);
            odds = ra_odds(r, &with, 0);
            break;
        case RA_DO_SUCCEED: return RA_SURE;
        case RA_DO_BANISH:
            for (int foe = 0; foe < s->play_len; foe++)
                if (fx[i].arg[0] == 2 || (s->play[foe] >= RA_CRITTER0) == (fx[i].arg[0] == 1))
                    odds = more(odds, odds_without(r, &with, foe));
            break;
        case RA_DO_REROLL:
            odds = odds_again(r, &with, ra_dice_open(r, s, card, board, 0), fx[i].arg[0]);
            break;
        case RA_DO_SET_DIE:
            odds = odds_set(r, &with, ra_dice_open(r, s, card, board, fx[i].arg[0]), fx[i].arg[1]);
            break;
        default: break;
        }
    return odds;
}

/* RA-OBJ-08: one board's dice lie as they are given out now, the others' as they can be. */
static int odds_given(const struct vl_rules *r, const struct ra_state *s, int board, int way)
{
    struct ra_state with = *s;
    int first = ra_first_place(r, board), n = s->n - first;

    n = n > ra_places_each(r) ? ra_places_each(r) : n;
    for (int i = 0; i < n; i++)
        with.trial.dice[first + i].value = s->trial.dice[first + ra_perms[way][i]].value;
    with.trial.to_assign = (uint8_t)(s->trial.to_assign & ~(1u << board));
    return ra_odds(r, &with, 0);
}

static int odds_tested_by(const struct vl_rules *r, const struct ra_state *s, int place)
{
    struct ra_state with = *s;

    with.trial.tester = s->team[place];
    return ra_odds(r, &with, 0);
}

int ra_odds_begun(const struct vl_rules *r, const struct ra_state *s, int card, int node,
                  bool octogon)
{
    struct ra_state with = *s;
    int best = 0;

    memset(&with.trial, 0, sizeof with.trial);
    with.trial.card = vl_u8(card);
    with.trial.node = vl_u8(node);
    with.throwing = 0;
    if (octogon)
        with.flags = (uint8_t)(with.flags | RA_OCTOGON);
    bool named = s->gold >= 1 && s->gold <= s->n;
    for (int place = 0; place < s->n; place++) /* RA-OBJ-04 */
        if (!named || place == s->gold - 1)
            best = more(best, odds_tested_by(r, &with, place));
    return best;
}

/* In a window about an objective. */
static int odds_in_window(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    int a = m.arg[0];

    switch (m.kind) {
    case RA_MV_PASS: return ra_odds(r, s, 0);
    case RA_MV_AUTO: return RA_SURE;
    case RA_MV_SKILL: {
        int hero = a < RA_ITEM0 ? a : s->holder[a - RA_ITEM0];
        int place = hero == VL_NONE ? -1 : ra_place_of(s, hero);
        return place < 0 ? -1 : odds_using(r, s, a, m.arg[1], ra_board_of(r, place));
    }
    case RA_MV_DILEMMA: return odds_using(r, s, a, 0, s->in[a] - RA_IN_A);
    case RA_MV_PAID_REROLL: return ra_odds(r, s, 1u << a);
    case RA_MV_GOLD_SUBST: return odds_set(r, s, 1u << a, s->gold);
    case RA_MV_TOKEN:
        return m.arg[1] == RA_TOKEN_BONUS_DIE
                   ? odds_again(r, s, ra_dice_open(r, s, RA_FROM_GAME, RA_BOARDS, 0), RA_PLACES)
                   : -1;
    default: return -1;
    }
}

/* The window below a prompt is one about an objective. */
static bool is_about(const struct ra_state *s)
{
    const struct vl_frame *w = ra_window(s);

    return w != NULL && w->source == RA_FROM_GAME &&
           (w->list == RA_LIST_BEFORE || w->list == RA_LIST_AFTER);
}

/* Dice that are named for the step that asks: thrown again, or one of them set. */
static int odds_picked(const struct vl_rules *r, const struct ra_state *s, unsigned set)
{
    struct vl_fx_look look = { &ra_machine, r, &s->base, NULL, NULL };
    const struct vl_fx *step = vl_fx_asking(&look, &s->frames[s->depth - 1]);

    return step->verb == RA_DO_SET_DIE ? odds_set(r, s, set, step->arg[1]) : ra_odds(r, s, set);
}

int ra_odds_of(const struct vl_rules *r, const struct ra_state *s, struct vl_move m)
{
    const struct ra_content *c = ra_content(r);
    int slot = ra_slot_at(c, s->team_at);

    switch (s->base.phase) {
    case RA_PH_OBJ_BEFORE:
    case RA_PH_OBJ_AFTER: return odds_in_window(r, s, m);
    case RA_PH_OBJ_ASSIGN: return odds_given(r, s, m.arg[0], m.arg[1]);
    case RA_PH_TESTER: return odds_tested_by(r, s, m.arg[0]);
    case RA_PH_PICK_DICE: return is_about(s) ? odds_picked(r, s, m.arg[0]) : -1;
    case RA_PH_PICK_CARD: return odds_without(r, s, ra_foe_at(s, m.arg[0]));
    default: break;
    }
    if (m.kind == RA_MV_OCTOGON)
        return ra_odds_begun(r, s, c->octuple, 0, true);
    if (m.kind == RA_MV_TEST)
        return ra_odds_begun(r, s, slot >= 0 ? s->rooms[slot].card : s->up[RA_SPACES - 1], 0,
                             false);
    return -1;
}
