/* en_position.c - positions of Enchanters: what an empty one is, how a given
 * one is completed (rules, section 11.3), and what makes a state unsound. */
#include "core/census.h"
#include "games/enchanters/enchanters.h"

#include <stddef.h>

/* ---- fresh and loaded ---- */

/* The defaults of a position, window 1 of seat 0, and what players begin with (EN-SET-02 to -04):
 * five crystals, no wounds, the two start cards. */
void en_fresh(const struct vl_rules *r, struct vl_state *state)
{
    struct en_state *s = (struct en_state *)state;
    const struct en_content *c = en_content(r);

    memset(s, 0, sizeof *s);
    s->base.seats = en_derived(r)->seats;
    s->base.phase = s->stage = EN_PH_WINDOW_1;
    memset(s->kingdoms, VL_NONE, sizeof s->kingdoms);
    memset(s->road, VL_NONE, sizeof s->road);
    for (int level = 0; level < EN_LEVELS; level++) {
        s->take[level] = en_no_take;
        s->run[level] = en_machine.none;
        s->list[level] = en_no_list;
    }
    for (int seat = 0; seat < s->base.seats; seat++) {
        struct en_player *p = &s->p[seat];

        p->crystals = EN_CRYSTALS_START;
        en_pile(p, EN_PILE_ITEMS)[0] = vl_u8(c->starts + seat);
        en_pile(p, EN_PILE_ENCHANTMENTS)[0] = vl_u8(c->starts + EN_SEATS_MAX + seat);
        p->len[EN_PILE_ITEMS] = p->len[EN_PILE_ENCHANTMENTS] = 1;
    }
}

/* A card without its copy: the lowest that is not named elsewhere; a bare start
 * card in a seat's pile is that seat's own. */
int en_alike(const struct vl_rules *r, const char *word, size_t len, int seat, const uint8_t *taken)
{
    const struct en_content *c = en_content(r);

    for (int i = 0; i < c->designs_len; i++) {
        const struct en_design *d = &c->designs[i];

        if (!vl_str_is(word, len, vl_string(c, d->key)))
            continue;
        if (d->kingdom == c->kingdoms_len && seat >= 0)
            return d->first + seat;
        for (int card = d->first; card < d->first + d->copies; card++)
            if (!(taken[card >> 3] >> (card & 7) & 1))
                return card;
    }
    return -1;
}

/* The kingdoms of cards, a bit each. */
static unsigned kingdoms_of(const struct en_content *c, const uint32_t *cards)
{
    unsigned kingdoms = 0;

    for (int card = 0; card < c->starts; card++)
        if (vl_set_has(cards, card))
            kingdoms |= 1u << card / EN_PER_KINGDOM;
    return kingdoms;
}

/* Those that a position's cards come from, in order; more than four are left for
 * en_broken() to find. */
static void infer_kingdoms(struct en_state *s, unsigned kingdoms)
{
    for (int i = 0; kingdoms >> i && s->kingdoms_len < EN_IN_PLAY_MAX; i++)
        if (kingdoms >> i & 1)
            s->kingdoms[s->kingdoms_len++] = vl_u8(i);
}

/* EN-ST-02: each card in exactly one place. What was used and what fires are no places. */
static struct vl_census census(const struct vl_rules *r, const struct en_state *s)
{
    static const char *const places[] = { "seats", "road",    "deck",   "graveyard", "aside",
                                          "take",  "removed", "unseen", NULL };

    return vl_census(r, &s->base, EN_FAM_CARD, en_content(r)->cards_len, places);
}

static bool names_kingdoms_only(const struct en_content *c, const struct en_state *s)
{
    unsigned seen = 0;

    for (int i = 0; i < s->kingdoms_len; i++) {
        int kingdom = s->kingdoms[i];
        if (kingdom >= c->kingdoms_len || (seen >> kingdom & 1))
            return false;
        seen |= 1u << kingdom;
    }
    return true;
}

