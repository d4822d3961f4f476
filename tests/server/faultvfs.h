/* faultvfs.h - a file layer for SQLite that fails on command and remembers what
 * was written: the disk of the store's tests.
 *
 * It passes everything on to the system's own layer. Files have no shared memory
 * here (version 1 of the methods), so a store that works on it does not need any.
 *
 *     fault_install();                            // as "fault"
 *     fault_arm(FAULT_SYNC, 3, false);            // the third sync from now fails
 *     trace_begin(&t, path); ... trace_end();     // what happened to path*
 */
#ifndef VL_TESTS_FAULTVFS_H
#define VL_TESTS_FAULTVFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fault {
    FAULT_FULL,  /* xWrite: SQLITE_FULL */
    FAULT_WRITE, /* xWrite: SQLITE_IOERR_WRITE, after half of it was written */
    FAULT_SYNC,  /* xSync: SQLITE_IOERR_FSYNC */
    FAULT_READ,  /* xRead: SQLITE_IOERR_READ */
    FAULT_COUNT
};

void fault_install(void);

/* The nth call of its kind from now on (1: the next) fails, and if `is_lasting`
 * all that follow. Faults of different kinds may be armed together. May be called
 * from any thread. */
void fault_arm(enum fault kind, long nth, bool is_lasting);
void fault_disarm(void);
/* How many calls were made to fail since fault_disarm(). */
long fault_fired(void);
/* false: xSync does nothing, for tests that open thousands of stores. */
void fault_set_syncing(bool is_real);

/* ---- a disk of some size ---- */

/* The store `path`, its log and its reserve find room for so many bytes together; a
 * write or an allocation that would need more fails as on a full disk. 0: as many as
 * they like. */
void fault_set_disk(const char *path, int64_t bytes);
/* How many they take. */
int64_t fault_disk_used(void);
/* For store_options.allocate. */
int fault_allocate(int fd, int64_t bytes);

/* ---- what was written ---- */

enum trace_op { TRACE_WRITE, TRACE_TRUNCATE, TRACE_SYNC, TRACE_DELETE, TRACE_MARK };
enum trace_file { TRACE_DB, TRACE_WAL, TRACE_JOURNAL, TRACE_FILES };
extern const char *const trace_suffix[TRACE_FILES];

struct trace_step {
    enum trace_op op;
    enum trace_file file;
    int64_t at;     /* offset; the new size; DELETE: is it durable; MARK: the value */
    uint32_t len;   /* of bytes */
    uint8_t *bytes; /* WRITE */
};

struct trace {
    struct trace_step *steps;
    size_t len, cap;
};

/* Records into *t what happens to the files of the store `path`. One at a time,
 * and only one thread may use the store. */
void trace_begin(struct trace *t, const char *path);
void trace_end(void);
void trace_mark(int64_t value);
void trace_free(struct trace *t);

#endif
