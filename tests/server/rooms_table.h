/* rooms_table.h - tables and clients for the tests of the rooms.
 *
 * A client is what a stranger would write from docs/protocol.md: it keeps the
 * view up to date with the steps it is sent, and knows what it may do.
 *
 *     struct table t;
 *     table_make(&t, &seam, "runemasters", "{\"guardians\":2}", "hh");
 *     struct client a;
 *     client_join(&a, &t, 0, "en");
 *     client_play(&a);                      // a random action, if it is to decide
 */
#ifndef VL_TESTS_ROOMS_TABLE_H
#define VL_TESTS_ROOMS_TABLE_H

#include "rooms_seam.h"
#include "server/rooms/proto.h"

#include <jansson.h>

struct table {
    struct seam *seam;
    char room[STORE_ID_LEN + 1];
    char token[VL_SEATS_MAX][STORE_ID_LEN + 1]; /* "": a bot */
    char watch[STORE_ID_LEN + 1];
    char seed_hash[65];
};

/* One letter per player: h(uman), o(pen), r(andom), g(reedy). more: further
 * fields, ",\"public\":true". */
bool table_make(struct table *t, struct seam *s, const char *game, const char *options,
                const char *players, const char *more);

struct client {
    struct seam *seam;
    struct conn *conn;
    const char *lang;
    bool told;       /* asked for what each event changed: whoever reads French */
    int player;      /* -1: watches */
    int64_t rev;     /* of the view, -1: none */
    json_t *view;    /* kept up to date by steps alone */
    json_t *actions; /* NULL: none */
    json_t *joined, *over, *players;
    json_t *last;   /* the last message of any other type */
    int64_t acked;  /* rev of the last ack, -1: none */
    char error[32]; /* status of the last error, "": none */
    int steps, acks, errors;
    int cids;
};

/* A connection that has said hello. */
void client_open(struct client *c, struct seam *s, const char *lang);
/* player: VL_SEATS_MAX to watch. */
void client_join(struct client *c, struct table *t, int player, const char *lang);
/* On a connection that is open. since < 0: none. */
void client_enter(struct client *c, const struct table *t, const char *token, int64_t since);
void client_close(struct client *c);
/* Takes in all that was sent; checks the order of steps. */
void client_listen(struct client *c);
/* Says it with a fresh cid in front of `rest` (",\"move\":...}"). */
void client_say(struct client *c, const char *type, const char *rest, ...);
/* Everything that follows from it, too. */
void client_ask(struct client *c, const char *type, const char *rest, ...);
/* A random action at the revision of the view; false: not to decide. */
bool client_play(struct client *c, struct vl_rng *rng);
/* The view that was made by steps is the one that the server would send anew. */
bool client_is_right(struct client *c);

/* Carries out the operations of a step on a view, wherever it tells them. */
bool view_apply(json_t *view, const json_t *step);
const char *text_at(const json_t *o, const char *key);
int64_t int_at(const json_t *o, const char *key);

#endif
