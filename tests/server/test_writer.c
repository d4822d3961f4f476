/* The store thread: order, groups, failures, recovery, stopping. The loop runs in
 * this thread; what the store thread does is seen through the answers only. */
#include "server/store/writer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "server/faultvfs.h"
#include "server/store_table.h"
#include "unit/test.h"

enum { LOG_MAX = 4096 };

/* One test's server: a loop, a writer, and what it answered. */
struct desk {
    uv_loop_t loop;
    struct writer *w;
    int handed_in, answered;
    struct {
        int number, status; /* number < 0: a change of state */
    } log[LOG_MAX];
    int log_len;
    int turns; /* changes of state */
    bool is_read_only, is_stopped;
};

/* A request knows its number. */
struct note {
    struct desk *d;
    int number;
    int *count;  /* entries that a read found, if not NULL */
    int *loaded; /* from which number, if not NULL */
};

static void log_add(struct desk *d, int number, int status)
{
    VL_VERIFY(d->log_len < LOG_MAX);
    d->log[d->log_len].number = number;
    d->log[d->log_len++].status = status;
}

static void on_done(void *ctx, const struct writer_result *r)
{
    struct note *n = ctx;

    CHECK_EQ(r->error != NULL, r->status != VL_OK);
    log_add(n->d, n->number, r->status);
    n->d->answered++;
    if (n->count != NULL)
        *n->count = r->status == VL_OK ? (int)r->entries_len : -1;
    if (n->loaded != NULL)
        *n->loaded = r->entries_len > 0 ? (int)r->entries[0].seq : -1;
    free(n);
}

static struct note *note(struct desk *d)
{
    struct note *n = calloc(1, sizeof *n);

    VL_VERIFY(n != NULL);
    n->d = d;
    n->number = d->handed_in++;
    return n;
}

static void on_state(void *ctx, bool is_read_only, const struct vl_error *why)
{
    struct desk *d = ctx;

    CHECK_EQ(why != NULL, is_read_only);
    d->is_read_only = is_read_only;
    d->turns++;
    log_add(d, -1, is_read_only ? VL_IO : VL_OK);
}

static void on_stopped(void *ctx)
{
    ((struct desk *)ctx)->is_stopped = true;
}

static void desk_open(struct desk *d, const char *path, struct writer_options o,
                      const struct store_options *how)
{
    struct vl_error err = { 0 };

    memset(d, 0, sizeof *d);
    o.state = on_state;
    o.ctx = d;
    uv_loop_init(&d->loop);
    struct store *st = table_open(path, how);
    VL_VERIFY(st != NULL);
    VL_VERIFY(writer_create(&d->w, &d->loop, st, &o, &err) == VL_OK);
}

/* A new store with games 0..games-1. */
static void desk_fresh(struct desk *d, struct writer_options o, int games)
{
    table_folder();
    fault_disarm();
    struct store *st = table_open(table_path("desk.db"), NULL);
    for (int i = 0; i < games; i++)
        CHECK_EQ(table_create(st, i), VL_OK);
    st->api->close(st);
    desk_open(d, table_path("desk.db"), o, NULL);
}

static void settle(struct desk *d)
{
    while (d->answered < d->handed_in)
        uv_run(&d->loop, UV_RUN_ONCE);
}

static void desk_close(struct desk *d)
{
    writer_stop(d->w, on_stopped, d);
    uv_run(&d->loop, UV_RUN_DEFAULT);
    CHECK(d->is_stopped);
    CHECK_EQ(d->answered, d->handed_in);
    CHECK_EQ(uv_loop_close(&d->loop), 0);
}

/* Hands in entry seq of game n; the status if it is not taken. */
static int hand_in(struct desk *d, int n, uint32_t seq)
{
    char text[STORE_ENTRY_MAX];
    struct store_entry e = table_entry(n, seq, text);
    struct note *note_of = note(d);
    int st = writer_append(d->w, table_id(n), 1, seq, &e, 1, NULL, on_done, note_of);

    if (st != VL_OK) {
        d->handed_in--;
        free(note_of);
    }
    return st;
}

static void ask(struct desk *d, int n, int *count)
{
    struct note *note_of = note(d);

    note_of->count = count;
    CHECK_EQ(writer_read(d->w, table_id(n), 0, on_done, note_of), VL_OK);
}

