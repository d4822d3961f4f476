/* ra_pack.c - content packs of Reflets d'Acide: verbs, the game's own lists, cards, the board; and
 * what rows cannot say. */
#include "core/pack_table.h"
#include "games/reflets/ra_verbs.h"

enum { AMOUNT_MAX = 9, GOLD_MAX = 9999, STEPS_MAX = 6 };

/* ---- verbs ---- */

/* clang-format off */
static const char *const what_words[] = { "room", "any" };
static const char *const who_words[] = { "gold", "place2", "leader", "pick", "bearer", "mate", "one", "board", "all" }; /* ORDER ra_who */
static const char *const side_words[] = { "T", "V" };
static const char *const mode_words[] = { "chance", "vac" };
static const char *const foe_words[] = { "creature", "critter", "any" };

#define K        FX_INT("n", 1, AMOUNT_MAX)
#define N        FX_INT("n", -AMOUNT_MAX, AMOUNT_MAX)
#define WHO      FX_WORD("who", who_words)
#define CHAR     FX_WORDS("what", ra_char_keys, RA_CHARS, 0)
#define ANY_CHAR FX_WORDS("what", ra_char_keys, RA_CHARS + 1, 0)
#define RACE     FX_WORDS("race", ra_race_keys, RA_RACES, 0)
#define ALIGN    FX_WORDS("align", ra_align_keys, RA_ALIGNS, 0)
#define FACE(n)  FX_INT(n, 1, 6)
#define LISTS(kind) (1u << (kind))
#define SILENT { NULL, NULL, NULL, 0 } /* read off, never carried out */
#define PROMPTS LISTS(RA_KIND_PROMPT)
#define POWERS  LISTS(RA_KIND_POWERS)
#define MOMENT  LISTS(RA_KIND_WINDOW)

