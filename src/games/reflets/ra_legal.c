/* ra_legal.c - who may do what: the lists of decisions (RA-ACT). Windows are in ra_use.c, refusals
 * in ra_refuse.c. */
#include "core/listing.h"
#include "games/reflets/reflets.h"

static const struct vl_frame *top(const struct ra_state *s)
{
    return &s->frames[s->depth - 1];
}

static const struct vl_fx *asking(const struct vl_rules *r, const struct ra_state *s)
{
    struct vl_fx_look look = { &ra_machine, r, &s->base, NULL, NULL };
    const struct vl_fx *step = vl_fx_asking(&look, top(s));

    VL_ASSERT(step != NULL);
    return step;
}

static struct vl_move *list_nobody(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    (void)r;
    (void)s;
    return at;
}

/* ---- setup ---- */

static struct vl_move *list_heroes(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    (void)r;
    for (int i = 0; i < s->drawn_len; i++)
        at = vl_put1(at, RA_MV_KEEP_HERO, s->drawn[i]);
    return at;
}

/* RA-SET-18 to 20, RA-RUL-66 */
static struct vl_move *list_team(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    for (int a = 0; a < s->n && s->swaps < RA_SWAPS_MAX; a++)
        for (int b = a + 1; b < s->n; b++)
            at = vl_put2(at, RA_MV_SWAP_PLACES, a, b);
    if (ra_team_gems(r, s) > s->replaced)
        for (int a = 0; a < s->n; a++)
            at = vl_put1(at, RA_MV_REPLACE_HERO, a);
    return vl_put0(at, RA_MV_TEAM_DONE);
}

static struct vl_move *list_quests(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    (void)r;
    for (int i = 0; i < s->offered_len; i++)
        at = vl_put1(at, RA_MV_CHOOSE_QUEST, s->offered[i]);
    return at;
}

static struct vl_move *list_challenges(const struct vl_rules *r, const struct ra_state *s,
                                       struct vl_move *at)
{
    (void)r;
    (void)s;
    for (int i = 0; i < RA_CHALLENGES; i++)
        at = vl_put1(at, RA_MV_CHOOSE_CHALLENGE, i);
    return at;
}

/* RA-SET-33, RA-SET-36 */
static bool is_for_green(const struct ra_content *c, const struct ra_state *s, int node,
                         int segment)
{
    const struct ra_node *n = &c->nodes[node];

    return n->segment == segment && n->kind == RA_NODE_PLAIN && n->setup != RA_MARK_GREY &&
           n->setup != RA_MARK_RED && ra_token_at(s, node) < 0;
}

bool ra_is_laid(const struct ra_state *s, int kind)
{
    for (int i = 0; i < RA_KINDS; i++)
        if (s->tokens[i].kind == kind)
            return true;
    return false;
}

static struct vl_move *list_places(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    uint8_t nodes[RA_ROADS];
    int n = 0;

    for (int node = RA_ROAD0; node < RA_ROAD0 + RA_ROADS; node++)
        if (is_for_green(ra_content(r), s, node, 1 + top(s)->turn))
            nodes[n++] = vl_u8(node);
    for (int kind = 0; kind < RA_KINDS; kind++)
        for (int i = ra_is_laid(s, kind) ? n : 0; i < n; i++)
            at = vl_put2(at, RA_MV_PLACE_TOKEN, kind, nodes[i]);
    return top(s)->turn == 0 ? vl_put0(at, RA_MV_QUICK_TOKENS) : at;
}

/* ---- the turn ---- */

static struct vl_move *list_goto(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    uint32_t to[3];
    struct vl_move *first = at;

    ra_destinations(r, s, to);
    for (int w = 0; w < VL_LEN(to); w++)
        for (uint32_t left = to[w]; left; left &= left - 1)
            at = vl_put1(at, RA_MV_GOTO, 32 * w + vl_low_bit(left));
    /* RA-MOV-18; and who can go nowhere stays (RA-MOV-19) */
    if (ra_content(r)->nodes[s->team_at].kind == RA_NODE_ROOM || at == first)
        at = vl_put0(at, RA_MV_STAY);
    return at;
}

