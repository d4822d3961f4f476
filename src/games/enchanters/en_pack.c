/* en_pack.c - the content of Enchanters: content/enchanters.json into one block
 * of offsets (EN-DATA). Abilities, costs, effects and scoring clauses are lists
 * that begin with a word of the closed vocabulary (rules, section 9.2); no card
 * needs code of its own. Every fault is reported. */
#include "core/content.h"
#include "games/enchanters/enchanters.h"

#include <assert.h>

/* The block is the same on every platform: no hidden padding. */
static_assert(sizeof(struct en_amount) == 4, "");
static_assert(sizeof(struct en_cost) == 4, "");
static_assert(sizeof(struct en_effect) == 12, "");
static_assert(sizeof(struct en_ability) == 20 + EN_COSTS_MAX * 4 + EN_EFFECTS_MAX * 12, "");
static_assert(sizeof(struct en_clause) == 8, "");
static_assert(sizeof(struct en_design) == 16 + 8 + sizeof(struct en_ability) + 8 + 20, "");
static_assert(sizeof(struct en_card) == 16, "");
static_assert(sizeof(struct en_kingdom) == 20, "");

enum {
    ICONS_MAX = 9,
    STRENGTH_MAX = 20,
    GLORY_MAX = 20,
    AMOUNT_MAX = 20,
    DIVISOR_MAX = 20,
    COST_MAX = 20,
    KINGDOMS_MIN = 4,
    MAJOR_ARGS = 4 /* words and numbers of an effect, its verb included */
};

/* clang-format off */
#define X(name, word) #word,
static const char *const kind_words[] = { EN_KIND_MAP(X) };
static const char *const ability_words[] = { EN_ABILITY_MAP(X) };
static const char *const when_words[] = { EN_WHEN_MAP(X) };
static const char *const cost_words[] = { EN_COST_MAP(X) };
static const char *const verb_words[] = { EN_VERB_MAP(X) };
static const char *const scope_words[] = { EN_SCOPE_MAP(X) };
static const char *const pick_words[] = { EN_PICK_MAP(X) };
static const char *const dest_words[] = { EN_DEST_MAP(X) };
static const char *const place_words[] = { EN_PLACE_MAP(X) };
static const char *const source_words[] = { EN_SOURCE_MAP(X) };
static const char *const clause_words[] = { EN_CLAUSE_MAP(X) };
#undef X
static const char *const flag_words[] = { "each", "double" };
/* what a filter of cards is called, and the kinds it lets through */
static const char *const filter_words[] = { "item", "enchantment", "monster", "dragon", "trophy" };
static const uint8_t filters[] = { EN_F_I, EN_F_E, EN_F_M, EN_F_D, EN_F_X };

/* EN-CMP-05, EN-RUL-12: the twelve designs of a kingdom, in order. */
static const struct { uint8_t kind, copies, marked; } places[EN_DESIGNS_PER] = {
    { EN_KIND_ITEM, 2, 1 },        { EN_KIND_ITEM, 2, 1 },        { EN_KIND_ITEM, 2, 1 },
    { EN_KIND_ENCHANTMENT, 2, 1 }, { EN_KIND_ENCHANTMENT, 2, 1 }, { EN_KIND_ENCHANTMENT, 2, 1 },
    { EN_KIND_MONSTER, 3, 2 },     { EN_KIND_MONSTER, 3, 1 },     { EN_KIND_MONSTER, 2, 1 },
    { EN_KIND_MONSTER, 2, 1 },     { EN_KIND_MONSTER, 2, 1 },     { EN_KIND_DRAGON, 1, 1 },
};
/* clang-format on */

/* ---- the words of a list: ["wound", "others", [1, 2, "attack"]] ---- */

struct words {
    struct vl_content *c;
    uint32_t list; /* the node of the whole list, for faults */
    uint32_t at;   /* the next entry; 0: none */
    bool lost;     /* its first word is unknown: the others mean nothing */
};

/* False if it is no list with at least one entry. */
static bool words_of(struct words *w, struct vl_content *c, uint32_t node)
{
    w->c = c;
    w->list = node;
    w->at = 0;
    w->lost = false;
    if (vl_json_type_of(c->doc, node) == VL_JSON_ARRAY)
        w->at = vl_json_first(c->doc, node);
    if (!w->at)
        vl_content_fault(c, node, NULL, VL_SYNTAX, "must be a list that begins with a word");
    return w->at != 0;
}

