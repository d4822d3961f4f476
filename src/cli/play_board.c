/* play_board.c - the view drawn in 80 columns.
 *
 *     strip and piles     one line of facts
 *     track               the thing it is named after, what stands before it
 *                         (cell 0), then its cells in columns
 *     tray                one line
 *     sheet               one line of things, without those that cannot be used
 *
 * Colours only repeat what letters and words say already. */
#include "cli/play.h"

#include <string.h>

enum {
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

int play_colour(struct play *p, struct vl_ref ref, const char **letter)
{
    const char *key = NULL;

    *letter = NULL;
    if (ref.family >= VL_FAM_GAME && ref.index != VL_NONE)
        key = vl_key(play_rules(p), ref.family, ref.index);
    for (int i = 0; key && i < VL_LEN(colours); i++)
        if (strcmp(key, colours[i].key) == 0) {
            *letter = vl_text_find(p->cli->lang, colours[i].letter);
            return colours[i].style;
        }
    return CLI_NORMAL;
}

void play_name(struct play *p, struct vl_ref ref, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    if (ref.family != VL_FAM_NONE && ref.index != VL_NONE)
        vl_text_name(&b, p->cli->lang, play_rules(p), ref.family, ref.index);
    cli_own(p->cli, out, cap);
}

bool play_is_numbered(struct play *p, struct vl_ref ref)
{
    const char *key = vl_key(play_rules(p), ref.family, ref.index);
    int64_t number;

    return !key || vl_str_int(key, strlen(key), &number);
}

static void label(struct play *p, const char *what, const char *key, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_text_label(&b, p->cli->lang, play_rules(p)->game, what, key);
    cli_own(p->cli, out, cap);
}

/* ---- a line that fills up ---- */

/* Pieces one after the other, each whole, on as many lines as it takes. */
struct flow {
    struct play *p;
    int indent; /* of all lines but the first */
    int used;   /* columns of this line; 0: nothing stands on it yet */
    bool fresh; /* no piece stands on it yet, only the lead */
    bool later; /* this is not the first line */
};

static struct flow flow_begin(struct play *p, const char *lead, int indent)
{
    struct flow f = { p, indent, cli_width(lead), true, false };

