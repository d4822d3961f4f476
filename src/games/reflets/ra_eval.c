/* ra_eval.c - how good a position is for the team, and what it does next: the greedy bot's eye.
 *
 * Worth is counted in hundredths of an epic point. What is owned has a fixed worth. What is being
 * carried out is worth what its steps will bring; a trial, what its outcomes bring by the exact
 * chances of its objectives (ra_odds.c). The quest is worth the share of games that are finished
 * before the Avatar comes: turns that are needed against turns that are left. While the golden die
 * lies there the rest of the turn is foreseen: brakes, gait, the best place to go to. All seats are
 * of one mind.
 */
#include "core/engine.h"
#include "games/reflets/reflets.h"

enum {
    POINT = 100,
    QUEST = 6000,
    HERO = 450,
    SKILL_POINT = 20, /* a point of a characteristic */
    WOUND = 60,
    GEM = 70, /* that comes or goes; see gems_worth() for those that are there */
    VILS_GEM = 35,
    DILEMMA = 90,
    LOOT = 90,
    CARD = 50,  /* an unforeseen card drawn outside revelation */
    STEP = 45,  /* a square */
    LOOK = 25,  /* a card looked at */
    ROOM = 120, /* a room turned up */
    NOTCH = 350,
    STRIDE = 1200, /* a step of the quest, the door, the portal */
    CAUGHT = 5000,
    LUCKY = 300, /* a luck square */
    /* in tenths of a turn: */
    TURN = 10,
    TARGET = 14, /* a room that must be won */
    SEARCH = 15, /* one that must be found first */
    DOOR = 12,
    EASED = 2, /* by a notch */
    LEAVING = 5,
    GEM_TIME = 15, /* ten gems */
    HASTE = 8,     /* what a tenth of a turn costs in any case */
    LEVELS = 21,
    POTENTIAL = 12 /* the golden die and another one */
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

struct eye {
    const struct vl_rules *r;
    const struct ra_content *c;
    const struct ra_derived *d;
    const struct ra_state *s;
};

static struct eye eye_on(const struct vl_rules *r, const struct ra_state *s)
{
    struct eye e = { r, ra_content(r), ra_derived(r), s };

