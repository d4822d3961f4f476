/* A damaged store: a bit flipped anywhere, a file cut short, a file that is
 * something else. It is refused, or reading says so, or it did not matter; a
 * wrong entry is never given out. */
#include "server/store/store_sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/rng.h"
#include "server/faultvfs.h"
#include "server/store_table.h"
#include "unit/test.h"

enum { GAMES = 4, ENTRIES = 40 };

/* A store with something of everything, closed. */
static void make_store(const char *path, int entries)
{
    struct store *st = table_open(path, NULL);

    for (int i = 0; i < GAMES; i++)
        VL_VERIFY(table_create(st, i) == VL_OK);
    for (int at = 0; at < entries; at++) {
        for (int i = 0; i < GAMES; i++)
            VL_VERIFY(table_append(st, i, (uint32_t)at, 1) == VL_OK);
    }
    st->api->close(st);
}

/* What became of a damaged file. */
enum fate { REFUSED, NOTICED, HARMLESS, WRONG, FATES };

static bool game_is_right(const struct store_game *g, int n)
{
    struct store_game w = table_game(n);

    return strcmp(g->id, w.id) == 0 && strcmp(g->game, w.game) == 0 &&
           strcmp(g->options, w.options) == 0 && strcmp(g->head, w.head) == 0 &&
           g->created_ms == w.created_ms && g->is_public == w.is_public && g->state == w.state &&
           g->epoch == 1;
}

struct judging {
    int n; /* the game that must come next, downwards */
    bool is_wrong;
};

static bool judge_game(void *ctx, const struct store_game *g)
{
    struct judging *j = ctx;

    if (j->n < 0 || !game_is_right(g, j->n))
        j->is_wrong = true;
    j->n--;
    return !j->is_wrong;
}

static enum fate worse(enum fate a, enum fate b)
{
    if (a == WRONG || b == WRONG)
        return WRONG;
    return a == NOTICED || b == NOTICED ? NOTICED : HARMLESS;
}

/* All rows of a game. */
static enum fate read_game(struct store *st, int n, int entries)
{
    struct judging j = { n, false };
    struct store_token t;
    int count = table_count(st, n);
    enum fate f = count == entries ? HARMLESS : count == -3 || count >= 0 ? WRONG : NOTICED;

    if (st->api->game(st, table_id(n), judge_game, &j, NULL) != VL_OK)
        f = worse(f, NOTICED);
    for (int role = -1; role < 2; role++) {
        struct store_token w = table_token(n, role);

        if (st->api->token_find(st, w.hash, &t, NULL) != VL_OK)
            f = worse(f, NOTICED);
        else if (t.role != role || strcmp(t.game, w.game) != 0)
            f = WRONG;
    }
    return j.is_wrong ? WRONG : f;
}

/* `is_lenient`: a store too large to be checked at open may forget a game in a
 * list until check() is run. */
static enum fate read_all(struct store *st, int entries, bool is_lenient)
{
    static const struct store_filter all = { 0 };
    struct judging j = { GAMES - 1, false };
    enum fate f = HARMLESS;

    for (int n = 0; n < GAMES; n++)
        f = worse(f, read_game(st, n, entries));
    if (is_lenient)
        return f;
    if (st->api->list(st, &all, judge_game, &j, NULL) != VL_OK)
        f = worse(f, NOTICED);
    else if (j.n != -1)
        f = WRONG;
    return j.is_wrong ? WRONG : f;
}

static enum fate fate_of(const char *path, int entries, bool is_checked)
{
    struct store_options o = { .vfs = "fault", .check_bytes_max = is_checked ? 0 : 1 };
    struct store *st;

    if (store_open(&st, path, &o, NULL) != VL_OK)
        return REFUSED;
    enum fate f = read_all(st, entries, !is_checked);
    /* A flip that nobody noticed must not hide from the thorough check, either. */
    if (f == HARMLESS && is_checked && st->api->check(st, NULL) != VL_OK)
        f = NOTICED;
    st->api->close(st);
    return f;
}

