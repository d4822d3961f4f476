/* cli.c - the command line: its options, the help, games and content. */
#include "cli/cli.h"

#include "registry.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE = 1024 };

/* Options that every command has. */
static const struct cli_opt common[] = {
    { "help", 'h', NULL, TXT("cli.opt.help"), 0 },
    { "version", 'V', NULL, TXT("cli.opt.version"), 0 },
    { "lang", 0, "fr|en", TXT("cli.opt.lang"), 0 },
    { "color", 0, "auto|always|never", TXT("cli.opt.color"), 0 },
    { "ascii", 0, NULL, TXT("cli.opt.ascii"), 0 },
    { 0 },
};

/* ---- what was given ---- */

const char *cli_value(const struct cli *cli, const char *name)
{
    for (int i = cli->given_len; i-- > 0;)
        if (strcmp(cli->given[i].opt->name, name) == 0)
            return cli->given[i].value;
    return NULL;
}

bool cli_has(const struct cli *cli, const char *name)
{
    return cli_value(cli, name) != NULL;
}

const char *cli_next(const struct cli *cli, const char *name, int *i)
{
    while (*i < cli->given_len) {
        const struct cli_given *g = &cli->given[(*i)++];
        if (strcmp(g->opt->name, name) == 0)
            return g->value;
    }
    return NULL;
}

bool cli_number(struct cli *cli, const char *name, int64_t lo, int64_t hi, int64_t *out)
{
    const char *text = cli_value(cli, name);
    char low[24], high[24];
    int64_t v;

    if (!text)
        return true;
    if (vl_str_int(text, strlen(text), &v) && v >= lo && v <= hi) {
        *out = v;
        return true;
    }
    snprintf(low, sizeof low, "%lld", (long long)lo);
    snprintf(high, sizeof high, "%lld", (long long)hi);
    cli_fail(cli, TXT("cli.bad.number"), "option", name, "value", text, "lo", low, "hi", high,
             NULL);
    return false;
}

bool cli_seed(struct cli *cli, const struct vl_game *g, uint64_t *out)
{
    const char *text = cli_value(cli, "seed");
    struct vl_rules r;
    struct vl_error err;

    if (!text || vl_seed_read(g, text, out, &err) == VL_OK)
        return true;
    memset(&r, 0, sizeof r);
    r.game = g;
    strcpy(err.where, "--seed");
    if (err.rule)
        cli_fail_error(cli, &r, NULL, &err);
    else
        cli_fail(cli, TXT("cli.bad.number"), "option", "seed", "value", text, "lo", "0", "hi",
                 "18446744073709551615", NULL);
    return false;
}

/* ---- placeholders ---- */

static const struct {
    const char *word, *id;
} places[] = {
    { "BOT", TXT("cli.place.bot") },         { "CARD", TXT("cli.place.card") },
    { "COMMAND", TXT("cli.place.command") }, { "DIR", TXT("cli.place.dir") },
    { "FILE", TXT("cli.place.file") },       { "GAME", TXT("cli.place.game") },
    { "KEY", TXT("cli.place.key") },         { "KIND", TXT("cli.place.kind") },
    { "NAME", TXT("cli.place.name") },       { "URL", TXT("cli.place.url") },
    { "VALUE", TXT("cli.place.value") },     { "WORD", TXT("cli.place.word") },
};

void cli_place_words(const struct cli *cli, struct vl_buf *out, const char *usage)
{
    while (*usage) {
        size_t n = 0;
        const char *text = NULL;
        while (usage[n] >= 'A' && usage[n] <= 'Z')
            n++;
        for (int i = 0; i < VL_LEN(places) && !text; i++)
            if (vl_str_is(usage, n, places[i].word))
                text = vl_text_find(cli->lang, places[i].id);
        if (text)
            vl_put(out, text);
        else
            vl_put_n(out, usage, n ? n : 1);
        usage += n ? n : 1;
    }
}

