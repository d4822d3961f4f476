/* The power is cut at every point of a run (figure 7 of the server's figures).
 *
 * The failing file layer records each write, truncation, sync and removal while
 * events are appended. Then, for every prefix of that trace, the files are built
 * as a disk could hold them: what was synced is there; of the rest nothing, all,
 * some, some in another order, or some 512-byte sectors. Each of these disks must
 * open, hold every event that was acknowledged before the cut, and nothing but
 * the first events in order: at most the one group that was under way more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "server/faultvfs.h"
#include "server/store_table.h"
#include "unit/test.h"

enum { GAMES = 3, EVENTS_MAX = 1100, SECTOR = 512, CHECKPOINT_PAGES = 48 };

/* clang-format off */
#define VARIANT_MAP(X)                                                                    \
    X(NONE)         /* nothing that was not synced */                                      \
    X(ALL)          /* everything, as after a crash of the program alone */                \
    X(SOME)         /* each write or not, by chance */                                     \
    X(ALL_BUT_ONE)                                                                         \
    X(SHUFFLED)     /* some, in another order */                                           \
    X(TORN)         /* each sector of each write or not */                                 \
    X(TORN_AGAIN)   /* likewise, with other luck */                                        \
    X(TORN_END)     /* everything, the last write torn */
/* clang-format on */

enum variant {
#define X(name) CUT_##name,
    VARIANT_MAP(X)
#undef X
        CUT_COUNT
};

/* ---- the events ---- */

/* Event e goes to game game[e]; is_end[e]: a transaction ends after it. */
static struct {
    int len;
    int game[EVENTS_MAX];
    uint32_t seq[EVENTS_MAX];
    bool is_end[EVENTS_MAX];
} plan;

static void make_plan(int len)
{
    struct vl_rng rng = vl_rng_seed(7);
    uint32_t next[GAMES] = { 0 };

    plan.len = len;
    for (int e = 0; e < len; e++) {
        plan.game[e] = (int)vl_rng_below(&rng, GAMES);
        plan.seq[e] = next[plan.game[e]]++;
        plan.is_end[e] = e == len - 1 || vl_rng_below(&rng, 4) != 0;
    }
}

static int group_end(int from)
{
    while (from < plan.len && !plan.is_end[from])
        from++;
    return from < plan.len ? from + 1 : plan.len;
}

/* Appends the group of events from..end-1 in one transaction. */
static void append_group(struct store *st, int from, int end)
{
    char text[STORE_ENTRY_MAX];

    VL_VERIFY(st->api->begin(st, NULL) == VL_OK);
    for (int e = from; e < end; e++) {
        struct store_entry entry = table_entry(plan.game[e], plan.seq[e], text);

        VL_VERIFY(st->api->append(st, table_id(plan.game[e]), 1, plan.seq[e], &entry, 1, NULL,
                                  NULL) == VL_OK);
    }
    VL_VERIFY(st->api->commit(st, NULL) == VL_OK);
}

/* Appends the events from..upto-1, marking each acknowledgement in the trace. */
static void play(struct store *st, int from, int upto)
{
    while (from < upto) {
        int end = group_end(from);

        append_group(st, from, end);
        trace_mark(end);
        VL_VERIFY(st->api->tend(st, end % 50 == 0, NULL) == VL_OK);
        from = end;
    }
}

static void create_games(struct store *st)
{
    VL_VERIFY(st->api->begin(st, NULL) == VL_OK);
    for (int i = 0; i < GAMES; i++) {
        struct store_game g = table_game(i);

        VL_VERIFY(st->api->create(st, &g, NULL, 0, NULL, 0, NULL) == VL_OK);
    }
    VL_VERIFY(st->api->commit(st, NULL) == VL_OK);
    trace_mark(0);
}

/* ---- disks ---- */

struct image {
    bool is_there;
    size_t len, cap;
    uint8_t *bytes;
};

struct disk {
    struct image files[TRACE_FILES];
};

static void resize(struct image *f, size_t len)
{
    if (len > f->cap) {
        f->cap = len * 2;
        f->bytes = realloc(f->bytes, f->cap);
        VL_VERIFY(f->bytes != NULL);
    }
    if (len > f->len)
        memset(f->bytes + f->len, 0, len - f->len);
    f->len = len;
}

static void copy_disk(struct disk *to, const struct disk *from)
{
    for (int i = 0; i < TRACE_FILES; i++) {
        resize(&to->files[i], from->files[i].len);
        if (from->files[i].len > 0)
            memcpy(to->files[i].bytes, from->files[i].bytes, from->files[i].len);
        to->files[i].is_there = from->files[i].is_there;
    }
}

static void free_disk(struct disk *d)
{
    for (int i = 0; i < TRACE_FILES; i++)
        free(d->files[i].bytes);
    memset(d, 0, sizeof *d);
}

