/* json.h - JSON on the caller's memory: a writer and a strict reader.
 *
 * Writer: a vl_buf with commas and escapes taken care of.
 *     struct vl_json w = vl_json_on(memory, sizeof memory);
 *     vl_json_obj(&w); vl_json_key(&w, "hp"); vl_json_int(&w, 4); vl_json_end(&w);
 *     if (w.out.full) ...   // it did not fit
 *
 * Reader: RFC 8259, strictly: UTF-8 checked, no trailing text, no duplicate
 * keys, at most VL_JSON_DEPTH levels. The text is parsed into an array of
 * nodes that refer to it; node 0 is the root. Children follow their parent in
 * document order; `next` jumps over a subtree.
 */
#ifndef VL_BASE_JSON_H
#define VL_BASE_JSON_H

#include "base/buf.h"
#include "base/status.h"

#define VL_JSON_DEPTH 32

/* ---- writing ---- */
struct vl_json {
    struct vl_buf out;
    uint8_t depth;
    bool indent;                 /* two spaces a level, one item a line; default off */
    uint8_t open[VL_JSON_DEPTH]; /* '{' or '[' */
    bool filled[VL_JSON_DEPTH];  /* something stands at this level already */
    bool after_key;
};

struct vl_json vl_json_on(char *memory, size_t cap);
void vl_json_obj(struct vl_json *w);
void vl_json_arr(struct vl_json *w);
void vl_json_end(struct vl_json *w); /* closes the innermost object or array */
void vl_json_key(struct vl_json *w, const char *key);
void vl_json_str(struct vl_json *w, const char *text);
void vl_json_str_n(struct vl_json *w, const char *text, size_t len);
void vl_json_int(struct vl_json *w, int64_t v);
void vl_json_u64_str(struct vl_json *w, uint64_t v); /* 64-bit values are strings */
void vl_json_bool(struct vl_json *w, bool v);
void vl_json_null(struct vl_json *w);
/* key + value in one call */
void vl_json_kstr(struct vl_json *w, const char *key, const char *text);
void vl_json_kint(struct vl_json *w, const char *key, int64_t v);
void vl_json_kbool(struct vl_json *w, const char *key, bool v);

/* ---- reading ---- */
enum vl_json_type {
    VL_JSON_NULL,
    VL_JSON_FALSE,
    VL_JSON_TRUE,
    VL_JSON_NUMBER,
    VL_JSON_STRING,
    VL_JSON_ARRAY,
    VL_JSON_OBJECT
};

struct vl_json_node {
    uint8_t type;          /* enum vl_json_type */
    uint8_t escaped;       /* a string with backslashes in it */
    uint16_t key_esc;      /* the same for the key */
    uint32_t start, len;   /* the value's text; a string without its quotes */
    uint32_t key, key_len; /* the key's text if the parent is an object */
    uint32_t parent, next; /* node numbers; next is past this subtree */
    uint32_t count;        /* children of an array or object */
    uint32_t keys_first;   /* private: an object's least key, then along keys_next */
    uint32_t keys_next;
};

struct vl_json_doc {
    const char *text;
    const struct vl_json_node *nodes;
    uint32_t nodes_len;
};

/* Parses text[0..len) into nodes[0..cap). On failure err->where is "line L,
 * column C" and the document is unusable. VL_TOO_LARGE if the nodes run out. */
int vl_json_parse(struct vl_json_doc *doc, const char *text, size_t len, struct vl_json_node *nodes,
                  uint32_t cap, struct vl_error *err);

/* As many nodes as the text can have: a value is the root, the first of its
 * array or object, or after a comma. */
static inline size_t vl_json_nodes_bound(const char *text, size_t len)
{
    size_t n = 1;

    for (size_t i = 0; i < len; i++)
        n += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return n;
}

/* Node numbers; 0 (the root is nobody's child) means there is none. */
uint32_t vl_json_get(const struct vl_json_doc *doc, uint32_t object, const char *key);
uint32_t vl_json_at(const struct vl_json_doc *doc, uint32_t array, uint32_t index);
/* Iterate: for (c = vl_json_first(d, n); c; c = vl_json_sibling(d, c)) */
uint32_t vl_json_first(const struct vl_json_doc *doc, uint32_t node);
uint32_t vl_json_sibling(const struct vl_json_doc *doc, uint32_t node);
int vl_json_type_of(const struct vl_json_doc *doc, uint32_t node);

bool vl_json_is(const struct vl_json_doc *doc, uint32_t node, const char *text); /* equal string */
bool vl_json_key_is(const struct vl_json_doc *doc, uint32_t node, const char *key);
/* False if the node is no integer in [lo, hi]. 3.0 and 1e2 are not integers here. */
bool vl_json_int_in(const struct vl_json_doc *doc, uint32_t node, int64_t lo, int64_t hi,
                    int64_t *out);
/* Unescaped string into out (NUL-terminated); false if not a string, if it
 * does not fit, or if it contains U+0000. */
bool vl_json_text(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap);
bool vl_json_key_text(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap);
/* The node an RFC 6901 pointer names; UINT32_MAX if none ("" is the root). */
uint32_t vl_json_pointer(const struct vl_json_doc *doc, const char *pointer);
/* The pointer of a node, for messages. */
void vl_json_where(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap);
/* Where a value begins in the text; lines and columns count from 1, and a column is
 * a character, not a byte. Walks the text from its beginning. */
void vl_json_place(const struct vl_json_doc *doc, uint32_t node, uint32_t *line, uint32_t *column);
/* Same value: objects regardless of key order, numbers by text of integers. */
bool vl_json_equal(const struct vl_json_doc *a, uint32_t na, const struct vl_json_doc *b,
                   uint32_t nb);
/* A hash of the value, regardless of spacing and key order. */
uint64_t vl_json_hash(const struct vl_json_doc *doc, uint32_t node);

#endif
