/* store_sqlite.h - what the files of the SQLite backend share; nobody else
 * includes it, but for the tests of migration.
 *
 *   store_sqlite.c   the file: lock, open, check, migrate, transactions, upkeep
 *   store_rows.c     games, entries, tokens
 *   store_salvage.c  what can still be read, into a new store
 *   store_wal.c      is the write-ahead log whole?
 *   store_reserve.c  room on the disk to fold it back
 */
#ifndef VL_SERVER_STORE_SQLITE_H
#define VL_SERVER_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store/store.h"

/* clang-format off */
#define STORE_SQL_MAP(X)                                                                          \
    X(BEGIN,        "BEGIN IMMEDIATE")                                                            \
    X(COMMIT,       "COMMIT")                                                                     \
    X(ROLLBACK,     "ROLLBACK")                                                                   \
    X(SAVE,         "SAVEPOINT step")                                                             \
    X(RELEASE,      "RELEASE step")                                                               \
    X(UNDO,         "ROLLBACK TO step")                                                           \
    X(PROBE,        "UPDATE meta SET value = value + 1 WHERE key = 'probes'")                     \
    X(GAME_ADD,     "INSERT INTO game (id, game, options, head, created, public, state, sum) "    \
                    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)")                                     \
    X(GAME_SUM,     "UPDATE game SET head = ?2, public = ?3, state = ?4, sum = ?5 WHERE key = ?1")\
    X(GAME_DROP,    "DELETE FROM game WHERE key = ?1")                                            \
    X(GAMES_LEN,    "SELECT count(*) FROM tail")                                                  \
    X(GAME_GET,     "SELECT " STORE_SQL_GAME " WHERE g.id = ?1")                                  \
    X(GAMES,        "SELECT " STORE_SQL_GAME STORE_SQL_FILTER                                     \
                    " ORDER BY g.key DESC LIMIT ?5")                                              \
    X(TABLES,       "SELECT " STORE_SQL_GAME STORE_SQL_FILTER                                     \
                    " AND g.public = 1 AND g.state <> 2"                                          \
                    " ORDER BY g.created DESC, g.key DESC LIMIT ?5")                              \
    X(TAIL_ADD,     "INSERT INTO tail (game, len, updated, epoch, sum) "                          \
                    "VALUES (?1, ?2, ?3, ?4, ?5)")                                                \
    X(TAIL_GET,     "SELECT g.key, t.len, t.updated, t.epoch, t.sum FROM game AS g "              \
                    "LEFT JOIN tail AS t ON t.game = g.key WHERE g.id = ?1")                      \
    X(TAIL_SET,     "UPDATE tail SET len = ?2, updated = ?3, epoch = ?4, sum = ?5 "               \
                    "WHERE game = ?1")                                                            \
    X(TAIL_DROP,    "DELETE FROM tail WHERE game = ?1")                                           \
    X(ENTRY_ADD,    "INSERT INTO entry (game, seq, time, text, sum) VALUES (?1, ?2, ?3, ?4, ?5)") \
    X(ENTRIES,      "SELECT seq, time, text, sum FROM entry WHERE game = ?1 AND seq >= ?2 "       \
                    "ORDER BY seq")                                                               \
    X(ENTRIES_DROP, "DELETE FROM entry WHERE game = ?1")                                          \
    X(TOKEN_ADD,    "INSERT INTO token (hash, game, role, sum) VALUES (?1, ?2, ?3, ?4)")          \
    X(TOKEN_GET,    "SELECT t.hash, g.id, t.role, t.sum FROM token AS t "                         \
                    "LEFT JOIN game AS g ON g.key = t.game WHERE t.hash = ?1")                    \
    X(TOKENS,       "SELECT t.hash, g.id, t.role, t.sum FROM token AS t "                         \
                    "LEFT JOIN game AS g ON g.key = t.game")                                      \
    X(TOKEN_DROP,   "DELETE FROM token WHERE game = ?1 AND role = ?2")                            \
    X(TOKENS_DROP,  "DELETE FROM token WHERE game = ?1")
/* clang-format on */

/* ORDER STORE_GAME: the columns that game_row() reads. */
#define STORE_SQL_GAME                                                                             \
    "g.key, g.id, g.game, g.options, g.head, g.created, g.public, g.state, g.sum, "                \
    "t.len, t.updated, t.epoch, t.sum FROM game AS g LEFT JOIN tail AS t ON t.game = g.key"
#define STORE_SQL_FILTER                                                                           \
    " WHERE (?1 IS NULL OR g.game = ?1) AND (?2 = 0 OR (?2 >> g.state) & 1 = 1)"                   \
    " AND (?3 = 0 OR g.public = 1) AND (?4 = 0 OR g.created < ?4)"

enum store_sql {
#define X(name, text) SQL_##name,
    STORE_SQL_MAP(X)
#undef X
        SQL_COUNT
};

/* The SQL that makes version n+1 of the schema out of version n: steps[0] makes
 * the first version out of nothing. Steps are only ever added. */
