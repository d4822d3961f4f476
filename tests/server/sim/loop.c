#include "loop.h"

#include "base/check.h"
#include "base/rng.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <uv.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#endif
#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

enum {
    FIBERS_MAX = 8,
    STACK_BYTES = 8 << 20,
    FIRST_FD = 1 << 20, /* of the sockets here: no real one is as high */
    KERNEL_LEAST = 4096,
    JOIN_US = 100
};

void (*loop_after)(void);
void (*loop_drawn)(const uint8_t bytes[32]);
bool loop_trace;
uint32_t wire_kill_once_in;

struct event {
    uint64_t at, seq;
    void (*fn)(void *ctx, uint64_t n);
    void *ctx;
    uint64_t n;
};

enum handle_kind { H_TCP, H_TIMER, H_PREPARE, H_CHECK, H_ASYNC, H_SIGNAL };

/* Beside each handle of the server; outlives it, so that late events find out. */
struct handle {
    struct handle *next;
    uv_handle_t *uv; /* NULL: closed */
    enum handle_kind kind;
    bool is_closing, is_active;
    uv_close_cb on_close;
    union {
        void (*any)(void);
        uv_timer_cb timer;
        uv_prepare_cb prepare;
        uv_check_cb check;
        uv_async_cb async;
        uv_signal_cb signal;
        uv_connection_cb connection;
    } fn;
    uint64_t timer_n, repeat_ms;
    bool is_sent; /* ASYNC */
    int number;   /* SIGNAL */
    struct wire *wire;
    uv_write_t *cancelled;
};

struct fiber {
    ucontext_t at;
    char *stack;
    void (*fn)(void *arg);
    void *arg;
    uv_cond_t *waits_for;
    uint64_t turn; /* events of earlier turns wake nobody */
    bool is_there, is_done, is_timed_out;
    int locks;
};

struct piece {
    struct piece *next;
    size_t len;
    uint8_t bytes[];
};

/* A socket of the kernel's. */
struct wire {
    struct wire *next;
    uint64_t id;
    uint32_t address;
    const struct wire_calls *calls;
    void *ctx;
    bool is_told;  /* the client knows that it is open */
    bool is_over;  /* for the client */
    bool is_read;  /* by the client */
    bool is_ready; /* the server may accept it, or has */
    struct handle *tcp;
    int fd;
    /* To the server. */
    uint64_t sent_at; /* when what was sent last arrives */
    uint8_t *in;
    size_t in_len, in_cap;
    int end; /* 0, UV_EOF or UV_ECONNRESET: after what is in `in` */
    bool is_end_told, is_reading, is_delivering;
    uv_alloc_cb on_alloc;
    uv_read_cb on_read;
    /* To the client. */
    uint8_t *out;
    size_t out_len, out_cap;
    bool is_fin, is_draining;
    uv_write_t *write;
    uv_buf_t bufs[64];
    unsigned bufs_len;
};

static struct {
    struct vl_rng rng, chance; /* of the world; of what the server draws */
    uint64_t seed, now, seq, events, digest;
    int64_t wall_ms;
    struct event *heap;
    size_t heap_len, heap_cap;
    struct handle *handles;
    int open_handles;
    struct handle *closing[4096];
    int closing_len;
    bool must_stop, is_ghost, is_doomed;
    struct handle *listener, *prepare, *check;
    struct wire *wires, *waiting[512];
    int waiting_len;
    uint64_t wires_len;
    struct fiber fibers[FIBERS_MAX];
    struct fiber *current;
    ucontext_t main;
#ifdef HAS_ASAN
    const void *main_bottom;
    size_t main_size;
#endif
} sim;

/* ---- what happened ---- */

static void digest(const void *bytes, size_t len)
{
    const uint8_t *p = bytes;

    for (size_t i = 0; i < len; i++)
        sim.digest = (sim.digest ^ p[i]) * UINT64_C(1099511628211);
}

void loop_note(const char *format, ...)
{
    char line[400];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    digest(&sim.now, sizeof sim.now);
    digest(line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
    if (loop_trace)
        printf("%12.6f %s\n", (double)sim.now / 1e6, line);
}

void loop_note_bytes(const char *what, uint64_t who, const void *bytes, size_t len)
{
    digest(&sim.now, sizeof sim.now);
    digest(&who, sizeof who);
    digest(bytes, len);
    if (!loop_trace)
        return;
    printf("%12.6f %s %llu ", (double)sim.now / 1e6, what, (unsigned long long)who);
    for (size_t i = 0; i < len && i < 240; i++) {
        char c = ((const char *)bytes)[i];
        putchar(c >= ' ' && c <= '~' ? c : '?');
    }
    putchar('\n');
}

uint64_t loop_digest(void)
{
    return sim.digest;
}

_Noreturn void sim_fail(const char *format, ...)
{
    va_list args;

    fflush(stdout);
    fprintf(stderr, "sim: seed %llu, at %.6f s, event %llu: ", (unsigned long long)sim.seed,
            (double)sim.now / 1e6, (unsigned long long)sim.events);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    _exit(1);
}

/* ---- chance ---- */

uint32_t loop_below(uint32_t n)
{
    return vl_rng_below(&sim.rng, n);
}

uint64_t loop_between(uint64_t lo, uint64_t hi)
{
    return lo + vl_rng_next(&sim.rng) % (hi - lo + 1);
}

bool loop_once_in(uint32_t n)
{
    return n > 0 && loop_below(n) == 0;
}

static void fill(void *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)(vl_rng_next(&sim.chance) >> 32);
}

