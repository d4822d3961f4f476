/* map.c - a map drawn in letters: a cell is the letter of its terrain and a mark for what
 * stands there, rows of hexes are shifted as they lie. What does not fit the screen is cut
 * around the place that matters, and a legend says what the letters mean. */
#include "cli/board/pen.h"

#include <stdio.h>
#include <string.h>

enum {
    WORDS = 24, /* terrains, or kinds of marks, with a letter of their own */
    ROWS_BRIEF = 13,
    ROWS_TIGHT = 9,
    ROWS_LEAST = 5,
    BYTES = 1024
};

/* What a letter stands for, in the order in which it was met. */
struct letters {
    int len;
    struct {
        char letter;
        const char *word;
    } of[WORDS];
};

struct sketch {
    const struct pen *p;
    int zone;
    struct letters terrains, marks, colours;
    int x0, y0, x1, y1; /* the part that is drawn, x1 and y1 past the end */
    int wide, high;     /* of the whole map */
};

/* ---- letters ---- */

static bool is_taken(const struct letters *l, char c)
{
    for (int i = 0; i < l->len; i++)
        if (l->of[i].letter == c)
            return true;
    return false;
}

/* Its first letter that no other word has, accents or none; '?' if there is none left. */
static char pick_letter(const struct letters *l, const char *word, bool capital)
{
    char plain[BOARD_NAME];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);

    cli_fold(&b, word);
    for (const char *c = plain; *c; c++) {
        char small = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
        char letter = (char)(capital && small >= 'a' && small <= 'z' ? small - 'a' + 'A' : small);
        if (small >= 'a' && small <= 'z' && !is_taken(l, letter))
            return letter;
    }
    return '?';
}

static char letter_of(struct letters *l, const char *word, bool capital)
{
    for (int i = 0; i < l->len; i++)
        if (strcmp(l->of[i].word, word) == 0)
            return l->of[i].letter;
    if (l->len == WORDS)
        return '?';
    l->of[l->len].word = word;
    l->of[l->len].letter = pick_letter(l, word, capital);
    return l->of[l->len++].letter;
}

static int style_of(const struct letters *l, char letter)
{
    static const int styles[] = { CLI_GREEN, CLI_YELLOW, CLI_BLUE, CLI_VIOLET, CLI_CYAN, CLI_RED };

    for (int i = 0; i < l->len; i++)
        if (l->of[i].letter == letter)
            return styles[i % VL_LEN(styles)];
    return CLI_NORMAL;
}

/* ---- what stands where ---- */

/* Whose it is: the seat that it stands for, or is the face of; -1: nobody's. */
static int seat_of(const struct board *b, const struct board_item *it)
{
    for (int k = 0; k < b->seats_len; k++) {
        char id[16];
        snprintf(id, sizeof id, "seat.%d", k);
        if (strcmp(it->id, id) == 0 || (b->seats[k].face && strcmp(it->id, b->seats[k].face) == 0))
            return k;
    }
    return -1;
}

static char digit(int seat)
{
    return (char)('1' + seat % 9);
}

static const struct board_item *next_on(const struct sketch *k, int cell, int *at)
{
    for (; *at < k->p->b->items_len; ++*at) {
        const struct board_item *it = &k->p->b->items[*at];
        if (it->zone == k->zone && it->pos == cell + 1) {
            ++*at;
            return it;
        }
    }
    return NULL;
}

/* Does a move name it, or what stands on it? */
static bool is_goal(const struct sketch *k, int cell)
{
    const struct board *b = k->p->b;

    for (int i = 0; i < b->actions_len; i++)
        if ((b->actions[i].dst && strcmp(b->actions[i].dst, b->cells[cell].id) == 0) ||
            (b->actions[i].src && strcmp(b->actions[i].src, b->cells[cell].id) == 0))
            return true;
    return false;
}

/* A thing that shows a colour is the colour's letter: a small one, or a capital if a move
 * leads there. '\0': it shows none. */
