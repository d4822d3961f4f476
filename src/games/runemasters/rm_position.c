/* rm_position.c - loaded positions of Runemasters: what is left out gets its
 * default (rules, section 8.1), and every invariant (RM-INV) is checked. Also
 * what a seat cannot know is forgotten here. */
#include "games/runemasters/runemasters.h"

enum { STARTING = 3 }; /* monsters on the paths before the first turn (RM-SET-20 to 22) */

/* ---- defaults ---- */

/* RM-SET-04 to 10, and the defaults of positions: everybody alive and full,
 * nothing on the paths, the closing event in force, phase `actions`. */
void rm_fresh(const struct vl_rules *r, struct vl_state *base)
{
    struct rm_state *s = (struct rm_state *)base;
    const struct rm_derived *d = rm_derived(r);

    memset(s, 0, sizeof *s);
    s->base.seats = d->seats;
    s->base.phase = RM_PH_ACTIONS;
    s->base.actor = VL_AUTO;
    memset(s->lane, VL_NONE, sizeof s->lane);
    for (int k = 0; k < d->seats; k++) {
        s->guardian_of[k] = VL_NONE;
        s->g[k].path = VL_NONE;
        s->g[k].hp = RM_HP_MAX;
        s->g[k].mana = RM_MANA_MAX;
        s->g[k].ult_slot = d->ult_start;
        s->g[k].ult_side = 1;
    }
    s->temple = d->temple;
    s->round = 1;
    s->event = rm_content(r)->closing_event;
    s->dawn_in = 1;
}

/* ---- completion ---- */

static uint32_t cards_on_paths(const struct rm_state *s)
{
    uint32_t mask = 0;

    for (int path = 0; path < RM_PATHS_MAX; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++)
            if (s->lane[path][slot] < RM_CARDS)
                mask |= UINT32_C(1) << s->lane[path][slot];
    return mask;
}

/* Eligible cards that nobody has seen, given those seen: once one of the
 * "one of these" is seen the others are out (RM-CHN-01). */
static uint32_t unseen_given(const struct rm_derived *d, uint32_t seen)
{
    uint32_t maybe = (seen & d->one_of) ? 0 : d->one_of;

    return (d->cards | maybe) & ~seen;
}

static int monsters_possible(const struct rm_derived *d, const struct rm_state *s)
{
    return vl_bits(s->unseen & ~d->one_of) + ((s->unseen & d->one_of) ? 1 : 0);
}

static void complete_pile(const struct rm_derived *d, struct rm_state *s,
                          const struct vl_given *given)
{
    int seen = vl_bits(cards_on_paths(s) | s->discard);
    bool dawn = false;
    int listed = 0;

    if (!vl_given(given, "unseen"))
        s->unseen = unseen_given(d, cards_on_paths(s) | s->discard);
    for (int i = 0; i < s->known_len; i++) {
        dawn = dawn || s->known[i] == RM_DAWN;
        listed += s->known[i] != RM_DAWN;
    }
    if (vl_given(given, "pile") && s->known_len > 0) {
        if (!vl_given(given, "to_come"))
            s->to_come = vl_u8(listed);
        if (!vl_given(given, "dawn_in"))
            s->dawn_in = dawn;
    } else if (!vl_given(given, "to_come")) {
        int left = d->pile - seen > 4 ? d->pile - seen : 4;
        int most = monsters_possible(d, s);
        s->to_come = vl_u8(left < most ? left : most);
    }
}

static void complete_events(const struct rm_content *c, struct rm_state *s,
                            const struct vl_given *given)
{
    if (!vl_given(given, "events_to_come"))
        for (int i = 0; i < s->known_events_len; i++)
            if (s->known_events[i] < RM_EVENTS)
                s->events_to_come[c->events[s->known_events[i]].kind]++;
    if (!vl_given(given, "unseen_events")) {
        s->unseen_events = (1u << RM_EVENTS) - 1;
        bool to_come = false;
        for (int i = 0; i < s->known_events_len; i++)
            to_come = to_come || s->known_events[i] == s->event;
        if (s->event != VL_NONE && !to_come)
            s->unseen_events = (uint16_t)(s->unseen_events & ~(1u << s->event));
    }
}

