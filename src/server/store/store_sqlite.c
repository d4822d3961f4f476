/* The SQLite backend: the file. One connection, used by one thread at a time,
 * and no other process on the file: so the write-ahead log needs no shared
 * memory, and nobody but us decides when it is folded back. */
#include "server/store/store_sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"

enum {
    APPLICATION_ID = 0x5665696c, /* "Veil": what file(1) and sqlite3 show */
    CHECKPOINT_PAGES = 4096,     /* 16 MB of log: rare pauses, quick recovery */
    SLACK_PAGES = 2048,          /* beyond it: the largest group there can be */
    IDLE_PAGES = 512,            /* folded back when there is nothing else to do */
    LOG_AGE_MS = 60000,          /* or when the log is as old as this */
    HEADROOM_BYTES = 1 << 20,    /* free, before writing begins again on a disk that was full */
    LOCK_POLL_MS = 20,
    LOCK_BYTES = 256,        /* of the lock: process number and note */
    PAGE_SIZE_MIN = 512,     /* of any SQLite database */
    CHECK_TRIES = 3,         /* of a store with a page that the disk does not give */
    BACKUP_SYNC_PAGES = 256, /* synced so often, lest the last sync takes long */
};
#define CHECK_BYTES_MAX (UINT64_C(64) << 20)
#define PAGE_BYTES 4096 /* of a new store */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

/* ---- schema ---- */

/* Names and meaning: docs/store.md. Each row carries a checksum of what it says
 * and of the id of its game, so that a flipped bit cannot pass for content and a
 * row cannot turn up in another game. */
static const char schema_1[] =
    "CREATE TABLE meta (\n"
    "    key TEXT PRIMARY KEY,\n"
    "    value INTEGER NOT NULL\n"
    ") STRICT, WITHOUT ROWID;\n"
    "INSERT INTO meta (key, value) VALUES ('probes', 0);\n"
    "CREATE TABLE game (\n"
    "    key INTEGER PRIMARY KEY,\n"
    "    id TEXT NOT NULL UNIQUE,\n"
    "    game TEXT NOT NULL,\n"
    "    options TEXT NOT NULL,\n"
    "    head TEXT NOT NULL,\n"
    "    created INTEGER NOT NULL,\n"
    "    public INTEGER NOT NULL,\n"
    "    state INTEGER NOT NULL,\n"
    "    sum INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE INDEX game_tables ON game (created) WHERE public = 1 AND state <> 2;\n"
    "CREATE TABLE tail (\n"
    "    game INTEGER PRIMARY KEY,\n"
    "    len INTEGER NOT NULL,\n"
    "    updated INTEGER NOT NULL,\n"
    "    epoch INTEGER NOT NULL,\n"
    "    sum INTEGER NOT NULL\n"
    ") STRICT;\n"
    "CREATE TABLE entry (\n"
    "    game INTEGER NOT NULL,\n"
    "    seq INTEGER NOT NULL,\n"
    "    time INTEGER NOT NULL,\n"
    "    text TEXT NOT NULL,\n"
    "    sum INTEGER NOT NULL,\n"
    "    PRIMARY KEY (game, seq)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE token (\n"
    "    hash BLOB PRIMARY KEY,\n"
    "    game INTEGER NOT NULL,\n"
    "    role INTEGER NOT NULL,\n"
    "    sum INTEGER NOT NULL\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX token_role ON token (game, role);\n"
    "CREATE TABLE snapshot (\n"
    "    game INTEGER PRIMARY KEY,\n"
    "    seq INTEGER NOT NULL,\n"
    "    data BLOB NOT NULL,\n"
    "    sum INTEGER NOT NULL\n"
    ") STRICT;\n";

/* A cache of states that nobody wrote: logs are read from their start. */
static const char schema_2[] = "DROP TABLE snapshot;\n";

static const char *const schema_steps[] = { schema_1, schema_2 };
const struct store_schema store_sqlite_schema = { schema_steps, VL_LEN(schema_steps) };

static const char *const sql_texts[SQL_COUNT] = {
#define X(name, text) text,
    STORE_SQL_MAP(X)
#undef X
};

/* ---- faults ---- */

