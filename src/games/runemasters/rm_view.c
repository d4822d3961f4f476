/* rm_view.c - what a screen shows of Runemasters: zones, things and why a
 * thing cannot be used (rm_view), and what a move touches (rm_touch). No words
 * here: texts are keys of the catalogue, marked with VL_TXT.
 *
 *     strip       temple, event in force
 *     lanes       one track per path, "lanes.red": the path and its guardian on cell 0,
 *                 monsters on cells 1..5
 *     dice        the tray
 *     powers      mark, mana release and ultimate of the active guardian
 *     guardians   those who stand on no path: fallen, or not placed yet
 *     piles       monsters and events to come
 *
 * Everything but the order of the piles is public (RM-INF-01), so that the view
 * is the same for every seat. */
#include "core/view_build.h"
#include "games/runemasters/runemasters.h"

enum { GUARDIANS = 4, DAWN_MIXED_WITH = 3 /* RM-SET-18: the last monsters of the pile */ };

struct table { /* what every part of the view needs */
    const struct vl_rules *r;
    const struct rm_content *c;
    const struct rm_derived *d;
    const struct rm_state *s;
    struct vl_view *v;
    struct vl_move choices[RM_CHOICES_MAX]; /* in the action phase */
    int choices_len;
};

/* ---- small readings ---- */

/* Past the choice of guardians and their places. */
static bool is_set_up(const struct rm_state *s)
{
    return s->base.phase > RM_PH_SETUP_DEAN;
}

/* The path of the active guardian, or -1. */
static int own_path(const struct rm_state *s)
{
    int path = s->g[s->active].path;

    return path < RM_PATHS_MAX ? path : -1;
}

/* The first monster of the own path, or VL_NONE. */
static int first_card(const struct rm_state *s)
{
    return own_path(s) < 0 ? VL_NONE : rm_first_card(s, own_path(s));
}

/* The monster that Storm or Trample wounds next, or VL_NONE. */
static int target_card(const struct rm_state *s)
{
    /* between two events of a move the last target may be gone already */
    return s->base.phase == RM_PH_TARGET && s->target_mask ? rm_target_card(s) : VL_NONE;
}

/* ---- temple, event, piles ---- */

static void add_strip(struct table *t)
{
    vl_add_zone(t->v, VL_TXT(zone, "strip"), VL_ZONE_STRIP, 0);
    vl_add_item(t->v, RM_FAM_PLACE, RM_AT_TEMPLE, 0);
    vl_add_stat_of(t->v, VL_TXT(stat, "hp"), t->s->temple, t->d->temple);
    if (t->s->event != VL_NONE)
        vl_add_item(t->v, RM_FAM_EVENT, t->s->event, 1);
}

/* RM-INF-02: the sizes of the piles are public. When the game can end by Dawn
 * follows from RM-SET-18: it lies among the last four cards. */
static void add_piles(struct table *t)
{
    const struct rm_state *s = t->s;
    const uint8_t *left = s->events_to_come;
    int before = s->to_come > DAWN_MIXED_WITH ? s->to_come - DAWN_MIXED_WITH : 0;

    vl_add_zone(t->v, VL_TXT(zone, "piles"), VL_ZONE_PILE, 0);
    vl_add_item(t->v, RM_FAM_PLACE, RM_AT_PILE, 0);
    vl_add_stat(t->v, VL_TXT(stat, "left"), s->to_come);
    if (s->dawn_in && is_set_up(s)) {
        vl_add_stat(t->v, VL_TXT(stat, "dawn_from"), before + 1);
        vl_add_stat(t->v, VL_TXT(stat, "dawn_by"), s->to_come + 1);
    }
    vl_add_item(t->v, RM_FAM_PLACE, RM_AT_EVENTS, 1);
    vl_add_stat(t->v, VL_TXT(stat, "left"), left[0] + left[1] + left[2]);
}

/* ---- paths and monsters ---- */

static void add_path(struct table *t, int path)
{
    vl_add_item(t->v, RM_FAM_PATH, path, 0);
    vl_badge_if(t->v, t->s->blocked >> path & 1, VL_TXT(badge, "blocked"));
    vl_badge_if(t->v, t->s->petrify, VL_TXT(badge, "petrified"));
    if (t->s->base.phase == RM_PH_SETUP_PLACE)
        vl_why_not(t->v, t->r, &t->s->base, vl_move_of(RM_MV_PLACE_GUARDIAN, path, 0));
}