/* What the closed store holds. */
static int stored(const char *name, int n)
{
    struct store *st = table_open(table_path(name), NULL);
    int count = st != NULL ? table_count(st, n) : -9;

    if (st != NULL)
        st->api->close(st);
    return count;
}

/* ---- order and groups ---- */

TEST(writer_answers_in_order_and_reads_see_what_came_before)
{
    struct desk d;
    int counts[100];

    desk_fresh(&d, (struct writer_options){ 0 }, 2);
    for (uint32_t i = 0; i < 100; i++) {
        CHECK_EQ(hand_in(&d, 0, i), VL_OK);
        CHECK_EQ(hand_in(&d, 1, i), VL_OK);
        ask(&d, (int)i % 2, &counts[i]);
        if (i % 10 == 0)
            uv_run(&d.loop, UV_RUN_NOWAIT);
    }
    settle(&d);
    CHECK_EQ(d.log_len, 300);
    for (int i = 0; i < d.log_len; i++) {
        CHECK_EQ(d.log[i].number, i);
        CHECK_EQ(d.log[i].status, VL_OK);
    }
    for (int i = 0; i < 100; i++)
        CHECK(counts[i] > i && counts[i] <= 100);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 0), 100);
    CHECK_EQ(stored("desk.db", 1), 100);
}

TEST(writer_commits_in_groups)
{
    struct desk d;
    struct writer_stats s;
    uint64_t groups = 0;

    desk_fresh(&d, (struct writer_options){ .group_entries = 50, .group_us = 100000 }, 8);
    for (uint32_t i = 0; i < 500; i++)
        CHECK_EQ(hand_in(&d, (int)i % 8, i / 8), VL_OK);
    settle(&d);
    writer_stats(d.w, &s);
    CHECK_EQ(s.entries, 500);
    CHECK_EQ(s.requests, 500);
    CHECK_EQ(s.commits_failed, 0);
    CHECK_EQ(s.queue_len, 0);
    CHECK_EQ(s.queue_bytes, 0);
    CHECK(s.queue_len_max > 0 && s.queue_len_max <= 500);
    /* The first goes alone or nearly so; the rest in full groups. */
    CHECK(s.commits >= 10 && s.commits <= 12);
    for (int i = 0; i < WRITER_SIZE_BUCKETS; i++)
        groups += s.group_size[i];
    CHECK_EQ(groups, s.commits);
    CHECK_EQ(s.group_size[7] + s.group_size[8], 0); /* none beyond 64 */
    groups = 0;
    for (int i = 0; i < WRITER_LATENCY_BUCKETS; i++)
        groups += s.commit_us[i];
    CHECK_EQ(groups, s.commits);
    desk_close(&d);
}

TEST(writer_lone_change_does_not_wait_for_company)
{
    struct desk d;

    desk_fresh(&d, (struct writer_options){ .group_us = 60000000 }, 1);
    uint64_t began = uv_hrtime();
    CHECK_EQ(hand_in(&d, 0, 0), VL_OK);
    settle(&d);
    CHECK(uv_hrtime() - began < UINT64_C(30000000000));
    desk_close(&d);
}

TEST(writer_wrong_request_fails_alone)
{
    struct desk d;
    static const int wanted[] = { VL_OK, VL_DUPLICATE, VL_OK, VL_MISSING, VL_UNKNOWN, VL_OK };

    desk_fresh(&d, (struct writer_options){ .group_us = 50000 }, 2);
    CHECK_EQ(hand_in(&d, 1, 0), VL_OK); /* the group that the others wait for */
    settle(&d);
    d.log_len = 0;
    CHECK_EQ(hand_in(&d, 0, 0), VL_OK);
    CHECK_EQ(hand_in(&d, 0, 0), VL_OK);
    CHECK_EQ(hand_in(&d, 0, 1), VL_OK);
    CHECK_EQ(hand_in(&d, 0, 5), VL_OK);
    CHECK_EQ(hand_in(&d, 3, 0), VL_OK);
    CHECK_EQ(hand_in(&d, 1, 1), VL_OK);
    settle(&d);
    for (int i = 0; i < VL_LEN(wanted); i++)
        CHECK_EQ(d.log[i].status, wanted[i]);
    struct store_entry e = { 0, 0, "{}", STORE_ENTRY_MAX + 1 };
    CHECK_EQ(writer_append(d.w, table_id(0), 1, 2, &e, 1, NULL, NULL, NULL), VL_TOO_LARGE);
    CHECK_EQ(writer_read(d.w, "no id at all, and a long one", 0, on_done, note(&d)), VL_OK);
    settle(&d);
    CHECK_EQ(d.log[d.log_len - 1].status, VL_UNKNOWN);
    CHECK_EQ(d.turns, 0);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 0), 2);
    CHECK_EQ(stored("desk.db", 1), 2);
}

