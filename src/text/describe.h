/* describe.h - a game and its options as JSON, for programs that offer a choice.
 *
 * {"id", "names", "blurb", "seats": [least, most], "revision", "content",
 *  "options": [{"name", "type", "values" or "lo" and "hi", "unset"?, "entries"?,
 *  "default", "rule"?, "names", "help"}]}; names and help stand in every language.
 */
#ifndef VL_TEXT_DESCRIBE_H
#define VL_TEXT_DESCRIBE_H

#include "core/engine.h"

/* r needs its content, since options may name things of it; it need not be
 * prepared. */
void vl_game_json(struct vl_json *w, const struct vl_rules *r);

#endif
