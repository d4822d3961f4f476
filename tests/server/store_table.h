/* store_table.h - what the tests of the store share: a folder, and games whose
 * every entry can be made again from its number, to compare with. */
#ifndef VL_TESTS_STORE_TABLE_H
#define VL_TESTS_STORE_TABLE_H

#include "server/store/store.h"

/* Empties and returns the folder of these tests (in memory where possible). */
const char *table_folder(void);
/* FOLDER/name; good until the next but three call. */
const char *table_path(const char *name);
/* Removes a store and everything beside it. */
void table_remove(const char *path);

/* The whole file in memory, to be freed; *len 0 if there is none. */
uint8_t *table_get(const char *path, size_t *len);
void table_put(const char *path, const void *bytes, size_t len);

/* The id of game n. */
const char *table_id(int n);
/* Game n as it is created; points to static memory. */
struct store_game table_game(int n);
/* A token of game n. */
struct store_token table_token(int n, int role);
/* Entry seq of game n; text is written to buf[STORE_ENTRY_MAX]. */
struct store_entry table_entry(int n, uint32_t seq, char *buf);

/* Opens through the failing file layer; a failure is reported as such. */
struct store *table_open(const char *path, const struct store_options *o);
/* One transaction each; the status of what failed, or of the commit. */
int table_create(struct store *st, int n);
int table_append(struct store *st, int n, uint32_t first, uint32_t len);
/* How many entries game n has, all of them right; -1: no such game, -2: damaged,
 * -3: wrong. */
int table_count(struct store *st, int n);

#endif
