/* The greedy bot at Enchanters, and what the simulator tells of a game in which
 * players win against each other. */
#include "bots/bot.h"
#include "sim/report.h"
#include "table.h"
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- single decisions ---- */

TEST(en_greedy_equips_itself)
{
    static struct table t = TABLE(enchanters);

    /* icons that stay under other cards before those that are lost (EN-PILE-05) */
    CHECK_STR(
        table_greedy_at(
            &t,
            "{'options':{'players':2},'village':'val_paisible','road':['uni_long_sword','gob_axe',"
            "'gob_ogre'],'deck':['gob_goblin','gob_goblin','gob_goblin','gob_giant','gob_giant',"
            "'uni_unicorn','uni_unicorn','uni_unicorn','uni_dryad','uni_dryad','uni_dryad',"
            "'uni_pegasus','uni_pegasus','gob_helmet','gob_helmet','gob_ogre']}"),
        "journey 1");
}

TEST(en_greedy_fights_when_it_can)
{
    static struct table t = TABLE(enchanters);
    static const char *const position =
        "{'options':{'players':2},'village':'moulinbas','seats':[{'crystals':%s,"
        "'items':['dra_scale_targe#1','dra_scale_targe#2','gob_plate_armour','bar_greatsword'],"
        "'enchantments':['gob_of_the_rampart','gob_of_the_anvil']}],'road':['gob_goblin','gob_"
        "ironclad_ogre'],"
        "'deck':['gob_axe','gob_helmet#1']}";
    char json[600];

    snprintf(json, sizeof json, position, "1"); /* both can be had: the better one */
    table_load(&t, json);
    CHECK_EQ(en_attack(&t.s.enchanters, 0), 6);
    CHECK_STR(table_greedy(&t), "journey 1");
    snprintf(json, sizeof json, position, "0");
    CHECK_STR(table_greedy_at(&t, json), "journey 0");
}

TEST(en_greedy_buys_attack_that_pays_and_no_other)
{
    static struct table t = TABLE(enchanters);

    /* Attack 4 against 6: two uses of the village's action, then the fight */
    CHECK_STR(
        table_greedy_at(&t, "{'options':{'players':2},'seats':[{'crystals':4,'items':['gob_plate_"
                            "armour','bar_greatsword'],"
                            "'enchantments':['gob_of_the_rampart']}],'road':['gob_ironclad_ogre'],'"
                            "deck':['gob_axe']}"),
        "use village 2");
    table_play(&t, "use village 2", "use village 2");
    CHECK_STR(table_greedy(&t), "journey 0");
    /* nothing to fight */
    CHECK_STR(
        table_greedy_at(&t, "{'options':{'players':2},'seats':[{'crystals':4}],'road':['gob_axe'],"
                            "'deck':['gob_giant','gob_goblin','gob_helmet']}"),
        "journey 0");
}

TEST(en_greedy_minds_its_wounds)
{
    static struct table t = TABLE(enchanters);

    /* the last turn: healing is glory, crystals are none */
    CHECK_STR(
        table_greedy_at(&t, "{'options':{'players':2},'village':'moulinbas','seats':[{'wounds':5}],"
                            "'road':['gob_axe']}"),
        "rest village 1");
    /* without wounds the same turn is for the crystals that break ties (EN-SCO-06) */
    CHECK_STR(table_greedy_at(
                  &t, "{'options':{'players':2},'village':'moulinbas','seats':[{'crystals':0},{}],"
                      "'road':['gob_giant']}"),
              "rest village 0");
    /* a small trophy for which the wounds cost more than it is worth */
    CHECK_STR(
        table_greedy_at(
            &t, "{'options':{'players':2},'village':'moulinbas','seats':[{'crystals':0,'items':[],"
                "'enchantments':['bar_of_fury']}],'road':['dra_kobold']}"),
        "rest village 0");
}

TEST(en_greedy_thinks_of_the_final_scoring)
{
    static struct table t = TABLE(enchanters);

    /* a fourth monster is worth two points more than the helmet in Normaltown (EN-SCO-03) */
    CHECK_STR(table_greedy_at(&t,
                              "{'options':{'players':2},'seats':[{'trophies':['gno_gnoll#1','gno_"
                              "gnoll#2','gno_gnoll#3']}],"
                              "'road':['gob_helmet','gno_hyena']}"),
              "journey 1");
    /* a dragon's clause: three points for an enchantment (EN-SCO-02) */
    CHECK_STR(
        table_greedy_at(&t, "{'options':{'players':2},'village':'moulinbas','seats':[{'trophies':['"
                            "dra_emerald_dragon']}],"
                            "'road':['gob_helmet','dra_of_the_wyrm']}"),
        "journey 1");
}

