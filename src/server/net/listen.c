/* listen.c - listening sockets: of our own, or inherited from who started us. */
#include "server/net/loop.h"

#include "base/buf.h"
#include "base/check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST_INHERITED = 3 }; /* sd_listen_fds(3) */

void listen_name(const struct sockaddr *a, char *out, size_t cap)
{
    char text[INET6_ADDRSTRLEN] = "";

    if (a->sa_family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)a;
        uv_ip6_name(v6, text, sizeof text);
        snprintf(out, cap, "[%s]:%d", text, ntohs(v6->sin6_port));
    } else {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)a;
        uv_ip4_name(v4, text, sizeof text);
        snprintf(out, cap, "%s:%d", text, ntohs(v4->sin_port));
    }
}

/* Hands a listening socket to the loop; it is closed if that fails. */
static int add(struct server *s, int fd, bool is_inherited, const char *where, struct vl_error *err)
{
    struct listener *l = &s->listeners[s->listeners_len];
    struct sockaddr_storage a;
    int len = sizeof a;

    memset(&a, 0, sizeof a);
    if (s->listeners_len == SERVER_LISTEN_MAX) {
        close(fd);
        return vl_error_set(err, VL_TOO_LARGE, where, "too many addresses to listen on");
    }
    uv_tcp_init(&s->loop, &l->tcp);
    l->server = s;
    int st = uv_tcp_open(&l->tcp, fd);
    if (st < 0) {
        close(fd);
        uv_close((uv_handle_t *)&l->tcp, NULL);
        return vl_error_set(err, VL_IO, where, uv_strerror(st));
    }
    l->tcp.data = l;
    l->is_inherited = is_inherited;
    s->listeners_len++;
    if (uv_tcp_getsockname(&l->tcp, (struct sockaddr *)&a, &len) == 0)
        listen_name((struct sockaddr *)&a, l->address, sizeof l->address);
    return VL_OK;
}

/* ---- sockets of our own ---- */

/* "HOST:PORT", "[V6]:PORT", ":PORT" (every address), "PORT" (this machine). */
static bool split(const char *text, char *host, size_t host_cap, char *port, size_t port_cap)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon ? colon + 1 : text;
    size_t len = colon ? (size_t)(colon - text) : 0;
    uint64_t n;

    if (!vl_str_u64(digits, strlen(digits), &n) || n > 65535)
        return false;
    snprintf(port, port_cap, "%d", (int)n);
    if (len >= 2 && text[0] == '[' && text[len - 1] == ']') {
        text++;
        len -= 2;
    } else if (memchr(text, ':', len))
        return false; /* an IPv6 address without its brackets */
    if (len >= host_cap)
        return false;
    memcpy(host, text, len);
    host[len] = '\0';
    if (!colon)
        snprintf(host, host_cap, "127.0.0.1");
    return true;
}

static int open_socket(const struct addrinfo *ai, bool v6_only, bool reuse_port)
{
    int fd = socket(ai->ai_family, ai->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1, v6 = v6_only;

    if (fd < 0)
        return -1;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
        (reuse_port && setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) < 0) ||
        (ai->ai_family == AF_INET6 &&
         setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &v6, sizeof v6) < 0) ||
        bind(fd, ai->ai_addr, ai->ai_addrlen) < 0 || listen(fd, LIMIT_LISTEN_BACKLOG) < 0) {
        int e = errno;
        close(fd);
        errno = e;
        return -1;
    }
    return fd;
}

/* A name may stand for an IPv4 and an IPv6 address: both are listened on. */
static int listen_on(struct server *s, const char *text, struct vl_error *err)
{
    struct addrinfo hints = { .ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM };
    struct addrinfo *all = NULL;
    char host[256], port[8];
    int st = VL_OK;

    if (!split(text, host, sizeof host, port, sizeof port))
        return vl_error_set(err, VL_SYNTAX, text, "ADDRESS:PORT is wanted");
    int gai = getaddrinfo(host[0] ? host : NULL, port, &hints, &all);
    if (gai != 0)
        return vl_error_set(err, VL_UNKNOWN, text, gai_strerror(gai));
    for (struct addrinfo *ai = all; ai && st == VL_OK; ai = ai->ai_next) {
        int fd = open_socket(ai, all->ai_next != NULL, s->config.reuse_port);
        st = fd < 0 ? vl_error_set(err, errno == EADDRINUSE ? VL_DUPLICATE : VL_IO, text,
                                   strerror(errno))
                    : add(s, fd, false, text, err);
    }
    freeaddrinfo(all);
    return st;
}

/* ---- inherited sockets ---- */

static int inherited_len(void)
{
    const char *pid = getenv("LISTEN_PID"), *fds = getenv("LISTEN_FDS");
    uint64_t p = 0, n = 0;

    if (!pid || !fds || !vl_str_u64(pid, strlen(pid), &p) || p != (uint64_t)getpid() ||
        !vl_str_u64(fds, strlen(fds), &n) || n > 1024)
        return 0;
    return (int)n;
}

static int take_inherited(struct server *s, int n, struct vl_error *err)
{
    int st = VL_OK;

    for (int fd = FIRST_INHERITED; fd < FIRST_INHERITED + n && st == VL_OK; fd++) {
        int listens = 0;
        socklen_t len = sizeof listens;
        if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &len) < 0 || !listens)
            return vl_error_set(err, VL_INVALID, "LISTEN_FDS",
                                "a descriptor that is no listening socket");
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        st = add(s, fd, true, "LISTEN_FDS", err);
    }
    /* Our own children inherit nothing. */
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return st;
}

int listen_open(struct server *s, struct vl_error *err)
{
    int n = inherited_len(), st = VL_OK;

    if (n > 0)
        return take_inherited(s, n, err);
    if (s->config.listen_len == 0)
        return listen_on(s, "127.0.0.1:7777", err);
    for (int i = 0; i < s->config.listen_len && st == VL_OK; i++)
        st = listen_on(s, s->config.listen[i], err);
    return st;
}