/* ---- games ---- */

static void on_list(void *ctx, const struct writer_result *r)
{
    struct desk *d = ctx;

    CHECK_EQ(r->status, VL_OK);
    CHECK_EQ(r->games_len, 2);
    CHECK_STR(r->games[0].id, table_id(3));
    CHECK_STR(r->games[0].head, table_game(3).head);
    d->answered++;
}

static void on_token(void *ctx, const struct writer_result *r)
{
    struct desk *d = ctx;

    CHECK_EQ(r->status, VL_OK);
    if (CHECK(r->token != NULL)) {
        CHECK_STR(r->token->game, table_id(3));
        CHECK_EQ(r->token->role, 1);
    }
    d->answered++;
}

static void on_load(void *ctx, const struct writer_result *r)
{
    struct desk *d = ctx;

    CHECK_EQ(r->status, VL_OK);
    CHECK_EQ(r->games_len, 1);
    CHECK_EQ(r->games[0].len, 10);
    CHECK_EQ(r->games[0].epoch, 1);
    CHECK_EQ(r->entries_len, 10);
    CHECK_EQ(r->entries[0].seq, 0);
    CHECK(!r->more);
    d->answered++;
}

TEST(writer_creates_lists_loads_and_forgets_games)
{
    struct desk d;
    static char texts[10][STORE_ENTRY_MAX];
    struct store_entry entries[10];
    struct store_game g = table_game(3);
    struct store_token tokens[2] = { table_token(3, 0), table_token(3, 1) };
    struct store_filter open_tables = { .public_only = true, .states = 1u << STORE_OPEN };

    desk_fresh(&d, (struct writer_options){ 0 }, 1);
    for (uint32_t i = 0; i < 10; i++)
        entries[i] = table_entry(3, i, texts[i]);
    CHECK_EQ(writer_create_game(d.w, &g, tokens, 2, entries, 10, on_done, note(&d)), VL_OK);
    memset(texts, 'x', sizeof texts); /* it was copied */
    CHECK_EQ(writer_list(d.w, &open_tables, on_list, &d), VL_OK);
    CHECK_EQ(writer_token_find(d.w, tokens[1].hash, on_token, &d), VL_OK);
    CHECK_EQ(writer_load(d.w, g.id, on_load, &d), VL_OK);
    d.handed_in += 3;
    settle(&d);
    tokens[1] = table_token(9, 9);
    memcpy(tokens[1].game, g.id, sizeof g.id);
    tokens[1].role = 1;
    CHECK_EQ(writer_token_put(d.w, &tokens[1], on_done, note(&d)), VL_OK);
    CHECK_EQ(writer_token_find(d.w, tokens[1].hash, on_token, &d), VL_OK);
    struct store_meta meta = { "{}", false, STORE_OVER, 77 };
    CHECK_EQ(writer_update(d.w, g.id, 1, &meta, on_done, note(&d)), VL_OK);
    CHECK_EQ(writer_remove(d.w, table_id(0), on_done, note(&d)), VL_OK);
    d.handed_in += 1;
    settle(&d);
    for (int i = 0; i < d.log_len; i++)
        CHECK_EQ(d.log[i].status, VL_OK);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 3), 10);
    CHECK_EQ(stored("desk.db", 0), -1);
}

struct paging {
    struct desk *d;
    uint32_t next;
    int pages;
};

