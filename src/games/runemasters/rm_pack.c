/* rm_pack.c - the content of Runemasters: content/runemasters.json into one
 * block of offsets (RM-CNT).
 *
 * Everything is checked and every fault reported. What a single entry can get
 * wrong is reported entry by entry; sums over a table are checked once all of
 * it could be read, so that one slip is not reported five times. */
#include "core/content.h"
#include "games/runemasters/runemasters.h"

#include "base/bits.h"

#include <assert.h>

/* The block is the same on every platform: no hidden padding. */
static_assert(sizeof(struct rm_card) == 36, "");
static_assert(sizeof(struct rm_type_info) == 20, "");
static_assert(sizeof(struct rm_event) == 28, "");
static_assert(sizeof(struct rm_hero) == 56, "");
static_assert(sizeof(struct rm_setup) == 12, "");
static_assert(sizeof(struct rm_level) == 12, "");
static_assert(sizeof(struct rm_content) == 8 + RM_CARDS * 36 + RM_TYPES * 20 + RM_EVENTS * 28 +
                                               4 * 56 + 3 * 12 + RM_DIFFICULTIES * 12 + 20,
              "");
static_assert((int)RM_TYPE_COUNT == (int)RM_TYPES, "");
static_assert((int)RM_RUNE_WHITE == (int)RM_RUNES - 1, "white is the last rune");

enum {
    GUARDIANS = 4,
    SETUPS = 3, /* for 2, 3 and 4 guardians */
    WEAK_MIN = 1,
    REWARD_MAX = 2, /* RM-CNT-03 */
    TEMPLE_MAX = 6, /* RM-CMP-04 */
    RULES_MAX = 12, /* rule ids an event may name */
    KEPT_MIN = 6,   /* three starting monsters, three shuffled with Dawn (RM-SET-18) */
    KEPT_MAX = RM_PILE_MAX - 1
};

/* clang-format off */
#define X(name, word) #word,
static const char *const rune_words[] = { RM_RUNE_MAP(X) };
static const char *const type_words[] = { RM_TYPE_MAP(X) };
static const char *const class_words[] = { RM_CLASS_MAP(X) };
static const char *const difficulty_words[] = { RM_DIFFICULTY_MAP(X) };
static const char *const mark_words[] = { RM_MARK_MAP(X) };
static const char *const ult_words[] = { RM_ULT_MAP(X) };
#undef X

/* The ranges of the numbers that follow a verb. ORDER RM_VERBS */
#define R_ARRIVES      { 1, RM_SLOTS }
#define R_SHOOTS       { 0, 0 }
#define R_FRENZY       { 1, RM_WEAK_MAX - 1 }, { 2, RM_HP_MAX }
#define R_NO_RELEASE   { 0, 0 }
#define R_NO_REROLLED  { 0, 0 }
#define R_RECOVERS     { 0, 0 }
#define R_NO_BLOCK     { 0, 0 }
#define R_DICE         { 1, RM_DICE_MAX }
#define R_REROLL_COST  { 1, RM_MANA_MAX }
#define R_NO_MARKS     { 0, 0 }
#define R_NO_SHOTS     { 0, 0 }
#define R_FREE_MOVE    { 0, 0 }
#define R_POISON       { 0, 0 }
#define R_NO_KILL_MANA { 0, 0 }
#define R_MANA_AS_HP   { 0, 0 }
#define R_ANGEL        { 0, 0 }

#define X(name, word, n) { #word, n, { R_##name } },
static const struct vl_verb ability_verbs[] = { RM_ABILITY_MAP(X) };
static const struct vl_verb effect_verbs[] = { RM_EFFECT_MAP(X) };
#undef X

