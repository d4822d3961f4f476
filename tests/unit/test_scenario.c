/* The runner of scenarios: it must fail when it should, and say why. */
#include "match/scenario.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

struct heard {
    struct vl_scenario_report rep;
    int len;
    char lines[16][600]; /* "kind where pointer expected found" */
};

static void hear(struct vl_scenario_report *rep, const struct vl_scenario_fault *f)
{
    struct heard *h = (struct heard *)rep;

    if (h->len < 16)
        snprintf(h->lines[h->len++], sizeof h->lines[0], "%s %s %s %s %s",
                 vl_scenario_fault_word(f->kind), f->where, f->pointer, f->expected,
                 f->error ? f->error->what : f->found);
}

/* Runs scenarios written with ' for "; returns the status of the call. */
static int run(struct heard *h, const char *json)
{
    char text[4096];
    size_t n = strlen(json);
    struct vl_error err = { 0 };

    memset(h, 0, sizeof *h);
    h->rep.fault = hear;
    if (!CHECK(n < sizeof text))
        return VL_TOO_LARGE;
    for (size_t i = 0; i < n; i++)
        text[i] = json[i] == '\'' ? '"' : json[i];
    int st = vl_scenario_run(text, n, NULL, &h->rep, &err);
    vl_scenario_report_free(&h->rep);
    return st;
}

#define TABLE                                                                                      \
    "'game':'runemasters','position':{'base':'D4','active':'kulak','dice':['red','blue','white','" \
    "white'],'guardians':{'neltai':{'hp':2}}}"

TEST(a_scenario_that_holds_passes)
{
    struct heard h;

    CHECK_EQ(run(&h,
                 "[{'id':'a'," TABLE ",'rules':['RM-MARK-16'],'moves':["
                 "{'legal':'mark_heal 2 neltai'},{'expect':{'/guardians/neltai/hp':2}},"
                 "'mark_heal 2 neltai',"
                 "{'illegal':'mark_heal 2 neltai','rule':'RM-BAD-20','error':'E_DIE_USED'},"
                 "{'illegal':'mark_heal 3 kulak'},{'illegal':'end','seat':0,'rule':'RM-BAD-11'},"
                 "{'illegal':'smile','error':'E_UNKNOWN_ACTION'},"
                 "{'illegal':'hit','error':'E_MALFORMED'}],"
                 "'expect':{'/guardians/neltai/hp':3,'/used':[2],'/wounds/troll_red':null}}]"),
             VL_OK);
    CHECK_EQ(h.rep.passed, 1);
    CHECK_EQ(h.rep.failed, 0);
    CHECK_EQ(h.rep.checks, 10);
    CHECK_EQ(h.len, 0);
    if (h.len)
        printf("  %s\n", h.lines[0]);
}

