/* The SQLite store through its interface: what is written is read again, and
 * what is wrong is refused and changes nothing. */
#include "server/store/store_sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "server/faultvfs.h"
#include "server/store_table.h"
#include "unit/test.h"

static struct store *fresh(const char *name)
{
    table_folder();
    fault_disarm();
    return table_open(table_path(name), NULL);
}

/* ---- ids and addresses ---- */

TEST(store_ids_are_26_letters_and_one_per_value)
{
    uint8_t zero[16] = { 0 }, ones[16], one[16] = { 0 };
    char id[STORE_ID_LEN + 1];

    memset(ones, 255, sizeof ones);
    one[15] = 1;
    store_id_make(id, zero);
    CHECK_STR(id, "aaaaaaaaaaaaaaaaaaaaaaaaaa");
    CHECK(store_id_ok(id));
    store_id_make(id, one);
    CHECK_STR(id, "aaaaaaaaaaaaaaaaaaaaaaaaae");
    store_id_make(id, ones);
    CHECK_STR(id, "77777777777777777777777774");
    CHECK(store_id_ok(id));
    CHECK(!store_id_ok("77777777777777777777777775"));
    CHECK(!store_id_ok("7777777777777777777777777"));
    CHECK(!store_id_ok("777777777777777777777777744"));
    CHECK(!store_id_ok("A7777777777777777777777774"));
    CHECK(!store_id_ok(""));
}

TEST(store_url_chooses_the_backend)
{
    struct store *st;
    struct vl_error err;
    char url[1100];

    table_folder();
    snprintf(url, sizeof url, "sqlite:%s", table_path("url.db"));
    CHECK_EQ(store_open(&st, url, NULL, &err), VL_OK);
    st->api->close(st);
    CHECK_EQ(store_open(&st, "postgres://host/db", NULL, &err), VL_UNKNOWN);
    CHECK(st == NULL);
    CHECK_EQ(store_open(&st, "sqlite:", NULL, &err), VL_INVALID);
    CHECK_EQ(store_open(&st, ":memory:", NULL, &err), VL_INVALID);
    CHECK_EQ(store_open(&st, table_path("no/such/folder.db"), NULL, &err), VL_IO);
    struct store_options o = { .must_exist = true };
    CHECK_EQ(store_open(&st, table_path("absent.db"), &o, &err), VL_IO);
    CHECK(access(table_path("absent.db"), F_OK) != 0);
}

TEST(store_is_private_and_as_durable_as_promised)
{
    struct store *st = fresh("private.db");
    struct stat info;
    static const struct {
        const char *pragma, *value;
    } wanted[] = { { "PRAGMA journal_mode", "wal" },       { "PRAGMA synchronous", "2" },
                   { "PRAGMA locking_mode", "exclusive" }, { "PRAGMA mmap_size", "0" },
                   { "PRAGMA cache_spill", "0" },          { "PRAGMA wal_autocheckpoint", "0" },
                   { "PRAGMA secure_delete", "1" } };

    if (!CHECK(st != NULL))
        return;
    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK(stat(table_path("private.db"), &info) == 0 && (info.st_mode & 077) == 0);
    CHECK(stat(table_path("private.db-wal"), &info) == 0 && (info.st_mode & 077) == 0);
    CHECK(stat(table_path("private.db-shm"), &info) != 0);
    for (int i = 0; i < VL_LEN(wanted); i++) {
        sqlite3_stmt *q = NULL;
        sqlite3_prepare_v2(((struct sqlite_store *)st)->db, wanted[i].pragma, -1, &q, NULL);
        CHECK_EQ(sqlite3_step(q), SQLITE_ROW);
        CHECK_STR((const char *)sqlite3_column_text(q, 0), wanted[i].value);
        sqlite3_finalize(q);
    }
    st->api->close(st);
}

/* ---- games and entries ---- */

struct seen {
    struct store_game last;
    char head[256], ids[8][STORE_ID_LEN + 1];
    int n;
};

static bool see(void *ctx, const struct store_game *g)
{
    struct seen *s = ctx;

    s->last = *g;
    snprintf(s->head, sizeof s->head, "%s", g->head);
    memcpy(s->ids[s->n % 8], g->id, sizeof g->id);
    s->n++;
    return true;
}

