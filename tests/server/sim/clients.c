#include "clients.h"

#include "base/check.h"
#include "base/rng.h"
#include "laws.h"
#include "loop.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ACTIONS_MAX = 48,
    PURSE_MAX = 6,
    ASK_MAX = 700,
    GIVE_UP_US = 30000000, /* on a connection that says nothing */
    ANSWER_US = 60000000,  /* in which any request is answered */
    TRIES_MAX = 6,
    VOTES_MAX = 8
};

struct clients_count clients_count;

enum phase { OFF, CALLING, SHAKING, GREETING, LOBBY, ENTERING, SEATED };

/* The right to a player, or to watch. */
struct seat {
    struct table *t;
    int player; /* -1: watches */
    char token[TOKEN_TEXT];
    char next[TOKEN_TEXT]; /* asked for by `renew`, and not answered; "": none */
};

/* A request that has no answer yet, or had one and may be sent again. */
struct ask {
    char text[ASK_MAX];
    struct verdict v;
    struct table *t;
    int tries;
    uint64_t waits_since;           /* on this connection; 0: for nothing */
    bool meddles;                   /* it may begin or end a vote */
    bool is_open, is_done, is_kept; /* kept: stored with its cid */
    uint64_t at;
};

struct client {
    int id;
    enum manner manner;
    struct vl_rng rng;
    uint32_t address;
    struct wire *wire;
    uint64_t calls; /* connections; events of earlier ones are not ours */
    enum phase phase;
    uint64_t heard_at;
    uint8_t *in;
    size_t in_len, in_cap;
    struct seat purse[PURSE_MAX];
    int purse_len;
    struct seat at; /* where it sits, or is about to */
    uint64_t entering_since;
    int64_t vote_then;  /* that stood at its table, when it asked to enter */
    int64_t shown_then; /* of its table, when it asked to enter */
    bool is_claim;
    char claim[TOKEN_TEXT];
    char claim_room[TOKEN_TEXT];
    int64_t rev; /* -1: unknown */
    struct table *rev_of;
    char *actions[ACTIONS_MAX];
    bool is_row[ACTIONS_MAX];
    int actions_len;
    struct ask ask;
    int cids;
    int64_t votes[VOTES_MAX];
    int votes_len;
};

static struct {
    struct client all[CLIENTS_MAX];
    int len;
    uint64_t think_us;
    bool is_over, is_throttled;
    uint64_t quiet_until;
    char open_room[TOKEN_TEXT]; /* of the list of tables, seen last */
} crowd;

/* ---- dice ---- */

static uint32_t below(struct client *c, uint32_t n)
{
    return vl_rng_below(&c->rng, n);
}

static bool once_in(struct client *c, uint32_t n)
{
    return below(c, n) == 0;
}

static void make_token(struct client *c, char out[TOKEN_TEXT])
{
    uint8_t bytes[16];

    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)below(c, 256);
    store_id_make(out, bytes);
}

/* ---- sending ---- */

static void send_frame(struct client *c, int first, const void *text, size_t len)
{
    uint8_t *frame = malloc(len + 14);
    size_t n = 0;

    VL_VERIFY(frame);
    frame[n++] = (uint8_t)first;
    if (len < 126)
        frame[n++] = (uint8_t)(0x80 | len);
    else {
        frame[n++] = 0x80 | 126;
        frame[n++] = (uint8_t)(len >> 8);
        frame[n++] = (uint8_t)len;
    }
    uint8_t mask[4];
    for (int i = 0; i < 4; i++)
        frame[n++] = mask[i] = (uint8_t)below(c, 256);
    for (size_t i = 0; i < len; i++)
        frame[n + i] = ((const uint8_t *)text)[i] ^ mask[i % 4];
    wire_send(c->wire, frame, n + len);
    free(frame);
}

static void say_text(struct client *c, const char *text, size_t len)
{
    clients_count.sent++;
    loop_note_bytes("->", (uint64_t)c->id, text, len);
    if (len < 60000)
        send_frame(c, 0x81, text, len);
}

__attribute__((format(printf, 2, 3))) static void say(struct client *c, const char *format, ...)
{
    char text[1400];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    VL_VERIFY(n > 0 && (size_t)n < sizeof text);
    say_text(c, text, (size_t)n);
}

/* ---- requests that are kept until they are answered ---- */

/* From now on nobody can tell whether the vote stands, until this is answered. */
static void meddle(struct client *c)
{
    c->at.t->vote = 0;
    if (!c->ask.meddles)
        c->ask.t->meddles++;
    c->ask.meddles = true;
}

static void send_ask(struct client *c)
{
    if (!strstr(c->ask.text, "\"t\":\"chat\"") && !strstr(c->ask.text, "\"t\":\"name\""))
        meddle(c);
    c->ask.tries++;
    c->ask.at = loop_now();
    c->ask.waits_since = c->ask.waits_since ? c->ask.waits_since : loop_now();
    c->ask.is_open = true;
    say_text(c, c->ask.text, strlen(c->ask.text));
}

/* entry: what it makes, if it is one entry of the game. */
__attribute__((format(printf, 4, 5))) static void ask(struct client *c, bool is_entry,
                                                      const char *entry, const char *format, ...)
{
    va_list args;

    memset(&c->ask, 0, sizeof c->ask);
    snprintf(c->ask.v.cid, sizeof c->ask.v.cid, "c%d_%d", c->id, c->cids++);
    int n = snprintf(c->ask.text, sizeof c->ask.text, "{\"cid\":\"%s\",", c->ask.v.cid);
    va_start(args, format);
    n += vsnprintf(c->ask.text + n, sizeof c->ask.text - (size_t)n, format, args);
    va_end(args);
    VL_VERIFY((size_t)n < sizeof c->ask.text);
    c->ask.t = c->at.t;
    c->ask.v.player = c->at.player;
    c->ask.v.is_entry = is_entry;
    c->ask.v.rev = -1;
    c->ask.is_kept = is_entry || strstr(c->ask.text, "\"t\":\"chat\"");
    snprintf(c->ask.v.entry, sizeof c->ask.v.entry, "%s", entry);
    send_ask(c);
}

