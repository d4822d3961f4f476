/* rb_pack.c - content packs of Runebound: verbs, cards, the board, the dice; and what rows
 * cannot say. */
#include "core/pack_table.h"
#include "games/runebound/rb_verbs.h"

enum { AMOUNT_MAX = 20, VALUE_MAX = 40, PRICE_MAX = 30, STEPS_MAX = 8, COST_MAX = 3, KEPT_MAX = 4 };

VL_PACKED(struct rb_ability, 12);
VL_PACKED(struct rb_body, 8);
VL_PACKED(struct rb_card, 100);
VL_PACKED(struct rb_hex, 12);

/* ---- verbs ---- */

/* clang-format off */
static const char *const roll_words[] = { "ranged", "melee", "magic", "combat", "escape", "test", "any" };
static const uint8_t roll_sets[] = { 1, 2, 4, 7, 8, 16, 31 };
static const char *const fight_words[] = { "ranged", "melee", "magic", "combat" };
static const char *const source_words[] = { "ranged", "melee", "magic", "combat", "any" };
static const uint8_t source_sets[] = { 1, 2, 4, 7, 31 };
static const char *const scope_words[] = { "H", "S", "each_hero" };       /* ORDER rb_scope */
static const char *const mend_words[] = { "hero", "one" };
static const char *const harm_words[] = { "hero", "each_hero" };
static const uint8_t mend_aims[] = { RB_AIM_HERO, RB_AIM_ONE }, harm_aims[] = { RB_AIM_HERO, RB_AIM_EACH };
static const char *const ware_words[] = { "ally", "artifact", "all" };
static const uint8_t ware_sets[] = { 1, 2, 3 };
static const char *const skill_words[] = { "swim", "jump", "barter", "devotion", "lore", "balance", "climb", "riddles",
                                           "resolve", "search", "diplomacy", "tracking" };
static const char *const land_words[] = { "plains", "road", "river", "swamp", "forest", "hills" }; /* ORDER RB_TERRAIN_MAP */
static const char *const option_words[] = { "vorakesh_wins" };
static const char *const timing_words[] = { RB_TIMING_MAP(VL_WORD_OF, ) };
static const char *const phase_words[] = { "ranged", "melee", "magic" };

#define ROLL   FX_SET("kind", roll_words, roll_sets)
#define FIGHT  FX_SETS("kind", fight_words, VL_LEN(fight_words), roll_sets)
#define SOURCE FX_SET("kind", source_words, source_sets)
#define N      FX_INT("n", -AMOUNT_MAX, AMOUNT_MAX)
#define K      FX_INT("n", 1, AMOUNT_MAX)
#define SCOPE  FX_WORD("scope", scope_words)
#define HERO   FX_WORDS("scope", scope_words, 1, 0)
#define OWN    FX_WORDS("scope", scope_words, 2, 0)
#define MEND   FX_SET("target", mend_words, mend_aims)
#define HARM   FX_SET("target", harm_words, harm_aims)
#define ATTR   FX_WORDS("attribute", rb_attr_keys, RB_ATTRS, 0)
#define LAND   FX_WORDS("terrain", rb_terrain_keys, RB_TOWN, 0)
#define LISTS(kind) (1u << (kind))
#define SILENT { NULL, NULL, NULL, 0 } /* read off, never carried out */

