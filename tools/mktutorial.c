/* mktutorial - the lessons of the games, checked and made into a C table.
 *
 *     mktutorial OUTDIR tutorials/<game>.json...    writes OUTDIR/tutorials.c
 *
 * What a lesson is made of stands in src/cli/play/tutorial.h; its words are in the
 * catalogue: tut.<game>.<step>, tut.<game>.tip_<tip>. Here the shape of the file
 * is checked and every fault reported as "FILE: POINTER: what"; that the script
 * can be played is for a test. The page reads the same files (web/build).
 */
#include "base/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 20, WORD_MAX = 120 };

static struct vl_json_doc doc;
static const char *path;
static int faults;

static void fault(uint32_t node, const char *what)
{
    char where[256];

    vl_json_where(&doc, node, where, sizeof where);
    fprintf(stderr, "%s: %s: %s\n", path, where, what);
    faults++;
}

static char *read_file(size_t *len)
{
    FILE *f = fopen(path, "rb");
    char *text = malloc(FILE_MAX);

    *len = f && text ? fread(text, 1, FILE_MAX, f) : 0;
    if (!f || !text || ferror(f) || *len == FILE_MAX) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    fclose(f);
    return text;
}

/* ---- checking ---- */

/* Words of ids, notations, seats: nothing that C would have to escape. */
static bool is_word(uint32_t node, char out[WORD_MAX])
{
    out[0] = '\0';
    return node && vl_json_text(&doc, node, out, WORD_MAX) && out[0] != '\0' &&
           strspn(out, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_. -#") ==
               strlen(out);
}

static void check_members(uint32_t object, const char *const *allowed)
{
    if (vl_json_type_of(&doc, object) != VL_JSON_OBJECT) {
        fault(object, "an object is needed");
        return;
    }
    for (uint32_t c = vl_json_first(&doc, object); c; c = vl_json_sibling(&doc, c)) {
        int i = 0;
        while (allowed[i] && !vl_json_key_is(&doc, c, allowed[i]))
            i++;
        if (!allowed[i])
            fault(c, "unknown member");
    }
}

static void check_words(uint32_t array, bool is_needed)
{
    char word[WORD_MAX];

    if (!array && !is_needed)
        return;
    if (!array || vl_json_type_of(&doc, array) != VL_JSON_ARRAY) {
        fault(array, "a list of words is needed");
        return;
    }
    for (uint32_t c = vl_json_first(&doc, array); c; c = vl_json_sibling(&doc, c))
        if (!is_word(c, word))
            fault(c, "a word is needed");
}

static void check_id(uint32_t list, uint32_t entry)
{
    char id[WORD_MAX], other[WORD_MAX];

    if (!is_word(vl_json_get(&doc, entry, "id"), id) || strpbrk(id, ". -#")) {
        fault(entry, "an id is needed");
        return;
    }
    for (uint32_t c = vl_json_first(&doc, list); c && c != entry; c = vl_json_sibling(&doc, c))
        if (is_word(vl_json_get(&doc, c, "id"), other) && strcmp(id, other) == 0)
            fault(entry, "its id stands twice");
}

static void check_step(uint32_t list, uint32_t step)
{
    static const char *const members[] = { "id", "point", "expect", "group", "then", NULL };
    uint32_t expect = vl_json_get(&doc, step, "expect");

    check_members(step, members);
    check_id(list, step);
    check_words(vl_json_get(&doc, step, "point"), false);
    check_words(expect, false);
    check_words(vl_json_get(&doc, step, "then"), false);
    if (!expect && (vl_json_get(&doc, step, "group") || vl_json_get(&doc, step, "then")))
        fault(step, "a step that only tells something has no group and causes nothing");
    if (vl_json_get(&doc, step, "group") && vl_json_get(&doc, step, "then"))
        fault(step, "moves in any order cannot cause anything in between");
}

static void check_tip(uint32_t list, uint32_t tip)
{
    static const char *const members[] = { "id", "verb", "item", "always", NULL };
    char word[WORD_MAX];

    check_members(tip, members);
    check_id(list, tip);
    if (is_word(vl_json_get(&doc, tip, "verb"), word) ==
        is_word(vl_json_get(&doc, tip, "item"), word))
        fault(tip, "a verb or an item is needed");
}

static void check(void)
{
    static const char *const members[] = { "game",  "options", "seats", "seed",
                                           "start", "steps",   "tips",  NULL };
    uint32_t steps = vl_json_get(&doc, 0, "steps"), tips = vl_json_get(&doc, 0, "tips");
    char word[WORD_MAX];
    int64_t seed;

    check_members(0, members);
    if (!is_word(vl_json_get(&doc, 0, "game"), word))
        fault(0, "a game is needed");
    if (!vl_json_int_in(&doc, vl_json_get(&doc, 0, "seed"), 0, INT64_MAX, &seed))
        fault(0, "a seed is needed");
    if (vl_json_type_of(&doc, vl_json_get(&doc, 0, "options")) != VL_JSON_OBJECT)
        fault(0, "options are needed");
    check_words(vl_json_get(&doc, 0, "seats"), true);
    check_words(vl_json_get(&doc, 0, "start"), true);
    for (uint32_t c = vl_json_first(&doc, steps); steps && c; c = vl_json_sibling(&doc, c))
        check_step(steps, c);
    for (uint32_t c = vl_json_first(&doc, tips); tips && c; c = vl_json_sibling(&doc, c))
        check_tip(tips, c);
}

/* ---- writing ---- */

/* An array of strings that NULL ends, or NULL for none: to stand in a table. */
static void write_list(FILE *f, uint32_t array)
{
    char word[WORD_MAX];

    if (!array) {
        fputs("NULL", f);
        return;
    }
    fputs("(const char *const[]){ ", f);
    for (uint32_t c = vl_json_first(&doc, array); c; c = vl_json_sibling(&doc, c))
        if (is_word(c, word))
            fprintf(f, "\"%s\", ", word);
    fputs("NULL }", f);
}

static void write_word(FILE *f, uint32_t node)
{
    char word[WORD_MAX];

    if (is_word(node, word))
        fprintf(f, "\"%s\"", word);
    else
        fputs("NULL", f);
}

/* "guardians=2 preset_paths=red,blue": the text of vl_options_parse(). */
static void write_options(FILE *f, uint32_t object)
{
    fputc('"', f);
    for (uint32_t c = vl_json_first(&doc, object); c; c = vl_json_sibling(&doc, c)) {
        const struct vl_json_node *n = &doc.nodes[c];
        bool is_list = n->type == VL_JSON_ARRAY;
        uint32_t v = is_list ? vl_json_first(&doc, c) : c;
        fprintf(f, "%s%.*s=", c == vl_json_first(&doc, object) ? "" : " ", (int)n->key_len,
                doc.text + n->key);
        for (; v; v = is_list ? vl_json_sibling(&doc, v) : 0)
            fprintf(f, "%s%.*s", is_list && v != vl_json_first(&doc, c) ? "," : "",
                    (int)doc.nodes[v].len, doc.text + doc.nodes[v].start);
    }
    fputc('"', f);
}

static void write_steps(FILE *f, int number, const char *game)
{
    uint32_t steps = vl_json_get(&doc, 0, "steps");
    char id[WORD_MAX];

    fprintf(f, "static const struct tutorial_step steps_%d[] = {\n", number);
    for (uint32_t c = vl_json_first(&doc, steps); c; c = vl_json_sibling(&doc, c)) {
        is_word(vl_json_get(&doc, c, "id"), id);
        fprintf(f, "    { \"%s\", TXT(\"tut.%s.%s\"),\n      ", id, game, id);
        write_list(f, vl_json_get(&doc, c, "point"));
        fputs(",\n      ", f);
        write_list(f, vl_json_get(&doc, c, "expect"));
        fputs(", ", f);
        write_word(f, vl_json_get(&doc, c, "group"));
        fputs(",\n      ", f);
        write_list(f, vl_json_get(&doc, c, "then"));
        fputs(" },\n", f);
    }
    fputs("    { 0 }\n};\n\n", f);
}

static void write_tips(FILE *f, int number, const char *game)
{
    uint32_t tips = vl_json_get(&doc, 0, "tips");
    char id[WORD_MAX];

    fprintf(f, "static const struct tutorial_tip tips_%d[] = {\n", number);
    for (uint32_t c = tips ? vl_json_first(&doc, tips) : 0; c; c = vl_json_sibling(&doc, c)) {
        uint32_t always = vl_json_get(&doc, c, "always");
        is_word(vl_json_get(&doc, c, "id"), id);
        fprintf(f, "    { TXT(\"tut.%s.tip_%s\"), ", game, id);
        write_word(f, vl_json_get(&doc, c, "verb"));
        fputs(", ", f);
        write_word(f, vl_json_get(&doc, c, "item"));
        fprintf(f, ", %s },\n",
                always && vl_json_type_of(&doc, always) == VL_JSON_TRUE ? "true" : "false");
    }
    fputs("    { 0 }\n};\n\n", f);
}

static void write_lesson(FILE *f, int number)
{
    char game[WORD_MAX];
    int64_t seed = 0;

    is_word(vl_json_get(&doc, 0, "game"), game);
    vl_json_int_in(&doc, vl_json_get(&doc, 0, "seed"), 0, INT64_MAX, &seed);
    write_steps(f, number, game);
    write_tips(f, number, game);
    fprintf(f, "static const struct tutorial lesson_%d = {\n    \"%s\",\n    ", number, game);
    write_options(f, vl_json_get(&doc, 0, "options"));
    fputs(",\n    ", f);
    write_list(f, vl_json_get(&doc, 0, "seats"));
    fprintf(f, ",\n    %lld,\n    ", (long long)seed);
    write_list(f, vl_json_get(&doc, 0, "start"));
    fprintf(f, ",\n    steps_%d, (int)(sizeof steps_%d / sizeof steps_%d[0]) - 1, tips_%d\n};\n\n",
            number, number, number, number);
}

static void read_lesson(FILE *f, int number)
{
    struct vl_error err = { 0 };
    size_t len;
    char *text = read_file(&len);
    uint32_t cap = (uint32_t)vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes = malloc(cap * sizeof *nodes);

    if (!nodes || vl_json_parse(&doc, text, len, nodes, cap, &err) != VL_OK) {
        fprintf(stderr, "%s: %s: %s\n", path, err.where, err.what);
        faults++;
    } else {
        check();
        if (faults == 0)
            write_lesson(f, number);
    }
    free(nodes);
    free(text);
}

int main(int argc, char **argv)
{
    char out[1024];
    FILE *f;

    if (argc < 2) {
        fputs("usage: mktutorial OUTDIR FILE.json...\n", stderr);
        return 2;
    }
    snprintf(out, sizeof out, "%s/tutorials.c", argv[1]);
    f = fopen(out, "w");
    if (!f) {
        fprintf(stderr, "mktutorial: cannot write %s\n", out);
        return 1;
    }
    fputs("/* Made by tools/mktutorial from tutorials/. */\n#include \"cli/play/tutorial.h\"\n\n"
          "#include \"text/text.h\"\n\n",
          f);
    for (int i = 2; i < argc; i++) {
        path = argv[i];
        read_lesson(f, i - 2);
    }
    fputs("const struct tutorial *const tutorials[] = { ", f);
    for (int i = 2; i < argc; i++)
        fprintf(f, "&lesson_%d, ", i - 2);
    fputs("NULL };\n", f);
    if (fclose(f) != 0 || faults > 0) {
        remove(out);
        return 1;
    }
    return 0;
}
