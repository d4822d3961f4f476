/* view.h - the view of a table as a server tells it: whole once, then changed
 * by the `ops` of each step (docs/protocol.md).
 *
 * Kept as JSON, thing by thing, since a later server may send more than is known
 * here. A list of changes that does not fit leaves the view unusable: ask for a
 * whole one (`resync`).
 *
 *     struct net_view v = { 0 };
 *     net_view_set(&v, &doc, vl_json_get(&doc, 0, "view"));
 *     net_view_apply(&v, &doc, vl_json_get(&doc, 0, "ops"));
 *     char *text = net_view_text(&v, &len);     // free() it
 *     net_view_free(&v);
 */
#ifndef VL_CLI_NET_VIEW_H
#define VL_CLI_NET_VIEW_H

#include "base/json.h"

enum {
    NET_VIEW_THINGS = 1024,    /* in one list */
    NET_VIEW_THING = 64 << 10, /* bytes of one thing */
    NET_VIEW_OPS = 4096        /* changes in one step */
};

struct net_thing {
    char *id;   /* as JSON: "card.x" in its quotes, or 0 */
    char *text; /* the whole thing, as JSON */
};

struct net_list {
    struct net_thing *things;
    int len, cap;
};

enum { NET_ZONES, NET_ITEMS, NET_SEATS, NET_LISTS };
enum { NET_TURN, NET_PROMPT, NET_PARTS };

struct net_view {
    char *part[NET_PARTS]; /* as JSON, or NULL */
    struct net_list list[NET_LISTS];
};

/* VL_OK, VL_INVALID (no such thing, not the form of a view), VL_TOO_LARGE or
 * VL_MEMORY. After a failure the view is empty or half changed. */
int net_view_set(struct net_view *v, const struct vl_json_doc *doc, uint32_t view);
int net_view_apply(struct net_view *v, const struct vl_json_doc *doc, uint32_t ops);
/* The view as one JSON object, NUL-terminated; NULL without memory. */
char *net_view_text(const struct net_view *v, size_t *len);
void net_view_free(struct net_view *v);

#endif
