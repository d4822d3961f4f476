/* rb_way.c - where the dice lead to: `go HEX WAY`, a row of steps (RB-DEC-42, RB-RUL-88).
 *
 * A spot is a hex with the dice and free steps that are left there and the fatigue that it cost.
 * All spots that can be reached are marked, from those with the most dice and free steps left on
 * down. The last step into a hex may come from several sides: with that, the spots of a hex are
 * its ways, in a fixed order. Dice that show the same face are spent from the first on, so that
 * alike dice make no ways of their own. The steps of a way are then searched for in the order of
 * (direction, die), forward through the marked spots: the first row that is found is walked.
 */
#include "games/runebound/runebound.h"

enum {
    SETS = 1 << RB_DICE, /* of dice */
    HEX_WORDS = (RB_HEXES + 31) / 32,
    TIRED_MAX = 15, /* what costs more is not offered */
    FREE = RB_DICE, /* in the place of a die: a free step */
    STEPS_MAX = RB_DICE + RB_FREE_MAX
};
static_assert((int)STEPS_MAX <= (int)VL_ROW_MAX, "a way is a row");

struct spot {
    uint8_t hex, dice, free, tired;
};

struct search {
    const struct rb_content *c;
    struct spot start;
    int budget;              /* fatigue that the hero can take without falling */
    uint8_t before[RB_DICE]; /* dice with the face of this one, to be spent before it */
    uint8_t face[RB_DICE];
    uint8_t opened[RB_TERRAINS]; /* by these dice */
    int cost[RB_TERRAINS];
    uint32_t at[TIRED_MAX + 1][RB_FREE_MAX + 1][SETS][HEX_WORDS];
};

static uint32_t *marks(struct search *w, struct spot p)
{
    return w->at[p.tired][p.free][p.dice];
}

static int steps_left(struct spot p)
{
    return vl_bits(p.dice) + p.free;
}

/* RB-MOV-26: who falls does not arrive. */
static int budget_of(const struct rb_content *c, const struct rb_state *s)
{
    const struct rb_player *p = &s->p[s->active];
    int stamina = rb_stamina(c, s, s->active, 0), n = rb_life(c, s, s->active, 0) - p->wounds - 1;

    n += stamina > p->fatigue ? stamina - p->fatigue : 0;
    return n < TIRED_MAX ? n : TIRED_MAX;
}

static void look(struct search *w, const struct rb_content *c, const struct rb_state *s)
{
    w->c = c;
    w->start.hex = s->p[s->active].hex;
    w->start.dice = (uint8_t)(((1u << s->dice_len) - 1) & ~(unsigned)s->spent);
    w->start.free = s->free_steps;
    w->start.tired = 0;
    memset(w->opened, 0, sizeof w->opened);
    for (int die = 0; die < RB_DICE; die++) {
        w->face[die] = s->dice[die];
        w->before[die] = 0;
        for (int i = 0; i < die; i++)
            if (s->dice[i] == s->dice[die])
                w->before[die] = (uint8_t)(w->before[die] | 1u << i);
        for (int terrain = 0; terrain < RB_TERRAINS; terrain++)
            if (rb_opens(c, s, die) >> terrain & 1)
                w->opened[terrain] = (uint8_t)(w->opened[terrain] | 1u << die);
    }
    int most = 0;
    for (int terrain = 0; terrain < RB_TERRAINS; terrain++) {
        w->cost[terrain] = rb_global(c, s, RB_DO_MOVE_COST, terrain);
        most = w->cost[terrain] > most ? w->cost[terrain] : most;
    }
    w->budget = budget_of(c, s);
    most *= steps_left(w->start);
    w->budget = most < w->budget ? most : w->budget;
}

/* The spot that a step leads to: false where it cannot be made. */
static bool step(const struct search *w, struct spot from, int side, int die, struct spot *to)
{
    int hex = w->c->hexes[from.hex].next[side];

    if (hex == VL_NONE)
        return false;
    int terrain = w->c->hexes[hex].terrain, tired = from.tired + w->cost[terrain];
    if (tired > w->budget)
        return false;
    *to = from;
    to->hex = vl_u8(hex);
    to->tired = vl_u8(tired);
    if (die == FREE) {
        to->free = (uint8_t)(from.free - 1);
        return from.free > 0;
    }
    to->dice = (uint8_t)(from.dice & ~(1u << die));
    return (from.dice & w->opened[terrain]) >> die & 1 && !(from.dice & w->before[die]);
}

