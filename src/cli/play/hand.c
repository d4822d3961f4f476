/* hand.c - companion mode: the dice and cards on the real table, typed in.
 *
 * Input is forgiving: the beginning of a word in either language, the letter the
 * board uses, letters run together (`rrwb`), the whole notation, or the number
 * of an outcome in the list. What cannot be is refused with its rule. */
#include "cli/play/play.h"

#include "cli/words.h"

#include <string.h>

enum { WORDS_MAX = 16, THINGS_MAX = 255, SHOWN = 6 };

/* What is awaited: the kind of move, and where its one argument stands. */
struct asked {
    struct vl_move legal[VL_MOVES_MAX];
    int legal_len;
    int kind;
    const struct vl_arg *arg;
    int count; /* things to name: as many as the list has, or one */
};

static bool look(struct play *p, struct asked *a)
{
    const struct vl_rules *r = &p->match->rules;
    const struct vl_move_kind *k;

    a->legal_len = vl_legal(r, p->match->state, a->legal);
    if (a->legal_len == 0)
        return false;
    a->kind = a->legal[0].kind;
    k = &r->game->moves[a->kind];
    a->arg = k->args_len == 1 ? &k->args[0] : NULL;
    a->count = a->arg && a->arg->type == VL_ARG_LIST ? a->legal[0].arg[0] : 1;
    return true;
}

/* ---- names of things ---- */

/* 2 if `typed` is a word of `text` (words end at a space, '_' or '-'), 1 if one
 * begins with it, 0 if none does. */
static int word_fits(const char *text, const char *typed)
{
    char plain[PLAY_NAME];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    const char *at = plain;
    size_t len = strlen(typed);
    int best = 0;

    cli_plain_word(&b, text, strlen(text));
    while (*at) {
        size_t n = strcspn(at, " _-'");
        if (strncmp(at, typed, len) == 0)
            best = n == len ? 2 : best > 1 ? best : 1;
        at += n;
        at += strspn(at, " _-'");
    }
    return best;
}

static bool spells(const char *text, const char *typed)
{
    char plain[PLAY_NAME];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);

    cli_plain_word(&b, text, strlen(text));
    return strcmp(plain, typed) == 0;
}

/* How well a typed word names a thing: 5 its key, its name or its letter; 4 a
 * word of its name; 3 the beginning of one in the reader's language; less in the
 * other or in the key; 0 not at all. */
static int fits(struct play *p, int family, int index, const char *typed)
{
    const struct vl_rules *r = &p->match->rules;
    const char *key = vl_key(r, family, index), *letter;
    int best = 0;

    if (!key)
        return 0;
    board_colour(p->cli, key, &letter);
    if (spells(key, typed) || (letter && spells(letter, typed)))
        return 5;
    for (int lang = 0; lang < VL_LANGS; lang++) {
        char name[PLAY_NAME];
        struct vl_buf b = vl_buf_on(name, sizeof name);
        vl_text_name(&b, lang, r, family, index);
        int word = word_fits(name, typed);
        int worth = word == 0 ? 0 : word == 2 ? 4 : lang == p->cli->lang ? 3 : 1;
        if (spells(name, typed))
            return 5;
        best = worth > best ? worth : best;
    }
    return best ? best : word_fits(key, typed);
}

/* All words together, as one thing: the weakest of them counts. */
static int fits_all(struct play *p, int family, int index, char words[][64], int n)
{
    int least = 5;

    for (int i = 0; i < n; i++) {
        int f = fits(p, family, index, words[i]);
        least = f < least ? f : least;
    }
    return least;
}

static bool is_possible(const struct asked *a, int index)
{
    for (int i = 0; i < a->legal_len; i++)
        if (a->legal[i].arg[0] == index)
            return true;
    return false;
}

/* The one thing that the words name best; -1 none, -2 several (reported). For a
 * single draw, things that can come are preferred to those that cannot. */
static int find_thing(struct play *p, const struct asked *a, char words[][64], int n)
{
    int family = a->arg->family, count = vl_family_count(&p->match->rules, family);
    bool one = a->arg->type == VL_ARG_ONE;
    int best = 0, found[THINGS_MAX], len = 0;

    for (int i = 0; i < count && i < THINGS_MAX; i++) {
        int f = 2 * fits_all(p, family, i, words, n);
        if (f > 0 && one && is_possible(a, i))
            f++;
        if (f == 0 || f < best)
            continue;
        len = f > best ? 0 : len;
        best = f;
        found[len++] = i;
    }
    if (len == 1)
        return found[0];
    if (len == 0)
        return -1;
    char list[VL_TEXT_MAX] = "";
    struct vl_buf b = vl_buf_on(list, sizeof list);
    for (int i = 0; i < len && i < SHOWN; i++) {
        vl_put(&b, i ? ", " : "");
        vl_text_name(&b, p->cli->lang, &p->match->rules, family, found[i]);
    }
    vl_put(&b, len > SHOWN ? " ..." : "");
    cli_say(p->cli, TXT("cli.hand.several"), "what", words[0], "list", list, NULL);
    return -2;
}

/* ---- reading a line ---- */

