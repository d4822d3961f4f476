/* play.c - veillee play: a game at the terminal. */
#include "cli/play/local.h"

#include "registry.h"

#include <string.h>

/* The game to play: the one named, or the only one, or the one chosen; NULL if none
 * is, with the exit code. */
static const struct vl_game *pick_game(struct local *l, int *code)
{
    char line[PLAY_LINE], number[16], name[PLAY_NAME];
    int64_t n;

    *code = CLI_BAD;
    if (l->cli->args_len > 0)
        return cli_game(l->cli, l->cli->arg[0]);
    if (vl_games_len() == 1)
        return vl_game_at(0);
    for (int i = 0; i < vl_games_len(); i++) {
        struct vl_buf b = vl_buf_on(name, sizeof name);
        vl_text_game(&b, l->cli->lang, vl_game_at(i));
        snprintf(number, sizeof number, "%d", i + 1);
        cli_say(l->cli, TXT("cli.play.menu"), "n", number, "game", name, NULL);
    }
    for (;;) {
        cli_say(l->cli, TXT("cli.play.menu_ask"), NULL);
        if (play_read_line(l->cli, l->input, line) != PLAY_GOT) {
            *code = cli_stop ? CLI_STOPPED + cli_stop : CLI_OK;
            return NULL;
        }
        if (vl_str_int(line, strlen(line), &n) && n >= 1 && n <= vl_games_len())
            return vl_game_at((int)n - 1);
        if (vl_game_find(line))
            return vl_game_find(line);
    }
}

static int run(struct cli *cli)
{
    static struct play play;
    static struct local local;
    static const struct vl_journal none = VL_JOURNAL_NONE;
    struct local *l = &local;
    const struct vl_game *g = NULL;
    int code;

    l->cli = cli;
    l->input = &play.input;
    l->lesson = &play.lesson;
    l->journal = none;
    l->record = cli_value(cli, "record");
    if (cli_has(cli, "content"))
        snprintf(l->content, sizeof l->content, "%s", cli_value(cli, "content"));
    if (!cli_may_write(cli, l->record))
        return CLI_BAD;
    if (cli->args_len > 0 || !cli_has(cli, "load")) {
        g = pick_game(l, &code);
        if (!g)
            return code;
    }
    code = local_open(l, g);
    if (code == CLI_OK)
        code = local_play(l, &play);
    local_close(l);
    return code == LOCAL_LEFT ? CLI_OK : code;
}

static const struct cli_opt options[] = {
    { "seats", 0, "KIND,...", TXT("cli.opt.seats"), 0 },
    { "names", 0, "NAME,...", TXT("cli.opt.names"), 0 },
    { "set", 's', "OPTION=VALUE", TXT("cli.opt.set"), CLI_OPT_MANY },
    { "choose", 0, NULL, TXT("cli.opt.choose"), 0 },
    { "seed", 0, "N", TXT("cli.opt.seed"), 0 },
    { "dice", 0, "auto|hand", TXT("cli.opt.dice"), 0 },
    { "campaign", 0, "FILE", TXT("cli.opt.campaign"), CLI_OPT_MAYBE },
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
