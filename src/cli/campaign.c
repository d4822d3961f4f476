#include "cli/campaign.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMN = 14, COUNT_COLUMN = 22, INDENT = 24 };

int cli_campaign_save(struct cli *cli, const struct cli_campaign *it)
{
    struct vl_error err = { 0 };

    if (vl_campaign_save(&it->c, it->path, &err) == VL_OK)
        return CLI_OK;
    return cli_fail_error(cli, NULL, it->path, &err);
}

/* What ended while no program was there to count it. */
static int catch_up(struct cli *cli, struct cli_campaign *it)
{
    struct vl_store store;
    bool changed = false;
    char number[16];
    int n;

    if (it->c.playing_len == 0 || vl_store_open(&store, NULL, NULL) != VL_OK)
        return CLI_OK;
    n = vl_campaign_catch_up(&it->c, &store, &changed);
    snprintf(number, sizeof number, "%d", n);
    if (n > 0 && !cli->json)
        cli_say(cli, TXT("cli.campaign.caught_up"), "n", number, NULL);
    return changed ? cli_campaign_save(cli, it) : CLI_OK;
}

int cli_campaign_open(struct cli *cli, struct cli_campaign *it, const struct vl_game *g,
                      const char *path)
{
    struct vl_error err = { 0 };

    if (!g->saga)
        return cli_fail(cli, TXT("cli.bad.no_campaign"), "game", g->id, NULL);
    if (path && path[0])
        snprintf(it->path, sizeof it->path, "%s", path);
    else if (vl_campaign_path(g, it->path, &err) != VL_OK)
        return cli_fail_error(cli, NULL, NULL, &err);
    if (vl_campaign_load(&it->c, g, it->path, &err) != VL_OK)
        return cli_fail_error(cli, NULL, it->path, &err);
    return catch_up(cli, it);
}

/* ---- the table ---- */

static void thing_of(const struct cli *cli, const struct vl_game *g, int k, char *out, size_t cap)
{
    const struct vl_family *f = &g->families[g->saga->family - VL_FAM_GAME];
    struct vl_buf b = vl_buf_on(out, cap);

    vl_text_label(&b, cli->lang, g, f->name, vl_campaign_key(g, k));
}

/* "  Pépère      ###..  2 random gems for each" */
static void show_row(struct cli *cli, const struct vl_campaign *c, int k)
{
    const struct vl_game *g = c->game;
    char name[128], brings[VL_TEXT_MAX], marks[64] = "", fitted[160], lead[256];
    struct vl_buf b = vl_buf_on(brings, sizeof brings), n = vl_buf_on(fitted, sizeof fitted);
    struct vl_buf m = vl_buf_on(marks, sizeof marks);

    thing_of(cli, g, k, name, sizeof name);
    vl_text_label(&b, cli->lang, g, "brings", vl_campaign_key(g, k));
    cli_fit(cli, &n, name, NAME_COLUMN - 2, true);
    for (int i = 0; i < vl_campaign_most(g); i++)
        vl_put(&m, i < c->counts[k] ? "x" : cli->utf8 ? "·" : ".");
    snprintf(lead, sizeof lead, "  %s%.140s%s %d/%d %s  ",
             c->counts[k] ? cli_style(cli, CLI_BOLD) : "", fitted,
             c->counts[k] ? cli_style(cli, CLI_NORMAL) : "", c->counts[k], vl_campaign_most(g),
             marks);
    cli_wrap(cli, lead, INDENT + 4, brings);
}

void cli_campaign_show(struct cli *cli, const struct cli_campaign *it)
{
    const struct vl_game *g = it->c.game;
    char games[16], playing[16], thing[128], name[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    vl_text_game(&b, cli->lang, g);
    snprintf(games, sizeof games, "%d", it->c.games_len);
    snprintf(playing, sizeof playing, "%d", it->c.playing_len);
    cli_say(cli, TXT("cli.campaign.title"), "game", name, "n", games, NULL);
    for (int k = 0; k < vl_campaign_len(g); k++)
        show_row(cli, &it->c, k);
    if (it->c.playing_len)
        cli_say(cli, TXT("cli.campaign.playing"), "n", playing, NULL);
    thing_of(cli, g, g->saga->crown, thing, sizeof thing);
    if (vl_campaign_is_won(&it->c)) {
        const char *pairs[] = { "thing", thing, NULL };
        char id[96], text[VL_TEXT_MAX];
        struct vl_buf t = vl_buf_on(text, sizeof text);
        snprintf(id, sizeof id, "%.32s.campaign.won", g->prefix);
        vl_text_str(&t, cli->lang, id, pairs);
        cli_wrap(cli, "", 0, text);
    }
}

void cli_campaign_last(struct cli *cli, const struct cli_campaign *it)
{
    const struct vl_game *g = it->c.game;
    int earned = it->c.games_len ? it->c.games[it->c.games_len - 1].earned : -1;
    char id[96], thing[128] = "", text[VL_TEXT_MAX];
    const char *pairs[] = { "thing", thing, NULL };
    struct vl_buf t = vl_buf_on(text, sizeof text);

    if (earned >= 0)
        thing_of(cli, g, earned, thing, sizeof thing);
    snprintf(id, sizeof id, "%.32s.campaign.%s", g->prefix, earned >= 0 ? "earned" : "nothing");
    vl_text_str(&t, cli->lang, id, pairs);
    cli_wrap(cli, "", 0, text);
}
