/* match_table.h - matches of Runemasters for tests. */
#ifndef VL_TESTS_MATCH_TABLE_H
#define VL_TESTS_MATCH_TABLE_H

#include "match/record.h"
#include "test.h"

enum { BY_HAND = -1 }; /* as a seed: none */

/* Options as in "guardians=2 players=1"; everybody is human. */
struct vl_match *match_table(const char *options, int64_t seed);
/* The same begun from a position, whole or partial, in JSON. */
struct vl_match *match_table_at(const char *position, int64_t seed);
void match_rules(struct vl_rules *r, const char *options);

/* Plays a notation for whoever is to move; reports a failed check if it is
 * refused. */
bool match_say(struct vl_match *m, const char *notation);
/* One entry: chance from the seed (or a random outcome by hand), or a random
 * decision. False at the end of the game. */
bool match_random_entry(struct vl_match *m, struct vl_rng *rng);
/* To the end of the game; `undo` times in a hundred something is undone, redone
 * or remarked on first. */
void match_random_game(struct vl_match *m, struct vl_rng *rng, uint32_t undo);
/* The record, with the seed; free() it. */
char *match_text(const struct vl_match *m);
/* Equal in everything that a record holds. */
bool match_equal(const struct vl_match *a, const struct vl_match *b);
uint64_t match_hash_at(const struct vl_match *m, uint32_t revision);

#endif