static struct vl_move *list_window(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    const struct vl_frame *w = top(s);
    bool late = s->base.phase == RA_PH_MOVE && w->reg[RA_REG_LATE];

    if (!late)
        at += ra_list_window(r, s, s->base.actor, at);
    if (s->base.phase == RA_PH_MOVE && s->base.actor == (int)s->guide)
        at = list_goto(r, s, at);
    return late ? at : vl_put0(at, RA_MV_PASS);
}

static bool owns(const struct vl_rules *r, const struct ra_state *s, int board)
{
    return ra_seat_of(r, board) == s->base.actor;
}

/* RA-AVA-03, RA-GEM-09 */
static struct vl_move *list_brakes(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    bool none = false;
    int most = ra_brake_is_held(ra_content(r), s) ? 0 : s->gold - 1; /* RA-AVA-04 */

    for (int n = 0; n <= most; n++)
        for (int board = 0; board < ra_derived(r)->boards; board++)
            if (owns(r, s, board) && ra_gems_of(s, board) >= n && !(n == 0 && none)) {
                at = vl_put2(at, RA_MV_BRAKE, n, board);
                none = true;
            }
    return at;
}

static struct vl_move *put_gems(const struct vl_rules *r, const struct ra_state *s, int kind,
                                int only, unsigned colours, struct vl_move *at)
{
    for (int board = 0; board < ra_derived(r)->boards; board++)
        for (int colour = 0; colour < RA_CHARS; colour++)
            if ((only < 0 || only == board) && (colours >> colour & 1) &&
                s->gems[board][colour] > 0)
                at = vl_put2(at, kind, board, colour);
    return at;
}

static struct vl_move *list_gaits(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    at = vl_put0(at, RA_MV_WALK);
    for (int board = 0; board < ra_derived(r)->boards; board++)
        if (owns(r, s, board))
            at = put_gems(r, s, RA_MV_RUN, board, 31, at);
    return at;
}

static struct vl_move *put_slots(const struct vl_rules *r, const struct ra_state *s, int kind,
                                 bool tokens, struct vl_move *at)
{
    for (int board = 0; board < ra_derived(r)->boards; board++) {
        int waiting, cards = ra_waiting(s, board, &waiting);
        if ((tokens ? waiting : cards) < ra_places_each(r))
            at = vl_put1(at, kind, board);
    }
    return at;
}

static struct vl_move *list_token(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    at = vl_put0(at, RA_MV_TOKEN_NOW);
    at = put_slots(r, s, RA_MV_TOKEN_WAIT, true, at);
    for (int hue = 0; hue < RA_HUES; hue++)
        for (int kind = 0; kind < RA_GOLDEN; kind++)
            if (ra_token_of(s, hue, kind) >= 0 &&
                ra_refuse_token(r, s, s->base.actor, hue, kind) == 0)
                at = vl_put2(at, RA_MV_TOKEN, hue, kind);
    return at;
}

/* RA-LUK-01, RA-LUK-12 */
static struct vl_move *list_luck(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    (void)r;
    for (int i = 1; i <= RA_BONUSES; i++)
        at = vl_put1(at, RA_MV_LUCK_PICK, i);
    return s->base.actor == (int)s->guide ? vl_put0(at, RA_MV_LUCK_ROLL) : at;
}

static struct vl_move *list_kept(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    return vl_put0(put_slots(r, s, RA_MV_KEEP_DILEMMA, false, at), RA_MV_DROP_DILEMMA);
}

static struct vl_move *list_hazards(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    int space = ra_space_at(ra_content(r), s->team_at);

    for (int i = space * RA_OF_A_KIND; i < (space + 1) * RA_OF_A_KIND; i++)
        if (s->laid[i] == RA_LAID_KNOWN)
            at = vl_put1(at, RA_MV_PICK_HAZARD, RA_ZONE0 + i);
    return at;
}

static bool can_pay_alone(const struct vl_rules *r, const struct ra_state *s, int n)
{
    for (int board = 0; board < ra_derived(r)->boards; board++)
        if (ra_seat_of(r, board) == s->guide && ra_gems_of(s, board) >= n)
            return true;
    return false;
}