static void on_page(void *ctx, const struct writer_result *r)
{
    struct paging *p = ctx;

    CHECK_EQ(r->status, VL_OK);
    for (size_t i = 0; i < r->entries_len; i++)
        CHECK_EQ(r->entries[i].seq, p->next++);
    p->pages++;
    p->d->answered++;
    if (r->more) {
        p->d->handed_in++;
        CHECK_EQ(writer_read(p->d->w, table_id(0), p->next, on_page, p), VL_OK);
    }
}

TEST(writer_reads_a_long_log_in_pieces)
{
    struct desk d;
    struct paging p = { &d, 0, 0 };

    desk_fresh(&d, (struct writer_options){ .read_bytes = 5000 }, 1);
    for (uint32_t i = 0; i < 200; i++)
        CHECK_EQ(hand_in(&d, 0, i), VL_OK);
    d.handed_in++;
    CHECK_EQ(writer_read(d.w, table_id(0), 0, on_page, &p), VL_OK);
    settle(&d);
    CHECK_EQ(p.next, 200);
    CHECK(p.pages > 5);
    desk_close(&d);
}

/* ---- bounds ---- */

TEST(writer_refuses_more_than_its_queue_holds)
{
    struct desk d;
    struct writer_stats s;

    desk_fresh(&d, (struct writer_options){ .queue_max = 5 }, 1);
    for (uint32_t i = 0; i < 8; i++)
        CHECK_EQ(hand_in(&d, 0, i), i < 5 ? VL_OK : VL_TOO_LARGE);
    settle(&d);
    CHECK_EQ(hand_in(&d, 0, 5), VL_OK);
    settle(&d);
    writer_stats(d.w, &s);
    CHECK_EQ(s.refused, 3);
    CHECK_EQ(s.queue_len_max, 5);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 0), 6);
    desk_fresh(&d, (struct writer_options){ .queue_bytes = 3000 }, 1);
    uint32_t taken = 0;
    while (taken < 100 && hand_in(&d, 0, taken) == VL_OK)
        taken++;
    CHECK(taken > 0 && taken < 100);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 0), (int)taken);
}

TEST(writer_carries_out_what_it_took_before_it_stops)
{
    struct desk d;
    int count = 0;

    desk_fresh(&d, (struct writer_options){ .group_us = 500000 }, 1);
    for (uint32_t i = 0; i < 100; i++)
        CHECK_EQ(hand_in(&d, 0, i), VL_OK);
    ask(&d, 0, &count);
    writer_stop(d.w, on_stopped, &d);
    CHECK_EQ(hand_in(&d, 0, 100), VL_INTERRUPT);
    uint64_t began = uv_hrtime();
    uv_run(&d.loop, UV_RUN_DEFAULT);
    CHECK(uv_hrtime() - began < UINT64_C(10000000000));
    CHECK(d.is_stopped);
    CHECK_EQ(d.answered, 101);
    CHECK_EQ(count, 100);
    CHECK_EQ(uv_loop_close(&d.loop), 0);
    CHECK_EQ(stored("desk.db", 0), 100);
}

/* ---- a failing disk ---- */

static void fail_and_recover(enum fault kind, long nth)
{
    struct desk d;
    struct writer_stats s;
    int count = 0;

    desk_fresh(&d, (struct writer_options){ .probe_ms = 10, .group_us = 20000 }, 1);
    CHECK_EQ(hand_in(&d, 0, 0), VL_OK);
    settle(&d);
    fault_arm(kind, nth, true);
    for (uint32_t i = 1; i < 11; i++)
        CHECK_EQ(hand_in(&d, 0, i), VL_OK);
    ask(&d, 0, &count);
    settle(&d);
    while (d.turns < 1)
        uv_run(&d.loop, UV_RUN_ONCE);
    /* Nothing acknowledged, nothing visible, and the app knows why. */
    for (int i = 1; i < 11; i++)
        CHECK_EQ(d.log[i].status, VL_IO);
    CHECK_EQ(count, 1);
    CHECK(d.is_read_only);
    writer_stats(d.w, &s);
    CHECK(s.is_read_only && s.commits_failed == 1);
    /* Read-only for good while the disk fails. */
    CHECK_EQ(hand_in(&d, 0, 1), VL_OK);
    ask(&d, 0, &count);
    settle(&d);
    CHECK_EQ(d.log[d.log_len - 2].status, VL_IO);
    CHECK_EQ(d.log[d.log_len - 1].status, VL_OK);
    CHECK_EQ(count, 1);
    usleep(50 * 1000); /* some probes fail */
    CHECK_EQ(d.turns, 1);
    fault_disarm();
    while (d.is_read_only)
        uv_run(&d.loop, UV_RUN_ONCE);
    CHECK_EQ(d.turns, 2);
    CHECK_EQ(hand_in(&d, 0, 1), VL_OK);
    settle(&d);
    CHECK_EQ(d.log[d.log_len - 1].status, VL_OK);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 0), 2);
}

