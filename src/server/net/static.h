/* static.h - the files of the page, embedded in the program.
 *
 * tools/mkstatic makes the table from a folder; nothing is read from the disk
 * while the server runs, so no path can lead outside.
 */
#ifndef VL_SERVER_STATIC_H
#define VL_SERVER_STATIC_H

#include <stdbool.h>
#include <stddef.h>

/* A file once more, compressed: the build leaves NAME.gz beside NAME where it
 * is worth it. */
struct static_gzip {
    const char *etag; /* another one: the bytes differ */
    const unsigned char *bytes;
    size_t len; /* 0: there is none */
};

struct static_file {
    const char *path; /* "/style.css" */
    const char *type; /* "text/css; charset=utf-8" */
    const char *etag; /* in its quotes */
    bool is_hashed;   /* its name changes with its content: may be kept for ever */
    const unsigned char *bytes;
    size_t len;
    struct static_gzip gzip;
};

extern const struct static_file static_files[]; /* generated, sorted by path */
extern const int static_files_len;

/* The file of that path, "/" being "/index.html"; NULL if there is none. */
const struct static_file *static_find(const char *path, size_t len);

#endif
