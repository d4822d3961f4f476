/* loop.h - libuv once more, in one thread and from one seed.
 *
 * The server's own seams to the world are libuv's functions, the clock, the dice of
 * libsodium and SQLite's file layer. Here they are defined anew, so that the whole
 * server (net, rooms, store, its threads) runs as it is, unchanged: time stands still
 * while code runs and jumps to the next event; a thread is a fiber that goes on when
 * its event comes; a socket is two queues with delays, pieces and an end. What comes
 * next, and when, is drawn from the seed: the same seed is the same run.
 *
 *     loop_begin(seed);
 *     loop_at(1000, fn, ctx, 0);         // in a millisecond
 *     struct wire *w = wire_open(&calls, me, 7);
 *     ... server_run() ...               // runs every event there is
 *     loop_kill();                       // the process dies now
 *     loop_end();
 */
#ifndef VL_TESTS_SIM_LOOP_H
#define VL_TESTS_SIM_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SECOND UINT64_C(1000000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)

/* ---- time and chance ---- */

void loop_begin(uint64_t seed);
void loop_end(void);
uint64_t loop_now(void); /* us since the beginning */
uint64_t loop_events(void);
void loop_at(uint64_t in_us, void (*fn)(void *ctx, uint64_t n), void *ctx, uint64_t n);
/* Events without a server, for so long. */
void loop_idle(uint64_t us);
/* Uniform in [0, n) and [lo, hi]; true once in n. Of the world: clients have dice of
 * their own. */
uint32_t loop_below(uint32_t n);
uint64_t loop_between(uint64_t lo, uint64_t hi);
bool loop_once_in(uint32_t n);
/* The caller waits: a thread lets the others go on. */
void loop_pause(uint64_t us);
/* The wall clock is set, by so many ms. */
void loop_set_clock(int64_t by_ms);
/* Called after every event that the server has seen through. */
extern void (*loop_after)(void);
/* 32 bytes that the server has drawn: the seed of a table. */
extern void (*loop_drawn)(const uint8_t bytes[32]);

/* ---- the process ---- */

/* Dies now: nothing that it does any more is heard by anybody. It runs on as a ghost
 * until it has given back its memory. */
void loop_kill(void);
bool loop_is_ghost(void);
/* The next process is a living one. */
void loop_revive(void);
void loop_signal(int number);

/* ---- connections, from the side of the client ---- */

struct wire;

struct wire_calls {
    void (*opened)(void *ctx);
    void (*bytes)(void *ctx, const uint8_t *bytes, size_t len);
    void (*closed)(void *ctx); /* refused, ended or broken; not after wire_close() */
};

/* Asks for a connection from an address. It lives until loop_end(). */
struct wire *wire_open(const struct wire_calls *calls, void *ctx, uint32_t address);
void wire_send(struct wire *w, const void *bytes, size_t len);
/* In good order, or with a reset. */
void wire_close(struct wire *w, bool is_reset);
/* Reads nothing any more, or again. */
void wire_read(struct wire *w, bool yes);
/* Connections of which the kernel still keeps something for the server. */
size_t wire_kernel_bytes(void);
/* Once in so many writes the process is killed right after it. 0: never. */
extern uint32_t wire_kill_once_in;

/* ---- what happened ---- */

/* One line of the run; its digest, and if wanted the line itself. */
void loop_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void loop_note_bytes(const char *what, uint64_t who, const void *bytes, size_t len);
uint64_t loop_digest(void);
extern bool loop_trace;

/* A law is broken: says so with the seed, and ends. */
_Noreturn void sim_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
