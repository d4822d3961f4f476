/* hand.c - companion mode: the dice and cards on the real table, typed in.
 *
 * Input is forgiving: the beginning of a word in either language, the letter the
 * board uses, letters run together (`rrwb`), the whole notation, or the number
 * of an outcome in the list. What cannot be is refused with its rule.
 *
 * One line may name what is drawn one after the other (`troll green archer blue 2`,
 * with or without commas). At the first that cannot be, those before it stand: they
 * lie on the table already, and only the rest is typed again. */
#include "cli/play/play.h"

#include "cli/words.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS_MAX = 48,
    WORD = 64,
    THINGS_MAX = VL_FAMILY_MAX,
    SHOWN = 6,
    EXAMPLES = 3,
    OUTCOMES = 1 << 16
};

/* A typed line. */
struct typed {
    char word[WORDS_MAX][WORD];
    bool ends[WORDS_MAX]; /* a comma stands behind it */
    int len;
    char line[PLAY_LINE]; /* all of it as it was typed: keys may have capitals */
};

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
    const char *key = vl_key(r, family, index), *letter = NULL;
    char number[16];
    int best = 0;

    if (key)
        board_colour(p->cli, key, &letter);
    if ((key && spells(key, typed)) || (letter && spells(letter, typed)))
        return 5;
    snprintf(number, sizeof number, "%d", index);
    /* a seat is called by its name */
    if (!key && family != VL_FAM_SEAT && strcmp(number, typed) == 0)
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
    return best || !key ? best : word_fits(key, typed);
}

/* All words together, as one thing: the weakest of them counts. A word said twice
 * begins the next thing: "red shadow red troll". */
static int fits_all(struct play *p, int family, int index, const char words[][WORD], int n)
{
    int least = 5;

    for (int i = 0; i < n; i++) {
        int f = fits(p, family, index, words[i]);
        least = f < least ? f : least;
        for (int k = 0; k < i; k++)
            if (strcmp(words[i], words[k]) == 0)
                return 0;
    }
    return least;
}

static bool is_possible(const struct asked *a, int index)
{
    for (int i = 0; i < a->legal_len; i++)
        if (a->legal[i].kind == a->kind && vl_arg_load(a->arg, a->legal[i].arg) == index)
            return true;
    return false;
}

/* The things that the words name best: how many, and which. For a single draw,
 * things that can come are preferred to those that cannot. */
static int find_things(struct play *p, const struct asked *a, const char words[][WORD], int n,
                       int found[THINGS_MAX])
{
    int family = a->arg->family, count = vl_family_count(&p->match->rules, family);
    bool one = a->arg->type == VL_ARG_ONE;
    int best = 0, len = 0;

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
    return len;
}

/* "Green Troll, Red Troll ..." */
static void put_things(struct play *p, const struct asked *a, const int *things, int len, int most,
                       struct vl_buf *out)
{
    for (int i = 0; i < len && i < most; i++) {
        vl_put(out, i ? ", " : "");
        vl_text_name(out, p->cli->lang, &p->match->rules, a->arg->family, things[i]);
    }
    vl_put(out, len > most ? " ..." : "");
}

static void tell_several(struct play *p, const struct asked *a, const char *words,
                         const int *things, int len)
{
    char list[VL_TEXT_MAX] = "";
    struct vl_buf b = vl_buf_on(list, sizeof list);

    put_things(p, a, things, len, SHOWN, &b);
    cli_say(p->cli, TXT("cli.hand.several"), "what", words, "list", list, NULL);
}

/* ---- reading a line ---- */

static void split(const char *line, struct typed *t)
{
    char plain[PLAY_LINE];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    const char *at = plain;

    memset(t, 0, sizeof *t);
    snprintf(t->line, sizeof t->line, "%s", line);
    cli_plain_word(&b, line, strlen(line));
    while (*at && t->len < WORDS_MAX) {
        size_t len = strcspn(at, " ,;");
        if (len > 0) {
            struct vl_buf w = vl_buf_on(t->word[t->len++], WORD);
            vl_put_n(&w, at, len);
        }
        at += len;
        if (t->len > 0 && (*at == ',' || *at == ';'))
            t->ends[t->len - 1] = true;
        at += *at != '\0';
    }
}

