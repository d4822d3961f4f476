/* Tests of base/json.h: the writer, and that the reader gets back what it wrote. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/check.h"
#include "base/json.h"
#include "base_table.h"

/* ---- writing ---- */

TEST(json_writes_compactly)
{
    char text[300];
    struct vl_json w = vl_json_on(text, sizeof text);

    vl_json_obj(&w);
    vl_json_kstr(&w, "name", "Thorgal");
    vl_json_kint(&w, "hp", -4);
    vl_json_kbool(&w, "alive", true);
    vl_json_key(&w, "dice");
    vl_json_arr(&w);
    vl_json_int(&w, 1);
    vl_json_null(&w);
    vl_json_bool(&w, false);
    vl_json_str_n(&w, "ab\0cd", 5);
    vl_json_obj(&w);
    vl_json_end(&w);
    vl_json_arr(&w);
    vl_json_end(&w);
    vl_json_end(&w);
    vl_json_key(&w, "seed");
    vl_json_u64_str(&w, UINT64_MAX);
    vl_json_end(&w);
    CHECK_STR(text, "{\"name\":\"Thorgal\",\"hp\":-4,\"alive\":true,\"dice\":[1,null,false,"
                    "\"ab\\u0000cd\",{},[]],\"seed\":\"18446744073709551615\"}");
    CHECK(!w.out.full);
    CHECK_EQ(w.depth, 0);
}

TEST(json_writes_indented)
{
    char text[300];
    struct vl_json w = vl_json_on(text, sizeof text);

    w.indent = true;
    vl_json_obj(&w);
    vl_json_kint(&w, "a", 1);
    vl_json_key(&w, "b");
    vl_json_arr(&w);
    vl_json_int(&w, 2);
    vl_json_obj(&w);
    vl_json_end(&w);
    vl_json_end(&w);
    vl_json_end(&w);
    CHECK_STR(text, "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    {}\n  ]\n}");
}

static void check_written(const char *bytes, size_t len, const char *expected)
{
    char text[300];
    struct vl_json w = vl_json_on(text, sizeof text);

    vl_json_str_n(&w, bytes, len);
    CHECK_STR(text, expected);
}