    return e;
}

/* ---- time ---- */

/* Where on the Avatar's way: nodes stand in its order up to the end of the corridor. */
static int way_of(const struct ra_content *c, int node)
{
    const struct ra_node *n = &c->nodes[node];

    return n->kind == RA_NODE_ROOM ? n->faces : n->kind == RA_NODE_SHORTCUT ? n->arrow : node;
}

static bool in_chasm(const struct ra_content *c, int node)
{
    return c->nodes[node].kind == RA_NODE_CORRIDOR || c->nodes[node].kind == RA_NODE_ROOM;
}

/* Squares from the Avatar to the team. */
static int chase(const struct ra_content *c, int avatar, int team)
{
    int from = way_of(c, avatar), to = way_of(c, team);

    return (from < to ? to - from : from - to) + (c->nodes[team].kind == RA_NODE_ROOM) +
           (c->nodes[avatar].kind == RA_NODE_ROOM);
}

static int steps_between(const struct ra_content *c, int from, int to)
{
    int a = way_of(c, from), b = way_of(c, to);

    return from == to ? 0
                      : (a < b ? b - a : a - b) + (c->nodes[from].kind == RA_NODE_ROOM) +
                            (c->nodes[to].kind == RA_NODE_ROOM);
}

static int slot_of(const struct ra_state *s, int card)
{
    for (int i = 0; i < RA_SLOTS; i++)
        if (s->rooms[i].card == card)
            return i;
    return -1;
}

static int nearest_unseen(const struct eye *e, int from)
{
    int best = RA_NODES;

    for (int i = 0; i < RA_SLOTS; i++)
        if (e->s->rooms[i].card == VL_NONE)
            best = least(best, steps_between(e->c, from, e->c->slots[i]));
    return best;
}

/* A room that must be won; `next`: its distance, if it can be won now. */
static int target_time(const struct eye *e, int card, int from, bool now, int *next)
{
    int slot = slot_of(e->s, card);
    int away = slot >= 0 ? steps_between(e->c, from, e->c->slots[slot]) : nearest_unseen(e, from);

    if (now)
        *next = least(*next, away);
    return slot >= 0 ? TARGET - EASED * e->s->rooms[slot].notch : TARGET + SEARCH;
}

/* Tenths of a turn until the quest is finished, from there. */
static int time_needed(const struct eye *e, int from)
{
    const struct ra_state *s = e->s;
    const struct ra_quest *q = &e->c->quests[s->quest];
    int sum = LEAVING, next = RA_NODES, at = from;

    if (!in_chasm(e->c, from)) {
        int left = e->c->door - way_of(e->c, from);
        sum += 2 * left + (s->lasting & RA_OPEN_DOOR ? 0 : DOOR - EASED * s->door_notch);
        at = e->c->nodes[e->c->door].next;
    }
    if (!(s->lasting & RA_STEP1))
        sum += target_time(e, q->rooms[0], at, true, &next);
    if (!(s->lasting & RA_STEP2))
        sum += target_time(e, q->rooms[1], at, (s->lasting & RA_STEP1) != 0, &next);
    if (!(s->lasting & RA_PORTAL))
        sum += target_time(e, e->c->octuple, at, true, &next);
    if (next == RA_NODES) {
        int slot = slot_of(s, e->c->octuple);
        next = slot >= 0 ? steps_between(e->c, at, e->c->slots[slot]) : 0;
    }
    return sum + next * 17 / 10;
}

/* The Avatar's way to the first of the rooms that are still needed; the middle of the corridor for
 * one that nobody has seen. */
static int last_stand(const struct eye *e)
{
    const struct ra_state *s = e->s;
    const struct ra_quest *q = &e->c->quests[s->quest];
    int card[] = { s->lasting & RA_STEP1 ? e->c->octuple : q->rooms[0],
                   s->lasting & RA_STEP2 ? e->c->octuple : q->rooms[1], e->c->octuple };
    int first = RA_NODES;

    for (int i = 0; i < VL_LEN(card); i++) {
        int slot = slot_of(s, card[i]);
        first = least(first, slot >= 0 ? e->c->corridor[slot] : e->c->corridor[RA_SLOTS / 2]);
    }
    return first;
}

/* Until the Avatar is there, what can be braked included. */
static int time_left(const struct eye *e, int team, int avatar)
{
    int from = way_of(e->c, avatar), to = last_stand(e);
    bool passed = in_chasm(e->c, team) && from > way_of(e->c, team);
    int away = passed ? chase(e->c, avatar, team) : most(to + 1 - from, 0);
    int time = away * 20 / 7 + least(ra_team_gems(e->r, e->s), 14) * GEM_TIME / 10;

    return e->s->countdown > 0 ? least(time, e->s->countdown * TURN) : time;
}

/* Of 1000: games that are finished with so many tenths of a turn to spare. */
static int share(int spare)
{
    static const int16_t by[LEVELS] = { 21,  30,  44,  63,  90,  128, 177, 240, 317, 405, 500,
                                        595, 683, 760, 823, 872, 910, 937, 956, 970, 979 };
    int at = spare + (LEVELS / 2) * TURN;

    if (at < 0)
        return most(by[0] + at / 8, 0);
    if (at >= (LEVELS - 1) * TURN)
        return least(by[LEVELS - 1] + (at - (LEVELS - 1) * TURN) / 8, 995);
    return by[at / TURN] + (by[at / TURN + 1] - by[at / TURN]) * (at % TURN) / TURN;
}

/* RA-GEM-09: most gems of one board of a guide, who brakes and runs with them. */
static int brakes(const struct eye *e, int guide)
{
    int best = 0;

    for (int board = 0; board < e->d->boards; board++)
        if (ra_seat_of(e->r, board) == guide)
            best = most(best, ra_gems_of(e->s, board));
    return best;
}

/* What it is worth that both stand there when the turn ends. */
static int32_t pursuit(const struct eye *e, int team, int avatar)
{
    int next = (e->s->guide + 1) % e->s->base.seats; /* RA-TUR-05 */
    int away = chase(e->c, avatar, team), faces = 0, gems = brakes(e, next);

    for (int gold = 1; gold <= 6; gold++)
        faces += gold - least(gold - 1, gems) >= away;
    int needed = time_needed(e, team), finished = share(time_left(e, team, avatar) - needed);
    return QUEST / 10 * finished / 100 - HASTE * needed - faces * CAUGHT / 6 -
           (away < 10 ? (10 - away) * (10 - away) * 6 : 0);
}

/* ---- what is owned ---- */

static int32_t gems_worth(const struct eye *e)
{
    int n = ra_team_gems(e->r, e->s);
    int32_t v = 75 * least(n, 8) + 50 * least(most(n - 8, 0), 8) + 25 * most(n - 16, 0);

    for (int board = 0; board < e->d->boards; board++)
        for (int i = 0; i < RA_CHARS; i++)
            v += e->s->gems[board][i] == RA_SLOTS_EACH ? 50 : e->s->gems[board][i] ? 8 : 0;
    for (int board = 0; board < e->d->boards; board++) /* each guide needs some */
        v += 20 * least(ra_gems_of(e->s, board), 3);
    for (int i = 0; i < RA_CHARS; i++)
        v -= VILS_GEM * e->s->gems[RA_VILS][i] + (e->s->gems[RA_VILS][i] == 3 ? VILS_GEM : 0);
    return v;
}

/* Sets count at the end only: until then gems are there to be spent. */
static int32_t early_sets(const struct eye *e)
{
    int sets = 0, late = !!(e->s->lasting & RA_STEP1) + !!(e->s->lasting & RA_STEP2) +
                         !!(e->s->lasting & RA_PORTAL);

    for (int board = 0; board < e->d->boards; board++) {
        int n = RA_SLOTS_EACH;
        for (int i = 0; i < RA_CHARS; i++)
            n = least(n, e->s->gems[board][i]);
        sets += n;
    }
    return 5 * POINT * sets * (7 - 2 * late) / 8;
}

static int32_t hero_worth(const struct eye *e, int place)
{
    int sum = 0;

    for (int what = 0; what < RA_CHARS; what++)
        sum += ra_value(e->c, e->s, place, what);
    return HERO + SKILL_POINT * sum - (e->s->marker[place] ? WOUND : 0);
}

/* The nearer the end, the less heroes and cards will still do. */
static int32_t still(const struct eye *e, int32_t v)
{
    int left = e->s->quest == VL_NONE ? 120 : least(time_needed(e, e->s->team_at), 120);

    return v * left / 120;
}

static int counted(const struct eye *e, const struct ra_task *t)
{
    int n = 0;

    for (int item = RA_ITEM0; item < RA_IMP0; item++)
        if (ra_holds(e->s, item))
            n += t->tag != VL_NONE ? e->c->cards[item].tags >> t->tag & 1 : e->c->cards[item].gold;
    return n;
}

/* Part of the way to a task counts for a part. */
static int32_t towards(const struct eye *e, int quest)
{
    const struct ra_quest *q = &e->c->quests[quest];
    int heroes = 0, wanted = q->items.tag != VL_NONE ? q->items.n : q->items.gold;
    int items = counted(e, &q->items);

    for (int i = 0; i < e->s->n; i++)
        heroes += ra_meets(e->c, &q->team, e->s->team[i]);
    int32_t v = heroes < q->team.n ? q->team.points * POINT * heroes / q->team.n / 3 : 0;
    return v + (items < wanted ? q->items.points * POINT / 3 * items / wanted : 0);
}

static int32_t waiting_worth(const struct eye *e)
{
    static const int16_t token[RA_GOLDEN] = { 260, 60, 170, 240 }; /* ORDER RA_KIND_MAP */
    int32_t v = 0;

    for (int card = RA_IMP0; card < RA_CREATURE0; card++)
        if (e->s->in[card] >= RA_IN_A && e->s->in[card] <= RA_IN_C)
            v += DILEMMA;
    for (int i = 0; i < RA_TOKENS; i++) {
        const struct ra_token *t = &e->s->tokens[i];
        if (ra_waits_on(t) >= 0 && t->kind < RA_GOLDEN)
            v += token[t->kind] * (i < RA_KINDS ? 10 : 6) / 10;
    }
    return v;
}

static int32_t owned(const struct eye *e)
{
    const struct ra_state *s = e->s;
    struct ra_state with;
    int quest = s->quest, score[2];
    int32_t v = 0;

    for (int place = 0; place < s->n; place++)
        v += hero_worth(e, place);
    v += waiting_worth(e);
    v = still(e, v) + gems_worth(e);
    if (quest == VL_NONE && s->offered_len > 0)
        quest = e->c->quests[s->offered[0]].opposed;
    if (quest == VL_NONE)
        return v;
    if (s->quest == VL_NONE) {
        with = *s;
        with.quest = vl_u8(quest);
        with.vquest = e->c->quests[quest].opposed;
        ra_score(e->r, &with, score);
    } else {
        ra_score(e->r, s, score);
    }
    v += POINT * (score[0] - score[1]) + towards(e, quest) - early_sets(e);
    v -= 250 * s->notch * !(s->lasting & RA_BLOCKED);
    return v - 90 * s->vdown[0] - 60 * s->vdown[2] - 15 * s->vdown[1];
}

/* ---- what steps bring ---- */

/* A test of vitality for a hero; die 0: to come. Its corpse is the Vils' or the team's. */
static int32_t tested(const struct eye *e, int hero, int die, int how, bool vils)
{
    int place = ra_place_of(e->s, hero), sum = 0;

    if (place < 0)
        return 0;
    int life = ra_life(e->c, e->s, place);
    int32_t dead = -still(e, hero_worth(e, place)) -
                   (vils ? 2 * POINT * ra_points_of(e->c, hero) : 0);
    int32_t hurt = -still(e, WOUND + SKILL_POINT * 4);
    for (int i = 1; i <= 6; i++)
        if (die == 0 || die == i)
            sum += i == life || (i < life && (how & RA_SHIELDED)) ? 0
                   : i < life || (how & RA_REVIVED)               ? hurt
                                                                  : dead;
    return die ? sum : sum / 6;
}

static int designated(const struct ra_state *s, int who)
{
    int place = who == RA_WHO_GOLD ? s->gold - 1 : who == RA_WHO_SECOND ? 1 : 0;

    return place >= 0 && place < s->n ? s->team[place] : VL_NONE;
}

/* The test costs least if he is named. */
static int32_t tested_by_choice(const struct eye *e, bool vils)
{
    int32_t best = INT32_MIN;

    for (int place = 0; place < e->s->n; place++)
        best = most(best, tested(e, e->s->team[place], 0, 0, vils));
    return e->s->n ? best : 0;
}

static int wounded(const struct ra_state *s)
{
    int n = 0;

    for (int i = 0; i < s->n; i++)
        n += s->marker[i] != 0;
    return n;
}

static int32_t step_worth(const struct eye *e, const struct vl_fx *fx)
{
    int a = fx->arg[0];
    int hero;

    switch (fx->verb) {
    case RA_DO_GEMS: return -GEM * fx->arg[1];
    case RA_DO_ANY:
    case RA_DO_PAY: return -GEM * a;
    case RA_DO_GEM: return GEM * a;
    case RA_DO_CEDE: return -(GEM + VILS_GEM) * a;
    case RA_DO_VGEM: return -VILS_GEM * a;
    case RA_DO_TAKE: return (GEM + VILS_GEM) * least(a, ra_gems_of(e->s, RA_VILS));
    case RA_DO_BURN: return VILS_GEM * least(a, ra_gems_of(e->s, RA_VILS));
    case RA_DO_LOOT: return LOOT * a;
    case RA_DO_VLOOT: return -15 * a;
    case RA_DO_IMP: return CARD * a;
    case RA_DO_VIMP: return -60 * a;
    case RA_DO_GIVE: return -DILEMMA * a;
    case RA_DO_RELIC: return 5 * POINT;
    case RA_DO_TREASURE: return POINT * ra_points_of(e->c, RA_TREASURE0 + e->s->treasure);
    case RA_DO_HEAL:
    case RA_DO_HEAL_UP_TO: return still(e, 130) * least(wounded(e->s), 2);
    case RA_DO_OFFER: return e->s->n < RA_PLACES ? still(e, HERO + 13 * SKILL_POINT) : 40;
    case RA_DO_VIT:
        hero = designated(e->s, a);
        if (a == RA_WHO_PICK)
            return tested_by_choice(e, fx->arg[1] != 0);
        return hero == VL_NONE ? 0 : tested(e, hero, 0, 0, fx->arg[1] != 0);
    case RA_DO_HURT: return -still(e, 2 * WOUND + SKILL_POINT * 3) * fx->arg[1];
    case RA_DO_SAC: return -still(e, HERO + 12 * SKILL_POINT);
    case RA_DO_MOVE: return STEP * a;
    case RA_DO_AVATAR: return -STEP * a;
    case RA_DO_PEEK: return LOOK * fx->arg[1];
    case RA_DO_ROOM: return ROOM * a;
    case RA_DO_OPEN:
    case RA_DO_PORTAL: return STRIDE;
    case RA_DO_SLIDE: return NOTCH; /* RA-TRI-06: the next attempt is easier */
    case RA_DO_STEAL: return -60;
    case RA_DO_VDROP: return POINT;
    case RA_DO_EPIC: return POINT * a;
    case RA_DO_TRADE: return POINT;
    default: return 0;
    }
}

static int32_t list_worth(const struct eye *e, struct vl_fx_list list)
{
    const struct vl_fx *fx = ra_steps(e->c, list);
    int32_t v = 0;

    for (int i = 0; i < list.len; i += 1 + fx[i].skip)
        v += step_worth(e, &fx[i]);
    return v;
}

static int32_t foes_worth(const struct eye *e, bool won)
{
    int32_t v = 0;

    for (int i = 0; i < e->s->play_len; i++) {
        const struct ra_card *k = &e->c->cards[e->s->play[i]];
        v += won ? POINT * k->points + list_worth(e, k->light)
                 : list_worth(e, k->dark) - POINT * k->points;
    }
    return v;
}

static int32_t bonus_worth(const struct eye *e, int n)
{
    return list_worth(e, e->c->luck[n - 1].effects);
}

/* RA-LUK-02, RA-LUK-03 */
static int32_t roll_worth(const struct eye *e)
{
    int32_t sum = 2 * tested_by_choice(e, true);

    for (int n = 1; n <= RA_BONUSES; n++)
        sum += (RA_BONUSES + 1 - n) * bonus_worth(e, n);
    return sum / 6;
}

static int32_t luck_worth(const struct eye *e, const struct vl_frame *f, bool top)
{
    int32_t v = 0;

    if (top && f->turn == 0 && f->reg[RA_REG_HOW])
        return roll_worth(e);
    if (top && f->turn == 0) {
        v = roll_worth(e);
        for (int n = 1; n <= RA_BONUSES; n++)
            v = most(v, bonus_worth(e, n));
        return v;
    }
    int left = f->turn == 2                     ? f->reg[RA_REG_NAMED]
               : f->turn == 1 && e->s->gold < 6 ? e->s->gold
                                                : 0;
    for (int n = 1; n <= left; n++)
        v += bonus_worth(e, n);
    if (f->turn == 3 || (f->turn == 1 && e->s->gold == 6))
        v += tested_by_choice(e, true);
    return v;
}

/* RA-OUT-02, RA-OUT-03: its card, and the quest's second step, come after the effects. */
static int32_t hazard_worth(const struct eye *e, const struct vl_frame *f)
{
    int card = ra_trial_card(e->s);
    int32_t v = ra_sort(card) == RA_SORT_ZONE ? POINT * ra_points_of(e->c, card) : 0;

    return v + (f->reg[RA_REG_NAMED] && card == e->c->quests[e->s->quest].rooms[1] ? STRIDE : 0);
}

/* Of the step at hand: what of it is still to come. */
static int32_t rest_of(const struct eye *e, const struct vl_frame *f, const struct vl_fx *fx,
                       bool top)
{
    const struct ra_state *s = e->s;
    int a = fx->arg[0], left;

    switch (fx->verb) {
    case RA_DO_GEM: return GEM * (a - f->turn);
    case RA_DO_TAKE: return (GEM + VILS_GEM) * least(a - f->turn, ra_gems_of(s, RA_VILS));
    case RA_DO_BURN: return VILS_GEM * least(a - f->turn, ra_gems_of(s, RA_VILS));
    case RA_DO_PAY: return -GEM * (a - f->reg[RA_REG_MORE]);
    case RA_DO_CEDE: return -(GEM + VILS_GEM) * (a - f->reg[RA_REG_MORE]);
    case RA_DO_LOOT: return LOOT * most(a - f->turn, 0);
    case RA_DO_IMP: return CARD * most(a - f->turn, 0);
    case RA_DO_VGEM: return -VILS_GEM * most(a - f->turn, 0);
    case RA_DO_VIT:
        if (f->reg[RA_REG_HERO] && f->turn > 0)
            return tested(e, f->reg[RA_REG_HERO] - 1, f->reg[RA_REG_DIE], f->reg[RA_REG_SHIELD],
                          fx->arg[1] != 0);
        return step_worth(e, fx);
    case RA_DO_HURT: return f->reg[RA_REG_SHIELD] ? 0 : step_worth(e, fx);
    case RA_DO_HURTS:
        return f->reg[RA_REG_HERO] && !f->reg[RA_REG_SHIELD]
                   ? -still(e, 2 * WOUND + SKILL_POINT * 3)
                   : 0;
    case RA_DO_LUCK: return luck_worth(e, f, top);
    case RA_DO_IMP_TAX: return 2 * CARD;
    case RA_DO_DROP_GEMS:
    case RA_DO_REVEAL_GEMS: return -VILS_GEM * most(ra_difficulty(s) - f->turn, 0);
    case RA_DO_PENALTY: return -GEM;
    case RA_DO_ASK_OPTION: {
        int space = ra_space_at(e->c, s->team_at);
        if (f->turn == 0 || space < 0 || s->up[space] == VL_NONE)
            return 0;
        const struct ra_option *o = &e->c->cards[s->up[space]].options[f->reg[RA_REG_NAMED]];
        return list_worth(e, o->effects) - GEM * (o->cost - f->reg[RA_REG_MORE]);
    }
    case RA_DO_LIGHT: return foes_worth(e, true) + (f->turn < 2 ? hazard_worth(e, f) : 0);
    case RA_DO_DARK: return foes_worth(e, false) - (f->turn < 2 ? hazard_worth(e, f) : 0);
    case RA_DO_BRAKE: left = f->turn > 0 ? s->brake - (f->turn - 1) : 0; return -GEM * left;
    case RA_DO_RELIC:
        return top ? step_worth(e, fx) + (fx->arg[0] == e->c->quests[s->quest].relic ? STRIDE : 0)
                   : 0;
    case RA_DO_TRADE:
    case RA_DO_EITHER: return 0;
    default: return top ? step_worth(e, fx) : 0;
    }
}

/* All that is being carried out. */
static int32_t promised(const struct eye *e)
{
    int32_t v = 0;

    for (int i = 0; i < e->s->depth; i++) {
        const struct vl_frame *f = &e->s->frames[i];
        struct vl_fx_part part = ra_machine.find(e->r, &e->s->base, f);
        int at = f->at == VL_FX_CHOOSING ? 0 : f->at;

        for (int k = at; k < part.len; k += 1 + part.steps[k].skip)
            v += k == at && f->at != VL_FX_CHOOSING
                     ? rest_of(e, f, &part.steps[k], i == e->s->depth - 1)
                     : step_worth(e, &part.steps[k]);
    }
    return v;
}

/* ---- trials ---- */

static int32_t won_worth(const struct eye *e, int card)
{
    const struct ra_card *k = &e->c->cards[card];
    const struct ra_quest *q = &e->c->quests[e->s->quest];
    int32_t v = list_worth(e, k->light) + foes_worth(e, true);

    if (ra_sort(card) == RA_SORT_ZONE)
        v += POINT * k->points;
    if (card == q->rooms[0] && !(e->s->lasting & RA_STEP1))
        v += STRIDE;
    if (card == q->rooms[1] && !(e->s->lasting & RA_STEP2))
        v += STRIDE;
    return v;
}

static int32_t lost_worth(const struct eye *e, int card)
{
    const struct ra_card *k = &e->c->cards[card];
    int32_t v = list_worth(e, k->dark) + foes_worth(e, false);

    if (ra_sort(card) == RA_SORT_ZONE)
        v -= POINT * k->points;
    if (ra_sort(card) == RA_SORT_TREASURE)
        v -= POINT * k->points;
    return v;
}

static int32_t objective_worth(const struct eye *e, int card, int node, int deep);

/* What it is worth to follow an arrow of the trial. Objectives lie ahead only. */
static int32_t arrow_worth(const struct eye *e, int card, int to, int deep)
{
    if (to == RA_TO_LIGHT)
        return won_worth(e, card);
    if (to == RA_TO_DARK || deep > RA_OBJECTIVES)
        return lost_worth(e, card);
    return objective_worth(e, card, to - RA_TO_SECOND + 1, deep);
}

static int32_t objective_worth(const struct eye *e, int card, int node, int deep)
{
    const struct ra_objective *o = &e->c->cards[card].trial[node];
    bool octogon = card >= RA_TREASURE0;

    if (o->kind == RA_VITALITY)
        return arrow_worth(e, card, o->won, deep + 1);
    int odds = ra_odds_begun(e->r, e->s, octogon ? e->c->octuple : card, node, octogon);
    int64_t won = arrow_worth(e, card, o->won, deep + 1),
            lost = arrow_worth(e, card, o->lost, deep + 1);
    return (int32_t)((odds * won + (RA_SURE - odds) * lost) / RA_SURE);
}

/* Of a trial that may be begun. */
static int32_t trial_worth(const struct eye *e, int card)
{
    if (e->c->cards[card].trial_len == 0)
        return 0;
    return objective_worth(e, card, 0, 0);
}

/* Dice that are about to be thrown again. */
static unsigned thrown_again(const struct ra_state *s)
{
    const struct vl_frame *f = &s->frames[s->depth - 1];

    if (s->base.phase != RA_PH_C_DIE || s->stage != RA_ST_ACCEPT || s->depth < 2)
        return 0;
    return (unsigned)(f->reg[RA_REG_NAMED] >> f->turn) << f->turn;
}

/* Of the trial at hand. */
static int32_t at_trial(const struct eye *e)
{
    const struct ra_state *s = e->s;

    if (s->trial.card == VL_NONE || s->stage < RA_ST_ROLL || s->stage > RA_ST_ARROW)
        return 0;
    int card = ra_trial_card(s);
    const struct ra_objective *o = ra_objective(e->c, s);
    bool alone = o->kind == RA_INDIVIDUAL;
    int odds = s->stage == RA_ST_ARROW ? (s->trial.result ? RA_SURE : 0)
               : alone && s->trial.tester == VL_NONE
                   ? ra_odds_begun(e->r, s, s->trial.card, s->trial.node, card >= RA_TREASURE0)
                   : ra_odds(e->r, s, thrown_again(s));
    int64_t won = arrow_worth(e, card, o->won, 0), lost = arrow_worth(e, card, o->lost, 0);
    int32_t v = (int32_t)((odds * won + (RA_SURE - odds) * lost) / RA_SURE);
    /* the nearer the better, for what may still be used */
    return s->stage == RA_ST_ACCEPT && odds == 0
               ? v + 4 * most(ra_reached(e->c, s) - ra_target(e->c, s), -20)
               : v;
}

/* ---- where to go ---- */

static int32_t token_worth(const struct eye *e, int token)
{
    static const int16_t good[RA_KINDS] = { 350, 60, 170, 300, 350, 140, -200 };
    static const int16_t bad[RA_KINDS] = {
        90, 40, 90, 110, -520, -150, -300
    }; /* ORDER RA_KIND_MAP */
    int hue = token / RA_KINDS, kind = e->s->tokens[token].kind;
    int cost = hue == RA_HUE_RED ? 4 * POINT : (1 + e->s->taken[1]) * POINT;

    if (hue == RA_HUE_GREEN)
        return kind == VL_NONE ? 170 : good[kind];
    if (kind == VL_NONE)
        return (2 * 90 + 40 + 110 - 520 - 150 - 300 - 3 * cost) / RA_KINDS;
    return bad[kind] - (kind >= RA_GOLDEN ? cost : 0);
}

/* What the Vils still hide counts, too. */
static int expected_gap(const struct eye *e)
{
    int score[2], hidden = 0;

    ra_score(e->r, e->s, score);
    for (int i = 0; i < RA_PLACES; i++)
        hidden += e->s->vteam[i] == VL_NONE;
    return score[0] - score[1] - 2 * hidden - 2 * e->s->vdown[0] - (e->s->vdown[2] + 1) / 2 - 5;
}

/* Who may leave stays if points are missing that can be won while the Avatar is far. */
static bool lingers(const struct eye *e)
{
    const struct ra_state *s = e->s;
    int all = RA_STEP1 | RA_STEP2 | RA_PORTAL, unwon = 0;

    if ((s->lasting & all) != all)
        return false;
    for (int i = 0; i < RA_SLOTS; i++)
        unwon += !s->rooms[i].won && s->rooms[i].notch < RA_NOTCHES;
    int spare = time_left(e, s->team_at, s->avatar_at) - time_needed(e, s->team_at);
    return unwon > 0 && spare > 4 * TURN && expected_gap(e) < ra_gap(s->challenge);
}

static int32_t room_worth(const struct eye *e, int slot)
{
    const struct ra_room *room = &e->s->rooms[slot];
    const struct ra_quest *q = &e->c->quests[e->s->quest];
    int both = RA_STEP1 | RA_STEP2;

    if (room->card == VL_NONE)
        return 120;
    if (room->card == e->c->octuple && (e->s->lasting & RA_PORTAL))
        return (e->s->lasting & both) == both && !lingers(e) ? 2000 : 0;
    bool wanted = room->card == e->c->octuple ||
                  (room->card == q->rooms[0] && !(e->s->lasting & RA_STEP1)) ||
                  (room->card == q->rooms[1] && (e->s->lasting & RA_STEP1) &&
                   !(e->s->lasting & RA_STEP2));
    if (!wanted && !room->won && lingers(e))
        return 100 + most(trial_worth(e, room->card), 0);
    if (!wanted)
        return room->won || room->card == q->rooms[1] ? -60 : 60;
    return 150 + (int32_t)((int64_t)(trial_worth(e, room->card) > 0) * 100);
}

/* What happens when the pawn stops there. */
static int32_t arrival(const struct eye *e, int node)
{
    const struct ra_state *s = e->s;
    int space = ra_space_at(e->c, node), slot = ra_slot_at(e->c, node),
        token = ra_token_at(s, node);

    if (token >= 0)
        return token_worth(e, token);
    if (slot >= 0)
        return room_worth(e, slot);
    if (space >= 0 && space < RA_SPACES - 1)
        return s->stack[space] > 0 || s->up[space] != VL_NONE ? 200 : 0;
    if (e->c->nodes[node].kind == RA_NODE_LUCK)
        return LUCKY;
    if (e->c->nodes[node].kind != RA_NODE_SHORTCUT)
        return 0;
    int hero = designated(s, RA_WHO_GOLD), to = e->c->nodes[node].arrow;
    return (hero == VL_NONE ? 0 : tested(e, hero, 0, 0, false)) + arrival(e, to);
}

static int32_t place_worth(const struct eye *e, int node, int avatar)
{
    int at = e->c->nodes[node].kind == RA_NODE_SHORTCUT ? e->c->nodes[node].arrow : node;

    return at == avatar ? -CAUGHT : arrival(e, node) + pursuit(e, at, avatar);
}

/* A turn from the roll on: what each potential leads to is looked up once. */
struct turn {
    struct eye e;
    bool known[POTENTIAL + 7];
    uint32_t to[POTENTIAL + 7][3];
};

static void find_ways(struct turn *t, int potential)
{
    struct ra_state with;

    if (t->known[potential])
        return;
    with = *t->e.s;
    with.potential = vl_u8(potential);
    with.dice_len = 0;
    ra_destinations(t->e.r, &with, t->to[potential]);
    t->known[potential] = true;
}

static int32_t best_place(struct turn *t, int potential, int avatar, int *node)
{
    int at = t->e.s->team_at;
    int32_t best = INT32_MIN;

    potential = least(potential, POTENTIAL + 6);
    find_ways(t, potential);
    for (int w = 0; w < 3; w++)
        for (uint32_t left = t->to[potential][w]; left; left &= left - 1) {
            int to = 32 * w + vl_low_bit(left);
            int32_t v = place_worth(&t->e, to, avatar);
            if (node && v > best)
                *node = to;
            best = most(best, v);
        }
    if (best == INT32_MIN || ra_slot_at(t->e.c, at) >= 0) {
        int32_t v = place_worth(&t->e, at, avatar);
        if (node && v > best)
            *node = at;
        best = most(best, v);
    }
    return best;
}

/* What one gem more or less is worth. */
static int32_t gem_price(const struct eye *e)
{
    int n = ra_team_gems(e->r, e->s);

    return n <= 8 ? 80 : n <= 16 ? 55 : 30;
}

/* Walking brings a gem, running costs one and throws a die. */
static int32_t best_gait(struct turn *t, int gold, int avatar, bool *runs)
{
    int32_t walk = best_place(t, gold, avatar, NULL) + gem_price(&t->e), run = 0;

    *runs = false;
    if (brakes(&t->e, t->e.s->guide) == 0)
        return walk;
    for (int die = 1; die <= 6; die++)
        run += best_place(t, gold + die, avatar, NULL);
    run = run / 6 - gem_price(&t->e);
    *runs = run > walk;
    return most(walk, run);
}

/* The Avatar's node after n squares; the team's, if it is caught. */
static int avatar_after(const struct eye *e, int n)
{
    int team = e->s->team_at, from = way_of(e->c, e->s->avatar_at);

    if (n >= chase(e->c, e->s->avatar_at, team))
        return team;
    if (!in_chasm(e->c, e->s->avatar_at) || way_of(e->c, team) > from)
        return least(from + n, e->c->slots[0] - 1);
    return from - n;
}

static int32_t best_brake(struct turn *t, int gold, int *squares)
{
    int gems = t->e.s->flags & RA_STOPPED ? 0 : brakes(&t->e, t->e.s->guide);
    int32_t best = INT32_MIN;

    for (int n = 0; n <= least(gold - 1, gems); n++) {
        int steps = t->e.s->flags & RA_STOPPED ? 1 : gold - n, to = avatar_after(&t->e, steps);
        bool runs;
        int32_t v = to == t->e.s->team_at
                        ? -2 * CAUGHT
                        : best_gait(t, gold, to, &runs) - n * (gem_price(&t->e) + 10);
        if (v > best && squares)
            *squares = n;
        best = most(best, v);
    }
    return best;
}

static struct turn turn_of(const struct eye *e)
{
    struct turn t;

