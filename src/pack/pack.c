#include "pack/pack.h"

#include "core/pack_table.h"
#include "registry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- faults ---- */

void vl_fault_list_free(struct vl_fault_list *list)
{
    free(list->items);
    memset(list, 0, sizeof *list);
}

/* Receives what compile() reports; the list may be absent, the first is kept. */
struct collector {
    struct vl_faults base; /* first: report() gets a pointer to it */
    struct vl_fault_list *list;
    struct vl_error first;
    vl_rule rule;
};

static void list_add(struct vl_fault_list *list, const struct vl_error *fault)
{
    list->count++;
    if (list->len >= VL_FAULTS_KEPT)
        return;
    if ((list->len & (list->len - 1)) == 0) { /* full at each power of two */
        size_t cap = list->len ? (size_t)list->len * 2 : 1;
        struct vl_error *more = realloc(list->items, cap * sizeof *more);

        if (!more)
            return;
        list->items = more;
    }
    list->items[list->len++] = *fault;
}

static void collect(struct vl_faults *f, const struct vl_error *found)
{
    struct collector *col = (struct collector *)f;
    struct vl_error fault = *found;

    fault.rule = col->rule;
    if (col->first.status == VL_OK)
        col->first = fault;
    if (col->list)
        list_add(col->list, &fault);
}

/* A fault found here, not by the game. */
static void fault_at(struct collector *col, const char *where, int status, const char *what)
{
    struct vl_error fault;

    vl_error_set(&fault, status, where, what);
    col->base.count++;
    collect(&col->base, &fault);
}

/* ---- the head of a pack ---- */

/* The game whose pack this is; NULL, and reported, if it is not for us. A pack
 * of another format or game is not looked at any further. */
static const struct vl_game *game_of(struct vl_content *c, const struct vl_game *wanted)
{
    const struct vl_json_doc *doc = c->doc;
    uint32_t format = vl_json_get(doc, 0, "format"), named = vl_json_get(doc, 0, "game");
    int64_t number = 0;
    char id[VL_CONTENT_KEY_MAX + 1];

    if (!format)
        vl_content_fault(c, 0, "format", VL_MISSING, "");
    else if (!vl_json_int_in(doc, format, VL_PACK_FORMAT, VL_PACK_FORMAT, &number))
        vl_content_fault(c, format, NULL, VL_VERSION, "this program reads format 1");
    if (!named)
        vl_content_fault(c, 0, "game", VL_MISSING, "");
    if (number != VL_PACK_FORMAT || !named)
        return NULL;

    const struct vl_game *game = NULL;
    if (vl_json_text(doc, named, id, sizeof id))
        game = wanted && vl_str_eq(wanted->id, id) ? wanted : vl_game_find(id);
    if (!game)
        vl_content_fault(c, named, NULL, VL_UNKNOWN, "there is no such game");
    else if (wanted && game != wanted)
        vl_content_fault(c, named, NULL, VL_OTHER_GAME, id);
    else if (!game->pack)
        vl_content_fault(c, named, NULL, VL_INVALID, "this game takes no content pack");
    else
        return game;
    return NULL;
}

/* What every pack says about itself. Missing fields are reported with those of
 * the game (core/pack_table.c). ORDER VL_PACK_HEAD */
static void read_info(struct vl_content *c, struct vl_pack_info *info)
{
    const struct vl_json_doc *doc = c->doc;
    uint32_t id = vl_json_get(doc, 0, "id"), version = vl_json_get(doc, 0, "version");
    uint32_t schema = vl_json_get(doc, 0, "$schema"), called = vl_json_get(doc, 0, "name");
    struct vl_texts name;
    char address[301];

    if (id && !(vl_json_text(doc, id, info->id, sizeof info->id) &&
                vl_content_key_ok(info->id, strlen(info->id))))
        vl_content_fault(c, id, NULL, VL_SYNTAX,
                         "an id is 1 to 31 of a-z, 0-9 and _, and begins with a letter");
    if (version && !(vl_json_text(doc, version, info->version, sizeof info->version) &&
                     vl_content_version_ok(info->version, strlen(info->version))))
        vl_content_fault(c, version, NULL, VL_SYNTAX, "a version is three numbers: \"1.0.0\"");
    if (schema && !vl_json_text(doc, schema, address, sizeof address))
        vl_content_fault(c, schema, NULL, VL_SYNTAX, "must be a text of at most 300 bytes");
    if (called)
        vl_content_text(c, called, VL_CONTENT_NAME_MAX, &name);
    info->hash = vl_json_hash(doc, 0);
}

/* ---- reading ---- */

/* One allocation holds the block and the text. */
static int keep(struct vl_pack *out, const void *block, size_t size, const char *text, size_t len)
{
    size_t at = (size + 7) / 8 * 8;
    char *owned = calloc(1, at + len + 1);

    if (!owned)
        return VL_MEMORY;
    memcpy(owned, block, size);
    memcpy(owned + at, text, len);
    out->owned = owned;
    out->block = owned;
    out->size = size;
    out->json = owned + at;
    out->json_len = len;
    return VL_OK;
}

/* Checks and compiles a parsed pack; *fresh is complete only if nothing was
 * reported. */
