/* en_view.c - what a screen shows of Enchanters: zones, things and why a thing
 * cannot be used (en_view), and what a move touches (en_touch). No words here:
 * texts are keys of the catalogue, marked with VL_TXT.
 *
 *     road        the six slots, with the price for the active player and a verdict
 *     village     the village and its abilities
 *     pending     the card that is being taken, the one visited, cards set aside
 *     pile        three for each seat, "pile.0.items", cell 1 at the bottom
 *     graveyard   from bottom to top
 *     removed     out of the game
 *     deck        how many cards are left
 *     kingdoms    while they are chosen
 *
 * Everything is public but the order of the deck (EN-INFO-01), which the state
 * does not hold, so the view is the same for every seat. */
#include "core/view_build.h"
#include "games/enchanters/enchanters.h"

struct table { /* what every part of the view needs */
    const struct vl_rules *r;
    const struct en_content *c;
    const struct en_state *s;
    struct vl_view *v;
};

/* ---- things ---- */

static bool in_window(const struct en_state *s)
{
    return s->base.phase == EN_PH_WINDOW_1 || s->base.phase == EN_PH_WINDOW_2 ||
           s->base.phase == EN_PH_WINDOW_3;
}

/* Why an action or a rest cannot be used in this window. */
static void ask_ability(const struct table *t, const struct en_ability *a, int source, int index)
{
    int kind = a->kind == EN_AB_REST ? EN_MV_REST : EN_MV_USE;

    if (in_window(t->s) && a->kind <= EN_AB_REST)
        vl_why_not(t->v, t->r, &t->s->base, vl_move_of(kind, source, index));
}

/* Icons that count where the card lies: all of them on top, the lower ones below. */
static void add_icons(const struct table *t, int card, bool top)
{
    const struct en_card *k = &t->c->cards[card];

    vl_stat_if(t->v, VL_TXT(stat, "attack"), k->lower[0] + (top ? k->upper[0] : 0));
    vl_stat_if(t->v, VL_TXT(stat, "defence"), k->lower[1] + (top ? k->upper[1] : 0));
}

/* What of them stays when another card covers it (EN-PILE-05). */
static void add_kept(const struct table *t, int card)
{
    const struct en_card *k = &t->c->cards[card];

    vl_stat_if(t->v, VL_TXT(stat, "kept_attack"), k->lower[0]);
    vl_stat_if(t->v, VL_TXT(stat, "kept_defence"), k->lower[1]);
}

/* Which kind of ability it bears, in a word; what it says is its text. */
static void add_ability(const struct table *t, int card)
{
    static const char *const kinds[EN_ABILITY_KINDS] = {
        VL_TXT(badge, "action"), VL_TXT(badge, "action"),    VL_TXT(badge, "action"),
        VL_TXT(badge, "rest"),   VL_TXT(badge, "immediate"), VL_TXT(badge, "trigger"),
        VL_TXT(badge, "shield"),
    };
    const struct en_ability *a = en_ability(t->r, t->s, card, 0);

    if (a)
        vl_add_badge(t->v, kinds[a->kind]);
}

static void add_fight(const struct table *t, int card)
{
    if (!en_fights(t->c, card))
        return;
    vl_add_stat(t->v, VL_TXT(stat, "health"), en_health(t->r, t->s, card));
    vl_add_stat(t->v, VL_TXT(stat, "strength"), en_strength(t->r, t->s, card));
}

/* What a card is besides its figures. */
static void add_marks(const struct table *t, int card)
{
    const struct en_design *d = en_design(t->c, card);

    vl_badge_if(t->v, d->flags & EN_EACH, VL_TXT(badge, "each"));
    vl_badge_if(t->v, d->flags & EN_DOUBLES, VL_TXT(badge, "doubles"));
    vl_badge_if(t->v, d->skull, VL_TXT(badge, "skull"));
    vl_badge_if(t->v, d->score.len, VL_TXT(badge, "scores"));
    add_ability(t, card);
}

