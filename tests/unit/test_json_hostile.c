/* Tests of base/json.h: documents made to hang or to break the parser. With
 * VL_HAVE_JANSSON, jansson is asked for a second opinion. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef VL_HAVE_JANSSON
#include <jansson.h>
#endif

#include "base/buf.h"
#include "base/check.h"
#include "base/json.h"
#include "base_table.h"

/* ---- hostile sizes ---- */

/* Of the processor, for what takes a hundredth of it: only what grows as the square comes near. */
#define HANG_S 5.0

/* Parses a heap text with as many nodes as it could need; the seconds it took. */
static double timed_parse(const char *text, size_t len, uint32_t nodes_max, int expected)
{
    struct vl_json_node *nodes = malloc(sizeof *nodes * nodes_max);
    struct vl_json_doc doc;

    if (nodes == NULL)
        abort();
    clock_t from = clock();
    int st = vl_json_parse(&doc, text, len, nodes, nodes_max, NULL);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    CHECK_EQ(st, expected);
    if (st == VL_OK) {
        CHECK(vl_json_equal(&doc, 0, &doc, 0));
        (void)vl_json_hash(&doc, 0);
    }
    free(nodes);
    return seconds;
}

/* An object of n keys made by a printf format of one number. */
static double timed_object(const char *format, uint32_t n, uint32_t step, int twin)
{
    char *text = malloc((size_t)n * 1200 + 100);
    size_t len = 0;

    if (text == NULL)
        abort();
    text[len++] = '{';
    for (uint32_t i = 0; i < n; i++) {
        len += (size_t)sprintf(text + len, "%s\"", i > 0 ? "," : "");
        len += (size_t)sprintf(text + len, format, (unsigned)((uint64_t)i * step % n));
        len += (size_t)sprintf(text + len, "\":1");
    }
    if (twin >= 0) {
        len += (size_t)sprintf(text + len, ",\"");
        len += (size_t)sprintf(text + len, format, (unsigned)twin);
        len += (size_t)sprintf(text + len, "\":1");
    }
    text[len++] = '}';
    double seconds = timed_parse(text, len, n + 2, twin >= 0 ? VL_DUPLICATE : VL_OK);
    free(text);
    return seconds;
}

TEST(json_many_keys_do_not_hang)
{
    static const char *const formats[] = { "k%06u", "%u", "\\u0061%05u", "%05u\\u0000" };

    for (int i = 0; i < VL_LEN(formats); i++) {
        CHECK(timed_object(formats[i], 100000, 1, -1) < HANG_S);
        CHECK(timed_object(formats[i], 100000, 99999, -1) < HANG_S); /* descending */
        CHECK(timed_object(formats[i], 100000, 77773, -1) < HANG_S); /* shuffled */
        CHECK(timed_object(formats[i], 100000, 77773, 50000) < HANG_S);
    }
    /* Keys that differ only at their end. */
    char format[1100];
    memset(format, 'x', 1000);
    strcpy(format + 1000, "%04u");
    CHECK(timed_object(format, 1000, 777, -1) < HANG_S);
    CHECK(timed_object(format, 1000, 777, 3) < HANG_S);
}

TEST(json_every_object_size_is_sorted)
{
    char text[2000];

    for (uint32_t n = 0; n <= 70; n++) {
        for (uint32_t twin = 0; twin <= n; twin++) { /* twin == n: none */
            struct vl_json_doc d;
            size_t len = 0;
            text[len++] = '{';
            for (uint32_t i = 0; i < n; i++)
                len += (size_t)sprintf(text + len, "%s\"%u\":%u", i > 0 ? "," : "",
                                       (unsigned)(i * 37 % 71), (unsigned)i);
            if (twin < n)
                len += (size_t)sprintf(text + len, ",\"%u\":0", (unsigned)(twin * 37 % 71));
            text[len++] = '}';
            CHECK_EQ(base_parse_n(&d, text, len, NULL), twin < n ? VL_DUPLICATE : VL_OK);
            if (twin == n) {
                uint32_t linked = 0;
                for (uint32_t c = d.nodes[0].keys_first; c != 0; c = d.nodes[c].keys_next)
                    linked++;
                CHECK_EQ(linked, n);
            }
        }
    }
}

