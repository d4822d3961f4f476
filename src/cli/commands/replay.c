/* replay.c - veillee replay: a record told, shown, checked or traced. */
#include "cli/play/play.h"
#include "cli/trace.h"
#include "cli/words.h"

#include "match/record.h"
#include "registry.h"
#include "text/rules.h"
#include "text/view.h"

#include <stdlib.h>
#include <string.h>

struct replay {
    struct cli *cli;
    struct vl_match *match;
    bool plain;              /* lists instead of a drawn board */
    int about_round;         /* whose event has been explained on the board */
    uint32_t to;             /* entries to tell */
    union vl_any_state room; /* S(n) for the entry at hand */
    struct play_input input;
};

/* ---- as text ---- */

static void put_hash(struct vl_buf *b, const struct vl_pack_info *pack)
{
    vl_put(b, pack->id);
    vl_put_char(b, ' ');
    vl_put(b, pack->version);
    vl_put_char(b, ' ');
    vl_put_hex64(b, pack->hash);
}

static void player_name(const struct replay *rp, int player, char *out, size_t cap)
{
    const struct vl_player *who = &rp->match->players[player];
    char number[16];

    snprintf(number, sizeof number, "%d", player + 1);
    if (who->name[0])
        snprintf(out, cap, "%s", who->name);
    else if (vl_match_is_human(rp->match, player))
        cli_word(rp->cli, out, cap, TXT("cli.play.player"), "n", number, NULL);
    else
        snprintf(out, cap, "%s", who->kind);
    cli_own(rp->cli, out, cap);
}

/* What was played, by whom, and how it ended. */
static void tell_head(struct replay *rp)
{
    struct cli *cli = rp->cli;
    const struct vl_match *m = rp->match;
    char game[PLAY_NAME], pack[128], options[1024], revision[16], players[1024] = "", n[16];
    struct vl_buf g = vl_buf_on(game, sizeof game), c = vl_buf_on(pack, sizeof pack);
    struct vl_buf o = vl_buf_on(options, sizeof options), w = vl_buf_on(players, sizeof players);

    vl_text_game(&g, cli->lang, m->rules.game);
    put_hash(&c, &m->pack);
    vl_options_write(&m->rules, &o, false);
    snprintf(revision, sizeof revision, "%d", m->rules.game->revision);
    snprintf(n, sizeof n, "%u", (unsigned)m->len);
    for (int i = 0; i < m->players_len; i++) {
        char name[PLAY_NAME];
        player_name(rp, i, name, sizeof name);
        vl_put(&w, i ? ", " : "");
        vl_put(&w, name);
    }
    cli_say(cli, TXT("cli.replay.game"), "game", game, "revision", revision, "content", pack,
            "date", m->date[0] ? m->date : "-", NULL);
    cli_say(cli, TXT("cli.replay.players"), "players", players, "options",
            options[0] ? options : "-", NULL);
    cli_say(cli, TXT("cli.replay.entries"), "n", n, NULL);
    cli_print(cli, "\n");
}

struct told {
    struct vl_sink sink; /* first */
    struct replay *rp;
};

static void tell_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct replay *rp = ((struct told *)sink)->rp;
    char text[VL_TEXT_MAX], lead[48];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_event(&b, rp->cli->lang, &rp->match->rules, ev);
    snprintf(lead, sizeof lead, "      %-11s ", vl_rule_texts[ev->rule].id);
    cli_wrap(rp->cli, lead, 18, text);
}