/* ---- near misses ---- */

enum { WORD_MAX = 40 };

/* Edits (insert, delete, change, transpose) between two words. */
static int distance(const char *a, const char *b)
{
    int row[3][WORD_MAX + 1];
    int la = (int)strlen(a), lb = (int)strlen(b);

    if (la > WORD_MAX || lb > WORD_MAX)
        return WORD_MAX;
    for (int j = 0; j <= lb; j++)
        row[0][j] = j;
    for (int i = 1; i <= la; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *two = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= lb; j++) {
            int best = before[j - 1] + (a[i - 1] != b[j - 1]);
            best = before[j] + 1 < best ? before[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = two[j - 2] + 1 < best ? two[j - 2] + 1 : best;
            now[j] = best;
        }
    }
    return row[la % 3][lb];
}

const char *cli_nearest(const char *typed, const char *const *candidates, int n)
{
    const char *best = NULL;
    int least = 1 + (int)strlen(typed) / 4;

    least = least > 3 ? 3 : least;
    for (int i = 0; i < n; i++) {
        int d = distance(typed, candidates[i]);
        if (strlen(typed) >= 3 && strncmp(typed, candidates[i], strlen(typed)) == 0)
            d = 1; /* the beginning of a word is nearer than a misspelled one */
        if (d <= least && (!best || d < least)) {
            best = candidates[i];
            least = d;
        }
    }
    return best;
}

/* ---- reading the arguments ---- */

static const struct cli_opt *find_in(const struct cli_opt *table, const char *name, size_t len)
{
    for (; table && table->name; table++)
        if (vl_str_is(name, len, table->name))
            return table;
    return NULL;
}

static const struct cli_opt *find_letter(const struct cli_opt *table, char letter)
{
    for (; table && table->name; table++)
        if (table->letter == letter)
            return table;
    return NULL;
}

/* The options of the command, or those of none. */
static const struct cli_opt *own_options(const struct cli *cli)
{
    return cli->command ? cli->command->options : cli->home->options;
}

static int unknown_option(struct cli *cli, const char *arg, size_t len)
{
    const char *names[64], *near = NULL;
    char typed[LINE], wanted[WORD_MAX + 3];
    struct vl_buf b = vl_buf_on(typed, sizeof typed);
    int n = 0;

    vl_text_clean(&b, arg, len);
    for (const struct cli_opt *o = own_options(cli); o && o->name; o++)
        if (n < VL_LEN(names) && !(o->flags & CLI_OPT_HIDDEN))
            names[n++] = o->name;
    for (const struct cli_opt *o = common; o->name && n < VL_LEN(names); o++)
        names[n++] = o->name;
    if (strncmp(typed, "--", 2) == 0)
        near = cli_nearest(typed + 2, names, n);
    if (!near)
        return cli_fail(cli, TXT("cli.bad.option"), "option", typed, NULL);
    snprintf(wanted, sizeof wanted, "--%s", near);
    return cli_fail(cli, TXT("cli.bad.option_near"), "option", typed, "near", wanted, NULL);
}

/* Said before, so that one of the two would go unheard: the option itself, or the
 * same NAME of a NAME=VALUE. One without a value says the same thing again. */
static bool is_repeated(const struct cli *cli, const struct cli_opt *opt, const char *value)
{
    bool by_name = (opt->flags & CLI_OPT_MANY) != 0 && opt->value && strchr(opt->value, '=');
    size_t name = strcspn(value, "=");

    if (!opt->value || find_in(common, opt->name, strlen(opt->name)) ||
        ((opt->flags & CLI_OPT_MANY) && !by_name))
        return false;
    for (int i = 0; i < cli->given_len; i++)
        if (cli->given[i].opt == opt &&
            (!by_name || (strcspn(cli->given[i].value, "=") == name &&
                          strncmp(cli->given[i].value, value, name) == 0)))
            return true;
    return false;
}

