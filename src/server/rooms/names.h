/* names.h - names as they look.
 *
 * A name is what others know somebody by: it is seen, and it is nobody else's at the
 * table. Two names that look alike have the same skeleton: letters without their marks,
 * whatever alphabet they were borrowed from, without spaces and punctuation.
 *
 *     char name[PROTO_NAME_MAX + 1];
 *     name_clean(name, sizeof name, typed);
 *     if (name_alike(name, "Zoé")) ...            // "zoe", "ZOÉ", "Zое" in Cyrillic
 */
#ifndef VL_SERVER_NAMES_H
#define VL_SERVER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* As proto_clean(), and without characters that nobody sees, with plain spaces, one at a
 * time, and at most two marks on a letter. "" if nothing is left. */
void name_clean(char *out, size_t cap, const char *text);

/* Would people take one for the other? Not of empty ones. */
bool name_alike(const char *a, const char *b);

#endif
