/* rb_position.c - loaded positions of Runebound: what follows from what was given is filled in,
 * and every invariant (RB-STA-03 to 11) is checked. */
#include "games/runebound/runebound.h"

/* ---- completion ---- */

/* Unless the position says where it lies. */
static void lay(struct rb_state *s, int card, int place)
{
    if (s->t[card].place == RB_IN_UNSEEN)
        s->t[card].place = vl_u8(place);
}

/* What players hold, what is on the track, in play or known at the bottom of a deck is said
 * where it lies; the rest of the cards are unseen, unless they were listed. */
static void complete_cards(struct rb_state *s, const struct vl_given *given)
{
    for (int seat = 0; seat < s->base.seats; seat++)
        for (int card = rb_next(s->p[seat].held, 0); card >= 0;
             card = rb_next(s->p[seat].held, card + 1))
            lay(s, card, RB_IN_HELD0 + seat);
    for (int i = 0; i < RB_SLOTS; i++)
        if (s->track[i].card < RB_DECKED)
            lay(s, s->track[i].card, RB_IN_TRACK);
    if (s->event < RB_DECKED)
        lay(s, s->event, RB_IN_EVENT);
    if (s->combat.card < RB_DECKED)
        lay(s, s->combat.card, RB_IN_OPEN);
    for (int i = 0; i < s->tail_len[RB_COLOURS]; i++)
        if (s->market_tail[i] < RB_DECKED)
            lay(s, s->market_tail[i], RB_IN_TAIL);
    for (int colour = 0; colour < RB_COLOURS; colour++)
        for (int i = 0; i < s->tail_len[colour]; i++)
            if (s->tail[colour][i] < RB_DECKED)
                lay(s, s->tail[colour][i], RB_IN_TAIL);
    for (int card = 0; card < RB_DECKED && !vl_given(given, "unseen"); card++)
        if (s->t[card].place != RB_IN_UNSEEN)
            vl_set_drop(s->unseen, card);
}

/* RB-TRK-01: the marker of a slot lies on its site. */
static void complete_sites(struct rb_state *s, const struct vl_given *given)
{
    for (int i = 0; i < RB_SLOTS && !vl_given(given, "sites"); i++)
        if (s->track[i].site < RB_SITES)
            s->sites[s->track[i].site] = vl_u8(2 + i);
}

/* A position that names no heroes has the first ones, in order. */
static void complete_heroes(const struct rb_content *c, struct rb_state *s)
{
    for (int seat = 0; seat < s->base.seats && s->base.phase > RB_PH_HERO_PICK; seat++)
        for (int card = RB_DECKED; card < RB_CARDS && s->p[seat].hero == VL_NONE; card++)
            if (rb_owner(s, card) < 0)
                s->p[seat].hero = vl_u8(card);
    for (int seat = 0; seat < s->base.seats; seat++)
        rb_recount(c, &s->p[seat]);
}

int rb_loaded(const struct vl_rules *r, struct vl_state *state, const struct vl_given *given,
              struct vl_error *err)
{
    struct rb_state *s = (struct rb_state *)(void *)state;
    const struct rb_content *c = rb_content(r);

    if (s->active >= state->seats)
        return vl_error_set(err, VL_INVALID, "/active", "no such seat");
    complete_cards(s, given);
    complete_sites(s, given);
    complete_heroes(c, s);
    if (!vl_given(given, "stage"))
        s->stage = s->base.phase;
    if (!vl_given(given, "in_town") && s->p[s->active].hex < RB_HEXES)
        s->in_town = c->hexes[s->p[s->active].hex].town != VL_NONE;
    rb_resume(r, s);
    return VL_OK;
}

/* ---- invariants ---- */

struct check {
    const struct vl_rules *r;
    const struct rb_content *c;
    const struct rb_state *s;
    vl_rule rule;
};

