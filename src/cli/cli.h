/* cli.h - what the commands of the program share: options, words, faults.
 *
 * A command is a row of the table in main.c: its name, its function, the table
 * of its options. main() reads the arguments by that table (--opt value,
 * --opt=value, -o value, -ovalue, `--`), answers --help and calls the function,
 * whose result is the exit code of the program:
 *
 *     CLI_OK   done            CLI_NO   done, and the answer is no
 *     CLI_BAD  the command line or an input cannot be used
 *     CLI_STOPPED + signal     asked to stop by SIGINT or SIGTERM; SIGPIPE: nobody
 *                              reads the output any more
 *
 *     static const struct cli_opt options[] = {
 *         { "games", 'n', "N", TXT("cli.opt.games"), 0 },
 *         { "json", 0, NULL, TXT("cli.opt.json"), 0 },
 *         { 0 }
 *     };
 *     const struct cli_command cli_sim = { "sim", "GAME", TXT("cli.sum.sim"), options,
 *                                          1, 1, run };
 *
 *     static int run(struct cli *cli)
 *     {
 *         int64_t games = 1000;
 *         const struct vl_game *g = cli_game(cli, cli->arg[0]);
 *         if (!g || !cli_number(cli, "games", 1, 1000000000, &games))
 *             return CLI_BAD;                  // the fault is already reported
 *         ...
 *         return cli_done(cli, CLI_OK);
 *     }
 *
 * Every sentence comes from the catalogue. A fault is one line on the error
 * stream, "veillee sim: ...", or with --json one line of JSON {status, rule?,
 * where?, text}. What goes through cli_print() and its relatives is written in
 * the reader's characters: without UTF-8, letters lose their accents.
 */
#ifndef VL_CLI_CLI_H
#define VL_CLI_CLI_H

#include "match/record.h"
#include "pack/pack.h"
#include "text/text.h"

#include <signal.h>
#include <stdio.h>

enum { CLI_OK = 0, CLI_NO = 1, CLI_BAD = 2, CLI_STOPPED = 128 };

enum {
    CLI_WIDTH = 80,     /* columns of a line where no terminal says otherwise, */
    CLI_WIDTH_MIN = 40, /* and between which we follow what it says */
    CLI_WIDTH_MAX = 160,
    CLI_ARGS_MAX = 1024, /* options and other arguments of one command line, each */
    CLI_JSON_MAX = 4 << 20
};

/* ---- commands and options ---- */

struct cli;

enum {
    CLI_OPT_HIDDEN = 1, /* works, but is not in the help */
    CLI_OPT_MANY = 2,   /* may be repeated; of NAME=VALUE each NAME once */
    CLI_OPT_MAYBE = 4   /* its value may be left out, which is ""; given, it is --opt=value */
};

struct cli_opt {
    const char *name;  /* --name; NULL ends the table */
    char letter;       /* -n; 0: none */
    const char *value; /* how the help writes its value, "N"; NULL: it has none */
    const char *help;  /* catalogue id of its line in the help */
    unsigned flags;
};

struct cli_command {
    const char *name;
    const char *usage;   /* what follows the name: "GAME [ID|WORD]" */
    const char *summary; /* catalogue id of one line */
    const struct cli_opt *options;
    int args_min, args_max; /* arguments that are no options; max -1: any number */
    int (*run)(struct cli *cli);
    const char *const *more; /* catalogue ids of notes after the options, NULL ends; or NULL */
};

/* The commands, one per file (cmd_*.c). */
extern const struct cli_command cli_games, cli_play, cli_replay, cli_sim, cli_scenario, cli_content,
    cli_rules, cli_engine, cli_bench, cli_serve, cli_join, cli_tables, cli_campaigns, cli_stores;
/* What the program does without a command (commands/home.c); its name is "". */
extern const struct cli_command cli_home;

/* One given option. */
struct cli_given {
    const struct cli_opt *opt;
    const char *value;
};

