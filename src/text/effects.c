#include "text/effects.h"

#include "core/view_build.h"

#include <string.h>

enum {
    PIECES_MAX = 8, /* arguments of one entry */
    PIECES_BYTES = 640,
    NOUNS_MAX = 4
};

struct telling { /* one saying in one language */
    const struct vl_rules *r;
    int lang;
    const char *tone; /* NULL: none */
    int nouns_len;
    char nouns[NOUNS_MAX][16]; /* what it has named */
};

struct phrase { /* what the arguments of an entry are taken from */
    struct telling *t;
    const struct vl_fx_verbs *verbs;
    const struct vl_fx_verb *row;
    const int16_t *arg;
    const struct vl_fx *blocks;     /* the steps of its blocks */
    const struct vl_saying *saying; /* NULL: it is a step */
    int d;                          /* of the source that is being named; 0: none is */
};

static void put_entry(struct vl_buf *out, const struct phrase *p, const char *id);
static void put_joint(struct vl_buf *out, int lang, const char *id);
static void put_steps(struct vl_buf *out, struct telling *t, const struct vl_phrases *part);

/* ---- ids ---- */

/* "en.fx.effect.wound": a NULL part is left out. */
static void id_of(char id[VL_TEXT_ID_MAX], const struct vl_game *g, const char *a, const char *b,
                  const char *c)
{
    const char *part[] = { "fx", a, b, c };
    struct vl_buf out = vl_buf_on(id, VL_TEXT_ID_MAX);

    vl_put(&out, g->prefix);
    for (int i = 0; i < VL_LEN(part); i++) {
        vl_put(&out, part[i] != NULL ? "." : "");
        vl_put(&out, part[i] != NULL ? part[i] : "");
    }
}

/* Makes the id longer if there is such an entry. */
static void extend(char id[VL_TEXT_ID_MAX], const char *a, const char *b)
{
    size_t len = strlen(id);
    struct vl_buf out = vl_buf_on(id + len, VL_TEXT_ID_MAX - len);

    vl_put_char(&out, '.');
    vl_put(&out, a);
    vl_put(&out, b);
    if (vl_text_find(VL_EN, id) == NULL)
        id[len] = '\0';
}

/* ---- the arguments of a row ---- */

static bool is_block(const struct vl_fx_arg *a)
{
    return a->type == VL_FX_BLOCK || a->type == VL_FX_COST;
}

static int width(const struct vl_fx_arg *a)
{
    return a->type == VL_FX_AMOUNT ? 3 : 1;
}

/* The word that stands for a value. */
static const char *word_of(const struct vl_fx_arg *a, int value)
{
    for (int i = 0; i < a->words_len; i++)
        if (value == (a->type == VL_FX_SET ? a->sets[i] : a->lo + i))
            return a->words[i];
    return "";
}

static void extend_by(char id[VL_TEXT_ID_MAX], const struct vl_fx_arg *a, const int16_t *value)
{
    if (a->type == VL_FX_WORD || a->type == VL_FX_SET)
        extend(id, word_of(a, value[0]), "");
    else if (a->type == VL_FX_AMOUNT && value[2] != 0)
        extend(id, "counted", "");
    else if ((a->type == VL_FX_INT || is_block(a)) && value[0] == 0)
        extend(id, "no_", a->name);
    else if (a->type == VL_FX_INT && value[0] < 0)
        extend(id, "less", "");
}

/* ---- what an argument is in words ---- */

static void put_number(struct vl_buf *out, int n, const char *form)
{
    if (form != NULL && strcmp(form, "signed") == 0) {
        vl_put(out, n > 0 ? "+" : "");
        vl_text_int(out, n);
    } else {
        vl_put_int(out, form != NULL && n < 0 ? -n : n); /* size */
    }
}

/* Where the steps of a block stand: those of the blocks before it are passed over. */
static struct vl_phrases block_of(const struct phrase *p, int place)
{
    struct vl_phrases part = { NULL, p->blocks, 0, VL_FX_THEN };

    for (int i = 0, at = 0; i <= place; at += width(&p->row->args[i]), i++) {
        const struct vl_fx_arg *a = &p->row->args[i];

        if (!is_block(a))
            continue;
        part.steps += part.len;
        part.len = p->arg[at];
        part.verbs = a->type == VL_FX_COST && p->verbs->pay != NULL ? p->verbs->pay : p->verbs;
        part.joint = a->type == VL_FX_COST ? VL_FX_AND : VL_FX_THEN;
    }
    return part;
}

