/* The odds of Runemasters, card by card and die by die (RM-CHN), and games that
 * are played again from what was written down. */
#include "match/match.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

static const char *const tables[] = {
    "guardians=2 difficulty=initiation", "guardians=3 difficulty=novice players=1",
    "guardians=4 difficulty=guardian",   "guardians=2 difficulty=hero",
    "guardians=3 difficulty=legend",     "guardians=4 difficulty=initiation players=3",
};

static const char *const difficulties[] = { "initiation", "novice", "guardian", "hero", "legend" };

static int count(unsigned mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* ---- cards ---- */

static void to_decks(struct table *t, const char *options)
{
    static const char *const guardian[] = { "choose_guardian kulak", "choose_guardian kyreas",
                                            "choose_guardian neltai", "choose_guardian ismoros" };
    static const char *const path[] = { "place_guardian red", "place_guardian blue",
                                        "place_guardian green", "place_guardian yellow" };

    table_open(t, options);
    for (int k = 0; k < t->s.base.seats; k++)
        table_play(t, guardian[k]);
    for (int k = 0; k < t->s.base.seats; k++)
        table_play(t, path[k]);
}

TEST(rm_one_dragon_of_four_with_two_guardians)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-CHN-01");
    to_decks(&t, "guardians=2");
    CHECK_EQ(table_count(&t, "draw"), 20);
    CHECK_EQ(table_weights(&t), 16 * 4 + 4);
    CHECK_EQ(table_weight(&t, "draw dragon_blue"), 1);
    CHECK_EQ(table_weight(&t, "draw troll_red"), 4);
    CHECK_EQ(table_weight(&t, "draw sorcerer_red"), 0);
    table_play(&t, "draw troll_red");
    CHECK_EQ(table_weights(&t), 15 * 4 + 4); /* 1/16 for the one Dragon, whichever it is */
    table_play(&t, "draw dragon_green");
    CHECK_EQ(table_count(&t, "draw"), 15); /* the other three are not in the game */
    CHECK_EQ(table_weights(&t), 15);
    CHECK_EQ(table_weight(&t, "draw dragon_blue"), 0);
    CHECK_EQ(table_weight(&t, "draw shadow_red"), 1);
    CHECK_STR(table_refused(&t, "draw dragon_red"), "RM-CHN-02");
    CHECK_EQ(t.s.runemasters.to_come, 11);
}

TEST(rm_every_unseen_card_is_equally_likely)
{
    static const struct {
        const char *options;
        int cards, to_come;
    } rows[] = { { "guardians=3", 25, 19 }, { "guardians=4", 32, 24 } };
    static struct table t = TABLE(runemasters);

    RULE("RM-CHN-02");
    for (int k = 0; k < VL_LEN(rows); k++) {
        to_decks(&t, rows[k].options);
        for (int seen = 0; seen < 3; seen++) {
            struct vl_move list[VL_MOVES_MAX];
            int n = vl_legal(&t.r, &t.s.base, list);

            CHECK_EQ(n, rows[k].cards - seen);
            CHECK_EQ(t.s.runemasters.to_come, rows[k].to_come - seen);
            for (int i = 0; i < n; i++) {
                CHECK_EQ(list[i].kind, RM_MV_DRAW);
                CHECK(list[i].arg[0] != RM_DAWN);
                CHECK_EQ(vl_weight(&t.r, &t.s.base, list[i]), 1);
            }
            CHECK_STR(table_refused(&t, "draw dawn"), "RM-CHN-03");
            vl_apply_legal(&t.r, &t.s.base, list[n / 2], NULL);
        }
    }
}

TEST(rm_dawn_is_among_the_last_four_with_equal_odds)
{
    static const char *const bases[] = { "D4", "D3", "D2" };
    static struct table t = TABLE(runemasters);
    char json[120];

    RULE("RM-CHN-03");
    for (int k = 0; k < VL_LEN(bases); k++)
        for (int dragon = 0; dragon < 2; dragon++)
            for (int left = 4; left >= 0; left--) {
                snprintf(json, sizeof json, "{'base':'%s','phase':'spawn','to_come':%d%s}",
                         bases[k], left, dragon ? ",'discard':['dragon_red']" : "");
                table_load(&t, json);
                if (left == 0) { /* certain: nobody is asked */
                    CHECK_EQ(t.s.base.outcome, RM_VICTORY);
                    continue;
                }
                uint64_t all = table_weights(&t), dawn = table_weight(&t, "draw dawn");
                uint64_t troll = table_weight(&t, "draw troll_red");
                CHECK_EQ(table_can(&t, "draw dawn"), left <= 3);
                CHECK_EQ(dawn * (uint64_t)(left + 1), left <= 3 ? all : 0);
                /* the others keep their odds among themselves */
                bool two = k == 2 && !dragon;
                uint64_t units = k == 0   ? 32u - (unsigned)dragon
                                 : k == 1 ? 25u - (unsigned)dragon
                                 : two    ? 17u
                                          : 16u;
                CHECK_EQ(troll * units, all - dawn);
                if (two)
                    CHECK_EQ(table_weight(&t, "draw dragon_red") * 4, troll);
            }
}

