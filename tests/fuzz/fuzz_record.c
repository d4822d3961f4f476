/* Any bytes as a record: refused with a line, or written back byte for byte;
 * recovery never fails worse. */
#include "fuzz/fuzz.h"
#include "match/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vl_match *m = NULL;
    struct vl_error err = { 0 };
    struct vl_record_opts how = { .recover = true };

    if (vl_record_read(&m, (const char *)data, size, NULL, &err) == VL_OK) {
        char *text = NULL;
        size_t len = 0;
        FUZZ_CHECK(vl_record_write(m, m->seed_kind == VL_SEED_KNOWN, &text, &len, &err) == VL_OK);
        FUZZ_CHECK(len == size && memcmp(text, data, size) == 0);
        (void)vl_match_verify(m, &err);
        free(text);
        vl_match_close(m);
    } else {
        FUZZ_CHECK(err.status != VL_OK);
    }
    m = NULL;
    if (vl_record_read(&m, (const char *)data, size, &how, &err) == VL_OK)
        vl_match_close(m);
    return 0;
}