static uint32_t next_entry(struct words *w)
{
    uint32_t at = w->lost ? 0 : w->at;

    if (at)
        w->at = vl_json_sibling(w->c->doc, at);
    else if (!w->lost)
        vl_content_fault(w->c, w->list, NULL, VL_MISSING, "too short");
    return at;
}

static int next_word(struct words *w, const char *const *words, int len)
{
    uint32_t at = next_entry(w);
    int i = at ? vl_content_word(w->c, at, words, len) : -1;

    w->lost = w->lost || (i < 0 && at == vl_json_first(w->c->doc, w->list));
    return i < 0 ? 0 : i;
}

static int next_number(struct words *w, int lo, int hi)
{
    uint32_t at = next_entry(w);
    int64_t v = lo;

    if (at && !vl_json_int_in(w->c->doc, at, lo, hi, &v)) {
        vl_content_fault(w->c, at, NULL, VL_RANGE, "not a number in its range");
        v = lo;
    }
    return (int)v;
}

static uint8_t next_filter(struct words *w)
{
    return filters[next_word(w, filter_words, VL_LEN(filter_words))];
}

static void no_more(struct words *w)
{
    if (w->at && !w->lost)
        vl_content_fault(w->c, w->at, NULL, VL_SYNTAX, "one entry too many");
}

/* A number, or [n, d, "source"] (EN-EFF-17). */
static void read_amount(struct vl_content *c, uint32_t node, struct en_amount *a)
{
    struct words w;
    int64_t v = 0;

    a->d = 1;
    if (vl_json_type_of(c->doc, node) != VL_JSON_ARRAY) {
        if (!vl_json_int_in(c->doc, node, -AMOUNT_MAX, AMOUNT_MAX, &v))
            vl_content_fault(c, node, NULL, VL_RANGE,
                             "must be a number from -20 to 20, or [n, d, source]");
        a->n = (int8_t)v;
        return;
    }
    if (!words_of(&w, c, node))
        return;
    a->n = (int8_t)next_number(&w, -AMOUNT_MAX, AMOUNT_MAX);
    a->d = vl_u8(next_number(&w, 1, DIVISOR_MAX));
    a->source = vl_u8(1 + next_word(&w, source_words + 1, EN_SOURCES - 1));
    no_more(&w);
}

static void next_amount(struct words *w, struct en_amount *a)
{
    uint32_t at = next_entry(w);

    if (at)
        read_amount(w->c, at, a);
}

/* ---- abilities ---- */

static void read_cost(struct vl_content *c, uint32_t node, struct en_cost *cost)
{
    struct words w;

    if (!words_of(&w, c, node))
        return;
    cost->kind = vl_u8(
        1 + next_word(&w, cost_words + 1, EN_COST_KINDS - 1)); /* REST is the ability's kind */
    switch ((enum en_cost_kind)cost->kind) {
    case EN_PAY_CRYSTALS:
    case EN_PAY_WOUNDS:
    case EN_PAY_TARGET_HEALS: cost->n = vl_u8(next_number(&w, 1, COST_MAX)); break;
    case EN_PAY_REMOVE:
        if (w.at && vl_json_is(c->doc, w.at, pick_words[EN_PICK_THIS])) {
            (void)next_entry(&w);
            cost->pick = EN_PICK_THIS;
            break;
        }
        cost->filter = next_filter(&w);
        cost->pick = vl_u8(next_word(&w, pick_words, EN_PICK_ANY + 1));
        break;
    case EN_PAY_DISCARD:
        cost->filter = next_filter(&w);
        cost->pick = vl_u8(next_word(&w, pick_words, EN_PICK_ANY + 1));
        break;
    case EN_PAY_REST:
    case EN_COST_KINDS: break;
    }
    no_more(&w);
}

/* EN-STL-16: cards of one kind change places, so that each stays in a fitting pile. */
static void read_swap(struct words *w, struct en_effect *e)
{
    e->place = vl_u8(next_word(w, place_words, EN_PLACES));
    e->partner = vl_u8(next_word(w, place_words, EN_PLACES));
    if (e->place / 2 != e->partner / 2 || e->place == e->partner)
        vl_content_fault(w->c, w->list, NULL, VL_INVALID,
                         "these places cannot be swapped with each other");
}

