/* Reflets d'Acide, in general: how many play, how large a state is, what follows from options and
 * chance, what nobody can see, and what whole games keep to. */
#include "table.h"

#include <stdio.h>
#include <string.h>

static struct table t = TABLE(reflets);

static struct ra_state *of(struct table *it)
{
    return &it->s.reflets;
}

static const char *const games[] = {
    "players=1",
    "players=2 challenge=ardu quick_tokens=yes turn_cap=60",
    "players=3 challenge=infernal ticks=2,2,1,2,1,3,2,1,2,5 turn_cap=80",
    "players=1 challenge=intense quick_tokens=yes vils_order=cascade ticks=5,5,5,5,5,5,5,5,5,5",
};

TEST(reflets_is_played_by_one_to_three)
{
    RULE("RA-GEN-01");
    for (int n = 1; n <= 3; n++) {
        char options[32];

        snprintf(options, sizeof options, "players=%d", n);
        table_open(&t, options);
        CHECK_EQ(ra_derived(&t.r)->seats, n);
    }
    CHECK_STR(table_bad_options(&t, "players=0"), "players");
    CHECK_STR(table_bad_options(&t, "players=4"), "players");
}

TEST(reflets_state_is_small)
{
    CHECK(sizeof(struct ra_state) <= 2048);
}

/* The same options, decisions and results of chance; and the same seed. */
TEST(ra_games_follow_from_decisions_and_chance)
{
    RULE("RA-GEN-10");
    static struct table again = TABLE(reflets);

    for (int i = 0; i < VL_LEN(games); i++) {
        struct vl_rng rng = vl_rng_seed(10 + (uint64_t)i), same = rng;

        CHECK(table_check_replay(&t, &again, games[i], &rng, table_any));
        table_open(&again, games[i]);
        table_play_out(&again, &same);
        CHECK(memcmp(&t.s, &again.s, sizeof(struct ra_state)) == 0);
    }
}

static bool is_chance(int kind)
{
    return kind >= RA_MV_DIE && kind < RA_MOVES;
}

/* RA-GEM-02 and RA-GEN-02, counted here and not by the game. */
static bool holds(const struct ra_state *s)
{
    bool ok = s->n <= RA_PLACES;

    for (int colour = 0; colour < RA_CHARS; colour++) {
        int sum = 0;
        for (int holder = 0; holder < RA_HOLDERS; holder++)
            sum += s->gems[holder][colour];
        ok = ok && sum == 25;
        for (int board = 0; board < RA_BOARDS; board++)
            ok = ok && s->gems[board][colour] <= 4;
    }
    for (int i = 0; i < RA_PLACES; i++)
        ok = ok && (s->team[i] != VL_NONE) == (i < s->n);
    return ok;
}

/* RA-CHN-06: in a draw whose outcome is not told beforehand nothing is stored: any of the list may
 * be given, and is what then happens. */
static void give_any(struct vl_rng *rng)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t.r, &t.s.base, list);
    struct vl_move m = list[vl_rng_below(rng, (uint32_t)n)];

    CHECK(n > 1); /* what is certain is not asked */
    for (int i = 0; i < n; i++) {
        CHECK(is_chance(list[i].kind));
        CHECK_EQ(vl_refuse(&t.r, &t.s.base, list[i], VL_CHANCE), 0);
        CHECK(vl_weight(&t.r, &t.s.base, list[i]) > 0);
    }
    CHECK_EQ(vl_apply(&t.r, &t.s.base, m, VL_CHANCE, &t.sink), 0);
}

/* RA-WIN-01, RA-WIN-03: who may pass is in one of the nine windows, and could do something else. */
static bool is_window(int phase)
{
    static const uint8_t nine[] = { RA_PH_BLESS, RA_PH_GOLD,       RA_PH_MOVE,
                                    RA_PH_EVENT, RA_PH_OBJ_BEFORE, RA_PH_OBJ_AFTER,
                                    RA_PH_VIT,   RA_PH_WON,        RA_PH_TURN_END };

    for (int i = 0; i < VL_LEN(nine); i++)
        if (nine[i] == phase)
            return true;
    return false;
}

