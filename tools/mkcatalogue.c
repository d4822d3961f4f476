/* mkcatalogue - the catalogue of texts, checked and made into a C table.
 *
 *     mkcatalogue [-x PREFIX]... OUTDIR FILE.tsv...    writes OUTDIR/catalogue.c
 *
 * Each file begins with the line "id<TAB>fr<TAB>en<TAB>note"; every other line
 * is one entry, empty lines apart. What is wrong is reported as
 * "file:line: what" and makes the program exit 1 without writing anything:
 * a missing cell, an id that stands twice, arguments that differ between the
 * languages (but not their forms, {filter.a}), braces that do not follow the grammar of
 * src/text/text.h, broken UTF-8, control characters, a straight apostrophe in French. Entries web.*
 * are the page's own: web/build checks and compiles them, here they are passed over. Entries whose
 * id begins with a PREFIX are checked and left out of the table.
 */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_BYTES_MAX = 4 << 20,
    ENTRIES_MAX = 20000,
    CELL_MAX = 480, /* with its arguments filled it shall fit in VL_TEXT_MAX */
    ARGS_MAX = 24,
    NAME_MAX_LEN = 32
};

struct entry {
    const char *id, *fr, *en;
    const char *file;
    int line;
};

struct arg_set {
    int len;
    char name[ARGS_MAX][NAME_MAX_LEN];
};

static struct entry entries[ENTRIES_MAX];
static int entries_len;
static int faults;

static void fault(const char *file, int line, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    faults++;
}

/* ---- the grammar of a cell ---- */

static bool name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool set_has(const struct arg_set *set, const char *name)
{
    for (int i = 0; i < set->len; i++)
        if (strcmp(set->name[i], name) == 0)
            return true;
    return false;
}

/* Reads a name at *p and adds it; NULL, or what is wrong. */
static const char *read_name(const char **p, struct arg_set *set)
{
    char name[NAME_MAX_LEN];
    size_t len = 0;

    while (name_char(**p) && len + 1 < sizeof name)
        name[len++] = *(*p)++;
    name[len] = '\0';
    if (len == 0)
        return "an argument without a name";
    if (name_char(**p))
        return "an argument's name is too long";
    if (**p == '.' && name_char((*p)[1])) /* its form, of which each language has its own */
        while (name_char(**p) || **p == '.')
            ++*p;
    if (set_has(set, name))
        return NULL;
    if (set->len == ARGS_MAX)
        return "too many arguments";
    memcpy(set->name[set->len++], name, len + 1);
    return NULL;
}

/* The forms after "{n": "|one|other}" or "|zero|one|other}". */
static const char *read_forms(const char **p)
{
    int forms = 0;

    for (; **p != '}'; ++*p) {
        if (**p == '\0')
            return "a brace is not closed";
        if (**p == '{')
            return "a brace within the forms of a plural";
        if (**p == '|')
            forms++;
    }
    return forms == 2 || forms == 3 ? NULL : "a plural has two or three forms";
}

/* What follows a '{', up to and with its '}'. */
static const char *read_argument(const char **p, struct arg_set *set)
{
    const char *wrong = read_name(p, set);

    if (wrong == NULL && **p == '|')
        wrong = read_forms(p);
    while (wrong == NULL && **p == ',') {
        ++*p;
        if (**p != '}') /* "{a,}" is a list of one */
            wrong = read_name(p, set);
    }
    if (wrong == NULL && **p != '}')
        wrong = "an argument is {name}, {n|one|other} or {a,b,c}";
    if (wrong == NULL)
        ++*p;
    return wrong;
}

