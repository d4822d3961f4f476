#include "secrets.h"

#include <stdlib.h>
#include <string.h>

void secrets_hear(struct seat *s, const char *text, size_t len)
{
    if (s->heard_len + len > s->heard_cap) {
        size_t cap = s->heard_cap ? s->heard_cap : 1 << 16;
        while (cap < s->heard_len + len)
            cap *= 2;
        char *heard = cap <= SECRETS_HEARD_MAX ? realloc(s->heard, cap) : NULL;
        if (!heard) {
            s->is_missing_some = true;
            return;
        }
        s->heard = heard;
        s->heard_cap = cap;
    }
    memcpy(s->heard + s->heard_len, text, len);
    s->heard_len += len;
}

static bool holds(const struct seat *s, const void *what, size_t len)
{
    return s->heard_len && memmem(s->heard, s->heard_len, what, len) != NULL;
}

static int found(const struct seat *s, const char *what, char *why, size_t cap)
{
    if (!why[0])
        snprintf(why, cap, "%s was told to player %d of %s", what, s->player, s->table->room);
    return 1;
}

/* Half of the seed is as bad as all of it: it is searched in pieces of 8 bytes,
 * as digits in either case and as bytes. */
static int search_seed(const struct seat *s, const char *digits, char *why, size_t cap)
{
    int n = 0;

    for (int piece = 0; piece < 4; piece++) {
        char lower[17] = "", upper[17] = "";
        uint8_t raw[8];
        for (int i = 0; i < 16; i++) {
            char c = digits[16 * piece + i];
            lower[i] = c;
            upper[i] = (char)(c >= 'a' ? c - 'a' + 'A' : c);
        }
        for (int i = 0; i < 8; i++) {
            char pair[3] = { lower[2 * i], lower[2 * i + 1], '\0' };
            raw[i] = (uint8_t)strtoul(pair, NULL, 16);
        }
        if (holds(s, lower, 16) || holds(s, upper, 16) || holds(s, raw, 8))
            n += found(s, "the seed", why, cap);
    }
    return n;
}

int secrets_search(const struct seat *s, struct span seed, char *why, size_t cap)
{
    const struct table *t = s->table;
    char digits[65];
    int n = 0;

    if (!wire_text(seed, digits, sizeof digits) || strlen(digits) != 64)
        n += found(s, "no seed", why, cap);
    else
        n += search_seed(s, digits, why, cap);
    if (s->is_missing_some)
        n += found(s, "more than can be kept and searched", why, cap);
    for (int i = 0; i < t->humans; i++)
        if (holds(s, t->seats[i].token, TOKEN_CAP - 1))
            n += found(s, "a token", why, cap);
    if (s->player >= 0 && holds(s, t->watch, TOKEN_CAP - 1))
        n += found(s, "the token to watch", why, cap);
    return n;
}
