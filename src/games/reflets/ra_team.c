/* ra_team.c - things and their places: draws and decks (RA-DCK), gems (RA-GEM), heroes who come
 * and go (RA-DTH), equipment (RA-EQP), rooms that turn up and the Vils' quest (RA-VIL), tokens. */
#include "games/reflets/reflets.h"

/* ---- pools ---- */

uint8_t *ra_known(struct ra_state *s, int deck)
{
    switch (deck) {
    case 0: return s->known_heroes;
    case 1: return s->known_loot;
    case 2: return s->known_imps;
    default: return s->known_relics;
    }
}

static void range_of(int pool, int *from, int *to)
{
    static const uint8_t begins[] = { 0, RA_ITEM0, RA_IMP0, RA_RELIC0 },
                         ends[] = { RA_ITEM0, RA_RELIC0, RA_DECKED, RA_IMP0 };

    if (pool <= RA_POOL_RELIC) {
        *from = begins[pool];
        *to = ends[pool];
    } else if (pool <= RA_POOL_DOOR) {
        *from = RA_ZONE0 + (pool - RA_POOL_ZONE0) * RA_OF_A_KIND;
        *to = *from + RA_OF_A_KIND;
    } else {
        *from = RA_ROOM0;
        *to = RA_TREASURE0;
    }
}

/* Is it a member that nobody has seen (RA-DCK-05)? Of treasures and quests: one that is left. */
bool ra_in_pool(const struct vl_rules *r, const struct ra_state *s, int pool, int i)
{
    int from, to;

    (void)r;
    ra_pool_bounds(pool, &from, &to);
    if (i < from || i >= to)
        return false;
    if (pool <= RA_POOL_RELIC)
        return s->in[i] == RA_IN_UNSEEN;
    if (pool <= RA_POOL_ROOM)
        return s->laid[i - RA_ZONE0] == RA_LAID_UNSEEN;
    if (pool <= RA_POOL_GREY) {
        int hue = pool - RA_POOL_GREEN;
        for (int t = hue * RA_KINDS; t < (hue + 1) * RA_KINDS; t++)
            if (s->tokens[t].kind == i)
                return false;
        return true;
    }
    if (pool == RA_POOL_QUEST) {
        for (int k = 0; k < s->offered_len; k++)
            if (s->offered[k] == i)
                return false;
        return true;
    }
    if (pool == RA_POOL_PILE) /* an unforeseen card of the Vils that everybody knows */
        return s->in[i] == RA_IN_VPILE;
    return true;
}

void ra_pool_bounds(int pool, int *from, int *to)
{
    if (pool <= RA_POOL_ROOM) {
        range_of(pool, from, to);
    } else if (pool <= RA_POOL_GREY) {
        *from = 0;
        *to = RA_KINDS;
    } else if (pool == RA_POOL_QUEST) {
        *from = 0;
        *to = RA_QUESTS;
    } else if (pool == RA_POOL_PILE) {
        *from = RA_IMP0;
        *to = RA_DECKED;
    } else {
        *from = 0;
        *to = RA_TREASURES;
    }
}

int ra_member_count(const struct vl_rules *r, const struct ra_state *s, int pool, int *only)
{
    int from, to, n = 0;

    ra_pool_bounds(pool, &from, &to);
    if (pool <= RA_POOL_RELIC) { /* the long ones: who it is matters only if it is alone */
        int unseen = ra_cards_in(s, from, to, RA_IN_UNSEEN);
        for (*only = from; unseen == 1 && s->in[*only] != RA_IN_UNSEEN;)
            ++*only;
        return unseen;
    }
    for (int i = from; i < to; i++)
        if (ra_in_pool(r, s, pool, i)) {
            *only = i;
            n++;
        }
    return n;
}

int ra_drawn(struct ra_play *p, int pool)
{
    int got = vl_fx_take(&p->x), only = 0;

    if (got >= 0)
        return got;
    int n = ra_member_count(p->x.r, p->s, pool, &only);
    if (n <= 1)
        return n ? only : RA_NOTHING;
    p->s->pool = vl_u8(pool);
    (void)ra_enter(p, RA_PH_C_DRAW);
    return RA_ASKS;
}

/* ---- decks ---- */

void ra_put(struct ra_play *p, int card, int where)
{
    struct ra_state *s = p->s;

    s->in[card] = vl_u8(where);
    if (card >= RA_ITEM0 && card < RA_IMP0 && where != RA_IN_HELD) {
        s->holder[card - RA_ITEM0] = VL_NONE;
        vl_set_drop(s->active, card - RA_ITEM0);
    }
}

