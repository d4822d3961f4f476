/* file.c - the part of the match that touches the system: whole files, read or
 * written in one piece, and random bytes for a seed. */
#define _DEFAULT_SOURCE 1 /* POSIX.1-2008, and getentropy() */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64 /* large inode numbers on 32-bit systems */

#include "match/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int io_fault(struct vl_error *err, const char *path, int code)
{
    return vl_error_set(err, VL_IO, path, strerror(code));
}

/* ---- reading ---- */

/* Appends to *text until the end of the file; at most max bytes. */
static int read_all(int fd, const char *path, size_t max, char **text, size_t *len,
                    struct vl_error *err)
{
    size_t cap = 0;

    for (;;) {
        if (*len + 1 >= cap) {
            cap = cap ? 2 * cap : 8192;
            char *bigger = realloc(*text, cap);
            if (!bigger)
                return vl_error_set(err, VL_MEMORY, path, "out of memory");
            *text = bigger;
        }
        ssize_t n = read(fd, *text + *len, cap - *len - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return io_fault(err, path, errno);
        if (n == 0)
            break;
        *len += (size_t)n;
        if (*len > max)
            return vl_error_set(err, VL_TOO_LARGE, path, "the file is too large");
    }
    (*text)[*len] = '\0';
    return VL_OK;
}

int vl_file_read(const char *path, size_t max, char **text, size_t *len, struct vl_error *err)
{
    char *fresh = NULL;
    size_t n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return io_fault(err, path, errno);
    int st = read_all(fd, path, max, &fresh, &n, err);
    close(fd);
    if (st != VL_OK) {
        free(fresh);
        return st;
    }
    if (n >= 3 && memcmp(fresh, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark, with its NUL */
        n -= 3;
        memmove(fresh, fresh + 3, n + 1);
    }
    *text = fresh;
    *len = n;
    return VL_OK;
}

/* ---- writing ---- */

static int write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, text, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        text += n;
        len -= (size_t)n;
    }
    return 0;
}

/* Makes a rename in that folder durable. A file system that cannot do it (some
 * network ones) has done what it can. */
static void sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) : 0;

    if (len >= sizeof folder)
        return;
    memcpy(folder, path, len);
    folder[len] = '\0';
    int fd = open(len > 0 ? folder : slash ? "/" : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

/* A device or a pipe holds nothing that could be lost: it is written to as it is. */
bool vl_file_is_stream(const char *path)
{
    struct stat now;

    return stat(path, &now) == 0 && !S_ISREG(now.st_mode) && !S_ISDIR(now.st_mode);
}

bool vl_file_exists(const char *path)
{
    struct stat now;

    return lstat(path, &now) == 0 && !S_ISDIR(now.st_mode) && !vl_file_is_stream(path);
}

int vl_draft_open(struct vl_draft *d, const char *path, enum vl_file_how how, struct vl_error *err)
{
    struct stat now;
    mode_t mode = 0666;

    memset(d, 0, sizeof *d);
    d->fd = -1;
    d->how = how;
    if (strlen(path) + 32 > sizeof d->path)
        return io_fault(err, path, ENAMETOOLONG);
    strcpy(d->path, path);
    if (vl_file_is_stream(path)) {
        d->fd = open(path, O_WRONLY | O_CLOEXEC);
        return d->fd >= 0 ? VL_OK : io_fault(err, path, errno);
    }
    if (how == VL_FILE_NEW && vl_file_exists(path))
        return vl_error_set(err, VL_EXISTS, path, "");
    if (stat(path, &now) == 0) {
        if (S_ISDIR(now.st_mode))
            return io_fault(err, path, EISDIR);
        mode = now.st_mode & 0777;
        if (!realpath(path, d->path)) /* a link keeps pointing to the file that is replaced */
            return io_fault(err, path, errno);
    }
    if (snprintf(d->temp, sizeof d->temp, "%s.%ld.tmp", d->path, (long)getpid()) < 0)
        return io_fault(err, path, errno);
    (void)unlink(d->temp); /* left by a process of the same number that died */
    d->fd = open(d->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    return d->fd >= 0 ? VL_OK : io_fault(err, path, errno);
}

int vl_draft_put(struct vl_draft *d, const char *text, size_t len, struct vl_error *err)
{
    int code = write_all(d->fd, text, len);

    return code == 0 ? VL_OK : io_fault(err, d->path, code);
}

/* Gives the whole file its name. A link is refused where the name is taken, in
 * one step; a file system without links is asked first. */
static int publish(const struct vl_draft *d)
{
    if (d->how == VL_FILE_REPLACE)
        return rename(d->temp, d->path) == 0 ? 0 : errno;
    if (link(d->temp, d->path) == 0) {
        (void)unlink(d->temp);
        return 0;
    }
    if (errno == EEXIST || vl_file_exists(d->path))
        return EEXIST;
    return rename(d->temp, d->path) == 0 ? 0 : errno;
}

int vl_draft_close(struct vl_draft *d, bool keep, struct vl_error *err)
{
    bool is_file = d->temp[0] != '\0';
    int code = 0;

    if (d->fd < 0)
        return VL_OK;
    if (keep && is_file && fsync(d->fd) != 0)
        code = errno;
    if (close(d->fd) != 0 && code == 0)
        code = errno;
    d->fd = -1;
    if (!is_file)
        return code == 0 ? VL_OK : io_fault(err, d->path, code);
    if (keep && code == 0)
        code = publish(d);
    if (!keep || code != 0)
        (void)unlink(d->temp);
    else
        sync_folder_of(d->path);
    if (code == EEXIST)
        return vl_error_set(err, VL_EXISTS, d->path, "");
    return code == 0 ? VL_OK : io_fault(err, d->path, code);
}

int vl_file_write(const char *path, const char *text, size_t len, enum vl_file_how how,
                  struct vl_error *err)
{
    struct vl_draft d;
    int st = vl_draft_open(&d, path, how, err);

    if (st == VL_OK)
        st = vl_draft_put(&d, text, len, err);
    if (st == VL_OK)
        return vl_draft_close(&d, true, err);
    vl_draft_close(&d, false, NULL);
    return st;
}

/* ---- records ---- */

int vl_record_save(const struct vl_match *m, const char *path, bool reveal, enum vl_file_how how,
                   struct vl_error *err)
{
    char *text = NULL;
    size_t len = 0;
    int st = vl_record_write(m, reveal, &text, &len, err);

    if (st != VL_OK)
        return st;
    st = vl_file_write(path, text, len, how, err);
    free(text);
    return st;
}

int vl_record_load(struct vl_match **out, const char *path, struct vl_record_opts *how,
                   struct vl_error *err)
{
    char *text = NULL;
    size_t len = 0;
    int st = vl_file_read(path, VL_RECORD_SIZE_MAX, &text, &len, err);

    if (st != VL_OK)
        return st;
    st = vl_record_read(out, text, len, how, err);
    free(text);
    return st;
}

/* ---- seeds ---- */

int vl_seed_system(uint8_t seed[VL_SEED_SIZE], struct vl_error *err)
{
    if (getentropy(seed, VL_SEED_SIZE) == 0)
        return VL_OK;
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    size_t have = 0;
    while (fd >= 0 && have < VL_SEED_SIZE) {
        ssize_t n = read(fd, seed + have, VL_SEED_SIZE - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    if (fd >= 0)
        close(fd);
    if (have < VL_SEED_SIZE)
        return vl_error_set(err, VL_IO, "/dev/urandom", "the system gives no random bytes");
    return VL_OK;
}
