/* join_command.c - what can be typed at a table on a server. Each command has
 * words in both languages; all of them work in either. */
#include "cli/join.h"

#include "cli/rulebook.h"
#include "cli/words.h"
#include "registry.h"

#include <string.h>

enum { RULES_SHOWN = 12, LOG_DEFAULT = 20 };

/* ---- is it possible now? ---- */

static bool is_connected(struct join *j)
{
    if (j->seated)
        return true;
    cli_say(j->cli, TXT("join.offline"), NULL);
    return false;
}

static bool is_player(struct join *j)
{
    if (!is_connected(j))
        return false;
    if (j->player >= 0)
        return true;
    cli_say(j->cli, TXT("join.only_watching"), NULL);
    return false;
}

bool join_may_move(struct join *j)
{
    return j->seated && j->has_actions && !join_waits(j, "move") && !j->over;
}

/* ---- moves ---- */

static void send_move(struct join *j, const char *notation)
{
    bool later = j->player >= 0 && !j->seated; /* sent when the connection is back */
    struct vl_json w;

    if (!later && !is_player(j))
        return;
    if (join_waits(j, "move")) {
        cli_say(j->cli, TXT("join.moving"), NULL);
        return;
    }
    w = join_begin(j, "move");
    vl_json_kint(&w, "rev", j->rev);
    vl_json_kstr(&w, "move", notation);
    join_send(j, &w, true);
    if (later)
        cli_say(j->cli, TXT("join.sent_later"), NULL);
}

/* A number or words that mean one of the moves on the screen; its notation. */
static const char *notation_of(struct join *j, const char *typed)
{
    int at = j->has_actions ? board_find(j->board, j->cli, typed) : -1;

    return at >= 0 ? j->board->actions[at].id : at == -1 ? typed : NULL;
}

/* Does the line begin with a word that this game has for a move? Then the server
 * shall say what is wrong with it. */
static bool is_move_word(const struct join *j, const char *line)
{
    const struct vl_game *g = vl_game_find(j->game);
    size_t n = strcspn(line, " ");

    for (int k = 1; g && k < g->moves_len; k++)
        if (!(g->moves[k].flags & VL_MOVE_CHANCE) && vl_str_is(line, n, g->moves[k].word))
            return true;
    return false;
}

/* ---- looking ---- */

static void do_board(struct join *j, const char *rest)
{
    (void)rest;
    j->about_round = -2; /* asked for: with all there is to say */
    join_board(j);
}

static void do_view(struct join *j, const char *rest)
{
    (void)rest;
    if (j->rev >= 0)
        board_list(j->board, j->cli);
}

static void do_moves(struct join *j, const char *rest)
{
    (void)rest;
    if (j->has_actions)
        board_moves(j->board, j->cli, true);
    else if (j->rev >= 0)
        join_prompt(j);
}

static void do_log(struct join *j, const char *rest)
{
    int64_t want = LOG_DEFAULT;
    unsigned from;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &want) || want < 1)) {
        cli_say(j->cli, TXT("cli.play.log_how"), NULL);
        return;
    }
    if (want > JOIN_LOG)
        want = JOIN_LOG;
    from = j->log_len > (unsigned)want ? j->log_len - (unsigned)want : 0;
    for (; from < j->log_len; from++)
        cli_wrap(j->cli, "", 4, j->log[from % JOIN_LOG]);
    if (!j->log_len)
        cli_say(j->cli, TXT("cli.play.log_empty"), NULL);
}

static void do_players(struct join *j, const char *rest)
{
    (void)rest;
    join_list_players(j);
}

static void do_link(struct join *j, const char *rest)
{
    (void)rest;
    join_link(j, j->player >= 0 ? TXT("join.your_link") : TXT("join.watch_link"), j->url.room,
              j->url.token);
}

