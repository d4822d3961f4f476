/* ra_count.c - what is read off the table: places and boards, characteristics, what dice come to,
 * epic points and the final count. */
#include "games/reflets/reflets.h"

int ra_sort(int card)
{
    static const uint8_t ends[] = { RA_ITEM0, RA_RELIC0, RA_IMP0,  RA_CREATURE0, RA_CRITTER0,
                                    RA_ZONE0, RA_DOOR0,  RA_ROOM0, RA_TREASURE0, RA_CARDS };
    int sort = 0;

    while (card >= ends[sort])
        sort++;
    return sort;
}

/* ---- many cards at once ---- */

/* Eight bytes at a look: the top bit of each that is 0. */
int ra_cards_in(const struct ra_state *s, int from, int to, int where)
{
    const uint64_t each = UINT64_C(0x0101010101010101), low = each * 0x7f;
    uint64_t sum = 0, eight;
    int n = 0, card = from;

    for (; card + 8 <= to; card += 8) {
        memcpy(&eight, &s->in[card], sizeof eight);
        eight ^= each * (unsigned)where;
        sum += ~(((eight & low) + low) | eight | low) >> 7;
    }
    for (; card < to; card++)
        n += s->in[card] == where;
    return n + (int)(sum * each >> 56);
}

/* ---- places and boards ---- */

/* RA-GEN-03, RA-GEN-04 */
int ra_places_each(const struct vl_rules *r)
{
    return RA_PLACES / ra_derived(r)->boards;
}

int ra_board_of(const struct vl_rules *r, int place)
{
    return place / ra_places_each(r);
}

int ra_first_place(const struct vl_rules *r, int board)
{
    return board * ra_places_each(r);
}

/* RA-GEN-05 */
int ra_seat_of(const struct vl_rules *r, int board)
{
    return ra_derived(r)->seats == 1 ? 0 : board;
}

int ra_place_of(const struct ra_state *s, int hero)
{
    for (int i = 0; i < s->n; i++)
        if (s->team[i] == hero)
            return i;
    return -1;
}

int ra_slot_at(const struct ra_content *c, int node)
{
    for (int i = 0; i < RA_SLOTS; i++)
        if (c->slots[i] == node)
            return i;
    return -1;
}

int ra_space_at(const struct ra_content *c, int node)
{
    for (int i = 0; i < RA_SPACES; i++)
        if (c->spaces[i] == node)
            return i;
    return -1;
}

void ra_lay_token(struct ra_token *t, int node)
{
    t->lies = RA_LIES_ROAD;
    t->at = vl_u8(node);
}

void ra_put_token(struct ra_token *t, int where)
{
    t->lies = vl_u8(where);
    t->at = VL_NONE;
}

int ra_waits_on(const struct ra_token *t)
{
    return t->lies >= RA_LIES_A && t->lies < RA_LIES_A + RA_BOARDS ? t->lies - RA_LIES_A : -1;
}

int ra_token_at(const struct ra_state *s, int node)
{
    for (int i = 0; i < RA_TOKENS; i++)
        if (s->tokens[i].at == node)
            return i;
    return -1;
}

int ra_token_of(const struct ra_state *s, int hue, int kind)
{
    for (int i = hue * RA_KINDS; i < (hue + 1) * RA_KINDS; i++)
        if (s->tokens[i].kind == kind && ra_waits_on(&s->tokens[i]) >= 0)
            return i;
    return -1;
}

int ra_waiting(const struct ra_state *s, int board, int *tokens)
{
    *tokens = 0;
    for (int i = 0; i < RA_TOKENS; i++)
        *tokens += ra_waits_on(&s->tokens[i]) == board;
    return ra_cards_in(s, RA_IMP0, RA_CREATURE0, RA_IN_A + board);
}

bool ra_any_waiting(const struct ra_state *s)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t any = 0, eight;
    int card = RA_IMP0;

    static_assert(RA_PLACE_KINDS < 0x80 - RA_IN_C, "no sum goes into the next byte");
    for (; card + 8 <= RA_CREATURE0; card += 8) { /* from A on, but not beyond C */
        memcpy(&eight, &s->in[card], sizeof eight);
        any |= (eight + each * (0x80 - RA_IN_A)) & ~(eight + each * (0x7f - RA_IN_C));
    }
    for (; card < RA_CREATURE0; card++)
        any |= s->in[card] >= RA_IN_A && s->in[card] <= RA_IN_C ? 0x80 : 0;
    return (any & each * 0x80) != 0;
}

