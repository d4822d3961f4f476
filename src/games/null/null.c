#include "games/null/null.h"

#include "core/view_build.h"

/* ---- small readings ---- */

static const struct nu_state *of(const struct vl_state *s)
{
    return (const struct nu_state *)(const void *)s;
}

static struct nu_state *mut(struct vl_state *s)
{
    return (struct nu_state *)(void *)s;
}

static struct vl_move move(int kind, int arg)
{
    struct vl_move m;

    memset(&m, 0, sizeof m);
    m.kind = vl_u8(kind);
    m.arg[0] = vl_u8(arg);
    return m;
}

static int take_max(const struct nu_state *n)
{
    return n->die < n->pile ? n->die : n->pile;
}

/* Who must act follows from the phase: one place says so, for play and for
 * loaded positions alike. */
static int8_t actor(const struct nu_state *n)
{
    switch ((enum nu_phase)n->base.phase) {
    case NU_PH_ROLL: return VL_CHANCE;
    case NU_PH_TAKE: return (int8_t)n->turn;
    case NU_PH_NEXT: return VL_AUTO;
    case NU_PH_OVER:
    case NU_PHASES: break;
    }
    return VL_OVER;
}

static void enter(struct nu_state *n, int phase)
{
    VL_ASSERT(phase < NU_PHASES);
    n->base.phase = vl_u8(phase);
    n->base.actor = actor(n);
}

/* ---- legal and refused: the same predicates ---- */

static int legal(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out)
{
    const struct nu_state *n = of(s);
    int len = 0;

    (void)r;
    if (n->base.phase == NU_PH_TAKE) {
        for (int i = 1; i <= take_max(n); i++)
            out[len++] = move(NU_MV_TAKE, i);
    } else if (n->base.phase == NU_PH_ROLL) {
        for (int i = 1; i <= NU_FACES; i++)
            out[len++] = move(NU_MV_ROLL, i);
    }
    VL_ASSERT(len <= r->game->moves_max);
    return len;
}

/* In the order of the refusal table. */
static vl_rule refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                      vl_actor by)
{
    const struct nu_state *n = of(s);

    (void)r;
    if (s->actor == VL_OVER)
        return NU_BAD_04;
    if (n->base.phase != (m.kind == NU_MV_TAKE ? NU_PH_TAKE : NU_PH_ROLL))
        return NU_BAD_05;
    if (by != VL_ANYONE && by != s->actor)
        return NU_BAD_06;
    if (m.kind == NU_MV_TAKE &&
        (m.arg[0] < 1 || m.arg[0] > take_max(n))) /* NU-TURN-02: what the die shows */
        return NU_BAD_07;
    if (m.kind == NU_MV_ROLL && (m.arg[0] < 1 || m.arg[0] > NU_FACES))
        return NU_BAD_08;
    return 0;
}

/* ---- chance ---- */

/* NU-TURN-01: three faces show 1, two show 2, one shows 3. */
static uint64_t weight(const struct vl_rules *r, const struct vl_state *s, struct vl_move m)
{
    (void)r;
    (void)s;
    return (uint64_t)(NU_FACES + 1 - m.arg[0]);
}

static struct vl_move sample(const struct vl_rules *r, const struct vl_state *s, struct vl_rng *rng)
{
    static const uint8_t faces[] = { 1, 1, 1, 2, 2, 3 };

    (void)r;
    (void)s;
    return move(NU_MV_ROLL, faces[vl_rng_below(rng, VL_LEN(faces))]);
}

/* ---- the rules ---- */

static void roll(struct nu_state *n, int face, struct vl_sink *sink)
{
    VL_ASSERT(n->die == 0 && face >= 1 && face <= NU_FACES);
    n->die = vl_u8(face);
    VL_EMIT(sink, NU_EV_ROLLED, NU_TURN_01, n->turn, vl_i16(face));
    enter(n, NU_PH_TAKE);
}

