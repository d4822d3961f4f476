/* Runemasters, the general rules, setup, flow, rounds and turns: what scenarios
 * (tests/scenarios/runemasters) cannot express. Options, whole games, what a
 * seat may know, and the events of a turn. */
#include "table.h"

#include <stdio.h>
#include <string.h>

/* ---- options and results ---- */

TEST(rm_one_guardian_is_refused)
{
    RULE("RM-GEN-03");
    struct table t = TABLE(runemasters);

    CHECK_STR(table_bad_options(&t, "guardians=1"), "guardians");
    CHECK_STR(table_bad_rule(&t), "E_GUARDIAN_COUNT");
    CHECK_STR(table_bad_options(&t, "guardians=1 players=1"), "guardians");
    CHECK_STR(table_bad_options(&t, "guardians=2 players=1"), "");
}

TEST(rm_two_to_four_guardians)
{
    RULE("RM-GEN-02");
    struct table t = TABLE(runemasters);
    static const char *const good[] = { "guardians=2", "guardians=3", "guardians=4" };

    for (int i = 0; i < VL_LEN(good); i++) {
        CHECK(table_open(&t, good[i]));
        CHECK_EQ(t.s.base.seats, 2 + i);
    }
    CHECK_STR(table_bad_options(&t, "guardians=5"), "guardians");
    CHECK_STR(table_bad_options(&t, "guardians=0"), "guardians");
}

TEST(rm_every_guardian_has_a_player_and_every_player_a_guardian)
{
    RULE("RM-GEN-04");
    RULE("RM-RUL-57");
    struct table t = TABLE(runemasters);

    CHECK_STR(table_bad_options(&t, "guardians=2 players=3"), "players");
    CHECK_STR(table_bad_rule(&t), "E_PLAYER_COUNT");
    CHECK_STR(table_bad_options(&t, "players=0"), "players");
    CHECK_STR(table_bad_options(&t, "players=5"), "players");
    CHECK_STR(table_bad_options(&t, "players=2 controller=0,0,0,0"), "controller");
    CHECK_STR(table_bad_rule(&t), "E_CONTROLLER");
    CHECK_STR(table_bad_options(&t, "players=2 controller=0,1,2,0"), "controller");
    for (int n = 2; n <= 4; n++)
        for (int players = 1; players <= n; players++) {
            char options[40];
            unsigned held = 0;

            snprintf(options, sizeof options, "guardians=%d players=%d", n, players);
            table_open(&t, options);
            for (int k = 0; k < n; k++)
                held |= 1u << vl_controller(&t.r, k);
            CHECK_EQ(held, (1u << players) - 1);
        }
}

TEST(rm_all_win_or_lose_together)
{
    RULE("RM-GEN-01");
    struct table t = TABLE(runemasters);
    struct vl_result res;
    static const char *const ends[] = {
        "{'base':'D4','phase':'spawn','active':'neltai','pile':['dawn'],"
        "'guardians':{'kulak':{'path':'-','hp':0}}}",
        "{'base':'D4','phase':'monsters','active':'neltai','temple':1,'paths':{'green':"
        "['troll_green','-','-','-','-']},'guardians':{'kulak':{'path':'-','hp':0}}}",
        "{'base':'D2','phase':'monsters','active':'kulak','paths':{'red':"
        "['troll_red','-','-','-','-']},'guardians':{'kulak':{'hp':1},'kyreas':{'path':'-','hp':0}}"
        "}",
    };
    static const char *const outcomes[] = { "victory", "defeat_temple", "defeat_guardians" };

    for (int i = 0; i < VL_LEN(ends); i++) {
        table_load(&t, ends[i]);
        CHECK_STR(table_str(&t, "/outcome"), outcomes[i]);
        vl_result(&t.r, &t.s.base, &res);
        CHECK(res.over);
        for (int k = 0; k < t.s.base.seats; k++) {
            CHECK_EQ(res.won[k], i == 0);
            CHECK_EQ(res.score[k], res.score[0]);
            CHECK_EQ(res.rank[k], 1);
        }
        for (int k = t.s.base.seats; k < VL_SEATS_MAX; k++) /* nobody sits there */
            CHECK(!res.won[k] && res.score[k] == 0 && res.rank[k] == 0);
    }
}

/* The same dice, cards and choices with one player and with several. */
TEST(rm_solo_is_the_same_game)
{
    RULE("RM-GEN-05");
    struct table solo = TABLE(runemasters), team = TABLE(runemasters);

    for (int n = 2; n <= 4; n++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct vl_rng a = vl_rng_seed(seed), b = vl_rng_seed(seed);
            char options[40];

            snprintf(options, sizeof options, "guardians=%d players=1", n);
            table_open(&solo, options);
            snprintf(options, sizeof options, "guardians=%d", n);
            table_open(&team, options);
            CHECK_EQ(table_play_out(&solo, &a), table_play_out(&team, &b));
            CHECK(memcmp(&solo.s.runemasters, &team.s.runemasters, sizeof solo.s.runemasters) == 0);
            for (int k = 0; k < n; k++)
                CHECK_EQ(vl_controller(&solo.r, k), 0);
        }
}

