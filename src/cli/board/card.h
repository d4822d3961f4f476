/* card.h - `card NAME` and `look`: the things on the table, printed whole.
 *
 * Made from the view, as the board is (board.h): whatever the board cuts short for want
 * of room stands here with all its figures and its text, whoever owns it. Names are
 * understood without accents, by their beginnings, and by the keys of notation.
 *
 *     if (!card_show(&known, cli, "caft") && !card_look(&known, cli, "caft"))
 *         ...   // nothing is called so
 */
#ifndef VL_CLI_CARD_H
#define VL_CLI_CARD_H

#include "cli/board/board.h"

/* What is known of the table. */
struct card_known {
    const struct board *b;        /* its `other` gives the names of another language */
    const struct vl_rules *rules; /* what is not on the table is looked up here; or NULL */
};

/* Everything that is called so: name, kind, figures, text, where it lies. What is not on
 * the table is looked for in the content: a kingdom with its cards (EN-INFO-03).
 * Several things with different names are listed. False: nothing is called so. */
bool card_show(const struct card_known *k, struct cli *cli, const char *typed);

/* All zones with the names of what lies in them; with words, the zones or the seat that
 * are called so, every thing in full. False: none is. */
bool card_look(const struct card_known *k, struct cli *cli, const char *typed);

#endif
