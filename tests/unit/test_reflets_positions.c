/* Reflets d'Acide: positions that cannot be are refused and name what is wrong; whatever is
 * accepted can be played. */
#include "games/reflets/reflets.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>

TEST(ra_what_is_accepted_can_be_played)
{
    RULE("RA-ERR-35");
    static struct table t = TABLE(reflets), game = TABLE(reflets);
    static const char *const games[] = {
        "players=1 turn_cap=12",
        "players=2 turn_cap=12 quick_tokens=yes",
        "players=3 turn_cap=12 ticks=2,2,2,2,2,2,2,2,2,0",
        NULL,
    };

    table_check_altered(&t, &game, games, 8, 35);
}

/* ---- what cannot be ---- */

#define TWO "{'options':{'players':2},"
#define BLESS TWO "'phase':'bless',"
/* clang-format off */
static const struct table_bad bad[] = {
    { TWO "'phase':'dance'}", "/phase", "" },
    { TWO "'phase':'pay_gem'}", "/phase", "nothing asks for this" },
    { TWO "'phase':'vit'}", "/phase", "nothing asks for this" },
    { TWO "'phase':'die'}", "/phase", "nothing asks for this" },
    { TWO "'phase':'over','stage':'over'}", "/outcome", "does not fit the phase" },
    { BLESS "'outcome':'quest'}", "/outcome", "does not fit the phase" },
    { BLESS "'guide':2}", "/guide", "no such seat" },
    { BLESS "'guide':3}", "/guide", "" },
    { BLESS "'turn':65536}", "/turn", "" },
    { BLESS "'turn':0}", "/turn", "does not fit the stage" },
    { TWO "'phase':'setup_team','offered':['Q02'],'turn':1}", "/turn", "does not fit the stage" },
    { BLESS "'gold':7}", "/gold", "" },
    { BLESS "'brake':6}", "/brake", "" },
    { BLESS "'potential':7}", "/potential", "" },
    { BLESS "'gait':3}", "/gait", "" },
    { BLESS "'free':16}", "/free", "" },
    { BLESS "'door_notch':4}", "/door_notch", "" },
    { BLESS "'notch':4}", "/notch", "" },
    { BLESS "'countdown':4}", "/countdown", "" },
    { BLESS "'countdown':2,'notch':2}", "/countdown", "the Vils are not so far" },
    { BLESS "'rewards':6}", "/rewards", "" },
    { BLESS "'swaps':6}", "/swaps", "" },
    { BLESS "'markers':[5]}", "/markers/0", "" },
    { BLESS "'markers':[3]}", "/markers", "a marker is below the vitality" },
    { BLESS "'heroes':['H03','H05'],'markers':[0,0,1]}", "/heroes", "a hero who is elsewhere" },
    { BLESS "'heroes':['H03','H03']}", "/heroes", "" },
    { BLESS "'heroes':['L03']}", "/cards", "a card that cannot be there" },
    { BLESS "'heroes':[]}", "/heroes", "nobody is left" },
    { BLESS "'cards':{'H01':'team'}}", "/heroes", "not those of the team" },
    { BLESS "'cards':{'H01':'vils_team'}}", "/vteam", "not those of the Vils" },
    { BLESS "'vteam':['H03']}", "/vteam", "a hero who is elsewhere" },
    { BLESS "'vteam':['L01']}", "/cards", "a card that cannot be there" },
    { BLESS "'vdown':[70,0,0]}", "/vdown/0", "" },
    { BLESS "'vdown':[60,0,0]}", "/decks/0", "" },
    { BLESS "'decks':[10,10,10,9],'turn':1}", "/decks", "not as many cards as nobody has seen" },
    { BLESS "'cards':{'H01':'held'}}", "/cards", "a card that cannot be there" },
    { BLESS "'cards':{'L01':'purse'}}", "/cards", "a card that cannot be there" },
    { BLESS "'cards':{'C01':'a'}}", "/cards", "a card that cannot be there" },
    { BLESS "'cards':{'D01':'play'}}", "/cards", "a card that cannot be there" },
    { BLESS "'cards':{'D01':'purse'}}", "/cards", "a card that cannot be there" },
    { BLESS "'cards':{'D01':'c'}}", "/cards", "more dilemmas than wait on a board" },
    { BLESS "'cards':{'D01':'a','D02':'a','D03':'a','D04':'a'}}", "/cards", "more dilemmas than wait on a board" },
    { BLESS "'cards':{'L01':'known'}}", "/cards", "a known card lies in its deck" },
    { BLESS "'known_loot':['D01']}", "/cards", "a known card lies in its deck" },
    { BLESS "'known_loot':['L01'],'cards':{'L01':'discard'}}", "/cards", "a known card lies in its deck" },
    { BLESS "'holders':{'L01':'H10'},'cards':{'L01':'discard'}}", "/holders", "an item that nobody holds" },
    { BLESS "'holders':{'L01':'D10'}}", "/holders", "no hero" },
    { BLESS "'active':['L01']}", "/holders", "an item that nobody holds" },
    { BLESS "'holders':{'L01':'H01'},'active':['L01']}", "/active", "worn by nobody" },
    { BLESS "'holders':{'L01':'H03'},'active':['L01']}", "/active", "more, or other, than a hero can wear" },
    { BLESS "'holders':{'L01':'H10','L02':'H10'},'active':['L01','L02']}", "/active", "more, or other, than a hero can wear" },
    { BLESS "'holders':{'L37':'H22','L38':'H22','L39':'H22','L46':'H22'},'active':['L37','L38','L39','L46']}", "/active", "more, or other, than a hero can wear" },
    { BLESS "'gems':{'A':[5,1,1,1,1]}}", "/gems", "more than a board holds" },
    { BLESS "'gems':{'C':[1,1,1,1,1]}}", "/gems", "more than a board holds" },
    { BLESS "'gems':{'V':[26,1,1,1,1]}}", "/gems", "25 of each colour in all" },
    { BLESS "'play':['C01','C01']}", "/play", "" },
    { BLESS "'play':['D01']}", "/cards", "a card that cannot be there" },
    { BLESS "'play':['B01'],'prey':['H01']}", "/prey", "nobody whom a critter could hinder" },
    { BLESS "'prey':['H03']}", "/prey", "nobody whom a critter could hinder" },
    { BLESS "'cards':{'C01':'play'}}", "/play", "not the cards in play" },
    { BLESS "'up':{'forest':'Z07'}}", "/up", "not a card of that space" },
    { BLESS "'up':{'forest':'Z01','river':'Z01'}}", "/up", "not a card of that space" },
    { BLESS "'up':{'forest':'Z01'},'stacks':[1,1,1,1,1,1,1]}", "/up", "not a card of that space" },
    { BLESS "'laid':{'Z01':'up'}}", "/laid", "a card that is face up lies on its space" },
    { BLESS "'laid':{'P01':'purse'}}", "/laid", "doors are not won" },
    { BLESS "'laid':{'S01':'known'}}", "/laid", "a room that lies nowhere" },
    { BLESS "'tops':{'river':'Z01'}}", "/tops", "not a card of that space" },
    { BLESS "'tops':{'forest':'Z01'},'stacks':[0,1,1,1,1,1,1]}", "/tops", "not a card of that space" },
    { BLESS "'stacks':[7,1,1,1,1,1,1]}", "/stacks/0", "" },
    { BLESS "'laid':{'Z01':'purse','Z02':'out'},'stacks':[5,1,1,1,1,1,1]}", "/stacks", "not as many cards as there are" },
    { BLESS "'laid':{'Z01':'known','Z02':'known'}}", "/stacks", "not as many cards as there are" },
    { BLESS "'rooms':{'1':{'card':'Z01'}}}", "/rooms", "not a room that lies there" },
    { BLESS "'rooms':{'1':{'up':true}}}", "/rooms", "not a room that lies there" },
    { BLESS "'rooms':{'1':{'won':true}}}", "/rooms", "not a room that lies there" },
    { BLESS "'rooms':{'1':{'card':'S01'},'2':{'card':'S01'}}}", "/rooms", "" },
    { BLESS "'rooms':{'1':{'card':'S01','notch':4}}}", "/rooms/1/notch", "" },
    { BLESS "'tokens':{'green1':{'lies':'unplaced'}}}", "/tokens", "a token that cannot be there" },
    { BLESS "'tokens':{'green1':{'lies':'vils'}}}", "/tokens", "a token that cannot be there" },
    { BLESS "'tokens':{'red1':{'lies':'gone'}}}", "/tokens", "a token that cannot be there" },
    { BLESS "'tokens':{'red1':{'at':'W03'}}}", "/tokens", "a token that cannot be there" },
    { BLESS "'tokens':{'red1':{'lies':'A'}}}", "/tokens", "a token that cannot be there" },
    { BLESS "'tokens':{'red1':{'kind':'PERIL','lies':'A'}}}", "/tokens", "a token that cannot be there" },
    { BLESS "'tokens':{'red1':{'kind':'PURSE','lies':'C'}}}", "/tokens", "more than wait on a board" },
    { BLESS "'tokens':{'red1':{'at':'W02'}}}", "/tokens", "two on one square" },
    { BLESS "'flags':['wicked']}", "/flags/0", "" },
    { BLESS "'lasting':['peace']}", "/lasting/0", "" },
    { BLESS "'tokens':{'red1':{'at':'-'}}}", "/tokens", "on the road, and on no square of it" },
    { BLESS "'tokens':{'red1':{'kind':'PURSE'},'red2':{'kind':'PURSE'}}}", "/tokens", "a kind that stands twice" },
    { BLESS "'taken':[8,0]}", "/taken/0", "" },
    { BLESS "'quest':'Q03'}", "/quest", "not opposed to that of the Vils" },
    { BLESS "'quest':'-'}", "/quest", "not opposed to that of the Vils" },
    { BLESS "'treasure':'-'}", "/treasure", "there is none" },
    { TWO "'turn':0,'phase':'automatic','stage':'team','treasure':'-'}", "/treasure", "there is none" },
    { BLESS "'challenge':'-'}", "/challenge", "there is none" },
    { BLESS "'team':'-'}", "/team", "nowhere" },
    { BLESS "'avatar':'-'}", "/avatar", "nowhere" },
    { BLESS "'move_dice':[7]}", "/move_dice", "no such face" },
    { BLESS "'trial':'H01'}", "/trial", "a card that has none" },
    { BLESS "'trial':'Z02','objective':1}", "/objective", "the trial has fewer" },
    { BLESS "'flags':['octogon']}", "/trial", "the octogon is in the Octuple Chamber" },
    { BLESS "'tester':'H01'}", "/tester", "not in the team" },
    { BLESS "'dice_len':1}", "/dice", "not those of the trial" },
    { BLESS "'trial':'Z02','dice':{'1':{'value':7}}}", "/dice/1/value", "" },
    { BLESS "'trial':'Z02','dice_len':1,'dice':{'1':{'value':1,'hero':'L01'}}}", "/dice", "a die of nobody" },
    { BLESS "'dice_len':1,'dice':{'1':{'value':1}}}", "/dice", "there is no trial" },
    { BLESS "'to_assign':['A']}", "/to_assign", "nothing is thrown" },
    { BLESS "'stage':'move'}", "/stage", "not what comes next" },
    { BLESS "'flags':['item_lost']}", "/flags", "the items are not rearranged" },
    { TWO "'phase':'setup_team','offered':['Q02'],'markers':[1]}", "/markers", "nobody is wounded yet" },
    { BLESS "'depth':25}", "/depth", "" },
    { TWO "'phase':'obj_before'}", "/stage", "there is no objective" },
    { TWO "'phase':'automatic','stage':'dark'}", "/stage", "there is no trial" },
    { TWO "'phase':'automatic','stage':'jump'}", "/stage", "no shortcut is here" },
    { TWO "'phase':'automatic','stage':'trial','team':'W04'}", "/stage", "nothing to be tested is here" },
    { TWO "'phase':'brake'}", "/frames", "cannot go on with that" },
    { TWO "'phase':'gold'}", "/frames", "cannot go on with that" },
    { TWO "'phase':'options','team':'W26'}", "/frames", "cannot go on with that" },
    { TWO "'phase':'options','team':'W06','up':{'forest':'Z02'}}", "/frames", "cannot go on with that" },
    { TWO "'phase':'room','team':'W06'}", "/frames", "cannot go on with that" },
    { TWO "'phase':'door','team':'W45'}", "/stage", "nothing to be tested is here" },
    { TWO "'phase':'token','team':'W04'}", "/phase", "not what is asked now" },
    { TWO "'phase':'brake','gold':3,'flags':['stopped']}", "/phase", "not what is asked now" },
    { TWO "'phase':'gait','gold':3,'gait':1}", "/phase", "not what is asked now" },
    { TWO "'phase':'setup_quest'}", "/frames", "cannot go on with that" },
};
/* clang-format on */

