/* table.h - a table of any game for tests: load a position, play notations,
 * read the position back.
 *
 *     static struct table t = TABLE(enchanters);
 *     table_load(&t, "{'options':{'players':3},'road':['gob_axe'],'atk':3}");
 *     table_play(&t, "journey 0", "proceed");
 *     CHECK_EQ(table_int(&t, "/seats/1/wounds"), 2);
 *     CHECK_EQ(t.s.enchanters.atk, 0);
 *     CHECK_STR(table_refused(&t, "proceed"), "ERR_WRONG_PHASE");
 *
 * JSON is written with ' for ", to be readable in C. Whatever cannot be loaded
 * or played is reported as a failed check at the caller's line; a move that is
 * refused changes nothing. Pointers are RFC 6901 into the full position. Texts
 * that are returned live until the next call on the same table.
 */
#ifndef VL_TESTS_TABLE_H
#define VL_TESTS_TABLE_H

#include "bots/bot.h"
#include "core/engine.h"
#include "pack/pack.h"
#include "registry.h"
#include "test.h"

enum { TABLE_TEXT = 16384, TABLE_NODES = 2048, TABLE_LOG = 1024 };

struct table {
    struct vl_sink sink;        /* first: collects the events of every move */
    const struct vl_game *game; /* stays, as does the pack */
    struct vl_pack pack;        /* game NULL: none yet */
    struct vl_rules r;
    union vl_game_state s;
    int log_len; /* events since the last table_forget() */
    struct vl_event log[TABLE_LOG];
    char text[TABLE_TEXT]; /* the position, as it was last asked for */
    struct vl_json_node nodes[TABLE_NODES];
    struct vl_json_doc doc;
    char word[512];
    struct vl_error bad; /* of the last refused position or options */
};

/* How a table begins: TABLE(runemasters), a name of games.def. */
#define TABLE(id)                                                                                  \
    {                                                                                              \
        .game = &id##_game                                                                         \
    }

/* ---- content ---- */

/* The built-in pack with other values at some places, for this table from now
 * on: table_with(&t, "/villages/0/scores", "[['most',3,'wounds']]", ...). The
 * table owns it until table_plain(). */
#define table_with(t, ...)                                                                         \
    table_with_at((t), (const char *const[]){ __VA_ARGS__, NULL }, __FILE__, __LINE__)
/* The built-in pack again. */
void table_plain(struct table *t);

/* The text of a game's built-in pack with other values at some places (pointer,
 * value, ..., NULL); to be freed. */
char *table_pack_text(const struct vl_game *game, const char *const *changes);

/* ---- opening ---- */

/* A new game: "players=3 village=moulinbas"; "" for the defaults. */
#define table_open(t, options) table_open_at((t), (options), __FILE__, __LINE__)
/* A whole or partial position, settled: automatic phases have run. */
#define table_load(t, json) table_load_at((t), (json), true, __FILE__, __LINE__)
/* The same, but no automatic phase has run yet: see table_step(). */
#define table_load_unsettled(t, json) table_load_at((t), (json), false, __FILE__, __LINE__)
/* What refuses a position or options: the pointer or the name of the option
 * ("?" if the refusal names none), "" if they are accepted. The table is not
 * usable afterwards. */
const char *table_bad_position(struct table *t, const char *json);
const char *table_bad_options(struct table *t, const char *options);
/* A position that cannot be: what refuses it, and its remark ("": as the range of the field says).
 */
struct table_bad {
    const char *json, *where, *what;
};
void table_check_bad(struct table *t, const struct table_bad *bad);
/* Positions of random games (options, ..., NULL; every `seldom`th or so), altered at random: what
 * is accepted at t can be played. */
void table_check_altered(struct table *t, struct table *game, const char *const *options,
                         uint32_t seldom, uint64_t seed);
/* The code word or id of the rule that refused last: "ERR_POS_RANGE", "EN-ST-02". */
const char *table_bad_rule(const struct table *t);

/* ---- playing ---- */

/* Plays notations, chance included: table_play(&t, "hit 0", "end"). Whoever is
 * to move plays; the state must be sound after each. */
#define table_play(t, ...)                                                                         \
    table_play_at((t), (const char *const[]){ __VA_ARGS__, NULL }, __FILE__, __LINE__)
/* The code word of the refusal (the id, where the rule has none), "" if the
 * move is allowed. Nothing is played; that is checked. */