TEST(store_game_is_read_as_written)
{
    struct store *st = fresh("game.db");
    struct seen s = { .n = 0 };

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(table_append(st, 0, 0, 5), VL_OK);
    st->api->close(st);
    st = table_open(table_path("game.db"), NULL);
    CHECK_EQ(st->api->game(st, table_id(0), see, &s, NULL), VL_OK);
    CHECK_STR(s.last.id, table_id(0));
    CHECK_STR(s.head, table_game(0).head);
    CHECK_EQ(s.last.created_ms, 1000);
    CHECK_EQ(s.last.len, 5);
    CHECK_EQ(s.last.updated_ms, 5040);
    CHECK_EQ(s.last.epoch, 1);
    CHECK_EQ(s.last.state, STORE_OPEN);
    CHECK(s.last.is_public);
    CHECK_EQ(table_count(st, 0), 5);
    CHECK_EQ(st->api->game(st, table_id(1), see, &s, NULL), VL_UNKNOWN);
    CHECK_EQ(st->api->read(st, table_id(0), 6, NULL, NULL, NULL), VL_RANGE);
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
}

static uint64_t count_games(struct store *st)
{
    struct store_figures f;

    st->api->figures(st, &f);
    return f.games;
}

TEST(store_holds_no_more_games_than_it_may)
{
    struct store_options o = { .games_max = 3 };

    table_folder();
    fault_disarm();
    struct store *st = table_open(table_path("most.db"), &o);
    for (int i = 0; i < 5; i++)
        CHECK_EQ(table_create(st, i), i < 3 ? VL_OK : VL_TOO_LARGE);
    CHECK_EQ(count_games(st), 3);
    CHECK_EQ(st->api->begin(st, NULL), VL_OK); /* what is rolled back makes no room */
    CHECK_EQ(st->api->remove(st, table_id(0), NULL), VL_OK);
    st->api->rollback(st);
    CHECK_EQ(table_create(st, 3), VL_TOO_LARGE);
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->remove(st, table_id(0), NULL), VL_OK);
    CHECK_EQ(st->api->remove(st, table_id(0), NULL), VL_UNKNOWN);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(count_games(st), 2);
    CHECK_EQ(table_append(st, 1, 0, 1), VL_OK);
    st->api->close(st);
    st = table_open(table_path("most.db"), &o); /* counted again */
    CHECK_EQ(table_create(st, 1), VL_DUPLICATE);
    CHECK_EQ(table_create(st, 3), VL_OK);
    CHECK_EQ(table_create(st, 4), VL_TOO_LARGE);
    CHECK_EQ(table_append(st, 3, 0, 1), VL_OK); /* games go on */
    st->api->close(st);
    o.games_max = 0;
    st = table_open(table_path("most.db"), &o);
    CHECK_EQ(table_create(st, 4), VL_OK);
    st->api->close(st);
}

TEST(store_create_brings_the_first_entries_or_nothing)
{
    struct store *st = fresh("fork.db");
    static char texts[20][STORE_ENTRY_MAX];
    struct store_entry entries[20];
    struct store_game g = table_game(3);

    for (uint32_t i = 0; i < 20; i++)
        entries[i] = table_entry(3, i, texts[i]);
    size_t len = entries[19].len;
    entries[19].len = STORE_ENTRY_MAX + 1;
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->create(st, &g, NULL, 0, entries, 20, NULL), VL_TOO_LARGE);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(table_count(st, 3), -1);
    entries[19].len = len;
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->create(st, &g, NULL, 0, entries, 20, NULL), VL_OK);
    CHECK_EQ(st->api->create(st, &g, NULL, 0, entries, 20, NULL), VL_DUPLICATE);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(table_count(st, 3), 20);
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
}

TEST(store_number_is_written_once_and_without_gaps)
{
    struct store *st = fresh("seq.db");

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(table_create(st, 0), VL_DUPLICATE);
    CHECK_EQ(table_append(st, 0, 0, 3), VL_OK);
    CHECK_EQ(table_append(st, 0, 2, 1), VL_DUPLICATE);
    CHECK_EQ(table_append(st, 0, 0, 3), VL_DUPLICATE);
    CHECK_EQ(table_append(st, 0, 4, 1), VL_MISSING);
    CHECK_EQ(table_append(st, 1, 0, 1), VL_UNKNOWN);
    CHECK_EQ(table_count(st, 0), 3);
    CHECK_EQ(table_append(st, 0, 3, 2), VL_OK);
    CHECK_EQ(table_count(st, 0), 5);
    st->api->close(st);
}

