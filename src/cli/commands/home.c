/* home.c - plain veillee: the page, served on this machine for whoever sits at
 * it. A program without the server plays in the terminal instead. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#if defined(VL_HAVE_SERVER) && VL_HAVE_SERVER

#include "cli/commands/serve.h"
#include "server/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PORT = 7777,
    PORT_MOST = 65535,
    PORTS_TRIED = 50, /* the one asked for, and those after it */
    ADDRESS_MAX = 256,
    COMMAND_MAX = 512, /* bytes of one command of $BROWSER */
    WORDS_MAX = 16,    /* and its words */
    LOG_BYTES = 1 << 20
};

extern char **environ;

/* ---- the browser ---- */

static bool is_set(const char *variable)
{
    const char *v = getenv(variable);

    return v && v[0];
}

static bool is_wsl(void)
{
    return is_set("WSL_DISTRO_NAME") || is_set("WSL_INTEROP");
}

/* Nobody wants a text browser to take over the terminal. */
static bool has_screen(void)
{
#if defined(__APPLE__)
    return true;
#else
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_wsl();
#endif
}

/* Starts a program on its own: it keeps nothing of ours open, Ctrl-C is not for
 * it, and nobody waits for its end. False: there is no such program. */
static bool start_program(char **words)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t plain;
    pid_t pid;

    signal(SIGCHLD, SIG_IGN); /* it is nobody's when it ends */
    sigemptyset(&plain);
    sigaddset(&plain, SIGCHLD);
    sigaddset(&plain, SIGPIPE);
    sigaddset(&plain, SIGXFSZ);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setsigdefault(&attr, &plain);
    posix_spawnattr_setpgroup(&attr, 0);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int st = posix_spawnp(&pid, words[0], &files, &attr, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    return st == 0;
}

/* A command as $BROWSER has it: the address takes the place of %s, or stands at
 * the end. */
static bool try_browser(const char *command, size_t len, char *url)
{
    char text[COMMAND_MAX], *words[WORDS_MAX + 2], *rest;
    bool has_place = false;
    int n = 0;

    if (len >= sizeof text)
        return false;
    memcpy(text, command, len);
    text[len] = '\0';
    for (char *w = strtok_r(text, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        if (n == WORDS_MAX)
            return false;
        has_place |= strcmp(w, "%s") == 0;
        words[n++] = strcmp(w, "%s") == 0 ? url : w;
    }
    if (n == 0)
        return false;
    if (!has_place)
        words[n++] = url;
    words[n] = NULL;
    return start_program(words);
}

/* The first that can be started: those of $BROWSER, then the system's own. */
static void open_page(char *url)
{
    static const char *const system[] = {
#if defined(__APPLE__)
        "open",
#endif
        "wslview",
        "xdg-open",
        "explorer.exe"
    };
    const char *list = getenv("BROWSER");

    if (!has_screen())
        return;
    for (; list && *list; list += strspn(list, ":")) {
        size_t len = strcspn(list, ":");
        if (try_browser(list, len, url))
            return;
        list += len;
    }
    for (int i = 0; i < VL_LEN(system); i++)
        if (try_browser(system[i], strlen(system[i]), url))
            return;
}

/* ---- a server that runs already ---- */

/* "HOST:PORT" as listen_name() writes it; one that listens everywhere is reached
 * on this machine. */
static bool split(const char *address, char host[ADDRESS_MAX], const char **port)
{
    const char *colon = strrchr(address, ':');
    size_t len = colon ? (size_t)(colon - address) : 0;

    if (len == 0 || len >= ADDRESS_MAX)
        return false;
    *port = colon + 1;
    snprintf(host, ADDRESS_MAX, "%.*s", (int)len, address);
    if (strcmp(host, "0.0.0.0") == 0)
        snprintf(host, ADDRESS_MAX, "127.0.0.1");
    else if (strcmp(host, "[::]") == 0)
        snprintf(host, ADDRESS_MAX, "[::1]");
    return true;
}

static bool answers(const char *host, const char *port)
{
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                              .ai_socktype = SOCK_STREAM };
    struct addrinfo *ai = NULL;
    char bare[ADDRESS_MAX];

    snprintf(bare, sizeof bare, "%s", host + (host[0] == '['));
    bare[strcspn(bare, "]")] = '\0';
    if (getaddrinfo(bare, port, &hints, &ai) != 0)
        return false;
    int fd = socket(ai->ai_family, SOCK_STREAM, 0);
    bool ok = fd >= 0 && connect(fd, ai->ai_addr, ai->ai_addrlen) == 0;
    if (fd >= 0)
        close(fd);
    freeaddrinfo(ai);
    return ok;
}

