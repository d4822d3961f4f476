/* Room on the disk that is kept for folding the log back.
 *
 * To empty the write-ahead log its pages are written to the database, which may
 * have to grow; on a full disk it cannot, and with a log that cannot be emptied
 * nothing can be written any more. So as much room as the log may take is allocated
 * beside the store while there is some, and given back when it is needed. */
#include "server/store/store_sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Blocks, not a hole: 0 or the code of the error. */
static int allocate(int fd, int64_t bytes)
{
#if defined(__APPLE__)
    static const char zeros[1 << 16];

    for (int64_t at = 0; at < bytes; at += (int64_t)sizeof zeros)
        if (pwrite(fd, zeros, sizeof zeros, (off_t)at) != (ssize_t)sizeof zeros)
            return errno != 0 ? errno : ENOSPC;
    return 0;
#else
    return posix_fallocate(fd, 0, (off_t)bytes);
#endif
}

/* Allocates `bytes` and keeps what is wanted of them: nothing, if they cannot be had
 * and were not held before. */
static int take(struct store_reserve *r, int fd, int64_t bytes)
{
    struct stat info;

    if (fstat(fd, &info) != 0)
        return errno;
    int code = r->allocate != NULL ? r->allocate(fd, bytes) : allocate(fd, bytes);
    bool was_held = r->held == r->wanted && info.st_size == (off_t)r->wanted;
    r->held = code == 0 || was_held ? r->wanted : 0;
    if (ftruncate(fd, (off_t)r->held) != 0)
        code = code != 0 ? code : errno;
    return code;
}

int store_reserve_make(struct store_reserve *r, int64_t more, struct vl_error *err)
{
    if (r->wanted == 0 || (r->held == r->wanted && more == 0))
        return VL_OK;
    int fd = open(r->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int code = fd >= 0 ? take(r, fd, r->wanted + more) : errno;
    if (fd >= 0)
        close(fd);
    /* A file system that cannot do it has to do without. */
    if (code == ENOSPC || code == EDQUOT)
        return vl_error_set(err, VL_IO, r->path, "the disk is full");
    return VL_OK;
}

bool store_reserve_release(struct store_reserve *r)
{
    struct stat info;
    int fd = open(r->path, O_RDWR | O_CLOEXEC);
    bool yes = fd >= 0 && fstat(fd, &info) == 0 && info.st_size > 0 && ftruncate(fd, 0) == 0;

    if (fd >= 0)
        close(fd);
    if (yes)
        r->held = 0;
    return yes;
}
