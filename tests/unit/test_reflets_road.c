/* Reflets d'Acide, what scenarios cannot express: every move of the board against a slow walk that
 * tries all ways, the Avatar's way, and what holds in whole games. */
#include "table.h"

#include <stdio.h>
#include <string.h>

static struct table t = TABLE(reflets);

static struct ra_state *state(void)
{
    return &t.s.reflets;
}

static const struct ra_content *content(void)
{
    return ra_content(&t.r);
}

/* ---- moves of the team ---- */

struct walk {
    const struct ra_state *s;
    int potential, far;   /* the greatest number of steps so far */
    bool may[RA_NODES];   /* stop there */
    bool reach[RA_NODES]; /* after `far` steps */
};

static int kind_of(int node)
{
    return content()->nodes[node].kind;
}

static bool in_chasm(int node)
{
    return kind_of(node) == RA_NODE_CORRIDOR || kind_of(node) == RA_NODE_ROOM;
}

/* One step along an edge of the board (RA-MOV-08 to 10). */
static bool leads(int from, int to)
{
    const struct ra_node *a = &content()->nodes[from], *b = &content()->nodes[to];

    if (a->next == to || a->side == to)
        return true;
    if (!in_chasm(from) || !in_chasm(to))
        return false;
    if (kind_of(from) == RA_NODE_CORRIDOR && kind_of(to) == RA_NODE_CORRIDOR)
        return b->next == from;
    return (kind_of(from) == RA_NODE_ROOM && a->faces == to) ||
           (kind_of(to) == RA_NODE_ROOM && b->faces == from);
}

/* The portal of two rooms that lie face up (RA-PRT-01). */
static bool is_portal(const struct ra_state *s, int a, int b)
{
    int up = 0;

    for (int i = 0; i < RA_SLOTS; i++)
        up += (content()->slots[i] == a || content()->slots[i] == b) && s->rooms[i].up &&
              content()->cards[s->rooms[i].card].feature == RA_FEATURE_PORTAL;
    return a != b && up == 2;
}

/* RA-MOV-11, RA-MOV-14 */
static bool is_stopped(const struct ra_state *s, int node)
{
    for (int i = 0; i < RA_SPACES - 1; i++)
        if (content()->spaces[i] == node)
            return s->stack[i] > 0 || s->up[i] != VL_NONE;
    return kind_of(node) == RA_NODE_SHORTCUT ||
           (kind_of(node) == RA_NODE_DOOR && !(s->lasting & RA_OPEN_DOOR));
}

/* RA-MOV-12 */
static bool may_end_early(const struct ra_state *s, int node)
{
    bool token = false;

    for (int i = 0; i < RA_TOKENS; i++)
        token = token || s->tokens[i].at == node;
    return token || is_stopped(s, node) || kind_of(node) == RA_NODE_LUCK ||
           kind_of(node) == RA_NODE_ROOM;
}

static void walk_on(struct walk *w, int node, int prev, int steps)
{
    if (prev != VL_NONE) {
        if (steps == w->potential || may_end_early(w->s, node))
            w->may[node] = true;
        if (steps > w->far) {
            w->far = steps;
            memset(w->reach, 0, sizeof w->reach);
        }
        if (steps == w->far)
            w->reach[node] = true;
        if (is_stopped(w->s, node))
            return;
    }
    for (int to = 0; to < RA_NODES; to++) {
        if (to == prev || to == w->s->avatar_at) /* RA-MOV-09, RA-MOV-17 */
            continue;
        if (is_portal(w->s, node, to))
            walk_on(w, to, node, steps);
        else if (steps < w->potential && leads(node, to) &&
                 !(kind_of(node) == RA_NODE_ROOM && prev != VL_NONE &&
                   !is_portal(w->s, node, prev)))
            walk_on(w, to, node,
                    steps + 1); /* but out of a room it has just come into, RA-MOV-16 */
    }
}

static void check_walk(void)
{
    struct walk w = { state(), ra_potential(state()), 0, { false }, { false } };
    uint32_t out[3];
    bool any = false;

    walk_on(&w, w.s->team_at, VL_NONE, 0);
    for (int node = 0; node < RA_NODES; node++)
        any = any || w.may[node];
    ra_destinations(&t.r, w.s, out);
    for (int node = 0; node < RA_NODES; node++) {
        bool may = any || kind_of(w.s->team_at) == RA_NODE_ROOM ? w.may[node] : w.reach[node];

        if (vl_set_has(out, node) != may)
            CHECK_EQ(1000 * w.s->team_at + node, -w.potential);
    }
}

