/* ra_aid.c - what the verbs of aids do: reductions, rerolls, dice that are set, skills that cost
 * nothing, foes that are banished (RA-AID, RA-FX-29 to 36). */
#include "games/reflets/ra_verbs.h"

static bool in_objective(const struct ra_state *s)
{
    return s->base.phase == RA_PH_OBJ_BEFORE || s->base.phase == RA_PH_OBJ_AFTER;
}

/* RA-AID-04, RA-AID-07 */
bool ra_can_reduce(const struct vl_fx_look *look)
{
    const struct ra_state *s = ra_of(look->s);
    int what = look->step->arg[0];

    return in_objective(s) &&
           (what == RA_ANY_CHAR || what == ra_objective(ra_content(look->r), s)->what);
}

/* RA-FX-29 */
int ra_do_reduce(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    s->trial.points = vl_u8(s->trial.points + x->step->arg[1]);
    s->trial.stars = vl_u8(s->trial.stars + x->step->arg[2]);
    VL_EMIT(x->sink, RA_EV_EASED, RA_FX_29, -1, x->step->arg[1], x->step->arg[2]);
    return VL_FX_DONE;
}

bool ra_can_succeed(const struct vl_fx_look *look)
{
    return in_objective(ra_of(look->s));
}

/* RA-FX-30 */
int ra_do_succeed(struct vl_fx_run *x)
{
    ra_playing(x)->s->trial.succeeds = 1;
    return VL_FX_DONE;
}

/* Dice that a window is about: run and bonus dice, those of the trial, the die of a test. */
static int dice_here(const struct ra_state *s, int phase, uint8_t out[RA_DICE])
{
    int n = 0;

    if (phase == RA_PH_MOVE)
        for (; n < s->dice_len; n++)
            out[n] = s->dice[n];
    else if (phase == RA_PH_OBJ_AFTER)
        for (; n < s->trial.dice_len; n++)
            out[n] = s->trial.dice[n].hero == VL_NONE ? 0 : s->trial.dice[n].value;
    else if (phase == RA_PH_GOLD)
        out[n++] = s->gold;
    else if (phase == RA_PH_VIT)
        out[n++] = (ra_window(s) - 1)->reg[RA_REG_DIE];
    return n;
}

static int phase_of_window(const struct ra_state *s)
{
    const struct vl_frame *w = ra_window(s);

    return w ? ra_machine.find(NULL, &s->base, w).steps->arg[0] : RA_PH_AUTO;
}

/* RA-WIN-10: a targeted one acts on the dice of its board, on the golden die if that is the
 * guide's. Bits of the dice that show `shows` (0: any). */
static unsigned dice_open(const struct vl_rules *r, const struct ra_state *s, int phase, int source,
                          int board, int shows)
{
    const struct ra_content *c = ra_content(r);
    uint8_t dice[RA_DICE] = { 0 };
    int n = dice_here(s, phase, dice);
    bool targeted = source < RA_CARDS && c->cards[source].targeted;
    unsigned set = 0;

    for (int i = 0; i < n; i++) {
        int hero = phase == RA_PH_OBJ_AFTER ? s->trial.dice[i].hero
                   : phase == RA_PH_VIT     ? (ra_window(s) - 1)->reg[RA_REG_HERO] - 1
                                            : VL_NONE;
        int place = hero == VL_NONE ? -1 : ra_place_of(s, hero);
        bool mine = !targeted || (place >= 0 ? ra_board_of(r, place) == board
                                             : ra_seat_of(r, board) == s->guide);
        if (dice[i] && (shows == 0 || dice[i] == shows) && mine)
            set |= 1u << i;
    }
    return set;
}

unsigned ra_dice_open(const struct vl_rules *r, const struct ra_state *s, int source, int board,
                      int shows)
{
    return dice_open(r, s, s->base.phase, source, board, shows);
}