TEST(en_greedy_gives_nothing_up_for_nothing)
{
    static struct table t = TABLE(enchanters);

    /* after the major action the club's bonus would be lost, and a monster with it */
    table_load(
        &t, "{'options':{'players':2},'village':'moulinbas','phase':'window_3','seats':[{'items':['"
            "gno_bone_club'],"
            "'trophies':['gno_gnoll#1','gno_gnoll#2']}],'road':['gob_axe'],'deck':['gob_helmet']}");
    CHECK(strstr(table_moves(&t), "use gno_bone_club#1 0") != NULL);
    CHECK_STR(table_greedy(&t), "end_turn");
    /* Attack bought in window 3 is worth nothing, whatever it costs, even nothing */
    table_load(&t, "{'options':{'players':2},'phase':'window_3','seats':[{'crystals':9,'items':["
                   "'thi_scimitar'],"
                   "'enchantments':['wor_of_vengeance'],'received':4,'trophies':['uni_dryad']}],"
                   "'road':['gob_axe'],"
                   "'deck':['gob_helmet']}");
    CHECK(strstr(table_moves(&t), "use village 2") &&
          strstr(table_moves(&t), "use thi_scimitar#1 0") &&
          strstr(table_moves(&t), "use wor_of_vengeance#1 0") &&
          strstr(table_moves(&t), "use uni_dryad#1 0"));
    CHECK_STR(table_greedy(&t), "end_turn");
    /* with the same card a window earlier there is a fight to win */
    CHECK_STR(table_greedy_at(
                  &t,
                  "{'options':{'players':2},'seats':[{'crystals':1,'items':['gob_plate_armour#1',"
                  "'gob_plate_armour#2','thi_scimitar'],'enchantments':['gob_of_the_rampart']}],"
                  "'road':['gob_ironclad_ogre'],'deck':['gob_axe']}"),
              "rest village 0"); /* 5 of 6 */
    CHECK_STR(table_greedy_at(
                  &t,
                  "{'options':{'players':2},'seats':[{'crystals':1,'items':['gob_plate_armour#1',"
                  "'gob_plate_armour#2','thi_scimitar'],'enchantments':['gob_of_the_rampart']}],"
                  "'road':['gno_manticore'],'deck':['gob_axe']}"),
              "use thi_scimitar#1 0");
}

TEST(en_greedy_uses_nothing_that_does_nothing)
{
    static struct table t = TABLE(enchanters);

    /* +0 Attack for a crystal: no monster, no skull, no trophy */
    table_load(
        &t, "{'options':{'players':2},'village':'moulinbas','seats':[{'items':['bar_war_horn'],"
            "'enchantments':['gno_of_rage']}],'road':['gob_helmet'],'deck':['gob_axe','gob_goblin',"
            "'gob_giant']}");
    CHECK(strstr(table_moves(&t), "use bar_war_horn#1 0") &&
          strstr(table_moves(&t), "use gno_of_rage#1 0"));
    CHECK(strncmp(table_greedy(&t), "use", 3) != 0);
    /* healing without a wound, and wounds that are not there to be passed on */
    table_load(
        &t,
        "{'options':{'players':2},'village':'bois_sacre','seats':[{'crystals':12,'items':['uni_"
        "unicorn_horn'],"
        "'enchantments':['wor_of_torment'],'trophies':['uni_homo_arboris']}],'road':['gob_helmet'],"
        "'deck':['gob_axe','gob_goblin','gob_giant']}");
    CHECK(strstr(table_moves(&t), "use uni_unicorn_horn#1 0") &&
          strstr(table_moves(&t), "use village 2"));
    CHECK(strncmp(table_greedy(&t), "use", 3) != 0);
    /* two wounds: healed for one crystal, not for two */
    table_load(&t, "{'options':{'players':2},'village':'bois_sacre','phase':'window_3','seats':["
                   "{'crystals':12,'wounds':2,"
                   "'items':['uni_unicorn_horn']}],'road':['gob_helmet']}");
    CHECK_STR(table_greedy(&t), "use uni_unicorn_horn#1 0");
    table_play(&t, "use uni_unicorn_horn#1 0");
    CHECK_STR(table_greedy(&t), "end_turn");
    /* an empty graveyard is not visited */
    table_load(
        &t, "{'options':{'players':2},'village':'moulinbas','phase':'window_3','seats':[{'items':['"
            "und_spade'],"
            "'trophies':['und_ghoul']}],'road':['gob_helmet'],'deck':['gob_axe','gob_goblin']}");
    CHECK(strstr(table_moves(&t), "use und_spade#1 0") &&
          strstr(table_moves(&t), "use und_ghoul#1 0"));
    CHECK_STR(table_greedy(&t), "end_turn");
    /* and a crystal or two is well spent on one that holds a trophy */
    CHECK_STR(table_greedy_at(
                  &t,
                  "{'options':{'players':2},'village':'moulinbas','phase':'window_3','seats':[{'"
                  "items':['gob_plate_armour#1',"
                  "'und_spade'],'trophies':['gno_gnoll#1'],'enchantments':['gob_of_the_rampart']}],"
                  "'road':['gob_helmet'],'deck':['gob_axe'],'graveyard':['gno_gnoll#2']}"),
              "use und_spade#1 0");
}

