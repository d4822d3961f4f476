/* wire.c - one pass over the bytes, skipping what nobody asked for. */
#include "wire.h"

#include <string.h>

/* Past the string that begins at p; end if it has none. */
static const char *skip_string(const char *p, const char *end)
{
    for (p++; p < end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == '"')
            return p + 1;
    }
    return end;
}

static const char *skip_value(const char *p, const char *end)
{
    int depth = 0;

    while (p < end) {
        if (*p == '"') {
            p = skip_string(p, end);
        } else if (*p == '{' || *p == '[') {
            depth++;
            p++;
        } else if (*p == '}' || *p == ']') {
            if (depth == 0)
                return p;
            depth--;
            p++;
        } else if (*p == ',' && depth == 0) {
            return p;
        } else {
            p++;
            continue;
        }
        if (depth == 0)
            return p;
    }
    return end;
}

struct span wire_find(const char *text, size_t len, const char *key)
{
    struct span none = { NULL, 0 };
    const char *p = text, *end = text + len;
    size_t key_len = strlen(key);

    if (len < 2 || *p++ != '{')
        return none;
    while (p < end && *p == '"') {
        const char *name = p + 1, *after = skip_string(p, end);
        if (after >= end || *after != ':')
            return none;
        const char *value = after + 1, *stop = skip_value(value, end);
        if ((size_t)(after - 1 - name) == key_len && memcmp(name, key, key_len) == 0)
            return (struct span){ value, (size_t)(stop - value) };
        p = stop < end && *stop == ',' ? stop + 1 : end;
    }
    return none;
}

struct span wire_in(struct span object, const char *key)
{
    return object.p ? wire_find(object.p, object.len, key) : object;
}

struct span wire_next(struct span array, size_t *at)
{
    struct span none = { NULL, 0 };

    if (!array.p || array.len < 2 || array.p[0] != '[')
        return none;
    const char *p = array.p + (*at ? *at : 1), *end = array.p + array.len;
    if (p >= end || *p == ']')
        return none;
    const char *stop = skip_value(p, end);
    *at = (size_t)(stop - array.p) + (stop < end && *stop == ',');
    return (struct span){ p, (size_t)(stop - p) };
}

int64_t wire_int(struct span v)
{
    int64_t n = 0;

    if (!v.p || v.len == 0 || v.len > 18)
        return -1;
    for (size_t i = 0; i < v.len; i++) {
        if (v.p[i] < '0' || v.p[i] > '9')
            return -1;
        n = n * 10 + (v.p[i] - '0');
    }
    return n;
}

bool wire_text(struct span v, char *out, size_t cap)
{
    if (!v.p || v.len < 2 || v.p[0] != '"' || v.len - 2 >= cap || memchr(v.p, '\\', v.len))
        return false;
    memcpy(out, v.p + 1, v.len - 2);
    out[v.len - 2] = '\0';
    return true;
}

bool wire_is(struct span v, const char *word)
{
    size_t n = strlen(word);

    return v.p && v.len == n + 2 && v.p[0] == '"' && memcmp(v.p + 1, word, n) == 0;
}
