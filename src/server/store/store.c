#include "server/store/store.h"

#include <string.h>

static const struct store_api *const backends[] = { &store_sqlite };

/* The rest of the URL after "scheme:", NULL if it begins otherwise. */
static const char *after_scheme(const char *url, const char *scheme)
{
    size_t len = strlen(scheme);

    return strncmp(url, scheme, len) == 0 && url[len] == ':' ? url + len + 1 : NULL;
}

/* "postgres:..." names a backend, "games.db" and "./a:b" are files. */
static bool names_a_scheme(const char *url)
{
    size_t len = strspn(url, "abcdefghijklmnopqrstuvwxyz");

    return len > 1 && url[len] == ':';
}

/* The backend of a URL and what it is to open; NULL: no such backend. */
static const struct store_api *find_backend(const char *url, const char **rest)
{
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        *rest = after_scheme(url, backends[i]->scheme);
        if (*rest != NULL)
            return backends[i];
    }
    *rest = url;
    return names_a_scheme(url) ? NULL : &store_sqlite;
}

int store_open(struct store **out, const char *url, const struct store_options *o,
               struct vl_error *err)
{
    static const struct store_options defaults = { 0 };
    const char *rest;
    const struct store_api *api = find_backend(url, &rest);

    *out = NULL;
    if (api == NULL)
        return vl_error_set(err, VL_UNKNOWN, url, "no such kind of store; there is: sqlite");
    return api->open(out, rest, o != NULL ? o : &defaults, err);
}

bool store_note(const char *url, char *out, size_t cap)
{
    const char *rest;
    const struct store_api *api = find_backend(url, &rest);

    return api != NULL && api->note(rest, out, cap);
}

int store_backup(struct store *st, const char *path, struct vl_error *err)
{
    struct store_progress p = { 0, 0, false };
    int rc = st->api->backup_begin(st, path, err);

    while (rc == VL_OK && !p.is_done)
        rc = st->api->backup_step(st, 4096, &p, err);
    st->api->backup_end(st);
    return rc;
}

/* ---- ids ---- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

void store_id_make(char id[STORE_ID_LEN + 1], const uint8_t bytes[16])
{
    for (int i = 0; i < STORE_ID_LEN; i++) {
        int v = 0;

        for (int b = 5 * i; b < 5 * i + 5; b++)
            v = v << 1 | (b < 128 ? bytes[b / 8] >> (7 - b % 8) & 1 : 0);
        id[i] = letters[v];
    }
    id[STORE_ID_LEN] = '\0';
}

bool store_id_ok(const char *id)
{
    if (strspn(id, letters) != STORE_ID_LEN || id[STORE_ID_LEN] != '\0')
        return false;
    /* 130 bits hold 128: the last letter ends with two zero bits. */
    return (strchr(letters, id[STORE_ID_LEN - 1]) - letters) % 4 == 0;
}
