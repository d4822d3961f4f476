#define _DEFAULT_SOURCE 1 /* POSIX.1-2008, and flock() */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64 /* large inode numbers on 32-bit systems */

#include "match/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char suffix[] = ".veillee";

static int io_fault(struct vl_error *err, const char *path, int code)
{
    return vl_error_set(err, VL_IO, path, strerror(code));
}

/* ---- the folder ---- */

/* Every part of the path that is missing; private, since records hold seeds. */
static int make_folders(const char *path)
{
    char part[VL_PATH_MAX];
    size_t len = strlen(path);

    for (size_t i = 1; i <= len; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return errno;
    }
    return 0;
}

static bool set_folder(char *out, const char *a, const char *b)
{
    int n = snprintf(out, VL_PATH_MAX, "%s%s", a, b);

    /* room for the name of a game and what stands after it while it is written */
    return n > 0 && n < VL_PATH_MAX - VL_GAME_ID_MAX - 32;
}

/* The base directory specification: a relative path in XDG_DATA_HOME is to be
 * ignored. */
static bool default_folder(char *out)
{
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    if (xdg && xdg[0] == '/')
        return set_folder(out, xdg, "/veillee/games");
    if (home && home[0] == '/')
        return set_folder(out, home, "/.local/share/veillee/games");
    return false;
}

int vl_store_open(struct vl_store *st, const char *folder, struct vl_error *err)
{
    char path[VL_PATH_MAX];
    struct stat info;

    if (!(folder ? set_folder(path, folder, "") : default_folder(path)))
        return vl_error_set(err, VL_IO, "HOME",
                            "no folder to keep games in: HOME is not set to one");
    int code = make_folders(path);
    if (code == 0 && stat(path, &info) != 0)
        code = errno;
    if (code == 0 && !S_ISDIR(info.st_mode))
        code = ENOTDIR;
    if (code == 0 && access(path, W_OK | X_OK) != 0)
        code = errno;
    if (code != 0)
        return io_fault(err, path, code);
    memcpy(st->folder, path, sizeof path);
    return VL_OK;
}

static void path_of(const struct vl_store *st, const char *id, char out[VL_PATH_MAX])
{
    struct vl_buf b = vl_buf_on(out, VL_PATH_MAX);

    vl_put(&b, st->folder);
    vl_put(&b, "/");
    vl_put(&b, id);
    vl_put(&b, suffix);
    VL_VERIFY(!b.full); /* set_folder() left room */
}

/* An id is a file's name: it must not lead anywhere else. */
static bool id_ok(const char *id)
{
    size_t len = strlen(id);

    return len > 0 && len < VL_GAME_ID_MAX && id[0] != '.' && !strchr(id, '/');
}

/* ---- listing ---- */

/* True if the head of a record says that it is of that game and not over. */
static bool is_unfinished(const char *head, const char *game_id)
{
    char want[64];

    snprintf(want, sizeof want, "\ngame %.40s%s", game_id ? game_id : "", game_id ? " " : "");
    const char *body = strstr(head, "\n\n"), *result = strstr(head, "\nresult *\n");
    return strncmp(head, "veillee-record ", 15) == 0 && strstr(head, want) && result &&
           (!body || result < body);
}

static bool look_at(const char *path, const char *game_id, struct vl_saved *out)
{
    char head[4096];
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return false;
    ssize_t n = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) ? read(fd, head, sizeof head - 1)
                                                               : 0;
    head[n > 0 ? n : 0] = '\0';
    bool found = is_unfinished(head, game_id);
    out->changed = (int64_t)info.st_mtime;
    out->is_open = found && flock(fd, LOCK_SH | LOCK_NB) != 0;
    close(fd);
    return found;
}

static bool is_newer(const struct vl_saved *a, const struct vl_saved *b)
{
    if (a->changed != b->changed)
        return a->changed > b->changed;
    return strcmp(a->id, b->id) > 0; /* ids begin with the game and its time */
}

/* Keeps out[0..len) sorted, newest first, and at most cap long. */
static int insert(struct vl_saved *out, int len, int cap, const struct vl_saved *item)
{
    int at = len;

    while (at > 0 && is_newer(item, &out[at - 1]))
        at--;
    if (at >= cap)
        return len;
    if (len == cap)
        len--;
    memmove(out + at + 1, out + at, (size_t)(len - at) * sizeof *out);
    out[at] = *item;
    return len + 1;
}