static struct vl_move *list_options(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    const struct ra_card *k = &ra_content(r)->cards[s->up[ra_space_at(ra_content(r), s->team_at)]];

    for (int i = 0; i < k->options_len; i++)
        if (can_pay_alone(r, s, k->options[i].cost))
            at = vl_put1(at, RA_MV_OPTION, i);
    return at;
}

static struct vl_move *list_door(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    (void)r;
    (void)s;
    return vl_put0(vl_put0(at, RA_MV_USE_KEY), RA_MV_TEST);
}

/* RA-QST-09, RA-QST-14 */
static struct vl_move *put_octuple(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    const struct ra_content *c = ra_content(r);
    int slot = ra_slot_at(c, s->team_at);

    if (!(s->lasting & RA_CHOSEN)) {
        at = vl_put0(at, RA_MV_TREASURE);
        at = vl_put0(at, RA_MV_OCTOGON);
    }
    at = vl_put0(at, RA_MV_REMAIN);
    return slot >= 0 && s->rooms[slot].card == c->octuple && (s->lasting & RA_PORTAL)
               ? vl_put0(at, RA_MV_PORTAL)
               : at;
}

/* RA-HAZ-09 to 11 */
static bool is_testable(const struct ra_content *c, const struct ra_state *s,
                        const struct ra_room *room)
{
    const struct ra_quest *q = &c->quests[s->quest];
    bool second = room->card == q->rooms[1] && !(s->lasting & RA_STEP2);

    if (c->cards[room->card].trial_len == 0)
        return false;
    if (room->card == c->octuple)
        return !(s->lasting & RA_PORTAL);
    if (second)
        return ra_holds(s, q->relic);
    return !room->won || (room->card == q->rooms[0] && !(s->lasting & RA_STEP1));
}

static bool can_cross(const struct ra_content *c, const struct ra_state *s)
{
    int up = 0;

    for (int i = 0; i < RA_SLOTS; i++)
        up += s->rooms[i].up && c->cards[s->rooms[i].card].feature == RA_FEATURE_PORTAL;
    return up == 2;
}

static struct vl_move *list_room(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    const struct ra_content *c = ra_content(r);
    const struct ra_room *room = &s->rooms[ra_slot_at(c, s->team_at)];
    int feature = c->cards[room->card].feature;

    if (room->card == c->octuple && (s->lasting & RA_PORTAL)) /* RA-HAZ-12 */
        return put_octuple(r, s, at);
    if (is_testable(c, s, room))
        at = vl_put0(at, RA_MV_TEST);
    at = vl_put0(at, RA_MV_SKIP_TEST);
    if (feature == RA_FEATURE_LUCK && (s->flags & RA_ENTERED))
        at = vl_put0(at, RA_MV_ROOM_LUCK);
    return feature == RA_FEATURE_PORTAL && can_cross(c, s) ? vl_put0(at, RA_MV_CROSS) : at;
}

static struct vl_move *list_octuple(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    return put_octuple(r, s, at);
}

/* RA-OBJ-08: one of each way of giving out the same dice. */
static struct vl_move *list_assigns(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    int board = vl_low_bit(s->trial.to_assign), first = ra_first_place(r, board), n = s->n - first;
    const struct ra_die *dice = &s->trial.dice[first];
    struct vl_move *begin = at;

    n = n > ra_places_each(r) ? ra_places_each(r) : n;
    for (int perm = 0; perm < RA_WAYS; perm++) {
        bool fresh = n == 3 || ra_perms[perm][2] == 2;
        for (struct vl_move *old = begin; old < at && fresh; old++) {
            bool same = true;
            for (int i = 0; i < n; i++)
                same = same &&
                       dice[ra_perms[perm][i]].value == dice[ra_perms[old->arg[1]][i]].value;
            fresh = !same;
        }
        if (fresh)
            at = vl_put2(at, RA_MV_ASSIGN, board, perm);
    }
    return at;
}

static struct vl_move *list_testers(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    (void)r;
    for (int i = 0; i < s->n; i++)
        at = vl_put1(at, RA_MV_CHOOSE_TESTER, i);
    return at;
}