static bool is_ours(const struct client *c, const char *cid)
{
    return c->ask.v.cid[0] && strcmp(cid, c->ask.v.cid) == 0;
}

/* ---- connections ---- */

static void forget_actions(struct client *c)
{
    while (c->actions_len > 0)
        free(c->actions[--c->actions_len]);
}

static void hang_up(struct client *c, bool is_reset)
{
    if (c->phase == OFF)
        return;
    loop_note("client %d hangs up", c->id);
    c->phase = OFF;
    c->ask.waits_since = 0;
    c->in_len = 0;
    c->calls++;
    c->votes_len = 0;
    forget_actions(c);
    wire_close(c->wire, is_reset);
}

static void on_opened(void *ctx)
{
    struct client *c = ctx;
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:7777\r\n"
                                  "Origin: http://127.0.0.1:7777\r\n"
                                  "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                  "Sec-WebSocket-Version: 13\r\n\r\n";

    if (c->phase != CALLING)
        return;
    c->phase = SHAKING;
    if (c->manner == HOSTILE && once_in(c, 8))
        return; /* says nothing at all */
    wire_send(c->wire, request, sizeof request - 1);
}

static void on_closed(void *ctx)
{
    struct client *c = ctx;

    loop_note("client %d is cut off", c->id);
    c->phase = OFF;
    c->ask.waits_since = 0;
    c->in_len = 0;
    c->votes_len = 0;
    forget_actions(c);
}

static void on_bytes(void *ctx, const uint8_t *bytes, size_t len);
static const struct wire_calls calls = { on_opened, on_bytes, on_closed };

static void call(struct client *c)
{
    c->phase = CALLING;
    c->heard_at = loop_now();
    c->in_len = 0;
    c->wire = wire_open(&calls, c, c->address);
}

/* ---- what a message says ---- */

static const char *word(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? text : "";
}

static int64_t number(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);

    return json_is_integer(v) ? json_integer_value(v) : -1;
}

static struct seat *find_seat(struct client *c, const struct table *t, int player)
{
    for (int i = 0; i < c->purse_len; i++)
        if (c->purse[i].t == t && c->purse[i].player == player)
            return &c->purse[i];
    return NULL;
}

static void keep_seat(struct client *c, struct table *t, int player, const char *token)
{
    struct seat *s = find_seat(c, t, player);

    if (!s && c->purse_len == PURSE_MAX) {
        s = &c->purse[below(c, PURSE_MAX)];
        if (s->t && s->player >= 0)
            s->t->is_taken[s->player] = true; /* nobody has it any more */
    } else if (!s)
        s = &c->purse[c->purse_len++];
    memset(s, 0, sizeof *s);
    s->t = t;
    s->player = player;
    snprintf(s->token, sizeof s->token, "%s", token);
}

/* A token that was told: ours, until it is given to a friend. */
static void learn_token(struct client *c, const char *token)
{
    if (strlen(token) == 26)
        laws_token(token, c->id);
}

static void take_links(struct client *c, struct table *t, const json_t *links)
{
    size_t i;
    json_t *link;

    json_array_foreach(links, i, link)
    {
        int64_t p = number(link, "player");
        if (p < 0 || p >= ROWS_PLAYERS)
            sim_fail("client %d: a link of player %lld", c->id, (long long)p);
        snprintf(t->token[p], sizeof t->token[p], "%s", word(link, "token"));
        learn_token(c, word(link, "token"));
    }
}

static void on_created(struct client *c, const json_t *m)
{
    unsigned players = 2, open = 3, is_public = 1, late = 0;

    VL_VERIFY(!word(m, "cid")[0] ||
              sscanf(word(m, "cid"), "t%u_%u_%u_%u", &players, &open, &is_public, &late) == 4);
    struct table *t = laws_made(word(m, "room"), (int)players);
    if (!t)
        return;
    clients_count.made++;
    t->is_public = is_public;
    t->late_s = late;
    take_links(c, t, json_object_get(m, "links"));
    const char *watch = word(json_object_get(m, "watch"), "token");
    snprintf(t->watch, sizeof t->watch, "%s", watch);
    learn_token(c, watch);
    /* Whoever claims an open player makes its link void. */
    for (int p = 0; p < ROWS_PLAYERS; p++)
        t->is_taken[p] = t->is_public && (open >> p & 1);
    for (int p = 0; p < ROWS_PLAYERS; p++) {
        if (!t->token[p][0] || t->is_taken[p])
            continue;
        t->is_taken[p] = true;
        keep_seat(c, t, p, t->token[p]);
        return;
    }
}

static void on_forked(struct client *c, const json_t *m)
{
    struct table *t = laws_find(word(m, "room"));

    if (!t)
        t = laws_made(word(m, "room"), ROWS_PLAYERS);
    int64_t p = number(m, "player");
    if (p >= 0) /* those who watch share theirs */
        learn_token(c, word(m, "token"));
    for (int i = 0; t && i < ROWS_PLAYERS; i++)
        t->is_loose[i] = true; /* some may be open, for others to claim */
    take_links(c, t ? t : &(struct table){ 0 }, json_object_get(m, "links"));
    if (t && p >= 0 && p < ROWS_PLAYERS) {
        t->is_taken[p] = true;
        keep_seat(c, t, (int)p, word(m, "token"));
    }
}