    t.e = *e;
    memset(t.known, 0, sizeof t.known);
    return t;
}

/* Is the golden die of the turn there, and has the Avatar not moved yet? Has it moved, and the
 * team not? */
static bool avatar_waits(const struct ra_state *s)
{
    return (s->stage == RA_ST_BRAKING && s->depth >= 2 && s->frames[0].list == RA_LIST_GOLDEN) ||
           (s->stage == RA_ST_GAIT && s->depth >= 1 && s->frames[0].list == RA_LIST_BRAKE);
}

static bool team_waits(const struct ra_state *s)
{
    return (s->stage == RA_ST_MOVE && s->depth >= 1 && s->frames[0].list == RA_LIST_GAIT) ||
           (s->stage == RA_ST_ARRIVE && s->depth >= 1 && s->frames[0].list == RA_LIST_MOVE);
}

static int verb_at_hand(const struct eye *e)
{
    const struct vl_frame *f = &e->s->frames[e->s->depth - 1];
    struct vl_fx_part part = ra_machine.find(e->r, &e->s->base, f);

    return f->at < part.len ? part.steps[f->at].verb : -1;
}

static int32_t rest_of_turn(const struct eye *e)
{
    const struct ra_state *s = e->s;
    struct turn t = turn_of(e);
    bool rolls = s->base.phase == RA_PH_C_DIE, runs;
    int verb = rolls ? verb_at_hand(e) : -1;

    if (avatar_waits(s)) {
        if (verb != RA_DO_REROLL_GOLD)
            return s->stage == RA_ST_GAIT && s->brake > 0
                       ? best_gait(&t, s->gold, avatar_after(e, s->gold - s->brake), &runs)
                       : best_brake(&t, s->gold, NULL);
        int32_t sum = 0;
        for (int gold = 1; gold <= 6; gold++)
            sum += best_brake(&t, gold, NULL);
        return sum / 6;
    }
    if (s->gait == 0)
        return best_gait(&t, s->gold, s->avatar_at, &runs);
    int potential = ra_potential(s);
    if (verb != RA_DO_RUN_DIE && verb != RA_DO_ADD_DIE && verb != RA_DO_REROLL)
        return best_place(&t, potential, s->avatar_at, NULL);
    if (verb == RA_DO_REROLL)
        potential -= s->dice[s->frames[s->depth - 1].turn % RA_DICE];
    int32_t sum = 0;
    for (int die = 1; die <= 6; die++)
        sum += best_place(&t, potential + die, s->avatar_at, NULL);
    return sum / 6;
}

/* ---- for the bot ---- */

int32_t ra_eval(const struct vl_rules *r, const struct vl_state *state, int seat)
{
    const struct ra_state *s = ra_of(state);
    struct eye e = eye_on(r, s);

    (void)seat; /* one team */
    if (state->outcome == RA_BY_QUEST)
        return VL_EVAL_WIN / 2 + POINT * (s->score[0] - s->score[1]);
    if (state->outcome != RA_BY_RUNNING)
        return -VL_EVAL_WIN;
    int32_t v = owned(&e);
    if (s->quest == VL_NONE || s->turn == 0)
        return v;
    if (s->stage == RA_ST_COUNT || s->stage == RA_ST_OVER)
        return v + QUEST;
    v += promised(&e) + at_trial(&e);
    return v + (avatar_waits(s) || team_waits(s) ? rest_of_turn(&e)
                                                 : pursuit(&e, s->team_at, s->avatar_at));
}

/* ---- decisions ---- */

static bool moves_gems(int kind)
{
    return kind >= RA_MV_TRANSFER_GEM && kind <= RA_MV_EXCHANGE_DILEMMA; /* ORDER RA_MOVE_MAP */
}

static int32_t after(const struct vl_rules *r, const struct ra_state *s, int seat, struct vl_move m)
{
    struct ra_state next = *s;

    vl_apply_legal(r, &next.base, m, NULL);
    return ra_eval(r, &next.base, seat);
}

struct choice {
    struct vl_move move;
    int32_t value;
};

static void consider(struct choice *best, struct vl_move m, int32_t value)
{
    if (value <= best->value)
        return;
    best->move = m;
    best->value = value;
}

/* The best of a list, what only carries gems about apart. */
static struct choice best_of(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    struct choice best = { list[n - 1], INT32_MIN };

    for (int i = 0; i < n; i++)
        if (!moves_gems(list[i].kind))
            consider(&best, list[i], after(e->r, e->s, seat, list[i]));
    return best;
}

/* A window: what is worth more used than kept. To pass is worth what is foreseen here. */
static struct choice in_window(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    struct choice best = { list[n - 1], ra_eval(e->r, &e->s->base, seat) };

    for (int i = 0; i < n; i++)
        if (list[i].kind != RA_MV_PASS && list[i].kind != RA_MV_GOTO &&
            list[i].kind != RA_MV_STAY && !moves_gems(list[i].kind))
            consider(&best, list[i], after(e->r, e->s, seat, list[i]));
    return best;
}

static struct choice where_to(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    struct choice best = in_window(e, seat, list, n);
    struct turn t = turn_of(e);
    int node = e->s->team_at;

    if (best.move.kind != RA_MV_PASS && best.move.kind != RA_MV_GOTO &&
        best.move.kind != RA_MV_STAY)
        return best;
    if (seat != e->s->guide)
        return best;
    (void)best_place(&t, ra_potential(e->s), e->s->avatar_at, &node);
    best.move = vl_move_of(RA_MV_GOTO, node, 0);
    if (vl_move_find(list, n, best.move) < 0)
        best.move = vl_move_of(RA_MV_STAY, 0, 0);
    if (vl_move_find(list, n, best.move) < 0)
        best.move = list[n - 1];
    return best;
}

/* RA-AVA-03: so many squares, from the board that has most gems. */
static struct choice how_to_brake(const struct eye *e)
{
    struct turn t = turn_of(e);
    int squares = 0, board = -1;
    struct choice best;

