/* play_text.c - what happens, in sentences: the events, the prompt. */
#include "cli/play.h"

#include <string.h>

/* ---- who, and what is asked ---- */

void play_player_name(struct play *p, int player, char *out, size_t cap)
{
    const struct vl_player *who = &p->match->players[player];
    bool human = vl_match_is_human(p->match, player);
    char number[16];

    snprintf(number, sizeof number, "%d", player + 1);
    if (who->name[0])
        snprintf(out, cap, "%s", who->name);
    else if (human)
        cli_word(p->cli, out, cap, TXT("cli.play.player"), "n", number, NULL);
    else
        snprintf(out, cap, "%s", who->kind);
    cli_own(p->cli, out, cap);
}

void play_prompt(struct play *p)
{
    char text[VL_TEXT_MAX], lead[PLAY_NAME + 8] = "";
    struct vl_buf b = vl_buf_on(text, sizeof text);
    int player = vl_match_to_move(p->match);

    play_look(p);
    vl_text_msg(&b, p->cli->lang, play_rules(p), &p->view.prompt);
    /* several people at one screen: call by name, unless the prompt does */
    if (player >= 0 && play_humans(p) > 1 && !play_rules(p)->game->seats_are_players) {
        char name[PLAY_NAME];
        play_player_name(p, player, name, sizeof name);
        snprintf(lead, sizeof lead, "[%s] ", name);
    }
    if (!p->plain) {
        char bold[VL_TEXT_MAX + 64];
        snprintf(bold, sizeof bold, "%s%s%s", cli_style(p->cli, CLI_BOLD), text,
                 cli_style(p->cli, CLI_NORMAL));
        cli_wrap(p->cli, lead, 0, bold);
    } else {
        cli_wrap(p->cli, lead, 0, text);
    }
}

/* ---- events ---- */

struct teller {
    struct vl_sink sink; /* first */
    struct play *p;
};

/* May the people at this screen see it? */
static bool is_seen(const struct play *p, const struct vl_event *ev)
{
    if (vl_event_seen(ev, VL_ANYONE))
        return true;
    for (int seat = 0; seat < play_state(p)->seats; seat++)
        if (vl_match_is_human(p->match, vl_match_holder(p->match, seat)) && play_humans(p) == 1 &&
            vl_event_seen(ev, (vl_actor)seat))
            return true;
    return false;
}

static void tell_event(struct vl_sink *sink, const struct vl_event *ev)
{
    struct play *p = ((struct teller *)sink)->p;
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (!is_seen(p, ev))
        return;
    vl_text_event(&b, p->cli->lang, play_rules(p), ev);
    cli_wrap(p->cli, p->plain ? "" : p->cli->utf8 ? "  · " : "  - ", p->plain ? 0 : 4, text);
}

/* A bot's move is announced before what it causes; a person knows theirs. Where
 * seats are players, what it causes says who did what. */
static void tell_bot(struct play *p, uint32_t entry)
{
    const struct vl_entry *e = &p->match->entries[entry];
    union play_room before;
    char who[PLAY_NAME], actor[PLAY_NAME], text[VL_TEXT_MAX], line[2 * VL_TEXT_MAX];
    struct vl_buf a = vl_buf_on(actor, sizeof actor), t = vl_buf_on(text, sizeof text);
    int player = vl_match_holder(p->match, e->actor);

    if (vl_match_is_human(p->match, player) || play_rules(p)->game->seats_are_players)
        return;
    vl_match_state_at(p->match, entry, &before.base);
    vl_text_actor(&a, p->cli->lang, play_rules(p), &before.base);
    vl_text_move(&t, p->cli->lang, play_rules(p), &before.base, e->move);
    play_player_name(p, player, who, sizeof who);
    cli_word(p->cli, line, sizeof line, TXT("cli.play.bot_moved"), "actor", actor, "who", who,
             "move", text, NULL);
    cli_wrap(p->cli, "", 2, line);
}

void play_tell(struct play *p)
{
    struct teller t = { { tell_event }, p };

    if (p->told == 0 && p->match->len == 0)
        return;
    if (p->told == 0)
        vl_match_start_events(p->match, &t.sink);
    for (; p->told < p->match->len; p->told++) {
        const struct vl_entry *e = &p->match->entries[p->told];
        if (e->move.kind == 0)
            continue;
        if (e->actor >= 0)
            tell_bot(p, p->told);
        vl_match_events(p->match, p->told, &t.sink);
    }
    p->board_due = true;
}
