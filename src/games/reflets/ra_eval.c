/* ra_eval.c - the greedy bot's eye: what a position is worth by ra_worth.c, what is still to come
 * of the turn included, and what to do about it. While the golden die lies there the rest of the
 * turn is foreseen: brakes, gait, the best place to go to.
 */
#include "core/engine.h"
#include "games/reflets/ra_worth.h"

enum {
    LUCKY = 300,   /* a luck square */
    POTENTIAL = 12 /* the golden die and another one */
};

/* ---- where to go ---- */

static int32_t token_worth(const struct ra_eye *e, int token)
{
    static const int16_t good[RA_KINDS] = { 350, 60, 170, 300, 350, 140, -200 };
    static const int16_t bad[RA_KINDS] = {
        90, 40, 90, 110, -520, -150, -300
    }; /* ORDER RA_KIND_MAP */
    int hue = token / RA_KINDS, kind = e->s->tokens[token].kind;
    int cost = hue == RA_HUE_RED ? 4 * RA_POINT : (1 + e->s->taken[1]) * RA_POINT;

    if (hue == RA_HUE_GREEN)
        return kind == VL_NONE ? 170 : good[kind];
    if (kind == VL_NONE)
        return (2 * 90 + 40 + 110 - 520 - 150 - 300 - 3 * cost) / RA_KINDS;
    return bad[kind] - (kind >= RA_GOLDEN ? cost : 0);
}

/* What the Vils still hide counts, too. */
static int expected_gap(const struct ra_eye *e)
{
    int score[2], hidden = 0;

    ra_score(e->r, e->s, score);
    for (int i = 0; i < RA_PLACES; i++)
        hidden += e->s->vteam[i] == VL_NONE;
    return score[0] - score[1] - 2 * hidden - 2 * e->s->vdown[0] - (e->s->vdown[2] + 1) / 2 - 5;
}

/* Who may leave stays if points are missing that can be won while the Avatar is far. */
static bool lingers(const struct ra_eye *e)
{
    const struct ra_state *s = e->s;
    int all = RA_STEP1 | RA_STEP2 | RA_PORTAL, unwon = 0;

    if ((s->lasting & all) != all)
        return false;
    for (int i = 0; i < RA_SLOTS; i++)
        unwon += !s->rooms[i].won && s->rooms[i].notch < RA_NOTCHES;
    int spare = ra_time_left(e, s->team_at, s->avatar_at) - ra_time_needed(e, s->team_at);
    return unwon > 0 && spare > 4 * RA_TENTHS && expected_gap(e) < ra_gap(s->challenge);
}

static int32_t room_worth(const struct ra_eye *e, int slot)
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
        return 100 + ra_most(ra_trial_worth(e, room->card), 0);
    if (!wanted)
        return room->won || room->card == q->rooms[1] ? -60 : 60;
    return 150 + (int32_t)((int64_t)(ra_trial_worth(e, room->card) > 0) * 100);
}

/* What happens when the pawn stops there. */
static int32_t arrival(const struct ra_eye *e, int node)
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
    return ra_test_worth(e) + arrival(e, e->c->nodes[node].arrow);
}

static int32_t place_worth(const struct ra_eye *e, int node, int avatar)
{
    int at = e->c->nodes[node].kind == RA_NODE_SHORTCUT ? e->c->nodes[node].arrow : node;

    return at == avatar ? -RA_CAUGHT : arrival(e, node) + ra_pursuit(e, at, avatar);
}

/* A turn from the roll on: what each potential leads to is looked up once. */
struct turn {
    struct ra_eye e;
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

    potential = ra_least(potential, POTENTIAL + 6);
    find_ways(t, potential);
    for (int w = 0; w < 3; w++)
        for (uint32_t left = t->to[potential][w]; left; left &= left - 1) {
            int to = 32 * w + vl_low_bit(left);
            int32_t v = place_worth(&t->e, to, avatar);
            if (node && v > best)
                *node = to;
            best = ra_most(best, v);
        }
    if (best == INT32_MIN || ra_slot_at(t->e.c, at) >= 0) {
        int32_t v = place_worth(&t->e, at, avatar);
        if (node && v > best)
            *node = at;
        best = ra_most(best, v);
    }
    return best;
}

/* What one gem more or less is worth. */
static int32_t gem_price(const struct ra_eye *e)
{
    int n = ra_team_gems(e->r, e->s);

    return n <= 8 ? 80 : n <= 16 ? 55 : 30;
}

