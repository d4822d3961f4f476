/* hands_server.c - the real server with the test game of hidden hands on offer.
 *
 *     hands-server --listen ADDR:PORT --store FILE [--log FILE] [--log-level L] [--limit N=V]...
 *
 * Everything but the list of games is the program's own; one of its games is there too. */
#include "hands_view.h"

#include "base/check.h"
#include "registry.h"
#include "server/app.h"
#include "server/rooms/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "hands-server: check failed: %s (%s:%d)\n", what, file, line);
    abort();
}

static int fail(const struct vl_error *err)
{
    fprintf(stderr, "hands-server: %s: %s\n", err->where, err->what);
    return 2;
}

static int run(struct server_config *config, struct app_config *app_config)
{
    struct vl_error err = { 0 };
    struct server *s;
    struct app *app;

    if (server_open(&s, config, &err) != VL_OK)
        return fail(&err);
    if (app_open(&app, s, app_config, &err) != VL_OK) {
        server_close(s);
        return fail(&err);
    }
    int st = server_run(s, app_calls(app));
    app_close(app);
    server_close(s);
    return st == VL_OK ? 0 : 2;
}

int main(int argc, char **argv)
{
    const struct vl_game *games[] = { hands_with_view(), vl_game_at(0) };
    struct rooms_setup rooms = { .games = games, .games_len = VL_LEN(games), .rules = hands_rules };
    struct app_config app = { .version = "test", .rooms = &rooms };
    struct server_config config = { 0 };
    const char *log_path = NULL;
    int level = LOG_INFO;
    struct vl_error err = { 0 };
    struct log log;

    config.limits = server_limits_default();
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *v = argv[i + 1];
        if (strcmp(argv[i], "--listen") == 0 && config.listen_len < SERVER_LISTEN_MAX)
            config.listen[config.listen_len++] = v;
        else if (strcmp(argv[i], "--store") == 0)
            app.store = v;
        else if (strcmp(argv[i], "--log") == 0)
            log_path = v;
        else if (strcmp(argv[i], "--log-level") == 0)
            level = log_level_find(v);
        else if (strcmp(argv[i], "--limit") == 0 && server_limits_set(&config.limits, v, &err))
            return fail(&err);
    }
    if (!app.store || log_open(&log, log_path, level, false, &err) != VL_OK)
        return 2;
    config.log = &log;
    int code = run(&config, &app);
    log_close(&log);
    return code;
}