static const char *strike_badge(int points)
{
    VL_ASSERT(points > 0);
    if (points == 1)
        return VL_TXT(badge, "will_strike_1");
    return points == 2 ? VL_TXT(badge, "will_strike_2") : VL_TXT(badge, "will_strike_hard");
}

/* What the monster on a slot does in the monster phase of this turn, if nothing
 * changes (RM-MON-01 to 17). *free says whether the slot in front of it will be
 * free at that moment, and is set for the one behind. */
static const char *intent(const struct table *t, int path, int slot, bool ahead_empty, bool *free)
{
    const struct rm_state *s = t->s;
    const struct rm_card *c = &t->c->cards[s->lane[path][slot]];
    bool in_front = *free;

    *free = false;
    if (s->petrify || (s->blocked >> path & 1))
        return VL_TXT(badge, "will_hold");
    if (slot == 0)
        return strike_badge(rm_strength(s, c, s->lane[path][slot]));
    if (!in_front)
        return VL_TXT(badge, "will_wait");
    *free = true; /* it leaves its slot to the next */
    if (ahead_empty && (c->abilities & RM_AB_SHOOTS) &&
        !(rm_event_of(t->c, s)->effects & RM_FX_NO_SHOTS))
        return VL_TXT(badge, "will_shoot");
    return VL_TXT(badge, "will_advance");
}

static void add_abilities(const struct table *t, int card)
{
    const struct rm_card *c = &t->c->cards[card];

    vl_badge_if(t->v, c->abilities & RM_AB_SHOOTS, VL_TXT(badge, "shoots"));
    vl_badge_if(t->v, rm_strength(t->s, c, card) > 1, VL_TXT(badge, "frenzy"));
    vl_badge_if(t->v, c->abilities & RM_AB_NO_RELEASE, VL_TXT(badge, "no_release"));
    vl_badge_if(t->v, c->abilities & RM_AB_NO_REROLLED, VL_TXT(badge, "no_rerolled"));
    vl_badge_if(t->v, c->abilities & RM_AB_RECOVERS, VL_TXT(badge, "recovers"));
    vl_badge_if(t->v, c->abilities & RM_AB_NO_BLOCK, VL_TXT(badge, "no_block"));
}

static void add_monster(struct table *t, int path, int slot)
{
    int card = t->s->lane[path][slot];
    const struct rm_card *c = &t->c->cards[card];

    vl_add_item(t->v, RM_FAM_CARD, card, slot + 1);
    vl_add_stat_of(t->v, VL_TXT(stat, "weak"), c->weak_len - vl_bits(t->s->wounds[card]),
                   c->weak_len);
    vl_stat_if(t->v, VL_TXT(stat, "reward_hp"), c->hp);
    vl_stat_if(t->v, VL_TXT(stat, "reward_mana"), c->mana);
    for (int w = 0; w < c->weak_len; w++)
        vl_add_pip(t->v, vl_ref_to(RM_FAM_RUNE, c->weak[w]), t->s->wounds[card] >> w & 1);
}

static void add_monsters(struct table *t, int path)
{
    const struct rm_state *s = t->s;
    bool free = false, ahead_empty = true;

    for (int slot = 0; slot < RM_SLOTS; slot++) {
        if (s->lane[path][slot] == VL_NONE) {
            free = true;
            continue;
        }
        add_monster(t, path, slot);
        if (is_set_up(s) && s->event != VL_NONE && s->base.outcome == RM_RUNNING)
            vl_add_badge(t->v, intent(t, path, slot, ahead_empty, &free));
        vl_badge_if(t->v, s->lane[path][slot] == target_card(s), VL_TXT(badge, "target"));
        add_abilities(t, s->lane[path][slot]);
        ahead_empty = false;
    }
}

/* ---- guardians ---- */

static int uses_left(const struct rm_guardian *g)
{
    return g->ult_side == 0 ? 0 : 3 - g->ult_side;
}