static void take_cids(struct client *c, const json_t *list)
{
    size_t i;
    json_t *o;

    json_array_foreach(list, i, o)
    {
        if (c->ask.t != c->at.t || !is_ours(c, word(o, "cid")) || !c->ask.is_kept)
            continue;
        c->ask.v.rev = number(o, "rev");
        laws_verdict(c->at.t, &c->ask.v);
    }
}

static void on_joined(struct client *c, const json_t *m)
{
    struct table *t = laws_find(word(m, "room"));
    int64_t player = number(m, "player"), rev = number(m, "rev");

    clients_count.joins++;
    if (word(m, "token")[0])
        learn_token(c, word(m, "token"));
    if (c->manner == HOSTILE) {
        c->at = (struct seat){ .t = t, .player = (int)player };
        c->phase = t ? SEATED : LOBBY;
        if (t && player >= 0)
            t->is_taken[player] = t->is_loose[player] = true;
        return;
    }
    if (!t || (!c->is_claim && t != c->at.t))
        sim_fail("client %d joined a table it did not ask for", c->id);
    if (!c->is_claim && c->at.player != player)
        sim_fail("client %d is player %lld, not %d", c->id, (long long)player, c->at.player);
    if (c->is_claim) {
        c->is_claim = false;
        t->is_taken[player] = true;
        keep_seat(c, t, (int)player, word(m, "token"));
        c->at = *find_seat(c, t, (int)player);
    }
    struct seat *s = find_seat(c, t, (int)player);
    if (s)
        memcpy(s->token, c->at.token, sizeof s->token);
    if (rev < c->shown_then && !(t->late_s > 0 && player < 0))
        sim_fail("table %s: revision %lld was told, now it has %lld", t->room,
                 (long long)c->shown_then, (long long)rev);
    bool is_late = t->late_s > 0 && player < 0; /* and is told of no votes */
    if (!is_late && c->vote_then > 0 && c->vote_then == t->vote && rev == t->vote_shown &&
        number(json_object_get(m, "vote"), "vote") != t->vote)
        sim_fail("table %s: vote %lld is lost", t->room, (long long)t->vote);
    c->phase = SEATED;
    take_cids(c, json_object_get(m, "cids"));
    if (c->ask.is_open && c->ask.t == t && c->ask.v.player == player && c->ask.tries < TRIES_MAX)
        send_ask(c); /* nobody knows whether it arrived */
    else
        c->ask.is_open = false;
}

/* Whose eyes see it: those who watch do so later. */
static void see(struct client *c, int64_t rev)
{
    laws_in_sight(c->at.t, rev, c->at.player < 0 && c->at.t->late_s > 0);
}

/* The things on the table; seats and sentences have names, which may change. */
static void take_view(struct client *c, int64_t rev, const json_t *view)
{
    char *items = json_dumps(json_object_get(view, "items"), JSON_SORT_KEYS | JSON_COMPACT);

    if (items)
        laws_seen(c->at.t, c->at.player, rev, items);
    free(items);
}

static void on_at(struct client *c, const json_t *m)
{
    if (c->manner != HOSTILE)
        take_view(c, number(m, "rev"), json_object_get(m, "view"));
}

static void take_entry(struct client *c, const json_t *e)
{
    const char *kind = word(e, "kind"), *move = word(e, "move");
    char text[160];

    if (strcmp(kind, "undo") == 0)
        snprintf(text, sizeof text, "undo %lld", (long long)number(e, "to"));
    else if (strcmp(kind, "move") == 0)
        snprintf(text, sizeof text, "move %lld %.128s", (long long)number(e, "player"), move);
    else
        snprintf(text, sizeof text, "chance %.128s", move);
    bool is_told = strcmp(kind, "undo") == 0 || move[0];
    laws_entry(c->at.t, number(e, "rev"), is_told ? text : NULL);
}

static void take_entries(struct client *c, const json_t *list)
{
    size_t i;
    json_t *e;

    json_array_foreach(list, i, e) take_entry(c, e);
}

static void on_view(struct client *c, const json_t *m)
{
    c->rev = number(m, "rev");
    c->rev_of = c->at.t;
    forget_actions(c);
    laws_shown(c->at.t, c->rev);
    see(c, c->rev);
    take_view(c, c->rev, json_object_get(m, "view"));
    take_entries(c, json_object_get(m, "log"));
}

static void on_step(struct client *c, const json_t *m)
{
    int64_t from = number(m, "from"), rev = number(m, "rev");
    size_t n = json_array_size(json_object_get(m, "entries"));

    forget_actions(c);
    if (rev <= c->rev)
        return;
    if (c->rev >= 0 && from != c->rev)
        sim_fail("client %d is at %lld and is told what follows %lld", c->id, (long long)c->rev,
                 (long long)from);
    if ((int64_t)n != rev - from)
        sim_fail("client %d: a step from %lld to %lld with %zu entries", c->id, (long long)from,
                 (long long)rev, n);
    c->rev = rev;
    c->rev_of = c->at.t;
    for (int64_t r = from + 1; r <= rev; r++)
        see(c, r);
    take_entries(c, json_object_get(m, "entries"));
}

static void on_said(struct client *c, const json_t *m)
{
    int64_t n = number(m, "n");

    c->at.t->said = n > c->at.t->said ? n : c->at.t->said;
}

