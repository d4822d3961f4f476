/* The list of legal moves of Runemasters and its bounds (RM-DEC), moves made of
 * noise (RM-BAD) and properties of whole games. */
#include "table.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"

static const char *const tables[] = {
    "guardians=2 difficulty=initiation", "guardians=3 difficulty=novice players=1",
    "guardians=4 difficulty=guardian",   "guardians=2 difficulty=hero",
    "guardians=3 difficulty=legend",     "guardians=4 difficulty=initiation players=3",
};

/* ---- the list of legal moves ---- */

static bool same_class(const struct rm_state *s, int a, int b)
{
    return s->dice[a] == s->dice[b] && (s->rerolled >> a & 1) == (s->rerolled >> b & 1) &&
           !(s->used >> a & 1) && !(s->used >> b & 1);
}

/* The n-th die, from 0, of the class of die i. */
static int nth_of_class(const struct rm_state *s, int i, int n)
{
    for (int j = 0; j < s->dice_len; j++)
        if (same_class(s, i, j) && n-- == 0)
            return j;
    return i;
}

static int first_weak(const struct rm_content *c, const struct rm_state *s, int card, int weak)
{
    for (int w = 0; w < weak; w++)
        if (!(s->wounds[card] >> w & 1) && c->cards[card].weak[w] == c->cards[card].weak[weak])
            return w;
    return weak;
}

static int struck_card(const struct rm_state *s, int kind)
{
    int own = s->g[s->active].path, at = 0;

    if (kind == RM_MV_MARK_WHIRL)
        return s->lane[own][rm_first(s, own)];
    while (!(s->target_mask >> at & 1))
        at++;
    return s->target_kind == RM_TARGET_STORM ? s->lane[at][0] : s->lane[own][at];
}

/* RM-DEC-90, told a second time: the representative of a legal move. */
static struct vl_move representative(const struct table *t, struct vl_move m)
{
    const struct rm_state *s = &t->s.runemasters;
    const struct rm_content *c = rm_content(&t->r);
    int a = m.arg[0], b = m.arg[1], set = 0;

    switch (m.kind) {
    case RM_MV_MARK_SWAP:
        if (m.arg[3] < m.arg[1] && s->lane[m.arg[3]][m.arg[2] - 1] != VL_NONE) {
            m.arg[1] = m.arg[3];
            m.arg[3] = (uint8_t)b;
        }
        break;
    case RM_MV_MARK_WHIRL: m.arg[1] = (uint8_t)first_weak(c, s, struck_card(s, m.kind), b); break;
    case RM_MV_CHOOSE_WEAK: m.arg[0] = (uint8_t)first_weak(c, s, struck_card(s, m.kind), a); break;
    case RM_MV_BLOCK: {
        int x = nth_of_class(s, a, 0), y = nth_of_class(s, b, same_class(s, a, b) ? 1 : 0);
        m.arg[0] = (uint8_t)(x < y ? x : y);
        m.arg[1] = (uint8_t)(x < y ? y : x);
        return m;
    }
    case RM_MV_REROLL:
        for (int i = 0; i < s->dice_len; i++) {
            int before = 0;
            for (int j = 0; j < i; j++)
                before += (a >> j & 1) && same_class(s, i, j);
            if (a >> i & 1)
                set |= 1 << nth_of_class(s, i, before);
        }
        m.arg[0] = (uint8_t)set;
        return m;
    default: break;
    }
    if ((m.kind >= RM_MV_HIT && m.kind <= RM_MV_MARK_WHIRL) || m.kind == RM_MV_CHARGE)
        m.arg[0] = (uint8_t)nth_of_class(s, a, 0);
    return m;
}

/* Every listed move is legal, is its own representative and stands once; every
 * legal move is represented. Returns how many are legal, unfolded. */
static int check_list(const struct table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list), legal = 0;

    for (int i = 0; i < n; i++) {
        CHECK(vl_move_find(list, i, list[i]) < 0);
        CHECK_EQ(vl_refuse(&t->r, &t->s.base, list[i], t->s.base.actor), 0);
        CHECK(vl_move_eq(representative(t, list[i]), list[i]));
    }
    for (int i = 0; i < vl_actions_max(&runemasters_game); i++) {
        struct vl_move m = vl_action_move(&t->r, i);
        if (vl_refuse(&t->r, &t->s.base, m, VL_ANYONE) != 0)
            continue;
        legal++;
        CHECK(vl_move_find(list, n, representative(t, m)) >= 0);
    }
    return legal;
}

