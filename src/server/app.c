/* app.c - the application of `veillee serve`, put together.
 *
 * Its parts come up in this order: store, store thread, bot threads, rooms. They
 * go down in the other: first nobody thinks any more, then what was taken is
 * written and the store closed, then the tables go. */
#include "server/app.h"

#include "server/room.h"

#include <signal.h>
#include <stdlib.h>

enum { WORKERS_MAX = 64 };

struct app {
    struct server *server;
    struct app_config config;
    struct rooms *rooms;
    struct writer *writer;
    struct work *work;
    uv_signal_t backup; /* SIGUSR1; the last thing to go */
    struct server_app calls;
};

/* ---- what the parts tell each other ---- */

static void on_store_state(void *ctx, bool is_read_only, const struct vl_error *why)
{
    rooms_store_state(((struct app *)ctx)->rooms, is_read_only, why);
}

static void on_bot_done(void *ctx, const struct work_job *job, struct vl_move move)
{
    rooms_bot_done(((struct app *)ctx)->rooms, job, move);
}

/* ---- backup ---- */

static void on_backup_done(void *ctx, const struct writer_result *r)
{
    struct app *app = ctx;

    if (r->status == VL_OK)
        LOG(server_log(app->server), LOG_INFO, "backup", log_str("file", app->config.backup));
    else
        LOG(server_log(app->server), LOG_ERROR, "backup", log_str("error", r->error->what));
}

static void on_backup_signal(uv_signal_t *handle, int number)
{
    struct app *app = handle->data;

    (void)number;
    if (!app->config.backup)
        LOG(server_log(app->server), LOG_WARN, "backup", log_str("error", "no --backup FILE"));
    else if (writer_backup(app->writer, app->config.backup, on_backup_done, app) != VL_OK)
        LOG(server_log(app->server), LOG_ERROR, "backup", log_str("error", "queue full"));
}

/* ---- figures ---- */

static void add_metrics(void *ctx, struct metrics *m)
{
    const struct app *app = ctx;
    struct writer_stats w;
    struct work_stats k;

    writer_stats(app->writer, &w);
    work_stats(app->work, &k);
    metrics_counter(m, "veillee_store_commits_total", "Transactions made durable.", w.commits);
    metrics_counter(m, "veillee_store_failed_total", "Transactions that failed.", w.commits_failed);
    metrics_counter(m, "veillee_store_entries_total", "Log entries made durable.", w.entries);
    metrics_counter(m, "veillee_store_reads_total", "Requests to read, answered.", w.reads);
    metrics_counter(m, "veillee_store_refused_total", "Requests refused: queue full.", w.refused);
    metrics_gauge(m, "veillee_store_queue", "Requests waiting for the store.", w.queue_len);
    metrics_gauge(m, "veillee_store_read_only", "1 while the store cannot be written.",
                  w.is_read_only);
    metrics_buckets(m, "veillee_store_commit_seconds", "Duration of a commit.", writer_latency_us,
                    w.commit_us, WRITER_LATENCY_BUCKETS - 1, w.commit_us_sum);
    metrics_counter(m, "veillee_bot_jobs_total", "Questions that bots answered.", k.done);
    metrics_counter(m, "veillee_bot_cut_total", "Answers cut short by their budget.", k.cut);
    metrics_counter(m, "veillee_bot_refused_total", "Questions refused: queue full.", k.refused);
    metrics_gauge(m, "veillee_bot_queue", "Questions waiting for a bot.", k.queued);
}

/* ---- end ---- */

static void on_gone(uv_handle_t *handle)
{
    free(handle->data);
}

static void on_writer_stopped(void *ctx)
{
    struct app *app = ctx;

    rooms_destroy(app->rooms);
    uv_close((uv_handle_t *)&app->backup, on_gone);
}

void app_close(struct app *app)
{
    if (!app)
        return;
    work_stop(app->work);
    app->work = NULL;
    if (app->writer)
        writer_stop(app->writer, on_writer_stopped, app);
    else
        on_writer_stopped(app);
}

/* ---- beginning ---- */

static int open_store(struct app *app, struct vl_error *err)
{
    struct writer_options opts = { .state = on_store_state, .ctx = app };
    struct store_options store = {
        .lock_wait_ms = (uint32_t)server_limits(app->server)->store_wait_ms
    };
    struct store *st;

    int status = store_open(&st, app->config.store, &store, err);
    if (status != VL_OK)
        return status;
    status = writer_create(&app->writer, server_loop(app->server), st, &opts, err);
    if (status != VL_OK) {
        st->api->close(st);
        app->writer = NULL;
    }
    return status;
}

/* One core is for the loop. */
static int workers(const struct app *app)
{
    int n = app->config.workers;
    uv_cpu_info_t *info;

    if (n == 0 && uv_cpu_info(&info, &n) == 0) {
        uv_free_cpu_info(info, n);
        n--;
    }
    return n < 1 ? 1 : n > WORKERS_MAX ? WORKERS_MAX : n;
}

static int open_work(struct app *app, struct vl_error *err)
{
    const struct server_limits *l = server_limits(app->server);
    struct work_options opts = { .threads = workers(app),
                                 .queue_max = (uint32_t)l->bot_queue,
                                 .nodes = (uint64_t)l->bot_nodes,
                                 .ms = (uint32_t)l->bot_ms,
                                 .done = on_bot_done,
                                 .ctx = app };

    return work_create(&app->work, server_loop(app->server), &opts, err);
}

static int open_rooms(struct app *app, struct vl_error *err)
{
    struct rooms_setup setup = { 0 };

    if (app->config.rooms)
        setup = *app->config.rooms;
    setup.writer = app->writer;
    setup.work = app->work;
    setup.limits = server_limits(app->server);
    setup.log = server_log(app->server);
    setup.version = app->config.version;
    return rooms_create(&app->rooms, &setup, err);
}

int app_open(struct app **out, struct server *s, const struct app_config *config,
             struct vl_error *err)
{
    struct app *app = calloc(1, sizeof *app);

    if (!app)
        return vl_error_set(err, VL_MEMORY, "server", "no memory");
    app->server = s;
    app->config = *config;
    uv_signal_init(server_loop(s), &app->backup);
    app->backup.data = app;
    int st = open_store(app, err);
    if (st == VL_OK)
        st = open_work(app, err);
    if (st == VL_OK)
        st = open_rooms(app, err);
    if (st != VL_OK) {
        app_close(app);
        return st;
    }
    uv_signal_start(&app->backup, on_backup_signal, SIGUSR1);
    app->calls = rooms_app(app->rooms);
    server_add_metrics(s, add_metrics, app);
    *out = app;
    return VL_OK;
}

const struct server_app *app_calls(const struct app *app)
{
    return &app->calls;
}
