/* Every card of the built-in pack of Runebound does what its steps say: each ability at each of
 * its timings, each script with its test passed and failed, each offer taken and declined. The
 * steps themselves are compared with the rule file in tests/content/runebound.py. */
#include "games/runebound/runebound.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

static struct table t = TABLE(runebound);

enum { STRIKE = 3 }; /* wounds that are to be soaked */

static const struct rb_state *now(void)
{
    return &t.s.runebound;
}

static const struct rb_content *content(void)
{
    return rb_content(&t.r);
}

static const struct rb_card *card_at(int card)
{
    return &content()->cards[card];
}

static const char *key_of(int card)
{
    return vl_key(&t.r, RB_FAM_CARD, card);
}

/* ---- where an ability can be used ---- */

/* The helper lies face down, so that there is something to be turned. */
static const char *helper(int source)
{
    return source < RB_DECKED && strcmp(key_of(source), "R56") == 0 ? "R41" : "R56";
}

static const char *const kinds[] = { "ranged", "melee", "magic" };

/* What lies where: the hero is hurt and tired, so is an ally, and both can pay. */
static void lay_out(char *out, size_t size, int source, const char *what)
{
    bool hero = source >= RB_DECKED, kept = !hero && source >= RB_MARKET;
    char held[48] = "", site[32] = "";

    if (!hero)
        snprintf(held, sizeof held, ",'%s'", key_of(source));
    if (kept)
        snprintf(site, sizeof site, ",'sites':{'S%c07':'empty'}", key_of(source)[0]);
    snprintf(out, size,
             "{'options':{'players':2},'players':[{'hero':'%s','hex':150,'prev_hex':149,'wounds':2,"
             "'fatigue':1,'gold':5,'cards':['A14','%s'%s]},{'hero':'%s'}],'cards':{'A14':{'place':"
             "'held0','wounds':3,'fatigue':1},'%s':{'place':'held0','face_down':true}}%s,%s}",
             hero ? key_of(source) : "H05", helper(source), held,
             source == RB_DECKED + 5 ? "H05" : "H06", helper(source), site, what);
}

static void at_fight(char *out, size_t size, const char *phase, int round, int kind, int side)
{
    snprintf(out, size,
             "'phase':'%s','fight':1,'enemy':'B07','fight_site':'SB06','site':'SB06','colour':'blue"
             "','fight_round':%d,'fight_phase':'%s','side':%d",
             phase, round, kind < RB_FIGHTS ? kinds[kind] : "escape", side);
}

static int first_kind(int set)
{
    return vl_low_bit((uint32_t)set);
}

static void at_roll(char *out, size_t size, int source, const struct vl_fx *fx, int timing)
{
    bool self = fx->verb != RB_DO_REROLL && fx->arg[2] == RB_SCOPE_SELF;
    int kind = first_kind(fx->arg[0]), who = self ? 1 + source : 0;
    char fight[256];

    at_fight(fight, sizeof fight, timing == RB_AT_BOOST ? "boost" : "reroll", 1, kind, 2);
    snprintf(out, size,
             "%s,'stage':'boost','declared':%d,'attacks':true,'roll_stage':%d,'roll_seat':0,'roll_"
             "kind':'%s','roll_"
             "who':%d,'roll_attr':'%s','roll_attacks':true,'roll_die':%d",
             fight, who, timing == RB_AT_BOOST ? RB_TO_BOOST : RB_TO_KEEP, kinds[kind], who,
             rb_attr_keys[kind], timing == RB_AT_BOOST ? 0 : 7);
}

static void at_soak(char *out, size_t size, const struct vl_fx *fx)
{
    int kind = first_kind(fx->arg[2]);
    char fight[256];

    at_fight(fight, sizeof fight, "soak", 1, kind, 2);
    snprintf(out, size,
             "%s,'pending':true,'pending_seat':0,'pending_wounds':%d,'pending_kind':'%s'", fight,
             STRIKE, kinds[kind]);
}

