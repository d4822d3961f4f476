/* mkrules - makes the enum of rule ids and their texts from the rule files.
 *
 *     mkrules OUTDIR rules/<game>.md... [SOURCE.c...] [CATALOGUE.tsv...]
 *
 * For each rules/<game>.md its French, rules/<game>.fr.md, is read from the
 * same folder; .fr.md files among the arguments are passed over, so that a
 * wildcard may be given. OUTDIR, which must exist, receives rule_ids.h and
 * rule_texts.c. The output depends on the files' content and names only.
 *
 * With C sources among the arguments only the rules that one of them cites
 * (RM_HIT_02) keep their words: no other can be told of in play. Of a game that
 * none of them cites nothing is kept, and nothing of what a catalogue says of a refusal
 * in whole sentences ("rm.bad.20", without an argument): those are told instead.
 *
 * A rule is defined by one line, outside code fences:
 *     - **RM-HIT-02** Text of the rule. [S][R15]     a list item
 *     - ~~**RM-HIT-02** Text of the rule.~~          the same, withdrawn
 *     | RM-BAD-20 | `E_DIE_USED` | ... | ... |       a row under a header row
 * A French line is always a list item. Ids of the area EX (worked examples)
 * and ids that end in a letter are not enumerated.
 *
 * Every fault is reported as file:line; the exit status is then 1 and nothing
 * is written.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS_MAX = 16,
    ID_MAX = 16, /* as VL_RULE_ID_MAX of src/text/rules.h */
    /* C17 promises string literals of 4095 characters; longer texts would be
     * refused by -Wpedantic far from their cause. */
    TEXT_MAX = 4000
};

/* Characters of a loaded file, not NUL-terminated. */
struct span {
    const char *p;
    size_t len;
};

/* A growing, NUL-terminated text; p is owned, NULL while empty. */
struct text {
    char *p;
    size_t len, cap;
};

struct row {
    struct span cell[CELLS_MAX];
    int cells_len;
};

struct rule {
    char id[ID_MAX];
    char *en, *fr, *code; /* owned; fr and code may be NULL */
    int game;             /* index in struct book's games */
    int line;             /* of the definition */
    bool is_cited;        /* by a C source */
    bool is_said;         /* by a catalogue, without arguments */
};

struct game {
    char *path;    /* rules/<game>.md as given */
    char *path_fr; /* its French */
    char *name;    /* <game> */
    size_t rules_len;
    char prefix[3];
    bool is_cited; /* one of its rules is */
};

struct book {
    struct game *games;
    int games_len;
    struct rule *rules;
    size_t rules_len, rules_cap;
    bool lean; /* without the words of rules that are not cited */
};

/* What a complaint names: the line being read, or with line 0 a whole file. */
struct place {
    const char *path;
    int line;
};

static int complaints;

/* ---- faults and memory ---- */

static void complain(struct place here, const char *format, ...)
{
    va_list args;

    if (here.line > 0)
        fprintf(stderr, "%s:%d: ", here.path, here.line);
    else
        fprintf(stderr, "%s: ", here.path);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    complaints++;
}

static void *grow(void *p, size_t size)
{
    void *q = realloc(p, size);

    if (q == NULL) {
        fputs("mkrules: out of memory\n", stderr);
        exit(1);
    }
    return q;
}

static void put(struct text *t, const char *p, size_t len)
{
    if (t->p == NULL || t->len + len + 1 > t->cap) {
        t->cap = 2 * (t->len + len + 1);
        t->p = grow(t->p, t->cap);
    }
    if (len > 0)
        memcpy(t->p + t->len, p, len);
    t->len += len;
    t->p[t->len] = '\0';
}

static void put_str(struct text *t, const char *s)
{
    put(t, s, strlen(s));
}

static void drop_last(struct text *t)
{
    t->p[--t->len] = '\0';
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);

    return n >= m && strcmp(s + n - m, end) == 0;
}

/* The whole file, NUL-terminated, owned by the caller; NULL after a complaint. */
static char *read_file(const char *path)
{
    struct place whole = { path, 0 };
    struct text t = { 0 };
    char chunk[4096];
    FILE *f = fopen(path, "rb");

    if (f == NULL) {
        complain(whole, "cannot be opened");
        return NULL;
    }
    put(&t, "", 0);
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0;)
        put(&t, chunk, n);
    if (ferror(f))
        complain(whole, "cannot be read");
    fclose(f);
    return t.p;
}

