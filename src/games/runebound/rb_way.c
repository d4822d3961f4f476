/* rb_way.c - where the dice lead to: `go HEX WAY`, a row of steps (RB-DEC-42, RB-RUL-88).
 *
 * What is reached is a node: a hex, the dice and free steps that are left, the fatigue it cost.
 * Nodes are found in the order of their steps, and among equally many in that of (direction,
 * die), so the first way to a node is the one to be walked. Dice that show the same face are
 * spent from the first on. The last step into a hex may come from several sides: with that, the
 * nodes are its ways, in a fixed order.
 */
#include "games/runebound/runebound.h"

enum { NODES_MAX = 4096 };

struct node {
    uint8_t hex, dice, free; /* dice: those that are left, a bit each */
    uint8_t fatigue;
    uint8_t side, die; /* of the step that led here; die VL_NONE: a free one */
    uint16_t from;     /* the node before; the first is its own */
    uint16_t next;     /* of the same hex, 0: none */
};

struct search {
    const struct rb_content *c;
    const struct rb_state *s;
    int budget; /* fatigue that the hero can take without falling */
    int len;
    uint16_t head[RB_HEXES]; /* the last node of each hex, 0: none */
    struct node at[NODES_MAX];
};

static int cost_of(const struct search *w, int hex)
{
    return rb_global(w->c, w->s, RB_DO_MOVE_COST, w->c->hexes[hex].terrain);
}

static void reach(struct search *w, struct node n)
{
    int i = w->head[n.hex];

    while (i != 0 &&
           (w->at[i].dice != n.dice || w->at[i].free != n.free || w->at[i].fatigue != n.fatigue))
        i = w->at[i].next;
    if (i != 0 || w->len == NODES_MAX)
        return;
    n.next = w->head[n.hex];
    w->head[n.hex] = (uint16_t)w->len;
    w->at[w->len++] = n;
}

/* The nodes that a step from `from` into a hex leads to: one for each face that opens it, and
 * one for a free step. `take` gets them in order. */
static void step_into(struct search *w, int from, int side,
                      void (*take)(struct search *w, struct node n, void *more), void *more)
{
    const struct node *b = &w->at[from];
    int hex = w->c->hexes[b->hex].next[side];
    unsigned seen = 0;

    if (hex == VL_NONE || b->fatigue + cost_of(w, hex) > w->budget)
        return; /* RB-MOV-26: who falls does not arrive */
    struct node n = { vl_u8(hex),  b->dice, b->free,        vl_u8(b->fatigue + cost_of(w, hex)),
                      vl_u8(side), VL_NONE, (uint16_t)from, 0 };
    for (int die = 0; die < w->s->dice_len; die++) {
        unsigned face = 1u << w->s->dice[die];

        if (!(b->dice >> die & 1) || (seen & face))
            continue;
        seen |= face;
        n.die = vl_u8(die);
        n.dice = (uint8_t)(w->at[from].dice & ~(1u << die));
        if (rb_opens(w->c, w->s, die) >> w->c->hexes[hex].terrain & 1)
            take(w, n, more);
    }
    n.die = VL_NONE;
    n.dice = w->at[from].dice;
    n.free = (uint8_t)(w->at[from].free - 1);
    if (w->at[from].free > 0)
        take(w, n, more);
}

static void take_node(struct search *w, struct node n, void *more)
{
    (void)more;
    reach(w, n);
}

static void roam(const struct vl_rules *r, const struct rb_state *s, struct search *w)
{
    const struct rb_player *p = &s->p[s->active];
    int stamina = rb_stamina(rb_content(r), s, s->active, 0);

    w->c = rb_content(r);
    w->s = s;
    memset(w->head, 0, sizeof w->head);
    memset(&w->at[0], 0, sizeof w->at[0]);
    w->budget = rb_life(w->c, s, s->active, 0) - p->wounds - 1 +
                (stamina > p->fatigue ? stamina - p->fatigue : 0);
    w->at[0].hex = p->hex;
    w->at[0].dice = (uint8_t)(((1u << s->dice_len) - 1) & ~(unsigned)s->spent);
    w->at[0].free = s->free_steps;
    w->at[0].die = VL_NONE;
    w->len = 1;
    for (int i = 0; i < w->len; i++)
        for (int side = 0; side < RB_SIDES; side++)
            step_into(w, i, side, take_node, NULL);
}

