/* ra_turn.c - the stages of a game: setup, the turn from blessing to end (RA-TUR), the ends
 * (RA-END). A stage comes when nothing is being carried out; it starts a list and says which
 * stage is next. */
#include "games/reflets/reflets.h"

/* ---- how it goes on ---- */

struct ra_play ra_play_on(const struct vl_rules *r, struct vl_state *state, struct vl_sink *sink)
{
    struct ra_state *s = (struct ra_state *)(void *)state;
    struct ra_play p = { { &ra_machine, r, state, sink, s->frames, &s->depth, NULL, NULL },
                         ra_content(r),
                         ra_derived(r),
                         s };

    return p;
}

/* RA-WIN-12: who answers. What a team gains or owes is the guide's, targets and payments of what
 * somebody used are theirs. */
int ra_asked_seat(const struct vl_rules *r, const struct ra_state *s)
{
    const struct vl_frame *f = &s->frames[s->depth - 1];

    switch (s->base.phase) {
    case RA_PH_BLESS:
    case RA_PH_GOLD:
    case RA_PH_MOVE:
    case RA_PH_EVENT:
    case RA_PH_OBJ_BEFORE:
    case RA_PH_OBJ_AFTER:
    case RA_PH_VIT:
    case RA_PH_WON:
    case RA_PH_TURN_END: return (s->guide + f->reg[RA_REG_CURSOR]) % s->base.seats;
    case RA_PH_OBJ_ASSIGN: return ra_seat_of(r, vl_low_bit(s->trial.to_assign));
    case RA_PH_PICK_HERO:
    case RA_PH_PEEK:
    case RA_PH_PICK_DILEMMA:
    case RA_PH_PICK_DICE:
    case RA_PH_PICK_CARD:
    case RA_PH_BURN_GEM:
    case RA_PH_ALT_CHOICE:
    case RA_PH_HERO_OFFER:
    case RA_PH_PAY_COLOUR:
    case RA_PH_PAY_GEM:
    case RA_PH_LUCK: return f->who;
    default: return s->guide;
    }
}

static int8_t actor_of(const struct vl_rules *r, const struct ra_state *s)
{
    if (s->base.phase == RA_PH_OVER)
        return VL_OVER;
    if (s->base.phase >= RA_PH_C_DIE)
        return VL_CHANCE;
    return (int8_t)ra_asked_seat(r, s);
}

int ra_enter(struct ra_play *p, int phase)
{
    p->s->base.phase = vl_u8(phase);
    p->s->base.actor = actor_of(p->x.r, p->s);
    return VL_FX_ASK;
}

void ra_go_on(struct ra_play *p)
{
    p->s->base.phase = RA_PH_AUTO;
    p->s->base.actor = VL_AUTO;
}

void ra_resume(const struct vl_rules *r, struct ra_state *s)
{
    s->base.actor = s->base.phase == RA_PH_AUTO ? VL_AUTO : actor_of(r, s);
}

int ra_call(struct ra_play *p, int list)
{
    int who = p->x.frame != NULL ? p->x.frame->who : p->s->guide;

    vl_fx_call(&p->x, RA_FROM_GAME, list, who);
    return VL_FX_CALLED;
}

void ra_begin(struct ra_play *p, int list, int next)
{
    p->s->stage = vl_u8(next);
    vl_fx_call(&p->x, RA_FROM_GAME, list, p->s->guide);
}

static void go_to(struct ra_play *p, int stage)
{
    p->s->stage = vl_u8(stage);
}

/* RA-END-07: nothing that waits is resolved. */
static void drop_all(struct ra_play *p)
{
    (void)vl_fx_unwind(&p->x, 0);
    p->s->throwing = p->s->pool = 0;
    ra_go_on(p);
}

int ra_end_game(struct ra_play *p, int outcome, vl_rule rule)
{
    drop_all(p);
    p->s->base.outcome = vl_u8(outcome);
    p->s->stage = RA_ST_OVER;
    VL_EMIT(p->x.sink, RA_EV_GAME_ENDED, rule, -1, outcome);
    (void)ra_enter(p, RA_PH_OVER);
    return VL_FX_GONE;
}

/* ---- setup ---- */

/* RA-SET-24 to 28: cards on a space beyond the first. */
static int extra_on(const struct ra_derived *d, int space)
{
    static const uint8_t by[RA_SPACES] = { RA_CHL_INTENSE, RA_CHL_INTENSE, RA_CHL_AVANCE,
                                           RA_CHL_AVANCE,  RA_CHL_PENIBLE, RA_CHL_INFECT,
                                           RA_CHL_ARDU };

    return d->ticks[by[space]];
}

static void lay_tokens(const struct ra_content *c, struct ra_state *s)
{
    int grey = RA_HUE_GREY * RA_KINDS, red = RA_HUE_RED * RA_KINDS;

    for (int node = 0; node < RA_NODES; node++) {
        if (c->nodes[node].setup == RA_MARK_GREY)
            ra_lay_token(&s->tokens[grey++], node); /* RA-SET-06 */
        if (c->nodes[node].setup == RA_MARK_RED)
            ra_lay_token(&s->tokens[red++], node); /* RA-SET-07 */
    }
}