TEST(ra_positions_that_cannot_be_are_refused)
{
    RULE("RA-ERR-35");
    RULE("RA-GEM-01");
    RULE("RA-GEM-02");
    RULE("RA-GEN-02");
    RULE("RA-EQP-01");
    RULE("RA-EQP-02");
    RULE("RA-EQP-03");
    RULE("RA-VIT-15");
    static struct table t = TABLE(reflets);

    for (int i = 0; i < VL_LEN(bad); i++)
        table_check_bad(&t, &bad[i]);
}

TEST(ra_flags_count_in_hashes_as_they_lay_in_the_first_version)
{
    static struct table t = TABLE(reflets);
    static const struct {
        uint8_t flag, was;
    } flags[] = { { 1, 1 }, { 2, 2 }, { 4, 4 }, { 8, 16 }, { 16, 64 }, { 32, 128 } };
    union vl_any_state kept;

    table_open(&t, "players=2");
    struct ra_state *s = (struct ra_state *)(void *)&t.s;
    for (int i = 0; i < VL_LEN(flags); i++) {
        s->flags = flags[i].flag;
        CHECK_EQ(t.r.game->kept(&t.s.base, kept.bytes), sizeof *s);
        CHECK_EQ(((struct ra_state *)(void *)&kept)->flags, flags[i].was);
    }
}