/* ---- the ways to one hex ---- */

struct ways {
    int hex, len;
    struct node at[RB_ROWS]; /* by the last step */
};

/* RB-RUL-88: least fatigue, most dice, the hex it comes from, the faces that are left. */
static uint64_t rank_of(const struct search *w, const struct node *n)
{
    uint64_t faces = 0, rank = n->fatigue;
    int left = 0;

    for (int face = 0; face < RB_FACES; face++)
        for (int die = 0; die < w->s->dice_len; die++)
            if ((n->dice >> die & 1) && w->s->dice[die] == face)
                faces |= (uint64_t)(face + 1) << 4 * (RB_DICE - 1 - left++);
    rank = rank << 8 | (uint64_t)(RB_DICE - left);
    rank = rank << 8 | w->at[n->from].hex;
    rank = rank << 4 * RB_DICE | faces;
    return rank << 8 | (uint64_t)(255 - n->free);
}

/* Ways alike have one rank: the first that is found is kept. */
static void take_way(struct search *w, struct node n, void *more)
{
    struct ways *list = (struct ways *)more;
    uint64_t rank = rank_of(w, &n);
    int at = list->len;

    for (int i = 0; i < list->len; i++)
        if (rank_of(w, &list->at[i]) == rank)
            return;
    while (at > 0 && rank_of(w, &list->at[at - 1]) > rank)
        at--;
    if (at == RB_ROWS)
        return;
    if (list->len == RB_ROWS)
        list->len--;
    memmove(list->at + at + 1, list->at + at, (size_t)(list->len - at) * sizeof n);
    list->at[at] = n;
    list->len++;
}

static bool is_beside(const struct search *w, int node, int hex, int *side)
{
    for (*side = 0; *side < RB_SIDES; ++*side)
        if (w->c->hexes[w->at[node].hex].next[*side] == hex)
            return true;
    return false;
}

static void ways_to(struct search *w, int hex, struct ways *list)
{
    int side;

    list->hex = hex;
    list->len = 0;
    if (w->head[hex] == 0 || hex == w->at[0].hex)
        return;
    for (int i = 0; i < w->len; i++)
        if (is_beside(w, i, hex, &side))
            step_into(w, i, side, take_way, list);
}

/* ---- for everybody else ---- */

/* The first way of every hex, then the second ones, as far as there is room. */
int rb_rows(const struct vl_rules *r, const struct vl_state *state, struct vl_move out[VL_ROWS_MAX])
{
    const struct rb_state *s = rb_of(state);
    struct search w;
    struct ways list;
    uint8_t count[RB_HEXES];
    int n = 0, most = 0;

    if (state->phase != RB_PH_MOVE || state->actor < 0)
        return 0;
    roam(r, s, &w);
    for (int hex = 0; hex < RB_HEXES; hex++) {
        ways_to(&w, hex, &list);
        count[hex] = vl_u8(list.len);
        most = list.len > most ? list.len : most;
    }
    for (int way = 0; way < most; way++)
        for (int hex = 0; hex < RB_HEXES && n < RB_ROWS; hex++)
            if (way < count[hex])
                out[n++] = vl_move_of(RB_MV_GO, hex, way);
    return n;
}

static struct vl_move step_of(const struct node *n)
{
    return n->die == VL_NONE ? vl_move_of(RB_MV_STEP_FREE, n->side, 0)
                             : vl_move_of(RB_MV_STEP, n->side, n->die);
}

/* With out NULL only how many. */
int rb_unfold(const struct vl_rules *r, const struct vl_state *state, struct vl_move row,
              struct vl_move out[VL_ROW_MAX])
{
    struct search w;
    struct ways list;
    int n = 1;

    if (row.arg[0] >= RB_HEXES)
        return 0;
    roam(r, rb_of(state), &w);
    ways_to(&w, row.arg[0], &list);
    if (row.arg[1] >= list.len)
        return 0;
    const struct node *last = &list.at[row.arg[1]];
    for (int i = last->from; i != 0; i = w.at[i].from)
        n++;
    if (!out)
        return n;
    out[n - 1] = step_of(last);
    for (int i = last->from, k = n - 2; i != 0; i = w.at[i].from, k--)
        out[k] = step_of(&w.at[i]);
    return n;
}
