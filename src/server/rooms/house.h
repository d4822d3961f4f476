/* house.h - the rules of the house: what the operator has written down for this server.
 *
 * A text file, a rule a line, read at the start and again at SIGHUP:
 *
 *     # who comes in, and what is made here
 *     closed                                no new tables
 *     block 203.0.113.0/24                  nobody from there; also 2001:db8::/32
 *     reserve Veillée                       nobody bears this name, or one that looks like it
 *     hide k5qd...                          a table that is not listed
 *     shut k5qd...                          a table that nobody can enter
 *
 *     struct house *h;
 *     if (house_read(&h, path, &err)) ...   // err.line: what cannot be read
 *     if (house_blocks(h, "203.0.113.7")) ...
 *     house_free(h);
 *
 * All questions can be asked of NULL: a house without rules.
 */
#ifndef VL_SERVER_HOUSE_H
#define VL_SERVER_HOUSE_H

#include <stdbool.h>

#include "base/status.h"

struct house;

enum { HOUSE_BYTES_MAX = 1 << 20 };

int house_read(struct house **out, const char *path, struct vl_error *err);
/* The same of a text. */
int house_parse(struct house **out, const char *text, struct vl_error *err);
void house_free(struct house *h);

bool house_is_closed(const struct house *h);
/* address: as conn_address() has it. */
bool house_blocks(const struct house *h, const char *address);
bool house_reserves(const struct house *h, const char *name);
bool house_hides(const struct house *h, const char *room);
bool house_shuts(const struct house *h, const char *room);
/* How many rules there are. */
int house_len(const struct house *h);

#endif