/* One entry: number, who, notation, then the events with their rules. */
static void tell_entry(struct replay *rp, uint32_t entry)
{
    const struct vl_entry *e = &rp->match->entries[entry];
    struct told t = { { tell_event }, rp };
    char actor[PLAY_NAME], notation[160], lead[PLAY_NAME + 16];
    struct vl_buf a = vl_buf_on(actor, sizeof actor), n = vl_buf_on(notation, sizeof notation);

    if (e->move.kind == 0) {
        vl_put(&n, "undo ");
        vl_put_int(&n, e->back_to);
        snprintf(lead, sizeof lead, "%4u  ", (unsigned)entry);
        cli_wrap(rp->cli, lead, 6, notation);
        return;
    }
    vl_match_state_at(rp->match, entry, &rp->room.base);
    vl_text_actor(&a, rp->cli->lang, &rp->match->rules, &rp->room.base);
    cli_own(rp->cli, actor, sizeof actor);
    vl_move_format(&rp->match->rules, e->move, &n);
    snprintf(lead, sizeof lead, "%4u  %s%s%s%s", (unsigned)entry, cli_style(rp->cli, CLI_BOLD),
             actor, cli_style(rp->cli, CLI_NORMAL), rp->cli->lang == VL_FR ? " : " : ": ");
    cli_wrap(rp->cli, lead, 6, notation);
    vl_match_events(rp->match, entry, &t.sink);
}

static void tell_comments(struct replay *rp, uint32_t entry)
{
    const struct vl_match *m = rp->match;

    for (uint32_t i = 0; i < m->comments_len; i++)
        if (m->comments[i].at == entry)
            cli_printf(rp->cli, "; %s\n", m->comments[i].text);
}

/* The view of S(n), for whoever decides then, as any reader of it would read it. */
static bool read_view(struct replay *rp, uint32_t revision, struct board *b, char *text)
{
    const struct vl_state *s = &rp->room.base;
    struct vl_view_ask ask = { .seat = s->actor >= 0 ? s->actor : VL_ANYONE,
                               .lang = (uint8_t)rp->cli->lang,
                               .map = true,
                               .rev = revision };
    struct vl_json w = vl_json_on(text, VL_VIEW_BYTES);
    struct vl_json_doc doc;
    struct vl_error err = { 0 };

    vl_view_json(&w, &rp->match->rules, s, &ask);
    VL_VERIFY(!w.out.full);
    uint32_t most = (uint32_t)vl_json_nodes_bound(text, w.out.len);
    struct vl_json_node *nodes = malloc(most * sizeof *nodes);
    bool ok = nodes && vl_json_parse(&doc, text, w.out.len, nodes, most, &err) == VL_OK;
    if (ok)
        board_read(b, rp->cli, &doc, 0);
    free(nodes);
    return ok;
}

/* The board as it stood at a revision. */
static void show_board(struct replay *rp, uint32_t revision)
{
    struct board *b = malloc(sizeof *b);
    char *text = malloc(VL_VIEW_BYTES);

    cli_measure(rp->cli);
    vl_match_state_at(rp->match, revision, &rp->room.base);
    if (b && text && read_view(rp, revision, b, text)) {
        if (rp->plain)
            board_list(b, rp->cli);
        else
            board_draw(b, rp->cli, b->round != rp->about_round);
        rp->about_round = b->round;
        cli_wrap(rp->cli, "", 0, b->prompt);
    }
    free(text);
    free(b);
}

/* ---- step by step ---- */

/* Before the entries, and after each: revision n is what stands after n of them. */
static void show_step(struct replay *rp, uint32_t at)
{
    struct told t = { { tell_event }, rp };

    if (at == 0) {
        tell_head(rp);
        vl_match_start_events(rp->match, &t.sink);
    } else {
        tell_comments(rp, at - 1);
        tell_entry(rp, at - 1);
    }
    show_board(rp, at);
}

static int round_at(struct replay *rp, uint32_t revision)
{
    struct vl_view view; /* without pools: its round is all that is asked for */

    vl_match_state_at(rp->match, revision, &rp->room.base);
    memset(&view, 0, sizeof view);
    rp->match->rules.game->view(&rp->match->rules, &rp->room.base, VL_ANYONE, &view);
    return view.round;
}

/* The first revision of a round; false if there is none. */
static bool find_round(struct replay *rp, int round, uint32_t *at)
{
    for (uint32_t i = 0; i <= rp->to; i++)
        if (round_at(rp, i) == round) {
            *at = i;
            return true;
        }
    return false;
}

enum step_did { STEP_SHOW, STEP_STAY, STEP_QUIT };