static int repeated(struct cli *cli, const struct cli_opt *opt, const char *value)
{
    char typed[LINE], clean[LINE];
    struct vl_buf b = vl_buf_on(clean, sizeof clean);

    if (opt->flags & CLI_OPT_MANY)
        snprintf(typed, sizeof typed, "--%s %.*s", opt->name, (int)strcspn(value, "="), value);
    else
        snprintf(typed, sizeof typed, "--%s", opt->name);
    vl_text_clean(&b, typed, strlen(typed));
    return cli_fail(cli, TXT("cli.bad.twice"), "option", clean, NULL);
}

static int give(struct cli *cli, const struct cli_opt *opt, const char *value)
{
    if (is_repeated(cli, opt, value))
        return repeated(cli, opt, value);
    if (cli->given_len == CLI_ARGS_MAX)
        return cli_fail(cli, TXT("cli.bad.too_many"), NULL);
    cli->given[cli->given_len++] = (struct cli_given){ opt, value };
    return CLI_OK;
}

/* "--name", "--name=value" or "--name value"; *at moves on past what is taken. */
static int read_long(struct cli *cli, int argc, char **argv, int *at)
{
    const char *name = argv[*at] + 2, *equals = strchr(name, '=');
    size_t len = equals ? (size_t)(equals - name) : strlen(name);
    const struct cli_opt *opt = find_in(own_options(cli), name, len);

    if (!opt)
        opt = find_in(common, name, len);
    if (!opt)
        return unknown_option(cli, argv[*at], len + 2);
    if (!opt->value)
        return equals ? cli_fail(cli, TXT("cli.bad.no_value"), "option", opt->name, NULL)
                      : give(cli, opt, "");
    if (equals)
        return give(cli, opt, equals + 1);
    if (opt->flags & CLI_OPT_MAYBE)
        return give(cli, opt, "");
    if (*at + 1 >= argc)
        return cli_fail(cli, TXT("cli.bad.value_missing"), "option", opt->name, "value", opt->value,
                        NULL);
    return give(cli, opt, argv[++*at]);
}

/* "-n 5", "-n5", "-ab". */
static int read_short(struct cli *cli, int argc, char **argv, int *at)
{
    for (const char *p = argv[*at] + 1; *p; p++) {
        const struct cli_opt *opt = find_letter(own_options(cli), *p);
        if (!opt)
            opt = find_letter(common, *p);
        if (!opt)
            return unknown_option(cli, argv[*at], strlen(argv[*at]));
        if (opt->value) {
            if (p[1])
                return give(cli, opt, p + 1);
            if (*at + 1 >= argc)
                return cli_fail(cli, TXT("cli.bad.value_missing"), "option", opt->name, "value",
                                opt->value, NULL);
            return give(cli, opt, argv[++*at]);
        }
        if (give(cli, opt, ""))
            return CLI_BAD;
    }
    return CLI_OK;
}

static int unknown_command(struct cli *cli, const struct cli_command *const *table,
                           const char *typed)
{
    const char *names[32], *near;
    char clean[LINE];
    struct vl_buf b = vl_buf_on(clean, sizeof clean);
    int n = 0;

    vl_text_clean(&b, typed, strlen(typed));
    for (; *table && n < VL_LEN(names); table++)
        names[n++] = (*table)->name;
    near = cli_nearest(clean, names, n);
    if (near)
        return cli_fail(cli, TXT("cli.bad.command_near"), "command", clean, "near", near, NULL);
    return cli_fail(cli, TXT("cli.bad.command"), "command", clean, NULL);
}

/* What was given before the command is known: the common options only. */
static int check_before(struct cli *cli)
{
    for (int i = 0; i < cli->given_len; i++) {
        const char *name = cli->given[i].opt->name;
        char typed[WORD_MAX + 3];

        if (find_in(common, name, strlen(name)))
            continue;
        snprintf(typed, sizeof typed, "--%.*s", WORD_MAX, name);
        return unknown_option(cli, typed, strlen(typed));
    }
    return CLI_OK;
}

