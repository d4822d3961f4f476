/* Any bytes as effects of Enchanters, Runebound or Reflets d'Acide, on one of some
 * places of the built-in pack: refused with a fault, or a card that can be played
 * with and never breaks an invariant. The first byte chooses the game (from 128 on
 * Runebound, from 192 on Reflets d'Acide), the place and the players. */
#include "fuzz/fuzz.h"

#include "games/enchanters/enchanters.h"
#include "games/reflets/reflets.h"
#include "games/runebound/runebound.h"

#include <string.h>

enum { OF_ENCHANTERS = 3, OF_RUNEBOUND = 10, RUNEBOUND = 128, REFLETS = 192, MOVES = 200 };

static const char *const places[] = {
    "/kingdoms/0/cards/0/ability", /* an item */
    "/kingdoms/0/cards/6/ability", /* a minor monster: often beaten */
    "/villages/0/abilities/2",     /* the village */
    "/heroes/0/abilities",         /* Runebound, from here on: a hero */
    "/allies/0/abilities",
    "/artifacts/28/abilities", /* a ring */
    "/adventures/11/pre",      /* a green challenge */
    "/adventures/12/reward",   /* one that is kept */
    "/adventures/20/global",   /* an event */
    "/adventures/24/do",       /* an encounter */
    "/heroes/0/skills/0/do",   /* Reflets d'Acide, from here on */
    "/loot/19/skill/do",
    "/dilemmas/3/do", /* a blessing */
    "/dilemmas/5/do",
    "/dilemmas/1/do", /* for an objective, for dice */
    "/zones/1/light",
    "/zones/1/dark",
    "/creatures/0/dark",
    "/luck/3/do",
    "/tokens/0/team",
    "/quests/0/reward",
    "/treasures/0/light",
};

/* Where all of them matter soon: who holds them fights in the first turn. */
static const char table_text[] =
    "{\"options\":{\"players\":%d},\"phase\":\"move_plan\",\"event\":\"V01\",\"players\":[{"
    "\"hero\":"
    "\"H01\",\"hex\":85,\"prev_hex\":104,\"wounds\":1,\"fatigue\":1,\"gold\":9,\"cards\":[\"A01\","
    "\"R29\",\"R41\",\"R47\"]},{\"hero\":\"H05\",\"hex\":85,\"gold\":5}],\"cards\":{\"R41\":{"
    "\"place\":"
    "\"held0\",\"face_down\":true}},\"track\":{\"1\":{\"card\":\"%s\",\"site\":\"SG06\",\"age\":1}}"
    ","
    "\"next_age\":2}";

/* At a luck square before the zone, or in the rooms where the last step and the octogon are near.
 */
static const char *const evenings[] = {
    "{\"base\":\"BASE%s\",\"phase\":\"bless\",\"turn\":1,\"team\":\"W03\",\"heroes\":[\"H01\","
    "\"H03\","
    "\"H10\",\"H16\",\"H22\",\"H60\"],\"markers\":[0,1,0,2,0,0],\"gems\":{\"A\":[2,2,2,2,2]},"
    "\"holders\":"
    "{\"L20\":\"H01\"},\"active\":[\"L20\"],\"cards\":{\"D02\":\"a\",\"D04\":\"a\",\"D06\":\"b\"},"
    "\"tops\":"
    "{\"forest\":\"Z02\"},\"known_imps\":[\"C01\"],\"tokens\":{\"red1\":{\"kind\":\"PURSE\"}}}",
    "{\"base\":\"BASE%s\",\"phase\":\"bless\",\"turn\":9,\"team\":\"R05\",\"lasting\":[\"open_"
    "door\"],\"heroes\":["
    "\"H01\",\"H03\",\"H10\",\"H16\"],\"gems\":{\"A\":[4,4,4,4,4]},\"holders\":{\"X02\":\"H01\","
    "\"L20\":\"H03\"},"
    "\"active\":[\"X02\",\"L20\"],\"cards\":{\"D04\":\"a\",\"D06\":\"a\"},\"rooms\":{\"5\":{"
    "\"card\":\"S05\","
    "\"up\":true},\"6\":{\"card\":\"S10\",\"up\":true}}}",
};

