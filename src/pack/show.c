/* show.c - a pack as readable data. The pack's JSON was checked when it became
 * a pack, so it is only read again here. */
#include "pack/pack.h"

#include <stdlib.h>
#include <string.h>

/* The parsed text of a pack; nodes are the caller's to free. */
static struct vl_json_node *parse(const struct vl_pack *pack, struct vl_json_doc *doc)
{
    size_t cap = vl_json_nodes_bound(pack->json, pack->json_len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    if (!nodes)
        return NULL;
    if (vl_json_parse(doc, pack->json, pack->json_len, nodes, (uint32_t)cap, NULL) == VL_OK)
        return nodes;
    free(nodes);
    return NULL;
}

/* ---- the things of a pack: objects with a key, in a section or in its list,
 *      and those in a list of such an object ---- */

static void read_name(const struct vl_json_doc *doc, uint32_t thing, struct vl_pack_item *item)
{
    static const char *const langs[] = { "fr", "en" }; /* ORDER vl_lang */
    uint32_t name = vl_json_get(doc, thing, "name");

    for (int i = 0; i < 2; i++) {
        uint32_t text = name ? vl_json_get(doc, name, langs[i]) : 0;

        if (!text || !vl_json_text(doc, text, item->name[i], sizeof item->name[i]))
            item->name[i][0] = '\0';
    }
}

/* The section is the caller's. */
static bool read_item(const struct vl_json_doc *doc, uint32_t thing, struct vl_pack_item *item)
{
    uint32_t key = 0;

    if (vl_json_type_of(doc, thing) == VL_JSON_OBJECT)
        key = vl_json_get(doc, thing, "key");
    if (!key || !vl_json_text(doc, key, item->key, sizeof item->key))
        return false;
    vl_json_where(doc, thing, item->where, sizeof item->where);
    read_name(doc, thing, item);
    return true;
}

struct walker {
    const struct vl_json_doc *doc;
    bool (*see)(void *ctx, uint32_t node, const struct vl_pack_item *item); /* false stops */
    void *ctx;
    int seen;
};

/* The things in the lists of a thing. */
static bool walk_inner(struct walker *w, uint32_t outer, const char *section)
{
    struct vl_pack_item item;

    memcpy(item.section, section, sizeof item.section);
    for (uint32_t list = vl_json_first(w->doc, outer); list; list = vl_json_sibling(w->doc, list)) {
        if (vl_json_type_of(w->doc, list) != VL_JSON_ARRAY)
            continue;
        for (uint32_t at = vl_json_first(w->doc, list); at; at = vl_json_sibling(w->doc, at)) {
            if (!read_item(w->doc, at, &item))
                continue;
            w->seen++;
            if (!w->see(w->ctx, at, &item))
                return false;
        }
    }
    return true;
}

static bool walk_thing(struct walker *w, uint32_t thing, struct vl_pack_item *item)
{
    if (!read_item(w->doc, thing, item))
        return true;
    w->seen++;
    return w->see(w->ctx, thing, item) && walk_inner(w, thing, item->key);
}

/* Calls see() for each thing with its node. */
static int walk(const struct vl_json_doc *doc,
                bool (*see)(void *ctx, uint32_t node, const struct vl_pack_item *item), void *ctx)
{
    struct walker w = { doc, see, ctx, 0 };
    struct vl_pack_item item;

    for (uint32_t s = vl_json_first(doc, 0); s; s = vl_json_sibling(doc, s)) {
        bool is_list = vl_json_type_of(doc, s) == VL_JSON_ARRAY;
        uint32_t thing = is_list ? vl_json_first(doc, s) : s;

        if (!vl_json_key_text(doc, s, item.section, sizeof item.section))
            continue;
        for (; thing; thing = is_list ? vl_json_sibling(doc, thing) : 0)
            if (!walk_thing(&w, thing, &item))
                return w.seen;
    }
    return w.seen;
}

struct items_ctx {
    bool (*take)(void *ctx, const struct vl_pack_item *item);
    void *ctx;
};

static bool see_item(void *ctx, uint32_t node, const struct vl_pack_item *item)
{
    struct items_ctx *it = ctx;

    (void)node;
    return it->take(it->ctx, item);
}

int vl_pack_items(const struct vl_pack *pack,
                  bool (*take)(void *ctx, const struct vl_pack_item *item), void *ctx)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes = parse(pack, &doc);
    struct items_ctx it = { take, ctx };
    int n = nodes ? walk(&doc, see_item, &it) : 0;

