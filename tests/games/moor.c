#include "moor.h"

/* What every step of a move needs; the machine sees its first part. */
struct play {
    struct vl_fx_run x;
    const struct moor_content *c;
    struct moor_state *s;
};

static const struct moor_content *content(const struct vl_rules *r)
{
    return (const struct moor_content *)r->content;
}

static const struct moor_state *of(const struct vl_state *s)
{
    return (const struct moor_state *)(const void *)s;
}

static struct play play_on(const struct vl_rules *r, struct vl_state *state, struct vl_sink *sink)
{
    struct moor_state *s = (struct moor_state *)(void *)state;
    struct play p = { { &moor_machine, r, state, sink, s->frames, &s->depth, NULL, NULL },
                      content(r),
                      s };

    return p;
}

static struct play *playing(struct vl_fx_run *x)
{
    return (struct play *)(void *)x;
}

static struct vl_fx_look look_at(const struct vl_rules *r, const struct moor_state *s)
{
    struct vl_fx_look look = { &moor_machine, r, &s->base, NULL, NULL };

    return look;
}

static bool has(const uint32_t *set, int i)
{
    return set[i / 32] >> (i % 32) & 1;
}

static void put(uint32_t *set, int i, bool in)
{
    set[i / 32] = in ? set[i / 32] | 1u << (i % 32) : set[i / 32] & ~(1u << (i % 32));
}

/* ---- what is there ---- */

static const struct vl_frame *top(const struct moor_state *s)
{
    return s->depth ? &s->frames[s->depth - 1] : NULL;
}

/* The cards left in a deck, in order; how many. */
static int deck(const struct moor_state *s, int deck, uint8_t out[MO_GEAR])
{
    static const uint8_t first[MO_DECKS + 1] = { 0, MO_GEAR, MO_GEAR + MO_TALES,
                                                 MO_GEAR + MO_TALES + MO_PERILS, MO_CARDS };
    int n = 0;

    for (int card = first[deck]; card < first[deck + 1]; card++)
        if (s->place[card] == MO_IN_DECK)
            out[n++] = vl_u8(card);
    return n;
}

static int deck_of(const struct vl_fx *step)
{
    return step->verb == MO_FIND         ? MO_DECK_GEAR
           : step->verb == MO_DRAW_PERIL ? MO_DECK_PERIL
                                         : MO_DECK_SNARE;
}

/* The cards that chance can draw now: for an arrival, or for the step at hand. */
static int drawable(const struct vl_rules *r, const struct moor_state *s, uint8_t out[MO_GEAR])
{
    struct vl_fx_look look = look_at(r, s);

    return deck(s, s->depth ? deck_of(vl_fx_asking(&look, top(s))) : MO_DECK_TALE, out);
}

/* MO-USE-01 */
static bool usable(const struct vl_rules *r, const struct moor_state *s, int seat, int card,
                   int list, int kind)
{
    const struct moor_card *c = &content(r)->cards[card];
    struct vl_fx_look look = look_at(r, s);

    return s->place[card] == MO_HELD + seat && c->list[list].len > 0 && c->kind[list] == kind &&
           vl_fx_can(&look, card, list, seat);
}

static int list_uses(const struct vl_rules *r, const struct moor_state *s, int seat, int kind,
                     struct vl_move *out)
{
    int n = 0;

    for (int card = 0; card < MO_GEAR; card++)
        for (int list = 0; list < MO_LISTS; list++)
            if (usable(r, s, seat, card, list, kind))
                out[n++] = vl_move_of(MO_MV_USE, card, list);
    return n;
}

/* RB-GEN-09 in small: a window opens only for who could use something in it. */
static bool has_use(struct play *p, int seat, int kind)
{
    struct vl_move list[MO_GEAR * MO_LISTS];

    return list_uses(p->x.r, p->s, seat, kind, list) > 0;
}

/* ---- phases ---- */

static int8_t actor_of(const struct moor_state *s)
{
    const struct vl_frame *f = top(s);

    switch ((enum moor_phase)s->base.phase) {
    case MO_PH_PLAN:
    case MO_PH_MOVE: return (int8_t)s->active;
    case MO_PH_WALK:
    case MO_PH_ROLL:
    case MO_PH_DRAW: return VL_CHANCE;
    case MO_PH_NAME_SEAT:
    case MO_PH_NAME_TOWN:
    case MO_PH_OFFER:
    case MO_PH_SIDE:
    case MO_PH_BOOST: return (int8_t)f->who;
    case MO_PH_SOAK:
    case MO_PH_TOLL: return (int8_t)((f->who + f->turn) % s->base.seats);
    case MO_PH_END:
    case MO_PH_OVER:
    case MO_PHASES: break;
    }
    return VL_OVER;
}

static int enter(struct play *p, int phase)
{
    p->s->base.phase = vl_u8(phase);
    p->s->base.actor = actor_of(p->s);
    return VL_FX_ASK;
}

static void go_on(struct play *p)
{
    p->s->base.phase = p->s->stage;
    p->s->base.actor = VL_AUTO;
}

/* ---- gold, wounds ---- */

static void gain(struct play *p, int seat, int n)
{
    struct moor_seat *who = &p->s->seat[seat];
    int sum = who->gold + n;

    who->gold = vl_u8(sum < 0 ? 0 : sum > MO_GOLD_MAX ? MO_GOLD_MAX : sum);
    VL_EMIT(p->x.sink, MO_EV_GOLD, MO_TURN_01, seat, seat, n, who->gold);
}

enum fate { STANDS, FELL, ALL_ENDS };

/* MO-HURT-01, MO-HURT-02 */
static enum fate hurt(struct play *p, int seat, int n)
{
    struct moor_seat *who = &p->s->seat[seat];

