/* clients.h - who plays, talks, listens badly and attacks, as docs/protocol.md says one
 * can.
 *
 * A client is a small machine with dice of its own: it connects, greets, makes tables,
 * joins, claims and follows them, plays what `actions` offer, votes, lends its seat,
 * chats, undoes, forks, renews, deletes; it leaves, breaks off and comes back with
 * `since`, and sends again what has no answer. Slow ones stop reading. Hostile ones
 * send what they may not, broken frames and requests, floods, or nothing at all.
 */
#ifndef VL_TESTS_SIM_CLIENTS_H
#define VL_TESTS_SIM_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>

enum manner { HONEST, SLOW, HOSTILE, MANNERS };

enum { CLIENTS_MAX = 48 };

/* n of each manner; their time between two thoughts is around think_us. is_throttled: they
 * may send more than the server reads, and wait for it. */
void clients_begin(uint64_t seed, const int n[MANNERS], uint64_t think_us, bool is_throttled);
/* For so long they only answer pings. */
void clients_be_quiet(uint64_t us);
/* Nobody does anything any more. */
void clients_rest(void);
void clients_end(void);

struct clients_count {
    uint64_t messages, sent, joins, moves, made, denied, broken;
};
extern struct clients_count clients_count;

#endif
