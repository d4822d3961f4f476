/* Runebound: positions that cannot be are refused and name what is wrong; whatever is accepted can
 * be played. */
#include "table.h"

#include <stdlib.h>

TEST(rb_what_is_accepted_can_be_played)
{
    RULE("RB-ERR-44");
    RULE("RB-STA-13");
    static struct table t = TABLE(runebound), game = TABLE(runebound);
    static const char *const games[] = { "players=3 round_limit=12", NULL };

    table_check_altered(&t, &game, games, 12, 44);
}

/* ---- what cannot be ---- */

#define TWO "{'options':{'players':2},"
#define FIGHT                                                                                      \
    "'phase':'declare','players':[{'hex':85},{'hex':66}],'fight':1,'enemy':'G01','fight_site':'"   \
    "SG06',"
/* clang-format off */
static const struct table_bad bad[] = {
    { TWO "'players':[{},{},{}]}", "/players", "" },
    { TWO "'phase':'nowhere'}", "/phase", "" },
    { TWO "'stage':'game_over'}", "/phase", "nothing asks for this" },
    { TWO "'outcome':'runes'}", "/outcome", "does not fit the phase" },
    { TWO "'phase':'game_over'}", "/outcome", "does not fit the phase" },
    { TWO "'phase':'game_over','outcome':'runes'}", "/winners", "does not fit the outcome" },
    { TWO "'winners':[1]}", "/winners", "does not fit the outcome" },
    { TWO "'phase':'game_over','outcome':'runes','winners':[2]}", "/winners", "does not fit the outcome" },
    { TWO "'active':2}", "/active", "no such seat" },
    { TWO "'first':2}", "/active", "names no seat" },
    { TWO "'phase':'move','dice':[0,0,0,0,0,0]}", "/dice", "" },
    { TWO "'phase':'move','dice':[0],'spent':[1]}", "/dice", "no such die" },
    { TWO "'phase':'move','dice':[6]}", "/dice", "no such face" },
    { TWO "'to_roll':6}", "/to_roll", "" },
    { TWO "'round':0}", "/round", "" },
    { TWO "'free_steps':4}", "/free_steps", "" },
    { TWO "'down':0}", "/down", "nobody comes to a town" },
    { TWO "'phase':'ko_town','down':2}", "/down", "nobody comes to a town" },
    { TWO "'phase':'ko_town'}", "/phase", "what it is about is missing" },
    { TWO "'excess':1}", "/excess", "nobody has too much" },
    { TWO "'phase':'limit_discard','stage':'market','excess':2}", "/excess", "nobody has too much" },
    { TWO "'players':[{'hex':247}]}", "/players/0/hex", "" },
    { TWO "'players':[{'prev_hex':250}]}", "/players/0/prev_hex", "" },
    { TWO "'players':[{'hero':'A01'}]}", "/players", "no such hero, or it is taken" },
    { TWO "'players':[{'hero':'H03'},{'hero':'H03'}]}", "/players", "no such hero, or it is taken" },
    { TWO "'players':[{'gold':32768}]}", "/players/0/gold", "" },
    { TWO "'players':[{'xp_unspent':201}]}", "/players/0/xp_unspent", "" },
    { TWO "'players':[{'counters':[0,61,0]}]}", "/players/0/counters/1", "" },
    { TWO "'players':[{'wounds':16}]}", "/players/0/wounds", "" },
    { TWO "'players':[{'fatigue':16}]}", "/players/0/fatigue", "" },
    { TWO "'players':[{'hero':'H03','wounds':5}]}", "/players", "a hero with no life left" },
    { TWO "'players':[{'hero':'H03','wounds':6,'cards':['R23']}]}", "/players", "a hero with no life left" },
    { TWO "'players':[{'cards':['R01','R02','R03']}]}", "/players", "more weapons or armour than one may own" },
    { TWO "'players':[{},{'cards':['R19','R20']}]}", "/players", "more weapons or armour than one may own" },
    { TWO "'players':[{'cards':['D01','D02','D03']}],'sites':{'SR01':'empty','SR02':'empty','SR03':'empty'}}", "/players", "three runes end the game" },
    { TWO "'cards':{'A01':{'place':'track'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'A01':{'place':'out'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'A01':{'place':'event'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'A01':{'place':'open'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'A01':{'place':'held2'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'G01':{'place':'stack0'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'G01':{'place':'open'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'N01':{'place':'open'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'Y01':{'place':'track'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'V01':{'place':'event'}}}", "/cards", "a card where it cannot be" },
    { TWO "'cards':{'V01':{'place':'pile'}}}", "/cards", "a card where it cannot be" },
    { TWO "'event':'V01','cards':{'V02':{'place':'pile'}}}", "/cards", "a card where it cannot be" },
    { TWO "'event':'V01','cards':{'V04':{'place':'pile'}}}", "/cards", "a card where it cannot be" },
    { TWO "'event':'V01','cards':{'V02':{'place':'event'}}}", "/cards", "a card where it cannot be" },
    { TWO "'event':'V01','cards':{'G01':{'place':'pile'}}}", "/cards", "a card where it cannot be" },
    { TWO "'players':[{'cards':['V01']}]}", "/cards", "a card where it cannot be" },
    { TWO "'players':[{'cards':['G01']}]}", "/cards", "a card where it cannot be" },
    { TWO "'event':'G01'}", "/cards", "a card where it cannot be" },
    { TWO "'event':'V01','cards':{'V01':{'place':'out'}}}", "/event", "not in play" },
    { TWO "'event':'H01'}", "/event", "not in play" },
    { TWO "'unseen':['A01']}", "/unseen", "does not fit the places of the cards" },
    { TWO "'market_tail':['A01','A01']}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'market_tail':['G01']}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'market_tail':['H01']}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'market_tail':['A01','H12']}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'green_tail':['H01']}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'red_tail':['D01','H01']}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'green_tail':['Y01']}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'cards':{'A01':{'place':'tail'}}}", "/cards", "a tail does not fit the places of the cards" },
    { TWO "'players':[{'cards':['A01']},{'cards':['A01']}]}", "/players", "somebody else's card" },
    { TWO "'cards':{'A01':{'place':'held0'}}}", "/players", "somebody else's card" },
    { TWO "'cards':{'A01':{'place':'stack1','wounds':1}}}", "/cards", "marks on a card that nobody holds" },
    { TWO "'cards':{'A01':{'place':'stack1','fatigue':1}}}", "/cards", "marks on a card that nobody holds" },
    { TWO "'cards':{'R19':{'place':'stack1','face_down':true}}}", "/cards", "marks on a card that nobody holds" },
    { TWO "'players':[{'cards':['A01']}],'cards':{'A01':{'wounds':3}}}", "/cards", "an ally with no life left" },
    { TWO "'players':[{},{'cards':['A02']}],'cards':{'A02':{'wounds':4}}}", "/cards", "an ally with no life left" },
    { TWO "'players':[{},{'cards':['Y16']}],'cards':{'Y16':{'wounds':5}}}", "/cards", "an ally with no life left" },
    { TWO "'track':{'1':{'card':'G01','site':'-','age':1}},'next_age':2}", "/track", "a slot half taken" },
    { TWO "'track':{'1':{'card':'-','site':'SG01','age':1}},'next_age':2}", "/track", "a slot half taken" },
    { TWO "'track':{'1':{'card':'G01','site':'SG01','age':1}},'next_age':2,'sites':{'SG01':'gem'}}", "/track", "a slot without its card or its marker" },
    { TWO "'track':{'1':{'card':'G01','site':'SG01','age':1}},'next_age':2,'sites':{'SG01':'2'}}", "/track", "a slot without its card or its marker" },
    { TWO "'track':{'1':{'card':'G01','site':'SG01','age':1}},'next_age':2,'cards':{'G01':{'place':'out'}}}", "/track", "a slot without its card or its marker" },
    { TWO "'track':{'1':{'card':'Y01','site':'SG01','age':1}},'next_age':2}", "/track", "a card of another colour" },
    { TWO "'track':{'1':{'card':'G01','site':'SG01','age':2}},'next_age':2}", "/track", "an age that is still to come" },
    { TWO "'track':{'1':{'card':'G01','site':'SG01','age':0}},'next_age':2}", "/track", "an age that is still to come" },
    { TWO "'track':{'1':{'card':'H05','site':'SG01','age':1}},'next_age':2}", "/track", "a slot without its card or its marker" },
    { TWO "'sites':{'SG01':'1'}}", "/sites", "a marker without its slot" },
    { TWO "'cards':{'G01':{'place':'out'}}}", "/sites", "more gems than challenges" },
    { TWO "'cards':{'D01':{'place':'out'}}}", "/sites", "more gems than challenges" },
    { TWO "'phase':'market','players':[{'hex':103}]}", "/phase", "what it is about is missing" },
    { TWO "'phase':'market_enter','players':[{'hex':103}]}", "/phase", "what it is about is missing" },
    { TWO "'phase':'draw','players':[{'hex':85}]}", "/phase", "what it is about is missing" },
    { TWO "'phase':'draw','players':[{'hex':85}],'colour':'red','site':'SG06'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'escape'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'declare'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'before_combat'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'boost','stage':'boost'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'d20'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'reroll'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'soak'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'loot'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'target'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'encounter'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'limit_discard','stage':'market','excess':0}", "/phase", "what it is about is missing" },
    { TWO "'phase':'limit_discard','stage':'experience','excess':0,'players':[{'cards':['R01','R02','R03']}]}", "/phase", "what it is about is missing" },
    { TWO "'phase':'limit_discard','stage':'market','excess':0,'excess_kind':'armour','players':[{'cards':['R01','R02','R03']}]}", "/phase", "what it is about is missing" },
    { TWO "'phase':'move_roll','stage':'move'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'move_roll','stage':'arrive','to_roll':2}", "/phase", "what it is about is missing" },
    { TWO "'phase':'move_roll','stage':'move','to_roll':2,'dice':[1]}", "/phase", "what it is about is missing" },
    { TWO "'phase':'setup'}", "/phase", "what it is about is missing" },
    { TWO "'phase':'after_combat','side':1,'defender':255}", "/phase", "what it is about is missing" },
    { TWO "'phase':'arrive','players':[{'hex':103},{'hex':66}]}", "/phase", "nothing asks for this" },
    { TWO "'phase':'rest','rest':2}", "/phase", "nothing asks for this" },
    { TWO "'phase':'after_combat'}", "/phase", "nothing asks for this" },
    { TWO "'phase':'experience','fight':2,'defender':1}", "/phase", "what it is about is missing" },
    { TWO "'fight':3}", "/fight", "" },
    { TWO FIGHT "'enemy_wounds':2}", "/enemy_wounds", "it is defeated" },
    { TWO FIGHT "'fight_slot':'1'}", "/fight_slot", "not on the track" },
    { TWO FIGHT "'declared':1}", "/declared", "no such character" },
    { TWO FIGHT "'loser':2}", "/loser", "no such player" },
    { TWO FIGHT "'fight_phase':'escape'}", "/phase", "what it is about is missing" },
    { TWO FIGHT "'roll_stage':1,'roll_who':1}", "/roll_stage", "no such roll" },
    { TWO FIGHT "'roll_seat':2}", "/roll_stage", "no such roll" },
    { TWO FIGHT "'roll_attr':'-'}", "/roll_stage", "no such roll" },
    { TWO FIGHT "'roll_kind':'-'}", "/roll_stage", "no such roll" },
    { TWO FIGHT "'pending_kind':'-'}", "/pending", "nobody's wounds" },
    { TWO FIGHT "'pending_seat':2}", "/pending", "nobody's wounds" },
    { TWO "'phase':'declare','players':[{'hex':85}],'fight':1,'enemy':'N01','fight_site':'SG06'}", "/cards", "a card where it cannot be" },
    { TWO "'phase':'declare','players':[{'hex':85}],'fight':1,'enemy':'G01'}", "/enemy", "no challenge" },
    { TWO "'phase':'declare','players':[{'hex':85}],'fight':1,'fight_site':'SG06'}", "/enemy", "no challenge" },
    { TWO "'phase':'declare','fight':2,'defender':0}", "/defender", "no such rival" },
    { TWO "'phase':'declare','fight':2,'defender':2}", "/defender", "no such rival" },
    { TWO "'phase':'hero_pick','players':[{'hero':'H01'},{'hero':'H02'}]}", "/phase", "nothing asks for this" },
    { TWO "'phase':'market_draw'}", "/phase", "nothing asks for this" },
    { TWO "'base':'BASE'}", "/base", "" },
    { TWO "'tilt':{'test':{'damage':1}}}", "/tilt/test", "" },
    { TWO "'depth':3}", "/depth", "" },
    { TWO "'colour':'pink'}", "/colour", "" },
};
/* clang-format on */