static void flip_bits(bool is_checked)
{
    const char *path = table_path("flip.db");
    char original[1024];
    struct vl_rng rng = vl_rng_seed(11);
    long fates[FATES] = { 0 };
    size_t len;

    snprintf(original, sizeof original, "%s", table_path("good.db"));
    make_store(original, ENTRIES);
    uint8_t *bytes = table_get(original, &len);
    CHECK(len > 20000);
    CHECK_EQ(fate_of(original, ENTRIES, is_checked), HARMLESS);
    /* The head and the schema (page 1) more closely. */
    for (size_t i = 0; i < len; i += test_full ? 1 : i < 200 ? 1 : 97 + vl_rng_below(&rng, 64)) {
        uint8_t bit = (uint8_t)(1u << vl_rng_below(&rng, 8));

        bytes[i] ^= bit;
        table_remove(path);
        table_put(path, bytes, len);
        enum fate f = fate_of(path, ENTRIES, is_checked);
        if (!CHECK(f != WRONG))
            printf("     byte %zu of %zu, bit %d\n", i, len, bit);
        fates[f]++;
        bytes[i] ^= bit;
    }
    printf("NOTE a flipped bit%s: refused %ld, noticed when read %ld, harmless %ld, wrong %ld\n",
           is_checked ? "" : " in a store too large to be checked at open", fates[REFUSED],
           fates[NOTICED], fates[HARMLESS], fates[WRONG]);
    free(bytes);
}

TEST(store_with_a_flipped_bit_gives_out_no_wrong_entry)
{
    table_folder();
    fault_disarm();
    fault_set_syncing(false);
    flip_bits(true);
    fault_set_syncing(true);
}

TEST(store_with_a_flipped_bit_and_no_check_gives_out_no_wrong_entry)
{
    table_folder();
    fault_disarm();
    fault_set_syncing(false);
    flip_bits(false);
    fault_set_syncing(true);
}

/* ---- the write-ahead log ---- */

/* A store as a killed server leaves it: `commits` transactions in the log. */
static void make_killed(const char *path, int commits)
{
    char live[1024], name[1100];
    size_t len;

    snprintf(live, sizeof live, "%s", table_path("live.db"));
    table_remove(live);
    struct store *st = table_open(live, NULL);
    VL_VERIFY(table_create(st, 0) == VL_OK);
    for (int i = 0; i < commits - 1; i++)
        VL_VERIFY(table_append(st, 0, (uint32_t)i, 1) == VL_OK);
    table_remove(path);
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", live, i == 0 ? "" : "-wal");
        uint8_t *bytes = table_get(name, &len);
        snprintf(name, sizeof name, "%s%s", path, i == 0 ? "" : "-wal");
        table_put(name, bytes, len);
        free(bytes);
    }
    st->api->close(st);
}

/* SQLite alone takes a damaged log for a short one. We notice, but for damage in
 * the last transactions, which looks like a power cut before they were durable. */
TEST(store_with_a_damaged_log_is_refused)
{
    char path[1024], wal[1100];
    struct vl_rng rng = vl_rng_seed(12);
    const int commits = 21;
    long refused = 0, shortened = 0, harmless = 0;
    struct store *st;
    size_t len;

    table_folder();
    fault_disarm();
    fault_set_syncing(false);
    snprintf(path, sizeof path, "%s", table_path("killed.db"));
    snprintf(wal, sizeof wal, "%s-wal", path);
    make_killed(path, commits);
    size_t db_len;
    uint8_t *db = table_get(path, &db_len), *bytes = table_get(wal, &len);
    st = table_open(path, NULL);
    CHECK_EQ(table_count(st, 0), commits - 1);
    st->api->close(st);
    for (size_t i = 0; i < len; i += test_full ? 3 : i < 64 ? 1 : 150 + vl_rng_below(&rng, 150)) {
        uint8_t bit = (uint8_t)(1u << vl_rng_below(&rng, 8));

        bytes[i] ^= bit;
        table_remove(path);
        table_put(path, db, db_len);
        table_put(wal, bytes, len);
        bytes[i] ^= bit;
        struct store_options o = { .vfs = "fault" };
        if (store_open(&st, path, &o, NULL) != VL_OK) {
            refused++;
            continue;
        }
        int n = table_count(st, 0);
        if (!CHECK(n >= commits - 3 && n <= commits - 1))
            printf("     byte %zu of %zu: %d entries\n", i, len, n);
        harmless += n == commits - 1;
        shortened += n != commits - 1;
        st->api->close(st);
    }
    CHECK(refused > 5 * shortened);
    printf("NOTE a flipped bit in the log: refused %ld, taken for a power cut in the last "
           "transactions %ld, harmless %ld, wrong 0\n",
           refused, shortened, harmless);
    free(bytes);
    free(db);
    fault_set_syncing(true);
}