/* During setup the seat at work is the first that lacks what is asked for. */
static void complete_active(struct rm_state *s)
{
    int seat = 0;

    if (s->base.phase == RM_PH_SETUP_GUARDIAN)
        while (seat < s->base.seats && s->guardian_of[seat] != VL_NONE)
            seat++;
    else if (s->base.phase == RM_PH_SETUP_PLACE)
        while (seat < s->base.seats && s->g[seat].path != VL_NONE)
            seat++;
    else if (s->base.phase > RM_PH_SETUP_DEAN)
        return;
    s->active = vl_u8(seat);
}

/* ---- invariants ---- */

struct check {
    const struct rm_content *c;
    const struct rm_derived *d;
    const struct rm_state *s;
    vl_rule rule;
};

/* What the code relies on to stay within its tables. */
static const char *broken_shape(struct check *k)
{
    const struct rm_state *s = k->s;
    unsigned chosen = 0;

    k->rule = RM_BAD_52;
    if (s->base.seats != k->d->seats)
        return "/seats: not one per guardian";
    if (s->base.phase >= RM_PHASES)
        return "/phase: no such phase";
    if (s->base.outcome >= RM_OUTCOMES ||
        (s->base.outcome != RM_RUNNING) != (s->base.phase == RM_PH_GAME_OVER))
        return "/outcome: does not fit the phase";
    if (s->active >= s->base.seats)
        return "/active: names no seat";
    if (s->dean >= s->base.seats)
        return "/dean: names no seat";
    if (s->dice_len > RM_DICE_MAX)
        return "/dice: too many";
    if (s->event != VL_NONE && s->event >= RM_EVENTS)
        return "/event: no such event";
    if ((s->event == VL_NONE) != (s->base.phase <= RM_PH_SETUP_DEAN || s->round == 1) &&
        s->event == VL_NONE)
        return "/event: one must be in force";
    for (int i = 0; i < s->base.seats; i++) {
        if (s->guardian_of[i] == VL_NONE) {
            if (s->base.phase != RM_PH_SETUP_GUARDIAN)
                return "/seats: a guardian is not chosen";
            continue;
        }
        if (s->guardian_of[i] >= 4 || (chosen >> s->guardian_of[i] & 1))
            return "/seats: a guardian stands twice";
        chosen |= 1u << s->guardian_of[i];
    }
    if (s->base.phase > RM_PH_SETUP_DEAN && s->round == 0)
        return "/round: rounds are numbered from 1";
    return NULL;
}

/* RM-INV-01: each card is unseen, on a slot or discarded. RM-INV-05: a monster in play has a
 * weak point left, others no wounds. RM-INV-12: nothing lies on a path not in play. */
static const char *broken_cards(struct check *k)
{
    const struct rm_state *s = k->s;
    uint32_t on = 0;

    k->rule = RM_INV_01;
    for (int path = 0; path < RM_PATHS_MAX; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++) {
            int card = s->lane[path][slot];
            if (card == VL_NONE)
                continue;
            if (path >= k->d->paths) {
                k->rule = RM_INV_12;
                return "/paths: a card on a path not in play";
            }
            if (card >= RM_CARDS || (on >> card & 1))
                return "/paths: a card stands twice or is no monster";
            on |= UINT32_C(1) << card;
        }
    uint32_t seen = on | s->discard, eligible = k->d->cards | k->d->one_of;
    if (on & s->discard)
        return "/discard: a card that stands on a path";
    if (seen & s->unseen)
        return "/unseen: a card that was seen";
    if (on & ~eligible)
        return "/paths: a card that is not in this game";
    if (s->discard & ~eligible)
        return "/discard: a card that is not in this game";
    if (vl_bits(seen & k->d->one_of) > 1)
        return (s->discard & k->d->one_of) ? "/discard: only one of these is in the game"
                                           : "/paths: only one of these is in the game";
    if (s->unseen != unseen_given(k->d, seen))
        return "/unseen: does not complete the cards on paths and discard";
    k->rule = RM_INV_05;
    for (int card = 0; card < RM_CARDS; card++) {
        if (s->wounds[card] && !(on >> card & 1))
            return "/wounds: a card that is on no slot";
        if (s->wounds[card] & ~k->c->cards[card].full)
            return "/wounds: no such weak point";
        if (s->wounds[card] == k->c->cards[card].full)
            return "/wounds: a monster with all its weak points wounded";
    }
    return NULL;
}

