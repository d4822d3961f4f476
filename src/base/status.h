/* status.h - what a call that can fail returns, and how a fault is reported.
 *
 * A function that reads outside input returns an enum vl_status and, on
 * failure, fills a struct vl_error where the fault is understood; the edge
 * words it. Failure leaves the target as it was.
 */
#ifndef VL_BASE_STATUS_H
#define VL_BASE_STATUS_H

#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define VL_STATUS_MAP(X)                                                       \
    X(OK,        "ok",        "no error")                                      \
    X(USAGE,     "usage",     "the command line cannot be understood")         \
    X(SYNTAX,    "syntax",    "the text does not follow its format")           \
    X(RANGE,     "range",     "a value is out of its range")                   \
    X(UNKNOWN,   "unknown",   "a name is not known")                           \
    X(DUPLICATE, "duplicate", "a name stands twice")                           \
    X(MISSING,   "missing",   "something required is missing")                 \
    X(INVALID,   "invalid",   "the values contradict each other")              \
    X(REFUSED,   "refused",   "a rule forbids it")                             \
    X(TOO_LARGE, "too_large", "the input is larger than the limit")            \
    X(VERSION,   "version",   "made by another version")                       \
    X(MISMATCH,  "mismatch",  "what was stored differs from what was computed")\
    X(IO,        "io",        "reading or writing failed")                     \
    X(MEMORY,    "memory",    "out of memory")                                 \
    X(INTERRUPT, "interrupt", "stopped on request")                            \
    X(EXISTS,    "exists",    "there is such a file already")                  \
    X(OTHER_GAME, "other_game", "made for another game")
/* clang-format on */

enum vl_status {
#define X(name, word, text) VL_##name,
    VL_STATUS_MAP(X)
#undef X
        VL_STATUS_COUNT
};

/* Where and what went wrong: `where` is a path in the input ("/cards/3/mana",
 * "line 12"), `what` a short English remark with the values at fault; what a
 * sentence in any language names stands beside it. In a JSON text line and
 * column are known too, in a content pack the card. */
struct vl_error {
    uint16_t status;       /* enum vl_status */
    uint16_t rule;         /* the rule that refuses, 0 if none */
    uint32_t line, column; /* from 1; 0: not known. A column is a character */
    int32_t lo, hi;        /* what would have been allowed, or numbers that the rule's words name */
    char key[32];          /* of the card or other thing that it is about, "" if none */
    char given[64];        /* the value at fault as it was written, "" if not told */
    char where[120];
    char what[200];
};

/* The word of a status ("syntax"), as it stands in JSON. */
const char *vl_status_word(int status);

/* Fills *err (which may be NULL) and returns `status`. Texts are cut to fit. */
int vl_error_set(struct vl_error *err, int status, const char *where, const char *what);
/* The same with the rule that is broken. */
int vl_error_rule(struct vl_error *err, int status, uint16_t rule, const char *where,
                  const char *what);
/* Adds to a filled *err (which may be NULL) the value at fault; len bytes, cut to fit. */
void vl_error_given(struct vl_error *err, const char *text, size_t len);
/* The same with what would have been allowed. */
void vl_error_range(struct vl_error *err, int lo, int hi);

#endif