/* The pack is read anew for every input: only what a game needs of it is kept. */
static const struct {
    const char *list;
    const char *entries[5];
} kept[] = {
    { "/first_game",
      { "/kingdoms/0/key", "/kingdoms/3/key", "/kingdoms/4/key", "/kingdoms/6/key" } },
    { "/kingdoms", { "/kingdoms/0", "/kingdoms/3", "/kingdoms/4", "/kingdoms/6" } },
    { "/villages", { "/villages/0" } },
};

/* Where a value stands in the text of a document. */
struct span {
    size_t start, end;
};

static struct span span_of(const struct vl_json_doc *doc, const char *pointer)
{
    uint32_t at = vl_json_pointer(doc, pointer);
    const struct vl_json_node *n = &doc->nodes[at];
    uint32_t quote = n->type == VL_JSON_STRING;

    FUZZ_CHECK(at != 0);
    return (struct span){ n->start - quote, n->start + n->len + quote };
}

static struct vl_json_node *parsed(struct vl_json_doc *doc, const char *text, size_t len)
{
    size_t cap = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);

    FUZZ_CHECK(nodes && vl_json_parse(doc, text, len, nodes, (uint32_t)cap, NULL) == VL_OK);
    return nodes;
}

/* The built-in pack with the lists above cut down. */
static size_t small_pack(char *out, const struct vl_pack *pack)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes = parsed(&doc, pack->json, pack->json_len);
    size_t from = 0, len = 0;

    for (int i = 0; i < VL_LEN(kept); i++) {
        struct span list = span_of(&doc, kept[i].list);

        FUZZ_CHECK(from <= list.start); /* in the order of the file */
        memcpy(out + len, pack->json + from, list.start - from);
        len += list.start - from;
        for (int k = 0; kept[i].entries[k]; k++) {
            struct span entry = span_of(&doc, kept[i].entries[k]);

            out[len++] = k ? ',' : '[';
            memcpy(out + len, pack->json + entry.start, entry.end - entry.start);
            len += entry.end - entry.start;
        }
        out[len++] = ']';
        from = list.end;
    }
    memcpy(out + len, pack->json + from, pack->json_len - from);
    free(nodes);
    return len + pack->json_len - from;
}

/* That pack around each place: text before it and after it. */
static struct {
    const char *head, *tail;
    size_t head_len, tail_len;
} around[VL_LEN(places)];

static void find_some(const char *text, size_t len, int from, int to)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes = parsed(&doc, text, len);

    for (int i = from; i < to; i++) {
        struct span place = span_of(&doc, places[i]);

        around[i].head = text;
        around[i].head_len = place.start;
        around[i].tail = text + place.end;
        around[i].tail_len = len - place.end;
    }
    free(nodes);
}

static void find_places(void)
{
    static char text[1 << 18];
    struct vl_pack pack;

    FUZZ_CHECK(vl_pack_builtin(&pack, &enchanters_game) == VL_OK && pack.json_len < sizeof text);
    find_some(text, small_pack(text, &pack), 0, OF_ENCHANTERS);
    FUZZ_CHECK(vl_pack_builtin(&pack, &runebound_game) == VL_OK);
    find_some(pack.json, pack.json_len, OF_ENCHANTERS, OF_RUNEBOUND);
    FUZZ_CHECK(vl_pack_builtin(&pack, &reflets_game) == VL_OK);
    find_some(pack.json, pack.json_len, OF_RUNEBOUND, VL_LEN(places));
}