/* What the code relies on to stay within its tables. */
static const char *broken_shape(struct check *k)
{
    const struct rb_state *s = k->s;

    k->rule = RB_ERR_44;
    if (s->base.seats != rb_derived(k->r)->seats)
        return "/players: not as many as the option says";
    if (s->base.phase >= RB_PHASES || s->stage >= RB_PHASES)
        return "/phase: no such phase";
    if (s->base.outcome >= RB_OUTCOMES ||
        (s->base.outcome != RB_BY_RUNNING) != (s->base.phase == RB_PH_GAME_OVER))
        return "/outcome: does not fit the phase";
    if ((s->winners != 0) != (s->base.outcome != RB_BY_RUNNING) || s->winners >> s->base.seats)
        return "/winners: does not fit the outcome";
    if (s->active >= s->base.seats || s->first >= s->base.seats)
        return "/active: names no seat";
    if (s->spent >> s->dice_len)
        return "/dice: no such die";
    for (int i = 0; i < RB_DICE; i++)
        if (s->dice[i] >= RB_FACES || (i >= s->dice_len && s->dice[i]))
            return "/dice: no such face";
    if (s->down != VL_NONE && (s->down >= s->base.seats || s->base.phase != RB_PH_KO_TOWN))
        return "/down: nobody comes to a town";
    if (s->excess != VL_NONE &&
        (s->excess >= s->base.seats || s->base.phase != RB_PH_LIMIT_DISCARD))
        return "/excess: nobody has too much";
    for (int i = 0; i < s->depth; i++)
        if (s->frames[i].who >= s->base.seats)
            return "/frames: nobody's card";
    return NULL;
}

/* RB-STA-09: alive between decisions, the loser of a duel excepted. */
static const char *broken_player(struct check *k, int seat)
{
    const struct rb_state *s = k->s;
    const struct rb_player *p = &s->p[seat];
    struct rb_player copy = *p;
    bool before = s->base.phase <= RB_PH_HERO_PICK;

    k->rule = RB_ERR_44;
    if (p->hex >= RB_HEXES || (p->prev != VL_NONE && p->prev >= RB_HEXES))
        return "/players: no such hex";
    if (p->hero == VL_NONE ? !before : p->hero < RB_DECKED || rb_owner(s, p->hero) != seat)
        return "/players: no such hero, or it is taken";
    rb_recount(k->c, &copy);
    if (memcmp(&copy.sums, &p->sums, sizeof copy.sums) != 0)
        return "/players: what the cards add up to";
    k->rule = RB_STA_09;
    if (p->hero != VL_NONE && p->wounds >= rb_life(k->c, s, seat, 0) && s->combat.loser != seat)
        return "/players: a hero with no life left";
    k->rule = RB_STA_08;
    if (s->base.phase != RB_PH_LIMIT_DISCARD &&
        (rb_count_kind(k->c, s, seat, RB_WEAPON) > RB_WEAPONS_MAX ||
         rb_count_kind(k->c, s, seat, RB_ARMOUR) > RB_ARMOURS_MAX))
        return "/players: more weapons or armour than one may own";
    k->rule = RB_STA_11;
    if (rb_runes(k->c, s, seat) >= RB_RUNES_TO_WIN && s->base.phase != RB_PH_GAME_OVER)
        return "/players: three runes end the game";
    return NULL;
}

/* RB-STA-05: what lies open is being fought, or carried out; or the hero fell of it. */
static bool may_be_open(const struct rb_state *s, const struct rb_card *c, int card)
{
    if (c->sort == RB_SORT_CHALLENGE)
        return s->combat.fight == RB_CHALLENGED && s->combat.card == card;
    for (int i = 0; i < s->depth; i++)
        if (s->frames[i].source == card)
            return true;
    return c->sort == RB_SORT_ENCOUNTER &&
           (s->stage == RB_PH_ENCOUNTER || s->base.phase == RB_PH_KO_TOWN);
}

static bool is_on_track(const struct rb_state *s, int card)
{
    for (int i = 0; i < RB_SLOTS; i++)
        if (s->track[i].card == card)
            return true;
    return false;
}

/* RB-EVT-03, RB-EVT-05: under the one in play lie lower numerals. */
static bool may_be_under(const struct check *k, int card)
{
    int event = k->s->event;

    return event < RB_DECKED && k->c->cards[event].numeral > k->c->cards[card].numeral;
}