TEST(writer_is_read_only_while_the_disk_is_full)
{
    fail_and_recover(FAULT_FULL, 1);
    fail_and_recover(FAULT_FULL, 3);
}

TEST(writer_is_read_only_while_writing_fails)
{
    fail_and_recover(FAULT_WRITE, 1);
    fail_and_recover(FAULT_WRITE, 4);
}

TEST(writer_is_read_only_while_syncing_fails)
{
    fail_and_recover(FAULT_SYNC, 1);
}

/* Requests that were in the queue behind the group that failed. */
TEST(writer_fails_what_stands_behind_a_failed_group)
{
    struct desk d;

    desk_fresh(&d, (struct writer_options){ .probe_ms = 60000, .group_entries = 4 }, 1);
    fault_arm(FAULT_SYNC, 1, false);
    for (uint32_t i = 0; i < 40; i++)
        CHECK_EQ(hand_in(&d, 0, i), VL_OK);
    settle(&d);
    while (d.turns < 1)
        uv_run(&d.loop, UV_RUN_ONCE);
    CHECK_EQ(d.log_len, 41);
    int number = 0;
    for (int i = 0; i < d.log_len; i++) {
        CHECK_EQ(d.log[i].status, VL_IO);
        if (d.log[i].number >= 0)
            CHECK_EQ(d.log[i].number, number++);
    }
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 0), 0);
}

/* ---- the log of the store ---- */

TEST(writer_keeps_the_log_of_the_store_short)
{
    struct store_options how = { .checkpoint_pages = 64 };
    uint32_t bound = (64 + 512) * 4120, bytes_max = 0;
    struct writer_stats s;
    struct desk d;

    desk_fresh(&d, (struct writer_options){ .group_entries = 4 }, 4);
    desk_close(&d);
    desk_open(&d, table_path("desk.db"), (struct writer_options){ .group_entries = 4 }, &how);
    for (uint32_t i = 0; i < 1000; i++) {
        CHECK_EQ(hand_in(&d, (int)(i % 4), i / 4), VL_OK);
        if (i % 20 == 0)
            settle(&d);
        writer_stats(d.w, &s);
        if (s.store.log_bytes > bytes_max)
            bytes_max = (uint32_t)s.store.log_bytes;
    }
    settle(&d);
    CHECK(bytes_max > 0);
    CHECK(bytes_max <= bound);
    /* What is in it grows old without another commit; now and then it is folded back. */
    s.store.log_age_ms = 0;
    for (uint32_t i = 0; i < 100 && s.store.log_age_ms < 10; i++) {
        CHECK_EQ(hand_in(&d, 0, 250 + i), VL_OK);
        settle(&d);
        usleep(20000);
        writer_stats(d.w, &s);
    }
    CHECK(s.store.log_age_ms >= 10);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 3), 250);
}

/* A server that starts on a full disk serves what there is, and goes on when there
 * is room. */
TEST(writer_begins_read_only_on_a_full_disk)
{
    struct store_options how = { .keep_reserve = true, .allocate = fault_allocate };
    struct writer_stats s;
    struct desk d;
    int count = 0;

    desk_fresh(&d, (struct writer_options){ .probe_ms = 10 }, 1);
    CHECK_EQ(hand_in(&d, 0, 0), VL_OK);
    settle(&d);
    desk_close(&d);
    fault_set_disk(table_path("desk.db"), 1);
    desk_open(&d, table_path("desk.db"), (struct writer_options){ .probe_ms = 10 }, &how);
    CHECK_EQ(hand_in(&d, 0, 1), VL_OK);
    ask(&d, 0, &count);
    settle(&d);
    CHECK(d.is_read_only);
    CHECK_EQ(d.turns, 1);
    CHECK_EQ(d.log[0].number, -1); /* told first */
    CHECK_EQ(d.log[1].status, VL_IO);
    CHECK_EQ(count, 1);
    writer_stats(d.w, &s);
    CHECK(s.is_read_only);
    CHECK_EQ(s.store.reserve_bytes, 0);
    fault_set_disk(table_path("desk.db"), 0);
    while (d.is_read_only)
        uv_run(&d.loop, UV_RUN_ONCE);
    CHECK_EQ(hand_in(&d, 0, 1), VL_OK);
    settle(&d);
    CHECK_EQ(d.log[d.log_len - 1].status, VL_OK);
    writer_stats(d.w, &s);
    CHECK(s.store.reserve_bytes > 0);
    desk_close(&d);
    CHECK_EQ(stored("desk.db", 0), 2);
}