/* Walking brings a gem, running costs one and throws a die. */
static int32_t best_gait(struct turn *t, int gold, int avatar, bool *runs)
{
    int32_t walk = best_place(t, gold, avatar, NULL) + gem_price(&t->e), run = 0;

    *runs = false;
    if (ra_brakes(&t->e, t->e.s->guide) == 0)
        return walk;
    for (int die = 1; die <= 6; die++)
        run += best_place(t, gold + die, avatar, NULL);
    run = run / 6 - gem_price(&t->e);
    *runs = run > walk;
    return ra_most(walk, run);
}

/* The Avatar's node after n squares; the team's, if it is caught. */
static int avatar_after(const struct ra_eye *e, int n)
{
    int team = e->s->team_at, from = ra_way_of(e->c, e->s->avatar_at);

    if (n >= ra_squares(e->c, e->s->avatar_at, team))
        return team;
    if (!ra_in_chasm(e->c, e->s->avatar_at) || ra_way_of(e->c, team) > from)
        return ra_least(from + n, e->c->slots[0] - 1);
    return from - n;
}

static int32_t best_brake(struct turn *t, int gold, int *squares)
{
    int gems = t->e.s->flags & RA_STOPPED ? 0 : ra_brakes(&t->e, t->e.s->guide);
    int32_t best = INT32_MIN;

    for (int n = 0; n <= ra_least(gold - 1, gems); n++) {
        int steps = t->e.s->flags & RA_STOPPED ? 1 : gold - n, to = avatar_after(&t->e, steps);
        bool runs;
        int32_t v = to == t->e.s->team_at
                        ? -2 * RA_CAUGHT
                        : best_gait(t, gold, to, &runs) - n * (gem_price(&t->e) + 10);
        if (v > best && squares)
            *squares = n;
        best = ra_most(best, v);
    }
    return best;
}

static struct turn turn_of(const struct ra_eye *e)
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

static int verb_at_hand(const struct ra_eye *e)
{
    const struct vl_frame *f = &e->s->frames[e->s->depth - 1];
    struct vl_fx_part part = ra_machine.find(e->r, &e->s->base, f);

    return f->at < part.len ? part.steps[f->at].verb : -1;
}

static int32_t rest_of_turn(const struct ra_eye *e)
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
    struct ra_eye e = ra_eye_on(r, s);

    (void)seat; /* one team */
    if (state->outcome == RA_BY_QUEST)
        return VL_EVAL_WIN / 2 + RA_POINT * (s->score[0] - s->score[1]);
    if (state->outcome != RA_BY_RUNNING)
        return -VL_EVAL_WIN;
    int32_t v = ra_owned(&e);
    if (s->quest == VL_NONE || s->turn == 0)
        return v;
    if (s->stage == RA_ST_COUNT || s->stage == RA_ST_OVER)
        return v + RA_FINISHED;
    v += ra_promised(&e) + ra_at_trial(&e);
    return v + (avatar_waits(s) || team_waits(s) ? rest_of_turn(&e)
                                                 : ra_pursuit(&e, s->team_at, s->avatar_at));
}

/* ---- decisions ---- */

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

/* What only carries gems about is no aim. */
static bool is_aim(int kind)
{
    return kind < RA_MV_TRANSFER_GEM || kind > RA_MV_EXCHANGE_DILEMMA; /* ORDER RA_MOVE_MAP */
}

static bool ends_window(int kind)
{
    return kind == RA_MV_PASS || kind == RA_MV_GOTO || kind == RA_MV_STAY;
}

static bool is_use(int kind)
{
    return is_aim(kind) && !ends_window(kind);
}

static bool is_swap(int kind)
{
    return kind == RA_MV_SWAP_PLACES;
}

/* The best of the moves of a list that count, if it is better than the value; else the last. */
static struct choice better(const struct ra_eye *e, int seat, const struct vl_move *list, int n,
                            bool (*counts)(int kind), int32_t value)
{
    struct choice best = { list[n - 1], value };

    for (int i = 0; i < n; i++)
        if (counts(list[i].kind))
            consider(&best, list[i], after(e->r, e->s, seat, list[i]));
    return best;
}

static struct choice best_of(const struct ra_eye *e, int seat, const struct vl_move *list, int n)
{
    return better(e, seat, list, n, is_aim, INT32_MIN);
}

/* A window: what is worth more used than kept. To pass is worth what is foreseen here. RA-SET-18:
 * places are swapped as long as that gains; heroes stay as they were drawn. */
static struct choice better_than_now(const struct ra_eye *e, int seat, const struct vl_move *list,
                                     int n)
{
    bool forms = e->s->base.phase == RA_PH_SETUP_TEAM;

    return better(e, seat, list, n, forms ? is_swap : is_use, ra_eval(e->r, &e->s->base, seat));
}

