/* play_command.c - what can be typed besides moves. Each command has words in
 * both languages; all of them work in either. */
#include "cli/play.h"

#include "cli/rulebook.h"
#include "cli/words.h"
#include "text/rules.h"
#include "text/view.h"

#include <stdlib.h>
#include <string.h>

enum { RULES_SHOWN = 12, LOG_DEFAULT = 10, UNDO_MAX = 1000 };

/* ---- explanations ---- */

static enum play_did help(struct play *p, const char *rest);

/* The rules behind a move that may be made, or the one that refuses it. */
static void explain(struct play *p, struct vl_move m)
{
    const struct vl_rules *r = play_rules(p);
    const struct vl_state *s = play_state(p);
    vl_rule no = vl_refuse(r, s, m, VL_ANYONE);
    char text[VL_TEXT_MAX], notation[128];
    struct vl_buf b = vl_buf_on(text, sizeof text), n = vl_buf_on(notation, sizeof notation);
    struct vl_touch touch;

    if (no) {
        play_refused(p, m, no);
        rulebook_print(p->cli, no);
        return;
    }
    vl_text_move(&b, p->cli->lang, r, s, m);
    vl_move_format(r, m, &n);
    cli_say(p->cli, TXT("cli.play.why"), "move", text, "notation", notation, NULL);
    memset(&touch, 0, sizeof touch);
    r->game->touch(r, s, m, &touch);
    for (int i = 0; i < VL_LEN(touch.rules) && touch.rules[i]; i++)
        rulebook_print(p->cli, touch.rules[i]);
}

/* Everything on the table that looks usable and is not. */
static void explain_table(struct play *p)
{
    int n = 0;

    play_look(p);
    for (int i = 0; i < p->view.items_len; i++) {
        const struct vl_item *it = &p->view.items[i];
        char text[VL_TEXT_MAX], name[PLAY_NAME];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        if (!it->why_not)
            continue;
        play_name(p, it->id, name, sizeof name);
        vl_text_refusal(&b, p->cli->lang, play_rules(p), play_state(p), it->would, it->why_not);
        cli_say(p->cli, TXT("cli.play.why_not"), "thing", name, "text", text, "rule",
                vl_rule_texts[it->why_not].id, NULL);
        n++;
    }
    cli_say(p->cli, n ? TXT("cli.play.why_how") : TXT("cli.play.why_nothing"), NULL);
}

static enum play_did why(struct play *p, const char *rest)
{
    const struct vl_rules *r = play_rules(p);
    struct vl_move m;
    int st;

    if (rest[0] == '\0') {
        explain_table(p);
        return PLAY_DONE;
    }
    st = play_parse(p, rest, &m);
    if (st == VL_OK) {
        explain(p, m);
    } else if (st == VL_UNKNOWN) {
        vl_rule no = vl_move_parse(r, rest, strlen(rest), &m);
        memset(&m, 0, sizeof m);
        play_refused(p, m, no ? no : r->game->rule_malformed);
        rulebook_print(p->cli, no ? no : r->game->rule_malformed);
    }
    return PLAY_DONE;
}

static enum play_did rules(struct play *p, const char *rest)
{
    vl_rule found[RULES_SHOWN];
    int n = rest[0] ? rulebook_find(play_rules(p)->game, p->cli->lang, rest, found, RULES_SHOWN)
                    : 0;
    char more[16];

    if (!rest[0]) {
        cli_say(p->cli, TXT("cli.play.rules_how"), "game", play_rules(p)->game->id, NULL);
        return PLAY_DONE;
    }
    if (n == 0)
        cli_say(p->cli, TXT("cli.rules.none"), "what", rest, NULL);
    for (int i = 0; i < n && i < RULES_SHOWN; i++)
        rulebook_print(p->cli, found[i]);
    snprintf(more, sizeof more, "%d", n - RULES_SHOWN);
    if (n > RULES_SHOWN)
        cli_say(p->cli, TXT("cli.play.rules_more"), "n", more, "game", play_rules(p)->game->id,
                "what", rest, NULL);
    return PLAY_DONE;
}

/* ---- looking ---- */

static enum play_did board(struct play *p, const char *rest)
{
    (void)rest;
    p->about_round = -2; /* asked for: with all there is to say */
    if (p->plain)
        play_text_board(p);
    else
        play_board(p);
    return PLAY_DONE;
}

static enum play_did view(struct play *p, const char *rest)
{
    char *memory;
    struct vl_json w;
    struct vl_view_ask ask = { .seat = play_state(p)->actor,
                               .lang = (uint8_t)p->cli->lang,
                               .rev = p->match->len };