void __wrap_randombytes_buf(void *out, size_t n);
void __wrap_randombytes_buf(void *out, size_t n)
{
    fill(out, n);
    if (n == 32 && loop_drawn)
        loop_drawn(out);
}

int uv_random(uv_loop_t *loop, uv_random_t *req, void *buf, size_t len, unsigned flags,
              uv_random_cb cb)
{
    (void)loop, (void)req, (void)flags, (void)cb;
    fill(buf, len);
    return 0;
}

/* ---- events ---- */

static bool is_before(const struct event *a, const struct event *b)
{
    return a->at != b->at ? a->at < b->at : a->seq < b->seq;
}

void loop_at(uint64_t in_us, void (*fn)(void *ctx, uint64_t n), void *ctx, uint64_t n)
{
    struct event e = { sim.now + in_us, sim.seq++, fn, ctx, n };

    if (sim.heap_len == sim.heap_cap) {
        sim.heap_cap = sim.heap_cap ? 2 * sim.heap_cap : 256;
        sim.heap = realloc(sim.heap, sim.heap_cap * sizeof *sim.heap);
        VL_VERIFY(sim.heap);
    }
    size_t i = sim.heap_len++;
    while (i > 0 && is_before(&e, &sim.heap[(i - 1) / 2])) {
        sim.heap[i] = sim.heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    sim.heap[i] = e;
}

static struct event pop(void)
{
    struct event top = sim.heap[0], last = sim.heap[--sim.heap_len];
    size_t i = 0;

    for (size_t kid; (kid = 2 * i + 1) < sim.heap_len; i = kid) {
        if (kid + 1 < sim.heap_len && is_before(&sim.heap[kid + 1], &sim.heap[kid]))
            kid++;
        if (!is_before(&sim.heap[kid], &last))
            break;
        sim.heap[i] = sim.heap[kid];
    }
    sim.heap[i] = last;
    return top;
}

static void step(void)
{
    struct event e = pop();

    sim.now = e.at > sim.now ? e.at : sim.now;
    sim.events++;
    e.fn(e.ctx, e.n);
}

uint64_t loop_now(void)
{
    return sim.now;
}

uint64_t loop_events(void)
{
    return sim.events;
}

void loop_idle(uint64_t us)
{
    uint64_t end = sim.now + us;

    while (sim.heap_len > 0 && sim.heap[0].at <= end)
        step();
    sim.now = end > sim.now ? end : sim.now;
}

/* ---- clocks ---- */

void loop_set_clock(int64_t by_ms)
{
    loop_note("clock set by %lld ms", (long long)by_ms);
    sim.wall_ms += by_ms;
}

int __wrap_clock_gettime(clockid_t id, struct timespec *out);
int __wrap_clock_gettime(clockid_t id, struct timespec *out)
{
    int64_t us = (int64_t)sim.now + (id == CLOCK_REALTIME ? sim.wall_ms * 1000 : 0);

    out->tv_sec = us / 1000000;
    out->tv_nsec = us % 1000000 * 1000;
    return 0;
}

time_t __wrap_time(time_t *out);
time_t __wrap_time(time_t *out)
{
    struct timespec t;

    __wrap_clock_gettime(CLOCK_REALTIME, &t);
    if (out)
        *out = t.tv_sec;
    return t.tv_sec;
}

uint64_t uv_hrtime(void)
{
    /* Whoever looks at the clock without holding a lock may be made to wait there. */
    if (sim.current && sim.current->locks == 0 && !sim.is_doomed && loop_once_in(64))
        loop_pause(loop_between(0, 3000));
    return (sim.now + SECOND) * 1000;
}

uint64_t uv_now(const uv_loop_t *loop)
{
    (void)loop;
    return (sim.now + SECOND) / 1000;
}

/* ---- threads ---- */

static void enter(void)
{
    struct fiber *f = sim.current;

#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(NULL, &sim.main_bottom, &sim.main_size);
#endif
    f->fn(f->arg);
    f->is_done = true;
#ifdef HAS_ASAN
    __sanitizer_start_switch_fiber(NULL, sim.main_bottom, sim.main_size);
#endif
    swapcontext(&f->at, &sim.main);
}

static void go_on(struct fiber *f)
{
    VL_VERIFY(!sim.current && f->is_there && !f->is_done);
    f->turn++;
    f->waits_for = NULL;
    sim.current = f;
#ifdef HAS_ASAN
    void *fake;
    __sanitizer_start_switch_fiber(&fake, f->stack, STACK_BYTES);
#endif
    swapcontext(&sim.main, &f->at);
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#endif
    sim.current = NULL;
}

static void wake(void *ctx, uint64_t turn)
{
    struct fiber *f = ctx;

    if (f->is_there && !f->is_done && f->turn == turn)
        go_on(f);
}

static void time_out(void *ctx, uint64_t turn)
{
    struct fiber *f = ctx;

    if (!f->is_there || f->is_done || f->turn != turn)
        return;
    f->is_timed_out = f->waits_for != NULL;
    go_on(f);
}

/* Back to whoever let it go on, until an event does so again. */
static void yield(void)
{
    struct fiber *f = sim.current;

#ifdef HAS_ASAN
    void *fake;
    __sanitizer_start_switch_fiber(&fake, sim.main_bottom, sim.main_size);
#endif
    swapcontext(&f->at, &sim.main);
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(fake, &sim.main_bottom, &sim.main_size);
#endif
}

void loop_pause(uint64_t us)
{
    if (!sim.current) {
        sim.now += us;
        return;
    }
    loop_at(us, wake, sim.current, sim.current->turn);
    yield();
}

static struct fiber *free_fiber(void)
{
    struct fiber *f = sim.fibers;

    while (f < sim.fibers + FIBERS_MAX && f->is_there)
        f++;
    VL_VERIFY(f < sim.fibers + FIBERS_MAX);
    if (!f->stack) {
        f->stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        VL_VERIFY(f->stack != MAP_FAILED);
    }
    return f;
}

static void make_context(struct fiber *const f)
{
    VL_VERIFY(getcontext(&f->at) == 0);
    f->at.uc_stack.ss_sp = f->stack;
    f->at.uc_stack.ss_size = STACK_BYTES;
    f->at.uc_link = &sim.main;
    makecontext(&f->at, enter, 0);
}

int uv_thread_create(uv_thread_t *out, uv_thread_cb fn, void *arg)
{
    struct fiber *f = free_fiber();

    f->fn = fn;
    f->arg = arg;
    f->is_there = true;
    f->is_done = false;
    f->locks = 0;
    f->turn++;
    make_context(f);
    *out = (uv_thread_t)(f - sim.fibers) + 1;
    loop_at(loop_between(0, 500), wake, f, f->turn);
    return 0;
}

/* Whoever joins waits: nothing else happens meanwhile but what the thread does. */
int uv_thread_join(uv_thread_t *thread)
{
    struct fiber *f = &sim.fibers[*thread - 1];

    for (int i = 0; !f->is_done; i++) {
        if (i > 1000000)
            sim_fail("a thread does not end");
        sim.now += JOIN_US;
        go_on(f);
    }
    f->is_there = false;
    return 0;
}

int uv_mutex_init(uv_mutex_t *lock)
{
    memset(lock, 0, sizeof *lock);
    return 0;
}

void uv_mutex_destroy(uv_mutex_t *lock)
{
    (void)lock;
}

/* Nobody is ever let go on while another holds a lock, so it is always free. */
void uv_mutex_lock(uv_mutex_t *lock)
{
    (void)lock;
    if (!sim.current)
        return;
    if (sim.current->locks == 0 && !sim.is_doomed && loop_once_in(16))
        loop_pause(loop_between(0, 2000));
    sim.current->locks++;
}

void uv_mutex_unlock(uv_mutex_t *lock)
{
    (void)lock;
    if (sim.current)
        sim.current->locks--;
}

int uv_cond_init(uv_cond_t *cond)
{
    memset(cond, 0, sizeof *cond);
    return 0;
}

void uv_cond_destroy(uv_cond_t *cond)
{
    (void)cond;
}

static void wait_for(uv_cond_t *cond)
{
    struct fiber *f = sim.current;

    VL_VERIFY(f && f->locks == 1);
    f->waits_for = cond;
    f->is_timed_out = false;
    f->locks = 0;
    yield();
    f->locks = 1;
}

void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *lock)
{
    (void)lock;
    wait_for(cond);
}