static int status_of(int rc)
{
    switch (rc & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW: return VL_OK;
    case SQLITE_NOMEM: return VL_MEMORY;
    case SQLITE_CONSTRAINT: return VL_DUPLICATE;
    case SQLITE_TOOBIG: return VL_TOO_LARGE;
    case SQLITE_NOTADB: return VL_INVALID;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return VL_REFUSED; /* another program has the file open */
    case SQLITE_CORRUPT:
    case SQLITE_MISMATCH:
    case SQLITE_ERROR: return VL_MISMATCH; /* our statements are right: the schema is not */
    default: return VL_IO;
    }
}

int store_sql_fault(const struct sqlite_store *s, int rc, struct vl_error *err)
{
    char what[160];
    int status = status_of(rc), code = s->db != NULL ? sqlite3_system_errno(s->db) : 0;

    if (status == VL_OK)
        return VL_OK;
    if (status == VL_IO && code != 0)
        snprintf(what, sizeof what, "%s (code %d, %s)", sqlite3_errstr(rc), rc, strerror(code));
    else
        snprintf(what, sizeof what, "%s (code %d)", sqlite3_errstr(rc), rc);
    return vl_error_set(err, status, s->path, what);
}

int store_damaged(const struct sqlite_store *s, const char *what, struct vl_error *err)
{
    return vl_error_set(err, VL_MISMATCH, s->path, what);
}

static int os_fault(const char *path, int code, struct vl_error *err)
{
    return vl_error_set(err, VL_IO, path, strerror(code));
}

int store_sql_run(struct sqlite_store *s, enum store_sql id, struct vl_error *err)
{
    int rc = sqlite3_step(s->stmt[id]);

    sqlite3_reset(s->stmt[id]);
    return store_sql_fault(s, rc, err);
}

static int execute(struct sqlite_store *s, const char *sql, struct vl_error *err)
{
    return store_sql_fault(s, sqlite3_exec(s->db, sql, NULL, NULL, NULL), err);
}

/* A statement whose first row begins with one integer. */
static int ask_int(struct sqlite_store *s, const char *sql, int64_t *out, struct vl_error *err)
{
    sqlite3_stmt *q = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_step(q);
    if (rc == SQLITE_ROW)
        *out = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return rc == SQLITE_ROW ? VL_OK
                            : store_sql_fault(s, rc == SQLITE_DONE ? SQLITE_CORRUPT : rc, err);
}

/* A statement whose first row must be `wanted`. */
static int ask_text(struct sqlite_store *s, const char *sql, const char *wanted, int status,
                    struct vl_error *err)
{
    sqlite3_stmt *q = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL), st;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(q);
    const char *text = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : NULL;
    if (text != NULL)
        st = strcmp(text, wanted) == 0 ? VL_OK : vl_error_set(err, status, s->path, text);
    else
        st = store_sql_fault(s, rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_CORRUPT : rc, err);
    sqlite3_finalize(q);
    return st;
}

/* ---- names of files ---- */

static char *with_ending(const char *path, const char *ending)
{
    size_t len = strlen(path) + strlen(ending) + 1;
    char *text = malloc(len);

    if (text != NULL)
        snprintf(text, len, "%s%s", path, ending);
    return text;
}

/* Makes the names in the folder of `path` durable. */
static int sync_folder(const char *path, struct vl_error *err)
{
    char *folder = with_ending(path, "");
    char *slash = folder != NULL ? strrchr(folder, '/') : NULL;

    if (folder == NULL)
        return vl_error_set(err, VL_MEMORY, path, "out of memory");
    if (slash != NULL)
        slash[slash == folder ? 1 : 0] = '\0';
    int fd = open(slash != NULL ? folder : ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    int code = fd < 0 || fsync(fd) != 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    free(folder);
    return code == 0 ? VL_OK : os_fault(path, code, err);
}

/* ---- one server per store ---- */

static int say_locked(const char *path, int fd, struct vl_error *err)
{
    char pid[16] = "", what[120];
    ssize_t n = pread(fd, pid, sizeof pid - 1, 0);

    pid[n > 0 ? strcspn(pid, "\n") : 0] = '\0';
    snprintf(what, sizeof what, "another server has this store open (process %s)",
             pid[0] != '\0' ? pid : "unknown");
    return vl_error_set(err, VL_REFUSED, path, what);
}

static bool try_lock(int fd, uint32_t wait_ms)
{
    const struct timespec nap = { 0, LOCK_POLL_MS * 1000000L };

    for (uint32_t waited = 0;; waited += LOCK_POLL_MS) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (waited >= wait_ms)
            return false;
        nanosleep(&nap, NULL);
    }
}

