/* board_moves.c - the numbered moves, and which of them typed words mean. */
#include "cli/board.h"

#include "cli/words.h"

#include <string.h>

enum {
    GROUP_COLUMN = 16,
    SENTENCES_MAX = 4, /* moves of a group that are written out on the drawn board, */
    MANY = 12,         /* and 2 where there are more than this in all */
    SHORT_MAX = 30,    /* columns of a move that is not written out */
    WORDS_MAX = 16,    /* of one move or one typed line */
    SHOWN_MAX = 6,     /* of several that match */
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
 * says it by a number at best: a card of the road. */
static const char *source_name(const struct board *b, const struct board_action *a)
{
    struct words w;
    bool numbered = false;

    if (!a->src || is_number(board_key(a->src)))
        return NULL;
    split(&w, a->id);
    for (int i = 1; i < w.len; i++)
        numbered = numbered || is_number(w.word[i]);
    for (int i = 0; i < b->items_len && numbered; i++)
        if (strcmp(b->items[i].id, a->src) == 0)
            return b->items[i].name;
    return NULL;
}

/* "0R blue": the arguments alone, where the heading says the rest. */
static void short_form(const struct board *b, struct cli *cli, const struct board_action *a,
                       char *out, size_t cap)
{
    struct words w;
    struct vl_buf o = vl_buf_on(out, cap);

    if (source_name(b, a)) {
        vl_put(&o, source_name(b, a));
        return;
    }
    split(&w, a->id);
    for (int i = 1; i < w.len; i++) {
        const char *name = is_number(w.word[i]) ? NULL : name_of(b, w.word[i]);
        char id[128];
        vl_put(&o, i > 1 ? " " : "");
        vl_put(&o, name ? name : w.word[i]);
        if (!is_number(w.word[i]) || !is_thing(b, a, i))
            continue;
        sibling_id(id, sizeof id, a->src, w.word[i]);
        vl_put(&o, face_letter(b, cli, id));
    }
}

/* Moves of one kind on the drawn board: the heading, then as many a line as fit.
 * Where they are many, the first is written out and the others follow its
 * pattern with their arguments alone. */
static void flow_group(const struct board *b, struct cli *cli, const char *name, int from, int to,
                       bool sentences)
{
    const int indent = GROUP_COLUMN;
    char cut[BYTES];
    struct vl_buf c = vl_buf_on(cut, sizeof cut);
    int used = indent;

    cli_fit(&c, name, GROUP_COLUMN - 1, true);
    cli_printf(cli, "%s%s%s ", cli_style(cli, CLI_CYAN), cut, cli_style(cli, CLI_NORMAL));
    for (int i = from; i < to; i++) {
        char text[BYTES], lead[64];
        struct vl_buf t = vl_buf_on(text, sizeof text);
        if (sentences || i == from)
            vl_put(&t, b->actions[i].text);
        else
            short_form(b, cli, &b->actions[i], text, sizeof text);
        snprintf(lead, sizeof lead, "%s%d)%s ", cli_style(cli, CLI_BOLD), i + 1,
                 cli_style(cli, CLI_NORMAL));
        int width = cli_width(lead) + cli_width(text);
        if (used > indent && used + 2 + width > CLI_WIDTH) {
            cli_print(cli, "\n");
            used = 0;
        }
        if (used == 0) {
            cli_printf(cli, "%*s", indent, "");
            used = indent;
        }
        if (used + width > CLI_WIDTH) { /* longer than a line */
            cli_print(cli, lead);
            cli_wrap_on(cli, used + cli_width(lead), indent + cli_width(lead), text);
            used = 0;
            continue;
        }
        cli_printf(cli, "%s%s%s", used > indent ? "  " : "", lead, text);
        used += (used > indent ? 2 : 0) + width;
    }
    cli_print(cli, used ? "\n" : "");
}

/* A group whose numbers stand on the board: the first move written out shows what
 * they mean, and the last how far they go. */
static void flow_range(const struct board *b, struct cli *cli, const char *name, int from, int last)
{
    const char *bold = cli_style(cli, CLI_BOLD), *off = cli_style(cli, CLI_NORMAL);
    char text[3 * BYTES], end[BYTES], heading[BYTES], number[64];
    struct vl_buf t = vl_buf_on(text, sizeof text), h = vl_buf_on(heading, sizeof heading);

    cli_fit(&h, name, GROUP_COLUMN - 1, true);
    cli_printf(cli, "%s%s%s ", cli_style(cli, CLI_CYAN), heading, off);
    snprintf(number, sizeof number, "%s%d)%s ", bold, from + 1, off);
    vl_put(&t, number);
    vl_put(&t, b->actions[from].text);
    vl_put(&t, cli->utf8 ? " … " : " ... ");
    snprintf(number, sizeof number, "%s%d)%s ", bold, last + 1, off);
    vl_put(&t, number);
    short_form(b, cli, &b->actions[last], end, sizeof end);
    vl_put(&t, end);
    cli_wrap_on(cli, GROUP_COLUMN, GROUP_COLUMN + 3, text);
}

static bool in_rows(const struct board *b, int from, int to)
{
    for (int i = from; i < to; i++)
        if (!board_in_row(b, i))
            return false;
    return to - from > 2;
}

static void list_one(const struct board *b, struct cli *cli, int i)
{
    char lead[24];

    snprintf(lead, sizeof lead, "  %d. ", i + 1);
    cli_wrap(cli, lead, 6, b->actions[i].text);
}

/* A group as a list: heading, then one move a line. */
static void list_group(const struct board *b, struct cli *cli, int from, int to)
{
    cli_printf(cli, "%s%s\n", b->actions[from].group, cli->lang == VL_FR ? " :" : ":");
    for (int i = from; i < to; i++)
        list_one(b, cli, i);
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

/* Are there words short enough for all of them? */
static bool has_short_forms(const struct board *b, struct cli *cli, int from, int to)
{
    for (int i = from; i < to; i++) {
        char text[BYTES];
        short_form(b, cli, &b->actions[i], text, sizeof text);
        if (cli_width(text) > SHORT_MAX)
            return false;
    }
    return true;
}

void board_moves(const struct board *b, struct cli *cli, bool lists)
{
    int enough = b->actions_len > MANY ? 2 : SENTENCES_MAX;

    for (int from = 0, to; from < b->actions_len; from = to) {
        for (to = from;
             to < b->actions_len && same_group(b, from, to) && (lists || same_kind(b, from, to));)
            to++;
        const char *name = from > 0 && same_group(b, from - 1, from) ? "" : b->actions[from].group;
        if (lists)
            list_group(b, cli, from, to);
        else if (in_rows(b, from, to))
            flow_range(b, cli, name, from, to - 1);
        else
            flow_group(b, cli, name, from, to,
                       to - from <= enough || !has_short_forms(b, cli, from, to));
    }
}

/* ---- typed words ---- */

/* The move of the same notation on the board in the other language; NULL: none. */
static const struct board_action *in_other(const struct board *b, const struct board_action *a)
{
    for (int i = 0; b->other && i < b->other->actions_len; i++)
        if (strcmp(b->other->actions[i].id, a->id) == 0)
            return &b->other->actions[i];
    return NULL;
}

static bool word_matches(const struct board *b, const char *word, const char *typed)
{
    const char *name;

    if (is_number(word))
        return strcmp(word, typed) == 0;
    name = name_of(b, word);
    return cli_begins(word, typed) || (name && cli_begins(name, typed)) ||
           (b->other && word_matches(b->other, word, typed));
}

static bool verb_matches(const struct board *b, const struct board_action *a, const char *typed)
{
    const struct board_action *o = in_other(b, a);

    return cli_begins(a->verb, typed) || cli_some_word_begins(a->group, typed) ||
           (o && cli_some_word_begins(o->group, typed));
}

/* 0: no; 1: the words begin this move; 2: they are all of it. */
static int matches(const struct board *b, const struct board_action *a, const struct words *w)
{
    struct words own;

    split(&own, a->id);
    if (w->len == 0 || w->len > own.len || !verb_matches(b, a, w->word[0]))
        return 0;
    for (int i = 1; i < w->len; i++)
        if (!word_matches(b, own.word[i], w->word[i]))
            return 0;
    return w->len == own.len ? 2 : 1;
}

static int ambiguous(const struct board *b, struct cli *cli, const int *found, int n)
{
    char count[16];

    snprintf(count, sizeof count, "%d", n);
    cli_say(cli, TXT("cli.play.several"), "n", count, NULL);
    for (int i = 0; i < n && i < SHOWN_MAX; i++)
        list_one(b, cli, found[i]);
    return -2;
}

/* The verb, then words of its sentence: "journey axe" where the notation has a
 * number for the card. */
static bool is_told(const struct board *b, const struct board_action *a, const struct words *w)
{
    const struct board_action *o = in_other(b, a);

    if (w->len < 2 || !verb_matches(b, a, w->word[0]))
        return false;
    for (int i = 1; i < w->len; i++)
        if (!cli_some_word_begins(a->text, w->word[i]) &&
            !(o && cli_some_word_begins(o->text, w->word[i])))
            return false;
    return true;
}

static int by_words(const struct board *b, struct cli *cli, const char *line)
{
    int some[BOARD_ACTIONS], whole[BOARD_ACTIONS], some_len = 0, whole_len = 0;
    bool by_sentence;
    char plain[BYTES];
    struct vl_buf p = vl_buf_on(plain, sizeof plain);
    struct words w;

    cli_plain_word(&p, line, strlen(line));
    split(&w, plain);
    for (int i = 0; i < b->actions_len; i++) {
        int how = matches(b, &b->actions[i], &w);
        if (how == 2)
            whole[whole_len++] = i;
        else if (how == 1)
            some[some_len++] = i;
    }
    by_sentence = some_len + whole_len == 0;
    for (int i = 0; i < b->actions_len && by_sentence; i++)
        if (is_told(b, &b->actions[i], &w))
            some[some_len++] = i;
    if (whole_len == 1 || (whole_len == 0 && some_len == 1))
        return whole_len == 1 ? whole[0] : some[0];
    if (whole_len + some_len == 0)
        return -1;
    return whole_len ? ambiguous(b, cli, whole, whole_len) : ambiguous(b, cli, some, some_len);
}

int board_find(const struct board *b, struct cli *cli, const char *line)
{
    int64_t number;

    for (int i = 0; i < b->actions_len; i++)
        if (strcmp(b->actions[i].id, line) == 0)
            return i;
    if (!vl_str_int(line, strlen(line), &number))
        return by_words(b, cli, line);
    if (number < 1 || number > b->actions_len) {
        char most[16];
        snprintf(most, sizeof most, "%d", b->actions_len);
        cli_say(cli, TXT("cli.play.no_number"), "value", line, "n", most, NULL);
        return -2;
    }
    return (int)number - 1;
}