/* ---- positions that cannot be ---- */

TEST(rm_positions_against_the_general_rules_are_refused)
{
    RULE("RM-GEN-07");
    RULE("RM-GEN-08");
    RULE("RM-GEN-11");
    RULE("RM-GEN-12");
    RULE("RM-GEN-13");
    RULE("RM-GEN-15");
    RULE("RM-GEN-16");
    struct table t = TABLE(runemasters);
    /* clang-format off */
    static const char *const bad[][2] = {
        { "{'base':'D4','phase':'spawn','guardians':{'kulak':{'hp':5}}}", "/guardians/kulak/hp" },
        { "{'base':'D4','phase':'spawn','guardians':{'kulak':{'mana':5}}}", "/guardians/kulak/mana" },
        { "{'base':'D4','phase':'spawn','guardians':{'kulak':{'hp':-1}}}", "/guardians/kulak/hp" },
        { "{'base':'D3','phase':'spawn','paths':{'yellow':['-','-','-','-','-']}}", "/paths/yellow" },
        { "{'base':'D3','phase':'spawn','guardians':{'kulak':{'path':'yellow'}}}", "/guardians/kulak" },
        { "{'base':'D4','phase':'spawn','paths':{'red':['-','-','-','-']}}", "/paths/red" },
        { "{'base':'D4','phase':'spawn','paths':{'red':['-','-','-','-','-','-']}}", "/paths/red" },
        { "{'base':'D4','phase':'spawn','paths':{'red':[['troll_red','shadow_red'],'-','-','-','-']}}", "/paths/red/0" },
        { "{'base':'D4','phase':'spawn','guardians':{'kulak':{'path':'red'}}}", "/guardians/kulak" },
        { "{'base':'D4','phase':'spawn','guardians':{'kulak':{'path':'-'}}}", "/guardians/kulak" },
        { "{'base':'D4','phase':'spawn','paths':{'red':['kulak','-','-','-','-']}}", "/paths/red/0" },
    };
    /* clang-format on */

    for (int i = 0; i < VL_LEN(bad); i++)
        CHECK_STR(table_bad_position(&t, bad[i][0]), bad[i][1]);
    CHECK_STR(table_bad_position(&t, "{'base':'D4','phase':'spawn'}"), "");
}

/* ---- whole games ---- */

static bool one_of(int phase, const int *phases, int n)
{
    for (int i = 0; i < n; i++)
        if (phases[i] == phase)
            return true;
    return false;
}

/* RM-FLOW-01, 02, 06, 07: who moves in which phase, and that somebody can. */
static void check_flow(struct table *t, int moves)
{
    static const int waits[] = { RM_PH_SETUP_GUARDIAN, RM_PH_SETUP_PLACE, RM_PH_SETUP_DEAN,
                                 RM_PH_EVENT_ANGEL,    RM_PH_ACTIONS,     RM_PH_TARGET,
                                 RM_PH_REWARD };
    static const int chance[] = { RM_PH_SETUP_DECKS, RM_PH_ROUND_START, RM_PH_SPAWN, RM_PH_ROLL,
                                  RM_PH_REROLL };
    const struct vl_state *s = &t->s.base;

    CHECK_EQ(s->actor >= 0, one_of(s->phase, waits, VL_LEN(waits)));
    CHECK_EQ(s->actor == VL_CHANCE, one_of(s->phase, chance, VL_LEN(chance)));
    CHECK_EQ(s->actor == VL_OVER, s->phase == RM_PH_GAME_OVER);
    CHECK_EQ(moves > 0, s->actor != VL_OVER);
}

/* RM-GEN-02, 07, 08, 13, 15, and RM-FLOW-08 for the list. */
static void check_table(const struct table *t, const struct vl_move *list, int n)
{
    const struct rm_state *s = &t->s.runemasters;
    unsigned paths = 0;
    uint32_t cards = 0;
    bool placed = s->base.phase > RM_PH_SETUP_PLACE;

    CHECK_EQ(s->base.seats, rm_derived(&t->r)->seats);
    for (int k = 0; k < s->base.seats; k++) {
        CHECK(s->g[k].hp <= 4);
        CHECK(s->g[k].mana <= 4);
        if (s->g[k].path == VL_NONE) {
            CHECK(!placed || s->g[k].hp == 0);
            continue;
        }
        CHECK(s->g[k].hp > 0 && s->g[k].path < rm_derived(&t->r)->paths);
        CHECK(!(paths >> s->g[k].path & 1));
        paths |= 1u << s->g[k].path;
    }
    for (int path = 0; path < RM_PATHS_MAX; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++) {
            if (s->lane[path][slot] == VL_NONE)
                continue;
            CHECK(!(cards >> s->lane[path][slot] & 1)); /* nobody is lost or doubled */
            cards |= UINT32_C(1) << s->lane[path][slot];
        }
    CHECK((cards & (s->discard | s->unseen)) == 0);
    for (int i = 0; i < n; i++) {
        CHECK_EQ(list[i].kind == RM_MV_CHOOSE_WEAK, s->base.phase == RM_PH_TARGET);
        CHECK_EQ(list[i].kind == RM_MV_CHOOSE_REWARD, s->base.phase == RM_PH_REWARD);
    }
}

