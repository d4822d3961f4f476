/* join_recv.c - messages from the server: the greeting and the table.
 *
 * What is not known is passed over, what is missing or of a wrong type is as if
 * it were not there: a server can confuse its own table, and nothing else. */
#include "cli/join.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define REV_MAX INT64_C(9007199254740991)

/* ---- reading ---- */

void join_text(struct join *j, const struct vl_json_doc *doc, uint32_t object, const char *key,
               char *out, size_t cap)
{
    board_text(doc, vl_json_get(doc, object, key), out, cap);
    cli_own(j->cli, out, cap);
}

int64_t join_int(const struct vl_json_doc *doc, uint32_t object, const char *key, int64_t lo,
                 int64_t hi, int64_t def)
{
    uint32_t node = vl_json_get(doc, object, key);
    int64_t v;

    return node && vl_json_int_in(doc, node, lo, hi, &v) ? v : def;
}

static void stop(struct join *j, int code)
{
    if (j->code < 0)
        j->code = code;
}

/* ---- greeting ---- */

static void read_phrases(struct join *j, const struct vl_json_doc *doc)
{
    uint32_t list = vl_json_get(doc, 0, "phrases");

    j->phrases_len = 0;
    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n && j->phrases_len < JOIN_PHRASES;
         n = vl_json_sibling(doc, n)) {
        struct join_phrase *p = &j->phrases[j->phrases_len];
        join_text(j, doc, n, "id", p->id, sizeof p->id);
        join_text(j, doc, n, "text", p->text, sizeof p->text);
        j->phrases_len += p->id[0] != '\0';
    }
}

static void on_welcome(struct join *j, const struct join_msg *m)
{
    uint32_t store = vl_json_get(m->doc, 0, "store");

    if (join_int(m->doc, 0, "version", 0, INT32_MAX, 0) != JOIN_VERSION) {
        cli_say(j->cli, TXT("join.version"), NULL);
        stop(j, CLI_NO);
        return;
    }
    read_phrases(j, m->doc);
    if (store && vl_json_is(m->doc, store, "read_only"))
        cli_say(j->cli, TXT("join.read_only"), NULL);
    if (!j->seated)
        join_table(j);
}

static void on_store(struct join *j, const struct join_msg *m)
{
    uint32_t state = vl_json_get(m->doc, 0, "state");

    cli_say(j->cli,
            state && vl_json_is(m->doc, state, "ok") ? TXT("join.store_ok") : TXT("join.read_only"),
            NULL);
}

static void on_bye(struct join *j, const struct join_msg *m)
{
    uint32_t retry = vl_json_get(m->doc, 0, "retry");
    uint32_t lo = retry ? vl_json_at(m->doc, retry, 0) : 0;
    uint32_t hi = retry ? vl_json_at(m->doc, retry, 1) : 0;

    j->bye_lo = 0;
    j->bye_hi = JOIN_RETRY_MS;
    if (lo)
        vl_json_int_in(m->doc, lo, 0, 600000, &j->bye_lo);
    if (hi)
        vl_json_int_in(m->doc, hi, 0, 600000, &j->bye_hi);
    if (j->bye_hi < j->bye_lo)
        j->bye_hi = j->bye_lo;
}

/* ---- sitting down ---- */

static uint32_t read_seats(const struct vl_json_doc *doc, uint32_t list)
{
    uint32_t bits = 0;

    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n; n = vl_json_sibling(doc, n)) {
        int64_t seat;
        if (vl_json_int_in(doc, n, 0, VL_SEATS_MAX - 1, &seat))
            bits |= UINT32_C(1) << seat;
    }
    return bits;
}

/* Requests that the server says it has carried out need not be sent again. */
static void read_cids(struct join *j, const struct vl_json_doc *doc)
{
    uint32_t list = vl_json_get(doc, 0, "cids");

    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n; n = vl_json_sibling(doc, n)) {
        char cid[JOIN_CID + 1], type[JOIN_WORD];
        board_text(doc, vl_json_get(doc, n, "cid"), cid, sizeof cid);
        join_answered(j, cid, type);
    }
}

static void greet(struct join *j, const struct vl_json_doc *doc)
{
    char name[JOIN_NAME], game[JOIN_NAME];

    cli_game_name(j->cli, j->game, game, sizeof game);
    if (j->player >= 0 && j->player < j->players_len && j->name[0]) /* it is being told */
        snprintf(j->players[j->player].name, JOIN_NAME, "%s", j->name);
    if (j->player >= 0) {
        join_player_name(j, j->player, name, sizeof name);
        cli_say(j->cli, TXT("join.seated"), "game", game, "who", name, NULL);
    } else {
        cli_say(j->cli, TXT("join.watching"), "game", game, NULL);
    }
    join_list_players(j);
    if (vl_json_get(doc, 0, "from"))
        cli_say(j->cli, vl_json_get(doc, 0, "same") ? TXT("join.is_same") : TXT("join.is_fork"),
                NULL);
    cli_say(j->cli, TXT("join.start_help"), NULL);
}

