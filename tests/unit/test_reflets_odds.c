/* The chances that Reflets d'Acide tells before a choice: of every objective with the dice to
 * come, with and without each aid. Each is counted anew by playing all that may fall. */
#include "games/reflets/reflets.h"
#include "odds.h"
#include "rule_ids.h"

#include <stdio.h>
#include <string.h>

static struct table t = TABLE(reflets);

static int counted(const union vl_game_state *s, struct vl_move m, int all);

/* Of `all`: where nothing is chosen but how dice are given out, and who or what an aid is for. */
static int counted_on(const union vl_game_state *s, int all)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t.r, &s->base, list), sum = 0, best = 0;

    switch (s->base.phase) {
    case RA_PH_C_DIE:
    case RA_PH_C_DICE: {
        int weight = 0;
        for (int i = 0; i < n; i++)
            weight += (int)vl_weight(&t.r, &s->base, list[i]);
        CHECK_EQ(all % weight, 0);
        for (int i = 0; i < n; i++)
            sum += counted(s, list[i], all / weight * (int)vl_weight(&t.r, &s->base, list[i]));
        return sum;
    }
    case RA_PH_PAY_GEM: return counted(s, list[0], all);
    case RA_PH_OBJ_BEFORE:
    case RA_PH_OBJ_AFTER: return counted(s, list[n - 1], all); /* pass */
    case RA_PH_OBJ_ASSIGN:
    case RA_PH_TESTER:
    case RA_PH_PICK_CARD:
    case RA_PH_PICK_DICE:
        for (int i = 0; i < n; i++) {
            int one = counted(s, list[i], all);
            best = one > best ? one : best;
        }
        return best;
    default: CHECK(false); return 0;
    }
}

static int counted(const union vl_game_state *s, struct vl_move m, int all)
{
    union vl_game_state next = *s;
    struct odds_witness w = odds_witness(RA_EV_REACHED, RA_EV_MISSED);

    vl_apply_legal(&t.r, &next.base, m, &w.sink);
    return w.seen ? (w.met ? all : 0) : counted_on(&next, all);
}

/* What the words of a move tell, in percent; -1: nothing. */
static int told(struct vl_move m)
{
    int chance = odds_told(&t, m, "chance");

    CHECK_EQ(odds_told(&t, m, "told"), chance >= 0);
    return chance;
}

/* How a move's chance is known to be right: it is counted out of `all` that may fall. */
static bool fits(struct vl_move m)
{
    int odds = ra_odds_of(&t.r, &t.s.reflets, m);

    return CHECK_EQ(odds, counted(&t.s, m, RA_SURE)) && CHECK_EQ(told(m), odds * 100 / RA_SURE);
}

/* The chance that stands beside the trial on the screen. */
static int shown(void)
{
    return odds_shown(&t, -1, 0);
}

#define BEFORE                                                                                     \
    "'phase':'obj_before','quest':'Q01','vils_quest':'Q02','treasure':'TR1','turn':1,"             \
    "'heroes':['H03','H05','H10','H16','H22','H60'],'avatar':'A05','lasting':[]"

/* Numbers that a reader can check with paper and pencil. */
TEST(ra_chances_that_are_counted_by_hand)
{
    /* one hero alone, agility 2, against 1 point or none: 1 brings 1, 2 brings 3, 6 takes one */
    table_load(&t,
               "{'phase':'obj_before','quest':'Q01','vils_quest':'Q02','treasure':'TR1','turn':1,"
               "'heroes':['H10'],'avatar':'A05','gold':2,'team':'W39','up':{'mount':'Z35'},"
               "'trial':'Z35','eased':10}");
    CHECK_EQ(ra_target(ra_content(&t.r), &t.s.reflets), 1);
    CHECK_EQ(ra_odds(&t.r, &t.s.reflets, 0), RA_SURE * 2 / 6);
    CHECK_EQ(shown(), 33);
    /* two points are reached by the 2 only, four by nothing */
    t.s.reflets.trial.points = 9;
    CHECK_EQ(ra_odds(&t.r, &t.s.reflets, 0), RA_SURE / 6);
    t.s.reflets.trial.points = 7;
    CHECK_EQ(ra_odds(&t.r, &t.s.reflets, 0), 0);
    CHECK_EQ(shown(), 0);
}