/* The lock is a file of its own, which is never removed: removing it would let
 * two servers lock two files of the same name. */
static int take_lock(struct sqlite_store *s, const struct store_options *o, struct vl_error *err)
{
    char text[LOCK_BYTES], *path = with_ending(s->path, ".lock");

    if (path == NULL)
        return vl_error_set(err, VL_MEMORY, s->path, "out of memory");
    int fd = open(path, s->is_fixed ? O_RDONLY | O_CLOEXEC : O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int code = errno;
    free(path);
    if (fd < 0 && s->is_fixed && code == ENOENT)
        return VL_OK; /* nobody could take it who is not here already */
    if (fd < 0)
        return os_fault(s->path, code, err);
    if (!try_lock(fd, o->lock_wait_ms)) {
        int st = say_locked(s->path, fd, err);
        close(fd);
        return st;
    }
    s->lock_fd = fd;
    if (s->is_fixed)
        return VL_OK;
    int len = snprintf(text, sizeof text, "%ld\n%.200s\n", (long)getpid(),
                       o->note != NULL ? o->note : "");
    /* Only the message of a second server depends on it: a full disk is no reason
     * to stay closed. */
    if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)len, 0) != len)
        errno = 0;
    return VL_OK;
}

/* The second line of the lock. */
static bool sqlite_note(const char *path, char *out, size_t cap)
{
    char text[LOCK_BYTES], *name = with_ending(path, ".lock");
    int fd = name != NULL ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t n = fd >= 0 ? pread(fd, text, sizeof text - 1, 0) : 0;

    free(name);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *line = strchr(text, '\n');
    if (line == NULL || strcspn(line + 1, "\n") == 0)
        return false;
    size_t len = strcspn(line + 1, "\n");
    return snprintf(out, cap, "%.*s", (int)len, line + 1) < (int)cap;
}

/* ---- opening ---- */

static int look_at_wal(const struct sqlite_store *s, bool salvage, struct vl_error *err)
{
    struct store_wal wal;
    char what[120], *path = with_ending(s->path, "-wal");

    if (path == NULL)
        return vl_error_set(err, VL_MEMORY, s->path, "out of memory");
    int st = store_wal_scan(&wal, path, s->vfs, err);
    free(path);
    if (st != VL_OK || !wal.is_damaged || salvage)
        return st;
    snprintf(what, sizeof what, "the write-ahead log is damaged at frame %u: entries are lost",
             (unsigned)wal.damaged_at);
    return store_damaged(s, what, err);
}

/* The file holds seeds and hashes of tokens: it is nobody else's to read. SQLite
 * gives its log the same rights. */
static int create_private(const struct sqlite_store *s, struct vl_error *err)
{
    struct stat info = { 0 };
    int fd = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int code = fd < 0 || fstat(fd, &info) != 0 ? errno : 0;

    if (fd >= 0)
        close(fd);
    if (code != 0)
        return os_fault(s->path, code, err);
    /* SQLite would take the remains of a file for a new one. */
    if (info.st_size > 0 && info.st_size < PAGE_SIZE_MIN)
        return vl_error_set(err, VL_INVALID, s->path, "the file is too short for a store");
    return VL_OK;
}

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000 + 1; /* never 0 */
}

static int on_wal(void *ctx, sqlite3 *db, const char *name, int pages)
{
    struct sqlite_store *s = ctx;

    (void)db;
    (void)name;
    s->wal_pages = pages;
    if (s->log_since_ms == 0)
        s->log_since_ms = now_ms();
    return SQLITE_OK;
}

static int connect_file(struct sqlite_store *s, struct vl_error *err)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    int rc = s->is_fixed ? store_open_fixed(&s->db, s->path)
                         : sqlite3_open_v2(s->path, &s->db, flags, s->vfs);

    if (rc != SQLITE_OK)
        return store_sql_fault(s, rc, err);
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    /* A file that is refused stays as it is. Lifted at the end of open_store(). */
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    /* Exclusive before the first access: then the index of the log lives in our
     * own memory and no other process can come in between. What is deleted is
     * overwritten: somebody wants it gone. */
    return execute(s,
                   "PRAGMA locking_mode = EXCLUSIVE; PRAGMA mmap_size = 0;"
                   "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"
                   "PRAGMA secure_delete = ON;"
                   "PRAGMA page_size = " TEXT(PAGE_BYTES) "; PRAGMA cache_size = -16384;",
                   err);
}

