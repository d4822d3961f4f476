#include "core/content.h"

enum {
    WHERE_MAX = 160,
    WHAT_MAX = 200,
    WORD_MAX = 40,
    PLACES_MAX = 1000 /* faults whose line is looked up; a file full of them is not worth it */
};

/* ---- beginning and end ---- */

bool vl_content_begin(struct vl_content *c, const struct vl_json_doc *doc, void *block, size_t cap,
                      size_t fixed, struct vl_faults *faults)
{
    memset(c, 0, sizeof *c);
    c->doc = doc;
    c->faults = faults;
    c->faults_before = faults->count;
    c->block = (char *)block;
    c->cap = cap;
    c->texts = c->len = fixed;
    if (vl_json_type_of(doc, 0) != VL_JSON_OBJECT) {
        vl_content_fault(c, 0, NULL, VL_SYNTAX, "must be an object");
        return false;
    }
    if (cap < fixed) {
        vl_content_fault(c, 0, NULL, VL_TOO_LARGE, "does not fit in its block");
        return false;
    }
    memset(block, 0, fixed);
    return true;
}

/* The block is padded with zeros to a whole number of 64-bit words. */
size_t vl_content_end(struct vl_content *c)
{
    while (!c->full && c->len % 8 != 0) {
        if (c->len == c->cap) {
            c->full = true;
            vl_content_fault(c, 0, NULL, VL_TOO_LARGE, "does not fit in its block");
            break;
        }
        c->block[c->len++] = '\0';
    }
    return c->faults->count == c->faults_before ? c->len : 0;
}

/* ---- reporting ---- */

/* A field's name as a token of a JSON pointer (RFC 6901). */
static void put_token(struct vl_buf *b, const char *key)
{
    vl_put_char(b, '/');
    for (; *key; key++) {
        if (*key == '~')
            vl_put(b, "~0");
        else if (*key == '/')
            vl_put(b, "~1");
        else
            vl_put_char(b, *key);
    }
}

/* Control characters, which an unknown field's name may hold, could play tricks
 * with the terminal that shows the fault. */
static void tame(char *text)
{
    for (; *text; text++) {
        unsigned char b = (unsigned char)text[0], next = (unsigned char)text[1];

        if (b < 0x20 || b == 0x7f)
            text[0] = '?';
        else if (b == 0xc2 && next >= 0x80 && next < 0xa0) /* U+0080..U+009F */
            text[0] = text[1] = '?';
    }
}

/* The key of the thing that a value belongs to, the innermost one that has one. */
static void find_key(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap)
{
    for (; node != 0; node = doc->nodes[node].parent) {
        uint32_t key = vl_json_get(doc, node, "key");

        if (key && vl_json_text(doc, key, out, cap) && vl_content_key_ok(out, strlen(out)))
            return;
    }
    out[0] = '\0';
}

void vl_content_fault(struct vl_content *c, uint32_t node, const char *key, int status,
                      const char *what)
{
    struct vl_error fault;
    char where[WHERE_MAX];

    vl_json_where(c->doc, node, where, sizeof where);
    size_t len = strlen(where);
    struct vl_buf rest = vl_buf_on(where + len, sizeof where - len);
    if (key)
        put_token(&rest, key);
    tame(where);
    vl_error_set(&fault, status, where, what);
    uint32_t field = key ? vl_json_get(c->doc, node, key) : 0;
    if (++c->faults->count <= PLACES_MAX)
        vl_json_place(c->doc, field ? field : node, &fault.line, &fault.column);
    find_key(c->doc, node, fault.key, sizeof fault.key);
    if (c->faults->report)
        c->faults->report(c->faults, &fault);
}

void vl_content_differs(struct vl_content *c, uint32_t node, const char *key, const char *what,
                        int64_t found, int64_t wanted)
{
    char text[WHAT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, what);
    vl_put(&b, ": ");
    vl_put_int(&b, found);
    vl_put(&b, ", must be ");
    vl_put_int(&b, wanted);
    vl_content_fault(c, node, key, VL_INVALID, text);
}

/* What stands there, as far as it is short: "9", "\"mauve\"", "a list". */
static void put_found(struct vl_content *c, uint32_t node, struct vl_buf *b)
{
    const struct vl_json_node *n = &c->doc->nodes[node];

    switch ((enum vl_json_type)n->type) {
    case VL_JSON_NULL: vl_put(b, "null"); return;
    case VL_JSON_FALSE: vl_put(b, "false"); return;
    case VL_JSON_TRUE: vl_put(b, "true"); return;
    case VL_JSON_ARRAY: vl_put(b, "a list"); return;
    case VL_JSON_OBJECT: vl_put(b, "an object"); return;
    case VL_JSON_NUMBER:
        vl_put_n(b, c->doc->text + n->start, n->len < WORD_MAX ? n->len : WORD_MAX);
        return;
    case VL_JSON_STRING:
        if (n->len > WORD_MAX) {
            vl_put(b, "a long text");
            return;
        }
        vl_put_char(b, '"');
        vl_put_n(b, c->doc->text + n->start, n->len);
        vl_put_char(b, '"');
        return;
    }
}

