/* draw.c - a view drawn for the screen at hand.
 *
 *     strip and piles     one line of facts
 *     track               the thing it is named after, what stands before it
 *                         (cell 0), then its cells in columns; on a small screen
 *                         in a line or two
 *     tray                one line
 *     sheet               one line of things, without those that cannot be used
 *     map                 in letters: map.c
 *     what seats own      line by line, as a track before which nothing stands:
 *                         rows.c
 *
 * Colours only repeat what letters and words say already. */
#include "cli/board/pen.h"

#include <stdlib.h>
#include <string.h>

enum {
    GRID_MIN = 72,   /* columns that a track in columns needs */
    LEFT = 24,       /* columns for the head of a track */
    NAMES = 6,       /* of them for the name of the track */
    ROWS_MAX = 8,    /* lines of one track */
    TRACK_CELLS = 8, /* cells drawn side by side; a longer track is listed */
    BYTES = 512
};

/* Letters stand for colours where there is no room for words. */
static const struct {
    const char *key;
    int style;
    const char *letter;
} colours[] = {
    { "red", CLI_RED, TXT("cli.letter.red") },
    { "blue", CLI_BLUE, TXT("cli.letter.blue") },
    { "green", CLI_GREEN, TXT("cli.letter.green") },
    { "yellow", CLI_YELLOW, TXT("cli.letter.yellow") },
    { "violet", CLI_VIOLET, TXT("cli.letter.violet") },
    { "white", CLI_WHITE, TXT("cli.letter.white") },
};

int board_colour(const struct cli *cli, const char *key, const char **letter)
{
    *letter = NULL;
    for (int i = 0; i < VL_LEN(colours); i++)
        if (strcmp(board_key(key), colours[i].key) == 0) {
            *letter = vl_text_find(cli->lang, colours[i].letter);
            return colours[i].style;
        }
    return CLI_NORMAL;
}

/* ---- a line that fills up ---- */

struct flow flow_begin(struct cli *cli, const char *lead, int indent)
{
    struct flow f = { cli, indent, cli_width(lead), true, false };

    cli_print(cli, lead);
    return f;
}

static void flow_break(struct flow *f)
{
    if (f->used)
        cli_print(f->cli, "\n");
    f->used = 0;
    f->fresh = f->later = true;
}

void flow_put(struct flow *f, const char *gap, int style, const char *text)
{
    char piece[2 * BYTES], lead[16];
    const char *on = style == CLI_NORMAL ? "" : cli_style(f->cli, style);
    const char *off = style == CLI_NORMAL ? "" : cli_style(f->cli, CLI_NORMAL);
    int width = cli_width(text), room = cli_columns(f->cli);

    gap = f->fresh ? "" : gap;
    if (f->used && f->used + cli_width(gap) + width > room) {
        flow_break(f);
        gap = "";
    }
    snprintf(lead, sizeof lead, "%*s", f->used || !f->later ? 0 : f->indent, "");
    snprintf(piece, sizeof piece, "%s%.800s%s", on, text, off);
    if (cli_width(lead) + width > room) { /* longer than a line by itself */
        cli_wrap(f->cli, lead, f->indent + 2, piece);
        f->later = true;
        return;
    }
    cli_printf(f->cli, "%s%s%s", lead, gap, piece);
    f->used += cli_width(lead) + cli_width(gap) + width;
    f->fresh = false;
}

void flow_end(struct flow *f)
{
    if (f->used)
        cli_print(f->cli, "\n");
}

/* ---- things as words ---- */

void pen_stat(struct vl_buf *b, const struct board_stat *s)
{
    vl_put(b, s->text);
    vl_put_char(b, ' ');
    vl_text_int(b, s->value);
    if (s->max >= 0) {
        vl_put_char(b, '/');
        vl_text_int(b, s->max);
    }
}

/* Is it called by a number, as dice are? */
static bool is_numbered(const char *id)
{
    const char *key = board_key(id);
    int64_t number;

    return vl_str_int(key, strlen(key), &number);
}

/* "road/hills", or where room is short and a map says what its letters mean, "OH". */
static void put_symbols(const struct pen *p, struct vl_buf *b, const struct board_item *it)
{
    bool letters = p->level >= PEN_LEAST;

    for (int i = 0; i < it->pips_len; i++)
        letters = letters && pen_terrain(p->b, it->pips[i].text) != '\0';
    for (int i = 0; i < it->pips_len && (letters || p->level < PEN_NAMES); i++) {
        vl_put(b, i == 0 ? " " : letters ? "" : "/");
        if (letters)
            vl_put_char(b, pen_terrain(p->b, it->pips[i].text));
        else
            vl_put(b, it->pips[i].text);
    }
}

/* "Temple HP 4/4"; of a die "0 red (spent)", since numbered things that show a
 * face stand in a zone that says what they are. */
