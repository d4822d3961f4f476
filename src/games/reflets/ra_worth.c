/* ra_worth.c - what a position is worth: time, what is owned, what steps and trials bring. */
#include "games/reflets/ra_worth.h"

enum {
    HERO = 450,
    SKILL_POINT = 20, /* a point of a characteristic */
    WOUND = 60,
    VILS_GEM = 35,
    DILEMMA = 90,
    LOOT = 90,
    CARD = 50,  /* an unforeseen card drawn outside revelation */
    STEP = 45,  /* a square */
    LOOK = 25,  /* a card looked at */
    ROOM = 120, /* a room turned up */
    NOTCH = 350,
    STRIDE = 1200, /* a step of the quest, the door, the portal */
    /* in tenths of a turn: */
    TARGET = 14, /* a room that must be won */
    SEARCH = 15, /* one that must be found first */
    DOOR = 12,
    EASED = 2, /* by a notch */
    LEAVING = 5,
    GEM_TIME = 15, /* ten gems */
    HASTE = 8,     /* what a tenth of a turn costs in any case */
    LEVELS = 21
};

struct ra_eye ra_eye_on(const struct vl_rules *r, const struct ra_state *s)
{
    struct ra_eye e = { r, ra_content(r), ra_derived(r), s };

    return e;
}

/* ---- time ---- */

/* Where on the Avatar's way: nodes stand in its order up to the end of the corridor. */
int ra_way_of(const struct ra_content *c, int node)
{
    const struct ra_node *n = &c->nodes[node];

    return n->kind == RA_NODE_ROOM ? n->faces : n->kind == RA_NODE_SHORTCUT ? n->arrow : node;
}

bool ra_in_chasm(const struct ra_content *c, int node)
{
    return c->nodes[node].kind == RA_NODE_CORRIDOR || c->nodes[node].kind == RA_NODE_ROOM;
}

int ra_squares(const struct ra_content *c, int from, int to)
{
    int a = ra_way_of(c, from), b = ra_way_of(c, to);

    if (from == to)
        return 0;
    return (a < b ? b - a : a - b) + (c->nodes[from].kind == RA_NODE_ROOM) +
           (c->nodes[to].kind == RA_NODE_ROOM);
}

static int slot_of(const struct ra_state *s, int card)
{
    for (int i = 0; i < RA_SLOTS; i++)
        if (s->rooms[i].card == card)
            return i;
    return -1;
}

static int nearest_unseen(const struct ra_eye *e, int from)
{
    int best = RA_NODES;

    for (int i = 0; i < RA_SLOTS; i++)
        if (e->s->rooms[i].card == VL_NONE)
            best = ra_least(best, ra_squares(e->c, from, e->c->slots[i]));
    return best;
}

/* A room that must be won; `next`: its distance, if it can be won now. */
static int target_time(const struct ra_eye *e, int card, int from, bool now, int *next)
{
    int slot = slot_of(e->s, card);
    int away = slot >= 0 ? ra_squares(e->c, from, e->c->slots[slot]) : nearest_unseen(e, from);

    if (now)
        *next = ra_least(*next, away);
    return slot >= 0 ? TARGET - EASED * e->s->rooms[slot].notch : TARGET + SEARCH;
}

int ra_time_needed(const struct ra_eye *e, int from)
{
    const struct ra_state *s = e->s;
    const struct ra_quest *q = &e->c->quests[s->quest];
    int sum = LEAVING, next = RA_NODES, at = from;

    if (!ra_in_chasm(e->c, from)) {
        int left = e->c->door - ra_way_of(e->c, from);
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
        next = slot >= 0 ? ra_squares(e->c, at, e->c->slots[slot]) : 0;
    }
    return sum + next * 17 / 10;
}

/* The Avatar's way to the first of the rooms that are still needed; the middle of the corridor for
 * one that nobody has seen. */
static int last_stand(const struct ra_eye *e)
{
    const struct ra_state *s = e->s;
    const struct ra_quest *q = &e->c->quests[s->quest];
    int card[] = { s->lasting & RA_STEP1 ? e->c->octuple : q->rooms[0],
                   s->lasting & RA_STEP2 ? e->c->octuple : q->rooms[1], e->c->octuple };
    int first = RA_NODES;

    for (int i = 0; i < VL_LEN(card); i++) {
        int slot = slot_of(s, card[i]);
        first = ra_least(first, slot >= 0 ? e->c->corridor[slot] : e->c->corridor[RA_SLOTS / 2]);
    }
    return first;
}