static void read_effect(struct vl_content *c, uint32_t node, struct en_effect *e)
{
    struct words w;

    e->amount.d = 1;
    if (!words_of(&w, c, node))
        return;
    e->verb = vl_u8(next_word(&w, verb_words, EN_VERBS));
    switch ((enum en_verb)e->verb) {
    case EN_DO_CRYSTALS:
    case EN_DO_LOSE:
    case EN_DO_ROB:
    case EN_DO_WOUND:
    case EN_DO_HEAL:
        e->scope = vl_u8(next_word(&w, scope_words, EN_SCOPES));
        next_amount(&w, &e->amount);
        break;
    case EN_DO_TRANSFER:
        e->scope = EN_TO_TARGET;
        next_amount(&w, &e->amount);
        break;
    case EN_DO_ATK:
    case EN_DO_DEF:
    case EN_DO_CHEAPER: next_amount(&w, &e->amount); break;
    case EN_DO_DISCARD:
        e->scope = vl_u8(next_word(&w, scope_words, EN_SCOPES));
        e->filter = next_filter(&w);
        e->pick = vl_u8(next_word(&w, pick_words, EN_PICK_ANY + 1));
        break;
    case EN_DO_STEAL:
        e->scope = EN_TO_TARGET;
        e->filter = next_filter(&w);
        e->pick = vl_u8(next_word(&w, pick_words, EN_PICK_ANY + 1));
        e->dest = vl_u8(next_word(&w, dest_words, EN_DESTS));
        break;
    case EN_DO_SWAP: read_swap(&w, e); break;
    case EN_DO_ROAD_DISCARD:
        e->pick = vl_u8(EN_PICK_ANY + next_word(&w, pick_words + EN_PICK_ANY, 2));
        break;
    case EN_DO_SINK:
        e->filter = next_filter(&w);
        if (e->filter & EN_F_X)
            vl_content_fault(c, node, NULL, VL_INVALID, "only an item or an enchantment can sink");
        break;
    case EN_DO_VISIT:
    case EN_DO_GIVE_THIS:
    case EN_VERBS: break;
    }
    no_more(&w);
}

static void read_costs(struct vl_content *c, uint32_t node, struct en_ability *a)
{
    struct vl_entries e = vl_content_entries(c, node, "cost", 1, EN_COSTS_MAX);
    uint32_t seen = 0;

    for (; e.at; vl_content_next(&e)) {
        struct en_cost *cost = &a->costs[a->costs_len++];

        read_cost(c, e.at, cost);
        if (cost->kind == EN_PAY_CRYSTALS)
            a->crystals = cost->n;
        if (cost->kind >= EN_PAY_DISCARD && cost->pick != EN_PICK_THIS)
            a->costs_more = 1;
        /* EN-DATA-09: so that a cost can be looked at piece by piece */
        vl_content_once(c, e.at, NULL, &seen,
                        cost->kind == EN_PAY_REMOVE ? EN_PAY_DISCARD : cost->kind,
                        "a second cost of this kind");
    }
}

static void read_effects(struct vl_content *c, uint32_t node, struct en_ability *a)
{
    struct vl_entries e = vl_content_entries(c, node, "do", 1, EN_EFFECTS_MAX);

    for (; e.at; vl_content_next(&e))
        read_effect(c, e.at, &a->effects[a->effects_len++]);
}

static bool asks(const struct en_effect *e)
{
    return e->scope == EN_TO_TARGET || e->verb == EN_DO_GIVE_THIS || e->verb == EN_DO_DISCARD ||
           e->verb == EN_DO_STEAL || e->verb == EN_DO_SWAP ||
           (e->verb == EN_DO_ROAD_DISCARD && e->pick == EN_PICK_ANY);
}