static int below(struct vl_rng *rng, int n)
{
    return (int)vl_rng_below(rng, (uint32_t)n);
}

/* A board as it may be, with pawns anywhere on it. */
static void scatter(struct vl_rng *rng)
{
    struct ra_state *s = state();
    int portals[2], last = RA_CELL0 + RA_SLOTS - 1;

    do
        s->team_at = vl_u8(15 + below(rng, last - 14));
    while (is_stopped(s, s->team_at) || kind_of(s->team_at) == RA_NODE_SHORTCUT);
    do
        s->avatar_at = vl_u8(below(rng, last + 1));
    while (s->avatar_at == s->team_at);
    if (below(rng, 2))
        s->avatar_at = 0;
    s->lasting = in_chasm(s->team_at) || below(rng, 2) ? RA_OPEN_DOOR : 0;
    for (int i = 0; i < RA_SPACES; i++)
        s->stack[i] = vl_u8(below(rng, 2));
    portals[0] = below(rng, RA_SLOTS);
    portals[1] = (portals[0] + 1 + below(rng, RA_SLOTS - 1)) % RA_SLOTS;
    for (int i = 0, card = RA_ROOM0; i < RA_SLOTS; i++) {
        if (i == portals[0] || i == portals[1])
            continue;
        while (content()->cards[card].feature == RA_FEATURE_PORTAL)
            card++;
        s->rooms[i].card = vl_u8(card++);
    }
    for (int i = 0, k = 0; i < RA_SLOTS; i++)
        if (content()->cards[RA_ROOM0 + i].feature == RA_FEATURE_PORTAL)
            s->rooms[portals[k++]].card = vl_u8(RA_ROOM0 + i);
    for (int i = 0; i < RA_SLOTS; i++)
        s->rooms[i].up = below(rng, 4) > 0;
    for (int i = 0; i < RA_TOKENS; i++)
        if (below(rng, 2))
            ra_put_token(&s->tokens[i], RA_LIES_GONE);
        else
            ra_lay_token(&s->tokens[i], RA_ROAD0 + (int)below(rng, 55));
    s->potential = vl_u8(1 + below(rng, 6));
    s->dice_len = vl_u8(below(rng, 3));
    for (int i = 0; i < RA_DICE; i++)
        s->dice[i] = i < s->dice_len ? vl_u8(1 + below(rng, 6)) : 0;
}

TEST(reflets_goes_wherever_a_way_leads)
{
    RULE("RA-MOV-07");
    RULE("RA-MOV-08");
    RULE("RA-MOV-09");
    RULE("RA-MOV-10");
    RULE("RA-MOV-11");
    RULE("RA-MOV-12");
    RULE("RA-MOV-13");
    RULE("RA-MOV-14");
    RULE("RA-MOV-15");
    RULE("RA-MOV-16");
    RULE("RA-MOV-17");
    RULE("RA-MOV-19");
    struct vl_rng rng = vl_rng_seed(17);

    table_load(&t, "{'base':'BASE1','stage':'move','gold':1,'potential':1,'gait':1}");
    for (int i = 0; i < 5000; i++) {
        scatter(&rng);
        check_walk();
    }
}

/* ---- the Avatar ---- */

/* Squares of the corridor, and one more into a room (RA-AVA-08, RA-AVA-09). */
static int apart(int avatar, int team)
{
    int room = kind_of(team) == RA_NODE_ROOM, at = room ? content()->nodes[team].faces : team;

    if (avatar == team)
        return 0;
    return (at > avatar ? at - avatar : avatar - at) + room;
}

