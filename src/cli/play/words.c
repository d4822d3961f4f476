/* words.c - typed words and the moves they mean. */
#include "cli/play/words.h"

#include "cli/words.h"
#include "registry.h"

#include <stdio.h>
#include <string.h>

enum {
    BAG_WORDS = 160, /* of one move, or of one line */
    BAG_BYTES = 4096,
    WORD_BYTES = 64,
    SHOWN_MAX = 12 /* of several that fit */
};

/* ---- words ---- */

/* Words, lower case and without accents. */
struct bag {
    int len;
    const char *word[BAG_WORDS];
    size_t used;
    char text[BAG_BYTES];
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static void add_words(struct bag *bag, const char *text)
{
    char plain[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    const char *at = plain;

    cli_plain_word(&b, text, strlen(text));
    for (;;) {
        while (*at && !is_letter(*at))
            at++;
        size_t n = 0;
        while (is_letter(at[n]))
            n++;
        if (n == 0 || bag->len == BAG_WORDS || bag->used + n + 1 > sizeof bag->text)
            return;
        char *word = bag->text + bag->used;
        memcpy(word, at, n);
        word[n] = '\0';
        bag->word[bag->len++] = word;
        bag->used += n + 1;
        at += n;
    }
}

static void clear(struct bag *bag)
{
    bag->len = 0;
    bag->used = 0;
}

static bool same_words(const struct bag *a, const struct bag *b)
{
    if (a->len != b->len || a->len == 0)
        return false;
    for (int i = 0; i < a->len; i++)
        if (strcmp(a->word[i], b->word[i]) != 0)
            return false;
    return true;
}

static bool is_number(const char *word)
{
    int64_t v;

    return vl_str_int(word, strlen(word), &v);
}

/* A number is never the beginning of another one. */
static bool begins(const char *word, const char *typed)
{
    return is_number(typed) ? strcmp(word, typed) == 0 : strncmp(word, typed, strlen(typed)) == 0;
}

static bool has(const struct bag *bag, const char *typed)
{
    for (int i = 0; i < bag->len; i++)
        if (begins(bag->word[i], typed))
            return true;
    return false;
}

/* "the", "to", "avec": said, but telling nothing. */
static bool is_filler(const char *word)
{
    return cli_called(TXT("cli.play.fillers"), word, false);
}

/* ---- the words of a move ---- */

/* The move of the same notation on the board in the other language; NULL: none. */
static const struct board_action *in_other(const struct board *b, const struct board_action *a)
{
    for (int i = 0; b->other && i < b->other->actions_len; i++)
        if (strcmp(b->other->actions[i].id, a->id) == 0)
            return &b->other->actions[i];
    return NULL;
}

/* What such a move is called: an entry of the catalogue in both languages. */
static void add_entry(struct bag *bag, const char *game, const char *what, const char *word)
{
    const struct vl_game *g = vl_game_find(game);
    char id[128];

    if (!g)
        return;
    snprintf(id, sizeof id, "%s.%s.%s", g->prefix, what, word);
    for (int lang = 0; lang < VL_LANGS; lang++)
        if (vl_text_find(lang, id))
            add_words(bag, vl_text_find(lang, id));
}

static void add_verbs(struct bag *bag, const struct board *b, const char *game,
                      const struct board_action *a)
{
    const struct board_action *o = in_other(b, a);

    add_words(bag, a->verb);
    add_words(bag, a->group);
    if (o)
        add_words(bag, o->group);
    add_entry(bag, game, "group", a->verb);
    add_entry(bag, game, "say", a->verb);
}

static void add_item(struct bag *bag, const struct board *b, const char *id)
{
    for (int i = 0; id && i < b->items_len; i++)
        if (strcmp(b->items[i].id, id) == 0)
            add_words(bag, b->items[i].name);
}

/* Those of one language, and the notation. */
static void add_told(struct bag *bag, const struct board *b, const struct cli *cli,
                     const struct board_action *a)
{
    char brief[VL_TEXT_MAX];

    add_words(bag, a->text);
    add_item(bag, b, a->src);
    add_item(bag, b, a->dst);
    board_brief(b, cli, a, brief, sizeof brief);
    add_words(bag, brief);
    add_words(bag, a->id);
}

/* ---- how well they fit ---- */

enum fit { NO_FIT, FITS, ONCE_LOOSE, WHOLE_LOOSE, FITS_ONCE, FITS_WHOLE, SHOWN };

/* Each typed word another one of the bag; `whole`: all of it; `loose`: but for fillers. */
static bool fits_once(const struct bag *bag, const struct bag *typed, bool whole, bool loose)
{
    bool taken[BAG_WORDS] = { false };

    for (int i = 0; i < typed->len; i++) {
        int at = -1;
        for (int k = 0; k < bag->len && at < 0; k++)
            if (!taken[k] && strcmp(bag->word[k], typed->word[i]) == 0)
                at = k;
        for (int k = 0; k < bag->len && at < 0 && !whole; k++)
            if (!taken[k] && begins(bag->word[k], typed->word[i]))
                at = k;
        if (at < 0 && !(loose && is_filler(typed->word[i])))
            return false;
        if (at >= 0)
            taken[at] = true;
    }
    return true;
}

static bool fits_at_all(const struct bag *own, const struct bag *other, const struct bag *typed)
{
    int telling = 0;

    for (int i = 0; i < typed->len; i++) {
        bool found = has(own, typed->word[i]) || has(other, typed->word[i]);
        if (!found && !is_filler(typed->word[i]))
            return false;
        telling += found && !is_filler(typed->word[i]);
    }
    return telling > 0;
}

/* These texts one after the other? */
static bool reads(const struct bag *typed, const char *head, const char *text, const char *end)
{
    static struct bag bag;

    clear(&bag);
    add_words(&bag, head);
    add_words(&bag, text);
    add_words(&bag, end);
    return same_words(&bag, typed);
}

/* The sentence, with its heading or notation or without, or the heading and the
 * arguments. */
static bool is_shown(const struct board *b, const struct cli *cli, const struct board_action *a,
                     const struct bag *typed)
{
    char brief[VL_TEXT_MAX];

    board_brief(b, cli, a, brief, sizeof brief);
    return reads(typed, "", a->text, "") || reads(typed, a->group, a->text, "") ||
           reads(typed, "", a->text, a->id) || reads(typed, a->group, a->text, a->id) ||
           (brief[0] && reads(typed, a->group, brief, "")) || reads(typed, "", "", a->id);
}

/* `verb`: does some typed word say what is done? */
static enum fit fit_of(const struct board *b, const struct cli *cli, const char *game,
                       const struct board_action *a, const struct bag *typed, bool *verb)
{
    static struct bag verbs, own, other;
    const struct board_action *o = in_other(b, a);

    clear(&verbs);
    clear(&own);
    clear(&other);
    if (is_shown(b, cli, a, typed) || (o && is_shown(b->other, cli, o, typed))) {
        *verb = true;
        return SHOWN;
    }
    add_verbs(&verbs, b, game, a);
    add_verbs(&own, b, game, a);
    add_told(&own, b, cli, a);
    if (o) {
        add_verbs(&other, b, game, a);
        add_told(&other, b->other, cli, o);
    }
    for (int i = 0; i < typed->len; i++)
        *verb = *verb || (has(&verbs, typed->word[i]) && !is_filler(typed->word[i]));
    if (!fits_at_all(&own, &other, typed))
        return NO_FIT;
    for (int loose = 0; loose < 2; loose++)
        for (int begun = 0; begun < 2; begun++)
            if (fits_once(&own, typed, !begun, loose) || fits_once(&other, typed, !begun, loose))
                return (enum fit)(FITS_WHOLE - 2 * loose - begun);
    return FITS;
}

void words_find(const struct board *b, const struct cli *cli, const char *game, const char *line,
                struct words_found *found)
{
    struct bag typed = { 0 };
    enum fit best = NO_FIT;

    memset(found, 0, sizeof *found);
    add_words(&typed, line);
    for (int i = 0; i < b->actions_len && typed.len > 0; i++) {
        bool verb = false;
        enum fit fit = fit_of(b, cli, game, &b->actions[i], &typed, &verb);
        if (fit > best) {
            best = fit;
            found->len = 0;
            found->is_said = false;
        }
        if (fit == NO_FIT || fit < best)
            continue;
        found->at[found->len++] = i;
        found->is_said = found->is_said || verb;
    }
}

int words_shown(const struct board *b, const struct cli *cli, const char *line)
{
    struct bag typed = { 0 };
    int found = WORDS_NONE;

    add_words(&typed, line);
    if (typed.len == 1 && is_number(typed.word[0])) /* of a move, not of a place called so */
        return WORDS_NONE;
    for (int i = 0; i < b->actions_len && typed.len > 0; i++) {
        const struct board_action *a = &b->actions[i], *o = in_other(b, a);
        if (!is_shown(b, cli, a, &typed) && !(o && is_shown(b->other, cli, o, &typed)))
            continue;
        if (found >= 0)
            return WORDS_NONE;
        found = i;
    }
    return found;
}

/* ---- notations in short ---- */

/* The name of what a word of a notation means, in this board's language; "": nothing. */
static const char *name_of(const struct board *b, const char *key)
{
    for (int i = 0; i < b->items_len; i++)
        if (strcmp(board_key(b->items[i].id), key) == 0)
            return b->items[i].name;
    return "";
}

static bool word_matches(const struct board *b, const char *word, const char *typed)
{
    if (is_number(word) || is_number(typed))
        return strcmp(word, typed) == 0;
    return cli_begins(word, typed) ||
           (name_of(b, word)[0] && cli_begins(name_of(b, word), typed)) ||
           (b->other && word_matches(b->other, word, typed));
}

/* The next word of a notation, cut if it must be; false at the end. */
static bool next_word(const char **at, char word[WORD_BYTES])
{
    struct vl_buf b = vl_buf_on(word, WORD_BYTES);
    size_t n;

    *at += strspn(*at, " ,");
    n = strcspn(*at, " ,");
    vl_put_n(&b, *at, n);
    *at += n;
    return n > 0;
}

/* 0: no; 1: the words begin this notation; 2: they are all of it. */
static int spells(const struct board *b, const char *game, const struct board_action *a,
                  const char *line)
{
    static struct bag verbs;
    const char *own = a->id;
    char word[WORD_BYTES], typed[WORD_BYTES];

    clear(&verbs);
    add_verbs(&verbs, b, game, a);
    if (!next_word(&line, typed) || !next_word(&own, word))
        return 0;
    if (strcmp(typed, word) != 0 && !has(&verbs, typed))
        return 0;
    while (next_word(&line, typed))
        if (!next_word(&own, word) || !word_matches(b, word, typed))
            return 0;
    return next_word(&own, word) ? 1 : 2;
}

static void find_notation(const struct board *b, const char *game, const char *line,
                          struct words_found *found)
{
    char plain[VL_TEXT_MAX];
    struct vl_buf p = vl_buf_on(plain, sizeof plain);
    int best = 1;

    memset(found, 0, sizeof *found);
    found->is_said = true;
    cli_plain_word(&p, line, strlen(line));
    for (int i = 0; i < b->actions_len; i++) {
        int how = spells(b, game, &b->actions[i], plain);
        if (how > best)
            found->len = 0;
        if (how < best)
            continue;
        best = how;
        found->at[found->len++] = i;
    }
}

/* Does some legal move have this word in its notation? */
static bool is_notation_word(const struct board *b, const char *typed)
{
    for (int i = 0; i < b->actions_len; i++) {
        const char *at = b->actions[i].id;
        char word[WORD_BYTES];
        while (next_word(&at, word))
            if (strcmp(word, typed) == 0)
                return true;
    }
    return false;
}

/* A verb of notation with numbers, and words, of notation is no sentence: "rest village 2"
 * does not mean a rest that heals 2 wounds. */
static bool is_notation(const struct board *b, const char *line)
{
    char word[WORD_BYTES];
    bool is_verb = false, has_number = false;
    int words = 0;

    while (next_word(&line, word)) {
        has_number = has_number || is_number(word);
        for (int i = 0; i < b->actions_len && words == 0 && !is_verb; i++)
            is_verb = strcmp(b->actions[i].verb, word) == 0;
        if (!is_number(word) && !is_notation_word(b, word))
            return false;
        words++;
    }
    return is_verb && has_number;
}

/* ---- a typed line ---- */

/* `ask`: a number alone would make the move that is only asked about. */
static int ambiguous(const struct board *b, struct cli *cli, const struct words_found *found,
                     bool ask)
{
    char count[16];

    snprintf(count, sizeof count, "%d", found->len);
    cli_say(cli, ask ? TXT("cli.play.several_ask") : TXT("cli.play.several"), "n", count, NULL);
    for (int i = 0; i < found->len && i < SHOWN_MAX; i++) {
        char lead[24];
        snprintf(lead, sizeof lead, "  %d. ", found->at[i] + 1);
        cli_wrap(cli, lead, 6, b->actions[found->at[i]].text);
    }
    snprintf(count, sizeof count, "%d", found->len - SHOWN_MAX);
    if (found->len > SHOWN_MAX)
        cli_say(cli, TXT("cli.play.several_more"), "n", count, NULL);
    return WORDS_ANSWERED;
}

static int by_number(const struct board *b, struct cli *cli, const char *line, int64_t number)
{
    char most[16];

    if (number >= 1 && number <= b->actions_len)
        return (int)number - 1;
    snprintf(most, sizeof most, "%d", b->actions_len);
    cli_say(cli, TXT("cli.play.no_number"), "value", line, "n", most, NULL);
    return WORDS_ANSWERED;
}

/* Only one thing can be done, and a name says with what: no verb is missing. */
static bool is_one_verb(const struct board *b)
{
    for (int i = 1; i < b->actions_len; i++)
        if (strcmp(b->actions[i].verb, b->actions[0].verb) != 0)
            return false;
    return true;
}

int words_move(const struct board *b, struct cli *cli, const char *game, const char *line, bool ask)
{
    static struct words_found found, other;
    char spelled[VL_TEXT_MAX];
    int64_t number;

    for (int i = 0; i < b->actions_len; i++)
        if (strcmp(b->actions[i].id, line) == 0)
            return i;
    if (vl_str_int(line, strlen(line), &number))
        return by_number(b, cli, line, number);
    find_notation(b, game, line, &found);
    if (found.len != 1 && !is_notation(b, line)) {
        words_find(b, cli, game, line, &other);
        if (found.len == 0 || (other.len > 0 && other.len < found.len))
            found = other;
    }
    if (found.len == 0 || (!found.is_said && words_spell(b, game, line, spelled, sizeof spelled)))
        return WORDS_NONE; /* or the verb of a move that is not possible */
    if (found.len == 1 && (found.is_said || ask || is_one_verb(b)))
        return found.at[0];
    return ambiguous(b, cli, &found, ask);
}

/* ---- moves that are not possible ---- */

/* The thing whose name begins what is left of a line; `len`: how many words say it. The
 * longest name wins. */
static const struct board_item *named(const struct board *b, const struct bag *typed, int from,
                                      const char *family, int *len)
{
    const struct board_item *best = NULL;
    static struct bag name;

    *len = 0;
    for (int i = 0; i < b->items_len; i++) {
        const struct board_item *it = &b->items[i];
        int n = 0;
        if (family && (strncmp(it->id, family, strlen(family)) != 0 || !strchr(it->id, '.') ||
                       it->id[strlen(family)] != '.'))
            continue;
        clear(&name);
        add_words(&name, it->name);
        while (from + n < typed->len && has(&name, typed->word[from + n]))
            n++;
        if (n > *len) {
            best = it;
            *len = n;
        }
    }
    return best;
}

static const struct board_item *named_in_both(const struct board *b, const struct bag *typed,
                                              int from, const char *family, int *len)
{
    const struct board_item *own = named(b, typed, from, family, len);
    int other_len = 0;
    const struct board_item *o = b->other ? named(b->other, typed, from, family, &other_len) : NULL;

    if (o && other_len > *len) {
        *len = other_len;
        return o;
    }
    return own;
}

/* The words of one argument, from typed->word[*at] on, as the notation has them. */
static bool spell_arg(const struct board *b, const struct vl_game *g, const struct vl_arg *arg,
                      const struct bag *typed, int *at, struct vl_buf *out)
{
    const char *family = arg->family >= VL_FAM_GAME ? g->families[arg->family - VL_FAM_GAME].name
                                                    : NULL;
    const struct board_item *it;
    int len = 0;

    while (*at < typed->len && is_filler(typed->word[*at]))
        ++*at;
    if (*at >= typed->len)
        return false;
    vl_put_char(out, ' ');
    it = is_number(typed->word[*at]) ? NULL : named_in_both(b, typed, *at, family, &len);
    if (it && family)
        vl_put(out, board_key(it->id));
    else if (it && it->zone >= 0 && b->zones[it->zone].kind == BOARD_TRACK)
        vl_put_int(out, it->pos - 1 + arg->lo);
    else if (family || is_number(typed->word[*at]))
        vl_put(out, typed->word[*at]);
    else
        return false;
    *at += len > 0 ? len : 1;
    return true;
}

static bool is_called(const struct vl_game *g, const struct vl_move_kind *kind, const char *typed)
{
    static struct bag verbs;

    clear(&verbs);
    add_words(&verbs, kind->word);
    add_entry(&verbs, g->id, "group", kind->word);
    add_entry(&verbs, g->id, "say", kind->word);
    return !is_number(typed) && has(&verbs, typed);
}

/* As it was typed, with the verb in full: "h 9" is "hit 9". */
static bool spell_plainly(const char *word, const char *line, char *out, size_t cap)
{
    struct vl_buf o = vl_buf_on(out, cap);

    vl_put(&o, word);
    vl_put(&o, line + strcspn(line, " "));
    return !o.full;
}

/* The verb and the words of its arguments; false if they are too few or too many. */
static bool spell_kind(const struct board *b, const struct vl_game *g,
                       const struct vl_move_kind *kind, const struct bag *typed, struct vl_buf *out)
{
    int at = 1, args = 0;

    vl_put(out, kind->word);
    while (at < typed->len && kind->args_len == 0 && is_called(g, kind, typed->word[at]))
        at++; /* "end turn" */
    while (args < kind->args_len && spell_arg(b, g, &kind->args[args], typed, &at, out))
        args++;
    return args == kind->args_len && at == typed->len && !out->full;
}

bool words_spell(const struct board *b, const char *game, const char *line, char *out, size_t cap)
{
    const struct vl_game *g = vl_game_find(game);
    const char *only = NULL;
    struct bag typed = { 0 };
    int kinds = 0;

    add_words(&typed, line);
    for (int k = 1; g && typed.len > 0 && k < g->moves_len; k++) {
        const struct vl_move_kind *kind = &g->moves[k];
        bool exact = kind->word && vl_str_is(line, strcspn(line, " "), kind->word);
        struct vl_buf o = vl_buf_on(out, cap);
        if ((kind->flags & VL_MOVE_CHANCE) || !(exact || is_called(g, kind, typed.word[0])))
            continue;
        if (spell_kind(b, g, kind, &typed, &o))
            return true;
        if (kind->args_len > 0 && kind->args[0].family == VL_FAM_INT && typed.len > 1 &&
            !is_number(typed.word[1]))
            continue; /* a number is asked for, and this names nothing here */
        kinds += !only || strcmp(only, kind->word) != 0;
        only = kind->word;
        if (exact)
            return spell_plainly(only, line, out, cap);
    }
    return kinds == 1 && typed.len > 1 && is_number(typed.word[1]) &&
           spell_plainly(only, line, out, cap);
}

int words_useless(const struct board *b, const char *line)
{
    struct bag typed = { 0 };
    int found = -1;

    add_words(&typed, line);
    for (int i = 0; i < b->items_len && typed.len > 0; i++) {
        struct bag name = { 0 };
        if (!b->items[i].why_not)
            continue;
        add_words(&name, b->items[i].name);
        for (int k = 0; b->other && k < b->other->items_len; k++)
            if (strcmp(b->other->items[k].id, b->items[i].id) == 0)
                add_words(&name, b->other->items[k].name);
        if (!fits_once(&name, &typed, false, true))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* ---- completion ---- */

/* What a move is called on the screen, and the first word that people have for it. */
static void add_names(struct bag *bag, const struct board *b, const char *game,
                      const struct board_action *a)
{
    const struct vl_game *g = vl_game_find(game);
    const struct board_action *o = in_other(b, a);
    char id[128], word[WORD_BYTES];

    add_words(bag, a->verb);
    add_words(bag, a->group);
    add_words(bag, o ? o->group : "");
    snprintf(id, sizeof id, "%s.say.%s", g ? g->prefix : "", a->verb);
    for (int lang = 0; g && lang < VL_LANGS; lang++) {
        const char *say = vl_text_find(lang, id);
        snprintf(word, sizeof word, "%.*s", say ? (int)strcspn(say, " ") : 0, say ? say : "");
        add_words(bag, word);
    }
}

static void offer(const struct bag *bag, const char *begun,
                  void (*take)(void *arg, const char *word), void *arg)
{
    for (int i = 0; i < bag->len; i++)
        if (strncmp(bag->word[i], begun, strlen(begun)) == 0 && !is_number(bag->word[i]))
            take(arg, bag->word[i]);
}

void words_complete(const struct board *b, const char *game, const char *line,
                    void (*take)(void *arg, const char *word), void *arg)
{
    static struct bag typed, words, both;
    const char *last = strrchr(line, ' ');
    char before[VL_TEXT_MAX], begun[VL_TEXT_MAX];
    struct vl_buf h = vl_buf_on(before, sizeof before), t = vl_buf_on(begun, sizeof begun);

    vl_put_n(&h, line, last ? (size_t)(last - line) : 0);
    cli_plain_word(&t, last ? last + 1 : line, strlen(last ? last + 1 : line));
    clear(&typed);
    add_words(&typed, before);
    for (int i = 0; i < b->actions_len; i++) {
        const struct board_action *a = &b->actions[i], *o = in_other(b, a);
        clear(&words);
        if (!last) { /* the first word is a verb */
            add_names(&words, b, game, a);
            offer(&words, begun, take, arg);
            continue;
        }
        add_verbs(&words, b, game, a);
        clear(&both);
        add_words(&words, a->text);
        add_words(&both, o ? o->text : "");
        if (!fits_at_all(&words, &both, &typed))
            continue;
        clear(&words);
        add_words(&words, a->text);
        offer(&words, begun, take, arg);
        offer(&both, begun, take, arg);
    }
}
