/* table.c - veillee table: the open tables of a server, and a new one. */
#include "cli/play/net.h"

#include "registry.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_TEXT = 512, SHOWN = 50 };

/* ---- one question, one answer ---- */

struct asker {
    struct net *net;
    const char *want; /* the type of the answer */
    bool greeted, done;
    char *text; /* the answer: it, or an error */
    size_t len;
};

static void on_message(void *arg, const char *text, size_t len)
{
    struct asker *a = arg;
    struct vl_json_doc doc;
    struct vl_error err;
    size_t most = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes = most <= PLAY_NODES ? malloc(most * sizeof *nodes) : NULL;

    if (nodes && !a->done && vl_json_parse(&doc, text, len, nodes, (uint32_t)most, &err) == VL_OK) {
        uint32_t t = vl_json_get(&doc, 0, "t");
        a->greeted = a->greeted || (t && vl_json_is(&doc, t, "welcome"));
        a->done = t && (vl_json_is(&doc, t, a->want) || vl_json_is(&doc, t, "error"));
        a->text = a->done ? malloc(len + 1) : NULL;
        if (a->text) {
            struct vl_buf b = vl_buf_on(a->text, len + 1);
            vl_text_clean(&b, text, len); /* within strings only: it stays JSON */
            a->len = b.len;
        }
    }
    free(nodes);
}

static void send_hello(struct asker *a, int lang)
{
    char memory[256];
    struct vl_json w = vl_json_on(memory, sizeof memory);

    vl_json_obj(&w);
    vl_json_kstr(&w, "t", "hello");
    vl_json_kint(&w, "version", PLAY_VERSION);
    vl_json_kstr(&w, "lang", vl_lang_word(lang));
    vl_json_end(&w);
    net_send(a->net, w.out.p, w.out.len);
}

/* Sends `text` after the greeting and waits for the answer, which the caller
 * frees. NULL, and reported, if there is none. */
static char *ask(struct cli *cli, const struct net_url *url, const char *text, const char *want,
                 size_t *len)
{
    struct asker a = { .want = want };
    bool up = false, asked = false;
    int64_t until = net_now_ms() + NET_OPEN_MS + PLAY_GREET_MS;
    char cause[2 * NET_WHY_MAX], server[NET_HOST_MAX + 32];
    struct vl_buf s = vl_buf_on(server, sizeof server);

    a.net = net_create(on_message, &a);
    if (!a.net)
        return NULL;
    net_open(a.net, url);
    while (!a.done && !cli_stop && net_state(a.net) != NET_DOWN) {
        struct pollfd p = { net_fd(a.net), net_events(a.net), 0 };
        int ms = net_timeout_ms(a.net);
        poll(&p, 1, ms < 1000 ? ms : 1000);
        net_ready(a.net, p.revents);
        if (net_now_ms() >= until)
            net_give_up(a.net);
        if (net_state(a.net) == NET_UP && !up)
            send_hello(&a, cli->lang);
        up = up || net_state(a.net) == NET_UP;
        if (a.greeted && !asked)
            net_send(a.net, text, strlen(text));
        asked = asked || a.greeted;
    }
    if (!a.done && !cli_stop) {
        net_url_server(&s, url);
        play_cause(cli, net_why(a.net), cause, sizeof cause);
        cli_fail(cli, TXT("join.no_connection"), "server", server, "why", cause, NULL);
    }
    net_destroy(a.net);
    *len = a.len;
    return a.text;
}

/* The answer as a document, or reported: 0 if it is an error. The caller frees
 * *nodes in any case. */
static bool read_answer(struct cli *cli, struct vl_json_doc *doc, const char *text, size_t len,
                        struct vl_json_node **nodes, const char *want)
{
    size_t most = vl_json_nodes_bound(text, len);
    struct vl_error err;
    uint32_t t;
    char says[VL_TEXT_MAX], where[PLAY_NAME];

    *nodes = malloc(most * sizeof **nodes);
    if (!*nodes || vl_json_parse(doc, text, len, *nodes, (uint32_t)most, &err) != VL_OK) {
        cli_fail(cli, TXT("join.nonsense"), NULL);
        return false;
    }
    t = vl_json_get(doc, 0, "t");
    if (t && vl_json_is(doc, t, want))
        return true;
    board_text(doc, vl_json_get(doc, 0, "text"), says, sizeof says);
    board_text(doc, vl_json_get(doc, 0, "where"), where, sizeof where);
    cli_fail(cli, where[0] ? TXT("join.server_refuses_at") : TXT("join.server_refuses"), "text",
             says, "where", where, NULL);
    return false;
}

/* ---- the list ---- */