static int read_word(struct cli *cli, const struct cli_command *const *table, const char *word)
{
    if (cli->command) {
        if (cli->args_len == CLI_ARGS_MAX)
            return cli_fail(cli, TXT("cli.bad.too_many"), NULL);
        cli->arg[cli->args_len++] = word;
        return CLI_OK;
    }
    for (int i = 0; table[i]; i++)
        if (strcmp(table[i]->name, word) == 0) {
            cli->command = table[i];
            return check_before(cli);
        }
    return unknown_command(cli, table, word);
}

/* ---- how to write ---- */

static const char *environment(const char *name)
{
    const char *v = getenv(name);
    return v && v[0] ? v : NULL;
}

/* The first of the three that is set decides, as for every program. */
static const char *locale_of(const char *category)
{
    const char *v = environment("LC_ALL");

    v = v ? v : environment(category);
    return v ? v : environment("LANG");
}

static bool has_utf8(const char *locale)
{
    for (const char *p = locale; p && *p; p++)
        if (strncasecmp(p, "utf-8", 5) == 0 || strncasecmp(p, "utf8", 4) == 0)
            return true;
    return false;
}

static void defaults(struct cli *cli)
{
    const char *messages = locale_of("LC_MESSAGES"), *term = environment("TERM");
    int lang = messages ? vl_lang_find(messages) : -1;

    memset(cli, 0, sizeof *cli);
    cli->lang = lang >= 0 ? lang : VL_EN;
    cli->utf8 = has_utf8(locale_of("LC_CTYPE"));
    cli->out = stdout;
    cli->err = stderr;
    cli->in_tty = isatty(0) == 1;
    cli->out_tty = isatty(1) == 1;
    cli_measure(cli);
    cli->color = cli->out_tty && !environment("NO_COLOR") && !(term && !strcmp(term, "dumb"));
}

/* The common options at once, so that later faults speak the right language. */
static int settle(struct cli *cli)
{
    const char *lang = cli_value(cli, "lang"), *color = cli_value(cli, "color");

    cli->json = cli_has(cli, "json");
    if (cli_has(cli, "ascii"))
        cli->utf8 = false;
    if (lang) {
        if (strcmp(lang, "fr") != 0 && strcmp(lang, "en") != 0)
            return cli_fail(cli, TXT("cli.bad.choice"), "option", "lang", "value", lang, "choices",
                            "fr, en", NULL);
        cli->lang = vl_lang_find(lang);
    }
    if (!color || strcmp(color, "auto") == 0)
        return CLI_OK;
    cli->color = strcmp(color, "always") == 0;
    if (cli->color || strcmp(color, "never") == 0)
        return CLI_OK;
    return cli_fail(cli, TXT("cli.bad.choice"), "option", "color", "value", color, "choices",
                    "auto, always, never", NULL);
}

/* "veillee games [GAME]" */
static void put_usage(const struct cli *cli, struct vl_buf *out, const struct cli_command *c)
{
    vl_put(out, "veillee ");
    vl_put(out, c->name);
    vl_put(out, c->usage[0] ? " " : "");
    cli_place_words(cli, out, c->usage);
}

/* ---- what would be ignored is refused ---- */

int cli_too_many(struct cli *cli, const char *arg)
{
    char usage[LINE];
    struct vl_buf b = vl_buf_on(usage, sizeof usage);

    put_usage(cli, &b, cli->command);
    return cli_fail(cli, TXT("cli.bad.args_many"), "arg", arg, "usage", usage, NULL);
}

