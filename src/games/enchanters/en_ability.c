/* en_ability.c - the abilities of cards and villages: which triggers fire, how costs
 * are paid, what each effect does. They are made of steps of a closed vocabulary (rules,
 * section 9.2), whose rows stand below their functions; no card needs code of its own. The
 * machine of core/machine.h carries them out. A choice may interrupt any step: it is
 * answered and the stage goes on (en_rules.c). */
#include "games/enchanters/en_play.h"

struct run { /* for the functions of verbs */
    struct vl_fx_run x;
    struct en_play *p;
};

static struct en_play *playing(struct vl_fx_run *x)
{
    return ((struct run *)(void *)x)->p;
}

/* ---- triggers ---- */

static bool waits(const struct en_list *list)
{
    return memcmp(list, &en_no_list, sizeof *list) != 0;
}

static bool fires(const struct en_ability *a, int when, int kind)
{
    return a->when == when && (when != EN_WHEN_TAKE || (a->of >> kind & 1));
}

/* EN-TRG-02, EN-TRG-06: on the village and the active player's top cards. */
bool en_list_triggers(struct en_play *p, int level, int when, int kind)
{
    struct en_state *s = p->s;
    const struct en_village *v = &p->c->villages[s->village];
    const struct en_player *me = &s->p[s->active];
    struct en_list list = en_no_list;

    VL_ASSERT(level < EN_LEVELS && when < EN_WHENS && s->village != VL_NONE);
    for (uint32_t left = v->triggers[when]; left; left &= left - 1)
        if (fires(&v->abilities[vl_low_bit(left)], when, kind))
            list.village = (uint8_t)(list.village | 1 << vl_low_bit(left));
    for (uint32_t left = en_tops(me, EN_TOPS_FIRE); left; left &= left - 1) {
        int pile = vl_low_bit(left), top = me->top[pile];

        if (fires(&en_design(p->c, top)->ability, when, kind))
            list.cards[pile] = vl_u8(top);
    }
    s->list[level] = list;
    return waits(&list);
}

void en_run_ability(struct en_play *p, int source, int index)
{
    (void)vl_fx_push(&en_machine, p->s->run, &p->s->depth, source, index, 0);
}

/* EN-TRG-01, EN-TRG-07: taken off the list and carried out. */
void en_fire(struct en_play *p, int level, int source, int index)
{
    struct en_list *list = &p->s->list[level];

    if (source == EN_VILLAGE) {
        list->village = (uint8_t)(list->village & ~(1 << index));
    } else {
        for (int i = 0; i < 3; i++)
            if (list->cards[i] == source)
                list->cards[i] = VL_NONE;
    }
    TELL_USE(p, TRIGGERED, EN_TRG_01, source);
    en_run_ability(p, source, index);
}

/* True while triggers are left: the next one begins, or is asked for (EN-TRG-08). */
bool en_fire_next(struct en_play *p, int level)
{
    struct vl_move list[EN_TRIGGERS_MAX];

    if (!waits(&p->s->list[level]))
        return false; /* mostly there are none */
    int n = en_triggers(&p->s->list[level], list);
    if (n == 1)
        en_fire(p, level, list[0].arg[0], list[0].arg[1]);
    else if (n > 1)
        en_enter(p, EN_PH_ORDER_TRIGGER);
    return true;
}

/* ---- abilities: costs ---- */

/* EN-PILE-02, EN-PILE-08: the pile closes up where the card lay. */
static void pull(struct en_play *p, int seat, int card)
{
    struct en_player *who = &p->s->p[seat];
    int pile = en_pile_of_kind(p->c->cards[card].kind);

    vl_take_out(en_pile(who, pile), &who->len[pile], card);
    en_recount(p->c, who);
}

static void heal(struct en_play *p, int seat, int n, vl_rule rule)
{
    struct en_player *who = &p->s->p[seat];
    int healed = en_take_off(&who->wounds, n);

    if (healed == 0)
        return;
    en_add(&who->healed, healed);
    TELL_BY(p, HEALED, rule, seat, healed, who->wounds);
}

