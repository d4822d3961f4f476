/* The write-ahead log: it is folded back before it grows large, also on a disk that
 * is full, and a store whose disk is full can be opened and read. */
#include "server/store/store_sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "server/faultvfs.h"
#include "server/store_table.h"
#include "unit/test.h"

enum {
    GAMES = 4,
    PAGES = 64,       /* of log, before it is folded back */
    FRAME = 4096 + 24 /* a page of the log */
};

static int64_t size_of(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 ? (int64_t)info.st_size : -1;
}

static struct store_figures figures_of(struct store *st)
{
    struct store_figures f;

    st->api->figures(st, &f);
    return f;
}

static struct store *fresh(const char *name, const struct store_options *o)
{
    table_folder();
    fault_disarm();
    fault_set_disk(table_path(name), 0);
    struct store *st = table_open(table_path(name), o);
    VL_VERIFY(st != NULL);
    for (int i = 0; i < GAMES; i++)
        CHECK_EQ(table_create(st, i), VL_OK);
    return st;
}

static void check_games(struct store *st, const uint32_t *len)
{
    for (int i = 0; i < GAMES; i++)
        CHECK_EQ(table_count(st, i), (int)len[i]);
}

/* ---- the log stays short ---- */

TEST(store_log_is_folded_back_while_games_go_on)
{
    struct store_options o = { .checkpoint_pages = PAGES };
    struct store *st = fresh("log.db", &o);
    int64_t log_max = 0, began = size_of(table_path("log.db"));
    uint32_t len[GAMES] = { 0 };

    for (int i = 0; i < 1500; i++) {
        CHECK_EQ(table_append(st, i % GAMES, len[i % GAMES], 1), VL_OK);
        len[i % GAMES]++;
        CHECK_EQ(st->api->tend(st, false, NULL), VL_OK);
        int64_t log = size_of(table_path("log.db-wal"));
        CHECK_EQ(figures_of(st).log_bytes, log);
        log_max = log > log_max ? log : log_max;
    }
    CHECK(log_max <= 2 * PAGES * FRAME); /* thousands of pages were written */
    CHECK(size_of(table_path("log.db")) > began + 100 * 4096);
    check_games(st, len);
    st->api->close(st);
}

TEST(store_log_that_was_once_long_is_cut)
{
    struct store_options o = { .checkpoint_pages = PAGES };
    struct store *st = fresh("long.db", &o);
    int64_t most = (PAGES + 2048) * FRAME;
    uint32_t len = 0;

    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    for (; len < 4000; len++) {
        char text[STORE_ENTRY_MAX];
        struct store_entry e = table_entry(0, len, text);

        memset(text + e.len - 2, 'a', sizeof text - e.len + 2); /* as long as may be */
        e.len = sizeof text;
        CHECK_EQ(st->api->append(st, table_id(0), 1, len, &e, 1, NULL, NULL), VL_OK);
    }
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK(size_of(table_path("long.db-wal")) > most);
    CHECK_EQ(st->api->tend(st, false, NULL), VL_OK);
    CHECK_EQ(table_append(st, 1, 0, 1), VL_OK);
    CHECK(size_of(table_path("long.db-wal")) <= most);
    st->api->close(st);
}

TEST(store_tells_the_age_of_its_log)
{
    struct store *st = fresh("age.db", NULL);

    CHECK(figures_of(st).log_age_ms > 0);
    usleep(5000);
    CHECK_EQ(table_append(st, 0, 0, 1), VL_OK);
    CHECK(figures_of(st).log_age_ms >= 5); /* that of the oldest */
    /* Nor much nor old: it stays. */
    CHECK_EQ(st->api->tend(st, true, NULL), VL_OK);
    CHECK(figures_of(st).log_age_ms >= 5);
    ((struct sqlite_store *)st)->log_since_ms -= 60000;
    CHECK_EQ(st->api->tend(st, false, NULL), VL_OK);
    CHECK_EQ(figures_of(st).log_age_ms, 0);
    st->api->close(st);
}

/* ---- the reserve ---- */

TEST(store_keeps_room_beside_it)
{
    struct store_options o = { .checkpoint_pages = PAGES, .keep_reserve = true };
    struct store *st = fresh("kept.db", &o);
    int64_t wanted = (PAGES + 2048) * 4096;
    struct stat info;

    CHECK_EQ(figures_of(st).reserve_bytes, wanted);
    CHECK(stat(table_path("kept.db.reserve"), &info) == 0);
    CHECK_EQ(info.st_size, wanted);
    CHECK(info.st_blocks * 512 >= wanted); /* no hole */
    CHECK_EQ(info.st_mode & 077, 0);
    st->api->close(st);
    /* It stays when the server stops, and follows the setting. */
    CHECK_EQ(size_of(table_path("kept.db.reserve")), wanted);
    o.checkpoint_pages = PAGES / 2;
    st = table_open(table_path("kept.db"), &o);
    CHECK_EQ(size_of(table_path("kept.db.reserve")), wanted - PAGES / 2 * 4096);
    st->api->close(st);
    table_remove(table_path("kept.db"));
    o.keep_reserve = false; /* a tool, not a server */
    st = table_open(table_path("kept.db"), &o);
    CHECK_EQ(size_of(table_path("kept.db.reserve")), -1);
    st->api->close(st);
}

/* ---- a full disk ---- */