/* ORDER RA_VERB_MAP: costs, effects of cards, then the game's own */
const struct vl_fx_verb ra_verbs[] = {
    { "gems",         RA_GEM_08, 2, { CHAR, K }, FX_PAYS(ra_do_gems, ra_can_gems) },
    { "any",          RA_GEM_08, 1, { K }, FX_PAYS(ra_do_any, ra_can_any) },
    { "gem",          RA_FX_01, 1, { K }, FX_RUN(ra_do_gem) },
    { "pay",          RA_FX_02, 1, { K }, FX_STARTS(ra_do_pay, PROMPTS | MOMENT) },
    { "cede",         RA_FX_03, 1, { K }, FX_STARTS(ra_do_cede, PROMPTS | MOMENT | POWERS) },
    { "vgem",         RA_FX_04, 1, { K }, FX_STARTS(ra_do_vgem, POWERS) },
    { "take",         RA_FX_05, 1, { K }, FX_PAYS(ra_do_take, ra_can_vgems) },
    { "burn",         RA_FX_06, 1, { K }, FX_PAYS(ra_do_burn, ra_can_vgems) },
    { "loot",         RA_FX_07, 1, { K }, FX_STARTS(ra_do_loot, PROMPTS) },
    { "vloot",        RA_FX_08, 1, { K }, FX_RUN(ra_do_vloot) },
    { "imp",          RA_FX_09, 1, { K }, FX_RUN(ra_do_imp) },
    { "vimp",         RA_FX_10, 1, { K }, FX_RUN(ra_do_vimp) },
    { "give",         RA_FX_11, 1, { K }, FX_RUN(ra_do_give) },
    { "relic",        RA_FX_12, 1, { FX_THING("relic", RA_FAM_CARD) }, FX_STARTS(ra_do_relic, PROMPTS | LISTS(RA_KIND_LOOT)) },
    { "treasure",     RA_FX_13, 0, { FX_NO_ARG }, FX_RUN(ra_do_treasure) },
    { "swap",         RA_FX_14, 0, { FX_NO_ARG }, { ra_do_swap, ra_name_hero, ra_can_swap, PROMPTS } },
    { "heal",         RA_FX_16, 1, { WHO }, FX_CHOOSE(ra_do_heal, ra_name_hero, ra_can_heal) },
    { "heal_up_to",   RA_FX_16, 1, { K }, FX_PAYS(ra_do_heal_up_to, ra_can_heal_up_to) },
    { "offer",        RA_FX_17, 1, { FX_WORD("mode", mode_words) }, { ra_do_offer, NULL, ra_can_offer, PROMPTS } },
    { "vit",          RA_FX_18, 2, { WHO, FX_WORD("owner", side_words) }, FX_STARTS(ra_do_vit, PROMPTS | MOMENT) },
    { "hurt",         RA_FX_19, 2, { WHO, K }, FX_STARTS(ra_do_hurt, PROMPTS | MOMENT) },
    { "sac",          RA_FX_20, 0, { FX_NO_ARG }, { ra_do_sac, ra_name_hero, ra_can_sac, PROMPTS } },
    { "revive",       RA_FX_21, 0, { FX_NO_ARG }, FX_PAYS(ra_do_revive, ra_can_revive) },
    { "shield",       RA_FX_22, 0, { FX_NO_ARG }, FX_PAYS(ra_do_shield, ra_can_shield) },
    { "move",         RA_FX_23, 1, { N }, FX_RUN(ra_do_move) },
    { "avatar",       RA_FX_24, 1, { N }, FX_PAYS(ra_do_avatar, ra_can_avatar) },
    { "stop_avatar",  RA_FX_25, 0, { FX_NO_ARG }, FX_PAYS(ra_do_stop_avatar, ra_can_stop_avatar) },
    { "add_die",      RA_FX_26, 0, { FX_NO_ARG }, FX_PAYS(ra_do_add_die, ra_can_add_die) },
    { "peek",         RA_FX_27, 2, { FX_WORD("what", what_words), K }, FX_PAYS(ra_do_peek, ra_can_peek) },
    { "room",         RA_FX_28, 1, { K }, FX_RUN(ra_do_room) },
    { "reduce",       RA_FX_29, 3, { ANY_CHAR, FX_INT("points", 0, 20), FX_INT("stars", 0, 6) }, FX_PAYS(ra_do_reduce, ra_can_reduce) },
    { "succeed",      RA_FX_30, 0, { FX_NO_ARG }, FX_PAYS(ra_do_succeed, ra_can_succeed) },
    { "reroll",       RA_FX_31, 1, { K }, FX_CHOOSE(ra_do_reroll, ra_name_dice, ra_can_reroll) },
    { "reroll_gold",  RA_FX_32, 0, { FX_NO_ARG }, FX_PAYS(ra_do_reroll_gold, ra_can_reroll_gold) },
    { "set_die",      RA_FX_33, 2, { FACE("shows"), FACE("becomes") }, FX_CHOOSE(ra_do_set_die, ra_name_dice, ra_can_set_die) },
    { "free",         RA_FX_34, 0, { FX_NO_ARG }, FX_RUN(ra_do_free) },
    { "no_penalty",   RA_FX_35, 0, { FX_NO_ARG }, FX_RUN(ra_do_no_penalty) },
    { "banish",       RA_FX_36, 1, { FX_WORD("what", foe_words) }, FX_CHOOSE(ra_do_banish, ra_name_foe, ra_can_banish) },
    { "open",         RA_FX_37, 0, { FX_NO_ARG }, FX_RUN(ra_do_open) },
    { "slide",        RA_FX_38, 0, { FX_NO_ARG }, FX_RUN(ra_do_slide) },
    { "portal",       RA_FX_39, 0, { FX_NO_ARG }, FX_RUN(ra_do_portal) },
    { "steal",        RA_FX_41, 0, { FX_NO_ARG }, FX_STARTS(ra_do_steal, PROMPTS) },
    { "vdrop",        RA_FX_42, 1, { ALIGN }, FX_RUN(ra_do_vdrop) },
    { "trade",        RA_FX_43, 1, { RACE }, FX_STARTS(ra_do_trade, PROMPTS) },
    { "epic",         RA_FX_44, 1, { K }, FX_RUN(ra_do_epic) },
    { "either",       RA_ACT_49, 2, { FX_BLOCK("one"), FX_BLOCK("other") }, FX_RUN(ra_do_either) },
    { "set",          RA_FX_45, 2, { CHAR, FX_INT("n", 1, 5) }, SILENT },
    { "nobrake",      RA_FX_46, 0, { FX_NO_ARG }, SILENT },
    { "luck",         RA_LUK_01, 0, { FX_NO_ARG }, FX_STARTS(ra_do_luck, LISTS(RA_KIND_BONUS) | MOMENT) },
    { "imp_tax",      RA_TOK_15, 0, { FX_NO_ARG }, FX_STARTS(ra_do_imp_tax, PROMPTS) },
    { "bonus_die",    RA_TOK_12, 0, { FX_NO_ARG }, FX_RUN(ra_do_bonus_die) },
#define USES (LISTS(RA_KIND_USE) | LISTS(RA_KIND_LUCKY) | PROMPTS)
#define OWN(name, starts) { NULL, 0, 0, { FX_NO_ARG }, FX_STARTS(ra_do_##name, starts) }
    { NULL, RA_WIN_02, 1, { FX_INT("phase", 0, RA_PHASES) }, FX_STARTS(ra_do_window, USES) },
    OWN(deal, 0), OWN(draw_team, 0), OWN(keep_team, 0), OWN(form_team, 0), OWN(equip, 0), OWN(gain_loot, PROMPTS),
    OWN(choose_quest, 0), OWN(choose_challenge, 0), OWN(place_tokens, 0), OWN(roll_gold, MOMENT), OWN(brake, 0),
    OWN(avatar_go, 0), OWN(gait, PROMPTS), OWN(run_die, 0), OWN(see_token, MOMENT),
    OWN(ask_token, LISTS(RA_KIND_CARD) | LISTS(RA_KIND_USE) | LISTS(RA_KIND_LUCKY)),
    OWN(reveal, MOMENT | PROMPTS | LISTS(RA_KIND_DROP)), OWN(reveal_gems, POWERS), OWN(pick_hazard, 0), OWN(turn_hazard, 0),
    OWN(pay_hazard, MOMENT | PROMPTS), OWN(ask_option, LISTS(RA_KIND_CARD)), OWN(ask_door, LISTS(RA_KIND_CARD)),
    OWN(ask_room, LISTS(RA_KIND_SQUARE)), OWN(ask_tester, 0), OWN(roll_trial, 0), OWN(assign, 0), OWN(crits, 0),
    OWN(fumbles, MOMENT | PROMPTS), OWN(hurts, MOMENT | PROMPTS), OWN(light, LISTS(RA_KIND_CARD)), OWN(dark, LISTS(RA_KIND_CARD)),
    OWN(ask_octuple, 0), OWN(powers, PROMPTS), OWN(vhero, 0), OWN(vrooms, 0), OWN(vtokens, 0), OWN(penalty, 0), OWN(paid, 0),
    OWN(drop_gems, POWERS), OWN(turn_up, 0),
};
static_assert(VL_LEN(ra_verbs) == RA_VERBS, "a row for each verb");

