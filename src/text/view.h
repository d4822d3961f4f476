/* view.h - the JSON that every screen is made of.
 *
 * What a seat may know, what it may do, and why a thing that looks usable is
 * not: worded in one language, with stable ids ("card.troll_green", "die.2").
 *     struct vl_json w = vl_json_on(memory, sizeof memory);
 *     struct vl_view_ask ask = { .seat = 0, .lang = VL_FR, .rev = 12 };
 *     vl_view_json(&w, r, s, &ask);
 *     if (w.out.full) ...   // VL_VIEW_BYTES is always enough; or there is no memory
 */
#ifndef VL_TEXT_VIEW_H
#define VL_TEXT_VIEW_H

#include "core/view_build.h"
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
    bool map;      /* with the map, if the game has one */
    int64_t rev;
    const struct vl_view_seat *seats; /* one per seat, or NULL */
    const struct vl_view_log *log;    /* what the seat may not see is left out; or NULL */
    int log_len;
};

/* The view of s for ask->seat. It lists the actions if the player who holds
 * that seat is to decide. */
void vl_view_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                  const struct vl_view_ask *ask);

/* ---- boards: what changes, for whoever has the faces ----
 *
 * A board is what all who know the same share: the view without the seat it is
 * for, its actions, refusals, the players' names and the log. It depends on the
 * state as the seat may know it, and on nothing else. Its JSON has ids and numbers;
 * names, texts and kinds stand in the faces (text/faces.h), told once. */
struct vl_board {
    const struct vl_rules *r;
    const struct vl_state *s; /* hidden for the seat */
    const struct vl_view *v;
    int lang;
};

/* The state as `seat` may know it into known (game->state_size bytes), and the
 * view made from it. */
void vl_board_fill(struct vl_canvas *c, struct vl_state *known, const struct vl_rules *r,
                   const struct vl_state *s, vl_actor seat);
/* {"rev", "game", "lang", "faces", "turn", "prompt", "zones", "items", "seats"} */
void vl_board_json(struct vl_json *w, const struct vl_board *b, int64_t rev);
/* Both with their key, into an object that is open. */
void vl_board_turn(struct vl_json *w, const struct vl_board *b, const char *key);
void vl_board_prompt(struct vl_json *w, const struct vl_board *b, const char *key);
/* {"id", "kind", "of"?, "seat"?, "cells"?, "first"?} */
void vl_board_zone(struct vl_json *w, const struct vl_board *b, int i);

/* An item {"id", "zone", "pos"?, "face"?, "stats"?, "badges"?, "pips"?} or a seat {"id",
 * "name", "player", "face"?, "totals", "badges"} with the parts named. `patch`: without
 * its id, and a part that it does not have is null. */
enum vl_board_part {
    VL_PART_ZONE = 1, /* its place in the list of zones */
    VL_PART_POS = 2,
    VL_PART_FACE = 4,  /* of a seat also its name */
    VL_PART_STATS = 8, /* of a seat its totals */
    VL_PART_BADGES = 16,
    VL_PART_PIPS = 32,
    VL_PART_ALL = 63
};
void vl_board_item(struct vl_json *w, const struct vl_board *b, int i, int parts, bool patch);
void vl_board_seat(struct vl_json *w, const struct vl_board *b, int k, int parts, bool patch);

/* What the seat to move may do: the keys "seat", "actions" and "why_not" (item
 * ids with their refusals) into an object that is open. b is made for that seat. */
void vl_board_actions(struct vl_json *w, const struct vl_board *b, vl_actor seat);
/* "other": {"seat", "actions", "why_not"}, the same in the other language, for who types
 * words of either. */
void vl_board_other(struct vl_json *w, const struct vl_board *b);

/* What a move would cause up to the next chance or decision, as far as the
 * seat may know: {"id", "text", "events", "chance"?}; chance: dice or cards decide
 * what follows. A move that a rule refuses gives {"id", "text", "why_not"}, in which a
 * word that names nothing stands as it was typed. */
void vl_preview_json(struct vl_json *w, const struct vl_rules *r, const struct vl_state *s,
                     struct vl_move m, const char *typed, vl_actor seat, int lang);

/* One event: {"type", "rule", "seat", "args", "items", "text"}; with rev >= 0
 * also "rev". Things stand as their keys in args, as item ids in items;
 * one that is not on the table is to be passed over. vl_event_open() leaves the object
 * open. */
void vl_event_open(struct vl_json *w, const struct vl_rules *r, const struct vl_event *ev, int lang,
                   int64_t rev);
void vl_event_json(struct vl_json *w, const struct vl_rules *r, const struct vl_event *ev, int lang,
                   int64_t rev);

/* {"status", "rule"?, "code"?, "where"?, "text"}: how --json and the engine report;
 * code is the word of a refusal's row ("E_DIE_USED"). */
void vl_error_json(struct vl_json *w, const struct vl_rules *r, const struct vl_error *err,
                   int lang);

/* What a thing is, as the game says, or else the name of its family: "monster". */
const char *vl_kind_of(const struct vl_rules *r, struct vl_ref ref);
/* "card.troll_green", "die.2": the id of a thing; nothing for VL_FAM_NONE. */
void vl_item_id(struct vl_buf *out, const struct vl_rules *r, struct vl_ref ref);

#endif