/* Writes, as the writer does, until not even a probe finds room. */
static void write_until_full(struct store *st, uint32_t *len)
{
    for (int i = 0; i < 100000; i++) {
        int n = i % GAMES;
        int status = table_append(st, n, len[n], 1);

        len[n] += status == VL_OK;
        if (status == VL_OK)
            status = st->api->tend(st, false, NULL);
        if (status == VL_OK)
            continue;
        CHECK_EQ(status, VL_IO);
        check_games(st, len);
        if (st->api->probe(st, NULL) == VL_IO)
            return;
    }
    CHECK(false); /* the disk is never full */
}

TEST(store_uses_a_disk_to_the_end_and_goes_on_when_there_is_room)
{
    struct store_options o = { .checkpoint_pages = PAGES,
                               .keep_reserve = true,
                               .allocate = fault_allocate };
    struct store *st = fresh("full.db", &o);
    int64_t most = fault_disk_used() + 100 * 4096;
    uint32_t len[GAMES] = { 0 };

    fault_set_disk(table_path("full.db"), most);
    write_until_full(st, len);
    check_games(st, len);
    CHECK(size_of(table_path("full.db-wal")) <= 2 * PAGES * FRAME);
    CHECK(size_of(table_path("full.db")) > 60 * 4096); /* the log's room was used, too */
    CHECK_EQ(st->api->probe(st, NULL), VL_IO);         /* however often */
    /* The server is started anew: what there is can be read. */
    st->api->close(st);
    st = table_open(table_path("full.db"), &o);
    if (!CHECK(st != NULL))
        return;
    check_games(st, len);
    /* Somebody cleans up. */
    fault_set_disk(table_path("full.db"), most + 300 * 4096);
    CHECK_EQ(st->api->probe(st, NULL), VL_OK);
    CHECK_EQ(figures_of(st).reserve_bytes, (PAGES + 2048) * 4096);
    CHECK_EQ(table_append(st, 0, len[0], 1), VL_OK);
    len[0]++;
    check_games(st, len);
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
}

static void copy_file(const char *from, const char *to)
{
    size_t len;
    uint8_t *bytes = table_get(from, &len);

    if (bytes != NULL)
        table_put(to, bytes, len);
    free(bytes);
}

/* The files as they are at this moment, as if the power had gone. */
static void copy_store(const char *from, const char *to)
{
    static const char *const endings[] = { "", "-wal", ".reserve" };
    char a[64], b[64];

    for (int i = 0; i < VL_LEN(endings); i++) {
        snprintf(a, sizeof a, "%s%s", from, endings[i]);
        snprintf(b, sizeof b, "%s%s", to, endings[i]);
        copy_file(table_path(a), table_path(b));
    }
}

/* A log that makes the database longer, and not one byte left for that. */
static void cut_on_a_full_disk(bool with_reserve)
{
    struct store_options o = { .checkpoint_pages = PAGES,
                               .keep_reserve = with_reserve,
                               .allocate = fault_allocate };
    struct store *st = fresh("live.db", &o);
    uint32_t len[GAMES] = { 0 };

    for (int i = 0; i < 40; i++) {
        CHECK_EQ(table_append(st, i % GAMES, len[i % GAMES], 4), VL_OK);
        len[i % GAMES] += 4;
    }
    copy_store("live.db", "cut.db");
    st->api->close(st);
    fault_set_disk(table_path("cut.db"), 0);
    fault_set_disk(table_path("cut.db"), fault_disk_used());
    st = table_open(table_path("cut.db"), &o);
    if (!CHECK(st != NULL))
        return;
    check_games(st, len);
    CHECK_EQ(st->api->begin(st, NULL), with_reserve ? VL_OK : VL_IO);
    st->api->rollback(st);
    CHECK_EQ(figures_of(st).log_age_ms > 0, !with_reserve);
    CHECK_EQ(st->api->probe(st, NULL), VL_IO);
    fault_set_disk(table_path("cut.db"), 0);
    CHECK_EQ(st->api->probe(st, NULL), VL_OK);
    CHECK_EQ(table_append(st, 0, len[0], 1), VL_OK);
    len[0]++;
    check_games(st, len);
    st->api->close(st);
    st = table_open(table_path("cut.db"), NULL);
    check_games(st, len);
    st->api->close(st);
}

TEST(store_opens_on_a_full_disk_and_writes_thanks_to_its_reserve)
{
    cut_on_a_full_disk(true);
}

TEST(store_opens_on_a_full_disk_and_reads_without_one)
{
    cut_on_a_full_disk(false);
}

/* An error that is not a full disk: what is wrong is not known, and said. */
TEST(store_does_not_open_on_a_disk_that_fails)
{
    struct store_options o = { .vfs = "fault", .checkpoint_pages = PAGES };
    struct store *st = fresh("live.db", &o);
    struct vl_error err;

    CHECK_EQ(table_append(st, 0, 0, 10), VL_OK);
    copy_store("live.db", "cut.db");
    st->api->close(st);
    fault_arm(FAULT_WRITE, 1, true);
    CHECK_EQ(store_open(&st, table_path("cut.db"), &o, &err), VL_IO);
    fault_disarm();
    st = table_open(table_path("cut.db"), &o);
    CHECK_EQ(table_count(st, 0), 10);
    st->api->close(st);
}