/* NU-END-01: who takes the last stone wins. */
static void take(struct nu_state *n, int stones, struct vl_sink *sink)
{
    VL_ASSERT(stones >= 1 && stones <= take_max(n));
    n->pile = vl_u8(n->pile - stones);
    n->die = 0;
    VL_EMIT(sink, NU_EV_TOOK, NU_TURN_02, n->turn, vl_i16(stones), n->pile);
    if (n->pile > 0) {
        enter(n, NU_PH_NEXT);
        return;
    }
    n->base.outcome = NU_WON;
    VL_EMIT(sink, NU_EV_WON, NU_END_01, n->turn, n->turn);
    enter(n, NU_PH_OVER);
}

static void apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                  struct vl_sink *sink)
{
    (void)r;
    if (m.kind == NU_MV_ROLL)
        roll(mut(s), m.arg[0], sink);
    else
        take(mut(s), m.arg[0], sink);
}

/* NU-TURN-03: the next seat. An automatic phase: nobody is asked. */
static void step(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink)
{
    struct nu_state *n = mut(s);

    (void)r;
    (void)sink;
    VL_ASSERT(n->base.phase == NU_PH_NEXT);
    n->turn = vl_u8((n->turn + 1) % n->base.seats);
    enter(n, NU_PH_ROLL);
}

static const char *broken(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule)
{
    const struct nu_state *n = of(s);
    bool is_over = n->base.phase == NU_PH_OVER;

    (void)r;
    *rule = NU_INV_01;
    if ((n->pile == 0) != is_over)
        return "/pile: empty if and only if the game is over";
    *rule = NU_BAD_09;
    if (is_over != (n->base.outcome == NU_WON))
        return "/outcome: does not fit the phase";
    if ((n->die > 0) != (n->base.phase == NU_PH_TAKE))
        return "/die: lies there in phase take only";
    if (n->turn >= n->base.seats)
        return "/turn: no such seat";
    return NULL;
}

static void result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out)
{
    (void)r;
    out->over = s->actor == VL_OVER;
    out->rule = out->over ? NU_END_01 : 0;
    for (int k = 0; k < s->seats && k < NU_SEATS_MAX; k++) {
        out->won[k] = out->over && of(s)->turn == k;
        out->score[k] = out->won[k];
        out->rank[k] = !out->over || out->won[k] ? 1 : 2;
    }
}

/* ---- start and positions ---- */

static void start(const struct vl_rules *r, struct vl_state *s)
{
    struct nu_state *n = mut(s);

    n->base.seats = vl_u8(r->option[NU_OPT_SEATS]);
    n->pile = vl_u8(r->option[NU_OPT_PILE]);
    enter(n, NU_PH_ROLL);
}

/* A position says what it knows; the rest is as at the start. */
static int loaded(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given,
                  struct vl_error *err)
{
    (void)r;
    (void)given;
    (void)err;
    s->actor = actor(of(s));
    return VL_OK;
}

/* What a player reads off the table. */
static void extras(const struct vl_rules *r, const struct vl_state *s, struct vl_json *w)
{
    (void)r;
    vl_json_kint(w, "may_take", take_max(of(s)));
}

static int controller(const struct vl_rules *r, int seat)
{
    (void)r;
    return seat;
}

/* ---- what screens and bots see ---- */

static void view(const struct vl_rules *r, const struct vl_state *s, vl_actor seat,
                 struct vl_view *out)
{
    (void)r;
    (void)seat;
    out->round = -1;
    out->prompt.id = "take";
    vl_add_zone(out, "pile", VL_ZONE_PILE, 0);
    vl_add_item(out, NU_FAM_STONES, 0, 0);
    vl_add_stat(out, "stones", of(s)->pile);
}

/* To leave a multiple of four is good, as in the old game with a free hand. */
static int32_t eval(const struct vl_rules *r, const struct vl_state *s, int seat)
{
    const struct nu_state *n = of(s);

    (void)r;
    if (s->actor == VL_OVER)
        return n->turn == seat ? VL_EVAL_WIN : -VL_EVAL_WIN;
    return (n->turn == seat) == (n->pile % (NU_FACES + 1) != 0) ? 1 : -1;
}

/* ---- tables ---- */