/* ORDER RB_VERB_MAP: costs, then effects */
const struct vl_fx_verb rb_verbs[] = {
    { "act",            RB_ACT_02, 0, { FX_NO_ARG }, FX_PAYS(rb_do_act, rb_can_act) },
    { "disc",           RB_ACT_07, 0, { FX_NO_ARG }, FX_RUN(rb_do_disc) },
    { "fat",            RB_ACT_06, 1, { K }, FX_RUN(rb_do_fat) },
    { "gold",           RB_ACT_08, 1, { K }, FX_PAYS(rb_do_pay, rb_can_pay) },
    { "roll_mod",       RB_EFX_01, 3, { ROLL, N, SCOPE }, FX_PAYS(rb_do_roll_mod, rb_can_roll_mod) },
    { "dmg_mod",        RB_EFX_02, 3, { FIGHT, N, OWN }, FX_PAYS(rb_do_dmg_mod, rb_can_dmg_mod) },
    { "prevent",        RB_EFX_03, 3, { K, HERO, SOURCE }, FX_PAYS(rb_do_prevent, rb_can_prevent) },
    { "enemy_diff",     RB_EFX_04, 2, { FIGHT, N }, FX_PAYS(rb_do_enemy_diff, rb_can_fight) },
    { "enemy_dmg",      RB_EFX_05, 2, { FIGHT, N }, FX_PAYS(rb_do_enemy_dmg, rb_can_fight) },
    { "wound_enemy",    RB_EFX_06, 1, { K }, { rb_do_wound_enemy, NULL, rb_can_fight, LISTS(RB_LIST_SOAK) } },
    { "reroll",         RB_EFX_07, 1, { ROLL }, FX_PAYS(rb_do_reroll, rb_can_reroll) },
    { "auto_escape",    RB_EFX_08, 0, { FX_NO_ARG }, FX_PAYS(rb_do_auto_escape, rb_can_escape) },
    { "no_escape",      RB_EFX_09, 0, { FX_NO_ARG }, SILENT },
    { "skip_phase",     RB_EFX_10, 1, { FX_WORD("kind", phase_words) }, SILENT },
    { "fail_challenge", RB_EFX_11, 0, { FX_NO_ARG }, FX_RUN(rb_do_fail) },
    { "wound",          RB_EFX_12, 2, { HARM, K }, FX_STARTS(rb_do_wound, LISTS(RB_LIST_SOAK)) },
    { "fatigue",        RB_EFX_13, 2, { HARM, K }, FX_RUN(rb_do_fatigue) },
    { "heal",           RB_EFX_14, 2, { MEND, K }, FX_CHOOSE(rb_do_mend, rb_name_mended, rb_can_mend) },
    { "rest",           RB_EFX_15, 2, { MEND, K }, FX_CHOOSE(rb_do_mend, rb_name_mended, rb_can_mend) },
    { "gold",           RB_EFX_16, 1, { N }, FX_RUN(rb_do_gold) },
    { "xp",             RB_EFX_17, 1, { K }, FX_RUN(rb_do_xp) },
    { "refresh",        RB_EFX_18, 1, { K }, FX_CHOOSE(rb_do_refresh, rb_name_refreshed, rb_can_refresh) },
    { "attr_mod",       RB_EFX_19, 2, { ATTR, N }, SILENT },
    { "life_mod",       RB_EFX_20, 1, { K }, SILENT },
    { "stamina_mod",    RB_EFX_21, 1, { N }, SILENT },
    { "dice_mod",       RB_EFX_22, 1, { N }, SILENT },
    { "wild",           RB_EFX_23, 1, { LAND }, SILENT },
    { "extra_step",     RB_EFX_24, 1, { FX_INT("n", 1, RB_FREE_MAX) }, FX_RUN(rb_do_extra_step) },
    { "reroll_dice",    RB_EFX_25, 1, { FX_INT("n", 1, RB_DICE) }, FX_CHOOSE(rb_do_reroll_dice, rb_name_dice, rb_can_reroll_dice) },
    { "move_cost",      RB_EFX_26, 2, { LAND, FX_INT("n", 1, COST_MAX) }, SILENT },
    { "teleport",       RB_EFX_27, 0, { FX_NO_ARG }, FX_CHOOSE(rb_do_teleport, rb_name_town, NULL) },
    { "price_mod",      RB_EFX_28, 2, { FX_SET("what", ware_words, ware_sets), N }, SILENT },
    { "heal_cost",      RB_EFX_29, 1, { K }, SILENT },
    { "extra_draw",     RB_EFX_30, 1, { FX_INT("n", 1, 3) }, SILENT },
    { "gain_card",      RB_EFX_31, 1, { FX_INT("n", 1, 3) }, FX_RUN(rb_do_gain_card) },
    { "test",           RB_EFX_32, 5, { ATTR, FX_WORD("skill", skill_words), FX_INT("difficulty", 1, VALUE_MAX), FX_BLOCK("success"), FX_BLOCK("failure") }, FX_STARTS(rb_do_test, LISTS(RB_LIST_ROLL)) },
    { "may",            RB_EFX_33, 2, { FX_COST("cost"), FX_BLOCK("effects") }, FX_RUN(rb_do_may) },
    { "keep",           RB_EFX_34, 1, { FX_WORDS("as", rb_kept_keys + RB_KEPT_ALLY, RB_KEPTS - RB_KEPT_ALLY, RB_KEPT_ALLY) }, FX_RUN(rb_do_keep) },
    { "win",            RB_EFX_35, 0, { FX_NO_ARG }, FX_RUN(rb_do_win) },
    { "if_xp",          RB_EFX_37, 3, { FX_INT("n", 1, RB_XP_MAX), FX_BLOCK("yes"), FX_BLOCK("no") }, FX_RUN(rb_do_if_xp) },
    { "if_runes",       RB_EFX_38, 3, { FX_INT("n", 1, 5), FX_BLOCK("yes"), FX_BLOCK("no") }, FX_RUN(rb_do_if_runes) },
    { "win_if",         RB_EFX_39, 1, { FX_WORD("option", option_words) }, FX_RUN(rb_do_win_if) },
};
static_assert(VL_LEN(rb_verbs) == RB_VERBS, "a row for each verb");

#ifdef VL_LEAN
#define ABOUT(list) NULL
#else
#define ABOUT(list) list
static const char *const cost_about[] = {
    "The card is turned face down.",
    "The card goes under the market deck; a kept one leaves the game.",
    "So much fatigue, for the hero or the ally that carries the ability.",
    "So much gold to the bank.",
};
static const char *const effect_about[] = {
    "Added to the total of matching rolls; as a boost to the roll at hand.",
    "Added to the wounds of a successful attack; as a boost for the roll at hand.",
    "Takes up to so many off the wounds that a hero is about to take.",
    "Added to the enemy's difficulty for the rest of the fight; ranged is that of escape too.",
    "Added to the enemy's damage for the rest of the fight, never below 0.",
    "The enemy takes so many wounds.",
    "The roll just made by the hero is made again; the new die counts.",
    "The escape succeeds without a roll.",
    "Escaping is forbidden.",
    "That phase does not take place.",
    "The challenge is failed and goes to the track.",
    "So many wounds.",
    "So much fatigue; beyond the stamina each is a wound.",
    "Removes up to so many wounds.",
    "Removes up to so much fatigue.",
    "Gold gained, or lost if below 0.",
    "Experience points.",
    "Turns up to so many other own cards face up.",
    "Changes an attribute of the hero.",
    "Adds to the life of the hero.",
    "Changes the stamina of the hero.",
    "Changes the number of movement dice.",
    "Hexes of that terrain can be entered with any die.",
    "So many steps to any neighbour without a die.",
    "Up to so many dice that are not spent are rolled again.",
    "So much fatigue for each step into that terrain.",
    "The hero goes to any other town, and the movement ends.",
    "Changes what is asked for allies, artifacts or both.",
    "What healing one wound costs in a market.",
    "So many more cards are laid out when a market is entered.",
    "Takes the next market cards for nothing.",
    "A skill test of the active hero against a difficulty: one side or the other.",
    "The active player may pay and have the effects.",
    "The card is kept as that; what it then is stands in `keeps`.",
    "The active player wins.",
    "One side if the active player's experience is at least that much, else the other.",
    "One side if the players own at least so many runes together, else the other.",
    "The active player wins if that option is on.",
};
#endif
const struct vl_fx_verbs rb_costs = { "cost", rb_verbs, ABOUT(cost_about), 0, RB_COSTS, NULL };
const struct vl_fx_verbs rb_effects = { "effect", rb_verbs, ABOUT(effect_about), RB_COSTS, RB_VERBS - RB_COSTS, &rb_costs };
/* clang-format on */

