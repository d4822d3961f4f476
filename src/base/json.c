/* json.c - the reading half of json.h. */
#include "base/json.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"

/* ---- strings of the text, unescaped byte by byte ---- */

/* Reads a string that the parser has accepted: escapes are known to be sound. */
struct unescape {
    const char *p, *end;
    uint8_t held[4]; /* the rest of an escape's UTF-8 */
    int held_at, held_len;
};

static struct unescape unescape_on(const char *text, uint32_t len)
{
    struct unescape u = { text, text + len, { 0, 0, 0, 0 }, 0, 0 };

    return u;
}

/* The value of four hex digits, -1 if they are not. */
static int32_t hex4(const char *p)
{
    uint8_t b[2];

    if (!vl_str_hex(p, 4, b, 2))
        return -1;
    return b[0] << 8 | b[1];
}

static bool is_high_surrogate(int32_t code)
{
    return code >= 0xD800 && code <= 0xDBFF;
}

static bool is_low_surrogate(int32_t code)
{
    return code >= 0xDC00 && code <= 0xDFFF;
}

static void hold(struct unescape *u, uint32_t code)
{
    int tail = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t leads[4] = { 0x00, 0xC0, 0xE0, 0xF0 };

    u->held_at = 0;
    u->held_len = tail + 1;
    u->held[0] = (uint8_t)(leads[tail] | code >> (6 * tail));
    for (int i = 1; i <= tail; i++)
        u->held[i] = (uint8_t)(0x80 | (code >> (6 * (tail - i)) & 0x3F));
}

/* u->p stands after the backslash. */
static void take_escape(struct unescape *u)
{
    char c = *u->p++;
    int32_t code;

    switch (c) {
    case 'b': hold(u, '\b'); return;
    case 'f': hold(u, '\f'); return;
    case 'n': hold(u, '\n'); return;
    case 'r': hold(u, '\r'); return;
    case 't': hold(u, '\t'); return;
    case 'u': break;
    default: hold(u, (uint8_t)c); return;
    }
    code = hex4(u->p);
    u->p += 4;
    if (is_high_surrogate(code)) {
        code = 0x10000 + ((code - 0xD800) << 10) + (hex4(u->p + 2) - 0xDC00);
        u->p += 6;
    }
    hold(u, (uint32_t)code);
}

/* The next byte, -1 at the end. */
static int unescape_next(struct unescape *u)
{
    if (u->held_at == u->held_len) {
        if (u->p == u->end)
            return -1;
        if (*u->p != '\\')
            return (uint8_t)*u->p++;
        u->p++;
        take_escape(u);
    }
    return u->held[u->held_at++];
}

static struct unescape unescape_key(const char *text, const struct vl_json_node *n)
{
    return unescape_on(text + n->key, n->key_len);
}

static int compare_strings(struct unescape a, struct unescape b)
{
    int x, y;

    do { /* ends with the shorter string */
        x = unescape_next(&a);
        y = unescape_next(&b);
    } while (x == y && x >= 0);
    return x - y;
}

static int compare_keys(const char *ta, const struct vl_json_node *a, const char *tb,
                        const struct vl_json_node *b)
{
    if (a->key_esc || b->key_esc)
        return compare_strings(unescape_key(ta, a), unescape_key(tb, b));

    uint32_t common = a->key_len < b->key_len ? a->key_len : b->key_len;
    int order = memcmp(ta + a->key, tb + b->key, common);
    if (order != 0)
        return order;
    return (a->key_len > b->key_len) - (a->key_len < b->key_len);
}

/* ---- parsing ---- */

struct parser {
    const char *text;
    uint32_t len, at;
    struct vl_json_node *nodes;
    uint32_t cap, nodes_len;
    int depth;
    int status; /* of the fault, while a function below returns false */
    uint32_t fault_at;
    const char *what;
};

struct string {
    uint32_t start, len;
    bool escaped;
};

