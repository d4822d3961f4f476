/* Reflets d'Acide before the first turn, what scenarios (tests/scenarios/reflets) cannot express:
 * the board, the options, the ten challenges, what is even among things face down. */
#include "table.h"

#include <stdio.h>
#include <string.h>

static struct table t = TABLE(reflets);

static struct ra_state *of(struct table *it)
{
    return &it->s.reflets;
}

static const struct ra_content *content(void)
{
    return ra_content(&t.r);
}

static const struct ra_node *node_at(int node)
{
    return &content()->nodes[node];
}

static int node_of(const char *key)
{
    return table_find(&t, RA_FAM_NODE, key);
}

static int even(int outcomes)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t.r, &t.s.base, list);
    bool ok = t.s.base.actor == VL_CHANCE && n == outcomes;

    for (int i = 0; i < n; i++)
        ok = ok && vl_weight(&t.r, &t.s.base, list[i]) == 1;
    return ok;
}

/* ---- the board ---- */

/* Section 9: the luck square of each segment, and where the arrow of its shortcut leads. */
static const struct {
    int segment, luck, arrow; /* path squares by number, W01 is 1 */
} printed[] = { { 1, 3, 5 },   { 2, 10, 13 }, { 3, 16, 18 }, { 4, 23, 27 },
                { 5, 29, 32 }, { 6, 0, 40 },  { 7, 42, 45 } };

static int way(int number)
{
    char key[16];

    snprintf(key, sizeof key, "W%02d", number);
    return node_of(key);
}

TEST(ra_board_has_its_88_nodes)
{
    RULE("RA-BRD-01");
    RULE("RA-BRD-04");
    RULE("RA-BRD-07");
    int kinds[RA_NODE_KINDS] = { 0 }, steps = 0, node = 0;

    table_open(&t, "");
    for (int i = 0; i < RA_NODES; i++)
        kinds[node_at(i)->kind]++;
    CHECK_EQ(kinds[RA_NODE_VOID], 1);
    CHECK_EQ(kinds[RA_NODE_RED], 14);
    CHECK_EQ(kinds[RA_NODE_CITY], 1);
    CHECK_EQ(kinds[RA_NODE_PLAIN] + kinds[RA_NODE_LUCK] + kinds[RA_NODE_ZONE] + kinds[RA_NODE_DOOR],
             45);
    CHECK_EQ(kinds[RA_NODE_ZONE], 6);
    CHECK_EQ(kinds[RA_NODE_DOOR], 1);
    CHECK_EQ(kinds[RA_NODE_SHORTCUT], 7);
    CHECK_EQ(kinds[RA_NODE_CORRIDOR], 10);
    CHECK_EQ(kinds[RA_NODE_ROOM], 10);
    /* one way on from A00 to G10, through every node of it once */
    for (; node_at(node)->next != VL_NONE && steps < RA_NODES; steps++) {
        CHECK(node_at(node_at(node)->next)->kind != RA_NODE_SHORTCUT);
        node = node_at(node)->next;
        if (steps + 1 == 15)
            CHECK_EQ(node, content()->city);
        if (steps + 1 == 15 + 6)
            CHECK_EQ(node, node_of("W06"));
        if (steps + 1 == 15 + 45)
            CHECK_EQ(node, content()->door);
    }
    CHECK_EQ(steps, 15 + 45 + 10);
    CHECK_EQ(node, node_of("G10"));
}

TEST(ra_segments_have_a_grey_a_fork_and_a_red_square)
{
    RULE("RA-BRD-02");
    RULE("RA-BRD-03");
    RULE("RA-SET-06");
    RULE("RA-SET-07");
    RULE("RA-SET-36");
    static const int lengths[] = { 5, 6, 5, 6, 5, 6, 5 };
    int number = 1;

    table_open(&t, "");
    for (int k = 0; k < 7; k++) {
        int first = number, last = number + lengths[k] - 1;

        for (; number <= last; number++) {
            const struct ra_node *n = node_at(way(number));
            CHECK_EQ(n->segment, k + 1);
            int mark = number == first       ? RA_MARK_GREY
                       : number == first + 1 ? RA_MARK_FORK
                       : number == last      ? RA_MARK_RED
                                             : VL_NONE;
            CHECK_EQ(n->setup, mark);
            CHECK_EQ(n->kind, number == printed[k].luck ? RA_NODE_LUCK : RA_NODE_PLAIN);
            CHECK_EQ(of(&t)->tokens[RA_HUE_GREY * RA_KINDS + k].at, way(first));
            CHECK_EQ(of(&t)->tokens[RA_HUE_RED * RA_KINDS + k].at, way(last));
        }
        CHECK_EQ(node_at(way(number))->kind, k == 6 ? RA_NODE_DOOR : RA_NODE_ZONE);
        CHECK_EQ(content()->spaces[k], way(number));
        number++;
    }
    CHECK_EQ(number, 46);
}

