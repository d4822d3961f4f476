/* write.c - everything that leaves the program passes here: words, folded for
 * terminals without UTF-8, wrapped to the width; faults; colours; signals. */
#include "cli/cli.h"

#include "text/rules.h"
#include "text/view.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PAIRS_MAX = 33, LINE_BYTES = 4096 };

/* ---- characters ---- */

/* One code point of UTF-8 at p; broken bytes count as themselves. */
static size_t decode(const char *p, uint32_t *out)
{
    const unsigned char *u = (const unsigned char *)p;
    size_t len = u[0] < 0x80 ? 1 : u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : u[0] >= 0xc0 ? 2 : 1;
    uint32_t c = len == 1 ? u[0] : u[0] & (0xffu >> (len + 1));

    for (size_t i = 1; i < len; i++) {
        if ((u[i] & 0xc0) != 0x80) {
            *out = u[0];
            return 1;
        }
        c = c << 6 | (u[i] & 0x3fu);
    }
    *out = c;
    return len;
}

/* Columns of a code point: none for marks that combine, two for East Asian
 * letters and pictures, which only a foreign content pack can bring. */
static int columns_of(uint32_t c)
{
    if ((c >= 0x300 && c <= 0x36f) || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f))
        return 0;
    if ((c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
        (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
        (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
        (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd))
        return 2;
    return 1;
}

/* The length of a colour sequence at p, 0 if none begins there. */
static size_t escape_len(const char *p)
{
    size_t n = 2;

    if (p[0] != '\033' || p[1] != '[')
        return 0;
    while (p[n] && p[n] != 'm')
        n++;
    return p[n] ? n + 1 : n;
}

int cli_width(const char *text)
{
    int columns = 0;

    while (*text) {
        size_t skip = escape_len(text);
        uint32_t c;
        if (skip) {
            text += skip;
            continue;
        }
        text += decode(text, &c);
        columns += columns_of(c);
    }
    return columns;
}

size_t cli_bytes(const char *text, int columns)
{
    size_t at = 0;

    for (int used = 0; text[at];) {
        uint32_t c;
        size_t n = decode(text + at, &c);
        used += columns_of(c);
        if (used > columns)
            break;
        at += n;
    }
    return at;
}

/* How many bytes of the text fit in `room` columns: up to the end of a word, if one
 * ends within the last half of them. */
static size_t cut_at(const char *text, int room)
{
    size_t at = 0, word = 0;
    int used = 0, word_used = 0;

    while (text[at]) {
        size_t esc = escape_len(text + at);
        uint32_t c;
        if (esc) {
            at += esc;
            continue;
        }
        size_t n = decode(text + at, &c);
        if (c == ' ') {
            word = at;
            word_used = used;
        }
        if (used + columns_of(c) > room)
            break;
        used += columns_of(c);
        at += n;
    }
    return text[at] && 2 * word_used >= room ? word : at;
}

/* Spaces and signs, which an ellipsis does not follow. */
static void drop_tail(struct vl_buf *out, size_t from)
{
    static const char *const tails[] = { " ", ",", ";", ":", ".", "\u00a0", "\u202f" };

    for (int i = 0; i < VL_LEN(tails);) {
        size_t n = strlen(tails[i]);
        if (out->len < from + n || memcmp(out->p + out->len - n, tails[i], n) != 0) {
            i++;
            continue;
        }
        out->len -= n;
        out->p[out->len] = '\0';
        i = 0;
    }
}

void cli_fit(const struct cli *cli, struct vl_buf *out, const char *text, int columns, bool fill)
{
    const char *mark = cli->utf8 ? "\u2026" : "...";
    size_t from = out->len;

    if (cli_width(text) <= columns) {
        vl_put(out, text);
    } else if (columns > cli_width(mark)) {
        vl_put_n(out, text, cut_at(text, columns - cli_width(mark)));
        drop_tail(out, from);
        vl_put(out, strchr(text, '\033') ? cli_style(cli, CLI_NORMAL) : "");
        vl_put(out, mark);
    }
    for (int used = cli_width(out->p + from); fill && used < columns; used++)
        vl_put_char(out, ' ');
}

/* clang-format off */
/* Letters of Latin-1 from U+00C0 on, then what typography adds. */
static const char *const latin[64] = {
    "A", "A", "A", "A", "A", "A", "AE", "C", "E", "E", "E", "E", "I", "I", "I", "I",
    "D", "N", "O", "O", "O", "O", "O", "x", "O", "U", "U", "U", "U", "Y", "Th", "ss",
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
    "d", "n", "o", "o", "o", "o", "o", "/", "o", "u", "u", "u", "u", "y", "th", "y"
};
static const struct { uint32_t code; const char *ascii; } others[] = {
    { 0x00a0, " " },  { 0x00ab, "\"" }, { 0x00b0, "o" },  { 0x00b7, "-" },  { 0x00bb, "\"" },
    { 0x0152, "OE" }, { 0x0153, "oe" }, { 0x2007, " " },  { 0x2009, " " },  { 0x2010, "-" },
    { 0x2011, "-" },  { 0x2012, "-" },  { 0x2013, "-" },  { 0x2014, "-" },  { 0x2018, "'" },
    { 0x2019, "'" },  { 0x201c, "\"" }, { 0x201d, "\"" }, { 0x2022, "*" },  { 0x2026, "..." },
    { 0x202f, " " },  { 0x2190, "<-" }, { 0x2192, "->" }, { 0x2212, "-" },  { 0x2265, ">=" },
    { 0x2264, "<=" }, { 0x00d7, "x" },  { 0x2500, "-" },  { 0x2502, "|" },  { 0x2665, "o" },
    { 0x25c6, "*" }
};
/* clang-format on */

static const char *ascii_of(uint32_t c)
{
    if (c >= 0xc0 && c <= 0xff)
        return latin[c - 0xc0];
    for (int i = 0; i < VL_LEN(others); i++)
        if (others[i].code == c)
            return others[i].ascii;
    return columns_of(c) == 0 ? "" : "?";
}

void cli_fold(struct vl_buf *out, const char *text)
{
    while (*text) {
        uint32_t c;
        size_t n = decode(text, &c);
        if (c < 0x80)
            vl_put_char(out, (char)c);
        else
            vl_put(out, ascii_of(c));
        text += n;
    }
}

void cli_own(const struct cli *cli, char *text, size_t cap)
{
    char folded[LINE_BYTES];
    struct vl_buf b = vl_buf_on(folded, sizeof folded), out;

    if (cli->utf8)
        return;
    cli_fold(&b, text);
    out = vl_buf_on(text, cap); /* empties it */
    vl_put(&out, folded);
}

/* ---- plain output ---- */

static void put_stream(const struct cli *cli, FILE *stream, const char *text)
{
    if (cli->utf8) {
        fputs(text, stream);
        return;
    }
    while (*text) {
        uint32_t c;
        text += decode(text, &c);
        if (c < 0x80)
            putc((int)c, stream);
        else
            fputs(ascii_of(c), stream);
    }
}

void cli_print(struct cli *cli, const char *text)
{
    put_stream(cli, cli->out, text);
}

void cli_printf(struct cli *cli, const char *format, ...)
{
    char line[LINE_BYTES];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    cli_print(cli, line);
}

/* ---- the screen ---- */

/* A number of the environment, 0 if it is none. */
static int env_number(const char *name)
{
    const char *value = getenv(name);
    int64_t n;

    return value && vl_str_int(value, strlen(value), &n) && n > 0 && n < 10000 ? (int)n : 0;
}

void cli_measure(struct cli *cli)
{
    struct winsize size = { 0 };

    if (cli->out_tty && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        memset(&size, 0, sizeof size);
    cli->columns = env_number("COLUMNS") ? env_number("COLUMNS") : size.ws_col;
    cli->rows = env_number("LINES") ? env_number("LINES") : size.ws_row;
}

int cli_columns(const struct cli *cli)
{
    if (cli->columns == 0)
        return CLI_WIDTH;
    if (cli->columns < CLI_WIDTH_MIN)
        return CLI_WIDTH_MIN;
    return cli->columns < CLI_WIDTH_MAX ? cli->columns : CLI_WIDTH_MAX;
}

/* ---- sentences ---- */

/* The pairs of a call: name, value, ..., NULL. */
static void take_pairs(const char *pairs[PAIRS_MAX], va_list args)
{
    int n = 0;

    while (n < PAIRS_MAX - 1) {
        pairs[n] = va_arg(args, const char *);
        if (!pairs[n])
            return;
        n++;
    }
    pairs[n] = NULL;
}

void cli_say(struct cli *cli, const char *id, ...)
{
    const char *pairs[PAIRS_MAX];
    char line[LINE_BYTES];
    struct vl_buf b = vl_buf_on(line, sizeof line);
    va_list args;

    va_start(args, id);
    take_pairs(pairs, args);
    va_end(args);
    vl_text_str(&b, cli->lang, id, pairs);
    cli_wrap(cli, "", 0, line);
}

void cli_word(struct cli *cli, char *out, size_t cap, const char *id, ...)
{
    const char *pairs[PAIRS_MAX];
    struct vl_buf b = vl_buf_on(out, cap);
    va_list args;

    va_start(args, id);
    take_pairs(pairs, args);
    va_end(args);
    vl_text_str(&b, cli->lang, id, pairs);
    cli_own(cli, out, cap);
}

/* French sets signs apart by a space that no line ends at: « là », ici : oui ! */
static bool is_bound(const char *text, size_t space)
{
    const char *after = text + space + 1;

    if (*after && strchr(":;!?", *after) && (after[1] == ' ' || after[1] == '\0'))
        return true;
    return strncmp(after, "»", 2) == 0 || (space >= 2 && strncmp(after - 3, "«", 2) == 0);
}

/* How many bytes of text fill a line of `room` columns, cut after a word; *skip
 * is the space to pass over. A word that is longer than the line is cut. */
static size_t line_break(const char *text, int room, size_t *skip)
{
    size_t at = 0, fit = 0, word = 0;
    int used = 0;

    while (text[at] && text[at] != '\n') {
        size_t esc = escape_len(text + at);
        uint32_t c;
        if (esc) {
            at += esc;
            continue;
        }
        size_t n = decode(text + at, &c);
        if (c == ' ' && !is_bound(text, at))
            word = at;
        used += columns_of(c);
        if (used <= room)
            fit = at + n;
        else if (c != ' ')
            break;
        at += n;
    }
    *skip = text[at] == '\n' ? 1 : 0;
    if (used <= room)
        return at;
    *skip = word ? 1 : 0;
    return word ? word : fit;
}

void cli_wrap(struct cli *cli, const char *lead, int indent, const char *text)
{
    cli_print(cli, lead);
    cli_wrap_on(cli, cli_width(lead), indent, text);
}

/* Does the first word not fit where there would be more room on the next line? */
static bool is_cramped(const char *text, int room, int next)
{
    size_t n = strcspn(text, " \n");
    char word[LINE_BYTES];
    struct vl_buf b = vl_buf_on(word, sizeof word);

    vl_put_n(&b, text, n);
    return next > room && cli_width(word) > room;
}

void cli_wrap_on(struct cli *cli, int used, int indent, const char *text)
{
    int width = cli_columns(cli), room = width - used;
    char folded[2 * LINE_BYTES];
    struct vl_buf whole = vl_buf_on(folded, sizeof folded);

    if (indent > width / 2) /* on a narrow screen */
        indent = 4;
    if (!cli->utf8) { /* before the widths are taken: "…" is three wide then */
        cli_fold(&whole, text);
        text = folded;
    }
    if (is_cramped(text, room, width - indent)) {
        cli_printf(cli, "\n%*s", indent, "");
        room = width - indent;
    }
    do {
        char line[LINE_BYTES];
        struct vl_buf b = vl_buf_on(line, sizeof line);
        size_t skip = 0, n = line_break(text, room, &skip);

        vl_put_n(&b, text, n);
        cli_print(cli, line);
        text += n + skip;
        while (*text == ' ')
            text++;
        cli_printf(cli, "\n%*s", *text ? indent : 0, "");
        room = width - indent;
    } while (*text);
}

int cli_print_json(struct cli *cli, const struct vl_json *w)
{
    if (w->out.full)
        return cli_fail(cli, TXT("cli.bad.too_long"), NULL);
    fwrite(w->out.p, 1, w->out.len, cli->out);
    fputc('\n', cli->out);
    return CLI_OK;
}

/* clang-format off */
static const char *const styles[CLI_STYLES] = {
    "\033[0m", "\033[1m", "\033[2m", "\033[1;31m", "\033[1;32m", "\033[1;33m", "\033[1;34m",
    "\033[1;35m", "\033[1;36m", "\033[1;37m", "\033[7m"
};
/* clang-format on */

const char *cli_style(const struct cli *cli, int style)
{
    return cli->color ? styles[style] : "";
}

/* ---- faults ---- */

/* One line on the error stream, or one line of JSON. What stands on the output
 * goes first, so that the two keep their order on a terminal. */
static void report(struct cli *cli, const char *text, const char *json)
{
    fflush(cli->out);
    if (json) {
        fprintf(cli->err, "%s\n", json);
        return;
    }
    put_stream(cli, cli->err, "veillee");
    if (cli->command && cli->command->name[0]) {
        put_stream(cli, cli->err, " ");
        put_stream(cli, cli->err, cli->command->name);
    }
    put_stream(cli, cli->err, cli->lang == VL_FR && cli->utf8 ? " : " : ": ");
    put_stream(cli, cli->err, text);
    put_stream(cli, cli->err, "\n");
}

static void report_pairs(struct cli *cli, const char *id, const char *const *pairs, bool json)
{
    char line[LINE_BYTES], memory[2 * LINE_BYTES];
    struct vl_buf b = vl_buf_on(line, sizeof line);
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_text_str(&b, cli->lang, id, pairs);
    vl_json_obj(&w);
    vl_json_kstr(&w, "status", vl_status_word(VL_USAGE));
    vl_json_kstr(&w, "text", line);
    vl_json_end(&w);
    report(cli, line, json ? memory : NULL);
}

int cli_fail(struct cli *cli, const char *id, ...)
{
    const char *pairs[PAIRS_MAX];
    va_list args;

    va_start(args, id);
    take_pairs(pairs, args);
    va_end(args);
    report_pairs(cli, id, pairs, cli->json);
    return CLI_BAD;
}

void cli_warn(struct cli *cli, const char *id, ...)
{
    const char *pairs[PAIRS_MAX];
    va_list args;

    va_start(args, id);
    take_pairs(pairs, args);
    va_end(args);
    report_pairs(cli, id, pairs, cli->json);
}

/* The file's name stands before the place in it, unless the place names it. */
void cli_put_fault(const struct cli *cli, struct vl_buf *out, const struct vl_rules *r,
                   const char *file, const struct vl_error *err)
{
    const char *colon = cli->lang == VL_FR ? " : " : ": ";
    struct vl_error rest = *err;

    if (file && !strstr(err->where, file)) {
        vl_text_clean(out, file, strlen(file));
        if (err->line) {
            vl_put_char(out, ':');
            vl_put_u64(out, err->line);
            vl_put_char(out, ':');
            vl_put_u64(out, err->column);
        }
        if (err->line && err->where[0] != '/')
            rest.where[0] = '\0'; /* "line 12, column 5" has been said */
        vl_put(out, colon);
    }
    if (err->key[0]) {
        vl_put(out, err->key);
        vl_put(out, colon);
    }
    vl_text_error(out, cli->lang, r, &rest);
}

static void report_error(struct cli *cli, const struct vl_rules *r, const char *file,
                         const struct vl_error *err)
{
    char line[LINE_BYTES], memory[2 * LINE_BYTES];
    struct vl_buf b = vl_buf_on(line, sizeof line);
    struct vl_json w = vl_json_on(memory, sizeof memory);

    cli_put_fault(cli, &b, r, file, err);
    vl_error_json(&w, r, err, cli->lang);
    report(cli, line, cli->json ? memory : NULL);
}

int cli_fail_error(struct cli *cli, const struct vl_rules *r, const char *file,
                   const struct vl_error *err)
{
    report_error(cli, r, file, err);
    return CLI_BAD;
}

void cli_warn_error(struct cli *cli, const struct vl_rules *r, const char *file,
                    const struct vl_error *err)
{
    report_error(cli, r, file, err);
}

bool cli_flush(struct cli *cli)
{
    return fflush(cli->out) == 0 && !ferror(cli->out);
}

/* The other end of a pipe is closed. An error that came in the midst of the
 * output has left no errno, so the pipe itself is asked. */
static bool nobody_reads(FILE *out)
{
    struct pollfd p = { .fd = fileno(out) };

    return errno == EPIPE || (poll(&p, 1, 0) == 1 && (p.revents & POLLERR));
}

int cli_done(struct cli *cli, int code)
{
    errno = 0;
    if (cli_flush(cli))
        return code;
    if (nobody_reads(cli->out))
        return CLI_STOPPED + SIGPIPE;
    clearerr(cli->out);
    return cli_fail(cli, TXT("cli.bad.output"), "why", strerror(errno ? errno : EIO), NULL);
}

/* ---- files that the user names ---- */

enum vl_file_how cli_how(const struct cli *cli)
{
    return cli_has(cli, "force") ? VL_FILE_REPLACE : VL_FILE_NEW;
}

bool cli_may_write(struct cli *cli, const char *path)
{
    struct vl_error err = { 0 };

    if (!path || cli_how(cli) == VL_FILE_REPLACE || !vl_file_exists(path))
        return true;
    vl_error_set(&err, VL_EXISTS, path, "");
    cli_fail_error(cli, NULL, path, &err);
    return false;
}

enum vl_file_how cli_save_words(const char *rest, char *file, size_t cap)
{
    static const char word[] = " --force";
    struct vl_buf b = vl_buf_on(file, cap);
    size_t len = strlen(rest), n = sizeof word - 1;
    bool force = len > n && strcmp(rest + len - n, word) == 0;

    vl_put_n(&b, rest, force ? len - n : len);
    return force ? VL_FILE_REPLACE : VL_FILE_NEW;
}

/* ---- signals ---- */

volatile sig_atomic_t cli_stop;

static void on_signal(int number)
{
    cli_stop = number;
}

void cli_signals(void)
{
    struct sigaction sa;

    memset(&sa, 0, sizeof sa);
    sigemptyset(&sa.sa_mask);
    sa.sa_handler = on_signal;
    sa.sa_flags = (int)SA_RESETHAND; /* no SA_RESTART: a read must come back */
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGTERM, &sa, NULL);
    sigaction(SIGHUP, &sa, NULL);
    sa.sa_handler = SIG_IGN;
    sa.sa_flags = 0;
    sigaction(SIGPIPE, &sa, NULL);
    sigaction(SIGXFSZ, &sa, NULL); /* a limit on file sizes is a full disk like any other */
}