static char colour_of(struct sketch *k, const struct board_item *it, int cell)
{
    const char *letter = NULL;

    if (it->face_text && it->face)
        board_colour(k->p->cli, it->face, &letter);
    if (!letter || !letter[0] || letter[1])
        return '\0';
    char small = (char)(letter[0] >= 'A' && letter[0] <= 'Z' ? letter[0] - 'A' + 'a' : letter[0]);
    for (int i = 0; i < k->colours.len; i++)
        if (k->colours.of[i].letter == small)
            return is_goal(k, cell) ? (char)(small - 'a' + 'A') : small;
    if (k->colours.len < WORDS) {
        k->colours.of[k->colours.len].letter = small;
        k->colours.of[k->colours.len++].word = it->face_text;
    }
    return is_goal(k, cell) ? (char)(small - 'a' + 'A') : small;
}

/* A seat is its number, a thing the letter of its colour or of its kind, several things
 * a star. */
static char mark_of(struct sketch *k, int cell)
{
    int at = 0;
    const struct board_item *it = next_on(k, cell, &at), *more = it ? next_on(k, cell, &at) : NULL;

    for (; more && seat_of(k->p->b, it) < 0; more = next_on(k, cell, &at))
        it = more; /* who stands there before what lies there */
    if (it && seat_of(k->p->b, it) >= 0)
        return more && seat_of(k->p->b, more) >= 0 ? '*' : digit(seat_of(k->p->b, it));
    if (it && colour_of(k, it, cell))
        return colour_of(k, it, cell);
    if (it)
        return letter_of(&k->marks, it->kind[0] ? it->kind : it->name, false);
    if (is_goal(k, cell))
        return '+';
    return k->p->b->cells[cell].place[0] ? '#' : '.';
}

/* ---- the part that fits ---- */

int pen_focus(const struct board *b, int zone)
{
    int seat = b->actor >= 0 ? b->actor : b->me, found = -1;

    for (int i = 0; i < b->items_len; i++) {
        const struct board_item *it = &b->items[i];
        if (it->zone != zone || it->pos < 1 || it->pos > b->cells_len)
            continue;
        if (seat >= 0 && seat_of(b, it) == seat)
            return it->pos - 1;
        found = found < 0 ? it->pos - 1 : found;
    }
    return found < 0 ? 0 : found;
}

/* `room` of `all` places around one of them. */
static void cut(int all, int room, int around, int *first, int *end)
{
    int at = around - room / 2;

    if (room <= 0 || room >= all) {
        *first = 0;
        *end = all;
        return;
    }
    at = at < 0 ? 0 : at > all - room ? all - room : at;
    *first = at;
    *end = at + room;
}

static void choose_part(struct sketch *k)
{
    static const int rows[PEN_LEVELS] = { 0, ROWS_BRIEF, ROWS_TIGHT, ROWS_LEAST, ROWS_LEAST };
    const struct board *b = k->p->b;
    const struct board_cell *focus = &b->cells[pen_focus(b, k->zone)];

    for (int i = 0; i < b->cells_len; i++) {
        k->wide = b->cells[i].x + 2 > k->wide ? b->cells[i].x + 2 : k->wide;
        k->high = b->cells[i].y + 1 > k->high ? b->cells[i].y + 1 : k->high;
    }
    cut(k->wide, cli_columns(k->p->cli) - 1, focus->x, &k->x0, &k->x1);
    cut(k->high, rows[k->p->level] ? rows[k->p->level] + k->p->spare : 0, focus->y, &k->y0, &k->y1);
}

/* ---- drawing ---- */

static void put_cell(struct sketch *k, int cell, struct vl_buf *out)
{
    const struct board_cell *c = &k->p->b->cells[cell];
    char letter = c->terrain[0] ? letter_of(&k->terrains, c->terrain, true) : 'o';
    char mark = mark_of(k, cell);
    struct cli *cli = k->p->cli;

    vl_put(out, cli_style(cli, style_of(&k->terrains, letter)));
    vl_put_char(out, letter);
    vl_put(out, cli_style(cli, CLI_NORMAL));
    if (mark != '.')
        vl_put(out, cli_style(cli, is_goal(k, cell) ? CLI_REVERSE : CLI_BOLD));
    vl_put_char(out, mark);
    if (mark != '.')
        vl_put(out, cli_style(cli, CLI_NORMAL));
}

/* The cell at a place, -1: none. */
static int cell_at(const struct board *b, int x, int y)
{
    for (int i = 0; i < b->cells_len; i++)
        if (b->cells[i].x == x && b->cells[i].y == y)
            return i;
    return -1;
}

