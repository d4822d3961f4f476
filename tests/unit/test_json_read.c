/* Tests of base/json.h: walking a document, reading values, pointers, equality
 * and hash. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/check.h"
#include "base/json.h"
#include "base_table.h"

static const char sample[] = BASE_SAMPLE;

TEST(json_walks_the_tree)
{
    const char *text = "{\"a\":[1,[2,3],{}],\"b\":{\"c\":null},\"d\":\"x\"}";
    struct vl_json_doc d;

    if (!CHECK_EQ(base_parse(&d, text), VL_OK))
        return;
    CHECK_EQ(d.nodes_len, 10);
    CHECK_EQ(vl_json_type_of(&d, 0), VL_JSON_OBJECT);
    uint32_t a = vl_json_get(&d, 0, "a");
    CHECK_EQ(a, 1);
    CHECK_EQ(d.nodes[a].count, 3);
    CHECK_EQ(vl_json_type_of(&d, a), VL_JSON_ARRAY);
    CHECK_EQ(vl_json_at(&d, a, 0), 2);
    CHECK_EQ(vl_json_at(&d, a, 1), 3);
    CHECK_EQ(vl_json_at(&d, a, 2), 6);
    CHECK_EQ(vl_json_at(&d, a, 3), 0);
    CHECK_EQ(vl_json_at(&d, a, UINT32_MAX), 0);
    CHECK_EQ(vl_json_at(&d, 0, 0), 0); /* not an array */
    CHECK_EQ(vl_json_get(&d, a, "a"), 0);
    CHECK_EQ(vl_json_get(&d, 0, "c"), 0);
    CHECK_EQ(vl_json_get(&d, 0, ""), 0);
    CHECK_EQ(vl_json_get(&d, vl_json_get(&d, 0, "b"), "c"), 8);
    CHECK_EQ(vl_json_type_of(&d, 8), VL_JSON_NULL);

    uint32_t seen[4] = { 0 };
    int n = 0;
    for (uint32_t c = vl_json_first(&d, 0); c != 0 && n < 4; c = vl_json_sibling(&d, c))
        seen[n++] = c;
    CHECK_EQ(n, 3);
    CHECK(seen[0] == 1 && seen[1] == 7 && seen[2] == 9);
    CHECK_EQ(vl_json_first(&d, 6), 0);
    CHECK_EQ(vl_json_first(&d, 2), 0);
    CHECK_EQ(vl_json_sibling(&d, 5), 0);
    CHECK_EQ(vl_json_sibling(&d, 6), 0);
    CHECK_EQ(vl_json_sibling(&d, 0), 0);

    /* Numbers that name nothing are harmless. */
    int64_t v;
    char out[8];
    CHECK_EQ(vl_json_type_of(&d, UINT32_MAX), -1);
    CHECK_EQ(vl_json_first(&d, UINT32_MAX), 0);
    CHECK_EQ(vl_json_sibling(&d, UINT32_MAX), 0);
    CHECK_EQ(vl_json_get(&d, 10, "a"), 0);
    CHECK(!vl_json_is(&d, 10, "x"));
    CHECK(!vl_json_key_is(&d, 10, "x"));
    CHECK(!vl_json_int_in(&d, 10, 0, 9, &v));
    CHECK(!vl_json_text(&d, 10, out, sizeof out));
    CHECK(!vl_json_key_text(&d, 10, out, sizeof out));
    CHECK(!vl_json_equal(&d, 10, &d, 0));
    vl_json_where(&d, 10, out, sizeof out);
    CHECK_STR(out, "");
}