/* ---- backup ---- */

TEST(writer_backs_up_while_moves_come_in)
{
    struct desk d;
    struct writer_stats s;
    uint32_t len = 0;

    desk_fresh(&d, (struct writer_options){ .backup_pages = 1 }, 1);
    for (; len < 300; len++)
        CHECK_EQ(hand_in(&d, 0, len), VL_OK);
    settle(&d);
    CHECK_EQ(writer_backup(d.w, table_path("copy.db"), on_done, note(&d)), VL_OK);
    CHECK_EQ(writer_backup(d.w, table_path("copy2.db"), on_done, note(&d)), VL_OK);
    int before = d.log_len;
    for (int i = 0; i < 30; i++, len++) {
        CHECK_EQ(hand_in(&d, 0, len), VL_OK);
        uv_run(&d.loop, UV_RUN_NOWAIT);
    }
    settle(&d);
    /* The first is done and moves did not wait for it; the second is refused,
     * unless the first was done before it was looked at. */
    int duplicates = 0;
    for (int i = before; i < d.log_len; i++) {
        duplicates += d.log[i].status == VL_DUPLICATE;
        CHECK(d.log[i].status == VL_OK || d.log[i].number == 301);
    }
    writer_stats(d.w, &s);
    CHECK(s.backups >= 1);
    CHECK_EQ((int)s.backups + duplicates, 2);
    CHECK_EQ(writer_backup(d.w, table_path("no/where.db"), on_done, note(&d)), VL_OK);
    settle(&d);
    CHECK_EQ(d.log[d.log_len - 1].status, VL_IO);
    desk_close(&d);
    int copied = stored("copy.db", 0);
    CHECK(copied >= 300 && copied <= (int)len);
    CHECK_EQ(stored("desk.db", 0), (int)len);
}

TEST(writer_gives_a_backup_up_when_it_stops)
{
    struct desk d;

    desk_fresh(&d, (struct writer_options){ .backup_pages = 1 }, 1);
    for (uint32_t i = 0; i < 400; i++)
        CHECK_EQ(hand_in(&d, 0, i), VL_OK);
    settle(&d);
    CHECK_EQ(writer_backup(d.w, table_path("half.db"), on_done, note(&d)), VL_OK);
    desk_close(&d);
    int status = d.log[d.log_len - 1].status;
    CHECK(status == VL_INTERRUPT || status == VL_OK);
    CHECK_EQ(access(table_path("half.db"), F_OK) == 0, status == VL_OK);
    CHECK(access(table_path("half.db.part"), F_OK) != 0);
}

/* ---- kill -9 ---- */

struct victim {
    struct desk d;
    int pipe;
    uint32_t next[4];
};

static void victim_done(void *ctx, const struct writer_result *r)
{
    struct victim *v = ctx;
    uint8_t game = (uint8_t)(r->status == VL_OK ? 0 : 99);

    v->d.answered++;
    if (write(v->pipe, &game, 1) != 1)
        _exit(1);
}

/* Appends to four games in turn and says each acknowledgement; never returns. */
static void be_a_victim(int pipe_end)
{
    static struct victim v;
    char text[STORE_ENTRY_MAX];

    v.pipe = pipe_end;
    desk_open(&v.d, table_path("kill.db"), (struct writer_options){ .group_us = 300 }, NULL);
    for (int e = v.d.answered;; e++) {
        int n = e % 4;
        struct store_entry entry = table_entry(n, v.next[n], text);

        VL_VERIFY(writer_append(v.d.w, table_id(n), 1, v.next[n]++, &entry, 1, NULL, victim_done,
                                &v) == VL_OK);
        v.d.handed_in++;
        while (v.d.handed_in - v.d.answered > 20)
            uv_run(&v.d.loop, UV_RUN_ONCE);
        uv_run(&v.d.loop, UV_RUN_NOWAIT);
    }
}

