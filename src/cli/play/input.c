/* input.c - typed lines, from the terminal or a pipe. A signal ends the wait. */
#include "cli/play/play.h"

#include "cli/words.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

/* With the signals let in only while waiting, so that none is missed between the
 * look at cli_stop and the wait. */
short play_wait(int fd, short events, int ms, bool keyboard, bool *typed)
{
    struct timespec t = { ms / 1000, ms % 1000 * 1000000L };
    sigset_t block, before;
    fd_set in, out;
    int n;

    FD_ZERO(&in);
    FD_ZERO(&out);
    if (keyboard)
        FD_SET(0, &in);
    if (fd >= 0 && (events & POLLIN))
        FD_SET(fd, &in);
    if (fd >= 0 && (events & POLLOUT))
        FD_SET(fd, &out);
    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    sigprocmask(SIG_BLOCK, &block, &before);
    n = cli_stop ? -1
                 : pselect((fd > 0 ? fd : 0) + 1, &in, &out, NULL, ms >= 0 ? &t : NULL, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    *typed = n > 0 && keyboard && FD_ISSET(0, &in);
    if (n <= 0 || fd < 0)
        return 0;
    return (short)((FD_ISSET(fd, &in) ? POLLIN : 0) | (FD_ISSET(fd, &out) ? POLLOUT : 0));
}

void play_read_keys(struct play_input *in)
{
    ssize_t n;

    if (in->len == sizeof in->text) {
        if (memchr(in->text, '\n', in->len))
            return;
        in->len--; /* the rest of a line that is too long is dropped */
    }
    do
        n = read(0, in->text + in->len, sizeof in->text - in->len);
    while (n < 0 && errno == EINTR && !cli_stop);
    if (n > 0)
        in->len += (size_t)n;
    else if (!cli_stop)
        in->over = true;
}

/* ---- lines ---- */

/* Drops what keys without a letter send (arrows, Home): ESC [ ... one letter or
 * tilde. Tabs become spaces. The new length. */
static size_t drop_keys(char *out, const char *raw, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        if (raw[i] == '\033' && i + 1 < len && (raw[i + 1] == '[' || raw[i + 1] == 'O')) {
            i += 2;
            while (i < len && (unsigned char)raw[i] < 0x40)
                i++;
            continue;
        }
        out[n++] = raw[i] == '\t' ? ' ' : raw[i];
    }
    return n;
}

/* Cleaned and without spaces around it. */
static void tidy(char line[PLAY_LINE], const char *raw, size_t len)
{
    struct vl_buf b = vl_buf_on(line, PLAY_LINE);
    char spaced[PLAY_LINE];
    size_t from = 0;

    len = drop_keys(spaced, raw, len < sizeof spaced ? len : sizeof spaced);
    while (from < len && spaced[from] == ' ')
        from++;
    while (len > from && (spaced[len - 1] == ' ' || spaced[len - 1] == '\r'))
        len--;
    vl_text_clean(&b, spaced + from, len - from);
}

bool play_take_line(struct play_input *in, char line[PLAY_LINE])
{
    const char *end = memchr(in->text, '\n', in->len);
    size_t len = end ? (size_t)(end - in->text) : in->len, used = len + (end != NULL);

    if (!end && (!in->over || in->len == 0))
        return false;
    tidy(line, in->text, len);
    memmove(in->text, in->text + used, in->len - used);
    in->len -= used;
    return true;
}

/* A terminal keeps a line to itself until Enter. Another mode hands it over; the
 * usual one is back before anything else is typed. */
const char *play_half_line(struct play_input *in)
{
    static char half[PLAY_LINE];
    struct termios usual, raw;

    if (tcgetattr(0, &usual) == 0 && (usual.c_lflag & ICANON)) {
        raw = usual;
        raw.c_lflag &= (tcflag_t)~ICANON;
        raw.c_cc[VMIN] = 0;
        raw.c_cc[VTIME] = 0;
        tcsetattr(0, TCSANOW, &raw);
        ssize_t n = read(0, in->text + in->len, sizeof in->text - in->len);
        in->len += n > 0 ? (size_t)n : 0;
        tcsetattr(0, TCSANOW, &usual);
    }
    half[0] = '\0';
    if (!memchr(in->text, '\n', in->len))
        tidy(half, in->text, in->len);
    return half;
}

/* ---- questions ---- */

enum play_read play_read_line(struct cli *cli, struct play_input *in, char line[PLAY_LINE])
{
    char plain[PLAY_LINE];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    bool typed;

    if (cli->in_tty)
        cli_print(cli, "> ");
    if (!cli_flush(cli))
        return PLAY_EOF;
    while (!play_take_line(in, line)) {
        if (in->over)
            return PLAY_EOF;
        play_wait(-1, 0, -1, true, &typed);
        if (cli_stop)
            return PLAY_STOP;
        if (typed)
            play_read_keys(in);
    }
    cli_plain_word(&b, line, strlen(line));
    return cli_called(TXT("cli.cmd.quit"), plain, false) ? PLAY_QUIT : PLAY_GOT;
}
