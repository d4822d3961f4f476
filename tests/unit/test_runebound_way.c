/* Runebound, `go` (RB-DEC-42, RB-RUL-88): what is offered is what a search over every row of
 * single steps finds, and nothing else. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS_MAX = 1024, STEPS_MAX = 8 };

/* One difference that RB-RUL-88 names, with the first row of steps that makes it. */
struct found {
    int fatigue, left, from, free;
    int faces[RB_DICE]; /* of the dice that are left, lowest first */
    int len;
    struct vl_move step[STEPS_MAX];
};

struct hunt {
    struct table *t;
    int start, tired; /* fatigue and wounds of the hero at the start */
    int len[RB_HEXES];
    struct found at[RB_HEXES][WAYS_MAX];
    struct vl_move step[STEPS_MAX];
};

static int by_face(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int harm(const struct rb_state *s)
{
    return s->p[s->active].wounds + s->p[s->active].fatigue;
}

/* RB-RUL-88, word by word. */
static int order(const struct found *a, const struct found *b)
{
    if (a->fatigue != b->fatigue)
        return a->fatigue - b->fatigue;
    if (a->left != b->left)
        return b->left - a->left;
    if (a->from != b->from)
        return a->from - b->from;
    for (int i = 0; i < a->left; i++)
        if (a->faces[i] != b->faces[i])
            return a->faces[i] - b->faces[i];
    return b->free - a->free;
}

/* Rows are walked in the order of (direction, die), shorter ones in any: those that make no
 * difference have the same length. */
static void note(struct hunt *h, const struct rb_state *s, int len)
{
    struct found f = { .fatigue = harm(s) - h->tired, .from = s->p[s->active].prev };
    int hex = s->p[s->active].hex, i = 0;

    if (f.fatigue > 15) /* not offered, and all that comes after costs as much */
        return;
    f.free = s->free_steps;
    for (int die = 0; die < s->dice_len; die++)
        if (!(s->spent >> die & 1))
            f.faces[f.left++] = s->dice[die];
    qsort(f.faces, (size_t)f.left, sizeof f.faces[0], by_face);
    f.len = len;
    memcpy(f.step, h->step, sizeof f.step);
    while (i < h->len[hex] && order(&f, &h->at[hex][i]) > 0)
        i++;
    if (i < h->len[hex] && order(&f, &h->at[hex][i]) == 0)
        return;
    if (!CHECK(h->len[hex] < WAYS_MAX))
        return;
    memmove(&h->at[hex][i + 1], &h->at[hex][i], (size_t)(h->len[hex] - i) * sizeof f);
    h->at[hex][i] = f;
    h->len[hex]++;
}

/* By direction, then die; a free step after the dice. */
static int by_step(const void *a, const void *b)
{
    const struct vl_move *x = a, *y = b;
    int by_side = x->arg[0] - y->arg[0], by_kind = x->kind - y->kind;

    return by_side ? by_side : by_kind ? by_kind : x->arg[1] - y->arg[1];
}

static void search(struct hunt *h, const struct rb_state *s, int len)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&h->t->r, &s->base, list);

    qsort(list, (size_t)n, sizeof list[0], by_step);

    for (int i = 0; i < n; i++) {
        union vl_game_state next;

        if (list[i].kind != RB_MV_STEP && list[i].kind != RB_MV_STEP_FREE)
            continue;
        next.runebound = *s;
        vl_apply_legal(&h->t->r, &next.base, list[i], NULL);
        if (next.base.phase != RB_PH_MOVE || next.base.actor != s->base.actor ||
            next.runebound.round != s->round)
            continue; /* the hero fell */
        h->step[len] = list[i];
        if (next.runebound.p[s->active].hex != h->start)
            note(h, &next.runebound, len + 1);
        search(h, &next.runebound, len + 1);
    }
}

static bool offered(const struct table *t, struct vl_move row)
{
    return vl_refuse(&t->r, &t->s.base, row, t->s.base.actor) == 0;
}

/* What the search found is what is offered, in its order, and can be walked. */
static bool check_hunt(struct hunt *h)
{
    struct table *t = h->t;
    struct vl_move rows[VL_OFFERS_MAX], steps[VL_ROW_MAX];
    int n = vl_legal(&t->r, &t->s.base, rows), all = vl_offers(&t->r, &t->s.base, rows), k = n;
    int most = 0;
    bool good = true;

    memset(h->len, 0, sizeof h->len);
    search(h, &t->s.runebound, 0);
    for (int hex = 0; hex < RB_HEXES; hex++)
        most = h->len[hex] > most ? h->len[hex] : most;
    for (int way = 0; way < most; way++)
        for (int hex = 0; hex < RB_HEXES; hex++) {
            if (way >= h->len[hex] || k - n >= (way > 0 ? RB_ROWS_MANY : RB_ROWS))
                continue;
            good &= CHECK(k < all && vl_move_eq(rows[k], vl_move_of(RB_MV_GO, hex, way)));
            k++;
        }
    good &= CHECK_EQ(k, all);
    for (int hex = 0; hex < RB_HEXES; hex++) {
        int ways = h->len[hex] < RB_ROWS ? h->len[hex] : RB_ROWS;

        for (int way = 0; way < ways; way++) {
            struct vl_move row = vl_move_of(RB_MV_GO, hex, way);
            const struct found *f = &h->at[hex][way];
            good &= CHECK(offered(t, row));
            good &= CHECK_EQ(vl_unfold(&t->r, &t->s.base, row, steps), f->len);
            for (int i = 0; i < f->len && good; i++)
                good &= CHECK(vl_move_eq(steps[i], f->step[i]));
        }
        if (ways < RB_ROWS)
            good &= CHECK(!offered(t, vl_move_of(RB_MV_GO, hex, ways)));
    }
    return good;
}

