/* rules.c - veillee rules: the numbered rules, by id, area or word. */
#include "cli/rulebook.h"

#include "text/rules.h"

#include <stdlib.h>

enum { RULES_MAX = 8192, QUESTION = 200 };

static int print_json(struct cli *cli, const vl_rule *found, int n)
{
    char *memory = malloc(CLI_JSON_MAX);
    struct vl_json w;
    int code;

    if (!memory)
        return cli_fail(cli, TXT("cli.bad.memory"), NULL);
    w = vl_json_on(memory, CLI_JSON_MAX);
    vl_json_arr(&w);
    for (int i = 0; i < n; i++) {
        const struct vl_rule_text *t = &vl_rule_texts[found[i]];
        vl_json_obj(&w);
        vl_json_kstr(&w, "id", t->id);
        vl_json_kstr(&w, "game", t->game);
        if (t->code)
            vl_json_kstr(&w, "code", t->code);
        vl_json_kstr(&w, "fr", t->fr);
        vl_json_kstr(&w, "en", t->en);
        vl_json_end(&w);
    }
    vl_json_end(&w);
    code = cli_print_json(cli, &w);
    free(memory);
    return code;
}

static int run(struct cli *cli)
{
    static vl_rule found[RULES_MAX];
    const struct vl_game *g = cli_game(cli, cli->arg[0]);
    char question[QUESTION] = "";
    struct vl_buf b = vl_buf_on(question, sizeof question);

    if (!g)
        return CLI_BAD;
    for (int i = 1; i < cli->args_len; i++) {
        vl_put(&b, i > 1 ? " " : "");
        vl_put(&b, cli->arg[i]);
    }
    if (b.full)
        return cli_fail(cli, TXT("cli.bad.too_long"), NULL);
    int n = rulebook_find(g, cli->lang, question, found, VL_LEN(found));
    if (cli->json) {
        int code = print_json(cli, found, n);
        return code == CLI_OK && n == 0 ? CLI_NO : code;
    }
    if (n == 0) {
        cli_warn(cli, TXT("cli.rules.none"), "what", question, NULL);
        return CLI_NO;
    }
    for (int i = 0; i < n; i++)
        rulebook_print(cli, found[i]);
    return CLI_OK;
}

static const struct cli_opt options[] = {
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("cli.rules.more"), NULL };

const struct cli_command cli_rules = {
    "rules", "GAME [ID|WORD...]", TXT("cli.sum.rules"), options, 1, -1, run, more
};