void vl_content_wrong(struct vl_content *c, uint32_t node, int status, const char *wanted)
{
    char text[WHAT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    put_found(c, node, &b);
    vl_put(&b, ": ");
    vl_put(&b, wanted);
    tame(text);
    vl_content_fault(c, node, NULL, status, text);
}

static void put_range(struct vl_buf *b, int lo, int hi)
{
    vl_put_int(b, lo);
    if (lo != hi) {
        vl_put(b, " to ");
        vl_put_int(b, hi);
    }
}

void vl_content_nests(struct vl_content *c, const struct vl_fx_machine *m,
                      const struct vl_fx *steps, int len, int kind, uint32_t node)
{
    vl_fx_note(&c->nest, m, steps, len, kind, (int)node);
}

void vl_content_nested(struct vl_content *c, const struct vl_fx_machine *m, const char *key,
                       const char *what)
{
    int node, frames = vl_fx_frames(&c->nest, m, &node);

    if (frames < 0 || frames > m->frames_max)
        vl_content_fault(c, (uint32_t)node, key, VL_INVALID, what);
}

/* ---- values ---- */

/* A type that is wrong is a fault of syntax, whatever the value. */
bool vl_content_is(struct vl_content *c, uint32_t node, int type, const char *wanted)
{
    if (vl_json_type_of(c->doc, node) == type)
        return true;
    vl_content_wrong(c, node, VL_SYNTAX, wanted);
    return false;
}

bool vl_content_list(struct vl_content *c, uint32_t node, int lo, int hi)
{
    if (!vl_content_is(c, node, VL_JSON_ARRAY, "must be a list"))
        return false;
    int64_t count = c->doc->nodes[node].count;
    if (count < lo || count > hi) {
        char text[WHAT_MAX];
        struct vl_buf b = vl_buf_on(text, sizeof text);

        vl_put_int(&b, count);
        vl_put(&b, " entries: must be ");
        put_range(&b, lo, hi);
        vl_content_fault(c, node, NULL, VL_RANGE, text);
    }
    return true;
}

/* A number in its range, else `lo`. */
int vl_content_int(struct vl_content *c, uint32_t node, int lo, int hi)
{
    int64_t v = 0;
    char text[WHAT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (!vl_content_is(c, node, VL_JSON_NUMBER, "must be a whole number"))
        return lo;
    if (vl_json_int_in(c->doc, node, lo, hi, &v))
        return (int)v;
    vl_put(&b, "must be a whole number, ");
    put_range(&b, lo, hi);
    vl_content_wrong(c, node, VL_RANGE, text);
    return lo;
}

bool vl_content_bool(struct vl_content *c, uint32_t node)
{
    int type = vl_json_type_of(c->doc, node);

    if (type != VL_JSON_TRUE && type != VL_JSON_FALSE)
        vl_content_wrong(c, node, VL_SYNTAX, "must be true or false");
    return type == VL_JSON_TRUE;
}

int vl_content_word(struct vl_content *c, uint32_t node, const char *const *words, int len)
{
    char text[WHAT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (!vl_content_is(c, node, VL_JSON_STRING, "must be a word"))
        return -1;
    for (int i = 0; i < len; i++)
        if (vl_json_is(c->doc, node, words[i]))
            return i;
    vl_put(&b, "unknown; one of");
    for (int i = 0; i < len; i++) {
        vl_put(&b, i ? ", " : " ");
        vl_put(&b, words[i]);
    }
    vl_content_wrong(c, node, VL_UNKNOWN, text);
    return -1;
}

/* ---- texts ---- */

/* The text just written at c->len is kept, unless it stands in the block
 * already. Returns its offset. */
static uint32_t keep(struct vl_content *c, size_t len)
{
    const char *fresh = c->block + c->len;

    for (size_t at = c->texts; at < c->len;) {
        size_t old = strlen(c->block + at);

        if (old == len && memcmp(c->block + at, fresh, len) == 0)
            return (uint32_t)at;
        at += old + 1;
    }
    uint32_t offset = (uint32_t)c->len;
    c->len += len + 1;
    return offset;
}

/* Unescapes a string to the end of the block. False, and reported, if there is
 * no room or a NUL in it. */
static bool unescape(struct vl_content *c, uint32_t node, size_t *len)
{
    if (c->doc->nodes[node].len + (size_t)1 > c->cap - c->len) { /* unescaping never lengthens */
        if (!c->full)
            vl_content_fault(c, node, NULL, VL_TOO_LARGE, "the texts do not fit in the block");
        c->full = true;
        return false;
    }
    if (!vl_json_text(c->doc, node, c->block + c->len, c->cap - c->len)) {
        vl_content_fault(c, node, NULL, VL_SYNTAX, "contains a NUL character");
        return false;
    }
    *len = strlen(c->block + c->len);
    return true;
}

uint32_t vl_content_put(struct vl_content *c, const char *text, size_t len)
{
    if (len + 1 > c->cap - c->len) {
        if (!c->full)
            vl_content_fault(c, 0, NULL, VL_TOO_LARGE, "the texts do not fit in the block");
        c->full = true;
        return 0;
    }
    memcpy(c->block + c->len, text, len);
    c->block[c->len + len] = 0;
    return keep(c, len);
}

uint32_t vl_content_key(struct vl_content *c, uint32_t node)
{
    size_t len;

    if (!vl_content_is(c, node, VL_JSON_STRING, "must be a word") || !unescape(c, node, &len))
        return 0;
    if (!vl_content_key_ok(c->block + c->len, len)) {
        vl_content_wrong(c, node, VL_SYNTAX,
                         "a key is 1 to 31 of a-z, 0-9 and _, and begins with a letter");
        return 0;
    }
    return keep(c, len);
}

/* Characters of well-formed UTF-8; -1 if one is a control character, which
 * could play tricks with a terminal. */
static int characters(const char *text, size_t len)
{
    int n = 0;

    for (size_t i = 0; i < len; i++) {
        unsigned char b = (unsigned char)text[i];

        if (b < 0x20 || b == 0x7f)
            return -1;
        if (b == 0xc2 && (unsigned char)text[i + 1] < 0xa0) /* U+0080..U+009F */
            return -1;
        n += (b & 0xc0) != 0x80;
    }
    return n;
}

static uint32_t text_at(struct vl_content *c, uint32_t node, int max)
{
    size_t len;
    char text[WHAT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (!vl_content_is(c, node, VL_JSON_STRING, "must be a text") || !unescape(c, node, &len))
        return 0;
    int n = characters(c->block + c->len, len);
    if (n < 0) {
        vl_content_fault(c, node, NULL, VL_SYNTAX, "contains a control character");
        return 0;
    }
    if (n >= 1 && n <= max)
        return keep(c, len);
    vl_put_int(&b, n);
    vl_put(&b, " characters: must be ");
    put_range(&b, 1, max);
    vl_content_fault(c, node, NULL, VL_RANGE, text);
    return 0;
}

void vl_content_text(struct vl_content *c, uint32_t node, int max, struct vl_texts *out)
{
    static const char *const langs[] = { "fr", "en" }; /* ORDER vl_lang */

    out->lang[0] = out->lang[1] = 0;
    if (!vl_content_is(c, node, VL_JSON_OBJECT, "must be an object"))
        return;
    for (int i = 0; i < VL_LEN(langs); i++)
        if (!vl_json_get(c->doc, node, langs[i]))
            vl_content_fault(c, node, langs[i], VL_MISSING, "");
    for (uint32_t f = vl_json_first(c->doc, node); f; f = vl_json_sibling(c->doc, f)) {
        int lang = vl_json_key_is(c->doc, f, langs[1]);

        if (vl_json_key_is(c->doc, f, langs[lang]))
            out->lang[lang] = text_at(c, f, max);
        else
            vl_content_fault(c, f, NULL, VL_UNKNOWN, "there is no such field");
    }
}

void vl_content_once(struct vl_content *c, uint32_t node, uint32_t *seen, int which)
{
    if (*seen >> which & 1)
        vl_content_wrong(c, node, VL_DUPLICATE, "stands twice");
    *seen |= UINT32_C(1) << which;
}

/* ---- syntax ---- */

static bool is_letter(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
}

bool vl_content_key_ok(const char *text, size_t len)
{
    if (len < 1 || len > VL_CONTENT_KEY_MAX || !is_letter(text[0]))
        return false;
    for (size_t i = 1; i < len; i++)
        if (!is_letter(text[i]) && !(text[i] >= '0' && text[i] <= '9') && text[i] != '_')
            return false;
    return true;
}

bool vl_content_version_ok(const char *text, size_t len)
{
    size_t i = 0;

    for (int part = 0; part < 3; part++) {
        size_t from = i;

        if (part > 0 && (i >= len || text[i] != '.'))
            return false;
        if (part > 0)
            from = ++i;
        while (i < len && text[i] >= '0' && text[i] <= '9')
            i++;
        if (i == from || i - from > 4 || (text[from] == '0' && i - from > 1))
            return false;
    }
    return i == len;
}