TEST(json_megabytes_of_one_thing)
{
    enum { SIZE = 1 << 20 };
    static const char fills[] = "[{\"\\0-1 ,:]}\x80\xC3n";
    char *text = malloc(SIZE);

    if (text == NULL)
        abort();
    for (int i = 0; i < VL_LEN(fills) - 1; i++) {
        struct vl_json_doc doc;
        memset(text, fills[i], SIZE);
        int st = vl_json_parse(&doc, text, SIZE, base_nodes_a, BASE_NODES, NULL);
        CHECK_EQ(st, fills[i] == '1' ? VL_OK : VL_SYNTAX);
    }
    /* A megabyte of elements, and a megabyte-long string. */
    for (size_t k = 0; k < SIZE; k += 2) {
        text[k] = '7';
        text[k + 1] = ',';
    }
    text[0] = '[';
    text[1] = ' ';
    text[SIZE - 1] = ']';
    CHECK(timed_parse(text, SIZE, SIZE / 2 + 1, VL_OK) < HANG_S);
    memset(text, 'x', SIZE);
    text[0] = text[SIZE - 1] = '"';
    CHECK(timed_parse(text, SIZE, 1, VL_OK) < HANG_S);
    free(text);
}

/* ---- mutated documents ---- */

static size_t mutate(struct vl_rng *rng, char *text, size_t len, size_t cap)
{
    static const char *const bits[] = {
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "0",
        "-",
        "1",
        ".",
        "e",
        "E",
        "+",
        " ",
        "\n",
        "\t",
        "\r",
        "\\u",
        "\\u0000",
        "\\uD800",
        "\\uDC00",
        "\\uD83C\\uDFB2",
        "\\n",
        "\\/",
        "true",
        "false",
        "null",
        "\xC3\xA9",
        "\xC3",
        "\x80",
        "\xED\xA0\x80",
        "\xEF\xBB\xBF",
        "\x01",
        "\x7f",
        "\"a\":1,",
        "{\"a\":1}",
        "[]",
        "1e5",
        "0.5",
        "/",
        "a",
        "\xF4\x90\x80\x80",
        "\"\"",
    };
    uint32_t edits = 1 + vl_rng_below(rng, 3);

    for (uint32_t i = 0; i < edits; i++) {
        size_t at = vl_rng_below(rng, (uint32_t)len + 1);
        const char *bit = bits[vl_rng_below(rng, (uint32_t)VL_LEN(bits))];
        size_t add = strlen(bit);
        size_t cut = 0;

        switch (vl_rng_below(rng, 4)) {
        case 0: cut = add; break;                               /* replace */
        case 1: break;                                          /* insert */
        case 2: cut = 1 + vl_rng_below(rng, 3), add = 0; break; /* delete */
        default:                                                /* one byte, anything */
            if (at < len)
                text[at] = (char)(uint8_t)vl_rng_below(rng, 256);
            continue;
        }
        if (cut > len - at)
            cut = len - at;
        if (len - cut + add > cap)
            continue;
        memmove(text + at + add, text + at + cut, len - at - cut);
        memcpy(text + at, bit, add);
        len = len - cut + add;
    }
    return len;
}

static const char *const seeds[] = {
    BASE_SAMPLE,
    "[1, -0, 0.5, 1e5, -1.25E-3, 1234567890123456789]",
    "{\"a\": 1, \"b\": [true, false, null], \"c\": {\"a\": \"\\u00e9\\uD83C\\uDFB2\"}}",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB2\"",
    "{\"a\":{},\"b\":[],\"\":\"\",\"aa\":0,\"ab\":1,\"\\u0061c\":2}",
    "12.5e+10",
};

