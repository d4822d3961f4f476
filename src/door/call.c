/* call.c - reading the arguments of a call. */
#include "door/door.h"

#include "bots/bot.h"
#include "text/text.h"

#include <stdlib.h>

enum field_type { INT, TEXT, BOOL, SEED, ANY };

static const struct {
    const char *word;
    int type; /* enum field_type */
    int64_t lo, hi;
} fields[] = {
#define X(name, word, type, lo, hi) { word, type, lo, hi },
    DOOR_FIELD_MAP(X)
#undef X
};

static bool is_given(const struct vl_json_doc *doc, uint32_t node)
{
    return node && vl_json_type_of(doc, node) != VL_JSON_NULL;
}

/* The length in bytes that a text may have, without unescaping it first. */
static bool text_fits(const struct door *d, int f)
{
    char text[256];

    return vl_json_text(&d->doc, d->node[f], text, (size_t)fields[f].hi + 1);
}

static int read_number(struct door *d, int f)
{
    if (vl_json_int_in(&d->doc, d->node[f], fields[f].lo, fields[f].hi, &d->num[f]))
        return VL_OK;
    bool is_number = vl_json_type_of(&d->doc, d->node[f]) == VL_JSON_NUMBER;
    return door_fail(d, is_number ? VL_RANGE : VL_SYNTAX, fields[f].word,
                     is_number ? "out of its range" : "a number was expected");
}

static int read_text(struct door *d, int f)
{
    if (text_fits(d, f))
        return VL_OK;
    bool is_text = vl_json_type_of(&d->doc, d->node[f]) == VL_JSON_STRING;
    return door_fail(d, is_text ? VL_RANGE : VL_SYNTAX, fields[f].word,
                     is_text ? "the text is too long" : "a text was expected");
}

static int read_seed(struct door *d, int f)
{
    char hex[2 * VL_SEED_SIZE + 1];

    if (vl_json_text(&d->doc, d->node[f], hex, sizeof hex) &&
        vl_str_hex(hex, strlen(hex), d->seed, VL_SEED_SIZE))
        return VL_OK;
    return door_fail(d, VL_SYNTAX, fields[f].word, "64 hexadecimal digits were expected");
}

static int read_field(struct door *d, int f)
{
    int type = vl_json_type_of(&d->doc, d->node[f]);

    switch (fields[f].type) {
    case INT: return read_number(d, f);
    case TEXT: return read_text(d, f);
    case SEED: return read_seed(d, f);
    case BOOL:
        d->num[f] = type == VL_JSON_TRUE;
        return type == VL_JSON_TRUE || type == VL_JSON_FALSE
                   ? VL_OK
                   : door_fail(d, VL_SYNTAX, fields[f].word, "true or false was expected");
    default: return VL_OK;
    }
}

static int find_field(const struct vl_json_doc *doc, uint32_t node)
{
    int f = 0;

    while (f < F_COUNT && !vl_json_key_is(doc, node, fields[f].word))
        f++;
    return f;
}

static int read_lang(struct door *d)
{
    char word[16];

    if (!d->node[F_LANG])
        return VL_OK;
    door_text(d, F_LANG, word, sizeof word);
    int lang = vl_lang_find(word);
    if (lang < 0)
        return door_fail(d, VL_UNKNOWN, "lang", "a language is fr or en");
    d->lang = lang;
    return VL_OK;
}

static int read_match(struct door *d)
{
    if (!d->node[F_H])
        return VL_OK;
    d->m = door_match(d->num[F_H]);
    return d->m ? VL_OK : door_fail(d, VL_UNKNOWN, "h", "there is no such game open");
}

