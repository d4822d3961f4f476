/* Every hazard, creature, critter and quest of the built-in pack of Reflets d'Acide does what its
 * steps say: outcomes, options, prices, objectives and their arrows, rewards. */
#include "games/reflets/ra_verbs.h"
#include "reflets_table.h"

#include <stdio.h>
#include <string.h>

/* ---- hazards ---- */

static const char *const spaces[] = { "W06", "W13", "W19", "W26", "W32", "W39", "W45" };
static const char *const words[] = { "forest", "river", "cave", "camp", "hills", "mount", "door" };

/* Where the team meets it, and how it lies there: face up, or face down and known. */
static void put_place(int card, bool up)
{
    int space = (card - RA_ZONE0) / RA_OF_A_KIND;

    if (card >= RA_ROOM0)
        rt_put(",'team':'R04','rooms':{'4':{'card':'%s','up':%s}}",
               card < RA_TREASURE0 ? rt_key(card) : "S10", up ? "true" : "false");
    else
        rt_put(",'team':'%s','%s':{'%s':'%s'}", spaces[space], up ? "up" : "tops", words[space],
               rt_key(card));
    if (card >= RA_TREASURE0)
        rt_put(",'treasure':'%s','flags':['octogon']", rt_key(card));
}

static bool is_at_rest(void)
{
    switch (rt_now()->base.phase) {
    case RA_PH_WON:
    case RA_PH_TURN_END:
    case RA_PH_OCTUPLE:
    case RA_PH_OPTIONS:
    case RA_PH_OBJ_BEFORE:
    case RA_PH_TESTER:
    case RA_PH_DOOR:
    case RA_PH_ROOM:
    case RA_PH_OVER: return true;
    default: return false;
    }
}

static void run_to_rest(void)
{
    struct vl_move list[VL_MOVES_MAX];
    char line[64];

    while (table_step(&rt_t))
        ;
    for (int i = 0; i < 60 && !is_at_rest(); i++) {
        struct vl_buf b = vl_buf_on(line, sizeof line);

        vl_move_format(&rt_t.r, rt_pick(list, vl_legal(&rt_t.r, &rt_t.s.base, list)), &b);
        if (!table_play(&rt_t, line))
            return;
    }
}

static bool load_unsettled(void)
{
    rt_put("}");
    bool ok = table_load_unsettled(&rt_t, rt_json);
    if (!ok)
        printf("%s\n", rt_json);
    return ok;
}

/* What a list does to the counts, and where it leaves the team. */
static void add_list(struct vl_fx_list list, struct rt_deltas *want, int *at)
{
    const struct vl_fx *fx = ra_steps(rt_content(), list);

    for (int i = 0; i < list.len; i++) {
        rt_add_step(&fx[i], want);
        if (fx[i].verb == RA_DO_MOVE)
            *at = rt_steps_along(*at, fx[i].arg[0]);
    }
}

static void check_list(struct vl_fx_list list, const struct ra_state *b, int source)
{
    const struct vl_fx *fx = ra_steps(rt_content(), list);

    for (int i = 0; i < list.len; i++)
        if (fx[i].verb != RA_DO_MOVE)
            rt_check_step(&fx[i], b, source);
}

static bool has_verb(struct vl_fx_list list, int verb)
{
    for (int i = 0; i < list.len; i++)
        if (ra_steps(rt_content(), list)[i].verb == verb)
            return true;
    return false;
}