/* Wounds that the attack of the card gives the active player (EN-CMB-08, -09). */
static int wounds_of(const struct table *t, int card)
{
    const struct en_design *d = en_design(t->c, card);
    int wounds = en_strength(t->r, t->s, card) - en_defence(t->s, t->s->active);

    if (!en_fights(t->c, card) || wounds <= 0)
        return 0;
    return d->flags & EN_DOUBLES ? 2 * wounds : wounds;
}

/* The glory of the active player with the card paid and on its pile, its attack
 * received, its other effects left out. */
static int glory_with(const struct table *t, int card, int cost)
{
    struct en_state then = *t->s;
    struct en_player *p = &then.p[then.active];
    int pile = en_pile_of_kind(t->c->cards[card].kind);

    en_pile(p, pile)[p->len[pile]++] = vl_u8(card);
    en_recount(t->c, p);
    p->wounds = (int16_t)(p->wounds + wounds_of(t, card));
    p->crystals = (int16_t)(p->crystals > cost ? p->crystals - cost : 0);
    return en_glory(t->r, &then, then.active).sum;
}

/* What the card would do to the active player: the verdict of the road. */
static void add_verdict(const struct table *t, int card, int cost)
{
    int wounds = wounds_of(t, card), glory = glory_with(t, card, cost);

    if (!en_beats(t->r, t->s, card)) {
        vl_add_badge(t->v, VL_TXT(badge, "too_strong"));
        return;
    }
    vl_stat_if(t->v, VL_TXT(stat, "would_wound"), wounds);
    if (glory != en_glory(t->r, t->s, t->s->active).sum)
        vl_add_stat(t->v, VL_TXT(stat, "then_glory"), glory);
    if (cost > t->s->p[t->s->active].crystals)
        vl_add_badge(t->v, VL_TXT(badge, "too_dear"));
    else if (en_fights(t->c, card))
        vl_add_badge(t->v, wounds ? VL_TXT(badge, "beaten_with_wounds") : VL_TXT(badge, "beaten"));
    else
        vl_add_badge(t->v, VL_TXT(badge, "take"));
}

/* The figures of a card that lies open; with what it would do for `cost` crystals, -1: that is
 * past. */
static void add_face(const struct table *t, int card, int cost)
{
    add_fight(t, card);
    vl_stat_if(t->v, VL_TXT(stat, "glory"), en_design(t->c, card)->glory);
    if (cost >= 0)
        add_verdict(t, card, cost);
    add_icons(t, card, true);
    add_kept(t, card);
}

static void add_road(struct table *t)
{
    vl_add_zone(t->v, VL_TXT(zone, "road"), VL_ZONE_TRACK, EN_SLOTS)->from_zero = 1;
    for (int slot = 0; slot < EN_SLOTS; slot++) {
        int card = t->s->road[slot], cost = en_travel_cost(t->s, slot);
        if (card == VL_NONE)
            continue;
        vl_add_item(t->v, EN_FAM_CARD, card, slot + 1);
        vl_add_stat(t->v, VL_TXT(stat, "cost"), cost);
        add_face(t, card, cost);
        add_marks(t, card);
        if (t->s->base.phase == EN_PH_WINDOW_1)
            vl_why_not(t->v, t->r, &t->s->base, vl_move_of(EN_MV_JOURNEY, slot, 0));
    }
}

static void add_village(struct table *t)
{
    const struct en_village *v;

    vl_add_zone(t->v, VL_TXT(zone, "village"), VL_ZONE_SHEET, 0);
    if (t->s->village == VL_NONE)
        return;
    v = &t->c->villages[t->s->village];
    vl_add_item(t->v, EN_FAM_VILLAGE, t->s->village, 0);
    for (int k = 0; k < v->abilities_len; k++) {
        const struct en_ability *a = &v->abilities[k];
        vl_add_item(t->v, EN_FAM_ABILITY, t->s->village * EN_VILLAGE_ABILITIES + k, k + 1);
        ask_ability(t, a, EN_VILLAGE, k);
    }
}

