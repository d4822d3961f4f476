/* ra_sound.c - what a position cannot be (RA-ERR-35): every gem, card and token is in one place,
 * and what the rules look up is there. What is being carried out is in ra_asks.c. */
#include "games/reflets/reflets.h"

struct check {
    const struct vl_rules *r;
    const struct ra_content *c;
    const struct ra_state *s;
};

static bool has_begun(const struct ra_state *s)
{
    return s->turn > 0 && s->base.phase != RA_PH_OVER;
}

/* ---- gems ---- */

/* RA-GEM-01, RA-GEM-02 */
static const char *broken_gems(const struct check *k)
{
    for (int colour = 0; colour < RA_CHARS; colour++) {
        int sum = 0;

        for (int holder = 0; holder < RA_HOLDERS; holder++) {
            int n = k->s->gems[holder][colour];
            if (holder < RA_BOARDS && n > (holder < ra_derived(k->r)->boards ? RA_SLOTS_EACH : 0))
                return "/gems: more than a board holds";
            sum += n;
        }
        if (sum != RA_GEMS_EACH)
            return "/gems: 25 of each colour in all";
    }
    return NULL;
}

/* ---- cards ---- */

#define AT(place) (1u << RA_IN_##place)
/* Where cards of each sort can be. */
static const unsigned may_be[] = {
    AT(UNSEEN) | AT(KNOWN) | AT(DISCARD) | AT(TEAM) | AT(VTEAM) | AT(VPILE) | AT(PURSE) | AT(OPEN) |
        AT(OUT),
    AT(UNSEEN) | AT(KNOWN) | AT(DISCARD) | AT(HELD) | AT(VPILE) | AT(OPEN) | AT(OUT),
    AT(UNSEEN) | AT(KNOWN) | AT(DISCARD) | AT(HELD) | AT(VPILE) | AT(OPEN) | AT(OUT),
    AT(UNSEEN) | AT(KNOWN) | AT(DISCARD) | AT(VPILE) | AT(A) | AT(B) | AT(C) | AT(OPEN) | AT(OUT),
    AT(UNSEEN) | AT(KNOWN) | AT(DISCARD) | AT(VPILE) | AT(PURSE) | AT(PLAY) | AT(OPEN) | AT(OUT),
    AT(UNSEEN) | AT(KNOWN) | AT(DISCARD) | AT(VPILE) | AT(PURSE) | AT(PLAY) | AT(OPEN) | AT(OUT),
};
#undef AT

static int count_in(const struct check *k, int from, int to, int where)
{
    int n = 0;

    for (int card = from; card < to; card++)
        n += k->s->in[card] == where;
    return n;
}

static bool lists_twice(const uint8_t *list, int len)
{
    for (int i = 0; i < len; i++)
        for (int j = i + 1; j < len; j++)
            if (list[i] == list[j] && list[i] != VL_NONE)
                return true;
    return false;
}

static const char *broken_deck(const struct check *k, int deck, int from, int to, int elsewhere)
{
    const struct ra_state *s = k->s;
    const uint8_t *lists[] = { s->known_heroes, s->known_loot, s->known_imps, s->known_relics };
    const uint8_t *known = lists[deck];

    if (count_in(k, from, to, RA_IN_UNSEEN) != s->deck_len[deck] + elsewhere)
        return "/decks: not as many cards as nobody has seen";
    if (count_in(k, from, to, RA_IN_KNOWN) != s->known_len[deck])
        return "/cards: a known card lies in its deck";
    for (int i = 0; i < s->known_len[deck]; i++)
        if (known[i] < from || known[i] >= to || s->in[known[i]] != RA_IN_KNOWN)
            return "/cards: a known card of another deck";
    return lists_twice(known, s->known_len[deck]) ? "/cards: a known card that stands twice" : NULL;
}

static const char *broken_decks(const struct check *k)
{
    int hidden = 0;
    const char *what;

    for (int card = 0; card < RA_DECKED; card++)
        if (k->s->in[card] >= RA_PLACE_KINDS || !(may_be[ra_sort(card)] >> k->s->in[card] & 1))
            return "/cards: a card that cannot be there";
    for (int i = 0; i < RA_PLACES; i++)
        hidden += k->s->vteam[i] == VL_NONE;
    what = broken_deck(k, 0, 0, RA_ITEM0, hidden + k->s->vdown[0]);
    if (!what)
        what = broken_deck(k, 1, RA_ITEM0, RA_RELIC0, k->s->vdown[1]);
    if (!what)
        what = broken_deck(k, 2, RA_IMP0, RA_DECKED, k->s->vdown[2]);
    return what ? what : broken_deck(k, 3, RA_RELIC0, RA_IMP0, 0);
}

