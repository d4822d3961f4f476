#include "disk.h"

#include "base/check.h"
#include "loop.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MAX = 48, SECTOR = 512, PATH_MAX_HERE = 512 };

/* What happened to a file since it was synced. */
struct change {
    bool is_cut; /* truncated to `at` */
    int64_t at;
    size_t len;
    uint8_t *bytes;
};

struct bytes {
    uint8_t *p;
    size_t len, cap;
    bool is_there;
};

struct file {
    char name[PATH_MAX_HERE];
    struct bytes live, safe; /* as the process sees it; as it was synced */
    struct bytes kept;       /* after the cut */
    struct change *changes;
    size_t changes_len, changes_cap;
    bool is_gone; /* removed, but that is not synced */
};

struct handle {
    sqlite3_file base;
    struct file *file;
};

static struct {
    char path[PATH_MAX_HERE], copy[PATH_MAX_HERE], backup[PATH_MAX_HERE];
    struct file files[FILES_MAX];
    long cut_in; /* 0: never */
    enum disk_end cut_how;
    bool is_cut;
    int64_t room;
    uint32_t write_in, sync_in, read_in;
    uint64_t slow_us, log_since;
    uint32_t lie_in;
    bool is_log, is_backed_up;
    int error;
} disk;

/* ---- bytes ---- */

static void resize(struct bytes *b, size_t len)
{
    if (len > b->cap) {
        b->cap = 2 * len;
        b->p = realloc(b->p, b->cap);
        VL_VERIFY(b->p);
    }
    if (len > b->len)
        memset(b->p + b->len, 0, len - b->len);
    b->len = len;
}

static void put(struct bytes *b, size_t at, const uint8_t *from, size_t len)
{
    if (at + len > b->len)
        resize(b, at + len);
    memcpy(b->p + at, from, len);
    b->is_there = true;
}

static void copy(struct bytes *to, const struct bytes *from)
{
    resize(to, 0);
    if (from->len > 0)
        put(to, 0, from->p, from->len);
    to->is_there = from->is_there;
}

/* ---- files ---- */

static struct file *find(const char *name)
{
    for (int i = 0; i < FILES_MAX; i++)
        if (strcmp(disk.files[i].name, name) == 0)
            return &disk.files[i];
    return NULL;
}

static struct file *find_or_make(const char *name)
{
    struct file *f = find(name);

    if (f)
        return f;
    f = find("");
    VL_VERIFY(f && strlen(name) < sizeof f->name);
    memcpy(f->name, name, strlen(name) + 1);
    return f;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), e = strlen(ending);

    return n >= e && strcmp(name + n - e, ending) == 0;
}

static bool is_counted(const struct file *f)
{
    return strncmp(f->name, disk.path, strlen(disk.path)) == 0;
}

static void forget_changes(struct file *f)
{
    for (size_t i = 0; i < f->changes_len; i++)
        free(f->changes[i].bytes);
    f->changes_len = 0;
}

static struct change *add_change(struct file *f)
{
    if (f->changes_len == f->changes_cap) {
        f->changes_cap = f->changes_cap ? 2 * f->changes_cap : 64;
        f->changes = realloc(f->changes, f->changes_cap * sizeof *f->changes);
        VL_VERIFY(f->changes);
    }
    struct change *c = &f->changes[f->changes_len++];
    memset(c, 0, sizeof *c);
    return c;
}

static void carry_out(struct bytes *b, const struct change *c)
{
    if (c->is_cut)
        resize(b, (size_t)c->at);
    else
        put(b, (size_t)c->at, c->bytes, c->len);
    b->is_there = true;
}

/* ---- the cut ---- */

static void carry_out_torn(struct bytes *b, const struct change *c)
{
    if (c->is_cut) {
        if (loop_once_in(2))
            carry_out(b, c);
        return;
    }
    for (size_t from = 0, len; from < c->len; from += len) {
        size_t room = SECTOR - ((size_t)c->at + from) % SECTOR;

        len = c->len - from < room ? c->len - from : room;
        if (loop_once_in(2))
            put(b, (size_t)c->at + from, c->bytes + from, len);
    }
}

/* What a disk may hold of a file: what was synced, and of the rest nothing, all,
 * some, some sectors, or all but the last write torn. */
static void survive(struct file *f, uint32_t luck)
{
    copy(&f->kept, f->is_gone && loop_once_in(2) ? &f->live : &f->safe);
    for (size_t i = 0; i < f->changes_len; i++) {
        const struct change *c = &f->changes[i];

        switch (luck) {
        case 0: break;
        case 1: carry_out(&f->kept, c); break;
        case 2:
            if (loop_once_in(2))
                carry_out(&f->kept, c);
            break;
        case 3: carry_out_torn(&f->kept, c); break;
        default:
            if (i + 1 < f->changes_len)
                carry_out(&f->kept, c);
            else
                carry_out_torn(&f->kept, c);
        }
    }
}