static const char *broken_pile(struct check *k)
{
    const struct rm_state *s = k->s;
    uint32_t listed = 0;
    bool dawn = false;
    int monsters = 0;

    k->rule = RM_INV_01;
    if (!s->dawn_in && s->base.outcome != RM_VICTORY)
        return "/dawn_in: Dawn is in the pile until victory";
    if (s->to_come > monsters_possible(k->d, s))
        return "/to_come: more monsters than unseen cards";
    if (s->known_len > RM_PILE_MAX || s->known_events_len > RM_EVENT_PILE)
        return "/pile or /events is too long";
    for (int i = 0; i < s->known_len; i++) {
        if (s->known[i] == RM_DAWN) {
            if (dawn || !s->dawn_in)
                return "/pile: Dawn stands twice";
            if (s->to_come > monsters + 3) { /* RM-SET-18: shuffled with the last three */
                k->rule = RM_BAD_52;
                return "/pile: Dawn lies among the last four cards";
            }
            dawn = true;
            continue;
        }
        uint32_t bit = UINT32_C(1) << (s->known[i] & 31);
        if (s->known[i] > RM_DAWN || !(s->unseen & bit) || (listed & bit))
            return "/pile: a card that is not in the pile";
        listed |= bit;
        monsters++;
    }
    if (monsters > s->to_come || vl_bits(listed & k->d->one_of) > 1)
        return "/pile: more monsters than are to come";
    return NULL;
}

/* Seats are set up in order, and the starting monsters stand on slots 1, 2, 3
 * as far as they are drawn. */
static const char *broken_setup(struct check *k)
{
    const struct rm_state *s = k->s;
    int phase = s->base.phase, drawn = k->d->pile - s->to_come;

    k->rule = RM_BAD_52;
    if (phase > RM_PH_SETUP_DECKS)
        return NULL;
    for (int i = s->active; i < s->base.seats; i++) {
        if (phase == RM_PH_SETUP_GUARDIAN && i > s->active && s->guardian_of[i] != VL_NONE)
            return "/seats: they choose in order";
        if (phase <= RM_PH_SETUP_PLACE && s->g[i].path != VL_NONE)
            return "/guardians: they are placed in order";
    }
    if (drawn < 0 || drawn > (phase == RM_PH_SETUP_DECKS ? 2 : 0) || s->discard ||
        vl_bits(cards_on_paths(s)) != drawn)
        return "/to_come: the starting monsters are drawn first";
    for (int slot = 0; slot < drawn; slot++) {
        int cards = 0;
        for (int path = 0; path < RM_PATHS_MAX; path++)
            cards += s->lane[path][slot] != VL_NONE;
        if (cards != 1)
            return "/paths: the starting monsters stand on slots 1, 2, 3";
    }
    return NULL;
}