/* The outcome of a trial, of a creature or a critter in it. */
static void check_outcome(int hazard, int foe, bool light)
{
    const struct ra_card *k = rt_card(hazard), *f = rt_card(foe < 0 ? 0 : foe);
    struct vl_fx_list list = light ? k->light : k->dark, none = { 0 },
                      also = foe < 0 ? none
                             : light ? f->light
                                     : f->dark;
    struct rt_deltas want = { 0 };

    rt_begin(rt_hurt, 2);
    rt_put(",'avatar':'A08','stage':'%s','trial':'%s'", light ? "light" : "dark",
           hazard < RA_TREASURE0 ? rt_key(hazard) : "S10");
    put_place(hazard, true);
    rt_put_waiting(NULL);
    if (foe >= 0)
        rt_put(",'play':['%s'],'prey':['H05']", rt_key(foe));
    if (has_verb(list, RA_DO_STEAL) || has_verb(also, RA_DO_STEAL))
        rt_put(",'holders':{'L37':'H05'}");
    if (!load_unsettled())
        return;
    struct ra_state before = *rt_now();
    struct rt_deltas was = rt_read_off();
    int at = before.team_at;
    run_to_rest();
    add_list(list, &want, &at);
    add_list(also, &want, &at);
    check_list(list, &before, hazard);
    rt_check_deltas(rt_key(foe < 0 ? hazard : foe), &was, &want);
    CHECK_EQ(rt_now()->team_at, at);
    if (hazard < RA_DOOR0)
        CHECK_EQ(rt_now()->laid[hazard - RA_ZONE0], light ? RA_LAID_PURSE : RA_LAID_VPILE);
    if (foe >= 0)
        CHECK_EQ(rt_now()->in[foe], light ? RA_IN_PURSE : RA_IN_VPILE);
    if (hazard >= RA_TREASURE0)
        CHECK_EQ((rt_now()->lasting & RA_VTREASURE) != 0, !light);
}

TEST(ra_every_hazard_does_what_its_steps_say_won_and_lost)
{
    RULE("RA-FX-01");
    RULE("RA-FX-03");
    RULE("RA-FX-12");
    RULE("RA-FX-13");
    RULE("RA-FX-18");
    RULE("RA-FX-19");
    RULE("RA-FX-23");
    RULE("RA-FX-28");
    RULE("RA-FX-37");
    RULE("RA-FX-38");
    RULE("RA-FX-39");
    RULE("RA-FX-41");
    RULE("RA-FX-44");
    RULE("RA-OUT-02");
    RULE("RA-OUT-03");
    RULE("RA-RUL-39");
    table_open(&rt_t, "players=2");
    for (int card = RA_ZONE0; card < RA_CARDS; card++)
        for (int k = 0; k < 8; k++) {
            rt_how.die = k & 1 ? 6 : 1;
            rt_how.which = k >> 1 & 1;
            if (rt_card(card)->trial_len > 0)
                check_outcome(card, -1, k >> 2 & 1);
        }
}

TEST(ra_every_creature_and_critter_does_what_its_steps_say_won_and_lost)
{
    RULE("RA-FX-03");
    RULE("RA-FX-18");
    RULE("RA-FX-24");
    RULE("RA-FX-41");
    RULE("RA-OUT-02");
    RULE("RA-OUT-03");
    RULE("RA-OUT-07");
    table_open(&rt_t, "players=2");
    for (int card = RA_CREATURE0; card < RA_ZONE0; card++)
        for (int k = 0; k < 4; k++) {
            rt_how.die = k & 1 ? 6 : 1;
            check_outcome(table_find(&rt_t, RA_FAM_CARD, "Z02"), card, k >> 1 & 1);
        }
}

static void check_option(int card, int i)
{
    const struct ra_option *o = &rt_card(card)->options[i];
    struct rt_deltas want = { 0 };
    char line[16];

    rt_begin(rt_hurt, 2);
    rt_put(",'avatar':'A08','stage':'hazard'");
    put_place(card, true);
    rt_put_waiting(NULL);
    if (!rt_open())
        return;
    struct ra_state before = *rt_now();
    struct rt_deltas was = rt_read_off();
    int at = before.team_at;
    CHECK_EQ(table_count(&rt_t, "option"), rt_card(card)->options_len);
    snprintf(line, sizeof line, "option %c", 'a' + i);
    table_play(&rt_t, line);
    run_to_rest();
    want.gems = -o->cost;
    add_list(o->effects, &want, &at);
    rt_check_deltas(rt_key(card), &was, &want);
    CHECK_EQ(rt_now()->team_at, at);
    CHECK_EQ(rt_now()->laid[card - RA_ZONE0], RA_LAID_PURSE);
}