static bool fault(struct parser *p, int status, uint32_t at, const char *what)
{
    p->status = status;
    p->fault_at = at;
    p->what = what;
    return false;
}

static bool syntax(struct parser *p, const char *what)
{
    return fault(p, VL_SYNTAX, p->at, what);
}

/* The byte at hand, 0 at the end: a NUL is legal nowhere. */
static char peek(const struct parser *p)
{
    return p->at < p->len ? p->text[p->at] : '\0';
}

static void skip_space(struct parser *p)
{
    for (char c = peek(p); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(p))
        p->at++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* \uXXXX, and its second half if it is a surrogate; p->at is on the 'u'. */
static bool parse_u_escape(struct parser *p)
{
    const char *s = p->text + p->at;
    uint32_t left = p->len - p->at;
    int32_t code = left >= 5 ? hex4(s + 1) : -1;

    if (code < 0)
        return syntax(p, "four hexadecimal digits must follow \\u");
    if (is_low_surrogate(code))
        return syntax(p, "lone surrogate");
    p->at += 5;
    if (!is_high_surrogate(code))
        return true;
    if (left < 11 || s[5] != '\\' || s[6] != 'u' || !is_low_surrogate(hex4(s + 7)))
        return syntax(p, "lone surrogate");
    p->at += 6;
    return true;
}

static bool parse_escape(struct parser *p)
{
    p->at++;
    switch (peek(p)) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': p->at++; return true;
    case 'u': return parse_u_escape(p);
    default: return syntax(p, "unknown escape");
    }
}

static bool parse_string(struct parser *p, struct string *out)
{
    out->start = ++p->at;
    out->escaped = false;
    while (p->at < p->len) {
        char c = p->text[p->at];

        if (c == '"') {
            out->len = p->at++ - out->start;
            return true;
        }
        if (c == '\\') {
            out->escaped = true;
            if (!parse_escape(p))
                return false;
        } else if ((uint8_t)c < 0x20) {
            return syntax(p, "control character in a string");
        } else if ((uint8_t)c < 0x80) {
            p->at++;
        } else {
            size_t step = vl_utf8_step(p->text + p->at, p->len - p->at);
            if (step == 0)
                return syntax(p, "not UTF-8");
            p->at += (uint32_t)step;
        }
    }
    return syntax(p, "the string does not end");
}

static bool parse_digits(struct parser *p)
{
    if (!is_digit(peek(p)))
        return syntax(p, "a digit is missing");
    while (is_digit(peek(p)))
        p->at++;
    return true;
}

static bool parse_number(struct parser *p)
{
    if (peek(p) == '-')
        p->at++;
    if (peek(p) == '0') {
        p->at++;
        if (is_digit(peek(p)))
            return syntax(p, "a number with a leading zero");
    } else if (!parse_digits(p)) {
        return false;
    }
    if (peek(p) == '.') {
        p->at++;
        if (!parse_digits(p))
            return false;
    }
    if (peek(p) == 'e' || peek(p) == 'E') {
        p->at++;
        if (peek(p) == '+' || peek(p) == '-')
            p->at++;
        if (!parse_digits(p))
            return false;
    }
    return true;
}

static bool parse_word(struct parser *p, const char *word)
{
    size_t len = strlen(word);

    if (p->len - p->at < len || memcmp(p->text + p->at, word, len) != 0)
        return syntax(p, "a value was expected");
    p->at += (uint32_t)len;
    return true;
}

/* Merges two lists linked by keys_next; of equal keys, a's come first.
 * Node 0, the root, is in no list and ends them. */
static uint32_t merge(struct parser *p, uint32_t a, uint32_t b)
{
    struct vl_json_node *nodes = p->nodes;
    uint32_t head = 0;
    uint32_t *tail = &head;

    while (a != 0 && b != 0) {
        bool a_first = compare_keys(p->text, &nodes[a], p->text, &nodes[b]) <= 0;
        uint32_t *from = a_first ? &a : &b;

        *tail = *from;
        tail = &nodes[*from].keys_next;
        *from = *tail;
    }
    *tail = a != 0 ? a : b;
    return head;
}