/* RM-CMP-05: cards of each type, ORDER RM_TYPE_MAP. */
static const uint8_t type_cards[RM_TYPES] = { 4, 8, 4, 4, 4, 4, 4 };
/* RM-RUL-03: cards of each colour, in path order. */
static const uint8_t colour_cards[RM_PATHS_MAX] = { 9, 8, 8, 7 };
/* RM-CMP-07: events of each class, ORDER RM_CLASS_MAP. */
static const uint8_t class_events[RM_CLASSES] = { 5, 5, 1 };
/* clang-format on */

/* ---- monster types ---- */

/* What a type gives to each of its cards. */
struct type_traits {
    uint8_t abilities, arrives, frenzy_wounds, frenzy_strength;
};

static void read_abilities(struct vl_content *c, uint32_t type, struct type_traits *t)
{
    struct vl_entries e = vl_content_entries(c, type, "abilities", 0, RM_ABILITIES);
    uint32_t seen = 0;

    for (; e.at; vl_content_next(&e)) {
        int n[VL_VERB_NUMBERS];
        int verb = vl_content_verb(c, e.at, ability_verbs, VL_LEN(ability_verbs), n);

        if (verb < 0)
            continue;
        vl_content_once(c, e.at, NULL, &seen, verb, "this ability stands twice");
        if (verb == RM_ABB_ARRIVES)
            t->arrives = vl_u8(n[0]);
        if (verb == RM_ABB_FRENZY) {
            t->frenzy_wounds = vl_u8(n[0]);
            t->frenzy_strength = vl_u8(n[1]);
        }
    }
    t->abilities = vl_u8((int)seen);
}

static void read_type(struct vl_content *c, uint32_t node, struct rm_type_info *info,
                      struct type_traits *traits, uint32_t *seen)
{
    static const char *const fields[] = { "key",  "count", "abilities", "source",
                                          "name", "text",  NULL };
    static const char *const optional[] = { "except", NULL };
    static const char *const sourced[] = { "count", "abilities", "name", "text", NULL };
    struct rm_type_info fresh;
    struct type_traits t = { 0, 0, 0, 0 };

    if (!vl_content_fields(c, node, fields, optional))
        return;
    memset(&fresh, 0, sizeof fresh);
    fresh.key = vl_content_key(c, node);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &fresh.name);
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, &fresh.text);
    vl_content_source(c, node, sourced);
    read_abilities(c, node, &t);
    int count = vl_content_int(c, node, "count", 0, RM_CARDS);
    int type = fresh.key ? vl_content_word_in(c, node, "key", type_words, RM_TYPES) : -1;
    if (type < 0)
        return;
    if (vl_json_get(c->doc, node, "count") && count != type_cards[type])
        vl_content_differs(c, node, "count", "cards of this type", count, type_cards[type]);
    vl_content_once(c, node, "key", seen, type, "this type stands twice");
    info[type] = fresh;
    traits[type] = t;
}

static void read_types(struct vl_content *c, struct rm_content *out, struct type_traits *traits)
{
    struct vl_entries e = vl_content_entries(c, 0, "types", RM_TYPES, RM_TYPES);
    uint32_t seen = 0;

    for (; e.at; vl_content_next(&e))
        read_type(c, e.at, out->types, traits, &seen);
}

/* ---- monster cards ---- */

/* RM-CNT-02: 1 to 4 weak points; white is never one. */
static void read_weak(struct vl_content *c, uint32_t node, struct rm_card *card)
{
    uint32_t list = vl_content_list(c, node, "weak", WEAK_MIN, RM_WEAK_MAX);
    uint32_t at = list ? vl_json_first(c->doc, list) : 0;
    int len = 0;

    memset(card->weak, VL_NONE, sizeof card->weak);
    for (; at && len < RM_WEAK_MAX; at = vl_json_sibling(c->doc, at)) {
        if (vl_json_is(c->doc, at, rune_words[RM_RUNE_WHITE])) {
            vl_content_fault(c, at, NULL, VL_INVALID, "white is never a weak point (RM-CNT-02)");
            continue;
        }
        int rune = vl_content_word(c, at, rune_words, RM_RUNE_WHITE);
        if (rune < 0)
            continue;
        card->weak_of[rune] = vl_u8(card->weak_of[rune] | 1 << len);
        card->weak[len++] = vl_u8(rune);
    }
    card->weak_len = vl_u8(len);
    card->full = vl_u8((1 << len) - 1);
}

