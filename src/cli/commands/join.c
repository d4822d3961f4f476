/* join.c - veillee join: a table on a server, at the terminal. */
#include "cli/play/net.h"

static int run(struct cli *cli)
{
    struct net_url url;
    struct vl_error err = { 0 };

    if (net_url_parse(&url, cli->arg[0], &err) != VL_OK)
        return cli_fail(cli, TXT("join.bad_link"), "link", cli->arg[0], "why", err.what, NULL);
    if (!url.room[0])
        return cli_fail(cli, TXT("join.no_room"), "link", cli->arg[0], NULL);
    return play_at_server(cli, &url);
}

static const struct cli_opt options[] = {
    { "name", 0, "NAME", TXT("cli.opt.join_name"), 0 },
    { "claim", 0, NULL, TXT("cli.opt.claim"), 0 },
    { "plain", 0, NULL, TXT("cli.opt.plain"), 0 },
    { "board", 0, NULL, TXT("cli.opt.board"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("join.more_link"), TXT("join.more_codes"), NULL };

const struct cli_command cli_join = {
    "join", "URL", TXT("cli.sum.join"), options, 1, 1, run, more
};