/* The card that is being taken, at its place on the road, which is kept free. */
static void add_taken(struct table *t, const struct en_take *take)
{
    vl_add_item(t->v, EN_FAM_CARD, take->card, take->from < EN_SLOTS ? take->from + 1 : 0);
    vl_add_badge(t->v, VL_TXT(badge, "pending"));
    add_face(t, take->card, take->step == EN_TAKE_FIGHT ? 0 : -1);
    add_marks(t, take->card);
}

/* With what was stolen or set aside and waits there. */
static void add_pending(struct table *t)
{
    int pos = EN_SLOTS + 1;

    vl_add_zone(t->v, VL_TXT(zone, "pending"), VL_ZONE_TRAY, 0);
    for (int level = 0; level < EN_LEVELS; level++) {
        const struct en_take *take = &t->s->take[level];
        if (take->card != VL_NONE)
            add_taken(t, take);
        if (take->held == VL_NONE)
            continue;
        vl_add_item(t->v, EN_FAM_CARD, take->held, pos++);
        add_face(t, take->held, -1);
        vl_add_badge(t->v, VL_TXT(badge, "held"));
    }
    for (int k = 0; k < t->s->aside_len; k++) {
        vl_add_item(t->v, EN_FAM_CARD, t->s->aside[k], pos++);
        add_face(t, t->s->aside[k], -1);
    }
}

/* A card of a pile: whole on top, its lower strip below (EN-PILE-04, -05). */
static void add_pile_card(struct table *t, int seat, int pile, int at)
{
    int card = en_pile_of(&t->s->p[seat], pile)[at];
    const struct en_design *d = en_design(t->c, card);
    bool top = at == t->s->p[seat].len[pile] - 1;

    vl_add_item(t->v, EN_FAM_CARD, card, at + 1);
    add_icons(t, card, top);
    vl_stat_if(t->v, VL_TXT(stat, "glory"), d->glory);
    vl_add_badge(t->v, top ? VL_TXT(badge, "top") : VL_TXT(badge, "covered"));
    if (top) {
        add_kept(t, card);
        add_ability(t, card);
    }
    vl_badge_if(t->v, d->skull, VL_TXT(badge, "skull"));
    if (d->score.len) {
        vl_add_badge(t->v, VL_TXT(badge, "scores"));
        vl_add_stat(t->v, VL_TXT(stat, "bonus"),
                    en_clause(t->r, t->s, seat, en_steps(t->c, d->score)));
    }
    vl_badge_if(t->v, vl_set_has(t->s->used[0], card), VL_TXT(badge, "used"));
    const struct en_ability *a = en_ability(t->r, t->s, card, 0);
    if (top && seat == t->s->active && a)
        ask_ability(t, a, card, 0);
}

static void add_pile(struct table *t, int seat, int pile)
{
    struct vl_zone *z = vl_add_zone(t->v, VL_TXT(zone, "pile"), VL_ZONE_PILE, 0);

    z->ref = vl_ref_to(EN_FAM_PILE, pile);
    z->owner = vl_u8(seat + 1);
    for (int at = 0; at < t->s->p[seat].len[pile]; at++)
        add_pile_card(t, seat, pile, at);
}

/* What lies there is nobody's. */
static void add_gone(struct table *t)
{
    vl_add_zone(t->v, VL_TXT(zone, "graveyard"), VL_ZONE_PILE, 0);
    for (int at = 0; at < t->s->grave_len; at++) {
        vl_add_item(t->v, EN_FAM_CARD, t->s->grave[at], at + 1);
        add_fight(t, t->s->grave[at]);
        add_icons(t, t->s->grave[at], true);
    }
    vl_add_zone(t->v, VL_TXT(zone, "removed"), VL_ZONE_PILE, 0);
    for (int card = 0, pos = 1; card < t->c->cards_len; card++)
        if (vl_set_has(t->s->removed, card))
            vl_add_item(t->v, EN_FAM_CARD, card, pos++);
}

