/* ra_view.c - what a screen shows of Reflets d'Acide: zones, things and why a thing cannot be used
 * (ra_view), and what a move touches (ra_touch). No words here.
 *
 *     journey   the board: the pawns, and tokens, zones, the door and rooms where they lie
 *     quest     the two quests, the challenge, the treasure
 *     trial     what is at hand: the hazard with its objectives, the dice, creatures and critters,
 *               cards that have been drawn, what is counted at the end
 *     heroes    the team, place by place, with what each wears; heroes to choose from
 *     decks     the four decks, the bank, tokens to be placed
 *     vils      their gems and their team
 *     purse     what the team has won
 *     pile      what the Vils have won, as far as it is known
 *     board     gems, tokens and dilemmas of an influence board, "board.A"
 */
#include "core/view_build.h"
#include "games/reflets/reflets.h"

enum { ZONE_QUEST = 1, ZONE_PURSE = 6, ZONE_PILE }; /* in the order above */

struct table {
    const struct vl_rules *r;
    const struct ra_content *c;
    const struct ra_state *s;
    struct vl_view *v;
};

/* ---- the journey ---- */

/* How far along the road: a room is one square beyond the one that it faces, a shortcut stands
 * where it leads to. */
static int along(const struct ra_content *c, int node)
{
    const struct ra_node *n = &c->nodes[node];

    return n->kind == RA_NODE_ROOM ? n->faces + 1 : n->kind == RA_NODE_SHORTCUT ? n->arrow : node;
}

static void add_pawns(struct table *t)
{
    const struct ra_state *s = t->s;
    int ahead = along(t->c, s->team_at) - along(t->c, s->avatar_at);

    vl_add_item(t->v, RA_FAM_PAWN, RA_PAWN_TEAM, 1 + s->team_at);
    vl_add_item(t->v, RA_FAM_PAWN, RA_PAWN_AVATAR, 1 + s->avatar_at);
    vl_add_stat(t->v, VL_TXT(stat, "away"), ahead < 0 ? -ahead : ahead);
}

/* Cards face up, or known; then how many lie there that nobody has seen. */
static void add_space(struct table *t, int space)
{
    const struct ra_state *s = t->s;
    int pos = 1 + t->c->spaces[space], unseen = s->stack[space];

    for (int i = space * RA_OF_A_KIND; i < (space + 1) * RA_OF_A_KIND; i++) {
        bool up = s->laid[i] == RA_LAID_UP;

        if (!up && s->laid[i] != RA_LAID_KNOWN)
            continue;
        unseen -= !up;
        if (RA_ZONE0 + i == s->trial.card)
            continue;
        vl_add_item(t->v, RA_FAM_CARD, RA_ZONE0 + i, pos);
        if (space == RA_SPACES - 1) {
            vl_stat_if(t->v, VL_TXT(stat, "notch"), s->door_notch);
            vl_badge_if(t->v, s->lasting & RA_OPEN_DOOR, VL_TXT(badge, "open"));
        }
        vl_badge_if(t->v, !up, VL_TXT(badge, "face_down"));
    }
    if (unseen > 0) {
        vl_add_item(t->v, RA_FAM_SPACE, space, pos);
        vl_add_stat(t->v, VL_TXT(stat, "cards"), unseen);
    }
}

static void add_room(struct table *t, int slot)
{
    const struct ra_state *s = t->s;
    const struct ra_room *room = &s->rooms[slot];
    int pos = 1 + t->c->slots[slot];

    if (room->card == VL_NONE) {
        vl_add_item(t->v, RA_FAM_SLOT, slot, pos);
        return;
    }
    if (room->card == s->trial.card && !(s->flags & RA_OCTOGON))
        return;
    vl_add_item(t->v, RA_FAM_CARD, room->card, pos);
    vl_stat_if(t->v, VL_TXT(stat, "notch"), room->notch);
    vl_badge_if(t->v, !room->up, VL_TXT(badge, "face_down"));
    vl_badge_if(t->v, room->won, VL_TXT(badge, "won"));
    vl_badge_if(t->v, room->card == t->c->octuple && (s->lasting & RA_PORTAL),
                VL_TXT(badge, "portal"));
}

static void add_journey(struct table *t)
{
    const struct ra_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "journey"), VL_ZONE_MAP, RA_NODES);
    add_pawns(t);
    for (int i = 0; i < RA_TOKENS; i++) {
        const struct ra_token *k = &s->tokens[i];
        if (k->at < RA_NODES)
            vl_add_item(t->v, RA_FAM_TOKEN, i, 1 + k->at)->face = k->kind != VL_NONE
                                                                      ? vl_ref_to(RA_FAM_KIND,
                                                                                  k->kind)
                                                                      : vl_ref_to(RA_FAM_HUE,
                                                                                  i / RA_KINDS);
    }
    for (int i = 0; i < RA_SPACES; i++)
        add_space(t, i);
    for (int i = 0; i < RA_SLOTS; i++)
        add_room(t, i);
}

/* ---- quests ---- */

