/* net.c - the host of a table on a server: requests and their answers, and the
 * connection: lost, tried again after a random pause, found. */
#include "cli/play/net.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#ifndef VEILLEE_VERSION
#define VEILLEE_VERSION "0.1.0"
#endif

enum {
    PENDING = 16,         /* requests without an answer */
    RETRY_MS = 1000,      /* the first pause, and */
    RETRY_MAX_MS = 10000, /* the longest */
    HOLD_MS = 2000        /* what is typed after a move waits for its answer so long */
};

/* What was sent and is not answered. */
struct pending {
    char cid[PLAY_CID + 1]; /* "": this place is free */
    char type[PLAY_WORD];
    char *text; /* to be sent again; NULL: it is not */
    int64_t at; /* when it was sent */
};

struct remote {
    struct net *net;
    struct net_url url;
    bool claim;            /* take an open seat */
    char next[NET_ID + 1]; /* the token that a claim or a renewal shall give, "": none */
    bool tried_next;       /* the one at hand was refused */
    char name[PLAY_NAME];  /* to be known by; "" if none was given */
    char seed_hash[65];
    bool was_up;    /* at the last look */
    bool lost;      /* told that it is lost, and not yet that it is back */
    bool leaving;   /* the server asks to come back later */
    int told_cause; /* the last cause that was told */
    int tries;
    int64_t up_at;          /* when the connection was made */
    int64_t retry_at;       /* when to try again; 0: not waiting */
    int64_t bye_lo, bye_hi; /* the pause that the server asked for; hi -1: none */
    struct pending pending[PENDING];
};

static struct remote *remote(struct play *p)
{
    return p->at;
}

/* ---- requests ---- */

static void free_pending(struct pending *q)
{
    free(q->text);
    memset(q, 0, sizeof *q);
}

/* A place for one more; a full list drops its oldest. */
static struct pending *new_pending(struct remote *r)
{
    for (int i = 0; i < PENDING; i++)
        if (!r->pending[i].cid[0])
            return &r->pending[i];
    free_pending(&r->pending[0]);
    memmove(r->pending, r->pending + 1, (PENDING - 1) * sizeof r->pending[0]);
    memset(&r->pending[PENDING - 1], 0, sizeof r->pending[0]);
    return &r->pending[PENDING - 1];
}

static void net_request(struct play *p, const char *text, size_t len, bool keep)
{
    struct remote *r = remote(p);
    struct vl_json_node nodes[64];
    struct vl_json_doc doc;
    struct vl_error err;

    if (vl_json_parse(&doc, text, len, nodes, VL_LEN(nodes), &err) == VL_OK) {
        struct pending *q = new_pending(r);
        board_text(&doc, vl_json_get(&doc, 0, "cid"), q->cid, sizeof q->cid);
        board_text(&doc, vl_json_get(&doc, 0, "t"), q->type, sizeof q->type);
        if (strcmp(q->type, "name") == 0) /* also after the next connection */
            board_text(&doc, vl_json_get(&doc, 0, "name"), r->name, sizeof r->name);
        if (strcmp(q->type, "renew") == 0) /* it may be in force though its answer is lost */
            board_text(&doc, vl_json_get(&doc, 0, "new"), r->next, sizeof r->next);
        q->at = net_now_ms();
        q->text = keep ? malloc(len + 1) : NULL;
        if (q->text) {
            memcpy(q->text, text, len);
            q->text[len] = '\0';
        }
    }
    net_send(r->net, text, len);
}

static bool net_waits(struct play *p, const char *type)
{
    struct remote *r = remote(p);

    for (int i = 0; i < PENDING; i++)
        if (r->pending[i].cid[0] && (!type || strcmp(r->pending[i].type, type) == 0))
            return true;
    return false;
}

/* For how many ms what is typed is not yet looked at; 0: it is. */
static int64_t held_ms(struct play *p)
{
    struct remote *r = remote(p);
    int64_t ms = 0;

    for (int i = 0; i < PENDING && p->seated; i++)
        if (strcmp(r->pending[i].type, "move") == 0)
            ms = r->pending[i].at + HOLD_MS - net_now_ms();
    return ms > 0 ? ms : 0;
}

static bool net_holds(struct play *p)
{
    return held_ms(p) > 0;
}

static void answered(struct remote *r, const char *cid)
{
    for (int i = 0; i < PENDING && cid[0]; i++)
        if (strcmp(r->pending[i].cid, cid) == 0)
            free_pending(&r->pending[i]);
}

