#include "walk.h"

#include "core/view_build.h"

#include <stddef.h>

static const struct walk_state *of(const struct vl_state *s)
{
    return (const struct walk_state *)(const void *)s;
}

static struct walk_state *mut(struct vl_state *s)
{
    return (struct walk_state *)(void *)s;
}

static int mover(const struct walk_state *w)
{
    return w->turn % WK_SEATS;
}

static int at(const struct walk_state *w)
{
    return w->place[mover(w)];
}

static bool is_well(int place)
{
    return place % WK_WELL_EVERY == 0;
}

static int next_place(int place, int way)
{
    return (place + (way == WK_ON ? 1 : WK_PLACES - 1)) % WK_PLACES;
}

/* WK-TURN-03: the steps that lead to a place, and which way; 0: it is out of reach. */
static int steps_to(const struct walk_state *w, int place, int *way)
{
    for (*way = WK_ON; *way < WK_WAYS; ++*way) {
        int p = at(w);

        for (int n = 1; n <= w->left; n++) {
            p = next_place(p, *way);
            if (p == place)
                return n;
            if (is_well(p))
                break;
        }
    }
    return 0;
}

static int8_t actor(const struct walk_state *w)
{
    switch ((enum walk_phase)w->base.phase) {
    case WK_PH_WALK: return (int8_t)mover(w);
    case WK_PH_ROLL:
    case WK_PH_FIND: return VL_CHANCE;
    case WK_PH_NEXT: return VL_AUTO;
    case WK_PH_OVER:
    case WK_PHASES: break;
    }
    return VL_OVER;
}

static void enter(struct walk_state *w, int phase)
{
    w->base.phase = vl_u8(phase);
    w->base.outcome = phase == WK_PH_OVER;
    w->base.actor = actor(w);
}

/* ---- legal and refused ---- */

static int legal(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out)
{
    int n = 0;

    (void)r;
    for (int i = 1; s->phase == WK_PH_ROLL && i <= WK_STEPS; i++)
        out[n++] = vl_move_of(WK_MV_ROLL, i, 0);
    for (int i = 1; s->phase == WK_PH_FIND && i <= WK_COINS; i++)
        out[n++] = vl_move_of(WK_MV_FIND, i, 0);
    if (s->phase == WK_PH_WALK) {
        out[n++] = vl_move_of(WK_MV_STEP, WK_ON, 0);
        out[n++] = vl_move_of(WK_MV_STEP, WK_BACK, 0);
        out[n++] = vl_move_of(WK_MV_REST, 0, 0);
    }
    return n;
}

/* One step is a move of its own, and not offered twice. */
static int rows(const struct vl_rules *r, const struct vl_state *s, struct vl_move out[VL_ROWS_MAX])
{
    int n = 0, way;

    (void)r;
    for (int p = 0; s->phase == WK_PH_WALK && p < WK_PLACES; p++)
        if (steps_to(of(s), p, &way) > 1)
            out[n++] = vl_move_of(WK_MV_GO, p, 0);
    return n;
}

static int unfold(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
                  struct vl_move out[VL_ROW_MAX])
{
    int way, n = steps_to(of(s), row.arg[0], &way);

    (void)r;
    for (int i = 0; i < n; i++)
        out[i] = vl_move_of(WK_MV_STEP, way, 0);
    return n;
}

static int phase_of(int kind)
{
    return kind == WK_MV_ROLL ? WK_PH_ROLL : kind == WK_MV_FIND ? WK_PH_FIND : WK_PH_WALK;
}

/* Is the argument one of those that the table names? */
static bool arg_ok(const struct vl_rules *r, struct vl_move m)
{
    const struct vl_move_kind *kind = &r->game->moves[m.kind];

    return kind->args_len == 0 || (m.arg[0] >= kind->args[0].lo && m.arg[0] <= kind->args[0].hi);
}

static vl_rule refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                      vl_actor by)
{
    int way;

    if (s->actor == VL_OVER)
        return WK_BAD_04;
    if (s->phase != phase_of(m.kind))
        return WK_BAD_05;
    if (by != VL_ANYONE && by != s->actor)
        return WK_BAD_06;
    if (!arg_ok(r, m))
        return WK_BAD_07;
    return m.kind == WK_MV_GO && steps_to(of(s), m.arg[0], &way) == 0 ? WK_BAD_08 : 0;
}

static uint64_t weight(const struct vl_rules *r, const struct vl_state *s, struct vl_move m)
{
    (void)r;
    (void)s;
    (void)m;
    return 1;
}

static struct vl_move sample(const struct vl_rules *r, const struct vl_state *s, struct vl_rng *rng)
{
    struct vl_move list[WK_STEPS];

    return list[vl_rng_below(rng, (uint32_t)legal(r, s, list))];
}

/* ---- the rules ---- */