static void put_item(const struct pen *p, struct vl_buf *b, const struct board_item *it)
{
    bool numbered = (it->face_text || it->pips_len) && is_numbered(it->id);

    vl_put(b, numbered                                      ? board_key(it->id)
              : it->stats_len && board_names_zone(p->b, it) ? ""
                                                            : it->name);
    if (board_shown(it)) {
        vl_put_char(b, ' ');
        vl_put(b, it->face_text);
    }
    if (!it->face_text)
        put_symbols(p, b, it);
    for (int i = 0; i < it->stats_len && (p->level < PEN_NAMES || !numbered || i == 0); i++) {
        vl_put(b, i && p->level < PEN_TIGHT ? "," : "");
        vl_put(b, b->len ? " " : "");
        if (p->level < PEN_TIGHT)
            pen_stat(b, &it->stats[i]);
        else
            pen_short_stat(p, b, &it->stats[i]);
    }
    for (int i = 0; i < it->badges_len && (p->level < PEN_NAMES || !it->stats_len); i++) {
        vl_put(b, i ? ", " : " (");
        vl_put(b, it->badges[i].text);
        vl_put(b, i + 1 == it->badges_len ? ")" : "");
    }
}

/* ---- things of one kind, each with one figure ----
 *
 * They stand behind the word for their kind, by the names that they have where room is short:
 * "gems attack 1, perception 0". */

static bool is_count(const struct board_item *it)
{
    return it->cell_name && it->kind[0] && it->stats_len == 1 && !it->badges_len && !it->pips_len &&
           !it->face_text;
}

/* How many such stand here one after the other; fewer than two are none. */
static int counts_at(const struct board *b, int item)
{
    int n = 0;

    while (item + n < b->items_len && is_count(&b->items[item + n]) &&
           b->items[item + n].zone == b->items[item].zone &&
           strcmp(b->items[item + n].kind, b->items[item].kind) == 0)
        n++;
    return n < 2 ? 0 : n;
}

static void put_counts(const struct pen *p, struct vl_buf *b, int item, int n)
{
    vl_put(b, p->level < PEN_NAMES ? p->b->items[item].kind : "");
    for (int i = item; i < item + n; i++) {
        struct board_stat one = p->b->items[i].stats[0];
        if (p->level == PEN_NAMES && one.value == 0)
            continue;
        one.text = p->b->items[i].cell_name;
        vl_put(b, i > item && p->level < PEN_LEAST ? "," : "");
        vl_put(b, b->len ? " " : "");
        if (p->level < PEN_LEAST)
            pen_stat(b, &one);
        else
            pen_short_stat(p, b, &one);
    }
}

/* ---- strips, piles, trays, sheets ---- */

/* What a sheet offers and cannot be used now is left out: `why` tells of it. Where room is
 * shortest, so is what has nothing. */
static bool is_drawn_item(const struct pen *p, const struct board_item *it, int zone)
{
    bool named = board_names_zone(p->b, it);
    bool nothing = p->level == PEN_NAMES ? is_count(it) || named
                                         : named && !it->stats_len && !it->badges_len;

    for (int i = 0; i < it->stats_len; i++)
        nothing = nothing && it->stats[i].value == 0;
    return it->zone == zone && !nothing && !(it->why_not && p->b->zones[zone].kind == BOARD_SHEET);
}

/* All things of a zone in one flow after its name. */
static void draw_flow(const struct pen *p, int zone)
{
    char text[BYTES];
    bool any = false;
    const char *letter;
    struct flow f;

    for (int i = 0; i < p->b->items_len; i++)
        any = any || is_drawn_item(p, &p->b->items[i], zone);
    if (!any)
        return;
    f = flow_begin(p->cli, p->b->zones[zone].label, 2);
    f.fresh = false;
    for (int i = 0; i < p->b->items_len; i++) {
        const struct board_item *it = &p->b->items[i];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        int counts = it->zone == zone ? counts_at(p->b, i) : 0;
        if (counts) {
            put_counts(p, &b, i, counts);
            if (b.len)
                flow_put(&f, "  ", CLI_NORMAL, text);
            i += counts - 1;
            continue;
        }
        if (!is_drawn_item(p, it, zone))
            continue;
        put_item(p, &b, it);
        flow_put(&f, "  ", it->why_not ? CLI_DIM : board_colour(p->cli, it->face, &letter), text);
    }
    flow_end(&f);
}