/* Links an object's members by ascending key: a merge sort in place. A merge
 * reads each key once at most, so an object of n members and k bytes of keys
 * costs k log n steps, whatever the keys; hashes could be made to collide. */
static uint32_t sort_keys(struct parser *p, uint32_t object)
{
    uint32_t runs[32] = { 0 }; /* runs[i]: a sorted list of 2^i members, or none */
    uint32_t end = p->nodes_len;
    uint32_t all = 0;

    for (uint32_t c = object + 1; c < end; c = p->nodes[c].next) {
        uint32_t run = c;
        int i = 0;

        p->nodes[c].keys_next = 0;
        for (; runs[i] != 0; i++) { /* fewer than 2^31 nodes: stays within runs */
            run = merge(p, runs[i], run);
            runs[i] = 0;
        }
        runs[i] = run;
    }
    for (int i = 0; i < VL_LEN(runs); i++)
        all = merge(p, runs[i], all);
    return all;
}

/* Sorts the members and refuses the first key that repeats an earlier one. */
static bool close_object(struct parser *p, uint32_t object)
{
    uint32_t twin = UINT32_MAX;

    p->nodes[object].keys_first = sort_keys(p, object);
    for (uint32_t c = p->nodes[object].keys_first; c != 0; c = p->nodes[c].keys_next) {
        uint32_t d = p->nodes[c].keys_next;

        if (d != 0 && d < twin && compare_keys(p->text, &p->nodes[c], p->text, &p->nodes[d]) == 0)
            twin = d;
    }
    if (twin == UINT32_MAX)
        return true;
    return fault(p, VL_DUPLICATE, p->nodes[twin].key, "a key stands twice in an object");
}

static bool parse_value(struct parser *p, uint32_t parent, const struct string *key);

static bool parse_member(struct parser *p, uint32_t object)
{
    struct string key;

    if (peek(p) != '"')
        return syntax(p, "a key was expected");
    if (!parse_string(p, &key))
        return false;
    skip_space(p);
    if (peek(p) != ':')
        return syntax(p, "':' was expected");
    p->at++;
    skip_space(p);
    return parse_value(p, object, &key);
}

static bool parse_items(struct parser *p, uint32_t node, char closing)
{
    p->at++;
    skip_space(p);
    if (peek(p) == closing) {
        p->at++;
        return true;
    }
    for (;;) { /* each turn consumes text or leaves */
        bool ok = closing == '}' ? parse_member(p, node) : parse_value(p, node, NULL);
        if (!ok)
            return false;
        p->nodes[node].count++;
        skip_space(p);
        if (peek(p) == closing) {
            p->at++;
            return true;
        }
        if (peek(p) != ',')
            return syntax(p,
                          closing == '}' ? "',' or '}' was expected" : "',' or ']' was expected");
        p->at++;
        skip_space(p);
    }
}

/* Recursion ends at VL_JSON_DEPTH. */
static bool parse_container(struct parser *p, uint32_t node, char closing)
{
    if (p->depth == VL_JSON_DEPTH)
        return syntax(p, "nested too deep");
    p->depth++;
    if (!parse_items(p, node, closing))
        return false;
    p->depth--;
    return closing == ']' || close_object(p, node);
}

static bool parse_typed(struct parser *p, uint32_t node, struct vl_json_node *n)
{
    struct string s;

    switch (peek(p)) {
    case '{': n->type = VL_JSON_OBJECT; return parse_container(p, node, '}');
    case '[': n->type = VL_JSON_ARRAY; return parse_container(p, node, ']');
    case 'n': n->type = VL_JSON_NULL; return parse_word(p, "null");
    case 't': n->type = VL_JSON_TRUE; return parse_word(p, "true");
    case 'f': n->type = VL_JSON_FALSE; return parse_word(p, "false");
    case '"':
        n->type = VL_JSON_STRING;
        if (!parse_string(p, &s))
            return false;
        n->escaped = s.escaped;
        return true;
    default:
        n->type = VL_JSON_NUMBER;
        if (peek(p) != '-' && !is_digit(peek(p)))
            return syntax(p, "a value was expected");
        return parse_number(p);
    }
}