static void on_actions(struct client *c, const json_t *m)
{
    const json_t *list = json_object_get(m, "actions");
    size_t i;
    json_t *a;

    forget_actions(c);
    if (number(m, "rev") != c->rev)
        sim_fail("client %d is at %lld and has actions of %lld", c->id, (long long)c->rev,
                 (long long)number(m, "rev"));
    json_array_foreach(list, i, a)
    {
        if (c->actions_len == ACTIONS_MAX)
            break;
        c->is_row[c->actions_len] = !json_object_get(a, "verb");
        c->actions[c->actions_len] = strdup(word(a, "id"));
        VL_VERIFY(c->actions[c->actions_len++]);
    }
}

static void on_ack(struct client *c, const json_t *m)
{
    if (!is_ours(c, word(m, "cid")))
        return;
    c->ask.is_open = false;
    c->ask.is_done = true;
    if (!c->ask.is_kept)
        return;
    if (c->ask.v.is_entry)
        clients_count.moves++;
    c->ask.v.rev = number(m, "rev");
    laws_verdict(c->ask.t, &c->ask.v);
}

/* What is refused has changed nothing; what cannot be done now may be asked again. */
static void ask_refused(struct client *c, const char *status)
{
    static const char *const later[] = { "io", "busy", "often", "memory", "waiting" };

    for (int i = 0; i < VL_LEN(later); i++) {
        if (strcmp(status, later[i]) != 0)
            continue;
        c->ask.is_open = c->ask.is_open && c->ask.tries < TRIES_MAX && !once_in(c, 3);
        c->ask.at = loop_now();
        return;
    }
    c->ask.is_open = false;
    if (c->ask.tries > 1 || !c->ask.is_kept)
        return;
    c->ask.v.rev = -1;
    laws_verdict(c->ask.t, &c->ask.v);
}

static bool is_in(const char *word_, const char *const *list, int n)
{
    while (n > 0 && strcmp(list[n - 1], word_) != 0)
        n--;
    return n > 0;
}

/* The door stays shut: for a while, or for good. */
static void join_refused(struct client *c, const char *status)
{
    static const char *const later[] = { "io", "busy", "often", "memory" };
    struct seat *s = find_seat(c, c->at.t, c->at.player);

    clients_count.denied++;
    c->phase = LOBBY;
    if (is_in(status, later, VL_LEN(later)) || c->manner == HOSTILE)
        return;
    if (c->is_claim) {
        c->is_claim = false;
        return;
    }
    if (c->at.player < 0 && c->at.t->watch_next[0]) /* renewed meanwhile */
        return;
    if (s && s->next[0]) { /* `renew` may have been done */
        memcpy(s->token, s->next, sizeof s->token);
        s->next[0] = '\0';
        return;
    }
    if (!laws_may_be_gone(c->at.t) && !(c->at.player >= 0 && c->at.t->is_loose[c->at.player]))
        sim_fail("client %d has lost player %d of table %s: %s", c->id, c->at.player, c->at.t->room,
                 status);
    if (s)
        *s = c->purse[--c->purse_len];
}

static void on_error(struct client *c, const json_t *m)
{
    const char *re = word(m, "re"), *status = word(m, "status");

    if (strcmp(status, "mismatch") == 0 && c->manner != HOSTILE)
        sim_fail("client %d is told that the table is damaged", c->id);
    if (strcmp(re, "join") == 0 && c->phase == ENTERING)
        join_refused(c, status);
    else if (c->ask.v.cid[0] && is_ours(c, word(m, "cid")))
        ask_refused(c, status);
}

static void on_renewed(struct client *c, const json_t *m)
{
    struct seat *s = find_seat(c, c->at.t, c->at.player);

    if (json_is_true(json_object_get(m, "watch"))) {
        snprintf(c->at.t->watch, sizeof c->at.t->watch, "%s", word(m, "token"));
        c->ask.is_open = false;
        return;
    }
    learn_token(c, word(m, "token"));
    snprintf(c->at.token, sizeof c->at.token, "%s", word(m, "token"));
    if (s) {
        memcpy(s->token, c->at.token, sizeof s->token);
        s->next[0] = '\0';
    }
    snprintf(c->at.t->token[c->at.player], TOKEN_TEXT, "%s", c->at.token);
    c->ask.is_open = false;
}

static void on_left(struct client *c, const json_t *m)
{
    if (strcmp(word(m, "why"), "deleted") == 0)
        c->at.t->may_be_gone = true;
    c->phase = LOBBY;
    forget_actions(c);
}

static void on_vote(struct client *c, const json_t *m)
{
    if (is_ours(c, word(m, "cid")))
        c->ask.is_open = false; /* the others decide */
    if (strcmp(word(m, "what"), "delete") == 0)
        c->at.t->may_be_gone = true;
    bool is_sure = c->at.t->meddles == 0 && strcmp(word(m, "what"), "bot") != 0;
    c->at.t->vote = is_sure ? number(m, "vote") : 0;
    c->at.t->vote_shown = c->at.t->shown;
    size_t i;
    json_t *p;
    json_array_foreach(json_object_get(m, "need"), i, p)
    {
        if (json_integer_value(p) == c->at.player && c->votes_len < VOTES_MAX)
            c->votes[c->votes_len++] = number(m, "vote");
    }
}

static void on_voted(struct client *c, const json_t *m)
{
    (void)m;
    c->at.t->vote = 0;
}

static void on_tables(struct client *c, const json_t *m)
{
    const json_t *list = json_object_get(m, "tables");
    size_t n = json_array_size(list);

    if (n == 0)
        return;
    snprintf(crowd.open_room, sizeof crowd.open_room, "%s",
             word(json_array_get(list, below(c, (uint32_t)n)), "room"));
}

static void on_welcome(struct client *c, const json_t *m)
{
    (void)m;
    if (c->phase == GREETING)
        c->phase = LOBBY;
}

