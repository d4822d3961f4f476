/* loop.c - the loop: it accepts, keeps time, flushes, counts, and stops in order. */
#include "server/net/loop.h"

#include "base/check.h"
#include "server/net/conn.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

const char *const net_refused_words[] = {
#define X(name) #name,
    NET_REFUSED_MAP(X)
#undef X
};

const char *const net_closed_words[] = {
#define X(name) #name,
    NET_CLOSED_MAP(X)
#undef X
};

static const int signal_numbers[] = { SIGTERM, SIGINT, SIGHUP };

/* ---- the stop ---- */

/* In this order, so that no client is refused or left without an answer: accept
 * what the kernel has already greeted, stop listening, let the application say
 * goodbye and finish its commits, close every connection, and only then go. */
void server_stop(struct server *s)
{
    if (s->stop != STOP_NONE)
        return;
    s->stop = STOP_ACCEPTING;
    s->stop_ms = uv_now(&s->loop);
    LOG(s->config.log, LOG_INFO, "stopping", log_int("connections", s->conns_len));
}

/* What the kernel has greeted in our name is ours to answer, up to the last
 * moment. An inherited socket has a successor who will do that. */
static void close_listener(struct listener *l)
{
    uv_os_fd_t fd;

    if (uv_is_closing((uv_handle_t *)&l->tcp))
        return;
    if (l->server->app && !l->is_inherited && uv_fileno((uv_handle_t *)&l->tcp, &fd) == 0)
        conn_accept_rest(l->server, fd);
    uv_close((uv_handle_t *)&l->tcp, NULL);
}

static void close_listeners(struct server *s)
{
    for (int i = 0; i < s->listeners_len; i++)
        close_listener(&s->listeners[i]);
}

static void stop_further(struct server *s)
{
    bool is_late = uv_now(&s->loop) - s->stop_ms >= (uint64_t)s->config.limits.stop_ms;

    switch ((enum stop_stage)s->stop) {
    case STOP_NONE: return;
    case STOP_ACCEPTING:
        close_listeners(s);
        s->stop = STOP_WAITING;
        if (s->app->stopping)
            s->app->stopping(s->app->ctx);
        return;
    case STOP_WAITING:
        if (s->app->busy && s->app->busy(s->app->ctx) && !is_late)
            return;
        s->stop = STOP_DRAINING;
        conn_close_all(s, "server is stopping");
        return;
    case STOP_DRAINING:
        if (s->conns_len + s->refused_len > 0 && !is_late)
            return;
        conn_abort_all(s);
        s->stop = STOP_DONE;
        uv_stop(&s->loop);
        return;
    case STOP_DONE: return;
    }
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server *s = handle->data;
    struct vl_error err;

    if (number == SIGHUP && !s->config.is_attached) {
        if (log_reopen(s->config.log, &err) != VL_OK)
            LOG(s->config.log, LOG_ERROR, "log", log_str("error", err.what));
        else
            LOG(s->config.log, LOG_INFO, "log", log_str("why", "opened again"));
    } else if (s->stop == STOP_NONE) {
        LOG(s->config.log, LOG_INFO, "signal", log_int("number", number));
        server_stop(s);
    } else
        s->stop_ms = 0; /* asked twice: waits for nobody any more */
}

/* ---- turns of the loop ---- */

static void on_connection(uv_stream_t *stream, int status)
{
    struct listener *l = stream->data;

    if (status < 0)
        LOG(l->server->config.log, LOG_WARN, "accept", log_str("error", uv_strerror(status)));
    else
        l->is_stuck = !conn_accept(l->server, stream);
}

static void on_tick(uv_timer_t *timer)
{
    struct server *s = timer->data;

    for (int i = 0; i < s->listeners_len; i++)
        if (s->listeners[i].is_stuck && s->stop <= STOP_ACCEPTING)
            s->listeners[i].is_stuck = !conn_accept(s, (uv_stream_t *)&s->listeners[i].tcp);
    conn_tick(s);
    if (s->app->tick)
        s->app->tick(s->app->ctx);
    stop_further(s);
}