TEST(store_refused_for_its_log_is_left_as_it_is_and_can_be_salvaged)
{
    char path[1024], wal[1100];
    struct store_options salvage = { .vfs = "fault", .salvage = true };
    struct vl_error err;
    struct store *st;
    size_t len, len_after;

    table_folder();
    fault_disarm();
    snprintf(path, sizeof path, "%s", table_path("killed.db"));
    snprintf(wal, sizeof wal, "%s-wal", path);
    make_killed(path, 11);
    uint8_t *bytes = table_get(wal, &len);
    bytes[len / 2] ^= 1;
    table_put(wal, bytes, len);
    CHECK_EQ(store_open(&st, path, NULL, &err), VL_MISMATCH);
    CHECK(strstr(err.what, "write-ahead log is damaged") != NULL);
    uint8_t *after = table_get(wal, &len_after);
    CHECK(len_after == len && memcmp(after, bytes, len) == 0);
    CHECK_EQ(store_open(&st, path, &salvage, &err), VL_OK);
    int n = table_count(st, 0);
    CHECK(n > 0 && n < 10);
    CHECK_EQ(table_append(st, 0, (uint32_t)n, 1), VL_OK);
    st->api->close(st);
    free(bytes);
    free(after);
}

/* ---- only to be read ---- */

static struct store_options only_read = { .vfs = "fault", .may_only_read = true };

/* It is read, says why it is not written, and the file stays as it is. */
static bool check_only_read(const char *path, const char *why, int entries)
{
    struct vl_error err = { 0 };
    bool ok = true;
    struct store *st;
    size_t len, len_after;
    uint8_t *bytes = table_get(path, &len);

    if (!CHECK_EQ(store_open(&st, path, &only_read, &err), VL_OK)) {
        printf("  %s\n", err.what);
        free(bytes);
        return false;
    }
    ok &= CHECK_EQ(table_count(st, 0), entries);
    ok &= CHECK_EQ(st->api->begin(st, &err), VL_IO);
    ok &= CHECK(strstr(err.what, why) != NULL);
    ok &= CHECK_EQ(st->api->probe(st, &err), VL_IO);
    ok &= CHECK_EQ(table_append(st, 0, (uint32_t)entries, 1), VL_IO);
    ok &= CHECK_EQ(st->api->tend(st, true, &err), VL_OK);
    ok &= CHECK_EQ(table_count(st, 0), entries);
    st->api->close(st);
    uint8_t *after = table_get(path, &len_after);
    ok &= CHECK(len_after == len && memcmp(after, bytes, len) == 0);
    free(bytes);
    free(after);
    return ok;
}