/* Takes the next line off *rest, without its end; false at the end of the text. */
static bool next_line(const char **rest, struct span *line)
{
    if (**rest == '\0')
        return false;
    line->p = *rest;
    line->len = strcspn(*rest, "\n");
    *rest += line->len + ((*rest)[line->len] == '\n');
    if (line->len > 0 && line->p[line->len - 1] == '\r')
        line->len--;
    return true;
}

/* ---- spans ---- */

static struct span from(struct span s, size_t n)
{
    return (struct span){ s.p + n, s.len - n };
}

static struct span trim(struct span s)
{
    while (s.len > 0 && (*s.p == ' ' || *s.p == '\t'))
        s = from(s, 1);
    while (s.len > 0 && (s.p[s.len - 1] == ' ' || s.p[s.len - 1] == '\t'))
        s.len--;
    return s;
}

static bool starts(struct span s, const char *with)
{
    size_t n = strlen(with);

    return s.len >= n && memcmp(s.p, with, n) == 0;
}

static bool take(struct span *s, const char *with)
{
    if (!starts(*s, with))
        return false;
    *s = from(*s, strlen(with));
    return true;
}

/* The character i places on, NUL past the end. */
static char at(struct span s, size_t i)
{
    return s.len > i ? s.p[i] : '\0';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Length of the rule id at the start of s, 0 if there is none: two capitals,
 * an area in capitals, a number. One that runs on in a letter is none. */
static size_t id_length(struct span s)
{
    size_t n = 3;

    if (!is_upper(at(s, 0)) || !is_upper(at(s, 1)) || at(s, 2) != '-')
        return 0;
    while (is_upper(at(s, n)))
        n++;
    if (n == 3 || at(s, n) != '-')
        return 0;
    size_t digits = ++n;
    while (is_digit(at(s, n)))
        n++;
    if (n == digits || n >= ID_MAX || isalnum((unsigned char)at(s, n)))
        return 0;
    return n;
}

static bool is_example(const char *id)
{
    return strncmp(id + 3, "EX-", 3) == 0;
}

/* ---- Markdown to plain text ---- */

/* Length of the source tag at the start of s, 0 if there is none: [S], [D],
 * [F], [R57], [S/R03], [S: advice]. */
static size_t tag_length(struct span s)
{
    bool is_tag = at(s, 0) == '[' && ((at(s, 1) == 'R' && is_digit(at(s, 2))) ||
                                      (at(s, 1) == 'F' && at(s, 2) == ']') ||
                                      ((at(s, 1) == 'S' || at(s, 1) == 'D') && at(s, 2) != '\0' &&
                                       strchr("]/:", at(s, 2)) != NULL));
    const char *end = is_tag ? memchr(s.p, ']', s.len) : NULL;

    return end != NULL ? (size_t)(end - s.p) + 1 : 0;
}

/* Appends s without emphasis, strike-through, back-ticks and tags. What stands
 * between back-ticks is kept to the letter. A star between spaces is a sign. */
static void put_plain(struct text *out, struct span s)
{
    bool in_code = false;

    s = trim(s);
    put(out, "", 0);
    for (size_t i = 0; i < s.len; i++) {
        struct span rest = from(s, i);
        size_t tag = in_code ? 0 : tag_length(rest);
        bool is_sign = i > 0 && s.p[i - 1] == ' ' && at(rest, 1) == ' ';

        if (s.p[i] == '`')
            in_code = !in_code;
        else if (s.p[i] == '\\' && at(rest, 1) == '|')
            continue;
        else if (tag > 0)
            i += tag - 1;
        else if (!in_code && starts(rest, "~~"))
            i++;
        else if (in_code || s.p[i] != '*' || is_sign)
            put(out, &s.p[i], 1);
    }
    while (out->len > 0 && out->p[out->len - 1] == ' ')
        drop_last(out);
}

/* ---- one line of a rule file ---- */

/* The id and the text of a list item that defines or translates a rule. */
struct item {
    char id[ID_MAX];
    struct span text;
    bool is_withdrawn;
};

static bool read_id(struct span *s, char id[ID_MAX])
{
    size_t n = id_length(*s);

    memcpy(id, s->p, n);
    id[n] = '\0';
    *s = from(*s, n);
    return n > 0;
}

/* False if the line is no such item; complains of an id that is not bold, which
 * would otherwise be lost without a word. */
static bool read_item(struct place here, struct span line, struct item *item)
{
    if (!take(&line, "- "))
        return false;
    item->is_withdrawn = take(&line, "~~");
    bool is_bold = take(&line, "**");
    item->is_withdrawn |= take(&line, "~~");
    if (!read_id(&line, item->id))
        return false;
    take(&line, "~~");
    if (!is_bold || !take(&line, "**")) {
        complain(here, "%s must stand in bold: - **%s** text", item->id, item->id);
        return false;
    }
    item->text = trim(line);
    return true;
}

/* Cells between unescaped bars; the text after the last bar is no cell. */
static void split_row(struct place here, struct span line, struct row *row)
{
    size_t start = 1;

    row->cells_len = 0;
    for (size_t i = 1; i < line.len; i++) {
        if (line.p[i] != '|' || line.p[i - 1] == '\\')
            continue;
        if (row->cells_len == CELLS_MAX) {
            complain(here, "more than %d cells", (int)CELLS_MAX);
            return;
        }
        row->cell[row->cells_len++] = trim((struct span){ line.p + start, i - start });
        start = i + 1;
    }
}

/* ---- the book ---- */

static struct rule *find_rule(const struct book *book, const char *id)
{
    for (size_t i = 0; i < book->rules_len; i++) {
        if (strcmp(book->rules[i].id, id) == 0)
            return &book->rules[i];
    }
    return NULL;
}

/* Adds a rule to the last game and returns it, its texts still to be set; NULL
 * if it is not enumerated or, after a complaint, not acceptable. */
static struct rule *define(struct book *book, struct place here, const char *id)
{
    int game = book->games_len - 1;
    struct game *g = &book->games[game];
    const struct rule *old = find_rule(book, id);

    if (is_example(id))
        return NULL;
    if (old != NULL) {
        complain(here, "%s is defined twice, first at %s:%d", id, book->games[old->game].path,
                 old->line);
        return NULL;
    }
    if (g->prefix[0] == '\0')
        memcpy(g->prefix, id, 2);
    if (memcmp(g->prefix, id, 2) != 0) {
        complain(here, "%s in a file of %s rules", id, g->prefix);
        return NULL;
    }
    if (book->rules_len == book->rules_cap) {
        book->rules_cap = 2 * book->rules_cap + 64;
        book->rules = grow(book->rules, book->rules_cap * sizeof *book->rules);
    }
    struct rule *rule = &book->rules[book->rules_len++];
    *rule = (struct rule){ .game = game, .line = here.line };
    strcpy(rule->id, id);
    g->rules_len++;
    return rule;
}

/* Does it end as a sentence does? */
static bool is_ended(const char *s)
{
    static const char *const ends[] = { ".", "!", "?", ")", "\"", "»", "”" };

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_with(s, ends[i]))
            return true;
    return false;
}

