/* veillee.h - Veillée from outside: tabletop games, exact and deterministic.
 *
 * A table is one game in progress: the game, its content, its options and a
 * position. Moves are texts ("hit 2", "move 0 blue"), or places in the list of
 * legal moves, or fixed numbers for learning programs. Chance is a player: when
 * VEILLEE_CHANCE is to move, its outcomes are listed like moves, and the caller
 * names one or has one drawn from a generator of its own.
 *
 *     struct veillee_error err;
 *     struct veillee_table *t = veillee_open("runemasters", "guardians=2", NULL, &err);
 *     struct veillee_rng dice;
 *     veillee_rng_seed(&dice, 42);
 *     while (t && veillee_actor(t) != VEILLEE_OVER) {
 *         if (veillee_actor(t) == VEILLEE_CHANCE)
 *             veillee_chance(t, &dice);
 *         else
 *             veillee_apply_index(t, 0);
 *     }
 *     veillee_close(t);
 *
 * Results. A call returns 0 or more when it did its work; a fault is below -100
 * (enum veillee_status) and leaves everything as it was. err may always be NULL.
 *
 * Texts. A call that writes a text returns its length in bytes, without the NUL.
 * If that is not below cap, the text did not fit and out is empty: ask with
 * (NULL, 0) how long it is, then again. Arrays are the same, without a NUL. All
 * texts are UTF-8; JSON comes on one line, its 64-bit numbers as strings.
 *
 * Languages are "fr" and "en", also as a locale ("fr_CA.UTF-8"); NULL is "en".
 *
 * Threads. There is no state but in tables and generators. Several threads may
 * read one table; whoever changes it must be alone with it. Copies of a table
 * are free of each other.
 *
 * docs/library.md is the manual, with the shapes of the JSON.
 */
#ifndef VEILLEE_H
#define VEILLEE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef VEILLEE_API
#if defined(__GNUC__)
#define VEILLEE_API __attribute__((visibility("default")))
#else
#define VEILLEE_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Who moves; and for whom a call is made, where that is no seat (0, 1 ...). */
enum {
    VEILLEE_CHANCE = -1, /* chance moves next */
    VEILLEE_OVER = -2,   /* nobody moves any more */
    VEILLEE_ANYONE = -4, /* a sender who may do everything; a spectator, who knows no secret */
    VEILLEE_ALL = -5     /* of positions and events: without hiding anything */
};

enum { VEILLEE_SEATS_MAX = 8 };

enum veillee_status {
    VEILLEE_OK = 0,
    VEILLEE_USAGE = -101,     /* a NULL that is not allowed, or a call out of its place */
    VEILLEE_SYNTAX = -102,    /* the text does not follow its format */
    VEILLEE_RANGE = -103,     /* a value is out of its range */
    VEILLEE_UNKNOWN = -104,   /* a name is not known */
    VEILLEE_DUPLICATE = -105, /* a name stands twice */
    VEILLEE_MISSING = -106,   /* something required is missing */
    VEILLEE_INVALID = -107,   /* the values contradict each other */
    VEILLEE_REFUSED = -108,   /* a rule forbids it */
    VEILLEE_TOO_LARGE = -109, /* the input is larger than the limit */
    VEILLEE_VERSION_DIFFERS = -110,
    VEILLEE_MISMATCH = -111,  /* what was stored differs from what was computed */
    VEILLEE_IO = -112,        /* reading a file failed */
    VEILLEE_MEMORY = -113,    /* out of memory */
    VEILLEE_OTHER_GAME = -116 /* the pack is made for another game */
};

struct veillee_error {
    int32_t status;  /* enum veillee_status */
    char rule[20];   /* the rule that refuses, "RM-BAD-20"; "" if none does */
    char where[120]; /* the option, or the JSON pointer of the field at fault; or "" */
    char text[500];  /* one line for a person */
};

/* A table; only pointers to it are passed around. */
struct veillee_table;

/* A generator is a value: copy it to fork the future, store it to replay the
 * past. Equal bytes give equal games on every platform. */