static void add_seat(struct table *t, int k)
{
    const struct rm_state *s = t->s;
    const struct rm_guardian *g = &s->g[k];

    vl_add_seat(t->v, k)->face = vl_ref_to(RM_FAM_GUARDIAN, s->guardian_of[k]);
    vl_add_stat_of(t->v, VL_TXT(stat, "hp"), g->hp, RM_HP_MAX);
    vl_add_stat_of(t->v, VL_TXT(stat, "mana"), g->mana, RM_MANA_MAX);
    vl_add_stat_of(t->v, VL_TXT(stat, "ult"), g->ult_slot, RM_ULT_CHARGED);
    vl_add_stat_of(t->v, VL_TXT(stat, "uses"), uses_left(g), 2);
    vl_badge_if(t->v, s->active == k && s->base.outcome == RM_RUNNING, VL_TXT(badge, "active"));
    vl_badge_if(t->v, s->dean == k && is_set_up(s), VL_TXT(badge, "dean"));
    vl_badge_if(t->v, is_set_up(s) && g->hp == 0, VL_TXT(badge, "dead"));
    vl_badge_if(t->v, g->markers & RM_SHIELD, VL_TXT(badge, "shield"));
    vl_badge_if(t->v, g->markers & RM_POISONED, VL_TXT(badge, "poison"));
    vl_badge_if(t->v, g->markers & RM_ANGELED, VL_TXT(badge, "angel"));
}

static void add_seats(struct table *t)
{
    for (int k = 0; k < t->s->base.seats; k++)
        if (t->s->guardian_of[k] != VL_NONE)
            add_seat(t, k);
}

/* A guardian on the table shows what its seat shows, which is filled already. */
static void add_guardian(struct table *t, int k)
{
    const struct rm_state *s = t->s;

    vl_add_item(t->v, RM_FAM_GUARDIAN, s->guardian_of[k], 0)->has = t->v->seats[k].has;
    if (s->base.phase == RM_PH_SETUP_GUARDIAN)
        vl_why_not(t->v, t->r, &s->base, vl_move_of(RM_MV_CHOOSE_GUARDIAN, s->guardian_of[k], 0));
}

/* A path, its guardian, its monsters. */
static void add_lane(struct table *t, int path)
{
    int guard = rm_guard_of(t->s, path);

    vl_add_zone(t->v, VL_TXT(zone, "lanes"), VL_ZONE_TRACK, RM_SLOTS)->ref = vl_ref_to(RM_FAM_PATH,
                                                                                       path);
    add_path(t, path);
    if (guard >= 0)
        add_guardian(t, guard);
    add_monsters(t, path);
}

/* Those who stand on no path, and while they are chosen those nobody has. */
static void add_off_paths(struct table *t)
{
    const struct rm_state *s = t->s;

    vl_add_zone(t->v, VL_TXT(zone, "guardians"), VL_ZONE_SHEET, 0);
    for (int k = 0; k < s->base.seats; k++)
        if (s->guardian_of[k] != VL_NONE && s->g[k].path == VL_NONE)
            add_guardian(t, k);
    for (int g = 0; g < GUARDIANS && s->base.phase == RM_PH_SETUP_GUARDIAN; g++) {
        if (rm_seat_of(s, g) >= 0)
            continue;
        struct vl_item *i = vl_add_item(t->v, RM_FAM_GUARDIAN, g, 0);
        /* nobody has it, but a preset may keep it */
        vl_why_not(t->v, t->r, &s->base, vl_move_of(RM_MV_CHOOSE_GUARDIAN, g, 0));
        vl_badge_if(t->v, i->why_not, VL_TXT(badge, "taken"));
    }
}

/* ---- dice and powers: what the active guardian can use ---- */

static bool is_offered(const struct table *t, int first_kind, int last_kind)
{
    for (int i = 0; i < t->choices_len; i++)
        if (t->choices[i].kind >= first_kind && t->choices[i].kind <= last_kind)
            return true;
    return false;
}

/* Why a power cannot be used, if no kind of move from `first_kind` to `last_kind` can. */
static void why_no_power(struct table *t, int first_kind, int last_kind, struct vl_move usual)
{
    if (!is_offered(t, first_kind, last_kind))
        vl_why_not(t->v, t->r, &t->s->base, usual);
}

/* The dice that some move would spend or reroll, bit by die. */
static unsigned dice_in_choices(const struct table *t)
{
    unsigned dice = 0;

    for (int i = 0; i < t->choices_len; i++) {
        struct vl_move m = t->choices[i];

        if (m.kind == RM_MV_REROLL)
            dice |= m.arg[0];
        else if (m.kind >= RM_MV_HIT && m.kind <= RM_MV_CHARGE)
            dice |= 1u << m.arg[0] | (m.kind == RM_MV_BLOCK ? 1u << m.arg[1] : 0);
    }
    return dice;
}