/* ---- positions ---- */

static const char *const walkers[] = { "H01", "H09", "H11", "H12" };
static const char *const events[] = { "-", "V01", "V03", "V06", "V02" };
static const char *const wild[] = { "A09", "A18", "R43", "R44" };

/* Dice that were thrown, some of them spent, a hero anywhere and in any shape. */
static void shuffle(struct table *t, struct vl_rng *rng, int dice, int free, int cards)
{
    char json[900], faces[20] = "", spent[20] = "", held[40] = "";
    const char *hero = walkers[vl_rng_below(rng, VL_LEN(walkers))];
    const char *event = events[vl_rng_below(rng, VL_LEN(events))];

    for (int i = 0, gone = 0; i < dice; i++) {
        snprintf(faces + strlen(faces), sizeof faces - strlen(faces), "%s%u", i ? "," : "",
                 vl_rng_below(rng, RB_FACES));
        if (vl_rng_below(rng, 5) == 0)
            snprintf(spent + strlen(spent), sizeof spent - strlen(spent), "%s%d", gone++ ? "," : "",
                     i);
    }
    for (int i = 0; i < cards; i++)
        snprintf(held + strlen(held), sizeof held - strlen(held), "%s'%s'", i ? "," : "", wild[i]);
    snprintf(json, sizeof json,
             "{'options':{'players':2},'phase':'move','dice':[%s],'spent':[%s],'free_steps':%d,"
             "'event':'%s','players':[{'hero':'%s','hex':%u,'prev_hex':%u,'wounds':%u,"
             "'fatigue':%u,'cards':[%s]},{'hero':'H02'}]}",
             faces, spent, free, event, hero, vl_rng_below(rng, RB_HEXES),
             vl_rng_below(rng, RB_HEXES), vl_rng_below(rng, 4), vl_rng_below(rng, 3), held);
    table_load(t, json);
}

static bool hunt(struct hunt *h, struct table *t)
{
    h->t = t;
    h->start = t->s.runebound.p[0].hex;
    h->tired = harm(&t->s.runebound);
    return check_hunt(h);
}

TEST(rb_go_offers_what_a_search_over_all_steps_finds)
{
    RULE("RB-DEC-42");
    RULE("RB-DEC-37");
    RULE("RB-MOV-25");
    RULE("RB-MOV-27");
    RULE("RB-MOV-29");
    static struct table t = TABLE(runebound);
    static struct hunt h;
    struct vl_rng rng = vl_rng_seed(88);

    for (int i = 0; i < 150; i++) {
        int dice = (int)vl_rng_below(&rng, 5), free = (int)vl_rng_below(&rng, 3);

        if (dice + free > 4)
            free = 0;
        shuffle(&t, &rng, dice, free, dice < 4 ? (int)vl_rng_below(&rng, 3) : 0);
        if (!hunt(&h, &t))
            return;
    }
}

/* Five dice, or all that free steps and wild terrains can bring. */
TEST(rb_go_finds_the_longest_ways)
{
    RULE("RB-DEC-42");
    RULE("RB-DEC-35");
    static struct table t = TABLE(runebound);
    static struct hunt h;
    struct vl_rng rng = vl_rng_seed(5);

    for (int i = 0; i < 2; i++) {
        shuffle(&t, &rng, i ? 5 : 3, i ? 0 : 1, i ? 0 : 4);
        if (!hunt(&h, &t))
            return;
    }
}

/* Invented: every step into plains or a road costs 3, and the hero can bear 29. */
TEST(rb_go_offers_nothing_beyond_fifteen)
{
    RULE("RB-RUL-88");
    RULE("RB-MOV-25");
    static struct table t = TABLE(runebound);
    static struct hunt h;
    struct vl_move rows[VL_OFFERS_MAX];

    table_with(&t, "/heroes/0/life", "15", "/heroes/0/stamina", "15", "/adventures/20/global",
               "[['move_cost','plains',3],['move_cost','road',3]]");
    table_load(&t, "{'options':{'players':2},'phase':'move','event':'V01','dice':[0,0,0,0],"
                   "'free_steps':2,'players':[{'hero':'H01','hex':103},{'hex':66}]}");
    CHECK(hunt(&h, &t));
    int n = vl_offers(&t.r, &t.s.base, rows), far = 0;
    for (int i = 0; i < n; i++)
        far += rows[i].kind == RB_MV_GO && rb_distance(rb_content(&t.r), 103, rows[i].arg[0]) > 4;
    CHECK(far > 0);
    /* a hero who can bear less is offered less */
    table_load(&t, "{'options':{'players':2},'phase':'move','event':'V01','dice':[0,0,0],"
                   "'players':[{'hero':'H01','hex':103,'wounds':9,'fatigue':14},{'hex':66}]}");
    CHECK(hunt(&h, &t));
    CHECK(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_GO, 65, 0), 0) == 0);
    CHECK(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_GO, 46, 0), 0) != 0);
    /* sixteen is one too many */
    table_with(&t, "/heroes/0/life", "15", "/heroes/0/stamina", "15", "/adventures/20/global",
               "[['move_cost','plains',3],['move_cost','plains',3],['move_cost','plains',2],"
               "['move_cost','road',3],['move_cost','road',3],['move_cost','road',2]]");
    table_load(&t, "{'options':{'players':2},'phase':'move','event':'V01','dice':[0,0,0],"
                   "'players':[{'hero':'H01','hex':103},{'hex':66}]}");
    CHECK(hunt(&h, &t));
    table_plain(&t);
}