TEST(json_writes_escapes)
{
    check_written("\"\\/\b\f\n\r\t", 8, "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    check_written("\x01\x1f\x7f", 3, "\"\\u0001\\u001f\\u007f\"");
    check_written("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA", 12,
                  "\"\xE2\x80\xA7\\u2028\\u2029\xE2\x80\xAA\"");
    check_written("\xC3\xA9\xF0\x9F\x8E\xB2", 6, "\"\xC3\xA9\xF0\x9F\x8E\xB2\"");
    check_written("a\xFF\xC3z", 4, "\"a\xEF\xBF\xBD\xEF\xBF\xBDz\"");
    check_written("\xE2\x80", 2, "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_written("\xED\xA0\x80", 3, "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_written("", 0, "\"\"");
    check_written("\x80\"", 2, "\"\xEF\xBF\xBD\\\"\"");
}

TEST(json_writer_says_when_it_is_full)
{
    for (size_t cap = 0; cap < 20; cap++) {
        char *memory = base_exact_copy("####################", cap);
        struct vl_json w = vl_json_on(memory, cap);

        vl_json_obj(&w);
        vl_json_kstr(&w, "k", "\n\xC3\xA9");
        vl_json_end(&w);
        CHECK_EQ(w.out.full, cap <= strlen("{\"k\":\"\\n\xC3\xA9\"}"));
        free(memory);
    }
}

TEST(json_writer_reaches_the_full_depth)
{
    char text[200];
    struct vl_json w = vl_json_on(text, sizeof text);

    w.indent = false;
    for (int i = 0; i < VL_JSON_DEPTH; i++)
        vl_json_arr(&w);
    for (int i = 0; i < VL_JSON_DEPTH; i++)
        vl_json_end(&w);
    CHECK_EQ(w.out.len, 2 * VL_JSON_DEPTH);
    struct vl_json_node nodes[VL_JSON_DEPTH];
    struct vl_json_doc doc;
    CHECK_EQ(vl_json_parse(&doc, text, w.out.len, nodes, VL_JSON_DEPTH, NULL), VL_OK);
}

/* ---- round trips ---- */

static void rewrite(struct vl_json *w, const struct vl_json_doc *d, uint32_t node)
{
    char text[200];
    int64_t v = 0;

    switch ((enum vl_json_type)vl_json_type_of(d, node)) {
    case VL_JSON_NULL: vl_json_null(w); break;
    case VL_JSON_FALSE: vl_json_bool(w, false); break;
    case VL_JSON_TRUE: vl_json_bool(w, true); break;
    case VL_JSON_NUMBER:
        CHECK(vl_json_int_in(d, node, INT64_MIN, INT64_MAX, &v));
        vl_json_int(w, v);
        break;
    case VL_JSON_STRING:
        CHECK(vl_json_text(d, node, text, sizeof text));
        vl_json_str(w, text);
        break;
    case VL_JSON_ARRAY:
    case VL_JSON_OBJECT:
        if (vl_json_type_of(d, node) == VL_JSON_ARRAY)
            vl_json_arr(w);
        else
            vl_json_obj(w);
        for (uint32_t c = vl_json_first(d, node); c != 0; c = vl_json_sibling(d, c)) {
            if (vl_json_type_of(d, node) == VL_JSON_OBJECT) {
                CHECK(vl_json_key_text(d, c, text, sizeof text));
                vl_json_key(w, text);
            }
            rewrite(w, d, c);
        }
        vl_json_end(w);
        break;
    }
}

static void random_text(struct vl_rng *rng, char *out)
{
    static const char *const parts[] = {
        "a", "\"", "\\", "\n", "\x01", "\x7f", "\xC3\xA9", "\xE2\x80\xA8", "\xF0\x9F\x8E\xB2",
        "/", "~",  "zz"
    };
    uint32_t n = vl_rng_below(rng, 8);

    out[0] = '\0';
    for (uint32_t i = 0; i < n; i++)
        strcat(out, parts[vl_rng_below(rng, (uint32_t)VL_LEN(parts))]);
}

static void random_value(struct vl_json *w, struct vl_rng *rng, int depth)
{
    char text[100], key[120];
    uint32_t n = vl_rng_below(rng, 5);

    switch (vl_rng_below(rng, depth > 4 ? 5 : 9)) {
    case 0: vl_json_null(w); break;
    case 1: vl_json_bool(w, true); break;
    case 2: vl_json_bool(w, false); break;
    case 3: vl_json_int(w, (int64_t)(vl_rng_next(rng) >> vl_rng_below(rng, 64))); break;
    case 4:
        random_text(rng, text);
        vl_json_str(w, text);
        break;
    case 5:
    case 6:
        vl_json_arr(w);
        for (uint32_t i = 0; i < n; i++)
            random_value(w, rng, depth + 1);
        vl_json_end(w);
        break;
    default:
        vl_json_obj(w);
        for (uint32_t i = 0; i < n; i++) {
            random_text(rng, text);
            snprintf(key, sizeof key, "%s%u", text, (unsigned)i);
            vl_json_key(w, key);
            random_value(w, rng, depth + 1);
        }
        vl_json_end(w);
        break;
    }
}

TEST(json_round_trips)
{
    static char text[100000], again[100000], pretty[200000];
    struct vl_rng rng = vl_rng_seed(31);

    for (int i = 0; i < 3000; i++) {
        struct vl_json_doc d, p;
        struct vl_json w = vl_json_on(text, sizeof text);
        random_value(&w, &rng, 0);
        if (!CHECK(!w.out.full) ||
            !CHECK_EQ(vl_json_parse(&d, text, w.out.len, base_nodes_a, BASE_NODES, NULL), VL_OK))
            continue;
        struct vl_json w2 = vl_json_on(again, sizeof again);
        rewrite(&w2, &d, 0);
        CHECK_STR(text, again);

        struct vl_json w3 = vl_json_on(pretty, sizeof pretty);
        w3.indent = true;
        rewrite(&w3, &d, 0);
        if (CHECK_EQ(vl_json_parse(&p, pretty, w3.out.len, base_nodes_b, BASE_NODES, NULL),
                     VL_OK)) {
            CHECK(vl_json_equal(&d, 0, &p, 0));
            CHECK_EQ(vl_json_hash(&d, 0), vl_json_hash(&p, 0));
        }
    }
}

TEST(json_any_bytes_written_are_valid_json)
{
    struct vl_rng rng = vl_rng_seed(32);

    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[24];
        char text[200], back[200];
        size_t len = vl_rng_below(&rng, sizeof bytes + 1);
        struct vl_json w = vl_json_on(text, sizeof text);
        struct vl_json_doc d;

        base_fill_random(&rng, bytes, len);
        if (i % 2 == 0) { /* half of the time, mostly multibyte */
            for (size_t k = 0; k < len; k++)
                bytes[k] |= (uint8_t)(vl_rng_below(&rng, 4) == 0 ? 0 : 0x80);
        }
        char *copy = base_exact_copy(bytes, len);
        vl_json_str_n(&w, copy, len);
        CHECK(!w.out.full);
        CHECK(vl_utf8_ok(text, w.out.len));
        CHECK_EQ(base_parse_n(&d, text, w.out.len, NULL), VL_OK);
        if (vl_utf8_ok(copy, len) && memchr(copy, 0, len) == NULL) {
            CHECK(vl_json_text(&d, 0, back, sizeof back));
            CHECK(strlen(back) == len && memcmp(back, copy, len) == 0);
        }
        free(copy);
    }
}