#ifdef VL_LEAN
#define ABOUT(list) NULL
#else
#define ABOUT(list) list
static const char *const cost_about[] = {
    "So many gems of the colour of that characteristic, from the board concerned.",
    "So many gems of any colours, from the board concerned.",
};
static const char *const effect_about[] = {
    "So many gems of the bank for the team.", "So many gems are paid to the bank.", "So many gems are paid to the Vils.",
    "So many gems of the bank go to the Vils.", "The guide takes so many gems of the Vils.",
    "So many gems of the Vils go to the bank.", "Draw so many LOOT cards.", "So many LOOT cards go to the Vils' pile.",
    "Draw so many unforeseen cards.", "So many unforeseen cards go to the Vils' pile.",
    "So many waiting dilemmas go to the Vils' pile.", "That relic, or three LOOT cards.", "The treasure is won.",
    "A hero is discarded and replaced by the next of the deck.", "Removes the markers of those heroes.",
    "Removes the markers of up to so many heroes.", "The next hero of the deck is on offer.",
    "A test of vitality; who wins the corpse.", "So much life is lost.", "Another hero is sacrificed, and won by the team.",
    "A hero who would die stays with a marker of 1.", "The wound about to be taken is cancelled.",
    "The team moves so many squares, or back.", "The Avatar moves so many squares, or back.",
    "The Avatar moves one square this turn.", "One more die for the move.", "Look at so many face-down things.",
    "Turn up so many rooms.", "The objective at hand is worth so many points or stars less.",
    "The objective at hand succeeds.", "Reroll up to so many dice.", "Reroll the golden die.",
    "A die that shows the one shows the other.", "The next skill of a hero costs nothing.",
    "The next skill after a roll costs no gem more.", "A creature or critter is discarded.", "The door is open.",
    "What was tested slides one notch.", "The portal token lies on the room.", "The items of a hero go to the Vils.",
    "Fallen heroes of that alignment leave the Vils' pile.", "Heroes are traded for those of that race.", "So many epic points.",
    "One or the other.", "The bearer has that value.", "The team cannot brake.", "The choice of a luck square.",
    "Two unforeseen cards of the deck, or of the Vils.", "A bonus die.",
};
#endif
const struct vl_fx_verbs ra_costs = { "cost", ra_verbs, ABOUT(cost_about), 0, RA_COSTS, NULL };
const struct vl_fx_verbs ra_effects = { "effect", ra_verbs, ABOUT(effect_about), RA_COSTS, RA_PACK_VERBS - RA_COSTS, &ra_costs };

/* ---- lists of the game's own ---- */

#define STEP(verb)        { RA_DO_##verb, 0, 1, 0, { 0, 0, 0, 0, 0 } },
#define STEP1(verb, a)    { RA_DO_##verb, 0, 1, 0, { a, 0, 0, 0, 0 } },
#define STEP2(verb, a, b) { RA_DO_##verb, 0, 1, 0, { a, b, 0, 0, 0 } },
#define X(name, kind, steps) static const struct vl_fx list_##name[] = { steps };
RA_LIST_MAP(X)
#undef X
#define X(name, kind, steps) { list_##name, VL_LEN(list_##name), RA_KIND_##kind },
static const struct vl_fx_part own_lists[] = { RA_LIST_MAP(X) };
#undef X
/* clang-format on */

/* What a card does is of this kind: used by somebody, or it happens. */
static struct vl_fx_part part_of(const struct ra_content *c, struct vl_fx_list list, int kind)
{
    struct vl_fx_part part = { ra_steps(c, list), vl_i16(list.len), vl_i16(kind) };

    return part;
}

static struct vl_fx_part find_card(const struct ra_content *c, const struct vl_frame *f)
{
    const struct ra_card *k = &c->cards[f->source];
    struct vl_fx_part none = { NULL, -1, RA_KIND_CARD };

    if (f->list < RA_SKILLS) {
        if (f->list >= k->skills_len)
            return none;
        const struct ra_skill *a = &k->skills[f->list];
        struct vl_fx_part part = part_of(c, a->costs.len ? a->costs : a->effects, RA_KIND_USE);
        part.len = vl_i16(a->costs.len + a->effects.len);
        return part;
    }
    if (f->list >= RA_OF_OPTIONS)
        return f->list - RA_OF_OPTIONS < k->options_len
                   ? part_of(c, k->options[f->list - RA_OF_OPTIONS].effects, RA_KIND_CARD)
                   : none;
    return part_of(c, f->list == RA_OF_LIGHT ? k->light : k->dark, RA_KIND_CARD);
}

static struct vl_fx_part ra_find(const struct vl_rules *r, const struct vl_state *s,
                                 const struct vl_frame *f)
{
    struct vl_fx_part none = { NULL, -1, RA_KIND_CARD };

    (void)s;
    if (f->source == RA_FROM_GAME)
        return f->list < RA_LISTS ? own_lists[f->list] : none;
    if (f->source >= RA_SOURCES)
        return none;
    const struct ra_content *c = ra_content(r);
    if (f->source < RA_CARDS)
        return find_card(c, f);
    if (f->source < RA_FROM_KIND)
        return f->list == 0 ? part_of(c, c->quests[f->source - RA_FROM_QUEST].reward, RA_KIND_CARD)
                            : none;
    if (f->source < RA_FROM_LUCK) {
        int kind = f->source - RA_FROM_KIND;
        if (f->list > RA_OF_VILS)
            return none;
        return part_of(c, f->list == RA_OF_TEAM ? c->kinds[kind].team : c->kinds[kind].vils,
                       kind == RA_TOKEN_LUCK ? RA_KIND_LUCKY
                       : kind < RA_GOLDEN    ? RA_KIND_USE
                                             : RA_KIND_CARD);
    }
    if (f->list < RA_BONUSES)
        return part_of(c, c->luck[f->list].effects, RA_KIND_BONUS);
    return f->list == RA_OF_BAD_LUCK   ? part_of(c, c->bad_luck, RA_KIND_BONUS)
           : f->list == RA_OF_SHORTCUT ? part_of(c, c->shortcut, RA_KIND_CARD)
                                       : none;
}

static const uint8_t most_of[VL_FX_KINDS] = { 0, 0, 0, 0, 0, 0, RA_HUES }; /* ORDER ra_list_kind */
const struct vl_fx_machine ra_machine = {
    .verbs = ra_verbs,
    .verbs_len = RA_VERBS,
    .frames_max = RA_FRAMES,
    .roots = LISTS(RA_KIND_TURN) | LISTS(RA_KIND_SQUARE) | LISTS(RA_KIND_CARD),
    .most = most_of,
    .find = ra_find,
};

/* ---- what rows cannot say ---- */