/* The command line at work, and how to write. */
struct cli {
    int lang;   /* enum vl_lang */
    bool color; /* escape sequences may be written to out */
    bool utf8;  /* else ASCII only */
    bool json;  /* faults are JSON too */
    bool in_tty, out_tty;
    int columns, rows; /* of the screen, see cli_measure(); 0: not known */
    FILE *out, *err;
    const struct cli_command *home;    /* what no command means */
    const struct cli_command *command; /* NULL before one is known */
    const char *arg[CLI_ARGS_MAX];     /* what is no option */
    int args_len;
    struct cli_given given[CLI_ARGS_MAX];
    int given_len;
};

/* The value of the option; NULL if it was not given, "" for one without a value.
 * Only --lang and --color may stand twice, and the last one counts: whoever has
 * an alias with one of them can still say otherwise. */
const char *cli_value(const struct cli *cli, const char *name);
bool cli_has(const struct cli *cli, const char *name);
/* All of a repeated option: for (int i = 0; (v = cli_next(cli, "set", &i));) */
const char *cli_next(const struct cli *cli, const char *name, int *i);
/* A whole number in [lo, hi]; *out is left alone if the option was not given.
 * False, and reported, if it is none. */
bool cli_number(struct cli *cli, const char *name, int64_t lo, int64_t hi, int64_t *out);
/* The same of --seed, an unsigned number; a game may have a rule for a bad one. */
bool cli_seed(struct cli *cli, const struct vl_game *g, uint64_t *out);

/* Reads argv[1..argc) into *cli: CLI_OK, or CLI_BAD with the fault reported.
 * `table` has the commands; cli->command is the one found, if any. Options that
 * stand alone are those of `home`. The environment (LC_ALL, LC_MESSAGES, LC_CTYPE,
 * LANG, NO_COLOR, TERM) sets the defaults. */
int cli_read(struct cli *cli, const struct cli_command *const *table,
             const struct cli_command *home, int argc, char **argv);
/* The help of one command, or with NULL of the program. */
void cli_help(struct cli *cli, const struct cli_command *const *table,
              const struct cli_command *command);

/* ---- games and content ---- */

/* The game of that id; NULL, and reported with the nearest id, if there is none. */
const struct vl_game *cli_game(struct cli *cli, const char *id);

/* What the game of that id is called; the id itself if this program has no such game. */
void cli_game_name(const struct cli *cli, const char *id, char *out, size_t cap);

/* Game + content + options, from GAME, --content and --set. Stays where it is:
 * the rules point into the pack. */
struct cli_table {
    struct vl_pack pack;
    struct vl_rules rules;
};

/* Content only, options at their defaults, not prepared: false, and reported. */
bool cli_table_open(struct cli *cli, struct cli_table *t, const struct vl_game *g,
                    const char *content_path);
/* One "name=value" of --set. */
bool cli_table_set(struct cli *cli, struct cli_table *t, const char *assignment);
/* Was the option given with --set? */
bool cli_is_set(struct cli *cli, const char *option);
/* --seats, `len` of them, say how many players there are, unless --set says so too. */
bool cli_table_seats(struct cli *cli, struct cli_table *t, int len);
/* All --set options, then vl_rules_prepare(). */
bool cli_table_ready(struct cli *cli, struct cli_table *t);
void cli_table_close(struct cli_table *t);

/* Usage words in the reader's language: "GAME [FILE]" is "JEU [FICHIER]". */
void cli_place_words(const struct cli *cli, struct vl_buf *out, const char *usage);

/* The candidate nearest to what was typed (edit distance), NULL if none is near. */
const char *cli_nearest(const char *typed, const char *const *candidates, int n);

/* ---- faults ---- */

/* Reports a catalogue text with its pairs (name, value, ..., NULL) as one line
 * and returns CLI_BAD. */
int cli_fail(struct cli *cli, const char *id, ...);
/* An argument for which the command has no use. */
int cli_too_many(struct cli *cli, const char *arg);
/* The same for a fault understood elsewhere; file may be NULL, r too. */
int cli_fail_error(struct cli *cli, const struct vl_rules *r, const char *file,
                   const struct vl_error *err);