/* EN-DATA-04 to -06, EN-DATA-10: what would never end, nest too deep, or mean nothing. */
static void check_ability(struct vl_content *c, uint32_t node, const struct en_ability *a)
{
    if (a->kind == EN_AB_MULTI && a->crystals == 0)
        vl_content_fault(c, node, NULL, VL_INVALID, "a multi action must cost a crystal");
    if (a->kind >= EN_AB_IMMEDIATE && a->costs_len > 0)
        vl_content_fault(c, node, "cost", VL_INVALID, "only actions and rests have a cost");
    for (int i = 0; i < a->effects_len; i++) {
        const struct en_effect *e = &a->effects[i];

        if (a->kind == EN_AB_MULTI && (e->verb == EN_DO_CRYSTALS || e->verb == EN_DO_ROB ||
                                       e->verb == EN_DO_VISIT)) /* a card that is taken may */
            vl_content_fault(c, node, "do", VL_INVALID, "a multi action must not give crystals");
        if (e->verb == EN_DO_VISIT && a->kind >= EN_AB_IMMEDIATE)
            vl_content_fault(c, node, "do", VL_INVALID,
                             "only actions and rests visit the graveyard");
        if (a->kind == EN_AB_TRIGGER && asks(e))
            vl_content_fault(c, node, "do", VL_INVALID, "a trigger must not ask for anything");
        if (a->kind != EN_AB_IMMEDIATE &&
            (e->verb == EN_DO_GIVE_THIS || (e->verb == EN_DO_STEAL && e->dest == EN_DEST_UNDER)))
            vl_content_fault(c, node, "do", VL_INVALID,
                             "only a card that is being taken can do this");
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

static void read_ability(struct vl_content *c, uint32_t node, bool on_card, struct en_ability *a)
{
    static const char *const fields[] = { "kind", NULL };
    static const char *const optional[] = { "when", "of", "cost", "do", "text", NULL };

    if (!vl_content_fields(c, node, fields, optional))
        return;
    int kind = vl_content_word_in(c, node, "kind", ability_words, EN_ABILITY_KINDS);
    if (kind < 0)
        return;
    a->kind = vl_u8(kind);
    if (!on_card && (kind == EN_AB_IMMEDIATE || kind == EN_AB_SHIELD))
        vl_content_fault(c, node, "kind", VL_INVALID, "not on a village");
    int when = kind == EN_AB_TRIGGER ? vl_content_word_in(c, node, "when", when_words, EN_WHENS)
                                     : -1;
    int of = when == EN_WHEN_TAKE
                 ? vl_content_word_in(c, node, "of", filter_words, VL_LEN(filter_words))
                 : -1;
    a->when = vl_u8(when < 0 ? 0 : when);
    a->filter = of < 0 ? 0 : filters[of];
    check_member(c, node, "when", kind == EN_AB_TRIGGER);
    check_member(c, node, "of", when == EN_WHEN_TAKE);
    check_member(c, node, "do", kind != EN_AB_SHIELD);
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, &a->text);
    read_costs(c, node, a);
    if (kind != EN_AB_SHIELD)
        read_effects(c, node, a);
    check_ability(c, node, a);
}

/* ---- scoring clauses ---- */

/* ["per", 1, 4, "attack"], ["most", 4, "attack"], ["fewest", 3, "wounds"] */
static void read_clause(struct vl_content *c, uint32_t node, struct en_clause *clause)
{
    struct words w;

    if (!words_of(&w, c, node))
        return;
    clause->kind = vl_u8(1 + next_word(&w, clause_words + 1, EN_CLAUSES - 1));
    clause->amount.n = (int8_t)next_number(&w, -AMOUNT_MAX, AMOUNT_MAX);
    clause->amount.d = clause->kind == EN_CLAUSE_PER ? vl_u8(next_number(&w, 1, DIVISOR_MAX)) : 1;
    clause->amount.source = vl_u8(1 + next_word(&w, source_words + 1, EN_SOURCES - 1));
    no_more(&w);
}

/* ---- cards ---- */

static void read_icons(struct vl_content *c, uint32_t node, const char *key, int8_t out[2])
{
    struct vl_entries e = vl_content_entries(c, node, key, 2, 2);

    for (; e.at; vl_content_next(&e)) {
        int64_t v = 0;
        if (!vl_json_int_in(c->doc, e.at, -ICONS_MAX, ICONS_MAX, &v))
            vl_content_fault(c, e.at, NULL, VL_RANGE, "must be a number from -9 to 9");
        out[e.i] = (int8_t)v;
    }
}

static void read_flags(struct vl_content *c, uint32_t node, struct en_design *d)
{
    struct vl_entries e = vl_content_entries(c, node, "flags", 1, VL_LEN(flag_words));

    for (; e.at; vl_content_next(&e)) {
        int flag = vl_content_word(c, e.at, flag_words, VL_LEN(flag_words));
        if (flag >= 0)
            d->flags = vl_u8(d->flags | 1 << flag);
    }
}

static void read_fight(struct vl_content *c, uint32_t node, struct en_design *d)
{
    uint32_t hp = vl_json_get(c->doc, node, "health_per"),
             st = vl_json_get(c->doc, node, "strength_per");
    bool fights = d->kind >= EN_KIND_MONSTER;

    if (!fights) {
        if (vl_json_get(c->doc, node, "health") || vl_json_get(c->doc, node, "strength") || hp ||
            st || vl_json_get(c->doc, node, "flags"))
            vl_content_fault(c, node, NULL, VL_INVALID, "only monsters and dragons fight");
        return;
    }
    if (!vl_json_get(c->doc, node, "health") || !vl_json_get(c->doc, node, "strength"))
        vl_content_fault(c, node, NULL, VL_MISSING, "a monster or dragon has health and strength");
    d->health = vl_u8(vl_content_int(c, node, "health", 0, STRENGTH_MAX));
    d->strength = vl_u8(vl_content_int(c, node, "strength", 0, STRENGTH_MAX));
    if (hp)
        read_amount(c, hp, &d->hp_per);
    if (st)
        read_amount(c, st, &d->st_per);
    read_flags(c, node, d);
}

/* The parts that all cards have, start cards included. */
static void read_card(struct vl_content *c, uint32_t node, struct en_design *d)
{
    static const char *const sourced[] = { "kind",   "copies",   "upper", "lower",
                                           "health", "strength", "glory", "ability",
                                           "score",  "name",     NULL };
    int kind = vl_content_word_in(c, node, "kind", kind_words, EN_KINDS);
    uint32_t ability = vl_json_get(c->doc, node, "ability"),
             score = vl_json_get(c->doc, node, "score");

    d->kind = vl_u8(kind < 0 ? 0 : kind);
    d->key = vl_content_key(c, node);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &d->name);
    vl_content_source(c, node, sourced);
    read_icons(c, node, "upper", d->upper);
    read_icons(c, node, "lower", d->lower);
    d->glory = vl_u8(vl_content_int(c, node, "glory", 0, GLORY_MAX));
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, &d->text);
    d->skull = vl_content_bool(c, node, "skull");
    read_fight(c, node, d);
    if (ability) { /* EN-DATA-02 */
        d->has_ability = 1;
        read_ability(c, ability, true, &d->ability);
    }
    if (score)
        read_clause(c, score, &d->score);
}

