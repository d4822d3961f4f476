/* content.c - veillee content: check, show and export content packs. */
#include "cli/cli.h"
#include "cli/commands/schema.h"

#include "match/record.h"
#include "registry.h"
#include "text/effects.h"
#include "text/view.h"

#include <stdlib.h>
#include <string.h>

/* ---- check ---- */

static void json_faults(struct cli *cli, struct vl_json *w, const char *path,
                        const struct vl_fault_list *faults)
{
    vl_json_obj(w);
    vl_json_kstr(w, "file", path);
    vl_json_kint(w, "faults", faults->count);
    vl_json_key(w, "list");
    vl_json_arr(w);
    for (int i = 0; i < faults->len; i++)
        vl_error_json(w, NULL, &faults->items[i], cli->lang);
    vl_json_end(w);
    vl_json_end(w);
}

static void print_faults(struct cli *cli, const char *path, const struct vl_fault_list *faults)
{
    char count[16];

    if (faults->count == 0) {
        cli_say(cli, TXT("cli.content.sound"), "file", path, NULL);
        return;
    }
    for (int i = 0; i < faults->len; i++) {
        char line[2048];
        struct vl_buf b = vl_buf_on(line, sizeof line);
        cli_put_fault(cli, &b, NULL, path, &faults->items[i]);
        cli_printf(cli, "%s\n", line);
    }
    snprintf(count, sizeof count, "%d", faults->count);
    cli_say(cli, TXT("cli.content.faults"), "file", path, "n", count, NULL);
}

/* Every fault of every file; a file that cannot be read at all is bad input. */
static int check(struct cli *cli)
{
    char *memory = cli->json ? malloc(CLI_JSON_MAX) : NULL;
    struct vl_json w = vl_json_on(memory, memory ? CLI_JSON_MAX : 0);
    int code = CLI_OK;

    if (cli->json && !memory)
        return cli_fail(cli, TXT("cli.bad.memory"), NULL);
    if (cli->args_len < 2)
        code = cli_fail(cli, TXT("cli.content.what"), NULL);
    vl_json_arr(&w);
    for (int i = 1; i < cli->args_len; i++) {
        struct vl_fault_list faults = { 0 };
        int st = vl_pack_check(NULL, cli->arg[i], &faults);
        if (st == VL_IO && faults.len > 0) {
            code = cli_fail_error(cli, NULL, cli->arg[i], &faults.items[0]);
        } else {
            if (cli->json)
                json_faults(cli, &w, cli->arg[i], &faults);
            else
                print_faults(cli, cli->arg[i], &faults);
            if (faults.count && code == CLI_OK)
                code = CLI_NO;
        }
        vl_fault_list_free(&faults);
    }
    vl_json_end(&w);
    if (cli->json && cli_print_json(cli, &w) != CLI_OK)
        code = CLI_BAD;
    free(memory);
    return code;
}

/* ---- show and export ---- */

/* A game's id means its built-in pack, anything else a file. */
static bool open_pack(struct cli *cli, const char *what, struct vl_pack *pack)
{
    const struct vl_game *g = vl_game_find(what);
    struct vl_error err = { 0 };
    int st;

    memset(pack, 0, sizeof *pack);
    if (!g && !strpbrk(what, "./") && !vl_file_exists(what)) {
        cli_game(cli, what); /* a game, misspelled: says so */
        return false;
    }
    st = g ? vl_pack_builtin(pack, g) : vl_pack_load(pack, NULL, what, &err);
    if (st == VL_OK)
        return true;
    if (!err.status)
        vl_error_set(&err, st, what, "no built-in content");
    cli_fail_error(cli, NULL, what, &err);
    return false;
}

struct shown {
    struct vl_rules r;
    const char *key;
};