/* "Ana, open, greedy" */
static void put_players(struct cli *cli, const struct vl_json_doc *doc, uint32_t list, char *out,
                        size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n; n = vl_json_sibling(doc, n)) {
        uint32_t kind = vl_json_get(doc, n, "kind");
        char name[PLAY_NAME], level[PLAY_WORD], number[24];
        board_text(doc, vl_json_get(doc, n, "name"), name, sizeof name);
        board_text(doc, vl_json_get(doc, n, "level"), level, sizeof level);
        snprintf(number, sizeof number, "%d",
                 (int)play_int(doc, n, "player", 0, VL_SEATS_MAX - 1, 0) + 1);
        vl_put(&b, b.len ? ", " : "");
        if (kind && vl_json_is(doc, kind, "open"))
            cli_word(cli, name, sizeof name, TXT("table.open"), NULL);
        else if (kind && vl_json_is(doc, kind, "bot"))
            snprintf(name, sizeof name, "%s", level);
        else if (!name[0])
            cli_word(cli, name, sizeof name, TXT("cli.play.player"), "n", number, NULL);
        vl_put(&b, name);
    }
}

static int show_tables(struct cli *cli, const struct net_url *url, const struct vl_json_doc *doc)
{
    uint32_t list = vl_json_get(doc, 0, "tables");
    int shown = 0;

    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n && shown < SHOWN;
         n = vl_json_sibling(doc, n)) {
        char game[PLAY_WORD], title[PLAY_NAME], players[2 * PLAY_NAME], room[NET_ID + 1],
            link[NET_HOST_MAX + 128];
        struct vl_buf b = vl_buf_on(link, sizeof link);
        board_text(doc, vl_json_get(doc, n, "game"), game, sizeof game);
        board_text(doc, vl_json_get(doc, n, "room"), room, sizeof room);
        put_players(cli, doc, vl_json_get(doc, n, "players"), players, sizeof players);
        net_url_link(&b, url, room, NULL);
        cli_game_name(cli, game, title, sizeof title);
        cli_say(cli, TXT("table.line"), "game", title, "players", players, NULL);
        cli_printf(cli, "  %s\n", link);
        shown++;
    }
    cli_say(cli, shown ? TXT("table.how_claim") : TXT("table.none"), NULL);
    return CLI_OK;
}

/* ---- a new one ---- */

/* The value of an option, as a number where it is one. */
static void put_value(struct vl_json *w, const char *value)
{
    int64_t v;

    if (vl_str_int(value, strlen(value), &v))
        vl_json_int(w, v);
    else
        vl_json_str(w, value);
}

static const char *seats_of(struct cli *cli)
{
    return cli_has(cli, "seats") ? cli_value(cli, "seats") : "human,human";
}

static int count_seats(struct cli *cli)
{
    int n = 1;

    for (const char *p = seats_of(cli); *p; p++)
        n += *p == ',';
    return n;
}

/* --set, checked here if this program knows the game, as typed if not. */
static bool put_options(struct cli *cli, struct vl_json *w, const char *game)
{
    const struct vl_game *g = vl_game_find(game);
    struct cli_table table;
    const char *set;
    bool ok = true;

    vl_json_key(w, "options");
    if (g) {
        if (!cli_table_open(cli, &table, g, NULL))
            return false;
        for (int i = 0; ok && (set = cli_next(cli, "set", &i)) != NULL;)
            ok = cli_table_set(cli, &table, set);
        ok = ok && cli_table_seats(cli, &table, count_seats(cli));
        if (ok)
            vl_options_json(&table.rules, w, false);
        cli_table_close(&table);
        return ok;
    }
    vl_json_obj(w);
    for (int i = 0; (set = cli_next(cli, "set", &i)) != NULL;) {
        char name[PLAY_WORD];
        struct vl_buf b = vl_buf_on(name, sizeof name);
        const char *equals = strchr(set, '=');
        if (!equals) {
            cli_fail(cli, TXT("cli.bad.set"), "value", set, NULL);
            return false;
        }
        vl_put_n(&b, set, (size_t)(equals - set));
        vl_json_key(w, name);
        put_value(w, equals + 1);
    }
    vl_json_end(w);
    return true;
}

/* The next of a list with commas; false at its end. */
static bool next_word(const char **list, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);
    size_t n;

    if (!*list)
        return false;
    n = strcspn(*list, ",");
    vl_put_n(&b, *list, n);
    *list = (*list)[n] ? *list + n + 1 : NULL;
    return true;
}

static void put_seats(struct cli *cli, struct vl_json *w)
{
    const char *seats = seats_of(cli);
    const char *names = cli_value(cli, "names");
    char kind[PLAY_WORD], name[PLAY_NAME];

    vl_json_key(w, "seats");
    vl_json_arr(w);
    while (next_word(&seats, kind, sizeof kind)) {
        bool person = strcmp(kind, "human") == 0 || strcmp(kind, "open") == 0;
        vl_json_obj(w);
        vl_json_kstr(w, "kind", person ? kind : "bot");
        if (!person)
            vl_json_kstr(w, "level", kind);
        if (next_word(&names, name, sizeof name) && name[0])
            vl_json_kstr(w, "name", name);
        vl_json_end(w);
    }
    vl_json_end(w);
}