/* clang-format off */
static const char *const phase_keys[] = { "roll", "take", "next", "over" };     /* ORDER nu_phase */
static const char *const outcome_keys[] = { "running", "won" };                 /* ORDER nu_outcome */

static const char *const stone_keys[] = { "pile" };

static const struct vl_family families[] = {                                    /* ORDER nu_family */
    VL_FAMILY("phase", phase_keys),
    VL_FAMILY("outcome", outcome_keys),
    VL_FAMILY("stones", stone_keys),
};

static const struct vl_move_kind moves[] = {                                    /* ORDER nu_move */
    { NULL,   0,              0, { { NULL, 0, 0, 0, 0 } }, { 0 } },
    { "take", 0,              1, { { "stones", VL_ARG_ONE, VL_FAM_INT, 1, NU_FACES } }, { NU_TURN_02 } },
    { "roll", VL_MOVE_CHANCE, 1, { { "face",   VL_ARG_ONE, VL_FAM_INT, 1, NU_FACES } }, { NU_TURN_01 } },
};

static const struct vl_event_kind events[] = {                                  /* ORDER nu_ev */
    { "rolled", 1, { { "face", VL_FAM_INT } } },
    { "took",   2, { { "stones", VL_FAM_INT }, { "left", VL_FAM_INT } } },
    { "won",    1, { { "seat", VL_FAM_SEAT } } },
};

static const struct vl_option options[] = { NU_OPTION_MAP(VL_OPTION_ROW) };

#define VL_OF struct nu_state
static const struct vl_field fields[] = {
    VL_FIELD_KEY("phase", base.phase, NU_FAM_PHASE),
    VL_FIELD_KEY("outcome", base.outcome, NU_FAM_OUTCOME),
    VL_FIELD_INT("turn", turn, 0, NU_SEATS_MAX - 1),
    VL_FIELD_INT("pile", pile, 0, NU_PILE_MAX),
    VL_FIELD_INT("die", die, 0, NU_FACES),
    VL_FIELDS_END
};
#undef VL_OF

/* A known start for tests: the die is thrown, five stones are left. */
static const struct vl_fixture fixtures[] = {
    { "F2", "seats=2", "{\"phase\":\"take\",\"die\":3,\"pile\":5}" },
    { "F3", "seats=3", "{\"phase\":\"take\",\"die\":3,\"pile\":5}" },
};
/* clang-format on */

const struct vl_game null_game = {
    .id = "null",
    .prefix = "nu",
    .rule_prefix = "NU",
    .revision = 1,
    .seats_min = 2,
    .seats_max = NU_SEATS_MAX,
    .state_size = sizeof(struct nu_state),
    .moves_max = NU_FACES,
    .choices_max = NU_FACES,
    .decisions_max = 2 * NU_PILE_MAX, /* a throw and at least one stone each */
    .families = families,
    .families_len = (int)NU_FAMILIES_END - VL_FAM_GAME,
    .moves = moves,
    .moves_len = NU_MOVES,
    .events = events,
    .events_len = NU_EVS,
    .phases = phase_keys,
    .phases_len = NU_PHASES,
    .outcomes = outcome_keys,
    .outcomes_len = NU_OUTCOMES,
    .options = options,
    .options_len = VL_LEN(options),
    .fields = fields,
    .fixtures = fixtures,
    .fixtures_len = VL_LEN(fixtures),
    .rule_malformed = NU_BAD_01,
    .rule_unknown_action = NU_BAD_02,
    .rule_bad_position = NU_BAD_09,
    .rule_bad_content = NU_BAD_09,
    /* prepare: the options do not depend on each other. hide: no secrets.
     * pack: no content pack. */
    .start = start,
    .legal = legal,
    .refuse = refuse,
    .weight = weight,
    .sample = sample,
    .apply = apply,
    .step = step,
    .broken = broken,
    .result = result,
    .fresh = start,
    .loaded = loaded,
    .view = view,
    .eval = eval,
    .controller = controller,
    .extras = extras,
    .view_max = { .zones = 1, .items = 1, .stats = 1 },
    .faces = VL_BIT(NU_FAM_STONES),
};