    if (n == 0)
        return STANDS;
    VL_EMIT(p->x.sink, MO_EV_WOUNDED, MO_HURT_01, seat, seat, n);
    who->wounds = vl_u8(who->wounds + n);
    if (who->wounds < MO_LIFE)
        return STANDS;
    who->wounds = who->hex = 0;
    who->gold /= 2;
    VL_EMIT(p->x.sink, MO_EV_KNOCKED_OUT, MO_HURT_01, seat, seat);
    if (seat != p->s->active)
        return FELL;
    (void)vl_fx_unwind(&p->x, 0);
    p->s->stage = MO_PH_END;
    go_on(p);
    return ALL_ENDS;
}

/* ---- verbs: costs ---- */

static int pay_gold(struct vl_fx_run *x)
{
    gain(playing(x), x->frame->who, -x->step->arg[0]);
    return VL_FX_DONE;
}

static bool can_pay_gold(const struct vl_fx_look *look)
{
    return of(look->s)->seat[look->frame->who].gold >= look->step->arg[0];
}

/* MO-PAY-01 */
static int pay_wound(struct vl_fx_run *x)
{
    static const int said[] = { VL_FX_DONE, VL_FX_END, VL_FX_GONE }; /* ORDER fate */

    return said[hurt(playing(x), x->frame->who, x->step->arg[0])];
}

static int spend(struct vl_fx_run *x)
{
    put(playing(x)->s->spent, x->frame->source, true);
    return VL_FX_DONE;
}

static bool can_spend(const struct vl_fx_look *look)
{
    return !has(of(look->s)->spent, look->frame->source);
}

static int discard(struct vl_fx_run *x)
{
    struct moor_state *s = playing(x)->s;

    s->place[x->frame->source] = MO_GONE;
    put(s->spent, x->frame->source, false);
    return VL_FX_DONE;
}

/* ---- verbs: effects ---- */

static bool concerns(const struct vl_fx_run *x, int seat)
{
    switch ((enum moor_scope)x->step->arg[0]) {
    case MO_SELF: return seat == x->frame->who;
    case MO_OTHERS: return seat != x->frame->who;
    case MO_ALL: break;
    }
    return true;
}

static int gold(struct vl_fx_run *x)
{
    for (; vl_fx_seat(x, x->frame->who) >= 0; x->frame->turn++) {
        int seat = vl_fx_seat(x, x->frame->who);

        if (concerns(x, seat))
            gain(playing(x), seat, x->step->arg[1]);
    }
    return VL_FX_DONE;
}

/* One after the other; who has gear against it is asked (a window inside the step). */
static int wound(struct vl_fx_run *x)
{
    struct play *p = playing(x);
    struct vl_frame *f = x->frame;

    for (; vl_fx_seat(x, f->who) >= 0; f->turn++) {
        int seat = vl_fx_seat(x, f->who);

        if (!concerns(x, seat))
            continue;
        if (!f->reg[MO_REG_OPEN])
            f->reg[MO_REG_SUM] = vl_u8(x->step->arg[1]);
        f->reg[MO_REG_OPEN] = 1;
        if (vl_fx_take(x) < 0 && f->reg[MO_REG_SUM] > 0 && has_use(p, seat, MO_SOAK))
            return enter(p, MO_PH_SOAK);
        if (hurt(p, seat, f->reg[MO_REG_SUM]) == ALL_ENDS)
            return VL_FX_GONE;
        f->reg[MO_REG_SUM] = f->reg[MO_REG_OPEN] = 0;
    }
    return VL_FX_DONE;
}

static bool can_heal(const struct vl_fx_look *look)
{
    for (int seat = 0; seat < look->s->seats; seat++)
        if (of(look->s)->seat[seat].wounds > 0)
            return true;
    return false;
}

/* MO-NAME-01: what a list has named is kept in its frame. */
static int name(struct vl_fx_run *x, int reg, int phase)
{
    if (x->frame->reg[reg] == 0) {
        int n = vl_fx_take(x);

        if (n < 0)
            return enter(playing(x), phase);
        x->frame->reg[reg] = vl_u8(1 + n);
    }
    return VL_FX_DONE;
}

static int name_seat(struct vl_fx_run *x)
{
    struct vl_fx_look look = look_at(x->r, playing(x)->s);

    return can_heal(&look) ? name(x, MO_REG_SEAT, MO_PH_NAME_SEAT) : VL_FX_DONE;
}

static int heal(struct vl_fx_run *x)
{
    if (x->frame->reg[MO_REG_SEAT]) {
        struct moor_seat *who = &playing(x)->s->seat[x->frame->reg[MO_REG_SEAT] - 1];

        who->wounds = vl_u8(who->wounds > x->step->arg[0] ? who->wounds - x->step->arg[0] : 0);
    }
    return VL_FX_DONE;
}

static int name_town(struct vl_fx_run *x)
{
    return name(x, MO_REG_HEX, MO_PH_NAME_TOWN);
}

static int teleport(struct vl_fx_run *x)
{
    struct play *p = playing(x);

    p->s->seat[x->frame->who].hex = vl_u8(x->frame->reg[MO_REG_HEX] - 1);
    VL_EMIT(x->sink, MO_EV_STEPPED, MO_WALK_01, x->frame->who, x->frame->who,
            x->frame->reg[MO_REG_HEX] - 1);
    return VL_FX_DONE;
}

/* The next card of the deck that a step draws from: -1 if chance decides, or -2 if none
 * is left. What is certain is not asked. */
static int next_card(struct vl_fx_run *x)
{
    uint8_t cards[MO_GEAR];
    int n = deck(playing(x)->s, deck_of(x->step), cards), card = vl_fx_take(x);

    return card >= 0 ? card : n == 1 ? cards[0] : n == 0 ? -2 : -1;
}

static void take_card(struct play *p, int seat, int card, int place)
{
    p->s->place[card] = vl_u8(place);
    VL_EMIT(p->x.sink, MO_EV_DREW, MO_DRAW_01, seat, seat, card);
}