static void put_per(struct vl_buf *out, const struct phrase *p, const struct vl_fx_arg *a,
                    const int16_t *value)
{
    struct phrase source = *p;
    char id[VL_TEXT_ID_MAX];

    if (value[2] == 0)
        return;
    source.d = value[1];
    id_of(id, p->t->r->game, "source", a->words[value[2] - 1], "per");
    put_entry(out, &source, id);
}

static void put_value(struct vl_buf *out, const struct phrase *p, int place, const int16_t *value,
                      const char *form)
{
    const struct vl_fx_arg *a = &p->row->args[place];
    struct vl_phrases part;
    char id[VL_TEXT_ID_MAX];

    switch ((enum vl_fx_type)a->type) {
    case VL_FX_INT: put_number(out, value[0], form); break;
    case VL_FX_AMOUNT:
        if (form != NULL && strcmp(form, "per") == 0)
            put_per(out, p, a, value);
        else
            put_number(out, value[0], form);
        break;
    case VL_FX_WORD:
    case VL_FX_SET:
        id_of(id, p->t->r->game, a->name, word_of(a, value[0]), form);
        put_entry(out, p, id);
        break;
    case VL_FX_THING: vl_text_name(out, p->t->lang, p->t->r, a->family, value[0]); break;
    case VL_FX_BLOCK:
    case VL_FX_COST:
        part = block_of(p, place);
        put_steps(out, p->t, &part);
        break;
    case VL_FX_FIXED: break;
    }
}

static bool is_told(struct telling *t, const char *name, size_t len)
{
    for (int i = 0; i < t->nouns_len; i++)
        if (vl_str_is(name, len, t->nouns[i]))
            return true;
    if (t->nouns_len < NOUNS_MAX) {
        struct vl_buf b = vl_buf_on(t->nouns[t->nouns_len++], sizeof t->nouns[0]);
        vl_put_n(&b, name, len);
    }
    return false;
}

static void put_noun(struct vl_buf *out, const struct phrase *p, const char *name, size_t len)
{
    char id[VL_TEXT_ID_MAX];

    id_of(id, p->t->r->game, "noun", name, NULL);
    if (p->t->tone != NULL)
        extend(id, p->t->tone, "");
    if (is_told(p->t, name, len))
        extend(id, "again", "");
    put_entry(out, p, id);
}

/* What is paid, and what happens. */
static void put_does(struct vl_buf *out, const struct phrase *p)
{
    const struct vl_saying *s = p->saying;

    put_steps(out, p->t, &s->cost);
    if (s->cost.len > 0 && s->does.len > 0)
        put_joint(out, p->t->lang, TXT("fx.paid"));
    put_steps(out, p->t, &s->does);
}

/* name is "scope", or with a form "filter.a". */
static void put_argument(struct vl_buf *out, const struct phrase *p, const char *name)
{
    size_t len = strcspn(name, ".");
    const char *form = name[len] == '.' ? name + len + 1 : NULL;

    if (p->d != 0 && vl_str_is(name, len, "d")) {
        put_number(out, p->d, NULL);
        return;
    }
    if (p->saying != NULL && vl_str_is(name, len, "does")) {
        put_does(out, p);
        return;
    }
    for (int i = 0, at = 0; i < p->row->args_len; at += width(&p->row->args[i]), i++)
        if (p->row->args[i].name != NULL && vl_str_is(name, len, p->row->args[i].name)) {
            put_value(out, p, i, p->arg + at, form);
            return;
        }
    put_noun(out, p, name, len);
}

/* ---- entries ---- */

struct pieces { /* names and texts of the arguments, as vl_text_str() takes them */
    const char *pair[2 * PIECES_MAX + 1];
    int len;
    size_t used;
    char bytes[PIECES_BYTES];
};

static struct vl_buf begin_piece(struct pieces *s)
{
    VL_VERIFY(s->len < 2 * PIECES_MAX && s->used < sizeof s->bytes);
    s->pair[s->len++] = s->bytes + s->used;
    return vl_buf_on(s->bytes + s->used, sizeof s->bytes - s->used);
}