/* EN-ERR-33: the first card in a pile of another kind, or VL_NONE. */
static int misplaced(const struct en_content *c, const struct en_state *s, int *seat, int *pile)
{
    for (*seat = 0; *seat < s->base.seats; ++*seat)
        for (*pile = 0; *pile < EN_PILES; ++*pile)
            for (int i = 0; i < s->p[*seat].len[*pile]; i++) {
                int card = en_pile_of(&s->p[*seat], *pile)[i];

                if (en_pile_of_kind(c->cards[card].kind) != *pile)
                    return card;
            }
    return VL_NONE;
}

/* EN-ERR-33 names the pile and the card. */
static int check_piles(const struct en_content *c, const struct en_state *s, struct vl_error *err)
{
    static const char *const piles[] = { EN_PILE_MAP(VL_WORD) };
    int seat, pile, card = misplaced(c, s, &seat, &pile);
    char where[64];
    struct vl_buf b = vl_buf_on(where, sizeof where);

    if (card == VL_NONE)
        return VL_OK;
    vl_put(&b, "/seats/");
    vl_put_int(&b, seat);
    vl_put_char(&b, '/');
    vl_put(&b, piles[pile]);
    return vl_error_rule(err, VL_INVALID, EN_ERR_33, where, vl_string(c, c->cards[card].key));
}

/* EN-ERR-35: those of the cards if they are more than four, else those that the
 * position does not name. */
static unsigned wrong_kingdoms(const struct en_content *c, const struct en_state *s,
                               const struct vl_census *n)
{
    unsigned of_cards = kingdoms_of(c, n->seen), in_play = 0;

    for (int i = 0; i < s->kingdoms_len; i++)
        in_play |= 1u << s->kingdoms[i];
    return vl_bits(of_cards) > EN_IN_PLAY_MAX ? of_cards : of_cards & ~in_play;
}

/* EN-ERR-35 names the kingdoms. */
static int check_kingdoms(const struct en_content *c, const struct en_state *s,
                          const struct vl_census *n, struct vl_error *err)
{
    unsigned wrong = wrong_kingdoms(c, s, n);
    char keys[sizeof err->what];
    struct vl_buf b = vl_buf_on(keys, sizeof keys);

    if (wrong == 0)
        return VL_OK;
    for (int i = 0; i < c->kingdoms_len; i++) {
        if (!(wrong >> i & 1))
            continue;
        vl_put(&b, b.len > 0 ? ", " : "");
        vl_put(&b, vl_string(c, c->kingdoms[i].key));
    }
    return vl_error_rule(err, VL_INVALID, EN_ERR_35,
                         vl_bits(wrong) > EN_IN_PLAY_MAX ? "" : "/kingdoms", keys);
}

/* What is kept although the cards tell it. */
static void derive(const struct en_content *c, struct en_state *s)
{
    s->road_len = 0;
    for (int slot = 0; slot < EN_SLOTS; slot++)
        s->road_len = vl_u8(s->road_len + (s->road[slot] != VL_NONE));
    for (int seat = 0; seat < s->base.seats; seat++)
        en_recount(c, &s->p[seat]);
    s->depth = 0;
    while (s->depth < EN_LEVELS && s->run[s->depth].source != VL_WIDE_NONE)
        s->depth++;
    memset(s->left, 0, sizeof s->left);
    for (int card = 0; card < c->cards_len; card++)
        if (vl_set_has(s->unseen, card))
            s->left[c->cards[card].kind]++;
}

static int bad_active(const struct en_state *s, struct vl_error *err)
{
    char what[64];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    vl_put(&b, "not a whole number in 0..");
    vl_put_int(&b, s->base.seats - 1);
    return vl_error_rule(err, VL_INVALID, EN_ERR_34, "/active", what);
}

/* A pile without cards leaves nothing of a fresh one behind. */
static void clear_empty(struct en_player *p)
{
    for (int pile = 0; pile < EN_PILES; pile++)
        if (p->len[pile] == 0)
            en_pile(p, pile)[0] = 0;
}

int en_loaded(const struct vl_rules *r, struct vl_state *state, const struct vl_given *given,
              struct vl_error *err)
{
    struct en_state *s = (struct en_state *)state;
    const struct en_content *c = en_content(r);
    struct vl_census n = census(r, s);

