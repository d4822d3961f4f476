/* loadclient.c - the load and fault client: commands in, one JSON line each out.
 *
 *     loadclient PORT [SOURCES [SEED]]
 *
 *     open tables=2500 humans=4 watchers=0 rate=2000    seats are taken, all of them
 *     play rate=1000 warm=2 seconds=20                  moves; times from move to ack
 *     fanout moves=50                                   one move, seen by all of its table
 *     wait seconds=5                                    nothing is played
 *     settle seconds=30                                 until every move is answered
 *     cut                                               every connection breaks, all come back
 *     close
 *
 * and those of attack.h. It connects to 127.0.0.1 only. Whatever it is told, it
 * ends with its input, after at most LIFE_MAX_S.
 */
#include "attack.h"
#include "fleet.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TICK_MS = 1, FLEET_TICK_MS = 10, LIFE_MAX_S = 4 * 3600, TABLES_MAX = 100000 };

struct load {
    uv_loop_t loop;
    uv_timer_t tick;
    struct net net;
    struct fleet fleet;
    bool has_fleet;
    struct attack attack;
    uint64_t fleet_ms; /* when it was looked after last */
    /* play: moves that are due. rate 0: as many as there are tables ready. */
    bool is_playing;
    double rate;
    uint64_t play_ns, due_sent;
    uint64_t short_ticks; /* no table was ready although a move was due */
    uint64_t stall_ns;    /* the longest pause of our own loop */
    uint64_t last_ns;
};

/* ---- the clockwork ---- */

static void send_due(struct load *l)
{
    double due = (double)(net_now() - l->play_ns) * l->rate / 1e9;

    if (l->rate <= 0) {
        while (fleet_move(&l->fleet))
            ;
        return;
    }
    while ((double)l->due_sent < due) {
        if (!fleet_move(&l->fleet)) {
            l->short_ticks++;
            break;
        }
        l->due_sent++;
    }
}

static void pump(void *ctx)
{
    struct load *l = ctx;
    uint64_t now = uv_now(&l->loop), ns = net_now();

    if (l->last_ns && ns - l->last_ns > l->stall_ns)
        l->stall_ns = ns - l->last_ns;
    l->last_ns = ns;
    if (!l->has_fleet)
        return;
    if (now - l->fleet_ms >= FLEET_TICK_MS) {
        l->fleet_ms = now;
        fleet_tick(&l->fleet, now);
    }
    if (l->is_playing)
        send_due(l);
}

static void on_tick(uv_timer_t *timer)
{
    pump(timer->data);
}

static bool is_past(uint64_t until_ns)
{
    return net_now() >= until_ns;
}

static uint64_t in_seconds(double s)
{
    return net_now() + (uint64_t)(s * 1e9);
}

static void run_until(struct load *l, uint64_t until_ns)
{
    while (!is_past(until_ns))
        uv_run(&l->loop, UV_RUN_ONCE);
}

void attack_turn(struct attack *a)
{
    uv_run(a->net->loop, UV_RUN_ONCE);
}

/* ---- arguments: key=value ---- */

static const char *word_of(const char *line, const char *key, char *out, size_t cap,
                           const char *otherwise)
{
    size_t n = strlen(key);

    for (const char *p = strchr(line, ' '); p; p = strchr(p, ' ')) {
        p++;
        if (strncmp(p, key, n) == 0 && p[n] == '=') {
            size_t len = strcspn(p + n + 1, " \n");
            if (len >= cap)
                break;
            memcpy(out, p + n + 1, len);
            out[len] = '\0';
            return out;
        }
    }
    snprintf(out, cap, "%s", otherwise);
    return out;
}

static double number(const char *line, const char *key, double otherwise)
{
    char text[64], fallback[64];

    snprintf(fallback, sizeof fallback, "%.17g", otherwise);
    return atof(word_of(line, key, text, sizeof text, fallback));
}

static int whole(const char *line, const char *key, int otherwise)
{
    return (int)number(line, key, otherwise);
}

/* ---- answers ---- */

