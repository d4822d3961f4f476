/* rm_pack.c - the content of Runemasters (RM-CNT): the rows of content/runemasters.json,
 * and the rules that rows cannot say.
 *
 * What a single entry can get wrong is reported entry by entry; sums over a list are
 * checked once all of it could be read, so that one slip is not reported five times. */
#include "core/pack_table.h"
#include "games/runemasters/runemasters.h"

VL_PACKED(struct rm_card, 48);
VL_PACKED(struct rm_type_info, 28);
VL_PACKED(struct rm_event, 32);
VL_PACKED(struct rm_hero, 56);
VL_PACKED(struct rm_setup, 16);
VL_PACKED(struct rm_level, 16);
VL_PACKED(struct rm_content, 4 + (RM_CARDS + 1) * 48 + RM_TYPES * 28 + RM_EVENTS * 32 + 4 * 56 +
                                 3 * 16 + RM_DIFFICULTIES * 16);
static_assert((int)RM_RUNE_WHITE == (int)RM_RUNES - 1, "white is the last rune");

enum {
    GUARDIANS = 4,
    SETUPS = 3, /* for 2, 3 and 4 guardians */
    WEAK_MIN = 1,
    REWARD_MAX = 2, /* RM-CNT-03: of HP, and of mana */
    TEMPLE_MAX = 6, /* RM-CMP-04: what its larger board shows */
    RULES_MAX = 12, /* rule ids an event may name */
    PAIRS = 4,      /* two-player cards of each colour (RM-CNT-04) */
    KEPT_MIN = 6,   /* three starting monsters, three shuffled with Dawn (RM-SET-18) */
    KEPT_MAX = RM_PILE_MAX - 1
};

/* RM-CMP-05: cards of each type, ORDER RM_TYPE_MAP. */
static const uint8_t type_cards[RM_TYPES] = { 4, 8, 4, 4, 4, 4, 4 };
/* RM-RUL-03: cards of each colour, in path order. */
static const uint8_t colour_cards[RM_PATHS_MAX] = { 9, 8, 8, 7 };
/* RM-CMP-07: events of each class, ORDER RM_CLASS_MAP. */
static const uint8_t class_events[RM_CLASSES] = { 5, 5, 1 };

/* ---- the closed vocabulary ---- */

/* clang-format off */
static const char *const rune_words[] = { RM_RUNE_MAP(VL_WORD_OF, ) };
static const char *const type_words[] = { RM_TYPE_MAP(VL_WORD_OF, ) };
static const char *const class_words[] = { RM_CLASS_MAP(VL_WORD_OF, ) };
static const char *const difficulty_words[] = { RM_DIFFICULTY_MAP(VL_WORD_OF, ) };
static const char *const mark_words[] = { RM_MARK_MAP(VL_WORD_OF, ) };
static const char *const ult_words[] = { RM_ULT_MAP(VL_WORD_OF, ) };

