/* cmd_play.c - veillee play: a game at the terminal, and its loop. */
#include "cli/play.h"

#include "base/hash.h"
#include "registry.h"
#include "text/rules.h"

#include <stdlib.h>
#include <string.h>

/* ---- keeping the game ---- */

void play_keep(struct play *p)
{
    struct vl_error err = { 0 };

    if (vl_journal_sync(&p->journal, p->match, &err) == VL_OK) {
        if (p->unsaved && p->journal.fd >= 0) {
            cli_warn(p->cli, TXT("cli.play.kept_again"), NULL);
            p->unsaved = false;
        }
        return;
    }
    if (!p->unsaved) /* say it once, and try again after every move */
        cli_warn_error(p->cli, NULL, NULL, &err);
    p->unsaved = true;
}

/* --record, then the journal. The worse of the two decides the exit code. */
static int let_go(struct play *p, int code)
{
    struct vl_error err = { 0 };

    if (p->record && vl_record_save(p->match, p->record, true, VL_FILE_REPLACE, &err) != VL_OK)
        code = cli_fail_error(p->cli, NULL, p->record, &err);
    else if (p->record)
        cli_say(p->cli, TXT("cli.play.saved"), "file", p->record, NULL);
    memset(&err, 0, sizeof err);
    if (vl_journal_close(&p->journal, p->match, &err) != VL_OK) {
        if (!p->unsaved)
            cli_warn_error(p->cli, NULL, NULL, &err);
        p->unsaved = true;
    }
    return code;
}

/* The name of --record is taken at once: a place that cannot be written is found
 * before the game, and what else is saved meanwhile does not get in the way. */
static int claim_record(struct play *p)
{
    struct vl_error err = { 0 };

    if (!p->record || vl_file_is_stream(p->record) ||
        vl_record_save(p->match, p->record, true, cli_how(p->cli), &err) == VL_OK)
        return CLI_OK;
    return cli_fail_error(p->cli, NULL, p->record, &err);
}

/* ---- moves of the machine ---- */

/* Bots draw from a generator of their own: the table's chance stays untouched. */
static struct vl_rng bot_rng(const struct play *p)
{
    static const char salt[] = "veillee bot";
    uint8_t key[32], number[8];
    struct vl_sha256 sha;

    for (int i = 0; i < 8; i++)
        number[i] = (uint8_t)((uint64_t)p->match->len >> 8 * i);
    vl_sha256_init(&sha);
    vl_sha256_add(&sha, salt, sizeof salt - 1);
    vl_sha256_add(&sha, p->match->seed, sizeof p->match->seed);
    vl_sha256_add(&sha, number, sizeof number);
    vl_sha256_end(&sha, key);
    return vl_rng_key(key);
}

static bool stop_thinking(void *arg)
{
    (void)arg;
    return cli_stop != 0;
}

static int play_bot(struct play *p, int player)
{
    const struct vl_rules *r = play_rules(p);
    union vl_any_state hidden;
    struct vl_move legal[VL_MOVES_MAX];
    struct vl_rng rng = bot_rng(p);
    struct vl_bot_answer answer;
    struct vl_error err = { 0 };
    struct vl_bot_ask ask = { .rules = r,
                              .state = &hidden.base,
                              .seat = play_state(p)->actor,
                              .legal = legal,
                              .rng = &rng,
                              .scratch = p->scratch,
                              .limits = { .stop = stop_thinking } };

    if (!tutorial_partner(p, &answer.move)) {
        memcpy(&hidden, play_state(p), r->game->state_size);
        vl_hide(r, &hidden.base, play_state(p)->actor);
        ask.legal_len = vl_legal(r, play_state(p), legal);
        vl_bot_choose(&p->bot[player], &ask, &answer);
    }
    if (vl_match_play(p->match, answer.move, player, &err) == VL_OK)
        return CLI_OK;
    return cli_fail_error(p->cli, r, NULL, &err);
}

static int draw(struct play *p)
{
    struct vl_error err = { 0 };

    if (vl_match_draw(p->match, &err) == VL_OK)
        return CLI_OK;
    return cli_fail_error(p->cli, play_rules(p), NULL, &err);
}