struct veillee_rng {
    uint64_t word[4];
};

/* ---- the library ---- */

VEILLEE_API const char *veillee_version(void); /* "0.1.0" */
/* "syntax"; "unknown" for what is no status. */
VEILLEE_API const char *veillee_status_word(int status);
/* A game as JSON: id, names, seats, content and every option with its type,
 * range and default; game NULL: an array of all games. */
VEILLEE_API int veillee_describe(const char *game, char *out, size_t cap);
/* A rule in words, by its id ("RM-HIT-02"). */
VEILLEE_API int veillee_rule(const char *id, const char *lang, char *out, size_t cap);

/* How large the arrays and lists of a game are; docs/library.md has the figures. */
struct veillee_sizes {
    int32_t observation; /* entries of an observation */
    int32_t actions;     /* action numbers, and entries of a mask: at most 2048 in any game */
    int32_t seats;       /* at most */
    int32_t moves;       /* in a list at most, outcomes of chance too */
    int32_t decisions;   /* moves of a whole game at most, chance too; 0: no bound */
    int32_t state;       /* bytes of a position, on every platform */
    int32_t table;       /* bytes of a table of any game; veillee_assign() copies less */
    int32_t choices;     /* moves of a seat in a list at most */
};

VEILLEE_API int veillee_sizes(const char *game, struct veillee_sizes *out);
/* What entry i of an observation means: "/guardians/2/path -1..3 path" (place,
 * range, what is counted); and which move an action number is. */
VEILLEE_API int veillee_observation_name(const char *game, int i, char *out, size_t cap);
VEILLEE_API int veillee_action_name(const char *game, int action, char *out, size_t cap);

/* ---- generators ---- */

VEILLEE_API void veillee_rng_seed(struct veillee_rng *rng, uint64_t seed);
/* Uniform in [0, n); 0 if n is 0. */
VEILLEE_API uint32_t veillee_rng_below(struct veillee_rng *rng, uint32_t n);

/* ---- tables ---- */

/* A table at the start of a game. options: "name=value name=value", NULL or ""
 * for the defaults; content: the path of a content pack, NULL for the one in
 * the library. NULL on failure, and err says why. */
VEILLEE_API struct veillee_table *veillee_open(const char *game, const char *options,
                                               const char *content, struct veillee_error *err);
/* NULL if there is no memory. */
VEILLEE_API struct veillee_table *veillee_copy(const struct veillee_table *t);
/* Makes t equal to `from` without allocating. */
VEILLEE_API int veillee_assign(struct veillee_table *t, const struct veillee_table *from);
VEILLEE_API void veillee_close(struct veillee_table *t); /* NULL is fine */

/* Back to the start of a game with the table's options. */
VEILLEE_API int veillee_start(struct veillee_table *t);
/* The table takes a position, whole or partial, with the options it names (those
 * it does not name have their defaults). */
VEILLEE_API int veillee_load(struct veillee_table *t, const char *json, struct veillee_error *err);

/* The table as bytes, for files and other processes: the game with its revision, the
 * hash of its content, options and position, and a sum over all that. Bytes that were
 * not written by veillee_save(), that were changed, or that belong to another game,
 * revision or content are refused, and the table stays as it was. */
VEILLEE_API int veillee_save(const struct veillee_table *t, void *out, size_t cap);
VEILLEE_API int veillee_restore(struct veillee_table *t, const void *bytes, size_t len,
                                struct veillee_error *err);

/* ---- what stands on the table ---- */

VEILLEE_API int veillee_seats(const struct veillee_table *t);
/* A seat, VEILLEE_CHANCE or VEILLEE_OVER. */
VEILLEE_API int veillee_actor(const struct veillee_table *t);
/* Equal positions have equal hashes. 0 if t is NULL. */
VEILLEE_API uint64_t veillee_hash(const struct veillee_table *t);
/* The position as JSON, for a seat, VEILLEE_ANYONE or VEILLEE_ALL; what is
 * written for VEILLEE_ALL is what veillee_load() reads. */