/* Questions that broke off with the connection are not asked again. */
static void forget_questions(struct remote *r)
{
    for (int i = 0; i < PENDING; i++)
        if (!r->pending[i].text)
            free_pending(&r->pending[i]);
}

static void send_again(struct remote *r)
{
    for (int i = 0; i < PENDING; i++)
        if (r->pending[i].text)
            net_send(r->net, r->pending[i].text, strlen(r->pending[i].text));
}

static void say_hello(struct play *p)
{
    struct vl_json w = play_begin(p, "hello");

    vl_json_kint(&w, "version", PLAY_VERSION);
    vl_json_kstr(&w, "lang", vl_lang_word(p->cli->lang));
    vl_json_kbool(&w, "both", true);
    vl_json_kstr(&w, "client", "veillee-join " VEILLEE_VERSION);
    play_send(p, &w, false);
}

static void ask_for_table(struct play *p)
{
    struct remote *r = remote(p);
    struct vl_json w = play_begin(p, "join");

    vl_json_kstr(&w, "room", r->url.room);
    if (r->url.token[0])
        vl_json_kstr(&w, "token", r->url.token);
    else if (r->claim) {
        if (!r->next[0])
            net_new_token(r->next);
        vl_json_kbool(&w, "claim", true);
        vl_json_kstr(&w, "new", r->next);
    }
    if (r->name[0])
        vl_json_kstr(&w, "name", r->name);
    if (p->rev >= 0)
        vl_json_kint(&w, "since", p->rev);
    play_send(p, &w, false);
}

static void net_tongue(struct play *p)
{
    p->rev = -1; /* words of the other language are of no use */
    if (p->seated)
        say_hello(p);
}

/* ---- greeting ---- */

static void read_phrases(struct play *p, const struct vl_json_doc *doc)
{
    uint32_t list = vl_json_get(doc, 0, "phrases");

    p->phrases_len = 0;
    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n && p->phrases_len < PLAY_PHRASES;
         n = vl_json_sibling(doc, n)) {
        struct play_phrase *s = &p->phrases[p->phrases_len];
        play_text(p, doc, n, "id", s->id, sizeof s->id);
        play_text(p, doc, n, "text", s->text, sizeof s->text);
        p->phrases_len += s->id[0] != '\0';
    }
}

static void wrong_version(struct play *p)
{
    cli_say(p->cli, TXT("join.version"), NULL);
    play_stop(p, CLI_NO);
}

static bool on_welcome(struct play *p, const struct play_msg *m)
{
    uint32_t store = vl_json_get(m->doc, 0, "store");

    if (play_int(m->doc, 0, "version", 0, INT32_MAX, 0) != PLAY_VERSION) {
        wrong_version(p);
        return true;
    }
    read_phrases(p, m->doc);
    if (store && vl_json_is(m->doc, store, "read_only"))
        cli_say(p->cli, TXT("join.read_only"), NULL);
    if (!p->seated)
        ask_for_table(p);
    return true;
}

static bool on_store(struct play *p, const struct play_msg *m)
{
    uint32_t state = vl_json_get(m->doc, 0, "state");

    cli_say(p->cli,
            state && vl_json_is(m->doc, state, "ok") ? TXT("join.store_ok") : TXT("join.read_only"),
            NULL);
    return true;
}

static bool on_bye(struct play *p, const struct play_msg *m)
{
    struct remote *r = remote(p);
    uint32_t retry = vl_json_get(m->doc, 0, "retry");
    uint32_t lo = retry ? vl_json_at(m->doc, retry, 0) : 0;
    uint32_t hi = retry ? vl_json_at(m->doc, retry, 1) : 0;

    r->bye_lo = 0;
    r->bye_hi = RETRY_MS;
    if (lo)
        vl_json_int_in(m->doc, lo, 0, 600000, &r->bye_lo);
    if (hi)
        vl_json_int_in(m->doc, hi, 0, 600000, &r->bye_hi);
    if (r->bye_hi < r->bye_lo)
        r->bye_hi = r->bye_lo;
    return true;
}

/* ---- sitting down ---- */

/* Requests that the server says it has carried out need not be sent again. */
static void read_cids(struct remote *r, const struct vl_json_doc *doc)
{
    uint32_t list = vl_json_get(doc, 0, "cids");

    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n; n = vl_json_sibling(doc, n)) {
        char cid[PLAY_CID + 1];
        board_text(doc, vl_json_get(doc, n, "cid"), cid, sizeof cid);
        answered(r, cid);
    }
}