/* ORDER RM_ABILITY_MAP, RM_EFFECT_MAP */
static const struct vl_fx_verb rm_verbs[] = {
    { "arrives",      RM_SPN_06, 1, { FX_INT("slot", 1, RM_SLOTS) }, FX_NO_RUN },
    { "shoots",       RM_MON_12, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "frenzy",       RM_TYP_04, 2, { FX_INT("wounds", 1, RM_WEAK_MAX - 1), FX_INT("strength", 2, RM_HP_MAX) }, FX_NO_RUN },
    { "no_release",   RM_TYP_06, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "no_rerolled",  RM_TYP_08, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "recovers",     RM_TYP_12, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "no_block",     RM_TYP_13, 0, { FX_NO_ARG }, FX_NO_RUN },

    { "dice",         RM_EVT_15, 1, { FX_INT("dice", 1, RM_DICE_MAX) }, FX_NO_RUN },
    { "reroll_cost",  RM_EVT_30, 1, { FX_INT("mana", 1, RM_MANA_MAX) }, FX_NO_RUN },
    { "no_marks",     RM_EVT_35, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "no_shots",     RM_EVT_10, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "free_move",    RM_EVT_25, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "poison",       RM_EVT_40, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "no_kill_mana", RM_EVT_55, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "mana_as_hp",   RM_EVT_20, 0, { FX_NO_ARG }, FX_NO_RUN },
    { "angel",        RM_EVT_01, 0, { FX_NO_ARG }, FX_NO_RUN },
};
static_assert(VL_LEN(rm_verbs) == RM_ABILITIES + (int)RM_EFFECTS, "");
static const char *const ability_about[RM_ABILITIES] = {
    VL_DOC("This slot is tried before 3, 4 and 5."),
    VL_DOC("It shoots when it moves with no monster ahead."),
    VL_DOC("It strikes in contact with this strength while it bears exactly so many wounds."),
    VL_DOC("Mana release does nothing to it."),
    VL_DOC("Rerolled dice cannot wound it."),
    VL_DOC("It loses its wounds at each turn end."),
    VL_DOC("Its path cannot be blocked."),
};
static const char *const effect_about[RM_EFFECTS] = {
    VL_DOC("Dice rolled at the start of an action phase; 4 otherwise."),
    VL_DOC("Mana for each die rerolled; 1 otherwise."),
    VL_DOC("No mark can be used."),
    VL_DOC("Nobody shoots."),
    VL_DOC("One move per turn without a die."),
    VL_DOC("Wounded guardians lose 1 HP at the round end."),
    VL_DOC("Kills give no mana."),
    VL_DOC("The mana of kills may be taken as HP."),
    VL_DOC("One guardian keeps its last HP. Not for the neutral event, which is not revealed when the pile is empty."),
};
const struct vl_fx_verbs rm_abilities = { "ability", rm_verbs, ability_about, 0, RM_ABILITIES, NULL };
const struct vl_fx_verbs rm_effects = { "effect", rm_verbs, effect_about, RM_ABILITIES, RM_EFFECTS, NULL };
/* clang-format on */

/* ---- monsters ---- */

static void put_words(struct vl_content *c, uint32_t list, const char *before, const char *word,
                      const char *after, int found, int wanted)
{
    char what[80];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    if (found == wanted)
        return;
    vl_put(&b, before);
    vl_put(&b, word);
    vl_put(&b, after);
    vl_content_differs(c, list, NULL, what, found, wanted);
}

/* RM-CMP-05: eight Archers, four of each other type. */
static void check_type(struct vl_content *c, uint32_t node, void *record, int type)
{
    const struct rm_type_info *t = (const struct rm_type_info *)record;

    if (t->key && vl_json_get(c->doc, node, "count") && (int)t->count != type_cards[type])
        vl_content_differs(c, node, "count", "cards of this type", t->count, type_cards[type]);
}

/* RM-CNT-04, for one card: what the booklet prints of Trolls and Dragons. */
static void check_dragon(struct vl_content *c, uint32_t node, const struct rm_card *card)
{
    bool equal = true;

    for (int i = 1; i < card->weak_len; i++)
        equal = equal && (card->weak[i] == card->weak[0] || card->weak[i] == VL_NONE);
    if (!equal)
        vl_content_fault(c, node, "weak", VL_INVALID,
                         "the weak points of a Dragon are equal (RM-CNT-04)");
    if (vl_json_get(c->doc, node, "reward") && (card->hp != 1 || card->mana != 1))
        vl_content_fault(c, node, "reward", VL_INVALID,
                         "the reward of a Dragon is 1 HP and 1 mana (RM-CNT-04)");
}

static void check_card(struct vl_content *c, uint32_t node, void *record, int place)
{
    const struct rm_card *card = (const struct rm_card *)record;
    uint32_t weak = vl_json_get(c->doc, node, "weak");

    (void)place;
    if (card->type != RM_TYPE_TROLL && card->type != RM_TYPE_DRAGON)
        return;
    if (weak && vl_json_type_of(c->doc, weak) == VL_JSON_ARRAY && c->doc->nodes[weak].count != 3)
        vl_content_differs(c, weak, NULL, "weak points of a Troll or Dragon (RM-CNT-04)",
                           c->doc->nodes[weak].count, 3);
    if (card->type == RM_TYPE_DRAGON)
        check_dragon(c, node, card);
}