/* RA-GEN-02, RA-VIT-15 */
static const char *broken_heroes(const struct check *k)
{
    const struct ra_state *s = k->s;
    int known = 0;

    for (int i = 0; i < RA_PLACES; i++) {
        known += s->vteam[i] != VL_NONE;
        if (s->vteam[i] != VL_NONE &&
            (s->vteam[i] >= RA_HEROES || s->in[s->vteam[i]] != RA_IN_VTEAM))
            return "/vteam: a hero who is elsewhere";
    }
    if (count_in(k, 0, RA_ITEM0, RA_IN_VTEAM) != known)
        return "/vteam: not those of the Vils";
    if (count_in(k, 0, RA_ITEM0, RA_IN_TEAM) != s->n)
        return "/heroes: not those of the team";
    for (int i = 0; i < RA_PLACES; i++) {
        if (i >= s->n ? s->team[i] != VL_NONE || s->marker[i] != 0
                      : s->team[i] >= RA_HEROES || s->in[s->team[i]] != RA_IN_TEAM)
            return "/heroes: a hero who is elsewhere";
        if (i < s->n && s->marker[i] >= k->c->cards[s->team[i]].vitality)
            return "/markers: a marker is below the vitality";
    }
    if (lists_twice(s->team, s->n))
        return "/heroes: a hero who stands twice";
    for (int i = 0; i < s->n && s->stage < RA_ST_TURN; i++)
        if (s->marker[i])
            return "/markers: nobody is wounded yet";
    if (s->n == 0 && has_begun(s))
        return "/heroes: nobody is left";
    for (int i = 0; i < s->drawn_len; i++)
        if (s->drawn[i] >= RA_HEROES || s->in[s->drawn[i]] != RA_IN_OPEN)
            return "/drawn: a hero who is elsewhere";
    return lists_twice(s->drawn, s->drawn_len) ? "/drawn: a hero who stands twice" : NULL;
}

/* RA-EQP-01 to 03 */
static const char *broken_items(const struct check *k)
{
    const struct ra_state *s = k->s;

    for (int i = 0; i < RA_ITEMS; i++) {
        bool held = s->in[RA_ITEM0 + i] == RA_IN_HELD, worn = vl_set_has(s->active, i);
        int place = s->holder[i] == VL_NONE ? -1 : ra_place_of(s, s->holder[i]);

        if (!held && (s->holder[i] != VL_NONE || worn))
            return "/holders: an item that nobody holds";
        if (s->holder[i] != VL_NONE && s->holder[i] >= RA_HEROES)
            return "/holders: no hero";
        if (worn && place < 0)
            return "/active: worn by nobody";
        if (worn && !ra_may_hold(k->c, s, RA_ITEM0 + i, place, true))
            return "/active: more, or other, than a hero can wear";
    }
    return NULL;
}

static const char *broken_play(const struct check *k)
{
    const struct ra_state *s = k->s;

    if (count_in(k, RA_IMP0, RA_DECKED, RA_IN_PLAY) != s->play_len ||
        lists_twice(s->play, s->play_len))
        return "/play: not the cards in play";
    for (int i = 0; i < RA_FOES; i++) {
        if (i < s->play_len && (s->play[i] < RA_CREATURE0 || s->play[i] >= RA_DECKED ||
                                s->in[s->play[i]] != RA_IN_PLAY))
            return "/play: no creature, no critter";
        if (s->prey[i] != VL_NONE && (i >= s->play_len || ra_place_of(s, s->prey[i]) < 0))
            return "/prey: nobody whom a critter could hinder";
    }
    return NULL;
}

/* ---- the board ---- */

static int laid_in(const struct ra_state *s, int from, int to, int how)
{
    int n = 0;

    for (int i = from; i < to; i++)
        n += s->laid[i] == how;
    return n;
}

