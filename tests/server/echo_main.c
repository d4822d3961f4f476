/* echo_main.c - net-echo: the network layer with an application that echoes.
 *
 *     net-echo [listen=ADDR:PORT] [origin=URL] [reuse_port] [proxy] [metrics] [log=FILE]
 *              [log-peers] [LIMIT=VALUE]...
 *
 * Prints "listening ADDRESS" once it does; exit 0 after a graceful stop, 2 if it
 * cannot begin. For tests/server/test_net.py and net-bench. */
#include "server/echo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct vl_error *err)
{
    fprintf(stderr, "net-echo: %s: %s\n", err->where, err->what);
    return 2;
}

_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "net-echo: check failed: %s (%s:%d)\n", what, file, line);
    abort();
}

static bool starts(const char *text, const char *with, const char **rest)
{
    size_t n = strlen(with);

    *rest = text + n;
    return strncmp(text, with, n) == 0;
}

static int read_args(struct server_config *c, const char **log, bool *peers, int argc, char **argv,
                     struct vl_error *err)
{
    const char *v;
    int st = VL_OK;

    for (int i = 1; i < argc && st == VL_OK; i++) {
        if (starts(argv[i], "listen=", &v))
            c->listen[c->listen_len++] = v;
        else if (starts(argv[i], "origin=", &v))
            c->origins[c->origins_len++] = v;
        else if (starts(argv[i], "log=", &v))
            *log = v;
        else if (strcmp(argv[i], "log-peers") == 0)
            *peers = true;
        else if (strcmp(argv[i], "reuse_port") == 0)
            c->reuse_port = true;
        else if (strcmp(argv[i], "proxy") == 0)
            c->trust_proxy = true;
        else if (strcmp(argv[i], "metrics") == 0)
            c->metrics_open = true;
        else
            st = server_limits_set(&c->limits, argv[i], err);
    }
    return st;
}

int main(int argc, char **argv)
{
    struct server_config config = { .limits = server_limits_default(),
                                    .hosts = { "a", "play.example" },
                                    .hosts_len = 2 };
    struct log log = log_none();
    const char *log_path = NULL;
    bool peers = false;
    struct server *s = NULL;
    struct vl_error err = { 0 };
    struct echo echo;

    config.limits.address_connections = 0; /* all of the tests come from one */
    if (read_args(&config, &log_path, &peers, argc, argv, &err) != VL_OK ||
        (log_path && log_open(&log, log_path, LOG_DEBUG, peers, &err) != VL_OK))
        return fail(&err);
    config.log = &log;
    if (server_open(&s, &config, &err) != VL_OK)
        return fail(&err);
    struct server_app app = echo_app(&echo, s);
    for (int i = 0; server_address(s, i); i++)
        printf("listening %s\n", server_address(s, i));
    fflush(stdout);
    int st = server_run(s, &app);
    bool is_clean = echo.open_len == 0;
    server_close(s);
    log_close(&log);
    return st == VL_OK && is_clean ? 0 : 3;
}