/* Its steps: what is fetched, where it is used, the way out. */
static void add_quest(struct table *t, int quest, bool vils)
{
    const struct ra_state *s = t->s;
    const struct ra_quest *q = &t->c->quests[quest];
    int done = vils ? s->notch : !!(s->lasting & RA_STEP1) + !!(s->lasting & RA_STEP2);

    vl_add_item(t->v, RA_FAM_QUEST, quest, vils);
    vl_add_stat_of(t->v, VL_TXT(stat, "step"), done, 3);
    if (vils)
        vl_stat_if(t->v, VL_TXT(stat, "countdown"), s->countdown);
    else
        vl_stat_if(t->v, VL_TXT(stat, "epic"), s->epic);
    vl_badge_if(t->v, vils, VL_TXT(badge, "vils"));
    vl_badge_if(t->v, vils && (s->lasting & RA_BLOCKED), VL_TXT(badge, "blocked"));
    vl_add_pip(t->v, vl_ref_to(RA_FAM_CARD, vils ? q->rooms[0] : q->relic), done > 0);
    vl_add_pip(t->v, vl_ref_to(RA_FAM_CARD, q->rooms[1]), done > 1);
    vl_add_pip(t->v, vl_ref_to(RA_FAM_CARD, t->c->octuple), done > 2);
}

static void add_challenge(struct table *t, int which, int pos)
{
    vl_add_item(t->v, RA_FAM_CHALLENGE, which, pos);
    vl_add_stat(t->v, VL_TXT(stat, "gap"), ra_gap(which));
    vl_add_stat(t->v, VL_TXT(stat, "draws"),
                2 + which / 3 - (which == RA_CHL_INFERNAL)); /* RA-SET-30 */
    vl_stat_if(t->v, VL_TXT(stat, "ticks"), ra_derived(t->r)->ticks[which]);
}

static bool is_offered(const struct ra_state *s, int quest)
{
    for (int i = 0; i < s->offered_len; i++)
        if (s->offered[i] == quest)
            return true;
    return false;
}

/* RA-SET-12 to 14: what may be the quest of the Vils, and then what would be the team's. */
static void add_offered(struct table *t)
{
    const struct ra_state *s = t->s;

    for (int i = 0; i < s->offered_len; i++) {
        vl_add_item(t->v, RA_FAM_QUEST, s->offered[i], i);
        vl_badge_if(t->v, true, VL_TXT(badge, "vils"));
    }
    for (int i = 0; i < s->offered_len; i++)
        if (!is_offered(s, t->c->quests[s->offered[i]].opposed))
            vl_add_item(t->v, RA_FAM_QUEST, t->c->quests[s->offered[i]].opposed, 20 + i);
}

static void add_quests(struct table *t)
{
    const struct ra_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "quest"), VL_ZONE_STRIP, 0);
    if (s->quest != VL_NONE && s->offered_len == 0) {
        add_quest(t, s->quest, false);
        add_quest(t, s->vquest, true);
    }
    add_offered(t);
    if (s->base.phase == RA_PH_SETUP_CHALLENGE)
        for (int i = 0; i < RA_CHALLENGES; i++)
            add_challenge(t, i, 10 + i);
    else if (s->stage > RA_ST_CHALLENGE)
        add_challenge(t, s->challenge, 10);
    if (s->treasure != VL_NONE && !(s->flags & RA_OCTOGON))
        vl_add_item_in(t->v,
                       s->lasting & RA_TREASURE    ? ZONE_PURSE
                       : s->lasting & RA_VTREASURE ? ZONE_PILE
                                                   : ZONE_QUEST,
                       RA_FAM_TREASURE, s->treasure, 9);
}

/* ---- what is at hand ---- */

/* Rounded down, so that only what is certain is told as such. */
static int percent(int odds)
{
    return (int)((int64_t)odds * 100 / RA_SURE);
}

/* An objective that is not settled yet, and that somebody tests. */
static bool is_to_come(const struct ra_content *c, const struct ra_state *s)
{
    return s->stage >= RA_ST_ROLL && s->stage <= RA_ST_ACCEPT &&
           (ra_objective(c, s)->kind == RA_COLLECTIVE || s->trial.tester != VL_NONE);
}