/* Options that say nothing beside another: the first does not go with the rest. */
static const struct {
    const char *command, *option, *others;
} apart[] = {
    { "join", "plain", "board" },
    { "play", "plain", "board" },
    { "play", "load", "resume" },
    { "play", "campaign", "tutorial position load" },
    { "replay", "verify", "to trace step plain board" },
    { "replay", "trace", "json step plain board" },
    { "replay", "json", "step plain board" },
    { "replay", "plain", "board" },
    { "scenario", "json", "quiet" },
    { "serve", "limits",
      "listen store backup origin proxy reuse-port metrics-open workers log log-level log-peers" },
    { "sim", "trace", "json html threads" },
    { "table", "json", "join" },
    { "table", "plain", "board" },
};

/* Options that say nothing without another, or without GAME. */
static const struct {
    const char *command, *options, *need;
} needs[] = {
    { "games", "content", "GAME" },
    { "bench", "content set", "GAME" },
    { "table", "seats names set public chat join", "GAME" },
    { "table", "plain board", "join" },
    { "play", "force", "record" },
    { "replay", "force", "save" },
};

/* The first option of "a b c" that was given; NULL if none was. */
static const char *first_given(const struct cli *cli, const char *names)
{
    for (int i = 0; i < cli->given_len; i++) {
        const char *name = cli->given[i].opt->name;
        for (const char *p = names; *p; p += p[strcspn(p, " ")] ? strcspn(p, " ") + 1 : strlen(p))
            if (vl_str_is(p, strcspn(p, " "), name))
                return name;
    }
    return NULL;
}

static int check_apart(struct cli *cli)
{
    for (int i = 0; i < VL_LEN(apart); i++) {
        const char *other;
        if (strcmp(apart[i].command, cli->command->name) == 0 && cli_has(cli, apart[i].option) &&
            (other = first_given(cli, apart[i].others)) != NULL)
            return cli_fail(cli, TXT("cli.bad.apart"), "option", other, "other", apart[i].option,
                            NULL);
    }
    return CLI_OK;
}

static int check_needs(struct cli *cli, const char *usage)
{
    for (int i = 0; i < VL_LEN(needs); i++) {
        bool game = strcmp(needs[i].need, "GAME") == 0;
        const char *option = strcmp(needs[i].command, cli->command->name) == 0
                                 ? first_given(cli, needs[i].options)
                                 : NULL;
        if (!option ||
            (game ? cli->args_len == cli->command->args_max : cli_has(cli, needs[i].need)))
            continue;
        if (game)
            return cli_fail(cli, TXT("cli.bad.needs_game"), "option", option, "usage", usage, NULL);
        return cli_fail(cli, TXT("cli.bad.needs"), "option", option, "other", needs[i].need, NULL);
    }
    return CLI_OK;
}

/* The arguments are as many as there should be, and none goes unheard. */
static int check_whole(struct cli *cli)
{
    const struct cli_command *c = cli->command;
    char usage[LINE];
    struct vl_buf b = vl_buf_on(usage, sizeof usage);

    if (cli_has(cli, "help") || cli_has(cli, "version") || !c)
        return CLI_OK;
    put_usage(cli, &b, c);
    if (cli->args_len < c->args_min)
        return cli_fail(cli, TXT("cli.bad.args_few"), "usage", usage, NULL);
    if (c->args_max >= 0 && cli->args_len > c->args_max)
        return cli_too_many(cli, cli->arg[c->args_max]);
    return check_apart(cli) == CLI_OK ? check_needs(cli, usage) : CLI_BAD;
}

/* --lang decides how a fault before it is worded: look for it first. */
static void foresee_lang(struct cli *cli, int argc, char **argv)
{
    for (int i = 1; i < argc && argv[i] && strcmp(argv[i], "--") != 0; i++) {
        const char *v = strncmp(argv[i], "--lang=", 7) == 0 ? argv[i] + 7 : NULL;
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            v = argv[i + 1];
        if (v && (strcmp(v, "fr") == 0 || strcmp(v, "en") == 0))
            cli->lang = vl_lang_find(v);
        if (strcmp(argv[i], "--json") == 0)
            cli->json = true;
        if (strcmp(argv[i], "--ascii") == 0)
            cli->utf8 = false;
    }
}