static enum step_did step_next(struct replay *rp, uint32_t *at, int64_t n)
{
    (void)n;
    if (*at == rp->to)
        return STEP_QUIT; /* the end has been seen */
    ++*at;
    return STEP_SHOW;
}

static enum step_did step_back(struct replay *rp, uint32_t *at, int64_t n)
{
    (void)n;
    if (*at == 0) {
        cli_say(rp->cli, TXT("cli.replay.at_start"), NULL);
        return STEP_STAY;
    }
    --*at;
    return STEP_SHOW;
}

static enum step_did step_start(struct replay *rp, uint32_t *at, int64_t n)
{
    (void)rp;
    (void)n;
    *at = 0;
    return STEP_SHOW;
}

static enum step_did step_end(struct replay *rp, uint32_t *at, int64_t n)
{
    (void)n;
    *at = rp->to;
    return STEP_SHOW;
}

static enum step_did step_round(struct replay *rp, uint32_t *at, int64_t n)
{
    if (n >= 0 && n <= INT16_MAX && find_round(rp, (int)n, at))
        return STEP_SHOW;
    cli_say(rp->cli, TXT("cli.replay.no_round"), NULL);
    return STEP_STAY;
}

static enum step_did step_quit(struct replay *rp, uint32_t *at, int64_t n)
{
    (void)rp;
    (void)at;
    (void)n;
    return STEP_QUIT;
}

static enum step_did step_help(struct replay *rp, uint32_t *at, int64_t n);

static const struct step {
    struct cli_verb is;
    enum step_did (*run)(struct replay *rp, uint32_t *at, int64_t n);
} steps[] = {
    { { TXT("cli.step.next"), "", TXT("cli.step.next.about") }, step_next },
    { { TXT("cli.step.back"), "", TXT("cli.step.back.about") }, step_back },
    { { TXT("cli.step.round"), "N", TXT("cli.step.round.about") }, step_round },
    { { TXT("cli.step.start"), "", TXT("cli.step.start.about") }, step_start },
    { { TXT("cli.step.end"), "", TXT("cli.step.end.about") }, step_end },
    { { TXT("cli.step.quit"), "", TXT("cli.step.quit.about") }, step_quit },
    { { TXT("cli.cmd.help"), "", TXT("cli.cmd.help.about") }, step_help },
};
static const struct cli_verbs step_verbs = CLI_VERBS(steps);

static enum step_did step_help(struct replay *rp, uint32_t *at, int64_t n)
{
    (void)at;
    (void)n;
    cli_say(rp->cli, TXT("cli.replay.help"), NULL);
    cli_verb_help(rp->cli, &step_verbs, 14);
    return STEP_STAY;
}

/* One typed line: Enter, the number of an entry, or a word. */
static enum step_did step(struct replay *rp, uint32_t *at, const char *line)
{
    const char *rest = "";
    int64_t n = -1;
    int verb;

    if (line[0] == '\0')
        return step_next(rp, at, 0);
    if (vl_str_int(line, strlen(line), &n)) {
        if (n < 0 || n >= rp->to) {
            cli_say(rp->cli, TXT("cli.replay.no_entry"), "value", line, NULL);
            return STEP_STAY;
        }
        *at = (uint32_t)n + 1; /* as the entries are numbered */
        return STEP_SHOW;
    }
    verb = cli_verb_find(&step_verbs, line, false, &rest);
    if (verb < 0)
        verb = cli_verb_find(&step_verbs, line, true, &rest);
    if (verb < 0)
        return step_help(rp, at, 0);
    if (!vl_str_int(rest, strlen(rest), &n))
        n = -1;
    return steps[verb].run(rp, at, n);
}

/* Back and forth between the start and the last entry to tell. */
static int walk(struct replay *rp)
{
    struct cli *cli = rp->cli;
    uint32_t at = 0;
    enum step_did did = STEP_SHOW;

    while (did != STEP_QUIT && !cli_stop && !ferror(cli->out)) {
        char line[PLAY_LINE], n[16], last[16];
        if (did == STEP_SHOW)
            show_step(rp, at);
        snprintf(n, sizeof n, "%u", (unsigned)at - 1);
        snprintf(last, sizeof last, "%u", (unsigned)rp->to - 1);
        cli_say(cli, at ? TXT("cli.replay.step") : TXT("cli.replay.step_start"), "n", n, "last",
                rp->to ? last : "-", NULL);
        if (play_read_line(cli, &rp->input, line) != PLAY_GOT)
            break;
        did = step(rp, &at, line);
    }
    return cli_stop ? CLI_STOPPED + cli_stop : ferror(cli->out) ? CLI_BAD : CLI_OK;
}

