/* hosts.h - by what names this server may be called.
 *
 * A page of somebody else's can have its own name point at this machine (DNS
 * rebinding); the browser then takes our answers for that page's. Such a request
 * has that name in Host, so only the machine's own names are answered: numbers,
 * localhost, what the machine calls itself, and what the operator names.
 */
#ifndef VL_SERVER_HOSTS_H
#define VL_SERVER_HOSTS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { HOSTS_NAME_MAX = 256 };

/* Host as it was sent, with or without a port. machine: its own name ("": none);
 * names[0..n): others, without a port. */
bool hosts_ok(const char *host, size_t len, const char *machine, const char *const *names, int n);
/* The name in a URL or in "name:port", without the port; its length. */
size_t hosts_name(const char *text, const char **name);

#endif