/* A power of a thing has the same key and a name of its own, which stands before it. */
static void put_said(struct vl_buf *out, int lang, const struct shown *sh, int family, int index,
                     const char *text)
{
    char name[VL_TEXT_MAX], own[VL_TEXT_MAX];
    struct vl_buf n = vl_buf_on(name, sizeof name), o = vl_buf_on(own, sizeof own);
    const char *pairs[] = { "name", name, "text", text, NULL };

    vl_text_name(&n, lang, &sh->r, family, index);
    for (int f = VL_FAM_GAME; f <= family && own[0] == '\0'; f++) {
        int at = vl_find_key(&sh->r, f, sh->key, strlen(sh->key));
        if (at >= 0)
            vl_text_name(&o, lang, &sh->r, f, at);
    }
    if (strcmp(name, own) == 0)
        vl_put(out, text);
    else
        vl_text_str(out, lang, TXT("cli.content.said"), pairs);
}

/* What the thing says in one language: a guardian's mark and its ultimate, each once. */
static void put_says(struct vl_buf *out, int lang, const struct shown *sh)
{
    const struct vl_game *g = sh->r.game;
    char last[VL_SAYS_MAX] = "", text[VL_SAYS_MAX];

    for (int f = VL_FAM_GAME; f < VL_FAM_GAME + g->families_len; f++) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        int index = vl_find_key(&sh->r, f, sh->key, strlen(sh->key));

        if (index < 0 || !vl_text_says(&b, lang, &sh->r, f, index, true) || strcmp(text, last) == 0)
            continue;
        vl_put(out, out->len > 0 ? " " : "");
        put_said(out, lang, sh, f, index, text);
        memcpy(last, text, sizeof last);
    }
}

struct listing {
    struct cli *cli;
    struct shown *shown; /* with what each of them says; NULL: without */
    char section[32];
};

static bool list_item(void *ctx, const struct vl_pack_item *item)
{
    struct listing *l = ctx;
    struct cli *cli = l->cli;
    char name[300];
    struct vl_buf b = vl_buf_on(name, sizeof name);

    if (strcmp(l->section, item->section) != 0) {
        snprintf(l->section, sizeof l->section, "%s", item->section);
        cli_printf(cli, "%s%s%s\n", cli_style(cli, CLI_BOLD), item->section,
                   cli_style(cli, CLI_NORMAL));
    }
    vl_text_clean(&b, item->name[cli->lang], strlen(item->name[cli->lang]));
    cli_printf(cli, "  %-18s %s\n", item->key, name);
    if (l->shown) {
        char text[2 * VL_SAYS_MAX] = "";
        b = vl_buf_on(text, sizeof text);
        l->shown->key = item->key;
        put_says(&b, cli->lang, l->shown);
        if (text[0])
            cli_wrap(cli, "      ", 6, text);
    }
    return true;
}

/* "says": {"fr", "en"}, worded from what the pack makes it do. */
static void add_says(void *ctx, struct vl_json *w)
{
    const struct shown *sh = ctx;
    char text[VL_LANGS][2 * VL_SAYS_MAX] = { "" };

    for (int lang = 0; lang < VL_LANGS; lang++) {
        struct vl_buf b = vl_buf_on(text[lang], sizeof text[lang]);
        put_says(&b, lang, sh);
    }
    if (text[VL_EN][0] == '\0')
        return;
    vl_json_key(w, "says");
    vl_json_obj(w);
    for (int lang = 0; lang < VL_LANGS; lang++)
        vl_json_kstr(w, vl_lang_word(lang), text[lang]);
    vl_json_end(w);
}

static int show(struct cli *cli)
{
    const char *key = cli->args_len > 2 ? cli->arg[2] : NULL;
    struct vl_pack pack;
    struct vl_json w;
    char *memory;
    int code = CLI_OK;

    if (cli->args_len < 2)
        return cli_fail(cli, TXT("cli.content.what"), NULL);
    if (!open_pack(cli, cli->arg[1], &pack))
        return CLI_BAD;
    struct shown shown = { .key = key };
    vl_rules_init(&shown.r, pack.game, pack.block, &pack.info);
    if (!key && !cli->json) {
        struct listing l = { cli, cli_has(cli, "texts") ? &shown : NULL, "" };
        cli_say(cli, TXT("cli.content.title"), "game", pack.game->id, "pack", pack.info.id,
                "version", pack.info.version, NULL);
        vl_pack_items(&pack, list_item, &l);
        vl_pack_free(&pack);
        return CLI_OK;
    }
    memory = malloc(CLI_JSON_MAX);
    w = vl_json_on(memory, memory ? CLI_JSON_MAX : 0);
    w.indent = true;
    if (!memory) {
        code = cli_fail(cli, TXT("cli.bad.memory"), NULL);
    } else if (vl_pack_show(&pack, key, add_says, &shown, &w) == VL_UNKNOWN) {
        cli_warn(cli, TXT("cli.content.none"), "key", key, "pack", cli->arg[1], NULL);
        code = CLI_NO;
    } else {
        code = cli_print_json(cli, &w);
    }
    free(memory);
    vl_pack_free(&pack);
    return code;
}

