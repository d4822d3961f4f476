/* Runemasters, the action phase: which moves are listed, what is refused, and
 * the events that a kill causes. What an action does is told by the scenarios
 * (tests/scenarios/runemasters). */
#include "core/view_build.h"
#include "table.h"

/* Only the active guardian's resources, and only for who holds the seat. */
TEST(rm_only_the_controller_of_the_active_seat_acts)
{
    RULE("RM-ACT-01");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'options':{'players':3,'controller':[2,1,0,2]},'base':'D4','active':'kyreas',"
                   "'dice':['red','red','blue','white']}");
    CHECK_STR(table_refused_by(&t, "end", 3), "");
    CHECK_STR(table_refused_by(&t, "end", 0), ""); /* the same player holds both seats */
    CHECK_STR(table_refused_by(&t, "end", 1), "E_NOT_YOUR_TURN");
    CHECK_STR(table_refused_by(&t, "end", 2), "E_NOT_YOUR_TURN");
    CHECK_STR(table_refused_by(&t, "end", VL_CHANCE), "E_NOT_YOUR_TURN");
}

TEST(rm_the_end_is_always_listed)
{
    RULE("RM-ACT-05");
    RULE("RM-ACT-06");
    struct table t = TABLE(runemasters);

    table_load(
        &t,
        "{'base':'D4','active':'neltai','dice':['red','red','blue','white'],'event':'swiftness',"
        "'guardians':{'neltai':{'ult':[4,1]}},'paths':{'red':['troll_red','-','-','-','-']}}");
    CHECK(table_lists(&t, "end"));
    t.s.runemasters.used = 15;
    CHECK_EQ(table_count(&t, NULL), 1 + 1 + 3 + 1);
    CHECK(table_lists(&t, "release"));
    CHECK(table_lists(&t, "ultimate"));
    CHECK_EQ(table_count(&t, "free_move"), 3);
    CHECK(table_lists(&t, "end"));
}

/* The lowest unspent die that is as good as `die`. */
static int lead_of(const struct rm_state *s, int die)
{
    for (int i = 0; i < die; i++)
        if (!(s->used >> i & 1) && s->dice[i] == s->dice[die] &&
            (s->rerolled >> i & 1) == (s->rerolled >> die & 1))
            return i;
    return die;
}

/* The set with each die replaced by the lowest free one that is as good. */
static int lead_set(const struct rm_state *s, int set)
{
    int out = 0;

    for (int i = 0; i < s->dice_len; i++) {
        if (!(set >> i & 1))
            continue;
        int j = 0; /* i itself at the latest */
        while ((out >> j & 1) || (s->used >> j & 1) || lead_of(s, j) != lead_of(s, i))
            j++;
        out |= 1 << j;
    }
    return out;
}

static int lead_weak(const struct rm_card *card, int wounds, int weak)
{
    for (int w = 0; w < weak; w++)
        if (!(wounds >> w & 1) && card->weak[w] == card->weak[weak])
            return w;
    return weak;
}

/* The card that a weak point belongs to. */
static int aimed_at(const struct rm_state *s)
{
    int own = s->g[s->active].path, at = 0;

    if (s->base.phase != RM_PH_TARGET)
        return s->lane[own][rm_first(s, own)];
    while (!(s->target_mask >> at & 1))
        at++;
    return s->target_kind == RM_TARGET_STORM ? s->lane[at][0] : s->lane[own][at];
}

/* The move that stands for an accepted one in the list (RM-DEC-90). */
static struct vl_move folded(const struct table *t, struct vl_move m)
{
    const struct rm_state *s = &t->s.runemasters;
    uint8_t *a = m.arg;

    switch (m.kind) {
    case RM_MV_HIT:
    case RM_MV_MOVE:
    case RM_MV_MARK_MOVE:
    case RM_MV_MARK_SHIELD:
    case RM_MV_MARK_HEAL:
    case RM_MV_CHARGE: a[0] = vl_u8(lead_of(s, a[0])); break;
    case RM_MV_MARK_SWAP:
        a[0] = vl_u8(lead_of(s, a[0]));
        if (a[1] > a[3] && s->lane[a[3]][a[2] - 1] != VL_NONE) {
            uint8_t from = a[1];
            a[1] = a[3];
            a[3] = from;
        }
        break;
    case RM_MV_MARK_WHIRL:
        a[0] = vl_u8(lead_of(s, a[0]));
        a[1] = vl_u8(
            lead_weak(&rm_content(&t->r)->cards[aimed_at(s)], s->wounds[aimed_at(s)], a[1]));
        break;
    case RM_MV_CHOOSE_WEAK:
        a[0] = vl_u8(
            lead_weak(&rm_content(&t->r)->cards[aimed_at(s)], s->wounds[aimed_at(s)], a[0]));
        break;
    case RM_MV_REROLL: a[0] = vl_u8(lead_set(s, a[0])); break;
    case RM_MV_BLOCK: {
        int set = lead_set(s, 1 << a[0] | 1 << a[1]), first = 0;
        while (!(set >> first & 1))
            first++;
        a[0] = vl_u8(first);
        set &= set - 1;
        for (a[1] = 0; !(set >> a[1] & 1);)
            a[1]++;
        break;
    }
    default: break;
    }
    return m;
}