/* Each of these must fail with exactly one fault, that one. */
TEST(a_scenario_that_does_not_hold_fails_and_says_where)
{
    static const struct {
        const char *rest, *fault;
    } cases[] = {
        { "'expect':{'/guardians/neltai/hp':3}", "differs /expect /guardians/neltai/hp 3 2" },
        { "'expect':{'/active':'neltai'}", "differs /expect /active \"neltai\" \"kulak\"" },
        { "'expect':{'/dice':['red']}",
          "differs /expect /dice ['red'] [\"red\",\"blue\",\"white\",\"white\"]" },
        { "'expect':{'/nowhere':0}", "differs /expect /nowhere 0 nothing" },
        { "'expect':{'/temple':null}", "differs /expect /temple null 4" },
        { "'moves':['charge 0',{'expect':{'/used':[1]}}]",
          "differs /moves/1/expect /used [1] [0]" },
        { "'moves':['hit 0']", "refused /moves/0  hit 0 RM-BAD-25" },
        { "'moves':['smile']", "refused /moves/0  smile RM-BAD-02" },
        { "'moves':[{'legal':'hit 0'}]", "refused /moves/0  hit 0 RM-BAD-25" },
        { "'moves':[{'legal':'end','seat':0}]", "refused /moves/0  end RM-BAD-11" },
        { "'moves':[{'illegal':'charge 0'}]", "allowed /moves/0  charge 0 " },
        { "'moves':[{'illegal':'hit 0','rule':'RM-BAD-20'}]",
          "reason /moves/0/rule  RM-BAD-20 RM-BAD-25" },
        { "'moves':[{'illegal':'hit 0','error':'E_DIE_USED'}]",
          "reason /moves/0/error  E_DIE_USED E_NO_MONSTER" },
        { "'moves':[{'step':true}]",
          "broken /moves/0/step   \"step\" is true, in a scenario with \"settle\": false" },
        { "'settle':false,'moves':[{'step':true}]", "no_step /moves/0   " },
        { "'rules':['RM-HIT-99']", "broken /rules/0   no such rule" },
        { "'surprise':1", "broken /surprise   unknown member" },
        { "'moves':[{'illegal':'hit 0','ruel':'x'}]", "broken /moves/0/ruel   unknown member" },
        { "'moves':[7]", "broken /moves/0   a notation or an object was expected" },
        { "'moves':7", "broken /moves   a list was expected" },
        { "'options':{'guardians':9}", "broken /options/guardians   9: not in 2..4" },
        /* null where nothing can ever stand */
        { "'expect':{'/nowhere':null}", "broken /expect/~1nowhere   a position has no such place" },
        { "'expect':{'/wounds/trol_red':null}",
          "broken /expect/~1wounds~1trol_red   a position has no such place" },
        { "'expect':{'/wounds/troll_red/7':null}",
          "broken /expect/~1wounds~1troll_red~17   a position has no such place" },
        { "'expect':{'/guardians/kulak/hq':null}",
          "broken /expect/~1guardians~1kulak~1hq   a position has no such place" },
        { "'expect':{'/options/plaiers':null}",
          "broken /expect/~1options~1plaiers   a position has no such place" },
        { "'expect':{'/seats/4':null}",
          "broken /expect/~1seats~14   a position has no such place" },
        { "'expect':{'/temple/0':null}",
          "broken /expect/~1temple~10   a position has no such place" },
        /* nothing is checked */
        { "'note':'nothing'", "broken    it checks nothing" },
        { "'moves':['charge 0']", "broken    it checks nothing" },
        { "'expect':{}", "broken    it checks nothing" },
        { "'moves':[{}]", "broken /moves/0   the entry asks for nothing" },
        /* options against the base */
        { "'options':{'players':4,'guardians':2},'expect':{'/temple':4}",
          "broken /options/guardians   the position is made for another value" },
        /* events */
        { "'moves':['charge 0',{'events':['charged','charged']}]",
          "no_event /moves/1/events/1  \"charged\" nothing" },
        { "'moves':['end',{'events':['turn_begun','turn_ended']}]",
          "no_event /moves/1/events/1  \"turn_ended\" nothing" },
        { "'moves':['charge 0',{'events':['killed']}]",
          "no_event /moves/1/events/0  \"killed\" charged" },
        { "'moves':['charge 0',{'events':[{'type':'charged','args':{'slot':3}}]}]",
          "no_event /moves/1/events/0  {'type':'charged','args':{'slot':3}} "
          "{'type':'charged','rule':'RM-CHG-01','seat':2,'args':{'guardian':'kulak','slot':2}}" },
        { "'moves':['charge 0','charge 1'],'events':[{'type':'charged','rule':'RM-CHG-02'}]",
          "no_event /events/0  {'type':'charged','rule':'RM-CHG-02'} "
          "{'type':'charged','rule':'RM-CHG-01','seat':2,'args':{'guardian':'kulak','slot':3}}" },
        { "'events':['smiled']", "broken /events/0   no such event" },
        { "'events':[{'seat':0}]", "broken /events/0   no such event" },
        { "'events':[{'type':'charged','args':{'slto':3}}]",
          "broken /events/0/args/slto   unknown member" },
        { "'events':[{'type':'charged','slot':3}]", "broken /events/0/slot   unknown member" },
        { "'events':[{'type':'charged','args':3}]",
          "broken /events/0/args   an object was expected" },
        { "'events':[]", "broken /events   a list of events was expected" },
        /* the list of legal moves */
        { "'legal_moves':['smile']", "moves /legal_moves/0  smile move 0 red" },
        { "'legal_moves':[]", "moves /legal_moves  nothing move 0 red" },
        { "'legal_moves':[7]", "broken /legal_moves/0   a notation was expected" },
        { "'legal_moves':7", "broken /legal_moves   a list was expected" },
        /* what must be refused */
        { "'refused':'RM-BAD-03'", "accepted /refused  RM-BAD-03 " },
        { "'refused':'RM-BAD-99'", "broken /refused   no such rule" },
        { "'where':'/options'", "broken /where   \"where\" goes with \"refused\"" },
        { "'refused':'RM-BAD-03','moves':['end']",
          "broken /moves   what is refused is not played" },
        { "'refused':'RM-BAD-04','options':{'guardians':9}",
          "reason /refused  RM-BAD-04 RM-BAD-03" },
        { "'refused':'RM-BAD-03','where':'/options','options':{'guardians':9}",
          "reason /where  /options /options/guardians" },
    };
    struct heard h;

    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); i++) {
        char json[1024], want[400];

        snprintf(json, sizeof json, "[{'id':'a'," TABLE ",%s}]", cases[i].rest);
        CHECK_EQ(run(&h, json), VL_OK);
        CHECK_EQ(h.rep.failed, 1);
        CHECK_EQ(h.rep.passed, 0);
        CHECK_EQ(h.len, 1);
        snprintf(want, sizeof want, "%s", cases[i].fault);
        for (char *c = want; *c; c++)
            if (*c == '\'')
                *c = '"';
        CHECK_STR(h.lines[0], want);
    }
}