static bool may_lie(const struct check *k, int card, int place)
{
    const struct rb_card *c = &k->c->cards[card];
    bool market = card < RB_MARKET;

    if (place >= RB_IN_HELD0)
        return place < RB_IN_HELD0 + k->s->base.seats && (market || c->kept != RB_KEPT_NOTHING);
    if (place >= RB_IN_STACK0)
        return market;
    switch (place) {
    case RB_IN_TRACK: return is_on_track(k->s, card);
    case RB_IN_EVENT: return c->sort == RB_SORT_EVENT && k->s->event == card;
    case RB_IN_PILE: return c->sort == RB_SORT_EVENT && may_be_under(k, card);
    case RB_IN_OPEN: return may_be_open(k->s, c, card);
    case RB_IN_OUT: return !market;
    default: return true;
    }
}

static bool are_decked(const uint8_t *tail, int len)
{
    for (int i = 0; i < len; i++)
        if (tail[i] >= RB_DECKED)
            return false;
    return true;
}

/* Heroes lie in no deck. */
static bool heroes_in_tails(const struct rb_state *s)
{
    for (int colour = 0; colour < RB_COLOURS; colour++)
        if (!are_decked(s->tail[colour], s->tail_len[colour]))
            return true;
    return !are_decked(s->market_tail, s->tail_len[RB_COLOURS]);
}

static int times_in_tails(const struct check *k, int card)
{
    const struct rb_state *s = k->s;
    int colour = card < RB_MARKET ? RB_COLOURS : k->c->cards[card].colour, n = 0;
    const uint8_t *tail = colour == RB_COLOURS ? s->market_tail : s->tail[colour];

    for (int i = 0; i < s->tail_len[colour]; i++)
        n += tail[i] == card;
    return n;
}

/* RB-STA-04, RB-STA-05: every card is in exactly one place. */
static const char *broken_cards(struct check *k)
{
    const struct rb_state *s = k->s;

    for (int card = 0; card < RB_DECKED; card++) {
        const struct rb_token *t = &s->t[card];

        k->rule = card < RB_MARKET ? RB_STA_04 : RB_STA_05;
        if (!may_lie(k, card, t->place))
            return "/cards: a card where it cannot be";
        if (vl_set_has(s->unseen, card) != (t->place == RB_IN_UNSEEN))
            return "/unseen: does not fit the places of the cards";
        if (times_in_tails(k, card) != (t->place == RB_IN_TAIL))
            return "/cards: a tail does not fit the places of the cards";
        for (int seat = 0; seat < s->base.seats; seat++)
            if (vl_set_has(s->p[seat].held, card) != (t->place == RB_IN_HELD0 + seat))
                return "/players: somebody else's card";
        if (t->place < RB_IN_HELD0 && (t->wounds || t->fatigue || (t->flags & ~RB_SOLD)))
            return "/cards: marks on a card that nobody holds";
        k->rule = RB_STA_09;
        if (t->place >= RB_IN_HELD0 && rb_is_ally(k->c, card) &&
            t->wounds >= rb_life(k->c, s, t->place - RB_IN_HELD0, 1 + card))
            return "/cards: an ally with no life left";
    }
    k->rule = RB_STA_05;
    if (heroes_in_tails(s))
        return "/cards: a tail does not fit the places of the cards";
    if (s->event != VL_NONE && (s->event >= RB_DECKED || s->t[s->event].place != RB_IN_EVENT))
        return "/event: not in play";
    return NULL;
}

/* RB-STA-06, RB-STA-07, RB-STA-10 */
static const char *broken_track(struct check *k)
{
    const struct rb_state *s = k->s;
    int left[RB_COLOURS] = { 0 };

    k->rule = RB_STA_07;
    for (int i = 0; i < RB_SLOTS; i++) {
        const struct rb_slot *slot = &s->track[i];

        if ((slot->card == VL_NONE) != (slot->site == VL_NONE))
            return "/track: a slot half taken";
        if (slot->card == VL_NONE)
            continue;
        if (slot->card >= RB_DECKED || s->t[slot->card].place != RB_IN_TRACK ||
            s->sites[slot->site] != 2 + i)
            return "/track: a slot without its card or its marker";
        if (k->c->cards[slot->card].colour != k->c->sites[slot->site].colour)
            return "/track: a card of another colour";
        if (slot->age == 0 || slot->age >= s->next_age)
            return "/track: an age that is still to come";
    }
    for (int site = 0; site < RB_SITES; site++) {
        int mark = s->sites[site];

        if (mark > 1 + RB_SLOTS || (mark >= 2 && s->track[mark - 2].site != site))
            return "/sites: a marker without its slot";
        left[k->c->sites[site].colour] += mark > 0;
    }
    k->rule = RB_STA_10;
    for (int card = RB_MARKET; card < RB_DECKED; card++) {
        int place = s->t[card].place;
        if (k->c->cards[card].sort == RB_SORT_CHALLENGE &&
            (place == RB_IN_UNSEEN || place == RB_IN_TAIL || place == RB_IN_TRACK ||
             (place == RB_IN_OPEN && s->combat.fight == RB_CHALLENGED && !s->combat.won)))
            left[k->c->cards[card].colour]--;
    }
    for (int i = 0; i < RB_COLOURS; i++)
        if (left[i] > 0)
            return "/sites: more gems than challenges";
    return NULL;
}