static void compile(struct vl_pack *fresh, const struct vl_game *wanted,
                    const struct vl_json_doc *doc, size_t len, struct collector *col)
{
    char scratch[1024]; /* for the pack's own name only */
    struct vl_content c;

    if (!vl_content_begin(&c, doc, scratch, sizeof scratch, 0, &col->base))
        return;
    fresh->game = game_of(&c, wanted);
    if (!fresh->game)
        return;
    col->rule = fresh->game->rule_bad_content;
    read_info(&c, &fresh->info);

    void *block = malloc(VL_PACK_BLOCK_MAX);
    if (!block) {
        fault_at(col, "", VL_MEMORY, "out of memory");
        return;
    }
    size_t size = vl_content_compile(fresh->game, doc, block, VL_PACK_BLOCK_MAX, &col->base);
    if (col->base.count == 0 && keep(fresh, block, size, doc->text, len) != VL_OK)
        fault_at(col, "", VL_MEMORY, "out of memory");
    free(block);
}

static void parse(struct vl_pack *fresh, const struct vl_game *wanted, const char *text, size_t len,
                  struct collector *col)
{
    size_t cap = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes;
    struct vl_json_doc doc;
    struct vl_error err;

    if (len > VL_PACK_FILE_MAX || cap > VL_PACK_NODES_MAX) {
        fault_at(col, "", VL_TOO_LARGE, "larger than a pack may be");
        return;
    }
    nodes = malloc(cap * sizeof *nodes);
    if (!nodes) {
        fault_at(col, "", VL_MEMORY, "out of memory");
        return;
    }
    memset(&err, 0, sizeof err);
    int status = vl_json_parse(&doc, text, len, nodes, (uint32_t)cap, &err);
    if (status == VL_OK) {
        compile(fresh, wanted, &doc, len, col);
    } else {
        col->base.count++;
        collect(&col->base, &err);
    }
    free(nodes);
}

/* The same, leaving what was found in *col. */
static int read_into(struct vl_pack *out, const struct vl_game *game, const char *text, size_t len,
                     struct collector *col)
{
    struct vl_pack fresh;

    memset(&fresh, 0, sizeof fresh);
    parse(&fresh, game, text, len, col);
    if (col->base.count > 0)
        return col->first.status;
    if (out)
        *out = fresh;
    else
        vl_pack_free(&fresh);
    return VL_OK;
}

static void collector_init(struct collector *col, struct vl_fault_list *list)
{
    memset(col, 0, sizeof *col);
    col->base.report = collect;
    col->list = list;
}

int vl_pack_read(struct vl_pack *out, const struct vl_game *game, const char *text, size_t len,
                 struct vl_fault_list *faults)
{
    struct collector col;

    collector_init(&col, faults);
    return read_into(out, game, text, len, &col);
}

/* ---- files ---- */

/* The whole file, to be freed; NULL, and reported, if it cannot be read. */
static char *read_file(const char *path, size_t *len, struct collector *col)
{
    FILE *f = fopen(path, "rb");
    size_t cap = VL_PACK_FILE_MAX + (size_t)1; /* one more, to notice that it is too long */
    char *text = f ? malloc(cap) : NULL;

    if (!f) {
        fault_at(col, path, VL_IO, strerror(errno));
        return NULL;
    }
    if (text)
        *len = fread(text, 1, cap, f);
    if (!text)
        fault_at(col, path, VL_MEMORY, "out of memory");
    else if (ferror(f))
        fault_at(col, path, VL_IO, strerror(errno));
    else if (*len == cap)
        fault_at(col, path, VL_TOO_LARGE, "larger than 4 MiB");
    fclose(f);
    if (col->base.count == 0 && *len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        *len -= 3; /* the byte order mark that some editors put first */
        memmove(text, text + 3, *len);
    }
    if (col->base.count == 0)
        return text;
    free(text);
    return NULL;
}

static int load(struct vl_pack *out, const struct vl_game *game, const char *path,
                struct collector *col)
{
    size_t len = 0;
    char *text = read_file(path, &len, col);

    if (!text)
        return col->first.status;
    int status = read_into(out, game, text, len, col);
    free(text);
    return status;
}

int vl_pack_load(struct vl_pack *out, const struct vl_game *game, const char *path,
                 struct vl_error *err)
{
    struct collector col;

    collector_init(&col, NULL);
    int status = load(out, game, path, &col);
    if (status == VL_OK || !err)
        return status;
    *err = col.first;
    if (col.base.count > 1) {
        size_t len = strlen(err->what);
        int more = col.base.count - 1;

        snprintf(err->what + len, sizeof err->what - len, "%sand %d more fault%s", len ? "; " : "",
                 more, more == 1 ? "" : "s");
    }
    return status;
}

/* By their place in the file; what has none comes first. */
static int compare_places(const void *a, const void *b)
{
    const struct vl_error *x = a, *y = b;

    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return strcmp(x->where, y->where);
}

int vl_pack_check(const struct vl_game *game, const char *path, struct vl_fault_list *faults)
{
    struct collector col;

    collector_init(&col, faults);
    int status = load(NULL, game, path, &col);
    if (faults->len > 1)
        qsort(faults->items, (size_t)faults->len, sizeof *faults->items, compare_places);
    return status;
}

void vl_pack_free(struct vl_pack *pack)
{
    free(pack->owned);
    memset(pack, 0, sizeof *pack);
}