/* Words from..from+n as one text. */
static void join(const struct typed *t, int from, int n, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    for (int i = from; i < from + n; i++) {
        vl_put(&b, i > from ? " " : "");
        vl_put(&b, t->word[i]);
        vl_put(&b, t->ends[i] && i + 1 < from + n ? "," : "");
    }
}

/* "rrwb" is "r r w b", where a list is awaited and no thing is called so. */
static void spread(struct play *p, const struct asked *a, struct typed *t, int from)
{
    char letters[WORD];
    int len = (int)strlen(t->word[from]);

    if (t->len - from != 1 || len != a->count || len < 2 || from + len > WORDS_MAX)
        return;
    for (int i = 0; i < vl_family_count(&p->match->rules, a->arg->family); i++)
        if (fits(p, a->arg->family, i, t->word[from]))
            return;
    memcpy(letters, t->word[from], (size_t)len + 1);
    for (int i = 0; i < len; i++) {
        t->word[from + i][0] = letters[i];
        t->word[from + i][1] = '\0';
    }
    t->len = from + len;
}

/* Dice: all the words that are left, a face each. */
static int read_list(struct play *p, const struct asked *a, struct typed *t, int from,
                     struct vl_move *out)
{
    char want[16], got[16];
    int found[THINGS_MAX], n;

    spread(p, a, t, from);
    n = t->len - from;
    if (n != a->count) {
        snprintf(want, sizeof want, "%d", a->count);
        snprintf(got, sizeof got, "%d", n);
        cli_say(p->cli, TXT("cli.hand.count"), "want", want, "got", got, NULL);
        return VL_INVALID;
    }
    *out = vl_move_of(a->kind, n, 0);
    for (int i = 0; i < n; i++) {
        const char *word = t->word[from + i];
        int len = find_things(p, a, (const char(*)[WORD])word, 1, found);
        if (len == 0)
            cli_say(p->cli, TXT("cli.hand.unknown"), "what", word, NULL);
        else if (len > 1)
            tell_several(p, a, word, found, len);
        if (len != 1)
            return VL_INVALID;
        vl_arg_store(a->arg, &out->arg[1 + i * vl_arg_width(a->arg)], found[0]);
    }
    return VL_OK;
}

/* An outcome that names nothing, by the words of its sentence: "empty". */
static bool is_bare(struct play *p, struct vl_move m, const struct typed *t, int from, int n)
{
    const struct vl_rules *r = &p->match->rules;
    bool fits_any = false;

    for (int lang = 0; lang < VL_LANGS && r->game->moves[m.kind].args_len == 0; lang++) {
        char text[VL_TEXT_MAX];
        struct vl_buf b = vl_buf_on(text, sizeof text);
        bool all = true;
        vl_text_move(&b, lang, r, p->match->state, m);
        for (int i = 0; i < n; i++)
            all = all && word_fits(text, t->word[from + i]);
        fits_any = fits_any || all;
    }
    return fits_any;
}

/* Words from..from+n as one outcome: how many they may mean; *out is one of them. */
static int read_as_one(struct play *p, const struct asked *a, const struct typed *t, int from,
                       int n, struct vl_move *out, int found[THINGS_MAX])
{
    char text[PLAY_LINE];
    int64_t number;
    int len = 0;

    join(t, from, n, text, sizeof text);
    if (n == t->len && vl_str_int(text, strlen(text), &number) && number >= 1 &&
        number <= a->legal_len) {
        *out = a->legal[number - 1];
        return 1;
    }
    if (from == 0 && n == t->len &&
        vl_move_parse(&p->match->rules, t->line, strlen(t->line), out) == 0)
        return 1;
    if (vl_move_parse(&p->match->rules, text, strlen(text), out) == 0)
        return 1;
    if (a->arg)
        len = find_things(p, a, &t->word[from], n, found);
    if (len > 0)
        *out = vl_move_of(a->kind, found[0], 0);
    for (int i = 0; i < a->legal_len && len == 0; i++)
        if (is_bare(p, a->legal[i], t, from, n)) {
            *out = a->legal[i];
            len = 1;
        }
    return len;
}