#define VERB(name) (UINT64_C(1) << RA_DO_##name)
/* clang-format off */
static const uint64_t in_passive = VERB(SET) | VERB(NO_BRAKE);
static const uint64_t in_use = VERB(GEM) | VERB(TAKE) | VERB(BURN) | VERB(LOOT) | VERB(IMP) | VERB(SWAP) | VERB(HEAL) | VERB(HEAL_UP_TO) | VERB(OFFER) |
    VERB(SAC) | VERB(REVIVE) | VERB(SHIELD) | VERB(MOVE) | VERB(AVATAR) | VERB(STOP_AVATAR) | VERB(ADD_DIE) | VERB(PEEK) | VERB(REDUCE) | VERB(SUCCEED) |
    VERB(REROLL) | VERB(REROLL_GOLD) | VERB(SET_DIE) | VERB(FREE) | VERB(NO_PENALTY) | VERB(BANISH) | VERB(EPIC) | VERB(EITHER);
static const uint64_t in_token = VERB(GEM) | VERB(PEEK) | VERB(LUCK) | VERB(IMP_TAX) | VERB(BONUS_DIE) | VERB(TAKE) | VERB(CEDE) | VERB(GIVE) | VERB(VIT);
static const uint64_t in_card = VERB(GEM) | VERB(PAY) | VERB(CEDE) | VERB(VGEM) | VERB(TAKE) | VERB(BURN) | VERB(LOOT) | VERB(VLOOT) | VERB(IMP) | VERB(VIMP) | VERB(GIVE) |
    VERB(RELIC) | VERB(TREASURE) | VERB(HEAL) | VERB(HEAL_UP_TO) | VERB(OFFER) | VERB(VIT) | VERB(HURT) | VERB(MOVE) | VERB(AVATAR) | VERB(PEEK) | VERB(ROOM) |
    VERB(OPEN) | VERB(SLIDE) | VERB(PORTAL) | VERB(STEAL) | VERB(VDROP) | VERB(TRADE) | VERB(EPIC);
static const uint64_t in_bonus = VERB(GEM) | VERB(LOOT) | VERB(IMP) | VERB(HEAL) | VERB(HEAL_UP_TO) | VERB(OFFER) | VERB(VIT) | VERB(PEEK) | VERB(EPIC);
/* clang-format on */

static void check_verbs(struct vl_content *c, uint32_t node, const char *key,
                        struct vl_fx_list list, uint64_t allowed, int kind)
{
    const struct vl_fx *steps = vl_content_steps(c, list);

    for (int i = 0; i < list.len; i++) {
        if (steps[i].verb >= RA_COSTS && !(allowed >> steps[i].verb & 1))
            vl_content_fault(c, node, key, VL_INVALID, "an effect that has no place here");
        if (steps[i].verb == RA_DO_RELIC &&
            (steps[i].arg[0] < RA_RELIC0 || steps[i].arg[0] >= RA_IMP0))
            vl_content_fault(c, node, key, VL_INVALID, "no relic");
    }
    if (kind >= 0 && list.len)
        vl_content_nests(c, &ra_machine, steps, list.len, kind, node);
}

static void check_skill(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct ra_skill *k = (struct ra_skill *)record;

    (void)place;
    if (c->sound)
        check_verbs(c, node, "do", k->effects, in_use, RA_KIND_USE);
}

static void check_option(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct ra_option *o = (struct ra_option *)record;

    (void)place;
    if (c->sound)
        check_verbs(c, node, "do", o->effects, in_card, RA_KIND_CARD);
}

/* clang-format off */
static const char *const tag_words[] = { "dwarf", "elf", "magic", "weapon", "cursed" };
static const char *const race_words[] = { "elf", "dwarf", "human", "halfling", "orc", "undead", "elemental" };
static const char *const kind_words[] = { RA_KIND_MAP(VL_WORD_OF, ) };
static const char *const objective_words[] = { "collective", "individual", "vitality" };
static const char *const arrow_words[] = { "light", "dark", "2", "3", "4" };

#define VL_OF struct ra_skill
#define COST PACK_STEPS_AS("cost", costs, PACK_MAY, 1, 3, &ra_costs, "What is paid for it (RA-BLS-04, RA-AID-04).")
#define DO   PACK_STEPS_AS("do", effects, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What it does, in order.")
static const struct vl_pack_field skill_fields[] = {
    PACK_WORD_AS("kind", kind, PACK_MUST, ra_use_keys, RA_WINDOW_KINDS, "When it is used (RA-WIN-08)."),
    COST, DO,
    PACK_BOOL(once, PACK_MAY, "The item is discarded after it (RA-SKL-02)."),
    PACK_END
};
#undef VL_OF
static const struct vl_pack_record skill_record = { "skill", VL_DOC("what a hero or an item lets its owner do"), skill_fields, check_skill };

#define VL_OF struct ra_objective
static const struct vl_pack_field objective_fields[] = {
    PACK_WORD_AS("kind", kind, PACK_MUST, objective_words, 3, "Of the whole team, of one hero, or a test of vitality (RA-TRI-02, RA-TRI-08)."),
    PACK_WORD_AS("what", what, PACK_MAY, ra_char_keys, RA_CHARS, "The characteristic."),
    PACK_INT(value, PACK_MAY, 1, 20, "What the dice must reach."),
    PACK_WORD_AS("won", won, PACK_MUST, arrow_words, VL_LEN(arrow_words), "Where success leads."),
    PACK_WORD_AS("lost", lost, PACK_MUST, arrow_words, VL_LEN(arrow_words), "Where failure leads."),
    PACK_END
};
#undef VL_OF
static const struct vl_pack_record objective_record = { "objective", VL_DOC("a step of a trial"), objective_fields, NULL };