/* ---- lists ---- */

static int kind_of(int when)
{
    if (when >> RB_AT_SOAK & 1)
        return RB_LIST_SOAK;
    return when & (1 << RB_AT_BOOST | 1 << RB_AT_TEST | 1 << RB_AT_REROLL) ? RB_LIST_ROLL
                                                                           : RB_LIST_TURN;
}

struct vl_fx_part rb_find(const struct vl_rules *r, const struct vl_state *s,
                          const struct vl_frame *f)
{
    const struct rb_content *c = rb_content(r);
    struct vl_fx_part part = { NULL, -1, RB_LIST_SCRIPT };

    (void)s;
    if (f->source >= RB_CARDS || f->list >= RB_ABILITIES + RB_DO + 1)
        return part;
    const struct rb_card *card = &c->cards[f->source];
    if (f->list >= RB_ABILITIES) {
        struct vl_fx_list list = card->scripts[f->list - RB_ABILITIES];
        part.steps = rb_steps(c, list);
        part.len = list.len ? vl_i16(list.len) : -1;
        return part;
    }
    if (f->list >= card->abilities_len || card->abilities[f->list].when == 1 << RB_AT_PASSIVE)
        return part;
    const struct rb_ability *a = &card->abilities[f->list];
    part.steps = rb_steps(c, a->costs.len ? a->costs : a->effects);
    part.len = vl_i16(a->costs.len + a->effects.len);
    part.kind = vl_i16(kind_of(a->when));
    return part;
}

#define ROOTS                                                                                      \
    (LISTS(RB_LIST_TURN) | LISTS(RB_LIST_ROLL) | LISTS(RB_LIST_SOAK) | LISTS(RB_LIST_SCRIPT))
const struct vl_fx_machine rb_machine = { rb_verbs, RB_VERBS, RB_FRAMES, ROOTS,
                                          NULL,     { 0 },    rb_find,   rb_begin };

/* ---- what rows cannot say ---- */

#define VERB(name) (UINT64_C(1) << RB_DO_##name)
/* clang-format off */
static const uint64_t in_passive = VERB(ROLL_MOD) | VERB(DMG_MOD) | VERB(ATTR_MOD) | VERB(LIFE_MOD) | VERB(STAMINA_MOD) | VERB(DICE_MOD) | VERB(WILD) | VERB(PRICE_MOD);
static const uint64_t in_global = VERB(ROLL_MOD) | VERB(ENEMY_DIFF) | VERB(MOVE_COST) | VERB(PRICE_MOD) | VERB(HEAL_COST) | VERB(EXTRA_DRAW);
static const uint64_t in_fixed = VERB(NO_ESCAPE) | VERB(SKIP_PHASE);
static const uint64_t in_use = VERB(ENEMY_DIFF) | VERB(ENEMY_DMG) | VERB(WOUND_ENEMY) | VERB(HEAL) | VERB(REST) | VERB(GOLD) | VERB(XP) | VERB(REFRESH);
static const uint64_t in_script = VERB(WOUND) | VERB(FATIGUE) | VERB(HEAL) | VERB(REST) | VERB(GOLD) | VERB(XP) | VERB(GAIN_CARD) | VERB(TEST) | VERB(MAY) | VERB(IF_XP) | VERB(IF_RUNES) | VERB(FAT) | VERB(PAY);
/* clang-format on */

static uint64_t used_at(int timing)
{
    switch (timing) {
    case RB_AT_PASSIVE: return in_passive;
    case RB_AT_BEFORE_MOVE: return in_use | VERB(TELEPORT);
    case RB_AT_MOVING: return (in_use & ~VERB(REFRESH)) | VERB(EXTRA_STEP) | VERB(REROLL_DICE);
    case RB_AT_ESCAPE: return in_use | VERB(AUTO_ESCAPE);
    case RB_AT_BOOST: return VERB(ROLL_MOD) | VERB(DMG_MOD);
    case RB_AT_TEST: return VERB(ROLL_MOD);
    case RB_AT_REROLL: return VERB(REROLL);
    case RB_AT_SOAK: return VERB(PREVENT);
    default: return in_use;
    }
}

/* RB-CRD-12, RB-CRD-13: an event concerns every hero, a card its owner. */
static bool concerns_each(const struct vl_fx *fx)
{
    return fx->verb == RB_DO_ROLL_MOD                             ? fx->arg[2] == RB_SCOPE_EACH
           : fx->verb == RB_DO_WOUND || fx->verb == RB_DO_FATIGUE ? fx->arg[0] == RB_AIM_EACH
                                                                  : false;
}

