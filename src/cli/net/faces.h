/* faces.h - the words of a table, told once, and a view that is made whole with them
 * (docs/protocol.md, "faces").
 *
 *     struct net_faces f = { 0 };
 *     net_faces_set(&f, &doc);                      // a message "faces"
 *     char *whole = net_faces_join(&f, text, len, &whole_len);     // free() it
 *     net_faces_free(&f);
 *
 * What the faces do not know is told by its id.
 */
#ifndef VL_CLI_NET_FACES_H
#define VL_CLI_NET_FACES_H

#include "base/json.h"

enum {
    NET_FACES_BYTES = 1 << 20,
    NET_WHOLE_BYTES = 16 << 20 /* of a view that is made whole */
};

struct net_faces {
    char *text; /* NULL: none yet */
    struct vl_json_node *nodes;
    struct vl_json_doc doc;
};

/* Keeps a copy of the document. VL_OK, VL_INVALID (it is none), VL_TOO_LARGE or
 * VL_MEMORY; on failure what was kept before stays. */
int net_faces_set(struct net_faces *f, const struct vl_json_doc *doc);
/* A board, text[0..len), as a whole view: NUL-terminated JSON; NULL without memory, or
 * if it is no board. */
char *net_faces_join(const struct net_faces *f, const char *text, size_t len, size_t *out_len);
void net_faces_free(struct net_faces *f);

#endif