static bool write_create(struct cli *cli, struct vl_json *w, const char *game)
{
    vl_json_obj(w);
    vl_json_kstr(w, "t", "create");
    vl_json_kstr(w, "game", game);
    if (!put_options(cli, w, game))
        return false;
    put_seats(cli, w);
    if (cli_has(cli, "public"))
        vl_json_kbool(w, "public", true);
    if (cli_has(cli, "chat"))
        vl_json_kstr(w, "chat", cli_value(cli, "chat"));
    vl_json_end(w);
    if (!w->out.full)
        return true;
    cli_fail(cli, TXT("join.too_long"), NULL);
    return false;
}

static void show_link(struct cli *cli, const struct net_url *url, const struct vl_json_doc *doc,
                      const char *room, uint32_t link, const char *id)
{
    char token[NET_ID + 1] = "", number[24], text[NET_HOST_MAX + 128];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    board_text(doc, vl_json_get(doc, link, "token"), token, sizeof token);
    snprintf(number, sizeof number, "%d",
             (int)play_int(doc, link, "player", 0, VL_SEATS_MAX - 1, 0) + 1);
    net_url_link(&b, url, room, token);
    cli_say(cli, id, "n", number, NULL);
    cli_printf(cli, "  %s\n", text);
}

/* With --join, the link of the first player is used at once. */
static int show_created(struct cli *cli, struct net_url *url, const struct vl_json_doc *doc)
{
    uint32_t links = vl_json_get(doc, 0, "links"), watch = vl_json_get(doc, 0, "watch");
    uint32_t first = links ? vl_json_first(doc, links) : 0;

    board_text(doc, vl_json_get(doc, 0, "room"), url->room, sizeof url->room);
    cli_say(cli, TXT("table.created"), NULL);
    for (uint32_t n = first; n; n = vl_json_sibling(doc, n))
        show_link(cli, url, doc, url->room, n, TXT("table.link"));
    if (watch)
        show_link(cli, url, doc, url->room, watch, TXT("table.watch"));
    cli_say(cli, TXT("table.how"), NULL);
    if (!cli_has(cli, "join") || !first)
        return CLI_OK;
    board_text(doc, vl_json_get(doc, first, "token"), url->token, sizeof url->token);
    return -1;
}

/* ---- the command ---- */

static int run(struct cli *cli)
{
    struct net_url url;
    struct vl_error err = { 0 };
    static char memory[PLAY_MESSAGE];
    struct vl_json w = vl_json_on(memory, sizeof memory);
    struct vl_json_doc doc;
    struct vl_json_node *nodes = NULL;
    const char *want = cli->args_len > 1 ? "created" : "tables";
    size_t len = 0;
    char *answer;
    int code = CLI_NO;

    if (net_url_parse(&url, cli->arg[0], &err) != VL_OK)
        return cli_fail(cli, TXT("join.bad_link"), "link", cli->arg[0], "why", err.what, NULL);
    if (cli->args_len > 1 && !write_create(cli, &w, cli->arg[1]))
        return CLI_BAD;
    if (cli->args_len == 1)
        vl_put(&w.out, "{\"t\":\"list\"}");
    answer = ask(cli, &url, memory, want, &len);
    if (!answer)
        return cli_stop ? CLI_STOPPED + cli_stop : CLI_BAD;
    if (read_answer(cli, &doc, answer, len, &nodes, want)) {
        code = CLI_OK;
        if (cli->json)
            fprintf(cli->out, "%s\n", answer);
        else
            code = cli->args_len > 1 ? show_created(cli, &url, &doc) : show_tables(cli, &url, &doc);
    }
    free(nodes);
    free(answer);
    return code == -1 ? play_at_server(cli, &url) : code;
}

static const struct cli_opt options[] = {
    { "seats", 0, "KIND,...", TXT("cli.opt.table_seats"), 0 },
    { "names", 0, "NAME,...", TXT("cli.opt.names"), 0 },
    { "set", 's', "OPTION=VALUE", TXT("cli.opt.set"), CLI_OPT_MANY },
    { "public", 0, NULL, TXT("cli.opt.public"), 0 },
    { "chat", 0, "all|phrases|off", TXT("cli.opt.chat"), 0 },
    { "join", 0, NULL, TXT("cli.opt.table_join"), 0 },
    { "plain", 0, NULL, TXT("cli.opt.plain"), 0 },
    { "board", 0, NULL, TXT("cli.opt.board"), 0 },
    { "json", 0, NULL, TXT("cli.opt.json"), 0 },
    { 0 },
};

static const char *const more[] = { TXT("table.more_list"), TXT("table.more_create"), NULL };

const struct cli_command cli_tables = { "table", "URL [GAME]", TXT("cli.sum.table"), options, 1, 2,
                                        run,     more };
