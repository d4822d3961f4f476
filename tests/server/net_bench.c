/* net_bench.c - net-bench: connections held and echoes per second, on loopback.
 *
 *     net-bench PORT PID CONNECTIONS ACTIVE SECONDS [BYTES]
 *
 * Opens CONNECTIONS WebSockets to the echo server of that PORT (process PID, for
 * its memory), then lets ACTIVE of them send a message of BYTES, wait for the
 * echo and send the next. One line of JSON. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FRAME_MAX = 4200, SAMPLES_MAX = 4000000, WAVE = 500 };

struct client {
    int fd;
    size_t awaited; /* bytes of the echo still to come */
    uint64_t sent_ns;
};

static struct client *clients;
static uint32_t *samples_us;
static size_t samples_len;

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "net-bench: %s: %s\n", what, strerror(errno));
    exit(1);
}

static long rss_kb(int pid)
{
    char path[64], line[256];
    long kb = -1;

    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmRSS: %ld", &kb) == 1)
            break;
    if (f)
        fclose(f);
    return kb;
}

/* Seconds of processor time that the process has used. */
static double cpu_s(int pid)
{
    char path[64], line[1024];
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (f && fgets(line, sizeof line, f)) {
        const char *p = strrchr(line, ')');
        if (p)
            sscanf(p, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    }
    if (f)
        fclose(f);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static int dial(int port)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    char head[400];

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) < 0)
        die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    int n = snprintf(head, sizeof head,
                     "GET /ws HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    if (send(fd, head, (size_t)n, MSG_NOSIGNAL) != n)
        die("send");
    return fd;
}

static void await_101(int fd)
{
    char buf[4096];
    ssize_t n = recv(fd, buf, sizeof buf - 1, 0);

    buf[n > 0 ? n : 0] = '\0';
    if (strncmp(buf, "HTTP/1.1 101 ", 13) != 0 || !strstr(buf, "\r\n\r\n"))
        die("handshake");
}

static void open_all(int port, int n)
{
    for (int done = 0; done < n;) {
        int wave = n - done < WAVE ? n - done : WAVE;
        for (int i = 0; i < wave; i++)
            clients[done + i].fd = dial(port);
        for (int i = 0; i < wave; i++)
            await_101(clients[done + i].fd);
        done += wave;
    }
}

static void send_one(struct client *c, const uint8_t *frame, size_t len, size_t awaited)
{
    c->sent_ns = now_ns();
    c->awaited = awaited;
    if (send(c->fd, frame, len, MSG_NOSIGNAL) != (ssize_t)len)
        die("send");
}

static size_t make_frame(uint8_t *out, size_t bytes)
{
    size_t n = 0;

    out[n++] = 0x81;
    out[n++] = (uint8_t)(0x80 | (bytes < 126 ? bytes : 126));
    if (bytes >= 126) {
        out[n++] = (uint8_t)(bytes >> 8);
        out[n++] = (uint8_t)bytes;
    }
    memset(out + n, 0, 4); /* the mask */
    memset(out + n + 4, 'x', bytes);
    return n + 4 + bytes;
}

static void hear(struct client *c, const uint8_t *frame, size_t len)
{
    char buf[8192];
    ssize_t n = recv(c->fd, buf, sizeof buf, MSG_DONTWAIT);

    if (n < 0 && errno == EAGAIN)
        return;
    if (n <= 0)
        die("recv");
    if ((unsigned char)buf[0] == 0x89 && c->awaited == len - 4)
        return; /* a ping: no answer to it is needed while we talk */
    c->awaited -= (size_t)n < c->awaited ? (size_t)n : c->awaited;
    if (c->awaited > 0)
        return;
    if (samples_len < SAMPLES_MAX)
        samples_us[samples_len++] = (uint32_t)((now_ns() - c->sent_ns) / 1000);
    send_one(c, frame, len, len - 4);
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static uint32_t quantile(double q)
{
    return samples_len ? samples_us[(size_t)((double)(samples_len - 1) * q)] : 0;
}

static void run(int active, int seconds, size_t bytes)
{
    static uint8_t frame[FRAME_MAX];
    struct epoll_event ready[256];
    size_t len = make_frame(frame, bytes);
    int ep = epoll_create1(0);

    for (int i = 0; i < active; i++) {
        struct epoll_event e = { .events = EPOLLIN, .data.ptr = &clients[i] };
        epoll_ctl(ep, EPOLL_CTL_ADD, clients[i].fd, &e);
        send_one(&clients[i], frame, len, len - 4);
    }
    for (uint64_t end = now_ns() + (uint64_t)seconds * 1000000000u; now_ns() < end;) {
        int n = epoll_wait(ep, ready, 256, 100);
        for (int i = 0; i < n; i++)
            hear(ready[i].data.ptr, frame, len);
    }
    close(ep);
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fprintf(stderr, "usage: net-bench PORT PID CONNECTIONS ACTIVE SECONDS [BYTES]\n");
        return 2;
    }
    int port = atoi(argv[1]), pid = atoi(argv[2]), n = atoi(argv[3]), active = atoi(argv[4]);
    int seconds = atoi(argv[5]);
    size_t bytes = argc > 6 ? (size_t)atoi(argv[6]) : 100;
    struct rlimit r;

    getrlimit(RLIMIT_NOFILE, &r);
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    clients = calloc((size_t)n + 1, sizeof *clients);
    samples_us = malloc(SAMPLES_MAX * sizeof *samples_us);
    if (!clients || !samples_us || active > n || bytes > 4096)
        die("arguments");
    long before = rss_kb(pid);
    uint64_t begun = now_ns();
    open_all(port, n);
    double open_s = (double)(now_ns() - begun) / 1e9;
    long held = rss_kb(pid);
    double cpu = cpu_s(pid);
    if (active > 0)
        run(active, seconds, bytes);
    cpu = cpu_s(pid) - cpu;
    qsort(samples_us, samples_len, sizeof *samples_us, by_value);
    printf("{\"connections\":%d,\"connects_per_s\":%.0f,\"rss_before_kb\":%ld,\"rss_kb\":%ld,"
           "\"bytes_per_connection\":%.0f,\"echoes_per_s\":%.0f,\"p50_us\":%u,\"p99_us\":%u,"
           "\"p999_us\":%u,\"cpu_us_per_echo\":%.1f,\"rss_after_kb\":%ld}\n",
           n, n / open_s, before, held, n ? (double)(held - before) * 1024 / n : 0,
           seconds ? (double)samples_len / seconds : 0, quantile(.5), quantile(.99), quantile(.999),
           samples_len ? cpu * 1e6 / (double)samples_len : 0, rss_kb(pid));
    return 0;
}