/* "Monsters to come 19", then its other figures as pieces of their own. */
static void draw_pile(const struct pen *p, struct flow *f, const char *gap,
                      const struct board_item *it)
{
    char text[BYTES];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put(&b, it->name);
    if (it->stats_len) {
        vl_put_char(&b, ' ');
        vl_text_int(&b, it->stats[0].value);
    }
    flow_put(f, gap, CLI_NORMAL, text);
    for (int i = 1; i < it->stats_len && p->level < PEN_LEAST; i++) {
        b = vl_buf_on(text, sizeof text);
        pen_stat(&b, &it->stats[i]);
        flow_put(f, gap, CLI_NORMAL, text);
    }
}

/* Of which nothing is said but how much of it is left. */
static bool is_deck(const struct board_item *it)
{
    return !it->about && !it->badges_len && it->stats_len == 1 &&
           strcmp(it->stats[0].id, "left") == 0;
}

/* Is a move done with it? */
static bool is_choice(const struct board *b, const struct board_item *it)
{
    for (int i = 0; i < b->actions_len; i++)
        if (b->actions[i].src && strcmp(b->actions[i].src, it->id) == 0)
            return true;
    return false;
}

/* The facts of all strips and piles, on one line where they fit. */
static void draw_facts(const struct pen *p)
{
    const char *gap = p->cli->utf8 ? " · " : " - ";
    struct flow f = flow_begin(p->cli, "", 2);
    char text[BYTES];

    if (p->b->round >= 0) {
        char round[16];
        snprintf(round, sizeof round, "%d", p->b->round);
        cli_word(p->cli, text, sizeof text, TXT("cli.play.round"), "n", round, NULL);
        flow_put(&f, gap, CLI_BOLD, text);
    }
    for (int i = 0; i < p->b->items_len; i++) {
        const struct board_item *it = &p->b->items[i];
        int kind = p->b->zones[it->zone].kind;
        struct vl_buf b = vl_buf_on(text, sizeof text);
        if (kind == BOARD_STRIP && p->level >= PEN_TIGHT && (is_deck(it) || is_choice(p->b, it)))
            continue; /* `look` has it, or a move names it */
        if (kind == BOARD_STRIP && counts_at(p->b, i)) {
            int n = counts_at(p->b, i);
            put_counts(p, &b, i, n);
            if (p->level < PEN_TIGHT)
                flow_put(&f, gap, CLI_NORMAL, text);
            i += n - 1;
            continue;
        }
        if (kind == BOARD_STRIP) {
            put_item(p, &b, it);
            flow_put(&f, gap, CLI_BOLD, text);
        } else if (kind == BOARD_PILE && it->is_pile) {
            draw_pile(p, &f, gap, it);
        }
    }
    flow_end(&f);
}

/* What the things of the strip say about themselves: the event's effect. */
static void draw_about(const struct pen *p)
{
    for (int i = 0; i < p->b->items_len; i++) {
        const struct board_item *it = &p->b->items[i];
        char lead[BOARD_NAME + 4];
        if (p->b->zones[it->zone].kind != BOARD_STRIP || !it->about)
            continue;
        snprintf(lead, sizeof lead, p->cli->lang == VL_FR ? "%.200s : " : "%.200s: ", it->name);
        cli_wrap(p->cli, lead, 2, it->about);
    }
}

/* ---- tracks ---- */

/* The lines of one track: its head, then its cells. Cells hold colours, so each
 * knows its own width. */
struct track {
    int cells, width; /* of a cell */
    int rows;
    char head[ROWS_MAX][BYTES];
    char cell[ROWS_MAX][TRACK_CELLS + 1][BYTES];
};

static void put_styled(const struct pen *p, struct vl_buf *b, int style, const char *text)
{
    vl_put(b, style == CLI_NORMAL ? "" : cli_style(p->cli, style));
    vl_put(b, text);
    vl_put(b, style == CLI_NORMAL ? "" : cli_style(p->cli, CLI_NORMAL));
}

/* Adds a word to the head, on a new line if it does not fit on the last. */
static void head_put(const struct pen *p, struct track *t, int style, const char *word,
                     bool new_line)
{
    int room = LEFT - 1, used = t->rows ? cli_width(t->head[t->rows - 1]) : room;
    char cut[BYTES / 2];
    struct vl_buf c = vl_buf_on(cut, sizeof cut);

    if (new_line || used + 1 + cli_width(word) > room) {
        if (t->rows == ROWS_MAX)
            return;
        t->head[t->rows++][0] = '\0';
        used = 0;
    }
    char *line = t->head[t->rows - 1];
    struct vl_buf b = vl_buf_on(line + strlen(line), BYTES - strlen(line));
    cli_fit(p->cli, &c, word, room - used - (used ? 1 : 0), false);
    vl_put(&b, used ? " " : "");
    put_styled(p, &b, style, cut);
}

/* Is it the thing of the seat that decides now? */
static bool is_acting(const struct board *b, const struct board_item *it)
{
    const char *face = b->actor >= 0 && b->actor < b->seats_len ? b->seats[b->actor].face : NULL;

    return face && strcmp(face, it->id) == 0;
}

