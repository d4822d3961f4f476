#include "cli/rulebook.h"

#include "cli/words.h"
#include "text/rules.h"

#include "rule_ids.h"

#include <string.h>

enum { QUESTION_MAX = 200, FOLDED_MAX = 4096, WORDS_MAX = 8 };

const char *rulebook_text(int lang, vl_rule rule)
{
    return lang == VL_FR ? vl_rule_texts[rule].fr : vl_rule_texts[rule].en;
}

/* The id without the game's prefix, in lower case: "hit-02". */
static void short_id(struct vl_buf *out, const struct vl_game *g, vl_rule rule)
{
    const char *id = vl_rule_texts[rule].id;
    size_t prefix = strlen(g->rule_prefix);

    if (strncmp(id, g->rule_prefix, prefix) == 0 && id[prefix] == '-')
        id += prefix + 1;
    cli_plain_word(out, id, strlen(id));
}

/* Does `question` (plain) name the rule: its id, or the area it stands in? */
static bool named(const struct vl_game *g, vl_rule rule, const char *question)
{
    char id[64], prefix[16];
    struct vl_buf b = vl_buf_on(id, sizeof id), p = vl_buf_on(prefix, sizeof prefix);
    size_t len;

    short_id(&b, g, rule);
    cli_plain_word(&p, g->rule_prefix, strlen(g->rule_prefix));
    vl_put_char(&p, '-');
    if (strncmp(question, prefix, p.len) == 0)
        question += p.len;
    len = strlen(question);
    return len > 0 && strncmp(id, question, len) == 0 && (id[len] == '\0' || id[len] == '-');
}

static bool has_code(vl_rule rule, const char *question)
{
    char code[64];
    struct vl_buf b = vl_buf_on(code, sizeof code);

    if (!vl_rule_texts[rule].code)
        return false;
    cli_plain_word(&b, vl_rule_texts[rule].code, strlen(vl_rule_texts[rule].code));
    return strcmp(code, question) == 0;
}

static bool is_called(const struct vl_game *g, vl_rule rule, const char *question)
{
    return named(g, rule, question) || has_code(rule, question);
}

/* Every word of the question stands in the rule's text. */
static bool has_words(int lang, vl_rule rule, const char *question)
{
    char text[FOLDED_MAX];
    struct vl_buf b = vl_buf_on(text, sizeof text);
    const char *words = rulebook_text(lang, rule);

    cli_plain_word(&b, words, strlen(words));
    while (*question) {
        char word[QUESTION_MAX];
        size_t n = strcspn(question, " ");
        if (n > 0) {
            memcpy(word, question, n);
            word[n] = '\0';
            if (!strstr(text, word))
                return false;
        }
        question += n + (question[n] == ' ');
    }
    return true;
}

int rulebook_find(const struct vl_game *g, int lang, const char *question, vl_rule *out, int cap)
{
    char plain[QUESTION_MAX];
    struct vl_buf b = vl_buf_on(plain, sizeof plain);
    bool by_name = false;
    int n = 0;

    cli_plain_word(&b, question, strlen(question));
    for (int i = 1; i < VL_RULE_COUNT && plain[0]; i++)
        by_name = by_name ||
                  (strcmp(vl_rule_texts[i].game, g->id) == 0 && is_called(g, (vl_rule)i, plain));
    for (int i = 1; i < VL_RULE_COUNT; i++) {
        vl_rule rule = (vl_rule)i;
        if (strcmp(vl_rule_texts[i].game, g->id) != 0)
            continue;
        if (by_name ? !is_called(g, rule, plain) : !has_words(lang, rule, plain))
            continue;
        if (n < cap)
            out[n] = rule;
        n++;
    }
    return n;
}

void rulebook_print(struct cli *cli, vl_rule rule)
{
    const struct vl_rule_text *t = &vl_rule_texts[rule];
    char lead[96];

    snprintf(lead, sizeof lead, "%s%s%s%s%s  ", cli_style(cli, CLI_BOLD), t->id,
             cli_style(cli, CLI_NORMAL), t->code ? " " : "", t->code ? t->code : "");
    cli_wrap(cli, lead, 4, rulebook_text(cli->lang, rule));
}
