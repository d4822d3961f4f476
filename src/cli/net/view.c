/* view.c - a view kept thing by thing, and the changes to it. */
#include "cli/net/view.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

static const char *const list_names[NET_LISTS] = { "zones", "items",
                                                   "seats" };          /* ORDER NET_LISTS */
static const char *const part_names[NET_PARTS] = { "turn", "prompt" }; /* ORDER NET_PARTS */

/* ---- JSON as it stands ---- */

/* The text of a value, with the quotes of a string. */
static const char *raw(const struct vl_json_doc *doc, uint32_t node, size_t *len)
{
    const struct vl_json_node *n = &doc->nodes[node];
    bool quoted = n->type == VL_JSON_STRING;

    *len = n->len + (quoted ? 2u : 0u);
    return doc->text + n->start - (quoted ? 1 : 0);
}

static char *copy_raw(const struct vl_json_doc *doc, uint32_t node)
{
    size_t len;
    const char *text = raw(doc, node, &len);
    char *copy = malloc(len + 1);

    if (!copy)
        return NULL;
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

static bool is_raw(const struct vl_json_doc *doc, uint32_t node, const char *text)
{
    size_t len;
    const char *own = raw(doc, node, &len);

    return vl_str_is(own, len, text);
}

/* ---- lists ---- */

static void free_thing(struct net_thing *t)
{
    free(t->id);
    free(t->text);
}

static void clear(struct net_list *l)
{
    for (int i = 0; i < l->len; i++)
        free_thing(&l->things[i]);
    l->len = 0;
}

static int find(const struct net_list *l, const struct vl_json_doc *doc, uint32_t id)
{
    for (int i = 0; i < l->len; i++)
        if (is_raw(doc, id, l->things[i].id))
            return i;
    return -1;
}

/* Takes the thing over, also if it fails. */
static int insert(struct net_list *l, int at, struct net_thing t)
{
    int st = !t.id || !t.text ? VL_MEMORY : l->len == NET_VIEW_THINGS ? VL_TOO_LARGE : VL_OK;

    if (st != VL_OK) {
        free_thing(&t);
        return st;
    }
    if (l->len == l->cap) {
        int cap = l->cap ? 2 * l->cap : 32;
        struct net_thing *more = realloc(l->things, (size_t)cap * sizeof *more);
        if (!more) {
            free_thing(&t);
            return VL_MEMORY;
        }
        l->things = more;
        l->cap = cap;
    }
    memmove(&l->things[at + 1], &l->things[at], (size_t)(l->len - at) * sizeof t);
    l->things[at] = t;
    l->len++;
    return VL_OK;
}

static struct net_thing take_out(struct net_list *l, int at)
{
    struct net_thing t = l->things[at];

    l->len--;
    memmove(&l->things[at], &l->things[at + 1], (size_t)(l->len - at) * sizeof t);
    return t;
}

static bool is_thing(const struct vl_json_doc *doc, uint32_t node)
{
    size_t len;

    raw(doc, node, &len);
    return vl_json_type_of(doc, node) == VL_JSON_OBJECT && vl_json_get(doc, node, "id") &&
           len <= NET_VIEW_THING;
}

static int set_list(struct net_list *l, const struct vl_json_doc *doc, uint32_t array)
{
    int st = VL_OK;

    clear(l);
    if (!array || vl_json_type_of(doc, array) != VL_JSON_ARRAY)
        return VL_INVALID;
    for (uint32_t n = vl_json_first(doc, array); n && st == VL_OK; n = vl_json_sibling(doc, n)) {
        if (!is_thing(doc, n))
            return VL_INVALID;
        struct net_thing t = { copy_raw(doc, vl_json_get(doc, n, "id")), copy_raw(doc, n) };
        st = insert(l, l->len, t);
    }
    return st;
}

static int set_part(char **part, const struct vl_json_doc *doc, uint32_t node)
{
    VL_VERIFY(part != NULL);
    free(*part);
    *part = NULL;
    if (!node || vl_json_type_of(doc, node) != VL_JSON_OBJECT ||
        doc->nodes[node].len > NET_VIEW_THING)
        return VL_INVALID;
    *part = copy_raw(doc, node);
    return *part ? VL_OK : VL_MEMORY;
}

int net_view_set(struct net_view *v, const struct vl_json_doc *doc, uint32_t view)
{
    int st = view && vl_json_type_of(doc, view) == VL_JSON_OBJECT ? VL_OK : VL_INVALID;

    for (int i = 0; i < NET_PARTS && st == VL_OK; i++)
        st = set_part(&v->part[i], doc, vl_json_get(doc, view, part_names[i]));
    for (int i = 0; i < NET_LISTS && st == VL_OK; i++)
        st = set_list(&v->list[i], doc, vl_json_get(doc, view, list_names[i]));
    return st;
}

/* ---- changes ---- */

/* Parses a kept thing; the caller frees *nodes. */
static int parse(struct vl_json_doc *doc, const char *text, struct vl_json_node **nodes)
{
    size_t len = strlen(text), most = vl_json_nodes_bound(text, len);
    struct vl_error err;

    *nodes = malloc(most * sizeof **nodes);
    return *nodes ? vl_json_parse(doc, text, len, *nodes, (uint32_t)most, &err) : VL_MEMORY;
}

static void put_member(struct vl_buf *b, const struct vl_json_doc *doc, uint32_t key,
                       uint32_t value, const struct vl_json_doc *value_doc)
{
    size_t len;
    const char *text = raw(value_doc, value, &len);

    vl_put(b, b->len > 1 ? ",\"" : "\"");
    vl_put_n(b, doc->text + doc->nodes[key].key, doc->nodes[key].key_len);
    vl_put(b, "\":");
    vl_put_n(b, text, len);
}

/* The member of an object with the key of another's member, 0: none. */
static uint32_t same_key(const struct vl_json_doc *doc, uint32_t object,
                         const struct vl_json_doc *other, uint32_t member)
{
    const struct vl_json_node *m = &other->nodes[member];

    for (uint32_t n = vl_json_first(doc, object); n; n = vl_json_sibling(doc, n))
        if (doc->nodes[n].key_len == m->key_len &&
            memcmp(doc->text + doc->nodes[n].key, other->text + m->key, m->key_len) == 0)
            return n;
    return 0;
}

/* Each key of `to` replaces that key of the thing; null removes it. */
static int patch(struct net_thing *t, const struct vl_json_doc *doc, uint32_t to)
{
    struct vl_json_doc old;
    struct vl_json_node *nodes;
    size_t cap = strlen(t->text) + doc->nodes[to].len + 4;
    char *text = malloc(cap);
    int st = parse(&old, t->text, &nodes);

    st = text ? st : VL_MEMORY;
    if (st == VL_OK) {
        struct vl_buf b = vl_buf_on(text, cap);
        vl_put(&b, "{");
        for (uint32_t n = vl_json_first(&old, 0); n; n = vl_json_sibling(&old, n)) {
            uint32_t fresh = same_key(doc, to, &old, n);
            if (!fresh)
                put_member(&b, &old, n, n, &old);
            else if (vl_json_type_of(doc, fresh) != VL_JSON_NULL)
                put_member(&b, &old, n, fresh, doc);
        }
        for (uint32_t n = vl_json_first(doc, to); n; n = vl_json_sibling(doc, n))
            if (!same_key(&old, 0, doc, n) && vl_json_type_of(doc, n) != VL_JSON_NULL)
                put_member(&b, doc, n, n, doc);
        vl_put(&b, "}");
        st = b.full || b.len > NET_VIEW_THING ? VL_TOO_LARGE : VL_OK;
    }
    free(nodes);
    if (st != VL_OK) {
        free(text);
        return st;
    }
    free(t->text);
    t->text = text;
    return VL_OK;
}

/* {"put":..., "id", "after", "to"?} */
static int put(struct net_list *l, const struct vl_json_doc *doc, uint32_t op, uint32_t id)
{
    uint32_t after = vl_json_get(doc, op, "after"), to = vl_json_get(doc, op, "to");
    int was = find(l, doc, id), at = 0;
    struct net_thing t = { NULL, NULL };

    if ((to && !is_thing(doc, to)) || (!to && was < 0) || !after)
        return VL_INVALID;
    if (was >= 0)
        t = take_out(l, was);
    if (vl_json_type_of(doc, after) != VL_JSON_NULL)
        at = find(l, doc, after) + 1;
    if (at == 0 && vl_json_type_of(doc, after) != VL_JSON_NULL) {
        free_thing(&t);
        return VL_INVALID;
    }
    if (to) {
        free_thing(&t);
        t.id = copy_raw(doc, id);
        t.text = copy_raw(doc, to);
    }
    return insert(l, at, t);
}

/* Which list an op with this verb speaks of; NULL: another verb, or no list. */
static struct net_list *list_of(struct net_view *v, const struct vl_json_doc *doc, uint32_t op,
                                const char *verb)
{
    uint32_t name = vl_json_get(doc, op, verb);

    for (int i = 0; name && i < NET_LISTS; i++)
        if (vl_json_is(doc, name, list_names[i]))
            return &v->list[i];
    return NULL;
}

/* {"set":name, "to"}: what this client does not know, it need not keep. */
static int set(struct net_view *v, const struct vl_json_doc *doc, uint32_t op, uint32_t name)
{
    uint32_t to = vl_json_get(doc, op, "to");
    struct net_list *l = list_of(v, doc, op, "set");

    if (l)
        return set_list(l, doc, to);
    for (int i = 0; i < NET_PARTS; i++)
        if (vl_json_is(doc, name, part_names[i]))
            return set_part(&v->part[i], doc, to);
    return VL_OK;
}

static int apply_one(struct net_view *v, const struct vl_json_doc *doc, uint32_t op)
{
    uint32_t name = vl_json_get(doc, op, "set"), id = vl_json_get(doc, op, "id");
    uint32_t to = vl_json_get(doc, op, "to");
    struct net_list *l;
    int at;

    if (name)
        return set(v, doc, op, name);
    if (!id)
        return VL_INVALID;
    if ((l = list_of(v, doc, op, "put")) != NULL)
        return put(l, doc, op, id);
    if ((l = list_of(v, doc, op, "drop")) != NULL) {
        at = find(l, doc, id);
        if (at < 0)
            return VL_INVALID;
        struct net_thing gone = take_out(l, at);
        free_thing(&gone);
        return VL_OK;
    }
    l = list_of(v, doc, op, "patch");
    at = l ? find(l, doc, id) : -1;
    if (at < 0 || !to || vl_json_type_of(doc, to) != VL_JSON_OBJECT)
        return VL_INVALID;
    return patch(&l->things[at], doc, to);
}

int net_view_apply(struct net_view *v, const struct vl_json_doc *doc, uint32_t ops)
{
    int st = VL_OK, n = 0;

    if (!ops || vl_json_type_of(doc, ops) != VL_JSON_ARRAY)
        return VL_INVALID;
    for (uint32_t op = vl_json_first(doc, ops); op && st == VL_OK; op = vl_json_sibling(doc, op))
        st = ++n > NET_VIEW_OPS ? VL_TOO_LARGE : apply_one(v, doc, op);
    return st;
}

/* ---- as a whole ---- */

char *net_view_text(const struct net_view *v, size_t *len)
{
    size_t cap = 256;
    struct vl_buf b;
    char *text;

    for (int i = 0; i < NET_PARTS; i++)
        cap += v->part[i] ? strlen(v->part[i]) : 0;
    for (int i = 0; i < NET_LISTS; i++)
        for (int k = 0; k < v->list[i].len; k++)
            cap += strlen(v->list[i].things[k].text) + 1;
    text = malloc(cap);
    if (!text)
        return NULL;
    b = vl_buf_on(text, cap);
    for (int i = 0; i < NET_PARTS; i++) {
        vl_put(&b, i ? ",\"" : "{\"");
        vl_put(&b, part_names[i]);
        vl_put(&b, "\":");
        vl_put(&b, v->part[i] ? v->part[i] : "null");
    }
    for (int i = 0; i < NET_LISTS; i++) {
        vl_put(&b, ",\"");
        vl_put(&b, list_names[i]);
        vl_put(&b, "\":[");
        for (int k = 0; k < v->list[i].len; k++) {
            vl_put(&b, k ? "," : "");
            vl_put(&b, v->list[i].things[k].text);
        }
        vl_put(&b, "]");
    }
    vl_put(&b, "}");
    *len = b.len;
    return text;
}

void net_view_free(struct net_view *v)
{
    for (int i = 0; i < NET_PARTS; i++)
        free(v->part[i]);
    for (int i = 0; i < NET_LISTS; i++) {
        clear(&v->list[i]);
        free(v->list[i].things);
    }
    memset(v, 0, sizeof *v);
}