static int find_gear(struct vl_fx_run *x)
{
    for (; x->frame->turn < x->step->arg[0]; x->frame->turn++) {
        int card = next_card(x);

        if (card < 0)
            return card == -1 ? enter(playing(x), MO_PH_DRAW) : VL_FX_DONE;
        take_card(playing(x), x->frame->who, card, MO_HELD + x->frame->who);
    }
    return VL_FX_DONE;
}

/* MO-DRAW-01 */
static int draw(struct vl_fx_run *x)
{
    int card = next_card(x);

    if (card < 0)
        return card == -1 ? enter(playing(x), MO_PH_DRAW) : VL_FX_DONE;
    take_card(playing(x), x->frame->who, card, MO_GONE);
    vl_fx_call(x, card, 0, x->frame->who);
    return VL_FX_CALLED;
}

/* MO-TEST-01: first the window, as long as there is something to use, then the die. */
static int test(struct vl_fx_run *x)
{
    struct play *p = playing(x);
    struct vl_frame *f = x->frame;

    if (f->turn == 0) {
        if (vl_fx_take(x) < 0 && has_use(p, f->who, MO_BOOST))
            return enter(p, MO_PH_BOOST);
        f->turn = 1;
    }
    int die = vl_fx_take(x);
    if (die < 0)
        return enter(p, MO_PH_ROLL);
    int total = die + f->reg[MO_REG_SUM];
    f->reg[MO_REG_SUM] = 0;
    VL_EMIT(x->sink, MO_EV_TESTED, MO_TEST_01, f->who, f->who, total, x->step->arg[0]);
    return VL_FX_ENTER + (total >= x->step->arg[0] ? 0 : 1);
}

/* Yes or no; what the yes needs; then the cost and what it buys. */
static int may(struct vl_fx_run *x)
{
    if (x->frame->turn == 0) {
        int yes = vl_fx_take(x);

        if (yes <= 0)
            return yes < 0 ? enter(playing(x), MO_PH_OFFER) : VL_FX_DONE;
        x->frame->turn = 1;
    }
    return vl_fx_choose(x, 0, 1) == VL_FX_ASK ? VL_FX_ASK : VL_FX_ENTER;
}

static int if_gold(struct vl_fx_run *x)
{
    return VL_FX_ENTER + (playing(x)->s->seat[x->frame->who].gold >= x->step->arg[0] ? 0 : 1);
}

static int either(struct vl_fx_run *x)
{
    int side = vl_fx_take(x);

    return side < 0 ? enter(playing(x), MO_PH_SIDE) : VL_FX_ENTER + side;
}

/* MO-TOLL-01: who cannot pay is not asked. */
static int toll(struct vl_fx_run *x)
{
    struct play *p = playing(x);
    struct vl_frame *f = x->frame;

    for (; vl_fx_seat(x, f->who) >= 0; f->turn++) {
        int seat = vl_fx_seat(x, f->who), pays = vl_fx_take(x), n = x->step->arg[0];

        if (seat == f->who)
            continue;
        if (pays < 0 && p->s->seat[seat].gold >= n)
            return enter(p, MO_PH_TOLL);
        if (pays > 0) {
            gain(p, seat, -n);
            gain(p, f->who, n);
        } else if (hurt(p, seat, 1) == ALL_ENDS) {
            return VL_FX_GONE;
        }
    }
    return VL_FX_DONE;
}

/* What gear adds to is the step below, which waits for it. */
static int add(struct vl_fx_run *x)
{
    VL_ASSERT(x->frame > x->frames);
    x->frame[-1].reg[MO_REG_SUM] = vl_u8(x->frame[-1].reg[MO_REG_SUM] + x->step->arg[0]);
    return VL_FX_DONE;
}

static int guard(struct vl_fx_run *x)
{
    uint8_t *sum = &x->frame[-1].reg[MO_REG_SUM];

    VL_ASSERT(x->frame > x->frames);
    *sum = vl_u8(*sum > x->step->arg[0] ? *sum - x->step->arg[0] : 0);
    return VL_FX_DONE;
}

/* clang-format off */
#define NO_ARG       { NULL, 0, 0, 0, 0, 0, NULL, NULL }
#define N            { "n", VL_FX_INT, 0, 0, -9, 9, NULL, NULL }
#define SCOPE        { "who", VL_FX_INT, 0, 0, MO_SELF, MO_ALL, NULL, NULL }
#define BLOCK        { "then", VL_FX_BLOCK, 0, 0, 0, 0, NULL, NULL }
#define COST         { "cost", VL_FX_COST, 0, 0, 0, 0, NULL, NULL }
#define KIND(kind)   (1u << (kind))

/* ORDER moor_verb */
const struct vl_fx_verb moor_verbs[] = {
    { "pay_gold",  MO_USE_01,  1, { N },               FX_PAYS(pay_gold, can_pay_gold) },
    { "pay_wound", MO_PAY_01,  1, { N },               FX_RUN(pay_wound) },
    { "spend",     MO_USE_02,  0, { NO_ARG },          FX_PAYS(spend, can_spend) },
    { "discard",   MO_USE_01,  0, { NO_ARG },          FX_PAYS(discard, can_spend) },
    { "gold",      MO_TURN_01, 2, { SCOPE, N },        FX_RUN(gold) },
    { "wound",     MO_HURT_01, 2, { SCOPE, N },        FX_STARTS(wound, KIND(MO_SOAK)) },
    { "heal",      MO_NAME_01, 1, { N },               FX_CHOOSE(heal, name_seat, can_heal) },
    { "teleport",  MO_NAME_01, 0, { NO_ARG },          FX_CHOOSE(teleport, name_town, NULL) },
    { "find",      MO_DRAW_01, 1, { N },               FX_RUN(find_gear) },
    { "peril",     MO_DRAW_01, 0, { NO_ARG },          FX_STARTS(draw, KIND(MO_PERIL)) },
    { "snare",     MO_DRAW_01, 0, { NO_ARG },          FX_STARTS(draw, KIND(MO_SNARE)) },
    { "test",      MO_TEST_01, 3, { N, BLOCK, BLOCK }, FX_STARTS(test, KIND(MO_BOOST)) },
    { "may",       MO_USE_01,  2, { COST, BLOCK },     FX_RUN(may) },
    { "if_gold",   MO_USE_01,  3, { N, BLOCK, BLOCK }, FX_RUN(if_gold) },
    { "either",    MO_USE_01,  2, { BLOCK, BLOCK },    FX_RUN(either) },
    { "toll",      MO_TOLL_01, 1, { N },               FX_RUN(toll) },
    { "add",       MO_TEST_01, 1, { N },               FX_RUN(add) },
    { "guard",     MO_HURT_01, 1, { N },               FX_RUN(guard) },
};
/* clang-format on */