/* A file of ours (*version >= 1), a new one (0), or something else: before
 * anything is written to it. */
static int recognise(struct sqlite_store *s, const struct store_schema *schema, int64_t *version,
                     struct vl_error *err)
{
    char what[120];
    int64_t app = 0, tables = 0;
    int st = ask_int(s, "SELECT count(*) FROM sqlite_schema", &tables, err);

    if (st == VL_OK)
        st = ask_int(s, "PRAGMA application_id", &app, err);
    if (st == VL_OK)
        st = ask_int(s, "PRAGMA user_version", version, err);
    if (st != VL_OK)
        return st;
    if (app == 0 && tables == 0 && *version == 0)
        return VL_OK;
    if (app != APPLICATION_ID)
        return vl_error_set(err, VL_INVALID, s->path, "a database, but not a store of games");
    if (*version < 1)
        return store_damaged(s, "the version of the store is missing", err);
    if (*version <= schema->steps_len)
        return VL_OK;
    snprintf(what, sizeof what, "the store has version %lld, this program knows versions up to %d",
             (long long)*version, schema->steps_len);
    return vl_error_set(err, VL_VERSION, s->path, what);
}

/* The most that the log may take on the disk. */
static int64_t log_bytes_max(const struct sqlite_store *s)
{
    return ((int64_t)s->checkpoint_pages + SLACK_PAGES) * PAGE_BYTES;
}

static int make_durable(struct sqlite_store *s, struct vl_error *err)
{
    char limit[64];
    int st = ask_text(s, "PRAGMA journal_mode = WAL", "wal", VL_IO, err);

    if (st == VL_OK)
        st = execute(s,
                     "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;"
                     "PRAGMA cache_spill = OFF; PRAGMA secure_delete = ON;",
                     err);
    /* A log that one large transaction made longer is cut when it begins anew. */
    snprintf(limit, sizeof limit, "PRAGMA journal_size_limit = %lld", (long long)log_bytes_max(s));
    if (st == VL_OK)
        st = execute(s, limit, err);
    /* After wal_autocheckpoint, which is a hook itself and takes the place of ours. */
    sqlite3_wal_hook(s->db, on_wal, s);
    return st;
}

static int run_steps(struct sqlite_store *s, const struct store_schema *schema, int64_t version,
                     struct vl_error *err)
{
    char pragma[96];
    int st = VL_OK;

    for (int64_t v = version; v < schema->steps_len && st == VL_OK; v++)
        st = execute(s, schema->steps[v], err);
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION_ID, schema->steps_len);
    return st == VL_OK ? execute(s, pragma, err) : st;
}

