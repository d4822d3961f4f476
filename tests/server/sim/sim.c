/* sim.c - the whole server with its clients, from a seed (docs/measuring-server.md).
 *
 *     sim [--from N] [--count N] [--seconds N] [--seed N] [--trace] [--twice] [--quiet] [--lie N]
 *
 * Each seed is a world: limits, clients and their manners, how fast they are, when the
 * disk fills up or fails, when the process is killed or the power is cut, when the
 * clock is set. A law that is broken ends the program, with the seed; --seed N --trace
 * tells that seed again, event by event. --lie N: a disk that forgets one sync in N,
 * to see that the laws find it. */
#include "clients.h"
#include "disk.h"
#include "laws.h"
#include "loop.h"

#include "games/walk.h"
#include "registry.h"
#include "server/app.h"
#include "server/hands_view.h"
#include "server/net/loop.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"

_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    sim_fail("check failed: %s (%s:%d)", what, file, line);
}

/* ---- the world of a seed ---- */

struct world {
    uint64_t seed, end; /* us */
    struct server_limits limits;
    int crowd[MANNERS];
    uint64_t think_us;
    uint64_t trouble_us; /* around so long between two troubles */
    uint64_t quiet_at;   /* then hours pass in which nobody does anything; 0: never */
    uint64_t quiet_until;
    bool is_over;
};

static struct {
    struct world world;
    struct server *server;
    struct app *app;
    struct rooms *rooms;
    uint64_t processes, cuts;
    uint32_t lie_in;
    char folder[64];
} sim;

static int64_t pick(const int64_t *list, int n)
{
    return list[loop_below((uint32_t)n)];
}
#define PICK(...)                                                                                  \
    pick((const int64_t[]){ __VA_ARGS__ },                                                         \
         (int)(sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)))

/* Small, so that what takes thousands of strangers happens with a handful. */
static void choose_limits(struct server_limits *l)
{
    *l = server_limits_default();
    l->rooms = PICK(2, 4, 8, 40);
    l->rooms_idle = PICK(0, 1, 2, 20);
    l->rooms_idle = l->rooms_idle < l->rooms ? l->rooms_idle : l->rooms;
    l->room_queue = PICK(1, 4, 16);
    l->room_members = PICK(2, 4, 100);
    l->player_members = PICK(1, 2, 16);
    l->room_talk = PICK(50, 1000);
    l->connections = PICK(6, 12, 40);
    l->address_connections = PICK(0, 4, 100);
    l->address_rate = PICK(0, 2, 200);
    l->address_burst = PICK(5, 2000);
    l->address_claim_ms = PICK(0, 1000);
    l->address_table_ms = PICK(0, 1000);
    l->table_ms = PICK(0, 0, 2000);
    l->queue_bytes = PICK(16384, 65536, 262144);
    l->queues_bytes = PICK(65536, 1 << 20, 1 << 27);
    l->message_rate = PICK(0, 10, 100);
    l->message_burst = PICK(4, 400);
    l->hello_ms = PICK(0, 500, 10000);
    l->handshake_ms = PICK(300, 8000);
    l->ping_ms = PICK(1000, 30000);
    l->idle_ms = l->ping_ms * 5 / 2;
    l->store_group_entries = PICK(1, 4, 64);
    l->store_group_us = PICK(1, 2000, 100000);
    l->store_queue = PICK(16, 64, 8192);
    l->store_probe_ms = PICK(10, 1000);
    l->store_read_bytes = PICK(8192, 1 << 20);
    l->store_checkpoint_pages = 256;
    l->backup_s = 0; /* by signal: files have the time of the real world */
    l->backup_keep = PICK(0, 1, 2);
    l->tables = PICK(0, 0, 12, 200);
    l->table_idle_s = PICK(0, 0, 86400, 600);
    l->game_idle_s = PICK(0, 0, 0, 0, 0, 0, 0, 7200);
    l->bot_queue = PICK(1, 8, 4096);
    l->bot_nodes = 30;
    l->bot_ms = PICK(1, 20, 2000);
}

static void choose_world(struct world *w, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->seed = seed;
    choose_limits(&w->limits);
    w->crowd[HONEST] = (int)loop_between(2, 9);
    w->crowd[SLOW] = (int)PICK(0, 0, 1, 3);
    w->crowd[HOSTILE] = (int)PICK(0, 1, 2, 5);
    w->think_us = (uint64_t)PICK(20, 100, 500, 2000) * 1000;
    w->end = w->think_us * (uint64_t)PICK(300, 600, 1200);
    w->quiet_at = loop_once_in(4) ? loop_between(0, w->end) : 0;
    w->trouble_us = w->end / (uint64_t)PICK(3, 8, 20);
    disk_set_slow((uint64_t)PICK(0, 500, 20000));
    wire_kill_once_in = (uint32_t)PICK(0, 0, 500, 5000);
}

/* ---- troubles ---- */

static void heal(void *ctx, uint64_t n)
{
    (void)ctx, (void)n;
    disk_set_room(0);
    disk_set_faults(0, 0, 0);
}