static struct vl_fx_part find(const struct vl_rules *r, const struct vl_state *s,
                              const struct vl_frame *f)
{
    const struct moor_content *c = content(r);
    struct vl_fx_part part = { NULL, -1, 0 };

    (void)s;
    if (f->source >= MO_CARDS || f->list >= MO_LISTS || c->cards[f->source].list[f->list].len == 0)
        return part;
    part.steps = c->steps + c->cards[f->source].list[f->list].at;
    part.len = vl_i16(c->cards[f->source].list[f->list].len);
    part.kind = c->cards[f->source].kind[f->list];
    return part;
}

const struct vl_fx_machine moor_machine = {
    moor_verbs, MO_VERBS, MO_FRAMES, KIND(MO_ROAD) | KIND(MO_TALE), NULL, { 0 }, find, NULL
};

/* ---- turns ---- */

static void start(const struct vl_rules *r, struct vl_state *state)
{
    struct play p = play_on(r, state, NULL);
    struct moor_state *s = p.s;

    memset(s, 0, sizeof *s);
    s->base.seats = vl_u8(r->option[0]);
    for (int i = 0; i < 3 * s->base.seats; i++) /* to begin with */
        s->place[i * 4] = vl_u8(MO_HELD + i % s->base.seats);
    for (int hex = 1; hex < MO_HEXES; hex++)
        put(s->sites, hex, hex % 3 == 0 && p.c->hexes[hex].terrain != MO_TOWN);
    (void)enter(&p, MO_PH_PLAN);
}

/* MO-TURN-01, MO-USE-02 */
static void end_turn(struct play *p)
{
    struct moor_state *s = p->s;

    memset(s->dice, 0, sizeof s->dice);
    s->dice_len = 0;
    s->active = vl_u8((s->active + 1) % s->base.seats);
    s->round = vl_u8(s->round + (s->active == 0));
    s->stage = MO_PH_PLAN;
    for (int card = 0; card < MO_GEAR; card++)
        if (s->place[card] == MO_HELD + s->active)
            put(s->spent, card, false);
    s->base.outcome = s->round == MO_ROUNDS;
    VL_EMIT(p->x.sink, MO_EV_TURN, MO_TURN_01, s->active, s->active, s->round);
    (void)enter(p, s->round == MO_ROUNDS ? MO_PH_OVER : MO_PH_PLAN);
}

static void tell(struct play *p, int card)
{
    take_card(p, p->s->active, card, MO_GONE);
    vl_fx_call(&p->x, card, 0, p->s->active);
    go_on(p);
}

/* Who stops on a site draws a tale. */
static void stop(struct play *p)
{
    struct moor_state *s = p->s;
    int hex = s->seat[s->active].hex;
    uint8_t cards[MO_GEAR];
    int n = has(s->sites, hex) ? deck(s, MO_DECK_TALE, cards) : 0;

    put(s->sites, hex, false);
    s->stage = MO_PH_END;
    if (n > 1)
        (void)enter(p, MO_PH_DRAW);
    else if (n == 1)
        tell(p, cards[0]);
    else
        go_on(p);
}

static void step(const struct vl_rules *r, struct vl_state *state, struct vl_sink *sink)
{
    struct play p = play_on(r, state, sink);

    if (!vl_fx_go(&p.x, 0))
        return;
    if (p.s->stage == MO_PH_END)
        end_turn(&p);
    else
        (void)enter(&p, p.s->stage);
}

/* MO-WALK-01: the die that a step takes, or -1. */
static int die_for(const struct moor_content *c, const struct moor_state *s, int hex)
{
    for (int i = 0; i < s->dice_len; i++)
        if (s->dice[i] == c->hexes[hex].terrain || c->hexes[hex].terrain == MO_TOWN)
            return i;
    return -1;
}

static void walk(struct play *p, int hex)
{
    struct moor_state *s = p->s;

    for (int i = die_for(p->c, s, hex); i + 1 < s->dice_len; i++)
        s->dice[i] = s->dice[i + 1];
    s->dice[--s->dice_len] = 0;
    s->seat[s->active].hex = vl_u8(hex);
    VL_EMIT(p->x.sink, MO_EV_STEPPED, MO_WALK_01, s->active, s->active, hex);
    (void)enter(p, MO_PH_MOVE);
}

static void roll_die(struct play *p, int terrain)
{
    struct moor_state *s = p->s;

    s->dice[s->dice_len++] = vl_u8(terrain);
    if (s->dice_len == MO_DICE)
        s->stage = MO_PH_MOVE;
    (void)enter(p, s->dice_len == MO_DICE ? MO_PH_MOVE : MO_PH_WALK);
}

/* The answer to what the machine has asked. */
static void answer(struct play *p, int chosen)
{
    vl_fx_answer(&p->x, chosen);
    go_on(p);
}

static void apply(const struct vl_rules *r, struct vl_state *state, struct vl_move m,
                  struct vl_sink *sink)
{
    struct play p = play_on(r, state, sink);
    int a = m.arg[0], seat = state->actor;