static const struct {
    const char *type;
    void (*on)(struct client *c, const json_t *m);
    bool at_table; /* means nothing elsewhere */
} hears[] = {
    { "welcome", on_welcome, false },
    { "created", on_created, false },
    { "forked", on_forked, false },
    { "joined", on_joined, false },
    { "view", on_view, true },
    { "step", on_step, true },
    { "actions", on_actions, true },
    { "ack", on_ack, false },
    { "error", on_error, false },
    { "renewed", on_renewed, true },
    { "left", on_left, true },
    { "vote", on_vote, true },
    { "tables", on_tables, false },
    { "said", on_said, true },
    { "at", on_at, true },
    { "voted", on_voted, true },
};

/* Whatever it is: the request has been heard. */
static void on_answer(struct client *c, const json_t *m)
{
    if (!is_ours(c, word(m, "cid")))
        return;
    c->ask.waits_since = 0;
    if (c->ask.meddles)
        c->ask.t->meddles--;
    c->ask.meddles = false;
}

static void on_text(struct client *c, const char *text, size_t len)
{
    json_error_t err;
    json_t *m = json_loadb(text, len, JSON_REJECT_DUPLICATES, &err);
    const char *t = word(m, "t");

    clients_count.messages++;
    loop_note_bytes("<-", (uint64_t)c->id, text, len);
    if (!m || !t[0])
        sim_fail("client %d was sent no message: %s", c->id, err.text);
    laws_told(c->id, text, len, strcmp(t, "over") == 0 || strcmp(t, "record") == 0);
    on_answer(c, m);
    for (int i = 0; i < VL_LEN(hears); i++)
        if (strcmp(hears[i].type, t) == 0 && (!hears[i].at_table || c->phase == SEATED))
            hears[i].on(c, m);
    json_decref(m);
}

/* ---- frames ---- */

/* Bytes of the frame at the front; 0: it is not whole. */
static size_t read_frame(struct client *c, const uint8_t *p, size_t len)
{
    size_t head = 2, n;

    if (len < 2)
        return 0;
    n = p[1] & 0x7f;
    head = n == 126 ? 4 : n == 127 ? 10 : 2;
    if (len < head)
        return 0;
    if (head > 2) {
        n = 0;
        for (size_t i = 2; i < head; i++)
            n = n << 8 | p[i];
    }
    if (len < head + n)
        return 0;
    if (p[1] & 0x80)
        sim_fail("client %d was sent a masked frame", c->id);
    switch (p[0]) {
    case 0x81: on_text(c, (const char *)p + head, n); break;
    case 0x88: hang_up(c, false); break;
    case 0x89:
        if (c->phase != OFF)
            send_frame(c, 0x8a, p + head, n);
        break;
    case 0x8a: break;
    default: sim_fail("client %d was sent a frame of kind %02x", c->id, p[0]);
    }
    return head + n;
}

/* The answer to the handshake ends with an empty line. */
static size_t read_head(struct client *c)
{
    for (size_t i = 0; i + 4 <= c->in_len; i++) {
        if (memcmp(c->in + i, "\r\n\r\n", 4) != 0)
            continue;
        if (memcmp(c->in, "HTTP/1.1 101 ", 13) != 0) {
            loop_note("client %d: %.12s", c->id, (const char *)c->in);
            hang_up(c, false);
            return 0;
        }
        c->phase = GREETING;
        if (c->manner != HOSTILE || !once_in(c, 6))
            say(c, "{\"t\":\"hello\",\"version\":2,\"lang\":\"%s\"%s}", once_in(c, 2) ? "fr" : "en",
                once_in(c, 3) ? ",\"told\":true" : "");
        return i + 4;
    }
    return 0;
}

static void on_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
    struct client *c = ctx;
    size_t used = 0, n = 1;

    c->heard_at = loop_now();
    if (c->in_len + len > c->in_cap) {
        c->in_cap = 2 * (c->in_len + len);
        c->in = realloc(c->in, c->in_cap);
        VL_VERIFY(c->in);
    }
    memcpy(c->in + c->in_len, bytes, len);
    c->in_len += len;
    while (n > 0 && used < c->in_len && c->phase >= SHAKING) {
        n = c->phase == SHAKING ? read_head(c) : read_frame(c, c->in + used, c->in_len - used);
        used += n;
    }
    if (c->phase == OFF || used > c->in_len)
        c->in_len = 0;
    else {
        memmove(c->in, c->in + used, c->in_len - used);
        c->in_len -= used;
    }
    if (c->manner == SLOW && c->phase != OFF && once_in(c, 30))
        wire_read(c->wire, false);
}

/* ---- what it does ---- */

static const struct {
    const char *game, *options;
    int players;
    uint32_t weight;
} choices[] = {
    { "hands", "{\"seats\":2}", 2, 8 },
    { "hands", "{\"seats\":3}", 3, 4 },
    { "walk", "{}", 2, 8 },
    { "runemasters", "{\"guardians\":2}", 2, 2 },
    { "enchanters", "{}", 2, 1 },
    { "runebound", "{}", 2, 1 },
    { "reflets", "{}", 2, 1 },
};

static int choose_game(struct client *c)
{
    uint32_t sum = 0;

    for (int i = 0; i < VL_LEN(choices); i++)
        sum += choices[i].weight;
    uint32_t at = below(c, sum);
    for (int i = 0;; i++) {
        if (at < choices[i].weight)
            return i;
        at -= choices[i].weight;
    }
}