/* A seat that was taken from the list has a link of its own from now on. */
static void read_token(struct join *j, const struct vl_json_doc *doc)
{
    uint32_t token = vl_json_get(doc, 0, "token");
    char text[NET_ID + 1];

    if (!token || !vl_json_text(doc, token, text, sizeof text) ||
        strspn(text, "abcdefghijklmnopqrstuvwxyz234567") != NET_ID)
        return;
    memcpy(j->url.token, text, sizeof text);
    j->claim = false;
    join_link(j, TXT("join.your_link"), j->url.room, j->url.token);
}

static void on_joined(struct join *j, const struct join_msg *m)
{
    const struct vl_json_doc *doc = m->doc;
    uint32_t said = vl_json_get(doc, 0, "said"), state = vl_json_get(doc, 0, "state");
    bool first = !j->met;

    join_text(j, doc, 0, "game", j->game, sizeof j->game);
    if (first)
        board_text(doc, vl_json_get(doc, 0, "seed_hash"), j->seed_hash, sizeof j->seed_hash);
    j->player = (int)join_int(doc, 0, "player", 0, VL_SEATS_MAX - 1, -1);
    j->seats = read_seats(doc, vl_json_get(doc, 0, "seats"));
    j->seated = j->met = true;
    j->leaving = false;
    j->vote = -1;
    j->tries = 0;
    j->bye_hi = -1;
    join_read_players(j, doc, vl_json_get(doc, 0, "players"), !first);
    read_token(j, doc);
    if (first)
        greet(j, doc);
    else if (j->lost)
        cli_say(j->cli, TXT("join.back"), NULL);
    j->lost = false;
    j->told_cause = NET_FINE;
    for (uint32_t n = said ? vl_json_first(doc, said) : 0; n; n = vl_json_sibling(doc, n))
        join_read_said(j, doc, n);
    if (vl_json_get(doc, 0, "vote"))
        join_read_vote(j, doc, vl_json_get(doc, 0, "vote"));
    if (state && vl_json_is(doc, state, "open"))
        cli_say(j->cli, TXT("join.open"), NULL);
    read_cids(j, doc);
    join_resend(j);
}

static void on_left(struct join *j, const struct join_msg *m)
{
    uint32_t why = vl_json_get(m->doc, 0, "why");

    j->seated = false;
    if (why && vl_json_is(m->doc, why, "renewed")) {
        cli_say(j->cli, TXT("join.renewed_elsewhere"), NULL);
        stop(j, CLI_NO);
    } else if (why && vl_json_is(m->doc, why, "deleted")) {
        cli_say(j->cli, TXT("join.deleted"), NULL);
        stop(j, CLI_NO);
    } else if (why && vl_json_is(m->doc, why, "reload")) {
        join_table(j);
    }
}

/* ---- the table ---- */

static void read_undo(struct join *j, const struct vl_json_doc *doc)
{
    uint32_t undo = vl_json_get(doc, 0, "undo");

    j->undo_to = -1;
    if (undo && join_int(doc, undo, "player", 0, VL_SEATS_MAX - 1, -1) == j->player)
        j->undo_to = join_int(doc, undo, "to", 0, REV_MAX, -1);
}

/* What is drawn follows what is kept. */
static bool read_board(struct join *j)
{
    size_t len;
    char *text = net_view_text(&j->view, &len);
    size_t most = text ? vl_json_nodes_bound(text, len) : 0;
    struct vl_json_node *nodes = text ? malloc(most * sizeof *nodes) : NULL;
    struct vl_json_doc doc;
    struct vl_error err;
    bool ok = nodes && vl_json_parse(&doc, text, len, nodes, (uint32_t)most, &err) == VL_OK;

    if (ok)
        board_read(j->board, j->cli, &doc, 0);
    for (int seat = VL_SEATS_MAX - 1; ok && seat >= 0; seat--)
        if (j->seats >> seat & 1)
            j->board->me = seat;
    free(nodes);
    free(text);
    return ok;
}