TEST(json_compares_strings_and_keys)
{
    struct vl_json_doc d;

    if (!CHECK_EQ(
            base_parse(
                &d, "{\"caf\\u00e9\":\"a\\nb\",\"k\":\"plain\",\"n\":\"a\\u0000\",\"e\":[\"\"]}"),
            VL_OK))
        return;
    uint32_t cafe = vl_json_get(&d, 0, "caf\xC3\xA9");
    CHECK_EQ(cafe, 1);
    CHECK(vl_json_key_is(&d, cafe, "caf\xC3\xA9"));
    CHECK(!vl_json_key_is(&d, cafe, "caf"));
    CHECK(!vl_json_key_is(&d, cafe, "caf\xC3\xA9s"));
    CHECK(vl_json_is(&d, cafe, "a\nb"));
    CHECK(!vl_json_is(&d, cafe, "a\n"));
    CHECK(!vl_json_is(&d, cafe, "a\nbc"));
    CHECK(vl_json_is(&d, vl_json_get(&d, 0, "k"), "plain"));
    CHECK(!vl_json_is(&d, vl_json_get(&d, 0, "k"), "plai"));
    CHECK(!vl_json_is(&d, vl_json_get(&d, 0, "n"), "a"));
    uint32_t e = vl_json_get(&d, 0, "e");
    CHECK(vl_json_is(&d, vl_json_at(&d, e, 0), ""));
    CHECK(!vl_json_key_is(&d, vl_json_at(&d, e, 0), "")); /* elements have no key */
    CHECK(!vl_json_is(&d, e, ""));
    CHECK(!vl_json_is(&d, 0, ""));
    CHECK(!vl_json_key_is(&d, 0, ""));
}

TEST(json_unescapes)
{
    struct vl_json_doc d;
    char out[32];

    if (!CHECK_EQ(base_parse(
                      &d, "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"\\u0041\\u00e9\\u20AC\\uD83C\\uDFB2\","
                          "\"a\\u0000b\",\"plain\",7,\"\\uD800\\uDC00\\uDBFF\\uDFFF\",\"\"]"),
                  VL_OK))
        return;
    CHECK(vl_json_text(&d, 1, out, sizeof out));
    CHECK_STR(out, "\"\\/\b\f\n\r\t");
    CHECK(vl_json_text(&d, 2, out, sizeof out));
    CHECK_STR(out, "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB2");
    CHECK(vl_json_text(&d, 4, out, sizeof out));
    CHECK_STR(out, "plain");
    CHECK(!vl_json_text(&d, 3, out, sizeof out)); /* U+0000 */
    CHECK(!vl_json_text(&d, 5, out, sizeof out)); /* a number */
    CHECK_STR(out, "plain");                      /* failure leaves it alone */
    CHECK(vl_json_text(&d, 6, out, sizeof out));
    CHECK_STR(out, "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");

    char *six = malloc(6);
    if (six == NULL)
        abort();
    CHECK(vl_json_text(&d, 4, six, 6));
    CHECK(!vl_json_text(&d, 4, six, 5));
    CHECK(!vl_json_text(&d, 4, six, 0));
    CHECK(vl_json_text(&d, 7, six, 1));
    CHECK_STR(six, "");
    CHECK(!vl_json_text(&d, 7, six, 0));
    CHECK(!vl_json_key_text(&d, 4, out, sizeof out));
    CHECK(!vl_json_key_text(&d, 0, out, sizeof out));
    free(six);
    if (CHECK_EQ(base_parse(&d, "{\"\\u0061\\tb\":1,\"\\u0000\":2}"), VL_OK)) {
        CHECK(vl_json_key_text(&d, 1, out, sizeof out));
        CHECK_STR(out, "a\tb");
        CHECK(!vl_json_key_text(&d, 1, out, 3));
        CHECK(!vl_json_key_text(&d, 2, out, sizeof out));
    }
}

static bool int_in(const char *text, int64_t lo, int64_t hi, int64_t *out)
{
    struct vl_json_doc d;

    return base_parse(&d, text) == VL_OK && vl_json_int_in(&d, 0, lo, hi, out);
}

