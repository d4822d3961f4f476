/* en_pack.c - the content of Enchanters (EN-DATA): the rows of content/enchanters.json,
 * and the rules that rows cannot say. */
#include "core/pack_table.h"
#include "games/enchanters/enchanters.h"

VL_PACKED(struct en_ability, 16);
VL_PACKED(struct en_design, 16 + 12 + 16 + 4 + 4 + 16);
VL_PACKED(struct en_card, 20);
VL_PACKED(struct en_kingdom, 20);
VL_PACKED(struct en_village, 8 + EN_VILLAGE_ABILITIES * 4 + EN_VILLAGE_ABILITIES * 16 + 4 + 20);
VL_PACKED(struct en_doing, 4);
VL_PACKED(struct en_mega, 16);

enum {
    ICONS_MAX = 9,
    STRENGTH_MAX = 20,
    GLORY_MAX = 20,
    COPIES_MAX = 4,
    KINGDOMS_MIN = 4,
    STARTS = 2
};

/* clang-format off */
static const char *const kind_words[] = { EN_KIND_MAP(VL_WORD) };
static const char *const ability_words[] = { EN_ABILITY_MAP(VL_WORD) };
static const char *const when_words[] = { EN_WHEN_MAP(VL_WORD) };
static const char *const flag_words[] = { "each", "double" };
/* clang-format on */

/* ---- abilities ---- */

/* EN-DATA-09: one of each kind, so that a cost can be looked at piece by piece. */
static void check_costs(struct vl_content *c, uint32_t node, struct en_ability *a)
{
    const struct vl_fx *cost = vl_content_steps(c, a->costs);
    uint32_t at = vl_json_first(c->doc, vl_json_get(c->doc, node, "cost")), seen = 0;

    for (int i = 0; i < a->costs.len; i++, at = vl_json_sibling(c->doc, at)) {
        int kind = cost[i].verb;

        if (kind == EN_PAY_CRYSTALS)
            a->crystals = vl_u8(cost[i].arg[EN_ARG_N]);
        if (kind == EN_PAY_DISCARD || kind == EN_PAY_REMOVE || kind == EN_PAY_TARGET_HEALS)
            a->costs_more = 1;
        if (kind == EN_PAY_REMOVE || kind == EN_PAY_REMOVE_THIS)
            kind = EN_PAY_DISCARD;
        if (seen >> kind & 1)
            vl_content_fault(c, at, NULL, VL_DUPLICATE, "a second cost of this kind");
        seen |= 1u << kind;
    }
    if (a->kind == EN_AB_MULTI && a->crystals == 0)
        vl_content_fault(c, node, NULL, VL_INVALID, "a multi action must cost a crystal");
    if (a->kind >= EN_AB_IMMEDIATE && vl_json_get(c->doc, node, "cost"))
        vl_content_fault(c, node, "cost", VL_INVALID, "only actions and rests have a cost");
}

static bool asks(const struct vl_fx *e)
{
    return e->arg[EN_ARG_SCOPE] == EN_TO_TARGET || e->verb == EN_DO_DISCARD ||
           e->verb == EN_DO_SWAP ||
           (e->verb == EN_DO_ROAD_DISCARD && e->arg[EN_ARG_PICK] == EN_PICK_ANY);
}

/* Why an ability of a kind cannot have an effect, NULL if it can: what would never end
 * (EN-DATA-04), ask out of turn (EN-DATA-06), or mean nothing (EN-DATA-10). What would nest
 * too deep (EN-DATA-05) follows from what verbs can start. */
static const char *unfit(int kind, const struct vl_fx *e)
{
    bool taking = e->verb == EN_DO_GIVE_THIS ||
                  (e->verb == EN_DO_STEAL && e->arg[EN_ARG_DEST] == EN_DEST_UNDER);

    if (kind == EN_AB_MULTI && (e->verb == EN_DO_CRYSTALS || e->verb == EN_DO_ROB ||
                                e->verb == EN_DO_VISIT)) /* a card that is taken may */
        return "a multi action must not give crystals";
    if (kind == EN_AB_TRIGGER && asks(e))
        return "a trigger must not ask for anything";
    if (kind != EN_AB_IMMEDIATE && taking)
        return "only a card that is being taken can do this";
    return NULL;
}

/* EN-STL-16: cards of one kind change places, so that each stays in a fitting pile. */
static bool swappable(const struct vl_fx *e)
{
    int a = e->arg[EN_ARG_PLACE], b = e->arg[EN_ARG_PARTNER];

    return a / 2 == b / 2 && a != b;
}