/* WK-TURN-02 */
static void go_on(struct walk_state *w)
{
    enter(w, w->left > 0 ? WK_PH_WALK : WK_PH_NEXT);
}

static void step_to(struct walk_state *w, int way, struct vl_sink *sink)
{
    w->place[mover(w)] = vl_u8(next_place(at(w), way));
    w->left--;
    VL_EMIT(sink, WK_EV_STEPPED, WK_TURN_01, mover(w), at(w), w->left);
    if (is_well(at(w)))
        enter(w, WK_PH_FIND);
    else
        go_on(w);
}

static void apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                  struct vl_sink *sink)
{
    struct walk_state *w = mut(s);

    (void)r;
    switch ((enum walk_move)m.kind) {
    case WK_MV_ROLL:
        w->left = m.arg[0];
        VL_EMIT(sink, WK_EV_ROLLED, WK_TURN_01, mover(w), w->left);
        go_on(w);
        break;
    case WK_MV_STEP: step_to(w, m.arg[0], sink); break;
    case WK_MV_REST:
        VL_EMIT(sink, WK_EV_RESTED, WK_TURN_02, mover(w), w->left);
        w->left = 0;
        go_on(w);
        break;
    case WK_MV_FIND: /* WK-WELL-01 */
        w->coins[mover(w)] = vl_u8(w->coins[mover(w)] + m.arg[0]);
        VL_EMIT(sink, WK_EV_FOUND, WK_WELL_01, mover(w), m.arg[0]);
        go_on(w);
        break;
    case WK_MV_GO:
    case WK_MV_NONE:
    case WK_MOVES: VL_VERIFY(m.kind == WK_MV_STEP); /* a row is applied as its moves */
    }
}

static void step(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink)
{
    struct walk_state *w = mut(s);

    w->turn++;
    if (w->turn < WK_SEATS * r->option[0]) {
        enter(w, WK_PH_ROLL);
        return;
    }
    VL_EMIT(sink, WK_EV_ENDED, WK_END_01, -1, w->coins[0], w->coins[1]);
    enter(w, WK_PH_OVER);
}

static const char *broken(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule)
{
    const struct walk_state *w = of(s);

    *rule = WK_INV_01;
    if (w->left > 0 ? s->phase != WK_PH_WALK && s->phase != WK_PH_FIND : s->phase == WK_PH_WALK)
        return "/left: steps are left while somebody walks, and only then";
    *rule = WK_BAD_09;
    if (w->turn > WK_SEATS * r->option[0] ||
        (s->phase == WK_PH_OVER) != (w->turn == WK_SEATS * r->option[0]))
        return "/turn: does not fit the phase";
    return s->phase == WK_PH_FIND && !is_well(at(w)) ? "/phase: there is no well" : NULL;
}

static void result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out)
{
    const struct walk_state *w = of(s);

    (void)r;
    out->over = s->actor == VL_OVER;
    out->rule = out->over ? WK_END_01 : 0;
    for (int k = 0; k < WK_SEATS; k++) {
        out->score[k] = w->coins[k];
        out->rank[k] = w->coins[k] < w->coins[1 - k] ? 2 : 1;
        out->won[k] = out->over && out->rank[k] == 1;
    }
}

static int32_t eval(const struct vl_rules *r, const struct vl_state *s, int seat)
{
    (void)r;
    return of(s)->coins[seat] - of(s)->coins[1 - seat];
}

/* ---- start and positions ---- */

static void start(const struct vl_rules *r, struct vl_state *s)
{
    struct walk_state *w = mut(s);

    (void)r;
    s->seats = WK_SEATS;
    w->place[0] = 2;
    w->place[1] = 14;
    enter(w, WK_PH_ROLL);
}

static int loaded(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given,
                  struct vl_error *err)
{
    (void)r;
    (void)given;
    (void)err;
    s->outcome = s->phase == WK_PH_OVER;
    s->actor = actor(of(s));
    return VL_OK;
}

static int controller(const struct vl_rules *r, int seat)
{
    (void)r;
    return seat;
}

/* ---- what screens see ---- */

static void view(const struct vl_rules *r, const struct vl_state *s, vl_actor seat,
                 struct vl_view *out)
{
    const struct walk_state *w = of(s);

    (void)r;
    (void)seat;
    out->round = -1;
    out->prompt.id = "walk";
    vl_add_zone(out, "ring", VL_ZONE_TRAY, 0);
    for (int p = 0; p < WK_PLACES; p++)
        vl_add_item(out, WK_FAM_PLACE, p, 0);
    for (int k = 0; k < WK_SEATS; k++) {
        vl_add_seat(out, k);
        vl_add_stat(out, "place", w->place[k]);
        vl_add_stat(out, "coins", w->coins[k]);
        vl_add_stat(out, "left", mover(w) == k ? w->left : 0);
    }
}

