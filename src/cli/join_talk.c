/* join_talk.c - messages from the server: people, votes, chat, answers. */
#include "cli/join.h"

#include <stdlib.h>
#include <string.h>

#define REV_MAX INT64_C(9007199254740991)

static bool is_true(const struct vl_json_doc *doc, uint32_t object, const char *key)
{
    uint32_t node = vl_json_get(doc, object, key);

    return node && vl_json_type_of(doc, node) == VL_JSON_TRUE;
}

/* ---- people ---- */

static void read_player(struct join *j, const struct vl_json_doc *doc, uint32_t n,
                        struct join_player *p)
{
    uint32_t seats = vl_json_get(doc, n, "seats");

    memset(p, 0, sizeof *p);
    join_text(j, doc, n, "name", p->name, sizeof p->name);
    join_text(j, doc, n, "kind", p->kind, sizeof p->kind);
    join_text(j, doc, n, "level", p->level, sizeof p->level);
    p->here = is_true(doc, n, "here");
    p->lent = is_true(doc, n, "lent");
    for (uint32_t s = seats ? vl_json_first(doc, seats) : 0; s; s = vl_json_sibling(doc, s)) {
        int64_t seat;
        if (vl_json_int_in(doc, s, 0, VL_SEATS_MAX - 1, &seat))
            p->seats |= UINT32_C(1) << seat;
    }
}

/* What changed with one player, in a sentence each. */
static void tell_player(struct join *j, const struct join_player *was, int i)
{
    const struct join_player *p = &j->players[i];
    char name[JOIN_NAME], number[16];
    const char *id = NULL;

    snprintf(number, sizeof number, "%d", i + 1);
    join_player_name(j, i, name, sizeof name);
    if (strcmp(was->name, p->name) != 0 && p->name[0] && i != j->player)
        cli_say(j->cli, TXT("join.p.named"), "n", number, "who", name, NULL);
    if (was->lent != p->lent)
        id = p->lent ? TXT("join.p.lent") : TXT("join.p.back");
    else if (strcmp(was->kind, p->kind) != 0)
        id = strcmp(p->kind, "bot") == 0 ? TXT("join.p.is_bot") : TXT("join.p.taken");
    else if (was->here != p->here && i != j->player)
        id = p->here ? TXT("join.p.here") : TXT("join.p.away");
    if (id)
        cli_say(j->cli, id, "n", number, "who", name, "level", p->level, NULL);
}

void join_read_players(struct join *j, const struct vl_json_doc *doc, uint32_t players, bool tell)
{
    struct join_player was[VL_SEATS_MAX];
    int was_len = j->players_len;

    if (!players || vl_json_type_of(doc, players) != VL_JSON_ARRAY)
        return;
    memcpy(was, j->players, sizeof was);
    j->players_len = 0;
    for (uint32_t n = vl_json_first(doc, players); n && j->players_len < VL_SEATS_MAX;
         n = vl_json_sibling(doc, n))
        read_player(j, doc, n, &j->players[j->players_len++]);
    for (int i = 0; tell && was_len == j->players_len && i < j->players_len; i++)
        tell_player(j, &was[i], i);
}

static void on_players(struct join *j, const struct join_msg *m)
{
    join_read_players(j, m->doc, vl_json_get(m->doc, 0, "players"), true);
}

/* ---- chat ---- */

void join_read_said(struct join *j, const struct vl_json_doc *doc, uint32_t said)
{
    int64_t n = join_int(doc, said, "n", 0, REV_MAX, -1);
    char text[VL_TEXT_MAX], name[JOIN_NAME], lead[JOIN_NAME + 8];

    if (n >= 0 && n <= j->said)
        return; /* shown before the connection was lost */
    j->said = n;
    join_text(j, doc, said, "text", text, sizeof text);
    join_player_name(j, (int)join_int(doc, said, "player", 0, VL_SEATS_MAX - 1, 0), name,
                     sizeof name);
    snprintf(lead, sizeof lead, "<%s> ", name);
    cli_wrap(j->cli, lead, 4, text);
}

static void on_said(struct join *j, const struct join_msg *m)
{
    join_read_said(j, m->doc, 0);
}

/* ---- votes ---- */

static bool holds(const struct vl_json_doc *doc, uint32_t list, int player)
{
    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n; n = vl_json_sibling(doc, n)) {
        int64_t v;
        if (vl_json_int_in(doc, n, 0, VL_SEATS_MAX - 1, &v) && v == player)
            return true;
    }
    return false;
}

