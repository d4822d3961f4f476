/* mkcontent - compiles content packs into constant blocks, at build time.
 *
 *     mkcontent OUTDIR content/runemasters.json [content/released/runemasters-1.0.0.json ...]
 *     mkcontent --check FILE...
 *     mkcontent --schemas OUT.c content/runemasters.schema.json ...
 *
 * Writes OUTDIR/content_<game>.c for each game and OUTDIR/content_list.c with
 * the table of all packs (pack/builtin.h). <game>.json is the current pack;
 * <game>-<version>.json are those released before, which old records need.
 * *.schema.json are passed over, so that a glob may name them.
 *
 * Reading and checking are pack/'s, the same as at run time. A fault is printed
 * as "FILE:LINE:COLUMN: KEY: POINTER: REASON" and fails the build. The schemas are
 * kept as they are, for whoever exports a pack (cli/commands/schema.h). The block is laid out for
 * machines with the byte order of this one; the file refuses to compile on
 * others. */
#include "core/content.h"
#include "pack/pack.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>

enum { FILES_MAX = 256 };

struct source {
    const char *path;
    const char *base; /* its last part */
    struct vl_pack pack;
};

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool ends_with(const char *text, const char *tail)
{
    size_t n = strlen(text), m = strlen(tail);

    return n >= m && strcmp(text + n - m, tail) == 0;
}

/* ---- reading ---- */

/* Prints every fault of a file; their number. */
static int check(const char *path)
{
    struct vl_fault_list faults = { 0 };

    vl_pack_check(NULL, path, &faults);
    for (int i = 0; i < faults.len; i++) {
        const struct vl_error *e = &faults.items[i];
        bool is_path = strcmp(e->where, path) == 0;

        fprintf(stderr, "%s:", path);
        if (e->line)
            fprintf(stderr, "%u:%u:", (unsigned)e->line, (unsigned)e->column);
        fprintf(stderr, " %s%s%s%s%s\n", e->key, e->key[0] ? ": " : "", is_path ? "" : e->where,
                is_path || !e->where[0] ? "" : ": ",
                e->what[0] ? e->what : vl_status_word(e->status));
    }
    int count = faults.count;
    if (count > faults.len)
        fprintf(stderr, "%s: and %d more faults\n", path, count - faults.len);
    vl_fault_list_free(&faults);
    return count;
}

static bool is_current(const struct source *s)
{
    size_t n = strlen(s->pack.game->id);

    return strncmp(s->base, s->pack.game->id, n) == 0 && strcmp(s->base + n, ".json") == 0;
}

/* "runemasters.json", or "runemasters-1.0.0.json" for what stands in it. */
static bool name_ok(const struct source *s)
{
    char old[128];

    snprintf(old, sizeof old, "%s-%s.json", s->pack.game->id, s->pack.info.version);
    return is_current(s) || strcmp(s->base, old) == 0;
}

static bool load(struct source *s, const char *path)
{
    struct vl_error err;

    s->path = path;
    s->base = base_of(path);
    if (check(path) > 0)
        return false;
    if (vl_pack_load(&s->pack, NULL, path, &err) != VL_OK) {
        fprintf(stderr, "%s: %s: %s\n", path, err.where, err.what);
        return false;
    }
    if (name_ok(s))
        return true;
    fprintf(stderr, "%s: must be called %s.json or %s-%s.json\n", path, s->pack.game->id,
            s->pack.game->id, s->pack.info.version);
    return false;
}

/* No two packs of a game share id and version: a record could not tell them
 * apart. */
static bool twins(const struct source *list, int len)
{
    for (int i = 0; i < len; i++)
        for (int j = 0; j < i; j++) {
            const struct vl_pack *a = &list[i].pack, *b = &list[j].pack;

            if (a->game == b->game && strcmp(a->info.id, b->info.id) == 0 &&
                strcmp(a->info.version, b->info.version) == 0) {
                fprintf(stderr, "%s: same id and version as %s\n", list[i].path, list[j].path);
                return true;
            }
        }
    return false;
}

/* ---- writing ---- */

