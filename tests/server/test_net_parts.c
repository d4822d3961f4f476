/* Small parts of the network layer: limits, addresses, log, figures, files. */
#include "unit/test.h"

#include "base/buf.h"
#include "base/json.h"
#include "match/record.h"
#include "server/net/hosts.h"
#include "server/net/loop.h"
#include "server/net/peers.h"
#include "server/net/static.h"
#include "server/store/writer.h"
#include "text/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- limits ---- */

TEST(limits_have_defaults_within_their_range_and_a_help)
{
    struct server_limits l = server_limits_default();

    for (int i = 0; server_limit_table[i].name; i++) {
        const struct server_limit *t = &server_limit_table[i];
        CHECK(t->value >= t->least && t->value <= t->most);
        CHECK_EQ(server_limits_get(&l, i), t->value);
        CHECK(vl_text_find(VL_FR, t->help) && vl_text_find(VL_EN, t->help));
    }
}

/* Those of the store are also the defaults of writer.h, for who opens one without. */
TEST(limits_of_the_store_are_its_own_defaults)
{
    struct server_limits l = server_limits_default();

    CHECK_EQ(l.store_group_entries, WRITER_GROUP_ENTRIES);
    CHECK_EQ(l.store_group_us, WRITER_GROUP_US);
    CHECK_EQ(l.store_queue, WRITER_QUEUE_MAX);
    CHECK_EQ(l.store_queue_bytes, WRITER_QUEUE_BYTES);
    CHECK_EQ(l.store_read_bytes, WRITER_READ_BYTES);
    CHECK_EQ(l.store_probe_ms, WRITER_PROBE_MS);
    CHECK_EQ(l.store_backup_pages, WRITER_BACKUP_PAGES);
}

TEST(limits_are_documented_every_one)
{
    struct vl_error err;
    char *doc = NULL, name[80];
    size_t len;

    if (!CHECK_EQ(vl_file_read("docs/deploy.md", 1 << 20, &doc, &len, &err), VL_OK))
        return;
    for (int i = 0; server_limit_table[i].name; i++) {
        snprintf(name, sizeof name, "`%s`", server_limit_table[i].name);
        if (!CHECK(strstr(doc, name) != NULL))
            printf("  %s\n", name);
    }
    free(doc);
}

TEST(limits_are_set_by_name_within_their_range)
{
    struct server_limits l = server_limits_default(), before = l;
    struct vl_error err;

    CHECK_EQ(server_limits_set(&l, "connections=5", &err), VL_OK);
    CHECK_EQ(l.connections, 5);
    l = before;
    CHECK_EQ(server_limits_set(&l, "connections", &err), VL_SYNTAX);
    CHECK_EQ(server_limits_set(&l, "=5", &err), VL_UNKNOWN);
    CHECK_EQ(server_limits_set(&l, "connection=5", &err), VL_UNKNOWN);
    CHECK_EQ(server_limits_set(&l, "connections=", &err), VL_RANGE);
    CHECK_EQ(server_limits_set(&l, "connections=0", &err), VL_RANGE);
    CHECK_EQ(server_limits_set(&l, "connections=1e3", &err), VL_RANGE);
    CHECK_EQ(server_limits_set(&l, "connections=99999999999999999999", &err), VL_RANGE);
    CHECK(strstr(err.what, "1 to 1000000") != NULL);
    CHECK(memcmp(&l, &before, sizeof l) == 0);
}

/* ---- addresses ---- */

static struct peer_address v4(uint32_t n)
{
    struct peer_address a = { { 0 } };

    a.b[10] = a.b[11] = 0xff;
    for (int i = 0; i < 4; i++)
        a.b[12 + i] = (uint8_t)(n >> (24 - 8 * i));
    return a;
}

static struct peers new_peers(void)
{
    struct peers p;

    peers_init(&p, calloc(LIMIT_ADDRESSES, sizeof(struct peer)), 99);
    return p;
}

TEST(peers_have_a_burst_and_then_a_rate)
{
    struct peers p = new_peers();
    struct server_limits l = server_limits_default();
    struct peer_address a = v4(1), other = v4(2);
    int slot, ok = 0;

    l.address_rate = 10;
    l.address_burst = 20;
    for (int i = 0; i < 50; i++)
        ok += peers_enter(&p, &l, &a, 0, &slot) == PEER_OK;
    CHECK_EQ(ok, 20);
    CHECK_EQ(peers_enter(&p, &l, &a, 99, &slot), PEER_TOO_FAST);
    CHECK_EQ(peers_enter(&p, &l, &other, 99, &slot), PEER_OK);
    CHECK_EQ(peers_enter(&p, &l, &a, 200, &slot), PEER_OK);
    CHECK_EQ(peers_enter(&p, &l, &a, 200, &slot), PEER_OK);
    CHECK_EQ(peers_enter(&p, &l, &a, 200, &slot), PEER_TOO_FAST);
    ok = 0;
    for (uint64_t ms = 201; ms <= 10200; ms++)
        ok += peers_enter(&p, &l, &a, ms, &slot) == PEER_OK;
    CHECK(ok >= 98 && ok <= 101);
    ok = 0;
    for (int i = 0; i < 50; i++)
        ok += peers_enter(&p, &l, &a, 1000000000, &slot) == PEER_OK;
    CHECK_EQ(ok, 20);
    l.address_rate = l.address_connections = 0;
    for (int i = 0; i < 5000; i++)
        CHECK_EQ(peers_enter(&p, &l, &a, 1000000000, &slot), PEER_OK);
    free(p.table);
}