static void add_objectives(struct table *t, const struct ra_card *k)
{
    static const char *const kinds[] = { VL_TXT(badge, "collective"), VL_TXT(badge, "individual"),
                                         VL_TXT(badge, "vitality") }; /* ORDER RA_COLLECTIVE */
    const struct ra_state *s = t->s;

    for (int i = 0; i < k->trial_len; i++) {
        const struct ra_objective *o = &k->trial[i];
        struct vl_item *item = vl_add_item(t->v, RA_FAM_PAWN, RA_PAWN_OBJECTIVE + i, 1 + i);
        bool now = i == s->trial.node;

        if (o->kind != RA_VITALITY) {
            item->face = vl_ref_to(RA_FAM_CHAR, o->what);
            vl_add_stat(t->v, VL_TXT(stat, "base"), o->value);
            if (now) {
                vl_stat_if(t->v, VL_TXT(stat, "slid"),
                           -ra_hazard_notch(t->c, s) * (o->kind == RA_INDIVIDUAL ? 1 : 2));
                vl_stat_if(t->v, VL_TXT(stat, "eased"),
                           -(o->kind == RA_INDIVIDUAL ? s->trial.stars : s->trial.points));
                vl_add_stat(t->v, VL_TXT(stat, "target"), ra_target(t->c, s));
                if (s->trial.dice_len > 0 && s->trial.to_assign == 0)
                    vl_add_stat(t->v, VL_TXT(stat, "reached"), ra_reached(t->c, s));
                if (is_to_come(t->c, s))
                    vl_add_stat(t->v, VL_TXT(stat, "chance"), percent(ra_odds(t->r, s, 0)));
            }
        }
        vl_add_badge(t->v, kinds[o->kind]);
        vl_badge_if(t->v, now, VL_TXT(badge, "now"));
        vl_badge_if(t->v, now && s->trial.succeeds, VL_TXT(badge, "sure"));
        vl_add_pip(t->v, vl_ref_to(RA_FAM_ARROW, o->won), false);
        vl_add_pip(t->v, vl_ref_to(RA_FAM_ARROW, RA_ARROW_LOST_LIGHT + o->lost), false);
    }
}

static void add_dice(struct table *t)
{
    static const char *const says[] = { VL_TXT(badge, "loose"), VL_TXT(badge, "miss"),
                                        VL_TXT(badge, "ok"), VL_TXT(badge, "crit"),
                                        VL_TXT(badge, "fumble") }; /* ORDER ra_said */
    const struct ra_state *s = t->s;

    for (int i = 0; i < s->trial.dice_len; i++) {
        const struct ra_die *d = &s->trial.dice[i];
        if (d->hero == VL_NONE)
            continue;
        vl_add_item(t->v, RA_FAM_PLACE, i, 10 + i)->face = vl_ref_to(RA_FAM_CARD, d->hero);
        vl_add_stat(t->v, VL_TXT(stat, "die"), d->value);
        if (s->trial.to_assign == 0) {
            vl_add_stat(t->v, VL_TXT(stat, "gives"), ra_die_gives(t->c, s, i));
            vl_add_badge(t->v, says[ra_die_says(t->c, s, i)]);
        }
    }
}

static void add_foes(struct table *t)
{
    const struct ra_state *s = t->s;
    const struct ra_objective *o = s->trial.card != VL_NONE ? ra_objective(t->c, s) : NULL;

    for (int i = 0; i < s->play_len; i++) {
        vl_add_item(t->v, RA_FAM_CARD, s->play[i], 20 + i);
        if (o != NULL && o->kind != RA_VITALITY && !(s->flags & RA_OCTOGON)) {
            int adds = t->c->cards[s->play[i]].adds[o->what];
            vl_stat_if(t->v, VL_TXT(stat, "adds"), o->kind == RA_INDIVIDUAL ? adds > 0 : adds);
        }
        if (s->prey[i] != VL_NONE)
            vl_add_pip(t->v, vl_ref_to(RA_FAM_CARD, s->prey[i]), false);
    }
}

/* The die of a test of vitality, and whose life it is about. */
static void add_test(struct table *t)
{
    const struct vl_frame *w = t->s->base.phase == RA_PH_VIT ? ra_window(t->s) : NULL;

    if (w == NULL || (w - 1)->reg[RA_REG_HERO] == 0)
        return;
    vl_add_item(t->v, RA_FAM_PAWN, RA_PAWN_TEST, 30)->face = vl_ref_to(
        RA_FAM_CARD, (w - 1)->reg[RA_REG_HERO] - 1);
    vl_stat_if(t->v, VL_TXT(stat, "die"), (w - 1)->reg[RA_REG_DIE]);
}

/* RA-SCO: line by line, the team's and the Vils'. */
static void add_count(struct table *t)
{
    int16_t lines[2][RA_LINES];

    if (t->s->base.outcome != RA_BY_QUEST)
        return;
    ra_count(t->r, t->s, lines);
    for (int i = 0; i < RA_LINES; i++) {
        if (lines[0][i] == 0 && lines[1][i] == 0)
            continue;
        vl_add_item(t->v, RA_FAM_LINE, i, 50 + i);
        vl_add_stat(t->v, VL_TXT(stat, "team"), lines[0][i]);
        vl_add_stat(t->v, VL_TXT(stat, "vils"), lines[1][i]);
    }
}