TEST(rb_positions_that_cannot_be_are_refused)
{
    RULE("RB-ERR-44");
    RULE("RB-STA-03");
    RULE("RB-STA-04");
    RULE("RB-STA-05");
    RULE("RB-STA-07");
    RULE("RB-STA-08");
    RULE("RB-STA-09");
    RULE("RB-STA-10");
    RULE("RB-STA-11");
    static struct table t = TABLE(runebound);

    for (int i = 0; i < VL_LEN(bad); i++)
        table_check_bad(&t, &bad[i]);
}

/* Bytes that no position can bring about, because its fields end before: code relies on them. */
TEST(rb_bytes_that_cannot_be_are_noticed)
{
    RULE("RB-ERR-44");
    static struct table t = TABLE(runebound);
    struct rb_state *s = &t.s.runebound;
    struct rb_state good;
    struct vl_error err;

    table_load(&t, TWO "'phase':'move','dice':[2],'players':[{'hex':103,'cards':['A01','D01']},"
                       "{'hex':66}],'event':'V01','sites':{'SR01':'empty','SG06':'1'},"
                       "'track':{'1':{'card':'G01','site':'SG06','age':1}},'next_age':2}");
    good = *s;
    CHECK_EQ(vl_sound(&t.r, &s->base, &err), VL_OK);
#define NOTICED(field, value, remark)                                                              \
    do {                                                                                           \
        s->field = (value);                                                                        \
        CHECK_EQ(vl_sound(&t.r, &s->base, &err), VL_INVALID);                                      \
        CHECK_STR(err.what, remark);                                                               \
        *s = good;                                                                                 \
        CHECK_EQ(vl_sound(&t.r, &s->base, &err), VL_OK);                                           \
    } while (0)
    NOTICED(base.seats, 3, "not as many as the option says");
    NOTICED(stage, RB_PHASES, "no such phase");
    NOTICED(base.phase, RB_PHASES, "no such phase");
    NOTICED(base.outcome, RB_OUTCOMES, "no such outcome");
    NOTICED(base.outcome, RB_BY_RUNES, "does not fit the phase");
    NOTICED(winners, 1, "does not fit the outcome");
    NOTICED(active, 2, "names no seat");
    NOTICED(first, 2, "names no seat");
    NOTICED(dice_len, RB_DICE + 1, "too many");
    NOTICED(spent, 2, "no such die");
    NOTICED(to_roll, RB_DICE + 1, "not a whole number in 0..5");
    NOTICED(dice[0], RB_FACES, "no such face");
    NOTICED(dice[1], 1, "no such face");
    NOTICED(dice[4], 1, "no such face");
    NOTICED(round, 0, "not a whole number in 1..65535");
    NOTICED(down, 2, "nobody comes to a town");
    NOTICED(down, 1, "nobody comes to a town");
    NOTICED(excess, 1, "nobody has too much");
    NOTICED(p[0].hex, RB_HEXES, "no such hex");
    NOTICED(p[1].prev, RB_HEXES, "no such hex");
    NOTICED(p[1].hero, RB_DECKED - 1, "no such hero, or it is taken");
    NOTICED(p[1].hero, RB_CARDS, "no such card");
    NOTICED(p[1].hero, VL_NONE, "no such hero, or it is taken");
    NOTICED(p[1].hero, RB_DECKED, "no such hero, or it is taken");
    NOTICED(p[0].sums.dice, 1, "what the cards add up to");
    NOTICED(p[1].gold, RB_GOLD_MAX + 1, "not a whole number in 0..32767");
    NOTICED(p[1].xp, RB_XP_MAX + 1, "not a whole number in 0..200");
    NOTICED(p[0].counters[0], RB_COUNTERS_MAX + 1, "not a whole number in 0..60");
    NOTICED(p[0].counters[2], RB_COUNTERS_MAX + 1, "not a whole number in 0..60");
    NOTICED(p[1].wounds, 5, "a hero with no life left");
    NOTICED(t[0].place, RB_PLACES, "no such place");
    NOTICED(t[0].place, RB_IN_HELD0 + 2, "a card where it cannot be");
    NOTICED(t[0].place, RB_IN_HELD0 + 1, "somebody else's card");
    NOTICED(t[1].place, RB_IN_STACK0, "does not fit the places of the cards");
    NOTICED(t[1].wounds, 1, "marks on a card that nobody holds");
    NOTICED(t[1].fatigue, 1, "marks on a card that nobody holds");
    NOTICED(t[1].flags, RB_BOUGHT, "marks on a card that nobody holds");
    NOTICED(t[0].wounds, 3, "an ally with no life left");
    NOTICED(unseen[0], good.unseen[0] | 1, "does not fit the places of the cards");
    NOTICED(event, RB_DECKED, "a card where it cannot be");
    NOTICED(event, VL_NONE, "a card where it cannot be");
    NOTICED(track[0].site, RB_SITES, "no such site");
    NOTICED(track[0].card, RB_DECKED, "a card where it cannot be");
    NOTICED(track[0].site, VL_NONE, "a slot half taken");
    NOTICED(track[0].age, 2, "an age that is still to come");
    NOTICED(track[0].age, 0, "an age that is still to come");
    NOTICED(sites[9], 2 + RB_SLOTS, "no such mark");
    NOTICED(sites[9], 3, "a marker without its slot");
    NOTICED(sites[9], 2, "a marker without its slot");
    NOTICED(combat.fight, RB_DUEL + 1, "not a whole number in 0..2");
    NOTICED(combat.phase, RB_FIGHTS + 1, "cannot be");
    NOTICED(combat.turn, 3, "not a whole number in 0..2");
    NOTICED(combat.loser, 2, "no such player");
    NOTICED(roll.stage, RB_TO_KEEP + 1, "not a whole number in 0..3");
    NOTICED(roll.kind, RB_ROLLS, "no such roll");
    NOTICED(roll.attr, RB_ATTRS, "no such attr");
    NOTICED(roll.die, RB_D20 + 1, "not a whole number in 0..20");
    NOTICED(roll.seat, 2, "no such roll");
    NOTICED(pending.seat, 2, "nobody's wounds");
    NOTICED(pending.kind, RB_ROLLS, "no such roll");
    NOTICED(tail_len[0], RB_TAIL + 1, "too many");
    NOTICED(tail_len[RB_COLOURS], RB_MARKET + 1, "too many");
#undef NOTICED
}

