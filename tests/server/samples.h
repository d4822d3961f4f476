/* samples.h - measured times, all of them kept, so that percentiles are exact. */
#ifndef LOAD_SAMPLES_H
#define LOAD_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

struct samples {
    uint32_t *us; /* microseconds */
    size_t len, cap;
    uint64_t dropped; /* beyond SAMPLES_MAX */
};

enum { SAMPLES_MAX = 1 << 23 };

void samples_add(struct samples *s, uint64_t ns);
void samples_clear(struct samples *s);
/* The value that a share of `ppm` millionths does not exceed; 0 if there is none.
 * Sorts what is there. */
uint32_t samples_at(struct samples *s, uint32_t ppm);
void samples_deinit(struct samples *s);
/* "n":..,"p50_us":..,"p99_us":..,"p999_us":..,"max_us":.. to stdout. */
void samples_print(struct samples *s);

#endif