/* What the fight relies on. */
static const char *broken_combat(struct check *k)
{
    const struct rb_state *s = k->s;
    const struct rb_combat *cb = &s->combat;

    k->rule = RB_ERR_44;
    if (cb->phase > RB_FIGHTS)
        return "/fight_phase: cannot be";
    if (cb->fight == RB_CHALLENGED &&
        (cb->card == VL_NONE || k->c->cards[cb->card].sort != RB_SORT_CHALLENGE ||
         cb->site == VL_NONE))
        return "/enemy: no challenge";
    if (cb->fight == RB_CHALLENGED && cb->slot != VL_NONE && s->track[cb->slot].card != cb->card &&
        !cb->won)
        return "/fight_slot: not on the track";
    if (cb->fight == RB_DUEL && (cb->defender >= s->base.seats || cb->defender == s->active))
        return "/defender: no such rival";
    if (cb->fight == RB_CHALLENGED && !cb->won && cb->wounds >= k->c->cards[cb->card].is.life &&
        s->base.actor != VL_AUTO)
        return "/enemy_wounds: it is defeated";
    if (!rb_is_own(k->c, s, s->active, cb->who) && cb->fight != RB_NO_FIGHT)
        return "/declared: no such character";
    if (s->roll.kind >= RB_ROLLS || s->roll.attr >= RB_ATTRS || s->roll.seat >= s->base.seats ||
        (s->roll.stage && !rb_is_own(k->c, s, s->roll.seat, s->roll.who)))
        return "/roll_stage: no such roll";
    if (cb->loser != VL_NONE && cb->loser >= s->base.seats)
        return "/loser: no such player";
    if (s->pending.seat >= s->base.seats || s->pending.kind >= RB_ROLLS)
        return "/pending: nobody's wounds";
    return NULL;
}

/* RB-MKT-17: of a kind that is limited, on the way to a market or after a loot. */
static bool has_too_much(const struct check *k)
{
    const struct rb_state *s = k->s;
    int most = s->excess_kind == RB_WEAPON   ? RB_WEAPONS_MAX
               : s->excess_kind == RB_ARMOUR ? RB_ARMOURS_MAX
                                             : RB_DECKED;

    return s->excess < s->base.seats && rb_count_kind(k->c, s, s->excess, s->excess_kind) > most &&
           (s->depth > 0 || s->stage == RB_PH_MARKET ||
            (s->stage == RB_PH_KO_TOWN && s->combat.fight == RB_DUEL));
}

/* What goes on next relies on this. */
static bool fits_stage(const struct check *k)
{
    const struct rb_state *s = k->s;
    const struct rb_combat *cb = &s->combat;

    switch (s->stage) {
    case RB_PH_DRAW:
    case RB_PH_EVENT:
    case RB_PH_ENCOUNTER:
        return cb->fight == RB_NO_FIGHT && s->site < RB_SITES &&
               s->colour == k->c->sites[s->site].colour;
    case RB_PH_CHALLENGE_PRE:
    case RB_PH_BEFORE_COMBAT:
    case RB_PH_ROUND_START:
    case RB_PH_ESCAPE:
    case RB_PH_DECLARE:
    case RB_PH_BOOST:
    case RB_PH_SOAK: return cb->fight != RB_NO_FIGHT;
    case RB_PH_REWARD: return cb->fight == RB_CHALLENGED;
    case RB_PH_LOOT: return cb->fight == RB_DUEL && cb->loser < s->base.seats;
    case RB_PH_KO_TOWN:
        return cb->fight == RB_DUEL ? cb->loser < s->base.seats : s->down < s->base.seats;
    case RB_PH_MARKET_ENTER:
    case RB_PH_MARKET_DRAW:
    case RB_PH_MARKET:
        return cb->fight == RB_NO_FIGHT && k->c->hexes[s->p[s->active].hex].town != VL_NONE;
    case RB_PH_GAME_OVER: return true;
    default: return cb->fight == RB_NO_FIGHT;
    }
}