static void do_rules(struct join *j, const char *rest)
{
    const struct vl_game *g = vl_game_find(j->game);
    vl_rule found[RULES_SHOWN];
    int n = g && rest[0] ? rulebook_find(g, j->cli->lang, rest, found, RULES_SHOWN) : 0;
    char more[16];

    if (!g || !rest[0]) {
        cli_say(j->cli, TXT("cli.play.rules_how"), "game", j->game, NULL);
        return;
    }
    if (n == 0)
        cli_say(j->cli, TXT("cli.rules.none"), "what", rest, NULL);
    for (int i = 0; i < n && i < RULES_SHOWN; i++)
        rulebook_print(j->cli, found[i]);
    snprintf(more, sizeof more, "%d", n - RULES_SHOWN);
    if (n > RULES_SHOWN)
        cli_say(j->cli, TXT("cli.play.rules_more"), "n", more, "game", j->game, "what", rest, NULL);
}

/* ---- questions to the server ---- */

static void explain_table(struct join *j)
{
    int n = 0;

    for (int i = 0; j->has_actions && i < j->board->items_len; i++) {
        const struct board_item *it = &j->board->items[i];
        if (!it->why_not)
            continue;
        cli_say(j->cli, TXT("cli.play.why_not"), "thing", it->name, "text", it->why_not, "rule",
                it->why_rule, NULL);
        n++;
    }
    cli_say(j->cli, n ? TXT("cli.play.why_how") : TXT("cli.play.why_nothing"), NULL);
}

static void ask_about(struct join *j, const char *type, const char *typed)
{
    const char *notation = is_player(j) ? notation_of(j, typed) : NULL;
    struct vl_json w;

    if (!notation)
        return;
    w = join_begin(j, type);
    vl_json_kstr(&w, "move", notation);
    join_send(j, &w, false);
}

static void do_why(struct join *j, const char *rest)
{
    if (rest[0])
        ask_about(j, "why", rest);
    else
        explain_table(j);
}

static void do_preview(struct join *j, const char *rest)
{
    if (rest[0])
        ask_about(j, "preview", rest);
    else
        cli_say(j->cli, TXT("cli.play.preview_how"), NULL);
}

static void do_hint(struct join *j, const char *rest)
{
    (void)rest;
    if (is_player(j))
        join_ask(j, "hint");
}

static void do_resync(struct join *j, const char *rest)
{
    (void)rest;
    if (!is_connected(j))
        return;
    j->shown_actor = VL_ANYONE;
    j->shown_prompt[0] = '\0';
    join_ask(j, "resync");
}

static void do_save(struct join *j, const char *rest)
{
    if (!rest[0]) {
        cli_say(j->cli, TXT("cli.play.save_how"), NULL);
        return;
    }
    if (!is_connected(j) || j->save_path[0])
        return;
    j->save_how = cli_save_words(rest, j->save_path, sizeof j->save_path);
    join_ask(j, "record");
}

/* ---- undo and votes ---- */

static void do_undo(struct join *j, const char *rest)
{
    int64_t to = -1;
    struct vl_json w;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &to) || to < 0)) {
        cli_say(j->cli, TXT("join.undo_how"), NULL);
        return;
    }
    if (!is_player(j))
        return;
    w = join_begin(j, "undo");
    vl_json_kint(&w, "rev", j->rev);
    if (to >= 0)
        vl_json_kint(&w, "to", to);
    join_send(j, &w, true);
}

static void answer_vote(struct join *j, bool agree)
{
    struct vl_json w;

    if (j->vote < 0) {
        cli_say(j->cli, TXT("join.no_vote"), NULL);
        return;
    }
    if (!is_player(j))
        return;
    w = join_begin(j, "vote");
    vl_json_kint(&w, "vote", j->vote);
    vl_json_kbool(&w, "agree", agree);
    join_send(j, &w, false);
    j->vote = -1;
}

static void do_yes(struct join *j, const char *rest)
{
    (void)rest;
    answer_vote(j, true);
}

static void do_no(struct join *j, const char *rest)
{
    (void)rest;
    answer_vote(j, false);
}

/* ---- people ---- */

static void do_say(struct join *j, const char *rest)
{
    struct vl_json w;

    if (!rest[0]) {
        cli_say(j->cli, TXT("join.say_how"), NULL);
        return;
    }
    if (!is_player(j))
        return;
    w = join_begin(j, "chat");
    vl_json_kstr(&w, "text", rest);
    join_send(j, &w, true);
}

