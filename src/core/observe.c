/* Flat observations, counted off the table of fields. */
#include "core/engine.h"
#include "core/fields.h"

enum {
    HEAD = 2,      /* the viewer and the actor */
    LIMB_BITS = 15 /* what an int16_t holds of a non-negative number */
};

static bool is_hidden(const struct vl_field *f)
{
    return (f->flags & VL_FIELD_HIDDEN) != 0;
}

static int limbs(const struct vl_field *f)
{
    int64_t max = f->flags & VL_FIELD_SIGNED ? 0 : vl_field_max(f); /* a signed one is small */

    return max >> LIMB_BITS == 0 ? 1 : max >> (2 * LIMB_BITS) == 0 ? 2 : 3;
}

static int fields_len(const struct vl_field *fields);

/* How many entries a field takes. Recursion is bounded by the table's nesting,
 * which vl_position_write() verifies. */
static int field_len(const struct vl_field *f)
{
    if (is_hidden(f))
        return 0;
    switch ((enum vl_field_type)f->type) {
    case VL_F_INT: return limbs(f);
    case VL_F_BOOL:
    case VL_F_FLAG:
    case VL_F_KEY:
    case VL_F_SEAT: return 1;
    case VL_F_BITS:
    case VL_F_ROW: return f->count;
    case VL_F_LIST: return 1 + f->count;
    case VL_F_MAP: return f->count * fields_len(f->child);
    }
    return 0;
}

static int fields_len(const struct vl_field *fields)
{
    int n = 0;

    for (const struct vl_field *f = fields; f->type != VL_F_END; f++)
        n += field_len(f);
    return n;
}

int vl_observe_len(const struct vl_game *g)
{
    return HEAD + fields_len(g->fields);
}

/* A key, or an entry of a row or list. */
static int16_t thing(const struct vl_field *f, const uint8_t *at)
{
    int v = (int)vl_field_load(at, f->width);

    return (int16_t)(v == vl_field_none(f) && f->family != VL_FAM_INT ? -1 : v);
}

static int16_t *put_limbs(int16_t *out, uint32_t v, int n)
{
    for (int i = 0; i < n; i++) {
        *out++ = (int16_t)(v & ((1u << LIMB_BITS) - 1));
        v >>= LIMB_BITS;
    }
    return out;
}

static int16_t *put_things(int16_t *out, const struct vl_field *f, const uint8_t *at, int len)
{
    for (int i = 0; i < f->count; i++)
        *out++ = i < len ? thing(f, at + i * f->width) : (int16_t)-1;
    return out;
}

static int16_t *put_fields(int16_t *out, const struct vl_field *fields, const uint8_t *rec);

static int16_t *put_field(int16_t *out, const struct vl_field *f, const uint8_t *rec)
{
    const uint8_t *at = rec + f->off;

    switch ((enum vl_field_type)f->type) {
    case VL_F_INT:
        if (f->flags & VL_FIELD_SIGNED) {
            *out++ = (int16_t)vl_field_number(f, at);
            return out;
        }
        return put_limbs(out, vl_field_load(at, f->width), limbs(f));
    case VL_F_BOOL: *out++ = at[0]; return out;
    case VL_F_FLAG: *out++ = at[0] >> f->bit & 1; return out;
    case VL_F_KEY:
    case VL_F_SEAT: *out++ = thing(f, at); return out;
    case VL_F_BITS:
        for (int i = 0; i < f->count; i++)
            *out++ = vl_field_bit(at, f->width, i);
        return out;
    case VL_F_ROW: return put_things(out, f, at, f->count);
    case VL_F_LIST:
        *out++ = vl_i16(vl_field_len(f, rec));
        return put_things(out, f, at, vl_field_len(f, rec));
    case VL_F_MAP:
        for (int k = 0; k < f->count; k++)
            out = put_fields(out, f->child, at + k * f->stride);
        return out;
    }
    return out;
}

static int16_t *put_fields(int16_t *out, const struct vl_field *fields, const uint8_t *rec)
{
    for (const struct vl_field *f = fields; f->type != VL_F_END; f++) {
        if (!is_hidden(f))
            out = put_field(out, f, rec);
    }
    return out;
}