    switch ((enum moor_move)m.kind) {
    case MO_MV_USE:
        VL_EMIT(sink, MO_EV_USED, MO_USE_01, seat, seat, a);
        vl_fx_use(&p.x, a, m.arg[1], seat);
        go_on(&p);
        break;
    case MO_MV_WALK: (void)enter(&p, MO_PH_WALK); break;
    case MO_MV_STEP: walk(&p, a); break;
    case MO_MV_STAY:
    case MO_MV_STOP: stop(&p); break;
    case MO_MV_TARGET:
    case MO_MV_TOWN:
    case MO_MV_SIDE:
    case MO_MV_ROLL: answer(&p, a); break;
    case MO_MV_YES:
    case MO_MV_PAY: answer(&p, 1); break;
    case MO_MV_NO:
    case MO_MV_ON:
    case MO_MV_SUFFER: answer(&p, 0); break;
    case MO_MV_DIE: roll_die(&p, a); break;
    case MO_MV_DRAW:
        if (p.s->depth)
            answer(&p, a);
        else
            tell(&p, a);
        break;
    case MO_MV_GO:
    case MO_MV_NONE:
    case MO_MOVES: VL_VERIFY(m.kind == MO_MV_STEP); /* a row is applied as its steps */
    }
}

/* ---- legal and refused ---- */

static int add_move(struct vl_move *out, int n, int kind, int a)
{
    out[n] = vl_move_of(kind, a, 0);
    return n + 1;
}

static int list_steps(const struct vl_rules *r, const struct moor_state *s, struct vl_move *out,
                      int n)
{
    const struct moor_hex *here = &content(r)->hexes[s->seat[s->active].hex];

    for (int k = 0; k < 6; k++)
        if (here->next[k] != VL_NONE && die_for(content(r), s, here->next[k]) >= 0)
            n = add_move(out, n, MO_MV_STEP, here->next[k]);
    return n;
}

static int list_towns(const struct vl_rules *r, const struct moor_state *s, struct vl_move *out)
{
    int n = 0;

    for (int hex = 0; hex < MO_HEXES; hex++)
        if (content(r)->hexes[hex].terrain == MO_TOWN && hex != s->seat[top(s)->who].hex)
            n = add_move(out, n, MO_MV_TOWN, hex);
    return n;
}

static int list_wounded(const struct moor_state *s, struct vl_move *out)
{
    int n = 0;

    for (int seat = 0; seat < s->base.seats; seat++)
        if (s->seat[seat].wounds > 0)
            n = add_move(out, n, MO_MV_TARGET, seat);
    return n;
}

static int list_offer(const struct vl_rules *r, const struct moor_state *s, struct vl_move *out)
{
    struct vl_fx_look look = look_at(r, s);
    int n = add_move(out, 0, MO_MV_NO, 0);

    return vl_fx_can_enter(&look, top(s), 0) ? add_move(out, n, MO_MV_YES, 0) : n;
}

static int list_cards(const struct vl_rules *r, const struct moor_state *s, struct vl_move *out)
{
    uint8_t cards[MO_GEAR];
    int n = drawable(r, s, cards);

    for (int i = 0; i < n; i++)
        (void)add_move(out, i, MO_MV_DRAW, cards[i]);
    return n;
}

static int legal(const struct vl_rules *r, const struct vl_state *state, struct vl_move *out)
{
    const struct moor_state *s = of(state);
    int n = 0, seat = state->actor;

    switch ((enum moor_phase)state->phase) {
    case MO_PH_PLAN:
        n = list_uses(r, s, seat, MO_ROAD, out);
        n = add_move(out, n, MO_MV_WALK, 0);
        return add_move(out, n, MO_MV_STAY, 0);
    case MO_PH_MOVE:
        n = list_uses(r, s, seat, MO_ROAD, out);
        n = list_steps(r, s, out, n);
        return add_move(out, n, MO_MV_STOP, 0);
    case MO_PH_BOOST:
        n = list_uses(r, s, seat, MO_BOOST, out);
        return add_move(out, n, MO_MV_ON, 0);
    case MO_PH_SOAK: n = list_uses(r, s, seat, MO_SOAK, out); return add_move(out, n, MO_MV_ON, 0);
    case MO_PH_NAME_SEAT: return list_wounded(s, out);
    case MO_PH_NAME_TOWN: return list_towns(r, s, out);
    case MO_PH_OFFER: return list_offer(r, s, out);
    case MO_PH_SIDE: n = add_move(out, n, MO_MV_SIDE, 0); return add_move(out, n, MO_MV_SIDE, 1);
    case MO_PH_TOLL: n = add_move(out, n, MO_MV_PAY, 0); return add_move(out, n, MO_MV_SUFFER, 0);
    case MO_PH_WALK:
        for (int terrain = 0; terrain < MO_TOWN; terrain++)
            n = add_move(out, n, MO_MV_DIE, terrain);
        return n;
    case MO_PH_ROLL:
        for (int face = 1; face <= 6; face++)
            n = add_move(out, n, MO_MV_ROLL, face);
        return n;
    case MO_PH_DRAW: return list_cards(r, s, out);
    case MO_PH_END:
    case MO_PH_OVER:
    case MO_PHASES: break;
    }
    return 0;
}

/* ---- rows of steps ---- */

/* Where the dice lead to: the near before the far, each by the way there. */
struct ways {
    int len;
    uint32_t seen[MO_HEXES]; /* bit by what is left of the dice */
    struct way {
        uint8_t hex, dice, steps; /* dice: a bit for each that is left */
        int16_t from;             /* one of the ways before it; -1: it begins here */
    } at[MO_HEXES << MO_DICE];
};

static void add_way(struct ways *w, int hex, int dice, int from)
{
    struct way *way = &w->at[w->len];

    if (w->seen[hex] >> dice & 1)
        return;
    w->seen[hex] |= UINT32_C(1) << dice;
    way->hex = vl_u8(hex);
    way->dice = vl_u8(dice);
    way->steps = vl_u8(from < 0 ? 0 : w->at[from].steps + 1);
    way->from = vl_i16(from);
    w->len++;
}