TEST(rm_random_games_keep_the_general_rules)
{
    RULE("RM-GEN-02");
    RULE("RM-GEN-07");
    RULE("RM-GEN-08");
    RULE("RM-GEN-13");
    RULE("RM-GEN-15");
    RULE("RM-FLOW-01");
    RULE("RM-FLOW-02");
    RULE("RM-FLOW-05");
    RULE("RM-FLOW-06");
    RULE("RM-FLOW-07");
    RULE("RM-FLOW-08");
    static const char *const options[] = { "guardians=2 difficulty=initiation", "guardians=3",
                                           "guardians=4 difficulty=guardian" };
    struct table t = TABLE(runemasters);
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(19);

    for (int game = 0; game < 90; game++) {
        table_open(&t, options[game % 3]);
        for (;;) {
            int n = vl_legal(&t.r, &t.s.base, list);

            check_flow(&t, n);
            check_table(&t, list, n);
            if (t.s.base.actor == VL_OVER)
                break;
            struct vl_move m = t.s.base.actor == VL_CHANCE ? vl_sample(&t.r, &t.s.base, &rng)
                                                           : list[vl_rng_below(&rng, (uint32_t)n)];
            CHECK_EQ(vl_apply(&t.r, &t.s.base, m, t.s.base.actor, NULL), 0);
        }
    }
}

/* Two tables, one on memory full of ones, one on memory full of zeros. */
TEST(rm_the_same_seed_gives_the_same_game)
{
    RULE("RM-GEN-19");
    static struct table a = TABLE(runemasters), b = TABLE(runemasters);
    struct vl_move list[VL_MOVES_MAX];
    uint64_t ends[6];

    for (uint64_t seed = 0; seed < 6; seed++) {
        struct vl_rng ra = vl_rng_seed(seed), rb = vl_rng_seed(seed);

        table_open(&a, "guardians=3 difficulty=hero");
        table_open(&b, "guardians=3 difficulty=hero");
        memset(&b.s.runemasters, 0xff, sizeof b.s.runemasters);
        vl_start(&b.r, &b.s.base, NULL);
        CHECK(memcmp(&a.s.runemasters, &b.s.runemasters, sizeof a.s.runemasters) == 0);
        while (a.s.base.actor != VL_OVER) {
            struct vl_move m;

            if (a.s.base.actor == VL_CHANCE) {
                m = vl_sample(&a.r, &a.s.base, &ra);
                CHECK(vl_move_eq(m, vl_sample(&b.r, &b.s.base, &rb)));
            } else {
                int n = vl_legal(&a.r, &a.s.base, list);
                m = list[vl_rng_below(&ra, (uint32_t)n)];
                vl_rng_below(&rb, (uint32_t)n);
            }
            vl_apply(&a.r, &a.s.base, m, VL_ANYONE, NULL);
            vl_apply(&b.r, &b.s.base, m, VL_ANYONE, &b.sink); /* watched or not */
            if (!CHECK(memcmp(&a.s.runemasters, &b.s.runemasters, sizeof a.s.runemasters) == 0))
                return;
        }
        ends[seed] = vl_state_hash(&a.r, &a.s.base);
    }
    for (int i = 1; i < 6; i++) /* and the seed matters */
        CHECK(ends[i] != ends[0]);
}

/* ---- who knows what ---- */

/* of what table_view() or table_state() wrote last */
static bool has(const struct table *t, const char *pointer)
{
    return vl_json_pointer(&t->doc, pointer) != UINT32_MAX;
}

static int number(const struct table *t, const char *pointer)
{
    int64_t v = -1;
    uint32_t node = vl_json_pointer(&t->doc, pointer);

    if (node != UINT32_MAX)
        vl_json_int_in(&t->doc, node, -100, 100, &v);
    return (int)v;
}

