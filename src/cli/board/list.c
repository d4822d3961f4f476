/* list.c - a view as lists of sentences: for pipes, screen readers, braille. */
#include "cli/board/pen.h"

#include <string.h>

enum { BYTES = 2048 };

static const char *colon(const struct cli *cli)
{
    return cli->lang == VL_FR ? " : " : ": ";
}

static const char *semicolon(const struct cli *cli)
{
    return cli->lang == VL_FR ? " ; " : "; ";
}

/* "red, violet": the names of the open or the done symbols. */
static int put_pips(struct vl_buf *b, const struct board_item *it, bool done)
{
    int n = 0;

    for (int i = 0; i < it->pips_len; i++) {
        if (it->pips[i].done != done)
            continue;
        vl_put(b, n++ ? ", " : "");
        vl_put(b, it->pips[i].text);
    }
    return n;
}

static void put_symbols(const struct cli *cli, struct vl_buf *b, const struct board_item *it)
{
    char open[BYTES / 4] = "", done[BYTES / 4] = "";
    struct vl_buf o = vl_buf_on(open, sizeof open), d = vl_buf_on(done, sizeof done);
    int opens = put_pips(&o, it, false), dones = put_pips(&d, it, true);
    const char *pairs[] = { "open", open, "done", done, NULL };

    if (!opens && !dones)
        return;
    vl_put(b, semicolon(cli));
    vl_text_str(b, cli->lang,
                !dones   ? TXT("cli.play.open")
                : !opens ? TXT("cli.play.done")
                         : TXT("cli.play.open_done"),
                pairs);
}

/* "Red Troll: weak points 2/3, strikes for 1; open red, violet; done green". */
static void put_item(const struct cli *cli, struct vl_buf *b, const struct board_item *it)
{
    int n = 0;

    vl_put(b, it->name);
    if (b->len && b->p[b->len - 1] == '.' && (it->stats_len || it->badges_len || it->why_not))
        b->p[--b->len] = '\0'; /* a name that is a sentence goes on */
    if (it->face_text && !it->pips_len) {
        vl_put(b, colon(cli));
        vl_put(b, it->face_text);
        n++;
    }
    for (int i = 0; i < it->stats_len; i++) {
        vl_put(b, n++ ? ", " : colon(cli));
        vl_put(b, it->stats[i].text);
        vl_put_char(b, ' ');
        vl_text_int(b, it->stats[i].value);
        if (it->stats[i].max >= 0) {
            vl_put_char(b, '/');
            vl_text_int(b, it->stats[i].max);
        }
    }
    for (int i = 0; i < it->badges_len; i++) {
        vl_put(b, n++ ? ", " : colon(cli));
        vl_put(b, it->badges[i].text);
    }
    put_symbols(cli, b, it);
    if (it->why_not) {
        vl_put(b, n ? semicolon(cli) : colon(cli));
        vl_put(b, it->why_not);
    }
}

/* What a thing of a strip says about itself, the event's effect, stands with it; so
 * do the texts of cards, but for those that are covered. */
static bool says_about(const struct board *b, const struct board_item *it)
{
    int z = it->zone;

    if (!it->about)
        return false;
    if (b->zones[z].kind == BOARD_STRIP || pen_is_rows(b, z) || pen_is_listed(b, z))
        return true;
    return b->zones[z].seat >= 0 && (it + 1 == b->items + b->items_len || it[1].zone != z);
}

/* Where it stands on the map: ", on 12 (hills, Tamalir)". */
static void put_cell(struct cli *cli, struct vl_buf *b, const struct board_cell *c)
{
    char what[BOARD_NAME];
    struct vl_buf w = vl_buf_on(what, sizeof what);
    const char *pairs[] = { "cell", board_key(c->id), "what", what, NULL };

    vl_put(&w, c->terrain);
    vl_put(&w, c->terrain[0] && c->place[0] ? ", " : "");
    vl_put(&w, c->place);
    vl_put(b, " ");
    vl_text_str(b, cli->lang, what[0] ? TXT("cli.play.on_cell_of") : TXT("cli.play.on_cell"),
                pairs);
}

static void list_item(const struct board *board, struct cli *cli, const struct board_item *it)
{
    int kind = board->zones[it->zone].kind;
    char text[BYTES], lead[16] = "  ";
    struct vl_buf b = vl_buf_on(text, sizeof text);

    if (kind == BOARD_TRACK && it->pos == 0 && !it->stats_len && !it->badges_len)
        return; /* the track itself: its name has been said */
    put_item(cli, &b, it);
    if (says_about(board, it)) {
        bool ended = b.len && b.p[b.len - 1] == '.';
        vl_put(&b, kind == BOARD_STRIP ? colon(cli) : ended ? " " : ". ");
        vl_put(&b, it->about);
    }
    if (kind == BOARD_TRACK && it->pos > 0)
        snprintf(lead, sizeof lead, "  %d: ", it->pos - 1 + board->zones[it->zone].first);
    else if (kind == BOARD_MAP && it->pos > 0 && it->pos <= board->cells_len)
        put_cell(cli, &b, &board->cells[it->pos - 1]);
    cli_wrap(cli, lead, 4, text);
}

/* The figures of the seats that own something on the table. */
static void list_seats(const struct board *b, struct cli *cli)
{
    bool any = false;

    for (int seat = 0; seat < b->seats_len; seat++) {
        char text[BYTES], lead[BOARD_NAME + 8];
        struct vl_buf t = vl_buf_on(text, sizeof text);
        if (!pen_owns(b, seat))
            continue;
        if (!any)
            cli_say(cli, TXT("cli.play.seats"), NULL);
        any = true;
        pen_totals(&(struct pen){ b, cli, PEN_WHOLE, 0 }, &t, &b->seats[seat]);
        snprintf(lead, sizeof lead, "  %.200s%s", b->seats[seat].name, colon(cli));
        cli_wrap(cli, lead, 4, text);
    }
}

void board_list(const struct board *b, struct cli *cli)
{
    cli_print(cli, "\n");
    if (b->round >= 0) {
        char round[16];
        snprintf(round, sizeof round, "%d", b->round);
        cli_say(cli, TXT("cli.play.round"), "n", round, NULL);
    }
    for (int z = 0; z < b->zones_len; z++) {
        int things = 0;
        for (int i = 0; i < b->items_len; i++)
            things += b->items[i].zone == z;
        if (!things)
            continue;
        cli_printf(cli, "%s%s\n", b->zones[z].label, cli->lang == VL_FR ? " :" : ":");
        for (int i = 0; i < b->items_len; i++)
            if (b->items[i].zone == z)
                list_item(b, cli, &b->items[i]);
    }
    list_seats(b, cli);
}
