/* file.c - the part of the match that touches the system: whole files, read or
 * replaced in one piece, and random bytes for a seed. */
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

/* A device or a pipe cannot be replaced: it is written to. */
static int write_through(const char *path, const char *text, size_t len)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return errno;
    int code = write_all(fd, text, len);
    if (close(fd) != 0 && code == 0)
        code = errno;
    return code;
}

static int write_beside(const char *path, mode_t mode, const char *text, size_t len)
{
    char temp[PATH_MAX];
    int n = snprintf(temp, sizeof temp, "%s.%ld.tmp", path, (long)getpid());

    if (n < 0 || (size_t)n >= sizeof temp)
        return ENAMETOOLONG;
    (void)unlink(temp); /* left by a process of the same number that died */
    int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0)
        return errno;
    int code = write_all(fd, text, len);
    if (code == 0 && fsync(fd) != 0)
        code = errno;
    if (close(fd) != 0 && code == 0)
        code = errno;
    if (code == 0 && rename(temp, path) != 0)
        code = errno;
    if (code != 0)
        (void)unlink(temp);
    else
        sync_folder_of(path);
    return code;
}

int vl_file_write(const char *path, const char *text, size_t len, struct vl_error *err)
{
    char real[PATH_MAX]; /* a link keeps pointing to the file that is replaced */
    struct stat now;
    mode_t mode = 0666;
    int code;

    if (stat(path, &now) == 0 && !S_ISREG(now.st_mode)) {
        code = S_ISDIR(now.st_mode) ? EISDIR : write_through(path, text, len);
    } else {
        if (realpath(path, real)) {
            path = real;
            mode = now.st_mode & 0777;
        }
        code = write_beside(path, mode, text, len);
    }
    return code == 0 ? VL_OK : io_fault(err, path, code);
}

/* ---- records ---- */

int vl_record_save(const struct vl_match *m, const char *path, bool reveal, struct vl_error *err)
{
    char *text = NULL;
    size_t len = 0;
    int st = vl_record_write(m, reveal, &text, &len, err);

    if (st != VL_OK)
        return st;
    st = vl_file_write(path, text, len, err);
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