/* Every arrow leads forward past at least one square, and starts at the fork of its segment. */
TEST(ra_shortcuts_lead_forward)
{
    RULE("RA-BRD-01");
    RULE("RA-RUL-49");
    table_open(&t, "");
    for (int k = 0; k < 7; k++) {
        char key[8];

        snprintf(key, sizeof key, "PS%d", k + 1);
        int shortcut = node_of(key), fork = -1;
        for (int i = 0; i < RA_NODES; i++)
            if (node_at(i)->side == shortcut)
                fork = i;
        if (!CHECK(fork >= 0))
            continue;
        CHECK_EQ(node_at(fork)->setup, RA_MARK_FORK);
        CHECK_EQ(node_at(fork)->segment, k + 1);
        CHECK_EQ(node_at(shortcut)->arrow, way(printed[k].arrow));
        CHECK(node_at(shortcut)->arrow > fork + 2);
    }
}

static int distance(int from, int to)
{
    int far[RA_NODES];

    for (int i = 0; i < RA_NODES; i++)
        far[i] = i == from ? 0 : RA_NODES;
    for (int round = 0; round < RA_NODES; round++)
        for (int i = 0; i < RA_NODES; i++) {
            int on[] = { node_at(i)->next, node_at(i)->faces };
            for (int k = 0; k < 2; k++)
                if (on[k] != VL_NONE) {
                    if (far[i] + 1 < far[on[k]])
                        far[on[k]] = far[i] + 1;
                    if (far[on[k]] + 1 < far[i])
                        far[i] = far[on[k]] + 1;
                }
        }
    return far[to];
}

TEST(ra_rooms_lie_two_by_two_along_the_corridor)
{
    RULE("RA-BRD-05");
    RULE("RA-BRD-06");
    int last = 0;

    table_open(&t, "");
    for (int i = 0; i < RA_SLOTS; i++) {
        char key[8];

        snprintf(key, sizeof key, "R%02d", i + 1);
        CHECK_EQ(content()->slots[i], node_of(key));
        snprintf(key, sizeof key, "G%02d", 2 * (i / 2 + 1));
        CHECK_EQ(node_at(content()->slots[i])->faces, node_of(key));
        CHECK_EQ(content()->corridor[i], node_of(key));
        int far = distance(content()->door, content()->slots[i]);
        CHECK_EQ(far, 2 * (i / 2 + 1) + 1);
        CHECK(far >= last);
        last = far;
    }
}

TEST(ra_red_track_has_fifteen_steps)
{
    RULE("RA-RUL-50");
    RULE("RA-SET-08");
    table_open(&t, "");
    CHECK_EQ(of(&t)->avatar_at, node_of("A00"));
    CHECK_EQ(of(&t)->team_at, content()->city);
    CHECK_EQ(distance(of(&t)->avatar_at, of(&t)->team_at), 15);
}

/* ---- green tokens ---- */

TEST(ra_green_tokens_lie_strictly_between_grey_and_red)
{
    RULE("RA-SET-33");
    RULE("RA-SET-36");
    static const char *const free_squares[] = { "W02 W04",     "W08 W09 W11", "W15 W17",
                                                "W21 W22 W24", "W28 W30",     "W34 W35 W36 W37",
                                                "W41 W43" };
    static const char *const kinds[] = { "PURSE",   "VISION",  "BONUS_DIE", "LUCK",
                                         "GEM_TAX", "IMP_TAX", "PERIL" };
    struct vl_rng rng = vl_rng_seed(33);

    table_open(&t, "players=2 challenge=pepere");
    table_deal(&t, &rng);
    table_play(&t, "team_done");
    for (int k = 0; k < 7; k++) {
        int all = 0;

        for (int number = 1; number <= 45; number++) {
            char key[8], move[40];

            snprintf(key, sizeof key, "W%02d", number);
            bool fits = strstr(free_squares[k], key) != NULL;
            snprintf(move, sizeof move, "place_token %s %s", kinds[k], key);
            CHECK_EQ(table_lists(&t, move), fits);
            CHECK_EQ(table_can(&t, move), fits);
            all += fits;
        }
        CHECK_EQ(table_count(&t, "place_token"), (7 - k) * all);
        char first[40];
        snprintf(first, sizeof first, "place_token %s %.3s", kinds[k], free_squares[k]);
        table_play(&t, first);
        CHECK_EQ(of(&t)->tokens[k].kind, k);
    }
    CHECK_STR(table_phase(&t), "bless");
}