/* After what time a bot may take a seat whose owner is away. */
static void say_away(struct play *p, const struct vl_json_doc *doc)
{
    int64_t away = play_int(doc, 0, "away", 0, INT32_MAX, -1);
    int people = 0;
    char minutes[24];

    for (int i = 0; i < p->players_len; i++)
        people += strcmp(p->players[i].kind, "bot") != 0 || p->players[i].lent;
    if (away < 0 || people < 2)
        return;
    snprintf(minutes, sizeof minutes, "%lld", (long long)((away + 59) / 60));
    cli_say(p->cli, away > 0 ? TXT("join.lend_after") : TXT("join.lend_never"), "n", minutes, NULL);
}

static void greet(struct play *p, const struct vl_json_doc *doc)
{
    const char *own = remote(p)->name;
    char name[PLAY_NAME], game[PLAY_NAME];

    cli_game_name(p->cli, p->game, game, sizeof game);
    if (p->player >= 0 && p->player < p->players_len && own[0]) /* it is being told */
        snprintf(p->players[p->player].name, PLAY_NAME, "%s", own);
    if (p->player >= 0) {
        play_player_name(p, p->player, name, sizeof name);
        cli_say(p->cli, TXT("join.seated"), "game", game, "who", name, NULL);
    } else {
        cli_say(p->cli, TXT("join.watching"), "game", game, NULL);
    }
    play_list_players(p);
    say_away(p, doc);
    if (vl_json_get(doc, 0, "from"))
        cli_say(p->cli, vl_json_get(doc, 0, "same") ? TXT("join.is_same") : TXT("join.is_fork"),
                NULL);
    cli_say(p->cli, TXT("join.start_help"), NULL);
}

static void say_link(struct play *p, const char *id, const char *room, const char *token)
{
    char link[NET_HOST_MAX + 128];
    struct vl_buf b = vl_buf_on(link, sizeof link);

    net_url_link(&b, &remote(p)->url, room, token);
    cli_say(p->cli, id, NULL);
    cli_printf(p->cli, "  %s\n", link); /* whole, so that it can be copied */
}

static void net_link(struct play *p)
{
    struct remote *r = remote(p);

    say_link(p, p->player >= 0 ? TXT("join.your_link") : TXT("join.watch_link"), r->url.room,
             r->url.token);
}

static bool read_id(const struct vl_json_doc *doc, uint32_t object, const char *key,
                    char out[NET_ID + 1])
{
    uint32_t node = vl_json_get(doc, object, key);

    return node && vl_json_text(doc, node, out, NET_ID + 1) &&
           strspn(out, "abcdefghijklmnopqrstuvwxyz234567") == NET_ID;
}

/* A seat that was taken from the list, or renewed, has a link of its own. */
static bool read_token(struct play *p, const struct vl_json_doc *doc)
{
    struct remote *r = remote(p);
    char token[NET_ID + 1];

    if (!read_id(doc, 0, "token", token))
        return false;
    memcpy(r->url.token, token, sizeof token);
    r->claim = r->tried_next = false;
    r->next[0] = '\0';
    net_link(p);
    return true;
}

static void back_again(struct play *p)
{
    struct remote *r = remote(p);

    if (r->lost)
        cli_say(p->cli, TXT("join.back"), NULL);
    r->lost = r->leaving = false;
    r->told_cause = NET_FINE;
    r->tries = 0;
    r->bye_hi = -1;
}

static bool on_joined(struct play *p, const struct play_msg *m)
{
    const struct vl_json_doc *doc = m->doc;
    struct remote *r = remote(p);
    uint32_t said = vl_json_get(doc, 0, "said"), state = vl_json_get(doc, 0, "state");
    bool first = !p->met;

    play_text(p, doc, 0, "game", p->game, sizeof p->game);
    if (first)
        board_text(doc, vl_json_get(doc, 0, "seed_hash"), r->seed_hash, sizeof r->seed_hash);
    p->player = (int)play_int(doc, 0, "player", 0, VL_SEATS_MAX - 1, -1);
    p->seats = play_read_seats(doc, vl_json_get(doc, 0, "seats"));
    p->seated = p->met = true;
    p->vote = -1;
    p->no_hints = vl_json_get(doc, 0, "hints") && !play_true(doc, 0, "hints");
    play_read_players(p, doc, vl_json_get(doc, 0, "players"), !first);
    read_token(p, doc);
    if (r->tried_next) { /* it had been renewed */
        r->tried_next = false;
        r->next[0] = '\0';
        net_link(p);
    }
    if (first)
        greet(p, doc);
    back_again(p);
    for (uint32_t n = said ? vl_json_first(doc, said) : 0; n; n = vl_json_sibling(doc, n))
        play_read_said(p, doc, n);
    if (vl_json_get(doc, 0, "vote"))
        play_read_vote(p, doc, vl_json_get(doc, 0, "vote"));
    if (state && vl_json_is(doc, state, "open"))
        cli_say(p->cli, TXT("join.open"), NULL);
    read_cids(r, doc);
    send_again(r);
    return true;
}