static void check_effects(struct vl_content *c, uint32_t node, const struct en_ability *a)
{
    const struct vl_fx *e = vl_content_steps(c, a->effects);
    uint32_t at = vl_json_first(c->doc, vl_json_get(c->doc, node, "do"));

    for (int i = 0; i < a->effects.len; i++, at = vl_json_sibling(c->doc, at)) {
        const char *why = unfit(a->kind, &e[i]);

        if (why)
            vl_content_fault(c, node, "do", VL_INVALID, why);
        if (e[i].verb == EN_DO_SWAP && !swappable(&e[i]))
            vl_content_fault(c, at, NULL, VL_INVALID,
                             "these places cannot be swapped with each other");
    }
}

/* A member that an ability of this kind must have, or must not have. */
static void check_member(struct vl_content *c, uint32_t node, const char *name, bool wanted)
{
    if ((vl_json_get(c->doc, node, name) != 0) != wanted)
        vl_content_fault(c, node, name, wanted ? VL_MISSING : VL_INVALID,
                         wanted ? "this kind of ability needs it"
                                : "not with this kind of ability");
}

/* Steps are looked at if all could be read, so that each is the one at its place. */
static void check_ability(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct en_ability *a = (struct en_ability *)record;

    (void)place;
    if (a->kind == VL_NONE)
        return;
    check_member(c, node, "when", a->kind == EN_AB_TRIGGER);
    check_member(c, node, "of", a->kind == EN_AB_TRIGGER && a->when == EN_WHEN_TAKE);
    check_member(c, node, "do", a->kind != EN_AB_SHIELD);
    if (a->when == VL_NONE)
        a->when = 0;
    if (!c->sound)
        return;
    check_costs(c, node, a);
    check_effects(c, node, a);
    vl_content_nests(c, &en_machine, vl_content_steps(c, a->costs.len ? a->costs : a->effects),
                     a->costs.len + a->effects.len, a->kind, node);
}

static void check_village_ability(struct vl_content *c, uint32_t node, void *record, int place)
{
    const struct en_ability *a = (const struct en_ability *)record;
    const struct vl_fx *cost = vl_content_steps(c, a->costs);

    check_ability(c, node, record, place);
    if (a->kind == EN_AB_IMMEDIATE || a->kind == EN_AB_SHIELD)
        vl_content_fault(c, node, "kind", VL_INVALID, "not on a village");
    for (int i = 0; i < a->costs.len; i++)
        if (cost[i].verb == EN_PAY_REMOVE_THIS)
            vl_content_fault(c, node, "cost", VL_INVALID, "a village cannot be removed");
}

/* clang-format off */
#define VL_OF struct en_ability
static const struct vl_pack_field ability_fields[] = {
    PACK_WORD(kind, PACK_MUST, ability_words, "When it is done, below."),
    PACK_WORD(when, PACK_MAY, when_words, "Of a trigger: at the start of the own turn, after the own rest, after taking a card."),
    PACK_WORD_SET(of, PACK_MAY, en_filter_words, en_filters, "Which cards, of the trigger take."),
    PACK_STEPS_AS("cost", costs, PACK_MAY, 1, EN_COSTS_MAX, &en_costs, "Paid in full before the effects, at most one of each kind (EN-DATA-09)."),
    PACK_STEPS_AS("do", effects, PACK_MAY, 1, EN_EFFECTS_MAX, &en_effects, "Effects, from left to right."),
    PACK_OLD_TEXT,
    PACK_END
};
#undef VL_OF
static const struct vl_pack_record ability_record = { "ability", VL_DOC("what a card or a village lets its player do"), ability_fields, check_ability };
static const struct vl_pack_record village_ability_record = { "ability", VL_DOC("what a card or a village lets its player do"), ability_fields, check_village_ability };
/* clang-format on */

/* ---- cards ---- */

/* EN-CMP-05, EN-RUL-12: the twelve designs of a kingdom, in order. */
/* clang-format off */
static const struct { uint8_t kind, copies, marked; } places[EN_DESIGNS_PER] = {
    { EN_KIND_ITEM, 2, 1 },        { EN_KIND_ITEM, 2, 1 },        { EN_KIND_ITEM, 2, 1 },
    { EN_KIND_ENCHANTMENT, 2, 1 }, { EN_KIND_ENCHANTMENT, 2, 1 }, { EN_KIND_ENCHANTMENT, 2, 1 },
    { EN_KIND_MONSTER, 3, 2 },     { EN_KIND_MONSTER, 3, 1 },     { EN_KIND_MONSTER, 2, 1 },
    { EN_KIND_MONSTER, 2, 1 },     { EN_KIND_MONSTER, 2, 1 },     { EN_KIND_DRAGON, 1, 1 },
};
/* clang-format on */

