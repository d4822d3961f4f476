#include "laws.h"

#include "base/buf.h"
#include "base/hash.h"
#include "disk.h"
#include "loop.h"
#include "server/net/conn.h"

#include <jansson.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECRETS_MAX = 1 << 16,
    SIGHTS_MAX = 1 << 14,   /* the latest */
    LOG_SLACK_PAGES = 1200, /* the largest group there can be */
    FRAME_BYTES = 4096 + 24,
};
#define LOG_AGE_MAX (125 * SECOND) /* it is folded back after one minute, looked at each */
#define WAIT_MAX (30 * SECOND)     /* for the disk, when it works */
#define DELAY_MAX (3 * SECOND)     /* of what is told, on its way */
#define MEMORY_MAX (192u << 20)

uint64_t laws_acks, laws_compared, laws_backups;

struct secret {
    char text[65];
    int client; /* -1: the seed of a table */
};

static struct {
    struct server_limits limits;
    struct table tables[TABLES_MAX];
    int tables_len;
    struct secret *secrets;
    struct sight {
        uint64_t key, hash; /* key 0: none */
    } * sights;
    uint64_t healthy_since, calm_since, writable_since;
    bool is_backing_up, is_clock_set, is_born_ill;
} laws;

void laws_begin(const struct server_limits *limits)
{
    memset(&laws, 0, sizeof laws);
    laws.limits = *limits;
    laws.secrets = calloc(SECRETS_MAX, sizeof *laws.secrets);
    laws.sights = calloc(SIGHTS_MAX, sizeof *laws.sights);
    VL_VERIFY(laws.secrets && laws.sights);
}

void laws_end(void)
{
    for (int i = 0; i < laws.tables_len; i++) {
        struct table *t = &laws.tables[i];

        for (int64_t n = 0; n < t->entries_len; n++)
            free(t->entries[n]);
        free(t->entries);
        free(t->told_us);
        free(t->verdicts);
    }
    free(laws.secrets);
    free(laws.sights);
    laws.tables_len = 0;
}

/* ---- tables ---- */

int laws_tables(void)
{
    return laws.tables_len;
}

struct table *laws_table(int i)
{
    return &laws.tables[i];
}

struct table *laws_find(const char *room)
{
    for (int i = 0; i < laws.tables_len; i++)
        if (strcmp(laws.tables[i].room, room) == 0)
            return &laws.tables[i];
    return NULL;
}

struct table *laws_made(const char *room, int players)
{
    if (laws.tables_len == TABLES_MAX)
        return NULL;
    if (laws_find(room))
        sim_fail("two tables have the id %s", room);
    struct table *t = &laws.tables[laws.tables_len++];
    memset(t, 0, sizeof *t);
    snprintf(t->room, sizeof t->room, "%s", room);
    t->backed = -1;
    t->players = players;
    return t;
}

bool laws_may_be_gone(const struct table *t)
{
    return t->may_be_gone || (laws.limits.table_idle_s > 0 && !t->is_moved) ||
           laws.limits.game_idle_s > 0;
}

static char **entry_at(struct table *t, int64_t n)
{
    if (n >= t->entries_cap) {
        int64_t cap = 2 * n + 64;
        t->entries = realloc(t->entries, (size_t)cap * sizeof *t->entries);
        VL_VERIFY(t->entries);
        memset(t->entries + t->entries_cap, 0, (size_t)(cap - t->entries_cap) * sizeof *t->entries);
        t->told_us = realloc(t->told_us, (size_t)cap * sizeof *t->told_us);
        VL_VERIFY(t->told_us);
        memset(t->told_us + t->entries_cap, 0, (size_t)(cap - t->entries_cap) * sizeof *t->told_us);
        t->entries_cap = cap;
    }
    t->entries_len = n < t->entries_len ? t->entries_len : n + 1;
    return &t->entries[n];
}

void laws_shown(struct table *t, int64_t rev)
{
    t->shown = rev > t->shown ? rev : t->shown;
}

void laws_seen(const struct table *t, int player, int64_t rev, const char *what)
{
    uint64_t key = 1 + (((uint64_t)(t - laws.tables) << 8 | (uint8_t)player) << 32 | (uint64_t)rev);
    uint64_t hash = vl_hash(what, strlen(what), 0);
    struct sight *s = &laws.sights[vl_hash(&key, sizeof key, 0) % SIGHTS_MAX];

    if (s->key == key && s->hash != hash)
        sim_fail("table %s: player %d sees something else at revision %lld", t->room, player,
                 (long long)rev);
    laws_compared += s->key == key;
    s->key = key;
    s->hash = hash;
}