/* Is this use of no effect at all, or only on a bonus that nothing asks for any more? */
static bool is_folly(const struct vl_rules *r, const struct en_state *s, struct vl_move use)
{
    const struct en_ability *a = en_ability(r, s, use.arg[0], use.arg[1]);

    for (int i = 0; i < a->effects.len; i++) {
        const struct vl_fx *e = en_steps(en_content(r), a->effects) + i;
        bool bonus = e->verb == EN_DO_ATK || e->verb == EN_DO_DEF || e->verb == EN_DO_CHEAPER;

        if (bonus && s->base.phase == EN_PH_WINDOW_3)
            continue;
        if (bonus && en_amount(r, s, vl_fx_amount(e, EN_ARG_AMOUNT), s->active) == 0)
            continue;
        if ((e->verb == EN_DO_HEAL || e->verb == EN_DO_TRANSFER) && s->p[s->active].wounds == 0)
            continue;
        if (e->verb == EN_DO_VISIT && s->grave_len == 0)
            continue;
        return false;
    }
    return true;
}

TEST(en_greedy_plays_no_folly_in_whole_games)
{
    static struct table t = TABLE(enchanters);
    static const char *const options[] = { "players=2 kingdom_mode=random",
                                           "players=3 kingdom_mode=random",
                                           "players=4 kingdom_mode=random" };
    struct vl_bot_spec spec = { &vl_bot_greedy, 0 };
    void *scratch = malloc(vl_bot_scratch(&spec, &enchanters_game));
    struct vl_move list[VL_MOVES_MAX];
    int uses = 0, follies = 0, fled = 0;

    VL_VERIFY(scratch);
    for (uint64_t game = 0; game < 60; game++) {
        struct vl_rng chance = vl_rng_seed(game), think = vl_rng_seed(1000 + game);

        table_open(&t, options[game % 3]);
        while (t.s.base.actor != VL_OVER) {
            int n = vl_legal(&t.r, &t.s.base, list);
            struct vl_bot_ask ask = { .rules = &t.r,
                                      .state = &t.s.base,
                                      .seat = t.s.base.actor,
                                      .legal = list,
                                      .legal_len = n,
                                      .rng = &think,
                                      .scratch = scratch };
            struct vl_bot_answer a = { 0 };

            if (t.s.base.actor == VL_CHANCE)
                a.move = vl_sample(&t.r, &t.s.base, &chance);
            else
                vl_bot_choose(&spec, &ask, &a);
            if (a.move.kind == EN_MV_USE) {
                uses++;
                follies += is_folly(&t.r, &t.s.enchanters, a.move);
            }
            fled += a.move.kind == EN_MV_PROCEED && t.s.enchanters.take[0].card != VL_NONE &&
                    en_content(&t.r)->cards[t.s.enchanters.take[0].card].kind >= EN_KIND_MONSTER &&
                    en_attack(&t.s.enchanters, t.s.enchanters.active) <
                        en_health(&t.r, &t.s.enchanters, t.s.enchanters.take[0].card);
            vl_apply_legal(&t.r, &t.s.base, a.move, NULL);
        }
    }
    CHECK(uses > 1000);
    CHECK_EQ(follies, 0);
    CHECK_EQ(fled, 0);
    free(scratch);
}

