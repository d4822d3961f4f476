/* moves.c - the numbered moves. */
#include "cli/board/pen.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP_COLUMN = 16, /* of the moves, behind their headings, */
    NARROW = 72,       /* less where the screen has fewer columns than this */
    SENTENCES_MAX = 4, /* moves of a group that are written out on the drawn board, */
    MANY = 12,         /* and 2 where there are more than this in all */
    SHORT_MAX = 30,    /* columns of a move that is not written out */
    WORDS_MAX = 16,    /* of one move */
    BLOCKS_MAX = 64,   /* runs of moves of one kind under one heading */
    BYTES = 512
};

/* ---- the words of a notation ---- */

struct words {
    int len;
    char word[WORDS_MAX][64];
};

static void split(struct words *w, const char *text)
{
    w->len = 0;
    while (*text && w->len < WORDS_MAX) {
        size_t n = strcspn(text, " ,"), keep = n < sizeof w->word[0] ? n : sizeof w->word[0] - 1;
        if (n > 0) {
            memcpy(w->word[w->len], text, keep);
            w->word[w->len++][keep] = '\0';
        }
        text += n + (text[n] != '\0');
    }
}

/* What a key of a notation is called on the table: "blue" is "bleu". NULL: it
 * names nothing that is there. */
static const char *name_of(const struct board *b, const char *key)
{
    for (int i = 0; i < b->items_len; i++)
        if (strcmp(board_key(b->items[i].id), key) == 0)
            return b->items[i].name;
    return NULL;
}

static bool is_number(const char *word)
{
    int64_t v;

    return vl_str_int(word, strlen(word), &v);
}

/* The letter of what a numbered thing shows: die 0 that shows red is "0R". */
static const char *face_letter(const struct board *b, const struct cli *cli, const char *id)
{
    const char *letter = NULL;

    for (int i = 0; i < b->items_len && !letter; i++)
        if (strcmp(b->items[i].id, id) == 0 && b->items[i].face_text)
            board_colour(cli, b->items[i].face, &letter);
    return letter ? letter : "";
}

/* The id of the thing with this number, of the same family as src: "die.2". */
static void sibling_id(char *out, size_t cap, const char *src, const char *number)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_put_n(&b, src, (size_t)(board_key(src) - src));
    vl_put(&b, number);
}

/* ---- the list ---- */

static bool has_pips(const struct board *b, const char *id)
{
    for (int i = 0; i < b->items_len; i++)
        if (strcmp(b->items[i].id, id) == 0)
            return b->items[i].pips_len > 0;
    return false;
}

/* Which numbers of a notation mean things like src ("reroll 0 2"): all, but after
 * the first they count the symbols of what it is done to, if that has some. */
static bool is_thing(const struct board *b, const struct board_action *a, int i)
{
    if (!a->src || !is_number(board_key(a->src)))
        return false;
    return i == 1 || !a->dst || !has_pips(b, a->dst);
}

/* The thing that a move is done with, if it has a name of its own and the notation
 * says nothing but it, by a number at best: a card of the road. */
static const char *source_name(const struct board *b, const struct board_action *a)
{
    struct words w;
    int numbers = 0;

    if (!a->src || is_number(board_key(a->src)))
        return NULL;
    split(&w, a->id);
    for (int i = 1; i < w.len; i++)
        numbers += is_number(w.word[i]);
    for (int i = 0; i < b->items_len && numbers == 1; i++)
        if (strcmp(b->items[i].id, a->src) == 0)
            return b->items[i].name;
    return NULL;
}

/* The letter of the symbol that a number counts: weak point 2 that is green is "2G". */
static const char *pip_letter(const struct board *b, const struct cli *cli, const char *id,
                              const char *number)
{
    const char *letter = NULL;
    int64_t n;

    if (!id || !vl_str_int(number, strlen(number), &n))
        return "";
    for (int i = 0; i < b->items_len && !letter; i++)
        if (strcmp(b->items[i].id, id) == 0 && n >= 0 && n < b->items[i].pips_len)
            board_colour(cli, b->items[i].pips[n].face, &letter);
    return letter ? letter : "";
}

/* A row to a place of the map, with how many things it takes: "Otter Weir (3)". */
static bool put_destination(const struct board *b, const struct board_action *a, struct vl_buf *o)
{
    const struct board_cell *to = a->row ? board_cell_of(b, a->dst) : NULL;

    if (!to || !to->place[0])
        return false;
    vl_put(o, to->place);
    vl_put(o, " (");
    vl_put_int(o, a->things);
    vl_put(o, ")");
    return true;
}

/* "0R blue": the arguments alone, where the heading says the rest. Empty if a word of it
 * would say nothing to the reader. */