/* The fault in words, after the place that editors jump to, as far as it is known:
 * "my.json:12:5: troll_green: /monsters/18/weak: ..."; file and r may be NULL. */
void cli_put_fault(const struct cli *cli, struct vl_buf *out, const struct vl_rules *r,
                   const char *file, const struct vl_error *err);
/* A remark on the error stream; nothing is given up for it. */
void cli_warn(struct cli *cli, const char *id, ...);
void cli_warn_error(struct cli *cli, const struct vl_rules *r, const char *file,
                    const struct vl_error *err);

/* ---- writing ---- */

/* A catalogue text with its pairs and the end of the line. */
void cli_say(struct cli *cli, const char *id, ...);
/* The same into memory, without the end of the line; truncated if it must be. */
void cli_word(struct cli *cli, char *out, size_t cap, const char *id, ...);
void cli_print(struct cli *cli, const char *text);
/* As printf; at most 4000 bytes. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cli_printf(struct cli *cli, const char *format, ...);
/* Asks how large the screen is now: COLUMNS and LINES, else the terminal. */
void cli_measure(struct cli *cli);
/* Columns that no line of ours exceeds; those of the screen within reason. */
int cli_columns(const struct cli *cli);
/* The text in lines of at most cli_columns(): the first begins with `lead`, the
 * others with `indent` spaces. Words stay whole. */
void cli_wrap(struct cli *cli, const char *lead, int indent, const char *text);
/* The same on a line of which `used` columns are taken. */
void cli_wrap_on(struct cli *cli, int used, int indent, const char *text);
/* Columns that a text takes on a terminal, escape sequences apart. */
int cli_width(const char *text);
/* How many bytes of it fit in so many columns. */
size_t cli_bytes(const char *text, int columns);
/* The text in at most `columns` columns, if need be cut after a word, with an
 * ellipsis; filled up with spaces if `fill`. */
void cli_fit(const struct cli *cli, struct vl_buf *out, const char *text, int columns, bool fill);
/* Without UTF-8: the nearest ASCII ("é" is "e", "—" is "-"). */
void cli_fold(struct vl_buf *out, const char *text);
/* The text as this reader sees it: folded in place unless there is UTF-8. */
void cli_own(const struct cli *cli, char *text, size_t cap);

/* JSON, as it is: never folded. Ends the line. CLI_BAD if it did not fit. */
int cli_print_json(struct cli *cli, const struct vl_json *w);

enum cli_style {
    CLI_NORMAL,
    CLI_BOLD,
    CLI_DIM,
    CLI_RED,
    CLI_GREEN,
    CLI_YELLOW,
    CLI_BLUE,
    CLI_VIOLET,
    CLI_CYAN,
    CLI_WHITE,
    CLI_REVERSE,
    CLI_STYLES
};
/* The escape sequence, "" without colours. */
const char *cli_style(const struct cli *cli, int style);

/* Flushes; the code that was meant, or CLI_BAD (reported) if the output could
 * not be written: full disk. A closed pipe (`| head`) is no fault and not spoken
 * of; the code is then that of a program which SIGPIPE ended. */
int cli_done(struct cli *cli, int code);
/* Flushes; false once the output cannot be written any more. */
bool cli_flush(struct cli *cli);

/* ---- files that the user names ---- */

/* May a file of that name be written? False, and reported, if there is one and
 * --force was not given. Long work asks before it begins. NULL may. */
bool cli_may_write(struct cli *cli, const char *path);
/* What --force says. */
enum vl_file_how cli_how(const struct cli *cli);
/* The same at a prompt: the name in `FILE` or `FILE --force`. */
enum vl_file_how cli_save_words(const char *rest, char *file, size_t cap);

/* ---- signals ---- */

/* The signal that asked to stop; 0: none. Long work looks at it now and then
 * and returns CLI_STOPPED + cli_stop. A second signal ends the program at once. */
extern volatile sig_atomic_t cli_stop;
/* SIGINT, SIGTERM and SIGHUP set cli_stop and interrupt a read; SIGPIPE is
 * ignored, so that what was begun is ended in order. */
void cli_signals(void);

#endif