int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *lock, uint64_t ns)
{
    (void)lock;
    VL_VERIFY(sim.current);
    loop_at(ns / 1000, time_out, sim.current, sim.current->turn);
    wait_for(cond);
    return sim.current->is_timed_out ? UV_ETIMEDOUT : 0;
}

void uv_cond_signal(uv_cond_t *cond)
{
    uv_cond_broadcast(cond);
}

void uv_cond_broadcast(uv_cond_t *cond)
{
    for (int i = 0; i < FIBERS_MAX; i++) {
        struct fiber *f = &sim.fibers[i];

        if (f->is_there && !f->is_done && f->waits_for == cond)
            loop_at(loop_between(1, loop_once_in(20) ? 20000 : 200), wake, f, f->turn);
    }
}

/* ---- handles ---- */

static struct handle *of(const void *uv)
{
    return ((const uv_handle_t *)uv)->u.reserved[0];
}

static struct handle *add(void *uv, enum handle_kind kind)
{
    struct handle *h = calloc(1, sizeof *h);
    void *data = ((uv_handle_t *)uv)->data;

    VL_VERIFY(h);
    h->uv = uv;
    h->kind = kind;
    h->next = sim.handles;
    sim.handles = h;
    sim.open_handles++;
    ((uv_handle_t *)uv)->data = data;
    ((uv_handle_t *)uv)->u.reserved[0] = h;
    return h;
}

static void wire_drop(struct wire *w, bool is_reset);