static bool read_reward(struct vl_content *c, uint32_t node, struct rm_card *card)
{
    static const char *const fields[] = { "hp", "mana", NULL };
    uint32_t reward = vl_json_get(c->doc, node, "reward");

    if (!reward || !vl_content_fields(c, reward, fields, NULL))
        return false;
    card->hp = vl_u8(vl_content_int(c, reward, "hp", 0, REWARD_MAX));
    card->mana = vl_u8(vl_content_int(c, reward, "mana", 0, REWARD_MAX));
    return true;
}

/* RM-CNT-04, for one card: what the booklet prints of Trolls and Dragons. */
static void check_card(struct vl_content *c, uint32_t node, const struct rm_card *card,
                       bool has_reward)
{
    bool is_dragon = card->type == RM_TYPE_DRAGON;
    uint32_t weak = vl_json_get(c->doc, node, "weak");

    if (card->type != RM_TYPE_TROLL && !is_dragon)
        return;
    if (weak && vl_json_type_of(c->doc, weak) == VL_JSON_ARRAY && c->doc->nodes[weak].count != 3)
        vl_content_differs(c, weak, NULL, "weak points of a Troll or Dragon (RM-CNT-04)",
                           c->doc->nodes[weak].count, 3);
    if (!is_dragon)
        return;
    for (int i = 1; i < card->weak_len; i++)
        if (card->weak[i] != card->weak[0]) {
            vl_content_fault(c, weak, NULL, VL_INVALID,
                             "the weak points of a Dragon are equal (RM-CNT-04)");
            break;
        }
    if (has_reward && (card->hp != 1 || card->mana != 1))
        vl_content_fault(c, node, "reward", VL_INVALID,
                         "the reward of a Dragon is 1 HP and 1 mana (RM-CNT-04)");
}

static void read_card(struct vl_content *c, uint32_t node, struct rm_card *card,
                      const struct type_traits *traits)
{
    static const char *const fields[] = { "key",        "type",   "colour", "weak", "reward",
                                          "two_player", "source", "name",   NULL };
    static const char *const optional[] = { "except", NULL };
    /* fields with a source of their own; weak_count: how many, not which */
    static const char *const sourced[] = { "type",   "colour",     "weak", "weak_count",
                                           "reward", "two_player", "name", NULL };

    if (!vl_content_fields(c, node, fields, optional))
        return;
    int type = vl_content_word_in(c, node, "type", type_words, RM_TYPES);
    int colour = vl_content_word_in(c, node, "colour", rune_words, RM_PATHS_MAX);

    card->key = vl_content_key(c, node);
    card->type = type < 0 ? VL_NONE : vl_u8(type);
    card->colour = colour < 0 ? 0 : vl_u8(colour);
    read_weak(c, node, card);
    bool has_reward = read_reward(c, node, card);
    card->two_player = vl_content_bool(c, node, "two_player");
    vl_content_source(c, node, sourced);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &card->name);
    check_card(c, node, card, has_reward);
    if (type < 0)
        return;
    card->abilities = traits[type].abilities;
    card->arrives = traits[type].arrives;
    card->frenzy_wounds = traits[type].frenzy_wounds;
    card->frenzy_strength = traits[type].frenzy_strength;
}

