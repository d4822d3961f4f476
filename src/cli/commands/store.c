/* store.c - veillee store: the games of a server that does not run, looked after. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#if defined(VL_HAVE_SERVER) && VL_HAVE_SERVER

#include "server/rooms/room.h"
#include "server/store/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

static int fail_store(struct cli *cli, const char *store, const struct vl_error *err)
{
    if (err->status == VL_REFUSED)
        return cli_fail(cli, TXT("store.bad.taken"), "store", store, NULL);
    return cli_fail(cli, TXT("serve.bad.store"), "store", store, "why", err->what, NULL);
}

static void on_aside(void *ctx, const char *game, const char *what)
{
    cli_say(ctx, TXT("store.aside"), "room", game, "what", what, NULL);
}

static int open_store(struct cli *cli, struct store **out, const char *path, bool salvage)
{
    struct store_options o = {
        .must_exist = true, .salvage = salvage, .aside = on_aside, .aside_ctx = cli
    };
    struct vl_error err = { 0 };

    o.check_bytes_max = 1; /* check() and salvage() read everything themselves, and say more */
    return store_open(out, path, &o, &err) == VL_OK ? CLI_OK : fail_store(cli, path, &err);
}

static bool count(void *ctx, const struct store_game *g)
{
    (void)g;
    ++*(int *)ctx;
    return true;
}

static int say_sound(struct cli *cli, struct store *st, const char *path, const char *id)
{
    static const struct store_filter all = { 0 };
    struct vl_error err = { 0 };
    char n[16];
    int games = 0;

    if (st->api->check(st, &err) != VL_OK || st->api->list(st, &all, count, &games, &err) != VL_OK)
        return fail_store(cli, path, &err);
    snprintf(n, sizeof n, "%d", games);
    cli_say(cli, id, "store", path, "n", n, NULL);
    return CLI_OK;
}

static int check(struct cli *cli, const char *path)
{
    struct store *st = NULL;
    int code = open_store(cli, &st, path, false);

    if (code == CLI_OK)
        code = say_sound(cli, st, path, TXT("store.sound"));
    if (st)
        st->api->close(st);
    return code;
}

/* Of what is named or made here nothing is replaced unasked (--force). */
static int refuse_to_replace(struct cli *cli, const char *path)
{
    return cli_may_write(cli, path) ? CLI_OK : CLI_BAD;
}

/* And a store that somebody has open stays where it is, whatever was asked. */
static int refuse_if_open(struct cli *cli, const char *path)
{
    struct store_options o = { .must_exist = true, .check_bytes_max = 1 };
    struct store *st = NULL;
    struct vl_error err = { 0 };
    int status = store_open(&st, path, &o, &err);

    if (status == VL_OK)
        st->api->close(st);
    /* damaged, no store at all or not there: all the same */
    return status == VL_REFUSED ? fail_store(cli, path, &err) : CLI_OK;
}

/* A copy that is whole and sound, or none. */
static int copy(struct cli *cli, const char *from, const char *to)
{
    struct store *st = NULL;
    struct vl_error err = { 0 };
    int code = open_store(cli, &st, from, false);

    if (code == CLI_OK && st->api->check(st, &err) != VL_OK)
        code = fail_store(cli, from, &err);
    if (code == CLI_OK && store_backup(st, to, &err) != VL_OK)
        code = fail_store(cli, to, &err);
    if (st)
        st->api->close(st);
    return code == CLI_OK ? check(cli, to) : code;
}

/* Takes the file out of the way, with its log: nothing is thrown away. */
static int put_away(struct cli *cli, const char *path)
{
    static const char *const ends[] = { "-wal", "" }; /* never a log without its file's */
    char from[PATH_BYTES], to[PATH_BYTES];

    for (int i = 0; i < VL_LEN(ends); i++) {
        snprintf(from, sizeof from, "%s%s", path, ends[i]);
        snprintf(to, sizeof to, "%s.before%s", path, ends[i]);
        if (rename(from, to) != 0 && errno != ENOENT)
            return cli_fail(cli, TXT("serve.bad.store"), "store", from, "why", strerror(errno),
                            NULL);
    }
    return CLI_OK;
}

static int backup(struct cli *cli, const char *from, const char *to)
{
    int code = refuse_to_replace(cli, to);

    if (code == CLI_OK)
        code = refuse_if_open(cli, to);
    return code == CLI_OK ? copy(cli, from, to) : code;
}

static int restore(struct cli *cli, const char *from, const char *to)
{
    char fresh[PATH_BYTES], before[PATH_BYTES];

    if (snprintf(fresh, sizeof fresh, "%s.restored", to) >= (int)sizeof fresh - 16)
        return cli_fail(cli, TXT("serve.bad.store"), "store", to, "why", strerror(ENAMETOOLONG),
                        NULL);
    snprintf(before, sizeof before, "%s.before", to);
    int code = refuse_if_open(cli, to);
    if (code == CLI_OK)
        code = refuse_to_replace(cli, before);
    if (code == CLI_OK)
        code = copy(cli, from, fresh);
    if (code == CLI_OK)
        code = put_away(cli, to);
    if (code == CLI_OK && rename(fresh, to) != 0)
        code = cli_fail(cli, TXT("serve.bad.store"), "store", to, "why", strerror(errno), NULL);
    if (code == CLI_OK)
        cli_say(cli, TXT("store.restored"), "store", to, NULL);
    return code;
}

static int salvage(struct cli *cli, const char *from, const char *to)
{
    struct store *st = NULL, *fresh = NULL;
    struct vl_error err = { 0 };
    int code = refuse_to_replace(cli, to);

    if (code == CLI_OK)
        code = open_store(cli, &st, from, true);
    if (code == CLI_OK)
        code = refuse_if_open(cli, to); /* by us, too: nothing is salvaged into itself */
    if (code == CLI_OK)
        code = put_away(cli, to);
    if (code == CLI_OK && store_open(&fresh, to, NULL, &err) != VL_OK)
        code = fail_store(cli, to, &err);
    if (code == CLI_OK && store_salvage(st, fresh, rooms_line_goes_on, &err) != VL_OK)
        code = fail_store(cli, to, &err);
    if (code == CLI_OK)
        code = say_sound(cli, fresh, to, TXT("store.salvaged"));
    if (fresh)
        fresh->api->close(fresh);
    if (st)
        st->api->close(st);
    return code;
}

static int run(struct cli *cli)
{
    static const struct {
        const char *word;
        int args;
        int (*two)(struct cli *cli, const char *from, const char *to);
    } verbs[] = { { "check", 2, NULL },
                  { "backup", 3, backup },
                  { "restore", 3, restore },
                  { "salvage", 3, salvage } };

    for (int i = 0; i < VL_LEN(verbs); i++) {
        if (strcmp(cli->arg[0], verbs[i].word) != 0)
            continue;
        if (cli->args_len != verbs[i].args)
            return cli_fail(cli, TXT("store.bad.files"), "verb", verbs[i].word, NULL);
        return verbs[i].two ? verbs[i].two(cli, cli->arg[1], cli->arg[2]) : check(cli, cli->arg[1]);
    }
    return cli_fail(cli, TXT("store.bad.verb"), "verb", cli->arg[0], NULL);
}

#else

static int run(struct cli *cli)
{
    return cli_fail(cli, TXT("serve.bad.without"), NULL);
}

#endif

static const struct cli_opt options[] = {
    { "force", 0, NULL, TXT("cli.opt.force"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("store.more"), NULL };

const struct cli_command cli_stores = {
    "store", "check|backup|restore|salvage FILE [FILE]", TXT("store.sum"), options, 2, 3, run, more
};
