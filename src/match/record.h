/* record.h - a match as text (.veillee): written canonically, read strictly.
 *
 * docs/formats.md describes the format line by line. Reading and writing again
 * gives the same bytes: a text that is not in the writer's own form is refused.
 * Every fault has its line: err->where is "line 12". A move that a rule refuses
 * has err->status VL_REFUSED and err->rule.
 *
 *     struct vl_record_opts how = { .recover = true };
 *     struct vl_match *m;
 *     if (vl_record_load(&m, path, &how, &err)) ...
 *     if (how.fault.status) warn(&how.fault);   // what was left out
 */
#ifndef VL_MATCH_RECORD_H
#define VL_MATCH_RECORD_H

#include "match/match.h"
#include "pack/pack.h"

enum {
    VL_RECORD_FORMAT = 1,
    VL_RECORD_SIZE_MAX = 8 << 20,
    VL_RECORD_LINE_MAX = 65536,
    VL_RECORD_SUM = 16,        /* digits of the sum at the end */
    VL_RECORD_RESULT_MAX = 256 /* bytes of the result */
};

struct vl_record_opts {
    const struct vl_game *game; /* a game that is not in the registry; NULL: look it up */
    const struct vl_pack *pack; /* content for records made with it; NULL: released packs only */
    bool recover;               /* keep what precedes the first fault in the entries */
    /* out */
    struct vl_error fault; /* what recovery left out; status VL_OK: nothing */
    bool ended;            /* the record was closed properly, by its `end` line */
};

/* The record of a match into *text (malloc, NUL-terminated; the caller frees
 * it). `reveal`: with the seed, if it is known. */
int vl_record_write(const struct vl_match *m, bool reveal, char **text, size_t *len,
                    struct vl_error *err);
/* A match from text[0..len). With content from the program's released packs or
 * from how->pack, which must outlive the match. `how` may be NULL. */
int vl_record_read(struct vl_match **out, const char *text, size_t len, struct vl_record_opts *how,
                   struct vl_error *err);

/* What becomes of a file that has the name already. */
enum vl_file_how {
    VL_FILE_NEW,    /* it stays, and the call fails with VL_EXISTS */
    VL_FILE_REPLACE /* it stays until the new one is safely on the disk */
};

/* The same with a file. */
int vl_record_save(const struct vl_match *m, const char *path, bool reveal, enum vl_file_how how,
                   struct vl_error *err);
int vl_record_load(struct vl_match **out, const char *path, struct vl_record_opts *how,
                   struct vl_error *err);

/* The pieces, for a journal that is appended to: everything up to the empty
 * line, and the lines of entries from..len-1 with their comments. */
int vl_record_head(const struct vl_match *m, bool reveal, char **text, size_t *len,
                   struct vl_error *err);
int vl_record_entries(const struct vl_match *m, uint32_t from, char **text, size_t *len,
                      struct vl_error *err);

/* The text of the `result` tag: "*", or "won EN-END-06 0123456789abcdef won 1
 * scores 31,44": outcome, rule, hash of the final position, the seats that won
 * ("-": none) and the score of each. A match read from a record that ends with the
 * hash, as all did once, is written so again. */
void vl_record_result(const struct vl_match *m, struct vl_buf *out);
/* The sum in the `end` line: the first digits of the SHA-256 of all bytes
 * before that line. */
void vl_record_sum(const char *text, size_t len, char out[VL_RECORD_SUM + 1]);

/* Files, whole (file.c). Reading takes pipes too and stops at `max` bytes with
 * VL_TOO_LARGE; the text is malloc'd and NUL-terminated, without the byte order
 * mark that some editors put first. Writing is atomic: temporary file beside the
 * target, fsync, rename, fsync of the folder. A device or a pipe is written to. */
int vl_file_read(const char *path, size_t max, char **text, size_t *len, struct vl_error *err);
int vl_file_write(const char *path, const char *text, size_t len, enum vl_file_how how,
                  struct vl_error *err);
/* Is there a file of that name, which VL_FILE_NEW would leave alone? */
bool vl_file_exists(const char *path);
bool vl_file_is_stream(const char *path);

/* The same piece by piece: the name appears when the file is whole.
 *     struct vl_draft d;
 *     int st = vl_draft_open(&d, path, VL_FILE_NEW, &err);
 *     ... vl_draft_put(&d, text, len, &err) ...
 *     st = vl_draft_close(&d, true, &err);       // false: nothing was written
 * Closing is right after every failure, and once more. */
struct vl_draft {
    int fd; /* -1: closed */
    enum vl_file_how how;
    char path[4096], temp[4096]; /* temp "": a device or a pipe */
};

int vl_draft_open(struct vl_draft *d, const char *path, enum vl_file_how how, struct vl_error *err);
int vl_draft_put(struct vl_draft *d, const char *text, size_t len, struct vl_error *err);
int vl_draft_close(struct vl_draft *d, bool keep, struct vl_error *err);

#endif