static bool on_left(struct play *p, const struct play_msg *m)
{
    uint32_t why = vl_json_get(m->doc, 0, "why");

    p->seated = false;
    if (why && vl_json_is(m->doc, why, "renewed")) {
        cli_say(p->cli, TXT("join.renewed_elsewhere"), NULL);
        play_stop(p, CLI_NO);
    } else if (why && vl_json_is(m->doc, why, "deleted")) {
        cli_say(p->cli, TXT("join.deleted"), NULL);
        play_stop(p, CLI_NO);
    } else if (why && vl_json_is(m->doc, why, "reload")) {
        ask_for_table(p);
    }
    return true;
}

static bool on_renewed(struct play *p, const struct play_msg *m)
{
    return read_token(p, m->doc);
}

static bool on_forked(struct play *p, const struct play_msg *m)
{
    uint32_t links = vl_json_get(m->doc, 0, "links");
    char room[NET_ID + 1], token[NET_ID + 1], name[PLAY_NAME];

    if (!read_id(m->doc, 0, "room", room))
        return true;
    play_player_name(p, (int)play_int(m->doc, 0, "by", 0, VL_SEATS_MAX - 1, 0), name, sizeof name);
    cli_say(p->cli, TXT("join.forked"), "who", name, NULL);
    if (read_id(m->doc, 0, "token", token))
        say_link(p, TXT("join.fork_link"), room, token);
    for (uint32_t n = links ? vl_json_first(m->doc, links) : 0; n; n = vl_json_sibling(m->doc, n)) {
        int player = (int)play_int(m->doc, n, "player", 0, VL_SEATS_MAX - 1, -1);
        if (player == p->player || !read_id(m->doc, n, "token", token))
            continue;
        play_player_name(p, player, name, sizeof name);
        cli_say(p->cli, TXT("join.link_of"), "who", name, NULL);
        say_link(p, TXT("join.fork_link"), room, token);
    }
    return true;
}

/* ---- errors, and the end ---- */

/* `join` was refused: for good, or for the moment. */
static void refused_table(struct play *p, const struct vl_json_doc *doc)
{
    static const char *const passing[] = { "busy", "often", "io", "memory" };
    struct remote *r = remote(p);
    uint32_t status = vl_json_get(doc, 0, "status");
    char text[VL_TEXT_MAX];

    for (int i = 0; status && i < VL_LEN(passing); i++)
        if (vl_json_is(doc, status, passing[i])) {
            r->leaving = true; /* and try again after a pause */
            return;
        }
    if (r->url.token[0] && r->next[0] && !r->tried_next) {
        memcpy(r->url.token, r->next, sizeof r->next);
        r->tried_next = true;
        ask_for_table(p);
        return;
    }
    play_text(p, doc, 0, "text", text, sizeof text);
    cli_say(p->cli, TXT("join.no_table"), "text", text, NULL);
    play_stop(p, CLI_NO);
}

static bool on_error(struct play *p, const struct play_msg *m)
{
    struct remote *r = remote(p);
    uint32_t re = vl_json_get(m->doc, 0, "re"), status = vl_json_get(m->doc, 0, "status");

    if (status && vl_json_is(m->doc, status, "busy") && r->bye_hi >= 0 && m->cid[0])
        return true; /* it restarts: what was asked is asked again afterwards */
    answered(r, m->cid);
    if (status && vl_json_is(m->doc, status, "version")) {
        wrong_version(p);
        return true;
    }
    if (!re || !vl_json_is(m->doc, re, "join"))
        return false;
    refused_table(p, m->doc);
    return true;
}

/* The seed is told at the end; its hash was told at the beginning. */
static void check_seed(struct play *p, const char *hex)
{
    uint8_t seed[32], hash[32];
    char text[65];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (!vl_str_hex(hex, strlen(hex), seed, sizeof seed))
        return;
    vl_sha256_of(seed, sizeof seed, hash);
    vl_put_hex(&b, hash, sizeof hash);
    cli_say(p->cli,
            strcmp(text, remote(p)->seed_hash) == 0 ? TXT("join.seed_ok") : TXT("join.seed_wrong"),
            "seed", hex, NULL);
}

