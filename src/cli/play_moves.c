/* play_moves.c - what typed words mean: which move, in either language. */
#include "cli/play.h"

#include "cli/words.h"
#include "text/rules.h"

#include <string.h>

enum {
    TOKENS_MAX = 16,
    SHOWN_MAX = 6 /* of several that match */
};

/* ---- what a move is made of ---- */

static void sentence(struct play *p, struct vl_move m, char *out, size_t cap)
{
    struct vl_buf b = vl_buf_on(out, cap);

    vl_text_move(&b, p->cli->lang, play_rules(p), play_state(p), m);
    cli_own(p->cli, out, cap);
}

/* One thing of a move's arguments: as it stands in notation and as it is called. */
struct token {
    char key[48];
    char name[VL_LANGS][PLAY_NAME];
    bool is_number;
};

static void token_of(struct play *p, struct token *t, int family, int value)
{
    const struct vl_rules *r = play_rules(p);
    const char *key = family >= VL_FAM_GAME ? vl_key(r, family, value) : NULL;

    memset(t, 0, sizeof *t);
    t->is_number = key == NULL;
    if (!key) {
        snprintf(t->key, sizeof t->key, "%d", value);
        return;
    }
    snprintf(t->key, sizeof t->key, "%s", key);
    for (int lang = 0; lang < VL_LANGS; lang++) {
        struct vl_buf b = vl_buf_on(t->name[lang], sizeof t->name[lang]);
        vl_text_name(&b, lang, r, family, value);
    }
}

/* The arguments of a move, one token each, sets and lists spread out. */
static int tokens_of(struct play *p, struct vl_move m, struct token out[TOKENS_MAX])
{
    const struct vl_move_kind *k = &play_rules(p)->game->moves[m.kind];
    int n = 0, at = 0;

    for (int a = 0; a < k->args_len; a++) {
        const struct vl_arg *arg = &k->args[a];
        if (arg->type == VL_ARG_ONE) {
            token_of(p, &out[n++], arg->family, m.arg[at++]);
        } else if (arg->type == VL_ARG_SET) {
            for (int bit = 0; bit < 8; bit++)
                if (m.arg[at] >> bit & 1)
                    token_of(p, &out[n++], arg->family, bit);
            at += 2;
        } else {
            for (int i = 0; i < m.arg[at] && at + 1 + i < VL_ARGS_MAX; i++)
                token_of(p, &out[n++], arg->family, m.arg[at + 1 + i]);
            break;
        }
    }
    return n;
}

/* ---- typed words ---- */

/* The words of a line in lower case without accents. */
struct words {
    int len;
    char word[TOKENS_MAX][64];
};

static void split(struct words *w, const char *line)
{
    char plain[PLAY_LINE];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    const char *p = plain;

    cli_plain_word(&b, line, strlen(line));
    w->len = 0;
    while (*p && w->len < TOKENS_MAX) {
        size_t n = strcspn(p, " ,");
        if (n > 0) {
            size_t keep = n < sizeof w->word[0] ? n : sizeof w->word[0] - 1;
            memcpy(w->word[w->len], p, keep);
            w->word[w->len++][keep] = '\0';
        }
        p += n + (p[n] != '\0');
    }
}

static bool token_matches(const struct token *t, const char *typed)
{
    if (t->is_number)
        return strcmp(t->key, typed) == 0;
    return cli_begins(t->key, typed) || cli_begins(t->name[VL_FR], typed) ||
           cli_begins(t->name[VL_EN], typed);
}

/* The word of the move, or a word of its heading in either language. */
static bool verb_matches(struct play *p, struct vl_move m, const char *typed)
{
    const struct vl_rules *r = play_rules(p);

    if (cli_begins(r->game->moves[m.kind].word, typed))
        return true;
    for (int lang = 0; lang < VL_LANGS; lang++) {
        char name[PLAY_NAME];
        struct vl_buf b = vl_buf_on(name, sizeof name);
        vl_text_group(&b, lang, r, m);
        if (cli_some_word_begins(name, typed))
            return true;
    }
    return false;
}

/* 0: no; 1: the words begin this move; 2: they are all of it. */
static int matches(struct play *p, struct vl_move m, const struct words *w)
{
    struct token t[TOKENS_MAX];
    int n = tokens_of(p, m, t);

    if (w->len == 0 || w->len - 1 > n || !verb_matches(p, m, w->word[0]))
        return 0;
    for (int i = 1; i < w->len; i++)
        if (!token_matches(&t[i - 1], w->word[i]))
            return 0;
    return w->len - 1 == n ? 2 : 1;
}

