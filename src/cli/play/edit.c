/* edit.c - the typed line in the hands of libedit. */
#include "cli/play/edit.h"

#include "cli/play/words.h"
#include "cli/words.h"

#include <stdlib.h>
#include <string.h>

#ifdef VL_HAVE_EDIT

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum {
    HISTORY_LINES = 200,
    HISTORY_BYTES = 256 << 10, /* a larger file is none of ours */
    PATH_BYTES = 1024,
    OFFERS_MAX = 128,
    OFFER_BYTES = 64
};

struct play_edit {
    EditLine *el;
    History *history;
    bool is_open; /* raw mode, a line on the screen */
    bool is_over; /* the end of input, or Ctrl-D on an empty line */
    bool is_read; /* the history of this game */
    int offers_len;
    char offer[OFFERS_MAX][OFFER_BYTES];
};

/* ---- history ---- */

static bool history_path(const struct play *p, const char *end, char out[PATH_BYTES])
{
    const char *xdg = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool has_xdg = xdg && xdg[0] == '/';
    int n;

    if (!p->game[0] || (!has_xdg && !(home && home[0] == '/')))
        return false;
    n = snprintf(out, PATH_BYTES, "%s%s/veillee/history-%s%s", has_xdg ? xdg : home,
                 has_xdg ? "" : "/.local/state", p->game, end);
    return n > 0 && n < PATH_BYTES;
}

