#include "server/rooms/token.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static_assert(STORE_TOKEN_LEN == crypto_generichash_BYTES, "BLAKE2b-256");

void token_make(struct token *t, const uint8_t bytes[16])
{
    store_id_make(t->text, bytes);
    token_hash(t->hash, t->text);
}

void token_take(struct token *t, const char *text)
{
    memcpy(t->text, text, sizeof t->text);
    token_hash(t->hash, t->text);
}

void token_hash(uint8_t hash[STORE_TOKEN_LEN], const char *text)
{
    crypto_generichash(hash, STORE_TOKEN_LEN, (const unsigned char *)text, strlen(text), NULL, 0);
}

bool token_same(const uint8_t a[STORE_TOKEN_LEN], const uint8_t b[STORE_TOKEN_LEN])
{
    return sodium_memcmp(a, b, STORE_TOKEN_LEN) == 0;
}

void token_forget(struct token *t)
{
    sodium_memzero(t, sizeof *t);
}