static void check_fight(struct vl_content *c, uint32_t node, const struct en_design *d)
{
    static const char *const fields[] = { "health", "strength", "health_per", "strength_per",
                                          "flags" };
    unsigned has = 0;

    for (int i = 0; i < VL_LEN(fields); i++)
        has |= vl_json_get(c->doc, node, fields[i]) ? 1u << i : 0;
    if (d->kind >= EN_KIND_MONSTER && (has & 3) != 3)
        vl_content_fault(c, node, NULL, VL_MISSING, "a monster or dragon has health and strength");
    if (d->kind < EN_KIND_MONSTER && has)
        vl_content_fault(c, node, NULL, VL_INVALID, "only monsters and dragons fight");
}

static void check_design(struct vl_content *c, uint32_t node, void *record, int place)
{
    const struct en_design *d = (const struct en_design *)record;

    if (d->kind == VL_NONE)
        return;
    check_fight(c, node, d);
    if (d->kind != places[place].kind)
        vl_content_fault(
            c, node, "kind", VL_INVALID,
            "a kingdom lists three items, three enchantments, five monsters and a dragon");
    if (d->copies != places[place].copies)
        vl_content_differs(c, node, "copies", "copies", d->copies, places[place].copies);
    if (d->marked != places[place].marked)
        vl_content_differs(c, node, "marked", "copies with the mark 2", d->marked,
                           places[place].marked);
}

/* EN-SET-04: an item and an enchantment, one of each per seat. */
static void check_start(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct en_design *d = (struct en_design *)record;

    if (d->kind != VL_NONE && d->kind != place)
        vl_content_fault(c, node, "kind", VL_INVALID, "an item, then an enchantment");
    d->copies = EN_SEATS_MAX;
}

/* clang-format off */
#define VL_OF struct en_design
#define ICONS "Attack, Defence. Upper icons count while the card is on top, lower ones always (EN-PILE-04, EN-PILE-05); below 0: broken swords and shields."
#define KIND  PACK_WORD(kind, PACK_MUST, kind_words, "Decides the pile; which it is follows from the place in the list.")
#define FACE                                                                                      \
    PACK_INTS(upper, PACK_MUST, 2, -ICONS_MAX, ICONS_MAX, ICONS),                                 \
    PACK_INTS(lower, PACK_MUST, 2, -ICONS_MAX, ICONS_MAX, ICONS),                                 \
    PACK_INT(glory, PACK_MUST, 0, GLORY_MAX, "Glory at the end, covered or not.")
#define LAST                                                                                      \
    PACK_RECORD_MAY(ability, has_ability, &ability_record, "once, double, multi: a minor action, once, twice or any number of times a turn. rest: a rest. immediate: when the card is taken. trigger: by itself. shield: the owner of the card on top is protected (EN-EFF-12)."), \
    PACK_STEP(score, PACK_MAY, &en_clauses, "Glory at the end (EN-SCO-05, EN-SCO-09)."),             \
    PACK_SOURCE
