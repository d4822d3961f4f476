/* wire.h - finding things in the server's messages, fast and without a tree.
 *
 * The load client reads a hundred thousand messages a second and needs two or
 * three fields of each. The messages are the server's own, so they are JSON;
 * what is looked for stands at the top level.
 */
#ifndef LOAD_WIRE_H
#define LOAD_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
    const char *p; /* NULL: not there */
    size_t len;
};

/* The value of a key of the outermost object, as it stands (strings with quotes). */
struct span wire_find(const char *text, size_t len, const char *key);
/* The same inside of an object that was found. */
struct span wire_in(struct span object, const char *key);
/* The next element of an array or NULL; *at begins as 0. */
struct span wire_next(struct span array, size_t *at);

/* An integer; -1 if it is none. */
int64_t wire_int(struct span v);
/* The content of a string without escapes, NUL-terminated; false if it is none,
 * has escapes or does not fit. */
bool wire_text(struct span v, char *out, size_t cap);
bool wire_is(struct span v, const char *word);

#endif