/* What the game brings to the campaign that it was played for, and how whoever took part
 * keeps that. */
static void tell_campaign(struct play *p, const struct vl_json_doc *doc)
{
    char text[VL_TEXT_MAX];
    uint32_t campaign = vl_json_get(doc, 0, "campaign");

    if (!campaign || p->player < 0)
        return;
    play_text(p, doc, campaign, "text", text, sizeof text);
    cli_wrap(p->cli, "", 0, text);
    cli_word(p->cli, text, sizeof text, TXT("join.campaign"), "game", p->game, NULL);
    cli_wrap(p->cli, "", 0, text);
}

/* After the end one may stay and talk; a script has no reason to. */
static void after_the_end(struct play *p, const struct vl_json_doc *doc)
{
    char seed[80];

    board_text(doc, vl_json_get(doc, 0, "seed"), seed, sizeof seed);
    check_seed(p, seed);
    tell_campaign(p, doc);
    if (p->cli->in_tty)
        cli_say(p->cli, TXT("join.after"), NULL);
    else
        play_stop(p, CLI_OK);
}

static const struct {
    const char *type;
    bool (*handle)(struct play *p, const struct play_msg *m);
} handlers[] = {
    { "welcome", on_welcome }, { "joined", on_joined },   { "left", on_left },
    { "error", on_error },     { "bye", on_bye },         { "store", on_store },
    { "forked", on_forked },   { "renewed", on_renewed },
};

static bool net_message(struct play *p, const struct play_msg *m)
{
    for (int i = 0; i < VL_LEN(handlers); i++)
        if (strcmp(m->type, handlers[i].type) == 0) {
            bool mine = handlers[i].handle(p, m);
            if (strcmp(m->type, "error") != 0)
                answered(remote(p), m->cid);
            return mine;
        }
    answered(remote(p), m->cid);
    return false;
}

static void on_message(void *ctx, const char *text, size_t len)
{
    struct play *p = ctx;

    play_receive(p, text, len);
}

/* ---- the connection ---- */

void play_cause(struct cli *cli, const struct net_why *why, char *out, size_t cap)
{
    static const char *const words[NET_CAUSE_COUNT] = {
        /* ORDER NET_CAUSE */
        TXT("join.why.fine"),       TXT("join.why.no_support"), TXT("join.why.no_host"),
        TXT("join.why.no_connect"), TXT("join.why.no_tls"),     TXT("join.why.http"),
        TXT("join.why.no_server"),  TXT("join.why.timeout"),    TXT("join.why.lost"),
        TXT("join.why.closed"),
    };
    char code[16];
    const char *text = why->text, *id = words[why->cause];

    snprintf(code, sizeof code, "%d", why->code);
    if (why->cause == NET_LOST && !text[0])
        id = TXT("join.why.gone");
    if (!text[0])
        text = vl_text_find(cli->lang, TXT("join.why.unknown"));
    cli_word(cli, out, cap, id, "code", code, "text", text, NULL);
}

static int64_t random_between(int64_t lo, int64_t hi)
{
    uint32_t r;

    net_random(&r, sizeof r);
    return lo + (int64_t)((uint64_t)r % (uint64_t)(hi - lo + 1));
}

/* A random pause: the one the server asked for, else one that doubles. Everybody
 * who was thrown out at the same moment must not come back at the same moment. */
static int64_t next_pause(struct remote *r)
{
    int64_t most = RETRY_MS;

    if (r->tries == 0 && r->bye_hi >= 0)
        return random_between(r->bye_lo, r->bye_hi);
    for (int i = 0; i < r->tries && most < RETRY_MAX_MS; i++)
        most *= 2;
    most = most < RETRY_MAX_MS ? most : RETRY_MAX_MS;
    return random_between(r->tries ? most / 4 : 0, most);
}

/* Said once, and again if the cause is another one. */
static void tell_loss(struct play *p, const struct net_why *why)
{
    struct remote *r = remote(p);
    char cause[2 * NET_WHY_MAX];

    play_cause(p->cli, why, cause, sizeof cause);
    if (r->bye_hi >= 0 && !r->lost)
        cli_say(p->cli, TXT("join.restarting"), NULL);
    else if (!r->lost)
        cli_say(p->cli, TXT("join.lost"), "why", cause, NULL);
    else if (r->told_cause != why->cause && r->tries > 1)
        cli_say(p->cli, TXT("join.still_lost"), "why", cause, NULL);
    if (r->tries != 1)
        r->told_cause = why->cause; /* after a restart "refused" is no news */
    r->lost = true;
    if (r->tries == 0 && net_waits(p, "move"))
        cli_say(p->cli, TXT("join.will_resend"), NULL);
}

