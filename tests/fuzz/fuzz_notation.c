/* Any bytes as a move: the first byte chooses the position. What parses and is
 * accepted survives format and parse; what is refused changes nothing. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const struct vl_rules *r = fuzz_rules(2 + data[0] % 3);
    union vl_any_state s, before;
    struct vl_rng rng = vl_rng_seed(data[1]);
    struct vl_move list[VL_MOVES_MAX], m, again;
    struct vl_error err;

    vl_start(r, &s.base, NULL);
    for (int i = 0; i < data[0] && s.base.actor != VL_OVER; i++) {
        int n = vl_legal(r, &s.base, list);
        vl_apply_legal(r, &s.base, list[vl_rng_below(&rng, (uint32_t)n)], NULL);
    }
    vl_rule no = vl_move_parse(r, (const char *)data + 2, size - 2, &m);
    int st = vl_move_read(r, (const char *)data + 2, size - 2, &again, &err);
    FUZZ_CHECK(no ? st == VL_REFUSED && err.rule == no : st == VL_OK && vl_move_eq(m, again));
    if (no) {
        FUZZ_CHECK(no == r->game->rule_malformed || no == r->game->rule_unknown_action);
        return 0;
    }
    memcpy(&before, &s, r->game->state_size);
    no = vl_apply(r, &s.base, m, VL_ANYONE, NULL);
    if (no) {
        FUZZ_CHECK(memcmp(&before, &s, r->game->state_size) == 0);
        return 0;
    }
    char text[200];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    vl_move_format(r, m, &b);
    FUZZ_CHECK(vl_move_parse(r, text, b.len, &again) == 0 && vl_move_eq(m, again));
    FUZZ_CHECK(vl_sound(r, &s.base, NULL) == VL_OK);
    return 0;
}
