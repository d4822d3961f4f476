/* match.h - a match in progress: who sits where, what was played, undo.
 *
 * A match is rules (game + content + options), players, perhaps a secret seed,
 * and a log that only grows. An entry of the log is a move (of a seat or of
 * chance) or an undo; the revision of a match is the number of its entries.
 *
 *   S(0)   is the start; S(n) is the state at revision n.
 *   S(n+1) is S(n) after the move, if entry n is a move;
 *          S(K), if entry n is "undo K": back to the state before entry K.
 *
 * The standing entries (the effective line) are the moves that lead from the
 * start to the state at hand:
 *
 *   line(0)   is empty;
 *   line(n+1) is line(n) followed by n, if entry n is a move;
 *             line(K), if entry n is "undo K".
 *
 * Only a standing entry can be the target of an undo. So an undo takes back
 * one move at least, never brings an undone one back, and each state that can
 * be gone back to has exactly one number.
 *
 * A row of moves (core/game.h) is an entry for each of its moves, all but the last
 * marked `more`. It comes as a whole or not at all, and is taken back as a whole:
 * only its first entry can be the target of an undo.
 *
 * Chance: at a table with a seed, the outcome at entry n is drawn from
 * vl_rng_key(SHA-256(seed || n, 8 bytes little-endian)). An undo is an entry
 * too: what follows it is drawn afresh. Without a seed the outcomes are
 * entered by hand (real dice).
 *
 *     struct vl_match_setup setup = { .rules = &rules, .seed = seed };
 *     struct vl_match *m;
 *     if (vl_match_open(&m, &setup, &err)) ...
 *     while (vl_match_to_move(m) != VL_OVER)
 *         if (vl_match_to_move(m) == VL_CHANCE) vl_match_draw(m, &err);
 *         else vl_match_play(m, ask(m), vl_match_to_move(m), &err);
 *     vl_match_close(m);
 *
 * Functions that can fail return an enum vl_status and change nothing then;
 * `err` may be NULL. A rule's refusal is VL_REFUSED with err->rule set.
 */
#ifndef VL_MATCH_MATCH_H
#define VL_MATCH_MATCH_H

#include "core/engine.h"

enum {
    VL_ENTRIES_MAX = 100000,
    VL_COMMENT_MAX = 200, /* bytes of one comment */
    VL_SEED_SIZE = 32
};

#define VL_NO_ENTRY UINT32_MAX

struct vl_player {
    char kind[32]; /* "human", or a bot with its parameters: "greedy", "mcts:500" */
    char name[64]; /* UTF-8; "" if none was given */
};

struct vl_entry {
    struct vl_move move; /* kind 0: this is an undo */
    int8_t actor;        /* the seat that moved, or VL_CHANCE; VL_OVER for an undo */
    bool more;           /* the next entry is of the same row */
    uint32_t back_to;    /* of an undo: its target */
    uint32_t prev;       /* of a move: the standing entry before it, or VL_NO_ENTRY */
    uint32_t depth;      /* private: moves on the line up to this one */
    uint32_t snap;       /* private: snapshot of the state after it, or VL_NO_ENTRY */
};

struct vl_comment {
    uint32_t at; /* stands before this entry */
    char *text;
};

/* Where chance comes from. */
enum vl_seed_kind {
    VL_SEED_HAND,   /* no seed: real dice and cards, entered by hand */
    VL_SEED_HIDDEN, /* only the seed's hash is known (a server's running table) */
    VL_SEED_KNOWN
};