int ra_time_left(const struct ra_eye *e, int team, int avatar)
{
    int from = ra_way_of(e->c, avatar), to = last_stand(e);
    bool passed = ra_in_chasm(e->c, team) && from > ra_way_of(e->c, team);
    int away = passed ? ra_squares(e->c, avatar, team) : ra_most(to + 1 - from, 0);
    int time = away * 20 / 7 + ra_least(ra_team_gems(e->r, e->s), 14) * GEM_TIME / 10;

    return e->s->countdown > 0 ? ra_least(time, e->s->countdown * RA_TENTHS) : time;
}

/* Of 1000: games that are finished with so many tenths of a turn to spare. */
static int share(int spare)
{
    static const int16_t by[LEVELS] = { 21,  30,  44,  63,  90,  128, 177, 240, 317, 405, 500,
                                        595, 683, 760, 823, 872, 910, 937, 956, 970, 979 };
    int at = spare + (LEVELS / 2) * RA_TENTHS;

    if (at < 0)
        return ra_most(by[0] + at / 8, 0);
    if (at >= (LEVELS - 1) * RA_TENTHS)
        return ra_least(by[LEVELS - 1] + (at - (LEVELS - 1) * RA_TENTHS) / 8, 995);
    return by[at / RA_TENTHS] +
           (by[at / RA_TENTHS + 1] - by[at / RA_TENTHS]) * (at % RA_TENTHS) / RA_TENTHS;
}

int ra_brakes(const struct ra_eye *e, int guide)
{
    int best = 0;

    for (int board = 0; board < e->d->boards; board++)
        if (ra_seat_of(e->r, board) == guide)
            best = ra_most(best, ra_gems_of(e->s, board));
    return best;
}

int32_t ra_pursuit(const struct ra_eye *e, int team, int avatar)
{
    int next = (e->s->guide + 1) % e->s->base.seats; /* RA-TUR-05 */
    int away = ra_squares(e->c, avatar, team), faces = 0, gems = ra_brakes(e, next);

    for (int gold = 1; gold <= 6; gold++)
        faces += gold - ra_least(gold - 1, gems) >= away;
    int needed = ra_time_needed(e, team), finished = share(ra_time_left(e, team, avatar) - needed);
    return RA_FINISHED / 10 * finished / 100 - HASTE * needed - faces * RA_CAUGHT / 6 -
           (away < 10 ? (10 - away) * (10 - away) * 6 : 0);
}

/* ---- what is owned ---- */

static int32_t gems_worth(const struct ra_eye *e)
{
    int n = ra_team_gems(e->r, e->s);
    int32_t v = 75 * ra_least(n, 8) + 50 * ra_least(ra_most(n - 8, 0), 8) + 25 * ra_most(n - 16, 0);

    for (int board = 0; board < e->d->boards; board++)
        for (int i = 0; i < RA_CHARS; i++)
            v += e->s->gems[board][i] == RA_SLOTS_EACH ? 50 : e->s->gems[board][i] ? 8 : 0;
    for (int board = 0; board < e->d->boards; board++) /* each guide needs some */
        v += 20 * ra_least(ra_gems_of(e->s, board), 3);
    for (int i = 0; i < RA_CHARS; i++)
        v -= VILS_GEM * e->s->gems[RA_VILS][i] + (e->s->gems[RA_VILS][i] == 3 ? VILS_GEM : 0);
    return v;
}

/* Sets count at the end only: until then gems are there to be spent. */
static int32_t early_sets(const struct ra_eye *e)
{
    int sets = 0, late = !!(e->s->lasting & RA_STEP1) + !!(e->s->lasting & RA_STEP2) +
                         !!(e->s->lasting & RA_PORTAL);

    for (int board = 0; board < e->d->boards; board++) {
        int n = RA_SLOTS_EACH;
        for (int i = 0; i < RA_CHARS; i++)
            n = ra_least(n, e->s->gems[board][i]);
        sets += n;
    }
    return 5 * RA_POINT * sets * (7 - 2 * late) / 8;
}

