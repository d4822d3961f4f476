/* main.c - a table of subcommands. */
#include "cli/cli.h"

#include "text/rules.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef VEILLEE_VERSION
#define VEILLEE_VERSION "0.1.0"
#endif

static const struct cli_command *const commands[] = {
    &cli_games,   &cli_play,   &cli_replay, &cli_sim,       &cli_scenario,
    &cli_content, &cli_rules,  &cli_engine, &cli_bench,     &cli_serve,
    &cli_join,    &cli_tables, &cli_stores, &cli_campaigns, NULL,
};

/* Our own bug: one line, and no guess at what it was. */
_Noreturn void vl_fail(const char *what, const char *file, int line)
{
    fflush(stdout);
    fprintf(stderr, "veillee: internal check failed: %s (%s:%d)\n", what, file, line);
    abort();
}

int main(int argc, char **argv)
{
    static struct cli cli; /* large, and zero without being written */
    int code = cli_read(&cli, commands, &cli_home, argc, argv);

    if (code != CLI_OK)
        return code;
    cli_signals();
    if (cli_has(&cli, "help")) {
        cli_help(&cli, commands, cli.command);
        return cli_done(&cli, CLI_OK);
    }
    if (cli_has(&cli, "version")) {
        cli_printf(&cli, "veillee %s\n", VEILLEE_VERSION);
        return cli_done(&cli, CLI_OK);
    }
    if (!cli.command)
        cli.command = cli.home;
    return cli_done(&cli, cli.command->run(&cli));
}