TEST(reflets_avatar_takes_the_shortest_way)
{
    RULE("RA-AVA-08");
    RULE("RA-AVA-09");
    RULE("RA-AVA-10");
    table_load(&t, "{'base':'BASE1','stage':'move','gold':1,'potential':1,'gait':1,'team':'G05',"
                   "'lasting':['open_door']}");
    const int first = state()->team_at - 4; /* G01, and after G10 the rooms */

    for (int from = first; from < first + RA_SLOTS; from++)
        for (int team = first; team < first + 2 * RA_SLOTS; team++)
            for (int n = 1; n <= 6; n++) {
                if (team == from)
                    continue;
                struct ra_state s = *state();
                struct ra_play p = ra_play_on(&t.r, &s.base, NULL);
                s.avatar_at = vl_u8(from);
                s.team_at = vl_u8(team);
                int way = apart(from, team), left = way > n ? way - n : 0;
                CHECK_EQ(ra_push_avatar(&p, n) == VL_FX_GONE, left == 0);
                CHECK_EQ(apart(s.avatar_at, team), left);
                CHECK_EQ(s.base.outcome, left == 0 ? RA_BY_AVATAR : RA_BY_RUNNING);
            }
}

/* ---- content ---- */

TEST(reflets_salutary_zones_have_something_free)
{
    RULE("RA-HAZ-03");
    int zones = 0;

    table_open(&t, "");
    for (int card = RA_ZONE0; card < RA_DOOR0; card++) {
        const struct ra_card *k = &content()->cards[card];
        int free = 0;

        for (int i = 0; i < k->options_len; i++)
            free += k->options[i].cost == 0;
        zones += k->options_len > 0;
        CHECK(k->options_len == 0 || free > 0);
    }
    CHECK_EQ(zones, 6);
}

/* ---- the Vils' pile ---- */

TEST(reflets_draws_from_the_pile_evenly)
{
    RULE("RA-TOK-15");
    RULE("RA-TOK-21");
    RULE("RA-DCK-09");
    RULE("RA-CHN-08");
    struct vl_rng rng = vl_rng_seed(3);

    table_load(&t, "{'base':'BASE1','stage':'arrive','turn':1,'team':'W02','vdown':[0,0,3],"
                   "'tokens':{'green1':{'kind':'IMP_TAX'}},'cards':{'D01':'vils_pile',"
                   "'C02':'vils_pile'}}");
    table_play(&t, "imp_tax_take");
    CHECK_EQ(table_weight(&t, "hidden"), 3);
    CHECK_EQ(table_weight(&t, "draw D01"), 1);
    CHECK_EQ(table_weight(&t, "draw C02"), 1);
    CHECK_EQ(table_weights(&t), 5);
    table_check_sampler(&t, 4000, &rng, NULL);
}

/* ---- the quests ---- */

/* The room of the second step is won with the relic in hand: done once, and rewarded once. */
TEST(reflets_every_quest_is_finished_once)
{
    RULE("RA-QST-04");
    RULE("RA-QST-05");
    RULE("RA-QST-06");
    RULE("RA-CNT-03");
    struct vl_rng rng = vl_rng_seed(8);
    char json[400];

    table_open(&t, "");
    for (int quest = 0; quest < RA_QUESTS; quest++) {
        for (int done = 0; done < 2; done++) {
            const struct ra_quest *q = &content()->quests[quest];
            snprintf(
                json, sizeof json,
                "{'base':'BASE1','stage':'light','turn':3,'team':'R01','gold':1,'quest':'Q%02d',"
                "'vils_quest':'Q%02d','lasting':['open_door','step1'%s],'trial':'S%02d',"
                "'holders':{'X%02d':'H03'},'markers':[1,0,0,0,0,0],'cards':{'H50':'vils_pile',"
                "'H01':'vils_pile'},'rooms':{'1':{'card':'S%02d','up':true}}}",
                quest + 1, q->opposed + 1, done ? ",'step2'" : "", 1 + q->rooms[1] - RA_ROOM0,
                1 + q->relic - RA_RELIC0, 1 + q->rooms[1] - RA_ROOM0);
            if (!table_load(&t, json))
                return;
            while (t.s.base.actor != VL_OVER && state()->turn == 3)
                vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), &t.sink);
            CHECK_EQ(table_happened(&t, RA_EV_STEP_DONE), !done);
            CHECK(t.s.base.actor == VL_OVER || state()->lasting & RA_STEP2);
            CHECK_EQ(state()->relic_token, done ? VL_NONE : 0);
        }
    }
}

/* ---- whole games ---- */