static int32_t hero_worth(const struct ra_eye *e, int place)
{
    int sum = 0;

    for (int what = 0; what < RA_CHARS; what++)
        sum += ra_value(e->c, e->s, place, what);
    return HERO + SKILL_POINT * sum - (e->s->marker[place] ? WOUND : 0);
}

/* The nearer the end, the less heroes and cards will still do. */
static int32_t still(const struct ra_eye *e, int32_t v)
{
    int left = e->s->quest == VL_NONE ? 120 : ra_least(ra_time_needed(e, e->s->team_at), 120);

    return v * left / 120;
}

static int counted(const struct ra_eye *e, const struct ra_task *t)
{
    int n = 0;

    for (int item = RA_ITEM0; item < RA_IMP0; item++)
        if (ra_holds(e->s, item))
            n += t->tag != VL_NONE ? e->c->cards[item].tags >> t->tag & 1 : e->c->cards[item].gold;
    return n;
}

/* Part of the way to a task counts for a part. */
static int32_t towards(const struct ra_eye *e, int quest)
{
    const struct ra_quest *q = &e->c->quests[quest];
    int heroes = 0, wanted = q->items.tag != VL_NONE ? q->items.n : q->items.gold;
    int items = counted(e, &q->items);

    for (int i = 0; i < e->s->n; i++)
        heroes += ra_meets(e->c, &q->team, e->s->team[i]);
    int32_t v = heroes < q->team.n ? q->team.points * RA_POINT * heroes / q->team.n / 3 : 0;
    return v + (items < wanted ? q->items.points * RA_POINT / 3 * items / wanted : 0);
}

static int32_t waiting_worth(const struct ra_eye *e)
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

int32_t ra_owned(const struct ra_eye *e)
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
    v += RA_POINT * (score[0] - score[1]) + towards(e, quest) - early_sets(e);
    v -= 250 * s->notch * !(s->lasting & RA_BLOCKED);
    return v - 90 * s->vdown[0] - 60 * s->vdown[2] - 15 * s->vdown[1];
}

/* ---- what steps bring ---- */

