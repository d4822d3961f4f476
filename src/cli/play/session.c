/* session.c - the loop of a game at the terminal, and its screen. */
#include "cli/play/edit.h"

#include <stdlib.h>
#include <string.h>

/* ---- requests ---- */

/* A fresh name for a request: random, then counted. */
static void next_cid(char out[PLAY_CID + 1])
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    static char prefix[12];
    static unsigned count;

    if (!prefix[0]) {
        uint8_t bytes[VL_SEED_SIZE] = { 0 };
        (void)vl_seed_system(bytes, NULL);
        for (size_t i = 0; i < sizeof prefix - 1; i++)
            prefix[i] = digits[bytes[i] % 32];
    }
    snprintf(out, PLAY_CID + 1, "%s-%u", prefix, count++ % 1000000000u);
}

struct vl_json play_begin(struct play *p, const char *type)
{
    static char memory[PLAY_MESSAGE];
    struct vl_json w = vl_json_on(memory, sizeof memory);
    char cid[PLAY_CID + 1];

    (void)p;
    next_cid(cid);
    vl_json_obj(&w);
    vl_json_kstr(&w, "t", type);
    vl_json_kstr(&w, "cid", cid);
    return w;
}

void play_send(struct play *p, struct vl_json *w, bool keep)
{
    vl_json_end(w);
    if (w->out.full)
        cli_say(p->cli, TXT("join.too_long"), NULL);
    else
        p->host->send(p, w->out.p, w->out.len, keep);
}

void play_ask(struct play *p, const char *type)
{
    struct vl_json w = play_begin(p, type);

    play_send(p, &w, false);
}

/* ---- the screen ---- */

static bool wants_prompt(struct play *p)
{
    return p->cli->in_tty && p->met && !p->busy && p->code < 0 && !p->host->waits(p, "move");
}

void play_flush(struct play *p)
{
    const char *half = "";

    fflush(p->cli->out);
    if (p->page_len > 0) {
        if (p->at_prompt && p->edit) {
            edit_hide(p);
        } else if (p->at_prompt) {
            half = play_half_line(&p->input);
            fputs(p->cli->color ? "\r\033[K" : "\n", p->screen);
        }
        p->lines += play_page_lines(p);
        fwrite(p->page, 1, p->page_len, p->screen);
        rewind(p->cli->out);
        p->page_len = 0;
        p->at_prompt = false;
    }
    if (!p->at_prompt && wants_prompt(p)) {
        if (!half[0] && p->input.len && !p->edit)
            half = play_half_line(&p->input);
        if (p->edit)
            edit_show(p);
        else
            fprintf(p->screen, "> %s", half);
        p->at_prompt = true;
    }
    if (fflush(p->screen) != 0 || ferror(p->screen))
        play_stop(p, CLI_BAD);
}

void play_stop(struct play *p, int code)
{
    if (p->code < 0)
        p->code = code;
}

/* ---- the loop ---- */

/* Lines of a script are taken when there is something to decide; a person may type
 * at any time, but not between a move and what follows it. */
static bool wants_line(struct play *p)
{
    if (p->code >= 0 || p->busy || !p->met || (p->host->holds && p->host->holds(p)))
        return false;
    return p->cli->in_tty || p->player < 0 || play_may_move(p) || p->vote >= 0;
}

/* One who watches may go on watching; others wait for their answers. */
static void look_for_end(struct play *p)
{
    if (p->input.over && p->input.len == 0 && p->met && !p->busy && !p->host->waits(p, NULL) &&
        (p->player >= 0 || p->cli->in_tty))
        play_stop(p, CLI_OK);
}

static bool take_line(struct play *p)
{
    char line[PLAY_LINE];

    if (!wants_line(p) || !play_take_line(&p->input, line))
        return false;
    p->at_prompt = false; /* the Enter of the line has moved the cursor */
    p->lines = 0;
    play_typed(p, line);
    p->busy = true; /* what follows from it comes before the next one */
    return true;
}

static bool has_line(const struct play *p)
{
    return memchr(p->input.text, '\n', p->input.len) != NULL || (p->input.over && p->input.len);
}

static void wait_for(struct play *p, int ms)
{
    const struct play_host *h = p->host;
    bool keyboard = !p->input.over && p->met && !has_line(p), typed;
    short events = 0;
    int fd = h->fd ? h->fd(p, &events) : -1;
    short came = play_wait(fd, events, ms, keyboard, &typed);

    if (h->ready)
        h->ready(p, came);
    if (typed && p->edit)
        edit_keys(p);
    else if (typed)
        play_read_keys(&p->input);
}

int play_run(struct play *p)
{
    while (p->code < 0 && !cli_stop) {
        int ms = p->host->work(p);

        p->busy = ms == 0;
        play_show(p);
        bool took = take_line(p);
        look_for_end(p);
        play_flush(p);
        if (p->code < 0 && !took)
            wait_for(p, ms);
    }
    edit_end(p);
    if (p->at_prompt) /* what comes after it begins a line */
        fputs("\n", p->screen);
    p->at_prompt = false;
    p->code = p->host->leave(p, cli_stop ? CLI_STOPPED + cli_stop : p->code);
    return p->code;
}

bool play_begin_session(struct play *p, struct cli *cli, const struct play_host *host, void *at)
{
    p->cli = cli;
    p->host = host;
    p->at = at;
    p->code = -1;
    p->player = -1;
    p->rev = p->told = p->said = p->vote = -1;
    p->shown_actor = VL_ANYONE;
    p->about_round = PLAY_NO_ROUND;
    p->plain = cli_has(cli, "plain") || (!cli->out_tty && !cli_has(cli, "board"));
    p->board = calloc(1, sizeof *p->board);
    p->other = calloc(1, sizeof *p->other);
    for (int i = 0; i < PLAY_LOG; i++)
        p->log[i].number = -1;
    p->screen = cli->out;
    cli->out = open_memstream(&p->page, &p->page_len);
    if (p->board && p->other && cli->out) {
        edit_begin(p);
        return true;
    }
    cli->out = cli->out ? cli->out : p->screen;
    cli_fail(cli, TXT("cli.bad.memory"), NULL);
    return false;
}

void play_end(struct play *p)
{
    edit_end(p);
    if (p->cli->out != p->screen) {
        play_flush(p);
        fclose(p->cli->out);
    }
    p->cli->out = p->screen;
    free(p->page);
    net_view_free(&p->view);
    for (int lang = 0; lang < VL_LANGS; lang++)
        net_faces_free(&p->faces[lang]);
    for (int i = 0; i < PLAY_LOG; i++) {
        free(p->log[i].move);
        free(p->log[i].text);
    }
    free(p->actions);
    free(p->save_text);
    free(p->board);
    free(p->other);
}