static const char *broken_events(struct check *k)
{
    const struct rm_state *s = k->s;
    int unseen[RM_CLASSES] = { 0 }, listed[RM_CLASSES] = { 0 };
    unsigned seen = 0;

    k->rule = RM_BAD_52;
    for (int e = 0; e < RM_EVENTS; e++)
        unseen[k->c->events[e].kind] += s->unseen_events >> e & 1;
    if (s->unseen_events >> RM_EVENTS)
        return "/unseen_events: no such event";
    for (int i = 0; i < s->known_events_len; i++) {
        int e = s->known_events[i];
        if (e >= RM_EVENTS || !(s->unseen_events >> e & 1) || (seen >> e & 1))
            return "/events: an event that is not in the pile";
        seen |= 1u << e;
        listed[k->c->events[e].kind]++;
    }
    int to_come = 0;
    for (int kind = 0; kind < RM_CLASSES; kind++) {
        if (s->events_to_come[kind] > unseen[kind] || listed[kind] > s->events_to_come[kind])
            return "/events_to_come: does not fit the unseen events";
        to_come += s->events_to_come[kind];
    }
    k->rule = RM_SET_30;
    if (to_come > RM_EVENT_PILE - (s->event != VL_NONE && s->event != k->d->closing_event))
        return "/events_to_come: more events than a pile has";
    k->rule = RM_SET_32;
    if (s->event != VL_NONE && s->event != k->d->closing_event &&
        (s->unseen_events >> s->event & 1))
        return "/event: in force and still to come";
    return NULL;
}

/* The effects of this round: none yet while its event is drawn. */
static unsigned in_force(const struct check *k)
{
    bool any = k->s->event != VL_NONE && k->s->base.phase != RM_PH_ROUND_START;

    return any ? rm_event_of(k->c, k->s)->effects : 0;
}

/* RM-INV-02 to 04: HP and mana stay within 4, only the living have a path, none is shared.
 * RM-INV-08, 09: markers as the event in force allows, the token on a slot of its side.
 * RM-INV-12: the path is in play. */
static const char *broken_guardian(struct check *k, int seat, unsigned *paths)
{
    const struct rm_state *s = k->s;
    const struct rm_guardian *g = &s->g[seat];
    bool placed = s->base.phase > RM_PH_SETUP_PLACE;

    k->rule = RM_INV_02;
    if (g->hp > RM_HP_MAX || g->mana > RM_MANA_MAX)
        return "/guardians: HP and mana are 0 to 4";
    k->rule = RM_INV_03;
    if (s->base.phase == RM_PH_SETUP_GUARDIAN && g->path != VL_NONE)
        return "/guardians: nobody is placed before all are chosen";
    if (placed ? (g->hp == 0) != (g->path == VL_NONE) : g->hp == 0)
        return "/guardians: the dead have no path, the living have one";
    if (g->hp == 0 && g->markers)
        return "/guardians: the dead bear no marker";
    k->rule = RM_INV_04;
    if (g->path != VL_NONE) {
        if (g->path >= k->d->paths || (*paths >> g->path & 1)) {
            k->rule = g->path >= k->d->paths ? RM_INV_12 : RM_INV_04;
            return "/guardians: a path is taken twice or not in play";
        }
        *paths |= 1u << g->path;
    }
    k->rule = RM_INV_09;
    if (g->ult_side > 2 || g->ult_slot > RM_ULT_CHARGED || (g->ult_side == 0 && g->ult_slot) ||
        (g->ult_side == 1 && g->ult_slot < k->d->ult_start))
        return "/guardians: no such place of the ultimate token";
    k->rule = RM_INV_08;
    if ((g->markers & RM_POISONED) && !(in_force(k) & RM_FX_POISON))
        return "/guardians: a poison marker without Poison in force";
    if ((g->markers & RM_ANGELED) && !(in_force(k) & RM_FX_ANGEL))
        return "/guardians: an angel marker without Guardian Angel in force";
    return NULL;
}

static const char *broken_guardians(struct check *k)
{
    const struct rm_state *s = k->s;
    unsigned paths = 0;
    int alive = 0, angels = 0;

    for (int i = 0; i < s->base.seats; i++) {
        const char *what = broken_guardian(k, i, &paths);
        if (what)
            return what;
        alive += s->g[i].hp > 0;
        angels += (s->g[i].markers & RM_ANGELED) != 0;
    }
    if (angels > (s->base.phase != RM_PH_EVENT_ANGEL)) /* in which it is being given */
        return "/guardians: an angel marker too many";
    k->rule = RM_INV_10;
    if (s->base.outcome == RM_RUNNING && !alive)
        return "/guardians: nobody is alive";
    if (s->base.outcome == RM_RUNNING && s->temple == 0)
        return "/temple: fallen";
    k->rule = RM_INV_02;
    if (s->temple > k->d->temple)
        return "/temple: more than its maximum";
    return NULL;
}