static void read_design(struct vl_content *c, uint32_t node, int place, struct en_design *d)
{
    static const char *const fields[] = { "key",   "kind",  "copies", "marked", "upper",
                                          "lower", "glory", "source", "name",   NULL };
    static const char *const optional[] = { "health",     "strength",     "skull",   "flags",
                                            "health_per", "strength_per", "ability", "score",
                                            "text",       "except",       NULL };

    if (!vl_content_fields(c, node, fields, optional))
        return;
    read_card(c, node, d);
    d->copies = vl_u8(vl_content_int(c, node, "copies", 1, 4));
    d->marked = vl_u8(vl_content_int(c, node, "marked", 0, 4));
    if (d->kind != places[place].kind) /* EN-CMP-05 */
        vl_content_fault(
            c, node, "kind", VL_INVALID,
            "a kingdom lists three items, three enchantments, five monsters and a dragon");
    if (d->copies != places[place].copies)
        vl_content_differs(c, node, "copies", "copies", d->copies, places[place].copies);
    if (d->marked != places[place].marked)
        vl_content_differs(c, node, "marked", "copies with the mark 2", d->marked,
                           places[place].marked);
}

/* ---- kingdoms, start cards, villages ---- */

static void read_kingdom(struct vl_content *c, uint32_t node, struct en_content *out, int k,
                         uint32_t *nodes)
{
    static const char *const fields[] = { "key", "name", "text", "cards", NULL };
    struct en_kingdom *kingdom = &out->kingdoms[k];

    if (!vl_content_fields(c, node, fields, NULL))
        return;
    kingdom->key = vl_content_key(c, node);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &kingdom->name);
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, &kingdom->text);
    struct vl_entries e = vl_content_entries(c, node, "cards", EN_DESIGNS_PER, EN_DESIGNS_PER);
    for (; e.at; vl_content_next(&e)) {
        int design = k * EN_DESIGNS_PER + e.i;

        nodes[design] = e.at;
        read_design(c, e.at, e.i, &out->designs[design]);
        out->designs[design].kingdom = vl_u8(k);
    }
}