/* Everything that is accepted stands in the list once, folded, and nothing
 * else does. */
static void check_list(const struct table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    bool met[VL_MOVES_MAX] = { false };
    int n = vl_legal(&t->r, &t->s.base, list);

    for (int i = 0; i < n; i++)
        CHECK_EQ(vl_refuse(&t->r, &t->s.base, list[i], t->s.base.actor), 0);
    for (int a = 0; a < vl_actions_max(t->r.game); a++) {
        struct vl_move m = vl_action_move(&t->r, a);
        int at = 0;

        if (vl_refuse(&t->r, &t->s.base, m, t->s.base.actor) != 0)
            continue;
        m = folded(t, m);
        while (at < n && !vl_move_eq(list[at], m))
            at++;
        if (CHECK(at < n))
            met[at] = true;
    }
    for (int i = 0; i < n; i++)
        CHECK(met[i]); /* a move listed twice is met once only */
}

TEST(rm_the_list_and_the_refusals_agree)
{
    RULE("RM-ACT-08");
    static const char *const options[] = { "guardians=4 difficulty=initiation", "guardians=3",
                                           "guardians=2", "guardians=4 difficulty=legend" };
    struct table t = TABLE(runemasters);
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(77);

    for (int game = 0; game < 8; game++) {
        table_open(&t, options[game % 4]);
        while (t.s.base.actor != VL_OVER) {
            struct vl_move m;

            if (t.s.base.actor == VL_CHANCE) {
                m = vl_sample(&t.r, &t.s.base, &rng);
            } else {
                check_list(&t);
                int n = vl_legal(&t.r, &t.s.base, list);
                m = list[vl_rng_below(&rng, (uint32_t)n)];
            }
            vl_apply_legal(&t.r, &t.s.base, m, NULL);
        }
    }
}

/* One die for each path it leads to; no other move is listed. */
TEST(rm_moves_that_are_listed)
{
    RULE("RM-MOVE-01");
    RULE("RM-MOVE-02");
    RULE("RM-MOVE-03");
    RULE("RM-MOVE-04");
    RULE("RM-MOVE-09");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'neltai','dice':['red','blue','violet','yellow']}");
    CHECK_EQ(table_count(&t, "move"), 0 + 1 + 3 + 1);
    CHECK(table_lists(&t, "move 1 blue") && table_lists(&t, "move 3 yellow"));
    CHECK(!table_lists(&t, "move 0 red") && !table_lists(&t, "move 2 red"));
    table_load(&t, "{'base':'D3','active':'kulak','dice':['red','blue','violet','yellow']}");
    CHECK_EQ(table_count(&t, "move"), 1 + 0 + 2 + 2);
    CHECK(table_lists(&t, "move 3 red") && table_lists(&t, "move 3 green"));
    table_load(&t, "{'base':'D2','active':'kulak','dice':['red','white','white','yellow']}");
    CHECK_EQ(table_count(&t, "move"), 1);
}

TEST(rm_hits_that_are_listed)
{
    RULE("RM-HIT-01");
    RULE("RM-HIT-02");
    RULE("RM-HIT-04");
    RULE("RM-HIT-09");
    RULE("RM-HIT-10");
    RULE("RM-DIE-10");
    struct table t = TABLE(runemasters);

    table_load(
        &t, "{'base':'D4','active':'neltai','dice':['red','blue','white','yellow'],'rerolled':[3],"
            "'paths':{'red':['warrior_red','troll_blue','-','-','-']}}");
    CHECK_EQ(table_count(&t, "hit"), 1);
    CHECK(table_lists(&t, "hit 0"));
    t.s.runemasters.wounds[t.s.runemasters.lane[0][0]] = 1;
    CHECK_EQ(table_count(&t, "hit"), 0);
    t.s.runemasters.rerolled = 0;
    CHECK(table_lists(&t, "hit 3"));
    t.s.runemasters.wounds[t.s.runemasters.lane[0][0]] = 0;
    t.s.runemasters.lane[0][0] = t.s.runemasters.lane[0][1] = VL_NONE;
    CHECK_EQ(table_count(&t, "hit"), 0);
}

/* One event per wound, and the killer is named. */
TEST(rm_the_events_of_a_kill)
{
    RULE("RM-HIT-06");
    RULE("RM-KILL-05");
    RULE("RM-KILL-06");
    struct table t = TABLE(runemasters);

    table_load(
        &t,
        "{'base':'D4','active':'neltai','dice':['red','red','red','white'],"
        "'guardians':{'neltai':{'hp':4,'mana':3}},'paths':{'red':['-','-','dragon_red','-','-']}}");
    table_play(&t, "hit 0");
    CHECK_EQ(table_happened(&t, RM_EV_WOUNDED), 1);
    table_play(&t, "hit 1", "hit 2");
    CHECK_EQ(table_happened(&t, RM_EV_WOUNDED), 3);
    CHECK_EQ(table_happened(&t, RM_EV_KILLED), 1);
    const struct vl_event *ev = table_event(&t, RM_EV_KILLED, 0);
    if (!CHECK(ev != NULL))
        return;
    CHECK_EQ(ev->arg[0], 0); /* neltai */
    CHECK_STR(vl_key(&t.r, RM_FAM_CARD, ev->arg[1]), "dragon_red");
    CHECK_EQ(ev->arg[2], RM_BY_DIE);
    CHECK_EQ(ev->arg[4], 3); /* the slot it stood on */
    ev = table_event(&t, RM_EV_REWARDED, 0);
    if (!CHECK(ev != NULL))
        return;
    CHECK_EQ(ev->arg[0], 0); /* neltai */
    CHECK_EQ(ev->arg[1], 0); /* HP: the track is full */
    CHECK_EQ(ev->arg[2], 1);
    CHECK_EQ(ev->arg[3], 1); /* lost */
}