static void print_counts(struct load *l)
{
    const struct fleet_counts *n = &l->fleet.count;

    printf("\"seated\":%d,\"seats\":%d,\"pending\":%d", l->fleet.seated, l->fleet.seats_len,
           l->fleet.pending_len);
#define P(name) printf(",\"" #name "\":%llu", (unsigned long long)n->name)
    P(sent), P(acked), P(resent), P(refused), P(stale), P(busy), P(io), P(games), P(over);
    P(steps), P(views), P(lost_connections), P(reconnects), P(byes), P(read_only), P(writable);
    P(gap), P(shown), P(lost), P(answer), P(protocol), P(leaks);
#undef P
    printf(",\"messages_in\":%llu,\"bytes_in\":%llu,\"refused_http\":%llu,\"refused_status\":%d,"
           "\"failed\":%llu,\"fault\":\"%s\"",
           (unsigned long long)l->net.messages_in, (unsigned long long)l->net.bytes_in,
           (unsigned long long)l->net.refused_http, l->net.refused_status,
           (unsigned long long)l->net.failed, l->fleet.fault);
}

static void answer_counts(struct load *l)
{
    printf("{");
    print_counts(l);
    printf("}\n");
}

/* ---- the fleet's commands ---- */

static FILE *open_out(const char *line, const char *key)
{
    char path[512];

    word_of(line, key, path, sizeof path, "");
    return path[0] ? fopen(path, "w") : NULL;
}

static void do_open(struct load *l, const char *line)
{
    static char game[64], options[512], level[64];
    struct fleet_shape shape = {
        .humans = whole(line, "humans", 1),
        .bots = whole(line, "bots", 0),
        .watchers = whole(line, "watchers", 0),
        .game = word_of(line, "game", game, sizeof game, "runemasters"),
        .options = word_of(line, "options", options, sizeof options, "{}"),
        .level = word_of(line, "level", level, sizeof level, "random"),
    };
    int tables = whole(line, "tables", 1);
    double rate = number(line, "rate", 2000);
    uint64_t began = net_now(), until = in_seconds(number(line, "seconds", 120));

    if (l->has_fleet || tables < 1 || tables > TABLES_MAX ||
        fleet_init(&l->fleet, &l->net, &shape, tables) != 0) {
        printf("{\"error\":\"open\"}\n");
        return;
    }
    l->has_fleet = true;
    l->fleet.ledger = open_out(line, "ledger");
    l->fleet.tokens = open_out(line, "tokens");
    l->fleet.games_max = (uint64_t)number(line, "games", 0);
    l->fleet.is_recorded = whole(line, "record", 0) != 0;
    /* A table that is refused for good will not be there later either. */
    while (l->fleet.seated < l->fleet.seats_len && l->fleet.count.protocol == 0 &&
           !is_past(until)) {
        double due = (double)(net_now() - began) * rate / 1e9 + 1;
        if (due > l->fleet.next_opened)
            fleet_open(&l->fleet, (int)(due - l->fleet.next_opened));
        uv_run(&l->loop, UV_RUN_ONCE);
    }
    printf("{\"seconds\":%.3f,", (double)(net_now() - began) / 1e9);
    print_counts(l);
    printf("}\n");
}

static void begin_play(struct load *l, double rate)
{
    l->is_playing = true;
    l->rate = rate;
    l->play_ns = net_now();
    l->due_sent = l->short_ticks = 0;
    l->stall_ns = l->last_ns = 0;
}

/* over=N: until so many games are over; moves=N: until so many are acknowledged. */
static void do_play(struct load *l, const char *line)
{
    double seconds = number(line, "seconds", 10), rate = number(line, "rate", 0);
    uint64_t games = (uint64_t)number(line, "over", 0), moves = (uint64_t)number(line, "moves", 0);

    begin_play(l, rate);
    run_until(l, in_seconds(number(line, "warm", 0)));
    samples_clear(&l->fleet.ack);
    begin_play(l, rate);
    uint64_t acked = l->fleet.count.acked, began = net_now(), until = in_seconds(seconds);
    while (!is_past(until) && (games == 0 || l->fleet.count.over < games) &&
           (moves == 0 || l->fleet.count.acked - acked < moves))
        uv_run(&l->loop, UV_RUN_ONCE);
    l->is_playing = false;
    double took = (double)(net_now() - began) / 1e9;
    printf("{\"seconds\":%.3f,\"moves_per_s\":%.1f,\"short\":%llu,\"stall_us\":%llu,", took,
           (double)(l->fleet.count.acked - acked) / took, (unsigned long long)l->short_ticks,
           (unsigned long long)l->stall_ns / 1000);
    samples_print(&l->fleet.ack);
    printf(",");
    print_counts(l);
    printf("}\n");
}