/* RM-CNT-04: the sums over all cards. */
static void check_cards(struct vl_content *c, uint32_t list, const struct rm_card *cards)
{
    int of_type[RM_TYPES] = { 0 }, of_colour[RM_PATHS_MAX] = { 0 }, pairs[RM_PATHS_MAX] = { 0 };

    for (int i = 0; i < RM_CARDS; i++) {
        VL_ASSERT(cards[i].type < RM_TYPES && cards[i].colour < RM_PATHS_MAX); /* they were read */
        of_type[cards[i].type]++;
        of_colour[cards[i].colour]++;
        pairs[cards[i].colour] += cards[i].two_player;
    }
    for (int t = 0; t < RM_TYPES; t++)
        put_words(c, list, "cards of type ", type_words[t], " (RM-CNT-04)", of_type[t],
                  type_cards[t]);
    for (int p = 0; p < RM_PATHS_MAX; p++) {
        put_words(c, list, "", rune_words[p], " cards (RM-CNT-04)", of_colour[p], colour_cards[p]);
        put_words(c, list, "", rune_words[p], " two-player cards (RM-CNT-04)", pairs[p], PAIRS);
    }
}

/* clang-format off */
#define VL_OF struct rm_type_info
static const struct vl_pack_field type_fields[] = {
    PACK_KEY_OF(type_words, "One of the seven monster types."),
    PACK_INT(count, PACK_MUST, 0, RM_CARDS, "Cards of this type (RM-CMP-05)."),
    PACK_STEPS_AS("abilities", can, PACK_ONCE, 0, RM_ABILITIES, &rm_abilities, "Verbs of the closed vocabulary, each at most once."),
    PACK_SOURCE, PACK_EXCEPT, PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_OLD_TEXT, PACK_END
};
#undef VL_OF

#define VL_OF struct rm_card
static const struct vl_pack_field reward_fields[] = {
    PACK_INT(hp, PACK_MUST, 0, REWARD_MAX, "HP that it heals."),
    PACK_INT(mana, PACK_MUST, 0, REWARD_MAX, "Mana that it gives."), PACK_END
};
static const struct vl_pack_record reward_record = { NULL, NULL, reward_fields, NULL };
static const char *const weak_count[] = { "weak_count" }; /* how many, not which */
static const struct vl_pack_field card_fields[] = {
    PACK_KEY,
    PACK_WORD(type, PACK_MUST, type_words, "One of the seven monster types."),
    PACK_WORD_AS("colour", colour, PACK_MUST, rune_words, RM_PATHS_MAX, "The path on which it arrives."),
    PACK_WORDS(weak, PACK_MUST, WEAK_MIN, RM_WEAK_MAX, rune_words, RM_RUNE_WHITE,
               "Its weak points, in index order. White triggers marks and is never one (RM-CNT-02)."),
    PACK_RECORD_AT("reward", 0, PACK_MUST, &reward_record, "What the guardian who kills it receives (RM-CNT-03, RM-KILL-05)."),
    PACK_BOOL(two_player, PACK_MUST, "Bears the two-player symbol."),
    PACK_NAME(name, PACK_MUST), PACK_SOURCE, PACK_EXCEPT_TOO(weak_count), PACK_END
};
static const struct vl_pack_field dawn_fields[] = {
    PACK_KEY, PACK_SOURCE, PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_OLD_TEXT, PACK_END
};
#undef VL_OF
/* clang-format on */

/* ---- events ---- */

/* The neutral event ends up in force without a reveal (RM-RUL-52), and the reveal is
 * when the angel is given. */
static void check_event(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct rm_event *ev = (struct rm_event *)record;
    const struct vl_fx *fx = vl_content_steps(c, ev->does);

    (void)place;
    ev->dice = 4;        /* RM-DIE-01: unless an effect says otherwise */
    ev->reroll_cost = 1; /* RM-RRL-01, RM-RRL-02: likewise */
    for (int i = 0; i < ev->does.len; i++) {
        int effect = fx[i].verb - rm_effects.base;

        VL_ASSERT(effect >= 0 && effect < RM_EFFECTS);
        ev->effects = (uint16_t)(ev->effects | 1 << effect);
        if (effect == RM_FXB_DICE)
            ev->dice = vl_u8(fx[i].arg[0]);
        if (effect == RM_FXB_REROLL_COST)
            ev->reroll_cost = vl_u8(fx[i].arg[0]);
    }
    if (ev->kind == RM_CLASS_NEUTRAL && ev->effects & RM_FX_ANGEL)
        vl_content_fault(c, node, "effects", VL_INVALID, "the neutral event cannot give the angel");
}