void disk_cut(enum disk_end how)
{
    uint32_t luck = loop_below(5);

    if (disk.is_cut)
        return;
    loop_note("disk cut: %s %u", how == DISK_POWER ? "power" : "killed", luck);
    disk.is_cut = true;
    disk.cut_in = 0;
    for (int i = 0; i < FILES_MAX; i++) {
        if (how == DISK_KILLED)
            copy(&disk.files[i].kept, &disk.files[i].live);
        else
            survive(&disk.files[i], luck);
    }
    loop_kill();
}

void disk_cut_after(long n, enum disk_end how)
{
    disk.cut_in = n;
    disk.cut_how = how;
}

static void count_down(void)
{
    if (disk.cut_in > 0 && --disk.cut_in == 0)
        disk_cut(disk.cut_how);
}

void disk_restart(void)
{
    for (int i = 0; i < FILES_MAX; i++) {
        struct file *f = &disk.files[i];

        if (disk.is_cut)
            copy(&f->live, &f->kept);
        copy(&f->safe, &f->live);
        f->is_gone = false;
        forget_changes(f);
    }
    disk.is_cut = false;
    disk.is_log = false;
}

const char *disk_copy(void)
{
    static const char *const endings[] = { "", "-wal", "-journal" };
    char name[PATH_MAX_HERE + 16];

    for (int i = 0; i < VL_LEN(endings); i++) {
        snprintf(name, sizeof name, "%s%s", disk.path, endings[i]);
        const struct file *from = find(name);
        snprintf(name, sizeof name, "%s%s", disk.copy, endings[i]);
        struct file *to = find_or_make(name);
        struct bytes none = { 0 };
        copy(&to->live, from ? &from->live : &none);
        forget_changes(to);
    }
    return disk.copy;
}

/* ---- room and faults ---- */

int64_t disk_used(void)
{
    char name[PATH_MAX_HERE + 16];
    struct stat info;
    int64_t sum = 0;

    for (int i = 0; i < FILES_MAX; i++)
        if (is_counted(&disk.files[i]) && disk.files[i].live.is_there)
            sum += (int64_t)disk.files[i].live.len;
    snprintf(name, sizeof name, "%s.reserve", disk.path);
    return sum + (stat(name, &info) == 0 ? (int64_t)info.st_size : 0);
}

static bool has_room(int64_t more)
{
    return disk.room == 0 || more <= 0 || disk_used() + more <= disk.room;
}

/* The folder is synced: what was removed is gone. */
int __wrap_fsync(int fd);
int __wrap_fsync(int fd)
{
    struct stat info;

    VL_VERIFY(fstat(fd, &info) == 0);
    for (int i = 0; S_ISDIR(info.st_mode) && i < FILES_MAX; i++) {
        struct file *f = &disk.files[i];

        if (f->is_gone)
            copy(&f->safe, &(struct bytes){ 0 });
        f->is_gone = false;
    }
    return 0;
}

/* A backup gets its name when it is whole and synced. */
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to)
{
    struct file *f = find(from);

    if (f && !disk.is_cut) {
        struct file *t = find_or_make(to);

        forget_changes(f);
        forget_changes(t);
        copy(&t->live, &f->live);
        copy(&t->safe, &f->live);
        copy(&f->live, &(struct bytes){ 0 });
        copy(&f->safe, &f->live);
        disk.is_backed_up |= strcmp(to, disk.backup) == 0;
        loop_note("backup of %zu bytes", t->live.len);
    }
    return __real_rename(from, to);
}

int __real_unlink(const char *path);
int __wrap_unlink(const char *path);
int __wrap_unlink(const char *path)
{
    struct file *f = find(path);

    if (f) {
        forget_changes(f);
        copy(&f->live, &(struct bytes){ 0 });
        copy(&f->safe, &f->live);
    }
    return __real_unlink(path);
}

/* The reserve: as long as it is, and no block of it on a real disk. */
int __wrap_posix_fallocate(int fd, off_t at, off_t bytes);
int __wrap_posix_fallocate(int fd, off_t at, off_t bytes)
{
    struct stat info;

    VL_VERIFY(at == 0 && fstat(fd, &info) == 0);
    if (!has_room((int64_t)bytes - (int64_t)info.st_size))
        return ENOSPC;
    return info.st_size >= bytes || ftruncate(fd, bytes) == 0 ? 0 : errno;
}