static void do_settle(struct load *l, const char *line)
{
    uint64_t until = in_seconds(number(line, "seconds", 30));

    while (!is_past(until) && (l->fleet.pending_len > 0 || l->fleet.seated < l->fleet.seats_len))
        uv_run(&l->loop, UV_RUN_ONCE);
    if (l->fleet.ledger)
        fflush(l->fleet.ledger);
    if (l->fleet.tokens)
        fflush(l->fleet.tokens);
    answer_counts(l);
}

static void do_wait(struct load *l, const char *line)
{
    run_until(l, in_seconds(number(line, "seconds", 1)));
    answer_counts(l);
}

static void do_back(struct load *l)
{
    printf("{");
    samples_print(&l->fleet.back);
    printf(",\"seated\":%d,\"seats\":%d}\n", l->fleet.seated, l->fleet.seats_len);
    samples_clear(&l->fleet.back);
}

static void do_cut(struct load *l)
{
    for (int i = 0; i < l->fleet.tables_len; i++)
        for (int k = 0; k < l->fleet.tables[i].seats_len; k++)
            fleet_cut(&l->fleet.tables[i].seats[k]);
    printf("{\"cut\":%d}\n", l->fleet.seats_len);
}

/* ---- fan-out ---- */

struct fanout {
    uint32_t rev; /* before the move */
    int seen;
    uint64_t began_ns;
    struct samples all, last;
};

static void on_step(void *ctx, struct seat *s, uint32_t rev)
{
    struct fanout *o = ctx;

    if (rev <= o->rev || s->table->index != 0)
        return;
    o->seen++;
    samples_add(&o->all, net_now() - o->began_ns);
}

static void do_fanout(struct load *l, const char *line)
{
    struct fanout o = { 0 };
    int moves = whole(line, "moves", 20), missed = 0;
    uint64_t until = in_seconds(number(line, "seconds", 60));
    struct table *t = &l->fleet.tables[0];

    l->fleet.step = on_step;
    l->fleet.step_ctx = &o;
    for (int i = 0; i < moves && !is_past(until); i++) {
        while ((l->fleet.ready_len == 0 || l->fleet.seated < l->fleet.seats_len) && !is_past(until))
            uv_run(&l->loop, UV_RUN_ONCE);
        o.rev = t->seen_rev;
        o.seen = 0;
        o.began_ns = net_now();
        uint64_t patience = in_seconds(5);
        fleet_move(&l->fleet);
        while (o.seen < t->seats_len && !is_past(patience))
            uv_run(&l->loop, UV_RUN_ONCE);
        if (o.seen < t->seats_len)
            missed++;
        else
            samples_add(&o.last, net_now() - o.began_ns);
    }
    l->fleet.step = NULL;
    printf("{\"sockets\":%d,\"missed\":%d,\"last\":{", t->seats_len, missed);
    samples_print(&o.last);
    printf("},\"each\":{");
    samples_print(&o.all);
    printf("}}\n");
    samples_deinit(&o.all);
    samples_deinit(&o.last);
}

static void do_close(struct load *l)
{
    uint64_t until = in_seconds(3);

    if (l->has_fleet)
        fleet_stop(&l->fleet);
    while (l->net.live > 0 && !is_past(until))
        uv_run(&l->loop, UV_RUN_ONCE);
    printf("{\"open\":%d}\n", l->net.live);
}

/* ---- attacks ---- */

