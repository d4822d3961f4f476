/* show.c - what the session shows: the board, the prompt, the moves, who is there,
 * what happened. */
#include "cli/play/play.h"

#include "registry.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

void play_player_name(struct play *p, int player, char *out, size_t cap)
{
    const struct play_player *who = player >= 0 && player < p->players_len ? &p->players[player]
                                                                           : NULL;
    char number[16];

    snprintf(number, sizeof number, "%d", player + 1);
    if (who && who->name[0])
        snprintf(out, cap, "%s", who->name);
    else if (who && strcmp(who->kind, "bot") == 0 && !who->lent && who->level[0])
        snprintf(out, cap, "%s", who->level);
    else
        cli_word(p->cli, out, cap, TXT("cli.play.player"), "n", number, NULL);
    cli_own(p->cli, out, cap);
}

void play_list_players(struct play *p)
{
    for (int i = 0; i < p->players_len; i++) {
        const struct play_player *who = &p->players[i];
        char name[PLAY_NAME], number[16];
        const char *id = who->here ? TXT("join.list.here") : TXT("join.list.away");
        if (who->lent)
            id = TXT("join.list.lent");
        else if (strcmp(who->kind, "bot") == 0)
            id = TXT("join.list.bot");
        else if (strcmp(who->kind, "open") == 0)
            id = TXT("join.list.open");
        else if (i == p->player && p->host->kind == PLAY_NET)
            id = TXT("join.list.you");
        play_player_name(p, i, name, sizeof name);
        snprintf(number, sizeof number, "%d", i + 1);
        cli_say(p->cli, id, "n", number, "who", name, "level", who->level, NULL);
    }
}

bool play_seats_are_players(const struct play *p)
{
    const struct vl_game *g = vl_game_find(p->game);

    return g && g->seats_are_players;
}

/* Who decides, where the prompt does not say it: several people at this table. */
static bool needs_name(const struct play *p, int player)
{
    int people = 0;

    for (int i = 0; i < p->players_len; i++)
        people += strcmp(p->players[i].kind, "human") == 0;
    return player >= 0 && !play_seats_are_players(p) &&
           (p->host->kind == PLAY_NET ? p->players_len > 1 : people > 1);
}

/* ---- the board ---- */

int play_page_lines(struct play *p)
{
    int lines = 0;

    fflush(p->cli->out);
    for (size_t i = 0; i < p->page_len; i++)
        lines += p->page[i] == '\n';
    return lines;
}

void play_board(struct play *p)
{
    if (p->rev < 0)
        return;
    cli_measure(p->cli); /* it may have been resized */
    p->board->above = p->lines + play_page_lines(p);
    if (p->plain)
        board_list(p->board, p->cli);
    else
        board_draw(p->board, p->cli, p->board->round != p->about_round);
    p->about_round = p->board->round;
}

void play_prompt(struct play *p)
{
    const struct board *b = p->board;
    char lead[PLAY_NAME + 8] = "", name[PLAY_NAME], bold[2 * VL_TEXT_MAX];
    int player = b->actor >= 0 && b->actor < b->seats_len ? b->seats[b->actor].player : -1;

    if (needs_name(p, player)) {
        play_player_name(p, player, name, sizeof name);
        snprintf(lead, sizeof lead, "[%s] ", name);
    }
    snprintf(bold, sizeof bold, "%s%.800s%s", p->plain ? "" : cli_style(p->cli, CLI_BOLD),
             b->prompt, p->plain ? "" : cli_style(p->cli, CLI_NORMAL));
    cli_wrap(p->cli, lead, 0, bold);
}

void play_list(struct play *p, bool whole)
{
    if (p->by_hand)
        play_hand_ask(p, whole);
    else if (p->has_actions && whole)
        board_moves_all(p->board, p->cli);
    else if (p->has_actions)
        board_moves(p->board, p->cli, p->plain);
    else if (p->rev >= 0)
        play_prompt(p);
}

/* The board when it was drawn last for somebody else; in lists only then, so that
 * nobody has to listen to it after every move. */
static void show_own(struct play *p)
{
    if (p->view_due && (!p->plain || (p->shown_actor != p->board->actor && !p->by_hand)))
        play_board(p);
    if (!p->by_hand)
        p->shown_actor = p->board->actor;
    play_prompt(p);
    if (!tutorial_is_reading(p))
        play_list(p, false);
    tutorial_say(p);
    snprintf(p->shown_prompt, sizeof p->shown_prompt, "%s", p->board->prompt);
}

/* Somebody else decides: those who watch see the board at each turn, players
 * have their own turns for that. */