/* All of it, then the board. */
static int tell(struct replay *rp)
{
    struct told t = { { tell_event }, rp };

    tell_head(rp);
    vl_match_start_events(rp->match, &t.sink);
    for (uint32_t i = 0; i < rp->to; i++) {
        tell_comments(rp, i);
        tell_entry(rp, i);
        if (cli_stop || ferror(rp->cli->out))
            return cli_stop ? CLI_STOPPED + cli_stop : CLI_BAD;
    }
    show_board(rp, rp->to);
    return CLI_OK;
}

/* ---- for programs ---- */

static int print_position(struct replay *rp)
{
    struct cli *cli = rp->cli;
    char *memory = malloc(TRACE_BYTES);
    struct vl_json w = vl_json_on(memory, memory ? TRACE_BYTES : 0);
    int code;

    if (!memory)
        return cli_fail(cli, TXT("cli.bad.memory"), NULL);
    vl_match_state_at(rp->match, rp->to, &rp->room.base);
    vl_position_write(&rp->match->rules, &rp->room.base, VL_ANYONE, true, &w);
    code = cli_print_json(cli, &w);
    free(memory);
    return code;
}

static int trace_one(struct replay *rp, char *memory, uint32_t revision)
{
    const struct vl_match *m = rp->match;
    struct vl_json w = vl_json_on(memory, TRACE_BYTES);
    char notation[160] = "";
    struct vl_buf n = vl_buf_on(notation, sizeof notation);
    const struct vl_entry *e = revision ? &m->entries[revision - 1] : NULL;

    if (e && e->move.kind == 0) {
        vl_put(&n, "undo ");
        vl_put_int(&n, e->back_to);
    } else if (e) {
        vl_move_format(&m->rules, e->move, &n);
    }
    vl_match_state_at(m, revision, &rp->room.base);
    trace_json(&w, &m->rules, &rp->room.base, (int64_t)revision - 1, e ? notation : NULL);
    return cli_print_json(rp->cli, &w);
}

static int trace(struct replay *rp)
{
    char *memory = malloc(TRACE_BYTES);
    int code = CLI_OK;

    if (!memory)
        return cli_fail(rp->cli, TXT("cli.bad.memory"), NULL);
    for (uint32_t i = 0; i <= rp->to && code == CLI_OK && !ferror(rp->cli->out); i++)
        code = cli_stop ? CLI_STOPPED + cli_stop : trace_one(rp, memory, i);
    free(memory);
    return code;
}

/* ---- is it what the seed gives? ---- */

static int draws_of(const struct vl_match *m)
{
    int n = 0;

    for (uint32_t i = 0; i < m->len; i++)
        n += m->entries[i].move.kind != 0 && m->entries[i].actor == VL_CHANCE;
    return n;
}

/* The answer is one, also when it is no. */
static int print_verified(struct replay *rp, int st, const struct vl_error *err)
{
    const struct vl_match *m = rp->match;
    char memory[4096];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_json_obj(&w);
    vl_json_kbool(&w, "verified", st == VL_OK);
    vl_json_kint(&w, "draws", draws_of(m));
    vl_json_kbool(&w, "by_hand", m->seed_kind == VL_SEED_HAND);
    if (st != VL_OK) {
        vl_json_key(&w, "error");
        vl_error_json(&w, &m->rules, err, rp->cli->lang);
    }
    vl_json_end(&w);
    int code = cli_print_json(rp->cli, &w);
    return code == CLI_OK && st != VL_OK ? CLI_NO : code;
}