int vl_store_list(const struct vl_store *st, const char *game_id, struct vl_saved *out, int cap)
{
    DIR *dir = opendir(st->folder);
    struct dirent *entry;
    int len = 0;

    while (dir && (entry = readdir(dir)) != NULL) {
        char path[VL_PATH_MAX];
        struct vl_saved item = { 0 };
        size_t n = strlen(entry->d_name), tail = sizeof suffix - 1;

        if (n <= tail || n - tail >= sizeof item.id ||
            strcmp(entry->d_name + n - tail, suffix) != 0)
            continue;
        memcpy(item.id, entry->d_name, n - tail);
        path_of(st, item.id, path);
        if (id_ok(item.id) && look_at(path, game_id, &item))
            len = insert(out, len, cap, &item);
    }
    if (dir)
        closedir(dir);
    return len;
}

/* ---- the journal ---- */

static void let_go(struct vl_journal *j)
{
    if (j->fd >= 0)
        close(j->fd); /* this unlocks it */
    j->fd = -1;
}

/* Appends whole lines and waits for the disk; what does not get there whole is
 * taken back. */
static int append(struct vl_journal *j, const char *text, size_t len, struct vl_error *err)
{
    size_t done = 0;
    int code = 0;

    while (done < len && code == 0) {
        ssize_t n = pwrite(j->fd, text + done, len - done, (off_t)(j->size + (int64_t)done));
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            code = errno;
    }
    if (code == 0 && fdatasync(j->fd) != 0)
        code = errno;
    if (code != 0) {
        if (ftruncate(j->fd, (off_t)j->size) != 0)
            code = errno;
        return io_fault(err, j->path, code);
    }
    j->size += (int64_t)len;
    return VL_OK;
}

static void new_id(const struct vl_match *m, char out[VL_GAME_ID_MAX])
{
    uint8_t noise[VL_SEED_SIZE] = { 0 };
    time_t now = time(NULL);
    struct tm utc;
    char stamp[32];

    (void)vl_seed_system(noise, NULL);
    if (!gmtime_r(&now, &utc) || strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &utc) == 0)
        stamp[0] = '\0';
    snprintf(out, VL_GAME_ID_MAX, "%.30s-%s-%02x%02x%02x", m->rules.game->id, stamp, noise[0],
             noise[1], noise[2]);
}