/* ---- characteristics ---- */

int ra_foe_at(const struct ra_state *s, int card)
{
    for (int i = 0; i < s->play_len; i++)
        if (s->play[i] == card)
            return i;
    return -1;
}

void ra_drop_foe(struct ra_state *s, int at)
{
    s->play_len--;
    for (; at < s->play_len; at++) {
        s->play[at] = s->play[at + 1];
        s->prey[at] = s->prey[at + 1];
    }
    s->play[at] = 0;
    s->prey[at] = VL_NONE;
}

bool ra_is_active(const struct ra_state *s, int item)
{
    return vl_set_has(s->active, item - RA_ITEM0);
}

int ra_prey_of(const struct ra_state *s, int hero)
{
    for (int i = 0; i < s->play_len; i++)
        if (s->prey[i] == hero)
            return s->play[i];
    return -1;
}

/* RA-VIT-02 */
int ra_life(const struct ra_content *c, const struct ra_state *s, int place)
{
    return s->marker[place] ? s->marker[place] : c->cards[s->team[place]].vitality;
}

/* RA-OBJ-01 */
int ra_value(const struct ra_content *c, const struct ra_state *s, int place, int what)
{
    int hero = s->team[place], value = c->cards[hero].values[what];

    if (ra_prey_of(s, hero) >= 0)
        value = value < 2 ? value : 2;
    else
        for (int i = ra_next_active(s, 0); i < RA_ITEMS; i = ra_next_active(s, i + 1))
            if (s->holder[i] == hero && c->cards[RA_ITEM0 + i].sets[what])
                value = c->cards[RA_ITEM0 + i].sets[what];
    return s->marker[place] && s->marker[place] < value ? s->marker[place] : value;
}

bool ra_holds(const struct ra_state *s, int item)
{
    return s->in[item] == RA_IN_HELD;
}

/* ---- gems ---- */

int ra_gems_of(const struct ra_state *s, int board)
{
    int n = 0;

    for (int i = 0; i < RA_CHARS; i++)
        n += s->gems[board][i];
    return n;
}

int ra_team_gems(const struct vl_rules *r, const struct ra_state *s)
{
    int n = 0;

    for (int board = 0; board < ra_derived(r)->boards; board++)
        n += ra_gems_of(s, board);
    return n;
}

/* ---- objectives ---- */

/* RA-CHL-01 to 10 */
int ra_difficulty(const struct ra_state *s)
{
    return 2 + s->challenge / 3 - (s->challenge == RA_CHL_INFERNAL);
}

int ra_gap(int challenge)
{
    static const uint8_t gaps[] = { 42, 69, 96 };

    return challenge == RA_CHL_INFERNAL ? 123 : gaps[challenge % 3];
}

int ra_trial_card(const struct ra_state *s)
{
    return s->flags & RA_OCTOGON ? RA_TREASURE0 + s->treasure : s->trial.card;
}

const struct ra_objective *ra_objective(const struct ra_content *c, const struct ra_state *s)
{
    return &c->cards[ra_trial_card(s)].trial[s->trial.node];
}

/* RA-TRI-06: of a door or a room. */
int ra_hazard_notch(const struct ra_content *c, const struct ra_state *s)
{
    int slot = ra_slot_at(c, s->team_at);

    if (s->flags & RA_OCTOGON)
        return 0;
    if (slot >= 0)
        return s->rooms[slot].notch;
    return s->team_at == c->door ? s->door_notch : 0;
}

/* RA-TRI-04, RA-TRI-05 */
int ra_target(const struct ra_content *c, const struct ra_state *s)
{
    const struct ra_objective *o = ra_objective(c, s);
    bool alone = o->kind == RA_INDIVIDUAL;
    int value = o->value, most = alone ? 6 : 20;

    for (int i = 0; i < s->play_len && !(s->flags & RA_OCTOGON); i++) {
        int adds = c->cards[s->play[i]].adds[o->what];
        value += alone ? (adds > 0) : adds;
    }
    value -= ra_hazard_notch(c, s) * (alone ? 1 : 2);
    value -= alone ? s->trial.stars : s->trial.points;
    return value < 1 ? 1 : value > most ? most : value;
}

