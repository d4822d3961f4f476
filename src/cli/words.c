#include "cli/words.h"

#include <stdio.h>
#include <string.h>

enum { FOLDED_MAX = 4096, NAME_BYTES = 64, VERBS_MAX = 64 };

void cli_plain_word(struct vl_buf *out, const char *text, size_t len)
{
    char copy[FOLDED_MAX];
    size_t from;

    if (len >= sizeof copy)
        len = sizeof copy - 1;
    memcpy(copy, text, len);
    copy[len] = '\0';
    from = out->len;
    cli_fold(out, copy);
    for (size_t i = from; i < out->len; i++)
        if (out->p[i] >= 'A' && out->p[i] <= 'Z')
            out->p[i] = (char)(out->p[i] - 'A' + 'a');
}

bool cli_begins(const char *text, const char *typed)
{
    char plain[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);

    cli_plain_word(&b, text, strlen(text));
    return strncmp(plain, typed, strlen(typed)) == 0;
}

static bool is_sign(char c)
{
    return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'));
}

bool cli_some_word_begins(const char *text, const char *typed)
{
    char plain[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    const char *at = plain;

    cli_plain_word(&b, text, strlen(text));
    while (*at) {
        if (strncmp(at, typed, strlen(typed)) == 0)
            return true;
        while (*at && !is_sign(*at))
            at++;
        while (*at && is_sign(*at))
            at++;
    }
    return false;
}

static bool stands_in(const char *words, const char *typed, bool loose)
{
    while (words && *words) {
        size_t n = strcspn(words, " ");
        char plain[NAME_BYTES];
        struct vl_buf b = vl_buf_on(plain, sizeof plain);
        cli_plain_word(&b, words, n);
        if (strcmp(plain, typed) == 0 ||
            (loose && strlen(typed) >= 2 && strncmp(plain, typed, strlen(typed)) == 0))
            return true;
        words += n + strspn(words + n, " ");
    }
    return false;
}

bool cli_called(const char *id, const char *typed, bool loose)
{
    return stands_in(vl_text_find(VL_FR, id), typed, loose) ||
           stands_in(vl_text_find(VL_EN, id), typed, loose);
}

/* ---- commands ---- */

static const struct cli_verb *at(const struct cli_verbs *list, int i)
{
    return (const void *)((const char *)list->rows + (size_t)i * list->size);
}

/* The name that is shown. */
static void put_name(struct vl_buf *out, const struct cli *cli, const struct cli_verb *c)
{
    const char *words = vl_text_find(cli->lang, c->words);

    vl_put_n(out, words, strcspn(words, " "));
}

int cli_verb_find(const struct cli_verbs *list, const char *line, bool loose, const char **rest)
{
    char typed[NAME_BYTES];
    struct vl_buf b = vl_buf_on(typed, sizeof typed);
    int found = -1;

    if (line[0] == ':') /* a command for sure, whatever a game calls its moves */
        line++;
    size_t n = strcspn(line, " ");
    cli_plain_word(&b, line, n);
    if (!typed[0] || b.full)
        return -1;
    for (int i = 0; i < list->len; i++) {
        if (!cli_called(at(list, i)->words, typed, loose))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    *rest = line + n + strspn(line + n, " ");
    return found;
}

void cli_verb_help(struct cli *cli, const struct cli_verbs *list, int column)
{
    for (int i = 0; i < list->len; i++) {
        const struct cli_verb *c = at(list, i);
        char word[NAME_BYTES], arg[64], lead[192], about[VL_TEXT_MAX];
        struct vl_buf w = vl_buf_on(word, sizeof word), a = vl_buf_on(arg, sizeof arg);
        put_name(&w, cli, c);
        cli_own(cli, word, sizeof word);
        cli_place_words(cli, &a, c->arg);
        int used = 3 + cli_width(word) + cli_width(arg);
        snprintf(lead, sizeof lead, "  %s %s%*s", word, arg, used < column ? column - used : 1, "");
        cli_word(cli, about, sizeof about, c->about, NULL);
        cli_wrap(cli, lead, column, about);
    }
}

const char *cli_verb_near(const struct cli *cli, const struct cli_verbs *list, const char *word)
{
    static char names[VERBS_MAX][NAME_BYTES];
    const char *all[VERBS_MAX];

    VL_VERIFY(list->len <= VERBS_MAX);
    for (int i = 0; i < list->len; i++) {
        struct vl_buf b = vl_buf_on(names[i], sizeof names[i]);
        put_name(&b, cli, at(list, i));
        all[i] = names[i];
    }
    return cli_nearest(word, all, list->len);
}

static void offer(const char *words, const char *begun, void (*take)(void *arg, const char *name),
                  void *arg)
{
    while (words && *words) {
        size_t n = strcspn(words, " ");
        char plain[NAME_BYTES];
        struct vl_buf b = vl_buf_on(plain, sizeof plain);
        cli_plain_word(&b, words, n);
        if (strncmp(plain, begun, strlen(begun)) == 0)
            take(arg, plain);
        words += n + strspn(words + n, " ");
    }
}

void cli_verb_complete(const struct cli_verbs *list, const char *word,
                       void (*take)(void *arg, const char *name), void *arg)
{
    char begun[NAME_BYTES];
    struct vl_buf b = vl_buf_on(begun, sizeof begun);

    cli_plain_word(&b, word, strlen(word));
    for (int i = 0; i < list->len && !b.full; i++)
        for (int lang = 0; lang < VL_LANGS; lang++)
            offer(vl_text_find(lang, at(list, i)->words), begun, take, arg);
}