/* The connection is down: for good, or until the next attempt. */
static void on_down(struct play *p)
{
    struct remote *r = remote(p);
    const struct net_why *why = net_why(r->net);
    char cause[2 * NET_WHY_MAX], server[NET_HOST_MAX + 32];
    struct vl_buf b = vl_buf_on(server, sizeof server);

    p->seated = false;
    forget_questions(r);
    if (why->cause == NET_CLOSED && why->code == 4001) {
        wrong_version(p);
        return;
    }
    if (!p->met) { /* it never worked: say why, and leave it to the person */
        net_url_server(&b, &r->url);
        play_cause(p->cli, why, cause, sizeof cause);
        play_stop(
            p, cli_fail(p->cli, TXT("join.no_connection"), "server", server, "why", cause, NULL));
        return;
    }
    tell_loss(p, why);
    r->retry_at = net_now_ms() + next_pause(r);
    r->tries++;
}

static void look_after(struct play *p)
{
    struct remote *r = remote(p);

    if (r->leaving && net_state(r->net) == NET_UP) { /* asked to come back later */
        r->leaving = false;
        net_close(r->net);
        on_down(p);
    }
    if (net_state(r->net) == NET_UP && !p->seated && net_now_ms() - r->up_at >= PLAY_GREET_MS)
        net_give_up(r->net);
    if (net_state(r->net) == NET_DOWN && !r->retry_at)
        on_down(p);
    if (r->retry_at && net_now_ms() >= r->retry_at && p->code < 0) {
        r->retry_at = 0;
        r->was_up = false;
        net_open(r->net, &r->url);
    }
}

static int net_work(struct play *p)
{
    struct remote *r = remote(p);

    look_after(p);
    int ms = net_timeout_ms(r->net);
    int64_t left = r->retry_at ? r->retry_at - net_now_ms() : -1;
    if (r->retry_at)
        return left > 1 ? (int)left : 1;
    if (net_state(r->net) == NET_UP && !p->seated && ms > PLAY_GREET_MS)
        return PLAY_GREET_MS;
    left = held_ms(p);
    if (left && (ms < 0 || ms > left))
        return (int)left;
    return ms == 0 ? 1 : ms;
}

static int net_wait(struct play *p, short *events)
{
    struct remote *r = remote(p);

    *events = net_events(r->net);
    return net_fd(r->net);
}

static void net_came(struct play *p, short revents)
{
    struct remote *r = remote(p);

    net_ready(r->net, revents);
    if (!r->was_up && net_state(r->net) == NET_UP) {
        r->was_up = true;
        r->up_at = net_now_ms();
        say_hello(p);
    }
}

static int net_leave(struct play *p, int code)
{
    if (p->seated && p->player >= 0 && !p->over && !p->input.over)
        cli_say(p->cli, TXT("join.left"), NULL);
    return code;
}

static const struct play_host net_host = {
    .kind = PLAY_NET,
    .send = net_request,
    .waits = net_waits,
    .holds = net_holds,
    .tongue = net_tongue,
    .work = net_work,
    .fd = net_wait,
    .ready = net_came,
    .message = net_message,
    .leave = net_leave,
    .over = after_the_end,
    .link = net_link,
};

int play_at_server(struct cli *cli, const struct net_url *url)
{
    static struct play session;
    static struct remote at;
    struct play *p = &session;
    int code = CLI_BAD;

    at.url = *url;
    at.bye_hi = -1;
    at.claim = cli_has(cli, "claim");
    if (cli_has(cli, "name")) {
        struct vl_buf b = vl_buf_on(at.name, sizeof at.name);
        vl_text_clean(&b, cli_value(cli, "name"), strlen(cli_value(cli, "name")));
    }
    at.net = net_create(on_message, p);
    if (play_begin_session(p, cli, &net_host, &at) && at.net) {
        net_open(at.net, &at.url);
        code = play_run(p);
    }
    play_end(p);
    net_destroy(at.net);
    for (int i = 0; i < PENDING; i++)
        free_pending(&at.pending[i]);
    return code;
}