/* RM-INV-06, 13: between turns no blocks, dice, petrification nor wounded Dragons.
 * RM-INV-07: no Dragon on a blocked path. RM-INV-11: as many dice as the event gives. */
static const char *broken_turn(struct check *k)
{
    const struct rm_state *s = k->s;
    int phase = s->base.phase;
    bool acting = phase >= RM_PH_ACTIONS && phase <= RM_PH_REWARD;
    unsigned rolled = (1u << s->dice_len) - 1;

    k->rule = RM_INV_11;
    if (s->used & ~rolled)
        return "/used: no such die";
    if (s->rerolled & ~rolled)
        return "/rerolled: no such die";
    if (acting && s->dice_len != rm_event_of(k->c, s)->dice)
        return "/dice: not the number that the event allows";
    if ((phase == RM_PH_MONSTERS || phase == RM_PH_TURN_END) && s->dice_len &&
        s->dice_len != rm_event_of(k->c, s)->dice)
        return "/dice: not the number that the event allows";
    for (int i = 0; i < s->dice_len; i++)
        if (s->dice[i] >= RM_RUNES)
            return "/dice: no such rune";
    if ((s->rolling != 0) != (phase == RM_PH_REROLL) || (s->rolling & (~rolled | s->used)))
        return "/rolling: dice being rerolled, in phase reroll only";
    k->rule = RM_INV_06;
    bool between = phase <= RM_PH_ROLL || phase == RM_PH_ROUND_END;
    if ((between || phase == RM_PH_TURN_END) && s->blocked) /* RM-TRN-05: they end with it */
        return "/blocked: no marker outlives the monster phase";
    if ((between || phase == RM_PH_TURN_END) && s->petrify)
        return "/petrify: does not outlive the monster phase";
    if (between && s->dice_len)
        return "/dice: none between turns";
    if (between && s->free_used)
        return "/free_used: nothing to use between turns";
    k->rule = RM_MOVE_12;
    if (s->free_used && !(rm_event_of(k->c, s)->effects & RM_FX_FREE_MOVE))
        return "/free_used: the event in force allows no free move";
    k->rule = RM_BAD_52;
    if (s->blocked && s->petrify) /* RM-ULT-21, RM-BLK-06: one excludes the other */
        return "/blocked: petrification lifts the blocks";
    k->rule = RM_INV_07;
    for (int path = 0; path < RM_PATHS_MAX; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++) {
            int card = s->lane[path][slot];
            if (card == VL_NONE)
                continue;
            if ((s->blocked >> path & 1) && (k->c->cards[card].abilities & RM_AB_NO_BLOCK))
                return "/blocked: a path with a Dragon";
            if (between && s->wounds[card] && (k->c->cards[card].abilities & RM_AB_RECOVERS)) {
                k->rule = phase == RM_PH_ROLL ? RM_INV_13 : RM_INV_06;
                return "/wounds: a Dragon with wounds between turns";
            }
        }
    k->rule = RM_INV_12;
    if (s->blocked >> k->d->paths)
        return "/blocked: a path not in play";
    return NULL;
}

/* RM-ULT-02, 03: whose ultimate it is has paid for it. */
static const char *broken_ultimate(struct check *k)
{
    static const uint8_t of_target[] = { 0, RM_ULT_STORM, RM_ULT_TRAMPLE };
    const struct rm_state *s = k->s;
    const struct rm_guardian *g = &s->g[s->active];
    int power = k->c->heroes[s->guardian_of[s->active]].ultimate;

    VL_ASSERT(s->target_kind < VL_LEN(of_target));
    k->rule = RM_ULT_02;
    if (s->target_kind && power != of_target[s->target_kind])
        return "/target: not the ultimate of the active guardian";
    if (s->target_kind && (g->ult_side == 1 || g->ult_slot != 0))
        return "/target: the token of the active guardian has not paid for it";
    if (s->petrify && power != RM_ULT_PETRIFY)
        return "/petrify: not the ultimate of the active guardian";
    if (s->petrify && g->ult_side == 1)
        return "/petrify: the token of the active guardian has not paid for it";
    return NULL;
}