/* What nobody decides (RA-SET-01 to 11). */
void ra_fresh(const struct vl_rules *r, struct vl_state *state)
{
    const struct ra_content *c = ra_content(r);
    const struct ra_derived *d = ra_derived(r);
    struct ra_state *s = (struct ra_state *)(void *)state;

    s->base.seats = d->seats;
    s->base.actor = VL_AUTO;
    s->team_at = c->city;
    s->deck_len[0] = RA_HEROES - RA_PLACES; /* RA-SET-15 */
    s->deck_len[1] = RA_LOOT;
    s->deck_len[2] = RA_IMPS;
    s->deck_len[3] = RA_RELICS;
    memset(s->team, VL_NONE, sizeof s->team);
    memset(s->vteam, VL_NONE, sizeof s->vteam);
    memset(s->holder, VL_NONE, sizeof s->holder);
    memset(s->top, VL_NONE, sizeof s->top);
    memset(s->up, VL_NONE, sizeof s->up);
    memset(s->prey, VL_NONE, sizeof s->prey);
    s->quest = s->vquest = s->treasure = s->relic_token = VL_NONE;
    s->trial.card = s->trial.tester = VL_NONE;
    for (int i = 0; i < RA_PLACES; i++)
        s->trial.dice[i].hero = VL_NONE;
    for (int i = 0; i < RA_SLOTS; i++)
        s->rooms[i].card = VL_NONE;
    for (int i = 0; i < RA_TOKENS; i++) {
        s->tokens[i].kind = VL_NONE;
        ra_put_token(&s->tokens[i], RA_LIES_UNPLACED);
    }
    lay_tokens(c, s);
    for (int i = 0; i < RA_SPACES; i++)
        s->stack[i] = vl_u8(1 + extra_on(d, i));
    for (int i = 0; i < RA_CHARS; i++) {
        for (int board = 0; board < d->boards; board++)
            s->gems[board][i] = 1;
        s->gems[RA_VILS][i] = 1;
        s->gems[RA_BANK][i] = vl_u8(RA_GEMS_EACH - d->boards - 1);
    }
    s->challenge = d->asks ? 0 : d->challenge;
    s->rewards = d->ticks[RA_CHL_AISE];
    for (int i = 0; i < RA_FRAMES; i++)
        s->frames[i] = ra_machine.none;
}

void ra_start(const struct vl_rules *r, struct vl_state *state)
{
    struct ra_state *s = (struct ra_state *)(void *)state;

    ra_fresh(r, state);
    s->stage = RA_ST_SETUP;
}

/* ---- the turn ---- */

/* RA-TUR-04, RA-TUR-06, RA-SKL-06 */
void ra_stage_turn(struct ra_play *p)
{
    struct ra_state *s = p->s;

    s->turn++;
    s->flags = s->free_for = s->no_penalty = s->gait = s->brake = s->potential = 0;
    memset(s->dice, 0, sizeof s->dice);
    s->dice_len = 0;
    memset(s->used, 0, sizeof s->used);
    VL_EMIT(p->x.sink, RA_EV_TURN_BEGUN, RA_TUR_01, s->guide, s->turn, s->guide);
    ra_begin(p, RA_LIST_BLESS, RA_ST_GOLDEN);
}

static bool is_hidden(const struct ra_play *p, int space, int slot)
{
    return slot >= 0 ? !p->s->rooms[slot].up : p->s->stack[space] > 0;
}

/* RA-SQR-01 to 05 */
void ra_stage_arrive(struct ra_play *p)
{
    struct ra_state *s = p->s;
    const struct ra_node *at = &p->c->nodes[s->team_at];
    int space = ra_space_at(p->c, s->team_at), slot = ra_slot_at(p->c, s->team_at);
    bool hazard = slot >= 0 || (space >= 0 && (s->stack[space] > 0 || s->up[space] != VL_NONE) &&
                                !(s->team_at == p->c->door && (s->lasting & RA_OPEN_DOOR)));

    if (ra_token_at(s, s->team_at) >= 0) {
        ra_begin(p, RA_LIST_TOKEN, RA_ST_END);
    } else if (at->kind == RA_NODE_LUCK) {
        ra_begin(p, RA_LIST_SQUARE, RA_ST_END);
    } else if (at->kind == RA_NODE_SHORTCUT) { /* RA-SHC-01 */
        s->stage = RA_ST_JUMP;
        vl_fx_call(&p->x, RA_FROM_LUCK, RA_OF_SHORTCUT, s->guide);
    } else if (hazard && is_hidden(p, space, slot)) {
        ra_begin(p, RA_LIST_REVELATION, RA_ST_HAZARD);
    } else {
        go_to(p, hazard ? RA_ST_HAZARD : RA_ST_END);
    }
}

