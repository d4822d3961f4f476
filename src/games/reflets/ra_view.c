/* ra_view.c - what a screen shows of Reflets d'Acide: zones, things and why a thing cannot be used
 * (ra_view), and what a move touches (ra_touch). No words here.
 *
 *     journey   the board, with the pawns and the tokens on it
 *     quest     the two quests, the challenge
 *     trial     the hazard at hand, its objective, the dice, creatures and critters
 *     heroes    the team, place by place, with what each wears
 *     board     gems, tokens and dilemmas of an influence board, "board.A"
 *     vils      their gems, their team and pile
 */
#include "core/view_build.h"
#include "games/reflets/reflets.h"

enum { ZONE_JOURNEY, ZONE_QUEST, ZONE_TRIAL, ZONE_HEROES, ZONE_VILS, ZONE_BOARDS };

struct table {
    const struct vl_rules *r;
    const struct ra_content *c;
    const struct ra_state *s;
    struct vl_view *v;
};

static void add_zones(struct table *t)
{
    vl_add_zone(t->v, VL_TXT(zone, "journey"), VL_ZONE_MAP, RA_NODES);
    vl_add_zone(t->v, VL_TXT(zone, "quest"), VL_ZONE_STRIP, 0);
    vl_add_zone(t->v, VL_TXT(zone, "trial"), VL_ZONE_SHEET, 0);
    vl_add_zone(t->v, VL_TXT(zone, "heroes"), VL_ZONE_TRACK, RA_PLACES);
    vl_add_zone(t->v, VL_TXT(zone, "vils"), VL_ZONE_SHEET, 0);
    for (int board = 0; board < ra_derived(t->r)->boards; board++)
        vl_add_zone(t->v, VL_TXT(zone, "board"), VL_ZONE_SHEET, 0)->ref = vl_ref_to(RA_FAM_BOARD,
                                                                                    board);
}

/* ---- the journey ---- */

static void add_journey(struct table *t)
{
    const struct ra_state *s = t->s;
    static const char *const pawns[] = { VL_TXT(badge, "team"), VL_TXT(badge, "avatar") };

    for (int i = 0; i < 2; i++) {
        int node = i ? s->avatar_at : s->team_at;
        vl_add_badge(t->v, vl_add_item(t->v, RA_FAM_NODE, node, ZONE_JOURNEY, 1 + node), pawns[i]);
        if (i == 0 && s->team_at == s->avatar_at)
            break;
    }
    for (int i = 0; i < RA_TOKENS; i++) {
        const struct ra_token *k = &s->tokens[i];
        if (k->at >= RA_NODES)
            continue;
        struct vl_item *item = vl_add_item(t->v, RA_FAM_TOKEN, i, ZONE_JOURNEY, 1 + k->at);
        item->face = k->kind != VL_NONE ? vl_ref_to(RA_FAM_KIND, k->kind)
                                        : vl_ref_to(RA_FAM_HUE, i / RA_KINDS);
    }
    for (int i = 0; i < RA_SPACES; i++) {
        int card = s->up[i] != VL_NONE ? s->up[i] : s->top[i];
        if (card == VL_NONE)
            continue;
        struct vl_item *item = vl_add_item(t->v, RA_FAM_CARD, card, ZONE_JOURNEY,
                                           1 + t->c->spaces[i]);
        vl_badge_if(t->v, item, s->up[i] == VL_NONE, VL_TXT(badge, "face_down"));
    }
    for (int i = 0; i < RA_SLOTS; i++) {
        const struct ra_room *room = &s->rooms[i];
        if (room->card == VL_NONE)
            continue;
        struct vl_item *item = vl_add_item(t->v, RA_FAM_CARD, room->card, ZONE_JOURNEY,
                                           1 + t->c->slots[i]);
        vl_stat_if(t->v, item, VL_TXT(stat, "notch"), room->notch);
        vl_badge_if(t->v, item, !room->up, VL_TXT(badge, "face_down"));
        vl_badge_if(t->v, item, room->won, VL_TXT(badge, "won"));
    }
}

/* ---- quests ---- */