void uv_close(uv_handle_t *uv, uv_close_cb fn)
{
    struct handle *h = of(uv);

    VL_VERIFY(!h->is_closing && sim.closing_len < (int)VL_LEN(sim.closing));
    h->is_closing = true;
    h->is_active = false;
    h->on_close = fn;
    sim.closing[sim.closing_len++] = h;
    sim.listener = h == sim.listener ? NULL : sim.listener;
    sim.prepare = h == sim.prepare ? NULL : sim.prepare;
    sim.check = h == sim.check ? NULL : sim.check;
    if (h->wire)
        wire_drop(h->wire, false);
}

int uv_is_closing(const uv_handle_t *uv)
{
    return of(uv)->is_closing;
}

static void finish_closing(void)
{
    while (sim.closing_len > 0) {
        struct handle *h = sim.closing[--sim.closing_len];
        uv_handle_t *uv = h->uv;

        if (h->cancelled)
            h->cancelled->cb(h->cancelled, UV_ECANCELED);
        h->uv = NULL;
        sim.open_handles--;
        if (h->on_close)
            h->on_close(uv);
    }
}

int uv_loop_init(uv_loop_t *loop)
{
    memset(loop, 0, sizeof *loop);
    return 0;
}

int uv_loop_close(uv_loop_t *loop)
{
    (void)loop;
    return sim.open_handles == 0 ? 0 : UV_EBUSY;
}

void uv_stop(uv_loop_t *loop)
{
    (void)loop;
    sim.must_stop = true;
}

static void turn_end(void)
{
    if (sim.check)
        sim.check->fn.check((uv_check_t *)sim.check->uv);
    finish_closing();
    if (sim.prepare)
        sim.prepare->fn.prepare((uv_prepare_t *)sim.prepare->uv);
    finish_closing();
}

static void doom(void);

int uv_run(uv_loop_t *loop, uv_run_mode mode)
{
    (void)loop, (void)mode;
    turn_end();
    while (!sim.must_stop && sim.open_handles > 0) {
        if (sim.is_ghost && !sim.is_doomed)
            doom();
        if (sim.heap_len == 0)
            sim_fail("the server waits for something that never comes");
        step();
        turn_end();
        if (loop_after && !sim.is_ghost)
            loop_after();
    }
    sim.must_stop = false;
    return 0;
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *t)
{
    (void)loop;
    add(t, H_TIMER);
    return 0;
}

static void on_timer(void *ctx, uint64_t n)
{
    struct handle *h = ctx;

    if (!h->uv || h->is_closing || !h->is_active || h->timer_n != n)
        return;
    h->is_active = h->repeat_ms > 0;
    if (h->is_active)
        loop_at(h->repeat_ms * 1000, on_timer, h, n);
    h->fn.timer((uv_timer_t *)h->uv);
}

int uv_timer_start(uv_timer_t *t, uv_timer_cb fn, uint64_t in_ms, uint64_t repeat_ms)
{
    struct handle *h = of(t);

    h->fn.timer = fn;
    h->repeat_ms = repeat_ms;
    h->is_active = true;
    loop_at(in_ms * 1000, on_timer, h, ++h->timer_n);
    return 0;
}

int uv_timer_stop(uv_timer_t *t)
{
    of(t)->is_active = false;
    of(t)->timer_n++;
    return 0;
}

static void after_work(void *ctx, uint64_t n)
{
    uv_work_t *req = ctx;

    (void)n;
    sim.open_handles--;
    req->after_work_cb(req, 0);
}

static void on_work(void *ctx, uint64_t n)
{
    uv_work_t *req = ctx;

    (void)n;
    req->work_cb(req);
    loop_at(loop_between(1, 1000), after_work, req, 0);
}

/* Of the pool of threads: done as one event, answered by another. */
int uv_queue_work(uv_loop_t *loop, uv_work_t *req, uv_work_cb work, uv_after_work_cb after)
{
    (void)loop;
    req->work_cb = work;
    req->after_work_cb = after;
    sim.open_handles++; /* the loop waits for it */
    loop_at(loop_between(1, 20000), on_work, req, 0);
    return 0;
}

int uv_prepare_init(uv_loop_t *loop, uv_prepare_t *p)
{
    (void)loop;
    add(p, H_PREPARE);
    return 0;
}

int uv_prepare_start(uv_prepare_t *p, uv_prepare_cb fn)
{
    of(p)->fn.prepare = fn;
    sim.prepare = of(p);
    return 0;
}

int uv_check_init(uv_loop_t *loop, uv_check_t *c)
{
    (void)loop;
    add(c, H_CHECK);
    return 0;
}

int uv_check_start(uv_check_t *c, uv_check_cb fn)
{
    of(c)->fn.check = fn;
    sim.check = of(c);
    return 0;
}

int uv_async_init(uv_loop_t *loop, uv_async_t *a, uv_async_cb fn)
{
    (void)loop;
    add(a, H_ASYNC)->fn.async = fn;
    return 0;
}

static void on_async(void *ctx, uint64_t n)
{
    struct handle *h = ctx;

    (void)n;
    h->is_sent = false;
    if (h->uv && !h->is_closing)
        h->fn.async((uv_async_t *)h->uv);
}

