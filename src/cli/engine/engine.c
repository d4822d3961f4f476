/* engine.c - the commands of the engine protocol. */
#define _POSIX_C_SOURCE 200809L
#include "cli/engine/session.h"

#include "text/rules.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- events ---- */

struct telling_sink {
    struct vl_sink base;
    struct session *s;
};

static void tell_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct session *s = ((struct telling_sink *)sink)->s;
    struct vl_json w = vl_json_on(s->json, ENGINE_JSON_MAX);

    vl_event_json(&w, &s->rules, ev, s->lang, -1);
    engine_json(s, "event", &w);
}

/* ---- moves ---- */

/* Applies a notation sent by `by`; false, and answered, if it is refused. */
static bool apply_text(struct session *s, const char *text, size_t len, vl_actor by)
{
    struct telling_sink sink = { { tell_event }, s };
    struct vl_move m = { 0 };
    struct vl_error err;

    if (vl_move_read(&s->rules, text, len, &m, &err) == VL_OK) {
        char clear[sizeof err.where];
        struct vl_buf b = vl_buf_on(clear, sizeof clear);
        vl_rule no = vl_apply(&s->rules, s->state, m, by, s->events ? &sink.base : NULL);

        if (no == 0)
            return true;
        vl_put_n(&b, text, len);
        vl_error_rule(&err, VL_REFUSED, no, clear, "");
    }
    engine_fail_move(s, m, &err);
    return false;
}

static struct vl_move sample(struct session *s)
{
    struct telling_sink sink = { { tell_event }, s };
    struct vl_move m = vl_sample(&s->rules, s->state, &s->dice);

    vl_apply_legal(&s->rules, s->state, m, s->events ? &sink.base : NULL);
    return m;
}

/* ---- hosting ---- */

static struct vl_move ask_bot(struct session *s)
{
    struct vl_move list[VL_MOVES_MAX];
    struct vl_bot_answer a = { .move = { 0 } };
    void *scratch = malloc(vl_bot_scratch(&s->bot, s->rules.game));

    memcpy(s->scratch, s->state, s->rules.game->state_size);
    vl_hide(&s->rules, s->scratch, s->state->actor);
    struct vl_bot_ask ask = { .rules = &s->rules,
                              .state = s->scratch,
                              .seat = s->state->actor,
                              .legal = list,
                              .legal_len = vl_legal(&s->rules, s->scratch, list),
                              .rng = &s->wits,
                              .scratch = scratch };
    if (scratch)
        vl_bot_choose(&s->bot, &ask, &a);
    else
        a.move = list[0];
    free(scratch);
    return a.move;
}

/* While hosting: chance and the engine's own seats move until a guest must. */
static void host_on(struct session *s)
{
    struct telling_sink sink = { { tell_event }, s };
    char text[128], line[192];

    while (s->hosting && s->state->actor != VL_OVER) {
        vl_actor actor = s->state->actor;
        if (actor >= 0 && (s->guests >> actor & 1))
            break;
        if (actor == VL_CHANCE) {
            engine_format(s, sample(s), text, sizeof text);
            snprintf(line, sizeof line, "chance %s", text);
        } else {
            struct vl_move m = ask_bot(s);
            engine_format(s, m, text, sizeof text);
            snprintf(line, sizeof line, "played %d %s", actor, text);
            vl_apply_legal(&s->rules, s->state, m, s->events ? &sink.base : NULL);
        }
        engine_line(s, line);
    }
}

/* ---- commands: the session ---- */

static void do_hello(struct session *s, const char *args)
{
    const struct vl_rules *r = &s->rules;

    (void)args;
    pthread_mutex_lock(&s->lock);
    fprintf(s->out, "veillee engine %d\n", ENGINE_VERSION);
    fprintf(s->out, "game %s %u\n", r->game->id, r->game->revision);
    fprintf(s->out, "content %s %s %016" PRIx64 "\n", r->pack->id, r->pack->version, r->pack->hash);
    pthread_mutex_unlock(&s->lock);
    engine_ok(s);
}

static void do_ping(struct session *s, const char *args)
{
    pthread_mutex_lock(&s->lock);
    fprintf(s->out, "pong%s%s\n", *args ? " " : "", args);
    pthread_mutex_unlock(&s->lock);
}