/* The view at `rev` is at hand. */
static void new_view(struct join *j, const struct vl_json_doc *doc, int64_t rev)
{
    j->rev = rev;
    j->has_actions = false;
    read_undo(j, doc);
    if (!read_board(j)) {
        cli_say(j->cli, TXT("join.memory"), NULL);
        stop(j, CLI_BAD);
    }
    j->view_due = true;
}

static void ask_again(struct join *j)
{
    j->rev = -1;
    join_ask(j, "resync");
}

static void on_view(struct join *j, const struct join_msg *m)
{
    uint32_t log = vl_json_get(m->doc, 0, "log");
    int64_t rev = join_int(m->doc, 0, "rev", 0, REV_MAX, -1);

    if (rev < 0 || net_view_set(&j->view, m->doc, vl_json_get(m->doc, 0, "view")) != VL_OK) {
        cli_say(j->cli, TXT("join.nonsense"), NULL);
        return;
    }
    if (log) /* of what happened before we came only `log` tells */
        join_tell(j, m->doc, log, j->told < 0);
    j->told = rev;
    new_view(j, m->doc, rev);
}

static void on_step(struct join *j, const struct join_msg *m)
{
    int64_t from = join_int(m->doc, 0, "from", 0, REV_MAX, -1);
    int64_t rev = join_int(m->doc, 0, "rev", 0, REV_MAX, -1);
    uint32_t entries = vl_json_get(m->doc, 0, "entries");

    if (j->rev < 0 || rev <= j->rev)
        return; /* a whole view is on its way, or this is known */
    if (from != j->rev ||
        net_view_apply(&j->view, m->doc, vl_json_get(m->doc, 0, "ops")) != VL_OK) {
        ask_again(j);
        return;
    }
    if (entries)
        join_tell(j, m->doc, entries, false);
    j->told = rev;
    new_view(j, m->doc, rev);
}

static void on_actions(struct join *j, const struct join_msg *m)
{
    if (join_int(m->doc, 0, "rev", 0, REV_MAX, -1) != j->rev)
        return;
    board_read_actions(j->board, j->cli, m->doc, vl_json_get(m->doc, 0, "actions"));
    board_read_why(j->board, j->cli, m->doc, vl_json_get(m->doc, 0, "why_not"));
    j->has_actions = j->board->actions_len > 0;
    j->list_due = j->has_actions;
}

/* ---- the end ---- */

