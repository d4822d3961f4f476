/* Every skill, dilemma and item of the built-in pack of Reflets d'Acide does what its steps say, in
 * each of its windows. The steps themselves are compared with the rule file in
 * tests/content/reflets.py; hazards and quests are in test_reflets_hazards.c. */
#include "games/reflets/ra_verbs.h"
#include "reflets_table.h"

#include <stdio.h>
#include <string.h>

/* ---- skills ---- */

static int price_of(const struct ra_skill *k)
{
    const struct vl_fx *steps = ra_steps(rt_content(), k->costs);
    int sum = 0;

    for (int i = 0; i < k->costs.len; i++)
        sum += steps[i].verb == RA_DO_ANY ? steps[i].arg[0] : steps[i].arg[1];
    return sum;
}

static int what_of(const struct vl_fx *fx)
{
    return fx->verb == RA_DO_REDUCE && fx->arg[0] < RA_CHARS ? fx->arg[0] : RA_ATTACK;
}

static void put_window(const struct ra_skill *k, const struct vl_fx *fx, bool after)
{
    switch (k->kind) {
    case RA_USE_DIVINE: rt_put(",'phase':'bless'"); break;
    case RA_USE_OPPORTUNITY: rt_put(",'stage':'won','team':'W14'"); break;
    case RA_USE_SHIELD:
        rt_put(",'stage':'dark','trial':'Z12','team':'W13','up':{'river':'Z12'}");
        break;
    default:
        rt_put(",'phase':'%s'", after ? "obj_after" : "obj_before");
        rt_put_objective(what_of(fx));
        break;
    }
}

static void check_skill(int card, int which, bool after)
{
    const struct ra_skill *k = &rt_card(card)->skills[which];
    const struct vl_fx *fx = ra_steps(rt_content(), k->effects);
    bool own = fx->verb == RA_DO_HEAL && fx->arg[0] == RA_WHO_BEARER;
    char line[32];

    rt_how.die = 1;
    rt_begin(own ? rt_bearer : k->kind == RA_USE_SHIELD ? rt_sound : rt_hurt, 1);
    rt_put_team(card);
    rt_put_waiting(NULL);
    put_window(k, fx, after);
    if (!rt_open())
        return;
    if (k->kind == RA_USE_SHIELD)
        table_play(&rt_t, "die 1");
    struct ra_state before = *rt_now();
    struct rt_deltas was = rt_read_off(), want = { 0 };
    snprintf(line, sizeof line, "skill %s %d", rt_key(card), which);
    if (!CHECK(table_lists(&rt_t, line)))
        printf("%s: %s\n", line, table_moves(&rt_t));
    table_play(&rt_t, line);
    rt_see_through(before.depth);
    want.gems = -price_of(k) - after;
    want.held = k->once ? -1 : 0;
    for (int i = 0; i < k->effects.len; i++) {
        rt_add_step(&fx[i], &want);
        rt_check_step(&fx[i], &before, card);
    }
    rt_check_deltas(line, &was, &want);
    CHECK_STR(table_refused(&rt_t, line), k->once ? "E_ARG" : "E_ONCE");
    if (k->kind == RA_USE_SHIELD) {
        table_play(&rt_t, "pass");
        CHECK_EQ(rt_now()->marker[0], 0);
    }
}

TEST(ra_every_skill_of_heroes_and_items_does_what_its_steps_say)
{
    int used = 0;

    RULE("RA-FX-01");
    RULE("RA-FX-07");
    RULE("RA-FX-09");
    RULE("RA-FX-15");
    RULE("RA-FX-16");
    RULE("RA-FX-20");
    RULE("RA-FX-22");
    RULE("RA-FX-23");
    RULE("RA-FX-27");
    RULE("RA-FX-29");
    RULE("RA-SKL-01");
    RULE("RA-SKL-02");
    RULE("RA-AID-16");
    RULE("RA-RUL-27");
    table_open(&rt_t, "players=2");
    for (int card = 0; card < RA_IMP0; card++)
        for (int i = 0; i < rt_card(card)->skills_len; i++, used++) {
            check_skill(card, i, false);
            if (rt_card(card)->skills[i].kind == RA_USE_HAZARD)
                check_skill(card, i, true);
        }
    CHECK_EQ(used, 87);
}

/* ---- dilemmas ---- */