/* Ends the text, checks it and hands it over. */
static char *finish(struct place here, const char *id, struct text t)
{
    if (t.len > 0 && !is_ended(t.p))
        put_str(&t, ".");
    if (t.len == 0)
        complain(here, "%s has no text", id);
    if (t.len > TEXT_MAX)
        complain(here, "%s is longer than %d bytes", id, (int)TEXT_MAX);
    return t.p;
}

/* ---- English: definitions ---- */

static void item_rule(struct book *book, struct place here, const struct item *item)
{
    struct rule *rule = define(book, here, item->id);
    struct text en = { 0 };

    if (rule == NULL)
        return;
    if (item->is_withdrawn)
        put_str(&en, "withdrawn: ");
    put_plain(&en, item->text);
    rule->en = finish(here, rule->id, en);
}

/* The row of a refusal has a code word (E_...) in its second cell. */
static bool is_refusal(const struct row *row, struct text *code)
{
    if (row->cells_len < 3)
        return false;
    put_plain(code, row->cell[1]);
    return code->p[0] == 'E' && strchr(code->p, '_') != NULL &&
           strspn(code->p, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == code->len;
}

/* A sentence that ends in a full stop goes on with a semicolon; a question mark
 * is enough by itself. */
static void put_separator(struct text *out)
{
    if (ends_with(out->p, "."))
        drop_last(out);
    put_str(out, ends_with(out->p, "?") ? " " : "; ");
}

static bool says_nothing(const struct text *t)
{
    return t->len == 0 || strcmp(t->p, "—") == 0 || strcmp(t->p, "–") == 0 ||
           strcmp(t->p, "-") == 0;
}

/* "Column: value; column: value." of the cells from `first` on that say something.
 * A table with one column beside the id needs no label. */
static void put_row(struct text *out, const struct row *header, const struct row *row, int first)
{
    size_t start = out->len;
    bool is_first = true;

    for (int i = first; i < row->cells_len; i++) {
        struct text value = { 0 };

        put_plain(&value, row->cell[i]);
        if (says_nothing(&value)) {
            free(value.p);
            continue;
        }
        if (!is_first)
            put_separator(out);
        is_first = false;
        if (header->cells_len > 2 && i < header->cells_len && header->cell[i].len > 0) {
            put_plain(out, header->cell[i]);
            put_str(out, ": ");
        }
        put(out, value.p, value.len);
        free(value.p);
    }
    if (out->len > start && (header->cells_len > 2 || at(row->cell[first], 0) != '`'))
        out->p[start] = (char)toupper((unsigned char)out->p[start]);
}

static void row_rule(struct book *book, struct place here, const struct row *header,
                     const struct row *row)
{
    struct text first = { 0 }, en = { 0 }, code = { 0 };
    char id[ID_MAX];

    if (row->cells_len == 0)
        return;
    put_plain(&first, row->cell[0]);
    struct span s = { first.p, first.len };
    struct rule *rule = read_id(&s, id) && s.len == 0 ? define(book, here, id) : NULL;
    if (rule != NULL) {
        if (starts(row->cell[0], "~~"))
            put_str(&en, "withdrawn: ");
        if (is_refusal(row, &code)) {
            rule->code = code.p;
            code.p = NULL;
            put_row(&en, header, row, 2);
        } else {
            put_row(&en, header, row, 1);
        }
        rule->en = finish(here, rule->id, en);
    }
    free(code.p);
    free(first.p);
}

static void read_english(struct book *book, const char *path, const char *rest)
{
    struct place here = { path, 0 };
    struct span line;
    struct row header = { 0 }, row;
    struct item item;
    bool in_code = false, in_table = false;

    while (next_line(&rest, &line)) {
        here.line++;
        if (starts(line, "```"))
            in_code = !in_code;
        if (in_code || !starts(line, "|")) {
            in_table = false;
            if (!in_code && read_item(here, line, &item))
                item_rule(book, here, &item);
            continue;
        }
        split_row(here, line, &row);
        if (in_table)
            row_rule(book, here, &header, &row);
        else
            header = row;
        in_table = true;
    }
}

/* ---- French: one line per rule ---- */

/* `E_DIE_USED` : text.  The code is checked and left out. */
static void put_french_refusal(struct place here, struct text *out, const struct rule *rule,
                               struct span s)
{
    take(&s, "`");
    if (!take(&s, rule->code)) {
        complain(here, "%s must begin with its code `%s`", rule->id, rule->code);
        return;
    }
    take(&s, "`");
    s = trim(s);
    take(&s, "\u00a0"); /* no-break spaces may stand before the colon */
    take(&s, "\u202f");
    if (!take(&s, ":"))
        complain(here, "%s: a colon must follow its code", rule->id);
    put_plain(out, s);
}

static void item_french(struct book *book, struct place here, const struct item *item)
{
    struct rule *rule = find_rule(book, item->id);
    struct text fr = { 0 };

    if (rule == NULL || rule->game != book->games_len - 1) {
        complain(here, "%s is not defined in %s", item->id, book->games[book->games_len - 1].path);
        return;
    }
    if (rule->fr != NULL) {
        complain(here, "%s stands twice", item->id);
        return;
    }
    if (rule->code != NULL)
        put_french_refusal(here, &fr, rule, item->text);
    else
        put_plain(&fr, item->text);
    if (fr.p == NULL)
        put(&fr, "", 0);
    rule->fr = finish(here, rule->id, fr);
}

static void read_french(struct book *book, const char *path, const char *rest)
{
    struct place here = { path, 0 };
    struct span line;
    struct item item;

    while (next_line(&rest, &line)) {
        here.line++;
        if (read_item(here, line, &item))
            item_french(book, here, &item);
    }
}

/* ---- the files of a game ---- */

static void read_game(struct book *book)
{
    struct game *g = &book->games[book->games_len - 1];
    char *en = read_file(g->path);
    char *fr = read_file(g->path_fr);

    if (en != NULL)
        read_english(book, g->path, en);
    if (en != NULL && g->rules_len == 0)
        complain((struct place){ g->path, 0 }, "no rule is defined");
    if (fr != NULL)
        read_french(book, g->path_fr, fr);
    for (size_t i = 0; fr != NULL && i < book->rules_len; i++) {
        const struct rule *rule = &book->rules[i];

        if (rule->game == book->games_len - 1 && rule->fr == NULL)
            complain((struct place){ g->path, rule->line }, "%s has no line in %s", rule->id,
                     g->path_fr);
    }
    free(en);
    free(fr);
}

/* Does the source spell this id as C does, with nothing after it? */
static bool cites(const char *source, const char *id)
{
    char word[ID_MAX];
    size_t len = strlen(id);

    for (size_t i = 0; i <= len; i++)
        word[i] = id[i] == '-' ? '_' : id[i];
    for (const char *p = source; (p = strstr(p, word)) != NULL; p += len)
        if (!is_digit(p[len]))
            return true;
    return false;
}

static void read_source(struct book *book, const char *path)
{
    char *source = read_file(path);

    book->lean = true;
    for (size_t i = 0; source != NULL && i < book->rules_len; i++)
        if (cites(source, book->rules[i].id)) {
            book->rules[i].is_cited = true;
            book->games[book->rules[i].game].is_cited = true;
        }
    free(source);
}

/* Is this the entry of a catalogue that words the rule: "rm.bad.20" of RM-BAD-20? */
static bool is_entry_of(struct span line, const char *id)
{
    size_t n = 0;

    for (; id[n] != '\0'; n++)
        if (at(line, n) != (id[n] == '-' ? '.' : (char)tolower((unsigned char)id[n])))
            return false;
    return at(line, n) == '\t';
}

static void read_catalogue(struct book *book, const char *path)
{
    char *text = read_file(path);
    const char *rest = text;
    struct span line;

    while (text != NULL && next_line(&rest, &line))
        for (size_t i = 0; i < book->rules_len; i++)
            if (is_entry_of(line, book->rules[i].id))
                book->rules[i].is_said = memchr(line.p, '{', line.len) == NULL;
    free(text);
}

static char *joined(const char *a, size_t a_len, const char *b)
{
    struct text t = { 0 };

    put(&t, a, a_len);
    put_str(&t, b);
    return t.p;
}

static void add_game(struct book *book, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    struct game *g = &book->games[book->games_len++];

    *g = (struct game){ 0 };
    g->path = joined(path, strlen(path), "");
    g->path_fr = joined(path, strlen(path) - strlen(".md"), ".fr.md");
    g->name = joined(base, strlen(base) - strlen(".md"), "");
}

/* ---- output ---- */

static void write_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (const char *c = s; *c != '\0'; c++) {
        bool is_trigraph = c > s && c[-1] == '?' && *c == '?';

        if (*c == '"' || *c == '\\' || is_trigraph)
            fputc('\\', f);
        fputc(*c, f);
    }
    fputc('"', f);
}