TEST(rm_the_order_of_the_piles_is_hidden_and_nothing_else)
{
    RULE("RM-INF-01");
    RULE("RM-INF-04");
    RULE("RM-SET-17");
    RULE("RM-SET-31");
    struct table a = TABLE(runemasters), b = TABLE(runemasters);

    table_load(&a,
               "{'base':'D4','active':'kulak','dice':['red','red','blue','white'],'event':'curse',"
               "'pile':['troll_red','archer_red_1','dawn'],'events':['poison','hardened']}");
    table_load(&b,
               "{'base':'D4','active':'kulak','dice':['red','red','blue','white'],'event':'curse',"
               "'pile':['dragon_blue','dawn','troll_red'],'events':['mana_drain','poison']}");
    struct rm_state full = a.s.runemasters;
    for (vl_actor seat = VL_ANYONE; seat < 4; seat = (vl_actor)(seat == VL_ANYONE ? 0 : seat + 1)) {
        table_view(&a, seat);
        CHECK(!has(&a, "/pile") && !has(&a, "/events"));
        CHECK(has(&a, "/guardians/kulak/hp") && has(&a, "/dice/3") && has(&a, "/discard"));
        struct rm_state sa = a.s.runemasters, sb = b.s.runemasters;
        vl_hide(&a.r, &sa.base, seat);
        vl_hide(&b.r, &sb.base, seat);
        CHECK(memcmp(&sa, &sb, sizeof sa) == 0);
        /* what is not the order of a pile is still there */
        sa.known_len = full.known_len;
        sa.known_events_len = full.known_events_len;
        memcpy(sa.known, full.known, sizeof full.known);
        memcpy(sa.known_events, full.known_events, sizeof full.known_events);
        CHECK(memcmp(&sa, &full, sizeof sa) == 0);
    }
}

/* In play no state holds an order at all: hiding changes nothing. */
TEST(rm_nothing_is_decided_before_it_is_revealed)
{
    RULE("RM-INF-01");
    RULE("RM-FLOW-02");
    RULE("RM-SET-17");
    RULE("RM-SET-31");
    struct table t = TABLE(runemasters);
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(5);

    for (int n = 2; n <= 4; n++) {
        char options[20];

        snprintf(options, sizeof options, "guardians=%d", n);
        table_open(&t, options);
        while (t.s.base.actor != VL_OVER) {
            struct rm_state hidden = t.s.runemasters;
            vl_hide(&t.r, &hidden.base, VL_ANYONE);
            CHECK(memcmp(&hidden, &t.s.runemasters, sizeof hidden) == 0);
            int len = vl_legal(&t.r, &t.s.base, list);
            struct vl_move m = t.s.base.actor == VL_CHANCE
                                   ? vl_sample(&t.r, &t.s.base, &rng)
                                   : list[vl_rng_below(&rng, (uint32_t)len)];
            vl_apply_legal(&t.r, &t.s.base, m, NULL);
        }
    }
}

TEST(rm_counts_and_composition_are_public)
{
    RULE("RM-INF-02");
    RULE("RM-INF-03");
    struct table t = TABLE(runemasters);

    table_open(&t, "guardians=2 difficulty=guardian");
    table_play(&t, "choose_guardian kulak", "choose_guardian kyreas", "place_guardian red",
               "place_guardian blue", "draw troll_red", "draw archer_red_1", "draw dragon_blue",
               "choose_dean 0", "event curse");
    table_view(&t, 1);
    CHECK_EQ(number(&t, "/table/pile"), 11);
    CHECK_EQ(number(&t, "/to_come"), 10);
    CHECK_EQ(number(&t, "/table/events"), 4);
    CHECK_EQ(number(&t, "/events_to_come/0"), 1);
    CHECK_EQ(number(&t, "/events_to_come/1"), 2);
    CHECK_EQ(number(&t, "/events_to_come/2"), 1);
    CHECK_EQ(t.nodes[vl_json_pointer(&t.doc, "/unseen")].count, 14);
    CHECK_EQ(t.nodes[vl_json_pointer(&t.doc, "/unseen_events")].count, 10);
    CHECK_EQ(number(&t, "/options/guardians"), 2);
    CHECK(has(&t, "/options/difficulty"));
    table_play(&t, "draw troll_blue");
    table_view(&t, 0);
    CHECK_EQ(number(&t, "/table/pile"), 10);
}

/* A preview is computed on what the seat knows: the next card is chance. */
TEST(rm_a_preview_does_not_tell_the_next_card)
{
    RULE("RM-INF-04");
    struct table t = TABLE(runemasters);
    struct rm_state scratch;
    struct vl_move end = { RM_MV_END, { 0 } };

    table_load(&t, "{'base':'D4','active':'kulak','dice':['red','red','blue','white'],"
                   "'pile':['troll_red','dawn']}");
    CHECK_EQ(vl_preview(&t.r, &t.s.base, end, 2, &scratch.base, &t.sink), 0);
    CHECK_EQ(scratch.base.actor, VL_CHANCE);
    CHECK_EQ(scratch.base.phase, RM_PH_SPAWN);
    CHECK_EQ(table_happened(&t, RM_EV_SPAWNED), 0);
    table_play(&t, "end"); /* while the table goes on to the known card */
    CHECK_EQ(table_happened(&t, RM_EV_SPAWNED), 1);
    /* also when an automatic draw was due */
    table_load_unsettled(
        &t, "{'base':'D4','phase':'spawn','active':'kulak','pile':['troll_red','dawn']}");
    CHECK_EQ(t.s.base.actor, VL_AUTO);
    vl_hide(&t.r, &t.s.base, 2);
    CHECK_EQ(t.s.base.actor, VL_CHANCE);
}