/* What is left out is as after setup, all cards unseen (section 8 of the rules). */
TEST(rb_what_a_position_leaves_out)
{
    RULE("RB-SET-07");
    RULE("RB-SET-11");
    static struct table t = TABLE(runebound);

    table_load(&t, "{}");
    CHECK_STR(table_phase(&t), "move_plan");
    CHECK_EQ(table_int(&t, "/active"), 0);
    CHECK_EQ(table_int(&t, "/first"), 0);
    CHECK_EQ(table_int(&t, "/round"), 1);
    CHECK_EQ(table_int(&t, "/in_town"), 1);
    CHECK_STR(table_str(&t, "/players/0/hero"), "H01");
    CHECK_STR(table_str(&t, "/players/3/hero"), "H04");
    CHECK_EQ(table_int(&t, "/players/4/hex"), -1);
    for (int card = 0; card < RB_DECKED; card++)
        CHECK_EQ(t.s.runebound.t[card].place, RB_IN_UNSEEN);
    /* heroes that are named are not given twice */
    table_load(&t, "{'options':{'players':3},'players':[{},{'hero':'H01'},{}]}");
    CHECK_STR(table_str(&t, "/players/0/hero"), "H02");
    CHECK_STR(table_str(&t, "/players/2/hero"), "H03");
    /* where cards lie follows from who has them, what is in play, on the track, in a tail */
    table_load(&t,
               "{'options':{'players':2},'players':[{'cards':['A01']},{'hex':103}],'event':'V01',"
               "'track':{'2':{'card':'G01','site':'SG06','age':1}},'next_age':2,"
               "'market_tail':['R01'],'blue_tail':['B01'],'active':1}");
    CHECK_STR(table_str(&t, "/cards/A01/place"), "held0");
    CHECK_STR(table_str(&t, "/cards/V01/place"), "event");
    CHECK_STR(table_str(&t, "/cards/G01/place"), "track");
    CHECK_STR(table_str(&t, "/cards/R01/place"), "tail");
    CHECK_STR(table_str(&t, "/cards/B01/place"), "tail");
    CHECK_STR(table_str(&t, "/sites/SG06"), "2");
    CHECK_STR(table_str(&t, "/unseen/0"), "A02");
    CHECK_EQ(table_int(&t, "/in_town"), 0);
    CHECK_STR(table_str(&t, "/stage"), "move_plan");
}