/* For ra_legal.c: what may be picked for the step at hand, and how many at most. */
unsigned ra_dice_to_pick(const struct vl_rules *r, const struct ra_state *s, int *most)
{
    const struct vl_frame *f = &s->frames[s->depth - 1];
    struct vl_fx_look look = { &ra_machine, r, &s->base, f, NULL };
    const struct vl_fx *step = vl_fx_asking(&look, f);

    if (step == NULL || (step->verb != RA_DO_REROLL && step->verb != RA_DO_SET_DIE))
        return 0;
    bool rerolls = step->verb == RA_DO_REROLL;
    *most = rerolls ? step->arg[0] : 1;
    return dice_open(r, s, phase_of_window(s), f->source, f->reg[RA_REG_BOARD],
                     rerolls ? 0 : step->arg[0]);
}

int ra_name_dice(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    struct vl_frame *f = x->frame;
    int phase = phase_of_window(p->s), shows = x->step->verb == RA_DO_REROLL ? 0 : x->step->arg[0];

    if (f->reg[RA_REG_NAMED])
        return VL_FX_DONE;
    int set = vl_fx_take(x);
    unsigned open = dice_open(x->r, p->s, phase, f->source, f->reg[RA_REG_BOARD], shows);
    if (set < 0 && vl_bits(open) == 1)
        set = (int)open;
    if (set < 0 && open)
        return ra_enter(p, RA_PH_PICK_DICE);
    f->reg[RA_REG_NAMED] = set < 0 ? 0 : vl_u8(set);
    return VL_FX_DONE;
}

static bool can_dice(const struct vl_fx_look *look, int shows)
{
    const struct ra_state *s = ra_of(look->s);
    int phase = s->base.phase;

    if (phase != RA_PH_MOVE && phase != RA_PH_OBJ_AFTER && phase != RA_PH_VIT &&
        (phase != RA_PH_GOLD || shows == 0))
        return false;
    return dice_open(look->r, s, phase, look->frame->source, look->frame->reg[RA_REG_BOARD],
                     shows) != 0;
}

bool ra_can_reroll(const struct vl_fx_look *look)
{
    return can_dice(look, 0);
}

bool ra_can_set_die(const struct vl_fx_look *look)
{
    return can_dice(look, look->step->arg[0]);
}

/* Would a step do something, were its card not limited to its board? (RA-ERR-20) */
bool ra_serves_elsewhere(const struct vl_rules *r, const struct ra_state *s,
                         const struct vl_fx *step)
{
    const struct vl_frame *t = s->base.phase == RA_PH_VIT ? ra_test_below(s) : NULL;

    switch (step->verb) {
    case RA_DO_REROLL: return dice_open(r, s, s->base.phase, RA_FROM_GAME, RA_BOARDS, 0) != 0;
    case RA_DO_SET_DIE:
        return dice_open(r, s, s->base.phase, RA_FROM_GAME, RA_BOARDS, step->arg[0]) != 0;
    case RA_DO_SWAP: return true;
    case RA_DO_REVIVE: {
        int place = t ? ra_place_of(s, t->reg[RA_REG_HERO] - 1) : -1;
        return place >= 0 && t->reg[RA_REG_DIE] > ra_life(ra_content(r), s, place);
    }
    case RA_DO_SHIELD: return t != NULL;
    default: return false;
    }
}

static void show(struct vl_fx_run *x, int i, int n, vl_rule rule)
{
    struct ra_play *p = ra_playing(x);
    struct ra_state *s = p->s;

    switch (phase_of_window(s)) {
    case RA_PH_MOVE:
        s->dice[i] = vl_u8(n);
        VL_EMIT(x->sink, RA_EV_MOVE_DIE, rule, -1, n);
        break;
    case RA_PH_OBJ_AFTER:
        s->trial.dice[i].value = vl_u8(n);
        VL_EMIT(x->sink, RA_EV_DIE_CHANGED, rule, -1, s->trial.dice[i].hero, n);
        break;
    case RA_PH_GOLD: ra_set_gold(p, n); break;
    default:
        ra_tested(p)->reg[RA_REG_DIE] = vl_u8(n);
        VL_EMIT(x->sink, RA_EV_VITALITY, rule, -1, ra_tested(p)->reg[RA_REG_HERO] - 1, n);
        break;
    }
}