/* RA-WIN-07, and what a verb needs. */
static bool fits(int kind, int verb, int phase)
{
    switch (kind) {
    case RA_USE_DIVINE: return phase == RA_PH_BLESS;
    case RA_USE_HAZARD: return phase == RA_PH_OBJ_BEFORE || phase == RA_PH_OBJ_AFTER;
    case RA_USE_OPPORTUNITY: return phase == RA_PH_WON;
    case RA_USE_ANY: return true;
    default: break;
    }
    switch ((enum ra_verb)verb) {
    case RA_DO_REROLL: return phase == RA_PH_MOVE || phase == RA_PH_OBJ_AFTER || phase == RA_PH_VIT;
    case RA_DO_SET_DIE:
        return phase == RA_PH_GOLD || phase == RA_PH_MOVE || phase == RA_PH_OBJ_AFTER ||
               phase == RA_PH_VIT;
    case RA_DO_SHIELD:
    case RA_DO_REVIVE: return phase == RA_PH_VIT;
    case RA_DO_AVATAR: return phase == RA_PH_GOLD || phase == RA_PH_MOVE;
    case RA_DO_ADD_DIE: return phase == RA_PH_MOVE;
    default: return phase == RA_PH_GOLD; /* the golden die again, the Avatar stopped */
    }
}

/* A table at that time; a die that lies there shows `die`. */
static bool at_phase(int card, int phase, int die)
{
    const struct ra_skill *k = &rt_card(card)->skills[0];
    const struct vl_fx *fx = ra_steps(rt_content(), k->effects);

    rt_begin(fx->verb == RA_DO_EITHER ? rt_sound : rt_hurt, phase == RA_PH_GOLD ? die : 1);
    rt_put(
        ",'avatar':'A08','heroes':['H22','H43'%s],'holders':{},'play':['C01','B01'],'prey':['-','-'"
        "]",
        fx->verb == RA_DO_EITHER ? "" : ",'H51','H17','H39','H48'");
    rt_put_waiting(rt_key(card));
    switch (phase) {
    case RA_PH_MOVE: rt_put(",'phase':'move','gait':2,'potential':3,'move_dice':[%d]", die); break;
    case RA_PH_WON: rt_put(",'stage':'won','team':'W14'"); break;
    case RA_PH_VIT:
        rt_put(",'stage':'dark','trial':'Z12','team':'W13','up':{'river':'Z12'}");
        break;
    case RA_PH_OBJ_AFTER:
        rt_put(",'dice_len':6,'dice':{");
        for (int i = 0; i < 6; i++)
            rt_put("%s'%d':{'value':%d,'hero':'%s'}", i ? "," : "", i + 1, die,
                   i == 0   ? "H22"
                   : i == 1 ? "H43"
                   : i == 2 ? "H51"
                   : i == 3 ? "H17"
                   : i == 4 ? "H39"
                            : "H48");
        rt_put("},'phase':'obj_after'");
        rt_put_objective(what_of(fx));
        break;
    case RA_PH_OBJ_BEFORE:
        rt_put(",'phase':'obj_before'");
        rt_put_objective(what_of(fx));
        break;
    default:
        rt_put(",'phase':'%s'", phase == RA_PH_BLESS  ? "bless"
                                : phase == RA_PH_GOLD ? "gold"
                                                      : "turn_end");
        break;
    }
    if (!rt_open())
        return false;
    if (phase == RA_PH_VIT) {
        char line[16];
        snprintf(line, sizeof line, "die %d", die);
        table_play(&rt_t, line);
    }
    return true;
}

/* The die that lies there. */
static int shown(int phase)
{
    const struct ra_state *s = rt_now();

    switch (phase) {
    case RA_PH_GOLD: return s->gold;
    case RA_PH_MOVE: return s->dice[0];
    case RA_PH_OBJ_AFTER: return s->trial.dice[0].value;
    case RA_PH_VIT: return s->frames[s->depth - 2].reg[RA_REG_DIE];
    default: return 0;
    }
}

static const struct vl_fx *chosen(const struct vl_fx *fx)
{
    return fx->verb == RA_DO_EITHER ? fx + vl_fx_row(ra_verbs, fx, rt_how.which).begin : fx;
}

