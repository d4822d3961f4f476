/* app.c - the application of `veillee serve`, put together.
 *
 * Its parts come up in this order: store, store thread, bot threads, rooms. They
 * go down in another: first nobody thinks any more; then, on the loop, what was
 * taken is written and answered, to rooms that are still there; then the store is
 * closed, the tables go, and with the last handle the application itself. */
#include "server/app.h"

#include "server/backup.h"
#include "server/rooms/room.h"

#include <signal.h>
#include <stdlib.h>

struct app {
    struct server *server;
    struct app_config config;
    struct rooms *rooms;
    struct writer *writer;
    struct work *work;
    struct backup *copies;     /* NULL: none */
    uv_signal_t backup, again; /* SIGUSR1, SIGHUP; the last thing to go */
    int handles;
    struct server_app calls;
};

/* ---- what the parts tell each other ---- */

/* The store and its threads are there before the rooms are. */
static void on_store_state(void *ctx, bool is_read_only, const struct vl_error *why)
{
    const struct app *app = ctx;

    if (app->rooms)
        rooms_store_state(app->rooms, is_read_only, why);
}

static void on_bot_done(void *ctx, const struct work_job *job, const struct vl_bot_answer *answer)
{
    const struct app *app = ctx;

    rooms_bot_done(app->rooms, job, answer);
}

/* A game that cannot be read any more: the others are served. */
static void on_aside(void *ctx, const char *game, const char *what)
{
    struct app *app = ctx;

    LOG(server_log(app->server), LOG_ERROR, "game_damaged", log_str("room", game),
        log_str("what", what));
}

/* ---- backup ---- */

static void on_backup_signal(uv_signal_t *handle, int number)
{
    struct app *app = handle->data;

    (void)number;
    if (app->copies)
        backup_now(app->copies);
    else
        LOG(server_log(app->server), LOG_ERROR, "backup", log_str("error", "no --backup FILE"));
}

/* ---- the rules of the house ---- */

static int read_house(struct app *app, struct vl_error *err)
{
    struct house *h;
    int st = house_read(&h, app->config.house, err);

    if (st == VL_OK)
        rooms_house(app->rooms, h);
    return st;
}

/* A file that cannot be read changes nothing. */
static void on_again(uv_signal_t *handle, int number)
{
    struct app *app = handle->data;
    struct vl_error err = { 0 };

    (void)number;
    if (read_house(app, &err) != VL_OK)
        LOG(server_log(app->server), LOG_ERROR, "house", log_int("line", err.line),
            log_str("error", err.what));
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
    metrics_gauge(m, "veillee_store_log_bytes", "Size of the write-ahead log.",
                  (int64_t)w.store.log_bytes);
    metrics_gauge(m, "veillee_store_log_age_seconds",
                  "Age of the oldest commit that is not folded back yet.",
                  (int64_t)(w.store.log_age_ms / 1000));
    metrics_gauge(m, "veillee_store_reserve_bytes", "Room kept to fold the log back.",
                  (int64_t)w.store.reserve_bytes);
    metrics_gauge(m, "veillee_store_tables", "Tables in the store.", (int64_t)w.store.games);
    metrics_buckets(m, "veillee_store_commit_seconds", "Duration of a commit.", writer_latency_us,
                    w.commit_us, WRITER_LATENCY_BUCKETS - 1, w.commit_us_sum);
    metrics_counter(m, "veillee_bot_jobs_total", "Questions that bots answered.", k.done);
    metrics_counter(m, "veillee_bot_cut_total", "Answers cut short by their budget.", k.cut);
    metrics_counter(m, "veillee_bot_refused_total", "Questions refused: queue full.", k.refused);
    metrics_gauge(m, "veillee_bot_queue", "Questions waiting for a bot.", k.queued);
}

/* ---- end ---- */

static void release(struct app *app)
{
    if (--app->handles == 0)
        free(app);
}

static void on_gone(uv_handle_t *handle)
{
    release(handle->data);
}

static void on_copies_closed(void *ctx)
{
    release(ctx);
}