/* From a position in which the effects are at hand; such a game need not end. */
static void adventure(const struct vl_pack *pack, const char *text, uint64_t seed)
{
    struct vl_rules r;
    union vl_any_state s;
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(seed);
    union vl_any_state scratch;
    struct vl_json_doc doc;

    vl_rules_init(&r, pack->game, pack->block, &pack->info);
    struct vl_json_node *nodes = parsed(&doc, text, strlen(text));
    FUZZ_CHECK(vl_position_rules(&r, &doc, 0, NULL) == VL_OK);
    bool fits = vl_position_read(&r, &s.base, &scratch.base, &doc, 0, NULL) == VL_OK;
    free(nodes);
    if (!fits) /* too little life for its wounds, perhaps */
        vl_start(&r, &s.base, NULL);
    else
        vl_settle(&r, &s.base, NULL);
    for (int i = 0; i < MOVES && s.base.actor != VL_OVER; i++) {
        int n = vl_legal(&r, &s.base, list);

        FUZZ_CHECK(n > 0 &&
                   n <= (s.base.actor == VL_CHANCE ? r.game->moves_max : r.game->choices_max));
        vl_apply_legal(&r, &s.base, list[vl_rng_below(&rng, (uint32_t)n)], NULL);
        FUZZ_CHECK(vl_sound(&r, &s.base, NULL) == VL_OK);
        if (s.base.actor >= 0 && i % 16 == 0)
            (void)r.game->eval(&r, &s.base, s.base.actor);
    }
}

static void play(const struct vl_pack *pack, int players, uint64_t seed)
{
    struct vl_rules r;
    union vl_any_state s;
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(seed);
    char options[120];

    vl_rules_init(&r, pack->game, pack->block, &pack->info);
    snprintf(
        options, sizeof options,
        "players=%d kingdom_mode=list village=normalville kingdoms=worshippers,goblins,gnolls%s",
        players, players == 3 ? "" : ",undead");
    FUZZ_CHECK(vl_options_parse(&r, options, NULL) == VL_OK && vl_rules_prepare(&r, NULL) == VL_OK);
    vl_start(&r, &s.base, NULL);
    for (int i = 0; s.base.actor != VL_OVER; i++) {
        int n = vl_legal(&r, &s.base, list);

        FUZZ_CHECK(n > 0 && (uint32_t)i < vl_moves_cap(r.game));
        vl_apply_legal(&r, &s.base, list[vl_rng_below(&rng, (uint32_t)n)], NULL);
        FUZZ_CHECK(vl_sound(&r, &s.base, NULL) == VL_OK);
        if (s.base.actor >= 0 && i % 16 == 0)
            (void)r.game->eval(&r, &s.base, s.base.actor);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct {
        const struct vl_game *game;
        int first, from, to; /* the first byte, and the places */
    } games[] = { { &enchanters_game, 0, 0, OF_ENCHANTERS },
                  { &runebound_game, RUNEBOUND, OF_ENCHANTERS, OF_RUNEBOUND },
                  { &reflets_game, REFLETS, OF_RUNEBOUND, VL_LEN(places) } };
    static const char *const bases[] = { "1", "", "3" };
    struct vl_fault_list faults = { 0 };
    struct vl_pack pack = { 0 };
    char position[1024];

    if (!around[0].head)
        find_places();
    if (size < 1)
        return 0;
    int g = (data[0] >= RUNEBOUND) + (data[0] >= REFLETS);
    int kinds = games[g].to - games[g].from, pick = data[0] - games[g].first;
    int players = pick / kinds % 3, place = pick % kinds + games[g].from;
    size_t len = around[place].head_len + size - 1 + around[place].tail_len;
    char *text = malloc(len);
    FUZZ_CHECK(text);
    memcpy(text, around[place].head, around[place].head_len);
    memcpy(text + around[place].head_len, data + 1, size - 1);
    memcpy(text + len - around[place].tail_len, around[place].tail, around[place].tail_len);
    int st = vl_pack_read(&pack, games[g].game, text, len, &faults);
    free(text);
    FUZZ_CHECK((st == VL_OK) == (faults.count == 0));
    if (st == VL_OK) {
        if (g == 1)
            snprintf(position, sizeof position, table_text, 2 + players, size & 1 ? "G12" : "G13");
        if (g == 2)
            snprintf(position, sizeof position, evenings[size % VL_LEN(evenings)], bases[players]);
        if (g == 0)
            play(&pack, 2 + players, size);
        else
            adventure(&pack, position, size);
        vl_pack_free(&pack);
    }
    vl_fault_list_free(&faults);
    return 0;
}