/* RM-CNT-04: the sums over all cards. */
static void check_cards(struct vl_content *c, uint32_t list, const struct rm_card *cards)
{
    int of_type[RM_TYPES] = { 0 }, of_colour[RM_PATHS_MAX] = { 0 }, pairs[RM_PATHS_MAX] = { 0 };

    for (int i = 0; i < RM_CARDS; i++) {
        of_type[cards[i].type]++;
        of_colour[cards[i].colour]++;
        pairs[cards[i].colour] += cards[i].two_player;
    }
    for (int t = 0; t < RM_TYPES; t++)
        if (of_type[t] != type_cards[t]) {
            char what[80];
            struct vl_buf b = vl_buf_on(what, sizeof what);

            vl_put(&b, "cards of type ");
            vl_put(&b, type_words[t]);
            vl_put(&b, " (RM-CNT-04)");
            vl_content_differs(c, list, NULL, what, of_type[t], type_cards[t]);
        }
    for (int p = 0; p < RM_PATHS_MAX; p++) {
        char what[80];
        struct vl_buf b = vl_buf_on(what, sizeof what);

        vl_put(&b, rune_words[p]);
        vl_put(&b, " cards (RM-CNT-04)");
        if (of_colour[p] != colour_cards[p])
            vl_content_differs(c, list, NULL, what, of_colour[p], colour_cards[p]);
        b = vl_buf_on(what, sizeof what);
        vl_put(&b, rune_words[p]);
        vl_put(&b, " two-player cards (RM-CNT-04)");
        if (pairs[p] != 4)
            vl_content_differs(c, list, NULL, what, pairs[p], 4);
    }
}

static void read_dawn(struct vl_content *c, struct rm_content *out)
{
    static const char *const fields[] = { "key", "source", "name", "text", NULL };
    static const char *const no_exceptions[] = { NULL };
    uint32_t dawn = vl_json_get(c->doc, 0, "dawn");

    if (!dawn || !vl_content_fields(c, dawn, fields, NULL))
        return;
    out->dawn_key = vl_content_key(c, dawn);
    vl_content_source(c, dawn, no_exceptions);
    vl_content_text(c, dawn, "name", VL_CONTENT_NAME_MAX, &out->dawn_name);
    vl_content_text(c, dawn, "text", VL_CONTENT_TEXT_MAX, &out->dawn_text);
}

/* Dawn is a card of the pile too: its key is none of theirs. */
static void read_cards(struct vl_content *c, struct rm_content *out,
                       const struct type_traits *traits)
{
    struct vl_entries e = vl_content_entries(c, 0, "monsters", RM_CARDS, RM_CARDS);
    uint32_t keys[RM_CARDS + 1], nodes[RM_CARDS + 1];
    int before = c->faults->count;

    for (; e.at; vl_content_next(&e)) {
        read_card(c, e.at, &out->cards[e.i], traits);
        keys[e.i] = out->cards[e.i].key;
        nodes[e.i] = e.at;
    }
    if (e.i == RM_CARDS && c->faults->count == before)
        check_cards(c, e.list, out->cards);
    read_dawn(c, out);
    keys[e.i] = out->dawn_key;
    nodes[e.i] = vl_json_get(c->doc, 0, "dawn");
    vl_content_unique(c, keys, nodes, e.i + 1);
}

/* ---- events ---- */

static void read_effects(struct vl_content *c, uint32_t node, struct rm_event *ev)
{
    struct vl_entries e = vl_content_entries(c, node, "effects", 0, RM_EFFECTS);
    uint32_t seen = 0;

    ev->dice = 4;        /* RM-DIE-01 */
    ev->reroll_cost = 1; /* RM-RRL-02 */
    for (; e.at; vl_content_next(&e)) {
        int n[VL_VERB_NUMBERS];
        int verb = vl_content_verb(c, e.at, effect_verbs, VL_LEN(effect_verbs), n);

        if (verb < 0)
            continue;
        vl_content_once(c, e.at, NULL, &seen, verb, "this effect stands twice");
        if (verb == RM_FXB_DICE)
            ev->dice = vl_u8(n[0]);
        if (verb == RM_FXB_REROLL_COST)
            ev->reroll_cost = vl_u8(n[0]);
    }
    ev->effects = (uint16_t)seen;
}