    best.value = best_brake(&t, e->s->gold, &squares);
    for (int i = 0; i < e->d->boards; i++)
        if (ra_seat_of(e->r, i) == e->s->guide &&
            (board < 0 || ra_gems_of(e->s, i) > ra_gems_of(e->s, board)))
            board = i;
    squares = least(squares, ra_gems_of(e->s, board));
    for (int i = 0; i < board && squares == 0; i++) /* none is listed once, for the first */
        if (ra_seat_of(e->r, i) == e->s->guide)
            board = i;
    best.move = vl_move_of(RA_MV_BRAKE, squares, board);
    return best;
}

static struct choice which_gait(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    struct turn t = turn_of(e);
    struct choice best = { list[0], INT32_MIN };
    bool runs;
    int32_t value = best_gait(&t, e->s->gold, e->s->avatar_at, &runs);

    if (runs && n > 1)
        best = best_of(e, seat, list + 1, n - 1);
    best.value = value;
    return best;
}

/* RA-EQP-06: an item and where it goes, while that makes the team better. */
static struct choice what_to_wear(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    struct vl_move places[VL_MOVES_MAX];
    struct choice best = { list[n - 1], INT32_MIN };

    if (list[n - 1].kind == RA_MV_EQUIP_DONE)
        best.value = ra_eval(e->r, &e->s->base, seat);
    for (int i = 0; i < n; i++) {
        if (list[i].kind != RA_MV_EQUIP_ITEM)
            continue;
        struct ra_state next = *e->s;
        vl_apply_legal(e->r, &next.base, list[i], NULL);
        if (next.base.phase != RA_PH_EQUIP_HOLDER)
            continue;
        struct eye with = eye_on(e->r, &next);
        int len = ra_legal(e->r, &next.base, places);
        consider(&best, list[i], best_of(&with, seat, places, len).value);
    }
    return best;
}

/* Rooms that may be a target, then what lies ahead on the road. */
static struct choice what_to_look_at(const struct eye *e, const struct vl_move *list, int n)
{
    struct choice best = { list[n - 1], 0 };
    const struct ra_content *c = e->c;
    int from = e->s->team_at;