/* RM-CMP-07: 5 positive, 5 negative, 1 neutral, which closes the pile. */
static void check_events(struct vl_content *c, uint32_t list, struct rm_content *out)
{
    int of_class[RM_CLASSES] = { 0 };

    for (int i = 0; i < RM_EVENTS; i++) {
        VL_ASSERT(out->events[i].kind < RM_CLASSES);
        of_class[out->events[i].kind]++;
        if (out->events[i].kind == RM_CLASS_NEUTRAL)
            out->closing_event = vl_u8(i);
    }
    for (int k = 0; k < RM_CLASSES; k++)
        put_words(c, list, "", class_words[k], " events (RM-CMP-07)", of_class[k], class_events[k]);
}

/* clang-format off */
#define VL_OF struct rm_event
static const struct vl_pack_field event_fields[] = {
    PACK_KEY,
    PACK_WORD_AS("class", kind, PACK_MUST, class_words, RM_CLASSES, "Positive and negative ones make the pile; the neutral one closes it."),
    PACK_STEPS_AS("effects", does, PACK_ONCE, 0, RM_EFFECTS, &rm_effects, "Verbs of the closed vocabulary, each at most once."),
    PACK_RULES("rules", PACK_MUST, 1, RULES_MAX, "The rules that say what it does."),
    PACK_SOURCE, PACK_EXCEPT, PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_OLD_TEXT, PACK_END
};
#undef VL_OF

/* ---- guardians ---- */

#define VL_OF struct rm_hero
#define POWER(verb, words, name, flavour)                                                         \
    PACK_WORD_AS("verb", verb, PACK_MUST, words, VL_LEN(words), "What it does; each guardian another."), \
    PACK_TEXT_AS("name", name, PACK_MUST, VL_CONTENT_NAME_MAX, NULL),                             \
    PACK_FLAVOUR(flavour), PACK_OLD_TEXT, PACK_END
static const struct vl_pack_field mark_fields[] = { POWER(mark, mark_words, mark_name, mark_flavour) };
static const struct vl_pack_field ult_fields[] = { POWER(ultimate, ult_words, ult_name, ult_flavour) };
static const struct vl_pack_record mark_record = { NULL, NULL, mark_fields, NULL };
static const struct vl_pack_record ultimate_record = { NULL, NULL, ult_fields, NULL };
static const struct vl_pack_field hero_fields[] = {
    PACK_KEY, PACK_SOURCE, PACK_EXCEPT, PACK_NAME(name, PACK_MUST),
    PACK_TEXT_AS("title", title, PACK_MUST, VL_CONTENT_NAME_MAX, "What it is called beside its name."),
    PACK_RECORD_AT("mark", 0, PACK_MUST, &mark_record, "What a white die does (RM-MARK)."),
    PACK_RECORD_AT("ultimate", 0, PACK_MUST, &ultimate_record, "The power of a charged token (RM-ULT)."), PACK_END
};
#undef VL_OF
/* clang-format on */

/* Each guardian has its own mark and its own ultimate. */
static void check_hero(struct vl_content *c, uint32_t node, void *record, int place)
{
    const struct rm_hero *mine = (const struct rm_hero *)record, *other = mine - place;

    for (; other < mine; other++) {
        if (mine->mark != VL_NONE && other->mark == mine->mark)
            vl_content_fault(c, vl_json_get(c->doc, node, "mark"), "verb", VL_DUPLICATE,
                             "another guardian has this power");
        if (mine->ultimate != VL_NONE && other->ultimate == mine->ultimate)
            vl_content_fault(c, vl_json_get(c->doc, node, "ultimate"), "verb", VL_DUPLICATE,
                             "another guardian has this power");
    }
}

/* ---- setups and difficulties ---- */

/* RM-SET-13..15: which cards a pile is built from. */
static void choose_cards(const struct rm_content *out, struct rm_setup *setup)
{
    for (int i = 0; i < RM_CARDS; i++) {
        const struct rm_card *card = &out->cards[i];

        if (card->colour >= setup->paths)
            continue;
        if (card->two_player || !setup->two_player)
            setup->cards |= UINT32_C(1) << i;
        if (card->type == setup->one_type)
            setup->one_of |= UINT32_C(1) << i;
    }
}