static const struct vl_pack_field card_fields[] = {
    PACK_KEY, KIND,
    PACK_INT(copies, PACK_MUST, 1, COPIES_MAX, "Copies in the kingdom; the place in the list says how many."),
    PACK_INT(marked, PACK_MUST, 0, COPIES_MAX, "How many of them, the first ones, carry the mark 2 (EN-RUL-12)."),
    FACE,
    PACK_INT(health, PACK_MAY, 0, STRENGTH_MAX, "Of Monsters and Dragons, which must have it: the Attack that is needed to beat it."),
    PACK_INT(strength, PACK_MAY, 0, STRENGTH_MAX, "Of Monsters and Dragons, which must have it: its attack; Defence holds it off (EN-CMB-08)."),
    PACK_AMOUNT(health_per, PACK_MAY, -EN_AMOUNT_MAX, EN_AMOUNT_MAX, en_source_words + 1, EN_SOURCES - 1, "Of Monsters and Dragons: added to Health, counted for the attacker."),
    PACK_AMOUNT(strength_per, PACK_MAY, -EN_AMOUNT_MAX, EN_AMOUNT_MAX, en_source_words + 1, EN_SOURCES - 1, "Of Monsters and Dragons: added to Strength, counted for the attacker."),
    PACK_SET(flags, PACK_MAY, 1, flag_words, "Of Monsters and Dragons. each: attacks every player. double: the wounds it deals are doubled."),
    PACK_BOOL(skull, PACK_MAY, "Bears the skull icon."),
    LAST, PACK_EXCEPT, PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_OLD_TEXT, PACK_END
};
static const char *const of_cards[] = { "copies", "health", "strength" };
static const struct vl_pack_field start_fields[] = {
    PACK_KEY, KIND, FACE, LAST, PACK_EXCEPT_TOO(of_cards), PACK_NAME(name, PACK_MUST), PACK_FLAVOUR(flavour), PACK_OLD_TEXT, PACK_END
};
#undef VL_OF
static const struct vl_pack_record card_record = { "card", VL_DOC("an entry of `cards`"), card_fields, check_design };
static const struct vl_pack_record start_record = { "start", VL_DOC("what a player begins with"), start_fields, check_start };

/* ---- kingdoms, villages, the Mega-crystal ---- */

#define VL_OF struct en_kingdom
static const struct vl_pack_field kingdom_fields[] = {
    PACK_KEY, PACK_NAME(name, PACK_MUST),
    PACK_TEXT_AS("text", text, PACK_MUST, VL_CONTENT_TEXT_MAX, "What the kingdom is about, for those who choose it."),
    PACK_POOL("cards", struct en_content, designs, EN_DESIGNS_PER, EN_DESIGNS_PER, &card_record,
              "The twelve designs, in this order: three items, three enchantments, two minor, two medium and one major monster, a dragon (EN-CMP-05). They make 25 cards, 13 of them with the mark 2."),
    PACK_END
};
#undef VL_OF
/* clang-format on */

static void offer(struct en_village *v, int at, int first, int last)
{
    for (int i = 0; i < v->abilities_len; i++) {
        const struct en_ability *a = &v->abilities[i];
        struct en_offer o = { vl_u8(i), vl_u8(en_uses_max(a->kind)), a->crystals, a->costs_more };

        if (a->kind >= first && a->kind <= last)
            v->offers[at++] = o;
    }
}

/* EN-DATA-03, EN-REST-07: one rest costs nothing more, so that there is always a major action. */
static void check_village(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct en_village *v = (struct en_village *)record;
    bool has_free_rest = false;

    (void)place;
    for (int i = 0; i < v->abilities_len; i++) {
        const struct en_ability *a = &v->abilities[i];
        if (a->kind == EN_AB_TRIGGER && a->when < EN_WHENS)
            v->triggers[a->when] = (uint8_t)(v->triggers[a->when] | 1 << i);
        v->actions_len = vl_u8(v->actions_len + (a->kind <= EN_AB_MULTI));
        v->rests_len = vl_u8(v->rests_len + (a->kind == EN_AB_REST));
        has_free_rest = has_free_rest || (a->kind == EN_AB_REST && a->costs.len == 0);
    }
    offer(v, 0, EN_AB_ONCE, EN_AB_MULTI);
    offer(v, v->actions_len, EN_AB_REST, EN_AB_REST);
    if (!has_free_rest)
        vl_content_fault(c, node, "abilities", VL_MISSING, "a rest without further cost");
}

/* clang-format off */
#define VL_OF struct en_village
static const struct vl_pack_field village_fields[] = {
    PACK_KEY,
    PACK_LIST(abilities, 1, EN_VILLAGE_ABILITIES, &village_ability_record, "In index order. One of them is a rest without further cost (EN-DATA-03)."),
    PACK_STEPS(scores, PACK_MUST, 0, EN_VILLAGE_CLAUSES, &en_clauses, "For every player who meets them."),
    PACK_SOURCE, PACK_EXCEPT, PACK_NAME(name, PACK_MUST),
    PACK_FLAVOUR(flavour), PACK_OLD_TEXT, PACK_END
};
#undef VL_OF

#define VL_OF struct en_mega
static const struct vl_pack_field mega_fields[] = {
    PACK_KEY, PACK_INT(crystals, PACK_MUST, 1, EN_COUNTER_MAX, "How many it stands for."),
    PACK_SOURCE, PACK_EXCEPT, PACK_NAME(name, PACK_MUST), PACK_OLD_TEXT, PACK_END
};
#undef VL_OF