/* What is known comes by itself, the first card and the first event of the pack too. */
TEST(rm_a_known_card_is_not_asked)
{
    static const char *const due[] = {
        "{'base':'D4','phase':'spawn','active':'kulak','pile':['archer_red_1','dawn']}",
        "{'base':'D4','phase':'setup_decks','pile':['archer_red_1'],'to_come':24,'dawn_in':true}",
        "{'base':'D4','phase':'round_start','events':['guardian_angel']}",
    };
    struct table t = TABLE(runemasters);

    RULE("RM-RUL-72");
    for (int i = 0; i < VL_LEN(due); i++) {
        table_load_unsettled(&t, due[i]);
        CHECK_EQ(t.s.base.actor, VL_AUTO);
    }
    CHECK_STR(vl_key(&t.r, RM_FAM_CARD, 0), "archer_red_1");
    CHECK_STR(vl_key(&t.r, RM_FAM_EVENT, 0), "guardian_angel");
}

TEST(rm_a_hidden_event_is_chance_again)
{
    RULE("RM-INF-01");
    struct table t = TABLE(runemasters);

    table_load_unsettled(&t, "{'base':'D4','phase':'round_start','events':['poison']}");
    CHECK_EQ(t.s.base.actor, VL_AUTO);
    vl_hide(&t.r, &t.s.base, 0);
    CHECK_EQ(t.s.runemasters.known_events_len, 0);
    CHECK_EQ(t.s.runemasters.known_events[0], 0);
    CHECK_EQ(t.s.base.actor, VL_CHANCE);
}

/* What is certain is not asked. Made by hand: while Dawn is in the pile it can come as well. */
TEST(rm_the_only_monster_left_comes_by_itself)
{
    struct table t = TABLE(runemasters);
    struct rm_state *s = &t.s.runemasters;

    table_load_unsettled(&t, "{'base':'D4','phase':'spawn','active':'kulak'}");
    s->to_come = 1;
    s->unseen = 1u << 3;
    CHECK_EQ(rm_actor(&t.r, s), VL_CHANCE);
    s->dawn_in = 0;
    CHECK_EQ(rm_actor(&t.r, s), VL_AUTO);
    s->unseen |= 1u << 5;
    CHECK_EQ(rm_actor(&t.r, s), VL_CHANCE);
}

TEST(rm_dice_are_public)
{
    RULE("RM-INF-05");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','phase':'roll','active':'kulak'}");
    table_play(&t, "roll red white white blue", "reroll 1", "roll violet");
    const struct vl_event *rolled = table_event(&t, RM_EV_ROLLED, 0);
    const struct vl_event *rerolled = table_event(&t, RM_EV_REROLLED, 0);
    if (!CHECK(rolled != NULL && rerolled != NULL))
        return;
    for (vl_actor seat = 0; seat < 4; seat++) {
        CHECK(vl_event_seen(rolled, seat) && vl_event_seen(rerolled, seat));
        table_view(&t, seat);
        CHECK(vl_json_is(&t.doc, vl_json_pointer(&t.doc, "/dice/1"), "violet"));
        CHECK(vl_json_is(&t.doc, vl_json_pointer(&t.doc, "/dice/3"), "blue"));
    }
    CHECK(vl_event_seen(rolled, VL_ANYONE));
    CHECK_EQ(rerolled->arg[0], 1);
    CHECK_EQ(rerolled->arg[1], RM_RUNE_VIOLET);
}

TEST(rm_a_roll_tells_only_the_dice_that_were_thrown)
{
    RULE("RM-DIE-03"); /* and a pack may take more dice away than the booklet does */
    struct table t = TABLE(runemasters);

    CHECK(table_with(&t, "/events/8/effects", "[['dice',1]]"));
    table_load(&t, "{'base':'D4','phase':'roll','active':'kulak','event':'rain_of_arrows'}");
    table_play(&t, "roll white");
    const struct vl_event *rolled = table_event(&t, RM_EV_ROLLED, 0);
    if (CHECK(rolled != NULL)) {
        CHECK_EQ(rolled->arg[0], 1);
        CHECK_EQ(rolled->arg[1], RM_RUNE_WHITE);
        for (int i = 2; i <= RM_DICE_MAX; i++)
            CHECK_EQ(rolled->arg[i], -1);
    }
    table_plain(&t);
}

/* ---- setup ---- */

