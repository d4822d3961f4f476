/* campaign.c - veillee campaign: what a group has won so far, and a game counted that was
 * played elsewhere. */
#include "cli/campaign.h"

#include <stdlib.h>
#include <string.h>

static int add_record(struct cli *cli, struct cli_campaign *it, const char *path)
{
    struct vl_error err = { 0 };
    struct vl_match *m = NULL;
    int st = vl_record_load(&m, path, NULL, &err);

    if (st == VL_OK)
        st = vl_campaign_add(&it->c, m, &err);
    vl_match_close(m);
    if (st != VL_OK)
        return cli_fail_error(cli, NULL, path, &err);
    if (!cli->json)
        cli_campaign_last(cli, it);
    return CLI_OK;
}

static int print_json(struct cli *cli, const struct cli_campaign *it)
{
    char *memory = malloc(VL_CAMPAIGN_SIZE_MAX);
    int code;

    if (!memory)
        return cli_fail(cli, TXT("cli.bad.memory"), NULL);
    struct vl_json w = vl_json_on(memory, VL_CAMPAIGN_SIZE_MAX);
    vl_campaign_write(&it->c, &w);
    code = cli_print_json(cli, &w);
    free(memory);
    return code;
}

static int run(struct cli *cli)
{
    const struct vl_game *g = cli_game(cli, cli->arg[0]);
    struct cli_campaign *it = calloc(1, sizeof *it);
    const char *path;
    int code = g ? CLI_OK : CLI_BAD, added = 0;

    if (g && !it)
        code = cli_fail(cli, TXT("cli.bad.memory"), NULL);
    if (code == CLI_OK)
        code = cli_campaign_open(cli, it, g, cli->args_len > 1 ? cli->arg[1] : NULL);
    for (int i = 0; code == CLI_OK && (path = cli_next(cli, "add", &i)) != NULL; added++)
        code = add_record(cli, it, path);
    if (code == CLI_OK && added)
        code = cli_campaign_save(cli, it);
    if (code == CLI_OK && cli->json)
        code = print_json(cli, it);
    else if (code == CLI_OK)
        cli_campaign_show(cli, it);
    free(it);
    return code;
}

static const struct cli_opt options[] = {
    { "add", 0, "FILE", TXT("cli.opt.campaign_add"), CLI_OPT_MANY },
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("cli.campaign.more"), NULL };

const struct cli_command cli_campaigns = {
    "campaign", "GAME [FILE]", TXT("cli.sum.campaign"), options, 1, 2, run, more
};
