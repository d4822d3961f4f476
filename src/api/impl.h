/* impl.h - what the files behind include/veillee.h share: the table, faults, and
 * how a move is played.
 *
 * A table holds its rules, its state, and the last moves with the state before
 * them: applying is a pure function, so the events of the last one are made again
 * when somebody asks for them, and playing costs nothing for those who do not. A
 * state is copied only when the trail of moves is full.
 * The list of moves is made when it is first asked for and kept until the state
 * changes. Several threads may ask at once: one makes it, and whoever comes
 * while it does makes a list of its own.
 */
#ifndef VL_API_IMPL_H
#define VL_API_IMPL_H

#include "veillee.h"

#include "core/engine.h"
#include "pack/pack.h"
#include "registry.h"

#include <stdatomic.h>

/* What pack.c loads once for all copies of a table. */
struct vl_api_content {
    atomic_int tables;
    struct vl_pack pack;
};

enum { VL_API_TRAIL = 16 };

enum vl_api_made { VL_API_NONE, VL_API_MAKING, VL_API_MADE };

struct vl_api_list {
    atomic_int made; /* enum vl_api_made */
    int len;
    struct vl_move move[VL_MOVES_MAX];
};

struct veillee_table {
    struct vl_api_content *content;
    struct vl_api_list *list; /* its own, of the state as it is */
    struct vl_rules rules;
    union vl_game_state state;
    union vl_game_state before; /* the moves of the trail */
    struct vl_move trail[VL_API_TRAIL];
    int32_t trail_len; /* 0: no last move to speak of */
};

/* ---- faults ---- */

/* Fills *err, which may be NULL, and returns the status of the ABI. */
int vl_api_report(struct veillee_error *err, const struct vl_rules *r,
                  const struct vl_error *fault);
int vl_api_fault(struct veillee_error *err, int status, const char *where, const char *what);

/* ---- what is there ---- */

static inline bool vl_api_is_seat(const struct veillee_table *t, int seat)
{
    return seat >= 0 && seat < t->state.base.seats;
}

struct veillee_sizes vl_api_sizes(const struct vl_game *g);

/* A text that does not fit is not written at all. */
static inline int vl_api_give(const struct vl_buf *text, char *out, size_t cap)
{
    if (out != NULL && text->len < cap)
        memcpy(out, text->p, text->len + 1);
    else if (out != NULL && cap > 0)
        out[0] = '\0';
    return (int)text->len;
}

/* ---- playing ---- */

/* Makes the list of moves, to be kept or, if another thread is at it, in `own`
 * (VL_MOVES_MAX entries); how many is *len. */
const struct vl_move *vl_api_make(const struct veillee_table *t, struct vl_move *own, int *len);

/* The list of moves, made if need be. */
static inline const struct vl_move *vl_api_moves(const struct veillee_table *t, struct vl_move *own,
                                                 int *len)
{
    if (atomic_load_explicit(&t->list->made, memory_order_acquire) != VL_API_MADE)
        return vl_api_make(t, own, len);
    *len = t->list->len;
    return t->list->move;
}

/* The state is about to be another: no list, no last move. */
static inline void vl_api_forget(struct veillee_table *t)
{
    atomic_store_explicit(&t->list->made, VL_API_NONE, memory_order_relaxed);
    t->trail_len = 0;
}

/* The table takes a position, as veillee_load() says. */
int vl_api_load(struct veillee_table *t, const char *json, size_t len, struct veillee_error *err);

static inline struct vl_rng vl_api_taken(const struct veillee_rng *rng)
{
    struct vl_rng in = { rng->word[0], rng->word[1], rng->word[2], rng->word[3] };

    return in;
}

static inline void vl_api_put_back(struct veillee_rng *rng, struct vl_rng in)
{
    rng->word[0] = in.a;
    rng->word[1] = in.b;
    rng->word[2] = in.c;
    rng->word[3] = in.counter;
}

/* ---- threads ---- */

/* Does the work for all i from..to-1; how much of it, by its own count. */
typedef int vl_api_work(void *job, size_t from, size_t to);

/* The whole work 0..n-1, in parts, by all threads of a crew (NULL: by the caller alone);
 * the sum of what the parts returned. */
int vl_api_share(struct veillee_crew *crew, vl_api_work *work, void *job, size_t n);

#endif
