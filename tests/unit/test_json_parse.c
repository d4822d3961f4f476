/* Tests of base/json.h: what the parser accepts and refuses, and where it says a
 * fault is. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/json.h"
#include "base_table.h"

static int status_of(const char *text)
{
    struct vl_json_doc doc;

    return base_parse(&doc, text);
}

TEST(json_accepts)
{
    static const char *const good[] = {
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "0.5",
        "-0.0",
        "1e5",
        "1E+5",
        "1e-05",
        "1.25e7",
        "123456789012345678901234567890",
        "1e999999",
        "true",
        "false",
        "null",
        "\"\"",
        "[]",
        "{}",
        " \t\r\n[ ] \n",
        "[1,2]",
        "{\"a\":1}",
        "{\"\":0}",
        "{ \"a\" : [ { } , [ ] ] }",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0000\"",
        "\"\\uD83C\\uDFB2\"",
        "\"\\uFFFF\"",
        "\"\\uFfFe\"",
        "\"\x7f\"",
        "\"\xC3\xA9\"",
        "\"\xF4\x8F\xBF\xBF\"",
        "\"\xEF\xBF\xBF\"",
        "\"\xE2\x80\xA8\"",
        "{\"a\":1,\"b\":1}",
        "{\"a\":{\"a\":1}}",
        "[{\"a\":1},{\"a\":1}]",
        "{\"a\":1,\"A\":1,\"aa\":1,\"\":1}",
        "{\"\\u0000\":1,\"\":2,\"\\u0000\\u0000\":3}",
    };

    for (int i = 0; i < VL_LEN(good); i++) {
        if (!CHECK_EQ(status_of(good[i]), VL_OK))
            printf("# refused: %s\n", good[i]);
    }
}

TEST(json_refuses)
{
    static const char *const bad[] = {
        "",
        " ",
        "nul",
        "nulll",
        "True",
        "NaN",
        "Infinity",
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "-.5",
        "1e",
        "1e+",
        "1.e5",
        "0x10",
        "1 2",
        "1,",
        "-a",
        "1.5.5",
        "1e5e5",
        "1_0",
        "[",
        "]",
        "{",
        "}",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1,,2]",
        "[}",
        "{]",
        "[1}",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{1:1}",
        "{,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1]",
        "{'a':1}",
        "{\"a\":1}}",
        "[]]",
        "[] x",
        "{\"a\",1}",
        "{null:1}",
        "{\"a\"::1}",
        "\"",
        "\"a",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\a\"",
        "\"\\'\"",
        "\"\\u\"",
        "\"\\u1\"",
        "\"\\u12\"",
        "\"\\u123\"",
        "\"\\u123g\"",
        "\"\\U1234\"",
        "\"\\u 123\"",
        "\"\\u-123\"",
        "\"\\uD800\"",
        "\"\\uDBFFx\"",
        "\"\\uDC00\"",
        "\"\\uDFFF\\uD800\"",
        "\"\\uD800\\uD800\"",
        "\"\\uD800\\n\"",
        "\"\\uD800\\u0041\"",
        "\"\\uD800\\uE000\"",
        "\"\\uD800\\uDC0",
        "\"\\uD800\\uDC0\"",
        "\"\\uD800\\",
        "\"\\uD800\\u\"",
        "\"\n\"",
        "\"\t\"",
        "\"\x01\"",
        "\"\x1f\"",
        "\"\x80\"",
        "\"\xC3\"",
        "\"\xC3(\"",
        "\"\xC0\x80\"",
        "\"\xED\xA0\x80\"",
        "\"\xF4\x90\x80\x80\"",
        "\"\xFF\"",
        "\"\xF0\x9F\x8E",
        "\"\xF0\x9F\x8E\"",
        "\xEF\xBB\xBF[]",
        "[]\xEF\xBB\xBF",
        "\xC2\xA0[]",
        "[\x0b]",
        "[\x0c]",
        "// c\n1",
        "1 // c",
        "/* c */ 1",
        "[1]\x01",
        "'a'",
        "tru",
        "truee",
        "fals",
        "[tru]",
        "[nul,1]",
        "{\"a\xFF\":1}",
        "{\"\\uD800\":1}",
        ",",
        ":",
        "\\",
        "[\"a\"b]",
        "\"a\"\"b\"",
    };

    for (int i = 0; i < VL_LEN(bad); i++) {
        if (!CHECK_EQ(status_of(bad[i]), VL_SYNTAX))
            printf("# not refused: %s\n", bad[i]);
    }
}

TEST(json_refuses_nul_bytes)
{
    struct vl_json_doc doc;

    CHECK_EQ(base_parse_n(&doc, "1\0", 2, NULL), VL_SYNTAX);
    CHECK_EQ(base_parse_n(&doc, "\0", 1, NULL), VL_SYNTAX);
    CHECK_EQ(base_parse_n(&doc, "\"\0\"", 3, NULL), VL_SYNTAX);
    CHECK_EQ(base_parse_n(&doc, "[\0]", 3, NULL), VL_SYNTAX);
    CHECK_EQ(base_parse_n(&doc, "{\"a\"\0:1}", 8, NULL), VL_SYNTAX);
    CHECK_EQ(vl_json_parse(&doc, NULL, 0, base_nodes_a, BASE_NODES, NULL), VL_SYNTAX);
}