static void add_deck(struct table *t)
{
    vl_add_zone(t->v, VL_TXT(zone, "deck"), VL_ZONE_PILE, 0);
    vl_add_item(t->v, EN_FAM_PLACE, EN_ON_DECK, 0);
    vl_add_stat(t->v, VL_TXT(stat, "left"), en_deck_len(t->s));
    vl_add_item(t->v, EN_FAM_PLACE, EN_ON_GRAVE, 1);
    vl_add_stat(t->v, VL_TXT(stat, "cards"), t->s->grave_len);
}

static void add_kingdoms(struct table *t)
{
    vl_add_zone(t->v, VL_TXT(zone, "kingdoms"), VL_ZONE_SHEET, 0);
    if (t->s->base.phase != EN_PH_SETUP_KINGDOMS)
        return;
    for (int k = 0; k < t->c->kingdoms_len; k++) {
        vl_add_item(t->v, EN_FAM_KINGDOM, k, k);
        vl_badge_if(t->v, en_is_chosen(t->s, k), VL_TXT(badge, "chosen"));
    }
}

/* ---- seats ---- */

static void add_seats(struct table *t)
{
    const struct en_state *s = t->s;
    int mega = (int)t->c->mega_crystal.crystals;

    for (int seat = 0; seat < s->base.seats; seat++) {
        vl_add_seat(t->v, seat);
        vl_add_stat(t->v, VL_TXT(stat, "attack"), en_attack(s, seat));
        vl_add_stat(t->v, VL_TXT(stat, "defence"), en_defence(s, seat));
        vl_add_stat(t->v, VL_TXT(stat, "wounds"), s->p[seat].wounds);
        vl_add_stat(t->v, VL_TXT(stat, "crystals"), s->p[seat].crystals);
        vl_add_stat(t->v, VL_TXT(stat, "glory"), en_glory(t->r, s, seat).sum);
        vl_badge_if(t->v, seat == s->active && s->base.phase > EN_PH_SETUP_FIRST,
                    VL_TXT(badge, "active"));
        vl_badge_if(t->v, en_protected(t->r, s, seat), VL_TXT(badge, "protected"));
        vl_badge_if(t->v, mega && s->p[seat].crystals >= mega,
                    VL_TXT(badge, "mega_crystal")); /* EN-CMP-09: for show */
    }
}

/* ---- the question ---- */

static void add_prompt(struct table *t)
{
    struct vl_msg *m = &t->v->prompt;
    const struct en_state *s = t->s;
    int source = en_run(s)->source;

    m->id = t->r->game->phases[s->base.phase];
    vl_say(m, "player", VL_FAM_SEAT, s->base.actor >= 0 ? s->base.actor : s->active);
    vl_say(m, "attack", VL_FAM_INT, en_attack(s, s->active));
    vl_say(m, "defence", VL_FAM_INT, en_defence(s, s->active));
    vl_say(m, "crystals", VL_FAM_INT, s->p[s->active].crystals);
    if (s->take[0].card != VL_NONE) {
        vl_say(m, "card", EN_FAM_CARD, s->take[0].card);
        vl_say(m, "fights", VL_FAM_INT, en_fights(t->c, s->take[0].card));
    }
    if (source == EN_VILLAGE)
        vl_say(m, "source", EN_FAM_VILLAGE, s->village);
    else if (source != VL_WIDE_NONE)
        vl_say(m, "source", EN_FAM_CARD, source);
}

void en_view(const struct vl_rules *r, const struct vl_state *state, vl_actor seat,
             struct vl_view *v)
{
    struct table t = { r, en_content(r), (const struct en_state *)state, v };