int uv_async_send(uv_async_t *a)
{
    struct handle *h = of(a);

    if (!h->is_sent)
        loop_at(loop_between(1, loop_once_in(20) ? 10000 : 100), on_async, h, 0);
    h->is_sent = true;
    return 0;
}

int uv_signal_init(uv_loop_t *loop, uv_signal_t *s)
{
    (void)loop;
    add(s, H_SIGNAL);
    return 0;
}

int uv_signal_start(uv_signal_t *s, uv_signal_cb fn, int number)
{
    struct handle *h = of(s);

    h->fn.signal = fn;
    h->number = number;
    h->is_active = true;
    return 0;
}

void loop_signal(int number)
{
    loop_note("signal %d", number);
    for (struct handle *h = sim.handles, *next; h; h = next) {
        next = h->next;
        if (h->uv && h->kind == H_SIGNAL && h->is_active && h->number == number)
            h->fn.signal((uv_signal_t *)h->uv, number);
    }
}

const char *uv_strerror(int code)
{
    return code == UV_ENOMEM ? "out of memory" : "failed";
}

int uv_cpu_info(uv_cpu_info_t **out, int *n)
{
    (void)out, (void)n;
    return UV_ENOSYS;
}

void uv_free_cpu_info(uv_cpu_info_t *info, int n)
{
    (void)info, (void)n;
}

uv_buf_t uv_buf_init(char *base, unsigned len)
{
    return (uv_buf_t){ .base = base, .len = len };
}

/* ---- addresses ---- */

int uv_ip4_name(const struct sockaddr_in *a, char *out, size_t cap)
{
    return inet_ntop(AF_INET, &a->sin_addr, out, (socklen_t)cap) ? 0 : UV_ENOSPC;
}

int uv_ip6_name(const struct sockaddr_in6 *a, char *out, size_t cap)
{
    return inet_ntop(AF_INET6, &a->sin6_addr, out, (socklen_t)cap) ? 0 : UV_ENOSPC;
}

int uv_inet_ntop(int family, const void *a, char *out, size_t cap)
{
    return inet_ntop(family, a, out, (socklen_t)cap) ? 0 : UV_ENOSPC;
}

int uv_inet_pton(int family, const char *text, void *out)
{
    return inet_pton(family, text, out) == 1 ? 0 : UV_EINVAL;
}

/* ---- sockets that listen ---- */

int __wrap_socket(int domain, int type, int protocol);
int __wrap_socket(int domain, int type, int protocol)
{
    (void)domain, (void)type, (void)protocol;
    return FIRST_FD;
}

int __wrap_setsockopt(int fd, int level, int name, const void *value, socklen_t len);
int __wrap_setsockopt(int fd, int level, int name, const void *value, socklen_t len)
{
    (void)fd, (void)level, (void)name, (void)value, (void)len;
    return 0;
}

int __wrap_bind(int fd, const struct sockaddr *a, socklen_t len);
int __wrap_bind(int fd, const struct sockaddr *a, socklen_t len)
{
    (void)fd, (void)a, (void)len;
    return 0;
}

int __wrap_listen(int fd, int backlog);
int __wrap_listen(int fd, int backlog)
{
    (void)fd, (void)backlog;
    return 0;
}

int uv_tcp_init(uv_loop_t *loop, uv_tcp_t *tcp)
{
    (void)loop;
    add(tcp, H_TCP);
    return 0;
}

int uv_tcp_getsockname(const uv_tcp_t *tcp, struct sockaddr *out, int *len)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(7777) };

    (void)tcp;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    memcpy(out, &a, sizeof a);
    *len = (int)sizeof a;
    return 0;
}

/* Each address is a household of its own: of IPv4, or half of an IPv6. */
int uv_tcp_getpeername(const uv_tcp_t *tcp, struct sockaddr *out, int *len)
{
    const struct wire *w = of(tcp)->wire;
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(40000) };
    struct sockaddr_in6 a6 = { .sin6_family = AF_INET6, .sin6_port = htons(40000) };

    if (!w)
        return UV_ENOTCONN;
    a.sin_addr.s_addr = htonl(0x0a000000u + w->address);
    a6.sin6_addr.s6_addr[0] = 0x20;
    a6.sin6_addr.s6_addr[5] = (uint8_t)w->address;
    a6.sin6_addr.s6_addr[15] = (uint8_t)w->id;
    if (w->address % 2) {
        memcpy(out, &a6, sizeof a6);
        *len = (int)sizeof a6;
    } else {
        memcpy(out, &a, sizeof a);
        *len = (int)sizeof a;
    }
    return 0;
}

int uv_tcp_nodelay(uv_tcp_t *tcp, int yes)
{
    (void)tcp, (void)yes;
    return 0;
}

int uv_send_buffer_size(uv_handle_t *h, int *bytes)
{
    struct wire *w = of(h)->wire;

    if (w && *bytes > 0)
        w->out_cap = loop_once_in(4) ? KERNEL_LEAST : (size_t)*bytes;
    return 0;
}

static void on_waiting(void *ctx, uint64_t n)
{
    struct handle *h = sim.listener;

    (void)ctx, (void)n;
    if (h && sim.waiting_len > 0 && !sim.is_ghost)
        h->fn.connection((uv_stream_t *)h->uv, 0);
    if (sim.listener && sim.waiting_len > 0 && !sim.is_ghost)
        loop_at(1, on_waiting, NULL, 0);
}

