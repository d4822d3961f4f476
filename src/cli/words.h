/* words.h - what a person types: beginnings of words, and commands by their
 * names. Every command has names in both languages; all of them work in either.
 *
 *     static const struct command {
 *         struct cli_verb is;
 *         void (*run)(struct thing *t, const char *rest);
 *     } commands[] = { { { TXT("cli.cmd.quit"), "", TXT("cli.cmd.quit.about") }, quit }, ... };
 *     static const struct cli_verbs verbs = CLI_VERBS(commands);
 *
 *     int i = cli_verb_find(&verbs, line, false, &rest);
 *     if (i >= 0)
 *         commands[i].run(t, rest);
 */
#ifndef VL_CLI_WORDS_H
#define VL_CLI_WORDS_H

#include "cli/cli.h"

/* Lower case, without accents: what two spellings of a word have in common. */
void cli_plain_word(struct vl_buf *out, const char *text, size_t len);

/* Does the text begin with what was typed (such a word, here and below)? */
bool cli_begins(const char *text, const char *typed);
/* Does some word of it? */
bool cli_some_word_begins(const char *text, const char *typed);
/* Is it one of the words of a catalogue entry, in either language, or with
 * `loose` the beginning of one? */
bool cli_called(const char *id, const char *typed, bool loose);

/* ---- commands ---- */

struct cli_verb {
    const char *words; /* all that call it; the first one is shown */
    const char *arg;   /* as cli_place_words() takes it */
    const char *about; /* its help */
};

/* Rows of any type that begins with a struct cli_verb; at most 64. */
struct cli_verbs {
    const void *rows;
    size_t size;
    int len;
};

#define CLI_VERBS(rows)                                                                            \
    {                                                                                              \
        (rows), sizeof((rows)[0]), VL_LEN(rows)                                                    \
    }

/* The command that a line calls by its name, with `loose` by the beginning of it,
 * and what stands behind; -1 if that is none, or more than one. */
int cli_verb_find(const struct cli_verbs *list, const char *line, bool loose, const char **rest);
/* All of them with their help, which begins in a column. */
void cli_verb_help(struct cli *cli, const struct cli_verbs *list, int column);
/* Calls `take` with every name, in both languages, that begins with a word. */
void cli_verb_complete(const struct cli_verbs *list, const char *word,
                       void (*take)(void *arg, const char *name), void *arg);
/* The name nearest to a word, or NULL; good until the next call. */
const char *cli_verb_near(const struct cli *cli, const struct cli_verbs *list, const char *word);

#endif
