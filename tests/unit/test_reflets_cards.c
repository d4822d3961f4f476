/* Every card of the built-in pack of Reflets d'Acide does what its steps say: each skill and
 * dilemma in each of its windows, each outcome and option of a hazard, each reward of a quest,
 * each price. The steps themselves are compared with the rule file in tests/content/reflets.py. */
#include "games/reflets/reflets.h"
#include "games/reflets/ra_verbs.h"
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct table t = TABLE(reflets);

static const struct ra_state *now(void)
{
    return &t.s.reflets;
}

static const struct ra_content *content(void)
{
    return ra_content(&t.r);
}

static const struct ra_card *card_at(int card)
{
    return &content()->cards[card];
}

static const char *key_of(int card)
{
    return card < RA_TREASURE0 ? vl_key(&t.r, RA_FAM_CARD, card)
                               : vl_key(&t.r, RA_FAM_TREASURE, card - RA_TREASURE0);
}

/* ---- answering ---- */

struct course { /* how it is to go */
    int die;    /* that is thrown */
    int which;  /* of alternatives, and of a relic or three LOOT */
};

static struct course how;

static struct vl_move pick(const struct vl_move *list, int n)
{
    switch (now()->base.phase) {
    case RA_PH_C_DIE: return list[how.die - 1];
    case RA_PH_C_GEM: return list[ra_team_gems(&t.r, now()) % n]; /* another one each time */
    case RA_PH_PAY_GEM:
    case RA_PH_EQUIP_ITEM:   /* done, as soon as that is possible */
    case RA_PH_EQUIP_HOLDER: /* stored with the last hero */
    case RA_PH_EVENT:
    case RA_PH_VIT: return list[n - 1]; /* pass */
    case RA_PH_ALT_CHOICE:
    case RA_PH_RELIC_CHOICE: return list[how.which];
    case RA_PH_TRADE: return now()->frames[now()->depth - 1].turn ? list[n - 1] : list[0];
    default: return list[0];
    }
}

/* Whatever is asked above that many frames is answered. */
static void see_through(int depth)
{
    struct vl_move list[VL_MOVES_MAX];
    char line[64];

    for (int i = 0; i < 60 && now()->depth > depth && now()->base.actor != VL_OVER; i++) {
        struct vl_buf b = vl_buf_on(line, sizeof line);

        vl_move_format(&t.r, pick(list, vl_legal(&t.r, &t.s.base, list)), &b);
        if (!table_play(&t, line))
            return;
    }
}

/* ---- what a list of steps does ---- */

struct deltas {
    int gems, vils, held, n, purse, pile, discard, epic, waiting, known, rooms, wounds, avatar;
};

static int count_in(int from, int to, int where)
{
    int n = 0;

    for (int card = from; card < to; card++)
        n += now()->in[card] == where;
    return n;
}

static struct deltas read_off(void)
{
    const struct ra_state *s = now();
    struct deltas d = { 0 };

    d.gems = ra_team_gems(&t.r, s);
    d.vils = ra_gems_of(s, RA_VILS);
    d.held = count_in(RA_ITEM0, RA_IMP0, RA_IN_HELD);
    d.n = s->n;
    d.purse = count_in(0, RA_ITEM0, RA_IN_PURSE);
    d.pile = count_in(0, RA_IMP0, RA_IN_VPILE);
    d.discard = count_in(0, RA_ITEM0, RA_IN_DISCARD);
    d.epic = s->epic;
    for (int board = 0; board < RA_BOARDS; board++)
        d.waiting += count_in(RA_IMP0, RA_CREATURE0, RA_IN_A + board);
    d.known = count_in(0, RA_DECKED, RA_IN_KNOWN);
    for (int i = 0; i < RA_PLACED; i++)
        d.known += s->laid[i] == RA_LAID_KNOWN;
    for (int i = 0; i < RA_TOKENS; i++)
        d.known += s->tokens[i].kind != VL_NONE;
    for (int i = 0; i < RA_SLOTS; i++)
        d.rooms += s->rooms[i].up;
    for (int i = 0; i < RA_PLACES; i++)
        d.wounds += s->marker[i] != 0;
    d.avatar = s->avatar_at;
    return d;
}

/* How many of the wounded are meant: at places 3, 4 and 5 somebody is, at place 1 a bearer. */
static int healed(int who)
{
    switch ((enum ra_who)who) {
    case RA_WHO_ALL: return 3;
    default: return 1; /* one of them, the bearer, or who stands on board A */
    }
}