static void check_dilemma(int card, int phase)
{
    enum { AGAIN = 4 };
    const struct ra_skill *k = &rt_card(card)->skills[0];
    const struct vl_fx *fx = ra_steps(rt_content(), k->effects);
    int die = fx->verb == RA_DO_SET_DIE ? fx->arg[0] : fx->verb == RA_DO_REVIVE ? 6 : 1;
    char line[32];

    if (!at_phase(card, phase, die))
        return;
    snprintf(line, sizeof line, "dilemma %s", rt_key(card));
    if (!fits(k->kind, fx->verb, phase)) {
        CHECK(table_refused(&rt_t, line)[0] != '\0');
        return;
    }
    if (!CHECK(table_lists(&rt_t, line)))
        printf("%s: %s\n", line, table_moves(&rt_t));
    struct ra_state before = *rt_now();
    struct rt_deltas was = rt_read_off(), want = { 0 };
    rt_how.die = AGAIN;
    table_forget(&rt_t);
    table_play(&rt_t, line);
    rt_see_through(before.depth);
    CHECK_EQ(rt_now()->in[card], RA_IN_DISCARD);
    if (fx->verb == RA_DO_SUCCEED) {
        CHECK(table_happened(&rt_t, RA_EV_REACHED) == 1 &&
              table_happened(&rt_t, RA_EV_TRIAL_WON) == 1);
        return;
    }
    want.gems = -price_of(k);
    want.waiting = -1;
    for (int i = 0; i < k->effects.len; i += 1 + fx[i].skip) {
        rt_add_step(chosen(&fx[i]), &want);
        rt_check_step(chosen(&fx[i]), &before, card);
    }
    rt_check_deltas(line, &was, &want);
    switch ((enum ra_verb)fx->verb) {
    case RA_DO_REROLL:
    case RA_DO_REROLL_GOLD: CHECK_EQ(shown(phase), AGAIN); break;
    case RA_DO_SET_DIE: CHECK_EQ(shown(phase), fx->arg[1]); break;
    case RA_DO_ADD_DIE: CHECK_EQ(rt_now()->dice_len, 1 + k->effects.len); break;
    default: break;
    }
    if (fx->verb == RA_DO_SHIELD || fx->verb == RA_DO_REVIVE) {
        table_play(&rt_t, "pass");
        CHECK_EQ(rt_now()->marker[0], fx->verb == RA_DO_REVIVE);
        CHECK_EQ(rt_now()->n, before.n);
    }
}

TEST(ra_every_dilemma_does_what_its_steps_say_in_each_of_its_windows)
{
    static const uint8_t phases[] = { RA_PH_BLESS,     RA_PH_GOLD, RA_PH_MOVE, RA_PH_OBJ_BEFORE,
                                      RA_PH_OBJ_AFTER, RA_PH_WON,  RA_PH_VIT,  RA_PH_TURN_END };

    RULE("RA-FX-05");
    RULE("RA-FX-06");
    RULE("RA-FX-14");
    RULE("RA-FX-17");
    RULE("RA-FX-21");
    RULE("RA-FX-24");
    RULE("RA-FX-25");
    RULE("RA-FX-26");
    RULE("RA-FX-30");
    RULE("RA-FX-31");
    RULE("RA-FX-32");
    RULE("RA-FX-33");
    RULE("RA-FX-34");
    RULE("RA-FX-35");
    RULE("RA-FX-36");
    RULE("RA-WIN-07");
    RULE("RA-WIN-09");
    RULE("RA-RUL-56");
    table_open(&rt_t, "players=2");
    for (int card = RA_IMP0; card < RA_CREATURE0; card++)
        for (int i = 0; i < VL_LEN(phases); i++) {
            bool two = ra_steps(rt_content(), rt_card(card)->skills[0].effects)->verb ==
                       RA_DO_EITHER;
            for (rt_how.which = 0; rt_how.which < (two ? 2 : 1); rt_how.which++)
                check_dilemma(card, phases[i]);
        }
}

/* ---- what items are ---- */

TEST(ra_every_item_changes_what_its_bearer_is)
{
    RULE("RA-FX-45");
    RULE("RA-FX-46");
    RULE("RA-EQP-03");
    RULE("RA-EQP-04");
    RULE("RA-EQP-10");
    RULE("RA-OBJ-01");
    RULE("RA-AVA-04");
    RULE("RA-RUL-24");
    table_open(&rt_t, "players=2");
    for (int item = RA_ITEM0; item < RA_IMP0; item++) {
        const struct ra_card *k = rt_card(item);

        rt_begin(rt_sound, 3);
        rt_put_team(item);
        rt_put(",'phase':'brake'");
        if (!rt_open())
            return;
        for (int what = 0; what < RA_CHARS; what++)
            CHECK_EQ(ra_value(rt_content(), rt_now(), 0, what),
                     k->sets[what] ? k->sets[what] : rt_card(rt_now()->team[0])->values[what]);
        CHECK_STR(table_refused(&rt_t, "brake 1 A"), k->no_brake ? "E_NOBRAKE" : "");
        for (int race = 0; race < RA_RACES; race++) { /* nine of each, in the order of races */
            static const uint8_t first[] = { 0, 9, 18, 27, 36, 45, 54 };
            struct ra_state s = *rt_now();
            s.team[1] = first[race];
            CHECK_EQ(rt_card(first[race])->race, race);
            CHECK_EQ(ra_may_hold(rt_content(), &s, item, 1, true), !(k->barred >> race & 1));
            CHECK(ra_may_hold(rt_content(), &s, item, 1, false));
        }
    }
}