static int verify(struct replay *rp)
{
    struct cli *cli = rp->cli;
    const struct vl_match *m = rp->match;
    struct vl_error err = { 0 };
    char n[16];
    int st = vl_match_verify(m, &err);

    if (cli->json)
        return print_verified(rp, st, &err);
    if (m->seed_kind == VL_SEED_HAND)
        cli_warn(cli, TXT("cli.replay.by_hand"), "file", cli->arg[0], NULL);
    else if (st != VL_OK)
        cli_warn_error(cli, &m->rules, cli->arg[0], &err);
    if (st != VL_OK)
        return CLI_NO;
    snprintf(n, sizeof n, "%d", draws_of(m));
    cli_say(cli, TXT("cli.replay.verified"), "n", n, NULL);
    return CLI_OK;
}

/* ---- the command ---- */

static int load(struct replay *rp, struct vl_pack *pack)
{
    struct cli *cli = rp->cli;
    struct vl_record_opts how = { .recover = cli_has(cli, "recover") };
    struct vl_error err = { 0 };
    const char *content = cli_value(cli, "content");

    if (content && vl_pack_load(pack, NULL, content, &err) != VL_OK)
        return cli_fail_error(cli, NULL, content, &err);
    if (content)
        how.pack = pack;
    if (vl_record_load(&rp->match, cli->arg[0], &how, &err) != VL_OK)
        return cli_fail_error(cli, NULL, cli->arg[0], &err);
    if (how.fault.status) {
        char n[16];
        snprintf(n, sizeof n, "%u", (unsigned)rp->match->len);
        cli_warn_error(cli, &rp->match->rules, cli->arg[0], &how.fault);
        cli_warn(cli, TXT("cli.replay.recovered"), "n", n, NULL);
    }
    return CLI_OK;
}

static int act(struct replay *rp)
{
    struct cli *cli = rp->cli;
    const char *save = cli_value(cli, "save");
    struct vl_error err = { 0 };
    int64_t to;

    VL_VERIFY(rp->match);
    to = rp->match->len;
    if (!cli_number(cli, "to", 0, rp->match->len, &to))
        return CLI_BAD;
    rp->to = (uint32_t)to;
    if (save && vl_record_save(rp->match, save, true, cli_how(cli), &err) != VL_OK)
        return cli_fail_error(cli, NULL, save, &err);
    if (cli_has(cli, "verify"))
        return verify(rp);
    if (cli_has(cli, "trace"))
        return trace(rp);
    if (cli->json)
        return print_position(rp);
    return cli_has(cli, "step") ? walk(rp) : tell(rp);
}

static int run(struct cli *cli)
{
    static struct replay rp;
    struct vl_pack pack = { 0 };
    int code;

    memset(&rp, 0, sizeof rp);
    rp.cli = cli;
    rp.about_round = -2;
    rp.plain = cli_has(cli, "plain") || (!cli->out_tty && !cli_has(cli, "board"));
    code = load(&rp, &pack);
    if (code == CLI_OK)
        code = act(&rp);
    vl_match_close(rp.match);
    vl_pack_free(&pack);
    return code;
}

static const struct cli_opt options[] = {
    { "to", 0, "N", TXT("cli.opt.to"), 0 },
    { "step", 0, NULL, TXT("cli.opt.step"), 0 },
    { "verify", 0, NULL, TXT("cli.opt.verify"), 0 },
    { "recover", 0, NULL, TXT("cli.opt.recover"), 0 },
    { "save", 0, "FILE", TXT("cli.opt.save"), 0 },
    { "force", 0, NULL, TXT("cli.opt.force"), 0 },
    { "content", 0, "FILE", TXT("cli.opt.content"), 0 },
    { "json", 0, NULL, TXT("cli.opt.json_position"), 0 },
    { "trace", 0, NULL, TXT("cli.opt.trace"), 0 },
    { "plain", 0, NULL, TXT("cli.opt.plain"), 0 },
    { "board", 0, NULL, TXT("cli.opt.board"), 0 },
    { 0 },
};

const struct cli_command cli_replay = { "replay", "FILE", TXT("cli.sum.replay"), options, 1, 1,
                                        run,      NULL };