/* ---- events ---- */

/* The printed procedure in two steps: the kind by what is left of each, then a
 * card of that kind. Returns the number of reveals that chance decided. */
static int check_event_odds(struct table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);
    const struct rm_content *c = rm_content(&t->r);
    uint64_t of_kind[RM_CLASSES] = { 0 }, all = table_weights(t), left = 0;
    int cards[RM_CLASSES] = { 0 };

    for (int i = 0; i < n; i++) {
        of_kind[c->events[list[i].arg[0]].kind] += vl_weight(&t->r, &t->s.base, list[i]);
        cards[c->events[list[i].arg[0]].kind]++;
    }
    for (int k = 0; k < RM_CLASSES; k++)
        left += t->s.runemasters.events_to_come[k];
    for (int k = 0; k < RM_CLASSES; k++) {
        int unseen = count(t->s.runemasters.unseen_events & rm_derived(&t->r)->events_of[k]);

        CHECK_EQ(of_kind[k] * left, all * t->s.runemasters.events_to_come[k]);
        CHECK_EQ(cards[k], t->s.runemasters.events_to_come[k] ? unseen : 0);
    }
    for (int i = 0; i < n; i++) {
        int kind = c->events[list[i].arg[0]].kind;
        CHECK_EQ(vl_weight(&t->r, &t->s.base, list[i]) * (uint64_t)cards[kind], of_kind[kind]);
    }
    return n > 1;
}

TEST(rm_an_event_is_drawn_by_kind_and_then_by_card)
{
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(33);
    char options[80];
    int asked = 0;

    RULE("RM-CHN-04");
    RULE("RM-CHN-05");
    for (int k = 0; k < VL_LEN(difficulties) * 40; k++) {
        snprintf(options, sizeof options, "guardians=4 difficulty=%s", difficulties[k % 5]);
        table_open(&t, options);
        while (t.s.base.actor != VL_OVER) {
            if (t.s.base.actor == VL_CHANCE && t.s.base.phase == RM_PH_ROUND_START)
                asked += check_event_odds(&t);
            vl_apply_legal(&t.r, &t.s.base, table_any_seldom(&t, &rng, RM_MV_END), NULL);
        }
    }
    CHECK(asked > 200);
    table_load(&t,
               "{'base':'D4','phase':'round_start','events_to_come':[1,2,0],"
               "'unseen_events':['pavise','swiftness','curse','poison','hardened','all_is_calm']}");
    CHECK_EQ(table_weight(&t, "event pavise"), 1 * 60 / 2);
    CHECK_EQ(table_weight(&t, "event curse"), 2 * 60 / 3);
    CHECK_EQ(table_weight(&t, "event all_is_calm"), 0); /* none of its kind is left */
    CHECK_STR(table_refused(&t, "event all_is_calm"), "RM-CHN-05");
    CHECK_STR(table_refused(&t, "event mana_drain"), "RM-CHN-05");
    /* one possible card: it is not asked (RM-RUL-72) */
    table_load(&t, "{'base':'D4','phase':'round_start','events_to_come':[0,1,0],'unseen_events':"
                   "['pavise','curse']}");
    CHECK_STR(table_str(&t, "/event"), "curse");
    RULE("RM-RUL-72");
}

/* ---- dice ---- */

static uint64_t power_of_six(int n)
{
    return n == 0 ? 1 : 6 * power_of_six(n - 1);
}

/* Rolls of n dice: every multiset once, with the number of its orders. */
static void check_rolls(struct table *t, int dice, int multisets)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);

    CHECK_EQ(n, multisets);
    CHECK_EQ(table_weights(t), power_of_six(dice));
    for (int i = 0; i < n; i++) {
        uint64_t orders = 0;
        struct vl_move seen = list[i];

        CHECK_EQ(list[i].arg[0], dice);
        CHECK(vl_move_find(list, i, list[i]) < 0);
        for (uint64_t k = 0; dice <= 4 && k < power_of_six(dice); k++) { /* count them one by one */
            int left[RM_RUNES] = { 0 };
            uint64_t x = k;
            bool same = true;
            for (int j = 1; j <= dice; j++)
                left[seen.arg[j]]++;
            for (int j = 0; j < dice; j++, x /= 6)
                same = same && --left[x % 6] >= 0;
            orders += same;
        }
        if (dice <= 4)
            CHECK_EQ(vl_weight(&t->r, &t->s.base, list[i]), orders);
    }
}

