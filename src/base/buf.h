/* buf.h - text written into the caller's memory.
 *
 * A buffer never overflows: what does not fit is dropped and `full` is set.
 * The text is always NUL-terminated (when cap > 0). len does not count the NUL.
 *     char line[80];
 *     struct vl_buf b = vl_buf_on(line, sizeof line);
 *     vl_put(&b, "die "); vl_put_int(&b, 3);
 */
#ifndef VL_BASE_BUF_H
#define VL_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vl_buf {
    char *p;
    size_t cap, len;
    bool full;
};

struct vl_buf vl_buf_on(char *memory, size_t cap);
void vl_put(struct vl_buf *b, const char *text);
void vl_put_n(struct vl_buf *b, const char *text, size_t len);
void vl_put_char(struct vl_buf *b, char c);
void vl_put_int(struct vl_buf *b, int64_t v);
void vl_put_u64(struct vl_buf *b, uint64_t v);
void vl_put_hex64(struct vl_buf *b, uint64_t v); /* 16 lower-case digits */
void vl_put_hex(struct vl_buf *b, const uint8_t *bytes, size_t len);

bool vl_str_eq(const char *a, const char *b);
/* True if text[0..len) spells `word`. */
bool vl_str_is(const char *text, size_t len, const char *word);
/* Decimal integer, optional '-', nothing else; false if it is not one or does
 * not fit in 64 bits. */
bool vl_str_int(const char *text, size_t len, int64_t *out);
bool vl_str_u64(const char *text, size_t len, uint64_t *out);
/* 2*n hex digits into n bytes. */
bool vl_str_hex(const char *text, size_t len, uint8_t *out, size_t n);
/* True if bytes[0..len) is well-formed UTF-8 (no surrogates, no overlongs). */
bool vl_utf8_ok(const char *bytes, size_t len);
/* The length of the well-formed sequence at bytes[0..len), 0 if there is none.
 * len must be positive. */
size_t vl_utf8_step(const char *bytes, size_t len);

#endif