static int ask(struct en_play *p, enum en_phase phase)
{
    en_enter(p, phase);
    return VL_FX_ASK;
}

/* What was chosen of a list, or the only thing on it; EN_NOBODY if there is none, -1 if somebody
 * must choose. */
static int one_of(struct vl_fx_run *x, const uint8_t *list, int n)
{
    int chosen = vl_fx_take(x);

    if (chosen >= 0)
        return chosen;
    return n > 1 ? -1 : n == 1 ? list[0] : EN_NOBODY;
}

static int card_of(struct vl_fx_run *x, int seat)
{
    uint8_t list[EN_TROPHY_PILE];

    return one_of(x, list, en_choices(playing(x)->r, playing(x)->s, seat, x->step, list));
}

static int target_of(const struct vl_fx_run *x)
{
    return x->frame->reg[EN_REG_TARGET];
}

/* EN-EFF-06, EN-EFF-07, EN-EFF-27: who has it, keeps it for the whole ability. */
static int name_target(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    const struct vl_fx *fx = x->step;
    uint8_t list[EN_SEATS_MAX];
    bool heals = fx->verb == EN_PAY_TARGET_HEALS;

    if (target_of(x) != VL_NONE || !(heals || en_needs_target(fx)))
        return VL_FX_DONE;
    int seat = one_of(x, list, en_targets(p->r, p->s, heals ? fx->arg[EN_ARG_N] : 0, list));
    if (seat < 0)
        return ask(p, EN_PH_CHOOSE_TARGET);
    VL_ASSERT(seat == EN_NOBODY || (seat < p->s->base.seats && seat != p->s->active));
    x->frame->reg[EN_REG_TARGET] = vl_u8(seat);
    if (seat != EN_NOBODY)
        TELL_BY(p, TARGETED, EN_EFF_06, p->s->active, seat);
    return VL_FX_DONE;
}

static int pay_with_crystals(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    int seat = p->s->active, n = en_take_off(&p->s->p[seat].crystals, x->step->arg[EN_ARG_N]);

    TELL_BY(p, PAID, EN_ACT_02, seat, n, p->s->p[seat].crystals);
    return VL_FX_DONE;
}

static int pay_with_wounds(struct vl_fx_run *x)
{
    en_receive(playing(x), playing(x)->s->active, x->step->arg[EN_ARG_N], EN_ACT_14);
    return VL_FX_DONE;
}

/* EN-ACT-11, EN-ACT-16, EN-ACT-18: paid with a card, which is gone before the effect. */
static int pay_with_card(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    int seat = p->s->active;
    int card = x->step->verb == EN_PAY_REMOVE_THIS ? x->frame->source : card_of(x, seat);

    if (card < 0)
        return ask(p, EN_PH_CHOOSE_PAY_CARD);
    pull(p, seat, card);
    if (x->step->verb == EN_PAY_DISCARD) {
        en_bury(p, card);
        TELL_BY(p, DISCARDED, EN_ACT_18, seat, card);
    } else {
        vl_set_put(p->s->removed, card); /* EN-GRV-02: out of the game for good */
        TELL_BY(p, REMOVED, EN_GRV_02, seat, card);
    }
    return VL_FX_DONE;
}

static int pay_by_healing(struct vl_fx_run *x)
{
    if (target_of(x) != EN_NOBODY)
        heal(playing(x), target_of(x), x->step->arg[EN_ARG_N], EN_ACT_15);
    return VL_FX_DONE;
}

/* ---- abilities: effects ---- */