/* ---- bytes that no position can bring about ---- */

TEST(ra_bytes_that_cannot_be_are_noticed)
{
    RULE("RA-ERR-35");
    static struct table t = TABLE(reflets);
    struct ra_state *s = &t.s.reflets;
    struct ra_state good;
    struct vl_error err;

#define NOTICED(field, value, remark)                                                              \
    do {                                                                                           \
        good = *s;                                                                                 \
        CHECK_EQ(vl_sound(&t.r, &s->base, &err), VL_OK);                                           \
        s->field = (value);                                                                        \
        CHECK_EQ(vl_sound(&t.r, &s->base, &err), VL_INVALID);                                      \
        CHECK_STR(err.what, remark);                                                               \
        *s = good;                                                                                 \
    } while (0)
    table_load(&t, "{'base':'BASE3','stage':'trial','gold':6,'team':'W06','up':{'forest':'Z04'},"
                   "'heroes':['H03','H05','H10','H16','H22']}");
    NOTICED(stage, RA_STAGES, "no such stage");
    NOTICED(stage, VL_NONE, "no such stage");
    table_play(&t, "pass", "pass", "pass", "dice 1 2", "dice 3 4", "dice 5");
    CHECK_STR(table_phase(&t), "obj_assign");
    NOTICED(trial.to_assign, 7, "cannot go on with that"); /* one die of the third board */
    table_load(&t, "{'base':'BASE','phase':'luck','gold':3,'team':'W03','avatar':'A02'}");
    table_play(&t, "luck_roll");
    CHECK_STR(table_phase(&t), "die");
    NOTICED(frames[s->depth - 1].turn, 1, "not what is asked now");
#undef NOTICED
}