TEST(ra_every_option_of_a_salutary_zone_does_what_its_steps_say)
{
    int options = 0;

    RULE("RA-FX-15");
    RULE("RA-FX-16");
    RULE("RA-FX-27");
    RULE("RA-HAZ-02");
    RULE("RA-HAZ-03");
    RULE("RA-HAZ-04");
    table_open(&rt_t, "players=2");
    for (int card = RA_ZONE0; card < RA_DOOR0; card++)
        for (int i = 0; i < rt_card(card)->options_len; i++, options++)
            check_option(card, i);
    CHECK_EQ(options, 19);
}

/* ---- prices, additions, arrows ---- */

/* RA-REV: two unforeseen cards, two gems for the Vils, then the hazard and its price. */
static void check_price(int hazard, int foe)
{
    int cost = rt_card(hazard)->cost + (foe < 0 ? 0 : rt_card(foe)->cost);

    rt_begin(rt_sound, 2);
    rt_put(",'stage':'arrive','known_imps':['%s','D02']", foe < 0 ? "D01" : rt_key(foe));
    put_place(hazard, false);
    rt_put_waiting(NULL);
    if (!load_unsettled())
        return;
    struct rt_deltas was = rt_read_off();
    run_to_rest();
    struct rt_deltas is = rt_read_off();
    CHECK_EQ(was.gems - is.gems, cost);
    CHECK_EQ(is.vils - was.vils, 2);
    CHECK_EQ(is.waiting - was.waiting, foe < 0 ? 2 : 1);
    if (foe >= 0 && rt_now()->base.phase != RA_PH_TURN_END)
        CHECK(rt_now()->play_len == 1 && rt_now()->play[0] == foe);
    if (foe >= RA_CRITTER0 && rt_now()->base.phase != RA_PH_TURN_END)
        CHECK_EQ(rt_now()->prey[0], rt_now()->team[1]);
}

TEST(ra_every_hazard_creature_and_critter_has_its_price)
{
    RULE("RA-REV-08");
    RULE("RA-REV-09");
    RULE("RA-REV-13");
    RULE("RA-RUL-07");
    table_open(&rt_t, "players=2");
    for (int card = RA_ZONE0; card < RA_TREASURE0; card++)
        check_price(card, -1);
    for (int card = RA_CREATURE0; card < RA_ZONE0; card++)
        check_price(table_find(&rt_t, RA_FAM_CARD, "Z04"), card);
}

static void put_node(int card, int node, const char *stage)
{
    rt_begin(rt_sound, 2);
    rt_put(",'stage':'%s','trial':'%s','objective':%d", stage,
           card < RA_TREASURE0 ? rt_key(card) : "S10", node);
    put_place(card, true);
}

static void check_node(int card, int i)
{
    const struct ra_objective *o = &rt_card(card)->trial[i];

    put_node(card, i, "objective");
    if (!load_unsettled())
        return;
    table_forget(&rt_t);
    table_step(&rt_t);
    const struct vl_event *ev = table_event(&rt_t, RA_EV_OBJECTIVE, 0);
    if (o->kind == RA_VITALITY)
        CHECK(ev == NULL && rt_now()->trial.vital == 1 + rt_now()->team[1]);
    else if (CHECK(ev != NULL))
        CHECK(ev->arg[1] == o->what && ev->arg[2] == o->value);
    CHECK_EQ(rt_now()->trial.tester == rt_now()->team[1], o->kind == RA_INDIVIDUAL);
    for (int won = 0; won < 2; won++) {
        int to = won ? o->won : o->lost;

        put_node(card, i, "arrow");
        rt_put(",'result':%s", won ? "true" : "false");
        if (!load_unsettled())
            return;
        table_step(&rt_t);
        CHECK_EQ(rt_now()->stage, to == RA_TO_LIGHT  ? RA_ST_LIGHT
                                  : to == RA_TO_DARK ? RA_ST_DARK
                                                     : RA_ST_OBJECTIVE);
        if (to >= RA_TO_SECOND)
            CHECK_EQ(rt_now()->trial.node, 1 + to - RA_TO_SECOND);
    }
}