static void touch(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                  struct vl_touch *out)
{
    (void)r;
    if (m.kind == WK_MV_GO)
        out->dst = vl_ref_to(WK_FAM_PLACE, m.arg[0]);
    else if (m.kind == WK_MV_STEP)
        out->dst = vl_ref_to(WK_FAM_PLACE, next_place(at(of(s)), m.arg[0]));
}

/* ---- tables ---- */

/* clang-format off */
static const char *const way_keys[] = { "on", "back" };
static const char *const phase_keys[] = { "roll", "walk", "find", "next", "over" };
static const char *const outcome_keys[] = { "running", "counted" };

static const struct vl_family families[] = {
    VL_FAMILY_N("place", WK_PLACES, NULL), /* by their numbers */
    VL_FAMILY("way", way_keys),
    VL_FAMILY("phase", phase_keys),
};

static const struct vl_move_kind moves[] = {
    { NULL,   0,                             0, { { NULL, 0, 0, 0, 0 } }, { 0 } },
    { "step", VL_MOVE_REVEALS,               1, { { "way",   VL_ARG_ONE, WK_FAM_WAY,   0, WK_WAYS - 1 } }, { WK_TURN_01 } },
    { "rest", VL_MOVE_REVEALS,               0, { { NULL, 0, 0, 0, 0 } }, { WK_TURN_01 } },
    { "go",   VL_MOVE_ROW | VL_MOVE_REVEALS, 1, { { "place", VL_ARG_ONE, WK_FAM_PLACE, 0, WK_PLACES - 1 } }, { WK_TURN_03 } },
    { "roll", VL_MOVE_CHANCE,                1, { { "steps", VL_ARG_ONE, VL_FAM_INT,   1, WK_STEPS } }, { WK_TURN_01 } },
    { "find", VL_MOVE_CHANCE,                1, { { "coins", VL_ARG_ONE, VL_FAM_INT,   1, WK_COINS } }, { WK_TURN_01 } },
};

static const struct vl_event_kind events[] = {
    { "rolled",  1, { { "steps", VL_FAM_INT } } },
    { "stepped", 2, { { "place", WK_FAM_PLACE }, { "left", VL_FAM_INT } } },
    { "rested",  1, { { "left", VL_FAM_INT } } },
    { "found",   1, { { "coins", VL_FAM_INT } } },
    { "ended",   2, { { "first", VL_FAM_INT }, { "second", VL_FAM_INT } } },
};

static const struct vl_option options[] = {
    { "turns", 1, VL_OPTION_INT(1, 20), 6, NULL, 0, WK_BAD_03, WK_END_01 },
};

#define VL_OF struct walk_state
static const struct vl_field fields[] = {
    VL_FIELD_KEY("phase", base.phase, WK_FAM_PHASE),
    VL_FIELD_INT("turn", turn, 0, 40),
    VL_FIELD_INT("left", left, 0, WK_STEPS),
    VL_FIELD_ROW("place", place, VL_FAM_INT, 0, 0, WK_PLACES - 1),
    VL_FIELD_ROW("coins", coins, VL_FAM_INT, 0, 0, 255),
    VL_FIELDS_END
};
#undef VL_OF
/* clang-format on */

const struct vl_game walk_game = {
    .id = "walk",
    .prefix = "wk",
    .rule_prefix = "WK",
    .revision = 1,
    .seats_min = WK_SEATS,
    .seats_max = WK_SEATS,
    .state_size = sizeof(struct walk_state),
    .moves_max = WK_STEPS,
    .choices_max = 3,
    .decisions_max = 40 * (2 * WK_STEPS + 2),
    .families = families,
    .families_len = (int)WK_FAMILIES_END - VL_FAM_GAME,
    .moves = moves,
    .moves_len = WK_MOVES,
    .events = events,
    .events_len = WK_EVS,
    .phases = phase_keys,
    .phases_len = WK_PHASES,
    .outcomes = outcome_keys,
    .outcomes_len = VL_LEN(outcome_keys),
    .options = options,
    .options_len = VL_LEN(options),
    .fields = fields,
    .rule_malformed = WK_BAD_01,
    .rule_unknown_action = WK_BAD_02,
    .rule_bad_position = WK_BAD_09,
    .rule_bad_content = WK_BAD_09,
    .start = start,
    .legal = legal,
    .rows = rows,
    .unfold = unfold,
    .refuse = refuse,
    .weight = weight,
    .sample = sample,
    .apply = apply,
    .step = step,
    .broken = broken,
    .result = result,
    .controller = controller,
    .fresh = start,
    .loaded = loaded,
    .view_max = { 1, WK_PLACES, 3 * WK_SEATS, 0, 0 },
    .view = view,
    .touch = touch,
    .eval = eval,
};