void disk_set_room(int64_t bytes)
{
    loop_note("disk room %lld", (long long)bytes);
    disk.room = bytes;
}

void disk_set_faults(uint32_t write_in, uint32_t sync_in, uint32_t read_in)
{
    loop_note("disk faults %u %u %u", write_in, sync_in, read_in);
    disk.read_in = read_in;
    disk.write_in = write_in;
    disk.sync_in = sync_in;
}

bool disk_is_failing(void)
{
    return disk.room || disk.write_in || disk.sync_in || disk.read_in;
}

void disk_set_lying(uint32_t in)
{
    disk.lie_in = in;
}

void disk_set_slow(uint64_t us)
{
    disk.slow_us = us;
}

/* ---- the log ---- */

int64_t disk_log_bytes(void)
{
    char name[PATH_MAX_HERE + 16];

    snprintf(name, sizeof name, "%s-wal", disk.path);
    const struct file *f = find(name);
    return f && f->live.is_there ? (int64_t)f->live.len : 0;
}

uint64_t disk_log_age(void)
{
    return disk.is_log ? loop_now() - disk.log_since : 0;
}

/* The log is written by commits; the database, while there is a log, only when it is
 * folded back, and is synced when that is done. */
static void watch_log(const struct file *f, bool is_sync)
{
    if (!is_counted(f) || disk.is_cut)
        return;
    if (is_sync && strcmp(f->name, disk.path) == 0)
        disk.is_log = false;
    else if (!is_sync && ends_with(f->name, "-wal") && !disk.is_log) {
        disk.is_log = true;
        disk.log_since = loop_now();
    }
}

/* For sim-log alone: the hook is taken by another, as wal_autocheckpoint once did. */
void *__wrap_sqlite3_wal_hook(sqlite3 *db, int (*fn)(void *, sqlite3 *, const char *, int),
                              void *ctx);
void *__wrap_sqlite3_wal_hook(sqlite3 *db, int (*fn)(void *, sqlite3 *, const char *, int),
                              void *ctx)
{
    (void)db, (void)fn, (void)ctx;
    return NULL;
}

/* ---- SQLite's file ---- */

static struct file *file_of(sqlite3_file *f)
{
    return ((struct handle *)f)->file;
}

static int file_close(sqlite3_file *f)
{
    (void)f;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
    const struct bytes *b = &file_of(f)->live;
    size_t n = (size_t)at >= b->len ? 0 : b->len - (size_t)at;

    if (is_counted(file_of(f)) && loop_once_in(disk.read_in)) {
        disk.error = EIO;
        return SQLITE_IOERR_READ;
    }
    n = n < (size_t)len ? n : (size_t)len;
    if (n > 0)
        memcpy(to, b->p + at, n);
    memset((uint8_t *)to + n, 0, (size_t)len - n);
    return n == (size_t)len ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static void write_down(struct file *f, const void *from, size_t len, int64_t at)
{
    struct change *c = add_change(f);

    c->at = at;
    c->len = len;
    c->bytes = malloc(len > 0 ? len : 1);
    VL_VERIFY(c->bytes);
    memcpy(c->bytes, from, len);
    carry_out(&f->live, c);
}

static int file_write(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
    struct file *file = file_of(f);

    if (is_counted(file) && !has_room(at + len - (int64_t)file->live.len)) {
        disk.error = ENOSPC;
        return SQLITE_FULL;
    }
    if (is_counted(file) && loop_once_in(disk.write_in)) {
        disk.error = EIO;
        write_down(file, from, (size_t)len / 2, at);
        return SQLITE_IOERR_WRITE;
    }
    write_down(file, from, (size_t)len, at);
    watch_log(file, false);
    if (is_counted(file))
        count_down();
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    struct change *c = add_change(file_of(f));

    c->is_cut = true;
    c->at = size;
    carry_out(&file_of(f)->live, c);
    if (is_counted(file_of(f)))
        count_down();
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *f, int flags)
{
    struct file *file = file_of(f);

    (void)flags;
    if (!is_counted(file))
        return SQLITE_OK;
    count_down();
    loop_pause(loop_between(0, disk.slow_us));
    if (loop_once_in(disk.sync_in)) {
        disk.error = EIO;
        return SQLITE_IOERR_FSYNC;
    }
    watch_log(file, true);
    if (loop_once_in(disk.lie_in))
        return SQLITE_OK;
    for (size_t i = 0; i < file->changes_len; i++)
        carry_out(&file->safe, &file->changes[i]);
    file->safe.is_there = file->live.is_there;
    forget_changes(file);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
    *size = (sqlite3_int64)file_of(f)->live.len;
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *f, int level)
{
    (void)f, (void)level;
    return SQLITE_OK;
}

static int file_reserved(sqlite3_file *f, int *out)
{
    (void)f;
    *out = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *f, int op, void *arg)
{
    (void)f, (void)op, (void)arg;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *f)
{
    (void)f;
    return 4096;
}

static int file_traits(sqlite3_file *f)
{
    (void)f;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_traits,
};

/* ---- SQLite's file layer ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *out)
{
    struct handle *h = (struct handle *)f;
    struct file *file = find(path);

    (void)vfs;
    h->base.pMethods = NULL;
    if ((!file || !file->live.is_there) && !(flags & SQLITE_OPEN_CREATE) &&
        !(flags & SQLITE_OPEN_MAIN_DB))
        return SQLITE_CANTOPEN;
    h->file = find_or_make(path);
    if (!h->file->live.is_there) { /* a new file, whatever stood under its name */
        resize(&h->file->safe, 0);
        h->file->safe.is_there = h->file->is_gone = false;
    }
    h->file->live.is_there = true;
    h->base.pMethods = &methods;
    if (out)
        *out = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
    struct file *f = find(path);

    (void)vfs;
    if (!f || !f->live.is_there)
        return SQLITE_IOERR_DELETE_NOENT;
    resize(&f->live, 0);
    f->live.is_there = false;
    forget_changes(f);
    f->is_gone = !sync_folder;
    if (sync_folder)
        copy(&f->safe, &f->live);
    if (is_counted(f))
        count_down();
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    const struct file *f = find(path);

    (void)vfs, (void)flags;
    *out = f && f->live.is_there;
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int cap, char *out)
{
    (void)vfs;
    snprintf(out, (size_t)cap, "%s", path);
    return SQLITE_OK;
}