static void add_trial(struct table *t)
{
    const struct ra_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "trial"), VL_ZONE_SHEET, 0);
    if (s->trial.card != VL_NONE) {
        if (s->flags & RA_OCTOGON)
            vl_add_item(t->v, RA_FAM_TREASURE, s->treasure, 0);
        else
            vl_add_item(t->v, RA_FAM_CARD, s->trial.card, 0);
        add_objectives(t, &t->c->cards[ra_trial_card(s)]);
    }
    add_dice(t);
    add_foes(t);
    add_test(t);
    if (s->gold > 0) {
        vl_add_item(t->v, RA_FAM_PAWN, RA_PAWN_GOLD, 31);
        vl_add_stat(t->v, VL_TXT(stat, "die"), s->gold);
        if (s->gait > 0 && s->stage <= RA_ST_MOVE)
            vl_add_stat(t->v, VL_TXT(stat, "steps"), ra_potential(s));
    }
    for (int card = 0; s->drawn_len == 0 && card < RA_DECKED; card++)
        if (s->in[card] == RA_IN_OPEN)
            vl_add_item(t->v, RA_FAM_CARD, card, 40);
    add_count(t);
}

/* ---- heroes and boards ---- */

static const char *const char_stats[] = { VL_TXT(stat, "attack"), VL_TXT(stat, "perception"),
                                          VL_TXT(stat, "intelligence"), VL_TXT(stat, "agility"),
                                          VL_TXT(stat, "defence") };

static void add_hero(struct table *t, int place)
{
    const struct ra_state *s = t->s;
    int hero = s->team[place];

    vl_add_item(t->v, RA_FAM_CARD, hero, 1 + place);
    for (int what = 0; what < RA_CHARS; what++)
        vl_add_stat(t->v, char_stats[what], ra_value(t->c, s, place, what));
    vl_add_stat_of(t->v, VL_TXT(stat, "life"), ra_life(t->c, s, place), t->c->cards[hero].vitality);
    vl_badge_if(t->v, s->marker[place] != 0, VL_TXT(badge, "wounded"));
    vl_badge_if(t->v, s->gold == place + 1, VL_TXT(badge, "designated"));
    vl_badge_if(t->v, s->trial.card != VL_NONE && s->trial.tester == hero, VL_TXT(badge, "tester"));
    vl_badge_if(t->v, ra_prey_of(s, hero) >= 0, VL_TXT(badge, "hindered"));
    vl_badge_if(t->v, vl_set_has(s->used, 2 * hero) || vl_set_has(s->used, 2 * hero + 1),
                VL_TXT(badge, "used"));
}

static void add_item_card(struct table *t, int n)
{
    const struct ra_state *s = t->s;
    const struct vl_frame *f = &s->frames[s->depth > 0 ? s->depth - 1 : 0];

    if (s->in[RA_ITEM0 + n] != RA_IN_HELD)
        return;
    int place = s->holder[n] != VL_NONE ? ra_place_of(s, s->holder[n]) : -1;
    vl_add_item(t->v, RA_FAM_CARD, RA_ITEM0 + n, 1 + place);
    vl_badge_if(t->v, vl_set_has(s->active, n), VL_TXT(badge, "worn"));
    vl_badge_if(t->v, vl_set_has(s->used, 2 * RA_HEROES + n), VL_TXT(badge, "used"));
    vl_badge_if(t->v, s->base.phase == RA_PH_EQUIP_HOLDER && f->reg[RA_REG_NAMED] == 1 + n,
                VL_TXT(badge, "now"));
}

static void add_heroes(struct table *t)
{
    const struct ra_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "heroes"), VL_ZONE_TRACK, RA_PLACES);
    for (int place = 0; place < s->n; place++)
        add_hero(t, place);
    for (int i = 0; i < s->drawn_len; i++)
        vl_add_item(t->v, RA_FAM_CARD, s->drawn[i], 0);
    for (int i = 0; i < RA_ITEMS; i++)
        add_item_card(t, i);
}

static void add_gems(struct table *t, int holder)
{
    for (int colour = 0; colour < RA_CHARS; colour++) {
        vl_add_item(t->v, RA_FAM_GEM, holder * RA_CHARS + colour, 1 + colour);
        vl_add_stat(t->v, VL_TXT(stat, "gems"), t->s->gems[holder][colour]);
    }
}

static void add_board(struct table *t, int board)
{
    const struct ra_state *s = t->s;
    int tokens, cards = ra_waiting(s, board, &tokens);
    struct vl_ref thing = vl_ref_to(RA_FAM_BOARD, board);

    vl_add_zone(t->v, VL_TXT(zone, "board"), VL_ZONE_SHEET, 0)->ref = thing;
    vl_add_item(t->v, RA_FAM_BOARD, board, 0);
    vl_add_stat_of(t->v, VL_TXT(stat, "tokens"), tokens, ra_places_each(t->r));
    vl_add_stat_of(t->v, VL_TXT(stat, "dilemmas"), cards, ra_places_each(t->r));
    add_gems(t, board);
    for (int k = 0; k < RA_TOKENS; k++)
        if (ra_waits_on(&s->tokens[k]) == board)
            vl_add_item(t->v, RA_FAM_TOKEN, k, 10)->face = vl_ref_to(RA_FAM_KIND,
                                                                     s->tokens[k].kind);
    for (int card = RA_IMP0; card < RA_CREATURE0; card++)
        if (s->in[card] == RA_IN_A + board)
            vl_add_item(t->v, RA_FAM_CARD, card, 20);
}