/* ---- people ---- */

void play_look(struct play *p)
{
    const struct vl_state *s = play_state(p);

    memset(&p->view, 0, sizeof p->view);
    play_rules(p)->game->view(play_rules(p), s, s->actor >= 0 ? s->actor : VL_ANYONE, &p->view);
}

/* The whole board when it was drawn last for somebody else; in lists only then,
 * so that nobody has to listen to it after every move. */
static void show(struct play *p)
{
    vl_actor actor = play_state(p)->actor;
    bool by_hand = actor == VL_CHANCE;

    if (p->board_due && !p->plain)
        play_board(p);
    else if (p->board_due && actor != p->shown_seat && !by_hand)
        play_text_board(p);
    if (!by_hand)
        p->shown_seat = actor;
    p->board_due = false;
    play_prompt(p);
    if (by_hand)
        play_hand_ask(p);
    else if (!tutorial_is_reading(p))
        play_list(p, false);
    tutorial_say(p);
}

static void unknown(struct play *p, const char *line)
{
    char word[PLAY_LINE];
    struct vl_buf b = vl_buf_on(word, sizeof word);
    const char *near;

    vl_put_n(&b, line, strcspn(line, " "));
    near = play_near_command(p, word);
    if (near)
        cli_say(p->cli, TXT("cli.play.unknown_near"), "what", line, "near", near, NULL);
    else
        cli_say(p->cli, TXT("cli.play.unknown"), "what", line, NULL);
}

/* A move that a person typed, or a card they drew; refused with its rule. */
static bool try_move(struct play *p, struct vl_move m)
{
    struct vl_error err = { 0 };
    bool by_hand = play_state(p)->actor == VL_CHANCE;
    int st = by_hand ? vl_match_enter(p->match, m, &err)
                     : vl_match_play(p->match, m, vl_match_to_move(p->match), &err);

    if (st == VL_OK)
        return true;
    if (st == VL_REFUSED && err.rule)
        play_refused(p, m, err.rule);
    else
        cli_warn_error(p->cli, play_rules(p), NULL, &err);
    return false;
}

static bool is_exact(struct play *p, const char *line, struct vl_move *m)
{
    return vl_move_parse(play_rules(p), line, strlen(line), m) == 0 &&
           vl_refuse(play_rules(p), play_state(p), *m, VL_ANYONE) == 0;
}

/* One typed line: a move spelled out, a command, a move in short, the beginning
 * of a command. */
static enum play_did answer(struct play *p, const char *line)
{
    struct vl_move m;
    enum play_did did;
    int st;

    if (is_exact(p, line, &m))
        return try_move(p, m) ? PLAY_CHANGED : PLAY_DONE;
    did = play_command(p, line, false);
    if (did != PLAY_NOT_MINE)
        return did;
    st = play_state(p)->actor == VL_CHANCE ? play_hand_parse(p, line, &m) : play_parse(p, line, &m);
    if (st == VL_OK)
        return try_move(p, m) ? PLAY_CHANGED : PLAY_DONE;
    if (st == VL_INVALID)
        return PLAY_DONE;
    did = play_command(p, line, true);
    if (did == PLAY_NOT_MINE)
        unknown(p, line);
    return did == PLAY_NOT_MINE ? PLAY_DONE : did;
}

/* Asks until something changes. PLAY_QUIT also at the end of the input. */
static enum play_did ask(struct play *p)
{
    char line[PLAY_LINE];

    show(p);
    for (;;) {
        enum play_did did;
        switch (play_read_line(p, line)) {
        case PLAY_EOF: return PLAY_QUIT;
        case PLAY_STOP: return PLAY_QUIT;
        case PLAY_GOT: break;
        }
        did = (enum play_did)tutorial_answer(p, line);
        if (did == PLAY_NOT_MINE)
            did = line[0] != '\0' ? answer(p, line) : PLAY_DONE;
        if (did == PLAY_CHANGED || did == PLAY_QUIT)
            return did;
    }
}

/* ---- the end ---- */