static void do_phrase(struct join *j, const char *rest)
{
    int64_t n;
    struct vl_json w;

    if (!vl_str_int(rest, strlen(rest), &n) || n < 1 || n > j->phrases_len) {
        for (int i = 0; i < j->phrases_len; i++)
            cli_printf(j->cli, "  %d. %s\n", i + 1, j->phrases[i].text);
        cli_say(j->cli, TXT("join.phrase_how"), NULL);
        return;
    }
    if (!is_player(j))
        return;
    w = join_begin(j, "chat");
    vl_json_kstr(&w, "phrase", j->phrases[n - 1].id);
    join_send(j, &w, true);
}

static void do_name(struct join *j, const char *rest)
{
    struct vl_json w;

    if (!rest[0]) {
        cli_say(j->cli, TXT("join.name_how"), NULL);
        return;
    }
    if (!is_player(j))
        return;
    snprintf(j->name, sizeof j->name, "%.*s", (int)sizeof j->name - 1, rest);
    w = join_begin(j, "name");
    vl_json_kstr(&w, "name", rest);
    join_send(j, &w, false);
}

/* "bot", "bot random", "bot greedy 2", "bot 2": level and player in any order. */
static void do_bot(struct join *j, const char *rest)
{
    char level[JOIN_WORD] = "greedy";
    int64_t player = 0, v;
    struct vl_json w;

    while (*rest) {
        size_t n = strcspn(rest, " ");
        if (vl_str_int(rest, n, &v)) {
            player = v;
        } else {
            struct vl_buf b = vl_buf_on(level, sizeof level);
            vl_put_n(&b, rest, n);
        }
        rest += n;
        rest += strspn(rest, " ");
    }
    if (!is_player(j))
        return;
    w = join_begin(j, "bot");
    vl_json_kstr(&w, "level", level);
    if (player >= 1 && player <= VL_SEATS_MAX && player - 1 != j->player)
        vl_json_kint(&w, "player", player - 1);
    join_send(j, &w, false);
}

static void do_back(struct join *j, const char *rest)
{
    (void)rest;
    if (is_player(j))
        join_ask(j, "back");
}

static void do_renew(struct join *j, const char *rest)
{
    (void)rest;
    if (is_player(j))
        join_ask(j, "renew");
}

static void do_fork(struct join *j, const char *rest)
{
    int64_t rev = -1;
    struct vl_json w;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &rev) || rev < 0)) {
        cli_say(j->cli, TXT("join.fork_how"), NULL);
        return;
    }
    if (!is_player(j))
        return;
    w = join_begin(j, "fork");
    if (rev >= 0)
        vl_json_kint(&w, "rev", rev);
    join_send(j, &w, false);
}

/* ---- the rest ---- */

static void do_lang(struct join *j, const char *rest)
{
    int lang = strcmp(rest, "fr") == 0 || strcmp(rest, "en") == 0 ? vl_lang_find(rest) : -1;

    if (lang < 0) {
        cli_say(j->cli, TXT("cli.play.lang_how"), NULL);
        return;
    }
    j->cli->lang = lang;
    cli_say(j->cli, TXT("cli.play.lang"), NULL);
    j->shown_actor = VL_ANYONE;
    j->about_round = -2;
    j->rev = -1; /* words of the other language are of no use */
    j->has_actions = false;
    if (j->seated)
        join_hello(j);
}

static void do_quit(struct join *j, const char *rest)
{
    (void)rest;
    j->code = CLI_OK;
}

static void do_help(struct join *j, const char *rest);

