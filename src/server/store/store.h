/* store.h - where games live for good: the one small interface to a backend.
 *
 * A game is a row of facts and a log of numbered entries that only grows. The
 * promise of every backend, and all that the server above relies on:
 *
 *   - what was committed is there after a crash, a kill or a power cut;
 *   - a log has no gaps: entry n exists only if 0..n-1 do, and (game, seq) is
 *     written once, ever;
 *   - a transaction is there as a whole or not at all;
 *   - a stored value that was damaged is reported (VL_MISMATCH), never given out;
 *   - one owner per game: a write with an old epoch is refused.
 *
 * Calls are synchronous, may take as long as a disk does, and belong to one
 * thread at a time: the server calls them through writer.h only.
 *
 *     struct store *st;
 *     if (store_open(&st, "games.db", NULL, &err)) ...
 *     const struct store_api *api = st->api;
 *     api->begin(st, &err);
 *     api->append(st, id, epoch, 12, entries, 2, NULL, &err);
 *     api->commit(st, &err);             // VL_OK: durable, it may be shown
 *     api->close(st);
 *
 * Every call returns an enum vl_status and on failure fills *err (which may be
 * NULL). A call that fails inside a transaction has changed nothing itself, and
 * the transaction goes on without it; but after VL_IO or VL_MEMORY the whole
 * transaction is lost and only rollback() is of use:
 *
 *   VL_IO         the disk or the database failed: full, read-only, I/O error
 *   VL_MISMATCH   the store is damaged: what was read is not what was written
 *   VL_DUPLICATE  the sequence number, the game or the token is there already
 *   VL_MISSING    the sequence number leaves a gap
 *   VL_UNKNOWN    there is no such game or token
 *   VL_REFUSED    the epoch is not the current one; at open: another server has the store
 *   VL_VERSION    at open: the store was made by a newer program
 *   VL_INVALID    at open: the file is not a store
 *   VL_TOO_LARGE  a text is longer than its limit, or there are games_max games
 *
 * docs/store.md tells the schema, what exactly is guaranteed, and what another
 * backend must do.
 */
#ifndef VL_SERVER_STORE_H
#define VL_SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    STORE_ID_LEN = 26,          /* 16 random bytes in base32, without a NUL */
    STORE_TOKEN_LEN = 32,       /* BLAKE2b-256 of a token; the token itself is never stored */
    STORE_ENTRY_MAX = 4096,     /* bytes of an entry's text */
    STORE_HEAD_MAX = 64 * 1024, /* bytes of a game's head, and of its options */
};

enum store_state { STORE_OPEN, STORE_RUNNING, STORE_OVER, STORE_STATE_COUNT };

/* One event of a game. The text is a JSON object; the store does not look inside. */
struct store_entry {
    uint32_t seq;    /* 0, 1, 2 ... within the game */
    int64_t time_ms; /* since 1970 */
    const char *text;
    size_t len; /* bytes of text, at most STORE_ENTRY_MAX */
};

/* A game without its log. Texts are UTF-8 and NUL-terminated. */
struct store_game {
    char id[STORE_ID_LEN + 1];
    const char *game;    /* "runemasters" */
    const char *options; /* as vl_options_write() writes them */
    const char *head;    /* JSON: players, names, seed or its hash, content ... */
    int64_t created_ms;
    bool is_public; /* stands in the list of tables */
    uint8_t state;  /* enum store_state */
    /* Kept by the store; create() does not read them. */
    uint32_t len;       /* entries in the log */
    int64_t updated_ms; /* time of the last entry or change */
    uint64_t epoch;     /* of the owner */
};

/* The part of a game's facts that may change. */
struct store_meta {
    const char *head; /* NULL: as it was */
    bool is_public;
    uint8_t state; /* enum store_state */
    int64_t updated_ms;
};

/* The right to a seat. What the roles mean is up to the caller. */
struct store_token {
    uint8_t hash[STORE_TOKEN_LEN];
    char game[STORE_ID_LEN + 1];
    int32_t role;
};

