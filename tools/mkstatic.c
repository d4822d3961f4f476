/* mkstatic - the files of a folder as a C table, so that the server needs no disk.
 *
 *     mkstatic OUT.c FOLDER
 *
 * Each file becomes bytes, a media type by its extension and an ETag of its
 * content (src/server/net/static.h). Names that begin with a dot are left out; an
 * extension without a type is an error, so that nothing is served by guess.
 * NAME.gz beside NAME is NAME compressed, for those who take it. */
#include "base/hash.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 1000, PATH_LEN_MAX = 500, DEPTH_MAX = 8 };

static const struct {
    const char *extension, *type;
} types[] = {
    { ".html", "text/html; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".json", "application/json" },
    { ".webmanifest", "application/manifest+json" },
    { ".svg", "image/svg+xml" },
    { ".png", "image/png" },
    { ".ico", "image/x-icon" },
    { ".woff2", "font/woff2" },
    { ".wasm", "application/wasm" },
    { ".ogg", "audio/ogg" },
    { ".txt", "text/plain; charset=utf-8" },
};

struct file {
    char path[PATH_LEN_MAX]; /* as it is served: "/style.css" */
    const char *type;        /* NULL: another file compressed */
    char etag[24];
    bool is_hashed;
    unsigned char *bytes;
    size_t len;
};

static struct file files[FILES_MAX];
static int files_len;

static _Noreturn void die(const char *what, const char *path)
{
    fprintf(stderr, "mkstatic: %s: %s\n", path, what);
    exit(1);
}

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i].extension) == 0)
            return types[i].type;
    die("no media type for this extension", path);
}

/* The bundler's names: /assets/NAME-HASH.EXT, with at least 8 characters of hash. */
static bool is_hashed(const char *path)
{
    const char *dash = strrchr(path, '-'), *dot = strrchr(path, '.');

    return strncmp(path, "/assets/", 8) == 0 && dash && dot && dot - dash > 8;
}

static bool is_compressed(const char *path)
{
    size_t n = strlen(path);

    return n > 3 && strcmp(path + n - 3, ".gz") == 0;
}

static void read_bytes(struct file *f, const char *from, size_t size)
{
    FILE *in = fopen(from, "rb");

    f->bytes = malloc(size + 1);
    if (!in || !f->bytes)
        die(strerror(errno), from);
    f->len = fread(f->bytes, 1, size, in);
    if (f->len != size || ferror(in))
        die("cannot be read", from);
    fclose(in);
}

static void add_file(const char *from, const char *path, size_t size)
{
    struct file *f = &files[files_len];
    uint8_t hash[32];

    if (files_len++ == FILES_MAX)
        die("too many files", from);
    snprintf(f->path, sizeof f->path, "%s", path);
    f->type = is_compressed(path) ? NULL : type_of(path);
    f->is_hashed = is_hashed(path);
    read_bytes(f, from, size);
    vl_sha256_of(f->bytes, f->len, hash);
    for (int i = 0; i < 8; i++)
        snprintf(f->etag + 2 * i, sizeof f->etag - 2 * (size_t)i, "%02x", hash[i]);
}

static void add_folder(const char *from, const char *path, int depth)
{
    DIR *dir = opendir(from);

    if (!dir || depth > DEPTH_MAX)
        die(dir ? "too deep" : strerror(errno), from);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        char sub[2 * PATH_LEN_MAX], to[PATH_LEN_MAX];
        struct stat st;
        int n = snprintf(sub, sizeof sub, "%s/%s", from, e->d_name);
        int m = snprintf(to, sizeof to, "%s/%s", path, e->d_name);

        if (e->d_name[0] == '.')
            continue;
        if (n < 0 || (size_t)n >= sizeof sub || m < 0 || (size_t)m >= sizeof to || stat(sub, &st))
            die("cannot be used", sub);
        if (S_ISDIR(st.st_mode))
            add_folder(sub, to, depth + 1);
        else
            add_file(sub, to, (size_t)st.st_size);
    }
    closedir(dir);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

/* As string literals: a compiler reads them many times faster than numbers. */
static void write_bytes(FILE *out, int i)
{
    const struct file *f = &files[i];

    fprintf(out, "static const unsigned char bytes_%d[] =", i);
    for (size_t k = 0; k < f->len; k++) {
        unsigned char c = f->bytes[k];

        fputs(k % 60 == 0 ? k ? "\"\n    \"" : "\n    \"" : "", out);
        if (c < ' ' || c > '~' || strchr("\"\\?", c))
            fprintf(out, "\\%03o", c);
        else
            fputc(c, out);
    }
    fputs(f->len ? "\";\n\n" : " \"\";\n\n", out);
}

/* The place of NAME.gz, -1 if there is none. */
static int compressed_of(const char *path)
{
    size_t n = strlen(path);

    for (int i = 0; i < files_len; i++)
        if (!files[i].type && strncmp(files[i].path, path, n) == 0 &&
            strcmp(files[i].path + n, ".gz") == 0)
            return i;
    return -1;
}

static void check_pairs(void)
{
    int alone = 0;

    for (int i = 0; i < files_len; i++)
        alone += files[i].type ? compressed_of(files[i].path) >= 0 : -1;
    if (alone != 0)
        die("a .gz without the file it is made of", "mkstatic");
}

static int write_row(FILE *out, int i)
{
    const struct file *f = &files[i];
    int gz = compressed_of(f->path);

    if (!f->type)
        return 0;
    fprintf(out, "    { \"%s\", \"%s\", \"\\\"%s\\\"\", %s, bytes_%d, %zu, ", f->path, f->type,
            f->etag, f->is_hashed ? "true" : "false", i, f->len);
    if (gz >= 0)
        fprintf(out, "{ \"\\\"%s\\\"\", bytes_%d, %zu } },\n", files[gz].etag, gz, files[gz].len);
    else
        fprintf(out, "{ 0, 0, 0 } },\n");
    return 1;
}

static void write_table(FILE *out, const char *folder)
{
    int rows = 0;

    fprintf(out, "/* Generated by tools/mkstatic from %s. Do not edit. */\n", folder);
    fprintf(out, "#include \"server/net/static.h\"\n\n");
    fprintf(out, "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n");
    for (int i = 0; i < files_len; i++)
        write_bytes(out, i);
    fprintf(out, "const struct static_file static_files[] = {\n");
    for (int i = 0; i < files_len; i++)
        rows += write_row(out, i);
    fprintf(out, "};\nconst int static_files_len = %d;\n", rows);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: mkstatic OUT.c FOLDER\n");
        return 2;
    }
    add_folder(argv[2], "", 0);
    if (files_len == 0)
        die("no files", argv[2]);
    qsort(files, (size_t)files_len, sizeof files[0], by_path);
    check_pairs();
    FILE *out = fopen(argv[1], "w");
    if (!out)
        die(strerror(errno), argv[1]);
    write_table(out, argv[2]);
    if (fclose(out))
        die(strerror(errno), argv[1]);
    return 0;
}