    if (s->active >= s->base.seats)
        return bad_active(s, err);
    if (n.strange)
        return vl_error_rule(err, VL_INVALID, EN_ERR_31, "", "the village is no card");
    if (!names_kingdoms_only(c, s))
        return vl_error_rule(err, VL_INVALID, EN_ERR_34, "/kingdoms",
                             "no kingdom, or one that stands twice");
    if (!vl_given(given, "stage"))
        s->stage = s->base.phase;
    if (n.twice != VL_WIDE_NONE)
        return vl_error_rule(err, VL_INVALID, EN_ERR_32, "", vl_string(c, c->cards[n.twice].key));
    if (check_piles(c, s, err) != VL_OK)
        return VL_INVALID;
    if (!vl_given(given, "kingdoms"))
        infer_kingdoms(s, kingdoms_of(c, n.seen));
    if (check_kingdoms(c, s, &n, err) != VL_OK)
        return VL_INVALID;
    for (int seat = 0; seat < s->base.seats; seat++)
        clear_empty(&s->p[seat]);
    derive(c, s);
    s->base.actor = en_actor(r, s);
    return VL_OK;
}

/* ---- the state as records know it ---- */

struct bytes {
    uint8_t *at;
};

static void keep(struct bytes *to, const void *from, size_t n)
{
    memcpy(to->at, from, n);
    to->at += n;
}

/* Without what is derived, and with five bytes for an ability that is carried out: as
 * version 1.0.0 laid it out. */
size_t en_kept(const struct vl_state *state, uint8_t out[VL_STATE_MAX])
{
    const struct en_state *s = en_of(state);
    struct bytes to = { out };

    keep(&to, s, offsetof(struct en_state, run));
    keep(&to, s->village_uses,
         offsetof(struct en_state, road_len) - offsetof(struct en_state, village_uses));
    keep(&to, s->aside, sizeof s->aside);
    keep(&to, s->take, sizeof s->take);
    for (int level = 0; level < EN_LEVELS; level++) {
        const struct vl_frame *f = &s->run[level];
        uint8_t run[] = { (uint8_t)f->source, f->list, f->at, f->reg[EN_REG_TARGET], f->turn };

        keep(&to, run, sizeof run);
    }
    keep(&to, s->list, sizeof s->list);
    keep(&to, s->unseen, offsetof(struct en_state, p) - offsetof(struct en_state, unseen));
    for (int seat = 0; seat < EN_SEATS_MAX; seat++) {
        const struct en_player *p = &s->p[seat];
        const uint8_t pad = 0;

        keep(&to, p, offsetof(struct en_player, icons));
        keep(&to, p->len, sizeof p->len);
        keep(&to, &pad, 1);
        keep(&to, p->cards, sizeof p->cards);
    }
    keep(&to, s->grave, sizeof s->grave);
    keep(&to, s->known, sizeof s->known);
    return (size_t)(to.at - out);
}

/* ---- what a player reads off the table ---- */

static void put_list(struct vl_json *w, const char *name, const int32_t *list, int len)
{
    vl_json_key(w, name);
    vl_json_arr(w);
    for (int i = 0; i < len; i++)
        vl_json_int(w, list[i]);
    vl_json_end(w);
}

void en_extras(const struct vl_rules *r, const struct vl_state *state, struct vl_json *w)
{
    const struct en_state *s = en_of(state);
    int32_t attack[EN_SEATS_MAX], defence[EN_SEATS_MAX], winners[EN_SEATS_MAX];
    int seats = s->base.seats, winners_len = 0;
    struct vl_result res;

    en_result(r, state, &res);
    for (int seat = 0; seat < seats; seat++) {
        attack[seat] = en_attack(s, seat);
        defence[seat] = en_defence(s, seat);
        if (res.won[seat])
            winners[winners_len++] = seat;
    }
    vl_json_kint(w, "deck_count", en_deck_len(s));
    put_list(w, "attack", attack, seats);
    put_list(w, "defence", defence, seats);
    vl_json_kint(w, "decider", s->base.actor);
    vl_json_kbool(w, "game_over", res.over);
    put_list(w, "glory", res.score, seats);
    put_list(w, "winners", winners, winners_len);
}