/* ---- what is even ---- */

TEST(ra_setup_draws_evenly)
{
    RULE("RA-SET-01");
    RULE("RA-SET-02");
    RULE("RA-SET-12");
    RULE("RA-SET-14");
    RULE("RA-SET-16");
    RULE("RA-CHN-06");
    RULE("RA-CHN-07");
    struct vl_rng rng = vl_rng_seed(1);

    table_open(&t, "players=3 ticks=0,0,0,0,0,0,0,0,2,0");
    CHECK(even(RA_TREASURES));
    table_check_sampler(&t, 4000, &rng, NULL);
    table_play(&t, "prize TR6");
    for (int i = 0; i < 3; i++) { /* with two ticks three quests are drawn */
        char move[32];

        CHECK(even(RA_QUESTS - i));
        table_check_sampler(&t, 4000, &rng, NULL);
        snprintf(move, sizeof move, "quest Q%02d", 12 - i);
        table_play(&t, move);
    }
    for (int i = 0; i < RA_PLACES; i++) {
        char move[32];

        CHECK(even(RA_HEROES - i));
        table_check_sampler(&t, 8000, &rng, NULL);
        snprintf(move, sizeof move, "draw H%02d", 63 - i);
        table_play(&t, move);
    }
    CHECK_EQ(of(&t)->deck_len[0], RA_HEROES - 2 * RA_PLACES); /* RA-SET-15: six are the Vils' */
}

TEST(ra_spaces_and_rooms_hold_any_card_of_their_kind)
{
    RULE("RA-SET-03");
    RULE("RA-SET-04");
    RULE("RA-SET-05");
    RULE("RA-SET-24");
    RULE("RA-CHN-06");
    RULE("RA-DCK-05");
    static const char *const spaces[] = { "W06", "W13", "W19", "W26", "W32", "W39", "W45" };
    struct vl_rng rng = vl_rng_seed(5);

    for (int i = 0; i < RA_SPACES; i++) {
        char json[120], move[20];

        snprintf(json, sizeof json,
                 "{'base':'BASE1','tokens':{'green1':{'kind':'VISION','lies':'A'}}}");
        table_load(&t, json);
        snprintf(move, sizeof move, "peek %s", spaces[i]);
        table_play(&t, "token green VISION", move);
        CHECK(even(RA_OF_A_KIND));
        CHECK_EQ(of(&t)->pool, RA_POOL_ZONE0 + i);
        table_check_sampler(&t, 4000, &rng, NULL);
        struct vl_move list[VL_MOVES_MAX];
        int n = vl_legal(&t.r, &t.s.base, list);
        for (int k = 0; k < n; k++) {
            const struct ra_card *c = &content()->cards[list[k].arg[0]];
            CHECK_EQ(ra_sort(list[k].arg[0]), i == 6 ? RA_SORT_DOOR : RA_SORT_ZONE);
            if (i < 6)
                CHECK_EQ(c->place, i);
        }
    }
    table_load(&t, "{'base':'BASE1','tokens':{'green1':{'kind':'VISION','lies':'A'},"
                   "'red1':{'kind':'VISION','lies':'A'},'grey1':{'kind':'VISION','lies':'A'}}}");
    table_play(&t, "token green VISION", "peek R01");
    CHECK(even(10));
    table_check_sampler(&t, 4000, &rng, NULL);
    table_play(&t, "draw S10", "token red VISION", "peek R10");
    CHECK(even(9));
    table_play(&t, "draw S01", "token grey VISION", "peek R05");
    CHECK(even(8));
}

TEST(ra_tokens_of_a_colour_are_shuffled)
{
    RULE("RA-SET-06");
    RULE("RA-SET-07");
    RULE("RA-SET-35");
    RULE("RA-CHN-06");
    static const char *const squares[] = { "W02", "W05", "W01" };
    struct vl_rng rng = vl_rng_seed(7);

    for (int hue = 0; hue < RA_HUES; hue++) {
        char move[20];

        table_load(&t, "{'base':'BASE1','cards':{'D27':'a'}}");
        snprintf(move, sizeof move, "peek %s", squares[hue]);
        table_play(&t, "dilemma D27", move);
        CHECK(even(RA_KINDS));
        table_check_sampler(&t, 4000, &rng, NULL);
        table_play(&t, "kind PERIL", hue == 0 ? "peek W41" : hue == 1 ? "peek W44" : "peek W40");
        CHECK(even(RA_KINDS - 1));
        CHECK_STR(table_refused(&t, "kind PERIL"), "E_FORCED");
    }
}

