/* words.h - which move a typed line means.
 *
 * Whatever the screen shows of a move can be typed: its number, its notation, its
 * heading, its sentence or the arguments that stand for it; any of these words, and
 * what else people call such a move (catalogue "<game>.say.<move>"), in both languages,
 * without accents, or their beginnings. Where several moves fit, none is chosen.
 */
#ifndef VL_CLI_PLAY_WORDS_H
#define VL_CLI_PLAY_WORDS_H

#include "cli/board/board.h"

struct words_found {
    int len;
    int at[BOARD_ACTIONS]; /* places in board->actions */
    bool is_said;          /* a verb was typed, or all that is shown of a move */
};

/* The moves that fit best. `game`: its id; one that is not known here has only the words
 * of its board. */
void words_find(const struct board *b, const struct cli *cli, const char *game, const char *line,
                struct words_found *found);
/* Is it exactly what the screen shows of one move? Its place, or -1: a number alone is
 * that of a move. */
int words_shown(const struct board *b, const struct cli *cli, const char *line);

enum { WORDS_NONE = -1, WORDS_ANSWERED = -2 };

/* The move to be made, or only asked about: `ask` is content with a name. Its place;
 * WORDS_NONE: the line means none; WORDS_ANSWERED: the reader was told why that is not
 * clear (several fit, no such number). */
int words_move(const struct board *b, struct cli *cli, const char *game, const char *line,
               bool ask);

/* A move that is not among the legal ones, as a notation, for the host to say what is
 * wrong with it: "journey blood dragon" is "journey 3", where that card lies. False: it
 * is no move of this game. */
bool words_spell(const struct board *b, const char *game, const char *line, char *out, size_t cap);
/* The thing on the table that a line names, if it cannot be used: its place in
 * board->items, or -1. */
int words_useless(const struct board *b, const char *line);

/* What can stand where `line` ends, one after the other: calls `take` with whole words
 * (the beginning that is typed included) of legal moves. */
void words_complete(const struct board *b, const char *game, const char *line,
                    void (*take)(void *arg, const char *word), void *arg);

#endif
