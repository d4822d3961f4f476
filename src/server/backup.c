#define _POSIX_C_SOURCE 200809L
#include "server/backup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 10 * 1000, ENDING = 24 };

struct backup {
    uv_timer_t timer;
    uv_work_t check;
    struct writer *writer;
    struct log *log;
    int64_t every_s, keep;
    bool is_busy, is_closing;
    struct vl_error err; /* of the check */
    void (*closed)(void *ctx);
    void *closed_ctx;
    size_t cap; /* of a name with an ending */
    char file[];
};

/* FILE, FILE.1 ..., FILE.new; to be freed. */
static char *name_of(const struct backup *b, const char *ending)
{
    char *name = malloc(b->cap);

    if (name)
        snprintf(name, b->cap, "%s%s", b->file, ending);
    return name;
}

static char *generation(const struct backup *b, int64_t n)
{
    char ending[ENDING] = "";

    if (n > 0)
        snprintf(ending, sizeof ending, ".%lld", (long long)n);
    return name_of(b, ending);
}

static void fail(const struct backup *b, const char *what)
{
    LOG(b->log, LOG_ERROR, "backup", log_str("error", what));
}

/* ---- the end ---- */

static void on_gone(uv_handle_t *handle)
{
    struct backup *b = handle->data;

    b->closed(b->closed_ctx);
    free(b);
}

static void rest(struct backup *b)
{
    b->is_busy = false;
    if (b->is_closing)
        uv_close((uv_handle_t *)&b->timer, on_gone);
}

void backup_close(struct backup *b, void (*closed)(void *ctx), void *ctx)
{
    if (!b) {
        closed(ctx);
        return;
    }
    b->is_closing = true;
    b->closed = closed;
    b->closed_ctx = ctx;
    uv_timer_stop(&b->timer);
    if (!b->is_busy)
        rest(b);
}

/* ---- a copy ---- */

static void check_copy(uv_work_t *work)
{
    struct backup *b = work->data;
    struct store_options o = { .must_exist = true, .check_bytes_max = 1 };
    struct store *st = NULL;
    char *fresh = name_of(b, ".new"), *lock = name_of(b, ".new.lock");

    memset(&b->err, 0, sizeof b->err);
    if (!fresh || !lock)
        vl_error_set(&b->err, VL_MEMORY, b->file, "out of memory");
    else if (store_open(&st, fresh, &o, &b->err) == VL_OK) {
        b->err.status = (uint16_t)st->api->check(st, &b->err);
        st->api->close(st);
        unlink(lock);
    }
    free(fresh);
    free(lock);
}

/* The oldest goes, all others are one older, and the new one has the name. */
static bool turn(const struct backup *b)
{
    bool ok = true;

    for (int64_t n = b->keep; n > 0; n--) {
        char *from = generation(b, n - 1), *to = generation(b, n);

        if (from && to && access(from, F_OK) == 0)
            ok = rename(from, to) == 0 && ok;
        free(from);
        free(to);
    }
    char *fresh = name_of(b, ".new");
    ok = fresh && rename(fresh, b->file) == 0 && ok;
    free(fresh);
    return ok;
}

static void on_checked(uv_work_t *work, int status)
{
    struct backup *b = work->data;

    if (status != 0 || b->err.status != VL_OK)
        fail(b, status != 0 ? uv_strerror(status) : b->err.what);
    else if (!turn(b))
        fail(b, "the copies cannot be renamed");
    else
        LOG(b->log, LOG_INFO, "backup", log_str("file", b->file));
    rest(b);
}

static void on_copied(void *ctx, const struct writer_result *r)
{
    struct backup *b = ctx;

    if (r->status != VL_OK) {
        fail(b, r->error->what);
        rest(b);
        return;
    }
    b->check.data = b;
    if (uv_queue_work(b->timer.loop, &b->check, check_copy, on_checked) != 0)
        rest(b);
}

void backup_now(struct backup *b)
{
    char *fresh = b->is_busy || b->is_closing ? NULL : name_of(b, ".new");
    int st = fresh ? writer_backup(b->writer, fresh, on_copied, b) : VL_DUPLICATE;

    free(fresh);
    if (st == VL_OK)
        b->is_busy = true;
    else
        fail(b, vl_status_word(st));
}

/* By the age of the last one: also over restarts. */
static void on_time(uv_timer_t *timer)
{
    struct backup *b = timer->data;
    struct stat info;
    time_t now = time(NULL);

    if (!b->is_busy && (stat(b->file, &info) != 0 || now - info.st_mtime >= b->every_s))
        backup_now(b);
}

struct backup *backup_open(uv_loop_t *loop, struct writer *w, struct log *log, const char *file,
                           int64_t every_s, int64_t keep)
{
    size_t cap = strlen(file) + ENDING;
    struct backup *b = calloc(1, sizeof *b + cap);

    if (!b)
        return NULL;
    b->writer = w;
    b->log = log;
    b->every_s = every_s;
    b->keep = keep;
    b->cap = cap;
    memcpy(b->file, file, strlen(file) + 1);
    uv_timer_init(loop, &b->timer);
    b->timer.data = b;
    if (every_s > 0)
        uv_timer_start(&b->timer, on_time, LOOK_MS, LOOK_MS);
    return b;
}
