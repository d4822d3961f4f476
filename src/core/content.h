/* content.h - what reading a content pack needs: faults with their place, values, texts.
 *
 * core/pack_table.h reads whole packs by their tables; a game's own checks report
 * with these calls. Each says what is wrong, with the JSON pointer, the line and the
 * card, and gives a harmless value, so that one walk finds all faults.
 *
 * The block is the game's own struct, the steps of its effects (core/effect.h), then
 * the texts, each once, ending with NUL; offsets count from the start of the block and
 * 0 means none.
 */
#ifndef VL_CORE_CONTENT_H
#define VL_CORE_CONTENT_H

#include "core/machine.h"
#include "core/game.h"

enum {
    VL_CONTENT_KEY_MAX = 31,   /* characters of a key */
    VL_CONTENT_NAME_MAX = 40,  /* of a name, a title */
    VL_CONTENT_TEXT_MAX = 300, /* of a text */
    VL_CONTENT_POOLS = 8       /* lists whose entries stand in one array of the block */
};

struct vl_content {
    const struct vl_json_doc *doc;
    const struct vl_game *game; /* NULL: only values are read */
    struct vl_faults *faults;
    int faults_before; /* faults->count when this began */
    char *block;
    size_t cap;
    size_t texts; /* where they begin */
    size_t len;
    bool full;       /* reported already */
    bool keys_only;  /* the first walk, after which things can be referred to */
    bool sound;      /* for a check: nothing was reported in the record at hand */
    uint32_t faulty; /* of the pack's own fields, a bit each: something was reported in it */
    struct vl_fx *steps;
    uint32_t steps_len, steps_cap;
    struct vl_fx_nest nest; /* what its lists of steps can start: vl_content_nests() */
    struct {
        uint32_t len_off, n;
    } pools[VL_CONTENT_POOLS];
};

/* Clears block[0..fixed) and makes ready. False if not even that fits, or if
 * the document is no object; both are reported. */
bool vl_content_begin(struct vl_content *c, const struct vl_json_doc *doc, void *block, size_t cap,
                      size_t fixed, struct vl_faults *faults);
/* The size of the block; 0 if anything was reported. */
size_t vl_content_end(struct vl_content *c);

/* ---- reporting ---- */

/* At `node`, or at its field `key` if that is not NULL. */
void vl_content_fault(struct vl_content *c, uint32_t node, const char *key, int status,
                      const char *what);
/* "<what stands there>: <wanted>" */
void vl_content_wrong(struct vl_content *c, uint32_t node, int status, const char *wanted);
/* "<what>: <found>, must be <wanted>" */
void vl_content_differs(struct vl_content *c, uint32_t node, const char *key, const char *what,
                        int64_t found, int64_t wanted);
/* Notes `which` (0 to 31) in the set *seen; reports what stands there as standing twice
 * if it is there already. */
void vl_content_once(struct vl_content *c, uint32_t node, uint32_t *seen, int which);

/* A list of steps that the machine carries out, of a kind of the game's, noted with the
 * node of what it belongs to. */
void vl_content_nests(struct vl_content *c, const struct vl_fx_machine *m,
                      const struct vl_fx *steps, int len, int kind, uint32_t node);
/* Once all are noted: could they lie deeper on each other than the stack holds? Then `what`
 * is reported at field `key` of the node that is to blame. */
void vl_content_nested(struct vl_content *c, const struct vl_fx_machine *m, const char *key,
                       const char *what);

/* ---- values ---- */

/* Is it of this type (enum vl_json_type)? If not, `wanted` is reported. */
bool vl_content_is(struct vl_content *c, uint32_t node, int type, const char *wanted);
/* Is it a list? One that has not lo..hi entries is reported, and only the first hi of
 * them are to be read. */
bool vl_content_list(struct vl_content *c, uint32_t node, int lo, int hi);
int vl_content_int(struct vl_content *c, uint32_t node, int lo, int hi);
bool vl_content_bool(struct vl_content *c, uint32_t node);
/* The number of a word in words[0..len), -1 if it is none of them. */
int vl_content_word(struct vl_content *c, uint32_t node, const char *const *words, int len);
/* [A-Za-z][A-Za-z0-9_]*: names a thing in notation, positions and records. Stored. */
uint32_t vl_content_key(struct vl_content *c, uint32_t node);
/* {"fr": ..., "en": ...}: 1 to `max` characters each, no control characters. Stored. */
void vl_content_text(struct vl_content *c, uint32_t node, int max, struct vl_texts *out);
/* Stores a text that the game made itself; 0 if it does not fit. */
uint32_t vl_content_put(struct vl_content *c, const char *text, size_t len);

/* ---- syntax that others check too ---- */

bool vl_content_key_ok(const char *text, size_t len);
/* "1.0.0": three numbers of up to four digits, no leading zeros. */
bool vl_content_version_ok(const char *text, size_t len);

#endif