static void put_option_values(struct session *s, const struct vl_option *o)
{
    if (o->type == VL_OPT_INT)
        fprintf(s->out, " range %d %d", o->lo, o->hi);
    else
        fputs(" values", s->out);
    for (int i = 0; o->type == VL_OPT_KEY && o->keys[i]; i++)
        fprintf(s->out, " %s", o->keys[i]);
    for (int i = 0; o->type == VL_OPT_FAMILY && i < vl_family_count(&s->next, o->family); i++) {
        const char *key = vl_key(&s->next, o->family, i);
        if (key)
            fprintf(s->out, " %s", key);
        else
            fprintf(s->out, " %d", i);
    }
    if (o->unset)
        fprintf(s->out, " unset %s", o->unset);
}

static void do_options(struct session *s, const char *args)
{
    const struct vl_game *g = s->next.game;
    char set[2048];
    struct vl_buf b = vl_buf_on(set, sizeof set);

    (void)args;
    vl_options_write(&s->next, &b, true);
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < g->options_len; i++) {
        static const char *const types[] = { "int", "key", "thing" };
        const struct vl_option *o = &g->options[i];
        fprintf(s->out, "option %s type %s count %d", o->name, types[o->type], o->count);
        put_option_values(s, o);
        fputc('\n', s->out);
    }
    fprintf(s->out, "set %s\n", set);
    pthread_mutex_unlock(&s->lock);
    engine_ok(s);
}

static void do_setoption(struct session *s, const char *args)
{
    char name[ENGINE_WORD_MAX], value[ENGINE_WORD_MAX];
    struct vl_error err;

    if (!engine_next_word(&args, name) || !engine_next_word(&args, value))
        engine_fail_form(s);
    else if (!engine_at_end(s, args))
        return;
    else if (vl_option_set(&s->next, name, value, &err) != VL_OK)
        engine_fail_with(s, &err);
    else
        engine_ok(s);
}

/* Prepares `wanted` and starts a game with it; false, and answered, if it cannot. */
static bool begin_game(struct session *s, const struct vl_rules *wanted)
{
    struct vl_rules fresh = *wanted;
    struct vl_error err;

    if (vl_rules_prepare(&fresh, &err) != VL_OK) {
        engine_fail_with(s, &err);
        return false;
    }
    s->rules = fresh;
    s->hosting = false;
    vl_start(&s->rules, s->state, NULL);
    return true;
}

/* ---- commands: chance and bots from a seed ---- */

struct seed {
    bool given;
    uint64_t value;
};

static void sow(struct session *s, uint64_t value)
{
    s->dice = vl_rng_seed(value);
    s->wits = vl_rng_seed(~value);
}

/* "seed N" if it comes next; false, and answered, if N is no number. */
static bool read_seed(struct session *s, const char **args, struct seed *seed)
{
    char word[ENGINE_WORD_MAX];
    struct vl_error err;

    if (strncmp(*args, "seed", 4) != 0 || ((*args)[4] && (*args)[4] != ' '))
        return true;
    *args += 4;
    if (!engine_next_word(args, word))
        return engine_fail_form(s);
    seed->given = vl_seed_read(s->rules.game, word, &seed->value, &err) == VL_OK;
    if (!seed->given && err.rule == 0)
        return engine_fail_form(s);
    if (!seed->given)
        engine_fail_with(s, &err);
    return seed->given;
}

/* A game stands: where its dice come from, how many play, and who moves. */
static void finish_setup(struct session *s, const struct seed *seed)
{
    char line[48] = "generator goes on", seats[16];

    if (seed->given) {
        sow(s, seed->value);
        snprintf(line, sizeof line, "generator seed %" PRIu64, seed->value);
    }
    engine_line(s, line);
    snprintf(seats, sizeof seats, "seats %d", s->state->seats);
    engine_line(s, seats);
    engine_actor(s);
    engine_ok(s);
}

static void do_newgame(struct session *s, const char *args)
{
    struct seed seed = { 0 };

    if (read_seed(s, &args, &seed) && engine_at_end(s, args) && begin_game(s, &s->next))
        finish_setup(s, &seed);
}

static bool read_bot(struct session *s, const char **args, struct vl_bot_spec *out)
{
    char word[ENGINE_WORD_MAX];
    struct vl_error err;

    if (!engine_next_word(args, word))
        return engine_fail_form(s);
    if (vl_bot_parse(out, word, &err) == VL_OK)
        return true;
    engine_fail_with(s, &err);
    return false;
}