TEST(rm_the_list_shows_one_of_each_class_and_all_are_accepted)
{
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(31);
    int decisions = 0, folded = 0;

    RULE("RM-DEC-90");
    RULE("RM-DEC-91");
    for (int k = 0; k < VL_LEN(tables) * 5; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        for (; t.s.base.actor != VL_OVER;
             vl_apply_legal(&t.r, &t.s.base, table_any_seldom(&t, &rng, RM_MV_END), NULL))
            if (t.s.base.actor >= 0) {
                decisions++;
                folded += check_list(&t) > table_count(&t, NULL);
            }
    }
    CHECK(decisions > 1000);
    CHECK(folded > 100); /* folding did happen */
}

TEST(rm_equal_dice_weak_points_and_exchanges_are_listed_once)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-DEC-90");
    table_load(&t, "{'base':'D4','active':'kulak','dice':['green','green','green','red'],"
                   "'rerolled':[1],'paths':{'green':['troll_green','-','-','-','-']}}");
    CHECK_EQ(table_count(&t, "hit"), 3); /* green, rerolled green, red */
    CHECK(table_lists(&t, "hit 0") && table_lists(&t, "hit 1") && !table_lists(&t, "hit 2"));
    CHECK_EQ(table_count(&t, "block"), 2);
    CHECK(table_lists(&t, "block 0 1") && table_lists(&t, "block 0 2"));
    CHECK_EQ(table_count(&t, "charge"), 3);
    CHECK_EQ(table_count(&t, "reroll"), 3 * 2 * 2 - 1); /* 0..2 green, 0..1, 0..1 */
    CHECK(!table_lists(&t, "reroll 2") && table_lists(&t, "reroll 0 2"));

    table_load(&t, "{'base':'D4','active':'kyreas','dice':['white','white','red','red'],"
                   "'paths':{'yellow':['werewolf_yellow','-','-','-','-']}}");
    CHECK_EQ(table_count(&t, "mark_whirl"), 2); /* red red blue */
    table_load(&t, "{'base':'D4','active':'neltai','dice':['white','white','red','red'],"
                   "'paths':{'red':['-','troll_red','-','-','-'],'green':['-','troll_green','-',"
                   "'-','-']}}");
    CHECK_EQ(table_count(&t, "mark_swap"), 1 + 2 + 2); /* the exchange, and two empty slots each */
    CHECK(table_lists(&t, "mark_swap 0 red 2 green"));
    CHECK(!table_lists(&t, "mark_swap 0 green 2 red"));
}

/* ---- how long lists and games can be ---- */

/* ORDER RM_MOVES: the column "max" of the rules' table of decisions */
static const int options_max[RM_MOVES] = { 0, 4,  4, 4,  4, 5, 15, 60, 6, 8, 8,
                                           8, 10, 5, 30, 1, 1, 9,  3,  1, 4, 3 };

struct widest {
    int all, unfolded;
    int of[RM_MOVES];
};

/* All dice that five can show, fresh or rerolled, in the position at hand. */
static void widen(struct table *t, struct widest *w)
{
    struct vl_move list[VL_MOVES_MAX], rolls[VL_MOVES_MAX];
    struct rm_state was = t->s.runemasters;

    t->s.base.phase = RM_PH_ROLL;
    t->s.base.actor = VL_CHANCE;
    int n = vl_legal(&t->r, &t->s.base, rolls);
    CHECK_EQ(n, 252);
    t->s.runemasters = was;
    for (int i = 0; i < n * 32; i++) {
        int of[RM_MOVES] = { 0 };
        memcpy(t->s.runemasters.dice, rolls[i / 32].arg + 1, RM_DICE_MAX);
        t->s.runemasters.rerolled = (uint8_t)(i % 32);
        int len = vl_legal(&t->r, &t->s.base, list);
        if (len > w->all)
            w->all = len;
        for (int k = 0; k < len; k++)
            of[list[k].kind]++;
        for (int k = 0; k < RM_MOVES; k++)
            w->of[k] = of[k] > w->of[k] ? of[k] : w->of[k];
        int legal = i % 32 ? 0 : check_list(t); /* flags only matter to folding */
        w->unfolded = legal > w->unfolded ? legal : w->unfolded;
    }
}

/* Neltai before twenty monsters, and the others where their lists are longest. */
static const char *const crowded[] = {
    "'active':'neltai'",
    "'active':'neltai','guardians':{'neltai':{'ult':[4,1]}}",
    "'active':'ismoros'",
    "'active':'kulak','guardians':{'neltai':{'hp':1},'ismoros':{'hp':1},"
    "'kulak':{'hp':1},'kyreas':{'hp':1}}",
    "'active':'kulak','guardians':{'neltai':{'hp':0,'path':'-'},'ismoros':{'hp':0,'path':'-'},"
    "'kulak':{'ult':[4,1]},'kyreas':{'hp':0,'path':'-'}}",
    "'active':'kyreas'",
};