struct store_schema {
    const char *const *steps;
    int steps_len; /* the version this program writes */
};

struct sqlite_backup {
    sqlite3 *to; /* NULL: none is under way */
    sqlite3_backup *job;
    char *path, *part; /* the name it will have, and the one it is written under */
    int fd;            /* of part, for syncing; 0: none */
    uint32_t unsynced; /* pages */
};

/* See store_reserve.c. */
struct store_reserve {
    char *path;
    int64_t wanted, held; /* bytes */
    int (*allocate)(int fd, int64_t bytes);
};

struct sqlite_store {
    struct store base;
    sqlite3 *db;
    sqlite3_stmt *stmt[SQL_COUNT];
    char *path;
    char *vfs;            /* NULL: the system's */
    int lock_fd;          /* -1: none */
    int wal_pages;        /* in the write-ahead log, and not all folded back */
    int64_t log_since_ms; /* when the first of them was committed; 0: there is none */
    int checkpoint_pages;
    bool
        must_probe; /* opened on a full disk: the log is to be emptied before anything is written */
    bool is_fixed;  /* to be read only: it cannot be written, or is damaged */
    bool is_damaged; /* and what is read of it is all there is */
    char why[200];   /* it is only read */
    struct store_reserve reserve;
    void (*aside)(void *ctx, const char *game, const char *what); /* store_options */
    void *aside_ctx;
    bool is_checking;         /* what is put aside is told */
    uint32_t aside_len;       /* of the last check */
    bool is_partial;          /* it found nothing else to complain of */
    int64_t games, games_max; /* that are durable, and may be (0: no bound) */
    int64_t games_more;       /* in the transaction under way */
    struct sqlite_backup backup;
};

/* As store_sqlite.open with another list of steps. */
int store_sqlite_open(struct store **out, const char *path, const struct store_options *o,
                      const struct store_schema *schema, struct vl_error *err);
extern const struct store_schema store_sqlite_schema;

/* Maps a result code of SQLite to a status and words it. */
int store_sql_fault(const struct sqlite_store *s, int rc, struct vl_error *err);
/* VL_MISMATCH: a row is not what was written. */
int store_damaged(const struct sqlite_store *s, const char *what, struct vl_error *err);
/* Runs a statement that gives no rows, its parameters bound, and resets it. */
int store_sql_run(struct sqlite_store *s, enum store_sql id, struct vl_error *err);

/* Checks every row but the entries (`with_entries`: those, too). */
int store_rows_check(struct sqlite_store *s, bool with_entries, struct vl_error *err);
/* Every token that can be read, until fn returns anything but VL_OK. */
int store_rows_tokens(struct sqlite_store *s, int (*fn)(void *ctx, const struct store_token *t),
                      void *ctx, struct vl_error *err);

/* What the write-ahead log of a store that is not open holds. */
struct store_wal {
    uint32_t frames;     /* that can be read */
    bool is_damaged;     /* a commit that was durable cannot be read any more */
    uint32_t damaged_at; /* the first frame that cannot, counted from 1; 0: the head */
};
/* Reads `path` through a VFS. VL_OK also if there is no such file. */
int store_wal_scan(struct store_wal *out, const char *path, const char *vfs, struct vl_error *err);

/* Takes the room that is wanted, if it is not held. VL_IO: there is none, or not
 * `more` beside it. */
int store_reserve_make(struct store_reserve *r, int64_t more, struct vl_error *err);
/* Gives it back to whoever needs it now; false: there was none. */
bool store_reserve_release(struct store_reserve *r);

/* store_fixed.c: can the file and those beside it be written? Opens it to be read. */
bool store_can_write(const char *path);
int store_open_fixed(sqlite3 **db, const char *path);

/* The functions of store_rows.c, for the table. */
int store_rows_create(struct store *st, const struct store_game *g,
                      const struct store_token *tokens, size_t tokens_len,
                      const struct store_entry *entries, size_t n, struct vl_error *err);
int store_rows_append(struct store *st, const char *id, uint64_t epoch, uint32_t first,
                      const struct store_entry *entries, size_t n, const struct store_meta *meta,
                      struct vl_error *err);
int store_rows_update(struct store *st, const char *id, uint64_t epoch,
                      const struct store_meta *meta, struct vl_error *err);
int store_rows_token_put(struct store *st, const struct store_token *t, struct vl_error *err);
int store_rows_remove(struct store *st, const char *id, struct vl_error *err);
int store_rows_own(struct store *st, const char *id, uint64_t *epoch, struct vl_error *err);
int store_rows_game(struct store *st, const char *id, store_game_fn *fn, void *ctx,
                    struct vl_error *err);
int store_rows_read(struct store *st, const char *id, uint32_t from, store_entry_fn *fn, void *ctx,
                    struct vl_error *err);
int store_rows_list(struct store *st, const struct store_filter *filter, store_game_fn *fn,
                    void *ctx, struct vl_error *err);
int store_rows_token_find(struct store *st, const uint8_t hash[STORE_TOKEN_LEN],
                          struct store_token *out, struct vl_error *err);

#endif