/* EN-EFF-01: whom a scope means. EN-EFF-10: of several players, not the protected ones. */
static bool concerns(const struct vl_fx_run *x, const struct en_play *p, int seat)
{
    const struct en_state *s = p->s;

    switch ((enum en_scope)x->step->arg[EN_ARG_SCOPE]) {
    case EN_TO_SELF: return seat == s->active;
    case EN_TO_TARGET: return seat == target_of(x);
    case EN_TO_OTHERS: return seat != s->active && !en_protected(p->r, s, seat);
    case EN_TO_ALL: return !en_protected(p->r, s, seat);
    case EN_SCOPES: break;
    }
    return false;
}

/* EN-EFF-16: of transferred wounds, moved and not healed. */
static void touch_player(struct en_play *p, int verb, int seat, int n)
{
    int active = p->s->active;
    struct en_player *who = &p->s->p[seat], *me = &p->s->p[active];

    switch ((enum en_verb)verb) {
    case EN_DO_WOUND: en_receive(p, seat, n, EN_EFF_22); return;
    case EN_DO_HEAL: heal(p, seat, n, EN_EFF_15); return;
    case EN_DO_CRYSTALS:
        if (n <= 0)
            return;
        en_add(&who->crystals, n);
        TELL_BY(p, GAINED, EN_EFF_19, seat, n, who->crystals);
        return;
    case EN_DO_TRANSFER:
        n = en_take_off(&me->wounds, n);
        if (n == 0)
            return;
        en_add(&who->wounds, n);
        en_add(&who->received, n);
        TELL_BY(p, TRANSFERRED, EN_EFF_16, active, seat, n);
        return;
    default: break; /* LOSE, ROB */
    }
    VL_ASSERT(verb == EN_DO_LOSE || verb == EN_DO_ROB);
    n = en_take_off(&who->crystals, n);
    if (n == 0)
        return;
    if (verb == EN_DO_LOSE) {
        TELL_BY(p, LOST, EN_EFF_20, seat, n, who->crystals);
    } else {
        en_add(&me->crystals, n);
        TELL_BY(p, ROBBED, EN_EFF_21, active, seat, n);
    }
}

/* The active player first, then clockwise; the amount is counted once, for the
 * active player (EN-ACT-12, EN-EFF-17). */
static int do_touch(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    int scope = x->step->arg[EN_ARG_SCOPE];
    int n = en_amount(p->r, p->s, vl_fx_amount(x->step, EN_ARG_AMOUNT), p->s->active);

    if (scope == EN_TO_SELF) {
        touch_player(p, x->step->verb, p->s->active, n);
        return VL_FX_DONE;
    }
    for (int i = 0; i < p->s->base.seats; i++) {
        int seat = (p->s->active + i) % p->s->base.seats;

        if (concerns(x, p, seat))
            touch_player(p, x->step->verb, seat, n);
        else if (seat != p->s->active && scope >= EN_TO_OTHERS)
            TELL_BY(p, PROTECTED, EN_EFF_12, seat);
    }
    return VL_FX_DONE;
}

/* EN-EFF-18, EN-EFF-24: Attack, Defence or the discount, for the rest of the turn. */
static int do_raise(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    struct en_state *s = p->s;
    int n = en_amount(p->r, s, vl_fx_amount(x->step, EN_ARG_AMOUNT), s->active);

    if (x->step->verb == EN_DO_ATK) {
        en_add(&s->atk, n);
        TELL_BY(p, ATTACK_RAISED, EN_EFF_18, s->active, n, en_attack(s, s->active));
    } else if (x->step->verb == EN_DO_DEF) {
        en_add(&s->def, n);
        TELL_BY(p, DEFENCE_RAISED, EN_EFF_18, s->active, n, en_defence(s, s->active));
    } else {
        en_add(&s->discount, n);
        TELL_BY(p, CHEAPER, EN_EFF_24, s->active, n);
    }
    return VL_FX_DONE;
}

static void set_aside(struct en_play *p, int seat, int card)
{
    VL_ASSERT(p->s->aside_len < EN_SEATS_MAX);
    pull(p, seat, card);
    p->s->aside[p->s->aside_len++] = vl_u8(card);
    TELL_BY(p, DISCARDED, EN_EFF_23, seat, card);
}

