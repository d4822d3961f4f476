/* command.c - what can be typed at a table: the commands and the moves. Each command
 * has words in both languages; all of them work in either. */
#include "cli/play/play.h"

#include "cli/board/card.h"
#include "cli/net/client.h"
#include "cli/play/words.h"
#include "cli/rulebook.h"
#include "cli/words.h"
#include "registry.h"

#include <stdlib.h>
#include <string.h>

enum { RULES_SHOWN = 12, LOG_DEFAULT = 10, UNDO_MAX = 1000, HELP_COLUMN = 24 };

/* ---- is it possible now? ---- */

static bool is_connected(struct play *p)
{
    if (p->seated)
        return true;
    cli_say(p->cli, TXT("join.offline"), NULL);
    return false;
}

static bool is_player(struct play *p)
{
    if (!is_connected(p))
        return false;
    if (p->player >= 0)
        return true;
    cli_say(p->cli, TXT("join.only_watching"), NULL);
    return false;
}

bool play_may_move(struct play *p)
{
    return p->seated && (p->has_actions || p->by_hand) && !p->host->waits(p, "move") && !p->over;
}

/* ---- moves ---- */

void play_send_move(struct play *p, const char *notation)
{
    bool later = p->player >= 0 && !p->seated; /* sent when the connection is back */
    struct vl_json w;

    if (!later && !is_player(p))
        return;
    if (p->host->waits(p, "move")) {
        cli_say(p->cli, TXT("join.moving"), NULL);
        return;
    }
    w = play_begin(p, "move");
    vl_json_kint(&w, "rev", p->rev);
    vl_json_kstr(&w, "move", notation);
    play_send(p, &w, true);
    if (later)
        cli_say(p->cli, TXT("join.sent_later"), NULL);
}

/* What a line means as a move: VL_OK with its notation, VL_UNKNOWN, or VL_INVALID
 * if that has been answered. `ask`: it is not going to be made. */
static int find_move(struct play *p, const char *line, bool ask, char *notation, size_t cap)
{
    struct vl_buf b = vl_buf_on(notation, cap);
    int at;

    if (p->by_hand)
        return play_hand_parse(p, line, notation, cap);
    at = p->has_actions ? words_move(p->board, p->cli, p->game, line, ask) : WORDS_NONE;
    if (at >= 0)
        vl_put(&b, p->board->actions[at].id);
    if (at == WORDS_NONE)
        return words_spell(p->board, p->game, line, notation, cap) ? VL_OK : VL_UNKNOWN;
    return at >= 0 ? VL_OK : VL_INVALID;
}

/* ---- looking ---- */

static void do_board(struct play *p, const char *rest)
{
    (void)rest;
    p->about_round = PLAY_NO_ROUND; /* asked for: with all there is to say */
    play_board(p);
}

static void print_view(struct play *p)
{
    size_t len;
    char *text = play_view(p, p->cli->lang, &len);

    if (text && len > 0) { /* as it is: never folded */
        fwrite(text, 1, len - 1, p->cli->out);
        fprintf(p->cli->out, ",\"actions\":%s}\n", p->actions ? p->actions : "[]");
    }
    free(text);
}

static void do_view(struct play *p, const char *rest)
{
    if (p->rev < 0)
        return;
    if (strcmp(rest, "json") == 0)
        print_view(p);
    else
        board_list(p->board, p->cli);
}

/* A word that names no thing may name a zone, and the other way round. */
static void show_things(struct play *p, const char *rest, bool zones)
{
    struct card_known known = { p->board, p->match ? &p->match->rules : NULL };
    bool found;

    if (p->rev < 0)
        return;
    found = zones ? card_look(&known, p->cli, rest) || card_show(&known, p->cli, rest)
                  : card_show(&known, p->cli, rest) || card_look(&known, p->cli, rest);
    if (!found)
        cli_say(p->cli, TXT("cli.card.none"), "what", rest, NULL);
}

static void do_card(struct play *p, const char *rest)
{
    show_things(p, rest, false);
}

static void do_look(struct play *p, const char *rest)
{
    show_things(p, rest, true);
}

static void do_moves(struct play *p, const char *rest)
{
    (void)rest;
    play_list(p, true);
}

