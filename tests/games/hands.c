#include "hands.h"

static const struct hands_state *of(const struct vl_state *s)
{
    return (const struct hands_state *)(const void *)s;
}

static struct hands_state *mut(struct vl_state *s)
{
    return (struct hands_state *)(void *)s;
}

static struct vl_move move(int kind, int arg)
{
    struct vl_move m;

    memset(&m, 0, sizeof m);
    m.kind = vl_u8(kind);
    m.arg[0] = vl_u8(arg);
    return m;
}

static int bits(uint32_t mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

static uint16_t bit(int card)
{
    return (uint16_t)(1u << card);
}

static int value(int card)
{
    return card + 1;
}

/* Whose turn it is. */
static int mover(const struct hands_state *h)
{
    return h->turn % h->base.seats;
}

/* The seat whose buried card is counted next, or -1. */
static int to_count(const struct hands_state *h)
{
    for (int k = 0; k < h->base.seats; k++) {
        if (h->seat[k].buried_len > 0)
            return k;
    }
    return -1;
}

/* The card that comes next whatever happens, or -1 if chance decides. */
static int forced(const struct hands_state *h)
{
    int k = to_count(h);

    if (h->base.phase == HD_PH_DRAW && h->top != VL_NONE)
        return h->top;
    if (h->base.phase == HD_PH_COUNT && h->seat[k].buried[0] != VL_NONE)
        return h->seat[k].buried[0];
    if (bits(h->pool) > 1)
        return -1;
    for (int card = 0; card < HD_CARDS; card++) {
        if (h->pool >> card & 1)
            return card;
    }
    return -1;
}

static int8_t actor(const struct hands_state *h)
{
    switch ((enum hands_phase)h->base.phase) {
    case HD_PH_PLAY: return (int8_t)mover(h);
    case HD_PH_DRAW:
    case HD_PH_SHOW: return forced(h) >= 0 ? VL_AUTO : VL_CHANCE;
    case HD_PH_COUNT: return to_count(h) < 0 || forced(h) >= 0 ? VL_AUTO : VL_CHANCE;
    case HD_PH_OVER:
    case HD_PHASES: break;
    }
    return VL_OVER;
}

static void enter(struct hands_state *h, int phase)
{
    h->base.phase = vl_u8(phase);
    h->base.outcome = phase == HD_PH_OVER;
    h->base.actor = actor(h);
}

static void take_out(uint8_t *cards, uint8_t *len, int slot)
{
    (*len)--;
    for (int i = slot; i < *len; i++)
        cards[i] = cards[i + 1];
    cards[*len] = 0;
}

/* ---- legal and refused ---- */

static int legal(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out)
{
    const struct hands_state *h = of(s);
    const struct hands_seat *me = &h->seat[mover(h)];
    int n = 0;

    (void)r;
    if (s->actor == VL_CHANCE) {
        for (int card = 0; card < HD_CARDS; card++) {
            if (h->pool >> card & 1)
                out[n++] = move(s->phase == HD_PH_DRAW ? HD_MV_DRAW : HD_MV_SHOW, card);
        }
    } else if (s->actor >= 0) {
        for (int i = 0; i < me->hand_len; i++)
            out[n++] = move(HD_MV_PLAY, i);
        for (int i = 0; i < me->hand_len && me->buried_len < HD_BURIED; i++)
            out[n++] = move(HD_MV_BURY, i);
    }
    return n;
}

static bool is_now(const struct vl_state *s, int kind)
{
    if (s->actor == VL_CHANCE)
        return kind == (s->phase == HD_PH_DRAW ? HD_MV_DRAW : HD_MV_SHOW);
    return s->actor >= 0 && (kind == HD_MV_PLAY || kind == HD_MV_BURY);
}

static vl_rule refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                      vl_actor by)
{
    const struct hands_state *h = of(s);
    const struct hands_seat *me = &h->seat[mover(h)];

    (void)r;
    if (s->actor == VL_OVER)
        return HD_BAD_04;
    if (!is_now(s, m.kind))
        return HD_BAD_05;
    if (by != VL_ANYONE && by != s->actor)
        return HD_BAD_06;
    if (s->actor == VL_CHANCE)
        return m.arg[0] < HD_CARDS && (h->pool >> m.arg[0] & 1) ? 0 : HD_BAD_09;
    if (m.arg[0] >= me->hand_len)
        return HD_BAD_07;
    if (m.kind == HD_MV_BURY && me->buried_len == HD_BURIED)
        return HD_BAD_08;
    return 0;
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
    struct vl_move list[HD_CARDS];
    int n = legal(r, s, list);

    return list[vl_rng_below(rng, (uint32_t)n)];
}