static void make_trouble(struct world *w)
{
    switch (loop_below(10)) {
    case 0:
    case 1: disk_cut_after((long)loop_between(1, 60), DISK_POWER); break;
    case 2: disk_cut_after((long)loop_between(1, 60), DISK_KILLED); break;
    case 3: disk_cut(loop_once_in(2) ? DISK_POWER : DISK_KILLED); break;
    case 4: loop_signal(SIGTERM); break;
    case 5:
        disk_set_room(disk_used() + (int64_t)loop_between(0, 300000));
        loop_at(loop_between(SECOND / 10, w->trouble_us + SECOND), heal, NULL, 0);
        break;
    case 6:
        disk_set_faults(loop_once_in(2) ? (uint32_t)loop_between(1, 30) : 0,
                        loop_once_in(2) ? (uint32_t)loop_between(1, 10) : 0,
                        loop_once_in(3) ? (uint32_t)loop_between(1, 30) : 0);
        loop_at(loop_between(SECOND / 10, w->trouble_us + SECOND), heal, NULL, 0);
        break;
    case 7:
        laws_backup_begins();
        loop_signal(SIGUSR1);
        break;
    case 8:
        laws_clock_set();
        loop_set_clock((int64_t)loop_between(0, 200000) - 100000);
        break;
    default:
        laws_clock_set();
        loop_set_clock(((int64_t)loop_between(0, 96) - 48) * 3600000);
        break;
    }
}

static void trouble(void *ctx, uint64_t n)
{
    struct world *w = ctx;

    (void)n;
    if (w->is_over)
        return;
    if (sim.rooms && !loop_is_ghost())
        make_trouble(w);
    uint64_t us = loop_between(1, 2 * w->trouble_us);
    if (loop_now() < w->quiet_until && !loop_once_in(3))
        us += w->quiet_until - loop_now();
    loop_at(us, trouble, w, 0);
}

static void on_end(void *ctx, uint64_t n)
{
    struct world *w = ctx;

    (void)n;
    w->is_over = true;
    heal(NULL, 0);
    disk_cut_after(0, DISK_KILLED);
    wire_kill_once_in = 0;
    clients_rest();
    if (sim.rooms && !loop_is_ghost())
        loop_signal(SIGTERM);
}

static void on_quiet(void *ctx, uint64_t n)
{
    struct world *w = ctx;
    uint64_t us = loop_between(MINUTE, 3 * HOUR);

    (void)n;
    clients_be_quiet(us);
    w->quiet_until = loop_now() + us;
    loop_at(w->end - w->quiet_at + us, on_end, w, 0);
}

/* ---- a process ---- */

static void hold(void)
{
    if (sim.rooms)
        laws_hold(sim.server, sim.rooms);
}

static const struct vl_game *const *all_games(int *n)
{
    static const struct vl_game *games[8];

    *n = 0;
    games[(*n)++] = hands_with_view();
    games[(*n)++] = &walk_game;
    for (int i = 0; i < vl_games_len(); i++)
        games[(*n)++] = vl_game_at(i);
    return games;
}

/* From the start of the process to its end, whatever that is. False: the store did
 * not open, as it may while the disk fails. */
static bool run_process(struct log *log)
{
    struct rooms_setup rooms = { .rules = hands_rules };
    char url[128];
    struct server_config config = {
        .listen = { "127.0.0.1:7777" }, .listen_len = 1, .limits = sim.world.limits, .log = log
    };
    struct app_config app = {
        .store = url, .backup = disk_backup(), .version = "sim", .workers = 1, .rooms = &rooms
    };
    struct vl_error err = { 0 };

    snprintf(url, sizeof url, "sqlite:%s", disk_path());
    rooms.games = all_games(&rooms.games_len);
    VL_VERIFY(server_open(&sim.server, &config, &err) == VL_OK);
    sim.processes++;
    loop_note("process");
    laws_process();
    if (app_open(&sim.app, sim.server, &app, &err) != VL_OK) {
        if (!loop_is_ghost() && !disk_is_failing())
            sim_fail("the server does not start: %s", err.what);
        loop_note("no start: %s", err.what);
        server_close(sim.server);
        return false;
    }
    sim.rooms = app_calls(sim.app)->ctx;
    server_run(sim.server, app_calls(sim.app));
    sim.rooms = NULL;
    app_close(sim.app);
    server_close(sim.server);
    return true;
}

static void run_world(uint64_t seed)
{
    struct world *w = &sim.world;
    struct log log = log_none();

    loop_begin(seed);
    disk_begin(sim.folder);
    choose_world(w, seed);
    disk_set_lying(sim.lie_in);
    laws_begin(&w->limits);
    loop_after = hold;
    loop_drawn = laws_drawn;
    clients_begin(seed, w->crowd, w->think_us, w->limits.message_rate == 10);
    if (w->quiet_at > 0)
        loop_at(w->quiet_at, on_quiet, w, 0);
    else
        loop_at(w->end, on_end, w, 0);
    loop_at(w->trouble_us, trouble, w, 0);
    while (!w->is_over) {
        run_process(&log);
        sim.cuts += loop_is_ghost();
        disk_restart();
        laws_look_at_store();
        if (disk_take_backup())
            laws_look_at_backup();
        loop_revive();
        if (loop_once_in(4) && !w->is_over) /* while it starts, or soon after */
            disk_cut_after((long)loop_between(1, 40), DISK_POWER);
        loop_idle(loop_between(0, 3 * SECOND));
    }
    /* Nothing is in the way any more: it opens, and everything is there. */
    laws_look_at_store();
    clients_end();
    laws_end();
    loop_end();
    disk_end();
}