TEST(ra_every_objective_has_its_value_and_its_arrows)
{
    int nodes = 0;

    RULE("RA-TRI-01");
    RULE("RA-TRI-02");
    RULE("RA-TRI-08");
    RULE("RA-OUT-01");
    table_open(&rt_t, "players=2");
    for (int card = RA_ZONE0; card < RA_CARDS; card++)
        for (int i = 0; i < rt_card(card)->trial_len; i++, nodes++)
            check_node(card, i);
    CHECK_EQ(nodes, 91);
}

TEST(ra_every_creature_adds_what_stands_on_it)
{
    RULE("RA-TRI-05");
    table_open(&rt_t, "players=2");
    for (int card = RA_CREATURE0; card < RA_ZONE0; card++)
        for (int what = 0; what < RA_CHARS; what++) {
            rt_begin(rt_sound, 2);
            rt_put(",'phase':'obj_before','play':['%s'],'prey':['-']", rt_key(card));
            rt_put_objective(what);
            if (!rt_open())
                return;
            const struct ra_objective *o = ra_objective(rt_content(), rt_now());
            CHECK_EQ(o->what, what);
            CHECK_EQ(ra_target(rt_content(), rt_now()) - o->value, rt_card(card)->adds[what]);
        }
}

/* ---- quests ---- */

static bool is_of(int hero, const struct vl_fx *fx)
{
    return fx->verb == RA_DO_TRADE ? rt_card(hero)->race == fx->arg[0]
                                   : rt_card(hero)->align == fx->arg[0];
}

static const char ours[] = "H43 H10 H01 H28 H46 H55", piled[] = "H02 H04 H05";

/* Two heroes of the Vils who are meant, and four who are not. */
static void put_vils(const struct vl_fx *fx)
{
    int in = 0, out = 0, n = 0;

    rt_put(",'vteam':[");
    for (int hero = 0; hero < RA_HEROES; hero++)
        if (!strstr(ours, rt_key(hero)) && !strstr(piled, rt_key(hero)) &&
            (is_of(hero, fx) ? in++ < 2 : out++ < 4))
            rt_put("%s'%s'", n++ ? "," : "", rt_key(hero));
    rt_put("]");
}