static void do_bot(struct session *s, const char *args)
{
    struct vl_bot_spec bot;

    if (!read_bot(s, &args, &bot) || !engine_at_end(s, args))
        return;
    s->bot = bot;
    engine_ok(s);
}

/* Which of two words is the only argument; -1, and answered, if it is neither. */
static int either(struct session *s, const char *args, const char *first, const char *second)
{
    char word[ENGINE_WORD_MAX];
    int which = -1;

    if (engine_next_word(&args, word))
        which = strcmp(word, first) == 0 ? 0 : strcmp(word, second) == 0 ? 1 : -1;
    if (which < 0)
        engine_fail_form(s);
    return which >= 0 && engine_at_end(s, args) ? which : -1;
}

static void do_events(struct session *s, const char *args)
{
    int which = either(s, args, "off", "on");

    if (which < 0)
        return;
    s->events = which == 1;
    engine_ok(s);
}

static void do_lang(struct session *s, const char *args)
{
    int which = either(s, args, "fr", "en");

    if (which < 0)
        return;
    s->lang = which == 0 ? VL_FR : VL_EN;
    engine_ok(s);
}

static void do_quit(struct session *s, const char *args)
{
    (void)args;
    s->quit = true;
}

/* ---- commands: positions ---- */

/* The end of the JSON object that begins at p; NULL if it does not end. */
static const char *json_end(const char *p)
{
    int depth = 0;
    bool in_text = false;

    for (; *p; p++) {
        if (in_text) {
            if (*p == '\\' && p[1])
                p++;
            else if (*p == '"')
                in_text = false;
        } else if (*p == '"') {
            in_text = true;
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if ((*p == '}' || *p == ']') && --depth == 0) {
            return p + 1;
        }
    }
    return NULL;
}

static int load_json(struct session *s, const char *text, size_t len, struct vl_error *err)
{
    struct vl_json_doc doc;
    struct vl_rules fresh = s->next;
    int st = vl_json_parse(&doc, text, len, s->nodes, ENGINE_NODES_MAX, err);

    vl_rules_init(&fresh, s->next.game, s->next.content, s->next.pack);
    if (st == VL_OK)
        st = vl_position_rules(&fresh, &doc, 0, err);
    if (st == VL_OK)
        st = vl_position_read(&fresh, s->state, s->scratch, &doc, 0, err);
    if (st == VL_OK) {
        s->rules = fresh;
        s->hosting = false;
        vl_settle(&s->rules, s->state, NULL);
    }
    return st;
}

/* "moves a, b, c": all of them; false, and answered, if one is refused. */
static bool play_list(struct session *s, const char *args)
{
    char word[ENGINE_WORD_MAX];
    bool events = s->events, done = true, more = false;
    const char *rest = args;

    if (!*args || !engine_next_word(&args, word) || strcmp(word, "moves") != 0)
        return engine_at_end(s, rest);
    s->events = false; /* this is setting up, not playing */
    while (done && (*args || more)) {
        size_t len = strcspn(args, ",");
        done = len ? apply_text(s, args, len, VL_ANYONE) : engine_fail_form(s);
        more = args[len] == ',';
        args += len + more;
        args += strspn(args, " ");
    }
    s->events = events;
    return done;
}

/* The JSON object that *args begins with. */
static bool read_json(struct session *s, const char **args)
{
    const char *end = **args == '{' ? json_end(*args) : NULL;
    struct vl_error err;

    if (**args != '{')
        return engine_fail_form(s);
    if (!end) {
        engine_fail(s, VL_SYNTAX, s->now->word, TXT("engine.bad.json"), "");
        return false;
    }
    if (load_json(s, *args, (size_t)(end - *args), &err) != VL_OK) {
        engine_fail_with(s, &err);
        return false;
    }
    *args = end + strspn(end, " ");
    return true;
}

static bool set_position(struct session *s, const char *args, struct seed *seed)
{
    char word[ENGINE_WORD_MAX] = "";

    if (engine_next_word(&args, word) && strcmp(word, "start") == 0) {
        if (!begin_game(s, &s->next))
            return false;
    } else if (strcmp(word, "json") != 0) {
        return engine_fail_form(s);
    } else if (!read_json(s, &args)) {
        return false;
    }
    return read_seed(s, &args, seed) && play_list(s, args);
}

/* What fails leaves the position as it was. */
static void do_position(struct session *s, const char *args)
{
    struct vl_rules rules = s->rules;
    struct seed seed = { 0 };
    bool hosting = s->hosting;
    size_t size = rules.game->state_size;
    struct vl_state *before = malloc(size);

    if (!before) {
        engine_fail_memory(s);
        return;
    }
    memcpy(before, s->state, size);
    if (set_position(s, args, &seed)) {
        finish_setup(s, &seed);
    } else {
        memcpy(s->state, before, size);
        s->rules = rules;
        s->hosting = hosting;
    }
    free(before);
}

/* ---- commands: moves ---- */

static void finish_move(struct session *s)
{
    host_on(s);
    engine_actor(s);
    engine_ok(s);
}

/* A move must be named; false, and answered, if it is not. */
static bool has_move(struct session *s, const char *args)
{
    return *args || engine_fail_form(s);
}

static void do_apply(struct session *s, const char *args)
{
    if (has_move(s, args) && apply_text(s, args, strlen(args), VL_ANYONE))
        finish_move(s);
}

/* The same with authority: the seat must be held by the player who decides. */
static void do_as(struct session *s, const char *args)
{
    int seat = engine_next_seat(s, &args);

    if (seat != ENGINE_NO_SEAT && has_move(s, args) &&
        apply_text(s, args, strlen(args), (vl_actor)seat))
        finish_move(s);
}

static void do_chance(struct session *s, const char *args)
{
    char text[128], line[192];

    if (s->state->actor != VL_CHANCE) {
        engine_fail(s, VL_INVALID, s->now->word, TXT("engine.bad.chance"), "");
        return;
    }
    if (*args) {
        if (!apply_text(s, args, strlen(args), VL_CHANCE))
            return;
    } else {
        engine_format(s, sample(s), text, sizeof text);
        snprintf(line, sizeof line, "chance %s", text);
        engine_line(s, line);
    }
    finish_move(s);
}

/* A move that could be made now; false, and answered, if it could not. */
static bool read_move(struct session *s, const char *args, struct vl_move *m)
{
    struct vl_error err;

    if (!has_move(s, args))
        return false;
    if (vl_move_read(&s->rules, args, strlen(args), m, &err) == VL_OK) {
        vl_rule no = vl_refuse(&s->rules, s->state, *m, VL_ANYONE);

        if (no == 0)
            return true;
        vl_error_rule(&err, VL_REFUSED, no, args, "");
    }
    engine_fail_move(s, *m, &err);
    return false;
}

/* Why a move would be refused, without playing it. */
static void do_refuse(struct session *s, const char *args)
{
    struct vl_move m = { 0 };

    if (!read_move(s, args, &m))
        return;
    engine_line(s, "refuse none");
    engine_ok(s);
}

static void do_preview(struct session *s, const char *args)
{
    struct vl_json w = vl_json_on(s->json, ENGINE_JSON_MAX);
    struct vl_move m = { 0 };

    if (!read_move(s, args, &m))
        return;
    vl_preview_json(&w, &s->rules, s->state, m, args,
                    s->state->actor >= 0 ? s->state->actor : (vl_actor)VL_ANYONE, s->lang);
    engine_json(s, "preview", &w);
    engine_ok(s);
}

/* "host 0 2": those seats are played from outside, the rest from here. */
static void do_host(struct session *s, const char *args)
{
    unsigned guests = 0;
    char word[ENGINE_WORD_MAX];
    const char *p = args;

    if (engine_next_word(&p, word) && strcmp(word, "off") == 0) {
        if (!engine_at_end(s, p))
            return;
        s->hosting = false;
        engine_ok(s);
        return;
    }
    while (*args) {
        const char *here = args;
        int seat = engine_next_seat(s, &args);
        if (seat == ENGINE_NO_SEAT || (guests >> seat & 1 && !engine_at_end(s, here)))
            return;
        guests |= 1u << seat;
    }
    s->hosting = true;
    s->guests = guests;
    finish_move(s);
}

/* ---- commands: thinking ---- */

enum go_word { GO_MOVETIME, GO_NODES, GO_SEAT, GO_BOT, GO_COUNT };

struct go {
    uint64_t number[GO_COUNT];
    struct vl_bot_spec bot;
};

/* Each word once, with its value. */
static bool read_go(struct session *s, const char *args, struct go *go)
{
    static const char *const words[] = { "movetime", "nodes", "seat", "bot" };
    unsigned seen = 0;

    while (*args) {
        char word[ENGINE_WORD_MAX] = "";
        const char *here = args;
        int w = 0;
        engine_next_word(&args, word);
        while (w < GO_COUNT && strcmp(word, words[w]) != 0)
            w++;
        if (w == GO_COUNT || seen >> w & 1)
            return engine_at_end(s, here);
        seen |= 1u << w;
        if (w == GO_BOT
                ? !read_bot(s, &args, &go->bot)
                : (!engine_next_number(&args, &go->number[w]) || go->number[w] > INT32_MAX) &&
                      !engine_fail_form(s))
            return false;
    }
    return true;
}

static void do_go(struct session *s, const char *args)
{
    struct go go = { .number = { 0 }, .bot = s->bot };
    vl_actor actor = s->state->actor;

    go.number[GO_SEAT] = (uint64_t)(actor >= 0 ? actor : 0);
    if (!read_go(s, args, &go))
        return;
    if (actor < 0 || go.number[GO_SEAT] != (uint64_t)actor) {
        engine_fail(s, VL_INVALID, s->now->word, TXT("engine.bad.turn"), "");
        return;
    }
    struct engine_think *t = &s->think;
    t->out = s->out;
    t->lock = &s->lock;
    t->rules = &s->rules;
    t->bot = go.bot;
    t->seat = (int)go.number[GO_SEAT];
    t->nodes = go.number[GO_NODES];
    t->movetime_ms = (int64_t)go.number[GO_MOVETIME];
    t->rng = vl_rng_seed(vl_rng_next(&s->wits)); /* the same session gets the same answer */
    if (engine_think_begin(t, s->state) != VL_OK)
        engine_fail_memory(s);
}

static void do_stop(struct session *s, const char *args)
{
    (void)args;
    engine_think_end(&s->think, true); /* nothing to stop is no fault */
}

/* ---- the table of commands ---- */

static void do_help(struct session *s, const char *args);

/* clang-format off */
static const struct command commands[] = {
    { "hello",     "",                                                         do_hello,     false },
    { "help",      "",                                                         do_help,      false },
    { "ping",      "[TEXT]",                                                   do_ping,      true },
    { "lang",      "fr|en",                                                    do_lang,      false },
    { "events",    "on|off",                                                   do_events,    false },
    { "options",   "",                                                         do_options,   false },
    { "setoption", "NAME VALUE",                                               do_setoption, false },
    { "newgame",   "[seed N]",                                                 do_newgame,   false },
    { "position",  "start|json {...} [seed N] [moves MOVE, MOVE ...]",         do_position,  false },
    { "position?", "[SEAT]",                                                   engine_do_show,      false },
    { "view",      "[SEAT]",                                                   engine_do_view,      false },
    { "hash",      "",                                                         engine_do_hash,      false },
    { "result",    "",                                                         engine_do_result,    false },
    { "moves",     "",                                                         engine_do_moves,     false },
    { "apply",     "MOVE",                                                     do_apply,     false },
    { "as",        "SEAT MOVE",                                                do_as,        false },
    { "chance",    "[MOVE]",                                                   do_chance,    false },
    { "refuse",    "MOVE",                                                     do_refuse,    false },
    { "preview",   "MOVE",                                                     do_preview,   false },
    { "observe",   "[SEAT]",                                                   engine_do_observe,   false },
    { "mask",      "",                                                         engine_do_mask,      false },
    { "traits",    "[FAMILY]",                                                 engine_do_traits,    false },
    { "bot",       "BOT",                                                      do_bot,       false },
    { "go",        "[movetime MS] [nodes N] [seat SEAT] [bot BOT]",            do_go,        false },
    { "stop",      "",                                                         do_stop,      true },
    { "host",      "[SEAT ...] | off",                                         do_host,      false },
    { "quit",      "",                                                         do_quit,      true },
};
/* clang-format on */

static void do_help(struct session *s, const char *args)
{
    (void)args;
    pthread_mutex_lock(&s->lock);
    fputs("commands", s->out);
    for (int i = 0; i < VL_LEN(commands); i++)
        fprintf(s->out, " %s", commands[i].word);
    fputc('\n', s->out);
    pthread_mutex_unlock(&s->lock);
    engine_ok(s);
}

static const struct command *find_command(const char *word)
{
    for (int i = 0; i < VL_LEN(commands); i++)
        if (strcmp(word, commands[i].word) == 0)
            return &commands[i];
    return NULL;
}

static void obey(struct session *s, const char *line)
{
    char word[ENGINE_WORD_MAX] = "";
    const char *args = line + strspn(line, " ");
    const char *typed = args;

    if (!*args)
        return; /* an empty line asks nothing */
    engine_next_word(&args, word);
    s->now = find_command(word);
    if (!s->now || !s->now->while_thinking)
        engine_think_end(&s->think, false);
    if (!s->now)
        engine_fail(s, VL_UNKNOWN, "command", TXT("engine.bad.command"), word[0] ? word : typed);
    else if (s->now->args[0] || engine_at_end(s, args))
        s->now->run(s, args);
}

/* ---- lines ---- */

enum line_kind { LINE_END, LINE_OK, LINE_LONG, LINE_BAD };

static bool is_text(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
            return false;
    return vl_utf8_ok(line, len);
}

/* One line without its end; what is too long is read away. */
static enum line_kind read_line(struct session *s)
{
    size_t len = 0;
    bool is_long = false;
    int c;

    while ((c = getc(s->setup->in)) != EOF && c != '\n') {
        if (len + 1 < ENGINE_LINE_MAX)
            s->line[len++] = (char)c;
        else
            is_long = true;
    }
    if (c == EOF && len == 0)
        return LINE_END;
    if (len && s->line[len - 1] == '\r')
        len--;
    while (len && s->line[len - 1] == ' ')
        len--;
    s->line[len] = '\0';
    return is_long ? LINE_LONG : is_text(s->line, len) ? LINE_OK : LINE_BAD;
}

static void converse(struct session *s)
{
    const volatile sig_atomic_t *stop = s->setup->stop;

    while (!s->quit && !(stop && *stop) && !ferror(s->out)) {
        enum line_kind kind = read_line(s);
        if (kind == LINE_END)
            break;
        if (kind == LINE_OK) {
            obey(s, s->line);
        } else {
            engine_think_end(&s->think, false);
            s->now = NULL;
            if (kind == LINE_LONG)
                engine_fail(s, VL_TOO_LARGE, "line", TXT("engine.bad.line_long"), "");
            else
                engine_fail(s, VL_SYNTAX, "line", TXT("engine.bad.line_text"), "");
        }
        pthread_mutex_lock(&s->lock);
        fflush(s->out);
        pthread_mutex_unlock(&s->lock);
    }
    if (s->quit || (stop && *stop))
        engine_think_end(&s->think, true);
    else
        engine_think_drain(&s->think, ENGINE_EOF_WAIT_MS);
}

int engine_run(const struct engine_setup *setup, struct vl_error *err)
{
    struct session s = { .setup = setup,
                         .out = setup->out,
                         .lang = setup->lang,
                         .next = setup->rules,
                         .rules = setup->rules,
                         .bot = setup->bot };
    int st = vl_rules_prepare(&s.rules, err);

    if (st != VL_OK)
        return st;
    s.state = malloc(s.rules.game->state_size);
    s.scratch = malloc(s.rules.game->state_size);
    s.nodes = malloc(ENGINE_NODES_MAX * sizeof *s.nodes);
    s.line = malloc(ENGINE_LINE_MAX);
    s.json = malloc(ENGINE_JSON_MAX);
    if (s.state && s.scratch && s.nodes && s.line && s.json) {
        pthread_mutex_init(&s.lock, NULL);
        sow(&s, setup->seed);
        begin_game(&s, &s.next);
        do_hello(&s, "");
        fflush(s.out);
        converse(&s);
        pthread_mutex_destroy(&s.lock);
        if (fflush(s.out) != 0 || ferror(s.out))
            st = vl_error_set(err, VL_IO, "output", "cannot be written");
    } else {
        st = vl_error_set(err, VL_MEMORY, "engine", "out of memory");
    }
    free(s.state);
    free(s.scratch);
    free(s.nodes);
    free(s.line);
    free(s.json);
    return st;
}
