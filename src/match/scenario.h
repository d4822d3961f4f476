/* scenario.h - plays scenarios and checks what they expect (docs/formats.md).
 *
 * A file holds one scenario or an array of them. Each is told to the reporter:
 * begin, its faults, end. A scenario that cannot be run at all (unknown game,
 * bad options, a position that is refused, an unknown member) is a fault too, and
 * so is one that checks nothing or whose id the report has seen before; only a
 * text that is not JSON, or holds no scenario in shape, fails the call.
 *
 *     struct vl_scenario_report rep = { .fault = print_fault };
 *     if (vl_scenario_run_file(path, NULL, &rep, &err)) ...
 *     vl_scenario_report_free(&rep);
 *     return rep.failed ? 1 : 0;
 */
#ifndef VL_MATCH_SCENARIO_H
#define VL_MATCH_SCENARIO_H

#include "core/engine.h"
#include "pack/pack.h"

enum { VL_SCENARIO_SIZE_MAX = 8 << 20 };

/* What went wrong at one place of a scenario. */
enum vl_scenario_fault_kind {
    VL_SCENARIO_DIFFERS,  /* a value of the position is not the expected one */
    VL_SCENARIO_NO_EVENT, /* the last move did not cause the event, or not in this order */
    VL_SCENARIO_MOVES,    /* an entry of the list of legal moves is another */
    VL_SCENARIO_REFUSED,  /* a move that should be possible is refused: rule, refusal */
    VL_SCENARIO_ALLOWED,  /* a move that should be refused is possible */
    VL_SCENARIO_ACCEPTED, /* options or a position that should be refused are not */
    VL_SCENARIO_REASON,   /* refused, but for another reason: expected, found */
    VL_SCENARIO_NO_STEP,  /* no automatic phase was due */
    VL_SCENARIO_BROKEN    /* it cannot be run: error says why */
};

#define VL_SCENARIO_NOTHING "nothing" /* expected or found: nothing is there */

struct vl_scenario_fault {
    int kind;             /* enum vl_scenario_fault_kind */
    const char *id;       /* of the scenario */
    const char *where;    /* pointer into the scenario: "/moves/3", "/expect" */
    const char *pointer;  /* DIFFERS: pointer into the position; else "" */
    const char *expected; /* JSON text, a notation, a rule id or a code word; "" if none */
    const char *found;
    vl_rule rule;                 /* that refused; 0 if none */
    const struct vl_error *error; /* BROKEN: what, and where */
    /* for words; each NULL if there is none. vl_text_refused() takes these */
    const struct vl_error *refusal; /* of a move: `where` is the notation */
    struct vl_move move;            /* the refused one; kind 0: it cannot be read */
    const struct vl_rules *rules;
    const struct vl_state *state; /* at which it is refused */
};

struct vl_scenario_report {
    /* each may be NULL */
    void (*begin)(struct vl_scenario_report *rep, const char *id);
    void (*fault)(struct vl_scenario_report *rep, const struct vl_scenario_fault *f);
    void (*end)(struct vl_scenario_report *rep, const char *id, bool passed, int checks);
    /* a rule that the scenario says it proves; for coverage */
    void (*proves)(struct vl_scenario_report *rep, const char *id, const char *rule);
    int passed, failed; /* scenarios */
    int checks;         /* expectations and refusals looked at */
    /* private: hashes of the ids that were seen, open addressing; 0 is a free place */
    uint64_t *ids;
    uint32_t ids_len, ids_cap;
};

struct vl_scenario_opts {
    const struct vl_game *game; /* a game that is not in the registry; NULL */
    const struct vl_pack *pack; /* instead of the built-in content; NULL */
    const char *folder;         /* "content" paths of scenarios are relative to it; NULL: refused */
};

/* Runs every scenario of text[0..len). VL_OK if all could be read, whether or
 * not they passed. opts may be NULL. */
int vl_scenario_run(const char *text, size_t len, const struct vl_scenario_opts *opts,
                    struct vl_scenario_report *rep, struct vl_error *err);
/* The same for a file, with its own folder as opts->folder unless given. */
int vl_scenario_run_file(const char *path, const struct vl_scenario_opts *opts,
                         struct vl_scenario_report *rep, struct vl_error *err);

/* Forgets the ids that were seen. */
void vl_scenario_report_free(struct vl_scenario_report *rep);

/* The word of a fault's kind: "differs", "no_event", "moves", "refused", "allowed",
 * "accepted", "reason", "no_step", "broken". */
const char *vl_scenario_fault_word(int kind);

/* A reporter that writes JSON: an array of {id, passed, checks, faults: [...]}
 * items into w, where an array must be open. */
struct vl_scenario_json {
    struct vl_scenario_report base; /* first: pass &json.base to the runner */
    struct vl_json *w;
    /* may be NULL: the words of a refused move, in place of those of its kind */
    void (*words)(struct vl_buf *out, const struct vl_scenario_fault *f, void *user);
    void *user;
};
void vl_scenario_json_init(struct vl_scenario_json *rep, struct vl_json *w);

#endif