TEST(rm_choices_of_setup)
{
    RULE("RM-SET-03");
    RULE("RM-SET-11");
    RULE("RM-SET-12");
    RULE("RM-SET-27");
    static const char *const names[] = { "choose_guardian neltai", "choose_guardian ismoros",
                                         "choose_guardian kulak", "choose_guardian kyreas" };
    static const char *const places[] = { "place_guardian green", "place_guardian red",
                                          "place_guardian blue", "place_guardian yellow" };
    struct table t = TABLE(runemasters);

    for (int n = 2; n <= 4; n++) {
        char options[20];
        int paths = n == 3 ? 3 : 4;

        snprintf(options, sizeof options, "guardians=%d", n);
        table_open(&t, options);
        for (int k = 0; k < n; k++) {
            CHECK_EQ(table_count(&t, NULL), 4 - k);
            CHECK_EQ(table_count(&t, "choose_guardian"), 4 - k);
            table_play(&t, names[k]);
        }
        for (int k = 0; k < n; k++) {
            CHECK_EQ(table_count(&t, NULL), paths - k);
            CHECK_EQ(table_count(&t, "place_guardian"), paths - k);
            table_play(&t, places[k]);
        }
        int open = 0;
        for (int path = 0; path < paths; path++)
            open += rm_guard_of(&t.s.runemasters, path) < 0;
        CHECK_EQ(open, n == 2 ? 2 : 0);
        table_play(&t, "draw troll_red", "draw archer_red_1", "draw shadow_blue");
        CHECK_EQ(table_count(&t, NULL), n);
        CHECK_EQ(table_count(&t, "choose_dean"), n);
    }
}

TEST(rm_the_suggested_dean)
{
    RULE("RM-SET-28");
    struct table t = TABLE(runemasters);

    table_open(&t, "guardians=2 preset_guardians=kulak,kyreas preset_paths=red,blue");
    table_play(&t, "draw troll_blue", "draw archer_red_1", "draw shadow_green");
    CHECK_EQ(table_int(&t, "/table/suggested_dean"), 1);
    CHECK_EQ(table_count(&t, "choose_dean"), 2); /* it binds nobody */
    table_play(&t, "choose_dean 0");
    CHECK_EQ(table_int(&t, "/dean"), 0);
    CHECK_EQ(table_int(&t, "/table/suggested_dean"), -1);
    table_open(&t, "guardians=2 preset_guardians=kulak,kyreas preset_paths=red,blue");
    table_play(&t, "draw troll_green", "draw archer_blue_1", "draw shadow_blue");
    CHECK_EQ(table_int(&t, "/table/suggested_dean"), 0); /* nobody faces it */
    table_open(&t,
               "preset_guardians=kulak,kyreas,neltai,ismoros preset_paths=red,blue,yellow,green");
    table_play(&t, "draw troll_yellow", "draw archer_red_1", "draw shadow_blue");
    CHECK_EQ(table_int(&t, "/table/suggested_dean"), 2);
    /* made by hand, two in contact: the first path counts, whoever stands there */
    table_load(&t, "{'base':'D4','phase':'setup_dean','paths':{'red':['troll_red','-','-','-','-'],"
                   "'blue':['troll_blue','-','-','-','-']}}");
    CHECK_EQ(table_int(&t, "/table/suggested_dean"), 0);
}

/* ---- flow, rounds, turns ---- */

TEST(rm_a_single_option_is_still_a_decision)
{
    RULE("RM-FLOW-04");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','active':'neltai','dice':['red','red','blue','white'],"
                   "'used':[0,1,2,3],'guardians':{'neltai':{'mana':0}}}");
    CHECK_EQ(t.s.base.actor, 0);
    CHECK_EQ(table_count(&t, NULL), 1);
    CHECK(table_lists(&t, "end"));
    table_load(&t, "{'base':'D2','phase':'event_angel','active':'kyreas','event':'guardian_angel',"
                   "'guardians':{'kulak':{'path':'-','hp':0}}}");
    CHECK_EQ(t.s.base.actor, 0);
    CHECK_EQ(table_count(&t, NULL), 1);
    CHECK(table_lists(&t, "assign_angel kyreas"));
}

/* Chance has its list too, and nothing is legal for a seat meanwhile. */
TEST(rm_only_the_pending_decision_is_listed)
{
    RULE("RM-FLOW-05");
    RULE("RM-FLOW-07");
    RULE("RM-FLOW-08");
    struct table t = TABLE(runemasters);

    table_load(
        &t,
        "{'base':'D4','active':'neltai','event':'mana_healing','dice':['red','red','blue','white'],"
        "'guardians':{'neltai':{'ult':[4,1]}},'wounds':{'troll_red':[0,1]},"
        "'paths':{'red':['troll_red','-','-','-','-'],'blue':['dragon_blue','-','-','-','-']}}");
    table_play(&t, "ultimate");
    CHECK_EQ(table_count(&t, NULL), 1);
    CHECK_EQ(table_count(&t, "choose_weak"), 1);
    table_play(&t, "choose_weak 2");
    CHECK_EQ(table_count(&t, NULL), 3);
    CHECK_EQ(table_count(&t, "choose_reward"), 3);
    table_load(&t, "{'base':'D4','phase':'spawn','active':'neltai'}");
    CHECK_EQ(table_count(&t, NULL), table_count(&t, "draw"));
    table_load_unsettled(&t, "{'base':'D4','phase':'monsters','active':'neltai'}");
    CHECK_EQ(table_count(&t, NULL), 0);
    table_load(&t, "{'base':'D4','phase':'game_over','outcome':'defeat_temple','temple':0}");
    CHECK_EQ(t.s.base.actor, VL_OVER);
    CHECK_EQ(table_count(&t, NULL), 0);
}