int uv_listen(uv_stream_t *stream, int backlog, uv_connection_cb fn)
{
    (void)backlog;
    of(stream)->fn.connection = fn;
    sim.listener = of(stream);
    return 0;
}

/* ---- wires ---- */

/* Nobody reads it any more. */
static void forget_out(struct wire *w)
{
    free(w->out);
    w->out = NULL;
    w->out_len = 0;
}

static void tell_over(void *ctx, uint64_t n)
{
    struct wire *w = ctx;

    (void)n;
    if (w->is_over)
        return;
    w->is_over = true;
    forget_out(w);
    w->calls->closed(w->ctx);
}

static void on_arrived(void *ctx, uint64_t n)
{
    struct wire *w = ctx;

    (void)n;
    if (w->is_over)
        return;
    if (!sim.listener || sim.is_ghost || sim.waiting_len == (int)VL_LEN(sim.waiting)) {
        tell_over(w, 0);
        return;
    }
    w->is_ready = true;
    sim.waiting[sim.waiting_len++] = w;
    if (sim.waiting_len == 1)
        on_waiting(NULL, 0);
    w->is_told = true;
    if (!w->is_over)
        w->calls->opened(w->ctx);
}

struct wire *wire_open(const struct wire_calls *calls, void *ctx, uint32_t address)
{
    struct wire *w = calloc(1, sizeof *w);

    VL_VERIFY(w);
    w->calls = calls;
    w->ctx = ctx;
    w->id = ++sim.wires_len;
    w->address = address;
    w->is_read = true;
    w->out_cap = 65536;
    w->next = sim.wires;
    sim.wires = w;
    loop_at(loop_between(50, 40000), on_arrived, w, 0);
    return w;
}

static struct wire *take_waiting(void)
{
    struct wire *w = sim.waiting[0];

    memmove(sim.waiting, sim.waiting + 1, (size_t)--sim.waiting_len * sizeof sim.waiting[0]);
    return w;
}

int uv_accept(uv_stream_t *listener, uv_stream_t *stream)
{
    (void)listener;
    if (sim.waiting_len == 0)
        return UV_EAGAIN;
    struct wire *w = take_waiting();
    w->tcp = of(stream);
    w->tcp->wire = w;
    return 0;
}

int __wrap_accept(int fd, struct sockaddr *a, socklen_t *len);
int __wrap_accept(int fd, struct sockaddr *a, socklen_t *len)
{
    (void)fd, (void)a, (void)len;
    if (sim.waiting_len == 0) {
        errno = EAGAIN;
        return -1;
    }
    struct wire *w = take_waiting();
    w->fd = FIRST_FD + (int)w->id;
    return w->fd;
}

static struct wire *wire_of(int fd)
{
    struct wire *w = sim.wires;

    while (w && w->id != (uint64_t)(fd - FIRST_FD))
        w = w->next;
    return w;
}

int uv_tcp_open(uv_tcp_t *tcp, uv_os_sock_t fd)
{
    struct wire *w = fd > FIRST_FD ? wire_of(fd) : NULL;

    if (!w)
        return 0; /* the one that listens */
    w->tcp = of(tcp);
    w->tcp->wire = w;
    return 0;
}

int uv_fileno(const uv_handle_t *h, uv_os_fd_t *fd)
{
    *fd = of(h)->wire ? FIRST_FD + (int)of(h)->wire->id : FIRST_FD;
    return 0;
}

/* ---- to the server ---- */

static void deliver(struct wire *w);

static void on_deliver(void *ctx, uint64_t n)
{
    struct wire *w = ctx;

    (void)n;
    w->is_delivering = false;
    deliver(w);
}

static void deliver_soon(struct wire *w)
{
    if (w->is_delivering || !w->tcp || !w->is_reading ||
        (w->in_len == 0 && (w->end == 0 || w->is_end_told)))
        return;
    w->is_delivering = true;
    loop_at(loop_between(1, 50), on_deliver, w, 0);
}

/* One read: what is there, or a piece of it. */
static void deliver(struct wire *w)
{
    struct handle *h = w->tcp;
    uv_buf_t buf = { 0 };

    if (!h || !h->uv || h->is_closing || !w->is_reading)
        return;
    if (w->end == UV_ECONNRESET)
        w->in_len = 0;
    if (w->in_len > 0) {
        h = w->tcp;
        w->on_alloc(h->uv, 65536, &buf);
        size_t n = w->in_len < buf.len ? w->in_len : buf.len;
        if (n > 1 && loop_once_in(3))
            n = (size_t)loop_between(1, n);
        memcpy(buf.base, w->in, n);
        memmove(w->in, w->in + n, w->in_len - n);
        w->in_len -= n;
        w->on_read((uv_stream_t *)h->uv, (ssize_t)n, &buf);
    } else if (w->end && !w->is_end_told) {
        w->is_end_told = true;
        w->is_reading = false;
        w->on_read((uv_stream_t *)h->uv, w->end, &buf);
    }
    deliver_soon(w);
}