static void put_bytes(struct image *f, const struct trace_step *s, size_t from, size_t len)
{
    size_t at = (size_t)s->at + from;

    if (f->len < at + len)
        resize(f, at + len);
    memcpy(f->bytes + at, s->bytes + from, len);
    f->is_there = true;
}

static void apply(struct disk *d, const struct trace_step *s)
{
    struct image *f = &d->files[s->file];

    if (s->op == TRACE_WRITE)
        put_bytes(f, s, 0, s->len);
    else if (s->op == TRACE_TRUNCATE)
        resize(f, (size_t)s->at);
    else if (s->op == TRACE_DELETE) {
        f->is_there = false;
        resize(f, 0);
    }
}

static void apply_torn(struct disk *d, const struct trace_step *s, struct vl_rng *rng)
{
    size_t from = 0;

    if (s->op != TRACE_WRITE) {
        if (vl_rng_below(rng, 2) == 0)
            apply(d, s);
        return;
    }
    while (from < s->len) {
        size_t room = SECTOR - ((size_t)s->at + from) % SECTOR;
        size_t len = s->len - from < room ? s->len - from : room;

        if (vl_rng_below(rng, 2) == 0)
            put_bytes(&d->files[s->file], s, from, len);
        from += len;
    }
}

static void write_disk(const struct disk *d, const char *path)
{
    char name[1100];

    table_remove(path);
    for (int i = 0; i < TRACE_FILES; i++) {
        snprintf(name, sizeof name, "%s%s", path, trace_suffix[i]);
        if (d->files[i].is_there)
            table_put(name, d->files[i].bytes, d->files[i].len);
    }
}

/* ---- cutting ---- */

struct cutting {
    const struct trace *t;
    struct disk durable;                    /* what is synced at the cut */
    const struct trace_step *pending[4096]; /* what is not, in order */
    size_t pending_len;
    int acked; /* events; -1: not even the games are there */
    struct vl_rng rng;
    bool is_second; /* the run began with a disk after a cut */
    int second_every;
    long cuts, opened, second_opened;
};

/* A step is done. A sync makes everything before it durable in its file, and if
 * the file is new SQLite syncs the folder as well: removals before it are durable. */
static void advance(struct cutting *c, const struct trace_step *s)
{
    size_t kept = 0;
    bool is_new = s->op == TRACE_SYNC && !c->durable.files[s->file].is_there;

    if (s->op == TRACE_MARK) {
        c->acked = (int)s->at;
        return;
    }
    if (s->op != TRACE_SYNC && !(s->op == TRACE_DELETE && s->at != 0)) {
        VL_VERIFY(c->pending_len < sizeof c->pending / sizeof c->pending[0]);
        c->pending[c->pending_len++] = s;
        return;
    }
    for (size_t i = 0; i < c->pending_len; i++) {
        if (c->pending[i]->file == s->file || (is_new && c->pending[i]->op == TRACE_DELETE))
            apply(&c->durable, c->pending[i]);
        else
            c->pending[kept++] = c->pending[i];
    }
    c->pending_len = kept;
    if (s->op == TRACE_DELETE)
        apply(&c->durable, s);
    else
        c->durable.files[s->file].is_there = true;
}

/* A file that was removed and made again is a new one: the old removal counts. */
static bool is_made_again(const struct cutting *c, size_t i)
{
    if (c->pending[i]->op != TRACE_DELETE)
        return false;
    for (size_t j = i + 1; j < c->pending_len; j++) {
        if (c->pending[j]->file == c->pending[i]->file)
            return true;
    }
    return false;
}

static void apply_some(struct cutting *c, struct disk *d, enum variant v)
{
    size_t n = c->pending_len, left_out = n;

    if (v == CUT_ALL_BUT_ONE && n > 0)
        left_out = vl_rng_below(&c->rng, (uint32_t)n);
    for (size_t i = 0; i < n; i++) {
        const struct trace_step *s = c->pending[i];

        if (is_made_again(c, i) || v == CUT_ALL)
            apply(d, s);
        else if (v == CUT_TORN || v == CUT_TORN_AGAIN || (v == CUT_TORN_END && i == n - 1))
            apply_torn(d, s, &c->rng);
        else if (v == CUT_SOME ? vl_rng_below(&c->rng, 2) == 0 : i != left_out)
            apply(d, s);
    }
}

static void apply_shuffled(struct cutting *c, struct disk *d)
{
    size_t order[4096];

    for (size_t i = 0; i < c->pending_len; i++) {
        size_t j = vl_rng_below(&c->rng, (uint32_t)i + 1);

        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < c->pending_len; i++) {
        const struct trace_step *s = c->pending[order[i]];

        if (s->op != TRACE_DELETE && vl_rng_below(&c->rng, 4) != 0)
            apply(d, s);
    }
}