static const char *read_cell(const char *text, struct arg_set *set)
{
    set->len = 0;
    while (*text != '\0') {
        char c = *text++;
        const char *wrong = NULL;

        if (c == '}')
            wrong = "a closing brace without an opening one";
        else if (c == '{')
            wrong = read_argument(&text, set);
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}

/* ---- checks of a line ---- */

/* C0, DEL, C1 (U+0080..9F is C2 80..9F), and the marks that turn the direction
 * of writing (U+200E, F; U+202A..E; U+2066..9). */
static bool has_control(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != 0; p++) {
        if (*p < 0x20 || *p == 0x7f || (p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0))
            return true;
        if (p[0] == 0xe2 && p[1] == 0x80 &&
            (p[2] == 0x8e || p[2] == 0x8f || (p[2] >= 0xa8 && p[2] <= 0xae)))
            return true;
        if (p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9)
            return true;
    }
    return false;
}

static bool id_ok(const char *id)
{
    for (const char *p = id; *p != '\0'; p++)
        if (!name_char(*p) && !(*p >= 'A' && *p <= 'Z') && *p != '.' && *p != '-')
            return false; /* capitals: keys of cards, as their rules write them */
    return id[0] != '.' && strchr(id, '.') != NULL && id[strlen(id) - 1] != '.';
}

static bool same_args(const struct arg_set *a, const struct arg_set *b)
{
    for (int i = 0; i < a->len; i++)
        if (!set_has(b, a->name[i]))
            return false;
    return a->len == b->len;
}

static void check_cell(const struct entry *e, const char *lang, const char *text,
                       struct arg_set *set)
{
    const char *wrong = read_cell(text, set);

    if (text[0] == '\0')
        fault(e->file, e->line, "%s: the %s cell is missing", e->id, lang);
    else if (text[0] == ' ' || text[strlen(text) - 1] == ' ')
        fault(e->file, e->line, "%s: the %s cell begins or ends with a space", e->id, lang);
    if (wrong != NULL)
        fault(e->file, e->line, "%s: %s: %s", e->id, lang, wrong);
    if (strlen(text) > CELL_MAX)
        fault(e->file, e->line, "%s: the %s cell is longer than %d bytes", e->id, lang, CELL_MAX);
}

static void check_entry(const struct entry *e)
{
    struct arg_set fr, en;

    if (!id_ok(e->id))
        fault(e->file, e->line, "'%s' is not an id (letters, 0-9, _, -, with dots between)", e->id);
    check_cell(e, "fr", e->fr, &fr);
    check_cell(e, "en", e->en, &en);
    if (!same_args(&fr, &en))
        fault(e->file, e->line, "%s: fr and en have different arguments", e->id);
    if (strchr(e->fr, '\'') != NULL)
        fault(e->file, e->line, "%s: a straight apostrophe in French (write \xe2\x80\x99)", e->id);
}

/* ---- files ---- */

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = malloc(FILE_BYTES_MAX + 1);
    size_t len;

    if (f == NULL || text == NULL) {
        fprintf(stderr, "mkcatalogue: cannot read %s\n", path);
        exit(1);
    }
    len = fread(text, 1, FILE_BYTES_MAX, f);
    if (ferror(f) || !feof(f) || memchr(text, 0, len) != NULL) {
        fprintf(stderr, "mkcatalogue: %s cannot be read, is too large or holds a NUL\n", path);
        exit(1);
    }
    fclose(f);
    text[len] = '\0';
    return text;
}

/* Cuts the line at its tabs; the number of cells (at most 5 are counted). */
static int cut(char *line, char *cell[5])
{
    int n = 0;

    while (n < 5) {
        cell[n++] = line;
        line = strchr(line, '\t');
        if (line == NULL)
            break;
        *line++ = '\0';
    }
    return n;
}