static void tell_rank(struct play *p, const struct vl_result *res, int seat)
{
    char name[PLAY_NAME] = "", rank[16], score[16];
    struct vl_buf b = vl_buf_on(name, sizeof name), points = vl_buf_on(score, sizeof score);

    if (play_rules(p)->game->seats_are_players)
        vl_text_name(&b, p->cli->lang, play_rules(p), VL_FAM_SEAT, seat);
    else
        play_player_name(p, vl_match_holder(p->match, seat), name, sizeof name);
    snprintf(rank, sizeof rank, "%d", res->rank[seat]);
    vl_text_int(&points, res->score[seat]);
    cli_say(p->cli, TXT("cli.play.rank"), "rank", rank, "who", name, "score", score, NULL);
}

/* Ranks and scores where the seats do not share them, the best first. */
static void tell_ranks(struct play *p)
{
    int seats = play_state(p)->seats;
    bool shared = true;
    struct vl_result res;

    vl_result(play_rules(p), play_state(p), &res);
    for (int seat = 0; seat < seats; seat++)
        shared = shared && res.rank[seat] == res.rank[0];
    for (int rank = 1; rank <= seats && (!shared || play_rules(p)->game->seats_are_players); rank++)
        for (int seat = 0; seat < seats; seat++)
            if (res.rank[seat] == rank)
                tell_rank(p, &res, seat);
    if (res.rule)
        cli_say(p->cli, TXT("cli.play.over"), "rule", vl_rule_texts[res.rule].id, NULL);
}

static int finish(struct play *p)
{
    if (p->plain)
        play_text_board(p);
    else
        play_board(p);
    play_prompt(p);
    tell_ranks(p);
    return let_go(p, CLI_OK);
}

/* Left before the end: the game stays in the store. */
static int leave(struct play *p)
{
    int code = let_go(p, CLI_OK);
    const char *game = play_rules(p)->game->id;

    if (p->journal.path[0] && !p->unsaved)
        cli_say(p->cli, TXT("cli.play.kept"), "game", game, NULL);
    else
        cli_warn(p->cli, TXT("cli.play.lost"), NULL);
    if (cli_stop)
        return CLI_STOPPED + cli_stop;
    return code == CLI_OK && (!p->journal.path[0] || p->unsaved) && !p->record ? CLI_NO : code;
}

/* ---- the loop ---- */

static int loop(struct play *p)
{
    for (;;) {
        int who = vl_match_to_move(p->match), code = CLI_OK;
        if (cli_stop || ferror(p->cli->out))
            return leave(p);
        if (who == VL_OVER)
            return finish(p);
        if (who == VL_CHANCE && p->match->seed_kind != VL_SEED_HAND)
            code = draw(p);
        else if (who >= 0 && !vl_match_is_human(p->match, who))
            code = play_bot(p, who);
        else if (ask(p) == PLAY_QUIT)
            return leave(p);
        play_keep(p);
        play_tell(p);
        if (code != CLI_OK)
            return let_go(p, code);
    }
}

/* What is played, and how to get help. */
static void greet(struct play *p)
{
    const struct vl_rules *r = play_rules(p);
    char name[PLAY_NAME], options[VL_TEXT_MAX] = "";
    struct vl_buf n = vl_buf_on(name, sizeof name), o = vl_buf_on(options, sizeof options);

    vl_text_game(&n, p->cli->lang, r->game);
    for (int i = 0; i < r->game->options_len; i++) {
        const struct vl_option *opt = &r->game->options[i];
        int value = vl_option_get(r, opt->name, 0);
        if (opt->count > 1 || value == VL_UNSET || (opt->unset && strcmp(opt->unset, "ask") == 0) ||
            (opt->type == VL_OPT_KEY && strcmp(opt->keys[value], "no") == 0))
            continue;
        vl_put(&o, o.len ? ", " : "");
        vl_text_option(&o, p->cli->lang, r->game, i);
        vl_put_char(&o, ' ');
        vl_text_option_value(&o, p->cli->lang, r, i, value);
    }
    cli_say(p->cli, TXT("cli.play.greet"), "game", name, "options", options, NULL);
    if (p->match->len > 0)
        cli_say(p->cli, TXT("cli.play.resumed"), NULL);
    cli_say(p->cli, TXT("cli.play.start_help"), NULL);
}

