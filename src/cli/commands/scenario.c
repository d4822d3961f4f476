/* scenario.c - veillee scenario: plays scenario files, checks what they
 * expect; exit 1 if one of them fails. */
#include "cli/cli.h"

#include "match/scenario.h"
#include "text/remark.h"
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

/* Why a move is refused, and what is awaited instead. */
static void put_words(struct vl_buf *out, const struct vl_scenario_fault *f, void *user)
{
    const struct cli *cli = user;
    char text[1024], prompt[1024] = "";
    struct vl_buf b = vl_buf_on(text, sizeof text), p = vl_buf_on(prompt, sizeof prompt);
    const char *pairs[] = { "text", text, "prompt", prompt, NULL };

    vl_text_refused(&b, cli->lang, f->rules, f->state, f->move, f->refusal);
    vl_text_prompt(&p, cli->lang, f->rules, f->state, f->state->actor);
    if (strstr(text, prompt)) /* said already */
        vl_put(out, text);
    else
        vl_text_str(out, cli->lang, TXT("cli.scenario.awaited"), pairs);
}

/* The rule's words; where they are those of the rule itself, the remark tells more. */
static void put_error(struct vl_buf *out, int lang, const struct vl_scenario_fault *f)
{
    const struct vl_error *e = f->error;
    bool bare = f->rules && e->rule && !vl_text_rule(lang, f->rules->game, e->rule);

    vl_text_error(out, lang, f->rules, e);
    if (!bare || !e->what[0])
        return;
    vl_put(out, " (");
    vl_text_remark(out, lang, e->what);
    vl_put(out, ")");
}

/* A value as it is written in JSON, or the word for none. */
static const char *word(const struct cli *cli, const char *value)
{
    bool none = strcmp(value, VL_SCENARIO_NOTHING) == 0;

    return none ? vl_text_find(cli->lang, TXT("cli.scenario.nothing")) : value;
}

/* The sentence of a fault; a refused move has more to tell. */
static void put_fault(struct vl_buf *out, struct cli *cli, const struct vl_scenario_fault *f)
{
    static const char *const texts[] = {
        /* ORDER vl_scenario_fault_kind */
        TXT("cli.scenario.differs"), TXT("cli.scenario.no_event"), TXT("cli.scenario.moves"),
        TXT("cli.scenario.refused"), TXT("cli.scenario.allowed"),  TXT("cli.scenario.accepted"),
        TXT("cli.scenario.reason"),  TXT("cli.scenario.no_step"),
    };
    const char *rule = f->rule ? vl_rule_texts[f->rule].id : "";
    const char *pairs[] = { "pointer", f->pointer,          "expected", word(cli, f->expected),
                            "found",   word(cli, f->found), "rule",     rule,
                            NULL };

    if (f->error) { /* it cannot be run */
        put_error(out, cli->lang, f);
        return;
    }
    vl_text_str(out, cli->lang, texts[f->kind], pairs);
    if (f->refusal) {
        vl_put(out, " ");
        put_words(out, f, cli);
    }
}

static void on_fault(struct vl_scenario_report *rep, const struct vl_scenario_fault *f)
{
    struct lines *l = (struct lines *)rep;
    char text[4096], where[512];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    bool said = f->error && strcmp(f->where, f->error->where) == 0; /* by the text itself */
    bool named = f->where[0] && !said;

    put_fault(&b, l->cli, f);
    snprintf(where, sizeof where, "%s: %s%s%s: ", l->file, f->id, named ? " " : "",
             named ? f->where : "");
    cli_printf(l->cli, "%s%s\n", where, text);
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
    rep.words = put_words;
    rep.user = cli;
    code = run_files(cli, &rep.base, NULL, opts);
    vl_scenario_report_free(&rep.base);
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

    vl_scenario_report_free(&lines.base);
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
