/* fuzz.h - what the fuzzers share: the rules of the built-in Runemasters.
 *
 * Each fuzz_<name>.c defines LLVMFuzzerTestOneInput: outside bytes go in, and
 * nothing may crash, leak, hang or accept what does not survive a round trip. */
#ifndef VL_FUZZ_H
#define VL_FUZZ_H

#include "core/engine.h"
#include "pack/pack.h"
#include "registry.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_CHECK(x)                                                                              \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x);                                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline const struct vl_rules *fuzz_rules(int guardians)
{
    static struct vl_rules rules[3];
    static struct vl_pack pack;
    static bool ready;

    if (!ready) {
        const struct vl_game *g = vl_game_find("runemasters");
        FUZZ_CHECK(vl_pack_builtin(&pack, g) == VL_OK);
        for (int n = 2; n <= 4; n++) {
            char text[20];
            snprintf(text, sizeof text, "guardians=%d", n);
            vl_rules_init(&rules[n - 2], g, pack.block, &pack.info);
            FUZZ_CHECK(vl_options_parse(&rules[n - 2], text, NULL) == VL_OK);
            FUZZ_CHECK(vl_rules_prepare(&rules[n - 2], NULL) == VL_OK);
        }
        ready = true;
    }
    return &rules[guardians - 2];
}

#endif
