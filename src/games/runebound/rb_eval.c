/* rb_eval.c - how good a position is for a seat, for the greedy bot. */
#include "games/runebound/runebound.h"

int32_t rb_eval(const struct vl_rules *r, const struct vl_state *state, int seat)
{
    const struct rb_content *c = rb_content(r);
    const struct rb_state *s = rb_of(state);
    const struct rb_player *p = &s->p[seat];
    int32_t sum = 0;

    if (s->winners)
        return s->winners >> seat & 1 ? VL_EVAL_WIN : -VL_EVAL_WIN;
    sum += 4000 * rb_runes(c, s, seat);
    sum += 300 * rb_xp_total(r, s, seat);
    sum += 40 * p->gold;
    return sum;
}
