/* join_say.c - what the session shows: the board, the prompt, what happened, who
 * is there, what is wrong with the connection. */
#include "cli/join.h"

#include <string.h>

/* ---- the connection, in words ---- */

void join_cause(struct cli *cli, const struct net_why *why, char *out, size_t cap)
{
    static const char *const words[NET_CAUSE_COUNT] = {
        /* ORDER NET_CAUSE */
        TXT("join.why.fine"),       TXT("join.why.no_support"), TXT("join.why.no_host"),
        TXT("join.why.no_connect"), TXT("join.why.no_tls"),     TXT("join.why.http"),
        TXT("join.why.no_server"),  TXT("join.why.timeout"),    TXT("join.why.lost"),
        TXT("join.why.closed"),
    };
    char code[16];
    const char *text = why->text, *id = words[why->cause];

    snprintf(code, sizeof code, "%d", why->code);
    if (why->cause == NET_LOST && !text[0])
        id = TXT("join.why.gone");
    if (!text[0])
        text = vl_text_find(cli->lang, TXT("join.why.unknown"));
    cli_word(cli, out, cap, id, "code", code, "text", text, NULL);
}

/* ---- names ---- */

void join_player_name(struct join *j, int player, char *out, size_t cap)
{
    const struct join_player *p = player >= 0 && player < j->players_len ? &j->players[player]
                                                                         : NULL;
    char number[16];

    snprintf(number, sizeof number, "%d", player + 1);
    if (p && p->name[0])
        snprintf(out, cap, "%s", p->name);
    else if (p && strcmp(p->kind, "bot") == 0 && !p->lent && p->level[0])
        snprintf(out, cap, "%s", p->level);
    else
        cli_word(j->cli, out, cap, TXT("cli.play.player"), "n", number, NULL);
}

void join_list_players(struct join *j)
{
    for (int i = 0; i < j->players_len; i++) {
        const struct join_player *p = &j->players[i];
        char name[JOIN_NAME], number[16];
        const char *id = p->here ? TXT("join.list.here") : TXT("join.list.away");
        if (p->lent)
            id = TXT("join.list.lent");
        else if (strcmp(p->kind, "bot") == 0)
            id = TXT("join.list.bot");
        else if (strcmp(p->kind, "open") == 0)
            id = TXT("join.list.open");
        else if (i == j->player)
            id = TXT("join.list.you");
        join_player_name(j, i, name, sizeof name);
        snprintf(number, sizeof number, "%d", i + 1);
        cli_say(j->cli, id, "n", number, "who", name, "level", p->level, NULL);
    }
}

void join_link(struct join *j, const char *id, const char *room, const char *token)
{
    char link[NET_HOST_MAX + 128];
    struct vl_buf b = vl_buf_on(link, sizeof link);

    net_url_link(&b, &j->url, room, token);
    cli_say(j->cli, id, NULL);
    cli_printf(j->cli, "  %s\n", link); /* whole, so that it can be copied */
}

/* ---- the board ---- */

void join_board(struct join *j)
{
    if (j->rev < 0)
        return;
    if (j->plain)
        board_list(j->board, j->cli);
    else
        board_draw(j->board, j->cli, j->board->round != j->about_round);
    j->about_round = j->board->round;
}

/* A prompt that calls its player by name needs no name before it. */
static bool begins_with(const char *prompt, const char *name)
{
    return name[0] && strncmp(prompt, name, strlen(name)) == 0;
}

void join_prompt(struct join *j)
{
    const struct board *b = j->board;
    char lead[JOIN_NAME + 8] = "", name[JOIN_NAME], bold[2 * VL_TEXT_MAX];
    int player = b->actor >= 0 && b->actor < b->seats_len ? b->seats[b->actor].player : -1;

    if (player >= 0 && j->players_len > 1 && !begins_with(b->prompt, b->seats[b->actor].name)) {
        join_player_name(j, player, name, sizeof name);
        snprintf(lead, sizeof lead, "[%s] ", name);
    }
    snprintf(bold, sizeof bold, "%s%.800s%s", j->plain ? "" : cli_style(j->cli, CLI_BOLD),
             b->prompt, j->plain ? "" : cli_style(j->cli, CLI_NORMAL));
    cli_wrap(j->cli, lead, 0, bold);
}

/* The board when it was drawn last for somebody else; in lists only then, so that
 * nobody has to listen to it after every move. */
static void show_own(struct join *j)
{
    if (j->view_due && (!j->plain || j->shown_actor != j->board->actor))
        join_board(j);
    j->shown_actor = j->board->actor;
    join_prompt(j);
    board_moves(j->board, j->cli, j->plain);
    snprintf(j->shown_prompt, sizeof j->shown_prompt, "%s", j->board->prompt);
}

