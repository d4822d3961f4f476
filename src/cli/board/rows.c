/* rows.c - what is drawn line by line: a track whose things say more than a
 * cell can hold, piles, and the seats with what they own.
 *
 *      3) Long Sword     item, cost 0, Attack 2 (1), Defence 2 (1)
 *         Homo Arboris   monster, cost 3, Health 5, Strength 4, too strong. Takes ...
 *
 * Before a thing stands the number of the move that is done with it.
 * A figure in brackets is what stays of the one before it when something is laid
 * on top: a figure called "kept_attack" behind "attack". */
#include "cli/board/pen.h"

#include <string.h>

enum {
    NUMBER = 4,    /* columns of the number of a move, */
    NAME = 16,     /* of the name of a thing, a longer one takes more, */
    LABEL = 16,    /* and of the name of a pile */
    NARROW = 72,   /* columns of a screen on which words are short, of so many */
    TERSE = 3,     /* letters */
    UNDER = 4,     /* things under the top one that are named, */
    UNDER_OWN = 8, /* of a seat's own pile */
    BYTES = 2048
};

/* ---- a thing in words ---- */

/* Said by the place where it is drawn, or by its own text. */
static bool is_place(const char *badge)
{
    static const char *const by_place[] = { "top", "covered", "pending", "take" };

    for (int i = 0; i < VL_LEN(by_place); i++)
        if (strcmp(badge, by_place[i]) == 0)
            return true;
    return false;
}

static bool is_implied(const struct board_item *it, const char *badge)
{
    static const char *const by_text[] = { "action", "rest",   "immediate", "trigger",
                                           "shield", "scores", "each",      "doubles" };

    for (int i = 0; i < VL_LEN(by_text) && it->about; i++)
        if (strcmp(badge, by_text[i]) == 0)
            return true;
    return is_place(badge);
}

static bool is_kept(const struct board_stat *s)
{
    return strncmp(s->id, "kept_", 5) == 0;
}

/* Is it said in brackets behind another figure? */
static bool is_behind(const struct board_item *it, const struct board_stat *s)
{
    for (int i = 0; i < it->stats_len; i++)
        if (is_kept(s) && strcmp(it->stats[i].id, s->id + 5) == 0)
            return true;
    return false;
}

/* Of a forecast the board of the terminal says the wounds; `view` has the rest. */
static bool is_forecast(const struct board_stat *s)
{
    return strncmp(s->id, "then_", 5) == 0;
}

static void put_kept(struct vl_buf *b, const struct board_item *it, const struct board_stat *of)
{
    for (int i = 0; i < it->stats_len; i++)
        if (is_kept(&it->stats[i]) && strcmp(it->stats[i].id + 5, of->id) == 0) {
            vl_put(b, " (");
            vl_text_int(b, it->stats[i].value);
            vl_put(b, ")");
        }
}

/* Do words have to be short? */
static bool is_terse(const struct pen *p)
{
    return p->level >= PEN_LEAST || (p->level == PEN_TIGHT && cli_columns(p->cli) < NARROW);
}

/* "Attack 4", or where room is short "Att. 4". */
static void put_stat(const struct pen *p, struct vl_buf *b, const struct board_stat *s)
{
    struct board_stat few = *s;
    char word[BOARD_NAME];
    struct vl_buf w = vl_buf_on(word, sizeof word);

    if (is_terse(p) && cli_width(s->text) > TERSE + 2 && !strchr(s->text, ' ')) {
        vl_put_n(&w, s->text, cli_bytes(s->text, TERSE));
        vl_put(&w, ".");
        few.text = word;
    }
    pen_stat(b, &few);
}

void pen_short_stat(const struct pen *p, struct vl_buf *b, const struct board_stat *s)
{
    struct board_stat last = *s;
    const char *space = strrchr(s->text, ' ');

    last.max = -1;
    last.text = space ? space + 1 : s->text;
    put_stat(p, b, &last);
}

/* On a track of rows the place stands before the name, and it is what going there costs. */
static bool is_place_cost(const struct pen *p, const struct board_item *it,
                          const struct board_stat *s)
{
    return p->level > PEN_WHOLE && pen_is_rows(p->b, it->zone) && strcmp(s->id, "cost") == 0 &&
           s->value == it->pos - 1 + p->b->zones[it->zone].first;
}