/* The table itself forbids it, whatever the code above it believes. */
TEST(store_schema_forbids_a_second_entry_of_a_number)
{
    struct store *st = fresh("key.db");
    sqlite3 *db = ((struct sqlite_store *)st)->db;

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(table_append(st, 0, 0, 1), VL_OK);
    CHECK_EQ(sqlite3_exec(db, "INSERT INTO entry SELECT game, seq, time, text, sum FROM entry",
                          NULL, NULL, NULL),
             SQLITE_CONSTRAINT_PRIMARYKEY);
    st->api->close(st);
}

TEST(store_append_is_whole_or_not_at_all)
{
    struct store *st = fresh("atomic.db");
    static char texts[3][STORE_ENTRY_MAX];
    struct store_entry entries[3];

    CHECK_EQ(table_create(st, 0), VL_OK);
    for (uint32_t i = 0; i < 3; i++)
        entries[i] = table_entry(0, i, texts[i]);
    size_t len = entries[2].len;
    /* The third is wrong: the first two must not stay, the transaction goes on. */
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    entries[2].len = STORE_ENTRY_MAX + 1;
    CHECK_EQ(st->api->append(st, table_id(0), 1, 0, entries, 3, NULL, NULL), VL_TOO_LARGE);
    entries[2].len = len;
    texts[2][5] = '\0';
    CHECK_EQ(st->api->append(st, table_id(0), 1, 0, entries, 3, NULL, NULL), VL_TOO_LARGE);
    CHECK_EQ(st->api->append(st, table_id(0), 1, 0, entries, 1, NULL, NULL), VL_OK);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(table_count(st, 0), 1);
    /* And a transaction that is rolled back was never there. */
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->append(st, table_id(0), 1, 1, entries + 1, 1, NULL, NULL), VL_OK);
    st->api->rollback(st);
    CHECK_EQ(table_count(st, 0), 1);
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
}

TEST(store_facts_change_with_the_entries)
{
    struct store *st = fresh("meta.db");
    struct store_meta over = { "{\"result\":\"victory\"}", false, STORE_OVER, 9000 };
    struct store_meta kept = { NULL, true, STORE_RUNNING, 9500 };
    struct seen s = { .n = 0 };
    char text[STORE_ENTRY_MAX];
    struct store_entry e = table_entry(0, 0, text);

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->append(st, table_id(0), 1, 0, &e, 1, &over, NULL), VL_OK);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(st->api->game(st, table_id(0), see, &s, NULL), VL_OK);
    CHECK_STR(s.head, over.head);
    CHECK_EQ(s.last.state, STORE_OVER);
    CHECK_EQ(s.last.updated_ms, 9000);
    CHECK(!s.last.is_public);
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->update(st, table_id(0), 1, &kept, NULL), VL_OK);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(st->api->game(st, table_id(0), see, &s, NULL), VL_OK);
    CHECK_STR(s.head, over.head);
    CHECK_EQ(s.last.state, STORE_RUNNING);
    CHECK_EQ(s.last.len, 1);
    CHECK_EQ(table_count(st, 0), 1);
    st->api->close(st);
}

TEST(store_refuses_an_old_epoch)
{
    struct store *st = fresh("epoch.db");
    struct store_meta meta = { NULL, true, STORE_RUNNING, 1 };
    uint64_t epoch = 0;
    char text[STORE_ENTRY_MAX];
    struct store_entry e = table_entry(0, 0, text);

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(st->api->own(st, table_id(0), &epoch, NULL), VL_OK);
    CHECK_EQ(epoch, 1);
    CHECK_EQ(st->api->own(st, table_id(1), &epoch, NULL), VL_UNKNOWN);
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->append(st, table_id(0), 0, 0, &e, 1, NULL, NULL), VL_REFUSED);
    CHECK_EQ(st->api->append(st, table_id(0), 2, 0, &e, 1, NULL, NULL), VL_REFUSED);
    CHECK_EQ(st->api->update(st, table_id(0), 2, &meta, NULL), VL_REFUSED);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(table_count(st, 0), 0);
    st->api->close(st);
}

/* ---- tokens, lists ---- */

