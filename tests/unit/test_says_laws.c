/* Laws of card texts, for every game that has them: each thing says something, in sentences
 * that could be printed; and no two different effects read alike, so that whoever changes a
 * number or a word of one changes its text. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pack/pack.h"
#include "registry.h"
#include "text/effects.h"

enum { TEXTS_MAX = 20000, POOL = 4 << 20 };

/* ---- could it be printed? ---- */

static bool ends_well(const char *text)
{
    size_t len = strlen(text);

    return len > 1 && text[len - 1] == '.' && strchr(".,;: ", text[len - 2]) == NULL;
}

/* NULL, or what is wrong with it. Spaces before a colon are narrow ones in French. */
static const char *misprint(const char *text)
{
    static const char *const never[] = { "{",  "}",  "[",  "]",  "#",  "|",  "  ", " .", " ,",
                                         " ;", " :", "( ", " )", "..", ",.", ",,", "\t" };

    for (int i = 0; i < VL_LEN(never); i++)
        if (strstr(text, never[i]) != NULL)
            return never[i];
    if (text[0] >= 'a' && text[0] <= 'z')
        return "a small letter first";
    return ends_well(text) ? NULL : "its end";
}

static void check_thing(const struct vl_rules *r, int family, int index)
{
    for (int lang = 0; lang < VL_LANGS; lang++)
        for (int whole = 0; whole < 2; whole++) {
            char text[VL_SAYS_MAX] = "";
            struct vl_buf b = vl_buf_on(text, sizeof text);
            bool said = vl_text_says(&b, lang, r, family, index, whole == 1);
            const char *wrong = said ? misprint(text) : whole == 1 ? "nothing is said" : NULL;

            if (wrong != NULL || b.full)
                printf("%s: %s: \"%s\"\n", vl_key(r, family, index), wrong ? wrong : "long", text);
            CHECK(wrong == NULL && !b.full);
        }
}

TEST(every_thing_that_says_something_says_it_in_print)
{
    struct vl_pack pack;

    for (int g = 0; g < vl_games_len(); g++) {
        const struct vl_game *game = vl_game_at(g);
        int said = 0;

        for (int p = 0; game->says != NULL && vl_pack_builtin_at(&pack, game, p); p++) {
            struct vl_rules r;

            vl_rules_init(&r, game, pack.block, &pack.info);
            for (int f = VL_FAM_GAME; f < VL_FAM_GAME + game->families_len; f++)
                for (int i = 0; i < vl_family_count(&r, f); i++)
                    if (game->says->families >> (f - VL_FAM_GAME) & 1 && vl_key(&r, f, i) != NULL &&
                        strcmp(vl_key(&r, f, i), "village") != 0) {
                        check_thing(&r, f, i);
                        said++;
                    }
        }
        CHECK(game->says == NULL || said > 40);
    }
}

/* ---- do two of them read alike? ---- */