static void draw_line(struct sketch *k, int y)
{
    char line[8 * BYTES];
    struct vl_buf out = vl_buf_on(line, sizeof line);

    for (int x = k->x0; x < k->x1; x++) {
        int cell = x + 1 < k->x1 ? cell_at(k->p->b, x, y) : -1;
        if (cell < 0) {
            vl_put_char(&out, ' ');
            continue;
        }
        put_cell(k, cell, &out);
        x++; /* it has two columns */
    }
    while (out.len > 0 && line[out.len - 1] == ' ')
        line[--out.len] = '\0';
    cli_printf(k->p->cli, " %s\n", line);
}

static void put_meaning(struct flow *f, char letter, const char *word)
{
    char text[BOARD_NAME + 8];

    snprintf(text, sizeof text, "%c %.250s", letter, word);
    flow_put(f, "  ", CLI_NORMAL, text);
}

/* Who stands on the map: "1 Ana". */
static void put_seats(struct sketch *k, struct flow *f)
{
    const struct board *b = k->p->b;

    for (int i = 0; i < b->items_len; i++)
        if (b->items[i].zone == k->zone && seat_of(b, &b->items[i]) >= 0)
            put_meaning(f, digit(seat_of(b, &b->items[i])), b->items[i].name);
}

/* Which rows are drawn, if not all of it is. */
static void put_part(const struct sketch *k, struct flow *f)
{
    char first[16], last[16], all[16], text[BOARD_NAME];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    const char *pairs[] = { "first", first, "last", last, "all", all, NULL };

    if (k->y1 - k->y0 == k->high && k->x1 - k->x0 == k->wide)
        return;
    snprintf(first, sizeof first, "%d", k->y0 + 1);
    snprintf(last, sizeof last, "%d", k->y1);
    snprintf(all, sizeof all, "%d", k->high);
    vl_text_str(&b, k->p->cli->lang, TXT("cli.play.map_part"), pairs);
    flow_put(f, "  ", CLI_NORMAL, text);
}

/* The colours that are drawn, in few words where room is short. */
static void put_colours(const struct sketch *k, struct flow *f)
{
    for (int i = 0; i < k->colours.len; i++)
        put_meaning(f, k->colours.of[i].letter, k->colours.of[i].word);
}

static void draw_legend(struct sketch *k)
{
    struct flow f = flow_begin(k->p->cli, "", 2);
    bool place = false, goal = false;

    for (int i = 0; i < k->p->b->cells_len; i++) {
        place = place || k->p->b->cells[i].place[0];
        goal = goal || is_goal(k, i);
    }
    put_part(k, &f);
    for (int i = 0; i < k->terrains.len; i++)
        put_meaning(&f, k->terrains.of[i].letter, k->terrains.of[i].word);
    if (k->p->level < PEN_TIGHT)
        put_seats(k, &f);
    put_colours(k, &f);
    for (int i = 0; i < k->marks.len; i++)
        put_meaning(&f, k->marks.of[i].letter, k->marks.of[i].word);
    if (place)
        put_meaning(&f, '#', vl_text_find(k->p->cli->lang, TXT("cli.play.map_place")));
    if (goal)
        put_meaning(&f, '+', vl_text_find(k->p->cli->lang, TXT("cli.play.map_goal")));
    flow_end(&f);
}

/* ---- a road ----
 *
 * Squares joined by lines are drawn one after the other, five in a piece behind the name of
 * its first: "W06 z.h.j". A thing is a small letter, as is the terrain where nothing lies; a
 * capital where a move leads. */

enum { PIECE = 5 };

/* Does the cell stand in a piece with the one before it, by its name? */
static bool goes_on(const struct board *b, int cell)
{
    const char *one = board_key(b->cells[cell - 1].id), *two = board_key(b->cells[cell].id);
    size_t letters = strcspn(one, "0123456789");

    return one[letters] && strncmp(one, two, letters) == 0 && strcspn(two, "0123456789") == letters;
}

static char capital(char letter)
{
    return (char)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
}