/* "RM-EVT-30": whether such a rule exists is checked with the schema. */
static bool rule_id_ok(const char *id)
{
    size_t len = strlen(id);

    if (len < 8 || memcmp(id, "RM-", 3) != 0 || id[len - 3] != '-')
        return false;
    for (size_t i = 3; i < len - 3; i++)
        if (id[i] < 'A' || id[i] > 'Z')
            return false;
    return id[len - 2] >= '0' && id[len - 2] <= '9' && id[len - 1] >= '0' && id[len - 1] <= '9';
}

static void read_rules(struct vl_content *c, uint32_t node)
{
    struct vl_entries e = vl_content_entries(c, node, "rules", 1, RULES_MAX);

    for (; e.at; vl_content_next(&e)) {
        char id[16];

        if (!vl_json_text(c->doc, e.at, id, sizeof id) || !rule_id_ok(id))
            vl_content_fault(c, e.at, NULL, VL_SYNTAX, "must be a rule id such as \"RM-EVT-30\"");
    }
}

static void read_event(struct vl_content *c, uint32_t node, struct rm_event *ev)
{
    static const char *const fields[] = { "key",    "class", "effects", "rules",
                                          "source", "name",  "text",    NULL };
    static const char *const optional[] = { "except", NULL };
    static const char *const sourced[] = { "class", "effects", "name", "text", NULL };

    if (!vl_content_fields(c, node, fields, optional))
        return;
    int kind = vl_content_word_in(c, node, "class", class_words, RM_CLASSES);

    ev->key = vl_content_key(c, node);
    ev->kind = kind < 0 ? 0 : vl_u8(kind);
    read_effects(c, node, ev);
    read_rules(c, node);
    vl_content_source(c, node, sourced);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &ev->name);
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, &ev->text);
    /* The neutral event ends up in force without a reveal (RM-RUL-52), and the
     * reveal is when the angel is given. */
    if (kind == RM_CLASS_NEUTRAL && ev->effects & RM_FX_ANGEL)
        vl_content_fault(c, node, "effects", VL_INVALID, "the neutral event cannot give the angel");
}

/* RM-CMP-07: 5 positive, 5 negative, 1 neutral, which closes the pile. */
static void check_events(struct vl_content *c, uint32_t list, struct rm_content *out)
{
    int of_class[RM_CLASSES] = { 0 };

    for (int i = 0; i < RM_EVENTS; i++) {
        of_class[out->events[i].kind]++;
        if (out->events[i].kind == RM_CLASS_NEUTRAL)
            out->closing_event = vl_u8(i);
    }
    for (int k = 0; k < RM_CLASSES; k++)
        if (of_class[k] != class_events[k]) {
            char what[80];
            struct vl_buf b = vl_buf_on(what, sizeof what);

            vl_put(&b, class_words[k]);
            vl_put(&b, " events (RM-CMP-07)");
            vl_content_differs(c, list, NULL, what, of_class[k], class_events[k]);
        }
}

static void read_events(struct vl_content *c, struct rm_content *out)
{
    struct vl_entries e = vl_content_entries(c, 0, "events", RM_EVENTS, RM_EVENTS);
    uint32_t keys[RM_EVENTS], nodes[RM_EVENTS];
    int before = c->faults->count;

    for (; e.at; vl_content_next(&e)) {
        read_event(c, e.at, &out->events[e.i]);
        keys[e.i] = out->events[e.i].key;
        nodes[e.i] = e.at;
    }
    if (e.i == RM_EVENTS && c->faults->count == before)
        check_events(c, e.list, out);
    vl_content_unique(c, keys, nodes, e.i);
}

/* ---- guardians ---- */

/* {"verb", "name", "text"}: the verb's number, -1 if it cannot be read. */
static int read_power(struct vl_content *c, uint32_t guardian, const char *key,
                      const char *const *words, int len, struct vl_texts *name,
                      struct vl_texts *text)
{
    static const char *const fields[] = { "verb", "name", "text", NULL };
    uint32_t node = vl_json_get(c->doc, guardian, key);

