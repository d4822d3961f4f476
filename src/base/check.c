#include "base/check.h"

VL_NORETURN __attribute__((weak)) void vl_fail(const char *what, const char *file, int line)
{
    (void)what;
    (void)file;
    (void)line;
    __builtin_trap();
}