/* ---- the rules ---- */

/* HD-DRAW-01: the seat sees its card, the others that it took one. */
static void draw(struct hands_state *h, int card, struct vl_sink *sink)
{
    int seat = mover(h);
    struct hands_seat *me = &h->seat[seat];
    uint16_t own = (uint16_t)(1u << seat);
    int held;

    h->pool = (uint16_t)(h->pool & ~bit(card));
    h->top = VL_NONE;
    me->hand[me->hand_len++] = vl_u8(card);
    held = me->hand_len;
    vl_emit_to(sink, own, HD_EV_DREW, HD_DRAW_01, seat, &card, 1);
    vl_emit_to(sink, (uint16_t)~own, HD_EV_TOOK, HD_DRAW_01, seat, &held, 1);
    enter(h, me->hand_len < HD_HAND ? HD_PH_DRAW : HD_PH_PLAY);
}

static void next_turn(struct hands_state *h)
{
    h->turn++;
    enter(h, h->turn == HD_TURNS * h->base.seats ? HD_PH_COUNT : HD_PH_DRAW);
}

/* HD-PLAY-01 */
static void play(struct hands_state *h, int card, struct vl_sink *sink)
{
    struct hands_seat *me = &h->seat[mover(h)];

    take_out(me->hand, &me->hand_len, h->slot);
    h->slot = 0;
    h->pool = (uint16_t)(h->pool & ~bit(card));
    h->shown |= bit(card);
    me->score = vl_u8(me->score + value(card));
    VL_EMIT(sink, HD_EV_PLAYED, HD_PLAY_01, mover(h), card);
    next_turn(h);
}

/* HD-PLAY-02: the seat knows what it buries, the others only that it does. */
static void bury(struct hands_state *h, int slot, struct vl_sink *sink)
{
    int seat = mover(h);
    struct hands_seat *me = &h->seat[seat];
    uint16_t own = (uint16_t)(1u << seat);
    int card = me->hand[slot];

    me->buried[me->buried_len++] = me->hand[slot];
    take_out(me->hand, &me->hand_len, slot);
    vl_emit_to(sink, own, HD_EV_BURIED, HD_PLAY_02, seat, &card, 1);
    vl_emit_to(sink, (uint16_t)~own, HD_EV_LAID, HD_PLAY_02, seat, &slot, 1);
    next_turn(h);
}

/* HD-END-01 */
static void count(struct hands_state *h, int card, struct vl_sink *sink)
{
    int seat = to_count(h);
    struct hands_seat *me = &h->seat[seat];

    take_out(me->buried, &me->buried_len, 0);
    h->pool = (uint16_t)(h->pool & ~bit(card));
    h->shown |= bit(card);
    me->score = vl_u8(me->score + 2 * value(card));
    VL_EMIT(sink, HD_EV_COUNTED, HD_END_01, seat, vl_i16(card), vl_i16(me->score));
    enter(h, to_count(h) < 0 ? HD_PH_OVER : HD_PH_COUNT);
}

static void happen(struct hands_state *h, int card, struct vl_sink *sink)
{
    if (h->base.phase == HD_PH_DRAW)
        draw(h, card, sink);
    else if (h->base.phase == HD_PH_SHOW)
        play(h, card, sink);
    else
        count(h, card, sink);
}

static void apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m,
                  struct vl_sink *sink)
{
    struct hands_state *h = mut(s);

    (void)r;
    if (m.kind == HD_MV_BURY) {
        bury(h, m.arg[0], sink);
    } else if (m.kind == HD_MV_PLAY) {
        int card = h->seat[mover(h)].hand[m.arg[0]];

        h->slot = m.arg[0];
        if (card == VL_NONE) /* not known here: chance shows it */
            enter(h, HD_PH_SHOW);
        else
            play(h, card, sink);
    } else {
        happen(h, m.arg[0], sink);
    }
}

static void step(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink)
{
    struct hands_state *h = mut(s);

    (void)r;
    if (s->phase == HD_PH_COUNT && to_count(h) < 0)
        enter(h, HD_PH_OVER);
    else
        happen(h, forced(h), sink);
}