/* "cost 3, Attack 2 (1), too strong": how many parts it has. `n` stand before. */
static int put_figures(const struct pen *p, struct vl_buf *b, const struct board_item *it, int n)
{
    for (int i = 0; i < it->stats_len; i++) {
        if (is_behind(it, &it->stats[i]) || is_forecast(&it->stats[i]) ||
            is_place_cost(p, it, &it->stats[i]))
            continue;
        vl_put(b, n++ ? ", " : "");
        put_stat(p, b, &it->stats[i]);
        put_kept(b, it, &it->stats[i]);
    }
    for (int i = 0; i < it->badges_len; i++)
        if (!is_implied(it, it->badges[i].id)) {
            vl_put(b, n++ ? ", " : "");
            vl_put(b, it->badges[i].text);
        }
    return n;
}

/* Its figures as a sentence, then what it says about itself. */
static void put_thing(const struct pen *p, struct vl_buf *b, const struct board_item *it, bool kind,
                      bool about)
{
    int n = kind && it->kind[0];

    vl_put(b, n ? it->kind : "");
    n = put_figures(p, b, it, n);
    if (it->about && about) {
        vl_put(b, n ? ". " : "");
        vl_put(b, it->about);
    }
}

static bool has_letters(const struct cli *cli, const struct board_item *it)
{
    const char *letter = NULL;

    if (it->face_text)
        board_colour(cli, it->face, &letter);
    for (int i = 0; i < it->pips_len && !letter; i++)
        board_colour(cli, it->pips[i].face, &letter);
    return letter != NULL;
}

void board_legend(const struct board *b, struct cli *cli)
{
    bool letters = false, kept = false;

    for (int i = 0; i < b->items_len; i++) {
        letters = letters || has_letters(cli, &b->items[i]);
        for (int k = 0; k < b->items[i].stats_len; k++)
            kept = kept || is_kept(&b->items[i].stats[k]);
    }
    if (letters)
        cli_say(cli, TXT("cli.play.legend"), NULL);
    if (kept)
        cli_say(cli, TXT("cli.play.legend_kept"), NULL);
}

/* ---- a track in rows ---- */

bool pen_is_rows(const struct board *b, int zone)
{
    bool any = false;

    if (b->zones[zone].kind != BOARD_TRACK)
        return false;
    for (int i = 0; i < b->items_len; i++) {
        any = any || (b->items[i].zone == zone && b->items[i].stats_len > 1);
        if (b->items[i].zone == zone && (b->items[i].pos == 0 || b->items[i].pips_len))
            return false;
    }
    return any;
}

/* The move that is done with the thing, if there is one and no other: its place. */
static int only_move(const struct board *b, const char *id)
{
    int found = -1;

    for (int i = 0; i < b->actions_len; i++)
        if (b->actions[i].src && strcmp(b->actions[i].src, id) == 0) {
            if (found >= 0)
                return -1;
            found = i;
        }
    return found;
}

bool board_in_row(const struct board *b, int action)
{
    const char *src = b->actions[action].src;

    for (int i = 0; i < b->items_len && src; i++)
        if (strcmp(b->items[i].id, src) == 0)
            return pen_is_rows(b, b->items[i].zone) && only_move(b, src) == action;
    return false;
}

static void draw_row(const struct pen *p, const struct board_item *it)
{
    const char *off = cli_style(p->cli, CLI_NORMAL);
    const char *dim = it->why_not ? cli_style(p->cli, CLI_DIM) : "";
    char number[32], lead[BOARD_NAME + 64], name[BOARD_NAME + 16], text[BYTES], styled[BYTES + 32];
    struct vl_buf n = vl_buf_on(name, sizeof name), t = vl_buf_on(text, sizeof text);
    int move = only_move(p->b, it->id);

    if (cli_width(it->name) > NAME)
        vl_put(&n, it->name);
    else
        cli_fit(p->cli, &n, it->name, NAME, true);
    put_thing(p, &t, it, p->level < PEN_TIGHT, true);
    if (move >= 0)
        snprintf(number, sizeof number, "%2d) ", move + 1);
    else
        snprintf(number, sizeof number, "%*s", NUMBER, "");
    if (p->level > PEN_WHOLE) {
        char place[16];
        snprintf(place, sizeof place, "%d ", it->pos - 1 + p->b->zones[it->zone].first);
        strcat(number, place);
    }
    snprintf(lead, sizeof lead, "%s%s%s%s ", cli_style(p->cli, it->why_not ? CLI_DIM : CLI_BOLD),
             number, name, off);
    snprintf(styled, sizeof styled, "%s%s%s", dim, text, it->why_not ? off : "");
    pen_text(p, lead, NUMBER + NAME + 1, styled, p->level == PEN_WHOLE ? 0 : 1);
}

