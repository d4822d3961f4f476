/* view.h - the JSON that every screen is made of (online.md, section 5).
 *
 * What a seat may know, what it may do, and why a thing that looks usable is
 * not: worded in one language, with stable ids ("card.troll_green", "die.2").
 *     struct vl_json w = vl_json_on(memory, sizeof memory);
 *     struct vl_view_ask ask = { .seat = 0, .lang = VL_FR, .rev = 12 };
 *     vl_view_json(&w, r, s, &ask);
 *     if (w.out.full) ...   // VL_VIEW_BYTES is always enough
 */
#ifndef VL_TEXT_VIEW_H
#define VL_TEXT_VIEW_H

#include "text/text.h"

enum { VL_VIEW_BYTES = 128 * 1024 };

/* Who sits on a seat, as the match knows it. */
struct vl_view_seat {
    const char *name; /* as typed, or NULL */
    const char *kind; /* "human", "ai" or "empty" */
};

struct vl_view_log {
    int64_t rev; /* the revision that the event led to */
    struct vl_event event;
};

struct vl_view_ask {
    vl_actor seat; /* for whom; VL_ANYONE: a spectator, who has no actions */
    uint8_t lang;  /* enum vl_lang */
    int64_t rev;
    const struct vl_view_seat *seats; /* one per seat, or NULL */
    const struct vl_view_log *log;    /* what the seat may not see is left out; or NULL */
    int log_len;
};

/* The view of s for ask->seat. It lists the actions if the player who holds
 * that seat is to decide. */
void vl_view_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                  const struct vl_view_ask *ask);

/* What a move would cause up to the next chance or decision, as far as the
 * seat may know: {"id", "text", "events"}; a move that a rule refuses gives
 * {"id", "text", "why_not"}. */
void vl_preview_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                     struct vl_move m, vl_actor seat, int lang);

/* One event: {"type", "rule", "seat", "args", "items", "text"}; with rev >= 0
 * also "rev". Things stand as their keys in args, as item ids in items;
 * one that is not on the table is to be passed over. */
void vl_event_json(struct vl_json *w, const struct vl_rules *r, const struct vl_event *ev, int lang,
                   int64_t rev);

/* {"status", "rule"?, "where"?, "text"}: how --json, engine and server report. */
void vl_error_json(struct vl_json *w, const struct vl_rules *r, const struct vl_error *err,
                   int lang);

/* "card.troll_green", "die.2": the id of a thing; nothing for VL_FAM_NONE. */
void vl_item_id(struct vl_buf *out, const struct vl_rules *r, struct vl_ref ref);

#endif
