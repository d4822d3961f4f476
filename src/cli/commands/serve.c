/* serve.c - veillee serve: tables for people on the network. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#if defined(VL_HAVE_SERVER) && VL_HAVE_SERVER

#include "cli/commands/serve.h"
#include "server/rooms/work.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- settings ---- */

/* All limits with their values, as `--limit` takes them. */
static int list_limits(struct cli *cli, const struct server_limits *l)
{
    for (int i = 0; server_limit_table[i].name; i++) {
        const struct server_limit *t = &server_limit_table[i];
        char lead[80], text[VL_TEXT_MAX];
        cli_word(cli, text, sizeof text, t->help, NULL);
        snprintf(lead, sizeof lead, "  %-22s %9lld  ", t->name, (long long)server_limits_get(l, i));
        cli_wrap(cli, lead, 35, text);
    }
    return CLI_OK;
}

static const struct server_limit *find_limit(const char *name)
{
    const struct server_limit *t = server_limit_table;

    while (t->name && strcmp(t->name, name) != 0)
        t++;
    return t->name ? t : NULL;
}

static void fail_range(struct cli *cli, const char *given, const struct server_limit *t)
{
    char lo[24], hi[24];

    snprintf(lo, sizeof lo, "%lld", (long long)t->least);
    snprintf(hi, sizeof hi, "%lld", (long long)t->most);
    cli_fail(cli, TXT("serve.bad.limit"), "value", given, "lo", lo, "hi", hi, NULL);
}

/* Reports what is wrong with name=value. */
static void fail_limit(struct cli *cli, const char *given)
{
    const char *names[128], *near;
    char name[64];
    int n = 0;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    const struct server_limit *t = find_limit(name);
    for (; n < VL_LEN(names) && server_limit_table[n].name; n++)
        names[n] = server_limit_table[n].name;
    if (t)
        fail_range(cli, given, t);
    else if ((near = cli_nearest(name, names, n)) != NULL)
        cli_fail(cli, TXT("serve.bad.limit_near"), "value", given, "near", near, NULL);
    else
        cli_fail(cli, TXT("serve.bad.limit_unknown"), "value", given, NULL);
}

static bool read_limits(struct cli *cli, struct server_limits *l)
{
    const char *v;

    *l = server_limits_default();
    for (int i = 0; (v = cli_next(cli, "limit", &i)) != NULL;)
        if (server_limits_set(l, v, NULL) != VL_OK) {
            fail_limit(cli, v);
            return false;
        }
    return true;
}

/* scheme://host[:port], as a browser writes it in Origin. */
static bool is_origin(const char *text)
{
    const char *host = strncmp(text, "http://", 7) == 0    ? text + 7
                       : strncmp(text, "https://", 8) == 0 ? text + 8
                                                           : NULL;

    return host && *host && !strpbrk(host, "/?#@ \t");
}

/* A name as it stands in Host, without a port. */
static bool is_host(const char *text)
{
    return *text && !strpbrk(text, "/:?#@*[] \t");
}

static bool read_lists(struct cli *cli, struct server_config *c)
{
    const char *v;

    for (int i = 0; (v = cli_next(cli, "listen", &i)) != NULL;) {
        if (c->listen_len == SERVER_LISTEN_MAX) {
            cli_fail(cli, TXT("serve.bad.many"), "option", "listen", NULL);
            return false;
        }
        c->listen[c->listen_len++] = v;
        c->hosts[c->hosts_len++] = v; /* and called by that name */
    }
    for (int i = 0; (v = cli_next(cli, "host", &i)) != NULL;) {
        if (!is_host(v) || c->hosts_len == SERVER_HOSTS_MAX) {
            cli_fail(cli, is_host(v) ? TXT("serve.bad.many") : TXT("serve.bad.host_name"), "option",
                     "host", "value", v, NULL);
            return false;
        }
        c->hosts[c->hosts_len++] = v;
    }
    for (int i = 0; (v = cli_next(cli, "origin", &i)) != NULL;) {
        if (!is_origin(v) || c->origins_len == SERVER_ORIGINS_MAX) {
            cli_fail(cli, is_origin(v) ? TXT("serve.bad.many") : TXT("serve.bad.origin"), "option",
                     "origin", "value", v, NULL);
            return false;
        }
        c->origins[c->origins_len++] = v;
    }
    return true;
}