/* The page of the server that has the store. */
static bool find_running(const char *store, char *url, size_t cap)
{
    char note[ADDRESS_MAX], host[ADDRESS_MAX];
    const char *port;

    return store_note(store, note, sizeof note) && split(note, host, &port) &&
           answers(host, port) && snprintf(url, cap, "http://%s:%s/", host, port) < (int)cap;
}

/* ---- serving ---- */

/* Listens on the port, or on the next one that is free. */
static int listen_near(struct server **out, const struct server_config *config, int port,
                       struct vl_error *err)
{
    struct server_config near = *config;
    int st = VL_DUPLICATE, last = port + PORTS_TRIED - 1;

    near.listen_len = 1;
    for (; st == VL_DUPLICATE && port <= last && port <= PORT_MOST; port++) {
        char address[32];

        snprintf(address, sizeof address, "127.0.0.1:%d", port);
        near.listen[0] = address;
        st = server_open(out, &near, err);
    }
    return st;
}

static void greet(struct cli *cli, const char *id, char *url)
{
    cli_say(cli, id, "url", url, NULL);
    cli_flush(cli);
    if (!cli_has(cli, "no-browser"))
        open_page(url);
}

static int host(struct cli *cli, struct server *s, const char *store)
{
    struct app_config config = { .store = store, .version = VEILLEE_VERSION };
    struct vl_error err = { 0 };
    char url[2 * ADDRESS_MAX];
    struct app *app;
    int st = app_open(&app, s, &config, &err);

    if (st != VL_OK) {
        server_close(s);
        if (st != VL_REFUSED || !find_running(store, url, sizeof url))
            return serve_fail_store(cli, store, &err);
        greet(cli, TXT("home.already"), url);
        return CLI_OK;
    }
    snprintf(url, sizeof url, "http://%s/", server_address(s, 0));
    greet(cli, TXT("home.at"), url);
    st = server_run(s, app_calls(app));
    app_close(app);
    server_close(s);
    return st == VL_OK ? CLI_OK : cli_fail(cli, TXT("serve.bad.start"), NULL);
}

/* Nobody rotates the log of a program for one person: it begins anew when it has
 * grown, and the last one is kept beside it. */
static void shorten_log(const char *path)
{
    char old[SERVE_PATH_MAX + 8];
    struct stat info;

    snprintf(old, sizeof old, "%s.old", path);
    if (stat(path, &info) == 0 && info.st_size > LOG_BYTES && rename(path, old) != 0)
        errno = 0; /* it grows on */
}

static int run(struct cli *cli)
{
    struct server_config config = { .limits = server_limits_default(), .is_attached = true };
    char store[SERVE_PATH_MAX], path[SERVE_PATH_MAX];
    struct vl_error err = { 0 };
    int64_t port = PORT;
    struct server *s;
    struct log log;

    if (!cli_number(cli, "port", 1, PORT_MOST, &port) || !serve_store(cli, store) ||
        !serve_log(cli, path))
        return CLI_BAD;
    shorten_log(path);
    if (log_open(&log, path, LOG_INFO, false, &err) != VL_OK)
        return cli_fail(cli, TXT("serve.bad.log"), "file", err.where, "why", err.what, NULL);
    config.log = &log;
    int code = listen_near(&s, &config, (int)port, &err) == VL_OK ? host(cli, s, store)
                                                                  : serve_fail_listen(cli, &err);
    log_close(&log);
    return code;
}

static const char *const more[] = { TXT("cli.help.more"), TXT("home.start"), NULL };

#else

/* The words of the game in the terminal; its own options have their defaults. */
static int run(struct cli *cli)
{
    return cli_play.run(cli);
}

static const char *const more[] = { TXT("cli.help.more"), TXT("cli.help.start"), NULL };

#endif

static const struct cli_opt options[] = {
    { "port", 0, "N", TXT("home.opt.port"), 0 },
    { "no-browser", 0, NULL, TXT("home.opt.no_browser"), 0 },
    { 0 },
};

const struct cli_command cli_home = { "", "", TXT("cli.help.about"), options, 0, 0, run, more };