static void make_variant(struct cutting *c, struct disk *d, enum variant v)
{
    copy_disk(d, &c->durable);
    if (v == CUT_SHUFFLED)
        apply_shuffled(c, d);
    else if (v != CUT_NONE)
        apply_some(c, d, v);
}

/* ---- judging ---- */

/* How many events the store holds, if they are the first ones, whole and right;
 * -1: not even the games; -2: anything else. */
static int events_in(struct store *st)
{
    int counts[GAMES], sum = 0, missing = 0;
    uint32_t next[GAMES] = { 0 };

    for (int i = 0; i < GAMES; i++) {
        counts[i] = table_count(st, i);
        missing += counts[i] == -1;
        sum += counts[i];
        if (counts[i] < -1)
            return -2;
    }
    if (missing > 0)
        return missing == GAMES ? -1 : -2;
    for (int e = 0; e < sum; e++)
        next[plan.game[e]]++;
    for (int i = 0; i < GAMES; i++) {
        if (next[i] != (uint32_t)counts[i])
            return -2;
    }
    return sum == 0 || plan.is_end[sum - 1] ? sum : -2;
}

static bool is_right(int found, int acked)
{
    if (acked < 0)
        return found == -1 || found == 0;
    return found == acked || found == group_end(acked);
}

static void cut_everywhere(struct cutting *c);

/* The power goes once more, while the store recovers from the first cut and goes
 * on. */
static void cut_again(struct cutting *c, const char *path, struct disk *d, int found)
{
    struct store_options o = { .checkpoint_pages = 4 };
    struct trace t;
    struct cutting again = { .t = &t, .acked = found, .rng = c->rng, .is_second = true };
    int upto = found + 4 < plan.len ? found + 4 : plan.len;

    write_disk(d, path);
    trace_begin(&t, path);
    struct store *st = table_open(path, &o);
    if (CHECK(st != NULL)) {
        play(st, found, upto);
        st->api->close(st);
    }
    trace_end();
    copy_disk(&again.durable, d);
    cut_everywhere(&again);
    c->second_opened += again.opened;
    free_disk(&again.durable);
    trace_free(&t);
}

static void judge(struct cutting *c, struct disk *d, enum variant v)
{
    const char *path = table_path("cut.db");
    int found = -3;

    write_disk(d, path);
    struct store *st = table_open(path, NULL);
    c->opened++;
    if (st != NULL) {
        found = events_in(st);
        /* And life goes on. */
        if (v == CUT_TORN && found >= 0 && found < plan.len)
            append_group(st, found, group_end(found));
        st->api->close(st);
    }
    if (!CHECK(is_right(found, c->acked)))
        printf("     cut %ld, variant %d: %d events, acknowledged %d\n", c->cuts, (int)v, found,
               c->acked);
    else if (c->second_every > 0 && found >= 0 && v == CUT_TORN && c->cuts % c->second_every == 0)
        cut_again(c, path, d, found);
}

static void cut_everywhere(struct cutting *c)
{
    struct disk d = { 0 };

    for (size_t i = 0; i <= c->t->len; i++) {
        const struct trace_step *last = i > 0 ? &c->t->steps[i - 1] : NULL;

        if (last != NULL)
            advance(c, last);
        c->cuts++;
        /* Without pending writes all variants are the same, and after a write the
         * first one is what it was before. */
        for (int v = CUT_NONE; v < (c->pending_len > 0 ? CUT_COUNT : CUT_NONE + 1); v++) {
            if (v == CUT_NONE && last != NULL && last->op == TRACE_WRITE)
                continue;
            make_variant(c, &d, (enum variant)v);
            judge(c, &d, (enum variant)v);
        }
    }
    free_disk(&d);
}

TEST(store_survives_a_power_cut_at_every_point)
{
    struct store_options o = { .checkpoint_pages = CHECKPOINT_PAGES };
    struct trace t;
    struct cutting c = { .t = &t, .acked = -1, .second_every = test_full ? 601 : 97 };
    int events = test_full ? 1000 : 60;

    table_folder();
    fault_disarm();
    fault_set_syncing(false);
    make_plan(events);
    trace_begin(&t, table_path("run.db"));
    struct store *st = table_open(table_path("run.db"), &o);
    if (CHECK(st != NULL)) {
        create_games(st);
        play(st, 0, events);
        st->api->close(st);
    }
    trace_end();
    c.rng = vl_rng_seed(42);
    cut_everywhere(&c);
    CHECK_EQ(c.acked, events);
    printf("NOTE power cut: %ld cut points x %d variants of a run of %d events (%ld disks opened), "
           "cut again while recovering (%ld)\n",
           c.cuts, CUT_COUNT, events, c.opened, c.second_opened);
    free_disk(&c.durable);
    trace_free(&t);
    fault_set_syncing(true);
}
