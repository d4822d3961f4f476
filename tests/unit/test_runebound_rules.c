/* Runebound, what scenarios (tests/scenarios/runebound) cannot express: chances, whole games, the
 * board, bounds, positions that only code can make. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rb_state *of(struct table *t)
{
    return &t->s.runebound;
}

/* ---- chance ---- */

/* Dice in any order are one outcome. */
static struct vl_move in_order(struct vl_move m)
{
    for (int i = 1; i <= m.arg[0]; i++)
        for (int k = i + 1; k <= m.arg[0]; k++)
            if (m.arg[k] < m.arg[i]) {
                uint8_t face = m.arg[i];
                m.arg[i] = m.arg[k];
                m.arg[k] = face;
            }
    return m;
}

static void check_even(struct table *t, int outcomes, struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);

    CHECK_EQ(t->s.base.actor, VL_CHANCE);
    CHECK_EQ(n, outcomes);
    for (int i = 0; i < n; i++)
        CHECK_EQ(vl_weight(&t->r, &t->s.base, list[i]), 1);
    table_check_sampler(t, 4000, rng, NULL);
}

TEST(rb_setup_draws_evenly)
{
    RULE("RB-SET-04");
    RULE("RB-SET-08");
    RULE("RB-SET-10");
    RULE("RB-CHN-01");
    RULE("RB-CHN-03");
    RULE("RB-CHN-04");
    RULE("RB-CHN-07");
    struct table t = TABLE(runebound);
    struct vl_rng rng = vl_rng_seed(4);

    table_open(&t, "players=5");
    for (int town = 1; town < RB_TOWNS; town++) {
        char deal[20];
        check_even(&t, RB_MARKET + 1 - town, &rng);
        snprintf(deal, sizeof deal, "deal A%02d", town);
        table_play(&t, deal);
    }
    for (int seat = 0; seat < 5; seat++) {
        char hero[20];
        check_even(&t, RB_HEROES - seat, &rng);
        snprintf(hero, sizeof hero, "hero H%02d", 12 - seat);
        table_play(&t, hero);
    }
    check_even(&t, 5, &rng);
}

TEST(rb_dice_have_their_weights)
{
    RULE("RB-CHN-05");
    RULE("RB-CHN-06");
    RULE("RB-CHN-07");
    RULE("RB-TST-01");
    RULE("RB-BRD-11");
    RULE("RB-DEC-35");
    static const char *const plans[] = { "roll_dice 1", "roll_dice 2", "roll_dice 3", "roll_dice 4",
                                         "roll_dice 5" };
    static const int throws[] = { 6, 21, 56, 126, 252 }, ways[] = { 6, 36, 216, 1296, 7776 };
    struct table t = TABLE(runebound);
    struct vl_rng rng = vl_rng_seed(5);

    for (int i = 0; i < 5; i++) {
        table_load(&t, "{'options':{'players':2},'players':[{},{'hex':66}]}");
        table_play(&t, plans[i]);
        CHECK_EQ(table_count(&t, "faces"), throws[i]);
        CHECK_EQ(table_weights(&t), ways[i]);
        table_check_sampler(&t, 20000, &rng, in_order);
    }
    CHECK_EQ(throws[4], runebound_game.moves_max);
    CHECK_EQ(table_weight(&t, "faces 0 0 0 0 0"), 1);
    CHECK_EQ(table_weight(&t, "faces 0 0 0 0 5"), 5);
    CHECK_EQ(table_weight(&t, "faces 1 1 2 2 5"), 30);
    CHECK_EQ(table_weight(&t, "faces 0 1 2 3 4"), 120);
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hex':85,'hero':'H03'},"
                   "{'hex':66}]}");
    table_play(&t, "adventure");
    check_even(&t, 28, &rng); /* RB-CHN-02 */
    table_play(&t, "draw G01", "stand", "attack H");
    check_even(&t, RB_D20, &rng);
}

/* ---- whole games ---- */

static const char *const games[] = {
    "players=2 round_limit=30",
    "players=3 round_limit=20 vorakesh_wins=on hero_mode=chosen",
    "players=4 round_limit=15 ally_limit=2 combat_round_cap=10",
    "players=6 round_limit=12",
    "players=5 round_limit=12 pvp=off",
};