static bool passes_well(void)
{
    const struct ra_state *s = of(&t);
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t.r, &t.s.base, list);
    bool may = vl_move_find(list, n, vl_move_of(RA_MV_PASS, 0, 0)) >= 0;
    bool late = s->base.phase == RA_PH_MOVE && s->frames[s->depth - 1].reg[RA_REG_LATE];

    return may == (is_window(s->base.phase) && !late) && (!may || n > 1);
}

/* There is no queue of values: each die, gem and card is an event of its own, and whoever likes
 * gives its result (RA-GEN-11 as the design has it: chance is an actor). */
TEST(ra_all_chance_can_be_given_in_whole_games)
{
    RULE("RA-GEN-02");
    RULE("RA-GEN-11");
    RULE("RA-GEM-01");
    RULE("RA-GEM-02");
    RULE("RA-CHN-06");
    RULE("RA-CHN-09");
    RULE("RA-WIN-01");
    RULE("RA-WIN-03");
    RULE("RA-WIN-15");
    for (int i = 0; i < VL_LEN(games); i++) {
        struct vl_rng rng = vl_rng_seed(100 + (uint64_t)i);
        int ok = 0, bad = 0, moves = 0;

        table_open(&t, games[i]);
        for (; t.s.base.actor != VL_OVER && moves < VL_PLAYOUT_MAX; moves++) {
            bool chance = t.s.base.actor == VL_CHANCE;
            struct ra_state before = *of(&t);

            CHECK_EQ(chance, before.base.phase >= RA_PH_C_DIE && before.base.phase < RA_PH_OVER);
            if (chance) {
                give_any(&rng);
            } else {
                struct vl_move m = table_any(&t, &rng);
                bad += !passes_well();
                CHECK(!is_chance(m.kind));
                CHECK_EQ(vl_refuse(&t.r, &t.s.base, m, VL_CHANCE) != 0, 1);
                CHECK_EQ(vl_apply(&t.r, &t.s.base, m, before.base.actor, &t.sink), 0);
            }
            ok += holds(of(&t));
        }
        CHECK_EQ(ok, moves);
        CHECK_EQ(bad, 0);
        CHECK_EQ(t.s.base.actor, VL_OVER);
    }
}

/* The sums are looked at in every loaded position too. */
TEST(ra_gems_that_do_not_add_up_are_no_position)
{
    RULE("RA-GEM-02");
    RULE("RA-GEM-01");
    struct vl_error err = { 0 };

    table_load(&t, "{'base':'BASE'}");
    CHECK_EQ(vl_sound(&t.r, &t.s.base, NULL), VL_OK);
    for (int holder = 0; holder < RA_HOLDERS; holder++)
        for (int more = -1; more <= 1; more += 2) {
            struct ra_state before = *of(&t);

            of(&t)->gems[holder][2] = (uint8_t)(before.gems[holder][2] + more);
            CHECK_EQ(vl_sound(&t.r, &t.s.base, &err) == VL_OK, false);
            *of(&t) = before;
        }
    of(&t)->gems[0][1] = 5;
    of(&t)->gems[RA_BANK][1] = 18;
    CHECK_EQ(vl_sound(&t.r, &t.s.base, &err), VL_INVALID);
    CHECK_EQ(err.rule, RA_ERR_35);
}

/* Nothing that lies face down is in the state, so that no view can show it; what was looked at is
 * known to all, and still lies face down. */
