/* test_lab.c - bots, simulator, bench and engine protocol. */
#define _POSIX_C_SOURCE 200809L
#include "cli/engine/engine.h"
#include "match/match.h"
#include "registry.h"
#include "sim/bench.h"
#include "sim/report.h"
#include "table.h"
#include "test.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

TEST(wilson_intervals_are_those_of_the_books)
{
    static const struct {
        uint64_t won, games;
        uint32_t mid, low, high;
    } known[] = {
        { 0, 10, 0, 0, 2775 },           { 10, 10, 10000, 7225, 10000 },
        { 50, 100, 5000, 4038, 5962 },   { 1, 100, 100, 18, 545 },
        { 500, 1000, 5000, 4691, 5309 }, { 0, 0, 0, 0, 10000 },
        { 90, 100, 9000, 8256, 9448 },
    };

    for (int i = 0; i < VL_LEN(known); i++) {
        struct vl_rate rate = vl_wilson(known[i].won, known[i].games);
        CHECK_EQ(rate.mid, known[i].mid);
        CHECK_EQ(rate.low, known[i].low);
        CHECK_EQ(rate.high, known[i].high);
    }
}

TEST(histograms_give_means_and_percentiles)
{
    struct vl_hist *h = calloc(1, sizeof *h);

    for (uint32_t v = 1; v <= 100; v++)
        vl_hist_add(h, v);
    CHECK_EQ(vl_hist_mean100(h), 5050);
    CHECK_EQ(vl_hist_percentile(h, 50), 50);
    CHECK_EQ(vl_hist_percentile(h, 5), 5);
    CHECK_EQ(vl_hist_percentile(h, 95), 95);
    vl_hist_add(h, 1000000); /* shares the last bin, but not the sum */
    CHECK_EQ(h->sum, 1005050);
    CHECK_EQ(vl_hist_percentile(h, 100), VL_SIM_BINS - 1);
    free(h);
}

/* ---- bots ---- */

TEST(bots_are_found_by_name_and_take_no_number)
{
    struct vl_bot_spec spec = { 0 };
    struct vl_error err;
    char text[32];

    CHECK_EQ(vl_bot_parse(&spec, "nobody", &err), VL_UNKNOWN);
    CHECK_EQ(vl_bot_parse(&spec, "", &err), VL_UNKNOWN);
    CHECK_EQ(vl_bot_parse(&spec, "greedy:3", &err), VL_RANGE);
    CHECK(spec.bot == NULL);
    for (int i = 0; i < vl_bots_len(); i++) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        CHECK_EQ(vl_bot_parse(&spec, vl_bot_at(i)->id, &err), VL_OK);
        vl_bot_format(&spec, &b);
        CHECK_STR(text, vl_bot_at(i)->id);
    }
}

/* What a bot answers at a table; seed of its generator given. */
TEST(greedy_is_deterministic_legal_and_changes_nothing)
{
    static struct table t = TABLE(runemasters);
    table_load(&t, "{'base':'D4','active':'neltai','dice':['red','blue','white','yellow'],"
                   "'paths':{'red':['troll_red','-','-','-','-'],"
                   "'blue':['-','archer_blue_1','-','-','-']}}");
    struct rm_state before = t.s.runemasters;
    struct vl_bot_answer a = table_ask(&t, &vl_bot_greedy, 7, 0),
                         b = table_ask(&t, &vl_bot_greedy, 7, 0);

    CHECK(vl_move_eq(a.move, b.move));
    CHECK_EQ(a.value, b.value);
    CHECK_EQ(a.nodes, b.nodes);
    CHECK(a.has_value && a.nodes > 20 && !a.stopped);
    CHECK_EQ(vl_refuse(&t.r, &t.s.base, a.move, t.s.base.actor), 0);
    CHECK(memcmp(&before, &t.s.runemasters, sizeof before) == 0);
    struct vl_bot_answer cut = table_ask(&t, &vl_bot_greedy, 7, 3);
    CHECK(cut.stopped);
    CHECK_EQ(vl_refuse(&t.r, &t.s.base, cut.move, t.s.base.actor), 0);
}