static const struct cli_schema *schema_of(const struct vl_game *g)
{
    char name[80];

    snprintf(name, sizeof name, "%s.schema.json", g->id);
    for (const struct cli_schema *s = cli_schemas; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

static bool has_text(const char *path, const char *text, size_t len)
{
    char *there = NULL;
    size_t n = 0;
    bool same = vl_file_read(path, len, &there, &n, NULL) == VL_OK && n == len &&
                memcmp(there, text, len) == 0;

    free(there);
    return same;
}

static int write_file(struct cli *cli, const char *path, const char *text, size_t len,
                      enum vl_file_how how)
{
    struct vl_error err = { 0 };

    if (vl_file_write(path, text, len, how, &err) != VL_OK)
        return cli_fail_error(cli, NULL, path, &err);
    cli_say(cli, TXT("cli.content.written"), "file", path, NULL);
    return CLI_OK;
}

/* Packs of one folder share the schema: one that is there already and is the same is
 * right. */
int cli_write_pack(struct cli *cli, const struct vl_pack *pack, const char *path,
                   enum vl_file_how how)
{
    const struct cli_schema *schema = vl_file_is_stream(path) ? NULL : schema_of(pack->game);
    const char *slash = strrchr(path, '/');
    char beside[4096];

    if (schema) {
        snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path,
                 schema->name);
        if (!has_text(beside, schema->text, schema->len) &&
            write_file(cli, beside, schema->text, schema->len, how) != CLI_OK)
            return CLI_BAD;
    }
    return write_file(cli, path, pack->json, pack->json_len, how);
}

/* The built-in pack as it was written, to begin a pack of one's own from. */
static int export_pack(struct cli *cli)
{
    struct vl_pack pack;
    int code = CLI_OK;

    if (cli->args_len < 2)
        return cli_fail(cli, TXT("cli.content.what"), NULL);
    if (!open_pack(cli, cli->arg[1], &pack))
        return CLI_BAD;
    if (cli->args_len < 3)
        fwrite(pack.json, 1, pack.json_len, cli->out);
    else
        code = cli_may_write(cli, cli->arg[2])
                   ? cli_write_pack(cli, &pack, cli->arg[2], cli_how(cli))
                   : CLI_BAD;
    vl_pack_free(&pack);
    return code;
}

/* ---- the command ---- */

static int run(struct cli *cli)
{
    const char *verb = cli->arg[0];

    if (strcmp(verb, "check") == 0)
        return check(cli);
    if (strcmp(verb, "show") != 0 && strcmp(verb, "export") != 0)
        return cli_fail(cli, TXT("cli.content.verb"), "verb", verb, NULL);
    if (cli->args_len > 3)
        return cli_too_many(cli, cli->arg[3]);
    return verb[0] == 's' ? show(cli) : export_pack(cli);
}

static const struct cli_opt options[] = {
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { "force", 0, NULL, TXT("cli.opt.force"), 0 },
    { "texts", 0, NULL, TXT("cli.opt.texts"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("cli.content.more_check"), TXT("cli.content.more_show"),
                                    TXT("cli.content.more_export"), NULL };

const struct cli_command cli_content = {
    "content",
    "check FILE... | show GAME|FILE [KEY] | export GAME [FILE]",
    TXT("cli.sum.content"),
    options,
    1,
    -1,
    run,
    more
};