struct store_filter {
    const char *game; /* NULL: any */
    uint32_t states;  /* bit set of enum store_state; 0: any */
    bool public_only;
    int64_t before_ms; /* created earlier than this; 0: no bound */
    uint32_t limit;    /* at most so many; 0: no bound */
};

/* What a reading call hands out. Pointers are good until the function returns.
 * false: enough, the call ends with VL_OK. */
typedef bool store_game_fn(void *ctx, const struct store_game *g);
typedef bool store_entry_fn(void *ctx, const struct store_entry *e);

/* How far a backup is. */
struct store_progress {
    uint32_t pages_done, pages_total;
    bool is_done;
};

/* What a backend tells of its own log, that is of what is durable but not yet at
 * its final place; zero where there is nothing of the kind. */
struct store_figures {
    uint64_t log_bytes;     /* on the disk */
    uint64_t log_age_ms;    /* of the oldest commit in it; 0: none is */
    uint64_t reserve_bytes; /* on the disk, kept for the log to be folded back */
    uint64_t games;         /* that are durable */
};

struct store_options {
    const char *vfs;           /* SQLite: the file layer to use; NULL: the system's */
    uint32_t lock_wait_ms;     /* how long to wait for another server to let go of the store */
    uint32_t checkpoint_pages; /* the write-ahead log is folded back beyond this; 0: default */
    uint64_t check_bytes_max;  /* a file up to this size is checked whole at open; 0: default */
    uint64_t games_max;        /* create() refuses one more (VL_TOO_LARGE); 0: no bound */
    bool salvage;              /* open what can be read of a damaged write-ahead log */
    bool must_exist;           /* do not create a store */
    /* A file that cannot be written, or is damaged in a way that `aside` cannot take, opens
     * all the same: begin() says VL_IO, and why, until it is opened anew. */
    bool may_only_read;
    bool keep_reserve; /* room on the disk, so that the log can always be folded back */
    int (*allocate)(int fd, int64_t bytes); /* gives a file room; NULL: the system's */
    /* A game or token that cannot be read is passed over, and told here (with the id
     * of the game, or "?"); NULL: it is a fault of the whole store. */
    void (*aside)(void *ctx, const char *game, const char *what);
    void *aside_ctx;
    const char *note; /* one line for whoever finds the store taken; NULL: none */
};

struct store;

struct store_api {
    const char *scheme; /* "sqlite": the URL is scheme:REST */

    /* Opens the store and checks it, or creates it. On failure *out is NULL. On a
     * full disk a sound store opens to be read: begin() says VL_IO until probe()
     * has found room. */
    int (*open)(struct store **out, const char *rest, const struct store_options *o,
                struct vl_error *err);
    /* NULL is allowed. Rolls back what was not committed. */
    void (*close)(struct store *st);
    /* The note of the server that has the store, or had it last: after open() said
     * VL_REFUSED. False: there is none. */
    bool (*note)(const char *rest, char *out, size_t cap);

    /* A transaction. After commit() has returned VL_OK its changes are durable;
     * if it returns anything else none of them is visible (after a crash in that
     * very moment they may be there, whole). */
    int (*begin)(struct store *st, struct vl_error *err);
    int (*commit)(struct store *st, struct vl_error *err);
    void (*rollback)(struct store *st);

    /* ---- writing: between begin() and commit() ---- */