/* ---- decks, what is won ---- */

static bool is_laid(const struct ra_state *s, int kind)
{
    for (int i = 0; i < RA_KINDS; i++)
        if (s->tokens[i].kind == kind)
            return true;
    return false;
}

static const uint8_t *known_of(const struct ra_state *s, int deck)
{
    switch (deck) {
    case 0: return s->known_heroes;
    case 1: return s->known_loot;
    case 2: return s->known_imps;
    default: return s->known_relics;
    }
}

static void add_decks(struct table *t)
{
    const struct ra_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "decks"), VL_ZONE_STRIP, 0);
    for (int deck = 0; deck < 4; deck++) {
        vl_add_item(t->v, RA_FAM_DECK, deck, deck);
        vl_add_stat(t->v, VL_TXT(stat, "left"), s->deck_len[deck] + s->known_len[deck]);
        for (int i = 0; i < s->known_len[deck]; i++)
            vl_add_item(t->v, RA_FAM_CARD, known_of(s, deck)[i], deck);
    }
    add_gems(t, RA_BANK);
    for (int kind = 0; s->base.phase == RA_PH_SETUP_TOKENS && kind < RA_KINDS; kind++)
        if (!is_laid(s, kind))
            vl_add_item(t->v, RA_FAM_KIND, kind, 20);
}

static void add_vils(struct table *t)
{
    static const char *const down[] = { VL_TXT(stat, "heroes"), VL_TXT(stat, "loot"),
                                        VL_TXT(stat, "imps") };
    const struct ra_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "vils"), VL_ZONE_SHEET, 0);
    vl_add_item(t->v, RA_FAM_BOARD, RA_VILS, 0);
    for (int k = 0; k < 3; k++)
        vl_stat_if(t->v, down[k], s->vdown[k]);
    vl_stat_if(t->v, VL_TXT(stat, "red"), s->taken[0]);
    vl_stat_if(t->v, VL_TXT(stat, "grey"), s->taken[1]);
    add_gems(t, RA_VILS);
    for (int k = 0; k < RA_PLACES; k++)
        if (s->vteam[k] != VL_NONE)
            vl_add_item(t->v, RA_FAM_CARD, s->vteam[k], 10 + k);
}

static void add_won(struct table *t)
{
    const struct ra_state *s = t->s;

    for (int card = 0; card < RA_DECKED; card++)
        if (s->in[card] == RA_IN_PURSE || s->in[card] == RA_IN_VPILE)
            vl_add_item_in(t->v, s->in[card] == RA_IN_PURSE ? ZONE_PURSE : ZONE_PILE, RA_FAM_CARD,
                           card, 0);
    for (int i = 0; i < RA_PLACED; i++)
        if ((s->laid[i] == RA_LAID_PURSE || s->laid[i] == RA_LAID_VPILE) &&
            RA_ZONE0 + i != s->trial.card)
            vl_add_item_in(t->v, s->laid[i] == RA_LAID_PURSE ? ZONE_PURSE : ZONE_PILE, RA_FAM_CARD,
                           RA_ZONE0 + i, 0);
}

static void add_seats(struct table *t)
{
    for (int k = 0; k < t->s->base.seats; k++) {
        int gems = 0;
        for (int board = 0; board < ra_derived(t->r)->boards; board++)
            gems += ra_seat_of(t->r, board) == k ? ra_gems_of(t->s, board) : 0;
        vl_add_seat(t->v, k);
        vl_add_stat(t->v, VL_TXT(stat, "gems"), gems);
        vl_badge_if(t->v, t->s->guide == k && t->s->turn > 0, VL_TXT(badge, "active"));
    }
}

/* ---- the prompt ---- */

/* Which die is due: who throws real ones must know. */
static const char *die_prompt(const struct table *t)
{
    const struct vl_frame *f = &t->s->frames[t->s->depth > 0 ? t->s->depth - 1 : 0];
    struct vl_fx_part part = ra_machine.find(t->r, &t->s->base, f);

    if (t->s->depth == 0 || f->at >= part.len)
        return t->r->game->phases[RA_PH_C_DIE];
    switch (part.steps[f->at].verb) {
    case RA_DO_ROLL_GOLD:
    case RA_DO_REROLL_GOLD:
    case RA_DO_LUCK: return VL_TXT(prompt, "golden_die");
    case RA_DO_RUN_DIE:
    case RA_DO_ADD_DIE: return VL_TXT(prompt, "run_die");
    case RA_DO_VIT: return VL_TXT(prompt, "vitality_die");
    default: return t->r->game->phases[RA_PH_C_DIE];
    }
}