TEST(ra_chances_of_a_collective_objective)
{
    RULE("RA-OBJ-08");
    RULE("RA-OBJ-09");
    table_load(&t, "{'options':{'players':2}," BEFORE
                   ",'gold':3,'team':'W06','up':{'forest':'Z04'},'trial':'Z04'}");
    fits(odds_move(&t, "pass"));
    CHECK_EQ(shown(), told(odds_move(&t, "pass")));
    fits(odds_move(&t, "skill H03 0"));
    int before = told(odds_move(&t, "pass"));
    CHECK(told(odds_move(&t, "skill H03 0")) > before);
    table_play(&t, "pass", "pass", "dice 2 1 5", "dice 6 4 2");
    CHECK_EQ(shown(), 0); /* 13 by the best way, 10 is asked */
}

TEST(ra_chances_of_an_individual_objective)
{
    RULE("RA-OBJ-05");
    RULE("RA-OBJ-06");
    table_load(&t, "{" BEFORE
                   ",'gold':3,'team':'W26','up':{'camp':'Z23'},'trial':'Z23','tester':'H10'}");
    fits(odds_move(&t, "pass"));
    CHECK_EQ(shown(), told(odds_move(&t, "pass")));
    /* nobody at place 6: each that may be named */
    table_load(&t, "{'phase':'automatic','stage':'objective','quest':'Q01','vils_quest':'Q02','"
                   "treasure':'TR1',"
                   "'turn':1,'heroes':['H03','H05','H10'],'avatar':'A05','gold':6,'team':'W26','"
                   "up':{'camp':'Z23'},'trial':'Z23'}");
    CHECK_STR(table_phase(&t), "tester");
    fits(odds_move(&t, "choose_tester 1"));
    fits(odds_move(&t, "choose_tester 2"));
    fits(odds_move(&t, "choose_tester 3"));
    CHECK_EQ(shown(), -1);
}

TEST(ra_chances_that_gems_buy)
{
    RULE("RA-AID-01");
    RULE("RA-AID-10");
    table_load(&t, "{'options':{'players':2}," BEFORE ",'gold':2,'team':'W13','up':{'river':'Z09'},"
                   "'trial':'Z09','gems':{'A':[1,1,4,1,1]}}");
    CHECK(told(odds_move(&t, "pass")) < 100);
    CHECK_EQ(told(odds_move(&t, "auto A")), 100);
    CHECK_EQ(told(odds_move(&t, "auto B")), -1); /* it cannot pay */
    table_load(
        &t,
        "{'phase':'obj_after','quest':'Q01','vils_quest':'Q02','treasure':'TR1','turn':1,"
        "'heroes':['H03','H05','H10','H16','H22','H60'],'avatar':'A05','gold':3,'team':'W06',"
        "'up':{'forest':'Z04'},'trial':'Z04','dice_len':6,'dice':{'1':{'value':5,'hero':'H03'},"
        "'2':{'value':4,'hero':'H05'},'3':{'value':1,'hero':'H10'},'4':{'value':5,'hero':'H16'},"
        "'5':{'value':5,'hero':'H22'},'6':{'value':1,'hero':'H60'}},'gems':{'A':[2,2,2,2,2],'B':[2,"
        "2,2,2,2]}}");
    CHECK_EQ(shown(), 0);                               /* 5 + 1 + 1 against 10 */
    CHECK_EQ(told(odds_move(&t, "paid_reroll 5")), 33); /* attack 4: by a 3 or a 4 */
    CHECK_EQ(told(odds_move(&t, "paid_reroll 1")), 16); /* attack 3: by a 3 */
    CHECK_EQ(told(odds_move(&t, "gold_subst 5")), 100);
    for (int die = 1; die <= RA_PLACES; die++) {
        char text[20];

        snprintf(text, sizeof text, "paid_reroll %d", die);
        fits(odds_move(&t, text));
        snprintf(text, sizeof text, "gold_subst %d", die);
        fits(odds_move(&t, text));
    }
}