static const char *broken_pending(struct check *k)
{
    const struct rm_state *s = k->s;
    bool in_turn = s->base.phase >= RM_PH_SPAWN && s->base.phase <= RM_PH_REWARD;

    k->rule = RM_BAD_52;
    if (in_turn && s->g[s->active].hp == 0)
        return "/active: the dead have no turn";
    if ((s->reward_mana != 0) != (s->base.phase == RM_PH_REWARD) || s->reward_mana > 2)
        return "/reward_mana: in phase reward only, 1 or 2";
    if (s->base.phase == RM_PH_REWARD && !(rm_event_of(k->c, s)->effects & RM_FX_MANA_AS_HP))
        return "/reward_mana: only under an event that allows it";
    if (s->base.phase == RM_PH_EVENT_ANGEL && !(rm_event_of(k->c, s)->effects & RM_FX_ANGEL))
        return "/phase: the event gives no angel";
    bool aiming = s->base.phase == RM_PH_TARGET ||
                  (s->base.phase == RM_PH_REWARD && s->target_kind);
    if (s->target_kind > RM_TARGET_TRAMPLE || (s->target_kind != 0) != aiming ||
        (s->base.phase == RM_PH_TARGET && !s->target_mask) || (s->target_mask && !aiming))
        return "/target, /targets: in phase target only";
    int width = s->target_kind == RM_TARGET_STORM ? k->d->paths : RM_SLOTS;
    for (uint32_t left = s->target_mask; left != 0; left &= left - 1) {
        int i = vl_low_bit(left);

        if (i >= width ||
            (s->target_kind == RM_TARGET_STORM ? s->lane[i][0]
                                               : s->lane[s->g[s->active].path][i]) == VL_NONE)
            return "/targets: nothing to wound there";
    }
    return s->base.phase > RM_PH_ROUND_START ? broken_ultimate(k) : NULL;
}

const char *rm_broken(const struct vl_rules *r, const struct vl_state *base, vl_rule *rule)
{
    static const char *(*const parts[])(struct check *) = {
        broken_shape,  broken_cards,     broken_pile, broken_setup,
        broken_events, broken_guardians, broken_turn, broken_pending,
    };
    struct check k = { rm_content(r), rm_derived(r), (const struct rm_state *)base, 0 };

    for (int i = 0; i < VL_LEN(parts); i++) {
        const char *what = parts[i](&k);
        if (what) {
            *rule = k.rule;
            return what;
        }
    }
    *rule = 0;
    return NULL;
}

/* ---- a position that was read ---- */

/* What is wrong with one guardian is told with its name. */
static int check_guardians(const struct vl_rules *r, const struct rm_state *s, struct vl_error *err)
{
    struct check k = { rm_content(r), rm_derived(r), s, 0 };
    char where[64];
    unsigned paths = 0;

    if (broken_shape(&k))
        return VL_OK; /* it is told of that first */
    for (int seat = 0; seat < s->base.seats && s->guardian_of[seat] != VL_NONE; seat++) {
        const char *what = broken_guardian(&k, seat, &paths);
        struct vl_buf b = vl_buf_on(where, sizeof where);

        if (!what)
            continue;
        vl_put(&b, "/guardians/");
        vl_put(&b, vl_string(k.c, k.c->heroes[s->guardian_of[seat]].key));
        return vl_error_rule(err, VL_INVALID, k.rule, where, what + sizeof "/guardians:");
    }
    return VL_OK;
}

int rm_loaded(const struct vl_rules *r, struct vl_state *base, const struct vl_given *given,
              struct vl_error *err)
{
    struct rm_state *s = (struct rm_state *)base;
    const struct rm_derived *d = rm_derived(r);