static char road_mark(struct sketch *k, int cell)
{
    int at = 0;
    const struct board_item *it = next_on(k, cell, &at);
    const char *terrain = k->p->b->cells[cell].terrain, *letter = NULL;
    char mark = '.';

    if (it && seat_of(k->p->b, it) >= 0)
        return digit(seat_of(k->p->b, it));
    if (it && it->face_text && it->face)
        board_colour(k->p->cli, it->face, &letter);
    if (it && letter)
        mark = letter_of(&k->marks, it->face_text, false);
    else if (it)
        mark = letter_of(&k->marks, it->kind[0] ? it->kind : it->name, false);
    else if (terrain[0])
        mark = letter_of(&k->marks, terrain, false);
    if (!is_goal(k, cell))
        return mark;
    return mark == '.' ? '+' : capital(mark);
}

static void put_square(struct sketch *k, int cell, struct vl_buf *out)
{
    char mark = road_mark(k, cell);
    int style = is_goal(k, cell) ? CLI_REVERSE : mark != '.' ? CLI_BOLD : CLI_NORMAL;

    vl_put(out, style == CLI_NORMAL ? "" : cli_style(k->p->cli, style));
    vl_put_char(out, mark);
    vl_put(out, style == CLI_NORMAL ? "" : cli_style(k->p->cli, CLI_NORMAL));
}

/* Where a move leads, or something stands of which there is one only: a pawn. */
static bool matters(const struct sketch *k, int cell)
{
    const struct board *b = k->p->b;

    for (int at = 0; at < b->items_len; at++) {
        int alike = 0;
        if (b->items[at].zone != k->zone || b->items[at].pos != cell + 1)
            continue;
        for (int i = 0; i < b->items_len; i++)
            alike += b->items[i].zone == k->zone &&
                     strcmp(b->items[i].kind, b->items[at].kind) == 0;
        if (alike == 1)
            return true;
    }
    return is_goal(k, cell);
}

static void draw_road(struct sketch *k)
{
    const struct board *b = k->p->b;
    struct flow f = flow_begin(k->p->cli, " ", 1);
    bool goal = false;

    for (int i = 0; i < b->cells_len;) {
        char text[BYTES];
        struct vl_buf out = vl_buf_on(text, sizeof text);
        bool here = k->p->level < PEN_NAMES;
        vl_put(&out, board_key(b->cells[i].id));
        vl_put_char(&out, ' ');
        for (int n = 0; n < PIECE && i < b->cells_len && (n == 0 || goes_on(b, i)); n++, i++) {
            goal = goal || is_goal(k, i);
            here = here || matters(k, i);
            put_square(k, i, &out);
        }
        if (here)
            flow_put(&f, "  ", CLI_NORMAL, text);
    }
    flow_end(&f);
    if (k->p->level >= PEN_LEAST)
        return;
    f = flow_begin(k->p->cli, "", 2);
    for (int i = 0; i < k->marks.len; i++)
        put_meaning(&f, k->marks.of[i].letter, k->marks.of[i].word);
    if (goal)
        flow_put(&f, "  ", CLI_NORMAL, vl_text_find(k->p->cli->lang, TXT("cli.play.road_goal")));
    flow_end(&f);
}

/* Each has the same letter on every board. */
static void name_terrains(struct letters *l, const struct board *b)
{
    for (int i = 0; i < b->cells_len; i++)
        if (b->cells[i].terrain[0])
            letter_of(l, b->cells[i].terrain, true);
}

char pen_terrain(const struct board *b, const char *word)
{
    struct letters l = { 0 };

    if (b->is_hex)
        name_terrains(&l, b);
    for (int i = 0; i < l.len; i++)
        if (strcmp(l.of[i].word, word) == 0)
            return l.of[i].letter;
    return '\0';
}

void pen_map(const struct pen *p, int zone)
{
    struct sketch k = { .p = p, .zone = zone };

    if (p->b->cells_len == 0)
        return;
    if (!p->b->is_hex) {
        if (p->level < PEN_TIGHT)
            pen_line(p, p->b->zones[zone].label);
        draw_road(&k);
        return;
    }
    choose_part(&k);
    name_terrains(&k.terrains, p->b);
    if (p->level < PEN_TIGHT)
        pen_line(p, p->b->zones[zone].label);
    for (int y = k.y0; y < k.y1; y++)
        draw_line(&k, y);
    draw_legend(&k);
}
