/* engine.c - veillee engine: the rules for other programs, line by line. */
#include "cli/cli.h"

#include "cli/engine/engine.h"

#include <stdlib.h>

static bool read_setup(struct cli *cli, const struct vl_game *g, struct engine_setup *setup)
{
    const char *bot = cli_value(cli, "bot");
    struct vl_error err;

    if (!cli_seed(cli, g, &setup->seed))
        return false;
    if (vl_bot_parse(&setup->bot, bot ? bot : "greedy", &err) == VL_OK)
        return true;
    cli_fail_error(cli, NULL, "--bot", &err);
    return false;
}

static int run(struct cli *cli)
{
    struct engine_setup setup = {
        .in = stdin, .out = cli->out, .lang = cli->lang, .seed = 1, .stop = &cli_stop
    };
    const struct vl_game *g = cli_game(cli, cli->arg[0]);
    struct cli_table table;
    struct vl_error err;
    const char *set;

    if (!g || !read_setup(cli, g, &setup) ||
        !cli_table_open(cli, &table, g, cli_value(cli, "content")))
        return CLI_BAD;
    int code = CLI_OK;
    for (int i = 0; code == CLI_OK && (set = cli_next(cli, "set", &i));)
        code = cli_table_set(cli, &table, set) ? CLI_OK : CLI_BAD;
    setup.rules = table.rules;
    if (code == CLI_OK && engine_run(&setup, &err) != VL_OK) /* of the output cli_done() speaks */
        code = ferror(cli->out) ? CLI_BAD : cli_fail_error(cli, &table.rules, NULL, &err);
    cli_table_close(&table);
    return code == CLI_OK && cli_stop ? CLI_STOPPED + cli_stop : code;
}

static const struct cli_opt options[] = {
    { "bot", 'b', "BOT", TXT("engine.opt.bot"), 0 },
    { "set", 's', "NAME=VALUE", TXT("cli.opt.set"), CLI_OPT_MANY },
    { "seed", 0, "N", TXT("sim.opt.seed"), 0 },
    { "content", 0, "FILE", TXT("cli.opt.content"), 0 },
    { 0 },
};

const struct cli_command cli_engine = { "engine", "GAME", TXT("engine.sum"), options, 1, 1,
                                        run,      NULL };