static bool is_chance(int kind)
{
    return kind >= RB_MV_DEAL && kind <= RB_MV_D20;
}

/* RB-GEN-15: where 5.2 lets a state lead to, by states that are passed over or that nobody is
 * asked in as well; the end of the game from anywhere. */
#define TO(name) (UINT64_C(1) << RB_PH_##name)
#define TURN_END (TO(MOVE_PLAN))
#define MARKET (TO(MARKET_ENTER) | TO(EXPERIENCE))
#define AFTER (TO(AFTER_COMBAT) | MARKET | TURN_END | TO(LOOT) | TO(KO_TOWN) | TO(LIMIT_DISCARD))
#define FIGHT                                                                                      \
    (TO(BEFORE_COMBAT) | TO(ESCAPE) | TO(DECLARE) | TO(BOOST) | TO(D20) | TO(REROLL) | TO(SOAK) |  \
     TO(TARGET) | TO(MARKET_DRAW) | AFTER)
#define ADVENTURE (TO(DRAW) | TO(ENCOUNTER) | FIGHT)
static const uint64_t leads_to[RB_PHASES] = {
    [RB_PH_SETUP] = TO(SETUP) | TO(HERO_DEAL) | TO(HERO_PICK),
    [RB_PH_HERO_DEAL] = TO(HERO_DEAL) | TO(FIRST),
    [RB_PH_HERO_PICK] = TO(HERO_PICK) | TO(FIRST),
    [RB_PH_FIRST] = TO(MOVE_PLAN),
    [RB_PH_MOVE_PLAN] = TO(MOVE_PLAN) | TO(REST) | TO(MOVE_ROLL) | TO(MOVE) | TO(ARRIVE) |
                        TO(TARGET) | MARKET | TO(KO_TOWN),
    [RB_PH_REST] = TO(REST) | TO(MOVE_ROLL) | TO(ARRIVE) | MARKET,
    [RB_PH_MOVE_ROLL] = TO(MOVE),
    [RB_PH_MOVE] = TO(MOVE) | TO(MOVE_ROLL) | TO(ARRIVE) | TO(TARGET) | MARKET | TURN_END |
                   TO(KO_TOWN),
    [RB_PH_ARRIVE] = ADVENTURE,
    [RB_PH_DRAW] = ADVENTURE,
    [RB_PH_ENCOUNTER] = ADVENTURE,
    [RB_PH_BEFORE_COMBAT] = FIGHT,
    [RB_PH_ESCAPE] = FIGHT,
    [RB_PH_DECLARE] = FIGHT,
    [RB_PH_BOOST] = ADVENTURE,
    [RB_PH_D20] = ADVENTURE,
    [RB_PH_REROLL] = ADVENTURE,
    [RB_PH_SOAK] = FIGHT,
    [RB_PH_AFTER_COMBAT] = AFTER | TO(TARGET),
    [RB_PH_LIMIT_DISCARD] = ADVENTURE | TO(MARKET),
    [RB_PH_KO_TOWN] = TURN_END | ADVENTURE,
    [RB_PH_LOOT] = TO(LIMIT_DISCARD) | TO(KO_TOWN) | AFTER,
    [RB_PH_TARGET] = ADVENTURE | TO(MOVE_PLAN) | TO(MOVE) | TO(MOVE_ROLL) | TO(ARRIVE),
    [RB_PH_MARKET_ENTER] = TO(MARKET_DRAW) | TO(MARKET) | TO(EXPERIENCE),
    [RB_PH_MARKET_DRAW] = TO(MARKET_DRAW) | TO(MARKET) | ADVENTURE,
    [RB_PH_MARKET] = TO(MARKET) | TO(LIMIT_DISCARD) | TO(EXPERIENCE),
    [RB_PH_EXPERIENCE] = TO(EXPERIENCE) | TO(MOVE_PLAN),
};

/* RB-GEN-06 */
static void check_owner(const struct table *t, int n)
{
    const struct vl_state *s = &t->s.base;

    CHECK_EQ(s->actor == VL_OVER, s->phase == RB_PH_GAME_OVER);
    CHECK(s->actor == VL_OVER || s->actor == VL_CHANCE || (s->actor >= 0 && s->actor < s->seats));
    CHECK_EQ(n > 0, s->actor != VL_OVER);
    CHECK(n <= (s->actor == VL_CHANCE ? 252 : 192));
}