static const struct command {
    struct cli_verb is;
    void (*run)(struct join *j, const char *rest);
} commands[] = {
    { { TXT("cli.cmd.help"), "", TXT("cli.cmd.help.about") }, do_help },
    { { TXT("cli.cmd.moves"), "", TXT("cli.cmd.moves.about") }, do_moves },
    { { TXT("cli.cmd.why"), "[N]", TXT("cli.cmd.why.about") }, do_why },
    { { TXT("cli.cmd.preview"), "N", TXT("cli.cmd.preview.about") }, do_preview },
    { { TXT("cli.cmd.hint"), "", TXT("cli.cmd.hint.about") }, do_hint },
    { { TXT("cli.cmd.undo"), "[N]", TXT("join.cmd.undo.about") }, do_undo },
    { { TXT("cli.word.yes"), "", TXT("join.cmd.yes.about") }, do_yes },
    { { TXT("cli.word.no"), "", TXT("join.cmd.no.about") }, do_no },
    { { TXT("join.cmd.say"), "X", TXT("join.cmd.say.about") }, do_say },
    { { TXT("join.cmd.phrase"), "[N]", TXT("join.cmd.phrase.about") }, do_phrase },
    { { TXT("join.cmd.name"), "NAME", TXT("join.cmd.name.about") }, do_name },
    { { TXT("join.cmd.players"), "", TXT("join.cmd.players.about") }, do_players },
    { { TXT("join.cmd.bot"), "[BOT] [N]", TXT("join.cmd.bot.about") }, do_bot },
    { { TXT("join.cmd.back"), "", TXT("join.cmd.back.about") }, do_back },
    { { TXT("cli.cmd.board"), "", TXT("cli.cmd.board.about") }, do_board },
    { { TXT("cli.cmd.view"), "", TXT("join.cmd.view.about") }, do_view },
    { { TXT("cli.cmd.log"), "[N]", TXT("join.cmd.log.about") }, do_log },
    { { TXT("cli.cmd.rules"), "X", TXT("cli.cmd.rules.about") }, do_rules },
    { { TXT("cli.cmd.save"), "FILE", TXT("cli.cmd.save.about") }, do_save },
    { { TXT("join.cmd.fork"), "[N]", TXT("join.cmd.fork.about") }, do_fork },
    { { TXT("join.cmd.link"), "", TXT("join.cmd.link.about") }, do_link },
    { { TXT("join.cmd.renew"), "", TXT("join.cmd.renew.about") }, do_renew },
    { { TXT("join.cmd.resync"), "", TXT("join.cmd.resync.about") }, do_resync },
    { { TXT("cli.cmd.lang"), "fr|en", TXT("cli.cmd.lang.about") }, do_lang },
    { { TXT("cli.cmd.quit"), "", TXT("join.cmd.quit.about") }, do_quit },
};
static const struct cli_verbs verbs = CLI_VERBS(commands);

static void do_help(struct join *j, const char *rest)
{
    (void)rest;
    if (j->has_actions && j->board->actions_len)
        cli_say(j->cli, TXT("cli.play.help"), "example", j->board->actions[0].id, NULL);
    else
        cli_say(j->cli, TXT("cli.play.help_wait"), NULL);
    cli_verb_help(j->cli, &verbs, 24);
    if (!j->plain)
        board_legend(j->board, j->cli);
}

static bool command(struct join *j, const char *line, bool loose)
{
    const char *rest;
    int i = cli_verb_find(&verbs, line, loose, &rest);

    if (i >= 0)
        commands[i].run(j, rest);
    return i >= 0;
}

static void unknown(struct join *j, const char *line)
{
    char word[PLAY_LINE];
    struct vl_buf b = vl_buf_on(word, sizeof word);
    int64_t number;

    vl_put_n(&b, line, strcspn(line, " "));
    const char *near = cli_verb_near(j->cli, &verbs, word);
    if (vl_str_int(word, strlen(word), &number))
        cli_say(j->cli, TXT("join.not_your_turn"), NULL);
    else if (near)
        cli_say(j->cli, TXT("cli.play.unknown_near"), "what", line, "near", near, NULL);
    else
        cli_say(j->cli, TXT("cli.play.unknown"), "what", line, NULL);
}

/* One typed line: a move spelled out, a command, a move in short, the beginning
 * of a command. */
void join_typed(struct join *j, const char *line)
{
    int at;

    for (int i = 0; j->has_actions && i < j->board->actions_len; i++)
        if (strcmp(j->board->actions[i].id, line) == 0) {
            send_move(j, line);
            return;
        }
    if (!line[0] || command(j, line, false))
        return;
    at = j->has_actions ? board_find(j->board, j->cli, line) : -1;
    if (at >= 0)
        send_move(j, j->board->actions[at].id);
    else if (at == -1 && is_move_word(j, line))
        send_move(j, line);
    else if (at == -1 && !command(j, line, true))
        unknown(j, line);
}