/* ---- prompts ---- */

/* From which board, and of which colours, the payment at hand must come. */
static struct vl_move *list_payments(const struct vl_rules *r, const struct ra_state *s,
                                     struct vl_move *at)
{
    const struct vl_frame *f = top(s);
    int verb = asking(r, s)->verb;

    switch (verb) {
    case RA_DO_ANY: return put_gems(r, s, RA_MV_PAY_GEM, f->reg[RA_REG_BOARD], 31, at);
    case RA_DO_BRAKE:
    case RA_DO_ASK_OPTION: return put_gems(r, s, RA_MV_PAY_GEM, f->reg[RA_REG_BOARD] - 1, 31, at);
    case RA_DO_PENALTY:
        return put_gems(r, s, RA_MV_PAY_GEM, f->reg[RA_REG_BOARD], f->reg[RA_REG_NAMED], at);
    default: return put_gems(r, s, RA_MV_PAY_GEM, -1, 31, at);
    }
}

static struct vl_move *list_boards(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    int colour = top(s)->reg[RA_REG_MORE] - 1, only = ra_only_board(ra_content(r), top(s));

    for (int board = 0; board < ra_derived(r)->boards; board++)
        if (s->gems[board][colour] < RA_SLOTS_EACH && (only < 0 || only == board))
            at = vl_put1(at, RA_MV_PLACE_GEM, board);
    return at;
}

static struct vl_move *put_vils(const struct ra_state *s, int kind, struct vl_move *at)
{
    for (int colour = 0; colour < RA_CHARS; colour++)
        if (s->gems[RA_VILS][colour] > 0)
            at = vl_put1(at, kind, colour);
    return at;
}

static struct vl_move *list_takes(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    (void)r;
    return put_vils(s, RA_MV_TAKE_GEM, at);
}

static struct vl_move *list_burns(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    (void)r;
    return put_vils(s, RA_MV_BURN_GEM, at);
}

/* RA-GEM-11, RA-GEM-12 */
static struct vl_move *list_debts(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    struct vl_move *first = at;

    (void)r;
    for (int card = 0, left = ra_cards_in(s, 0, RA_DECKED, RA_IN_PURSE); left > 0; card++)
        if (s->in[card] == RA_IN_PURSE) {
            at = vl_put1(at, RA_MV_DEBT_CARD, card);
            left--;
        }
    for (int i = 0; i < RA_PLACED; i++)
        if (s->laid[i] == RA_LAID_PURSE)
            at = vl_put1(at, RA_MV_DEBT_CARD, RA_ZONE0 + i);
    for (int i = 0, none = at == first; i < s->n && none; i++)
        at = vl_put1(at, RA_MV_DEBT_HERO, i);
    return at;
}

bool ra_is_loose(const struct ra_state *s, int item)
{
    return s->in[item] == RA_IN_HELD && ra_place_of(s, s->holder[item - RA_ITEM0]) < 0;
}

/* RA-EQP-05 to 08, RA-RUL-65 */
static struct vl_move *list_items(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    const struct ra_content *c = ra_content(r);

    for (int i = 0; i < RA_ITEMS; i++) {
        int item = RA_ITEM0 + i;
        if (s->in[item] == RA_IN_HELD && !ra_is_stuck(c, s, item) &&
            (!vl_set_has(s->moved[1], i) || ra_is_loose(s, item) || ra_must_wear(c, s, item)))
            at = vl_put1(at, RA_MV_EQUIP_ITEM, item);
    }
    return ra_loose_items(s) || ra_cursed_waits(c, s) ? at : vl_put0(at, RA_MV_EQUIP_DONE);
}

static struct vl_move *list_holders(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    int item = RA_ITEM0 + top(s)->reg[RA_REG_NAMED] - 1;

    for (int place = 0; place < s->n; place++)
        for (int how = 0; how < (ra_must_wear(ra_content(r), s, item) ? 1 : 2); how++)
            if (ra_may_hold(ra_content(r), s, item, place, how == 0))
                at = vl_put2(at, RA_MV_EQUIP_HOLDER, place, how);
    return asking(r, s)->arg[0] && ra_is_loose(s, item) ? vl_put0(at, RA_MV_EQUIP_DISCARD) : at;
}