static void add_quests(struct table *t)
{
    const struct ra_state *s = t->s;

    if (s->quest != VL_NONE) {
        struct vl_item *i = vl_add_item(t->v, RA_FAM_QUEST, s->quest, ZONE_QUEST, 0);
        vl_add_stat_of(t->v, i, VL_TXT(stat, "step"),
                       !!(s->lasting & RA_STEP1) + !!(s->lasting & RA_STEP2), 3);
        vl_add_stat(t->v, i, VL_TXT(stat, "gap"), ra_gap(s->challenge));
        vl_stat_if(t->v, i, VL_TXT(stat, "epic"), s->epic);
        i = vl_add_item(t->v, RA_FAM_QUEST, s->vquest, ZONE_QUEST, 1);
        vl_add_stat_of(t->v, i, VL_TXT(stat, "step"), s->notch, 3);
        vl_stat_if(t->v, i, VL_TXT(stat, "countdown"), s->countdown);
        vl_badge_if(t->v, i, s->lasting & RA_BLOCKED, VL_TXT(badge, "blocked"));
    }
    for (int i = 0; i < s->offered_len; i++)
        vl_add_item(t->v, RA_FAM_QUEST, s->offered[i], ZONE_QUEST, i);
    if (s->treasure != VL_NONE && !(s->lasting & (RA_TREASURE | RA_VTREASURE)))
        vl_add_item(t->v, RA_FAM_TREASURE, s->treasure, ZONE_QUEST, 9);
}

/* ---- the trial ---- */

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

static void add_trial(struct table *t)
{
    const struct ra_state *s = t->s;

    if (s->trial.card != VL_NONE) {
        struct vl_item *i = vl_add_item(t->v, RA_FAM_CARD, s->trial.card, ZONE_TRIAL, 0);
        if (ra_objective(t->c, s)->kind != RA_VITALITY) {
            vl_add_stat(t->v, i, VL_TXT(stat, "target"), ra_target(t->c, s));
            vl_add_stat(t->v, i, VL_TXT(stat, "reached"), ra_reached(t->c, s));
            if (is_to_come(t->c, s))
                vl_add_stat(t->v, i, VL_TXT(stat, "chance"), percent(ra_odds(t->r, s, 0)));
        }
    }
    for (int i = 0; i < s->trial.dice_len; i++)
        if (s->trial.dice[i].hero != VL_NONE) {
            struct vl_item *item = vl_add_item(t->v, RA_FAM_PLACE, i, ZONE_TRIAL, 1 + i);
            item->face = vl_ref_to(RA_FAM_CARD, s->trial.dice[i].hero);
            vl_add_stat(t->v, item, VL_TXT(stat, "die"), s->trial.dice[i].value);
        }
    for (int i = 0; i < s->play_len; i++) {
        struct vl_item *item = vl_add_item(t->v, RA_FAM_CARD, s->play[i], ZONE_TRIAL, 10 + i);
        vl_badge_if(t->v, item, s->prey[i] != VL_NONE, VL_TXT(badge, "on_a_hero"));
    }
}

/* ---- heroes and boards ---- */

static const char *const char_stats[] = { VL_TXT(stat, "attack"), VL_TXT(stat, "perception"),
                                          VL_TXT(stat, "intelligence"), VL_TXT(stat, "agility"),
                                          VL_TXT(stat, "defence") };

static void add_heroes(struct table *t)
{
    const struct ra_state *s = t->s;

    for (int place = 0; place < s->n; place++) {
        struct vl_item *i = vl_add_item(t->v, RA_FAM_CARD, s->team[place], ZONE_HEROES, 1 + place);
        for (int what = 0; what < RA_CHARS; what++)
            vl_add_stat(t->v, i, char_stats[what], ra_value(t->c, s, place, what));
        vl_add_stat_of(t->v, i, VL_TXT(stat, "life"), ra_life(t->c, s, place),
                       t->c->cards[s->team[place]].vitality);
        vl_badge_if(t->v, i, s->marker[place] != 0, VL_TXT(badge, "wounded"));
        vl_badge_if(t->v, i, s->gold == place + 1, VL_TXT(badge, "designated"));
    }
    for (int i = 0; i < s->drawn_len; i++)
        vl_add_item(t->v, RA_FAM_CARD, s->drawn[i], ZONE_HEROES, 0);
    for (int i = 0; i < RA_ITEMS; i++) {
        int place = s->in[RA_ITEM0 + i] == RA_IN_HELD && s->holder[i] != VL_NONE
                        ? ra_place_of(s, s->holder[i])
                        : -1;
        if (s->in[RA_ITEM0 + i] != RA_IN_HELD)
            continue;
        struct vl_item *item = vl_add_item(t->v, RA_FAM_CARD, RA_ITEM0 + i, ZONE_HEROES, 1 + place);
        vl_badge_if(t->v, item, vl_set_has(s->active, i), VL_TXT(badge, "worn"));
    }
}

static void add_gems(struct table *t, struct vl_item *i, int holder)
{
    for (int colour = 0; colour < RA_CHARS; colour++)
        vl_add_stat(t->v, i, char_stats[colour], t->s->gems[holder][colour]);
}