/* MO-WALK-01, as walk() takes them: the first die that will do. */
static void roam(const struct vl_rules *r, const struct moor_state *s, struct ways *w)
{
    memset(w->seen, 0, sizeof w->seen);
    w->len = 0;
    add_way(w, s->seat[s->active].hex, (1 << s->dice_len) - 1, -1);
    for (int i = 0; i < w->len; i++)
        for (int k = 0; k < 6; k++) {
            int hex = content(r)->hexes[w->at[i].hex].next[k], die = 0;

            if (hex == VL_NONE)
                continue;
            int terrain = content(r)->hexes[hex].terrain;
            while (die < s->dice_len &&
                   (!(w->at[i].dice >> die & 1) || (s->dice[die] != terrain && terrain != MO_TOWN)))
                die++;
            if (die < s->dice_len)
                add_way(w, hex, w->at[i].dice & ~(1 << die), i);
        }
}

/* MO-WALK-02: the shortest way, -1 if there is none. */
static int way_to(const struct ways *w, int hex)
{
    for (int i = 1; i < w->len; i++)
        if (w->at[i].hex == hex)
            return i;
    return -1;
}

/* A single step is a move of its own. */
static int rows(const struct vl_rules *r, const struct vl_state *s, struct vl_move out[VL_ROWS_MAX])
{
    struct ways w;
    int n = 0;

    if (s->phase != MO_PH_MOVE)
        return 0;
    roam(r, of(s), &w);
    for (int i = 1; i < w.len && n < VL_ROWS_MAX; i++)
        if (w.at[i].steps > 1 && way_to(&w, w.at[i].hex) == i)
            n = add_move(out, n, MO_MV_GO, w.at[i].hex);
    return n;
}

static int unfold(const struct vl_rules *r, const struct vl_state *s, struct vl_move row,
                  struct vl_move out[VL_ROW_MAX])
{
    struct ways w;

    roam(r, of(s), &w);
    int at = way_to(&w, row.arg[0]), n = at < 0 ? 0 : w.at[at].steps;
    for (int i = n; i > 0; i--, at = w.at[at].from)
        (void)add_move(out, i - 1, MO_MV_STEP, w.at[at].hex);
    return n;
}

static bool can_go(const struct vl_rules *r, const struct vl_state *s, int hex)
{
    struct ways w;

    if (s->phase != MO_PH_MOVE)
        return false;
    roam(r, of(s), &w);
    return way_to(&w, hex) >= 0;
}

static vl_rule refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m,
                      vl_actor by)
{
    struct vl_move list[VL_MOVES_MAX];

    if (s->actor == VL_OVER)
        return MO_BAD_04;
    if (by != VL_ANYONE && by != s->actor)
        return MO_BAD_05;
    if (m.kind == MO_MV_GO)
        return can_go(r, s, m.arg[0]) ? 0 : MO_BAD_06;
    return vl_move_find(list, legal(r, s, list), m) >= 0 ? 0 : MO_BAD_06;
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
    struct vl_move list[VL_MOVES_MAX];
    int n = legal(r, s, list);

    return list[vl_rng_below(rng, (uint32_t)n)];
}

/* ---- soundness ---- */

/* What a stack waits for it asks for again, and nothing else happens: the surest sign
 * that its phase, its frames and their memory belong together. */
static bool asks_again(const struct vl_rules *r, const struct moor_state *s)
{
    struct moor_state copy = *s;
    struct play p = play_on(r, &copy.base, NULL);

    go_on(&p);
    return !vl_fx_go(&p.x, 0) && memcmp(&copy, s, sizeof copy) == 0;
}

static const char *broken_stack(const struct vl_rules *r, const struct moor_state *s)
{
    struct vl_fx_look look = look_at(r, s);
    const char *remark = vl_fx_broken(&look, s->frames, s->depth);
    struct vl_move list[VL_MOVES_MAX];

    if (remark)
        return remark;
    for (int i = 0; i < s->depth; i++) {
        int hex = s->frames[i].reg[MO_REG_HEX];

        if (s->frames[i].reg[MO_REG_SEAT] > s->base.seats || hex > MO_HEXES)
            return "/frames: names what is not there";
        if (s->frames[i].reg[MO_REG_SUM] > 100)
            return "/frames: more than can be added up";
        if (s->place[s->frames[i].source] == MO_IN_DECK)
            return "/frames: a card of the deck";
    }
    if (s->base.phase == MO_PH_OVER || s->base.phase == MO_PH_WALK || s->depth == 0)
        return NULL;
    if (s->base.actor != VL_AUTO && (!asks_again(r, s) || legal(r, &s->base, list) == 0))
        return "/phase: nothing asks for this";
    return NULL;
}

static const char *broken_turn(const struct moor_state *s)
{
    bool asks = s->base.phase >= MO_PH_NAME_SEAT && s->base.phase < MO_PH_DRAW;

    if (s->active >= s->base.seats || (s->round == MO_ROUNDS) != (s->base.phase == MO_PH_OVER) ||
        (s->base.phase == MO_PH_OVER) != (s->base.outcome != 0))
        return "/round: not in this phase";
    if (s->stage != MO_PH_PLAN && s->stage != MO_PH_MOVE && s->stage != MO_PH_END)
        return "/stage: no stage";
    if (s->depth == 0 ? asks : s->base.phase < MO_PH_NAME_SEAT || s->base.phase > MO_PH_DRAW)
        return s->base.actor == VL_AUTO ? NULL : "/depth: nothing is carried out in this phase";
    if (s->dice_len > 0 && s->stage == MO_PH_PLAN && s->base.phase != MO_PH_WALK)
        return "/dice: before they are rolled";
    if (s->base.phase == MO_PH_WALK && (s->dice_len == MO_DICE || s->stage != MO_PH_PLAN))
        return "/dice: all are rolled";
    return NULL;
}