static bool has_set(const struct ra_state *s, int board)
{
    for (int colour = 0; colour < RA_CHARS; colour++)
        if (s->gems[board][colour] == 0)
            return false;
    return true;
}

static struct vl_move *list_offers(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    at = vl_put0(at, RA_MV_OFFER_DISCARD);
    if (s->n < RA_PLACES)
        at = vl_put0(at, RA_MV_OFFER_ENROL);
    for (int place = 0; place < s->n; place++)
        if (has_set(s, ra_board_of(r, place)))
            at = vl_put1(at, RA_MV_OFFER_REPLACE, place);
    return at;
}

/* RA-FX-14 to 20: whom the step at hand may be aimed at. */
static bool may_pick(const struct vl_rules *r, const struct ra_state *s, const struct vl_fx *step,
                     int place)
{
    const struct vl_frame *f = top(s);
    int source = f->source, hero = source < RA_ITEM0  ? source
                                   : source < RA_IMP0 ? s->holder[source - RA_ITEM0]
                                                      : VL_NONE;

    switch (step->verb) {
    case RA_DO_HEAL:
        return s->marker[place] && (step->arg[0] != RA_WHO_MATE || s->team[place] != hero);
    case RA_DO_HEAL_UP_TO: return s->marker[place] != 0;
    case RA_DO_SAC: return s->team[place] != hero;
    case RA_DO_SWAP:
        return source >= RA_CARDS || !ra_content(r)->cards[source].targeted ||
               ra_board_of(r, place) == f->reg[RA_REG_BOARD];
    default: return true;
    }
}

static struct vl_move *list_picks(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    const struct vl_fx *step = asking(r, s);

    for (int place = 0; place < s->n; place++)
        if (may_pick(r, s, step, place))
            at = vl_put1(at, RA_MV_PICK_HERO, place);
    return step->verb == RA_DO_HEAL_UP_TO ? vl_put0(at, RA_MV_PICK_DONE) : at;
}

static struct vl_move *list_rooms(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    for (int i = 0; i < RA_SLOTS; i++)
        if (!s->rooms[i].up)
            at = vl_put1(at, RA_MV_PICK_ROOM, ra_content(r)->slots[i]);
    return at;
}

/* RA-FX-27, RA-DCK-07 */
static struct vl_move *list_peeks(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    const struct ra_content *c = ra_content(r);
    bool any = asking(r, s)->arg[0] == 1; /* ORDER what_words */

    for (int i = 0; i < RA_SPACES && any; i++)
        if (s->stack[i] > 0 && s->top[i] == VL_NONE)
            at = vl_put1(at, RA_MV_PEEK, c->spaces[i]);
    for (int i = 0; i < RA_SLOTS; i++)
        if (!s->rooms[i].up && s->rooms[i].card == VL_NONE)
            at = vl_put1(at, RA_MV_PEEK, c->slots[i]);
    for (int i = 0; i < RA_TOKENS && any; i++)
        if (s->tokens[i].kind == VL_NONE && s->tokens[i].lies == RA_LIES_ROAD)
            at = vl_put1(at, RA_MV_PEEK, s->tokens[i].at);
    for (int deck = 0; deck < 4 && any; deck++)
        if (s->known_len[deck] == 0 && s->deck_len[deck] > 0)
            at = vl_put1(at, RA_MV_PEEK_DECK, deck);
    return vl_put0(at, RA_MV_PICK_DONE);
}

static struct vl_move *put_waiting(const struct ra_state *s, int kind, int but, struct vl_move *at)
{
    for (int card = RA_IMP0; card < RA_CREATURE0; card++)
        if (s->in[card] >= RA_IN_A && s->in[card] <= RA_IN_C && s->in[card] != but)
            at = vl_put1(at, kind, card);
    return at;
}