/* From `version` to ours, in one transaction. */
static int migrate(struct sqlite_store *s, const struct store_schema *schema, int64_t version,
                   struct vl_error *err)
{
    if (version == schema->steps_len)
        return VL_OK;
    int st = execute(s, "BEGIN IMMEDIATE", err);
    if (st == VL_OK)
        st = run_steps(s, schema, version, err);
    if (st == VL_OK)
        st = execute(s, "COMMIT", err);
    if (st != VL_OK && s->db != NULL && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return st;
}

static int prepare_all(struct sqlite_store *s, struct vl_error *err)
{
    for (int i = 0; i < SQL_COUNT; i++) {
        int rc = sqlite3_prepare_v3(s->db, sql_texts[i], -1, SQLITE_PREPARE_PERSISTENT, &s->stmt[i],
                                    NULL);
        if (rc != SQLITE_OK)
            return store_sql_fault(s, rc, err);
    }
    return VL_OK;
}

/* ---- checking ---- */

/* What the schema says of itself, as one text; to be freed with sqlite3_free(). */
static int describe_schema(sqlite3 *db, char **out)
{
    sqlite3_str *text = sqlite3_str_new(db);
    sqlite3_stmt *q = NULL;
    int rc = sqlite3_prepare_v2(
        db, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name", -1, &q, NULL);

    while (rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        for (int i = 0; i < 4; i++)
            sqlite3_str_appendf(text, "%s\n", (const char *)sqlite3_column_text(q, i));
        rc = SQLITE_OK;
    }
    sqlite3_finalize(q);
    *out = sqlite3_str_finish(text);
    return rc == SQLITE_DONE && *out != NULL ? SQLITE_OK : rc;
}

/* The schema must be, letter by letter, what the steps make out of nothing. */
static int check_schema(struct sqlite_store *s, const struct store_schema *schema,
                        struct vl_error *err)
{
    struct sqlite_store fresh = { .path = s->path, .lock_fd = -1 };
    char *found = NULL, *wanted = NULL;
    int rc = sqlite3_open_v2(":memory:", &fresh.db, SQLITE_OPEN_READWRITE, NULL);
    int st = store_sql_fault(&fresh, rc, err);

    if (st == VL_OK)
        st = run_steps(&fresh, schema, 0, err);
    if (st == VL_OK)
        st = store_sql_fault(&fresh, describe_schema(fresh.db, &wanted), err);
    if (st == VL_OK)
        st = store_sql_fault(s, describe_schema(s->db, &found), err);
    if (st == VL_OK && strcmp(found, wanted) != 0)
        st = store_damaged(s, "the schema is not that of its version", err);
    sqlite3_free(found);
    sqlite3_free(wanted);
    sqlite3_close(fresh.db);
    return st;
}

/* SQLite tells a page that the disk did not give like one that is damaged, but what
 * was not read once may be read the next time: then the store is sound. */
static int check_pages(struct sqlite_store *s, struct vl_error *err)
{
    static const char *const unread[] = { "failed to get page", "unable to get the page" };
    struct vl_error own;
    int st = VL_MISMATCH;

    err = err != NULL ? err : &own;
    for (int tries = 0; tries < CHECK_TRIES; tries++) {
        st = ask_text(s, "PRAGMA integrity_check(1)", "ok", VL_MISMATCH, err);
        if (st == VL_OK || (!strstr(err->what, unread[0]) && !strstr(err->what, unread[1])))
            return st;
    }
    return st;
}

/* A large store is not read whole at every start: its rows are checked when they
 * are read, and check() is there for the rest. */
static int is_checked_at_open(struct sqlite_store *s, uint64_t bytes_max, bool *yes,
                              struct vl_error *err)
{
    int64_t pages = 0, page = 0;
    int st = ask_int(s, "PRAGMA page_count", &pages, err);

    if (st == VL_OK)
        st = ask_int(s, "PRAGMA page_size", &page, err);
    *yes = (uint64_t)pages * (uint64_t)page <= (bytes_max != 0 ? bytes_max : CHECK_BYTES_MAX);
    return st;
}

static int sqlite_check(struct store *st, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    int rc = check_pages(s, err);

    return rc == VL_OK ? store_rows_check(s, true, err) : rc;
}

/* ---- transactions ---- */

static int sqlite_begin(struct store *st, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;

    if (s->must_probe)
        return vl_error_set(err, VL_IO, s->path,
                            s->is_fixed ? s->why : "the disk is full: the store can only be read");
    s->games_more = 0;
    return store_sql_run(s, SQL_BEGIN, err);
}

static void sqlite_rollback(struct store *st)
{
    struct sqlite_store *s = (struct sqlite_store *)st;

    /* After some faults SQLite has rolled back by itself. */
    if (!sqlite3_get_autocommit(s->db))
        store_sql_run(s, SQL_ROLLBACK, NULL);
}

static int sqlite_commit(struct store *st, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;

    if (sqlite3_get_autocommit(s->db))
        return vl_error_set(err, VL_IO, s->path, "the transaction was lost");
    int rc = store_sql_run(s, SQL_COMMIT, err);
    if (rc != VL_OK)
        sqlite_rollback(st);
    else
        s->games += s->games_more;
    s->games_more = 0;
    return rc;
}

/* ---- upkeep ---- */

static bool is_full(const struct sqlite_store *s, int rc)
{
    int code = sqlite3_system_errno(s->db);

    return (rc & 0xff) == SQLITE_FULL ||
           ((rc & 0xff) == SQLITE_IOERR && (code == ENOSPC || code == EDQUOT));
}

/* Nobody reads meanwhile who could keep a part of the log alive: there is one
 * connection, a statement is reset before its call returns, and a backup holds on
 * to nothing between its steps. */
static int checkpoint(struct sqlite_store *s, int mode)
{
    int pages = -1, done = -1;
    int rc = sqlite3_wal_checkpoint_v2(s->db, NULL, mode, &pages, &done);

    if (rc == SQLITE_OK && pages == done) {
        s->wal_pages = 0;
        s->log_since_ms = 0;
    }
    return rc;
}

/* Folds the log back, on a full disk at the cost of the reserve, which must be
 * there again before anything is written: VL_IO if it cannot be. */
static int fold_back(struct sqlite_store *s, int mode, struct vl_error *err)
{
    int rc = checkpoint(s, mode);

    if (rc != SQLITE_OK && is_full(s, rc) && store_reserve_release(&s->reserve))
        rc = checkpoint(s, SQLITE_CHECKPOINT_TRUNCATE);
    return rc == SQLITE_OK ? store_reserve_make(&s->reserve, 0, err) : store_sql_fault(s, rc, err);
}

static int64_t log_age_ms(const struct sqlite_store *s)
{
    return s->log_since_ms != 0 ? now_ms() - s->log_since_ms : 0;
}

static int sqlite_tend(struct store *st, bool is_idle, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;

    if (s->wal_pages < (is_idle ? IDLE_PAGES : s->checkpoint_pages) && log_age_ms(s) < LOG_AGE_MS)
        return VL_OK;
    return fold_back(s, SQLITE_CHECKPOINT_PASSIVE, err);
}

static void sqlite_figures(struct store *st, struct store_figures *out)
{
    const struct sqlite_store *s = (struct sqlite_store *)st;
    sqlite3_file *log = NULL;
    sqlite3_int64 size = 0;

    sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log == NULL || log->pMethods == NULL || log->pMethods->xFileSize(log, &size) != SQLITE_OK)
        size = 0;
    out->log_bytes = (uint64_t)size;
    out->log_age_ms = s->log_since_ms != 0 ? (uint64_t)log_age_ms(s) + 1 : 0;
    out->reserve_bytes = (uint64_t)s->reserve.held;
    out->games = (uint64_t)s->games;
}

/* Empties the log first: the frames of a commit that failed must not stay in it
 * (store_wal.c), and a full disk shows here already. */
static int sqlite_probe(struct store *st, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;

    if (s->is_fixed)
        return sqlite_begin(st, err);
    sqlite_rollback(st);
    int rc = fold_back(s, SQLITE_CHECKPOINT_TRUNCATE, err);
    /* A disk with room for one commit only would be full again at once. */
    if (rc == VL_OK)
        rc = store_reserve_make(&s->reserve, HEADROOM_BYTES, err);
    s->must_probe = s->must_probe && rc != VL_OK;
    if (rc == VL_OK)
        rc = sqlite_begin(st, err);
    if (rc == VL_OK) {
        rc = store_sql_run(s, SQL_PROBE, err);
        rc = rc == VL_OK ? sqlite_commit(st, err) : rc;
        sqlite_rollback(st);
    }
    return rc;
}

/* ---- backup ---- */

static void sqlite_backup_end(struct store *st)
{
    struct sqlite_backup *b = &((struct sqlite_store *)st)->backup;

    sqlite3_backup_finish(b->job);
    sqlite3_close(b->to);
    if (b->fd > 0)
        close(b->fd);
    if (b->part != NULL)
        unlink(b->part);
    free(b->path);
    free(b->part);
    memset(b, 0, sizeof *b);
}

static int part_fault(const struct sqlite_backup *b, int rc, struct vl_error *err)
{
    return vl_error_set(err, status_of(rc), b->path, sqlite3_errstr(rc));
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The file that is written. No journal and no syncing: it has no name that counts
 * yet, and gets one only when it is whole and synced. */
static int open_part(struct sqlite_backup *b, const char *vfs, struct vl_error *err)
{
    unlink(b->part);
    b->fd = open(b->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (b->fd < 0) {
        int code = errno;
        b->fd = 0;
        return os_fault(b->path, code, err);
    }
    int rc = sqlite3_open_v2(b->part, &b->to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, vfs);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(b->to,
                          "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF;"
                          "PRAGMA synchronous = OFF",
                          NULL, NULL, NULL);
    return rc == SQLITE_OK ? VL_OK : part_fault(b, rc, err);
}

static int sqlite_backup_begin(struct store *st, const char *path, struct vl_error *err)
{
    struct sqlite_store *s = (struct sqlite_store *)st;
    struct sqlite_backup *b = &s->backup;

    if (b->path != NULL)
        return vl_error_set(err, VL_DUPLICATE, path, "a backup is under way");
    if (s->is_damaged) /* and lay it over a copy that is sound */
        return vl_error_set(err, VL_MISMATCH, path, s->why);
    if (is_same_file(path, s->path))
        return vl_error_set(err, VL_INVALID, path, "this is the store itself");
    b->path = with_ending(path, "");
    b->part = with_ending(path, ".part");
    int rc = b->path != NULL && b->part != NULL
                 ? open_part(b, s->vfs, err)
                 : vl_error_set(err, VL_MEMORY, path, "out of memory");
    if (rc == VL_OK && (b->job = sqlite3_backup_init(b->to, "main", s->db, "main")) == NULL)
        rc = part_fault(b, sqlite3_extended_errcode(b->to), err);
    if (rc != VL_OK)
        sqlite_backup_end(st);
    return rc;
}

/* The copy is complete: sync it and give it its name. */
static int seal_backup(struct sqlite_backup *b, struct vl_error *err)
{
    int rc = sqlite3_backup_finish(b->job);

    b->job = NULL;
    sqlite3_close(b->to);
    b->to = NULL;
    if (rc != SQLITE_OK)
        return part_fault(b, rc, err);
    if (fsync(b->fd) != 0 || rename(b->part, b->path) != 0)
        return os_fault(b->path, errno, err);
    return sync_folder(b->path, err);
}

static int sqlite_backup_step(struct store *st, uint32_t pages, struct store_progress *p,
                              struct vl_error *err)
{
    struct sqlite_backup *b = &((struct sqlite_store *)st)->backup;

    VL_VERIFY(b->job != NULL);
    int rc = sqlite3_backup_step(b->job, (int)pages);
    p->pages_total = (uint32_t)sqlite3_backup_pagecount(b->job);
    p->pages_done = p->pages_total - (uint32_t)sqlite3_backup_remaining(b->job);
    p->is_done = false;
    b->unsynced += pages;
    if (rc == SQLITE_OK && b->unsynced >= BACKUP_SYNC_PAGES) {
        b->unsynced = 0;
        return fdatasync(b->fd) == 0 ? VL_OK : os_fault(b->path, errno, err);
    }
    if (rc == SQLITE_OK)
        return VL_OK;
    if (rc != SQLITE_DONE)
        return part_fault(b, rc, err);
    int status = seal_backup(b, err);
    p->is_done = status == VL_OK;
    return status;
}

/* ---- open and close ---- */

static void sqlite_close(struct store *st)
{
    struct sqlite_store *s = (struct sqlite_store *)st;

    if (s == NULL)
        return;
    sqlite_backup_end(st);
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(s->stmt[i]);
    sqlite3_close(s->db);
    if (s->lock_fd >= 0)
        close(s->lock_fd); /* last: who gets the lock finds the file closed */
    free(s->reserve.path);
    free(s->path);
    free(s->vfs);
    free(s);
}

/* Damage that is no reason to stay closed: what can be read is, and nothing else is
 * done to the file. */
static int forgive(struct sqlite_store *s, const struct store_options *o, int st,
                   const struct vl_error *err)
{
    if (st != VL_MISMATCH || !o->may_only_read || s->is_partial)
        return st;
    if (!s->is_damaged)
        snprintf(s->why, sizeof s->why, "%.110s: it is only read; veillee store salvage saves that",
                 err->what);
    s->is_fixed = true;
    s->is_damaged = true;
    return VL_OK;
}

/* Everything that can be found out before a byte is written. */
static int open_file(struct sqlite_store *s, const struct store_options *o,
                     const struct store_schema *schema, int64_t *version, struct vl_error *err)
{
    if (o->may_only_read && !store_can_write(s->path)) {
        s->is_fixed = true;
        snprintf(s->why, sizeof s->why,
                 "the file cannot be written: it is only read until the server starts again");
    }
    int st = take_lock(s, o, err);

    if (st == VL_OK)
        st = forgive(s, o, look_at_wal(s, o->salvage, err), err);
    if (st == VL_OK && !o->must_exist && !s->is_fixed)
        st = create_private(s, err);
    if (st == VL_OK)
        st = connect_file(s, err);
    if (st == VL_OK)
        st = recognise(s, schema, version, err);
    return st;
}

/* store_wal.c relies on a log that begins empty. If the disk is too full for that,
 * or for the reserve, there is still much to be read. */
static int begin_empty(struct sqlite_store *s, struct vl_error *err)
{
    int st = fold_back(s, SQLITE_CHECKPOINT_TRUNCATE, err);
    int rc = sqlite3_extended_errcode(s->db);

    if (st != VL_IO || (rc != SQLITE_OK && !is_full(s, rc)))
        return st;
    s->must_probe = true;
    s->log_since_ms = rc != SQLITE_OK ? now_ms() : 0;
    return VL_OK;
}

/* Ready to be written, and of our version. */
static int make_current(struct sqlite_store *s, const struct store_schema *schema, int64_t version,
                        struct vl_error *err)
{
    if (s->is_fixed)
        return version == schema->steps_len
                   ? VL_OK
                   : vl_error_set(err, VL_IO, s->path,
                                  "it is of an older version and cannot be written");
    int st = make_durable(s, err);
    if (st == VL_OK)
        st = migrate(s, schema, version, err);
    return st == VL_OK && version == 0 ? sync_folder(s->path, err) : st;
}

static int open_store(struct sqlite_store *s, const struct store_options *o,
                      const struct store_schema *schema, struct vl_error *err)
{
    struct vl_error own;
    int64_t version = 0;
    bool is_checked = false;

    err = err != NULL ? err : &own;
    int st = open_file(s, o, schema, &version, err);

    if (st == VL_OK)
        st = is_checked_at_open(s, o->check_bytes_max, &is_checked, err);
    if (st == VL_OK && is_checked)
        st = forgive(s, o, check_pages(s, err), err);
    if (st == VL_OK)
        st = make_current(s, schema, version, err);
    if (st == VL_OK)
        st = check_schema(s, schema, err);
    if (st == VL_OK)
        st = prepare_all(s, err);
    if (st == VL_OK)
        st = forgive(s, o, ask_int(s, sql_texts[SQL_GAMES_LEN], &s->games, err), err);
    if (st == VL_OK && is_checked)
        st = forgive(s, o, store_rows_check(s, false, err), err);
    if (st == VL_MISMATCH && s->is_partial) /* single rows, and they have been told */
        st = VL_OK;
    s->must_probe = s->is_fixed;
    if (st == VL_OK && !s->is_fixed)
        st = begin_empty(s, err);
    if (st == VL_OK && !s->is_fixed)
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return st;
}

int store_sqlite_open(struct store **out, const char *path, const struct store_options *o,
                      const struct store_schema *schema, struct vl_error *err)
{
    struct sqlite_store *s = calloc(1, sizeof *s);

    *out = NULL;
    if (s == NULL)
        return vl_error_set(err, VL_MEMORY, path, "out of memory");
    s->base.api = &store_sqlite;
    s->lock_fd = -1;
    s->checkpoint_pages = o->checkpoint_pages != 0 ? (int)o->checkpoint_pages : CHECKPOINT_PAGES;
    s->path = with_ending(path, "");
    s->vfs = o->vfs != NULL ? with_ending(o->vfs, "") : NULL;
    s->reserve.path = with_ending(path, ".reserve");
    s->reserve.wanted = o->keep_reserve ? log_bytes_max(s) : 0;
    s->reserve.allocate = o->allocate;
    s->aside = o->aside;
    s->games_max = (int64_t)o->games_max;
    s->aside_ctx = o->aside_ctx;
    int st = s->path != NULL && s->reserve.path != NULL && (s->vfs != NULL || o->vfs == NULL)
                 ? open_store(s, o, schema, err)
                 : vl_error_set(err, VL_MEMORY, path, "out of memory");
    if (st != VL_OK) {
        sqlite_close(&s->base);
        return st;
    }
    *out = &s->base;
    return VL_OK;
}

static int sqlite_open(struct store **out, const char *path, const struct store_options *o,
                       struct vl_error *err)
{
    if (path[0] == '\0' || path[0] == ':')
        return vl_error_set(err, VL_INVALID, path, "the store needs the name of a file");
    return store_sqlite_open(out, path, o, &store_sqlite_schema, err);
}

const struct store_api store_sqlite = {
    .scheme = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .note = sqlite_note,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .create = store_rows_create,
    .append = store_rows_append,
    .update = store_rows_update,
    .token_put = store_rows_token_put,
    .remove = store_rows_remove,
    .own = store_rows_own,
    .game = store_rows_game,
    .read = store_rows_read,
    .list = store_rows_list,
    .token_find = store_rows_token_find,
    .check = sqlite_check,
    .tend = sqlite_tend,
    .figures = sqlite_figures,
    .probe = sqlite_probe,
    .backup_begin = sqlite_backup_begin,
    .backup_step = sqlite_backup_step,
    .backup_end = sqlite_backup_end,
};