/* RB-STA-06: a site that is empty stays so. */
static void check_sites(const struct rb_state *s, uint8_t empty[RB_SITES])
{
    for (int site = 0; site < RB_SITES; site++) {
        CHECK(!empty[site] || s->sites[site] == 0);
        empty[site] = s->sites[site] == 0;
    }
}

/* RB-GEN-01, RB-GEN-13 */
static void check_cards(const struct rb_state *s, uint8_t gone[RB_DECKED])
{
    for (int seat = 0; s->base.phase > RB_PH_FIRST && seat < s->base.seats; seat++)
        CHECK(s->p[seat].hero >= RB_DECKED && s->p[seat].hero < RB_CARDS);
    for (int card = 0; card < RB_DECKED; card++) {
        CHECK(!gone[card] || s->t[card].place == RB_IN_OUT);
        gone[card] = s->t[card].place == RB_IN_OUT;
    }
}

TEST(rb_games_keep_the_general_rules)
{
    RULE("RB-GEN-01");
    RULE("RB-GEN-05");
    RULE("RB-GEN-06");
    RULE("RB-GEN-13");
    RULE("RB-GEN-15");
    RULE("RB-STA-06");
    RULE("RB-DEC-35");
    RULE("RB-DEC-38");
    static struct table t = TABLE(runebound);
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(20);
    uint64_t seen = 0;

    for (int game = 0; game < 600; game++) {
        uint8_t gone[RB_DECKED] = { 0 }, empty[RB_SITES] = { 0 };
        table_open(&t, games[game % VL_LEN(games)]);
        for (int seat = 0; seat < t.s.base.seats; seat++) /* the rich buy what others only see */
            of(&t)->p[seat].gold = game % 2 ? 999 : 3;
        for (;;) {
            int n = vl_legal(&t.r, &t.s.base, list), phase = t.s.base.phase;

            seen |= UINT64_C(1) << phase;
            check_owner(&t, n);
            check_cards(of(&t), gone);
            check_sites(of(&t), empty);
            if (t.s.base.actor == VL_OVER)
                break;
            for (int i = 0; i < n; i++) {
                CHECK_EQ(is_chance(list[i].kind), t.s.base.actor == VL_CHANCE);
                CHECK(i == 0 || memcmp(&list[i - 1], &list[i], sizeof list[0]) < 0);
            }
            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
            if (!CHECK((leads_to[phase] | TO(GAME_OVER)) >> t.s.base.phase & 1)) {
                printf("  %s to %s\n", t.game->phases[phase], table_phase(&t));
                return;
            }
        }
    }
    for (int phase = 0; phase < RB_PHASES; phase++) /* and every state was there */
        if (!CHECK((seen >> phase & 1) || leads_to[phase] == 0 || phase == RB_PH_GAME_OVER))
            printf("  never in %s\n", t.game->phases[phase]);
}

TEST(rb_everything_is_public)
{
    RULE("RB-GEN-02");
    RULE("RB-ADV-09");
    RULE("RB-TRK-08");
    RULE("RB-STA-14");
    static struct table t = TABLE(runebound);
    static char full[TABLE_TEXT];
    struct vl_rng rng = vl_rng_seed(2);

    table_open(&t, games[0]);
    for (int i = 0; t.s.base.actor != VL_OVER; i++) {
        struct rb_state hidden = *of(&t);

        vl_hide(&t.r, &hidden.base, 1);
        CHECK(memcmp(&hidden, of(&t), sizeof hidden) == 0);
        if (i % 16 == 0) {
            strcpy(full, table_view(&t, VL_ANYONE));
            CHECK(strstr(full, "\"unseen\":[") != NULL && strstr(full, "\"red_tail\":[") != NULL);
            CHECK_STR(table_view(&t, 0), full);
            CHECK_STR(table_view(&t, 1), full);
        }
        vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
    }
}