int cli_read(struct cli *cli, const struct cli_command *const *table,
             const struct cli_command *home, int argc, char **argv)
{
    bool only_words = false;

    defaults(cli);
    cli->home = home;
    foresee_lang(cli, argc, argv);
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        int code;
        if (!only_words && strcmp(a, "--") == 0) {
            only_words = true;
            continue;
        }
        if (only_words || a[0] != '-' || a[1] == '\0')
            code = read_word(cli, table, a);
        else
            code = a[1] == '-' ? read_long(cli, argc, argv, &i) : read_short(cli, argc, argv, &i);
        if (code != CLI_OK)
            return code;
    }
    return settle(cli) == CLI_OK ? check_whole(cli) : CLI_BAD;
}

/* ---- help ---- */

enum { HELP_COLUMN = 26 };

/* "  name                    what it is", wrapped; a long name has its own line. */
static void help_row(struct cli *cli, const char *name, const char *id)
{
    char lead[LINE], text[LINE];

    cli_word(cli, text, sizeof text, id, NULL);
    if (cli_width(name) > HELP_COLUMN - 2) {
        cli_printf(cli, "%s\n", name);
        name = "";
    }
    snprintf(lead, sizeof lead, "%.200s%*s", name, HELP_COLUMN - cli_width(name), "");
    cli_wrap(cli, lead, HELP_COLUMN, text);
}

static void help_options(struct cli *cli, const struct cli_opt *table)
{
    for (; table && table->name; table++) {
        char name[LINE], letter[8] = "    ";
        struct vl_buf b;
        if (table->flags & CLI_OPT_HIDDEN)
            continue;
        if (table->letter)
            snprintf(letter, sizeof letter, "-%c, ", table->letter);
        bool maybe = (table->flags & CLI_OPT_MAYBE) != 0;
        snprintf(name, sizeof name, "  %s--%s%s", letter, table->name,
                 maybe          ? "[="
                 : table->value ? " "
                                : "");
        b = vl_buf_on(name + strlen(name), sizeof name - strlen(name));
        if (table->value)
            cli_place_words(cli, &b, table->value);
        vl_put(&b, maybe ? "]" : "");
        help_row(cli, name, table->help);
    }
}

static void heading(struct cli *cli, const char *id)
{
    char text[LINE];

    cli_word(cli, text, sizeof text, id, NULL);
    cli_printf(cli, "\n%s%s%s\n", cli_style(cli, CLI_BOLD), text, cli_style(cli, CLI_NORMAL));
}

static void notes(struct cli *cli, const char *const *ids)
{
    cli_print(cli, "\n");
    for (; *ids; ids++)
        cli_say(cli, *ids, NULL);
}

void cli_help(struct cli *cli, const struct cli_command *const *table,
              const struct cli_command *command)
{
    char usage[LINE];
    struct vl_buf b = vl_buf_on(usage, sizeof usage);

    if (command) {
        put_usage(cli, &b, command);
        cli_say(cli, TXT("cli.help.usage"), "usage", usage, NULL);
        cli_print(cli, "\n");
        cli_say(cli, command->summary, NULL);
        heading(cli, TXT("cli.help.options"));
        help_options(cli, command->options);
        help_options(cli, common);
        if (command->more)
            notes(cli, command->more);
        return;
    }
    cli_say(cli, TXT("cli.help.about"), NULL);
    cli_print(cli, "\n");
    cli_place_words(cli, &b, "veillee [COMMAND] [OPTION...]");
    cli_say(cli, TXT("cli.help.usage"), "usage", usage, NULL);
    heading(cli, TXT("cli.help.commands"));
    for (; *table; table++) {
        snprintf(usage, sizeof usage, "  %s", (*table)->name);
        help_row(cli, usage, (*table)->summary);
    }
    heading(cli, TXT("cli.help.options"));
    help_options(cli, cli->home->options);
    help_options(cli, common);
    notes(cli, cli->home->more);
}