static void write_head(FILE *f, const struct book *book)
{
    fputs("/* Generated by tools/mkrules from", f);
    for (int i = 0; i < book->games_len; i++)
        fprintf(f, "%s rules/%s.md and .fr.md", i > 0 ? "," : "", book->games[i].name);
    fputs("; do not edit. */\n", f);
}

static void write_ids(FILE *f, const struct book *book)
{
    write_head(f, book);
    fputs("#ifndef VL_RULE_IDS_H\n#define VL_RULE_IDS_H\n\n"
          "enum vl_rule_id {\n    VL_RULE_NONE,\n",
          f);
    for (size_t i = 0; i < book->rules_len; i++) {
        fputs("    ", f);
        for (const char *c = book->rules[i].id; *c != '\0'; c++)
            fputc(*c == '-' ? '_' : *c, f);
        fputs(",\n", f);
    }
    fputs("    VL_RULE_COUNT\n};\n\n#endif\n", f);
}

static void write_texts(FILE *f, const struct book *book)
{
    write_head(f, book);
    fputs("#include \"text/rules.h\"\n\n#include <stddef.h>\n\n#include \"rule_ids.h\"\n\n"
          "/* clang-format off */\n"
          "const struct vl_rule_text vl_rule_texts[VL_RULE_COUNT] = {\n"
          "    { \"\", \"\", \"\", NULL, \"\" },\n",
          f);
    for (size_t i = 0; i < book->rules_len; i++) {
        const struct rule *rule = &book->rules[i];
        const struct game *game = &book->games[rule->game];
        bool told = !book->lean || (rule->is_cited && !rule->is_said);

        if (book->lean && !game->is_cited) {
            fputs("    { \"\", \"\", \"\", NULL, \"\" },\n", f);
            continue;
        }
        fprintf(f, "    { \"%s\",\n      ", rule->id);
        write_string(f, told ? rule->en : "");
        fputs(",\n      ", f);
        write_string(f, told ? rule->fr : "");
        fputs(",\n      ", f);
        if (rule->code != NULL)
            write_string(f, rule->code);
        else
            fputs("NULL", f);
        fprintf(f, ", \"%s\" },\n", game->name);
    }
    fputs("};\n/* clang-format on */\n", f);
}