/* Only for cards that could be read. */
static void check_pile(struct vl_content *c, uint32_t node, const struct rm_setup *setup)
{
    int kept = vl_bits(setup->cards) + (setup->one_of != 0) - setup->removed;
    char what[120];
    struct vl_buf b = vl_buf_on(what, sizeof what);

    if (setup->cards & setup->one_of)
        vl_content_fault(c, node, "one_of", VL_INVALID, "these cards are in the pile anyway");
    if (kept >= KEPT_MIN && kept <= KEPT_MAX)
        return;
    vl_put(&b, "leaves ");
    vl_put_int(&b, kept);
    vl_put(&b, " monsters in the game: must be ");
    vl_put_int(&b, KEPT_MIN);
    vl_put(&b, " to ");
    vl_put_int(&b, KEPT_MAX);
    vl_content_fault(c, node, "removed", VL_INVALID, what);
}

static void check_setup(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct rm_setup *setup = (struct rm_setup *)record;

    (void)place;
    if (!c->sound)
        return;
    if (setup->paths < setup->guardians) {
        vl_content_fault(c, node, "paths", VL_RANGE, "fewer than guardians");
        return;
    }
    choose_cards((const struct rm_content *)(const void *)c->block, setup);
    if (vl_content_field_clean(c, "monsters"))
        check_pile(c, node, setup);
}

/* RM-SET-30: five events, as many of each class as the table says; there must
 * be that many, since none occurs twice (RM-SET-32). */
static void check_level(struct vl_content *c, uint32_t node, void *record, int place)
{
    const struct rm_level *level = (const struct rm_level *)record;
    int sum = 0;

    (void)place;
    for (int k = 0; k < RM_CLASSES; k++)
        sum += level->events[k];
    if (c->sound && sum != RM_EVENT_PILE)
        vl_content_differs(c, node, NULL, "events of a difficulty (RM-SET-30)", sum, RM_EVENT_PILE);
}

/* clang-format off */
#define VL_OF struct rm_setup
static const struct vl_pack_field setup_fields[] = {
    PACK_INT(guardians, PACK_MUST, 2, RM_SEATS_MAX, "How many guardians play; each number once."),
    PACK_INT(paths, PACK_MUST, 2, RM_PATHS_MAX, "Paths in play, in path order; at least as many as guardians."),
    PACK_INT(temple, PACK_MUST, 1, TEMPLE_MAX, "HP of the temple at the start, and at most."),
    PACK_INT(removed, PACK_MUST, 0, RM_CARDS, "Monsters taken out unseen; 6 to 24 must stay."),
    PACK_BOOL(two_player, PACK_MUST, "Only cards with the symbol make the pile."),
    PACK_WORD_AS("one_of", one_type, PACK_MAY, type_words, RM_TYPES, "One random card of this type joins them."),
    PACK_SOURCE, PACK_EXCEPT, PACK_END
};
#undef VL_OF

#define VL_OF struct rm_level
static const struct vl_pack_field level_fields[] = {
    PACK_WORD(key, PACK_MUST, difficulty_words, "One of the five, each once."),
    PACK_INT_AS("positive", events[RM_CLASS_POSITIVE], PACK_MUST, 0, 5, "Positive events in the pile."),
    PACK_INT_AS("negative", events[RM_CLASS_NEGATIVE], PACK_MUST, 0, 5, "Negative events in the pile."),
    PACK_INT_AS("neutral", events[RM_CLASS_NEUTRAL], PACK_MUST, 0, 1, "Neutral events in the pile, its last card."),
    PACK_INT(ultimate_start, PACK_MUST, 1, 2, "Slot on which ultimate tokens start."),
    PACK_SOURCE, PACK_EXCEPT, PACK_NAME(name, PACK_MUST), PACK_END
};
#undef VL_OF

/* ---- the pack ---- */