static void add_boards(struct table *t)
{
    const struct ra_state *s = t->s;

    for (int board = 0; board < ra_derived(t->r)->boards; board++) {
        int zone = ZONE_BOARDS + board;
        add_gems(t, vl_add_item(t->v, RA_FAM_BOARD, board, zone, 0), board);
        for (int i = 0; i < RA_TOKENS; i++)
            if (s->tokens[i].at == RA_WAITS + board)
                vl_add_item(t->v, RA_FAM_TOKEN, i, zone, 1)->face = vl_ref_to(RA_FAM_KIND,
                                                                              s->tokens[i].kind);
        for (int card = RA_IMP0; card < RA_CREATURE0; card++)
            if (s->in[card] == RA_IN_A + board)
                vl_add_item(t->v, RA_FAM_CARD, card, zone, 2);
    }
    add_gems(t, vl_add_item(t->v, RA_FAM_BOARD, RA_VILS, ZONE_VILS, 0), RA_VILS);
    for (int i = 0; i < RA_PLACES; i++)
        if (s->vteam[i] != VL_NONE)
            vl_add_item(t->v, RA_FAM_CARD, s->vteam[i], ZONE_VILS, 1 + i);
}

static void add_seats(struct table *t)
{
    for (int k = 0; k < t->s->base.seats; k++) {
        int gems = 0;
        for (int board = 0; board < ra_derived(t->r)->boards; board++)
            gems += ra_seat_of(t->r, board) == k ? ra_gems_of(t->s, board) : 0;
        vl_seat_stat(t->v, k, VL_TXT(stat, "gems"), gems);
        vl_seat_badge_if(t->v, k, t->s->guide == k && t->s->turn > 0, VL_BADGE_ACTIVE);
    }
}

/* ---- the prompt ---- */

#define X(name, word, ...) "prompt." #word,
static const char *const ra_prompts[] = { RA_PHASE_MAP(X) };
#undef X

static void add_prompt(struct table *t)
{
    const struct ra_state *s = t->s;
    struct vl_msg *msg = &t->v->prompt;

    msg->id = ra_prompts[s->base.phase];
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
    add_zones(&t);
    add_journey(&t);
    add_quests(&t);
    add_trial(&t);
    add_heroes(&t);
    add_boards(&t);
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
    case RA_FAM_TOKEN: return VL_TXT(kind, "token");
    case RA_FAM_BOARD: return VL_TXT(kind, "gems");
    case RA_FAM_PLACE: return VL_TXT(kind, "die");
    case RA_FAM_NODE: return VL_TXT(kind, "pawn");
    default: return NULL;
    }
}

void ra_map(const struct vl_rules *r, struct vl_map *out)
{
    out->shape = VL_MAP_GRAPH;
    out->family = RA_FAM_NODE;
    out->cells_len = RA_NODES;
    out->cells = ra_content(r)->cells;
}

/* ---- what a move touches ---- */

#define X(name, word, flags, n, args, phases, tag, rule) rule,
static const vl_rule ra_rule_of[] = { 0, RA_MOVE_MAP(X) };
#undef X

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

void ra_touch(const struct vl_rules *r, const struct vl_state *state, struct vl_move m,
              struct vl_touch *t)
{
    const struct ra_state *s = ra_of(state);

    memset(t, 0, sizeof *t);
    t->src = vl_first_thing(r, m);
    t->rules[0] = ra_rule_of[m.kind];
    switch (m.kind) {
    case RA_MV_PICK_HERO:
    case RA_MV_REPLACE_HERO:
    case RA_MV_CHOOSE_TESTER:
    case RA_MV_OFFER_REPLACE:
    case RA_MV_DEBT_HERO:
    case RA_MV_TRADE:
    case RA_MV_EQUIP_HOLDER:
    case RA_MV_SWAP_PLACES:
        if (m.arg[0] < s->n) {
            t->src = vl_ref_to(RA_FAM_CARD, s->team[m.arg[0]]);
            vl_touch_arg(t, "hero", RA_FAM_CARD, s->team[m.arg[0]]);
        }
        break;
    case RA_MV_PAID_REROLL:
    case RA_MV_GOLD_SUBST:
        if (m.arg[0] < s->trial.dice_len && s->trial.dice[m.arg[0]].hero != VL_NONE)
            vl_touch_arg(t, "hero", RA_FAM_CARD, s->trial.dice[m.arg[0]].hero);
        break;
    default: break;
    }
    if (tells_odds(m.kind))
        touch_odds(t, ra_refuse(r, state, m, VL_ANYONE) == 0 ? ra_odds_of(r, s, m) : -1);
}