/* RA-SHC-03, RA-SHC-04 */
void ra_stage_jump(struct ra_play *p)
{
    struct ra_state *s = p->s;

    s->team_at = p->c->nodes[s->team_at].arrow;
    VL_EMIT(p->x.sink, RA_EV_WENT, RA_SHC_03, -1, s->team_at);
    go_to(p, RA_ST_ARRIVE);
    if (s->team_at == s->avatar_at)
        (void)ra_end_game(p, RA_BY_AVATAR, RA_END_01);
}

void ra_stage_end(struct ra_play *p)
{
    struct ra_state *s = p->s;

    s->trial.card = s->trial.tester = VL_NONE;
    ra_clear_foes(p, RA_HAZ_01);
    ra_begin(p, RA_LIST_END, RA_ST_NEXT);
}

/* RA-TUR-05, RA-VIL-15, RA-VIL-18, RA-END-02, RA-END-06 */
void ra_stage_next(struct ra_play *p)
{
    struct ra_state *s = p->s;

    if (s->countdown > 0 && !(s->flags & RA_STARTED)) {
        s->countdown--;
        VL_EMIT(p->x.sink, RA_EV_COUNTDOWN, RA_VIL_18, -1, s->countdown);
        if (s->countdown == 0) {
            (void)ra_end_game(p, RA_BY_VILS, RA_END_02);
            return;
        }
    }
    if (s->turn >= p->d->turn_cap) {
        (void)ra_end_game(p, RA_BY_CAP, RA_END_06);
        return;
    }
    s->guide = vl_u8((s->guide + 1) % s->base.seats);
    go_to(p, RA_ST_TURN);
}

void ra_stage_over(struct ra_play *p)
{
    int score[2];

    ra_score(p->x.r, p->s, score);
    p->s->score[0] = vl_i16(score[0]);
    p->s->score[1] = vl_i16(score[1]);
    VL_EMIT(p->x.sink, RA_EV_COUNTED, RA_SCO_14, -1, score[0], score[1], score[0] - score[1]);
    (void)ra_end_game(p, RA_BY_QUEST, RA_END_03);
}

/* ---- all of it ---- */

struct stage {
    uint8_t list, next;
    ra_stage_step *does; /* NULL: it goes on as it says */
};

#define GOES(list, next)                                                                           \
    {                                                                                              \
        RA_LIST_##list, RA_ST_##next, NULL                                                         \
    }
#define DOES(word)                                                                                 \
    {                                                                                              \
        0, 0, ra_stage_##word                                                                      \
    }
#define X(name, word, does) does,
static const struct stage ra_stages[] = { RA_STAGE_MAP(X) };
#undef X

void ra_step(const struct vl_rules *r, struct vl_state *state, struct vl_sink *sink)
{
    struct ra_play p = ra_play_on(r, state, sink);

    VL_ASSERT(state->actor == VL_AUTO);
    if (!vl_fx_go(&p.x, 0) || state->actor != VL_AUTO)
        return;
    const struct stage *stage = &ra_stages[p.s->stage];
    if (stage->does)
        stage->does(&p);
    else
        ra_begin(&p, stage->list, stage->next);
}

#define X(name, word, flags, n, args, phases, tag, ...) tag,
static const int8_t ra_tags[] = { -1, RA_MOVE_MAP(X) };
#undef X

/* The faces of a throw as one number. */
static int faces_of(struct vl_move m)
{
    int sum = 0;

    for (int i = m.arg[0]; i > 0; i--)
        sum = sum * 6 + m.arg[i];
    return sum;
}

/* Most moves answer what a step has asked: up to two arguments, and which of its words it is. */
void ra_apply(const struct vl_rules *r, struct vl_state *state, struct vl_move m,
              struct vl_sink *sink)
{
    struct ra_play p = ra_play_on(r, state, sink);

    if (m.kind == RA_MV_DICE)
        vl_fx_answer(&p.x, faces_of(m));
    else if (ra_tags[m.kind] >= 0)
        vl_fx_answer(&p.x, m.arg[0] + 16 * m.arg[1] + (ra_tags[m.kind] << 12));
    else
        ra_use(&p, m);
    ra_go_on(&p);
}

void ra_result(const struct vl_rules *r, const struct vl_state *state, struct vl_result *out)
{
    static const vl_rule rules[] = { 0,         RA_END_03, RA_END_01, RA_END_02,
                                     RA_END_04, RA_END_05, RA_END_06 };
    const struct ra_state *s = ra_of(state);

    (void)r;
    out->over = state->actor == VL_OVER;
    out->rule = rules[state->outcome];
    for (int k = 0; k < state->seats; k++) { /* RA-SCO-14: one team */
        out->score[k] = s->score[0] - s->score[1];
        out->won[k] = state->outcome == RA_BY_QUEST;
        out->rank[k] = 1;
    }
}

/* RA-CHL-12, 13; RA-SET-32, RA-END-08, RA-SCO-14. */
int ra_earned(const struct vl_rules *r, const struct vl_state *state)
{
    const struct ra_state *s = ra_of(state);
    bool met = s->score[0] - s->score[1] >= ra_gap(s->challenge);

    if (state->outcome != RA_BY_QUEST || !met)
        return -1;
    return ra_derived(r)->ticks[s->challenge] < RA_TICKS_MAX ? s->challenge : -1;
}
