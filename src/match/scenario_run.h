/* scenario_run.h - one scenario while it runs: what the parts of the runner share.
 *
 * scenario.c reads a file, sets a scenario up and plays its moves; scenario_check.c
 * compares what it finds with what is expected; scenario_json.c tells it as JSON.
 */
#ifndef VL_MATCH_SCENARIO_RUN_H
#define VL_MATCH_SCENARIO_RUN_H

#include "match/scenario.h"
#include "pack/pack.h"

enum {
    NODES_MAX = 1 << 20,
    ID_MAX = 80,
    TEXT_MAX = 256, /* a notation, a value shown in a report */
    POINTER_MAX = 256,
    POSITION_MAX = 1 << 16,
    POSITION_NODES = 4096,
    EVENTS_MAX = 256 /* of one move */
};

/* The events of the last move. */
struct heard {
    struct vl_sink base; /* first: the engine knows only this */
    int len;             /* more than EVENTS_MAX: the others are lost */
    struct vl_event list[EVENTS_MAX];
};

/* One scenario while it runs. */
struct run {
    const struct vl_json_doc *doc;
    uint32_t node; /* the scenario's object */
    const struct vl_scenario_opts *opts;
    struct vl_scenario_report *rep;
    char id[ID_MAX];
    struct vl_pack pack;
    bool pack_owned;
    struct vl_rules rules;
    struct vl_state *state, *before; /* before: to see that a refusal changes nothing */
    bool settle;
    int faults, checks;
    struct heard *heard;
    /* the position or the events at hand, as JSON: memory for them */
    char *json;
    struct vl_json_node *nodes;
    struct vl_json_doc at_hand;
};

/* ---- faults: scenario.c ---- */

/* Counts and reports it. */
void scenario_tell(struct run *run, struct vl_scenario_fault *f);
/* Where a value stands, from the scenario's own object on. */
void scenario_place(const struct run *run, uint32_t node, char out[POINTER_MAX]);
/* It cannot be run, or not any further: false. An error that does not point into the
 * scenario itself (a pack's) is told at `node`. */
bool scenario_broken(struct run *run, uint32_t node, const struct vl_error *error);
bool scenario_broken_here(struct run *run, uint32_t node, int status, const char *what);
/* A value as it stands in its document, cut to a readable length. */
void scenario_value(const struct vl_json_doc *doc, uint32_t node, char out[TEXT_MAX]);

/* ---- checks: scenario_check.c. False: the scenario is broken ---- */

/* Only these members. */
bool scenario_members_ok(struct run *run, uint32_t object, const char *const *names, int len);
/* What is played next is listened to. */
struct vl_sink *scenario_listen(struct run *run);
/* Values of the position, by pointers. */
bool scenario_check_values(struct run *run, uint32_t object);
/* Events of the last move, in this order; others may come before, between and after. */
bool scenario_check_events(struct run *run, uint32_t list);
/* All legal moves, in the order in which they are listed. */
bool scenario_check_moves(struct run *run, uint32_t list);

#endif