/* Poison is dealt with while the angel is still there, and the event too. */
TEST(rm_the_round_end_runs_in_order)
{
    RULE("RM-RND-14");
    struct table t = TABLE(runemasters);

    table_load_unsettled(
        &t, "{'base':'D2','phase':'round_end','active':'kyreas','event':'guardian_angel',"
            "'guardians':{'kulak':{'hp':1,'angel':true}},'events':['poison']}");
    t.s.runemasters.g[0].markers |= RM_POISONED; /* no legal game has both: this shows the order */
    CHECK(table_step(&t));
    CHECK_EQ(t.s.runemasters.g[0].hp, 1);
    CHECK_EQ(t.s.runemasters.g[0].markers, 0);
    CHECK_EQ(t.s.runemasters.round, 2);
    CHECK_STR(table_phase(&t), "round_start");
    CHECK_STR(table_str(&t, "/events"), "['poison']"); /* not yet revealed */
    CHECK(table_step(&t));
    CHECK_STR(table_str(&t, "/event"), "poison");
}

/* The last seat's death or not: the step runs once, after every seat. */
TEST(rm_a_round_gives_every_living_seat_one_turn)
{
    RULE("RM-RND-08");
    RULE("RM-RND-09");
    RULE("RM-RND-10");
    struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(3);

    for (int dean = 0; dean < 4; dean++)
        for (int dead = 0; dead < 16; dead++) {
            static const char *const names[] = { "neltai", "ismoros", "kulak", "kyreas" };
            char json[400] = "{'base':'D4','phase':'round_start','to_come':12,'dean':";
            size_t len = strlen(json);
            int turns = 0;

            if (dead == 15)
                continue;
            len += (size_t)snprintf(json + len, sizeof json - len, "%d,'guardians':{'neltai':{}",
                                    dean);
            for (int k = 0; k < 4; k++)
                if (k > 0 && (dead >> k & 1))
                    len += (size_t)snprintf(json + len, sizeof json - len,
                                            ",'%s':{'path':'-','hp':0}", names[k]);
            snprintf(json + len, sizeof json - len, "}}");
            table_load(&t, json);
            for (int i = 0; i < 4; i++) {
                int seat = (dean + i) % 4;
                if (seat > 0 && (dead >> seat & 1))
                    continue;
                CHECK_EQ(t.s.runemasters.round, 1);
                CHECK_EQ(t.s.runemasters.active, seat);
                CHECK_EQ(t.s.runemasters.to_come, 12 - turns);
                turns++;
                vl_apply_legal(&t.r, &t.s.base, vl_sample(&t.r, &t.s.base, &rng), &t.sink);
                table_play(&t, "roll white white white white", "end");
            }
            CHECK_EQ(t.s.runemasters.round, 2);
            CHECK_EQ(table_happened(&t, RM_EV_TURN_BEGUN), turns + 1);
            CHECK(table_happened(&t, RM_EV_SEAT_SKIPPED) >= 4 - turns);
        }
}

TEST(rm_the_events_of_a_turn_come_in_order)
{
    RULE("RM-TRN-01");
    RULE("RM-TRN-04");
    RULE("RM-DIE-05");
    static const int order[] = { RM_EV_TURN_BEGUN, RM_EV_SPAWNED,   RM_EV_ROLLED,    RM_EV_WOUNDED,
                                 RM_EV_ADVANCED,   RM_EV_RECOVERED, RM_EV_TURN_ENDED };
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','phase':'turn_start','active':'neltai'}");
    table_play(&t, "draw dragon_red", "roll red white white white", "hit 0", "end");
    for (int i = 0; i < VL_LEN(order); i++) {
        CHECK(table_when(&t, order[i]) >= 0);
        if (i > 0)
            CHECK(table_when(&t, order[i]) > table_when(&t, order[i - 1]));
    }
    CHECK_EQ(table_happened(&t, RM_EV_SPAWNED), 1);
    CHECK_EQ(table_happened(&t, RM_EV_ROLLED), 1);
    CHECK_EQ(table_event(&t, RM_EV_TURN_ENDED, 0)->seat, 0);
    CHECK_EQ(table_event(&t, RM_EV_TURN_BEGUN, 1)->seat, 1);
}

/* ---- spawn ---- */

