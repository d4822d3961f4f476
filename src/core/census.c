/* Where every thing of a family is: the field table walked once more. */
#include "core/census.h"
#include "core/fields.h"

struct walk {
    const struct vl_state *s;
    int family, len;
    struct vl_census n;
};

static void note(struct walk *w, int thing)
{
    uint32_t *word = &w->n.seen[(unsigned)thing % VL_FAMILY_MAX / 32], bit = 1u << (thing & 31);

    w->n.strange = w->n.strange || thing >= w->len;
    if ((*word & bit) && w->n.twice == VL_WIDE_NONE)
        w->n.twice = thing;
    *word |= bit;
}

/* Of a row or a key some entries may be nothing; a list has no gaps. */
static void note_entries(struct walk *w, const struct vl_field *f, const uint8_t *at, int len)
{
    for (int i = 0; i < len; i++) {
        int thing = (int)vl_field_load(at + i * f->width, f->width);

        if (f->type == VL_F_LIST || thing != vl_field_none(f))
            note(w, thing);
    }
}

static void note_field(struct walk *w, const struct vl_field *f, const uint8_t *rec);

/* Of a map by seat, the seats in play. Recursion is bounded by the table's nesting. */
static void note_records(struct walk *w, const struct vl_field *f, const uint8_t *rec)
{
    int n = f->family == VL_FAM_SEAT ? w->s->seats : f->count;

    for (int k = 0; k < n; k++)
        for (const struct vl_field *child = f->child; child->type != VL_F_END; child++)
            note_field(w, child, rec + f->off + k * f->stride);
}

static void note_field(struct walk *w, const struct vl_field *f, const uint8_t *rec)
{
    const uint8_t *at = rec + f->off;

    if (f->type == VL_F_MAP)
        note_records(w, f, rec);
    if (f->family != w->family)
        return;
    if (f->type == VL_F_KEY)
        note_entries(w, f, at, 1);
    else if (f->type == VL_F_ROW)
        note_entries(w, f, at, f->count);
    else if (f->type == VL_F_LIST)
        note_entries(w, f, at, vl_field_len(f, rec));
    for (int i = 0; f->type == VL_F_BITS && i < f->count; i++)
        if (vl_field_bit(at, f->width, i))
            note(w, i);
}

static const struct vl_field *named(const struct vl_field *f, const char *name)
{
    while (f->type != VL_F_END && strcmp(f->name, name) != 0)
        f++;
    VL_VERIFY(f->type != VL_F_END); /* a name that the table does not have */
    return f;
}

struct vl_census vl_census(const struct vl_rules *r, const struct vl_state *s, int family, int len,
                           const char *const *places)
{
    struct walk w;

    memset(&w, 0, sizeof w);
    w.s = s;
    w.family = family;
    w.len = len;
    w.n.twice = VL_WIDE_NONE;
    for (; *places != NULL; places++)
        note_field(&w, named(r->game->fields, *places), (const uint8_t *)s);
    return w.n;
}