TEST(peers_count_what_is_open)
{
    struct peers p = new_peers();
    struct server_limits l = server_limits_default();
    struct peer_address a = v4(1);
    int one, two, three;

    l.address_connections = 2;
    CHECK_EQ(peers_enter(&p, &l, &a, 0, &one), PEER_OK);
    CHECK_EQ(peers_enter(&p, &l, &a, 0, &two), PEER_OK);
    CHECK_EQ(peers_enter(&p, &l, &a, 0, &three), PEER_TOO_MANY);
    peers_leave(&p, one);
    CHECK_EQ(peers_enter(&p, &l, &a, 0, &three), PEER_OK);
    peers_leave(&p, two);
    peers_leave(&p, three);
    free(p.table);
}

/* More addresses than places: everybody is still counted and given back. */
TEST(peers_survive_more_addresses_than_places)
{
    struct peers p = new_peers();
    struct server_limits l = server_limits_default();
    enum { MANY = 3 * LIMIT_ADDRESSES };
    int *slot = malloc(MANY * sizeof *slot);

    for (int i = 0; i < MANY; i++) {
        struct peer_address a = v4((uint32_t)i);
        CHECK_EQ(peers_enter(&p, &l, &a, (uint64_t)i, &slot[i]), PEER_OK);
    }
    for (int i = 0; i < MANY; i++)
        peers_leave(&p, slot[i]);
    for (int i = 0; i < LIMIT_ADDRESSES; i++)
        CHECK_EQ(p.table[i].open, 0);
    free(slot);
    free(p.table);
}

TEST(peers_take_an_ipv6_network_as_one)
{
    struct peers p = new_peers();
    struct server_limits l = server_limits_default();
    struct peer_address a = { { 0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 1 } }, b = a, c = a;
    int i, k, m;

    b.b[15] = 77;
    c.b[7] = 2;
    CHECK_EQ(peers_enter(&p, &l, &a, 0, &i), PEER_OK);
    CHECK_EQ(peers_enter(&p, &l, &b, 0, &k), PEER_OK);
    CHECK_EQ(peers_enter(&p, &l, &c, 0, &m), PEER_OK);
    CHECK_EQ(i, k);
    CHECK(m != i);
    free(p.table);
}

/* ---- the log ---- */

static size_t log_lines(const char *path, char *out, size_t cap)
{
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(out, 1, cap - 1, f) : 0;

    out[n] = '\0';
    if (f)
        fclose(f);
    return n;
}

TEST(log_lines_are_json_and_hide_peers)
{
    char path[] = "/tmp/veillee-log-XXXXXX", text[8192], longer[3000];
    struct vl_json_node nodes[64];
    struct vl_json_doc doc;
    struct vl_error err;
    struct log log;

    close(mkstemp(path));
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    if (!CHECK_EQ(log_open(&log, path, LOG_INFO, false, &err), VL_OK))
        return;
    LOG(&log, LOG_DEBUG, "unseen", log_int("n", 1));
    LOG(&log, LOG_INFO, "one", log_int("n", -5), log_str("why", "a\"b\n\x1b\xc3\xa9\xff"),
        log_peer("1.2.3.4"), log_str("none", NULL));
    LOG(&log, LOG_WARN, "two", log_str("long", longer), log_str("long2", longer));
    log.peers = true;
    LOG(&log, LOG_ERROR, "three", log_peer("1.2.3.4"));
    log_close(&log);
    log_lines(path, text, sizeof text);
    CHECK(!strstr(text, "unseen"));
    int lines = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        CHECK_EQ(vl_json_parse(&doc, line, strlen(line), nodes, 64, &err), VL_OK);
        CHECK(strlen(line) <= LOG_LINE_MAX);
        CHECK(lines == 2 || !strstr(line, "1.2.3.4"));
        lines++;
    }
    CHECK_EQ(lines, 3);
    unlink(path);
}

TEST(log_is_opened_again_after_a_rotation)
{
    char path[] = "/tmp/veillee-log-XXXXXX", moved[64], text[4096];
    struct vl_error err;
    struct log log;

    close(mkstemp(path));
    snprintf(moved, sizeof moved, "%s.1", path);
    CHECK_EQ(log_open(&log, path, LOG_INFO, false, &err), VL_OK);
    LOG(&log, LOG_INFO, "before", log_int("n", 1));
    rename(path, moved);
    LOG(&log, LOG_INFO, "between", log_int("n", 1));
    CHECK_EQ(log_reopen(&log, &err), VL_OK);
    LOG(&log, LOG_INFO, "after", log_int("n", 1));
    log_close(&log);
    log_lines(moved, text, sizeof text);
    CHECK(strstr(text, "before") && strstr(text, "between") && !strstr(text, "after"));
    log_lines(path, text, sizeof text);
    CHECK(strstr(text, "after") && !strstr(text, "between"));
    unlink(path);
    unlink(moved);
    CHECK_EQ(log_open(&log, "/nonexistent/x", LOG_INFO, false, &err), VL_IO);
}

