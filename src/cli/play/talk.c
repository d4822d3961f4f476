/* talk.c - messages of the host: people, votes, chat, answers. */
#include "cli/play/play.h"

#include "match/record.h"

#include <stdlib.h>
#include <string.h>

/* ---- people ---- */

static void read_player(struct play *p, const struct vl_json_doc *doc, uint32_t n,
                        struct play_player *who)
{
    memset(who, 0, sizeof *who);
    play_text(p, doc, n, "name", who->name, sizeof who->name);
    play_text(p, doc, n, "kind", who->kind, sizeof who->kind);
    play_text(p, doc, n, "level", who->level, sizeof who->level);
    who->here = play_true(doc, n, "here");
    who->lent = play_true(doc, n, "lent");
}

/* What changed with one player, in a sentence each. */
static void tell_player(struct play *p, const struct play_player *was, int i)
{
    const struct play_player *now = &p->players[i];
    char name[PLAY_NAME], number[16];
    const char *id = NULL;

    snprintf(number, sizeof number, "%d", i + 1);
    play_player_name(p, i, name, sizeof name);
    if (strcmp(was->name, now->name) != 0 && now->name[0] && i != p->player)
        cli_say(p->cli, TXT("join.p.named"), "n", number, "who", name, NULL);
    if (was->lent != now->lent)
        id = now->lent ? TXT("join.p.lent") : TXT("join.p.back");
    else if (strcmp(was->kind, now->kind) != 0)
        id = strcmp(now->kind, "bot") == 0 ? TXT("join.p.is_bot") : TXT("join.p.taken");
    else if (was->here != now->here && i != p->player)
        id = now->here ? TXT("join.p.here") : TXT("join.p.away");
    if (id)
        cli_say(p->cli, id, "n", number, "who", name, "level", now->level, NULL);
}

void play_read_players(struct play *p, const struct vl_json_doc *doc, uint32_t players, bool tell)
{
    struct play_player was[VL_SEATS_MAX];
    int was_len = p->players_len;

    if (!players || vl_json_type_of(doc, players) != VL_JSON_ARRAY)
        return;
    memcpy(was, p->players, sizeof was);
    p->players_len = 0;
    for (uint32_t n = vl_json_first(doc, players); n && p->players_len < VL_SEATS_MAX;
         n = vl_json_sibling(doc, n))
        read_player(p, doc, n, &p->players[p->players_len++]);
    for (int i = 0; tell && was_len == p->players_len && i < p->players_len; i++)
        tell_player(p, &was[i], i);
}

static void on_players(struct play *p, const struct play_msg *m)
{
    play_read_players(p, m->doc, vl_json_get(m->doc, 0, "players"), true);
}

/* ---- chat ---- */

void play_read_said(struct play *p, const struct vl_json_doc *doc, uint32_t said)
{
    int64_t n = play_int(doc, said, "n", 0, PLAY_REV_MAX, -1);
    char text[VL_TEXT_MAX], name[PLAY_NAME], lead[PLAY_NAME + 8];

    if (n >= 0 && n <= p->said)
        return; /* shown before the connection was lost */
    p->said = n;
    play_text(p, doc, said, "text", text, sizeof text);
    play_player_name(p, (int)play_int(doc, said, "player", 0, VL_SEATS_MAX - 1, 0), name,
                     sizeof name);
    snprintf(lead, sizeof lead, "<%s> ", name);
    cli_wrap(p->cli, lead, 4, text);
}

static void on_said(struct play *p, const struct play_msg *m)
{
    play_read_said(p, m->doc, 0);
}

/* ---- votes ---- */

/* The first of our players that a list names; -1: none. */
static int asked_of(const struct play *p, const struct vl_json_doc *doc, uint32_t list)
{
    for (uint32_t n = list ? vl_json_first(doc, list) : 0; n; n = vl_json_sibling(doc, n)) {
        int64_t v;
        if (vl_json_int_in(doc, n, 0, VL_SEATS_MAX - 1, &v) && p->player >= 0 &&
            (v == p->player || p->host->kind == PLAY_LOCAL))
            return (int)v;
    }
    return -1;
}