TEST(store_with_damaged_pages_is_read_and_not_written)
{
    char path[1024];
    struct vl_error err;
    struct store *st;
    struct store_token t, w = table_token(1, 0);
    size_t len;
    int opened = 0, read = 0;

    table_folder();
    fault_disarm();
    snprintf(path, sizeof path, "%s", table_path("pages.db"));
    make_store(path, ENTRIES);
    uint8_t *bytes = table_get(path, &len);
    for (size_t at = 4096; at < len; at += 4096) { /* the kind of page is no kind any more */
        uint8_t was = bytes[at];

        bytes[at] = 0x55;
        table_put(path, bytes, len);
        bytes[at] = was;
        CHECK_EQ(store_open(&st, path, NULL, &err), VL_MISMATCH);
        if (!CHECK_EQ(store_open(&st, path, &only_read, &err), VL_OK))
            continue;
        opened++;
        read += table_count(st, 0) == ENTRIES && st->api->token_find(st, w.hash, &t, NULL) == VL_OK;
        CHECK_EQ(st->api->begin(st, &err), VL_IO);
        CHECK(strstr(err.what, "veillee store salvage") != NULL);
        CHECK_EQ(st->api->backup_begin(st, table_path("copy.db"), &err), VL_MISMATCH);
        CHECK(st->api->check(st, &err) != VL_OK);
        st->api->close(st);
    }
    CHECK(opened > 5 && read > 0);
    free(bytes);
}

TEST(store_with_a_damaged_log_is_read_and_not_written)
{
    char path[1024], wal[1100];
    size_t len, len_after;
    struct store *st;

    table_folder();
    fault_disarm();
    snprintf(path, sizeof path, "%s", table_path("killed.db"));
    snprintf(wal, sizeof wal, "%s-wal", path);
    make_killed(path, 11);
    uint8_t *bytes = table_get(wal, &len);
    bytes[len / 2] ^= 1;
    table_put(wal, bytes, len);
    CHECK_EQ(store_open(&st, path, &only_read, NULL), VL_OK);
    int n = table_count(st, 0);
    st->api->close(st);
    CHECK(n > 0 && n < 10);
    check_only_read(path, "write-ahead log is damaged", n);
    uint8_t *after = table_get(wal, &len_after);
    CHECK(len_after == len && memcmp(after, bytes, len) == 0);
    free(bytes);
    free(after);
}