/* Is there a move for this die, or for one that is equal and stands for it (RM-DEC-90)? */
static bool die_has_use(const struct rm_state *s, unsigned in_choices, int die)
{
    for (int i = 0; i < s->dice_len; i++)
        if ((in_choices >> i & 1) && s->dice[i] == s->dice[die] &&
            (s->rerolled >> i & 1) == (s->rerolled >> die & 1))
            return !(s->used >> die & 1);
    return false;
}

/* A use of the mark by which to ask why there is none: with a die that is unspent and white,
 * else unspent, on whoever acts. */
static struct vl_move usual_mark(const struct table *t)
{
    const struct rm_state *s = t->s;
    int best = -1, self = s->guardian_of[s->active];

    for (int i = 0; i < s->dice_len; i++)
        if (!(s->used >> i & 1) &&
            (best < 0 || (s->dice[i] == RM_RUNE_WHITE && s->dice[best] != RM_RUNE_WHITE)))
            best = i;
    best = best < 0 ? 0 : best;
    switch (t->c->heroes[self].mark) {
    case RM_MARK_EXCHANGE: return vl_move_of(RM_MV_MARK_MOVE, best, own_path(s) == 0 ? 1 : 0);
    case RM_MARK_SHIELD: return vl_move_of(RM_MV_MARK_SHIELD, best, self);
    case RM_MARK_HEAL: return vl_move_of(RM_MV_MARK_HEAL, best, self);
    default: return vl_move_of(RM_MV_MARK_WHIRL, best, 0);
    }
}

/* A use of the ultimate likewise: on the first path that is free. */
static struct vl_move usual_ultimate(const struct table *t)
{
    int self = t->s->guardian_of[t->s->active], path = 0;

    if (t->c->heroes[self].ultimate != RM_ULT_REVIVE)
        return vl_move_of(RM_MV_ULTIMATE, 0, 0);
    while (path + 1 < t->d->paths && rm_guard_of(t->s, path) >= 0)
        path++;
    return vl_move_of(RM_MV_ULTIMATE_ON, self, path);
}

static void add_dice(struct table *t)
{
    const struct rm_state *s = t->s;
    unsigned in_choices = dice_in_choices(t);

    vl_add_zone(t->v, VL_TXT(zone, "dice"), VL_ZONE_TRAY, 0);
    for (int i = 0; i < s->dice_len; i++) {
        vl_add_item(t->v, RM_FAM_DIE, i, i)->face = vl_ref_to(RM_FAM_RUNE, s->dice[i]);
        vl_badge_if(t->v, s->used >> i & 1, VL_TXT(badge, "used"));
        vl_badge_if(t->v, s->rerolled >> i & 1, VL_TXT(badge, "rerolled"));
        vl_badge_if(t->v, s->rolling >> i & 1, VL_TXT(badge, "rolling"));
        if (s->base.phase == RM_PH_ACTIONS && !die_has_use(s, in_choices, i))
            vl_why_not(t->v, t->r, &s->base, vl_move_of(RM_MV_HIT, i, 0));
    }
}

static void add_powers(struct table *t)
{
    const struct rm_state *s = t->s;
    const struct rm_guardian *g = &s->g[s->active];
    int self = s->guardian_of[s->active];

    vl_add_zone(t->v, VL_TXT(zone, "powers"), VL_ZONE_SHEET, 0);
    if (s->base.phase != RM_PH_ACTIONS)
        return;
    vl_add_item(t->v, RM_FAM_PLACE, RM_AT_MARK, 0)->face = vl_ref_to(RM_FAM_MARK, self);
    why_no_power(t, RM_MV_MARK_SWAP, RM_MV_MARK_WHIRL, usual_mark(t));
    vl_add_item(t->v, RM_FAM_PLACE, RM_AT_MANA, 1);
    vl_add_stat_of(t->v, VL_TXT(stat, "mana"), g->mana, RM_MANA_MAX);
    vl_add_stat(t->v, VL_TXT(stat, "cost"), RM_RELEASE_COST);
    why_no_power(t, RM_MV_RELEASE, RM_MV_RELEASE, vl_move_of(RM_MV_RELEASE, 0, 0));
    vl_add_item(t->v, RM_FAM_PLACE, RM_AT_ULTIMATE, 2)->face = vl_ref_to(RM_FAM_POWER, self);
    vl_add_stat_of(t->v, VL_TXT(stat, "charge"), g->ult_slot, RM_ULT_CHARGED);
    vl_add_stat_of(t->v, VL_TXT(stat, "uses"), uses_left(g), 2);
    vl_badge_if(t->v, g->ult_slot == RM_ULT_CHARGED, VL_TXT(badge, "charged"));
    vl_badge_if(t->v, g->ult_side == 0, VL_TXT(badge, "spent"));
    why_no_power(t, RM_MV_ULTIMATE, RM_MV_ULTIMATE_ON, usual_ultimate(t));
}