static struct choice where_to(const struct ra_eye *e, int seat, const struct vl_move *list, int n)
{
    struct choice best = better_than_now(e, seat, list, n);
    struct turn t = turn_of(e);
    int node = e->s->team_at;

    if (!ends_window(best.move.kind) || seat != e->s->guide)
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
static struct choice how_to_brake(const struct ra_eye *e)
{
    struct turn t = turn_of(e);
    int squares = 0, board = -1;
    struct choice best;

    best.value = best_brake(&t, e->s->gold, &squares);
    for (int i = 0; i < e->d->boards; i++)
        if (ra_seat_of(e->r, i) == e->s->guide &&
            (board < 0 || ra_gems_of(e->s, i) > ra_gems_of(e->s, board)))
            board = i;
    squares = ra_least(squares, ra_gems_of(e->s, board));
    for (int i = 0; i < board && squares == 0; i++) /* none is listed once, for the first */
        if (ra_seat_of(e->r, i) == e->s->guide)
            board = i;
    best.move = vl_move_of(RA_MV_BRAKE, squares, board);
    return best;
}

static struct choice which_gait(const struct ra_eye *e, int seat, const struct vl_move *list, int n)
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
static struct choice what_to_wear(const struct ra_eye *e, int seat, const struct vl_move *list,
                                  int n)
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
        struct ra_eye with = ra_eye_on(e->r, &next);
        int len = ra_legal(e->r, &next.base, places);
        consider(&best, list[i], best_of(&with, seat, places, len).value);
    }
    return best;
}

/* Rooms that may be a target, then what lies ahead on the road. */
static struct choice what_to_look_at(const struct ra_eye *e, const struct vl_move *list, int n)
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
static struct choice which_hazard(const struct ra_eye *e, const struct vl_move *list, int n)
{
    struct choice best = { list[0], INT32_MIN };

    for (int i = 0; i < n; i++) {
        const struct ra_card *k = &e->c->cards[list[i].arg[0]];
        int32_t v = k->options_len || !k->trial_len
                        ? RA_POINT * k->points + ra_list_worth(e, k->light) + 2 * RA_A_GEM
                        : ra_trial_worth(e, list[i].arg[0]);
        consider(&best, list[i], v - RA_A_GEM * k->cost);
    }
    return best;
}

/* RA-QST-09: the treasure comes first; then who may leave leaves, or lingers. */
static struct choice in_octuple(const struct ra_eye *e, int seat, const struct vl_move *list, int n)
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
    struct choice best = { lingers(e) ? vl_move_of(RA_MV_REMAIN, 0, 0) : portal, RA_FINISHED };
    return best;
}

/* A room: the trial, if it brings more than nothing, or if it is what the quest asks. */
static struct choice in_room(const struct ra_eye *e, int seat, const struct vl_move *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i].kind == RA_MV_PORTAL)
            return in_octuple(e, seat, list, n);
    return best_of(e, seat, list, n);
}

/* What may be reached: tasks that are met already, and what a campaign has brought. */
static int reach_of(const struct ra_eye *e)
{
    int score[2], ticks = 0;

    ra_score(e->r, e->s, score);
    for (int i = 0; i < RA_CHALLENGES; i++)
        ticks += e->d->ticks[i];
    return score[0] + 2 * ticks;
}

/* The widest gap within reach that still gives a tick; of the same gap the easiest. */
static struct choice which_challenge(const struct ra_eye *e)
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
static struct choice where_to_lay(const struct ra_eye *e, const struct vl_move *list, int n)
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
    struct ra_eye e = ra_eye_on(r, s);
    struct vl_move list[VL_MOVES_MAX];
    int n = ra_legal(r, state, list);
    struct choice best;

    switch (state->phase) {
    case RA_PH_SETUP_CHALLENGE: best = which_challenge(&e); break;
    case RA_PH_SETUP_TOKENS: best = where_to_lay(&e, list, n); break;
    case RA_PH_MOVE: best = where_to(&e, seat, list, n); break;
    case RA_PH_SETUP_TEAM:
    case RA_PH_BLESS:
    case RA_PH_GOLD:
    case RA_PH_EVENT:
    case RA_PH_OBJ_BEFORE:
    case RA_PH_OBJ_AFTER:
    case RA_PH_VIT:
    case RA_PH_WON:
    case RA_PH_TURN_END: best = better_than_now(&e, seat, list, n); break;
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