    if (!node || !vl_content_fields(c, node, fields, NULL))
        return -1;
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, name);
    vl_content_text(c, node, "text", VL_CONTENT_TEXT_MAX, text);
    return vl_content_word_in(c, node, "verb", words, len);
}

/* Each guardian has its own mark and its own ultimate. */
static void claim(struct vl_content *c, uint32_t guardian, const char *key, int verb,
                  uint32_t *seen)
{
    if (verb >= 0)
        vl_content_once(c, vl_json_get(c->doc, guardian, key), "verb", seen, verb,
                        "another guardian has this power");
}

static void read_hero(struct vl_content *c, uint32_t node, struct rm_hero *hero, uint32_t *marks,
                      uint32_t *ultimates)
{
    static const char *const fields[] = {
        "key", "source", "name", "title", "mark", "ultimate", NULL
    };
    static const char *const optional[] = { "except", NULL };
    static const char *const sourced[] = { "name", "title", "mark", "ultimate", NULL };

    if (!vl_content_fields(c, node, fields, optional))
        return;
    hero->key = vl_content_key(c, node);
    vl_content_source(c, node, sourced);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &hero->name);
    vl_content_text(c, node, "title", VL_CONTENT_NAME_MAX, &hero->title);
    int mark = read_power(c, node, "mark", mark_words, RM_MARKS, &hero->mark_name,
                          &hero->mark_text);
    int ultimate = read_power(c, node, "ultimate", ult_words, RM_ULTS, &hero->ult_name,
                              &hero->ult_text);
    claim(c, node, "mark", mark, marks);
    claim(c, node, "ultimate", ultimate, ultimates);
    hero->mark = mark < 0 ? 0 : vl_u8(mark);
    hero->ultimate = ultimate < 0 ? 0 : vl_u8(ultimate);
}

static void read_heroes(struct vl_content *c, struct rm_content *out)
{
    struct vl_entries e = vl_content_entries(c, 0, "guardians", GUARDIANS, GUARDIANS);
    uint32_t keys[GUARDIANS], nodes[GUARDIANS], marks = 0, ultimates = 0;

    for (; e.at; vl_content_next(&e)) {
        read_hero(c, e.at, &out->heroes[e.i], &marks, &ultimates);
        keys[e.i] = out->heroes[e.i].key;
        nodes[e.i] = e.at;
    }
    vl_content_unique(c, keys, nodes, e.i);
}

/* ---- setups and difficulties ---- */