void laws_clock_set(void)
{
    laws.is_clock_set = true;
}

void laws_in_sight(struct table *t, int64_t rev, bool is_late)
{
    if (rev < 1 || laws.is_clock_set)
        return;
    entry_at(t, rev - 1);
    uint64_t *at = &t->told_us[rev - 1], late = (uint64_t)t->late_s * SECOND;
    if (!is_late && *at == 0)
        *at = loop_now();
    /* It was stored before that; its way to the player took a moment. */
    if (is_late && *at != 0 && loop_now() + DELAY_MAX < *at + late)
        sim_fail("table %s: revision %lld was told too early to one who watches late", t->room,
                 (long long)rev);
}

void laws_entry(struct table *t, int64_t rev, const char *text)
{
    if (rev < 1)
        sim_fail("table %s: an entry of revision %lld", t->room, (long long)rev);
    laws_shown(t, rev);
    if (!text)
        return;
    t->is_moved = true;
    char **e = entry_at(t, rev - 1);
    if (!*e)
        VL_VERIFY((*e = strdup(text)) != NULL);
    else if (strcmp(*e, text) != 0)
        sim_fail("table %s: entry %lld was \"%s\" and is \"%s\"", t->room, (long long)rev - 1, *e,
                 text);
}

void laws_verdict(struct table *t, const struct verdict *v)
{
    for (int i = 0; i < t->verdicts_len; i++) {
        const struct verdict *o = &t->verdicts[i];
        bool is_same = o->player == v->player && strcmp(o->cid, v->cid) == 0;

        if (is_same && o->rev != v->rev)
            sim_fail("table %s: request %s of player %d was answered by %lld and by %lld", t->room,
                     v->cid, v->player, (long long)o->rev, (long long)v->rev);
        if (is_same)
            return;
        if (v->is_entry && o->is_entry && v->rev >= 0 && o->rev == v->rev)
            sim_fail("table %s: two requests made revision %lld", t->room, (long long)v->rev);
    }
    if (t->verdicts_len == t->verdicts_cap) {
        t->verdicts_cap = t->verdicts_cap ? 2 * t->verdicts_cap : 64;
        t->verdicts = realloc(t->verdicts, (size_t)t->verdicts_cap * sizeof *t->verdicts);
        VL_VERIFY(t->verdicts);
    }
    t->verdicts[t->verdicts_len++] = *v;
    if (v->rev < 0)
        return;
    laws_acks++;
    t->is_moved |= v->is_entry;
    if (v->is_entry)
        laws_shown(t, v->rev);
    if (v->entry[0])
        laws_entry(t, v->rev, v->entry);
}

/* ---- secrets ---- */

static struct secret *place_of(const char *text, size_t len)
{
    uint64_t h = 1469598103934665603u;

    for (size_t i = 0; i < len; i++)
        h = (h ^ (uint8_t)text[i]) * 1099511628211u;
    for (uint32_t i = (uint32_t)h % SECRETS_MAX;; i = (i + 1) % SECRETS_MAX)
        if (!laws.secrets[i].text[0] ||
            (strlen(laws.secrets[i].text) == len && memcmp(laws.secrets[i].text, text, len) == 0))
            return &laws.secrets[i];
}

void laws_token(const char *token, int client)
{
    struct secret *s = place_of(token, strlen(token));

    snprintf(s->text, sizeof s->text, "%s", token);
    s->client = client;
}

void laws_drawn(const uint8_t bytes[32])
{
    char hex[65];
    struct vl_buf b = vl_buf_on(hex, sizeof hex);

    vl_put_hex(&b, bytes, 32);
    laws_token(hex, -1);
}

static void look_at_word(int client, const char *word, size_t len, bool may_tell_seed)
{
    if (len != 26 && len != 64)
        return;
    const struct secret *s = place_of(word, len);
    if (s->text[0] && s->client == -1 && !may_tell_seed)
        sim_fail("client %d was told the seed %s", client, s->text);
    if (s->text[0] && s->client >= 0 && s->client != client)
        sim_fail("client %d was told the token of client %d", client, s->client);
}

void laws_told(int client, const char *text, size_t len, bool may_tell_seed)
{
    size_t from = 0;

    for (size_t i = 0; i <= len; i++) {
        bool is_word = i < len &&
                       ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '0' && text[i] <= '9'));
        if (is_word)
            continue;
        look_at_word(client, text + from, i - from, may_tell_seed);
        from = i + 1;
    }
}