static void short_form(const struct board *b, const struct cli *cli, const struct board_action *a,
                       char *out, size_t cap)
{
    struct words w;
    struct vl_buf o = vl_buf_on(out, cap);

    if (put_destination(b, a, &o))
        return;
    if (source_name(b, a)) {
        vl_put(&o, source_name(b, a));
        return;
    }
    split(&w, a->id);
    for (int i = 1; i < w.len; i++) {
        const char *name = is_number(w.word[i]) ? w.word[i] : name_of(b, w.word[i]);
        char id[128];
        if (!name) {
            vl_buf_on(out, cap);
            return;
        }
        vl_put(&o, i > 1 ? " " : "");
        vl_put(&o, name);
        if (!is_number(w.word[i]))
            continue;
        if (is_thing(b, a, i)) {
            sibling_id(id, sizeof id, a->src, w.word[i]);
            vl_put(&o, face_letter(b, cli, id));
        } else {
            vl_put(&o, pip_letter(b, cli, a->dst, w.word[i]));
        }
    }
}

static bool same_group(const struct board *b, int i, int k)
{
    return strcmp(b->actions[i].group, b->actions[k].group) == 0;
}

/* The same verb with as many arguments, or with any number of them in a list. */
static bool same_kind(const struct board *b, int i, int k)
{
    struct words a, c;

    if (strcmp(b->actions[i].verb, b->actions[k].verb) != 0)
        return false;
    split(&a, b->actions[i].id);
    split(&c, b->actions[k].id);
    return (a.len > 1) == (c.len > 1);
}

/* Is there a short form, and does no other move under this heading share it? */
static bool has_short_form(const struct board *b, const struct cli *cli, int i)
{
    char text[BYTES], other[BYTES];

    short_form(b, cli, &b->actions[i], text, sizeof text);
    if (!text[0] || cli_width(text) > SHORT_MAX)
        return false;
    for (int k = 0; k < b->actions_len; k++) {
        if (k == i || !same_group(b, i, k))
            continue;
        short_form(b, cli, &b->actions[k], other, sizeof other);
        if (strcmp(text, other) == 0)
            return false;
    }
    return true;
}

/* ---- moves in few words ---- */

/* Moves of the run that are shown unasked: all, but of rows to the cells of a map those to
 * places, each once, and nothing of what rows do too. */
static int shown_to(const struct board *b, int from, int to)
{
    int at = from;

    if (b->actions[from].covered)
        return from;
    if (!b->actions[from].row || !board_cell_of(b, b->actions[from].dst))
        return to;
    for (; at < to; at++) {
        const struct board_cell *c = board_cell_of(b, b->actions[at].dst);
        if (!c || !c->place[0])
            break;
        for (int i = from; i < at; i++)
            if (strcmp(b->actions[i].dst, b->actions[at].dst) == 0)
                return at;
    }
    return at > from ? at : from + 1;
}

/* A run of moves of one kind, as lines; cut to `keep` of them if need be. */
struct block {
    int from, to; /* actions that are shown, */
    int more;     /* and so many that are not */
    int lines, keep;
    char *text;
    size_t len;
};

struct lister {
    const struct board *b;
    struct cli *cli;
    bool brief;
    int indent; /* the column of the headings */
    int hidden; /* moves of blocks of which none is shown */
    int blocks_len;
    struct block block[BLOCKS_MAX];
};

/* Moves of one kind: the heading, then as many a line as fit. Where they are many, the
 * first is written out and the others follow its pattern with their arguments alone. */
static void flow_group(const struct lister *l, const struct block *k, const char *name,
                       bool sentences)
{
    const struct board *b = l->b;
    struct cli *cli = l->cli;
    int indent = l->indent, used = indent, width = cli_columns(cli);
    char cut[BYTES];
    struct vl_buf c = vl_buf_on(cut, sizeof cut);

    cli_fit(cli, &c, name, indent - 1, true);
    cli_printf(cli, "%s%s%s ", cli_style(cli, CLI_CYAN), cut, cli_style(cli, CLI_NORMAL));
    for (int i = k->from; i < k->to; i++) {
        char text[BYTES], lead[64];
        struct vl_buf t = vl_buf_on(text, sizeof text);
        if (sentences || i == k->from || !has_short_form(b, cli, i))
            vl_put(&t, b->actions[i].text);
        else
            short_form(b, cli, &b->actions[i], text, sizeof text);
        snprintf(lead, sizeof lead, "%s%d)%s ", cli_style(cli, CLI_BOLD), i + 1,
                 cli_style(cli, CLI_NORMAL));
        int room = cli_width(lead) + cli_width(text);
        if (used > indent && used + 2 + room > width) {
            cli_print(cli, "\n");
            used = 0;
        }
        if (used == 0) {
            cli_printf(cli, "%*s", indent, "");
            used = indent;
        }
        if (used + room > width) { /* longer than a line */
            cli_print(cli, lead);
            cli_wrap_on(cli, used + cli_width(lead), indent + cli_width(lead), text);
            used = 0;
            continue;
        }
        cli_printf(cli, "%s%s%s", used > indent ? "  " : "", lead, text);
        used += (used > indent ? 2 : 0) + room;
    }
    cli_print(cli, used ? "\n" : "");
}

