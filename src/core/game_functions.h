/* game_functions.h - the functions of a game that has several files, declared at once.
 *
 *     VL_GAME_FUNCTIONS(qy)          // qy_start, qy_legal, qy_apply ...
 *
 * They are those of struct vl_game (core/game.h says what each promises), under the game's
 * prefix; a game has those that it needs, and names them in its struct.
 */
#ifndef VL_CORE_GAME_FUNCTIONS_H
#define VL_CORE_GAME_FUNCTIONS_H

#include "core/game.h"

/* clang-format off */
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
    int32_t g##_eval(const struct vl_rules *r, const struct vl_state *s, int seat);
/* clang-format on */

#endif