static void do_log(struct play *p, const char *rest)
{
    int64_t want = LOG_DEFAULT;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &want) || want < 1))
        cli_say(p->cli, TXT("cli.play.log_how"), NULL);
    else
        play_show_log(p, want);
}

static void do_players(struct play *p, const char *rest)
{
    (void)rest;
    play_list_players(p);
}

static void do_link(struct play *p, const char *rest)
{
    (void)rest;
    p->host->link(p);
}

static void do_correct(struct play *p, const char *rest)
{
    p->host->correct(p, rest);
}

static void do_rules(struct play *p, const char *rest)
{
    const struct vl_game *g = vl_game_find(p->game);
    vl_rule found[RULES_SHOWN];
    int n = g && rest[0] ? rulebook_find(g, p->cli->lang, rest, found, RULES_SHOWN) : 0;
    char more[16];

    if (!g || !rest[0]) {
        cli_say(p->cli, TXT("cli.play.rules_how"), "game", p->game, NULL);
        return;
    }
    if (n == 0)
        cli_say(p->cli, TXT("cli.rules.none"), "what", rest, NULL);
    for (int i = 0; i < n && i < RULES_SHOWN; i++)
        rulebook_print(p->cli, found[i]);
    snprintf(more, sizeof more, "%d", n - RULES_SHOWN);
    if (n > RULES_SHOWN)
        cli_say(p->cli, TXT("cli.play.rules_more"), "n", more, "game", p->game, "what", rest, NULL);
}

/* ---- questions to the host ---- */

static void explain_thing(struct play *p, int item)
{
    const struct board_item *it = &p->board->items[item];

    cli_say(p->cli, TXT("cli.play.why_not"), "thing", it->name, "text", it->why_not, "rule",
            it->why_rule, NULL);
}

/* Everything on the table that looks usable and is not. */
static void explain_table(struct play *p)
{
    int n = 0;

    for (int i = 0; p->has_actions && i < p->board->items_len; i++) {
        if (!p->board->items[i].why_not)
            continue;
        explain_thing(p, i);
        n++;
    }
    cli_say(p->cli, n ? TXT("cli.play.why_how") : TXT("cli.play.why_nothing"), NULL);
}

static void ask_about(struct play *p, const char *type, const char *typed)
{
    char notation[PLAY_NAME];
    int st = is_player(p) ? find_move(p, typed, true, notation, sizeof notation) : VL_INVALID;
    struct vl_json w;

    if (st == VL_UNKNOWN && words_useless(p->board, typed) >= 0)
        explain_thing(p, words_useless(p->board, typed));
    else if (st == VL_UNKNOWN)
        cli_say(p->cli, TXT("cli.play.no_move"), "what", typed, NULL);
    if (st != VL_OK)
        return;
    w = play_begin(p, type);
    vl_json_kstr(&w, "move", notation);
    play_send(p, &w, false);
}

static void do_why(struct play *p, const char *rest)
{
    if (rest[0])
        ask_about(p, "why", rest);
    else
        explain_table(p);
}

static void do_preview(struct play *p, const char *rest)
{
    if (rest[0])
        ask_about(p, "preview", rest);
    else
        cli_say(p->cli, TXT("cli.play.preview_how"), NULL);
}

static void do_hint(struct play *p, const char *rest)
{
    (void)rest;
    if (!is_player(p))
        return;
    if (p->no_hints)
        cli_say(p->cli, TXT("join.no_hints"), NULL);
    else if (p->has_actions)
        play_ask(p, "hint");
    else
        cli_say(p->cli, TXT("cli.play.hint_none"), NULL);
}

static void do_resync(struct play *p, const char *rest)
{
    (void)rest;
    if (!is_connected(p))
        return;
    p->shown_actor = VL_ANYONE;
    p->shown_prompt[0] = '\0';
    play_ask(p, "resync");
}

static void do_save(struct play *p, const char *rest)
{
    if (!is_connected(p) || p->save_path[0])
        return;
    p->save_how = cli_save_words(rest, p->save_path, sizeof p->save_path);
    if (p->save_path[0])
        play_ask(p, "record");
    else
        cli_say(p->cli, TXT("cli.play.save_how"), NULL);
}

/* ---- undo and votes ---- */