/* A group whose numbers stand on the board: the first move written out shows what
 * they mean, and the last how far they go. */
static void flow_range(const struct lister *l, const struct block *k, const char *name)
{
    struct cli *cli = l->cli;
    const char *bold = cli_style(cli, CLI_BOLD), *off = cli_style(cli, CLI_NORMAL);
    char text[3 * BYTES], end[BYTES], heading[BYTES], number[64];
    struct vl_buf t = vl_buf_on(text, sizeof text), h = vl_buf_on(heading, sizeof heading);

    cli_fit(cli, &h, name, l->indent - 1, true);
    cli_printf(cli, "%s%s%s ", cli_style(cli, CLI_CYAN), heading, off);
    snprintf(number, sizeof number, "%s%d)%s ", bold, k->from + 1, off);
    vl_put(&t, number);
    vl_put(&t, l->b->actions[k->from].text);
    vl_put(&t, cli->utf8 ? " … " : " ... ");
    snprintf(number, sizeof number, "%s%d)%s ", bold, k->to, off);
    vl_put(&t, number);
    short_form(l->b, cli, &l->b->actions[k->to - 1], end, sizeof end);
    vl_put(&t, end);
    cli_wrap_on(cli, l->indent, l->indent + 3, text);
}

static bool in_rows(const struct board *b, int from, int to)
{
    for (int i = from; i < to; i++)
        if (!board_in_row(b, i))
            return false;
    return to - from > 2;
}

/* Are they few enough to be written out, or is there no other way? */
static bool is_written_out(const struct lister *l, const struct block *k)
{
    int enough = l->brief ? 1 : l->b->actions_len > MANY ? 2 : SENTENCES_MAX;
    bool some = false;

    for (int i = k->from + 1; i < k->to && !some; i++)
        some = has_short_form(l->b, l->cli, i);
    return k->to - k->from <= enough || !some;
}

/* The block into memory; false without memory. */
static bool fill_block(const struct lister *l, struct block *k)
{
    const char *name = k->from > 0 && same_group(l->b, k->from - 1, k->from)
                           ? ""
                           : l->b->actions[k->from].group;
    FILE *was = l->cli->out, *memory = open_memstream(&k->text, &k->len);

    if (!memory)
        return false;
    l->cli->out = memory;
    if (in_rows(l->b, k->from, k->to))
        flow_range(l, k, name);
    else
        flow_group(l, k, name, is_written_out(l, k));
    fclose(memory);
    l->cli->out = was;
    for (size_t i = 0; k->text && i < k->len; i++)
        k->lines += k->text[i] == '\n';
    k->keep = k->lines;
    return k->text != NULL;
}

/* The column in which the longest heading ends, within reason. */
static int indent_of(const struct board *b, const struct cli *cli)
{
    int most = 0;

    for (int i = 0; i < b->actions_len; i++) {
        int width = cli_width(b->actions[i].group) + 1;
        if (width > most)
            most = width;
    }
    if (most > GROUP_COLUMN)
        most = GROUP_COLUMN;
    return cli_columns(cli) < NARROW ? most : GROUP_COLUMN;
}

static void fill_blocks(struct lister *l)
{
    const struct board *b = l->b;

    for (int from = 0, to; from < b->actions_len && l->blocks_len < BLOCKS_MAX; from = to) {
        struct block *k = &l->block[l->blocks_len];
        to = from + 1;
        while (to < b->actions_len && same_group(b, from, to) && same_kind(b, from, to))
            to++;
        memset(k, 0, sizeof *k);
        k->from = from;
        k->to = shown_to(b, from, to);
        k->more = to - k->to;
        if (k->to == from)
            l->hidden += k->more;
        else if (fill_block(l, k))
            l->blocks_len++;
    }
}