/* Nothing is drawn but what stands in the list of moves: on other memory, too. */
TEST(rb_the_same_moves_make_the_same_game)
{
    RULE("RB-GEN-14");
    RULE("RB-GEN-05");
    RULE("RB-CHN-07");
    RULE("RB-OPT-03");
    static struct table a = TABLE(runebound), b = TABLE(runebound);
    uint64_t ends[3];

    for (uint64_t seed = 0; seed < 3; seed++) {
        struct vl_rng one = vl_rng_seed(seed), two = vl_rng_seed(seed);

        CHECK(table_check_replay(&a, &b, games[seed], &one, table_any));
        ends[seed] = vl_state_hash(&a.r, &a.s.base);
        table_open(&b, games[seed]);
        memset(of(&b), 0xff, sizeof *of(&b));
        vl_start(&b.r, &b.s.base, NULL);
        table_play_out(&b, &two); /* the same seed, the same draws */
        CHECK_EQ(vl_state_hash(&b.r, &b.s.base), ends[seed]);
    }
    struct vl_rng other = vl_rng_seed(99);
    table_open(&b, games[0]);
    table_play_out(&b, &other);
    CHECK(vl_state_hash(&b.r, &b.s.base) != ends[0]);
    CHECK_STR(table_bad_options(&b, "seed=1"), "seed"); /* it lies outside the game */
}

TEST(rb_a_copy_is_a_game_of_its_own)
{
    RULE("RB-STA-12");
    static struct table t = TABLE(runebound);
    struct vl_rng rng = vl_rng_seed(12), one = vl_rng_seed(3), two = vl_rng_seed(3);

    table_open(&t, games[0]);
    for (int i = 0; i < 100; i++)
        vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
    struct rb_state copy = *of(&t), same = copy;
    table_play_out(&t, &one);
    uint64_t end = vl_state_hash(&t.r, &t.s.base);
    CHECK(memcmp(&copy, &same, sizeof copy) == 0);
    *of(&t) = copy;
    table_play_out(&t, &two);
    CHECK_EQ(vl_state_hash(&t.r, &t.s.base), end);
}

/* RB-DEC-37: every move that there is, asked about at positions of random games. */
static void check_all(const struct table *t)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t->r, &t->s.base, list);

    for (int kind = 1; kind < RB_MOVES; kind++) {
        int args = t->game->moves[kind].args_len;

        if (kind == RB_MV_FACES || kind == RB_MV_GO || kind == RB_MV_DEFEND_WITH)
            continue; /* folded, or no single move */
        for (int i = 0; i < (args > 0 ? 256 : 1); i++)
            for (int k = 0; k < (args > 1 ? 6 : 1); k++) {
                struct vl_move m = vl_move_of(kind, i, k);
                bool listed = vl_move_find(list, n, m) >= 0;
                if (listed != (vl_refuse(&t->r, &t->s.base, m, VL_ANYONE) == 0)) {
                    printf("  %s %d %d in %s\n", t->game->moves[kind].word, i, k, table_phase(t));
                    CHECK(false);
                    return;
                }
            }
    }
}

TEST(rb_what_is_listed_is_accepted_and_nothing_else)
{
    RULE("RB-DEC-37");
    RULE("RB-GEN-08");
    static struct table t = TABLE(runebound);
    struct vl_rng rng = vl_rng_seed(37);

    for (int game = 0; game < 20; game++) {
        table_open(&t, games[game % VL_LEN(games)]);
        for (int i = 0; t.s.base.actor != VL_OVER; i++) {
            struct rb_state before = *of(&t);
            if (vl_rng_below(&rng, 8) == 0)
                check_all(&t);
            CHECK(memcmp(&before, of(&t), sizeof before) == 0);
            vl_apply_legal(&t.r, &t.s.base, table_any(&t, &rng), NULL);
        }
    }
}

TEST(rb_options_do_not_change)
{
    RULE("RB-OPT-09");
    static struct table t = TABLE(runebound);
    static char position[TABLE_TEXT];
    struct vl_rules other;
    union vl_game_state s, scratch;
    struct vl_error err = { 0 };

    table_load(&t, "{'options':{'players':3,'pvp':'off'},'phase':'experience'}");
    strcpy(position, table_state(&t));
    CHECK(strstr(position, "\"players\":3") != NULL && strstr(position, "\"pvp\":\"off\"") != NULL);
    vl_rules_init(&other, t.game, t.pack.block, &t.pack.info);
    CHECK_EQ(vl_options_parse(&other, "players=3 pvp=on", &err), VL_OK);
    CHECK_EQ(vl_rules_prepare(&other, &err), VL_OK);
    CHECK_EQ(vl_json_parse(&t.doc, position, strlen(position), t.nodes, TABLE_NODES, &err), VL_OK);
    CHECK(vl_position_read(&other, &s.base, &scratch.base, &t.doc, 0, &err) != VL_OK);
    CHECK_STR(err.where, "/options");
}