static bool fits_phase(const struct check *k)
{
    const struct rb_state *s = k->s;
    const struct rb_combat *cb = &s->combat;

    switch (s->base.phase) {
    case RB_PH_BEFORE_COMBAT:
    case RB_PH_ESCAPE: return cb->fight != RB_NO_FIGHT;
    case RB_PH_DECLARE: return cb->fight != RB_NO_FIGHT && cb->phase < RB_FIGHTS;
    case RB_PH_BOOST: return s->roll.stage == RB_TO_BOOST;
    case RB_PH_D20: return s->roll.stage == RB_TO_ROLL && s->roll.die == 0;
    case RB_PH_REROLL: return s->roll.stage == RB_TO_KEEP && s->roll.die > 0;
    case RB_PH_SOAK: return s->pending.open && s->pending.n > 0;
    case RB_PH_LIMIT_DISCARD: return has_too_much(k);
    case RB_PH_KO_TOWN: return s->down != VL_NONE;
    case RB_PH_TARGET:
    case RB_PH_ENCOUNTER: return s->depth > 0;
    case RB_PH_MOVE_ROLL:
        return s->to_roll > 0 && (s->depth > 0 || (s->stage == RB_PH_MOVE && s->dice_len == 0));
    case RB_PH_SETUP: return s->to_draw > 0 && s->to_draw < RB_TOWNS;
    case RB_PH_AFTER_COMBAT: return cb->turn == 0 || cb->defender < s->base.seats;
    default: return true;
    }
}

/* What a stack waits for it asks for again, and nothing else happens: the surest sign that
 * phase, stage, frames and what they remember belong together. */
static bool asks_again(const struct check *k)
{
    struct rb_state copy = *k->s;
    struct rb_play p = rb_play_on(k->r, &copy.base, NULL);

    rb_go_on(&p);
    rb_step(k->r, &copy.base, NULL);
    return memcmp(&copy, k->s, sizeof copy) == 0;
}

/* Phases that their stage enters again, by itself. */
static bool asked_by_stage(const struct rb_state *s)
{
    return s->depth > 0 || (s->base.phase != RB_PH_FIRST && s->base.phase != RB_PH_MOVE_ROLL &&
                            s->base.phase != RB_PH_LIMIT_DISCARD);
}

static const char *broken_stack(struct check *k)
{
    struct vl_fx_look look = { &rb_machine, k->r, &k->s->base, NULL, NULL };
    const char *remark = vl_fx_broken(&look, k->s->frames, k->s->depth);
    struct vl_move list[VL_MOVES_MAX];

    k->rule = RB_ERR_44;
    if (remark || k->s->base.actor == VL_AUTO || k->s->base.phase == RB_PH_GAME_OVER)
        return remark;
    if (asked_by_stage(k->s) && !asks_again(k))
        return "/phase: nothing asks for this";
    return rb_legal(k->r, &k->s->base, list) > 0 ? NULL : "/phase: there is nothing to choose";
}

const char *rb_broken(const struct vl_rules *r, const struct vl_state *state, vl_rule *rule)
{
    struct check k = { r, rb_content(r), rb_of(state), 0 };
    const char *what = broken_shape(&k);

    for (int seat = 0; seat < state->seats && !what; seat++)
        what = broken_player(&k, seat);
    if (!what)
        what = broken_cards(&k);
    if (!what)
        what = broken_track(&k);
    if (!what)
        what = broken_combat(&k);
    if (!what && (!fits_stage(&k) || (state->actor != VL_AUTO && !fits_phase(&k)))) {
        k.rule = RB_ERR_44;
        what = "/phase: what it is about is missing";
    }
    if (!what)
        what = broken_stack(&k);
    *rule = k.rule;
    return what;
}