TEST(greedy_sees_what_is_plain)
{
    static struct table t = TABLE(runemasters);

    /* a monster in contact that one hit kills */
    CHECK_STR(table_greedy_at(&t,
                              "{'base':'D4','active':'kulak','dice':['green','red','red','blue'],"
                              "'used':[1,2,3],'guardians':{'kulak':{'mana':0}},"
                              "'paths':{'green':['archer_green_1','-','-','-','-']},"
                              "'wounds':{'archer_green_1':[1]}}"),
              "hit 0");
    /* nothing left to do */
    CHECK_STR(table_greedy_at(&t,
                              "{'base':'D4','active':'kulak','dice':['green','red','red','blue'],"
                              "'used':[0,1,2,3],'guardians':{'kulak':{'mana':0}}}"),
              "end");
    /* a pair stops the Troll that would fell Kulak */
    CHECK_STR(table_greedy_at(&t,
                              "{'base':'D4','active':'kulak','dice':['blue','blue','yellow','red'],"
                              "'used':[2,3],'guardians':{'kulak':{'hp':1,'mana':0,'ult':[4,1]}},"
                              "'paths':{'green':['troll_green','-','-','-','-']},"
                              "'wounds':{'troll_green':[0,1]}}"),
              "block 0 1");
    /* a Dragon in contact, mana at hand */
    CHECK_STR(
        table_greedy_at(&t, "{'base':'D4','active':'kulak','dice':['blue','red','yellow','white'],"
                            "'used':[0,1,2,3],'guardians':{'kulak':{'hp':2}},"
                            "'paths':{'green':['dragon_green','-','-','-','-']}}"),
        "release");
}

TEST(values_end_with_the_game)
{
    static struct table t = TABLE(runemasters);

    table_load(&t, "{'base':'D2','active':'kyreas','phase':'spawn','pile':['dawn','troll_red']}");
    CHECK_EQ(t.s.base.outcome, RM_VICTORY);
    CHECK_EQ(rm_eval(&t.r, &t.s.base, 0), VL_EVAL_WIN);
    table_load(&t, "{'base':'D2','active':'kulak','temple':1,'dice':['red','red','blue','white'],"
                   "'paths':{'green':['troll_green','-','-','-','-']}}");
    int32_t near = rm_eval(&t.r, &t.s.base, 0);
    CHECK(near > -VL_EVAL_WIN && near < VL_EVAL_WIN);
    table_play(&t, "end");
    CHECK_EQ(t.s.base.outcome, RM_DEFEAT_TEMPLE);
    CHECK_EQ(rm_eval(&t.r, &t.s.base, 0), -VL_EVAL_WIN);
}

/* ---- simulation ---- */

struct lab {
    struct vl_pack pack;
    struct vl_sim_cell cell;
    struct vl_bot_spec bots[2];
    struct vl_sim sim;
};

static bool lab_open(struct lab *lab, const char *options, const char *bot, uint64_t games)
{
    struct vl_error err;

    memset(lab, 0, sizeof *lab);
    lab->cell.count = calloc(1, sizeof *lab->cell.count);
    bool fine = CHECK_EQ(vl_pack_builtin(&lab->pack, &runemasters_game), VL_OK);
    struct vl_rules *r = &lab->cell.rules;
    vl_rules_init(r, &runemasters_game, lab->pack.block, &lab->pack.info);
    fine = fine && CHECK_EQ(vl_options_parse(r, options, &err), VL_OK) &&
           CHECK_EQ(vl_rules_prepare(r, &err), VL_OK) &&
           CHECK_EQ(vl_bot_parse(&lab->bots[0], bot, &err), VL_OK);
    lab->sim = (struct vl_sim){
        .rules = r, .bots = lab->bots, .bots_len = 1, .seed = 1, .games = games, .threads = 1
    };
    return fine;
}

static void lab_close(struct lab *lab)
{
    free(lab->cell.count);
    vl_pack_free(&lab->pack);
}