/* "1 Magmara life 4" */
static void flow_row(const struct pen *p, struct flow *f, const struct board_item *it)
{
    char text[BYTES];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_put_int(&b, it->pos - 1 + p->b->zones[it->zone].first);
    vl_put_char(&b, ' ');
    vl_put(&b, it->name);
    if (it->stats_len) {
        vl_put_char(&b, ' ');
        pen_short_stat(p, &b, &it->stats[it->stats_len - 1]);
    }
    flow_put(f, "  ", it->why_not ? CLI_DIM : CLI_NORMAL, text);
}

/* Those that a move is done with have a line each; the others stand together. */
static void names_only(const struct pen *p, int zone)
{
    struct flow f = flow_begin(p->cli, "", 1);

    f.later = true; /* indented as the others */
    for (int pos = 1; pos <= p->b->zones[zone].cells; pos++)
        for (int i = 0; i < p->b->items_len; i++)
            if (p->b->items[i].zone == zone && p->b->items[i].pos == pos &&
                only_move(p->b, p->b->items[i].id) < 0)
                flow_row(p, &f, &p->b->items[i]);
    flow_end(&f);
}

void pen_rows(const struct pen *p, int zone)
{
    if (p->level == PEN_NAMES)
        names_only(p, zone);
    for (int pos = 1; pos <= p->b->zones[zone].cells; pos++)
        for (int i = 0; i < p->b->items_len; i++)
            if (p->b->items[i].zone == zone && p->b->items[i].pos == pos &&
                (p->level < PEN_NAMES || only_move(p->b, p->b->items[i].id) >= 0))
                draw_row(p, &p->b->items[i]);
}

/* ---- piles ---- */

/* The things of a zone from the last to the first: those on top come first. */
static const struct board_item *from_top(const struct board *b, int zone, int *i)
{
    while (--*i >= 0)
        if (b->items[*i].zone == zone)
            return &b->items[*i];
    return NULL;
}

static bool is_empty(const struct board *b, int zone)
{
    int i = b->items_len;

    return from_top(b, zone, &i) == NULL;
}

/* "Long Sword (Attack 1)": a covered card with what it still gives its owner. */
static void put_covered(const struct pen *p, struct vl_buf *b, const struct board_item *it,
                        bool owned)
{
    char figures[BOARD_NAME] = "";
    struct vl_buf f = vl_buf_on(figures, sizeof figures);

    vl_put(b, it->name);
    if (owned && put_figures(p, &f, it, 0)) {
        vl_put(b, " (");
        vl_put(b, figures);
        vl_put(b, ")");
    }
}

static void put_under(const struct pen *p, struct vl_buf *b, int zone, int at)
{
    bool owned = p->b->zones[zone].seat >= 0;
    char names[BYTES] = "", more[16];
    struct vl_buf n = vl_buf_on(names, sizeof names);
    const struct board_item *it;
    int len = 0, left = 0;

    while ((it = from_top(p->b, zone, &at)) != NULL) {
        if (++len > (owned ? UNDER_OWN : UNDER)) {
            left++;
            continue;
        }
        vl_put(&n, len > 1 ? ", " : "");
        put_covered(p, &n, it, owned);
    }
    if (!len)
        return;
    snprintf(more, sizeof more, "%d", left);
    const char *pairs[] = { "cards", names, "n", more, NULL };
    vl_put(b, " ");
    vl_text_str(b, p->cli->lang, left ? TXT("cli.play.under_more") : TXT("cli.play.under"), pairs);
}

