/* builtin.h - what tools/mkcontent generates: the packs compiled at build time.
 *
 * ORDER VL_BUILTIN: mkcontent writes initialisers of this struct.
 */
#ifndef VL_PACK_BUILTIN_H
#define VL_PACK_BUILTIN_H

#include "core/game.h"

struct vl_builtin {
    const char *game; /* id */
    struct vl_pack_info info;
    const void *block;
    uint32_t size;
    uint32_t json_len;
    const char *json;
};

/* All released packs; those of one game stand together, the current one first.
 * NULL ends them. */
extern const struct vl_builtin *const vl_builtins[];

#endif