static bool read_log(struct cli *cli, struct log *log)
{
    const char *word = cli_value(cli, "log-level");
    int level = word ? log_level_find(word) : LOG_INFO;
    struct vl_error err = { 0 };

    if (level < 0) {
        cli_fail(cli, TXT("cli.bad.choice"), "option", "log-level", "value", word, "choices",
                 "debug, info, warn, error", NULL);
        return false;
    }
    if (log_open(log, cli_value(cli, "log"), level, cli_has(cli, "log-peers"), &err) == VL_OK)
        return true;
    cli_fail(cli, TXT("serve.bad.log"), "file", err.where, "why", err.what, NULL);
    return false;
}

/* ---- places ---- */

/* Every folder of the path up to its last '/'. */
static bool make_folders(char *path)
{
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = '\0';
        int st = mkdir(path, 0700);
        *p = '/';
        if (st != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

/* Where the base directory specification has its home; a relative path in the
 * variable is to be ignored. */
static bool find_place(char out[SERVE_PATH_MAX], const char *variable, const char *in_home,
                       const char *file)
{
    const char *xdg = getenv(variable), *home = getenv("HOME");
    bool has_xdg = xdg && xdg[0] == '/', has_home = home && home[0] == '/';
    int n = !has_xdg && !has_home ? -1
                                  : snprintf(out, SERVE_PATH_MAX, "%s%s/veillee/%s",
                                             has_xdg ? xdg : home, has_xdg ? "" : in_home, file);

    return n > 0 && n < SERVE_PATH_MAX;
}

bool serve_store(struct cli *cli, char out[SERVE_PATH_MAX])
{
    if (!find_place(out, "XDG_DATA_HOME", "/.local/share", "server.db")) {
        cli_fail(cli, TXT("serve.bad.home"), NULL);
        return false;
    }
    if (make_folders(out))
        return true;
    cli_fail(cli, TXT("serve.bad.store"), "store", out, "why", strerror(errno), NULL);
    return false;
}

bool serve_log(struct cli *cli, char out[SERVE_PATH_MAX])
{
    if (!find_place(out, "XDG_STATE_HOME", "/.local/state", "server.log")) {
        cli_fail(cli, TXT("serve.bad.home"), NULL);
        return false;
    }
    if (make_folders(out))
        return true;
    cli_fail(cli, TXT("serve.bad.log"), "file", out, "why", strerror(errno), NULL);
    return false;
}

/* ---- faults of the start ---- */

int serve_fail_listen(struct cli *cli, const struct vl_error *err)
{
    if (err->status == VL_DUPLICATE)
        return cli_fail(cli, TXT("serve.bad.in_use"), "address", err->where, NULL);
    if (err->status == VL_UNKNOWN)
        return cli_fail(cli, TXT("serve.bad.host"), "address", err->where, "why", err->what, NULL);
    if (err->status == VL_SYNTAX)
        return cli_fail(cli, TXT("serve.bad.address"), "address", err->where, NULL);
    return cli_fail(cli, TXT("serve.bad.listen"), "address", err->where, "why", err->what, NULL);
}

int serve_fail_store(struct cli *cli, const char *store, const struct vl_error *err)
{
    if (err->status == VL_REFUSED)
        return cli_fail(cli, TXT("serve.bad.store_taken"), "store", store, NULL);
    if (err->status == VL_VERSION)
        return cli_fail(cli, TXT("serve.bad.store_newer"), "store", store, NULL);
    if (err->status == VL_MISMATCH)
        return cli_fail(cli, TXT("serve.bad.store_damaged"), "store", store, "why", err->what,
                        NULL);
    return cli_fail(cli, TXT("serve.bad.store"), "store", store, "why", err->what, NULL);
}

/* ---- serving ---- */

static void say_where(struct cli *cli, struct server *s, const char *store)
{
    for (int i = 0; server_address(s, i); i++)
        cli_say(cli, TXT("serve.listens"), "address", server_address(s, i), NULL);
    cli_say(cli, TXT("serve.store"), "store", store, NULL);
    cli_flush(cli);
}

static int fail_house(struct cli *cli, const char *file, const struct vl_error *err)
{
    char line[16];

    snprintf(line, sizeof line, "%u", (unsigned)err->line);
    return cli_fail(cli, TXT("serve.bad.house"), "file", file, "line", line, NULL);
}

static int serve(struct cli *cli, const struct server_config *config,
                 const struct app_config *app_config)
{
    struct vl_error err = { 0 };
    struct server *s;
    struct app *app;

    /* The port first: a store need not be opened for a server that cannot listen. */
    if (server_open(&s, config, &err) != VL_OK)
        return serve_fail_listen(cli, &err);
    if (app_open(&app, s, app_config, &err) != VL_OK) {
        server_close(s);
        if (err.status == VL_SYNTAX)
            return fail_house(cli, app_config->house, &err);
        return serve_fail_store(cli, app_config->store, &err);
    }
    say_where(cli, s, app_config->store);
    int st = server_run(s, app_calls(app));
    app_close(app);
    server_close(s);
    return st == VL_OK ? CLI_OK : cli_fail(cli, TXT("serve.bad.start"), NULL);
}

static int run(struct cli *cli)
{
    struct server_config config = { .reuse_port = cli_has(cli, "reuse-port"),
                                    .trust_proxy = cli_has(cli, "proxy"),
                                    .metrics_open = cli_has(cli, "metrics-open") };
    struct app_config app = { .store = cli_value(cli, "store"),
                              .backup = cli_value(cli, "backup"),
                              .house = cli_value(cli, "house"),
                              .version = VEILLEE_VERSION };
    char store[SERVE_PATH_MAX];
    int64_t workers = 0;
    struct log log;

    signal(SIGUSR1, SIG_IGN); /* until there is something to copy */
    if (!read_limits(cli, &config.limits))
        return CLI_BAD;
    if (cli_has(cli, "limits"))
        return list_limits(cli, &config.limits);
    if (!read_lists(cli, &config) || !cli_number(cli, "workers", 0, WORK_THREADS_MAX, &workers) ||
        (!app.store && !serve_store(cli, store)) || !read_log(cli, &log))
        return CLI_BAD;
    app.store = app.store ? app.store : store;
    app.workers = (int)workers;
    config.log = &log;
    int code = serve(cli, &config, &app);
    log_close(&log);
    return code;
}

#else

static int run(struct cli *cli)
{
    return cli_fail(cli, TXT("serve.bad.without"), NULL);
}

#endif

static const struct cli_opt options[] = {
    { "listen", 'l', "ADDRESS:PORT", TXT("serve.opt.listen"), CLI_OPT_MANY },
    { "store", 0, "sqlite:FILE", TXT("serve.opt.store"), 0 },
    { "backup", 0, "FILE", TXT("serve.opt.backup"), 0 },
    { "house", 0, "FILE", TXT("serve.opt.house"), 0 },
    { "host", 0, "NAME", TXT("serve.opt.host"), CLI_OPT_MANY },
    { "origin", 0, "URL", TXT("serve.opt.origin"), CLI_OPT_MANY },
    { "proxy", 0, NULL, TXT("serve.opt.proxy"), 0 },
    { "reuse-port", 0, NULL, TXT("serve.opt.reuse_port"), 0 },
    { "metrics-open", 0, NULL, TXT("serve.opt.metrics_open"), 0 },
    { "workers", 0, "N", TXT("serve.opt.workers"), 0 },
    { "limit", 0, "NAME=VALUE", TXT("serve.opt.limit"), CLI_OPT_MANY },
    { "limits", 0, NULL, TXT("serve.opt.limits"), 0 },
    { "log", 0, "FILE", TXT("serve.opt.log"), 0 },
    { "log-level", 0, "LEVEL", TXT("serve.opt.log_level"), 0 },
    { "log-peers", 0, NULL, TXT("serve.opt.log_peers"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("serve.more_http"), TXT("serve.more_stop"), NULL };

const struct cli_command cli_serve = { "serve", "", TXT("serve.sum"), options, 0, 0, run, more };
