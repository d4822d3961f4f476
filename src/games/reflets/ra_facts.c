/* ra_facts.c - what the sentence of a refusal names (RA-ERR): what it takes, what is in the way, to
 * what it is limited. Only asked when a refusal is put into words. */
#include "core/view_build.h"
#include "games/reflets/reflets.h"

struct facts {
    const struct vl_rules *r;
    const struct ra_content *c;
    const struct ra_state *s;
    struct vl_facts all;
};

static const struct vl_frame *top(const struct facts *f)
{
    return &f->s->frames[f->s->depth - 1];
}

static void add(struct facts *f, const char *name, int family, int value)
{
    vl_add_fact(&f->all, name, family, value);
}

/* ---- gems ---- */

static void add_need(struct facts *f, int n, unsigned colours)
{
    add(f, "need", VL_FAM_INT, n);
    for (int i = 0; i <= RA_ANY_CHAR; i++)
        if (colours >> i & 1)
            add(f, "colour", RA_FAM_COLOUR, i);
}

static void add_boards(struct facts *f, const char *name, bool own)
{
    for (int board = 0; board < ra_derived(f->r)->boards; board++)
        if (!own || ra_seat_of(f->r, board) == f->s->base.actor)
            add(f, name, RA_FAM_BOARD, board);
}

static void need_on(struct facts *f, int n, int colour, int board)
{
    add_need(f, n, 1u << colour);
    add(f, "where", RA_FAM_BOARD, board);
}

static void need_of_use(struct facts *f, int card, int which, int board)
{
    unsigned colours = 0;
    int n = ra_lacks(f->r, f->s, card, which, board, &colours);

    add_need(f, n, colours);
    add(f, "where", RA_FAM_BOARD, board);
}

static int board_of_hero(const struct facts *f, int hero)
{
    int place = hero == VL_NONE ? -1 : ra_place_of(f->s, hero);

    return place < 0 ? 0 : ra_board_of(f->r, place);
}

static void need_of_trial(struct facts *f, struct vl_move m)
{
    const struct ra_die *die = &f->s->trial.dice[m.arg[0] % RA_PLACES];

    if (m.kind == RA_MV_AUTO)
        need_on(f, 4, ra_objective(f->c, f->s)->what, m.arg[0]);
    else
        need_on(f, 2, die->value ? die->value - 1 : 0, board_of_hero(f, die->hero));
}

/* RA-ERR-10 */
static void add_price(struct facts *f, struct vl_move m)
{
    const struct ra_state *s = f->s;
    int a = m.arg[0], b = m.arg[1];

    switch ((enum ra_move)m.kind) {
    case RA_MV_SKILL:
        need_of_use(f, a, b, board_of_hero(f, a < RA_ITEM0 ? a : s->holder[a - RA_ITEM0]));
        break;
    case RA_MV_DILEMMA: need_of_use(f, a, 0, s->in[a] - RA_IN_A); break;
    case RA_MV_GOLD_REROLL: need_on(f, 2, s->gold - 1, a); break;
    case RA_MV_AUTO:
    case RA_MV_PAID_REROLL: need_of_trial(f, m); break;
    case RA_MV_BRAKE: need_on(f, a, RA_ANY_CHAR, b); break;
    case RA_MV_RUN:
    case RA_MV_PAY_GEM: need_on(f, 1, b, a); break;
    case RA_MV_TAKE_GEM:
    case RA_MV_BURN_GEM: need_on(f, 1, a, RA_VILS); break;
    case RA_MV_PAY_COLOUR: need_on(f, 1, a, top(f)->reg[2] & 15); break;
    case RA_MV_TRANSFER_GEM:
    case RA_MV_EXCHANGE_GEM:
        if (s->gems[a][b] > 0 && ra_gems_of(s, a) < 2)
            need_on(f, 2, RA_ANY_CHAR, a); /* it, and the one that is paid */
        else if (s->gems[a][b] == 0)
            need_on(f, 1, b, a);
        else
            need_on(f, 1, m.arg[3], m.arg[2]);
        break;
    case RA_MV_MOVE_DILEMMA:
    case RA_MV_EXCHANGE_DILEMMA: need_on(f, 1, RA_ANY_CHAR, s->in[a] - RA_IN_A); break;
    case RA_MV_OFFER_REPLACE:
        add_need(f, RA_CHARS, 31);
        add(f, "where", RA_FAM_BOARD, ra_board_of(f->r, a));
        break;
    case RA_MV_OPTION:
        add_need(f, f->c->cards[s->up[ra_space_at(f->c, s->team_at)]].options[a].cost,
                 1u << RA_ANY_CHAR);
        add_boards(f, "where", true);
        break;
    default: /* RA-SET-19 */
        add_need(f, 1 + s->replaced, 1u << RA_ANY_CHAR);
        add_boards(f, "where", false);
        break;
    }
}

/* RA-ERR-11 */
static void add_payer(struct facts *f, struct vl_move m)
{
    int right = m.kind == RA_MV_PAY_GEM ? ra_right_board(f->s, f->r)
                : m.kind == RA_MV_AUTO  ? board_of_hero(f, f->s->trial.tester)
                                        : VL_NONE;

    if (right == VL_NONE)
        add_boards(f, "right", true);
    else
        add(f, "right", RA_FAM_BOARD, right);
}