/* What timers queued goes out before the loop sleeps, what messages queued goes
 * out as soon as all that arrived is read: one write per connection and turn. */
static void on_prepare(uv_prepare_t *handle)
{
    out_flush_all(handle->data);
}

static void on_check(uv_check_t *handle)
{
    out_flush_all(handle->data);
}

/* ---- opening ---- */

/* As many descriptors as we may have; fewer connections if that is not enough. */
static void fit_descriptors(struct server *s)
{
    struct rlimit r;
    int64_t spare = LIMIT_DESCRIPTORS_SPARE + LIMIT_REFUSED_OPEN;

    if (getrlimit(RLIMIT_NOFILE, &r) < 0)
        return;
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    if (getrlimit(RLIMIT_NOFILE, &r) < 0 || r.rlim_cur == RLIM_INFINITY)
        return;
    int64_t most = (int64_t)r.rlim_cur > spare ? (int64_t)r.rlim_cur - spare : 1;
    if (s->config.limits.connections <= most)
        return;
    LOG(s->config.log, LOG_WARN, "descriptors", log_int("descriptors", (int64_t)r.rlim_cur),
        log_int("connections", most));
    s->config.limits.connections = most;
}

/* Signals are caught from the beginning: one that comes before server_run() is
 * seen by it. */
static int open_handles(struct server *s, struct vl_error *err)
{
    int st = uv_loop_init(&s->loop);

    if (st < 0)
        return vl_error_set(err, VL_IO, "loop", uv_strerror(st));
    uv_timer_init(&s->loop, &s->tick);
    uv_prepare_init(&s->loop, &s->prepare);
    uv_check_init(&s->loop, &s->check);
    s->tick.data = s->prepare.data = s->check.data = s;
    for (int i = 0; i < VL_LEN(signal_numbers); i++) {
        uv_signal_init(&s->loop, &s->signals[i]);
        s->signals[i].data = s;
        uv_signal_start(&s->signals[i], on_signal, signal_numbers[i]);
    }
    signal(SIGPIPE, SIG_IGN);
    return VL_OK;
}

int server_open(struct server **out, const struct server_config *config, struct vl_error *err)
{
    struct server *s = calloc(1, sizeof *s);
    struct peer *table = calloc(LIMIT_ADDRESSES, sizeof *table);
    uint64_t seed = 0;

    if (!s || !table) {
        free(s);
        free(table);
        return vl_error_set(err, VL_MEMORY, "server", "no memory");
    }
    s->config = *config;
    if (gethostname(s->machine, sizeof s->machine - 1) != 0)
        s->machine[0] = '\0';
    uv_random(NULL, NULL, &seed, sizeof seed, 0, NULL);
    peers_init(&s->peers, table, seed);
    int st = open_handles(s, err);
    if (st != VL_OK) {
        free(table);
        free(s);
        return st;
    }
    fit_descriptors(s);
    st = listen_open(s, err);
    s->config.listen_len = 0;
    if (st != VL_OK) {
        server_close(s);
        return st;
    }
    *out = s;
    return VL_OK;
}

/* ---- running ---- */

static int start(struct server *s)
{
    int st = 0;

    for (int i = 0; i < s->listeners_len && st == 0; i++) {
        LOG(s->config.log, LOG_INFO, "listening", log_str("address", s->listeners[i].address));
        st = uv_listen((uv_stream_t *)&s->listeners[i].tcp, LIMIT_LISTEN_BACKLOG, on_connection);
    }
    if (st == 0)
        st = uv_timer_start(&s->tick, on_tick, LIMIT_TICK_MS, LIMIT_TICK_MS);
    if (st == 0)
        st = uv_prepare_start(&s->prepare, on_prepare);
    if (st == 0)
        st = uv_check_start(&s->check, on_check);
    return st;
}