TEST(rm_no_decision_is_wider_than_its_bound)
{
    static struct table t = TABLE(runemasters);
    struct widest w = { 0 };
    char json[1200];

    RULE("RM-DEC-92");
    for (int k = 0; k < VL_LEN(crowded); k++) {
        snprintf(
            json, sizeof json,
            "{'base':'D4','event':'transcendence','dice':['red','red','red','red','red'],'paths':{"
            "'red':['troll_red','troll_blue','troll_green','troll_yellow','shadow_red'],"
            "'blue':['archer_red_1','archer_red_2','archer_red_3','archer_blue_1','shadow_blue'],"
            "'green':['werewolf_red','werewolf_blue','archer_green_1','archer_green_2','shadow_"
            "green'],"
            "'yellow':['werewolf_green','warrior_red','warrior_blue','sorcerer_red','shadow_yellow'"
            "]},%s}",
            crowded[k]);
        table_load(&t, json);
        widen(&t, &w);
    }
    for (int k = 0; k < RM_MOVES; k++)
        CHECK(w.of[k] <= options_max[k]);
    CHECK_EQ(w.of[RM_MV_MARK_SWAP], 60); /* these bounds are reached */
    CHECK_EQ(w.of[RM_MV_MARK_MOVE], 6);
    CHECK_EQ(w.of[RM_MV_MARK_SHIELD], 8);
    CHECK_EQ(w.of[RM_MV_MARK_HEAL], 8);
    CHECK_EQ(w.of[RM_MV_CHARGE], 5);
    CHECK_EQ(w.of[RM_MV_REROLL], 30);
    CHECK_EQ(w.of[RM_MV_ULTIMATE_ON], 9);
    CHECK(w.all > 100 && w.all <= runemasters_game.choices_max);
    CHECK(w.unfolded > 340 && w.unfolded <= 383);
    CHECK(w.all <= runemasters_game.moves_max);
    CHECK_EQ(runemasters_game.moves_max, 252); /* five dice: the longest list there is */
}

static int monsters_on_paths(const struct rm_state *s)
{
    int n = 0;

    for (int i = 0; i < RM_PATHS_MAX * RM_SLOTS; i++)
        n += s->lane[i / RM_SLOTS][i % RM_SLOTS] != VL_NONE;
    return n;
}

static int count(unsigned mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* Falls with every decision of an action phase, whatever is chosen: mana can
 * only come from monsters, dice and the token's two sides only go. */
static int fuel(const struct rm_state *s)
{
    static const int uses_left[] = { 0, 2, 1 };
    const struct rm_guardian *g = &s->g[s->active];

    return g->mana + s->reward_mana + 2 * monsters_on_paths(s) + (s->base.phase == RM_PH_REWARD) +
           4 * (s->dice_len - count(s->used)) + 16 * uses_left[g->ult_side] +
           2 * count(s->target_mask) + !s->free_used;
}

TEST(rm_every_turn_and_every_game_ends)
{
    /* ORDER RM_MOVES: how often in one turn; 5 for what spends a die */
    static const int times_max[RM_MOVES] = { 0, 0, 0, 0,  0,  5, 5, 5, 5, 5,  5,
                                             5, 2, 5, 44, 11, 2, 2, 1, 1, 10, 20 };
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(32);
    int longest_turn = 0, longest_game = 0, most_turns = 0, widest = 0;

    RULE("RM-DEC-93");
    RULE("RM-DEC-92");
    for (int k = 0; k < VL_LEN(tables) * 100; k++) {
        struct vl_move list[VL_MOVES_MAX];
        int game = 0, decisions = 0, turn = 0, turns = 0, rerolls = 0, times[RM_MOVES] = { 0 };

        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            int n = vl_legal(&t.r, &t.s.base, list);
            struct vl_move m = table_any_seldom(&t, &rng, RM_MV_END);
            bool acting = t.s.base.actor >= 0 && t.s.base.phase >= RM_PH_ACTIONS;
            int before = fuel(&t.s.runemasters), active = t.s.runemasters.active,
                round = t.s.runemasters.round;

            CHECK(n >= 1 && n <= runemasters_game.moves_max); /* RM-FLOW-06 */
            widest = t.s.base.actor >= 0 && n > widest ? n : widest;
            vl_apply_legal(&t.r, &t.s.base, m, NULL);
            game++;
            decisions += !(t.r.game->moves[m.kind].flags & VL_MOVE_CHANCE);
            turns += m.kind == RM_MV_DRAW && t.s.runemasters.round > 0;
            rerolls += m.kind == RM_MV_REROLL;
            if (!acting)
                continue;
            CHECK(++times[m.kind] <= times_max[m.kind]);
            longest_turn = ++turn > longest_turn ? turn : longest_turn;
            if (m.kind == RM_MV_END) {
                turn = 0;
                memset(times, 0, sizeof times);
            } else if (CHECK(t.s.runemasters.active == active && t.s.runemasters.round == round)) {
                CHECK(fuel(&t.s.runemasters) < before);
            }
        }
        longest_game = game > longest_game ? game : longest_game;
        most_turns = turns > most_turns ? turns : most_turns;
        CHECK(decisions < 2000);
        CHECK(rerolls <= 4 * t.s.base.seats + 2 * 24); /* mana comes from monsters only */
    }
    CHECK(longest_turn <= 83);
    CHECK(most_turns <= 22);
    CHECK(widest <= runemasters_game.choices_max);
    CHECK((uint32_t)longest_game <= runemasters_game.decisions_max);
}

