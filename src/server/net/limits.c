/* limits.c - the list of limits as values and as a table. */
#include "server/net/limits.h"

#include "base/buf.h"
#include "text/text.h"

#include <string.h>

const struct server_limit server_limit_table[] = {
#define X(name, value, least, most, help) { #name, value, least, most, help },
    SERVER_LIMITS_MAP(X)
#undef X
        { 0 },
};

struct server_limits server_limits_default(void)
{
    struct server_limits l = {
#define X(name, value, least, most, help) .name = value,
        SERVER_LIMITS_MAP(X)
#undef X
    };
    return l;
}

/* The i-th field: the struct has nothing but the list, in its order. */
static int64_t *field(struct server_limits *l, int i)
{
    int64_t *const fields[] = {
#define X(name, value, least, most, help) &l->name,
        SERVER_LIMITS_MAP(X)
#undef X
    };
    return fields[i];
}

int64_t server_limits_get(const struct server_limits *l, int i)
{
    struct server_limits copy = *l;

    return *field(&copy, i);
}

int server_limits_set(struct server_limits *l, const char *assignment, struct vl_error *err)
{
    const char *equals = strchr(assignment, '=');
    const struct server_limit *t = server_limit_table;
    char what[sizeof err->what];
    struct vl_buf b = vl_buf_on(what, sizeof what);
    int64_t v;

    if (!equals)
        return vl_error_set(err, VL_SYNTAX, assignment, "name=value is wanted");
    while (t->name && !vl_str_is(assignment, (size_t)(equals - assignment), t->name))
        t++;
    if (!t->name)
        return vl_error_set(err, VL_UNKNOWN, assignment, "there is no such limit");
    if (!vl_str_int(equals + 1, strlen(equals + 1), &v) || v < t->least || v > t->most) {
        vl_put(&b, "a whole number from ");
        vl_put_int(&b, t->least);
        vl_put(&b, " to ");
        vl_put_int(&b, t->most);
        return vl_error_set(err, VL_RANGE, assignment, what);
    }
    *field(l, (int)(t - server_limit_table)) = v;
    return VL_OK;
}