    (void)seat;
    v->round = (int16_t)(state->phase > EN_PH_SETUP_FIRST ? 1 + t.s->turns / state->seats : -1);
    add_road(&t);
    add_village(&t);
    add_pending(&t);
    for (int pile = 0; pile < state->seats * EN_PILES; pile++)
        add_pile(&t, pile / EN_PILES, pile % EN_PILES);
    add_gone(&t);
    add_deck(&t);
    add_kingdoms(&t);
    add_seats(&t);
    add_prompt(&t);
}

/* ---- what things are ---- */

const char *en_kind(const struct vl_rules *r, int family, int index)
{
    static const char *const kinds[EN_KINDS] = { VL_TXT(kind, "item"), VL_TXT(kind, "enchantment"),
                                                 VL_TXT(kind, "monster"), VL_TXT(kind, "dragon") };
    const struct en_content *c = en_content(r);
    const struct en_ability *line = family == EN_FAM_ABILITY ? en_line(c, index) : NULL;

    switch (family) {
    case EN_FAM_CARD: return index < c->cards_len ? kinds[c->cards[index].kind] : NULL;
    case EN_FAM_ABILITY:
        return line && line->kind == EN_AB_REST ? VL_TXT(kind, "rest") : VL_TXT(kind, "action");
    case EN_FAM_PLACE: return VL_TXT(kind, "pile");
    case EN_FAM_VILLAGE: return VL_TXT(kind, "village");
    case EN_FAM_KINGDOM: return VL_TXT(kind, "kingdom");
    default: return NULL;
    }
}

/* ---- what a move touches ---- */

/* An ability: the card that bears it, or the line of the village. `what` words it. */
static void touch_source(const struct vl_rules *r, const struct en_state *s, const uint8_t *arg,
                         struct vl_touch *t)
{
    const struct en_content *c = en_content(r);

    if (arg[0] == EN_VILLAGE) {
        bool known = s->village != VL_NONE && arg[1] < c->villages[s->village].abilities_len;
        int index = known ? s->village * EN_VILLAGE_ABILITIES + arg[1] : VL_NONE;

        t->src = vl_ref_to(EN_FAM_ABILITY, index);
        vl_touch_arg(t, "what", EN_FAM_VILLAGE, s->village);
        vl_touch_arg(t, "effect", EN_FAM_ABILITY, index);
        return;
    }
    t->src = vl_ref_to(EN_FAM_CARD, arg[0] < c->cards_len ? arg[0] : VL_NONE);
    vl_touch_arg(t, "what", EN_FAM_CARD, arg[0]);
    vl_touch_arg(t, "effect", EN_FAM_EFFECT,
                 arg[0] < c->cards_len ? c->cards[arg[0]].design : VL_NONE);
}

/* How often an action may be used is a rule of its own. */
static void touch_use(const struct vl_rules *r, const struct en_state *s, const uint8_t *arg,
                      struct vl_touch *t)
{
    const struct en_ability *a = en_ability(r, s, arg[0], arg[1]);

    touch_source(r, s, arg, t);
    if (a && a->kind == EN_AB_DOUBLE)
        t->rules[1] = EN_ACT_06;
    else if (a && a->kind == EN_AB_MULTI)
        t->rules[1] = EN_ACT_07;
}

/* What comes next: a fight, or the card is simply taken. */
static void touch_taken(const struct vl_rules *r, const struct en_state *s, struct vl_touch *t)
{
    int card = s->take[0].card;
    bool fights = card != VL_NONE && en_fights(en_content(r), card);

    if (!fights)
        t->rules[1] = card != VL_NONE ? EN_PILE_02 : 0;
    t->src = vl_ref_to(EN_FAM_CARD, card);
    vl_touch_arg(t, "card", EN_FAM_CARD, card);
    vl_touch_arg(t, "fights", VL_FAM_INT, fights);
}

