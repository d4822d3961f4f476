/* games.c - veillee games: what can be played, and with which options. */
#include "cli/cli.h"

#include "registry.h"
#include "text/describe.h"
#include "text/rules.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 1024, NAME_COLUMN = 19 };

/* ---- options ---- */

/* The word that --set takes for a value. */
static void put_value(struct vl_buf *out, const struct vl_rules *r, const struct vl_option *o,
                      int value)
{
    const char *key = NULL;

    if (value == VL_UNSET && o->unset)
        key = o->unset;
    else if (o->type == VL_OPT_KEY)
        key = o->keys[value];
    else if (o->type == VL_OPT_FAMILY)
        key = vl_key(r, o->family, value);
    if (key)
        vl_put(out, key);
    else
        vl_put_int(out, value);
}

/* How many values stand one by one; 0: they are a range of numbers. */
static int values_len(const struct vl_rules *r, const struct vl_option *o)
{
    int n = 0;

    if (o->type == VL_OPT_FAMILY && vl_family_keyed(r, o->family))
        return vl_family_count(r, o->family);
    for (; o->type == VL_OPT_KEY && o->keys[n]; n++)
        ;
    return n;
}

static void put_values(struct vl_buf *out, const struct vl_rules *r, const struct vl_option *o)
{
    int n = values_len(r, o);

    for (int i = 0; i < n; i++) {
        vl_put(out, i ? " | " : "");
        put_value(out, r, o, i);
    }
    if (!n) {
        vl_put_int(out, o->lo);
        vl_put(out, "..");
        vl_put_int(out, o->hi);
    }
    if (o->unset) {
        vl_put(out, " | ");
        vl_put(out, o->unset);
    }
}

static void print_option(struct cli *cli, const struct vl_rules *r, int index)
{
    const struct vl_option *o = &r->game->options[index];
    char name[64], values[VALUES_MAX], def[64], line[VALUES_MAX + 128], help[VL_TEXT_MAX];
    struct vl_buf v = vl_buf_on(values, sizeof values), d = vl_buf_on(def, sizeof def);
    struct vl_buf h = vl_buf_on(help, sizeof help);

    if (o->count > 1)
        snprintf(name, sizeof name, "  %s.0-%d", o->name, o->count - 1);
    else
        snprintf(name, sizeof name, "  %s", o->name);
    put_values(&v, r, o);
    put_value(&d, r, o, o->def);
    cli_word(cli, line, sizeof line, TXT("cli.games.values"), "values", values, "default", def,
             NULL);
    if (cli_width(name) < NAME_COLUMN) {
        char lead[64];
        snprintf(lead, sizeof lead, "%-*s", NAME_COLUMN, name);
        cli_wrap(cli, lead, NAME_COLUMN, line);
    } else {
        cli_printf(cli, "%s\n", name);
        cli_wrap(cli, "                   ", NAME_COLUMN, line);
    }
    vl_text_option_help(&h, cli->lang, r->game, index);
    cli_wrap(cli, "                   ", NAME_COLUMN, help);
}

/* ---- as text ---- */

static void print_short(struct cli *cli, const struct vl_game *g)
{
    char name[VL_TEXT_MAX], blurb[VL_TEXT_MAX], lead[VL_TEXT_MAX];
    struct vl_buf n = vl_buf_on(name, sizeof name), b = vl_buf_on(blurb, sizeof blurb);

    vl_text_game(&n, cli->lang, g);
    vl_text_blurb(&b, cli->lang, g);
    snprintf(lead, sizeof lead, "%s%s%s%*s", cli_style(cli, CLI_BOLD), g->id,
             cli_style(cli, CLI_NORMAL), 14 - cli_width(g->id), "");
    cli_wrap(cli, lead, 14, name);
    cli_wrap(cli, "              ", 14, blurb);
}

static void print_long(struct cli *cli, const struct vl_rules *r)
{
    const struct vl_game *g = r->game;
    char revision[12], lo[12], hi[12], rule_count[12];
    int rules = 0;

    for (int i = 1; i < VL_RULE_COUNT; i++)
        rules += strcmp(vl_rule_texts[i].game, g->id) == 0;
    snprintf(revision, sizeof revision, "%d", g->revision);
    snprintf(rule_count, sizeof rule_count, "%d", rules);
    snprintf(lo, sizeof lo, "%d", g->seats_min);
    snprintf(hi, sizeof hi, "%d", g->seats_max);
    print_short(cli, g);
    cli_print(cli, "\n");
    cli_say(cli, TXT("cli.games.facts"), "lo", lo, "hi", hi, "revision", revision, "rules",
            rule_count, "pack", r->pack->id, "version", r->pack->version, NULL);
    cli_print(cli, "\n");
    cli_say(cli, TXT("cli.games.options"), NULL);
    for (int i = 0; i < g->options_len; i++)
        print_option(cli, r, i);
}

/* ---- the command ---- */

static int print_all_json(struct cli *cli, const struct vl_game *only)
{
    char *memory = malloc(CLI_JSON_MAX);
    struct vl_json w;
    int code = CLI_OK;

    if (!memory)
        return cli_fail(cli, TXT("cli.bad.memory"), NULL);
    w = vl_json_on(memory, CLI_JSON_MAX);
    vl_json_arr(&w);
    for (int i = 0; i < vl_games_len() && code == CLI_OK; i++) {
        struct cli_table t;
        if (only && vl_game_at(i) != only)
            continue;
        if (!cli_table_open(cli, &t, vl_game_at(i), only ? cli_value(cli, "content") : NULL)) {
            code = CLI_BAD;
            break;
        }
        vl_game_json(&w, &t.rules);
        cli_table_close(&t);
    }
    vl_json_end(&w);
    if (code == CLI_OK)
        code = cli_print_json(cli, &w);
    free(memory);
    return code;
}

static int run(struct cli *cli)
{
    const struct vl_game *only = NULL;
    struct cli_table t;

    if (cli->args_len > 0) {
        only = cli_game(cli, cli->arg[0]);
        if (!only)
            return CLI_BAD;
    }
    if (cli->json)
        return print_all_json(cli, only);
    if (only) {
        if (!cli_table_open(cli, &t, only, cli_value(cli, "content")))
            return CLI_BAD;
        print_long(cli, &t.rules);
        cli_table_close(&t);
        return CLI_OK;
    }
    for (int i = 0; i < vl_games_len(); i++)
        print_short(cli, vl_game_at(i));
    cli_print(cli, "\n");
    cli_say(cli, TXT("cli.games.hint"), NULL);
    return CLI_OK;
}

static const struct cli_opt options[] = {
    { "content", 0, "FILE", TXT("cli.opt.content"), 0 },
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { 0 },
};

const struct cli_command cli_games = { "games", "[GAME]", TXT("cli.sum.games"), options, 0, 1,
                                       run,     NULL };