static void bury_aside(struct en_play *p, int card)
{
    vl_take_out(p->s->aside, &p->s->aside_len, card);
    en_bury(p, card);
}

/* EN-GRV-04: the active player orders them. The last two are placed one after the
 * other: one choice is left (EN-DEC-01). */
static int bury_in_order(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    int card = vl_fx_take(x);

    if (card >= 0)
        bury_aside(p, card);
    if (p->s->aside_len > 1)
        return ask(p, EN_PH_ORDER_GRAVEYARD);
    if (p->s->aside_len == 1)
        bury_aside(p, p->s->aside[0]);
    return VL_FX_DONE;
}

/* EN-EFF-04, EN-EFF-08, EN-EFF-11, EN-EFF-23: everybody concerned chooses one own
 * card. */
static int do_discard(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);

    for (; x->frame->turn < p->s->base.seats; x->frame->turn++) {
        int seat = en_asked(p->s, x->frame);
        if (!concerns(x, p, seat))
            continue;
        int card = card_of(x, seat);
        if (card < 0)
            return ask(p, EN_PH_CHOOSE_CARD);
        if (card != EN_NOBODY)
            set_aside(p, seat, card);
    }
    return bury_in_order(x);
}

/* The card that is being taken where this ability runs. */
static struct en_take *taking(const struct vl_fx_run *x, struct en_state *s)
{
    VL_ASSERT(x->frame >= s->run && x->frame < s->run + EN_LEVELS);
    return &s->take[x->frame - s->run];
}

/* EN-STL-01 to -07: the target chooses, as far as there is a choice. */
static int do_steal(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    struct en_take *take = taking(x, p->s);
    int target = target_of(x), card = target == EN_NOBODY ? EN_NOBODY : card_of(x, target);

    if (card < 0)
        return ask(p, EN_PH_CHOOSE_CARD);
    if (card == EN_NOBODY)
        return VL_FX_DONE;
    pull(p, target, card);
    if (x->step->arg[EN_ARG_DEST] == EN_DEST_UNDER && take->card != VL_NONE &&
        take->held == VL_NONE)
        take->held = vl_u8(card);
    else
        en_push(p->c, &p->s->p[p->s->active], en_pile_of_kind(p->c->cards[card].kind), card);
    TELL_BY(p, STOLEN, EN_STL_01, p->s->active, card, target);
    return VL_FX_DONE;
}

/* EN-STL-16: a place that can change cards with another; NULL if no card lies there. */
static uint8_t *place(const struct vl_fx_run *x, struct en_state *s, int where)
{
    int first = en_first_on_road(s), seat = s->active;

    switch ((enum en_place)where) {
    case EN_AT_ROAD_FIRST: return first == VL_NONE ? NULL : &s->road[first];
    case EN_AT_GRAVE_TOP: return s->grave_len ? &s->grave[s->grave_len - 1] : NULL;
    case EN_AT_TARGET_TOP_I:
        seat = target_of(x);
        if (seat == EN_NOBODY)
            return NULL;
        break;
    case EN_AT_OWN_TOP_I:
    case EN_PLACES: break;
    }
    int n = s->p[seat].len[EN_PILE_ITEMS];
    return n ? &en_pile(&s->p[seat], EN_PILE_ITEMS)[n - 1] : NULL;
}

/* EN-STL-14: two cards change places, or none does. EN-STL-15: that is not taking them. */
static int do_swap(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    uint8_t *a = place(x, p->s, x->step->arg[EN_ARG_PLACE]);
    uint8_t *b = place(x, p->s, x->step->arg[EN_ARG_PARTNER]);

    if (a && b) {
        uint8_t card = *a;
        *a = *b;
        *b = card;
        en_recount(p->c, &p->s->p[p->s->active]);
        if (target_of(x) < p->s->base.seats)
            en_recount(p->c, &p->s->p[target_of(x)]);
        TELL(p, SWAPPED, EN_STL_14, p->s->active, card, *a);
    }
    return VL_FX_DONE;
}