    if (strcmp(rest, "json") != 0) {
        play_text_board(p);
        return PLAY_DONE;
    }
    memory = malloc(VL_VIEW_BYTES);
    if (!memory)
        return PLAY_DONE;
    if (ask.seat < 0)
        ask.seat = VL_ANYONE;
    w = vl_json_on(memory, VL_VIEW_BYTES);
    vl_view_json(&w, play_rules(p), play_state(p), &ask);
    cli_print_json(p->cli, &w);
    free(memory);
    return PLAY_DONE;
}

static enum play_did moves(struct play *p, const char *rest)
{
    (void)rest;
    if (play_state(p)->actor == VL_CHANCE)
        play_hand_list(p);
    else
        play_list(p, true);
    return PLAY_DONE;
}

/* One standing entry: its number, who, what, and its notation. */
static void log_entry(struct play *p, uint32_t entry)
{
    const struct vl_entry *e = &p->match->entries[entry];
    union play_room before;
    char actor[PLAY_NAME], text[VL_TEXT_MAX], notation[128], number[16];
    struct vl_buf a = vl_buf_on(actor, sizeof actor), t = vl_buf_on(text, sizeof text);
    struct vl_buf n = vl_buf_on(notation, sizeof notation);

    vl_match_state_at(p->match, entry, &before.base);
    vl_text_actor(&a, p->cli->lang, play_rules(p), &before.base);
    vl_text_move(&t, p->cli->lang, play_rules(p), &before.base, e->move);
    vl_move_format(play_rules(p), e->move, &n);
    snprintf(number, sizeof number, "%u", (unsigned)entry);
    cli_say(p->cli, TXT("cli.play.log"), "n", number, "actor", actor, "move", text, "notation",
            notation, NULL);
}

static enum play_did show_log(struct play *p, const char *rest)
{
    int64_t want = LOG_DEFAULT;
    uint32_t len, *line;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &want) || want < 1)) {
        cli_say(p->cli, TXT("cli.play.log_how"), NULL);
        return PLAY_DONE;
    }
    len = vl_match_line(p->match, p->match->len, NULL, 0);
    line = malloc((len ? len : 1) * sizeof *line);
    if (!line)
        return PLAY_DONE;
    vl_match_line(p->match, p->match->len, line, len);
    for (uint32_t i = len > want ? len - (uint32_t)want : 0; i < len; i++)
        log_entry(p, line[i]);
    if (!len)
        cli_say(p->cli, TXT("cli.play.log_empty"), NULL);
    free(line);
    return PLAY_DONE;
}

/* ---- foresight ---- */

/* What the greedy bot would do with what the seat may know. */
static struct vl_bot_answer ask_greedy(struct play *p)
{
    const struct vl_rules *r = play_rules(p);
    const struct vl_state *s = play_state(p);
    union play_room copy;
    struct vl_bot_spec spec = { &vl_bot_greedy, vl_bot_greedy.param_def };
    struct vl_rng rng = vl_rng_seed(p->match->len);
    struct vl_bot_answer answer = { 0 };

    memcpy(&copy, s, r->game->state_size);
    vl_hide(r, &copy.base, s->actor);
    struct vl_bot_ask ask = { .rules = r,
                              .state = &copy.base,
                              .seat = s->actor,
                              .legal = p->moves,
                              .legal_len = p->moves_len,
                              .rng = &rng,
                              .scratch = p->scratch };
    vl_bot_choose(&spec, &ask, &answer);
    return answer;
}

static enum play_did hint(struct play *p, const char *rest)
{
    char text[VL_TEXT_MAX], value[16], number[16], count[16], reason[VL_TEXT_MAX] = "";
    struct vl_buf b = vl_buf_on(text, sizeof text), why_so = vl_buf_on(reason, sizeof reason);
    const char *pairs[] = { "moves", count, "nodes", count, NULL };
    int at = 0;

    (void)rest;
    if (play_state(p)->actor < 0) {
        cli_say(p->cli, TXT("cli.play.hint_none"), NULL);
        return PLAY_DONE;
    }
    struct vl_bot_answer answer = ask_greedy(p);
    while (at < p->moves_len - 1 && !vl_move_eq(p->moves[at], answer.move))
        at++;
    vl_text_move(&b, p->cli->lang, play_rules(p), play_state(p), answer.move);
    snprintf(number, sizeof number, "%d", at + 1);
    snprintf(value, sizeof value, "%+d", (int)answer.value);
    snprintf(count, sizeof count, "%d", p->moves_len);
    if (answer.reason)
        vl_text_str(&why_so, p->cli->lang, answer.reason, pairs);
    cli_say(p->cli, TXT("cli.play.hint"), "n", number, "move", text, "value", value, "reason",
            reason, NULL);
    return PLAY_DONE;
}