TEST(rm_rolls_have_the_weight_of_their_orders)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-CHN-06");
    table_load(&t, "{'base':'D4','phase':'roll','event':'rain_of_arrows'}");
    check_rolls(&t, 3, 56);
    table_load(&t, "{'base':'D4','phase':'roll','event':'transcendence'}");
    check_rolls(&t, 5, 252);
    CHECK_EQ(table_weight(&t, "roll red red blue white white"), 30);
    table_load(&t, "{'base':'D4','phase':'roll'}");
    check_rolls(&t, 4, 126);
    CHECK_EQ(table_weight(&t, "roll red blue green white"), 24);
    CHECK_EQ(table_weight(&t, "roll red red red red"), 1);
    table_play(&t, "roll white red blue red"); /* any order is taken, and kept */
    CHECK_STR(table_str(&t, "/dice"), "['white','red','blue','red']");
}

/* Five places for dice: those that the event takes away are none, not some rune. */
TEST(rm_a_roll_tells_its_dice_and_no_other)
{
    static struct table t = TABLE(runemasters);
    static const char *const events[] = { "rain_of_arrows", "pavise", "transcendence" };
    static const char *const rolls[] = { "roll red blue green", "roll red blue green white",
                                         "roll red blue green white yellow" };

    RULE("RM-DIE-01");
    RULE("RM-DIE-02");
    RULE("RM-DIE-03");
    for (int k = 0; k < VL_LEN(events); k++) {
        char json[100];

        snprintf(json, sizeof json, "{'base':'D4','phase':'roll','event':'%s'}", events[k]);
        table_load(&t, json);
        table_play(&t, rolls[k]);
        const struct vl_event *ev = table_event(&t, RM_EV_ROLLED, 0);
        if (!CHECK(ev != NULL))
            return;
        CHECK_EQ(ev->arg[0], 3 + k);
        for (int i = 0; i < RM_DICE_MAX; i++)
            CHECK_EQ(ev->arg[1 + i], i < 3 + k ? t.s.runemasters.dice[i] : -1);
    }
}

TEST(rm_rerolls_throw_the_chosen_dice_only)
{
    static const int multisets[] = { 1, 6, 21, 56, 126 };
    static const char *const sets[] = { "", "reroll 2", "reroll 1 3", "reroll 0 1 2",
                                        "reroll 0 1 2 3" };
    static struct table t = TABLE(runemasters);

    RULE("RM-CHN-07");
    for (int n = 1; n <= 4; n++) {
        table_load(&t, "{'base':'D4','dice':['red','red','red','red'],'active':'kulak'}");
        table_play(&t, sets[n]);
        check_rolls(&t, n, multisets[n]);
    }
    CHECK_STR(table_refused(&t, "roll red red red"), "RM-CHN-07");
    CHECK_STR(table_refused(&t, "roll red red red red red"), "RM-CHN-07");
}

/* A roll as it is listed: sorted. */
static struct vl_move listed(struct vl_move m)
{
    for (int a = 2; m.kind == RM_MV_ROLL && a <= m.arg[0]; a++)
        for (int b = a; b > 1 && m.arg[b] < m.arg[b - 1]; b--) {
            uint8_t x = m.arg[b];
            m.arg[b] = m.arg[b - 1];
            m.arg[b - 1] = x;
        }
    return m;
}

TEST(rm_the_sampler_follows_the_weights)
{
    static const char *const positions[] = {
        "{'base':'D2','phase':'spawn'}",
        "{'base':'D2','phase':'spawn','to_come':3}",
        "{'base':'D3','phase':'spawn','to_come':1,'discard':['dragon_red']}",
        "{'base':'D4','phase':'spawn'}",
        "{'base':'D4','phase':'round_start','events_to_come':[1,3,1],'unseen_events':['pavise','"
        "swiftness','curse',"
        "'poison','hardened','all_is_calm']}",
        "{'base':'D4','phase':'roll','event':'rain_of_arrows'}",
    };
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(34);

    RULE("RM-CHN-01");
    RULE("RM-CHN-02");
    RULE("RM-CHN-03");
    RULE("RM-CHN-04");
    RULE("RM-CHN-05");
    RULE("RM-CHN-06");
    for (int k = 0; k < VL_LEN(positions); k++) {
        table_load(&t, positions[k]);
        table_check_sampler(&t, 20000, &rng, listed);
    }
    table_load(&t, "{'base':'D4','dice':['red','red','red','red'],'active':'kulak'}");
    table_play(&t, "reroll 0 3");
    RULE("RM-CHN-07");
    table_check_sampler(&t, 20000, &rng, listed);
}