static void read_kingdoms(struct vl_content *c, struct en_content *out, uint32_t *nodes)
{
    struct vl_entries e = vl_content_entries(c, 0, "kingdoms", KINGDOMS_MIN, EN_KINGDOMS_MAX);
    uint32_t keys[EN_KINGDOMS_MAX], where[EN_KINGDOMS_MAX];

    for (; e.at; vl_content_next(&e)) {
        read_kingdom(c, e.at, out, e.i, nodes);
        keys[e.i] = out->kingdoms[e.i].key;
        where[e.i] = e.at;
    }
    out->kingdoms_len = vl_u8(e.i);
    vl_content_unique(c, keys, where, e.i);
}

/* EN-SET-04: an item and an enchantment, one of each per seat. */
static void read_start(struct vl_content *c, struct en_content *out, uint32_t *nodes)
{
    static const char *const fields[] = { "key",   "kind",   "upper", "lower",
                                          "glory", "source", "name",  NULL };
    static const char *const optional[] = { "ability", "score", "text", "except", NULL };
    struct vl_entries e = vl_content_entries(c, 0, "start", 2, 2);
    int first = out->kingdoms_len * EN_DESIGNS_PER;

    for (; e.at; vl_content_next(&e)) {
        struct en_design *d = &out->designs[first + e.i];

        if (!vl_content_fields(c, e.at, fields, optional))
            continue;
        nodes[first + e.i] = e.at;
        read_card(c, e.at, d);
        d->copies = EN_SEATS_MAX;
        d->kingdom = out->kingdoms_len;
        if (d->kind != e.i)
            vl_content_fault(c, e.at, "kind", VL_INVALID, "an item, then an enchantment");
    }
    out->designs_len = vl_u8(first + 2);
}

static void read_village(struct vl_content *c, uint32_t node, struct en_village *v)
{
    static const char *const fields[] = { "key", "abilities", "scores", "source", "name", NULL };
    static const char *const optional[] = { "text", "except", NULL };
    static const char *const sourced[] = { "abilities", "scores", "name", NULL };
    bool has_free_rest = false;

    if (!vl_content_fields(c, node, fields, optional))
        return;
    v->key = vl_content_key(c, node);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &v->name);
    vl_content_source(c, node, sourced);
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, &v->text);
    struct vl_entries e = vl_content_entries(c, node, "abilities", 1, EN_VILLAGE_ABILITIES);
    for (; e.at; vl_content_next(&e)) {
        struct en_ability *a = &v->abilities[v->abilities_len++];

        read_ability(c, e.at, false, a);
        uint8_t *which = a->kind <= EN_AB_MULTI  ? &v->actions
                         : a->kind == EN_AB_REST ? &v->rests
                                                 : &v->triggers;
        *which = (uint8_t)(*which | 1 << e.i);
        has_free_rest = has_free_rest || (a->kind == EN_AB_REST && a->costs_len == 0);
        for (int i = 0; i < a->costs_len; i++)
            if (a->costs[i].pick == EN_PICK_THIS)
                vl_content_fault(c, e.at, "cost", VL_INVALID, "a village cannot be removed");
    }
    if (!has_free_rest) /* EN-DATA-03 */
        vl_content_fault(c, node, "abilities", VL_MISSING, "a rest without further cost");
    e = vl_content_entries(c, node, "scores", 0, EN_VILLAGE_CLAUSES);
    for (; e.at; vl_content_next(&e))
        read_clause(c, e.at, &v->clauses[v->clauses_len++]);
}

static void read_villages(struct vl_content *c, struct en_content *out)
{
    struct vl_entries e = vl_content_entries(c, 0, "villages", 1, EN_VILLAGES_MAX);
    uint32_t keys[EN_VILLAGES_MAX], where[EN_VILLAGES_MAX];

    for (; e.at; vl_content_next(&e)) {
        read_village(c, e.at, &out->villages[e.i]);
        keys[e.i] = out->villages[e.i].key;
        where[e.i] = e.at;
    }
    out->villages_len = vl_u8(e.i);
    vl_content_unique(c, keys, where, e.i);
}