/* RA-DCK-13: what nobody has seen of an empty deck lies with the Vils, and is turned up there. */
static int turn_up_one(struct ra_play *p, int deck)
{
    struct ra_state *s = p->s;

    for (int i = 0; deck == 0 && i < RA_PLACES; i++)
        if (s->vteam[i] == VL_NONE) {
            int hero = ra_drawn(p, RA_POOL_HERO);
            if (hero < 0)
                return hero;
            s->vteam[i] = vl_u8(hero);
            ra_put(p, hero, RA_IN_VTEAM);
            VL_EMIT(p->x.sink, RA_EV_TURNED_UP, RA_DCK_13, -1, hero);
            return 1;
        }
    if (deck < 3 && s->vdown[deck] > 0) {
        int card = ra_drawn(p, RA_POOL_HERO + deck);
        if (card < 0)
            return card;
        s->vdown[deck]--;
        ra_put(p, card, RA_IN_VPILE);
        VL_EMIT(p->x.sink, RA_EV_TURNED_UP, RA_DCK_13, -1, card);
        return 1;
    }
    return 0;
}

bool ra_refill(struct ra_play *p, int deck)
{
    struct ra_state *s = p->s;
    int from, to, n = 0, got;

    if (s->known_len[deck] > 0 || s->deck_len[deck] > 0)
        return true;
    range_of(deck, &from, &to);
    for (int card = from; card < to; card++)
        n += s->in[card] == RA_IN_DISCARD;
    if (n == 0 || deck == 3)
        return true;
    while ((got = turn_up_one(p, deck)) > 0)
        ;
    if (got == RA_ASKS)
        return false;
    for (int card = from; card < to; card++)
        if (s->in[card] == RA_IN_DISCARD)
            s->in[card] = RA_IN_UNSEEN;
    s->deck_len[deck] = vl_u8(n);
    VL_EMIT(p->x.sink, RA_EV_REFILLED, RA_DCK_01, -1, deck);
    return true;
}

int ra_next(struct ra_play *p, int deck)
{
    struct ra_state *s = p->s;
    int card;

    if (!ra_refill(p, deck))
        return RA_ASKS;
    if (s->known_len[deck] > 0) {
        card = vl_take_first(ra_known(s, deck), &s->known_len[deck]);
    } else {
        if (s->deck_len[deck] == 0)
            return RA_NOTHING; /* RA-DCK-02 */
        card = ra_drawn(p, RA_POOL_HERO + deck);
        if (card < 0)
            return card;
        s->deck_len[deck]--;
    }
    ra_put(p, card, RA_IN_OPEN);
    return card;
}

/* ---- gems ---- */

int ra_only_board(const struct ra_content *c, const struct vl_frame *f)
{
    return f->source < RA_CARDS && c->cards[f->source].targeted ? f->reg[RA_REG_BOARD] : -1;
}

bool ra_room_for(const struct vl_rules *r, const struct ra_state *s, int colour, int only)
{
    for (int board = 0; board < ra_derived(r)->boards; board++)
        if (s->gems[board][colour] < RA_SLOTS_EACH && (only < 0 || only == board))
            return true;
    return false;
}

void ra_lose_gem(struct ra_play *p, int board, int colour, int to, int event, vl_rule rule)
{
    struct ra_state *s = p->s;

    VL_ASSERT(s->gems[board][colour] > 0);
    s->gems[board][colour]--;
    s->gems[to][colour]++;
    VL_EMIT(p->x.sink, event, rule, -1, colour, board);
}

/* ---- heroes who come and go ---- */

void ra_wound(struct ra_play *p, int place, int n, vl_rule rule)
{
    p->s->marker[place] = vl_u8(n);
    VL_EMIT(p->x.sink, RA_EV_WOUNDED, rule, -1, p->s->team[place], n);
}

/* RA-OBJ-19, RA-DTH-06, RA-DTH-11: its die is nobody's, a critter hinders nobody. */
static void forget(struct ra_state *s, int hero)
{
    for (int i = 0; i < s->play_len; i++)
        if (s->prey[i] == hero)
            s->prey[i] = VL_NONE;
    for (int i = 0; i < s->trial.dice_len; i++)
        if (s->trial.dice[i].hero == hero)
            s->trial.dice[i].hero = VL_NONE;
    if (s->trial.tester == hero)
        s->trial.tester = VL_NONE;
}

/* Items of a hero who has left lie loose: held by nobody in the team. */
bool ra_loose_items(const struct ra_state *s)
{
    for (int i = 0; i < RA_ITEMS; i++)
        if (s->in[RA_ITEM0 + i] == RA_IN_HELD && ra_place_of(s, s->holder[i]) < 0)
            return true;
    return false;
}