/* ---- boards ---- */

TEST(ra_boards_cover_places_and_belong_to_seats)
{
    RULE("RA-GEN-03");
    RULE("RA-GEN-04");
    RULE("RA-GEN-05");
    RULE("RA-SET-09");
    RULE("RA-SET-10");
    RULE("RA-RUL-06");
    static const int boards[] = { 2, 2, 3 }, each[] = { 3, 3, 2 }, seat_of_b[] = { 0, 1, 1 };

    for (int seats = 1; seats <= 3; seats++) {
        char options[32];

        snprintf(options, sizeof options, "players=%d", seats);
        table_open(&t, options);
        CHECK_EQ(ra_derived(&t.r)->boards, boards[seats - 1]);
        for (int place = 0; place < RA_PLACES; place++)
            CHECK_EQ(ra_board_of(&t.r, place), place / each[seats - 1]);
        CHECK_EQ(ra_seat_of(&t.r, 0), 0);
        CHECK_EQ(ra_seat_of(&t.r, 1), seat_of_b[seats - 1]);
        if (seats == 3)
            CHECK_EQ(ra_seat_of(&t.r, 2), 2);
        for (int colour = 0; colour < RA_CHARS; colour++) {
            int sum = 0;
            for (int holder = 0; holder < RA_HOLDERS; holder++)
                sum += of(&t)->gems[holder][colour];
            CHECK_EQ(sum, 25);
            CHECK_EQ(of(&t)->gems[RA_BANK][colour], 25 - (boards[seats - 1] + 1));
        }
    }
}

/* ---- challenges ---- */

static const struct {
    const char *key;
    int difficulty, gap;
} challenges[] = { { "pepere", 2, 42 },   { "petillant", 2, 69 }, { "penible", 2, 96 },
                   { "aise", 3, 42 },     { "avance", 3, 69 },    { "ardu", 3, 96 },
                   { "intense", 4, 42 },  { "infect", 4, 69 },    { "infame", 4, 96 },
                   { "infernal", 4, 123 } };

TEST(ra_challenges_fix_what_is_revealed_and_the_gap)
{
    RULE("RA-CHL-01");
    RULE("RA-CHL-02");
    RULE("RA-CHL-03");
    RULE("RA-CHL-04");
    RULE("RA-CHL-05");
    RULE("RA-CHL-06");
    RULE("RA-CHL-07");
    RULE("RA-CHL-08");
    RULE("RA-CHL-09");
    RULE("RA-CHL-10");
    RULE("RA-SET-30");
    RULE("RA-SET-31");
    static const char *const gems[] = { "gem attack", "gem perception", "gem intelligence",
                                        "gem agility" };

    for (int i = 0; i < VL_LEN(challenges); i++) {
        char json[160], draw[32];

        snprintf(json, sizeof json,
                 "{'base':'BASE','challenge':'%s','stage':'arrive','team':'W06','gold':1}",
                 challenges[i].key);
        table_load(&t, json);
        CHECK_EQ(ra_gap(of(&t)->challenge), challenges[i].gap);
        for (int k = 0; k < challenges[i].difficulty; k++) { /* so many unforeseen cards */
            CHECK_EQ(of(&t)->pool, RA_POOL_IMP);
            snprintf(draw, sizeof draw, "draw D%02d", k + 1);
            table_play(&t, draw, k < 3 ? "keep_dilemma A" : "keep_dilemma B");
        }
        for (int k = 0; k < challenges[i].difficulty; k++) { /* and so many gems */
            CHECK_STR(table_phase(&t), "gem");
            table_play(&t, gems[k]);
        }
        CHECK_STR(table_phase(&t), "draw");
        CHECK_EQ(of(&t)->pool, RA_POOL_ZONE0);
    }
}

/* ---- options ---- */