static void make_table(struct client *c)
{
    static const char *const kinds[] = { "{\"kind\":\"human\"}", "{\"kind\":\"human\"}",
                                         "{\"kind\":\"open\"}",
                                         "{\"kind\":\"bot\",\"level\":\"random\"}",
                                         "{\"kind\":\"bot\",\"level\":\"greedy\"}" };
    int g = choose_game(c);
    char seats[300];
    uint32_t open = 0;
    int n = 0;

    for (int p = 0; p < choices[g].players; p++) {
        uint32_t kind = below(c, p == 0 ? 3 : 5);
        open |= (uint32_t)(kind == 2) << p;
        n += snprintf(seats + n, sizeof seats - (size_t)n, "%s%s", p ? "," : "", kinds[kind]);
    }
    bool is_public = once_in(c, 2);
    uint32_t late = once_in(c, 4) ? 1 + below(c, 60) : 0;
    say(c,
        "{\"t\":\"create\",\"cid\":\"t%d_%u_%d_%u\",\"watch_delay\":%u,\"game\":\"%s\",\"options\":"
        "%s,\"seats\":[%s],"
        "\"public\":%s,"
        "\"away\":%u,\"chat\":\"all\",\"hints\":%s}",
        choices[g].players, open, is_public, late, late, choices[g].game, choices[g].options, seats,
        is_public ? "true" : "false", below(c, 30), once_in(c, 2) ? "true" : "false");
}

static void enter(struct client *c, const struct seat *s)
{
    c->at = *s;
    c->is_claim = false;
    c->shown_then = s->t->shown;
    c->entering_since = loop_now();
    c->vote_then = c->at.t->vote;
    c->phase = ENTERING;
    char since[40] = "";
    if (c->rev >= 0 && c->rev_of == s->t && !once_in(c, 3))
        snprintf(since, sizeof since, ",\"since\":%lld", (long long)c->rev);
    else
        c->rev = -1;
    say(c, "{\"t\":\"join\",\"room\":\"%s\",\"token\":\"%s\"%s%s}", s->t->room, s->token, since,
        once_in(c, 6) ? ",\"name\":\"Ana\"" : "");
}

/* A friend gives it the link of a player whom nobody is yet. */
static bool take_invitation(struct client *c)
{
    int n = laws_tables();

    for (int i = 0; i < n && i < 20; i++) {
        struct table *t = laws_table((int)below(c, (uint32_t)n));

        for (int p = 0; p < ROWS_PLAYERS; p++) {
            if (!t->token[p][0] || t->is_taken[p])
                continue;
            t->is_taken[p] = true;
            learn_token(c, t->token[p]);
            keep_seat(c, t, p, t->token[p]);
            return true;
        }
    }
    return false;
}

static void claim(struct client *c)
{
    if (!crowd.open_room[0] || !laws_find(crowd.open_room)) {
        say(c, "{\"t\":\"list\"}");
        return;
    }
    if (!c->claim[0] || strcmp(c->claim_room, crowd.open_room) != 0) {
        make_token(c, c->claim);
        memcpy(c->claim_room, crowd.open_room, sizeof c->claim_room);
        learn_token(c, c->claim);
    }
    c->at = (struct seat){ .t = laws_find(crowd.open_room) };
    memcpy(c->at.token, c->claim, sizeof c->at.token);
    c->is_claim = true;
    c->shown_then = c->at.t->shown;
    c->entering_since = loop_now();
    c->vote_then = c->at.t->vote;
    c->rev = -1;
    c->phase = ENTERING;
    say(c, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true,\"new\":\"%s\"}", crowd.open_room,
        c->claim);
    crowd.open_room[0] = '\0';
}

static void watch(struct client *c)
{
    if (laws_tables() == 0)
        return;
    struct table *t = laws_table((int)below(c, (uint32_t)laws_tables()));
    struct seat s = { .t = t, .player = -1 };
    if (!t->watch[0] || t->watch_next[0] || laws_may_be_gone(t))
        return; /* or it is not known which link is the right one */
    memcpy(s.token, t->watch, sizeof s.token);
    learn_token(c, s.token);
    c->rev = -1;
    enter(c, &s);
}

static void in_lobby(struct client *c)
{
    if (c->purse_len > 0 && !once_in(c, 6))
        enter(c, &c->purse[below(c, (uint32_t)c->purse_len)]);
    else if (take_invitation(c))
        return;
    else if (once_in(c, 3))
        make_table(c);
    else if (once_in(c, 3))
        claim(c);
    else if (once_in(c, 3))
        watch(c);
    else
        say(c, once_in(c, 2) ? "{\"t\":\"list\"}" : "{\"t\":\"game\",\"game\":\"hands\"}");
}

static void play(struct client *c)
{
    int i = (int)below(c, (uint32_t)c->actions_len);
    char entry[136] = "", move[260];

    if (strlen(c->actions[i]) > 120)
        return;
    snprintf(move, sizeof move, "%s", c->actions[i]);
    if (!c->is_row[i])
        snprintf(entry, sizeof entry, "move %d %.120s", c->at.player, move);
    ask(c, true, entry, "\"t\":\"move\",\"rev\":%lld,\"move\":\"%s\"}", (long long)c->rev, move);
}

/* Of the host: who has the old link to watch is shown out. */
static void renew_watch(struct client *c)
{
    if (c->at.t->watch_next[0])
        return;
    make_token(c, c->at.t->watch_next);
    ask(c, false, "", "\"t\":\"renew\",\"watch\":true,\"new\":\"%s\"}", c->at.t->watch_next);
}

static void renew(struct client *c)
{
    struct seat *s = find_seat(c, c->at.t, c->at.player);

    if (!s)
        return;
    if (!s->next[0]) /* else it may have been done: the same again */
        make_token(c, s->next);
    learn_token(c, s->next);
    ask(c, false, "", "\"t\":\"renew\",\"new\":\"%s\"}", s->next);
}

