/* json_write.c - the writing half of json.h. */
#include "base/json.h"

#include <string.h>

#include "base/check.h"

struct vl_json vl_json_on(char *memory, size_t cap)
{
    struct vl_json w;

    memset(&w, 0, sizeof w);
    w.out = vl_buf_on(memory, cap);
    return w;
}

static void new_line(struct vl_json *w)
{
    if (!w->indent)
        return;
    vl_put_char(&w->out, '\n');
    for (int i = 0; i < w->depth; i++)
        vl_put(&w->out, "  ");
}

/* What must stand before the next item of the innermost array or object. */
static void separate(struct vl_json *w)
{
    bool *filled = &w->filled[w->depth - 1];

    if (*filled)
        vl_put_char(&w->out, ',');
    *filled = true;
    new_line(w);
}

static void before_value(struct vl_json *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->depth == 0)
        return;
    VL_ASSERT(w->open[w->depth - 1] == '['); /* in an object, a key comes first */
    separate(w);
}

static void begin(struct vl_json *w, char bracket)
{
    before_value(w);
    VL_VERIFY(w->depth < VL_JSON_DEPTH);
    vl_put_char(&w->out, bracket);
    w->open[w->depth] = (uint8_t)bracket;
    w->filled[w->depth] = false;
    w->depth++;
}

void vl_json_obj(struct vl_json *w)
{
    begin(w, '{');
}

void vl_json_arr(struct vl_json *w)
{
    begin(w, '[');
}

void vl_json_end(struct vl_json *w)
{
    VL_VERIFY(w->depth > 0);
    VL_ASSERT(!w->after_key);
    w->depth--;
    if (w->filled[w->depth])
        new_line(w);
    vl_put_char(&w->out, w->open[w->depth] == '{' ? '}' : ']');
}

static void put_u_escape(struct vl_buf *b, uint32_t code)
{
    static const char digits[] = "0123456789abcdef";

    vl_put(b, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        vl_put_char(b, digits[(code >> shift) & 15]);
}

static void put_ascii(struct vl_buf *b, char c)
{
    switch (c) {
    case '"': vl_put(b, "\\\""); return;
    case '\\': vl_put(b, "\\\\"); return;
    case '\b': vl_put(b, "\\b"); return;
    case '\f': vl_put(b, "\\f"); return;
    case '\n': vl_put(b, "\\n"); return;
    case '\r': vl_put(b, "\\r"); return;
    case '\t': vl_put(b, "\\t"); return;
    default: break;
    }
    if ((uint8_t)c < 0x20 || c == 0x7F)
        put_u_escape(b, (uint8_t)c);
    else
        vl_put_char(b, c);
}

/* U+2028 and U+2029 end a line in old JavaScript, hence the escape; a byte
 * that is not UTF-8 becomes U+FFFD, so that the output always is. */
static void put_string(struct vl_buf *b, const char *text, size_t len)
{
    vl_put_char(b, '"');
    for (size_t at = 0; at < len;) {
        size_t step = vl_utf8_step(text + at, len - at);

        if (step == 0)
            vl_put(b, "\xEF\xBF\xBD");
        else if (step == 1)
            put_ascii(b, text[at]);
        else if (step == 3 && memcmp(text + at, "\xE2\x80\xA8", 3) == 0)
            put_u_escape(b, 0x2028);
        else if (step == 3 && memcmp(text + at, "\xE2\x80\xA9", 3) == 0)
            put_u_escape(b, 0x2029);
        else
            vl_put_n(b, text + at, step);
        at += step > 0 ? step : 1;
    }
    vl_put_char(b, '"');
}

void vl_json_key(struct vl_json *w, const char *key)
{
    VL_VERIFY(w->depth > 0);
    VL_ASSERT(w->open[w->depth - 1] == '{');
    VL_ASSERT(!w->after_key);
    separate(w);
    put_string(&w->out, key, strlen(key));
    vl_put(&w->out, w->indent ? ": " : ":");
    w->after_key = true;
}

void vl_json_str_n(struct vl_json *w, const char *text, size_t len)
{
    before_value(w);
    put_string(&w->out, text, len);
}

void vl_json_str(struct vl_json *w, const char *text)
{
    vl_json_str_n(w, text, strlen(text));
}

void vl_json_int(struct vl_json *w, int64_t v)
{
    before_value(w);
    vl_put_int(&w->out, v);
}

void vl_json_u64_str(struct vl_json *w, uint64_t v)
{
    before_value(w);
    vl_put_char(&w->out, '"');
    vl_put_u64(&w->out, v);
    vl_put_char(&w->out, '"');
}

void vl_json_bool(struct vl_json *w, bool v)
{
    before_value(w);
    vl_put(&w->out, v ? "true" : "false");
}

void vl_json_null(struct vl_json *w)
{
    before_value(w);
    vl_put(&w->out, "null");
}

void vl_json_kstr(struct vl_json *w, const char *key, const char *text)
{
    vl_json_key(w, key);
    vl_json_str(w, text);
}

void vl_json_kint(struct vl_json *w, const char *key, int64_t v)
{
    vl_json_key(w, key);
    vl_json_int(w, v);
}

void vl_json_kbool(struct vl_json *w, const char *key, bool v)
{
    vl_json_key(w, key);
    vl_json_bool(w, v);
}