static void check_reward(int quest)
{
    const struct ra_quest *q = &rt_content()->quests[quest];
    const struct vl_fx *fx = ra_steps(rt_content(), q->reward);
    const char *name = vl_key(&rt_t.r, RA_FAM_QUEST, quest);
    struct rt_deltas want = { 0 };
    int at = 0;

    rt_begin_with(rt_hurt, 6, "'blocked','step1','open_door'");
    rt_put(",'stage':'light','trial':'%s','quest':'%s','vils_quest':'%s'", rt_key(q->rooms[1]),
           name, vl_key(&rt_t.r, RA_FAM_QUEST, q->opposed));
    rt_put(
        ",'heroes':['H43','H10','H01','H28','H46','H55'],'holders':{'%s':'H43'},'cards':{'D21':'a'",
        rt_key(q->relic));
    rt_put(",'H02':'vils_pile','H04':'vils_pile','H05':'vils_pile'}");
    put_place(q->rooms[1], true);
    put_vils(fx);
    if (!load_unsettled())
        return;
    struct rt_deltas was = rt_read_off();
    struct ra_state before = *rt_now();
    table_forget(&rt_t);
    run_to_rest();
    CHECK_EQ(table_happened(&rt_t, RA_EV_STEP_DONE), 1);
    CHECK((rt_now()->lasting & RA_STEP2) && rt_now()->relic_token == 3);
    add_list(q->reward, &want, &at);
    struct vl_fx_list light = rt_card(q->rooms[1])->light;
    for (int i = 0; i < light.len; i++) /* RA-QST-05 */
        if (ra_steps(rt_content(), light)[i].verb != RA_DO_RELIC)
            rt_add_step(&ra_steps(rt_content(), light)[i], &want);
    for (int hero = 0; hero < RA_HEROES && fx->verb == RA_DO_VDROP; hero++)
        if (before.in[hero] == RA_IN_VPILE) {
            CHECK_EQ(rt_now()->in[hero], is_of(hero, fx) ? RA_IN_DISCARD : RA_IN_VPILE);
            want.pile -= is_of(hero, fx);
            want.discard += is_of(hero, fx);
        }
    if (fx->verb == RA_DO_TRADE) {
        const struct vl_event *ev = table_event(&rt_t, RA_EV_TRADED, 0);
        if (CHECK(ev != NULL)) {
            CHECK(!is_of(ev->arg[0], fx) && is_of(ev->arg[1], fx));
            CHECK(ra_place_of(rt_now(), ev->arg[1]) >= 0 &&
                  rt_now()->in[ev->arg[0]] == RA_IN_VTEAM);
            want.wounds -= before.marker[ra_place_of(&before, ev->arg[0])] != 0;
        }
    }
    rt_check_deltas(name, &was, &want);
}

TEST(ra_every_quest_has_its_reward)
{
    RULE("RA-FX-05");
    RULE("RA-FX-06");
    RULE("RA-FX-40");
    RULE("RA-FX-42");
    RULE("RA-FX-43");
    RULE("RA-QST-04");
    RULE("RA-QST-05");
    RULE("RA-QST-06");
    RULE("RA-RUL-38");
    table_open(&rt_t, "players=2");
    rt_how.die = 1;
    rt_how.which = 0;
    for (int quest = 0; quest < RA_QUESTS; quest++)
        check_reward(quest);
}

/* ---- what is told ---- */

/* Decks of a few cards, so that they are turned over again and again. */
static const char few[] =
    "{'base':'%s','cards':{%s},'vteam':['H01','H11','H21','H31','H41','H51'],'up':{}}";

static int play_game(const char *base, int n, struct vl_rng *rng)
{
    int refilled = 0;

    char cards[1200], text[1400];
    struct vl_buf b = vl_buf_on(cards, sizeof cards);
    char line[64];

    for (int card = RA_IMP0; card < RA_ZONE0 - 6 * n; card++) {
        vl_put(&b, card > RA_IMP0 ? ",'" : "'");
        vl_put(&b, rt_key(card));
        vl_put(&b, "':'out'");
    }
    snprintf(text, sizeof text, few, base, cards);
    table_load(&rt_t, text);
    for (int i = 0; i < 600 && rt_now()->base.actor != VL_OVER; i++) {
        struct vl_buf at = vl_buf_on(line, sizeof line);

        vl_move_format(&rt_t.r, table_any(&rt_t, rng), &at);
        table_forget(&rt_t);
        table_play(&rt_t, line);
        rt_check_seats();
        refilled += table_happened(&rt_t, RA_EV_REFILLED);
    }
    return refilled;
}

TEST(ra_what_happens_is_told_of_whoever_did_it)
{
    static const char *const bases[] = { "BASE1", "BASE", "BASE3" };
    struct vl_rng rng = vl_rng_seed(7);
    int refilled = 0;

    for (int k = 0; k < 3; k++) {
        char options[16];

        snprintf(options, sizeof options, "players=%d", 1 + k);
        table_open(&rt_t, options);
        for (int n = 1; n <= 5; n++)
            refilled += play_game(bases[k], n, &rng);
    }
    CHECK(refilled > 0);
}