static const struct vl_pack_record kingdom_record = { "kingdom", VL_DOC("an entry of `kingdoms`"), kingdom_fields, NULL };
static const struct vl_pack_record village_record = { "village", VL_DOC("an entry of `villages`"), village_fields, check_village };
static const struct vl_pack_record mega_record = { NULL, NULL, mega_fields, NULL };

#define VL_OF struct en_content
static const struct vl_pack_field pack_fields[] = {
    PACK_LIST(kingdoms, KINGDOMS_MIN, EN_KINGDOMS_MAX, &kingdom_record, "In the order of lists and positions. A game has three or four of them."),
    PACK_POOL("start", struct en_content, designs, STARTS, STARTS, &start_record, "What each player begins with: an item, then an enchantment (EN-SET-04)."),
    PACK_LIST(villages, 1, EN_VILLAGES_MAX, &village_record, "One of them serves everybody in a game (EN-SET-15)."),
    PACK_REFS(first_game, PACK_MUST | PACK_ONCE, EN_IN_PLAY_MAX, EN_FAM_KINGDOM, "Kingdoms of the preset for a first game (EN-SET-22); with three players the first three."),
    PACK_RECORD(mega_crystal, PACK_MAY, &mega_record, "The card that shows a large sum of crystals; no effect on play (EN-CMP-09, EN-RUL-25)."),
    PACK_END
};
#undef VL_OF
/* clang-format on */

/* ---- tables by card ---- */

/* "gob_axe#1", "normalville#0" */
static uint32_t numbered(struct vl_content *c, uint32_t of, int copy)
{
    char text[VL_CONTENT_KEY_MAX + 3];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, c->block + of);
    vl_put_char(&b, '#');
    vl_put_int(&b, copy);
    return vl_content_put(c, text, b.len);
}

static void add_card(struct vl_content *c, struct en_content *out, int design, int copy)
{
    const struct en_design *d = &out->designs[design];
    int number = out->cards_len++;
    struct en_card *k = &out->cards[number];

    k->design = vl_u8(design);
    k->copy = vl_u8(copy);
    k->kind = d->kind;
    k->skull = d->skull;
    k->health = d->health_per.n ? EN_VARIES : d->health;
    if (d->has_ability) {
        k->ability = vl_u8(1 + d->ability.kind);
        k->uses = vl_u8(en_uses_max(d->ability.kind));
        k->crystals = d->ability.crystals;
        k->costs_more = d->ability.costs_more;
    }
    memcpy(k->upper, d->upper, sizeof k->upper);
    memcpy(k->lower, d->lower, sizeof k->lower);
    k->key = numbered(c, d->key, copy);
    vl_set_put(out->of_kind[d->kind], number);
    if (copy <= d->marked)
        vl_set_put(out->marked, number);
}

/* Kingdom x 25 + place; then the start cards by seat (rules, section 9.1); the village as
 * a source has its name in the catalogue. */
static void number_cards(struct vl_content *c, struct en_content *out)
{
    for (int i = 0; i < out->designs_len; i++) {
        struct en_design *d = &out->designs[i];

        if (i == out->designs_len - STARTS)
            out->starts = out->cards_len;
        d->kingdom = vl_u8(i / EN_DESIGNS_PER);
        d->first = out->cards_len;
        for (int copy = 1; copy <= d->copies; copy++)
            add_card(c, out, i, copy);
    }
    out->cards[EN_VILLAGE].design = VL_NONE;
    out->cards[EN_VILLAGE].key = vl_content_put(c, VL_TXT(card, "village"), strlen("village"));
}

static void number_doings(struct vl_content *c, struct en_content *out)
{
    for (int i = 0; i < out->villages_len; i++)
        for (int k = 0; k < out->villages[i].abilities_len; k++)
            out->doings[i * EN_VILLAGE_ABILITIES + k].key = numbered(c, out->villages[i].key, k);
}

static void check_pack(struct vl_content *c, uint32_t node, void *record, int place)
{
    struct en_content *out = (struct en_content *)record;

    (void)node;
    (void)place;
    vl_content_nested(c, &en_machine, "do", "only actions and rests visit the graveyard");
    if (!vl_content_clean(c))
        return;
    number_cards(c, out);
    number_doings(c, out);
}

const struct vl_pack_table en_pack = { { "pack", NULL, pack_fields, check_pack },
                                       sizeof(struct en_content) };
