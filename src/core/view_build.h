/* view_build.h - how a game writes its view and what a move touches.
 *
 * game->view() and game->touch() get a struct that they clear; these add to it.
 * What is added beyond the room of the struct stops the program: how much a game
 * shows is the game's own doing, not outside input.
 *
 *     memset(v, 0, sizeof *v);
 *     vl_add_zone(v, VL_TXT(zone, "road"), VL_ZONE_TRACK, 6);
 *     struct vl_item *i = vl_add_item(v, QY_FAM_CARD, card, VL_TXT(kind, "card"), 0, 1);
 *     vl_add_stat(i, VL_TXT(stat, "cost"), 3);
 *     vl_why_not(r, s, i, vl_move_of(QY_MV_TAKE, card, 0));
 */
#ifndef VL_CORE_VIEW_BUILD_H
#define VL_CORE_VIEW_BUILD_H

#include "core/game.h"

/* The thing, or nothing if index is no thing's: -1, VL_NONE, VL_BAD_KEY. */
struct vl_ref vl_ref_to(int family, int index);

/* ---- zones and things ---- */

struct vl_zone *vl_add_zone(struct vl_view *v, const char *id, enum vl_zone_kind kind, int cells);
struct vl_item *vl_add_item(struct vl_view *v, int family, int index, const char *kind, int zone,
                            int pos);
void vl_add_stat(struct vl_item *i, const char *name, int value);
/* The same with the most it can be. */
void vl_add_stat_of(struct vl_item *i, const char *name, int value, int max);
void vl_add_badge(struct vl_item *i, const char *id);
/* Why the thing cannot be used for `would` now, whoever asks; nothing if it can. */
void vl_why_not(const struct vl_rules *r, const struct vl_state *s, struct vl_item *i,
                struct vl_move would);

/* ---- seats ---- */

void vl_seat_stat(struct vl_seat_view *seat, const char *name, int value);
void vl_seat_stat_of(struct vl_seat_view *seat, const char *name, int value, int max);
void vl_seat_badge(struct vl_seat_view *seat, const char *id);

/* ---- arguments of sentences ---- */

void vl_say(struct vl_msg *m, const char *name, int family, int value);
void vl_touch_arg(struct vl_touch *t, const char *name, int family, int value);

#endif