static void do_sink(struct load *l, const char *line)
{
    char room[64], token[64];

    if (l->has_fleet && l->fleet.tables_len)
        attack_sink(&l->attack, whole(line, "n", 20),
                    word_of(line, "room", room, sizeof room, l->fleet.tables[0].room),
                    word_of(line, "token", token, sizeof token, l->fleet.tables[0].watch),
                    whole(line, "seconds", 20));
    else
        printf("{\"error\":\"open a table first\"}\n");
}

static void do_mutate(struct load *l, const char *line)
{
    char game[64];

    attack_mutate(&l->attack, (uint64_t)number(line, "frames", 20000), whole(line, "conns", 32),
                  word_of(line, "game", game, sizeof game, "runemasters"));
}

static void obey(struct load *l, const char *line)
{
    char verb[16];
    size_t n = strcspn(line, " \n");

    snprintf(verb, sizeof verb, "%.*s", (int)n, line);
    bool has_fleet = l->has_fleet;
    if (strcmp(verb, "open") == 0)
        do_open(l, line);
    else if (strcmp(verb, "play") == 0 && has_fleet)
        do_play(l, line);
    else if (strcmp(verb, "settle") == 0 && has_fleet)
        do_settle(l, line);
    else if (strcmp(verb, "wait") == 0)
        do_wait(l, line);
    else if (strcmp(verb, "back") == 0 && has_fleet)
        do_back(l);
    else if (strcmp(verb, "cut") == 0 && has_fleet)
        do_cut(l);
    else if (strcmp(verb, "fanout") == 0 && has_fleet)
        do_fanout(l, line);
    else if (strcmp(verb, "loris") == 0)
        attack_loris(&l->attack, whole(line, "n", 100), whole(line, "every", 10000),
                     whole(line, "seconds", 15));
    else if (strcmp(verb, "sink") == 0)
        do_sink(l, line);
    else if (strcmp(verb, "flood") == 0)
        attack_flood(&l->attack, whole(line, "rate", 500), whole(line, "honest", 50),
                     whole(line, "seconds", 3));
    else if (strcmp(verb, "mutate") == 0)
        do_mutate(l, line);
    else if (strcmp(verb, "seats") == 0)
        attack_seats(&l->attack, (uint64_t)number(line, "tries", 2000), whole(line, "tables", 8));
    else if (strcmp(verb, "close") == 0)
        do_close(l);
    else
        printf("{\"error\":\"unknown command\"}\n");
    fflush(stdout);
}

/* ---- the program ---- */

/* True if a line of input waits, or its end. */
static bool has_input(void)
{
    struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };

    return poll(&in, 1, 0) > 0;
}

/* One line; false at the end of input. Read byte by byte, so that poll() tells
 * the truth about the next one. */
static bool read_line(char *line, size_t cap)
{
    size_t n = 0;
    ssize_t got;

    while ((got = read(STDIN_FILENO, line + n, 1)) == 1 && line[n] != '\n')
        n += n + 2 < cap;
    line[n] = '\0';
    return got == 1;
}

static void raise_descriptors(void)
{
    struct rlimit r;

    if (getrlimit(RLIMIT_NOFILE, &r) == 0) {
        r.rlim_cur = r.rlim_max;
        setrlimit(RLIMIT_NOFILE, &r);
    }
}

int main(int argc, char **argv)
{
    static struct load l;
    char line[1024];
    uint64_t end = in_seconds(LIFE_MAX_S);

    if (argc < 2) {
        fprintf(stderr, "usage: loadclient PORT [SOURCES [SEED]]\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    raise_descriptors();
    uv_loop_init(&l.loop);
    net_init(&l.net, &l.loop, atoi(argv[1]), argc > 2 ? atoi(argv[2]) : 50,
             argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    l.attack = (struct attack){ &l.net, pump, &l };
    l.tick.data = &l;
    uv_timer_init(&l.loop, &l.tick);
    uv_timer_start(&l.tick, on_tick, TICK_MS, TICK_MS);
    while (!is_past(end)) {
        uv_run(&l.loop, UV_RUN_ONCE);
        if (!has_input())
            continue;
        if (!read_line(line, sizeof line))
            break;
        obey(&l, line);
    }
    if (l.has_fleet)
        fleet_deinit(&l.fleet);
    return 0;
}