static void show_other(struct play *p)
{
    if (p->board->actor == VL_CHANCE || strcmp(p->shown_prompt, p->board->prompt) == 0)
        return;
    if (p->player < 0 && p->shown_actor != p->board->actor)
        play_board(p);
    if (p->shown_actor != p->board->actor)
        play_prompt(p);
    p->shown_actor = p->board->actor;
    snprintf(p->shown_prompt, sizeof p->shown_prompt, "%s", p->board->prompt);
}

void play_show(struct play *p)
{
    bool ours = p->rev >= 0 && p->board->actor >= 0 && (p->seats >> p->board->actor & 1);

    if (p->rev < 0 || p->over)
        return;
    if (p->list_due && play_may_move(p)) {
        show_own(p);
        p->list_due = p->view_due = false;
    } else if (p->view_due && !ours && p->host->kind == PLAY_NET) {
        show_other(p);
        p->view_due = p->plain && p->player >= 0; /* shown whole at our next turn */
    }
}

/* ---- what happened ---- */

static struct play_entry *entry_at(struct play *p, int64_t number)
{
    struct play_entry *e = &p->log[number % PLAY_LOG];

    return number >= 0 && number < p->log_len && e->number == number ? e : NULL;
}

/* Who did it and what, with its notation. Of chance the events say all, where
 * nobody asks for the notation. */
static void put_head(struct play *p, const struct vl_json_doc *doc, uint32_t entry, char *out,
                     size_t cap)
{
    int seat = (int)play_int(doc, entry, "seat", 0, VL_SEATS_MAX - 1, -1);
    int player = (int)play_int(doc, entry, "player", 0, VL_SEATS_MAX - 1, -1);
    char who[PLAY_NAME], text[VL_TEXT_MAX], move[PLAY_NAME], number[24];
    const char *actor = seat >= 0 && seat < p->board->seats_len ? p->board->seats[seat].name : "";

    play_player_name(p, player, who, sizeof who);
    play_text(p, doc, entry, "text", text, sizeof text);
    play_text(p, doc, entry, "move", move, sizeof move);
    snprintf(number, sizeof number, "%lld",
             (long long)play_int(doc, entry, "rev", 1, PLAY_REV_MAX, 1) - 1);
    if (seat < 0)
        cli_word(p->cli, out, cap, TXT("cli.play.log_chance"), "n", number, "move", text,
                 "notation", move, NULL);
    else if (play_seats_are_players(p) || !actor[0] || strcmp(actor, who) == 0)
        cli_word(p->cli, out, cap, TXT("cli.play.log"), "n", number, "actor", who, "move", text,
                 "notation", move, NULL);
    else
        cli_word(p->cli, out, cap, TXT("cli.play.log_who"), "n", number, "actor", actor, "who", who,
                 "move", text, "notation", move, NULL);
}

/* One line into the log's text, with its newline. */
static void put_line(char **text, const char *line)
{
    size_t had = *text ? strlen(*text) : 0, len = strlen(line);
    char *more = realloc(*text, had + len + 2);

    if (!more)
        return;
    memcpy(more + had, line, len + 1);
    more[had + len] = '\n';
    more[had + len + 1] = '\0';
    *text = more;
}

static void tell_event(struct play *p, const char *text)
{
    cli_wrap(p->cli, p->plain ? "" : p->cli->utf8 ? "  · " : "  - ", p->plain ? 0 : 4, text);
}

static struct play_entry *new_entry(struct play *p, int64_t number)
{
    struct play_entry *e = &p->log[number % PLAY_LOG];

    free(e->move);
    free(e->text);
    memset(e, 0, sizeof *e);
    e->number = number;
    p->log_len = number + 1;
    return e;
}

/* One's own move is known, unless the machine makes it, and where seats are players
 * what it causes says who did what. */
static bool is_announced(const struct play *p, const struct play_entry *e)
{
    bool lent = p->player >= 0 && p->player < p->players_len && p->players[p->player].lent;

    return e->seat >= 0 && (lent || !(p->seats >> e->seat & 1)) && !play_seats_are_players(p);
}

static void tell_entry(struct play *p, const struct vl_json_doc *doc, uint32_t n, bool quiet)
{
    uint32_t events = vl_json_get(doc, n, "events");
    struct play_entry *e = new_entry(p, play_int(doc, n, "rev", 1, PLAY_REV_MAX, 1) - 1);
    char head[3 * VL_TEXT_MAX], text[VL_TEXT_MAX];

    e->seat = (int)play_int(doc, n, "seat", 0, VL_SEATS_MAX - 1, -1);
    e->more = vl_json_get(doc, n, "more") != 0;
    play_text(p, doc, n, "text", text, sizeof text);
    if (!text[0])
        play_text(p, doc, n, "move", text, sizeof text);
    e->move = strdup(text);
    put_head(p, doc, n, head, sizeof head);
    put_line(&e->text, head);
    if (!quiet && is_announced(p, e))
        cli_wrap(p->cli, "", 2, head);
    for (uint32_t v = events ? vl_json_first(doc, events) : 0; v; v = vl_json_sibling(doc, v)) {
        play_text(p, doc, v, "text", text, sizeof text);
        if (!text[0])
            continue;
        put_line(&e->text, text);
        if (!quiet)
            tell_event(p, text);
    }
}