static const struct vl_pack_record type_record = { "type", VL_DOC("an entry of `types`"), type_fields, check_type };
static const struct vl_pack_record monster_record = { "monster", VL_DOC("an entry of `monsters`"), card_fields, check_card };
static const struct vl_pack_record dawn_record = { NULL, NULL, dawn_fields, NULL };
static const struct vl_pack_record event_record = { "event", VL_DOC("an entry of `events`"), event_fields, check_event };
static const struct vl_pack_record guardian_record = { "guardian", VL_DOC("an entry of `guardians`"), hero_fields, check_hero };
static const struct vl_pack_record setup_record = { "setup", VL_DOC("an entry of `setups`"), setup_fields, check_setup };
static const struct vl_pack_record difficulty_record = { "difficulty", VL_DOC("an entry of `difficulties`"), level_fields, check_level };

#define VL_OF struct rm_content
static const struct vl_pack_field pack_fields[] = {
    PACK_PLACED(types, RM_TYPES, &type_record, "The seven monster types (RM-TYP), each once."),
    PACK_RECORDS_AS("monsters", cards, 0, RM_CARDS, &monster_record, "The 32 monster cards (RM-CMP-05). Their order is the order of lists and positions."),
    PACK_RECORD_AT("dawn", offsetof(struct rm_content, cards[RM_DAWN]), PACK_MUST, &dawn_record, "The card that ends the game in victory (RM-SPN-02)."),
    PACK_RECORDS(events, RM_EVENTS, &event_record, "The 11 events: 5 positive, 5 negative, 1 neutral (RM-CMP-07). The neutral one stays in force when the pile is empty."),
    PACK_RECORDS_AS("guardians", heroes, 0, GUARDIANS, &guardian_record, "The four guardians; no two share a mark or an ultimate."),
    PACK_RECORDS_AS("setups", setups, VL_PF_PLACED, SETUPS, &setup_record, "One for each number of guardians (rules, 4.5)."),
    PACK_RECORDS_AS("difficulties", levels, VL_PF_PLACED, RM_DIFFICULTIES, &difficulty_record, "The event pile of each difficulty: five events together (RM-SET-33..37)."),
    PACK_END
};
#undef VL_OF
/* clang-format on */

/* What the rules ask of a card: its weak points as masks, and what its type can do. */
static void complete(const struct vl_content *c, const struct rm_type_info *type,
                     struct rm_card *card)
{
    const struct vl_fx *fx = vl_content_steps(c, type->can);

    VL_ASSERT(card->weak_len <= RM_WEAK_MAX);
    for (int i = 0; i < card->weak_len; i++)
        card->weak_of[card->weak[i]] = vl_u8(card->weak_of[card->weak[i]] | 1 << i);
    memset(card->weak + card->weak_len, VL_NONE, (size_t)RM_WEAK_MAX - card->weak_len);
    card->full = vl_u8((1 << card->weak_len) - 1);
    card->flavour = type->flavour;
    for (int i = 0; i < type->can.len; i++) {
        card->abilities = vl_u8(card->abilities | 1 << fx[i].verb);
        if (fx[i].verb == RM_ABB_ARRIVES)
            card->arrives = vl_u8(fx[i].arg[0]);
        if (fx[i].verb == RM_ABB_FRENZY) {
            card->frenzy_wounds = vl_u8(fx[i].arg[0]);
            card->frenzy_strength = vl_u8(fx[i].arg[1]);
        }
    }
}

/* Dawn is a card of the pile too: its key is none of theirs. */
static void check_pack(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct rm_content *out = (struct rm_content *)record;
    uint32_t at = vl_json_get(c->doc, node, "dawn");

    (void)place;
    for (int i = 0; i < RM_CARDS; i++)
        if (out->cards[RM_DAWN].key && out->cards[i].key == out->cards[RM_DAWN].key)
            vl_content_wrong(c, vl_json_get(c->doc, at, "key"), VL_DUPLICATE, "stands twice");
    if (vl_content_field_clean(c, "monsters"))
        check_cards(c, vl_json_get(c->doc, node, "monsters"), out->cards);
    if (vl_content_field_clean(c, "events"))
        check_events(c, vl_json_get(c->doc, node, "events"), out);
    for (int i = 0; i < RM_CARDS && vl_content_clean(c); i++)
        complete(c, &out->types[out->cards[i].type], &out->cards[i]);
}

const struct vl_pack_table rm_pack = { { "pack", NULL, pack_fields, check_pack },
                                       sizeof(struct rm_content) };