/* ---- limits ---- */

static void hold_queues(const struct server *s)
{
    const struct server_limits *l = &s->config.limits;
    size_t sum = 0;
    int n = 0;

    for (int i = 0; i < LIST_COUNT; i++) {
        for (const struct conn *c = s->lists[i].first; c; c = c->next) {
            /* What HTTP answers, and control frames, are beside the limit. */
            if (c->state == CONN_OPEN && c->queue_bytes > (size_t)l->queue_bytes + 4096)
                sim_fail("%zu bytes are queued for a connection", c->queue_bytes);
            sum += c->queue_bytes;
            n += !c->is_refused;
        }
    }
    if (n != s->conns_len || n > l->connections)
        sim_fail("%d connections, %d counted, %lld allowed", n, s->conns_len,
                 (long long)l->connections);
    if (sum > s->queued_bytes)
        sim_fail("%zu bytes are queued, %zu counted", sum, s->queued_bytes);
}

static void hold_log(void)
{
    int64_t most = (laws.limits.store_checkpoint_pages + LOG_SLACK_PAGES) * FRAME_BYTES;

    if (disk_is_failing())
        laws.healthy_since = loop_now();
    if (disk_log_bytes() > most)
        sim_fail("the log has %lld bytes, at most %lld", (long long)disk_log_bytes(),
                 (long long)most);
    if (disk_log_age() > LOG_AGE_MAX && loop_now() - laws.healthy_since > LOG_AGE_MAX)
        sim_fail("the log was not folded back for %llu s",
                 (unsigned long long)(disk_log_age() / SECOND));
}

bool laws_is_healthy(uint64_t us)
{
    return loop_now() - laws.healthy_since > us;
}

/* Nothing stands still: a change reaches the disk, and a disk that works is written. */
static void hold_on(const struct server *s)
{
    if (!s->app->busy(s->app->ctx))
        laws.calm_since = loop_now();
    if (!s->app->health(s->app->ctx))
        laws.writable_since = loop_now();
    if (loop_now() - laws.calm_since > WAIT_MAX && laws_is_healthy(WAIT_MAX))
        sim_fail("a change has been on its way for too long");
    /* What could not be read at the start is taken for damaged until the next one. */
    if (loop_now() - laws.writable_since > WAIT_MAX && laws_is_healthy(WAIT_MAX) &&
        !laws.is_born_ill)
        sim_fail("the disk works, and the store is read-only");
}

void laws_hold(const struct server *s, const struct rooms *rooms)
{
    struct rooms_stats stats;
    const char *why = rooms_broken(rooms);

    if (why)
        sim_fail("%s", why);
    rooms_stats(rooms, &stats);
    if (stats.live > laws.limits.rooms || stats.idle > laws.limits.rooms_idle)
        sim_fail("%u tables in memory, %u of them idle", stats.live, stats.idle);
    hold_queues(s);
    hold_log();
    hold_on(s);
    if (loop_events() % 1024 == 0 && mallinfo2().uordblks > MEMORY_MAX)
        sim_fail("%zu bytes of memory are in use", (size_t)mallinfo2().uordblks);
}

/* ---- the store ---- */

struct look {
    struct table *t;
    int64_t revs, lines, said;
    bool is_found, is_backup;
    json_t *seen; /* "player/cid" -> revision */
};

static const char *word_of(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? text : "";
}

static bool on_game(void *ctx, const struct store_game *g)
{
    struct look *l = ctx;

    (void)g;
    l->is_found = true;
    return true;
}

static void compare(struct look *l, const json_t *line)
{
    const char *kind = word_of(line, "k");
    char text[160];

    if (strcmp(kind, "undo") == 0)
        snprintf(text, sizeof text, "undo %lld",
                 (long long)json_integer_value(json_object_get(line, "to")));
    else if (strcmp(kind, "move") == 0)
        snprintf(text, sizeof text, "move %lld %.128s",
                 (long long)json_integer_value(json_object_get(line, "p")), word_of(line, "m"));
    else
        snprintf(text, sizeof text, "chance %.128s", word_of(line, "m"));
    if (l->revs < l->t->entries_len && l->t->entries[l->revs]) {
        laws_compared++;
        if (strcmp(text, l->t->entries[l->revs]) != 0)
            sim_fail("table %s: entry %lld is stored as \"%s\", but was told as \"%s\"", l->t->room,
                     (long long)l->revs, text, l->t->entries[l->revs]);
    }
    l->revs++;
}

