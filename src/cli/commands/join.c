/* join.c - veillee join: a table on a server, at the terminal. */
#define _POSIX_C_SOURCE 200809L
#include "cli/play/net.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LINK_BYTES = 1024 };

/* The first line; byte by byte, for what comes after it is somebody else's to read. */
static bool read_line(int fd, char *out, size_t cap)
{
    size_t n = 0;
    char c = '\0';

    while (n + 1 < cap && read(fd, &c, 1) == 1 && c != '\n')
        out[n++] = c;
    while (n > 0 && strchr(" \t\r", out[n - 1]))
        n--;
    out[n] = '\0';
    return n > 0;
}

/* A link is a key: on the command line others could read it, and the shell keeps it. */
static int find_link(struct cli *cli, char out[LINK_BYTES])
{
    const char *given = cli->args_len > 0 ? cli->arg[0] : "-", *file = cli_value(cli, "link");

    if (file && cli->args_len > 0)
        return cli_fail(cli, TXT("join.two_links"), NULL);
    if (!file && strcmp(given, "-") != 0) {
        snprintf(out, LINK_BYTES, "%s", given);
        return CLI_OK;
    }
    int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (fd < 0)
        return cli_fail(cli, TXT("join.no_link_file"), "file", file, "why", strerror(errno), NULL);
    if (!file && isatty(fd)) {
        cli_say(cli, TXT("join.ask_link"), NULL);
        cli_flush(cli);
    }
    bool ok = read_line(fd, out, LINK_BYTES);
    if (file)
        close(fd);
    return ok ? CLI_OK : cli_fail(cli, TXT("join.empty_link"), NULL);
}

static int run(struct cli *cli)
{
    char link[LINK_BYTES];
    struct net_url url;
    struct vl_error err = { 0 };
    int code = find_link(cli, link);

    if (code != CLI_OK)
        return code;
    if (net_url_parse(&url, link, &err) != VL_OK)
        return cli_fail(cli, TXT("join.bad_link"), "link", link, "why", err.what, NULL);
    if (!url.room[0])
        return cli_fail(cli, TXT("join.no_room"), "link", link, NULL);
    return play_at_server(cli, &url);
}

static const struct cli_opt options[] = {
    { "name", 0, "NAME", TXT("cli.opt.join_name"), 0 },
    { "claim", 0, NULL, TXT("cli.opt.claim"), 0 },
    { "link", 0, "FILE", TXT("cli.opt.link"), 0 },
    { "plain", 0, NULL, TXT("cli.opt.plain"), 0 },
    { "board", 0, NULL, TXT("cli.opt.board"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("join.more_link"), TXT("join.more_secret"),
                                    TXT("join.more_codes"), NULL };

const struct cli_command cli_join = {
    "join", "[URL]", TXT("cli.sum.join"), options, 0, 1, run, more
};