TEST(json_integers)
{
    int64_t v = 77;

    CHECK(!int_in("3.0", 0, 9, &v));
    CHECK(!int_in("1e2", 0, 999, &v));
    CHECK(!int_in("1E0", 0, 999, &v));
    CHECK(!int_in("10", 0, 9, &v));
    CHECK(!int_in("-1", 0, 9, &v));
    CHECK(!int_in("\"3\"", 0, 9, &v));
    CHECK(!int_in("true", 0, 9, &v));
    CHECK(!int_in("[3]", 0, 9, &v));
    CHECK(!int_in("9223372036854775808", INT64_MIN, INT64_MAX, &v));
    CHECK(!int_in("-9223372036854775809", INT64_MIN, INT64_MAX, &v));
    CHECK_EQ(v, 77);
    CHECK(int_in("3", 0, 9, &v) && v == 3);
    CHECK(int_in(" 9 ", 0, 9, &v) && v == 9);
    CHECK(int_in("0", 0, 9, &v) && v == 0);
    CHECK(int_in("-0", 0, 9, &v) && v == 0);
    CHECK(int_in("9223372036854775807", INT64_MIN, INT64_MAX, &v) && v == INT64_MAX);
    CHECK(int_in("-9223372036854775808", INT64_MIN, INT64_MAX, &v) && v == INT64_MIN);
}

TEST(json_pointer_of_rfc_6901)
{
    struct vl_json_doc d;
    int64_t v = 0;
    static const struct {
        const char *pointer;
        int value;
    } cases[] = {
        { "/", 0 },     { "/a~1b", 1 }, { "/c%d", 2 }, { "/e^f", 3 },  { "/g|h", 4 },
        { "/i\\j", 5 }, { "/k\"l", 6 }, { "/ ", 7 },   { "/m~0n", 8 },
    };
    static const char *const none[] = { "x",
                                        "/x",
                                        "/foo/2",
                                        "/foo/-",
                                        "/foo/00",
                                        "/foo/",
                                        "/foo/01",
                                        "/a/b",
                                        "/m~n",
                                        "/m~2n",
                                        "/m~",
                                        "//",
                                        "/foo/0/0",
                                        "foo",
                                        "/foo/4294967296",
                                        "/foo/18446744073709551616",
                                        "/foo/+1",
                                        "/fo" };

    if (!CHECK_EQ(
            base_parse(&d,
                       "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,"
                       "\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8}"),
            VL_OK))
        return;
    CHECK_EQ(vl_json_pointer(&d, ""), 0);
    CHECK(vl_json_is(&d, vl_json_pointer(&d, "/foo/0"), "bar"));
    CHECK(vl_json_is(&d, vl_json_pointer(&d, "/foo/1"), "baz"));
    for (int i = 0; i < VL_LEN(cases); i++) {
        CHECK(vl_json_int_in(&d, vl_json_pointer(&d, cases[i].pointer), 0, 9, &v));
        CHECK_EQ(v, cases[i].value);
    }
    for (int i = 0; i < VL_LEN(none); i++) {
        if (!CHECK_EQ(vl_json_pointer(&d, none[i]), UINT32_MAX))
            printf("# found: %s\n", none[i]);
    }
}

TEST(json_where_and_pointer_are_inverse)
{
    struct vl_json_doc d;
    char where[120];

    if (!CHECK_EQ(base_parse_n(&d, sample, sizeof sample - 1, NULL), VL_OK))
        return;
    for (uint32_t n = 0; n < d.nodes_len; n++) {
        vl_json_where(&d, n, where, sizeof where);
        CHECK_EQ(vl_json_pointer(&d, where), n);
    }
    vl_json_where(&d, vl_json_pointer(&d, "/a~1b/m~0n/1/"), where, sizeof where);
    CHECK_STR(where, "/a~1b/m~0n/1/");
    vl_json_where(&d, 0, where, sizeof where);
    CHECK_STR(where, "");
    for (size_t cap = 0; cap < 12; cap++) { /* cut between characters */
        char *out = base_exact_copy("############", cap);
        vl_json_where(&d, vl_json_get(&d, 0, "caf\xC3\xA9"), out, cap);
        if (cap > 0)
            CHECK(vl_utf8_ok(out, strlen(out)));
        free(out);
    }
    if (CHECK_EQ(base_parse(&d, "{\"a\\u0000\":1}"), VL_OK)) {
        vl_json_where(&d, 1, where, sizeof where);
        CHECK_STR(where, "/a\xEF\xBF\xBD");
    }
}