/* ---- who knows what ---- */

static void forget(struct hands_state *h, uint8_t *cards, int len)
{
    for (int i = 0; i < len; i++) {
        if (cards[i] != VL_NONE)
            h->pool |= bit(cards[i]);
        cards[i] = VL_NONE;
    }
}

static void hide(const struct vl_rules *r, struct vl_state *s, vl_actor viewer)
{
    struct hands_state *h = mut(s);

    (void)r;
    for (int k = 0; k < s->seats; k++) {
        if (k == viewer)
            continue;
        forget(h, h->seat[k].hand, h->seat[k].hand_len);
        forget(h, h->seat[k].buried, h->seat[k].buried_len);
    }
    h->top = VL_NONE;
    s->actor = actor(h); /* what is forced for one who knows may be chance for another */
}

/* Adds the cards to *seen; false if one was there already. */
static bool see(const uint8_t *cards, int len, uint32_t *seen, int *unknown)
{
    for (int i = 0; i < len; i++) {
        if (cards[i] == VL_NONE) {
            (*unknown)++;
            continue;
        }
        if (cards[i] >= HD_CARDS || (*seen >> cards[i] & 1))
            return false;
        *seen |= bit(cards[i]);
    }
    return true;
}

static const char *broken(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule)
{
    const struct hands_state *h = of(s);
    uint32_t seen = h->shown;
    int unknown = 0;

    (void)r;
    *rule = HD_INV_01;
    for (int k = 0; k < s->seats; k++) {
        if (!see(h->seat[k].hand, h->seat[k].hand_len, &seen, &unknown) ||
            !see(h->seat[k].buried, h->seat[k].buried_len, &seen, &unknown))
            return "/seats: a card is in two places";
    }
    if ((seen & h->pool) != 0 || (seen | h->pool) != (1u << HD_CARDS) - 1)
        return "/pool: does not complete the cards that are seen";
    if (unknown > bits(h->pool))
        return "/pool: too few cards for those face down";
    *rule = HD_BAD_10;
    if (h->top != VL_NONE && !(h->pool >> h->top & 1))
        return "/top: not in the pool";
    if (s->phase == HD_PH_PLAY && h->seat[mover(h)].hand_len == 0)
        return "/phase: nothing to play";
    if (s->phase == HD_PH_DRAW &&
        (bits(h->pool) == unknown || h->seat[mover(h)].hand_len == HD_HAND))
        return "/phase: nothing to draw";
    if (s->phase == HD_PH_SHOW
            ? h->slot >= h->seat[mover(h)].hand_len || h->seat[mover(h)].hand[h->slot] != VL_NONE
            : h->slot != 0)
        return "/slot: no card that is being shown";
    if ((s->phase >= HD_PH_COUNT) != (h->turn == HD_TURNS * s->seats) ||
        (s->phase == HD_PH_OVER) != (s->outcome != 0) ||
        (s->phase == HD_PH_OVER && to_count(h) >= 0))
        return "/phase: not at this turn";
    return NULL;
}

static void result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out)
{
    (void)r;
    out->over = s->actor == VL_OVER;
    out->rule = out->over ? HD_END_01 : 0;
    for (int k = 0; k < s->seats; k++) {
        out->score[k] = of(s)->seat[k].score;
        out->rank[k] = 1;
        for (int j = 0; j < s->seats; j++)
            out->rank[k] = vl_u8(out->rank[k] + (of(s)->seat[j].score > of(s)->seat[k].score));
        out->won[k] = out->over && out->rank[k] == 1;
    }
}

/* ---- start and positions ---- */

static void start(const struct vl_rules *r, struct vl_state *s)
{
    struct hands_state *h = mut(s);

    s->seats = vl_u8(r->option[0]);
    h->pool = (1u << HD_CARDS) - 1;
    h->top = VL_NONE;
    enter(h, HD_PH_DRAW);
}

static int loaded(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given,
                  struct vl_error *err)
{
    struct hands_state *h = mut(s);

    (void)r;
    (void)given;
    if (h->turn > HD_TURNS * s->seats)
        return vl_error_set(err, VL_RANGE, "/turn", "the game is over by then");
    s->outcome = s->phase == HD_PH_OVER;
    s->actor = actor(h);
    return VL_OK;
}

static int controller(const struct vl_rules *r, int seat)
{
    (void)r;
    return seat;
}

/* ---- tables ---- */