static void write_bytes(FILE *f, const char *type, const char *name, int number, const void *bytes,
                        size_t len)
{
    const unsigned char *p = bytes;

    fprintf(f, "static const %s %s_%d[%zu] = {", type, name, number, len);
    for (size_t i = 0; i < len; i++)
        fprintf(f, "%s%u%s", i % 24 ? "" : "\n    ", p[i], i + 1 < len ? "," : "");
    fputs("\n};\n\n", f);
}

/* uint64_t words: the block is aligned for whatever struct a game puts there. */
static void write_words(FILE *f, int number, const void *block, size_t size)
{
    size_t words = (size + 7) / 8;

    fprintf(f, "static const uint64_t block_%d[%zu] = {", number, words);
    for (size_t i = 0; i < words; i++) {
        uint64_t v = 0;
        size_t left = size - i * 8;

        memcpy(&v, (const char *)block + i * 8, left < 8 ? left : 8);
        fprintf(f, "%sUINT64_C(0x%llx)%s", i % 4 ? " " : "\n    ", (unsigned long long)v,
                i + 1 < words ? "," : "");
    }
    fputs("\n};\n\n", f);
}

static void write_order(FILE *f)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    fprintf(f,
            "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_%s_ENDIAN__\n"
            "#error \"made for another byte order: run mkcontent on a machine of this one\"\n"
            "#endif\n\n",
            first ? "LITTLE" : "BIG");
}

/* `block` is the number of the block that it has: packs that differ in nothing that is kept
 * share one. */
static void write_pack(FILE *f, int number, int block, const struct source *s)
{
    const struct vl_pack *p = &s->pack;

    fprintf(f, "/* %s %s, from %s */\n", p->info.id, p->info.version, s->base);
    if (block == number)
        write_words(f, number, p->block, p->size);
    fputs("#ifdef VL_LEAN /* nobody will ask how it was written */\n", f);
    fprintf(f, "static const unsigned char json_%d[1] = { 0 };\n#else\n", number);
    write_bytes(f, "unsigned char", "json", number, p->json, p->json_len + 1);
    fputs("#endif\n", f);
    /* ORDER VL_BUILTIN */
    fprintf(f,
            "const struct vl_builtin content_%s_%d = {\n"
            "    \"%s\",\n"
            "    { \"%s\", \"%s\", UINT64_C(0x%016llx) },\n"
            "    block_%d, %zu, sizeof json_%d - 1, (const char *)json_%d\n"
            "};\n\n",
            p->game->id, number, p->game->id, p->info.id, p->info.version,
            (unsigned long long)p->info.hash, block, p->size, number, number);
}

/* Which of the packs written before, or it itself, has the block of this one. */
static int same_block(const struct source *const *written, int number)
{
    const struct vl_pack *p = &written[number]->pack;

    for (int i = 0; i < number; i++)
        if (written[i]->pack.size == p->size &&
            memcmp(written[i]->pack.block, p->block, p->size) == 0)
            return i;
    return number;
}

static FILE *open_out(const char *dir, const char *name, char *path, size_t cap)
{
    snprintf(path, cap, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    if (!f)
        perror(path);
    return f;
}

static bool close_out(FILE *f, const char *path)
{
    bool bad = ferror(f) != 0;

    if (fclose(f) != 0)
        bad = true;
    if (bad)
        fprintf(stderr, "%s: cannot be written\n", path);
    return !bad;
}

/* The packs of one game, the current one first; declared in `list` too. */
static bool write_game(const char *dir, const struct vl_game *game, const struct source *sources,
                       int len, FILE *list)
{
    const struct source *written[FILES_MAX];
    char name[80], path[1024];
    int number = 0;

    snprintf(name, sizeof name, "content_%s.c", game->id);
    FILE *f = open_out(dir, name, path, sizeof path);
    if (!f)
        return false;
    fputs("/* Generated by tools/mkcontent from content/; do not edit. */\n"
          "#include \"pack/builtin.h\"\n\n",
          f);
    fprintf(list, "/* %s */\n", game->id);
    write_order(f);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < len; i++)
            if (sources[i].pack.game == game && is_current(&sources[i]) == (pass == 0)) {
                fprintf(f, "extern const struct vl_builtin content_%s_%d;\n", game->id, number);
                fprintf(list, "extern const struct vl_builtin content_%s_%d;\n", game->id, number);
                written[number] = &sources[i];
                write_pack(f, number, same_block(written, number), &sources[i]);
                number++;
            }
    return close_out(f, path);
}

