/* The rules in words: every text that `veillee rules`, why and the rules panel
 * can show is whole, in both languages, and French says what English says. */
#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "rule_ids.h"
#include "text/rules.h"

enum { WORD_MAX = 64, TEXT_LEAST = 12, ESSENCE_MAX = 4096 };

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);

    return n >= m && strcmp(s + n - m, end) == 0;
}

static bool is_sentence(const char *s)
{
    static const char *const ends[] = { ".", "!", "?", ")", "\"", "»", "”" };

    for (int i = 0; i < VL_LEN(ends); i++)
        if (ends_with(s, ends[i]))
            return true;
    return false;
}

/* "(nom)": a place to be filled that no reader can fill. */
static bool has_placeholder(const char *s)
{
    static const char *const marks[] = { "(nom)", "(name)", "(liste)", "(carte)" };

    for (int i = 0; i < VL_LEN(marks); i++)
        if (strstr(s, marks[i]) != NULL)
            return true;
    return false;
}

static bool is_whole(const char *s)
{
    return strlen(s) >= TEXT_LEAST && strpbrk(s, "{}|`") == NULL && strstr(s, "**") == NULL &&
           is_sentence(s) && !has_placeholder(s);
}

TEST(every_rule_of_every_game_is_a_whole_text_in_both_languages)
{
    for (int i = 1; i < VL_RULE_COUNT; i++) {
        const struct vl_rule_text *t = &vl_rule_texts[i];

        if (!CHECK(is_whole(t->en)))
            printf("    %s: %s\n", t->id, t->en);
        if (!CHECK(is_whole(t->fr)))
            printf("    %s: %s\n", t->id, t->fr);
    }
}

TEST(a_refusal_says_when_it_is_made_and_what_it_tells)
{
    for (int i = 1; i < VL_RULE_COUNT; i++) {
        const struct vl_rule_text *t = &vl_rule_texts[i];

        if (t->code != NULL && !CHECK(strncmp(t->en, "Refused when: ", 14) == 0 &&
                                      strncmp(t->fr, "Refusé quand", strlen("Refusé quand")) == 0))
            printf("    %s: %s\n", t->id, t->en);
    }
    CHECK_STR(vl_rule_texts[EN_ERR_25].en, "Refused when: target is the active player.");
    CHECK_STR(vl_rule_texts[EN_ERR_17].en,
              "Refused when: travel cost exceeds crystals; the message names: cost and crystals.");
    CHECK_STR(vl_rule_texts[EN_ERR_25].fr, "Refusé quand la cible est le joueur actif.");
}

/* ---- French says what English says: its numbers and code words ---- */

/* Bytes of the character at s if it belongs to a word, else 0: dashes, quotes
 * and spaces beyond ASCII begin with e2 or c2. */
static size_t word_char(const char *s)
{
    unsigned char c = (unsigned char)*s;

    return isalnum(c) || c == '_' ? 1 : c >= 0xc3 && c < 0xe0 && s[1] != '\0' ? 2 : 0;
}

/* Dash, digits, and again: the rest of "RM-HIT-02", "EN-VAR-06/-08", "RM-SET-33..37". */
static void skip_id(const char **p)
{
    *p += strspn(*p, "-ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    *p += strspn(*p, "0123456789");
    for (size_t n; (n = strspn(*p, "-/.")) > 0 && isdigit((unsigned char)(*p)[n]);) {
        *p += n;
        *p += strspn(*p, "0123456789");
    }
}

/* The next word at or after *p: letters, digits, underscores; ids of rules are
 * passed over. False at the end. */
static bool next_word(const char **p, char word[WORD_MAX])
{
    for (;;) {
        size_t n = 0, len;

        while (**p != '\0' && word_char(*p) == 0)
            ++*p;
        if (**p == '\0')
            return false;
        for (; (len = word_char(*p)) > 0 && n + len < WORD_MAX; n += len, *p += len)
            memcpy(word + n, *p, len);
        word[n] = '\0';
        if (n != 2 || !isupper((unsigned char)word[0]) || **p != '-' ||
            !isupper((unsigned char)(*p)[1]))
            return true;
        skip_id(p);
    }
}

static bool has_word(const char *text, const char *word)
{
    char found[WORD_MAX];

    while (next_word(&text, found))
        if (strcmp(found, word) == 0)
            return true;
    return false;
}

/* A number also counts if French spells it. */
static bool has_number(const char *text, const char *number)
{
    static const char *const words[][3] = {
        { "0", "aucun", "zéro" },
        { "0", "aucune", "sans" },
        { "0", "vide", "pas" },
        { "1", "un", "une" },
        { "1", "premier", "première" },
        { "2", "deux", "second" },
        { "3", "trois", "" },
        { "4", "quatre", "" },
        { "5", "cinq", "" },
        { "6", "six", "" },
        { "7", "sept", "" },
        { "8", "huit", "" },
    };

    if (has_word(text, number))
        return true;
    for (int i = 0; i < VL_LEN(words); i++)
        if (strcmp(words[i][0], number) == 0 &&
            (has_word(text, words[i][1]) || has_word(text, words[i][2])))
            return true;
    return false;
}

/* "06" is the end of another id, as in "EN-VAR-01, -06". */
static bool is_number(const char *word)
{
    return (word[0] != '0' || word[1] == '\0') && strspn(word, "0123456789") == strlen(word);
}

/* JOURNEY, setup_kingdoms: a word of the notation or the position. */
static bool is_code(const char *word)
{
    size_t n = strlen(word);

    return (strchr(word, '_') != NULL && n > 3) ||
           (n > 3 && strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == n);
}

/* What French must say of a rule: all of it; of a ruling, the ruling, since the
 * question, the reason and the alternative stand in the English file only. */
static void put_essence(const struct vl_rule_text *t, char *out, size_t cap)
{
    const char *from = strstr(t->id, "-RUL-") != NULL ? strstr(t->en, "uling: ") : NULL;
    const char *to = from != NULL ? strstr(from, "; why: ") : NULL;

    from = from != NULL ? from + strlen("uling: ") : t->en;
    size_t len = to != NULL ? (size_t)(to - from) : strlen(from);
    snprintf(out, cap, "%.*s", (int)len, from);
}

TEST(the_french_text_of_a_rule_has_the_numbers_and_code_words_of_the_english)
{
    for (int i = 1; i < VL_RULE_COUNT; i++) {
        const struct vl_rule_text *t = &vl_rule_texts[i];
        char en[ESSENCE_MAX], word[WORD_MAX];
        const char *p = en;

        put_essence(t, en, sizeof en);
        while (next_word(&p, word)) {
            bool ok = is_number(word) ? has_number(t->fr, word)
                      : is_code(word) ? has_word(t->fr, word)
                                      : true;
            if (!CHECK(ok))
                printf("    %s: \"%s\" is not in the French text\n", t->id, word);
        }
    }
}

/* French runs longer than English; much shorter is something left out. */
TEST(the_french_text_of_a_rule_is_about_as_long_as_the_english)
{
    for (int i = 1; i < VL_RULE_COUNT; i++) {
        const struct vl_rule_text *t = &vl_rule_texts[i];
        char en[ESSENCE_MAX];

        put_essence(t, en, sizeof en);
        if (strlen(en) > 60 && !CHECK(2 * strlen(t->fr) >= strlen(en)))
            printf("    %s: %zu of %zu bytes\n", t->id, strlen(t->fr), strlen(en));
    }
}