/* ---- the prompt ---- */

static int dice_to_roll(const struct table *t)
{
    return t->s->event == VL_NONE ? 0 : rm_event_of(t->c, t->s)->dice;
}

static void add_prompt(struct table *t)
{
    const struct rm_state *s = t->s;
    struct vl_msg *msg = &t->v->prompt;
    int seat = s->base.phase == RM_PH_EVENT_ANGEL ? s->dean : s->active;
    unsigned open = ((1u << s->dice_len) - 1) & ~(unsigned)s->used;

    msg->id = t->r->game->phases[s->base.phase];
    switch ((enum rm_phase)s->base.phase) {
    case RM_PH_SETUP_GUARDIAN: vl_say(msg, "n", VL_FAM_INT, s->active + 1); return;
    case RM_PH_ROUND_START: vl_say(msg, "round", VL_FAM_INT, s->round); return;
    case RM_PH_GAME_OVER: vl_say(msg, "outcome", RM_FAM_OUTCOME, s->base.outcome); return;
    case RM_PH_ROLL: vl_say(msg, "n", VL_FAM_INT, dice_to_roll(t)); break;
    case RM_PH_REROLL: vl_say(msg, "n", VL_FAM_INT, vl_bits(s->rolling)); break;
    case RM_PH_TARGET: vl_say(msg, "card", RM_FAM_CARD, target_card(s)); break;
    case RM_PH_REWARD: vl_say(msg, "mana", VL_FAM_INT, s->reward_mana); break;
    case RM_PH_ACTIONS:
        vl_say(msg, "n", VL_FAM_INT, vl_bits(open));
        vl_say(msg, "mana", VL_FAM_INT, s->g[seat].mana);
        break;
    default: break;
    }
    vl_say(msg, "guardian", RM_FAM_GUARDIAN, s->guardian_of[seat]);
}

void rm_view(const struct vl_rules *r, const struct vl_state *base, vl_actor seat,
             struct vl_view *v)
{
    const struct rm_state *s = rm_of(base);
    struct table table = { r, rm_content(r), rm_derived(r), s, v, { { 0, { 0 } } }, 0 };
    struct table *t = &table;

    (void)seat;
    if (base->phase == RM_PH_ACTIONS)
        t->choices_len = rm_legal(r, base, t->choices);
    v->round = s->round > 0 ? s->round : -1;
    add_prompt(t);
    add_seats(t);
    add_strip(t);
    for (int path = 0; path < t->d->paths; path++)
        add_lane(t, path);
    add_dice(t);
    add_powers(t);
    add_off_paths(t);
    add_piles(t);
}

/* ---- what things are ---- */

const char *rm_kind(const struct vl_rules *r, int family, int index)
{
    (void)r;
    switch (family) {
    case RM_FAM_CARD: return VL_TXT(kind, "monster");
    case RM_FAM_GUARDIAN: return VL_TXT(kind, "guardian");
    case RM_FAM_PATH: return VL_TXT(kind, "path");
    case RM_FAM_EVENT: return VL_TXT(kind, "event");
    case RM_FAM_DIE: return VL_TXT(kind, "die");
    case RM_FAM_PLACE:
        if (index == RM_AT_TEMPLE)
            return VL_TXT(kind, "temple");
        return index == RM_AT_PILE || index == RM_AT_EVENTS ? VL_TXT(kind, "pile")
                                                            : VL_TXT(kind, "power");
    default: return NULL;
    }
}

/* A monster by its type: "Troll", the red one as the green one. */
struct vl_ref rm_brief(const struct vl_rules *r, int family, int index)
{
    bool monster = family == RM_FAM_CARD && index < RM_CARDS;

    VL_ASSERT(index >= 0);
    return vl_ref_to(RM_FAM_TYPE, monster ? rm_content(r)->cards[index].type : -1);
}

/* ---- what a move touches ---- */

