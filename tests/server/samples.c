#include "samples.h"

#include <stdio.h>
#include <stdlib.h>

void samples_add(struct samples *s, uint64_t ns)
{
    if (s->len == s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 4096;
        uint32_t *us = cap <= SAMPLES_MAX ? realloc(s->us, cap * sizeof *us) : NULL;
        if (!us) {
            s->dropped++;
            return;
        }
        s->us = us;
        s->cap = cap;
    }
    s->us[s->len++] = (uint32_t)(ns / 1000);
}

void samples_clear(struct samples *s)
{
    s->len = 0;
    s->dropped = 0;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

uint32_t samples_at(struct samples *s, uint32_t ppm)
{
    if (s->len == 0)
        return 0;
    qsort(s->us, s->len, sizeof *s->us, compare);
    size_t i = (size_t)((uint64_t)s->len * ppm / 1000000);
    return s->us[i < s->len ? i : s->len - 1];
}

void samples_deinit(struct samples *s)
{
    free(s->us);
    *s = (struct samples){ 0 };
}

void samples_print(struct samples *s)
{
    printf("\"n\":%zu,\"p50_us\":%u,\"p99_us\":%u,\"p999_us\":%u,\"max_us\":%u,\"dropped\":%llu",
           s->len, samples_at(s, 500000), samples_at(s, 990000), samples_at(s, 999000),
           samples_at(s, 1000000), (unsigned long long)s->dropped);
}