struct foreteller {
    struct vl_sink sink; /* first */
    struct play *p;
    int count;
};

static void foretell(struct vl_sink *sink, const struct vl_event *ev)
{
    struct foreteller *f = (struct foreteller *)sink;
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_event(&b, f->p->cli->lang, play_rules(f->p), ev);
    cli_wrap(f->p->cli, "  ", 4, text);
    f->count++;
}

static enum play_did preview(struct play *p, const char *rest)
{
    const struct vl_rules *r = play_rules(p);
    struct foreteller f = { { foretell }, p, 0 };
    struct vl_move m;
    union play_room scratch;
    vl_rule no;

    if (rest[0] == '\0' || play_state(p)->actor < 0) {
        cli_say(p->cli, TXT("cli.play.preview_how"), NULL);
        return PLAY_DONE;
    }
    int st = play_parse(p, rest, &m);
    if (st == VL_UNKNOWN)
        cli_say(p->cli, TXT("cli.play.unknown"), "what", rest, NULL);
    if (st != VL_OK)
        return PLAY_DONE;
    no = vl_preview(r, play_state(p), m, play_state(p)->actor, &scratch.base, &f.sink);
    if (no)
        play_refused(p, m, no);
    else if (scratch.base.actor == VL_CHANCE)
        cli_say(p->cli, TXT("cli.play.preview_chance"), NULL);
    else if (!f.count)
        cli_say(p->cli, TXT("cli.play.preview_nothing"), NULL);
    return PLAY_DONE;
}

/* ---- undo and redo ---- */

/* Each person at the table is asked once; a single one has agreed by asking. */
static uint32_t ask_all(struct play *p)
{
    bool alone = play_humans(p) == 1;
    uint32_t agreed = 0;

    for (int i = 0; i < p->match->players_len; i++) {
        char name[PLAY_NAME];
        if (!vl_match_is_human(p->match, i))
            continue;
        if (!alone) {
            play_player_name(p, i, name, sizeof name);
            cli_say(p->cli, TXT("cli.play.undo_ask"), "who", name, NULL);
            if (!play_yes(p, false))
                return 0;
        }
        agreed |= 1u << i;
    }
    return agreed;
}

/* What a plain "undo" takes back: the last decision of a person, and where the
 * dice are typed in, also the last of those, since typing errors happen. */
static int64_t undo_target(const struct play *p)
{
    uint32_t last = p->match->last;

    if (p->match->seed_kind == VL_SEED_HAND && last != VL_NO_ENTRY &&
        p->match->entries[last].actor == VL_CHANCE)
        return last;
    return vl_match_undo_last(p->match, VL_ANYONE);
}

/* Takes one such entry back; false if that cannot be. */
static bool undo_one(struct play *p, uint32_t *agreed)
{
    int64_t entry = undo_target(p);
    int64_t free_to = vl_match_undo_free_to(p->match, VL_ANYONE);
    uint32_t consent = *agreed;
    struct vl_error err = { 0 };
    union play_room before;
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (entry < 0) {
        cli_say(p->cli, TXT("cli.play.undo_none"), NULL);
        return false;
    }
    const struct vl_entry *e = &p->match->entries[entry];
    bool is_free = free_to >= 0 && entry >= free_to;
    if (is_free)
        consent |= 1u << vl_match_holder(p->match, e->actor);
    else if (!consent)
        consent = *agreed = ask_all(p);
    if (!consent) {
        cli_say(p->cli, TXT("cli.play.undo_refused"), NULL);
        return false;
    }
    vl_match_state_at(p->match, (uint32_t)entry, &before.base);
    vl_text_move(&b, p->cli->lang, play_rules(p), &before.base, e->move);
    if (vl_match_undo(p->match, (uint32_t)entry, consent, &err) != VL_OK) {
        cli_warn_error(p->cli, play_rules(p), NULL, &err);
        return false;
    }
    bool is_same = is_free || p->match->seed_kind == VL_SEED_HAND;
    cli_say(p->cli, is_same ? TXT("cli.play.undone") : TXT("cli.play.undone_afresh"), "move", text,
            NULL);
    return true;
}

static enum play_did undo(struct play *p, const char *rest)
{
    int64_t times = 1;
    uint32_t agreed = 0;
    bool any = false;

    if (rest[0] && (!vl_str_int(rest, strlen(rest), &times) || times < 1 || times > UNDO_MAX)) {
        cli_say(p->cli, TXT("cli.play.undo_how"), NULL);
        return PLAY_DONE;
    }
    while (times-- > 0 && undo_one(p, &agreed))
        any = true;
    p->told = p->match->len;
    p->board_due = p->board_due || any;
    return any ? PLAY_CHANGED : PLAY_DONE;
}

