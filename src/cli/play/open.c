/* open.c - where a game of our own comes from: a new one, the one that was left
 * unfinished, a record, a position. */
#include "cli/play/local.h"

#include "base/hash.h"
#include "cli/words.h"
#include "registry.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAVED_MAX = 9, POSITION_MAX = 1 << 20 };

/* ---- players ---- */

static bool too_many(struct cli *cli, const char *option)
{
    char most[16];

    snprintf(most, sizeof most, "%d", VL_SEATS_MAX);
    cli_fail(cli, TXT("cli.bad.list_long"), "option", option, "n", most, NULL);
    return false;
}

static int fail_seat(struct cli *cli, const char *kind)
{
    char bots[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(bots, sizeof bots);

    vl_bot_names(&b);
    return cli_fail(cli, TXT("cli.bad.seat"), "value", kind, "bots", bots, NULL);
}

/* "human,greedy": one kind per player, in order. */
static bool read_seats(struct cli *cli, const char *list, struct vl_player *players, int *len)
{
    *len = 0;
    while (*list) {
        size_t n = strcspn(list, ",");
        struct vl_player *who = &players[*len];
        struct vl_bot_spec spec;
        struct vl_error err = { 0 };
        if (*len == VL_SEATS_MAX)
            return too_many(cli, "seats");
        memset(who, 0, sizeof *who);
        snprintf(who->kind, sizeof who->kind, "%.*s", (int)(n < 64 ? n : 64), list);
        if (strcmp(who->kind, "human") != 0 && vl_bot_parse(&spec, who->kind, &err) != VL_OK) {
            fail_seat(cli, who->kind);
            return false;
        }
        ++*len;
        list += n + (list[n] == ',');
    }
    if (*len == 0)
        fail_seat(cli, "");
    return *len > 0;
}

static bool read_names(struct cli *cli, const char *list, struct vl_player *players, int len)
{
    for (int i = 0; *list; i++) {
        size_t n = strcspn(list, ",");
        if (i >= len) {
            cli_fail(cli, TXT("cli.bad.names"), NULL);
            return false;
        }
        struct vl_buf b = vl_buf_on(players[i].name, sizeof players[i].name);
        vl_text_clean(&b, list, n);
        list += n + (list[n] == ',');
    }
    return true;
}

/* Without --seats: one person, or against one machine where a game needs two;
 * with --set players=N, and with real dice, as many people as they are. */
static bool default_seats(struct cli *cli, const struct vl_rules *r, bool hand,
                          struct vl_player *players, int *len)
{
    const struct vl_option *o = vl_players_option(r->game);
    bool told = o && (hand || cli_is_set(cli, o->name));
    int n = told ? vl_players_wanted(r) : VL_UNSET;

    *len = n > 0 ? n : 1;
    for (int i = 0; i < *len && i < VL_SEATS_MAX; i++) {
        memset(&players[i], 0, sizeof players[i]);
        strcpy(players[i].kind, "human");
    }
    if (n == VL_UNSET && o && o->lo > 1) {
        memset(&players[1], 0, sizeof players[1]);
        strcpy(players[1].kind, "greedy");
        *len = 2;
    }
    return *len <= VL_SEATS_MAX;
}

/* ---- options that would be asked ---- */

static int set_option(struct vl_rules *r, const struct vl_option *o, int k, int value)
{
    char name[80], text[80];
    const char *key = o->type == VL_OPT_FAMILY ? vl_key(r, o->family, value)
                      : o->type == VL_OPT_KEY  ? o->keys[value]
                                               : NULL;

    if (o->count > 1)
        snprintf(name, sizeof name, "%s.%d", o->name, k);
    else
        snprintf(name, sizeof name, "%s", o->name);
    if (key)
        snprintf(text, sizeof text, "%s", key);
    else
        snprintf(text, sizeof text, "%d", value);
    return vl_option_set(r, name, text, NULL);
}

static bool try_option(struct vl_rules *r, const struct vl_option *o, int k, int value)
{
    struct vl_rules with = *r, ready;

    if (set_option(&with, o, k, value) != VL_OK)
        return false;
    ready = with;
    if (vl_rules_prepare(&ready, NULL) != VL_OK)
        return false;
    *r = with;
    return true;
}

/* The value of an option that is meant for those who want to begin at once. */
static void take_quick(struct cli *cli, struct vl_rules *r, const struct vl_option *o)
{
    if (o->quick != VL_UNSET && !cli_is_set(cli, o->name))
        set_option(r, o, 0, o->quick);
}

/* A quick start: what would be asked before the game begins gets the first value
 * that is allowed. --choose leaves it to the players. */
static void answer_all(struct cli *cli, struct vl_rules *r)
{
    for (int i = 0; i < r->game->options_len; i++) {
        const struct vl_option *o = &r->game->options[i];
        take_quick(cli, r, o);
        if (!(o->flags & VL_OPTION_ASKED))
            continue;
        for (int k = 0; k < o->count; k++) {
            bool done = vl_option_get(r, o->name, k) != VL_UNSET;
            for (int v = o->lo; v <= o->hi && !done; v++)
                done = try_option(r, o, k, v);
        }
    }
}

/* ---- beside the real box: what the table decides before it begins ---- */

/* Not what the program works out, nor what is asked or drawn in play. */
static bool is_asked(struct cli *cli, const struct vl_option *o)
{
    bool players = (o->flags & VL_OPTION_PLAYERS) != 0;

    return o->count == 1 && o->type != VL_OPT_FAMILY && (!o->unset || players) &&
           !cli_is_set(cli, o->name) && !(players && cli_has(cli, "seats"));
}

/* Does it go with what is known already? What does not is not offered; if nothing does,
 * another answer has to come first, and all is. */
static bool is_possible(const struct vl_rules *r, const struct vl_option *o, int value)
{
    struct vl_rules with = *r;

    if (value < o->lo || value > o->hi)
        return false;
    if (try_option(&with, o, 0, value))
        return true;
    for (int v = o->lo; v <= o->hi; v++)
        if (try_option(&with, o, 0, v))
            return false;
    return true;
}

/* "2 to 4", "Novice, Hero". */
static void put_values(struct cli *cli, const struct vl_rules *r, int index, char *out, size_t cap)
{
    const struct vl_option *o = &r->game->options[index];
    struct vl_buf b = vl_buf_on(out, cap);
    char lo[16] = "", hi[16] = "";

    for (int v = o->lo; v <= o->hi; v++) {
        if (!is_possible(r, o, v))
            continue;
        vl_put(&b, o->type == VL_OPT_KEY && b.len ? ", " : "");
        if (o->type == VL_OPT_KEY)
            vl_text_option_value(&b, cli->lang, r, index, v);
        if (!lo[0])
            snprintf(lo, sizeof lo, "%d", v);
        snprintf(hi, sizeof hi, "%d", v);
    }
    if (o->type == VL_OPT_INT)
        cli_word(cli, out, cap, TXT("cli.hand.range"), "lo", lo, "hi", hi, NULL);
}

/* A number, or the beginning of the key or the name of one value; -1: none, or more. */
static int read_value(const struct vl_rules *r, int index, const char *line)
{
    const struct vl_option *o = &r->game->options[index];
    char typed[PLAY_LINE], name[PLAY_NAME];
    struct vl_buf t = vl_buf_on(typed, sizeof typed);
    int64_t number;
    int found = -1;

    if (o->type == VL_OPT_INT)
        return vl_str_int(line, strlen(line), &number) && number >= o->lo && number <= o->hi &&
                       is_possible(r, o, (int)number)
                   ? (int)number
                   : -1;
    cli_plain_word(&t, line, strlen(line));
    for (int v = o->lo; v <= o->hi; v++) {
        bool fits = cli_begins(o->keys[v], typed);
        for (int lang = 0; lang < VL_LANGS; lang++) {
            struct vl_buf b = vl_buf_on(name, sizeof name);
            vl_text_option_value(&b, lang, r, index, v);
            fits = fits || cli_begins(name, typed);
        }
        fits = fits && is_possible(r, o, v);
        if (fits && found >= 0)
            return -1;
        found = fits ? v : found;
    }
    return found;
}

/* What most take, or the first that is possible. */
static int usual_value(const struct vl_rules *r, const struct vl_option *o)
{
    int v = o->def;

    if (is_possible(r, o, v))
        return v;
    for (v = o->lo; v < o->hi && !is_possible(r, o, v); v++)
        continue;
    return v;
}

static void put_option_help(struct cli *cli, const struct vl_game *g, int index)
{
    char help[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(help, sizeof help);

    vl_text_option_help(&b, cli->lang, g, index);
    cli_wrap(cli, "", 0, help);
}

/* Asks until there is an answer; Enter takes the usual one, ? says what it is about. */
static int ask_option(struct local *l, int index)
{
    struct cli *cli = l->cli;
    struct vl_rules *r = &l->table.rules;
    const struct vl_option *o = &r->game->options[index];
    int usual = usual_value(r, o), answer = -1;
    char name[PLAY_NAME], values[VL_TEXT_MAX] = "", value[PLAY_NAME], line[PLAY_LINE];
    struct vl_buf n = vl_buf_on(name, sizeof name), v = vl_buf_on(value, sizeof value);

    vl_text_option(&n, cli->lang, r->game, index);
    vl_text_option_value(&v, cli->lang, r, index, usual);
    put_values(cli, r, index, values, sizeof values);
    while (answer < 0) {
        cli_say(cli, TXT("cli.hand.ask_option"), "option", name, "values", values, "value", value,
                NULL);
        enum play_read got = play_read_line(cli, l->input, line);
        if (got != PLAY_GOT)
            return got == PLAY_STOP ? CLI_STOPPED + cli_stop : LOCAL_LEFT;
        if (strcmp(line, "?") == 0) {
            put_option_help(cli, r->game, index);
            continue;
        }
        answer = line[0] ? read_value(r, index, line) : usual;
        if (answer < 0)
            cli_say(cli, TXT("cli.hand.bad_option"), "what", line, "values", values, NULL);
    }
    set_option(r, o, 0, answer);
    return CLI_OK;
}

static int ask_setup(struct local *l)
{
    const struct vl_game *g = l->table.rules.game;
    int code = CLI_OK, asked = 0;

    for (int i = 0; i < g->options_len && code == CLI_OK; i++) {
        if (!is_asked(l->cli, &g->options[i]))
            continue;
        if (asked++ == 0)
            cli_say(l->cli, TXT("cli.hand.setup"), NULL);
        code = ask_option(l, i);
    }
    return code;
}

/* ---- a position to start from ---- */

static int read_position(struct local *l, const char *path, struct vl_state *start)
{
    struct cli *cli = l->cli;
    struct vl_error err = { 0 };
    struct vl_json_doc doc;
    struct vl_json_node *nodes = NULL;
    struct vl_state *scratch = calloc(1, VL_STATE_MAX);
    char *text = NULL;
    size_t len = 0;
    int st = vl_file_read(path, POSITION_MAX, &text, &len, &err);

    if (st == VL_OK) {
        uint32_t cap = (uint32_t)vl_json_nodes_bound(text, len);
        nodes = malloc(cap * sizeof *nodes);
        st = !nodes || !scratch ? vl_error_set(&err, VL_MEMORY, path, "")
                                : vl_json_parse(&doc, text, len, nodes, cap, &err);
    }
    if (st == VL_OK)
        st = vl_position_rules(&l->table.rules, &doc, 0, &err);
    if (st == VL_OK)
        st = vl_position_read(&l->table.rules, start, scratch, &doc, 0, &err);
    if (st == VL_OK)
        vl_settle(&l->table.rules, start, NULL);
    else
        cli_fail_error(cli, &l->table.rules, path, &err);
    free(nodes);
    free(scratch);
    free(text);
    return st == VL_OK ? CLI_OK : CLI_BAD;
}

/* ---- a new game ---- */

static bool is_by_hand(struct cli *cli, bool *hand)
{
    const char *dice = cli_value(cli, "dice");

    *hand = dice && strcmp(dice, "hand") == 0;
    if (!dice || *hand || strcmp(dice, "auto") == 0)
        return true;
    cli_fail(cli, TXT("cli.bad.choice"), "option", "dice", "value", dice, "choices", "auto, hand",
             NULL);
    return false;
}

static bool make_seed(struct cli *cli, const struct vl_game *g, uint8_t seed[VL_SEED_SIZE])
{
    struct vl_error err = { 0 };
    uint64_t n = 0;

    if (!cli_seed(cli, g, &n))
        return false;
    if (cli_has(cli, "seed")) {
        vl_seed_number(seed, n);
        return true;
    }
    if (vl_seed_system(seed, &err) == VL_OK)
        return true;
    cli_fail_error(cli, NULL, NULL, &err);
    return false;
}

static void today(char out[11])
{
    time_t now = time(NULL);
    struct tm tm;

    if (!localtime_r(&now, &tm) || strftime(out, 11, "%Y-%m-%d", &tm) != 10)
        out[0] = '\0';
}

/* The counts of a campaign are its own: --set cannot say otherwise. */
static bool take_counts(struct local *l)
{
    const struct vl_game *g = l->table.rules.game;
    const char *name = g->options[g->saga->option].name, *v;
    size_t len = strlen(name);
    struct vl_error err = { 0 };

    for (int i = 0; (v = cli_next(l->cli, "set", &i)) != NULL;)
        if (strncmp(v, name, len) == 0 && (v[len] == '.' || v[len] == '=')) {
            cli_fail(l->cli, TXT("cli.bad.apart"), "option", "set", "other", "campaign", NULL);
            return false;
        }
    if (vl_campaign_set(&l->campaign->c, &l->table.rules, &err) == VL_OK)
        return true;
    cli_fail_error(l->cli, &l->table.rules, l->campaign->path, &err);
    return false;
}

/* Options in the order in which they bind: --set, what is asked beside the real box,
 * --seats, what is left. CLI_OK, or as local_open(). */
static int set_up_rules(struct local *l, bool hand, struct vl_player *players, int *len)
{
    struct cli *cli = l->cli;
    const char *v, *seats = cli_value(cli, "seats"), *names = cli_value(cli, "names");
    int code = CLI_OK;

    for (int i = 0; (v = cli_next(cli, "set", &i)) != NULL;)
        if (!cli_table_set(cli, &l->table, v))
            return CLI_BAD;
    if (l->campaign && !take_counts(l))
        return CLI_BAD;
    if (hand && !cli_has(cli, "position"))
        code = ask_setup(l);
    if (code != CLI_OK)
        return code;
    if (seats ? !read_seats(cli, seats, players, len)
              : !default_seats(cli, &l->table.rules, hand, players, len))
        return CLI_BAD;
    return (!names || read_names(cli, names, players, *len)) &&
                   cli_table_seats(cli, &l->table, *len)
               ? CLI_OK
               : CLI_BAD;
}

static int open_new(struct local *l, const struct vl_game *g)
{
    struct cli *cli = l->cli;
    struct vl_player players[VL_SEATS_MAX];
    uint8_t seed[VL_SEED_SIZE];
    char date[11];
    struct vl_error err = { 0 };
    struct vl_match_setup setup = { .players = players, .date = date };
    struct vl_state *start = NULL;
    const char *position = cli_value(cli, "position");
    bool hand;
    int code;

    if (!is_by_hand(cli, &hand) || !cli_table_open(cli, &l->table, g, cli_value(cli, "content")) ||
        !make_seed(cli, g, seed))
        return CLI_BAD;
    code = set_up_rules(l, hand, players, &setup.players_len);
    if (code != CLI_OK)
        return code;
    if (!cli_has(cli, "choose") && !l->campaign && !position && !hand)
        answer_all(cli, &l->table.rules);
    if (position) {
        start = calloc(1, VL_STATE_MAX);
        code = start ? read_position(l, position, start)
                     : cli_fail(cli, TXT("cli.bad.memory"), NULL);
    } else if (vl_rules_prepare(&l->table.rules, &err) != VL_OK) {
        code = cli_fail_error(cli, &l->table.rules, NULL, &err);
    }
    today(date);
    setup.rules = &l->table.rules;
    setup.seed = hand ? NULL : seed;
    setup.start = start;
    if (code == CLI_OK && vl_match_open(&l->match, &setup, &err) != VL_OK)
        code = cli_fail_error(cli, &l->table.rules, NULL, &err);
    free(start);
    return code;
}

/* ---- a lesson ---- */

/* What the lesson decides by itself. */
static bool lesson_allows(struct cli *cli)
{
    static const char *const options[] = { "seats",   "set",      "choose", "seed", "dice",
                                           "content", "position", "load",   NULL };

    for (int i = 0; options[i]; i++)
        if (cli_has(cli, options[i])) {
            cli_fail(cli, TXT("cli.bad.tutorial_with"), "option", options[i], NULL);
            return false;
        }
    return true;
}

static int open_lesson(struct local *l, const struct vl_game *g)
{
    const struct tutorial *t = l->lesson->lesson;
    struct vl_player players[VL_SEATS_MAX];
    const char *names = cli_value(l->cli, "names");
    uint8_t seed[VL_SEED_SIZE];
    char date[11];
    struct vl_error err = { 0 };
    struct vl_match_setup setup = {
        .rules = &l->table.rules, .players = players, .seed = seed, .date = date
    };

    for (; t->seats[setup.players_len] && setup.players_len < VL_SEATS_MAX; setup.players_len++) {
        memset(&players[setup.players_len], 0, sizeof players[0]);
        snprintf(players[setup.players_len].kind, sizeof players[0].kind, "%s",
                 t->seats[setup.players_len]);
    }
    if (!cli_table_open(l->cli, &l->table, g, NULL) ||
        (names && !read_names(l->cli, names, players, setup.players_len)))
        return CLI_BAD;
    vl_seed_number(seed, t->seed);
    today(date);
    if (vl_options_parse(&l->table.rules, t->options, &err) != VL_OK ||
        vl_rules_prepare(&l->table.rules, &err) != VL_OK ||
        vl_match_open(&l->match, &setup, &err) != VL_OK)
        return cli_fail_error(l->cli, &l->table.rules, NULL, &err);
    return CLI_OK;
}

/* A saved game goes on with its lesson if it is the lesson's. */
static bool is_lesson(const struct local *l)
{
    uint8_t seed[VL_SEED_SIZE];

    vl_seed_number(seed, l->lesson->lesson->seed);
    return l->match->seed_kind == VL_SEED_KNOWN && memcmp(seed, l->match->seed, sizeof seed) == 0;
}

/* ---- a game that was left ---- */

/* "Guardians 4, Difficulty novice": what was set before the game. */
void local_options(const struct cli *cli, const struct vl_rules *r, struct vl_buf *out)
{
    bool any = false;

    for (int i = 0; i < r->game->options_len; i++) {
        const struct vl_option *o = &r->game->options[i];
        int value = vl_option_get(r, o->name, 0);
        if (o->count > 1 || value == VL_UNSET || (o->flags & VL_OPTION_ASKED) ||
            (o->type == VL_OPT_KEY && strcmp(o->keys[value], "no") == 0))
            continue;
        vl_put(out, any ? ", " : "");
        vl_text_option(out, cli->lang, r->game, i);
        vl_put_char(out, ' ');
        vl_text_option_value(out, cli->lang, r, i, value);
        any = true;
    }
}

/* The names of the players, or what they are. */
static void put_players(const struct cli *cli, const struct vl_match *m, struct vl_buf *out)
{
    for (int i = 0; i < m->players_len; i++) {
        char number[16];
        const char *pairs[] = { "n", number, NULL };
        snprintf(number, sizeof number, "%d", i + 1);
        vl_put(out, i ? ", " : "");
        if (m->players[i].name[0])
            vl_put(out, m->players[i].name);
        else if (vl_match_is_human(m, i))
            vl_text_str(out, cli->lang, TXT("cli.play.player"), pairs);
        else
            vl_put(out, m->players[i].kind);
    }
}

/* What a saved game is, without taking it up: round, players, options; nothing if it
 * needs content that is not here. */
static void describe(const struct local *l, const struct vl_store *store, const char *id,
                     struct vl_buf *out)
{
    struct vl_record_opts how = { .pack = l->table.pack.block ? &l->table.pack : NULL,
                                  .recover = true };
    struct vl_view view; /* its round is all that is asked for */
    char path[VL_PATH_MAX + VL_GAME_ID_MAX + 16], round[16];
    const char *pairs[] = { "n", round, NULL };
    struct vl_match *m;

    snprintf(path, sizeof path, "%s/%.80s.veillee", store->folder, id);
    if (vl_record_load(&m, path, &how, NULL) != VL_OK)
        return;
    memset(&view, 0, sizeof view);
    m->rules.game->view(&m->rules, m->state, VL_ANYONE, &view);
    snprintf(round, sizeof round, "%d", view.round);
    if (view.round >= 0) {
        vl_text_str(out, l->cli->lang, TXT("cli.play.round"), pairs);
        vl_put(out, "; ");
    }
    put_players(l->cli, m, out);
    vl_put(out, "; ");
    local_options(l->cli, &m->rules, out);
    vl_match_close(m);
}

static void list_saved(struct local *l, const struct vl_store *store, const struct vl_saved *saved,
                       int n)
{
    for (int i = 0; i < n; i++) {
        char when[32], number[16], text[VL_TEXT_MAX] = "", line[2 * VL_TEXT_MAX];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        time_t t = (time_t)saved[i].changed;
        struct tm tm;
        if (!localtime_r(&t, &tm) || !strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm))
            when[0] = '\0';
        describe(l, store, saved[i].id, &b);
        snprintf(number, sizeof number, "%d", i + 1);
        cli_word(l->cli, line, sizeof line,
                 saved[i].is_open ? TXT("cli.play.saved_open") : TXT("cli.play.saved_game"), "n",
                 number, "when", when, "what", text, NULL);
        cli_wrap(l->cli, "", 3, line);
    }
}

/* "delete 2": that game, after a question. */
static bool delete_saved(struct local *l, const struct vl_store *store,
                         const struct vl_saved *saved, int n, const char *line)
{
    char word[PLAY_LINE], number[16];
    struct vl_buf b = vl_buf_on(word, sizeof word);
    struct vl_journal j = VL_JOURNAL_NONE;
    struct vl_match *m = NULL;
    struct vl_error err = { 0 };
    size_t len = strcspn(line, " ");
    int64_t which;

    cli_plain_word(&b, line, len);
    line += len + strspn(line + len, " ");
    if (!cli_called(TXT("cli.word.delete"), word, false) ||
        !vl_str_int(line, strlen(line), &which) || which < 1 || which > n)
        return false;
    snprintf(number, sizeof number, "%d", (int)which);
    cli_say(l->cli, TXT("cli.play.delete_ask"), "n", number, NULL);
    if (play_read_line(l->cli, l->input, word) != PLAY_GOT ||
        !cli_called(TXT("cli.word.yes"), word, false))
        return true;
    if (vl_journal_resume(&j, store, saved[which - 1].id, &m, NULL, &err) != VL_OK ||
        vl_journal_discard(&j, &err) != VL_OK)
        cli_warn_error(l->cli, NULL, NULL, &err);
    vl_match_close(m);
    return true;
}

/* Asks which of the unfinished games to go on with: 0, and it is in *out; -1: a new
 * one; -2: none, it is left. */
static int choose_saved(struct local *l, const struct vl_store *store, const struct vl_game *g,
                        struct vl_saved *out)
{
    struct vl_saved saved[SAVED_MAX];
    char line[PLAY_LINE];
    int64_t answer;
    int n = 0;

    for (bool again = true;; again = delete_saved(l, store, saved, n, line)) {
        if (again) {
            n = vl_store_list(store, g->id, saved, SAVED_MAX);
            if (n == 0)
                return -1;
            list_saved(l, store, saved, n);
        }
        cli_say(l->cli, TXT("cli.play.saved_ask"), NULL);
        if (play_read_line(l->cli, l->input, line) != PLAY_GOT)
            return -2;
        answer = 1;
        if (line[0] && (!vl_str_int(line, strlen(line), &answer) || answer < 0 || answer > n))
            continue;
        if (answer == 0)
            return -1;
        *out = saved[answer - 1];
        return 0;
    }
}

static int resume(struct local *l, const struct vl_store *store, const char *id)
{
    struct cli *cli = l->cli;
    struct vl_record_opts how = { .pack = l->table.pack.block ? &l->table.pack : NULL };
    struct vl_error err = { 0 };

    if (vl_journal_resume(&l->journal, store, id, &l->match, &how, &err) != VL_OK)
        return cli_fail_error(cli, NULL, NULL, &err);
    if (how.fault.status)
        cli_warn_error(cli, &l->match->rules, NULL, &how.fault);
    return CLI_OK;
}

/* A record from a file goes on as a game of its own in the store. One whose seed
 * is a secret goes on with new dice. */
static int load_record(struct local *l, const char *path)
{
    struct cli *cli = l->cli;
    struct vl_record_opts how = { .pack = l->table.pack.block ? &l->table.pack : NULL };
    struct vl_error err = { 0 };
    struct vl_match *fork = NULL;
    uint8_t seed[VL_SEED_SIZE];

    if (vl_record_load(&l->match, path, &how, &err) != VL_OK)
        return cli_fail_error(cli, NULL, path, &err);
    if (l->match->seed_kind != VL_SEED_HIDDEN)
        return CLI_OK;
    if (!make_seed(cli, l->match->rules.game, seed))
        return CLI_BAD;
    if (vl_match_fork(&fork, l->match, l->match->len, seed, &err) != VL_OK)
        return cli_fail_error(cli, &l->match->rules, path, &err);
    vl_match_close(l->match);
    l->match = fork;
    return CLI_OK;
}

/* The pack of a record, if it is one that `correct` wrote and the program has no such. */
static void find_own_pack(struct local *l, const char *record)
{
    char game[32], id[32], version[16], path[VL_PATH_MAX], *text = NULL;
    struct vl_pack released = { 0 };
    size_t len = 0;
    const char *at, *head;

    if (vl_file_read(record, VL_RECORD_SIZE_MAX, &text, &len, NULL) != VL_OK)
        return;
    at = strstr(text, "\ngame ");
    head = strstr(text, "\ncontent ");
    if (at && head && sscanf(at, "\ngame %31[a-z0-9_]", game) == 1 &&
        sscanf(head, "\ncontent %31[a-z0-9_] %15[0-9.]", id, version) == 2 && vl_game_find(game) &&
        vl_pack_released(&released, vl_game_find(game), id, version) != VL_OK &&
        local_own_pack(game, id, version, path, sizeof path) &&
        vl_pack_load(&l->table.pack, vl_game_find(game), path, NULL) == VL_OK)
        memcpy(l->content, path, sizeof path);
    vl_pack_free(&released);
    free(text);
}

/* Options that describe a new game. */
static bool wants_new(struct cli *cli)
{
    return cli_has(cli, "new") || cli_has(cli, "seats") || cli_has(cli, "set") ||
           cli_has(cli, "seed") || cli_has(cli, "dice") || cli_has(cli, "position") ||
           cli_has(cli, "names") || cli_has(cli, "choose");
}

/* ---- all of them ---- */

/* The store, if it can be used; a game can do without. */
static bool open_store(struct local *l, struct vl_store *store)
{
    struct vl_error err = { 0 };

    if (cli_has(l->cli, "no-save"))
        return false;
    if (vl_store_open(store, NULL, &err) == VL_OK)
        return true;
    cli_warn_error(l->cli, NULL, NULL, &err);
    l->unsaved = true;
    return false;
}

/* The unfinished game to go on with, by options or by asking; as choose_saved(). */
static int pick_saved(struct local *l, const struct vl_store *store, const struct vl_game *g,
                      struct vl_saved *out)
{
    if (cli_has(l->cli, "resume"))
        return vl_store_list(store, g->id, out, 1) == 1 ? 0 : -1;
    if (wants_new(l->cli) || l->lesson->lesson || !l->cli->in_tty)
        return -1;
    return choose_saved(l, store, g, out);
}

static int open_bots(struct local *l)
{
    size_t most = 1;
    struct vl_bot_spec greedy = { &vl_bot_greedy, vl_bot_greedy.param_def };

    for (int i = 0; i < l->match->players_len; i++) {
        struct vl_error err = { 0 };
        if (vl_match_is_human(l->match, i))
            continue;
        if (vl_bot_parse(&l->bot[i], l->match->players[i].kind, &err) != VL_OK)
            return fail_seat(l->cli, l->match->players[i].kind);
        size_t need = vl_bot_scratch(&l->bot[i], l->match->rules.game);
        most = need > most ? need : most;
    }
    size_t hint = vl_bot_scratch(&greedy, l->match->rules.game);
    l->scratch = malloc(hint > most ? hint : most);
    return l->scratch ? CLI_OK : cli_fail(l->cli, TXT("cli.bad.memory"), NULL);
}

static int open_match(struct local *l, const struct vl_game *g, const struct vl_store *store)
{
    struct cli *cli = l->cli;
    const char *load = cli_value(cli, "load"), *content = cli_value(cli, "content");
    struct vl_error err = { 0 };
    struct vl_saved saved;
    char path[VL_PATH_MAX + VL_GAME_ID_MAX + 16];
    int which = -1;

    if ((load || cli_has(cli, "resume")) && wants_new(cli))
        return cli_fail(cli, TXT("cli.bad.resume_new"), NULL);
    if (store && !load)
        which = pick_saved(l, store, g, &saved);
    if (which == -2)
        return cli_stop ? CLI_STOPPED + cli_stop : LOCAL_LEFT;
    if (which == -1 && !load && cli_has(cli, "resume"))
        return cli_fail(cli, TXT("cli.play.nothing_saved"), "game", g->id, NULL);
    if (which == -1 && !load)
        return l->lesson->lesson ? open_lesson(l, g) : open_new(l, g);
    if (content && vl_pack_load(&l->table.pack, g, content, &err) != VL_OK)
        return cli_fail_error(cli, NULL, content, &err);
    if (!load)
        snprintf(path, sizeof path, "%s/%s.veillee", store->folder, saved.id);
    if (!content && !(load && vl_file_is_stream(load)))
        find_own_pack(l, load ? load : path);
    int code = load ? load_record(l, load) : resume(l, store, saved.id);
    if (code == CLI_OK && g && l->match->rules.game != g)
        code = cli_fail(cli, TXT("cli.bad.other_game"), "game", l->match->rules.game->id, NULL);
    return code;
}

/* ---- a campaign ---- */

/* The campaign that --campaign names, shown before its game. */
static int open_campaign(struct local *l, const struct vl_game *g)
{
    const char *path = cli_value(l->cli, "campaign");
    int code;

    if (!path)
        return CLI_OK;
    l->campaign = calloc(1, sizeof *l->campaign);
    if (!l->campaign)
        return cli_fail(l->cli, TXT("cli.bad.memory"), NULL);
    code = cli_campaign_open(l->cli, l->campaign, g, path);
    if (code == CLI_OK)
        cli_campaign_show(l->cli, l->campaign);
    return code;
}

static bool is_being_played(const struct vl_campaign *c, const char *id)
{
    for (int i = 0; i < c->playing_len; i++)
        if (strcmp(c->playing[i], id) == 0)
            return true;
    return false;
}

/* A game that goes on belongs to this user's campaign if that says so. */
static void find_campaign(struct local *l)
{
    const struct vl_game *g = l->match->rules.game;
    struct cli_campaign *it = g->saga && l->journal.id[0] ? calloc(1, sizeof *it) : NULL;

    if (it && vl_campaign_path(g, it->path, NULL) == VL_OK &&
        vl_campaign_load(&it->c, g, it->path, NULL) == VL_OK &&
        is_being_played(&it->c, l->journal.id))
        l->campaign = it;
    else
        free(it);
}

int local_open(struct local *l, const struct vl_game *g)
{
    struct vl_store store;
    struct vl_error err = { 0 };
    bool has_store;
    int code;

    if (cli_has(l->cli, "tutorial")) {
        l->lesson->lesson = tutorial_find(g->id);
        l->lesson->mode = TUTORIAL_ON;
        if (!l->lesson->lesson)
            return cli_fail(l->cli, TXT("cli.bad.tutorial"), "game", g->id, NULL);
        if (!lesson_allows(l->cli))
            return CLI_BAD;
    }
    has_store = open_store(l, &store);
    code = open_campaign(l, g);
    if (code == CLI_OK)
        code = open_match(l, g, has_store ? &store : NULL);
    if (code == CLI_OK && !l->campaign)
        find_campaign(l);
    if (code == CLI_OK && l->lesson->lesson && !is_lesson(l))
        l->lesson->lesson = NULL;
    if (code == CLI_OK)
        code = open_bots(l);
    if (code != CLI_OK)
        return code;
    if (has_store && l->journal.fd < 0 &&
        vl_journal_begin(&l->journal, &store, l->match, &err) != VL_OK) {
        cli_warn_error(l->cli, NULL, NULL, &err);
        l->unsaved = true;
    }
    if (!l->campaign || !l->journal.id[0] || is_being_played(&l->campaign->c, l->journal.id))
        return CLI_OK;
    vl_campaign_begin(&l->campaign->c, l->journal.id);
    return cli_campaign_save(l->cli, l->campaign);
}

void local_close(struct local *l)
{
    vl_match_close(l->match);
    free(l->scratch);
    free(l->campaign);
    cli_table_close(&l->table);
}