/* ---- what no position of the cards can show ---- */

TEST(rb_an_empty_deck_ends_the_adventure)
{
    RULE("RB-ADV-07");
    RULE("RB-RUL-33");
    struct table t = TABLE(runebound);

    table_load_unsettled(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hex':85},"
                             "{'hex':66}]}");
    for (int card = RB_MARKET; card < RB_MARKET + 28; card++) { /* against RB-STA-10 */
        of(&t)->t[card].place = RB_IN_OUT;
        vl_set_drop(of(&t)->unseen, card);
    }
    vl_apply_legal(&t.r, &t.s.base, vl_move_of(RB_MV_ADVENTURE, 0, 0), &t.sink);
    CHECK_STR(table_phase(&t), "experience");
    CHECK_EQ(table_happened(&t, RB_EV_NOTHING_LEFT), 1);
    CHECK_EQ(of(&t)->sites[rb_content(&t.r)->hexes[85].site], 1);
}

/* No site lies in a town (RB-BRD-07): the hero is put there while the die rolls. */
TEST(rb_a_won_adventure_in_a_town_leaves_the_market)
{
    RULE("RB-ADV-08");
    struct table t = TABLE(runebound);

    for (int town = 0; town < 2; town++) {
        table_load(&t,
                   "{'options':{'players':2},'phase':'arrive','players':[{'hex':85,'hero':'H06'},"
                   "{'hex':66}]}");
        table_play(&t, "adventure", "draw G08", "stand", "attack H");
        if (town)
            of(&t)->p[0].hex = 123;
        vl_apply_legal(&t.r, &t.s.base, vl_move_of(RB_MV_D20, 20, 0), NULL);
        CHECK_STR(table_phase(&t), town ? "market_enter" : "experience");
        CHECK_EQ(of(&t)->p[0].xp, 1);
    }
}

TEST(rb_dice_may_be_none)
{
    RULE("RB-MOV-02");
    struct table t = TABLE(runebound);

    /* R42, the boots of one more die */
    table_with(&t, "/artifacts/41/abilities", "[{'when':['passive'],'do':[['dice_mod',-20]]}]");
    table_load(&t, "{'options':{'players':2},'players':[{'cards':['R42']},{'hex':66}]}");
    CHECK_STR(table_moves(&t), "roll_dice 0, free_step_mode");
    table_with(&t, "/artifacts/41/abilities", "[{'when':['passive'],'do':[['dice_mod',20]]}]");
    table_load(&t, "{'options':{'players':2},'players':[{'hex':103,'cards':['R42']},{'hex':66}]}");
    CHECK_EQ(table_count(&t, "roll_dice"), 6);
    table_plain(&t);
}

/* RB-STA-03: at most three steps without a die at once, and no more than a pack can give. */
TEST(rb_free_steps_are_bounded)
{
    RULE("RB-MOV-27");
    struct table t = TABLE(runebound);

    table_with(&t, "/artifacts/44/abilities",
               "[{'when':['moving'],'cost':[['act']],'do':[['extra_step',3]]}]");
    table_load(&t, "{'options':{'players':2},'players':[{'hex':103,'cards':['R45']},{'hex':66}]}");
    table_play(&t, "free_step_mode", "use R45 0");
    CHECK_EQ(table_int(&t, "/free_steps"), RB_FREE_MAX);
    CHECK_STR(table_bad_position(&t, "{'free_steps':4}"), "/free_steps");
    table_plain(&t);
}

