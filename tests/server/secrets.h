/* secrets.h - what was sent to a socket, searched for what it must not hold.
 *
 * With fleet.is_recorded everything a seat is told at a table is kept until the
 * game is over. Then the secrets are known: the table's seed (told by `over`)
 * and the tokens of the others.
 */
#ifndef LOAD_SECRETS_H
#define LOAD_SECRETS_H

#include "fleet.h"
#include "wire.h"

enum { SECRETS_HEARD_MAX = 32 << 20 }; /* bytes kept per seat */

void secrets_hear(struct seat *s, const char *text, size_t len);
/* How many secrets were told too early; the first in words if why is empty. */
int secrets_search(const struct seat *s, struct span seed, char *why, size_t cap);

#endif
