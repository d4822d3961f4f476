/* tell.h - a match told as JSON: what happened, what can be taken back, how it
 * ended, and why a move can or cannot be made.
 *
 * The server sends these parts and the engine in the browser answers with them,
 * so that a screen cannot tell one from the other (docs/protocol.md).
 *
 *     struct vl_tale tale = { 0 };
 *     vl_tale_tell(&tale, m, from, to, NULL);
 *     vl_tale_entries(&w, &tale, viewer, lang);
 *     vl_tale_free(&tale);
 */
#ifndef VL_TELL_TELL_H
#define VL_TELL_TELL_H

#include "match/match.h"
#include "text/view.h"

/* ---- entries, told again ---- */

enum {
    VL_TALE_MAX = 64,             /* entries in one tale */
    VL_TALE_EVENTS_MAX = 1 << 16, /* more are left out */
    VL_TALE_MOMENTS_MAX = 1 << 12,
    VL_NOTATION_MAX = 256 /* bytes that any notation fits in */
};

/* Some entries of a match and the events they caused. Starts all zero, can be
 * told any number of times, keeps its memory. */
struct vl_tale {
    struct vl_sink sink; /* private; first: the engine knows this part */
    const struct vl_match *m;
    uint32_t from;
    int len;
    int first[VL_TALE_MAX + 1]; /* event of each entry; the last: past the end */
    struct vl_event *events;
    int events_len, events_cap;
    uint8_t *before; /* the state before each entry and after the last one, state_size bytes
                      * each; NULL: no memory */
    size_t before_cap;
    bool has_moments;           /* set it before telling: moments are kept, for vl_tale_changes() */
    const struct vl_state *now; /* private: the state that the events come from */
    uint8_t *moments;           /* the state when each of the first events was told */
    int moments_len;
    size_t moments_cap;
};

/* Entries from..to-1, VL_TALE_MAX at most. was: the state at `from`; NULL: it is
 * computed. If memory runs out the story has gaps. */
void vl_tale_tell(struct vl_tale *t, const struct vl_match *m, uint32_t from, uint32_t to,
                  const struct vl_state *was);
void vl_tale_free(struct vl_tale *t);
/* Do both see the same of it? */
bool vl_tale_same(const struct vl_tale *t, vl_actor a, vl_actor b);
/* Entry k of the tale: {"rev", "kind", "seat"?, "player"?, "move"?, "text"?, "more"?,
 * "to"?, "events"}; the text is the sentence of the move; more: the next entry is of the
 * same row. A move whose events are not all for
 * these eyes is not told. */
void vl_tale_entry(struct vl_json *w, const struct vl_tale *t, int k, vl_actor viewer, int lang);
/* All of them, one after the other, into an array that is open. */
void vl_tale_entries(struct vl_json *w, const struct vl_tale *t, vl_actor viewer, int lang);

/* ---- what each event changed ----
 *
 * The engine tells an event right after what it changed. So a tale with moments keeps the
 * state as it is then, and the boards of two moments differ by what the event between them
 * did. Nothing of this is made for a tale without moments. */

/* Memory for the boards of two moments, and for those of another viewer. */
struct vl_moments {
    struct vl_canvas canvas[2];
    union vl_any_state known[2];
};

/* The same as vl_tale_entries(), with "ops": in each event the changes of the board that
 * it made (text/delta.h), in the entry those that were made beside its events; left out
 * where there are none. Turn and prompt change at the end, in the last entry. All ops in
 * order, of each entry its events' first, turn the first board into the last one. False, and
 * nothing is written: there is no memory, or no moments. */
bool vl_tale_changes(struct vl_json *w, const struct vl_tale *t, vl_actor viewer, int lang,
                     struct vl_moments *memory);
/* Do both see the same at every moment? They see the same of the tale. */
bool vl_tale_moments_same(const struct vl_tale *t, vl_actor a, vl_actor b,
                          struct vl_moments *memory);

/* ---- about the match ---- */

/* What can be taken back without asking anybody: {"player", "to"}, or null. */
void vl_tell_undo(struct vl_json *w, const struct vl_match *m);
/* The end, into an object that is open: "rev", "outcome", "rule"?, "text",
 * "results", "campaign" if it can be part of one, and "seed" if it is known. The match must
 * be over. */
void vl_tell_over(struct vl_json *w, const struct vl_match *m, int lang);
/* Why `seat`, which knows `known`, can or cannot make this move, into an object
 * that is open: "legal", "rule"?, "code"?, "text", "rules" in words. A word that
 * names nothing is shown as it was typed. */
void vl_tell_why(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                 vl_actor seat, struct vl_move move, const char *typed, int lang);
/* Why it is refused, worded for this move: {"status", "rule"?, "where"?, "text"}. */
void vl_tell_refusal(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                     struct vl_move move, const struct vl_error *err, int lang);
/* Advice to whoever decides in `known`, in a sentence or two, into an object that
 * is open: "move", "text" with what it leads to. only: there is no other move. */
void vl_tell_hint(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                  struct vl_move move, bool only, int lang);

/* Memory for two views that are compared. */
struct vl_outlook {
    struct vl_canvas before, after;
};

/* "changes": ["Red Troll: weak points 2 → 1", ...]: the figures of the seats and of the
 * things that a move concerns which it would change, up to the next chance or decision, as
 * far as the seat may know; one text each. */
void vl_tell_changes(struct vl_json *w, const struct vl_rules *r, const struct vl_state *known,
                     vl_actor seat, struct vl_move move, int lang, struct vl_outlook *memory);

#endif