/* ---- games and content ---- */

const struct vl_game *cli_game(struct cli *cli, const char *id)
{
    const struct vl_game *g = vl_game_find(id);
    const char *ids[32], *near;
    char clean[LINE];
    struct vl_buf b = vl_buf_on(clean, sizeof clean);
    int n = 0;

    if (g)
        return g;
    vl_text_clean(&b, id, strlen(id));
    for (; n < vl_games_len() && n < VL_LEN(ids); n++)
        ids[n] = vl_game_at(n)->id;
    near = cli_nearest(clean, ids, n);
    if (near)
        cli_fail(cli, TXT("cli.bad.game_near"), "game", clean, "near", near, NULL);
    else
        cli_fail(cli, TXT("cli.bad.game"), "game", clean, NULL);
    return NULL;
}

bool cli_table_open(struct cli *cli, struct cli_table *t, const struct vl_game *g,
                    const char *content_path)
{
    struct vl_error err = { 0 };
    int st;

    memset(t, 0, sizeof *t);
    st = content_path ? vl_pack_load(&t->pack, g, content_path, &err) : vl_pack_usual(&t->pack, g);
    if (st != VL_OK) {
        if (!err.status)
            vl_error_set(&err, st, g->id, "no built-in content");
        cli_fail_error(cli, NULL, content_path, &err);
        return false;
    }
    vl_rules_init(&t->rules, g, t->pack.block, &t->pack.info);
    return true;
}

void cli_game_name(const struct cli *cli, const char *id, char *out, size_t cap)
{
    const struct vl_game *g = vl_game_find(id);
    struct vl_buf b = vl_buf_on(out, cap);

    if (g)
        vl_text_game(&b, cli->lang, g);
    else
        vl_put(&b, id);
}

bool cli_table_set(struct cli *cli, struct cli_table *t, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    struct vl_error err = { 0 };
    char name[64];

    if (!equals || equals == assignment || (size_t)(equals - assignment) >= sizeof name) {
        cli_fail(cli, TXT("cli.bad.set"), "value", assignment, NULL);
        return false;
    }
    memcpy(name, assignment, (size_t)(equals - assignment));
    name[equals - assignment] = '\0';
    if (vl_option_set(&t->rules, name, equals + 1, &err) == VL_OK)
        return true;
    cli_fail_error(cli, &t->rules, NULL, &err);
    return false;
}

bool cli_is_set(struct cli *cli, const char *option)
{
    size_t n = strlen(option);
    const char *v;

    for (int i = 0; (v = cli_next(cli, "set", &i)) != NULL;)
        if (strncmp(v, option, n) == 0 && v[n] == '=')
            return true;
    return false;
}

bool cli_table_seats(struct cli *cli, struct cli_table *t, int len)
{
    const struct vl_option *o = vl_players_option(t->rules.game);
    struct vl_error err = { 0 };

    if (!o || cli_is_set(cli, o->name) || vl_players_set(&t->rules, len, &err) == VL_OK)
        return true;
    cli_fail_error(cli, &t->rules, NULL, &err);
    return false;
}

bool cli_table_ready(struct cli *cli, struct cli_table *t)
{
    struct vl_error err = { 0 };
    const char *v;

    for (int i = 0; (v = cli_next(cli, "set", &i)) != NULL;)
        if (!cli_table_set(cli, t, v))
            return false;
    if (vl_rules_prepare(&t->rules, &err) == VL_OK)
        return true;
    cli_fail_error(cli, &t->rules, NULL, &err);
    return false;
}

void cli_table_close(struct cli_table *t)
{
    vl_pack_free(&t->pack);
}
