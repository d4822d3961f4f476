/* Any bytes as JSON: refused cleanly, or read, written again and read equal. */
#include "fuzz/fuzz.h"

enum { NODES = 20000 };

static void write_value(struct vl_json *w, const struct vl_json_doc *d, uint32_t node, int depth)
{
    static char text[1 << 16];
    int64_t n;

    FUZZ_CHECK(depth <= VL_JSON_DEPTH);
    switch (vl_json_type_of(d, node)) {
    case VL_JSON_OBJECT:
        vl_json_obj(w);
        for (uint32_t c = vl_json_first(d, node); c; c = vl_json_sibling(d, c)) {
            vl_json_key(w, vl_json_key_text(d, c, text, sizeof text) ? text : "?");
            write_value(w, d, c, depth + 1);
        }
        vl_json_end(w);
        break;
    case VL_JSON_ARRAY:
        vl_json_arr(w);
        for (uint32_t c = vl_json_first(d, node); c; c = vl_json_sibling(d, c))
            write_value(w, d, c, depth + 1);
        vl_json_end(w);
        break;
    case VL_JSON_STRING:
        vl_json_str(w, vl_json_text(d, node, text, sizeof text) ? text : "?");
        break;
    case VL_JSON_NUMBER:
        vl_json_int(w, vl_json_int_in(d, node, INT64_MIN, INT64_MAX, &n) ? n : 0);
        break;
    case VL_JSON_NULL: vl_json_null(w); break;
    default: vl_json_bool(w, vl_json_type_of(d, node) == VL_JSON_TRUE);
    }
}

/* Two keys that cannot be shown may both have become "?". */
static bool has_odd_keys(const struct vl_json_doc *d)
{
    for (uint32_t i = 0; i < d->nodes_len; i++) {
        static char text[1 << 16];
        if (d->nodes[i].key_len && !vl_json_key_text(d, i, text, sizeof text))
            return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct vl_json_node a[NODES], b[NODES];
    static char out[1 << 20];
    struct vl_json_doc doc, again;
    struct vl_error err;

    if (vl_json_parse(&doc, (const char *)data, size, a, NODES, &err)) {
        FUZZ_CHECK(err.status != VL_OK && err.where[0]);
        return 0;
    }
    (void)vl_json_hash(&doc, 0);
    FUZZ_CHECK(vl_json_equal(&doc, 0, &doc, 0));
    if (has_odd_keys(&doc))
        return 0;
    struct vl_json w = vl_json_on(out, sizeof out);
    write_value(&w, &doc, 0, 0);
    if (w.out.full)
        return 0;
    int st = vl_json_parse(&again, out, w.out.len, b, NODES, &err);
    FUZZ_CHECK(st == VL_OK && again.nodes_len == doc.nodes_len);
    return 0;
}
