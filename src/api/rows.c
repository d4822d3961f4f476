/* rows.c - tables as rows of numbers, one or many at a time. */
#include "api/impl.h"

#include <limits.h>

int veillee_observe(const struct veillee_table *t, int seat, int16_t *out, size_t cap)
{
    if (t == NULL)
        return VEILLEE_USAGE;
    if (!vl_api_is_seat(t, seat) && seat != VEILLEE_ANYONE)
        return VEILLEE_RANGE;
    int len = vl_observe_len(t->rules.game);

    if (out != NULL && (size_t)len <= cap)
        vl_observe(&t->rules, &t->state.base, (vl_actor)seat, out);
    return len;
}

int veillee_mask(const struct veillee_table *t, uint8_t *out, size_t cap)
{
    if (t == NULL)
        return VEILLEE_USAGE;
    int len = vl_actions_max(t->rules.game);

    if (out != NULL && (size_t)len <= cap)
        vl_action_mask(&t->rules, &t->state.base, out);
    return len;
}

/* The action numbers of the list of moves, none when no seat is to move; how many. */
static int list_numbers(const struct veillee_table *t, int16_t *out)
{
    struct vl_move own[VL_MOVES_MAX];
    int len;

    if (t->state.base.actor < 0)
        return 0;
    const struct vl_move *list = vl_api_moves(t, own, &len);
    vl_action_numbers(&t->rules, list, len, out);
    return len;
}

int veillee_legal(const struct veillee_table *t, int16_t *out, size_t cap)
{
    int16_t list[VL_MOVES_MAX];

    if (t == NULL)
        return VEILLEE_USAGE;
    int len = list_numbers(t, list);

    if (out != NULL && (size_t)len <= cap)
        memcpy(out, list, (size_t)len * sizeof *list);
    return len;
}

/* The loop is bounded: between two decisions a game has few outcomes of chance. */
static void play_chance(struct veillee_table *t, struct veillee_rng *rng)
{
    struct vl_state *s = &t->state.base;
    struct vl_rng in = vl_api_taken(rng);

    for (int left = VL_STEPS_MAX; s->actor == VL_CHANCE; left--) {
        VL_VERIFY(left > 0);
        vl_apply_legal(&t->rules, s, vl_sample(&t->rules, s, &in), NULL);
    }
    vl_api_put_back(rng, in);
}

/* Plays the action of the seat to move, if one is; false if a rule refuses it. */
static bool act(struct veillee_table *t, int action)
{
    struct vl_state *s = &t->state.base;

    if (s->actor < 0) {
        if (s->actor == VL_OVER)
            vl_start(&t->rules, s, NULL);
        return true;
    }
    struct vl_move m = vl_action_move(&t->rules, action);
    if (vl_refuse(&t->rules, s, m, VL_ANYONE) != 0)
        return false;
    vl_apply_legal(&t->rules, s, m, NULL);
    return true;
}

static void write_rewards(const struct veillee_table *t, size_t row, size_t seats,
                          const struct veillee_rows *out)
{
    struct vl_result res = { 0 };

    if (t->state.base.actor == VL_OVER)
        vl_result(&t->rules, &t->state.base, &res);
    for (size_t k = 0; k < seats; k++) {
        bool there = res.over && k < t->state.base.seats;

        if (out->rewards != NULL)
            out->rewards[row * seats + k] = (int8_t)(!there ? 0 : res.won[k] ? 1 : -1);
        if (out->scores != NULL)
            out->scores[row * seats + k] = there ? res.score[k] : 0;
    }
}

/* The list is made once for both. */
static void write_legal(const struct veillee_table *t, size_t row, const struct veillee_sizes *size,
                        const struct veillee_rows *out)
{
    size_t actions = (size_t)size->actions, choices = (size_t)size->choices;
    int16_t list[VL_MOVES_MAX];
    int len = list_numbers(t, list);

    if (out->masks != NULL)
        memset(out->masks + row * actions, 0, actions);
    for (int i = 0; out->masks != NULL && i < len; i++) {
        size_t number = (size_t)list[i];

        out->masks[row * actions + number] = 1;
    }
    for (size_t i = 0; out->legal != NULL && i < choices; i++)
        out->legal[row * choices + i] = i < (size_t)len ? list[i] : (int16_t)-1;
    if (out->legal_len != NULL)
        out->legal_len[row] = (int16_t)len;
}

static void write_row(const struct veillee_table *t, size_t row, const struct veillee_sizes *size,
                      const struct veillee_rows *out)
{
    const struct vl_state *s = &t->state.base;
    bool over = s->actor == VL_OVER;

    if (out->observations != NULL)
        vl_observe(&t->rules, s, over ? VL_ANYONE : s->actor,
                   out->observations + row * (size_t)size->observation);
    if (out->masks != NULL || out->legal != NULL || out->legal_len != NULL)
        write_legal(t, row, size, out);
    if (out->actors != NULL)
        out->actors[row] = s->actor;
    if (out->done != NULL)
        out->done[row] = over;
    if (out->rewards != NULL || out->scores != NULL)
        write_rewards(t, row, (size_t)size->seats, out);
}

static bool is_batch(struct veillee_table *const *tables, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (tables[i] == NULL || tables[i]->rules.game != tables[0]->rules.game)
            return false;
    }
    return n <= INT_MAX;
}

/* What veillee_step() was asked. */
struct batch {
    struct veillee_table *const *tables;
    struct veillee_rng *rngs;
    const int32_t *actions;
    const struct veillee_rows *out;
    struct veillee_sizes size;
};

/* One decision at table i; false if a rule refuses it. */
static bool step_one(const struct batch *b, size_t i)
{
    struct veillee_table *t = b->tables[i];

    vl_api_forget(t);
    bool done = b->actions == NULL || act(t, b->actions[i]);
    play_chance(t, &b->rngs[i]);
    if (b->out != NULL && b->out->refused != NULL)
        b->out->refused[i] = !done;
    if (b->out != NULL)
        write_row(t, i, &b->size, b->out);
    return done;
}

static int step_some(void *job, size_t from, size_t to)
{
    int refused = 0;

    for (size_t i = from; i < to; i++)
        refused += !step_one(job, i);
    return refused;
}

int veillee_crew_step(struct veillee_crew *crew, struct veillee_table *const *tables,
                      struct veillee_rng *rngs, size_t n, const int32_t *actions,
                      const struct veillee_rows *out)
{
    if (n == 0)
        return 0;
    if (tables == NULL || rngs == NULL || !is_batch(tables, n))
        return VEILLEE_USAGE;
    struct batch b = { tables, rngs, actions, out, vl_api_sizes(tables[0]->rules.game) };

    return vl_api_share(crew, step_some, &b, n);
}

int veillee_step(struct veillee_table *const *tables, struct veillee_rng *rngs, size_t n,
                 const int32_t *actions, const struct veillee_rows *out)
{
    return veillee_crew_step(NULL, tables, rngs, n, actions, out);
}
