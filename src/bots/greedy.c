/* greedy.c - the move whose next position game->eval() likes best.
 *
 * A move that leaves the same seat waiting for chance (a reroll) is worth the
 * exact mean over the outcomes when there are few, the mean of a fixed number
 * of samples when there are many. When the turn passes on instead, the position
 * is valued where it stands: what is drawn next is drawn after every move, and
 * averaging over it would only compare positions of different age.
 *
 * What follows a reroll is left to the evaluator, which plans the rest of the
 * turn by itself. Looking one move further here was measured: eight times as
 * slow, and no gain beyond the noise of 1,600 games.
 *
 * Equal moves are told apart by the generator, so that the choices of setup
 * differ from game to game.
 */
#include "bots/bot.h"

enum {
    OUTCOMES_EXACT = 256, /* as many outcomes are averaged with their exact weights */
    SAMPLES = 40          /* else so many are drawn */
};

struct think {
    const struct vl_bot_ask *ask;
    struct vl_state *next, *after; /* after the move, after the chance that follows it */
    uint64_t nodes;
};

static size_t state_room(const struct vl_game *g)
{
    return ((size_t)g->state_size + 15) / 16 * 16;
}

static size_t scratch(const struct vl_game *g, int32_t param)
{
    (void)param;
    return 2 * state_room(g);
}

static int64_t value_of(struct think *t, const struct vl_state *s)
{
    t->nodes++;
    return t->ask->rules->game->eval(t->ask->rules, s, t->ask->seat);
}

static int64_t value_after(struct think *t, struct vl_move outcome)
{
    const struct vl_rules *r = t->ask->rules;

    memcpy(t->after, t->next, r->game->state_size);
    vl_apply_legal(r, t->after, outcome, NULL);
    return value_of(t, t->after);
}

/* Weights may use all 64 bits; values need 20 of them. */
static int scale_of(const struct vl_rules *r, const struct vl_state *s, const struct vl_move *list,
                    int n)
{
    uint64_t top = 0;

    for (int i = 0; i < n; i++) {
        uint64_t w = vl_weight(r, s, list[i]);
        top = w > top ? w : top;
    }
    int shift = 0;
    while (top >> shift > (UINT64_C(1) << 32))
        shift++;
    return shift;
}

static int64_t mean_exact(struct think *t, const struct vl_move *list, int n)
{
    const struct vl_rules *r = t->ask->rules;
    int shift = scale_of(r, t->next, list, n);
    int64_t sum = 0, total = 0;

    for (int i = 0; i < n; i++) {
        int64_t w = (int64_t)(vl_weight(r, t->next, list[i]) >> shift);
        sum += w * value_after(t, list[i]);
        total += w;
    }
    return total ? sum / total : value_of(t, t->next);
}

static int64_t mean_sampled(struct think *t)
{
    int64_t sum = 0;

    for (int i = 0; i < SAMPLES; i++)
        sum += value_after(t, vl_sample(t->ask->rules, t->next, t->ask->rng));
    return sum / SAMPLES;
}

/* Does the seat go on after this chance? The first outcome tells. */
static bool comes_back(struct think *t, struct vl_move outcome)
{
    memcpy(t->after, t->next, t->ask->rules->game->state_size);
    vl_apply_legal(t->ask->rules, t->after, outcome, NULL);
    return t->after->actor == t->ask->seat;
}

static int64_t value_of_move(struct think *t, struct vl_move m)
{
    const struct vl_rules *r = t->ask->rules;
    struct vl_move list[VL_MOVES_MAX];

    memcpy(t->next, t->ask->state, r->game->state_size);
    vl_apply_legal(r, t->next, m, NULL);
    if (t->next->actor != VL_CHANCE)
        return value_of(t, t->next);
    if (r->game->eval_foresees)
        return value_of(t, t->next);
    int n = vl_legal(r, t->next, list);
    if (n == 0 || !comes_back(t, list[0]))
        return value_of(t, t->next);
    return n <= OUTCOMES_EXACT ? mean_exact(t, list, n) : mean_sampled(t);
}

/* A move that the game has planned, if it has. */
static bool planned(const struct vl_bot_ask *ask, struct vl_bot_answer *out)
{
    const struct vl_game *g = ask->rules->game;
    struct vl_move m;
    int32_t value;

    if (!g->plan || !g->plan(ask->rules, ask->state, ask->seat, &m, &value))
        return false;
    VL_ASSERT(vl_move_find(ask->legal, ask->legal_len, m) >= 0);
    out->move = m;
    out->has_value = true;
    out->value = value;
    out->nodes = 1;
    out->reason = TXT("bot.reason.best");
    return true;
}

static void choose(const struct vl_bot_ask *ask, int32_t param, struct vl_bot_answer *out)
{
    (void)param;
    const struct vl_game *g = ask->rules->game;
    if (!g->eval || ask->legal_len == 1) {
        vl_bot_random.choose(ask, 0, out);
        return;
    }
    if (planned(ask, out))
        return;
    struct think t = { .ask = ask,
                       .next = ask->scratch,
                       .after = (void *)((char *)ask->scratch + state_room(g)) };
    int64_t best = INT64_MIN;
    uint32_t equals = 0;

    for (int i = 0; i < ask->legal_len; i++) {
        if (i > 0 && vl_bot_stopped(&ask->limits, t.nodes)) {
            out->stopped = true;
            break;
        }
        int64_t v = value_of_move(&t, ask->legal[i]);
        equals = v > best ? 1 : equals + (v == best);
        if (v > best || (v == best && vl_rng_below(ask->rng, equals) == 0)) {
            best = v;
            out->move = ask->legal[i];
        }
    }
    out->has_value = true;
    out->value = (int32_t)best;
    out->nodes = t.nodes;
    out->reason = TXT("bot.reason.best");
}

const struct vl_bot vl_bot_greedy = { .id = "greedy", .scratch = scratch, .choose = choose };