static void test_of(const struct vl_fx *fx, struct deltas *d)
{
    bool dies = fx->verb == RA_DO_VIT && how.die == 6;

    if (!dies) {
        d->wounds++;
        return;
    }
    d->n--;
    d->pile += fx->arg[1] != 0;
    d->purse += fx->arg[1] == 0;
}

static void add_step(const struct vl_fx *fx, struct deltas *d)
{
    int n = fx->arg[0];

    switch ((enum ra_verb)fx->verb) {
    case RA_DO_GEM: d->gems += n; break;
    case RA_DO_CEDE:
        d->gems -= n;
        d->vils += n;
        break;
    case RA_DO_TAKE:
        d->gems += n;
        d->vils -= n;
        break;
    case RA_DO_BURN: d->vils -= n; break;
    case RA_DO_LOOT: d->held += n; break;
    case RA_DO_IMP: d->waiting += n; break;
    case RA_DO_RELIC: d->held += how.which ? 3 : 1; break;
    case RA_DO_SWAP: d->discard++; break;
    case RA_DO_OFFER: /* declined, or enrolled at a vacancy */
        d->discard += n == 0;
        d->n += n == 1;
        break;
    case RA_DO_HEAL: d->wounds -= healed(n); break;
    case RA_DO_HEAL_UP_TO: d->wounds -= n < 3 ? n : 3; break;
    case RA_DO_VIT:
    case RA_DO_HURT: test_of(fx, d); break;
    case RA_DO_SAC:
        d->n--;
        d->purse++;
        break;
    case RA_DO_AVATAR: d->avatar += n; break;
    case RA_DO_PEEK: d->known += fx->arg[1]; break;
    case RA_DO_ROOM: d->rooms += n; break;
    case RA_DO_STEAL:
        d->held--;
        d->pile++;
        break;
    case RA_DO_EPIC: d->epic += n; break;
    default: break; /* seen by what_else() */
    }
}

static int steps_along(int from, int n)
{
    const struct ra_content *c = content();

    if (c->nodes[from].kind == RA_NODE_ROOM) {
        if (n >= 0)
            return from;
        from = c->nodes[from].faces;
        n++;
    }
    return from + n; /* squares of the road, and of the corridor, stand in a row */
}

/* What no count shows. */
static void what_else(const struct vl_fx *fx, const struct ra_state *b, int source)
{
    const struct ra_state *s = now();
    bool right = true;

    switch ((enum ra_verb)fx->verb) {
    case RA_DO_REDUCE:
        right = s->trial.points - b->trial.points == fx->arg[1] &&
                s->trial.stars - b->trial.stars == fx->arg[2];
        break;
    case RA_DO_MOVE: right = s->team_at == steps_along(b->team_at, fx->arg[0]); break;
    case RA_DO_RELIC: right = how.which || s->in[fx->arg[0]] == RA_IN_HELD; break;
    case RA_DO_OPEN: right = (s->lasting & RA_OPEN_DOOR) != 0; break;
    case RA_DO_PORTAL: right = (s->lasting & RA_PORTAL) != 0; break;
    case RA_DO_TREASURE: right = (s->lasting & RA_TREASURE) != 0; break;
    case RA_DO_SLIDE:
        right = source < RA_ROOM0 ? s->door_notch == 1 : s->rooms[3].notch == 1;
        break;
    case RA_DO_FREE: right = s->free_for == (card_at(source)->targeted ? 1 : 1 + RA_BOARDS); break;
    case RA_DO_NO_PENALTY: right = s->no_penalty == 1; break;
    case RA_DO_BANISH: right = s->play_len == 1 && b->play_len == 2; break;
    case RA_DO_STOP_AVATAR: right = (s->flags & RA_STOPPED) != 0; break;
    case RA_DO_SWAP: right = s->in[b->team[0]] == RA_IN_DISCARD && s->n == b->n; break;
    default: break;
    }
    if (!CHECK(right))
        printf("%s\n", key_of(source));
}