static void add_prompt(struct table *t)
{
    const struct ra_state *s = t->s;
    struct vl_msg *msg = &t->v->prompt;

    msg->id = s->base.phase == RA_PH_C_DIE ? die_prompt(t) : t->r->game->phases[s->base.phase];
    if (s->base.phase == RA_PH_C_DRAW)
        vl_say(msg, "pool", RA_FAM_POOL, s->pool);
    if (s->base.phase == RA_PH_OVER)
        vl_say(msg, "outcome", RA_FAM_OUTCOME, s->base.outcome);
    vl_say(msg, "player", VL_FAM_SEAT, s->base.actor >= 0 ? s->base.actor : s->guide);
    vl_say(msg, "n", VL_FAM_INT, s->gold);
    if (s->trial.card != VL_NONE)
        vl_say(msg, "card", RA_FAM_CARD, s->trial.card);
}

void ra_view(const struct vl_rules *r, const struct vl_state *state, vl_actor seat,
             struct vl_view *v)
{
    struct table t = { r, ra_content(r), ra_of(state), v };

    (void)seat; /* all information is public */
    v->round = vl_i16(t.s->turn);
    add_prompt(&t);
    add_journey(&t);
    add_quests(&t);
    add_trial(&t);
    add_heroes(&t);
    add_decks(&t);
    add_vils(&t);
    vl_add_zone(v, VL_TXT(zone, "purse"), VL_ZONE_PILE, 0);
    vl_add_zone(v, VL_TXT(zone, "pile"), VL_ZONE_PILE, 0);
    for (int board = 0; board < ra_derived(r)->boards; board++)
        add_board(&t, board);
    add_won(&t);
    add_seats(&t);
}

const char *ra_kind(const struct vl_rules *r, int family, int index)
{
    static const char *const sorts[] = { VL_TXT(kind, "hero"),     VL_TXT(kind, "loot"),
                                         VL_TXT(kind, "relic"),    VL_TXT(kind, "dilemma"),
                                         VL_TXT(kind, "creature"), VL_TXT(kind, "critter"),
                                         VL_TXT(kind, "zone"),     VL_TXT(kind, "door"),
                                         VL_TXT(kind, "room") };

    (void)r;
    switch (family) {
    case RA_FAM_CARD: return index < RA_TREASURE0 ? sorts[ra_sort(index)] : NULL;
    case RA_FAM_TREASURE: return VL_TXT(kind, "treasure");
    case RA_FAM_QUEST: return VL_TXT(kind, "quest");
    case RA_FAM_KIND:
    case RA_FAM_TOKEN: return VL_TXT(kind, "token");
    case RA_FAM_GEM: return VL_TXT(kind, "gems");
    case RA_FAM_BOARD: return VL_TXT(kind, "board");
    case RA_FAM_PLACE: return VL_TXT(kind, "die");
    case RA_FAM_PAWN:
        return index >= RA_PAWN_OBJECTIVE ? VL_TXT(kind, "objective")
               : index >= RA_PAWN_GOLD    ? VL_TXT(kind, "die")
               : index == RA_PAWN_AVATAR  ? VL_TXT(kind, "avatar")
                                          : VL_TXT(kind, "team");
    case RA_FAM_LINE: return VL_TXT(kind, "line");
    case RA_FAM_CHALLENGE: return VL_TXT(kind, "challenge");
    case RA_FAM_DECK: return VL_TXT(kind, "deck");
    case RA_FAM_SPACE: return VL_TXT(kind, "zone");
    case RA_FAM_SLOT: return VL_TXT(kind, "room");
    default: return NULL;
    }
}

/* A gem of a board is called by its characteristic where room is short. */
struct vl_ref ra_brief(const struct vl_rules *r, int family, int index)
{
    (void)r;
    return family == RA_FAM_GEM ? vl_ref_to(RA_FAM_CHAR, index % RA_CHARS) : vl_ref_to(0, -1);
}

void ra_map(const struct vl_rules *r, struct vl_map *out)
{
    out->shape = VL_MAP_GRAPH;
    out->family = RA_FAM_NODE;
    out->cells_len = RA_NODES;
    out->cells = ra_content(r)->cells;
}

/* ---- what a move touches ---- */

/* Moves whose words have room for the chance of the objective they are about. */
static bool tells_odds(int kind)
{
    switch (kind) {
    case RA_MV_PASS:
    case RA_MV_SKILL:
    case RA_MV_DILEMMA:
    case RA_MV_TOKEN:
    case RA_MV_AUTO:
    case RA_MV_PAID_REROLL:
    case RA_MV_GOLD_SUBST:
    case RA_MV_DICE_MASK:
    case RA_MV_PICK_CARD:
    case RA_MV_CHOOSE_TESTER:
    case RA_MV_ASSIGN:
    case RA_MV_TEST:
    case RA_MV_OCTOGON: return true;
    default: return false;
    }
}

/* {told}: 1 if there is a chance to tell; then {chance}, in percent. */
static void touch_odds(struct vl_touch *t, int odds)
{
    vl_touch_arg(t, "told", VL_FAM_INT, odds >= 0);
    if (odds >= 0)
        vl_touch_arg(t, "chance", VL_FAM_INT, percent(odds));
}

static struct vl_ref gem_of(int board, int colour)
{
    return vl_ref_to(RA_FAM_GEM, board * RA_CHARS + colour);
}