/* What the words from `from` on name first: the more words the better, up to a
 * comma. *used: how many they are. VL_UNKNOWN, or VL_INVALID, which was answered. */
static int read_next(struct play *p, struct typed *t, int from, struct vl_move *out, int *used)
{
    static struct asked a;
    static int found[THINGS_MAX];
    char text[PLAY_LINE];
    int most = 1;

    if (from >= t->len || !look(p, &a))
        return VL_UNKNOWN;
    join(t, from, t->len - from, text, sizeof text);
    if (a.arg && a.arg->type == VL_ARG_LIST &&
        vl_move_parse(&p->match->rules, text, strlen(text), out) != 0) {
        int st = read_list(p, &a, t, from, out);
        *used = t->len - from;
        if (st != VL_OK)
            play_hand_explain(p, NULL);
        return st;
    }
    while (from + most < t->len && (a.count > 1 || !t->ends[from + most - 1]))
        most++;
    for (int n = most; n > 0; n--) {
        int len = read_as_one(p, &a, t, from, n, out, found);
        if (len == 1) {
            *used = n;
            return VL_OK;
        }
        if (len == 0 || !a.arg)
            continue;
        join(t, from, n, text, sizeof text);
        tell_several(p, &a, text, found, len);
        return VL_INVALID;
    }
    return VL_UNKNOWN;
}

int play_hand_parse(struct play *p, const char *line, char *notation, size_t cap)
{
    struct vl_buf b = vl_buf_on(notation, cap);
    static struct typed t;
    struct vl_move move;
    int used = 0, st;

    split(line, &t);
    st = read_next(p, &t, 0, &move, &used);
    if (st == VL_OK && used < t.len)
        st = VL_UNKNOWN;
    if (st == VL_OK)
        vl_move_format(&p->match->rules, move, &b);
    return st;
}

/* ---- entering ---- */

/* One outcome, and what follows from it; false if it was refused, and told. */
static bool enter(struct play *p, struct vl_move move)
{
    char notation[PLAY_NAME];
    struct vl_buf b = vl_buf_on(notation, sizeof notation);
    uint32_t before = p->match->len;

    vl_move_format(&p->match->rules, move, &b);
    play_send_move(p, notation);
    if (p->match->len == before)
        return false;
    while (p->host->work(p) == 0 && p->code < 0 && !cli_stop)
        continue;
    return true;
}

/* What of the line is not entered, and why. */
static void tell_rest(struct play *p, const struct typed *t, int at, int entered)
{
    char rest[PLAY_LINE], count[16];

    if (at >= t->len)
        return;
    join(t, at, t->len - at, rest, sizeof rest);
    snprintf(count, sizeof count, "%d", entered);
    cli_say(p->cli, p->by_hand ? TXT("cli.hand.rest") : TXT("cli.hand.enough"), "rest", rest, "n",
            count, NULL);
}

int play_hand_typed(struct play *p, const char *line)
{
    static struct typed t;
    struct vl_move move;
    int at = 0, used = 0, entered = 0, st = VL_OK;

    split(line, &t);
    while (at < t.len && p->by_hand && st == VL_OK) {
        st = read_next(p, &t, at, &move, &used);
        if (st == VL_OK && !enter(p, move))
            st = VL_REFUSED;
        if (st == VL_OK) {
            at += used;
            entered++;
        }
    }
    if (entered == 0 && st == VL_UNKNOWN)
        return st;
    if (st == VL_UNKNOWN || st == VL_REFUSED)
        play_hand_explain(p, st == VL_UNKNOWN ? t.word[at] : NULL);
    if (entered > 0)
        tell_rest(p, &t, at, entered);
    return VL_INVALID;
}

/* Nothing but faces called exactly so, whatever a command is called: "y" is a yellow
 * die. */