static void check_deltas(const char *what, const struct deltas *b, const struct deltas *want)
{
    struct deltas a = read_off();
    const int *was = (const int *)b, *is = (const int *)&a, *by = (const int *)want;
    bool right = true;

    for (size_t i = 0; i < sizeof a / sizeof *is; i++)
        right = right && is[i] - was[i] == by[i];
    if (CHECK(right))
        return;
    printf("%s, die %d, way %d:", what, how.die, how.which);
    for (size_t i = 0; i < sizeof a / sizeof *is; i++)
        printf(" %d/%d", is[i] - was[i], by[i]);
    printf("\n");
}

/* ---- tables ---- */

static char json[2400];
static size_t json_len;

static void put(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    json_len += (size_t)vsnprintf(json + json_len, sizeof json - json_len, format, args);
    va_end(args);
}

/* Gems enough, somebody hurt on either board, and a dilemma that may be played at any time, so
 * that no window closes by itself. */
static void begin_with(const char *markers, int gold, int lasting)
{
    json_len = 0;
    put("{'base':'BASE','gems':{'A':[3,3,3,3,3],'B':[2,2,2,2,2],'vils':[1,1,1,1,1]},'markers':%s,"
        "'gold':%d,'lasting':%d",
        markers, gold, lasting);
}

static void begin(const char *markers, int gold)
{
    begin_with(markers, gold, RA_BLOCKED); /* rooms that turn up do nothing for the Vils */
}

static const char hurt[] = "[0,0,1,1,1,0]", bearer[] = "[1,0,0,0,0,0]", sound[] = "[0,0,0,0,0,0]";

static void put_waiting(const char *other)
{
    put(",'cards':{'%s':'a'", other && strcmp(other, "D21") == 0 ? "D28" : "D21");
    if (other)
        put(",'%s':'a'", other);
    put("}");
}

static bool open_table(void)
{
    put("}");
    bool ok = table_load(&t, json);
    if (!ok)
        printf("%s\n", json);
    return ok;
}

static const char *const zone_of[] = { "Z04", "Z05", "Z09", "Z02", "Z15" }; /* by characteristic */
static const char *const spot_of[] = { "W06", "W06", "W13", "W06", "W19" };
static const char *const space_of[] = { "forest", "forest", "river", "forest", "cave" };

static void put_objective(int what)
{
    put(",'trial':'%s','team_at':'%s','up':{'%s':'%s'}", zone_of[what], spot_of[what],
        space_of[what], zone_of[what]);
}

/* ---- skills ---- */

static int price_of(const struct ra_skill *k)
{
    const struct vl_fx *steps = ra_steps(content(), k->costs);
    int sum = 0;

    for (int i = 0; i < k->costs.len; i++)
        sum += steps[i].verb == RA_DO_ANY ? steps[i].arg[0] : steps[i].arg[1];
    return sum;
}

static int what_of(const struct vl_fx *fx)
{
    return fx->verb == RA_DO_REDUCE && fx->arg[0] < RA_CHARS ? fx->arg[0] : RA_ATTACK;
}

/* The team: the hero, or the bearer, and five who do nothing of their own here. */
static void put_team(int card)
{
    put(",'heroes':['%s'", card < RA_ITEM0 ? key_of(card) : "H22");
    for (int i = 0, n = 1; n < RA_PLACES; i++) {
        static const char *const others[] = { "H43", "H51", "H17", "H39", "H48", "H34" };
        if (card >= RA_ITEM0 || strcmp(others[i], key_of(card)) != 0) {
            put(",'%s'", others[i]);
            n++;
        }
    }
    put("]");
    if (card >= RA_ITEM0)
        put(",'holders':{'%s':'H22'},'active':['%s']", key_of(card), key_of(card));
}

static void put_window(const struct ra_skill *k, const struct vl_fx *fx, bool after)
{
    switch (k->kind) {
    case RA_USE_DIVINE: put(",'phase':'bless'"); break;
    case RA_USE_OPPORTUNITY: put(",'stage':'won','team_at':'W14'"); break;
    case RA_USE_SHIELD:
        put(",'stage':'dark','trial':'Z12','team_at':'W13','up':{'river':'Z12'}");
        break;
    default:
        put(",'phase':'%s'", after ? "obj_after" : "obj_before");
        put_objective(what_of(fx));
        break;
    }
}