/* The seed is told at the end; its hash was told at the beginning. */
static void check_seed(struct join *j, const char *hex)
{
    uint8_t seed[32], hash[32];
    char text[65];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (strlen(hex) != 64 || strspn(hex, "0123456789abcdef") != 64)
        return;
    for (int i = 0; i < 32; i++) {
        char digits[3] = { hex[2 * i], hex[2 * i + 1], '\0' };
        seed[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    vl_sha256_of(seed, sizeof seed, hash);
    vl_put_hex(&b, hash, sizeof hash);
    cli_say(j->cli, strcmp(text, j->seed_hash) == 0 ? TXT("join.seed_ok") : TXT("join.seed_wrong"),
            "seed", hex, NULL);
}

static void tell_ranks(struct join *j, const struct vl_json_doc *doc, uint32_t results)
{
    int64_t first = -1;
    bool differ = false;

    for (uint32_t n = vl_json_first(doc, results); n; n = vl_json_sibling(doc, n)) {
        int64_t rank = join_int(doc, n, "rank", 0, VL_SEATS_MAX, 0);
        differ = differ || (first >= 0 && rank != first);
        first = rank;
    }
    for (uint32_t n = vl_json_first(doc, results); n && differ; n = vl_json_sibling(doc, n)) {
        int seat = (int)join_int(doc, n, "seat", 0, VL_SEATS_MAX - 1, 0);
        char name[JOIN_NAME], rank[24], score[24];
        struct vl_buf points = vl_buf_on(score, sizeof score);
        join_player_name(j, seat < j->board->seats_len ? j->board->seats[seat].player : 0, name,
                         sizeof name);
        snprintf(rank, sizeof rank, "%d", (int)join_int(doc, n, "rank", 0, VL_SEATS_MAX, 0));
        vl_text_int(&points, join_int(doc, n, "score", INT32_MIN, INT32_MAX, 0));
        cli_say(j->cli, TXT("cli.play.rank"), "rank", rank, "who", name, "score", score, NULL);
    }
}

static void on_over(struct join *j, const struct join_msg *m)
{
    char text[VL_TEXT_MAX], rule[JOIN_WORD], seed[80];
    uint32_t results = vl_json_get(m->doc, 0, "results");

    if (j->over)
        return; /* told before the connection was lost */
    j->over = true;
    join_board(j);
    j->view_due = j->list_due = false;
    join_text(j, m->doc, 0, "text", text, sizeof text);
    join_text(j, m->doc, 0, "rule", rule, sizeof rule);
    cli_printf(j->cli, "%s", cli_style(j->cli, CLI_BOLD));
    cli_wrap(j->cli, "", 0, text);
    cli_printf(j->cli, "%s", cli_style(j->cli, CLI_NORMAL));
    if (results)
        tell_ranks(j, m->doc, results);
    if (rule[0])
        cli_say(j->cli, TXT("cli.play.over"), "rule", rule, NULL);
    board_text(m->doc, vl_json_get(m->doc, 0, "seed"), seed, sizeof seed);
    check_seed(j, seed);
    if (j->cli->in_tty)
        cli_say(j->cli, TXT("join.after"), NULL);
    else
        stop(j, CLI_OK);
}

/* ---- errors ---- */

/* `join` was refused: for good, or for the moment. */
static void refused_table(struct join *j, const struct vl_json_doc *doc, const char *text)
{
    static const char *const passing[] = { "busy", "often", "io", "memory" };
    uint32_t status = vl_json_get(doc, 0, "status");

    for (int i = 0; status && i < VL_LEN(passing); i++)
        if (vl_json_is(doc, status, passing[i])) {
            j->leaving = true; /* and try again after a pause */
            return;
        }
    cli_say(j->cli, TXT("join.no_table"), "text", text, NULL);
    stop(j, CLI_NO);
}

static void on_error(struct join *j, const struct join_msg *m)
{
    uint32_t re = vl_json_get(m->doc, 0, "re"), status = vl_json_get(m->doc, 0, "status");
    char text[VL_TEXT_MAX], rule[JOIN_WORD], type[JOIN_WORD];

    if (status && vl_json_is(m->doc, status, "busy") && j->bye_hi >= 0 && m->cid[0])
        return; /* it restarts: what was asked is asked again afterwards */
    join_text(j, m->doc, 0, "text", text, sizeof text);
    join_text(j, m->doc, 0, "rule", rule, sizeof rule);
    if (status && (vl_json_is(m->doc, status, "io") || vl_json_is(m->doc, status, "memory") ||
                   vl_json_is(m->doc, status, "busy")))
        cli_say(j->cli, TXT("join.later"), "text", text, NULL);
    else if (rule[0])
        cli_say(j->cli, TXT("cli.play.refused"), "text", text, "rule", rule, NULL);
    else if (!(re && vl_json_is(m->doc, re, "join")))
        cli_say(j->cli, TXT("join.refused"), "text", text, NULL);
    join_answered(j, m->cid, type);
    if (status && vl_json_is(m->doc, status, "version")) {
        cli_say(j->cli, TXT("join.version"), NULL);
        stop(j, CLI_NO);
    } else if (re && vl_json_is(m->doc, re, "join")) {
        refused_table(j, m->doc, text);
    }
    if (j->has_actions)
        j->list_due = j->list_due || strcmp(type, "move") == 0;
}

/* ---- dispatch ---- */

static const struct {
    const char *type;
    void (*handle)(struct join *j, const struct join_msg *m);
} handlers[] = {
    { "welcome", on_welcome }, { "joined", on_joined }, { "view", on_view },   { "step", on_step },
    { "actions", on_actions }, { "over", on_over },     { "error", on_error }, { "left", on_left },
    { "bye", on_bye },         { "store", on_store },
};

static void dispatch(struct join *j, const struct vl_json_doc *doc)
{
    struct join_msg m = { doc, "", "" };

    board_text(doc, vl_json_get(doc, 0, "t"), m.type, sizeof m.type);
    board_text(doc, vl_json_get(doc, 0, "cid"), m.cid, sizeof m.cid);
    for (int i = 0; i < VL_LEN(handlers); i++)
        if (strcmp(m.type, handlers[i].type) == 0) {
            handlers[i].handle(j, &m);
            return;
        }
    join_receive_talk(j, &m); /* what nobody knows is passed over */
}

void join_receive(void *join, const char *text, size_t len)
{
    struct join *j = join;
    size_t most = vl_json_nodes_bound(text, len);
    struct vl_json_node *nodes;
    struct vl_json_doc doc;
    struct vl_error err;

    if (j->code >= 0 || most > JOIN_NODES)
        return;
    nodes = malloc(most * sizeof *nodes);
    if (nodes && vl_json_parse(&doc, text, len, nodes, (uint32_t)most, &err) == VL_OK)
        dispatch(j, &doc);
    free(nodes);
}
