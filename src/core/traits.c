/* What things are: their printed values as rows of numbers, counted off the table of
 * the pack (core/pack_table.h), so that no game writes them. */
#include "core/engine.h"
#include "core/fields.h"
#include "core/pack_table.h"

enum { PATH_LEN = 120 };

/* One way through the columns of a family: counting them, writing a row, or naming one. */
struct walk {
    const struct vl_game *game;
    const uint8_t *block;
    int16_t *out;        /* a row; NULL: none is written */
    struct vl_buf *name; /* of column `wanted`; NULL: none is named */
    int at, wanted;
    struct vl_buf path;
};

/* ---- one column ---- */

static bool is_wanted(const struct walk *w)
{
    return w->name != NULL && w->at == w->wanted;
}

/* "/costs/0/verb -1..5" */
static void column(struct walk *w, int64_t value, int64_t lo, int64_t hi)
{
    if (w->out != NULL)
        w->out[w->at] = (int16_t)(value > INT16_MAX ? INT16_MAX : value);
    if (is_wanted(w)) {
        vl_put(w->name, w->path.p);
        vl_put_char(w->name, ' ');
        vl_put_int(w->name, lo);
        vl_put(w->name, "..");
        vl_put_int(w->name, hi);
    }
    w->at++;
}

/* What one number stands for, if the name of the column is asked: " 0=item,1=monster". */
static void put_meaning(struct walk *w, int number, const char *word, bool first)
{
    vl_put_char(w->name, first ? ' ' : ',');
    vl_put_int(w->name, number);
    vl_put_char(w->name, '=');
    vl_put(w->name, word);
}

/* The same of one of several words, which the name lists. */
static void column_word(struct walk *w, int value, const struct vl_pack_field *f)
{
    bool named = is_wanted(w);

    column(w, value, -1, f->lo + f->words_len - 1);
    for (int i = 0; named && i < f->words_len; i++)
        put_meaning(w, f->lo + i, f->words[i], i == 0);
}

/* And of a thing of a family. */
static void column_thing(struct walk *w, int value, int family)
{
    const struct vl_family *f = &w->game->families[family - VL_FAM_GAME];
    bool named = is_wanted(w);

    column(w, value, -1, f->count - 1);
    if (named) {
        vl_put_char(w->name, ' ');
        vl_put(w->name, f->name);
    }
}

/* ---- where it stands: "/name", "/3" ---- */

static size_t enter(struct walk *w, const char *name)
{
    size_t before = w->path.len;

    vl_put_char(&w->path, '/');
    vl_put(&w->path, name);
    return before;
}

static size_t enter_place(struct walk *w, int i)
{
    size_t before = w->path.len;

    vl_put_char(&w->path, '/');
    vl_put_int(&w->path, i);
    return before;
}

static void leave(struct walk *w, size_t before)
{
    w->path.len = before;
    w->path.p[before] = '\0';
}

static void column_at(struct walk *w, const char *name, int64_t value, int64_t lo, int64_t hi)
{
    size_t up = enter(w, name);

    column(w, value, lo, hi);
    leave(w, up);
}

static void column_of(struct walk *w, int i, int64_t value, int64_t lo, int64_t hi)
{
    size_t up = enter_place(w, i);

    column(w, value, lo, hi);
    leave(w, up);
}

/* ---- values: of what is not there (at NULL) a number is 0, a word or thing -1 ---- */

static int64_t number_at(const struct vl_pack_field *f, const uint8_t *at)
{
    uint32_t v = at != NULL ? vl_field_load(at, f->width) : 0;

    if (f->lo >= 0)
        return v;
    return f->width == 2 ? (int16_t)v : f->width == 4 ? (int32_t)v : (int8_t)v;
}

/* All bits set: none (core/pack_table.h). */
static int thing_at(const uint8_t *at, int width)
{
    uint32_t none = width == 1 ? UINT8_MAX : width == 2 ? UINT16_MAX : UINT32_MAX;
    uint32_t v = at != NULL ? vl_field_load(at, width) : none;

    return v == none ? -1 : (int)v;
}

static void put_bits(struct walk *w, const struct vl_pack_field *f, const uint8_t *at, int len)
{
    for (int i = 0; i < len; i++)
        column_of(w, i, at != NULL && vl_field_bit(at, f->width, i), 0, 1);
}

static void put_set(struct walk *w, const struct vl_pack_field *f, const uint8_t *at)
{
    for (int i = 0; i < f->words_len; i++)
        column_at(w, f->words[i], at != NULL && vl_field_bit(at, f->width, i), 0, 1);
}

/* How many bits the sets have that words stand for. */
static int bits_of(const struct vl_pack_field *f)
{
    int all = 0, n = 0;

    for (int i = 0; i < f->words_len; i++)
        all |= f->sets[i];
    while (all >> n)
        n++;
    return n;
}