static void let_go(struct ra_state *s, int hero)
{
    for (int i = 0; i < RA_ITEMS; i++)
        if (s->holder[i] == hero)
            vl_set_drop(s->active, i);
}

void ra_leave(struct ra_play *p, int place, int where)
{
    struct ra_state *s = p->s;
    int hero = s->team[place];

    let_go(s, hero);
    forget(s, hero);
    for (int i = place; i + 1 < s->n; i++) { /* RA-DTH-01 */
        s->team[i] = s->team[i + 1];
        s->marker[i] = s->marker[i + 1];
    }
    s->n--;
    s->team[s->n] = VL_NONE;
    s->marker[s->n] = 0;
    ra_put(p, hero, where);
    ra_find_tester(p);
}

/* RA-DTH-07, RA-DTH-10: at the first vacancy, or in the place of another. */
void ra_join(struct ra_play *p, int hero, int place, vl_rule rule)
{
    struct ra_state *s = p->s;

    if (place < s->n) {
        int old = s->team[place];
        for (int i = 0; i < s->trial.dice_len; i++) /* RA-OBJ-19: the die goes over */
            if (s->trial.dice[i].hero == old)
                s->trial.dice[i].hero = vl_u8(hero);
        bool tested = s->trial.tester == old;
        let_go(s, old);
        forget(s, old);
        if (tested)
            s->trial.tester = vl_u8(hero);
    } else {
        place = s->n++;
    }
    s->team[place] = vl_u8(hero);
    s->marker[place] = 0;
    ra_put(p, hero, RA_IN_TEAM);
    VL_EMIT(p->x.sink, RA_EV_ENROLLED, rule, -1, hero, place);
    ra_find_tester(p);
}

/* RA-DTH-05, RA-DTH-09, RA-EQP-06, RA-EQP-09 */
int ra_after_loss(struct ra_play *p, int list)
{
    return p->s->n == 0 ? ra_end_game(p, RA_BY_WIPED, RA_END_05) : ra_call(p, list);
}

/* ---- equipment ---- */

static int count_active(const struct ra_state *s, int hero, int but)
{
    int n = 0;

    for (int i = ra_next_active(s, 0); i < RA_ITEMS; i = ra_next_active(s, i + 1))
        n += i != but && s->holder[i] == hero;
    return n;
}

static bool sets_twice(const struct ra_content *c, const struct ra_state *s, int hero, int item)
{
    for (int i = ra_next_active(s, 0); i < RA_ITEMS; i = ra_next_active(s, i + 1)) {
        if (RA_ITEM0 + i == item || s->holder[i] != hero)
            continue;
        for (int what = 0; what < RA_CHARS; what++)
            if (c->cards[RA_ITEM0 + i].sets[what] && c->cards[item].sets[what])
                return true;
    }
    return false;
}

/* RA-EQP-01 to 03 */
bool ra_may_hold(const struct ra_content *c, const struct ra_state *s, int item, int place,
                 bool active)
{
    int hero = s->team[place];

    if (!active)
        return true;
    return count_active(s, hero, item - RA_ITEM0) < RA_ACTIVE_MAX &&
           !sets_twice(c, s, hero, item) && !(c->cards[item].barred >> c->cards[hero].race & 1);
}

/* RA-EQP-07: a cursed item that is worn stays. */
bool ra_is_stuck(const struct ra_content *c, const struct ra_state *s, int item)
{
    return (c->cards[item].tags >> RA_TAG_CURSED & 1) && ra_is_active(s, item);
}

/* RA-EQP-07: cursed, and somebody could. */
bool ra_must_wear(const struct ra_content *c, const struct ra_state *s, int item)
{
    if (s->in[item] != RA_IN_HELD || ra_is_active(s, item) ||
        !(c->cards[item].tags >> RA_TAG_CURSED & 1))
        return false;
    for (int place = 0; place < s->n; place++)
        if (ra_may_hold(c, s, item, place, true))
            return true;
    return false;
}

bool ra_cursed_waits(const struct ra_content *c, const struct ra_state *s)
{
    for (int item = RA_ITEM0; item < RA_IMP0; item++)
        if (ra_must_wear(c, s, item))
            return true;
    return false;
}

/* RA-AVA-04, RA-FX-46 */
bool ra_brake_is_held(const struct ra_content *c, const struct ra_state *s)
{
    for (int i = ra_next_active(s, 0); i < RA_ITEMS; i = ra_next_active(s, i + 1))
        if (c->cards[RA_ITEM0 + i].no_brake)
            return true;
    return false;
}

/* ---- rooms, and the Vils' quest ---- */

