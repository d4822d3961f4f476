/* hosts.c - see hosts.h. */
#include "server/net/hosts.h"

#include <string.h>
#include <strings.h>

size_t hosts_name(const char *text, const char **name)
{
    const char *scheme = strstr(text, "://");

    *name = scheme ? scheme + 3 : text;
    return strcspn(*name, ":/");
}

static bool same(const char *p, size_t len, const char *name, size_t name_len)
{
    return len == name_len && strncasecmp(p, name, len) == 0;
}

static bool ends_with(const char *p, size_t len, const char *end)
{
    size_t n = strlen(end);

    return len > n && strncasecmp(p + len - n, end, n) == 0;
}

/* Digits and dots, as no name may end: the last label of a name is no number. */
static bool is_number(const char *p, size_t len)
{
    size_t dots = 0;

    for (size_t i = 0; i < len; i++) {
        if (p[i] != '.' && (p[i] < '0' || p[i] > '9'))
            return false;
        dots += p[i] == '.';
    }
    return dots == 3;
}

/* "box", "box.local", and "box" for a machine called box.example. */
static bool is_machine(const char *p, size_t len, const char *machine)
{
    size_t whole = strlen(machine), label = strcspn(machine, ".");

    if (label == 0)
        return false;
    return same(p, len, machine, whole) || same(p, len, machine, label) ||
           (ends_with(p, len, ".local") && same(p, len - strlen(".local"), machine, label));
}

bool hosts_ok(const char *host, size_t len, const char *machine, const char *const *names, int n)
{
    size_t name = 0;

    if (len > 0 && host[0] == '[') /* an IPv6 address, which the parser has read */
        return true;
    while (name < len && host[name] != ':')
        name++;
    if (name > 1 && host[name - 1] == '.') /* the root of all names, said or not */
        name--;
    if (is_number(host, name) || same(host, name, "localhost", strlen("localhost")) ||
        ends_with(host, name, ".localhost") || is_machine(host, name, machine))
        return true;
    for (int i = 0; i < n; i++) {
        const char *own;
        size_t own_len = hosts_name(names[i], &own);

        if (same(host, name, own, own_len))
            return true;
    }
    return false;
}