/* A test of vitality for a hero; die 0: to come. Its corpse is the Vils' or the team's. */
static int32_t tested(const struct ra_eye *e, int hero, int die, int how, bool vils)
{
    int place = ra_place_of(e->s, hero), sum = 0;

    if (place < 0)
        return 0;
    int life = ra_life(e->c, e->s, place);
    int32_t dead = -still(e, hero_worth(e, place)) -
                   (vils ? 2 * RA_POINT * ra_points_of(e->c, hero) : 0);
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
static int32_t tested_by_choice(const struct ra_eye *e, bool vils)
{
    int32_t best = INT32_MIN;

    for (int place = 0; place < e->s->n; place++)
        best = ra_most(best, tested(e, e->s->team[place], 0, 0, vils));
    return e->s->n ? best : 0;
}

static int wounded(const struct ra_state *s)
{
    int n = 0;

    for (int i = 0; i < s->n; i++)
        n += s->marker[i] != 0;
    return n;
}

/* What a step brings that has n of its units to go. */
static int32_t units_worth(const struct ra_eye *e, const struct vl_fx *fx, int n)
{
    switch (fx->verb) {
    case RA_DO_ANY:
    case RA_DO_PAY: return -RA_A_GEM * n;
    case RA_DO_GEM: return RA_A_GEM * n;
    case RA_DO_CEDE: return -(RA_A_GEM + VILS_GEM) * n;
    case RA_DO_VGEM: return -VILS_GEM * n;
    case RA_DO_TAKE: return (RA_A_GEM + VILS_GEM) * ra_least(n, ra_gems_of(e->s, RA_VILS));
    case RA_DO_BURN: return VILS_GEM * ra_least(n, ra_gems_of(e->s, RA_VILS));
    case RA_DO_LOOT: return LOOT * n;
    case RA_DO_VLOOT: return -15 * n;
    case RA_DO_IMP: return CARD * n;
    case RA_DO_VIMP: return -60 * n;
    case RA_DO_GIVE: return -DILEMMA * n;
    case RA_DO_MOVE: return STEP * n;
    case RA_DO_AVATAR: return -STEP * n;
    case RA_DO_ROOM: return ROOM * n;
    case RA_DO_EPIC: return RA_POINT * n;
    default: return 0;
    }
}

static int32_t step_worth(const struct ra_eye *e, const struct vl_fx *fx)
{
    int a = fx->arg[0];
    int hero;

    switch (fx->verb) {
    case RA_DO_GEMS: return -RA_A_GEM * fx->arg[1];
    case RA_DO_RELIC: return 5 * RA_POINT;
    case RA_DO_TREASURE: return RA_POINT * ra_points_of(e->c, RA_TREASURE0 + e->s->treasure);
    case RA_DO_HEAL:
    case RA_DO_HEAL_UP_TO: return still(e, 130) * ra_least(wounded(e->s), 2);
    case RA_DO_OFFER: return e->s->n < RA_PLACES ? still(e, HERO + 13 * SKILL_POINT) : 40;
    case RA_DO_VIT:
        hero = designated(e->s, a);
        if (a == RA_WHO_PICK)
            return tested_by_choice(e, fx->arg[1] != 0);
        return hero == VL_NONE ? 0 : tested(e, hero, 0, 0, fx->arg[1] != 0);
    case RA_DO_HURT: return -still(e, 2 * WOUND + SKILL_POINT * 3) * fx->arg[1];
    case RA_DO_SAC: return -still(e, HERO + 12 * SKILL_POINT);
    case RA_DO_PEEK: return LOOK * fx->arg[1];
    case RA_DO_OPEN:
    case RA_DO_PORTAL: return STRIDE;
    case RA_DO_SLIDE: return NOTCH; /* RA-TRI-06: the next attempt is easier */
    case RA_DO_STEAL: return -60;
    case RA_DO_VDROP:
    case RA_DO_TRADE: return RA_POINT;
    default: return units_worth(e, fx, a);
    }
}

int32_t ra_list_worth(const struct ra_eye *e, struct vl_fx_list list)
{
    const struct vl_fx *fx = ra_steps(e->c, list);
    int32_t v = 0;

    for (int i = 0; i < list.len; i += 1 + fx[i].skip)
        v += step_worth(e, &fx[i]);
    return v;
}

static int32_t foes_worth(const struct ra_eye *e, bool won)
{
    int32_t v = 0;

    for (int i = 0; i < e->s->play_len; i++) {
        const struct ra_card *k = &e->c->cards[e->s->play[i]];
        v += won ? RA_POINT * k->points + ra_list_worth(e, k->light)
                 : ra_list_worth(e, k->dark) - RA_POINT * k->points;
    }
    return v;
}

static int32_t bonus_worth(const struct ra_eye *e, int n)
{
    return ra_list_worth(e, e->c->luck[n - 1].effects);
}

/* RA-LUK-02, RA-LUK-03 */
static int32_t roll_worth(const struct ra_eye *e)
{
    int32_t sum = 2 * tested_by_choice(e, true);

    for (int n = 1; n <= RA_BONUSES; n++)
        sum += (RA_BONUSES + 1 - n) * bonus_worth(e, n);
    return sum / 6;
}

static int32_t luck_worth(const struct ra_eye *e, const struct vl_frame *f, bool top)
{
    int32_t v = 0;

    if (top && f->turn == 0 && f->reg[RA_REG_HOW])
        return roll_worth(e);
    if (top && f->turn == 0) {
        v = roll_worth(e);
        for (int n = 1; n <= RA_BONUSES; n++)
            v = ra_most(v, bonus_worth(e, n));
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
static int32_t hazard_worth(const struct ra_eye *e, const struct vl_frame *f)
{
    int card = ra_trial_card(e->s);
    int32_t v = ra_sort(card) == RA_SORT_ZONE ? RA_POINT * ra_points_of(e->c, card) : 0;

    return v + (f->reg[RA_REG_NAMED] && card == e->c->quests[e->s->quest].rooms[1] ? STRIDE : 0);
}

/* Of the step at hand: what of it is still to come. */
static int32_t rest_of(const struct ra_eye *e, const struct vl_frame *f, const struct vl_fx *fx,
                       bool top)
{
    const struct ra_state *s = e->s;
    int a = fx->arg[0], left;

    switch (fx->verb) {
    case RA_DO_GEM:
    case RA_DO_TAKE:
    case RA_DO_BURN:
    case RA_DO_LOOT:
    case RA_DO_IMP:
    case RA_DO_VGEM: return units_worth(e, fx, ra_most(a - f->turn, 0));
    case RA_DO_PAY:
    case RA_DO_CEDE: return units_worth(e, fx, a - f->reg[RA_REG_MORE]);
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
    case RA_DO_REVEAL_GEMS: return -VILS_GEM * ra_most(ra_difficulty(s) - f->turn, 0);
    case RA_DO_PENALTY: return -RA_A_GEM;
    case RA_DO_ASK_OPTION: {
        int space = ra_space_at(e->c, s->team_at);
        if (f->turn == 0 || space < 0 || s->up[space] == VL_NONE)
            return 0;
        const struct ra_option *o = &e->c->cards[s->up[space]].options[f->reg[RA_REG_NAMED]];
        return ra_list_worth(e, o->effects) - RA_A_GEM * (o->cost - f->reg[RA_REG_MORE]);
    }
    case RA_DO_LIGHT: return foes_worth(e, true) + (f->turn < 2 ? hazard_worth(e, f) : 0);
    case RA_DO_DARK: return foes_worth(e, false) - (f->turn < 2 ? hazard_worth(e, f) : 0);
    case RA_DO_BRAKE: left = f->turn > 0 ? s->brake - (f->turn - 1) : 0; return -RA_A_GEM * left;
    case RA_DO_RELIC:
        return top ? step_worth(e, fx) + (fx->arg[0] == e->c->quests[s->quest].relic ? STRIDE : 0)
                   : 0;
    case RA_DO_TRADE:
    case RA_DO_EITHER: return 0;
    default: return top ? step_worth(e, fx) : 0;
    }
}

int32_t ra_promised(const struct ra_eye *e)
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

static int32_t won_worth(const struct ra_eye *e, int card)
{
    const struct ra_card *k = &e->c->cards[card];
    const struct ra_quest *q = &e->c->quests[e->s->quest];
    int32_t v = ra_list_worth(e, k->light) + foes_worth(e, true);

    if (ra_sort(card) == RA_SORT_ZONE)
        v += RA_POINT * k->points;
    if (card == q->rooms[0] && !(e->s->lasting & RA_STEP1))
        v += STRIDE;
    if (card == q->rooms[1] && !(e->s->lasting & RA_STEP2))
        v += STRIDE;
    return v;
}

static int32_t lost_worth(const struct ra_eye *e, int card)
{
    const struct ra_card *k = &e->c->cards[card];
    int32_t v = ra_list_worth(e, k->dark) + foes_worth(e, false);

    if (ra_sort(card) == RA_SORT_ZONE)
        v -= RA_POINT * k->points;
    if (ra_sort(card) == RA_SORT_TREASURE)
        v -= RA_POINT * k->points;
    return v;
}

static int32_t objective_worth(const struct ra_eye *e, int card, int node, int deep);

/* What it is worth to follow an arrow of the trial. Objectives lie ahead only. */
static int32_t arrow_worth(const struct ra_eye *e, int card, int to, int deep)
{
    if (to == RA_TO_LIGHT)
        return won_worth(e, card);
    if (to == RA_TO_DARK || deep > RA_OBJECTIVES)
        return lost_worth(e, card);
    return objective_worth(e, card, to - RA_TO_SECOND + 1, deep);
}

static int32_t objective_worth(const struct ra_eye *e, int card, int node, int deep)
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

int32_t ra_trial_worth(const struct ra_eye *e, int card)
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

int32_t ra_at_trial(const struct ra_eye *e)
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
               ? v + 4 * ra_most(ra_reached(e->c, s) - ra_target(e->c, s), -20)
               : v;
}

int32_t ra_test_worth(const struct ra_eye *e)
{
    int hero = designated(e->s, RA_WHO_GOLD);

    return hero == VL_NONE ? 0 : tested(e, hero, 0, 0, false);
}