/* ---- whole games ---- */

/* What has been compared, by move; what is slow to count is compared so often only. */
struct seen {
    int n[RA_MOVES];
};

/* A pack may have alternatives there; which of them is taken is not foreseen. */
TEST(ra_chances_tell_nothing_of_alternatives)
{
    static const char *const either =
        "{'options':{'players':2},'phase':'obj_before','gold':2,'team':'W45','up':{'door':'P06'},"
        "'trial':'P06','cards':{'D02':'a','D05':'a'}}";
    char kind[40], does[40];

    table_open(&t, "");
    int at = table_find(&t, RA_FAM_CARD, "D02") - RA_IMP0;
    snprintf(kind, sizeof kind, "/dilemmas/%d/kind", at);
    snprintf(does, sizeof does, "/dilemmas/%d/do", at);
    table_with(&t, kind, "'any'", does,
               "[['either',[['reduce','any',2,1]],[['gem',1]]],['gem',1]]");
    table_load(&t, either);
    CHECK(table_can(&t, "dilemma D02"));
    CHECK_EQ(ra_odds_of(&t.r, &t.s.reflets, odds_move(&t, "dilemma D02")), -1);
    table_plain(&t);
}

static bool is_slow(struct vl_move m)
{
    return t.s.base.phase == RA_PH_OBJ_BEFORE || t.s.base.phase == RA_PH_ROOM ||
           t.s.base.phase == RA_PH_DOOR || t.s.base.phase == RA_PH_OCTUPLE ||
           (m.kind == RA_MV_DICE_MASK && vl_bits(m.arg[0]) > 3) ||
           (m.kind == RA_MV_TOKEN && t.s.base.phase == RA_PH_OBJ_AFTER);
}

static void compare_all(struct seen *seen)
{
    struct vl_move list[VL_MOVES_MAX];
    int n = vl_legal(&t.r, &t.s.base, list);

    for (int i = 0; i < n; i++) {
        int kind = list[i].kind, odds = ra_odds_of(&t.r, &t.s.reflets, list[i]);
        if (odds < 0 || seen->n[kind] >= (is_slow(list[i]) ? 3 : 60))
            continue;
        seen->n[kind]++;
        if (!fits(list[i])) {
            char text[64];
            struct vl_buf b = vl_buf_on(text, sizeof text);
            vl_move_format(&t.r, list[i], &b);
            fprintf(stderr, "  %s in %s: %s\n", text, table_phase(&t), table_state(&t));
            return;
        }
    }
}

TEST(ra_chances_of_every_aid_in_whole_games)
{
    static struct seen seen;
    struct vl_rng rng = vl_rng_seed(11);

    for (int game = 0; game < 150; game++) {
        char options[40];

        snprintf(options, sizeof options, "players=%d challenge=intense", 1 + game % 3);
        table_open(&t, options);
        while (t.s.base.actor != VL_OVER) {
            if (t.s.base.actor >= 0)
                compare_all(&seen);
            vl_apply_legal(&t.r, &t.s.base, table_any_seldom(&t, &rng, 5), NULL);
        }
    }
    static const uint8_t kinds[] = { RA_MV_PASS,   RA_MV_SKILL,     RA_MV_DILEMMA,   RA_MV_TOKEN,
                                     RA_MV_ASSIGN, RA_MV_DICE_MASK, RA_MV_GOLD_SUBST };
    for (int i = 0; i < VL_LEN(kinds); i++)
        CHECK(seen.n[kinds[i]] > 0);
}