static int ambiguous(struct play *p, const struct vl_move *found, int n)
{
    char count[16];

    snprintf(count, sizeof count, "%d", n);
    cli_say(p->cli, TXT("cli.play.several"), "n", count, NULL);
    for (int i = 0; i < n && i < SHOWN_MAX; i++) {
        char text[VL_TEXT_MAX], lead[24];
        int number = 0;
        while (number < p->moves_len && !vl_move_eq(p->moves[number], found[i]))
            number++;
        sentence(p, found[i], text, sizeof text);
        snprintf(lead, sizeof lead, "  %d. ", number + 1);
        cli_wrap(p->cli, lead, 6, text);
    }
    return VL_INVALID;
}

/* The verb, then words of its sentence: "journey axe" where the notation has a
 * number for the card. */
static bool is_told(struct play *p, struct vl_move m, const struct words *w)
{
    char text[VL_TEXT_MAX];

    if (w->len < 2 || !verb_matches(p, m, w->word[0]))
        return false;
    sentence(p, m, text, sizeof text);
    for (int i = 1; i < w->len; i++)
        if (!cli_some_word_begins(text, w->word[i]))
            return false;
    return true;
}

static int by_words(struct play *p, const char *line, struct vl_move *out)
{
    struct vl_move some[VL_MOVES_MAX], whole[VL_MOVES_MAX];
    int some_len = 0, whole_len = 0;
    bool by_sentence; /* if the notations give nothing */
    struct words w;

    split(&w, line);
    for (int i = 0; i < p->moves_len; i++) {
        int how = matches(p, p->moves[i], &w);
        if (how == 2)
            whole[whole_len++] = p->moves[i];
        else if (how == 1)
            some[some_len++] = p->moves[i];
    }
    by_sentence = some_len + whole_len == 0;
    for (int i = 0; i < p->moves_len && by_sentence; i++)
        if (is_told(p, p->moves[i], &w))
            some[some_len++] = p->moves[i];
    if (whole_len == 1 || (whole_len == 0 && some_len == 1)) {
        *out = whole_len == 1 ? whole[0] : some[0];
        return VL_OK;
    }
    if (whole_len + some_len == 0)
        return VL_UNKNOWN;
    return whole_len ? ambiguous(p, whole, whole_len) : ambiguous(p, some, some_len);
}

/* "h 9" spelled out as "hit 9", so that it is refused for its own reason, if only
 * one kind of move begins so. */
static bool spell_out(struct play *p, const char *line, struct vl_move *out)
{
    const struct vl_rules *r = play_rules(p);
    char text[PLAY_LINE];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    size_t n = strcspn(line, " ");
    const char *word = NULL;

    for (int k = 1; k < r->game->moves_len; k++) {
        const struct vl_move_kind *kind = &r->game->moves[k];
        if ((kind->flags & VL_MOVE_CHANCE) || strncmp(kind->word, line, n) != 0 ||
            (word && strcmp(word, kind->word) == 0))
            continue;
        if (word)
            return false;
        word = kind->word;
    }
    if (!word)
        return false;
    vl_put(&b, word);
    vl_put(&b, line + n);
    return vl_move_parse(r, text, b.len, out) == 0;
}

int play_parse(struct play *p, const char *line, struct vl_move *out)
{
    const struct vl_rules *r = play_rules(p);
    int64_t number;

    if (vl_str_int(line, strlen(line), &number)) {
        if (number < 1 || number > p->moves_len) {
            char most[16];
            snprintf(most, sizeof most, "%d", p->moves_len);
            cli_say(p->cli, TXT("cli.play.no_number"), "value", line, "n", most, NULL);
            return VL_INVALID;
        }
        *out = p->moves[number - 1];
        return VL_OK;
    }
    struct vl_move spelled;
    bool is_spelled = vl_move_parse(r, line, strlen(line), &spelled) == 0 ||
                      spell_out(p, line, &spelled);
    int st = is_spelled && vl_refuse(r, play_state(p), spelled, VL_ANYONE) == 0
                 ? VL_UNKNOWN
                 : by_words(p, line, out);
    if (st != VL_UNKNOWN || !is_spelled)
        return st;
    *out = spelled; /* legal, or refused with its own reason */
    return VL_OK;
}

void play_refused(struct play *p, struct vl_move m, vl_rule rule)
{
    char text[VL_TEXT_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);

    vl_text_refusal(&b, p->cli->lang, play_rules(p), play_state(p), m, rule);
    cli_say(p->cli, TXT("cli.play.refused"), "text", text, "rule", vl_rule_texts[rule].id, NULL);
}
