/* The chances that Runebound tells before a choice: of every test, of every phase of a fight with
 * every character, of an escape and of rolls against a hero. Each is counted anew by throwing all
 * dice that could fall. */
#include "games/runebound/runebound.h"
#include "odds.h"
#include "rule_ids.h"

static struct table t = TABLE(runebound);

/* Of `all`: how often what a move leads to is met, if nothing more is used for it. */
static int counted(const struct vl_rules *r, const union vl_game_state *s, struct vl_move m,
                   int all)
{
    union vl_game_state next = *s;
    struct odds_witness w = odds_witness(RB_EV_MET, RB_EV_MISSED);
    struct vl_move list[VL_MOVES_MAX];
    int sum = 0;

    if (!CHECK_EQ(vl_apply(r, &next.base, m, VL_ANYONE, &w.sink), 0))
        return 0;
    if (w.seen)
        return w.met ? all : 0;
    int n = vl_legal(r, &next.base, list);
    if (next.base.actor != VL_CHANCE)
        return counted(r, &next, list[n - 1], all); /* roll, accept */
    if (!CHECK_EQ(n, RB_D20))
        return 0;
    for (int i = 0; i < n; i++)
        sum += counted(r, &next, list[i], all / RB_D20);
    return sum;
}

static int told(const char *notation)
{
    return odds_told(&t, odds_move(&t, notation), "chance");
}

/* In percent, rounded down; the defender of a duel is told that the other side misses. */
static int true_chance(const char *notation)
{
    int n = counted(&t.r, &t.s, odds_move(&t, notation), RB_D20 * RB_D20);

    return (t.s.base.actor == t.s.runebound.active ? n : RB_D20 * RB_D20 - n) / 4;
}

/* What stands beside a phase on the screen: the hero's chance. */
static int shown(int spot)
{
    return odds_shown(&t, RB_FAM_SPOT, spot);
}

#define FITS(notation) CHECK_EQ(told(notation), true_chance(notation))

TEST(rb_chances_of_every_phase_and_character)
{
    RULE("RB-TST-03");
    RULE("RB-TST-08");
    RULE("RB-CBT-22");
    /* the Dragon stirs: ranged is one harder for everybody; the bow is the hero's alone */
    table_load(&t,
               "{'options':{'players':2},'phase':'arrive','event':'V10','players':[{'hero':'H07',"
               "'hex':85,'prev_hex':104,'cards':['A07','A12','A13','R02','R36']},{'hero':'H06'}],"
               "'cards':{'V10':{'place':'event'}}}");
    table_play(&t, "adventure", "draw G05");
    table_play(&t, "use R36 0");
    FITS("try_escape");
    table_play(&t, "stand");
    for (int phase = 0; phase < RB_FIGHTS; phase++) {
        FITS("attack H");
        FITS("attack A07");
        FITS("attack A12");
        FITS("attack A13");
        FITS("defend");
        CHECK_EQ(shown(RB_SPOT_RANGED + phase), told("defend"));
        table_play(&t, "defend");
        FITS("roll");
        CHECK_EQ(shown(RB_SPOT_RANGED + phase), told("roll"));
        int before = told("roll");
        table_play(&t, "use H07 0");
        CHECK_EQ(shown(RB_SPOT_RANGED + phase), before + 10 < 100 ? before + 10 : 100);
        table_play(&t, "d20 20");
    }
    /* and the ally whose roll it is */
    table_play(&t, "stand", "attack A13");
    FITS("roll");
    CHECK_EQ(shown(RB_SPOT_RANGED), told("roll"));
    table_play(&t, "use A13 0");
    CHECK_EQ(t.s.base.phase, RB_PH_D20);
}

TEST(rb_chances_of_escapes)
{
    RULE("RB-ESC-02");
    RULE("RB-TST-10");
    table_load(&t,
               "{'options':{'players':2},'phase':'arrive','event':'V09','players':[{'hero':'H06',"
               "'hex':85,'prev_hex':104,'cards':['A10','R40','R52']},{'hero':'H05'}],"
               "'cards':{'V09':{'place':'event'}}}");
    table_play(&t, "adventure", "draw G03");
    FITS("try_escape");
    CHECK_EQ(told("try_escape"), 70); /* 5 + 3 + 3 - 2 against 16 */
    CHECK_EQ(shown(RB_SPOT_ESCAPE), 70);
    table_play(&t, "try_escape", "d20 1");
    FITS("use R52 0"); /* the die thrown again */
    CHECK_EQ(told("use R52 0"), 70);
}

TEST(rb_chances_of_skill_tests)
{
    RULE("RB-TST-09");
    RULE("RB-TST-11");
    table_load(&t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H10','hex':85,"
                   "'prev_hex':104,'cards':['R40','R52']},{'hero':'H06'}]}");
    CHECK_EQ(shown(RB_SPOT_TEST), -1);
    table_play(&t, "adventure", "draw N01");
    FITS("roll");
    CHECK_EQ(told("roll"), 60); /* Body 1 and 2 of the hero's own against 12 */
    CHECK_EQ(shown(RB_SPOT_TEST), 60);
    table_play(&t, "use R40 0");
    CHECK_EQ(t.s.base.phase, RB_PH_D20);
    CHECK_EQ(shown(RB_SPOT_TEST), 80);
    table_play(&t, "d20 1");
    FITS("use R52 0");
    CHECK_EQ(told("use R52 0"), 80);
    table_play(&t, "accept");
    CHECK_EQ(shown(RB_SPOT_TEST), -1);
}

TEST(rb_chances_between_heroes)
{
    RULE("RB-PVP-08");
    RULE("RB-PVP-10");
    RULE("RB-PVP-04");
    table_load(
        &t, "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H07','hex':64,"
            "'prev_hex':65,'cards':['A16','R03']},{'hero':'H02','hex':64,'cards':['R11','R52']}]}");
    table_play(&t, "attack_hero 1");
    FITS("try_escape");
    table_play(&t, "stand");
    for (int phase = 0; phase < RB_FIGHTS; phase++) {
        FITS("attack H");
        FITS("attack A16");
        FITS("defend");
        CHECK_EQ(shown(RB_SPOT_RANGED + phase), told("defend"));
        table_play(&t, "defend");
        if (phase == RB_ROLL_MELEE) { /* the defender may boost and roll again */
            CHECK_EQ(t.s.base.actor, 1);
            FITS("roll");
            table_play(&t, "use H02 0", "d20 7");
            FITS("use R52 0");
            table_play(&t, "accept");
        } else {
            table_play(&t, "d20 7", "accept");
        }
        /* now the defender's total is known */
        CHECK_EQ(t.s.base.actor, 0);
        FITS("roll");
        CHECK_EQ(told("roll") % 5, 0);
        table_play(&t, "roll", "d20 20");
    }
}