    for (int i = 0; i < n; i++) {
        int node = list[i].arg[0];
        if (list[i].kind != RA_MV_PEEK)
            continue;
        int32_t v = ra_slot_at(c, node) >= 0                      ? 200 - ra_slot_at(c, node)
                    : ra_space_at(c, node) >= 0                   ? 60
                    : node > from && node < from + 7 && from > 14 ? 80
                                                                  : 1;
        consider(&best, list[i], ra_space_at(c, node) >= 0 && node < from ? 0 : v);
    }
    return best;
}

/* RA-REV-11 */
static struct choice which_hazard(const struct eye *e, const struct vl_move *list, int n)
{
    struct choice best = { list[0], INT32_MIN };

    for (int i = 0; i < n; i++) {
        const struct ra_card *k = &e->c->cards[list[i].arg[0]];
        int32_t v = k->options_len || !k->trial_len
                        ? POINT * k->points + list_worth(e, k->light) + 2 * GEM
                        : trial_worth(e, list[i].arg[0]);
        consider(&best, list[i], v - GEM * k->cost);
    }
    return best;
}

/* RA-QST-09: the treasure comes first; then who may leave leaves, or lingers. */
static struct choice in_octuple(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    struct vl_move portal = vl_move_of(RA_MV_PORTAL, 0, 0), other[VL_MOVES_MAX];
    int both = RA_STEP1 | RA_STEP2, len = 0;
    bool open = vl_move_find(list, n, portal) >= 0;

    for (int i = 0; i < n; i++)
        if (list[i].kind != RA_MV_PORTAL)
            other[len++] = list[i];
    if (!open || (e->s->lasting & both) != both)
        return best_of(e, seat, other, len);
    if (vl_move_find(list, n, vl_move_of(RA_MV_TREASURE, 0, 0)) >= 0) {
        struct choice best = best_of(e, seat, other, len);
        if (best.move.kind != RA_MV_REMAIN)
            return best;
    }
    struct choice best = { lingers(e) ? vl_move_of(RA_MV_REMAIN, 0, 0) : portal, QUEST };
    return best;
}

/* A room: the trial, if it brings more than nothing, or if it is what the quest asks. */
static struct choice in_room(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i].kind == RA_MV_PORTAL)
            return in_octuple(e, seat, list, n);
    return best_of(e, seat, list, n);
}

