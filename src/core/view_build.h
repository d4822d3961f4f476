/* view_build.h - how a game writes its view and what a move touches.
 *
 * game->view() gets an empty view, game->touch() a struct that it clears; these add
 * to it. Zones, things and what they show stand in pools as large as the game says
 * (view_max). What is added beyond stops the program: how much a game shows is the
 * game's own doing, not outside input.
 *
 *     vl_add_zone(v, VL_TXT(zone, "road"), VL_ZONE_TRACK, 6);
 *     vl_add_item(v, QY_FAM_CARD, card, 1);
 *     vl_add_stat(v, VL_TXT(stat, "cost"), 3);
 *     vl_why_not(v, r, s, vl_move_of(QY_MV_TAKE, card, 0));
 *
 * Who asks for a view brings the memory, too large for a stack:
 *
 *     static struct vl_canvas c;
 *     game->view(r, s, seat, vl_canvas_clear(&c, game));
 */
#ifndef VL_CORE_VIEW_BUILD_H
#define VL_CORE_VIEW_BUILD_H

#include "core/game.h"

/* ---- memory ---- */

enum { VL_VIEW_MEMORY = 96 * 1024 }; /* no game's pools are larger */

struct vl_canvas {
    struct vl_view view;
    union {
        uint64_t align;
        uint8_t bytes[VL_VIEW_MEMORY];
    } memory;
};

/* Bytes that pools of this size take. */
size_t vl_view_bytes(const struct vl_view_size *size);
/* An empty view with pools for this game: c's own. */
struct vl_view *vl_canvas_clear(struct vl_canvas *c, const struct vl_game *g);

/* ---- things ---- */

/* The thing, or nothing if index is no thing's: -1, VL_NONE, VL_BAD_KEY. */
struct vl_ref vl_ref_to(int family, int index);
/* The same of a family of more than 254 things, whose nothing is VL_WIDE_NONE. */
struct vl_ref vl_ref_wide(int family, int index);

static inline bool vl_is_thing(struct vl_ref ref)
{
    return ref.family != VL_FAM_NONE;
}

static inline bool vl_same_ref(struct vl_ref a, struct vl_ref b)
{
    return a.family == b.family && a.index == b.index;
}

/* ---- zones, things, seats ----
 *
 * In a view without pools what is added is forgotten; the pointers are good until the
 * next call. */

struct vl_zone *vl_add_zone(struct vl_view *v, const char *id, enum vl_zone_kind kind, int cells);
/* Into the zone that was added last; into another. */
struct vl_item *vl_add_item(struct vl_view *v, int family, int index, int pos);
struct vl_item *vl_add_item_in(struct vl_view *v, int zone, int family, int index, int pos);
/* A seat comes to be written: each once. */
struct vl_seat_view *vl_add_seat(struct vl_view *v, int seat);
/* Why the thing added last cannot be used for `would` now, whoever asks; nothing if it can. */
void vl_why_not(struct vl_view *v, const struct vl_rules *r, const struct vl_state *s,
                struct vl_move would);

/* ---- what the thing or seat shows that was added last ---- */

void vl_add_stat(struct vl_view *v, const char *name, int value);
/* The same with the most it can be. */
void vl_add_stat_of(struct vl_view *v, const char *name, int value, int max);
/* The same unless it is 0. */
void vl_stat_if(struct vl_view *v, const char *name, int value);
void vl_add_badge(struct vl_view *v, const char *id);
void vl_badge_if(struct vl_view *v, bool when, const char *id);
void vl_add_pip(struct vl_view *v, struct vl_ref face, bool done);

/* ---- arguments of sentences ---- */

void vl_say(struct vl_msg *m, const char *name, int family, int value);
/* For touch(): what the first argument of a move names, if that is a thing of the game's. */
struct vl_ref vl_first_thing(const struct vl_rules *r, struct vl_move m);
void vl_touch_arg(struct vl_touch *t, const char *name, int family, int value);

/* For facts(): one more, if there is room; several of one name are a list. */
struct vl_facts {
    struct vl_msg_arg *out; /* VL_FACTS_MAX of them */
    int len;
};
void vl_add_fact(struct vl_facts *f, const char *name, int family, int value);

#endif
