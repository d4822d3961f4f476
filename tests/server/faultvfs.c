#include "server/faultvfs.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"

const char *const trace_suffix[TRACE_FILES] = { "", "-wal", "-journal" };

static sqlite3_vfs *real;                  /* the system's */
static atomic_long countdown[FAULT_COUNT]; /* calls until the fault; 0: none */
static atomic_bool is_lasting_fault[FAULT_COUNT];
static atomic_long fired;
static atomic_bool is_syncing = true;

static char disk_path[1024];
static _Atomic int64_t disk_bytes; /* 0: no bound */

static struct trace *tracing; /* NULL: nobody listens */
static char traced_path[1024];

struct fault_file {
    sqlite3_file base;
    int traced; /* enum trace_file, -1: none */
    sqlite3_file *real;
};

/* ---- faults ---- */

void fault_arm(enum fault kind, long nth, bool is_lasting)
{
    atomic_store(&is_lasting_fault[kind], is_lasting);
    atomic_store(&countdown[kind], nth);
}

void fault_disarm(void)
{
    for (int i = 0; i < FAULT_COUNT; i++)
        atomic_store(&countdown[i], 0);
    atomic_store(&fired, 0);
}

long fault_fired(void)
{
    return atomic_load(&fired);
}

void fault_set_syncing(bool is_real)
{
    atomic_store(&is_syncing, is_real);
}

static bool is_due(enum fault kind)
{
    long left = atomic_load(&countdown[kind]);

    if (left <= 0)
        return false;
    if (left > 1) {
        atomic_store(&countdown[kind], left - 1);
        return false;
    }
    if (!atomic_load(&is_lasting_fault[kind]))
        atomic_store(&countdown[kind], 0);
    atomic_fetch_add(&fired, 1);
    return true;
}

/* ---- a disk of some size ---- */

void fault_set_disk(const char *path, int64_t bytes)
{
    VL_VERIFY(strlen(path) < sizeof disk_path);
    if (path != disk_path)
        strcpy(disk_path, path);
    atomic_store(&disk_bytes, bytes);
}

int64_t fault_disk_used(void)
{
    static const char *const endings[] = { "", "-wal", ".reserve" };
    char name[sizeof disk_path + 16];
    struct stat info;
    int64_t sum = 0;

    for (int i = 0; i < VL_LEN(endings); i++) {
        snprintf(name, sizeof name, "%s%s", disk_path, endings[i]);
        sum += stat(name, &info) == 0 ? (int64_t)info.st_size : 0;
    }
    return sum;
}

static bool has_room(int64_t more)
{
    int64_t most = atomic_load(&disk_bytes);

    return most == 0 || more <= 0 || fault_disk_used() + more <= most;
}

int fault_allocate(int fd, int64_t bytes)
{
    struct stat info;

    VL_VERIFY(fstat(fd, &info) == 0);
    if (!has_room(bytes - (int64_t)info.st_size))
        return ENOSPC;
    return info.st_size >= bytes || ftruncate(fd, (off_t)bytes) == 0 ? 0 : errno;
}

/* ---- the trace ---- */

static struct trace_step *add_step(enum trace_op op, int file, int64_t at)
{
    if (tracing == NULL || file < 0)
        return NULL;
    if (tracing->len == tracing->cap) {
        tracing->cap = tracing->cap > 0 ? tracing->cap * 2 : 256;
        tracing->steps = realloc(tracing->steps, tracing->cap * sizeof *tracing->steps);
        VL_VERIFY(tracing->steps != NULL);
    }
    struct trace_step *s = &tracing->steps[tracing->len++];
    memset(s, 0, sizeof *s);
    s->op = op;
    s->file = (enum trace_file)file;
    s->at = at;
    return s;
}

void trace_begin(struct trace *t, const char *path)
{
    memset(t, 0, sizeof *t);
    VL_VERIFY(strlen(path) < sizeof traced_path);
    /* SQLite names files by their whole path. */
    VL_VERIFY(real->xFullPathname(real, path, (int)sizeof traced_path, traced_path) == SQLITE_OK);
    tracing = t;
}

void trace_end(void)
{
    tracing = NULL;
}

void trace_mark(int64_t value)
{
    add_step(TRACE_MARK, 0, value);
}

void trace_free(struct trace *t)
{
    for (size_t i = 0; i < t->len; i++)
        free(t->steps[i].bytes);
    free(t->steps);
    memset(t, 0, sizeof *t);
}

static int traced_file(const char *path)
{
    size_t len = strlen(traced_path);

    if (tracing == NULL || path == NULL || strncmp(path, traced_path, len) != 0)
        return -1;
    for (int i = 0; i < TRACE_FILES; i++) {
        if (strcmp(path + len, trace_suffix[i]) == 0)
            return i;
    }
    return -1;
}