/* Somebody else decides: those who watch see the board at each turn, players
 * have their own turns for that. */
static void show_other(struct join *j)
{
    if (j->board->actor == VL_CHANCE || strcmp(j->shown_prompt, j->board->prompt) == 0)
        return;
    if (j->player < 0 && j->shown_actor != j->board->actor)
        join_board(j);
    if (j->shown_actor != j->board->actor)
        join_prompt(j);
    j->shown_actor = j->board->actor;
    snprintf(j->shown_prompt, sizeof j->shown_prompt, "%s", j->board->prompt);
}

void join_show(struct join *j)
{
    bool ours = j->rev >= 0 && j->board->actor >= 0 && (j->seats >> j->board->actor & 1);

    if (j->rev < 0 || j->over)
        return;
    if (j->list_due && j->has_actions && !join_waits(j, "move")) {
        show_own(j);
        j->list_due = j->view_due = false;
    } else if (j->view_due && !ours) {
        show_other(j);
        j->view_due = j->plain && j->player >= 0; /* shown whole at our next turn */
    }
}

/* ---- what happened ---- */

void join_log(struct join *j, const char *line)
{
    struct vl_buf b = vl_buf_on(j->log[j->log_len++ % JOIN_LOG], JOIN_NAME);

    vl_put(&b, line);
}

static void tell_line(struct join *j, const char *lead, int indent, const char *text, bool quiet)
{
    char line[JOIN_NAME];
    struct vl_buf b = vl_buf_on(line, sizeof line);

    vl_put(&b, lead);
    vl_put(&b, text);
    join_log(j, line);
    if (!quiet)
        cli_wrap(j->cli, lead, indent, text);
}

/* Who did it, and its notation; of chance the events say all. One's own move is
 * known. */
static void tell_head(struct join *j, const struct vl_json_doc *doc, uint32_t entry, bool quiet)
{
    uint32_t kind = vl_json_get(doc, entry, "kind");
    int player = (int)join_int(doc, entry, "player", 0, VL_SEATS_MAX - 1, -1);
    char name[JOIN_NAME], move[JOIN_NAME], to[24], number[24], text[2 * JOIN_NAME + 64];

    join_player_name(j, player, name, sizeof name);
    join_text(j, doc, entry, "move", move, sizeof move);
    snprintf(number, sizeof number, "%lld",
             (long long)join_int(doc, entry, "rev", 1, INT64_C(9007199254740991), 1) - 1);
    snprintf(to, sizeof to, "%lld",
             (long long)join_int(doc, entry, "to", 0, INT64_C(9007199254740991), 0));
    if (kind && vl_json_is(doc, kind, "undo"))
        cli_word(j->cli, text, sizeof text, TXT("join.ev.undo"), "n", number, "who", name, "to", to,
                 NULL);
    else if (kind && vl_json_is(doc, kind, "move"))
        cli_word(j->cli, text, sizeof text, TXT("join.ev.move"), "n", number, "who", name, "move",
                 move, NULL);
    else
        return;
    tell_line(j, "", 2, text, quiet);
}

void join_tell(struct join *j, const struct vl_json_doc *doc, uint32_t entries, bool quiet)
{
    const char *lead = j->plain ? "" : j->cli->utf8 ? "  · " : "  - ";

    for (uint32_t n = vl_json_first(doc, entries); n; n = vl_json_sibling(doc, n)) {
        uint32_t events = vl_json_get(doc, n, "events");
        if (join_int(doc, n, "rev", 0, INT64_C(9007199254740991), 0) <= j->told)
            continue;
        tell_head(j, doc, n, quiet);
        for (uint32_t e = events ? vl_json_first(doc, events) : 0; e; e = vl_json_sibling(doc, e)) {
            char text[VL_TEXT_MAX];
            join_text(j, doc, e, "text", text, sizeof text);
            if (text[0])
                tell_line(j, lead, 4, text, quiet);
        }
    }
}

/* ---- the screen ---- */

void join_flush(struct join *j)
{
    fflush(j->cli->out);
    if (j->page_len > 0) {
        if (j->at_prompt) /* what is being typed stays in the terminal's line */
            fputs(j->cli->color ? "\r\033[K" : "\n", j->screen);
        fwrite(j->page, 1, j->page_len, j->screen);
        rewind(j->cli->out);
        j->page_len = 0;
        j->at_prompt = false;
    }
    if (j->cli->in_tty && !j->at_prompt && j->met && j->code < 0 && !join_waits(j, "move")) {
        fputs("> ", j->screen);
        j->at_prompt = true;
    }
    if (fflush(j->screen) != 0 || ferror(j->screen))
        j->code = j->code < 0 ? CLI_BAD : j->code;
}