/* RA-OBJ-03 */
int ra_die_says(const struct ra_content *c, const struct ra_state *s, int i)
{
    const struct ra_die *d = &s->trial.dice[i];
    int place = d->hero == VL_NONE ? -1 : ra_place_of(s, d->hero);

    if (d->value == 0 || place < 0)
        return RA_SAYS_NOTHING;
    if (d->value == 6)
        return RA_SAYS_FUMBLE;
    int value = ra_value(c, s, place, ra_objective(c, s)->what);
    return d->value < value ? RA_SAYS_OK : d->value == value ? RA_SAYS_CRIT : RA_SAYS_MISS;
}

/* RA-OBJ-06, RA-OBJ-09 */
int ra_die_gives(const struct ra_content *c, const struct ra_state *s, int i)
{
    bool alone = ra_objective(c, s)->kind == RA_INDIVIDUAL;
    int value = s->trial.dice[i].value;

    switch (ra_die_says(c, s, i)) {
    case RA_SAYS_OK: return alone ? 1 : value;
    case RA_SAYS_CRIT: return alone ? 2 : value + 1;
    case RA_SAYS_FUMBLE: return -1;
    default: return 0;
    }
}

int ra_reached(const struct ra_content *c, const struct ra_state *s)
{
    int sum = 0;

    for (int i = 0; i < s->trial.dice_len; i++)
        sum += ra_die_gives(c, s, i);
    return sum;
}

bool ra_fails(const struct ra_content *c, const struct ra_state *s)
{
    if (s->trial.succeeds)
        return false;
    return ra_reached(c, s) < ra_target(c, s);
}

/* ---- points ---- */

int ra_points_of(const struct ra_content *c, int card)
{
    return c->cards[card].points;
}

bool ra_meets(const struct ra_content *c, const struct ra_task *t, int hero)
{
    const struct ra_card *k = &c->cards[hero];

    return (t->race == VL_NONE || k->race == t->race) &&
           (t->align == VL_NONE || k->align == t->align);
}

struct side { /* what one side is counted by */
    int leader, heroes_len, heroes[RA_PLACES];
    int items_in, fallen_in; /* enum ra_place */
};

static int count_fallen(const struct ra_content *c, const struct ra_state *s,
                        const struct ra_task *t, int where)
{
    int n = 0;

    for (int hero = 0; hero < RA_HEROES; hero++)
        n += s->in[hero] == where && ra_meets(c, t, hero);
    return n;
}

static int count_items(const struct ra_content *c, const struct ra_state *s,
                       const struct ra_task *t, int where)
{
    int n = 0;

    for (int item = RA_ITEM0; item < RA_IMP0; item++)
        if (s->in[item] == where)
            n += t->tag != VL_NONE ? c->cards[item].tags >> t->tag & 1 : c->cards[item].gold;
    return n;
}

/* RA-SCO-02 to 05, RA-SCO-09 */
static void count_tasks(const struct ra_content *c, const struct ra_state *s,
                        const struct ra_quest *q, const struct side *of, int16_t *out)
{
    int n = 0;

    if (of->leader >= 0 && ra_meets(c, &q->leader, of->leader))
        out[RA_LINE_LEADER] = q->leader.points;
    for (int i = 0; i < of->heroes_len; i++)
        n += ra_meets(c, &q->team, of->heroes[i]);
    if (n >= q->team.n)
        out[RA_LINE_HEROES] = q->team.points;
    if (count_items(c, s, &q->items, of->items_in) >=
        (q->items.tag != VL_NONE ? q->items.n : q->items.gold))
        out[RA_LINE_ITEMS] = q->items.points;
    if (count_fallen(c, s, &q->fallen, of->fallen_in) >= q->fallen.n)
        out[RA_LINE_FALLEN] = q->fallen.points;
}

/* RA-SCO-08, RA-SCO-13 */
static int sets_of(const struct ra_state *s, int board)
{
    int least = RA_GEMS_EACH;

    for (int i = 0; i < RA_CHARS; i++)
        if (s->gems[board][i] < least)
            least = s->gems[board][i];
    return 5 * least;
}