static void do_undo(struct play *p, const char *rest)
{
    int64_t times = 1, to;
    struct vl_json w;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &times) || times < 1 || times > UNDO_MAX)) {
        cli_say(p->cli, TXT("cli.play.undo_how"), NULL);
        return;
    }
    if (!is_player(p))
        return;
    to = play_undo_target(p, times);
    if (to < 0) {
        cli_say(p->cli, TXT("cli.play.undo_none"), NULL);
        return;
    }
    w = play_begin(p, "undo");
    vl_json_kint(&w, "rev", p->rev);
    vl_json_kint(&w, "to", to);
    play_send(p, &w, true);
}

static void do_redo(struct play *p, const char *rest)
{
    (void)rest;
    play_ask(p, "redo");
}

static void answer_vote(struct play *p, bool agree)
{
    struct vl_json w;

    if (p->vote < 0) {
        cli_say(p->cli, TXT("join.no_vote"), NULL);
        return;
    }
    if (!is_player(p))
        return;
    w = play_begin(p, "vote");
    vl_json_kint(&w, "vote", p->vote);
    vl_json_kbool(&w, "agree", agree);
    p->vote = -1;
    play_send(p, &w, false);
}

static void do_yes(struct play *p, const char *rest)
{
    (void)rest;
    answer_vote(p, true);
}

static void do_no(struct play *p, const char *rest)
{
    (void)rest;
    answer_vote(p, false);
}

/* ---- people ---- */

/* One text as the only field of a request. */
static void send_text(struct play *p, const char *type, const char *key, const char *text,
                      bool keep)
{
    struct vl_json w;

    if (!is_player(p))
        return;
    w = play_begin(p, type);
    vl_json_kstr(&w, key, text);
    play_send(p, &w, keep);
}

static void do_say(struct play *p, const char *rest)
{
    if (rest[0])
        send_text(p, "chat", "text", rest, true);
    else
        cli_say(p->cli, TXT("join.say_how"), NULL);
}

static void do_phrase(struct play *p, const char *rest)
{
    int64_t n;

    if (vl_str_int(rest, strlen(rest), &n) && n >= 1 && n <= p->phrases_len) {
        send_text(p, "chat", "phrase", p->phrases[n - 1].id, true);
        return;
    }
    for (int i = 0; i < p->phrases_len; i++)
        cli_printf(p->cli, "  %d. %s\n", i + 1, p->phrases[i].text);
    cli_say(p->cli, TXT("join.phrase_how"), NULL);
}

static void do_name(struct play *p, const char *rest)
{
    if (rest[0])
        send_text(p, "name", "name", rest, false);
    else
        cli_say(p->cli, TXT("join.name_how"), NULL);
}

/* "bot", "bot random", "bot greedy 2", "bot 2": level and player in any order. */
static void do_bot(struct play *p, const char *rest)
{
    char level[PLAY_WORD] = "greedy";
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
    if (!is_player(p))
        return;
    w = play_begin(p, "bot");
    vl_json_kstr(&w, "level", level);
    if (player >= 1 && player <= VL_SEATS_MAX && player - 1 != p->player)
        vl_json_kint(&w, "player", player - 1);
    play_send(p, &w, false);
}

static void do_back(struct play *p, const char *rest)
{
    (void)rest;
    if (is_player(p))
        play_ask(p, "back");
}

static void do_renew(struct play *p, const char *rest)
{
    (void)rest;
    char token[NET_ID + 1];

    if (!is_player(p))
        return;
    net_new_token(token);
    struct vl_json w = play_begin(p, "renew");
    vl_json_kstr(&w, "new", token);
    play_send(p, &w, true);
}

static void do_fork(struct play *p, const char *rest)
{
    int64_t rev = -1;
    struct vl_json w;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &rev) || rev < 0)) {
        cli_say(p->cli, TXT("join.fork_how"), NULL);
        return;
    }
    if (!is_player(p))
        return;
    w = play_begin(p, "fork");
    if (rev >= 0)
        vl_json_kint(&w, "rev", rev);
    play_send(p, &w, false);
}

/* ---- the rest ---- */

static void do_lang(struct play *p, const char *rest)
{
    int lang = strcmp(rest, "fr") == 0 || strcmp(rest, "en") == 0 ? vl_lang_find(rest) : -1;

    if (lang < 0) {
        cli_say(p->cli, TXT("cli.play.lang_how"), NULL);
        return;
    }
    p->cli->lang = lang;
    cli_say(p->cli, TXT("cli.play.lang"), NULL);
    p->shown_actor = VL_ANYONE;
    p->about_round = PLAY_NO_ROUND;
    p->has_actions = false;
    p->host->tongue(p);
}

