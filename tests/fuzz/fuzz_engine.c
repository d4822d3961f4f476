/* Any bytes as a session of the engine protocol: it answers or refuses line by
 * line and ends with its input. */
#include "fuzz/fuzz.h"
#include "cli/engine/engine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct engine_setup setup = { 0 };
    struct vl_error err = { 0 };
    char *answer = NULL;
    size_t len = 0;

    if (size == 0)
        return 0;
    setup.in = fmemopen((void *)(uintptr_t)data, size, "r");
    setup.out = open_memstream(&answer, &len);
    FUZZ_CHECK(setup.in && setup.out);
    setup.lang = VL_EN;
    setup.rules = *fuzz_rules(3);
    setup.seed = 1;
    FUZZ_CHECK(vl_bot_parse(&setup.bot, "random", &err) == VL_OK);
    (void)engine_run(&setup, &err);
    fclose(setup.in);
    fclose(setup.out);
    FUZZ_CHECK(len > 0);
    free(answer);
    return 0;
}