/* RA-VIL-09 to 14, RA-VIL-18 */
static bool is_up(const struct ra_state *s, int card)
{
    for (int i = 0; i < RA_SLOTS; i++)
        if (s->rooms[i].up && s->rooms[i].card == card)
            return true;
    return false;
}

static void vils_relic(struct ra_play *p, const struct ra_quest *q)
{
    struct ra_state *s = p->s;

    if (s->in[q->relic] == RA_IN_KNOWN)
        vl_take_out(s->known_relics, &s->known_len[3], q->relic);
    else if (s->in[q->relic] == RA_IN_UNSEEN)
        s->deck_len[3]--;
    else {
        s->lasting = (uint8_t)(s->lasting | RA_BLOCKED);
        VL_EMIT(p->x.sink, RA_EV_VILS_BLOCKED, RA_VIL_10, -1, 0);
        return;
    }
    ra_put(p, q->relic, RA_IN_VPILE);
    s->notch = 1;
    VL_EMIT(p->x.sink, RA_EV_VILS_GOT, RA_VIL_09, -1, q->relic);
    VL_EMIT(p->x.sink, RA_EV_VILS_STEP, RA_VIL_09, -1, 1);
}

static void start_countdown(struct ra_play *p)
{
    p->s->notch = 3;
    p->s->countdown = RA_COUNTDOWN;
    p->s->flags = (uint8_t)(p->s->flags | RA_STARTED);
    VL_EMIT(p->x.sink, RA_EV_VILS_STEP, RA_VIL_12, -1, 3);
    VL_EMIT(p->x.sink, RA_EV_COUNTDOWN, RA_VIL_18, -1, RA_COUNTDOWN);
}

static void check_vils(struct ra_play *p, int card)
{
    struct ra_state *s = p->s;
    const struct ra_quest *q = &p->c->quests[s->vquest];
    bool cascade = p->d->cascade != 0;

    if (s->lasting & RA_BLOCKED)
        return;
    if (s->notch == 0 && (card == q->rooms[0] || (cascade && is_up(s, q->rooms[0]))))
        vils_relic(p, q);
    if (s->lasting & RA_BLOCKED)
        return;
    if (s->notch == 1 && (card == q->rooms[1] || (cascade && is_up(s, q->rooms[1])))) {
        s->notch = 2;
        VL_EMIT(p->x.sink, RA_EV_VILS_STEP, RA_VIL_11, -1, 2);
    }
    bool last = card == p->c->octuple || (cascade && is_up(s, p->c->octuple));
    if (s->notch < 3 && s->notch > 0 && last && is_up(s, q->rooms[0]) && is_up(s, q->rooms[1]))
        start_countdown(p);
}

void ra_see_room(struct ra_play *p, int slot, int card)
{
    p->s->rooms[slot].card = vl_u8(card);
    p->s->laid[card - RA_ZONE0] = RA_LAID_KNOWN;
}

void ra_turn_room(struct ra_play *p, int slot)
{
    struct ra_room *room = &p->s->rooms[slot];

    room->up = 1;
    p->s->laid[room->card - RA_ZONE0] = RA_LAID_UP;
    VL_EMIT(p->x.sink, RA_EV_TURNED_UP, RA_REV_12, -1, room->card);
    check_vils(p, room->card);
}

/* ---- tokens ---- */

int ra_reveal_token(struct ra_play *p, int token)
{
    struct ra_token *t = &p->s->tokens[token];
    int hue = token / RA_KINDS;

    if (t->kind == VL_NONE) {
        int kind = ra_drawn(p, RA_POOL_GREEN + hue);
        if (kind < 0)
            return kind;
        t->kind = vl_u8(kind);
    }
    return t->kind;
}

void ra_take_token(struct ra_play *p, int token)
{
    struct ra_token *t = &p->s->tokens[token];
    int hue = token / RA_KINDS;

    if (hue == RA_HUE_GREEN) {
        ra_put_token(t, RA_LIES_GONE);
        VL_EMIT(p->x.sink, RA_EV_TOKEN_GONE, RA_TOK_07, -1, hue, t->kind);
        return;
    }
    ra_put_token(t, RA_LIES_VILS);
    p->s->taken[hue - 1]++;
    VL_EMIT(p->x.sink, RA_EV_TOKEN_TAKEN, RA_TOK_08, -1, hue, t->kind, p->s->taken[hue - 1]);
}

void ra_set_gold(struct ra_play *p, int n)
{
    p->s->gold = vl_u8(n);
    VL_EMIT(p->x.sink, RA_EV_GOLDEN, RA_GLD_01, -1, n);
    ra_find_tester(p);
}