/* A journey to a card that does not fight is under no rule about fights (EN-ROAD-04). */
static void touch_slot(const struct vl_rules *r, const struct en_state *s, int slot, bool journey,
                       struct vl_touch *t)
{
    int card = slot < EN_SLOTS ? s->road[slot] : VL_NONE;

    t->src = vl_ref_to(EN_FAM_CARD, card);
    vl_touch_arg(t, "card", EN_FAM_CARD, card);
    vl_touch_arg(t, "cost", VL_FAM_INT, slot < EN_SLOTS ? en_travel_cost(s, slot) : 0);
    vl_touch_arg(t, "crystals", VL_FAM_INT, s->p[s->active].crystals);
    vl_touch_arg(t, "attack", VL_FAM_INT, en_attack(s, s->active));
    if (card != VL_NONE)
        vl_touch_arg(t, "health", VL_FAM_INT, en_health(r, s, card));
    if (journey && card != VL_NONE && en_fights(en_content(r), card))
        t->rules[0] = EN_TURN_06;
    else
        t->rules[2] = 0;
}

/* The top card of the first pile of a seat that has one stands for the player. */
static void touch_target(const struct vl_rules *r, const struct en_state *s, int seat,
                         struct vl_touch *t)
{
    const struct vl_fx *now = en_now(r, s);

    if (now && now->verb < EN_COST_KINDS)
        t->rules[0] = EN_ACT_15;
    for (int pile = 0; seat < s->base.seats && pile < EN_PILES && !vl_is_thing(t->src); pile++)
        t->src = vl_ref_to(EN_FAM_CARD, en_top(s, seat, pile));
    vl_touch_arg(t, "player", VL_FAM_SEAT, seat);
}

/* The law of this draw: stacked cards first, then the upper part of the deck. */
static void touch_draw(const struct en_state *s, struct vl_touch *t)
{
    t->src = vl_ref_to(EN_FAM_PLACE, EN_ON_DECK);
    if (s->to_stack > 0)
        t->rules[0] = EN_SET_24;
    else if (s->upper > 0)
        t->rules[0] = EN_VAR_11;
}

/* Does another card of its pile lie on it? Of two copies people want to know which. */
static bool is_covered(const struct en_content *c, const struct en_state *s, int card)
{
    int pile = card < c->cards_len ? en_pile_of_kind(c->cards[card].kind) : EN_PILE_ITEMS;

    for (int seat = 0; seat < s->base.seats; seat++) {
        const struct en_player *p = &s->p[seat];
        if (p->len[pile] > 1 && memchr(en_pile_of(p, pile), card, p->len[pile] - 1u))
            return true;
    }
    return false;
}

void en_touch(const struct vl_rules *r, const struct vl_state *state, struct vl_move m,
              struct vl_touch *t)
{
    const struct en_state *s = en_of(state);

    t->src = vl_first_thing(r, m);
    switch ((enum en_move)m.kind) {
    case EN_MV_PICK_KINGDOM: t->rules[0] = s->base.seats == 2 ? EN_SET_06 : EN_SET_05; break;
    case EN_MV_USE: touch_use(r, s, m.arg, t); break;
    case EN_MV_REST:
    case EN_MV_TRIGGER: touch_source(r, s, m.arg, t); break;
    case EN_MV_JOURNEY:
    case EN_MV_SLOT: touch_slot(r, s, m.arg[0], m.kind == EN_MV_JOURNEY, t); break;
    case EN_MV_PROCEED: touch_taken(r, s, t); break;
    case EN_MV_TARGET: touch_target(r, s, m.arg[0], t); break;
    case EN_MV_CARD:
    case EN_MV_PAY_CARD:
        vl_touch_arg(t, "covered", VL_FAM_INT, is_covered(en_content(r), s, m.arg[0]));
        break;
    case EN_MV_DRAW: touch_draw(s, t); break;
    case EN_MV_REMOVE:
    case EN_MV_EMPTY: t->src = vl_ref_to(EN_FAM_PLACE, EN_ON_DECK); break;
    default: break;
    }
}