int uv_read_start(uv_stream_t *stream, uv_alloc_cb on_alloc, uv_read_cb on_read)
{
    struct handle *h = of(stream);

    if (h->is_closing)
        return UV_EINVAL;
    if (!h->wire)
        return UV_ENOTCONN;
    if (h->wire->is_reading)
        return UV_EALREADY;
    h->wire->is_reading = true;
    h->wire->on_alloc = on_alloc;
    h->wire->on_read = on_read;
    deliver_soon(h->wire);
    return 0;
}

int uv_read_stop(uv_stream_t *stream)
{
    if (of(stream)->wire)
        of(stream)->wire->is_reading = false;
    return 0;
}

ssize_t __wrap_recv(int fd, void *out, size_t cap, int flags);
ssize_t __wrap_recv(int fd, void *out, size_t cap, int flags)
{
    struct wire *w = wire_of(fd);
    size_t n = w && w->in_len < cap ? w->in_len : cap;

    (void)flags;
    if (!w || w->in_len == 0)
        return -1;
    memcpy(out, w->in, n);
    memmove(w->in, w->in + n, w->in_len - n);
    w->in_len -= n;
    return (ssize_t)n;
}

struct sent {
    struct wire *w;
    int end;
    size_t len;
    uint8_t bytes[];
};

static void on_sent(void *ctx, uint64_t n)
{
    struct sent *s = ctx;
    struct wire *w = s->w;

    (void)n;
    if (!w->end && s->len > 0) {
        if (w->in_len + s->len > w->in_cap) {
            w->in_cap = 2 * (w->in_len + s->len);
            w->in = realloc(w->in, w->in_cap);
            VL_VERIFY(w->in);
        }
        memcpy(w->in + w->in_len, s->bytes, s->len);
        w->in_len += s->len;
    }
    if (s->end && w->end != UV_ECONNRESET)
        w->end = s->end;
    if (s->end && w->write) {
        uv_write_t *req = w->write;
        w->write = NULL;
        req->cb(req, UV_EPIPE);
    }
    free(s);
    deliver_soon(w);
}

/* Bytes keep their order, whatever their delay. */
static void send_to_server(struct wire *w, const void *bytes, size_t len, int end)
{
    struct sent *s = malloc(sizeof *s + len);
    uint64_t at = sim.now + loop_between(20, loop_once_in(30) ? 400000 : 3000);

    VL_VERIFY(s);
    s->w = w;
    s->end = end;
    s->len = len;
    if (len > 0)
        memcpy(s->bytes, bytes, len);
    w->sent_at = at > w->sent_at ? at : w->sent_at;
    loop_at(w->sent_at - sim.now, on_sent, s, 0);
}

void wire_send(struct wire *w, const void *bytes, size_t len)
{
    if (!w->is_over && !w->end)
        send_to_server(w, bytes, len, 0);
}

void wire_close(struct wire *w, bool is_reset)
{
    if (w->is_over)
        return;
    w->is_over = true;
    forget_out(w);
    send_to_server(w, NULL, 0, is_reset ? UV_ECONNRESET : UV_EOF);
}

/* ---- to the client ---- */

static void drain(void *ctx, uint64_t n);

static void drain_soon(struct wire *w)
{
    if (w->is_draining || w->is_over || !w->is_read || (w->out_len == 0 && !w->is_fin))
        return;
    w->is_draining = true;
    loop_at(loop_between(20, loop_once_in(30) ? 400000 : 3000), drain, w, 0);
}

static size_t kernel_takes(struct wire *w, const uv_buf_t *buf, size_t most)
{
    size_t n = buf->len < most ? buf->len : most;

    w->out = w->out ? w->out : malloc(1 << 17);
    VL_VERIFY(w->out && w->out_len + n <= 1 << 17);
    memcpy(w->out + w->out_len, buf->base, n);
    w->out_len += n;
    return n;
}

static size_t kernel_room(const struct wire *w)
{
    return w->out_cap > w->out_len ? w->out_cap - w->out_len : 0;
}

/* Goes on with a write that had to wait. */
static void write_on(struct wire *w)
{
    struct handle *h = w->tcp;
    uv_write_t *req = w->write;

    if (!req || !h || !h->uv)
        return;
    while (w->bufs_len > 0 && kernel_room(w) > 0) {
        size_t n = kernel_takes(w, w->bufs, kernel_room(w));
        w->bufs[0].base += n;
        w->bufs[0].len -= n;
        if (w->bufs[0].len == 0)
            memmove(w->bufs, w->bufs + 1, --w->bufs_len * sizeof w->bufs[0]);
    }
    if (w->bufs_len == 0) {
        w->write = NULL;
        req->cb(req, 0);
    }
}

static void drain(void *ctx, uint64_t n)
{
    struct wire *w = ctx;
    uint8_t *bytes = w->out;

    (void)n;
    w->is_draining = false;
    if (!w->is_read && !w->is_over)
        return;
    size_t len = w->is_over ? 0 : w->out_len;
    w->out_len = 0;
    w->out = NULL;
    bool is_end = w->is_fin;
    if (len > 0 && !w->is_over)
        w->calls->bytes(w->ctx, bytes, len);
    free(bytes);
    if (is_end && w->out_len == 0)
        tell_over(w, 0);
    if (!w->is_over)
        write_on(w);
    drain_soon(w);
}