int door_read(struct door *d, uint32_t allowed, uint32_t required)
{
    char key[64] = "";
    int st = VL_OK;

    for (uint32_t c = vl_json_first(&d->doc, 0); c && st == VL_OK;
         c = vl_json_sibling(&d->doc, c)) {
        if (vl_json_key_is(&d->doc, c, "op"))
            continue;
        int f = find_field(&d->doc, c);
        if (f == F_COUNT || !(allowed >> f & 1)) {
            vl_json_key_text(&d->doc, c, key, sizeof key);
            return door_fail(d, VL_UNKNOWN, key, "this call has no such argument");
        }
        if (!is_given(&d->doc, c))
            continue;
        d->node[f] = c;
        st = read_field(d, f);
    }
    if (st == VL_OK)
        st = read_lang(d);
    for (int f = 0; f < F_COUNT && st == VL_OK; f++)
        if ((required >> f & 1) && !d->node[f])
            st = door_fail(d, VL_MISSING, fields[f].word, "it is required");
    return st == VL_OK ? read_match(d) : st;
}

void door_text(const struct door *d, int field, char *out, size_t cap)
{
    out[0] = '\0';
    if (d->node[field])
        (void)vl_json_text(&d->doc, d->node[field], out, cap);
}

/* ---- long texts and documents ---- */

int door_data(struct door *d, int field, char **text, size_t *len)
{
    const struct vl_json_node *n = &d->doc.nodes[d->node[field]];

    *text = NULL;
    if (n->type != VL_JSON_STRING)
        return door_fail(d, VL_SYNTAX, fields[field].word, "a text was expected");
    char *copy = malloc((size_t)n->len + 1); /* unescaping never lengthens */
    if (!copy)
        return door_fail(d, VL_MEMORY, fields[field].word, "");
    if (!vl_json_text(&d->doc, d->node[field], copy, (size_t)n->len + 1)) {
        free(copy);
        return door_fail(d, VL_SYNTAX, fields[field].word, "a character that no text has");
    }
    *text = copy;
    *len = strlen(copy);
    return VL_OK;
}

int door_document(struct door *d, int field, struct vl_json_doc *doc, uint32_t *node, char **text,
                  struct vl_json_node **nodes)
{
    size_t len = 0;

    *text = NULL;
    *nodes = NULL;
    if (vl_json_type_of(&d->doc, d->node[field]) == VL_JSON_OBJECT) {
        *doc = d->doc;
        *node = d->node[field];
        return VL_OK;
    }
    int st = door_data(d, field, text, &len);
    if (st != VL_OK)
        return st;
    size_t cap = vl_json_nodes_bound(*text, len);
    if (cap > 1 << 20)
        return door_fail(d, VL_TOO_LARGE, fields[field].word, "too many values");
    *nodes = malloc(cap * sizeof **nodes);
    if (!*nodes)
        return door_fail(d, VL_MEMORY, fields[field].word, "");
    *node = 0;
    return vl_json_parse(doc, *text, len, *nodes, (uint32_t)cap, &d->err);
}

/* ---- players ---- */

/* As it will be shown: without what is not text, and no spaces at its ends. */
static int clean_name(struct door *d, const char *where, const char *typed, char *out, size_t cap)
{
    char name[256];
    struct vl_buf b = vl_buf_on(name, sizeof name);
    size_t from = 0;

    vl_text_clean(&b, typed, strlen(typed));
    while (b.len > 0 && name[b.len - 1] == ' ')
        b.len--;
    while (from < b.len && name[from] == ' ')
        from++;
    if (b.full || b.len - from >= cap)
        return door_fail(d, VL_RANGE, where, "the name is too long");
    memcpy(out, name + from, b.len - from);
    out[b.len - from] = '\0';
    return VL_OK;
}

int door_player(struct door *d, const char *where, const char *kind, const char *level,
                const char *name, struct vl_player *out)
{
    const char *word = vl_str_eq(kind, "bot") ? level : kind;
    char what[sizeof d->err.what];
    struct vl_buf b = vl_buf_on(what, sizeof what);
    struct vl_bot_spec spec;

    memset(out, 0, sizeof *out);
    if (!vl_str_eq(word, "human") && vl_bot_parse(&spec, word, &d->err) != VL_OK) {
        vl_put(&b, "human; ");
        vl_put(&b, d->err.what);
        return door_fail(d, VL_UNKNOWN, where, what);
    }
    memcpy(out->kind, word, strlen(word) + 1);
    return clean_name(d, where, name, out->name, sizeof out->name);
}
