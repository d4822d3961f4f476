/* Any bytes as a content pack: every fault reported, or a pack that can be
 * played with. */
#include "fuzz/fuzz.h"

enum { MOVES = 3000 }; /* of a game that need not end */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vl_fault_list faults = { 0 };
    struct vl_pack pack = { 0 };
    struct vl_rules r;
    union vl_any_state s;
    struct vl_move list[VL_MOVES_MAX];
    struct vl_rng rng = vl_rng_seed(7);

    int st = vl_pack_read(&pack, NULL, (const char *)data, size, &faults);
    FUZZ_CHECK((st == VL_OK) == (faults.count == 0));
    if (st == VL_OK) {
        vl_rules_init(&r, pack.game, pack.block, &pack.info);
        FUZZ_CHECK(vl_rules_prepare(&r, NULL) == VL_OK);
        vl_start(&r, &s.base, NULL);
        bool ends = r.game->decisions_max != 0;
        for (int i = 0; s.base.actor != VL_OVER && (ends || i < MOVES); i++) {
            int n = vl_legal(&r, &s.base, list);
            FUZZ_CHECK(n > 0 && (!ends || (uint32_t)i < vl_moves_cap(r.game)));
            vl_apply_legal(&r, &s.base, list[vl_rng_below(&rng, (uint32_t)n)], NULL);
        }
        vl_pack_free(&pack);
    }
    vl_fault_list_free(&faults);
    return 0;
}