/* As somebody who may not write: a superuser would not be stopped by rights. */
static void as_nobody(bool (*fn)(const char *path), const char *path)
{
    int status = 0;
    pid_t pid = fork();

    if (pid == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(99);
        bool ok = fn(path);
        fflush(stdout);
        _exit(!ok);
    }
    waitpid(pid, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static bool check_fixed(const char *path)
{
    struct store *st;
    bool ok = check_only_read(path, "cannot be written", 9);

    /* but not by those who did not say that they need no more */
    return CHECK(store_open(&st, path, NULL, NULL) != VL_OK) && ok;
}

TEST(store_that_cannot_be_written_is_read)
{
    static const char *const ends[] = { "", "-wal", ".lock" };
    char path[1024], file[1100];

    for (int killed = 0; killed < 2; killed++) {
        const char *folder = table_folder();

        fault_disarm();
        snprintf(path, sizeof path, "%s", table_path("fixed?#%.db"));
        if (killed)
            make_killed(path, 10);
        else
            make_store(path, 9);
        for (int i = 0; i < VL_LEN(ends); i++) {
            snprintf(file, sizeof file, "%s%s", path, ends[i]);
            CHECK(chmod(file, 0444) == 0 || i > 0);
        }
        CHECK(chmod(folder, 0555) == 0);
        as_nobody(check_fixed, path);
        CHECK(chmod(folder, 0700) == 0);
        unlink(table_path("fixed?#%.db.lock")); /* and where nobody left a lock */
        CHECK(chmod(folder, 0555) == 0);
        as_nobody(check_fixed, path);
        CHECK(chmod(folder, 0700) == 0);
    }
}

/* One entry for each game, in one transaction. */
static void append_to_all(struct store *st, uint32_t seq)
{
    char text[STORE_ENTRY_MAX];

    VL_VERIFY(st->api->begin(st, NULL) == VL_OK);
    for (int i = 0; i < GAMES; i++) {
        struct store_entry e = table_entry(i, seq, text);

        VL_VERIFY(st->api->append(st, table_id(i), 1, seq, &e, 1, NULL, NULL) == VL_OK);
    }
    VL_VERIFY(st->api->commit(st, NULL) == VL_OK);
}

struct bytes {
    uint8_t *p;
    size_t len;
};

static struct bytes get(const char *name)
{
    struct bytes b;

    b.p = table_get(table_path(name), &b.len);
    return b;
}

/* The power goes while entry `seq` is written: of all sectors one is as it was. */
static long tear(struct bytes db, struct bytes old, struct bytes new, uint32_t seq)
{
    enum { SECTOR = 512 };
    long torn = 0;

    for (size_t at = 0; at < new.len; at += SECTOR) {
        size_t len = new.len - at < SECTOR ? new.len - at : SECTOR;
        uint8_t kept[SECTOR];

        if (old.len < at + len || memcmp(old.p + at, new.p + at, len) == 0)
            continue;
        memcpy(kept, new.p + at, len);
        memcpy(new.p + at, old.p + at, len);
        table_remove(table_path("torn.db"));
        table_put(table_path("torn.db"), db.p, db.len);
        table_put(table_path("torn.db-wal"), new.p, new.len);
        memcpy(new.p + at, kept, len);
        struct store *st = table_open(table_path("torn.db"), NULL);
        if (!CHECK(st != NULL))
            continue;
        int n = table_count(st, 0);
        CHECK(n == (int)seq || n == (int)seq + 1);
        for (int i = 1; i < GAMES; i++)
            CHECK_EQ(table_count(st, i), n);
        st->api->close(st);
        torn++;
    }
    return torn;
}

/* Frame 42 is the first whose head lies across two sectors: the mark of a commit in
 * the one, and what tells to which log it belongs in the other. */
static bool writes_frame_42(struct bytes old, struct bytes new)
{
    enum { AT = 32 + 41 * (24 + 4096) };

    return new.len >= AT + 24 && old.len >= AT + 24 && memcmp(old.p + AT, new.p + AT, 24) != 0;
}

/* A log that is written over: what is left of older transactions, with their commit
 * marks, proves nothing. */
TEST(store_survives_a_torn_sector_in_a_log_begun_anew)
{
    struct store_options o = { .checkpoint_pages = 60 };
    struct store_figures f;
    long torn = 0;

    table_folder();
    fault_disarm();
    fault_set_syncing(false);
    struct store *st = table_open(table_path("anew.db"), &o);
    for (int i = 0; i < GAMES; i++)
        VL_VERIFY(table_create(st, i) == VL_OK);
    for (uint32_t seq = 0; seq < 200; seq++) {
        struct bytes db = get("anew.db"), old = get("anew.db-wal");

        st->api->figures(st, &f);
        append_to_all(st, seq);
        struct bytes new = get("anew.db-wal");
        if (f.log_age_ms > 0 && writes_frame_42(old, new))
            torn += tear(db, old, new, seq);
        VL_VERIFY(st->api->tend(st, false, NULL) == VL_OK);
        free(db.p);
        free(old.p);
        free(new.p);
    }
    CHECK(torn > 300);
    st->api->close(st);
    fault_set_syncing(true);
}

/* ---- files that are no stores ---- */

TEST(store_cut_short_is_refused)
{
    char path[1024];
    struct vl_rng rng = vl_rng_seed(13);
    long fates[FATES] = { 0 };
    size_t len;

    table_folder();
    fault_disarm();
    fault_set_syncing(false);
    snprintf(path, sizeof path, "%s", table_path("short.db"));
    make_store(table_path("good.db"), ENTRIES);
    uint8_t *bytes = table_get(table_path("good.db"), &len);
    for (size_t cut = 1; cut < len; cut += test_full   ? 61
                                           : cut < 600 ? 37
                                                       : 1 + vl_rng_below(&rng, 2000)) {
        table_remove(path);
        table_put(path, bytes, cut);
        fates[fate_of(path, ENTRIES, true)]++;
    }
    /* What is lost may have been the unused end of the last page. */
    CHECK_EQ(fates[WRONG], 0);
    CHECK(fates[REFUSED] > 5 * fates[HARMLESS]);
    free(bytes);
    fault_set_syncing(true);
}

TEST(store_of_something_else_is_refused_and_left_alone)
{
    uint8_t noise[9000];
    struct vl_rng rng = vl_rng_seed(14);
    struct vl_error err;
    struct store *st;
    sqlite3 *db;
    size_t len;

    table_folder();
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)vl_rng_below(&rng, 256);
    table_put(table_path("noise.db"), noise, sizeof noise);
    CHECK_EQ(store_open(&st, table_path("noise.db"), NULL, &err), VL_INVALID);
    uint8_t *after = table_get(table_path("noise.db"), &len);
    CHECK(len == sizeof noise && memcmp(after, noise, len) == 0);
    free(after);
    table_put(table_path("text.db"), "my shopping list\n", 17);
    CHECK_EQ(store_open(&st, table_path("text.db"), NULL, &err), VL_INVALID);
    /* A database of another program. */
    CHECK_EQ(sqlite3_open(table_path("other.db"), &db), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(db, "CREATE TABLE recipe (name TEXT)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    CHECK_EQ(store_open(&st, table_path("other.db"), NULL, &err), VL_INVALID);
    CHECK(strstr(err.what, "not a store") != NULL);
    CHECK(access(table_path("other.db-wal"), F_OK) != 0);
    CHECK_EQ(store_open(&st, table_folder(), NULL, &err), VL_IO);
    /* An empty file is a store that has not begun. */
    table_put(table_path("empty.db"), "", 0);
    CHECK_EQ(store_open(&st, table_path("empty.db"), NULL, &err), VL_OK);
    st->api->close(st);
}

/* The checksums themselves: each column of each table. */
TEST(store_notices_any_changed_value)
{
    static const char *const changes[] = {
        "UPDATE entry SET text = replace(text, 'seq', 'sEq') WHERE seq = 5",
        "UPDATE entry SET time = time + 1 WHERE seq = 5",
        "UPDATE entry SET sum = sum + 1 WHERE seq = 5",
        "DELETE FROM entry WHERE seq = 5",
        "DELETE FROM entry WHERE seq = 39",
        "UPDATE entry SET seq = 40 WHERE seq = 39",
        "INSERT INTO entry SELECT game, 40, time, text, sum FROM entry WHERE seq = 39",
        "UPDATE entry SET game = game + 10",
        "UPDATE entry SET game = -game; UPDATE entry SET game = game + 5",
        "UPDATE tail SET len = len - 1",
        "UPDATE tail SET updated = updated + 1",
        "UPDATE tail SET epoch = epoch + 1",
        "DELETE FROM tail",
        "UPDATE game SET head = head || ' '",
        "UPDATE game SET options = ''",
        "UPDATE game SET game = 'toi'",
        "UPDATE game SET created = created + 1",
        "UPDATE game SET public = 1 - public",
        "UPDATE game SET state = state + 1",
        "UPDATE game SET id = substr(id, 2) || 'a'",
        "UPDATE token SET role = role + 10",
        "UPDATE token SET game = game + 1",
        "UPDATE token SET sum = sum + 1",
    };
    char path[1024];
    size_t len;

    table_folder();
    fault_disarm();
    snprintf(path, sizeof path, "%s", table_path("changed.db"));
    make_store(table_path("good.db"), ENTRIES);
    uint8_t *bytes = table_get(table_path("good.db"), &len);
    for (int i = 0; i < VL_LEN(changes); i++) {
        sqlite3 *db;

        table_remove(path);
        table_put(path, bytes, len);
        CHECK_EQ(sqlite3_open(path, &db), SQLITE_OK);
        CHECK_EQ(sqlite3_exec(db, changes[i], NULL, NULL, NULL), SQLITE_OK);
        CHECK(sqlite3_total_changes(db) > 0);
        sqlite3_close(db);
        enum fate f = fate_of(path, ENTRIES, true);
        if (!CHECK(f == REFUSED || f == NOTICED))
            printf("     %s\n", changes[i]);
        f = fate_of(path, ENTRIES, false);
        if (!CHECK(f == REFUSED || f == NOTICED))
            printf("     unchecked: %s\n", changes[i]);
    }
    free(bytes);
}

/* ---- single rows ---- */

struct told {
    int n;
    char game[64];
};

static void on_aside(void *ctx, const char *game, const char *what)
{
    struct told *t = ctx;

    (void)what;
    t->n++;
    snprintf(t->game, sizeof t->game, "%s", game);
}

static void spoil(const char *path, const char *sql)
{
    sqlite3 *db;

    VL_VERIFY(sqlite3_open(path, &db) == SQLITE_OK);
    VL_VERIFY(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

static bool one_more(void *ctx, const struct store_game *g)
{
    (void)g;
    ++*(int *)ctx;
    return true;
}

/* One game that cannot be read is no reason to keep the others closed. */
TEST(store_puts_single_damaged_games_aside)
{
    static const struct store_filter all = { 0 };
    struct told told = { 0 };
    struct store_options o = { .aside = on_aside, .aside_ctx = &told };
    struct store *st;
    char sql[200];
    int n = 0;

    table_folder();
    fault_disarm();
    const char *path = table_path("aside.db");
    make_store(path, ENTRIES);
    snprintf(sql, sizeof sql, "UPDATE game SET head = 'x' WHERE id = '%s'", table_id(1));
    spoil(path, sql);
    CHECK_EQ(store_open(&st, path, NULL, NULL), VL_MISMATCH);
    CHECK_EQ(store_open(&st, path, &o, NULL), VL_OK);
    if (!CHECK(st != NULL))
        return;
    CHECK_EQ(told.n, 1);
    CHECK_STR(told.game, table_id(1));
    CHECK_EQ(st->api->list(st, &all, one_more, &n, NULL), VL_OK);
    CHECK_EQ(n, GAMES - 1);
    CHECK_EQ(told.n, 1); /* once is enough */
    CHECK_EQ(table_count(st, 0), ENTRIES);
    CHECK_EQ(table_append(st, 0, ENTRIES, 1), VL_OK);
    CHECK_EQ(st->api->game(st, table_id(1), one_more, &n, NULL), VL_MISMATCH);
    CHECK_EQ(st->api->check(st, NULL), VL_MISMATCH);
    st->api->close(st);
}

TEST(store_salvages_what_can_be_read)
{
    static const struct store_filter all = { 0 };
    char fresh[1024], sql[200];
    struct told told = { 0 };
    struct store_options o = { .aside = on_aside, .aside_ctx = &told, .salvage = true };
    struct store *st, *to;
    struct store_token t;
    int n = 0;

    table_folder();
    fault_disarm();
    snprintf(fresh, sizeof fresh, "%s", table_path("saved.db"));
    const char *path = table_path("hurt.db");
    make_store(path, ENTRIES);
    snprintf(sql, sizeof sql, "UPDATE game SET options = 'x' WHERE id = '%s'", table_id(1));
    spoil(path, sql);
    snprintf(sql, sizeof sql,
             "UPDATE entry SET text = '{}' WHERE seq = 7 AND game = "
             "(SELECT key FROM game WHERE id = '%s')",
             table_id(2));
    spoil(path, sql);
    CHECK_EQ(store_open(&st, path, &o, NULL), VL_OK);
    CHECK_EQ(store_open(&to, fresh, NULL, NULL), VL_OK);
    told.n = 0;
    CHECK_EQ(store_salvage(st, to, NULL, NULL), VL_OK);
    CHECK_EQ(told.n, 2); /* a game, and the rest of a log */
    CHECK_EQ(to->api->check(to, NULL), VL_OK);
    CHECK_EQ(to->api->list(to, &all, one_more, &n, NULL), VL_OK);
    CHECK_EQ(n, GAMES - 1);
    CHECK_EQ(table_count(to, 0), ENTRIES);
    CHECK_EQ(table_count(to, 2), 7);
    CHECK_EQ(to->api->token_find(to, table_token(0, 0).hash, &t, NULL), VL_OK);
    CHECK_STR(t.game, table_id(0));
    CHECK_EQ(to->api->token_find(to, table_token(1, 0).hash, &t, NULL), VL_UNKNOWN);
    st->api->close(st);
    to->api->close(to);
}