    /* A new game, owned with epoch 1, with the tokens that open it and the first
     * entries of its log (a fork brings many). All or nothing. */
    int (*create)(struct store *st, const struct store_game *g, const struct store_token *tokens,
                  size_t tokens_len, const struct store_entry *entries, size_t n,
                  struct vl_error *err);
    /* Appends entries[0..n), numbered from `first`, which must be the length of
     * the log: VL_DUPLICATE if it is smaller, VL_MISSING if larger. All or none.
     * The seq fields of the entries are not read. meta (NULL: none) is changed
     * with them. n may be 0 to change meta alone. */
    int (*append)(struct store *st, const char *id, uint64_t epoch, uint32_t first,
                  const struct store_entry *entries, size_t n, const struct store_meta *meta,
                  struct vl_error *err);
    /* The facts alone; needs no sequence number. */
    int (*update)(struct store *st, const char *id, uint64_t epoch, const struct store_meta *meta,
                  struct vl_error *err);
    /* Gives a role of a game a new token and makes its old ones void. */
    int (*token_put)(struct store *st, const struct store_token *t, struct vl_error *err);
    /* Forgets a game, its log and its tokens. */
    int (*remove)(struct store *st, const char *id, struct vl_error *err);
    /* Makes the caller the owner of the game: writes with an earlier epoch are
     * refused from now on. A store with one server at most gives the epoch that
     * is there and writes nothing. */
    int (*own)(struct store *st, const char *id, uint64_t *epoch, struct vl_error *err);

    /* ---- reading: outside a transaction, so that only what is durable is seen ---- */

    int (*game)(struct store *st, const char *id, store_game_fn *fn, void *ctx,
                struct vl_error *err);
    /* Entries from number `from` to the end of the log, in order. Each is checked;
     * a log that is shorter or longer than it should be is VL_MISMATCH, too.
     * VL_RANGE if `from` lies beyond the end. */
    int (*read)(struct store *st, const char *id, uint32_t from, store_entry_fn *fn, void *ctx,
                struct vl_error *err);
    /* Newest first. */
    int (*list)(struct store *st, const struct store_filter *filter, store_game_fn *fn, void *ctx,
                struct vl_error *err);
    int (*token_find)(struct store *st, const uint8_t hash[STORE_TOKEN_LEN],
                      struct store_token *out, struct vl_error *err);
    /* Reads and checks everything there is. Slow. */
    int (*check)(struct store *st, struct vl_error *err);

    /* ---- upkeep: outside a transaction ---- */

    /* Small work due between transactions; `is_idle` allows more of it. */
    int (*tend)(struct store *st, bool is_idle, struct vl_error *err);
    void (*figures)(struct store *st, struct store_figures *out);
    /* Whether writing works (again): after VL_IO, until it returns VL_OK, nothing
     * else should be written. */
    int (*probe)(struct store *st, struct vl_error *err);
    /* Copies the live store to a file, a few pages a step; transactions may come
     * between the steps and are part of the copy. The file appears under its name
     * when it is whole and on disk, and replaces an older one. One at a time. */
    int (*backup_begin)(struct store *st, const char *path, struct vl_error *err);
    int (*backup_step)(struct store *st, uint32_t pages, struct store_progress *p,
                       struct vl_error *err);
    /* After is_done, after a failed step, or to give up. */
    void (*backup_end)(struct store *st);
};

/* Every backend's struct begins with this. */
struct store {
    const struct store_api *api;
};

extern const struct store_api store_sqlite;

/* Opens "sqlite:PATH" or PATH. o may be NULL. VL_UNKNOWN: no such backend. */
int store_open(struct store **out, const char *url, const struct store_options *o,
               struct vl_error *err);

/* The note (store_options.note) of the server that has the store. False: none. */
bool store_note(const char *url, char *out, size_t cap);

/* A whole backup of an open store to a file, in one call: for a store that no
 * server holds. A running server backs up with writer_backup(). */
int store_backup(struct store *st, const char *path, struct vl_error *err);

/* What can be read of a store (opened with `salvage` and `aside`), into an empty
 * one: games whose row is sound, tokens, and logs up to the first damaged entry, or
 * before it to one after which nothing `goes_on` (NULL: nothing ever does). */
int store_salvage(struct store *from, struct store *to,
                  bool (*goes_on)(const struct store_entry *e), struct vl_error *err);

/* True if id is a possible game id: 26 characters of a-z and 2-7, canonical. */
bool store_id_ok(const char *id);
/* 16 bytes as an id. */
void store_id_make(char id[STORE_ID_LEN + 1], const uint8_t bytes[16]);

#endif
