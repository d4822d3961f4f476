#include "base/check.h"

__attribute__((weak)) VL_NORETURN void vl_fail(const char *what, const char *file, int line)
{
    (void)what;
    (void)file;
    (void)line;
    __builtin_trap();
}
