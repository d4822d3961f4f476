/* recv.c - messages of the host: the table.
 *
 * What is not known is passed over, what is missing or of a wrong type is as if
 * it were not there: a server can confuse its own table, and nothing else. */
#include "cli/play/play.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

void play_text(struct play *p, const struct vl_json_doc *doc, uint32_t object, const char *key,
               char *out, size_t cap)
{
    board_text(doc, vl_json_get(doc, object, key), out, cap);
    cli_own(p->cli, out, cap);
}

int64_t play_int(const struct vl_json_doc *doc, uint32_t object, const char *key, int64_t lo,
                 int64_t hi, int64_t def)
{
    uint32_t node = vl_json_get(doc, object, key);
    int64_t v;

    return node && vl_json_int_in(doc, node, lo, hi, &v) ? v : def;
}

bool play_true(const struct vl_json_doc *doc, uint32_t object, const char *key)
{
    uint32_t node = vl_json_get(doc, object, key);

    return node && vl_json_type_of(doc, node) == VL_JSON_TRUE;
}

uint32_t play_read_seats(const struct vl_json_doc *doc, uint32_t list)
{
    uint32_t bits = 0;

    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n; n = vl_json_sibling(doc, n)) {
        int64_t seat;
        if (vl_json_int_in(doc, n, 0, VL_SEATS_MAX - 1, &seat))
            bits |= UINT32_C(1) << seat;
    }
    return bits;
}

/* ---- the table ---- */

/* The seat whose things are shown in full: the one that decides, if it is ours. */
static int own_seat(const struct play *p)
{
    int seat = p->board->actor;

    if (seat >= 0 && (p->seats >> seat & 1))
        return seat;
    for (seat = 0; seat < VL_SEATS_MAX; seat++)
        if (p->seats >> seat & 1)
            return seat;
    return -1;
}

char *play_view(const struct play *p, int lang, size_t *len)
{
    char *text = net_view_text(&p->view, len);
    char *whole = text ? net_faces_join(&p->faces[lang], text, *len, len) : NULL;

    free(text);
    return whole;
}

/* What is drawn follows what is kept; `board` is that of one language. */
static bool read_board(const struct play *p, struct board *board, int lang)
{
    size_t len;
    char *text = play_view(p, lang, &len);
    size_t most = text ? vl_json_nodes_bound(text, len) : 0;
    struct vl_json_node *nodes = text ? malloc(most * sizeof *nodes) : NULL;
    struct vl_json_doc doc;
    struct vl_error err;
    bool ok = nodes && vl_json_parse(&doc, text, len, nodes, (uint32_t)most, &err) == VL_OK;

    if (ok) {
        board_read(board, p->cli, &doc, 0);
        board->me = own_seat(p);
    }
    free(nodes);
    free(text);
    return ok;
}

/* The view at `rev` is at hand. */
static void new_view(struct play *p, int64_t rev)
{
    p->rev = p->told = rev;
    p->has_actions = p->by_hand = false;
    free(p->actions);
    p->actions = NULL;
    if (!read_board(p, p->board, p->cli->lang)) {
        cli_say(p->cli, TXT("join.memory"), NULL);
        play_stop(p, CLI_BAD);
    }
    p->view_due = true;
}

/* What is left out of views from now on; the server says in which language. */
static void on_faces(struct play *p, const struct play_msg *m)
{
    char word[8];
    int lang;

    play_text(p, m->doc, 0, "lang", word, sizeof word);
    lang = vl_lang_find(word);
    if (lang < 0 || net_faces_set(&p->faces[lang], m->doc) != VL_OK)
        cli_say(p->cli, TXT("join.nonsense"), NULL);
}

static void on_view(struct play *p, const struct play_msg *m)
{
    uint32_t log = vl_json_get(m->doc, 0, "log");
    int64_t rev = play_int(m->doc, 0, "rev", 0, PLAY_REV_MAX, -1);

    if (rev < 0 || net_view_set(&p->view, m->doc, vl_json_get(m->doc, 0, "view")) != VL_OK) {
        cli_say(p->cli, TXT("join.nonsense"), NULL);
        return;
    }
    bool quiet = p->told < 0; /* of what happened before we came only `log` tells */
    int64_t told = p->told;
    new_view(p, rev); /* first: it has the names */
    p->told = told;
    if (log)
        play_tell(p, m->doc, log, quiet);
    p->told = rev;
}

