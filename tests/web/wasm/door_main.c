/* door_main.c - the browser's engine for this machine: a call per line in, an
 * answer per line out.
 *
 * Lines stand for themselves; a line "@N" says that the next N bytes are one call,
 * whatever they hold. Its answers must be those of engine.wasm, byte for byte. */
#include "door/door.h"

#include <stdio.h>
#include <stdlib.h>

VL_NORETURN void vl_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    abort();
}

static void answer(uint32_t len)
{
    uint32_t n = vl_call(len);

    fwrite(vl_out(), 1, n, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

/* What the page does: room first, then the bytes; without room the length says so. */
static void call(const char *text, size_t len)
{
    char *in = vl_in((uint32_t)len);

    if (in)
        memcpy(in, text, len);
    answer(in ? (uint32_t)len : UINT32_MAX);
}

int main(void)
{
    char *line = NULL;
    size_t cap = 0;

    for (ssize_t n; (n = getline(&line, &cap, stdin)) > 0;) {
        size_t len = (size_t)n - (line[n - 1] == '\n');

        if (line[0] == '@') {
            size_t size = strtoul(line + 1, NULL, 10);
            char *bytes = malloc(size + 1);

            if (!bytes || fread(bytes, 1, size, stdin) != size)
                return 1;
            call(bytes, size);
            free(bytes);
        } else {
            call(line, len);
        }
    }
    free(line);
    return 0;
}