TEST(ra_what_lies_face_down_is_in_no_view)
{
    RULE("RA-GEN-12");
    RULE("RA-DCK-05");
    RULE("RA-DCK-07");
    static const vl_actor viewers[] = { VL_ANYONE, 0, 1, 2 };
    static char full[TABLE_TEXT];
    const struct ra_state *s = of(&t);

    table_load(&t, "{'base':'BASE3','cards':{'D27':'a'}}");
    for (int i = 0; i < RA_SPACES; i++)
        CHECK(s->top[i] == VL_NONE && s->up[i] == VL_NONE && s->stack[i] == 1);
    for (int i = 0; i < RA_SLOTS; i++)
        CHECK_EQ(s->rooms[i].card, VL_NONE);
    for (int i = 0; i < RA_TOKENS; i++)
        CHECK_EQ(s->tokens[i].kind, VL_NONE);
    for (int i = 0; i < RA_PLACES; i++)
        CHECK_EQ(s->vteam[i], VL_NONE);
    for (int i = 0; i < RA_PLACED; i++)
        CHECK_EQ(s->laid[i], RA_LAID_UNSEEN);
    table_play(&t, "dilemma D27", "peek R03", "draw S08", "peek W05", "kind LUCK");
    strcpy(full, table_state(&t));
    for (int i = 0; i < VL_LEN(viewers); i++) {
        CHECK_STR(table_view(&t, viewers[i]), full);
        CHECK_STR(table_str(&t, "/rooms/3/card"), "S08");
        CHECK_EQ(table_int(&t, "/rooms/3/up"), 0);
        CHECK_STR(table_str(&t, "/rooms/4/card"), "-");
        CHECK_STR(table_str(&t, "/tokens/red1/kind"), "LUCK");
        CHECK_STR(table_str(&t, "/tokens/red2/kind"), "-");
        CHECK_STR(table_str(&t, "/laid/S08"), "known");
    }
}

/* RA-SET-38: the guide holds the Divine Hand, and nobody else. */
TEST(ra_the_divine_hand_lies_with_the_guide)
{
    RULE("RA-SET-38");
    RULE("RA-TUR-05");
    for (int guide = 0; guide < 3; guide++) {
        char json[160];

        snprintf(json, sizeof json,
                 "{'base':'BASE3','stage':'end','gold':1,'guide':%d,'gems':{'A':[0,0,0,0,0],"
                 "'B':[0,0,0,0,0],'C':[0,0,0,0,0]},'tokens':{'red1':{'kind':'PURSE','lies':'C'}}}",
                 guide);
        table_load(&t, json);
        CHECK_EQ(of(&t)->guide, guide);
        table_play(&t, "pass");
        CHECK_EQ(of(&t)->guide, (guide + 1) % 3);
    }
}

/* The upper half of a dilemma is for competition: in the pack there is one use of each. */
TEST(ra_a_dilemma_has_one_use)
{
    RULE("RA-RUL-56");
    table_open(&t, "");
    const struct ra_content *c = ra_content(&t.r);
    for (int card = RA_IMP0; card < RA_CREATURE0; card++) {
        CHECK_EQ(c->cards[card].skills_len, 1);
        CHECK(c->cards[card].skills[0].effects.len > 0);
        CHECK_EQ(c->cards[card].light.len + c->cards[card].dark.len, 0);
    }
    /* D07 and D12, whose printed lower halves the rules know */
    const struct vl_fx *loaded = ra_steps(c, c->cards[RA_IMP0 + 6].skills[0].effects);
    CHECK_EQ(loaded->verb, RA_DO_SET_DIE);
    CHECK_EQ(loaded->arg[0], 6);
    CHECK_EQ(loaded->arg[1], 5);
    CHECK_EQ(ra_steps(c, c->cards[RA_IMP0 + 11].skills[0].effects)->verb, RA_DO_EITHER);
}

/* RA-SKL-05: stored, an item changes nothing. */
TEST(ra_only_what_is_worn_changes_a_hero)
{
    RULE("RA-SKL-05");
    table_load(&t, "{'base':'BASE1','holders':{'L02':'H10'}}");
    CHECK_EQ(ra_value(ra_content(&t.r), of(&t), 2, RA_ATTACK), 3);
    table_load(&t, "{'base':'BASE1','holders':{'L02':'H10'},'active':['L02']}");
    CHECK_EQ(ra_value(ra_content(&t.r), of(&t), 2, RA_ATTACK), 5);
    CHECK_EQ(ra_value(ra_content(&t.r), of(&t), 2, RA_DEFENCE), 4);
}