TEST(store_token_opens_its_seat_and_no_other)
{
    struct store *st = fresh("token.db");
    struct store_token found, t = table_token(0, 1), other = table_token(0, 7);

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(table_create(st, 1), VL_OK);
    CHECK_EQ(st->api->token_find(st, t.hash, &found, NULL), VL_OK);
    CHECK_STR(found.game, table_id(0));
    CHECK_EQ(found.role, 1);
    CHECK_EQ(st->api->token_find(st, other.hash, &found, NULL), VL_UNKNOWN);
    /* A new one for the seat makes the old one void, and only that. */
    other.role = 1;
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->token_put(st, &other, NULL), VL_OK);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(st->api->token_find(st, other.hash, &found, NULL), VL_OK);
    CHECK_EQ(found.role, 1);
    CHECK_EQ(st->api->token_find(st, t.hash, &found, NULL), VL_UNKNOWN);
    CHECK_EQ(st->api->token_find(st, table_token(0, 0).hash, &found, NULL), VL_OK);
    CHECK_EQ(st->api->token_find(st, table_token(1, 1).hash, &found, NULL), VL_OK);
    CHECK_STR(found.game, table_id(1));
    /* A token that exists cannot be given to somebody else. */
    other = table_token(1, 0);
    memcpy(other.game, table_id(0), sizeof other.game);
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->token_put(st, &other, NULL), VL_DUPLICATE);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(st->api->token_find(st, other.hash, &found, NULL), VL_OK);
    CHECK_STR(found.game, table_id(1));
    st->api->close(st);
}

static int list(struct store *st, struct store_filter f, struct seen *s)
{
    s->n = 0;
    return st->api->list(st, &f, see, s, NULL);
}

TEST(store_lists_what_is_asked_newest_first)
{
    struct store *st = fresh("list.db");
    struct store_meta over = { NULL, true, STORE_OVER, 9000 };
    struct seen s;

    for (int i = 0; i < 6; i++)
        CHECK_EQ(table_create(st, i), VL_OK);
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->update(st, table_id(4), 1, &over, NULL), VL_OK);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(list(st, (struct store_filter){ 0 }, &s), VL_OK);
    CHECK_EQ(s.n, 6);
    CHECK_STR(s.ids[0], table_id(5));
    CHECK_STR(s.ids[5], table_id(0));
    /* Public: 0, 1, 3, 4; of these 4 is over. */
    CHECK_EQ(list(st, (struct store_filter){ .public_only = true, .states = 1u << STORE_OPEN }, &s),
             VL_OK);
    CHECK_EQ(s.n, 3);
    CHECK_STR(s.ids[0], table_id(3));
    CHECK_STR(s.ids[1], table_id(1));
    CHECK_STR(s.ids[2], table_id(0));
    CHECK_EQ(list(st, (struct store_filter){ .public_only = true }, &s), VL_OK);
    CHECK_EQ(s.n, 4);
    CHECK_EQ(list(st, (struct store_filter){ .states = 1u << STORE_OVER }, &s), VL_OK);
    CHECK_EQ(s.n, 1);
    CHECK_EQ(list(st, (struct store_filter){ .game = "toy" }, &s), VL_OK);
    CHECK_EQ(s.n, 3);
    CHECK_EQ(list(st, (struct store_filter){ .before_ms = 1003, .limit = 2 }, &s), VL_OK);
    CHECK_EQ(s.n, 2);
    CHECK_STR(s.ids[0], table_id(2));
    st->api->close(st);
}

TEST(store_forgets_a_game_whole)
{
    struct store *st = fresh("remove.db");
    struct store_token found;
    struct seen s;

    for (int i = 0; i < 2; i++) {
        CHECK_EQ(table_create(st, i), VL_OK);
        CHECK_EQ(table_append(st, i, 0, 30), VL_OK);
    }
    CHECK_EQ(st->api->begin(st, NULL), VL_OK);
    CHECK_EQ(st->api->remove(st, table_id(0), NULL), VL_OK);
    CHECK_EQ(st->api->remove(st, table_id(0), NULL), VL_UNKNOWN);
    CHECK_EQ(st->api->commit(st, NULL), VL_OK);
    CHECK_EQ(table_count(st, 0), -1);
    CHECK_EQ(table_count(st, 1), 30);
    CHECK_EQ(st->api->token_find(st, table_token(0, 0).hash, &found, NULL), VL_UNKNOWN);
    CHECK_EQ(list(st, (struct store_filter){ 0 }, &s), VL_OK);
    CHECK_EQ(s.n, 1);
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
}

static bool file_holds(const char *path, const char *text)
{
    size_t len, n = strlen(text), at = 0;
    uint8_t *bytes = table_get(path, &len);

    while (at + n <= len && memcmp(bytes + at, text, n) != 0)
        at++;
    free(bytes);
    return at + n <= len;
}

