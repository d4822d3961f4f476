/* room_clock.c - what time it is.
 *
 * What is stored has the time of the world outside, and that clock may be wrong and
 * set right, by a day or by years. So whatever is waited for is measured by one that
 * only runs (rooms_steady()), and what compares stored times with now asks for a time
 * that has not been set ahead (rooms_sure()). */
#include "server/rooms/room_impl.h"

#include <time.h>

enum {
    SLACK_MS = 60 * 1000,       /* so much at once is no jump */
    TRUST_MS = 24 * 3600 * 1000 /* then a clock that was set ahead was right */
};

int64_t rooms_now(const struct rooms *rs)
{
    struct timespec t;

    if (rs->setup.now_ms)
        return rs->setup.now_ms(rs->setup.ctx);
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

uint64_t rooms_clock_us(void)
{
    return uv_hrtime() / 1000;
}

int64_t rooms_steady(const struct rooms *rs)
{
    if (rs->setup.steady_ms)
        return rs->setup.steady_ms(rs->setup.ctx);
    return rs->setup.now_ms ? rs->setup.now_ms(rs->setup.ctx) : (int64_t)(rooms_clock_us() / 1000);
}

int64_t rooms_sure(struct rooms *rs)
{
    int64_t now = rooms_now(rs), steady = rooms_steady(rs);
    int64_t sure = rs->clock.now_ms + steady - rs->clock.steady_ms;
    bool is_ahead = rs->clock.now_ms != 0 && now > sure + SLACK_MS;

    if (is_ahead && rs->clock.ahead_ms == 0)
        rs->clock.ahead_ms = steady;
    if (is_ahead && steady - rs->clock.ahead_ms < TRUST_MS)
        return sure;
    rs->clock.now_ms = now;
    rs->clock.steady_ms = steady;
    rs->clock.ahead_ms = 0;
    return now;
}
