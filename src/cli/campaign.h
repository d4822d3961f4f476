/* campaign.h - a campaign (match/campaign.h) at the terminal: `play --campaign` shows it
 * before and after its games, `veillee campaign` at any time. */
#ifndef VL_CLI_CAMPAIGN_H
#define VL_CLI_CAMPAIGN_H

#include "cli/cli.h"
#include "match/campaign.h"

/* A campaign and where it is kept. */
struct cli_campaign {
    char path[VL_PATH_MAX];
    struct vl_campaign c;
};

/* Reads the file (NULL or "": this user's own), counts the games that have ended since and
 * keeps that: CLI_OK, or reported. A game without a saga has none: reported too. */
int cli_campaign_open(struct cli *cli, struct cli_campaign *it, const struct vl_game *g,
                      const char *path);
/* Writes it; reported, if that fails. */
int cli_campaign_save(struct cli *cli, const struct cli_campaign *it);
/* The table: what has been won, and what it brings. */
void cli_campaign_show(struct cli *cli, const struct cli_campaign *it);
/* What the last game of it brought, in a sentence. */
void cli_campaign_last(struct cli *cli, const struct cli_campaign *it);

#endif