/* ... and leaves no trace of it in the file. */
TEST(store_overwrites_what_it_forgets)
{
    struct store *st = fresh("erase.db");
    struct store_game g = table_game(7);
    struct store_entry e = { .text = "{\"text\":\"Ma grand-mere triche\"}" };

    g.head = "{\"name\":\"Ma grand-mere triche\"}";
    e.len = strlen(e.text);
    for (int is_gone = 0; is_gone < 2; is_gone++) {
        CHECK_EQ(st->api->begin(st, NULL), VL_OK);
        CHECK_EQ(is_gone ? st->api->remove(st, g.id, NULL)
                         : st->api->create(st, &g, NULL, 0, &e, 1, NULL),
                 VL_OK);
        CHECK_EQ(st->api->commit(st, NULL), VL_OK);
        st->api->close(st);
        CHECK_EQ(file_holds(table_path("erase.db"), "Ma grand-mere triche"), !is_gone);
        st = table_open(table_path("erase.db"), NULL);
        CHECK(st != NULL);
    }
    st->api->close(st);
}

/* ---- one server ---- */

TEST(store_tells_who_has_it)
{
    struct store_options o = { .note = "127.0.0.1:7777" };
    struct store *st;
    char note[32];

    table_remove(table_path("note.db"));
    CHECK(!store_note(table_path("note.db"), note, sizeof note));
    CHECK_EQ(store_open(&st, table_path("note.db"), &o, NULL), VL_OK);
    CHECK(store_note(table_path("note.db"), note, sizeof note));
    CHECK_STR(note, "127.0.0.1:7777");
    CHECK(!store_note(table_path("note.db"), note, 5));
    CHECK(!store_note("paper:note.db", note, sizeof note));
    st->api->close(st);
    CHECK_EQ(store_open(&st, table_path("note.db"), NULL, NULL), VL_OK);
    CHECK(!store_note(table_path("note.db"), note, sizeof note)); /* of the last one */
    st->api->close(st);
}

TEST(store_refuses_a_second_server)
{
    struct store *st = fresh("two.db"), *second;
    struct vl_error err;
    struct store_options wait = { .lock_wait_ms = 60 };
    char pid[16];

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(store_open(&second, table_path("two.db"), NULL, &err), VL_REFUSED);
    CHECK(second == NULL);
    snprintf(pid, sizeof pid, "%ld", (long)getpid());
    CHECK(strstr(err.what, "another server") != NULL && strstr(err.what, pid) != NULL);
    CHECK_EQ(store_open(&second, table_path("two.db"), &wait, &err), VL_REFUSED);
    /* The refusal has not disturbed the first. */
    CHECK_EQ(table_append(st, 0, 0, 1), VL_OK);
    st->api->close(st);
    CHECK_EQ(store_open(&second, table_path("two.db"), NULL, &err), VL_OK);
    CHECK_EQ(table_count(second, 0), 1);
    second->api->close(second);
}

/* A process that opens the store when told to, and exits with the status. It is
 * born before we open it: SQLite's locks do not outlive a fork(). */
struct other {
    pid_t pid;
    int go; /* write a byte here */
};

static struct other other_server(const char *path, uint32_t wait_ms)
{
    struct store_options o = { .lock_wait_ms = wait_ms };
    struct other other;
    struct store *st;
    int ends[2];
    char byte;

    VL_VERIFY(pipe(ends) == 0);
    fflush(stdout);
    other.pid = fork();
    if (other.pid == 0) {
        VL_VERIFY(read(ends[0], &byte, 1) == 1);
        int status = store_open(&st, path, &o, NULL);
        if (status == VL_OK)
            st->api->close(st);
        _exit(status);
    }
    close(ends[0]);
    other.go = ends[1];
    return other;
}

static void other_goes(const struct other *o)
{
    VL_VERIFY(write(o->go, "!", 1) == 1);
}