static bool has_badge(const struct board_item *it, const char *id)
{
    for (int i = 0; i < it->badges_len; i++)
        if (strcmp(it->badges[i].id, id) == 0)
            return true;
    return false;
}

/* Of what somebody has, an effect that happened once, when it was taken, is over. */
static bool is_past(const struct board *b, const struct board_item *it)
{
    return b->zones[it->zone].seat >= 0 && has_badge(it, "immediate") && !has_badge(it, "scores");
}

/* A move that is done with a thing says what it does; else the thing does.
 * "Caftan: Defence 2. After taking an Enchantment ..." */
static void put_named(const struct pen *p, struct vl_buf *b, const struct board_item *it)
{
    char said[BYTES];
    struct vl_buf s = vl_buf_on(said, sizeof said);

    put_thing(p, &s, it, false, only_move(p->b, it->id) < 0 && !is_past(p->b, it));
    vl_put(b, cli_style(p->cli, CLI_BOLD));
    vl_put(b, it->name);
    vl_put(b, cli_style(p->cli, CLI_NORMAL));
    if (s.len) {
        vl_put(b, p->cli->lang == VL_FR ? " : " : ": ");
        vl_put(b, said);
    }
    if (b->len && b->p[b->len - 1] != '.')
        vl_put(b, ".");
}

/* How many lines a text may take. */
static int text_lines(const struct pen *p)
{
    return p->level == PEN_WHOLE ? 0 : p->level == PEN_BRIEF ? 2 : 1;
}

/* A line that begins with the name of its zone; NULL: with as much room. */
static void draw_line(const struct pen *p, const char *label, const char *text)
{
    char lead[BOARD_NAME + 32];
    int width = label ? cli_width(label) : 0;

    snprintf(lead, sizeof lead, "%.250s%*s", label ? label : "",
             width < LABEL - 1 ? LABEL - width : 1, "");
    pen_text(p, lead, LABEL, text, text_lines(p));
}

/* "Items          Caftan: Defence 2. After taking ... Under it: Fist." */
static void draw_pile(const struct pen *p, int zone, const char *label)
{
    char text[2 * BYTES];
    struct vl_buf t = vl_buf_on(text, sizeof text);
    int at = p->b->items_len;
    const struct board_item *top = from_top(p->b, zone, &at);

    if (!top)
        return;
    put_named(p, &t, top);
    put_under(p, &t, zone, at);
    draw_line(p, label, text);
}

void pen_stack(const struct pen *p, int zone)
{
    draw_pile(p, zone, p->b->zones[zone].label);
}

/* ---- sheets and trays ---- */

bool pen_is_listed(const struct board *b, int zone)
{
    bool tray = b->zones[zone].kind == BOARD_TRAY, any = false;

    if (!tray && b->zones[zone].kind != BOARD_SHEET)
        return false;
    for (int i = 0; i < b->items_len; i++) {
        const struct board_item *it = &b->items[i];
        if (it->zone != zone)
            continue;
        if (tray ? it->face_text != NULL || it->pips_len > 0 : it->stats_len > 0)
            return false;
        any = true;
    }
    return any;
}

/* What a move offers stands in the list of moves. */
static bool is_offered(const struct board *b, const struct board_item *it)
{
    for (int i = 0; i < b->actions_len; i++)
        if (b->actions[i].src && strcmp(b->actions[i].src, it->id) == 0 && !it->about)
            return true;
    return false;
}

/* Is a move done with it? */
static bool is_choice(const struct board *b, const struct board_item *it)
{
    for (int i = 0; i < b->actions_len; i++)
        if (b->actions[i].src && strcmp(b->actions[i].src, it->id) == 0)
            return true;
    return false;
}

void pen_listed(const struct pen *p, int zone)
{
    const char *label = p->b->zones[zone].label;

    for (int i = 0; i < p->b->items_len; i++) {
        const struct board_item *it = &p->b->items[i];
        char text[2 * BYTES];
        struct vl_buf t = vl_buf_on(text, sizeof text);
        if (it->zone != zone || it->why_not || is_offered(p->b, it))
            continue;
        if (p->level >= PEN_LEAST && !label && p->b->zones[zone].kind == BOARD_SHEET &&
            !is_choice(p->b, it))
            continue; /* `look` has the rest */
        put_named(p, &t, it);
        draw_line(p, label, text);
        label = NULL;
    }
}