TEST(en_greedy_chooses_whom_and_what)
{
    static struct table t = TABLE(enchanters);

    /* the wound goes to the player who leads */
    table_load(
        &t,
        "{'options':{'players':3},'village':'moulinbas','seats':[{},{},{'trophies':['gob_giant']}],"
        "'road':['wor_zealot'],'deck':['gob_axe','gob_helmet','gob_goblin']}");
    table_play(&t, "journey 0", "proceed");
    CHECK_STR(table_phase(&t), "choose_target");
    CHECK_STR(table_greedy(&t), "target 2");
    /* who must give a monster up gives the least one (EN-EFF-04) */
    table_load(&t, "{'options':{'players':2},'village':'moulinbas','seats':[{},{'trophies':['"
                   "gob_ogre','uni_unicorn',"
                   "'gno_gnoll']}],'road':['gno_bolas'],'deck':['gob_axe','gob_helmet']}");
    table_play(&t, "journey 0", "proceed");
    CHECK_STR(table_phase(&t), "choose_card");
    CHECK_EQ(t.s.base.actor, 1);
    CHECK_STR(table_greedy(&t), "card uni_unicorn#1");
}

/* ---- many games ---- */

struct lab {
    struct vl_pack pack;
    struct vl_sim_cell cells[2];
    struct vl_bot_spec bots[4];
    struct vl_sim sim;
};

/* Each cell with its options, greedy at the first seat. */
static bool lab_run(struct lab *lab, const char *const *options, int len,
                    const struct vl_bot *others, uint64_t games)
{
    memset(lab, 0, sizeof *lab);
    if (!CHECK_EQ(vl_pack_builtin(&lab->pack, &enchanters_game), VL_OK))
        return false;
    for (int i = 0; i < VL_LEN(lab->bots); i++)
        lab->bots[i].bot = i ? others : &vl_bot_greedy;
    for (int i = 0; i < len; i++) {
        struct vl_sim_cell *cell = &lab->cells[i];

        vl_rules_init(&cell->rules, &enchanters_game, lab->pack.block, &lab->pack.info);
        CHECK_EQ(vl_options_parse(&cell->rules, options[i], NULL), VL_OK);
        CHECK_EQ(vl_rules_prepare(&cell->rules, NULL), VL_OK);
        snprintf(cell->label, sizeof cell->label, "%s", options[i]);
        cell->count = calloc(1, sizeof *cell->count);
        VL_VERIFY(cell->count);
        lab->sim = (struct vl_sim){ .rules = &cell->rules,
                                    .bots = lab->bots,
                                    .bots_len = VL_LEN(lab->bots),
                                    .seed = 4,
                                    .games = games,
                                    .threads = 1 };
        CHECK_EQ(vl_sim_run(&lab->sim, cell->count, NULL), VL_OK);
    }
    return true;
}

static void lab_close(struct lab *lab)
{
    free(lab->cells[0].count);
    free(lab->cells[1].count);
    vl_pack_free(&lab->pack);
}

TEST(en_greedy_beats_random)
{
    static const char *const options[] = { "players=2", "players=4" };
    static struct lab lab;

    if (!lab_run(&lab, options, 2, &vl_bot_random, 40))
        return;
    CHECK(lab.cells[0].count->won_by[0] >= 39);
    CHECK(lab.cells[1].count->won_by[0] >= 39);
    lab_close(&lab);
}

static int tally(const char *id)
{
    for (int i = 0; i < enchanters_game.tallies_len; i++)
        if (vl_str_eq(enchanters_game.tallies[i].id, id))
            return i;
    return -1;
}