static void on_writer_stopped(void *ctx)
{
    struct app *app = ctx;

    rooms_destroy(app->rooms);
    uv_close((uv_handle_t *)&app->backup, on_gone);
    uv_close((uv_handle_t *)&app->again, on_gone);
}

void app_close(struct app *app)
{
    if (!app)
        return;
    work_stop(app->work);
    if (app->copies) /* one that is under way ends with the writer */
        backup_close(app->copies, on_copies_closed, app);
    if (app->writer)
        writer_stop(app->writer, on_writer_stopped, app);
    else
        on_writer_stopped(app);
}

/* ---- beginning ---- */

/* Whoever finds the store taken learns where this server listens. */
static int open_store(struct app *app, struct vl_error *err)
{
    const struct server_limits *l = server_limits(app->server);
    struct store_options store = { .lock_wait_ms = (uint32_t)l->store_wait_ms,
                                   .checkpoint_pages = (uint32_t)l->store_checkpoint_pages,
                                   .check_bytes_max = (uint64_t)l->store_check_bytes,
                                   .games_max = (uint64_t)l->tables,
                                   .may_only_read = true,
                                   .keep_reserve = true,
                                   .aside = on_aside,
                                   .aside_ctx = app,
                                   .note = server_address(app->server, 0) };
    struct writer_options opts = { .group_entries = (uint32_t)l->store_group_entries,
                                   .group_us = (uint32_t)l->store_group_us,
                                   .queue_max = (uint32_t)l->store_queue,
                                   .queue_bytes = (size_t)l->store_queue_bytes,
                                   .read_bytes = (size_t)l->store_read_bytes,
                                   .probe_ms = (uint32_t)l->store_probe_ms,
                                   .backup_pages = (uint32_t)l->store_backup_pages,
                                   .state = on_store_state,
                                   .ctx = app };
    struct store *st;

    int status = store_open(&st, app->config.store, &store, err);
    if (status != VL_OK)
        return status;
    status = writer_create(&app->writer, server_loop(app->server), st, &opts, err);
    if (status != VL_OK)
        st->api->close(st);
    return status;
}

/* One core is for the loop. */
static int count_workers(const struct app *app)
{
    int n = app->config.workers;
    uv_cpu_info_t *info;

    if (n == 0 && uv_cpu_info(&info, &n) == 0) {
        uv_free_cpu_info(info, n);
        n--;
    }
    return n < 1 ? 1 : n > WORK_THREADS_MAX ? WORK_THREADS_MAX : n;
}

static int open_work(struct app *app, struct vl_error *err)
{
    const struct server_limits *l = server_limits(app->server);
    struct work_options opts = { .threads = count_workers(app),
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

static int open_copies(struct app *app, struct vl_error *err)
{
    const struct server_limits *l = server_limits(app->server);

    app->copies = backup_open(server_loop(app->server), app->writer, server_log(app->server),
                              app->config.backup, l->backup_s, l->backup_keep);
    if (!app->copies)
        return vl_error_set(err, VL_MEMORY, "backup", "out of memory");
    app->handles++;
    return VL_OK;
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
    uv_signal_init(server_loop(s), &app->again);
    app->backup.data = app->again.data = app;
    app->handles = 2;
    /* It comes when there is a store: to whom it comes before, it ends nothing. */
    uv_signal_start(&app->backup, on_backup_signal, SIGUSR1);
    int st = open_store(app, err);
    if (st == VL_OK)
        st = open_work(app, err);
    if (st == VL_OK)
        st = open_rooms(app, err);
    if (st == VL_OK && app->config.house)
        st = read_house(app, err);
    if (st == VL_OK && app->config.backup)
        st = open_copies(app, err);
    if (st != VL_OK) {
        app_close(app);
        return st;
    }
    if (app->config.house)
        uv_signal_start(&app->again, on_again, SIGHUP);
    app->calls = rooms_app(app->rooms);
    server_add_metrics(s, add_metrics, app);
    *out = app;
    return VL_OK;
}

const struct server_app *app_calls(const struct app *app)
{
    return &app->calls;
}