TEST(rm_every_event_spawns_one_card)
{
    RULE("RM-SPN-01");
    struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D4','phase':'spawn','active':'neltai'}");
    for (int e = 0; e < RM_EVENTS; e++) {
        char json[120];

        snprintf(json, sizeof json,
                 "{'base':'D4','phase':'spawn','active':'neltai','to_come':9,'event':'%s'}",
                 vl_key(&t.r, RM_FAM_EVENT, e));
        table_load(&t, json);
        table_play(&t, "draw troll_green");
        CHECK_EQ(t.s.runemasters.to_come, 8);
        CHECK_EQ(table_happened(&t, RM_EV_SPAWNED), 1);
        CHECK_STR(table_phase(&t), "roll");
        CHECK_STR(table_str(&t, "/paths/green"), "['-','-','troll_green','-','-']");
    }
}

/* Whatever overflows, and whatever stands there: one point. */
TEST(rm_an_overflow_costs_one_point_for_every_type)
{
    RULE("RM-SPN-12");
    RULE("RM-SPN-07");
    RULE("RM-RUL-10");
    static const char *const cards[] = { "shadow_red",   "archer_red_2", "troll_red",
                                         "sorcerer_red", "werewolf_red", "warrior_red",
                                         "dragon_red" };
    struct table t = TABLE(runemasters);

    for (int i = 0; i < VL_LEN(cards); i++) {
        char draw[40];

        table_load(&t,
                   "{'base':'D4','phase':'spawn','active':'ismoros','paths':"
                   "{'red':['-','archer_blue_1','archer_red_1','archer_red_3','troll_green']}}");
        snprintf(draw, sizeof draw, "draw %s", cards[i]);
        table_play(&t, draw);
        CHECK_EQ(table_int(&t, "/guardians/neltai/hp"), 3);
        CHECK_EQ(table_int(&t, "/temple"), 4);
        CHECK_EQ(table_happened(&t, RM_EV_OVERFLOWED), 1);
        CHECK_EQ(table_happened(&t, RM_EV_HURT), 1);
        table_load(&t, "{'base':'D4','phase':'spawn','active':'ismoros','paths':"
                       "{'red':['-','archer_blue_1','archer_red_1','archer_red_3','troll_green']},"
                       "'guardians':{'neltai':{'path':'-','hp':0}}}");
        table_play(&t, draw);
        CHECK_EQ(table_int(&t, "/temple"), 3);
    }
}

/* What a record announces: nothing before the first round, then who acts in which. */
TEST(rm_turns_are_announced_from_the_first_round_on)
{
    static struct table t = TABLE(runemasters);
    struct vl_turn turn;

    RULE("RM-RND-01");
    table_open(&t, "guardians=4");
    CHECK(!t.game->turn(&t.r, &t.s.base, &turn));
    table_load(&t, "{'base':'D4','round':2,'active':'kyreas','dice':['red','red','blue','white']}");
    CHECK(t.game->turn(&t.r, &t.s.base, &turn));
    CHECK_EQ(turn.round, 2);
    CHECK_EQ(turn.seat, 3);
    CHECK_EQ(turn.who.family, RM_FAM_GUARDIAN);
    CHECK_STR(vl_key(&t.r, turn.who.family, turn.who.index), "kyreas");
}

/* Monsters, piles and the temple are nobody's doing; all else is told with a seat. */
TEST(rm_events_name_the_seat_whose_doing_they_are)
{
    static const uint8_t nobodys[] = { RM_EV_ROUND_BEGUN, RM_EV_SPAWNED,      RM_EV_OVERFLOWED,
                                       RM_EV_ADVANCED,    RM_EV_STRUCK,       RM_EV_SHOT,
                                       RM_EV_BLOCK_HELD,  RM_EV_TEMPLE_HIT,   RM_EV_RECOVERED,
                                       RM_EV_GAME_ENDED,  RM_EV_DAWN_REVEALED };
    static struct table t = TABLE(runemasters);
    struct vl_rng rng = vl_rng_seed(31);
    int seen[RM_EVS] = { 0 };

    RULE("RM-SPN-07");
    RULE("RM-MON-05");
    for (int game = 0; game < 40; game++) {
        table_open(&t, game % 2 ? "guardians=4" : "guardians=2");
        while (t.s.base.actor != VL_OVER) {
            table_forget(&t);
            vl_apply(&t.r, &t.s.base, table_any(&t, &rng), VL_ANYONE, &t.sink);
            for (int i = 0; i < t.log_len; i++) {
                bool nobody = memchr(nobodys, t.log[i].type, sizeof nobodys) != NULL;

                seen[t.log[i].type]++;
                if (nobody ? t.log[i].seat != -1 : t.log[i].seat < 0)
                    test_check(false, t.game->events[t.log[i].type].name, __FILE__, __LINE__);
            }
        }
    }
    for (int i = 0; i < VL_LEN(nobodys); i++)
        if (nobodys[i] != RM_EV_DAWN_REVEALED && nobodys[i] != RM_EV_RECOVERED) /* rarer */
            CHECK(seen[nobodys[i]] > 0);
}
