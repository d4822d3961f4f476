/* play_input.c - lines from the terminal or a pipe. A signal ends the wait. */
#include "cli/play.h"

#include "cli/words.h"

#include <errno.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

static char pending[4096];
static size_t pending_at, pending_len;

/* Waits for input with the signals let in only while waiting, so that none is
 * missed between the look at cli_stop and the wait. */
static bool wait_for_input(void)
{
    sigset_t block, before;
    fd_set in;
    int n = 1;

    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    sigprocmask(SIG_BLOCK, &block, &before);
    if (!cli_stop) {
        FD_ZERO(&in);
        FD_SET(0, &in);
        n = pselect(1, &in, NULL, NULL, NULL, &before);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !cli_stop && (n > 0 || errno == EINTR);
}

/* The next byte; -1 at the end of input, -2 if a signal came. */
static int next_byte(void)
{
    while (pending_at == pending_len) {
        if (!wait_for_input())
            return cli_stop ? -2 : -1;
        ssize_t n = read(0, pending, sizeof pending);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return cli_stop ? -2 : -1;
        pending_at = 0;
        pending_len = (size_t)n;
    }
    return (unsigned char)pending[pending_at++];
}

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

void play_tidy(char line[PLAY_LINE], const char *raw, size_t len)
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

enum play_read play_read_line(struct play *p, char line[PLAY_LINE])
{
    char raw[PLAY_LINE];
    size_t len = 0;
    int c;

    if (p->cli->in_tty)
        cli_print(p->cli, "> ");
    if (!cli_flush(p->cli))
        return PLAY_EOF;
    while ((c = next_byte()) >= 0 && c != '\n')
        if (len < sizeof raw - 1)
            raw[len++] = (char)c;
    if (c == -2)
        return PLAY_STOP;
    if (c == -1 && len == 0)
        return PLAY_EOF;
    play_tidy(line, raw, len);
    return PLAY_GOT;
}

bool play_is_word(const char *id, const char *word)
{
    char plain[PLAY_LINE];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);

    cli_plain_word(&b, word, strlen(word));
    return cli_called(id, plain, false);
}

bool play_yes(struct play *p, bool def)
{
    char line[PLAY_LINE];

    for (;;) {
        if (play_read_line(p, line) != PLAY_GOT)
            return false;
        if (line[0] == '\0')
            return def;
        if (play_is_word(TXT("cli.word.yes"), line))
            return true;
        if (play_is_word(TXT("cli.word.no"), line))
            return false;
        cli_say(p->cli, TXT("cli.play.yes_or_no"), NULL);
    }
}