/* Kills a writing process after some acknowledgements: all of them are there. */
static long kill_once(long wait_for)
{
    int ends[2];
    long acked = 0;
    uint8_t said[256];
    ssize_t n;

    table_remove(table_path("kill.db"));
    struct store *st = table_open(table_path("kill.db"), NULL);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(table_create(st, i), VL_OK);
    st->api->close(st);
    VL_VERIFY(pipe(ends) == 0);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        be_a_victim(ends[1]);
    }
    close(ends[1]);
    bool is_killed = false;
    while ((n = read(ends[0], said, sizeof said)) > 0) {
        for (ssize_t i = 0; i < n; i++)
            CHECK_EQ(said[i], 0);
        acked += n;
        if (acked >= wait_for && !is_killed) {
            is_killed = true;
            kill(pid, SIGKILL);
        }
    }
    waitpid(pid, NULL, 0);
    close(ends[0]);
    st = table_open(table_path("kill.db"), NULL);
    if (!CHECK(st != NULL))
        return acked;
    long sum = 0;
    for (int i = 0; i < 4; i++) {
        int count = table_count(st, i);

        CHECK(count >= (acked + 3 - i) / 4);
        sum += count;
    }
    CHECK(sum >= acked);
    st->api->close(st);
    return acked;
}

TEST(writer_killed_at_any_moment_loses_nothing_acknowledged)
{
    long acked = 0;
    int kills = test_times(15, 200);

    table_folder();
    fault_disarm();
    for (int i = 0; i < kills; i++)
        acked += kill_once(1 + (i * 37) % 300);
    printf("NOTE kill -9 of the writer: %d kills, %ld acknowledged entries, 0 lost\n", kills,
           acked);
}

/* ---- speed ---- */

static void count_good(void *ctx, const struct writer_result *r)
{
    *(int *)ctx += r->status == VL_OK;
}

TEST(writer_sustains_its_pace)
{
    static const char text[] = "{\"t\":\"move\",\"seat\":0,\"cid\":\"abcdef\",\"move\":\"hit 2\"}";
    struct desk d;
    struct writer_stats s;
    const int games = 2500, entries = test_full ? 100000 : 10000;
    uint32_t next[2500] = { 0 };
    int good = 0;

    desk_fresh(&d, (struct writer_options){ 0 }, games);
    uint64_t began = uv_hrtime();
    for (int e = 0; e < entries; e++) {
        struct store_entry entry = { 0, 1000 + e, text, sizeof text - 1 };
        int n = (int)((unsigned)e * 7919u % (unsigned)games);

        CHECK_EQ(writer_append(d.w, table_id(n), 1, next[n]++, &entry, 1, NULL, count_good, &good),
                 VL_OK);
        for (writer_stats(d.w, &s); s.queue_len >= 500; writer_stats(d.w, &s))
            uv_run(&d.loop, UV_RUN_ONCE);
    }
    while (good < entries && s.queue_len > 0) {
        uv_run(&d.loop, UV_RUN_ONCE);
        writer_stats(d.w, &s);
    }
    double seconds = (double)(uv_hrtime() - began) / 1e9;
    CHECK_EQ(good, entries);
    CHECK(!test_full || entries / seconds > 500); /* a time: judged on a quiet machine */
    printf("NOTE store: %.0f durable entries/s, %.1f entries and %.0f us a commit\n",
           entries / seconds, (double)s.entries / (double)s.commits,
           (double)s.commit_us_sum / (double)s.commits);
    for (int i = 0; test_full && i < WRITER_LATENCY_BUCKETS; i++)
        printf("     commits up to %u us: %llu\n",
               i < WRITER_LATENCY_BUCKETS - 1 ? writer_latency_us[i] : 0,
               (unsigned long long)s.commit_us[i]);
    desk_close(&d);
}