/* One after the other, each by its own answer; who is face down no more is no target. */
TEST(rb_several_cards_are_turned_up_one_by_one)
{
    RULE("RB-RUL-85");
    RULE("RB-EFX-18");
    struct table t = TABLE(runebound);

    table_with(&t, "/artifacts/54/abilities",
               "[{'when':['before_move'],'cost':[['act']],'do':[['refresh',2]]}]");
    table_load(&t, "{'options':{'players':2},'players':[{'hero':'H01','face_down':true,'cards':"
                   "['R55','R33','R35','R36']},{'hex':66}],'cards':{'R33':{'face_down':true},"
                   "'R36':{'face_down':true}}}");
    table_play(&t, "use R55 0");
    CHECK_STR(table_moves(&t), "target H, target R33, target R36");
    CHECK_EQ(table_int(&t, "/cards/R55/face_down"), 0);
    table_play(&t, "target R33");
    CHECK_STR(table_moves(&t), "target H, target R36");
    CHECK_EQ(table_int(&t, "/cards/R55/face_down"), 1);
    table_play(&t, "target H");
    CHECK_STR(table_phase(&t), "move_plan");
    CHECK_EQ(table_int(&t, "/cards/R33/face_down"), 0);
    CHECK_EQ(table_int(&t, "/cards/R36/face_down"), 1);
    CHECK_EQ(table_int(&t, "/players/0/face_down"), 0);
    /* with one left there is no question, with none no second */
    table_load(&t, "{'options':{'players':2},'players':[{'hero':'H01','cards':['R55','R33','R36']},"
                   "{'hex':66}],'cards':{'R33':{'face_down':true},'R36':{'face_down':true}}}");
    table_play(&t, "use R55 0", "target R36");
    CHECK_STR(table_phase(&t), "move_plan");
    CHECK_EQ(table_int(&t, "/cards/R33/face_down"), 0);
    CHECK_EQ(table_int(&t, "/cards/R36/face_down"), 0);
    table_load(&t, "{'options':{'players':2},'players':[{'hero':'H01','cards':['R55','R33']},"
                   "{'hex':66}],'cards':{'R33':{'face_down':true}}}");
    table_play(&t, "use R55 0");
    CHECK_STR(table_phase(&t), "move_plan");
    table_plain(&t);
}

/* ---- the end ---- */

static void check_ranks(struct table *t, const char *players, const char *ranks, const char *won)
{
    char json[600];
    struct vl_result res;

    snprintf(json, sizeof json,
             "{'options':{'players':4,'round_limit':3},'phase':'experience','round':3,'active':3,"
             "'sites':{'SR01':'empty','SR02':'empty'},'players':[%s]}",
             players);
    table_load(t, json);
    table_play(t, "end_turn");
    vl_result(&t->r, &t->s.base, &res);
    CHECK(res.over);
    for (int seat = 0; seat < 4; seat++) {
        CHECK_EQ(res.rank[seat], ranks[seat] - '0');
        CHECK_EQ(res.won[seat], won[seat] == '1');
    }
}

TEST(rb_all_are_ranked)
{
    RULE("RB-WIN-08");
    RULE("RB-WIN-06");
    RULE("RB-RUL-98");
    struct table t = TABLE(runebound);
    struct vl_result res;

    check_ranks(&t,
                "{'gold':9},{'cards':['D01'],'gold':0},{'counters':[1,0,0],'gold':0},{'gold':8}",
                "3124", "0100");
    check_ranks(&t,
                "{'gold':9},{'gold':9},{'gold':4,'counters':[0,1,1]},{'gold':5,'counters':[2,0,0]}",
                "3321", "0001");
    check_ranks(&t, "{'gold':9},{'gold':9},{'gold':9},{'gold':8}", "1114", "1110");
    check_ranks(&t,
                "{'counters':[60,60,60],'gold':9},{'cards':['D01'],'gold':9},"
                "{'counters':[0,1,0],'gold':0},{'gold':32767}",
                "2134", "0100");
    vl_result(&t.r, &t.s.base, &res);
    CHECK_EQ(res.score[0], 180); /* what is shown: 100 a rune, and the counters */
    CHECK_EQ(res.score[1], 100);
    CHECK_EQ(res.score[2], 1);
    CHECK_EQ(res.score[3], 0);
    /* behind a winner who is not first by these figures */
    table_load(&t, "{'options':{'players':3,'vorakesh_wins':'on'},'phase':'arrive','players':"
                   "[{'hex':66,'gold':9},{'hex':74,'hero':'H03','gold':0,'counters':[0,0,0]},"
                   "{'hex':66,'cards':['D01']}],'active':1,'sites':{'SR01':'empty'}}");
    of(&t)->p[1].counters[0] = 9;
    table_play(&t, "adventure", "draw D06");
    for (int i = 0; i < 4; i++)
        table_play(&t, "stand", "attack H", "d20 20", "defend", "d20 20", "defend", "d20 20");
    of(&t)->p[1].counters[0] = 0;
    table_play(&t, "stand", "attack H", "d20 20");
    vl_result(&t.r, &t.s.base, &res);
    CHECK(res.over && res.won[1] && !res.won[0] && !res.won[2]);
    CHECK_EQ(res.rank[1], 1);
    CHECK_EQ(res.rank[2], 2);
    CHECK_EQ(res.rank[0], 3);
}