/* The game to play: the one named, or the only one, or the one chosen. */
static const struct vl_game *pick_game(struct play *p)
{
    char line[PLAY_LINE], number[16], name[PLAY_NAME];
    int64_t n;

    if (p->cli->args_len > 0)
        return cli_game(p->cli, p->cli->arg[0]);
    if (vl_games_len() == 1)
        return vl_game_at(0);
    for (int i = 0; i < vl_games_len(); i++) {
        struct vl_buf b = vl_buf_on(name, sizeof name);
        vl_text_game(&b, p->cli->lang, vl_game_at(i));
        snprintf(number, sizeof number, "%d", i + 1);
        cli_say(p->cli, TXT("cli.play.menu"), "n", number, "game", name, NULL);
    }
    for (;;) {
        cli_say(p->cli, TXT("cli.play.menu_ask"), NULL);
        if (play_read_line(p, line) != PLAY_GOT)
            return NULL;
        if (vl_str_int(line, strlen(line), &n) && n >= 1 && n <= vl_games_len())
            return vl_game_at((int)n - 1);
        if (vl_game_find(line))
            return vl_game_find(line);
    }
}

static int run(struct cli *cli)
{
    static struct play play;
    static const struct vl_journal none = VL_JOURNAL_NONE;
    struct play *p = &play;
    int code;

    memset(p, 0, sizeof *p);
    p->cli = cli;
    p->journal = none;
    p->record = cli_value(cli, "record");
    p->plain = cli_has(cli, "plain") || (!cli->out_tty && !cli_has(cli, "board"));
    p->shown_seat = VL_ANYONE;
    p->about_round = -2; /* no round has this number */
    if (!cli_may_write(cli, p->record))
        return CLI_BAD;
    const struct vl_game *g = pick_game(p);
    if (!g)
        return cli_stop ? CLI_STOPPED + cli_stop : CLI_BAD;
    code = play_open(p, g);
    if (code == CLI_OK)
        code = claim_record(p);
    if (code == CLI_OK) {
        greet(p);
        if (p->match->len > 0)
            p->told = p->match->len;
        p->board_due = true;
        play_keep(p);
        code = loop(p);
    }
    play_close(p);
    return code;
}

static const struct cli_opt options[] = {
    { "seats", 0, "KIND,...", TXT("cli.opt.seats"), 0 },
    { "names", 0, "NAME,...", TXT("cli.opt.names"), 0 },
    { "set", 's', "OPTION=VALUE", TXT("cli.opt.set"), CLI_OPT_MANY },
    { "choose", 0, NULL, TXT("cli.opt.choose"), 0 },
    { "seed", 0, "N", TXT("cli.opt.seed"), 0 },
    { "dice", 0, "auto|hand", TXT("cli.opt.dice"), 0 },
    { "tutorial", 0, NULL, TXT("cli.opt.tutorial"), 0 },
    { "content", 0, "FILE", TXT("cli.opt.content"), 0 },
    { "position", 0, "FILE", TXT("cli.opt.position"), 0 },
    { "load", 0, "FILE", TXT("cli.opt.load"), 0 },
    { "record", 'r', "FILE", TXT("cli.opt.record"), 0 },
    { "force", 0, NULL, TXT("cli.opt.force"), 0 },
    { "resume", 0, NULL, TXT("cli.opt.resume"), 0 },
    { "new", 0, NULL, TXT("cli.opt.new"), 0 },
    { "no-save", 0, NULL, TXT("cli.opt.no_save"), 0 },
    { "plain", 0, NULL, TXT("cli.opt.plain"), 0 },
    { "board", 0, NULL, TXT("cli.opt.board"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("cli.play.more_quick"), TXT("cli.play.more_seats"),
                                    TXT("cli.play.more_codes"), NULL };

const struct cli_command cli_play = { "play", "[GAME]", TXT("cli.sum.play"), options, 0, 1,
                                      run,    more };