/* The stats of what stands there on a line of their own, then the badges. */
static void head_stats(const struct pen *p, struct track *t, const struct board_item *it)
{
    char text[BYTES];

    for (int i = 0; i < it->stats_len; i++) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        pen_short_stat(p, &b, &it->stats[i]);
        head_put(p, t, CLI_NORMAL, text, i == 0);
    }
    for (int i = 0; i < it->badges_len; i++)
        if (strcmp(it->badges[i].id, VL_BADGE_ACTIVE) != 0) /* the arrow says so */
            head_put(p, t, CLI_CYAN, it->badges[i].text, false);
}

/* A thing before the first cell without stats of its own is the track itself. */
static bool is_track_itself(const struct board_item *it, int zone)
{
    return it->zone == zone && it->pos == 0 && !it->stats_len;
}

static bool stands_before(const struct board_item *it, int zone)
{
    return it->zone == zone && it->pos == 0 && it->stats_len;
}

/* "red  >Neltai" with what is said of the track, then the stats of who stands
 * before it. */
static void fill_head(const struct pen *p, struct track *t, int zone)
{
    const struct board_item *items = p->b->items;
    const char *name = p->b->zones[zone].label, *letter;
    char text[BYTES];
    struct vl_buf b;
    int style = CLI_BOLD;

    for (int i = 0; i < p->b->items_len; i++)
        if (is_track_itself(&items[i], zone)) {
            name = items[i].name;
            style = board_colour(p->cli, items[i].id, &letter);
            break;
        }
    b = vl_buf_on(text, sizeof text);
    cli_fit(p->cli, &b, name, NAMES, true); /* so that those who stand there stand in line */
    head_put(p, t, style == CLI_NORMAL ? CLI_BOLD : style, text, true);
    for (int i = 0; i < p->b->items_len; i++)
        if (stands_before(&items[i], zone)) {
            bool acting = is_acting(p->b, &items[i]);
            b = vl_buf_on(text, sizeof text);
            vl_put(&b, acting ? ">" : " ");
            vl_put(&b, items[i].name);
            head_put(p, t, acting ? CLI_REVERSE : CLI_BOLD, text, false);
        }
    for (int i = 0; i < p->b->items_len; i++)
        for (int k = 0; k < items[i].badges_len && is_track_itself(&items[i], zone); k++)
            head_put(p, t, CLI_CYAN, items[i].badges[k].text, false);
    for (int i = 0; i < p->b->items_len; i++)
        if (stands_before(&items[i], zone))
            head_stats(p, t, &items[i]);
}

/* "R x V": a letter for each symbol that is open, x for one that is done. */
static void put_pips(const struct pen *p, struct vl_buf *b, const struct board_item *it)
{
    for (int i = 0; i < it->pips_len; i++) {
        const char *letter;
        int style = board_colour(p->cli, it->pips[i].face, &letter);
        vl_put(b, i ? " " : "");
        if (it->pips[i].done)
            put_styled(p, b, CLI_DIM, "x");
        else if (letter)
            put_styled(p, b, style, letter);
        else
            cli_fit(p->cli, b, it->pips[i].text, 3, false);
    }
}

/* A phrase too long for its cell: without its little words ("strikes for 1" is
 * "strikes 1"), and if that is not enough its last word ("advances and shoots" is
 * "shoots"). The lists of `view` have the whole. */
static void cell_phrase(const char *phrase, int room, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);
    const char *last = phrase;

    for (const char *at = phrase; *at;) {
        size_t n = strcspn(at, " ");
        bool little = n <= 3 && !(at[0] >= '0' && at[0] <= '9');
        if (cli_width(phrase) <= room || !little || at == phrase) {
            vl_put(&b, b.len ? " " : "");
            vl_put_n(&b, at, n);
        }
        last = at;
        at += n;
        at += strspn(at, " ");
    }
    if (cli_width(out) > room) {
        b = vl_buf_on(out, cap);
        vl_put(&b, last);
    }
}

static const char *cell_name(const struct board_item *it)
{
    return it->cell_name ? it->cell_name : it->face_text ? it->face_text : it->name;
}

/* What it is about to do: the only badge that a cell has room for. */
static const char *intent_of(const struct board *b, const struct board_item *it)
{
    for (int i = 0; i < it->badges_len && b->actor != VL_OVER; i++)
        if (strncmp(it->badges[i].id, "will_", 5) == 0)
            return it->badges[i].text;
    return NULL;
}