/* The JSON report of a run; the caller frees it. */
static char *lab_json(struct lab *lab, int threads, uint64_t seed)
{
    char *text = malloc(VL_SIM_JSON_ROOM);
    struct vl_json w = vl_json_on(text, VL_SIM_JSON_ROOM);
    struct vl_sim_report rep = {
        .cells = &lab->cell, .cells_len = 1, .bots = "x", .games = lab->sim.games, .complete = true
    };

    memset(lab->cell.count, 0, sizeof *lab->cell.count);
    lab->sim.threads = threads;
    lab->sim.seed = seed;
    CHECK_EQ(vl_sim_run(&lab->sim, lab->cell.count, NULL), VL_OK);
    vl_sim_json(&rep, &w);
    CHECK(!w.out.full);
    return text;
}

TEST(results_depend_on_the_seed_and_not_on_the_threads)
{
    static const char *const bots[] = { "random", "greedy" };
    static const int threads[] = { 2, 5 };
    struct lab lab;

    for (int b = 0; b < VL_LEN(bots); b++) {
        if (!lab_open(&lab, "guardians=3", bots[b], b ? 20 : 203))
            return;
        char *one = lab_json(&lab, 1, 9), *other = lab_json(&lab, 1, 10);
        CHECK(strcmp(one, other) != 0);
        for (int i = 0; i < VL_LEN(threads); i++) {
            char *many = lab_json(&lab, threads[i], 9);
            CHECK_STR(many, one);
            free(many);
        }
        free(one);
        free(other);
        lab_close(&lab);
    }
}

TEST(greedy_beats_random_clearly)
{
    struct lab lab;

    if (!lab_open(&lab, "guardians=2", "greedy", 60))
        return;
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cell.count, NULL), VL_OK);
    uint64_t greedy = lab.cell.count->won;
    memset(lab.cell.count, 0, sizeof *lab.cell.count);
    lab.bots[0].bot = &vl_bot_random;
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cell.count, NULL), VL_OK);
    CHECK(greedy >= 45);
    CHECK(lab.cell.count->won <= 3);
    lab_close(&lab);
}

TEST(counts_add_up)
{
    struct lab lab;
    uint64_t outcomes = 0, bins = 0;

    if (!lab_open(&lab, "guardians=2 difficulty=hero", "random", 100))
        return;
    const struct vl_sim_count *n = lab.cell.count;
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cell.count, NULL), VL_OK);
    for (int i = 0; i < VL_SIM_OUTCOMES; i++)
        outcomes += n->outcome[i];
    for (int i = 0; i < VL_SIM_BINS; i++)
        bins += n->turns.bin[i];
    CHECK_EQ(n->games, 100);
    CHECK_EQ(outcomes, 100);
    CHECK_EQ(bins, 100);
    CHECK_EQ(n->won, n->outcome[RM_VICTORY]);
    CHECK_EQ(n->won_by[0], n->won);
    CHECK_EQ(n->won_by[1], n->won);
    CHECK_EQ(n->players, 2);
    CHECK_EQ(n->outcome[RM_RUNNING], 0);
    CHECK(n->moves.sum > n->decisions.sum);
    lab_close(&lab);
}

TEST(a_stopped_run_counts_the_first_games)
{
    static const volatile sig_atomic_t stopped = 1;
    struct lab lab;

    if (!lab_open(&lab, "", "random", 100))
        return;
    lab.sim.stop = &stopped;
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cell.count, NULL), VL_INTERRUPT);
    CHECK_EQ(lab.cell.count->games, 0);
    lab_close(&lab);
}

/* Plays the game again at a table with the same seed. */
static int same_at_a_table(void *arg, const struct vl_sim_table *t, struct vl_error *err)
{
    struct lab *lab = arg;
    struct vl_match_setup setup = { .rules = &lab->cell.rules, .seed = t->seed };
    struct vl_match *m;
    int st = vl_match_open(&m, &setup, err);

    for (uint32_t i = 0; st == VL_OK && i < t->log_len; i++) {
        st = t->actors[i] == VL_CHANCE ? vl_match_draw(m, err)
                                       : vl_match_play(m, t->log[i], VL_ANYONE, err);
        if (st == VL_OK && !CHECK(vl_move_eq(m->entries[i].move, t->log[i])))
            break;
    }
    if (st == VL_OK) {
        CHECK(memcmp(m->state, t->state, lab->cell.rules.game->state_size) == 0);
        CHECK_EQ(vl_match_verify(m, err), VL_OK);
        vl_match_close(m);
    }
    return st;
}