static void check_state(const struct ra_state *s, bool *was_in)
{
    int kind = kind_of(s->avatar_at);
    bool over = s->base.actor == VL_OVER;

    CHECK(kind != RA_NODE_SHORTCUT);                                /* RA-AVA-06 */
    CHECK(kind != RA_NODE_ROOM || s->base.outcome == RA_BY_AVATAR); /* RA-AVA-09 */
    if (s->team_at != content()->city) /* RA-RUL-71: there the portal leads */
        CHECK_EQ(s->base.outcome == RA_BY_AVATAR, over && s->avatar_at == s->team_at);
    for (int colour = 0; colour < RA_CHARS && s->base.phase == RA_PH_BLESS; colour++)
        CHECK(s->gems[RA_VILS][colour] < 4); /* RA-VIL-01 */
    if (*was_in)                             /* RA-MOV-10, RA-OUT-13 */
        CHECK(in_chasm(s->team_at) || (s->team_at == content()->city && s->stage >= RA_ST_COUNT));
    *was_in = in_chasm(s->team_at);
    CHECK(s->turn <= ra_derived(&t.r)->turn_cap);
    CHECK(s->countdown <= RA_COUNTDOWN);
    CHECK(s->countdown == 0 || s->notch == 3);
    CHECK(s->n > 0 || over || s->turn == 0);
}

static void check_end(const struct ra_state *s)
{
    struct vl_result result;

    vl_result(&t.r, &s->base, &result);
    for (int seat = 0; seat < s->base.seats; seat++) {
        CHECK_EQ(result.won[seat], s->base.outcome == RA_BY_QUEST);
        CHECK_EQ(result.score[seat], s->score[0] - s->score[1]);
    }
    CHECK_EQ(s->depth, 0); /* RA-END-07 */
    if (s->base.outcome == RA_BY_QUEST)
        return;
    CHECK_EQ(s->score[0], 0); /* RA-END-08: no gap, so no tick */
    CHECK_EQ(s->score[1], 0);
}

TEST(reflets_keeps_to_its_rules_through_whole_games)
{
    RULE("RA-AVA-06");
    RULE("RA-AVA-09");
    RULE("RA-END-01");
    RULE("RA-END-06");
    RULE("RA-END-07");
    RULE("RA-END-08");
    RULE("RA-MOV-10");
    RULE("RA-SCO-14");
    RULE("RA-VIL-01");
    RULE("RA-VIL-17");
    static const char *const options[] = { "players=1 turn_cap=20", "players=2 vils_order=cascade",
                                           "players=3 challenge=infernal" };
    static const char *const chasm[] = {
        "{'base':'BASE1','turn':190,'team':'G03','lasting':['open_door','step1','step2']}",
        "{'base':'BASE','team':'G03','avatar':'W20','lasting':['open_door'],'holders':{'X02':'H10'}"
        "}",
        "{'base':'BASE3','team':'R10','avatar':'W30','lasting':['open_door','portal','step1','"
        "step2'],'rooms':{'10':{'card':'S10',"
        "'up':true,'won':true}}}",
        "{'base':'BASE','team':'R10','lasting':['open_door','portal'],'notch':3,'countdown':2,'"
        "rooms':{'10':{'card':"
        "'S10','up':true,'won':true}}}",
        "{'base':'BASE1','stage':'arrive','team':'R10','lasting':['open_door','portal'],'rooms':{'"
        "10':{'card':'S10',"
        "'up':true,'won':true}}}",
    };
    struct vl_rng rng = vl_rng_seed(5);
    int ends[RA_OUTCOMES] = { 0 };

    for (int game = 0; game < 150; game++) {
        bool was_in = false;

        if (game % 2)
            table_load(&t, chasm[game / 2 % 5]);
        else
            table_open(&t, options[game / 2 % 3]);
        while (t.s.base.actor != VL_OVER) {
            struct vl_move m = table_any(&t, &rng);
            CHECK(t.s.base.actor == VL_CHANCE || t.s.base.actor < t.s.base.seats); /* RA-VIL-17 */
            vl_apply(&t.r, &t.s.base, m, VL_ANYONE, NULL);
            check_state(state(), &was_in);
        }
        check_end(state());
        ends[t.s.base.outcome]++;
    }
    for (int outcome = RA_BY_RUNNING + 1; outcome < RA_OUTCOMES; outcome++)
        CHECK(ends[outcome] > 0);
}