/* ---- the board ---- */

/* Section 9.2: terrain and sites, row by row. */
static const char picture[13][2 * RB_COLUMNS + 1] = {
    "H.H.H.H.H.VyP.FyF.HbH.HyH.HyH.F.FrF.F.", "H.H.HbH.H.V.P.F.H.T.H.H.V.F.F.F.F.F.F.",
    "H.HrH.T.P.P.VgF.FgR.HgP.VgF.F.F.P.F.F.", "H.H.H.RyP.V.F.F.P.R.H.V.P.PyR.T.F.FrH.",
    "H.P.P.P.R.VgF.F.P.RgP.P.RgR.R.F.FbF.V.", "SbS.P.R.V.P.PgF.P.R.R.R.P.PgF.P.V.VbH.",
    "S.S.SyP.RgP.P.R.R.T.R.R.R.R.P.P.VyH.H.", "S.S.P.T.R.RyR.P.R.P.V.P.FgR.R.V.P.PbH.",
    "S.P.P.F.VbP.P.PgR.P.PgV.F.P.VyR.T.P.P.", "P.PbF.V.F.FgP.R.PgP.V.VgV.R.R.R.P.P.S.",
    "H.P.F.V.FyF.F.RgP.V.VgR.T.R.SbS.P.S.S.", "HrH.FrV.F.PyT.R.RgR.R.PgP.S.S.S.SrS.S.",
    "H.H.H.F.V.P.P.SyS.V.SyP.H.H.H.S.S.S.Sr",
};

static const struct rb_content *board(struct table *t)
{
    table_open(t, "");
    return rb_content(&t->r);
}

TEST(rb_the_board_is_the_one_of_the_rules)
{
    RULE("RB-BRD-01");
    RULE("RB-BRD-02");
    RULE("RB-BRD-07");
    RULE("RB-BRD-08");
    struct table t = TABLE(runebound);
    const struct rb_content *c = board(&t);
    int next[4] = { 0 };

    for (int row = 0; row < 13; row++)
        for (int column = 0; column < RB_COLUMNS; column++) {
            const struct rb_hex *h = &c->hexes[row * 19 + column];
            char land = picture[row][2 * column], gem = picture[row][2 * column + 1];

            CHECK_EQ("PRVSFHT"[h->terrain], land);
            CHECK_EQ(h->r, row);
            CHECK_EQ(h->q, column - (row - row % 2) / 2);
            CHECK_EQ(h->town != VL_NONE, land == 'T');
            CHECK_EQ(h->site == VL_NONE ? '.' : "gybr"[c->sites[h->site].colour], gem);
            if (h->site == VL_NONE)
                continue;
            CHECK(land != 'T');
            for (int side = 0; side < RB_SIDES; side++)
                CHECK(h->next[side] == VL_NONE || c->hexes[h->next[side]].site == VL_NONE);
            next[c->sites[h->site].colour]++;
        }
    CHECK_EQ(next[0], 20);
    CHECK_EQ(next[1], 14);
    CHECK_EQ(next[2], 9);
    CHECK_EQ(next[3], 7);
}