/* What has happened: `ops` change the view, or it comes whole. */
static void on_step(struct play *p, const struct play_msg *m)
{
    int64_t from = play_int(m->doc, 0, "from", 0, PLAY_REV_MAX, -1);
    int64_t rev = play_int(m->doc, 0, "rev", 0, PLAY_REV_MAX, -1);
    uint32_t entries = vl_json_get(m->doc, 0, "entries"), whole = vl_json_get(m->doc, 0, "view");

    if (p->rev < 0 || rev <= p->rev)
        return; /* a whole view is on its way, or this is known */
    if (from != p->rev ||
        (whole ? net_view_set(&p->view, m->doc, whole)
               : net_view_apply(&p->view, m->doc, vl_json_get(m->doc, 0, "ops"))) != VL_OK) {
        p->rev = -1;
        play_ask(p, "resync");
        return;
    }
    if (entries)
        play_tell(p, m->doc, entries, false);
    new_view(p, rev);
}

/* What came before the first entry. */
static void on_start(struct play *p, const struct play_msg *m)
{
    uint32_t events = vl_json_get(m->doc, 0, "events");

    if (events)
        play_tell_events(p, m->doc, events);
}

static void keep_actions(struct play *p, const struct vl_json_doc *doc, uint32_t actions)
{
    const struct vl_json_node *n = &doc->nodes[actions];

    free(p->actions);
    p->actions = malloc((size_t)n->len + 1);
    if (!p->actions)
        return;
    memcpy(p->actions, doc->text + n->start, n->len);
    p->actions[n->len] = '\0';
}

/* The heading of a move is that of its verb. */
static void read_actions(const struct play *p, struct board *b, const struct vl_json_doc *doc,
                         uint32_t actions, int lang)
{
    const struct vl_json_doc *faces = &p->faces[lang].doc;
    uint32_t words = faces->nodes ? vl_json_get(faces, 0, "words") : 0;

    board_read_actions(b, p->cli, doc, actions, faces,
                       words ? vl_json_get(faces, words, "group") : 0);
}

/* {"actions"}: the same in the other language, so that its words are known. */
static void read_other(struct play *p, const struct vl_json_doc *doc, uint32_t other)
{
    int lang = p->cli->lang == VL_FR ? VL_EN : VL_FR;

    p->board->other = NULL;
    if (!other || !p->faces[lang].text || !read_board(p, p->other, lang))
        return;
    read_actions(p, p->other, doc, vl_json_get(doc, other, "actions"), lang);
    p->board->other = p->other;
}

static void on_actions(struct play *p, const struct play_msg *m)
{
    uint32_t actions = vl_json_get(m->doc, 0, "actions");

    if (play_int(m->doc, 0, "rev", 0, PLAY_REV_MAX, -1) != p->rev || !actions)
        return;
    keep_actions(p, m->doc, actions);
    read_actions(p, p->board, m->doc, actions, p->cli->lang);
    board_read_why(p->board, p->cli, m->doc, vl_json_get(m->doc, 0, "why_not"));
    read_other(p, m->doc, vl_json_get(m->doc, 0, "other"));
    p->has_actions = p->board->actions_len > 0;
    p->list_due = p->has_actions;
}

/* The dice are real: somebody here says what they show. */
static void on_chance(struct play *p, const struct play_msg *m)
{
    p->by_hand = p->match && play_int(m->doc, 0, "rev", 0, PLAY_REV_MAX, -1) == p->rev;
    p->list_due = p->by_hand;
}

/* ---- the end ---- */

static void tell_rank(struct play *p, const struct vl_json_doc *doc, uint32_t result)
{
    int seat = (int)play_int(doc, result, "seat", 0, VL_SEATS_MAX - 1, 0);
    char name[PLAY_NAME], rank[24], score[24];
    struct vl_buf points = vl_buf_on(score, sizeof score);

    if (play_seats_are_players(p) && seat < p->board->seats_len)
        snprintf(name, sizeof name, "%s", p->board->seats[seat].name);
    else
        play_player_name(p, seat < p->board->seats_len ? p->board->seats[seat].player : 0, name,
                         sizeof name);
    snprintf(rank, sizeof rank, "%d", (int)play_int(doc, result, "rank", 0, VL_SEATS_MAX, 0));
    vl_text_int(&points, play_int(doc, result, "score", INT32_MIN, INT32_MAX, 0));
    cli_say(p->cli, TXT("cli.play.rank"), "rank", rank, "who", name, "score", score, NULL);
}