/* RA-SET-18: places as long as that gains; heroes stay as they were drawn. */
static struct choice form_team(const struct eye *e, int seat, const struct vl_move *list, int n)
{
    struct choice best = { list[n - 1], ra_eval(e->r, &e->s->base, seat) };

    for (int i = 0; i < n; i++)
        if (list[i].kind == RA_MV_SWAP_PLACES)
            consider(&best, list[i], after(e->r, e->s, seat, list[i]));
    return best;
}

/* What may be reached: tasks that are met already, and what a campaign has brought. */
static int reach_of(const struct eye *e)
{
    int score[2], ticks = 0;

    ra_score(e->r, e->s, score);
    for (int i = 0; i < RA_CHALLENGES; i++)
        ticks += e->d->ticks[i];
    return score[0] + 2 * ticks;
}

/* The widest gap within reach that still gives a tick; of the same gap the easiest. */
static struct choice which_challenge(const struct eye *e)
{
    struct choice best = { vl_move_of(RA_MV_CHOOSE_CHALLENGE, RA_CHL_PEPERE, 0), 0 };
    int reach = reach_of(e);

    for (int i = 0; i < RA_CHALLENGES; i++)
        if (e->d->ticks[i] < RA_TICKS_MAX && (ra_gap(i) == 42 || ra_gap(i) <= reach))
            consider(&best, vl_move_of(RA_MV_CHOOSE_CHALLENGE, i, 0),
                     20 * ra_gap(i) * (ra_gap(i) <= reach) + 100 - i);
    return best;
}