/* ---- what is being carried out ---- */

/* One list of the game, or of a kind of token, at its first step. */
static const char *refused_frame(struct table *t, const char *json, struct vl_frame f)
{
    static char text[400];

    snprintf(text, sizeof text,
             "%s,'depth':1,'frames':{'0':{'source':%d,'list':%d,'turn':%d,'notes':[%d,%d,%d,%d]}}}",
             json, f.source, f.list, f.turn, f.reg[0], f.reg[1], f.reg[2], f.reg[3]);
    return table_bad_position(t, text);
}

#define GAME(x) .source = RA_FROM_GAME, .list = RA_LIST_##x
#define KIND(x) .source = RA_FROM_KIND + RA_TOKEN_##x, .list = RA_OF_TEAM
#define OPTION TWO "'phase':'pay_gem','stage':'end','team':'W26','up':{'camp':'Z19'}"
#define POOR OPTION ",'gems':{'A':[1,0,0,0,0]}"
#define BRAKES TWO "'phase':'pay_gem','stage':'gait','gold':6,'brake':3,'gems':{'A':[1,0,0,0,0]}"
#define TAX TWO "'phase':'draw','stage':'end','team':'W03'"
#define DROPPED TWO "'phase':'rev_dilemma','stage':'hazard','team':'W06','cards':{'D01':'open'}"
#define OWED TWO "'phase':'pay_gem','stage':'hazard','team':'W06','cards':{'B01':'open'}"
#define PLACE TWO "'stage':'turn','tokens':{}"

