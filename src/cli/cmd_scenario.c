/* cmd_scenario.c - veillee scenario: plays scenario files, checks what they
 * expect; exit 1 if one of them fails. */
#include "cli/cli.h"

#include "match/scenario.h"
#include "text/rules.h"

#include <stdlib.h>
#include <string.h>

/* A reporter that writes lines. */
struct lines {
    struct vl_scenario_report base; /* first: the runner knows only this */
    struct cli *cli;
    const char *file;
    bool quiet;
};

static void on_fault(struct vl_scenario_report *rep, const struct vl_scenario_fault *f)
{
    struct lines *l = (struct lines *)rep;
    struct cli *cli = l->cli;
    char text[2048], where[256];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    const char *rule = f->rule ? vl_rule_texts[f->rule].id : "";
    const char *pairs[] = { "pointer", f->pointer, "expected", f->expected, "found",
                            f->found,  "rule",     rule,       NULL };

    switch ((enum vl_scenario_fault_kind)f->kind) {
    case VL_SCENARIO_DIFFERS: vl_text_str(&b, cli->lang, TXT("cli.scenario.differs"), pairs); break;
    case VL_SCENARIO_REFUSED: vl_text_str(&b, cli->lang, TXT("cli.scenario.refused"), pairs); break;
    case VL_SCENARIO_ALLOWED: vl_text_str(&b, cli->lang, TXT("cli.scenario.allowed"), pairs); break;
    case VL_SCENARIO_REASON: vl_text_str(&b, cli->lang, TXT("cli.scenario.reason"), pairs); break;
    case VL_SCENARIO_NO_STEP: vl_text_str(&b, cli->lang, TXT("cli.scenario.no_step"), pairs); break;
    case VL_SCENARIO_BROKEN: vl_text_error(&b, cli->lang, NULL, f->error); break;
    }
    snprintf(where, sizeof where, "%s: %s%s%s: ", l->file, f->id, f->where[0] ? " " : "", f->where);
    cli_printf(cli, "%s%s\n", where, text);
}

static void on_end(struct vl_scenario_report *rep, const char *id, bool passed, int checks)
{
    struct lines *l = (struct lines *)rep;
    char n[16];

    if (passed && l->quiet)
        return;
    snprintf(n, sizeof n, "%d", checks);
    cli_say(l->cli, passed ? TXT("cli.scenario.passed") : TXT("cli.scenario.failed"), "id", id, "n",
            n, NULL);
}

/* Files one after the other; one that cannot be read at all is bad input, the
 * others still run. */
static int run_files(struct cli *cli, struct vl_scenario_report *rep, struct lines *lines,
                     const struct vl_scenario_opts *opts)
{
    int code = CLI_OK;

    for (int i = 0; i < cli->args_len && !cli_stop; i++) {
        struct vl_error err = { 0 };
        if (lines)
            lines->file = cli->arg[i];
        if (vl_scenario_run_file(cli->arg[i], opts, rep, &err) != VL_OK)
            code = cli_fail_error(cli, NULL, cli->arg[i], &err);
    }
    if (cli_stop)
        return CLI_STOPPED + cli_stop;
    return code == CLI_OK && rep->failed ? CLI_NO : code;
}

static int run_json(struct cli *cli, const struct vl_scenario_opts *opts)
{
    struct vl_scenario_json rep;
    char *memory = malloc(CLI_JSON_MAX);
    struct vl_json w = vl_json_on(memory, memory ? CLI_JSON_MAX : 0);
    int code;

    if (!memory)
        return cli_fail(cli, TXT("cli.bad.memory"), NULL);
    vl_json_arr(&w);
    vl_scenario_json_init(&rep, &w);
    code = run_files(cli, &rep.base, NULL, opts);
    vl_json_end(&w);
    if (cli_print_json(cli, &w) != CLI_OK)
        code = CLI_BAD;
    free(memory);
    return code;
}

static int run_lines(struct cli *cli, const struct vl_scenario_opts *opts)
{
    struct lines lines = { .base = { .fault = on_fault, .end = on_end },
                           .cli = cli,
                           .quiet = cli_has(cli, "quiet") };
    int code = run_files(cli, &lines.base, &lines, opts);
    char passed[16], failed[16];

    snprintf(passed, sizeof passed, "%d", lines.base.passed);
    snprintf(failed, sizeof failed, "%d", lines.base.failed);
    cli_say(cli, TXT("cli.scenario.sum"), "passed", passed, "failed", failed, NULL);
    return code;
}

static int run(struct cli *cli)
{
    const char *content = cli_value(cli, "content");
    struct vl_scenario_opts opts = { 0 };
    struct vl_pack pack = { 0 };
    struct vl_error err = { 0 };
    int code;

    if (content && vl_pack_load(&pack, NULL, content, &err) != VL_OK)
        return cli_fail_error(cli, NULL, content, &err);
    if (content)
        opts.pack = &pack;
    code = cli->json ? run_json(cli, &opts) : run_lines(cli, &opts);
    vl_pack_free(&pack);
    return code;
}

static const struct cli_opt options[] = {
    { "content", 0, "FILE", TXT("cli.opt.content"), 0 },
    { "quiet", 'q', NULL, TXT("cli.opt.quiet_ok"), 0 },
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { 0 },
};

const struct cli_command cli_scenario = { "scenario", "FILE...", TXT("cli.sum.scenario"),
                                          options,    1,         -1,
                                          run,        NULL };