/* The table at a time when the first step of an ability makes sense. */
static void set_table(int source, const struct vl_fx *fx, int timing)
{
    char what[768], json[1600];

    switch (timing) {
    case RB_AT_BEFORE_MOVE: snprintf(what, sizeof what, "'phase':'move_plan'"); break;
    case RB_AT_MOVING:
        snprintf(what, sizeof what, "'phase':'move','dice':[0,1,2,3,4],'spent':[4]");
        break;
    case RB_AT_BEFORE_COMBAT: at_fight(what, sizeof what, "before_combat", 0, 0, 1); break;
    case RB_AT_ESCAPE: at_fight(what, sizeof what, "escape", 1, RB_FIGHTS, 2); break;
    case RB_AT_AFTER: snprintf(what, sizeof what, "'phase':'after_combat','side':0"); break;
    case RB_AT_SOAK: at_soak(what, sizeof what, fx); break;
    case RB_AT_TEST:
        snprintf(what, sizeof what, "'phase':'draw','colour':'green','site':'SG06'");
        break;
    default: at_roll(what, sizeof what, source, fx, timing); break;
    }
    lay_out(json, sizeof json, source, what);
    table_load(&t, json);
    if (timing == RB_AT_TEST)
        table_play(&t, "draw N01");
}

/* ---- what an ability did ---- */

struct used {
    int source, who; /* the character that was named */
    int dice;        /* sets of dice that could be named */
    struct rb_state before;
};

static int payer(int source)
{
    return source < RB_DECKED && rb_is_ally(content(), source) ? 1 + source : 0;
}

static void check_cost(const struct used *u, const struct vl_fx *fx)
{
    const struct rb_state *s = now();

    switch ((enum rb_verb)fx->verb) {
    case RB_DO_ACT: CHECK(rb_flags_of(s, u->source) & RB_FACE_DOWN); break;
    case RB_DO_DISC:
        CHECK_EQ(s->t[u->source].place, u->source < RB_MARKET ? RB_IN_TAIL : RB_IN_OUT);
        break;
    case RB_DO_FAT:
        CHECK_EQ(rb_fatigue(s, 0, payer(u->source)) - rb_fatigue(&u->before, 0, payer(u->source)),
                 fx->arg[0]);
        break;
    default: CHECK(false); break;
    }
}

