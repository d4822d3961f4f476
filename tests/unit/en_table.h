/* en_table.h - a table of Enchanters for tests: load a position, play
 * notations, read the position back.
 *
 *     static struct en_table t;
 *     en_table_load(&t, "{'options':{'players':3},'road':['gob_axe'],'atk':3}");
 *     en_table_play(&t, "journey 0", "proceed");
 *     CHECK_EQ(en_table_int(&t, "/seats/1/wounds"), 2);
 *     CHECK_STR(en_table_refused(&t, "proceed"), "ERR_WRONG_PHASE");
 *
 * JSON is written with ' for ", to be readable in C. Whatever cannot be loaded
 * or played is reported as a failed check at the caller's line, and the table
 * stays as it was. Pointers are RFC 6901 into the full position. Texts that
 * are returned live until the next call on the same table. A table must begin
 * as zero: it keeps the pack that en_table_with() made.
 */
#ifndef VL_TESTS_EN_TABLE_H
#define VL_TESTS_EN_TABLE_H

#include "core/engine.h"
#include "games/enchanters/enchanters.h"
#include "pack/pack.h"
#include "test.h"

enum { EN_TABLE_TEXT = 16384, EN_TABLE_NODES = 2048, EN_TABLE_LOG = 1024 };

struct en_table {
    struct vl_sink sink; /* first: collects the events of every move */
    struct vl_pack pack; /* game NULL: none yet */
    struct vl_rules r;
    struct en_state s;
    int log_len; /* events since the last en_table_forget() */
    struct vl_event log[EN_TABLE_LOG];
    char text[EN_TABLE_TEXT]; /* the position, as it was last asked for */
    struct vl_json_node nodes[EN_TABLE_NODES];
    struct vl_json_doc doc;
    char word[512];
    vl_rule bad_rule; /* of the last refused position or options */
    char bad_where[120];
};

/* ---- content ---- */

/* The built-in pack with other values at some places, for this table from now
 * on: en_table_with(&t, "/villages/0/scores", "[['most',3,'wounds']]", ...). */
#define en_table_with(t, ...)                                                                      \
    en_table_with_at((t), (const char *const[]){ __VA_ARGS__, NULL }, __FILE__, __LINE__)
/* The built-in pack again. */
void en_table_plain(struct en_table *t);

/* The text of the built-in pack with other values at some places (pointer,
 * value, ..., NULL); to be freed. */
char *en_pack_text(const char *const *changes);

/* ---- opening ---- */

/* A new game: "players=3 village=moulinbas"; "" for the defaults. */
#define en_table_open(t, options) en_table_open_at((t), (options), __FILE__, __LINE__)
/* A whole or partial position, settled: automatic phases have run. */
#define en_table_load(t, json) en_table_load_at((t), (json), __FILE__, __LINE__)
/* What refuses a position or options: the pointer or the name of the option,
 * "" if they are accepted. The table is not usable afterwards. */
const char *en_table_bad_position(struct en_table *t, const char *json);
const char *en_table_bad_options(struct en_table *t, const char *options);
/* The code word or id of the rule that refused last: "ERR_POS_RANGE", "EN-ST-02". */
const char *en_table_bad_rule(const struct en_table *t);

/* ---- playing ---- */

/* Plays notations, chance included: en_table_play(&t, "journey 0", "proceed").
 * Whoever is to move plays; the state must be sound after each. */
#define en_table_play(t, ...)                                                                      \
    en_table_play_at((t), (const char *const[]){ __VA_ARGS__, NULL }, __FILE__, __LINE__)
/* The code word of the refusal (the id, where the rule has none), "" if the
 * move is allowed. Nothing is played; that is checked. */
const char *en_table_refused(struct en_table *t, const char *notation);
const char *en_table_refused_by(struct en_table *t, const char *notation, vl_actor by);
/* The legal moves as one text: "use village 2, journey 0, rest village 0". */
const char *en_table_moves(struct en_table *t);
/* The weight of an outcome of chance, 0 if it is not listed; and of all. */
uint64_t en_table_weight(struct en_table *t, const char *notation);
uint64_t en_table_weights(const struct en_table *t);
/* What whoever is next could play: chance as it falls, decisions at random. */
struct vl_move en_table_any(const struct en_table *t, struct vl_rng *rng);
/* Chance is drawn until a seat must decide. */
void en_table_deal(struct en_table *t, struct vl_rng *rng);

/* ---- reading ---- */

/* The full position as JSON. */
const char *en_table_state(struct en_table *t);
/* A number or boolean, -1 if there is none. */
int en_table_int(struct en_table *t, const char *pointer);
/* A string as it is; anything else as its JSON text, with ' for " again and
 * no spaces; "" if there is nothing. */
const char *en_table_str(struct en_table *t, const char *pointer);
const char *en_table_phase(const struct en_table *t);
/* The card ("gob_axe#1") or design ("gob_axe") of that key. */
int en_table_card(const struct en_table *t, const char *key);
int en_table_design(const struct en_table *t, const char *key);

/* ---- events ---- */

void en_table_forget(struct en_table *t);
/* How many events of a type (EN_EV_...) there were. */
int en_table_happened(const struct en_table *t, int type);
/* The k-th event of a type; NULL if there is none. */
const struct vl_event *en_table_event(const struct en_table *t, int type, int k);

/* behind the macros */
bool en_table_with_at(struct en_table *t, const char *const *changes, const char *file, int line);
bool en_table_open_at(struct en_table *t, const char *options, const char *file, int line);
bool en_table_load_at(struct en_table *t, const char *json, const char *file, int line);
bool en_table_play_at(struct en_table *t, const char *const *moves, const char *file, int line);

#endif