struct texts {
    int len;
    size_t used;
    char *pool;
    char *at[TEXTS_MAX];
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_text(struct texts *t, int lang, const struct vl_rules *r,
                     const struct vl_saying *saying)
{
    struct vl_buf b = vl_buf_on(t->pool + t->used, VL_SAYS_MAX);

    if (!CHECK(t->len < TEXTS_MAX && t->used + VL_SAYS_MAX < POOL))
        return;
    vl_text_saying(&b, lang, r, saying);
    t->at[t->len++] = t->pool + t->used;
    t->used += b.len + 1;
}

/* Places of a swap that are of one kind, and not the same (EN-STL-16). */
static bool is_possible(const struct vl_fx_verb *row, const int16_t *arg)
{
    return strcmp(row->word, "swap") != 0 || (arg[1] / 2 == arg[2] / 2 && arg[1] != arg[2]);
}

struct making { /* all arguments of one row, one after the other */
    const struct vl_rules *r;
    int lang;
    struct texts *texts;
    struct vl_saying saying;
    const struct vl_fx_verb *row;
    int16_t *arg;
};

/* Values that stand for those an argument can have. */
static int values_of(const struct vl_fx_arg *a)
{
    switch ((enum vl_fx_type)a->type) {
    case VL_FX_WORD:
    case VL_FX_SET: return a->words_len;
    case VL_FX_INT: return 3;
    case VL_FX_AMOUNT: return 4 + 4 * a->words_len;
    default: return 1;
    }
}

static void set_value(const struct vl_fx_arg *a, int k, int16_t *arg)
{
    static const int8_t numbers[] = { 1, 2, -1, 3 };

    if (a->type == VL_FX_SET)
        arg[0] = a->sets[k];
    else if (a->type == VL_FX_WORD || a->type == VL_FX_FIXED)
        arg[0] = (int16_t)(a->lo + k);
    else
        arg[0] = a->lo < 0 ? numbers[k & 3] : (int16_t)(1 + k);
    if (a->type != VL_FX_AMOUNT)
        return;
    arg[0] = k < 4 ? numbers[k] : (int16_t)(1 + (k & 1));
    arg[1] = k < 4 ? 1 : (int16_t)(1 + (k >> 1 & 1));
    arg[2] = (int16_t)(k / 4);
}

static void make_all(struct making *m, int i, int at)
{
    const struct vl_fx_arg *a = &m->row->args[i];

    if (i == m->row->args_len) {
        if (is_possible(m->row, m->arg))
            add_text(m->texts, m->lang, m->r, &m->saying);
        return;
    }
    for (int k = 0; k < values_of(a); k++) {
        set_value(a, k, m->arg + at);
        make_all(m, i + 1, at + (a->type == VL_FX_AMOUNT ? 3 : 1));
    }
}

static void check_distinct(struct texts *t)
{
    qsort(t->at, (size_t)t->len, sizeof t->at[0], by_text);
    for (int i = 1; i < t->len; i++)
        if (!CHECK(strcmp(t->at[i - 1], t->at[i]) != 0))
            printf("twice: \"%s\"\n", t->at[i]);
    t->len = 0;
    t->used = 0;
}

/* Each step of a vocabulary alone, framed as the first saying of the game that has room
 * for it does. */
static void check_vocabulary(const struct vl_rules *r, const struct vl_fx_verbs *verbs, int lang,
                             struct texts *texts)
{
    struct vl_fx steps[1 + VL_FX_ARGS]; /* it, and what may stand in its blocks */
    struct making m = { .r = r, .lang = lang, .texts = texts };

    memset(steps, 0, sizeof steps);
    for (int i = 1; i < VL_LEN(steps); i++) {
        steps[i].verb = verbs->base;
        steps[i].next = 1;
    }
    m.saying.row = &r->game->says->rows->all[0];
    m.saying.does = (struct vl_phrases){ verbs, steps, 1, VL_FX_THEN };
    m.arg = steps[0].arg;
    for (int i = 0; i < verbs->len; i++) {
        steps[0].verb = (uint8_t)(verbs->base + i);
        m.row = &verbs->all[steps[0].verb];
        make_all(&m, 0, 0);
    }
    CHECK(texts->len >= verbs->len);
    check_distinct(texts);
}

/* Frames around the same step. */
static void check_frames(const struct vl_rules *r, int lang, struct texts *texts)
{
    const struct vl_fx_verbs *rows = r->game->says->rows, *verbs = r->game->says->verbs[0];
    struct vl_fx step;
    struct making m = { .r = r, .lang = lang, .texts = texts };

    memset(&step, 0, sizeof step);
    step.verb = verbs->base;
    step.arg[0] = 1;
    m.saying.does = (struct vl_phrases){ verbs, &step, 1, VL_FX_THEN };
    m.arg = m.saying.arg;
    for (int i = 0; i < rows->len; i++)
        if (rows->all[i].word != NULL) {
            m.saying.row = m.row = &rows->all[i];
            make_all(&m, 0, 0);
        }
    check_distinct(texts);
}

TEST(no_two_effects_read_alike)
{
    static struct texts texts;
    struct vl_pack pack;

    texts.pool = malloc(POOL);
    for (int g = 0; g < vl_games_len() && texts.pool != NULL; g++) {
        const struct vl_says *says = vl_game_at(g)->says;
        struct vl_rules r;

        if (says == NULL || !CHECK(vl_pack_builtin(&pack, vl_game_at(g)) == VL_OK))
            continue;
        vl_rules_init(&r, vl_game_at(g), pack.block, &pack.info);
        for (int lang = 0; lang < VL_LANGS; lang++) {
            for (int i = 0; says->verbs[i] != NULL; i++)
                check_vocabulary(&r, says->verbs[i], lang, &texts);
            check_frames(&r, lang, &texts);
        }
    }
    free(texts.pool);
}