/* RA-ERR-12: of an exchange the board that has no place for what it would get. */
static void add_full(struct facts *f, struct vl_move m)
{
    bool there = m.kind == RA_MV_TRANSFER_GEM || m.kind == RA_MV_EXCHANGE_GEM;
    int board = m.kind == RA_MV_MOVE_DILEMMA ? m.arg[1] : there ? m.arg[2] : m.arg[0];

    if (m.kind == RA_MV_EXCHANGE_GEM && f->s->gems[board][m.arg[1]] < RA_SLOTS_EACH)
        board = m.arg[0];
    add(f, "full", RA_FAM_BOARD, board);
}

/* ---- limits ---- */

/* RA-ERR-20: the hero, or the board. */
static void add_limit(struct facts *f, struct vl_move m)
{
    const struct ra_state *s = f->s;
    int a = m.arg[0];

    if (m.kind == RA_MV_DILEMMA) {
        add(f, "limit", RA_FAM_BOARD, s->in[a] - RA_IN_A);
    } else if (m.kind == RA_MV_PICK_HERO) {
        add(f, "limit", RA_FAM_BOARD, top(f)->reg[RA_REG_BOARD]);
    } else {
        int bearer = a >= RA_ITEM0 ? s->holder[a - RA_ITEM0] : VL_NONE;
        bool hindered = bearer != VL_NONE && ra_prey_of(s, bearer) >= 0;
        add(f, "limit", RA_FAM_CARD, hindered ? bearer : s->trial.tester);
    }
}

/* ---- items ---- */

/* RA-ERR-24 to 28: the item that is being placed, or what still lies there. */
static void add_item(struct facts *f, struct vl_move m, vl_rule rule)
{
    if (m.kind == RA_MV_EQUIP_HOLDER || m.kind == RA_MV_EQUIP_DISCARD) {
        add(f, "item", RA_FAM_ITEM, top(f)->reg[RA_REG_NAMED] - 1);
        return;
    }
    if (m.kind == RA_MV_EQUIP_ITEM) {
        add(f, "item", RA_FAM_ITEM, m.arg[0] - RA_ITEM0);
        return;
    }
    for (int item = RA_ITEM0; item < RA_IMP0; item++)
        if (rule == RA_ERR_28 ? ra_is_loose(f->s, item) : ra_must_wear(f->c, f->s, item))
            add(f, "item", RA_FAM_ITEM, item - RA_ITEM0);
}

/* RA-ERR-25 */
static void add_characteristic(struct facts *f, int hero)
{
    const struct ra_card *new_one = &f->c->cards[RA_ITEM0 + top(f)->reg[RA_REG_NAMED] - 1];

    for (int what = 0; what < RA_CHARS; what++)
        for (int i = 0; i < RA_ITEMS; i++)
            if (new_one->sets[what] && f->s->holder[i] == hero && vl_set_has(f->s->active, i) &&
                f->c->cards[RA_ITEM0 + i].sets[what]) {
                add(f, "what", RA_FAM_CHAR, what);
                break;
            }
}

static void add_brakes(struct facts *f)
{
    for (int i = 0; i < RA_ITEMS; i++)
        if (vl_set_has(f->s->active, i) && f->c->cards[RA_ITEM0 + i].no_brake)
            add(f, "item", RA_FAM_ITEM, i);
}

int ra_facts(const struct vl_rules *r, const struct vl_state *state, struct vl_move m, vl_rule rule,
             struct vl_msg_arg *out)
{
    const struct ra_state *s = ra_of(state);
    struct facts f = { r, ra_content(r), s, { out, 0 } };
    int slot = ra_slot_at(f.c, s->team_at);

    switch (rule) {
    case RA_ERR_10: add_price(&f, m); break;
    case RA_ERR_11: add_payer(&f, m); break;
    case RA_ERR_12: add_full(&f, m); break;
    case RA_ERR_13:
        add(&f, "space", RA_FAM_NODE, m.kind == RA_MV_GOTO ? m.arg[0] : s->team_at);
        break;
    case RA_ERR_14: add(&f, "space", RA_FAM_NODE, s->avatar_at); break;
    case RA_ERR_15: add_brakes(&f); break;
    case RA_ERR_20: add_limit(&f, m); break;
    case RA_ERR_25: add_characteristic(&f, s->team[m.arg[0]]); break;
    case RA_ERR_26:
        add(&f, "race", RA_FAM_RACE, f.c->cards[s->team[m.arg[0]]].race);
        add_item(&f, m, rule);
        break;
    case RA_ERR_27:
    case RA_ERR_28: add_item(&f, m, rule); break;
    case RA_ERR_29:
        if (slot >= 0)
            add(&f, "room", RA_FAM_CARD, s->rooms[slot].card);
        break;
    case RA_ERR_31: add(&f, "n", VL_FAM_INT, 1 + top(&f)->turn); break;
    default: break;
    }
    return f.all.len;
}