TEST(json_refuses_duplicate_keys)
{
    static const char *const twins[] = {
        "{\"a\":1,\"a\":1}",
        "{\"\":1,\"\":2}",
        "{\"a\":1,\"b\":2,\"c\":{\"a\":1},\"a\":3}",
        "{\"a\":1,\"\\u0061\":1}",
        "{\"\\u0061\":1,\"a\":1}",
        "{\"\\u0061\":1,\"\\u0061\":1}",
        "{\"/\":1,\"\\/\":1}",
        "{\"\\n\":1,\"\\u000a\":1}",
        "{\"\xC3\xA9\":1,\"\\u00E9\":1}",
        "{\"\xC3\xA9\":1,\"\\u00e9\":1}",
        "{\"\xF0\x9F\x8E\xB2\":1,\"\\uD83C\\uDFB2\":1}",
        "{\"a\\u0000b\":1,\"\\u0061\\u0000\\u0062\":1}",
        "[[{\"x\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"c\":6}}]]",
    };
    struct vl_error err;
    struct vl_json_doc doc;

    for (int i = 0; i < VL_LEN(twins); i++) {
        if (!CHECK_EQ(status_of(twins[i]), VL_DUPLICATE))
            printf("# not refused: %s\n", twins[i]);
    }
    /* The first key that repeats another one is named. */
    const char *text = "{\"z\":1, \"b\":2,\n \"z\":3, \"a\":4, \"a\":5, \"z\":6}";
    CHECK_EQ(base_parse_n(&doc, text, strlen(text), &err), VL_DUPLICATE);
    CHECK_STR(err.where, "line 2, column 3");
}

TEST(json_depth_is_bounded)
{
    for (int kind = 0; kind < 3; kind++) {
        for (int depth = 30; depth <= 100000; depth += depth < 36 ? 1 : 33321) {
            size_t unit = kind == 0 ? 1 : 5;
            char *text = malloc((unit + 1) * (size_t)depth + 1);
            size_t len = 0;
            struct vl_json_doc doc;

            if (text == NULL)
                abort();
            for (int i = 0; i < depth; i++) {
                bool in_object = kind == 1 || (kind == 2 && i % 2 == 0);
                memcpy(text + len, in_object ? "{\"a\":" : "[", in_object ? 5 : 1);
                len += in_object ? 5 : 1;
            }
            text[len++] = '1';
            for (int i = depth - 1; i >= 0; i--)
                text[len++] = kind == 1 || (kind == 2 && i % 2 == 0) ? '}' : ']';
            CHECK_EQ(base_parse_n(&doc, text, len, NULL),
                     depth <= VL_JSON_DEPTH ? VL_OK : VL_SYNTAX);
            free(text);
        }
    }
    /* Depth counts what is open, not what was. */
    CHECK_EQ(status_of("[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],"
                       "[],[],[],[],[],[],[],[],[],[],{},{},{},{}]"),
             VL_OK);
}

TEST(json_errors_say_where)
{
    static const struct {
        const char *text, *where;
    } faults[] = {
        { "", "line 1, column 1" },
        { "x", "line 1, column 1" },
        { "[1,\n 2,\n  x]", "line 3, column 3" },
        { "[\"\xC3\xA9\xC3\xA9\" x]", "line 1, column 7" },
        { "[1] 2", "line 1, column 5" },
        { "[\n\n", "line 3, column 1" },
        { "{\"a\":1,\r\n\"a\":2}", "line 2, column 2" },
    };

    for (int i = 0; i < VL_LEN(faults); i++) {
        struct vl_error err;
        struct vl_json_doc doc;
        memset(&err, 0, sizeof err);
        int st = base_parse_n(&doc, faults[i].text, strlen(faults[i].text), &err);
        CHECK(st != VL_OK);
        CHECK_EQ(err.status, st);
        CHECK_STR(err.where, faults[i].where);
        CHECK(err.what[0] != '\0');
    }
}

TEST(json_failure_leaves_the_document_alone)
{
    struct vl_json_doc doc, before;

    memset(&doc, 0x5A, sizeof doc);
    before = doc;
    CHECK_EQ(vl_json_parse(&doc, "[1,", 3, base_nodes_a, BASE_NODES, NULL), VL_SYNTAX);
    CHECK(doc.text == before.text && doc.nodes == before.nodes);
    CHECK_EQ(doc.nodes_len, before.nodes_len);
}

TEST(json_nodes_run_out)
{
    const char *text = "{\"a\":[1,2,{}],\"b\":\"x\"}"; /* six values */
    struct vl_json_doc doc;

    for (uint32_t cap = 0; cap < 9; cap++) {
        struct vl_json_node *nodes = malloc(sizeof *nodes * (cap > 0 ? cap : 1));
        if (nodes == NULL)
            abort();
        CHECK_EQ(vl_json_parse(&doc, text, strlen(text), nodes, cap, NULL),
                 cap < 6 ? VL_TOO_LARGE : VL_OK);
        free(nodes);
    }
    CHECK_EQ(doc.nodes_len, 6);
}

static const char sample[] = BASE_SAMPLE;

TEST(json_every_truncation_is_refused)
{
    struct vl_json_doc doc;
    size_t len = sizeof sample - 1;

    CHECK_EQ(base_parse_n(&doc, sample, len, NULL), VL_OK);
    for (size_t cut = 0; cut < len; cut++) {
        CHECK_EQ(base_parse_n(&doc, sample, cut, NULL), VL_SYNTAX);
        CHECK(base_parse_n(&doc, sample + cut + 1, len - cut - 1, NULL) != VL_OK);
    }
}

TEST(json_every_byte_replaced)
{
    char text[sizeof sample];
    struct vl_json_doc doc;
    struct vl_error err;

    for (size_t at = 0; at < sizeof sample - 1; at++) {
        memcpy(text, sample, sizeof sample);
        for (int c = 0; c < 256; c++) {
            text[at] = (char)(uint8_t)c;
            int st = base_parse_n(&doc, text, sizeof sample - 1, &err);
            CHECK(st == VL_OK || st == VL_SYNTAX || st == VL_DUPLICATE);
            if (st == VL_OK)
                (void)vl_json_hash(&doc, 0);
        }
    }
}