/* EN-GRV-05, EN-GRV-07, EN-GRV-11: the visited card is taken before the ability goes on. */
static int do_visit(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    struct en_state *s = p->s;

    if (s->grave_len == 0) {
        TELL_BY(p, VISIT_EMPTY, EN_GRV_07, s->active);
        return VL_FX_DONE;
    }
    VL_ASSERT(s->take[EN_LEVELS - 1].card == VL_NONE);
    int card = s->grave[s->grave_len - 1];
    if (!en_beats(p->r, s, card)) {
        TELL_BY(p, VISIT_FAILED, EN_GRV_07, s->active, card);
        return VL_FX_DONE;
    }
    s->grave[--s->grave_len] = 0;
    s->take[EN_LEVELS - 1] = en_taking(card, EN_FROM_GRAVE);
    TELL_BY(p, VISITED, EN_GRV_05, s->active, card);
    return VL_FX_PAUSE;
}

/* EN-STL-08: the target gets the card being taken. EN-STL-10: its taker, if nobody can. */
static int do_give_this(struct vl_fx_run *x)
{
    int target = target_of(x);

    taking(x, playing(x)->s)->receiver = vl_u8(target == EN_NOBODY ? VL_NONE : target);
    return VL_FX_DONE;
}

/* EN-EFF-25: the first card of the road, or one of the player's choice, is buried. */
static int do_road_discard(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    int slot = vl_fx_take(x);

    if (slot < 0) {
        if (x->step->arg[EN_ARG_PICK] == EN_PICK_ANY && p->s->road_len > 1)
            return ask(p, EN_PH_CHOOSE_SLOT);
        slot = en_first_on_road(p->s);
    }
    en_bury_slot(p, slot, EN_EFF_25);
    return VL_FX_DONE;
}

/* EN-EFF-26: the top card of a pile goes below the others. */
static int do_sink(struct vl_fx_run *x)
{
    struct en_play *p = playing(x);
    struct en_player *me = &p->s->p[p->s->active];
    int pile = x->step->arg[EN_ARG_FILTER] & EN_F_I ? EN_PILE_ITEMS : EN_PILE_ENCHANTMENTS;
    uint8_t *list = en_pile(me, pile);
    int n = me->len[pile];

    if (n > 1) {
        uint8_t top = list[n - 1];
        memmove(list + 1, list, (size_t)n - 1);
        list[0] = top;
        en_recount(p->c, me);
        TELL_BY(p, SUNK, EN_EFF_26, p->s->active, top);
    }
    return VL_FX_DONE;
}

/* ---- the closed vocabulary ---- */

/* clang-format off */
static const char *const scope_words[] = { EN_SCOPE_MAP(VL_WORD) };
static const char *const pick_words[] = { EN_PICK_MAP(VL_WORD) };
static const char *const dest_words[] = { EN_DEST_MAP(VL_WORD) };
static const char *const place_words[] = { EN_PLACE_MAP(VL_WORD) };
const char *const en_source_words[] = { EN_SOURCE_MAP(VL_WORD) };
static const char *const this_words[] = { "this" };
/* what a filter of cards is called, and the kinds it lets through */
const char *const en_filter_words[] = { "item", "enchantment", "monster", "dragon", "trophy" };
const uint8_t en_filters[] = { EN_F_I, EN_F_E, EN_F_M, EN_F_D, EN_F_X };

#define SELF    FX_FIXED(EN_TO_SELF)
#define TARGET  FX_FIXED(EN_TO_TARGET)
#define N       FX_INT("n", 1, EN_AMOUNT_MAX)
#define SCOPE   FX_WORD("scope", scope_words)
#define FILTER  FX_SET("filter", en_filter_words, en_filters)
#define PICK    FX_WORDS("pick", pick_words, EN_PICK_ANY + 1, 0)