TEST(json_where_at_full_depth)
{
    struct vl_json_doc d;
    char text[2 * VL_JSON_DEPTH + 2], where[2 * VL_JSON_DEPTH + 1];

    memset(text, '[', VL_JSON_DEPTH);
    text[VL_JSON_DEPTH] = '5';
    memset(text + VL_JSON_DEPTH + 1, ']', VL_JSON_DEPTH);
    text[2 * VL_JSON_DEPTH + 1] = '\0';
    if (!CHECK_EQ(base_parse(&d, text), VL_OK))
        return;
    vl_json_where(&d, VL_JSON_DEPTH, where, sizeof where);
    CHECK_EQ(strlen(where), 2 * VL_JSON_DEPTH);
    CHECK_EQ(vl_json_pointer(&d, where), VL_JSON_DEPTH);
}

/* 1 if equal, 0 if not; hashes must agree with equality. */
static int same(const char *a, const char *b)
{
    struct vl_json_doc da, db;

    CHECK_EQ(vl_json_parse(&da, a, strlen(a), base_nodes_a, BASE_NODES, NULL), VL_OK);
    CHECK_EQ(vl_json_parse(&db, b, strlen(b), base_nodes_b, BASE_NODES, NULL), VL_OK);
    int equal = vl_json_equal(&da, 0, &db, 0);
    CHECK_EQ(vl_json_equal(&db, 0, &da, 0), equal);
    CHECK_EQ(vl_json_hash(&da, 0) == vl_json_hash(&db, 0), equal);
    return equal;
}

TEST(json_equality_and_hash)
{
    CHECK(same("1", " 1 "));
    CHECK(same("-0", "0"));
    CHECK(!same("1", "-1"));
    CHECK(!same("1", "1.0"));
    CHECK(!same("1", "\"1\""));
    CHECK(!same("0", "false"));
    CHECK(!same("null", "false"));
    CHECK(!same("true", "false"));
    CHECK(same("null", "null"));
    CHECK(!same("[]", "{}"));
    CHECK(!same("[]", "null"));
    CHECK(same("[1,2]", "[ 1 , 2 ]"));
    CHECK(!same("[1,2]", "[2,1]"));
    CHECK(!same("[1,2]", "[1]"));
    CHECK(!same("[1]", "[[1]]"));
    CHECK(!same("[[1],2]", "[[1,2]]"));
    CHECK(!same("[[],[[]]]", "[[[]],[]]"));
    CHECK(same("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"));
    CHECK(!same("{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}"));
    CHECK(!same("{\"a\":1}", "{\"b\":1}"));
    CHECK(!same("{\"a\":1}", "{\"a\":1,\"b\":2}"));
    CHECK(same("{\"a\":{\"x\":[1],\"y\":2},\"b\":2}", "{\"b\":2,\"\\u0061\":{\"y\":2,\"x\":[1]}}"));
    CHECK(same("\"\\u00e9\\/\"", "\"\xC3\xA9/\""));
    CHECK(!same("\"ab\"", "\"abc\""));
    CHECK(!same("\"\"", "\"\\u0000\""));
    CHECK(!same("\"a\"", "\"a\\u0000\""));
    CHECK(!same("\"aaaaaaaa\"", "\"aaaaaaaa\\u0000\""));
    CHECK(!same("[\"a\",\"b\"]", "[\"ab\",\"\"]"));
    CHECK(!same("{\"a\":\"b\"}", "{\"ab\":\"\"}"));
}

TEST(json_hash_fixed_values)
{
    struct vl_json_doc d;

    CHECK_EQ(base_parse_n(&d, sample, sizeof sample - 1, NULL), VL_OK);
    CHECK_EQ(vl_json_hash(&d, 0), UINT64_C(0x0201116f649e8d6e));
    CHECK_EQ(base_parse(&d, "null"), VL_OK);
    CHECK_EQ(vl_json_hash(&d, 0), UINT64_C(0xf8041007acd70e79));
}
