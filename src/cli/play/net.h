/* net.h - a table on a server: the host of `veillee join` (docs/protocol.md).
 *
 * A request that has no answer when the connection breaks is sent again after the
 * next one is made, with the same cid: it happens once.
 */
#ifndef VL_CLI_PLAY_NET_H
#define VL_CLI_PLAY_NET_H

#include "cli/net/client.h"
#include "cli/play/play.h"

enum {
    PLAY_VERSION = 2,      /* of the protocol */
    PLAY_GREET_MS = 15000, /* from the connection to a seat at the table */
};

/* Goes to that table: links may not be printed with their tokens by anything else. */
int play_at_server(struct cli *cli, const struct net_url *url);
/* What is wrong with the connection, in words. */
void play_cause(struct cli *cli, const struct net_why *why, char *out, size_t cap);

#endif