#define AMOUNT  FX_AMOUNT("amount", -EN_AMOUNT_MAX, EN_AMOUNT_MAX, en_source_words + 1, EN_SOURCES - 1)
#define FIGURE  FX_INT("n", -EN_AMOUNT_MAX, EN_AMOUNT_MAX)
#define SOURCE  FX_WORDS("source", en_source_words + 1, EN_SOURCES - 1, 1)

#define FX_TARGET(f)   FX_CHOOSE(f, name_target, NULL) /* if it concerns one */

/* ORDER en_verb; the arguments of a clause are an amount */
static const struct vl_fx_verb verbs[] = {
    { "crystals",     EN_ACT_02, 1, { N }, FX_RUN(pay_with_crystals) },
    { "wounds",       EN_ACT_14, 1, { N }, FX_RUN(pay_with_wounds) },
    { "discard",      EN_ACT_18, 3, { SELF, FILTER, PICK }, FX_RUN(pay_with_card) },
    { "remove",       EN_ACT_18, 3, { SELF, FILTER, PICK }, FX_RUN(pay_with_card) },
    { "remove",       EN_ACT_16, 1, { FX_WORD("this", this_words) }, FX_RUN(pay_with_card) },
    { "target_heals", EN_ACT_15, 1, { N }, FX_TARGET(pay_by_healing) },

    { "crystals",     EN_EFF_19, 2, { SCOPE, AMOUNT }, FX_TARGET(do_touch) },
    { "lose",         EN_EFF_20, 2, { SCOPE, AMOUNT }, FX_TARGET(do_touch) },
    { "rob",          EN_EFF_21, 2, { SCOPE, AMOUNT }, FX_TARGET(do_touch) },
    { "wound",        EN_EFF_22, 2, { SCOPE, AMOUNT }, FX_TARGET(do_touch) },
    { "heal",         EN_EFF_15, 2, { SCOPE, AMOUNT }, FX_TARGET(do_touch) },
    { "transfer",     EN_EFF_16, 2, { TARGET, AMOUNT }, FX_TARGET(do_touch) },
    { "atk",          EN_EFF_18, 2, { SELF, AMOUNT }, FX_RUN(do_raise) },
    { "def",          EN_EFF_18, 2, { SELF, AMOUNT }, FX_RUN(do_raise) },
    { "cheaper",      EN_EFF_24, 2, { SELF, AMOUNT }, FX_RUN(do_raise) },
    { "discard",      EN_EFF_23, 3, { SCOPE, FILTER, PICK }, FX_TARGET(do_discard) },
    { "steal",        EN_STL_01, 4, { TARGET, FILTER, PICK, FX_WORD("dest", dest_words) }, FX_TARGET(do_steal) },
    { "swap",         EN_STL_14, 3, { SELF, FX_WORD("place", place_words), FX_WORD("place", place_words) }, FX_TARGET(do_swap) },
    { "visit",        EN_GRV_05, 1, { SELF }, FX_STARTS(do_visit, 1u << EN_AB_IMMEDIATE | 1u << EN_AB_TRIGGER) },
    { "give_this",    EN_STL_08, 1, { TARGET }, FX_TARGET(do_give_this) },
    { "road_discard", EN_EFF_25, 3, { SELF, FX_FIXED(0), FX_WORDS("pick", pick_words + EN_PICK_ANY, 2, EN_PICK_ANY) }, FX_RUN(do_road_discard) },
    { "sink",         EN_EFF_26, 2, { SELF, FX_SETS("filter", en_filter_words, 2, en_filters) }, FX_RUN(do_sink) },

    { "per",          EN_SCO_05, 3, { FIGURE, FX_INT("d", 1, EN_AMOUNT_MAX), SOURCE }, FX_NO_RUN },
    { "most",         EN_SCO_09, 3, { FIGURE, FX_FIXED(1), SOURCE }, FX_NO_RUN },
    { "fewest",       EN_SCO_09, 3, { FIGURE, FX_FIXED(1), SOURCE }, FX_NO_RUN },
};
static_assert(VL_LEN(verbs) == EN_CLAUSES, "");
static const char *const cost_about[EN_COST_KINDS] = {
    VL_DOC("Pay so many crystals."),
    VL_DOC("Receive so many wounds."),
    VL_DOC("A card of one's own goes to the graveyard."),
    VL_DOC("A card of one's own leaves the game."),
    VL_DOC("The card that carries the action leaves the game."),
    VL_DOC("Another player heals so many wounds."),
};
static const char *const effect_about[EN_VERBS - EN_COST_KINDS] = {
    VL_DOC("Each player concerned gains crystals."),
    VL_DOC("Each player concerned loses crystals to the supply."),
    VL_DOC("The active player takes crystals from each player concerned."),
    VL_DOC("Each player concerned receives wounds."),
    VL_DOC("Each player concerned loses wounds."),
    VL_DOC("Own wounds go to a target."),
    VL_DOC("A bonus to Attack for the turn."),
    VL_DOC("A bonus to Defence for the turn."),
    VL_DOC("Journeys cost so much less this turn."),
    VL_DOC("Each player concerned puts one own card in the graveyard."),
    VL_DOC("A card of a target's comes on top of one's own pile, or under the card being taken."),
    VL_DOC("Two cards change places: `road_first` with `grave_top`, `own_top_item` with `target_top_item`."),
    VL_DOC("The top card of the graveyard is taken."),
    VL_DOC("The card being taken goes to a target."),
    VL_DOC("A card of the road goes to the graveyard: the first, or one of the player's choice."),
    VL_DOC("The top card of one's own pile goes to its bottom."),
};
static const char *const clause_about[EN_CLAUSES - EN_VERBS] = {
    VL_DOC("So much for every so many: 1 glory per 2 monsters."),
    VL_DOC("So much for who has the most."),
    VL_DOC("So much for who has the fewest."),
};
const struct vl_fx_verbs en_costs = { "cost", verbs, cost_about, 0, EN_COST_KINDS, NULL };
const struct vl_fx_verbs en_effects = { "effect", verbs, effect_about, EN_COST_KINDS, EN_VERBS - EN_COST_KINDS, NULL };
const struct vl_fx_verbs en_clauses = { "clause", verbs, clause_about, EN_VERBS, EN_CLAUSES - EN_VERBS, NULL };
/* clang-format on */