TEST(rb_directions_and_distances)
{
    RULE("RB-BRD-03");
    RULE("RB-BRD-04");
    RULE("RB-BRD-05");
    RULE("RB-BRD-06");
    RULE("RB-BRD-09");
    RULE("RB-BRD-10");
    static const int dq[] = { 1, 1, 0, -1, -1, 0 }, dr[] = { 0, -1, -1, 0, 1, 1 };
    static const int nearest[] = { 2, 4, 6, 9 }, farthest[] = { 5, 7, 9, 12 };
    struct table t = TABLE(runebound);
    const struct rb_content *c = board(&t);

    for (int a = 0; a < RB_HEXES; a++) {
        int queue[RB_HEXES] = { a }, far[RB_HEXES], len = 1;

        for (int side = 0; side < RB_SIDES; side++) {
            int there = VL_NONE;
            for (int b = 0; b < RB_HEXES; b++)
                if (c->hexes[b].q == c->hexes[a].q + dq[side] &&
                    c->hexes[b].r == c->hexes[a].r + dr[side])
                    there = b;
            CHECK_EQ(c->hexes[a].next[side], there);
        }
        for (int b = 0; b < RB_HEXES; b++)
            far[b] = b == a ? 0 : -1;
        for (int i = 0; i < len; i++)
            for (int side = 0; side < RB_SIDES; side++) {
                int b = c->hexes[queue[i]].next[side];
                if (b == VL_NONE || far[b] >= 0)
                    continue;
                far[b] = far[queue[i]] + 1;
                queue[len++] = b;
            }
        CHECK_EQ(len, RB_HEXES); /* all of them, RB-BRD-10 */
        for (int b = 0; b < RB_HEXES; b++)
            CHECK_EQ(rb_distance(c, a, b), far[b]);
    }
    for (int i = 0; i < RB_SITES; i++) {
        int colour = c->sites[i].colour, n = rb_distance(c, 123, c->sites[i].hex);
        CHECK(n >= nearest[colour] && n <= farthest[colour]);
    }
}

/* RB-BRD-10: every terrain is on a die; RB-BRD-05: a free step enters whatever is beside. */
TEST(rb_dice_and_free_steps_lead_everywhere)
{
    RULE("RB-BRD-05");
    RULE("RB-BRD-10");
    RULE("RB-BRD-11");
    RULE("RB-BRD-12");
    static const unsigned faces[] = { 1 << RB_PLAINS | 1 << RB_ROAD,
                                      1 << RB_FOREST | 1 << RB_PLAINS | 1 << RB_SWAMP,
                                      1 << RB_HILLS | 1 << RB_ROAD | 1 << RB_PLAINS,
                                      1 << RB_RIVER | 1 << RB_FOREST,
                                      1 << RB_RIVER | 1 << RB_SWAMP | 1 << RB_ROAD,
                                      1 << RB_HILLS | 1 << RB_FOREST };
    static const int times[RB_TERRAINS] = { 3, 3, 2, 2, 3, 2, 0 };
    struct table t = TABLE(runebound);
    const struct rb_content *c = board(&t);

    for (int terrain = 0; terrain < RB_TERRAINS; terrain++) {
        int n = 0;
        for (int face = 0; face < RB_FACES; face++) {
            CHECK_EQ(c->faces[face].symbols, faces[face]);
            n += c->faces[face].symbols >> terrain & 1;
        }
        CHECK_EQ(n, times[terrain]);
    }
    table_load(&t, "{'options':{'players':2},'phase':'move','dice':[0,1,2,3,4]}");
    of(&t)->free_steps = 1;
    for (int hex = 0; hex < RB_HEXES; hex++) {
        of(&t)->p[0].hex = (uint8_t)hex;
        for (int side = 0; side < RB_SIDES; side++) {
            bool on = c->hexes[hex].next[side] != VL_NONE, some = false;
            for (int die = 0; die < RB_DICE; die++)
                some |= vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_STEP, side, die), 0) == 0;
            CHECK_EQ(some, on);
            CHECK_EQ(vl_refuse(&t.r, &t.s.base, vl_move_of(RB_MV_STEP_FREE, side, 0), 0) == 0, on);
        }
    }
}

TEST(rb_towns_stand_where_the_rules_say)
{
    RULE("RB-SET-13");
    RULE("RB-SET-11");
    static const char *const keys[] = { "tamalir",   "dawnsmoor", "forge",      "frostgate",
                                        "greyhaven", "nerekhall", "riverwatch", "vynelvale" };
    static const int hexes[] = { 123, 168, 41, 28, 215, 202, 136, 72 };
    struct table t = TABLE(runebound);
    const struct rb_content *c = board(&t);

    for (int town = 0; town < RB_TOWNS; town++) {
        CHECK_STR(vl_key(&t.r, RB_FAM_TOWN, town), keys[town]);
        CHECK_EQ(c->towns[town].hex, hexes[town]);
        CHECK_EQ(c->hexes[hexes[town]].town, town);
    }
}