/* The card that is being looked at, kept or placed. */
static struct vl_ref card_at_hand(const struct vl_rules *r, const struct ra_state *s)
{
    const struct ra_content *c = ra_content(r);
    int space = ra_space_at(c, s->team_at), slot = ra_slot_at(c, s->team_at);

    for (int card = 0; card < RA_DECKED; card++)
        if (s->in[card] == RA_IN_OPEN)
            return vl_ref_to(RA_FAM_CARD, card);
    return vl_ref_to(RA_FAM_CARD, s->trial.card != VL_NONE ? s->trial.card
                                  : slot >= 0              ? s->rooms[slot].card
                                  : space >= 0             ? s->up[space]
                                                           : VL_NONE);
}

static struct vl_ref item_at_hand(const struct ra_state *s)
{
    return s->base.phase == RA_PH_EQUIP_HOLDER
               ? vl_ref_to(RA_FAM_CARD, RA_ITEM0 + s->frames[s->depth - 1].reg[RA_REG_NAMED] - 1)
               : vl_ref_to(RA_FAM_CARD, VL_NONE);
}

static void touch_hero(const struct ra_state *s, int place, struct vl_touch *t)
{
    if (place >= s->n)
        return;
    t->src = vl_ref_to(RA_FAM_CARD, s->team[place]);
    vl_touch_arg(t, "hero", RA_FAM_CARD, s->team[place]);
}

/* What is paid for it, and what for. */
static void touch_die(const struct vl_rules *r, const struct ra_state *s, struct vl_move m,
                      struct vl_touch *t)
{
    const struct ra_die *d = &s->trial.dice[m.arg[0]];

    t->dst = vl_ref_to(RA_FAM_PLACE, m.arg[0]);
    if (m.arg[0] >= s->trial.dice_len || d->hero == VL_NONE)
        return;
    vl_touch_arg(t, "hero", RA_FAM_CARD, d->hero);
    if (m.kind == RA_MV_GOLD_SUBST)
        t->src = vl_ref_to(RA_FAM_PAWN, RA_PAWN_GOLD);
    else if (ra_place_of(s, d->hero) >= 0 && d->value < 6)
        t->src = gem_of(ra_board_of(r, ra_place_of(s, d->hero)), d->value - 1);
}

/* Who gets which die: heroes and values in the order of the places. */
static void touch_assign(const struct vl_rules *r, const struct ra_state *s, struct vl_move m,
                         struct vl_touch *t)
{
    int first = ra_first_place(r, m.arg[0]), n = s->n - first;

    n = n > ra_places_each(r) ? ra_places_each(r) : n;
    if (m.arg[0] >= RA_BOARDS || m.arg[1] >= RA_WAYS || s->trial.dice_len < first + n)
        return;
    for (int i = 0; i < n; i++)
        vl_touch_arg(t, "value", VL_FAM_INT, s->trial.dice[first + ra_perms[m.arg[1]][i]].value);
    for (int i = 0; i < n; i++)
        vl_touch_arg(t, "hero", RA_FAM_CARD, s->trial.dice[first + i].hero);
}

void ra_touch(const struct vl_rules *r, const struct vl_state *state, struct vl_move m,
              struct vl_touch *t)
{
    const struct ra_state *s = ra_of(state);