    free(nodes);
    return n;
}

/* ---- what is not printed ---- */

struct designed_ctx {
    const struct vl_json_doc *doc;
    int count;
};

static bool see_designed(void *ctx, uint32_t node, const struct vl_pack_item *item)
{
    struct designed_ctx *d = ctx;
    uint32_t source = vl_json_get(d->doc, node, "source");
    uint32_t except = vl_json_get(d->doc, node, "except");
    bool found = source && vl_json_is(d->doc, source, "designed");

    (void)item;
    for (uint32_t n = except ? vl_json_first(d->doc, except) : 0; n; n = vl_json_sibling(d->doc, n))
        found = found || vl_json_is(d->doc, n, "designed");
    d->count += found;
    return true;
}

int vl_pack_designed(const struct vl_pack *pack)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes = parse(pack, &doc);
    struct designed_ctx d = { &doc, 0 };

    if (nodes)
        walk(&doc, see_designed, &d);
    free(nodes);
    return d.count;
}

/* ---- JSON again, indented ---- */

enum { TEXT_MAX = 1024 + 256 }; /* of one string: 300 characters of up to four bytes */

static void copy(const struct vl_json_doc *doc, uint32_t node, struct vl_json *w);

static void copy_members(const struct vl_json_doc *doc, uint32_t node, struct vl_json *w)
{
    char text[TEXT_MAX];

    for (uint32_t c = vl_json_first(doc, node); c; c = vl_json_sibling(doc, c)) {
        if (doc->nodes[node].type == VL_JSON_OBJECT && vl_json_key_text(doc, c, text, sizeof text))
            vl_json_key(w, text);
        copy(doc, c, w);
    }
}

/* Recursion is bounded by VL_JSON_DEPTH. */
static void copy(const struct vl_json_doc *doc, uint32_t node, struct vl_json *w)
{
    char text[TEXT_MAX];
    int64_t number = 0;

    switch ((enum vl_json_type)doc->nodes[node].type) {
    case VL_JSON_NULL: vl_json_null(w); return;
    case VL_JSON_FALSE: vl_json_bool(w, false); return;
    case VL_JSON_TRUE: vl_json_bool(w, true); return;
    case VL_JSON_NUMBER:
        vl_json_int_in(doc, node, INT64_MIN, INT64_MAX, &number);
        vl_json_int(w, number);
        return;
    case VL_JSON_STRING:
        vl_json_str(w, vl_json_text(doc, node, text, sizeof text) ? text : "");
        return;
    case VL_JSON_ARRAY: vl_json_arr(w); break;
    case VL_JSON_OBJECT: vl_json_obj(w); break;
    }
    copy_members(doc, node, w);
    vl_json_end(w);
}

struct show_ctx {
    const struct vl_json_doc *doc;
    const char *key;
    void (*more)(void *ctx, struct vl_json *w);
    void *ctx;
    struct vl_json *w;
    int found;
};

static bool see_shown(void *ctx, uint32_t node, const struct vl_pack_item *item)
{
    struct show_ctx *sh = ctx;

    if (!vl_str_eq(item->key, sh->key))
        return true;
    sh->found++;
    vl_json_key(sh->w, item->where);
    vl_json_obj(sh->w);
    copy_members(sh->doc, node, sh->w);
    if (sh->more)
        sh->more(sh->ctx, sh->w);
    vl_json_end(sh->w);
    return true;
}

int vl_pack_show(const struct vl_pack *pack, const char *key,
                 void (*more)(void *ctx, struct vl_json *w), void *ctx, struct vl_json *w)
{
    struct vl_json_doc doc;
    struct vl_json_node *nodes = parse(pack, &doc);

    if (!nodes)
        return VL_MEMORY;
    w->indent = true;
    if (!key) {
        copy(&doc, 0, w);
        free(nodes);
        return VL_OK;
    }
    struct show_ctx sh = { &doc, key, more, ctx, w, 0 };
    vl_json_obj(w);
    walk(&doc, see_shown, &sh);
    vl_json_end(w);
    free(nodes);
    return sh.found ? VL_OK : VL_UNKNOWN;
}
