#include "server/store_table.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/hash.h"
#include "server/faultvfs.h"
#include "unit/test.h"

static char folder[512];

static void empty_folder(void)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    char path[1024];

    while (d != NULL && (e = readdir(d)) != NULL) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    if (d != NULL)
        closedir(d);
}

static void remove_folder(void)
{
    empty_folder();
    rmdir(folder);
    table_remove(folder); /* the lock of a test that took it for a store */
}

const char *table_folder(void)
{
    const char *tmp = getenv("TMPDIR");

    if (folder[0] != '\0') {
        empty_folder();
        return folder;
    }
    if (tmp == NULL)
        tmp = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/veillee-store-XXXXXX", tmp);
    VL_VERIFY(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    fault_install();
    return folder;
}

const char *table_path(const char *name)
{
    static char paths[4][1024];
    static int next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

void table_remove(const char *path)
{
    static const char *const endings[] = { "",      "-wal",  "-journal", "-shm",
                                           ".lock", ".part", ".reserve" };
    char name[1100];

    for (int i = 0; i < VL_LEN(endings); i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

uint8_t *table_get(const char *path, size_t *len)
{
    struct stat info;
    FILE *f = fopen(path, "rb");

    *len = 0;
    if (f == NULL)
        return NULL;
    VL_VERIFY(fstat(fileno(f), &info) == 0);
    uint8_t *bytes = malloc((size_t)info.st_size + 1);
    VL_VERIFY(bytes != NULL);
    *len = fread(bytes, 1, (size_t)info.st_size, f);
    fclose(f);
    return bytes;
}

void table_put(const char *path, const void *bytes, size_t len)
{
    FILE *f = fopen(path, "wb");

    VL_VERIFY(f != NULL && (len == 0 || fwrite(bytes, 1, len, f) == len));
    VL_VERIFY(fclose(f) == 0);
}

/* ---- games ---- */

const char *table_id(int n)
{
    static char ids[8][STORE_ID_LEN + 1];
    uint8_t bytes[32], of[2] = { (uint8_t)n, (uint8_t)(n >> 8) };
    char *id = ids[n % 8];

    vl_sha256_of(of, sizeof of, bytes);
    store_id_make(id, bytes);
    return id;
}

struct store_game table_game(int n)
{
    struct store_game g = { .game = n % 2 == 0 ? "runemasters" : "toy",
                            .options = "guardians=2",
                            .head = "{\"players\":[\"Ana\",\"Zo\xc3\xa9\"]}",
                            .created_ms = 1000 + n,
                            .is_public = n % 3 != 2,
                            .state = STORE_OPEN };

    memcpy(g.id, table_id(n), sizeof g.id);
    return g;
}

struct store_token table_token(int n, int role)
{
    struct store_token t;
    int32_t of[2] = { n, role };

    vl_sha256_of(of, sizeof of, t.hash);
    memcpy(t.game, table_id(n), sizeof t.game);
    t.role = role;
    return t;
}

/* Mostly as short as a move, at times as long as may be. */
struct store_entry table_entry(int n, uint32_t seq, char *buf)
{
    uint64_t h = vl_hash_mix((uint64_t)n, seq);
    size_t pad = h % 64 == 0 ? 3900 : h % 400;
    int len = snprintf(buf, STORE_ENTRY_MAX, "{\"game\":%d,\"seq\":%u,\"pad\":\"", n,
                       (unsigned)seq);

    for (size_t i = 0; i < pad; i++)
        buf[len++] = (char)('a' + (h >> (i % 59)) % 26);
    buf[len++] = '"';
    buf[len++] = '}';
    struct store_entry e = { seq, 5000 + 10 * (int64_t)seq + n, buf, (size_t)len };
    return e;
}

struct store *table_open(const char *path, const struct store_options *o)
{
    struct store_options opts = { .vfs = "fault" };
    struct store *st = NULL;
    struct vl_error err = { 0 };

    if (o != NULL)
        opts = *o;
    opts.vfs = "fault";
    if (store_open(&st, path, &opts, &err) != VL_OK)
        printf("     %s: %s: %s\n", vl_status_word(err.status), err.where, err.what);
    return st;
}

static int end(struct store *st, int status)
{
    if (status == VL_OK)
        return st->api->commit(st, NULL);
    st->api->rollback(st);
    return status;
}

int table_create(struct store *st, int n)
{
    struct store_game g = table_game(n);
    struct store_token tokens[3] = { table_token(n, 0), table_token(n, 1), table_token(n, -1) };
    int status = st->api->begin(st, NULL);

    if (status == VL_OK)
        status = st->api->create(st, &g, tokens, 3, NULL, 0, NULL);
    return end(st, status);
}

int table_append(struct store *st, int n, uint32_t first, uint32_t len)
{
    static char texts[64][STORE_ENTRY_MAX];
    struct store_entry entries[64];
    int status = st->api->begin(st, NULL);

    VL_VERIFY(len <= 64);
    for (uint32_t i = 0; i < len; i++)
        entries[i] = table_entry(n, first + i, texts[i]);
    if (status == VL_OK)
        status = st->api->append(st, table_id(n), 1, first, entries, len, NULL, NULL);
    return end(st, status);
}

struct counting {
    int game;
    int len; /* -3: one was wrong */
};

static bool count_entry(void *ctx, const struct store_entry *e)
{
    struct counting *c = ctx;
    char buf[STORE_ENTRY_MAX];
    struct store_entry w = table_entry(c->game, (uint32_t)c->len, buf);

    if (e->seq != w.seq || e->time_ms != w.time_ms || e->len != w.len ||
        memcmp(e->text, w.text, w.len) != 0)
        c->len = -3;
    else
        c->len++;
    return c->len > 0;
}

int table_count(struct store *st, int n)
{
    struct counting c = { n, 0 };
    int status = st->api->read(st, table_id(n), 0, count_entry, &c, NULL);

    if (c.len < 0)
        return -3;
    if (status == VL_UNKNOWN)
        return -1;
    return status == VL_OK ? c.len : -2;
}