static void add_piece(struct pieces *s, const struct phrase *p, const char *name, size_t len)
{
    struct vl_buf b;

    for (int i = 0; i < s->len; i += 2)
        if (vl_str_is(name, len, s->pair[i]))
            return;
    b = begin_piece(s);
    vl_put_n(&b, name, len);
    s->used += b.len + 1;
    name = s->pair[s->len - 1];
    b = begin_piece(s);
    put_argument(&b, p, name);
    s->used += b.len + 1;
}

static void put_entry(struct vl_buf *out, const struct phrase *p, const char *id)
{
    const char *at = vl_text_find(p->t->lang, id);
    struct pieces s;

    s.len = 0;
    s.used = 0;
    while (at != NULL && (at = strchr(at, '{')) != NULL) {
        size_t len = strcspn(++at, "|}");

        add_piece(&s, p, at, len);
    }
    s.pair[s.len] = NULL;
    vl_text_str(out, p->t->lang, id, s.pair);
}

/* ---- steps ---- */

/* A joint is an entry "{a}, then {b}": what stands between the two. */
static void put_joint(struct vl_buf *out, int lang, const char *id)
{
    const char *from = strchr(vl_text_find(lang, id), '}') + 1;

    vl_put_n(out, from, strcspn(from, "{"));
}

void vl_text_row(char id[VL_TEXT_ID_MAX], const struct vl_game *g, const char *vocabulary,
                 const struct vl_fx_verb *row, const int16_t *arg, bool told, const char *tone)
{
    id_of(id, g, vocabulary, row->word, NULL);
    for (int i = 0, at = 0; i < row->args_len; at += width(&row->args[i]), i++)
        extend_by(id, &row->args[i], arg + at);
    if (told)
        extend(id, "you", "");
    if (tone != NULL)
        extend(id, tone, "");
}

/* told: the step before has a subject. */
static void put_row(struct vl_buf *out, const struct phrase *p, bool *told)
{
    char id[VL_TEXT_ID_MAX];
    const char *text;

    vl_text_row(id, p->t->r->game, p->verbs->name, p->row, p->arg, *told, p->t->tone);
    put_entry(out, p, id);
    text = vl_text_find(p->t->lang, id);
    *told = text != NULL && text[0] == '{';
}

static const char *joint_of(enum vl_fx_joint joint, bool last)
{
    switch (joint) {
    case VL_FX_THEN: return TXT("fx.then");
    case VL_FX_AND: return last ? TXT("fx.and") : TXT("fx.comma");
    case VL_FX_ALSO: return TXT("fx.also");
    }
    return TXT("fx.then");
}

static void put_steps(struct vl_buf *out, struct telling *t, const struct vl_phrases *part)
{
    bool told = false;

    for (int i = 0, next; i < part->len; i = next) {
        const struct vl_fx *step = &part->steps[i];
        struct phrase p = { t,         part->verbs, &part->verbs->all[step->verb],
                            step->arg, step + 1,    NULL,
                            0 };

        next = i + 1 + step->skip;
        if (i > 0)
            put_joint(out, t->lang, joint_of(part->joint, next == part->len));
        put_row(out, &p, &told);
    }
}

/* ---- sayings ---- */

void vl_text_saying(struct vl_buf *out, int lang, const struct vl_rules *r,
                    const struct vl_saying *saying)
{
    struct telling t = { r, lang, saying->tone, 0, { "" } };
    struct phrase p = { &t, r->game->says->rows, saying->row, saying->arg, NULL, saying, 0 };
    bool told = false;

    put_row(out, &p, &told);
}

bool vl_text_says(struct vl_buf *out, int lang, const struct vl_rules *r, int family, int index,
                  bool whole)
{
    const struct vl_says *says = r->game->says;
    struct vl_ref thing = vl_ref_to(family, index);
    size_t before = out->len;

    if (says == NULL || family < VL_FAM_GAME || !(says->families >> (family - VL_FAM_GAME) & 1))
        return false;
    for (int k = 0;; k++) {
        struct vl_saying saying;

        memset(&saying, 0, sizeof saying);
        if (!says->say(r, thing, whole, k, &saying))
            break;
        if (k > 0)
            vl_put_char(out, ' ');
        vl_text_saying(out, lang, r, &saying);
    }
    return out->len > before;
}
