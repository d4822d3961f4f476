/* static.c - finding an embedded file. */
#include "server/net/static.h"

#include <string.h>

const struct static_file *static_find(const char *path, size_t len)
{
    static const char index[] = "/index.html";
    int lo = 0, hi = static_files_len;

    if (len == 1 && *path == '/') {
        path = index;
        len = sizeof index - 1;
    }
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        const struct static_file *f = &static_files[mid];
        size_t n = strlen(f->path);
        int order = memcmp(path, f->path, len < n ? len : n);
        if (order == 0)
            order = (len > n) - (len < n);
        if (order == 0)
            return f;
        if (order < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return NULL;
}