/* RA-SET-28, RA-DCK-14: a space shows one card or has a stack. */
static const char *broken_spaces(const struct check *k)
{
    const struct ra_state *s = k->s;

    for (int i = 0; i < RA_SPACES; i++) {
        int from = i * RA_OF_A_KIND, to = from + RA_OF_A_KIND, up = s->up[i], top = s->top[i];
        int seen = laid_in(s, from, to, RA_LAID_KNOWN);

        if (up != VL_NONE && (up < RA_ZONE0 + from || up >= RA_ZONE0 + to || s->stack[i] > 0 ||
                              s->laid[up - RA_ZONE0] != RA_LAID_UP))
            return "/up: not a card of that space";
        if (laid_in(s, from, to, RA_LAID_UP) != (up != VL_NONE))
            return "/laid: a card that is face up lies on its space";
        if (top != VL_NONE && (top < RA_ZONE0 + from || top >= RA_ZONE0 + to || s->stack[i] == 0 ||
                               s->laid[top - RA_ZONE0] != RA_LAID_KNOWN))
            return "/tops: not a card of that space";
        if (seen > s->stack[i] || s->stack[i] > seen + laid_in(s, from, to, RA_LAID_UNSEEN))
            return "/stacks: not as many cards as there are";
    }
    return laid_in(s, RA_DOOR0 - RA_ZONE0, RA_ROOM0 - RA_ZONE0, RA_LAID_PURSE) +
                   laid_in(s, RA_DOOR0 - RA_ZONE0, RA_ROOM0 - RA_ZONE0, RA_LAID_VPILE)
               ? "/laid: doors are not won"
               : NULL;
}

static const char *broken_rooms(const struct check *k)
{
    const struct ra_state *s = k->s;
    uint8_t cards[RA_SLOTS];

    for (int i = 0; i < RA_SLOTS; i++) {
        const struct ra_room *room = &s->rooms[i];
        int how = room->up ? RA_LAID_UP : RA_LAID_KNOWN;

        cards[i] = room->card;
        if (room->card == VL_NONE ? room->up || room->won || room->notch
                                  : room->card < RA_ROOM0 || room->card >= RA_TREASURE0 ||
                                        s->laid[room->card - RA_ZONE0] != how)
            return "/rooms: not a room that lies there";
    }
    for (int card = RA_ROOM0; card < RA_TREASURE0; card++)
        if (s->laid[card - RA_ZONE0] != RA_LAID_UNSEEN && !memchr(cards, card, RA_SLOTS))
            return "/laid: a room that lies nowhere";
    return lists_twice(cards, RA_SLOTS) ? "/rooms: a room that stands twice" : NULL;
}

/* RA-SET-33 to 36, RA-TOK-03, RA-VIL-08 */
static bool may_lie(const struct check *k, int token)
{
    const struct ra_token *t = &k->s->tokens[token];
    int kind = t->at < RA_NODES ? k->c->nodes[t->at].kind : RA_NODE_KINDS;

    switch ((enum ra_lies)t->lies) {
    case RA_LIES_ROAD: return kind == RA_NODE_PLAIN || kind == RA_NODE_CORRIDOR;
    case RA_LIES_UNPLACED: return token < RA_KINDS && !has_begun(k->s);
    case RA_LIES_VILS: return token >= RA_KINDS;
    case RA_LIES_GONE: return token < RA_KINDS;
    default: return ra_waits_on(t) >= 0 && t->kind < RA_GOLDEN;
    }
}

static const char *broken_tokens(const struct check *k)
{
    const struct ra_state *s = k->s;
    int taken[2] = { 0, 0 };

    for (int i = 0; i < RA_TOKENS; i++) {
        if ((s->tokens[i].lies == RA_LIES_ROAD) != (s->tokens[i].at < RA_NODES))
            return "/tokens: on the road, and on no square of it";
        if (!may_lie(k, i))
            return "/tokens: a token that cannot be there";
        if (s->tokens[i].lies == RA_LIES_VILS)
            taken[i / RA_KINDS - 1]++;
        for (int j = i + 1; j < RA_TOKENS; j++)
            if (s->tokens[i].lies == RA_LIES_ROAD && s->tokens[i].at == s->tokens[j].at)
                return "/tokens: two on one square";
        for (int j = i + 1; j < (i / RA_KINDS + 1) * RA_KINDS; j++)
            if (s->tokens[i].kind != VL_NONE && s->tokens[i].kind == s->tokens[j].kind)
                return "/tokens: a kind that stands twice";
    }
    return taken[0] != s->taken[0] || taken[1] != s->taken[1] ? "/taken: not those of the Vils"
                                                              : NULL;
}

/* RA-TOK-03, RA-REV-06 */
static const char *broken_places(const struct check *k)
{
    for (int board = 0; board < RA_BOARDS; board++) {
        int tokens, cards = ra_waiting(k->s, board, &tokens);
        int room = board < ra_derived(k->r)->boards ? ra_places_each(k->r) : 0;

        if (tokens > room)
            return "/tokens: more than wait on a board";
        if (cards > room)
            return "/cards: more dilemmas than wait on a board";
    }
    return NULL;
}

