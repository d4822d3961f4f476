/* game_functions.h - what every game says alike: how its content, options and state are read,
 * its functions, and their rows in its struct.
 *
 *     VL_GAME_READS(qy)              // in its header: qy_content(r), qy_derived(r), qy_of(s),
 * qy_steps(c, list) VL_GAME_FUNCTIONS(qy)          // qy_start, qy_legal, qy_apply ...
 *
 *     const struct vl_game quarry_game = {
 *         .id = "quarry", ...
 *         VL_GAME_TABLES(qy),        // qy_families, qy_move_kinds ... of this file
 *         .rule_malformed = QY_BAD_01, ...
 *         VL_GAME_CALLS(qy),
 *         .hide = qy_hide, ...       // what not every game has
 *     };
 *
 * The functions are those of struct vl_game (core/game.h says what each promises), under the
 * game's prefix. A header needs its own struct qy_content, qy_derived and qy_state for the first.
 */
#ifndef VL_CORE_GAME_FUNCTIONS_H
#define VL_CORE_GAME_FUNCTIONS_H

#include "core/effect.h"
#include "core/game.h"

/* clang-format off */
#define VL_GAME_READS(g)                                                                                                \
    static inline const struct g##_content *g##_content(const struct vl_rules *r)                                       \
    {                                                                                                                   \
        return (const struct g##_content *)r->content;                                                                  \
    }                                                                                                                   \
    static inline const struct g##_derived *g##_derived(const struct vl_rules *r)                                       \
    {                                                                                                                   \
        return (const struct g##_derived *)(const void *)r->derived.bytes;                                              \
    }                                                                                                                   \
    static inline const struct g##_state *g##_of(const struct vl_state *s)                                              \
    {                                                                                                                   \
        return (const struct g##_state *)(const void *)s;                                                               \
    }                                                                                                                   \
    static inline const struct vl_fx *g##_steps(const struct g##_content *c, struct vl_fx_list list)                    \
    {                                                                                                                   \
        return (const struct vl_fx *)(const void *)(c + 1) + list.at; /* they stand behind the content */               \
    }

#define VL_GAME_FUNCTIONS(g)                                                                                            \
    int g##_prepare(struct vl_rules *r, struct vl_error *err);                                                          \
    void g##_start(const struct vl_rules *r, struct vl_state *s);                                                       \
    int g##_legal(const struct vl_rules *r, const struct vl_state *s, struct vl_move *out);                             \
    vl_rule g##_refuse(const struct vl_rules *r, const struct vl_state *s, struct vl_move m, vl_actor by);              \
    uint64_t g##_weight(const struct vl_rules *r, const struct vl_state *s, struct vl_move m);                          \
    int g##_left(const struct vl_rules *r, const struct vl_state *s, struct vl_move m);                                 \
    struct vl_move g##_sample(const struct vl_rules *r, const struct vl_state *s, struct vl_rng *rng);                  \
    void g##_apply(const struct vl_rules *r, struct vl_state *s, struct vl_move m, struct vl_sink *sink);               \
    void g##_step(const struct vl_rules *r, struct vl_state *s, struct vl_sink *sink);                                  \
    void g##_hide(const struct vl_rules *r, struct vl_state *s, vl_actor viewer);                                       \
    size_t g##_kept(const struct vl_state *s, uint8_t out[VL_STATE_MAX]);                                               \
    const char *g##_broken(const struct vl_rules *r, const struct vl_state *s, vl_rule *rule);                          \
    void g##_result(const struct vl_rules *r, const struct vl_state *s, struct vl_result *out);                         \
    bool g##_turn(const struct vl_rules *r, const struct vl_state *s, struct vl_turn *out);                             \
    int g##_limit(const struct vl_rules *r, int family);                                                                \
    struct vl_ref g##_brief(const struct vl_rules *r, int family, int index);                                           \
    int g##_controller(const struct vl_rules *r, int seat);                                                             \
    int g##_group(const struct vl_rules *r, int family, int index, int to);                                             \
    void g##_fresh(const struct vl_rules *r, struct vl_state *s);                                                       \
    int g##_loaded(const struct vl_rules *r, struct vl_state *s, const struct vl_given *given, struct vl_error *err);   \
    void g##_extras(const struct vl_rules *r, const struct vl_state *s, struct vl_json *w);                             \
    int g##_alike(const struct vl_rules *r, const char *word, size_t len, int seat, const uint8_t *taken);              \
    void g##_view(const struct vl_rules *r, const struct vl_state *s, vl_actor seat, struct vl_view *v);                \
    const char *g##_kind(const struct vl_rules *r, int family, int index);                                              \
    void g##_touch(const struct vl_rules *r, const struct vl_state *s, struct vl_move m, struct vl_touch *t);           \
    int g##_facts(const struct vl_rules *r, const struct vl_state *s, struct vl_move m, vl_rule rule, struct vl_msg_arg *out); \
    int32_t g##_eval(const struct vl_rules *r, const struct vl_state *s, int seat);                                     \
    bool g##_plan(const struct vl_rules *r, const struct vl_state *s, int seat, struct vl_move *out, int32_t *value);

#define VL_GAME_TABLES(g)                                                                                               \
    .families = g##_families, .families_len = VL_LEN(g##_families),                                                     \
    .moves = g##_move_kinds, .moves_len = VL_LEN(g##_move_kinds),                                                       \
    .events = g##_event_kinds, .events_len = VL_LEN(g##_event_kinds),                                                   \
    .phases = g##_phase_keys, .phases_len = VL_LEN(g##_phase_keys),                                                     \
    .outcomes = g##_outcome_keys, .outcomes_len = VL_LEN(g##_outcome_keys),                                             \
    .options = g##_options, .options_len = VL_LEN(g##_options), .fields = g##_fields,                                   \
    .tallies = g##_tallies, .tallies_len = VL_LEN(g##_tallies)

#define VL_GAME_CALLS(g)                                                                                                \
    .prepare = g##_prepare, .start = g##_start, .legal = g##_legal, .refuse = g##_refuse, .weight = g##_weight,         \
    .sample = g##_sample, .apply = g##_apply, .step = g##_step, .broken = g##_broken, .result = g##_result,             \
    .fresh = g##_fresh, .loaded = g##_loaded, .view = g##_view, .kind = g##_kind, .touch = g##_touch,                   \
    .eval = g##_eval, .says = &g##_says, .pack = VL_PACKS(g##_pack)
/* clang-format on */

#endif