static int packs_of(const struct vl_game *game, const struct source *sources, int len)
{
    int n = 0;

    for (int i = 0; i < len; i++)
        n += sources[i].pack.game == game;
    return n;
}

static bool write_all(const char *dir, const struct source *sources, int len)
{
    char path[1024];
    FILE *list = open_out(dir, "content_list.c", path, sizeof path);
    bool ok = list != NULL;

    if (!list)
        return false;
    fputs("/* Generated by tools/mkcontent from content/; do not edit. */\n"
          "#include \"pack/builtin.h\"\n\n",
          list);
    for (int g = 0; ok && g < vl_games_len(); g++)
        if (packs_of(vl_game_at(g), sources, len))
            ok = write_game(dir, vl_game_at(g), sources, len, list);
    fputs("\nconst struct vl_builtin *const vl_builtins[] = {\n", list);
    for (int g = 0; g < vl_games_len(); g++)
        for (int i = 0; i < packs_of(vl_game_at(g), sources, len); i++)
            fprintf(list, "    &content_%s_%d,\n", vl_game_at(g)->id, i);
    fputs("    NULL\n};\n", list);
    return close_out(list, path) && ok;
}

/* ---- schemas ---- */

static bool write_schema(FILE *f, int number, const char *path)
{
    static char text[VL_PACK_FILE_MAX];
    FILE *in = fopen(path, "rb");
    size_t len = in ? fread(text, 1, sizeof text - 1, in) : 0;

    if (!in || ferror(in) || !feof(in)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        if (in)
            fclose(in);
        return false;
    }
    fclose(in);
    text[len] = '\0';
    write_bytes(f, "unsigned char", "schema", number, text, len + 1);
    return true;
}

static bool write_schemas(const char *out, char **paths, int len)
{
    FILE *f = fopen(out, "w");
    bool ok = f != NULL;

    if (!f) {
        perror(out);
        return false;
    }
    fputs("/* Generated by tools/mkcontent from content/; do not edit. */\n"
          "#include \"cli/commands/schema.h\"\n\n",
          f);
    for (int i = 0; i < len && ok; i++)
        ok = write_schema(f, i, paths[i]);
    fputs("const struct cli_schema cli_schemas[] = {\n", f);
    for (int i = 0; i < len; i++)
        fprintf(f, "    { \"%s\", (const char *)schema_%d, sizeof schema_%d - 1 },\n",
                base_of(paths[i]), i, i);
    fputs("    { 0 }\n};\n", f);
    return close_out(f, out) && ok;
}

/* ---- */

static int check_all(int argc, char **argv)
{
    int faults = 0;

    for (int i = 2; i < argc; i++)
        faults += check(argv[i]);
    return faults ? 1 : 0;
}

int main(int argc, char **argv)
{
    static struct source sources[FILES_MAX];
    int len = 0;
    bool ok = true;

    if (argc < 3) {
        fprintf(stderr,
                "usage: mkcontent OUTDIR FILE... | --check FILE... | --schemas OUT.c FILE...\n");
        return 2;
    }
    if (strcmp(argv[1], "--check") == 0)
        return check_all(argc, argv);
    if (strcmp(argv[1], "--schemas") == 0)
        return write_schemas(argv[2], argv + 3, argc - 3) ? 0 : 1;
    for (int i = 2; i < argc && len < FILES_MAX; i++) {
        if (ends_with(argv[i], ".schema.json"))
            continue;
        if (load(&sources[len], argv[i]))
            len++;
        else
            ok = false;
    }
    ok = ok && !twins(sources, len) && write_all(argv[1], sources, len);
    for (int i = 0; i < len; i++)
        vl_pack_free(&sources[i].pack);
    return ok ? 0 : 1;
}
