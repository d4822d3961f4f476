/* log.h - the structured log: one JSON object per line.
 *
 *     {"time":"2026-11-15T19:02:11.402Z","level":"info","event":"listening","address":"127.0.0.1:7777"}
 *
 * What may stand in it: numbers, words of ours, ids of games and connections.
 * Never a token, a chat text, a name of a player, or the path, query or header
 * of a request. Addresses of peers only if the operator asked for them: pass
 * them with log_peer().
 *
 *     LOG(log, LOG_INFO, "closed", log_int("conn", id), log_str("why", "too slow"));
 *
 * Safe from every thread: a line is one write() to a file opened for appending.
 * A line that cannot be written is dropped and counted.
 */
#ifndef VL_SERVER_LOG_H
#define VL_SERVER_LOG_H

#include "base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR, LOG_LEVELS };

enum { LOG_LINE_MAX = 1024 }; /* bytes of a line; longer values are cut */

struct log {
    int fd;
    int level;        /* lines below it are not written */
    bool peers;       /* addresses of peers are written */
    const char *path; /* NULL: the error stream */
    atomic_uint_fast64_t dropped;
};

enum log_kind { LOG_KIND_INT, LOG_KIND_STR, LOG_KIND_PEER };

struct log_field {
    const char *key;
    uint8_t kind; /* enum log_kind */
    int64_t num;
    const char *str;
};

static inline struct log_field log_int(const char *key, int64_t v)
{
    return (struct log_field){ key, LOG_KIND_INT, v, 0 };
}

static inline struct log_field log_str(const char *key, const char *v)
{
    return (struct log_field){ key, LOG_KIND_STR, 0, v };
}

static inline struct log_field log_peer(const char *address)
{
    return (struct log_field){ "peer", LOG_KIND_PEER, 0, address };
}

/* To the file, made with mode 0600 if need be, or with NULL to the error stream.
 * The path must stay valid. VL_IO if it cannot be opened. */
int log_open(struct log *log, const char *path, int level, bool peers, struct vl_error *err);
/* Opens the path again, after it was moved away by a rotation; threads may be
 * writing meanwhile. */
int log_reopen(struct log *log, struct vl_error *err);
void log_close(struct log *log);
/* A log that writes nothing, for tests. */
struct log log_none(void);

void log_write(struct log *log, int level, const char *event, const struct log_field *fields,
               int n);
#define LOG(log, level, event, ...)                                                                \
    log_write((log), (level), (event), (const struct log_field[]){ __VA_ARGS__ },                  \
              (int)(sizeof((const struct log_field[]){ __VA_ARGS__ }) / sizeof(struct log_field)))

/* "debug", "info", "warn", "error"; -1 if it is none. */
int log_level_find(const char *word);

#endif
