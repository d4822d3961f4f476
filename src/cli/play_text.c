/* play_text.c - what happens, in sentences: the board as lists (for pipes,
 * screen readers, braille), the events, the prompt. */
#include "cli/play.h"

#include <string.h>

enum { BYTES = 2048 };

/* ---- the board as lists ---- */

static void put_label(struct play *p, struct vl_buf *b, const char *what, const char *key)
{
    vl_text_label(b, p->cli->lang, play_rules(p)->game, what, key);
}

static void put_ref(struct play *p, struct vl_buf *b, struct vl_ref ref)
{
    vl_text_name(b, p->cli->lang, play_rules(p), ref.family, ref.index);
}

/* "red, violet": the names of the open or the done symbols. */
static int put_pips(struct play *p, struct vl_buf *b, const struct vl_item *it, bool done)
{
    int n = 0;

    for (int i = 0; i < it->pips_len; i++) {
        if ((it->pips[i].done != 0) != done)
            continue;
        vl_put(b, n++ ? ", " : "");
        put_ref(p, b, it->pips[i].face);
    }
    return n;
}

static void put_symbols(struct play *p, struct vl_buf *b, const struct vl_item *it)
{
    char open[BYTES / 4] = "", done[BYTES / 4] = "";
    struct vl_buf o = vl_buf_on(open, sizeof open), d = vl_buf_on(done, sizeof done);
    int opens = put_pips(p, &o, it, false), dones = put_pips(p, &d, it, true);
    const char *pairs[] = { "open", open, "done", done, NULL };

    if (!opens && !dones)
        return;
    vl_put(b, p->cli->lang == VL_FR ? " ; " : "; ");
    vl_text_str(b, p->cli->lang,
                !dones   ? TXT("cli.play.open")
                : !opens ? TXT("cli.play.done")
                         : TXT("cli.play.open_done"),
                pairs);
}

/* "Red Troll: weak points 2/3, strikes for 1; open red, violet; done green". */
static void put_item(struct play *p, struct vl_buf *b, const struct vl_item *it)
{
    const char *gap = p->cli->lang == VL_FR ? " : " : ": ";
    int n = 0;

    put_ref(p, b, it->id);
    if (it->face.family != VL_FAM_NONE && !it->pips_len) {
        vl_put(b, gap);
        put_ref(p, b, it->face);
        n++;
    }
    for (int i = 0; i < it->stats_len; i++) {
        vl_put(b, n++ ? ", " : gap);
        put_label(p, b, "stat", it->stats[i].name);
        vl_put_char(b, ' ');
        vl_put_int(b, it->stats[i].value);
        if (it->stats[i].max >= 0) {
            vl_put_char(b, '/');
            vl_put_int(b, it->stats[i].max);
        }
    }
    for (int i = 0; i < it->badges_len; i++) {
        vl_put(b, n++ ? ", " : gap);
        put_label(p, b, "badge", it->badges[i]);
    }
    put_symbols(p, b, it);
    if (it->why_not) {
        vl_put(b, !n ? gap : p->cli->lang == VL_FR ? " ; " : "; ");
        vl_text_refusal(b, p->cli->lang, play_rules(p), play_state(p), it->would, it->why_not);
    }
}

/* What a thing of a strip says about itself, the event's effect, stands with it. */
static void list_item(struct play *p, const struct vl_item *it, int kind)
{
    char text[BYTES], about[VL_TEXT_MAX], lead[16];
    struct vl_buf b = vl_buf_on(text, sizeof text), a = vl_buf_on(about, sizeof about);

    if (kind == VL_ZONE_TRACK && it->pos == 0 && !it->stats_len && !it->badges_len)
        return; /* the track itself: its name has been said */
    put_item(p, &b, it);
    if (kind == VL_ZONE_STRIP &&
        vl_text_about(&a, p->cli->lang, play_rules(p), it->id.family, it->id.index)) {
        vl_put(&b, p->cli->lang == VL_FR ? " : " : ": ");
        vl_put(&b, about);
    }
    if (kind == VL_ZONE_TRACK && it->pos > 0)
        snprintf(lead, sizeof lead, "  %d: ", it->pos);
    else
        snprintf(lead, sizeof lead, "  ");
    cli_wrap(p->cli, lead, 4, text);
}

void play_text_board(struct play *p)
{
    play_look(p);
    cli_print(p->cli, "\n");
    if (p->view.round >= 0) {
        char round[16];
        snprintf(round, sizeof round, "%d", p->view.round);
        cli_say(p->cli, TXT("cli.play.round"), "n", round, NULL);
    }
    for (int z = 0; z < p->view.zones_len; z++) {
        char name[PLAY_NAME];
        struct vl_buf b = vl_buf_on(name, sizeof name);
        int things = 0;
        for (int i = 0; i < p->view.items_len; i++)
            things += p->view.items[i].zone == z;
        if (!things)
            continue;
        put_label(p, &b, "zone", p->view.zones[z].id);
        vl_put(&b, p->cli->lang == VL_FR ? " :" : ":");
        cli_printf(p->cli, "%s\n", name);
        for (int i = 0; i < p->view.items_len; i++)
            if (p->view.items[i].zone == z)
                list_item(p, &p->view.items[i], p->view.zones[z].kind);
    }
}

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
    if (player >= 0 && play_humans(p) > 1) { /* several people at one screen: call by name */
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

/* A bot's move is announced before what it causes; a person knows theirs. */
static void tell_bot(struct play *p, uint32_t entry)
{
    const struct vl_entry *e = &p->match->entries[entry];
    union play_room before;
    char who[PLAY_NAME], actor[PLAY_NAME], text[VL_TEXT_MAX], line[2 * VL_TEXT_MAX];
    struct vl_buf a = vl_buf_on(actor, sizeof actor), t = vl_buf_on(text, sizeof text);
    int player = vl_match_holder(p->match, e->actor);

    if (vl_match_is_human(p->match, player))
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