void play_read_vote(struct play *p, const struct vl_json_doc *doc, uint32_t vote)
{
    uint32_t what = vl_json_get(doc, vote, "what");
    int64_t number = play_int(doc, vote, "vote", 0, PLAY_REV_MAX, -1);
    int asked = asked_of(p, doc, vl_json_get(doc, vote, "need"));
    const char *id = what && vl_json_is(doc, what, "bot")      ? TXT("join.vote_bot")
                     : what && vl_json_is(doc, what, "delete") ? TXT("join.vote_delete")
                                                               : TXT("join.vote_undo");
    char name[PLAY_NAME], seat[PLAY_NAME], to[24];

    if (number < 0)
        return;
    play_player_name(p, (int)play_int(doc, vote, "by", 0, VL_SEATS_MAX - 1, 0), name, sizeof name);
    play_player_name(p, (int)play_int(doc, vote, "player", 0, VL_SEATS_MAX - 1, 0), seat,
                     sizeof seat);
    snprintf(to, sizeof to, "%lld", (long long)play_int(doc, vote, "to", 0, PLAY_REV_MAX, 0));
    if (p->host->kind == PLAY_NET && (number != p->vote || asked < 0))
        cli_say(p->cli, id, "who", name, "to", to, "seat", seat, NULL);
    if (asked >= 0) {
        play_player_name(p, asked, name, sizeof name);
        cli_say(p->cli, p->host->kind == PLAY_NET ? TXT("join.vote_you") : TXT("cli.play.undo_ask"),
                "who", name, NULL);
    }
    p->voter = asked;
    p->vote = asked >= 0 ? number : -1;
}

static void on_vote(struct play *p, const struct play_msg *m)
{
    play_read_vote(p, m->doc, 0);
}

static void on_voted(struct play *p, const struct play_msg *m)
{
    cli_say(p->cli, play_true(m->doc, 0, "passed") ? TXT("join.vote_yes") : TXT("join.vote_no"),
            NULL);
    p->vote = -1;
}

/* ---- answers ---- */

/* "changes": the figures before and after, in one line. */
static void tell_changes(struct play *p, const struct play_msg *m)
{
    uint32_t changes = vl_json_get(m->doc, 0, "changes");
    char list[4 * VL_TEXT_MAX], text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(list, sizeof list);

    for (uint32_t n = changes ? vl_json_first(m->doc, changes) : 0; n;
         n = vl_json_sibling(m->doc, n)) {
        board_text(m->doc, n, text, sizeof text);
        if (b.len + strlen(text) + 3 > sizeof list)
            break;
        if (b.len > 0)
            vl_put(&b, p->cli->lang == VL_FR ? "\u00a0; " : "; ");
        vl_put(&b, text);
    }
    if (b.len > 0)
        cli_say(p->cli, TXT("cli.play.changes"), "list", list, NULL);
}

static void on_preview(struct play *p, const struct play_msg *m)
{
    uint32_t then = vl_json_get(m->doc, 0, "preview");
    uint32_t events = then ? vl_json_get(m->doc, then, "events") : 0;
    uint32_t no = then ? vl_json_get(m->doc, then, "why_not") : 0;
    bool any = events && vl_json_first(m->doc, events);
    char text[VL_TEXT_MAX], rule[PLAY_WORD];

    if (no) {
        play_text(p, m->doc, no, "text", text, sizeof text);
        play_text(p, m->doc, no, "rule", rule, sizeof rule);
        cli_say(p->cli, TXT("cli.play.refused"), "text", text, "rule", rule, NULL);
        return;
    }
    if (any)
        play_tell_events(p, m->doc, events);
    tell_changes(p, m);
    if (then && play_true(m->doc, then, "chance"))
        cli_say(p->cli, TXT("cli.play.preview_chance"), NULL);
    else if (!any)
        cli_say(p->cli, TXT("cli.play.preview_nothing"), NULL);
}