TEST(ra_what_is_being_carried_out_can_go_on)
{
    RULE("RA-ERR-35");
    static struct table t = TABLE(reflets);
    static const struct {
        const char *json, *where;
        struct vl_frame f;
    } frames[] = {
        { OPTION, "", { GAME(OPTIONS), .turn = 2, .reg = { 3, 0, 0, 1 } } },
        { OPTION, "/frames", { GAME(OPTIONS), .turn = 2, .reg = { 3, 0, 0, 0 } } }, /* no board */
        { OPTION, "/frames", { GAME(OPTIONS), .turn = 2, .reg = { 3, 0, 0, 3 } } },
        { OPTION, "/frames", { GAME(OPTIONS), .turn = 3, .reg = { 3, 0, 0, 1 } } },
        { OPTION, "/frames", { GAME(OPTIONS), .turn = 2, .reg = { 4, 0, 0, 1 } } },
        { POOR, "", { GAME(OPTIONS), .turn = 2, .reg = { 3, 1, 0, 1 } } },
        { POOR, "/frames", { GAME(OPTIONS), .turn = 2, .reg = { 3, 0, 0, 1 } } }, /* one gem */
        { BRAKES, "", { GAME(BRAKE), .turn = 3, .reg = { 0, 0, 0, 1 } } },
        { BRAKES, "/phase", { GAME(BRAKE), .turn = 4, .reg = { 0, 0, 0, 1 } } }, /* paid */
        { POOR, "/phase", { GAME(OPTIONS), .turn = 2, .reg = { 3, 2, 0, 1 } } },
        { BRAKES, "/frames", { GAME(BRAKE), .turn = 2, .reg = { 0, 0, 0, 1 } } },
        { BRAKES, "/frames", { GAME(BRAKE), .turn = 5, .reg = { 0, 0, 0, 1 } } },
        { BRAKES, "/frames", { GAME(BRAKE), .turn = 3, .reg = { 0, 0, 0, 0 } } },
        { TAX ",'pool':'imps'", "", { KIND(IMP_TAX), .turn = 1, .reg = { 0, 0, 1, 0 } } },
        { TAX ",'pool':'imps'", "/phase", { KIND(IMP_TAX), .turn = 0, .reg = { 0, 0, 1, 0 } } },
        { TAX ",'pool':'loot'", "/phase", { KIND(IMP_TAX), .turn = 1, .reg = { 0, 0, 1, 0 } } },
        { DROPPED, "", { GAME(REVELATION), .reg = { 1, 0, 0, 1 } } },
        { DROPPED, "/phase", { GAME(REVELATION), .reg = { 1, 0, 0, 3 } } }, /* dropped already */
        { OWED, "", { GAME(REVELATION), .turn = 1, .reg = { 64, 0, 0, 2 } } },
        { OWED, "/phase", { GAME(REVELATION), .turn = 1, .reg = { 64, 1, 0, 2 } } }, /* paid */
        { OWED, "/phase", { GAME(REVELATION), .turn = 1, .reg = { 64, 0, 0, 1 } } },
        { OWED, "/phase", { GAME(REVELATION), .turn = 0, .reg = { 64, 0, 0, 2 } } },
        { PLACE, "", { GAME(GREEN), .turn = 6 } },
        { PLACE, "/frames", { GAME(GREEN), .turn = 7 } },
    };

    for (int i = 0; i < VL_LEN(frames); i++)
        if (!CHECK_STR(refused_frame(&t, frames[i].json, frames[i].f), frames[i].where))
            printf("  %d: %s\n", i, t.bad.what);
}