void join_read_vote(struct join *j, const struct vl_json_doc *doc, uint32_t vote)
{
    uint32_t what = vl_json_get(doc, vote, "what"), need = vl_json_get(doc, vote, "need");
    int64_t number = join_int(doc, vote, "vote", 0, REV_MAX, -1);
    bool asked = holds(doc, need, j->player) && j->player >= 0;
    const char *id = what && vl_json_is(doc, what, "bot")      ? TXT("join.vote_bot")
                     : what && vl_json_is(doc, what, "delete") ? TXT("join.vote_delete")
                                                               : TXT("join.vote_undo");
    char name[JOIN_NAME], seat[JOIN_NAME], to[24];

    if (number < 0)
        return;
    join_player_name(j, (int)join_int(doc, vote, "by", 0, VL_SEATS_MAX - 1, 0), name, sizeof name);
    join_player_name(j, (int)join_int(doc, vote, "player", 0, VL_SEATS_MAX - 1, 0), seat,
                     sizeof seat);
    snprintf(to, sizeof to, "%lld", (long long)join_int(doc, vote, "to", 0, REV_MAX, 0));
    if (number != j->vote || !asked)
        cli_say(j->cli, id, "who", name, "to", to, "seat", seat, NULL);
    if (asked)
        cli_say(j->cli, TXT("join.vote_you"), NULL);
    j->vote = asked ? number : -1;
}

static void on_vote(struct join *j, const struct join_msg *m)
{
    char type[JOIN_WORD];

    join_answered(j, m->cid, type);
    join_read_vote(j, m->doc, 0);
}

static void on_voted(struct join *j, const struct join_msg *m)
{
    cli_say(j->cli, is_true(m->doc, 0, "passed") ? TXT("join.vote_yes") : TXT("join.vote_no"),
            NULL);
    j->vote = -1;
}

/* ---- answers ---- */

static void on_ack(struct join *j, const struct join_msg *m)
{
    char type[JOIN_WORD];

    join_answered(j, m->cid, type);
}

static void tell_events(struct join *j, const struct vl_json_doc *doc, uint32_t events)
{
    for (uint32_t n = vl_json_first(doc, events); n; n = vl_json_sibling(doc, n)) {
        char text[VL_TEXT_MAX];
        join_text(j, doc, n, "text", text, sizeof text);
        cli_wrap(j->cli, "  ", 4, text);
    }
}

static void on_preview(struct join *j, const struct join_msg *m)
{
    uint32_t p = vl_json_get(m->doc, 0, "preview");
    uint32_t events = p ? vl_json_get(m->doc, p, "events") : 0;
    uint32_t no = p ? vl_json_get(m->doc, p, "why_not") : 0;
    char text[VL_TEXT_MAX], rule[JOIN_WORD];

    if (no) {
        join_text(j, m->doc, no, "text", text, sizeof text);
        join_text(j, m->doc, no, "rule", rule, sizeof rule);
        cli_say(j->cli, TXT("cli.play.refused"), "text", text, "rule", rule, NULL);
        return;
    }
    if (events && vl_json_first(m->doc, events))
        tell_events(j, m->doc, events);
    else
        cli_say(j->cli, TXT("cli.play.preview_nothing"), NULL);
}

static void on_why(struct join *j, const struct join_msg *m)
{
    uint32_t rules = vl_json_get(m->doc, 0, "rules");
    char text[VL_TEXT_MAX], rule[JOIN_WORD], move[JOIN_NAME];

    join_text(j, m->doc, 0, "text", text, sizeof text);
    join_text(j, m->doc, 0, "rule", rule, sizeof rule);
    join_text(j, m->doc, 0, "move", move, sizeof move);
    if (is_true(m->doc, 0, "legal"))
        cli_say(j->cli, TXT("cli.play.why"), "move", text, "notation", move, NULL);
    else
        cli_say(j->cli, TXT("cli.play.refused"), "text", text, "rule", rule, NULL);
    for (uint32_t n = rules ? vl_json_first(m->doc, rules) : 0; n; n = vl_json_sibling(m->doc, n)) {
        char id[JOIN_WORD], says[4 * VL_TEXT_MAX], lead[JOIN_WORD + 4];
        join_text(j, m->doc, n, "id", id, sizeof id);
        join_text(j, m->doc, n, "text", says, sizeof says);
        snprintf(lead, sizeof lead, "%s  ", id);
        cli_wrap(j->cli, lead, 4, says);
    }
}