/* Lines are taken from the longest blocks, the last first, until all fits in `lines`. */
static void fold_blocks(struct lister *l, int lines)
{
    int total = 1; /* that says how to see the rest */

    for (int i = 0; i < l->blocks_len; i++)
        total += l->block[i].lines;
    if (total - 1 <= lines)
        return;
    for (; total > lines; total--) {
        struct block *most = NULL;
        for (int i = l->blocks_len - 1; i >= 0; i--)
            if (l->block[i].keep > 0 && (!most || l->block[i].keep > most->keep))
                most = &l->block[i];
        if (!most)
            return;
        most->keep--;
    }
}

static void print_lines(struct cli *cli, const struct block *k)
{
    const char *at = k->text;

    for (int i = 0; i < k->keep; i++) {
        size_t n = strcspn(at, "\n");
        char line[2 * BYTES];
        snprintf(line, sizeof line, "%.*s", (int)n, at);
        cli_printf(cli, "%s\n", line);
        at += n + (at[n] != '\0');
    }
}

/* Does "12)" stand in the text before `end`? */
static bool has_number(const char *text, const char *end, int n)
{
    char number[16];

    snprintf(number, sizeof number, "%d)", n);
    for (const char *at = strstr(text, number); at && at < end; at = strstr(at + 1, number))
        if (at == text || at[-1] < '0' || at[-1] > '9')
            return true;
    return false;
}

/* Prints what is kept; how many moves that leaves out, wholly or in part. */
static int print_block(const struct lister *l, const struct block *k)
{
    const char *at = k->text;
    int shown = 0;

    print_lines(l->cli, k);
    if (k->keep == k->lines)
        return k->more;
    for (int i = 0; i < k->keep; i++)
        at += strcspn(at, "\n") + 1;
    for (int i = k->from; i < k->to; i++)
        shown += has_number(k->text, at, i + 1);
    return k->more + k->to - k->from - shown;
}

void pen_moves(const struct board *b, struct cli *cli, bool brief, int lines)
{
    struct lister *l = calloc(1, sizeof *l);
    int left = 0;

    if (!l)
        return;
    l->b = b;
    l->cli = cli;
    l->brief = brief;
    l->indent = indent_of(b, cli);
    fill_blocks(l);
    left = l->hidden;
    if (lines)
        fold_blocks(l, lines);
    for (int i = 0; i < l->blocks_len; i++) {
        left += print_block(l, &l->block[i]);
        free(l->block[i].text);
    }
    if (left) {
        char n[16];
        snprintf(n, sizeof n, "%d", left);
        cli_say(cli, TXT("cli.play.more_moves"), "n", n, NULL);
    }
    free(l);
}

/* ---- moves in sentences ---- */

static void list_one(const struct board *b, struct cli *cli, int i, bool notation)
{
    const struct board_action *a = &b->actions[i];
    char lead[24], text[2 * BYTES], end[BYTES];
    struct vl_buf t = vl_buf_on(text, sizeof text);

    snprintf(lead, sizeof lead, "  %d. ", i + 1);
    snprintf(end, sizeof end, " (%.400s)", a->id);
    vl_put(&t, a->text);
    if (notation && !strstr(a->text, end))
        vl_put(&t, end);
    cli_wrap(cli, lead, 6, text);
}

/* A group as a list: heading, then one move a line. */
static void list_group(const struct board *b, struct cli *cli, int from, int to, bool notation)
{
    cli_printf(cli, "%s%s\n", b->actions[from].group, cli->lang == VL_FR ? " :" : ":");
    for (int i = from; i < to; i++)
        list_one(b, cli, i, notation);
}

/* All of them, or those that are shown unasked. */
static void list_groups(const struct board *b, struct cli *cli, bool all)
{
    int left = 0;

    for (int from = 0, to; from < b->actions_len; from = to) {
        for (to = from; to < b->actions_len && same_group(b, from, to) &&
                        b->actions[to].row == b->actions[from].row &&
                        b->actions[to].covered == b->actions[from].covered;)
            to++;
        int end = all ? to : shown_to(b, from, to);
        if (end > from)
            list_group(b, cli, from, end, all);
        left += to - end;
    }
    if (left) {
        char n[16];
        snprintf(n, sizeof n, "%d", left);
        cli_say(cli, TXT("cli.play.more_moves"), "n", n, NULL);
    }
}

void board_moves(const struct board *b, struct cli *cli, bool lists)
{
    struct pen_fit fit;

    if (lists) {
        list_groups(b, cli, false);
        return;
    }
    fit = pen_fit(b, cli);
    pen_moves(b, cli, fit.brief, fit.moves_lines);
}

void board_moves_all(const struct board *b, struct cli *cli)
{
    list_groups(b, cli, true);
}

void board_brief(const struct board *b, const struct cli *cli, const struct board_action *a,
                 char *out, size_t cap)
{
    short_form(b, cli, a, out, cap);
}