static void fill_cell(const struct pen *p, struct track *t, const struct board_item *it)
{
    int pos = it->pos, room = t->width - 1;
    char text[BYTES];
    struct vl_buf badge;

    if (t->cell[0][pos][0]) { /* two things on one cell: say that there are more */
        badge = vl_buf_on(t->cell[2][pos], BYTES);
        vl_put(&badge, "+");
        return;
    }
    struct vl_buf name = vl_buf_on(t->cell[0][pos], BYTES);
    struct vl_buf pips = vl_buf_on(t->cell[1][pos], BYTES);
    badge = vl_buf_on(t->cell[2][pos], BYTES);
    cli_fit(p->cli, &name, cell_name(it), room, false);
    if (it->pips_len) {
        put_pips(p, &pips, it);
    } else if (it->stats_len) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        pen_stat(&b, &it->stats[0]);
        cli_fit(p->cli, &pips, text, room, false);
    }
    if (intent_of(p->b, it)) {
        cell_phrase(intent_of(p->b, it), room, text, sizeof text);
        cli_fit(p->cli, &badge, text, room, false);
    }
}

static void print_padded(struct cli *cli, const char *text, int width)
{
    int used = cli_width(text);

    cli_printf(cli, "%s%*s", text, width > used ? width - used : 0, "");
}

static void print_track(struct cli *cli, const struct track *t)
{
    const char *bar = cli->utf8 ? "│" : "|";
    int rows = t->rows > 3 ? t->rows : 3;

    for (int row = 0; row < rows; row++) {
        int last = 0;
        for (int c = 1; c <= t->cells; c++)
            if (t->cell[row][c][0])
                last = c;
        print_padded(cli, t->head[row], LEFT - 1);
        cli_print(cli, bar);
        for (int c = 1; c <= last; c++)
            print_padded(cli, t->cell[row][c], c < last ? t->width : 0);
        cli_print(cli, "\n");
    }
}

/* The rule above the tracks, with the numbers of the cells. */
static void print_ruler(struct cli *cli, const struct board_zone *zone, int width)
{
    const char *dash = cli->utf8 ? "─" : "-";
    int cells = zone ? zone->cells : 0;

    for (int i = 0; i < LEFT - 1; i++)
        cli_print(cli, dash);
    cli_print(cli, cells ? cli->utf8 ? "┬" : "+" : dash);
    for (int i = LEFT; i < cli_columns(cli); i++) {
        int c = (i - LEFT) / width;
        if (c < cells && (i - LEFT) % width == 0)
            cli_printf(cli, "%d", c + zone->first);
        else
            cli_print(cli, dash);
    }
    cli_print(cli, "\n");
}

static int cell_width(const struct cli *cli, const struct board_zone *zone)
{
    return (cli_columns(cli) - LEFT) / zone->cells;
}

void pen_text(const struct pen *p, const char *lead, int indent, const char *text, int lines)
{
    char cut[8 * BYTES];
    struct vl_buf c = vl_buf_on(cut, sizeof cut);
    int width = cli_columns(p->cli), slack = 8; /* words do not fill their lines */
    int later = width - (indent > width / 2 ? 4 : indent) - slack;

    cli_fit(p->cli, &c, text, width - cli_width(lead) + (lines - 1) * later, false);
    cli_wrap(p->cli, lead, indent, lines ? cut : text);
}

static void draw_track(const struct pen *p, int zone)
{
    static struct track t;

    memset(&t, 0, sizeof t);
    t.cells = p->b->zones[zone].cells;
    t.width = cell_width(p->cli, &p->b->zones[zone]);
    fill_head(p, &t, zone);
    for (int i = 0; i < p->b->items_len; i++) {
        const struct board_item *it = &p->b->items[i];
        if (it->zone == zone && it->pos > 0 && it->pos <= t.cells)
            fill_cell(p, &t, it);
    }
    print_track(p->cli, &t);
}

/* ---- tracks in lines ---- */

/* "3 Dragon B B B advances, cannot be blocked" */
static void put_on_track(const struct pen *p, struct vl_buf *b, const struct board_item *it)
{
    const char *intent = p->level < PEN_LEAST ? intent_of(p->b, it) : NULL;
    int n = 0;

    vl_put_int(b, it->pos - 1 + p->b->zones[it->zone].first);
    vl_put(b, p->cli->utf8 ? "\u00a0" : " "); /* on one line with the name */
    put_styled(p, b, CLI_BOLD, cell_name(it));
    if (it->pips_len) {
        vl_put_char(b, ' ');
        put_pips(p, b, it);
    }
    for (int i = 0; i < it->stats_len && !it->pips_len; i++) {
        vl_put(b, n++ ? ", " : " ");
        pen_stat(b, &it->stats[i]);
    }
    if (intent) {
        vl_put(b, n++ ? ", " : " ");
        vl_put(b, intent);
    }
    for (int i = 0; i < it->badges_len && p->level < PEN_TIGHT; i++)
        if (it->badges[i].text != intent) {
            vl_put(b, n++ ? ", " : " ");
            vl_put(b, it->badges[i].text);
        }
}

