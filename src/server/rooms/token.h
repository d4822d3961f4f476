/* token.h - the right to a seat: 128 random bits, told once, never kept.
 *
 * A token is 26 characters of base32. The server keeps its BLAKE2b-256 only,
 * compares in constant time, and never logs either.
 */
#ifndef VL_SERVER_TOKEN_H
#define VL_SERVER_TOKEN_H

#include "server/store/store.h"

/* store_token.role of the link to watch; players are 0, 1, 2 ... */
enum { TOKEN_WATCH = 100 };

struct token {
    char text[STORE_ID_LEN + 1];
    uint8_t hash[STORE_TOKEN_LEN];
};

/* libsodium must be initialised (rooms_create does it). */
void token_make(struct token *t, const uint8_t bytes[16]);
void token_hash(uint8_t hash[STORE_TOKEN_LEN], const char *text);
bool token_same(const uint8_t a[STORE_TOKEN_LEN], const uint8_t b[STORE_TOKEN_LEN]);
/* One that a client has chosen. */
void token_take(struct token *t, const char *text);
/* Overwrites a token that has served. */
void token_forget(struct token *t);

#endif