static bool has_scope(int verb)
{
    return verb == RB_DO_ROLL_MOD || verb == RB_DO_WOUND || verb == RB_DO_FATIGUE;
}

/* Every step of a list is of the verbs that make sense there; what an adventure offers is paid
 * in fatigue and gold. */
static void check_verbs(struct vl_content *c, uint32_t node, const char *key,
                        struct vl_fx_list list, uint64_t allowed, bool each)
{
    const struct vl_fx *steps = vl_content_steps(c, list);

    for (int i = 0; i < list.len; i++) {
        if (!(allowed >> steps[i].verb & 1))
            vl_content_fault(c, node, key, VL_INVALID, "an effect that has no place here");
        else if (has_scope(steps[i].verb) && concerns_each(&steps[i]) != each)
            vl_content_fault(c, node, key, VL_INVALID,
                             "events concern each hero, other cards their own");
    }
}

static uint64_t verbs_in(const struct vl_fx *steps, int len)
{
    uint64_t set = 0;

    for (int i = 0; i < len; i++)
        set |= UINT64_C(1) << steps[i].verb;
    return set;
}

/* RB-CRD-10: each cost once. RB-ACT-13: what moves is limited by its cost alone, and so needs
 * one that does not come back in the same turn. */
static void check_costs(struct vl_content *c, uint32_t node, const struct rb_ability *a)
{
    const struct vl_fx *steps = vl_content_steps(c, a->costs);
    uint64_t paid = verbs_in(steps, a->costs.len);

    for (int i = 0; i < a->costs.len; i++)
        for (int k = 0; k < i; k++)
            if (steps[k].verb == steps[i].verb)
                vl_content_fault(c, node, "cost", VL_DUPLICATE, "each cost once");
    if ((a->when >> RB_AT_MOVING & 1) && !(paid & (VERB(ACT) | VERB(DISC))))
        vl_content_fault(c, node, "cost", VL_MISSING, "while moving it is turned or discarded");
}

/* RB-ACT-17: a roll of a kind that there is at that time. */
static bool fits_rolls(const struct vl_fx *fx, int when)
{
    bool rolls = fx->verb == RB_DO_ROLL_MOD || fx->verb == RB_DO_DMG_MOD;
    int fights = (1 << RB_FIGHTS) - 1, at = 0;

    at |= when >> RB_AT_BOOST & 1 ? fights : 0;
    at |= when >> RB_AT_TEST & 1 ? 1 << RB_ROLL_TEST : 0;
    return !rolls || at == 0 || (fx->arg[0] & at) != 0;
}

static void check_rolls(struct vl_content *c, uint32_t node, const struct rb_ability *a)
{
    const struct vl_fx *steps = vl_content_steps(c, a->effects);

    for (int i = 0; i < a->effects.len; i++)
        if (!fits_rolls(&steps[i], a->when))
            vl_content_fault(c, node, "do", VL_INVALID, "a roll that is not made then");
}

/* RB-CRD-07, RB-CRD-08, RB-ACT-18 */
static void check_ability(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct rb_ability *a = (struct rb_ability *)record;
    uint64_t allowed = ~UINT64_C(0);
    int first = -1;

    (void)place;
    if (!c->sound || a->when == 0)
        return;
    for (int t = 0; t < RB_TIMINGS; t++)
        if (a->when >> t & 1) {
            allowed &= used_at(t);
            if (first >= 0 && kind_of(1 << t) != kind_of(1 << first))
                vl_content_fault(c, node, "when", VL_INVALID, "timings that do not go together");
            first = t;
        }
    if ((a->when >> RB_AT_PASSIVE & 1) && (a->when != 1 << RB_AT_PASSIVE || a->costs.len))
        vl_content_fault(c, node, "when", VL_INVALID, "passive is neither paid for nor used");
    check_verbs(c, node, "do", a->effects, allowed, false);
    check_costs(c, node, a);
    check_rolls(c, node, a);
    if (!(a->when >> RB_AT_PASSIVE & 1))
        vl_content_nests(c, &rb_machine, vl_content_steps(c, a->costs.len ? a->costs : a->effects),
                         a->costs.len + a->effects.len, kind_of(a->when), node);
}

/* clang-format off */
#define VL_OF struct rb_ability
static const struct vl_pack_field ability_fields[] = {
    PACK_SET(when, PACK_MUST, 1, timing_words, "When it is used (RB-CRD-08); passive: always, while the card is owned."),
    PACK_STEPS_AS("cost", costs, PACK_MAY, 1, 4, &rb_costs, "What is paid for it (RB-CRD-10)."),
    PACK_STEPS_AS("do", effects, PACK_MUST, 1, STEPS_MAX, &rb_effects, "What it does, from left to right."),
    PACK_END
};
#undef VL_OF
static const struct vl_pack_record ability_record = { "ability", VL_DOC("what a card lets its owner do"), ability_fields, check_ability };


/* A row of two: value and damage. */
#define FIGURE(n, m, flag, doc)                                                                    \
    { .name = n, .type = VL_PF_INT, .flags = (flag) | VL_PF_LIST, .width = 1, .min = 2, .max = 2,  \
      .lo = 0, .hi = VALUE_MAX, .off = offsetof(VL_OF, m), .about = VL_DOC(doc) }
