/* faultio.c - a disk that fails on demand, for a program that knows nothing of it.
 *
 *     LD_PRELOAD=faultio.so FAULTIO=FILE veillee serve ...
 *
 * While FILE exists, writing calls on regular files fail as its text says:
 *     write ENOSPC | write EIO | sync EIO | write EROFS
 * A short write comes first when the disk is full, as on a real one. Sockets,
 * pipes and the log (opened for appending) are left alone. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { NOTHING, WRITES, SYNCS };

/* What fails now, and with what. */
static int fault(int *error)
{
    const char *path = getenv("FAULTIO");
    char text[64] = "";
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    if (fd < 0)
        return NOTHING;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0)
        return NOTHING;
    *error = strstr(text, "ENOSPC") ? ENOSPC : strstr(text, "EROFS") ? EROFS : EIO;
    return strncmp(text, "sync", 4) == 0    ? SYNCS
           : strncmp(text, "write", 5) == 0 ? WRITES
                                            : NOTHING;
}

static int is_file(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && !(fcntl(fd, F_GETFL) & O_APPEND);
}

static int fails(int fd, int what)
{
    int error = 0, saved = errno;

    if (!is_file(fd) || fault(&error) != what) {
        errno = saved;
        return 0;
    }
    errno = error;
    return 1;
}

/* The calls themselves go straight to the kernel: what was preloaded stands before
 * the C library's own functions of these names. */

ssize_t write(int fd, const void *bytes, size_t len)
{
    return fails(fd, WRITES) ? -1 : syscall(SYS_write, fd, bytes, len);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t at)
{
    /* Full in the middle of a page: some of it is on the disk. */
    if (fails(fd, WRITES)) {
        if (errno != ENOSPC || len <= 512)
            return -1;
        len = 512;
    }
    return syscall(SYS_pwrite64, fd, bytes, len, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t at)
{
    return pwrite64(fd, bytes, len, at);
}

int ftruncate64(int fd, off64_t len)
{
    return fails(fd, WRITES) ? -1 : (int)syscall(SYS_ftruncate, fd, len);
}

int ftruncate(int fd, off_t len)
{
    return ftruncate64(fd, len);
}

int posix_fallocate64(int fd, off64_t from, off64_t len)
{
    return fails(fd, WRITES) || syscall(SYS_fallocate, fd, 0, from, len) < 0 ? errno : 0;
}

int posix_fallocate(int fd, off_t from, off_t len)
{
    return posix_fallocate64(fd, from, len);
}

int fsync(int fd)
{
    return fails(fd, SYNCS) ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return fails(fd, SYNCS) ? -1 : (int)syscall(SYS_fdatasync, fd);
}