TEST(the_scenarios_of_a_file_stand_on_their_own)
{
    struct heard h;

    CHECK_EQ(run(&h, "[{'id':'a'," TABLE ",'expect':{'/temple':4}},"
                     "{'id':'b'," TABLE ",'expect':{'/temple':3}},"
                     "{'id':'c','game':'chess'},{'id':'d'},"
                     "{'id':'e','game':'runemasters','position':{'base':'D4','temple':9}},"
                     "{'id':'f','game':'runemasters','content':'no/such/pack.json'},"
                     "{'id':'g'," TABLE ",'expect':{'/temple':4}}]"),
             VL_OK);
    CHECK_EQ(h.rep.passed, 2);
    CHECK_EQ(h.rep.failed, 5);
    CHECK_EQ(h.len, 5);
    CHECK(strstr(h.lines[1], "no such game"));
    CHECK(strstr(h.lines[3], "/position/temple"));
}

TEST(what_is_no_scenario_is_an_error)
{
    struct heard h;

    CHECK_EQ(run(&h, ""), VL_SYNTAX);
    CHECK_EQ(run(&h, "7"), VL_SYNTAX);
    CHECK_EQ(run(&h, "[{'id':'a'},7]"), VL_SYNTAX);
    CHECK_EQ(h.rep.failed, 0); /* nothing was run */
    CHECK_EQ(run(&h, "{'game':'runemasters'}"), VL_MISSING);
    CHECK_EQ(run(&h, "{'id':7}"), VL_SYNTAX);
    CHECK_EQ(run(&h, "{'id':'a'"), VL_SYNTAX);
    CHECK_EQ(run(&h, "[]"), VL_MISSING);
}

TEST(events_legal_moves_and_refused_starts_can_be_expected)
{
    struct heard h;

    CHECK_EQ(run(&h,
                 "[{'id':'events'," TABLE ",'moves':['charge 0',"
                 "{'events':['charged'],'expect':{'/used':[0]}},'charge 1'],"
                 "'events':[{'type':'charged','rule':'RM-CHG-01','seat':2,"
                 "'args':{'guardian':'kulak','slot':3}}]},"
                 /* others may come between: the order counts */
                 "{'id':'order','game':'runemasters','position':{'base':'D4','active':'kulak',"
                 "'dice':['red','blue','white','white'],"
                 "'paths':{'green':['-','troll_green','-','-','-']}},'moves':['end',"
                 "{'events':[{'type':'advanced','args':{'card':'troll_green','slot':1}},"
                 "{'type':'turn_begun','args':{'guardian':'kyreas'}}]}]},"
                 "{'id':'list','game':'runemasters','position':{'base':'D4','active':'kulak',"
                 "'dice':['red','blue','white','white'],'used':[0,1,2,3],"
                 "'guardians':{'kulak':{'mana':0}}},'moves':[{'legal_moves':['end']}]},"
                 "{'id':'chance','game':'runemasters','position':{'base':'D4','phase':"
                 "'game_over','outcome':'defeat_temple','temple':0},'legal_moves':[]},"
                 "{'id':'option','game':'runemasters','rules':['RM-BAD-03'],"
                 "'options':{'guardians':1},'refused':'RM-BAD-03','where':'/options/guardians'},"
                 "{'id':'options','game':'runemasters','options':{'guardians':2,'players':3},"
                 "'refused':'RM-BAD-04','where':'players'},"
                 "{'id':'base','game':'runemasters','options':{'guardians':2},"
                 "'position':{'base':'D4'},'refused':'RM-BAD-52','where':'/options/guardians'},"
                 "{'id':'position','game':'runemasters','position':{'base':'D4','temple':9},"
                 "'refused':'RM-BAD-52','where':'/position/temple'}]"),
             VL_OK);
    CHECK_EQ(h.rep.failed, 0);
    CHECK_EQ(h.rep.passed, 8);
    for (int i = 0; i < h.len; i++)
        printf("  %s\n", h.lines[i]);
}