static int vfs_random(sqlite3_vfs *vfs, int len, char *out)
{
    (void)vfs;
    for (int i = 0; i < len; i++)
        out[i] = (char)loop_below(256);
    return len;
}

static int vfs_sleep(sqlite3_vfs *vfs, int us)
{
    (void)vfs;
    loop_pause((uint64_t)us);
    return us;
}

static int vfs_now(sqlite3_vfs *vfs, double *out)
{
    (void)vfs;
    *out = 2460000.5 + (double)loop_now() / 86400e6;
    return SQLITE_OK;
}

static int vfs_error(sqlite3_vfs *vfs, int cap, char *out)
{
    (void)vfs, (void)cap, (void)out;
    return disk.error;
}

void disk_begin(const char *folder)
{
    static sqlite3_vfs vfs = {
        .iVersion = 1,
        .szOsFile = (int)sizeof(struct handle),
        .mxPathname = PATH_MAX_HERE,
        .zName = "sim",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_random,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_now,
        .xGetLastError = vfs_error,
    };

    memset(&disk, 0, sizeof disk);
    VL_VERIFY(snprintf(disk.path, sizeof disk.path, "%s/sim.db", folder) < PATH_MAX_HERE - 16);
    VL_VERIFY(snprintf(disk.copy, sizeof disk.copy, "%s/look.db", folder) < PATH_MAX_HERE - 16);
    VL_VERIFY(snprintf(disk.backup, sizeof disk.backup, "%s/keep.db", folder) < PATH_MAX_HERE - 16);
    VL_VERIFY(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
    sqlite3_randomness(0, NULL);
}

void disk_end(void)
{
    static const char *const endings[] = { "",     ".lock",     ".reserve",     ".part",     ".1",
                                           ".new", ".new.lock", ".new.reserve", ".new.part", ".2" };
    const char *const names[] = { disk.path, disk.copy, disk.backup };
    char name[PATH_MAX_HERE + 16];

    for (int i = 0; i < FILES_MAX; i++) {
        struct file *f = &disk.files[i];

        forget_changes(f);
        free(f->changes);
        free(f->live.p);
        free(f->safe.p);
        free(f->kept.p);
    }
    for (int i = 0; i < VL_LEN(endings); i++) {
        for (int k = 0; k < VL_LEN(names); k++) {
            snprintf(name, sizeof name, "%s%s", names[k], endings[i]);
            __real_unlink(name);
        }
    }
}

const char *disk_backup(void)
{
    return disk.backup;
}

bool disk_take_backup(void)
{
    bool yes = disk.is_backed_up;

    disk.is_backed_up = false;
    return yes;
}

const char *disk_path(void)
{
    return disk.path;
}