/* ---- soundness: what a position cannot be, and no game ever becomes ---- */

/* EN-ST-02: what is kept although the cards tell it is what they tell. */
static bool is_derived(const struct en_content *c, const struct en_state *s)
{
    struct en_state derived = *s;

    derive(c, &derived);
    return memcmp(&derived, s, sizeof derived) == 0;
}

/* What EN-SET-25, EN-VAR-11 and EN-VAR-12 count must fit the cards, or a draw
 * could be left without an outcome. */
static const char *broken_deck(const struct en_state *s, vl_rule *rule)
{
    int x = s->left[EN_KIND_ITEM] + s->left[EN_KIND_ENCHANTMENT];
    int least = s->to_stack + s->upper, most = x + s->left[EN_KIND_MONSTER] + s->holes;
    int left = en_deck_len(s) - s->known_len;
    bool removing = s->base.phase == EN_PH_SETUP_REMOVE;
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { EN_ERR_34, s->to_stack > x || s->to_stack > s->stacked,                 "/to_stack: more than there are" },
        { EN_ERR_34, least > most,                                                "/upper: more places than cards" },
        { EN_ERR_34, (s->to_remove != 0) != removing || s->to_remove > left, "/to_remove: cards that Quick invasion removes, in its phase only" },
        { EN_ERR_34, removing && s->known_len,                                    "/deck: not known before the removal" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

static bool fits_phase(int phase, int stage)
{
    if (en_is_choice(phase))
        return stage >= EN_PH_TURN_START && stage <= EN_PH_WINDOW_3;
    return phase <= EN_PH_SETUP_FIRST ? stage <= EN_PH_SETUP_FIRST : stage == phase;
}

static const char *broken_phase(const struct vl_rules *r, const struct en_state *s,
                                const struct vl_census *n, vl_rule *rule)
{
    int phase = s->base.phase;
    bool over = phase == EN_PH_GAME_OVER, choosing = phase == EN_PH_SETUP_KINGDOMS;
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { EN_ERR_34, over != (s->base.outcome != EN_RUNNING),                             "/outcome: at the end only" },
        { EN_ERR_34, phase > EN_PH_SETUP_VILLAGE && s->village == VL_NONE,                "/village: none" },
        { EN_ERR_34, !fits_phase(phase, s->stage),                                        "/stage: not one with this phase" },
        { EN_ERR_34, choosing && s->kingdoms_len >= en_derived(r)->kingdoms_len,          "/kingdoms: all are chosen" },
        { EN_ERR_34, choosing && kingdoms_of(en_content(r), n->seen),                     "/kingdoms: no card before they are chosen" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* Does the active player have the card? */
static bool owns(const struct en_content *c, const struct en_state *s, int card)
{
    const struct en_player *me = &s->p[s->active];
    int pile = en_pile_of_kind(c->cards[card].kind);

    return memchr(en_pile_of(me, pile), card, me->len[pile]) != NULL;
}

/* A seat that is somebody else's, or none. */
static bool is_other(const struct en_state *s, int seat)
{
    return seat == VL_NONE || (seat < s->base.seats && seat != s->active);
}

static bool is_stray(const struct en_take *take)
{
    return take->card == VL_NONE && memcmp(take, &en_no_take, sizeof *take) != 0;
}

static const char *broken_takes(const struct en_state *s, vl_rule *rule)
{
    const struct en_take *first = &s->take[0], *visit = &s->take[1];
    bool going = s->stage == EN_PH_WINDOW_2 || s->stage == EN_PH_TAKE;
    bool takes = first->card != VL_NONE, visits = visit->card != VL_NONE;
    bool from_empty = first->from < EN_SLOTS && s->road[first->from] == VL_NONE;
    bool from_grave = visit->from == EN_FROM_GRAVE && s->run[0].source != VL_WIDE_NONE;
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { EN_ERR_34, takes != going,                "/take/main: a card while it is taken only" },
        { EN_ERR_34, takes && !from_empty,          "/take/main: not from an empty slot" },
        { EN_ERR_34, visits && !from_grave,         "/take/visit: no ability visits" },
        { EN_ERR_34, !is_other(s, first->receiver), "/take: no such receiver" },
        { EN_ERR_34, is_stray(first),               "/take/main: nothing is taken" },
        { EN_ERR_34, !is_other(s, visit->receiver), "/take: no such receiver" },
        { EN_ERR_34, is_stray(visit),               "/take/visit: nothing is taken" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* EN-ACT-08: what is left of a cost can be paid. */
static bool goes_on(const struct vl_rules *r, const struct en_state *s, const struct vl_frame *run)
{
    const struct en_ability *a = en_ability(r, s, run->source, run->list);

    if (!a || run->at > a->costs.len + a->effects.len || run->turn > s->base.seats ||
        (run->reg[EN_REG_TARGET] != EN_NOBODY && !is_other(s, run->reg[EN_REG_TARGET])))
        return false;
    const struct vl_fx *cost = en_steps(en_content(r), a->costs);
    int paid = run->at < a->costs.len ? run->at : a->costs.len;
    struct en_ability rest = *a;

    rest.costs.at = vl_u16(a->costs.at + paid);
    rest.costs.len = vl_u16(a->costs.len - paid);
    for (int i = 0; i < a->costs.len; i++) {
        if (i < paid && cost[i].verb == EN_PAY_CRYSTALS)
            rest.crystals = 0;
        if (i >= paid && cost[i].verb == EN_PAY_REMOVE_THIS && !owns(en_content(r), s, run->source))
            return false;
    }
    return en_payable(r, s, &rest);
}

static const char *broken_runs(const struct vl_rules *r, const struct en_state *s, vl_rule *rule)
{
    bool at_rest = !en_is_choice(s->base.phase) && s->base.actor != VL_AUTO;
    bool idle[EN_LEVELS], stray[EN_LEVELS], stuck[EN_LEVELS];

    for (int i = 0; i < EN_LEVELS; i++) {
        idle[i] = s->run[i].source == VL_WIDE_NONE;
        stray[i] = idle[i] && memcmp(&s->run[i], &en_machine.none, sizeof en_machine.none) != 0;
        stuck[i] = !idle[i] && !goes_on(r, s, &s->run[i]);
    }
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { EN_ERR_34, stray[0],                                 "/run/main: nothing is carried out" },
        { EN_ERR_34, !idle[0] && at_rest,                      "/run: nothing is carried out now" },
        { EN_ERR_34, stuck[0],                                 "/run: no such ability, or it cannot go on" },
        { EN_ERR_34, stray[1],                                 "/run/visit: nothing is carried out" },
        { EN_ERR_34, !idle[1] && at_rest,                      "/run: nothing is carried out now" },
        { EN_ERR_34, stuck[1],                                 "/run: no such ability, or it cannot go on" },
        { EN_ERR_34, !idle[1] && s->take[1].card == VL_NONE,   "/run/visit: nothing is visited" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

/* How often an ability can have been used, as far as that is counted. */
static int uses_max(const struct en_ability *a)
{
    int uses = a ? en_uses_max(a->kind) : 0;

    return uses < EN_ANY_USES ? uses : EN_ANY_USES - 1;
}

/* EN-ACT-05 to -07: what was used are actions, and no more often than they allow. */
static const char *broken_uses(const struct vl_rules *r, const struct en_state *s)
{
    for (int i = 0; i < EN_VILLAGE_ABILITIES; i++)
        if (s->village_uses[i] > uses_max(en_ability(r, s, EN_VILLAGE, i)))
            return "/village_uses: more than the ability allows";
    for (int card = 0; card < en_content(r)->cards_len; card++) {
        if (en_uses(s, card) > uses_max(en_ability(r, s, card, 0)))
            return "/used: no action, or more often than it allows";
        if (vl_set_has(s->used[1], card) && !vl_set_has(s->used[0], card))
            return "/used_twice: not used once";
    }
    return NULL;
}

static bool is_trigger(const struct vl_rules *r, const struct en_state *s, int source, int index)
{
    const struct en_ability *a = en_ability(r, s, source, index);

    return a && a->kind == EN_AB_TRIGGER;
}

static bool lists_triggers(const struct vl_rules *r, const struct en_state *s)
{
    struct vl_move waiting[EN_TRIGGERS_MAX];

    for (int level = 0; level < EN_LEVELS; level++)
        for (int i = en_triggers(&s->list[level], waiting); i > 0; i--)
            if (!is_trigger(r, s, waiting[i - 1].arg[0], waiting[i - 1].arg[1]))
                return false;
    return true;
}

/* Is it what the cost or effect at hand asks for? */
static bool is_asked(const struct vl_rules *r, const struct en_state *s)
{
    const struct vl_fx *now = en_now(r, s);
    const struct vl_frame *run = en_run(s);
    int verb = now ? now->verb : EN_CLAUSES;

    switch ((enum en_phase)s->base.phase) {
    case EN_PH_CHOOSE_TARGET:
        return run->reg[EN_REG_TARGET] == VL_NONE && now &&
               (verb < EN_COST_KINDS ? verb == EN_PAY_TARGET_HEALS : en_needs_target(now));
    case EN_PH_CHOOSE_CARD:
        return verb == EN_DO_DISCARD ||
               (verb == EN_DO_STEAL && run->reg[EN_REG_TARGET] < s->base.seats);
    case EN_PH_CHOOSE_PAY_CARD: return verb == EN_PAY_DISCARD || verb == EN_PAY_REMOVE;
    case EN_PH_CHOOSE_SLOT:
        return verb == EN_DO_ROAD_DISCARD && now->arg[EN_ARG_PICK] == EN_PICK_ANY;
    case EN_PH_ORDER_GRAVEYARD: return s->aside_len > 1 && run->turn == s->base.seats;
    default: break;
    }
    return true;
}

static const char *broken_choice(const struct vl_rules *r, const struct en_state *s)
{
    const struct vl_fx *now = en_now(r, s);
    struct vl_move list[VL_MOVES_MAX];

    if (s->aside_len > 0 && (!now || now->verb != EN_DO_DISCARD || s->aside_len > en_run(s)->turn))
        return "/aside: nothing is being discarded";
    if (en_is_choice(s->base.phase) && (!is_asked(r, s) || en_legal(r, &s->base, list) == 0))
        return "/phase: nothing asks for this";
    return NULL;
}

static const char *broken_cards(const struct vl_rules *r, const struct en_state *s,
                                const struct vl_census *n, vl_rule *rule)
{
    const struct en_content *c = en_content(r);
    bool starts = false;
    int seat, pile;

    for (int card = c->starts; card < c->cards_len; card++)
        starts |= vl_set_has(s->unseen, card);
    /* clang-format off */
    const struct vl_invariant rows[] = {
        { EN_ERR_32, n->twice != VL_WIDE_NONE,                   "a card stands in two places" },
        { EN_ST_02,  starts,                                     "/unseen: a start card" },
        { EN_ERR_33, misplaced(c, s, &seat, &pile) != VL_NONE,   "/seats: a pile of another kind" },
        { EN_ST_02,  !is_derived(c, s),                          "what the cards tell is kept wrongly" },
        { EN_ERR_35, wrong_kingdoms(c, s, n) != 0,               "/kingdoms: cards of others" },
    };
    /* clang-format on */
    return vl_first_broken(rows, VL_LEN(rows), rule);
}

const char *en_broken(const struct vl_rules *r, const struct vl_state *state, vl_rule *rule)
{
    const struct en_state *s = en_of(state);
    struct vl_census n = census(r, s);
    const char *remark = broken_cards(r, s, &n, rule);

    remark = remark ? remark : broken_deck(s, rule);
    remark = remark ? remark : broken_phase(r, s, &n, rule);
    remark = remark ? remark : broken_takes(s, rule);
    remark = remark ? remark : broken_runs(r, s, rule);
    if (remark)
        return remark;
    *rule = EN_ACT_05;
    remark = broken_uses(r, s);
    if (remark)
        return remark;
    *rule = EN_ERR_34;
    return !lists_triggers(r, s) ? "/triggers: no such trigger" : broken_choice(r, s);
}