/* Who stands before it, with figures and badges. */
static void put_before(const struct pen *p, struct vl_buf *b, const struct board_item *it)
{
    bool acting = is_acting(p->b, it);

    vl_put(b, acting ? ">" : "");
    put_styled(p, b, acting ? CLI_REVERSE : CLI_BOLD, it->name);
    for (int i = 0; i < it->stats_len; i++) {
        vl_put_char(b, ' ');
        pen_short_stat(p, b, &it->stats[i]);
    }
    for (int i = 0; i < it->badges_len; i++)
        if (strcmp(it->badges[i].id, VL_BADGE_ACTIVE) != 0) {
            vl_put(b, ", ");
            vl_put(b, it->badges[i].text);
        }
}

/* What is said of the track itself: "blocked". */
static void flow_own(const struct pen *p, struct flow *f, int zone)
{
    for (int i = 0; i < p->b->items_len; i++)
        for (int k = 0; k < p->b->items[i].badges_len && is_track_itself(&p->b->items[i], zone);
             k++)
            flow_put(f, "  ", CLI_CYAN, p->b->items[i].badges[k].text);
}

static const char *track_name(const struct pen *p, int zone, int *style)
{
    const char *letter;

    for (int i = 0; i < p->b->items_len; i++)
        if (is_track_itself(&p->b->items[i], zone)) {
            *style = board_colour(p->cli, p->b->items[i].id, &letter);
            return p->b->items[i].name;
        }
    *style = CLI_NORMAL;
    return p->b->zones[zone].label;
}

/* "red    " */
static void put_track_name(const struct pen *p, struct vl_buf *b, int zone)
{
    char name[BOARD_NAME + 16];
    struct vl_buf n = vl_buf_on(name, sizeof name);
    int style;

    cli_fit(p->cli, &n, track_name(p, zone, &style), NAMES, true);
    put_styled(p, b, style == CLI_NORMAL ? CLI_BOLD : style, name);
    vl_put_char(b, ' ');
}

/* All of it in two lines at most. */
static void draw_track_least(const struct pen *p, int zone)
{
    const char *gap = p->cli->utf8 ? " · " : " - ";
    char lead[BOARD_NAME + 64], text[4 * BYTES] = "";
    struct vl_buf l = vl_buf_on(lead, sizeof lead), b = vl_buf_on(text, sizeof text);

    put_track_name(p, &l, zone);
    for (int i = 0; i < p->b->items_len; i++) {
        const struct board_item *it = &p->b->items[i];
        if (it->zone != zone || (is_track_itself(it, zone) && !it->badges_len))
            continue;
        vl_put(&b, b.len ? gap : "");
        if (is_track_itself(it, zone))
            vl_put(&b, it->badges[0].text);
        else if (stands_before(it, zone))
            put_before(p, &b, it);
        else
            put_on_track(p, &b, it);
    }
    pen_text(p, lead, NAMES + 1, text, 2);
}

/* "red    >Neltai HP 4 mana 4", and below it what stands on its cells. */
static void draw_track_lines(const struct pen *p, int zone)
{
    char text[2 * BYTES], name[16];
    struct vl_buf n = vl_buf_on(text, sizeof text);
    int things = 0;
    struct flow f;

    put_track_name(p, &n, zone);
    f = flow_begin(p->cli, text, NAMES + 1);
    for (int i = 0; i < p->b->items_len; i++) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        if (!stands_before(&p->b->items[i], zone))
            continue;
        put_before(p, &b, &p->b->items[i]);
        flow_put(&f, "  ", CLI_NORMAL, text);
        things++;
    }
    flow_own(p, &f, zone);
    for (int i = 0; i < p->b->items_len; i++) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        if (p->b->items[i].zone != zone || p->b->items[i].pos == 0)
            continue;
        put_on_track(p, &b, &p->b->items[i]);
        if (things && p->level == PEN_BRIEF) { /* on a line of their own */
            flow_end(&f);
            snprintf(name, sizeof name, "%*s", NAMES + 1, "");
            f = flow_begin(p->cli, name, NAMES + 1);
        }
        things = 0;
        flow_put(&f, p->cli->utf8 ? " · " : " - ", CLI_NORMAL, text);
    }
    flow_end(&f);
}

/* ---- what things on tracks can do ---- */

static bool is_told_before(const struct pen *p, int item)
{
    for (int i = 0; i < item; i++)
        if (p->b->items[i].pips_len &&
            strcmp(cell_name(&p->b->items[i]), cell_name(&p->b->items[item])) == 0)
            return true;
    return false;
}

/* "Dragon: recovers at each turn's end, cannot be blocked", each kind once: cells have
 * no room for it. */