static void check_skill(int card, int which, bool after)
{
    const struct ra_skill *k = &card_at(card)->skills[which];
    const struct vl_fx *fx = ra_steps(content(), k->effects);
    bool own = fx->verb == RA_DO_HEAL && fx->arg[0] == RA_WHO_BEARER;
    char line[32];

    how.die = 1;
    begin(own ? bearer : k->kind == RA_USE_SHIELD ? sound : hurt, 1);
    put_team(card);
    put_waiting(NULL);
    put_window(k, fx, after);
    if (!open_table())
        return;
    if (k->kind == RA_USE_SHIELD)
        table_play(&t, "die 1");
    struct ra_state before = *now();
    struct deltas was = read_off(), want = { 0 };
    snprintf(line, sizeof line, "skill %s %d", key_of(card), which);
    if (!CHECK(table_lists(&t, line)))
        printf("%s: %s\n", line, table_moves(&t));
    table_play(&t, line);
    see_through(before.depth);
    want.gems = -price_of(k) - after;
    want.held = k->once ? -1 : 0;
    for (int i = 0; i < k->effects.len; i++) {
        add_step(&fx[i], &want);
        what_else(&fx[i], &before, card);
    }
    check_deltas(line, &was, &want);
    CHECK_STR(table_refused(&t, line), k->once ? "E_ARG" : "E_ONCE");
    if (k->kind == RA_USE_SHIELD) {
        table_play(&t, "pass");
        CHECK_EQ(now()->marker[0], 0);
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
    table_open(&t, "players=2");
    for (int card = 0; card < RA_IMP0; card++)
        for (int i = 0; i < card_at(card)->skills_len; i++, used++) {
            check_skill(card, i, false);
            if (card_at(card)->skills[i].kind == RA_USE_HAZARD)
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
    const struct ra_skill *k = &card_at(card)->skills[0];
    const struct vl_fx *fx = ra_steps(content(), k->effects);

    begin(fx->verb == RA_DO_EITHER ? sound : hurt, phase == RA_PH_GOLD ? die : 1);
    put(",'avatar':'A08','heroes':['H22','H43'%s],'holders':{},'play':['C01','B01'],'prey':['-','-'"
        "]",
        fx->verb == RA_DO_EITHER ? "" : ",'H51','H17','H39','H48'");
    put_waiting(key_of(card));
    switch (phase) {
    case RA_PH_MOVE: put(",'phase':'move','gait':2,'potential':3,'move_dice':[%d]", die); break;
    case RA_PH_WON: put(",'stage':'won','team_at':'W14'"); break;
    case RA_PH_VIT:
        put(",'stage':'dark','trial':'Z12','team_at':'W13','up':{'river':'Z12'}");
        break;
    case RA_PH_OBJ_AFTER:
        put(",'dice_len':6,'dice':{");
        for (int i = 0; i < 6; i++)
            put("%s'%d':{'value':%d,'hero':'%s'}", i ? "," : "", i + 1, die,
                i == 0   ? "H22"
                : i == 1 ? "H43"
                : i == 2 ? "H51"
                : i == 3 ? "H17"
                : i == 4 ? "H39"
                         : "H48");
        put("},'phase':'obj_after'");
        put_objective(what_of(fx));
        break;
    case RA_PH_OBJ_BEFORE:
        put(",'phase':'obj_before'");
        put_objective(what_of(fx));
        break;
    default:
        put(",'phase':'%s'", phase == RA_PH_BLESS  ? "bless"
                             : phase == RA_PH_GOLD ? "gold"
                                                   : "turn_end");
        break;
    }
    if (!open_table())
        return false;
    if (phase == RA_PH_VIT) {
        char line[16];
        snprintf(line, sizeof line, "die %d", die);
        table_play(&t, line);
    }
    return true;
}

/* The die that lies there. */
static int shown(int phase)
{
    const struct ra_state *s = now();

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
    return fx->verb == RA_DO_EITHER ? fx + vl_fx_row(ra_verbs, fx, how.which).begin : fx;
}

static void check_dilemma(int card, int phase)
{
    enum { AGAIN = 4 };
    const struct ra_skill *k = &card_at(card)->skills[0];
    const struct vl_fx *fx = ra_steps(content(), k->effects);
    int die = fx->verb == RA_DO_SET_DIE ? fx->arg[0] : fx->verb == RA_DO_REVIVE ? 6 : 1;
    char line[32];

    if (!at_phase(card, phase, die))
        return;
    snprintf(line, sizeof line, "dilemma %s", key_of(card));
    if (!fits(k->kind, fx->verb, phase)) {
        CHECK(table_refused(&t, line)[0] != '\0');
        return;
    }
    if (!CHECK(table_lists(&t, line)))
        printf("%s: %s\n", line, table_moves(&t));
    struct ra_state before = *now();
    struct deltas was = read_off(), want = { 0 };
    how.die = AGAIN;
    table_forget(&t);
    table_play(&t, line);
    see_through(before.depth);
    CHECK_EQ(now()->in[card], RA_IN_DISCARD);
    if (fx->verb == RA_DO_SUCCEED) {
        CHECK(table_happened(&t, RA_EV_REACHED) == 1 && table_happened(&t, RA_EV_TRIAL_WON) == 1);
        return;
    }
    want.gems = -price_of(k);
    want.waiting = -1;
    for (int i = 0; i < k->effects.len; i += 1 + fx[i].skip) {
        add_step(chosen(&fx[i]), &want);
        what_else(chosen(&fx[i]), &before, card);
    }
    check_deltas(line, &was, &want);
    switch ((enum ra_verb)fx->verb) {
    case RA_DO_REROLL:
    case RA_DO_REROLL_GOLD: CHECK_EQ(shown(phase), AGAIN); break;
    case RA_DO_SET_DIE: CHECK_EQ(shown(phase), fx->arg[1]); break;
    case RA_DO_ADD_DIE: CHECK_EQ(now()->dice_len, 1 + k->effects.len); break;
    default: break;
    }
    if (fx->verb == RA_DO_SHIELD || fx->verb == RA_DO_REVIVE) {
        table_play(&t, "pass");
        CHECK_EQ(now()->marker[0], fx->verb == RA_DO_REVIVE);
        CHECK_EQ(now()->n, before.n);
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
    table_open(&t, "players=2");
    for (int card = RA_IMP0; card < RA_CREATURE0; card++)
        for (int i = 0; i < VL_LEN(phases); i++) {
            bool two = ra_steps(content(), card_at(card)->skills[0].effects)->verb == RA_DO_EITHER;
            for (how.which = 0; how.which < (two ? 2 : 1); how.which++)
                check_dilemma(card, phases[i]);
        }
}

/* ---- hazards ---- */

static const char *const spaces[] = { "W06", "W13", "W19", "W26", "W32", "W39", "W45" };
static const char *const words[] = { "forest", "river", "cave", "camp", "hills", "mount", "door" };

/* Where the team meets it, and how it lies there: face up, or face down and known. */
static void put_place(int card, bool up)
{
    int space = (card - RA_ZONE0) / RA_OF_A_KIND;

    if (card >= RA_ROOM0)
        put(",'team_at':'R04','rooms':{'4':{'card':'%s','up':%s}}",
            card < RA_TREASURE0 ? key_of(card) : "S10", up ? "true" : "false");
    else
        put(",'team_at':'%s','%s':{'%s':'%s'}", spaces[space], up ? "up" : "tops", words[space],
            key_of(card));
    if (card >= RA_TREASURE0)
        put(",'treasure':'%s','flags':%d", key_of(card), RA_OCTOGON);
}

static bool is_at_rest(void)
{
    switch (now()->base.phase) {
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

    while (table_step(&t))
        ;
    for (int i = 0; i < 60 && !is_at_rest(); i++) {
        struct vl_buf b = vl_buf_on(line, sizeof line);

        vl_move_format(&t.r, pick(list, vl_legal(&t.r, &t.s.base, list)), &b);
        if (!table_play(&t, line))
            return;
    }
}

static bool load_unsettled(void)
{
    put("}");
    bool ok = table_load_unsettled(&t, json);
    if (!ok)
        printf("%s\n", json);
    return ok;
}

/* What a list does to the counts, and where it leaves the team. */
static void add_list(struct vl_fx_list list, struct deltas *want, int *at)
{
    const struct vl_fx *fx = ra_steps(content(), list);

    for (int i = 0; i < list.len; i++) {
        add_step(&fx[i], want);
        if (fx[i].verb == RA_DO_MOVE)
            *at = steps_along(*at, fx[i].arg[0]);
    }
}

static void check_list(struct vl_fx_list list, const struct ra_state *b, int source)
{
    const struct vl_fx *fx = ra_steps(content(), list);

    for (int i = 0; i < list.len; i++)
        if (fx[i].verb != RA_DO_MOVE)
            what_else(&fx[i], b, source);
}

static bool has_verb(struct vl_fx_list list, int verb)
{
    for (int i = 0; i < list.len; i++)
        if (ra_steps(content(), list)[i].verb == verb)
            return true;
    return false;
}

/* The outcome of a trial, of a creature or a critter in it. */
static void check_outcome(int hazard, int foe, bool light)
{
    const struct ra_card *k = card_at(hazard), *f = card_at(foe < 0 ? 0 : foe);
    struct vl_fx_list list = light ? k->light : k->dark, none = { 0 },
                      also = foe < 0 ? none
                             : light ? f->light
                                     : f->dark;
    struct deltas want = { 0 };

    begin(hurt, 2);
    put(",'avatar':'A08','stage':'%s','trial':'%s'", light ? "light" : "dark",
        hazard < RA_TREASURE0 ? key_of(hazard) : "S10");
    put_place(hazard, true);
    put_waiting(NULL);
    if (foe >= 0)
        put(",'play':['%s'],'prey':['H05']", key_of(foe));
    if (has_verb(list, RA_DO_STEAL) || has_verb(also, RA_DO_STEAL))
        put(",'holders':{'L37':'H05'}");
    if (!load_unsettled())
        return;
    struct ra_state before = *now();
    struct deltas was = read_off();
    int at = before.team_at;
    run_to_rest();
    add_list(list, &want, &at);
    add_list(also, &want, &at);
    check_list(list, &before, hazard);
    check_deltas(key_of(foe < 0 ? hazard : foe), &was, &want);
    CHECK_EQ(now()->team_at, at);
    if (hazard < RA_DOOR0)
        CHECK_EQ(now()->laid[hazard - RA_ZONE0], light ? RA_LAID_PURSE : RA_LAID_VPILE);
    if (foe >= 0)
        CHECK_EQ(now()->in[foe], light ? RA_IN_PURSE : RA_IN_VPILE);
    if (hazard >= RA_TREASURE0)
        CHECK_EQ((now()->lasting & RA_VTREASURE) != 0, !light);
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
    table_open(&t, "players=2");
    for (int card = RA_ZONE0; card < RA_CARDS; card++)
        for (int k = 0; k < 8; k++) {
            how.die = k & 1 ? 6 : 1;
            how.which = k >> 1 & 1;
            if (card_at(card)->trial_len > 0)
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
    table_open(&t, "players=2");
    for (int card = RA_CREATURE0; card < RA_ZONE0; card++)
        for (int k = 0; k < 4; k++) {
            how.die = k & 1 ? 6 : 1;
            check_outcome(table_find(&t, RA_FAM_CARD, "Z02"), card, k >> 1 & 1);
        }
}

static void check_option(int card, int i)
{
    const struct ra_option *o = &card_at(card)->options[i];
    struct deltas want = { 0 };
    char line[16];

    begin(hurt, 2);
    put(",'avatar':'A08','stage':'hazard'");
    put_place(card, true);
    put_waiting(NULL);
    if (!open_table())
        return;
    struct ra_state before = *now();
    struct deltas was = read_off();
    int at = before.team_at;
    CHECK_EQ(table_count(&t, "option"), card_at(card)->options_len);
    snprintf(line, sizeof line, "option %c", 'a' + i);
    table_play(&t, line);
    run_to_rest();
    want.gems = -o->cost;
    add_list(o->effects, &want, &at);
    check_deltas(key_of(card), &was, &want);
    CHECK_EQ(now()->team_at, at);
    CHECK_EQ(now()->laid[card - RA_ZONE0], RA_LAID_PURSE);
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
    table_open(&t, "players=2");
    for (int card = RA_ZONE0; card < RA_DOOR0; card++)
        for (int i = 0; i < card_at(card)->options_len; i++, options++)
            check_option(card, i);
    CHECK_EQ(options, 19);
}

/* ---- prices, additions, arrows ---- */

/* RA-REV: two unforeseen cards, two gems for the Vils, then the hazard and its price. */
static void check_price(int hazard, int foe)
{
    int cost = card_at(hazard)->cost + (foe < 0 ? 0 : card_at(foe)->cost);

    begin(sound, 2);
    put(",'stage':'arrive','known_imps':['%s','D02']", foe < 0 ? "D01" : key_of(foe));
    put_place(hazard, false);
    put_waiting(NULL);
    if (!load_unsettled())
        return;
    struct deltas was = read_off();
    run_to_rest();
    struct deltas is = read_off();
    CHECK_EQ(was.gems - is.gems, cost);
    CHECK_EQ(is.vils - was.vils, 2);
    CHECK_EQ(is.waiting - was.waiting, foe < 0 ? 2 : 1);
    if (foe >= 0 && now()->base.phase != RA_PH_TURN_END)
        CHECK(now()->play_len == 1 && now()->play[0] == foe);
    if (foe >= RA_CRITTER0 && now()->base.phase != RA_PH_TURN_END)
        CHECK_EQ(now()->prey[0], now()->team[1]);
}

TEST(ra_every_hazard_creature_and_critter_has_its_price)
{
    RULE("RA-REV-08");
    RULE("RA-REV-09");
    RULE("RA-REV-13");
    RULE("RA-RUL-07");
    table_open(&t, "players=2");
    for (int card = RA_ZONE0; card < RA_TREASURE0; card++)
        check_price(card, -1);
    for (int card = RA_CREATURE0; card < RA_ZONE0; card++)
        check_price(table_find(&t, RA_FAM_CARD, "Z04"), card);
}

static void put_node(int card, int node, const char *stage)
{
    begin(sound, 2);
    put(",'stage':'%s','trial':'%s','objective':%d", stage,
        card < RA_TREASURE0 ? key_of(card) : "S10", node);
    put_place(card, true);
}

static void check_node(int card, int i)
{
    const struct ra_objective *o = &card_at(card)->trial[i];

    put_node(card, i, "objective");
    if (!load_unsettled())
        return;
    table_forget(&t);
    table_step(&t);
    const struct vl_event *ev = table_event(&t, RA_EV_OBJECTIVE, 0);
    if (o->kind == RA_VITALITY)
        CHECK(ev == NULL && now()->trial.vital == 1 + now()->team[1]);
    else if (CHECK(ev != NULL))
        CHECK(ev->arg[1] == o->what && ev->arg[2] == o->value);
    CHECK_EQ(now()->trial.tester == now()->team[1], o->kind == RA_INDIVIDUAL);
    for (int won = 0; won < 2; won++) {
        int to = won ? o->won : o->lost;

        put_node(card, i, "arrow");
        put(",'result':%s", won ? "true" : "false");
        if (!load_unsettled())
            return;
        table_step(&t);
        CHECK_EQ(now()->stage, to == RA_TO_LIGHT  ? RA_ST_LIGHT
                               : to == RA_TO_DARK ? RA_ST_DARK
                                                  : RA_ST_OBJECTIVE);
        if (to >= RA_TO_SECOND)
            CHECK_EQ(now()->trial.node, 1 + to - RA_TO_SECOND);
    }
}

TEST(ra_every_objective_has_its_value_and_its_arrows)
{
    int nodes = 0;

    RULE("RA-TRI-01");
    RULE("RA-TRI-02");
    RULE("RA-TRI-08");
    RULE("RA-OUT-01");
    table_open(&t, "players=2");
    for (int card = RA_ZONE0; card < RA_CARDS; card++)
        for (int i = 0; i < card_at(card)->trial_len; i++, nodes++)
            check_node(card, i);
    CHECK_EQ(nodes, 91);
}

TEST(ra_every_creature_adds_what_stands_on_it)
{
    RULE("RA-TRI-05");
    table_open(&t, "players=2");
    for (int card = RA_CREATURE0; card < RA_ZONE0; card++)
        for (int what = 0; what < RA_CHARS; what++) {
            begin(sound, 2);
            put(",'phase':'obj_before','play':['%s'],'prey':['-']", key_of(card));
            put_objective(what);
            if (!open_table())
                return;
            const struct ra_objective *o = ra_objective(content(), now());
            CHECK_EQ(o->what, what);
            CHECK_EQ(ra_target(content(), now()) - o->value, card_at(card)->adds[what]);
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
    table_open(&t, "players=2");
    for (int item = RA_ITEM0; item < RA_IMP0; item++) {
        const struct ra_card *k = card_at(item);

        begin(sound, 3);
        put_team(item);
        put(",'phase':'brake'");
        if (!open_table())
            return;
        for (int what = 0; what < RA_CHARS; what++)
            CHECK_EQ(ra_value(content(), now(), 0, what),
                     k->sets[what] ? k->sets[what] : card_at(now()->team[0])->values[what]);
        CHECK_STR(table_refused(&t, "brake 1 A"), k->no_brake ? "E_NOBRAKE" : "");
        for (int race = 0; race < RA_RACES; race++) { /* nine of each, in the order of races */
            static const uint8_t first[] = { 0, 9, 18, 27, 36, 45, 54 };
            struct ra_state s = *now();
            s.team[1] = first[race];
            CHECK_EQ(card_at(first[race])->race, race);
            CHECK_EQ(ra_may_hold(content(), &s, item, 1, true), !(k->barred >> race & 1));
            CHECK(ra_may_hold(content(), &s, item, 1, false));
        }
    }
}

/* ---- quests ---- */

static bool is_of(int hero, const struct vl_fx *fx)
{
    return fx->verb == RA_DO_TRADE ? card_at(hero)->race == fx->arg[0]
                                   : card_at(hero)->align == fx->arg[0];
}

static const char ours[] = "H43 H10 H01 H28 H46 H55", piled[] = "H02 H04 H05";

/* Two heroes of the Vils who are meant, and four who are not. */
static void put_vils(const struct vl_fx *fx)
{
    int in = 0, out = 0, n = 0;

    put(",'vteam':[");
    for (int hero = 0; hero < RA_HEROES; hero++)
        if (!strstr(ours, key_of(hero)) && !strstr(piled, key_of(hero)) &&
            (is_of(hero, fx) ? in++ < 2 : out++ < 4))
            put("%s'%s'", n++ ? "," : "", key_of(hero));
    put("]");
}

static void check_reward(int quest)
{
    const struct ra_quest *q = &content()->quests[quest];
    const struct vl_fx *fx = ra_steps(content(), q->reward);
    const char *name = vl_key(&t.r, RA_FAM_QUEST, quest);
    struct deltas want = { 0 };
    int at = 0;

    begin_with(hurt, 6, RA_BLOCKED | RA_STEP1 | RA_OPEN_DOOR);
    put(",'stage':'light','trial':'%s','quest':'%s','vils_quest':'%s'", key_of(q->rooms[1]), name,
        vl_key(&t.r, RA_FAM_QUEST, q->opposed));
    put(",'heroes':['H43','H10','H01','H28','H46','H55'],'holders':{'%s':'H43'},'cards':{'D21':'a'",
        key_of(q->relic));
    put(",'H02':'vils_pile','H04':'vils_pile','H05':'vils_pile'}");
    put_place(q->rooms[1], true);
    put_vils(fx);
    if (!load_unsettled())
        return;
    struct deltas was = read_off();
    struct ra_state before = *now();
    table_forget(&t);
    run_to_rest();
    CHECK_EQ(table_happened(&t, RA_EV_STEP_DONE), 1);
    CHECK((now()->lasting & RA_STEP2) && now()->relic_token == 3);
    add_list(q->reward, &want, &at);
    struct vl_fx_list light = card_at(q->rooms[1])->light;
    for (int i = 0; i < light.len; i++) /* RA-QST-05 */
        if (ra_steps(content(), light)[i].verb != RA_DO_RELIC)
            add_step(&ra_steps(content(), light)[i], &want);
    for (int hero = 0; hero < RA_HEROES && fx->verb == RA_DO_VDROP; hero++)
        if (before.in[hero] == RA_IN_VPILE) {
            CHECK_EQ(now()->in[hero], is_of(hero, fx) ? RA_IN_DISCARD : RA_IN_VPILE);
            want.pile -= is_of(hero, fx);
            want.discard += is_of(hero, fx);
        }
    if (fx->verb == RA_DO_TRADE) {
        const struct vl_event *ev = table_event(&t, RA_EV_TRADED, 0);
        if (CHECK(ev != NULL)) {
            CHECK(!is_of(ev->arg[0], fx) && is_of(ev->arg[1], fx));
            CHECK(ra_place_of(now(), ev->arg[1]) >= 0 && now()->in[ev->arg[0]] == RA_IN_VTEAM);
            want.wounds -= before.marker[ra_place_of(&before, ev->arg[0])] != 0;
        }
    }
    check_deltas(name, &was, &want);
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
    table_open(&t, "players=2");
    how.die = 1;
    how.which = 0;
    for (int quest = 0; quest < RA_QUESTS; quest++)
        check_reward(quest);
}
