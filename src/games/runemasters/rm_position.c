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

/* ---- invariants ----
 *
 * Tables of what cannot be, of which the first that is so is remarked. What they ask is safe to
 * ask of any state whose fields are what their table says. */

struct check {
    const struct rm_content *c;
    const struct rm_derived *d;
    const struct rm_state *s;
    int phase;
    uint32_t on;                 /* the cards on paths */
    const struct rm_guardian *g; /* who is active */
    unsigned effects;            /* of the event in force: none yet while it is drawn */
    int dice;                    /* that it gives */
};

static struct check begin_check(const struct vl_rules *r, const struct rm_state *s)
{
    int self = s->active < RM_SEATS_MAX ? s->active : 0, phase = s->base.phase;
    uint32_t on = cards_on_paths(s);
    struct check k = { rm_content(r), rm_derived(r), s, phase, on, &s->g[self], 0, 0 };

    if (s->event != VL_NONE && k.phase != RM_PH_ROUND_START) {
        k.effects = rm_event_of(k.c, s)->effects;
        k.dice = rm_event_of(k.c, s)->dice;
    }
    return k;
}

/* One guardian per seat, chosen in order; what the code relies on to stay within its tables. */
static const char *broken_seats(const struct check *k, vl_rule *rule)
{
    const struct rm_state *s = k->s;
    bool choosing = k->phase == RM_PH_SETUP_GUARDIAN, over = k->phase == RM_PH_GAME_OVER;
    bool begun = k->phase > RM_PH_ROUND_START || (k->phase == RM_PH_ROUND_START && s->round > 1);
    bool missing = false, twice = false, early = false;
    uint32_t chosen = 0;

    for (int i = 0; i < s->base.seats; i++) {
        uint32_t guardian = rm_bit(s->guardian_of[i]);

        missing |= !guardian && !choosing;
        twice |= (chosen & guardian) != 0;
        early |= guardian && choosing && i > s->active;
        chosen |= guardian;
    }
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_BAD_52, s->base.seats != k->d->seats,                "/seats: must name one guardian per seat" },
        { RM_BAD_52, (s->base.outcome != RM_RUNNING) != over,     "/outcome: does not fit the phase" },
        { RM_BAD_52, s->active >= s->base.seats,                  "/active: names no seat" },
        { RM_BAD_52, s->dean >= s->base.seats,                    "/dean: names no seat" },
        { RM_BAD_52, s->event == VL_NONE && begun,                "/event: one must be in force" },
        { RM_BAD_52, missing,                                     "/seats: a guardian is not chosen" },
        { RM_BAD_52, twice,                                       "/seats: a guardian stands twice" },
        { RM_BAD_52, early,                                       "/seats: they choose in order" },
        { RM_BAD_52, k->phase > RM_PH_SETUP_DEAN && s->round == 0, "/round: rounds are numbered from 1" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* RM-INV-01: each card is unseen, on a slot or discarded. RM-INV-05: a monster in play has a
 * weak point left, others no wounds. RM-INV-12: nothing lies on a path not in play. */
static const char *broken_cards(const struct check *k, vl_rule *rule)
{
    const struct rm_state *s = k->s;
    uint32_t seen = k->on | s->discard, one_of = k->d->one_of, strange = ~(k->d->cards | one_of);
    bool off = false, slain = false, no_such = false;
    uint32_t wounded = 0;
    int standing = 0;

    for (int path = 0; path < RM_PATHS_MAX; path++)
        for (int slot = 0; slot < RM_SLOTS; slot++) {
            bool there = s->lane[path][slot] != VL_NONE;
            standing += there;
            off |= there && path >= k->d->paths;
        }
    for (int card = 0; card < RM_CARDS; card++) {
        int full = k->c->cards[card].full;
        wounded |= (uint32_t)(s->wounds[card] != 0) << card;
        no_such |= (s->wounds[card] & ~full) != 0;
        slain |= s->wounds[card] == full;
    }
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_INV_12, off,                                   "/paths: a card on a path not in play" },
        { RM_INV_01, standing != vl_bits(k->on),            "/paths: a card stands twice or is no monster" },
        { RM_INV_01, (k->on & s->discard) != 0,             "/discard: a card that stands on a path" },
        { RM_INV_01, (seen & s->unseen) != 0,               "/unseen: a card that was seen" },
        { RM_INV_01, (k->on & strange) != 0,                "/paths: a card that is not in this game" },
        { RM_INV_01, (s->discard & strange) != 0,           "/discard: a card that is not in this game" },
        { RM_INV_01, vl_bits(seen & one_of) > 1,            (s->discard & one_of) ? "/discard: only one of these is in the game"
                                                                                  : "/paths: only one of these is in the game" },
        { RM_INV_01, s->unseen != unseen_given(k->d, seen), "/unseen: does not complete the cards on paths and discard" },
        { RM_INV_05, (wounded & ~k->on) != 0,               "/wounds: a card that is on no slot" },
        { RM_INV_05, no_such,                               "/wounds: no such weak point" },
        { RM_INV_05, slain,                                 "/wounds: a monster with all its weak points wounded" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* RM-INV-01: what is known of the pile is in it, Dawn among its last four (RM-SET-18). The
 * starting monsters are drawn first, and stand on slots 1, 2, 3 (RM-SET-20 to 22). */
static const char *broken_pile(const struct check *k, vl_rule *rule)
{
    const struct rm_state *s = k->s;
    int drawn = k->d->pile - s->to_come, most = k->phase == RM_PH_SETUP_DECKS ? STARTING - 1 : 0;
    bool setup = k->phase <= RM_PH_SETUP_DECKS, misplaced = false;
    bool dawn = !s->dawn_in, twice = false, early = false, strange = false;
    uint32_t listed = 0;

    for (int i = 0; i < s->known_len; i++) {
        bool is_dawn = s->known[i] == RM_DAWN;
        uint32_t card = is_dawn ? 0 : rm_bit(s->known[i]);

        twice |= is_dawn && dawn;
        early |= is_dawn && s->to_come > vl_bits(listed) + 3;
        strange |= !is_dawn && !(s->unseen & ~listed & card);
        dawn |= is_dawn;
        listed |= card;
    }
    for (int slot = 0; setup && slot < drawn && slot < STARTING; slot++) {
        int cards = 0;
        for (int path = 0; path < RM_PATHS_MAX; path++)
            cards += s->lane[path][slot] != VL_NONE;
        misplaced |= cards != 1;
    }
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_INV_01, !s->dawn_in && s->base.outcome != RM_VICTORY,   "/dawn_in: Dawn is in the pile until victory" },
        { RM_INV_01, s->to_come > monsters_possible(k->d, s),        "/to_come: more monsters than unseen cards" },
        { RM_INV_01, twice,                                          "/pile: Dawn stands twice" },
        { RM_BAD_52, early,                                          "/pile: Dawn lies among the last four cards" },
        { RM_INV_01, strange,                                        "/pile: a card that is not in the pile" },
        { RM_INV_01, vl_bits(listed) > s->to_come ||
                     vl_bits(listed & k->d->one_of) > 1,             "/pile: more monsters than are to come" },
        { RM_BAD_52, setup && (drawn < 0 || drawn > most || s->discard ||
                               vl_bits(k->on) != drawn),             "/to_come: the starting monsters are drawn first" },
        { RM_BAD_52, misplaced,                                      "/paths: the starting monsters stand on slots 1, 2, 3" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* RM-SET-30, RM-SET-32: five events at most, those of the pile unseen, the one in force not. */
static const char *broken_events(const struct check *k, vl_rule *rule)
{
    const struct rm_state *s = k->s;
    bool revealed = s->event != VL_NONE && s->event != k->d->closing_event;
    bool strange = false, misfit = false;
    uint32_t listed = 0;
    int to_come = 0;

    for (int i = 0; i < s->known_events_len; i++) {
        strange |= !(s->unseen_events & ~listed & rm_bit(s->known_events[i]));
        listed |= rm_bit(s->known_events[i]);
    }
    for (int kind = 0; kind < RM_CLASSES; kind++) {
        uint32_t of_kind = k->d->events_of[kind];
        int n = s->events_to_come[kind];

        misfit |= n > vl_bits(s->unseen_events & of_kind) || n < vl_bits(listed & of_kind);
        to_come += n;
    }
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_BAD_52, strange,                                                  "/events: an event that is not in the pile" },
        { RM_BAD_52, misfit,                                                   "/events_to_come: does not fit the unseen events" },
        { RM_SET_30, to_come > RM_EVENT_PILE - revealed,                       "/events_to_come: more events than a pile has" },
        { RM_SET_32, revealed && (s->unseen_events & rm_bit(s->event)) != 0,   "/event: in force and still to come" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* RM-INV-03, 04: only the living have a path, none is shared. RM-INV-08, 09: markers as the
 * event in force allows, the token on a slot of its side. RM-INV-12: the path is in play. */
static const char *broken_guardian(const struct check *k, int seat, uint32_t *paths, vl_rule *rule)
{
    const struct rm_guardian *g = &k->s->g[seat];
    bool dead = g->hp == 0, placed = g->path != VL_NONE;
    bool off = placed && g->path >= k->d->paths, shared = (*paths & rm_bit(g->path)) != 0;
    bool choosing = k->phase == RM_PH_SETUP_GUARDIAN, placing = k->phase <= RM_PH_SETUP_PLACE;
    int least = g->ult_side == 1 ? k->d->ult_start : 0, most = g->ult_side ? RM_ULT_CHARGED : 0;

    *paths |= rm_bit(g->path);
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_INV_03, choosing && placed,                                           "/guardians: nobody is placed before all are chosen" },
        { RM_INV_03, placing ? dead : dead == placed,                              "/guardians: the dead have no path, the living have one" },
        { RM_INV_03, dead && g->markers,                                           "/guardians: the dead bear no marker" },
        { RM_BAD_52, placing && placed && seat >= k->s->active,                    "/guardians: they are placed in order" },
        { RM_INV_12, off,                                                          "/guardians: a path is taken twice or not in play" },
        { RM_INV_04, shared,                                                       "/guardians: a path is taken twice or not in play" },
        { RM_INV_09, g->ult_side > 2 || g->ult_slot < least || g->ult_slot > most, "/guardians: no such place of the ultimate token" },
        { RM_INV_08, (g->markers & RM_POISONED) && !(k->effects & RM_FX_POISON),   "/guardians: a poison marker without Poison in force" },
        { RM_INV_08, (g->markers & RM_ANGELED) && !(k->effects & RM_FX_ANGEL),     "/guardians: an angel marker without Guardian Angel in force" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* RM-INV-02, RM-INV-10: temple and guardians stand while the game goes on. */
static const char *broken_guardians(const struct check *k, vl_rule *rule)
{
    const struct rm_state *s = k->s;
    bool running = s->base.outcome == RM_RUNNING;
    uint32_t paths = 0;
    int alive = 0, angels = 0;

    for (int i = 0; i < s->base.seats; i++) {
        const char *remark = broken_guardian(k, i, &paths, rule);
        if (remark)
            return remark;
        alive += s->g[i].hp > 0;
        angels += (s->g[i].markers & RM_ANGELED) != 0;
    }
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_INV_08, angels > (k->phase != RM_PH_EVENT_ANGEL), "/guardians: an angel marker too many" }, /* it is being given */
        { RM_INV_10, running && !alive,                        "/guardians: nobody is alive" },
        { RM_INV_10, running && s->temple == 0,                "/temple: fallen" },
        { RM_INV_02, s->temple > k->d->temple,                 "/temple: more than its maximum" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* RM-INV-06, 13: between turns no blocks, dice, petrification nor wounded Dragons.
 * RM-INV-07: no Dragon on a blocked path. RM-INV-11: as many dice as the event gives. */
static const char *broken_turn(const struct check *k, vl_rule *rule)
{
    const struct rm_state *s = k->s;
    bool acting = k->phase >= RM_PH_ACTIONS && k->phase <= RM_PH_REWARD;
    bool after = k->phase == RM_PH_MONSTERS || k->phase == RM_PH_TURN_END; /* with dice, if any */
    bool between = k->phase <= RM_PH_ROLL || k->phase == RM_PH_ROUND_END;
    bool ended = between || k->phase == RM_PH_TURN_END; /* RM-TRN-05: markers end with it */
    uint32_t rolled = (1u << s->dice_len) - 1;
    bool dragon = false, wounded = false;

    for (int path = 0; path < k->d->paths; path++)
        dragon |= (s->blocked >> path & 1) && rm_path_refuses_block(k->c, k->d, s, path);
    for (int card = 0; card < RM_CARDS; card++)
        wounded |= s->wounds[card] && (k->d->recovers >> card & 1);
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_INV_11,  (s->used & ~rolled) != 0,                               "/used: no such die" },
        { RM_INV_11,  (s->rerolled & ~rolled) != 0,                           "/rerolled: no such die" },
        { RM_INV_11,  (acting || (after && s->dice_len)) &&
                      s->dice_len != k->dice,                          "/dice: not the number that the event allows" },
        { RM_INV_11,  (s->rolling != 0) != (k->phase == RM_PH_REROLL) ||
                      (s->rolling & (~rolled | s->used)) != 0,                "/rolling: dice being rerolled, in phase reroll only" },
        { RM_INV_06,  ended && s->blocked,                                    "/blocked: no marker outlives the monster phase" },
        { RM_INV_06,  ended && s->petrify,                                    "/petrify: does not outlive the monster phase" },
        { RM_INV_06,  between && s->dice_len,                                 "/dice: none between turns" },
        { RM_INV_06,  between && s->free_used,                                "/free_used: nothing to use between turns" },
        { RM_MOVE_12, s->free_used && !(k->effects & RM_FX_FREE_MOVE), "/free_used: the event in force allows no free move" },
        { RM_BAD_52,  s->blocked && s->petrify,                               "/blocked: petrification lifts the blocks" }, /* RM-ULT-21, RM-BLK-06 */
        { RM_INV_07,  dragon,                                                 "/blocked: a path with a Dragon" },
        { RM_INV_13,  k->phase == RM_PH_ROLL && wounded,                      "/wounds: a Dragon with wounds between turns" },
        { RM_INV_06,  between && wounded,                                     "/wounds: a Dragon with wounds between turns" },
        { RM_INV_12,  s->blocked >> k->d->paths != 0,                         "/blocked: a path not in play" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* What is asked for in a phase of its own stands there, and in no other. RM-ULT-02, 03: whose
 * ultimate it is has paid for it. */
static const char *broken_pending(const struct check *k, vl_rule *rule)
{
    static const uint8_t of_target[] = { RM_ULTS, RM_ULT_STORM, RM_ULT_TRAMPLE };
    const struct rm_state *s = k->s;
    int guardian = s->guardian_of[s->active];
    int power = guardian != VL_NONE ? k->c->heroes[guardian].ultimate : (int)RM_ULTS;
    bool reward = k->phase == RM_PH_REWARD, target = k->phase == RM_PH_TARGET;
    bool in_turn = k->phase >= RM_PH_SPAWN && k->phase <= RM_PH_REWARD;
    bool aimed = s->target_kind != RM_TARGET_NONE, aiming = target || (reward && aimed);
    bool begun = k->phase > RM_PH_ROUND_START, no_angel = !(k->effects & RM_FX_ANGEL);

    /* clang-format off */
    const struct vl_invariant rows[] = {
        { RM_BAD_52, in_turn && k->g->hp == 0,                                 "/active: the dead have no turn" },
        { RM_BAD_52, (s->reward_mana != 0) != reward,                          "/reward_mana: in phase reward only, 1 or 2" },
        { RM_BAD_52, reward && !(k->effects & RM_FX_MANA_AS_HP),        "/reward_mana: only under an event that allows it" },
        { RM_BAD_52, k->phase == RM_PH_EVENT_ANGEL && no_angel,                "/phase: the event gives no angel" },
        { RM_BAD_52, aimed != aiming || (target && !s->target_mask) ||
                     (s->target_mask && !aiming),                              "/target, /targets: in phase target only" },
        { RM_BAD_52, (s->target_mask & ~rm_targets(k->d, s, s->target_kind)) != 0, "/targets: nothing to wound there" },
        { RM_ULT_02, begun && aimed && power != of_target[s->target_kind],     "/target: not the ultimate of the active guardian" },
        { RM_ULT_02, begun && aimed && (k->g->ult_side == 1 || k->g->ult_slot), "/target: the token of the active guardian has not paid for it" },
        { RM_ULT_02, begun && s->petrify && power != RM_ULT_PETRIFY,           "/petrify: not the ultimate of the active guardian" },
        { RM_ULT_02, begun && s->petrify && k->g->ult_side == 1,               "/petrify: the token of the active guardian has not paid for it" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

const char *rm_broken(const struct vl_rules *r, const struct vl_state *base, vl_rule *rule)
{
    static const char *(*const parts[])(const struct check *, vl_rule *) = {
        broken_seats,     broken_cards, broken_pile,    broken_events,
        broken_guardians, broken_turn,  broken_pending,
    };
    struct check k = begin_check(r, (const struct rm_state *)base);
    const char *remark = NULL;

    *rule = 0;
    for (int i = 0; i < VL_LEN(parts) && !remark; i++)
        remark = parts[i](&k, rule);
    return remark;
}

/* ---- a position that was read ---- */

/* What is wrong with one guardian is told with its name. */
static int check_guardians(const struct vl_rules *r, const struct rm_state *s, struct vl_error *err)
{
    struct check k = begin_check(r, s);
    vl_rule rule;
    char where[64];
    uint32_t paths = 0;

    for (int seat = 0; seat < s->base.seats && s->guardian_of[seat] != VL_NONE; seat++) {
        const char *remark = broken_guardian(&k, seat, &paths, &rule);
        struct vl_buf b = vl_buf_on(where, sizeof where);

        if (!remark)
            continue;
        vl_put(&b, "/guardians/");
        vl_put(&b, vl_string(k.c, k.c->heroes[s->guardian_of[seat]].key));
        return vl_error_rule(err, VL_INVALID, rule, where, remark + sizeof "/guardians:");
    }
    return VL_OK;
}

int rm_loaded(const struct vl_rules *r, struct vl_state *base, const struct vl_given *given,
              struct vl_error *err)
{
    struct rm_state *s = (struct rm_state *)base;
    const struct rm_derived *d = rm_derived(r);

    if (s->base.phase == RM_PH_SETUP_GUARDIAN ||
        (s->base.phase == RM_PH_SETUP_PLACE && !vl_given(given, "guardians")))
        for (int k = 0; k < s->base.seats; k++) /* nobody stands where the base put them */
            s->g[k].path = VL_NONE;
    complete_pile(d, s, given);
    complete_events(rm_content(r), s, given);
    complete_active(s);
    if (!vl_given(given, "active") && s->base.phase > RM_PH_SETUP_DEAN)
        s->active = s->dean;
    if (s->active >= s->base.seats || s->base.seats != d->seats)
        return VL_OK; /* nobody is to act, as rm_broken() says */
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
    s->base.actor = rm_actor(r, s);
    return check_guardians(r, s, err);
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
    const struct rm_state *s = rm_of(base);
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