static void draw_abilities(const struct pen *p)
{
    struct flow f = flow_begin(p->cli, "", 2);

    for (int i = 0; i < p->b->items_len; i++) {
        const struct board_item *it = &p->b->items[i];
        char text[BYTES];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        int n = 0;
        if (p->b->zones[it->zone].kind != BOARD_TRACK || !it->pips_len || is_told_before(p, i))
            continue;
        vl_put(&b, cell_name(it));
        for (int k = 0; k < it->badges_len; k++) {
            if (it->badges[k].text == intent_of(p->b, it) ||
                strcmp(it->badges[k].id, "target") == 0)
                continue;
            vl_put(&b, n++ ? ", " : p->cli->lang == VL_FR ? " : " : ": ");
            vl_put(&b, it->badges[k].text);
        }
        if (n)
            flow_put(&f, p->cli->utf8 ? " · " : " - ", CLI_NORMAL, text);
    }
    flow_end(&f);
}

/* ---- the board ---- */

void pen_line(const struct pen *p, const char *title)
{
    const char *dash = p->cli->utf8 ? "─" : "-";
    const char *bold = cli_style(p->cli, CLI_BOLD), *off = cli_style(p->cli, CLI_NORMAL);
    int width = cli_columns(p->cli), used = title ? cli_width(title) + 4 : 0;
    char lead[64];

    if (title && (p->level >= PEN_TIGHT || used > width)) {
        snprintf(lead, sizeof lead, "%s", bold);
        pen_text(p, lead, 2, title, p->level >= PEN_TIGHT ? 1 : 0);
        cli_print(p->cli, off);
        return;
    }
    if (p->level >= PEN_TIGHT)
        return;
    if (title)
        cli_printf(p->cli, "%s%s %s%s%s ", dash, dash, bold, title, off);
    for (int i = used; i < width; i++)
        cli_print(p->cli, dash);
    cli_print(p->cli, "\n");
}

static bool is_grid(const struct pen *p, const struct board_zone *z)
{
    return p->level == PEN_WHOLE && cli_columns(p->cli) >= GRID_MIN && z->kind == BOARD_TRACK &&
           z->cells > 0 && z->cells <= TRACK_CELLS;
}

/* A track before which nothing stands and on which nothing lies. */
static bool is_bare(const struct board *b, int zone)
{
    for (int i = 0; i < b->items_len; i++)
        if (b->items[i].zone == zone)
            return false;
    return b->zones[zone].kind == BOARD_TRACK;
}

/* The same, but for the thing that the track is named after. */
static bool is_idle(const struct board *b, int zone)
{
    for (int i = 0; i < b->items_len; i++)
        if (b->items[i].zone == zone &&
            (!is_track_itself(&b->items[i], zone) || b->items[i].badges_len))
            return false;
    return true;
}

static bool is_stack(const struct board *b, int zone)
{
    for (int i = 0; i < b->items_len; i++)
        if (b->items[i].zone == zone && !b->items[i].is_pile)
            return b->zones[zone].kind == BOARD_PILE && b->zones[zone].seat < 0;
    return false;
}

/* Is a move done with a thing that lies there? */
static bool is_used(const struct board *b, int zone)
{
    for (int i = 0; i < b->items_len; i++)
        if (b->items[i].zone == zone && is_choice(b, &b->items[i]))
            return true;
    return false;
}

/* One zone; `cells` is how many cells the tracks above it have, 0 if there are none. */
static void draw_zone(const struct pen *p, int z, int *cells)
{
    const struct board_zone *zone = &p->b->zones[z];

    if (is_bare(p->b, z) ||
        (p->level >= PEN_LEAST && zone->kind == BOARD_TRACK && is_idle(p->b, z)))
        return;
    if (zone->kind == BOARD_MAP) {
        pen_map(p, z);
    } else if (pen_is_rows(p->b, z)) {
        if (p->level < PEN_TIGHT)
            pen_line(p, zone->label);
        pen_rows(p, z);
    } else if (is_grid(p, zone)) {
        if (zone->cells != *cells)
            print_ruler(p->cli, zone, cell_width(p->cli, zone));
        draw_track(p, z);
        *cells = zone->cells;
    } else if (zone->kind == BOARD_TRACK) {
        if (p->level >= PEN_LEAST)
            draw_track_least(p, z);
        else
            draw_track_lines(p, z);
    } else if (pen_is_listed(p->b, z)) {
        pen_listed(p, z);
    } else if (zone->kind != BOARD_STRIP && zone->kind != BOARD_PILE) {
        if (*cells) {
            print_ruler(p->cli, NULL, cli_columns(p->cli));
            draw_abilities(p);
        }
        *cells = 0;
        draw_flow(p, z);
    } else if (is_stack(p->b, z) && p->level < PEN_LEAST &&
               (!p->b->cells_len || is_used(p->b, z))) {
        pen_stack(p, z);
    }
}