#define FIGURES(b, flag)                                                                           \
    PACK_INT_AS("life", b.life, flag, 1, RB_HARM_MAX, "Wounds that end it (RB-WND-02 to 04)."),    \
    FIGURE("mind", b.mind, flag, "Mind: value and damage; of a challenge difficulty and damage."), \
    FIGURE("body", b.body, flag, "Body, likewise."),                                               \
    FIGURE("spirit", b.spirit, flag, "Spirit, likewise.")
#define STAMINA(b, flag)                                                                           \
    PACK_INT_AS("stamina", b.stamina, flag, 0, RB_HARM_MAX, "Fatigue before it turns to wounds (RB-WND-05).")
#define WORDS PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_SOURCE, PACK_EXCEPT

#define VL_OF struct rb_card
#define ABILITIES(least, most) PACK_LIST_MAY(abilities, least, most, &ability_record, "What its owner can do with it.")
#define PACK_LIST_MAY(m, least, most_, record, doc)                                                \
    { .name = #m, .type = VL_PF_RECORD, .flags = VL_PF_LIST | PACK_MAY,                            \
      .len_width = VL_PF_WIDTH(m##_len), .min = least, .max = VL_PF_FITS(m, most_),                \
      .off = offsetof(VL_OF, m), .len_off = offsetof(VL_OF, m##_len), .stride = VL_PF_SIZE(m[0]),  \
      .of = record, .about = VL_DOC(doc) }
static const struct vl_pack_field hero_fields[] = {
    PACK_KEY, FIGURES(is, PACK_MUST), STAMINA(is, PACK_MUST), ABILITIES(1, 1), WORDS, PACK_END
};
static const struct vl_pack_field ally_fields[] = {
    PACK_KEY, PACK_INT(price, PACK_MUST, 1, PRICE_MAX, "Gold asked for it (RB-MKT-07)."),
    FIGURES(is, PACK_MUST), STAMINA(is, PACK_MUST), ABILITIES(1, 1), WORDS, PACK_END
};
#define KIND PACK_WORD_AS("kind", kind, PACK_MUST, rb_kind_keys, RB_KINDS, "At most 2 weapons and 1 armour are owned (RB-MKT-16).")
static const struct vl_pack_field artifact_fields[] = {
    PACK_KEY, KIND, PACK_INT(price, PACK_MUST, 1, PRICE_MAX, "Gold asked for it (RB-MKT-06)."),
    ABILITIES(1, RB_ABILITIES), WORDS, PACK_END
};
static const struct vl_pack_field keeps_fields[] = {
    FIGURES(keeps, PACK_MAY), STAMINA(keeps, PACK_MAY),
    PACK_WORD_AS("kind", kind, PACK_MAY, rb_kind_keys, RB_KINDS, "Of an artifact."),
    ABILITIES(1, RB_ABILITIES), PACK_END
};
static const struct vl_pack_record keeps_record = { "keeps", VL_DOC("a challenge once it is kept: an ally has its figures, an artifact its kind"), keeps_fields, NULL };
#define SCRIPT(word, which, doc) PACK_STEPS_AS(word, scripts[which], PACK_MAY, 1, STEPS_MAX, &rb_effects, doc)
static const struct vl_pack_field adventure_fields[] = {
    PACK_KEY,
    { .name = "type", .type = VL_PF_WORD, .width = 1, .words_len = 3, .lo = RB_SORT_CHALLENGE, .off = offsetof(VL_OF, sort),
      .words = rb_sort_keys + RB_SORT_CHALLENGE, .about = VL_DOC("What it is.") },
    PACK_WORD_AS("colour", colour, PACK_MUST, rb_colour_keys, RB_COLOURS, "Its deck."),
    FIGURES(is, PACK_MAY),
    PACK_INT(gold, PACK_MAY, 0, 100, "Of a challenge: what its defeat brings (RB-RWD-01)."),
    PACK_INT(numeral, PACK_MAY, 1, 3, "Of an event (RB-EVT-01)."),
    SCRIPT("pre", RB_PRE, "Of a challenge: before the fight."),
    SCRIPT("round", RB_ROUND, "Of a challenge: at the start of each round."),
    SCRIPT("reward", RB_REWARD, "Of a challenge: after gold and gem."),
    SCRIPT("enter", RB_ENTER, "Of an event: once, when it comes into play."),
    SCRIPT("do", RB_DO, "Of an encounter."),
    SCRIPT("fixed", RB_FIXED, "Of a challenge: during the whole fight."),
    SCRIPT("global", RB_GLOBAL, "Of an event: for everybody while it is in play."),
    PACK_RECORD_AT("keeps", 0, PACK_MAY, &keeps_record, "Of a challenge that is kept as an ally or an artifact."),
    WORDS, PACK_END
};
#undef VL_OF
/* clang-format on */

/* RB-CRD-01 to 03: what its list makes it. */
static void gather(struct rb_card *k, int sort)
{
    k->sort = vl_u8(sort);
    for (int i = 0; i < k->abilities_len; i++)
        k->when = (uint16_t)(k->when | k->abilities[i].when);
}

/* RB-CRD-12: S is the ally that carries it. RB-ACT-07: heroes are no cards of a deck. */
static void check_scopes(struct vl_content *c, uint32_t node, const struct rb_card *k, int sort)
{
    for (int i = 0; i < k->abilities_len && c->sound; i++) {
        const struct rb_ability *a = &k->abilities[i];
        const struct vl_fx *fx = vl_content_steps(c, a->effects);
        uint64_t paid = verbs_in(vl_content_steps(c, a->costs), a->costs.len);

        for (int j = 0; j < a->effects.len; j++)
            if ((fx[j].verb == RB_DO_ROLL_MOD || fx[j].verb == RB_DO_DMG_MOD) &&
                fx[j].arg[2] == RB_SCOPE_SELF &&
                (sort != RB_SORT_ALLY || (a->when >> RB_AT_TEST & 1)))
                vl_content_fault(c, node, "abilities", VL_INVALID, "S is an ally that rolls");
        if (sort == RB_SORT_HERO && (paid & VERB(DISC)))
            vl_content_fault(c, node, "abilities", VL_INVALID, "a hero is not discarded");
    }
}

static void check_hero(struct vl_content *c, uint32_t node, void *record, int place)
{
    (void)place;
    check_scopes(c, node, (struct rb_card *)record, RB_SORT_HERO);
    gather((struct rb_card *)record, RB_SORT_HERO);
}

static void check_ally(struct vl_content *c, uint32_t node, void *record, int place)
{
    (void)place;
    check_scopes(c, node, (struct rb_card *)record, RB_SORT_ALLY);
    gather((struct rb_card *)record, RB_SORT_ALLY);
}

static void check_artifact(struct vl_content *c, uint32_t node, void *record, int place)
{
    (void)place;
    check_scopes(c, node, (struct rb_card *)record, RB_SORT_ARTIFACT);
    gather((struct rb_card *)record, RB_SORT_ARTIFACT);
}

static void check_member(struct vl_content *c, uint32_t node, const char *name, bool may, bool must)
{
    bool has = vl_json_get(c->doc, node, name) != 0;

    if (has && !may)
        vl_content_fault(c, node, name, VL_INVALID, "not of this type of card");
    if (!has && must)
        vl_content_fault(c, node, name, VL_MISSING, "this type of card needs it");
}

static const struct {
    const char *name;
    uint8_t sort;
} scripts[RB_SCRIPTS] = { { "pre", RB_SORT_CHALLENGE },    { "round", RB_SORT_CHALLENGE },
                          { "reward", RB_SORT_CHALLENGE }, { "enter", RB_SORT_EVENT },
                          { "do", RB_SORT_ENCOUNTER },     { "fixed", RB_SORT_CHALLENGE },
                          { "global", RB_SORT_EVENT } }; /* ORDER RB_SCRIPT */

static uint64_t script_verbs(int script)
{
    switch (script) {
    case RB_PRE: return in_script | VERB(FAIL_CHALLENGE) | VERB(ENEMY_DIFF) | VERB(ENEMY_DMG);
    case RB_ROUND: return in_script | VERB(ENEMY_DIFF) | VERB(ENEMY_DMG);
    case RB_REWARD: return in_script | VERB(KEEP) | VERB(WIN) | VERB(WIN_IF);
    case RB_ENTER: return VERB(FATIGUE) | VERB(WOUND);
    case RB_FIXED: return in_fixed;
    case RB_GLOBAL: return in_global;
    default: return in_script;
    }
}

/* RB-EFX-34: what its reward keeps it as. */
static int kept_as(const struct vl_content *c, const struct rb_card *k)
{
    const struct vl_fx *fx = vl_content_steps(c, k->scripts[RB_REWARD]);

    for (int i = 0; i < k->scripts[RB_REWARD].len; i++)
        if (fx[i].verb == RB_DO_KEEP)
            return fx[i].arg[0];
    return RB_KEPT_NOTHING;
}

static void read_fixed(const struct vl_content *c, struct rb_card *k)
{
    const struct vl_fx *fx = vl_content_steps(c, k->scripts[RB_FIXED]);

    for (int i = 0; i < k->scripts[RB_FIXED].len; i++)
        if (fx[i].verb == RB_DO_NO_ESCAPE)
            k->no_flight = 1;
        else if (fx[i].verb == RB_DO_SKIP_PHASE)
            k->skips = (uint8_t)(k->skips | 1u << fx[i].arg[0]);
}

/* RB-RWD-06 to 08: an ally has its figures, an artifact its kind, a rune nothing. */
static void check_kept(struct vl_content *c, uint32_t node, const struct rb_card *k)
{
    static const char *const figures[] = { "life", "mind", "body", "spirit", "stamina" };
    const struct vl_fx *fx = vl_content_steps(c, k->scripts[RB_REWARD]);
    uint32_t keeps = vl_json_get(c->doc, node, "keeps");
    bool ally = k->kept == RB_KEPT_ALLY, artifact = k->kept == RB_KEPT_ARTIFACT;

    for (int i = 0; i < k->scripts[RB_REWARD].len; i++)
        if (fx[i].verb == RB_DO_KEEP && fx[i].arg[0] != k->kept)
            vl_content_fault(c, node, "reward", VL_INVALID, "a card is kept as one thing");
    check_member(c, node, "keeps", ally || artifact, ally || artifact);
    for (int i = 0; i < VL_LEN(figures) && keeps; i++)
        check_member(c, keeps, figures[i], ally, ally);
    if (keeps) {
        check_member(c, keeps, "kind", artifact, artifact);
        check_scopes(c, keeps, k, ally ? RB_SORT_ALLY : RB_SORT_ARTIFACT);
    }
    if (ally && k->abilities_len > 1)
        vl_content_fault(c, keeps, "abilities", VL_RANGE, "an ally has one ability");
}

/* RB-CRD-04 to 06 */
static void check_adventure(struct vl_content *c, uint32_t node, void *record, int place)
{
    static const char *const figures[] = { "life", "mind", "body", "spirit", "gold" };
    struct rb_card *k = (struct rb_card *)record;

    (void)place;
    if (k->sort == VL_NONE)
        return;
    for (int i = 0; i < VL_LEN(figures); i++)
        check_member(c, node, figures[i], k->sort == RB_SORT_CHALLENGE,
                     k->sort == RB_SORT_CHALLENGE);
    check_member(c, node, "numeral", k->sort == RB_SORT_EVENT, k->sort == RB_SORT_EVENT);
    check_member(c, node, "keeps", k->sort == RB_SORT_CHALLENGE, false);
    for (int i = 0; i < RB_SCRIPTS; i++) {
        check_member(c, node, scripts[i].name, k->sort == scripts[i].sort,
                     k->sort == RB_SORT_ENCOUNTER && i == RB_DO);
        if (!c->sound)
            continue;
        check_verbs(c, node, scripts[i].name, k->scripts[i], script_verbs(i),
                    i == RB_ENTER || i == RB_GLOBAL);
        if (i <= RB_DO && k->scripts[i].len)
            vl_content_nests(c, &rb_machine, vl_content_steps(c, k->scripts[i]), k->scripts[i].len,
                             RB_LIST_SCRIPT, node);
    }
    if (c->sound && k->sort == RB_SORT_CHALLENGE) {
        k->kept = vl_u8(kept_as(c, k));
        check_kept(c, node, k);
        read_fixed(c, k);
    }
    gather(k, k->sort);
}

/* ---- the board, the dice ---- */

/* clang-format off */
#define VL_OF struct rb_town
static const struct vl_pack_field town_fields[] = {
    PACK_KEY, PACK_INT(hex, PACK_MUST, 0, RB_HEXES - 1, "Where it stands; a hex of terrain town."),
    WORDS, PACK_END
};
#undef VL_OF
#define VL_OF struct rb_site
static const struct vl_pack_field site_fields[] = {
    PACK_KEY, PACK_INT(hex, PACK_MUST, 0, RB_HEXES - 1, "Where it lies; no town, and no other site beside it (RB-BRD-07)."),
    PACK_WORD_AS("colour", colour, PACK_MUST, rb_colour_keys, RB_COLOURS, "Of its gem."),
    WORDS, PACK_END
};
#undef VL_OF
#define VL_OF struct rb_face
static const struct vl_pack_field face_fields[] = {
    PACK_SET(symbols, PACK_MUST, 2, land_words, "The terrains that it opens."),
    PACK_SOURCE, PACK_END
};
#undef VL_OF
static const struct vl_pack_record hero_record = { "hero", VL_DOC("an entry of `heroes`"), hero_fields, check_hero };
static const struct vl_pack_record ally_record = { "ally", VL_DOC("an entry of `allies`"), ally_fields, check_ally };
static const struct vl_pack_record artifact_record = { "artifact", VL_DOC("an entry of `artifacts`"), artifact_fields, check_artifact };
static const struct vl_pack_record adventure_record = { "adventure", VL_DOC("an entry of `adventures`"), adventure_fields, check_adventure };
static const struct vl_pack_record town_record = { "town", VL_DOC("an entry of `towns`"), town_fields, NULL };
static const struct vl_pack_record site_record = { "site", VL_DOC("an entry of `sites`"), site_fields, NULL };
static const struct vl_pack_record face_record = { "face", VL_DOC("a face of the movement dice"), face_fields, NULL };

#define VL_OF struct rb_content
#define CARDS(json, n, record, doc) PACK_POOL(json, struct rb_content, cards, n, n, record, doc)
static const struct vl_pack_field pack_fields[] = {
    CARDS("allies", RB_ALLIES, &ally_record, "In the order of their numbers (RB-CRD-14)."),
    CARDS("artifacts", RB_ARTIFACTS, &artifact_record, "In the order of their numbers."),
    CARDS("adventures", RB_ADVENTURES, &adventure_record, "In the order of their numbers: challenges, events and encounters of each colour."),
    CARDS("heroes", RB_HEROES, &hero_record, "In the order of their numbers."),
    PACK_WORDS(terrain, PACK_MUST, RB_HEXES, RB_HEXES, rb_terrain_keys, RB_TERRAINS, "Of each hex, row by row (RB-BRD-01): 13 rows of 19."),
    PACK_RECORDS(towns, RB_TOWNS, &town_record, "The first is where heroes begin (RB-SET-11, RB-SET-13)."),
    PACK_RECORDS(sites, RB_SITES, &site_record, "Where gems lie (RB-BRD-08)."),
    PACK_RECORDS(faces, RB_FACES, &face_record, "The six faces of every movement die (RB-BRD-11)."),
    PACK_END
};
#undef VL_OF
/* clang-format on */

/* RB-BRD-01 to 04 */
static void lay_out(struct rb_content *out)
{
    static const int8_t dq[RB_SIDES] = { 1, 1, 0, -1, -1, 0 },
                        dr[RB_SIDES] = { 0, -1, -1, 0, 1, 1 };

    for (int i = 0; i < RB_HEXES; i++) {
        struct rb_hex *h = &out->hexes[i];
        int row = i / RB_COLUMNS;

        h->terrain = out->terrain[i];
        h->town = h->site = VL_NONE;
        h->r = (int8_t)row;
        h->q = (int8_t)(i % RB_COLUMNS - (row - row % 2) / 2);
        for (int side = 0; side < RB_SIDES; side++) {
            int r = row + dr[side], q = h->q + dq[side], column = q + (r - (r & 1)) / 2;
            bool on = r >= 0 && r < RB_HEXES / RB_COLUMNS && column >= 0 && column < RB_COLUMNS;

            h->next[side] = on ? vl_u8(r * RB_COLUMNS + column) : VL_NONE;
        }
    }
}

/* The same for screens, in half cells. */
static void draw_map(struct rb_content *out)
{
    for (int i = 0; i < RB_HEXES; i++) {
        const struct rb_hex *h = &out->hexes[i];
        struct vl_cell *cell = &out->cells[i];

        cell->x = vl_u16(2 * (i % RB_COLUMNS) + h->r % 2);
        cell->y = vl_u16(h->r);
        cell->terrain.family = RB_FAM_TERRAIN;
        cell->terrain.index = h->terrain;
        cell->place.family = h->town != VL_NONE   ? RB_FAM_TOWN
                             : h->site != VL_NONE ? RB_FAM_SITE
                                                  : 0;
        cell->place.index = h->town != VL_NONE ? h->town : h->site != VL_NONE ? h->site : 0;
        for (int side = 0; side < RB_SIDES; side++)
            if (h->next[side] != VL_NONE)
                cell->near[cell->near_len++] = h->next[side];
    }
}

/* RB-CMP-13, RB-BRD-07 */
static void check_places(struct vl_content *c, uint32_t node, struct rb_content *out)
{
    int towns = 0;

    for (int i = 0; i < RB_TOWNS; i++) {
        struct rb_hex *h = &out->hexes[out->towns[i].hex];
        if (h->terrain != RB_TOWN || h->town != VL_NONE)
            vl_content_fault(c, node, "towns", VL_INVALID,
                             "a town stands on a town hex of its own");
        h->town = vl_u8(i);
    }
    for (int i = 0; i < RB_HEXES; i++)
        towns += out->hexes[i].terrain == RB_TOWN;
    if (towns != RB_TOWNS)
        vl_content_differs(c, node, "terrain", "town hexes", towns, RB_TOWNS);
    for (int i = 0; i < RB_SITES; i++) {
        struct rb_hex *h = &out->hexes[out->sites[i].hex];
        bool near = h->site != VL_NONE || h->terrain == RB_TOWN;

        for (int side = 0; side < RB_SIDES; side++)
            near = near || (h->next[side] != VL_NONE && out->hexes[h->next[side]].site != VL_NONE);
        if (near)
            vl_content_fault(c, node, "sites", VL_INVALID,
                             "a site stands alone, and not in a town");
        h->site = vl_u8(i);
    }
}

/* RB-CMP-10: a deck has at least as many challenges as there are gems of its colour. */
static void check_decks(struct vl_content *c, uint32_t node, struct rb_content *out)
{
    int gems[RB_COLOURS] = { 0 }, challenges[RB_COLOURS] = { 0 }, cards[RB_COLOURS] = { 0 };

    for (int i = 0; i < RB_SITES; i++)
        gems[out->sites[i].colour]++;
    for (int card = RB_MARKET; card < RB_DECKED; card++) {
        challenges[out->cards[card].colour] += out->cards[card].sort == RB_SORT_CHALLENGE;
        cards[out->cards[card].colour]++;
    }
    for (int i = 0; i < RB_COLOURS; i++) {
        if (challenges[i] < gems[i])
            vl_content_differs(c, node, "adventures", rb_colour_keys[i], challenges[i], gems[i]);
        if (cards[i] > RB_TAIL)
            vl_content_differs(c, node, "adventures", rb_colour_keys[i], cards[i], RB_TAIL);
    }
}

/* RB-DEC-35: what a player may own bounds what he may choose. */
static void check_keeps(struct vl_content *c, uint32_t node, const struct rb_content *out)
{
    int kept[RB_KEPTS] = { 0 };

    for (int card = RB_MARKET; card < RB_DECKED; card++)
        kept[out->cards[card].kept]++;
    if (kept[RB_KEPT_ALLY] > KEPT_MAX || kept[RB_KEPT_ARTIFACT] > KEPT_MAX)
        vl_content_fault(c, node, "adventures", VL_INVALID,
                         "at most four are kept as allies, and four as artifacts");
}

/* Characters of moves: "H", then the cards by their own keys. */
static void number_cards(struct vl_content *c, struct rb_content *out)
{
    out->characters[0].key = vl_content_put(c, VL_TXT(character, "H"), 1);
    out->characters[0].card = VL_WIDE_NONE;
    for (int card = 0; card < RB_CARDS; card++) {
        out->characters[1 + card].key = out->cards[card].key;
        out->characters[1 + card].card = vl_u16(card);
    }
    for (int card = 0; card < RB_DECKED; card++)
        vl_set_put(out->colours[card < RB_MARKET ? RB_COLOURS : out->cards[card].colour], card);
}

static void check_pack(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct rb_content *out = (struct rb_content *)record;

    (void)place;
    vl_content_nested(c, &rb_machine, "do", "cards that lie too deep on each other");
    if (!vl_content_clean(c))
        return;
    lay_out(out);
    check_places(c, node, out);
    check_decks(c, node, out);
    check_keeps(c, node, out);
    if (!vl_content_clean(c))
        return;
    draw_map(out);
    number_cards(c, out);
}

const struct vl_pack_table rb_pack = { { "pack", NULL, pack_fields, check_pack },
                                       sizeof(struct rb_content) };