    cli_print(p->cli, lead);
    return f;
}

static void flow_break(struct flow *f)
{
    if (f->used)
        cli_print(f->p->cli, "\n");
    f->used = 0;
    f->fresh = f->later = true;
}

static void flow_put(struct flow *f, const char *gap, int style, const char *text)
{
    struct cli *cli = f->p->cli;
    char piece[2 * BYTES], lead[16];
    const char *on = style == CLI_NORMAL ? "" : cli_style(cli, style);
    const char *off = style == CLI_NORMAL ? "" : cli_style(cli, CLI_NORMAL);
    int width = cli_width(text);

    gap = f->fresh ? "" : gap;
    if (f->used && f->used + cli_width(gap) + width > CLI_WIDTH) {
        flow_break(f);
        gap = "";
    }
    snprintf(lead, sizeof lead, "%*s", f->used || !f->later ? 0 : f->indent, "");
    snprintf(piece, sizeof piece, "%s%s%s", on, text, off);
    if (cli_width(lead) + width > CLI_WIDTH) { /* longer than a line by itself */
        cli_wrap(cli, lead, f->indent + 2, piece);
        f->later = true;
        return;
    }
    cli_printf(cli, "%s%s%s", lead, gap, piece);
    f->used += cli_width(lead) + cli_width(gap) + width;
    f->fresh = false;
}

static void flow_end(struct flow *f)
{
    if (f->used)
        cli_print(f->p->cli, "\n");
}

/* ---- things as words ---- */

/* "HP 4/4": with its most, or without where room is short. */
static void put_stat(struct play *p, struct vl_buf *b, const struct vl_stat *s, bool with_max)
{
    char name[PLAY_NAME];

    label(p, "stat", s->name, name, sizeof name);
    vl_put(b, name);
    vl_put_char(b, ' ');
    vl_put_int(b, s->value);
    if (with_max && s->max >= 0) {
        vl_put_char(b, '/');
        vl_put_int(b, s->max);
    }
}

/* "Temple HP 4/4"; of a die "0 red (spent)", since numbered things that show a
 * face stand in a zone that says what they are. */
static void put_item(struct play *p, struct vl_buf *b, const struct vl_item *it)
{
    char name[PLAY_NAME];

    if (it->face.family != VL_FAM_NONE && play_is_numbered(p, it->id))
        snprintf(name, sizeof name, "%d", it->id.index);
    else
        play_name(p, it->id, name, sizeof name);
    vl_put(b, name);
    if (it->face.family != VL_FAM_NONE) {
        play_name(p, it->face, name, sizeof name);
        vl_put_char(b, ' ');
        vl_put(b, name);
    }
    for (int i = 0; i < it->stats_len; i++) {
        vl_put(b, i ? ", " : " ");
        put_stat(p, b, &it->stats[i], true);
    }
    for (int i = 0; i < it->badges_len; i++) {
        label(p, "badge", it->badges[i], name, sizeof name);
        vl_put(b, i ? ", " : " (");
        vl_put(b, name);
    }
    vl_put(b, it->badges_len ? ")" : "");
}

/* ---- strips, piles, trays, sheets ---- */

static int item_style(struct play *p, const struct vl_item *it)
{
    const char *letter;

    return play_colour(p, it->face.family != VL_FAM_NONE ? it->face : it->id, &letter);
}

/* What a sheet offers and cannot be used now is left out: `why` tells of it. */
static bool is_drawn_item(const struct play *p, const struct vl_item *it, int zone)
{
    return it->zone == zone && !(it->why_not && p->view.zones[zone].kind == VL_ZONE_SHEET);
}

/* All things of a zone in one flow after its name. */
static void draw_flow(struct play *p, int zone)
{
    char lead[PLAY_NAME] = "", text[BYTES];
    bool any = false;
    struct flow f;

    for (int i = 0; i < p->view.items_len; i++)
        any = any || is_drawn_item(p, &p->view.items[i], zone);
    if (!any)
        return;
    label(p, "zone", p->view.zones[zone].id, lead, sizeof lead - 2);
    strcat(lead, "  ");
    f = flow_begin(p, lead, 2);
    for (int i = 0; i < p->view.items_len; i++) {
        const struct vl_item *it = &p->view.items[i];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        if (!is_drawn_item(p, it, zone))
            continue;
        put_item(p, &b, it);
        flow_put(&f, "  ", it->why_not ? CLI_DIM : item_style(p, it), text);
    }
    flow_end(&f);
}

/* "Monsters to come 19", then its other figures as pieces of their own. */
static void draw_pile(struct play *p, struct flow *f, const char *gap, const struct vl_item *it)
{
    char text[BYTES];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    play_name(p, it->id, text, sizeof text);
    b.len = strlen(text);
    if (it->stats_len) {
        vl_put_char(&b, ' ');
        vl_put_int(&b, it->stats[0].value);
    }
    flow_put(f, gap, CLI_NORMAL, text);
    for (int i = 1; i < it->stats_len; i++) {
        b = vl_buf_on(text, sizeof text);
        put_stat(p, &b, &it->stats[i], true);
        flow_put(f, gap, CLI_NORMAL, text);
    }
}

/* The facts of all strips and piles, on one line where they fit. */
static void draw_facts(struct play *p)
{
    const char *gap = p->cli->utf8 ? " · " : " - ";
    struct flow f = flow_begin(p, "", 2);
    char text[BYTES];

    if (p->view.round >= 0) {
        char round[16];
        snprintf(round, sizeof round, "%d", p->view.round);
        cli_word(p->cli, text, sizeof text, TXT("cli.play.round"), "n", round, NULL);
        flow_put(&f, gap, CLI_BOLD, text);
    }
    for (int i = 0; i < p->view.items_len; i++) {
        const struct vl_item *it = &p->view.items[i];
        int kind = p->view.zones[it->zone].kind;
        struct vl_buf b = vl_buf_on(text, sizeof text);
        if (kind == VL_ZONE_STRIP) {
            put_item(p, &b, it);
            flow_put(&f, gap, CLI_BOLD, text);
        } else if (kind == VL_ZONE_PILE) {
            draw_pile(p, &f, gap, it);
        }
    }
    flow_end(&f);
}

/* What the things of the strip say about themselves: the event's effect. */
static void draw_about(struct play *p)
{
    for (int i = 0; i < p->view.items_len; i++) {
        const struct vl_item *it = &p->view.items[i];
        char text[VL_TEXT_MAX], name[PLAY_NAME], lead[PLAY_NAME + 4];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        if (p->view.zones[it->zone].kind != VL_ZONE_STRIP ||
            !vl_text_about(&b, p->cli->lang, play_rules(p), it->id.family, it->id.index))
            continue;
        play_name(p, it->id, name, sizeof name);
        snprintf(lead, sizeof lead, p->cli->lang == VL_FR ? "%s : " : "%s: ", name);
        cli_wrap(p->cli, lead, 2, text);
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

static void put_styled(struct play *p, struct vl_buf *b, int style, const char *text)
{
    vl_put(b, style == CLI_NORMAL ? "" : cli_style(p->cli, style));
    vl_put(b, text);
    vl_put(b, style == CLI_NORMAL ? "" : cli_style(p->cli, CLI_NORMAL));
}

/* Adds a word to the head, on a new line if it does not fit on the last. */
static void head_put(struct play *p, struct track *t, int style, const char *word, bool new_line)
{
    int room = LEFT - 1, used = t->rows ? cli_width(t->head[t->rows - 1]) : room;
    char cut[BYTES];
    struct vl_buf c = vl_buf_on(cut, sizeof cut);

    if (new_line || used + 1 + cli_width(word) > room) {
        if (t->rows == ROWS_MAX)
            return;
        t->head[t->rows++][0] = '\0';
        used = 0;
    }
    char *line = t->head[t->rows - 1];
    struct vl_buf b = vl_buf_on(line + strlen(line), BYTES - strlen(line));
    cli_fit(&c, word, room - used - (used ? 1 : 0), false);
    vl_put(&b, used ? " " : "");
    put_styled(p, &b, style, cut);
}

/* Is it the thing of the seat that decides now? */
static bool is_acting(const struct play *p, const struct vl_item *it)
{
    vl_actor actor = play_state(p)->actor;

    if (actor < 0)
        return false;
    struct vl_ref face = p->view.seats[actor].face;
    return face.family == it->id.family && face.index == it->id.index;
}

/* A stat in few columns: of a label in several words the last one, the value. */
static void put_short_stat(struct play *p, struct vl_buf *b, const struct vl_stat *s)
{
    char name[PLAY_NAME];
    const char *space;

    label(p, "stat", s->name, name, sizeof name);
    space = strrchr(name, ' ');
    vl_put(b, space ? space + 1 : name);
    vl_put_char(b, ' ');
    vl_put_int(b, s->value);
}

/* The stats of what stands there on a line of their own, then the badges. */
static void head_stats(struct play *p, struct track *t, const struct vl_item *it)
{
    char text[PLAY_NAME];

    for (int i = 0; i < it->stats_len; i++) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        put_short_stat(p, &b, &it->stats[i]);
        head_put(p, t, CLI_NORMAL, text, i == 0);
    }
    for (int i = 0; i < it->badges_len; i++) {
        if (strcmp(it->badges[i], "active") == 0)
            continue; /* the arrow says so */
        label(p, "badge", it->badges[i], text, sizeof text);
        head_put(p, t, CLI_CYAN, text, false);
    }
}

/* A thing before the first cell without stats of its own is the track itself. */
static bool is_track_itself(const struct vl_item *it, int zone)
{
    return it->zone == zone && it->pos == 0 && !it->stats_len;
}

static bool stands_before(const struct vl_item *it, int zone)
{
    return it->zone == zone && it->pos == 0 && it->stats_len;
}

/* "red  >Neltai" with what is said of the track, then the stats of who stands
 * before it. */
static void fill_head(struct play *p, struct track *t, int zone)
{
    const struct vl_item *items = p->view.items;
    char name[PLAY_NAME], text[PLAY_NAME + 2];
    struct vl_buf b;
    const char *letter;
    int style = CLI_BOLD;

    label(p, "zone", p->view.zones[zone].id, name, sizeof name);
    for (int i = 0; i < p->view.items_len; i++)
        if (is_track_itself(&items[i], zone)) {
            play_name(p, items[i].id, name, sizeof name);
            style = play_colour(p, items[i].id, &letter);
            break;
        }
    b = vl_buf_on(text, sizeof text);
    cli_fit(&b, name, NAMES, true); /* so that those who stand there stand in line */
    head_put(p, t, style == CLI_NORMAL ? CLI_BOLD : style, text, true);
    for (int i = 0; i < p->view.items_len; i++)
        if (stands_before(&items[i], zone)) {
            bool acting = is_acting(p, &items[i]);
            play_name(p, items[i].id, name, sizeof name);
            snprintf(text, sizeof text, "%s%s", acting ? ">" : " ", name);
            head_put(p, t, acting ? CLI_REVERSE : CLI_BOLD, text, false);
        }
    for (int i = 0; i < p->view.items_len; i++)
        for (int k = 0; k < items[i].badges_len && is_track_itself(&items[i], zone); k++) {
            label(p, "badge", items[i].badges[k], name, sizeof name);
            head_put(p, t, CLI_CYAN, name, false);
        }
    for (int i = 0; i < p->view.items_len; i++)
        if (stands_before(&items[i], zone))
            head_stats(p, t, &items[i]);
}

/* "R x V": a letter for each symbol that is open, x for one that is done. */
static void put_pips(struct play *p, struct vl_buf *b, const struct vl_item *it)
{
    for (int i = 0; i < it->pips_len; i++) {
        const char *letter;
        char name[PLAY_NAME];
        int style = play_colour(p, it->pips[i].face, &letter);
        vl_put(b, i ? " " : "");
        if (it->pips[i].done) {
            put_styled(p, b, CLI_DIM, "x");
        } else if (letter) {
            put_styled(p, b, style, letter);
        } else {
            play_name(p, it->pips[i].face, name, sizeof name);
            cli_fit(b, name, 3, false);
        }
    }
}

/* In a cell a thing is called by its kind: the one whose key begins the thing's
 * own key ("troll" of "troll_red"), if the content names such kinds. */
static void cell_name(struct play *p, const struct vl_item *it, char *out, size_t cap)
{
    const struct vl_rules *r = play_rules(p);
    const char *key = vl_key(r, it->id.family, it->id.index);
    size_t stem = key ? strcspn(key, "_") : 0;

    play_name(p, it->face.family != VL_FAM_NONE ? it->face : it->id, out, cap);
    if (!key || key[stem] == '\0')
        return;
    for (int f = 0; f < r->game->families_len; f++) {
        struct vl_ref kind = { (uint8_t)(VL_FAM_GAME + f), 0 };
        char name[PLAY_NAME];
        if (r->game->families[f].keys || kind.family == it->id.family)
            continue; /* fixed words of the rules, not kinds of cards */
        int at = vl_find_key(r, kind.family, key, stem);
        if (at < 0)
            continue;
        kind.index = (uint8_t)at;
        play_name(p, kind, name, sizeof name);
        snprintf(out, cap, "%s", name);
        return;
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

static void fill_cell(struct play *p, struct track *t, const struct vl_item *it)
{
    int pos = it->pos, room = t->width - 1;
    char text[PLAY_NAME];
    struct vl_buf name = vl_buf_on(t->cell[0][pos], BYTES);
    struct vl_buf pips = vl_buf_on(t->cell[1][pos], BYTES);
    struct vl_buf badge = vl_buf_on(t->cell[2][pos], BYTES);

    if (name.p[0]) { /* two things on one cell: say how many there are, list the rest elsewhere */
        t->cell[2][pos][0] = '\0';
        vl_put(&badge, "+");
        return;
    }
    cell_name(p, it, text, sizeof text);
    cli_fit(&name, text, room, false);
    if (it->pips_len) {
        put_pips(p, &pips, it);
    } else if (it->stats_len) {
        struct vl_buf b = vl_buf_on(text, sizeof text);
        put_stat(p, &b, &it->stats[0], true);
        cli_fit(&pips, text, room, false);
    }
    if (it->badges_len && play_state(p)->actor != VL_OVER) {
        char phrase[PLAY_NAME];
        label(p, "badge", it->badges[0], phrase, sizeof phrase);
        cell_phrase(phrase, room, text, sizeof text);
        cli_fit(&badge, text, room, false);
    }
}

static void print_padded(struct play *p, const char *text, int width)
{
    int used = cli_width(text);

    cli_printf(p->cli, "%s%*s", text, width > used ? width - used : 0, "");
}

static void print_track(struct play *p, const struct track *t)
{
    const char *bar = p->cli->utf8 ? "│" : "|";
    int rows = t->rows > 3 ? t->rows : 3;

    for (int row = 0; row < rows; row++) {
        int last = 0;
        for (int c = 1; c <= t->cells; c++)
            if (t->cell[row][c][0])
                last = c;
        print_padded(p, t->head[row], LEFT - 1);
        cli_print(p->cli, bar);
        for (int c = 1; c <= last; c++)
            print_padded(p, t->cell[row][c], c < last ? t->width : 0);
        cli_print(p->cli, "\n");
    }
}

/* The rule above the tracks, with the numbers of the cells. */
static void print_ruler(struct play *p, int cells, int width)
{
    const char *dash = p->cli->utf8 ? "─" : "-";

    for (int i = 0; i < LEFT - 1; i++)
        cli_print(p->cli, dash);
    cli_print(p->cli, cells ? p->cli->utf8 ? "┬" : "+" : dash);
    for (int i = LEFT; i < CLI_WIDTH; i++) {
        int c = (i - LEFT) / width + 1;
        if (c <= cells && (i - LEFT) % width == 0)
            cli_printf(p->cli, "%d", c);
        else
            cli_print(p->cli, dash);
    }
    cli_print(p->cli, "\n");
}

static void draw_track(struct play *p, int zone)
{
    static struct track t;

    memset(&t, 0, sizeof t);
    t.cells = p->view.zones[zone].cells;
    t.width = (CLI_WIDTH - LEFT) / t.cells;
    fill_head(p, &t, zone);
    for (int i = 0; i < p->view.items_len; i++) {
        const struct vl_item *it = &p->view.items[i];
        if (it->zone == zone && it->pos > 0 && it->pos <= t.cells)
            fill_cell(p, &t, it);
    }
    print_track(p, &t);
}

/* ---- the board ---- */

static bool is_drawn(const struct vl_zone *z)
{
    return z->kind == VL_ZONE_TRACK && z->cells > 0 && z->cells <= TRACK_CELLS;
}

void play_board(struct play *p)
{
    int cells = 0;

    play_look(p);
    cli_print(p->cli, "\n");
    draw_facts(p);
    if (p->view.round != p->about_round)
        draw_about(p);
    p->about_round = p->view.round;
    for (int z = 0; z < p->view.zones_len; z++) {
        const struct vl_zone *zone = &p->view.zones[z];
        if (is_drawn(zone)) {
            if (zone->cells != cells)
                print_ruler(p, zone->cells, (CLI_WIDTH - LEFT) / zone->cells);
            draw_track(p, z);
            cells = zone->cells;
        } else if (zone->kind != VL_ZONE_STRIP && zone->kind != VL_ZONE_PILE) {
            if (cells)
                print_ruler(p, 0, CLI_WIDTH);
            cells = 0;
            draw_flow(p, z);
        }
    }
}