#define X(name, word, flags, n, args, phases, src, dst, ...) { RM_TOUCH_##src, RM_TOUCH_##dst },
static const struct touching {
    uint8_t src, dst;
} touchings[RM_MOVES] = { { RM_TOUCH_NONE, RM_TOUCH_NONE }, RM_MOVE_MAP(X) };
#undef X

struct touch { /* what every part of it needs */
    const struct rm_content *c;
    const struct rm_state *s;
    const struct vl_move_kind *kind;
    const uint8_t *arg;
    int move, last; /* its kind, its last argument */
    struct vl_touch *out;
};

static struct vl_ref die_ref(const struct rm_state *s, int die)
{
    return vl_ref_to(RM_FAM_DIE, die < s->dice_len ? die : -1);
}

/* The monster that an exchange moves, or VL_NONE. */
static int moved_card(const struct rm_state *s, const uint8_t *arg)
{
    int from = arg[1], slot = arg[2];

    return from < RM_PATHS_MAX && slot >= 1 && slot <= RM_SLOTS ? s->lane[from][slot - 1] : VL_NONE;
}

static struct vl_ref touched(const struct touch *t, int what)
{
    const struct rm_state *s = t->s;
    int path = own_path(s), first = t->arg[0];

    switch (what) {
    case RM_TOUCH_NONE: return vl_ref_to(RM_FAM_PLACE, -1);
    case RM_TOUCH_ARG: return vl_ref_to(t->kind->args[0].family, first);
    case RM_TOUCH_LAST: return vl_ref_to(t->kind->args[t->kind->args_len - 1].family, t->last);
    case RM_TOUCH_SELF: return vl_ref_to(RM_FAM_GUARDIAN, s->guardian_of[s->active]);
    case RM_TOUCH_SITTER:
        return vl_ref_to(RM_FAM_GUARDIAN, first < s->base.seats ? s->guardian_of[first] : -1);
    case RM_TOUCH_DIE: return die_ref(s, first);
    case RM_TOUCH_OTHER_DIE: return die_ref(s, t->arg[1]);
    case RM_TOUCH_FIRST_DIE: return die_ref(s, first ? vl_low_bit((uint32_t)first) : RM_DICE_MAX);
    case RM_TOUCH_FIRST: return vl_ref_to(RM_FAM_CARD, first_card(s));
    case RM_TOUCH_CONTACT: return vl_ref_to(RM_FAM_CARD, path < 0 ? VL_NONE : s->lane[path][0]);
    case RM_TOUCH_TARGET: return vl_ref_to(RM_FAM_CARD, target_card(s));
    case RM_TOUCH_MOVED: return vl_ref_to(RM_FAM_CARD, moved_card(s, t->arg));
    case RM_TOUCH_IN_FORCE: return vl_ref_to(RM_FAM_EVENT, s->event);
    default: return vl_ref_to(RM_FAM_PLACE, what - RM_TOUCH_PLACE);
    }
}

/* The other dice, the price, and the runes that are named. */
static void touch_reroll(const struct touch *t)
{
    static const char *const face_names[RM_DICE_MAX] = { "a", "b", "c", "d", "e" };
    int cost = t->s->event == VL_NONE ? 0 : rm_event_of(t->c, t->s)->reroll_cost;
    int n = vl_bits(t->arg[0]), k = 0;

    if (cost > 1) /* the event in force, not RM-RRL-01, sets the price */
        t->out->rules[0] = RM_RRL_02;
    vl_touch_arg(t->out, "n", VL_FAM_INT, n);
    vl_touch_arg(t->out, "cost", VL_FAM_INT, cost * n);
    vl_touch_arg(t->out, "mana", VL_FAM_INT, t->s->g[t->s->active].mana);
    for (int die = 0; die < t->s->dice_len; die++) {
        if (!(t->arg[0] >> die & 1))
            continue;
        VL_ASSERT(t->out->also_len < VL_ALSO_MAX);
        if (k > 0)
            t->out->also[t->out->also_len++] = die_ref(t->s, die);
        vl_touch_arg(t->out, face_names[k++], RM_FAM_RUNE, t->s->dice[die]);
    }
}

/* The rules as they apply here: which rune leads there, whether the place is taken or left
 * empty, what the power does, and whether it is its second use. */
