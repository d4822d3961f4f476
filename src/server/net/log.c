/* log.c - a line of JSON per event, one write() each. */
#include "server/net/log.h"

#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const level_words[LOG_LEVELS] = { "debug", "info", "warn", "error" };

int log_level_find(const char *word)
{
    for (int i = 0; i < LOG_LEVELS; i++)
        if (strcmp(word, level_words[i]) == 0)
            return i;
    return -1;
}

static int open_file(const char *path, struct vl_error *err)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0)
        vl_error_set(err, VL_IO, path, strerror(errno));
    return fd;
}

struct log log_none(void)
{
    return (struct log){ .fd = -1, .level = LOG_LEVELS };
}

int log_open(struct log *log, const char *path, int level, bool peers, struct vl_error *err)
{
    int fd = path ? open_file(path, err) : STDERR_FILENO;

    if (fd < 0)
        return VL_IO;
    log->fd = fd;
    log->level = level;
    log->peers = peers;
    log->path = path;
    atomic_init(&log->dropped, 0);
    return VL_OK;
}

int log_reopen(struct log *log, struct vl_error *err)
{
    if (!log->path)
        return VL_OK;
    int fd = open_file(log->path, err);
    if (fd < 0)
        return VL_IO;
    /* The number stays the same, so that no other thread needs to know. */
    int st = dup2(fd, log->fd) < 0 ? vl_error_set(err, VL_IO, log->path, strerror(errno)) : VL_OK;
    fcntl(log->fd, F_SETFD, FD_CLOEXEC);
    close(fd);
    return st;
}

void log_close(struct log *log)
{
    if (log->path && log->fd >= 0)
        close(log->fd);
    log->fd = -1;
    log->level = LOG_LEVELS;
}

/* ISO 8601, UTC, milliseconds. */
static void put_time(struct vl_json *w)
{
    char text[40];
    struct timespec now;
    struct tm utc;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    int ms = (int)(now.tv_nsec / 1000000);
    text[n++] = '.';
    text[n++] = (char)('0' + ms / 100);
    text[n++] = (char)('0' + ms / 10 % 10);
    text[n++] = (char)('0' + ms % 10);
    text[n++] = 'Z';
    text[n] = '\0';
    vl_json_kstr(w, "time", text);
}

/* A value longer than what is left of the line is cut at a character. */
static void put_text(struct vl_json *w, const char *text)
{
    size_t room = (LOG_LINE_MAX - w->out.len) / 8, n = 0, step;
    size_t len = strlen(text);

    while (n < len && (step = vl_utf8_step(text + n, len - n)) > 0 && n + step <= room)
        n += step;
    vl_json_str_n(w, text, n);
}

static void put_field(struct vl_json *w, const struct log *log, const struct log_field *f)
{
    if (f->kind == LOG_KIND_PEER && !log->peers)
        return;
    vl_json_key(w, f->key);
    if (f->kind == LOG_KIND_INT)
        vl_json_int(w, f->num);
    else if (f->str)
        put_text(w, f->str);
    else
        vl_json_null(w);
}

void log_write(struct log *log, int level, const char *event, const struct log_field *fields, int n)
{
    char line[LOG_LINE_MAX + 2];
    struct vl_json w = vl_json_on(line, LOG_LINE_MAX);

    if (level < log->level)
        return;
    vl_json_obj(&w);
    put_time(&w);
    vl_json_kstr(&w, "level", level_words[level]);
    vl_json_kstr(&w, "event", event);
    for (int i = 0; i < n; i++)
        put_field(&w, log, &fields[i]);
    vl_json_end(&w);
    vl_put_char(&w.out, '\n');
    if (w.out.full || write(log->fd, line, w.out.len) != (ssize_t)w.out.len)
        atomic_fetch_add(&log->dropped, 1);
}