static void check_tilt(const struct used *u, const struct vl_fx *fx)
{
    for (int kind = 0; kind < RB_FIGHTS; kind++) {
        const struct rb_tilt *a = &now()->combat.tilt[kind], *b = &u->before.combat.tilt[kind];
        int n = fx->arg[0] >> kind & 1 ? fx->arg[1] : 0;

        CHECK_EQ(fx->verb == RB_DO_ENEMY_DIFF ? a->diff[0] - b->diff[0] : a->dmg[0] - b->dmg[0], n);
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Sets of one to k out of n. */
static int sets(int n, int k)
{
    int sum = 0;

    for (unsigned set = 1; set < 1u << n; set++)
        sum += vl_bits(set) <= k;
    return sum;
}

static void check_effect(const struct used *u, const struct vl_fx *fx)
{
    const struct rb_state *s = now(), *b = &u->before;
    int left = b->pending.n - least(b->pending.n, fx->arg[0]), before;

    switch ((enum rb_verb)fx->verb) {
    case RB_DO_ROLL_MOD: CHECK_EQ(s->roll.bonus - b->roll.bonus, fx->arg[1]); break;
    case RB_DO_DMG_MOD: CHECK_EQ(s->roll.damage - b->roll.damage, fx->arg[1]); break;
    case RB_DO_PREVENT:
        CHECK_EQ(s->pending.open ? s->pending.n : s->p[0].wounds - b->p[0].wounds, left);
        break;
    case RB_DO_ENEMY_DIFF:
    case RB_DO_ENEMY_DMG: check_tilt(u, fx); break;
    case RB_DO_WOUND_ENEMY: CHECK_EQ(s->combat.wounds - b->combat.wounds, fx->arg[0]); break;
    case RB_DO_REROLL: CHECK(s->roll.stage == RB_TO_ROLL && s->base.phase == RB_PH_D20); break;
    case RB_DO_AUTO_ESCAPE: CHECK(s->p[0].hex == 149 && s->track[0].card == b->combat.card); break;
    case RB_DO_HEAL:
        before = rb_wounds(b, 0, u->who);
        CHECK_EQ(before - rb_wounds(s, 0, u->who), least(before, fx->arg[1]));
        break;
    case RB_DO_REST:
        before = rb_fatigue(b, 0, u->who);
        CHECK_EQ(before - rb_fatigue(s, 0, u->who), least(before, fx->arg[1]));
        break;
    case RB_DO_REFRESH: CHECK(!(rb_flags_of(s, u->who - 1) & RB_FACE_DOWN)); break;
    case RB_DO_EXTRA_STEP: CHECK_EQ(s->free_steps - b->free_steps, fx->arg[0]); break;
    case RB_DO_REROLL_DICE:
        CHECK_EQ(u->dice, sets(4, fx->arg[0]));
        CHECK(s->dice[0] == 5 && s->dice[1] == b->dice[1] && s->dice[4] == b->dice[4]);
        break;
    case RB_DO_TELEPORT:
        CHECK(s->p[0].hex == content()->towns[0].hex && s->p[0].prev == VL_NONE);
        break;
    default: CHECK(false); break;
    }
}

/* Names whatever is asked for: of characters the last, which is not the hero. */
static void name_targets(struct used *u)
{
    struct vl_move list[VL_MOVES_MAX];
    char line[64];

    for (int i = 0; i < 4 && now()->base.phase == RB_PH_TARGET; i++) {
        int n = vl_legal(&t.r, &t.s.base, list);
        struct vl_move m = list[list[0].kind == RB_MV_TARGET ? n - 1 : 0];
        struct vl_buf b = vl_buf_on(line, sizeof line);

        u->who = m.kind == RB_MV_TARGET ? m.arg[0] : 0;
        u->dice = m.kind == RB_MV_TARGET_DICE ? n : 0;
        vl_move_format(&t.r, m, &b);
        table_play(&t, line);
    }
    if (now()->base.phase == RB_PH_MOVE_ROLL)
        table_play(&t, "faces 5");
}

static void check_use(int source, int index, int timing)
{
    const struct rb_ability *a = &card_at(source)->abilities[index];
    const struct vl_fx *costs = rb_steps(content(), a->costs),
                       *effects = rb_steps(content(), a->effects);
    struct used u = { source, 0, 0, { .base = { 0 } } };
    char line[64];

    set_table(source, effects, timing);
    u.before = *now();
    u.who = effects[0].verb == RB_DO_REFRESH ? 1 + table_find(&t, RB_FAM_CARD, helper(source)) : 0;
    snprintf(line, sizeof line, "use %s %d", key_of(source), index);
    if (!CHECK(table_lists(&t, line)))
        printf("%s at %s: %s\n", line, rb_timing_keys[timing], table_moves(&t));
    table_play(&t, line);
    name_targets(&u);
    for (int i = 0; i < a->costs.len; i++)
        check_cost(&u, &costs[i]);
    for (int i = 0; i < a->effects.len; i++)
        check_effect(&u, &effects[i]);
}

TEST(rb_every_ability_of_every_card_does_what_its_steps_say)
{
    int used = 0;

    RULE("RB-EFX-01");
    RULE("RB-EFX-02");
    RULE("RB-EFX-03");
    RULE("RB-EFX-14");
    RULE("RB-EFX-15");
    RULE("RB-EFX-18");
    RULE("RB-EFX-24");
    RULE("RB-EFX-25");
    RULE("RB-EFX-27");
    RULE("RB-CRD-08");
    RULE("RB-CRD-10");
    RULE("RB-CRD-13");
    RULE("RB-ACT-06");
    RULE("RB-ACT-07");
    table_open(&t, "players=2");
    for (int card = 0; card < RB_CARDS; card++)
        for (int i = 0; i < card_at(card)->abilities_len; i++)
            for (int timing = 0; timing < RB_AT_PASSIVE; timing++)
                if (card_at(card)->abilities[i].when >> timing & 1) {
                    check_use(card, i, timing);
                    used++;
                }
    CHECK_EQ(used, 56); /* 52 abilities, three of them at several times */
}

/* ---- what always holds ---- */

struct sums { /* what cards change of what is printed */
    int attr[RB_ATTRS], roll[RB_ROLLS], damage[RB_FIGHTS], life, stamina, dice, price[2];
    unsigned wild;
};

static struct sums read_off(void)
{
    const struct rb_content *c = content();
    const struct rb_state *s = now();
    const struct rb_body *body = rb_body(c, s, 0, 0);
    struct sums sum;

    memset(&sum, 0, sizeof sum);
    for (int i = 0; i < RB_ATTRS; i++) {
        sum.attr[i] = rb_value(c, s, 0, 0, i) - rb_figure(body, i)[0];
        sum.damage[i] = rb_own_damage(c, s, 0, 0, i) - rb_figure(body, i)[1];
    }
    for (int kind = 0; kind < RB_ROLLS; kind++)
        sum.roll[kind] = rb_bonus(c, s, 0, 0, kind, RB_BODY) - rb_value(c, s, 0, 0, RB_BODY);
    sum.life = rb_life(c, s, 0, 0) - body->life;
    sum.stamina = rb_stamina(c, s, 0, 0) - body->stamina;
    sum.dice = rb_dice_max(s) - 4;
    sum.price[0] = rb_price(c, s, 0, 27) - card_at(27)->price;
    sum.price[1] = rb_price(c, s, 0, RB_ALLIES + 3) - card_at(RB_ALLIES + 3)->price;
    sum.wild = rb_opens(c, s, 0) & ~(unsigned)c->faces[0].symbols & ~(1u << RB_TOWN);
    return sum;
}

static void add_kinds(int *sums, int n, int set, int value)
{
    for (int i = 0; i < n; i++)
        sums[i] += set >> i & 1 ? value : 0;
}

static void add_step(struct sums *sum, const struct vl_fx *fx)
{
    switch ((enum rb_verb)fx->verb) {
    case RB_DO_ROLL_MOD: add_kinds(sum->roll, RB_ROLLS, fx->arg[0], fx->arg[1]); break;
    case RB_DO_DMG_MOD: add_kinds(sum->damage, RB_FIGHTS, fx->arg[0], fx->arg[1]); break;
    case RB_DO_ATTR_MOD: sum->attr[fx->arg[0]] += fx->arg[1]; break;
    case RB_DO_LIFE_MOD: sum->life += fx->arg[0]; break;
    case RB_DO_STAMINA_MOD: sum->stamina += fx->arg[0]; break;
    case RB_DO_DICE_MOD: sum->dice += fx->arg[0]; break;
    case RB_DO_WILD:
        if (!(content()->faces[0].symbols >> fx->arg[0] & 1))
            sum->wild |= 1u << fx->arg[0];
        break;
    case RB_DO_PRICE_MOD: add_kinds(sum->price, 2, fx->arg[0], fx->arg[1]); break;
    default: CHECK(false); break;
    }
}

TEST(rb_every_passive_ability_changes_what_its_steps_say)
{
    int passive = 0;

    RULE("RB-EFX-19");
    RULE("RB-EFX-20");
    RULE("RB-EFX-21");
    RULE("RB-EFX-22");
    RULE("RB-EFX-23");
    RULE("RB-EFX-28");
    RULE("RB-TST-05");
    RULE("RB-WND-14");
    table_open(&t, "players=2");
    for (int card = 0; card < RB_CARDS; card++) {
        struct sums want;
        char json[1600];
        int there = 0;

        memset(&want, 0, sizeof want);
        for (int i = 0; i < card_at(card)->abilities_len; i++) {
            const struct rb_ability *a = &card_at(card)->abilities[i];

            for (int k = 0; a->when == 1 << RB_AT_PASSIVE && k < a->effects.len; k++, there++)
                add_step(&want, &rb_steps(content(), a->effects)[k]);
        }
        if (there == 0)
            continue;
        lay_out(json, sizeof json, card, "'phase':'move','dice':[0],'in_town':false");
        table_load(&t, json);
        struct sums found = read_off();
        if (!CHECK(memcmp(&found, &want, sizeof want) == 0))
            printf("%s\n", key_of(card));
        passive++;
    }
    CHECK_EQ(passive, 39);
}

/* ---- adventures ---- */

struct course { /* how it is to go */
    int die, yes;
    const char *hero;
    int xp;
};

struct deltas {
    int gold, xp, wounds, fatigue, cards, diff, dmg; /* of the hero; of the fight, all kinds */
    bool failed, over;
};

static void expect(const struct vl_fx *steps, int len, const struct course *how, struct deltas *d);

static void expect_block(const struct vl_fx *fx, int k, const struct course *how, struct deltas *d)
{
    struct vl_fx_row row = vl_fx_row(rb_verbs, fx, k);

    expect(fx + row.begin, row.len, how, d);
}

static int kinds_in(int set)
{
    return vl_bits((uint32_t)set & ((1u << RB_FIGHTS) - 1));
}

static void expect_step(const struct vl_fx *fx, const struct course *how, struct deltas *d)
{
    switch ((enum rb_verb)fx->verb) {
    case RB_DO_FAT:
    case RB_DO_FATIGUE: d->fatigue += fx->arg[fx->verb == RB_DO_FATIGUE]; break;
    case RB_DO_PAY: d->gold -= fx->arg[0]; break;
    case RB_DO_WOUND: d->wounds += fx->arg[1]; break;
    case RB_DO_HEAL: d->wounds -= fx->arg[1]; break;
    case RB_DO_REST: d->fatigue -= fx->arg[1]; break;
    case RB_DO_GOLD: d->gold += fx->arg[0]; break;
    case RB_DO_XP: d->xp += fx->arg[0]; break;
    case RB_DO_GAIN_CARD: d->cards += fx->arg[0]; break;
    case RB_DO_KEEP: d->cards++; break;
    case RB_DO_WIN: d->over = true; break;
    case RB_DO_WIN_IF: break; /* the option is off */
    case RB_DO_FAIL_CHALLENGE: d->failed = true; break;
    case RB_DO_ENEMY_DIFF: d->diff += kinds_in(fx->arg[0]) * fx->arg[1]; break;
    case RB_DO_ENEMY_DMG: d->dmg += kinds_in(fx->arg[0]) * fx->arg[1]; break;
    case RB_DO_TEST: expect_block(fx, how->die == 20 ? 0 : 1, how, d); break;
    case RB_DO_MAY:
        if (how->yes)
            expect_block(fx, 0, how, d);
        break;
    case RB_DO_IF_XP: expect_block(fx, how->xp >= fx->arg[0] ? 0 : 1, how, d); break;
    case RB_DO_IF_RUNES: expect_block(fx, 1, how, d); break;
    default: CHECK(false); break;
    }
}

static void expect(const struct vl_fx *steps, int len, const struct course *how, struct deltas *d)
{
    for (int i = 0; i < len; i += 1 + steps[i].skip)
        expect_step(&steps[i], how, d);
}

static void expect_script(int card, int script, const struct course *how, struct deltas *d)
{
    struct vl_fx_list list = card_at(card)->scripts[script];

    expect(rb_steps(content(), list), list.len, how, d);
}

/* Answers what is asked until the card is done. */
static void see_through(const struct course *how)
{
    char line[32];

    for (int i = 0; i < 20; i++)
        switch (now()->base.phase) {
        case RB_PH_D20:
            snprintf(line, sizeof line, "d20 %d", how->die);
            table_play(&t, line);
            break;
        case RB_PH_ENCOUNTER: table_play(&t, how->yes ? "choose yes" : "choose no"); break;
        case RB_PH_TARGET: table_play(&t, "target H"); break;
        case RB_PH_MARKET_DRAW: table_play(&t, "deal A05"); break;
        default: return;
        }
}

static int all_of(bool damage)
{
    int sum = 0;

    for (int kind = 0; kind < RB_FIGHTS; kind++)
        sum += damage ? now()->combat.tilt[kind].dmg[0] : now()->combat.tilt[kind].diff[0];
    return sum;
}

static int held(void)
{
    int n = 0;

    for (int card = rb_next(now()->p[0].held, 0); card >= 0;
         card = rb_next(now()->p[0].held, card + 1))
        n++;
    return n;
}

static const int hex_of[] = { 85, 138, 150, 74 };
static const char *const site_of[] = { "SG06", "SY09", "SB06", "SR03" };

static void check_deltas(int card, const struct rb_state *b, const struct deltas *d)
{
    const struct rb_player *p = &now()->p[0];
    bool right = p->gold - b->p[0].gold == d->gold && p->xp - b->p[0].xp == d->xp &&
                 p->wounds - b->p[0].wounds == d->wounds &&
                 p->fatigue - b->p[0].fatigue == d->fatigue && held() == d->cards &&
                 all_of(false) == d->diff && all_of(true) == d->dmg &&
                 (now()->track[0].card == card) == d->failed &&
                 (now()->base.actor == VL_OVER) == d->over;

    if (!CHECK(right))
        printf("%s: gold %d xp %d wounds %d fatigue %d cards %d\n", key_of(card),
               p->gold - b->p[0].gold, p->xp - b->p[0].xp, p->wounds - b->p[0].wounds,
               p->fatigue - b->p[0].fatigue, held());
}

/* What it does when it is revealed. */
static void reveal(int card, const struct course *how)
{
    int colour = card_at(card)->colour;
    struct deltas d;
    char json[512], line[32];

    snprintf(json, sizeof json,
             "{'options':{'players':2},'phase':'arrive','players':[{'hero':'H05','hex':%d,'prev_"
             "hex':123,'wounds':2,'gold':5,'fatigue':%d,'xp_unspent':%d},{'hero':'H06'}]}",
             hex_of[colour], 1, how->xp);
    table_load(&t, json);
    table_play(&t, "adventure");
    struct rb_state before = *now();
    snprintf(line, sizeof line, "draw %s", key_of(card));
    table_play(&t, line);
    see_through(how);
    memset(&d, 0, sizeof d);
    switch (card_at(card)->sort) {
    case RB_SORT_CHALLENGE:
        expect_script(card, RB_PRE, how, &d);
        if (!d.failed)
            expect_script(card, RB_ROUND, how, &d);
        break;
    case RB_SORT_EVENT: expect_script(card, RB_ENTER, how, &d); break;
    default: expect_script(card, RB_DO, how, &d); break;
    }
    check_deltas(card, &before, &d);
}

TEST(rb_every_adventure_does_what_its_steps_say)
{
    RULE("RB-EFX-11");
    RULE("RB-EFX-12");
    RULE("RB-EFX-13");
    RULE("RB-EFX-16");
    RULE("RB-EFX-17");
    RULE("RB-EFX-31");
    RULE("RB-EFX-32");
    RULE("RB-EFX-33");
    RULE("RB-EFX-37");
    RULE("RB-EFX-40");
    RULE("RB-CRD-09");
    RULE("RB-ENC-01");
    RULE("RB-ENC-05");
    table_open(&t, "players=2");
    for (int card = RB_MARKET; card < RB_DECKED; card++)
        for (int k = 0; k < 8; k++) {
            struct course how = { k & 1 ? 20 : 1, k >> 1 & 1, "H05", k & 4 ? 20 : 0 };
            reveal(card, &how);
        }
}

/* RB-RWD: what a challenge brings when its last wound falls. */
static void defeat(int card)
{
    static const struct course how = { 1, 0, "H05", 0 };
    const struct rb_card *k = card_at(card);
    struct deltas d;
    char json[768];

    memset(&d, 0, sizeof d);
    snprintf(json, sizeof json,
             "{'options':{'players':2},'phase':'before_combat','players':[{'hero':'H05','hex':%d,"
             "'prev_hex':123,'cards':['R46']},{'hero':'H06'}],'fight':1,'enemy':'%s','fight_site':'"
             "%s','site':'%s','colour':'%s','side':1,'enemy_wounds':%d}",
             hex_of[k->colour], key_of(card), site_of[k->colour], site_of[k->colour],
             rb_colour_keys[k->colour], k->is.life - 1);
    table_load(&t, json);
    struct rb_state before = *now();
    table_play(&t, "use R46 0");
    d.gold = k->gold;
    d.xp = 1 + k->colour;
    expect_script(card, RB_REWARD, &how, &d);
    check_deltas(card, &before, &d);
    if (!d.over)
        CHECK_EQ(now()->t[card].place, d.cards ? RB_IN_HELD0 : RB_IN_OUT);
}

TEST(rb_every_challenge_brings_what_it_says)
{
    int defeated = 0;

    RULE("RB-RWD-01");
    RULE("RB-RWD-02");
    RULE("RB-RWD-05");
    RULE("RB-EFX-34");
    RULE("RB-EFX-35");
    RULE("RB-CMP-05");
    table_open(&t, "players=2");
    for (int card = RB_MARKET; card < RB_DECKED; card++)
        if (card_at(card)->sort == RB_SORT_CHALLENGE) {
            defeat(card);
            defeated++;
        }
    CHECK_EQ(defeated, 53);
}

/* What an event in play adds, by verb. */
static void check_global(int card, const struct vl_fx *fx)
{
    const struct rb_content *c = content();
    const struct rb_state *s = now();

    switch ((enum rb_verb)fx->verb) {
    case RB_DO_ROLL_MOD:
        for (int kind = 0; kind < RB_ROLLS; kind++)
            for (int seat = 0; seat < 2; seat++)
                CHECK_EQ(rb_bonus(c, s, seat, 0, kind, RB_MIND) - rb_value(c, s, seat, 0, RB_MIND),
                         fx->arg[0] >> kind & 1 ? fx->arg[1] : 0);
        break;
    case RB_DO_MOVE_COST:
        for (int land = 0; land < RB_TERRAINS; land++)
            CHECK_EQ(rb_global(c, s, RB_DO_MOVE_COST, land), land == fx->arg[0] ? fx->arg[1] : 0);
        break;
    case RB_DO_PRICE_MOD:
        for (int seat = 0; seat < 2; seat++) {
            CHECK_EQ(rb_price(c, s, seat, 27) - card_at(27)->price,
                     fx->arg[0] & 1 ? fx->arg[1] : 0);
            CHECK_EQ(rb_price(c, s, seat, 31) - card_at(31)->price,
                     fx->arg[0] >> 1 & 1 ? fx->arg[1] : 0);
        }
        break;
    case RB_DO_HEAL_COST: CHECK_EQ(rb_heal_cost(c, s), fx->arg[0]); break;
    case RB_DO_EXTRA_DRAW: CHECK_EQ(rb_global(c, s, RB_DO_EXTRA_DRAW, -1), fx->arg[0]); break;
    case RB_DO_ENEMY_DIFF: /* of a Frost Troll: Mind 14, Body 17, Spirit 14 */
        for (int kind = 0; kind < RB_FIGHTS; kind++)
            CHECK_EQ(rb_difficulty(c, s, kind) - rb_figure(&card_at(s->combat.card)->is, kind)[0],
                     fx->arg[0] >> kind & 1 ? fx->arg[1] : 0);
        break;
    default: CHECK(card < 0); break;
    }
}

TEST(rb_every_event_changes_what_its_steps_say)
{
    int events = 0;

    RULE("RB-EVT-08");
    RULE("RB-EFX-04");
    RULE("RB-EFX-26");
    RULE("RB-EFX-28");
    RULE("RB-EFX-29");
    RULE("RB-EFX-30");
    table_open(&t, "players=2");
    for (int card = RB_MARKET; card < RB_DECKED; card++) {
        struct vl_fx_list list = card_at(card)->scripts[RB_GLOBAL];
        char json[512];

        if (card_at(card)->sort != RB_SORT_EVENT)
            continue;
        snprintf(json, sizeof json,
                 "{'options':{'players':2},'event':'%s','phase':'escape','fight':1,'enemy':'B01','"
                 "fight_site':'SB06','site':'SB06','colour':'blue','side':2,'fight_round':1,'fight_"
                 "phase':'escape','players':[{'hero':'H05','hex':150},{'hero':'H09'}]}",
                 key_of(card));
        table_load(&t, json);
        CHECK(list.len > 0);
        for (int i = 0; i < list.len; i++)
            check_global(card, &rb_steps(content(), list)[i]);
        events++;
    }
    CHECK_EQ(events, 10);
}

/* RB-EFX-09, RB-EFX-10: what holds during a whole fight. */
TEST(rb_every_challenge_is_fought_as_it_says)
{
    RULE("RB-EFX-09");
    RULE("RB-EFX-10");
    RULE("RB-CBT-21");
    RULE("RB-ESC-07");
    table_open(&t, "players=2");
    for (int card = RB_MARKET; card < RB_DECKED; card++) {
        const struct rb_card *k = card_at(card);
        const struct vl_fx *fx = rb_steps(content(), k->scripts[RB_FIXED]);
        bool flight = true;
        int skips = 0, phase = 0;
        char json[512];

        if (k->sort != RB_SORT_CHALLENGE)
            continue;
        for (int i = 0; i < k->scripts[RB_FIXED].len; i++) {
            flight = flight && fx[i].verb != RB_DO_NO_ESCAPE;
            skips |= fx[i].verb == RB_DO_SKIP_PHASE ? 1 << fx[i].arg[0] : 0;
        }
        snprintf(json, sizeof json,
                 "{'options':{'players':2},'phase':'before_combat','players':[{'hero':'H05','hex':%"
                 "d,'cards':['R46']},{'hero':'H06'}],'fight':1,'enemy':'%s','fight_site':'%s','site"
                 "':'%s','colour':'%s','side':1}",
                 hex_of[k->colour], key_of(card), site_of[k->colour], site_of[k->colour],
                 rb_colour_keys[k->colour]);
        table_load(&t, json);
        table_play(&t, "start");
        CHECK_EQ(now()->base.phase, flight ? RB_PH_ESCAPE : RB_PH_DECLARE);
        if (flight)
            table_play(&t, "stand");
        while (skips >> phase & 1)
            phase++;
        CHECK_EQ(now()->combat.phase, phase);
    }
}
