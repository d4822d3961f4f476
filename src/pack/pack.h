/* pack.h - content packs: read, checked, compiled; the same code at build time
 * and at run time.
 *
 * A pack is one JSON file: format number, game, pack id and version, then the
 * game's own tables (docs/content.md). Its game compiles it into one block of
 * offsets, which is all that the rules see. A pack with a fault is never half
 * loaded: the target stays as it was.
 *
 *     struct vl_pack pack;
 *     if (vl_pack_load(&pack, game, "my.json", &err) != VL_OK) ...
 *     vl_rules_init(&rules, game, pack.block, &pack.info);
 *     ...                        // pack stays where it is as long as rules live
 *     vl_pack_free(&pack);
 */
#ifndef VL_PACK_PACK_H
#define VL_PACK_PACK_H

#include "core/game.h"

#include <stddef.h>

enum {
    VL_PACK_FORMAT = 1,          /* of the JSON files this program reads */
    VL_PACK_FILE_MAX = 4 << 20,  /* bytes of a file */
    VL_PACK_NODES_MAX = 1 << 18, /* JSON values in it */
    VL_PACK_BLOCK_MAX = 1 << 20, /* bytes of a compiled block */
    VL_FAULTS_KEPT = 1000        /* faults listed; more are only counted */
};

/* Built-in packs are constant and own nothing; a loaded pack owns its memory. */
struct vl_pack {
    const struct vl_game *game;
    struct vl_pack_info info;
    const void *block; /* compiled; 8-byte aligned */
    size_t size;
    const char *json; /* the pack as it was written, NUL-terminated */
    size_t json_len;
    void *owned; /* private: what vl_pack_free() gives back */
};

/* Every fault of a pack, in the order in which they were found. `where` is the
 * JSON pointer of the offending value (of the missing one, if it is missing),
 * or "line L, column C" where the file is no JSON; line and column are those of
 * the value (of what should hold the missing one), `key` is its card. */
struct vl_fault_list {
    struct vl_error *items;
    int len;   /* items kept */
    int count; /* faults found */
};

/* Starts empty: struct vl_fault_list faults = { 0 }; */
void vl_fault_list_free(struct vl_fault_list *list);

/* ---- reading ---- */

/* Checks and compiles text[0..len), which is copied. game NULL: the one the
 * pack names. Returns VL_OK, or the status of the first fault; `faults` (may be
 * NULL) receives all of them. out NULL: check only. */
int vl_pack_read(struct vl_pack *out, const struct vl_game *game, const char *text, size_t len,
                 struct vl_fault_list *faults);

/* The same from a file. err (may be NULL) is the first fault, with the number
 * of the others. */
int vl_pack_load(struct vl_pack *out, const struct vl_game *game, const char *path,
                 struct vl_error *err);

/* Every fault of a file, in the order of the file; nothing is loaded. */
int vl_pack_check(const struct vl_game *game, const char *path, struct vl_fault_list *faults);

/* Also right for built-in packs and for one that is all zero. */
void vl_pack_free(struct vl_pack *pack);

/* ---- the packs in the program (builtin.c); nothing is parsed ---- */

/* The current pack of a game. VL_MISSING if it has none. */
int vl_pack_builtin(struct vl_pack *out, const struct vl_game *game);

/* What a game is played with if nothing is said: its current pack, or, if it has no
 * packs at all, no content. */
int vl_pack_usual(struct vl_pack *out, const struct vl_game *game);

/* Every released pack of a game, the current one first; false past the last. */
bool vl_pack_builtin_at(struct vl_pack *out, const struct vl_game *game, int index);

/* A released pack by its id and version. VL_UNKNOWN if there is none. */
int vl_pack_released(struct vl_pack *out, const struct vl_game *game, const char *id,
                     const char *version);

/* The pack an old record was played with. VL_UNKNOWN if the program has no such
 * id and version, VL_MISMATCH if it has but the content differs; err says so. */
int vl_pack_of_record(struct vl_pack *out, const struct vl_game *game,
                      const struct vl_pack_info *want, struct vl_error *err);

/* ---- showing (show.c) ---- */

/* One thing of a pack: an entry with a key in one of its tables, or in a list
 * of such an entry. */
struct vl_pack_item {
    char section[32];  /* "monsters", or the key of the entry it belongs to */
    char key[32];      /* "troll_green" */
    char where[64];    /* "/monsters/18" */
    char name[2][256]; /* by language; "" if it has none */
};

/* Calls take() for each thing, in the order of the file; take() returns false
 * to stop. Returns how many were shown; 0 if memory ran out. */
int vl_pack_items(const struct vl_pack *pack,
                  bool (*take)(void *ctx, const struct vl_pack_item *item), void *ctx);

/* How many things have values that were designed, not printed: `source`, or one of the
 * fields in `except`, is "designed". */
int vl_pack_designed(const struct vl_pack *pack);

/* Readable JSON, indented: every thing with that key, or with key NULL the whole
 * pack. VL_UNKNOWN if nothing has that key. w.out.full tells if it did not fit.
 * `more` may add members to a thing that is shown; NULL: it is shown as it stands. */
int vl_pack_show(const struct vl_pack *pack, const char *key,
                 void (*more)(void *ctx, struct vl_json *w), void *ctx, struct vl_json *w);

/* ---- changing (edit.c) ---- */

/* The text of a pack with one value changed: what stands at `where`, a JSON pointer,
 * becomes `value`, which is JSON. A member that is not there is added to its object;
 * with value NULL the one that is there goes. The rest stays as it was written. *out is
 * malloc'd. VL_UNKNOWN: there is no such place; VL_SYNTAX: the value is no JSON. */
int vl_pack_edit(const char *text, size_t len, const char *where, const char *value, char **out,
                 size_t *out_len);

#endif