/* Only text that is one line after the other, so that the file can be looked at. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7f)
            return false;
    return true;
}

static void save_done(struct join *j, bool ok)
{
    struct vl_error err = { 0 };

    if (!ok || !j->save_text || !is_plain(j->save_text))
        cli_say(j->cli, TXT("join.nonsense"), NULL);
    else if (vl_file_write(j->save_path, j->save_text, j->save_len, j->save_how, &err) != VL_OK)
        cli_warn_error(j->cli, NULL, j->save_path, &err);
    else
        cli_say(j->cli, TXT("cli.play.saved"), "file", j->save_path, NULL);
    free(j->save_text);
    j->save_text = NULL;
    j->save_len = 0;
    j->save_path[0] = '\0';
}

/* A piece of the record; the next one is asked for. */
static void on_record(struct join *j, const struct join_msg *m)
{
    uint32_t text = vl_json_get(m->doc, 0, "text");
    int64_t from = join_int(m->doc, 0, "from", 0, VL_RECORD_SIZE_MAX, -1);
    int64_t next = join_int(m->doc, 0, "next", 0, VL_RECORD_SIZE_MAX, -1);
    size_t room = text ? m->doc->nodes[text].len + 1 : 0;
    char *more;

    if (!j->save_path[0])
        return;
    more = text && from == (int64_t)j->save_len && j->save_len + room <= VL_RECORD_SIZE_MAX
               ? realloc(j->save_text, j->save_len + room)
               : NULL;
    if (more)
        j->save_text = more;
    if (!more || !vl_json_text(m->doc, text, more + j->save_len, room)) {
        save_done(j, false);
        return;
    }
    j->save_len += strlen(more + j->save_len);
    if (next < 0) {
        save_done(j, true);
        return;
    }
    struct vl_json w = join_begin(j, "record");
    vl_json_kint(&w, "from", next);
    join_send(j, &w, false);
}

/* ---- other tables ---- */

static bool read_id(const struct vl_json_doc *doc, uint32_t object, const char *key,
                    char out[NET_ID + 1])
{
    uint32_t node = vl_json_get(doc, object, key);

    return node && vl_json_text(doc, node, out, NET_ID + 1) &&
           strspn(out, "abcdefghijklmnopqrstuvwxyz234567") == NET_ID;
}

static void on_forked(struct join *j, const struct join_msg *m)
{
    uint32_t links = vl_json_get(m->doc, 0, "links");
    char room[NET_ID + 1], token[NET_ID + 1], name[JOIN_NAME];

    if (!read_id(m->doc, 0, "room", room))
        return;
    join_player_name(j, (int)join_int(m->doc, 0, "by", 0, VL_SEATS_MAX - 1, 0), name, sizeof name);
    cli_say(j->cli, TXT("join.forked"), "who", name, NULL);
    if (read_id(m->doc, 0, "token", token))
        join_link(j, TXT("join.fork_link"), room, token);
    for (uint32_t n = links ? vl_json_first(m->doc, links) : 0; n; n = vl_json_sibling(m->doc, n)) {
        int player = (int)join_int(m->doc, n, "player", 0, VL_SEATS_MAX - 1, -1);
        if (player == j->player || !read_id(m->doc, n, "token", token))
            continue;
        join_player_name(j, player, name, sizeof name);
        cli_say(j->cli, TXT("join.link_of"), "who", name, NULL);
        join_link(j, TXT("join.fork_link"), room, token);
    }
}

static void on_hint(struct join *j, const struct join_msg *m)
{
    char text[2 * VL_TEXT_MAX];

    join_text(j, m->doc, 0, "text", text, sizeof text);
    cli_wrap(j->cli, "  ", 4, text);
}

static void on_renewed(struct join *j, const struct join_msg *m)
{
    char token[NET_ID + 1];

    if (!read_id(m->doc, 0, "token", token))
        return;
    memcpy(j->url.token, token, sizeof token);
    join_link(j, TXT("join.your_link"), j->url.room, token);
}

/* ---- dispatch ---- */

static const struct {
    const char *type;
    void (*handle)(struct join *j, const struct join_msg *m);
} handlers[] = {
    { "players", on_players }, { "said", on_said },     { "vote", on_vote },
    { "voted", on_voted },     { "ack", on_ack },       { "preview", on_preview },
    { "why", on_why },         { "record", on_record }, { "forked", on_forked },
    { "renewed", on_renewed }, { "hint", on_hint },
};

bool join_receive_talk(struct join *j, const struct join_msg *m)
{
    for (int i = 0; i < VL_LEN(handlers); i++)
        if (strcmp(m->type, handlers[i].type) == 0) {
            handlers[i].handle(j, m);
            return true;
        }
    return false;
}