static void do_quit(struct play *p, const char *rest)
{
    (void)rest;
    play_stop(p, CLI_OK);
}

static void do_help(struct play *p, const char *rest);

static const struct command {
    struct cli_verb is;
    int where; /* which hosts have it */
    void (*run)(struct play *p, const char *rest);
} commands[] = {
    { { TXT("cli.cmd.help"), "", TXT("cli.cmd.help.about") }, PLAY_BOTH, do_help },
    { { TXT("cli.cmd.moves"), "", TXT("cli.cmd.moves.about") }, PLAY_BOTH, do_moves },
    { { TXT("cli.cmd.why"), "[N]", TXT("cli.cmd.why.about") }, PLAY_BOTH, do_why },
    { { TXT("cli.cmd.preview"), "N", TXT("cli.cmd.preview.about") }, PLAY_BOTH, do_preview },
    { { TXT("cli.cmd.hint"), "", TXT("cli.cmd.hint.about") }, PLAY_BOTH, do_hint },
    { { TXT("cli.cmd.undo"), "[N]", TXT("cli.cmd.undo.about") }, PLAY_BOTH, do_undo },
    { { TXT("cli.cmd.redo"), "", TXT("cli.cmd.redo.about") }, PLAY_LOCAL, do_redo },
    { { TXT("cli.word.yes"), "", TXT("join.cmd.yes.about") }, PLAY_BOTH, do_yes },
    { { TXT("cli.word.no"), "", TXT("join.cmd.no.about") }, PLAY_BOTH, do_no },
    { { TXT("join.cmd.say"), "X", TXT("join.cmd.say.about") }, PLAY_NET, do_say },
    { { TXT("join.cmd.phrase"), "[N]", TXT("join.cmd.phrase.about") }, PLAY_NET, do_phrase },
    { { TXT("join.cmd.name"), "NAME", TXT("join.cmd.name.about") }, PLAY_NET, do_name },
    { { TXT("join.cmd.players"), "", TXT("join.cmd.players.about") }, PLAY_BOTH, do_players },
    { { TXT("join.cmd.bot"), "[BOT] [N]", TXT("join.cmd.bot.about") }, PLAY_NET, do_bot },
    { { TXT("join.cmd.back"), "", TXT("join.cmd.back.about") }, PLAY_NET, do_back },
    { { TXT("cli.cmd.board"), "", TXT("cli.cmd.board.about") }, PLAY_BOTH, do_board },
    { { TXT("cli.cmd.card"), "X", TXT("cli.cmd.card.about") }, PLAY_BOTH, do_card },
    { { TXT("cli.cmd.look"), "[X]", TXT("cli.cmd.look.about") }, PLAY_BOTH, do_look },
    { { TXT("cli.cmd.correct"), "CARD", TXT("cli.cmd.correct.about") }, PLAY_LOCAL, do_correct },
    { { TXT("cli.cmd.view"), "[json]", TXT("cli.cmd.view.about") }, PLAY_BOTH, do_view },
    { { TXT("cli.cmd.log"), "[N]", TXT("cli.cmd.log.about") }, PLAY_BOTH, do_log },
    { { TXT("cli.cmd.rules"), "X", TXT("cli.cmd.rules.about") }, PLAY_BOTH, do_rules },
    { { TXT("cli.cmd.save"), "FILE", TXT("cli.cmd.save.about") }, PLAY_BOTH, do_save },
    { { TXT("join.cmd.fork"), "[N]", TXT("join.cmd.fork.about") }, PLAY_NET, do_fork },
    { { TXT("join.cmd.link"), "", TXT("join.cmd.link.about") }, PLAY_NET, do_link },
    { { TXT("join.cmd.renew"), "", TXT("join.cmd.renew.about") }, PLAY_NET, do_renew },
    { { TXT("join.cmd.resync"), "", TXT("join.cmd.resync.about") }, PLAY_NET, do_resync },
    { { TXT("cli.cmd.lang"), "fr|en", TXT("cli.cmd.lang.about") }, PLAY_BOTH, do_lang },
    { { TXT("cli.cmd.quit"), "", TXT("cli.cmd.quit.about") }, PLAY_LOCAL, do_quit },
    { { TXT("cli.cmd.quit"), "", TXT("join.cmd.quit.about") }, PLAY_NET, do_quit },
};

