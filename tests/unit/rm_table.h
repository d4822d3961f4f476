/* rm_table.h - a table of Runemasters for tests: load a position, play
 * notations, read the position back.
 *
 *     struct rm_table t;
 *     rm_table_load(&t, "{'base':'D4','active':'kulak','dice':['red','blue','white','white']}");
 *     rm_table_play(&t, "mark_heal 2 neltai", "end");
 *     CHECK_EQ(rm_table_int(&t, "/guardians/neltai/hp"), 4);
 *     CHECK_STR(rm_table_refused(&t, "hit 2"), "E_DIE_USED");
 *
 * JSON is written with ' for ", to be readable in C. Whatever cannot be loaded
 * or played is reported as a failed check at the caller's line, and the table
 * stays as it was. Pointers are RFC 6901 into the full position. Texts that
 * are returned live until the next call on the same table.
 */
#ifndef VL_TESTS_RM_TABLE_H
#define VL_TESTS_RM_TABLE_H

#include "core/engine.h"
#include "games/runemasters/runemasters.h"
#include "pack/pack.h"
#include "test.h"

enum { RM_TABLE_TEXT = 16384, RM_TABLE_NODES = 1024, RM_TABLE_LOG = 512 };

struct rm_table {
    struct vl_sink sink; /* first: collects the events of every move */
    struct vl_pack pack;
    struct vl_rules r;
    struct rm_state s;
    int log_len; /* events since the last rm_table_forget() */
    struct vl_event log[RM_TABLE_LOG];
    char text[RM_TABLE_TEXT]; /* the position, as it was last asked for */
    struct vl_json_node nodes[RM_TABLE_NODES];
    struct vl_json_doc doc;
    char word[512];
    vl_rule bad_rule; /* of the last refused position or options */
    char bad_where[120];
};

/* ---- opening ---- */

/* A new game: "guardians=2 difficulty=hero"; "" for the defaults. */
#define rm_table_open(t, options) rm_table_open_at((t), (options), __FILE__, __LINE__)
/* A whole or partial position, settled: automatic phases have run. */
#define rm_table_load(t, json) rm_table_load_at((t), (json), true, __FILE__, __LINE__)
/* The same, but no automatic phase has run yet: see rm_table_step(). */
#define rm_table_load_unsettled(t, json) rm_table_load_at((t), (json), false, __FILE__, __LINE__)
/* What refuses a position or options: the pointer or the name of the option,
 * "" if they are accepted. The table is not usable afterwards. */
const char *rm_table_bad_position(struct rm_table *t, const char *json);
const char *rm_table_bad_options(struct rm_table *t, const char *options);
/* The code word or id of the rule that refused last: "E_GUARDIAN_COUNT", "RM-INV-04". */
const char *rm_table_bad_rule(const struct rm_table *t);

/* ---- playing ---- */

/* Plays notations, chance included: rm_table_play(&t, "hit 0", "end"). Without
 * names of guardians: whoever is to move plays. */
#define rm_table_play(t, ...)                                                                      \
    rm_table_play_at((t), (const char *const[]){ __VA_ARGS__, NULL }, __FILE__, __LINE__)
/* The code word of the refusal (the id, where the rule has none), "" if the
 * move is allowed. Nothing is played; that is checked. */
const char *rm_table_refused(struct rm_table *t, const char *notation);
const char *rm_table_refused_by(struct rm_table *t, const char *notation, vl_actor by);
bool rm_table_can(struct rm_table *t, const char *notation);
/* Is it among the legal moves? */
bool rm_table_lists(struct rm_table *t, const char *notation);
/* How many legal moves have that word; NULL: all of them. */
int rm_table_count(struct rm_table *t, const char *word);
/* The weight of an outcome of chance, 0 if it is not listed. */
uint64_t rm_table_weight(struct rm_table *t, const char *notation);
/* One automatic phase; false if none is due. */
bool rm_table_step(struct rm_table *t);
/* Plays until the game is over: chance is sampled, decisions are drawn
 * uniformly from the list. Returns the number of moves. */
int rm_table_play_out(struct rm_table *t, struct vl_rng *rng);
/* What whoever is next could play: chance as it falls, decisions at random but
 * seldom `end`, so that turns grow long. */
struct vl_move rm_table_any(const struct rm_table *t, struct vl_rng *rng);

/* ---- reading ---- */

/* The full position as JSON. */
const char *rm_table_state(struct rm_table *t);
/* A number or boolean, -1 if there is none. */
int rm_table_int(struct rm_table *t, const char *pointer);
/* A string as it is; anything else as its JSON text, with ' for " again and
 * no spaces; "" if there is nothing. */
const char *rm_table_str(struct rm_table *t, const char *pointer);
const char *rm_table_phase(const struct rm_table *t);

/* ---- events ---- */

void rm_table_forget(struct rm_table *t);
/* How many events of a type (RM_EV_...) there were. */
int rm_table_happened(const struct rm_table *t, int type);
/* The k-th event of a type; NULL if there is none. */
const struct vl_event *rm_table_event(const struct rm_table *t, int type, int k);

/* behind the macros */
bool rm_table_open_at(struct rm_table *t, const char *options, const char *file, int line);
bool rm_table_load_at(struct rm_table *t, const char *json, bool settle, const char *file,
                      int line);
bool rm_table_play_at(struct rm_table *t, const char *const *moves, const char *file, int line);

#endif