static void write_file(const char *dir, const char *name, const struct book *book,
                       void (*write)(FILE *f, const struct book *book))
{
    struct text path = { 0 };

    put_str(&path, dir);
    put_str(&path, "/");
    put_str(&path, name);
    FILE *f = fopen(path.p, "wb");
    if (f == NULL) {
        complain((struct place){ path.p, 0 }, "cannot be written");
    } else {
        write(f, book);
        bool is_bad = ferror(f) != 0;
        if (fclose(f) != 0 || is_bad)
            complain((struct place){ path.p, 0 }, "cannot be written");
    }
    free(path.p);
}

/* ---- command line ---- */

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void forget(struct book *book)
{
    for (size_t i = 0; i < book->rules_len; i++) {
        free(book->rules[i].en);
        free(book->rules[i].fr);
        free(book->rules[i].code);
    }
    for (int i = 0; i < book->games_len; i++) {
        free(book->games[i].path);
        free(book->games[i].path_fr);
        free(book->games[i].name);
    }
    free(book->rules);
    free(book->games);
}

int main(int argc, char **argv)
{
    struct book book = { 0 };

    if (argc < 3) {
        fputs("usage: mkrules OUTDIR rules/<game>.md... [SOURCE.c...] [CATALOGUE.tsv...]\n",
              stderr);
        return 2;
    }
    /* Sorted, so that the numbers do not depend on the shell's locale. */
    qsort(argv + 2, (size_t)argc - 2, sizeof *argv, by_path);
    book.games = grow(NULL, (size_t)argc * sizeof *book.games);
    for (int i = 2; i < argc; i++) {
        if (ends_with(argv[i], ".fr.md") || ends_with(argv[i], ".c") || ends_with(argv[i], ".tsv"))
            continue;
        if (!ends_with(argv[i], ".md")) {
            complain((struct place){ argv[i], 0 }, "is not a .md file");
            continue;
        }
        add_game(&book, argv[i]);
        read_game(&book);
    }
    for (int i = 2; i < argc; i++) {
        if (ends_with(argv[i], ".c"))
            read_source(&book, argv[i]);
        else if (ends_with(argv[i], ".tsv"))
            read_catalogue(&book, argv[i]);
    }
    if (book.games_len == 0)
        complain((struct place){ argv[1], 0 }, "no rule file to make it from");
    if (complaints == 0)
        write_file(argv[1], "rule_ids.h", &book, write_ids);
    if (complaints == 0)
        write_file(argv[1], "rule_texts.c", &book, write_texts);
    forget(&book);
    return complaints == 0 ? 0 : 1;
}
