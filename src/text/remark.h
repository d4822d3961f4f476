/* remark.h - what a fault of a file says beside its kind, in the reader's language.
 *
 * Below text, a fault carries a short English remark (base/status.h): "not a whole number
 * in 0..4". The catalogue has each as the English of an entry remark.*, with {name} where
 * a value stands:
 *
 *     remark.not_a_whole_number_in_lo_hi   pas un nombre entier de {lo} à {hi}
 *                                          not a whole number in {lo}..{hi}
 *
 * What stands for a name may be a remark in turn: "9: must be a list" is "{a}: {b}".
 * tests/remarks.py sees to it that there is an entry for every remark that is made.
 */
#ifndef VL_TEXT_REMARK_H
#define VL_TEXT_REMARK_H

#include "base/buf.h"

/* A remark that the catalogue does not know is put as it is. */
void vl_text_remark(struct vl_buf *out, int lang, const char *what);

#endif