/* ---- the program ---- */

static void on_signal(int number)
{
    static const char said[] = "sim: the process ends; the seed: ";
    char text[64];
    int n = snprintf(text, sizeof text, "%s%llu\n", said, (unsigned long long)sim.world.seed);

    if (write(STDERR_FILENO, text, (size_t)n) == n)
        _exit(128 + number);
    _exit(1);
}

static double seconds(void)
{
    struct timespec t;

    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct plan {
    uint64_t from, count;
    double most_seconds; /* 0: no bound */
    bool is_twice, is_quiet;
};

struct total {
    uint64_t seeds, events, digest;
    double hours;
};

static void run_seed(const struct plan *plan, uint64_t seed, struct total *sum)
{
    run_world(seed);
    uint64_t digest = loop_digest(), events = loop_events();
    double hours = (double)loop_now() / (double)HOUR;

    if (plan->is_twice) {
        run_world(seed);
        if (loop_digest() != digest || loop_events() != events)
            sim_fail("two runs of the seed differ: %016llx, %016llx", (unsigned long long)digest,
                     (unsigned long long)loop_digest());
    }
    sum->seeds++;
    sum->events += events;
    sum->hours += hours;
    sum->digest = sum->digest * 31 + digest;
    if (!plan->is_quiet)
        printf("seed %llu: %llu events, %.2f hours, digest %016llx\n", (unsigned long long)seed,
               (unsigned long long)events, hours, (unsigned long long)digest);
    fflush(stdout);
}

static void report(const struct total *sum, double took)
{
    printf("%llu seeds, %llu events, %.1f hours in %.1f s: %.0f events and %.2f hours a second, "
           "%.2f seeds; digest %016llx\n",
           (unsigned long long)sum->seeds, (unsigned long long)sum->events, sum->hours, took,
           (double)sum->events / took, sum->hours / took, (double)sum->seeds / took,
           (unsigned long long)sum->digest);
    printf("%llu processes, %llu of them cut off; %llu messages, %llu joins, %llu moves and %llu "
           "requests acknowledged, %llu entries compared with the store, %llu backups looked at, "
           "%llu doors "
           "shut\n",
           (unsigned long long)sim.processes, (unsigned long long)sim.cuts,
           (unsigned long long)clients_count.messages, (unsigned long long)clients_count.joins,
           (unsigned long long)clients_count.moves, (unsigned long long)laws_acks,
           (unsigned long long)laws_compared, (unsigned long long)laws_backups,
           (unsigned long long)clients_count.denied);
}

static bool read_plan(struct plan *plan, int argc, char **argv)
{
    *plan = (struct plan){ .from = 1, .count = 20 };
    for (int i = 1; i < argc; i++) {
        const char *v = i + 1 < argc ? argv[i + 1] : "";

        if (strcmp(argv[i], "--trace") == 0)
            loop_trace = true;
        else if (strcmp(argv[i], "--twice") == 0)
            plan->is_twice = true;
        else if (strcmp(argv[i], "--quiet") == 0)
            plan->is_quiet = true;
        else if (!*v)
            return false;
        else if (strcmp(argv[i], "--seed") == 0) {
            plan->from = strtoull(argv[++i], NULL, 10);
            plan->count = 1;
        } else if (strcmp(argv[i], "--from") == 0)
            plan->from = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--count") == 0)
            plan->count = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--lie") == 0)
            sim.lie_in = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0) {
            plan->most_seconds = strtod(argv[++i], NULL);
            plan->count = UINT64_MAX;
        } else
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct plan plan;
    struct total sum = { 0 };
    double began = seconds();

    if (!read_plan(&plan, argc, argv)) {
        fprintf(stderr, "usage: sim [--from N] [--count N | --seconds N] [--seed N] [--trace] "
                        "[--twice] [--quiet] [--lie N]\n");
        return 2;
    }
    const char *tmp = getenv("TMPDIR");
    snprintf(sim.folder, sizeof sim.folder, "%.40s/simXXXXXX", tmp ? tmp : "/tmp");
    VL_VERIFY(mkdtemp(sim.folder));
    signal(SIGABRT, on_signal);
    signal(SIGSEGV, on_signal);
    for (uint64_t i = 0; i < plan.count; i++) {
        if (plan.most_seconds > 0 && seconds() - began > plan.most_seconds)
            break;
        run_seed(&plan, plan.from + i, &sum);
    }
    rmdir(sim.folder);
    report(&sum, seconds() - began);
    return 0;
}