void wire_read(struct wire *w, bool yes)
{
    w->is_read = yes;
    drain_soon(w);
}

size_t wire_kernel_bytes(void)
{
    size_t n = 0;

    for (const struct wire *w = sim.wires; w; w = w->next)
        n += w->out_len;
    return n;
}

int uv_try_write(uv_stream_t *stream, const uv_buf_t *bufs, unsigned len)
{
    struct wire *w = of(stream)->wire;
    size_t sum = 0;

    if (!w || w->end == UV_ECONNRESET)
        return UV_EPIPE;
    if (sim.is_ghost || w->is_over) { /* nobody is there to hear it */
        for (unsigned i = 0; i < len; i++)
            sum += bufs[i].len;
        return (int)sum;
    }
    size_t room = kernel_room(w);
    if (room > 1 && loop_once_in(16))
        room = (size_t)loop_between(1, room);
    if (room == 0)
        return UV_EAGAIN;
    for (unsigned i = 0; i < len && sum < room; i++)
        sum += kernel_takes(w, &bufs[i], room - sum);
    drain_soon(w);
    if (loop_once_in(wire_kill_once_in))
        loop_kill();
    return (int)sum;
}

int uv_write(uv_write_t *req, uv_stream_t *stream, const uv_buf_t *bufs, unsigned len,
             uv_write_cb fn)
{
    struct wire *w = of(stream)->wire;

    VL_VERIFY(w && !w->write && len <= VL_LEN(w->bufs));
    req->handle = stream;
    req->cb = fn;
    w->write = req;
    memcpy(w->bufs, bufs, len * sizeof *bufs);
    w->bufs_len = len;
    drain_soon(w);
    return 0;
}

int __wrap_shutdown(int fd, int how);
int __wrap_shutdown(int fd, int how)
{
    struct wire *w = wire_of(fd);

    (void)how;
    if (w) {
        w->is_fin = true;
        drain_soon(w);
    }
    return 0;
}

/* The server lets go of it. */
static void wire_drop(struct wire *w, bool is_reset)
{
    w->tcp->cancelled = w->write;
    w->tcp->wire = NULL;
    w->tcp = NULL;
    w->is_reading = false;
    w->write = NULL;
    w->is_fin = true;
    if (is_reset || !w->is_read)
        loop_at(loop_between(20, 3000), tell_over, w, 0);
    drain_soon(w);
}

int uv_tcp_close_reset(uv_tcp_t *tcp, uv_close_cb fn)
{
    struct handle *h = of(tcp);

    if (h->wire) {
        h->wire->is_read = false;
        wire_drop(h->wire, true);
    }
    uv_close((uv_handle_t *)tcp, fn);
    return 0;
}

/* ---- the process ---- */

void loop_kill(void)
{
    if (sim.is_ghost)
        return;
    loop_note("killed");
    sim.is_ghost = true;
    for (struct wire *w = sim.wires; w; w = w->next) {
        w->is_fin = false;
        if (w->is_ready && !w->is_over)
            loop_at(loop_between(20, 5000), tell_over, w, 0);
        w->end = UV_ECONNRESET;
    }
    sim.waiting_len = 0;
}

bool loop_is_ghost(void)
{
    return sim.is_ghost;
}

static void doom(void)
{
    sim.is_doomed = true;
    sim.waiting_len = 0;
    for (struct wire *w = sim.wires; w; w = w->next)
        deliver_soon(w);
    loop_signal(15);
}

void loop_revive(void)
{
    VL_VERIFY(sim.open_handles == 0);
    sim.is_ghost = sim.is_doomed = sim.must_stop = false;
}

/* ---- beginning and end ---- */

#ifdef HAS_ASAN
static void on_death(void)
{
    fprintf(stderr, "sim: seed %llu, at %.6f s: see above\n", (unsigned long long)sim.seed,
            (double)sim.now / 1e6);
}
#endif

void loop_begin(uint64_t seed)
{
    struct fiber kept[FIBERS_MAX];

#ifdef HAS_ASAN
    __sanitizer_set_death_callback(on_death);
#endif
    memcpy(kept, sim.fibers, sizeof kept);
    memset(&sim, 0, sizeof sim);
    for (int i = 0; i < FIBERS_MAX; i++)
        sim.fibers[i].stack = kept[i].stack;
    sim.seed = seed;
    sim.rng = vl_rng_seed(seed);
    sim.chance = vl_rng_seed(~seed);
    sim.digest = UINT64_C(14695981039346656037);
    sim.wall_ms = INT64_C(1794700000000);
}

void loop_end(void)
{
    while (sim.heap_len > 0) {
        struct event e = pop();
        if (e.fn == on_sent)
            free(e.ctx);
    }
    free(sim.heap);
    sim.heap = NULL;
    sim.heap_cap = 0;
    while (sim.handles) {
        struct handle *h = sim.handles;
        sim.handles = h->next;
        free(h);
    }
    while (sim.wires) {
        struct wire *w = sim.wires;
        sim.wires = w->next;
        free(w->in);
        free(w->out);
        free(w);
    }
}