VEILLEE_API int veillee_position(const struct veillee_table *t, int seat, char *out, size_t cap);
/* What a screen shows to a seat or to VEILLEE_ANYONE: zones, items, seats, a
 * prompt, and the moves if the player of that seat is to decide. */
VEILLEE_API int veillee_view(const struct veillee_table *t, int seat, const char *lang, char *out,
                             size_t cap);

struct veillee_result {
    int32_t over; /* 0 while the game is running: then nothing else is decided */
    int32_t seats;
    char outcome[24]; /* "running", "victory" ... */
    char rule[20];    /* the rule that ended it, or "" */
    int32_t score[VEILLEE_SEATS_MAX];
    int32_t rank[VEILLEE_SEATS_MAX]; /* 1 is best; ties share it */
    int32_t won[VEILLEE_SEATS_MAX];  /* 0 or 1 */
};

VEILLEE_API int veillee_result(const struct veillee_table *t, struct veillee_result *out);

/* ---- moves ---- */

/* How many moves the actor has, or outcomes chance: in a fixed order, none twice,
 * 0 when the game is over. */
VEILLEE_API int veillee_moves(const struct veillee_table *t);
/* Move i of that list: as text, and as action number (VEILLEE_MISSING for an
 * outcome of chance, which has none). */
VEILLEE_API int veillee_notation(const struct veillee_table *t, int i, char *out, size_t cap);
VEILLEE_API int veillee_action(const struct veillee_table *t, int i);
/* Chance only: the weight of every listed outcome, its share in their sum. */
VEILLEE_API int veillee_weights(const struct veillee_table *t, uint64_t *out, size_t cap);

/* A move in words: "Kulak moves to the blue path". */
VEILLEE_API int veillee_move_text(const struct veillee_table *t, const char *move, const char *lang,
                                  char *out, size_t cap);
/* What a move would cause up to the next chance or decision, as far as the seat
 * may know: {"id", "text", "events"}, or "why_not" instead of the events. */
VEILLEE_API int veillee_preview(const struct veillee_table *t, int seat, const char *move,
                                const char *lang, char *out, size_t cap);
/* VEILLEE_OK if `seat` (or VEILLEE_ANYONE) may make the move; VEILLEE_REFUSED if
 * not, with the rule and its words in err. */
VEILLEE_API int veillee_refuse(const struct veillee_table *t, int seat, const char *move,
                               const char *lang, struct veillee_error *err);

/* Plays a move: by its text, sent by a seat (VEILLEE_CHANCE for chance) or by
 * VEILLEE_ANYONE; by its place in the list; by its action number. A move that a
 * rule refuses changes nothing. */
VEILLEE_API int veillee_apply(struct veillee_table *t, int seat, const char *move,
                              struct veillee_error *err);
VEILLEE_API int veillee_apply_index(struct veillee_table *t, int i);
VEILLEE_API int veillee_apply_action(struct veillee_table *t, int action,
                                     struct veillee_error *err);

/* Chance: draws an outcome and writes it; draws one and plays it. Both draw the
 * same from equal generators. VEILLEE_USAGE if chance is not to move. */
VEILLEE_API int veillee_sample(const struct veillee_table *t, struct veillee_rng *rng, char *out,
                               size_t cap);
VEILLEE_API int veillee_chance(struct veillee_table *t, struct veillee_rng *rng);

/* The events of the last move that was played with one of the calls above, as a
 * JSON array, for a seat, VEILLEE_ANYONE or VEILLEE_ALL. */
VEILLEE_API int veillee_events(const struct veillee_table *t, int seat, const char *lang, char *out,
                               size_t cap);

/* ---- players of the library ---- */

/* Plays at most so many moves, those of chance too, until the game is over: an outcome
 * by its weight, a decision as any of the list. Returns how many; sizes.decisions is
 * enough for a whole game. There are no events to ask for afterwards. */
VEILLEE_API int veillee_random(struct veillee_table *t, struct veillee_rng *rng, int moves);

/* The names of the bots, "random, greedy"; and the place in the list of moves that a bot
 * chooses for the seat that decides, knowing what that seat may know. The same position
 * and an equal generator give the same choice. */