TEST(en_counts_of_players_and_cards)
{
    static const char *const options[] = { "players=3 kingdom_mode=first_game" };
    static struct lab lab;

    if (!lab_run(&lab, options, 1, &vl_bot_greedy, 20))
        return;
    const struct vl_sim_count *n = lab.cells[0].count;
    int taken = tally("taken"), revealed = tally("revealed"), kingdoms = tally("kingdoms");
    const struct vl_sim_thing *k = n->tally[kingdoms];
    int64_t scores = 0;

    CHECK_EQ(n->players, 3);
    CHECK_EQ(n->apart, 20);
    for (int p = 0; p < 3; p++) {
        CHECK_EQ(n->score_by[p].count, 20);
        scores += n->score_by[p].sum;
    }
    /* Worshippers, Goblins and Unicorns in every game, with all their cards (EN-SET-22) */
    CHECK_EQ(k[0].games + k[4].games + k[5].games, 60);
    CHECK_EQ(k[0].sum + k[4].sum + k[5].sum, 60); /* there or not */
    CHECK_EQ(k[1].games, 0);
    CHECK_EQ(k[0].score.count, 60);
    CHECK_EQ(k[0].score.sum, scores);
    /* taken, out of the games in which it came */
    CHECK_EQ(vl_sim_among(&enchanters_game, n, taken, 0), n->tally[revealed][0].games);
    CHECK_EQ(vl_sim_among(&enchanters_game, n, kingdoms, 0), 20);
    for (int i = 0; i < VL_SIM_THINGS; i++)
        CHECK(n->tally[taken][i].games <= n->tally[revealed][i].games);
    CHECK_EQ(n->tally[revealed][0].sum, 20 * 2);
    lab_close(&lab);
}

/* Who takes what in one game, from its moves. */
struct takers {
    struct vl_sink base;
    const struct vl_rules *rules;
    uint8_t seats[VL_SIM_THINGS];                     /* by design, as bits */
    int64_t sum[VL_SIM_THINGS], count[VL_SIM_THINGS]; /* over the games */
};

static void see_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct takers *all = (struct takers *)sink;

    if (ev->type != EN_EV_JOURNEYED)
        return;
    int design = enchanters_game.group(all->rules, EN_FAM_CARD, ev->arg[1], EN_FAM_DESIGN);
    all->seats[design] |= (uint8_t)(1 << ev->arg[0]);
}

static int see_game(void *arg, const struct vl_sim_table *t, struct vl_error *err)
{
    struct takers *all = arg;
    struct en_state s;
    struct vl_result res;

    (void)err;
    memset(all->seats, 0, sizeof all->seats);
    vl_start(all->rules, &s.base, &all->base);
    for (uint32_t i = 0; i < t->log_len; i++)
        vl_apply_legal(all->rules, &s.base, t->log[i], &all->base);
    vl_result(all->rules, &s.base, &res);
    for (int i = 0; i < VL_SIM_THINGS; i++)
        for (int seat = 0; seat < s.base.seats; seat++)
            if (all->seats[i] >> seat & 1) {
                all->sum[i] += res.score[seat];
                all->count[i]++;
            }
    return VL_OK;
}

TEST(en_score_of_a_card_is_that_of_who_took_it)
{
    static const char *const options[] = { "players=3 kingdom_mode=random" };
    static struct lab lab;
    static struct takers all;
    int cards = 0;

    if (!lab_run(&lab, options, 1, &vl_bot_random, 25))
        return;
    all = (struct takers){ .base = { .take = see_event }, .rules = &lab.cells[0].rules };
    struct vl_sim_watch watch = { .ended = see_game, .arg = &all };
    lab.sim.watch = &watch;
    memset(lab.cells[0].count, 0, sizeof *lab.cells[0].count);
    CHECK_EQ(vl_sim_run(&lab.sim, lab.cells[0].count, NULL), VL_OK);
    for (int i = 0; i < VL_SIM_THINGS; i++) {
        const struct vl_sim_thing *n = &lab.cells[0].count->tally[tally("taken")][i];

        CHECK_EQ(n->score.sum, all.sum[i]);
        CHECK_EQ(n->score.count, all.count[i]);
        cards += n->games > 0;
    }
    CHECK(cards > 80);
    lab_close(&lab);
}

