#include "server/store/writer_request.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 4096 };

/* Memory that is freed with the request. */
struct chunk {
    struct chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

static void *take(struct request *r, size_t size)
{
    struct chunk *c = r->chunks;

    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (c == NULL || c->size - c->used < size) {
        size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;

        /* A short request gets a short chunk: there may be thousands of them. */
        if (c == NULL && size < CHUNK_SIZE / 8)
            room = CHUNK_SIZE / 8;
        c = malloc(sizeof *c + room);
        if (c == NULL)
            return NULL;
        c->next = r->chunks;
        c->used = 0;
        c->size = room;
        r->chunks = c;
    }
    void *p = (char *)c->bytes + c->used;
    c->used += size;
    return p;
}

/* A copy with a NUL after it. Sets *failed if there is no memory. */
void *request_keep(struct request *r, const void *bytes, size_t len, bool *failed)
{
    char *p = take(r, len + 1);

    if (p == NULL) {
        *failed = true;
        return NULL;
    }
    if (len > 0)
        memcpy(p, bytes, len);
    p[len] = '\0';
    r->kept += len;
    return p;
}

const char *request_keep_text(struct request *r, const char *text, bool *failed)
{
    return text != NULL ? request_keep(r, text, strlen(text), failed) : NULL;
}

void request_keep_game(struct request *r, struct store_game *to, const struct store_game *g,
                       bool *failed)
{
    *to = *g;
    to->game = request_keep_text(r, g->game, failed);
    to->options = request_keep_text(r, g->options, failed);
    to->head = request_keep_text(r, g->head, failed);
}

void request_keep_entries(struct request *r, const struct store_entry *entries, size_t n,
                          bool *failed)
{
    struct store_entry *copy = n > 0 ? request_keep(r, entries, n * sizeof *copy, failed) : NULL;

    for (size_t i = 0; copy != NULL && i < n && !*failed; i++)
        copy[i].text = request_keep(r, entries[i].text, entries[i].len, failed);
    r->in = copy;
    r->in_len = n;
}

void request_keep_meta(struct request *r, const struct store_meta *meta, bool *failed)
{
    struct store_meta *copy = request_keep(r, meta, sizeof *meta, failed);

    if (copy != NULL)
        copy->head = request_keep_text(r, meta->head, failed);
    r->meta = copy;
}

struct request *request_create(enum kind kind, const char *id, writer_fn *done, void *ctx)
{
    struct request *r = calloc(1, sizeof *r);

    if (r == NULL)
        return NULL;
    r->kind = kind;
    r->done = done;
    r->ctx = ctx;
    /* What cannot be an id is left empty, and no game has that one. */
    if (id != NULL && store_id_ok(id))
        memcpy(r->id, id, sizeof r->id);
    return r;
}

void request_destroy(struct request *r)
{
    if (r == NULL)
        return;
    while (r->chunks != NULL) {
        struct chunk *c = r->chunks;

        r->chunks = c->next;
        free(c);
    }
    free(r->games);
    free(r->entries);
    free(r);
}

void request_fail(struct request *r, const struct vl_error *why)
{
    r->err = *why;
    r->r.status = why->status;
}

/* ---- answers ---- */

/* Room for one more; the old array stays good if there is none. */
static void *grow(void *array, size_t len, size_t *cap, size_t size)
{
    if (len < *cap)
        return array;
    size_t more = *cap > 0 ? *cap * 2 : 16;
    void *p = realloc(array, more * size);
    if (p != NULL)
        *cap = more;
    return p;
}

static bool out_of_memory(struct request *r)
{
    r->r.status = vl_error_set(&r->err, VL_MEMORY, r->id, "out of memory");
    return false;
}

bool request_on_game(void *ctx, const struct store_game *g)
{
    struct request *r = ctx;
    bool failed = false;
    struct store_game *games = grow(r->games, r->r.games_len, &r->games_cap, sizeof *games);

    if (games == NULL)
        return out_of_memory(r);
    r->games = games;
    request_keep_game(r, &games[r->r.games_len], g, &failed);
    if (failed)
        return out_of_memory(r);
    r->r.games_len++;
    return true;
}

bool request_on_entry(void *ctx, const struct store_entry *e)
{
    struct request *r = ctx;
    bool failed = false;

    if (r->r.entries_len > 0 && request_answer_bytes(r) + e->len > r->read_max) {
        r->r.more = true;
        return false;
    }
    struct store_entry *list = grow(r->entries, r->r.entries_len, &r->entries_cap, sizeof *list);
    if (list == NULL)
        return out_of_memory(r);
    r->entries = list;
    list += r->r.entries_len;
    *list = *e;
    list->text = request_keep(r, e->text, e->len, &failed);
    if (failed)
        return out_of_memory(r);
    r->r.entries_len++;
    return true;
}