/* clang-format off */
static const char *const card_keys[] = { "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12" };
static const char *const phase_keys[] = { "draw", "play", "show", "count", "over" };
static const char *const outcome_keys[] = { "running", "counted" };

static const struct vl_family families[] = {
    VL_FAMILY("card", card_keys),
    VL_FAMILY("phase", phase_keys),
};

static const struct vl_move_kind moves[] = {
    { NULL,   0,              0, { { NULL, 0, 0, 0, 0 } }, { 0 } },
    { "play", 0,              1, { { "slot", VL_ARG_ONE, VL_FAM_INT,  0, HD_HAND - 1 } }, { 0 } },
    { "bury", 0,              1, { { "slot", VL_ARG_ONE, VL_FAM_INT,  0, HD_HAND - 1 } }, { 0 } },
    { "draw", VL_MOVE_CHANCE, 1, { { "card", VL_ARG_ONE, HD_FAM_CARD, 0, HD_CARDS - 1 } }, { 0 } },
    { "show", VL_MOVE_CHANCE, 1, { { "card", VL_ARG_ONE, HD_FAM_CARD, 0, HD_CARDS - 1 } }, { 0 } },
};

static const struct vl_event_kind events[] = {
    { "drew",    1, { { "card", HD_FAM_CARD } } },
    { "took",    1, { { "held", VL_FAM_INT } } },
    { "played",  1, { { "card", HD_FAM_CARD } } },
    { "buried",  1, { { "card", HD_FAM_CARD } } },
    { "laid",    1, { { "slot", VL_FAM_INT } } },
    { "counted", 2, { { "card", HD_FAM_CARD }, { "score", VL_FAM_INT } } },
};

static const struct vl_option options[] = {
    { "seats", 1, VL_OPTION_INT(2, HD_SEATS_MAX), 2, NULL, 0, HD_BAD_03, HD_DRAW_01 },
};

#define VL_OF struct hands_seat
static const struct vl_field seat_fields[] = {
    VL_FIELD_INT("score", score, 0, 90),
    VL_FIELD_LIST("hand", hand, hand_len, HD_FAM_CARD, 0),
    VL_FIELD_LIST("buried", buried, buried_len, HD_FAM_CARD, 0),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct hands_state
static const struct vl_field fields[] = {
    VL_FIELD_KEY("phase", base.phase, HD_FAM_PHASE),
    VL_FIELD_INT("turn", turn, 0, HD_TURNS * HD_SEATS_MAX),
    VL_FIELD_INT("slot", slot, 0, HD_HAND - 1),
    VL_FIELD_MAP("seats", seat, VL_FAM_SEAT, 0, seat_fields),
    VL_FIELD_BITS("pool", pool, HD_FAM_CARD, HD_CARDS),
    VL_FIELD_BITS("shown", shown, HD_FAM_CARD, HD_CARDS),
    VL_FIELD_HIDDEN_KEY("top", top, HD_FAM_CARD),
    VL_FIELDS_END
};
#undef VL_OF
/* clang-format on */

const struct vl_game hands_game = {
    .id = "hands",
    .prefix = "hd",
    .rule_prefix = "HD",
    .revision = 1,
    .seats_min = 2,
    .seats_max = HD_SEATS_MAX,
    .state_size = sizeof(struct hands_state),
    .moves_max = HD_CARDS,
    .choices_max = HD_CARDS,
    .decisions_max = 40, /* 12 draws, 9 turns, each card shown at most once */
    .families = families,
    .families_len = (int)HD_FAMILIES_END - VL_FAM_GAME,
    .moves = moves,
    .moves_len = HD_MOVES,
    .events = events,
    .events_len = HD_EVS,
    .phases = phase_keys,
    .phases_len = HD_PHASES,
    .outcomes = outcome_keys,
    .outcomes_len = VL_LEN(outcome_keys),
    .options = options,
    .options_len = VL_LEN(options),
    .fields = fields,
    .rule_malformed = HD_BAD_01,
    .rule_unknown_action = HD_BAD_02,
    .rule_bad_position = HD_BAD_10,
    .rule_bad_content = HD_BAD_10,
    .start = start,
    .legal = legal,
    .refuse = refuse,
    .weight = weight,
    .sample = sample,
    .apply = apply,
    .step = step,
    .hide = hide,
    .broken = broken,
    .result = result,
    .controller = controller,
    .fresh = start,
    .loaded = loaded,
};