/* ---- seats ---- */

/* Where there is a map a seat has its figures there, whatever else it owns. */
bool pen_owns(const struct board *b, int seat)
{
    for (int z = 0; z < b->zones_len; z++)
        if (b->zones[z].seat == seat &&
            (!is_empty(b, z) || (b->cells_len && b->seats[seat].totals_len)))
            return true;
    return false;
}

void pen_totals(const struct pen *p, struct vl_buf *b, const struct board_seat *s)
{
    for (int i = 0; i < s->totals_len; i++) {
        vl_put(b, i ? ", " : "");
        put_stat(p, b, &s->totals[i]);
    }
    for (int i = 0; i < s->badges_len; i++)
        if (strcmp(s->badges[i].id, VL_BADGE_ACTIVE) != 0) { /* the prompt says so */
            vl_put(b, ", ");
            vl_put(b, s->badges[i].text);
        }
}

/* The piles of mine, one a line, or on the smallest screens one after the other. */
static void draw_mine(const struct pen *p, int seat)
{
    char title[BYTES], all[2 * BYTES] = "";
    struct vl_buf b = vl_buf_on(title, sizeof title), a = vl_buf_on(all, sizeof all);

    vl_put(&b, p->b->seats[seat].name);
    vl_put(&b, p->cli->lang == VL_FR ? " : " : ": ");
    pen_totals(p, &b, &p->b->seats[seat]);
    pen_line(p, title);
    for (int z = 0; z < p->b->zones_len; z++) {
        const struct board_zone *zone = &p->b->zones[z];
        int at = p->b->items_len;
        if (zone->seat != seat)
            continue;
        if (p->level < PEN_LEAST) {
            draw_pile(p, z, zone->own ? zone->own : zone->label);
        } else if (from_top(p->b, z, &at) != NULL) {
            vl_put(&a, a.len ? " " : "");
            put_named(p, &a, &p->b->items[at]);
        }
    }
    if (a.len)
        pen_text(p, "", 2, all, 2);
}

/* "of Mercy (triggered ability)": what the card can do, in a word or two. */
static void put_top(const struct pen *p, struct vl_buf *b, const struct board_item *it)
{
    int n = 0;

    if (p->level == PEN_WHOLE) {
        put_named(p, b, it);
        return;
    }
    vl_put(b, it->name);
    for (int i = 0; i < it->badges_len && p->level < PEN_LEAST; i++)
        if (is_implied(it, it->badges[i].id) && !is_place(it->badges[i].id) && !is_past(p->b, it)) {
            vl_put(b, n++ ? ", " : " (");
            vl_put(b, it->badges[i].text);
        }
    vl_put(b, n ? ")" : "");
}

/* "Léo: Attack 3, Defence 1, wounds 0. Caftan, of Mercy, Goblin": what lies on top. */
static void draw_other(const struct pen *p, int seat)
{
    char text[2 * BYTES], lead[BOARD_NAME + 8];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    const char *gap = p->level == PEN_WHOLE ? " " : ", ";
    int n = 0;

    snprintf(lead, sizeof lead,
             p->cli->lang == VL_FR ? "%.200s : " : "%.200s: ", p->b->seats[seat].name);
    pen_totals(p, &b, &p->b->seats[seat]);
    for (int z = 0; z < p->b->zones_len; z++) {
        int at = p->b->items_len;
        const struct board_item *top = from_top(p->b, z, &at);
        if (p->b->zones[z].seat != seat || !top)
            continue;
        vl_put(&b, n++ ? gap : ". ");
        put_top(p, &b, top);
    }
    pen_text(p, lead, 2, text, text_lines(p));
}

void pen_seats(const struct pen *p)
{
    const struct board *b = p->b;
    int me = b->me >= 0 ? b->me : b->actor;
    bool any = false, mine = me >= 0 && me < b->seats_len && pen_owns(b, me);

    for (int seat = 0; seat < b->seats_len; seat++)
        if (seat != me && pen_owns(b, seat)) {
            if (!any)
                pen_line(p, NULL);
            draw_other(p, seat);
            any = true;
        }
    if (mine)
        draw_mine(p, me);
    if (any || mine)
        pen_line(p, NULL);
}