/* ---- quests, pawns, numbers ---- */

static const char *broken_game(const struct check *k)
{
    const struct ra_state *s = k->s;
    bool begun = has_begun(s);

    if (s->team_at >= RA_NODES)
        return "/team: nowhere";
    if (s->avatar_at >= RA_NODES)
        return "/avatar: nowhere";
    if (s->challenge >= RA_CHALLENGES)
        return "/challenge: there is none";
    if (s->quest == VL_NONE ? begun || s->vquest != VL_NONE
                            : s->vquest == VL_NONE || k->c->quests[s->quest].opposed != s->vquest)
        return "/quest: not opposed to that of the Vils";
    if (s->treasure == VL_NONE && (begun || s->stage > RA_ST_TEAM || s->n + s->drawn_len > 0))
        return "/treasure: there is none";
    for (int i = 0; i < s->offered_len; i++)
        if (s->offered[i] >= RA_QUESTS)
            return "/offered: no such quest";
    if (lists_twice(s->offered, s->offered_len))
        return "/offered: a quest that stands twice";
    if (s->relic_token != VL_NONE && s->relic_token >= RA_SLOTS)
        return "/relic_token: no room";
    if (s->countdown > 0 && s->notch != 3)
        return "/countdown: the Vils are not so far";
    for (int i = 0; i < RA_DICE; i++)
        if (i < s->dice_len ? s->dice[i] < 1 || s->dice[i] > 6 : s->dice[i] != 0)
            return "/move_dice: no such face";
    return NULL;
}

/* ---- the trial ---- */

static const char *broken_trial(const struct check *k)
{
    const struct ra_state *s = k->s;
    const struct ra_trial *t = &s->trial;

    if (t->tester != VL_NONE && ra_place_of(s, t->tester) < 0)
        return "/tester: not in the team";
    if (t->card != VL_NONE && (t->card < RA_ZONE0 || t->card >= RA_TREASURE0))
        return "/trial: a card that has none";
    if ((s->flags & RA_OCTOGON) && t->card != k->c->octuple)
        return "/trial: the octogon is in the Octuple Chamber";
    if (t->card != VL_NONE && t->node > 0 && t->node >= k->c->cards[ra_trial_card(s)].trial_len)
        return "/objective: the trial has fewer";
    if (t->to_assign >> ra_derived(k->r)->boards)
        return "/to_assign: no such board";
    for (int i = 0; i < RA_PLACES; i++) {
        const struct ra_die *d = &t->dice[i];
        if (i < t->dice_len ? d->value == 0 : d->value != 0 || d->hero != VL_NONE)
            return "/dice: not those of the trial";
        if (d->hero != VL_NONE && d->hero >= RA_HEROES)
            return "/dice: a die of nobody";
    }
    return t->card == VL_NONE && t->dice_len > 0 ? "/dice: there is no trial" : NULL;
}

/* ---- all of it ---- */

static const char *broken_shape(const struct check *k)
{
    const struct ra_state *s = k->s;

    if (s->base.phase >= RA_PHASES)
        return "/phase: no such phase";
    if (s->stage == VL_NONE)
        return "/stage: no such stage";
    if (s->guide >= s->base.seats)
        return "/guide: no such seat";
    if (s->base.outcome >= RA_OUTCOMES ||
        (s->base.outcome != RA_BY_RUNNING) != (s->base.phase == RA_PH_OVER))
        return "/outcome: does not fit the phase";
    if (s->base.phase != RA_PH_OVER &&
        (s->stage < RA_ST_TURN ? s->turn > 0
                               : s->stage > RA_ST_TURN && s->stage < RA_ST_COUNT && s->turn == 0))
        return "/turn: does not fit the stage";
    return NULL;
}

const char *ra_broken(const struct vl_rules *r, const struct vl_state *state, vl_rule *rule)
{
    static const char *(*const parts[])(const struct check *) = {
        broken_shape,  broken_gems,  broken_decks,  broken_heroes, broken_items, broken_play,
        broken_spaces, broken_rooms, broken_tokens, broken_places, broken_game,  broken_trial,
    };
    struct check k = { r, ra_content(r), ra_of(state) };

    *rule = RA_ERR_35;
    for (int i = 0; i < VL_LEN(parts); i++) {
        const char *what = parts[i](&k);
        if (what)
            return what;
    }
    return ra_broken_frames(r, k.s);
}
