/* metrics.c - Prometheus text, version 0.0.4. */
#include "server/net/metrics.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const kind_words[] = { "counter", "gauge", "histogram" };

void metrics_init(struct metrics *m)
{
    *m = (struct metrics){ 0 };
}

void metrics_deinit(struct metrics *m)
{
    free(m->text);
    metrics_init(m);
}

static bool grow(struct metrics *m, size_t need)
{
    size_t cap = m->cap ? m->cap : 4096;

    while (cap < need)
        cap *= 2;
    if (cap == m->cap)
        return true;
    char *text = cap <= METRICS_BYTES_MAX ? realloc(m->text, cap) : NULL;
    if (!text)
        return false;
    m->text = text;
    m->cap = cap;
    return true;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(struct metrics *m, const char *format, ...)
{
    char line[512];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof line || !grow(m, m->len + (size_t)n)) {
        m->is_full = true;
        return;
    }
    for (int i = 0; i < n; i++)
        m->text[m->len++] = line[i];
}

void metrics_begin(struct metrics *m, const char *name, const char *help, int kind)
{
    m->name = name;
    put(m, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind_words[kind]);
}

void metrics_value(struct metrics *m, const char *label, const char *word, int64_t v)
{
    if (label)
        put(m, "%s{%s=\"%s\"} %" PRId64 "\n", m->name, label, word, v);
    else
        put(m, "%s %" PRId64 "\n", m->name, v);
}

void metrics_counter(struct metrics *m, const char *name, const char *help, uint64_t v)
{
    metrics_begin(m, name, help, METRIC_COUNTER);
    metrics_value(m, NULL, NULL, (int64_t)v);
}

void metrics_gauge(struct metrics *m, const char *name, const char *help, int64_t v)
{
    metrics_begin(m, name, help, METRIC_GAUGE);
    metrics_value(m, NULL, NULL, v);
}

/* ---- histograms ---- */

static uint64_t bound_us(int bucket)
{
    static const uint64_t step[3] = { 1, 2, 5 };
    uint64_t v = step[bucket % 3];

    for (int i = 0; i < bucket / 3; i++)
        v *= 10;
    return v;
}

void histogram_add(struct histogram *h, uint64_t us)
{
    int i = 0;

    while (i < HISTOGRAM_BUCKETS && us > bound_us(i))
        i++;
    h->count[i]++;
    h->sum_us += us;
}

static uint64_t total(const struct histogram *h)
{
    uint64_t n = 0;

    for (int i = 0; i <= HISTOGRAM_BUCKETS; i++)
        n += h->count[i];
    return n;
}

uint64_t histogram_quantile_us(const struct histogram *h, int per_mille)
{
    uint64_t all = total(h), n = 0;

    for (int i = 0; i <= HISTOGRAM_BUCKETS && all; i++) {
        n += h->count[i];
        if (n * 1000 >= all * (uint64_t)per_mille)
            return bound_us(i);
    }
    return 0;
}

void metrics_buckets(struct metrics *m, const char *name, const char *help,
                     const uint32_t *bounds_us, const uint64_t *count, int n, uint64_t sum_us)
{
    uint64_t sum = 0;

    metrics_begin(m, name, help, METRIC_HISTOGRAM);
    for (int i = 0; i < n; i++) {
        sum += count[i];
        put(m, "%s_bucket{le=\"%" PRIu32 ".%06" PRIu32 "\"} %" PRIu64 "\n", name,
            bounds_us[i] / 1000000, bounds_us[i] % 1000000, sum);
    }
    sum += count[n];
    put(m, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, sum);
    put(m, "%s_sum %" PRIu64 ".%06" PRIu64 "\n%s_count %" PRIu64 "\n", name, sum_us / 1000000,
        sum_us % 1000000, name, sum);
}

void metrics_histogram(struct metrics *m, const char *name, const char *help,
                       const struct histogram *h)
{
    uint32_t bounds[HISTOGRAM_BUCKETS];

    for (int i = 0; i < HISTOGRAM_BUCKETS; i++)
        bounds[i] = (uint32_t)bound_us(i);
    metrics_buckets(m, name, help, bounds, h->count, HISTOGRAM_BUCKETS, h->sum_us);
}