static bool on_entry(void *ctx, const struct store_entry *e)
{
    struct look *l = ctx;
    json_t *line = json_loadb(e->text, e->len, 0, NULL);
    const char *kind = word_of(line, "k"), *cid = word_of(line, "c");
    char key[64];

    if (!line)
        sim_fail("table %s: line %u is no JSON", l->t->room, e->seq);
    l->lines++;
    l->said += strcmp(kind, "said") == 0;
    if (strcmp(kind, "move") == 0 || strcmp(kind, "chance") == 0 || strcmp(kind, "undo") == 0)
        compare(l, line);
    if (cid[0]) {
        snprintf(key, sizeof key, "%lld/%s",
                 (long long)json_integer_value(json_object_get(line, "p")), cid);
        if (json_object_get(l->seen, key))
            sim_fail("table %s: request %s was carried out twice", l->t->room, key);
        json_object_set_new(l->seen, key, json_integer(l->revs));
    }
    json_decref(line);
    return true;
}

static void judge(const struct look *l)
{
    int n = l->is_backup ? l->t->backed : l->t->verdicts_len;

    for (int i = 0; i < n; i++) {
        const struct verdict *v = &l->t->verdicts[i];
        char key[64];

        snprintf(key, sizeof key, "%d/%s", v->player, v->cid);
        const json_t *rev = json_object_get(l->seen, key);
        if (v->rev < 0 && rev)
            sim_fail("table %s: request %s was refused, and carried out", l->t->room, key);
        if (v->rev >= 0 && !rev)
            sim_fail("table %s: request %s was acknowledged at %lld, and is lost", l->t->room, key,
                     (long long)v->rev);
        if (v->rev >= 0 && json_integer_value(rev) != v->rev)
            sim_fail("table %s: request %s was acknowledged at %lld, and made %lld", l->t->room,
                     key, (long long)v->rev, (long long)json_integer_value(rev));
    }
    if (!l->is_backup && l->t->said > l->said)
        sim_fail("table %s: %lld lines of chat were told, %lld are stored", l->t->room,
                 (long long)l->t->said, (long long)l->said);
    if (!l->is_backup && l->t->shown > l->revs)
        sim_fail("table %s: revision %lld was shown, %lld are stored", l->t->room,
                 (long long)l->t->shown, (long long)l->revs);
}

static void look_at_table(struct store *st, struct table *t, bool is_backup)
{
    struct look l = { .t = t, .is_backup = is_backup, .seen = json_object() };
    struct vl_error err = { 0 };
    int rc = st->api->game(st, t->room, on_game, &l, &err);

    if (rc == VL_OK && l.is_found)
        rc = st->api->read(st, t->room, 0, on_entry, &l, &err);
    if (rc == VL_UNKNOWN && is_backup)
        is_backup = t->backed < 0 || laws_may_be_gone(t);
    if (rc == VL_UNKNOWN && (is_backup || laws_may_be_gone(t)))
        t->may_be_gone |= !is_backup;
    else if (rc != VL_OK)
        sim_fail("table %s cannot be read: %s", t->room, err.what);
    else
        judge(&l);
    json_decref(l.seen);
}

static void on_aside(void *ctx, const char *game, const char *what)
{
    (void)ctx;
    sim_fail("table %s is damaged: %s", game, what);
}

static void look_at(const char *path, bool is_backup)
{
    struct store_options o = { .aside = on_aside };
    struct vl_error err = { 0 };
    struct store *st;

    if (store_open(&st, path, &o, &err) != VL_OK)
        sim_fail("the store cannot be opened: %s", err.what);
    if (st->api->check(st, &err) != VL_OK)
        sim_fail("the store is damaged: %s", err.what);
    for (int i = 0; i < laws.tables_len; i++)
        look_at_table(st, &laws.tables[i], is_backup);
    st->api->close(st);
}

void laws_process(void)
{
    laws.is_born_ill = disk_is_failing();
    laws.calm_since = laws.writable_since = loop_now();
}

void laws_look_at_store(void)
{
    laws.is_backing_up = false; /* whoever looks has no process beside it */
    look_at(disk_copy(), false);
}

void laws_backup_begins(void)
{
    for (int i = 0; i < laws.tables_len && !laws.is_backing_up; i++)
        laws.tables[i].backed = laws.tables[i].verdicts_len;
    laws.is_backing_up = true;
}

void laws_look_at_backup(void)
{
    laws_backups++;
    look_at(disk_backup(), true);
}