static bool parse_value(struct parser *p, uint32_t parent, const struct string *key)
{
    if (p->nodes_len == p->cap)
        return fault(p, VL_TOO_LARGE, p->at, "too many values");

    uint32_t node = p->nodes_len++;
    struct vl_json_node *n = &p->nodes[node];
    memset(n, 0, sizeof *n);
    n->parent = parent;
    n->start = p->at;
    if (key != NULL) {
        n->key = key->start;
        n->key_len = key->len;
        n->key_esc = key->escaped;
    }
    if (!parse_typed(p, node, n))
        return false;
    n->len = p->at - n->start;
    if (n->type == VL_JSON_STRING) {
        n->start++;
        n->len -= 2;
    }
    n->next = p->nodes_len;
    return true;
}

static void find_place(const char *text, uint32_t at, uint32_t *line, uint32_t *column)
{
    *line = *column = 1;
    for (uint32_t i = 0; i < at; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        } else if ((text[i] & 0xC0) != 0x80) {
            ++*column;
        }
    }
}

static int report(const struct parser *p, struct vl_error *err)
{
    char where[48];
    struct vl_buf b = vl_buf_on(where, sizeof where);
    uint32_t line, column;

    find_place(p->text, p->fault_at, &line, &column);
    vl_put(&b, "line ");
    vl_put_u64(&b, line);
    vl_put(&b, ", column ");
    vl_put_u64(&b, column);
    vl_error_set(err, p->status, where, p->what);
    if (err) {
        err->line = line;
        err->column = column;
    }
    return p->status;
}

int vl_json_parse(struct vl_json_doc *doc, const char *text, size_t len, struct vl_json_node *nodes,
                  uint32_t cap, struct vl_error *err)
{
    struct parser p;
    bool ok;

    memset(&p, 0, sizeof p);
    if (len > INT32_MAX)
        return vl_error_set(err, VL_TOO_LARGE, "line 1, column 1", "more than 2 GiB of text");
    p.text = text;
    p.len = (uint32_t)len;
    p.nodes = nodes;
    p.cap = cap;
    skip_space(&p);
    ok = parse_value(&p, 0, NULL);
    skip_space(&p);
    if (ok && p.at < p.len)
        ok = syntax(&p, "text after the value");
    if (!ok)
        return report(&p, err);
    doc->text = text;
    doc->nodes = nodes;
    doc->nodes_len = p.nodes_len;
    return VL_OK;
}

/* ---- reading ---- */

static const struct vl_json_node *typed(const struct vl_json_doc *doc, uint32_t node, int type)
{
    if (node >= doc->nodes_len || doc->nodes[node].type != type)
        return NULL;
    return &doc->nodes[node];
}

int vl_json_type_of(const struct vl_json_doc *doc, uint32_t node)
{
    return node < doc->nodes_len ? doc->nodes[node].type : -1;
}

uint32_t vl_json_first(const struct vl_json_doc *doc, uint32_t node)
{
    return node < doc->nodes_len && doc->nodes[node].count > 0 ? node + 1 : 0;
}

uint32_t vl_json_sibling(const struct vl_json_doc *doc, uint32_t node)
{
    if (node == 0 || node >= doc->nodes_len)
        return 0;

    const struct vl_json_node *n = &doc->nodes[node];
    return n->next < doc->nodes[n->parent].next ? n->next : 0;
}

uint32_t vl_json_at(const struct vl_json_doc *doc, uint32_t array, uint32_t index)
{
    const struct vl_json_node *n = typed(doc, array, VL_JSON_ARRAY);

    if (n == NULL || index >= n->count)
        return 0;

    uint32_t c = array + 1;
    for (uint32_t i = 0; i < index; i++)
        c = doc->nodes[c].next;
    return c;
}