/* EN-SET-22 */
static void read_first_game(struct vl_content *c, struct en_content *out)
{
    struct vl_entries e = vl_content_entries(c, 0, "first_game", EN_IN_PLAY_MAX, EN_IN_PLAY_MAX);
    uint32_t seen = 0;

    for (; e.at; vl_content_next(&e)) {
        const char *words[EN_KINGDOMS_MAX];

        for (int k = 0; k < out->kingdoms_len; k++)
            words[k] = out->kingdoms[k].key ? c->block + out->kingdoms[k].key : "";
        int k = vl_content_word(c, e.at, words, out->kingdoms_len);
        if (k >= 0)
            vl_content_once(c, e.at, NULL, &seen, k, "this kingdom stands twice");
        out->first_game[e.i] = vl_u8(k < 0 ? 0 : k);
    }
}

/* EN-CMP-09, EN-RUL-25: a display, which a pack may leave out. */
static void read_mega_crystal(struct vl_content *c, struct en_content *out)
{
    static const char *const fields[] = { "key", "crystals", "source", "name", NULL };
    static const char *const optional[] = { "text", "except", NULL };
    static const char *const sourced[] = { "crystals", "name", "text", NULL };
    uint32_t node = vl_json_get(c->doc, 0, "mega_crystal");

    if (!node || !vl_content_fields(c, node, fields, optional))
        return;
    out->mega.key = vl_content_key(c, node);
    out->mega.crystals = (uint32_t)vl_content_int(c, node, "crystals", 1, EN_COUNTER_MAX);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &out->mega.name);
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, &out->mega.text);
    vl_content_source(c, node, sourced);
}

/* ---- tables by card ---- */

/* "gob_axe#1", "normalville#0" */
static uint32_t numbered(struct vl_content *c, uint32_t of, int copy)
{
    char text[VL_CONTENT_KEY_MAX + 4];
    const char *key = of ? c->block + of : "";
    size_t n = 0;

    while (key[n] && n < VL_CONTENT_KEY_MAX) {
        text[n] = key[n];
        n++;
    }
    text[n++] = '#';
    text[n++] = (char)('0' + copy);
    return vl_content_put(c, text, n);
}

static void add_card(struct vl_content *c, struct en_content *out, int design, int copy)
{
    const struct en_design *d = &out->designs[design];
    int card = out->cards_len++;
    struct en_card *k = &out->cards[card];

    k->design = vl_u8(design);
    k->copy = vl_u8(copy);
    k->kind = d->kind;
    k->skull = d->skull;
    k->ability = d->has_ability ? vl_u8(1 + d->ability.kind) : 0;
    memcpy(k->upper, d->upper, sizeof k->upper);
    memcpy(k->lower, d->lower, sizeof k->lower);
    k->key = numbered(c, d->key, copy);
    en_put(out->of_kind[d->kind], card);
    if (copy <= d->marked)
        en_put(out->marked, card);
}

/* Kingdom x 25 + place; then the start cards by seat (rules, section 9.1). */
static void number_cards(struct vl_content *c, struct en_content *out)
{
    for (int i = 0; i < out->designs_len; i++) {
        if (i == out->designs_len - 2)
            out->starts = out->cards_len;
        out->designs[i].first = out->cards_len;
        for (int copy = 1; copy <= out->designs[i].copies; copy++)
            add_card(c, out, i, copy);
    }
    for (int i = 0; i < out->villages_len; i++)
        for (int k = 0; k < out->villages[i].abilities_len; k++)
            out->villages[i].abilities[k].key = numbered(c, out->villages[i].key, k);
}

size_t en_compile(const struct vl_json_doc *doc, void *block, size_t cap, struct vl_faults *faults)
{
    static const char *const fields[] = { "first_game", "start", "kingdoms", "villages", NULL };
    static const char *const optional[] = { "mega_crystal", NULL };
    struct en_content *out = (struct en_content *)block;
    uint32_t nodes[EN_DESIGNS_MAX] = { 0 }, keys[EN_DESIGNS_MAX];
    struct vl_content c;

    if (!vl_content_begin(&c, doc, block, cap, sizeof *out, faults))
        return 0;
    vl_content_root(&c, fields, optional);
    read_kingdoms(&c, out, nodes);
    read_start(&c, out, nodes);
    read_villages(&c, out);
    read_first_game(&c, out);
    read_mega_crystal(&c, out);
    for (int i = 0; i < out->designs_len; i++)
        keys[i] = out->designs[i].key;
    vl_content_unique(&c, keys, nodes, out->designs_len); /* EN-DATA-07 */
    if (faults->count == c.faults_before)
        number_cards(&c, out);
    out->size = (uint32_t)c.len;
    return vl_content_end(&c);
}
