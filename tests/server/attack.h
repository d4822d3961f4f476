/* attack.h - clients that mean no good, each bounded in count and time.
 *
 * Every function runs the loop until it is done, then prints one JSON object.
 * They keep the fleet (if there is one) going meanwhile through `pump`, which is
 * called every few milliseconds.
 */
#ifndef LOAD_ATTACK_H
#define LOAD_ATTACK_H

#include "client.h"

struct attack {
    struct net *net;
    void (*pump)(void *ctx);
    void *ctx;
};

/* Half-open handshakes: n connects that send one byte of a request every
 * `every_ms`. Prints how many were closed by the server and how late. */
void attack_loris(struct attack *a, int n, int every_ms, int seconds);
/* Seated spectators that ask for views and never read one. room and token are
 * those of a table. */
void attack_sink(struct attack *a, int n, const char *room, const char *token, int seconds);
/* Connects at a rate, from `sources` addresses beyond those of the honest
 * clients, that greet and leave; among them honest ones, each from an address of
 * its own, that want a welcome. */
void attack_flood(struct attack *a, int rate, int honest_rate, int seconds);
/* Mutations of valid exchanges. Prints the frames sent, how connections ended
 * and the longest wait for an answer. */
void attack_mutate(struct attack *a, uint64_t frames, int conns, const char *game);
/* Wrong (token, seat, table, action). Prints how many were tried, and how many
 * were accepted: 0. */
void attack_seats(struct attack *a, uint64_t tries, int tables);

/* Runs the loop for one turn of at most a few milliseconds. */
void attack_turn(struct attack *a);

#endif