    if (s->base.seats != d->seats)
        return vl_error_set(err, VL_INVALID, "/seats", "must name one guardian per seat");
    if (s->base.phase == RM_PH_SETUP_GUARDIAN ||
        (s->base.phase == RM_PH_SETUP_PLACE && !vl_given(given, "guardians")))
        for (int k = 0; k < s->base.seats; k++) /* nobody stands where the base put them */
            s->g[k].path = VL_NONE;
    complete_pile(d, s, given);
    complete_events(rm_content(r), s, given);
    complete_active(s);
    if (!vl_given(given, "active") && s->base.phase > RM_PH_SETUP_DEAN)
        s->active = s->dean;
    if (s->active >= s->base.seats)
        return vl_error_set(err, VL_INVALID, "/active", "nobody is active");
    if (s->base.phase != RM_PH_GAME_OVER && s->base.outcome != RM_RUNNING)
        return vl_error_set(err, VL_INVALID, "/outcome", "the game is not over");
    if (s->event == VL_NONE && s->base.phase > RM_PH_ROUND_START)
        return vl_error_set(err, VL_INVALID, "/event", "an event must be in force");
    /* RM-SET-25: each round takes a card of the pile. Play may go on from the last one. */
    if (s->round > d->pile - STARTING + 1)
        return vl_error_rule(err, VL_INVALID, RM_SET_25, "/round",
                             "more rounds than the pile has cards");
    if (!s->dawn_in && s->base.outcome != RM_VICTORY && vl_given(given, "pile") &&
        !vl_given(given, "dawn_in"))
        return vl_error_rule(err, VL_INVALID, RM_INV_01, "/pile",
                             "dawn is missing; it is in the pile until victory");
    for (int i = 0; i < s->known_events_len && vl_given(given, "event"); i++)
        if (s->known_events[i] == s->event)
            return vl_error_rule(err, VL_INVALID, RM_SET_32, "/events",
                                 "the event in force is not to come");
    if (check_guardians(r, s, err) != VL_OK)
        return VL_INVALID;
    s->base.actor = rm_actor(r, s);
    return VL_OK;
}

/* ---- knowledge ---- */

/* RM-INF-01, RM-INF-04: nobody knows the order of the piles; what a position
 * fixed goes back to its pool. */
void rm_hide(const struct vl_rules *r, struct vl_state *base, vl_actor viewer)
{
    struct rm_state *s = (struct rm_state *)base;

    (void)viewer;
    s->known_len = s->known_events_len = 0;
    memset(s->known, 0, sizeof s->known);
    memset(s->known_events, 0, sizeof s->known_events);
    s->base.actor = rm_actor(r, s); /* what was certain may be chance again */
}

/* RM-SET-28: the seat that faces the monster on slot 1, else seat 0. */
static int suggested_dean(const struct rm_state *s)
{
    for (int path = 0; path < RM_PATHS_MAX; path++)
        if (s->lane[path][0] != VL_NONE && rm_guard_of(s, path) >= 0)
            return rm_guard_of(s, path);
    return 0;
}

/* What a player reads off the table. */
void rm_extras(const struct vl_rules *r, const struct vl_state *base, struct vl_json *w)
{
    const struct rm_state *s = (const struct rm_state *)base;
    const struct rm_content *c = rm_content(r);

    vl_json_kint(w, "decides", base->actor);
    vl_json_kint(w, "pile", s->to_come + s->dawn_in); /* RM-INF-02: its size is public */
    vl_json_kint(w, "events", s->events_to_come[0] + s->events_to_come[1] + s->events_to_come[2]);
    vl_json_kint(w, "temple_max", rm_derived(r)->temple);
    vl_json_kint(w, "dice_to_roll", s->event == VL_NONE ? 4 : rm_event_of(c, s)->dice);
    vl_json_kint(w, "reroll_cost", s->event == VL_NONE ? 1 : rm_event_of(c, s)->reroll_cost);
    if (base->phase == RM_PH_SETUP_DEAN)
        vl_json_kint(w, "suggested_dean", suggested_dean(s));
}
