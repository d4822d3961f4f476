/* Any JSON as a position of Runemasters, or of Runebound or Reflets d'Acide if it says so: refused
 * with a pointer, or sound, playable to the end, and stable when written and read again. */
#include "fuzz/fuzz.h"

enum { NODES = 8000, MOVES = 500 }; /* moves of a game that need not end */

static void play_on(const struct vl_rules *r, struct vl_state *s)
{
    struct vl_rng rng = vl_rng_seed(1);
    struct vl_move list[VL_MOVES_MAX];

    vl_settle(r, s, NULL);
    bool ends = r->game->decisions_max != 0;
    for (int i = 0; s->actor != VL_OVER && (ends || i < MOVES); i++) {
        int n = vl_legal(r, s, list);
        FUZZ_CHECK(n > 0 && n <= r->game->moves_max &&
                   (!ends || (uint32_t)i < vl_moves_cap(r->game)));
        vl_apply_legal(r, s, list[vl_rng_below(&rng, (uint32_t)n)], NULL);
        FUZZ_CHECK(vl_sound(r, s, NULL) == VL_OK);
    }
}

static const char *const others[] = { "runebound", "reflets" };

static const struct vl_rules *rules_of(int other)
{
    static struct vl_rules rules[VL_LEN(others)];
    static struct vl_pack packs[VL_LEN(others)];
    struct vl_rules *r = &rules[other];
    struct vl_pack *pack = &packs[other];

    if (r->game == NULL) {
        FUZZ_CHECK(vl_pack_builtin(pack, vl_game_find(others[other])) == VL_OK);
        vl_rules_init(r, pack->game, pack->block, &pack->info);
    }
    return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct vl_json_node nodes[NODES];
    static char out[1 << 16];
    struct vl_json_doc doc;
    struct vl_error err;
    union vl_any_state s, scratch, again;
    const struct vl_rules *base = fuzz_rules(4);
    struct vl_rules r;

    if (vl_json_parse(&doc, (const char *)data, size, nodes, NODES, &err))
        return 0;
    uint32_t game = vl_json_get(&doc, 0, "game");
    for (int i = 0; i < VL_LEN(others); i++)
        if (game != 0 && vl_json_is(&doc, game, others[i]))
            base = rules_of(i);
    vl_rules_init(&r, base->game, base->content, base->pack);
    if (vl_position_rules(&r, &doc, 0, &err) ||
        vl_position_read(&r, &s.base, &scratch.base, &doc, 0, &err)) {
        FUZZ_CHECK(err.status != VL_OK);
        return 0;
    }
    struct vl_json w = vl_json_on(out, sizeof out);
    vl_position_write(&r, &s.base, VL_ANYONE, true, &w);
    FUZZ_CHECK(!w.out.full);
    FUZZ_CHECK(vl_json_parse(&doc, out, w.out.len, nodes, NODES, &err) == VL_OK);
    FUZZ_CHECK(vl_position_read(&r, &again.base, &scratch.base, &doc, 0, &err) == VL_OK);
    FUZZ_CHECK(memcmp(&s, &again, r.game->state_size) == 0);
    play_on(&r, &s.base);
    return 0;
}
