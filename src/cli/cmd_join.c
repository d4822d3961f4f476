/* cmd_join.c - veillee join: the command, its loop, and the connection: lost,
 * tried again after a random pause, found. */
#include "cli/join.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

/* ---- the connection ---- */

static int64_t random_between(int64_t lo, int64_t hi)
{
    uint32_t r;

    net_random(&r, sizeof r);
    return lo + (int64_t)((uint64_t)r % (uint64_t)(hi - lo + 1));
}

/* A random pause: the one the server asked for, else one that doubles. Everybody
 * who was thrown out at the same moment must not come back at the same moment. */
static int64_t next_pause(struct join *j)
{
    int64_t most = JOIN_RETRY_MS;

    if (j->tries == 0 && j->bye_hi >= 0)
        return random_between(j->bye_lo, j->bye_hi);
    for (int i = 0; i < j->tries && most < JOIN_RETRY_MAX_MS; i++)
        most *= 2;
    most = most < JOIN_RETRY_MAX_MS ? most : JOIN_RETRY_MAX_MS;
    return random_between(j->tries ? most / 4 : 0, most);
}

/* Said once, and again if the cause is another one. */
static void tell_loss(struct join *j, const struct net_why *why)
{
    char cause[2 * NET_WHY_MAX];

    join_cause(j->cli, why, cause, sizeof cause);
    if (j->bye_hi >= 0 && !j->lost)
        cli_say(j->cli, TXT("join.restarting"), NULL);
    else if (!j->lost)
        cli_say(j->cli, TXT("join.lost"), "why", cause, NULL);
    else if (j->told_cause != why->cause && j->tries > 1)
        cli_say(j->cli, TXT("join.still_lost"), "why", cause, NULL);
    if (j->tries != 1)
        j->told_cause = why->cause; /* after a restart "refused" is no news */
    j->lost = true;
    for (int i = 0; i < JOIN_PENDING && j->tries == 0; i++)
        if (j->pending[i].text && strcmp(j->pending[i].type, "move") == 0)
            cli_say(j->cli, TXT("join.will_resend"), NULL);
}

/* The connection is down: for good, or until the next attempt. */
static void on_down(struct join *j)
{
    const struct net_why *why = net_why(j->net);
    char cause[2 * NET_WHY_MAX], server[NET_HOST_MAX + 32];
    struct vl_buf b = vl_buf_on(server, sizeof server);

    j->seated = false;
    if (why->cause == NET_CLOSED && why->code == 4001) {
        cli_say(j->cli, TXT("join.version"), NULL);
        j->code = CLI_NO;
        return;
    }
    if (!j->met) { /* it never worked: say why, and leave it to the person */
        net_url_server(&b, &j->url);
        join_cause(j->cli, why, cause, sizeof cause);
        j->code = cli_fail(j->cli, TXT("join.no_connection"), "server", server, "why", cause, NULL);
        return;
    }
    tell_loss(j, why);
    j->retry_at = net_now_ms() + next_pause(j);
    j->tries++;
}

static void look_after(struct join *j)
{
    if (j->leaving && net_state(j->net) == NET_UP) { /* asked to come back later */
        j->leaving = false;
        net_close(j->net);
        on_down(j);
    }
    if (net_state(j->net) == NET_UP && !j->seated && net_now_ms() - j->up_at >= JOIN_GREET_MS)
        net_give_up(j->net);
    if (net_state(j->net) == NET_DOWN && !j->retry_at)
        on_down(j);
    if (j->retry_at && net_now_ms() >= j->retry_at && j->code < 0) {
        j->retry_at = 0;
        net_open(j->net, &j->url);
    }
}

/* ---- waiting ---- */

/* Lines of a script are read when there is something to decide; a person may
 * type at any time. */
static bool wants_input(struct join *j)
{
    if (j->input_over || !j->met)
        return false;
    return j->cli->in_tty || j->player < 0 || join_may_move(j) || j->vote >= 0;
}

static int wait_ms(struct join *j)
{
    int ms = net_timeout_ms(j->net);
    int64_t left = j->retry_at ? j->retry_at - net_now_ms() : -1;

    if (j->retry_at)
        return left > 0 ? (int)left : 0;
    if (net_state(j->net) == NET_UP && !j->seated && ms > JOIN_GREET_MS)
        return JOIN_GREET_MS;
    return ms;
}

/* Waits for the keyboard, the connection or the clock, with the signals let in
 * only while waiting, so that none is missed. What came from the network. */