static int other_ends(const struct other *o)
{
    int status = -1;

    VL_VERIFY(waitpid(o->pid, &status, 0) == o->pid);
    close(o->go);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Even if somebody removed the lock file: the database is locked as well. */
TEST(store_is_locked_without_its_lock_file)
{
    table_folder();
    struct other o = other_server(table_path("bare.db"), 0);
    struct store *st = table_open(table_path("bare.db"), NULL);

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK(unlink(table_path("bare.db.lock")) == 0);
    other_goes(&o);
    CHECK_EQ(other_ends(&o), VL_REFUSED);
    CHECK_EQ(table_append(st, 0, 0, 1), VL_OK);
    CHECK_EQ(table_count(st, 0), 1);
    st->api->close(st);
}

/* Rolling restart: the new server gets the store when the old one lets go. */
TEST(store_waits_for_the_other_server)
{
    table_folder();
    struct other o = other_server(table_path("wait.db"), 5000);
    struct store *st = table_open(table_path("wait.db"), NULL);

    CHECK_EQ(table_create(st, 0), VL_OK);
    other_goes(&o);
    usleep(50 * 1000);
    CHECK_EQ(table_append(st, 0, 0, 1), VL_OK);
    st->api->close(st);
    CHECK_EQ(other_ends(&o), VL_OK);
    st = table_open(table_path("wait.db"), NULL);
    CHECK_EQ(table_count(st, 0), 1);
    st->api->close(st);
}

/* ---- versions ---- */

static const char step_2[] = "ALTER TABLE game ADD COLUMN region TEXT NOT NULL DEFAULT 'here';"
                             "CREATE TABLE extra (key INTEGER PRIMARY KEY) STRICT;";
static const char step_bad[] = "CREATE TABLE extra (key INTEGER PRIMARY KEY) STRICT;"
                               "INSERT INTO nowhere VALUES (1);";

static int open_with(struct store **out, const char *path, const char *step, struct vl_error *err)
{
    const char *steps[3] = { store_sqlite_schema.steps[0], store_sqlite_schema.steps[1], step };
    struct store_schema schema = { steps, 3 };
    struct store_options o = { .vfs = "fault" };

    return store_sqlite_open(out, path, &o, &schema, err);
}

/* Version 1 had a cache of states, which no server ever wrote. */
TEST(store_of_version_1_is_migrated)
{
    struct store_schema first = { store_sqlite_schema.steps, 1 };
    struct store_options o = { .vfs = "fault" };
    struct store *st;

    table_folder();
    CHECK_EQ(store_sqlite_open(&st, table_path("first.db"), &o, &first, NULL), VL_OK);
    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(table_append(st, 0, 0, 40), VL_OK);
    CHECK_EQ(sqlite3_exec(((struct sqlite_store *)st)->db,
                          "INSERT INTO snapshot VALUES (1, 3, x'00', 0)", NULL, NULL, NULL),
             SQLITE_OK);
    st->api->close(st);
    st = table_open(table_path("first.db"), NULL);
    CHECK_EQ(table_count(st, 0), 40);
    CHECK_EQ(table_append(st, 0, 40, 1), VL_OK);
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
}

TEST(store_of_an_older_version_is_migrated)
{
    struct store *st = fresh("old.db");
    struct vl_error err;

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(table_append(st, 0, 0, 40), VL_OK);
    st->api->close(st);
    CHECK_EQ(open_with(&st, table_path("old.db"), step_2, &err), VL_OK);
    if (!CHECK(st != NULL))
        return;
    CHECK_EQ(table_count(st, 0), 40);
    CHECK_EQ(table_append(st, 0, 40, 1), VL_OK);
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
    /* It is of the new version now, which the older program refuses and leaves alone. */
    size_t len, len_after;
    uint8_t *before = table_get(table_path("old.db"), &len);
    CHECK_EQ(store_open(&st, table_path("old.db"), NULL, &err), VL_VERSION);
    CHECK(strstr(err.what, "version 3") != NULL);
    uint8_t *after = table_get(table_path("old.db"), &len_after);
    CHECK(len == len_after && memcmp(before, after, len) == 0);
    free(before);
    free(after);
}

TEST(store_migration_that_fails_changes_nothing)
{
    struct store *st = fresh("stuck.db");
    struct vl_error err;
    long calls = 0;

    CHECK_EQ(table_create(st, 0), VL_OK);
    CHECK_EQ(table_append(st, 0, 0, 10), VL_OK);
    st->api->close(st);
    CHECK_EQ(open_with(&st, table_path("stuck.db"), step_bad, &err), VL_MISMATCH);
    /* Nor does a disk that fails at any write or sync of it. */
    for (int kind = FAULT_FULL; kind <= FAULT_SYNC; kind++) {
        for (long n = 1;; n++) {
            fault_arm((enum fault)kind, n, true);
            int status = open_with(&st, table_path("stuck.db"), step_2, &err);
            long fired = fault_fired();
            fault_disarm();
            if (status == VL_OK && fired > 0) { /* full when all was done: open to be read */
                CHECK_EQ(kind, FAULT_FULL);
                CHECK_EQ(st->api->begin(st, NULL), VL_IO);
                CHECK_EQ(table_count(st, 0), 10);
                st->api->close(st);
                break;
            }
            if (status == VL_OK) {
                st->api->close(st);
                break;
            }
            CHECK_EQ(status, VL_IO);
            calls++;
            if (store_open(&st, table_path("stuck.db"), NULL, &err) == VL_VERSION)
                break; /* the commit was through: seen below */
            CHECK_EQ(table_count(st, 0), 10);
            st->api->close(st);
        }
        CHECK_EQ(open_with(&st, table_path("stuck.db"), step_2, &err), VL_OK);
        CHECK_EQ(table_count(st, 0), 10);
        st->api->close(st);
        table_remove(table_path("stuck.db"));
        st = table_open(table_path("stuck.db"), NULL);
        CHECK_EQ(table_create(st, 0), VL_OK);
        CHECK_EQ(table_append(st, 0, 0, 10), VL_OK);
        st->api->close(st);
    }
    CHECK(calls > 6);
}

/* ---- backup ---- */

TEST(store_backup_is_a_store_and_holds_what_came_meanwhile)
{
    struct store *st = fresh("live.db"), *copy;
    struct store_progress p = { 0 };
    struct vl_error err;
    uint32_t len = 0;
    struct stat info;

    CHECK_EQ(table_create(st, 0), VL_OK);
    for (; len < 300; len += 10)
        CHECK_EQ(table_append(st, 0, len, 10), VL_OK);
    table_put(table_path("copy.db"), "an older backup", 15);
    CHECK_EQ(st->api->backup_begin(st, table_path("copy.db"), &err), VL_OK);
    CHECK_EQ(st->api->backup_begin(st, table_path("copy2.db"), &err), VL_DUPLICATE);
    int steps = 0;
    for (; !p.is_done && steps < 10000; steps++) {
        CHECK_EQ(st->api->backup_step(st, 2, &p, &err), VL_OK);
        if (steps % 4 == 0 && len < 340) {
            CHECK(stat(table_path("copy.db"), &info) == 0 && info.st_size == 15);
            CHECK_EQ(table_append(st, 0, len, 1), VL_OK);
            CHECK_EQ(st->api->tend(st, steps % 8 == 0, &err), VL_OK);
            len++;
        }
    }
    st->api->backup_end(st);
    CHECK(p.is_done && steps > 10 && p.pages_done == p.pages_total);
    CHECK(stat(table_path("copy.db"), &info) == 0 && (info.st_mode & 077) == 0);
    CHECK(access(table_path("copy.db.part"), F_OK) != 0);
    copy = table_open(table_path("copy.db"), NULL);
    if (CHECK(copy != NULL)) {
        CHECK_EQ(table_count(copy, 0), (int)len);
        CHECK_EQ(copy->api->check(copy, NULL), VL_OK);
        copy->api->close(copy);
    }
    CHECK_EQ(table_count(st, 0), (int)len);
    st->api->close(st);
}

TEST(store_backup_that_fails_leaves_the_old_one)
{
    struct store *st = fresh("src.db");
    struct vl_error err;
    size_t len;

    CHECK_EQ(table_create(st, 0), VL_OK);
    for (uint32_t i = 0; i < 100; i += 10)
        CHECK_EQ(table_append(st, 0, i, 10), VL_OK);
    CHECK_EQ(store_backup(st, table_path("src.db"), &err), VL_INVALID);
    CHECK_EQ(store_backup(st, table_path("no/folder.db"), &err), VL_IO);
    table_put(table_path("kept.db"), "old", 3);
    for (long n = 1; n < 16; n += 3) {
        fault_arm(FAULT_FULL, n, true);
        CHECK_EQ(store_backup(st, table_path("kept.db"), &err), VL_IO);
        fault_disarm();
    }
    uint8_t *kept = table_get(table_path("kept.db"), &len);
    CHECK(len == 3 && memcmp(kept, "old", 3) == 0);
    free(kept);
    CHECK(access(table_path("kept.db.part"), F_OK) != 0);
    /* The store itself is none the worse. */
    CHECK_EQ(table_append(st, 0, 100, 1), VL_OK);
    CHECK_EQ(store_backup(st, table_path("kept.db"), &err), VL_OK);
    st->api->close(st);
    st = table_open(table_path("kept.db"), NULL);
    CHECK_EQ(table_count(st, 0), 101);
    st->api->close(st);
}

/* ---- a failing disk ---- */

/* A fault at every call of a commit: nothing of it is visible, nothing older is
 * lost, and after the probe writing goes on. */
static long fail_everywhere(enum fault kind)
{
    struct store *st = fresh("faulty.db");
    struct store_options o = { .checkpoint_pages = 60 };
    uint32_t len = 0;
    long n, faults = 0;

    st->api->close(st);
    st = table_open(table_path("faulty.db"), &o);
    CHECK_EQ(table_create(st, 0), VL_OK);
    for (n = 1; n < 200 && len < 400; n++) {
        fault_arm(kind, 1 + n % (kind == FAULT_SYNC ? 3 : 17), n % 2 == 0);
        int status = table_append(st, 0, len, 3);
        int tended = status == VL_OK ? st->api->tend(st, false, NULL) : VL_OK;
        if (fault_fired() > 0) {
            faults++;
            CHECK(status == VL_IO || tended == VL_IO);
            if (n % 2 == 0)
                CHECK_EQ(st->api->probe(st, NULL), VL_IO);
        }
        fault_disarm();
        len += status == VL_OK ? 3 : 0;
        CHECK_EQ(table_count(st, 0), (int)len);
        CHECK_EQ(st->api->probe(st, NULL), VL_OK);
        CHECK_EQ(table_count(st, 0), (int)len);
    }
    CHECK_EQ(st->api->check(st, NULL), VL_OK);
    st->api->close(st);
    st = table_open(table_path("faulty.db"), NULL);
    if (CHECK(st != NULL)) {
        CHECK_EQ(table_count(st, 0), (int)len);
        st->api->close(st);
    }
    return faults;
}

TEST(store_survives_a_full_disk)
{
    CHECK(fail_everywhere(FAULT_FULL) > 50);
}

TEST(store_survives_an_error_on_write)
{
    CHECK(fail_everywhere(FAULT_WRITE) > 50);
}

TEST(store_survives_an_error_on_sync)
{
    CHECK(fail_everywhere(FAULT_SYNC) > 50);
}

TEST(store_survives_an_error_on_read)
{
    struct store *st = fresh("unread.db");

    CHECK_EQ(table_create(st, 0), VL_OK);
    for (uint32_t i = 0; i < 200; i += 20)
        CHECK_EQ(table_append(st, 0, i, 20), VL_OK);
    st->api->close(st);
    for (long n = 1;; n++) {
        struct store_options o = { .vfs = "fault" };
        fault_arm(FAULT_READ, n, true);
        int status = store_open(&st, table_path("unread.db"), &o, NULL);
        int count = status == VL_OK ? table_count(st, 0) : 0;
        long fired = fault_fired();
        fault_disarm();
        /* The check of the pages takes one that is never read for a damaged one. */
        CHECK(status == VL_OK || status == VL_IO || status == VL_MISMATCH);
        CHECK(count == -2 || count == 0 || count == 200);
        if (status == VL_OK)
            st->api->close(st);
        if (fired == 0)
            break;
    }
    st = table_open(table_path("unread.db"), NULL);
    CHECK_EQ(table_count(st, 0), 200);
    st->api->close(st);
}

/* A page that is not read once is no damage, for which a store would be read only. */
TEST(store_is_written_after_one_error_on_read)
{
    struct store *st = fresh("once.db");

    CHECK_EQ(table_create(st, 0), VL_OK);
    for (uint32_t i = 0; i < 200; i += 20)
        CHECK_EQ(table_append(st, 0, i, 20), VL_OK);
    st->api->close(st);
    for (long n = 1, fired = 1; fired > 0; n++) {
        struct store_options o = { .vfs = "fault", .may_only_read = true };
        fault_arm(FAULT_READ, n, false);
        int status = store_open(&st, table_path("once.db"), &o, NULL);
        fired = fault_fired();
        fault_disarm();
        CHECK(status == VL_OK || status == VL_IO);
        if (status == VL_OK) {
            CHECK_EQ(st->api->begin(st, NULL), VL_OK);
            st->api->rollback(st);
            st->api->close(st);
        }
    }
}