static void sync_folder(const struct vl_store *st)
{
    int fd = open(st->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

int vl_journal_begin(struct vl_journal *j, const struct vl_store *st, const struct vl_match *m,
                     struct vl_error *err)
{
    struct vl_journal fresh = VL_JOURNAL_NONE;
    char *head = NULL;
    size_t len = 0;
    int status = vl_record_head(m, true, &head, &len, err);

    if (status != VL_OK)
        return status;
    new_id(m, fresh.id);
    path_of(st, fresh.id, fresh.path);
    fresh.fd = open(fresh.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fresh.fd < 0 || flock(fresh.fd, LOCK_EX | LOCK_NB) != 0)
        status = io_fault(err, fresh.path, errno);
    if (status == VL_OK)
        status = append(&fresh, head, len, err);
    if (status == VL_OK)
        status = vl_journal_sync(&fresh, m, err);
    free(head);
    if (status != VL_OK) {
        if (fresh.fd >= 0)
            (void)unlink(fresh.path);
        let_go(&fresh);
        return status;
    }
    sync_folder(st);
    *j = fresh;
    return VL_OK;
}

int vl_journal_sync(struct vl_journal *j, const struct vl_match *m, struct vl_error *err)
{
    char *lines = NULL;
    size_t len = 0;

    if (j->fd < 0 || j->written == m->len)
        return VL_OK;
    int status = vl_record_entries(m, j->written, &lines, &len, err);
    if (status != VL_OK)
        return status;
    status = append(j, lines, len, err);
    if (status == VL_OK)
        j->written = m->len;
    free(lines);
    return status;
}

/* Opens and locks a journal. The file may have been replaced between the two,
 * by the process that finished the game: then it is another one. */
static int open_locked(struct vl_journal *j, struct vl_error *err)
{
    struct stat mine, there;

    j->fd = open(j->path, O_RDWR | O_CLOEXEC);
    if (j->fd < 0)
        return io_fault(err, j->path, errno);
    if (flock(j->fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK
                   ? vl_error_set(err, VL_INVALID, j->path, "another process is playing this game")
                   : io_fault(err, j->path, errno);
    if (fstat(j->fd, &mine) != 0 || stat(j->path, &there) != 0 || mine.st_ino != there.st_ino ||
        mine.st_dev != there.st_dev)
        return vl_error_set(err, VL_INVALID, j->path, "the game has just been finished elsewhere");
    return VL_OK;
}

/* Makes the file hold exactly head and entries: they are what it begins with,
 * and only a torn end is cut off. VL_MISMATCH, without a message, if it was
 * altered by hand. */
static int trim(struct vl_journal *j, const struct vl_match *m, const char *text, size_t len,
                struct vl_error *err)
{
    char *head = NULL, *lines = NULL;
    size_t head_len = 0, lines_len = 0;
    int status = vl_record_head(m, true, &head, &head_len, err);

    if (status == VL_OK)
        status = vl_record_entries(m, 0, &lines, &lines_len, err);
    if (status == VL_OK) {
        size_t whole = head_len + lines_len;

        if (len >= whole && memcmp(text, head, head_len) == 0 &&
            memcmp(text + head_len, lines, lines_len) == 0) {
            j->size = (int64_t)whole;
            if (len > whole && ftruncate(j->fd, (off_t)whole) != 0)
                status = io_fault(err, j->path, errno);
        } else
            status = VL_MISMATCH;
    }
    free(head);
    free(lines);
    j->written = m->len;
    return status;
}

/* Goes on in a new journal; the old file stays, under a name that is not
 * listed. */
static int set_aside(struct vl_journal *j, const struct vl_store *st, const struct vl_match *m,
                     struct vl_error *err)
{
    char aside[VL_PATH_MAX + 8];
    struct vl_journal fresh = VL_JOURNAL_NONE;
    int status = vl_journal_begin(&fresh, st, m, err);

    if (status != VL_OK)
        return status;
    snprintf(aside, sizeof aside, "%s.old", j->path);
    if (rename(j->path, aside) != 0)
        status = io_fault(err, j->path, errno);
    let_go(j);
    *j = fresh;
    return status;
}

int vl_journal_resume(struct vl_journal *j, const struct vl_store *st, const char *id,
                      struct vl_match **out, struct vl_record_opts *how, struct vl_error *err)
{
    struct vl_record_opts plain = { 0 };
    struct vl_journal fresh = VL_JOURNAL_NONE;
    struct vl_match *m = NULL;
    char *text = NULL;
    size_t len = 0;

    if (!id_ok(id))
        return vl_error_set(err, VL_UNKNOWN, id, "not the id of a saved game");
    if (!how)
        how = &plain;
    how->recover = true;
    memcpy(fresh.id, id, strlen(id) + 1);
    path_of(st, id, fresh.path);
    int status = open_locked(&fresh, err);
    if (status == VL_OK)
        status = vl_file_read(fresh.path, VL_RECORD_SIZE_MAX, &text, &len, err);
    if (status == VL_OK)
        status = vl_record_read(&m, text, len, how, err);
    if (status == VL_OK)
        status = trim(&fresh, m, text, len, err);
    if (status == VL_OK && fresh.size == (int64_t)len)
        memset(&how->fault, 0, sizeof how->fault); /* no end line yet, as it should be */
    if (status == VL_MISMATCH && m)
        status = set_aside(&fresh, st, m, err);
    free(text);
    if (status != VL_OK) {
        vl_match_close(m);
        let_go(&fresh);
        return status;
    }
    *j = fresh;
    *out = m;
    return VL_OK;
}

int vl_journal_close(struct vl_journal *j, const struct vl_match *m, struct vl_error *err)
{
    if (j->fd < 0)
        return VL_OK;
    int status = vl_journal_sync(j, m, err);
    if (status == VL_OK && vl_match_outcome(m))
        status = vl_record_save(m, j->path, true, VL_FILE_REPLACE, err);
    let_go(j);
    return status;
}

int vl_journal_discard(struct vl_journal *j, struct vl_error *err)
{
    int status = VL_OK;

    if (j->fd >= 0 && unlink(j->path) != 0)
        status = io_fault(err, j->path, errno);
    let_go(j);
    return status;
}