static void touch_rules(const struct touch *t)
{
    /* ORDER RM_ULT_MAP */
    static const vl_rule power_rules[RM_ULTS] = { RM_ULT_10, RM_ULT_20, RM_ULT_30, RM_ULT_40 };
    const struct rm_state *s = t->s;
    int self = s->guardian_of[s->active], slot = t->arg[2], to = t->arg[3];
    vl_rule *rules = t->out->rules;

    if (t->move == RM_MV_MOVE)
        rules[0] = rm_move_rule(s, t->arg[0]);
    if (t->move == RM_MV_MOVE || t->move == RM_MV_MARK_MOVE || t->move == RM_MV_FREE_MOVE)
        rules[1] = rm_guard_of(s, t->last) >= 0 ? RM_MOVE_05 : RM_MOVE_06;
    if (t->move == RM_MV_MARK_SWAP && slot >= 1 && slot <= RM_SLOTS && to < RM_PATHS_MAX &&
        s->lane[to][slot - 1] == VL_NONE)
        rules[1] = RM_MARK_08;
    if (t->move == RM_MV_ULTIMATE && self < GUARDIANS)
        rules[0] = power_rules[t->c->heroes[self].ultimate];
    if (t->move == RM_MV_ULTIMATE || t->move == RM_MV_ULTIMATE_ON)
        rules[2] = s->g[s->active].ult_side == 2 ? RM_ULT_03 : RM_ULT_02;
}

/* The monster and the rune that a sentence names beside the move's arguments. */
static void touch_card(const struct touch *t)
{
    struct vl_ref ref = t->move == RM_MV_MARK_SWAP ? t->out->src : t->out->dst;
    int card = vl_is_thing(ref) ? ref.index : VL_NONE;
    bool known = card < RM_CARDS && t->last < t->c->cards[card].weak_len;

    vl_touch_arg(t->out, "card", RM_FAM_CARD, card);
    if (t->move == RM_MV_MARK_WHIRL || t->move == RM_MV_CHOOSE_WEAK)
        vl_touch_arg(t->out, "weak_rune", RM_FAM_RUNE,
                     known ? t->c->cards[card].weak[t->last] : VL_NONE);
}

static void touch_words(const struct touch *t)
{
    const struct rm_state *s = t->s;
    const struct rm_guardian *g = &s->g[s->active];
    int first = t->arg[0], reward = s->reward_mana;

    if (t->move >= RM_MV_HIT && t->move <= RM_MV_CHARGE)
        vl_touch_arg(t->out, "rune", RM_FAM_RUNE, first < s->dice_len ? s->dice[first] : VL_NONE);
    switch ((enum rm_move)t->move) {
    case RM_MV_CHOOSE_DEAN:
        vl_touch_arg(t->out, "guardian", RM_FAM_GUARDIAN,
                     vl_is_thing(t->out->src) ? t->out->src.index : VL_NONE);
        break;
    case RM_MV_HIT:
    case RM_MV_MARK_SWAP:
    case RM_MV_MARK_WHIRL:
    case RM_MV_CHOOSE_WEAK: touch_card(t); break;
    case RM_MV_BLOCK: vl_touch_arg(t->out, "path", RM_FAM_PATH, g->path); break;
    case RM_MV_CHARGE: vl_touch_arg(t->out, "charge", VL_FAM_INT, g->ult_slot + 1); break;
    case RM_MV_REROLL: touch_reroll(t); break;
    case RM_MV_RELEASE:
        touch_card(t);
        vl_touch_arg(t->out, "cost", VL_FAM_INT, RM_RELEASE_COST);
        vl_touch_arg(t->out, "mana", VL_FAM_INT, g->mana);
        break;
    case RM_MV_CHOOSE_REWARD:
        vl_touch_arg(t->out, "mana", VL_FAM_INT, first < reward ? reward - first : 0);
        vl_touch_arg(t->out, "max", VL_FAM_INT, reward);
        break;
    default: break;
    }
}

void rm_touch(const struct vl_rules *r, const struct vl_state *base, struct vl_move m,
              struct vl_touch *out)
{
    struct touch t = { rm_content(r), rm_of(base), NULL, m.arg, m.kind, 0, out };

    t.kind = &r->game->moves[m.kind];
    t.last = m.arg[t.kind->args_len > 0 ? t.kind->args_len - 1 : 0];
    out->src = touched(&t, touchings[m.kind].src);
    out->dst = touched(&t, touchings[m.kind].dst);
    touch_rules(&t);
    touch_words(&t);
}