void vl_observe(const struct vl_rules *r, const struct vl_state *s, vl_actor seat, int16_t *out)
{
    union vl_any_state copy;

    VL_VERIFY(r->game->state_size <= VL_STATE_MAX);
    memcpy(copy.bytes, s, r->game->state_size);
    vl_hide(r, &copy.base, seat);
    out[0] = vl_i16(seat);
    out[1] = vl_i16(copy.base.actor);
    (void)put_fields(out + HEAD, r->game->fields, copy.bytes);
}

/* ---- what an entry means ---- */

static void put_span(struct vl_buf *out, int64_t lo, int64_t hi)
{
    vl_put_char(out, ' ');
    vl_put_int(out, lo);
    vl_put(out, "..");
    vl_put_int(out, hi);
}

/* The range of one thing, -1 for none, and its family; of a plain number only
 * the range. `past`: -1 also stands for "past the end of the list". */
static void put_thing_span(const struct vl_game *g, const struct vl_field *f, bool past,
                           struct vl_buf *out)
{
    const char *family = "seat";
    int count = g->seats_max;

    if (f->family == VL_FAM_INT) {
        put_span(out, past ? -1 : f->lo, vl_field_max(f));
        return;
    }
    if (f->family >= VL_FAM_GAME) {
        family = g->families[f->family - VL_FAM_GAME].name;
        count = g->families[f->family - VL_FAM_GAME].count;
    }
    if (f->type == VL_F_SEAT) {
        family = "seat";
        count = g->seats_max;
    }
    put_span(out, -1, count - 1);
    vl_put_char(out, ' ');
    vl_put(out, family);
}

static void put_index(struct vl_buf *out, int i)
{
    vl_put_char(out, '/');
    vl_put_int(out, i);
}

static void name_in(const struct vl_game *g, const struct vl_field *fields, int i,
                    struct vl_buf *out);

/* Entry i of field f, whose own name is written already. */
static void name_entry(const struct vl_game *g, const struct vl_field *f, int i, struct vl_buf *out)
{
    switch ((enum vl_field_type)f->type) {
    case VL_F_INT:
        if (limbs(f) > 1)
            put_index(out, i);
        put_span(out, limbs(f) > 1 ? 0 : f->lo,
                 limbs(f) > 1 ? (1 << LIMB_BITS) - 1 : vl_field_max(f));
        return;
    case VL_F_BOOL:
    case VL_F_FLAG: put_span(out, 0, 1); return;
    case VL_F_KEY:
    case VL_F_SEAT: put_thing_span(g, f, true, out); return;
    case VL_F_BITS:
        put_index(out, i);
        put_span(out, 0, 1);
        return;
    case VL_F_ROW:
        put_index(out, i);
        put_thing_span(g, f, false, out);
        return;
    case VL_F_LIST:
        if (i == 0) {
            vl_put(out, "/length");
            put_span(out, 0, f->count);
            return;
        }
        put_index(out, i - 1);
        put_thing_span(g, f, true, out);
        return;
    case VL_F_MAP:
        put_index(out, i / fields_len(f->child));
        name_in(g, f->child, i % fields_len(f->child), out);
        return;
    }
}

static void name_in(const struct vl_game *g, const struct vl_field *fields, int i,
                    struct vl_buf *out)
{
    for (const struct vl_field *f = fields; f->type != VL_F_END; f++) {
        int len = field_len(f);

        if (i < len) {
            if (f->name != NULL) {
                vl_put_char(out, '/');
                vl_put(out, f->name);
            }
            name_entry(g, f, i, out);
            return;
        }
        i -= len;
    }
}

void vl_observe_name(const struct vl_game *g, int i, struct vl_buf *out)
{
    if (i == 0) {
        vl_put(out, "viewer");
        put_span(out, VL_ANYONE, g->seats_max - 1);
    } else if (i == 1) {
        vl_put(out, "actor");
        put_span(out, VL_AUTO, g->seats_max - 1);
    } else if (i > 1) {
        name_in(g, g->fields, i - HEAD, out);
    }
}