static void put_value(struct walk *w, const struct vl_pack_field *f, const uint8_t *at)
{
    switch ((enum vl_pack_type)f->type) {
    case VL_PF_INT: column(w, number_at(f, at), f->lo, f->hi); return;
    case VL_PF_BOOL: column(w, at != NULL && at[0] != 0, 0, 1); return;
    case VL_PF_REF: column_thing(w, thing_at(at, f->width), f->family); return;
    case VL_PF_SET: put_set(w, f, at); return;
    case VL_PF_WORD:
        if (f->sets != NULL)
            put_bits(w, f, thing_at(at, f->width) < 0 ? NULL : at, bits_of(f));
        else
            column_word(w, thing_at(at, f->width), f);
        return;
    default: return;
    }
}

static void put_amount(struct walk *w, const struct vl_pack_field *f, const uint8_t *at)
{
    struct vl_amount a = { 0, 0, 0 };

    if (at != NULL)
        memcpy(&a, at, sizeof a);
    column_at(w, "n", a.n, f->lo, f->hi);
    column_at(w, "d", a.d, 0, INT16_MAX);
    size_t up = enter(w, "source");
    bool named = is_wanted(w);

    column(w, a.source, 0, f->words_len);
    for (int i = 0; named && i < f->words_len; i++)
        put_meaning(w, 1 + i, f->words[i], i == 0);
    leave(w, up);
}

/* How many places of arg[] a vocabulary uses, and whether steps contain steps. */
struct shape {
    int places;
    bool nested;
};

static struct shape shape_of(const struct vl_fx_verbs *verbs)
{
    struct shape shape = { 0, false };

    for (int v = verbs->base; v < verbs->base + verbs->len; v++) {
        int places = 0;

        for (int i = 0; i < verbs->all[v].args_len; i++) {
            int type = verbs->all[v].args[i].type;

            places += type == VL_FX_AMOUNT ? 3 : 1;
            shape.nested = shape.nested || type == VL_FX_BLOCK || type == VL_FX_COST;
        }
        shape.places = places > shape.places ? places : shape.places;
    }
    shape.places = shape.nested ? VL_FX_ARGS : shape.places; /* of any vocabulary */
    return shape;
}

/* The verb of a step, by its number among all verbs of the game; fx NULL: no step. */
static void put_verb(struct walk *w, const struct vl_fx_verbs *verbs, bool nested, int i,
                     const struct vl_fx *fx)
{
    const struct vl_fx_verbs *pay = nested && verbs->pay != NULL ? verbs->pay : verbs;
    size_t up = enter_place(w, i);
    bool named = is_wanted(w);
    int end = verbs->base + verbs->len;

    end = pay->base + pay->len > end ? pay->base + pay->len : end;
    column(w, fx != NULL ? fx->verb : -1, -1, end - 1);
    for (int v = pay->base; named && pay != verbs && v < pay->base + pay->len; v++)
        put_meaning(w, v, verbs->all[v].word, v == pay->base);
    for (int v = verbs->base; named && v < verbs->base + verbs->len; v++)
        put_meaning(w, v, verbs->all[v].word, pay == verbs && v == verbs->base);
    leave(w, up);
}

/* The steps one after the other, those of blocks too: how many there are, their verbs,
 * their arguments as they stand in arg[]. */
static void put_steps(struct walk *w, const struct vl_pack_field *f, const uint8_t *at)
{
    struct shape shape = shape_of(f->verbs);
    int told = shape.nested ? VL_TRAIT_STEPS : f->flags & VL_PF_LIST ? f->max : 1;
    const struct vl_fx *steps = NULL;
    struct vl_fx_list list = { 0, 0 };
    size_t up;

    if (at != NULL) {
        memcpy(&list, at, sizeof list);
        steps = (const struct vl_fx *)(const void *)(w->block + w->game->pack->size) + list.at;
    }
    column_at(w, "length", list.len, 0, shape.nested ? VL_FX_STEPS_MAX : told);
    up = enter(w, "verb");
    for (int i = 0; i < told; i++)
        put_verb(w, f->verbs, shape.nested, i, i < list.len ? &steps[i] : NULL);
    leave(w, up);
    up = enter(w, "arg");
    for (int i = 0; i < told; i++) {
        size_t step = enter_place(w, i);

        for (int k = 0; k < shape.places; k++)
            column_of(w, k, i < list.len ? steps[i].arg[k] : 0, INT16_MIN, INT16_MAX);
        leave(w, step);
    }
    leave(w, up);
}

/* ---- fields ---- */

static void put_fields(struct walk *w, const struct vl_pack_field *fields, const uint8_t *rec);

static void put_one(struct walk *w, const struct vl_pack_field *f, const uint8_t *at)
{
    switch ((enum vl_pack_type)f->type) {
    case VL_PF_RECORD: put_fields(w, f->of->fields, at); return;
    case VL_PF_AMOUNT: put_amount(w, f, at); return;
    case VL_PF_STEPS: put_steps(w, f, at); return;
    default: put_value(w, f, at); return;
    }
}

