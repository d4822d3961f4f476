/* static.h - the files of the page, embedded in the program.
 *
 * tools/mkstatic makes the table from a folder; nothing is read from the disk
 * while the server runs, so no path can lead outside.
 */
#ifndef VL_SERVER_STATIC_H
#define VL_SERVER_STATIC_H

#include <stdbool.h>
#include <stddef.h>

struct static_file {
    const char *path; /* "/style.css" */
    const char *type; /* "text/css; charset=utf-8" */
    const char *etag; /* in its quotes */
    bool is_hashed;   /* its name changes with its content: may be kept for ever */
    const unsigned char *bytes;
    size_t len;
};

extern const struct static_file static_files[]; /* generated, sorted by path */
extern const int static_files_len;

/* The file of that path, "/" being "/index.html"; NULL if there is none. */
const struct static_file *static_find(const char *path, size_t len);

#endif