/* Read it freely, change it through the functions below only. */
struct vl_match {
    struct vl_rules rules;
    struct vl_pack_info pack; /* rules.pack points here */
    struct vl_player players[VL_SEATS_MAX];
    uint8_t players_len;
    uint16_t revision; /* of the rules it was played under */
    uint8_t seed_kind; /* enum vl_seed_kind */
    uint8_t seed[VL_SEED_SIZE], seed_hash[VL_SEED_SIZE];
    char date[11];          /* "2026-11-15", or "" */
    bool is_lean;           /* keeps few past states */
    bool short_result;      /* read from a record whose result names no winners and scores */
    bool has_start;         /* begun from a position, not from the game's own start */
    struct vl_state *start; /* S(0) */
    struct vl_state *state; /* the state at hand */
    struct vl_entry *entries;
    uint32_t len;                /* entries; the revision */
    uint32_t last;               /* the last standing entry, or VL_NO_ENTRY */
    struct vl_comment *comments; /* in order of `at` */
    uint32_t comments_len;
    /* private */
    uint32_t entries_cap, comments_cap;
    uint32_t *redo; /* undone decisions, the next one to redo last */
    uint32_t redo_len;
    uint32_t *path;       /* room for a line, while a state is computed */
    uint8_t *snaps;       /* states, state_size bytes each */
    uint32_t *snap_entry; /* whose they are */
    uint32_t snaps_len, snaps_cap, snap_stride;
    int round_told, active_told; /* the turn last announced by a comment */
};

/* ---- opening and closing ---- */

struct vl_match_setup {
    const struct vl_rules *rules;    /* prepared; copied, but its content must outlive the match */
    const struct vl_player *players; /* in player order; NULL: all human, as many as hold seats */
    int players_len;
    const uint8_t *seed;          /* 32 bytes; NULL: none is known */
    const uint8_t *seed_hash;     /* with seed NULL: the hash of a seed kept elsewhere */
    const struct vl_state *start; /* a settled position; NULL: the game's own start */
    const char *date;             /* "2026-11-15", or NULL */
    uint16_t revision;            /* of an old record's rules; 0: the game's own. What
                                   * is played from then on raises it to that. */
    bool lean;                    /* few past states are kept: looking back is slower, and a
                                   * server can hold many matches */
};

/* VL_INVALID if the players are not as many as the options seat. The caller
 * owns *out. */
int vl_match_open(struct vl_match **out, const struct vl_match_setup *setup, struct vl_error *err);
void vl_match_close(struct vl_match *m); /* m may be NULL */
/* A new match that starts from the state at `revision` (0: a restart), with the
 * same rules and players, and chance of its own: `seed`, or by hand if NULL. */
int vl_match_fork(struct vl_match **out, const struct vl_match *m, uint32_t revision,
                  const uint8_t *seed, struct vl_error *err);

/* Tells a match the seed that it knew only by its hash, so that it can go on.
 * VL_MISMATCH if it is not that seed. */
int vl_match_reveal(struct vl_match *m, const uint8_t seed[VL_SEED_SIZE], struct vl_error *err);

/* The seed of `--seed N`: SHA-256("veillee seed N"). */
void vl_seed_number(uint8_t seed[VL_SEED_SIZE], uint64_t n);
/* The generator of the chance move at entry n. */
struct vl_rng vl_seed_rng(const uint8_t seed[VL_SEED_SIZE], uint32_t n);
/* The key of the generator of a bot that is asked at revision n: its own branch of
 * the table's seed, so that a question asked again gets the same answer. */
void vl_seed_bot(uint8_t key[32], const uint8_t seed[VL_SEED_SIZE], uint32_t n);
/* 32 bytes from the system's generator (file.c). */
int vl_seed_system(uint8_t seed[VL_SEED_SIZE], struct vl_error *err);

/* ---- who ---- */

int vl_match_holder(const struct vl_match *m, int seat); /* the player of a seat */
int vl_match_to_move(const struct vl_match *m);          /* a player, VL_CHANCE or VL_OVER */
bool vl_match_is_human(const struct vl_match *m, int player);
/* Another kind or name: a seat handed to a bot, a name typed. VL_RANGE if there is
 * no such player, VL_SYNTAX if a record could not hold it. */
int vl_match_set_player(struct vl_match *m, int player, const struct vl_player *p,
                        struct vl_error *err);

/* ---- playing ---- */

/* A decision sent by player `by` (VL_ANYONE: not checked): a move, or a row of moves,
 * which is all of its moves or, if one of them is refused, none. */
int vl_match_play(struct vl_match *m, struct vl_move move, int by, struct vl_error *err);
/* One move of a row that was stored move by move; `more`: it is not the last. Who
 * begins a row ends it: until then nothing else can be played. */
