/* effects.h - what is printed on a card: sentences worded from what it does.
 *
 * A pack says what a card does as data (core/effect.h, core/saying.h), and the text is
 * made from the same data, so that the two cannot disagree. The sentences stand in the
 * catalogue. Those of a game begin with "<prefix>.fx.":
 *
 *     says.trigger.take     Après avoir pris {of.a} : {does}.
 *     effect.wound.self     recevez {n|# blessure|# blessures} {n.per}
 *     effect.wound          {scope} reçoit {n|# blessure|# blessures} {n.per}
 *     cost.crystals         payez {n|# cristal|# cristaux}
 *     scope.others          chaque autre joueur
 *     filter.monster.a      un monstre
 *     source.attack.per     {d|par point|par tranche de # points} de votre Attaque
 *     noun.target           un autre joueur de votre choix
 *     noun.target.again     ce joueur
 *
 * A step is worded by "<vocabulary>.<verb>", to which are added, in the order of the
 * arguments and wherever there is such an entry: the word of an argument, "counted" for
 * an amount that is counted, "no_<name>" for a number that is 0 or a block that is empty,
 * "less" for a number below 0; then "you" if the step before has a subject, that is, begins
 * with an argument ("each player heals 2 wounds, then you gain ..."); then the tone of the
 * saying (struct vl_saying), as to nouns.
 *
 * Arguments of an entry, beside the forms of text/text.h:
 *     {n}             a number; {n.signed} with its sign, {n.size} without
 *     {n.per}         of a counted amount: the entry "source.<word>.per"; nothing of a number
 *     {d}             within that entry: so many of the source count once
 *     {scope}         a word: the entry "scope.<word>"; {filter.a}: "filter.<word>.a"
 *     {thing}         the name of a thing
 *     {win}           a block: its steps
 *     {does}          of a saying: what is paid, and what happens
 *     {target}        nothing of these: the entry "noun.target", and "noun.target.again" if
 *                     the same saying has named it before; {target.of}: "noun.target.of"
 * An argument that comes to nothing takes the space before it away.
 */
#ifndef VL_TEXT_EFFECTS_H
#define VL_TEXT_EFFECTS_H

#include "core/saying.h"
#include "text/text.h"

enum {
    VL_SAYS_MAX = 2048, /* bytes that the text of any thing fits in, NUL included */
    VL_TEXT_ID_MAX = 96
};

/* What a thing says: its sentences one after the other; whole: its printed values too.
 * False: nothing. */
bool vl_text_says(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index,
                  bool whole);
/* One saying; r names things and gives the prefix. */
void vl_text_saying(struct vl_buf *out, int lang, const struct vl_rules *r,
                    const struct vl_saying *saying);
/* The entry that words a row with these arguments; told: after one with a subject; in a tone,
 * or NULL. */
void vl_text_row(char id[VL_TEXT_ID_MAX], const struct vl_game *g, const char *vocabulary,
                 const struct vl_fx_verb *row, const int16_t *arg, bool told, const char *tone);

#endif