const char *table_refused(struct table *t, const char *notation);
const char *table_refused_by(struct table *t, const char *notation, vl_actor by);
/* What a player reads who tries it. */
const char *table_said(struct table *t, const char *notation, int lang);
/* It is refused in these words. */
#define table_says(t, notation, en, fr)                                                            \
    do {                                                                                           \
        CHECK_STR(table_said((t), (notation), VL_EN), en);                                         \
        CHECK_STR(table_said((t), (notation), VL_FR), fr);                                         \
    } while (0)
bool table_can(struct table *t, const char *notation);
/* One automatic phase; false if none is due. */
bool table_step(struct table *t);

/* The legal moves as one text: "use village 2, journey 0, rest village 0". */
const char *table_moves(struct table *t);
/* Is it among the legal moves? */
bool table_lists(const struct table *t, const char *notation);
/* How many legal moves have that word; NULL: all of them. */
int table_count(const struct table *t, const char *word);

/* The weight of an outcome of chance, 0 if it is refused; it must be listed as
 * it is written. And the weight of all of them. */
#define table_weight(t, notation) table_weight_at((t), (notation), __FILE__, __LINE__)
uint64_t table_weights(const struct table *t);
/* It is chance's turn, and draws of the sampler follow the weights: 5 sigma.
 * `listed` says how an outcome stands in the list; NULL: as it is drawn. */
void table_check_sampler(const struct table *t, int draws, struct vl_rng *rng,
                         struct vl_move (*listed)(struct vl_move m));

/* What whoever is next could play: chance as it falls, decisions at random. */
struct vl_move table_any(const struct table *t, struct vl_rng *rng);
/* The same, but where the last of several is of that kind, it is seldom played:
 * with the move that ends a turn, turns grow long. */
struct vl_move table_any_seldom(const struct table *t, struct vl_rng *rng, int seldom);
/* Chance is drawn until a seat must decide. */
void table_deal(struct table *t, struct vl_rng *rng);
/* table_any() until the game is over. Returns the number of moves. */
int table_play_out(struct table *t, struct vl_rng *rng);
/* Plays a game with `any` (table_any) at t, and at `again` what a record of it
 * would hold: the states are the same after every move. */
bool table_check_replay(struct table *t, struct table *again, const char *options,
                        struct vl_rng *rng,
                        struct vl_move (*any)(const struct table *t, struct vl_rng *rng));

/* ---- bots ---- */

/* What a bot answers here; nodes 0: as many as it likes. */
struct vl_bot_answer table_ask(const struct table *t, const struct vl_bot *bot, uint64_t seed,
                               uint64_t nodes);
/* What greedy plays: a legal move, the same for every generator, so that no tie
 * decides; the state stays as it is. And at a position that is loaded first. */
const char *table_greedy(struct table *t);
const char *table_greedy_at(struct table *t, const char *json);

/* ---- reading ---- */

/* The full position as JSON; and what a seat (VL_ANYONE: a spectator) sees of
 * it. Either is in t->doc, too. */
const char *table_state(struct table *t);
const char *table_view(struct table *t, vl_actor viewer);
/* A number or boolean, -1 if there is none. */
int table_int(struct table *t, const char *pointer);
/* A string as it is; anything else as its JSON text, with ' for " again and
 * no spaces; "" if there is nothing. */
const char *table_str(struct table *t, const char *pointer);
const char *table_phase(const struct table *t);
/* The thing of a family with that key: table_find(&t, EN_FAM_CARD, "gob_axe#1"). */
#define table_find(t, family, key) table_find_at((t), (family), (key), __FILE__, __LINE__)

/* ---- events ---- */

void table_forget(struct table *t);
/* How many events of a type (RM_EV_..., EN_EV_...) there were. */
int table_happened(const struct table *t, int type);
/* The place of the first event of a type among all, -1 if it did not happen. */
int table_when(const struct table *t, int type);
/* The k-th event of a type; NULL if there is none. */
const struct vl_event *table_event(const struct table *t, int type, int k);

/* behind the macros */
bool table_with_at(struct table *t, const char *const *changes, const char *file, int line);
bool table_open_at(struct table *t, const char *options, const char *file, int line);
bool table_load_at(struct table *t, const char *json, bool settle, const char *file, int line);
bool table_play_at(struct table *t, const char *const *moves, const char *file, int line);
uint64_t table_weight_at(const struct table *t, const char *notation, const char *file, int line);
int table_find_at(const struct table *t, int family, const char *key, const char *file, int line);

#endif
