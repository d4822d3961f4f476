/* list.c - a view as lists of sentences: for pipes, screen readers, braille. */
#include "cli/board/pen.h"

#include <stdio.h>
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
    if (board_shown(it) && !it->pips_len) {
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

/* ---- a map ---- */

/* How far things are from where whoever decides stands. */
struct way {
    int from;
    int16_t steps[BOARD_CELLS]; /* -1: no way leads there */
};

static void find_ways(struct way *w, const struct board *b, int zone)
{
    uint16_t queue[BOARD_CELLS];
    int len = 0;

    memset(w->steps, -1, sizeof w->steps);
    w->from = pen_focus(b, zone);
    w->steps[w->from] = 0;
    queue[len++] = (uint16_t)w->from;
    for (int i = 0; i < len; i++) {
        const struct board_cell *c = &b->cells[queue[i]];
        for (int k = 0; k < c->near_len; k++) {
            int to = c->near[k];
            if (to >= b->cells_len || w->steps[to] >= 0)
                continue;
            w->steps[to] = (int16_t)(w->steps[queue[i]] + 1);
            queue[len++] = (uint16_t)to;
        }
    }
}

/* The eighth of the sky in which a cell lies; rows of hexes are closer than their cells. */
static const char *direction(const struct board_cell *from, const struct board_cell *to)
{
    static const char *const words[3][3] = {
        { TXT("cli.play.to.nw"), TXT("cli.play.to.n"), TXT("cli.play.to.ne") },
        { TXT("cli.play.to.w"), "", TXT("cli.play.to.e") },
        { TXT("cli.play.to.sw"), TXT("cli.play.to.s"), TXT("cli.play.to.se") },
    };
    int x = 50 * (to->x - from->x), y = 87 * (to->y - from->y);
    int right = x < 0 ? -x : x, down = y < 0 ? -y : y;
    int column = right * 100 < down * 41 ? 1 : x < 0 ? 0 : 2;
    int row = down * 100 < right * 41 ? 1 : y < 0 ? 0 : 2;

    return words[row][column];
}

/* "5 away, north-west". */
static void put_way(const struct board *b, struct cli *cli, struct vl_buf *out, const struct way *w,
                    int cell)
{
    char n[16], to[64];
    struct vl_buf t = vl_buf_on(to, sizeof to);
    const char *pairs[] = { "n", n, "to", to, NULL };

    snprintf(n, sizeof n, "%d", w->steps[cell]);
    if (b->is_hex && w->steps[cell] > 0)
        vl_text_str(&t, cli->lang, direction(&b->cells[w->from], &b->cells[cell]), NULL);
    vl_text_str(out, cli->lang,
                w->steps[cell] == 0 ? TXT("cli.play.here")
                : to[0]             ? TXT("cli.play.away_to")
                                    : TXT("cli.play.away"),
                pairs);
}

/* Where it stands: " (cell 12: hills, Tamalir; 5 away, north-west)". A thing that is called as
 * its place says so once. */
static void put_cell(const struct board *b, struct cli *cli, struct vl_buf *out,
                     const struct way *w, int cell, const char *name)
{
    const struct board_cell *c = &b->cells[cell];
    char what[2 * BOARD_NAME];
    struct vl_buf t = vl_buf_on(what, sizeof what);
    const char *pairs[] = { "cell", board_key(c->id), "what", what, NULL };

    vl_put(&t, c->terrain);
    if (strcmp(c->place, name) != 0) {
        vl_put(&t, c->terrain[0] && c->place[0] ? ", " : "");
        vl_put(&t, c->place);
    }
    if (w->steps[cell] >= 0) {
        vl_put(&t, what[0] ? semicolon(cli) : "");
        put_way(b, cli, &t, w, cell);
    }
    vl_put(out, " ");
    vl_text_str(out, cli->lang, what[0] ? TXT("cli.play.on_cell_of") : TXT("cli.play.on_cell"),
                pairs);
}

/* ---- zones ---- */

static void list_item(const struct board *board, struct cli *cli, const struct board_item *it,
                      const struct way *w)
{
    int kind = board->zones[it->zone].kind;
    char text[BYTES], lead[16] = "  ";
    struct vl_buf b = vl_buf_on(text, sizeof text);
    bool bare = !it->stats_len && !it->badges_len;

    if (bare && ((kind == BOARD_TRACK && it->pos == 0) || board_names_zone(board, it)))
        return; /* the zone itself: its name has been said */
    put_item(cli, &b, it);
    if (says_about(board, it)) {
        bool ended = b.len && b.p[b.len - 1] == '.';
        vl_put(&b, kind == BOARD_STRIP ? colon(cli) : ended ? " " : ". ");
        vl_put(&b, it->about);
    }
    if (kind == BOARD_TRACK && it->pos > 0)
        snprintf(lead, sizeof lead, "  %d: ", it->pos - 1 + board->zones[it->zone].first);
    else if (w && it->pos > 0 && it->pos <= board->cells_len)
        put_cell(board, cli, &b, w, it->pos - 1, it->name);
    cli_wrap(cli, lead, 4, text);
}

/* A place on which nothing stands. */
static void list_place(const struct board *b, struct cli *cli, const struct way *w, int cell)
{
    char text[BYTES];
    struct vl_buf t = vl_buf_on(text, sizeof text);

    vl_put(&t, b->cells[cell].place);
    put_cell(b, cli, &t, w, cell, b->cells[cell].place);
    cli_wrap(cli, "  ", 4, text);
}

static bool is_empty(const struct board *b, int zone, int cell)
{
    for (int i = 0; i < b->items_len; i++)
        if (b->items[i].zone == zone && b->items[i].pos == cell + 1)
            return false;
    return true;
}

/* What is nearest comes first, what no way leads to last. */
static void list_map(const struct board *b, struct cli *cli, int zone)
{
    struct way w;

    find_ways(&w, b, zone);
    for (int steps = 0; steps <= b->cells_len; steps++) {
        for (int i = 0; i < b->items_len; i++) {
            const struct board_item *it = &b->items[i];
            bool on = it->pos > 0 && it->pos <= b->cells_len;
            int far = on && w.steps[it->pos - 1] >= 0 ? w.steps[it->pos - 1] : b->cells_len;
            if (it->zone == zone && far == steps)
                list_item(b, cli, it, &w);
        }
        for (int c = 0; c < b->cells_len; c++)
            if (w.steps[c] == steps && b->cells[c].place[0] && is_empty(b, zone, c))
                list_place(b, cli, &w, c);
    }
}

/* What stands on the table for a seat: its hero; NULL: nothing does. */
static const struct board_item *face_of(const struct board *b, int seat)
{
    for (int i = 0; i < b->items_len && b->seats[seat].face; i++)
        if (strcmp(b->items[i].id, b->seats[seat].face) == 0)
            return &b->items[i];
    return NULL;
}

/* "Ana (Red Scorpion)" */
static void put_seat(struct vl_buf *out, const struct board *b, int seat)
{
    const struct board_item *face = face_of(b, seat);

    vl_put(out, b->seats[seat].name);
    if (!face || strcmp(face->name, b->seats[seat].name) == 0)
        return;
    vl_put(out, " (");
    vl_put(out, face->name);
    vl_put(out, ")");
}

/* The figures of the seats that own something on the table. */
static void list_seats(const struct board *b, struct cli *cli)
{
    bool any = false;

    for (int seat = 0; seat < b->seats_len; seat++) {
        char text[BYTES], lead[2 * BOARD_NAME + 8];
        struct vl_buf t = vl_buf_on(text, sizeof text), l = vl_buf_on(lead, sizeof lead);
        if (!pen_owns(b, seat))
            continue;
        if (!any)
            cli_say(cli, TXT("cli.play.seats"), NULL);
        any = true;
        pen_totals(&(struct pen){ b, cli, PEN_WHOLE, 0 }, &t, &b->seats[seat]);
        vl_put(&l, "  ");
        put_seat(&l, b, seat);
        vl_put(&l, colon(cli));
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
        if (b->zones[z].kind == BOARD_MAP && b->cells_len > 0) {
            list_map(b, cli, z);
            continue;
        }
        for (int i = 0; i < b->items_len; i++)
            if (b->items[i].zone == z)
                list_item(b, cli, &b->items[i], NULL);
    }
    list_seats(b, cli);
}
