/* edit.c - one value of a pack changed in its text: all that surrounds it stays as
 * its author wrote it. */
#include "pack/pack.h"

#include <stdlib.h>
#include <string.h>

/* What stands between from and to becomes text. */
struct cut {
    size_t from, to;
    const char *before, *text;
};

static void value_at(const struct vl_json_doc *doc, uint32_t node, size_t *from, size_t *to)
{
    const struct vl_json_node *n = &doc->nodes[node];
    uint32_t quote = n->type == VL_JSON_STRING;

    *from = n->start - quote;
    *to = (size_t)n->start + n->len + quote;
}

/* A member with its comma: the one behind it, or if it is the last the one before. */
static bool cut_member(const struct vl_json_doc *doc, uint32_t node, struct cut *c)
{
    uint32_t parent = doc->nodes[node].parent, before = 0, after = vl_json_sibling(doc, node);
    size_t unused;

    if (node == 0 || vl_json_type_of(doc, parent) != VL_JSON_OBJECT)
        return false;
    for (uint32_t n = vl_json_first(doc, parent); n != node; n = vl_json_sibling(doc, n))
        before = n;
    value_at(doc, node, &unused, &c->to);
    c->from = doc->nodes[node].key - 1;
    if (after)
        c->to = doc->nodes[after].key - 1;
    else if (before)
        value_at(doc, before, &unused, &c->from);
    return true;
}

/* A new member, the last one of its object. `key` is its name with the quotes. */
static bool cut_new(const struct vl_json_doc *doc, const char *where, char key[80], struct cut *c)
{
    const char *slash = strrchr(where, '/');
    char parent[256];
    uint32_t object, last = 0;
    size_t unused;

    if (!slash || (size_t)(slash - where) >= sizeof parent || strlen(slash) > 64 ||
        strpbrk(slash, "~\"\\"))
        return false;
    memcpy(parent, where, (size_t)(slash - where));
    parent[slash - where] = '\0';
    object = vl_json_pointer(doc, parent);
    if (object == UINT32_MAX || vl_json_type_of(doc, object) != VL_JSON_OBJECT)
        return false;
    for (uint32_t n = vl_json_first(doc, object); n; n = vl_json_sibling(doc, n))
        last = n;
    c->from = (size_t)doc->nodes[object].start + 1;
    if (last)
        value_at(doc, last, &unused, &c->from);
    c->to = c->from;
    c->before = last ? ", " : "";
    struct vl_buf b = vl_buf_on(key, 80);
    vl_put(&b, "\"");
    vl_put(&b, slash + 1);
    vl_put(&b, "\": ");
    return true;
}

static char *spliced(const char *text, size_t len, const struct cut *c, const char *key,
                     size_t *out_len)
{
    size_t cap = len + strlen(c->before) + strlen(key) + strlen(c->text) + 1;
    char *out = malloc(cap);
    struct vl_buf b = vl_buf_on(out, out ? cap : 0);

    vl_put_n(&b, text, c->from);
    vl_put(&b, c->before);
    vl_put(&b, key);
    vl_put(&b, c->text);
    vl_put_n(&b, text + c->to, len - c->to);
    *out_len = b.len;
    return out;
}

static bool is_json(const char *text, size_t len)
{
    size_t cap = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    struct vl_json_doc doc;
    bool ok = nodes && vl_json_parse(&doc, text, len, nodes, (uint32_t)cap, NULL) == VL_OK;

    free(nodes);
    return ok;
}

int vl_pack_edit(const char *text, size_t len, const char *where, const char *value, char **out,
                 size_t *out_len)
{
    size_t cap = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);
    struct cut c = { 0, 0, "", value ? value : "" };
    struct vl_json_doc doc;
    char key[80] = "";
    bool found = false;

    if (!nodes)
        return VL_MEMORY;
    if (value && !is_json(value, strlen(value))) {
        free(nodes);
        return VL_SYNTAX;
    }
    if (vl_json_parse(&doc, text, len, nodes, (uint32_t)cap, NULL) == VL_OK) {
        uint32_t node = vl_json_pointer(&doc, where);
        found = true;
        if (node == UINT32_MAX)
            found = value && cut_new(&doc, where, key, &c);
        else if (value)
            value_at(&doc, node, &c.from, &c.to);
        else
            found = cut_member(&doc, node, &c);
    }
    free(nodes);
    if (!found)
        return VL_UNKNOWN;
    *out = spliced(text, len, &c, key, out_len);
    return *out ? VL_OK : VL_MEMORY;
}