/* min..max values or records, after their number if that can differ. */
static void put_list(struct walk *w, const struct vl_pack_field *f, const uint8_t *rec)
{
    uint32_t len = f->max, step = f->type == VL_PF_RECORD ? f->stride : f->width;

    if (f->len_width) {
        len = rec != NULL ? vl_field_load(rec + f->len_off, f->len_width) : 0;
        column_at(w, "length", len, f->min, f->max);
    }
    for (uint32_t i = 0; i < f->max; i++) {
        size_t up = enter_place(w, (int)i);

        put_one(w, f, rec != NULL && i < len ? rec + f->off + i * step : NULL);
        leave(w, up);
    }
}

static void put_field(struct walk *w, const struct vl_pack_field *f, const uint8_t *rec)
{
    bool one = !(f->flags & VL_PF_LIST) || f->type == VL_PF_SET || f->type == VL_PF_STEPS;
    size_t up;

    if (f->flags & VL_PF_POOL) /* things of a family of their own */
        return;
    up = enter(w, f->name);
    if (!one) {
        put_list(w, f, rec);
    } else {
        if (f->len_width) { /* a record that may be missing */
            bool there = rec != NULL && vl_field_load(rec + f->len_off, f->len_width) != 0;

            column_at(w, "there", there, 0, 1);
            rec = there ? rec : NULL;
        }
        put_one(w, f, rec != NULL ? rec + f->off : NULL);
    }
    leave(w, up);
}

static void put_fields(struct walk *w, const struct vl_pack_field *fields, const uint8_t *rec)
{
    for (const struct vl_pack_field *f = fields; f->name != NULL; f++)
        put_field(w, f, rec);
}

/* ---- families ---- */

/* A list of records in the block whose own keys are those of the things. */
struct place {
    const struct vl_pack_record *record; /* NULL: there is none */
    uint32_t off;
};

static bool has_key_at(const struct vl_pack_record *record, uint32_t off)
{
    for (const struct vl_pack_field *f = record->fields; f->name != NULL; f++)
        if (f->type == VL_PF_KEY && f->off == off)
            return true;
    return false;
}

/* Recursion is bounded by the table's nesting. */
static struct place find_in(const struct vl_pack_record *record, uint32_t base,
                            const struct vl_things *things)
{
    struct place found = { NULL, 0 };

    for (const struct vl_pack_field *f = record->fields; f->name != NULL && !found.record; f++) {
        uint32_t off = f->flags & VL_PF_POOL ? f->off : base + f->off;

        if (f->type != VL_PF_RECORD)
            continue;
        if (f->stride == things->stride && things->key >= off &&
            has_key_at(f->of, things->key - off))
            found.record = f->of, found.off = off;
        else
            found = find_in(f->of, off, things);
    }
    return found;
}

/* The family of these things; of several with the same keys the first. */
static int family_of(const struct vl_game *g, const struct vl_things *things)
{
    for (int f = 0; f < g->families_len; f++)
        if (g->families[f].things != NULL && g->families[f].things->key == things->key)
            return VL_FAM_GAME + f;
    return VL_FAM_NONE;
}

/* Row `index` of a family, or its columns alone (index -1). */
static void walk_family(struct walk *w, int family, int index)
{
    const struct vl_things *t = w->game->families[family - VL_FAM_GAME].things;
    const uint8_t *first = NULL;
    struct place place;

    if (w->game->pack == NULL || t == NULL || family_of(w->game, t) != family)
        return;
    if (index >= 0 && vl_field_load(w->block + t->key + (uint32_t)index * t->stride, 4) != 0)
        first = w->block + (uint32_t)index * t->stride;
    place = find_in(&w->game->pack->root, 0, t);
    if (place.record == NULL && t->same == NULL)
        return;
    column_at(w, "there", first != NULL, 0, 1);
    if (t->same != NULL) {
        int of = family_of(w->game, t->same);
        size_t up = enter(w, w->game->families[of - VL_FAM_GAME].name);

        column_thing(w, thing_at(first != NULL ? first + t->of : NULL, t->of_width), of);
        leave(w, up);
    }
    if (place.record != NULL)
        put_fields(w, place.record->fields, first != NULL ? first + place.off : NULL);
}

static int walk(struct walk *w, const struct vl_game *g, int family, int index)
{
    char path[PATH_LEN];

    w->game = g;
    w->path = vl_buf_on(path, sizeof path);
    if (family >= VL_FAM_GAME && family < VL_FAM_GAME + g->families_len)
        walk_family(w, family, index);
    return w->at;
}

int vl_traits_len(const struct vl_game *g, int family)
{
    struct walk w;

    memset(&w, 0, sizeof w);
    int n = walk(&w, g, family, -1);
    return n > 1 ? n : 0; /* nothing but "there" says nothing */
}

void vl_traits(const struct vl_rules *r, int family, int index, int16_t *out)
{
    struct walk w;

    VL_ASSERT(index >= 0 && index < r->game->families[family - VL_FAM_GAME].count);
    memset(&w, 0, sizeof w);
    w.block = (const uint8_t *)r->content;
    w.out = out;
    (void)walk(&w, r->game, family, index);
}

void vl_traits_name(const struct vl_game *g, int family, int i, struct vl_buf *out)
{
    struct walk w;

    memset(&w, 0, sizeof w);
    w.name = out;
    w.wanted = i;
    (void)walk(&w, g, family, -1);
}