TEST(means_of_scores_have_their_interval)
{
    /* 10, 20, 30 and 40 of four games: 25 +- 1.96 * 12.91 / 2 */
    struct vl_sim_score s = {
        .sum = 100, .sum_sum = 3000, .sum_count = 100, .count = 4, .count_count = 4, .games = 4
    };
    /* two players with the same 10, 20, 30, 40: no more is known than by one */
    struct vl_sim_score both = {
        .sum = 200, .sum_sum = 12000, .sum_count = 400, .count = 8, .count_count = 16, .games = 4
    };
    struct vl_sim_score one = {
        .sum = 7, .sum_sum = 49, .sum_count = 7, .count = 1, .count_count = 1, .games = 1
    };
    struct vl_sim_score equal = {
        .sum = 21, .sum_sum = 147, .sum_count = 21, .count = 3, .count_count = 3, .games = 3
    };

    CHECK_EQ(vl_score_within100(&s), 1265);
    CHECK_EQ(vl_score_within100(&both), 1265);
    CHECK_EQ(vl_score_within100(&one), -1);
    CHECK_EQ(vl_score_within100(&equal), 0);
}

TEST(means_of_scores_are_rounded)
{
    const struct vl_sim_score none = { 0 }, up = { .sum = 200, .count = 3 },
                              down = { .sum = -200, .count = 3 };

    CHECK_EQ(vl_score_mean100(&none), 0);
    CHECK_EQ(vl_score_mean100(&up), 6667);
    CHECK_EQ(vl_score_mean100(&down), -6667);
}

static char *report(const struct lab *lab, int cells, int lang,
                    void (*print)(const struct vl_sim_report *, FILE *))
{
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    struct vl_sim_report rep = { .lang = lang,
                                 .cells = lab->cells,
                                 .cells_len = cells,
                                 .bots = "greedy",
                                 .seed = 4,
                                 .games = 10,
                                 .complete = true };

    print(&rep, f);
    fclose(f);
    return text;
}

TEST(reports_of_a_competition_tell_who_won)
{
    static const char *const options[] = { "players=2", "players=3" };
    static struct lab lab;

    if (!lab_run(&lab, options, 2, &vl_bot_greedy, 10))
        return;
    char *one = report(&lab, 1, VL_EN, vl_sim_text), *grid = report(&lab, 2, VL_EN, vl_sim_text);
    char *fr = report(&lab, 2, VL_FR, vl_sim_text), *page = report(&lab, 2, VL_FR, vl_sim_html);

    CHECK(strstr(one, "Wins by player") && strstr(one, "mean score"));
    CHECK(strstr(one, "their mean score") && strstr(one, "± "));
    CHECK(!strstr(one, "Cards revealed")); /* all of them, in every game of their kingdom */
    CHECK(strstr(one, "Content: base 1.") && strstr(page, "Contenu : base 1."));
    CHECK(!strstr(page, "100,0 % – 100,0 %") && !strstr(page, "taux de victoire</th></tr>"));
    CHECK(strstr(grid, "players=3") && strstr(grid, "Kingdoms in play") &&
          strstr(grid, "when possible"));
    CHECK(!strstr(grid, "won then") && !strstr(grid, "main defeat"));
    CHECK(strstr(fr, "score moyen") && strstr(page, "Victoires par joueur"));
    CHECK(!strstr(one, "[sim.") && !strstr(grid, "[sim.") && !strstr(fr, "[sim.") &&
          !strstr(page, "[sim."));
    struct vl_sim_report rep = {
        .cells = lab.cells, .cells_len = 2, .bots = "greedy", .games = 10
    };
    size_t room = 3 * (size_t)VL_SIM_JSON_ROOM;
    char *memory = malloc(room);
    VL_VERIFY(memory);
    struct vl_json w = vl_json_on(memory, room);

    vl_sim_json(&rep, &w);
    CHECK(!w.out.full);
    const char *taken = strstr(memory, "\"id\":\"taken\"");
    const char *first = taken ? strstr(taken, "\"among\":") : NULL;
    const char *end = first ? strchr(first, '}') : NULL;
    if (CHECK(end)) { /* of a card: how often it was taken and the scores then, not who won */
        CHECK(strstr(first, "\"share\":") < end && strstr(first, "\"score\":") < end);
        CHECK(strstr(first, "\"share\":") != NULL && strstr(first, "\"score\":") != NULL);
        const char *won = strstr(first, "\"won\":");
        CHECK(won == NULL || won > end);
    }
    free(memory);
    free(one);
    free(grid);
    free(fr);
    free(page);
    lab_close(&lab);
}