/* The folders of a path; those that are new belong to their owner alone. */
static void make_folders(const char *path)
{
    char part[PATH_BYTES];

    snprintf(part, sizeof part, "%s", path);
    for (char *at = strchr(part + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        (void)mkdir(part, 0700);
        *at = '/';
    }
}

static void read_history(struct play *p)
{
    char path[PATH_BYTES];
    struct stat st;
    HistEvent ev;

    p->edit->is_read = true;
    if (history_path(p, "", path) && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
        st.st_size <= HISTORY_BYTES)
        history(p->edit->history, &ev, H_LOAD, path);
}

/* Beside the old one, then in its place. What cannot be kept is not worth a word. */
static void write_history(const struct play *p)
{
    char path[PATH_BYTES], fresh[PATH_BYTES];
    HistEvent ev;
    FILE *f = NULL;
    int fd;

    if (!p->edit->is_read || cli_has(p->cli, "no-save") || !history_path(p, "", path) ||
        !history_path(p, ".new", fresh))
        return;
    make_folders(path);
    fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    if (fd >= 0)
        f = fdopen(fd, "w");
    if (!f)
        return;
    bool ok = fchmod(fd, 0600) == 0 && history(p->edit->history, &ev, H_SAVE_FP, f) >= 0;
    if (fclose(f) != 0 || !ok || rename(fresh, path) != 0)
        (void)unlink(fresh);
}

/* ---- keys ---- */

/* How many bytes follow the first one of a character. */
static int bytes_after(unsigned char first)
{
    return first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
}

static int read_char(EditLine *el, wchar_t *out)
{
    struct play *p;
    unsigned char c;
    ssize_t n;

    el_get(el, EL_CLIENTDATA, &p);
    do
        n = read(0, &c, 1);
    while (n < 0 && errno == EINTR && !cli_stop);
    if (n != 1) {
        p->edit->is_over = true;
        return n == 0 ? 0 : -1;
    }
    *out = c;
    int more = bytes_after(c);
    if (more > 0)
        *out = c & (0x3f >> more);
    while (more-- > 0 && read(0, &c, 1) == 1)
        *out = (wchar_t)(*out << 6 | (c & 0x3f));
    return 1;
}

/* Ctrl-D: the end, unless there is something to delete. */
static unsigned char on_eof(EditLine *el, int ch)
{
    const LineInfo *li = el_line(el);
    struct play *p;

    (void)ch;
    el_get(el, EL_CLIENTDATA, &p);
    if (li->lastchar == li->buffer) {
        p->edit->is_over = true;
        return CC_NORM;
    }
    if (li->cursor == li->lastchar)
        return CC_ERROR;
    el_cursor(el, 1);
    el_deletestr(el, 1);
    return CC_REFRESH;
}

/* ---- completion ---- */

static void take_offer(void *arg, const char *word)
{
    struct play_edit *e = arg;

    for (int i = 0; i < e->offers_len; i++)
        if (strcmp(e->offer[i], word) == 0)
            return;
    if (e->offers_len < OFFERS_MAX && strlen(word) < OFFER_BYTES)
        snprintf(e->offer[e->offers_len++], OFFER_BYTES, "%s", word);
}

/* What all of them have in common. */
static size_t common(const struct play_edit *e)
{
    size_t n = strlen(e->offer[0]);

    for (int i = 1; i < e->offers_len; i++)
        for (size_t k = 0; k < n; k++)
            if (e->offer[i][k] != e->offer[0][k])
                n = k;
    return n;
}

static void show_offers(struct play *p)
{
    const struct play_edit *e = p->edit;
    int used = 0;

    fputs("\n", p->screen);
    for (int i = 0; i < e->offers_len; i++) {
        int width = (int)strlen(e->offer[i]) + 2;
        if (used > 0 && used + width > cli_columns(p->cli)) {
            fputs("\n", p->screen);
            used = 0;
        }
        fprintf(p->screen, "%s  ", e->offer[i]);
        used += width;
    }
    fputs("\n", p->screen);
}

static unsigned char on_tab(EditLine *el, int ch)
{
    const LineInfo *li = el_line(el);
    char line[PLAY_LINE], text[OFFER_BYTES + 2];
    const char *begun;
    struct play *p;

    (void)ch;
    el_get(el, EL_CLIENTDATA, &p);
    snprintf(line, sizeof line, "%.*s", (int)(li->cursor - li->buffer), li->buffer);
    begun = strrchr(line, ' ') ? strrchr(line, ' ') + 1 : line;
    p->edit->offers_len = 0;
    play_complete(p, line, take_offer, p->edit);
    if (p->edit->offers_len == 0)
        return CC_ERROR;
    size_t n = common(p->edit);
    snprintf(text, sizeof text, "%.*s%s", (int)n, p->edit->offer[0],
             p->edit->offers_len == 1 ? " " : "");
    if (p->edit->offers_len > 1 && n <= strlen(begun)) {
        show_offers(p);
        return CC_REDISPLAY;
    }
    int letters = 0; /* of what is typed, which may have accents */
    for (const char *at = begun; *at; at++)
        letters += ((unsigned char)*at & 0xc0) != 0x80;
    el_deletestr(el, letters);
    el_insertstr(el, text);
    return CC_REFRESH;
}

/* ---- the line ---- */

/* Between two lines the terminal has the keys; Enter of a moment before still comes as
 * it does in raw mode. */
static void read_closed(struct play *p)
{
    play_read_keys(&p->input);
    for (size_t i = 0; i < p->input.len; i++)
        if (p->input.text[i] == '\r')
            p->input.text[i] = '\n';
}

static char *prompt(EditLine *el)
{
    static char text[] = "> ";

    (void)el;
    return text;
}

/* Half a line that was typed while no line was open goes on here. */
static void take_over(struct play *p)
{
    struct play_input *in = &p->input;
    char text[PLAY_LINE];

    if (in->len == 0 || in->len >= sizeof text || in->over || memchr(in->text, '\n', in->len))
        return;
    memcpy(text, in->text, in->len);
    text[in->len] = '\0';
    in->len = 0;
    el_insertstr(p->edit->el, text);
    el_set(p->edit->el, EL_REFRESH);
}

void edit_show(struct play *p)
{
    struct play_edit *e = p->edit;

    if (!e->is_read && p->game[0])
        read_history(p);
    fflush(p->screen);
    if (e->is_open)
        el_set(e->el, EL_REFRESH);
    else
        el_set(e->el, EL_UNBUFFERED, 1); /* raw mode, and the prompt */
    e->is_open = true;
    take_over(p);
}

void edit_hide(struct play *p)
{
    fputs("\r\033[K", p->screen);
}

static void close_line(struct play_edit *e)
{
    if (e->is_open)
        el_set(e->el, EL_UNBUFFERED, 0);
    e->is_open = false;
}

static void take_line(struct play *p, const char *line, size_t len)
{
    struct play_input *in = &p->input;
    HistEvent ev;
    char text[PLAY_LINE];

    len = len < sizeof text - 1 ? len : sizeof text - 2;
    memcpy(text, line, len);
    text[len] = '\0';
    if (text[strspn(text, " ")])
        history(p->edit->history, &ev, H_ENTER, text);
    if (in->len + len + 1 > sizeof in->text)
        return;
    memcpy(in->text + in->len, text, len);
    in->len += len;
    in->text[in->len++] = '\n';
}

/* Somebody else has set the terminal: a shell, after a stop. */
static void keep_raw(struct play_edit *e)
{
    struct termios t;

    if (tcgetattr(0, &t) != 0 || !(t.c_lflag & ICANON))
        return;
    el_set(e->el, EL_PREP_TERM, 0);
    el_set(e->el, EL_PREP_TERM, 1);
}

static void read_open(struct play *p)
{
    struct play_edit *e = p->edit;
    const char *line;
    int len = 0;

    keep_raw(e);
    el_resize(e->el);
    line = el_gets(e->el, &len);
    if (line && len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r')) {
        take_line(p, line, (size_t)len - 1);
        close_line(e);
    } else if (e->is_over) {
        close_line(e);
        p->input.over = true;
    }
}

void edit_keys(struct play *p)
{
    if (p->edit->is_open)
        read_open(p);
    else
        read_closed(p);
}

/* ---- the terminal ---- */

static bool can_edit(const struct play *p)
{
    const char *term = getenv("TERM");

    return p->cli->in_tty && p->cli->out_tty && !p->plain && term && term[0] &&
           strcmp(term, "dumb") != 0;
}

/* libedit shows letters by the locale; ours is known from the same variables. */
static void choose_letters(const struct play *p)
{
    if (!p->cli->utf8)
        return;
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        (void)setlocale(LC_CTYPE, "C.UTF-8");
}

static bool open_edit(struct play *p, struct play_edit *e)
{
    HistEvent ev;

    choose_letters(p);
    e->history = history_init();
    e->el = el_init("veillee", stdin, p->screen, stderr);
    if (!e->el || !e->history)
        return false;
    history(e->history, &ev, H_SETSIZE, HISTORY_LINES);
    history(e->history, &ev, H_SETUNIQUE, 1);
    el_set(e->el, EL_CLIENTDATA, p);
    el_set(e->el, EL_PROMPT, prompt);
    el_set(e->el, EL_EDITOR, "emacs");
    el_set(e->el, EL_HIST, history, e->history);
    el_set(e->el, EL_GETCFN, read_char);
    el_set(e->el, EL_ADDFN, "veillee-complete", "", on_tab);
    el_set(e->el, EL_ADDFN, "veillee-eof", "", on_eof);
    el_set(e->el, EL_BIND, "^I", "veillee-complete", NULL);
    el_set(e->el, EL_BIND, "^D", "veillee-eof", NULL);
    el_set(e->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    return true;
}

void edit_begin(struct play *p)
{
    if (!can_edit(p))
        return;
    p->edit = calloc(1, sizeof *p->edit);
    if (p->edit && !open_edit(p, p->edit))
        edit_end(p);
}

void edit_end(struct play *p)
{
    struct play_edit *e = p->edit;

    if (!e)
        return;
    close_line(e);
    if (e->history && e->el)
        write_history(p);
    if (e->el)
        el_end(e->el);
    if (e->history)
        history_end(e->history);
    free(e);
    p->edit = NULL;
}

#else

struct play_edit {
    int none;
};

void edit_begin(struct play *p)
{
    (void)p;
}

void edit_end(struct play *p)
{
    (void)p;
}

void edit_show(struct play *p)
{
    (void)p;
}

void edit_hide(struct play *p)
{
    (void)p;
}

void edit_keys(struct play *p)
{
    (void)p;
}

#endif