/* RA-SCO-07, RA-SCO-11: cards of the decks that lie in the purse or the pile; LOOT and dilemmas
 * have no points. Then zones, doors and rooms. */
static int piled(const struct ra_content *c, const struct ra_state *s, int where, int laid)
{
    int sum = 0;

    for (int card = 0; card < RA_DECKED; card++)
        if (s->in[card] == where && (ra_sort(card) != RA_SORT_LOOT))
            sum += ra_points_of(c, card);
    for (int i = 0; i < RA_PLACED; i++)
        if (s->laid[i] == laid)
            sum += ra_points_of(c, RA_ZONE0 + i);
    return sum;
}

static void count_team(const struct vl_rules *r, const struct ra_state *s, int16_t *out)
{
    const struct ra_content *c = ra_content(r);
    struct side of = { s->n ? s->team[0] : -1, s->n, { 0 }, RA_IN_HELD, RA_IN_PURSE };
    int living = 0, relics = 0, sets = 0;

    for (int i = 0; i < s->n; i++) {
        of.heroes[i] = s->team[i];
        living += ra_points_of(c, s->team[i]);
    }
    for (int relic = RA_RELIC0; relic < RA_IMP0; relic++)
        relics += ra_holds(s, relic) ? ra_points_of(c, relic) : 0;
    for (int board = 0; board < ra_derived(r)->boards; board++)
        sets += sets_of(s, board);
    count_tasks(c, s, &c->quests[s->quest], &of, out);
    out[RA_LINE_QUEST] = RA_POINTS_QUEST;       /* RA-SCO-01 */
    out[RA_LINE_THWARTED] = RA_POINTS_THWARTED; /* RA-SCO-06 */
    out[RA_LINE_LIVING] = vl_i16(living);
    out[RA_LINE_RELICS] = vl_i16(relics);
    out[RA_LINE_PURSE] = vl_i16(piled(c, s, RA_IN_PURSE, RA_LAID_PURSE));
    if (s->lasting & RA_TREASURE)
        out[RA_LINE_TREASURE] = vl_i16(ra_points_of(c, RA_TREASURE0 + s->treasure));
    out[RA_LINE_EPIC] = s->epic;
    out[RA_LINE_SETS] = vl_i16(sets);
}

static void count_vils(const struct ra_content *c, const struct ra_state *s, int16_t *out)
{
    struct side of = {
        s->vteam[0] == VL_NONE ? -1 : s->vteam[0], 0, { 0 }, RA_IN_VPILE, RA_IN_VPILE
    };
    int living = 0;

    for (int i = 0; i < RA_PLACES; i++)
        if (s->vteam[i] != VL_NONE) {
            of.heroes[of.heroes_len++] = s->vteam[i];
            living += ra_points_of(c, s->vteam[i]);
        }
    count_tasks(c, s, &c->quests[s->vquest], &of, out);
    out[RA_LINE_LIVING] = vl_i16(living);
    out[RA_LINE_PURSE] = vl_i16(piled(c, s, RA_IN_VPILE, RA_LAID_VPILE));
    if (s->lasting & RA_VTREASURE)
        out[RA_LINE_TREASURE] = vl_i16(ra_points_of(c, RA_TREASURE0 + s->treasure));
    out[RA_LINE_TOKENS] = vl_i16(4 * s->taken[0] +
                                 s->taken[1] * (s->taken[1] + 1) / 2); /* RA-VIL-16 */
    out[RA_LINE_SETS] = vl_i16(sets_of(s, RA_VILS));
}

void ra_count(const struct vl_rules *r, const struct ra_state *s, int16_t out[2][RA_LINES])
{
    memset(out, 0, 2 * sizeof out[0]);
    count_team(r, s, out[0]);
    count_vils(ra_content(r), s, out[1]);
}

void ra_score(const struct vl_rules *r, const struct ra_state *s, int out[2])
{
    int16_t lines[2][RA_LINES];

    ra_count(r, s, lines);
    out[0] = out[1] = 0;
    for (int i = 0; i < RA_LINES; i++) {
        out[0] += lines[0][i];
        out[1] += lines[1][i];
    }
}
