/* The SQLite backend: a file that can be read and not written. It lies on a disk
 * mounted to be read, or belongs to somebody else, or is damaged and must stay as it
 * is until somebody looks at it. */
#include "server/store/store_sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_denied(int code)
{
    return code == EROFS || code == EACCES || code == EPERM;
}

/* Its log and lock lie beside it: the folder counts as well. */
bool store_can_write(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash == path ? 1 : slash != NULL ? (size_t)(slash - path) : 0;
    char *folder = len > 0 ? strndup(path, len) : NULL;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool yes = fd >= 0 || !is_denied(errno);

    if (fd >= 0)
        close(fd);
    if (yes && access(folder != NULL ? folder : ".", W_OK) != 0)
        yes = !is_denied(errno);
    free(folder);
    return yes;
}

/* "file:PATH?immutable=1"; to be freed. */
static char *immutable(const char *path)
{
    static const char hex[] = "0123456789abcdef", tail[] = "?immutable=1";
    char *uri = malloc(5 + 3 * strlen(path) + sizeof tail), *to = uri;

    if (uri == NULL)
        return NULL;
    memcpy(to, "file:", 5);
    to += 5;
    for (; *path != '\0'; path++) {
        bool is_plain = strchr("?#%", *path) == NULL;

        *to++ = is_plain ? *path : '%';
        if (!is_plain) {
            *to++ = hex[(unsigned char)*path >> 4];
            *to++ = hex[(unsigned char)*path & 15];
        }
    }
    memcpy(to, tail, sizeof tail);
    return uri;
}

/* With a log beside it SQLite wants a lock, which a file opened to be read cannot
 * have: the system's file layer without locks has none to ask for. Without a log it
 * wants to make one, unless it is told that nothing ever changes. */
int store_open_fixed(sqlite3 **db, const char *path)
{
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    char *log = malloc(strlen(path) + 5), *uri = immutable(path);
    struct stat info;
    int rc = SQLITE_NOMEM;

    if (log != NULL && uri != NULL) {
        sprintf(log, "%s-wal", path);
        if (stat(log, &info) == 0 && info.st_size > 0)
            rc = sqlite3_open_v2(path, db, flags, "unix-none");
        else
            rc = sqlite3_open_v2(uri, db, flags | SQLITE_OPEN_URI, NULL);
    }
    free(log);
    free(uri);
    return rc;
}