/* Ranks and scores where the seats do not share them, the best first. */
static void tell_ranks(struct play *p, const struct vl_json_doc *doc, uint32_t results)
{
    int64_t first = -1;
    bool differ = play_seats_are_players(p);

    for (uint32_t n = vl_json_first(doc, results); n; n = vl_json_sibling(doc, n)) {
        int64_t rank = play_int(doc, n, "rank", 0, VL_SEATS_MAX, 0);
        differ = differ || (first >= 0 && rank != first);
        first = rank;
    }
    for (int rank = 0; rank <= VL_SEATS_MAX && differ; rank++)
        for (uint32_t n = vl_json_first(doc, results); n; n = vl_json_sibling(doc, n))
            if (play_int(doc, n, "rank", 0, VL_SEATS_MAX, 0) == rank)
                tell_rank(p, doc, n);
}

static void on_over(struct play *p, const struct play_msg *m)
{
    char text[VL_TEXT_MAX], rule[PLAY_WORD];
    uint32_t results = vl_json_get(m->doc, 0, "results");

    if (p->over)
        return; /* told before the connection was lost */
    p->over = true;
    play_board(p);
    p->view_due = p->list_due = false;
    play_text(p, m->doc, 0, "text", text, sizeof text);
    play_text(p, m->doc, 0, "rule", rule, sizeof rule);
    cli_printf(p->cli, "%s", p->plain ? "" : cli_style(p->cli, CLI_BOLD));
    cli_wrap(p->cli, "", 0, text);
    cli_printf(p->cli, "%s", p->plain ? "" : cli_style(p->cli, CLI_NORMAL));
    if (results)
        tell_ranks(p, m->doc, results);
    if (rule[0])
        cli_say(p->cli, TXT("cli.play.over"), "rule", rule, NULL);
    p->host->over(p, m->doc);
}

/* ---- errors ---- */

static void on_error(struct play *p, const struct play_msg *m)
{
    uint32_t status = vl_json_get(m->doc, 0, "status");
    char text[VL_TEXT_MAX], rule[PLAY_WORD];

    play_text(p, m->doc, 0, "text", text, sizeof text);
    play_text(p, m->doc, 0, "rule", rule, sizeof rule);
    if (status && (vl_json_is(m->doc, status, "io") || vl_json_is(m->doc, status, "memory") ||
                   vl_json_is(m->doc, status, "busy")))
        cli_say(p->cli, TXT("join.later"), "text", text, NULL);
    else if (rule[0])
        cli_say(p->cli, TXT("cli.play.refused"), "text", text, "rule", rule, NULL);
    else
        cli_say(p->cli, TXT("join.refused"), "text", text, NULL);
}

/* ---- dispatch ---- */

static const struct {
    const char *type;
    void (*handle)(struct play *p, const struct play_msg *m);
} handlers[] = {
    { "faces", on_faces },     { "view", on_view },     { "step", on_step }, { "start", on_start },
    { "actions", on_actions }, { "chance", on_chance }, { "over", on_over }, { "error", on_error },
};

/* The host first: it knows about its requests, and may have more to say. */
static void dispatch(struct play *p, const struct vl_json_doc *doc)
{
    struct play_msg m = { doc, "", "" };

    board_text(doc, vl_json_get(doc, 0, "t"), m.type, sizeof m.type);
    board_text(doc, vl_json_get(doc, 0, "cid"), m.cid, sizeof m.cid);
    if (p->host->message && p->host->message(p, &m))
        return;
    for (int i = 0; i < VL_LEN(handlers); i++)
        if (strcmp(m.type, handlers[i].type) == 0) {
            handlers[i].handle(p, &m);
            return;
        }
    play_receive_talk(p, &m); /* what nobody knows is passed over */
}

void play_receive(struct play *p, const char *text, size_t len)
{
    size_t most = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes;
    struct vl_json_doc doc;
    struct vl_error err;

    if (p->code >= 0 || most > PLAY_NODES)
        return;
    nodes = malloc(most * sizeof *nodes);
    if (nodes && vl_json_parse(&doc, text, len, nodes, (uint32_t)most, &err) == VL_OK)
        dispatch(p, &doc);
    free(nodes);
}