static void draw_at(const struct board *b, struct cli *cli, int level, bool about, int spare)
{
    struct pen pen = { b, cli, level, spare };
    int cells = 0;

    if (level < PEN_TIGHT)
        cli_print(cli, "\n");
    draw_facts(&pen);
    if (about)
        draw_about(&pen);
    for (int z = 0; z < b->zones_len; z++)
        draw_zone(&pen, z, &cells);
    pen_seats(&pen);
}

/* ---- what fits ---- */

/* What is written between the two goes to memory, to be counted. */
struct probe {
    FILE *was;
    char *text;
    size_t len;
};

static bool probe_begin(struct cli *cli, struct probe *pr)
{
    FILE *memory;

    memset(pr, 0, sizeof *pr);
    memory = open_memstream(&pr->text, &pr->len);
    if (!memory)
        return false;
    pr->was = cli->out;
    cli->out = memory;
    return true;
}

/* The lines that were written. */
static int probe_end(struct cli *cli, struct probe *pr)
{
    int lines = 0;

    fclose(cli->out);
    cli->out = pr->was;
    for (size_t i = 0; i < pr->len; i++)
        lines += pr->text[i] == '\n';
    free(pr->text);
    return lines;
}

static int board_lines(const struct board *b, struct cli *cli, int level, bool about)
{
    struct probe pr;

    if (!probe_begin(cli, &pr))
        return 0;
    draw_at(b, cli, level, about, 0);
    return probe_end(cli, &pr);
}

static int moves_lines(const struct board *b, struct cli *cli, bool brief, int most)
{
    struct probe pr;

    if (!probe_begin(cli, &pr))
        return 0;
    pen_moves(b, cli, brief, most);
    return probe_end(cli, &pr);
}

static int prompt_lines(const struct board *b, struct cli *cli)
{
    struct probe pr;

    if (!probe_begin(cli, &pr))
        return 0;
    cli_wrap(cli, "", 0, b->prompt);
    return probe_end(cli, &pr);
}

/* Lines for what was just told: a map leaves them, so that it can still be read. */
static int told_lines(const struct board *b, const struct cli *cli)
{
    int most = cli->rows / 4;

    return !b->is_hex ? 0 : b->above < most ? b->above : most;
}

struct pen_fit pen_fit(const struct board *b, struct cli *cli)
{
    enum { WRITTEN, SHORT, FOLDED };
    static const struct {
        int level, moves;
    } ways[] = { { PEN_WHOLE, WRITTEN }, { PEN_BRIEF, WRITTEN }, { PEN_BRIEF, SHORT },
                 { PEN_BRIEF, FOLDED },  { PEN_TIGHT, SHORT },   { PEN_TIGHT, FOLDED },
                 { PEN_LEAST, SHORT },   { PEN_LEAST, FOLDED },  { PEN_NAMES, SHORT },
                 { PEN_NAMES, FOLDED } };
    int room, folded, least;

    if (!cli->rows)
        return (struct pen_fit){ PEN_WHOLE, false, 0, 0 };
    room = cli->rows - 1 - prompt_lines(b, cli); /* one is for the line that is typed */
    folded = cli->rows / 3;
    for (int i = 0; i < VL_LEN(ways); i++) {
        bool brief = ways[i].moves != WRITTEN;
        int most = ways[i].moves == FOLDED ? folded : 0;
        int told = ways[i].level < PEN_LEAST ? told_lines(b, cli) : 0;
        int left = room - moves_lines(b, cli, brief, most);
        if (board_lines(b, cli, ways[i].level, false) + told <= left)
            return (struct pen_fit){ ways[i].level, brief, most, left };
    }
    least = room - board_lines(b, cli, PEN_NAMES, false);
    return (struct pen_fit){ PEN_NAMES, true, least > 2 ? least : 2, room - least };
}

/* What a map may grow by, after what was just told. */
static int spare_lines(const struct board *b, struct cli *cli, int level, bool about, int room)
{
    int spare = 0;

    if (b->cells_len && room)
        spare = room - told_lines(b, cli) - board_lines(b, cli, level, about);
    return spare > 0 ? spare : 0;
}

void board_draw(const struct board *b, struct cli *cli, bool about)
{
    struct pen_fit fit = pen_fit(b, cli);

    for (int level = fit.level; level < PEN_LEVELS && about; level++)
        if (!fit.board_lines || board_lines(b, cli, level, true) <= fit.board_lines) {
            draw_at(b, cli, level, true, spare_lines(b, cli, level, true, fit.board_lines));
            return;
        }
    draw_at(b, cli, fit.level, false, spare_lines(b, cli, fit.level, false, fit.board_lines));
}