static void on_why(struct play *p, const struct play_msg *m)
{
    uint32_t rules = vl_json_get(m->doc, 0, "rules");
    char text[VL_TEXT_MAX], rule[PLAY_WORD], move[PLAY_NAME];

    play_text(p, m->doc, 0, "text", text, sizeof text);
    play_text(p, m->doc, 0, "rule", rule, sizeof rule);
    play_text(p, m->doc, 0, "move", move, sizeof move);
    if (play_true(m->doc, 0, "legal"))
        cli_say(p->cli, TXT("cli.play.why"), "move", text, "notation", move, NULL);
    else
        cli_say(p->cli, TXT("cli.play.refused"), "text", text, "rule", rule, NULL);
    for (uint32_t n = rules ? vl_json_first(m->doc, rules) : 0; n; n = vl_json_sibling(m->doc, n)) {
        char id[PLAY_WORD], says[4 * VL_TEXT_MAX], lead[PLAY_WORD + 4];
        play_text(p, m->doc, n, "id", id, sizeof id);
        play_text(p, m->doc, n, "text", says, sizeof says);
        snprintf(lead, sizeof lead, "%s  ", id);
        cli_wrap(p->cli, lead, 4, says);
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

static void save_done(struct play *p, bool ok)
{
    struct vl_error err = { 0 };

    if (!ok || !p->save_text || !is_plain(p->save_text))
        cli_say(p->cli, TXT("join.nonsense"), NULL);
    else if (vl_file_write(p->save_path, p->save_text, p->save_len, p->save_how, &err) != VL_OK)
        cli_warn_error(p->cli, NULL, p->save_path, &err);
    else
        cli_say(p->cli, TXT("cli.play.saved"), "file", p->save_path, NULL);
    free(p->save_text);
    p->save_text = NULL;
    p->save_len = 0;
    p->save_path[0] = '\0';
}

/* A piece of the record; the next one is asked for. */
static void on_record(struct play *p, const struct play_msg *m)
{
    uint32_t text = vl_json_get(m->doc, 0, "text");
    int64_t from = play_int(m->doc, 0, "from", 0, VL_RECORD_SIZE_MAX, -1);
    int64_t next = play_int(m->doc, 0, "next", 0, VL_RECORD_SIZE_MAX, -1);
    size_t room = text ? m->doc->nodes[text].len + 1 : 0;
    char *more;

    if (!p->save_path[0])
        return;
    more = text && from == (int64_t)p->save_len && p->save_len + room <= VL_RECORD_SIZE_MAX
               ? realloc(p->save_text, p->save_len + room)
               : NULL;
    if (more)
        p->save_text = more;
    if (!more || !vl_json_text(m->doc, text, more + p->save_len, room)) {
        save_done(p, false);
        return;
    }
    p->save_len += strlen(more + p->save_len);
    if (next < 0) {
        save_done(p, true);
        return;
    }
    struct vl_json w = play_begin(p, "record");
    vl_json_kint(&w, "from", next);
    play_send(p, &w, false);
}

/* Advice: with the number of the move, where it stands on the screen. */
static void on_hint(struct play *p, const struct play_msg *m)
{
    char text[2 * VL_TEXT_MAX], move[PLAY_NAME], lead[24] = "  ";

    play_text(p, m->doc, 0, "text", text, sizeof text);
    play_text(p, m->doc, 0, "move", move, sizeof move);
    for (int i = 0; p->has_actions && i < p->board->actions_len; i++)
        if (strcmp(p->board->actions[i].id, move) == 0)
            snprintf(lead, sizeof lead, "  %d) ", i + 1);
    cli_wrap(p->cli, lead, 4, text);
    tell_changes(p, m);
}

/* ---- dispatch ---- */

static const struct {
    const char *type;
    void (*handle)(struct play *p, const struct play_msg *m);
} handlers[] = {
    { "players", on_players }, { "said", on_said },     { "vote", on_vote },
    { "voted", on_voted },     { "hint", on_hint },     { "preview", on_preview },
    { "why", on_why },         { "record", on_record },
};

bool play_receive_talk(struct play *p, const struct play_msg *m)
{
    for (int i = 0; i < VL_LEN(handlers); i++)
        if (strcmp(m->type, handlers[i].type) == 0) {
            handlers[i].handle(p, m);
            return true;
        }
    return false;
}