static int split(const char *line, char words[WORDS_MAX][64])
{
    char plain[PLAY_LINE];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    const char *at = plain;
    int n = 0;

    cli_plain_word(&b, line, strlen(line));
    while (*at && n < WORDS_MAX) {
        size_t len = strcspn(at, " ,;");
        if (len > 0) {
            struct vl_buf w = vl_buf_on(words[n++], 64);
            vl_put_n(&w, at, len);
        }
        at += len + (at[len] != '\0');
    }
    return n;
}

/* "rrwb" is "r r w b", where a list is awaited and no thing is called so. */
static int spread(struct play *p, const struct asked *a, char words[WORDS_MAX][64], int n)
{
    char letters[64];
    size_t len = strlen(words[0]);

    if (n != 1 || (int)len != a->count || len < 2 || len > WORDS_MAX)
        return n;
    for (int i = 0; i < vl_family_count(&p->match->rules, a->arg->family); i++)
        if (fits(p, a->arg->family, i, words[0]))
            return n;
    memcpy(letters, words[0], len + 1);
    for (size_t i = 0; i < len; i++) {
        words[i][0] = letters[i];
        words[i][1] = '\0';
    }
    return (int)len;
}

static int read_list(struct play *p, const struct asked *a, char words[WORDS_MAX][64], int n,
                     struct vl_move *out)
{
    char want[16], got[16];

    n = spread(p, a, words, n);
    if (n != a->count) {
        snprintf(want, sizeof want, "%d", a->count);
        snprintf(got, sizeof got, "%d", n);
        cli_say(p->cli, TXT("cli.hand.count"), "want", want, "got", got, NULL);
        return VL_INVALID;
    }
    memset(out, 0, sizeof *out);
    out->kind = (uint8_t)a->kind;
    out->arg[0] = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        int thing = find_thing(p, a, &words[i], 1);
        if (thing == -1)
            cli_say(p->cli, TXT("cli.hand.unknown"), "what", words[i], NULL);
        if (thing < 0)
            return VL_INVALID;
        out->arg[1 + i] = (uint8_t)thing;
    }
    return VL_OK;
}

static int read_one(struct play *p, const struct asked *a, char words[WORDS_MAX][64], int n,
                    struct vl_move *out)
{
    int thing = find_thing(p, a, words, n);

    if (thing == -1)
        return VL_UNKNOWN;
    if (thing < 0)
        return VL_INVALID;
    memset(out, 0, sizeof *out);
    out->kind = (uint8_t)a->kind;
    out->arg[0] = (uint8_t)thing;
    return VL_OK;
}

static int read_move(struct play *p, const char *line, struct vl_move *out)
{
    static struct asked a;
    char words[WORDS_MAX][64];
    int64_t number;
    int n = split(line, words);

    if (n == 0 || !look(p, &a))
        return VL_UNKNOWN;
    if (a.count == 1 && vl_str_int(line, strlen(line), &number) && number >= 1 &&
        number <= a.legal_len) {
        *out = a.legal[number - 1];
        return VL_OK;
    }
    if (vl_move_parse(&p->match->rules, line, strlen(line), out) == 0)
        return VL_OK;
    if (!a.arg)
        return VL_UNKNOWN; /* several arguments: the notation, or a number of the list */
    return a.arg->type == VL_ARG_LIST ? read_list(p, &a, words, n, out)
                                      : read_one(p, &a, words, n, out);
}

int play_hand_parse(struct play *p, const char *line, char *notation, size_t cap)
{
    struct vl_buf b = vl_buf_on(notation, cap);
    struct vl_move move;
    int st = read_move(p, line, &move);

    if (st == VL_OK)
        vl_move_format(&p->match->rules, move, &b);
    return st;
}

/* ---- asking ---- */

/* The faces of the dice, with their letters. */
static void ask_list(struct play *p, const struct asked *a)
{
    const struct vl_rules *r = &p->match->rules;
    char count[16], list[VL_TEXT_MAX] = "";
    struct vl_buf b = vl_buf_on(list, sizeof list);

    snprintf(count, sizeof count, "%d", a->count);
    for (int i = a->arg->lo; i <= a->arg->hi; i++) {
        const char *key = vl_key(r, a->arg->family, i), *letter = NULL;
        if (key)
            board_colour(p->cli, key, &letter);
        vl_put(&b, i > a->arg->lo ? ", " : "");
        if (letter) {
            vl_put(&b, letter);
            vl_put_char(&b, ' ');
        }
        vl_text_name(&b, p->cli->lang, r, a->arg->family, i);
    }
    cli_say(p->cli, TXT("cli.hand.ask_list"), "n", count, "list", list, NULL);
}

/* A roll of dice has too many outcomes to be numbered. */
void play_hand_ask(struct play *p, bool whole)
{
    static struct asked a;

    if (!look(p, &a))
        return;
    if (a.arg && a.arg->type == VL_ARG_LIST) {
        ask_list(p, &a);
        return;
    }
    if (!whole)
        cli_say(p->cli, TXT("cli.hand.ask_one"), NULL);
    for (int i = 0; i < a.legal_len && whole; i++) {
        char text[VL_TEXT_MAX], lead[24];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        vl_text_move(&b, p->cli->lang, &p->match->rules, p->match->state, a.legal[i]);
        snprintf(lead, sizeof lead, "  %d. ", i + 1);
        cli_wrap(p->cli, lead, 6, text);
    }
}