int vl_match_play_part(struct vl_match *m, struct vl_move move, bool more, struct vl_error *err);
/* Does the match stand in the middle of a row? */
bool vl_match_in_row(const struct vl_match *m);
/* Chance from the table's seed; VL_MISSING if it is not known. */
int vl_match_draw(struct vl_match *m, struct vl_error *err);
/* Chance entered by hand; VL_INVALID if this table has a seed. */
int vl_match_enter(struct vl_match *m, struct vl_move outcome, struct vl_error *err);
/* The outcome that the seed gives at the revision at hand. The actor must be
 * chance and the seed known. */
struct vl_move vl_match_drawn(const struct vl_match *m);

/* ---- undo and redo ---- */

/* How far `player` (VL_ANYONE: whoever made the last move) may go back without
 * asking: the first of the moves that end the line and are all that player's
 * own decisions. -1: nothing. A chance move bars the way, so nobody fishes for
 * dice. Where chance is entered by hand it does not, nor do bots: a mistyped die is
 * taken back by whoever typed it, and by nobody else's leave. */
int64_t vl_match_undo_free_to(const struct vl_match *m, int player);
/* The last standing decision of `player` (VL_ANYONE: of any human): what a
 * plain "undo" means. -1: none. */
int64_t vl_match_undo_last(const struct vl_match *m, int player);
/* The first entry of the row that an entry belongs to; of a single move, itself. */
uint32_t vl_match_row_first(const struct vl_match *m, uint32_t entry);
/* Back to the state before standing entry `entry`, or before the row that it is part
 * of, by consent: bit p of
 * `agreed` is set if player p agrees. Free undo needs the consent of the player
 * who made the moves, any other that of every human player; VL_REFUSED if it is
 * lacking, VL_RANGE if the entry does not stand. */
int vl_match_undo(struct vl_match *m, uint32_t entry, uint32_t agreed, struct vl_error *err);
/* The undone decision that comes next, if nothing else was played since the
 * undo. The redoable tail ends at the first chance move: old dice never come
 * back. */
bool vl_match_redo_next(const struct vl_match *m, struct vl_move *out);
/* Plays it again, with the rest of its row, as ordinary new entries; VL_MISSING if
 * there is none. */
int vl_match_redo(struct vl_match *m, int by, struct vl_error *err);

/* ---- looking back ---- */

bool vl_match_stands(const struct vl_match *m, uint32_t entry);
/* The standing entries at `revision`, oldest first: how many there are; out
 * receives those below cap and may be NULL. */
uint32_t vl_match_line(const struct vl_match *m, uint32_t revision, uint32_t *out, uint32_t cap);
/* S(revision) into out (game->state_size bytes). */
void vl_match_state_at(const struct vl_match *m, uint32_t revision, struct vl_state *out);
/* The events that an entry caused, told again; none for an undo. */
void vl_match_events(const struct vl_match *m, uint32_t entry, struct vl_sink *sink);
/* Those of the start itself; none if the match began from a position. */
void vl_match_start_events(const struct vl_match *m, struct vl_sink *sink);
/* A remark before the next entry: UTF-8 without control characters, not empty.
 * The match itself puts one where a round or turn begins ("round 2", "round 2,
 * kulak"). */
int vl_match_comment(struct vl_match *m, const char *text, struct vl_error *err);

/* ---- the end ---- */

/* The key of the outcome ("victory"); NULL while the game runs. */
const char *vl_match_outcome(const struct vl_match *m);
/* Recomputes the seed's hash and every chance move: VL_OK, VL_MISSING if the
 * seed is not known, VL_MISMATCH with err->where "entry N". */
int vl_match_verify(const struct vl_match *m, struct vl_error *err);

/* ---- for the reader of records ---- */

/* An entry as it happened: chance is taken as it comes, undo needs no consent,
 * no comments are added. more: the next entry is of the same row. */
int vl_match_replay(struct vl_match *m, int actor, struct vl_move move, bool more,
                    struct vl_error *err);
/* Forgets the beginning of a row whose end is missing; else nothing. */
void vl_match_drop_part(struct vl_match *m);
int vl_match_replay_undo(struct vl_match *m, uint32_t entry, struct vl_error *err);

#endif
