/* Any bytes as a scenario file: it runs, fails or is refused; never worse. */
#include "fuzz/fuzz.h"
#include "match/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vl_scenario_report rep = { 0 };
    struct vl_error err = { 0 };

    if (vl_scenario_run((const char *)data, size, NULL, &rep, &err))
        FUZZ_CHECK(err.status != VL_OK);
    vl_scenario_report_free(&rep);
    return 0;
}