/* ---- files ---- */

static sqlite3_file *below(sqlite3_file *f)
{
    return ((struct fault_file *)f)->real;
}

static int file_close(sqlite3_file *f)
{
    sqlite3_file *r = below(f);

    return r->pMethods != NULL ? r->pMethods->xClose(r) : SQLITE_OK;
}

static int file_read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
    if (is_due(FAULT_READ))
        return SQLITE_IOERR_READ;
    return below(f)->pMethods->xRead(below(f), to, len, at);
}

static int file_write(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
    struct fault_file *ff = (struct fault_file *)f;
    sqlite3_int64 size = 0;

    if (atomic_load(&disk_bytes) > 0)
        ff->real->pMethods->xFileSize(ff->real, &size);
    if (is_due(FAULT_FULL) || !has_room(at + len - size))
        return SQLITE_FULL;
    if (is_due(FAULT_WRITE)) {
        ff->real->pMethods->xWrite(ff->real, from, len / 2, at);
        return SQLITE_IOERR_WRITE;
    }
    struct trace_step *s = add_step(TRACE_WRITE, ff->traced, at);
    if (s != NULL) {
        s->len = (uint32_t)len;
        s->bytes = malloc((size_t)len);
        VL_VERIFY(s->bytes != NULL);
        memcpy(s->bytes, from, (size_t)len);
    }
    return ff->real->pMethods->xWrite(ff->real, from, len, at);
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    add_step(TRACE_TRUNCATE, ((struct fault_file *)f)->traced, size);
    return below(f)->pMethods->xTruncate(below(f), size);
}

static int file_sync(sqlite3_file *f, int flags)
{
    if (is_due(FAULT_SYNC))
        return SQLITE_IOERR_FSYNC;
    add_step(TRACE_SYNC, ((struct fault_file *)f)->traced, 0);
    return atomic_load(&is_syncing) ? below(f)->pMethods->xSync(below(f), flags) : SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return below(f)->pMethods->xFileSize(below(f), size);
}

static int file_lock(sqlite3_file *f, int level)
{
    return below(f)->pMethods->xLock(below(f), level);
}

static int file_unlock(sqlite3_file *f, int level)
{
    return below(f)->pMethods->xUnlock(below(f), level);
}

static int file_reserved(sqlite3_file *f, int *out)
{
    return below(f)->pMethods->xCheckReservedLock(below(f), out);
}

static int file_control(sqlite3_file *f, int op, void *arg)
{
    return below(f)->pMethods->xFileControl(below(f), op, arg);
}

static int file_sector_size(sqlite3_file *f)
{
    return below(f)->pMethods->xSectorSize(below(f));
}

static int file_traits(sqlite3_file *f)
{
    return below(f)->pMethods->xDeviceCharacteristics(below(f));
}

static const sqlite3_io_methods file_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_traits,
};

/* ---- the layer ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *out)
{
    struct fault_file *ff = (struct fault_file *)f;

    (void)vfs;
    ff->base.pMethods = NULL;
    ff->traced = traced_file(path);
    ff->real = (sqlite3_file *)(ff + 1);
    int rc = real->xOpen(real, path, ff->real, flags, out);
    if (ff->real->pMethods != NULL)
        ff->base.pMethods = &file_methods;
    return rc;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
    (void)vfs;
    add_step(TRACE_DELETE, traced_file(path), sync_folder);
    return real->xDelete(real, path, sync_folder);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    (void)vfs;
    return real->xAccess(real, path, flags, out);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int cap, char *out)
{
    (void)vfs;
    return real->xFullPathname(real, path, cap, out);
}

static int vfs_random(sqlite3_vfs *vfs, int len, char *out)
{
    (void)vfs;
    return real->xRandomness(real, len, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    return real->xSleep(real, us);
}

static int vfs_now(sqlite3_vfs *vfs, double *out)
{
    (void)vfs;
    return real->xCurrentTime(real, out);
}

static int vfs_error(sqlite3_vfs *vfs, int cap, char *out)
{
    (void)vfs;
    return real->xGetLastError(real, cap, out);
}

void fault_install(void)
{
    static sqlite3_vfs fault = {
        .iVersion = 1,
        .zName = "fault",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_random,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_now,
        .xGetLastError = vfs_error,
    };

    if (real != NULL)
        return;
    real = sqlite3_vfs_find(NULL);
    fault.szOsFile = (int)sizeof(struct fault_file) + real->szOsFile;
    fault.mxPathname = real->mxPathname;
    VL_VERIFY(sqlite3_vfs_register(&fault, 0) == SQLITE_OK);
}