/* Those of this host. */
static const struct cli_verbs *own_commands(const struct play *p)
{
    static struct command own[VL_LEN(commands)];
    static struct cli_verbs verbs = { own, sizeof own[0], 0 };

    verbs.len = 0;
    for (int i = 0; i < VL_LEN(commands); i++)
        if (commands[i].where & p->host->kind)
            own[verbs.len++] = commands[i];
    return &verbs;
}

static void do_help(struct play *p, const char *rest)
{
    (void)rest;
    if (p->by_hand)
        cli_say(p->cli, TXT("cli.play.help_hand"), NULL);
    else if (p->has_actions)
        cli_say(p->cli, TXT("cli.play.help"), "example", p->board->actions[0].id, NULL);
    else
        cli_say(p->cli, TXT("cli.play.help_wait"), NULL);
    cli_verb_help(p->cli, own_commands(p), HELP_COLUMN);
    if (!p->plain)
        board_legend(p->board, p->cli);
}

static bool command(struct play *p, const char *line, bool loose)
{
    const struct cli_verbs *verbs = own_commands(p);
    const char *rest;
    int i = cli_verb_find(verbs, line, loose, &rest);

    if (i >= 0)
        ((const struct command *)verbs->rows)[i].run(p, rest);
    return i >= 0;
}

/* A command whose argument is a move. */
static bool takes_move(const struct command *c)
{
    return c->run == do_why || c->run == do_preview;
}

void play_complete(struct play *p, const char *line, void (*take)(void *arg, const char *word),
                   void *arg)
{
    const struct cli_verbs *verbs = own_commands(p);
    const char *rest;
    int i = strchr(line, ' ') ? cli_verb_find(verbs, line, true, &rest) : -1;

    if (!strchr(line, ' '))
        cli_verb_complete(verbs, line, take, arg);
    if (i >= 0 && !takes_move(&((const struct command *)verbs->rows)[i]))
        return;
    if (p->has_actions)
        words_complete(p->board, p->game, i >= 0 ? rest : line, take, arg);
}

static void unknown(struct play *p, const char *line)
{
    char word[PLAY_LINE];
    struct vl_buf b = vl_buf_on(word, sizeof word);
    int64_t number;

    vl_put_n(&b, line, strcspn(line, " "));
    const char *near = cli_verb_near(p->cli, own_commands(p), word);
    if (vl_str_int(word, strlen(word), &number) && !p->by_hand)
        cli_say(p->cli, TXT("join.not_your_turn"), NULL);
    else if (p->by_hand)
        play_hand_explain(p, line);
    else if (near)
        cli_say(p->cli, TXT("cli.play.unknown_near"), "what", line, "near", near, NULL);
    else
        cli_say(p->cli, TXT("cli.play.unknown"), "what", line, NULL);
}

/* A move as it is spelled or shown, whatever a command is called. Enter alone takes the
 * only one there is. */
static const char *exact(const struct play *p, const char *line)
{
    const struct board *b = p->board;
    int at = p->has_actions && line[0] ? words_shown(b, p->cli, line) : -1;

    for (int i = 0; p->has_actions && i < b->actions_len; i++)
        if (strcmp(b->actions[i].id, line) == 0 || (!line[0] && b->actions_len == 1))
            return b->actions[i].id;
    return at >= 0 ? b->actions[at].id : NULL;
}

/* One typed line: a move spelled out, a command, a move in short, the beginning
 * of a command. */
void play_typed(struct play *p, const char *line)
{
    char notation[PLAY_NAME];
    int st;

    if (tutorial_answer(p, line))
        return;
    if (exact(p, line)) {
        play_send_move(p, exact(p, line));
        return;
    }
    if (!line[0] || play_hand_first(p, line) || command(p, line, false))
        return;
    st = p->by_hand ? play_hand_typed(p, line)
                    : find_move(p, line, false, notation, sizeof notation);
    if (st == VL_OK)
        play_send_move(p, notation);
    else if (st == VL_UNKNOWN && !command(p, line, true))
        unknown(p, line);
}