static void look(struct client *c)
{
    switch (below(c, 6)) {
    case 0:
        say(c, "{\"t\":\"resync\",\"since\":%u}", c->rev > 0 ? below(c, (uint32_t)c->rev) : 0);
        break;
    case 1: say(c, "{\"t\":\"at\",\"rev\":%u}", c->rev > 0 ? below(c, (uint32_t)c->rev) : 0); break;
    case 2: say(c, "{\"t\":\"record\"}"); break;
    case 3: say(c, "{\"t\":\"faces\"}"); break;
    case 4: say(c, "{\"t\":\"hint\"}"); break;
    default:
        if (c->actions_len > 0 && strlen(c->actions[0]) <= 120)
            say(c, "{\"t\":\"%s\",\"move\":\"%s\"}", once_in(c, 2) ? "preview" : "why",
                c->actions[0]);
    }
}

/* An open player becomes a bot for good, and its link is void. */
static void lend_another(struct client *c)
{
    uint32_t p = below(c, (uint32_t)c->at.t->players);

    c->at.t->is_loose[p] = true;
    ask(c, false, "", "\"t\":\"bot\",\"level\":\"random\",\"player\":%u}", p);
}

static void talk(struct client *c)
{
    switch (below(c, 24)) {
    case 0: ask(c, false, "", "\"t\":\"bot\",\"level\":\"random\"}"); break;
    case 1: ask(c, false, "", "\"t\":\"back\"}"); break;
    case 2:
        if (once_in(c, 4))
            renew_watch(c);
        else
            renew(c);
        break;
    case 3: ask(c, false, "", "\"t\":\"name\",\"name\":\"N%u\"}", below(c, 4)); break;
    case 4:
    case 5:
        if (c->rev > 0)
            ask(c, true, "", "\"t\":\"undo\",\"rev\":%lld}", (long long)c->rev);
        break;
    case 6:
        if (c->rev > 0)
            ask(c, true, "", "\"t\":\"undo\",\"rev\":%lld,\"to\":%u}", (long long)c->rev,
                below(c, (uint32_t)c->rev));
        break;
    case 7: lend_another(c); break;
    case 8:
        if (!once_in(c, 6))
            break;
        c->at.t->may_be_gone = true;
        ask(c, false, "", "\"t\":\"delete\"}");
        break;
    case 9: say(c, "{\"t\":\"fork\",\"rev\":0}"); break;
    case 10:
        say(c, "{\"t\":\"follow\",\"room\":\"%s\",\"token\":\"%s\"}", c->at.t->room, c->at.token);
        break;
    case 11: say(c, "{\"t\":\"point\",\"item\":\"card.x\"}"); break;
    case 12: say(c, "{\"t\":\"leave\"}"); break;
    default: ask(c, false, "", "\"t\":\"chat\",\"text\":\"%u\"}", below(c, 1000));
    }
}

static void at_table(struct client *c)
{
    if (c->at.player < 0) {
        if (once_in(c, 10))
            say(c, "{\"t\":\"leave\"}");
        else if (once_in(c, 3))
            look(c);
    } else if (c->ask.is_open) {
        if (loop_now() - c->ask.at > 3 * SECOND && c->ask.tries < TRIES_MAX)
            send_ask(c);
        else if (c->ask.tries >= TRIES_MAX)
            c->ask.is_open = false;
    } else if (c->votes_len > 0) {
        c->at.t->vote = 0;
        c->at.t->meddles++; /* its answer has no name: nothing is sure at this table any more */
        say(c, "{\"t\":\"vote\",\"vote\":%lld,\"agree\":%s}", (long long)c->votes[--c->votes_len],
            once_in(c, 4) ? "false" : "true");
    } else if (c->ask.is_done && c->ask.is_kept && c->ask.t == c->at.t &&
               c->ask.v.player == c->at.player && once_in(c, 12))
        send_ask(c); /* once more, to be sure */
    else if (c->actions_len > 0 && !once_in(c, 6))
        play(c);
    else if (once_in(c, 3))
        talk(c);
    else if (once_in(c, 4))
        look(c);
}

/* ---- attacks ---- */

static void attack_frames(struct client *c)
{
    uint8_t bytes[300];
    size_t n = 1 + below(c, sizeof bytes - 1);

    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)below(c, 256);
    loop_note("client %d sends %zu wild bytes", c->id, n);
    if (once_in(c, 2))
        wire_send(c->wire, bytes, n);
    else
        send_frame(c, 0x80 | (int)below(c, 16), bytes, n);
    clients_count.broken++;
}

static void attack_requests(struct client *c)
{
    static const char *const requests[] = {
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n",
        "GET / HTTP/1.1\r\nX: ",
        "\r\n\r\n",
    };
    const char *r = requests[below(c, VL_LEN(requests))];

    wire_send(c->wire, r, strlen(r));
}

/* A message that others may send, with something changed. */
static void attack_messages(struct client *c)
{
    static const char *const said[] = {
        "{\"t\":\"move\",\"cid\":\"x\",\"rev\":0,\"move\":\"play 1\"}",
        "{\"t\":\"join\",\"room\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa\",\"token\":"
        "\"bbbbbbbbbbbbbbbbbbbbbbbbba\"}",
        "{\"t\":\"create\",\"game\":\"hands\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"open\"}],"
        "\"public\":true}",
        "{\"t\":\"create\",\"game\":\"walk\",\"seats\":[{\"kind\":\"open\"},{\"kind\":\"bot\","
        "\"level\":\"random\"}]}",
        "{\"t\":\"list\"}",
        "{\"t\":\"undo\",\"cid\":\"y\",\"rev\":1,\"to\":0}",
        "{\"t\":\"vote\",\"vote\":1,\"agree\":true}",
        "{\"t\":\"delete\"}",
        "{\"t\":\"hello\",\"version\":1}",
        "{\"t\":\"resync\"}",
        "{\"t\":\"record\"}",
        "{\"t\":\"ping\",\"cid\":\"p\"}",
    };
    char text[300];
    size_t len = (size_t)snprintf(text, sizeof text, "%s", said[below(c, VL_LEN(said))]);
    uint32_t changes = once_in(c, 2) ? below(c, 4) : 0;

    if (c->phase == SEATED) {
        c->at.t->may_be_gone = true;
        c->at.t->meddles++;
        c->at.t->vote = 0;
    }
    for (uint32_t i = 0; i < changes; i++)
        text[below(c, (uint32_t)len)] = (char)(' ' + below(c, 95));
    say_text(c, text, len);
}