static void spread(struct search *w, struct spot from)
{
    struct spot to;

    for (int side = 0; side < RB_SIDES; side++)
        for (int die = 0; die <= FREE; die++)
            if (step(w, from, side, die, &to))
                vl_set_put(marks(w, to), to.hex);
}

static int next_marked(const uint32_t *set, int from)
{
    for (int i = from; i < RB_HEXES; i++) {
        if (!(set[i >> 5] >> (i & 31)))
            i |= 31; /* nothing more in this word */
        else if (vl_set_has(set, i))
            return i;
    }
    return RB_HEXES;
}

/* Every step leaves fewer dice or fewer free steps: what spreads is complete. */
static void roam(struct search *w)
{
    struct spot p;

    memset(w->at, 0, sizeof w->at[0] * (size_t)(w->budget + 1));
    vl_set_put(marks(w, w->start), w->start.hex);
    for (int free = w->start.free; free >= 0; free--)
        for (int dice = SETS - 1; dice >= 0; dice--)
            for (int tired = 0; tired <= w->budget; tired++) {
                p.dice = vl_u8(dice);
                p.free = vl_u8(free);
                p.tired = vl_u8(tired);
                const uint32_t *set = marks(w, p);
                for (int hex = next_marked(set, 0); hex < RB_HEXES;
                     hex = next_marked(set, hex + 1)) {
                    p.hex = vl_u8(hex);
                    spread(w, p);
                }
            }
}

/* ---- the ways to a hex ---- */

struct way {
    struct spot to;
    uint8_t from; /* the hex that the last step comes from */
    uint8_t side; /* that step's */
};

/* Does a step from that hex lead here? `side` as seen from there. */
static bool came_from(struct search *w, struct spot to, int from, int side)
{
    struct spot p = to, there;

    if (to.tired < w->cost[w->c->hexes[to.hex].terrain])
        return false;
    p.hex = vl_u8(from);
    p.tired = (uint8_t)(to.tired - w->cost[w->c->hexes[to.hex].terrain]);
    for (int die = 0; die <= FREE; die++) {
        p.dice = (uint8_t)(to.dice | (die < FREE ? 1u << die : 0));
        p.free = (uint8_t)(to.free + (die == FREE));
        if ((die < FREE && p.dice == to.dice) || p.free > w->start.free ||
            (p.dice & ~w->start.dice))
            continue;
        if (vl_set_has(marks(w, p), from) && step(w, p, side, die, &there))
            return true;
    }
    return false;
}

/* Calls take for every way to a hex, those with the least fatigue first. */
static void ways_to(struct search *w, int hex, void (*take)(void *ctx, const struct way *way),
                    void *ctx)
{
    struct way way = { { vl_u8(hex), 0, 0, 0 }, 0, 0 };

    if (hex == w->start.hex)
        return; /* one is there */
    for (int tired = 0; tired <= w->budget; tired++)
        for (int free = 0; free <= w->start.free; free++)
            for (int dice = 0; dice < SETS; dice++) {
                way.to.dice = vl_u8(dice);
                way.to.free = vl_u8(free);
                way.to.tired = vl_u8(tired);
                if (!vl_set_has(marks(w, way.to), hex))
                    continue;
                for (int back = 0; back < RB_SIDES; back++) {
                    int from = w->c->hexes[hex].next[back];
                    way.from = vl_u8(from);
                    way.side = (uint8_t)((back + RB_SIDES / 2) % RB_SIDES);
                    if (from != VL_NONE && came_from(w, way.to, from, way.side))
                        take(ctx, &way);
                }
            }
}

static void count_way(void *ctx, const struct way *way)
{
    int *n = (int *)ctx;

    (void)way;
    *n += *n < RB_ROWS;
}

/* RB-RUL-88: least fatigue, most dice, the hex it comes from, the faces that are left, most free
 * steps. */
static uint64_t rank_of(const struct search *w, const struct way *way)
{
    uint64_t faces = 0, rank = way->to.tired;
    int left = 0;

    for (int face = 0; face < RB_FACES; face++)
        for (int die = 0; die < RB_DICE; die++)
            if ((way->to.dice >> die & 1) && w->face[die] == face)
                faces |= (uint64_t)(face + 1) << 4 * (RB_DICE - 1 - left++);
    rank = rank << 8 | (uint64_t)(RB_DICE - left);
    rank = rank << 8 | way->from;
    rank = rank << 4 * RB_DICE | faces;
    return rank << 8 | (uint64_t)(RB_FREE_MAX - way->to.free);
}