static bool are_faces(struct play *p, const char *line)
{
    static struct asked a;
    static struct typed t;

    split(line, &t);
    if (t.len == 0 || !look(p, &a) || !a.arg || a.arg->type != VL_ARG_LIST)
        return false;
    spread(p, &a, &t, 0);
    for (int i = 0; i < t.len; i++) {
        bool named = false;
        for (int face = a.arg->lo; face <= a.arg->hi; face++)
            named = named || fits(p, a.arg->family, face, t.word[i]) == 5;
        if (!named)
            return false;
    }
    return true;
}

bool play_hand_first(struct play *p, const char *line)
{
    if (!p->by_hand || p->vote >= 0)
        return false;
    if (strcmp(line, "?") == 0)
        play_hand_ask(p, true);
    else if (!are_faces(p, line) || play_hand_typed(p, line) != VL_INVALID)
        return false;
    return true;
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
        if (letter)
            vl_put(&b, letter);
        else if (!key)
            vl_put_int(&b, i);
        vl_put(&b, letter || !key ? " " : "");
        vl_text_name(&b, p->cli->lang, r, a->arg->family, i);
    }
    cli_say(p->cli, TXT("cli.hand.ask_list"), "n", count, "list", list, NULL);
}

/* "Dagger (2 left)", where there is more than one. */
static void put_outcome(struct play *p, const struct asked *a, struct vl_move m, struct vl_buf *out)
{
    const struct vl_rules *r = &p->match->rules;
    char left[16];
    const char *pairs[] = { "n", left, NULL };
    int n = r->game->left ? r->game->left(r, p->match->state, m) : 0;

    if (a->arg && m.kind == a->kind)
        vl_text_name(out, p->cli->lang, r, a->arg->family, vl_arg_load(a->arg, m.arg));
    else
        vl_text_move(out, p->cli->lang, r, p->match->state, m);
    snprintf(left, sizeof left, "%d", n);
    if (n < 2)
        return;
    vl_put_char(out, ' ');
    vl_text_str(out, p->cli->lang, TXT("cli.hand.left"), pairs);
}

/* All of them, numbered, in lines as long as they may be. */
static void list_outcomes(struct play *p, const struct asked *a)
{
    char *list = malloc(OUTCOMES);
    struct vl_buf b = vl_buf_on(list, list ? OUTCOMES : 0);

    for (int i = 0; i < a->legal_len; i++) {
        vl_put(&b, i ? ", " : "");
        vl_put_int(&b, i + 1);
        vl_put(&b, ") ");
        put_outcome(p, a, a->legal[i], &b);
    }
    cli_say(p->cli, TXT("cli.hand.list"), NULL);
    if (list)
        cli_wrap(p->cli, "  ", 2, list);
    free(list);
}

/* Some of what could be typed here. */
void play_hand_explain(struct play *p, const char *what)
{
    static struct asked a;
    char list[VL_TEXT_MAX] = "";
    struct vl_buf b = vl_buf_on(list, sizeof list);

    if (!look(p, &a))
        return;
    if (a.arg && a.arg->type == VL_ARG_LIST) {
        ask_list(p, &a);
        return;
    }
    for (int i = 0; i < a.legal_len && i < EXAMPLES; i++) {
        vl_put(&b, i ? ", " : "");
        if (a.arg && a.legal[i].kind == a.kind)
            vl_text_name(&b, p->cli->lang, &p->match->rules, a.arg->family,
                         vl_arg_load(a.arg, a.legal[i].arg));
        else
            vl_text_move(&b, p->cli->lang, &p->match->rules, p->match->state, a.legal[i]);
    }
    cli_say(p->cli, what ? TXT("cli.hand.no_such") : TXT("cli.hand.awaited"), "what",
            what ? what : "", "list", list, NULL);
}

/* A roll of dice has too many outcomes to be numbered. */
void play_hand_ask(struct play *p, bool whole)
{
    static struct asked a;

    if (!look(p, &a))
        return;
    if (a.arg && a.arg->type == VL_ARG_LIST)
        ask_list(p, &a);
    else if (whole)
        list_outcomes(p, &a);
    else
        cli_say(p->cli, TXT("cli.hand.ask_one"), NULL);
}