/* The longest turn that the dice allow: reroll with every point of mana. */
TEST(rm_mana_bounds_the_rerolls_of_a_turn)
{
    static struct table t = TABLE(runemasters);
    int rerolls = 0;

    RULE("RM-DEC-93");
    table_load(
        &t,
        "{'base':'D4','active':'kulak','dice':['red','red','red','red'],"
        "'paths':{'green':['werewolf_green','-','-','-','-']},'wounds':{'werewolf_green':[0,1]}}");
    for (; table_can(&t, "reroll 0"); rerolls++)
        table_play(&t, "reroll 0", "roll red");
    table_play(&t, "hit 1"); /* two mana for the Werewolf */
    for (; table_can(&t, "reroll 0"); rerolls++)
        table_play(&t, "reroll 0", "roll red");
    CHECK_EQ(rerolls, 4 + 2);
    CHECK(table_lists(&t, "end"));
}

/* ---- moves made of noise ---- */

TEST(rm_noise_is_refused_and_changes_nothing)
{
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(36);

    RULE("RM-BAD-90");
    RULE("RM-BAD-91");
    for (int k = 0; k < VL_LEN(tables) * 10; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            for (int i = 0; i < 20; i++) {
                struct rm_state before = t.s.runemasters, after = t.s.runemasters;
                uint64_t bits = vl_rng_next(&rng);
                struct vl_move m;

                if (i % 2) /* mostly zero bytes: nearer to a move */
                    bits &= vl_rng_next(&rng) & UINT64_C(0x0000000707070707);
                memcpy(&m, &bits, sizeof m);
                m.kind = (uint8_t)(i % 2 ? m.kind % RM_MOVES : m.kind);
                vl_actor by = (vl_actor)((int)vl_rng_below(&rng, 12) - 5);
                vl_rule no = vl_apply(&t.r, &after.base, m, by, NULL);
                CHECK_EQ(vl_refuse(&t.r, &t.s.base, m, by), no);
                CHECK(memcmp(&before, &t.s.runemasters, sizeof before) == 0);
                if (no != 0)
                    CHECK(memcmp(&before, &after, sizeof before) == 0);
            }
            vl_apply_legal(&t.r, &t.s.base, table_any_seldom(&t, &rng, RM_MV_END), NULL);
        }
    }
}

/* ---- properties of games ---- */

TEST(rm_all_win_or_lose_together_without_points)
{
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(37);
    struct vl_result res;

    RULE("RM-END-07");
    CHECK_EQ(runemasters_game.outcomes_len, 4); /* running, victory, two defeats */
    for (int k = 0; k < 60; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        vl_result(&t.r, &t.s.base, &res);
        CHECK(!res.over && res.rule == 0);
        table_play_out(&t, &rng);
        vl_result(&t.r, &t.s.base, &res);
        CHECK(res.over);
        CHECK_EQ(res.rule, RM_END_01 + t.s.base.outcome - RM_VICTORY);
        for (int seat = 0; seat < t.s.base.seats; seat++) {
            CHECK_EQ(res.won[seat], t.s.base.outcome == RM_VICTORY);
            CHECK_EQ(res.score[seat], res.won[seat]);
            CHECK_EQ(res.rank[seat], 1);
        }
    }
}