/* RM-SET-13..15: which cards a pile is built from. */
static void choose_cards(const struct rm_content *out, struct rm_setup *setup, int one_of)
{
    for (int i = 0; i < RM_CARDS; i++) {
        const struct rm_card *card = &out->cards[i];

        if (card->colour >= setup->paths)
            continue;
        if (card->two_player || !setup->two_player)
            setup->cards |= UINT32_C(1) << i;
        if (card->type == one_of)
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

static void read_setup(struct vl_content *c, uint32_t node, struct rm_content *out, uint32_t *seen,
                       bool cards_ok)
{
    static const char *const fields[] = { "guardians", "paths",      "temple", "removed",
                                          "source",    "two_player", NULL };
    static const char *const optional[] = { "one_of", "except", NULL };
    static const char *const sourced[] = { "paths",      "temple", "removed",
                                           "two_player", "one_of", NULL };
    struct rm_setup setup;
    int before = c->faults->count;

    if (!vl_content_fields(c, node, fields, optional))
        return;
    int guardians = vl_content_int(c, node, "guardians", 2, RM_SEATS_MAX);

    memset(&setup, 0, sizeof setup);
    setup.paths = vl_u8(vl_content_int(c, node, "paths", guardians, RM_PATHS_MAX));
    setup.temple = vl_u8(vl_content_int(c, node, "temple", 1, TEMPLE_MAX));
    setup.removed = vl_u8(vl_content_int(c, node, "removed", 0, RM_CARDS));
    setup.two_player = vl_content_bool(c, node, "two_player");
    vl_content_source(c, node, sourced);
    int one_of = vl_content_word_in(c, node, "one_of", type_words, RM_TYPES);
    if (vl_json_get(c->doc, node, "guardians") && *seen & 1u << guardians)
        vl_content_fault(c, node, "guardians", VL_DUPLICATE, "this number stands twice");
    *seen |= 1u << guardians;
    choose_cards(out, &setup, one_of);
    if (cards_ok && c->faults->count == before)
        check_pile(c, node, &setup);
    out->setups[guardians - 2] = setup;
}

static void read_setups(struct vl_content *c, struct rm_content *out, bool cards_ok)
{
    struct vl_entries e = vl_content_entries(c, 0, "setups", SETUPS, SETUPS);
    uint32_t seen = 0;

    for (; e.at; vl_content_next(&e))
        read_setup(c, e.at, out, &seen, cards_ok);
}

/* RM-SET-30: five events, as many of each class as the table says; there must
 * be that many, since none occurs twice (RM-SET-32). */
static void read_level(struct vl_content *c, uint32_t node, struct rm_level *levels, uint32_t *seen)
{
    static const char *const fields[] = {
        "key", "positive", "negative", "neutral", "ultimate_start", "source", "name", NULL
    };
    static const char *const optional[] = { "except", NULL };
    static const char *const sourced[] = { "positive",       "negative", "neutral",
                                           "ultimate_start", "name",     NULL };
    struct rm_level level;
    int sum = 0, before = c->faults->count;

    if (!vl_content_fields(c, node, fields, optional))
        return;
    memset(&level, 0, sizeof level);
    for (int k = 0; k < RM_CLASSES; k++) {
        level.events[k] = vl_u8(vl_content_int(c, node, class_words[k], 0, class_events[k]));
        sum += level.events[k];
    }
    level.ultimate_start = vl_u8(vl_content_int(c, node, "ultimate_start", 1, 2));
    vl_content_source(c, node, sourced);
    vl_content_text(c, node, "name", VL_CONTENT_NAME_MAX, &level.name);
    int key = vl_content_word_in(c, node, "key", difficulty_words, RM_DIFFICULTIES);
    if (c->faults->count == before && sum != RM_EVENT_PILE)
        vl_content_differs(c, node, NULL, "events of a difficulty (RM-SET-30)", sum, RM_EVENT_PILE);
    if (key < 0)
        return;
    vl_content_once(c, node, "key", seen, key, "this difficulty stands twice");
    levels[key] = level;
}

static void read_levels(struct vl_content *c, struct rm_content *out)
{
    struct vl_entries e = vl_content_entries(c, 0, "difficulties", RM_DIFFICULTIES,
                                             RM_DIFFICULTIES);
    uint32_t seen = 0;

    for (; e.at; vl_content_next(&e))
        read_level(c, e.at, out->levels, &seen);
}

/* ---- the whole ---- */

size_t rm_compile(const struct vl_json_doc *doc, void *block, size_t cap, struct vl_faults *faults)
{
    static const char *const fields[] = { "types",     "monsters", "dawn",         "events",
                                          "guardians", "setups",   "difficulties", NULL };
    struct rm_content *out = (struct rm_content *)block;
    struct type_traits traits[RM_TYPES];
    struct vl_content c;

    if (!vl_content_begin(&c, doc, block, cap, sizeof *out, faults))
        return 0;
    memset(traits, 0, sizeof traits);
    vl_content_root(&c, fields, NULL);
    read_types(&c, out, traits);
    int before = faults->count;
    read_cards(&c, out, traits);
    bool cards_ok = faults->count == before && vl_json_get(doc, 0, "monsters");
    read_events(&c, out);
    read_heroes(&c, out);
    read_setups(&c, out, cards_ok);
    read_levels(&c, out);
    size_t size = vl_content_end(&c);
    out->size = (uint32_t)size;
    return size;
}
