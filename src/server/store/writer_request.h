/* writer_request.h - a request on its way from the loop to the store thread and
 * back, with the memory of its arguments and its answer; private to the writer.
 *
 * It belongs to one thread at a time: whoever holds it in a list.
 */
#ifndef VL_SERVER_WRITER_REQUEST_H
#define VL_SERVER_WRITER_REQUEST_H

#include "server/store/writer.h"

/* Changes first: see request_is_change(). */
enum kind {
    REQ_CREATE,
    REQ_APPEND,
    REQ_UPDATE,
    REQ_TOKEN_PUT,
    REQ_REMOVE,
    REQ_LOAD,
    REQ_READ,
    REQ_LIST,
    REQ_TOKEN_FIND,
    REQ_BACKUP,
    REQ_STATE, /* not a request: the news that writing stopped or works again */
};

struct chunk;

struct request {
    struct request *next;
    enum kind kind;
    writer_fn *done;
    void *ctx;
    struct chunk *chunks;
    size_t kept;   /* bytes copied so far: the arguments, then the answer */
    size_t queued; /* of them the arguments */
    /* What is asked. */
    char id[STORE_ID_LEN + 1];
    uint64_t epoch;
    uint32_t first;
    bool flag; /* is_read_only */
    struct store_game game;
    const struct store_meta *meta;
    const struct store_entry *in;
    const struct store_token *tokens;
    size_t in_len, tokens_len;
    struct store_filter filter;
    struct store_token token;
    const char *path;
    /* The answer. */
    struct writer_result r;
    struct vl_error err;
    struct store_game *games;
    struct store_entry *entries;
    size_t games_cap, entries_cap;
    size_t read_max;
};

static inline size_t request_answer_bytes(const struct request *r)
{
    return r->kept - r->queued;
}

static inline bool request_is_change(const struct request *r)
{
    return r->kind < REQ_LOAD;
}

/* How much of a group it takes. */
static inline uint32_t request_weight(const struct request *r)
{
    if (!request_is_change(r))
        return 0;
    return r->in_len > 1 ? (uint32_t)r->in_len : 1;
}

/* NULL: no memory. id may be NULL. */
struct request *request_create(enum kind kind, const char *id, writer_fn *done, void *ctx);
/* NULL is allowed. */
void request_destroy(struct request *r);
/* Makes `why` the answer. */
void request_fail(struct request *r, const struct vl_error *why);

/* Copies into the request's memory; *failed is set if there is none. A NUL is put
 * after the bytes. */
void *request_keep(struct request *r, const void *bytes, size_t len, bool *failed);
const char *request_keep_text(struct request *r, const char *text, bool *failed);
void request_keep_game(struct request *r, struct store_game *to, const struct store_game *g,
                       bool *failed);
void request_keep_entries(struct request *r, const struct store_entry *entries, size_t n,
                          bool *failed);
void request_keep_meta(struct request *r, const struct store_meta *meta, bool *failed);

/* What the store hands out becomes part of the answer: ctx is the request. */
bool request_on_game(void *ctx, const struct store_game *g);
bool request_on_entry(void *ctx, const struct store_entry *e);

#endif