/* What is taken back, the last move first. */
static void tell_undo(struct play *p, const struct vl_json_doc *doc, uint32_t n, bool quiet)
{
    int64_t number = play_int(doc, n, "rev", 1, PLAY_REV_MAX, 1) - 1;
    int64_t to = play_int(doc, n, "to", 0, PLAY_REV_MAX, 0);
    bool afresh = false;

    for (int64_t i = number - 1; i >= to && i >= number - PLAY_LOG; i--) {
        struct play_entry *e = entry_at(p, i);
        bool by_hand = p->match && p->match->seed_kind == VL_SEED_HAND;
        if (!e || e->gone)
            continue;
        e->gone = true;
        afresh = afresh || (e->seat < 0 && !by_hand);
        if (!quiet && (e->seat >= 0 || by_hand))
            cli_say(p->cli, TXT("cli.play.undone"), "move", e->move ? e->move : "", NULL);
    }
    if (!quiet && afresh)
        cli_say(p->cli, TXT("cli.play.undone_afresh"), NULL);
    new_entry(p, number)->gone = true;
}

void play_tell(struct play *p, const struct vl_json_doc *doc, uint32_t entries, bool quiet)
{
    for (uint32_t n = vl_json_first(doc, entries); n; n = vl_json_sibling(doc, n)) {
        uint32_t kind = vl_json_get(doc, n, "kind");
        if (play_int(doc, n, "rev", 1, PLAY_REV_MAX, 0) <= (p->told < 0 ? 0 : p->told))
            continue;
        if (kind && vl_json_is(doc, kind, "undo"))
            tell_undo(p, doc, n, quiet);
        else
            tell_entry(p, doc, n, quiet);
    }
}

void play_tell_events(struct play *p, const struct vl_json_doc *doc, uint32_t events)
{
    for (uint32_t n = vl_json_first(doc, events); n; n = vl_json_sibling(doc, n)) {
        char text[VL_TEXT_MAX];
        play_text(p, doc, n, "text", text, sizeof text);
        if (text[0])
            tell_event(p, text);
    }
}

/* ---- the log ---- */

static void show_entry(struct play *p, const struct play_entry *e)
{
    const char *at = e->text ? e->text : "";

    for (int line = 0; *at; line++) {
        char text[3 * VL_TEXT_MAX];
        size_t n = strcspn(at, "\n");
        snprintf(text, sizeof text, "%.*s", (int)n, at);
        cli_wrap(p->cli, line ? "    " : "", line ? 6 : 2, text);
        at += n + (at[n] == '\n');
    }
}

/* The number of the entry before which so many standing ones of a kind were made. */
static int64_t back(const struct play *p, int64_t times,
                    bool (*counts)(const struct play *, const struct play_entry *))
{
    for (int64_t i = p->log_len - 1; i >= 0 && i >= p->log_len - PLAY_LOG; i--) {
        const struct play_entry *e = &p->log[i % PLAY_LOG];
        if (e->number == i && !e->gone && counts(p, e) && --times == 0)
            return i;
    }
    return -1;
}

static bool any(const struct play *p, const struct play_entry *e)
{
    (void)p;
    (void)e;
    return true;
}

/* A decision of our own, a row of moves being one; where the dice are typed in, also
 * these, since typing errors happen. */
static bool is_ours(const struct play *p, const struct play_entry *e)
{
    if (e->more)
        return false;
    return e->seat >= 0 ? (p->seats >> e->seat & 1) != 0
                        : p->match && p->match->seed_kind == VL_SEED_HAND;
}

int64_t play_undo_target(const struct play *p, int64_t times)
{
    return back(p, times, is_ours);
}

void play_show_log(struct play *p, int64_t entries)
{
    int64_t from = p->log_len > PLAY_LOG ? p->log_len - PLAY_LOG : 0, first = back(p, entries, any);
    bool empty = true;

    for (int64_t i = first >= 0 ? first : from; i < p->log_len; i++) {
        const struct play_entry *e = entry_at(p, i);
        if (!e || e->gone)
            continue;
        show_entry(p, e);
        empty = false;
    }
    if (empty)
        cli_say(p->cli, TXT("cli.play.log_empty"), NULL);
}