/* ---- carrying out ---- */

/* EN-ACT-02, EN-ACT-12: the whole cost, then the effects from left to right. */
static struct vl_fx_part find(const struct vl_rules *r, const struct vl_state *s,
                              const struct vl_frame *f)
{
    const struct en_ability *a = en_ability(r, (const struct en_state *)s, f->source, f->list);
    struct vl_fx_part part = { NULL, -1, 0 };

    if (a) {
        part.steps = en_steps(en_content(r), a->costs.len ? a->costs : a->effects);
        part.len = vl_i16(a->costs.len + a->effects.len);
        part.kind = a->kind;
    }
    return part;
}

/* EN-DATA-05: what a visit takes may act at once or set triggers off; that is all that
 * can lie on an ability. */
const struct vl_fx_machine en_machine = {
    .verbs = verbs,
    .verbs_len = EN_VERBS,
    .frames_max = EN_LEVELS,
    .roots = (1u << EN_AB_SHIELD) - 1, /* all others */
    .none = { VL_WIDE_NONE, 0, 0, 0, 0, 0, { VL_NONE, 0, 0, 0 } },
    .find = find,
};

void en_run_on(struct en_play *p, int mark)
{
    struct run run = {
        { &en_machine, p->r, &p->s->base, p->sink, p->s->run, &p->s->depth, NULL, NULL }, p
    };

    (void)vl_fx_go(&run.x, mark);
}