TEST(rm_one_attack_from_a_path_in_a_phase)
{
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(38);
    int attacks = 0;

    RULE("RM-MON-18");
    for (int k = 0; k < 200; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            unsigned struck = 0;

            table_forget(&t);
            vl_apply_legal(&t.r, &t.s.base, table_any_seldom(&t, &rng, RM_MV_END), &t.sink);
            for (int i = 0; i < t.log_len; i++) {
                if (t.log[i].type == RM_EV_TURN_ENDED)
                    struck = 0;
                if (t.log[i].type != RM_EV_STRUCK && t.log[i].type != RM_EV_SHOT)
                    continue;
                CHECK(!(struck >> t.log[i].arg[1] & 1));
                struck |= 1u << t.log[i].arg[1];
                attacks++;
            }
        }
    }
    CHECK(attacks > 1000);
}

TEST(rm_who_is_dead_finds_a_free_path)
{
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(39);
    int dead = 0;

    RULE("RM-ULT-34");
    for (int k = 0; k < 100; k++) {
        table_open(&t, tables[k % VL_LEN(tables)]);
        while (t.s.base.actor != VL_OVER) {
            vl_apply_legal(&t.r, &t.s.base, table_any_seldom(&t, &rng, RM_MV_END), NULL);
            bool someone = false, free_path = false;
            for (int i = 0; t.s.base.phase == RM_PH_ACTIONS && i < t.s.base.seats; i++)
                someone = someone || t.s.runemasters.g[i].hp == 0;
            for (int path = 0; path < rm_derived(&t.r)->paths; path++)
                free_path = free_path || rm_guard_of(&t.s.runemasters, path) < 0;
            CHECK(!someone || free_path);
            dead += someone;
        }
    }
    CHECK(dead > 100);
}

/* No position can say this, and no game reaches it: made by hand. */
TEST(rm_an_angel_would_protect_from_poison)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-EVT-45");
    CHECK_STR(table_bad_position(&t,
                                 "{'base':'D4','phase':'round_end','event':'poison','guardians':"
                                 "{'neltai':{'hp':1,'poison':true,'angel':true}}}"),
              "/guardians/neltai");
    table_load_unsettled(&t, "{'base':'D4','phase':'round_end','event':'poison','guardians':"
                             "{'neltai':{'hp':1,'poison':true},'ismoros':{'hp':2,'poison':true},"
                             "'kulak':{'hp':1,'poison':true}}}");
    t.s.runemasters.g[0].markers |= RM_ANGELED;
    t.s.runemasters.g[1].markers |= RM_ANGELED;
    table_step(&t);
    CHECK_EQ(t.s.runemasters.g[0].hp, 1);
    CHECK_EQ(t.s.runemasters.g[1].hp, 1);
    CHECK_EQ(t.s.runemasters.g[2].hp, 0);
    CHECK_EQ(t.s.runemasters.g[0].markers | t.s.runemasters.g[1].markers, 0);
}

TEST(rm_poison_bites_in_seat_order_from_the_dean)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-EVT-41");
    table_load(&t, "{'base':'D4','phase':'round_end','event':'poison','dean':2,'guardians':"
                   "{'neltai':{'poison':true},'ismoros':{'poison':true},'kulak':{'poison':true},"
                   "'kyreas':{'poison':true}}}");
    if (!CHECK_EQ(table_happened(&t, RM_EV_POISON_BITES), 4))
        return;
    for (int i = 0; i < 4; i++)
        CHECK_EQ(table_event(&t, RM_EV_POISON_BITES, i)->seat, (2 + i) % 4);
}

/* What a position does not say: the pile is what was dealt less what was seen, but
 * Dawn's three companions and one more are there if the cards are. */
TEST(rm_a_position_without_a_pile_has_what_is_left_of_it)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-SET-18");
    table_load_unsettled(&t, "{'base':'D4','phase':'spawn'}");
    int pile = rm_derived(&t.r)->pile, cards = 0;
    uint32_t all = rm_derived(&t.r)->cards;
    char json[2000];
    int len = snprintf(json, sizeof json, "{'base':'D4','phase':'spawn','discard':[");

    for (int card = 0; card < RM_CARDS; card++) {
        if (!(all >> card & 1))
            continue;
        len += snprintf(json + len, sizeof json - (size_t)len, "%s'%s'", cards ? "," : "",
                        vl_key(&t.r, RM_FAM_CARD, card));
        cards++;
        snprintf(json + len, sizeof json - (size_t)len, "]}");
        table_load_unsettled(&t, json);
        int left = pile - cards > 4 ? pile - cards : 4;
        int most = vl_bits(all) - cards;
        CHECK_EQ(t.s.runemasters.to_come, left < most ? left : most);
    }
    CHECK(cards > pile - 4);
}