VEILLEE_API int veillee_bots(char *out, size_t cap);
VEILLEE_API int veillee_bot(const struct veillee_table *t, const char *bot, struct veillee_rng *rng,
                            struct veillee_error *err);

/* ---- for learning programs ---- */

/* The position as a seat (or VEILLEE_ANYONE) may know it, as numbers. Which action
 * numbers are in the list of moves: one byte per number, 1 if it is; or the numbers
 * themselves, in the order of the list, none when no seat is to move. cap counts
 * entries. */
VEILLEE_API int veillee_observe(const struct veillee_table *t, int seat, int16_t *out, size_t cap);
VEILLEE_API int veillee_mask(const struct veillee_table *t, uint8_t *out, size_t cap);
VEILLEE_API int veillee_legal(const struct veillee_table *t, int16_t *out, size_t cap);

/* What a thing is, told once for a table's content beside the observations: a row of
 * numbers for every thing of a family ("card", "event"), so that a program may know a
 * card that it never met. Family k of a game, VEILLEE_RANGE after the last; what column
 * i means ("/health 0..20": place, range, words or family); and the rows one after the
 * other, things x columns entries. docs/observations.md says how to read them. */
struct veillee_traits {
    char family[24];
    int32_t things, columns;
};

VEILLEE_API int veillee_traits_of(const char *game, int k, struct veillee_traits *out);
VEILLEE_API int veillee_trait_name(const char *game, const char *family, int i, char *out,
                                   size_t cap);
VEILLEE_API int veillee_traits(const struct veillee_table *t, const char *family, int16_t *out,
                               size_t cap);

/* Where veillee_step() writes: one row per table, rows one after the other; NULL
 * for what is not wanted. Sizes are those of struct veillee_sizes. */
struct veillee_rows {
    int16_t *observations; /* n x observation: by the seat that decides now; of a game that
                            * is over, by a spectator */
    uint8_t *masks;        /* n x actions; all 0 when the game is over */
    int8_t *actors;        /* n: the seat that decides now, or VEILLEE_OVER */
    int8_t *rewards;       /* n x seats: at the end 1 for a seat that won, -1 for one that
                            * did not; 0 before, and for seats that are not there */
    int32_t *scores;       /* n x seats: the points at the end, 0 before */
    uint8_t *done;         /* n: 1 if the game is over */
    uint8_t *refused;      /* n: 1 if the action was refused and nothing happened */
    int16_t *legal;        /* n x choices: the legal action numbers, then -1 to the end */
    int16_t *legal_len;    /* n: how many there are; 0 when the game is over */
};

/* One decision at each of n tables of one game: table k plays actions[k], then
 * chance is drawn from rngs[k] until a seat must decide or the game is over. The
 * action is ignored where no seat was to decide: a game that was over begins
 * anew, and chance that was to move is drawn. actions NULL: nobody acts and no
 * game begins; chance is drawn and the rows are written, as is right before the
 * first step. out may be NULL.
 * Tables must differ. Returns how many actions were refused. Nothing is
 * allocated; several threads may each step tables of their own. */
VEILLEE_API int veillee_step(struct veillee_table *const *tables, struct veillee_rng *rngs,
                             size_t n, const int32_t *actions, const struct veillee_rows *out);

/* A crew is threads, the caller's among them, that share one step: the same rows and the
 * same generators come out, however many they are. They sleep between two steps. NULL on
 * failure, and err says why; as a crew, NULL is the caller alone. */
struct veillee_crew;
VEILLEE_API struct veillee_crew *veillee_crew_open(int threads, struct veillee_error *err);
VEILLEE_API void veillee_crew_close(struct veillee_crew *crew); /* NULL is fine */
VEILLEE_API int veillee_crew_step(struct veillee_crew *crew, struct veillee_table *const *tables,
                                  struct veillee_rng *rngs, size_t n, const int32_t *actions,
                                  const struct veillee_rows *out);

#ifdef __cplusplus
}
#endif

#endif