TEST(chance_is_drawn_as_at_a_table)
{
    struct lab lab;
    struct vl_error err;
    struct vl_sim_watch watch = { NULL, same_at_a_table, &lab };

    if (!lab_open(&lab, "guardians=2", "random", 5))
        return;
    lab.sim.watch = &watch;
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cell.count, &err), VL_OK);
    lab_close(&lab);
}

static int refuse_to_watch(void *arg, const struct vl_sim_table *t, struct vl_error *err)
{
    (void)arg;
    return t->game == 3 ? vl_error_set(err, VL_IO, "disk", "full") : VL_OK;
}

TEST(a_watcher_can_stop_the_run)
{
    struct lab lab;
    struct vl_error err = { 0 };
    struct vl_sim_watch watch = { NULL, refuse_to_watch, NULL };

    if (!lab_open(&lab, "", "random", 1000))
        return;
    lab.sim.watch = &watch;
    lab.sim.threads = 2;
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cell.count, &err), VL_IO);
    CHECK_STR(err.where, "disk");
    CHECK(lab.cell.count->games < 1000);
    lab_close(&lab);
}

/* The report of a small run as text or page; the caller frees it. */
static char *lab_report(struct lab *lab, int lang,
                        void (*print)(const struct vl_sim_report *, FILE *))
{
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    struct vl_sim_report rep = { .lang = lang,
                                 .cells = &lab->cell,
                                 .cells_len = 1,
                                 .bots = "random",
                                 .seed = 1,
                                 .games = lab->sim.games,
                                 .complete = false };

    print(&rep, f);
    fclose(f);
    return text;
}

TEST(reports_speak_both_languages_and_stand_alone)
{
    struct lab lab;

    if (!lab_open(&lab, "guardians=2", "random", 30))
        return;
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cell.count, NULL), VL_OK);
    char *fr = lab_report(&lab, VL_FR, vl_sim_text), *en = lab_report(&lab, VL_EN, vl_sim_text);
    CHECK(strstr(fr, "manches") && strstr(en, "rounds"));
    CHECK(strstr(fr, "RM-END-03") && strstr(en, "RM-END-03"));
    CHECK(strstr(fr, "Interrompu") != NULL); /* partial results say so */
    char *page = lab_report(&lab, VL_FR, vl_sim_html);
    CHECK(strstr(page, "<html lang=\"fr\">") && strstr(page, "<svg") && strstr(page, "</html>"));
    CHECK(strstr(page, "<script") == NULL && strstr(page, "http") == NULL);
    CHECK(strstr(page, "[sim.") == NULL && strstr(fr, "[") == NULL && strstr(en, "[") == NULL);
    free(fr);
    free(en);
    free(page);
    lab_close(&lab);
}

/* ---- bench ---- */

TEST(the_bench_signature_is_the_same_each_time)
{
    struct lab lab;
    union vl_any_state state, start;
    struct vl_bench a = { 0 }, b = { 0 }, c = { 0 };

    if (!lab_open(&lab, "", "random", 1))
        return;
    vl_bench_games(lab.sim.rules, 1, 200, 0, &state.base, &start.base, NULL, &a);
    vl_bench_games(lab.sim.rules, 1, 200, 0, &state.base, &start.base, NULL, &b);
    vl_bench_games(lab.sim.rules, 2, 200, 0, &state.base, &start.base, NULL, &c);
    CHECK_EQ(a.games, 200);
    CHECK(a.decisions > 2000 && a.chance_moves > 1000);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    CHECK(a.signature != c.signature);
    memset(&c, 0, sizeof c); /* enough is enough, after a whole game */
    vl_bench_games(lab.sim.rules, 1, 200, 1000, &state.base, &start.base, NULL, &c);
    CHECK(c.decisions >= 1000 && c.games < 200);
    CHECK(c.decisions < 1000 + a.decisions / 10);
    lab_close(&lab);
}

