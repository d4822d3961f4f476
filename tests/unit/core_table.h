/* core_table.h - what the tests of the core have in common. */
#ifndef VL_TESTS_CORE_TABLE_H
#define VL_TESTS_CORE_TABLE_H

#include "core/engine.h"

/* Prepared rules of a game without content. */
struct vl_rules core_rules(const struct vl_game *g, const char *options);
vl_rule core_parse(const struct vl_rules *r, const char *text, struct vl_move *m);
/* Plays a move by its notation; 0, or the rule that refuses. */
vl_rule core_play(const struct vl_rules *r, struct vl_state *s, const char *text, vl_actor by);

/* A position read into *s; "" or "status rule where". */
const char *core_read(const struct vl_rules *r, struct vl_state *s, const char *json);
const char *core_written(const struct vl_rules *r, const struct vl_state *s, vl_actor viewer,
                         bool full);

/* A sink that keeps the first events. */
struct recorder {
    struct vl_sink sink;
    int len;
    struct vl_event ev[32];
};

struct vl_sink *core_recording(struct recorder *rec);

#endif