static struct vl_move *list_dilemmas(const struct vl_rules *r, const struct ra_state *s,
                                     struct vl_move *at)
{
    at = put_slots(r, s, RA_MV_DILEMMA_KEEP, false, at);
    return vl_put0(put_waiting(s, RA_MV_DILEMMA_SWAP, -1, at), RA_MV_DILEMMA_DISCARD);
}

static struct vl_move *list_waiting(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    int but = asking(r, s)->verb == RA_DO_PAID ? s->in[top(s)->reg[0]] : -1;

    return put_waiting(s, RA_MV_PICK_DILEMMA, but, at);
}

static struct vl_move *list_relic(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    (void)r;
    (void)s;
    return vl_put0(vl_put0(at, RA_MV_RELIC), RA_MV_LOOT3);
}

static struct vl_move *list_alts(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    (void)r;
    (void)s;
    return vl_put1(vl_put1(at, RA_MV_ALT, 0), RA_MV_ALT, 1);
}

static struct vl_move *list_trades(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    const struct ra_content *c = ra_content(r);
    int race = asking(r, s)->arg[0];

    for (int place = 0; place < s->n; place++)
        for (int rank = 0; rank < RA_PLACES; rank++)
            if (c->cards[s->team[place]].race != race && c->cards[s->vteam[rank]].race == race)
                at = vl_put2(at, RA_MV_TRADE, place, rank);
    return vl_put0(at, RA_MV_TRADE_DONE);
}

static struct vl_move *list_dice(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    int most = 0;
    unsigned open = ra_dice_to_pick(r, s, &most);

    for (unsigned set = 1; set < 1u << RA_DICE; set++)
        if (!(set & ~open) && vl_bits(set) <= most)
            at = vl_put1(at, RA_MV_DICE_MASK, (int)set);
    return at;
}

static struct vl_move *list_foes(const struct vl_rules *r, const struct ra_state *s,
                                 struct vl_move *at)
{
    int what = asking(r, s)->arg[0];

    for (int i = 0; i < s->play_len; i++)
        if (what == 2 || (s->play[i] >= RA_CRITTER0) == (what == 1))
            at = vl_put1(at, RA_MV_PICK_CARD, s->play[i]);
    return at;
}

/* RA-GEM-19, RA-RUL-64 */
static struct vl_move *list_colours(const struct vl_rules *r, const struct ra_state *s,
                                    struct vl_move *at)
{
    const struct vl_frame *f = top(s);
    int from = f->reg[2] & 15;

    (void)r;
    for (int colour = 0; colour < RA_CHARS; colour++) {
        int left = s->gems[from][colour];
        if ((f->reg[3] == RA_MV_TRANSFER_GEM || f->reg[3] == RA_MV_EXCHANGE_GEM) &&
            colour == f->reg[0])
            left--;
        if (left > 0)
            at = vl_put1(at, RA_MV_PAY_COLOUR, colour);
    }
    return at;
}

static struct vl_move *list_taxes(const struct vl_rules *r, const struct ra_state *s,
                                  struct vl_move *at)
{
    (void)r;
    (void)s;
    return vl_put0(vl_put0(at, RA_MV_IMP_TAX_DRAW), RA_MV_IMP_TAX_TAKE);
}

static struct vl_move *list_payers(const struct vl_rules *r, const struct ra_state *s,
                                   struct vl_move *at)
{
    for (int board = 0; board < ra_derived(r)->boards; board++)
        if (owns(r, s, board))
            at = vl_put1(at, RA_MV_PICK_BOARD, board);
    return at;
}

typedef struct vl_move *list_fn(const struct vl_rules *r, const struct ra_state *s,
                                struct vl_move *at);
#define X(name, word, list) list_##list,
static list_fn *const ra_lists[] = { RA_PHASE_MAP(X) };
#undef X

int ra_options_of(const struct vl_rules *r, const struct ra_state *s, struct vl_move *out)
{
    return (int)(ra_lists[s->base.phase](r, s, out) - out);
}

int ra_legal(const struct vl_rules *r, const struct vl_state *state, struct vl_move *out)
{
    const struct ra_state *s = ra_of(state);

    return state->actor == VL_CHANCE ? ra_outcomes(r, s, out) : ra_options_of(r, s, out);
}