TEST(rm_marks_without_target_are_not_listed)
{
    RULE("RM-MARK-22");
    RULE("RM-MARK-03");
    RULE("RM-RUL-59");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'kulak','dice':['white','white','red','blue']}");
    CHECK_EQ(table_count(&t, "mark_heal"), 0);
    CHECK_EQ(table_count(&t, "charge"), 3);
    CHECK(table_lists(&t, "block 0 1") && table_lists(&t, "reroll 0"));
    t.s.runemasters.g[0].hp = 3;
    CHECK_EQ(table_count(&t, "mark_heal"), 1);
    CHECK(table_lists(&t, "mark_heal 0 neltai"));
    t.s.runemasters.event = (uint8_t)vl_find_key(&t.r, RM_FAM_EVENT, "hardened", 8);
    CHECK_EQ(table_count(&t, "mark_heal"), 0);
    CHECK(table_lists(&t, "block 0 1") && table_lists(&t, "charge 0"));

    table_load(&t,
               "{'base':'D4','active':'ismoros','dice':['white','white','red','blue'],'guardians':"
               "{'neltai':{'shield':true},'ismoros':{'shield':true},'kulak':{'path':'-','hp':0},"
               "'kyreas':{'shield':true}}}");
    CHECK_EQ(table_count(&t, "mark_shield"), 0);
    t.s.runemasters.g[3].markers = 0;
    CHECK_EQ(table_count(&t, "mark_shield"), 1);

    table_load(&t, "{'base':'D4','active':'kyreas','dice':['white','white','red','blue']}");
    CHECK_EQ(table_count(&t, "mark_whirl"), 0);
    table_load(&t,
               "{'base':'D4','active':'kyreas','dice':['white','red','red','blue'],'rerolled':[0],"
               "'paths':{'yellow':['warrior_yellow','-','-','-','-']}}");
    CHECK_EQ(table_count(&t, "mark_whirl"), 0);
    t.s.runemasters.rerolled = 0;
    CHECK_EQ(table_count(&t, "mark_whirl"), 2);

    table_load(&t, "{'base':'D4','active':'neltai','dice':['white','white','red','blue']}");
    CHECK_EQ(table_count(&t, "mark_swap"), 0);
    CHECK_EQ(table_count(&t, "mark_move"), 3);
}

/* Every monster, every other path; an exchange of two is listed once. */
TEST(rm_exchanges_that_are_listed)
{
    RULE("RM-MARK-06");
    RULE("RM-MARK-07");
    RULE("RM-MARK-13");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'neltai','dice':['white','blue','red','red'],'paths':"
                   "{'red':['troll_red','-','-','-','archer_red_1'],'green':['troll_green','-','"
                   "-','-','-']}}");
    /* archer: 3; troll_red: blue, yellow; troll_green: blue, yellow; and the two together */
    CHECK_EQ(table_count(&t, "mark_swap"), 3 + 2 + 2 + 1);
    CHECK(table_lists(&t, "mark_swap 0 red 1 green"));
    CHECK(table_can(&t, "mark_swap 0 green 1 red"));
    CHECK(!table_lists(&t, "mark_swap 0 red 1 red"));
}

/* ---- what a view says of the powers ---- */

/* The refusal that stands beside the mark in the view, 0 if it can be used. */
static vl_rule why_no_mark(const struct table *t)
{
    static struct vl_canvas canvas;
    const struct vl_view *v = vl_canvas_clear(&canvas, t->game);

    t->game->view(&t->r, &t->s.base, 0, &canvas.view);
    for (int i = 0; i < v->len.items; i++)
        if (v->items[i].id.family == RM_FAM_PLACE && v->items[i].id.index == RM_AT_MARK)
            return v->items[i].why_not;
    return RM_BAD_10;
}

/* A rerolled white die does nothing to a Warrior; another white die does. */
TEST(rm_a_mark_can_be_used_if_any_white_die_can)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-MARK-19");
    table_load(&t, "{'base':'D4','active':'kyreas','dice':['white','red','red','white'],"
                   "'rerolled':[0],'paths':{'yellow':['warrior_red','-','-','-','-']}}");
    CHECK_EQ(why_no_mark(&t), 0);
    t.s.runemasters.rerolled = 1 << 0 | 1 << 3;
    CHECK_EQ(why_no_mark(&t), RM_BAD_26);
}