TEST(json_mutations_keep_the_invariants)
{
    struct vl_rng rng = vl_rng_seed(40);
    char text[600], where[300];
    int accepted = 0;

    for (int i = 0; i < 100000; i++) {
        const char *from = seeds[vl_rng_below(&rng, (uint32_t)VL_LEN(seeds))];
        size_t len = strlen(from);
        struct vl_json_doc d;
        struct vl_error err;

        memcpy(text, from, len);
        len = mutate(&rng, text, len, sizeof text);
        memset(&err, 0, sizeof err);
        int st = base_parse_n(&d, text, len, &err);
        if (st != VL_OK) {
            CHECK(st == VL_SYNTAX || st == VL_DUPLICATE);
            CHECK_EQ(strncmp(err.where, "line ", 5), 0);
            continue;
        }
        accepted++;
        CHECK(vl_utf8_ok(text, len));
        CHECK(vl_json_equal(&d, 0, &d, 0));
        CHECK_EQ(d.nodes[0].next, d.nodes_len);
        uint32_t children = 0;
        for (uint32_t n = 0; n < d.nodes_len; n++) {
            CHECK(d.nodes[n].start <= len && d.nodes[n].len <= len - d.nodes[n].start);
            CHECK(n == 0 || d.nodes[n].parent < n);
            children += d.nodes[n].count;
            vl_json_where(&d, n, where, sizeof where);
        }
        CHECK_EQ(children + 1, d.nodes_len);
    }
    CHECK(accepted > 5000);
}

#ifdef VL_HAVE_JANSSON
/* Where jansson is stricter than the RFC, or we are: numbers beyond int64 and
 * double, U+0000 in keys, and depth. */
static bool is_known_difference(int ours, const struct vl_error *err, const json_error_t *theirs)
{
    enum json_error_code code = json_error_code(theirs);

    if (ours == VL_SYNTAX && strcmp(err->what, "nested too deep") == 0)
        return true;
    return code == json_error_numeric_overflow || code == json_error_null_byte_in_key;
}

static bool has_reals(const struct vl_json_doc *d)
{
    int64_t v;

    for (uint32_t n = 0; n < d->nodes_len; n++) {
        if (d->nodes[n].type == VL_JSON_NUMBER && !vl_json_int_in(d, n, INT64_MIN, INT64_MAX, &v))
            return true;
    }
    return false;
}

/* What jansson read, written by jansson, must mean to us what we read. */
static void compare_values(const struct vl_json_doc *ours, const json_t *theirs)
{
    struct vl_json_doc back;

    if (has_reals(ours))
        return;
    char *dump = json_dumps(theirs, JSON_ENCODE_ANY | JSON_SORT_KEYS);
    if (!CHECK(dump != NULL))
        return;
    if (CHECK_EQ(vl_json_parse(&back, dump, strlen(dump), base_nodes_b, BASE_NODES, NULL), VL_OK)) {
        CHECK(vl_json_equal(ours, 0, &back, 0));
        CHECK_EQ(vl_json_hash(ours, 0), vl_json_hash(&back, 0));
    }
    free(dump);
}

TEST(json_agrees_with_jansson)
{
    const size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
    struct vl_rng rng = vl_rng_seed(41);
    char text[600];
    int both = 0, neither = 0, twins = 0, excused = 0;

    for (int i = 0; i < 300000; i++) {
        const char *from = seeds[vl_rng_below(&rng, (uint32_t)VL_LEN(seeds))];
        size_t len = strlen(from);
        struct vl_json_doc d;
        struct vl_error err;
        json_error_t jerr;

        memcpy(text, from, len);
        if (i >= VL_LEN(seeds))
            len = mutate(&rng, text, len, sizeof text);
        int st = base_parse_n(&d, text, len, &err);
        json_t *theirs = json_loadb(text, len, flags, &jerr);
        if (memchr(text, 0, len) != NULL) {
            CHECK(st != VL_OK); /* jansson overlooks a NUL byte after a number */
        } else if ((st == VL_OK) != (theirs != NULL)) {
            bool excuse = is_known_difference(st, &err, &jerr);
            excused += excuse;
            if (!CHECK(excuse))
                printf("# %s by us (%s), %s by jansson (%s): %.*s\n",
                       st == VL_OK ? "accepted" : "refused", st == VL_OK ? "" : err.what,
                       theirs != NULL ? "accepted" : "refused", theirs != NULL ? "" : jerr.text,
                       (int)len, text);
        } else if (st == VL_OK) {
            both++;
            compare_values(&d, theirs);
        } else {
            neither++;
            twins += st == VL_DUPLICATE;
        }
        json_decref(theirs);
    }
    CHECK(both > 20000);
    CHECK(neither > 20000);
    CHECK(twins > 20);
    CHECK(excused < 20000);
}
#endif