/* RA-FX-31, RA-CHN-04: one after the other. */
int ra_do_reroll(struct vl_fx_run *x)
{
    struct vl_frame *f = x->frame;

    for (; f->turn < RA_DICE; f->turn++) {
        if (!(f->reg[RA_REG_NAMED] >> f->turn & 1))
            continue;
        int n = ra_ask_die(x);
        if (n < 0)
            return VL_FX_ASK;
        show(x, f->turn, n, RA_FX_31);
    }
    f->reg[RA_REG_NAMED] = 0;
    return VL_FX_DONE;
}

/* RA-FX-32: the golden die, by whatever means. */
bool ra_can_reroll_gold(const struct vl_fx_look *look)
{
    return look->s->phase == RA_PH_GOLD;
}

int ra_do_reroll_gold(struct vl_fx_run *x)
{
    int n = ra_ask_die(x);

    if (n < 0)
        return VL_FX_ASK;
    ra_set_gold(ra_playing(x), n);
    return VL_FX_DONE;
}

/* RA-FX-33 */
int ra_do_set_die(struct vl_fx_run *x)
{
    unsigned set = x->frame->reg[RA_REG_NAMED];

    x->frame->reg[RA_REG_NAMED] = 0;
    if (set)
        show(x, vl_low_bit(set), x->step->arg[1], RA_FX_33);
    return VL_FX_DONE;
}

static int scope_of(const struct vl_fx_run *x)
{
    int source = x->frame->source;

    return source < RA_CARDS && ra_content(x->r)->cards[source].targeted
               ? 1 << x->frame->reg[RA_REG_BOARD]
               : 1 << RA_BOARDS;
}

/* RA-SKL-04, RA-AID-17 */
int ra_do_free(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    s->free_for = vl_u8(s->free_for | scope_of(x));
    return VL_FX_DONE;
}

int ra_do_no_penalty(struct vl_fx_run *x)
{
    struct ra_state *s = ra_playing(x)->s;

    s->no_penalty = vl_u8(s->no_penalty | scope_of(x));
    return VL_FX_DONE;
}

static bool is_foe(int card, int what)
{
    bool critter = card >= RA_CRITTER0;

    return what == 2 || critter == (what == 1);
}

/* RA-FX-36 */
bool ra_can_banish(const struct vl_fx_look *look)
{
    const struct ra_state *s = ra_of(look->s);

    if (!in_objective(s))
        return false;
    for (int i = 0; i < s->play_len; i++)
        if (is_foe(s->play[i], look->step->arg[0]))
            return true;
    return false;
}

int ra_name_foe(struct vl_fx_run *x)
{
    if (x->frame->reg[RA_REG_NAMED])
        return VL_FX_DONE;
    int card = vl_fx_take(x);
    if (card < 0)
        return ra_enter(ra_playing(x), RA_PH_PICK_CARD);
    x->frame->reg[RA_REG_NAMED] = vl_u8(1 + card);
    return VL_FX_DONE;
}

int ra_do_banish(struct vl_fx_run *x)
{
    struct ra_play *p = ra_playing(x);
    int card = x->frame->reg[RA_REG_NAMED] - 1;

    x->frame->reg[RA_REG_NAMED] = 0;
    if (ra_foe_at(p->s, card) < 0)
        return VL_FX_DONE;
    ra_drop_foe(p->s, ra_foe_at(p->s, card));
    ra_put(p, card, RA_IN_DISCARD);
    VL_EMIT(x->sink, RA_EV_FOE_GONE, RA_FX_36, -1, card);
    return VL_FX_DONE;
}