static const char *broken(const struct vl_rules *r, const struct vl_state *state, vl_rule *rule)
{
    const struct moor_state *s = of(state);
    uint8_t cards[MO_GEAR];

    *rule = MO_BAD_07;
    for (int seat = 0; seat < state->seats; seat++)
        if (s->seat[seat].hex >= MO_HEXES || s->seat[seat].wounds >= MO_LIFE)
            return "/seats: cannot be";
    for (int card = 0; card < MO_CARDS; card++)
        if (s->place[card] >= MO_HELD + state->seats ||
            (card >= MO_GEAR && s->place[card] >= MO_HELD))
            return "/cards: nobody's";
    if (s->base.phase < MO_PH_NAME_SEAT && s->base.phase != MO_PH_WALK &&
        s->base.phase != s->stage && s->base.actor != VL_AUTO)
        return "/stage: not the phase";
    const char *remark = broken_turn(s);
    if (!remark)
        remark = broken_stack(r, s);
    if (!remark && s->base.phase == MO_PH_DRAW && s->base.actor != VL_AUTO &&
        (drawable(r, s, cards) < 2 || (s->depth == 0 && s->stage != MO_PH_END)))
        return "/phase: nothing to draw";
    return remark;
}

static void result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out)
{
    (void)r;
    out->over = s->actor == VL_OVER;
    out->rule = out->over ? MO_TURN_01 : 0;
    for (int k = 0; k < s->seats; k++) {
        out->score[k] = of(s)->seat[k].gold;
        out->rank[k] = 1;
        for (int j = 0; j < s->seats; j++)
            out->rank[k] = vl_u8(out->rank[k] + (of(s)->seat[j].gold > of(s)->seat[k].gold));
        out->won[k] = out->over && out->rank[k] == 1;
    }
}

static int controller(const struct vl_rules *r, int seat)
{
    (void)r;
    return seat;
}

static int loaded(const struct vl_rules *r, struct vl_state *state, const struct vl_given *given,
                  struct vl_error *err)
{
    struct moor_state *s = (struct moor_state *)(void *)state;

    (void)r;
    (void)given;
    if (s->base.phase >= MO_PH_NAME_SEAT && s->base.phase < MO_PH_DRAW && s->depth == 0)
        return vl_error_set(err, VL_INVALID, "/depth", "nothing is carried out");
    if (s->active >= state->seats)
        return vl_error_set(err, VL_INVALID, "/active", "no such seat");
    state->actor = actor_of(s);
    return VL_OK;
}

/* ---- tables ---- */

/* clang-format off */
#define TEN(p) p "0", p "1", p "2", p "3", p "4", p "5", p "6", p "7", p "8", p "9"
static const char *const card_keys[] = {
    TEN("c00"), TEN("c01"), TEN("c02"), TEN("c03"), TEN("c04"), TEN("c05"), TEN("c06"), TEN("c07"),
    TEN("c08"), TEN("c09"), TEN("c10"), TEN("c11"), TEN("c12"), TEN("c13"), TEN("c14"), TEN("c15"),
    "c160", "c161", "c162", "c163", "c164", "c165", "c166", "c167",
};
static_assert(VL_LEN(card_keys) == MO_CARDS, "a key for every card");
static const char *const terrain_keys[] = { "heath", "hill", "wood", "bog", "town" };
static const char *const phase_keys[] = { "plan", "walk", "move", "end", "name_seat", "name_town", "offer", "side",
                                          "boost", "roll", "soak", "toll", "draw", "over" };
static const char *const place_keys[] = { "deck", "gone", "seat0", "seat1", "seat2", "seat3", "seat4", "seat5" };
static const char *const frame_keys[] = { "0", "1", "2", "3", "4" };
static const char *const outcome_keys[] = { "running", "done" };

static const struct vl_family families[] = {
    VL_FAMILY_N("card", MO_CARDS, card_keys),
    VL_FAMILY_N("hex", MO_HEXES, NULL),
    VL_FAMILY_N("terrain", MO_TERRAINS, terrain_keys),
    VL_FAMILY_N("phase", MO_PHASES, phase_keys),
    VL_FAMILY_N("place", MO_HELD + MO_SEATS_MAX, place_keys),
    VL_FAMILY_N("frame", MO_FRAMES, frame_keys),
};

#define NONE { NULL, 0, 0, 0, 0 }
static const struct vl_move_kind moves[] = {
    { NULL,     0, 0, { NONE }, { 0 } },
    { "use",    VL_MOVE_REVEALS, 2, { { "card", VL_ARG_ONE, MO_FAM_CARD, 0, MO_GEAR - 1 }, { "list", VL_ARG_ONE, VL_FAM_INT, 0, MO_LISTS - 1 } }, { 0 } },
    { "walk",   VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "stay",   VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "step",   0, 1, { { "hex", VL_ARG_ONE, MO_FAM_HEX, 0, MO_HEXES - 1 } }, { 0 } },
    { "stop",   VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "target", VL_MOVE_REVEALS, 1, { { "seat", VL_ARG_ONE, VL_FAM_SEAT, 0, MO_SEATS_MAX - 1 } }, { 0 } },
    { "town",   VL_MOVE_REVEALS, 1, { { "hex", VL_ARG_ONE, MO_FAM_HEX, 0, MO_HEXES - 1 } }, { 0 } },
    { "yes",    VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "no",     VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "side",   VL_MOVE_REVEALS, 1, { { "n", VL_ARG_ONE, VL_FAM_INT, 0, 1 } }, { 0 } },
    { "on",     VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "pay",    VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "suffer", VL_MOVE_REVEALS, 0, { NONE }, { 0 } },
    { "die",    VL_MOVE_CHANCE, 1, { { "terrain", VL_ARG_ONE, MO_FAM_TERRAIN, 0, MO_TOWN - 1 } }, { 0 } },
    { "roll",   VL_MOVE_CHANCE, 1, { { "n", VL_ARG_ONE, VL_FAM_INT, 1, 6 } }, { 0 } },
    { "draw",   VL_MOVE_CHANCE, 1, { { "card", VL_ARG_ONE, MO_FAM_CARD, 0, MO_CARDS - 1 } }, { 0 } },
    { "go",     VL_MOVE_ROW, 1, { { "hex", VL_ARG_ONE, MO_FAM_HEX, 0, MO_HEXES - 1 } }, { 0 } },
};

