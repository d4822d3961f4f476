/* writer.h - the store thread: everything between the loop and the store.
 *
 * The loop hands in requests and goes on; a thread of its own carries them out
 * and answers on the loop's thread, in the order in which they were handed in.
 * Many small changes share one commit (and one wait for the disk): a group
 * closes when it holds `group_entries` entries, or when `group_us` have passed
 * since the last commit began. So a lone move waits for nothing, and under load
 * no move waits longer than that for company.
 *
 *     struct writer *w;
 *     writer_create(&w, loop, st, &opts, &err);         // takes the store over
 *     if (writer_append(w, id, epoch, rev, &entry, 1, NULL, on_stored, room))
 *         say_busy();                                   // queue full: not taken
 *     static void on_stored(void *room, const struct writer_result *r)
 *     {   if (r->status == VL_OK) acknowledge_and_show(); else take_back();   }
 *     writer_stop(w, on_stopped, ctx);                  // drains, then frees itself
 *
 * If a commit fails, every change of its group is answered with the failure and
 * nothing of it is visible. After VL_IO the writer is read-only: changes are
 * answered with VL_IO at once, reading goes on, and once a second a probe tries
 * whether the disk is back. The app hears of both turns (`state`). A request
 * that is wrong in itself (VL_DUPLICATE, VL_MISSING, VL_UNKNOWN, VL_REFUSED) is
 * answered so, and its group goes on without it.
 *
 * A read sees at least everything handed in before it, and only what is durable.
 *
 * All functions are called on the loop's thread. Arguments are copied. VL_OK
 * means: taken, `done` will be called exactly once. Anything else means: not
 * taken, `done` will not be called: VL_TOO_LARGE (the queue is full, or an
 * argument beyond its limit), VL_MEMORY, VL_INTERRUPT (stopping).
 */
#ifndef VL_SERVER_WRITER_H
#define VL_SERVER_WRITER_H

#include <uv.h>

#include "server/store/store.h"

struct writer;

/* Defaults of struct writer_options, where it says 0. */
enum {
    WRITER_GROUP_ENTRIES = 64,
    WRITER_GROUP_US = 2000,
    WRITER_QUEUE_MAX = 8192,               /* requests */
    WRITER_QUEUE_BYTES = 16 * 1024 * 1024, /* of their arguments */
    WRITER_READ_BYTES = 1024 * 1024,       /* of entries in one answer */
    WRITER_PROBE_MS = 1000,
    WRITER_LIST_MAX = 1000,   /* games in one answer; not an option */
    WRITER_BACKUP_PAGES = 64, /* copied between two groups */
};

struct writer_options {
    uint32_t group_entries, group_us;
    uint32_t queue_max;
    size_t queue_bytes, read_bytes;
    uint32_t probe_ms, backup_pages;
    /* Writing stopped (why says it) or works again (why is NULL). Comes between
     * the answers, after those of the group that failed. May be NULL. */
    void (*state)(void *ctx, bool is_read_only, const struct vl_error *why);
    void *ctx;
};

/* The answer to a request. Everything in it is good until the callback returns;
 * lists are empty where the request asks for none. */
struct writer_result {
    int status;
    const struct vl_error *error; /* not NULL if status != VL_OK */
    const struct store_game *games;
    size_t games_len;
    const struct store_entry *entries;
    size_t entries_len;
    bool more;                       /* the log goes on: read again after the last entry */
    const struct store_token *token; /* of writer_token_find() */
    struct store_progress backup;
};

typedef void writer_fn(void *ctx, const struct writer_result *r);

/* The writer owns `st` from here on, unless this fails. opts may be NULL. */
int writer_create(struct writer **out, uv_loop_t *loop, struct store *st,
                  const struct writer_options *opts, struct vl_error *err);

/* No more requests are taken; those in the queue are carried out and answered,
 * the store is closed, then `stopped` (may be NULL) is called on the loop and the
 * writer is gone. A backup that is under way is given up with VL_INTERRUPT. */
void writer_stop(struct writer *w, void (*stopped)(void *ctx), void *ctx);

/* ---- changes ---- */

/* A new game with its tokens and its first entries (a fork brings many). */
int writer_create_game(struct writer *w, const struct store_game *g,
                       const struct store_token *tokens, size_t tokens_len,
                       const struct store_entry *entries, size_t entries_len, writer_fn *done,
                       void *ctx);
/* As store_api.append. */
int writer_append(struct writer *w, const char *id, uint64_t epoch, uint32_t first,
                  const struct store_entry *entries, size_t n, const struct store_meta *meta,
                  writer_fn *done, void *ctx);
int writer_update(struct writer *w, const char *id, uint64_t epoch, const struct store_meta *meta,
                  writer_fn *done, void *ctx);
int writer_token_put(struct writer *w, const struct store_token *t, writer_fn *done, void *ctx);
int writer_remove(struct writer *w, const char *id, writer_fn *done, void *ctx);

/* ---- reading ---- */

/* Takes the game over and reads it: games[0] with the epoch to write with, and its
 * entries from the first on. */
int writer_load(struct writer *w, const char *id, writer_fn *done, void *ctx);
/* games[0] and the entries from `from` on. */
int writer_read(struct writer *w, const char *id, uint32_t from, writer_fn *done, void *ctx);
/* At most WRITER_LIST_MAX games; before_ms leads on. */
int writer_list(struct writer *w, const struct store_filter *f, writer_fn *done, void *ctx);
int writer_token_find(struct writer *w, const uint8_t hash[STORE_TOKEN_LEN], writer_fn *done,
                      void *ctx);

/* Copies the live store to a file while everything goes on. Its answer comes when
 * the file is whole, after answers to later requests. VL_DUPLICATE as an answer:
 * one is under way. */
int writer_backup(struct writer *w, const char *path, writer_fn *done, void *ctx);

/* ---- figures ---- */

enum { WRITER_LATENCY_BUCKETS = 14, WRITER_SIZE_BUCKETS = 9 };
/* Upper bounds of the buckets; the last bucket has none. */
extern const uint32_t writer_latency_us[WRITER_LATENCY_BUCKETS - 1];
extern const uint32_t writer_group_size[WRITER_SIZE_BUCKETS - 1];

struct writer_stats {
    uint64_t commits, commits_failed;
    uint64_t entries;         /* durable */
    uint64_t requests, reads; /* answered */
    uint64_t refused;         /* not taken: queue full */
    uint64_t commit_us_sum;
    uint64_t commit_us[WRITER_LATENCY_BUCKETS]; /* commits by duration */
    uint64_t group_size[WRITER_SIZE_BUCKETS];   /* commits by number of entries */
    uint64_t backups;
    uint32_t queue_len, queue_len_max; /* now, and the most ever */
    size_t queue_bytes;
    struct store_figures store; /* after the last group */
    bool is_read_only;
};

void writer_stats(struct writer *w, struct writer_stats *out);

#endif