static enum play_did redo(struct play *p, const char *rest)
{
    struct vl_error err = { 0 };
    struct vl_move m;
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    (void)rest;
    if (!vl_match_redo_next(p->match, &m)) {
        cli_say(p->cli, TXT("cli.play.redo_none"), NULL);
        return PLAY_DONE;
    }
    vl_text_move(&b, p->cli->lang, play_rules(p), play_state(p), m);
    if (vl_match_redo(p->match, vl_match_to_move(p->match), &err) != VL_OK) {
        cli_warn_error(p->cli, play_rules(p), NULL, &err);
        return PLAY_DONE;
    }
    cli_say(p->cli, TXT("cli.play.redone"), "move", text, NULL);
    return PLAY_CHANGED;
}

/* ---- the rest ---- */

static enum play_did save(struct play *p, const char *rest)
{
    struct vl_error err = { 0 };
    char file[PLAY_LINE];
    enum vl_file_how how = cli_save_words(rest, file, sizeof file);

    if (file[0] == '\0')
        cli_say(p->cli, TXT("cli.play.save_how"), NULL);
    else if (vl_record_save(p->match, file, true, how, &err) != VL_OK)
        cli_warn_error(p->cli, NULL, file, &err);
    else
        cli_say(p->cli, TXT("cli.play.saved"), "file", file, NULL);
    return PLAY_DONE;
}

static enum play_did language(struct play *p, const char *rest)
{
    int lang = strcmp(rest, "fr") == 0 || strcmp(rest, "en") == 0 ? vl_lang_find(rest) : -1;

    if (lang < 0) {
        cli_say(p->cli, TXT("cli.play.lang_how"), NULL);
        return PLAY_DONE;
    }
    p->cli->lang = lang;
    cli_say(p->cli, TXT("cli.play.lang"), NULL);
    p->board_due = true;
    return PLAY_CHANGED;
}

static enum play_did quit(struct play *p, const char *rest)
{
    (void)p;
    (void)rest;
    return PLAY_QUIT;
}

/* ---- the table ---- */

static const struct command {
    struct cli_verb is;
    enum play_did (*run)(struct play *p, const char *rest);
} commands[] = {
    { { TXT("cli.cmd.help"), "", TXT("cli.cmd.help.about") }, help },
    { { TXT("cli.cmd.moves"), "", TXT("cli.cmd.moves.about") }, moves },
    { { TXT("cli.cmd.why"), "[N]", TXT("cli.cmd.why.about") }, why },
    { { TXT("cli.cmd.preview"), "N", TXT("cli.cmd.preview.about") }, preview },
    { { TXT("cli.cmd.hint"), "", TXT("cli.cmd.hint.about") }, hint },
    { { TXT("cli.cmd.undo"), "[N]", TXT("cli.cmd.undo.about") }, undo },
    { { TXT("cli.cmd.redo"), "", TXT("cli.cmd.redo.about") }, redo },
    { { TXT("cli.cmd.board"), "", TXT("cli.cmd.board.about") }, board },
    { { TXT("cli.cmd.view"), "[json]", TXT("cli.cmd.view.about") }, view },
    { { TXT("cli.cmd.log"), "[N]", TXT("cli.cmd.log.about") }, show_log },
    { { TXT("cli.cmd.rules"), "X", TXT("cli.cmd.rules.about") }, rules },
    { { TXT("cli.cmd.save"), "FILE", TXT("cli.cmd.save.about") }, save },
    { { TXT("cli.cmd.lang"), "fr|en", TXT("cli.cmd.lang.about") }, language },
    { { TXT("cli.cmd.quit"), "", TXT("cli.cmd.quit.about") }, quit },
};
static const struct cli_verbs verbs = CLI_VERBS(commands);

static enum play_did help(struct play *p, const char *rest)
{
    char example[128] = "";
    struct vl_buf e = vl_buf_on(example, sizeof example);

    (void)rest;
    if (p->moves_len)
        vl_move_format(play_rules(p), p->moves[0], &e);
    cli_say(p->cli,
            play_state(p)->actor == VL_CHANCE ? TXT("cli.play.help_hand") : TXT("cli.play.help"),
            "example", example, NULL);
    cli_verb_help(p->cli, &verbs, 22);
    if (!p->plain)
        play_legend(p);
    return PLAY_DONE;
}

enum play_did play_command(struct play *p, const char *line, bool loose)
{
    const char *rest;
    int i = cli_verb_find(&verbs, line, loose, &rest);

    return i >= 0 ? commands[i].run(p, rest) : PLAY_NOT_MINE;
}

const char *play_near_command(struct play *p, const char *word)
{
    return cli_verb_near(p->cli, &verbs, word);
}
