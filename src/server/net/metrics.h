/* metrics.h - what the server counts, as Prometheus text.
 *
 * Counters and histograms are plain values that belong to whoever counts; at
 * each GET /metrics everybody writes theirs into a struct metrics:
 *
 *     metrics_counter(m, "veillee_moves_total", "Moves acknowledged.", app->moves);
 *     metrics_begin(m, "veillee_rooms", "Rooms by state.", METRIC_GAUGE);
 *     metrics_value(m, "state", "open", app->open);
 *     metrics_value(m, "state", "over", app->over);
 *
 * All on the loop's thread.
 */
#ifndef VL_SERVER_METRICS_H
#define VL_SERVER_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum metric_kind { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

/* The text being written; grows by itself, up to METRICS_BYTES_MAX. */
enum { METRICS_BYTES_MAX = 1 << 20 };

struct metrics {
    char *text;
    size_t len, cap;
    bool is_full;     /* did not fit, or no memory: /metrics answers 500 */
    const char *name; /* of the metric begun last */
};

void metrics_init(struct metrics *m);
void metrics_deinit(struct metrics *m);

/* A metric without labels. */
void metrics_counter(struct metrics *m, const char *name, const char *help, uint64_t v);
void metrics_gauge(struct metrics *m, const char *name, const char *help, int64_t v);
/* One with a label: begin, then its values. label NULL: none. */
void metrics_begin(struct metrics *m, const char *name, const char *help, int kind);
void metrics_value(struct metrics *m, const char *label, const char *word, int64_t v);

/* Durations in microseconds, in buckets of 1, 2, 5, 10, 20, 50 ... up to 50 s. */
enum { HISTOGRAM_BUCKETS = 24 };

struct histogram {
    uint64_t count[HISTOGRAM_BUCKETS + 1]; /* the last: above all bounds */
    uint64_t sum_us;
};

void histogram_add(struct histogram *h, uint64_t us);
/* The upper bound of the bucket in which the given share (0..1000 per mille) of
 * all values lies; 0 if there is none. */
uint64_t histogram_quantile_us(const struct histogram *h, int per_mille);
/* In seconds, as Prometheus wants. */
void metrics_histogram(struct metrics *m, const char *name, const char *help,
                       const struct histogram *h);
/* The same of counts by any bounds: count[0..n] of values up to bounds_us[0..n),
 * the last above them all. */
void metrics_buckets(struct metrics *m, const char *name, const char *help,
                     const uint32_t *bounds_us, const uint64_t *count, int n, uint64_t sum_us);

#endif