static short wait_for(struct join *j, bool *typed)
{
    int fd = net_fd(j->net), ms = wait_ms(j), most = fd, n;
    short wants = net_events(j->net);
    struct timespec t = { ms / 1000, ms % 1000 * 1000000L };
    sigset_t block, before;
    fd_set in, out;

    FD_ZERO(&in);
    FD_ZERO(&out);
    if (wants_input(j)) {
        FD_SET(0, &in);
        most = most > 0 ? most : 0;
    }
    if (fd >= 0 && (wants & POLLIN))
        FD_SET(fd, &in);
    if (fd >= 0 && (wants & POLLOUT))
        FD_SET(fd, &out);
    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    sigprocmask(SIG_BLOCK, &block, &before);
    n = cli_stop ? -1 : pselect(most + 1, &in, &out, NULL, ms >= 0 ? &t : NULL, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    *typed = n > 0 && wants_input(j) && FD_ISSET(0, &in);
    if (n <= 0 || fd < 0)
        return 0;
    return (short)((FD_ISSET(fd, &in) ? POLLIN : 0) | (FD_ISSET(fd, &out) ? POLLOUT : 0));
}

/* ---- typing ---- */

static void end_of_input(struct join *j)
{
    j->input_over = true;
    if (j->player >= 0 || j->cli->in_tty)
        j->code = j->code < 0 ? CLI_OK : j->code; /* one who watches may go on watching */
}

/* Takes the lines out of what was typed, as long as they are wanted. */
static void take_lines(struct join *j)
{
    char *end;

    while (j->code < 0 && wants_input(j) && (end = memchr(j->line, '\n', j->line_len)) != NULL) {
        char line[PLAY_LINE];
        size_t used = (size_t)(end - j->line) + 1;
        play_tidy(line, j->line, used - 1);
        memmove(j->line, end + 1, j->line_len - used);
        j->line_len -= used;
        j->at_prompt = false; /* the Enter of the line has moved the cursor */
        join_typed(j, line);
    }
    if (j->line_len == sizeof j->line && !memchr(j->line, '\n', j->line_len))
        j->line_len--; /* the rest of a line that is too long is dropped */
}

static void read_keys(struct join *j)
{
    ssize_t n;

    do
        n = read(0, j->line + j->line_len, sizeof j->line - j->line_len);
    while (n < 0 && errno == EINTR && !cli_stop);
    if (n <= 0) {
        if (!cli_stop)
            end_of_input(j);
        return;
    }
    j->line_len += (size_t)n;
}

/* ---- the loop ---- */

static int loop(struct join *j)
{
    net_open(j->net, &j->url);
    for (;;) {
        bool typed, up = net_state(j->net) == NET_UP;
        short came;

        look_after(j);
        join_show(j);
        take_lines(j);
        join_flush(j);
        if (cli_stop)
            return CLI_STOPPED + cli_stop;
        if (j->code >= 0)
            return j->code;
        came = wait_for(j, &typed);
        net_ready(j->net, came);
        if (!up && net_state(j->net) == NET_UP) {
            j->up_at = net_now_ms();
            join_hello(j);
        }
        if (typed && j->line_len < sizeof j->line)
            read_keys(j);
    }
}

static bool begin(struct join *j, struct cli *cli, const struct net_url *url)
{
    memset(j, 0, sizeof *j);
    j->cli = cli;
    j->url = *url;
    j->code = -1;
    j->player = -1;
    j->rev = j->told = j->said = j->vote = j->undo_to = -1;
    j->bye_hi = -1;
    j->shown_actor = VL_ANYONE;
    j->about_round = -2; /* no round has this number */
    j->claim = cli_has(cli, "claim");
    j->plain = cli_has(cli, "plain") || (!cli->out_tty && !cli_has(cli, "board"));
    if (cli_has(cli, "name")) {
        struct vl_buf b = vl_buf_on(j->name, sizeof j->name);
        vl_text_clean(&b, cli_value(cli, "name"), strlen(cli_value(cli, "name")));
    }
    j->board = calloc(1, sizeof *j->board);
    j->net = net_create(join_receive, j);
    j->screen = cli->out;
    cli->out = open_memstream(&j->page, &j->page_len);
    return j->board && j->net && cli->out;
}

static void end(struct join *j)
{
    if (j->cli->out) {
        join_flush(j);
        fclose(j->cli->out);
    }
    j->cli->out = j->screen;
    free(j->page);
    net_destroy(j->net);
    net_view_free(&j->view);
    for (int i = 0; i < JOIN_PENDING; i++)
        free(j->pending[i].text);
    free(j->save_text);
    free(j->board);
}

int join_run(struct cli *cli, const struct net_url *url)
{
    static struct join session;
    struct join *j = &session;
    int code;

    if (!begin(j, cli, url)) {
        end(j);
        return cli_fail(cli, TXT("join.memory"), NULL);
    }
    code = loop(j);
    if (j->seated && j->player >= 0 && !j->over)
        cli_say(cli, TXT("join.left"), NULL);
    end(j);
    return code;
}

static int run(struct cli *cli)
{
    struct net_url url;
    struct vl_error err = { 0 };

    if (net_url_parse(&url, cli->arg[0], &err) != VL_OK)
        return cli_fail(cli, TXT("join.bad_link"), "link", cli->arg[0], "why", err.what, NULL);
    if (!url.room[0])
        return cli_fail(cli, TXT("join.no_room"), "link", cli->arg[0], NULL);
    return join_run(cli, &url);
}

static const struct cli_opt options[] = {
    { "name", 0, "NAME", TXT("cli.opt.join_name"), 0 },
    { "claim", 0, NULL, TXT("cli.opt.claim"), 0 },
    { "plain", 0, NULL, TXT("cli.opt.plain"), 0 },
    { "board", 0, NULL, TXT("cli.opt.board"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("join.more_link"), TXT("join.more_codes"), NULL };

const struct cli_command cli_join = {
    "join", "URL", TXT("cli.sum.join"), options, 1, 1, run, more
};