TEST(ra_options_have_their_ranges_and_defaults)
{
    RULE("RA-OPT-01");
    RULE("RA-OPT-02");
    RULE("RA-OPT-03");
    RULE("RA-OPT-04");
    RULE("RA-OPT-05");
    RULE("RA-OPT-06");
    RULE("RA-CHL-11");
    RULE("RA-RUL-53"); /* no simple and no expert mode */
    static const struct {
        const char *options, *where, *rule;
    } bad[] = {
        { "players=0", "players", "E_PLAYERS" },
        { "players=4", "players", "E_PLAYERS" },
        { "challenge=facile", "challenge", "E_OPTION" },
        { "challenge=10", "challenge", "E_OPTION" },
        { "ticks=6,0,0,0,0,0,0,0,0,0", "ticks", "E_TICKS" },
        { "ticks.9=6", "ticks.9", "E_TICKS" },
        { "quick_tokens=maybe", "quick_tokens", "E_OPTION" },
        { "vils_order=loose", "vils_order", "E_OPTION" },
        { "turn_cap=0", "turn_cap", "E_OPTION" },
        { "turn_cap=65536", "turn_cap", "E_OPTION" },
        { "expert=yes", "expert", "E_OPTION" },
    };

    table_open(&t, "");
    CHECK_EQ(t.s.base.seats, 1);
    CHECK_EQ(ra_derived(&t.r)->asks, 1);
    CHECK_EQ(ra_derived(&t.r)->quick, 0);
    CHECK_EQ(ra_derived(&t.r)->cascade, 0);
    CHECK_EQ(ra_derived(&t.r)->turn_cap, 200);
    for (int i = 0; i < RA_CHALLENGES; i++)
        CHECK_EQ(ra_derived(&t.r)->ticks[i], 0);
    for (int i = 0; i < VL_LEN(bad); i++) {
        CHECK_STR(table_bad_options(&t, bad[i].options), bad[i].where);
        CHECK_STR(table_bad_rule(&t), bad[i].rule);
    }
    CHECK_STR(table_bad_options(&t, "turn_cap=65535 ticks=5,5,5,5,5,5,5,5,5,5 players=3"), "");
    CHECK_EQ(ra_derived(&t.r)->turn_cap, 65535);
}

/* The Vils' second room lies face up, then the first is turned. */
static int notch_after(const char *options)
{
    char json[400];

    snprintf(
        json, sizeof json,
        "{'base':'BASE','options':{'players':2,'vils_order':'%s'},'stage':'hazard','team':'W45',"
        "'gold':1,'up':{'door':'P01'},'rooms':{'1':{'card':'S05','up':true}}}",
        options);
    table_load(&t, json);
    table_play(&t, "pick_room R02", "draw S03");
    return of(&t)->notch;
}

TEST(ra_vils_order_is_an_option)
{
    RULE("RA-OPT-05");
    RULE("RA-VIL-13");
    RULE("RA-VIL-14");
    CHECK_EQ(notch_after("strict"), 1);
    CHECK_EQ(notch_after("cascade"), 2);
}

TEST(ra_turn_cap_ends_the_game)
{
    RULE("RA-OPT-06");
    RULE("RA-END-06");
    static const char *const here = "'phase':'turn_end','gold':1,'tokens':{'green1':"
                                    "{'kind':'PURSE','lies':'A'}}}";
    char json[240];

    snprintf(json, sizeof json, "{'base':'BASE1','turn':199,%s", here);
    table_load(&t, json);
    table_play(&t, "pass");
    CHECK_EQ(of(&t)->turn, 200);
    snprintf(json, sizeof json, "{'base':'BASE1','turn':200,%s", here);
    table_load(&t, json);
    table_play(&t, "pass");
    CHECK_STR(table_phase(&t), "over");
    CHECK_EQ(t.s.base.outcome, RA_BY_CAP);
    snprintf(json, sizeof json, "{'base':'BASE1','options':{'turn_cap':3},'turn':3,%s", here);
    table_load(&t, json);
    table_play(&t, "pass");
    CHECK_EQ(t.s.base.outcome, RA_BY_CAP);
}

/* A table that has begun takes no position of other options, and no move changes them. */
TEST(ra_options_stay_what_they_are)
{
    RULE("RA-OPT-07");
    static const char json[] = "{\"options\":{\"players\":2,\"turn_cap\":3},\"turn\":1}";
    static struct vl_json_node nodes[32];
    union vl_game_state scratch, before;
    struct vl_json_doc doc;
    struct vl_error err = { 0 };
    struct vl_rng rng = vl_rng_seed(7);

    table_open(&t, "players=2");
    struct vl_rules rules = t.r;
    table_deal(&t, &rng);
    before = t.s;
    CHECK_EQ(vl_json_parse(&doc, json, strlen(json), nodes, VL_LEN(nodes), NULL), VL_OK);
    CHECK_EQ(vl_position_read(&t.r, &t.s.base, &scratch.base, &doc, 0, &err), VL_MISMATCH);
    CHECK_STR(err.where, "/options");
    CHECK(memcmp(&before, &t.s, sizeof(struct ra_state)) == 0);
    table_play_out(&t, &rng);
    CHECK(memcmp(rules.option, t.r.option, sizeof rules.option) == 0);
    CHECK(memcmp(&rules.derived, &t.r.derived, sizeof rules.derived) == 0);
}
