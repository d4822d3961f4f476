/* content.h - what every game needs to compile a content pack.
 *
 * game->compile() walks the parsed JSON with these readers. Each reports what
 * is wrong, with the JSON pointer and a plain reason, and returns a harmless
 * value, so that one walk finds all faults. A value that is not there at all
 * is silently harmless: vl_content_fields() has reported it already.
 *
 * The block is the game's own struct followed by the texts, each once, ending
 * with NUL; offsets count from the start of the block and 0 means none.
 *
 *     struct vl_content c;
 *     if (!vl_content_begin(&c, doc, block, cap, sizeof(struct qy_content), faults))
 *         return 0;
 *     static const char *const fields[] = { "tools", NULL };
 *     vl_content_root(&c, fields, NULL);
 *     ...
 *     return vl_content_end(&c);      // the size; 0 if anything was reported
 */
#ifndef VL_CORE_CONTENT_H
#define VL_CORE_CONTENT_H

#include "core/game.h"

enum {
    VL_CONTENT_KEY_MAX = 31,   /* characters of a key */
    VL_CONTENT_NAME_MAX = 40,  /* of a name, a title */
    VL_CONTENT_TEXT_MAX = 300, /* of a text */
    VL_VERB_NUMBERS = 4        /* numbers after a verb, at most */
};

struct vl_content {
    const struct vl_json_doc *doc;
    struct vl_faults *faults;
    int faults_before; /* faults->count when this began */
    char *block;
    size_t cap;
    size_t texts; /* where they begin */
    size_t len;
    bool full; /* reported already */
};

/* Clears block[0..fixed) and makes ready. False if not even that fits, or if
 * the document is no object; both are reported. */
bool vl_content_begin(struct vl_content *c, const struct vl_json_doc *doc, void *block, size_t cap,
                      size_t fixed, struct vl_faults *faults);
size_t vl_content_end(struct vl_content *c);

/* ---- reporting ---- */

/* At `node`, or at its field `key` if that is not NULL. */
void vl_content_fault(struct vl_content *c, uint32_t node, const char *key, int status,
                      const char *what);
/* "<what>: <found>, must be <wanted>" */
void vl_content_differs(struct vl_content *c, uint32_t node, const char *key, const char *what,
                        int64_t found, int64_t wanted);

/* ---- objects and lists ---- */

/* The node is an object with these fields and no others; names end with NULL.
 * False only if it is no object. */
bool vl_content_fields(struct vl_content *c, uint32_t node, const char *const *required,
                       const char *const *optional);
/* The same for the root, where the fields of every pack stand too; `optional` may be NULL. */
void vl_content_root(struct vl_content *c, const char *const *required,
                     const char *const *optional);
/* A field that is a list of lo..hi entries: its node, 0 if there is none. Of a
 * list that is too long only the first hi entries should be read. */
uint32_t vl_content_list(struct vl_content *c, uint32_t object, const char *key, int lo, int hi);

/* The entries of such a list one after the other, the first hi at most:
 *
 *     struct vl_entries e = vl_content_entries(c, 0, "tools", 1, QY_TOOLS_MAX);
 *     for (; e.at; vl_content_next(&e))
 *         read_tool(c, e.at, &out->tools[e.i]);
 *     out->tools_len = vl_u8(e.i);
 */
struct vl_entries {
    const struct vl_json_doc *doc;
    uint32_t list; /* 0 if there is none */
    uint32_t at;   /* the entry at hand; 0: no more */
    int i, hi;     /* its number; how many are read */
};

struct vl_entries vl_content_entries(struct vl_content *c, uint32_t object, const char *key, int lo,
                                     int hi);
void vl_content_next(struct vl_entries *e);

/* ---- values ---- */

int vl_content_int(struct vl_content *c, uint32_t object, const char *key, int lo, int hi);
bool vl_content_bool(struct vl_content *c, uint32_t object, const char *key);
/* The number of a word in words[0..len), -1 if it is none of them. */
int vl_content_word(struct vl_content *c, uint32_t node, const char *const *words, int len);
int vl_content_word_in(struct vl_content *c, uint32_t object, const char *key,
                       const char *const *words, int len);

/* [a-z][a-z0-9_]*: names a thing in notation, positions and records. Stored. */
uint32_t vl_content_key(struct vl_content *c, uint32_t object);
/* Stores a text that the game made itself; 0 if it does not fit. */
uint32_t vl_content_put(struct vl_content *c, const char *text, size_t len);
/* {"fr": ..., "en": ...}: 1 to `max` characters each, no control characters. */
void vl_content_text(struct vl_content *c, uint32_t object, const char *key, int max,
                     struct vl_texts *out);
/* Reports every key[i] that equals an earlier one; nodes[i] is where it stands.
 * Offsets of texts: equal texts have equal offsets. */
void vl_content_unique(struct vl_content *c, const uint32_t *keys, const uint32_t *nodes, int len);

/* Notes `which` (0 to 31) in the set *seen; reports `what` if it is there already. */
void vl_content_once(struct vl_content *c, uint32_t node, const char *key, uint32_t *seen,
                     int which, const char *what);

/* A closed vocabulary: a verb and the ranges of the numbers that follow it. */
struct vl_verb {
    const char *word;
    uint8_t numbers_len;
    struct {
        int16_t lo, hi;
    } numbers[VL_VERB_NUMBERS];
};

/* ["dice", 5]: the verb's number, -1 if it cannot be read. */
int vl_content_verb(struct vl_content *c, uint32_t node, const struct vl_verb *verbs, int len,
                    int numbers[VL_VERB_NUMBERS]);

/* "source" is seed, fact or designed; "except", if given, names some of the
 * `fields` (NULL-terminated) that have another source. Checked, not stored. */
void vl_content_source(struct vl_content *c, uint32_t object, const char *const *fields);

/* ---- syntax that others check too ---- */

bool vl_content_key_ok(const char *text, size_t len);
/* "1.0.0": three numbers of up to four digits, no leading zeros. */
bool vl_content_version_ok(const char *text, size_t len);

#endif
