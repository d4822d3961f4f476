/* bench.c - the loop whose speed is quoted; nothing else belongs into it. */
#include "sim/bench.h"

#include "base/hash.h"

enum { ASK_EVERY = 256 }; /* games between two looks at the stop flag */

/* How a game ended, as people know it: the bytes of a state may be laid out anew
 * without a game being played differently. */
static uint64_t mix_result(uint64_t h, const struct vl_rules *r, const struct vl_state *s)
{
    struct vl_result result;

    vl_result(r, s, &result);
    h = vl_hash_mix(h, s->outcome);
    for (int i = 0; i < s->seats; i++)
        h = vl_hash_mix(h, (uint32_t)result.score[i]);
    return h;
}

static void play(const struct vl_rules *r, struct vl_state *s, struct vl_rng *rng,
                 struct vl_bench *b)
{
    const struct vl_game *g = r->game;
    struct vl_move list[VL_MOVES_MAX];
    uint64_t h = b->signature;

    while (s->actor != VL_OVER) {
        struct vl_move m;
        if (s->actor == VL_CHANCE) {
            m = g->sample(r, s, rng);
            b->chance_moves++;
        } else {
            int n = g->legal(r, s, list);
            m = list[vl_rng_below(rng, (uint32_t)n)];
            b->decisions++;
        }
        h = vl_hash_mix(h, vl_move_bits(m));
        g->apply(r, s, m, NULL);
        while (s->actor == VL_AUTO)
            g->step(r, s, NULL);
    }
    b->signature = mix_result(h, r, s);
    b->games++;
}

void vl_bench_games(const struct vl_rules *r, uint64_t seed, uint64_t n, uint64_t enough,
                    struct vl_state *state, struct vl_state *start,
                    const volatile sig_atomic_t *stop, struct vl_bench *out)
{
    struct vl_rng rng = vl_rng_seed(seed);

    vl_start(r, start, NULL);
    for (uint64_t k = 0; k < n; k++) {
        if (stop && k % ASK_EVERY == 0 && *stop)
            return;
        if (enough && out->decisions >= enough)
            return;
        memcpy(state, start, r->game->state_size);
        play(r, state, &rng, out);
    }
}

void vl_bench_copies(const struct vl_game *g, struct vl_state **ring, int len, uint64_t n)
{
    int at = 0;

    for (uint64_t k = 0; k < n; k++) {
        int next = at + 1 < len ? at + 1 : 0;
        memcpy(ring[next], ring[at], g->state_size);
        at = next;
    }
}
