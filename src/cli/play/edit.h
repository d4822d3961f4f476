/* edit.h - the typed line with history and completion, where libedit is built in.
 *
 * Only for a person at a terminal that can move its cursor; else p->edit stays NULL, the
 * terminal keeps the line (input.c), and nothing here may be called. The line survives
 * whatever is written meanwhile: edit_hide() takes it off the screen, edit_show() puts it
 * back. Whole lines go to p->input, as if they had been read there.
 */
#ifndef VL_CLI_PLAY_EDIT_H
#define VL_CLI_PLAY_EDIT_H

#include "cli/play/play.h"

void edit_begin(struct play *p);
/* The terminal as it was before; the history kept. Also with p->edit NULL. */
void edit_end(struct play *p);
void edit_show(struct play *p);
void edit_hide(struct play *p);
/* Takes the keys that are there. */
void edit_keys(struct play *p);

#endif