/* The same game with longer states is played the same. */
TEST(the_bench_signature_does_not_know_how_a_state_is_laid_out)
{
    struct lab lab;
    union vl_any_state state = { 0 }, start = { 0 };
    struct vl_bench a = { 0 }, b = { 0 };

    if (!lab_open(&lab, "", "random", 1))
        return;
    struct vl_rules rules = *lab.sim.rules;
    struct vl_game longer = *rules.game;

    vl_bench_games(&rules, 1, 20, 0, &state.base, &start.base, NULL, &a);
    longer.state_size = (uint16_t)(longer.state_size + 8);
    rules.game = &longer;
    vl_bench_games(&rules, 1, 20, 0, &state.base, &start.base, NULL, &b);
    CHECK(a.games == 20 && memcmp(&a, &b, sizeof a) == 0);
    lab_close(&lab);
}

/* ---- engine protocol ---- */

/* What the engine answers to input[0..len); the caller frees it. */
static char *engine_bytes(const char *input, size_t len)
{
    struct engine_setup setup = { .lang = VL_EN, .seed = 3 };
    struct vl_pack pack;
    struct vl_error err;
    char *text = NULL;
    size_t size = 0;

    vl_pack_builtin(&pack, &runemasters_game);
    vl_rules_init(&setup.rules, &runemasters_game, pack.block, &pack.info);
    vl_bot_parse(&setup.bot, "greedy", &err);
    setup.in = len ? fmemopen((void *)(uintptr_t)input, len, "r") : fopen("/dev/null", "r");
    setup.out = open_memstream(&text, &size);
    CHECK_EQ(engine_run(&setup, &err), VL_OK);
    fclose(setup.in);
    fclose(setup.out);
    return text;
}

static char *engine_says(const char *input)
{
    return engine_bytes(input, strlen(input));
}