/* Two scenarios of one name cannot be told apart in a report, whatever their files. */
TEST(an_id_is_used_once)
{
    struct heard h;
    char text[] = "[{\"id\":\"a0000\",\"game\":\"chess\"}]";
    char *number = strchr(text, '0');

    CHECK_EQ(run(&h, "[{'id':'a'," TABLE ",'expect':{'/temple':4}},"
                     "{'id':'b'," TABLE ",'expect':{'/temple':4}},"
                     "{'id':'a'," TABLE ",'expect':{'/temple':4}}]"),
             VL_OK);
    CHECK_EQ(h.rep.passed, 2);
    CHECK_STR(h.lines[0], "broken /id   another scenario has this id");
    memset(&h, 0, sizeof h);
    h.rep.fault = hear;
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < 1000; i++) {
            h.len = 0;
            for (int k = 3, n = i; k >= 0; k--, n /= 10)
                number[k] = (char)('0' + n % 10);
            CHECK_EQ(vl_scenario_run(text, sizeof text - 1, NULL, &h.rep, NULL), VL_OK);
            CHECK(h.len == 1 && (strstr(h.lines[0], "has this id") != NULL) == (twice == 1));
        }
    vl_scenario_report_free(&h.rep);
}

/* What a fault says of a refused move is enough to word it. */
static void hear_refusal(struct vl_scenario_report *rep, const struct vl_scenario_fault *f)
{
    struct heard *h = (struct heard *)rep;

    if (CHECK(f->refusal && f->rules && f->state && h->len < 16))
        snprintf(h->lines[h->len++], sizeof h->lines[0], "%d %s|%s|%d", f->move.kind != 0,
                 f->refusal->where, f->refusal->given, f->state->actor);
}

TEST(a_refusal_says_where_reading_stopped)
{
    static const char text[] =
        "[{\"id\":\"a\",\"game\":\"runemasters\",\"position\":{\"base\":\"D2\",\"phase\":"
        "\"round_start\"},\"moves\":[{\"legal\":\"event zork\"},{\"legal\":\"charge one\"},"
        "{\"illegal\":\"smile\",\"rule\":\"RM-BAD-20\"},{\"legal\":\"end\"}]}]";
    static const char *const want[] = { "1 event zork||-1", "0 charge one|one|-1",
                                        "0 smile|smile|-1", "1 end||-1" };
    struct heard h = { .rep = { .fault = hear_refusal } };

    CHECK_EQ(vl_scenario_run(text, sizeof text - 1, NULL, &h.rep, NULL), VL_OK);
    CHECK_EQ(h.len, 4);
    for (int i = 0; i < h.len && i < 4; i++)
        CHECK_STR(h.lines[i], want[i]);
    vl_scenario_report_free(&h.rep);
}

TEST(automatic_phases_can_be_stepped_one_by_one)
{
    RULE("RM-FLOW-03");
    struct heard h;

    CHECK_EQ(
        run(&h,
            "{'id':'a','settle':false,'game':'runemasters','position':{'base':'D4',"
            "'active':'kulak','dice':['red','blue','white','white'],"
            "'paths':{'green':['-','troll_green','-','-','-']},"
            "'pile':['werewolf_red','dawn']},'moves':['end',"
            "{'expect':{'/phase':'monsters','/paths/green/1':'troll_green'}},{'step':true},"
            "{'expect':{'/phase':'turn_end','/paths/green/0':'troll_green','/dice':['red','blue',"
            "'white','white']}},{'step':true},"
            "{'expect':{'/phase':'turn_start','/dice':[]}},{'step':true},"
            "{'expect':{'/phase':'spawn','/active':'kyreas'}}]}"),
        VL_OK);
    CHECK_EQ(h.rep.failed, 0);
    for (int i = 0; i < h.len; i++)
        printf("  %s\n", h.lines[i]);
}

TEST(scenarios_are_reported_as_json)
{
    static const char text[] =
        "[{\"id\":\"a\",\"game\":\"runemasters\",\"position\":{\"base\":\"D2\",\"phase\":\"round_"
        "start\"},"
        "\"expect\":{\"/temple\":6}},{\"id\":\"b\",\"game\":\"runemasters\","
        "\"position\":{\"base\":\"D2\",\"phase\":\"round_start\"},\"expect\":{\"/temple\":4}}]";
    char out[2048];
    struct vl_json w = vl_json_on(out, sizeof out);
    struct vl_scenario_json rep;

    vl_scenario_json_init(&rep, &w);
    vl_json_arr(&w);
    CHECK_EQ(vl_scenario_run(text, sizeof text - 1, NULL, &rep.base, NULL), VL_OK);
    vl_scenario_report_free(&rep.base);
    vl_json_end(&w);
    CHECK_STR(out, "[{\"id\":\"a\",\"faults\":[],\"passed\":true,\"checks\":1},"
                   "{\"id\":\"b\",\"faults\":[{\"status\":\"mismatch\",\"kind\":\"differs\","
                   "\"where\":\"/expect\",\"pointer\":\"/temple\",\"expected\":\"4\","
                   "\"found\":\"6\",\"text\":\"the position differs\"}],"
                   "\"passed\":false,\"checks\":1}]");
}