/* Claims a public table and makes others at the same moment. */
static void attack_crowd(struct client *c)
{
    int n = 1 + (int)below(c, 6);

    if (crowd.open_room[0])
        say(c, "{\"t\":\"join\",\"room\":\"%s\",\"claim\":true}", crowd.open_room);
    for (int i = 0; i < n; i++)
        say(c,
            "{\"t\":\"create\",\"game\":\"hands\",\"options\":{\"seats\":2},\"public\":%s,"
            "\"seats\":[{\"kind\":\"human\"},{\"kind\":\"open\"}]}",
            once_in(c, 2) ? "true" : "false");
    say(c, "{\"t\":\"list\"}");
}

/* A seat of somebody else's, with a token that does not fit. */
static void attack_seat(struct client *c)
{
    char token[TOKEN_TEXT];

    if (laws_tables() == 0)
        return;
    const struct table *t = laws_table((int)below(c, (uint32_t)laws_tables()));
    make_token(c, token);
    say(c, "{\"t\":\"%s\",\"room\":\"%s\",\"token\":\"%s\"}", once_in(c, 3) ? "follow" : "join",
        t->room, token);
}

static void attack(struct client *c)
{
    switch (below(c, 8)) {
    case 0: attack_frames(c); break;
    case 1:
        for (int i = 0; i < 60; i++)
            say(c, "{\"t\":\"ping\"}");
        break;
    case 2:
    case 3: attack_crowd(c); break;
    case 4: attack_seat(c); break;
    case 5: wire_read(c->wire, once_in(c, 3)); break;
    default: attack_messages(c);
    }
}

/* ---- thinking ---- */

/* Whoever is connected and reads gets an answer. */
static void expect_answers(const struct client *c)
{
    if (crowd.is_throttled || c->manner != HONEST || !laws_is_healthy(ANSWER_US))
        return;
    if (c->phase == SEATED && c->ask.waits_since > 0 && loop_now() - c->ask.waits_since > ANSWER_US)
        sim_fail("client %d has had no answer to %s", c->id, c->ask.v.cid);
    if (c->phase == ENTERING && loop_now() - c->entering_since > ANSWER_US)
        sim_fail("client %d has had no answer to its join", c->id);
}

static void act(struct client *c)
{
    expect_answers(c);
    if (c->phase == OFF) {
        if (!once_in(c, 4))
            call(c);
        return;
    }
    if (loop_now() - c->heard_at > GIVE_UP_US && c->phase < SEATED) {
        hang_up(c, once_in(c, 2));
        return;
    }
    if (once_in(c, 40)) {
        hang_up(c, once_in(c, 2));
        return;
    }
    if (c->manner == SLOW && once_in(c, 4))
        wire_read(c->wire, true);
    if (c->manner == HOSTILE && c->phase == SHAKING && once_in(c, 2))
        attack_requests(c);
    else if (c->manner == HOSTILE && c->phase >= GREETING)
        attack(c);
    else if (c->phase == LOBBY)
        in_lobby(c);
    else if (c->phase == SEATED)
        at_table(c);
}

static void think(void *ctx, uint64_t n)
{
    struct client *c = ctx;

    (void)n;
    if (crowd.is_over)
        return;
    if (loop_now() < crowd.quiet_until) {
        loop_at(crowd.quiet_until - loop_now() + below(c, 1000000), think, c, 0);
        return;
    }
    act(c);
    uint64_t us = 1 + (uint64_t)below(c, (uint32_t)(2 * crowd.think_us));
    loop_at(once_in(c, 50) ? 20 * us : us, think, c, 0);
}

void clients_begin(uint64_t seed, const int n[MANNERS], uint64_t think_us, bool is_throttled)
{
    memset(&crowd, 0, sizeof crowd);
    crowd.is_throttled = is_throttled;
    crowd.think_us = think_us;
    for (int manner = 0; manner < MANNERS; manner++) {
        for (int i = 0; i < n[manner] && crowd.len < CLIENTS_MAX; i++) {
            struct client *c = &crowd.all[crowd.len];

            c->id = crowd.len++;
            c->manner = (enum manner)manner;
            c->rng = vl_rng_seed(seed * 1000 + (uint64_t)c->id);
            c->address = 1 + below(c, 6);
            c->rev = -1;
            loop_at(below(c, (uint32_t)think_us) + 1, think, c, 0);
        }
    }
}

void clients_rest(void)
{
    crowd.is_over = true;
    for (int i = 0; i < crowd.len; i++)
        hang_up(&crowd.all[i], false);
}

void clients_be_quiet(uint64_t us)
{
    loop_note("quiet for %llu s", (unsigned long long)(us / SECOND));
    crowd.quiet_until = loop_now() + us;
}

void clients_end(void)
{
    for (int i = 0; i < crowd.len; i++) {
        forget_actions(&crowd.all[i]);
        free(crowd.all[i].in);
    }
}