#define VL_OF struct ra_option
static const struct vl_pack_field option_fields[] = {
    PACK_INT(cost, PACK_MUST, 0, 4, "Gems of any colours."),
    PACK_STEPS_AS("do", effects, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What it brings."),
    PACK_END
};
#undef VL_OF
static const struct vl_pack_record option_record = { "option", VL_DOC("one of the choices of a salutary zone"), option_fields, check_option };

#define WORDS PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_SOURCE, PACK_EXCEPT
#define VL_OF struct ra_card
#define LISTED(json, m, len, most, record, doc)                                                     \
    { .name = json, .type = VL_PF_RECORD, .flags = VL_PF_LIST | PACK_MAY, .len_width = 1, .min = 1,  \
      .max = most, .off = offsetof(VL_OF, m), .len_off = offsetof(VL_OF, len),                       \
      .stride = VL_PF_SIZE(m[0]), .of = record, .about = VL_DOC(doc) }
#define ONE_SKILL(json, record)                                                                     \
    { .name = json, .type = VL_PF_RECORD, .flags = PACK_MAY, .len_width = 1,                         \
      .off = offsetof(VL_OF, skills[0]), .len_off = offsetof(VL_OF, skills_len), .of = record,       \
      .about = VL_DOC("What its bearer can do.") }
#define TRIAL LISTED("trial", trial, trial_len, RA_OBJECTIVES, &objective_record, "Its objectives, the first first.")
#define LIGHT PACK_STEPS(light, PACK_MAY, 1, STEPS_MAX, &ra_effects, "What happens when it is won.")
#define DARK  PACK_STEPS(dark, PACK_MAY, 1, STEPS_MAX, &ra_effects, "What happens when it is lost.")
#define POINTS PACK_INT(points, PACK_MUST, 0, 20, "Epic points.")
#define PRICE  PACK_INT(cost, PACK_MUST, 0, 4, "Gems that are paid when it turns up.")
static const struct vl_pack_field hero_fields[] = {
    PACK_KEY, PACK_WORD_AS("race", race, PACK_MUST, ra_race_keys, RA_RACES, "Its people."),
    PACK_WORD_AS("align", align, PACK_MUST, ra_align_keys, RA_ALIGNS, "Good, neutral or evil."),
    PACK_INTS(values, PACK_MUST, RA_CHARS, 1, 5, "Attack, perception, intelligence, agility, defence."),
    PACK_INT(vitality, PACK_MUST, 2, 5, "Life without a marker (RA-VIT-02)."), POINTS,
    LISTED("skills", skills, skills_len, RA_SKILLS, &skill_record, "What it can do."), WORDS, PACK_END
};
#define ITEM_FIELDS                                                                                 \
    PACK_SET(tags, PACK_MAY, 1, tag_words, "What tasks count (RA-EQP-11)."),                      \
    PACK_STEPS(passive, PACK_MAY, 1, 3, &ra_effects, "What it changes while it is worn."),           \
    ONE_SKILL("skill", &skill_record)
static const struct vl_pack_field loot_fields[] = {
    PACK_KEY, ITEM_FIELDS, PACK_SET(barred, PACK_MAY, 1, race_words, "Races that cannot wear it (RA-EQP-03)."),
    PACK_INT(gold, PACK_MUST, 0, GOLD_MAX, "Its worth."), WORDS, PACK_END
};
static const struct vl_pack_field relic_fields[] = {
    PACK_KEY, ITEM_FIELDS, POINTS, PACK_INT(gold, PACK_MUST, 0, GOLD_MAX, "Its worth."), WORDS, PACK_END
};
static const struct vl_pack_field dilemma_fields[] = {
    PACK_KEY, PACK_WORD_AS("kind", skills[0].kind, PACK_MUST, ra_use_keys, RA_USE_KINDS, "When it is played (RA-WIN-07)."),
    PACK_BOOL(targeted, PACK_MAY, "It acts on its own board only (RA-WIN-10)."),
    PACK_STEPS_AS("cost", skills[0].costs, PACK_MAY, 1, 3, &ra_costs, "What is paid for it."),
    PACK_STEPS_AS("do", skills[0].effects, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What it does, in order."), WORDS, PACK_END
};
static const struct vl_pack_field creature_fields[] = {
    PACK_KEY, PRICE, POINTS, PACK_INTS(adds, PACK_MUST, RA_CHARS, 0, 9, "What it adds to objectives (RA-TRI-05)."), LIGHT, DARK, WORDS, PACK_END
};
static const struct vl_pack_field critter_fields[] = { PACK_KEY, PRICE, POINTS, LIGHT, DARK, WORDS, PACK_END };
static const struct vl_pack_field zone_fields[] = {
    PACK_KEY, PACK_WORD_AS("place", place, PACK_MUST, ra_zone_keys, 6, "Its space."), PRICE, POINTS, TRIAL,
    LISTED("options", options, options_len, RA_OPTIONS_MAX, &option_record, "Of a salutary zone (RA-HAZ-02)."), LIGHT, DARK, WORDS, PACK_END
};
static const struct vl_pack_field door_fields[] = {
    PACK_KEY, PRICE, PACK_REF(item, PACK_MAY, RA_FAM_CARD, "The item that opens it (RA-HAZ-06)."), TRIAL, LIGHT, DARK, WORDS, PACK_END
};
static const struct vl_pack_field room_fields[] = {
    PACK_KEY, PRICE, PACK_WORD_AS("feature", feature, PACK_MAY, ra_feature_keys, RA_FEATURES, "A luck square, the portal, the Octuple Chamber."),
    TRIAL, LIGHT, DARK, WORDS, PACK_END
};
static const struct vl_pack_field treasure_fields[] = { PACK_KEY, POINTS, TRIAL, LIGHT, DARK, WORDS, PACK_END };
#undef VL_OF
/* clang-format on */

/* ---- cards ---- */

static void check_lists(struct vl_content *c, uint32_t node, struct ra_card *k)
{
    unsigned reached = 1;

    check_verbs(c, node, "light", k->light, in_card, RA_KIND_CARD);
    check_verbs(c, node, "dark", k->dark, in_card, RA_KIND_CARD);
    for (int i = 0; i < k->trial_len; i++) {
        const struct ra_objective *o = &k->trial[i];
        bool tests = o->kind != RA_VITALITY;

        if (!(reached >> i & 1))
            vl_content_fault(c, node, "trial", VL_INVALID, "no arrow leads to an objective");

        if (tests &&
            (o->what >= RA_CHARS || o->value == 0 || (o->kind == RA_INDIVIDUAL && o->value > 6)))
            vl_content_fault(c, node, "trial", VL_INVALID,
                             "an objective has a characteristic and a value");
        /* RA-CNT-04: arrows lead on, so that no trial goes round */
        for (int side = 0; side < 2; side++) {
            int to = side ? o->lost : o->won;
            if (to >= RA_TO_SECOND &&
                (to - RA_TO_SECOND + 1 <= i || to - RA_TO_SECOND + 1 >= k->trial_len))
                vl_content_fault(c, node, "trial", VL_INVALID,
                                 "an arrow leads on, to an objective that there is");
            else if (to >= RA_TO_SECOND)
                reached |= 1u << (to - RA_TO_SECOND + 1);
        }
    }
}

static void read_passive(struct vl_content *c, uint32_t node, struct ra_card *k)
{
    const struct vl_fx *fx = vl_content_steps(c, k->passive);

    check_verbs(c, node, "passive", k->passive, in_passive, -1);
    for (int i = 0; i < k->passive.len; i++)
        if (fx[i].verb == RA_DO_SET)
            k->sets[fx[i].arg[0]] = vl_u8(fx[i].arg[1]);
        else
            k->no_brake = 1;
}

static void check_sort(struct vl_content *c, uint32_t node, void *record, int sort)
{
    struct ra_card *k = (struct ra_card *)record;

    k->sort = vl_u8(sort);
    if (sort == RA_SORT_DILEMMA)
        k->skills_len = 1;
    if (sort != RA_SORT_DOOR)
        k->item = VL_NONE;
    if (!c->sound)
        return;
    if (sort == RA_SORT_DILEMMA)
        check_skill(c, node, &k->skills[0], 0);
    if (sort == RA_SORT_LOOT || sort == RA_SORT_RELIC)
        read_passive(c, node, k);
    check_lists(c, node, k);
    if (sort == RA_SORT_ZONE && (k->trial_len > 0) == (k->options_len > 0))
        vl_content_fault(c, node, "trial", VL_INVALID, "a zone has a trial or options");
    if ((sort == RA_SORT_ROOM || sort == RA_SORT_TREASURE) && k->trial_len == 0)
        vl_content_fault(c, node, "trial", VL_MISSING, "it has a trial");
    if (k->options_len > 0 && k->options[0].cost > 0) /* RA-HAZ-03 */
        vl_content_fault(c, node, "options", VL_INVALID, "the first option is free");
}

#define CHECK(word, SORT)                                                                          \
    static void check_##word(struct vl_content *c, uint32_t node, void *record, int place)         \
    {                                                                                              \
        (void)place;                                                                               \
        check_sort(c, node, record, RA_SORT_##SORT);                                               \
    }
CHECK(hero, HERO)
CHECK(loot, LOOT)
CHECK(relic, RELIC)
CHECK(dilemma, DILEMMA)
CHECK(creature, CREATURE)
CHECK(critter, CRITTER)
CHECK(zone, ZONE)
CHECK(door, DOOR)
CHECK(room, ROOM)
CHECK(treasure, TREASURE)

/* ---- quests, tokens, luck, the board ---- */

/* clang-format off */
#define VL_OF struct ra_task
static const struct vl_pack_field task_fields[] = {
    PACK_WORD_AS("race", race, PACK_MAY, ra_race_keys, RA_RACES, "Heroes of that race,"),
    PACK_WORD_AS("align", align, PACK_MAY, ra_align_keys, RA_ALIGNS, "of that alignment,"),
    PACK_WORD_AS("tag", tag, PACK_MAY, ra_tag_keys, RA_TAGS, "items with that tag,"),
    PACK_INT(gold, PACK_MAY, 1, GOLD_MAX, "or items worth so much."),
    PACK_INT(n, PACK_MAY, 1, 9, "How many."),
    PACK_INT(points, PACK_MUST, 1, 30, "What it is worth."),
    PACK_END
};
#undef VL_OF
static const struct vl_pack_record task_record = { "task", VL_DOC("a secondary task of a quest"), task_fields, NULL };
#define VL_OF struct ra_quest
static const struct vl_pack_field quest_fields[] = {
    PACK_KEY, PACK_WORD_AS("align", align, PACK_MUST, ra_align_keys, RA_ALIGNS, "Its side."),
    PACK_REF(opposed, PACK_MUST, RA_FAM_QUEST, "The quest of the others (RA-SET-13)."),
    PACK_REF(relic, PACK_MUST, RA_FAM_CARD, "What is taken in step I."),
    PACK_REFS(rooms, PACK_MUST, 2, RA_FAM_CARD, "Where steps I and II are made."),
    PACK_STEPS(reward, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What step II brings (RA-QST-06)."),
    PACK_RECORD(leader, PACK_MUST, &task_record, "RA-SCO-02."), PACK_RECORD(team, PACK_MUST, &task_record, "RA-SCO-03."),
    PACK_RECORD(items, PACK_MUST, &task_record, "RA-SCO-04."), PACK_RECORD(fallen, PACK_MUST, &task_record, "RA-SCO-05."),
    WORDS, PACK_END
};
#undef VL_OF
#define VL_OF struct ra_kind_card
static const struct vl_pack_field kind_fields[] = {
    PACK_KEY_OF(kind_words, "Which of the seven."),
    PACK_STEPS(team, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What it does; of a brown one, if it is green."),
    PACK_STEPS(vils, PACK_MAY, 1, STEPS_MAX, &ra_effects, "What a red or grey brown one does."),
    PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_SOURCE, PACK_END
};
#undef VL_OF
#define VL_OF struct ra_bonus
static const struct vl_pack_field bonus_fields[] = {
    PACK_STEPS_AS("do", effects, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What it brings (RA-LUK-04 to 08)."), PACK_END
};
#undef VL_OF
#define VL_OF struct ra_node
static const struct vl_pack_field node_fields[] = {
    PACK_KEY, PACK_WORD_AS("kind", kind, PACK_MUST, ra_node_keys, RA_NODE_KINDS, "What it is."),
    PACK_WORD_AS("place", place, PACK_MAY, ra_zone_keys, 6, "Of a zone."),
    PACK_INT(segment, PACK_MAY, 1, 8, "The part of the road (RA-BRD-02)."),
    PACK_WORD_AS("setup", setup, PACK_MAY, ra_mark_keys, RA_MARKS, "Which token lies there at first."),
    PACK_REF(next, PACK_MAY, RA_FAM_NODE, "The square after it."), PACK_REF(side, PACK_MAY, RA_FAM_NODE, "The shortcut that begins there."),
    PACK_REF(arrow, PACK_MAY, RA_FAM_NODE, "Where a shortcut leads."), PACK_REF(faces, PACK_MAY, RA_FAM_NODE, "The corridor before a room."),
    PACK_INTS(at, PACK_MUST, 2, 0, 60, "Where it is drawn."), PACK_NAME(name, PACK_MUST), PACK_END
};
#undef VL_OF
static const struct vl_pack_record quest_record = { "quest", VL_DOC("an entry of `quests`"), quest_fields, NULL };
static const struct vl_pack_record kind_record = { "kind", VL_DOC("an entry of `tokens`"), kind_fields, NULL };
static const struct vl_pack_record bonus_record = { "bonus", VL_DOC("an entry of `luck`"), bonus_fields, NULL };
static const struct vl_pack_record node_record = { "node", VL_DOC("a square of the board"), node_fields, NULL };
#define CARDS_OF(word, doc) static const struct vl_pack_record word##_record = { #word, VL_DOC(doc), word##_fields, check_##word }
CARDS_OF(hero, "an entry of `heroes`");
CARDS_OF(loot, "an entry of `loot`");
CARDS_OF(relic, "an entry of `relics`");
CARDS_OF(dilemma, "an entry of `dilemmas`");
CARDS_OF(creature, "an entry of `creatures`");
CARDS_OF(critter, "an entry of `critters`");
CARDS_OF(zone, "an entry of `zones`");
CARDS_OF(door, "an entry of `doors`");
CARDS_OF(room, "an entry of `rooms`");
CARDS_OF(treasure, "an entry of `treasures`");

#define VL_OF struct ra_content
#define CARDS(json, n, record, doc) PACK_POOL(json, struct ra_content, cards, n, n, record, doc)
static const struct vl_pack_field pack_fields[] = {
    CARDS("heroes", RA_HEROES, &hero_record, "In the order of their numbers."),
    CARDS("loot", RA_LOOT, &loot_record, "In the order of their numbers."),
    CARDS("relics", RA_RELICS, &relic_record, "In the order of their numbers."),
    CARDS("dilemmas", RA_DILEMMAS, &dilemma_record, "In the order of their numbers."),
    CARDS("creatures", RA_CREATURES, &creature_record, "In the order of their numbers."),
    CARDS("critters", RA_CRITTERS, &critter_record, "In the order of their numbers."),
    CARDS("zones", 6 * RA_OF_A_KIND, &zone_record, "Six of each place, in the order of the road."),
    CARDS("doors", RA_OF_A_KIND, &door_record, "In the order of their numbers."),
    CARDS("rooms", RA_SLOTS, &room_record, "In the order of their numbers."),
    CARDS("treasures", RA_TREASURES, &treasure_record, "In the order of their numbers."),
    PACK_RECORDS(quests, RA_QUESTS, &quest_record, "Six pairs of opposed ones."),
    PACK_RECORDS_AS("tokens", kinds, 0, RA_KINDS, &kind_record, "The seven kinds of mystery tokens."),
    PACK_RECORDS(luck, RA_BONUSES, &bonus_record, "The five bonuses of luck."),
    PACK_STEPS(bad_luck, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What a six brings (RA-LUK-03)."),
    PACK_STEPS(shortcut, PACK_MUST, 1, STEPS_MAX, &ra_effects, "What a shortcut costs (RA-SHC-01)."),
    PACK_RECORDS(nodes, RA_NODES, &node_record, "The board (RA-BRD)."),
    PACK_END
};
#undef VL_OF
/* clang-format on */

/* ---- the whole ---- */

/* RA-BRD-01 to 06: what the rules look up. */
static void lay_out(struct vl_content *c, uint32_t node, struct ra_content *out)
{
    int rooms = 0, city = 0, door = 0, marks[RA_MARKS] = { 0 };
    unsigned spaces = 0;

    for (int i = 0; i < RA_NODES; i++) {
        const struct ra_node *n = &out->nodes[i];

        switch (n->kind) {
        case RA_NODE_CITY:
            out->city = vl_u8(i);
            city++;
            break;
        case RA_NODE_DOOR:
            out->door = out->spaces[RA_SPACES - 1] = vl_u8(i);
            door++;
            break;
        case RA_NODE_ZONE:
            if (n->place < RA_SPACES - 1)
                out->spaces[n->place] = vl_u8(i);
            spaces |= n->place < RA_SPACES - 1 ? 1u << n->place : 0;
            break;
        case RA_NODE_ROOM:
            if (rooms < RA_SLOTS && i == RA_CELL0 + rooms && n->faces < RA_NODES) {
                out->slots[rooms] = vl_u8(i);
                out->corridor[rooms] = n->faces;
            }
            rooms++;
            break;
        default: break;
        }
        marks[n->setup < RA_MARKS ? n->setup : RA_MARK_NONE]++;
        if (n->kind == RA_NODE_SHORTCUT && n->arrow >= RA_NODES)
            vl_content_fault(c, node, "nodes", VL_MISSING, "a shortcut leads somewhere");
        if (n->kind != RA_NODE_SHORTCUT && n->kind != RA_NODE_ROOM && n->kind != RA_NODE_CORRIDOR &&
            n->next >= RA_NODES)
            vl_content_fault(c, node, "nodes", VL_MISSING, "the road goes on");
    }
    if (city != 1 || door != 1 || spaces + 1 != 1u << (RA_SPACES - 1) || rooms != RA_SLOTS)
        vl_content_fault(c, node, "nodes", VL_INVALID,
                         "one city, one door, six zones and ten rooms");
    for (int i = 0; i < RA_SLOTS; i++)
        if (out->slots[i] != RA_CELL0 + i)
            vl_content_fault(c, node, "nodes", VL_INVALID,
                             "rooms stand in a row, each before a corridor");
    if (marks[RA_MARK_GREY] != RA_KINDS || marks[RA_MARK_RED] != RA_KINDS ||
        marks[RA_MARK_FORK] != RA_KINDS)
        vl_content_fault(c, node, "nodes", VL_INVALID, "seven squares for the tokens of a colour");
}

/* RA-BRD-04: following the road one comes from the City to the door. */
static void check_road(struct vl_content *c, uint32_t node, const struct ra_content *out)
{
    int at = out->city;

    for (int i = 0; i < RA_NODES && at < RA_NODES && at != out->door; i++)
        at = out->nodes[at].next;
    if (at != out->door)
        vl_content_fault(c, node, "nodes", VL_INVALID, "the road leads from the city to the door");
}

/* RA-QST-08, RA-PRT-01, RA-SET-03: what the rules look up among the cards. */
static void check_places(struct vl_content *c, uint32_t node, struct ra_content *out)
{
    int octuples = 0, portals = 0;

    for (int i = RA_ROOM0; i < RA_TREASURE0; i++) {
        portals += out->cards[i].feature == RA_FEATURE_PORTAL;
        if (out->cards[i].feature == RA_FEATURE_OCTUPLE) {
            out->octuple = vl_u8(i);
            octuples++;
        }
    }
    if (octuples != 1 || (portals != 0 && portals != 2))
        vl_content_fault(c, node, "rooms", VL_INVALID,
                         "one Octuple Chamber, and two rooms of a portal or none");
    for (int i = 0; i < RA_DOOR0 - RA_ZONE0; i++)
        if (out->cards[RA_ZONE0 + i].place != i / RA_OF_A_KIND)
            vl_content_fault(c, node, "zones", VL_INVALID, "six of each place, in order");
    for (int i = RA_DOOR0; i < RA_ROOM0; i++)
        if (out->cards[i].item != VL_NONE &&
            (out->cards[i].item < RA_ITEM0 || out->cards[i].item >= RA_IMP0))
            vl_content_fault(c, node, "doors", VL_INVALID, "an item opens it");
}

static void draw_map(struct ra_content *out)
{
    for (int i = 0; i < RA_NODES; i++) {
        const struct ra_node *n = &out->nodes[i];
        const uint8_t near[] = { n->next, n->side, n->arrow, n->faces };
        struct vl_cell *cell = &out->cells[i];

        cell->x = n->at[0];
        cell->y = n->at[1];
        for (int k = 0; k < VL_LEN(near); k++)
            if (near[k] < RA_NODES && cell->near_len < VL_NEAR_MAX)
                cell->near[cell->near_len++] = near[k];
    }
    for (int i = 0; i < RA_NODES; i++) /* both ways */
        for (int k = 0; k < out->cells[i].near_len; k++) {
            struct vl_cell *to = &out->cells[out->cells[i].near[k]];
            bool there = false;
            for (int j = 0; j < to->near_len; j++)
                there = there || to->near[j] == i;
            if (!there && to->near_len < VL_NEAR_MAX)
                to->near[to->near_len++] = vl_u16(i);
        }
}

/* RA-CNT-03, RA-CNT-05 */
static void check_quests(struct vl_content *c, uint32_t node, struct ra_content *out)
{
    for (int i = 0; i < RA_QUESTS; i++) {
        const struct ra_quest *q = &out->quests[i];
        if (out->quests[q->opposed].opposed != i || q->opposed == i)
            vl_content_fault(c, node, "quests", VL_INVALID, "quests oppose each other two by two");
        if (q->relic < RA_RELIC0 || q->relic >= RA_IMP0 || q->rooms[0] < RA_ROOM0 ||
            q->rooms[1] < RA_ROOM0 || q->rooms[0] >= RA_TREASURE0 || q->rooms[1] >= RA_TREASURE0 ||
            q->rooms[0] == q->rooms[1])
            vl_content_fault(c, node, "quests", VL_INVALID, "a relic and two rooms that differ");
        check_verbs(c, node, "quests", q->reward, in_card, RA_KIND_CARD);
    }
}

/* What the game's own lists start is part of how deep the stack can become. */
static void nest_own(struct vl_content *c, uint32_t node)
{
    for (int i = 0; i < RA_LISTS; i++)
        vl_content_nests(c, &ra_machine, own_lists[i].steps, own_lists[i].len, own_lists[i].kind,
                         node);
}

static void check_pack(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct ra_content *out = (struct ra_content *)record;

    (void)place;
    if (!vl_content_clean(c))
        return;
    for (int i = 0; i < RA_KINDS; i++) {
        int kind = i == RA_TOKEN_LUCK ? RA_KIND_LUCKY : i < RA_GOLDEN ? RA_KIND_USE : RA_KIND_CARD;
        check_verbs(c, node, "tokens", out->kinds[i].team, in_token, kind);
        check_verbs(c, node, "tokens", out->kinds[i].vils, in_token, RA_KIND_CARD);
    }
    for (int i = 0; i < RA_BONUSES; i++)
        check_verbs(c, node, "luck", out->luck[i].effects, in_bonus, RA_KIND_BONUS);
    check_verbs(c, node, "bad_luck", out->bad_luck, in_bonus, RA_KIND_BONUS);
    check_verbs(c, node, "shortcut", out->shortcut, in_card, RA_KIND_CARD);
    check_quests(c, node, out);
    nest_own(c, node);
    vl_content_nested(c, &ra_machine, "nodes", "cards that lie too deep on each other");
    lay_out(c, node, out);
    check_places(c, node, out);
    if (!vl_content_clean(c))
        return;
    check_road(c, node, out);
    draw_map(out);
}

const struct vl_pack_table ra_pack = { { "pack", NULL, pack_fields, check_pack },
                                       sizeof(struct ra_content) };