/* ---- figures ---- */

TEST(metrics_are_prometheus_text)
{
    struct metrics m;
    struct histogram h = { { 0 }, 0 };

    metrics_init(&m);
    metrics_counter(&m, "a_total", "Things.", 3);
    metrics_begin(&m, "b", "By kind.", METRIC_GAUGE);
    metrics_value(&m, "kind", "x", -1);
    histogram_add(&h, 1);
    histogram_add(&h, 3);
    histogram_add(&h, 2000000);
    histogram_add(&h, UINT32_MAX);
    metrics_histogram(&m, "c_seconds", "Time.", &h);
    CHECK(!m.is_full);
    m.text[m.len - 1] = '\0';
    CHECK(strstr(m.text, "# HELP a_total Things.\n# TYPE a_total counter\na_total 3\n") != NULL);
    CHECK(strstr(m.text, "# TYPE b gauge\nb{kind=\"x\"} -1\n") != NULL);
    CHECK(strstr(m.text, "c_seconds_bucket{le=\"0.000001\"} 1\n") != NULL);
    CHECK(strstr(m.text, "c_seconds_bucket{le=\"0.000005\"} 2\n") != NULL);
    CHECK(strstr(m.text, "c_seconds_bucket{le=\"2.000000\"} 3\n") != NULL);
    CHECK(strstr(m.text, "c_seconds_bucket{le=\"+Inf\"} 4\n") != NULL);
    CHECK(strstr(m.text, "c_seconds_sum 4296.967299\nc_seconds_count 4") != NULL);
    CHECK_EQ(histogram_quantile_us(&h, 500), 5);
    CHECK_EQ(histogram_quantile_us(&h, 250), 1);
    metrics_deinit(&m);
}

TEST(metrics_beyond_their_bound_are_full)
{
    struct metrics m;

    metrics_init(&m);
    for (int i = 0; i < 100000 && !m.is_full; i++)
        metrics_gauge(&m, "a", "b", i);
    CHECK(m.is_full && m.len <= METRICS_BYTES_MAX);
    metrics_deinit(&m);
}

/* ---- files ---- */

TEST(static_files_are_found_by_their_exact_path)
{
    const struct static_file *f = static_find("/", 1);

    CHECK(f && strcmp(f->path, "/index.html") == 0);
    for (int i = 0; i < static_files_len; i++) {
        const struct static_file *e = &static_files[i];
        CHECK(static_find(e->path, strlen(e->path)) == e);
        CHECK(!static_find(e->path, strlen(e->path) - 1));
        CHECK(e->type && e->etag[0] == '"');
        CHECK(!e->gzip.len || (e->gzip.len < e->len && strcmp(e->gzip.etag, e->etag) != 0));
    }
    CHECK(!static_find("", 0));
    CHECK(!static_find("/../index.html", 14));
    CHECK(!static_find("//", 2));
    CHECK(!static_find("/index.htm", 10));
    CHECK(!static_find("/index.htmlx", 12));
}

/* ---- Host ---- */

static bool is_known(const char *host)
{
    static const char *const names[] = { "games.example", "here.example:7777" };

    return hosts_ok(host, strlen(host), "box.home.example", names, VL_LEN(names));
}

TEST(hosts_are_this_machine_or_named_by_the_operator)
{
    static const char *const own[] = {
        "127.0.0.1",      "127.0.0.1:7777",   "192.168.1.9:80",   "[::1]:7777",    "[2001:db8::1]",
        "localhost",      "LocalHost:7777",   "a.localhost",      "localhost.",    "box",
        "box.local:7777", "BOX.home.example", "games.example:80", "Games.Example", "here.example"
    };
    static const char *const foreign[] = { "evil.example",
                                           "evil.example:7777",
                                           "a",
                                           "127.0.0.1.evil.org",
                                           "localhost.evil.org",
                                           "notlocalhost",
                                           "box.evil.org",
                                           "xgames.example",
                                           "games.example.org",
                                           "local",
                                           ".local",
                                           "1.2.3",
                                           "x.games.example",
                                           ".",
                                           "box.home" };

    for (int i = 0; i < VL_LEN(own); i++)
        if (!CHECK(is_known(own[i])))
            printf("  %s\n", own[i]);
    for (int i = 0; i < VL_LEN(foreign); i++)
        if (!CHECK(!is_known(foreign[i])))
            printf("  %s\n", foreign[i]);
    CHECK(!hosts_ok("box", 3, "", NULL, 0));
    CHECK(!hosts_ok("", 0, "", NULL, 0));
}