    t->src = vl_first_thing(r, m);
    switch (m.kind) {
    case RA_MV_PICK_HERO:
    case RA_MV_REPLACE_HERO:
    case RA_MV_CHOOSE_TESTER:
    case RA_MV_DEBT_HERO: touch_hero(s, m.arg[0], t); break;
    case RA_MV_SWAP_PLACES:
        touch_hero(s, m.arg[0], t);
        if (m.arg[1] < s->n)
            t->dst = vl_ref_to(RA_FAM_CARD, s->team[m.arg[1]]);
        break;
    case RA_MV_TRADE:
        touch_hero(s, m.arg[0], t);
        t->dst = vl_ref_to(RA_FAM_CARD, m.arg[1] < RA_PLACES ? s->vteam[m.arg[1]] : VL_NONE);
        break;
    case RA_MV_OFFER_REPLACE:
        touch_hero(s, m.arg[0], t);
        t->dst = card_at_hand(r, s);
        break;
    case RA_MV_EQUIP_HOLDER:
        touch_hero(s, m.arg[0], t);
        t->dst = t->src;
        t->src = item_at_hand(s);
        break;
    case RA_MV_ASSIGN: touch_assign(r, s, m, t); break;
    case RA_MV_EQUIP_DISCARD: t->src = item_at_hand(s); break;
    case RA_MV_PAID_REROLL:
    case RA_MV_GOLD_SUBST: touch_die(r, s, m, t); break;
    case RA_MV_DICE_MASK:
        for (int i = 0; i < RA_DICE; i++)
            if (m.arg[0] >> i & 1 && !vl_is_thing(t->src))
                t->src = vl_ref_to(RA_FAM_PLACE, i);
            else if (m.arg[0] >> i & 1)
                t->also[t->also_len++] = vl_ref_to(RA_FAM_PLACE, i);
        break;
    case RA_MV_PLACE_TOKEN: t->dst = vl_ref_to(RA_FAM_NODE, m.arg[1]); break;
    case RA_MV_TOKEN:
    case RA_MV_TOKEN_REROLL: {
        int token = ra_token_of(s, m.arg[0], m.kind == RA_MV_TOKEN ? m.arg[1] : RA_TOKEN_BONUS_DIE);
        t->src = vl_ref_to(RA_FAM_TOKEN, token);
        break;
    }
    case RA_MV_TOKEN_NOW:
    case RA_MV_TOKEN_WAIT:
        t->dst = t->src;
        t->src = vl_ref_to(RA_FAM_TOKEN, ra_token_at(s, s->team_at));
        break;
    case RA_MV_TRANSFER_GEM:
        t->src = gem_of(m.arg[0], m.arg[1]);
        t->dst = vl_ref_to(RA_FAM_BOARD, m.arg[2]);
        break;
    case RA_MV_EXCHANGE_GEM:
        t->src = gem_of(m.arg[0], m.arg[1]);
        t->dst = gem_of(m.arg[2], m.arg[3]);
        break;
    case RA_MV_MOVE_DILEMMA: t->dst = vl_ref_to(RA_FAM_BOARD, m.arg[1]); break;
    case RA_MV_GOLD_REROLL:
        t->src = vl_ref_to(RA_FAM_PAWN, RA_PAWN_GOLD);
        t->dst = s->gold >= 1 && s->gold <= RA_CHARS ? gem_of(m.arg[0], s->gold - 1) : t->dst;
        break;
    case RA_MV_BRAKE:
        t->src = vl_ref_to(RA_FAM_PAWN, RA_PAWN_AVATAR);
        if (m.arg[0] > 0)
            t->dst = vl_ref_to(RA_FAM_BOARD, m.arg[1]);
        break;
    case RA_MV_WALK:
    case RA_MV_STAY:
    case RA_MV_CROSS:
    case RA_MV_REMAIN:
    case RA_MV_PORTAL: t->src = vl_ref_to(RA_FAM_PAWN, RA_PAWN_TEAM); break;
    case RA_MV_RUN:
        t->src = vl_ref_to(RA_FAM_PAWN, RA_PAWN_TEAM);
        t->dst = gem_of(m.arg[0], m.arg[1]);
        break;
    case RA_MV_GOTO:
        t->dst = t->src;
        t->src = vl_ref_to(RA_FAM_PAWN, RA_PAWN_TEAM);
        break;
    case RA_MV_LUCK_ROLL: t->src = vl_ref_to(RA_FAM_PAWN, RA_PAWN_GOLD); break;
    case RA_MV_KEEP_DILEMMA:
    case RA_MV_DILEMMA_KEEP:
    case RA_MV_DILEMMA_SWAP:
        t->dst = t->src;
        t->src = card_at_hand(r, s);
        break;
    case RA_MV_DROP_DILEMMA:
    case RA_MV_DILEMMA_DISCARD:
    case RA_MV_OFFER_DISCARD:
    case RA_MV_OFFER_ENROL:
    case RA_MV_OPTION:
    case RA_MV_TEST:
    case RA_MV_SKIP_TEST:
    case RA_MV_ROOM_LUCK:
    case RA_MV_RELIC:
    case RA_MV_LOOT3: t->src = card_at_hand(r, s); break;
    case RA_MV_USE_KEY:
        if (s->up[RA_SPACES - 1] != VL_NONE)
            t->src = vl_ref_to(RA_FAM_CARD, ra_content(r)->cards[s->up[RA_SPACES - 1]].item);
        break;
    case RA_MV_AUTO:
        if (s->trial.card != VL_NONE && ra_objective(ra_content(r), s)->kind != RA_VITALITY) {
            t->src = gem_of(m.arg[0], ra_objective(ra_content(r), s)->what);
            t->dst = vl_ref_to(RA_FAM_PAWN, RA_PAWN_OBJECTIVE + s->trial.node);
        }
        break;
    case RA_MV_PAY_GEM: t->src = gem_of(m.arg[0], m.arg[1]); break;
    case RA_MV_TAKE_GEM:
    case RA_MV_BURN_GEM: t->src = gem_of(RA_VILS, m.arg[0]); break;
    case RA_MV_PAY_COLOUR:
        if (s->base.phase == RA_PH_PAY_COLOUR)
            t->src = gem_of(s->frames[s->depth - 1].reg[2] & 15, m.arg[0]);
        break;
    case RA_MV_TREASURE:
    case RA_MV_OCTOGON: t->src = vl_ref_to(RA_FAM_TREASURE, s->treasure); break;
    default: break;
    }
    if (tells_odds(m.kind))
        touch_odds(t, ra_refuse(r, state, m, VL_ANYONE) == 0 ? ra_odds_of(r, s, m) : -1);
}