int server_run(struct server *s, const struct server_app *app)
{
    s->app = app;
    int st = start(s);
    if (st < 0) {
        LOG(s->config.log, LOG_ERROR, "start", log_str("error", uv_strerror(st)));
        return VL_IO;
    }
    while (s->stop != STOP_DONE)
        uv_run(&s->loop, UV_RUN_DEFAULT);
    LOG(s->config.log, LOG_INFO, "stopped", log_int("messages", (int64_t)s->count.messages_in));
    return VL_OK;
}

void server_close(struct server *s)
{
    if (!s)
        return;
    close_listeners(s);
    uv_close((uv_handle_t *)&s->tick, NULL);
    uv_close((uv_handle_t *)&s->prepare, NULL);
    uv_close((uv_handle_t *)&s->check, NULL);
    for (int i = 0; i < VL_LEN(signal_numbers); i++)
        uv_close((uv_handle_t *)&s->signals[i], NULL);
    conn_abort_all(s);
    out_flush_all(s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    VL_VERIFY(uv_loop_close(&s->loop) == 0);
    ws_deinit();
    free(s->peers.table);
    free(s);
}

/* ---- questions ---- */

uv_loop_t *server_loop(struct server *s)
{
    return &s->loop;
}

struct log *server_log(struct server *s)
{
    return s->config.log;
}

const struct server_limits *server_limits(const struct server *s)
{
    return &s->config.limits;
}

const char *server_address(const struct server *s, int i)
{
    return i < s->listeners_len ? s->listeners[i].address : NULL;
}

void server_add_metrics(struct server *s, void (*fn)(void *ctx, struct metrics *m), void *ctx)
{
    VL_VERIFY(s->metrics_len < SERVER_METRICS_MAX);
    s->metrics[s->metrics_len].fn = fn;
    s->metrics[s->metrics_len++].ctx = ctx;
}

void net_metrics(const struct server *s, struct metrics *m)
{
    const struct net_counters *n = &s->count;

    metrics_gauge(m, "veillee_connections", "Connections open now.", s->conns_len);
    metrics_gauge(m, "veillee_websockets", "WebSocket connections open now.", s->upgraded_len);
    metrics_gauge(m, "veillee_queued_bytes", "Bytes waiting to be written.",
                  (int64_t)s->queued_bytes);
    metrics_counter(m, "veillee_accepted_total", "Connections accepted.", n->accepted);
    metrics_counter(m, "veillee_upgraded_total", "WebSocket handshakes done.", n->upgraded);
    metrics_counter(m, "veillee_requests_total", "HTTP requests read.", n->requests);
    metrics_begin(m, "veillee_refused_total", "Connections and requests refused, by reason.",
                  METRIC_COUNTER);
    for (int i = 0; i < REFUSED_COUNT; i++)
        metrics_value(m, "reason", net_refused_words[i], (int64_t)n->refused[i]);
    metrics_begin(m, "veillee_closed_total", "Connections ended, by reason.", METRIC_COUNTER);
    for (int i = 0; i < CLOSED_COUNT; i++)
        metrics_value(m, "reason", net_closed_words[i], (int64_t)n->closed[i]);
    metrics_counter(m, "veillee_messages_in_total", "Messages from clients.", n->messages_in);
    metrics_counter(m, "veillee_messages_out_total", "Messages to clients.", n->messages_out);
    metrics_counter(m, "veillee_bytes_in_total", "Bytes read from sockets.", n->bytes_in);
    metrics_counter(m, "veillee_bytes_out_total", "Bytes written to sockets.", n->bytes_out);
    metrics_counter(m, "veillee_throttled_total", "Times a client sent too fast.", n->throttled);
    metrics_counter(m, "veillee_log_dropped_total", "Log lines that could not be written.",
                    atomic_load(&s->config.log->dropped));
}