/* A NUL inside the string differs from every text. */
static bool spells(struct unescape u, const char *text)
{
    for (; *text != '\0'; text++) {
        if (unescape_next(&u) != (uint8_t)*text)
            return false;
    }
    return unescape_next(&u) < 0;
}

bool vl_json_key_is(const struct vl_json_doc *doc, uint32_t node, const char *key)
{
    if (node == 0 || node >= doc->nodes_len)
        return false;

    const struct vl_json_node *n = &doc->nodes[node];
    if (doc->nodes[n->parent].type != VL_JSON_OBJECT)
        return false;
    if (!n->key_esc)
        return vl_str_is(doc->text + n->key, n->key_len, key);
    return spells(unescape_key(doc->text, n), key);
}

bool vl_json_is(const struct vl_json_doc *doc, uint32_t node, const char *text)
{
    const struct vl_json_node *n = typed(doc, node, VL_JSON_STRING);

    if (n == NULL)
        return false;
    if (!n->escaped)
        return vl_str_is(doc->text + n->start, n->len, text);
    return spells(unescape_on(doc->text + n->start, n->len), text);
}

uint32_t vl_json_get(const struct vl_json_doc *doc, uint32_t object, const char *key)
{
    if (typed(doc, object, VL_JSON_OBJECT) == NULL)
        return 0;
    for (uint32_t c = vl_json_first(doc, object); c != 0; c = vl_json_sibling(doc, c)) {
        if (vl_json_key_is(doc, c, key))
            return c;
    }
    return 0;
}

bool vl_json_int_in(const struct vl_json_doc *doc, uint32_t node, int64_t lo, int64_t hi,
                    int64_t *out)
{
    const struct vl_json_node *n = typed(doc, node, VL_JSON_NUMBER);
    int64_t v;

    if (n == NULL || !vl_str_int(doc->text + n->start, n->len, &v) || v < lo || v > hi)
        return false;
    *out = v;
    return true;
}

/* Measures first, so that failure leaves out alone. */
static bool unescape_into(struct unescape u, char *out, size_t cap)
{
    struct unescape measure = u;
    size_t len = 0;
    int c;

    while ((c = unescape_next(&measure)) > 0)
        len++;
    if (c == 0 || len >= cap)
        return false;
    for (size_t i = 0; i < len; i++)
        out[i] = (char)unescape_next(&u);
    out[len] = '\0';
    return true;
}

bool vl_json_text(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap)
{
    const struct vl_json_node *n = typed(doc, node, VL_JSON_STRING);

    return n != NULL && unescape_into(unescape_on(doc->text + n->start, n->len), out, cap);
}

bool vl_json_key_text(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap)
{
    if (node == 0 || node >= doc->nodes_len)
        return false;

    const struct vl_json_node *n = &doc->nodes[node];
    if (doc->nodes[n->parent].type != VL_JSON_OBJECT)
        return false;
    return unescape_into(unescape_key(doc->text, n), out, cap);
}

/* ---- pointers (RFC 6901) ---- */

/* True if the key is what the token spells, "~0" for '~' and "~1" for '/'. */
static bool token_is_key(struct unescape key, const char *token, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        char c = token[i];

        if (c == '~') {
            i++;
            if (i == len || (token[i] != '0' && token[i] != '1'))
                return false;
            c = token[i] == '0' ? '~' : '/';
        }
        if (unescape_next(&key) != (uint8_t)c)
            return false;
    }
    return unescape_next(&key) < 0;
}

static uint32_t member_by_token(const struct vl_json_doc *doc, uint32_t object, const char *token,
                                size_t len)
{
    for (uint32_t c = vl_json_first(doc, object); c != 0; c = vl_json_sibling(doc, c)) {
        if (token_is_key(unescape_key(doc->text, &doc->nodes[c]), token, len))
            return c;
    }
    return 0;
}