static void read_line(const char *file, int number, char *line)
{
    char *cell[5] = { NULL, NULL, NULL, NULL, NULL };
    int n;

    if (!vl_utf8_ok(line, strlen(line))) {
        fault(file, number, "not UTF-8");
        return;
    }
    n = cut(line, cell);
    if (strncmp(cell[0], "web.", 4) == 0)
        return;
    for (int i = 0; i < n; i++)
        if (has_control(cell[i])) {
            fault(file, number, "a control character");
            return;
        }
    if (n < 3 || n > 4 || cell[0][0] == '\0') {
        fault(file, number, "a line has an id, fr, en and a note, with tabs between");
        return;
    }
    if (entries_len == ENTRIES_MAX) {
        fault(file, number, "more than %d entries", ENTRIES_MAX);
        return;
    }
    struct entry *e = &entries[entries_len++];
    *e = (struct entry){ cell[0], cell[1], cell[2], file, number };
    check_entry(e);
}

static void read_catalogue(const char *path)
{
    char *text = read_file(path);
    int number = 0;

    while (text != NULL && *text != '\0') {
        char *line = text;

        text = strchr(text, '\n');
        if (text != NULL)
            *text++ = '\0';
        number++;
        if (number == 1 && strcmp(line, "id\tfr\ten\tnote") != 0)
            fault(path, 1, "the first line is id, fr, en, note, with tabs between");
        else if (number > 1 && line[0] != '\0')
            read_line(path, number, line);
    }
    if (number == 0)
        fault(path, 1, "an empty file");
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->id, ((const struct entry *)b)->id);
}

static void check_twice(void)
{
    for (int i = 1; i < entries_len; i++)
        if (strcmp(entries[i - 1].id, entries[i].id) == 0)
            fault(entries[i].file, entries[i].line, "%s stands also at %s:%d", entries[i].id,
                  entries[i - 1].file, entries[i - 1].line);
}

/* ---- the table ---- */

static void write_string(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text != '\0'; text++) {
        if (strchr("\"\\?", *text) != NULL) /* '?': no trigraphs */
            fputc('\\', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

static bool write_table(const char *dir)
{
    char path[1024];
    FILE *f;
    bool ok;

    if (snprintf(path, sizeof path, "%s/catalogue.c", dir) >= (int)sizeof path)
        return false;
    f = fopen(path, "wb");
    if (f == NULL)
        return false;
    fputs("/* Generated by tools/mkcatalogue from locale/. Do not edit. */\n"
          "#include \"text/text.h\"\n\n"
          "const struct vl_catalogue_entry vl_catalogue[] = {\n",
          f);
    for (int i = 0; i < entries_len; i++) {
        fputs("    { ", f);
        write_string(f, entries[i].id);
        fputs(",\n      ", f);
        write_string(f, entries[i].fr); /* ORDER vl_lang */
        fputs(" \"\\0\"\n      ", f);
        write_string(f, entries[i].en);
        fputs(" },\n", f);
    }
    fprintf(f, "};\nconst int vl_catalogue_len = %d;\n", entries_len);
    ok = !ferror(f);
    return fclose(f) == 0 && ok;
}

static void leave_out(const char *prefix)
{
    int kept = 0;

    for (int i = 0; i < entries_len; i++)
        if (strncmp(entries[i].id, prefix, strlen(prefix)) != 0)
            entries[kept++] = entries[i];
    entries_len = kept;
}

int main(int argc, char **argv)
{
    int first = 1;

    while (first + 1 < argc && strcmp(argv[first], "-x") == 0)
        first += 2;
    if (argc < first + 2) {
        fputs("usage: mkcatalogue [-x PREFIX]... OUTDIR FILE.tsv...\n", stderr);
        return 2;
    }
    for (int i = first + 1; i < argc; i++)
        read_catalogue(argv[i]);
    qsort(entries, (size_t)entries_len, sizeof entries[0], by_id);
    check_twice();
    for (int i = 1; i < first; i += 2)
        leave_out(argv[i + 1]);
    if (faults == 0 && entries_len == 0)
        fault(argv[first + 1], 1, "no entry");
    if (faults > 0)
        return 1;
    if (!write_table(argv[first])) {
        fprintf(stderr, "mkcatalogue: cannot write %s/catalogue.c\n", argv[first]);
        return 1;
    }
    return 0;
}