struct sorted {
    const struct search *w;
    int len;
    struct {
        uint64_t rank;
        struct way way;
    } at[RB_ROWS];
};

static void sort_way(void *ctx, const struct way *way)
{
    struct sorted *list = (struct sorted *)ctx;
    uint64_t rank = rank_of(list->w, way);
    int at = list->len;

    while (at > 0 && list->at[at - 1].rank > rank)
        at--;
    if (at == RB_ROWS)
        return;
    if (list->len < RB_ROWS)
        list->len++;
    memmove(list->at + at + 1, list->at + at, (size_t)(list->len - 1 - at) * sizeof list->at[0]);
    list->at[at].rank = rank;
    list->at[at].way = *way;
}

/* ---- the steps of a way ---- */

/* Could the steps that are left lead from here to the end of the way? */
static bool may_lead(const struct search *w, const struct way *way, struct spot p)
{
    int left = steps_left(p) - steps_left(way->to);

    if (left == 0)
        return memcmp(&p, &way->to, sizeof p) == 0;
    return !(way->to.dice & ~p.dice) && way->to.free <= p.free && p.tired <= way->to.tired &&
           rb_distance(w->c, p.hex, way->from) < left;
}

/* The first row of steps in the order of (direction, die). A spot that does not lead there is
 * tried once. */
static int walk(struct search *w, const struct way *way, struct vl_move *out)
{
    struct spot at[STEPS_MAX + 1], to;
    int next[STEPS_MAX + 1] = { 0 }, n = steps_left(w->start) - steps_left(way->to), k = 0;

    at[0] = w->start;
    while (k < n) {
        int choice = next[k]++, side = choice / (FREE + 1), die = choice % (FREE + 1);

        if (side == RB_SIDES) {
            VL_ASSERT(k > 0);
            vl_set_drop(marks(w, at[k]), at[k].hex);
            k--;
            continue;
        }
        if ((k == n - 1 && (side != way->side || at[k].hex != way->from)) ||
            !step(w, at[k], side, die, &to) || !may_lead(w, way, to) ||
            !vl_set_has(marks(w, to), to.hex))
            continue;
        out[k++] = die == FREE ? vl_move_of(RB_MV_STEP_FREE, side, 0)
                               : vl_move_of(RB_MV_STEP, side, die);
        at[k] = to;
        next[k] = 0;
    }
    return n;
}

/* ---- for everybody else ---- */

/* RB-RUL-88: the first way of every hex, then the second ones, as far as there is room. */
int rb_rows(const struct vl_rules *r, const struct vl_state *state, struct vl_move out[VL_ROWS_MAX])
{
    const struct rb_state *s = rb_of(state);
    struct search w;
    int count[RB_HEXES] = { 0 }, n = 0, most = 0;

    if (state->phase != RB_PH_MOVE || state->actor < 0)
        return 0;
    look(&w, rb_content(r), s);
    roam(&w);
    for (int hex = 0; hex < RB_HEXES; hex++) {
        if (rb_distance(w.c, w.start.hex, hex) > steps_left(w.start))
            continue;
        ways_to(&w, hex, count_way, &count[hex]);
        most = count[hex] > most ? count[hex] : most;
    }
    for (int way = 0; way < most; way++)
        for (int hex = 0; hex < RB_HEXES && n < (way ? RB_ROWS_MANY : RB_ROWS); hex++)
            if (way < count[hex])
                out[n++] = vl_move_of(RB_MV_GO, hex, way);
    return n;
}

bool rb_has_way(const struct vl_rules *r, const struct rb_state *s, struct vl_move row)
{
    struct search w;
    int n = 0;

    if (row.arg[0] >= RB_HEXES)
        return false;
    look(&w, rb_content(r), s);
    roam(&w);
    ways_to(&w, row.arg[0], count_way, &n);
    return row.arg[1] < n;
}

/* 0 if there is no such way. */
int rb_unfold(const struct vl_rules *r, const struct vl_state *state, struct vl_move row,
              struct vl_move out[VL_ROW_MAX])
{
    struct search w;
    struct sorted list = { &w, 0, { { 0, { { 0, 0, 0, 0 }, 0, 0 } } } };

    if (row.arg[0] >= RB_HEXES)
        return 0;
    look(&w, rb_content(r), rb_of(state));
    roam(&w);
    ways_to(&w, row.arg[0], sort_way, &list);
    return row.arg[1] < list.len ? walk(&w, &list.at[row.arg[1]].way, out) : 0;
}