TEST(rm_every_chance_can_be_scripted)
{
    static struct table t = TABLE(runemasters);

    RULE("RM-CHN-90");
    table_load(&t, "{'base':'D4','phase':'round_start','events':['curse','pavise'],'dean':3,"
                   "'guardians':{'neltai':{'path':'-','hp':0},'ismoros':{'path':'-','hp':0},'"
                   "kulak':{'path':'-','hp':0}},"
                   "'pile':['troll_red','shadow_blue','dawn','troll_blue']}");
    CHECK_STR(table_str(&t, "/event"), "curse"); /* known cards are not asked for */
    CHECK_STR(table_str(&t, "/paths/red"), "['-','-','troll_red','-','-']");
    table_play(&t, "roll white red red white", "reroll 1 2", "roll blue violet");
    CHECK_STR(table_str(&t, "/dice"), "['white','blue','violet','white']");
    table_play(&t, "end");
    CHECK_STR(table_str(&t, "/event"), "pavise");
    CHECK_STR(table_str(&t, "/paths/blue"), "['-','shadow_blue','-','-','-']");
    table_play(&t, "roll red red red red", "end");
    CHECK_EQ(t.s.base.outcome, RM_VICTORY);
    to_decks(&t, "guardians=4 difficulty=legend");
    table_play(&t, "draw dragon_red", "draw dragon_blue", "draw shadow_red", "choose_dean 1",
               "event curse", "draw sorcerer_blue", "roll red blue green white");
    CHECK_STR(table_str(&t, "/paths/red"), "['dragon_red','-','shadow_red','-','-']");
}

/* ---- replay ---- */

static struct vl_move long_turns(const struct table *t, struct vl_rng *rng)
{
    return table_any_seldom(t, rng, RM_MV_END);
}

TEST(rm_options_chance_and_decisions_replay_the_game)
{
    static struct table t = TABLE(runemasters), again = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(35);

    RULE("RM-CHN-91");
    for (int k = 0; k < VL_LEN(tables); k++)
        if (!table_check_replay(&t, &again, tables[k], &rng, long_turns))
            return;
}

static struct vl_match *open_match(struct table *t, const char *options, uint64_t seed)
{
    uint8_t bytes[VL_SEED_SIZE];
    struct vl_match_setup setup = { .rules = &t->r, .seed = bytes };
    struct vl_match *m = NULL;

    table_open(t, options);
    vl_seed_number(bytes, seed);
    CHECK_EQ(vl_match_open(&m, &setup, NULL), VL_OK);
    return m;
}

/* Plays `moves` decisions, the first of the list, chance from the seed. */
static uint64_t play_match(struct vl_match *m, int moves)
{
    while (moves > 0 && vl_match_to_move(m) != VL_OVER) {
        struct vl_move list[VL_MOVES_MAX];

        if (vl_match_to_move(m) == VL_CHANCE) {
            CHECK_EQ(vl_match_draw(m, NULL), VL_OK);
            continue;
        }
        vl_legal(&m->rules, m->state, list);
        CHECK_EQ(vl_match_play(m, list[0], vl_match_to_move(m), NULL), VL_OK);
        moves--;
    }
    return vl_state_hash(&m->rules, m->state);
}

TEST(rm_a_seed_and_the_decisions_give_the_game)
{
    static const uint64_t seeds[] = { 0, 1, 42, UINT64_MAX };
    static struct table t = TABLE(runemasters);
    uint64_t hash[VL_LEN(seeds)];

    RULE("RM-OPT-06");
    RULE("RM-CHN-91");
    for (int k = 0; k < VL_LEN(seeds); k++) {
        struct vl_match *a = open_match(&t, "guardians=3", seeds[k]);
        struct vl_match *b = open_match(&t, "guardians=3", seeds[k]);

        hash[k] = play_match(a, 25);
        CHECK_EQ(play_match(b, 25), hash[k]);
        CHECK_EQ(vl_match_verify(b, NULL), VL_OK);
        for (int j = 0; j < k; j++)
            CHECK(hash[j] != hash[k]); /* another seed, another game */
        vl_match_close(a);
        vl_match_close(b);
    }
}

TEST(rm_a_refused_move_leaves_chance_alone)
{
    static struct table t = TABLE(runemasters);
    struct vl_match *a = open_match(&t, "guardians=4", 7), *b = open_match(&t, "guardians=4", 7);
    struct vl_move bad = { RM_MV_HIT, { 4 } }, chance = { RM_MV_DRAW, { 0 } };
    struct vl_error err;

    RULE("RM-BAD-90");
    for (int k = 0; k < 30; k++) {
        for (int i = 0; i < 3; i++) {
            CHECK_EQ(vl_match_play(b, bad, VL_ANYONE, &err), VL_REFUSED);
            CHECK(vl_match_play(b, chance, VL_ANYONE, NULL) != VL_OK);
        }
        CHECK_EQ(play_match(b, 1), play_match(a, 1));
        CHECK_EQ(a->len, b->len);
    }
    vl_match_close(a);
    vl_match_close(b);
}