/* The answer without the four lines of greeting. */
static const char *after_hello(const char *text)
{
    for (int i = 0; i < 4 && text; i++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text ? text : "";
}

static int count_of(const char *text, const char *part)
{
    int n = 0;

    for (; (text = strstr(text, part)); text++)
        n++;
    return n;
}

TEST(the_engine_opens_with_its_version)
{
    char *text = engine_says("");

    CHECK(strncmp(text, "veillee engine 1\ngame runemasters ", 34) == 0);
    CHECK_STR(after_hello(text), "");
    free(text);
}

TEST(an_engine_session_follows_the_script)
{
    char *text = engine_says("setoption guardians 2\n"
                             "newgame\n"
                             "moves\n"
                             "apply choose_guardian kulak\n"
                             "apply choose_guardian kulak\n"
                             "as 1 choose_guardian kyreas\n"
                             "ping there\r\n"
                             "quit\n"
                             "moves\n");

    CHECK_STR(after_hello(text), "ok\n"
                                 "generator goes on\nseats 2\nactor 0\nok\n"
                                 "actor 0\n"
                                 "move 0 choose_guardian neltai\n"
                                 "move 1 choose_guardian ismoros\n"
                                 "move 2 choose_guardian kulak\n"
                                 "move 3 choose_guardian kyreas\n"
                                 "ok\n"
                                 "actor 1\nok\n"
                                 "error {\"status\":\"refused\",\"rule\":\"RM-BAD-13\",\"code\":"
                                 "\"E_GUARDIAN_TAKEN\",\"where\":\"choose_guardian kulak\","
                                 "\"text\":\"That guardian is already chosen.\"}\n"
                                 "actor 0\nok\n"
                                 "pong there\n");
    free(text);
}

TEST(the_engine_plays_a_position_and_says_what_it_is_worth)
{
    char *text = engine_says(
        "position json {\"base\":\"D4\",\"active\":\"kulak\",\"dice\":[\"green\",\"red\",\"red\","
        "\"blue\"],\"used\":[1,2,3],\"guardians\":{\"kulak\":{\"mana\":0}},\"paths\":{\"green\":"
        "[\"archer_green_1\",\"-\",\"-\",\"-\",\"-\"]},\"wounds\":{\"archer_green_1\":[1]}}\n"
        "go\nstop\nhash\n");

    CHECK(strstr(text, "\ninfo nodes ") != NULL);
    CHECK(strstr(text, "\nbestmove hit 0 value ") != NULL);
    CHECK(strstr(text, "\nbestmove") < strstr(text, "\nhash "));
    free(text);
}

TEST(the_engine_keeps_its_position_when_a_new_one_is_bad)
{
    char *text = engine_says("hash\n"
                             "position json {\"base\":\"D4\",\"temple\":99}\nhash\n"
                             "position json {\"base\":\nhash\n"
                             "position start moves choose_guardian kulak, fly away\nhash\n"
                             "position nowhere\nhash\n");
    const char *first = strstr(text, "hash ");
    char want[32] = "";

    if (CHECK(first != NULL))
        memcpy(want, first, 22);
    CHECK_EQ(count_of(text, want), 5);
    CHECK_EQ(count_of(text, "error {"), 4);
    CHECK(strstr(text, "\"where\":\"/temple\"") != NULL);
    free(text);
}

TEST(the_engine_draws_takes_and_refuses_chance)
{
    char *text = engine_says(
        "position start moves choose_guardian kulak, choose_guardian kyreas, choose_guardian "
        "neltai, choose_guardian ismoros, place_guardian red, place_guardian blue, place_guardian "
        "green, place_guardian yellow\n"
        "chance draw troll_green\n"
        "chance draw dawn\n"
        "chance\n"
        "go\n");

    CHECK_EQ(count_of(text, "actor chance\nok\n"), 3);
    CHECK_EQ(count_of(text, "error {\"status\":\"refused\""), 1);
    CHECK_EQ(count_of(text, "\nchance draw "), 1);
    CHECK_EQ(count_of(text, "error {\"status\":\"invalid\",\"where\":\"go\""), 1);
    free(text);
}

TEST(a_hosted_game_runs_to_its_end)
{
    char *text = engine_says("events on\nhost\nresult\nhost 0\nmoves\napply end\nmask\n"
                             "observe 0\nview 0\nposition?\n");
    char *again = engine_says("events on\nhost\nresult\nhost 0\nmoves\napply end\nmask\n"
                              "observe 0\nview 0\nposition?\n");

    CHECK_STR(again, text); /* the same seed, the same game */
    CHECK(strstr(text, "\nactor over\nok\n") != NULL);
    CHECK(strstr(text, "\nevent {") != NULL);
    CHECK(strstr(text, "\nresult victory RM-END-01") || strstr(text, "\nresult defeat"));
    CHECK(strstr(text, "RM-BAD-09") != NULL); /* a move after the end */
    free(text);
    free(again);
}

TEST(guests_play_their_seats)
{
    char *text = engine_says("host 1\nmoves\n");

    CHECK(strstr(text, "played 0 choose_guardian ") != NULL);
    CHECK(strstr(text, "actor 1\nok\nactor 1\nmove ") != NULL);
    free(text);
}

TEST(hostile_lines_are_refused_one_by_one)
{
    static const char rest[] = "\nping\n\x01\x02\n\xff\xfe\na\0b\nping\ngo go\ngo nodes -1\n";
    size_t len = ENGINE_LINE_MAX + 100;
    char *input = malloc(len + sizeof rest);

    memset(input, 'x', len);
    memcpy(input + len, rest, sizeof rest);
    char *text = engine_bytes(input, len + sizeof rest - 1);
    CHECK_EQ(count_of(text, "error {\"status\":\"too_large\""), 1);
    CHECK_EQ(count_of(text, "error {\"status\":\"syntax\""), 5);
    CHECK_EQ(count_of(text, "pong\n"), 2);
    free(text);
    free(input);
}

TEST(every_command_survives_junk)
{
    static const char *const words[] = { "hello",     "help",    "lang",     "events",   "options",
                                         "setoption", "newgame", "position", "view",     "hash",
                                         "result",    "moves",   "apply",    "as",       "chance",
                                         "refuse",    "mask",    "preview",  "observe",  "bot",
                                         "go",        "stop",    "host",     "position?" };
    static const char *const junk[] = {
        "",          " ",   " -1",    " 99999999999999999999", " {",
        " {}",       " \"", " 0 0 0", " json {\"a\":[1,{}]}",  " seed",
        " moves ,,,"
    };

    for (int i = 0; i < VL_LEN(words); i++)
        for (int k = 0; k < VL_LEN(junk); k++) {
            char line[128];
            snprintf(line, sizeof line, "%s%s\nping alive\n", words[i], junk[k]);
            char *text = engine_says(line);
            CHECK(strstr(text, "\npong alive\n") != NULL);
            free(text);
        }
}