static uint32_t element_by_token(const struct vl_json_doc *doc, uint32_t array, const char *token,
                                 size_t len)
{
    uint64_t index;

    if (len > 1 && token[0] == '0')
        return 0;
    if (!vl_str_u64(token, len, &index) || index > UINT32_MAX)
        return 0;
    return vl_json_at(doc, array, (uint32_t)index);
}

uint32_t vl_json_pointer(const struct vl_json_doc *doc, const char *pointer)
{
    uint32_t node = 0;

    while (*pointer == '/') {
        const char *token = ++pointer;

        while (*pointer != '\0' && *pointer != '/')
            pointer++;
        size_t len = (size_t)(pointer - token);
        switch (vl_json_type_of(doc, node)) {
        case VL_JSON_OBJECT: node = member_by_token(doc, node, token, len); break;
        case VL_JSON_ARRAY: node = element_by_token(doc, node, token, len); break;
        default: node = 0; break;
        }
        if (node == 0)
            return UINT32_MAX;
    }
    return *pointer == '\0' ? node : UINT32_MAX;
}

/* A key may hold U+0000, which no C string can: it is shown as U+FFFD. */
static void put_key_token(struct vl_buf *b, struct unescape key)
{
    for (int c = unescape_next(&key); c >= 0; c = unescape_next(&key)) {
        if (c == '~')
            vl_put(b, "~0");
        else if (c == '/')
            vl_put(b, "~1");
        else if (c == 0)
            vl_put(b, "\xEF\xBF\xBD");
        else
            vl_put_char(b, (char)c);
    }
}

void vl_json_where(const struct vl_json_doc *doc, uint32_t node, char *out, size_t cap)
{
    uint32_t path[VL_JSON_DEPTH];
    int path_len = 0;
    struct vl_buf b = vl_buf_on(out, cap);

    if (node >= doc->nodes_len)
        return;
    for (; node != 0; node = doc->nodes[node].parent) {
        VL_VERIFY(path_len < VL_JSON_DEPTH);
        path[path_len++] = node;
    }
    while (path_len > 0) {
        const struct vl_json_node *n = &doc->nodes[path[--path_len]];

        vl_put_char(&b, '/');
        if (doc->nodes[n->parent].type == VL_JSON_OBJECT) {
            put_key_token(&b, unescape_key(doc->text, n));
            continue;
        }
        uint32_t index = 0;
        for (uint32_t c = n->parent + 1; c != path[path_len]; c = doc->nodes[c].next)
            index++;
        vl_put_u64(&b, index);
    }
    while (b.full && b.len > 0 && !vl_utf8_ok(b.p, b.len)) /* cut inside a character */
        b.p[--b.len] = '\0';
}

void vl_json_place(const struct vl_json_doc *doc, uint32_t node, uint32_t *line, uint32_t *column)
{
    const struct vl_json_node *n = &doc->nodes[node];

    find_place(doc->text, n->start - (n->type == VL_JSON_STRING), line, column);
}

/* ---- whole values ---- */

/* Numbers are compared as they are spelled; only "-0" means "0". */
static bool numbers_equal(const char *a, uint32_t a_len, const char *b, uint32_t b_len)
{
    if (vl_str_is(a, a_len, "-0"))
        a++, a_len--;
    if (vl_str_is(b, b_len, "-0"))
        b++, b_len--;
    return a_len == b_len && memcmp(a, b, a_len) == 0;
}

static bool arrays_equal(const struct vl_json_doc *a, uint32_t na, const struct vl_json_doc *b,
                         uint32_t nb)
{
    uint32_t ca = vl_json_first(a, na);
    uint32_t cb = vl_json_first(b, nb);

    for (; ca != 0; ca = vl_json_sibling(a, ca), cb = vl_json_sibling(b, cb)) {
        if (!vl_json_equal(a, ca, b, cb))
            return false;
    }
    return true;
}