/* RA-SET-33: the good ones first, as the team comes by; the peril last. */
static struct choice where_to_lay(const struct eye *e, const struct vl_move *list, int n)
{
    static const uint8_t order[RA_KINDS] = { 0, 2, 5, 1, 3, 4, 6 }; /* ORDER RA_KIND_MAP */
    struct choice best = { list[0], INT32_MIN };

    for (int i = 0; i < n; i++)
        if (list[i].kind == RA_MV_PLACE_TOKEN)
            consider(&best, list[i],
                     10 * (RA_KINDS - order[list[i].arg[0]]) +
                         (e->c->nodes[list[i].arg[1]].setup != RA_MARK_FORK));
    return best;
}

bool ra_plan(const struct vl_rules *r, const struct vl_state *state, int seat, struct vl_move *out,
             int32_t *value)
{
    const struct ra_state *s = ra_of(state);
    struct eye e = eye_on(r, s);
    struct vl_move list[VL_MOVES_MAX];
    int n = ra_legal(r, state, list);
    struct choice best;

    switch (state->phase) {
    case RA_PH_SETUP_TEAM: best = form_team(&e, seat, list, n); break;
    case RA_PH_SETUP_CHALLENGE: best = which_challenge(&e); break;
    case RA_PH_SETUP_TOKENS: best = where_to_lay(&e, list, n); break;
    case RA_PH_MOVE: best = where_to(&e, seat, list, n); break;
    case RA_PH_BLESS:
    case RA_PH_GOLD:
    case RA_PH_EVENT:
    case RA_PH_OBJ_BEFORE:
    case RA_PH_OBJ_AFTER:
    case RA_PH_VIT:
    case RA_PH_WON:
    case RA_PH_TURN_END: best = in_window(&e, seat, list, n); break;
    case RA_PH_BRAKE: best = how_to_brake(&e); break;
    case RA_PH_GAIT: best = which_gait(&e, seat, list, n); break;
    case RA_PH_EQUIP_ITEM: best = what_to_wear(&e, seat, list, n); break;
    case RA_PH_PEEK: best = what_to_look_at(&e, list, n); break;
    case RA_PH_REV_PICK: best = which_hazard(&e, list, n); break;
    case RA_PH_ROOM: best = in_room(&e, seat, list, n); break;
    case RA_PH_OCTUPLE: best = in_octuple(&e, seat, list, n); break;
    default: return false;
    }
    *out = best.move;
    *value = best.value;
    return true;
}