#define SEAT { "seat", VL_FAM_SEAT }
static const struct vl_event_kind events[] = {
    { "turn",        2, { SEAT, { "round", VL_FAM_INT } } },
    { "stepped",     2, { SEAT, { "hex", MO_FAM_HEX } } },
    { "used",        2, { SEAT, { "card", MO_FAM_CARD } } },
    { "drew",        2, { SEAT, { "card", MO_FAM_CARD } } },
    { "gold",        3, { SEAT, { "n", VL_FAM_INT }, { "gold", VL_FAM_INT } } },
    { "wounded",     2, { SEAT, { "n", VL_FAM_INT } } },
    { "knocked_out", 1, { SEAT } },
    { "tested",      3, { SEAT, { "total", VL_FAM_INT }, { "against", VL_FAM_INT } } },
};

static const struct vl_option options[] = {
    { "seats", 1, VL_OPTION_INT(2, MO_SEATS_MAX), 2, NULL, VL_OPTION_PLAYERS, MO_BAD_03, MO_TURN_01 },
};

#define VL_OF struct moor_seat
static const struct vl_field seat_fields[] = {
    VL_FIELD_KEY("hex", hex, MO_FAM_HEX),
    VL_FIELD_INT("wounds", wounds, 0, MO_LIFE - 1),
    VL_FIELD_INT("gold", gold, 0, MO_GOLD_MAX),
    VL_FIELDS_END
};
#undef VL_OF

#define VL_OF struct vl_frame
static const struct vl_field frame_fields[] = {
    VL_FIELD_KEY("card", source, MO_FAM_CARD),
    VL_FIELD_INT("list", list, 0, MO_LISTS - 1),
    VL_FIELD_INT("at", at, 0, VL_FX_CHOOSING),
    VL_FIELD_INT("who", who, 0, MO_SEATS_MAX - 1),
    VL_FIELD_INT("turn", turn, 0, VL_FX_STEPS_MAX),
    VL_FIELD_INT("answer", answer, 0, VL_FX_CAME_BACK),
    VL_FIELD_ROW("notes", reg, VL_FAM_INT, 0, 0, 255),
    VL_FIELDS_END
};
#undef VL_OF

static const struct vl_field place_fields[] = { VL_RECORD_KEY(MO_FAM_PLACE), VL_FIELDS_END };

#define VL_OF struct moor_state
static const struct vl_field fields[] = {
    VL_FIELD_KEY("phase", base.phase, MO_FAM_PHASE),
    VL_FIELD_KEY("stage", stage, MO_FAM_PHASE),
    VL_FIELD_BOOL("over", base.outcome),
    VL_FIELD_INT("active", active, 0, MO_SEATS_MAX - 1),
    VL_FIELD_INT("round", round, 0, MO_ROUNDS),
    VL_FIELD_LIST("dice", dice, dice_len, MO_FAM_TERRAIN, 0),
    VL_FIELD_MAP("seats", seat, VL_FAM_SEAT, 0, seat_fields),
    VL_FIELD_MAP("cards", place, MO_FAM_CARD, VL_FIELD_SPARSE, place_fields),
    VL_FIELD_BITS("spent", spent, MO_FAM_CARD, MO_CARDS),
    VL_FIELD_BITS("sites", sites, MO_FAM_HEX, MO_HEXES),
    VL_FIELD_INT("depth", depth, 0, MO_FRAMES),
    VL_FIELD_MAP("frames", frames, MO_FAM_FRAME, VL_FIELD_SPARSE, frame_fields),
    VL_FIELDS_END
};
#undef VL_OF
/* clang-format on */

const struct vl_game moor_game = {
    .id = "moor",
    .prefix = "mo",
    .rule_prefix = "MO",
    .revision = 1,
    .seats_min = 2,
    .seats_max = MO_SEATS_MAX,
    .state_size = sizeof(struct moor_state),
    .moves_max = MO_GEAR * MO_LISTS + 8,
    .choices_max = MO_GEAR * MO_LISTS + 8,
    .decisions_max = 20000, /* gear that is spent or gone once a turn, and what it asks */
    .families = families,
    .families_len = (int)MO_FAMILIES_END - VL_FAM_GAME,
    .moves = moves,
    .moves_len = MO_MOVES,
    .events = events,
    .events_len = MO_EVS,
    .phases = phase_keys,
    .phases_len = MO_PHASES,
    .outcomes = outcome_keys,
    .outcomes_len = VL_LEN(outcome_keys),
    .options = options,
    .options_len = VL_LEN(options),
    .fields = fields,
    .rule_malformed = MO_BAD_01,
    .rule_unknown_action = MO_BAD_02,
    .rule_bad_position = MO_BAD_07,
    .rule_bad_content = MO_BAD_07,
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
    .view_max = { 3 + MO_SEATS_MAX, MO_SEATS_MAX + MO_HEXES + MO_DICE + MO_CARDS, 2 * MO_SEATS_MAX,
                  MO_CARDS + 2 * MO_SEATS_MAX, 0 },
    .view = moor_view,
    .kind = moor_kind,
    .faces = VL_BIT(MO_FAM_CARD) | VL_BIT(MO_FAM_HEX) | VL_BIT(MO_FAM_TERRAIN),
    .map = moor_map,
};