/* Members are linked by ascending key, so equal objects agree step by step. */
static bool objects_equal(const struct vl_json_doc *a, uint32_t na, const struct vl_json_doc *b,
                          uint32_t nb)
{
    uint32_t ca = a->nodes[na].keys_first;
    uint32_t cb = b->nodes[nb].keys_first;

    for (; ca != 0; ca = a->nodes[ca].keys_next, cb = b->nodes[cb].keys_next) {
        if (compare_keys(a->text, &a->nodes[ca], b->text, &b->nodes[cb]) != 0)
            return false;
        if (!vl_json_equal(a, ca, b, cb))
            return false;
    }
    return true;
}

/* Recursion ends at VL_JSON_DEPTH: both documents come from the parser. */
bool vl_json_equal(const struct vl_json_doc *a, uint32_t na, const struct vl_json_doc *b,
                   uint32_t nb)
{
    if (na >= a->nodes_len || nb >= b->nodes_len)
        return false;

    const struct vl_json_node *x = &a->nodes[na];
    const struct vl_json_node *y = &b->nodes[nb];
    const char *x_text = a->text + x->start;
    const char *y_text = b->text + y->start;
    if (x->type != y->type || x->count != y->count)
        return false;
    switch ((enum vl_json_type)x->type) {
    case VL_JSON_NULL:
    case VL_JSON_FALSE:
    case VL_JSON_TRUE: return true;
    case VL_JSON_NUMBER: return numbers_equal(x_text, x->len, y_text, y->len);
    case VL_JSON_STRING:
        return compare_strings(unescape_on(x_text, x->len), unescape_on(y_text, y->len)) == 0;
    case VL_JSON_ARRAY: return arrays_equal(a, na, b, nb);
    case VL_JSON_OBJECT: return objects_equal(a, na, b, nb);
    }
    return false;
}

static uint64_t hash_string(uint64_t h, struct unescape u)
{
    uint64_t word = 0, len = 0;

    for (int c = unescape_next(&u); c >= 0; c = unescape_next(&u)) {
        word = word << 8 | (uint64_t)c;
        if (++len % 8 == 0) {
            h = vl_hash_mix(h, word);
            word = 0;
        }
    }
    return vl_hash_mix(vl_hash_mix(h, word), len);
}

/* Recursion ends at VL_JSON_DEPTH. */
static uint64_t hash_value(uint64_t h, const struct vl_json_doc *doc, uint32_t node)
{
    const struct vl_json_node *n = &doc->nodes[node];
    struct unescape u = unescape_on(doc->text + n->start, n->len);

    h = vl_hash_mix(vl_hash_mix(h, n->type), n->count);
    switch ((enum vl_json_type)n->type) {
    case VL_JSON_NULL:
    case VL_JSON_FALSE:
    case VL_JSON_TRUE: break;
    case VL_JSON_NUMBER:
        if (vl_str_is(doc->text + n->start, n->len, "-0"))
            u.p++;
        return hash_string(h, u);
    case VL_JSON_STRING: return hash_string(h, u);
    case VL_JSON_ARRAY:
        for (uint32_t c = vl_json_first(doc, node); c != 0; c = vl_json_sibling(doc, c))
            h = hash_value(h, doc, c);
        break;
    case VL_JSON_OBJECT:
        for (uint32_t c = n->keys_first; c != 0; c = doc->nodes[c].keys_next)
            h = hash_value(hash_string(h, unescape_key(doc->text, &doc->nodes[c])), doc, c);
        break;
    }
    return h;
}

uint64_t vl_json_hash(const struct vl_json_doc *doc, uint32_t node)
{
    uint64_t h = node < doc->nodes_len ? hash_value(0, doc, node) : 0;

    /* vl_hash_mix leaves the low bits weak. */
    h = (h ^ (h >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    h = (h ^ (h >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    return h ^ (h >> 32);
}
